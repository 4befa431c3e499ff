package email

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"bridge/core/message"
	"bridge/internal/chromiumtest"
	"bridge/internal/noerr"
	"bridge/internal/racetest"
)

// htmlForms are the HTML forms of all golden files, and of an answer with what is
// hardest to fit on a phone.
func htmlForms(t *testing.T) map[string]string {
	t.Helper()
	forms := map[string]string{}
	for _, pattern := range []string{"prompt/*/*.html", "prompt/*.html", "surface/*.html", "markdown/*.html", "turn/*.html"} {
		files, err := filepath.Glob(filepath.Join("../../render/testdata", filepath.FromSlash(pattern)))
		noerr.Must(t, err)
		for _, f := range files {
			b, err := os.ReadFile(f)
			noerr.Must(t, err)
			forms[strings.TrimSuffix(filepath.Base(filepath.Dir(f))+"-"+filepath.Base(f), ".html")] = string(b)
		}
	}
	if len(forms) < 20 {
		t.Fatalf("%d golden files", len(forms))
	}
	return forms
}

var never = regexp.MustCompile(`(?i)<script|<link|<iframe|<form|<object|@import|url\(| on\w+=`)

// TestMailsFitTheirWindow shows every HTML form that there is a golden file of as a mail,
// on a small phone and in a window of a mail program: nothing has to be scrolled sideways
// but tables within their own frame, and nothing is loaded but a logo.
func TestMailsFitTheirWindow(t *testing.T) {
	racetest.Skip(t)
	t.Parallel()
	a, _ := newAdapter(t, func(o *Options) { o.Config.Brand = brand })
	mails := map[string]string{}
	for name, form := range htmlForms(t) {
		out := message.Outbound{
			ID: "msg_01ARZ3NDEKTSV4RRFFQ69G5FAX", To: "email:dana@example.com", Kind: message.Answer, Session: testSession, Subject: "x", Text: "Hello Dana", HTML: form, CreatedAt: testTime,
		}
		if strings.HasSuffix(name, "-mail") {
			out.Kind, out.Approval, out.Person = message.Prompt, testApproval, "dana"
		}
		mails[name] = htmlOf(t, composed(t, a, out))
		if found := never.FindString(mails[name]); found != "" {
			t.Errorf("%s has %q", name, found)
		}
		if n := strings.Count(mails[name], "<table"); n < 2 || n != strings.Count(mails[name], "<table role")+strings.Count(mails[name], "<table class")+strings.Count(mails[name], "<table border") {
			t.Errorf("%s: a table without its attributes for programs that know no styles", name)
		}
	}
	for name, raw := range goldenMails(t) {
		if html := htmlOf(t, raw); html != "" {
			mails["mail-"+name] = html
		}
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(mails[r.URL.Query().Get("m")]))
	}))
	t.Cleanup(server.Close)
	ctx := chromiumtest.Start(t)
	for name := range mails {
		for _, width := range []int64{320, 600} {
			var over int
			chromiumtest.Run(t, ctx, name, chromiumtest.Window(width, false), chromedp.Navigate(server.URL+"/?m="+url.QueryEscape(name)), chromedp.Evaluate(chromiumtest.TooWide, &over))
			if over > 0 {
				t.Errorf("%s is %d pixels wider than a window of %d", name, over, width)
			}
		}
		// Title and language are those of the program that shows it, and programs take away what
		// would let a keyboard into a wide table.
		chromiumtest.Axe(t, ctx, "mail "+name, "document-title", "html-has-lang", "scrollable-region-focusable")
		if os.Getenv("BRIDGE_SHOTS") == "" {
			continue
		}
		for _, width := range []int64{375, 900} {
			for scheme, dark := range map[string]bool{"light": false, "dark": true} {
				chromiumtest.Run(t, ctx, name, chromiumtest.Window(width, dark))
				chromiumtest.Shot(t, ctx, "mail/"+name+"-"+map[int64]string{375: "375", 900: "900"}[width]+"-"+scheme)
			}
		}
	}
}
