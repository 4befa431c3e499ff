package test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"bridge/internal/mailserver"
	"bridge/internal/noerr"
)

// usageReport is what bridge usage -json prints.
type usageReport struct {
	From, To, By string
	Items        []struct {
		Name string
		usageCounts
	}
	Total usageCounts
}

type usageCounts struct{ In, Out, Segments, Turns, Asked, Votes int }

func (s *site) usage(args ...string) (total usageCounts, by map[string]usageCounts) {
	s.t.Helper()
	r := asJSON[usageReport](s, append([]string{"usage"}, args...)...)
	by = map[string]usageCounts{}
	for _, i := range r.Items {
		by[i.Name] = i.usageCounts
	}
	return r.Total, by
}

// TestUsageReport: the numbers are those that somebody counts by hand, whatever comes twice and whenever
// the process dies; an erasure leaves the numbers and takes the name.
func TestUsageReport(t *testing.T) {
	t.Parallel()
	eachStore(t, reportUsage)
}

func reportUsage(t *testing.T, store option) {
	const hanzi = "\u6f22"
	var held sync.Once
	called := make(chan struct{})
	agent := newAgent(t, func(w http.ResponseWriter, r *http.Request, c call) {
		text := c.text()
		switch {
		case len(c.Body.Parts) > 0 && c.Body.Parts[0].Metadata.PartType == "approval-response":
			answerJSON(w, `{"text":"decided"}`)
		case strings.Contains(text, "refund"):
			answerJSON(w, `{"parts":[{"data":{"approvalId":"r1","toolName":"refund","args":{"amount":40}},"metadata":{"partType":"approval-request"}}]}`)
		case strings.Contains(text, "long"):
			answerJSON(w, `{"text":"`+strings.Repeat("a", 200)+`"}`)
		case strings.Contains(text, "hanzi"):
			answerJSON(w, `{"text":"`+strings.Repeat(hanzi, 80)+`"}`)
		case strings.Contains(text, "wait"):
			first := false
			held.Do(func() { first = true })
			if first {
				close(called)
				<-r.Context().Done()
				return
			}
			answerJSON(w, `{"text":"here it is"}`)
		default:
			answerJSON(w, `{"text":"hello yourself"}`)
		}
	})
	p := newPhones(t, store, httpAgent(agent.URL), withApprovals("approvers = [\"frank\"]\ntrust = \"asserted\"")).start()
	hello := p.text(evePhone, "hello")
	p.rings(evePhone, 0, "hello yourself")
	p.text(evePhone, "something long") // 200 letters of GSM-7: 153 and 47
	p.rings(evePhone, 1, "aaaa")
	p.text(evePhone, "now hanzi") // 80 units of UCS-2: 67 and 13
	p.rings(evePhone, 2, hanzi)
	letter := mailserver.Letter{From: "zoe@customers.test", ID: "<z1@customers.test>", Subject: "Hi", Text: "Hi there"}
	p.send(letter)
	p.expect(0, "zoe@customers.test", "hello yourself")
	p.send(letter) // it comes again
	must(t, noerr.Of(p.twilio.Phone(evePhone).Again(hello)))
	p.send(mailserver.Letter{From: eve, ID: "<r1@bridge.test>", Subject: "Refund", Text: "refund 40"})
	prompt := p.expect(0, "frank@bridge.test", "[approval:")
	p.send(prompt.Reply("Yes, please."))
	p.expect(0, eve, "decided")
	p.quiet()
	p.text(evePhone, "wait")
	<-called
	p.kill()
	p.start()
	p.rings(evePhone, 3, "here it is")
	p.quiet()

	phone, zoe := usageCounts{In: 4, Out: 4, Segments: 6, Turns: 4}, usageCounts{In: 1, Out: 1, Turns: 1}
	mine := usageCounts{In: 5, Out: 6, Segments: 6, Turns: 5, Asked: 1}
	frank := usageCounts{In: 1, Out: 2, Votes: 1}
	all := usageCounts{In: 7, Out: 9, Segments: 6, Turns: 6, Asked: 1, Votes: 1}
	same := func(what string, got, want map[string]usageCounts) {
		t.Helper()
		for name, n := range want {
			if got[name] != n {
				t.Errorf("%s: %s has %+v, want %+v", what, name, got[name], n)
			}
		}
		if len(got) != len(want) {
			t.Errorf("%s: %+v", what, got)
		}
	}
	total, by := p.usage("-by", "person")
	same("by person", by, map[string]usageCounts{"eve": mine, "frank": frank, "email:zoe@customers.test": zoe})
	same("in all", map[string]usageCounts{"": total}, map[string]usageCounts{"": all})
	_, by = p.usage("-by", "agent")
	same("by agent", by, map[string]usageCounts{"assistant": all})
	_, by = p.usage("-by", "channel")
	same("by channel", by, map[string]usageCounts{"sms": phone, "mail": {In: 3, Out: 5, Turns: 2, Asked: 1, Votes: 1}})
	if _, by = p.usage(); len(by) == 0 || len(by) > 2 {
		t.Errorf("by day: %+v", by)
	}
	if total, _ = p.usage("-until", "2d"); total != (usageCounts{}) {
		t.Errorf("two days ago: %+v", total)
	}
	if out := p.must("usage", "-by", "channel", "-csv"); out != "channel,in,out,segments,turns,asked,votes\nmail,3,5,0,2,1,1\nsms,4,4,6,4,0,0\n" {
		t.Errorf("as CSV: %s", out)
	}
	p.fails(1, "one of day", "usage", "-by", "moon")
	p.fails(1, "after until", "usage", "-since", "2026-02-02", "-until", "2026-02-01")

	dir := filepath.Join(p.dir, "zoe")
	p.must("export-person", "zoe@customers.test", dir)
	if raw, err := os.ReadFile(filepath.Join(dir, "person.json")); err != nil || !strings.Contains(string(raw), `"usage": [`) || !strings.Contains(string(raw), `"turns": 1,`) {
		t.Errorf("the export: %v", err)
	}
	p.must("erase", "zoe@customers.test", "-yes")
	p.must("erase", "frank", "-yes")
	total, by = p.usage("-by", "person")
	same("after the erasure", by, map[string]usageCounts{"eve": mine, "": {In: 2, Out: 3, Turns: 1, Votes: 1}})
	same("in all after it", map[string]usageCounts{"": total}, map[string]usageCounts{"": all})
	p.nothingOf(t, "zoe@customers.test")
}
