package app

import (
	"context"
	"encoding/json"
	"time"

	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/flow/admission"
	"bridge/flow/events"
	"bridge/flow/turns"
	"bridge/operate"
	"bridge/store"
)

// records answers what one part asks of the records of another.
type records struct {
	store  store.Store
	people message.Directory
	now    func() time.Time
}

// language is that of the person who reads at an address; "" if it is nobody's.
func (r records) language(ctx context.Context, at message.Address) string {
	p, _, _ := r.people.ByAddress(ctx, at) // a directory that is away costs the language, not the message
	return p.Language
}

// asked hears of requests, and says what follows from their decisions.
type asked struct {
	records
	counts counts
	alerts alerts
	teller *events.Teller
}

// Injection implements approvals.Follow, as Also and Document do: a decision resumes its turn.
func (asked) Injection(r request.Record) (queue.Item, error) {
	part, err := turns.ResponsePart(r)
	if err != nil {
		return queue.Item{}, err
	}
	return turns.DecisionItem(r.Session, r.Turn, r.ID, part)
}

func (a asked) Also(r request.Record) ([]queue.Item, error) { return a.teller.DecidedItems(r) }

func (asked) Document(r request.Record) (json.RawMessage, error) { return operate.Document(r) }

// Audit implements approvals.Observer, as the others do.
func (a asked) Audit(ctx context.Context, what string, req request.Record, why ...string) error {
	return a.store.Audit(ctx, admission.AuditEntry{At: a.now(), What: what, Subject: string(req.ID), Why: why})
}

func (a asked) Decided(r request.Record) { a.counts.decided(r); a.teller.Decided(r) }

func (a asked) Happened(what string) { a.counts.happen(what) }

func (a asked) Alert(ctx context.Context, key, text string) { a.alerts.everywhere(ctx, key, text) }
