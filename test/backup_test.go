package test

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/smtp"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"filippo.io/age"

	"bridge/internal/mailserver"
)

// TestBackup: a backup that is made while the bridge works holds what it knew at that moment:
// taken apart elsewhere, a bridge goes on with it. What waits for a yes gets it there, the
// files are there, and without the secret nothing can be decided.
func TestBackup(t *testing.T) {
	t.Parallel()
	agent := refundAgent(t)
	s := newSite(t, httpAgent(agent.URL)).start()
	s.send(mailserver.Letter{From: eve, ID: "<a@bridge.test>", Subject: "Refund", Text: "refund 40"})
	prompt := s.expect(0, dana, "[approval:")
	s.expect(0, eve, "Waiting for approval by Dana")
	attached := "From: " + eve + "\r\nTo: " + agentAddr + "\r\nSubject: File\r\nMessage-ID: <file@bridge.test>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=B\r\n\r\n" +
		"--B\r\nContent-Type: text/plain\r\n\r\nhere\r\n--B\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename=a.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n" +
		base64.StdEncoding.EncodeToString([]byte("the file")) + "\r\n--B--\r\n"
	must(t, smtp.SendMail(s.smtp, nil, mailbox(eve), []string{agentAddr}, []byte(attached)))
	s.quiet()
	file := filepath.Join(t.TempDir(), "b.tar")

	key, err := age.GenerateX25519Identity()
	must(t, err)
	keys := filepath.Join(t.TempDir(), "keys.txt")
	must(t, os.WriteFile(keys, []byte("# made for this\n"+key.String()+"\n"), 0o600))

	// Killed at any moment there is no file, or a whole one: every other is encrypted.
	for i := range 12 {
		ctx, cancel := context.WithCancel(context.Background())
		args := []string{"backup", "-config", s.config(), file}
		if i%2 == 1 {
			args = append(args[:3:3], "-recipients", key.Recipient().String(), file)
		}
		cmd := exec.CommandContext(ctx, binary, args...)
		must(t, cmd.Start())
		stop := make(chan struct{})
		go func() { defer close(stop); time.Sleep(time.Duration(i) * 3 * time.Millisecond); cancel() }()
		_ = cmd.Wait() // most are killed
		<-stop
		if _, missing := os.Stat(file); missing == nil {
			if out, code := runBridge(t, "restore", "-config", elsewhere(t, s), "-key", keys, file); code != 0 {
				t.Errorf("a backup that was killed: %s", out)
			}
			must(t, os.Remove(file))
		}
	}
	sealed := filepath.Join(t.TempDir(), "b.tar.age")
	if out, code := s.cli("backup", "-recipients", key.Recipient().String(), sealed); code != 0 || !strings.Contains(out, "it is encrypted") {
		t.Errorf("exit %d\n%s", code, out)
	}
	if left, _ := filepath.Glob(filepath.Join(s.data, "*.partial.db")); len(left) > 0 {
		t.Errorf("left: %q", left)
	}
	if out, code := runBridge(t, "restore", "-config", elsewhere(t, s), sealed); code == 0 || !strings.Contains(out, "no key opens it") {
		t.Errorf("restored without its key: exit %d\n%s", code, out)
	}
	if out, code := runBridge(t, "restore", "-config", elsewhere(t, s), "-key", keys, sealed); code != 0 {
		t.Errorf("exit %d\n%s", code, out)
	}

	out, code := s.cli("backup", file)
	if st, err := os.Stat(file); code != 0 || err != nil || st.Mode().Perm() != 0o600 || !strings.Contains(out, "secret is not in it") {
		t.Fatalf("exit %d, %v\n%s", code, err, out)
	}
	if out, code := s.cli("backup", file); code == 0 {
		t.Errorf("it is written over:\n%s", out)
	}
	if out, code := s.cli("restore", file); code == 0 || !strings.Contains(out, "in use by process") {
		t.Errorf("restored over a bridge that runs: %s", out)
	}
	s.send(mailserver.Letter{From: eve, ID: "<later@bridge.test>", Subject: "Later", Text: "what the backup does not know"})
	s.quiet()
	secret, err := os.ReadFile(filepath.Join(s.data, "secret"))
	must(t, err)
	s.kill()
	must(t, os.RemoveAll(s.data)) // the disk is gone

	if out, code := s.cli("restore", file); code != 0 || !strings.Contains(out, "put the secret back") {
		t.Fatalf("exit %d\n%s", code, out)
	}
	s.failsToStart("put the file back")
	must(t, os.WriteFile(filepath.Join(s.data, "secret"), secret, 0o600))
	n := s.mail.Count()
	s.start()
	s.send(prompt.Reply("yes"))
	s.expect(n, eve, "decision=granted by=dana")
	s.quiet()
	if got := len(agent.decisions()); got != 1 {
		t.Errorf("%d decisions", got)
	}
	found := 0
	must(t, filepath.WalkDir(filepath.Join(s.data, "artifacts", "data"), func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			b, _ := os.ReadFile(path)
			if string(b) == "the file" {
				found++
			}
		}
		return err
	}))
	if found != 1 {
		t.Errorf("the file is there %d times", found)
	}
	if out, code := s.cli("approvals", "verify"); code != 0 {
		t.Errorf("the ledger: exit %d\n%s", code, out)
	}
}

// elsewhere is the configuration of a site with another folder for its data.
func elsewhere(t *testing.T, s *site) string {
	t.Helper()
	b, err := os.ReadFile(s.config())
	must(t, err)
	path := filepath.Join(t.TempDir(), "config.toml")
	text := strings.Replace(string(b), `data_dir = "data"`, fmt.Sprintf("data_dir = %q", filepath.Join(t.TempDir(), "new")), 1)
	must(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}
