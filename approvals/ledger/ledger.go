// Package ledger is the chained log of what happened to approval requests. Each entry
// has a salted hash of its body, and the chain goes over those: the body and the salt of
// an entry can be erased, and the rest still proves that nothing was taken out, put in
// or changed.
package ledger

import (
	"encoding/json"
	"time"

	"bridge/core/message"
)

// Event is what a caller wants recorded, in the same write as the record it is about.
type Event struct {
	Approval message.ApprovalID
	// What is asked, prompted, vote, granted, denied, expired, cancelled, taken back,
	// held, reminded, escalated, step-up or erased.
	What string
	At   time.Time
	// Body is a JSON object with everything that proves it: for a vote the raw
	// message and its SHA-256, trust and its reasons, binding, rule, grammar version.
	Body json.RawMessage
	// People are those whose data Body has: erasing one of them erases Body.
	People []message.PersonID
	// Commit is set where the store gets Body in another form than the one that is
	// committed to (see Committed): it is chained as it is, and no salt is kept beside it.
	Commit []byte
}

// Entry is an Event in the chain.
type Entry struct {
	Seq      int64              `json:"seq"` // from 1, without gaps
	Approval message.ApprovalID `json:"approval"`
	What     string             `json:"what"`
	At       time.Time          `json:"at"`
	Salt     []byte             `json:"salt,omitempty"` // 32 random bytes; nil once erased
	Body     json.RawMessage    `json:"body,omitempty"` // nil once erased
	Commit   []byte             `json:"commit"`         // SHA-256 over salt and body
	Hash     []byte             `json:"hash"`           // SHA-256 over the hash before it, and seq, approval, what, at, commit
	// People are those whose data Body has; not in the hash, and nil once erased.
	People []message.PersonID `json:"people,omitempty"`
}
