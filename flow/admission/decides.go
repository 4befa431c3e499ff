package admission

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"bridge/approvals"
	"bridge/approvals/binding"
	"bridge/approvals/request"
	"bridge/core/envelope"
	"bridge/core/message"
)

// decides handles a system's message that is an approval-response, on a channel that
// speaks for a person; false if it is something else. It never becomes a turn.
func (a *Service) decides(ctx context.Context, ch Channel, in message.Inbound, key string) (message.Accepted, bool, error) {
	i := slices.IndexFunc(in.Parts, func(p envelope.Part) bool { return p.Kind == envelope.KindData && p.Type == envelope.DomainData })
	if ch.DecidesAs == "" || i < 0 {
		return message.Accepted{}, false, nil
	}
	p, err := approvals.ReadPayload(in.Parts[i].Data)
	if err != nil {
		acc, err := a.undecided(ctx, in, key, http.StatusUnprocessableEntity, err.Error())
		return acc, true, err
	}
	if p == nil {
		return message.Accepted{}, false, nil
	}
	if settled, _, err := a.earlier(ctx, in, key); settled || err != nil {
		return message.Accepted{Outcome: message.OutcomeDuplicate, Reason: "seen before"}, true, err
	}
	person, known, err := a.o.Directory.Person(ctx, ch.DecidesAs)
	if err != nil {
		return message.Accepted{}, true, fmt.Errorf("admission: directory: %w", err)
	}
	if !known {
		acc, err := a.undecided(ctx, in, key, http.StatusForbidden, "the person of decides_as is not active")
		return acc, true, err
	}
	rec, err := a.o.Approvals.DecideAs(ctx, *p, binding.Reply{
		Channel: in.Channel, Traits: ch.Traits, Key: key, From: in.From, Person: person, Known: true, Trust: in.Trust, Tenant: cmp.Or(in.Tenant, ch.Tenant), Why: in.Why, At: in.ReceivedAt,
	})
	status := 0
	switch {
	case errors.Is(err, request.ErrNotFound):
		status, err = http.StatusNotFound, errors.New("there is no open request with this approvalId")
	case errors.Is(err, approvals.ErrNotApprover), errors.Is(err, approvals.ErrWeak):
		status = http.StatusForbidden
	case errors.Is(err, approvals.ErrDigest), errors.Is(err, approvals.ErrClosed), errors.Is(err, approvals.ErrIncomplete):
		status = http.StatusConflict
	case err != nil:
		return message.Accepted{}, true, fmt.Errorf("admission: %w", err)
	}
	if status != 0 {
		acc, err := a.undecided(ctx, in, key, status, err.Error())
		return acc, true, err
	}
	what := string(rec.State)
	if rec.State == request.Pending {
		what = "vote"
	}
	e := a.entry(in, key, approvalReply, what)
	e.Subject = string(rec.ID)
	e.Why = append(slices.Clip(e.Why), "bound by payload")
	if err := a.o.Store.Audit(ctx, e); err != nil {
		return message.Accepted{}, true, fmt.Errorf("admission: audit: %w", err)
	}
	return message.Accepted{Outcome: message.OutcomeDecision, Reason: what, Approval: rec.ID}, true, nil
}

// undecided refuses an approval-response. It is not settled by that: sent again it is
// looked at again.
func (a *Service) undecided(ctx context.Context, in message.Inbound, key string, status int, why string) (message.Accepted, error) {
	if err := a.o.Store.Audit(ctx, a.entry(in, key, "approval refused", why)); err != nil {
		return message.Accepted{}, fmt.Errorf("admission: audit: %w", err)
	}
	return message.Accepted{Outcome: message.OutcomeRefused, Reason: why, Status: status}, nil
}
