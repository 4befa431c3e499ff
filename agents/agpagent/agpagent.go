// Package agpagent calls agents of others by AGP envelopes (seed 003, docs/wire/agp.md): one
// envelope for a step, sent again under the same timestamp while that may help.
package agpagent

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"strconv"
	"sync"
	"time"

	"bridge/agents"
	"bridge/agents/agent"
	"bridge/core/envelope"
	"bridge/core/span"
	"bridge/core/wire/agp"
	"bridge/internal/httpguard"
	"bridge/internal/retry"
)

// Options are the settings of one [agents.NAME] section with type = "agp". All are required.
type Options struct {
	URL      string
	From, To string // the names of us and of the agent that is called
	Intent   string
	Keys     []agp.Key // sign what we send
	PeerKeys []agp.Key // sign what comes back
	Scheme   agp.Scheme
	TTL      time.Duration // of one envelope
	Client   *http.Client
	Now      func() time.Time
	State    agent.State // keeps the timestamp of a step over a crash
}

// Agent is one agent of others. It is safe for concurrent use.
type Agent struct {
	o       Options
	breaker agp.Breaker

	mu   sync.Mutex
	last time.Time // timestamp of the newest envelope
}

var _ agents.Agent = (*Agent)(nil)

// New returns the agent.
func New(o Options) *Agent { return &Agent{o: o} }

// The waits between attempts, where the other side says nothing: doubled.
const (
	firstWait = 500 * time.Millisecond
	lastWait  = 5 * time.Second
)

// grace is what an answer may come later than ttl_ms, for the way.
const grace = time.Second

// Respond implements agents.Agent. It tries again by itself: what fails in the end fails the
// step, and no breaker of the bridge holds it back.
func (a *Agent) Respond(ctx context.Context, call agents.Call) iter.Seq2[envelope.Update, error] {
	return agents.One(ctx, func() (envelope.Update, error) { return a.respond(ctx, call) })
}

func (a *Agent) respond(ctx context.Context, call agents.Call) (envelope.Update, error) {
	m, err := a.query(ctx, call)
	if err != nil {
		return envelope.Update{}, err
	}
	for wait := firstWait; ; wait = min(2*wait, lastWait) {
		answer, pause, err := a.attempt(ctx, m)
		if err == nil {
			return agents.OfPayload(answer.Payload), nil
		}
		var e *agents.Error
		pause = max(pause, wait)
		if errors.As(err, &e) || a.o.Now().Add(pause).After(m.Time.Add(agp.Window-a.o.TTL)) || !retry.Within(ctx, pause) {
			return envelope.Update{}, final(err)
		}
	}
}

// final is the error of a step that is not tried again.
func final(err error) error {
	if e, ok := errors.AsType[*agents.Error](err); ok {
		return e
	}
	code := "agp_unreachable"
	var failed *agp.Error
	if errors.As(err, &failed) {
		code = "agp_other" // of the peer's own: codes are labels of metrics, which nobody else may add to
		if failed.Code.Status() != http.StatusBadGateway {
			code = "agp_" + string(failed.Code)
		}
	}
	return &agents.Error{Code: code, FailFast: true, Quotes: failed != nil, Err: err}
}

// query is the envelope of a step: every attempt, also of another process, has the same.
func (a *Agent) query(ctx context.Context, call agents.Call) (agp.Message, error) {
	payload, err := agents.Payload(call.Parts)
	if err != nil {
		return agp.Message{}, &agents.Error{Code: "request", FailFast: true, Err: err}
	}
	at, err := a.stamp(ctx, call)
	if err != nil {
		return agp.Message{}, err
	}
	m, err := agp.Encode(agp.Envelope{
		From: a.o.From, To: a.o.To, Intent: a.o.Intent, Payload: payload, TTL: a.o.TTL, Time: at,
		Context: fmt.Appendf(nil, `{"correlation_id":%q,"session":%q}`, call.Meta.TurnID, call.Meta.SessionID),
	})
	if err != nil {
		return agp.Message{}, &agents.Error{Code: "request", FailFast: true, Err: err}
	}
	return m, nil
}

// stamp is the timestamp of a step, which the other side knows it by. It is stored before
// anything is sent. One that is too old to be taken again fails: whether it had an effect
// nobody knows.
func (a *Agent) stamp(ctx context.Context, call agents.Call) (time.Time, error) {
	kept := map[string]time.Time{} // by step
	b, ok, err := a.o.State.Get(ctx, call.Meta.TurnID)
	if err == nil && ok {
		err = json.Unmarshal(b, &kept)
	}
	if err != nil {
		return time.Time{}, &agents.Error{Code: "state", Retry: true, Err: fmt.Errorf("read the timestamp: %w", err)}
	}
	now := a.o.Now().UTC()
	if at, ok := kept[call.Key]; ok {
		if now.Sub(at) > agp.Window-a.o.TTL {
			return time.Time{}, &agents.Error{Code: "agp_stale", FailFast: true, Err: errors.New("the envelope was sent minutes ago, and is too old to be sent again; whether it had an effect is not known")}
		}
		return at, nil
	}
	kept[call.Key] = a.next(now)
	if b, err = json.Marshal(kept); err == nil {
		err = a.o.State.Put(ctx, call.Meta.TurnID, b)
	}
	if err != nil {
		return time.Time{}, &agents.Error{Code: "state", Retry: true, Err: fmt.Errorf("keep the timestamp: %w", err)}
	}
	return kept[call.Key], nil
}

// next returns now, or later: no two envelopes have the same.
func (a *Agent) next(now time.Time) time.Time {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !now.After(a.last) {
		now = a.last.Add(1)
	}
	a.last = now
	return now
}

// attempt sends the envelope once. An *agents.Error is final; after another error it may be
// sent again, after the pause at least.
func (a *Agent) attempt(ctx context.Context, m agp.Message) (answer agp.Message, pause time.Duration, err error) {
	leave, _, ok := a.breaker.Enter(a.o.Now())
	if !ok {
		s := a.breaker.Snapshot(a.o.Now())
		return agp.Message{}, 0, &agents.Error{Code: "agp_circuit_open", FailFast: true, Err: fmt.Errorf(
			"not called: its breaker is %s after %d failures, the next call is in %v", s.State, s.Failures, time.Duration(s.RetryAfter)*time.Millisecond)}
	}
	result := agp.Nothing
	defer func() { leave(a.o.Now(), result) }()
	ctx, cancel := context.WithTimeout(ctx, a.o.TTL+grace)
	defer cancel()
	body, head, status, err := a.post(ctx, m)
	if err != nil {
		result = agp.Failed
		return agp.Message{}, 0, err
	}
	if status == http.StatusOK {
		result = agp.Answered
		answer, err = a.read(m, body, head)
		return answer, 0, err
	}
	f, known := agp.DecodeFailure(body)
	if !known {
		result = agp.Failed
		err := fmt.Errorf("status %d and no code: %s", status, agents.Excerpt(body[:min(len(body), 200)]))
		if status >= 500 {
			return agp.Message{}, httpguard.RetryAfter(head, a.o.Now(), maxPause), err
		}
		return agp.Message{}, 0, &agents.Error{Code: "agp_http_" + strconv.Itoa(status), FailFast: true, Quotes: true, Err: err}
	}
	f.Err.Message = agents.Excerpt([]byte(f.Err.Message))
	if !f.Err.Code.Backs() || !f.Err.Retryable {
		return agp.Message{}, 0, final(&f.Err)
	}
	result = agp.Failed
	return agp.Message{}, max(httpguard.RetryAfter(head, a.o.Now(), maxPause), time.Duration(f.Breaker.RetryAfter)*time.Millisecond), &f.Err
}

func (a *Agent) post(ctx context.Context, m agp.Message) (body []byte, head http.Header, status int, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, a.o.URL, bytes.NewReader(m.Canonical))
	if err != nil {
		return nil, nil, 0, httpguard.WithoutURL(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "bridge")
	span.Tell(ctx, r.Header)
	r.Header.Set(agp.SignatureHeader, m.Sign(a.o.Scheme, a.o.Keys, a.o.Now()))
	resp, err := a.o.Client.Do(r)
	if err != nil {
		return nil, nil, 0, httpguard.WithoutURL(err)
	}
	defer resp.Body.Close()
	body, err = io.ReadAll(io.LimitReader(resp.Body, agp.MaxBody+1))
	return body, resp.Header, resp.StatusCode, err
}

// read is the answer, if it is the peer's answer to m.
func (a *Agent) read(m agp.Message, body []byte, head http.Header) (agp.Message, error) {
	bad := func(err error) error { return &agents.Error{Code: "agp_bad_answer", FailFast: true, Err: err} }
	answer, err := agp.Decode(body)
	if err == nil {
		err = answer.Verify(a.o.Scheme, head.Values(agp.SignatureHeader), a.o.PeerKeys, a.o.Now())
	}
	if err == nil {
		err = answer.Fresh(a.o.Now())
	}
	if err != nil {
		return agp.Message{}, bad(err)
	}
	if why := answer.Answers(m.Envelope); why != "" {
		return agp.Message{}, bad(errors.New(why))
	}
	return answer, nil
}

// maxPause bounds what the other side may ask for.
const maxPause = time.Minute
