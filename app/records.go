package app

import (
	"context"
	"time"

	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/flow/admission"
	"bridge/flow/turns"
	"bridge/outbox"
	"bridge/store"
)

// records answers what one part asks of the records of another.
type records struct {
	store  store.Store
	people message.People
	now    func() time.Time
}

// target is what the thread index has under a ref.
func (r records) target(ctx context.Context, ch message.ChannelName, ref message.Ref) (outbox.Indexed, bool, error) {
	ts, err := r.store.Targets(ctx, ch, []message.Ref{ref})
	if err != nil || len(ts) == 0 {
		return outbox.Indexed{}, false, err
	}
	return outbox.Indexed(ts[0]), true, nil
}

// heard is when an address wrote last.
func (r records) heard(ctx context.Context, ch message.ChannelName, addr message.Address) (time.Time, error) {
	k, _, err := r.store.Contact(ctx, ch, addr)
	return k.Heard, err
}

// audit writes into the audit log.
func (r records) audit(ctx context.Context, what string, req request.Record, why ...string) error {
	return r.store.Audit(ctx, admission.AuditEntry{At: r.now(), What: what, Subject: string(req.ID), Why: why})
}

// language is that of the person who reads at an address; "" if it is nobody's.
func (r records) language(ctx context.Context, at message.Address) string {
	p, _, _ := r.people.ByAddress(ctx, at) // a directory that is away costs the language, not the message
	return p.Language
}

// injection turns a decision into the item that resumes its turn.
func injection(r request.Record) (queue.Item, error) {
	part, err := turns.ResponsePart(r)
	if err != nil {
		return queue.Item{}, err
	}
	return turns.DecisionItem(r.Session, r.Turn, r.ID, part)
}
