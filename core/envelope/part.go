// Package envelope holds what an agent answers: parts, updates, the part-type
// registry with its delivery rules, the conversation states, and the assembler
// that turns a stream of updates into one settled envelope (seeds 000
// and 001). It imports nothing of ours and does no I/O.
package envelope

import "encoding/json"

// Kind says which of the four A2A content fields a part carries.
type Kind uint8

// A part is exactly one of these.
const (
	KindText Kind = iota + 1 // text
	KindData                 // data: any JSON value
	KindRaw                  // raw: bytes, base64 on the wire
	KindURL                  // url
)

// Type is a part type: metadata.partType. Everything dispatches on it alone,
// never on the payload (seed 001).
type Type string

// The canonical part types (seed 001).
const (
	Ack              Type = "ack"
	Thinking         Type = "thinking"
	Response         Type = "response"
	Clarify          Type = "clarify"
	ErrorPart        Type = "error"
	DomainData       Type = "domain-data"
	LLMContext       Type = "llm-context"
	A2UISurface      Type = "a2ui-surface"
	Artifact         Type = "artifact"
	ReasoningTrace   Type = "reasoning-trace"
	Citation         Type = "citation"
	ApprovalRequest  Type = "approval-request"
	ApprovalResponse Type = "approval-response"
	Progress         Type = "progress"
	SetState         Type = "setState"
)

// Part is one A2A message part with a Beach part type. Readers keep what they
// do not know: other metadata keys in Metadata, other top-level fields in Extra.
type Part struct {
	Kind      Kind
	Text      string          // KindText
	Data      json.RawMessage // KindData: one JSON value, as it came
	Raw       []byte          // KindRaw: decoded
	URL       string          // KindURL
	Filename  string
	MediaType string
	Type      Type                       // metadata.partType (or a top-level partType when read)
	Metadata  map[string]json.RawMessage // metadata without partType, as it came; nil when empty
	Extra     map[string]json.RawMessage // unknown top-level fields, as they came; nil when empty
}

// TextPart returns a text part of type t. A part has so many fields that a copy of this in each of a hundred callers takes 20 kB.
//
//go:noinline
func TextPart(t Type, text string) Part { return Part{Kind: KindText, Type: t, Text: text} }

// DataPart returns a data part of type t whose payload is v as JSON. v must be
// marshalable: a value that is not is a programming error and is returned as such.
func DataPart(t Type, v any) (Part, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return Part{}, err
	}
	return Part{Kind: KindData, Type: t, Data: b}, nil
}
