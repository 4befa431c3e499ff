package turns

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"

	"bridge/agents"
	"bridge/approvals"
	"bridge/artifacts"
	"bridge/envelope"
	"bridge/message"
	"bridge/outbox"
	"bridge/queue"
)

// recordTimeout bounds the writes that record an outcome after the work context
// has ended: what the agent has done must not be forgotten because we stop.
const recordTimeout = 5 * time.Second

// Agent is one configured agent.
type Agent struct {
	Agent         agents.Agent
	Timeout       time.Duration // the budget of one step, with all its attempts
	MaxConcurrent int
}

// Options are the parts turns works with. All are required but Metrics.
type Options struct {
	Store         Store
	Lanes         queue.Lanes
	Agents        map[string]Agent
	Registry      *envelope.Registry
	Artifacts     *artifacts.Store
	Approvals     *approvals.Service
	Planner       outbox.Planner
	KeepReasoning bool // [retention] reasoning is not 0
	Now           func() time.Time
	Log           *slog.Logger
	Metrics       Metrics
}

// Metrics counts what turns do. Nil fields count nothing.
type Metrics struct {
	Step         func(agent string, state envelope.State, took time.Duration)
	Attempt      func(agent, code string) // code "" is a complete answer
	Unregistered func(t envelope.Type)
	Panic        func()
}

// Turns runs turns. Create it with New.
type Turns struct {
	o     Options
	slots map[string]chan struct{} // per agent
}

// inFlight bounds the claims held at once: each is a goroutine and a lease.
const inFlight = 512

// New returns the turns.
func New(o Options) *Turns {
	t := &Turns{o: o, slots: map[string]chan struct{}{}}
	for name, a := range o.Agents {
		t.slots[name] = make(chan struct{}, max(a.MaxConcurrent, 1))
	}
	if t.o.Metrics.Step == nil {
		t.o.Metrics.Step = func(string, envelope.State, time.Duration) {}
	}
	if t.o.Metrics.Attempt == nil {
		t.o.Metrics.Attempt = func(string, string) {}
	}
	if t.o.Metrics.Unregistered == nil {
		t.o.Metrics.Unregistered = func(envelope.Type) {}
	}
	if t.o.Metrics.Panic == nil {
		t.o.Metrics.Panic = func() {}
	}
	return t
}

// Run claims and runs turns until soft ends, then waits for the steps under way;
// they are cut off, and released, when hard ends. It returns nil.
func (t *Turns) Run(soft, hard context.Context) error {
	queue.Work(soft, hard, t.o.Lanes, queue.Inbox, inFlight,
		func(err error) { t.o.Log.Error("turns: claim", "err", err) },
		func(held context.Context, c *queue.Claim) { t.handle(soft, held, c) })
	return nil
}

// handle runs one claimed item to its end.
func (t *Turns) handle(soft, ctx context.Context, c *queue.Claim) {
	log := t.o.Log.With("session", c.Lane)
	defer func() {
		// A panic over one item must not take the others down, nor come back
		// with every restart: the item is kept where an operator sees it.
		if p := recover(); p != nil {
			log.Error("turns: panic", "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			t.o.Metrics.Panic()
			t.end(ctx, log, "bury", func(ctx context.Context) error {
				return t.o.Lanes.Bury(ctx, c, queue.Death{Code: "panic", Why: cut(fmt.Sprint(p), 2000)})
			})
		}
	}()
	var j job
	if err := json.Unmarshal(c.Payload, &j); err != nil || (j.Turn == nil && j.Resume == "") {
		t.end(ctx, log, "bury", func(ctx context.Context) error {
			return t.o.Lanes.Bury(ctx, c, queue.Death{Code: "bad_payload", Why: fmt.Sprint(err)})
		})
		return
	}
	turn, key, err := t.load(ctx, j)
	if err != nil {
		t.again(ctx, log, c, err)
		return
	}
	log = log.With("turn", turn.ID, "channel", turn.Channel)
	step, err := t.step(soft, ctx, log, turn, key, j)
	switch {
	case errors.Is(err, errSuperseded):
		items, err := t.unheard(ctx, turn, key)
		if err != nil {
			t.again(ctx, log, c, err)
			return
		}
		t.end(ctx, log, "ack", func(ctx context.Context) error { return t.o.Lanes.Ack(ctx, c, items...) })
		return
	case errors.Is(err, errBusy):
		t.end(ctx, log, "wait", func(ctx context.Context) error {
			return t.o.Lanes.Retry(ctx, c, queue.Retry{At: t.o.Now().Add(slotWait), Why: err.Error()})
		})
		return
	case err != nil:
		t.again(ctx, log, c, err)
		return
	}
	turn.State = step.State
	rec, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
	defer cancel()
	items, err := t.follow(rec, turn, step)
	if err != nil {
		t.again(ctx, log, c, fmt.Errorf("follow-ups: %w", err))
		return
	}
	t.end(ctx, log, "finish", func(ctx context.Context) error {
		if step.Failure != "" {
			return t.o.Lanes.Bury(ctx, c, queue.Death{Code: step.Failure, Why: step.Detail}, items...)
		}
		return t.o.Lanes.Ack(ctx, c, items...)
	})
}

// errSuperseded says that a decision came for a turn that has ended.
var errSuperseded = errors.New("the turn has ended")

// load returns the turn of a job and the key of the step it asks for.
func (t *Turns) load(ctx context.Context, j job) (Turn, string, error) {
	if j.Turn != nil {
		return *j.Turn, FirstStep, nil
	}
	turn, ok, err := t.o.Store.Turn(ctx, j.Resume)
	if err != nil {
		return Turn{}, "", fmt.Errorf("read turn: %w", err)
	}
	if !ok {
		return Turn{}, "", fmt.Errorf("turn %s does not exist", j.Resume)
	}
	return turn, j.Approval, nil
}

// step returns the recorded outcome of the step, calling the agent only if there
// is none.
func (t *Turns) step(soft, ctx context.Context, log *slog.Logger, turn Turn, key string, j job) (Step, error) {
	steps, err := t.o.Store.Steps(ctx, turn.ID)
	if err != nil {
		return Step{}, fmt.Errorf("read steps: %w", err)
	}
	for _, s := range steps {
		if s.Key == key {
			log.Info("the step's outcome is recorded already", "step", key)
			return s, nil
		}
	}
	if len(steps) > 0 && steps[len(steps)-1].State != envelope.Suspended {
		return Step{}, errSuperseded
	}
	if key == FirstStep {
		if turn.Continues, err = t.continues(ctx, turn); err != nil {
			return Step{}, err
		}
	}
	began := t.o.Now()
	out, err := t.call(soft, ctx, log, turn, key, j.Parts, steps)
	if err != nil {
		return Step{}, err
	}
	out.N = len(steps)
	// From here on the agent's work is done: it is recorded even if we stop now.
	rec, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
	defer cancel()
	stored, first, err := t.o.Store.RecordStep(rec, turn, out)
	if err != nil {
		return Step{}, fmt.Errorf("record the outcome: %w", err)
	}
	if first {
		t.o.Metrics.Step(turn.Agent, stored.State, t.o.Now().Sub(began))
		log.Info("step done", "step", key, "state", string(stored.State), "failure", stored.Failure, "attempt", stored.Attempts)
	}
	return stored, nil
}

// continues returns the turn whose clarifying question this message answers.
func (t *Turns) continues(ctx context.Context, turn Turn) (message.TurnID, error) {
	last, ok, err := t.o.Store.LastTurn(ctx, turn.Session)
	if err != nil {
		return "", fmt.Errorf("read the session's last turn: %w", err)
	}
	if ok && last.State == envelope.Clarifying && last.ID != turn.ID {
		return last.ID, nil
	}
	return "", nil
}

// again gives the item back: at once when we stop or lost it, else after a wait.
func (t *Turns) again(ctx context.Context, log *slog.Logger, c *queue.Claim, err error) {
	if ctx.Err() != nil || errors.Is(err, context.Canceled) {
		t.end(ctx, log, "release", func(ctx context.Context) error { return t.o.Lanes.Release(ctx, c) })
		return
	}
	log.Error("turns: the item waits", "err", err)
	t.end(ctx, log, "retry", func(ctx context.Context) error {
		return t.o.Lanes.Retry(ctx, c, queue.Retry{At: t.o.Now().Add(5 * time.Second), Why: err.Error()})
	})
}

// end does the last write of a claim. If it fails the lease runs out and the
// item comes again, and finds its recorded outcome.
func (t *Turns) end(ctx context.Context, log *slog.Logger, op string, write func(context.Context) error) {
	rec, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
	defer cancel()
	if err := write(rec); err != nil && !errors.Is(err, queue.ErrLost) {
		log.Error("turns: "+op, "err", err)
	}
}

func sleep(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}
