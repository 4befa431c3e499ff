package email

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jhillyerd/enmime/v2"

	"bridge/adapters/email/inbound"
	"bridge/adapters/email/smtpin"
	"bridge/adapters/email/written"
	"bridge/artifacts"
	"bridge/internal/noerr"
	"bridge/internal/racetest"
)

// listed reads a file of names, each with the reason why it is there.
func listed(t *testing.T, file string) map[string]string {
	t.Helper()
	list, err := os.ReadFile(file)
	noerr.Must(t, err)
	names := map[string]string{}
	for line := range strings.Lines(string(list)) {
		if name, reason, ok := strings.Cut(strings.TrimSpace(line), ": "); ok && !strings.HasPrefix(name, "#") && reason != "" {
			names[name] = reason
		}
	}
	return names
}

// TestCorporaText compares the text and the names of files with what another
// reader finds. Nothing that it shows is missing; each mail for which that is not
// so is listed with the reason.
func TestCorporaText(t *testing.T) {
	racetest.Skip(t)
	a, _ := newAdapter(t)
	texts, files := listed(t, "testdata/text-differences.txt"), listed(t, "testdata/file-differences.txt")
	total, same, more, compared, lost, named := 0, 0, 0, 0, 0, 0
	corpus(t, "mime", func(path string, raw []byte) {
		name := strings.TrimPrefix(path, filepath.Join(corpora, "mime")+"/")
		total++
		env, err := enmime.ReadEnvelope(bytes.NewReader(raw))
		if err != nil {
			return
		}
		raw = append([]byte("From: someone@example.com\r\n"), dropFrom(raw)...)
		m, err := a.reader.Parse(bytes.NewReader(raw), int64(len(raw)), inbound.Envelope{Envelope: smtpin.Envelope{From: "x@example.com"}})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
		defer m.Shown.Close()
		if theirs := letters.FindAllString(strings.ToLower(env.Text), -1); len(theirs) > 0 {
			compared++
			ours := letters.FindAllString(strings.ToLower(written.Unmarked(m.Shown.Text)), -1)
			switch missing := without(theirs, ours); {
			case slices.Equal(theirs, ours):
				same++
			case len(missing) == 0:
				more++
			case texts[name] == "":
				t.Errorf("%s: %d of %d words are missing: %.300q", name, len(missing), len(theirs), strings.Join(missing, " "))
			default:
				if strings.HasPrefix(texts[name], "lost") {
					lost++
				}
				delete(texts, name)
			}
		}
		var ours []string
		for _, f := range m.Shown.Files {
			ours = append(ours, f.Name)
		}
		for _, p := range slices.Concat(env.Attachments, env.Inlines, env.OtherParts) {
			if p.FileName == "" {
				continue
			}
			if want := artifacts.SafeName(p.FileName, p.ContentType); slices.Contains(ours, want) {
				named++
			} else if files[name] == "" {
				t.Errorf("%s: there is no file %q among %q", name, want, ours)
			} else {
				delete(files, name)
			}
		}
	})
	for name := range texts {
		t.Errorf("%s does not differ any more, or does not exist", name)
	}
	for name := range files {
		t.Errorf("%s has the same names now, or does not exist", name)
	}
	t.Logf("%d texts: %d the same, %d with more words, %d listed, %d of them lost; %d files have the same name", compared, same, more, compared-same-more, lost, named)
	if lost > 2 {
		t.Errorf("%d mails without their text", lost)
	}
}

// without are the words of a that b does not have as often.
func without(a, b []string) []string {
	count := map[string]int{}
	for _, w := range b {
		count[w]++
	}
	var missing []string
	for _, w := range a {
		if count[w]--; count[w] < 0 {
			missing = append(missing, w)
		}
	}
	return missing
}

var letters = regexp.MustCompile(`\p{L}+`)
