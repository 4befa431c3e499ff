// Package cron is the channel of schedules: each fire starts a turn of its own, whose
// answer goes to the channel's targets. Fires happen once however many nodes look:
// their ids are those of the messages that admission takes once.
package cron

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"bridge/adapters"
	"bridge/adapters/cron/schedule"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/internal/tmpl"
)

// How often a schedule is looked at, whatever timers do: a machine that slept, or
// whose clock was set, is noticed within maxWait.
const (
	maxWait     = time.Minute
	waitRunning = 10 * time.Second // while a run is at work
	waitQueued  = 2 * time.Second  // while a fire waits for it
)

// lostAfter is how long a turn without a record counts as at work.
const lostAfter = 24 * time.Hour

// Turns is what a schedule asks of adapters.Turns.
type Turns interface {
	Turn(ctx context.Context, id message.TurnID) (adapters.Turn, bool, error)
}

// Options are what a schedule works with. All are required but those said to be not.
type Options struct {
	Config
	Name  message.ChannelName
	State adapters.State
	// Turns tells when a run is over. Nil: nobody knows, and runs never overlap.
	Turns Turns
	Host  Host
	Now   func() time.Time
	Log   *slog.Logger
}

// Host is what a schedule asks of the bridge, and tells it.
type Host interface {
	// SchedulePaused asks whether operators have paused the schedule.
	SchedulePaused(ctx context.Context, ch message.ChannelName) (bool, error)
	// Alert tells the operators; once for each key and some time. Nobody is told on a
	// schedule, so the channel is "".
	Alert(ctx context.Context, ch message.ChannelName, key, text string)
	// Fired counts adapters.RunEvents.
	Fired(ch message.ChannelName, event string, n int)
}

// Adapter is one schedule. Create it with New.
type Adapter struct {
	o        Options
	schedule schedule.Schedule
	zone     *time.Location
	prompt   *tmpl.Template
	mu       sync.Mutex // one look at the state at a time
}

var (
	_ adapters.Scheduled = (*Adapter)(nil)
	_ adapters.Exclusive = (*Adapter)(nil)
)

// New returns a schedule; the error is a mistake that Check names.
func New(o Options) (*Adapter, error) {
	a := &Adapter{o: o, zone: o.Zone}
	if a.zone == nil {
		a.zone = time.UTC
	}
	var err error
	if a.schedule, err = schedule.Parse(o.Spec, a.zone); err != nil {
		return nil, fmt.Errorf("schedule: %w", err)
	}
	if a.prompt, err = parsePrompt(o.Prompt); err != nil {
		return nil, fmt.Errorf("prompt: %w", err)
	}
	return a, nil
}

// Name implements adapters.Adapter.
func (a *Adapter) Name() message.ChannelName { return a.o.Name }

// Kind is the word for this kind of channel, and of its addresses.
const Kind message.AddressKind = "cron"

// Traits are what schedules are like: nobody reads there.
func Traits() message.Traits { return message.Traits{Starts: message.StartRun} }

// Caps implements adapters.Adapter: nothing can be sent to a schedule.
func (a *Adapter) Caps() message.Caps {
	return message.Caps{Kind: Kind, Traits: Traits(), ProvesSender: message.Verified}
}

// Exclusive implements adapters.Exclusive. It saves work; that fires happen once does
// not depend on it.
func (a *Adapter) Exclusive() string { return a.key() }

// Receive implements adapters.Receiver.
func (a *Adapter) Receive(ctx context.Context, accept adapters.AcceptFunc) error {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-timer.C:
		}
		wait, err := a.look(ctx, accept)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		timer.Reset(wait)
	}
}

// look does what is due, and returns when to look again.
func (a *Adapter) look(ctx context.Context, accept adapters.AcceptFunc) (time.Duration, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	st, err := a.load(ctx)
	if err != nil {
		return 0, err
	}
	paused, err := a.o.Host.SchedulePaused(ctx, a.o.Name)
	if err != nil {
		return 0, fmt.Errorf("is the schedule paused: %w", err)
	}
	now := a.o.Now()
	changed := a.reckon(ctx, &st, now, paused)
	settled, err := a.settle(ctx, &st)
	if err != nil {
		return 0, err
	}
	fired, err := a.fire(ctx, &st, now, accept)
	if changed || settled || fired {
		if e := a.save(ctx, st); err == nil {
			err = e
		}
	}
	if err != nil {
		return 0, err
	}
	return a.wait(st), nil
}

// wait is how long nothing is to be done.
func (a *Adapter) wait(st state) time.Duration {
	most := maxWait
	switch {
	case len(st.Waiting) > 0 && !st.Paused:
		most = waitQueued
	case st.busy():
		most = waitRunning
	}
	if st.Next.IsZero() {
		return most
	}
	return min(most, max(st.Next.Sub(a.o.Now()), time.Millisecond))
}

// reckon sets the next fire of a schedule that is new, edited or paused no longer.
func (a *Adapter) reckon(ctx context.Context, st *state, now time.Time, paused bool) (changed bool) {
	spec := a.spec()
	switch {
	case st.Spec != spec:
		st.Spec, st.Revision, changed = spec, st.Revision+1, true
		st.Next = a.schedule.Next(now)
		a.o.Log.Info("the schedule is new", "channel", a.o.Name, "revision", st.Revision, "next", st.Next)
	case st.Paused && !paused:
		st.Next = a.schedule.Next(now)
	}
	if st.Paused != paused {
		st.Paused, changed = paused, true
	}
	// Next moves forward only, or what the clock shows twice would happen twice. A
	// clock that was far ahead has left it there.
	if soon := a.schedule.Next(now); !st.Next.IsZero() && st.Next.Sub(soon) > time.Hour {
		a.o.Host.Alert(ctx, "", "cron clock "+string(a.o.Name), fmt.Sprintf(
			"The schedule %s waits until %s, but should fire at %s: the clock of a machine must have been ahead. "+
				"To have it start anew from now: bridge cron pause %s, wait for two minutes, bridge cron resume %s.",
			a.o.Name, Moment{st.Next.In(a.zone)}, Moment{soon}, a.o.Name, a.o.Name))
	}
	return changed
}

// settle asks what became of the runs that are not over.
func (a *Adapter) settle(ctx context.Context, st *state) (changed bool, err error) {
	if a.o.Turns == nil {
		return false, nil
	}
	for i := range st.Runs {
		r := &st.Runs[i]
		if !open(*r) {
			continue
		}
		was := r.State
		t, ok, err := a.o.Turns.Turn(ctx, r.Turn)
		switch {
		case err != nil:
			return changed, fmt.Errorf("how far is turn %s: %w", r.Turn, err)
		case !ok && a.o.Now().Sub(r.At) > lostAfter:
			r.State = stateUnknown
		case !ok: // no step is recorded yet
		case t.Settled:
			r.State, r.Settled = t.State, a.o.Now().UTC()
			if t.State == stateFailed {
				a.failed(ctx, st, "last the run of "+Moment{r.Scheduled.In(a.zone)}.String()+" (turn "+string(r.Turn)+")")
			} else {
				st.Failed = 0
				a.o.Host.Fired(a.o.Name, adapters.RunCompleted, 1)
			}
		case t.State == stateSuspended:
			r.State = stateSuspended
		default:
			r.State = stateRunning
		}
		changed = changed || r.State != was
	}
	return changed, nil
}

// failed counts a run that failed, and tells the operators of several in a row.
func (a *Adapter) failed(ctx context.Context, st *state, which string) {
	st.Failed++
	a.o.Host.Fired(a.o.Name, adapters.RunFailed, 1)
	if st.Failed%a.o.AlertAfter == 0 {
		a.o.Host.Alert(ctx, "", "cron failing "+string(a.o.Name), fmt.Sprintf("The schedule %s has failed %d times in a row, %s.", a.o.Name, st.Failed, which))
	}
}

// start starts the run of one fire. An error means that nothing is known of it, and
// the fire stays due.
func (a *Adapter) start(ctx context.Context, st *state, r adapters.Run, accept adapters.AcceptFunc) (adapters.Run, error) {
	if known := st.started(r.ID); known != nil {
		return *known, nil
	}
	r.What, r.Count, r.At = adapters.RunStarted, 1, a.o.Now().UTC()
	text, err := render(a.prompt, r.Scheduled, st.Last, a.zone)
	if err != nil {
		return a.unwanted(ctx, st, r, "prompt: "+err.Error()), nil
	}
	acc, err := accept(ctx, message.Inbound{
		Channel: a.o.Name, ExternalID: r.ID, From: message.Address(string(Kind) + ":" + string(a.o.Name)),
		Trust: message.Verified, Why: []string{"the schedule " + string(a.o.Name)}, ReceivedAt: r.At, Subject: a.o.Subject,
		Parts: []envelope.Part{envelope.TextPart(envelope.Response, text)}, Conversation: a.o.Session,
	})
	if err != nil {
		return adapters.Run{}, fmt.Errorf("start the run %s: %w", r.ID, err)
	}
	switch acc.Outcome {
	case message.OutcomeTurn:
		a.o.Host.Fired(a.o.Name, adapters.RunStarted, 1)
	case message.OutcomeDuplicate: // another node was first, or this one before it could write so
	default:
		return a.unwanted(ctx, st, r, "not accepted: "+acc.Reason), nil
	}
	r.Session, r.Turn = acc.Session, acc.Turn
	if a.o.Turns != nil {
		r.State = stateRunning
	}
	if r.Scheduled.After(st.Last) {
		st.Last = r.Scheduled
	}
	st.note(r)
	return r, nil
}

// unwanted notes a fire that cannot become a run.
func (a *Adapter) unwanted(ctx context.Context, st *state, r adapters.Run, why string) adapters.Run {
	r.ID = ""
	if len(why) > 300 {
		why = why[:300]
	}
	r = a.drop(st, adapters.RunSkipped, why, r.Scheduled)
	a.failed(ctx, st, why)
	return r
}

// drop notes fires that start nothing.
func (a *Adapter) drop(st *state, what, why string, fires ...time.Time) adapters.Run {
	if len(fires) == 0 {
		return adapters.Run{}
	}
	return a.dropped(st, adapters.Run{What: what, Why: why, Scheduled: fires[0].UTC(), Until: fires[len(fires)-1].UTC(), Count: len(fires)})
}

func (a *Adapter) dropped(st *state, r adapters.Run) adapters.Run {
	r.At = a.o.Now().UTC()
	if r.Until.Equal(r.Scheduled) {
		r.Until = time.Time{}
	}
	st.note(r)
	a.o.Host.Fired(a.o.Name, r.What, r.Count)
	a.o.Log.Warn("fires of a schedule start nothing", "channel", a.o.Name, "what", r.What, "why", r.Why, "count", r.Count, "first", r.Scheduled)
	return r
}
