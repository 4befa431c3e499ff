package test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"bridge/internal/mailserver"
	"bridge/internal/redistest"
)

// oldRequests are requests that a bridge made which had no ledger and no index of who is
// asked (SQLite format 4, Redis format 1): one was decided, one has expired since, two
// wait for Dana.
type oldRequests struct {
	decided, expired, answered, listed string // ids
	codes                              []string
	yes                                mailserver.Letter // to the one that is answered
}

// TestUpgradeOfPending: what was asked before an upgrade is listed, can be answered and
// expires after it, and the proofs say what they do not have of it.
func TestUpgradeOfPending(t *testing.T) {
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		s := newSite(t, httpAgent(refundAgent(t).URL), withTop("[retention]\nmessages = \"36500d\"\ndecisions = \"36500d\""))
		s.store(t, "testdata/format4.db")
		s.start()
		s.knows(oldRequests{
			decided: "apr_0000000000RAR36SK4FNYJCB84", expired: "apr_00000000007ZTXA9PF3K4841C3",
			answered: "apr_0000000000K0B1JWBBEBGTXRDD", listed: "apr_0000000000CA14SHGTFF1KXCV6",
			codes: []string{"6T627V", "6R469D"},
			yes: mailserver.Letter{
				Subject: "Re: the refund", Text: "Yes, please.",
				InReplyTo: "<b.01m818hte4dw6jv9zezrr0h3nc.z7qrwigo2p3m3lj6.tzb6lckdlc3az44lrukqk4aklm@bridge.test>",
			},
		}, nil)
	})
	t.Run("redis", func(t *testing.T) {
		t.Parallel()
		server := redistest.Start(t, redistest.Options{})
		b, err := os.ReadFile("testdata/redis1.json")
		if err != nil {
			t.Fatal(err)
		}
		var commands [][]string
		if err := json.Unmarshal(b, &commands); err != nil {
			t.Fatal(err)
		}
		admin := server.Client()
		do := func(words ...string) {
			args := make([]any, len(words))
			for i, w := range words {
				args[i] = w
				if s, is := strings.CutPrefix(w, "base64:"); is {
					raw, err := base64.StdEncoding.DecodeString(s)
					if err != nil {
						t.Fatal(err)
					}
					args[i] = raw
				}
			}
			if err := admin.Do(t.Context(), args...).Err(); err != nil {
				t.Fatalf("%s %s: %v", words[0], words[1], err)
			}
		}
		for _, c := range commands {
			do(c...)
		}
		s := newFleet(t, 1, server.URL(), httpAgent(refundAgent(t).URL), withTop("[retention]\nmessages = \"36500d\"\ndecisions = \"36500d\"")).start().nodes[0]
		s.knows(oldRequests{
			decided: "apr_0000000000M40921WHFWWDWZ35", expired: "apr_0000000000M94XYCM6017P0M0W",
			answered: "apr_0000000000RKQFPMFQC1KHDWQT", listed: "apr_0000000000T8Z1AEPWDTXB00JF",
			codes: []string{"8SQS5M", "6EZ8EK"},
			yes:   mailserver.Letter{Subject: "that refund", Text: "YES 8SQS5M"},
		}, func() {
			s.kill()
			do("SET", "bridge:{meta}:format", "2")
			s.start()
		})
	})
}

// knows looks at a site that has just started on old requests. raise, unless nil, raises
// the format of the store.
func (s *site) knows(old oldRequests, raise func()) {
	t := s.t
	t.Helper()
	s.expect(0, "expires@customers.test", "decision=denied by=timeout")
	lists := func(i int) {
		t.Helper()
		n := s.quiet()
		s.send(mailserver.Letter{From: dana, ID: fmt.Sprintf("<list%d@bridge.test>", i), Subject: "LIST", Text: "LIST"})
		s.expect(n, dana, old.codes...)
		s.quiet()
	}
	lists(0)
	if raise != nil {
		raise()
		lists(1)
	}
	const before = "it is from before there was one"
	s.fails(1, before, "approvals", "evidence", old.listed)
	s.fails(1, before, "approvals", "evidence", old.decided)

	n := s.quiet()
	old.yes.From, old.yes.ID = dana, "<upgraded@bridge.test>"
	s.send(old.yes)
	s.expect(n, "answered@customers.test", "decision=granted by=dana")
	s.expect(n, dana, "Granted by Dana")
	s.quiet()
	file := s.dir + "/evidence.json"
	for id, want := range map[string]string{old.answered: "vote: dana granted", old.expired: "It was expired by timeout"} {
		s.fails(1, before, "approvals", "evidence", id, "-o", file)
		if b, err := os.ReadFile(file); err != nil || !strings.Contains(string(b), want) {
			t.Errorf("the evidence of %s: %v\n%s", id, err, b)
		}
	}
	s.must("approvals", "verify")
	if st := s.status(); st.ApprovalsPending != 1 || st.Queues["inbox"].Dead+st.Queues["outbox"].Dead != 0 {
		t.Errorf("at the end: %+v", st)
	}
	if n := s.mail.Count(); n > 6 {
		for _, m := range s.mail.Mails() {
			t.Logf("%s: %s", m.To, m.Subject)
		}
		t.Errorf("%d mails", n)
	}
}
