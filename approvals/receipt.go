package approvals

import (
	"context"
	"fmt"
	"slices"
	"time"

	"bridge/approvals/ledger"
	"bridge/approvals/reply"
	"bridge/message"
	"bridge/queue"
	"bridge/render"
)

// maxObjections bounds what one record keeps of them.
const maxObjections = 10

// receipts returns a receipt for every vote of a request whose rule wants them: what was
// decided in somebody's name, to another address than the one that answered, and how to
// object. Each vote has one, however often this is called.
func (s *Service) receipts(ctx context.Context, r Record) ([]queue.Item, error) {
	if !r.Receipt {
		return nil, nil
	}
	var items []queue.Item
	for _, v := range r.Votes {
		p, ok, err := s.o.Directory.Person(ctx, v.Person)
		if err != nil {
			return nil, fmt.Errorf("approvals: look up %s: %w", v.Person, err)
		}
		if !ok {
			continue
		}
		at, ok := s.another(p, v)
		if !ok {
			s.o.Log.Warn("approvals: no receipt, the approver has one address", "approval", r.ID, "person", v.Person)
			if err := s.o.Audit(ctx, "approval receipt not sent", r, "no other address of "+string(v.Person)); err != nil {
				return nil, fmt.Errorf("approvals: audit: %w", err)
			}
			continue
		}
		a, _ := r.approver(v.Person)
		words := render.In(p.Language)
		text := words.Receipt(v.Grant, r.Summary, from(v), v.At, r.HeldUntil, a.Code, p.Zone)
		switch {
		case !v.Grant || !r.HeldUntil.IsZero():
		case r.State == Pending:
			text += " " + words.ObjectOpen(a.Code)
		case r.State == Granted:
			text += " " + words.ObjectLate(a.Code)
		}
		it, err := s.noticeItem(message.Outbound{
			ID:      message.DerivedMessageID(r.CreatedAt, "receipt", string(r.ID), string(v.Person), string(v.Channel), v.Key),
			Channel: at.Channel, To: at.Address, ToName: p.Name, Kind: message.Notice, Approval: r.ID, Person: v.Person, Turn: r.Turn,
			Asks: true, Binds: true, Subject: words.ReceiptSubject(v.Grant, r.Summary),
			Text: text, CreatedAt: s.o.Now(),
		})
		if err != nil {
			return nil, err
		}
		items = append(items, it)
	}
	return items, nil
}

// from names where a vote came from, enough for its person to recognise it.
func from(v Vote) string {
	if v.From == "" {
		return string(v.Channel)
	}
	return v.From.Masked()
}

// another is where a person hears of a vote beside where it came from: at an address of
// another kind, else at another one of the same kind.
func (s *Service) another(p message.Person, v Vote) (Place, bool) {
	var same Place
	for _, a := range p.Addresses {
		i := slices.IndexFunc(s.o.Channels, func(c Channel) bool { return c.Kind == a.Kind() })
		if i < 0 || a == v.From {
			continue
		}
		if at := (Place{s.o.Channels[i].Name, a}); a.Kind() != v.From.Kind() {
			return at, true
		} else if same.Address == "" {
			same = at
		}
	}
	return same, same.Address != ""
}

// objects reports whether a reply says no to what was granted in its sender's name.
func objects(rec Record, p message.PersonID, v reply.Result) bool {
	was, voted := rec.vote(p)
	return voted && was.Grant && rec.secondThoughts() && rec.State == Granted && v.Verdict == reply.Deny
}

// object takes a no that came after the grant: nothing can be taken back any more, so
// that it is recorded, and the operators hear of it.
func (s *Service) object(ctx context.Context, r Reply, rec Record, v reply.Result) (string, error) {
	rec, _, err := s.change(ctx, rec.ID, func(rec *Record) bool {
		if len(rec.Objections) >= maxObjections || slices.ContainsFunc(rec.Objections, func(o Vote) bool { return o.Key == r.Key && o.Channel == r.Channel }) {
			return false
		}
		rec.Objections = append(slices.Clip(rec.Objections), Vote{
			Person: r.Person.ID, Reason: v.Reason, At: r.At, Channel: r.Channel, From: r.From, Trust: r.Trust, Why: r.Why,
			Grammar: reply.Version, Key: r.Key,
		})
		return true
	})
	if err != nil {
		return "", err
	}
	s.o.Log.Error("approvals: an approver objects to a decision in their name", "approval", rec.ID, "turn", rec.Turn, "person", r.Person.ID)
	s.o.Alert(ctx, string(rec.ID)+" objection "+string(r.Person.ID), fmt.Sprintf(
		"%s objects to a yes in their name, after it was granted: %s (%s). See bridge approvals show %s.", r.Person.FirstName(), rec.Summary, from(Vote{From: r.From, Channel: r.Channel}), rec.ID))
	words := render.In(r.Person.Language)
	return "late: objection", s.say(ctx, rec.ID, r, words.AlreadyDecided(true, s.deciders(ctx, rec, words), rec.DecidedAt, r.Person.Zone)+" "+words.Objection(rec.Summary))
}

// objected are the events of objections.
func objected(was, r Record, now time.Time) []ledger.Event {
	var all []ledger.Event
	for _, v := range r.Objections[min(len(was.Objections), len(r.Objections)):] {
		all = append(all, event(r, HappenedObjection, now, v, v.Person))
	}
	return all
}
