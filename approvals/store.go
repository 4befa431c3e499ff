package approvals

import (
	"context"
	"time"

	"bridge/approvals/guess"
	"bridge/approvals/ledger"
	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/outbox"
)

// Store is what approvals needs of the store.
type Store interface {
	// Create stores r unless its ID exists; it returns what is stored and whether
	// it is r. ErrCodeTaken: one of r's codes was given out within CodeWindow, or
	// belongs to a request that is pending; nothing is stored. The events are chained
	// in the same write if it is r.
	Create(ctx context.Context, r request.Record, events ...ledger.Event) (request.Record, bool, error)
	// Get returns a record or ErrNotFound.
	Get(ctx context.Context, id message.ApprovalID) (request.Record, error)
	// Put replaces the record if the stored Version is still r.Version, else
	// ErrConflict, and chains the events, in one write. The returned record has the
	// new Version.
	Put(ctx context.Context, r request.Record, events ...ledger.Event) (request.Record, error)
	// ByCode returns whose prompt for which request carries the code, open or
	// not; ErrNotFound after CodeWindow, unless the request is still pending.
	ByCode(ctx context.Context, code string) (message.ApprovalID, message.PersonID, error)
	// OpenFor returns the pending records that have a person among their Approvers
	// or their Codes, oldest first, at most limit.
	OpenFor(ctx context.Context, p message.PersonID, limit int) ([]request.Record, error)
	// Pending returns how many records are pending.
	Pending(ctx context.Context) (int, error)
	// List returns records by filter.
	List(ctx context.Context, f request.Filter) ([]request.Record, error)
	// Due returns the records with DueAt at or before now (at most 100), and the
	// earliest DueAt of those left; zero if none.
	Due(ctx context.Context, now time.Time) ([]request.Record, time.Time, error)
	// Marked returns the records with Inject set (at most 100).
	Marked(ctx context.Context) ([]request.Record, error)
	// LastOutbound returns the last message that was sent, or begun, to an address.
	LastOutbound(ctx context.Context, ch message.ChannelName, a message.Address) (outbox.LastOutbound, bool, error)
	// Guess counts wrong codes from an address, each key once, and returns the lock
	// that holds there now: the one before, or, if these make guess.Limit within
	// guess.Window, a new one for guess.Hold of those within guess.Memory; zero if there is none. One write.
	Guess(ctx context.Context, from message.Address, keys []string) (guess.Lock, error)
	// Locked returns the lock that holds for an address now; zero if there is none.
	Locked(ctx context.Context, from message.Address) (guess.Lock, error)
}
