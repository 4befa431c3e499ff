package email

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bridge/internal/noerr"
)

// TestAnotherReader has Python's email package read the mails that we write: it
// finds nothing wrong, and the same parts, subject and names.
func TestAnotherReader(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3")
	}
	dir := t.TempDir()
	args := []string{filepath.Join("testdata", "defects.py")}
	mails := goldenMails(t)
	for name, raw := range mails {
		file := filepath.Join(dir, name)
		noerr.Must(t, os.WriteFile(file, raw, 0o600))
		args = append(args, file)
	}
	got, err := exec.CommandContext(t.Context(), python, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, got)
	}
	lines := strings.Split(strings.TrimSpace(strings.ReplaceAll(string(got), dir+string(filepath.Separator), "")), "\n")
	slices.Sort(lines)
	const (
		subject = "Re: Flug nach Zürich [approval:AB23CD] für übermorgen früh, bitte buchen und bestätigen"
		both    = "multipart/alternative text/plain text/html"
		file    = "['Preise für März.csv']"
	)
	want := []string{
		"answer = " + both + " | " + subject + " | []",
		"attachment = multipart/mixed " + both + " text/csv | " + subject + " | " + file,
		"notice = " + both + " | Re: refund 40 | []",
		"plain = text/plain | " + subject + " | []",
		"plain-attachment = multipart/mixed text/plain text/csv | " + subject + " | " + file,
		"prompt = " + both + " | refund: amount 40, currency EUR [approval:AB23CD] | []",
	}
	if !slices.Equal(lines, want) {
		t.Errorf("it reads\n%s\nwant\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
	}
}
