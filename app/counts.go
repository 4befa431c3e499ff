package app

import (
	"fmt"
	"log/slog"

	"bridge/adapters/channel"
	"bridge/core/message"
	"bridge/operate"
)

// counts is adapters.Counts, and what admission counts: what is refused is remembered by
// its reason, too.
type counts struct {
	*metrics
	refusals *operate.Refusals
	alerts   alerts
	log      *slog.Logger
}

// Refused implements adapters.Counts.
func (c counts) Refused(ch message.ChannelName, reason string) {
	c.refused.With(string(ch), reason).Inc()
	c.refusals.Note(ch, reason)
}

// Quarantined implements adapters.Counts.
func (c counts) Quarantined(ch message.ChannelName, text string) {
	c.quarantined.With(string(ch)).Inc()
	c.alerts.soon("", "quarantine "+string(ch), text)
}

// assisted counts a call of a tool.
func (c counts) assisted(client, tool, result string) {
	c.assistants.With(client, tool, result).Inc()
}

// Unproven implements admission.Counts.
func (c counts) Unproven(ch message.ChannelName, from message.Address, own bool) {
	c.refusals.Unproven(ch, from, own)
}

// Accepted implements admission.Counts.
func (c counts) Accepted(ch message.ChannelName, o message.Outcome, reason string) {
	c.messages.With(string(ch), string(o)).Inc()
	if o == message.OutcomeRefused {
		c.log.Info("message refused", "channel", ch, "reason", reason, "count", c.refusals.Note(ch, reason))
	}
}

// sendCounts is outbox.Counts.
type sendCounts struct {
	counts
	senders *operate.Senders
	systems map[message.ChannelName]bool
}

// systemsOf are the channels that send to endpoints of others: one that is away says nothing of the
// channel, and has a breaker or an end of its own.
func systemsOf(channels []channel.Channel) map[message.ChannelName]bool {
	m := map[message.ChannelName]bool{}
	for _, c := range channels {
		m[c.Name] = c.Machine || c.Endpoint != ""
	}
	return m
}

// Attempt implements outbox.Counts.
func (c sendCounts) Attempt(ch message.ChannelName, result string) {
	c.sends.With(string(ch), result).Inc()
}

// Tried implements outbox.Counts: operators hear when a channel cannot send, and when it can again.
func (c sendCounts) Tried(ch message.ChannelName, err *message.SendError, words string) {
	if c.systems[ch] {
		return
	}
	switch x, change := c.senders.Tried(ch, err, words); change {
	case operate.SendsNothing:
		c.log.Error("a channel cannot send", "channel", ch, "kind", string(x.Kind), "attempts", x.Failures, "since", x.Since, "err", x.Error)
		what := "messages wait and go out by themselves when it can"
		if x.Kind == message.SendConfig {
			what = "messages wait and go out by themselves when its settings are repaired and reloaded"
		}
		c.alerts.soon(ch, "sending "+string(ch), fmt.Sprintf("The channel %s cannot send: %s. Its %s.", ch, x.Error, what))
	case operate.SendsAgain:
		c.log.Info("a channel sends again", "channel", ch)
		c.alerts.soon(ch, "sends again "+string(ch), fmt.Sprintf("The channel %s sends again.", ch))
	case operate.SendsAsBefore:
	}
}

// Delivery implements outbox.Counts.
func (c sendCounts) Delivery(ch message.ChannelName, state string) {
	c.deliveries.With(string(ch), state).Inc()
}

// Held implements outbox.Counts.
func (c sendCounts) Held(ch message.ChannelName, event string) {
	c.windows.With(string(ch), event).Inc()
}

// Panic implements outbox.Counts.
func (c sendCounts) Panic() { c.panics.Inc() }
