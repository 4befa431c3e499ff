package app

import (
	"context"
	"time"

	"bridge/adapters"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/core/span"
	"bridge/flow/admission"
	"bridge/flow/turns"
	"bridge/outbox"
)

// turnsHost is turns.Host.
type turnsHost struct {
	*App
	reach
	caps map[message.ChannelName]message.Caps
}

// Paused implements turns.Host.
func (h turnsHost) Paused(agent string, ch message.ChannelName, s message.SessionID) bool {
	return h.pauses.Turn(agent, ch, s)
}

// Alert implements turns.Host.
func (h turnsHost) Alert(ctx context.Context, key, text string) { h.alerts.everywhere(ctx, key, text) }

// Refill implements turns.Host.
func (h turnsHost) Refill(ch message.ChannelName, parts []envelope.Part) ([]envelope.Part, string, string) {
	for _, ad := range h.adapters {
		if t, ok := ad.(adapters.Templated); ok && ad.Name() == ch {
			return t.Refill(parts)
		}
	}
	return parts, "", "template: the channel " + string(ch) + " is not configured with templates any more"
}

// NotBefore implements turns.Host.
func (h turnsHost) NotBefore(ctx context.Context, at time.Time, to outbox.Recipient) (time.Time, error) {
	p, _, err := h.ByAddress(ctx, to.Address)
	return outbox.NotBefore(at, h.caps[to.Channel].Traits, p, true), err
}

// Audit implements turns.Host.
func (h turnsHost) Audit(ctx context.Context, what string, turn message.TurnID, why ...string) error {
	return h.store.Audit(ctx, admission.AuditEntry{At: h.o.Now(), What: what, Subject: string(turn), Why: why})
}

// Queued implements turns.Host.
func (h turnsHost) Queued(ctx context.Context, id message.TurnID) (turns.Turn, error) {
	session, err := h.store.SessionOf(ctx, id)
	if err != nil || session == "" {
		return turns.Turn{}, err
	}
	items, err := h.store.Waiting(ctx, queue.Inbox, string(session))
	if err != nil {
		return turns.Turn{}, err
	}
	for _, it := range items {
		if w, err := turns.ReadItem(it.Payload); err == nil && w.Turn != nil && w.Turn.ID == id {
			return *w.Turn, nil
		}
	}
	return turns.Turn{}, nil
}

// outboxHost is outbox.Host; doubts has Gone.
type outboxHost struct {
	*App
	doubts
	lanes queue.Lanes
}

// Paused implements outbox.Host.
func (h outboxHost) Paused(ch message.ChannelName, s message.SessionID) bool {
	return h.pauses.Send(ch, s)
}

// Another implements outbox.Host.
func (h outboxHost) Another(ctx context.Context, out message.Outbound) (bool, error) {
	return h.approvals.Another(ctx, out)
}

// Report implements outbox.Host.
func (h outboxHost) Report(ctx context.Context, r outbox.Result) error {
	if r.Out.Hands {
		return h.unreached(ctx, r)
	}
	return h.approvals.Handed(ctx, r)
}

// Ended implements outbox.Host.
func (h outboxHost) Ended(ctx context.Context, s outbox.Send) error {
	return h.teller.SendEnded(ctx, s)
}

// Buried implements outbox.Host.
func (h outboxHost) Buried(ctx context.Context, c *queue.Claim, d queue.Death) {
	h.teller.Buried(ctx, c, d)
}

// Alert implements outbox.Host.
func (h outboxHost) Alert(ctx context.Context, ch message.ChannelName, to message.Address, key, text string) {
	h.App.alerts.about(ctx, ch, to, key, text)
}

// Trace implements outbox.Host.
func (h outboxHost) Trace(ctx context.Context, id message.TurnID) (string, span.Said, error) {
	t, _, err := h.App.store.Turn(ctx, id)
	return t.Trace, t.Sampled, err
}

// admissionHost is admission.Host.
type admissionHost struct{ *App }

// Alert implements admission.Host.
func (h admissionHost) Alert(ctx context.Context, ch message.ChannelName, from message.Address, key, text string) {
	h.alerts.about(ctx, ch, from, key, text)
}

// Reconfirm implements admission.Host.
func (h admissionHost) Reconfirm(ctx context.Context, p message.PersonID, at message.Address) (bool, error) {
	return h.desk.Reconfirm(ctx, p, at, "an answer from there")
}
