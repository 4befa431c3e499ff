package approvals

import (
	"encoding/json"
	"testing"
	"unicode/utf8"

	"bridge/approvals/reply"
)

// FuzzPayload: whatever a system sends, what is read as an approval-response is a whole
// one, and there is no error beside it.
func FuzzPayload(f *testing.F) {
	for _, s := range []string{
		`{"approvalId":"apr_1","decision":"granted"}`,
		`{"approvalId":"apr_1","decision":"denied","reason":"è","argsDigest":"sha256:1"}`,
		`{"partType":"approval-response","data":{"approvalId":"a","decision":"yes"}}`,
		`{"parts":[{"metadata":{"partType":"approval-response"},"data":{"approvalId":"a","decision":"granted"}}]}`,
		`{"parts":[{"parts":[{"partType":"approval-response"}]}]}`,
		`{"parts":[null]}`, `{"approvalId":null,"decision":null}`, `{"approvalId":1,"decision":2}`, `[]`, ``, `null`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		p, err := ReadPayload(json.RawMessage(b))
		switch {
		case p == nil:
			return
		case err != nil:
			t.Fatalf("both %+v and %v", p, err)
		case p.ApprovalID == "" || len(p.ApprovalID) > 512 || p.Decision != "granted" && p.Decision != "denied" || utf8.RuneCountInString(p.Reason) > 500:
			t.Fatalf("read %+v", p)
		case !json.Valid(b):
			t.Fatalf("read %+v from what is no JSON", p)
		}
	})
}

// FuzzOneTime: a text is a one-time code only if its digits, without what is between
// them, are the six of it; and never one with a refusal and a reason.
func FuzzOneTime(f *testing.F) {
	for _, s := range []string{"123456", "the code is 123 456", "yes 123456 thanks", "no 123456", "123456789", "il codice è 123-456", "123456 but half", "x123456", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		code, no := oneTime(text, "Dana Bianchi")
		if code == "" {
			if no {
				t.Fatal("a no without a code")
			}
			return
		}
		var digits []byte
		for i := range len(text) {
			if text[i] >= '0' && text[i] <= '9' {
				digits = append(digits, text[i])
			}
		}
		if string(digits) != code || len(code) != 6 {
			t.Fatalf("%q is read as %s", text, code)
		}
		if v := reply.Parse(text, reply.Options{}); no && v.Verdict == reply.Grant {
			t.Fatalf("%q is a refusal of the code and a yes", text)
		}
	})
}
