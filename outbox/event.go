package outbox

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/render"
)

// The types of the events that carry what a turn answered.
const (
	TurnSettled   = "turn.settled"
	TurnSuspended = "turn.suspended" // it waits for people
)

// EventTransport is what the rules of part types call that way out (AllowedTransports).
const EventTransport = "webhook"

// TurnEvent is the data of both, to systems that get a turn's answers and to those that
// watch events. Only the former get the envelope.
type TurnEvent struct {
	Turn     message.TurnID      `json:"turn"`
	Session  message.SessionID   `json:"session"`
	Channel  message.ChannelName `json:"channel"`
	Agent    string              `json:"agent"`
	State    envelope.State      `json:"state"`
	Failure  string              `json:"failure,omitempty"`
	Envelope json.RawMessage     `json:"envelope,omitempty"`
}

// system reports whether a recipient is a system: it gets one event for each turn,
// when that is settled, and none of the words that people get on the way.
func (p Planner) system(to Recipient) bool {
	return p.Caps[to.Channel].Traits.System
}

// Systems reports whether one of the recipients is a system.
func (p Planner) Systems(to []Recipient) bool { return slices.ContainsFunc(to, p.system) }

// People are the recipients that are no systems.
func (p Planner) People(to []Recipient) []Recipient {
	return slices.DeleteFunc(slices.Clone(to), p.system)
}

// event is the message to a system of a turn that is settled or waits for people.
func (p Planner) event(_ context.Context, r Reply, to Recipient) ([]message.Outbound, error) {
	e := TurnEvent{Turn: r.Turn, Session: r.Session, Channel: r.Channel, Agent: r.Agent, State: r.State, Failure: r.Failure}
	typ := TurnSettled
	if r.State == envelope.Suspended {
		typ = TurnSuspended
	}
	var err error
	if e.Envelope, err = p.Envelope(r, to.Peer.By(envelope.Buffered, EventTransport)); err != nil {
		return nil, err
	}
	var data bytes.Buffer
	enc := json.NewEncoder(&data)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(e); err != nil {
		return nil, fmt.Errorf("event of %s: %w", r.Turn, err)
	}
	return []message.Outbound{{
		ID:      message.DerivedMessageID(r.At, "event", typ, string(r.Turn), r.Key, string(to.Channel), string(to.Address)),
		Channel: to.Channel, To: to.Address, Kind: message.Answer, Session: r.Session, Turn: r.Turn, Agent: r.Agent, Tenant: r.Tenant,
		Thread: to.Thread,
		Event:  &message.Event{Type: typ, Data: bytes.TrimSpace(data.Bytes())}, Loose: p.Caps[to.Channel].Loose, CreatedAt: r.At,
	}}, nil
}

// Envelope is what a system gets of a turn: what a buffered transport delivers of all its
// steps so far, in order, its requests as they were asked, its artifacts as links that
// work from now. Like the messages to people, that of a failed step says so.
func (p Planner) Envelope(r Reply, to envelope.Destination) ([]byte, error) {
	var parts []envelope.Part
	for _, s := range r.says() {
		parts = append(parts, s.shown()...)
	}
	parts = p.Registry.Deliver(parts, to)
	if r.Failed {
		parts = append(parts, Sorry(r.Turn))
	}
	e := envelope.Build(envelope.Result{State: r.State, Parts: p.Artifacts.WithLinks(r.Session, parts)},
		envelope.Meta{SessionID: string(r.Session), TurnID: string(r.Turn), ProducedAt: r.At})
	b, err := e.MarshalJSON()
	if err != nil {
		return nil, fmt.Errorf("envelope of %s: %w", r.Turn, err)
	}
	return b, nil
}

// shown is what the step said, to agents too, and asked. A file that could not be stored says so.
func (s StepParts) shown() []envelope.Part {
	parts := slices.Clone(s.Parts)
	for i, why := range s.Problems {
		if i < len(parts) {
			parts[i] = missing(parts[i], why)
		}
	}
	return append(append(parts, s.States...), s.Requests...)
}

// Said is what a step said and asked, before any rule of delivery, with links that work
// from now.
func (p Planner) Said(session message.SessionID, s StepParts) []envelope.Part {
	return p.Artifacts.WithLinks(session, s.shown())
}

// Sorry says to systems and watchers that a turn has failed.
func Sorry(id message.TurnID) envelope.Part {
	return envelope.TextPart(envelope.ErrorPart, fmt.Sprintf("Sorry, the assistant could not answer (ref %s). Your message is kept.", id))
}

// missing stands for a file that could not be had. People read the same.
func missing(p envelope.Part, why string) envelope.Part {
	m := envelope.TextPart(envelope.ErrorPart, render.In("").Unavailable(p)+": "+why)
	m.Filename = render.FileName(p)
	return m
}
