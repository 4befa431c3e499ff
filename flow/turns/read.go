package turns

import (
	"encoding/json"
	"errors"
	"fmt"

	"bridge/core/envelope"
	"bridge/core/message"
)

// Work is what an inbox item asks for, as operators see it: a message that starts
// Turn, or the decision on Approval, which resumes Resume.
type Work struct {
	Turn     *Turn              `json:"turn,omitempty"`
	Parts    []envelope.Part    `json:"parts"`
	Resume   message.TurnID     `json:"resume,omitempty"`
	Approval message.ApprovalID `json:"approval,omitempty"`
	Parked   bool               `json:"parked,omitempty"` // it looks at a parked turn, or goes on with it
}

// TurnID is the turn that the item is about.
func (w Work) TurnID() message.TurnID {
	if w.Turn != nil {
		return w.Turn.ID
	}
	return w.Resume
}

// ReadItem decodes the payload of an inbox item.
func ReadItem(payload []byte) (Work, error) {
	var j job
	if err := json.Unmarshal(payload, &j); err != nil {
		return Work{}, fmt.Errorf("turns: decode item: %w", err)
	}
	w := Work{Parts: j.Parts, Resume: j.Resume, Approval: message.ApprovalID(j.Approval), Parked: j.Look != 0 || j.Step != ""}
	if t, ok := j.starts(); ok {
		w.Turn = &t
	}
	if w.TurnID() == "" {
		return Work{}, errors.New("turns: the item names no turn")
	}
	return w, nil
}
