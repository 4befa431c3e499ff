package telegram_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/adapters/adaptertest"
	"bridge/adapters/telegram/telegramtest"
	"bridge/internal/noerr"
	"bridge/internal/porttest"
)

const (
	dana = 500100200
	eve  = 500100201
)

// program is the built bridge in a process, with the demo agent and one bot.
type program struct {
	t      *testing.T
	api    *telegramtest.Server
	dir    string
	url    string
	binary string
	cmd    *exec.Cmd
	log    *output
}

// output is what a process wrote.
type output = adaptertest.Log

var build = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "bridge")
	if err != nil {
		return "", err
	}
	binary := filepath.Join(dir, "bridge")
	out, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", binary, "bridge/cmd/bridge").CombinedOutput()
	if err != nil {
		err = fmt.Errorf("build: %w\n%s", err, out)
	}
	return binary, err
})

func newProgram(t *testing.T, section string) *program {
	t.Helper()
	if testing.Short() {
		t.Skip("builds the program")
	}
	binary, err := build()
	noerr.Must(t, err)
	port, err := porttest.Reserve() // a port of the kernel's choice may be taken before the program listens
	noerr.Must(t, err)
	t.Cleanup(port.Release)
	addr := port.Addr()
	p := &program{t: t, api: telegramtest.Start(), dir: t.TempDir(), url: "http://" + addr, binary: binary, log: &output{}}
	t.Cleanup(p.api.Close)
	config := fmt.Sprintf(`listen = %q
log = { level = "debug" }
[people.dana]
name = "Dana Rossi"
addresses = ["telegram:%d"]
[agents.demo]
type = "demo"
[channels.tg]
type = "telegram"
token = "${TOKEN}"
api_url = %q
allow = ["%d"]
%s
[approvals]
approvers = ["dana"]
`, addr, dana, p.api.URL, eve, section)
	noerr.Must(t, os.WriteFile(filepath.Join(p.dir, "config.toml"), []byte(config), 0o600))
	t.Cleanup(func() {
		p.kill()
		if strings.Contains(p.log.String(), telegramtest.Token) || strings.Contains(p.log.String(), "AAH_stand") {
			t.Error("the log has the token")
		}
		if t.Failed() {
			t.Log(p.log.String())
		}
	})
	return p
}

func (p *program) command(args ...string) *exec.Cmd {
	cmd := exec.Command(p.binary, args...)
	cmd.Dir = p.dir
	cmd.Env = append(os.Environ(), "TOKEN="+telegramtest.Token)
	return cmd
}

func (p *program) start() {
	p.t.Helper()
	p.cmd = p.command("run", "-config", "config.toml")
	p.cmd.Stdout, p.cmd.Stderr = p.log, p.log
	noerr.Must(p.t, p.cmd.Start())
	ctx, cancel := p.patience()
	defer cancel()
	for {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.url+"/readyz", http.NoBody)
		noerr.Must(p.t, err)
		if resp, err := http.DefaultClient.Do(req); err == nil {
			_ = resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return
			}
		}
		if ctx.Err() != nil {
			p.t.Fatal("it does not get ready")
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func (p *program) kill() {
	if p.cmd != nil && p.cmd.Process != nil {
		_ = p.cmd.Process.Kill()
		_ = p.cmd.Wait()
		p.cmd = nil
	}
}

func (p *program) patience() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), 3*time.Minute) // tells a hang, and judges no speed
}

// await waits for a message to somebody with these words.
func (p *program) await(to int64, words string) telegramtest.Sent {
	p.t.Helper()
	ctx, cancel := p.patience()
	defer cancel()
	m, err := p.api.Await(ctx, func(m telegramtest.Sent) bool { return m.Chat == to && strings.Contains(m.Text, words) })
	if err != nil {
		p.t.Fatalf("%q to %d: %v\nsent: %+v", words, to, err, p.api.Sent())
	}
	return m
}

// until waits until something is true.
func (p *program) until(what string, ok func() bool) {
	p.t.Helper()
	ctx, cancel := p.patience()
	defer cancel()
	for !ok() {
		if ctx.Err() != nil {
			p.t.Fatalf("it never happened: %s", what)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func (p *program) count(words string) (n int) {
	for _, m := range p.api.Sent() {
		if strings.Contains(m.Text, words) {
			n++
		}
	}
	return n
}

// TestProgram: a message, its answer, and approvals by a button and by a quoted yes.
func TestProgram(t *testing.T) {
	p := newProgram(t, "")
	p.start()
	p.api.Write(eve, "hello **there**")
	if m := p.await(eve, "hello"); m.Reply == 0 {
		t.Errorf("the answer quotes nothing: %+v", m)
	}
	p.api.Write(eve, "flights")
	if m := p.await(eve, "Two direct"); !strings.Contains(m.HTML, "<b>") {
		t.Errorf("no tags: %+v", m)
	}

	p.api.Write(eve, "refund 40")
	prompt := p.await(dana, "amount 40")
	if len(prompt.Buttons) != 2 || !strings.HasPrefix(prompt.Buttons["YES"], "approve:apr_") || !strings.HasPrefix(prompt.Buttons["NO"], "deny:apr_") {
		t.Fatalf("buttons %v", prompt.Buttons)
	}
	p.api.Press(eve, telegramtest.Sent{ID: 3, Chat: eve}, prompt.Buttons["YES"]) // somebody else's
	id := p.api.Press(dana, prompt, prompt.Buttons["YES"])
	p.await(eve, "Refunded 40")
	p.until("the app of the approver is told", func() bool { return slices.Contains(p.api.Answered(), id) })

	p.api.Write(eve, "refund 50")
	prompt = p.await(dana, "amount 50")
	// Its id is known when Telegram has answered; nobody quotes it before.
	p.until("the prompt is recorded as sent", func() bool {
		out, err := p.command("sends", "list", "-config", "config.toml", "-state", "sent", "-json").Output()
		return err == nil && strings.Count(string(out), `"prompt"`) == 2
	})
	p.api.Reply(dana, prompt, "yes")
	p.await(eve, "Refunded 50")

	// A press that was made up is asked back about, not counted.
	p.api.Write(eve, "refund 60")
	first := p.await(dana, "amount 60")
	p.api.Write(eve, "refund 70")
	second := p.await(dana, "amount 70")
	p.api.Press(dana, second, first.Buttons["YES"])
	p.api.Press(dana, second, second.Buttons["NO"])
	p.await(eve, "amount 70")

	p.api.Write(999, "let me in")
	p.api.Write(eve, "after the stranger")
	p.await(eve, "after the stranger") // behind everything else that she gets
	if p.count("Refunded 60") > 0 || p.count("Refunded 70") > 0 {
		t.Error("a press with the data of another message decided")
	}
	for _, m := range p.api.Sent() {
		if m.Chat == 999 {
			t.Errorf("a stranger was answered: %+v", m)
		}
	}
}

// TestProgramKilled: what comes while the process is killed again and again is answered,
// once.
func TestProgramKilled(t *testing.T) {
	p := newProgram(t, "")
	p.start()
	const n = 30
	for i := range n {
		p.api.Write(eve, fmt.Sprintf("word number%dx", i))
		if i%6 == 3 {
			time.Sleep(time.Duration(i) * 7 * time.Millisecond)
			p.kill()
			p.start()
		}
	}
	// Of a message that was under way at a kill nobody can say whether it came: it is listed.
	var now struct{ Sends map[string]int }
	p.until("all sends are settled", func() bool {
		out, err := p.command("status", "-json", "-config", "config.toml").Output()
		return err == nil && json.Unmarshal(out, &now) == nil && now.Sends["sent"]+now.Sends["unknown"] == n
	})
	missing := 0
	for i := range n {
		switch c := p.count(fmt.Sprintf("number%dx", i)); {
		case c > 1:
			t.Errorf("message %d was answered %d times", i, c)
		case c == 0:
			missing++
		}
	}
	if missing > now.Sends["unknown"] {
		t.Errorf("%d messages have no answer, and %d sends are listed as unknown", missing, now.Sends["unknown"])
	}
}

// TestProgramWebhook: updates by webhook; a forged call changes nothing.
func TestProgramWebhook(t *testing.T) {
	p := newProgram(t, `receive = "webhook"`)
	p.start()
	ctx, cancel := p.patience()
	defer cancel()
	noerr.Must(t, p.api.AwaitCalls(ctx, "setWebhook", 1))
	to, secret := p.api.Webhook()
	if to != p.url+"/channels/tg/update" || len(secret) < 32 {
		t.Fatalf("webhook %s, a secret of %d bytes", to, len(secret))
	}
	p.api.Write(eve, "by webhook")
	noerr.Must(t, p.api.Deliver(ctx))
	p.await(eve, "by webhook")
	forged := fmt.Sprintf(`{"update_id":5,"message":{"message_id":77,"date":1,"text":"forged","from":{"id":%d},"chat":{"id":%d,"type":"private"}}}`, eve, eve)
	for _, s := range []string{"", "x", secret[:len(secret)-1], secret + "a"} {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, to, strings.NewReader(forged))
		noerr.Must(t, err)
		if s != "" {
			req.Header.Set("X-Telegram-Bot-Api-Secret-Token", s)
		}
		resp, err := http.DefaultClient.Do(req)
		noerr.Must(t, err)
		_ = resp.Body.Close()
		if resp.StatusCode != http.StatusForbidden {
			t.Errorf("secret %q: %d", s, resp.StatusCode)
		}
	}
	p.api.Write(eve, "after the forgery")
	noerr.Must(t, p.api.Deliver(ctx))
	p.await(eve, "after the forgery")
	if p.count("forged") > 0 {
		t.Error("a forged message was answered")
	}
}

// TestProgramCheck: bridge check looks at the bot.
func TestProgramCheck(t *testing.T) {
	p := newProgram(t, "")
	out, err := p.command("check", "-config", "config.toml").CombinedOutput()
	if err != nil || !strings.Contains(string(out), "@standin_bot") || strings.Contains(string(out), telegramtest.Token) {
		t.Errorf("%v\n%s", err, out)
	}
	p.api.Fail("getMe", telegramtest.Fault{Status: 401, Words: "Unauthorized"})
	if out, err = p.command("check", "-config", "config.toml").CombinedOutput(); err == nil || !strings.Contains(string(out), "BotFather") {
		t.Errorf("%v\n%s", err, out)
	}
}
