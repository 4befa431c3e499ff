package alfred

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
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
	wire "bridge/core/wire/alfred"
	"bridge/core/wire/card"
	"bridge/internal/noerr"
)

var (
	issuerSecret = []byte("the secret of the issuer of tokens")
	ownSecret    = []byte("the secret of our own tokens, long")
	peerKey      = []byte("the key of alfred-bot")
	ownKey       = []byte("the key of the bridge")
	done         = adapters.Turn{State: "complete", Settled: true, Envelope: []byte(`{"parts":[{"data":{"trends":[1]},"metadata":{"partType":"domain-data"}}]}`)}
)

const (
	topic = "a2a.tasks.completed.alfred-bot"
	sink  = "https://alfred.example/a2a"
)

// desk is a running channel before a floor, and its sink.
type desk struct {
	*testing.T
	*adaptertest.Floor
	adaptertest.Uncounted
	a       *Adapter
	refused []string
	sent    []wire.Message
	status  int // of the sink
}

func at(t *testing.T, test func(d *desk)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, adaptertest.NewFloor("alfred", done))
		test(d)
		_ = d.a.Close()
		synctest.Wait()
	})
}

func newDesk(t *testing.T, f *adaptertest.Floor) *desk {
	t.Helper()
	d := &desk{T: t, Floor: f, status: 200}
	bot := Peer{
		Services: []string{"bot-service"}, Issuer: "alfred", Keys: [][]byte{[]byte("an older key"), peerKey}, Tenants: []string{"default", "acme"},
		Sinks: map[string]string{topic: sink}, Rate: 100, Per: time.Hour,
	}
	strictBot := bot
	strictBot.Signed, strictBot.V4, strictBot.Control, strictBot.Sinks = true, true, true, nil
	d.a = New(Options{
		Name: f.Name, Turns: f, Buckets: f, Now: time.Now, Log: slog.New(slog.NewTextHandler(&f.Log, nil)), Client: &http.Client{Transport: d},
		Config: Config{
			Us: wire.Party{Agent: "us", Service: "us-service"}, Issuer: "bridge", Secret: ownSecret, Keys: [][]byte{ownKey},
			Intents: map[string]string{"TREND_ANALYSIS": "assistant", "OTHER": "second"}, Wait: 10 * time.Second,
			Issuers: map[string]wire.Issuer{"alfred": {Name: "alfred", Secrets: [][]byte{issuerSecret}}, "other": {Name: "other", Secrets: [][]byte{[]byte("the secret of another issuer, long")}}},
			Peers:   map[string]Peer{"bot": bot, "strict": strictBot},
			Card: card.Card{
				ID: "us", Name: "Us", Description: "It looks for trends.", Version: "1.0.0", Transports: []card.Transport{{Protocol: protocol, URL: "https://bridge.example/channels/alfred"}},
				Skills: []card.Skill{{ID: "OTHER", Description: "Something else."}, {ID: "TREND_ANALYSIS", Description: "Trends of 30 days."}},
			},
		},
		Counts: d,
	})
	return d
}

func (d *desk) Refused(_ message.ChannelName, reason string) { d.refused = append(d.refused, reason) }

// RoundTrip is the sink.
func (d *desk) RoundTrip(r *http.Request) (*http.Response, error) {
	b, err := io.ReadAll(r.Body)
	if err != nil || r.URL.String() != sink {
		d.Errorf("%s: %v", r.URL, err)
	}
	d.sent = append(d.sent, d.ours(b))
	return &http.Response{StatusCode: d.status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(""))}, nil
}

// ours reads a message of the bridge as its peer does.
func (d *desk) ours(b []byte) wire.Message {
	d.Helper()
	m, err := wire.Decode(b)
	if err != nil {
		d.Fatalf("%s: %v", b, err)
	}
	if err := m.CheckSignature([][]byte{ownKey}); err != nil || m.Fresh(time.Now()) != nil || !m.V4() && m.Correlation == "" {
		d.Errorf("%s: %v", b, err)
	}
	if g, err := wire.CheckToken(m.Token, wire.Issuer{Name: "bridge", Secrets: [][]byte{ownSecret}}, "us", m.Destination.Agent, time.Now()); err != nil || !g.Allows(m.Intent) || g.Allows("*") {
		d.Errorf("our token: %+v, %v", g, err)
	}
	return m
}

// task is a message of the bot's, after change.
func (d *desk) task(change func(*wire.Message)) wire.Message {
	d.Helper()
	m := wire.Message{
		Metadata: wire.Metadata{ID: message.NewCorrelation(), Correlation: message.NewCorrelation(), Trace: "abc123"},
		Routing:  wire.Routing{Source: wire.Party{Agent: "bot", Service: "bot-service"}, Destination: wire.Party{Agent: "us"}},
		Type:     wire.TaskRequest, Intent: "TREND_ANALYSIS", Payload: []byte(`{"query":"x"}`),
	}
	if change != nil {
		change(&m)
	}
	if m.Token == "" {
		var err error
		if m.Token, err = wire.Token(issuerSecret, "alfred", m.Source.Agent, "us", m.Intent, "", time.Now()); err != nil {
			d.Fatal(err)
		}
	}
	m, err := wire.Encode(m, time.Now())
	if err != nil {
		d.Fatal(err)
	}
	return m
}

func (d *desk) post(body string, head http.Header) *httptest.ResponseRecorder {
	r := httptest.NewRequestWithContext(d.Context(), http.MethodPost, "/", strings.NewReader(body))
	for k, v := range head {
		r.Header[k] = v
	}
	w := httptest.NewRecorder()
	d.a.Routes(d.Accept).ServeHTTP(w, r)
	return w
}

// ask posts a message and returns the message that answers it.
func (d *desk) ask(m wire.Message, want int) (wire.Message, wire.Outcome) {
	d.Helper()
	w := d.post(string(m.Text), nil)
	if w.Code != want {
		d.Fatalf("%d %s", w.Code, w.Body)
	}
	a := d.ours(w.Body.Bytes())
	o, _ := wire.DecodeOutcome(a.Payload)
	if a.Source.Agent != "us" || a.Source.Service != "us-service" || a.Destination != m.Source || a.Correlation != m.Exchange() || a.Trace != m.Trace || a.Tenant != m.Tenant {
		d.Errorf("%s does not answer %s", a.Text, m.Text)
	}
	return a, o
}

// TestCalls: what every channel keeps on which programs call and wait.
func TestCalls(t *testing.T) {
	adaptertest.Calls{
		Answer: done, Conflict: 409, Down: 503, Limit: 429, Rate: 429,
		Open: func(t *testing.T, f *adaptertest.Floor) (http.Handler, func() error) {
			d := newDesk(t, f)
			return d.a.Routes(f.Accept), d.a.Close
		},
		Ask: func(t *testing.T, id, content string) *http.Request {
			m := newDesk(t, adaptertest.NewFloor("x", done)).task(func(m *wire.Message) {
				m.ID, m.Correlation, m.Payload = message.DerivedUUID("call", id), "", fmt.Appendf(nil, `{"query":%q}`, content)
			})
			return httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", bytes.NewReader(m.Text))
		},
		Said: func(t *testing.T, w *httptest.ResponseRecorder) string {
			m := newDesk(t, adaptertest.NewFloor("x", done)).ours(w.Body.Bytes())
			return m.ID + string(m.Payload)
		},
	}.Run(t)
}

func TestTask(t *testing.T) {
	at(t, func(d *desk) {
		q := d.task(func(m *wire.Message) { m.Tenant = "acme" })
		a, o := d.ask(q, 200)
		if a.Answers(q) != "" || o.Status != wire.Success || string(o.Results) != `{"trends":[1]}` {
			t.Errorf("%s", a.Text)
		}
		in := d.In[0]
		if in.Agent != "assistant" || in.Tenant != "acme" || in.From != "alfred:acme/bot" || in.Correlation != q.Correlation || in.Answered || !in.Deadline.IsZero() {
			t.Errorf("%+v", in)
		}
		if p := in.Parts[0]; string(p.Data) != `{"query":"x"}` || string(p.Metadata["intent"]) != `"TREND_ANALYSIS"` || strings.Contains(string(p.Metadata["alfred"]), "auth_token") {
			t.Errorf("%s %s", p.Data, p.Metadata)
		}
		time.Sleep(4 * time.Minute)
		again, _ := d.ask(q, 200)
		if again.ID != a.ID || string(again.Payload) != string(a.Payload) || len(d.In) != 1 {
			t.Errorf("a repetition gets %s", again.Text)
		}
		fresh := q // a new time and token, the same content
		fresh.Token = ""
		if again, _ = d.ask(d.task(func(m *wire.Message) { *m = fresh }), 200); again.ID != a.ID || len(d.In) != 1 {
			t.Errorf("with a new time: %s", again.Text)
		}
		alone := d.task(func(m *wire.Message) { m.Correlation = "" })
		if a, _ := d.ask(alone, 200); a.Correlation != alone.ID {
			t.Errorf("%s", a.Text)
		}
		for _, other := range []string{strings.Replace(string(q.Text), `{"query":"x"}`, `{"query":"y"}`, 1), strings.Replace(string(q.Text), q.ID, strings.ToUpper(q.ID), 1)} {
			if w := d.post(other, nil); w.Code != 409 || !strings.Contains(w.Body.String(), "DUPLICATE_ID_CONFLICT") {
				t.Errorf("%d %s", w.Code, w.Body)
			}
		}
	})
}

// TestUnproven: who is not proven learns a code, and gets no message of ours.
func TestUnproven(t *testing.T) {
	at(t, func(d *desk) {
		good := d.task(nil)
		token := func(change func(*wire.Message), secret, issuer, from, to string) wire.Message {
			s, err := wire.Token([]byte(secret), issuer, from, to, "TREND_ANALYSIS", "", time.Now())
			noerr.Must(t, err)
			return d.task(func(m *wire.Message) {
				m.Token = s
				if change != nil {
					change(m)
				}
			})
		}
		secret := string(issuerSecret)
		old := d.task(nil)
		aged := strings.Replace(string(old.Text), old.Timestamp, time.Now().Add(-301*time.Second).UTC().Format(time.RFC3339), 1)
		for name, c := range map[string]struct {
			body string
			want wire.Code
		}{
			"no JSON":                  {"{", wire.InvalidEnvelope},
			"version 1":                {strings.Replace(string(good.Text), "2.1.0", "1.0.0", 1), wire.UnsupportedVersion},
			"no token":                 {strings.Replace(string(good.Text), good.Token, "", 1), wire.Unauthenticated},
			"another secret":           {string(token(nil, "another secret, which is as long", "alfred", "bot", "us").Text), wire.Unauthenticated},
			"another audience":         {string(token(nil, secret, "alfred", "bot", "others").Text), wire.Unauthenticated},
			"another sender's":         {string(token(nil, secret, "alfred", "strict", "us").Text), wire.Unauthenticated},
			"another issuer":           {string(token(nil, "the secret of another issuer, long", "other", "bot", "us").Text), wire.Unauthenticated},
			"a stranger":               {string(token(func(m *wire.Message) { m.Source.Agent = "mallory" }, secret, "alfred", "mallory", "us").Text), wire.Unauthenticated},
			"a wrong signature":        {strings.Replace(string(good.Text), `"auth_token"`, `"signature":"AAAA","auth_token"`, 1), wire.InvalidSignature},
			"no signature":             {string(d.task(func(m *wire.Message) { m.Source.Agent = "strict" }).Text), wire.InvalidSignature},
			"old":                      {aged, wire.TimestampOutOfWindow},
			"another service":          {string(d.task(func(m *wire.Message) { m.Source.Service = "mallory" }).Text), wire.Forbidden},
			"a tenant that is not its": {string(d.task(func(m *wire.Message) { m.Tenant = "globex" }).Text), wire.Forbidden},
		} {
			w := d.post(c.body, nil)
			o, ok := wire.DecodeOutcome(w.Body.Bytes())
			if !ok || o.Err.Code != c.want || w.Code != c.want.Status() || o.Original != nil || strings.Contains(w.Body.String(), "auth_token") {
				t.Errorf("%s: %d %s", name, w.Code, w.Body)
			}
		}
		if len(d.In) != 0 || strings.Contains(d.Log.String(), "mallory") {
			t.Errorf("%d turns; %s", len(d.In), d.Log.String())
		}
		d.ask(good, 200)
	})
}

// TestTenants: a token of one tenant is not for another; one id, session or limit of two
// tenants is two.
func TestTenants(t *testing.T) {
	at(t, func(d *desk) {
		s, err := wire.Token(issuerSecret, "alfred", "bot", "us", "TREND_ANALYSIS", "acme", time.Now())
		noerr.Must(t, err)
		q := d.task(func(m *wire.Message) { m.Token, m.Tenant = s, "acme" })
		d.ask(q, 200)
		for _, swapped := range []string{strings.Replace(string(q.Text), `"tenant_id":"acme"`, `"tenant_id":"default"`, 1), strings.Replace(string(q.Text), `,"tenant_id":"acme"`, ``, 1)} {
			if w := d.post(swapped, nil); swapped == string(q.Text) || w.Code != 403 {
				t.Errorf("%d %s", w.Code, w.Body)
			}
		}
		same := d.task(func(m *wire.Message) { m.Metadata = q.Metadata })
		d.ask(same, 200)
		a, b := d.In[0], d.In[1]
		if a.ExternalID == b.ExternalID || a.Conversation == b.Conversation || a.From == b.From || a.Tenant != "acme" || b.Tenant != "default" {
			t.Errorf("%+v\n%+v", a, b)
		}
		if n := len(d.Spent); d.Spent[0] == d.Spent[n-1] {
			t.Errorf("one limit for two tenants: %q", d.Spent)
		}
	})
}

// TestTokenKept: a token that was found good is not checked again for a minute, and never
// believed when it has ended.
func TestTokenKept(t *testing.T) {
	var kept tokens
	now, is, gone := time.Now(), wire.Issuer{Name: "alfred", Secrets: [][]byte{issuerSecret}}, wire.Issuer{Name: "alfred"}
	s, err := wire.Token(issuerSecret, "alfred", "bot", "us", "X", "", now)
	noerr.Must(t, err)
	for _, c := range []struct {
		issuer wire.Issuer
		after  time.Duration
		ok     bool
	}{
		{gone, 0, false},
		{is, 0, true},
		{gone, 59 * time.Second, true},
		{gone, time.Minute, false},
		{is, wire.TokenLife - 30*time.Second, true},
		{gone, wire.TokenLife - time.Second, true},
		{gone, wire.TokenLife, false},
		{is, wire.TokenLife + 59*time.Second, true},
		{gone, wire.TokenLife + 59*time.Second, false},
		{is, wire.TokenLife + 61*time.Second, false},
	} {
		if _, err := kept.check(s, c.issuer, "bot", "us", now.Add(c.after)); (err == nil) != c.ok {
			t.Errorf("%d keys, %v: %v", len(c.issuer.Secrets), c.after, err)
		}
	}
}

// TestTypes: what each type of message is answered with.
func TestTypes(t *testing.T) {
	at(t, func(d *desk) {
		of := func(typ wire.Type, from string) wire.Message {
			m := d.task(func(m *wire.Message) { m.Type, m.Source.Agent = typ, from })
			if from == "strict" {
				var err error
				if m, err = wire.Sign(m, peerKey); err != nil {
					t.Fatal(err)
				}
			}
			return m
		}
		if a, _ := d.ask(of(wire.Heartbeat, "bot"), 200); a.Type != wire.Heartbeat || string(a.Payload) != `{"status":"ok"}` {
			t.Errorf("%s", a.Text)
		}
		a, _ := d.ask(of(wire.Discovery, "bot"), 200)
		var told struct {
			Intents []string        `json:"intents"`
			Card    json.RawMessage `json:"card"`
		}
		if err := json.Unmarshal(a.Payload, &told); err != nil || a.Type != wire.Discovery || !slices.Equal(told.Intents, []string{"TREND_ANALYSIS"}) {
			t.Errorf("%v %s", err, a.Text) // the other intent is not in the token
		}
		shown, err := card.Read(told.Card)
		if err != nil || shown.Shape != card.Seed || shown.ID != "us" || len(shown.Skills) != 1 || shown.Skills[0].Description != "Trends of 30 days." || shown.Transports[0].Protocol != "alfred" {
			t.Errorf("%v %+v\n%s", err, shown, told.Card)
		}
		if len(d.In) != 0 {
			t.Errorf("%d turns", len(d.In))
		}
		if _, o := d.ask(of(wire.TaskResponse, "bot"), 400); o.Err.Code != wire.InvalidEnvelope {
			t.Errorf("%+v", o)
		}
		if _, o := d.ask(of(wire.Control, "bot"), 403); o.Err.Code != wire.Forbidden || string(o.Original) != `{"query":"x"}` {
			t.Errorf("%+v", o)
		}
		for _, m := range []wire.Message{of(wire.Event, "bot"), of(wire.Control, "strict")} {
			if w := d.post(string(m.Text), nil); w.Code != 202 || !strings.Contains(w.Body.String(), `"ACCEPTED"`) {
				t.Errorf("%s: %d %s", m.Type, w.Code, w.Body)
			}
		}
		if _, o := d.ask(d.task(func(m *wire.Message) { m.Intent = "NONE" }), 404); o.Err.Code != wire.UnknownIntent {
			t.Errorf("%+v", o)
		}
		s, err := wire.Token(issuerSecret, "alfred", "bot", "us", "OTHER", "", time.Now())
		noerr.Must(t, err)
		if _, o := d.ask(d.task(func(m *wire.Message) { m.Token = s }), 403); o.Err.Code != wire.Forbidden {
			t.Errorf("%+v", o)
		}
		for _, to := range []wire.Party{{Agent: "others"}, {Agent: "us", Service: "others"}} {
			if _, o := d.ask(d.task(func(m *wire.Message) { m.Destination = to }), 404); o.Err.Code != wire.UnknownAgent {
				t.Errorf("%+v", o)
			}
		}
		v1 := d.task(func(m *wire.Message) { m.Source.Agent, m.ID = "strict", "123e4567-e89b-12d3-a456-426614174000" })
		if v1, err = wire.Sign(v1, peerKey); err != nil {
			t.Fatal(err)
		}
		if w := d.post(string(v1.Text), nil); w.Code != 400 {
			t.Errorf("version 1: %d %s", w.Code, w.Body)
		}
		d.ask(d.task(func(m *wire.Message) { m.ID = "123e4567-e89b-12d3-a456-426614174000" }), 200) // where any is taken
	})
}

// TestSlow: what is not ready in time is accepted, and there for the same message later.
func TestSlow(t *testing.T) {
	at(t, func(d *desk) {
		d.Agent = func(message.Inbound) (time.Duration, adapters.Turn) { return time.Minute, done }
		q := d.task(nil)
		began := time.Now()
		if w := d.post(string(q.Text), nil); w.Code != 202 || time.Since(began) != 10*time.Second || !strings.Contains(w.Body.String(), q.Correlation) {
			t.Errorf("%d %s after %v", w.Code, w.Body, time.Since(began))
		}
		time.Sleep(time.Minute)
		if _, o := d.ask(q, 200); o.Status != wire.Success || len(d.In) != 1 {
			t.Errorf("%+v", o)
		}
		for failure, want := range map[string]wire.Code{"timeout": wire.Timeout, "http_500": wire.InternalError, "": wire.InternalError} {
			ill := adapters.Turn{State: "error", Failure: failure, Settled: true, Envelope: []byte(`{"parts":[{"text":"no","metadata":{"partType":"error"}}]}`)}
			d.Agent = func(message.Inbound) (time.Duration, adapters.Turn) { return 0, ill }
			if _, o := d.ask(d.task(nil), 200); o.Status != wire.Failed || o.Err.Code != want || string(o.Original) != `{"query":"x"}` {
				t.Errorf("%q: %+v", failure, o)
			}
		}
	})
}

func TestLimits(t *testing.T) {
	at(t, func(d *desk) {
		d.Left, d.Wait = 0, 59500*time.Millisecond
		w := d.post(string(d.task(nil).Text), nil)
		if w.Code != 429 || w.Header().Get("Retry-After") != "60" || !strings.Contains(w.Body.String(), `"details":{"limit":100,"period":"1h","retry_after":60}`) {
			t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
		}
		d.Left, d.Fail = 100, &adapters.LimitError{Limit: "limits.x", Text: "too many turns", N: 6, Per: time.Minute, Wait: 9500 * time.Millisecond}
		if w := d.post(string(d.task(nil).Text), nil); w.Code != 429 || w.Header().Get("Retry-After") != "10" || !strings.Contains(w.Body.String(), `"details":{"limit":6,"period":"1m","retry_after":10}`) {
			t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
		}
		d.Fail = nil
		squeeze := func(b []byte) string {
			var z bytes.Buffer
			g := gzip.NewWriter(&z)
			if _, err := g.Write(b); err != nil || g.Close() != nil {
				t.Fatal(err)
			}
			return z.String()
		}
		gz := http.Header{"Content-Encoding": {"gzip"}}
		if w := d.post(squeeze(d.task(nil).Text), gz); w.Code != 200 {
			t.Errorf("%d %s", w.Code, w.Body)
		}
		bomb := squeeze(bytes.Repeat([]byte(" "), 4<<20))
		for name, body := range map[string]string{"a bomb": bomb, "no gzip": "x", "cut off": bomb[:100], "too long": strings.Repeat(" ", wire.MaxBody+1)} {
			h := gz
			if name == "too long" {
				h = nil
			}
			if w := d.post(body, h); w.Code != 400 {
				t.Errorf("%s: %d %s", name, w.Code, w.Body)
			}
		}
		if w := d.post("x", http.Header{"Content-Encoding": {"br"}}); w.Code != 400 {
			t.Errorf("%d", w.Code)
		}
	})
}

// TestSink: an answer goes to the sink of its peer, under one id however often it is tried,
// and never to a URL that a message names.
func TestSink(t *testing.T) {
	at(t, func(d *desk) {
		q := d.task(func(m *wire.Message) { m.ReplyTo, m.Tenant = topic, "acme" })
		if w := d.post(string(q.Text), nil); w.Code != 202 {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
		in := d.In[0]
		if !in.Answered || in.Thread.Parent == "" || strings.Contains(in.Thread.Parent, q.Token) {
			t.Fatalf("%+v", in.Thread)
		}
		out := message.Outbound{
			ID: message.DerivedMessageID(time.Now(), "x"), To: in.From, Turn: "trn_1", Thread: in.Thread,
			Event: &message.Event{Type: "turn.settled", Data: []byte(`{"state":"complete","envelope":{"parts":[{"text":"Done.","metadata":{"partType":"response"}}]}}`)},
		}
		s := Sending{d.a}
		d.status = 500
		var se *message.SendError
		if _, err := s.Send(d.Context(), out); !errors.As(err, &se) || se.Kind != message.SendUnreachable || se.NotSent {
			t.Errorf("%v", err)
		}
		time.Sleep(time.Hour)
		d.status = 200
		r, err := s.Send(d.Context(), out)
		if err != nil || len(d.sent) != 2 || d.sent[0].ID != d.sent[1].ID || d.sent[0].Timestamp == d.sent[1].Timestamp || r.ProviderID != d.sent[1].ID {
			t.Fatalf("%+v, %v", r, err)
		}
		if a := d.sent[1]; a.Answers(q) != "" || a.Tenant != "acme" || string(a.Payload) != `{"results":{"text":"Done."},"status":"SUCCESS"}` {
			t.Errorf("%s: %s", a.Answers(q), a.Text)
		}
		for status, want := range map[int]message.SendKind{400: message.SendRejected, 302: message.SendRejected, 429: message.SendThrottled, 503: message.SendThrottled, 502: message.SendUnreachable} {
			d.status = status
			if _, err := s.Send(d.Context(), out); !errors.As(err, &se) || se.Kind != want {
				t.Errorf("%d: %v", status, err)
			}
		}
		n := len(d.sent)
		out.Event.Data = []byte(`{"state":"suspended"}`)
		if _, err := s.Send(d.Context(), out); err != nil || len(d.sent) != n {
			t.Errorf("%v", err)
		}
		for _, elsewhere := range []string{"a2a.tasks.completed.others", "https://mallory.example/x"} {
			if a, _ := d.ask(d.task(func(m *wire.Message) { m.ReplyTo = elsewhere }), 200); a.Type != wire.TaskResponse || d.In[len(d.In)-1].Answered {
				t.Errorf("%s: %s", elsewhere, a.Text)
			}
		}
		if len(d.sent) != n {
			t.Error("something was sent")
		}
	})
}

// TestLog: each message is one line with what it belongs to, and no token.
func TestLog(t *testing.T) {
	at(t, func(d *desk) {
		q := d.task(nil)
		d.ask(q, 200)
		d.post("{", nil)
		lines := strings.Split(strings.TrimSpace(d.Log.String()), "\n")
		if len(lines) != 2 || !strings.Contains(lines[0], "trace=abc123") || !strings.Contains(lines[0], "correlation="+q.Correlation) || strings.Contains(d.Log.String(), q.Token) {
			t.Errorf("%q", lines)
		}
		if !slices.Equal(d.refused, []string{"INVALID_ENVELOPE"}) {
			t.Errorf("%q", d.refused)
		}
		var doc json.RawMessage
		if b := q.Open(); json.Unmarshal(b, &doc) != nil || strings.Contains(string(b), "security") {
			t.Errorf("%s", b)
		}
	})
}
