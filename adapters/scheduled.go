package adapters

import (
	"context"
	"encoding/json"
	"time"

	"bridge/core/message"
)

// Scheduled is a Receiver that starts turns by a schedule.
type Scheduled interface {
	Receiver
	// Schedule tells how the schedule stands on all nodes, with the next fires, at
	// most MaxFires.
	Schedule(ctx context.Context, fires int) (Schedule, error)
	// Runs returns the newest runs, misses and skips first, at most MaxRuns.
	Runs(ctx context.Context, limit int) ([]Run, error)
	// Run starts a run now, beside the schedule and whatever else runs. It is called
	// by an operator.
	Run(ctx context.Context, by string, accept AcceptFunc) (Run, error)
}

// Limits of Scheduled.
const (
	MaxFires = 100
	MaxRuns  = 100 // that are kept
)

// Schedule is how a schedule stands.
type Schedule struct {
	Name     message.ChannelName `json:"name"`
	Spec     string              `json:"schedule"`
	Zone     string              `json:"timezone"`
	Session  string              `json:"session,omitempty"` // of all runs; "" is one for each
	Missed   string              `json:"missed"`            // skip, latest or all
	Overlap  string              `json:"overlap"`           // skip or queue
	Revision int                 `json:"revision"`          // goes up when the spec or the zone is edited; 0 before the first start
	Paused   bool                `json:"paused"`
	Last     time.Time           `json:"last,omitzero"`     // the fire that a run was started for last
	Waiting  int                 `json:"waiting,omitempty"` // fires that wait for the run before them
	Failed   int                 `json:"failed,omitempty"`  // runs that failed in a row
	Fires    []time.Time         `json:"next"`              // in the schedule's zone; none while paused only if it never fires again
}

// What became of one fire of a schedule.
const (
	RunStarted = "started"
	RunMissed  = "missed"  // it came too late
	RunSkipped = "skipped" // it was in time, and not wanted

	RunCompleted = "completed" // the turn of a run is over
	RunFailed    = "failed"    // so, with an error; or it could not be started
)

// RunEvents are all of them, as they are counted.
func RunEvents() []string {
	return []string{RunStarted, RunMissed, RunSkipped, RunCompleted, RunFailed}
}

// Run is one fire of a schedule, or several in a row that were missed or skipped for
// the same reason.
type Run struct {
	ID        string            `json:"id,omitempty"` // of a run that was started: "digest@2026-11-23T08:00:00Z"
	What      string            `json:"what"`
	Why       string            `json:"why,omitempty"` // of a miss or a skip
	Scheduled time.Time         `json:"scheduledAt"`   // UTC; of several the first
	Until     time.Time         `json:"until,omitzero"`
	Count     int               `json:"count"`
	At        time.Time         `json:"at"`           // when it was started or recorded
	By        string            `json:"by,omitempty"` // the operator who started it; "" is the schedule
	Session   message.SessionID `json:"session,omitempty"`
	Turn      message.TurnID    `json:"turn,omitempty"`
	// State is that of the turn: running until its first outcome, suspended while it
	// waits for an approval, then complete, error…; unknown if its record is gone.
	State   string    `json:"state,omitempty"`
	Settled time.Time `json:"settledAt,omitzero"`
	// Envelope is what the turn answered, as the wire has it; only Runs fills it in.
	Envelope json.RawMessage `json:"envelope,omitempty"`
}

// FireTime shows a fire in its schedule's zone, with the offset.
func FireTime(t time.Time) string {
	if t.IsZero() {
		return "never"
	}
	return t.Format("Mon 2006-01-02 15:04:05 -07:00 MST")
}
