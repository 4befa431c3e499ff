package a2a

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"

	"bridge/agents"
	"bridge/internal/door"
)

// Ready implements agents.Parking: a task that has ended, or asks for something. One that
// waits for somebody to log in goes on by itself, but people have to hear of it once.
func (a *Agent) Ready(ctx context.Context, call agents.Call) (bool, error) {
	s, err := a.parked(ctx, call)
	if err != nil {
		return false, err
	}
	got, err := s.get(ctx)
	switch {
	case errors.Is(err, sdk.ErrTaskNotFound):
		return true, nil // there is nothing more to wait for: the step says so
	case err != nil:
		return false, failure(ctx, err)
	}
	state, m := got.Status.State, got.Status.Message
	untold := state == sdk.TaskStateAuthRequired && m != nil && !s.task.said[messageDigest(m)]
	return untold || state.Terminal() || state == sdk.TaskStateInputRequired, nil
}

// Cancel implements agents.Parking.
func (a *Agent) Cancel(ctx context.Context, call agents.Call) error {
	s, err := a.parked(ctx, call)
	if err != nil {
		return err
	}
	_, err = s.link.via.CancelTask(ctx, s.link.params(), &sdk.CancelTaskRequest{ID: sdk.TaskID(s.task.id)})
	if err == nil || errors.Is(err, sdk.ErrTaskNotFound) || errors.Is(err, sdk.ErrTaskNotCancelable) {
		return nil
	}
	return failure(ctx, err)
}

// parked is what is known of a parked call.
func (a *Agent) parked(ctx context.Context, call agents.Call) (*stepping, error) {
	s := &stepping{a: a, call: call}
	var err error
	if s.rec, err = a.load(ctx, call.Meta.TurnID); err != nil {
		return nil, err
	}
	if s.rec.Task == "" {
		return nil, errors.New("the turn has no task")
	}
	if s.link, err = a.link(ctx); err != nil {
		return nil, err
	}
	s.task = newTask(s.rec.Seen)
	s.task.id, s.task.context = s.rec.Task, s.rec.Context
	return s, nil
}

// unpark goes on with the task of the turn.
func (s *stepping) unpark(ctx context.Context, begun *step) error {
	if begun == nil {
		begun = &step{Begun: s.a.Now(), Task: s.rec.Task, Before: s.rec.Seen}
		s.rec.begin(s.call.Key, begun)
		if err := s.a.save(ctx, s.call.Meta.TurnID, s.rec); err != nil {
			return err
		}
	}
	s.task = newTask(begun.Before)
	s.task.id, s.task.context = s.rec.Task, s.rec.Context
	if err := s.look(ctx, ctx); err != nil {
		return err
	}
	return s.wait(ctx)
}

const (
	tokenMAC     = 20
	tokenPurpose = "a2a push"
	maxPush      = 1 << 20 // bytes of a notification
)

// Routes implements agents.Routed: where the agent posts that a task has changed. Of what
// it says nothing is believed but that it is worth looking.
func (a *Agent) Routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /push/{turn}", a.pushed)
	return mux
}

func (a *Agent) pushed(w http.ResponseWriter, r *http.Request) {
	turn := r.PathValue("turn")
	if !a.Push || !a.Keys.Valid(r.Header.Get("A2A-Notification-Token"), tokenMAC, tokenPurpose, a.Name, turn) {
		http.Error(w, "no such task, or another token", http.StatusForbidden)
		return
	}
	b, err := door.Body(w, r, maxPush, 0, nil)
	if err != nil {
		http.Error(w, "the notification cannot be read", http.StatusBadRequest)
		return
	}
	if worthALook(b) {
		sum := sha256.Sum256(b)
		if err := a.Turns.Wake(r.Context(), turn, hex.EncodeToString(sum[:12])); err != nil && !errors.Is(err, agents.ErrNotParked) {
			a.Log.Error("a notification of a task", "turn", turn, "err", err)
			http.Error(w, "try again", http.StatusServiceUnavailable)
			return
		}
	}
	w.WriteHeader(http.StatusNoContent)
}

// worthALook reports whether a notification may be about more than that the task goes on:
// agents post every event. What is not understood may be.
func worthALook(b []byte) bool {
	type status struct {
		Status struct{ State string } `json:"status"`
	}
	var n struct {
		status                   // 0.3 posts the task itself
		Task, StatusUpdate       *status
		ArtifactUpdate, Artifact json.RawMessage
	}
	if json.Unmarshal(b, &n) != nil {
		return true
	}
	if n.ArtifactUpdate != nil || n.Artifact != nil {
		return false
	}
	state := n.Status.State
	for _, s := range []*status{n.Task, n.StatusUpdate} {
		if s != nil {
			state = s.Status.State
		}
	}
	switch state {
	case string(sdk.TaskStateWorking), string(sdk.TaskStateSubmitted), "working", "submitted":
		return false
	}
	return true
}
