package admission

import (
	"context"
	"slices"
	"strings"
	"time"

	"bridge/core/message"
	"bridge/render"
)

// A sender of our own is told that nothing proves the mails in that name once in
// refusalEvery, and all of them on a channel at most mostRefusals times in that.
const (
	refusalEvery = 24 * time.Hour
	mostRefusals = 100
)

// refuse refuses a message that nothing proves. Where the channel is to say so, people
// and senders of the channel's own domains hear it: their mail server has to be mended,
// and they believe that they have written.
func (a *Service) refuse(ctx context.Context, ch Channel, in message.Inbound, key string, p message.Person, known bool) (message.Accepted, error) {
	if ch.TellRefused && in.Class == message.Human && (known || ch.own(in.From)) {
		a.once(ctx, in, "refused", refusalEvery, func() error {
			ok, _, err := a.o.Buckets.Take(ctx, "told refused "+string(in.Channel), mostRefusals, refusalEvery)
			if err != nil || !ok {
				return err
			}
			return a.tell(ctx, in, "", "refused", refusalEvery, render.In(p.Language).NotProven(in.From.Value()))
		})
	}
	a.o.Counts.Unproven(in.Channel, in.From, known || ch.own(in.From))
	return a.set(ctx, in, key, message.OutcomeRefused, "sender is not proven")
}

// mostExplained bounds how many strangers a day hear on a channel that nobody knows them.
const mostExplained = 100

// explain tells a stranger that nobody knows them, where the channel is to: once a day, never
// what may be a program, and by mail only who is proven, since others have not written.
func (a *Service) explain(ctx context.Context, ch Channel, in message.Inbound) {
	least := max(ch.Least, message.Carrier)
	if ch.Traits.Letters {
		least = message.Verified
	}
	if !ch.Explain || in.Class != message.Human || in.Trust < least {
		return
	}
	a.once(ctx, in, "stranger", refusalEvery, func() error {
		ok, _, err := a.o.Buckets.Take(ctx, "told strangers "+string(in.Channel), mostExplained, refusalEvery)
		if err != nil || !ok {
			return err
		}
		return a.tell(ctx, in, "", "stranger", refusalEvery, render.In("").Stranger())
	})
}

// own reports whether an address is of a domain of the channel's.
func (c Channel) own(from message.Address) bool { return slices.Contains(c.Own, domainOf(from)) }

// domainOf is the domain of a mail address, in lower case.
func domainOf(a message.Address) string {
	v := a.Value()
	return strings.ToLower(v[strings.LastIndexByte(v, '@')+1:])
}
