package outbox

import (
	"context"
	"fmt"
	"slices"

	"bridge/envelope"
	"bridge/message"
)

// TurnSettled is the type of the event that carries what a turn answered.
const TurnSettled = "turn.settled"

// system reports whether a recipient is a system: it gets one event for each turn,
// when that is settled, and none of the words that people get on the way.
func (p Planner) system(to Recipient) bool {
	return p.Caps[to.Channel].Kind == message.KindWebhook
}

// settled reports whether no step of a turn is to come but by a decision.
func settled(s envelope.State) bool { return s != envelope.Suspended && s != envelope.Awaiting }

// event is the message of a settled turn to a system.
func (p Planner) event(_ context.Context, r Reply, to Recipient) ([]message.Outbound, error) {
	data, err := p.Envelope(r)
	if err != nil {
		return nil, err
	}
	return []message.Outbound{{
		ID:      message.DerivedMessageID(r.At, "event", TurnSettled, string(r.Turn), r.Key, string(to.Channel), string(to.Address)),
		Channel: to.Channel, To: to.Address, Kind: message.Answer, Session: r.Session, Turn: r.Turn,
		Event: &message.Event{Type: TurnSettled, Data: data}, Loose: p.Caps[to.Channel].Loose, CreatedAt: r.At,
	}}, nil
}

// Envelope is what a system gets of a step: what a buffered transport delivers, its
// artifacts as links that work from now. Like the messages to people, that of a failed
// step says so.
func (p Planner) Envelope(r Reply) ([]byte, error) {
	parts := slices.Clone(r.Parts)
	for i, why := range r.Problems {
		if i < len(parts) {
			parts[i] = envelope.TextPart(envelope.ErrorPart, fmt.Sprintf("The file %q is not available: %s", parts[i].Filename, why))
		}
	}
	parts = p.Registry.Deliver(parts, envelope.Destination{Class: envelope.Buffered, Transport: string(message.KindWebhook)})
	if r.Failed {
		parts = append(parts, envelope.TextPart(envelope.ErrorPart, fmt.Sprintf("Sorry, the assistant could not answer (ref %s). Your message is kept.", r.Turn)))
	}
	e := envelope.Build(envelope.Result{State: r.State, Parts: p.Artifacts.WithLinks(parts)},
		envelope.Meta{SessionID: string(r.Session), TurnID: string(r.Turn), ProducedAt: r.At})
	b, err := e.MarshalJSON()
	if err != nil {
		return nil, fmt.Errorf("envelope of %s: %w", r.Turn, err)
	}
	return b, nil
}
