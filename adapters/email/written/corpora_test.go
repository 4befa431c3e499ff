package written

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bridge/internal/noerr"
)

const corpora = "../../../../shared/corpora/replies"

// corpusDir skips the test without the folder.
func corpusDir(t *testing.T, folder string) string {
	t.Helper()
	dir := filepath.Join(corpora, folder)
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("the folder %s is missing", dir)
	}
	return dir
}

func fold(s string) string { return strings.Join(strings.Fields(s), " ") }

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	noerr.Must(t, err)
	return strings.ToValidUTF8(strings.ReplaceAll(string(b), "\r\n", "\n"), "?")
}

// TestTalonSignatures: all of the true labels, but for a closing and a name that are typed:
// they are the person's words.
func TestTalonSignatures(t *testing.T) {
	dir := corpusDir(t, "talon/fixtures/signature/emails/stripped")
	bodies, _ := filepath.Glob(filepath.Join(dir, "*_body"))
	for _, path := range bodies {
		name := strings.TrimSuffix(path, "_body")
		body, sig, sender := read(t, path), read(t, name+"_signature"), strings.TrimSpace(read(t, name+"_sender"))
		m := Mail{Name: sender}
		if strings.Contains(sender, "@") {
			m = Mail{Address: sender}
		}
		if filepath.Base(name) == "short_url" {
			sig = ""
		}
		want := strings.TrimSuffix(strings.TrimSpace(body), strings.TrimSpace(sig))
		got := Split(MarkQuotes(body), m)
		if fold(got.Text) != fold(want) || fold(got.Signature) != fold(sig) {
			t.Errorf("%s: the text is\n%s\nthe signature\n%s\nwant\n%s", filepath.Base(name), got.Text, got.Signature, sig)
		}
	}
	if len(bodies) < 6 {
		t.Errorf("%d mails", len(bodies))
	}
}

// TestReferences compares with what other libraries print. That is no label: each
// disagreement was looked at and is listed with its reason.
func TestReferences(t *testing.T) {
	reasons := map[string]string{}
	for _, l := range strings.Split(read(t, "testdata/disagreements.txt"), "\n") {
		if f := strings.Fields(l); len(f) == 3 && f[0] != "#" {
			reasons[f[0]+" "+f[1]] = f[2]
		}
	}
	for lib, mails := range map[string]string{"github": "emails", "zapier": "emails", "crisp": "fixtures"} {
		t.Run(lib, func(t *testing.T) {
			dir := corpusDir(t, lib+"_email_reply_parser")
			var want map[string]struct{ Visible string }
			noerr.Must(t, json.Unmarshal([]byte(read(t, filepath.Join(dir, "expected.reference-output.json"))), &want))
			same, classes := 0, map[string]int{}
			for name, w := range want {
				got := Split(MarkQuotes(read(t, filepath.Join(dir, mails, name))), Mail{Answers: true})
				if again := Split(MarkQuotes(got.Text), Mail{Answers: true}); again.Text != got.Text {
					t.Errorf("%s: the second time gives\n%.2000s\nof\n%.2000s", name, again.Text, got.Text)
				}
				reason := reasons[lib+" "+name]
				switch agree := fold(got.Text) == fold(w.Visible); {
				case agree && reason == "":
					same++
				case agree:
					t.Errorf("%s agrees, and is listed as %q", name, reason)
				case reason == "":
					t.Errorf("%s: ours\n%.2000s\ntheirs\n%.2000s", name, got.Text, w.Visible)
				default:
					classes[reason]++
				}
			}
			t.Logf("%s: %d of %d agree; disagreements by reason: %v", lib, same, len(want), classes)
			if len(want) < 20 {
				t.Errorf("%d mails", len(want))
			}
		})
	}
}
