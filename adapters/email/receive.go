package email

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"bridge/adapters"
	"bridge/adapters/email/imap"
	"bridge/adapters/email/inbound"
	"bridge/adapters/email/smtpin"
	"bridge/core/message"
)

// Receive receives by IMAP, by SMTP, or by both, until ctx ends; see
// adapters.Receiver.
func (a *Adapter) Receive(ctx context.Context, accept adapters.AcceptFunc) error {
	if a.imap == nil {
		return a.serve(ctx, accept)
	}
	if a.cfg.Listen == nil {
		return a.imap.Run(ctx, a.takeStored(accept))
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	read := make(chan struct{})
	go func() {
		defer close(read)
		// The listener hears whatever becomes of the mailbox: Run waits by itself before
		// it tries refused credentials again.
		for {
			err := a.imap.Run(ctx, a.takeStored(accept))
			if ctx.Err() != nil {
				return
			}
			a.log.Error("the mailbox is not read", "err", err)
			a.heard(err)
		}
	}()
	err := a.serve(ctx, accept)
	cancel()
	<-read
	return err
}

// takeStored takes the mails of the mailbox, by the way of those that come by SMTP.
// What SMTP answers with 4xx waits in the mailbox; what it refuses for good is set
// aside there, for nobody else would know that it ever came.
func (a *Adapter) takeStored(accept adapters.AcceptFunc) imap.TakeFunc {
	var waits silence // of this Run, which takes one mail at a time
	return func(ctx context.Context, m imap.Mail) error {
		began := time.Now()
		err := a.stored(ctx, m, waits.within(began), accept)
		if err == nil {
			return nil
		}
		no := smtpin.RefusalOf(err, a.cfg.MaxMessage)
		var limit *adapters.LimitError
		switch {
		case no != nil:
			a.refused(no.Reason)
			if no.Code >= 500 {
				return &imap.Permanent{Reason: no.Text}
			}
			if no.Reason == "dns" { // anybody may have a domain whose DNS is silent
				waits.add(time.Since(began))
				return &imap.Later{Err: err, Alone: true}
			}
		case errors.As(err, &limit):
			a.refused("limit")
			return &imap.Later{Err: err, Alone: true}
		default:
			a.refused("store")
		}
		return &imap.Later{Err: err}
	}
}

// silence bounds what domains whose DNS is silent cost the mails behind them.
type silence struct {
	since time.Time
	spent time.Duration // waiting in vain since then
}

// In each silenceTime there are maxSilence of waiting in vain; after that a mail's
// sender is checked within Hurried, and waits in the mailbox if that is too short.
const (
	silenceTime = 5 * time.Minute
	maxSilence  = 30 * time.Second
)

// within is how long the check of a sender may take now; 0: as long as it takes.
func (s *silence) within(now time.Time) time.Duration {
	if now.Sub(s.since) >= silenceTime {
		s.since, s.spent = now, 0
	}
	if s.spent >= maxSilence {
		return inbound.Hurried
	}
	return 0
}

func (s *silence) add(d time.Duration) { s.spent += d }

func (a *Adapter) stored(ctx context.Context, m imap.Mail, within time.Duration, accept adapters.AcceptFunc) error {
	mail, err := a.spool.Take(ctx, m.Body, nil)
	if err != nil {
		return err
	}
	defer mail.Close()
	return a.take(ctx, mail, mail.Size, inbound.Envelope{Stored: true, At: m.InternalDate, Within: within}, accept)
}

// Exclusive names the mailbox: one node of many reads it, and serves the listener of
// the same channel. "" if there is none.
func (a *Adapter) Exclusive() string {
	if a.imap == nil {
		return ""
	}
	return a.imap.Name()
}

// CaughtUp is closed when the mail that waited at the start was accepted. A listener
// has caught up as soon as it listens: what came while we were down is with the
// senders, who try again.
func (a *Adapter) CaughtUp() <-chan struct{} {
	if a.imap == nil {
		done := make(chan struct{})
		close(done)
		return done
	}
	return a.imap.CaughtUp()
}

// serve serves the listener until ctx ends, if there is one.
func (a *Adapter) serve(ctx context.Context, accept adapters.AcceptFunc) error {
	if a.in == nil {
		<-ctx.Done()
		return nil
	}
	err := a.in.Serve(ctx, func(ctx context.Context, src io.ReaderAt, size int64, env smtpin.Envelope) error {
		return a.take(ctx, src, size, inbound.Envelope{Envelope: env}, accept)
	})
	if err != nil {
		return fmt.Errorf("email channel %s: %w", a.name, err)
	}
	return nil
}

// Listen binds the listener, so that a port in use is a start-up error. Without
// a [listen] section it does nothing.
func (a *Adapter) Listen(ctx context.Context) error {
	if a.in == nil {
		return nil
	}
	if err := a.in.Listen(ctx); err != nil {
		return fmt.Errorf("email channel %s: %w", a.name, err)
	}
	if a.imap != nil {
		// One node of many receives. The others leave the port closed, so that peers
		// do not wait there.
		return a.in.Close()
	}
	return nil
}

// take reads a mail and has it accepted. Files that no message refers to go again.
func (a *Adapter) take(ctx context.Context, src io.ReaderAt, size int64, env inbound.Envelope, accept adapters.AcceptFunc) error {
	in, files, err := a.reader.Read(ctx, src, size, env)
	if err != nil {
		a.reader.Forget(ctx, files)
		return err
	}
	got, err := accept(ctx, in)
	if err != nil {
		if _, ok := errors.AsType[*adapters.LimitError](err); ok {
			a.reader.Forget(ctx, files) // nothing is stored of the message
		}
		return fmt.Errorf("accept: %w", err)
	}
	a.refusedFor(ctx, in, got)
	switch got.Outcome {
	case message.OutcomeRefused, message.OutcomeRecorded, message.OutcomeDecision:
		a.reader.Forget(ctx, files) // no turn refers to them; of a duplicate one may
	}
	if a.metrics.Received != nil {
		a.metrics.Received(in.Class, got.Outcome)
	}
	a.log.Debug("mail was taken", "class", string(in.Class), "outcome", string(got.Outcome),
		"session", string(got.Session), "turn", string(got.Turn), "from", in.From.Masked())
	return nil
}

// refusedFor counts and notes a mail that admission refused because it was written to
// others.
func (a *Adapter) refusedFor(ctx context.Context, in message.Inbound, got message.Accepted) {
	if got.Outcome != message.OutcomeRefused || got.Reason != message.NotForUs {
		return
	}
	a.refused("readers")
	a.log.Warn("a mail was refused: it is not written to us. If mail for that address is forwarded here, write it into `also`",
		"from", in.From.Masked(), "to", strings.Join(in.WrittenTo, " "))
	if err := a.others.note(ctx, in.WrittenTo); err != nil {
		a.log.Warn("whom refused mails were written to was not noted", "err", err)
	}
}
