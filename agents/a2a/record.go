package a2a

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"
)

// record is what is remembered of a turn: which task it is over there, and what of it each
// step has had. It is written before a message is sent, and before the first event is used.
type record struct {
	Task    string           `json:"task,omitempty"`
	Context string           `json:"context,omitempty"`
	Open    bool             `json:"open,omitempty"` // the task waits for input: the next message of the person goes there
	Seen    seen             `json:"seen,omitzero"`
	Steps   map[string]*step `json:"steps,omitempty"`
}

// step is one message that was sent, or was about to be.
type step struct {
	Begun  time.Time `json:"begun"`
	Task   string    `json:"task,omitempty"` // the task that it goes to; "" for a new one
	Before seen      `json:"before,omitzero"`
	// It was answered by a message. What it says is kept, unless it is large, until the next
	// step begins.
	Answered bool         `json:"answered,omitempty"`
	Answer   *sdk.Message `json:"answer,omitempty"`
}

// begin adds a step. What those before it ended with is recorded: only that they were sent
// is still of use.
func (r *record) begin(key string, st *step) {
	for _, old := range r.Steps {
		old.Before, old.Answer = seen{}, nil
	}
	r.Steps[key] = st
}

func (a *Agent) load(ctx context.Context, turn string) (*record, error) {
	r := &record{}
	b, ok, err := a.state.Get(ctx, turn)
	if err == nil && ok {
		err = json.Unmarshal(b, r)
	}
	if err != nil {
		return nil, fmt.Errorf("what is known of the task: %w", err)
	}
	if r.Steps == nil {
		r.Steps = map[string]*step{}
	}
	return r, nil
}

func (a *Agent) save(ctx context.Context, turn string, r *record) error {
	b, err := json.Marshal(r)
	if err == nil {
		err = a.state.Put(ctx, turn, b)
	}
	if err != nil {
		return fmt.Errorf("remember the task: %w", err)
	}
	return nil
}

// conversation is the context of a session over there; "" if it has none yet.
func (a *Agent) conversation(ctx context.Context, session string) (string, error) {
	b, _, err := a.state.Get(ctx, session)
	if err != nil {
		return "", fmt.Errorf("the context of the session: %w", err)
	}
	return string(b), nil
}

// met remembers the ids of a task, before anything of it is used.
func (a *Agent) met(ctx context.Context, session, turn string, r *record, t *task) error {
	if t.context != "" && t.context != r.Context {
		known, err := a.conversation(ctx, session)
		if err == nil && known != t.context {
			err = a.state.Put(ctx, session, []byte(t.context))
		}
		if err != nil {
			return fmt.Errorf("remember the context: %w", err)
		}
	}
	if t.id == r.Task && t.context == r.Context {
		return nil
	}
	r.Task, r.Context = t.id, t.context
	return a.save(ctx, turn, r)
}
