package approvals

import (
	"context"
	"slices"
	"unicode/utf16"

	"bridge/approvals/binding"
	"bridge/approvals/decision"
	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/render"
)

// list answers the word LIST, and what answers an earlier list without a code.
func (s *Service) list(ctx context.Context, b binding.Bound, r binding.Reply) (string, error) {
	open, more, err := s.listed(ctx, r)
	if err != nil {
		return "", err
	}
	if b.Which() && len(open)+more > 1 {
		_, err := s.whichOne(ctx, r, "", true)
		return "bound to several requests", err
	}
	words := render.In(r.Person.Language)
	out := s.reply("", r, s.fit(r, open, more, func(o []render.Listing) string { return words.Listed(o, r.Person.Zone) }))
	if r.Traits.Letters {
		out.Subject = words.ListSubject() // of its own: an answer to it is bound by a code alone
	}
	return "list", s.answerTo(ctx, r, s.several(r, out, len(open)+more > 1))
}

// several marks a list on a phone: an answer to it has to say which it means. asks: so has the
// next message there that looks like one.
func (s *Service) several(r binding.Reply, out message.Outbound, asks bool) message.Outbound {
	if r.Traits.SolePending {
		out.Again, out.Asks = message.AgainSeveral, asks
	}
	return out
}

// whichOne asks which of the open requests a reply means; false if none is open.
func (s *Service) whichOne(ctx context.Context, r binding.Reply, id message.ApprovalID, asks bool) (bool, error) {
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
	out.Subject = words.WhichSubject()
	return true, s.answerTo(ctx, r, s.several(r, out, asks))
}

// listed are the requests that wait for the sender of a reply, at most mostListed, and
// how many there are beside.
func (s *Service) listed(ctx context.Context, r binding.Reply) (open []render.Listing, more int, err error) {
	const count = 100 // beyond it the number is not told exactly
	rs, err := s.finder.Waiting(ctx, r.Person.ID, count)
	if err != nil {
		return nil, 0, err
	}
	rs = slices.DeleteFunc(rs, func(rec request.Record) bool { _, may := rec.May(r.Person); return !may })
	for _, rec := range rs[:min(len(rs), binding.MostListed)] {
		me, _ := rec.ApproverOf(r.Person.ID)
		o := render.Listing{Open: render.Open{Summary: rec.Summary, Requester: rec.Requester, Code: me.Code, Until: rec.Until()}}
		if rec.Outside != nil {
			o.Requester = rec.Asker(render.In(r.Person.Language).Outside(rec.Outside.By))
		}
		if su, ok := rec.StepUps[me.Person]; ok && decision.CodeOpen(su, s.o.Now(), r.Limiter(string(r.From.Kind()))) {
			t := s.desk.Channel(su.To.Channel).Traits
			o.StepUp = &t
		}
		open = append(open, o)
	}
	return open, len(rs) - len(open), nil
}

// fit writes a list as long as one message of the channel may be.
func (s *Service) fit(r binding.Reply, open []render.Listing, more int, write func([]render.Listing) string) string {
	limit := s.desk.Channel(r.Channel).Max
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

// Answerable returns the ids of what a person can still answer, at most limit: also of what is
// held, where a no stops it.
func (s *Service) Answerable(ctx context.Context, who message.PersonID, limit int) ([]message.ApprovalID, error) {
	rs, err := s.finder.Answerable(ctx, who, limit)
	var ids []message.ApprovalID
	for _, r := range rs {
		ids = append(ids, r.ID)
	}
	return ids, err
}
