// Package agp is the codec of AGP envelopes (seed 003): one signed JSON object of eight
// fields, by which one agent calls another. It has no clock and no network; docs/wire/agp.md
// says which rule is kept where.
package agp

import (
	"bytes"
	"encoding/json"
	"strconv"
	"time"
	"unicode"
	"unicode/utf8"

	"bridge/core/wire/canonical"
)

// Protocol is the one version there is.
const Protocol = "agp/1"

// Limits of the seed.
const (
	MaxTTL  = 15 * time.Second // the ceiling of ttl_ms
	Window  = 5 * time.Minute  // how old a timestamp may be, and how far ahead
	Overlap = 10 * time.Minute // that a key still counts after it was replaced
)

// MaxBody bounds an envelope, in bytes; the seed has no bound.
const MaxBody = 256 << 10

// maxName bounds from_agent, to, intent and a correlation id, in bytes.
const maxName = 128

// The intents of the seed.
const (
	Ping    = "network.ping" // a health check without side effects
	List    = "venue.list"
	Search  = "booking.search"
	Confirm = "booking.confirm" // the only one that is metered
)

// Envelope is what the eight fields say, but for protocol.
type Envelope struct {
	From, To string
	Intent   string
	Payload  json.RawMessage // an object
	Context  json.RawMessage // agent_context: an object in its canonical form, or null
	TTL      time.Duration   // ttl_ms as it was sent; see Cap
	Time     time.Time       // timestamp
}

// Cap is the time that an exchange may take: ttl_ms, but no more than MaxTTL.
func (e Envelope) Cap() time.Duration { return min(e.TTL, MaxTTL) }

// Tuple is what an envelope is known by: two with the same are one event. The seed's tuple
// has no recipient; two recipients are two events.
func (e Envelope) Tuple() string {
	return e.From + "|" + e.To + "|" + e.Intent + "|" + strconv.FormatInt(e.Time.UnixNano(), 10)
}

// Correlation is agent_context.correlation_id; "" if there is none that can stand in a log.
func (e Envelope) Correlation() string {
	id, ok := canonical.Text(canonical.Value(e.Context, "correlation_id"))
	if !ok || !IsName(id) {
		return ""
	}
	return id
}

// Message is an envelope as it came or goes, with the text that its signature covers.
type Message struct {
	Envelope
	Stamp string // timestamp, as it stands in the envelope
	// Canonical is the RFC 8785 form of the whole object.
	Canonical []byte
}

// names are the eight fields, in the order of the canonical form.
func names() [8]string {
	return [...]string{"agent_context", "from_agent", "intent", "payload", "protocol", "timestamp", "to", "ttl_ms"}
}

// Decode reads an envelope. All that it returns is of the canonical form: nobody sees what
// the signature does not cover. The error is an *Error of the code InvalidEnvelope or
// UnsupportedProtocol. Nothing is proven yet: see Verify.
func Decode(body []byte) (Message, error) {
	var m Message
	if len(body) > MaxBody {
		return m, invalid("the envelope has more than %d bytes", MaxBody)
	}
	var err error
	if m.Canonical, err = canonical.Form(body); err != nil {
		return Message{}, invalid("the envelope cannot be read: %v", err)
	}
	if m.Canonical[0] != '{' {
		return Message{}, invalid("the envelope is not an object")
	}
	want := names()
	var values [len(want)][]byte
	n := 0
	for name, value := range canonical.Members(m.Canonical) {
		if n == len(want) || string(name) != want[n] { // they come in the same order
			return Message{}, others(m.Canonical)
		}
		values[n] = value
		n++
	}
	if n < len(want) {
		return Message{}, others(m.Canonical)
	}
	return m, m.read(values)
}

// others says what is wrong with the names of an envelope.
func others(text []byte) error {
	n := 0
	for range canonical.Members(text) {
		n++
	}
	want := names()
	for _, name := range want {
		if canonical.Value(text, name) == nil {
			return invalid("the field %s is missing", name)
		}
	}
	return invalid("the envelope has %d fields; there are exactly %d", n, len(want))
}

// read reads the values of the fields, in the order of names.
func (m *Message) read(v [8][]byte) error {
	if protocol, _ := canonical.Text(v[4]); protocol != Protocol {
		return &Error{Code: UnsupportedProtocol, Message: "the protocol is not " + Protocol}
	}
	for _, f := range [...]struct {
		name  string
		value []byte
		to    *string
	}{{"from_agent", v[1], &m.From}, {"to", v[6], &m.To}, {"intent", v[2], &m.Intent}} {
		if *f.to, _ = canonical.Text(f.value); !IsName(*f.to) {
			return invalid("%s is not a text of 1 to %d printable characters", f.name, maxName)
		}
	}
	m.Payload, m.Context = v[3], v[0]
	if m.Payload[0] != '{' {
		return invalid("payload is not an object")
	}
	if m.Context[0] != '{' && string(m.Context) != "null" {
		return invalid("agent_context is neither an object nor null")
	}
	ms, err := strconv.ParseInt(string(v[7]), 10, 64)
	if err != nil || ms <= 0 {
		return invalid("ttl_ms is not a whole number above 0")
	}
	m.TTL = time.Duration(min(ms, time.Hour.Milliseconds())) * time.Millisecond
	var ok bool
	if m.Stamp, _ = canonical.Text(v[5]); !IsName(m.Stamp) {
		return invalid("timestamp is not a text")
	}
	if m.Time, ok = canonical.Time(m.Stamp); !ok {
		return invalid("timestamp is not a time of the form 2026-04-11T10:22:03Z")
	}
	return nil
}

// Encode returns the message of an envelope: its Canonical is what is sent. A payload or
// context of nil is sent as {}.
func Encode(e Envelope) (Message, error) {
	object := func(b json.RawMessage) []byte {
		if b == nil {
			return []byte("{}")
		}
		return b
	}
	values := [...][]byte{
		object(e.Context), canonical.Quote(e.From), canonical.Quote(e.Intent), object(e.Payload), canonical.Quote(Protocol),
		canonical.Quote(e.Time.UTC().Format(time.RFC3339Nano)), canonical.Quote(e.To), strconv.AppendInt(nil, e.TTL.Milliseconds(), 10),
	}
	b := make([]byte, 0, len(values[0])+len(values[3])+1<<9)
	for i, name := range names() {
		b = append(append(append(b, `,"`...), name...), `":`...)
		b = append(b, values[i]...)
	}
	b[0] = '{'
	return Decode(append(b, '}'))
}

// Answer is the envelope that answers e: its agents swapped, agent_context echoed.
func (e Envelope) Answer(payload json.RawMessage, at time.Time) Envelope {
	e.From, e.To, e.Payload, e.Time, e.TTL = e.To, e.From, payload, at, e.Cap()
	return e
}

// Answers returns why e does not answer q, as a sentence; "" if it does.
func (e Envelope) Answers(q Envelope) string {
	switch {
	case e.From != q.To || e.To != q.From:
		return "the answer is from or to somebody else"
	case e.Intent != q.Intent:
		return "the answer has another intent"
	case !bytes.Equal(e.Context, q.Context):
		return "the answer does not echo agent_context"
	}
	return ""
}

// Fresh returns an *Error if the timestamp is more than Window away from now.
func (e Envelope) Fresh(now time.Time) error {
	if d := now.Sub(e.Time); d > Window || d < -Window {
		return &Error{Code: TimestampExpired, Message: "timestamp is more than five minutes away from now"}
	}
	return nil
}

// IsName reports whether a text can be the name of an agent or an intent, or a correlation
// id: 1 to 128 bytes that can be printed.
func IsName(s string) bool {
	if s == "" || len(s) > maxName || !utf8.ValidString(s) {
		return false
	}
	for _, r := range s {
		if !unicode.IsPrint(r) {
			return false
		}
	}
	return true
}
