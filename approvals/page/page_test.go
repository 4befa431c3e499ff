package page_test

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/approvals"
	"bridge/approvals/guess"
	"bridge/approvals/page"
	"bridge/approvals/prompt"
	"bridge/approvals/request"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/internal/mac"
	"bridge/internal/noerr"
	"bridge/store"
	"bridge/store/records"
	"bridge/store/storetest"
)

// hall is the pages before real approvals on a real store, served by a real server.
type hall struct {
	t     *testing.T
	svc   *approvals.Service
	store *records.Store
	lanes queue.Lanes
	pages *page.Pages
	srv   *httptest.Server

	mu  sync.Mutex
	now time.Time
}

func (h *hall) clock() time.Time { h.mu.Lock(); defer h.mu.Unlock(); return h.now }

func (h *hall) pass(d time.Duration) { h.mu.Lock(); defer h.mu.Unlock(); h.now = h.now.Add(d) }

func newHall(t *testing.T, change func(*approvals.Options, *message.People)) *hall {
	t.Helper()
	h := &hall{t: t, now: time.Now()}
	people := message.People{
		{ID: "eve", Name: "Eve", Zone: time.UTC, Addresses: []message.Address{"email:eve@example.com"}},
		{ID: "dana", Name: "Dana", Zone: time.UTC, Addresses: []message.Address{"email:dana@example.com"}},
		{ID: "fabio", Name: "Fabio", Zone: time.UTC, Language: "it", Addresses: []message.Address{"email:fabio@example.com"}},
	}
	s, err := storetest.File(t.Context(), filepath.Join(t.TempDir(), "bridge.db"), store.Options{})
	noerr.Must(t, err)
	t.Cleanup(func() { _ = s.Close() })
	h.store, h.lanes = s, s.Worker("test")
	keys, err := mac.NewKeys(bytes.Repeat([]byte("k"), mac.MinSecret))
	noerr.Must(t, err)
	log := slog.New(slog.DiscardHandler)
	h.pages = &page.Pages{Keys: keys, Now: h.clock, Log: log, PublicURL: "https://bridge.example.com"}
	o := approvals.Options{
		Store: s, Lanes: h.lanes, Now: h.clock, Rand: rand.Reader, Log: log, Page: h.pages.Link,
		Rules:    approvals.Rules{Approvers: []message.PersonID{"dana", "fabio"}, TTL: 24 * time.Hour, Quorum: 1, Trust: message.Carrier},
		Channels: []prompt.Channel{{Name: "mail", Kind: "email"}},
		Follow: approvals.Resumes(func(r request.Record) (queue.Item, error) {
			return queue.Item{Queue: queue.Inbox, Lane: string(r.Session), ID: string(r.ID), Payload: []byte(string(r.State) + " by " + r.DecidedBy + ": " + r.Reason)}, nil
		}),
	}
	if change != nil {
		change(&o, &people)
	}
	o.Directory = people
	h.svc = approvals.New(o)
	h.pages.Desk = h.svc
	h.srv = httptest.NewServer(h.pages)
	t.Cleanup(h.srv.Close)
	return h
}

// ask makes a request and returns it.
func (h *hall) ask(args string) request.Record {
	h.t.Helper()
	return h.askIn("trn_1", args)
}

func (h *hall) askIn(turn message.TurnID, args string) request.Record {
	h.t.Helper()
	a, err := h.svc.Ask(h.t.Context(), approvals.Request{
		Session: "ses_1", Turn: turn, Step: "message", N: 0, At: h.clock(), Agent: "assistant",
		Requester: approvals.Requester{Person: "eve", Name: "Eve"}, Channel: "mail",
		Data: envelope.ApprovalRequestData{ToolName: "refund", Args: json.RawMessage(args)},
	})
	noerr.Must(h.t, err)
	return a.Record
}

func (h *hall) code(r request.Record, who message.PersonID) string {
	h.t.Helper()
	for _, a := range r.Approvers {
		if a.Person == who {
			return a.Code
		}
	}
	h.t.Fatalf("%s is no approver", who)
	return ""
}

// url is the page of an approver on the test's server.
func (h *hall) url(id message.ApprovalID, who message.PersonID) string {
	u, err := url.Parse(h.pages.Link(id, who))
	if err != nil || u.Path == "" {
		h.t.Fatalf("link %q: %v", u, err)
	}
	return h.srv.URL + u.Path
}

func (h *hall) state(id message.ApprovalID) request.Record {
	h.t.Helper()
	r, err := h.svc.Get(h.t.Context(), id)
	noerr.Must(h.t, err)
	return r
}

// injected returns what resumes turns.
func (h *hall) injected() []string {
	h.t.Helper()
	var all []string
	for payload := h.next(queue.Inbox); payload != nil; payload = h.next(queue.Inbox) {
		all = append(all, string(payload))
	}
	return all
}

// next takes an item out of a queue; nil if none waits.
func (h *hall) next(q queue.Name) []byte {
	h.t.Helper()
	d, err := h.store.Depth(h.t.Context())
	noerr.Must(h.t, err)
	if d[q].Waiting == 0 {
		return nil
	}
	cs, err := h.lanes.Claim(h.t.Context(), q, 1)
	noerr.Must(h.t, err)
	noerr.Must(h.t, h.lanes.Ack(h.t.Context(), cs[0]))
	return cs[0].Payload
}

// browser is an HTTP client with a cookie jar. Its cookie is Secure, which a test
// server without TLS cannot have: the transport calls it https.
func (h *hall) browser() *http.Client {
	jar, err := cookiejar.New(nil)
	noerr.Must(h.t, err)
	return &http.Client{Jar: &insecureJar{jar}, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

type insecureJar struct{ *cookiejar.Jar }

func (j *insecureJar) SetCookies(u *url.URL, cs []*http.Cookie) {
	https := *u
	https.Scheme = "https"
	j.Jar.SetCookies(&https, cs)
}

func (j *insecureJar) Cookies(u *url.URL) []*http.Cookie {
	https := *u
	https.Scheme = "https"
	return j.Jar.Cookies(&https)
}

func (h *hall) get(c *http.Client, link string) (int, string, http.Header) {
	h.t.Helper()
	res, err := c.Get(link)
	noerr.Must(h.t, err)
	defer func() { _ = res.Body.Close() }()
	b, err := io.ReadAll(res.Body)
	noerr.Must(h.t, err)
	return res.StatusCode, string(b), res.Header
}

func (h *hall) post(c *http.Client, link string, f url.Values) (int, string) {
	h.t.Helper()
	res, err := c.PostForm(link, f)
	noerr.Must(h.t, err)
	defer func() { _ = res.Body.Close() }()
	b, err := io.ReadAll(res.Body)
	noerr.Must(h.t, err)
	return res.StatusCode, string(b)
}

var nonceField = regexp.MustCompile(`name="nonce" value="([^"]+)"`)

func nonceOf(t *testing.T, html string) string {
	t.Helper()
	m := nonceField.FindStringSubmatch(html)
	if m == nil {
		t.Fatalf("no form on the page:\n%s", html)
	}
	return m[1]
}

// The page can be read, and answered, in each of the languages; who else decides and how
// many have to, whose page it is and what becomes of a yes stand on it.
func TestPageInOtherLanguages(t *testing.T) {
	h := newHall(t, func(o *approvals.Options, _ *message.People) {
		o.Rules.Quorum, o.Rules.Grace = 2, time.Hour
		o.Channels[0].Brand = message.Brand{Name: "Example <Ltd>", Logo: "https://cdn.example.com/logo.png", Colour: "#0b57d0"}
	})
	r := h.ask(`{"amount":40,"deep":{"list":[1,{"a":"b\nc"}]}}`)
	link, c := h.url(r.ID, "dana"), h.browser()
	_, html, header := h.get(c, link+"?lang=de")
	for _, want := range []string{
		`<html lang="de"`, "Anfrage von", "Auch entscheiden können: Fabio.", "Es braucht 2 Ja.", "zurücknehmen", `href="?lang=en"`, ">English<",
		"Example &lt;Ltd&gt;", `src="https://cdn.example.com/logo.png"`, `fill="#0b57d0"`, `class="in2" colspan="2"><bdi>-`, `&#34;b\nc&#34;`,
	} {
		if !strings.Contains(html, want) {
			t.Errorf("the page lacks %q:\n%s", want, html)
		}
	}
	if csp := header.Get("Content-Security-Policy"); !strings.Contains(csp, "img-src https://cdn.example.com") {
		t.Errorf("Content-Security-Policy: %s", csp)
	}
	if _, html, _ := h.get(c, link+"?lang=%22%3E%3Cscript"); !strings.Contains(html, `<html lang="en"`) || strings.Contains(html, "<script") {
		t.Errorf("a language that there is not:\n%s", html)
	}
	_, html, _ = h.get(c, link+"?lang=de")
	_, html = h.post(c, link+"?lang=de", url.Values{"nonce": {nonceOf(t, html)}, "code": {h.code(r, "dana")}, "decision": {"approve"}, "reason": {""}})
	if !strings.Contains(html, "Ihr Ja ist") || h.state(r.ID).State != request.Pending {
		t.Errorf("after a yes in German:\n%s", html)
	}
}

func TestPageShowsAndDecides(t *testing.T) {
	h := newHall(t, nil)
	r := h.ask(`{"amount":40,"currency":"EUR","note":"<script>alert(1)</script>"}`)
	link := h.url(r.ID, "dana")
	c := h.browser()
	status, html, header := h.get(c, link)
	if status != http.StatusOK {
		t.Fatalf("GET: %d\n%s", status, html)
	}
	for _, want := range []string{
		"<bdi>amount:</bdi></th><td dir=\"auto\"><bdi>40</bdi>", "<bdi>currency:</bdi></th><td dir=\"auto\"><bdi>EUR</bdi>", "Eve", "&lt;script&gt;", "sha256", `lang="en"`,
		"Others who can decide: Fabio.", "the assistant hears of it",
	} {
		if !strings.Contains(html, want) {
			t.Errorf("the page lacks %q:\n%s", want, html)
		}
	}
	if strings.Contains(html, h.code(r, "dana")) || strings.Contains(html, "<script") {
		t.Errorf("the page has the code or a script:\n%s", html)
	}
	for k, want := range map[string]string{
		"Cache-Control": "no-store", "X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff",
	} {
		if header.Get(k) != want {
			t.Errorf("%s is %q, want %q", k, header.Get(k), want)
		}
	}
	if csp := header.Get("Content-Security-Policy"); !strings.Contains(csp, "default-src 'none'") || strings.Contains(csp, "unsafe") {
		t.Errorf("Content-Security-Policy: %s", csp)
	}
	// The code as people type it: lower case, with a space.
	code := strings.ToLower(h.code(r, "dana"))
	status, html = h.post(c, link, url.Values{"nonce": {nonceOf(t, html)}, "code": {" " + code[:3] + " " + code[3:]}, "decision": {"approve"}, "reason": {""}})
	if status != http.StatusOK || !strings.Contains(html, "Granted by Dana") {
		t.Errorf("POST: %d\n%s", status, html)
	}
	rec := h.state(r.ID)
	if rec.State != request.Granted || len(rec.Votes) != 1 || rec.Votes[0].Trust != message.Carrier || rec.Votes[0].Binding != "page" || rec.DecidedBy != "dana" {
		t.Errorf("record: %+v", rec)
	}
	if got := h.injected(); len(got) != 1 || got[0] != "granted by dana: " {
		t.Errorf("injected %q", got)
	}
	if status, html, _ = h.get(c, link); status != http.StatusGone || !strings.Contains(html, "Granted by Dana") || strings.Contains(html, "<form") {
		t.Errorf("GET after the decision: %d\n%s", status, html)
	}
	if status, html, _ = h.get(c, h.url(r.ID, "fabio")); status != http.StatusGone || !strings.Contains(html, `lang="it"`) {
		t.Errorf("the other approver's page: %d\n%s", status, html)
	}
}

func TestPageDenialHasAReason(t *testing.T) {
	h := newHall(t, nil)
	r := h.ask(`{"amount":40}`)
	link, c := h.url(r.ID, "fabio"), h.browser()
	_, html, _ := h.get(c, link)
	if !strings.Contains(html, "Rifiuta") {
		t.Errorf("not in Italian:\n%s", html)
	}
	h.post(c, link, url.Values{"nonce": {nonceOf(t, html)}, "code": {"[approval:" + h.code(r, "fabio") + "]"}, "decision": {"deny"}, "reason": {"troppo\n caro\x00"}})
	if got := h.injected(); len(got) != 1 || got[0] != "denied by fabio: troppo caro" {
		t.Errorf("injected %q", got)
	}
}

// Nothing but the right code with the page's own nonce decides.
func TestPageRefuses(t *testing.T) {
	h := newHall(t, nil)
	r := h.ask(`{"amount":40}`)
	link, code := h.url(r.ID, "dana"), h.code(r, "dana")
	c := h.browser()
	_, html, _ := h.get(c, link)
	nonce := nonceOf(t, html)
	other := h.browser()
	_, html, _ = h.get(other, link)
	othersNonce := nonceOf(t, html)
	_, html, _ = h.get(c, h.url(r.ID, "fabio"))
	fabiosNonce := nonceOf(t, html)
	good := url.Values{"nonce": {nonce}, "code": {code}, "decision": {"approve"}, "reason": {""}}
	with := func(k string, v ...string) url.Values {
		f := url.Values{}
		for key, val := range good {
			f[key] = val
		}
		f[k] = v
		return f
	}
	for name, tc := range map[string]struct {
		c    *http.Client
		f    url.Values
		want int
	}{
		"no code":                 {c, with("code", ""), 422},
		"wrong code":              {c, with("code", "AAAA22"), 422},
		"another approver's code": {c, with("code", h.code(r, "fabio")), 422},
		"two codes":               {c, with("code", code, code), 400},
		"no nonce":                {c, with("nonce"), 400},
		"empty nonce":             {c, with("nonce", ""), 410},
		"made up nonce":           {c, with("nonce", "1.A.b"), 410},
		"another browser's nonce": {c, with("nonce", othersNonce), 410},
		"another page's nonce":    {c, with("nonce", fabiosNonce), 410},
		"no cookie":               {&http.Client{}, good, 410},
		"both choices":            {c, with("decision", "approve", "deny"), 400},
		"no choice":               {c, with("decision", "yes"), 400},
		"too large":               {c, with("reason", strings.Repeat("x", 20<<10)), 413},
	} {
		status, html := h.post(tc.c, link, tc.f)
		if status != tc.want {
			t.Errorf("%s: %d, want %d\n%s", name, status, tc.want, html)
		}
		if strings.Contains(html, code) {
			t.Errorf("%s: the answer has the code", name)
		}
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, link, strings.NewReader(`{"decision":"approve"}`))
	noerr.Must(t, err)
	req.Header.Set("Content-Type", "application/json")
	res, err := c.Do(req)
	noerr.Must(t, err)
	_ = res.Body.Close()
	if res.StatusCode != http.StatusUnsupportedMediaType {
		t.Errorf("JSON: %d", res.StatusCode)
	}
	req, err = http.NewRequestWithContext(t.Context(), http.MethodPost, link, strings.NewReader(good.Encode()))
	noerr.Must(t, err)
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Sec-Fetch-Site", "cross-site")
	if res, err = c.Do(req); err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if res.StatusCode != http.StatusForbidden {
		t.Errorf("from another site: %d", res.StatusCode)
	}
	h.pass(2 * time.Hour)
	if status, html := h.post(c, link, good); status != http.StatusGone || !strings.Contains(html, "open for too long") || nonceOf(t, html) == nonce {
		t.Errorf("after two hours: %d\n%s", status, html)
	}
	if rec := h.state(r.ID); rec.State != request.Pending || len(rec.Votes) != 0 {
		t.Errorf("record: %+v", rec)
	}
}

func TestPageLinks(t *testing.T) {
	h := newHall(t, nil)
	r := h.ask(`{"amount":40}`)
	link, c := h.url(r.ID, "dana"), h.browser()
	i := strings.LastIndexByte(link, '/')
	for name, bad := range map[string]string{
		"no MAC":          link[:i],
		"cut MAC":         link[:len(link)-1],
		"another's MAC":   strings.Replace(link, "/dana/", "/fabio/", 1),
		"another request": strings.Replace(link, string(r.ID), "apr_01ARZ3NDEKTSV4RRFFQ69G5FAV", 1),
		"nothing":         h.srv.URL + "/approvals/",
		"more":            link + "/x",
	} {
		if status, html, _ := h.get(c, bad); status != http.StatusNotFound || strings.Contains(html, "amount") || !strings.Contains(html, "There is no such page.") {
			t.Errorf("%s: %d\n%s", name, status, html)
		}
	}
	q, err := http.NewRequestWithContext(t.Context(), http.MethodGet, link[:i], nil)
	if err != nil {
		t.Fatal(err)
	}
	q.Header.Set("Accept-Language", "xx, de-AT;q=0.9, en;q=0.1")
	resp, err := c.Do(q)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(resp.Body)
	_ = resp.Body.Close()
	if err != nil || !strings.Contains(string(b), "Diese Seite gibt es nicht.") || !strings.Contains(string(b), `lang="de"`) || resp.Header.Get("Vary") != "Accept-Language" {
		t.Errorf("in German: %v, %s", err, b)
	}
	// Signed, but of no request and of nobody's: the same answer.
	for name, l := range map[string]string{"no such request": h.url("apr_01ARZ3NDEKTSV4RRFFQ69G5FAV", "dana"), "not an approver": h.url(r.ID, "eve")} {
		if status, html, _ := h.get(c, l); status != http.StatusNotFound || strings.Contains(html, "amount") {
			t.Errorf("%s: %d\n%s", name, status, html)
		}
	}
	for _, u := range []string{"http://127.0.0.1:8080", "http://localhost:8080", "http://[::1]:1", "http://0.0.0.0:8080", ""} {
		p := *h.pages
		p.PublicURL = u
		if got := p.Link(r.ID, "dana"); got != "" {
			t.Errorf("a link to %s: %s", u, got)
		}
		if p.Local = true; u != "" && !strings.HasPrefix(p.Link(r.ID, "dana"), u+"/approvals/") {
			t.Errorf("for who sits at it, no link to %s", u)
		}
	}
	for _, m := range []string{http.MethodPut, http.MethodDelete, http.MethodPatch} {
		req, err := http.NewRequestWithContext(t.Context(), m, link, nil)
		noerr.Must(t, err)
		res, err := c.Do(req)
		noerr.Must(t, err)
		_ = res.Body.Close()
		if res.StatusCode != http.StatusMethodNotAllowed {
			t.Errorf("%s: %d", m, res.StatusCode)
		}
	}
}

// TestRivals has the known failures of other systems' links: none of them happens here.
func TestRivals(t *testing.T) {
	for name, test := range map[string]func(t *testing.T, h *hall, r request.Record, link string){
		"bots and previews press the button (n8n 13792, 28085, 27870; activepieces 14255, 14026, 14252)": func(t *testing.T, h *hall, _ request.Record, link string) {
			for _, agent := range []string{"Mozilla/5.0", "SkypeUriPreview Preview/0.5", "WhatsApp/2.24"} {
				for _, method := range []string{http.MethodHead, http.MethodGet, http.MethodOptions, http.MethodPut, http.MethodDelete} {
					for _, query := range []string{"", "?approved=true&decision=approve"} {
						req, err := http.NewRequestWithContext(t.Context(), method, link+query, nil)
						noerr.Must(t, err)
						req.Header.Set("User-Agent", agent)
						res, err := h.browser().Do(req)
						noerr.Must(t, err)
						_ = res.Body.Close()
					}
				}
			}
		},
		"a scanner sends the form (FusionAuth 2443)": func(t *testing.T, h *hall, _ request.Record, link string) {
			for range 6 { // more than wrong codes would be let through
				c := h.browser()
				_, html, _ := h.get(c, link)
				for _, code := range []string{"", " "} {
					if status, html := h.post(c, link, url.Values{"nonce": {nonceOf(t, html)}, "code": {code}, "decision": {"approve"}, "reason": {""}}); status != http.StatusUnprocessableEntity {
						t.Fatalf("%d\n%s", status, html)
					}
				}
			}
		},
		"a link is all that is needed (n8n, raw links in WhatsApp texts)": func(t *testing.T, h *hall, r request.Record, link string) {
			if strings.ContainsAny(link, "?#") || strings.Contains(link, h.code(r, "dana")) {
				t.Errorf("the link says more than whose page it is: %s", link)
			}
			c := h.browser()
			_, html, _ := h.get(c, link)
			if strings.Contains(html, h.code(r, "dana")) {
				t.Error("the page has the code")
			}
		},
		"the token is of the URL that a proxy changes (n8n 33218)": func(t *testing.T, h *hall, _ request.Record, link string) {
			req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, link, nil)
			noerr.Must(t, err)
			req.Host = "inner:8080"
			req.Header.Set("X-Forwarded-Host", "bridge.example.com")
			req.Header.Set("X-Forwarded-Proto", "https")
			res, err := h.browser().Do(req)
			noerr.Must(t, err)
			_ = res.Body.Close()
			if res.StatusCode != http.StatusOK {
				t.Errorf("behind a proxy: %d", res.StatusCode)
			}
		},
		"a used link is dead or asks again (activepieces, n8n 13144)": func(t *testing.T, h *hall, r request.Record, link string) {
			other := h.askIn("trn_2", `{"amount":41}`)
			otherLink, c := h.url(other.ID, "dana"), h.browser()
			_, html, _ := h.get(c, otherLink)
			f := url.Values{"nonce": {nonceOf(t, html)}, "code": {h.code(other, "dana")}, "decision": {"deny"}, "reason": {""}}
			for range 2 { // the second time the browser's "back" sends it
				if _, html := h.post(c, otherLink, f); !strings.Contains(html, "Denied by Dana") {
					t.Errorf("the answer: %s", html)
				}
			}
			if _, html, _ := h.get(c, otherLink); !strings.Contains(html, "Denied by Dana") || strings.Contains(html, "<form") {
				t.Errorf("the page of what is decided: %s", html)
			}
			// A code of one page is none of another.
			_, html, _ = h.get(c, link)
			if status, _ := h.post(c, link, url.Values{"nonce": {nonceOf(t, html)}, "code": {h.code(other, "dana")}, "decision": {"approve"}, "reason": {""}}); status != http.StatusUnprocessableEntity {
				t.Errorf("another request's code: %d", status)
			}
			if got := h.injected(); len(got) != 1 || !strings.HasPrefix(got[0], "denied by dana") {
				t.Errorf("injected %q", got)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHall(t, nil)
			r := h.ask(`{"amount":40}`)
			link := h.url(r.ID, "dana")
			test(t, h, r, link)
			if rec := h.state(r.ID); rec.State != request.Pending || len(rec.Votes) != 0 {
				t.Errorf("it is %s: %+v", rec.State, rec.Votes)
			}
			// The approver still can.
			c := h.browser()
			_, html, _ := h.get(c, link)
			if status, html := h.post(c, link, url.Values{"nonce": {nonceOf(t, html)}, "code": {h.code(r, "dana")}, "decision": {"approve"}, "reason": {""}}); status != http.StatusOK || !strings.Contains(html, "Granted by Dana") {
				t.Errorf("the approver: %d\n%s", status, html)
			}
		})
	}
}

// answer opens the page in a browser and sends its form.
func (h *hall) answer(c *http.Client, link, code, decision string) (int, string) {
	h.t.Helper()
	_, html, _ := h.get(c, link)
	f := url.Values{"nonce": {nonceOf(h.t, html)}, "code": {code}}
	if decision != "" {
		f.Set("decision", decision)
	}
	return h.post(c, link, f)
}

// stepUpCode takes the one-time code out of the outbox.
func (h *hall) stepUpCode(to message.Address) string {
	h.t.Helper()
	for payload := h.next(queue.Outbox); payload != nil; payload = h.next(queue.Outbox) {
		var m message.Outbound
		noerr.Must(h.t, json.Unmarshal(payload, &m))
		if code := regexp.MustCompile(`^\d{6}`).FindString(m.Text); code != "" && m.To == to {
			return code
		}
	}
	return ""
}

// Who was forwarded a prompt has link and code. Where a rule wants a proof, a yes on the
// page waits for a code that goes to the approver alone, and is typed there.
func TestPageStepUp(t *testing.T) {
	h := newHall(t, func(o *approvals.Options, _ *message.People) { o.Rules.Trust = message.Verified })
	r := h.ask(`{"amount":40}`)
	link, c := h.url(r.ID, "dana"), h.browser()
	status, html := h.answer(c, link, h.code(r, "dana"), "approve")
	if rec := h.state(r.ID); status != 200 || rec.State != request.Pending || len(rec.Votes) != 0 || !strings.Contains(html, "does not count yet") || !strings.Contains(html, "six digits") {
		t.Fatalf("%d, %s\n%s", status, rec.State, html)
	}
	code := h.stepUpCode("email:dana@example.com")
	if code == "" || strings.Contains(html, code) {
		t.Fatalf("the one-time code %q", code)
	}
	wrong := string('0'+(code[0]-'0'+1)%10) + code[1:]
	if _, html := h.answer(c, link, wrong, "approve"); h.state(r.ID).State != request.Pending || !strings.Contains(html, "Tries left: 4") {
		t.Errorf("wrong digits:\n%s", html)
	}
	if _, html := h.answer(c, link, code, "approve"); h.state(r.ID).State != request.Granted || !strings.Contains(html, "Granted by Dana") {
		t.Errorf("the digits: %s\n%s", h.state(r.ID).State, html)
	}
	if v := h.state(r.ID).Votes; len(v) != 1 || v[0].Stepped == nil || v[0].Trust != message.Verified {
		t.Errorf("the vote %+v", v)
	}
	// The other button denies with it.
	r = h.askIn("trn_2", `{"amount":41}`)
	link = h.url(r.ID, "dana")
	h.answer(c, link, h.code(r, "dana"), "approve")
	if h.answer(c, link, h.stepUpCode("email:dana@example.com"), "deny"); h.state(r.ID).State != request.Denied {
		t.Errorf("denied with the digits: %s", h.state(r.ID).State)
	}
}

// Wrong codes lock the browser that they were typed in, for a time that it is told, and
// nobody else: neither another browser of the approver nor another request.
func TestPageLocksOneBrowser(t *testing.T) {
	h := newHall(t, nil)
	r, other := h.ask(`{"amount":40}`), h.askIn("trn_2", `{"amount":41}`)
	link, mallory := h.url(r.ID, "dana"), h.browser()
	for i := range 6 {
		status, html := h.answer(mallory, link, fmt.Sprintf("AAAA2%d", i+2), "approve")
		if locked := i >= 4; (status == http.StatusTooManyRequests) != locked || strings.Contains(html, "no code from here is read until") != locked {
			t.Errorf("wrong code %d: %d\n%s", i, status, html)
		}
	}
	if status, _ := h.answer(mallory, link, h.code(r, "dana"), "approve"); status != http.StatusTooManyRequests || h.state(r.ID).State != request.Pending {
		t.Errorf("the right code in the locked browser: %d", status)
	}
	if h.answer(mallory, h.url(other.ID, "dana"), h.code(other, "dana"), "approve"); h.state(other.ID).State != request.Granted {
		t.Error("another request is locked, too")
	}
	if h.answer(h.browser(), link, h.code(r, "dana"), "approve"); h.state(r.ID).State != request.Granted {
		t.Error("another browser is locked, too")
	}
	r = h.askIn("trn_3", `{"amount":42}`)
	link = h.url(r.ID, "dana")
	for i := range 5 {
		h.answer(mallory, link, fmt.Sprintf("AAAA2%d", i+2), "approve")
	}
	h.pass(guess.Hold(0) + time.Second)
	if rec, err := h.svc.Get(t.Context(), r.ID); err != nil || rec.Guessed["page code dana"] != 5 {
		t.Errorf("counted %v, %v", rec.Guessed, err)
	}
}

// A page of which so many codes were guessed that one could be found takes no more.
func TestPageBearsSoManyGuesses(t *testing.T) {
	h := newHall(t, nil)
	r := h.ask(`{"amount":40}`)
	rec := h.state(r.ID)
	rec.Guessed = map[string]int{"page code dana": 999}
	noerr.Must(t, noerr.Of(h.store.Put(t.Context(), rec)))
	link := h.url(r.ID, "dana")
	h.answer(h.browser(), link, "AAAA22", "approve")
	if status, html := h.answer(h.browser(), link, h.code(r, "dana"), "approve"); status != http.StatusTooManyRequests || h.state(r.ID).State != request.Pending || !strings.Contains(html, "Reply to the message") {
		t.Errorf("%d, %s\n%s", status, h.state(r.ID).State, html)
	}
}

// The page says whose it is, and why a form decided nothing.
func TestPageSaysWhoseAndWhy(t *testing.T) {
	h := newHall(t, nil)
	r := h.ask(`{"amount":40}`)
	for who, want := range map[message.PersonID]string{"dana": "This page belongs to Dana.", "fabio": "Questa pagina appartiene a Fabio."} {
		if _, html, _ := h.get(h.browser(), h.url(r.ID, who)); !strings.Contains(html, want) {
			t.Errorf("%s: no %q\n%s", who, want, html)
		}
	}
	link := h.url(r.ID, "dana")
	if status, html := h.answer(h.browser(), link, h.code(r, "dana"), ""); status != http.StatusUnprocessableEntity || !strings.Contains(html, "choose one of the two") {
		t.Errorf("without a choice: %d\n%s", status, html)
	}
	_, html, _ := h.get(h.browser(), link)
	noCookies := &http.Client{}
	f := url.Values{"nonce": {nonceOf(t, html)}, "code": {h.code(r, "dana")}, "decision": {"approve"}}
	if status, html := h.post(noCookies, link, f); status != http.StatusGone || !strings.Contains(html, "keeps no cookies") {
		t.Errorf("without cookies: %d\n%s", status, html)
	}
	h.pass(2 * time.Hour)
	if status, html := h.post(noCookies, link, f); status != http.StatusGone || !strings.Contains(html, "open for too long") {
		t.Errorf("without the cookie of an old page: %d\n%s", status, html)
	}
	if rec := h.state(r.ID); rec.State != request.Pending || len(rec.Votes) != 0 {
		t.Errorf("%+v", rec)
	}
}

// The same form twice, and forms of two people at once: one decision, one injection.
func TestPageManyAtOnce(t *testing.T) {
	h := newHall(t, nil)
	r := h.ask(`{"amount":40}`)
	var posts []func()
	for i := range 20 {
		who := message.PersonID("dana")
		if i%2 == 1 {
			who = "fabio"
		}
		c, link := h.browser(), h.url(r.ID, who)
		_, html, _ := h.get(c, link)
		f := url.Values{"nonce": {nonceOf(t, html)}, "code": {h.code(r, who)}, "decision": {"approve"}}
		for range 2 {
			posts = append(posts, func() {
				res, err := c.PostForm(link, f)
				if err != nil {
					t.Error(err)
					return
				}
				b, _ := io.ReadAll(res.Body)
				_ = res.Body.Close()
				if res.StatusCode != http.StatusOK && res.StatusCode != http.StatusGone || !regexp.MustCompile(`Granted by|Already decided|Concess|Già deciso|Approvat`).Match(b) {
					t.Errorf("%d\n%s", res.StatusCode, b)
				}
			})
		}
	}
	var wg sync.WaitGroup
	for _, post := range posts {
		wg.Go(post)
	}
	wg.Wait()
	if rec := h.state(r.ID); rec.State != request.Granted || len(rec.Votes) != 1 {
		t.Errorf("record: %+v", rec)
	}
	if got := h.injected(); len(got) != 1 {
		t.Errorf("injected %q", got)
	}
}

func FuzzForm(f *testing.F) {
	f.Add("nonce=1.A.b&code=K7MP2Q&decision=approve&reason=")
	f.Add("nonce=&code=%00&decision=deny&decision=approve")
	f.Add("%zz;&=&code")
	f.Fuzz(func(t *testing.T, body string) {
		form, err := page.ParseForm(strings.NewReader(body))
		if err == nil && form.Decision == "approve" && !strings.Contains(body, "approve") {
			// "approve" may be percent-encoded: what counts is that it decodes to it.
			q, err := url.ParseQuery(body)
			if err != nil || q.Get("decision") != "approve" {
				t.Errorf("%q grants", body)
			}
		}
	})
}
