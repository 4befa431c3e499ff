package app

import (
	"context"
	"fmt"
	"slices"
	"time"

	"bridge/adapters/channel"
	"bridge/approvals/prompt"
	"bridge/approvals/rules"
	"bridge/config"
	"bridge/core/message"
	"bridge/core/people"
	"bridge/flow/handover"
	"bridge/flow/turns"
	"bridge/outbox"
	"bridge/render"
)

// policy is what the table handover of an agent says; nil if there is none.
func policy(h *config.Handover) *handover.Policy {
	if h == nil {
		return nil
	}
	p := &handover.Policy{To: h.To, Words: h.Words, Done: h.Done, Idle: h.Idle, Least: trustOf(h.Trust), Quiet: !h.TellCustomer, TellAgent: h.TellAgent}
	if h.Hours != "" {
		p.Opens = func(now time.Time, zone string) time.Time {
			at, err := time.LoadLocation(zone)
			if err != nil {
				at = time.UTC
			}
			return rules.Next([]string{h.Hours}, now, at)
		}
	}
	human, done := render.HandoverWords()
	if p.Words == nil {
		p.Words = human
	}
	if p.Done == nil {
		p.Done = done
	}
	return p
}

// handsTo are whom the tables of agents name.
func handsTo(all map[string]*handover.Policy) map[string][]string {
	m := map[string][]string{}
	for name, p := range all {
		m[name] = p.To
	}
	return m
}

// reach finds people and where they are reached.
type reach struct {
	people.Directory
	prompt.Desk
}

// Reach implements handover.Directory.
func (r reach) Reach(ctx context.Context, targets []string, t message.Tenant, besides []message.Address) ([]handover.Person, error) {
	var all []handover.Person
	for _, target := range targets {
		id, group, _ := handover.Target(target)
		ids := []message.PersonID{id}
		if group != "" {
			var err error
			if ids, err = r.Group(ctx, group); err != nil {
				return nil, err
			}
		}
		for _, id := range ids {
			p, ok, err := r.Person(ctx, id)
			if err != nil {
				return nil, err
			}
			own := slices.ContainsFunc(p.Addresses, func(a message.Address) bool { return slices.Contains(besides, a) })
			at, reached := r.Route(p, "")
			if !ok || own || !reached || !p.Of(t) || slices.ContainsFunc(all, func(x handover.Person) bool { return x.ID == p.ID }) {
				continue
			}
			all = append(all, handover.Person{ID: p.ID, Name: p.Name, Language: p.Language, Zone: p.Zone.String(), Channel: at.Channel, Address: at.Address})
		}
	}
	return all, nil
}

// Still implements handover.Directory.
func (r reach) Still(ctx context.Context, x handover.Person, t message.Tenant) (handover.Person, bool, error) {
	p, ok, err := r.Person(ctx, x.ID)
	if err != nil || !ok || !p.Of(t) {
		return x, false, err
	}
	if slices.Contains(p.Addresses, x.Address) {
		return x, true, nil
	}
	at, reached := r.Route(p, "")
	x.Channel, x.Address, x.Thread = at.Channel, at.Address, message.Thread{}
	return x, reached, nil
}

// unreached is told what became of a message to somebody who answers in the place of an agent: of one that
// does not arrive the conversation is told, so that the customer does not wait for nobody.
func (h outboxHost) unreached(ctx context.Context, res outbox.Result) error {
	if res.State != outbox.Failed || res.Out.Kind != message.Answer || res.Forwarded {
		return nil
	}
	st, found, err := h.App.store.Handover(ctx, res.Out.Session)
	if err != nil || !found || !st.Has(res.Out.Person) {
		return err
	}
	it, err := turns.OrderItem(st, handover.Order{
		Kind: handover.Lost, ID: st.ID, Person: res.Out.Person, At: handover.Place{Channel: res.Out.Channel, Address: res.Out.To},
	}, res.Out.ID.Time())
	if err != nil {
		return err
	}
	return h.lanes.Enqueue(ctx, it) // its id is once
}

// checkHandovers reports targets that are none, and hints at those that nobody is, or whom no
// channel reaches.
func checkHandovers(c *config.Config, o Options) {
	for _, s := range c.Agents {
		if s.Handover == nil {
			continue
		}
		for i, target := range s.Handover.To {
			key := fmt.Sprintf("handover.to[%d]", i)
			id, group, ok := handover.Target(target)
			switch {
			case !ok:
				s.Problem(key, fmt.Sprintf("%q names nobody", target), `"people:ID" or "group:NAME"`)
			case group != "":
				if !slices.ContainsFunc(o.People, func(p message.Person) bool { return slices.Contains(p.Groups, group) }) {
					s.Warn(key, fmt.Sprintf("nobody in [people] is in the group %q: it can be in the directory only", group), `groups = ["`+group+`"] of a person, or bridge people add -groups `+group)
				}
			default:
				j := slices.IndexFunc(o.People, func(p message.Person) bool { return p.ID == id })
				if j < 0 {
					s.Warn(key, fmt.Sprintf("there is no [people.%s]: it can be in the directory only", id), "a person of [people], or bridge people add "+string(id))
					continue
				}
				reached := slices.ContainsFunc(Sending(o.Channels), func(ch channel.Channel) bool {
					return slices.ContainsFunc(o.People[j].Addresses, func(a message.Address) bool { return a.Kind() == ch.Kind })
				})
				if !reached {
					s.Warn(key, fmt.Sprintf("no channel reaches %s: conversations are not handed over", id), "an address of theirs on one of the channels")
				}
			}
		}
		if h := s.Handover.Hours; h != "" {
			if _, err := rules.ParseHours(h); err != nil {
				s.Problem("handover.hours", err.Error(), `such as "Mon-Fri 08:00-18:00 Europe/Rome"`)
			}
		}
		if len(s.Handover.To) == 0 {
			s.Problem("handover.to", "it names nobody", `["people:ID"] or ["group:NAME"]`)
		}
		if d := c.Retention.Messages; s.Handover.Idle > d {
			s.Warn("handover.idle", fmt.Sprintf("it is longer than retention.messages (%s): what is handed over would be forgotten first", d), "less than that")
		}
	}
}
