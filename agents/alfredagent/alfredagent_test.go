package alfredagent

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"bridge/agents"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/wire/alfred"
)

var ours, theirs = []byte("the secret of our own tokens, long"), []byte("the secret of the issuer of tokens")

type word func(q alfred.Message) *http.Response

// peer is an agent of others; it is a transport, so that time can stand still.
type peer struct {
	*testing.T
	a     *Agent
	codec *alfred.Codec
	words []word // the last one for ever
	got   []alfred.Message
}

func at(t *testing.T, words func(p *peer) []word, test func(p *peer)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		c, err := alfred.New()
		if err != nil {
			t.Fatal(err)
		}
		p := &peer{T: t, codec: c}
		p.words = words(p)
		p.a, err = New(Options{
			URL: "https://alfred.example/a2a", Us: alfred.Party{Agent: "us", Service: "us-service"}, Them: alfred.Party{Agent: "them", Service: "them-service"},
			Intent: "TREND_ANALYSIS", Tenant: "acme", Issuer: "bridge", Secret: ours, PeerIssuer: alfred.Issuer{Name: "alfred", Secrets: [][]byte{theirs}},
			Client: &http.Client{Transport: p}, Now: time.Now,
		})
		if err != nil {
			t.Fatal(err)
		}
		test(p)
	})
}

func (p *peer) RoundTrip(r *http.Request) (*http.Response, error) {
	b, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	q, err := p.codec.Decode(b)
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
		if m, err = p.codec.Encode(m, time.Now()); err != nil {
			p.Fatal(err)
		}
		return response(200, string(m.Text))
	}
}

func (p *peer) respond() (envelope.Update, *agents.Error) {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.Context(), 10*time.Minute)
	defer cancel()
	call := agents.Call{
		Key: "trn_1", Meta: agents.Meta{TurnID: "trn_1", SessionID: "ses_1"}, Traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
		Parts: []envelope.Part{{Kind: envelope.KindData, Type: envelope.DomainData, Data: []byte(`{"query":"x"}`)}},
	}
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

// TestAccepted: what takes time is asked for again under one id, with a new time and token.
func TestAccepted(t *testing.T) {
	later := func(alfred.Message) *http.Response { return response(202, `{"status":"ACCEPTED"}`) }
	at(t, func(p *peer) []word {
		words := make([]word, 30)
		for i := range words {
			words[i] = later
		}
		return append(words, p.says(alfred.Outcome{Status: alfred.Success, Results: []byte(`{}`)}, nil, theirs))
	}, func(p *peer) {
		began := time.Now()
		if _, err := p.respond(); err != nil || time.Since(began) < 5*time.Minute {
			t.Fatalf("%v after %v", err, time.Since(began))
		}
		first, last := p.got[0], p.got[len(p.got)-1]
		one, err1 := first.Content()
		two, err2 := last.Content()
		if first.ID != last.ID || !first.V4() || one != two || err1 != nil || err2 != nil || first.Timestamp == last.Timestamp || first.Trace != "0af7651916cd43dd8448eb211c80319c" {
			t.Errorf("%s\n%s", first.Text, last.Text)
		}
		p.got = nil
		p.words = []word{later}
		if _, err := p.respond(); err == nil || err.Code != agents.CodeTimeout {
			t.Errorf("%v", err)
		}
	})
}
