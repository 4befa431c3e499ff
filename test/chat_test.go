package test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"bridge/adapters/chat"
	"bridge/internal/chromiumtest"
)

const chatSecret = "0123456789abcdef0123456789abcdef"

// frayed is a connection to a bridge that can be cut.
type frayed struct {
	net.Listener
	mu    sync.Mutex
	conns []net.Conn
}

func newFrayed(t *testing.T, to string) *frayed {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	f := &frayed{Listener: l}
	t.Cleanup(func() { _ = l.Close(); f.cut() })
	go func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			out, err := net.Dial("tcp", to)
			if err != nil {
				_ = in.Close()
				continue
			}
			f.mu.Lock()
			f.conns = append(f.conns, in, out)
			f.mu.Unlock()
			go func() { _, _ = io.Copy(in, out); _ = in.Close() }()
			go func() { _, _ = io.Copy(out, in); _ = out.Close() }()
		}
	}()
	return f
}

func (f *frayed) cut() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, c := range f.conns {
		_ = c.Close()
	}
	f.conns = nil
}

// TestChatInABrowser: Eve watches an answer grow on the page of a chat, loses the connection
// twice and misses nothing; Dana approves there what the agent asks; and the page shows all
// of it again when it is loaded anew.
func TestChatInABrowser(t *testing.T) {
	t.Parallel()
	window := func() context.Context { return chromiumtest.Start(t) }
	words := newSpeaker(t)
	agent := newAgent(t, func(w http.ResponseWriter, r *http.Request, c call) {
		switch {
		case strings.Contains(string(c.Raw), `"approval-response"`):
			answerJSON(w, `{"text":"Paid."}`)
		case c.text() == "refund":
			answerJSON(w, `{"parts":[{"text":"I ask.","metadata":{"partType":"response"}},{"data":{"approvalId":"r1","toolName":"refund","args":{"amount":40}},"metadata":{"partType":"approval-request"}}],"conversationState":"suspended"}`)
		default:
			words.Config.Handler.ServeHTTP(w, replayed(r, c.Raw))
		}
	})
	s := newSite(t, httpAgent(agent.URL))
	line := newFrayed(t, s.http)
	home := "http://" + line.Addr().String()
	b, err := os.ReadFile(s.config())
	must(t, err)
	text := strings.NewReplacer(`["email:eve@bridge.test"]`, `["chat:eve"]`, `["email:dana@bridge.test"]`, `["chat:dana"]`, "trust = \"asserted\"", "trust = \"verified\"").Replace(string(b))
	s.write("public_url = \"" + home + "\"\n" + text + fmt.Sprintf("\n[channels.site]\ntype = \"chat\"\nagent = \"assistant\"\nsecrets = [%q]\n", chatSecret))
	s.start()
	open := func(who string) context.Context {
		ctx := window()
		must(t, chromedp.Run(ctx, chromedp.Navigate(home+"/channels/site/#token="+chat.Token(chatSecret, "site", who, who, time.Now().Add(time.Hour))),
			chromedp.WaitVisible("#text")))
		return ctx
	}
	shows := func(ctx context.Context, selector, want string) {
		t.Helper()
		script := fmt.Sprintf(`[...document.querySelectorAll(%q)].map(e => e.innerText.trim()).join(" / ")`, selector)
		var got string
		if !poll(patience, func() bool { return chromedp.Run(ctx, chromedp.Evaluate(script, &got)) == nil && got == want }) {
			t.Fatalf("%s shows %q, want %q", selector, got, want)
		}
	}
	eve, approver := open("eve"), open("dana")
	must(t, chromedp.Run(eve, chromedp.SendKeys("#text", "hello\r")))
	said := ""
	for _, word := range []string{"One ", "two ", "three "} {
		words.say(word)
		said += word
		shows(eve, ".theirs", strings.TrimSpace(said))
		if word != "three " {
			line.cut()
		}
	}
	words.say("four.", "")
	shows(eve, ".theirs", "One two three four.")

	must(t, chromedp.Run(eve, chromedp.SendKeys("#text", "refund\r")))
	shows(approver, ".card h2", "refund: amount 40")
	// What she writes meanwhile, and its answer, are not hidden by the request.
	must(t, chromedp.Run(approver, chromedp.EmulateViewport(375, 360), chromedp.SendKeys("#text", "refunds?\r")))
	words.say("None.", "")
	shows(approver, "#log .theirs:last-of-type", "None.")
	var visible bool
	must(t, chromedp.Run(approver, chromedp.Evaluate(`(() => { const m = document.getElementById("main").getBoundingClientRect(), a = document.querySelector("#log .mine:last-of-type, #log article:nth-last-of-type(2)").getBoundingClientRect(); return a.top >= m.top - 1 && a.bottom <= m.bottom })()`, &visible),
		chromedp.EmulateViewport(800, 900)))
	if !visible {
		t.Error("what she wrote is not to be seen")
	}
	must(t, chromedp.Run(approver, chromedp.Click(".card button.yes")))
	if !poll(patience, func() bool {
		var theirs string
		return chromedp.Run(eve, chromedp.Evaluate(`document.querySelector("#log .theirs:last-of-type").innerText`, &theirs)) == nil && strings.HasSuffix(theirs, "Paid.")
	}) {
		t.Fatal("the decision did not come to Eve's page")
	}
	shows(approver, ".card button", "")
	// What is no answer of the agent is shown, too, and again on a page that is loaded anew.
	must(t, chromedp.Run(approver, chromedp.Reload(), chromedp.WaitVisible("#text"), chromedp.SendKeys("#text", "yes [approval:r1]\r")))
	tell := func() string {
		var text string
		_ = chromedp.Run(approver, chromedp.Evaluate(`[...document.querySelectorAll("#log .notice, #log .mine")].filter(e => e.innerText.trim() != "refunds?").map(e => e.innerText.trim().split(" on ")[0]).join(" / ")`, &text))
		return text
	}
	if want := "Granted by Dana / yes [approval:r1] / There is no open request with the code r1."; !poll(patience/6, func() bool { return tell() == want }) {
		t.Errorf("the approver is told %q, want %q", tell(), want)
	}
	must(t, chromedp.Run(approver, chromedp.Reload(), chromedp.WaitVisible("#text")))
	if want := "Granted by Dana / There is no open request with the code r1."; !poll(patience/6, func() bool { return tell() == want }) {
		t.Errorf("a page that is loaded anew tells %q, want %q", tell(), want)
	}
	must(t, chromedp.Run(eve, chromedp.Reload(), chromedp.WaitVisible("#text")))
	shows(eve, ".mine", "hello / refund")
	var all string
	must(t, chromedp.Run(eve, chromedp.Evaluate(`document.getElementById("log").innerText`, &all)))
	if strings.Count(all, "One two three four.") != 1 || !strings.Contains(all, "I ask.") || !strings.Contains(all, "Paid.") {
		t.Errorf("the page shows %q", all)
	}
	// What is answered after a new conversation was begun is found in the old one.
	must(t, chromedp.Run(eve, chromedp.SendKeys("#text", "later\r")))
	shows(eve, ".passing", "Waiting for the answer")
	last := `(() => { const w = document.getElementById("which"); w.value = ""; w.selectedIndex = w.options.length - 1; w.dispatchEvent(new Event("change")) })()`
	must(t, chromedp.Run(eve, chromedp.Click("#fresh")))
	shows(eve, ".mine", "")
	must(t, chromedp.Run(eve, chromedp.Evaluate(last+`, document.getElementById("fresh").click(), `+last, nil))) // faster than the bridge answers
	shows(eve, ".mine", "hello / refund / later")
	must(t, chromedp.Run(eve, chromedp.Click("#fresh")))
	shows(eve, ".mine", "")
	words.say("In the meantime.", "")
	must(t, chromedp.Run(eve, chromedp.WaitVisible("#which"), chromedp.Evaluate(last, nil)))
	shows(eve, "#log .theirs:last-of-type", "In the meantime.")
	shows(eve, ".mine", "hello / refund / later")
	var place, cookies string
	must(t, chromedp.Run(eve, chromedp.Evaluate(`location.href`, &place), chromedp.Evaluate(`document.cookie`, &cookies)))
	if strings.Contains(place, "token") || cookies != "" {
		t.Errorf("at %s with %q", place, cookies)
	}
}

// replayed is a request whose body was read, with the body.
func replayed(r *http.Request, body json.RawMessage) *http.Request {
	again := r.Clone(r.Context())
	again.Body = io.NopCloser(strings.NewReader(string(body)))
	return again
}

// poll asks until the answer is yes.
func poll(d time.Duration, ok func() bool) bool {
	for deadline := time.Now().Add(d); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if ok() {
			return true
		}
	}
	return false
}
