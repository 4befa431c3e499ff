package turns

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"strconv"
	"strings"
	"time"

	"bridge/agents"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/internal/retry"
	"bridge/outbox"
)

// A step that ends with the state delegated is parked: it is recorded like one that waits
// for an approval, its lane is free, and a look item waits in a lane of its own. It
// asks the agent whether there is more (agents.Parking); then a resume goes to the front of
// the session's lane. All of it are items of the queue: it survives restarts, and any node
// does it.

// The keys of the steps that go on with a parked turn: "wake.N", N the steps that were
// recorded before; "told.ID" with an update that was posted; "end.N" where nobody waits
// any more.
const (
	wakeStep = "wake."
	toldStep = "told."
	endStep  = "end."
)

// parkedStep reports whether a step's key is one of them.
func parkedStep(key string) bool {
	return strings.HasPrefix(key, wakeStep) || strings.HasPrefix(key, toldStep) || strings.HasPrefix(key, endStep)
}

// canceled reports whether a step's key is that of the end of a turn that nobody waits for.
func canceled(key string) bool { return strings.HasPrefix(key, endStep) }

// goesOn reports whether a step is to come after one with this state.
func goesOn(s envelope.State) bool { return s == envelope.Suspended || s == envelope.Delegated }

// ParkedLane is the lane in which looks at a turn wait that is parked with its n-th step. One
// that was parked before with another step may still have a look that waits: it holds up none.
func ParkedLane(id message.TurnID, n int) string { return fmt.Sprintf("parked %s %d", id, n) }

// The waits between two looks at a parked turn: a tenth of the time that it is parked, in
// these bounds, ± 20 %.
const (
	firstLook = 5 * time.Second
	lastLook  = 10 * time.Minute
	lookTime  = 30 * time.Second // how long one look may take
)

// maxParked is how long a turn may be parked. Then the agent hears that nobody waits any
// more, and people that it failed.
const maxParked = 7 * 24 * time.Hour

func nextLook(parked time.Duration) time.Duration {
	return retry.Jitter(min(max(parked/10, firstLook), lastLook), 0.2)
}

// The ways a parked turn ends without its agent.
const (
	endCanceled = "canceled"
	endTimeout  = "timeout"
)

func parkItem(lane string, id string, j job) (queue.Item, error) {
	b, err := json.Marshal(j)
	if err != nil {
		return queue.Item{}, fmt.Errorf("turns: encode a look at a parked turn: %w", err)
	}
	return queue.Item{Queue: queue.Inbox, Lane: lane, ID: id, Payload: b}, nil
}

// lookItem is the first look at a turn that has been parked with its n-th step.
func (t *Turns) lookItem(turn Turn, n int) (queue.Item, error) {
	it, err := parkItem(ParkedLane(turn.ID, n), fmt.Sprintf("look.%d", n), job{Look: n, Resume: turn.ID})
	it.NotBefore = t.o.Now().Add(retry.Jitter(firstLook, 0.2))
	return it, err
}

// resumeItem goes on with a parked turn, before what else waits in its session.
func resumeItem(turn Turn, key string, j job) (queue.Item, error) {
	j.Resume, j.Step = turn.ID, key
	it, err := parkItem(string(turn.Session), string(turn.ID)+"."+key, j)
	it.Front = true
	return it, err
}

// parked returns a turn that waits for an agent ("" is any), and how many steps it has.
func (t *Turns) parked(ctx context.Context, agent string, id message.TurnID) (Turn, int, error) {
	turn, ok, err := t.o.Store.Turn(ctx, id)
	if err != nil {
		return Turn{}, 0, fmt.Errorf("read turn: %w", err)
	}
	if !ok || turn.State != envelope.Delegated || !turn.Canceled.IsZero() || agent != "" && turn.Agent != agent {
		return Turn{}, 0, agents.ErrNotParked
	}
	steps, err := t.o.Store.Steps(ctx, id)
	if err != nil {
		return Turn{}, 0, fmt.Errorf("read steps: %w", err)
	}
	return turn, len(steps), nil
}

// Wake has the agent of a parked turn asked soon whether there is more. The same id again
// is nothing new. It is called when the other side says that something has changed.
func (t *Turns) Wake(ctx context.Context, agent string, id message.TurnID, why string) error {
	turn, _, err := t.parked(ctx, agent, id)
	if err != nil {
		return err
	}
	// A lane of its own: that of the looks waits for its next one, and that of another
	// notification perhaps for an agent that could not be asked.
	it, err := parkItem("woken "+string(turn.ID)+" "+why, why, job{Look: -1, Resume: turn.ID})
	if err != nil {
		return err
	}
	return t.o.Lanes.Enqueue(ctx, it)
}

// Deliver gives a parked turn an update as what its agent says now. The same id again is
// nothing new.
func (t *Turns) Deliver(ctx context.Context, agent string, id message.TurnID, what string, u envelope.Update) error {
	turn, _, err := t.parked(ctx, agent, id)
	if err != nil {
		return err
	}
	it, err := resumeItem(turn, toldStep+what, job{Update: &u})
	if err != nil {
		return err
	}
	return t.o.Lanes.Enqueue(ctx, it)
}

// look asks the agent of a parked turn whether there is more.
func (t *Turns) look(ctx context.Context, log *slog.Logger, c *queue.Claim, j job) {
	turn, n, err := t.parked(ctx, "", j.Resume)
	if errors.Is(err, agents.ErrNotParked) || err == nil && j.Look > 0 && j.Look != n {
		t.end(ctx, log, "ack", func(ctx context.Context) error { return t.o.Lanes.Ack(ctx, c) })
		return
	}
	if err != nil {
		t.again(ctx, log, c, err)
		return
	}
	log = log.With("turn", turn.ID, "agent", turn.Agent)
	since := t.parkedFor(ctx, turn)
	key, next := wakeStep+strconv.Itoa(n), job{}
	if since > maxParked {
		key, next.End = endStep+strconv.Itoa(n), endTimeout
	} else if ready, err := t.ready(ctx, turn, n); ctx.Err() != nil {
		t.again(ctx, log, c, ctx.Err())
		return
	} else if err != nil || !ready {
		why := "the agent works on it"
		if err != nil {
			log.Warn("turns: a parked turn cannot be looked at", "err", loggableError(err))
			why = "the agent cannot be asked"
		}
		t.end(ctx, log, "look", func(ctx context.Context) error {
			if j.Look < 0 && err == nil {
				return t.o.Lanes.Ack(ctx, c) // the other look goes on
			}
			return t.o.Lanes.Retry(ctx, c, queue.Retry{At: t.o.Now().Add(nextLook(since)), Why: why})
		})
		return
	}
	it, err := resumeItem(turn, key, next)
	if err != nil {
		t.again(ctx, log, c, err)
		return
	}
	t.end(ctx, log, "resume", func(ctx context.Context) error { return t.o.Lanes.Ack(ctx, c, it) })
}

func loggableError(err error) string {
	if ae, ok := errors.AsType[*agents.Error](err); ok {
		return ae.Code
	}
	return err.Error()
}

// parkedFor is how long a turn has been parked: since the first of the steps at its end
// that are delegated.
func (t *Turns) parkedFor(ctx context.Context, turn Turn) time.Duration {
	steps, err := t.o.Store.Steps(ctx, turn.ID)
	if err != nil {
		return 0
	}
	since := t.o.Now()
	for i := len(steps) - 1; i >= 0 && steps[i].State == envelope.Delegated; i-- {
		since = steps[i].RecordedAt
	}
	return t.o.Now().Sub(since)
}

// ready asks the agent. One that is not in the configuration any more has nothing to say:
// the step says so.
func (t *Turns) ready(ctx context.Context, turn Turn, n int) (bool, error) {
	p, ok := t.o.Agents[turn.Agent].Agent.(agents.Parking)
	if !ok {
		return true, nil
	}
	ctx, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	req := t.request(turn, wakeStep+strconv.Itoa(n), nil)
	return p.Ready(t.o.Spans.Calling(ctx, req.Traceparent), req)
}

// errStale says that a resume came for a turn that has gone on without it.
var errStale = errors.New("the turn has gone on")

// stale reports whether a resume of a turn that waited comes too late.
func stale(base string, steps []Step) bool {
	if !parkedStep(base) {
		return false
	}
	if len(steps) == 0 {
		return true
	}
	if last := steps[len(steps)-1].State; last != envelope.Delegated && (last != envelope.Suspended && last != envelope.Clarifying || !canceled(base)) {
		return true
	}
	_, n, _ := strings.Cut(base, ".")
	return !strings.HasPrefix(base, toldStep) && n != strconv.Itoa(len(steps))
}

// ended is the outcome of a step that nobody waits for any more.
func (t *Turns) ended(ctx context.Context, log *slog.Logger, turn Turn, key, how string) Step {
	if how == endTimeout {
		t.forgo(ctx, log, turn, key)
		return t.failed(Step{Turn: turn.ID, Key: key}, endTimeout, fmt.Errorf("the agent's task has not ended within %s", maxParked))
	}
	if turn.Canceled.IsZero() { // an older version put the item there
		turn.Canceled = t.o.Now()
	}
	return t.calledOff(ctx, log, turn, key)
}

// whileParked returns what follows from a step that is parked: what it says to people, if
// it says something, and the first look. Systems hear of the turn when it is settled.
func (t *Turns) whileParked(ctx context.Context, turn Turn, s Step, r outbox.Reply) ([]queue.Item, error) {
	look, err := t.lookItem(turn, s.N+1)
	if err != nil {
		return nil, err
	}
	items := []queue.Item{look}
	if r.To = t.o.Planner.People(r.To); len(s.Parts) == 0 || len(r.To) == 0 {
		return items, nil
	}
	said, err := t.plan(ctx, turn, r)
	if err != nil {
		return nil, fmt.Errorf("plan the answer: %w", err)
	}
	return append(items, said...), nil
}

// posted is an agent that says what was posted for it.
type posted struct{ update envelope.Update }

// Respond implements agents.Agent.
func (p posted) Respond(context.Context, agents.Call) iter.Seq2[envelope.Update, error] {
	return func(yield func(envelope.Update, error) bool) { yield(p.update, nil) }
}
