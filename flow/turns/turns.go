package turns

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"bridge/adapters"
	"bridge/core/envelope"
	"bridge/core/excerpt"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/flow/live"
	"bridge/internal/deadline"
	"bridge/outbox"
)

// recordTimeout bounds the writes that record an outcome after the work context
// has ended: what the agent has done must not be forgotten because we stop. Some take a quarter longer.
const recordTimeout = 5 * time.Second

// planTimeout bounds the planning of what follows from a recorded outcome: it may
// put files into the artifact store.
const planTimeout = time.Minute

// Turns runs turns. Create it with New.
type Turns struct {
	o        Options
	slots    map[string]*semaphore // per agent
	shares   map[share]*semaphore  // of those whose calls are bounded
	breakers map[string]*breaker   // per agent
	cuts     cuts
	writes   *deadline.Shared // of recordTimeout

	pauseMu   sync.Mutex
	pausePace pace
}

// share is the part that a tenant has of an agent's calls.
type share struct {
	agent  string
	tenant message.Tenant
}

// inFlight bounds the claims held at once: each is a goroutine and a lease.
const inFlight = 512

// New returns the turns.
func New(o Options) *Turns {
	t := &Turns{o: o, slots: map[string]*semaphore{}, shares: map[share]*semaphore{}, breakers: map[string]*breaker{}, writes: deadline.NewShared(recordTimeout)}
	t.cuts.all, t.cuts.looks = map[message.TurnID]*cuttable{}, deadline.NewRounds(cancelLook, t.lookCanceled)
	for name, a := range o.Agents {
		t.slots[name] = newSemaphore(a.MaxConcurrent)
		for tenant, n := range o.Shares {
			if n > 0 {
				t.shares[share{name, tenant.Or()}] = newSemaphore(n)
			}
		}
		t.breakers[name] = newBreaker(name, a.Timeout, o.Now)
	}
	if t.o.Counts == nil {
		t.o.Counts = uncounted{}
	}
	return t
}

// Run claims and runs turns until soft ends, then waits for the steps under way;
// they are cut off, and released, when hard ends. It returns nil.
func (t *Turns) Run(soft, hard context.Context) error {
	if t.o.Bus != nil {
		var listener sync.WaitGroup
		listener.Go(func() { t.listen(soft) })
		defer listener.Wait()
	}
	queue.Work(soft, hard, t.o.Lanes, queue.Inbox, inFlight,
		func(err error) { t.o.Log.Error("turns: claim", "err", err) },
		func(held context.Context, c *queue.Claim) { t.handle(soft, held, c) })
	return nil
}

// aboutTurn is what each line of an item's log has of it; the turn is empty until the item is read.
func aboutTurn(c *queue.Claim, turn *Turn) []slog.Attr {
	session := slog.String("session", c.Lane)
	if turn.ID == "" {
		return []slog.Attr{session}
	}
	return []slog.Attr{session, slog.Any("turn", turn.ID), slog.Any("channel", turn.Channel), slog.String("correlation", turn.Correlation)}
}

// handle runs one claimed item to its end.
func (t *Turns) handle(soft, ctx context.Context, c *queue.Claim) {
	var turn Turn
	log := queue.NewLog(t.o.Log, c, &turn, aboutTurn)
	defer func() {
		// A panic over one item must not take the others down, nor come back
		// with every restart: the item is kept where an operator sees it.
		if p := recover(); p != nil {
			log.Error("turns: panic", "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			t.o.Counts.Panic()
			sorry := t.sorry(ctx, log, turn, c)
			t.end(ctx, log, "bury", func(ctx context.Context) error {
				return t.o.Lanes.Bury(ctx, c, queue.Death{Code: "panic", Why: excerpt.Cut(fmt.Sprint(p), 2000)}, sorry...)
			})
		}
	}()
	j, err := readJob(c)
	if err != nil || (j.Turn == nil && j.Resume == "") {
		t.end(ctx, log, "bury", func(ctx context.Context) error {
			return t.o.Lanes.Bury(ctx, c, queue.Death{Code: "bad_payload", Why: fmt.Sprint(err)})
		})
		return
	}
	if j.Look != 0 {
		t.look(ctx, log, c, j)
		return
	}
	var key string
	turn, key, err = t.load(ctx, j)
	if errors.Is(err, errNoTurn) {
		t.end(ctx, log, "bury", func(ctx context.Context) error {
			return t.o.Lanes.Bury(ctx, c, queue.Death{Code: "no_turn", Why: err.Error()})
		})
		return
	}
	if err != nil {
		t.again(ctx, log, c, err)
		return
	}
	if turn.Broken != "" && c.Replays > 0 {
		turn, j.Parts = t.refilled(turn, j.Parts)
	}
	var step Step
	var done bool
	if err = t.paused(turn); err == nil {
		step, done, err = t.step(soft, ctx, log, c, turn, key, j)
	}
	w, waits := errors.AsType[*waiting](err)
	switch {
	case done:
		return
	case waits:
		t.wait(ctx, log, c, turn, stepKey(key, c.Replays), w)
		return
	case errors.Is(err, errStale):
		log.Info("a parked turn has gone on already", "step", key)
		t.end(ctx, log, "ack", func(ctx context.Context) error { return t.o.Lanes.Ack(ctx, c) })
		return
	case errors.Is(err, errSuperseded):
		items, err := t.unheard(ctx, turn, key)
		if err != nil {
			t.again(ctx, log, c, err)
			return
		}
		t.end(ctx, log, "ack", func(ctx context.Context) error { return t.o.Lanes.Ack(ctx, c, items...) })
		return
	case err != nil:
		t.again(ctx, log, c, err)
		return
	}
	turn.State = step.State
	plan := deadline.After(ctx, planTimeout)
	defer plan.End()
	began := t.o.Now()
	items, err := t.follow(plan, turn, step, j.Parts)
	t.rendered(turn, step, began, len(items), err)
	if err != nil {
		t.again(ctx, log, c, fmt.Errorf("follow-ups: %w", err))
		return
	}
	if t.o.View != nil { // people are asked now
		t.o.View.moved(turn.ID)
	}
	t.end(ctx, log, "finish", func(ctx context.Context) error {
		if step.Failure != "" && !step.unasked() {
			return t.o.Lanes.Bury(ctx, c, queue.Death{Code: step.Failure, Why: step.Detail}, items...)
		}
		return t.o.Lanes.Ack(ctx, c, items...)
	})
}

// refilled is a turn that a replay makes anew with the templates of today.
func (t *Turns) refilled(turn Turn, parts []envelope.Part) (Turn, []envelope.Part) {
	again, subject, broken := t.o.Host.Refill(turn.Channel, parts)
	if turn.Broken = broken; broken != "" {
		return turn, parts
	}
	turn.Said, turn.FileNames = cameIn(again)
	if subject != "" {
		turn.Originators = slices.Clone(turn.Originators)
		for i := range turn.Originators {
			turn.Originators[i].Subject = subject
		}
	}
	return turn, again
}

// errSuperseded says that a decision came for a turn that has ended.
var errSuperseded = errors.New("the turn has ended")

// errNoTurn says that a decision came for a turn whose record is past its
// retention, or lost: nothing can be resumed.
var errNoTurn = errors.New("the turn has no record any more")

// sorry tells the originators of a turn that it failed, where no outcome is
// recorded that would say so: a replay finds what is recorded, or calls the agent
// with the same key.
func (t *Turns) sorry(ctx context.Context, log *slog.Logger, turn Turn, c *queue.Claim) (items []queue.Item) {
	if turn.ID == "" {
		return nil
	}
	defer func() {
		if p := recover(); p != nil { // planning is what panics
			log.Error("turns: panic", "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			items = nil
		}
	}()
	plan, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
	defer cancel()
	items, err := t.plan(plan, turn, outbox.Reply{
		Session: turn.Session, Turn: turn.ID, Key: stepKey("panic "+c.ID, c.Replays), At: c.EnqueuedAt, State: envelope.Failed,
		Failed: true, To: recipients(turn), From: source(turn),
	})
	if err != nil {
		log.Error("turns: plan the apology", "err", err)
	}
	return items
}

// load returns the turn of a job and the base key of the step it asks for.
func (t *Turns) load(ctx context.Context, j job) (Turn, string, error) {
	if turn, ok := j.starts(); ok {
		return turn, FirstStep, nil
	}
	turn, ok, err := t.o.Store.Turn(ctx, j.Resume)
	if err != nil {
		return Turn{}, "", fmt.Errorf("read turn: %w", err)
	}
	if !ok {
		return Turn{}, "", fmt.Errorf("turn %s: %w", j.Resume, errNoTurn)
	}
	if j.Step != "" {
		return turn, j.Step, nil
	}
	return turn, j.Approval, nil
}

// step returns the recorded outcome of the step, calling the agent only if there
// is none. done: the item is finished with it, nothing is left to do.
func (t *Turns) step(soft, ctx context.Context, log *slog.Logger, c *queue.Claim, turn Turn, base string, j job) (_ Step, done bool, err error) {
	call := t.cuttable(ctx, turn.ID) // before the record is read: what comes later cuts it
	defer t.cuts.over(call)
	before, err := t.o.Store.Before(ctx, c, turn.Session, turn.ID)
	if err != nil {
		return Step{}, false, fmt.Errorf("read steps: %w", err)
	}
	steps := before.Steps
	turn = turn.amended(before.Turn)
	// A replay is a new call only if the one before came to a failure: without a
	// recorded outcome the agent must be able to know the call by its key.
	key := stepKey(base, min(c.Replays, failures(steps, base)))
	for _, s := range steps {
		if s.Key == key {
			log.Info("the step's outcome is recorded already", "step", key)
			return s, false, nil
		}
	}
	if len(steps) > 0 {
		last := steps[len(steps)-1]
		again := c.Replays > 0 && last.Failure != "" && baseKey(last.Key) == baseKey(key) // what failed is tried anew
		switch {
		case again:
		case stale(base, steps):
			return Step{}, false, errStale
		case last.State == envelope.Clarifying && canceled(base) && before.Last.ID == turn.ID: // nobody answers it
		case !goesOn(last.State) && !takesOver(base, steps):
			return Step{}, false, errSuperseded
		}
	}
	// A message that answers a clarifying question continues its turn.
	if baseKey(key) == FirstStep && before.Last.ID != turn.ID {
		if turn.Continues = ""; before.Last.State == envelope.Clarifying {
			turn.Continues = before.Last.ID
		}
	}
	turn.Coordinates, turn.Refused, turn.Handover = before.Last.Coordinates, before.Last.Refused, before.Last.Handover
	if turn.Handover, err = t.present(ctx, turn); err != nil {
		return Step{}, false, fmt.Errorf("who still answers: %w", err)
	}
	turn = t.routed(turn, baseKey(key), before.Last.Routed)
	began := t.o.Now()
	run, kept := t.o.View.begin(turn, len(steps)), false
	defer func() { run.End(kept) }()
	var out Step
	if !turn.Canceled.IsZero() {
		out = t.calledOff(ctx, log, turn, key)
	} else if turn.Broken != "" { // it fails by itself: no agent is to blame, none is called
		out = t.failed(Step{Turn: turn.ID, Key: key}, "template", errors.New(turn.Broken))
	} else if turn.late(began) { // who asked waits no more
		out = t.failed(Step{Turn: turn.ID, Key: key}, adapters.FailedLate, errLate)
	} else if j.End != "" {
		out = t.ended(ctx, log, turn, key, j.End)
	} else if m, mine, herr := t.handover(ctx, turn, key, j.Parts); mine || herr != nil {
		if herr != nil {
			return Step{}, false, herr
		}
		turn, out = t.relayed(turn, key, m, j.Parts)
	} else if out, err = t.judge(soft, call, log, c, turn, key, j, steps, run); err != nil && context.Cause(call) == errCanceled {
		if turn, err = t.newest(ctx, turn); err != nil {
			return Step{}, false, err
		}
		out = t.calledOff(ctx, log, turn, key)
	} else if err != nil {
		return Step{}, false, err
	}
	out.N = len(steps)
	if err := t.passesToPeople(ctx, &turn, &out); err != nil {
		return Step{}, false, err
	}
	t.passes(turn, steps, &out)
	t.complete(soft, ctx, log, turn, &out, run)
	was := turn
	refused := t.move(&turn, out)
	heard(&turn, out)
	if out.PassTo != "" && t.o.Agents[turn.Agent].Router {
		turn.Routed = out.PassTo
	}
	stored, first, done, err := t.record(ctx, c, turn, out, j.Parts)
	for errors.Is(err, ErrAmended) { // the outcome is kept, unless the turn was cancelled
		if turn, err = t.newest(ctx, turn); err != nil {
			return Step{}, false, err
		}
		if !turn.Canceled.IsZero() && !out.Canceled {
			turn, refused = was.amended(turn), nil
			turn.Handover = before.Last.Handover
			out = t.calledOff(ctx, log, turn, key)
			out.N = len(steps)
		}
		stored, first, done, err = t.record(ctx, c, turn, out, j.Parts)
	}
	if err != nil {
		return Step{}, false, fmt.Errorf("record the outcome: %w", err)
	}
	kept = first && stored.Failure == "" && stored.PassTo == "" && !stored.Canceled
	if first {
		t.tellRefused(ctx, log, turn, refused)
		t.tellHandover(ctx, log, turn, stored)
		if !stored.byPeople() {
			t.o.Counts.Step(turn.Agent, stored.State, t.o.Now().Sub(began))
		}
		t.spans(c, turn, steps, stored, began)
		if log.Enabled(ctx, slog.LevelInfo) { // what is not written is not made
			log.Info("step done", "step", key, "state", string(stored.State), "failure", stored.Failure, "attempt", stored.Attempts)
		}
	}
	return stored, done, nil
}

// newest is a turn with what was changed at its record meanwhile.
func (t *Turns) newest(ctx context.Context, turn Turn) (Turn, error) {
	rec, _, err := t.o.Store.Turn(ctx, turn.ID)
	if err != nil {
		return turn, fmt.Errorf("read turn: %w", err)
	}
	return turn.amended(rec), nil
}

// judge gets the outcome of a step that is to be recorded. While it is held back
// because the agent fails the error is a *waiting.
func (t *Turns) judge(soft, ctx context.Context, log *slog.Logger, c *queue.Claim, turn Turn, key string, j job, steps []Step, run live.Run) (Step, error) {
	b, ok := t.breakers[turn.Agent]
	if !ok {
		return t.failed(Step{Turn: turn.ID, Key: key}, "no_agent", fmt.Errorf("agent %q is not in the configuration any more", turn.Agent)), nil
	}
	for _, s := range []*semaphore{t.shares[share{turn.Agent, turn.Tenant.Or()}], t.slots[turn.Agent]} {
		if s == nil {
			continue
		}
		free, err := s.take(soft, ctx, t.o.Now)
		if err != nil {
			return Step{}, err
		}
		defer free()
	}
	x := keyOf(c)
	if !b.enter(x) {
		if !turn.Deadline.IsZero() {
			out := t.failed(Step{Turn: turn.ID, Key: key}, adapters.FailedOpen, errors.New("the agent fails, and who asked does not wait until it answers again"))
			b.give(x, &out)
			return out, nil
		}
		if b.over(x, c.EnqueuedAt) {
			return t.given(b, x, turn, key), nil
		}
		return Step{}, t.hold(b, c)
	}
	var out Step
	var err error
	v := nothing
	defer func() {
		if v == nothing { // also after a panic
			b.leave(x, c.EnqueuedAt, v, nil)
		}
	}()
	stop := t.slow(ctx, log, c, turn, key)
	defer stop() // also after a panic
	out, v, err = t.call(soft, ctx, log, turn, key, j, steps, run)
	stop()
	if v == nothing {
		return out, err
	}
	held, n := b.leave(x, c.EnqueuedAt, v, &out)
	t.announce(ctx, turn.Agent, n)
	switch {
	case err != nil: // the agent has answered, and we could not keep it
		return Step{}, err
	case held && !turn.Deadline.IsZero():
		b.give(x, &out)
	case held:
		return Step{}, t.hold(b, c)
	}
	return out, nil
}

// record stores the outcome of a step: the agent's work is done, so even if we
// stop now. Where nothing but messages follows from it the item is finished in the
// same write: done.
func (t *Turns) record(ctx context.Context, c *queue.Claim, turn Turn, s Step, parts []envelope.Part) (stored Step, first, done bool, err error) {
	next := turn.after(s)
	if s.Failure == "" && s.State != envelope.Suspended && baseKey(s.Key) == FirstStep {
		// What cannot be planned now, or not soon, is recorded all the same, and
		// planned again.
		plan := deadline.After(ctx, recordTimeout)
		items, planned := t.follow(plan, turn, s, parts)
		plan.End()
		if planned == nil {
			stored, first, err = t.o.Store.Conclude(t.writes.Of(ctx), c, next, s, items...)
			t.recorded(turn, stored, first, err)
			if !errors.Is(err, queue.ErrLost) {
				return stored, first, first && err == nil, err
			}
			// Whoever has the item now need not call the agent again.
		}
	}
	rec := t.writes.Of(ctx)
	// The first outcome wins. A failure of a node that was frozen must not win over
	// what the node that has the item now is about to record.
	if s.Failure != "" {
		if err := t.o.Lanes.Renew(rec, c); errors.Is(err, queue.ErrLost) {
			return Step{}, false, false, err
		}
	}
	stored, first, err = t.o.Store.RecordStep(rec, next, s)
	t.recorded(turn, stored, first, err)
	return stored, first, false, err
}

// recorded tells that a step is recorded, unless err says that it is not.
func (t *Turns) recorded(turn Turn, s Step, first bool, err error) {
	if err != nil {
		return
	}
	if t.o.View != nil {
		t.o.View.moved(turn.ID)
	}
	if first && t.o.Events != nil && s.PassTo == "" {
		t.o.Events.Recorded(turn, s)
	}
}

// failures counts the recorded outcomes of a step that are failures.
func failures(steps []Step, base string) (n int) {
	for _, s := range steps {
		if s.Failure != "" && baseKey(s.Key) == base {
			n++
		}
	}
	return n
}

// stepKey is the key of a step whose failed outcome an operator has replayed n times.
func stepKey(base string, n int) string {
	if n == 0 {
		return base
	}
	return base + "~" + strconv.Itoa(n)
}

// baseKey is a step's key without its replays: FirstStep, an approval's id, or a passKey.
func baseKey(key string) string {
	base, _, _ := strings.Cut(key, "~")
	return base
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
	if err := write(t.writes.Of(ctx)); err != nil && !errors.Is(err, queue.ErrLost) {
		log.Error("turns: "+op, "err", err)
	}
}
