package approvals

import (
	"context"
	"time"

	"bridge/approvals/ledger"
	"bridge/message"
)

// Ledger is what proofs need of the store. A store keeps one chain, or one for each part
// that it spreads requests over; all entries of one request are in one chain.
type Ledger interface {
	// Chains returns where each chain begins and ends now, by ID.
	Chains(ctx context.Context) ([]ledger.Chain, error)
	// Entries returns those of a chain with a Seq above after, in order, at most limit.
	// What is missing in between is missing.
	Entries(ctx context.Context, chain int, after int64, limit int) ([]ledger.Entry, error)
	// EntriesOf returns the entries of one request, in order, and their chain.
	EntriesOf(ctx context.Context, id message.ApprovalID) (chain int, entries []ledger.Entry, err error)
	// About returns the requests with entries whose bodies have data of a person.
	About(ctx context.Context, p message.PersonID) ([]message.ApprovalID, error)
	// Erase blanks the entries of a request whose bodies have data of a person, and chains
	// an entry that says so in the same write. It returns how many; with none it writes nothing.
	Erase(ctx context.Context, id message.ApprovalID, p message.PersonID, by string, at time.Time) (int, error)
}
