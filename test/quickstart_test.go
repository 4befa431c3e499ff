package test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"bridge/internal/dovecottest"
	"bridge/internal/mailserver"
	"bridge/internal/twilioserver"
)

var quickBlock = regexp.MustCompile("(?s)```sh( online)?\n(.*?)```")

// TestQuickstarts goes through each page of docs/quickstart as it stands there: what asks a
// provider is tried with the stand-in that there is for it, and is left out for the others.
func TestQuickstarts(t *testing.T) {
	t.Parallel()
	pages, err := filepath.Glob("../docs/quickstart/*.md")
	must(t, err)
	if len(pages) != 5 {
		t.Fatalf("%d pages", len(pages))
	}
	for _, page := range pages {
		name := strings.TrimSuffix(filepath.Base(page), ".md")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, err := os.ReadFile(page)
			must(t, err)
			dir := t.TempDir()
			bin := t.TempDir()
			must(t, os.Symlink(binary, filepath.Join(bin, "bridge")))
			// edit puts what a reader would write into the files.
			edit, tries := func() {}, false
			change := func(file string, old, now string) {
				t.Helper()
				path := filepath.Join(dir, file)
				text, err := os.ReadFile(path)
				must(t, err)
				if !strings.Contains(string(text), old) {
					t.Errorf("%s has no %q", file, old)
				}
				must(t, os.WriteFile(path, []byte(strings.ReplaceAll(string(text), old, now)), 0o600))
			}
			switch name {
			case "own-server":
				d := dovecottest.Start(t, dovecottest.Options{})
				m, err := mailserver.Start("", nil)
				must(t, err)
				t.Cleanup(m.Close)
				tries = true
				edit = func() {
					change(".env", "change-me", dovecottest.Password)
					change("bridge.toml", `addr = "imap.example.com:993"`, fmt.Sprintf("addr = %q\ntls = \"implicit\"\nca = %q", d.TLSAddr(), d.CA()))
					change("bridge.toml", "addr = \"smtp.example.com:465\"\nusername = \"agent@example.com\"\npassword = \"${MAIL_PASSWORD}\"", fmt.Sprintf("addr = %q\ntls = \"none\"", m.Addr()))
				}
			case "twilio-sms", "whatsapp":
				tw, err := twilioserver.Start(twilioserver.Options{})
				must(t, err)
				t.Cleanup(tw.Close)
				number, hook, channel := "+15005550006", "sms", "sms"
				if name == "whatsapp" {
					number, hook, channel = "whatsapp:+14155238886", "whatsapp", "whatsapp"
				}
				url := regexp.MustCompile("`(https://bridge.example.com/channels/" + hook + "/inbound#[^`]*)`").FindStringSubmatch(string(b))
				if url == nil {
					t.Fatal("the page does not name the webhook")
				}
				tw.AddNumber(twilioserver.Number{Address: number, SMSURL: url[1]})
				tries = true
				edit = func() {
					a := tw.Account()
					change(".env", "AC00000000000000000000000000000000", a.SID)
					change(".env", "change-me", a.Token)
					change("bridge.toml", "type = \""+channel+"\"\n", "type = \""+channel+"\"\napi_url = \""+tw.URL()+"\"\n")
				}
			}
			script, online := "set -eu\n", 0
			run := func() string {
				t.Helper()
				cmd := exec.Command("sh", "-c", script)
				cmd.Dir, cmd.Env = dir, append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"))
				out, err := cmd.CombinedOutput()
				if err != nil {
					t.Fatalf("%v\n%s\n%s", err, script, out)
				}
				return string(out)
			}
			for i, m := range quickBlock.FindAllStringSubmatch(string(b), -1) {
				if m[1] != "" {
					if online++; !tries {
						continue
					}
				}
				script += m[2]
				if i == 0 {
					run()
					edit()
					script = "set -eu\n"
				}
			}
			out := run()
			if online != 1 || strings.Count(out, "no mistakes found") < 1 {
				t.Errorf("%d steps with a provider\n%s", online, out)
			}
			if tries && !strings.Contains(out, "ok: channels.") {
				t.Errorf("nothing of the provider was looked at\n%s", out)
			}
		})
	}
}
