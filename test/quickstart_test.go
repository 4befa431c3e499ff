package test

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

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
			edit, tries, after := func() {}, false, func(run func() *exec.Cmd) {}
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
			case "gmail":
				d := dovecottest.Start(t, dovecottest.Options{Config: []string{"mailbox_idle_check_interval = 1s"}})
				m, err := mailserver.Start("", nil)
				must(t, err)
				t.Cleanup(m.Close)
				m.Logins(func(mech, user, secret string) bool {
					return mech == "PLAIN" && user == "agent@gmail.com" && secret == dovecottest.Password
				})
				tries = true
				edit = func() {
					change(".env", "change-me", dovecottest.Password)
					change("bridge.toml", `addr = "imap.gmail.com:993"`, fmt.Sprintf("addr = %q\ntls = \"implicit\"\nca = %q", d.TLSAddr(), d.CA()))
					change("bridge.toml", `addr = "smtp.gmail.com:465"`, fmt.Sprintf("addr = %q\ntls = \"none\"", m.Addr()))
					change("bridge.toml", "127.0.0.1:8080", "127.0.0.1:0")
				}
				after = func(run func() *exec.Cmd) { // a mail that Gmail has found to be Dana's is answered
					bridge, said := run(), new(strings.Builder)
					bridge.Stderr = said
					must(t, bridge.Start())
					t.Cleanup(func() { _ = bridge.Process.Kill(); _ = bridge.Wait() })
					eventually(t, "the mailbox is read", func() bool { // what was there before the first start is left alone
						out, err := exec.Command(binary, "status", "-config", filepath.Join(dir, "bridge.toml")).Output()
						return err == nil && regexp.MustCompile(`channel mail\s+ok`).Match(out)
					})
					d.Put("agent@gmail.com", "", false, strings.ReplaceAll("Received: from mail.example.com (mail.example.com. [192.0.2.1])\n by mx.google.com with ESMTPS id x\n for <agent@gmail.com>; "+time.Now().Format(time.RFC1123Z)+"\n"+
						"Authentication-Results: mx.google.com;\n dkim=pass header.i=@example.com header.s=s1;\n dmarc=pass (p=REJECT) header.from=example.com\n"+
						"From: Dana <dana@example.com>\nTo: agent@gmail.com\nSubject: Hello\nMessage-ID: <q@example.com>\nDate: "+time.Now().Format(time.RFC1123Z)+"\n\nflights\n", "\n", "\r\n"))
					ctx, cancel := context.WithTimeout(t.Context(), patience)
					defer cancel()
					answer, err := m.Await(ctx, 0, "dana@example.com", func(x mailserver.Mail) bool { return strings.Contains(x.Text, "Two direct flights") })
					if err != nil {
						_ = bridge.Process.Kill()
						_ = bridge.Wait()
						t.Fatalf("%v\n%s", err, said)
					}
					if answer.Subject != "Re: Hello" {
						t.Errorf("the answer is %q", answer.Subject)
					}
				}
			case "microsoft365":
				const token = "a-token-of-the-tenant"
				asked := make(chan string, 100)
				issuer := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					w.Header().Set("Content-Type", "application/json")
					_ = r.ParseForm()
					id, secret, _ := r.BasicAuth()
					switch {
					case r.URL.Path == "/introspect":
						fmt.Fprintf(w, `{"active":%t,"username":"agent@example.com"}`, strings.Contains(r.Header.Get("Authorization")+r.Form.Encode()+r.URL.RawQuery, token))
					case cmp.Or(r.PostForm.Get("client_id"), id) != "the-client" || cmp.Or(r.PostForm.Get("client_secret"), secret) != "the-secret" || r.PostForm.Get("grant_type") != "client_credentials":
						w.WriteHeader(http.StatusUnauthorized)
						fmt.Fprint(w, `{"error":"invalid_client"}`)
					default:
						asked <- r.PostForm.Get("scope")
						fmt.Fprintf(w, `{"access_token":%q,"token_type":"Bearer","expires_in":3600}`, token)
					}
				}))
				t.Cleanup(issuer.Close)
				conf := filepath.Join(t.TempDir(), "oauth2.conf")
				must(t, os.WriteFile(conf, []byte("introspection_mode = auth\nintrospection_url = "+issuer.URL+"/introspect\nusername_attribute = username\nactive_attribute = active\nactive_value = true\n"), 0o644))
				d := dovecottest.Start(t, dovecottest.Options{Config: []string{
					"auth_mechanisms = plain login xoauth2", "passdb {\n  driver = oauth2\n  mechanisms = xoauth2\n  args = " + conf + "\n}",
				}})
				m, err := mailserver.Start("", nil)
				must(t, err)
				t.Cleanup(m.Close)
				m.Logins(func(mech, user, secret string) bool {
					return mech == "XOAUTH2" && user == "agent@example.com" && secret == token
				})
				tries = true
				edit = func() {
					change(".env", "MICROSOFT_CLIENT_ID=change-me", "MICROSOFT_CLIENT_ID=the-client")
					change(".env", "MICROSOFT_CLIENT_SECRET=change-me", "MICROSOFT_CLIENT_SECRET=the-secret")
					change("bridge.toml", `addr = "outlook.office365.com:993"`, fmt.Sprintf("addr = %q\ntls = \"implicit\"\nca = %q", d.TLSAddr(), d.CA()))
					change("bridge.toml", `addr = "smtp.office365.com:587"`, fmt.Sprintf("addr = %q\ntls = \"none\"", m.Addr()))
					// What the name of the issuer stands for.
					change("bridge.toml", "issuer = \"microsoft\"\ntenant = \"example.com\" # or the directory ID", fmt.Sprintf("token_url = %q\nscopes = [\"https://outlook.office365.com/.default\"]", issuer.URL+"/token"))
				}
				after = func(func() *exec.Cmd) {
					if len(asked) == 0 || <-asked != "https://outlook.office365.com/.default" {
						t.Error("no token was asked for")
					}
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
			shell := func(script string) *exec.Cmd {
				cmd := exec.Command("sh", "-c", script)
				cmd.Dir, cmd.Env = dir, append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"))
				return cmd
			}
			run := func() string {
				t.Helper()
				out, err := shell(script).CombinedOutput()
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
			after(func() *exec.Cmd { return shell("set -a; . ./.env; set +a; exec bridge run") })
		})
	}
}
