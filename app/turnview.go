package app

import (
	"context"
	"slices"
	"sync"

	"bridge/adapters"
	"bridge/artifacts"
	"bridge/envelope"
	"bridge/message"
	"bridge/outbox"
	"bridge/queue"
	"bridge/turns"
)

// turnView is adapters.Turns over the records of all nodes.
type turnView struct {
	store     turns.Store
	registry  *envelope.Registry
	artifacts *artifacts.Store
	stepWatch
}

// stepWatch tells those who wait for a turn that a step of it is recorded.
type stepWatch struct {
	mu      sync.Mutex
	watched map[message.TurnID][]chan struct{}
}

// Turn implements adapters.Turns.
func (v *turnView) Turn(ctx context.Context, id message.TurnID) (adapters.Turn, bool, error) {
	rec, ok, err := v.store.Turn(ctx, id)
	if err != nil || !ok {
		return adapters.Turn{}, false, err
	}
	t := adapters.Turn{Channel: rec.Channel, State: string(rec.State)}
	if rec.State == envelope.Suspended || rec.State == envelope.Awaiting {
		return t, true, nil
	}
	steps, err := v.store.Steps(ctx, id)
	if err != nil || len(steps) == 0 {
		return t, true, err
	}
	last := steps[len(steps)-1]
	if last.State == envelope.Suspended {
		t.State = string(last.State) // recorded between the two reads
		return t, true, nil
	}
	t.State, t.Settled = string(last.State), true
	t.Envelope, err = v.envelope(rec, last)
	return t, true, err
}

// envelope is what a system gets of a step.
func (v *turnView) envelope(t turns.Turn, s turns.Step) ([]byte, error) {
	return outbox.Planner{Registry: v.registry, Artifacts: v.artifacts}.Envelope(outbox.Reply{
		Session: t.Session, Turn: t.ID, At: s.RecordedAt, State: s.State, Parts: s.Parts, Problems: s.Problems, Failed: s.Failure != "",
	})
}

// Watch implements adapters.Turns.
func (v *stepWatch) Watch(id message.TurnID) (<-chan struct{}, func()) {
	c := make(chan struct{})
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.watched == nil {
		v.watched = map[message.TurnID][]chan struct{}{}
	}
	v.watched[id] = append(v.watched[id], c)
	return c, func() {
		v.mu.Lock()
		defer v.mu.Unlock()
		left := slices.DeleteFunc(v.watched[id], func(x chan struct{}) bool { return x == c })
		if v.watched[id] = left; len(left) == 0 {
			delete(v.watched, id)
		}
	}
}

func (v *stepWatch) moved(id message.TurnID) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, c := range v.watched[id] {
		close(c)
	}
	delete(v.watched, id)
}

// recording is the store that the turns of this node are recorded in.
type recording struct {
	turns.Store
	app *App
}

// RecordStep implements turns.Store.
func (v recording) RecordStep(ctx context.Context, t turns.Turn, s turns.Step) (turns.Step, bool, error) {
	stored, first, err := v.Store.RecordStep(ctx, t, s)
	if err == nil {
		v.app.view.moved(t.ID)
	}
	if err == nil && first {
		v.app.stepRecorded(t, stored)
	}
	return stored, first, err
}

// Conclude implements turns.Store.
func (v recording) Conclude(ctx context.Context, c *queue.Claim, t turns.Turn, s turns.Step, follow ...queue.Item) (turns.Step, bool, error) {
	stored, first, err := v.Store.Conclude(ctx, c, t, s, follow...)
	if err == nil {
		v.app.view.moved(t.ID)
	}
	if err == nil && first {
		v.app.stepRecorded(t, stored)
	}
	return stored, first, err
}
