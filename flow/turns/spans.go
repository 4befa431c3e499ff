package turns

import (
	"strconv"
	"time"

	"bridge/core/queue"
	"bridge/core/span"
)

// spans tells of a step whose outcome was recorded: how long its item waited, what its call of
// the agent was, and of a decision how long people took. steps are those before it.
func (t *Turns) spans(c *queue.Claim, turn Turn, steps []Step, s Step, began time.Time) {
	if !t.o.Spans.Wants(turn.Trace, turn.Sampled) {
		return
	}
	id := string(turn.ID)
	of := func(name string) span.Span {
		return span.Span{Trace: turn.Trace, ID: span.ID(id, s.Key, name), Parent: span.Accept(id), Name: name, Kind: span.Internal, Fields: []span.Field{
			{Key: "bridge.turn", Value: id}, {Key: "bridge.session", Value: string(turn.Session)}, {Key: "bridge.step", Value: s.Key}, {Key: "bridge.agent", Value: turn.Agent},
		}}
	}
	wait, call := of("queue"), of("agent")
	wait.Begin, wait.End = c.EnqueuedAt, began
	call.ID, call.Kind, call.Begin, call.End, call.Failure = span.Agent(id, s.Key), span.Client, began, s.RecordedAt, s.Failure
	if len(s.History) > 0 {
		call.Begin = s.History[0].At
	}
	call.Fields = append(call.Fields, span.Field{Key: "bridge.state", Value: string(s.State)}, span.Field{Key: "bridge.attempts", Value: strconv.Itoa(s.Attempts)})
	if len(steps) > 0 {
		last := steps[len(steps)-1]
		call.Link = span.Agent(id, last.Key)
		if isDecision(s.Key) {
			people := of("approval")
			people.Begin, people.End, people.Link = last.RecordedAt, c.EnqueuedAt, call.Link
			people.Fields = append(people.Fields, span.Field{Key: "bridge.approval", Value: baseKey(s.Key)})
			t.o.Spans.Add(people)
		}
	}
	t.o.Spans.Add(wait)
	t.o.Spans.Add(call)
}

// rendered tells what making the messages of a step took; also again, after a crash.
func (t *Turns) rendered(turn Turn, s Step, began time.Time, items int, err error) {
	if !t.o.Spans.Wants(turn.Trace, turn.Sampled) {
		return
	}
	x := span.Span{
		Trace: turn.Trace, ID: span.ID(string(turn.ID), s.Key, "render"), Parent: span.Accept(string(turn.ID)), Name: "render", Kind: span.Internal, Begin: began, End: t.o.Now(),
		Fields: []span.Field{{Key: "bridge.turn", Value: string(turn.ID)}, {Key: "bridge.step", Value: s.Key}, {Key: "bridge.messages", Value: strconv.Itoa(items)}},
	}
	if err != nil {
		x.Failure = "render"
	}
	t.o.Spans.Add(x)
}
