package httpagent_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"bridge/agents"
	"bridge/agents/httpagent"
	"bridge/core/envelope"
	"bridge/internal/noerr"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// now is the clock of all agents under test.
func now() time.Time { return time.Unix(1614265330, 0) }

// newAgent returns an agent of the given URL.
func newAgent(t testing.TB, o httpagent.Options) *httpagent.Agent {
	t.Helper()
	if o.Now == nil {
		o.Now = now
	}
	a, err := httpagent.New(o)
	noerr.Must(t, err)
	t.Cleanup(a.CloseIdle)
	return a
}

// serve starts a server and returns an agent of it.
func serve(t testing.TB, h http.HandlerFunc) *httpagent.Agent {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return newAgent(t, httpagent.Options{URL: s.URL})
}

var call = agents.Call{
	Key:         "trn_1.apr_2",
	Parts:       []envelope.Part{envelope.TextPart(envelope.Response, "hello")},
	Meta:        agents.Meta{SessionID: "ses_1", TurnID: "trn_1", ReceivedAt: time.Unix(0, 0), Sender: "email:eve@example.com", Trust: "verified"},
	Traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
}

// respond reads the whole answer and writes it down: "state:type=text" per
// update. It stops where the bridge would, at a complete or error state.
func respond(t testing.TB, a agents.Agent, ctx context.Context) ([]string, *agents.Error) {
	t.Helper()
	var got []string
	for u, err := range a.Respond(ctx, call) {
		if err != nil {
			e, ok := errors.AsType[*agents.Error](err)
			if !ok {
				t.Fatalf("error %T %v is not an *agents.Error", err, err)
			}
			return got, e
		}
		s := string(u.State)
		for _, p := range u.Parts {
			s += ":" + string(p.Type) + "=" + p.Text + string(p.Data)
		}
		if got = append(got, s); u.State == envelope.Complete || u.State == envelope.Failed {
			break
		}
	}
	return got, nil
}

func TestRequest(t *testing.T) {
	var got *http.Request
	var body []byte
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = r
		body, _ = io.ReadAll(r.Body)
		w.WriteHeader(http.StatusNoContent)
	}))
	defer s.Close()
	a := newAgent(t, httpagent.Options{
		URL:     s.URL + "/respond?k=v",
		Secrets: [][]byte{[]byte("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"), []byte("the older secret")},
		Share:   agents.Share{Sender: true},
	})
	if got, err := respond(t, a, t.Context()); err != nil || len(got) != 1 || got[0] != "complete" {
		t.Fatalf("204: %q, %v", got, err)
	}
	if got.Method != "POST" || got.RequestURI != "/respond?k=v" {
		t.Errorf("%s %s", got.Method, got.RequestURI)
	}
	for name, want := range map[string]string{
		"Content-Type":      "application/json",
		"Accept":            "text/event-stream, application/x-ndjson, application/json",
		"Traceparent":       call.Traceparent,
		"Idempotency-Key":   "trn_1.apr_2",
		"Webhook-Id":        "trn_1.apr_2",
		"Webhook-Timestamp": "1614265330",
		"Webhook-Signature": wantSignatures,
	} {
		if v := got.Header.Values(name); len(v) != 1 || v[0] != want {
			t.Errorf("%s: %q, want %q", name, v, want)
		}
	}
	const want = `{"role":"user","parts":[{"text":"hello","metadata":{"partType":"response"},"partType":"response"}],"meta":{"sessionId":"ses_1",` +
		`"turnId":"trn_1","eventId":"trn_1","receivedAt":"1970-01-01T00:00:00Z","sender":"email:eve@example.com","trust":"verified"}}`
	if string(body) != want {
		t.Errorf("body\n%s\nwant\n%s", body, want)
	}
}

// wantSignatures was computed with Python's hmac over id.timestamp.body.
const wantSignatures = "v1,4K4tIWgrtFMRTt2IypYi56mfNzlxHE0P/5Parua370s= v1,+CoGQ2tO+F5tX+7J12HjAlYwtqwsqR6EL0VR2OYXKZQ="

func TestRequestUnsigned(t *testing.T) {
	a := serve(t, func(w http.ResponseWriter, r *http.Request) {
		for name := range r.Header {
			if strings.HasPrefix(name, "Webhook") {
				t.Errorf("%s is set without a secret", name)
			}
		}
	})
	respond(t, a, t.Context())
}

func TestNewErrors(t *testing.T) {
	for _, c := range []struct {
		o    httpagent.Options
		want string
	}{
		{httpagent.Options{}, "url: want"},
		{httpagent.Options{URL: "localhost:9000"}, "url: want"},
		{httpagent.Options{URL: "ftp://example.com"}, "url: want"},
		{httpagent.Options{URL: "http://user:hush%zz@example.com"}, "url: not a URL"},
		{httpagent.Options{URL: "http://a", Secrets: [][]byte{[]byte("hush-hush")}}, "secret 1: 9 bytes, want at least"},
		{httpagent.Options{URL: "http://a", Secrets: [][]byte{[]byte("whsec_")}}, "secret 1: 0 bytes"},
		{httpagent.Options{URL: "http://a", Secrets: [][]byte{[]byte("0123456789abcdef"), []byte("whsec_hush!")}}, "secret 2: not base64"},
	} {
		_, err := httpagent.New(c.o)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.o, err, c.want)
		} else if strings.Contains(err.Error(), "hush") {
			t.Errorf("the error shows the secret: %v", err)
		}
	}
}

// TestAnswers: every form of answer that docs/agents.md describes.
func TestAnswers(t *testing.T) {
	const (
		ack  = `{"parts":[{"text":"a","metadata":{"partType":"ack"}}],"conversationState":"awaiting"}`
		hi   = `{"text":"hi"}`
		done = `{"text":"hi","conversationState":"complete"}`
	)
	for _, c := range []struct {
		name, kind, body string
		want             string // updates, space-separated
		err              string // the beginning of code + ": " + text; "" = none
	}{
		{name: "JSON update without state", kind: "application/json", body: hi, want: "complete:response=hi"},
		{name: "JSON update with state", kind: "application/json; charset=utf-8", body: ack, want: "awaiting:ack=a"},
		{
			name: "JSON envelope", kind: "application/json", want: "complete:response=hi",
			body: `{"role":"agent","parts":[{"text":"hi","metadata":{"partType":"response"},"partType":"response"}],"meta":{"finalizedBy":"complete"}}`,
		},
		{name: "no content type", body: hi, want: "complete:response=hi"},
		{name: "byte order mark", kind: "application/json", body: "\xef\xbb\xbf" + hi, want: "complete:response=hi"},
		{name: "empty JSON", kind: "application/json", want: "complete"},
		{name: "white space", kind: "application/json", body: " \r\n", want: "complete"},
		{name: "empty text", kind: "text/plain", body: "\n", want: "complete"},
		{name: "empty NDJSON", kind: "application/x-ndjson", want: "complete"},
		{name: "empty SSE", kind: "text/event-stream", want: "complete"},
		{name: "plain text", kind: "text/plain", body: "hi *you*\n", want: "complete:response=hi *you*"},
		{name: "Markdown", kind: "Text/Markdown;charset=UTF-8", body: "# hi", want: "complete:response=# hi"},
		{name: "text with bytes that are not UTF-8", kind: "text/plain", body: "caf\xe9", want: "complete:response=caf\uFFFD"},
		{name: "text that looks like JSON", kind: "text/plain", body: hi, want: "complete:response=" + hi},
		{name: "NDJSON", kind: "application/x-ndjson", body: ack + "\n\n" + hi + "\r\n" + done, want: "awaiting:ack=a awaiting:response=hi complete:response=hi"},
		{name: "NDJSON after the end", kind: "application/x-ndjson", body: done + "\nnonsense", want: "complete:response=hi"},
		{name: "NDJSON without a terminal state", kind: "application/jsonl", body: hi, want: "awaiting:response=hi"},
		{name: "SSE", kind: "text/event-stream; charset=utf-8", body: "data: " + ack + "\n\nevent: x\r\ndata: " + done + "\r\n\r\n", want: "awaiting:ack=a complete:response=hi"},
		{name: "SSE, several lines", kind: "text/event-stream", body: "data: {\ndata: \"text\":\"hi\"}\n\n", want: "awaiting:response=hi"},
		{name: "SSE, an event that is not ended", kind: "text/event-stream", body: "data: " + hi + "\n\ndata: " + done + "\n", want: "awaiting:response=hi"},
		{
			name: "a Beach stream", kind: "text/event-stream", want: "awaiting:ack=a awaiting:response=hi complete",
			body: ": connected\n\nevent: ack\ndata: {\"type\":\"part\",\"part\":{\"partType\":\"ack\",\"text\":\"a\"}}\n\n" +
				"event: response\ndata: {\"type\":\"part\",\"part\":{\"text\":\"hi\",\"metadata\":{\"partType\":\"response\"}}}\n\nevent: settled\ndata: {\"type\":\"settled\"}\n\n",
		},
		{
			name: "a settled event repeats no parts", kind: "text/event-stream", want: "awaiting:response=hi clarifying",
			body: "event: response\ndata: " + hi + "\n\nevent: settled\ndata: {\"role\":\"agent\",\"parts\":[{\"text\":\"hi\",\"metadata\":{\"partType\":\"response\"}}],\"meta\":{\"finalizedBy\":\"clarifying\"}}\n\n",
		},
		{name: "a bad settled event", kind: "text/event-stream", body: "event: settled\ndata: [1]\n\n", err: "bad_json: settled: "},
		{name: "bad JSON", kind: "application/json", body: "nope", err: "bad_json: answer: "},
		{name: "half JSON, but all that was sent", kind: "application/json", body: `{"text":`, err: "bad_json: answer: "},
		{name: "half NDJSON, but all that was sent", kind: "application/x-ndjson", body: hi + "\n" + `{"text":`, want: "awaiting:response=hi", err: "bad_json: update 2 "},
		{name: "a web page", kind: "text/html", body: "<html>", err: `bad_json: content type "text/html": answer: `},
		{
			name: "a part without type", kind: "application/x-ndjson", body: ack + "\n" + `{"parts":[{"text":"x"}]}`, want: "awaiting:ack=a",
			err: `bad_json: update 2: parts[0].metadata.partType is missing (did you mean "response"?)`,
		},
		{name: "bad SSE", kind: "text/event-stream", body: ": hi\n\ndata: " + hi + "\n\ndata: nope\n\n", want: "awaiting:response=hi", err: "bad_json: update 2: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := serve(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header()["Content-Type"] = []string{c.kind}
				if c.kind == "" {
					w.Header()["Content-Type"] = nil // else net/http would guess one
				}
				io.WriteString(w, c.body)
			})
			got, err := respond(t, a, t.Context())
			if s := strings.Join(got, " "); s != c.want {
				t.Errorf("got %q, want %q", s, c.want)
			}
			checkError(t, err, c.err, false)
		})
	}
}

func checkError(t *testing.T, err *agents.Error, want string, retry bool) {
	t.Helper()
	if err == nil {
		if want != "" {
			t.Errorf("no error, want %q", want)
		}
		return
	}
	if s := err.Code + ": " + err.Err.Error(); want == "" || !strings.HasPrefix(s, want) || err.Retry != retry {
		t.Errorf("error %q (retry %v), want %q (retry %v)", s, err.Retry, want, retry)
	}
}

func TestStatus(t *testing.T) {
	date := now().Add(90 * time.Second).UTC().Format(http.TimeFormat)
	for _, c := range []struct {
		status     int
		retryAfter string
		body       string
		err        string
		retry      bool
		after      time.Duration
	}{
		{status: 400, body: "no \x1b[31mred\x00\n", err: `http_400: status 400: no \x1b[31mred\x00`},
		{status: 401, err: "http_401: status 401"},
		{status: 403, err: "http_403"},
		{status: 407, err: "http_407"},
		{status: 408, err: "http_408"},
		{status: 404, retryAfter: "5", err: "http_404"},
		{status: 500, body: `{"error":"boom"}`, err: `http_500: status 500: {"error":"boom"}`},
		{status: 501, err: "http_501"},
		{status: 500, body: strings.Repeat("é", 200), err: "http_500: status 500: " + strings.Repeat("é", 150)},
		{status: 429, err: "http_429", retry: true},
		{status: 429, retryAfter: "7", err: "http_429", retry: true, after: 7 * time.Second},
		{status: 502, retryAfter: " 0007 ", err: "http_502", retry: true, after: 7 * time.Second},
		{status: 503, retryAfter: date, err: "http_503", retry: true, after: 90 * time.Second},
		{status: 503, retryAfter: "601", err: "http_503", retry: true, after: 10 * time.Minute},
		{status: 503, retryAfter: strings.Repeat("9", 40), err: "http_503", retry: true, after: 10 * time.Minute},
		{status: 503, retryAfter: "Fri, 31 Dec 1999 23:59:59 GMT", err: "http_503", retry: true},
		{status: 504, retryAfter: "-3", err: "http_504", retry: true},
		{status: 504, retryAfter: "soon", err: "http_504", retry: true},
		{status: 301, err: "redirect: status 301"},
		{status: 307, err: "redirect: status 307"},
		{status: 304, err: "redirect: status 304"},
	} {
		t.Run(http.StatusText(c.status)+" "+c.retryAfter, func(t *testing.T) {
			requests := 0
			a := serve(t, func(w http.ResponseWriter, r *http.Request) {
				requests++
				if c.retryAfter != "" {
					w.Header().Set("Retry-After", c.retryAfter)
					w.Header().Set("Date", now().UTC().Format(http.TimeFormat)) // a time is by the agent's clock
				}
				w.Header().Set("Location", "/elsewhere")
				w.WriteHeader(c.status)
				io.WriteString(w, c.body)
			})
			got, err := respond(t, a, t.Context())
			if len(got) > 0 || err == nil {
				t.Fatalf("got %q, %v", got, err)
			}
			checkError(t, err, c.err, c.retry)
			if err.RetryAfter != c.after {
				t.Errorf("retry after %v, want %v", err.RetryAfter, c.after)
			}
			if down := !slices.Contains([]int{400, 301, 307, 304, 429}, c.status); err.Down != down || err.Quotes != (c.status >= 400) {
				t.Errorf("down %v, quotes %v", err.Down, err.Quotes)
			}
			if requests != 1 {
				t.Errorf("%d requests", requests)
			}
			if n := len(err.Err.Error()); n > 400 {
				t.Errorf("the error has %d bytes", n)
			}
		})
	}
}

func TestNoServer(t *testing.T) {
	s := httptest.NewServer(http.NotFoundHandler())
	s.Close()
	a := newAgent(t, httpagent.Options{URL: s.URL + "/?token=hush"})
	got, err := respond(t, a, t.Context())
	if len(got) > 0 || err == nil {
		t.Fatalf("got %q, %v", got, err)
	}
	checkError(t, err, "connect: call 127.0.0.1:", true)
	if strings.Contains(err.Error(), "hush") {
		t.Errorf("the error shows the query: %v", err)
	}
}

// TestRetryIsEqual: all attempts of a step send the same request.
func TestRetryIsEqual(t *testing.T) {
	var bodies, keys []string
	a := serve(t, func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		bodies, keys = append(bodies, string(b)), append(keys, r.Header.Get("Idempotency-Key"))
		w.WriteHeader(http.StatusServiceUnavailable)
	})
	respond(t, a, t.Context())
	respond(t, a, t.Context())
	if len(bodies) != 2 || bodies[0] != bodies[1] || keys[0] != keys[1] || !json.Valid([]byte(bodies[0])) {
		t.Errorf("requests differ: %q %q", bodies, keys)
	}
}
