package a2a

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"

	"bridge/core/envelope"
	wire "bridge/core/wire/a2a"
)

// seen is what the steps of a turn have had of a task: nothing of it is told again. Ids are
// as long, and things as many, as the agent likes: digests of some are kept.
type seen struct {
	Messages  []byte         `json:"messages,omitempty"`  // the digests of the newest, oldest first
	Artifacts map[string]int `json:"artifacts,omitempty"` // so many parts of each, by the digest in hex
}

// Most that is remembered of a task: with it a record stays below the 256 KiB of its place.
const (
	maxMessages  = 2048
	maxArtifacts = 1024
)

// digest stands for an id.
type digest [8]byte

func digestOf(id []byte) digest {
	sum := sha256.Sum256(id)
	return digest(sum[:8])
}

func (d digest) String() string { return hex.EncodeToString(d[:]) }

// messageDigest stands for a message: for its id, or for all of it, as an id is required,
// but nobody can be made to send it.
func messageDigest(m *sdk.Message) digest {
	if m.ID == "" {
		if b, err := json.Marshal(m); err == nil {
			return digestOf(b)
		}
	}
	return digestOf([]byte(m.ID))
}

// task follows one task in one step: events, snapshots of the whole, and both again after
// a cut, in any mixture, and each thing is told once. It is used by one goroutine.
type task struct {
	id, context string
	state       sdk.TaskState
	done        bool // the answer was a message, without a task

	before    seen
	said      map[digest]bool
	saidOrder []digest
	artifacts []*artifact
	answers   bool // a message was sent to the task, and nothing new has come yet
	asks      bool // an approval is asked for in the state that the task is in
	spoke     bool // something was told that people read
	failed    bool
}

// artifact is one artifact as far as it is known.
type artifact struct {
	id    digest
	parts []envelope.Part
	told  int // bytes of the first text part that were told as they came
}

func newTask(before seen) *task {
	t := &task{before: before, said: map[digest]bool{}}
	for d := range slices.Chunk(before.Messages, len(digest{})) {
		if len(d) == len(digest{}) {
			t.say(digest(d))
		}
	}
	return t
}

// say notes a message, and reports whether it is new.
func (t *task) say(d digest) bool {
	if t.said[d] {
		return false
	}
	t.said[d] = true
	t.saidOrder = append(t.saidOrder, d)
	return true
}

// over reports whether nothing is to come before somebody does something: the task has
// ended, or waits for input.
func (t *task) over() bool {
	return t.done || t.state.Terminal() || t.state == sdk.TaskStateInputRequired || t.state == sdk.TaskStateAuthRequired
}

// event takes one event in, and returns what is told at once: what the agent says of its
// work, and text as it grows. The rest of the artifacts comes with the end.
func (t *task) event(e sdk.Event) []envelope.Part {
	if i := e.TaskInfo(); i.TaskID != "" || i.ContextID != "" {
		if i.TaskID != "" {
			t.id = string(i.TaskID)
		}
		if i.ContextID != "" {
			t.context = i.ContextID
		}
	}
	switch e := e.(type) {
	case *sdk.Message:
		t.done = true
		return t.message(e, envelope.Response)
	case *sdk.Task:
		return t.snapshot(e)
	case *sdk.TaskStatusUpdateEvent:
		return t.status(e.Status)
	case *sdk.TaskArtifactUpdateEvent:
		if e.Artifact == nil {
			return nil
		}
		a := t.artifact(string(e.Artifact.ID))
		if !e.Append {
			a.parts = nil
		}
		a.add(e.Artifact)
		return t.grown(a)
	}
	return nil
}

// old reports whether a snapshot is that of the question that was just answered: some
// servers begin with it.
func (t *task) old(s sdk.TaskStatus) bool {
	waits := s.State == sdk.TaskStateInputRequired || s.State == sdk.TaskStateAuthRequired
	return t.answers && waits && (s.Message == nil || t.said[messageDigest(s.Message)])
}

// snapshot takes a whole task in.
func (t *task) snapshot(e *sdk.Task) []envelope.Part {
	if t.old(e.Status) {
		t.state = sdk.TaskStateWorking
		return nil
	}
	var told []envelope.Part
	// More than 100 messages were not asked for; of more than are remembered the oldest would
	// be told again by every step.
	for _, m := range e.History[max(0, len(e.History)-maxMessages/2):] {
		if m != nil && m.Role != sdk.MessageRoleUser && (e.Status.Message == nil || m.ID != e.Status.Message.ID) {
			told = append(told, t.message(m, envelope.Progress)...)
		}
	}
	for _, x := range e.Artifacts {
		if x == nil {
			continue
		}
		a := t.artifact(string(x.ID))
		a.parts = nil
		a.add(x)
		told = append(told, t.grown(a)...)
	}
	return append(told, t.status(e.Status)...)
}

func (t *task) status(s sdk.TaskStatus) []envelope.Part {
	t.state = s.State
	t.asks, t.answers = false, false
	if s.Message == nil {
		return nil
	}
	plain := envelope.Progress
	switch {
	case s.State == sdk.TaskStateInputRequired:
		plain = envelope.Clarify
	case s.State == sdk.TaskStateCompleted, s.State == sdk.TaskStateAuthRequired:
		plain = envelope.Response
	case s.State.Terminal():
		plain = envelope.ErrorPart
	}
	return t.message(s.Message, plain)
}

// message returns what a message says, once.
func (t *task) message(m *sdk.Message, plain envelope.Type) []envelope.Part {
	if !t.say(messageDigest(m)) {
		return nil
	}
	var all []envelope.Part
	for _, p := range m.Parts {
		q, ok := wire.FromPeer(p, plain)
		if !ok || q.Type == envelope.ApprovalRequest && plain != envelope.Clarify {
			continue // who works on asks nobody here: it tells that somebody else is asked
		}
		all = append(all, q)
		t.noted(q)
	}
	return all
}

// noted remembers what was told of a part.
func (t *task) noted(p envelope.Part) {
	switch p.Type {
	case envelope.ApprovalRequest:
		t.asks = true
	case envelope.ErrorPart:
		t.failed = true
	case envelope.Ack, envelope.Thinking, envelope.Progress:
		return
	}
	t.spoke = true
}

func (t *task) artifact(id string) *artifact {
	d := digestOf([]byte(id))
	for _, a := range t.artifacts {
		if a.id == d {
			return a
		}
	}
	a := &artifact{id: d}
	t.artifacts = append(t.artifacts, a)
	return a
}

// add adds the parts of an artifact. Text that follows text of its type is one text:
// servers keep the pieces of a stream apart.
func (a *artifact) add(x *sdk.Artifact) {
	for _, p := range x.Parts {
		q, ok := wire.FromPeer(p, envelope.Response)
		if !ok {
			continue
		}
		if q.Type == envelope.Artifact && q.Filename == "" {
			q.Filename = x.Name
		}
		if n := len(a.parts); n > 0 && continues(a.parts[n-1], q) {
			a.parts[n-1].Text += q.Text
			continue
		}
		a.parts = append(a.parts, q)
	}
}

func continues(a, b envelope.Part) bool {
	return a.Kind == envelope.KindText && b.Kind == envelope.KindText && a.Type == b.Type && a.Filename == b.Filename && a.MediaType == b.MediaType && a.SlotKey() == b.SlotKey()
}

// grown returns the text that has come since: of artifacts that begin with a response,
// and that no step before this one has had.
func (t *task) grown(a *artifact) []envelope.Part {
	if t.before.Artifacts[a.id.String()] > 0 || len(a.parts) == 0 {
		return nil
	}
	p := a.parts[0]
	if p.Kind != envelope.KindText || p.Type != envelope.Response || p.SlotKey() != "" || len(p.Text) <= a.told {
		return nil
	}
	first := a.told == 0
	p.Text = p.Text[a.told:]
	a.told = len(a.parts[0].Text)
	t.spoke = true
	if !first {
		p.Metadata = map[string]json.RawMessage{"append": json.RawMessage("true")}
	}
	return []envelope.Part{p}
}

// rest returns what of the artifacts was not told yet.
func (t *task) rest() []envelope.Part {
	var all []envelope.Part
	for _, a := range t.artifacts {
		from := min(t.before.Artifacts[a.id.String()], len(a.parts))
		for i, p := range a.parts[from:] {
			if from+i == 0 && a.told > 0 && p.Kind == envelope.KindText {
				if len(p.Text) <= a.told {
					continue
				}
				p.Text = p.Text[a.told:]
				p.Metadata = map[string]json.RawMessage{"append": json.RawMessage("true")}
			}
			if p.Type == envelope.ApprovalRequest && t.state != sdk.TaskStateInputRequired {
				continue
			}
			all = append(all, p)
			t.noted(p)
		}
	}
	return all
}

// settle returns the update that ends the step.
func (t *task) settle() envelope.Update {
	u := envelope.Update{Parts: t.rest(), State: envelope.Delegated}
	say := func(typ envelope.Type, text string) {
		u.Parts = append(u.Parts, envelope.TextPart(typ, text))
	}
	switch {
	case t.done || t.state == sdk.TaskStateCompleted:
		u.State = envelope.Complete
	case t.state == sdk.TaskStateInputRequired && t.asks:
		u.State = envelope.Suspended
	case t.state == sdk.TaskStateInputRequired:
		u.State = envelope.Clarifying
		if !t.spoke {
			say(envelope.Clarify, "The agent needs more information to go on.")
		}
	case t.state.Terminal():
		u.State = envelope.Failed
		if !t.failed {
			say(envelope.ErrorPart, "The agent ended the task: "+strings.ToLower(strings.TrimPrefix(string(t.state), "TASK_STATE_"))+".")
		}
	case t.state == sdk.TaskStateAuthRequired && !t.spoke:
		say(envelope.Response, "The agent needs somebody to log in before it can go on.")
	}
	return u
}

// seen is what this step and those before it have had.
func (t *task) seen() seen {
	s := seen{Artifacts: map[string]int{}}
	for id, n := range t.before.Artifacts {
		s.Artifacts[id] = n
	}
	for _, d := range t.saidOrder[max(0, len(t.saidOrder)-maxMessages):] {
		s.Messages = append(s.Messages, d[:]...)
	}
	for _, a := range t.artifacts {
		id := a.id.String()
		if _, known := s.Artifacts[id]; known || len(s.Artifacts) < maxArtifacts {
			s.Artifacts[id] = max(s.Artifacts[id], len(a.parts))
		}
	}
	return s
}
