package agp

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"

	"bridge/adapters"
	"bridge/core/message"
	wire "bridge/core/wire/agp"
	"bridge/internal/door"
)

// takeTime is how long taking an envelope in may take: it goes on when its sender hangs up.
const takeTime = 30 * time.Second

// call is one envelope on its way through.
type call struct {
	a       *Adapter
	request string // its id
	began   time.Time
	m       wire.Message
	proven  bool // m is signed by its sender
	peer    Peer
	agent   string // of ours, that is called
	turn    message.TurnID
	leave   func(now time.Time, r wire.Result) // of the agent's breaker; nil: it was not entered
	probe   bool
	result  wire.Result   // what the call says of the agent
	wait    time.Duration // told with a failure, where the breaker has nothing to say
}

// Routes implements adapters.Routed: envelopes at the channel's URL. An answer is an envelope
// with status 200, or a wire.Failure with the status of its code.
func (a *Adapter) Routes(accept adapters.AcceptFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := &call{a: a, request: message.NewCorrelation(), began: a.o.Now()}
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set(wire.RequestHeader, c.request)
		answer, err := c.serve(w, r, accept)
		if c.leave != nil {
			c.leave(a.o.Now(), c.result)
		}
		c.log(r, err)
		if err != nil {
			c.fail(w, r, err)
			return
		}
		w.Header().Set(wire.SignatureHeader, answer.Sign(c.peer.Scheme, a.o.Config.Keys, a.o.Now()))
		_, _ = w.Write(answer.Canonical) // the caller is gone
	})
}

// serve goes through the checks in their order: nothing is said to a caller who is not
// proven but what is wrong with the form.
func (c *call) serve(w http.ResponseWriter, r *http.Request, accept adapters.AcceptFunc) (wire.Message, error) {
	a := c.a
	in, err := c.take(w, r)
	if err != nil {
		return wire.Message{}, err
	}
	if c.m.Intent == wire.Ping {
		return c.answer(json.RawMessage(`{"status":"ok"}`))
	}
	deadline := in.Deadline
	if !a.o.Now().Before(deadline) {
		return wire.Message{}, late()
	}
	var ok bool
	if c.leave, c.probe, ok = a.breakers[c.agent].Enter(a.o.Now()); !ok {
		return wire.Message{}, &wire.Error{Code: wire.CircuitOpen, Message: "the agent fails, and is not called for a while", Retryable: true}
	}
	ctx, cancel := context.WithTimeout(r.Context(), deadline.Sub(a.o.Now()))
	defer cancel()
	t, err := c.dispatch(ctx, in, accept)
	if err != nil {
		return wire.Message{}, err
	}
	payload, err := c.outcome(t, !a.o.Now().Before(deadline))
	if err != nil {
		return wire.Message{}, err
	}
	return c.answer(payload)
}

// take reads and proves an envelope, and says what it is to us.
func (c *call) take(w http.ResponseWriter, r *http.Request) (message.Inbound, error) {
	a := c.a
	body, err := a.read(w, r)
	if err != nil {
		return message.Inbound{}, err
	}
	if c.m, err = wire.Decode(body); err != nil {
		return message.Inbound{}, err
	}
	c.peer = a.o.Config.Peers[c.m.From] // nobody, without keys, takes as long
	if c.peer.Scheme == "" {
		c.peer.Scheme = wire.Whole
	}
	if err = c.m.Verify(c.peer.Scheme, r.Header.Values(wire.SignatureHeader), c.peer.Keys, c.began); err != nil {
		return message.Inbound{}, err
	}
	c.proven = true
	if err = c.m.Fresh(c.began); err != nil {
		return message.Inbound{}, err
	}
	if c.m.To != a.o.Config.ID {
		return message.Inbound{}, &wire.Error{Code: wire.VenueUnreachable, Message: "there is no such agent here"}
	}
	if err = c.limit(r.Context()); err != nil || c.m.Intent == wire.Ping {
		return message.Inbound{}, err
	}
	var ok bool
	if c.agent, ok = a.o.Config.Intents[c.m.Intent]; !ok {
		return message.Inbound{}, &wire.Error{Code: wire.UnknownIntent, Message: "the intent is not one of this agent's"}
	}
	return c.inbound(r, body), nil
}

// read reads a body within its bounds.
func (a *Adapter) read(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	body, err := a.door.Read(w, r)
	switch {
	case errors.Is(err, door.ErrBusy):
		return nil, &wire.Error{Code: wire.VenueUnreachable, Message: "too many envelopes are under way", Retryable: true}
	case err != nil:
		return nil, &wire.Error{Code: wire.InvalidEnvelope, Message: err.Error()}
	}
	return body, nil
}

// limit spends one of the peer's envelopes.
func (c *call) limit(ctx context.Context) error {
	if c.peer.Rate == 0 {
		return nil
	}
	ok, wait, err := c.a.o.Buckets.Take(ctx, "agp "+string(c.a.o.Name)+" "+c.m.From, c.peer.Rate, c.peer.Per)
	if err != nil {
		return c.down(err)
	}
	if !ok {
		c.wait = wait
		return &wire.Error{Code: wire.VenueUnreachable, Message: "the sender has sent too many envelopes", Retryable: true}
	}
	return nil
}

// retries bounds how often one envelope can come again whose agent was not asked.
const retries = 100

// dispatch makes the envelope one turn, and waits for it. Where the turn of an earlier
// delivery ended before the agent was asked, this one is tried anew: nothing had an effect.
func (c *call) dispatch(ctx context.Context, in message.Inbound, accept adapters.AcceptFunc) (adapters.Turn, error) {
	id := in.ExternalID
	for n := range retries {
		if n > 0 {
			in.ExternalID = id + "#" + strconv.Itoa(n)
		}
		acc, err := c.accept(ctx, in, accept)
		if err != nil {
			return adapters.Turn{}, err
		}
		c.turn = acc.Turn
		t := c.a.waiter.Await(ctx, acc.Turn, func(t adapters.Turn) bool { return t.Settled })
		switch again := acc.Outcome == message.OutcomeDuplicate; {
		case again && t.Failure == adapters.FailedOpen:
			continue
		case again:
			c.quit() // what another call found out says nothing
		case c.m.Intent == wire.Confirm && t.Failure != adapters.FailedOpen:
			c.a.o.Counts.Metered(c.a.o.Name, c.m.From, c.m.Intent)
		}
		return t, nil
	}
	return adapters.Turn{}, &wire.Error{Code: wire.VenueUnreachable, Message: "the envelope came too often"}
}

// quit leaves the breaker without a word.
func (c *call) quit() {
	c.leave(c.a.o.Now(), wire.Nothing)
	c.leave = nil
}

func (c *call) accept(ctx context.Context, in message.Inbound, accept adapters.AcceptFunc) (message.Accepted, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), takeTime)
	defer cancel()
	acc, err := accept(ctx, in)
	var limit *adapters.LimitError
	switch {
	case errors.As(err, &limit):
		c.quit()
		c.wait = limit.Wait
		return acc, &wire.Error{Code: wire.VenueUnreachable, Message: limit.Text, Retryable: true}
	case err != nil:
		c.quit()
		return acc, c.down(err)
	case acc.Status == http.StatusConflict:
		c.quit()
		return acc, &wire.Error{Code: wire.IdempotencyConflict, Message: "another envelope had the same sender, intent and timestamp"}
	case acc.Turn == "":
		c.quit()
		return acc, &wire.Error{Code: wire.VenueUnreachable, Message: "the envelope is not taken: " + acc.Reason}
	}
	return acc, nil
}

// down is the failure of what could not be stored.
func (c *call) down(err error) error {
	c.a.o.Log.Error("agp not taken", "channel", c.a.o.Name, "request_id", c.request, "err", err)
	c.wait = 5 * time.Second
	return &wire.Error{Code: wire.VenueUnreachable, Message: "the envelope could not be stored; send it again", Retryable: true}
}

// log writes the one line about an envelope.
func (c *call) log(r *http.Request, err error) {
	args := []any{"channel", c.a.o.Name, "request_id", c.request, "took", c.a.o.Now().Sub(c.began)}
	if c.proven {
		args = append(args, "from", c.m.From, "intent", c.m.Intent, "correlation", c.correlation(r), "turn", c.turn)
	}
	if e, ok := errors.AsType[*wire.Error](err); ok {
		c.a.o.Counts.Refused(c.a.o.Name, string(e.Code))
		c.a.o.Log.Warn("agp envelope failed", append(args, "code", e.Code, "why", e.Message)...)
		return
	}
	c.a.o.Log.Info("agp envelope answered", args...)
}

// fail answers with a code. Only a proven caller gets its context back and learns of breakers.
func (c *call) fail(w http.ResponseWriter, r *http.Request, err error) {
	e := wire.Error{Code: wire.VenueUnreachable, Message: "the envelope cannot be answered now", Retryable: true}
	if known, ok := errors.AsType[*wire.Error](err); ok {
		e = *known
	}
	e.RequestID = c.request
	f := wire.Failure{Err: e, Context: json.RawMessage("null"), Breaker: wire.Snapshot{State: "unknown"}}
	if c.proven {
		f.Context, f.Breaker = c.m.Context, c.a.snapshot(c.agent)
	}
	if wait := max(time.Duration(f.Breaker.RetryAfter)*time.Millisecond, c.wait); wait > 0 && e.Retryable {
		door.Later(w, wait)
	}
	status := e.Code.Status()
	if r.Method != http.MethodPost {
		status = http.StatusMethodNotAllowed
	}
	w.WriteHeader(status)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(f) // the caller is gone
}
