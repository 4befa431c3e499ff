package app

import (
	"log/slog"

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
