package approvals

import (
	"context"
	"fmt"
	"slices"

	"bridge/message"
	"bridge/outbox"
	"bridge/queue"
	"bridge/render"
)

// Place is where a person is prompted.
type Place struct {
	Channel message.ChannelName `json:"channel"`
	Address message.Address     `json:"address"`
}

// places are where a person can be prompted, in order: on the channels of via,
// else at the person's addresses. Among channels of one kind, prefer is taken
// first. Each address is there once.
func (s *Service) places(p message.Person, prefer message.ChannelName, via ...message.ChannelName) []Place {
	var all []Place
	add := func(ch message.ChannelName, a message.Address) {
		if !slices.ContainsFunc(all, func(x Place) bool { return x.Address == a }) {
			all = append(all, Place{ch, a})
		}
	}
	for _, name := range via {
		i := slices.IndexFunc(s.o.Channels, func(c Channel) bool { return c.Name == name })
		if i < 0 {
			continue
		}
		for _, a := range p.Addresses {
			if a.Kind() == s.o.Channels[i].Kind {
				add(name, a)
			}
		}
	}
	if len(via) > 0 {
		return all
	}
	for _, a := range p.Addresses {
		first := message.ChannelName("")
		for _, c := range s.o.Channels {
			if c.Kind == a.Kind() && (first == "" || c.Name == prefer) {
				first = c.Name
			}
		}
		if first != "" {
			add(first, a)
		}
	}
	return all
}

// route is the first of a person's places.
func (s *Service) route(p message.Person, prefer message.ChannelName, via ...message.ChannelName) (message.Address, message.ChannelName, bool) {
	all := s.places(p, prefer, via...)
	if len(all) == 0 {
		return "", "", false
	}
	return all[0].Address, all[0].Channel, true
}

// placesFor are the places in the order in which one request is asked there: where
// the prompt can show all arguments comes first, since elsewhere a yes does not
// count (design §5.5).
func (s *Service) placesFor(r Record, a Approver, p message.Person, prefer message.ChannelName) []Place {
	all := s.places(p, prefer, r.Via...)
	view := s.view(r, a, p)
	slices.SortStableFunc(all, func(x, y Place) int {
		switch whole := s.whole(view, x.Channel); {
		case whole == s.whole(view, y.Channel):
			return 0
		case whole:
			return -1
		default:
			return 1
		}
	})
	return all
}

// whole reports whether the prompt shows all arguments on a channel.
func (s *Service) whole(view render.Prompt, ch message.ChannelName) bool {
	c := s.channel(ch)
	if c.Markup == "" {
		return view.Complete()
	}
	if c.Kind == message.KindWhatsApp {
		if ask := view.Ask(c.Max); ask.Whole { // with buttons it is the summary that is shown
			return true
		}
	}
	_, fits := view.For(c.Markup, c.Max)
	return fits
}

// shown reports whether the approver who says yes has been shown everything: where
// the prompt was handed over, or else where the answer comes from.
func (s *Service) shown(r Record, a Approver, by Reply) bool {
	if r.Incomplete {
		return false
	}
	view := s.view(r, a, by.Person)
	if by.Form != nil { // the page shows what a prompt can
		return view.Complete()
	}
	if at, reached := r.ReachedAt[a.Person]; reached && s.channel(at.Channel).Name != "" {
		return s.whole(view, at.Channel)
	}
	return s.whole(view, by.Channel)
}

// next returns the place that follows the one where a prompt has failed; the
// first one if that is not the person's any more.
func (s *Service) next(r Record, a Approver, p message.Person, out message.Outbound) (Place, bool) {
	if out.To == "" {
		return Place{}, false
	}
	all := s.placesFor(r, a, p, out.Channel)
	i := slices.IndexFunc(all, func(x Place) bool { return x.Address == out.To }) + 1
	if i >= len(all) {
		return Place{}, false
	}
	return all[i], true
}

// elsewhere asks the person of a prompt that has failed at the next place; false
// if there is none. Asking there again is once.
func (s *Service) elsewhere(ctx context.Context, r Record, out message.Outbound) (bool, error) {
	a, ok := r.approver(out.Person)
	if !ok {
		return false, nil
	}
	p, ok, err := s.o.Directory.Person(ctx, a.Person)
	if err != nil {
		return false, fmt.Errorf("approvals: look up %s: %w", a.Person, err)
	}
	if !ok {
		return false, nil
	}
	at, ok := s.next(r, a, p, out)
	if !ok {
		return false, nil
	}
	it, err := s.prompt(r, a, p, at)
	if err != nil {
		return false, err
	}
	if err := s.o.Lanes.Enqueue(ctx, it); err != nil {
		return false, fmt.Errorf("approvals: ask %s at the next address: %w", a.Person, err)
	}
	s.o.Log.Warn("approvals: a prompt failed; the next address is asked", "approval", r.ID, "turn", r.Turn,
		"failed", out.To.Masked(), "next", at.Address.Masked())
	return true, nil
}

// view is the prompt of one approver.
func (s *Service) view(r Record, a Approver, p message.Person) render.Prompt {
	view := render.Prompt{
		Summary: r.Summary, Tool: r.Tool, Title: r.Title, Requester: r.Requester, Args: r.Args, Digest: r.Digest,
		Code: a.Code, Until: r.Until(), Zone: p.Zone, Approver: p.Name, Language: p.Language,
	}
	if r.Outside != nil {
		view.Requester = r.asker(render.In(p.Language).Outside(r.Outside.By))
	}
	view.Page = s.o.Page(r.ID, a.Person)
	return view
}

// prompt returns the item that asks one approver at one place. again, if there is
// one, makes it another message than the prompt that was there before. What a machine
// started waits for the person's quiet hours to end.
func (s *Service) prompt(r Record, a Approver, p message.Person, at Place, again ...string) (queue.Item, error) {
	id := append([]string{"prompt", string(r.ID), string(a.Person), string(at.Address)}, again...)
	out := s.asking(r, a, p, at)
	out.ID, out.CreatedAt = message.DerivedMessageID(r.CreatedAt, id...), r.CreatedAt
	it, err := outbox.Item(out)
	if err != nil {
		return queue.Item{}, err
	}
	return within(it, r, p, at.Address.Kind(), s.o.Now()), nil
}

// asking is the message that asks one approver at one place, without its ID and time.
func (s *Service) asking(r Record, a Approver, p message.Person, at Place) message.Outbound {
	view := s.view(r, a, p)
	view.ReplyTo = s.channel(at.Channel).Address
	out := message.Outbound{
		Channel: at.Channel, To: at.Address, ToName: p.Name, Kind: message.Prompt, Approval: r.ID, Person: a.Person, Turn: r.Turn,
		Subject: view.Subject(),
	}
	switch c := s.channel(at.Channel); {
	case c.Markup != "":
		ask := view.Ask(c.Max)
		out.Text, _ = view.For(c.Markup, c.Max)
		out.Ask = &ask
	case c.HTML:
		out.Text, out.HTML = view.Text(), view.HTML()
	default:
		out.Text = view.Text()
	}
	return out
}

// reach notes that a person's prompt was handed over.
func (r *Record) reach(out message.Outbound) bool {
	at := Place{out.Channel, out.To}
	if slices.Contains(r.Reached, out.Person) && r.ReachedAt[out.Person] == at {
		return false
	}
	if !slices.Contains(r.Reached, out.Person) {
		r.Reached = append(r.Reached, out.Person)
	}
	where := map[message.PersonID]Place{out.Person: at} // a copy: others may read the map
	for p, place := range r.ReachedAt {
		if p != out.Person {
			where[p] = place
		}
	}
	r.ReachedAt = where
	r.Lost = slices.DeleteFunc(slices.Clone(r.Lost), func(p message.PersonID) bool { return p == out.Person })
	return true
}

// unreach takes that back for a prompt that came back.
func (r *Record) unreach(out message.Outbound) bool {
	if !slices.Contains(r.Reached, out.Person) {
		return false
	}
	if at, known := r.ReachedAt[out.Person]; known && at.Address != out.To {
		return false // it was reached elsewhere since
	}
	r.Reached = slices.DeleteFunc(slices.Clone(r.Reached), func(p message.PersonID) bool { return p == out.Person })
	return true
}
