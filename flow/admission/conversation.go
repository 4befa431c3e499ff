package admission

import (
	"context"
	"fmt"
	"time"

	"bridge/core/message"
	"bridge/render"
)

// Channels without threads (Channel.Idle) have one conversation with each sender at a
// time: it goes on until they are silent for long, say NEW, or reply
// to a message of an older one, which is then the current one.

// Conversation asks which session is a sender's current one, on a channel that has
// no threads of its own.
type Conversation struct {
	Channel  message.ChannelName
	From     message.Address   // ≤ 512 bytes
	Proposed message.SessionID // if there is none
	At       time.Time         // of the message
	Idle     time.Duration     // the longest time between two messages of one conversation
	Force    bool              // Proposed is the current one from now on, whatever was
}

const maxFrom = 512

// Check returns why a store does not take the question, or nil.
func (c Conversation) Check() error {
	if c.Channel == "" || c.From == "" || len(c.From) > maxFrom || c.Proposed == "" || c.At.IsZero() || c.Idle < 0 {
		return fmt.Errorf("a conversation has a channel, a sender of at most %d bytes, a session, a time and no negative idle time", maxFrom)
	}
	return nil
}

// conversation returns the session of a message there, and notes it as the sender's
// current one. Copies of a message at the same time come to the same.
func (a *Service) conversation(ctx context.Context, ch Channel, in message.Inbound, key string, targets []Target) (message.SessionID, error) {
	c := a.current(ch, in, key)
	if id := in.Binding.Session; id != "" {
		targets = append([]Target{{Session: id}}, targets...)
	}
	for _, t := range targets {
		if t.Session == "" {
			continue
		}
		ses, found, err := a.o.Store.Session(ctx, t.Session)
		if err != nil {
			return "", fmt.Errorf("admission: session: %w", err)
		}
		if found && ses.Channel == in.Channel && ses.Has(in.From) {
			c.Proposed, c.Force = t.Session, true
			break
		}
	}
	id, err := a.o.Store.Converse(ctx, c)
	if err != nil {
		return "", fmt.Errorf("admission: conversation: %w", err)
	}
	return id, nil
}

// current is the question for the sender's current session. What it proposes is the
// same for all copies of the message.
func (a *Service) current(ch Channel, in message.Inbound, key string) Conversation {
	at := in.ReceivedAt
	if at.IsZero() {
		at = a.o.Now()
	}
	return Conversation{
		Channel: in.Channel, From: in.From, At: at, Idle: ch.Idle,
		Proposed: message.DerivedSessionID(time.Time{}, "conversation", string(in.Channel), key),
	}
}

// fresh begins a new conversation: the sender's next message opens its session. One
// that comes again does not end it.
func (a *Service) fresh(ctx context.Context, ch Channel, in message.Inbound, key string, p message.Person) (message.Accepted, error) {
	settled, _, err := a.earlier(ctx, in, key)
	if err != nil {
		return message.Accepted{}, err
	}
	if settled {
		return message.Accepted{Outcome: message.OutcomeDuplicate, Reason: "seen before"}, nil
	}
	c := a.current(ch, in, key)
	c.Force = true
	id, err := a.o.Store.Converse(ctx, c)
	if err != nil {
		return message.Accepted{}, fmt.Errorf("admission: conversation: %w", err)
	}
	if _, err := a.answer(ctx, in, key, "fresh", p, render.In(p.Language).NewConversation()); err != nil {
		return message.Accepted{}, err
	}
	return a.set(ctx, in, key, message.OutcomeRecorded, "NEW: the next message opens "+string(id))
}
