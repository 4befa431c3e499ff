package message

import (
	"crypto/sha256"
	"strconv"
	"strings"
	"time"

	"github.com/oklog/ulid/v2"
)

// Identifiers are distinct string types with a prefix and a ULID (design §2).
type (
	SessionID  string // ses_…
	TurnID     string // trn_…
	MessageID  string // msg_…
	ApprovalID string // apr_…
	ArtifactID string // art_…
	RunID      string // run_…
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

// NewSessionID returns a new id; ids made later sort later.
func NewSessionID() SessionID { return SessionID(sessionPrefix + ulid.Make().String()) }

// NewTurnID returns a new id.
func NewTurnID() TurnID { return TurnID(turnPrefix + ulid.Make().String()) }

// NewArtifactID returns a new id.
func NewArtifactID() ArtifactID { return ArtifactID(artifactPrefix + ulid.Make().String()) }

// DerivedMessageID returns the id of an outbound message that every node and
// every repetition computes alike: at is a recorded time, from names what the
// message is the consequence of. Enqueueing it twice is therefore once.
func DerivedMessageID(at time.Time, from ...string) MessageID {
	return MessageID(messagePrefix + derive(at, from))
}

// DerivedApprovalID is DerivedMessageID for approvals.
func DerivedApprovalID(at time.Time, from ...string) ApprovalID {
	return ApprovalID(approvalPrefix + derive(at, from))
}

// DerivedSessionID is DerivedMessageID for sessions. A zero time makes ids that sort
// before all others: for those who know no time that all copies have.
func DerivedSessionID(at time.Time, from ...string) SessionID {
	return SessionID(sessionPrefix + derive(at, from))
}

func derive(at time.Time, from []string) string {
	var room [256]byte
	b := room[:0]
	for _, f := range from {
		b = strconv.AppendInt(b, int64(len(f)), 10)
		b = append(append(b, ':'), f...)
	}
	sum := sha256.Sum256(b)
	var id ulid.ULID
	ms := max(at.UnixMilli(), 0)
	_ = id.SetTime(min(uint64(ms), ulid.MaxTime())) // cannot fail: bounded
	_ = id.SetEntropy(sum[:10])                     // cannot fail: ten bytes
	return id.String()
}

// Valid reports whether id has the prefix and form of its type.
func (id SessionID) Valid() bool { return validID(string(id), sessionPrefix) }

// Valid reports whether id has the prefix and form of its type.
func (id TurnID) Valid() bool { return validID(string(id), turnPrefix) }

// Valid reports whether id has the prefix and form of its type.
func (id MessageID) Valid() bool { return validID(string(id), messagePrefix) }

// Time is when the message was made, as its id says; zero if it does not.
func (id MessageID) Time() time.Time {
	rest, ok := strings.CutPrefix(string(id), messagePrefix)
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
