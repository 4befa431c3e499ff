package twilio

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/adapters"
	"bridge/adapters/adaptertest"
	"bridge/core/message"
	"bridge/internal/mac"
	"bridge/internal/noerr"
)

const (
	account = "AC00000000000000000000000000000001"
	public  = "https://bridge.example"
	us      = "+15005550006"
	them    = "+393331234567"
	private = "my secret words"
)

// buffer is a log that several goroutines write.
type buffer = adaptertest.Log

// inbox is a channel whose messages end in the test.
type inbox struct {
	Inbox
	server *httptest.Server
	log    *buffer

	mu         sync.Mutex
	taken      []Received
	deliveries []message.Delivery
	refused    []string
	alerts     []string
	fail       error
}

func newInbox(t *testing.T, change func(*Inbox)) *inbox {
	t.Helper()
	keys, err := mac.NewKeys(bytes.Repeat([]byte("k"), mac.MinSecret))
	noerr.Must(t, err)
	i := &inbox{log: &buffer{}}
	i.Inbox = Inbox{
		Channel: "sms", Account: Account{SID: account, Tokens: secrets(hookToken), From: us},
		Callbacks: Callbacks{PublicURL: public, Channel: "sms", Keys: keys},
		Delivered: func(_ context.Context, _ message.ChannelName, d message.Delivery) (string, error) {
			i.mu.Lock()
			defer i.mu.Unlock()
			if i.fail != nil {
				return "", i.fail
			}
			i.deliveries = append(i.deliveries, d)
			return "done", nil
		},
		Log: slog.New(slog.NewTextHandler(i.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Now: func() time.Time { return when },
		Metrics: Metrics{
			Refused: func(reason string) { i.mu.Lock(); defer i.mu.Unlock(); i.refused = append(i.refused, reason) },
			Alert:   func(_, text string) { i.mu.Lock(); defer i.mu.Unlock(); i.alerts = append(i.alerts, text) },
		},
	}
	if change != nil {
		change(&i.Inbox)
	}
	h := i.Routes(func(ctx context.Context, m Received) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		i.mu.Lock()
		defer i.mu.Unlock()
		if i.fail == nil {
			i.taken = append(i.taken, m)
		}
		return i.fail
	})
	i.server = httptest.NewServer(http.StripPrefix("/channels/sms", h))
	t.Cleanup(i.server.Close)
	t.Cleanup(func() {
		for _, s := range []string{them[1:], us[1:], private, url.QueryEscape(private), hookToken} {
			if strings.Contains(i.log.String(), s) {
				t.Errorf("the log has %q:\n%s", s, i.log.String())
			}
		}
	})
	return i
}

func sms(change func(url.Values)) url.Values {
	v := url.Values{
		"MessageSid": {"SM00000000000000000000000000000001"}, "SmsMessageSid": {"SM00000000000000000000000000000001"}, "AccountSid": {account},
		"From": {them}, "To": {us}, "Body": {private}, "NumMedia": {"0"}, "NumSegments": {"1"}, "SmsStatus": {"received"},
		"FromCity": {""}, "FromCountry": {"IT"}, "ApiVersion": {"2010-04-01"},
	}
	if change != nil {
		change(v)
	}
	return v
}

// post calls a path as Twilio does, signed for the public URL.
func (i *inbox) post(t *testing.T, path string, v url.Values) *http.Response {
	t.Helper()
	return i.send(t, path, v.Encode(), signForm(hookToken, public+path, v), "application/x-www-form-urlencoded; charset=UTF-8")
}

func (i *inbox) send(t *testing.T, path, body, signature, contentType string) *http.Response {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, i.server.URL+path, strings.NewReader(body))
	noerr.Must(t, err)
	if signature != "" {
		req.Header.Set(signatureHeader, signature)
	}
	req.Header.Set("Content-Type", contentType)
	return answer(t, req)
}

func answer(t *testing.T, req *http.Request) *http.Response {
	t.Helper()
	resp, err := http.DefaultClient.Do(req)
	noerr.Must(t, err)
	b, err := io.ReadAll(resp.Body)
	noerr.Must(t, err)
	_ = resp.Body.Close()
	resp.Body = io.NopCloser(bytes.NewReader(b))
	return resp
}

func text(t *testing.T, r *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(r.Body)
	noerr.Must(t, err)
	return string(b)
}

const inboundPath = "/channels/sms/inbound"

func TestInboundIsTaken(t *testing.T) {
	i := newInbox(t, nil)
	resp := i.post(t, inboundPath, sms(nil))
	if got := text(t, resp); resp.StatusCode != 200 || got != `<?xml version="1.0" encoding="UTF-8"?><Response/>` || !strings.HasPrefix(resp.Header.Get("Content-Type"), "text/xml") {
		t.Errorf("%d %s %q", resp.StatusCode, resp.Header.Get("Content-Type"), got)
	}
	if len(i.taken) != 1 || i.taken[0].Body != private || i.taken[0].From != them || i.taken[0].SID != "SM00000000000000000000000000000001" {
		t.Errorf("taken: %+v", i.taken)
	}
	// Unknown parameters, a parameter twice with one value, and later names of the id.
	v := sms(func(v url.Values) { v.Set("Brandnew", "1"); v["Body"] = []string{"x", "x"}; v.Del("MessageSid") })
	if resp := i.post(t, inboundPath, v); resp.StatusCode != 200 {
		t.Errorf("%d for what is new to us", resp.StatusCode)
	}
	if i.log.String() != "" {
		t.Errorf("log: %s", i.log.String())
	}
}

// TestBadInput: each gets its status, one line of log and one count, and nothing is taken.
func TestBadInput(t *testing.T) {
	form := "application/x-www-form-urlencoded"
	signed := func(path string, v url.Values) string { return signForm(hookToken, public+path, v) }
	good := sms(nil)
	jsonSum := sha256.Sum256([]byte(`{"a":1}`))
	jsonPath := inboundPath + "?bodySHA256=" + hex.EncodeToString(jsonSum[:])
	for _, c := range []struct {
		name, path, body, signature, contentType string
		status                                   int
		reason, says                             string
	}{
		{"no signature", inboundPath, good.Encode(), "", form, 403, "signature", "no signature"},
		{"forged", inboundPath, good.Encode(), "AAAAAAAAAAAAAAAAAAAAAAAAAAA=", form, 403, "signature", public + inboundPath},
		{"signed for another URL", inboundPath, good.Encode(), signForm(hookToken, "https://other.example"+inboundPath, good), form, 403, "signature", public + inboundPath},
		{"signed with an empty token", inboundPath, good.Encode(), signForm("", public+inboundPath, good), form, 403, "signature", "does not fit"},
		{"query that nobody signed", inboundPath + "?phone=393331234567", good.Encode(), signed(inboundPath, good), form, 403, "signature", inboundPath + "?…"},
		{"truncated escape", inboundPath, "Body=" + url.QueryEscape(private) + "%F", "AAAA", form, 400, "form", "broken escape"},
		{"text of another body", inboundPath, good.Encode() + "&Body=x", signed(inboundPath, good), form, 403, "signature", "does not fit"},
		{"JSON, not signed", inboundPath, `{"a":1}`, "", "application/json", 415, "form", "not signed"},
		{"JSON, signed", jsonPath, `{"a":1}`, sign(hookToken, public+jsonPath), "application/json", 415, "form", "Twilio has sent it"},
		{"multipart", inboundPath, good.Encode(), signed(inboundPath, good), "multipart/form-data; boundary=x", 415, "form", "not a form"},
		{"no type", inboundPath, good.Encode(), signed(inboundPath, good), "", 415, "form", "not a form"},
		{"1 MB", inboundPath, "Body=" + strings.Repeat("x", 1<<20), "AAAA", form, 413, "too_large", "131072"},
		{"2 MB of JSON", inboundPath, strings.Repeat("x", 2<<20), "", "application/json", 413, "too_large", "131072"},
		{"status, forged", "/channels/sms/status?m=x", "MessageStatus=failed", "AAAA", form, 403, "signature", "/channels/sms/status?…"},
	} {
		t.Run(c.name, func(t *testing.T) {
			i := newInbox(t, nil)
			resp := i.send(t, c.path, c.body, c.signature, c.contentType)
			i.refusedOnce(t, resp, c.status, c.reason, c.says)
		})
	}
	for _, c := range []struct {
		name   string
		change func(url.Values)
		status int
		reason string
	}{
		{"of another account", func(v url.Values) { v.Set("AccountSid", "AC00000000000000000000000000000002") }, 403, "account"},
		{"of no account", func(v url.Values) { v.Del("AccountSid") }, 403, "account"},
		{"to another number", func(v url.Values) { v.Set("To", "+15005550009") }, 403, "account"},
		{"of WhatsApp", func(v url.Values) { v.Set("To", "whatsapp:"+us) }, 403, "account"},
		{"a status by mistake", func(v url.Values) { v.Set("To", them); v.Set("From", us); v.Set("MessageStatus", "sent") }, 403, "account"},
		{"without an id", func(v url.Values) { v.Del("MessageSid"); v.Del("SmsMessageSid") }, 400, "form"},
		{"with a strange id", func(v url.Values) { v.Set("MessageSid", "../../etc") }, 400, "form"},
		{"without a sender", func(v url.Values) { v.Del("From") }, 400, "form"},
		{"two texts", func(v url.Values) { v["Body"] = []string{"YES", "NO"} }, 400, "form"},
		{"strange count of media", func(v url.Values) { v.Set("NumMedia", "many") }, 400, "form"},
		{"negative count of media", func(v url.Values) { v.Set("NumMedia", "-1") }, 400, "form"},
	} {
		t.Run("signed "+c.name, func(t *testing.T) {
			i := newInbox(t, nil)
			i.refusedOnce(t, i.post(t, inboundPath, sms(c.change)), c.status, c.reason, "")
		})
	}
	t.Run("GET", func(t *testing.T) {
		i := newInbox(t, nil)
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, i.server.URL+inboundPath+"?"+good.Encode(), http.NoBody)
		noerr.Must(t, err)
		resp := answer(t, req)
		i.refusedOnce(t, resp, 405, "method", "")
		if resp.Header.Get("Allow") != "POST" {
			t.Errorf("Allow: %q", resp.Header.Get("Allow"))
		}
	})
	t.Run("another path", func(t *testing.T) {
		i := newInbox(t, nil)
		for _, path := range []string{"/channels/sms/", "/channels/sms", "/channels/sms/inbound/", "/channels/sms/other"} {
			if resp := i.post(t, path, good); resp.StatusCode != 404 {
				t.Errorf("%s: %d", path, resp.StatusCode)
			}
		}
	})
	t.Run("body that ends early", func(t *testing.T) {
		i := newInbox(t, nil)
		conn, err := net.Dial("tcp", i.server.Listener.Addr().String())
		noerr.Must(t, err)
		defer conn.Close()
		noerr.Must(t, noerr.Of(io.WriteString(conn, "POST "+inboundPath+" HTTP/1.1\r\nHost: x\r\nContent-Type: "+form+"\r\nContent-Length: 100\r\n\r\nBody=x")))
		noerr.Must(t, conn.(*net.TCPConn).CloseWrite())
		b, err := io.ReadAll(conn)
		if err != nil || !strings.HasPrefix(string(b), "HTTP/1.1 400 ") {
			t.Errorf("%q, %v", b, err)
		}
	})
}

func (i *inbox) refusedOnce(t *testing.T, resp *http.Response, status int, reason, says string) {
	t.Helper()
	body := text(t, resp)
	if resp.StatusCode != status || strings.TrimSpace(body) != strings.ToLower(http.StatusText(status)) {
		t.Errorf("%d %q, want %d and no detail", resp.StatusCode, body, status)
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	if len(i.taken) != 0 || len(i.deliveries) != 0 {
		t.Errorf("taken: %+v %+v", i.taken, i.deliveries)
	}
	if !slices.Equal(i.refused, []string{reason}) {
		t.Errorf("counted %q, want %q", i.refused, reason)
	}
	log := i.log.String()
	if strings.Count(log, "\n") != 1 || !strings.Contains(log, "webhook refused") || !strings.Contains(log, says) {
		t.Errorf("log: %s, want one line with %q", log, says)
	}
}

// TestOwnMistakeIsTold: a wrong token or URL refuses all that people write, so
// operators hear of it; of forgeries they do not.
func TestOwnMistakeIsTold(t *testing.T) {
	i := newInbox(t, nil)
	v := sms(nil)
	i.send(t, inboundPath, v.Encode(), signForm("another0token0another0token0anot", public+inboundPath, v), "application/x-www-form-urlencoded")
	if len(i.alerts) != 1 || !strings.Contains(i.alerts[0], public+inboundPath) {
		t.Errorf("told: %q", i.alerts)
	}
	v.Set("AccountSid", "AC00000000000000000000000000000002")
	i.send(t, inboundPath, v.Encode(), "AAAA", "application/x-www-form-urlencoded")
	if len(i.alerts) != 1 {
		t.Errorf("told: %q", i.alerts)
	}
}

func TestMessagingService(t *testing.T) {
	const service = "MG00000000000000000000000000000001"
	i := newInbox(t, func(b *Inbox) { b.Account.From, b.Account.Service = "", service })
	for _, c := range []struct {
		service, to string
		status      int
	}{
		{service, us, 200},
		{service, "+15005550009", 200}, // any number of it
		{"", us, 200},                  // signed for this URL, of this account
		{"MG00000000000000000000000000000002", us, 403},
		{service, "whatsapp:" + us, 403},
	} {
		v := sms(func(v url.Values) { v.Set("MessagingServiceSid", c.service); v.Set("To", c.to) })
		if resp := i.post(t, inboundPath, v); resp.StatusCode != c.status {
			t.Errorf("%q to %s: %d, want %d", c.service, c.to, resp.StatusCode, c.status)
		}
	}
}

// TestNotTaken: Twilio is asked to call again, and the message is taken then.
func TestNotTaken(t *testing.T) {
	i := newInbox(t, nil)
	for _, c := range []struct {
		err    error
		status int
	}{
		{errors.New("the store is down"), 503},
		{&adapters.LimitError{Limit: "limits.turns_per_sender", Text: "Too many."}, 429},
	} {
		i.fail = c.err
		resp := i.post(t, inboundPath, sms(nil))
		if resp.StatusCode != c.status || resp.Header.Get("Retry-After") == "" || strings.Contains(text(t, resp), "store") {
			t.Errorf("%v: %d %v", c.err, resp.StatusCode, resp.Header)
		}
	}
	i.fail = nil
	if resp := i.post(t, inboundPath, sms(nil)); resp.StatusCode != 200 || len(i.taken) != 1 {
		t.Errorf("the retry: %d, %d taken", resp.StatusCode, len(i.taken))
	}
}

// TestHangUp: a message is taken in although Twilio did not wait for the answer,
// since it may never call again.
func TestHangUp(t *testing.T) {
	i := newInbox(t, nil)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	v := sms(nil)
	r := httptest.NewRequestWithContext(gone, http.MethodPost, inboundPath, strings.NewReader(v.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set(signatureHeader, signForm(hookToken, public+inboundPath, v))
	w := httptest.NewRecorder()
	i.server.Config.Handler.ServeHTTP(w, r)
	if w.Code != 200 || len(i.taken) != 1 {
		t.Errorf("%d, %d taken", w.Code, len(i.taken))
	}
}

func TestStatus(t *testing.T) {
	id := message.DerivedMessageID(when, "test")
	for _, c := range []struct {
		status, code string
		want         message.DeliveryState // "" = nothing is reported
	}{
		{"accepted", "", ""},
		{"scheduled", "", ""},
		{"queued", "", ""},
		{"sending", "", ""},
		{"received", "", ""},
		{"brandnew", "", ""},
		{"", "", ""},
		{"sent", "", message.DeliverySent},
		{"delivered", "", message.DeliveryDone},
		{"read", "", message.DeliveryRead},
		{"canceled", "", message.DeliveryFailed},
		{"undelivered", "", message.DeliveryFailed},
		{"undelivered", "30003", message.DeliveryFailed},
		{"undelivered", "30005", message.DeliveryDead},
		{"undelivered", "30006", message.DeliveryDead},
		{"undelivered", "30008", message.DeliveryFailed},
		{"failed", "21211", message.DeliveryDead},
		{"failed", "21610", message.DeliveryOptedOut},
		{"failed", "21614", message.DeliveryDead},
		{"failed", "63003", message.DeliveryDead},
		{"failed", "63014", message.DeliveryOptedOut},
		{"failed", "63016", message.DeliveryFailed},
		{"failed", "63024", message.DeliveryDead},
		{"failed", "text", message.DeliveryFailed},
	} {
		t.Run(c.status+c.code, func(t *testing.T) {
			i := newInbox(t, nil)
			path := strings.TrimPrefix(i.Callbacks.Status(id), public)
			v := url.Values{"MessageSid": {"SM00000000000000000000000000000007"}, "MessageStatus": {c.status}, "AccountSid": {account}, "From": {us}, "To": {them}}
			if c.code != "" {
				v.Set("ErrorCode", c.code)
			}
			resp := i.post(t, path, v)
			if resp.StatusCode != 204 || text(t, resp) != "" {
				t.Errorf("%d", resp.StatusCode)
			}
			if c.want == "" {
				if len(i.deliveries) != 0 {
					t.Errorf("reported: %+v", i.deliveries)
				}
				return
			}
			want := message.Delivery{Message: id, State: c.want, Provider: "SM00000000000000000000000000000007", Code: c.code, At: when}
			if c.code == "text" {
				want.Code = ""
			}
			if len(i.deliveries) != 1 || !reflect.DeepEqual(i.deliveries[0], want) {
				t.Errorf("reported %+v, want %+v", i.deliveries, want)
			}
		})
	}
}

func TestStatusOfOthers(t *testing.T) {
	i := newInbox(t, nil)
	id := message.DerivedMessageID(when, "test")
	good := strings.TrimPrefix(i.Callbacks.Status(id), public)
	v := url.Values{"MessageSid": {"SM00000000000000000000000000000007"}, "MessageStatus": {"delivered"}, "AccountSid": {account}}
	for _, path := range []string{"/channels/sms/status", "/channels/sms/status?m=" + string(id), good + "x", strings.Replace(good, "m=msg_", "m=msg_0", 1)} {
		if resp := i.post(t, path, v); resp.StatusCode != 204 {
			t.Errorf("%s: %d", path, resp.StatusCode)
		}
	}
	if len(i.deliveries) != 0 {
		t.Errorf("reported: %+v", i.deliveries)
	}
	v.Set("AccountSid", "AC00000000000000000000000000000002")
	if resp := i.post(t, good, v); resp.StatusCode != 403 || len(i.deliveries) != 0 {
		t.Errorf("of another account: %d", resp.StatusCode)
	}
	v.Set("AccountSid", account)
	i.fail = errors.New("the store is down")
	if resp := i.post(t, good, v); resp.StatusCode != 503 {
		t.Errorf("while the store is down: %d", resp.StatusCode)
	}
	i.fail = nil
	if resp := i.post(t, good, v); resp.StatusCode != 204 || len(i.deliveries) != 1 {
		t.Errorf("the retry: %d, %+v", resp.StatusCode, i.deliveries)
	}
}
