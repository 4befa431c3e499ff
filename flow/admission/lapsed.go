package admission

import (
	"context"

	"bridge/core/message"
	"bridge/core/people"
	"bridge/render"
)

// hear notes that a person wrote from one of their numbers, once a day. What fails is logged: the
// message matters more.
func (a *Service) hear(ctx context.Context, ch Channel, in message.Inbound, id message.PersonID, was people.Standing) {
	if a.o.Voters == nil || in.Class != message.Human || in.Trust < max(ch.Least, message.Carrier) {
		return
	}
	if err := a.o.Voters.Hear(ctx, id, in.From, was); err != nil {
		a.o.Log.Warn("admission: note that a number was heard", "channel", in.Channel, "err", err)
	}
}

// lapsed refuses an answer to a request from an address that does not decide: nobody has
// confirmed it, or it may be somebody else's by now. Once a day its sender hears so, and what is
// to be sent from there goes to another address of the person, which tells the two apart.
func (a *Service) lapsed(ctx context.Context, ch Channel, in message.Inbound, key string, p message.Person) (message.Accepted, error) {
	if in.Class == message.Human && in.Trust >= max(ch.Least, message.Carrier) {
		a.once(ctx, in, "lapsed", refusalEvery, func() (err error) {
			asked, err := a.o.Host.Reconfirm(ctx, p.ID, in.From)
			if err != nil {
				return err
			}
			return a.tell(ctx, in, "", "lapsed", refusalEvery, render.In(p.Language).Lapsed(asked))
		})
	}
	return a.set(ctx, in, key, message.OutcomeRefused, "an answer from an address that does not decide")
}
