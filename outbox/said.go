package outbox

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"bridge/message"
)

// remembers reports whether the last message to an address is kept: on phones an
// answer does not say what it answers, and a bare "yes" is one to the prompt only if
// nothing was said after it (design §5.5).
func (o *Outbox) remembers(to message.Address) bool {
	return to.Kind() == message.KindSMS || to.Kind() == message.KindWhatsApp
}

func said(out message.Outbound, at time.Time) Said {
	s := Said{Channel: out.Channel, To: out.To, Message: out.ID, At: at}
	if out.Kind == message.Prompt || out.Asks {
		s.Approval = out.Approval
	}
	return s
}

// inDoubt reports whether an attempt that ended so may have gone out.
func inDoubt(err error) bool {
	var se *message.SendError
	return !errors.As(err, &se) || !se.NotSent && !se.Final()
}

// overtook notes a message again whose attempt ended after another one to the same
// address began: it may be the later one on the phone. What certainly did not go out
// is not noted again; that it stands there costs its reader a code, no more.
func (o *Outbox) overtook(ctx context.Context, log *slog.Logger, out message.Outbound, err error) {
	if !o.remembers(out.To) || err != nil && !inDoubt(err) {
		return
	}
	rec, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
	defer cancel()
	last, found, err := o.o.Store.LastSaid(rec, out.Channel, out.To)
	if err == nil && found && last.Message != out.ID {
		err = o.o.Store.SaveSaid(rec, said(out, o.o.Now()))
	}
	o.warn(log, "note what was said", err)
}
