package agp

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"bridge/adapters"
	"bridge/adapters/adaptertest"
	"bridge/core/message"
	wire "bridge/core/wire/agp"
	"bridge/internal/noerr"
)

// venue is a running channel before a floor.
type venue struct {
	*testing.T
	*adaptertest.Floor
	adaptertest.Uncounted
	a       *Adapter
	refused []string
	metered []string
}

var (
	peerKey, oldKey, ownKey = []byte("the key of a peer"), []byte("the older key of a peer"), []byte("the key of the venue")
	done                    = adapters.Turn{State: "complete", Settled: true, Envelope: []byte(`{"parts":[{"data":{"slots":["19:30"]},"metadata":{"partType":"domain-data"}}]}`)}
)

func turn(state, failure string) adapters.Turn {
	return adapters.Turn{State: state, Failure: failure, Settled: state != "suspended", Envelope: []byte(`{"parts":[{"text":"We are closed.","metadata":{"partType":"error"}}]}`)}
}

// at runs a test in a bubble: its clock stands still while something is done.
func at(t *testing.T, test func(v *venue)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		v := newVenue(t, adaptertest.NewFloor("venues", done))
		test(v)
		_ = v.a.Close()
		synctest.Wait()
	})
}

func newVenue(t *testing.T, f *adaptertest.Floor) *venue {
	t.Helper()
	v := &venue{T: t, Floor: f}
	f.Wait = 1500 * time.Millisecond
	v.a = New(Options{
		Name: f.Name, Turns: f, Buckets: f, Now: time.Now, Log: slog.New(slog.NewTextHandler(&f.Log, nil)),
		Config: Config{
			ID: "venue", Keys: []wire.Key{{Secret: ownKey}}, Intents: map[string]string{wire.Search: "desk", wire.Confirm: "desk", wire.List: "shelf"},
			Peers: map[string]Peer{"eve": {Keys: wire.Keys(peerKey, oldKey, time.Now()), Scheme: wire.Whole, Rate: 1000, Per: time.Minute}},
		},
		Counts: v,
	})
	return v
}

func (v *venue) Refused(_ message.ChannelName, reason string) { v.refused = append(v.refused, reason) }

func (v *venue) Metered(_ message.ChannelName, peer, intent string) {
	v.metered = append(v.metered, peer+" "+intent)
}

// query is an envelope of Eve's.
func (v *venue) query(change func(*wire.Envelope)) wire.Message {
	v.Helper()
	time.Sleep(time.Microsecond) // each has a timestamp of its own
	e := wire.Envelope{From: "eve", To: "venue", Intent: wire.Search, TTL: 10 * time.Second, Time: time.Now(), Payload: []byte(`{"party_size":4}`), Context: []byte(`{"tier":"pro"}`)}
	if change != nil {
		change(&e)
	}
	m, err := wire.Encode(e)
	if err != nil {
		v.Fatal(err)
	}
	return m
}

type reply struct {
	*httptest.ResponseRecorder
	wire.Failure
}

func (v *venue) post(body string, head http.Header) reply {
	v.Helper()
	return v.send(strings.NewReader(body), head)
}

func (v *venue) send(body io.Reader, head http.Header) reply {
	v.Helper()
	r := httptest.NewRequestWithContext(v.Context(), http.MethodPost, "/", body)
	r.Header = head
	w := httptest.NewRecorder()
	v.a.Routes(v.Accept).ServeHTTP(w, r)
	out := reply{ResponseRecorder: w}
	out.Failure, _ = wire.DecodeFailure(w.Body.Bytes())
	if w.Header().Get("X-Request-Id") == "" || !strings.Contains(v.Log.String(), w.Header().Get("X-Request-Id")) || !strings.Contains(v.Log.String(), "took=") {
		v.Error("no line of the log has the request")
	}
	return out
}

func signed(m wire.Message, key []byte) http.Header {
	h := http.Header{}
	h.Set(wire.SignatureHeader, m.Sign(wire.Whole, []wire.Key{{Secret: key}}, time.Now()))
	return h
}

func (v *venue) ask(m wire.Message) reply {
	v.Helper()
	return v.post(string(m.Canonical), signed(m, peerKey))
}

// answered reads the envelope of an answer as its caller does.
func (v *venue) answered(r reply, q wire.Message) string {
	v.Helper()
	m, err := wire.Decode(r.Body.Bytes())
	if err != nil || r.Code != http.StatusOK {
		v.Fatalf("%d %s: %v", r.Code, r.Body, err)
	}
	if err := m.Verify(wire.Whole, r.Header().Values(wire.SignatureHeader), []wire.Key{{Secret: ownKey}}, time.Now()); err != nil {
		v.Error(err)
	}
	if why := m.Answers(q.Envelope); why != "" || m.Fresh(time.Now()) != nil {
		v.Errorf("%s: %s", why, r.Body)
	}
	return string(m.Payload)
}

func (v *venue) code(r reply, want wire.Code, retry bool) {
	v.Helper()
	if r.Err.Code != want || r.Code != want.Status() || r.Err.Retryable != retry || r.Err.RequestID != r.Header().Get("X-Request-Id") || r.Err.Message == "" {
		v.Errorf("%d %s, want %s", r.Code, r.Body, want)
	}
}

// TestCalls: what every channel keeps on which programs call and wait. A repetition has the
// timestamp of the first, and comes within five minutes.
func TestCalls(t *testing.T) {
	epoch := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC) // of a bubble's clock
	adaptertest.Calls{
		Answer: done, Conflict: 409, Down: 503, Limit: 503, Rate: 503,
		Open: func(t *testing.T, f *adaptertest.Floor) (http.Handler, func() error) {
			v := newVenue(t, f)
			return v.a.Routes(f.Accept), v.a.Close
		},
		Ask: func(t *testing.T, id, content string) *http.Request {
			m := newVenue(t, adaptertest.NewFloor("x", done)).query(func(e *wire.Envelope) {
				e.Time, e.Payload = epoch.Add(time.Duration(len(id))+time.Duration(id[0])), fmt.Appendf(nil, `{"party":%q}`, content)
			})
			r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", bytes.NewReader(m.Canonical))
			r.Header = signed(m, peerKey)
			return r
		},
		Said: func(t *testing.T, w *httptest.ResponseRecorder) string {
			m, err := wire.Decode(w.Body.Bytes())
			noerr.Must(t, err)
			return string(m.Payload)
		},
	}.Run(t)
}

func TestAnswer(t *testing.T) {
	at(t, func(v *venue) {
		q := v.query(nil)
		if p := v.answered(v.ask(q), q); p != `{"slots":["19:30"]}` {
			t.Errorf("payload %s", p)
		}
		if len(v.metered) != 0 {
			t.Errorf("metered %q", v.metered)
		}
		in := v.In[0]
		if in.Agent != "desk" || in.From != "agp:eve" || in.Trust != message.Verified || !in.Deadline.Equal(in.ReceivedAt.Add(10*time.Second)) || in.Conversation != "" {
			t.Errorf("%+v", in)
		}
		if p := in.Parts[0]; string(p.Data) != `{"party_size":4}` || string(p.Metadata["intent"]) != `"booking.search"` || string(p.Metadata["agentContext"]) != `{"tier":"pro"}` || string(p.Metadata["fromAgent"]) != `"eve"` {
			t.Errorf("%s %s", p.Data, p.Metadata)
		}
	})
}

// TestPing: it has no effect at all.
func TestPing(t *testing.T) {
	at(t, func(v *venue) {
		q := v.query(func(e *wire.Envelope) { e.Intent = wire.Ping })
		for range 2 {
			if p := v.answered(v.ask(q), q); p != `{"status":"ok"}` || len(v.In) != 0 {
				t.Errorf("payload %s, %d turns", p, len(v.In))
			}
		}
	})
}

// TestOrder: what is wrong is said by its code; who is not proven learns of the form only.
func TestOrder(t *testing.T) {
	at(t, func(v *venue) {
		q := v.query(nil)
		body, good := string(q.Canonical), signed(q, peerKey)
		unproven := func(r reply, want wire.Code) {
			t.Helper()
			v.code(r, want, false)
			if string(r.Context) != "null" || r.Breaker.State != "unknown" {
				t.Errorf("a stranger learns %s", r.Body)
			}
		}
		unproven(v.post(strings.Replace(body, "agp/1", "agp/2", 1), nil), wire.UnsupportedProtocol)
		unproven(v.post(body+" x", good), wire.InvalidEnvelope)
		unproven(v.post(body, nil), wire.InvalidSignature)
		unproven(v.post(strings.Replace(body, "eve", "mallory", 1), good), wire.InvalidSignature)
		unproven(v.post(strings.Replace(body, "booking.search", "no.intent", 1), good), wire.InvalidSignature)
		old := v.query(func(e *wire.Envelope) { e.Time = e.Time.Add(-24 * time.Hour) })
		unproven(v.post(string(old.Canonical), signed(old, ownKey)), wire.InvalidSignature) // not that it is old
		gz := good.Clone()
		gz.Set("Content-Encoding", "gzip")
		unproven(v.post(body, gz), wire.InvalidEnvelope)
		proven := func(change func(*wire.Envelope), want wire.Code) {
			t.Helper()
			r := v.ask(v.query(change))
			v.code(r, want, false)
			if string(r.Context) != `{"tier":"pro"}` || r.Breaker.State != "closed" {
				t.Errorf("%s", r.Body)
			}
		}
		proven(func(e *wire.Envelope) { e.Intent, e.Time = "no.intent", old.Time }, wire.TimestampExpired)
		proven(func(e *wire.Envelope) { e.Intent = "no.intent" }, wire.UnknownIntent)
		proven(func(e *wire.Envelope) { e.To = "another venue" }, wire.VenueUnreachable)
		if len(v.In) != 0 {
			t.Errorf("%d turns", len(v.In))
		}
		want := []string{"unsupported_protocol", "invalid_envelope", "invalid_signature", "invalid_signature", "invalid_signature", "invalid_signature", "invalid_envelope", "timestamp_expired", "unknown_intent", "venue_unreachable"}
		if !slices.Equal(v.refused, want) {
			t.Errorf("counted %q", v.refused)
		}
		if v.ask(q).Code != http.StatusOK {
			t.Error("the good one was not taken")
		}
	})
}

// TestReplay: the window of five minutes, its edges included, and one effect within it.
func TestReplay(t *testing.T) {
	for after, ok := range map[time.Duration]bool{299 * time.Second: true, 300 * time.Second: true, 301 * time.Second: false} {
		at(t, func(v *venue) {
			q := v.query(func(e *wire.Envelope) { e.Intent = wire.Confirm })
			head := signed(q, peerKey)
			v.answered(v.post(string(q.Canonical), head), q)
			time.Sleep(time.Until(q.Time.Add(after)))
			again := v.post(string(q.Canonical), head)
			if ok {
				if p := v.answered(again, q); p != `{"slots":["19:30"]}` {
					t.Errorf("%v: %s", after, p)
				}
			} else {
				v.code(again, wire.TimestampExpired, false)
			}
			if len(v.In) != 1 || len(v.metered) != 1 || v.metered[0] != "eve booking.confirm" {
				t.Errorf("%v: %d turns, metered %q", after, len(v.In), v.metered)
			}
		})
	}
	at(t, func(v *venue) {
		for ahead, want := range map[time.Duration]int{300 * time.Second: 200, 301 * time.Second: 401} {
			if r := v.ask(v.query(func(e *wire.Envelope) { e.Time = e.Time.Add(ahead) })); r.Code != want {
				t.Errorf("%v ahead: %d", ahead, r.Code)
			}
		}
	})
}

// TestConflict: one tuple with two contents is not two events, and not the stored answer.
func TestConflict(t *testing.T) {
	at(t, func(v *venue) {
		q := v.query(nil)
		v.ask(q)
		for name, change := range map[string]func(*wire.Envelope){
			"payload": func(e *wire.Envelope) { e.Payload = []byte(`{"party_size":5}`) }, "context": func(e *wire.Envelope) { e.Context = nil }, "ttl": func(e *wire.Envelope) { e.TTL-- },
		} {
			v.code(v.ask(v.query(func(e *wire.Envelope) { e.Time = q.Time; e.TTL -= time.Millisecond; change(e) })), wire.IdempotencyConflict, false)
			_ = name
		}
		if v.ask(v.query(func(e *wire.Envelope) { e.Time, e.Intent = q.Time, wire.List })).Code != http.StatusOK {
			t.Error("another intent at the same time is another event")
		}
		if len(v.In) != 2 {
			t.Errorf("%d turns", len(v.In))
		}
	})
}

// TestOldKeys: a key that was replaced counts for ten minutes more.
func TestOldKeys(t *testing.T) {
	at(t, func(v *venue) {
		for _, c := range []struct {
			after time.Duration
			want  int
		}{{9*time.Minute + 59*time.Second, 200}, {2 * time.Second, 401}} {
			time.Sleep(c.after)
			q := v.query(nil)
			if r := v.post(string(q.Canonical), signed(q, oldKey)); r.Code != c.want {
				t.Errorf("%d %s", r.Code, r.Body)
			}
			v.answered(v.ask(q), q)
		}
	})
}

// TestTTL: the answer comes in time or not at all; what comes later is kept for the same
// envelope.
func TestTTL(t *testing.T) {
	at(t, func(v *venue) {
		v.Agent = func(message.Inbound) (time.Duration, adapters.Turn) { return 12 * time.Second, done }
		q := v.query(nil)
		began := time.Now()
		v.code(v.ask(q), wire.TTLExceeded, true)
		if took := time.Since(began); took != 10*time.Second {
			t.Errorf("it took %v", took)
		}
		if p := v.answered(v.ask(q), q); p != `{"slots":["19:30"]}` || len(v.In) != 1 {
			t.Errorf("%s, %d turns", p, len(v.In))
		}
		long := v.query(func(e *wire.Envelope) { e.TTL = time.Hour })
		v.Agent = func(message.Inbound) (time.Duration, adapters.Turn) { return time.Minute, done }
		began = time.Now()
		v.code(v.ask(long), wire.TTLExceeded, true)
		if took := time.Since(began); took != wire.MaxTTL {
			t.Errorf("the ceiling is %v", took)
		}
		v.Agent = func(message.Inbound) (time.Duration, adapters.Turn) { return 0, turn("error", adapters.FailedLate) }
		v.code(v.ask(v.query(nil)), wire.TTLExceeded, true)
		slow, n := v.query(nil), len(v.In)
		if v.code(v.send(slowly{bytes.NewReader(slow.Canonical)}, signed(slow, peerKey)), wire.TTLExceeded, true); len(v.In) != n {
			t.Error("a turn was begun whose time was over")
		}
	})
}

// slowly takes longer than a caller waits.
type slowly struct{ io.Reader }

func (s slowly) Read(b []byte) (int, error) {
	time.Sleep(10 * time.Second)
	return s.Reader.Read(b)
}

// TestCounts: a repetition of what failed, and a request of people, say nothing of the agent.
func TestCounts(t *testing.T) {
	at(t, func(v *venue) {
		v.Agent = func(message.Inbound) (time.Duration, adapters.Turn) { return 0, turn("suspended", "") }
		for range 6 {
			if r := v.ask(v.query(nil)); r.Err.Code != wire.TTLExceeded || r.Breaker.Failures != 0 {
				t.Errorf("%s", r.Body)
			}
		}
		v.Agent = func(message.Inbound) (time.Duration, adapters.Turn) { return 0, turn("error", "http_500") }
		q := v.query(nil)
		for range 6 {
			if r := v.ask(q); r.Err.Code != wire.VenueUnreachable || r.Breaker.Failures != 1 {
				t.Errorf("%s", r.Body)
			}
		}
	})
}

// TestBreaker: five failures in a row open it, for one agent; a probe closes it or fails.
func TestBreaker(t *testing.T) {
	at(t, func(v *venue) {
		ill := turn("error", "http_500")
		v.Agent = func(in message.Inbound) (time.Duration, adapters.Turn) {
			if in.Agent == "shelf" {
				return 0, done
			}
			return 0, ill
		}
		for range 5 {
			v.code(v.ask(v.query(nil)), wire.VenueUnreachable, false)
			v.code(v.ask(v.query(func(e *wire.Envelope) { e.Intent = "no.intent" })), wire.UnknownIntent, false) // no failure of the agent
		}
		r := v.ask(v.query(nil))
		v.code(r, wire.CircuitOpen, true)
		if b := r.Breaker; b.State != "open" || b.Failures != 5 || b.RetryAfter <= 0 || b.RetryAfter > 30_000 || r.Header().Get("Retry-After") != "30" {
			t.Errorf("%+v, Retry-After %s", b, r.Header().Get("Retry-After"))
		}
		list := v.query(func(e *wire.Envelope) { e.Intent = wire.List })
		v.answered(v.ask(list), list)
		if r := v.ask(v.query(func(e *wire.Envelope) { e.Intent = "no.intent" })); r.Breaker.Elsewhere != 1 {
			t.Errorf("%s", r.Body)
		}
		n := len(v.In)
		time.Sleep(30 * time.Second)
		v.code(v.ask(v.query(nil)), wire.ProbeFailed, false)
		v.code(v.ask(v.query(nil)), wire.CircuitOpen, true)
		if len(v.In) != n+1 {
			t.Errorf("%d calls while it was open", len(v.In)-n)
		}
		time.Sleep(30 * time.Second)
		ill = done
		for range 2 {
			q := v.query(nil)
			v.answered(v.ask(q), q)
		}
	})
}

// TestNotAsked: an envelope whose agent was not asked is tried anew when it comes again.
func TestNotAsked(t *testing.T) {
	at(t, func(v *venue) {
		first := turn("error", adapters.FailedOpen)
		v.Agent = func(message.Inbound) (time.Duration, adapters.Turn) { return 0, first }
		q := v.query(func(e *wire.Envelope) { e.Intent = wire.Confirm })
		v.code(v.ask(q), wire.CircuitOpen, true)
		v.code(v.ask(q), wire.CircuitOpen, true)
		first = done
		for range 2 {
			v.answered(v.ask(q), q)
		}
		if len(v.In) != 3 || v.In[1].ExternalID != v.In[0].ExternalID+"#1" {
			t.Errorf("%d turns", len(v.In))
		}
		if len(v.metered) != 1 {
			t.Errorf("metered %q", v.metered)
		}
	})
}

// TestRefusals: what an agent, the store or a limit says has a code of the seed.
func TestRefusals(t *testing.T) {
	at(t, func(v *venue) {
		v.Agent = func(message.Inbound) (time.Duration, adapters.Turn) { return 0, turn("error", "") }
		r := v.ask(v.query(nil))
		v.code(r, wire.VenueUnreachable, false)
		if !strings.HasSuffix(r.Err.Message, "We are closed.") {
			t.Errorf("%s", r.Body)
		}
		v.Agent = func(message.Inbound) (time.Duration, adapters.Turn) { return 0, turn("suspended", "") }
		v.code(v.ask(v.query(nil)), wire.TTLExceeded, true)
		v.Fail = errors.New("the disk /var/x is full")
		v.code(v.ask(v.query(nil)), wire.VenueUnreachable, true)
		v.Fail = &adapters.LimitError{Limit: "limits.x", Text: "too many"}
		v.code(v.ask(v.query(nil)), wire.VenueUnreachable, true)
		v.Fail, v.Left = nil, 0
		v.code(v.ask(v.query(nil)), wire.VenueUnreachable, true)
	})
}

// TestCorrelation: what is signed makes a session; a header is for logs alone.
func TestCorrelation(t *testing.T) {
	at(t, func(v *venue) {
		named := func(id string, intent string) message.Inbound {
			q := v.query(func(e *wire.Envelope) { e.Context, e.Intent = fmt.Appendf(nil, `{"correlation_id":%q}`, id), intent })
			v.answered(v.ask(q), q)
			return v.In[len(v.In)-1]
		}
		search, confirm, other, shelf := named("c-7", wire.Search), named("c-7", wire.Confirm), named("c-8", wire.Search), named("c-7", wire.List)
		if search.Conversation == "" || search.Conversation != confirm.Conversation || search.Conversation == other.Conversation || search.Conversation == shelf.Conversation {
			t.Error("sessions are not by agent and correlation_id")
		}
		q := v.query(nil)
		head := signed(q, peerKey)
		head.Set(wire.CorrelationHeader, "h-9")
		v.post(string(q.Canonical), head)
		if in := v.In[len(v.In)-1]; in.Correlation != "h-9" || in.Conversation != "" {
			t.Errorf("%+v", in)
		}
		for _, id := range []string{"c-7", "c-8", "h-9"} {
			if !strings.Contains(v.Log.String(), "correlation="+id) {
				t.Errorf("the log has no %s", id)
			}
		}
	})
}
