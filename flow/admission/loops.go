package admission

import (
	"context"
	"fmt"
	"time"

	"bridge/adapters"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/outbox"
	"bridge/render"
)

// Two programs that answer each other must not do so for ever, and no message is
// lost over it: what looks like a loop is recorded.
const (
	// Identical texts of one sender in one session at once, and then one in five
	// minutes: the bucket of sameTexts refills over sameEvery. People say "go on" a few
	// times; programs do so without end, and what they say first is answered too.
	sameTexts = 6
	sameEvery = 30 * time.Minute

	// Where people write in short messages they say "yes" and "ok" all day: what has at
	// most shortText bytes counts as a loop later.
	shortText  = 24
	shortTexts = 30

	selfMails = 2 // our own messages of one peer that come back before the operators hear of it
	selfEvery = 10 * time.Minute

	noticeEvery = 24 * time.Hour // a sender hears of a limit, or of a loop, once
	chatEvery   = time.Hour      // of a limit where nothing waits for later
)

// maxRepeats is how often a sender may say the same.
func maxRepeats(ch Channel, in message.Inbound) int {
	if ch.Idle > 0 && len(in.Unquoted) <= shortText {
		return shortTexts
	}
	return sameTexts
}

// maxDeliveries bounds what one report may say of our messages.
const maxDeliveries = 100

// deliveries hands over what a bounce or a complaint says of our messages, before
// the report itself is recorded: an error leaves it where it came from.
func (a *Service) deliveries(ctx context.Context, in message.Inbound, key string) error {
	if in.Class != message.Bounce && in.Class != message.Complaint || a.o.Outbox == nil {
		return nil
	}
	for i, d := range in.Deliveries {
		if i == maxDeliveries {
			a.o.Log.Warn("admission: a report names too many messages", "channel", in.Channel, "named", len(in.Deliveries), "taken", i)
			return nil
		}
		what, err := a.o.Outbox.Delivered(ctx, in.Channel, d)
		if err != nil {
			return fmt.Errorf("admission: %w", err)
		}
		e := a.entry(in, key, "delivery", what)
		e.Subject, e.Why = string(d.Message), []string{string(d.State), d.Code, d.Detail}
		if err := a.o.Store.Audit(ctx, e); err != nil {
			return fmt.Errorf("admission: audit: %w", err)
		}
	}
	return nil
}

// returned tells the operators when messages of ours come back again and again.
func (a *Service) returned(ctx context.Context, in message.Inbound) {
	if in.Class != message.Self {
		return
	}
	ok, _, err := a.o.Buckets.Take(ctx, "self "+string(in.Channel)+" "+string(in.From), selfMails, selfEvery)
	if err != nil {
		a.o.Log.Warn("admission: count our own messages", "err", err)
		return
	}
	if !ok {
		a.o.Log.Error("admission: our own messages come back", "channel", in.Channel, "from", in.From.Masked())
		a.o.Host.Alert(ctx, in.Channel, in.From, "self "+string(in.Channel), fmt.Sprintf( // of all senders: anybody can write any sender
			"Messages of the bridge come back to it on the channel %s, from %s: a forwarding or a second bridge sends them round. They are recorded and not answered.",
			in.Channel, in.From.Masked()))
	}
}

// loops tells the operators and the sender that in repeats what its sender has said in the
// session too often lately.
func (a *Service) loops(ctx context.Context, in message.Inbound, session message.SessionID) {
	kind := "loop " + string(session)
	a.once(ctx, in, kind, noticeEvery, func() error {
		a.o.Log.Error("admission: a sender repeats itself, like a program that answers itself", "channel", in.Channel, "session", session, "from", in.From.Masked())
		a.o.Host.Alert(ctx, in.Channel, in.From, "loop "+string(session)+" "+string(in.From), fmt.Sprintf(
			"%s sends the same text again and again on the channel %s (session %s), like a program that answers our answers. These messages are recorded and start no turns.",
			in.From.Masked(), in.Channel, session))
		return a.tell(ctx, in, session, kind, noticeEvery, a.words(ctx, in).Looping())
	})
}

func sameBucket(in message.Inbound, session message.SessionID) string {
	said := in.Unquoted
	for _, p := range in.Parts { // "see attached" with another file is another message
		if p.Kind != envelope.KindText {
			said += fmt.Sprintf("\n%q %q %s", p.Filename, p.MediaType, p.Metadata["sizeBytes"])
		}
	}
	digits := digest(said)
	return "same " + string(session) + " " + limiter(in) + " " + string(digits[:])
}

// limited tells a sender, once a day, that a limit was met. Where the message does not
// wait for later, as in a mailbox, they hear that, once an hour.
func (a *Service) limited(ctx context.Context, ch Channel, in message.Inbound, session message.SessionID, le *adapters.LimitError) {
	if a.o.Lanes == nil || in.Class == message.Quiet {
		return
	}
	conversation := le.Limit == a.o.SessionLimit.Key
	every, waits := noticeEvery, ch.Idle == 0
	if !waits {
		every = chatEvery
	}
	a.once(ctx, in, "limit", every, func() error {
		return a.tell(ctx, in, session, "limit", every, a.words(ctx, in).TooMany(le.N, le.Per, conversation, waits))
	})
}

// words are those of the sender's language; English for somebody unknown.
func (a *Service) words(ctx context.Context, in message.Inbound) render.Words {
	p, _, err := a.o.Directory.ByAddress(ctx, in.From)
	if err != nil {
		a.o.Log.Warn("admission: the sender's language is not known", "channel", in.Channel, "error", err)
	}
	return render.In(p.Language)
}

// once does what follows from a limit or a loop once in every for each sender: most
// of what is refused costs no write. What fails is logged: the message matters more.
func (a *Service) once(ctx context.Context, in message.Inbound, kind string, every time.Duration, do func() error) {
	key := "told " + kind + " " + string(in.Channel) + " " + limiter(in)
	ok, _, err := a.o.Buckets.Take(ctx, key, 1, every)
	if err == nil && ok {
		if err = do(); err != nil {
			_ = a.o.Buckets.Return(ctx, key, 1, every) // else it is said much later
		}
	}
	if err != nil {
		a.o.Log.Warn("admission: tell of a limit", "kind", kind, "err", err)
	}
}

// tell sends a notice to the sender of in. The same within one span of every, also after a
// restart, is sent once. A sender that may be a program is told nothing.
func (a *Service) tell(ctx context.Context, in message.Inbound, session message.SessionID, kind string, every time.Duration, text string) error {
	if a.o.Lanes == nil || in.Class == message.Quiet {
		return nil
	}
	now := a.o.Now()
	it, err := outbox.Item(message.Outbound{
		ID:      message.DerivedMessageID(now.Truncate(every), kind, string(in.Channel), limiter(in)),
		Channel: in.Channel, To: in.From, ToName: in.FromName, Kind: message.Notice, Session: session,
		Text: text, Thread: in.Thread, CreatedAt: now,
	})
	if err != nil {
		return err
	}
	return a.o.Lanes.Enqueue(ctx, it)
}
