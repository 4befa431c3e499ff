package alfredagent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"bridge/agents"
	"bridge/core/envelope"
	"bridge/core/wire/alfred"
	"bridge/internal/door"
)

// A task that takes long is parked. Without ReplyTo the same message is sent again from time to
// time, which is how the other side knows it. With ReplyTo its answer is posted to our routes:
// each task is an exchange of its own then, known by its correlation id before it is sent.

const (
	maxTaking = 32        // of the longest answers, in memory, while they are being read
	maxKept   = 200 << 10 // bytes of a payload that can be kept: a task with a larger one is not parked
)

// asked is a parked task that we ask for again.
type asked struct {
	Metadata alfred.Metadata `json:"metadata"`
	ReplyTo  string          `json:"replyTo,omitempty"`
	Tenant   string          `json:"tenant,omitempty"`
	Payload  json.RawMessage `json:"payload"`
}

// exchange is a task whose answer is posted.
type exchange struct {
	Turn   string    `json:"turn"`
	Tenant string    `json:"tenant,omitempty"`
	At     time.Time `json:"at"` // when it was asked first
	Over   bool      `json:"over,omitempty"`
}

func exchangeKey(correlation string) string { return "exchange " + correlation }

// expect notes whose the answer to q is, before q is sent.
func (a *Agent) expect(ctx context.Context, call agents.Call, q alfred.Message) error {
	_, ok, err := a.exchange(ctx, q.Correlation)
	if err == nil && !ok {
		err = a.put(ctx, exchangeKey(q.Correlation), exchange{Turn: call.Meta.TurnID, Tenant: q.Tenant, At: a.o.Now()})
	}
	if err != nil {
		return &agents.Error{Code: "state", Retry: true, Err: fmt.Errorf("note the task: %w", err)}
	}
	return nil
}

// answered notes that nothing is expected any more. If that fails an answer that comes twice is
// refused for a while, and changes nothing.
func (a *Agent) answered(ctx context.Context, q alfred.Message) {
	if q.ReplyTo == "" {
		return
	}
	x, ok, err := a.exchange(ctx, q.Correlation)
	if err == nil && ok {
		x.Over = true
		err = a.put(ctx, exchangeKey(q.Correlation), x)
	}
	if err != nil {
		a.o.Log.Warn("alfred agent: note an answer", "turn", x.Turn, "err", err)
	}
}

func (a *Agent) exchange(ctx context.Context, correlation string) (x exchange, ok bool, err error) {
	b, ok, err := a.o.State.Get(ctx, exchangeKey(correlation))
	if err == nil && ok {
		err = json.Unmarshal(b, &x)
	}
	return x, ok, err
}

func (a *Agent) put(ctx context.Context, key string, v any) error {
	b, err := json.Marshal(v)
	if err == nil {
		err = a.o.State.Put(ctx, key, b)
	}
	return err
}

// keep stores a task before it is parked, unless its answer comes by itself.
func (a *Agent) keep(ctx context.Context, call agents.Call, q alfred.Message) error {
	if q.ReplyTo != "" || call.Parked {
		return nil
	}
	if err := a.put(ctx, call.Meta.TurnID, asked{q.Metadata, q.ReplyTo, q.Tenant, q.Payload}); err != nil {
		return &agents.Error{Code: "state", Retry: true, Err: fmt.Errorf("keep the task: %w", err)}
	}
	return nil
}

// kept is the task of a parked turn that we ask for; false if its answer comes by itself.
func (a *Agent) kept(ctx context.Context, call agents.Call) (alfred.Message, bool, error) {
	var k asked
	b, ok, err := a.o.State.Get(ctx, call.Meta.TurnID)
	if err == nil && ok {
		err = json.Unmarshal(b, &k)
	}
	if err != nil {
		return alfred.Message{}, false, &agents.Error{Code: "state", Retry: true, Err: fmt.Errorf("read the task: %w", err)}
	}
	return alfred.Message{
		Metadata: k.Metadata, Routing: alfred.Routing{Source: a.o.Us, Destination: a.o.Them, ReplyTo: k.ReplyTo},
		Security: alfred.Security{Tenant: k.Tenant}, Type: alfred.TaskRequest, Intent: a.o.Intent, Payload: k.Payload,
	}, ok, nil
}

// Ready implements agents.Parking: the task has an answer when the same message gets one.
func (a *Agent) Ready(ctx context.Context, call agents.Call) (bool, error) {
	q, ok, err := a.kept(ctx, call)
	if err != nil || !ok {
		return false, err
	}
	out, err := a.attempt(ctx, q)
	if e, ok := errors.AsType[*agents.Error](err); ok && e.Retry {
		return false, err
	}
	return out != nil || err != nil, nil
}

// Cancel implements agents.Parking. There is no message that says it.
func (a *Agent) Cancel(context.Context, agents.Call) error { return nil }

// Routes implements agents.Routed: where TASK_RESPONSEs come that are not the answer to a call.
// 200 says that it is durable, or that it was before.
func (a *Agent) Routes() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		turn, err := a.take(w, r)
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		if err == nil {
			a.o.Log.Info("alfred answer taken", "turn", turn)
			_, _ = w.Write([]byte(`{"status":"SUCCESS"}`)) // the caller is gone
			return
		}
		e := &alfred.Error{Code: alfred.InternalError, Message: "the answer cannot be taken now: send it again"}
		if !errors.As(err, &e) {
			a.o.Log.Error("alfred answer not taken", "turn", turn, "err", err)
		} else {
			a.o.Log.Warn("alfred answer refused", "turn", turn, "code", e.Code, "why", e.Message)
		}
		if e.Code.Again() {
			w.Header().Set("Retry-After", "5")
		}
		w.WriteHeader(e.Code.Status())
		_ = json.NewEncoder(w).Encode(alfred.Outcome{Status: alfred.Failed, Err: e}) // the caller is gone
	})
}

// take gives the answer that a request has to its turn.
func (a *Agent) take(w http.ResponseWriter, r *http.Request) (turn string, err error) {
	body, err := a.door.Read(w, r)
	if errors.Is(err, door.ErrBusy) {
		return "", err
	}
	if err != nil {
		return "", &alfred.Error{Code: alfred.InvalidEnvelope, Message: err.Error()}
	}
	m, err := alfred.Decode(body)
	if err != nil {
		return "", err
	}
	// Who it is comes before what we know of the exchange.
	q := alfred.Message{Metadata: alfred.Metadata{Correlation: m.Correlation}, Routing: alfred.Routing{Source: a.o.Us, Destination: a.o.Them}, Security: alfred.Security{Tenant: m.Tenant}, Intent: a.o.Intent}
	if err := a.prove(m, q); err != nil {
		return "", err
	}
	x, ok, err := a.exchange(r.Context(), m.Correlation)
	switch {
	case err != nil:
		return "", err
	case !ok || x.Tenant != m.Tenant:
		return "", &alfred.Error{Code: alfred.InvalidEnvelope, Message: "no request of ours is open under this correlation_id"}
	case x.Over:
		return x.Turn, nil
	}
	o, ok := alfred.DecodeOutcome(m.Payload)
	if !ok {
		return x.Turn, &alfred.Error{Code: alfred.InvalidEnvelope, Message: "the payload has no status"}
	}
	err = a.o.Turns.Deliver(r.Context(), x.Turn, m.ID, said(o))
	if errors.Is(err, agents.ErrNotParked) {
		if a.o.Now().Sub(x.At) < a.o.Timeout+time.Minute { // it is about to be
			return x.Turn, &alfred.Error{Code: alfred.InternalError, Message: "the task is not noted down yet: send it again"}
		}
		return x.Turn, &alfred.Error{Code: alfred.InvalidEnvelope, Message: "nobody waits for the answer any more"}
	}
	if err == nil {
		a.answered(r.Context(), alfred.Message{Metadata: m.Metadata, Routing: alfred.Routing{ReplyTo: "posted"}})
	}
	return x.Turn, err
}

// said is an outcome as what the agent says.
func said(o alfred.Outcome) envelope.Update {
	if o.Status == alfred.Success {
		return update(o)
	}
	part := envelope.TextPart(envelope.ErrorPart, fmt.Sprintf("%s: %s", o.Err.Code, agents.Excerpt([]byte(o.Err.Message))))
	part.MediaType = "text/plain" // not Markdown
	return envelope.Update{State: envelope.Failed, Parts: []envelope.Part{part}}
}
