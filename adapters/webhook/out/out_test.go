package out_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"bridge/adapters"
	"bridge/adapters/webhook/out"
	"bridge/adapters/webhook/sign"
	"bridge/core/message"
	"bridge/internal/noerr"
)

var (
	_ adapters.Sender  = (*out.Sender)(nil)
	_ adapters.Patient = (*out.Sender)(nil)
	_ adapters.Gated   = (*out.Sender)(nil)
)

// TestSigned: what arrives is a Standard Webhooks message that every current secret
// verifies, the same under the same id when it is sent again.
func TestSigned(t *testing.T) {
	e := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	k := newKit(t, out.Config{URL: e.URL + "/hooks?key=1", AllowPrivate: loopback(), Secrets: []string{second, secret, seed}}, nil)
	m := event("msg_1")
	for range 2 {
		if r, err := k.Send(t.Context(), m); err != nil || r.Detail != "204" {
			t.Fatalf("%+v, %v", r, err)
		}
	}
	posts := e.got()
	if len(posts) != 2 || posts[0].body != posts[1].body || posts[0].method != "POST" {
		t.Fatalf("posts %+v", posts)
	}
	var body struct {
		Type      string          `json:"type"`
		Timestamp time.Time       `json:"timestamp"`
		Data      json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal([]byte(posts[0].body), &body); err != nil || body.Type != "turn.settled" || !body.Timestamp.Equal(m.CreatedAt) {
		t.Errorf("body %s: %v", posts[0].body, err)
	}
	for _, p := range posts {
		if p.header.Get("Webhook-Id") != "msg_1" || p.header.Get("User-Agent") != "Bridge/test" || p.header.Get("Content-Type") != "application/json" {
			t.Errorf("header %v", p.header)
		}
		for _, s := range []string{secret, second, "whpk_A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg="} {
			v, err := sign.New(sign.Config{Scheme: sign.Standard, Secrets: []string{s}, Tolerance: 5 * time.Minute})
			noerr.Must(t, err)
			if _, err := v.Verify(p.header, []byte(p.body), time.Now()); err != nil {
				t.Errorf("%s does not verify: %v", s[:6], err)
			}
		}
	}
}

// TestAnswers: what each answer makes of a message.
func TestAnswers(t *testing.T) {
	for _, c := range []struct {
		status int
		retry  string
		kind   message.SendKind // "" = sent
		wait   time.Duration
	}{
		{200, "", "", 0},
		{202, "100", "", 0},
		{299, "", "", 0},
		{302, "", message.SendUnreachable, 0},
		{400, "", message.SendUnreachable, 0},
		{401, "", message.SendUnreachable, 0},
		{404, "", message.SendUnreachable, 0},
		{410, "", message.SendOptedOut, 0},
		{429, "120", message.SendThrottled, 2 * time.Minute},
		{429, "-3", message.SendThrottled, 0},
		{429, "soon", message.SendThrottled, 0},
		{500, "", message.SendUnreachable, 0},
		{502, "7", message.SendUnreachable, 7 * time.Second},
		{503, "99999999999", message.SendThrottled, 0},
		{503, "9999999", message.SendThrottled, 24 * time.Hour},
	} {
		t.Run(fmt.Sprint(c.status, " ", c.retry), func(t *testing.T) {
			e := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				if c.retry != "" {
					w.Header().Set("Retry-After", c.retry)
				}
				w.WriteHeader(c.status)
				fmt.Fprint(w, "because\n\x1b[1m of\treasons")
			})
			k := newKit(t, out.Config{URL: e.URL, AllowPrivate: loopback()}, nil)
			r, err := k.Send(t.Context(), event("msg_1"))
			want := fmt.Sprintf("%d: because [1m of reasons", c.status)
			if c.kind == "" {
				if err != nil || r.Detail != want {
					t.Fatalf("%+v, %v", r, err)
				}
				return
			}
			se := failed(t, err)
			if se.Kind != c.kind || se.Code != fmt.Sprint(c.status) || c.status != 302 && se.Public != "the endpoint answered "+want {
				t.Errorf("%+v", se)
			}
			if c.retry != "99999999999" && se.RetryAfter != c.wait { // more than a number holds may be ignored
				t.Errorf("waits %v, want %v", se.RetryAfter, c.wait)
			}
			if strings.Contains(err.Error(), "because") {
				t.Errorf("the log would have the endpoint's words: %v", err)
			}
			if got := len(k.heard()); got != map[bool]int{true: 1}[c.status == 410] {
				t.Errorf("%d alerts", got)
			}
		})
	}
}

// TestRetryAfterDate: Retry-After may be a date.
func TestRetryAfterDate(t *testing.T) {
	e := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", time.Now().Add(time.Hour).UTC().Format(http.TimeFormat))
		w.WriteHeader(http.StatusTooManyRequests)
	})
	_, err := newKit(t, out.Config{URL: e.URL, AllowPrivate: loopback()}, nil).Send(t.Context(), event("msg_1"))
	if se := failed(t, err); se.RetryAfter < 50*time.Minute || se.RetryAfter > time.Hour {
		t.Errorf("waits %v", se.RetryAfter)
	}
}

// TestRedirectsAreNotFollowed: neither to a private address nor anywhere.
func TestRedirectsAreNotFollowed(t *testing.T) {
	other := serve(t, nil)
	for _, to := range []string{"http://169.254.169.254/latest/meta-data/", "http://localhost:1/", other.URL} {
		for _, status := range []int{301, 302, 303, 307, 308} {
			e := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Location", to)
				w.WriteHeader(status)
			})
			_, err := newKit(t, out.Config{URL: e.URL, AllowPrivate: loopback()}, nil).Send(t.Context(), event("msg_1"))
			if se := failed(t, err); se.Code != fmt.Sprint(status) || se.Final() {
				t.Errorf("%s: %v", to, err)
			}
		}
	}
	if n := len(other.got()); n != 0 {
		t.Errorf("%d requests followed", n)
	}
}

// TestPrivateAddresses: they are refused unless they are allowed, whatever their name.
func TestPrivateAddresses(t *testing.T) {
	e := serve(t, nil)
	_, port, _ := net.SplitHostPort(e.Listener.Addr().String())
	for _, c := range []struct {
		host  string
		allow string
		ok    bool
	}{
		{"localhost", "10.0.0.0/8", false},
		{"localhost", "127.0.0.0/8", true},
		{"127.0.0.1", "127.0.0.1/32", true},
	} {
		k := newKit(t, out.Config{URL: "http://" + c.host + ":" + port, AllowPrivate: []netip.Prefix{netip.MustParsePrefix(c.allow)}}, nil)
		_, err := k.Send(t.Context(), event("msg_1"))
		if c.ok && err != nil {
			t.Errorf("%s: %v", c.host, err)
		}
		if !c.ok {
			if se := failed(t, err); se.Kind != message.SendRejected || se.Code != "refused" || !se.NotSent {
				t.Errorf("%s: %v", c.host, err)
			}
		}
	}
	if n := len(e.got()); n != 2 {
		t.Errorf("%d requests arrived, want 2", n)
	}
}

// TestRebinding: a name that changes its address is judged at each connection.
func TestRebinding(t *testing.T) {
	e := serve(t, nil)
	_, port, _ := net.SplitHostPort(e.Listener.Addr().String())
	ip := make(chan [4]byte, 1)
	k := newKit(t, out.Config{URL: "http://hook.example.test:" + port, AllowPrivate: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}}, resolver(t, ip))
	for i, c := range []struct {
		ip [4]byte
		ok bool
	}{{[4]byte{127, 0, 0, 1}, true}, {[4]byte{127, 0, 0, 2}, false}, {[4]byte{169, 254, 169, 254}, false}, {[4]byte{10, 0, 0, 1}, false}, {[4]byte{127, 0, 0, 1}, true}} {
		ip <- c.ip
		_, err := k.Send(t.Context(), event("msg_1"))
		<-ip
		if c.ok != (err == nil) {
			t.Errorf("%d: %v: %v", i, c.ip, err)
		}
		if !c.ok && failed(t, err).Code != "refused" {
			t.Errorf("%d: %v", i, err)
		}
		_ = k.Close() // the next one connects anew
	}
	if n := len(e.got()); n != 2 {
		t.Errorf("%d requests arrived, want 2", n)
	}
}

// resolver asks a DNS server that answers every name with what ip holds.
func resolver(t *testing.T, ip chan [4]byte) *net.Resolver {
	t.Helper()
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	noerr.Must(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	go func() {
		b := make([]byte, 1500)
		for {
			n, from, err := conn.ReadFrom(b)
			if err != nil {
				return
			}
			var m dnsmessage.Message
			if m.Unpack(b[:n]) != nil || len(m.Questions) != 1 {
				continue
			}
			m.Response, m.Additionals = true, nil
			if q := m.Questions[0]; q.Type == dnsmessage.TypeA {
				a := <-ip
				ip <- a
				m.Answers = []dnsmessage.Resource{{Header: dnsmessage.ResourceHeader{Name: q.Name, Class: q.Class, TTL: 0}, Body: &dnsmessage.AResource{A: a}}}
			}
			if p, err := m.Pack(); err == nil {
				_, _ = conn.WriteTo(p, from)
			}
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "udp", conn.LocalAddr().String())
	}}
}

// TestNoAnswer: an attempt without an answer is tried again, and its text has no URL.
func TestNoAnswer(t *testing.T) {
	cut := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		c, _, _ := http.NewResponseController(w).Hijack()
		_ = c.Close()
	})
	gone := serve(t, nil)
	gone.Close()
	for url, code := range map[string]string{cut.URL: "no_answer", gone.URL: "connect"} {
		_, err := newKit(t, out.Config{URL: url + "/private?token=hush", AllowPrivate: loopback()}, nil).Send(t.Context(), event("msg_1"))
		se := failed(t, err)
		if se.Final() || se.Code != code || se.NotSent != (code == "connect") || strings.Contains(err.Error(), "hush") || strings.Contains(err.Error(), "private") {
			t.Errorf("%s: %v %+v", url, err, se)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	hang := serve(t, func(_ http.ResponseWriter, r *http.Request) { cancel(); <-r.Context().Done() })
	k := newKit(t, out.Config{URL: hang.URL, AllowPrivate: loopback()}, nil)
	if _, err := k.Send(ctx, event("msg_1")); err == nil || failed(t, err).Final() {
		t.Errorf("stopped: %v", err)
	}
}

// TestHugeAndEndlessAnswers: no more than a bound of an answer is read, and its status
// counts even if its body never ends.
func TestHugeAndEndlessAnswers(t *testing.T) {
	wrote := make(chan int, 1)
	huge := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		n := 0
		for range 64 {
			m, err := w.Write([]byte(strings.Repeat("x", 1<<20)))
			if n += m; err != nil {
				break
			}
		}
		wrote <- n
	})
	r, err := newKit(t, out.Config{URL: huge.URL, AllowPrivate: loopback()}, nil).Send(t.Context(), event("msg_1"))
	if err != nil || len(r.Detail) > 400 || !strings.HasSuffix(r.Detail, "…") {
		t.Errorf("%d bytes of detail, %v", len(r.Detail), err)
	}
	if n := <-wrote; n >= 64<<20 {
		t.Error("all 64 MB were read")
	}
	endless := serve(t, func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, "begun")
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	r, err = newKit(t, out.Config{URL: endless.URL, AllowPrivate: loopback()}, nil).Send(t.Context(), event("msg_1"))
	if err != nil || !strings.HasPrefix(r.Detail, "200") {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestSchedule: the waits are those of Standard Webhooks.
func TestSchedule(t *testing.T) {
	k := newKit(t, out.Config{URL: "https://x.example"}, nil)
	want := []time.Duration{
		5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour, 10 * time.Hour, 14 * time.Hour, 20 * time.Hour, 24 * time.Hour,
	}
	for i, w := range want {
		if d, more := k.Wait(i + 1); !more || d < w*9/10 || d > w*11/10 {
			t.Errorf("after attempt %d: %v %v, want about %v", i+1, d, more, w)
		}
	}
	if _, more := k.Wait(10); more {
		t.Error("there is an eleventh attempt")
	}
}

// TestOldMessages: what is five days old is not tried again, and operators hear of it.
func TestOldMessages(t *testing.T) {
	e := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) })
	k := newKit(t, out.Config{URL: e.URL, AllowPrivate: loopback()}, nil)
	m := event("msg_1")
	m.CreatedAt = time.Now().Add(-121 * time.Hour)
	_, err := k.Send(t.Context(), m)
	if se := failed(t, err); !se.Final() || se.Code != "500" || len(k.heard()) != 1 {
		t.Errorf("%v, alerts %v", err, k.heard())
	}
}

// TestCallbacks: the URL of each message has to be one of the hosts. One that is written as this machine is reached.
func TestCallbacks(t *testing.T) {
	e := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/gone" {
			w.WriteHeader(http.StatusGone)
		}
	})
	local := strings.Replace(e.URL, "127.0.0.1", "localhost", 1)
	k := newKit(t, out.Config{Hosts: []string{"https://*.example.com", e.URL, local}}, nil)
	for url, want := range map[string]struct {
		kind message.SendKind
		code string
	}{
		e.URL + "/done":                     {},
		local + "/done":                     {},
		e.URL + "/gone":                     {message.SendRejected, "410"},
		"https://example.com/":              {message.SendRejected, "url"},
		"http://ci.example.com/":            {message.SendRejected, "url"},
		"https://ci.example.com:8443/":      {message.SendRejected, "url"},
		"https://ci.example.com.evil.test/": {message.SendRejected, "url"},
		"https://u:p@ci.example.com/":       {message.SendRejected, "url"},
		"http://127.0.0.1:1/":               {message.SendRejected, "url"},
		"file:///etc/passwd":                {message.SendRejected, "url"},
		"":                                  {message.SendRejected, "url"},
	} {
		m := event("msg_1")
		m.To = message.Address("webhook:" + url)
		_, err := k.Send(t.Context(), m)
		if want.kind == "" {
			if err != nil {
				t.Errorf("%s: %v", url, err)
			}
			continue
		}
		if se := failed(t, err); se.Kind != want.kind || se.Code != want.code {
			t.Errorf("%s: %v", url, err)
		}
	}
	if len(k.heard()) != 0 { // nothing else goes to that URL
		t.Errorf("alerts %v", k.heard())
	}
	noerr.Want(t, out.Allowed([]string{"https://*.example.com"}, "https://ci.example.com./x"))
}

// TestBreaker: after five failures in a row messages wait; one at a time tries again.
func TestBreaker(t *testing.T) {
	ok := make(chan bool, 1)
	ok <- false
	e := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		up := <-ok
		ok <- up
		if !up {
			w.WriteHeader(500)
		}
	})
	k := newKit(t, out.Config{URL: e.URL, AllowPrivate: loopback(), Order: out.OrderSession}, nil)
	for i := range 5 {
		if wait, _ := k.Ready(event("msg_1")); wait != 0 {
			t.Fatalf("waits after %d failures", i)
		}
		_, err := k.Send(t.Context(), event("msg_1"))
		failed(t, err)
	}
	wait, why := k.Ready(event("msg_2"))
	if wait <= 0 || wait > 30*time.Second || !strings.Contains(why, "breaker") || k.opened != 1 {
		t.Errorf("wait %v %q, opened %d", wait, why, k.opened)
	}
	_, err := k.Send(t.Context(), event("msg_2")) // another lane had asked before
	if se := failed(t, err); se.Code != "breaker_open" || !se.NotSent || se.RetryAfter <= 0 || len(e.got()) != 5 {
		t.Errorf("%v, %d requests", err, len(e.got()))
	}
	m := event("msg_3")
	m.CreatedAt = time.Now().Add(-121 * time.Hour)
	if wait, _ := k.Ready(m); wait != 0 {
		t.Error("what is too old waits for the breaker for ever")
	}
	if !slices.Equal(k.heard(), nil) {
		t.Errorf("alerts %v", k.heard())
	}
}

// TestAnswersOfOneMessageDoNotOpenTheBreaker: 404 says nothing of the endpoint.
func TestAnswersOfOneMessageDoNotOpenTheBreaker(t *testing.T) {
	e := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(404) })
	k := newKit(t, out.Config{URL: e.URL, AllowPrivate: loopback()}, nil)
	for range 20 {
		_, err := k.Send(t.Context(), event("msg_1"))
		failed(t, err)
	}
	if wait, _ := k.Ready(event("msg_2")); wait != 0 || len(e.got()) != 20 {
		t.Errorf("waits %v after %d requests", wait, len(e.got()))
	}
}

// TestCheck: mistakes of the configuration.
func TestCheck(t *testing.T) {
	good := out.Config{URL: "https://crm.example.com/hooks", Secrets: []string{secret}, Order: out.OrderEndpoint}
	for name, c := range map[string]struct {
		change func(*out.Config)
		key    string
	}{
		"good":           {func(*out.Config) {}, ""},
		"no URL at all":  {func(c *out.Config) { c.URL = "crm.example.com" }, "url"},
		"another scheme": {func(c *out.Config) { c.URL = "ftp://crm.example.com" }, "url"},
		"a password":     {func(c *out.Config) { c.URL = "https://a:b@crm.example.com" }, "url"},
		"too long":       {func(c *out.Config) { c.URL += strings.Repeat("x", 400) }, "url"},
		"loopback":       {func(c *out.Config) { c.URL = "http://127.0.0.1:9000" }, "url"},
		"metadata":       {func(c *out.Config) { c.URL = "http://169.254.169.254/" }, "url"},
		"own network":    {func(c *out.Config) { c.URL, c.AllowPrivate = "http://127.0.0.1:9000", loopback() }, ""},
		"no secret":      {func(c *out.Config) { c.Secrets = nil }, "secrets"},
		"a short secret": {func(c *out.Config) { c.Secrets = []string{"whsec_AAAA"} }, "secrets"},
		"another order":  {func(c *out.Config) { c.Order = "none" }, "order"},
	} {
		x := good
		c.change(&x)
		var keys []string
		for _, m := range x.Check() {
			keys = append(keys, m.Key)
		}
		if strings.Join(keys, " ") != c.key {
			t.Errorf("%s: mistakes of %v, want %q", name, keys, c.key)
		}
	}
}
