package message

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/oklog/ulid/v2"
)

// Identifiers are distinct string types with a prefix and a ULID.
type (
	SessionID  string // ses_…
	TurnID     string // trn_…
	MessageID  string // msg_…
	ApprovalID string // apr_…
	ArtifactID string // art_…
)

// ChannelName is the NAME of one [channels.NAME] section.
type ChannelName string

// PersonID is the ID of one [people.ID] section: [a-z0-9_-]+.
type PersonID string

// The prefixes of the identifiers.
const (
	sessionPrefix  = "ses_"
	turnPrefix     = "trn_"
	messagePrefix  = "msg_"
	approvalPrefix = "apr_"
	artifactPrefix = "art_"
)

// NewSessionID returns a new id.
func NewSessionID() SessionID { return SessionID(newID(sessionPrefix)) }

// NewTurnID returns a new id.
func NewTurnID() TurnID { return TurnID(newID(turnPrefix)) }

// NewArtifactID returns a new id.
func NewArtifactID() ArtifactID { return ArtifactID(newID(artifactPrefix)) }

// NewTrace returns a W3C trace id: 32 hex digits.
func NewTrace() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	var digits [32]byte
	hex.Encode(digits[:], b[:])
	return string(digits[:])
}

// NewTraceparent returns the W3C trace context of a call that begins a trace.
func NewTraceparent() string { return "00-" + NewTrace() + "-" + NewTrace()[:16] + "-01" }

// NewCorrelation returns a random UUID.
func NewCorrelation() string {
	var id uuid.UUID
	_, _ = rand.Read(id[:]) // never fails
	return random(id)
}

// random is a UUID of version 4 of such bits (RFC 9562 §5.4).
func random(id uuid.UUID) string {
	id[6], id[8] = id[6]&0x0f|0x40, id[8]&0x3f|0x80
	return id.String()
}

// newID returns the prefix with a ULID of this millisecond whose other 80 bits are drawn anew for
// each: who knows one id cannot compute the next. Those of one millisecond are in no
// order.
func newID(prefix string) string {
	var id ulid.ULID
	_ = id.SetTime(ulid.Now()) // cannot fail before the year 10889
	_, _ = rand.Read(id[6:])   // never fails
	return prefixed(prefix, id)
}

func prefixed(prefix string, id ulid.ULID) string {
	var text [len(sessionPrefix) + ulid.EncodedSize]byte // all prefixes are as long
	n := copy(text[:], prefix)
	_ = id.MarshalTextTo(text[n:]) // never fails: it has its room
	return string(text[:])
}

// DerivedMessageID returns the id of an outbound message that every node and
// every repetition computes alike: at is a recorded time, from names what the
// message is the consequence of. Enqueueing it twice is therefore once.
func DerivedMessageID(at time.Time, from ...string) MessageID {
	return MessageID(derive(messagePrefix, at, from))
}

// DerivedApprovalID is DerivedMessageID for approvals.
func DerivedApprovalID(at time.Time, from ...string) ApprovalID {
	return ApprovalID(derive(approvalPrefix, at, from))
}

// DerivedTurnID is DerivedMessageID for turns.
func DerivedTurnID(at time.Time, from ...string) TurnID {
	return TurnID(derive(turnPrefix, at, from))
}

// SameOrigin reports whether two derived ids were made from the same, at whatever time.
func (id TurnID) SameOrigin(other TurnID) bool {
	const clock = len(turnPrefix) + 10 // digits of the time
	return len(id) > clock && len(other) > clock && id[clock:] == other[clock:]
}

// DerivedSessionID is DerivedMessageID for sessions. A zero time makes ids that sort
// before all others: for those who know no time that all copies have.
func DerivedSessionID(at time.Time, from ...string) SessionID {
	return SessionID(derive(sessionPrefix, at, from))
}

// ConversationID is the session of the conversation that somebody gave a name, on a channel
// of people that has such.
func ConversationID(ch ChannelName, from Address, name string) SessionID {
	return DerivedSessionID(time.Time{}, "named", string(ch), string(from), name)
}

// MachineSessionID is the session of the conversation with a name (Inbound.Conversation) on a
// channel of machines.
func MachineSessionID(ch ChannelName, conversation string) SessionID {
	return DerivedSessionID(time.Time{}, "machine", string(ch), conversation)
}

// DerivedUUID is DerivedMessageID for others, who know things by a UUID of version 4.
func DerivedUUID(from ...string) string {
	sum := digest(from)
	var id uuid.UUID
	copy(id[:], sum[:])
	return random(id)
}

func digest(from []string) [sha256.Size]byte {
	var room [256]byte
	b := room[:0]
	for _, f := range from {
		b = strconv.AppendInt(b, int64(len(f)), 10)
		b = append(append(b, ':'), f...)
	}
	return sha256.Sum256(b)
}

func derive(prefix string, at time.Time, from []string) string {
	sum := digest(from)
	var id ulid.ULID
	ms := max(at.UnixMilli(), 0)
	_ = id.SetTime(min(uint64(ms), ulid.MaxTime())) // cannot fail: bounded
	_ = id.SetEntropy(sum[:10])                     // cannot fail: ten bytes
	return prefixed(prefix, id)
}

// Valid reports whether id has the prefix and form of its type.
func (id SessionID) Valid() bool { return validID(string(id), sessionPrefix) }

// Valid reports whether id has the prefix and form of its type.
func (id TurnID) Valid() bool { return validID(string(id), turnPrefix) }

// Valid reports whether id has the prefix and form of its type.
func (id MessageID) Valid() bool { return validID(string(id), messagePrefix) }

// Time is when the message was made, as its id says; zero if it does not.
func (id MessageID) Time() time.Time { return timeOf(string(id), messagePrefix) }

// Time is when the turn's message was accepted, as its id says; zero if it does not.
func (id TurnID) Time() time.Time { return timeOf(string(id), turnPrefix) }

func timeOf(id, prefix string) time.Time {
	rest, ok := strings.CutPrefix(id, prefix)
	u, err := ulid.ParseStrict(rest)
	if !ok || err != nil {
		return time.Time{}
	}
	return ulid.Time(u.Time())
}

// Valid reports whether id has the prefix and form of its type.
func (id ApprovalID) Valid() bool { return validID(string(id), approvalPrefix) }

// Valid reports whether id has the prefix and form of its type.
func (id ArtifactID) Valid() bool { return validID(string(id), artifactPrefix) }

func validID(s, prefix string) bool {
	rest, ok := strings.CutPrefix(s, prefix)
	if !ok {
		return false
	}
	_, err := ulid.ParseStrict(rest)
	return err == nil && rest == strings.ToUpper(rest)
}

// FirstMessageID is not after any id of a message that was made at or after t: where a list
// by ids begins.
func FirstMessageID(t time.Time) MessageID {
	var id ulid.ULID
	_ = id.SetTime(min(uint64(max(t.UnixMilli(), 0)), ulid.MaxTime())) // cannot fail: bounded
	return MessageID(messagePrefix + id.String())
}
