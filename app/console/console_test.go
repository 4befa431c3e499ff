package console_test

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"bridge/app/console"
	"bridge/internal/chromiumtest"
	"bridge/internal/mac"
)

// bench is a console over an API that notes what it is asked, and by whom.
type bench struct {
	t     *testing.T
	mu    sync.Mutex
	now   time.Time
	calls []string
	c     *console.Console
	srv   *httptest.Server
}

func newBench(t *testing.T) *bench {
	t.Helper()
	b := &bench{t: t, now: time.Date(2026, 11, 23, 8, 0, 0, 0, time.UTC)}
	keys, err := mac.NewKeys([]byte(strings.Repeat("k", mac.MinSecret)))
	if err != nil {
		t.Fatal(err)
	}
	b.c = console.New(console.Options{
		API: b.api, Operators: map[string]string{"olga": "token-of-olga", "otto": "token-of-otto"}, Keys: keys, Now: b.clock, Log: slog.New(slog.DiscardHandler),
	})
	b.srv = httptest.NewServer(b.c)
	t.Cleanup(b.srv.Close)
	return b
}

func (b *bench) clock() time.Time { b.mu.Lock(); defer b.mu.Unlock(); return b.now }

func (b *bench) pass(d time.Duration) { b.mu.Lock(); defer b.mu.Unlock(); b.now = b.now.Add(d) }

func (b *bench) noted() []string { b.mu.Lock(); defer b.mu.Unlock(); return slices.Clone(b.calls) }

func (b *bench) api(operator string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost || r.Method == http.MethodPut {
			body, _ := io.ReadAll(r.Body)
			b.mu.Lock()
			b.calls = append(b.calls, strings.TrimSpace(operator+" "+r.URL.Path+" "+string(body)))
			b.mu.Unlock()
		}
		switch r.URL.Path {
		case "/api/v1/approvals/apr_settled/decision":
			w.WriteHeader(http.StatusConflict)
			_ = json.NewEncoder(w).Encode(map[string]string{"detail": "it is <granted> already"})
		case "/api/v1/channels/joinable":
			_, _ = io.WriteString(w, `{"items":[{"name":"wa","kind":"whatsapp"}]}`)
		case "/api/v1/people":
			_ = json.NewEncoder(w).Encode(map[string]any{"items": []any{}, "mayChange": operator == "olga"})
		case "/api/v1/people/gina":
			_ = json.NewEncoder(w).Encode(map[string]any{
				"id": "gina", "name": "Gina", "timezone": "Europe/Rome", "addresses": []string{"email:g@x.test", "sms:+39333"}, "verified": []any{map[string]any{"address": "sms:+39333"}}, "source": "directory",
				"groups": []string{"ops", "finance"}, "approver": true, "notes": "<b>", "version": 3, "mayChange": operator == "olga",
			})
		case "/api/v1/people/hal":
			if r.Method == http.MethodPut {
				w.WriteHeader(http.StatusConflict)
				_ = json.NewEncoder(w).Encode(map[string]string{"detail": "somebody else has changed <hal> meanwhile"})
				return
			}
			_, _ = io.WriteString(w, `{"id":"hal","name":"Hal","source":"directory","version":9}`)
		case "/api/v1/people/gina/invite":
			_, _ = io.WriteString(w, `{"person":"gina","channel":"wa","message":"JOIN 2345-6789-ABCD","link":"https://wa.me/1?text=JOIN+2345-6789-ABCD","mailed":"email:g@x.test"}`)
		case "/api/v1/approvals":
			_, _ = io.WriteString(w, `{"items":[{"id":"apr_1","state":"pending","summary":"<script>alert(1)</script>","args":{},"approvers":[],"votes":[]}],"next":"apr_1"}`)
		case "/api/v1/agents":
			_, _ = io.WriteString(w, `{"items":[{"name":"assistant","breaker":{"agent":"assistant","state":"closed","held":3,"inFlight":2,"lastAnswer":"2026-11-23T07:59:00Z","p50Ms":120}}]}`)
		case "/api/v1/usage":
			_, _ = io.WriteString(w, `{"from":"2026-11-01","to":"2026-11-30","by":"person","items":[{"name":"<b>eve</b>","in":5,"out":6,"segments":7}],"total":{"in":5}}`)
		case "/api/v1/trace/ses_1":
			_, _ = io.WriteString(w, `{"turns":[{"turn":{"id":"trn_1","files":["art_1"],"fileNames":["<plan>.pdf"]},"steps":[{"turn":"trn_1","parts":[
				{"url":"artifact:art_01KAT5JQ9W8E7R6T5Y4V3J2P1Q","filename":"made.pdf","metadata":{"partType":"artifact","artifactId":"art_01KAT5JQ9W8E7R6T5Y4V3J2P1Q"}},
				{"url":"javascript:alert(1)","filename":"bad","metadata":{"partType":"artifact","artifactId":"art_x"}}]}]},
				{"turn":{"id":"trn_2","files":["art_2"],"fileNames":["one","two"]},"steps":[]}]}`)
		case "/api/v1/turns/trn_1/files/art_1":
			w.Header().Set("Content-Disposition", `attachment; filename=plan.pdf`)
			w.Header().Set("Content-Security-Policy", "sandbox")
			_, _ = io.WriteString(w, operator+"'s bytes")
		case "/api/v1/turns/trn_1/files/art_2":
			w.WriteHeader(http.StatusNotFound)
			_ = json.NewEncoder(w).Encode(map[string]string{"detail": "it is no longer <kept>"})
		default:
			_, _ = io.WriteString(w, "{}")
		}
	})
}

func (b *bench) browser() *http.Client {
	jar, err := cookiejar.New(nil)
	if err != nil {
		b.t.Fatal(err)
	}
	return &http.Client{Jar: jar}
}

func (b *bench) get(c *http.Client, path string) (int, string, http.Header) {
	b.t.Helper()
	resp, err := c.Get(b.srv.URL + path)
	if err != nil {
		b.t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return resp.StatusCode, string(text), resp.Header
}

func (b *bench) post(c *http.Client, path string, form url.Values) (int, string) {
	b.t.Helper()
	resp, err := c.PostForm(b.srv.URL+path, form)
	if err != nil {
		b.t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return resp.StatusCode, string(text)
}

var formValue = regexp.MustCompile(`name="form" value="([^"]+)"`)

// login logs an operator in and returns the value of the forms.
func (b *bench) login(c *http.Client, token string) string {
	b.t.Helper()
	status, html := b.post(c, "/console/login", url.Values{"token": {token}})
	m := formValue.FindStringSubmatch(html)
	if status != http.StatusOK || m == nil {
		b.t.Fatalf("login: %d\n%s", status, html)
	}
	return m[1]
}

func TestNobodyGetsInWithoutAToken(t *testing.T) {
	b := newBench(t)
	c := b.browser()
	for _, path := range []string{"/console/", "/console/conversations", "/console/approvals/apr_1", "/console/approvals/apr_1/evidence", "/console/events", "/console/nothing"} {
		if _, html, _ := b.get(c, path); !strings.Contains(html, `name="token"`) {
			t.Errorf("%s shows\n%s", path, html)
		}
	}
	for _, token := range []string{"", "wrong", "token-of-olg", "token-of-olga "} {
		if status, _ := b.post(c, "/console/login", url.Values{"token": {token}}); status != http.StatusForbidden {
			t.Errorf("the token %q: %d", token, status)
		}
	}
	if status, _ := b.post(c, "/console/deadletters/drop", url.Values{"all": {"1"}}); status != http.StatusForbidden {
		t.Errorf("an action without a login: %d", status)
	}
	if got := b.noted(); len(got) != 0 {
		t.Errorf("the API was asked %q", got)
	}
}

func TestActionsAreTheOperatorsOwn(t *testing.T) {
	b := newBench(t)
	olga, otto := b.browser(), b.browser()
	form, other := b.login(olga, "token-of-olga"), b.login(otto, "token-of-otto")
	for _, x := range []struct {
		path string
		form url.Values
		call string
	}{
		{"/console/approvals/apr_1/denied", url.Values{"reason": {"no"}}, `olga /api/v1/approvals/apr_1/decision {"decision":"denied","reason":"no"}`},
		{"/console/approvals/apr_1/cancel", url.Values{}, `olga /api/v1/approvals/apr_1/cancel {"reason":""}`},
		{"/console/deadletters/drop", url.Values{"id": {"1", "2"}, "dry": {"1"}, "queue": {"inbox"}}, `olga /api/v1/deadletters/drop {"dryRun":true,"ids":["1","2"]}`},
		{"/console/deadletters/replay", url.Values{"agent": {"assistant"}}, `olga /api/v1/deadletters/replay {"agent":"assistant","all":false,"dryRun":false}`},
		{"/console/pause/channel/mail", url.Values{"why": {"moving"}}, `olga /api/v1/pause {"channel":"mail","why":"moving"}`},
		{"/console/resume/agent/assistant", url.Values{}, `olga /api/v1/resume {"agent":"assistant"}`},
		{"/console/conversations/ses_1/handover", url.Values{"to": {" group:support "}}, `olga /api/v1/sessions/ses_1/handover {"to":"group:support"}`},
		{"/console/conversations/ses_1/handback", url.Values{}, `olga /api/v1/sessions/ses_1/handback {}`},
		{
			"/console/people/add",
			url.Values{"id": {" ida "}, "name": {"Ida <i>"}, "address": {" email:i@x.test "}, "groups": {"ops, finance"}, "language": {"it"}, "approver": {"yes"}},
			`olga /api/v1/people/ida {"name":"Ida \u003ci\u003e","language":"it","addresses":["email:i@x.test"],"groups":["ops","finance"],"approver":true}`,
		},
		{"/console/people/ida/change", url.Values{"version": {"4"}, "name": {"Ida"}}, `olga /api/v1/people/ida {"name":"Ida","addresses":[],"version":4}`},
		{"/console/cron/daily/run", url.Values{}, `olga /api/v1/cron/daily/run {}`},
	} {
		before := len(b.noted())
		for name, value := range map[string]string{"none": "", "another operator's": other, "made up": strings.Repeat("a", 32)} {
			x.form.Set("form", value)
			if status, _ := b.post(olga, x.path, x.form); status != http.StatusForbidden {
				t.Errorf("%s with a form value that is %s: %d", x.path, name, status)
			}
		}
		if len(b.noted()) != before {
			t.Fatalf("%s: done without the value of the form", x.path)
		}
		x.form.Set("form", form)
		status, html := b.post(olga, x.path, x.form)
		if got := b.noted(); status != http.StatusOK || len(got) != before+1 || got[before] != x.call {
			t.Errorf("%s: %d, calls %q, want %q", x.path, status, got[before:], x.call)
		}
		if !strings.Contains(html, `role="status"`) {
			t.Errorf("%s says nothing of what was done", x.path)
		}
	}
	if status, html := b.post(olga, "/console/approvals/apr_settled/granted", url.Values{"form": {form}}); status != http.StatusConflict || !strings.Contains(html, "it is &lt;granted&gt; already") {
		t.Errorf("what the API refuses: %d\n%s", status, html)
	}
	for _, path := range []string{"/console/approvals/apr_1/erase", "/console/deadletters/eat", "/console/pause/world/x", "/console/conversations/ses_1/eat", "/console/cron/daily/delete", "/console/people/gina/eat"} {
		if status, _ := b.post(olga, path, url.Values{"form": {form}}); status != http.StatusNotFound {
			t.Errorf("%s: %d", path, status)
		}
	}
}

// An invitation is shown with its picture, to who has made it.
func TestInvite(t *testing.T) {
	b := newBench(t)
	c := b.browser()
	form := b.login(c, "token-of-olga")
	if _, html, _ := b.get(c, "/console/people"); !strings.Contains(html, "<option>wa</option>") {
		t.Errorf("the form:\n%s", html)
	}
	if status, _ := b.post(c, "/console/people/invite", url.Values{"form": {"x"}, "id": {"gina"}}); status != http.StatusForbidden {
		t.Errorf("a form of another page: %d", status)
	}
	status, html := b.post(c, "/console/people/invite", url.Values{"form": {form}, "id": {"gina"}, "channel": {"wa"}, "to": {" g@x.test "}})
	if status != http.StatusOK || !strings.Contains(html, "JOIN 2345-6789-ABCD") || !strings.Contains(html, `src="data:image/png;base64,iVBOR`) || !strings.Contains(html, "by mail to g@x.test") {
		t.Errorf("%d\n%s", status, html)
	}
	if got, want := b.noted(), `olga /api/v1/people/gina/invite {"channel":"wa","name":"","to":"g@x.test"}`; len(got) != 1 || got[0] != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A change of a person leaves what the form does not have, counts for the version that was shown, and says
// who was faster. Who may not write the directory has no forms.
func TestPeople(t *testing.T) {
	b := newBench(t)
	olga, otto := b.browser(), b.browser()
	form := b.login(olga, "token-of-olga")
	b.login(otto, "token-of-otto")
	for path, action := range map[string]string{"/console/people": `action="/console/people/`, "/console/people/gina": `action="/console/people/gina/`} {
		if _, html, _ := b.get(olga, path); !strings.Contains(html, action) {
			t.Errorf("%s has no form:\n%s", path, html)
		}
		if status, html, _ := b.get(otto, path); status != http.StatusOK || strings.Contains(html, `action="/console/people`) {
			t.Errorf("%s has a form for who may not write: %d\n%s", path, status, html)
		}
	}
	kept := `"timezone":"Europe/Rome","addresses":["email:g@x.test","sms:+39333"],"verified":["sms:+39333"],`
	for what, call := range map[string]string{
		"change":  `{"name":"G. Rossi","language":"it",` + kept + `"groups":["ops"],"approver":true,"notes":"\u003cb\u003e","version":2}`,
		"disable": `{"name":"Gina",` + kept + `"groups":["ops","finance"],"approver":true,"notes":"\u003cb\u003e","disabled":true,"version":2}`,
		"enable":  `{"name":"Gina",` + kept + `"groups":["ops","finance"],"approver":true,"notes":"\u003cb\u003e","version":2}`,
	} {
		b.post(olga, "/console/people/gina/"+what, url.Values{"form": {form}, "version": {"2"}, "name": {"G. Rossi"}, "language": {"it"}, "groups": {" ops,"}})
		if got, want := b.noted(), "olga /api/v1/people/gina "+call; len(got) == 0 || got[len(got)-1] != want {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
	before := len(b.noted())
	if status, _ := b.post(olga, "/console/people/gina/disable", url.Values{"form": {form}}); status != http.StatusBadRequest || len(b.noted()) != before {
		t.Errorf("without a version: %d", status)
	}
	status, html := b.post(olga, "/console/people/hal/disable", url.Values{"form": {form}, "version": {"8"}})
	if status != http.StatusConflict || !strings.Contains(html, "somebody else has changed &lt;hal&gt; meanwhile") {
		t.Errorf("somebody was faster: %d\n%s", status, html)
	}
}

func TestSessions(t *testing.T) {
	b := newBench(t)
	c := b.browser()
	resp, err := (&http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}).PostForm(b.srv.URL+"/console/login", url.Values{"token": {"token-of-olga"}})
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	cookie := resp.Header.Get("Set-Cookie")
	for _, want := range []string{"HttpOnly", "SameSite=Strict", "Path=/console/"} {
		if !strings.Contains(cookie, want) {
			t.Errorf("the cookie is %q, without %s", cookie, want)
		}
	}
	b.login(c, "token-of-olga")
	b.pass(13 * time.Hour)
	if _, html, _ := b.get(c, "/console/"); !strings.Contains(html, `name="token"`) {
		t.Error("a session has no end")
	}
	form := b.login(c, "token-of-olga")
	if _, html := b.post(c, "/console/logout", url.Values{"form": {form}}); !strings.Contains(html, `name="token"`) {
		t.Error("nobody can log out")
	}
	// A value that was tampered with is nobody's.
	value, _, _ := strings.Cut(strings.TrimPrefix(cookie, "bridge-console="), ";")
	for _, v := range []string{"", "x", value + "x", strings.Replace(value, ".", ".9", 1), "b3R0bw" + value[strings.IndexByte(value, '.'):]} {
		r, err := http.NewRequest(http.MethodGet, b.srv.URL+"/console/", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.AddCookie(&http.Cookie{Name: "bridge-console", Value: v})
		resp, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		if resp.StatusCode != http.StatusSeeOther {
			t.Errorf("the cookie %q: %d", v, resp.StatusCode)
		}
	}
}

// A link lets in once, within two minutes, and not by being looked at.
func TestLinks(t *testing.T) {
	b := newBench(t)
	link := b.c.Admit("socket")
	code := link[strings.Index(link, "=")+1:]
	c := b.browser()
	for range 3 {
		if _, html, _ := b.get(c, link); !strings.Contains(html, "Open the console") {
			t.Fatalf("the page of a link:\n%s", html)
		}
	}
	if status, html := b.post(c, "/console/login", url.Values{"code": {code}}); status != http.StatusOK || !strings.Contains(html, "Log out socket") {
		t.Errorf("a link: %d\n%s", status, html)
	}
	if status, _ := b.post(b.browser(), "/console/login", url.Values{"code": {code}}); status != http.StatusForbidden {
		t.Errorf("a link that was used: %d", status)
	}
	link = b.c.Admit("socket")
	b.pass(3 * time.Minute)
	if status, _ := b.post(b.browser(), "/console/login", url.Values{"code": {link[strings.Index(link, "=")+1:]}}); status != http.StatusForbidden {
		t.Errorf("a link that is too old: %d", status)
	}
}

func TestPagesAreData(t *testing.T) {
	b := newBench(t)
	c := b.browser()
	b.login(c, "token-of-olga")
	_, html, header := b.get(c, "/console/approvals")
	if strings.Contains(html, "<script>") || !strings.Contains(html, "&lt;script&gt;") || !strings.Contains(html, "cursor=apr_1") {
		t.Errorf("the list:\n%s", html)
	}
	csp := header.Get("Content-Security-Policy")
	if !strings.Contains(csp, "default-src 'none'") || strings.Contains(csp, "unsafe") || header.Get("Cache-Control") != "no-store" || header.Get("X-Frame-Options") != "DENY" {
		t.Errorf("headers %v", header)
	}
	for _, path := range []string{"", "conversations", "conversations/ses_1", "trace?id=x", "approvals/apr_1", "deadletters", "deadletters/1", "sends", "channels", "cron", "people", "usage?by=person&since=30d", "figures", "assets/style.css", "assets/live.js"} {
		status, html, _ := b.get(c, "/console/"+path)
		if strings.HasPrefix(path, "usage") && (!strings.Contains(html, "&lt;b&gt;eve&lt;/b&gt;<td>5<td>6<td>7") || !strings.Contains(html, `value="30d"`)) {
			t.Errorf("usage:\n%s", html)
		}
		if path == "channels" && !regexp.MustCompile(`<td>assistant<td><span[^>]*>closed</span><td><td>0<td>3<td>2<td>[^<]*07:59[^<]*<td>120 ms<td>`).MatchString(html) {
			t.Errorf("an agent that is well:\n%s", html)
		}
		if status != http.StatusOK || regexp.MustCompile(`(?i) style=| on[a-z]+=|<script>`).MatchString(html) && !strings.HasPrefix(path, "assets") {
			t.Errorf("%s: %d\n%s", path, status, html)
		}
	}
}

// The files of a conversation open as what the API makes of them, or a page says why not.
func TestFiles(t *testing.T) {
	b := newBench(t)
	c := b.browser()
	if _, html, _ := b.get(c, "/console/turns/trn_1/files/art_1"); !strings.Contains(html, `name="token"`) {
		t.Errorf("without a login: %s", html)
	}
	b.login(c, "token-of-olga")
	_, html, _ := b.get(c, "/console/conversations/ses_1")
	for _, want := range []string{
		`<a href="/console/turns/trn_1/files/art_1">&lt;plan&gt;.pdf</a>`, `<a href="/console/turns/trn_1/files/art_01KAT5JQ9W8E7R6T5Y4V3J2P1Q">made.pdf</a>`,
		"file: one<", "file: two<", `<a href="/console/turns/trn_2/files/art_2">art_2</a>`,
	} {
		if !strings.Contains(html, want) {
			t.Errorf("%s is not in the thread:\n%s", want, html)
		}
	}
	if strings.Contains(html, `href="javascript`) || strings.Contains(html, "files/art_x") {
		t.Errorf("what was not kept has a link:\n%s", html)
	}
	status, body, h := b.get(c, "/console/turns/trn_1/files/art_1")
	if status != http.StatusOK || body != "olga's bytes" || h.Get("Content-Disposition") != "attachment; filename=plan.pdf" || h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Content-Security-Policy") != "sandbox" {
		t.Errorf("%d %q %v", status, body, h)
	}
	status, body, h = b.get(c, "/console/turns/trn_1/files/art_2")
	if status != http.StatusNotFound || !strings.Contains(body, "it is no longer &lt;kept&gt;") || !strings.HasPrefix(h.Get("Content-Type"), "text/html") {
		t.Errorf("%d %q %v", status, body, h)
	}
}

// TestDoors holds the pages that nobody has logged in to, and what an invitation becomes, to axe-core (make axe).
func TestDoors(t *testing.T) {
	if !chromiumtest.HasAxe() {
		t.Skip("make axe looks at them")
	}
	b, ctx := newBench(t), chromiumtest.Start(t)
	chromiumtest.Run(t, ctx, "the login", chromedp.Navigate(b.srv.URL+"/console/"), chromedp.WaitVisible(`input[name="token"]`))
	chromiumtest.Axe(t, ctx, "login")
	chromiumtest.Run(t, ctx, "a wrong token", chromedp.SendKeys(`input[name="token"]`, "wrong"), chromedp.Submit(`input[name="token"]`), chromedp.WaitVisible(".problem"))
	chromiumtest.Axe(t, ctx, "refused login")
	chromiumtest.Run(t, ctx, "a link", chromedp.Navigate(b.srv.URL+b.c.Admit("olga")), chromedp.WaitVisible("button"))
	chromiumtest.Axe(t, ctx, "link")
	chromiumtest.Run(t, ctx, "an invitation", chromedp.Click("button"), chromedp.WaitVisible("nav"), chromedp.Navigate(b.srv.URL+"/console/people"), chromedp.WaitVisible(`form[action$="invite"] input[name="id"]`),
		chromedp.SendKeys(`form[action$="invite"] input[name="id"]`, "gina"), chromedp.SendKeys(`form[action$="invite"] input[name="to"]`, "g@x.test"), chromedp.Submit(`form[action$="invite"] input[name="id"]`), chromedp.WaitVisible(`img[alt^="QR"]`))
	chromiumtest.Axe(t, ctx, "invitation")
}
