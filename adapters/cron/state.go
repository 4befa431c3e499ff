package cron

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"bridge/adapters"
)

// state is what is kept of a schedule, under "cron NAME". It is one value: whoever
// writes an older one over a newer takes the schedule back to where it was, so that
// fires are taken again; their ids are known by then and nothing starts twice.
type state struct {
	Spec     string    `json:"spec"` // and zone, that Next was reckoned with
	Revision int       `json:"revision"`
	Next     time.Time `json:"next"` // the first fire that was not dealt with
	Last     time.Time `json:"last,omitzero"`
	Paused   bool      `json:"paused,omitempty"` // when somebody looked last
	Failed   int       `json:"failed,omitempty"`
	// Waiting are fires that start when the run before them is done, oldest first.
	Waiting []time.Time    `json:"waiting,omitempty"`
	Runs    []adapters.Run `json:"runs,omitempty"` // oldest first, at most adapters.MaxRuns
}

// The states of a run beside those of turns.
const (
	stateRunning   = "running"
	stateSuspended = "suspended"
	stateFailed    = "error"
	stateUnknown   = "unknown"
)

func (a *Adapter) load(ctx context.Context) (state, error) {
	b, ok, err := a.o.State.ChannelState(ctx, a.key())
	if err != nil {
		return state{}, fmt.Errorf("read the state of the schedule: %w", err)
	}
	var st state
	if ok {
		if err := json.Unmarshal(b, &st); err != nil {
			return state{}, fmt.Errorf("the state of the schedule cannot be read: %w", err)
		}
	}
	return st, nil
}

func (a *Adapter) save(ctx context.Context, st state) error {
	b, err := json.Marshal(st)
	if err != nil {
		return fmt.Errorf("encode the state of the schedule: %w", err)
	}
	if err := a.o.State.SaveChannelState(ctx, a.key(), b); err != nil {
		return fmt.Errorf("keep the state of the schedule: %w", err)
	}
	return nil
}

func (a *Adapter) key() string { return "cron " + string(a.o.Name) }

// note adds a run. Misses and skips in a row for the same reason are one line.
func (st *state) note(r adapters.Run) {
	if n := len(st.Runs); n > 0 && r.What != adapters.RunStarted {
		last := &st.Runs[n-1]
		if last.What == r.What && last.Why == r.Why {
			last.Until, last.At = r.Scheduled, r.At
			if !r.Until.IsZero() {
				last.Until = r.Until
			}
			last.Count += r.Count
			return
		}
	}
	st.Runs = append(st.Runs, r)
	if over := len(st.Runs) - adapters.MaxRuns; over > 0 {
		st.Runs = slices.Delete(st.Runs, 0, over)
	}
}

// started returns the run of a fire, if one was started.
func (st *state) started(id string) *adapters.Run {
	for i := range st.Runs {
		if st.Runs[i].ID == id {
			return &st.Runs[i]
		}
	}
	return nil
}

// busy reports whether a run is at work. One that waits for an approval is not.
func (st *state) busy() bool {
	return slices.ContainsFunc(st.Runs, func(r adapters.Run) bool { return r.State == stateRunning })
}

// open reports whether a run is not over.
func open(r adapters.Run) bool { return r.State == stateRunning || r.State == stateSuspended }
