// Package alfred is the codec of the messages of Alfred agents (seed 004, schema 2.1.0): an
// envelope with a token, and what it carries. It has no clock and no network;
// docs/wire/alfred.md says which rule is kept where.
package alfred

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode"

	"bridge/core/wire/canonical"
	"bridge/internal/lazyre"
)

// Version is the schema that we write; those of the same first number are read.
const Version = "2.1.0"

// Limits.
const (
	MaxBody = 1 << 20         // bytes of a message, inflated; the seed has no bound
	Window  = 5 * time.Minute // how far a timestamp may be from now
)

// maxText bounds intents, trace ids and the like, in bytes.
const maxText = 256

// Type is what kind of message it is.
type Type string

// The types of the schema.
const (
	TaskRequest  Type = "TASK_REQUEST"
	TaskResponse Type = "TASK_RESPONSE"
	Event        Type = "EVENT"
	Heartbeat    Type = "HEARTBEAT"
	Discovery    Type = "DISCOVERY"
	Control      Type = "CONTROL"
)

// Party is one end of a message.
type Party struct {
	Agent   string `json:"agent_id"`
	Service string `json:"service_id,omitempty"`
}

// Metadata is envelope.metadata.
type Metadata struct {
	ID          string `json:"id"`
	Version     string `json:"version"`
	Timestamp   string `json:"timestamp"`
	Correlation string `json:"correlation_id,omitempty"`
	Trace       string `json:"trace_id,omitempty"`
}

// Routing is envelope.routing.
type Routing struct {
	Source      Party  `json:"source"`
	Destination Party  `json:"destination"`
	ReplyTo     string `json:"reply_to,omitempty"`
}

// Security is envelope.security.
type Security struct {
	Token     string `json:"auth_token"`
	Signature string `json:"signature,omitempty"`
	Tenant    string `json:"tenant_id,omitempty"`
}

// Message is one message.
type Message struct {
	Metadata
	Routing
	Security
	Type    Type
	Intent  string
	Payload json.RawMessage // an object; nil: none
	Time    time.Time       // Timestamp
	// Text is what came or goes, in its RFC 8785 form, fields that nobody knows included.
	Text []byte
}

// document is the form of a message.
type document struct {
	Envelope struct {
		Metadata Metadata `json:"metadata"`
		Routing  Routing  `json:"routing"`
		Security Security `json:"security"`
	} `json:"envelope"`
	Message struct {
		Type    Type            `json:"type"`
		Intent  string          `json:"intent"`
		Payload json.RawMessage `json:"payload,omitempty"`
	} `json:"message"`
}

// Decode reads a message. All that it returns is of the canonical form. The error is an
// *Error of the code InvalidEnvelope or UnsupportedVersion. Nothing is proven yet.
func Decode(body []byte) (Message, error) {
	if len(body) > MaxBody {
		return Message{}, invalid("the message has more than %d bytes", MaxBody)
	}
	text, err := canonical.Form(body)
	if err != nil {
		return Message{}, invalid("the message cannot be read: %v", err)
	}
	m := Message{Text: text}
	wrong, strict := m.read(text)
	if wrong != "" {
		return Message{}, invalid("the message is not of the schema: %s", wrong)
	}
	if !strict {
		return Message{}, invalid("a name is written with other capitals")
	}
	return m, m.check()
}

func (m *Message) check() error {
	major, _, _ := strings.Cut(m.Version, ".")
	if major != "2" {
		return &Error{Code: UnsupportedVersion, Message: "versions 2.x are read"}
	}
	for _, f := range [...]struct {
		name, value string
		may         bool // be left out
	}{
		{"metadata.id", m.ID, false},
		{"source.agent_id", m.Source.Agent, false},
		{"source.service_id", m.Source.Service, false},
		{"destination.agent_id", m.Destination.Agent, false},
		{"message.intent", m.Intent, false},
		{"trace_id", m.Trace, true},
		{"reply_to", m.ReplyTo, true},
		{"tenant_id", m.Tenant, true},
		{"destination.service_id", m.Destination.Service, true},
	} {
		if !IsName(f.value) && (f.value != "" || !f.may) {
			return invalid("%s is empty, too long, or cannot be printed", f.name)
		}
	}
	if m.ReplyTo != "" && !IsTopic(m.ReplyTo) {
		return invalid("reply_to is the name of a topic or channel")
	}
	var ok bool
	if m.Time, ok = canonical.Time(strings.ToUpper(m.Timestamp)); !ok {
		return invalid("metadata.timestamp is not of the form 2025-05-13T14:30:00.000Z")
	}
	switch {
	case m.Type == TaskRequest && m.Payload == nil:
		return invalid("a TASK_REQUEST has a payload")
	case m.Type == TaskResponse && m.Correlation == "":
		return invalid("a TASK_RESPONSE has a correlation_id")
	}
	return nil
}

// replyForm is the name of a Pub/Sub topic or a Supabase channel; it is never called.
var replyForm = lazyre.New(`^[A-Za-z][\w.~+%:/-]{2,254}$`)

// IsTopic reports whether a text can be reply_to.
func IsTopic(s string) bool { return replyForm.MatchString(s) }

// Encode returns the message as it is sent, Text included. Its Version and Timestamp are set.
func Encode(m Message, at time.Time) (Message, error) {
	m.Version, m.Timestamp = Version, at.UTC().Format("2006-01-02T15:04:05.000Z07:00")
	var d document
	d.Envelope.Metadata, d.Envelope.Routing, d.Envelope.Security = m.Metadata, m.Routing, m.Security
	d.Message.Type, d.Message.Intent, d.Message.Payload = m.Type, m.Intent, m.Payload
	b, err := json.Marshal(d)
	if err != nil {
		return Message{}, fmt.Errorf("alfred: encode: %w", err)
	}
	return Decode(b)
}

// Answer is the message that answers m, but for its id, token and signature: routing
// swapped, the same correlation and trace.
func (m Message) Answer(t Type, payload json.RawMessage) Message {
	return Message{
		Metadata: Metadata{Correlation: m.Exchange(), Trace: m.Trace},
		Routing:  Routing{Source: m.Destination, Destination: m.Source},
		Security: Security{Tenant: m.Tenant},
		Type:     t, Intent: m.Intent, Payload: payload,
	}
}

// Exchange is what the messages of one exchange share: the correlation id, or the id of the
// message that began it.
func (m Message) Exchange() string {
	if m.Correlation != "" {
		return m.Correlation
	}
	return m.ID
}

// Answers returns why m does not answer q, as a sentence; "" if it does.
func (m Message) Answers(q Message) string {
	switch {
	case m.Source.Agent != q.Destination.Agent || m.Destination.Agent != q.Source.Agent:
		return "the answer is from or to somebody else"
	case m.Type != TaskResponse || m.Intent != q.Intent:
		return "the answer is of another type or intent"
	case m.Correlation != q.Exchange():
		return "the answer is to something else"
	case m.Tenant != q.Tenant:
		return "the answer is of another tenant"
	}
	return ""
}

// Fresh returns an *Error if the timestamp is more than Window away from now.
func (m Message) Fresh(now time.Time) error {
	if d := now.Sub(m.Time); d > Window || d < -Window {
		return &Error{Code: TimestampOutOfWindow, Message: "the timestamp is more than five minutes away from now"}
	}
	return nil
}

// v4 is a UUID of version 4 (RFC 9562 §5.4).
var v4 = lazyre.New(`^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$`)

// V4 reports whether the message's ids are UUIDs of version 4, as the text of the seed says;
// those of its examples are of version 1.
func (m Message) V4() bool {
	return v4.MatchString(m.ID) && (m.Correlation == "" || v4.MatchString(m.Correlation))
}

// IsName reports whether a text can name something: 1 to 256 bytes that can be printed.
func IsName(s string) bool {
	if s == "" || len(s) > maxText {
		return false
	}
	for _, r := range s {
		if !unicode.IsPrint(r) {
			return false
		}
	}
	return true
}
