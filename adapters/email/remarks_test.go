package email

import (
	"path/filepath"
	"strings"
	"testing"

	grammar "bridge/approvals/reply"
	"bridge/internal/racetest"
	"bridge/internal/sampletest"
)

// TestRemarks: what people say beside an answer: of 110 noes with a reason in each language no fewer are understood than before, of 70 texts
// that look like these no more are taken for an answer. A yes with a remark about the world is asked back: of 70 one or two are understood. Two
// languages a day, all if BRIDGE_WHOLE is set.
func TestRemarks(t *testing.T) {
	racetest.Skip(t)
	t.Parallel()
	for i, least := range []struct {
		lang      string
		no, asked int
	}{{"de", 86, 69}, {"en", 87, 68}, {"es", 77, 68}, {"fr", 87, 67}, {"it", 74, 69}, {"nl", 85, 69}, {"pl", 89, 68}, {"pt", 83, 66}} {
		if !sampletest.Today(i, 4) {
			continue
		}
		t.Run(least.lang, func(t *testing.T) {
			t.Parallel()
			understood := map[string]int{}
			for _, r := range freshOf[freshReply](t, filepath.Join("testdata", "remarks"), least.lang) {
				want := map[string]grammar.Verdict{"yes": grammar.Grant, "no": grammar.Deny}[r.Expect]
				o := grammar.Options{Language: least.lang, Mail: r.Channel == "mail", Shown: freshRequests(r.Request)}
				if text := strings.TrimSpace(r.Text); o.Mail { // the name below
					o.Name = strings.TrimSpace(text[strings.LastIndexByte(text, '\n')+1:])
				}
				got := grammar.Parse(r.Text, o).Verdict
				if got == want {
					understood[r.Expect]++
				}
				if got == grammar.Grant && want != grammar.Grant || got == grammar.Deny && want == grammar.Grant {
					t.Errorf("%q to %q is %v", r.Text, r.Request, got)
				}
			}
			if understood["no"] < least.no || understood["ask"] < least.asked {
				t.Errorf("%d noes and %d doubts, were %d and %d", understood["no"], understood["ask"], least.no, least.asked)
			}
			t.Logf("%d noes, %d yeses, %d doubts", understood["no"], understood["yes"], understood["ask"])
		})
	}
}
