package approvals

import (
	"context"
	"fmt"
	"slices"
	"time"
	"unicode/utf16"

	"bridge/approvals/reply"
	"bridge/message"
	"bridge/render"
)

// mostListed bounds the requests that one answer lists.
const mostListed = 10

// isList reports whether a reply is the word LIST: the whole of it, or in mail its
// subject, with nothing but a signature below.
func isList(r Reply) bool {
	if r.Ambiguous {
		return false
	}
	whole := func(text string) bool {
		return reply.IsList(text, r.Person.Name) || r.Kind == message.KindEmail && reply.IsList(r.Subject, "") && reply.IsList(r.Subject+"\n"+text, r.Person.Name)
	}
	return whole(r.Text) && (r.Other == "" || whole(r.Other))
}

// decides reports whether a person may be asked at all: LIST of others is an ordinary
// message.
func (s *Service) decides(ctx context.Context, p message.PersonID) (bool, error) {
	if slices.Contains(s.o.Rules.Approvers, p) || s.o.Set != nil && slices.Contains(s.o.Set.Approvers(), p) {
		return true, nil
	}
	open, err := s.waiting(ctx, p, 1)
	return len(open) > 0, err
}

// waiting returns the requests that wait for a person's answer, oldest first, at most
// limit and those that the person has voted on beside.
func (s *Service) waiting(ctx context.Context, p message.PersonID, limit int) ([]Record, error) {
	for n := limit + 10; ; n *= 10 { // those that were voted on, or wait for an escalation, are among them
		rs, err := s.o.Store.OpenFor(ctx, p, n)
		if err != nil {
			return nil, fmt.Errorf("approvals: look up what is open: %w", err)
		}
		all := len(rs) < n
		rs = slices.DeleteFunc(rs, func(r Record) bool {
			_, mine := r.approver(p)
			_, voted := r.vote(p)
			return !mine || voted || !r.ExpiresAt.After(s.o.Now())
		})
		if all || len(rs) >= limit {
			return rs[:min(limit, len(rs))], nil
		}
	}
}

// list answers the word LIST.
func (s *Service) list(ctx context.Context, r Reply) (string, error) {
	open, more, err := s.listed(ctx, r)
	if err != nil {
		return "", err
	}
	words := render.In(r.Person.Language)
	out := s.reply("", r, s.fit(r, open, more, func(o []render.Listing) string { return words.Listed(o, r.Person.Zone) }))
	if r.Kind == message.KindEmail {
		out.Subject = "What waits for you" // of its own: an answer to it is bound by a code alone
	}
	return "list", s.answerTo(ctx, r, out)
}

// whichOne asks which of the open requests a reply means; false if none is open.
func (s *Service) whichOne(ctx context.Context, r Reply, id message.ApprovalID) (bool, error) {
	open, more, err := s.listed(ctx, r)
	if err != nil || len(open) == 0 {
		return false, err
	}
	words := render.In(r.Person.Language)
	// Its own subject has no token and it does not bind, so that only the code in the
	// answer says which.
	out := s.reply(id, r, s.fit(r, open, more, func(list []render.Listing) string {
		var open []render.Open
		for _, l := range list {
			open = append(open, l.Open)
		}
		return words.WhichOne(open, r.Person.Zone)
	}))
	out.Subject = "Which request do you mean?"
	return true, s.answerTo(ctx, r, out)
}

// listed are the requests that wait for the sender of a reply, at most mostListed, and
// how many there are beside.
func (s *Service) listed(ctx context.Context, r Reply) (open []render.Listing, more int, err error) {
	const count = 100 // beyond it the number is not told exactly
	rs, err := s.waiting(ctx, r.Person.ID, count)
	if err != nil {
		return nil, 0, err
	}
	for _, rec := range rs[:min(len(rs), mostListed)] {
		me, _ := rec.approver(r.Person.ID)
		o := render.Listing{Open: render.Open{Summary: rec.Summary, Requester: rec.Requester, Code: me.Code, Until: rec.Until()}}
		if su, ok := rec.StepUps[me.Person]; ok && su.open(s.o.Now()) {
			o.StepUp = string(su.To.Address.Kind())
		}
		open = append(open, o)
	}
	return open, len(rs) - len(open), nil
}

// fit writes a list as long as one message of the channel may be.
func (s *Service) fit(r Reply, open []render.Listing, more int, write func([]render.Listing) string) string {
	limit := s.channel(r.Channel).Max
	for n := len(open); ; n-- {
		text := write(open[:n])
		if rest := more + len(open) - n; rest > 0 {
			text += "\n\n" + render.In(r.Person.Language).MoreOpen(rest)
		}
		if limit == 0 || n <= 1 || len(utf16.Encode([]rune(text))) <= limit {
			return text
		}
	}
}

// open reports whether the code still counts at a time.
func (u StepUp) open(at time.Time) bool { return u.Tries < stepUpTries && at.Before(u.Until) }
