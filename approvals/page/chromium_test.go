package page_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"bridge/approvals"
	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/internal/chromiumtest"
)

// phone is a small screen; the tests' server has no TLS, so its cookie is not Secure.
func phonePage(t *testing.T) (*hall, context.Context) {
	h := newHall(t, nil)
	h.pages.PublicURL = "http://bridge.example.com"
	return h, chromiumtest.Start(t)
}

// A person on a phone, with scripts off and the keyboard alone, reads the request,
// mistypes the code, types it again, and approves.
func TestPageInChromium(t *testing.T) {
	h, ctx := phonePage(t)
	r := h.ask(`{"amount":40,"currency":"EUR","note":"` + strings.Repeat("long ", 60) + `"}`)
	link := h.url(r.ID, "dana")
	var html, heading, alert string
	var overflow bool
	chromiumtest.Run(t, ctx, "open the page", emulation.SetDeviceMetricsOverride(360, 740, 2, true), chromedp.Navigate(link),
		chromedp.Text("h1", &heading), chromedp.OuterHTML("html", &html),
		chromedp.Evaluate(`document.documentElement.scrollWidth > document.documentElement.clientWidth`, &overflow))
	if !strings.Contains(heading, "refund") || strings.Contains(html, h.code(r, "dana")) {
		t.Errorf("heading %q", heading)
	}
	if overflow {
		t.Error("the page is wider than a phone")
	}
	// Every control has a name that a screen reader says, and the hint is tied to its field.
	var controls []string
	chromiumtest.Run(t, ctx, "names of the controls", chromedp.Evaluate(`[...document.querySelectorAll("input:not([type=hidden]),textarea,button:not([hidden])")].map(e =>
		(e.labels && e.labels.length === 1 ? "textbox " + e.labels[0].innerText : "button " + e.innerText)
		+ (e.getAttribute("aria-describedby") || "").split(" ").filter(id => id).map(id => " / " + document.getElementById(id).innerText).join(""))`, &controls))
	if want := []string{
		"textbox Code from the message / Six letters and digits, in the message that asked you to decide.",
		"textbox Reason (optional, for a refusal)", "button Refuse", "button Approve",
	}; !slices.Equal(controls, want) {
		t.Errorf("controls %q, want %q", controls, want)
	}
	// Scripts off from here on.
	chromiumtest.Run(t, ctx, "switch scripts off", emulation.SetScriptExecutionDisabled(true), chromedp.Navigate(link))
	chromiumtest.Run(t, ctx, "a wrong code, sent with the Enter key of the Approve button",
		chromedp.Focus("#code"), chromedp.SendKeys("#code", "aaaa22"), chromedp.Focus("button.yes"), chromedp.KeyEvent(kb.Enter),
		chromedp.WaitVisible("#problem"), chromedp.Text("#problem", &alert))
	if !strings.Contains(alert, "not the code") || h.state(r.ID).State != request.Pending {
		t.Errorf("after a wrong code: %q, %s", alert, h.state(r.ID).State)
	}
	code := strings.ToLower(h.code(r, "dana"))
	var typed string
	chromiumtest.Run(t, ctx, "the Enter key in the field, before a choice", chromedp.SendKeys("#code", code+kb.Enter), chromedp.Sleep(300*time.Millisecond),
		chromedp.Evaluate(`document.querySelector("#code")?.value ?? "no field"`, &typed)) // a page without the field is not waited for
	if typed != code || h.state(r.ID).State != request.Pending {
		t.Fatalf("the Enter key alone: %s, the field has %q", h.state(r.ID).State, typed)
	}
	chromiumtest.Run(t, ctx, "the page again", chromedp.Navigate(link))
	chromiumtest.Run(t, ctx, "the right code", chromedp.SendKeys("#code", code[:3]+" "+code[3:]), chromedp.Focus("button.yes"), chromedp.KeyEvent(kb.Enter),
		chromedp.WaitVisible(`[role="status"]`), chromedp.Text(`[role="status"]`, &alert))
	if !strings.Contains(alert, "Granted by Dana") || h.state(r.ID).State != request.Granted {
		t.Errorf("after the right code: %q, %s", alert, h.state(r.ID).State)
	}
}

// The page fits every window, in light and dark, with a name above it, an approver whose name
// is one long word, and arguments that are nested deeper than anybody nests them.
func TestPageFits(t *testing.T) {
	h := newHall(t, func(o *approvals.Options, people *message.People) {
		o.Channels[0].Brand = message.Brand{Name: "Example Ltd", Colour: "#0b57d0"}
		(*people)[2].Name = strings.Repeat("Wolfeschlegelstein", 5)
	})
	r := h.ask(`{"amount":40,"customer":{"name":"Ada","addresses":[{"street":"Via Roma 1","city":"Roma"},{"street":"` + strings.Repeat("x", 200) + `"}],"a":{"b":{"c":{"d":{"e":{"f":1}}}}}},"note":"` +
		`Dear customer,\n  we are sorry.\n` + strings.Repeat("long ", 60) + `"}`)
	ctx := chromiumtest.Start(t)
	for _, width := range []int64{320, 375, 900} {
		for scheme, dark := range map[string]bool{"light": false, "dark": true} {
			var over int
			chromiumtest.Run(t, ctx, "open the page", chromiumtest.Window(width, dark), chromedp.Navigate(h.url(r.ID, "dana")), chromedp.Evaluate(chromiumtest.TooWide, &over))
			if over > 0 {
				t.Errorf("%d pixels wider than a window of %d", over, width)
			}
			chromiumtest.Shot(t, ctx, fmt.Sprintf("page/%d-%s", width, scheme))
		}
	}
}

// TestEveryState holds the page to axe-core in each state that it can be in (make axe).
func TestEveryState(t *testing.T) {
	if !chromiumtest.HasAxe() {
		t.Skip("make axe looks at it")
	}
	h := newHall(t, func(o *approvals.Options, _ *message.People) {
		o.Rules.Trust, o.Channels[0].Brand = message.Verified, message.Brand{Name: "Example Ltd", Colour: "#0b57d0"}
	})
	pages := map[string]string{}
	shown := func(name, want string, html string) {
		t.Helper()
		if pages[name] = html; !strings.Contains(html, want) {
			t.Errorf("%s: no %q\n%s", name, want, html)
		}
	}
	second := func(_ int, html string) string { return html }
	r := h.ask(`{"amount":40,"customer":{"name":"Ada","addresses":[{"city":"Roma"}]},"note":"two\nlines"}`)
	link, c := h.url(r.ID, "dana"), h.browser()
	_, html, _ := h.get(c, link)
	shown("open", "Approve", html)
	_, html, _ = h.get(c, h.url(r.ID, "fabio"))
	shown("in Italian", "Questa pagina", html)
	shown("no choice", "choose one of the two", second(h.answer(c, link, h.code(r, "dana"), "")))
	shown("a wrong code", "not the code", second(h.answer(c, link, "AAAA22", "approve")))
	shown("a second proof", "six digits", second(h.answer(c, link, h.code(r, "dana"), "approve")))
	shown("granted", "Granted by Dana", second(h.answer(c, link, h.stepUpCode("email:dana@example.com"), "approve")))
	_, html, _ = h.get(c, link)
	shown("granted before", "Granted by Dana", html)
	r = h.askIn("trn_2", `{}`)
	link = h.url(r.ID, "dana")
	shown("refused", "Denied by Dana", second(h.answer(c, link, h.code(r, "dana"), "deny")))
	r = h.askIn("trn_3", `{"amount":1}`)
	link = h.url(r.ID, "dana")
	for range 6 {
		html = second(h.answer(c, link, "AAAA22", "approve"))
	}
	shown("locked", "<", html)
	_, html, _ = h.get(c, h.srv.URL+"/approvals/"+string(r.ID)+"/dana/aaaaaaaaaaaaaaaa")
	shown("no such page", "<", html)
	h.pass(25 * time.Hour)
	_, html, _ = h.get(h.browser(), link)
	shown("too late", "<", html)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(pages[r.URL.Query().Get("p")]))
	}))
	t.Cleanup(srv.Close)
	ctx := chromiumtest.Start(t)
	for name := range pages {
		chromiumtest.Run(t, ctx, name, chromedp.Navigate(srv.URL+"/?p="+url.QueryEscape(name)))
		chromiumtest.Axe(t, ctx, "approval page: "+name)
		chromiumtest.Shot(t, ctx, "page/"+strings.ReplaceAll(name, " ", "-"))
	}
}

// A mail scanner opens the link, runs scripts, fills in and sends every form with every
// button, follows what comes, and decides nothing (n8n 13792, 28085; activepieces 14255;
// FusionAuth 2443).
func TestScannersDecideNothing(t *testing.T) {
	h, ctx := phonePage(t)
	chromiumtest.Run(t, ctx, "start")
	r := h.ask(`{"amount":40}`)
	for _, button := range []string{".yes", ".no"} {
		for _, fill := range []string{"", "scanner", "$nonce"} {
			var sent bool
			scan := chromedp.Tasks{chromedp.Navigate(h.url(r.ID, "dana")), chromedp.Evaluate(`(() => {
				const fill = `+"`"+fill+"`"+`;
				for (const a of document.querySelectorAll("a")) a.click();
				const f = document.querySelector("form");
				for (const e of f.elements) if (e.type === "text" || e.type === "textarea") {
					e.value = fill === "$nonce" ? f.elements.nonce.value : fill;
					e.required = false;
					e.removeAttribute("maxlength");
				}
				setTimeout(() => f.requestSubmit(f.querySelector("`+button+`")), 0);
				return true;
			})()`, &sent), chromedp.WaitVisible("#problem")}
			for tries := 1; ; tries++ { // a link that was clicked may be faster than the form
				once, cancel := context.WithTimeout(ctx, 20*time.Second)
				err := chromedp.Run(once, scan)
				cancel()
				if err == nil {
					break
				}
				if tries == 8 {
					t.Fatalf("scan: %v", err)
				}
			}
		}
	}
	if rec := h.state(r.ID); rec.State != request.Pending || len(rec.Votes) != 0 {
		t.Errorf("a scanner decided: %+v", rec)
	}
	if got := h.injected(); len(got) != 0 {
		t.Errorf("injected %q", got)
	}
}
