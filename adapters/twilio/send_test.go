package twilio

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"bridge/config"
	"bridge/core/message"
	"bridge/internal/noerr"
	"bridge/internal/twilioserver"
)

func TestSend(t *testing.T) {
	b := newBench(t, nil)
	id := testMessageID(t, "a")
	rc, err := b.sender().Send(t.Context(), id, Message{To: testTo, Body: strings.Repeat("a", 161)})
	noerr.Must(t, err)
	got := b.fake.Phone(testTo).Messages()
	if len(got) != 1 || got[0].From != testFrom || len(got[0].Body) != 161 {
		t.Fatalf("on the phone: %+v", got)
	}
	if rc.ProviderID != got[0].SID || len(rc.Refs) != 1 || string(rc.Refs[0]) != got[0].SID || rc.Detail != "queued, 2 segments" || b.segments != 2 {
		t.Errorf("receipt %+v, %d segments", rc, b.segments)
	}
	r := b.fake.Requests(twilioserver.Send)[0]
	form, _ := url.ParseQuery(string(r.Body))
	if r.Host != "api.twilio.com" || form.Get("StatusCallback") != b.opts.Callbacks.Status(id)+RetryFragment || form.Get("SmartEncoded") != "false" || len(form) != 5 {
		t.Errorf("request to %s: %v", r.Host, form)
	}
	if len(b.alerts) != 0 {
		t.Errorf("alerts: %v", b.alerts)
	}
}

func TestSendThroughService(t *testing.T) {
	b := newBench(t, nil)
	sid := b.fake.AddService("bridge")
	b.fake.AddNumber(twilioserver.Number{Address: testFrom, Service: sid})
	b.opts.Account.From, b.opts.Account.Service = "", sid
	rc, se := b.send(strings.Repeat("я", 71))
	if se != nil || rc.Detail != "accepted, 2 segments" || b.segments != 2 { // the answer says 0
		t.Errorf("%+v, %v, %d segments", rc, se, b.segments)
	}
	form, _ := url.ParseQuery(string(b.fake.Requests(twilioserver.Send)[0].Body))
	if form.Get("MessagingServiceSid") != sid || form.Has("From") {
		t.Errorf("request: %v", form)
	}
}

// What goes wrong, whether the message may have gone out, and that it then is there
// once or not at all.
func TestSendOutcomes(t *testing.T) {
	for _, c := range []struct {
		name    string
		fault   twilioserver.Fault
		kind    message.SendKind
		notSent bool
		code    string
		wait    time.Duration
		arrives int
	}{
		{"429", twilioserver.Fault{Status: 429, Code: 20429, RetryAfter: 7 * time.Second}, message.SendThrottled, true, "20429", 7 * time.Second, 0},
		{"429 of another kind", twilioserver.Fault{Status: 429, Code: 20001}, message.SendThrottled, true, "20001", 0, 0},
		{"500 before", twilioserver.Fault{Status: 500, Code: 20500}, message.SendUnreachable, false, "20500", 0, 0},
		{"500 after", twilioserver.Fault{Status: 500, Code: 20500, AfterAccept: true}, message.SendUnreachable, false, "20500", 0, 1},
		{"503 with a wait", twilioserver.Fault{Status: 503, Code: 20503, RetryAfter: time.Second}, message.SendUnreachable, false, "20503", time.Second, 0},
		{"a known code with 500", twilioserver.Fault{Status: 500, Code: 21610}, message.SendUnreachable, false, "21610", 0, 0},
		{"HTML", twilioserver.Fault{HTML: true}, message.SendUnreachable, false, "HTTP 502", 0, 0},
		{"HTML after", twilioserver.Fault{HTML: true, AfterAccept: true}, message.SendUnreachable, false, "HTTP 502", 0, 1},
		{"cut after", twilioserver.Fault{Cut: true, AfterAccept: true}, message.SendUnreachable, false, "", 0, 1},
		{"credentials", twilioserver.Fault{Status: 401, Code: 20003}, message.SendConfig, true, "20003", 0, 0},
		{"forbidden", twilioserver.Fault{Status: 403, Code: 29999}, message.SendConfig, true, "29999", 0, 0},
		{"an unknown code", twilioserver.Fault{Status: 400, Code: 29998, Message: "The number " + testTo + " is odd"}, message.SendRejected, true, "29998", 0, 0},
		{"loop breaker", twilioserver.Fault{Status: 429, Code: 14107, RetryAfter: time.Second}, message.SendThrottled, true, "14107", time.Minute, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, nil)
			b.opts.Account.Segments = config.Rate{N: 10, Per: time.Hour}
			b.fake.Fail(c.fault)
			_, se := b.send("hello")
			if se == nil || se.Kind != c.kind || se.NotSent != c.notSent || se.Code != c.code || se.RetryAfter != c.wait {
				t.Fatalf("%+v", se)
			}
			if se.Public == "" && se.Kind != message.SendUnreachable {
				t.Error("there is no sentence for people")
			}
			if n := b.fake.Phone(testTo).Count(); n != c.arrives {
				t.Errorf("%d messages arrived", n)
			}
			if used := b.buckets.used[segmentsKey]; (used == 0) != c.notSent {
				t.Errorf("%d segments are taken", used)
			}
			if alert := len(b.alerts) > 0; alert != (c.kind == message.SendConfig || c.code == "14107") {
				t.Errorf("alerts: %v", b.alerts)
			}
			for _, text := range b.alerts {
				noSecrets(t, errors.New(text))
			}
		})
	}
}

func TestSendNoAnswer(t *testing.T) {
	t.Run("in time", func(t *testing.T) {
		b := newBench(t, nil)
		b.fake.Fail(twilioserver.Fault{Delay: time.Minute})
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		defer cancel()
		_, se := b.sendMessage(ctx, Message{To: testTo, Body: "hello"})
		// Where the machine is so busy that not even the connection was made, it is not sent.
		if se == nil || se.Kind != message.SendUnreachable || !errors.Is(se, context.DeadlineExceeded) || se.NotSent && len(b.fake.Requests(twilioserver.Send)) > 0 {
			t.Errorf("%+v", se)
		}
	})
	t.Run("nobody there", func(t *testing.T) {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		noerr.Must(t, err)
		defer l.Close()
		b := newBench(t, func(o *SenderOptions) {
			o.Account.APIURL = "http://" + l.Addr().String()
			o.Account.Segments = config.Rate{N: 10, Per: time.Hour}
		})
		l.Close()
		b.opts.Account.Rate = config.Rate{N: 5, Per: time.Second}
		_, se := b.send("hello")
		if se == nil || se.Kind != message.SendUnreachable || !se.NotSent {
			t.Errorf("%+v", se)
		}
		for key, n := range b.buckets.used {
			if n != 0 {
				t.Errorf("%d tokens of %s are lost", n, key)
			}
		}
	})
	t.Run("TLS fails", func(t *testing.T) {
		srv := httptest.NewUnstartedServer(http.NotFoundHandler()) // its certificate is nobody's
		srv.Config.ErrorLog = log.New(io.Discard, "", 0)
		srv.StartTLS()
		defer srv.Close()
		b := newBench(t, func(o *SenderOptions) { o.Account.APIURL = srv.URL })
		if _, se := b.send("hello"); se == nil || se.Kind != message.SendUnreachable || !se.NotSent {
			t.Errorf("%+v", se)
		}
	})
	t.Run("closed in the middle of a kept connection", func(t *testing.T) {
		var calls atomic.Int32
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if calls.Add(1) == 1 {
				fmt.Fprint(w, `{"sid":"SM0123456789abcdef0123456789abcdef","status":"queued"}`)
				return
			}
			panic(http.ErrAbortHandler)
		}))
		defer srv.Close()
		b := newBench(t, func(o *SenderOptions) { o.Account.APIURL = srv.URL })
		s := b.sender()
		noerr.Must(t, noerr.Of(s.Send(t.Context(), testMessageID(t, "1"), Message{To: testTo, Body: "x"})))
		_, err := s.Send(t.Context(), testMessageID(t, "2"), Message{To: testTo, Body: "x"})
		if se, ok := errors.AsType[*message.SendError](err); !ok || se.NotSent || calls.Load() != 2 { // not tried again by anybody
			t.Errorf("%+v after %d calls", se, calls.Load())
		}
	})
}

// The answer is what another machine likes to say: it is not believed, and nothing of
// ours is given to it.
func TestSendOddAnswers(t *testing.T) {
	var stolen atomic.Bool
	thief := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { stolen.Store(true) }))
	defer thief.Close()
	for name, c := range map[string]struct {
		answer func(http.ResponseWriter, *http.Request)
		kind   message.SendKind
	}{
		"a redirect": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, thief.URL, http.StatusTemporaryRedirect)
		}, message.SendUnreachable},
		"an HTML success":  {func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>Welcome to the hotel</html>") }, message.SendUnreachable},
		"an empty success": {func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "{}") }, message.SendUnreachable},
		"endless": {func(w http.ResponseWriter, _ *http.Request) {
			for range maxAnswer/1024 + 2 {
				fmt.Fprint(w, strings.Repeat(" ", 1024))
			}
		}, message.SendUnreachable},
		"failed at once": {func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprint(w, `{"sid":"SM0123456789abcdef0123456789abcdef","status":"failed","error_code":21610}`)
		}, message.SendOptedOut},
	} {
		t.Run(name, func(t *testing.T) {
			srv := httptest.NewServer(http.HandlerFunc(c.answer))
			defer srv.Close()
			b := newBench(t, func(o *SenderOptions) { o.Account.APIURL = srv.URL })
			_, se := b.send("hello")
			if se == nil || se.Kind != c.kind || se.NotSent != (c.kind == message.SendOptedOut) {
				t.Errorf("%+v", se)
			}
		})
	}
	if stolen.Load() {
		t.Error("a redirect was followed")
	}
}

func TestSendInvalid(t *testing.T) {
	b := newBench(t, nil)
	for name, m := range map[string]Message{
		"too long":          {To: testTo, Body: strings.Repeat("a", 1601)},
		"too long in units": {To: testTo, Body: strings.Repeat("👋", 801)},
		"empty":             {To: testTo},
		"nobody":            {Body: "x"},
		"content and text":  {To: testTo, Body: "x", Content: "HX0123456789abcdef0123456789abcdef"},
	} {
		if _, se := b.sendMessage(t.Context(), m); se == nil || se.Kind != message.SendInvalid || !se.NotSent {
			t.Errorf("%s: %+v", name, se)
		}
	}
	if n := len(b.fake.Requests()); n != 0 {
		t.Errorf("%d requests", n)
	}
	if _, se := b.send(strings.Repeat("👋", 800)); se != nil {
		t.Error(se)
	}
}

func TestStatusCallbackHosts(t *testing.T) {
	b := newBench(t, nil)
	for host, want := range map[string]bool{
		"https://bridge.example.com": true, "https://192.0.2.7": true, "http://localhost:8080": false, "https://my_bridge.example.com": false,
		"http://127.0.0.1:8080": false, "http://10.1.2.3": false, "http://[::1]:80": false, "https://bridge": false,
	} {
		b.opts.Callbacks.PublicURL, b.opts.Account.APIURL = host, ""
		p, err := b.sender().params(testMessageID(t, "x"), Message{To: testTo, Body: "x"})
		if err != nil || p.Has("StatusCallback") != want {
			t.Errorf("%s: %v %v", host, p, err)
		}
	}
}

func TestPace(t *testing.T) {
	t.Run("waits a little", func(t *testing.T) {
		b := newBench(t, func(o *SenderOptions) { o.Account.Rate = config.Rate{N: 1, Per: time.Second} })
		b.buckets.wait, b.buckets.once = time.Millisecond, true
		for range 2 {
			if _, se := b.send("hello"); se != nil {
				t.Fatal(se)
			}
		}
	})
	t.Run("gives the lane back", func(t *testing.T) {
		b := newBench(t, func(o *SenderOptions) {
			o.Account.Rate, o.Account.Segments = config.Rate{N: 1, Per: time.Minute}, config.Rate{N: 10, Per: time.Hour}
		})
		b.buckets.wait = time.Minute
		if _, se := b.send("hello"); se != nil {
			t.Fatal(se)
		}
		_, se := b.send("hello")
		if se == nil || se.Kind != message.SendThrottled || !se.NotSent || se.RetryAfter != time.Minute || b.buckets.used[segmentsKey] != 1 {
			t.Errorf("%+v, taken %v", se, b.buckets.used)
		}
	})
	t.Run("segments of all channels", func(t *testing.T) {
		b := newBench(t, func(o *SenderOptions) { o.Account.Segments = config.Rate{N: 3, Per: time.Hour} })
		b.buckets.wait = 20 * time.Minute
		if _, se := b.send(strings.Repeat("a", 200)); se != nil {
			t.Fatal(se)
		}
		_, se := b.send(strings.Repeat("a", 200)) // of its two, one is left
		if se == nil || se.Kind != message.SendThrottled || !se.NotSent || se.Code != segmentsLimit || se.RetryAfter != 20*time.Minute {
			t.Errorf("%+v", se)
		}
		if b.buckets.used[segmentsKey] != 2 || !strings.Contains(b.alerts["sms segments"], segmentsLimit) {
			t.Errorf("taken %v, alerts %v", b.buckets.used, b.alerts)
		}
		if _, se := b.send("short"); se != nil {
			t.Error(se)
		}
		_, se = b.send(strings.Repeat("a", 700))
		if se == nil || se.Kind != message.SendInvalid {
			t.Errorf("more than the limit ever allows: %+v", se)
		}
	})
	t.Run("the store is down", func(t *testing.T) {
		b := newBench(t, func(o *SenderOptions) { o.Account.Segments = config.Rate{N: 3, Per: time.Hour} })
		b.buckets.err = errors.New("no store")
		if _, se := b.send("hello"); se == nil || se.Kind != message.SendUnreachable || !se.NotSent || len(b.fake.Requests()) != 0 {
			t.Errorf("%+v", se)
		}
	})
	t.Run("WhatsApp has no segments", func(t *testing.T) {
		b := newBench(t, func(o *SenderOptions) { o.Prefix, o.Account.Segments = "whatsapp:", config.Rate{N: 1, Per: time.Hour} })
		if _, err := b.fake.Phone("whatsapp:" + testTo).Text("hi"); err != nil {
			t.Log(err) // nobody listens; it counts as heard all the same
		}
		if _, se := b.send(strings.Repeat("a", 500)); se != nil || b.segments != 0 || len(b.buckets.used) != 0 {
			t.Errorf("%+v, %d segments, taken %v", se, b.segments, b.buckets.used)
		}
	})
}
