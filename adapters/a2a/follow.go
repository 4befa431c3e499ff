package a2a

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"

	"bridge/adapters"
	"bridge/core/envelope"
	"bridge/core/message"
)

// stream is one watch of a task, by one goroutine.
type stream struct {
	a     *Adapter
	task  task
	chain []message.TurnID
	shown []part // what was given of results and not taken back
	names namer
	by    map[sdk.ArtifactID]*result
	stale map[sdk.ArtifactID]bool // what the peer has of them is more than what holds
	asked bool                    // the part before was a request
	yield func(sdk.Event, error) bool
}

// part is a part that was given, with its number.
type part struct {
	seq int64
	envelope.Part
}

// follow tells a task from its beginning: the task, then what its turn says as it comes, to
// the state that it ends in. A stream that waits for people stays open.
func (a *Adapter) follow(ctx context.Context, c *call, t task, chain []message.TurnID, yield func(sdk.Event, error) bool) {
	now := chain[len(chain)-1]
	s := &stream{a: a, task: t, chain: chain, names: namer{mark: t.mark(now)}, by: map[sdk.ArtifactID]*result{}, stale: map[sdk.ArtifactID]bool{}, yield: yield}
	first, err := a.look(ctx, c, t, chain)
	if err != nil {
		yield(nil, err)
		return
	}
	if first.Status.State == sdk.TaskStateInputRequired || first.Status.State.Terminal() {
		yield(first, nil) // nothing follows
		return
	}
	mine := func(x *sdk.Artifact) bool { return now == t.turn || strings.Contains(string(x.ID), t.mark(now)) }
	first.Artifacts = slices.DeleteFunc(first.Artifacts, mine) // they follow
	if !yield(first, nil) {
		return
	}
	w := adapters.Watch{Transport: string(Kind), Peer: true, Consumes: a.o.Config.Consumes}
	for e, err := range a.o.Turns.Follow(ctx, now, w) {
		if err != nil {
			if !errors.Is(err, context.Canceled) {
				yield(nil, sdk.NewError(sdk.ErrServerError, "the stream ends here: "+err.Error()+"; subscribe to the task"))
			}
			return
		}
		if !s.event(ctx, c, e) {
			return
		}
	}
}

// event tells one event; false if nothing more can be.
func (s *stream) event(ctx context.Context, c *call, e adapters.TurnEvent) bool {
	switch e.Type {
	case adapters.EventReset:
		var to struct{ To int64 }
		_ = json.Unmarshal(e.Data, &to) // we wrote it
		s.reset(to.To)
		return true
	case adapters.EventGap:
		return true // the end has it
	case adapters.EventSuspended, adapters.EventSettled:
		as, err := s.a.look(ctx, c, s.task, s.chain)
		if err != nil {
			s.yield(nil, err)
			return false
		}
		switch over := as.Status.State.Terminal() || as.Status.State == sdk.TaskStateInputRequired; {
		case e.Type == adapters.EventSuspended && over:
			return true // people were quick: what came of it follows
		case e.Type == adapters.EventSettled && !s.settle(e.Data):
			return false
		}
		return s.status(as.Status)
	}
	asked := s.asked
	s.asked = e.Part.Type == envelope.ApprovalRequest
	switch {
	case asked && e.Part.Type == envelope.A2UISurface: // the card of the request
		return true
	case e.Part.Type == envelope.Clarify, e.Part.Type == envelope.ErrorPart, e.Part.Type == envelope.ApprovalRequest:
		return true // the state that it leads to says it
	case told(e.Part.Type):
		m := s.a.message(s.task, []envelope.Part{e.Part})
		return m == nil || s.status(sdk.TaskStatus{State: sdk.TaskStateWorking, Message: m, Timestamp: stamp(s.a.o.Now())})
	}
	s.shown = append(s.shown, part{e.Seq, e.Part})
	return s.result(e.Part)
}

func (s *stream) status(st sdk.TaskStatus) bool {
	return s.yield(&sdk.TaskStatusUpdateEvent{TaskID: s.a.id(s.task), ContextID: s.task.context, Status: st}, nil)
}

// result tells a part of an artifact.
func (s *stream) result(p envelope.Part) bool {
	id := s.names.name(p)
	r := s.by[id]
	if r == nil {
		r = &result{id: id}
		s.by[id] = r
	}
	more := r.take(p)
	if more && !s.stale[id] {
		return s.tell(id, []envelope.Part{p}, true, false)
	}
	return s.tell(id, r.parts, false, false)
}

func (s *stream) tell(id sdk.ArtifactID, parts []envelope.Part, more, last bool) bool {
	x := artifact(id, parts)
	if x == nil {
		return true
	}
	delete(s.stale, id)
	return s.yield(&sdk.TaskArtifactUpdateEvent{TaskID: s.a.id(s.task), ContextID: s.task.context, Artifact: x, Append: more, LastChunk: last}, nil)
}

// reset forgets what was given behind a number. The peer hears it with the next part of the
// artifact, or with the end.
func (s *stream) reset(to int64) {
	kept := s.shown[:0]
	for _, p := range s.shown {
		if p.seq <= to {
			kept = append(kept, p)
		}
	}
	before := s.by
	s.shown, s.by, s.names, s.asked = kept, map[sdk.ArtifactID]*result{}, namer{mark: s.names.mark}, false
	for _, p := range kept {
		id := s.names.name(p.Part)
		if s.by[id] == nil {
			s.by[id] = &result{id: id}
		}
		s.by[id].take(p.Part)
	}
	for id, r := range before {
		if now := s.by[id]; now == nil || !now.same(r) {
			s.stale[id] = true
		}
	}
}

// settle tells what the envelope has otherwise than it was told.
func (s *stream) settle(data []byte) bool {
	var e envelope.Envelope
	if err := e.UnmarshalJSON(data); err != nil { // we wrote it: cannot happen
		s.a.o.Log.Error("a2a: an envelope cannot be read", "channel", s.a.o.Name, "turn", s.task.turn, "err", err)
		return true
	}
	for _, r := range results(e.Parts, s.names.mark) {
		had := s.by[r.id]
		if (had == nil || s.stale[r.id] || !had.same(r)) && !s.tell(r.id, r.parts, false, true) {
			return false
		}
		delete(s.stale, r.id)
	}
	for _, id := range slices.Sorted(maps.Keys(s.stale)) { // nothing is left of them
		if !s.tell(id, []envelope.Part{envelope.TextPart(envelope.Response, " ")}, false, true) {
			return false
		}
	}
	return true
}
