package envelope

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"time"
)

// Envelope is what one step of a turn answers, settled (seed 000). It is
// what a webhook reply, the API and an A2A message carry.
type Envelope struct {
	Role  string // "agent"
	Parts []Part
	Meta  Meta
}

// Meta is the envelope's own block; peers that know only A2A ignore it.
type Meta struct {
	SessionID   string
	TurnID      string
	ProducedAt  time.Time // written in UTC
	FinalizedBy State
}

// Build makes the envelope of a settled step. meta.FinalizedBy is taken from
// the result. Parts are shared with the result, the list is not.
func Build(result Result, meta Meta) Envelope {
	meta.FinalizedBy = result.State
	return Envelope{Role: "agent", Parts: slices.Clone(result.Parts), Meta: meta}
}

// AppendParts appends parts as a JSON array, each as Part.MarshalJSON writes it.
func AppendParts(b []byte, parts []Part) ([]byte, error) {
	b = append(b, '[')
	var err error
	for i, p := range parts {
		if i > 0 {
			b = append(b, ',')
		}
		if b, err = p.appendJSON(b); err != nil {
			return nil, fmt.Errorf("envelope: %w", within(fmt.Sprintf("parts[%d]", i), err))
		}
	}
	return append(b, ']'), nil
}

// MarshalJSON writes {"role","parts","meta":{"sessionId","turnId","eventId","producedAt",
// "finalizedBy"}} in that order; parts as Part.MarshalJSON writes them.
func (e Envelope) MarshalJSON() ([]byte, error) {
	role := e.Role
	if role == "" {
		role = "agent"
	}
	b := appendString([]byte(`{"role":`), role)
	b, err := AppendParts(append(b, `,"parts":`...), e.Parts)
	if err != nil {
		return nil, err
	}
	b = appendString(append(b, `,"meta":{"sessionId":`...), e.Meta.SessionID)
	b = appendString(append(b, `,"turnId":`...), e.Meta.TurnID)
	b = appendString(append(b, `,"eventId":`...), e.Meta.TurnID) // the newer Beach name of it
	b = appendString(append(b, `,"producedAt":`...), e.Meta.ProducedAt.UTC().Format(time.RFC3339Nano))
	b = appendString(append(b, `,"finalizedBy":`...), string(e.Meta.FinalizedBy))
	return append(b, '}', '}'), nil
}

// UnmarshalJSON reads an envelope. It takes eventId for turnId (the newer Beach
// name) and leaves out what is missing from meta, but meta itself and parts
// must be there. Unknown fields outside the parts are ignored. Limits:
// MaxStepParts, MaxDepth.
func (e *Envelope) UnmarshalJSON(b []byte) error {
	err := checkJSON(b)
	var fields map[string]json.RawMessage
	if err == nil {
		fields, err = object(bytes.Clone(b))
	}
	if err == nil {
		*e, err = readEnvelope(fields, MaxStepParts)
	}
	if err != nil {
		return fmt.Errorf("envelope: %w", err)
	}
	return nil
}

func readEnvelope(fields map[string]json.RawMessage, limit int) (Envelope, error) {
	var e Envelope
	var err error
	if e.Role, _, err = takeString(fields, "role"); err != nil {
		return Envelope{}, err
	}
	if e.Role == "" {
		e.Role = "agent"
	}
	raw, ok := fields["parts"]
	if !ok {
		return Envelope{}, wrong("parts", "is missing")
	}
	if e.Parts, err = readParts(raw, limit); err != nil {
		return Envelope{}, err
	}
	if raw, ok = fields["meta"]; !ok {
		return Envelope{}, wrong("meta", "is missing")
	}
	if e.Meta, err = readMeta(raw); err != nil {
		return Envelope{}, within("meta", err)
	}
	return e, nil
}

func readMeta(raw json.RawMessage) (Meta, error) {
	fields, err := object(raw)
	if err != nil {
		return Meta{}, err
	}
	var m Meta
	var event, produced, state string
	for _, f := range []struct {
		name string
		into *string
	}{
		{"sessionId", &m.SessionID},
		{"turnId", &m.TurnID},
		{"eventId", &event},
		{"producedAt", &produced},
		{"finalizedBy", &state},
	} {
		if *f.into, _, err = takeString(fields, f.name); err != nil {
			return Meta{}, err
		}
	}
	if m.TurnID == "" {
		m.TurnID = event
	}
	m.FinalizedBy = State(state)
	if produced != "" {
		if m.ProducedAt, err = time.Parse(time.RFC3339, produced); err != nil {
			return Meta{}, wrong("producedAt", "must be an RFC 3339 time such as 2026-04-20T09:50:00Z")
		}
	}
	return m, nil
}
