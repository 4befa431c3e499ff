package alfredagent

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"bridge/agents"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/core/wire/alfred"
	"bridge/internal/noerr"
)

var ours, theirs = []byte("the secret of our own tokens, long"), []byte("the secret of the issuer of tokens")

type word func(q alfred.Message) *http.Response

// peer is an agent of others; it is a transport, so that time can stand still.
type peer struct {
	*testing.T
	a     *Agent
	words []word // the last one for ever
	got   []alfred.Message

	state map[string][]byte
	told  map[string]envelope.Update // what turns were given, by its id
	away  error                      // of the turns
}

func (p *peer) Get(_ context.Context, id string) ([]byte, bool, error) {
	b, ok := p.state[id]
	return b, ok, nil
}

func (p *peer) Put(_ context.Context, id string, value []byte) error {
	p.state[id] = value
	return nil
}

func (p *peer) Wake(context.Context, string, string) error { return nil }

func (p *peer) Deliver(_ context.Context, turn, id string, u envelope.Update) error {
	if p.away == nil {
		p.told[turn+" "+id] = u
	}
	return p.away
}

func at(t *testing.T, words func(p *peer) []word, test func(p *peer)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		p := &peer{T: t, state: map[string][]byte{}, told: map[string]envelope.Update{}}
		p.words = words(p)
		p.a = New(Options{
			URL: "https://alfred.example/a2a", Us: alfred.Party{Agent: "us", Service: "us-service"}, Them: alfred.Party{Agent: "them", Service: "them-service"},
			Intent: "TREND_ANALYSIS", Tenant: "acme", Issuer: "bridge", Secret: ours, PeerIssuer: alfred.Issuer{Name: "alfred", Secrets: [][]byte{theirs}},
			Client: &http.Client{Transport: p}, Now: time.Now, Timeout: time.Minute, State: p, Turns: p, Log: slog.New(slog.DiscardHandler),
		})
		test(p)
	})
}

func (p *peer) RoundTrip(r *http.Request) (*http.Response, error) {
	b, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	q, err := alfred.Decode(b)
	if err != nil || q.Fresh(time.Now()) != nil {
		p.Fatalf("%s: %v", b, err)
	}
	if _, err := alfred.CheckToken(q.Token, alfred.Issuer{Name: "bridge", Secrets: [][]byte{ours}}, "us", "them", time.Now()); err != nil {
		p.Errorf("%v", err)
	}
	p.got = append(p.got, q)
	resp := p.words[min(len(p.got), len(p.words))-1](q)
	if resp == nil {
		return nil, errors.New("connection refused")
	}
	return resp, nil
}

func response(status int, body string) *http.Response {
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body))}
}

// says answers with an outcome, after change, with a token by a secret.
func (p *peer) says(o alfred.Outcome, change func(*alfred.Message), secret []byte) word {
	return func(q alfred.Message) *http.Response {
		b, err := o.Encode()
		if err != nil {
			p.Fatal(err)
		}
		m := q.Answer(alfred.TaskResponse, b)
		m.ID = message.NewCorrelation()
		if change != nil {
			change(&m)
		}
		if m.Token, err = alfred.Token(secret, "alfred", "them", "us", m.Intent, m.Tenant, time.Now()); err != nil {
			p.Fatal(err)
		}
		if m, err = alfred.Encode(m, time.Now()); err != nil {
			p.Fatal(err)
		}
		return response(200, string(m.Text))
	}
}

func (p *peer) respond() (envelope.Update, *agents.Error) {
	p.Helper()
	return p.respondTo(agents.Call{
		Key: "trn_1", Meta: agents.Meta{TurnID: "trn_1", SessionID: "ses_1"}, Traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
		Parts: []envelope.Part{{Kind: envelope.KindData, Type: envelope.DomainData, Data: []byte(`{"query":"x"}`)}},
	})
}

func (p *peer) respondTo(call agents.Call) (envelope.Update, *agents.Error) {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.Context(), 10*time.Minute)
	defer cancel()
	for u, err := range p.a.Respond(ctx, call) {
		var e *agents.Error
		if err != nil && !errors.As(err, &e) {
			p.Fatalf("%T %v", err, err)
		}
		return u, e
	}
	p.Fatal("nothing came")
	return envelope.Update{}, nil
}

func TestAnswers(t *testing.T) {
	good := alfred.Outcome{Status: alfred.Success, Results: []byte(`{"trends":[1],"text":"Two trends."}`)}
	failed := func(c alfred.Code, after int) alfred.Outcome {
		return alfred.Outcome{Status: alfred.Failed, Err: &alfred.Error{Code: c, Message: "words", Details: &alfred.Limits{RetryAfter: after}}}
	}
	for name, c := range map[string]struct {
		word  func(p *peer) word
		code  string
		retry bool
		wait  time.Duration
	}{
		"good":            {func(p *peer) word { return p.says(good, nil, theirs) }, "", false, 0},
		"a rate limit":    {func(p *peer) word { return p.says(failed(alfred.RateLimitExceeded, 60), nil, theirs) }, "alfred_RATE_LIMIT_EXCEEDED", true, time.Minute},
		"failed":          {func(p *peer) word { return p.says(failed(alfred.InternalError, 0), nil, theirs) }, "alfred_INTERNAL_ERROR", false, 0},
		"forbidden":       {func(p *peer) word { return p.says(failed(alfred.Forbidden, 0), nil, theirs) }, "alfred_FORBIDDEN", false, 0},
		"another's token": {func(p *peer) word { return p.says(good, nil, ours) }, "alfred_bad_answer", false, 0},
		"from somebody else": {func(p *peer) word {
			return p.says(good, func(m *alfred.Message) { m.Source.Agent = "mallory" }, theirs)
		}, "alfred_bad_answer", false, 0},
		"to something else": {func(p *peer) word { return p.says(good, func(m *alfred.Message) { m.Correlation = m.ID }, theirs) }, "alfred_bad_answer", false, 0},
		"of another tenant": {func(p *peer) word { return p.says(good, func(m *alfred.Message) { m.Tenant = "globex" }, theirs) }, "alfred_bad_answer", false, 0},
		"an unproven failure": {func(*peer) word {
			return func(alfred.Message) *http.Response {
				return response(401, `{"status":"ERROR","error":{"code":"UNAUTHENTICATED","message":"m"}}`)
			}
		}, "alfred_UNAUTHENTICATED", false, 0},
		"an unproven success": {func(*peer) word {
			return func(alfred.Message) *http.Response { return response(200, `{"status":"SUCCESS","results":{}}`) }
		}, "http_200", false, 0},
		"a proxy": {func(*peer) word { return func(alfred.Message) *http.Response { return response(502, "<html>") } }, "http_502", true, 0},
		"gone":    {func(*peer) word { return func(alfred.Message) *http.Response { return nil } }, "connect", true, 0},
	} {
		t.Run(name, func(t *testing.T) {
			at(t, func(p *peer) []word { return []word{c.word(p)} }, func(p *peer) {
				u, err := p.respond()
				if c.code == "" {
					if err != nil || len(u.Parts) != 2 || u.Parts[0].Text != "Two trends." {
						t.Errorf("%+v, %v", u, err)
					}
					return
				}
				if err == nil || err.Code != c.code || err.Retry != c.retry || err.RetryAfter != c.wait || len(p.got) != 1 {
					t.Errorf("%+v after %d calls", err, len(p.got))
				}
			})
		})
	}
}

// TestProof: what we send is signed where we have a key, and an answer proves whose it is.
func TestProof(t *testing.T) {
	mine, its := []byte("the key of our messages"), []byte("the key of their messages")
	for name, c := range map[string]struct {
		keys   [][]byte // of the peer
		by     []byte   // nil: the answer is not signed
		age    time.Duration
		tenant string // of its token
		ok     bool
	}{
		"signed":                    {[][]byte{its}, its, 300 * time.Second, "acme", true},
		"by the older of two keys":  {[][]byte{mine, its}, its, 0, "acme", true},
		"not signed, as agreed":     {nil, nil, 0, "", true},
		"not signed":                {[][]byte{its}, nil, 0, "acme", false},
		"by another key":            {[][]byte{its}, mine, 0, "acme", false},
		"by a key that nobody has":  {nil, its, 0, "acme", false},
		"old":                       {[][]byte{its}, its, 301 * time.Second, "acme", false},
		"a token of another tenant": {[][]byte{its}, its, 0, "globex", false},
	} {
		t.Run(name, func(t *testing.T) {
			at(t, func(p *peer) []word {
				return []word{func(q alfred.Message) *http.Response {
					noerr.Want(t, q.CheckSignature([][]byte{mine}))
					m := q.Answer(alfred.TaskResponse, []byte(`{"status":"SUCCESS"}`))
					m.ID = message.NewCorrelation()
					var err error
					if m.Token, err = alfred.Token(theirs, "alfred", "them", "us", m.Intent, c.tenant, time.Now()); err == nil {
						m, err = alfred.Encode(m, time.Now().Add(-c.age))
					}
					if err == nil && c.by != nil {
						m, err = alfred.Sign(m, c.by)
					}
					noerr.Want(t, err)
					return response(200, string(m.Text))
				}}
			}, func(p *peer) {
				p.a.o.Keys, p.a.o.PeerKeys = [][]byte{mine, its}, c.keys
				if _, err := p.respond(); (err == nil) != c.ok || err != nil && err.Code != "alfred_bad_answer" {
					t.Errorf("%v", err)
				}
			})
		})
	}
}

// TestAccepted: what takes time is asked for again under one id, with a new time and token; what
// takes longer is parked, and asked for by another call.
func TestAccepted(t *testing.T) {
	later := func(alfred.Message) *http.Response { return response(202, `{"status":"ACCEPTED"}`) }
	parked := agents.Call{Key: "trn_1.wake.1", Parked: true, Meta: agents.Meta{TurnID: "trn_1", SessionID: "ses_1"}}
	at(t, func(*peer) []word { return []word{later} }, func(p *peer) {
		if _, err := p.respondTo(parked); err == nil || err.Code != "state" {
			t.Errorf("nothing was asked: %v", err)
		}
		if u, err := p.respond(); err != nil || u.State != envelope.Delegated || len(p.got) != 5 { // at 0, 1, 3, 7 and 15 s
			t.Fatalf("%+v %v after %d calls", u, err, len(p.got))
		}
		if ready, err := p.a.Ready(t.Context(), parked); ready || err != nil {
			t.Errorf("%v %v", ready, err)
		}
		p.words = []word{func(alfred.Message) *http.Response { return response(503, "") }}
		if ready, err := p.a.Ready(t.Context(), parked); ready || err == nil {
			t.Errorf("%v %v", ready, err)
		}
		p.words = []word{p.says(alfred.Outcome{Status: alfred.Failed, Err: &alfred.Error{Code: alfred.Forbidden}}, nil, theirs)}
		if ready, err := p.a.Ready(t.Context(), parked); !ready || err != nil { // there is no more to wait for
			t.Errorf("%v %v", ready, err)
		}
		p.words = []word{p.says(alfred.Outcome{Status: alfred.Success, Results: []byte(`{"text":"Done."}`)}, nil, theirs)}
		if ready, err := p.a.Ready(t.Context(), parked); !ready || err != nil {
			t.Errorf("%v %v", ready, err)
		}
		if u, err := p.respondTo(parked); err != nil || u.State != envelope.Complete || u.Parts[0].Text != "Done." {
			t.Errorf("%+v %v", u, err)
		}
		first, last := p.got[0], p.got[len(p.got)-1]
		one, two := first.Content(), last.Content()
		if first.ID != last.ID || !first.V4() || one != two || first.Timestamp == last.Timestamp || first.Trace != "0af7651916cd43dd8448eb211c80319c" {
			t.Errorf("%s\n%s", first.Text, last.Text)
		}
	})
}

// post gives the agent's routes a message of the peer, and returns the status and the code.
func (p *peer) post(m alfred.Message, secret []byte) (int, alfred.Code) {
	p.Helper()
	var err error
	if m.Token, err = alfred.Token(secret, "alfred", "them", "us", m.Intent, m.Tenant, time.Now()); err != nil {
		p.Fatal(err)
	}
	if m, err = alfred.Encode(m, time.Now()); err != nil {
		p.Fatal(err)
	}
	w := httptest.NewRecorder()
	p.a.Routes().ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/", strings.NewReader(string(m.Text))))
	var code alfred.Code
	if o, ok := alfred.DecodeOutcome(w.Body.Bytes()); ok && o.Err != nil {
		code = o.Err.Code
	}
	return w.Code, code
}

// TestLater: with reply_to the answer is posted. It reaches its turn once, and nobody else's does.
func TestLater(t *testing.T) {
	later := func(alfred.Message) *http.Response { return response(202, `{"status":"ACCEPTED"}`) }
	at(t, func(*peer) []word { return []word{later} }, func(p *peer) {
		p.a.o.ReplyTo = "a2a.tasks.completed.us"
		if u, err := p.respond(); err != nil || u.State != envelope.Delegated || len(p.got) != 1 {
			t.Fatalf("%+v %v after %d calls", u, err, len(p.got))
		}
		q := p.got[0]
		second := agents.Call{Key: "trn_2", Meta: agents.Meta{TurnID: "trn_2", SessionID: "ses_1"}}
		if _, err := p.respondTo(second); err != nil || q.ReplyTo != p.a.o.ReplyTo || q.Correlation == p.got[1].Correlation {
			t.Fatalf("%v: two open tasks of a session cannot be told apart: %s", err, q.Correlation)
		}
		if ready, err := p.a.Ready(t.Context(), agents.Call{Parked: true, Meta: agents.Meta{TurnID: "trn_1"}}); ready || err != nil || len(p.got) != 2 {
			t.Errorf("it is asked for: %v %v", ready, err)
		}
		answer := func(o alfred.Outcome, change func(*alfred.Message)) alfred.Message {
			b, err := o.Encode()
			noerr.Must(t, err)
			m := q.Answer(alfred.TaskResponse, b)
			m.ID = message.NewCorrelation()
			if change != nil {
				change(&m)
			}
			return m
		}
		good := alfred.Outcome{Status: alfred.Success, Results: []byte(`{"text":"Done."}`)}
		for name, c := range map[string]struct {
			change func(*alfred.Message)
			secret []byte
			status int
			code   alfred.Code
		}{
			"another's token":    {nil, ours, 401, alfred.Unauthenticated},
			"from somebody else": {func(m *alfred.Message) { m.Source.Agent = "mallory" }, theirs, 403, alfred.Forbidden},
			"to somebody else":   {func(m *alfred.Message) { m.Destination.Agent = "mallory" }, theirs, 403, alfred.Forbidden},
			"of another type":    {func(m *alfred.Message) { m.Type = alfred.Event }, theirs, 403, alfred.Forbidden},
			"of another intent":  {func(m *alfred.Message) { m.Intent = "OTHER" }, theirs, 403, alfred.Forbidden},
			"of another tenant":  {func(m *alfred.Message) { m.Tenant = "globex" }, theirs, 400, alfred.InvalidEnvelope},
			"to nothing":         {func(m *alfred.Message) { m.Correlation = m.ID }, theirs, 400, alfred.InvalidEnvelope},
			"without a status":   {func(m *alfred.Message) { m.Payload = []byte(`{}`) }, theirs, 400, alfred.InvalidEnvelope},
		} {
			if status, code := p.post(answer(good, c.change), c.secret); status != c.status || code != c.code || len(p.told) != 0 {
				t.Errorf("%s: %d %s, told %v", name, status, code, p.told)
			}
		}
		p.away = agents.ErrNotParked // its step is not written down yet
		m := answer(good, nil)
		if status, code := p.post(m, theirs); status != 503 || code != alfred.InternalError {
			t.Errorf("%d %s", status, code)
		}
		p.away = nil
		for range 2 {
			if status, _ := p.post(m, theirs); status != 200 || len(p.told) != 1 || p.told["trn_1 "+m.ID].Parts[0].Text != "Done." {
				t.Errorf("%d %+v", status, p.told)
			}
		}
		if status, _ := p.post(answer(alfred.Outcome{Status: alfred.Failed, Err: &alfred.Error{Code: alfred.Timeout}}, nil), theirs); status != 200 || len(p.told) != 1 {
			t.Errorf("another answer: %d %+v", status, p.told)
		}
		q = p.got[1]
		m = answer(alfred.Outcome{Status: alfred.Failed, Err: &alfred.Error{Code: alfred.Forbidden, Message: "not today"}}, nil)
		if status, _ := p.post(m, theirs); status != 200 || p.told["trn_2 "+m.ID].State != envelope.Failed || p.told["trn_2 "+m.ID].Parts[0].Text != "FORBIDDEN: not today" {
			t.Errorf("%d %+v", status, p.told)
		}
		third := agents.Call{Key: "trn_3", Meta: agents.Meta{TurnID: "trn_3", SessionID: "ses_1", Tenant: "globex"}}
		if _, err := p.respondTo(third); err != nil {
			t.Fatal(err)
		}
		q = p.got[2]
		time.Sleep(3 * time.Minute)
		p.away = agents.ErrNotParked // it has ended
		if status, code := p.post(answer(good, nil), theirs); status != 400 || code != alfred.InvalidEnvelope || q.Tenant != "acme" {
			t.Errorf("%d %s of %s", status, code, q.Tenant)
		}
		p.a.o.Tenant = ""
		if _, err := p.respondTo(agents.Call{Key: "trn_4", Meta: third.Meta}); err != nil || p.got[3].Tenant != "globex" {
			t.Errorf("the turn's tenant is %q there, %v", p.got[3].Tenant, err)
		}
		p.words = []word{p.says(good, nil, theirs)} // it comes with the call: nothing is expected any more
		if u, err := p.respondTo(agents.Call{Key: "trn_5", Meta: third.Meta}); err != nil || u.State != envelope.Complete {
			t.Fatalf("%+v %v", u, err)
		}
		q = p.got[4]
		if status, _ := p.post(answer(good, nil), theirs); status != 200 || len(p.told) != 2 {
			t.Errorf("the same answer again: %d %+v", status, p.told)
		}
	})
}
