package twilioserver_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/twilio/twilio-go/client"
	api "github.com/twilio/twilio-go/rest/api/v2010"
	content "github.com/twilio/twilio-go/rest/content/v1"

	"bridge/internal/noerr"
	"bridge/internal/twilioserver"
	"bridge/internal/twilioserver/contract"
)

const (
	ours   = "+15005550006"
	person = "+393331234567"
)

// scene is a server with two numbers, a webhook that records, and Twilio's own client.
type scene struct {
	*twilioserver.Server
	t     *testing.T
	api   *api.ApiService
	hooks *httptest.Server

	mu     sync.Mutex
	calls  []url.Values
	status int
}

type toServer string

func (to toServer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host = "http", string(to)
	return http.DefaultTransport.RoundTrip(r)
}

func newScene(t *testing.T) *scene {
	s := &scene{t: t, status: http.StatusOK}
	var err error
	if s.Server, err = twilioserver.Start(twilioserver.Options{RetryDelay: time.Millisecond}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	contract.Watch(t, s.Server)
	s.hooks = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = r.ParseForm()
		if got := r.Header.Get("X-Twilio-Signature"); got != twilioserver.Sign(s.Account().Token, s.hooks.URL+r.RequestURI, r.PostForm) {
			t.Errorf("the signature of %s is %q", r.RequestURI, got)
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		r.PostForm.Set("path", r.URL.Path)
		s.calls = append(s.calls, r.PostForm)
		w.WriteHeader(s.status)
	}))
	t.Cleanup(s.hooks.Close)
	s.AddNumber(twilioserver.Number{Address: ours, SMSURL: s.hooks.URL + "/in?x=1#rc=5&rp=all"})
	s.AddNumber(twilioserver.Number{Address: "whatsapp:" + ours, SMSURL: s.hooks.URL + "/in#rc=2&rp=5xx"})
	a := s.Account()
	c := &client.Client{Credentials: client.NewCredentials(a.SID, a.Token), HTTPClient: &http.Client{Transport: toServer(strings.TrimPrefix(s.URL(), "http://"))}}
	c.SetAccountSid(a.SID)
	s.api = api.NewApiServiceWithClient(c)
	return s
}

// hooked returns the calls of a path with the parameters that are asked for.
func (s *scene) hooked(path, key string) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var vs []string
	for _, c := range s.calls {
		if c.Get("path") == path {
			vs = append(vs, c.Get(key))
		}
	}
	return vs
}

func (s *scene) send(to, body string, more ...func(*api.CreateMessageParams)) (*api.ApiV2010Message, int) {
	s.t.Helper()
	p := (&api.CreateMessageParams{}).SetTo(to).SetBody(body).SetFrom(ours).SetStatusCallback(s.hooks.URL + "/status")
	if strings.HasPrefix(to, "whatsapp:") {
		p.SetFrom("whatsapp:" + ours)
	}
	for _, f := range more {
		f(p)
	}
	m, err := s.api.CreateMessage(p)
	if e, ok := errors.AsType[*client.TwilioRestError](err); ok {
		return nil, e.Code
	}
	if err != nil {
		return nil, -1
	}
	return m, 0
}

func (s *scene) settle() {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), time.Minute)
	defer cancel()
	noerr.Must(s.t, s.Settle(ctx))
}

// TestSignVectors: the known signatures (token and values are made up).
func TestSignVectors(t *testing.T) {
	const token = "0123456789abcdef0123456789abcdef"
	for _, c := range []struct {
		url  string
		form url.Values
		want string
	}{
		{"https://bridge.example/twilio/in", url.Values{"Body": {"yes"}, "From": {"+15005550006"}, "To": {"+15005550001"}}, "/aU1HjWwy9vAJDdNvz9TF1AeM5A="},
		{"https://bridge.example/in", url.Values{"Body": {"a;b\r\nc & d=é%"}, "From": {"+1"}}, "h9+FsSGj4BtzPsbUKPfA5/IOSzk="},
		{"https://bridge.example/in", url.Values{"K": {"b", "a", "b"}, "Body": {"x"}}, "Zn8osEmuwXz3T2/5qeXQlGKTY4Q="},
	} {
		if got := twilioserver.Sign(token, c.url+"#rc=5", c.form); got != c.want {
			t.Errorf("%s %v: %s, want %s", c.url, c.form, got, c.want)
		}
	}
}

// TestSegments: the vectors of Twilio's calculator.
func TestSegments(t *testing.T) {
	for text, want := range map[string]int{
		strings.Repeat("a", 160): 1, strings.Repeat("a", 161): 2, strings.Repeat("a", 307): 3, strings.Repeat("€", 81): 2,
		strings.Repeat("a", 152) + "€" + strings.Repeat("a", 152): 3, strings.Repeat("я", 71): 2, strings.Repeat("👋", 66): 2, strings.Repeat("👋", 67): 3,
	} {
		if got := twilioserver.Segments(text); got != want {
			t.Errorf("%.20q…: %d segments, want %d", text, got, want)
		}
	}
}

func TestSend(t *testing.T) {
	s := newScene(t)
	m, code := s.send(person, "Hello")
	if code != 0 || *m.Status != "queued" || *m.NumSegments != "1" {
		t.Fatalf("code %d, %+v", code, m)
	}
	s.settle()
	if got := s.hooked("/status", "MessageStatus"); strings.Join(got, " ") != "sent delivered" {
		t.Errorf("statuses %v", got)
	}
	if got := s.Phone(person).Messages(); len(got) != 1 || got[0].Body != "Hello" || got[0].SID != *m.Sid {
		t.Errorf("the phone has %+v", got)
	}
	for _, c := range []struct {
		to, body string
		want     int
	}{
		{"+1", "x", 21211}, {person, "", 21619}, {person, strings.Repeat("👋", 801), 21617}, {person, strings.Repeat("a", 1600), 0}, {ours, "x", 21266},
	} {
		if _, code := s.send(c.to, c.body); code != c.want {
			t.Errorf("to %s, %d bytes: code %d, want %d", c.to, len(c.body), code, c.want)
		}
	}
	s.settle() // the callbacks of what was taken
	s.Phone(person).Plan(twilioserver.Plan{Code: 30003, Early: true, Repeat: 2})
	m, _ = s.send(person, "lost")
	if got := s.hooked("/status", "ErrorCode"); strings.Join(got[len(got)-4:], " ") != "  30003 30003" {
		t.Errorf("the codes are %q before the send is answered", got)
	}
	if s.Phone(person).Count() != 2 {
		t.Error("a message that failed reached the phone")
	}
	if got, err := s.api.FetchMessage(*m.Sid, nil); err != nil || *got.Status != "undelivered" || got.ErrorCode == nil {
		t.Errorf("fetched %+v, %v", got, err)
	}
}

// TestFaults: each way to fail says whether the message reached the phone.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		name    string
		fault   twilioserver.Fault
		code    int
		arrives int
	}{
		{"code", twilioserver.Fault{Code: 21614}, 21614, 0},
		{"throttled", twilioserver.Fault{Status: 429, Code: 20429, RetryAfter: time.Second}, 20429, 0},
		{"500 after accept", twilioserver.Fault{Status: 500, AfterAccept: true}, 20500, 1},
		{"HTML", twilioserver.Fault{HTML: true}, -1, 0},
		{"cut", twilioserver.Fault{Cut: true}, -1, 0},
		{"cut after accept", twilioserver.Fault{Cut: true, AfterAccept: true}, -1, 1},
		{"a late answer", twilioserver.Fault{AfterAccept: true, Delay: time.Millisecond}, 0, 1},
		{"slow", twilioserver.Fault{Delay: time.Millisecond}, 0, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScene(t)
			s.Fail(c.fault)
			if _, code := s.send(person, "x"); code != c.code {
				t.Errorf("code %d, want %d", code, c.code)
			}
			if got := s.Phone(person).Count(); got != c.arrives {
				t.Errorf("%d messages arrived, want %d", got, c.arrives)
			}
			if _, code := s.send(person, "y"); code != 0 {
				t.Errorf("the fault came again: %d", code)
			}
		})
	}
}

func TestList(t *testing.T) {
	s := newScene(t)
	for range 7 {
		s.send(person, "x")
		s.Advance(time.Minute)
	}
	s.settle()
	all, err := s.api.ListMessage((&api.ListMessageParams{}).SetTo(person).SetFrom(ours).SetPageSize(2))
	if err != nil || len(all) != 7 || *all[0].DateSent <= "" {
		t.Fatalf("%d messages by pages, %v", len(all), err)
	}
	since := s.Now().Add(-150 * time.Second)
	if late, err := s.api.ListMessage((&api.ListMessageParams{}).SetDateSentAfter(since)); err != nil || len(late) != 2 {
		t.Errorf("%d messages since %s, want 2: %v", len(late), since, err)
	}
	if none, err := s.api.ListMessage((&api.ListMessageParams{}).SetTo("+393330000000")); err != nil || len(none) != 0 {
		t.Errorf("%d messages to nobody, %v", len(none), err)
	}
}

// TestWebhook: retries as the fragment says, the same token and parameters.
func TestWebhook(t *testing.T) {
	s := newScene(t)
	s.status = 503
	if _, err := s.Phone(person).Text("a"); err == nil {
		t.Error("nobody took it, and no error")
	}
	if got := s.hooked("/in", "MessageSid"); len(got) != 6 || got[0] != got[5] {
		t.Errorf("tries %v", got)
	}
	s.status = 403
	sent, _ := s.Phone("whatsapp:" + person).Text("b") // repeats 5xx only
	if len(sent.Attempts) != 1 {
		t.Errorf("%d tries after a 403", len(sent.Attempts))
	}
	s.status = 200
	if again, err := s.Phone(person).Again(sent.SID); err != nil || again.SID != sent.SID {
		t.Errorf("again: %v", err)
	}
}

func TestOptOut(t *testing.T) {
	s := newScene(t)
	p := s.Phone(person)
	_, _ = p.Text(" stop ")
	if _, code := s.send(person, "x"); code != 21610 || !s.Blocked(ours, person) {
		t.Errorf("code %d after STOP", code)
	}
	if m := p.Messages(); len(m) != 1 || !m[0].Reply || !strings.Contains(m[0].Body, "unsubscribed") {
		t.Errorf("the phone has %+v", m)
	}
	_, _ = p.Text("stop please")
	_, _ = p.Text("Yes")
	if _, code := s.send(person, "x"); code != 0 {
		t.Errorf("code %d after YES", code)
	}
	if got := s.hooked("/in", "Body"); len(got) != 3 {
		t.Errorf("webhooks %q", got)
	}
}

// TestAdvancedOptOut: a Messaging Service says what it made of a message, for its whole
// pool; a webhook's answer may be a message, too.
func TestAdvancedOptOut(t *testing.T) {
	s := newScene(t)
	pool := s.AddService("all")
	for _, n := range []string{ours, "+15005550007"} {
		s.AddNumber(twilioserver.Number{Address: n, Service: pool, SMSURL: s.hooks.URL + "/in", Keywords: twilioserver.KeywordsAdvanced, OptIn: []string{"START"}})
	}
	p := s.Phone(person).Writes(ours)
	for _, text := range []string{"STOP", "yes", "HELP", "start"} {
		_, _ = p.Text(text)
		if blocked := text == "STOP" || text == "yes" || text == "HELP"; s.Blocked("+15005550007", person) != blocked {
			t.Errorf("blocked after %s: %t", text, !blocked)
		}
	}
	if got := s.hooked("/in", "OptOutType"); strings.Join(got, ",") != "STOP,,HELP,START" {
		t.Errorf("OptOutType %q", got)
	}
	if got := s.hooked("/in", "MessagingServiceSid"); got[0] != pool {
		t.Errorf("MessagingServiceSid %q", got)
	}
}

// TestIdentity: who hides the number is the BSUID everywhere, and reached by it.
func TestIdentity(t *testing.T) {
	s := newScene(t)
	const id = "US.13491208655302741918"
	p := s.Phone("whatsapp:" + person)
	p.Be(twilioserver.Profile{Name: "Zoë 🦊", BSUID: id})
	_, _ = p.Text("a")
	p.Be(twilioserver.Profile{Name: "Zoë 🦊", BSUID: id, Hidden: true})
	_, _ = p.Text("b")
	if got := s.hooked("/in", "From"); strings.Join(got, " ") != "whatsapp:"+person+" whatsapp:"+id {
		t.Errorf("From %q", got)
	}
	if got := s.hooked("/in", "ExternalUserId"); got[0] != "whatsapp:"+id || got[1] != got[0] {
		t.Errorf("ExternalUserId %q", got)
	}
	if got := s.hooked("/in", "WaId"); got[0] != strings.TrimPrefix(person, "+") || got[1] != "" {
		t.Errorf("WaId %q", got)
	}
	if _, code := s.send("whatsapp:"+id, "hello"); code != 0 || p.Count() != 1 {
		t.Errorf("code %d, %d messages at the phone", code, p.Count())
	}
}

// TestWindow: 24 hours after the person's message only approved content arrives.
func TestWindow(t *testing.T) {
	s := newScene(t)
	to := "whatsapp:" + person
	p := s.Phone(to)
	c := twilioserver.Content{
		Body: "Decide on {{1}} please", SMSBody: "{{1}}?", Buttons: []twilioserver.Button{{Title: "Approve", ID: "approve:{{2}}"}, {Title: "Deny", ID: "deny:{{2}}"}}, Approval: "pending",
	}
	c.SID = s.AddContent(c)
	prompt := func(p *api.CreateMessageParams) {
		p.Body = nil
		p.SetContentSid(c.SID).SetContentVariables(`{"1":"refund 40","2":"apr_1"}`)
	}
	last := func() string {
		s.settle()
		ms := s.Messages()
		return ms[len(ms)-1].Status
	}
	if s.send(to, "x"); last() != "failed" {
		t.Error("free text to somebody who never wrote")
	}
	_, _ = p.Text("hi")
	s.Advance(window - time.Minute)
	if s.send(to, "x"); last() != "delivered" {
		t.Error("free text within 24 hours")
	}
	if s.send(to, "", prompt); last() != "delivered" {
		t.Error("content within 24 hours")
	}
	s.Advance(2 * time.Minute)
	if s.send(to, "x"); last() != "failed" {
		t.Error("free text after 24 hours")
	}
	if s.send(to, "", prompt); last() != "failed" {
		t.Error("content that is not approved, after 24 hours")
	}
	c.Approval = "approved"
	s.AddContent(c)
	if s.send(to, "", prompt); last() != "delivered" {
		t.Error("approved content after 24 hours")
	}
	m := p.Messages()[p.Count()-1]
	b, _ := m.Button("Approve")
	if m.Body != "Decide on refund 40 please" || b.ID != "approve:apr_1" {
		t.Errorf("the prompt is %q with %+v", m.Body, m.Buttons)
	}
	noerr.Must(t, noerr.Of(p.Press(b)))
	if got, on := s.hooked("/in", "ButtonPayload"), s.hooked("/in", "OriginalRepliedMessageSid"); got[len(got)-1] != "approve:apr_1" || on[len(on)-1] != m.SID {
		t.Errorf("pressed %q on %q", got, on)
	}
	for _, bad := range []string{`{"1":"a\nb","2":"x"}`, `{"1":"a"}`, `[]`, `{"1":2,"2":"x"}`} {
		if _, code := s.send(to, "", prompt, func(p *api.CreateMessageParams) { p.SetContentVariables(bad) }); code != 21656 {
			t.Errorf("variables %s: code %d", bad, code)
		}
	}
}

const window = 24 * time.Hour

// TestMedia: the bytes need credentials, and their storage must not get them.
func TestMedia(t *testing.T) {
	s := newScene(t)
	sent, err := s.Phone(person).SendMedia("look", twilioserver.File{MediaType: "image/png", Bytes: []byte("PNG")})
	noerr.Must(t, err)
	link := s.hooked("/in", "MediaUrl0")[0]
	get := func(method, link string, user bool) (int, string) {
		r, _ := http.NewRequestWithContext(t.Context(), method, link, nil)
		if user {
			r.SetBasicAuth(s.Account().SID, s.Account().Token)
		}
		c := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
		resp, err := c.Do(r)
		noerr.Must(t, err)
		defer resp.Body.Close()
		b, _ := io.ReadAll(resp.Body)
		if at := resp.Header.Get("Location"); at != "" {
			return resp.StatusCode, at
		}
		return resp.StatusCode, string(b)
	}
	if code, _ := get("GET", link, false); code != 401 {
		t.Errorf("status %d without credentials", code)
	}
	code, at := get("GET", link, true)
	if code != 307 || !strings.Contains(at, "/storage/") {
		t.Fatalf("status %d, to %s", code, at)
	}
	if code, body := get("GET", at, false); code != 200 || body != "PNG" {
		t.Errorf("the storage says %d %q", code, body)
	}
	if code, _ := get("GET", at, true); code != 400 || len(s.Leaked()) != 1 {
		t.Errorf("the storage says %d to credentials; noted %v", code, s.Leaked())
	}
	if list, err := s.api.ListMedia(sent.SID, nil); err != nil || len(list) != 1 || *list[0].ContentType != "image/png" {
		t.Errorf("the list has %+v, %v", list, err)
	}
	if code, _ := get("DELETE", link+".json", true); code != 204 {
		t.Errorf("deletion: status %d", code)
	}
	if code, _ := get("GET", at, false); code != 403 {
		t.Errorf("status %d for deleted bytes", code)
	}
	files := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/pdf")
		w.Header().Set("Content-Disposition", `attachment; filename="offer.pdf"`)
		_, _ = io.WriteString(w, "%PDF")
	}))
	defer files.Close()
	s.send(person, "here", func(p *api.CreateMessageParams) { p.SetMediaUrl([]string{files.URL + "/a"}) })
	if m := s.Phone(person).Messages(); len(m) != 1 || len(m[0].Media) != 1 || m[0].Media[0].Name != "offer.pdf" || string(m[0].Media[0].Bytes) != "%PDF" {
		t.Errorf("the phone shows %+v", m)
	}
}

// TestResources: what "bridge check" asks for.
func TestResources(t *testing.T) {
	s := newScene(t)
	numbers, err := s.api.ListIncomingPhoneNumber((&api.ListIncomingPhoneNumberParams{}).SetPhoneNumber(ours))
	if err != nil || len(numbers) != 1 || !strings.HasSuffix(*numbers[0].SmsUrl, "#rc=5&rp=all") {
		t.Errorf("numbers %+v, %v", numbers, err)
	}
	if a, err := s.api.FetchAccount(s.Account().SID); err != nil || *a.Status != "active" {
		t.Errorf("account %+v, %v", a, err)
	}
	sid := s.AddContent(twilioserver.Content{Name: "approval", Body: "x {{1}} y", Approval: "approved"})
	c := &client.Client{Credentials: client.NewCredentials(s.Account().SID, s.Account().Token), HTTPClient: &http.Client{Transport: toServer(strings.TrimPrefix(s.URL(), "http://"))}}
	contents := content.NewApiServiceWithClient(c)
	if got, err := contents.FetchContent(sid); err != nil || *got.FriendlyName != "approval" {
		t.Errorf("content %+v, %v", got, err)
	}
	if got, err := contents.FetchApprovalFetch(sid); err != nil || got.Whatsapp == nil || (*got.Whatsapp)["status"] != "approved" {
		t.Errorf("approval %+v, %v", got, err)
	}
	s.AddNumber(twilioserver.Number{Address: ours, Service: s.AddService("all")})
	if _, err := contents.FetchContent("HX0123456789abcdef0123456789abcdef"); err == nil {
		t.Error("an unknown content is found")
	}
}
