package turns

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"sync"
	"time"

	"bridge/agents"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/internal/deadline"
)

// A turn is ended by its record: once Canceled is there no step of it has another outcome
// (Store.RecordStep refuses those that know nothing of it), so whoever looks may say at once
// that it has ended. What is under way is cut where it runs; a step that had its outcome
// before was faster, and the turn is as that says.

// ErrEnded says that a turn cannot be ended: it has ended, or is not there.
var ErrEnded = errors.New("the turn has ended, or is not there")

// errCanceled is why a call is cut.
var errCanceled = errors.New("the turn was cancelled")

const (
	cancelTopic = "turns.canceled" // carries ids of turns
	cancelLook  = 10 * time.Second // a call looks so often whether its turn was cancelled: a message may be lost
)

// Cancel ends a turn that waits, runs, is parked, waits for people or for an answer of its
// sender, on whatever node: a call
// that is under way is cut, and nothing of it is kept; its agent hears that nobody waits any
// more, and people that it was cancelled; what it asks nobody can decide then. Again it
// changes nothing. It is called for operators, who may have one tenant, and for peers who
// began the turn. ErrEnded: it has ended, is not there, or is another tenant's.
func (t *Turns) Cancel(ctx context.Context, id message.TurnID, of message.Tenant) error {
	now, err := t.cancel(ctx, id, of)
	if errors.Is(err, ErrEnded) && !now { // it may have left the queue between two looks
		_, err = t.cancel(ctx, id, of)
	}
	if err != nil {
		return err
	}
	t.cuts.cut(id)
	if t.o.Bus != nil {
		if err := t.o.Bus.Publish(ctx, cancelTopic, []byte(id)); err != nil {
			t.o.Log.Warn("turns: other nodes hear later that a turn is cancelled", "turn", id, "err", err)
		}
	}
	if t.o.View != nil {
		t.o.View.moved(id)
	}
	return nil
}

// cancel writes that a turn is cancelled. known: it has a record.
func (t *Turns) cancel(ctx context.Context, id message.TurnID, of message.Tenant) (known bool, err error) {
	var waits Turn
	rec, known, err := t.o.Store.Turn(ctx, id)
	if err == nil && !known {
		waits, err = t.o.Host.Queued(ctx, id)
	}
	asks := false // and nobody has answered
	if err == nil && rec.State == envelope.Clarifying {
		var b Before
		b, err = t.o.Store.Before(ctx, nil, rec.Session, id)
		asks = b.Last.ID == id
	}
	if err != nil {
		return known, fmt.Errorf("cancel a turn: %w", err)
	}
	return known, t.o.Store.Amend(ctx, id, func(turn Turn, steps int) (Turn, []queue.Item, error) {
		if turn.ID == "" {
			turn = waits
		}
		switch {
		case turn.ID == "" || !of.Sees(turn.Tenant):
			return Turn{}, nil, ErrEnded
		case !turn.Canceled.IsZero():
			return Turn{}, nil, nil
		case steps > 0 && !goesOn(turn.State) && turn.State != envelope.Passed && (turn.State != envelope.Clarifying || !asks):
			return Turn{}, nil, ErrEnded
		}
		turn.Canceled = t.o.Now()
		if steps == 0 { // its message is in the queue
			return turn, nil, nil
		}
		end, err := resumeItem(turn, endStep+strconv.Itoa(steps), job{End: endCanceled})
		return turn, []queue.Item{end}, err
	})
}

// canceledStep is the outcome of a step of a turn that was cancelled.
func canceledStep(turn Turn, key string) Step {
	part := envelope.TextPart(envelope.ErrorPart, "The task was cancelled.")
	part.MediaType = "text/plain" // not Markdown
	return Step{Turn: turn.ID, Key: key, State: envelope.Failed, Canceled: true, Parts: []envelope.Part{part}, RecordedAt: turn.Canceled}
}

// calledOff is the outcome of a step whose turn was cancelled: its agent hears it.
func (t *Turns) calledOff(ctx context.Context, log *slog.Logger, turn Turn, key string) Step {
	t.forgo(ctx, log, turn, key)
	return canceledStep(turn, key)
}

// forgo tells an agent that nobody waits for what it does any more.
func (t *Turns) forgo(ctx context.Context, log *slog.Logger, turn Turn, key string) {
	p, ok := t.o.Agents[turn.Agent].Agent.(agents.Parking)
	if !ok {
		return
	}
	tell, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	req := t.request(turn, key, nil)
	if err := p.Cancel(t.o.Spans.Calling(tell, req.Traceparent), req); err != nil {
		log.Warn("turns: the agent does not hear that its task is not waited for", "err", loggableError(err))
	}
}

// cuts are the calls under way on this node, by their turns: a turn has one at a time.
type cuts struct {
	looks *deadline.Rounds[*cuttable]

	mu  sync.Mutex
	all map[message.TurnID]*cuttable
}

// cuttable is the life of a call, a context. It ends with errCanceled as its cause when the turn is cancelled.
type cuttable struct {
	deadline.Lazy
	turn message.TurnID
}

func (c *cuts) cut(id message.TurnID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if call := c.all[id]; call != nil {
		call.Cut(errCanceled)
	}
}

// cuttable begins a call, which cuts.over ends.
func (t *Turns) cuttable(ctx context.Context, id message.TurnID) *cuttable {
	call := &cuttable{turn: id}
	call.Begin(ctx)
	t.cuts.mu.Lock()
	t.cuts.all[id] = call
	t.cuts.mu.Unlock()
	t.cuts.looks.Add(call)
	return call
}

func (c *cuts) over(call *cuttable) {
	call.End()
	c.looks.Remove(call)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.all[call.turn] == call { // else the turn is called again here: its claim was lost
		delete(c.all, call.turn)
	}
}

// lookCanceled cuts a call that has lasted for a while if its turn was cancelled meanwhile.
func (t *Turns) lookCanceled(call *cuttable) {
	if now, ok, err := t.o.Store.Turn(call, call.turn); err == nil && ok && !now.Canceled.IsZero() {
		call.Cut(errCanceled)
	}
	if call.Err() == nil {
		t.cuts.looks.Add(call)
	}
}

// listen hears of turns that were cancelled on other nodes, until ctx ends.
func (t *Turns) listen(ctx context.Context) {
	t.o.Bus.Listen(ctx, []string{cancelTopic}, func(_ string, id []byte) { t.cuts.cut(message.TurnID(id)) })
}
