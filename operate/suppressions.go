package operate

import (
	"context"
	"encoding/base64"
	"slices"
	"strings"

	"bridge/core/message"
	"bridge/outbox"
)

// SuppressionFilter selects suppressions; zero fields match everything.
type SuppressionFilter struct {
	Channel message.ChannelName
	Why     string // dead | complained | opted-out
	Cursor  string // SuppressionPage.Next of the page before
	Limit   int    // at most so many; 0 = 100, at most 1000
}

// SuppressionPage is one page of suppressions, by channel and address.
type SuppressionPage struct {
	Items []outbox.Suppression `json:"items"`
	Next  string               `json:"next,omitempty"`
}

// Suppressions returns one page of the addresses that get no more messages.
func (desk *Desk) Suppressions(ctx context.Context, f SuppressionFilter) (SuppressionPage, error) {
	by := outbox.SuppressionFilter{Channel: f.Channel, Why: outbox.Reason(f.Why)}
	if f.Why != "" && !slices.Contains(outbox.Reasons(), by.Why) {
		return SuppressionPage{}, refusef(Invalid, "there is no reason %q: it is dead, complained or opted-out", f.Why)
	}
	if f.Cursor != "" {
		b, err := base64.RawURLEncoding.DecodeString(f.Cursor)
		ch, addr, ok := strings.Cut(string(b), " ")
		if err != nil || !ok {
			return SuppressionPage{}, refusef(Invalid, "%q is not a cursor", f.Cursor)
		}
		by.AfterChannel, by.After = message.ChannelName(ch), message.Address(addr)
	}
	limit := pageOf(f.Limit)
	by.Limit = limit + 1
	items, err := desk.o.Store.Suppressions(ctx, by)
	if err != nil {
		return SuppressionPage{}, err
	}
	p := SuppressionPage{Items: []outbox.Suppression{}}
	if len(items) > limit {
		items = items[:limit]
		last := items[limit-1]
		p.Next = base64.RawURLEncoding.EncodeToString([]byte(string(last.Channel) + " " + string(last.Address)))
	}
	p.Items = append(p.Items, items...)
	return p, nil
}

// suppressable returns the address that an operator means on a channel: with its
// kind or without.
func (desk *Desk) suppressable(channel, address string) (message.Address, error) {
	c, ok := desk.channel(channel)
	if !ok {
		return "", refusef(NotFound, "there is no channel %q", channel)
	}
	value := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(address), string(c.Kind)+":"))
	if value == "" {
		return "", refusef(Invalid, "an address is needed")
	}
	addr, err := desk.o.Kinds.Address(c.Kind, value)
	if err != nil {
		return "", refusef(Invalid, "%q is no address of the channel %s", value, channel)
	}
	return addr, nil
}

// Suppress stops all messages to an address on a channel, as an operator. It
// returns what is stored: an address that gets no messages already keeps its
// record.
func (desk *Desk) Suppress(ctx context.Context, operator, channel, address, why string) (outbox.Suppression, error) {
	addr, err := desk.suppressable(channel, address)
	if err != nil {
		return outbox.Suppression{}, err
	}
	p := outbox.Suppression{
		Channel: message.ChannelName(channel), Address: addr, Why: outbox.OptedOut, Detail: why, At: desk.o.Now(), By: "operator:" + operator,
	}.Bounded()
	if err := p.Check(); err != nil {
		return outbox.Suppression{}, refusef(Invalid, "%v", err)
	}
	stored, err := desk.o.Store.Suppress(ctx, p)
	if err != nil {
		return outbox.Suppression{}, err
	}
	if stored {
		return p, desk.acted(ctx, operator, "suppress", suppressionSubject(p.Channel, addr))
	}
	have, found, err := desk.o.Store.Suppressed(ctx, p.Channel, addr)
	if err == nil && !found { // dropped at the same time
		err = refusef(Conflict, "it was dropped by somebody else meanwhile")
	}
	return have, err
}

// Unsuppress lets an address get messages again.
func (desk *Desk) Unsuppress(ctx context.Context, operator, channel, address string) (outbox.Suppression, error) {
	addr := message.Address(address) // of a channel that is not configured any more: as it is listed
	if _, ok := desk.channel(channel); ok {
		var err error
		if addr, err = desk.suppressable(channel, address); err != nil {
			return outbox.Suppression{}, err
		}
	}
	have, found, err := desk.o.Store.Suppressed(ctx, message.ChannelName(channel), addr)
	if err != nil {
		return outbox.Suppression{}, err
	}
	was, err := desk.o.Store.Unsuppress(ctx, message.ChannelName(channel), addr) // also what a cut left of it
	if err != nil {
		return outbox.Suppression{}, err
	}
	if !found && !was {
		return outbox.Suppression{}, refusef(NotFound, "%s is not suppressed on the channel %s", addr.Value(), channel)
	}
	return have, desk.acted(ctx, operator, "unsuppress", suppressionSubject(have.Channel, addr), "was: "+string(have.Why)+" "+have.Code)
}

// suppressionSubject is what the audit log calls it.
func suppressionSubject(ch message.ChannelName, addr message.Address) string {
	return "suppression:" + string(ch) + ":" + string(addr)
}

// suppressedOf returns the suppressions of those whom messages went to.
func (desk *Desk) suppressedOf(ctx context.Context, sends []outbox.Send) ([]outbox.Suppression, error) {
	type place struct {
		ch message.ChannelName
		to message.Address
	}
	seen := map[place]bool{}
	var all []outbox.Suppression
	for _, s := range sends {
		at := place{s.Channel, s.To}
		if seen[at] {
			continue
		}
		seen[at] = true
		p, found, err := desk.o.Store.Suppressed(ctx, s.Channel, s.To)
		if err != nil {
			return nil, err
		}
		if found {
			all = append(all, p)
		}
	}
	return all, nil
}
