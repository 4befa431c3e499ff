package page_test

import (
	"context"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"bridge/approvals"
)

// chromium starts a browser of its own for the test, or skips it by name.
func chromium(t *testing.T, more ...chromedp.ExecAllocatorOption) context.Context {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		p, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		// On Ubuntu it may be a script that asks for the snap.
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		err = exec.CommandContext(ctx, p, "--version").Run()
		cancel()
		if err == nil {
			path = p
			break
		}
	}
	if path == "" {
		t.Skip("no chromium that runs: scripts/test-deps installs it, on Ubuntu it is a snap (snap install chromium)")
	}
	dir, err := os.MkdirTemp("", "bridge-chromium-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) }) // its children may still write for a moment
	o := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.UserDataDir(dir),
		chromedp.WSURLReadTimeout(60*time.Second), chromedp.Flag("disable-gpu", true))
	alloc, cancel := chromedp.NewExecAllocator(t.Context(), append(o, more...)...)
	t.Cleanup(cancel)
	ctx, cancel := chromedp.NewContext(alloc)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, 4*time.Minute)
	t.Cleanup(cancel)
	return ctx
}

func run(t *testing.T, ctx context.Context, what string, actions ...chromedp.Action) {
	t.Helper()
	if err := chromedp.Run(ctx, actions...); err != nil {
		t.Fatalf("%s: %v", what, err)
	}
}

// phone is a small screen; the tests' server has no TLS, so its cookie is not Secure.
func phonePage(t *testing.T) (*hall, context.Context) {
	h := newHall(t, nil)
	h.pages.PublicURL = "http://bridge.example.com"
	return h, chromium(t)
}

// A person on a phone, with scripts off and the keyboard alone, reads the request,
// mistypes the code, types it again, and approves.
func TestPageInChromium(t *testing.T) {
	h, ctx := phonePage(t)
	r := h.ask(`{"amount":40,"currency":"EUR","note":"` + strings.Repeat("long ", 60) + `"}`)
	link := h.url(r.ID, "dana")
	var html, heading, alert string
	var overflow bool
	run(t, ctx, "open the page", emulation.SetDeviceMetricsOverride(360, 740, 2, true), chromedp.Navigate(link),
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
	run(t, ctx, "names of the controls", chromedp.Evaluate(`[...document.querySelectorAll("input:not([type=hidden]),textarea,button")].map(e =>
		(e.labels && e.labels.length === 1 ? "textbox " + e.labels[0].innerText : "button " + e.innerText)
		+ (e.getAttribute("aria-describedby") || "").split(" ").filter(id => id).map(id => " / " + document.getElementById(id).innerText).join(""))`, &controls))
	if want := []string{
		"textbox Code from the message / Six letters and digits, in the message that asked you to decide.",
		"textbox Reason (optional, for a refusal)", "button Deny", "button Approve",
	}; !slices.Equal(controls, want) {
		t.Errorf("controls %q, want %q", controls, want)
	}
	// Scripts off from here on.
	run(t, ctx, "switch scripts off", emulation.SetScriptExecutionDisabled(true), chromedp.Navigate(link))
	run(t, ctx, "a wrong code, sent with the Enter key of the Approve button",
		chromedp.Focus("#code"), chromedp.SendKeys("#code", "aaaa22"), chromedp.Focus("button.yes"), chromedp.KeyEvent(kb.Enter),
		chromedp.WaitVisible("#problem"), chromedp.Text("#problem", &alert))
	if !strings.Contains(alert, "not the code") || h.state(r.ID).State != approvals.Pending {
		t.Errorf("after a wrong code: %q, %s", alert, h.state(r.ID).State)
	}
	code := strings.ToLower(h.code(r, "dana"))
	run(t, ctx, "the right code", chromedp.SendKeys("#code", code[:3]+" "+code[3:]), chromedp.Focus("button.yes"), chromedp.KeyEvent(kb.Enter),
		chromedp.WaitVisible(`[role="status"]`), chromedp.Text(`[role="status"]`, &alert))
	if !strings.Contains(alert, "Granted by Dana") || h.state(r.ID).State != approvals.Granted {
		t.Errorf("after the right code: %q, %s", alert, h.state(r.ID).State)
	}
}

// A mail scanner opens the link, runs scripts, fills in and sends every form with every
// button, follows what comes, and decides nothing (n8n 13792, 28085; activepieces 14255;
// FusionAuth 2443).
func TestScannersDecideNothing(t *testing.T) {
	h, ctx := phonePage(t)
	r := h.ask(`{"amount":40}`)
	for _, button := range []string{".yes", ".no"} {
		for _, fill := range []string{"", "scanner", "$nonce"} {
			var sent bool
			run(t, ctx, "scan", chromedp.Navigate(h.url(r.ID, "dana")), chromedp.Evaluate(`(() => {
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
			})()`, &sent), chromedp.WaitVisible("#problem"))
		}
	}
	if rec := h.state(r.ID); rec.State != approvals.Pending || len(rec.Votes) != 0 {
		t.Errorf("a scanner decided: %+v", rec)
	}
	if got := h.injected(); len(got) != 0 {
		t.Errorf("injected %q", got)
	}
}
