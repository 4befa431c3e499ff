// Package turns runs the turns: it claims the head of a session's lane, calls
// the agent, assembles its updates, records the step's outcome and only then
// lets anything follow from it. A turn that asks for an
// approval is suspended and resumed by the decision.
package turns

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"bridge/artifacts"
	"bridge/core/envelope"
	"bridge/core/excerpt"
	"bridge/core/message"
	"bridge/core/queue"
)

// Caller is what later steps of a turn repeat about its sender.
type Caller struct {
	Person  message.PersonID `json:"person,omitempty"`
	Name    string           `json:"name,omitempty"` // of the person
	Sender  string           `json:"sender"`         // the address; given to the agent only if it is shared
	Channel string           `json:"channel"`        // the kind; likewise
	Trust   string           `json:"trust"`
	Subject *string          `json:"subject,omitempty"`
	Starts  message.Start    `json:"starts,omitempty"` // what started the turn, where that was no person
	Peer    *envelope.Peer   `json:"peer,omitempty"`   // the sender is an agent, and may ask for what became of the turn
}

// job is the payload of an inbox item: a message that starts a turn, a decision that
// resumes one, what an agent hands over to another (pass.go), or what goes on with a parked
// turn (park.go).
type job struct {
	Turn     *Turn           `json:"turn,omitempty"`
	Parts    []envelope.Part `json:"parts"`
	Resume   message.TurnID  `json:"resume,omitempty"`
	Approval string          `json:"approval,omitempty"`

	// The key of the step that goes on with a turn that was parked or handed over. Of one
	// that was parked: what was posted for it, and how it ends without its agent; or a look
	// at it after so many steps, -1 after any.
	Step   string           `json:"step,omitempty"`
	Update *envelope.Update `json:"update,omitempty"`
	End    string           `json:"end,omitempty"`
	Look   int              `json:"look,omitempty"`
}

// MessageItem returns the inbox item of an accepted message. id is the dedupe
// key of the message.
func MessageItem(id string, t Turn, parts []envelope.Part) (queue.Item, error) {
	of := &struct { // in one piece
		job
		turn Turn
	}{job{Parts: parts}, t}
	of.Turn = &of.turn
	of.Turn.Deadline, of.Turn.CreatedAt = t.Deadline.Round(0), t.CreatedAt.Round(0) // as it is read
	of.Turn.Files = artifacts.IDs(parts)
	// What encoding/json makes of a job, without its second look at what the parts write.
	turn, err := json.Marshal(of.Turn)
	room := len(turn) + 64
	for _, p := range parts {
		room += len(p.Text) + 128 // as most parts take
	}
	b := append(make([]byte, 0, room), `{"turn":`...)
	b = append(append(b, turn...), `,"parts":`...)
	if err == nil {
		b, err = envelope.AppendParts(b, parts)
	}
	if err != nil {
		return queue.Item{}, fmt.Errorf("turns: encode message: %w", err)
	}
	b = append(b, '}')
	it := queue.Item{Queue: queue.Inbox, Lane: string(t.Session), ID: id, Payload: b}
	if of.asEncoded(b) {
		it.Value = &of.job
	}
	return it, nil
}

// asEncoded reports whether a job is what its encoding b is read as: JSON keeps text and
// links, but not what is no UTF-8.
func (j job) asEncoded(b []byte) bool {
	for _, p := range j.Parts {
		if p.Kind != envelope.KindText && p.Kind != envelope.KindURL {
			return false
		}
	}
	return !bytes.Contains(b, []byte(`\ufffd`))
}

// readJob returns what a claimed item says.
func readJob(c *queue.Claim) (job, error) {
	if j, ok := c.Value.(*job); ok {
		return *j, nil
	}
	var j job
	err := json.Unmarshal(c.Payload, &j)
	return j, err
}

// DecisionItem returns the inbox item of a decision on an approval of a
// suspended turn; it goes to the front of the session's lane. response is the
// approval-response part.
func DecisionItem(s message.SessionID, t message.TurnID, id message.ApprovalID, response envelope.Part) (queue.Item, error) {
	b, err := json.Marshal(job{Resume: t, Approval: string(id), Parts: []envelope.Part{response}})
	if err != nil {
		return queue.Item{}, fmt.Errorf("turns: encode decision: %w", err)
	}
	return queue.Item{Queue: queue.Inbox, Lane: string(s), ID: string(id), Payload: b, Front: true}, nil
}

// starts is the record of the turn that the item starts, with what came in. It is put
// together when the item is read, so that a lane holds no message twice; false for an item
// that goes on with a turn.
func (j job) starts() (Turn, bool) {
	if j.Turn == nil {
		return Turn{}, false
	}
	t := *j.Turn
	t.Said, t.FileNames = cameIn(j.Parts)
	return t, true
}

// more stands at the end of what was cut.
const more = "…"

// cameIn is what a person reads of a message: its texts, its data as JSON, and the names of
// its files.
func cameIn(parts []envelope.Part) (said string, files []string) {
	var all []string
	for _, p := range parts {
		ref, isFile := p.ArtifactRef()
		switch {
		case isFile || p.Kind == envelope.KindRaw || p.Kind == envelope.KindURL:
			name := cmp.Or(ref.Filename, p.Filename, ref.MediaType, p.MediaType, "file")
			if len(files) < maxFiles {
				files = append(files, excerpt.Cut(name, maxName))
			}
		case p.Text != "":
			all = append(all, p.Text)
		case len(p.Data) > 0:
			all = append(all, string(p.Data))
		}
	}
	if said = strings.Join(all, "\n\n"); len(said) > MaxSaid {
		said = excerpt.Cut(said, MaxSaid-len(more)) + more
	}
	return said, files
}
