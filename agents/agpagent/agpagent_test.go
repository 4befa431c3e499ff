package agpagent

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"bridge/agents"
	"bridge/core/envelope"
	"bridge/core/wire/agp"
)

var ours, older, theirs = []byte("the key that is ours"), []byte("the older key of ours"), []byte("the key that is theirs")

// peer is an agent of others: it answers each envelope as the next of its words says. It is
// a transport, so that time can stand still.
type peer struct {
	*testing.T
	a     *Agent
	mu    sync.Mutex
	state map[string][]byte
	got   []agp.Message
	at    []time.Time
	words []func(agp.Message) *http.Response // the last one for ever
}

func at(t *testing.T, words []func(agp.Message) *http.Response, test func(p *peer)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		p := &peer{T: t, state: map[string][]byte{}, words: words}
		p.a = p.agent()
		test(p)
	})
}

func (p *peer) agent() *Agent {
	return New(Options{
		URL: "https://venue.example/agp", From: "us", To: "venue", Intent: agp.Search, Scheme: agp.Whole, TTL: agp.MaxTTL, Now: time.Now, State: p,
		Keys: agp.Keys(ours, older, time.Now()), PeerKeys: []agp.Key{{Secret: theirs}}, Client: &http.Client{Transport: p},
	})
}

func (p *peer) Get(_ context.Context, id string) ([]byte, bool, error) {
	b, ok := p.state[id]
	return b, ok, nil
}

func (p *peer) Put(_ context.Context, id string, b []byte) error { p.state[id] = b; return nil }

func (p *peer) RoundTrip(r *http.Request) (*http.Response, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	m, err := agp.Decode(b)
	for _, key := range [][]byte{ours, older} { // who is called may know one of them alone
		if err == nil {
			err = m.Verify(agp.Whole, r.Header.Values(agp.SignatureHeader), []agp.Key{{Secret: key}}, time.Now())
		}
	}
	if err != nil {
		p.Errorf("%s: %v", b, err)
	}
	p.got, p.at = append(p.got, m), append(p.at, time.Now())
	word := p.words[min(len(p.got), len(p.words))-1]
	resp := word(m)
	if resp == nil {
		return nil, errors.New("connection refused")
	}
	return resp, nil
}

// says answers with a payload, after change.
func says(payload string, change func(*agp.Envelope), key []byte) func(agp.Message) *http.Response {
	return func(q agp.Message) *http.Response {
		e := q.Answer([]byte(payload), time.Now())
		if change != nil {
			change(&e)
		}
		m, err := agp.Encode(e)
		if err != nil {
			panic(err)
		}
		return response(200, string(m.Canonical), agp.SignatureHeader, m.Sign(agp.Whole, []agp.Key{{Secret: key}}, time.Now()))
	}
}

func fails(c agp.Code, retry bool, after int) func(agp.Message) *http.Response {
	return func(agp.Message) *http.Response {
		return response(c.Status(), fmt.Sprintf(`{"error":{"code":%q,"message":"words","retryable":%t},"agent_context":null,"breaker":{"state":"open","failures":5,"retry_after_ms":%d}}`, c, retry, after), "", "")
	}
}

func gone(agp.Message) *http.Response { return nil }

func response(status int, body, name, value string) *http.Response {
	h := http.Header{}
	if name != "" {
		h.Set(name, value)
	}
	return &http.Response{StatusCode: status, Header: h, Body: io.NopCloser(strings.NewReader(body))}
}

func call(key string) agents.Call {
	return agents.Call{
		Key: key, Meta: agents.Meta{TurnID: strings.SplitN(key, "~", 2)[0], SessionID: "ses_1"},
		Parts: []envelope.Part{{Kind: envelope.KindData, Type: envelope.DomainData, Data: []byte(`{"party_size":4}`)}, envelope.TextPart(envelope.Response, "at the window")},
	}
}

func (p *peer) respond(a *Agent, c agents.Call) (envelope.Update, *agents.Error) {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.Context(), 2*time.Minute)
	defer cancel()
	for u, err := range a.Respond(ctx, c) {
		var e *agents.Error
		if err != nil && !errors.As(err, &e) {
			p.Fatalf("%T %v", err, err)
		}
		return u, e
	}
	p.Fatal("nothing came")
	return envelope.Update{}, nil
}

func TestAnswered(t *testing.T) {
	at(t, []func(agp.Message) *http.Response{says(`{"available":true,"text":"Yes, there is."}`, nil, theirs)}, func(p *peer) {
		u, err := p.respond(p.a, call("trn_1"))
		if err != nil || u.State != envelope.Complete || len(u.Parts) != 2 || u.Parts[0].Text != "Yes, there is." || string(u.Parts[1].Data) != `{"available":true,"text":"Yes, there is."}` {
			t.Fatalf("%+v, %v", u, err)
		}
		q := p.got[0]
		if string(q.Payload) != `{"party_size":4,"text":"at the window"}` || q.Correlation() != "trn_1" || q.Cap() != agp.MaxTTL {
			t.Errorf("%s", q.Canonical)
		}
	})
}

// TestByCode: what is tried again, and what is not (G20).
func TestByCode(t *testing.T) {
	good := says(`{}`, nil, theirs)
	for name, c := range map[string]struct {
		words []func(agp.Message) *http.Response
		code  string
		calls int
		least time.Duration
	}{
		"unreachable, then not": {[]func(agp.Message) *http.Response{fails(agp.VenueUnreachable, true, 0), good}, "", 2, firstWait},
		"for good":              {[]func(agp.Message) *http.Response{fails(agp.VenueUnreachable, false, 0), good}, "agp_venue_unreachable", 1, 0},
		"its breaker":           {[]func(agp.Message) *http.Response{fails(agp.CircuitOpen, true, 20_000), good}, "", 2, 20 * time.Second},
		"its probe":             {[]func(agp.Message) *http.Response{fails(agp.ProbeFailed, true, 0), good}, "", 2, firstWait},
		"too late":              {[]func(agp.Message) *http.Response{fails(agp.TTLExceeded, true, 0), good}, "", 2, firstWait},
		"signature":             {[]func(agp.Message) *http.Response{fails(agp.InvalidSignature, true, 0), good}, "agp_invalid_signature", 1, 0},
		"intent":                {[]func(agp.Message) *http.Response{fails(agp.UnknownIntent, true, 0), good}, "agp_unknown_intent", 1, 0},
		"conflict":              {[]func(agp.Message) *http.Response{fails(agp.IdempotencyConflict, false, 0), good}, "agp_idempotency_conflict", 1, 0},
		"a code of its own":     {[]func(agp.Message) *http.Response{fails("teapot", true, 0), good}, "agp_other", 1, 0},
		"gone, then back":       {[]func(agp.Message) *http.Response{gone, gone, good}, "", 3, 3 * firstWait},
		"a proxy":               {[]func(agp.Message) *http.Response{func(agp.Message) *http.Response { return response(502, "<html>", "", "") }, good}, "", 2, firstWait},
		"a page":                {[]func(agp.Message) *http.Response{func(agp.Message) *http.Response { return response(404, "<html>", "", "") }, good}, "agp_http_404", 1, 0},
		"another's signature":   {[]func(agp.Message) *http.Response{says(`{}`, nil, ours), good}, "agp_bad_answer", 1, 0},
		"from somebody else":    {[]func(agp.Message) *http.Response{says(`{}`, func(e *agp.Envelope) { e.From = "mallory" }, theirs), good}, "agp_bad_answer", 1, 0},
		"another context":       {[]func(agp.Message) *http.Response{says(`{}`, func(e *agp.Envelope) { e.Context = nil }, theirs), good}, "agp_bad_answer", 1, 0},
		"an old answer":         {[]func(agp.Message) *http.Response{says(`{}`, func(e *agp.Envelope) { e.Time = e.Time.Add(-301 * time.Second) }, theirs), good}, "agp_bad_answer", 1, 0},
		"longer than it waits":  {[]func(agp.Message) *http.Response{fails(agp.CircuitOpen, true, 3_600_000), good}, "agp_circuit_open", 1, 0},
	} {
		t.Run(name, func(t *testing.T) {
			at(t, c.words, func(p *peer) {
				began := time.Now()
				_, err := p.respond(p.a, call("trn_1"))
				code := ""
				if err != nil {
					if code = err.Code; !err.FailFast || err.Retry {
						t.Errorf("%+v", err)
					}
				}
				if code != c.code || len(p.got) != c.calls || time.Since(began) < c.least {
					t.Errorf("%q after %d calls and %v", code, len(p.got), time.Since(began))
				}
				for _, m := range p.got {
					if m.Stamp != p.got[0].Stamp {
						t.Error("another envelope was sent")
					}
				}
			})
		})
	}
}

// TestStamp: one step is one envelope, also for another process; others have others.
func TestStamp(t *testing.T) {
	at(t, []func(agp.Message) *http.Response{says(`{}`, nil, theirs)}, func(p *peer) {
		for _, key := range []string{"trn_1", "trn_2", "trn_1~1"} {
			p.respond(p.a, call(key))
		}
		time.Sleep(time.Minute)
		p.respond(p.agent(), call("trn_1")) // after a crash
		stamps := map[string]bool{}
		for _, m := range p.got {
			stamps[m.Stamp] = true
		}
		if len(p.got) != 4 || len(stamps) != 3 || p.got[3].Tuple() != p.got[0].Tuple() {
			t.Errorf("timestamps %q", slices.Collect(maps.Keys(stamps)))
		}
		time.Sleep(5 * time.Minute)
		if _, err := p.respond(p.agent(), call("trn_1")); err == nil || err.Code != "agp_stale" || len(p.got) != 4 {
			t.Errorf("%v: it was sent when nobody could know it again", err)
		}
		if _, err := p.respond(p.agent(), call("trn_1~2")); err != nil { // an operator wants it
			t.Error(err)
		}
	})
}

// TestBreaker: after five failures nobody waits for a call; then one probes.
func TestBreaker(t *testing.T) {
	at(t, []func(agp.Message) *http.Response{gone}, func(p *peer) {
		if _, err := p.respond(p.a, call("trn_1")); err == nil || err.Code != "agp_circuit_open" || !strings.Contains(err.Error(), "open after 5 failures") || len(p.got) != 5 {
			t.Fatalf("%v after %d calls", err, len(p.got))
		}
		began := time.Now()
		if _, err := p.respond(p.a, call("trn_2")); err == nil || err.Code != "agp_circuit_open" || time.Since(began) != 0 || len(p.got) != 5 {
			t.Errorf("%v after %v", err, time.Since(began))
		}
		time.Sleep(30 * time.Second)
		p.words = []func(agp.Message) *http.Response{says(`{}`, nil, theirs)}
		for range 2 {
			if _, err := p.respond(p.a, call("trn_2")); err != nil { // of its own type: noerr would take nil for an error
				t.Error(err)
			}
		}
	})
}
