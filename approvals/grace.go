package approvals

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"bridge/message"
	"bridge/render"
)

// tookBack is why a request was denied whose approver took a yes back.
const tookBack = "taken back"

// The Happenings: what happens to open requests, for metrics.
const (
	HappenedHeld      = "held" // enough have said yes, and the grace has begun
	HappenedTakenBack = "taken back"
	HappenedReminded  = "reminded"
	HappenedEscalated = "escalated"
	HappenedObjection = "objection"
)

// Happenings are all that Options.Happened may be told.
var Happenings = []string{HappenedHeld, HappenedTakenBack, HappenedReminded, HappenedEscalated, HappenedObjection}

// takesBack reports whether v takes back what its person said before: a no after a yes.
// It counts as long as nothing is decided, whenever the grace ended.
func (r *Record) takesBack(was, v Vote) bool { return was.Grant && !v.Grant }

// secondThoughts reports whether the rule lets people object to what was granted in their
// name.
func (r *Record) secondThoughts() bool { return r.Grace > 0 || r.Receipt }

// wasTakenBack reports whether the request was denied because a yes was taken back.
func (r *Record) wasTakenBack() bool {
	return r.State == Denied && (r.Reason == tookBack || strings.HasPrefix(r.Reason, tookBack+": ")) && len(r.Votes) > 0
}

// release grants a request whose grace is over, if enough yeses stand.
func (s *Service) release(ctx context.Context, id message.ApprovalID) (bool, error) {
	now := s.o.Now()
	r, changed, err := s.change(ctx, id, func(r *Record) bool {
		if r.State != Pending || r.HeldUntil.IsZero() || r.HeldUntil.After(now) {
			return false
		}
		if !r.enough() {
			r.HeldUntil = time.Time{}
			return true
		}
		r.decide(Granted, r.granters(), "", r.HeldUntil)
		return true
	})
	if err != nil || !changed || r.State == Pending {
		return changed, err
	}
	return true, s.settled(ctx, r)
}

// acknowledgeVote says what follows from a vote that was counted and decides nothing yet: its
// voter and the other approvers hear of it. It may run again: all of it is said once.
func (s *Service) acknowledgeVote(ctx context.Context, r Reply, rec Record) error {
	v, _ := rec.vote(r.Person.ID)
	held := !rec.HeldUntil.IsZero()
	out := s.reply(rec.ID, r, s.standing(rec, v, r.Person))
	out.Asks, out.Binds = held, held
	if err := s.answerTo(ctx, r, out); err != nil {
		return err
	}
	items, err := s.receipts(ctx, rec)
	if err != nil {
		return err
	}
	by := s.first(ctx, v.Person)
	nth := 1 + slices.IndexFunc(rec.Votes, func(x Vote) bool { return x.Person == v.Person })
	for _, a := range rec.Approvers {
		_, voted := rec.vote(a.Person)
		words := s.words(ctx, a.Person)
		var what, text string
		switch {
		case a.Person == v.Person:
		case nth < rec.Quorum && !voted:
			what, text = "vote of "+string(v.Person), words.OtherVoted(rec.Summary, by, nth, rec.Quorum, a.Code)
		case held && nth == max(rec.Quorum, 1): // everybody can stop it
			what, text = "held", words.Held(rec.Summary, by, rec.HeldUntil, a.Code, s.zone(ctx, a.Person))
		}
		if what == "" {
			continue
		}
		it, ok, err := s.notice(ctx, rec, a.Person, what, text, func(out *message.Outbound) { out.Asks = true })
		if err != nil {
			return err
		}
		if ok {
			items = append(items, it)
		}
	}
	if err := s.o.Lanes.Enqueue(ctx, items...); err != nil {
		return fmt.Errorf("approvals: tell the approvers of a vote: %w", err)
	}
	s.look(rec)
	return nil
}

// standing tells a voter of a pending request how the vote stands.
func (s *Service) standing(rec Record, v Vote, p message.Person) string {
	words := render.In(p.Language)
	if a, ok := rec.approver(p.ID); ok && v.Grant && !rec.HeldUntil.IsZero() {
		return words.TakesEffect(rec.Summary, rec.HeldUntil, a.Code, p.Zone)
	}
	return words.Voted(v.Grant, rec.Summary, len(rec.Votes), rec.Quorum)
}

// first is the first name of a person.
func (s *Service) first(ctx context.Context, id message.PersonID) string {
	if p, ok, err := s.o.Directory.Person(ctx, id); err == nil && ok {
		return p.FirstName()
	}
	return string(id)
}

// meter tells the metrics what a change that is stored has brought.
func (s *Service) meter(was, is Record) {
	for what, yes := range map[string]bool{
		HappenedHeld:      was.HeldUntil.IsZero() && !is.HeldUntil.IsZero(),
		HappenedTakenBack: was.State == Pending && is.wasTakenBack(),
		HappenedReminded:  is.Reminded > was.Reminded,
		HappenedEscalated: is.Escalation != nil && !is.Escalation.Began.IsZero() && was.Escalation != nil && was.Escalation.Began.IsZero(),
		HappenedObjection: len(is.Objections) > len(was.Objections),
	} {
		if yes {
			s.o.Happened(what)
		}
	}
}
