package a2a

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"

	"bridge/adapters"
	"bridge/core/envelope"
	"bridge/core/message"
	wire "bridge/core/wire/a2a"
	"bridge/core/wire/card"
)

// state is that of a task by its turn.
func state(t adapters.Turn) sdk.TaskState {
	switch {
	case t.State == "":
		return sdk.TaskStateSubmitted
	case !t.Settled: // it runs, waits for people who are none of the peer's, or for another agent
		return sdk.TaskStateWorking
	case t.Canceled && t.Failure == "":
		return sdk.TaskStateCanceled
	case t.Failure != "", t.State == string(envelope.Failed):
		return sdk.TaskStateFailed
	case t.State == string(envelope.Clarifying):
		return sdk.TaskStateInputRequired
	}
	return sdk.TaskStateCompleted
}

// view is the task as one of its turns is.
func (a *Adapter) view(t task, now message.TurnID, turn adapters.Turn) *sdk.Task {
	as := &sdk.Task{ID: a.id(t), ContextID: t.context, Status: sdk.TaskStatus{State: state(turn)}}
	at := now.Time() // nothing is recorded since it was taken
	if len(turn.Envelope) > 0 {
		var e envelope.Envelope
		if err := e.UnmarshalJSON(turn.Envelope); err != nil { // we wrote it: cannot happen
			a.o.Log.Error("a2a: an envelope cannot be read", "channel", a.o.Name, "turn", t.turn, "err", err)
		}
		if !e.Meta.ProducedAt.IsZero() {
			at = e.Meta.ProducedAt
		}
		said := results(e.Parts, t.mark(now))
		for _, r := range said {
			if x := r.artifact(); x != nil {
				as.Artifacts = append(as.Artifacts, x)
			}
		}
		as.Status.Message = a.word(t, as.Status.State, e.Parts)
	}
	as.Status.Timestamp = stamp(at)
	return as
}

// stamp is a time as A2A has it: UTC, milliseconds.
func stamp(at time.Time) *time.Time {
	at = at.UTC().Truncate(time.Millisecond)
	return &at
}

// word is the message of a status: what the agent asks, why it failed, or whom it waits for.
func (a *Adapter) word(t task, s sdk.TaskState, parts []envelope.Part) *sdk.Message {
	var wanted envelope.Type
	switch s {
	case sdk.TaskStateInputRequired:
		wanted = envelope.Clarify
	case sdk.TaskStateFailed, sdk.TaskStateCanceled:
		wanted = envelope.ErrorPart
	case sdk.TaskStateWorking:
		wanted = envelope.ApprovalRequest
	default:
		return nil
	}
	var all []envelope.Part
	for _, p := range parts {
		if p.Type == wanted {
			all = append(all, p)
		}
	}
	if wanted == envelope.ApprovalRequest && len(all) > 0 {
		all = append([]envelope.Part{envelope.TextPart(envelope.Progress, "People are asked whether this may go on. The task goes on by itself when they have decided.")}, all...)
	}
	return a.message(t, all)
}

// message is a message of the agent; nil without parts. Its id is the same for the same
// words of a task.
func (a *Adapter) message(t task, parts []envelope.Part) *sdk.Message {
	m := &sdk.Message{Role: sdk.MessageRoleAgent, TaskID: a.id(t), ContextID: t.context, Extensions: []string{card.BeachURI}}
	for _, p := range parts {
		if q, ok, err := wire.ToPeer(p); err == nil && ok {
			m.Parts = append(m.Parts, q)
		}
	}
	if len(m.Parts) == 0 {
		return nil
	}
	b, err := json.Marshal(m.Parts)
	if err != nil { // they came as JSON: cannot happen
		return nil
	}
	m.ID = "msg_" + digest("message", string(a.o.Name), string(t.turn), string(b))
	return m
}

// told reports whether a part is something that an agent says of its work: it goes into the
// status of a task. Results go into its artifacts.
func told(t envelope.Type) bool {
	switch t {
	case envelope.Ack, envelope.Thinking, envelope.Progress, envelope.Clarify, envelope.ErrorPart, envelope.ApprovalRequest, envelope.ApprovalResponse:
		return true
	}
	return false
}

// result is one artifact of a task, as far as it has come.
type result struct {
	id    sdk.ArtifactID
	parts []envelope.Part
}

// results are the artifacts that parts make: one for each slot, one for each text, file or
// datum without; mark is that of their turn.
func results(parts []envelope.Part, mark string) []*result {
	n := namer{mark: mark}
	var all []*result
	by := map[sdk.ArtifactID]*result{}
	for i, p := range parts {
		if told(p.Type) || i > 0 && cardOf(parts[i-1], p) {
			continue
		}
		id := n.name(p)
		r := by[id]
		if r == nil {
			r = &result{id: id}
			by[id], all = r, append(all, r)
		}
		r.take(p)
	}
	return all
}

// cardOf reports whether a part is the card of the request before it: it is for those who
// decide.
func cardOf(before, p envelope.Part) bool {
	return before.Type == envelope.ApprovalRequest && p.Type == envelope.A2UISurface
}

// namer gives the parts of a turn the ids of their artifacts, in their order.
type namer struct {
	mark   string // of the turn
	counts map[envelope.Type]int
}

// mark tells what has no slot in a turn that went on with a task from what the turns before
// made.
func (t task) mark(now message.TurnID) string {
	if now == t.turn {
		return ""
	}
	return ":" + string(now[max(0, len(now)-8):])
}

func (n *namer) name(p envelope.Part) sdk.ArtifactID {
	const own = "part:" // what no slot of an agent's begins with
	if slot := p.SlotKey(); slot != "" {
		if p.Type == envelope.DomainData && !strings.HasPrefix(slot, own) {
			return sdk.ArtifactID(slot)
		}
		return sdk.ArtifactID(own + string(p.Type) + ":slot:" + slot)
	}
	if n.counts == nil {
		n.counts = map[envelope.Type]int{}
	}
	if !p.Append() || n.counts[p.Type] == 0 {
		n.counts[p.Type]++
	}
	id := own + string(p.Type) + n.mark
	if c := n.counts[p.Type]; c > 1 {
		id += ":" + strconv.Itoa(c)
	}
	return sdk.ArtifactID(id)
}

// take adds a part, or puts it in the place of what was there.
func (r *result) take(p envelope.Part) (more bool) {
	if grows(p) && len(r.parts) > 0 {
		r.parts = append(r.parts, p)
		return true
	}
	r.parts = []envelope.Part{p}
	return false
}

// grows reports whether a part is more of what came before it in its artifact.
func grows(p envelope.Part) bool {
	return p.Append() || p.SlotKey() != "" && p.MergeStrategy() == envelope.MergeAppend
}

// artifact is the result as A2A has it; nil if it says nothing.
func (r *result) artifact() *sdk.Artifact { return artifact(r.id, r.parts) }

func artifact(id sdk.ArtifactID, parts []envelope.Part) *sdk.Artifact {
	x := &sdk.Artifact{ID: id, Extensions: []string{card.BeachURI}}
	for _, p := range parts {
		q, ok, err := wire.ToPeer(p)
		if err != nil || !ok {
			continue
		}
		if x.Name == "" {
			x.Name = p.Filename
		}
		x.Parts = append(x.Parts, q)
	}
	if len(x.Parts) == 0 {
		return nil
	}
	return x
}

// same reports whether a reader who has one has the other: text however it was cut, files
// whatever their links are now.
func (r *result) same(other *result) bool { return r.print() == other.print() }

func (r *result) print() string {
	var b strings.Builder
	for i, p := range r.parts {
		switch {
		case p.Kind == envelope.KindText && i > 0 && p.Append():
			b.WriteString(p.Text)
			continue
		case p.Kind == envelope.KindURL:
			b.WriteString("\x00file " + p.Filename + "\x00" + p.MediaType + "\x00" + string(p.Metadata["artifactId"]))
		case p.Kind == envelope.KindText:
			b.WriteString("\x00text " + string(p.Type) + "\x00" + p.Text)
		default:
			b.WriteString("\x00data " + string(p.Type) + "\x00" + string(p.Data))
		}
	}
	return b.String()
}
