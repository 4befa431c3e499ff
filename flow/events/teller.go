package events

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/flow/turns"
	"bridge/outbox"
)

// Endpoint is a channel that sends events to a URL.
type Endpoint struct {
	Channel message.ChannelName
	To      message.Address
	Types   []string // patterns
}

// Teller tells what happens on this node.
type Teller struct {
	Stream    *Stream
	Endpoints []Endpoint
	Lanes     queue.Lanes // where messages to endpoints go
	Node      string
	Now       func() time.Time
	Log       *slog.Logger
}

// publish gives an event to the readers of this node's stream.
func (t *Teller) publish(h happened) {
	if n := t.Stream.publish(h.typ, t.Now(), h.data); n > 0 {
		t.Log.Warn("events: readers were too slow and are cut off", "readers", n)
	}
}

// items are the messages that tell an event to the endpoints that want it.
func (t *Teller) items(h happened) ([]queue.Item, error) {
	var items []queue.Item
	for _, e := range t.Endpoints {
		if h.quiet || e.Channel == h.about || !Matches(e.Types, h.typ) {
			continue
		}
		b, err := json.Marshal(h.data)
		if err != nil {
			return nil, fmt.Errorf("event %s: %w", h.typ, err)
		}
		it, err := outbox.Item(message.Outbound{
			ID:      message.DerivedMessageID(h.when, append([]string{"event", h.typ, string(e.Channel)}, h.keys()...)...),
			Channel: e.Channel, To: e.To, Kind: message.Report,
			Event: &message.Event{Type: h.typ, Data: b}, CreatedAt: t.Now(),
		})
		if err != nil {
			return nil, err
		}
		items = append(items, it)
	}
	return items, nil
}

// enqueue tells systems an event that nothing else is written with: a crash before it
// loses it.
func (t *Teller) enqueue(ctx context.Context, h happened) {
	items, err := t.items(h)
	if err == nil && len(items) > 0 {
		rec, cancel := context.WithTimeout(context.WithoutCancel(ctx), eventTimeout)
		defer cancel()
		err = t.Lanes.Enqueue(rec, items...)
	}
	if err != nil {
		t.Log.Error("event", "type", h.typ, "err", err)
	}
}

const eventTimeout = 5 * time.Second

// Accepted tells what admission did with a message.
func (t *Teller) Accepted(ctx context.Context, in message.Inbound, acc message.Accepted) {
	if acc.Outcome == message.OutcomeDuplicate {
		return
	}
	h := accepted(in, acc)
	t.publish(h)
	t.enqueue(ctx, h)
}

// Joined tells that a message has made its sender's address somebody's.
func (t *Teller) Joined(ctx context.Context, in message.Inbound, acc message.Accepted) {
	if acc.Joined == "" {
		return
	}
	h := hasJoined(in, acc)
	t.publish(h)
	t.enqueue(ctx, h)
}

// Step implements turns.Events.
func (t *Teller) Step(turn turns.Turn, s turns.Step) ([]queue.Item, error) {
	if len(t.Endpoints) == 0 {
		return nil, nil
	}
	var all []queue.Item
	for _, h := range stepped(turn, s) {
		items, err := t.items(h)
		if err != nil {
			return nil, err
		}
		all = append(all, items...)
	}
	return all, nil
}

// Recorded implements turns.Events.
func (t *Teller) Recorded(turn turns.Turn, s turns.Step) {
	for _, h := range handedOver(turn, s) {
		t.publish(h)
	}
	if h, ok := step(turn, s); ok {
		t.publish(h)
	}
}

// stepped are the events of a recorded step.
func stepped(turn turns.Turn, s turns.Step) []happened {
	all := handedOver(turn, s)
	if h, ok := step(turn, s); ok {
		all = append(all, h)
	}
	return all
}

// Decided tells that a request has ended.
func (t *Teller) Decided(r request.Record) { t.publish(decided(r)) }

// DecidedItems are written with the decision.
func (t *Teller) DecidedItems(r request.Record) ([]queue.Item, error) { return t.items(decided(r)) }

// SendEnded tells of a message that was not delivered, before its record says so: on an
// error it is told again.
func (t *Teller) SendEnded(ctx context.Context, s outbox.Send) error {
	h, ok := ended(s)
	if !ok {
		return nil
	}
	items, err := t.items(h)
	if err != nil {
		return err
	}
	if len(items) > 0 {
		if err := t.Lanes.Enqueue(ctx, items...); err != nil {
			return err
		}
	}
	t.publish(h)
	return nil
}

// Buried tells of a dead letter that is written already: a crash before it loses the
// messages to systems.
func (t *Teller) Buried(ctx context.Context, c *queue.Claim, d queue.Death) {
	h := buried(c, d)
	t.publish(h)
	t.enqueue(ctx, h)
}

// ChannelChanged tells how a channel is. It does not wait for the store.
func (t *Teller) ChannelChanged(ch message.ChannelName, state string, since time.Time) {
	h := channelState(ch, state, t.Node, since)
	t.publish(h)
	if slices.ContainsFunc(t.Endpoints, func(e Endpoint) bool { return Matches(e.Types, h.typ) }) {
		go t.enqueue(context.Background(), h)
	}
}
