package email

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bridge/adapters/email/report"
	"bridge/message"
)

// TestCorporaKinds: the public collection of bounces says in its file names what
// each mail is. The deviations, with their reasons, are in testdata/kinds.txt; a
// deviation that is not there, or that is there and gone, fails.
func TestCorporaKinds(t *testing.T) {
	a, _ := newAdapter(t)
	known := map[string]string{} // file: class
	list, err := os.ReadFile(filepath.Join("testdata", "kinds.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for l := range strings.Lines(string(list)) {
		if f := strings.Fields(l); len(f) > 2 && !strings.HasPrefix(l, "#") {
			known[f[0]] = f[1]
		}
	}
	counts := map[string]int{}
	bounces, codes, recipients, actions, returned := 0, 0, 0, 0, 0
	var without []string
	corpus(t, "mime/sisimai-bounces", func(path string, raw []byte) {
		name := strings.TrimSuffix(filepath.Base(path), ".eml")
		kind, _, _ := strings.Cut(name, "-")
		want := map[string]message.Class{"rfc3834": message.Auto, "arf": message.Complaint}[kind]
		if want == "" {
			want = message.Bounce
		}
		m, err := a.parse(bytes.NewReader(raw), int64(len(raw)), envelopeOf{stored: true})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
		counts[kind+" "+string(m.class)]++
		if k, ok := known[name]; ok {
			want = message.Class(k)
			delete(known, name)
		}
		if m.class != want {
			t.Errorf("%s %s %s", name, m.class, m.why)
		}
		if m.class != message.Bounce {
			return
		}
		root, _, err := scan(bytes.NewReader(raw), int64(len(raw)))
		if err != nil {
			t.Fatal(err)
		}
		rep := report.Read(reportMail(m, root, bytes.NewReader(raw)))
		bounces++
		code, recipient := false, false
		for _, e := range rep.Entries {
			code = code || e.Code() != ""
			recipient = recipient || e.Recipient != ""
		}
		if len(rep.Returned) > 0 {
			returned++
		}
		if len(rep.Entries) > 0 {
			actions++
		}
		if recipient {
			recipients++
		}
		if code {
			codes++
		} else {
			without = append(without, name)
		}
		if testing.Verbose() {
			t.Logf("%s %s %+v", name, m.why, rep)
		}
	})
	for name := range known {
		t.Errorf("testdata/kinds.txt names %s, which has no deviation or does not exist", name)
	}
	var lines []string
	for k, n := range counts {
		lines = append(lines, fmt.Sprintf("%s: %d", k, n))
	}
	slices.Sort(lines)
	t.Logf("%s", strings.Join(lines, ", "))
	t.Logf("of %d bounces: %d say what happened, %d with a code, %d with a recipient, %d with a Message-ID", bounces, actions, codes, recipients, returned)
	t.Logf("no code: %s", strings.Join(without, " "))
}
