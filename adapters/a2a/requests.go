package a2a

import (
	"context"
	"errors"
	"hash/maphash"
	"iter"
	"net/http"
	"slices"
	"time"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2asrv"

	"bridge/adapters"
	"bridge/core/envelope"
	"bridge/core/message"
)

// handler answers the methods of A2A, whichever binding they came by.
type handler struct {
	a      *Adapter
	accept adapters.AcceptFunc
}

var _ a2asrv.RequestHandler = (*handler)(nil)

// unbegun is how long a task may wait for its first step. One of which nothing is recorded
// after that is not kept any more.
const unbegun = 7 * 24 * time.Hour

// current is the call of a request, and why it is refused whatever it asks.
func current(ctx context.Context) (*call, error) {
	c := callOf(ctx)
	if c == nil {
		return nil, sdk.NewError(sdk.ErrInternalError, "the call is not known") // the routes set it: cannot happen
	}
	if c.refuse == nil { // else no method is reached: it is counted as what the library refuses
		c.asked.Store(true)
	}
	return c, c.refuse
}

// SendMessage makes a message a turn and, unless the peer wants to go on at once, waits for
// it. One that waits for people, or for longer than wait, is told as it is: it works.
func (h *handler) SendMessage(ctx context.Context, req *sdk.SendMessageRequest) (sdk.SendMessageResult, error) {
	c, err := current(ctx)
	if err != nil {
		return nil, err
	}
	t, now, err := h.take(ctx, c, req)
	if err != nil {
		return nil, err
	}
	if req.Config != nil && req.Config.ReturnImmediately {
		return h.a.look(ctx, c, t, now)
	}
	waiting, cancel := context.WithTimeout(ctx, h.a.o.Config.Wait)
	defer cancel()
	h.a.waiter.Await(waiting, now[len(now)-1], func(t adapters.Turn) bool { return t.Settled })
	return h.a.look(ctx, c, t, now)
}

// SendStreamingMessage makes a message a turn and tells what it says as it comes.
func (h *handler) SendStreamingMessage(ctx context.Context, req *sdk.SendMessageRequest) iter.Seq2[sdk.Event, error] {
	return func(yield func(sdk.Event, error) bool) {
		c, err := current(ctx)
		if err != nil {
			yield(nil, err)
			return
		}
		t, now, err := h.take(ctx, c, req)
		if err != nil {
			yield(nil, err)
			return
		}
		h.a.follow(ctx, c, t, now, yield)
	}
}

// take makes a message a turn: a new task, or more of one that has asked. chain are the turns
// of the task.
func (h *handler) take(ctx context.Context, c *call, req *sdk.SendMessageRequest) (t task, chain []message.TurnID, err error) {
	a := h.a
	if req == nil {
		req = &sdk.SendMessageRequest{}
	}
	m := req.Message
	if err := check(m); err != nil {
		return t, nil, sdk.NewError(sdk.ErrInvalidParams, err.Error())
	}
	if ctx.Err() != nil || !c.hold.enter() { // its sender has hung up before anything was done
		return t, nil, c.fail(http.StatusServiceUnavailable, retryWait, "the connection was lost")
	}
	defer c.hold.leave()
	mine, err := a.wanted(c, req.Config)
	if err != nil {
		return t, nil, err
	}
	var before message.TurnID
	var tell []push
	if m.TaskID != "" {
		lock := &a.answering[int(maphash.String(a.seed, string(m.TaskID))%uint64(len(a.answering)))]
		lock.Lock() // of two answers to one question the second finds that the task works
		defer lock.Unlock()
		if t, before, tell, err = a.answered(ctx, c, m); err != nil {
			return t, nil, err
		}
		m.ContextID = t.context
	}
	if mine != nil {
		mine.Context, mine.Turn = a.contextOf(c.peer, m), t.turn
		if tell = with(tell, *mine); len(tell) > maxPushes {
			return t, nil, tooManyPushes()
		}
	}
	acc, err := h.turn(ctx, c, m, before, tell)
	if err != nil {
		return t, nil, err
	}
	if before != "" { // who cancels looks for answers after that, and who answers for a cancel: one sees the other
		was, err := a.waiter.Look(ctx, before)
		if err == nil && was.Canceled {
			_, err = a.o.Host.CancelTurn(ctx, acc.Turn)
		}
		if err != nil {
			return t, nil, a.down(c, "look whether a task is cancelled", err)
		}
	}
	c.hold.shrink(int64(len(c.body))) // the library keeps the request until it is answered
	c.body = nil
	if before == "" {
		t = task{peer: c.peer, turn: acc.Turn, context: a.contextOf(c.peer, m)}
	}
	if before == "" && acc.Outcome != message.OutcomeDuplicate {
		return t, []message.TurnID{t.turn}, nil
	}
	if chain, _, err = a.now(ctx, t); err != nil {
		return t, nil, a.down(c, "read a task", err)
	}
	if before != "" && !slices.Contains(chain, acc.Turn) {
		chain = append(chain, acc.Turn)
	}
	return t, chain, nil
}

// answered is the task that a message goes on with, the turn of it that asks, and where the
// peer is told of it: that goes on, too.
func (a *Adapter) answered(ctx context.Context, c *call, m *sdk.Message) (task, message.TurnID, []push, error) {
	t, ok := a.find(c.peer, m.TaskID)
	if !ok {
		return t, "", nil, sdk.NewError(sdk.ErrTaskNotFound, "there is no such task")
	}
	if m.ContextID != "" && m.ContextID != t.context {
		return t, "", nil, sdk.NewError(sdk.ErrInvalidParams, "the task is in another context")
	}
	chain, all, err := a.now(ctx, t)
	if err != nil {
		return t, "", nil, a.down(c, "read a task", err)
	}
	now := chain[len(chain)-1]
	turn, err := a.waiter.Look(ctx, now)
	if err != nil {
		return t, "", nil, a.down(c, "read a task", err)
	}
	if again, ok := all.of(externalID(c.peer, m.ID)); ok && again.Continues != "" {
		return t, again.Continues, nil, nil // this very message has come before
	}
	refused := func(why string) (task, message.TurnID, []push, error) {
		return t, "", nil, sdk.NewError(sdk.ErrUnsupportedOperation, why)
	}
	switch {
	case turn.State == string(envelope.Clarifying) && all.newest(now):
		had := a.pushes(c.peer, turn.Tell)
		for i := range had {
			had[i].Turn, had[i].Context = t.turn, t.context
		}
		return t, now, had, nil
	case turn.State == string(envelope.Clarifying):
		return refused("the conversation has gone on since the task asked: send a message without taskId")
	case turn.State == string(envelope.Suspended):
		return refused("the task waits for people to decide, and goes on by itself; a peer does not decide")
	case turn.Settled:
		return refused("the task has ended: send a message without taskId")
	}
	return refused("the task works: it takes no message now")
}

// turn accepts a message, which may go on with a turn. When it returns no error it is durable.
func (h *handler) turn(ctx context.Context, c *call, m *sdk.Message, before message.TurnID, tell []push) (message.Accepted, error) {
	a := h.a
	if p := a.o.Config.Peers[c.peer]; p.Rate > 0 {
		ok, wait, err := a.o.Buckets.Take(ctx, "a2a "+string(a.o.Name)+" "+c.peer, p.Rate, p.Per)
		if err != nil {
			return message.Accepted{}, a.down(c, "count a message", err)
		}
		if !ok {
			a.o.Counts.Refused(a.o.Name, "rate")
			return message.Accepted{}, c.fail(http.StatusTooManyRequests, wait, "you have sent too many messages")
		}
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), takeTime)
	defer cancel()
	in, ids, err := a.inbound(ctx, c, m)
	if err != nil {
		a.forget(ctx, ids)
		if _, ok := errors.AsType[*sdk.Error](err); ok {
			a.o.Counts.Refused(a.o.Name, "form")
			return message.Accepted{}, err
		}
		return message.Accepted{}, a.down(c, "take a message", err)
	}
	in.Owner, in.Context, in.Continues = c.peer, a.contextOf(c.peer, m), before
	if in.Tell, err = a.places(c.peer, tell); err != nil {
		return message.Accepted{}, a.down(c, "seal a push configuration", err)
	}
	acc, err := h.accept(ctx, in)
	var limit *adapters.LimitError
	switch {
	case errors.As(err, &limit):
		a.forget(ctx, ids) // nothing is stored of the message
		return acc, c.fail(http.StatusTooManyRequests, limitWait, limit.Text)
	case err != nil:
		return acc, a.down(c, "take a message", err)
	case acc.Turn != "" && acc.Outcome != message.OutcomeRefused:
		return acc, nil
	case acc.Outcome != message.OutcomeDuplicate: // a turn may refer to the files of a duplicate
		a.forget(ctx, ids)
	}
	if acc.Status == http.StatusConflict {
		return acc, sdk.NewError(sdk.ErrInvalidParams, "another message had this messageId")
	}
	a.o.Counts.Refused(a.o.Name, "refused")
	return acc, sdk.NewError(sdk.ErrUnsupportedOperation, "the message is not taken")
}

// down is what a peer hears when something of ours fails.
func (a *Adapter) down(c *call, what string, err error) error {
	a.o.Log.Error("a2a: "+what, "channel", a.o.Name, "peer", c.peer, "err", err)
	return c.fail(http.StatusServiceUnavailable, retryWait, "this does not work at the moment: send it again")
}

// now are the turns of a task: the one that began it, and those that went on with it; the
// last speaks for it now. all is what is recorded of the context, if the task has ever asked.
func (a *Adapter) now(ctx context.Context, t task) (chain []message.TurnID, all briefs, err error) {
	turn, err := a.waiter.Look(ctx, t.turn)
	if err != nil || turn.State != string(envelope.Clarifying) {
		return []message.TurnID{t.turn}, nil, err
	}
	all, err = a.o.Histories.Briefs(ctx, a.session(t))
	return all.chain(t.turn), all, err
}

// GetTask tells how a task is.
func (h *handler) GetTask(ctx context.Context, req *sdk.GetTaskRequest) (*sdk.Task, error) {
	c, err := current(ctx)
	if err != nil {
		return nil, err
	}
	t, ok := h.a.find(c.peer, req.ID)
	if !ok {
		return nil, sdk.NewError(sdk.ErrTaskNotFound, "there is no such task")
	}
	now, _, err := h.a.now(ctx, t)
	if err != nil {
		return nil, h.a.down(c, "read a task", err)
	}
	return h.a.look(ctx, c, t, now)
}

// look is the task as the last of its turns is, with what those before it made.
func (a *Adapter) look(ctx context.Context, c *call, t task, chain []message.TurnID) (*sdk.Task, error) {
	now := chain[len(chain)-1]
	turn, err := a.waiter.Look(ctx, now)
	switch {
	case err != nil:
		return nil, a.down(c, "read a task", err)
	case turn.State == "" && a.o.Now().Sub(now.Time()) > unbegun:
		return nil, sdk.NewError(sdk.ErrTaskNotFound, "the task is not kept any more")
	}
	as := a.view(t, now, turn)
	before := chain[:len(chain)-1]
	for i := len(before) - 1; i >= max(0, len(before)-maxBefore); i-- {
		was, err := a.waiter.Look(ctx, before[i])
		if err != nil {
			return nil, a.down(c, "read a task", err)
		}
		as.Artifacts = append(missing(a.view(t, before[i], was).Artifacts, as.Artifacts), as.Artifacts...)
	}
	return as, nil
}

// maxBefore is of how many turns before the last a task has the artifacts.
const maxBefore = 20

// missing are those of some artifacts that others do not replace.
func missing(all, by []*sdk.Artifact) []*sdk.Artifact {
	return slices.DeleteFunc(all, func(x *sdk.Artifact) bool {
		return slices.ContainsFunc(by, func(y *sdk.Artifact) bool { return x.ID == y.ID })
	})
}

// SubscribeToTask tells what a task that has not ended says: everything so far, and then as
// it comes.
func (h *handler) SubscribeToTask(ctx context.Context, req *sdk.SubscribeToTaskRequest) iter.Seq2[sdk.Event, error] {
	return func(yield func(sdk.Event, error) bool) {
		c, err := current(ctx)
		if err != nil {
			yield(nil, err)
			return
		}
		t, ok := h.a.find(c.peer, req.ID)
		if !ok {
			yield(nil, sdk.NewError(sdk.ErrTaskNotFound, "there is no such task"))
			return
		}
		now, _, err := h.a.now(ctx, t)
		if err != nil {
			yield(nil, h.a.down(c, "read a task", err))
			return
		}
		as, err := h.a.look(ctx, c, t, now)
		switch {
		case err != nil:
			yield(nil, err)
		case as.Status.State.Terminal():
			yield(nil, sdk.NewError(sdk.ErrUnsupportedOperation, "the task has ended: GetTask tells what it came to"))
		default:
			h.a.follow(ctx, c, t, now, yield)
		}
	}
}

// GetExtendedAgentCard tells what only those who log in are told.
func (h *handler) GetExtendedAgentCard(ctx context.Context, _ *sdk.GetExtendedAgentCardRequest) (*sdk.AgentCard, error) {
	if _, err := current(ctx); err != nil {
		return nil, err
	}
	if h.a.o.Extended == nil {
		return nil, sdk.NewError(sdk.ErrExtendedCardNotConfigured, "the public card says everything")
	}
	return h.a.o.Extended, nil
}
