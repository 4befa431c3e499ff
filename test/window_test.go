package test

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"bridge/internal/chromiumtest"
)

var pageAddress = regexp.MustCompile(`Open (http://127\.0\.0\.1:\d+)/`)

// startDemo runs the demo and returns the address that its banner begins with, and what it has
// printed below: the last lines, as they come.
func startDemo(t *testing.T, args ...string) (url string, lines <-chan string) {
	t.Helper()
	cmd := exec.Command(binary, append([]string{"demo"}, args...)...)
	cmd.Dir, cmd.Env = t.TempDir(), append(os.Environ(), "TMPDIR="+t.TempDir())
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	found, below := make(chan string, 1), make(chan string, 1000)
	go func() {
		defer close(found)
		for s := bufio.NewScanner(out); s.Scan(); {
			select {
			case below <- s.Text():
			default: // nobody looks
			}
			if m := pageAddress.FindStringSubmatch(s.Text()); m != nil {
				select {
				case found <- m[1]:
				default: // it was said before
				}
			}
		}
	}()
	select {
	case url := <-found:
		if url == "" {
			t.Fatalf("the demo ended: %v: %s", cmd.Wait(), said.String())
		}
		t.Cleanup(func() {
			_ = cmd.Process.Signal(syscall.SIGTERM)
			_ = cmd.Wait()
		})
		return url, below
	case <-time.After(patience):
		_ = cmd.Process.Kill()
		t.Fatalf("the demo says nothing: %v: %s", cmd.Wait(), said.String())
		return "", nil
	}
}

// awaitLine waits until the demo prints a line, and fails if it warns of something before.
func awaitLine(t *testing.T, lines <-chan string, want string) {
	t.Helper()
	for late := time.After(patience); ; {
		select {
		case line := <-lines:
			if strings.HasPrefix(line, "  ! ") {
				t.Errorf("the demo warns: %s", line)
			}
			if strings.HasPrefix(line, want) {
				return
			}
		case <-late:
			t.Fatalf("the demo does not print %q", want)
		}
	}
}

// awaitPage asks the page until an expression holds; meanwhile it may go elsewhere.
func awaitPage(t *testing.T, ctx context.Context, what, expression string) {
	t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(100 * time.Millisecond) {
		var ok bool
		err := chromedp.Run(ctx, chromedp.Evaluate("Boolean("+expression+")", &ok))
		if err == nil && ok {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s: %v", what, err)
		}
	}
}

// press clicks a button of a page that changes by itself until an expression shows that it was pressed: the page may move under the mouse.
func press(t *testing.T, ctx context.Context, what, button, shown string) {
	t.Helper()
	shown = "Boolean(" + shown + ")"
	within(t, patience, what, func() bool {
		once, stop := context.WithTimeout(ctx, 20*time.Second)
		defer stop()
		if chromedp.Run(once, chromedp.Click(button), chromedp.Poll(shown, nil)) == nil {
			return true
		}
		for range 50 { // the page that loads anew ends the poll: who presses again at once does it twice
			var ok bool
			if chromedp.Run(ctx, chromedp.Evaluate(shown, &ok)) == nil && ok {
				return true
			}
			time.Sleep(100 * time.Millisecond)
		}
		return false
	})
}

// TestDemoWindow: a newcomer opens the page of the demo, writes as Eve, presses Dana's button,
// and reads Eve's mail as on a phone; then looks at what the bridge has made of it.
func TestDemoWindow(t *testing.T) {
	t.Parallel()
	url, said := startDemo(t)
	ctx, cancel := context.WithTimeout(chromiumtest.Start(t), chromiumtest.Patience(4*time.Minute))
	defer cancel()
	chromiumtest.Run(t, ctx, "open the page", chromiumtest.Window(1280, false), chromedp.Navigate(url+"/"),
		chromedp.SendKeys(`section[aria-label="Eve's mail"] textarea`, "refund 40"), chromedp.Click(`section[aria-label="Eve's mail"] button`))
	awaitPage(t, ctx, "Dana is asked by WhatsApp", `[...document.querySelectorAll("#phone-dana button")].some(b => b.innerText === "Approve")`)
	awaitPage(t, ctx, "her words are beside", `document.querySelector("#turns")?.innerText.includes("refund 40")`)
	chromiumtest.Shot(t, ctx, "demo/window-1280-light")
	press(t, ctx, "Approve", `#phone-dana button[value="Approve"]`, `document.querySelector("#phone-dana .own")`)
	awaitPage(t, ctx, "Eve has her mail", `document.querySelector("#mail-eve")?.innerText.includes("Refunded 40 EUR")`)
	// A mail with a table, as on a phone.
	chromiumtest.Run(t, ctx, "write again", chromedp.SendKeys(`section[aria-label="Eve's mail"] textarea`, "flights"), chromedp.Click(`section[aria-label="Eve's mail"] button`))
	for _, line := range []string{"  · message accepted  channel=mail", "  · step done  channel=mail  step=message  state=suspended", "┌─ mail to eve@bridge.test", "  · step done  channel=mail  step=message  state=complete"} {
		awaitLine(t, said, line)
	}
	awaitPage(t, ctx, "the flights have come", `document.querySelector("#mail-eve")?.innerText.includes("Two direct flights")`)
	var href string
	chromiumtest.Run(t, ctx, "find the mail", chromedp.Evaluate(`[...document.querySelectorAll("#mail-eve a")].find(a => a.innerText.includes("Two direct flights")).getAttribute("href")`, &href))
	chromiumtest.Run(t, ctx, "read it as on a phone", chromedp.Navigate(url+href+"?width=phone"), chromedp.WaitVisible("iframe"), chromedp.Sleep(500*time.Millisecond))
	chromiumtest.Shot(t, ctx, "demo/mail-phone")
	// The conversation has Eve's own words, and the answer as her mail shows it.
	var thread string
	chromiumtest.Run(t, ctx, "find her conversation", chromedp.Navigate(url+"/console/conversations?person=eve&text=flights"),
		chromedp.Evaluate(`document.querySelector("td a").getAttribute("href")`, &thread))
	chromiumtest.Run(t, ctx, "open it", chromedp.Navigate(url+thread))
	awaitPage(t, ctx, "her words and the table", `document.querySelector(".words")?.innerText === "flights" && document.querySelector(".prose td") && !document.querySelector(".prose [style]")`)
	// Every page of the console and of the demo, as it is on phones, tablets and desktops.
	var first string
	chromiumtest.Run(t, ctx, "a conversation", chromedp.Navigate(url+"/console/conversations"), chromedp.Evaluate(`document.querySelector("td a").getAttribute("href")`, &first))
	var asked string
	chromiumtest.Run(t, ctx, "an approval", chromedp.Navigate(url+"/console/approvals"), chromedp.Evaluate(`document.querySelector("#list a").getAttribute("href")`, &asked))
	pages := map[string]string{
		"window": "/", "live": "/console/", "conversations": "/console/conversations", "conversation": first, "trace": "/console/trace?id=" + strings.TrimPrefix(first, "/console/conversations/"),
		"approvals": "/console/approvals", "approval": asked, "deadletters": "/console/deadletters", "sends": "/console/sends", "channels": "/console/channels",
		"cron": "/console/cron", "people": "/console/people", "usage": "/console/usage", "figures": "/console/figures", "mail": href,
	}
	if chromiumtest.HasAxe() { // and what needs something to go wrong, or is looked at by hand else
		broken, _ := startDemo(t, "-agent", newAgent(t, func(w http.ResponseWriter, _ *http.Request, _ call) { w.WriteHeader(http.StatusBadRequest) }).URL)
		chromiumtest.Run(t, ctx, "something goes wrong", chromedp.Navigate(broken+"/"), chromedp.SendKeys(`section[aria-label="Eve's mail"] textarea`, "hello"), chromedp.Click(`section[aria-label="Eve's mail"] button`))
		awaitPage(t, ctx, "the failure is told", `document.querySelector("#mail-eve")?.innerText.includes("could not answer")`)
		var dead, chat string
		chromiumtest.Run(t, ctx, "its dead letter", chromedp.Navigate(broken+"/console/deadletters"),
			chromedp.Evaluate(`document.querySelector('a[href^="/console/deadletters/"]').getAttribute("href")`, &dead), chromedp.Navigate(broken+dead))
		chromiumtest.Axe(t, ctx, "deadletter")
		chromiumtest.Run(t, ctx, "the chat", chromedp.Navigate(url+"/"), chromedp.Evaluate(`document.querySelector('a[href*="/channels/chat/"]').getAttribute("href")`, &chat))
		pages["nothing"], pages["phone mail"], pages["chat"] = "/console/nothing", href+"?width=phone", chat
	}
	widths := []int64{375, 1280}
	if os.Getenv("BRIDGE_SHOTS") != "" {
		widths = []int64{375, 768, 1280}
	}
	for name, path := range pages {
		for _, width := range widths {
			var over int
			var heading string
			chromiumtest.Run(t, ctx, name, chromiumtest.Window(width, width == 768), chromedp.Navigate(url+path), chromedp.Text("h1", &heading), chromedp.Evaluate(chromiumtest.TooWide, &over))
			if over > 0 {
				t.Errorf("%s is %d pixels wider than a window of %d", name, over, width)
			}
			if heading == "" || heading == "That did not work" {
				t.Errorf("%s: %q", path, heading)
			}
			chromiumtest.Shot(t, ctx, fmt.Sprintf("console/%s-%d", name, width))
		}
		chromiumtest.Axe(t, ctx, name)
		var nameless []string
		chromiumtest.Run(t, ctx, name, chromedp.Evaluate(`[...document.querySelectorAll("input:not([type=hidden]),textarea,select,button")].filter(e => !(e.labels && e.labels.length) && !e.innerText.trim() && !e.getAttribute("aria-label")).map(e => e.outerHTML)`, &nameless))
		if len(nameless) > 0 {
			t.Errorf("%s: controls that a screen reader cannot name: %q", name, nameless)
		}
	}
	// Without script, an operator runs the schedule; what follows stands on the page.
	chromiumtest.Run(t, ctx, "without script", emulation.SetScriptExecutionDisabled(true), chromedp.Navigate(url+"/console/cron"),
		chromedp.Click(`form[action="/console/cron/daily/run"] button`), chromedp.WaitVisible(`[role="status"]`))
}

// TestDemoIsForThisMachine: a page of another site, or one that has its name lead here, gets
// nothing from the demo and does nothing there.
func TestDemoIsForThisMachine(t *testing.T) {
	t.Parallel()
	url, _ := startDemo(t)
	for name, change := range map[string]func(*http.Request){
		"another host":          func(r *http.Request) { r.Host = "evil.example" },
		"another origin":        func(r *http.Request) { r.Header.Set("Origin", "http://evil.example") },
		"no origin that is one": func(r *http.Request) { r.Header.Set("Origin", "null") },
		"from another site":     func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") },
		"another port": func(r *http.Request) {
			r.Header.Set("Sec-Fetch-Site", "same-site")
			r.Header.Set("Origin", "http://127.0.0.1:1")
		},
	} {
		for _, path := range []string{"/write", "/phone/dana", "/press/x", "/hook", "/cron", "/console/cron/daily/run", "/channels/hook", "/api/v1/turns"} {
			r, err := http.NewRequest(http.MethodPost, url+path, strings.NewReader("who=eve&text=flights"))
			must(t, err)
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			change(r)
			resp, err := http.DefaultTransport.RoundTrip(r)
			must(t, err)
			_ = resp.Body.Close()
			if resp.StatusCode != http.StatusForbidden {
				t.Errorf("%s, %s: %s", name, path, resp.Status)
			}
		}
	}
	r, err := http.NewRequest(http.MethodGet, url+"/", nil)
	must(t, err)
	r.Host = "evil.example"
	resp, err := http.DefaultTransport.RoundTrip(r)
	must(t, err)
	_ = resp.Body.Close()
	if resp.StatusCode != http.StatusForbidden {
		t.Errorf("the page under another name: %s", resp.Status)
	}
}
