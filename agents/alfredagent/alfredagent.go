// Package alfredagent gives tasks to agents of others by Alfred messages (seed 004,
// docs/wire/alfred.md): one TASK_REQUEST for a step, whose TASK_RESPONSE comes with the call or
// later.
package alfredagent

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"bridge/agents"
	"bridge/agents/agent"
	"bridge/config"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/core/span"
	"bridge/core/wire/alfred"
	"bridge/internal/door"
	"bridge/internal/httpguard"
	"bridge/internal/retry"
)

// Options are the settings of one [agents.NAME] section with type = "alfred". All are
// required but Keys, Tenant, Token, PeerKeys and ReplyTo.
type Options struct {
	URL      string
	Us, Them alfred.Party
	Intent   string
	Tenant   string   // whose the tasks are; "": the turn's, if that has one
	ReplyTo  string   // the topic that their answers come by; "": we ask again
	Keys     [][]byte // the first signs what we send
	// Token returns the token of a message; nil: one of ours, signed by Secret as Issuer.
	Token  func(context.Context) (string, error)
	Issuer string
	Secret []byte
	// What comes back is proven by a token of PeerIssuer, and by PeerKeys if there are some.
	PeerIssuer alfred.Issuer
	PeerKeys   [][]byte
	Client     *http.Client
	Now        func() time.Time
	Timeout    time.Duration // of a step
	State      agent.State   // keeps what is asked
	Turns      agent.Waker
	Log        *slog.Logger
}

// Agent is one agent of others. It is safe for concurrent use.
type Agent struct {
	o    Options
	door *door.Door
}

var (
	_ agents.Parking = (*Agent)(nil)
	_ agents.Routed  = (*Agent)(nil)
)

// New returns the agent.
func New(o Options) *Agent {
	return &Agent{o, door.New(alfred.MaxBody, maxTaking, true)}
}

// The waits between attempts, and between looks for an answer that takes time: doubled.
const (
	firstWait = time.Second
	lastWait  = 15 * time.Second
	maxWait   = 10 * time.Minute // that the other side may ask for
	parkAfter = 10 * time.Second // a task that lasts longer is parked
)

// Respond implements agents.Agent. A step has one id, by which the other side knows what
// comes again: every attempt may be repeated.
func (a *Agent) Respond(ctx context.Context, call agents.Call) iter.Seq2[envelope.Update, error] {
	return agents.One(ctx, func() (envelope.Update, error) { return a.respond(ctx, call) })
}

func (a *Agent) respond(ctx context.Context, call agents.Call) (envelope.Update, error) {
	q, err := a.question(ctx, call)
	if err != nil {
		return envelope.Update{}, err
	}
	began := a.o.Now()
	for wait := firstWait; ; wait = min(2*wait, lastWait) {
		out, err := a.attempt(ctx, q)
		if err != nil {
			return envelope.Update{}, err
		}
		if out != nil {
			a.answered(ctx, q)
			return update(*out), nil
		}
		if a.o.ReplyTo != "" && !call.Parked || a.o.Now().Sub(began) >= parkAfter && len(q.Payload) <= maxKept { // accepted, and not done
			return envelope.Update{State: envelope.Delegated}, a.keep(ctx, call, q)
		}
		if !retry.Within(ctx, wait) {
			return envelope.Update{}, &agents.Error{Code: agents.CodeTimeout, Err: errors.New("the task was accepted and is not done")}
		}
	}
}

// question is the message of a step, but for its time and token: a new one, or that of a task
// that is parked.
func (a *Agent) question(ctx context.Context, call agents.Call) (alfred.Message, error) {
	if call.Parked {
		q, ok, err := a.kept(ctx, call)
		if err == nil && !ok {
			err = &agents.Error{Code: "state", Err: errors.New("nothing is known of the task any more")}
		}
		return q, err
	}
	q, err := a.request(call)
	if err != nil || a.o.ReplyTo == "" {
		return q, err
	}
	return q, a.expect(ctx, call, q)
}

// request is the message of a new step.
func (a *Agent) request(call agents.Call) (alfred.Message, error) {
	payload, err := agents.Payload(call.Parts)
	if err != nil {
		return alfred.Message{}, &agents.Error{Code: "request", Err: err}
	}
	m := alfred.Message{
		Metadata: alfred.Metadata{ID: message.DerivedUUID("alfred", a.o.Us.Agent, call.Key), Correlation: message.DerivedUUID("alfred session", a.o.Us.Agent, call.Meta.SessionID)},
		Routing:  alfred.Routing{Source: a.o.Us, Destination: a.o.Them, ReplyTo: a.o.ReplyTo},
		Security: alfred.Security{Tenant: cmp.Or(a.o.Tenant, call.Meta.Tenant)},
		Type:     alfred.TaskRequest, Intent: a.o.Intent, Payload: payload,
	}
	if a.o.ReplyTo != "" { // an answer has nothing else to say which task it is of
		m.Correlation = message.DerivedUUID("alfred exchange", a.o.Us.Agent, call.Key)
	}
	if len(call.Traceparent) == 55 { // W3C: 00-TRACE-SPAN-FLAGS
		m.Trace = call.Traceparent[3:35]
	}
	return m, nil
}

// attempt sends the message once. It returns nil and no error for one that is accepted and
// has no answer yet.
func (a *Agent) attempt(ctx context.Context, q alfred.Message) (*alfred.Outcome, error) {
	m, err := a.sign(ctx, q)
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, a.o.URL, bytes.NewReader(m.Text))
	if err != nil {
		return nil, &agents.Error{Code: "request", Err: httpguard.WithoutURL(err)}
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "bridge")
	span.Tell(ctx, r.Header)
	resp, err := a.o.Client.Do(r)
	if err != nil {
		return nil, &agents.Error{Code: agents.CodeConnect, Retry: true, Unreached: agents.Unreached(err), Err: httpguard.WithoutURL(err)}
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, alfred.MaxBody+1))
	if err != nil {
		return nil, &agents.Error{Code: agents.CodeCut, Retry: true, Err: err}
	}
	if resp.StatusCode == http.StatusAccepted {
		return nil, nil
	}
	return a.read(m, resp, body)
}

// sign gives the message a time, a token and a signature.
func (a *Agent) sign(ctx context.Context, m alfred.Message) (alfred.Message, error) {
	var err error
	if a.o.Token != nil {
		m.Token, err = a.o.Token(ctx)
	} else {
		m.Token, err = alfred.Token(a.o.Secret, a.o.Issuer, a.o.Us.Agent, a.o.Them.Agent, a.o.Intent, m.Tenant, a.o.Now())
	}
	if err != nil {
		return m, &agents.Error{Code: "token", Retry: true, Err: fmt.Errorf("get a token: %w", httpguard.WithoutURL(err))}
	}
	if m, err = alfred.Encode(m, a.o.Now()); err == nil && len(a.o.Keys) > 0 {
		m, err = alfred.Sign(m, a.o.Keys[0])
	}
	if err != nil {
		return m, &agents.Error{Code: "request", Err: err}
	}
	return m, nil
}

// read judges an answer. Only a message that is proven is one; the codes of others are
// believed as far as they only fail the step.
func (a *Agent) read(q alfred.Message, resp *http.Response, body []byte) (*alfred.Outcome, error) {
	m, err := alfred.Decode(body)
	if err != nil {
		o, ok := alfred.DecodeOutcome(body)
		if !ok || o.Status != alfred.Failed {
			status := resp.StatusCode
			return nil, &agents.Error{
				Code: "http_" + strconv.Itoa(status), Retry: status >= 500 || status == http.StatusTooManyRequests, RetryAfter: httpguard.RetryAfter(resp.Header, a.o.Now(), maxWait), Quotes: true,
				Down: status == 401 || status == 403 || status == 404,
				Err:  fmt.Errorf("status %d and no message: %s", status, agents.Excerpt(body[:min(len(body), 200)])),
			}
		}
		return nil, a.failure(o, resp)
	}
	bad := func(err error) error { return &agents.Error{Code: "alfred_bad_answer", Err: err} }
	if err := a.prove(m, q); err != nil {
		return nil, bad(err)
	}
	o, ok := alfred.DecodeOutcome(m.Payload)
	switch {
	case !ok:
		return nil, bad(errors.New("the payload has no status"))
	case o.Status == alfred.Failed:
		return nil, a.failure(o, resp)
	}
	return &o, nil
}

// prove says why m is not an answer of the peer to q. An error of the wire says what the other
// side may know of it.
func (a *Agent) prove(m, q alfred.Message) error {
	grant, err := alfred.CheckToken(m.Token, a.o.PeerIssuer, a.o.Them.Agent, a.o.Us.Agent, a.o.Now())
	if err != nil {
		return err
	}
	if len(a.o.PeerKeys) > 0 || m.Signature != "" {
		if err := m.CheckSignature(a.o.PeerKeys); err != nil {
			return err
		}
	}
	if err := m.Fresh(a.o.Now()); err != nil {
		return err
	}
	if why := m.Answers(q); why != "" {
		return &alfred.Error{Code: alfred.Forbidden, Message: why}
	}
	if grant.Tenant != "" && grant.Tenant != cmp.Or(m.Tenant, config.DefaultTenant) {
		return &alfred.Error{Code: alfred.Forbidden, Message: "the token is of another tenant"}
	}
	return nil
}

// failure is the error of a code.
func (a *Agent) failure(o alfred.Outcome, resp *http.Response) error {
	e := &agents.Error{
		Code: "alfred_" + string(o.Err.Code), Quotes: true,
		Err: fmt.Errorf("%s: %s", o.Err.Code, agents.Excerpt([]byte(o.Err.Message[:min(len(o.Err.Message), 300)]))),
	}
	switch o.Err.Code {
	case alfred.RateLimitExceeded, alfred.Timeout:
		e.Retry = true
	case alfred.InternalError:
		e.Retry = resp.StatusCode >= 500 // else the task failed, and would again
	case alfred.Unauthenticated, alfred.InvalidSignature, alfred.UnknownAgent:
		e.Down = true
	}
	if e.RetryAfter = httpguard.RetryAfter(resp.Header, a.o.Now(), maxWait); o.Err.Details != nil && o.Err.Details.RetryAfter > 0 {
		e.RetryAfter = max(e.RetryAfter, min(time.Duration(o.Err.Details.RetryAfter)*time.Second, maxWait))
	}
	return e
}

// update is what the results say: an object as data, and its text for people.
func update(o alfred.Outcome) envelope.Update {
	if len(o.Results) == 0 {
		return envelope.Update{State: envelope.Complete}
	}
	return agents.OfPayload(o.Results)
}
