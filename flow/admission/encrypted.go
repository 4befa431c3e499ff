package admission

import (
	"context"

	"bridge/core/message"
	"bridge/render"
)

// encrypted answers a message of which nothing can be read.
func (a *Service) encrypted(ctx context.Context, in message.Inbound, key string, p message.Person) (message.Accepted, error) {
	why := "it is encrypted with " + in.Encrypted
	said, err := a.answer(ctx, in, key, "encrypted", p, render.In(p.Language).Encrypted(in.Encrypted))
	if err != nil {
		return message.Accepted{}, err
	}
	if !said && in.Class == message.Human && a.o.Lanes != nil {
		why += "; the sender was told lately"
	}
	return a.set(ctx, in, key, message.OutcomeRecorded, why)
}
