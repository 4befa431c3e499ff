package alfred

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"time"

	"bridge/adapters"
	"bridge/config"
	"bridge/core/message"
	wire "bridge/core/wire/alfred"
	"bridge/internal/door"
)

// takeTime is how long taking a message in may take: it goes on when its sender hangs up.
const takeTime = 30 * time.Second

// call is one message on its way through.
type call struct {
	a      *Adapter
	began  time.Time
	m      wire.Message
	proven bool // m is by its source, fresh, and for us
	peer   Peer
	tenant string
	agent  string // of ours, that gets it
	turn   message.TurnID
	sink   bool // the answer goes to a sink, later
}

// reply is what a message is answered with: a message, or the JSON of one that waits.
type reply struct {
	status int
	m      wire.Message
	body   any
}

// accepted is the answer to what is durable and has no answer yet.
type accepted struct {
	Status      string         `json:"status"` // ACCEPTED
	ID          string         `json:"id"`     // of the message
	Correlation string         `json:"correlation_id"`
	Turn        message.TurnID `json:"turn_id,omitempty"`
}

// Routes implements adapters.Routed: messages at the channel's URL. Answers:
//
//	200  a message: TASK_RESPONSE, HEARTBEAT or DISCOVERY
//	202  {"status":"ACCEPTED"}: it is durable. The same message again gets the answer when there is one
//	else a TASK_RESPONSE of the status ERROR, or its payload alone for those who are not proven
func (a *Adapter) Routes(accept adapters.AcceptFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := &call{a: a, began: a.o.Now()}
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Content-Type", "application/json")
		out, err := c.serve(w, r, accept)
		if err == nil {
			c.log(nil)
			c.write(w, out)
			return
		}
		e := &wire.Error{Code: wire.InternalError, Message: "the message cannot be answered now"}
		errors.As(err, &e)
		c.log(e)
		a.o.Counts.Refused(a.o.Name, string(e.Code))
		c.fail(w, e)
	})
}

func (c *call) serve(w http.ResponseWriter, r *http.Request, accept adapters.AcceptFunc) (reply, error) {
	body, err := c.a.read(w, r)
	if err != nil {
		return reply{}, err
	}
	if c.m, err = wire.Decode(body); err != nil {
		return reply{}, err
	}
	grant, err := c.prove()
	if err != nil {
		return reply{}, err
	}
	if err := c.limit(r.Context()); err != nil {
		return reply{}, err
	}
	if !grant.Allows(c.m.Intent) {
		return reply{}, &wire.Error{Code: wire.Forbidden, Message: "the token is not for this intent"}
	}
	switch c.m.Type {
	case wire.Heartbeat:
		return c.say(wire.Heartbeat, json.RawMessage(`{"status":"ok"}`), "")
	case wire.Discovery:
		return c.discover(grant)
	case wire.TaskResponse:
		return reply{}, &wire.Error{Code: wire.InvalidEnvelope, Message: "no request of ours is open here under this correlation_id"}
	case wire.Control:
		if !c.peer.Control {
			return reply{}, &wire.Error{Code: wire.Forbidden, Message: "the sender may not send CONTROL"}
		}
	}
	var ok bool
	if c.agent, ok = c.a.o.Config.Intents[c.m.Intent]; !ok {
		return reply{}, &wire.Error{Code: wire.UnknownIntent, Message: "the intent is not one of this agent's"}
	}
	return c.dispatch(r.Context(), body, accept)
}

// prove checks who sent the message, for whom, and when.
func (c *call) prove() (wire.Grant, error) {
	conf := c.a.o.Config
	c.peer = conf.Peers[c.m.Source.Agent]
	grant, err := c.a.tokens.check(c.m.Token, conf.Issuers[c.peer.Issuer], c.m.Source.Agent, conf.Us.Agent, c.began)
	if err != nil {
		return grant, err
	}
	if c.m.Signature != "" || c.peer.Signed {
		if err := c.m.CheckSignature(c.peer.Keys); err != nil {
			return grant, err
		}
	}
	if err := c.m.Fresh(c.began); err != nil {
		return grant, err
	}
	c.tenant = cmp.Or(c.m.Tenant, config.DefaultTenant)
	switch {
	case !slices.Contains(c.peer.Services, c.m.Source.Service):
		return grant, &wire.Error{Code: wire.Forbidden, Message: "the service is not one of the sender's"}
	case grant.Tenant != "" && grant.Tenant != c.tenant, !slices.Contains(c.peer.Tenants, c.tenant):
		return grant, &wire.Error{Code: wire.Forbidden, Message: "the sender may not speak for this tenant"}
	case c.peer.V4 && !c.m.V4():
		return grant, &wire.Error{Code: wire.InvalidEnvelope, Message: "the ids are not UUIDs of version 4"}
	}
	c.proven = true
	if c.m.Destination.Agent != conf.Us.Agent || c.m.Destination.Service != "" && c.m.Destination.Service != conf.Us.Service {
		return grant, &wire.Error{Code: wire.UnknownAgent, Message: "there is no such agent or service here"}
	}
	return grant, nil
}

// read reads a body within its bounds, also one that was compressed.
func (a *Adapter) read(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	body, err := a.door.Read(w, r)
	switch {
	case errors.Is(err, door.ErrBusy):
		return nil, &wire.Error{Code: wire.InternalError, Message: "too many messages are under way"}
	case err != nil:
		return nil, &wire.Error{Code: wire.InvalidEnvelope, Message: err.Error()}
	}
	return body, nil
}

// limit spends one of the messages that the peer may send for the tenant.
func (c *call) limit(ctx context.Context) error {
	if c.peer.Rate == 0 {
		return nil
	}
	ok, wait, err := c.a.o.Buckets.Take(ctx, "alfred "+string(c.a.o.Name)+" "+c.tenant+"/"+c.m.Source.Agent, c.peer.Rate, c.peer.Per)
	if err != nil {
		return c.down(err)
	}
	if !ok {
		return limited("the sender has sent too many messages", wait, c.peer.Rate, c.peer.Per)
	}
	return nil
}

func limited(why string, wait time.Duration, n int, per time.Duration) error {
	seconds := int((wait + time.Second - 1) / time.Second)
	return &wire.Error{Code: wire.RateLimitExceeded, Message: why, Details: &wire.Limits{RetryAfter: seconds, Limit: n, Period: wire.Period(per)}}
}

// dispatch makes the message one turn, and waits for its answer unless that goes to a sink.
func (c *call) dispatch(ctx context.Context, body []byte, accept adapters.AcceptFunc) (reply, error) {
	_, known := c.peer.Sinks[c.m.ReplyTo]
	c.sink = known && c.m.Type == wire.TaskRequest
	in, err := c.inbound(body)
	if err != nil {
		return reply{}, err
	}
	taking, cancel := context.WithTimeout(context.WithoutCancel(ctx), takeTime)
	defer cancel()
	acc, err := accept(taking, in)
	var limit *adapters.LimitError
	switch {
	case errors.As(err, &limit):
		return reply{}, limited(limit.Text, limit.Wait, limit.N, limit.Per)
	case err != nil:
		return reply{}, c.down(err)
	case acc.Status == http.StatusConflict:
		return reply{}, &wire.Error{Code: wire.DuplicateConflict, Message: "another message had this id"}
	case acc.Turn == "":
		return reply{}, &wire.Error{Code: wire.InvalidEnvelope, Message: "the message is not taken: " + acc.Reason}
	}
	c.turn = acc.Turn
	later := reply{status: http.StatusAccepted, body: accepted{"ACCEPTED", c.m.ID, c.m.Exchange(), acc.Turn}}
	if c.m.Type != wire.TaskRequest || c.sink {
		return later, nil
	}
	waiting, cancel := context.WithTimeout(ctx, c.a.o.Config.Wait)
	defer cancel()
	t := c.a.waiter.Await(waiting, acc.Turn, func(t adapters.Turn) bool { return t.Settled })
	if !t.Settled {
		return later, nil
	}
	o := outcome(t.State, t.Failure, t.Envelope)
	if o.Err != nil {
		o.Original = c.m.Payload
	}
	return c.tell(o, acc.Turn)
}

// down is the failure of what could not be stored.
func (c *call) down(err error) error {
	c.a.o.Log.Error("alfred not taken", "channel", c.a.o.Name, "err", err)
	return &wire.Error{Code: wire.InternalError, Message: "the message could not be stored; send it again"}
}

// log writes the one line about a message.
func (c *call) log(e *wire.Error) {
	args := []any{"channel", c.a.o.Name, "took", c.a.o.Now().Sub(c.began)}
	if c.proven {
		args = append(args, "id", c.m.ID, "from", c.m.Source.Agent, "tenant", c.tenant, "type", c.m.Type, "intent", c.m.Intent,
			"correlation", c.m.Exchange(), "trace", c.m.Trace, "turn", c.turn)
	}
	if e == nil {
		c.a.o.Log.Info("alfred message answered", args...)
		return
	}
	c.a.o.Log.Warn("alfred message failed", append(args, "code", e.Code, "why", e.Message)...)
}

func (c *call) write(w http.ResponseWriter, out reply) {
	if out.body == nil {
		w.WriteHeader(out.status)
		_, _ = w.Write(out.m.Text) // the caller is gone
		return
	}
	w.WriteHeader(out.status)
	_ = json.NewEncoder(w).Encode(out.body) // the caller is gone
}

// fail answers with a code. Who is not proven gets no message of ours, which has a token.
func (c *call) fail(w http.ResponseWriter, e *wire.Error) {
	if e.Details != nil {
		w.Header().Set("Retry-After", strconv.Itoa(e.Details.RetryAfter))
	} else if e.Code.Again() {
		w.Header().Set("Retry-After", "5")
	}
	o := wire.Outcome{Status: wire.Failed, Err: e}
	if c.proven {
		o.Original = c.m.Payload
		if out, err := c.tell(o, ""); err == nil {
			out.status = e.Code.Status()
			c.write(w, out)
			return
		}
		o.Original = nil
	}
	c.write(w, reply{status: e.Code.Status(), body: o})
}
