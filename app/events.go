package app

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"bridge/approvals"
	"bridge/envelope"
	"bridge/message"
	"bridge/outbox"
	"bridge/queue"
	"bridge/turns"
)

// happened is one event before it is an Event. Its key and when make the ids of the
// messages that tell it to systems: whoever computes them again gets the same.
type happened struct {
	typ  string
	when time.Time // a recorded time
	key  []string
	data *Facts
	// about is the channel that it is about: it is not told there.
	about message.ChannelName
}

// publish gives an event to the readers of this node's stream.
func (a *App) publish(h happened) {
	if n := a.events.publish(h.typ, a.o.Now(), h.data); n > 0 {
		a.metrics.cut.Add(float64(n))
		a.o.Log.Warn("events: readers were too slow and are cut off", "readers", n)
	}
}

// items are the messages that tell an event to the channels that want it.
func (a *App) items(h happened) ([]queue.Item, error) {
	var items []queue.Item
	for _, c := range a.o.Channels {
		if c.Endpoint == "" || c.Name == h.about || !EventMatches(c.Events, h.typ) {
			continue
		}
		b, err := json.Marshal(h.data)
		if err != nil {
			return nil, fmt.Errorf("event %s: %w", h.typ, err)
		}
		it, err := outbox.Item(message.Outbound{
			ID:      message.DerivedMessageID(h.when, append([]string{"event", h.typ, string(c.Name)}, h.key...)...),
			Channel: c.Name, To: endpointOf(c.Name), Kind: message.Report,
			Event: &message.Event{Type: h.typ, Data: b}, CreatedAt: a.o.Now(),
		})
		if err != nil {
			return nil, err
		}
		items = append(items, it)
	}
	return items, nil
}

// endpointOf is the address of the one endpoint of a webhook channel.
func endpointOf(ch message.ChannelName) message.Address {
	return message.Address(string(message.KindWebhook) + ":" + string(ch))
}

// enqueue tells systems an event that nothing else is written with: a crash before it
// loses it.
func (a *App) enqueue(ctx context.Context, h happened) {
	items, err := a.items(h)
	if err == nil && len(items) > 0 {
		rec, cancel := context.WithTimeout(context.WithoutCancel(ctx), eventTimeout)
		defer cancel()
		err = a.lanes.Enqueue(rec, items...)
	}
	if err != nil {
		a.o.Log.Error("event", "type", h.typ, "err", err)
	}
}

const eventTimeout = 5 * time.Second

// accept is admission's, and says what was accepted.
func (a *App) accept(ctx context.Context, in message.Inbound) (message.Accepted, error) {
	acc, err := a.admission.Accept(ctx, in)
	if err == nil && acc.Outcome != message.OutcomeDuplicate {
		h := happened{typ: EventAccepted, when: in.ReceivedAt, key: []string{string(in.Channel), in.ExternalID}, data: &Facts{
			Channel: in.Channel, Outcome: string(acc.Outcome), Session: acc.Session, Turn: acc.Turn,
		}}
		a.publish(h)
		a.enqueue(ctx, h)
	}
	return acc, err
}

// step is the event of a recorded step; false if it is none.
func step(t turns.Turn, s turns.Step) (happened, bool) {
	typ := EventSettled
	switch s.State {
	case envelope.Suspended:
		typ = EventSuspended
	case envelope.Awaiting:
		return happened{}, false
	}
	return happened{typ: typ, when: s.RecordedAt, key: []string{string(t.ID), s.Key}, data: &Facts{
		Turn: t.ID, Session: t.Session, Channel: t.Channel, Agent: t.Agent, State: string(s.State), Failure: s.Failure,
	}}, true
}

func (a *App) stepRecorded(t turns.Turn, s turns.Step) {
	if h, ok := step(t, s); ok {
		a.publish(h)
	}
}

// stepItems are enqueued with what else follows from the step.
func (a *App) stepItems(t turns.Turn, s turns.Step) ([]queue.Item, error) {
	h, ok := step(t, s)
	if !ok {
		return nil, nil
	}
	return a.items(h)
}

// decided counts a decision and tells it.
func (a *App) decided(r approvals.Record) {
	a.metrics.decided(r)
	a.publish(ended(r))
}

func (a *App) decidedItems(r approvals.Record) ([]queue.Item, error) { return a.items(ended(r)) }

func ended(r approvals.Record) happened {
	return happened{typ: EventDecided, when: r.CreatedAt, key: []string{string(r.ID), string(r.State)}, data: &Facts{
		Approval: r.ID, State: string(r.State), DecidedBy: r.DecidedBy, Tool: r.Tool, Digest: r.Digest, Turn: r.Turn, Session: r.Session,
	}}
}

// sendEnded tells of a message that was not delivered. What tells an event is not told
// of: two endpoints that fail would report each other for ever.
func (a *App) sendEnded(ctx context.Context, s outbox.Send) error {
	if s.State != outbox.Failed && s.State != outbox.Unknown {
		return nil
	}
	h := happened{
		typ: EventFailed, when: s.ID.Time(), key: []string{string(s.ID), string(s.State), strconv.Itoa(s.Replay)}, about: s.Channel,
		data: &Facts{
			Message: s.ID, Channel: s.Channel, Kind: string(s.Kind), State: string(s.State), Code: s.Code,
			Attempts: s.Attempts, Turn: s.Turn, Session: s.Session, Approval: s.Approval,
		},
	}
	if s.Kind != message.Report {
		items, err := a.items(h)
		if err != nil {
			return err
		}
		if len(items) > 0 {
			if err := a.lanes.Enqueue(ctx, items...); err != nil {
				return err
			}
		}
	}
	a.publish(h)
	return nil
}

// channelChanged tells how a channel is.
func (a *App) channelChanged(s ChannelStatus) {
	h := happened{
		typ: EventChannel, when: s.Since, key: []string{a.node, string(s.Name), string(s.State)}, about: s.Name,
		data: &Facts{Channel: s.Name, State: string(s.State), Node: a.node},
	}
	a.publish(h)
	if slices.ContainsFunc(a.o.Channels, func(c Channel) bool { return c.Endpoint != "" && EventMatches(c.Events, h.typ) }) {
		go a.enqueue(context.Background(), h) // whoever has seen the change does not wait
	}
}

// buried tells of a dead letter.
func (a *App) buried(ctx context.Context, c *queue.Claim, d queue.Death) {
	h := happened{
		typ: EventDead, when: c.EnqueuedAt, key: []string{string(c.Queue), c.Lane, c.ID, strconv.Itoa(c.Replays)},
		data: &Facts{Queue: string(c.Queue), Item: c.ID, Code: d.Code, Attempts: c.Attempts},
	}
	a.publish(h)
	if out, ok := readOutbound(c.Payload); c.Queue == queue.Outbox && ok {
		if out.Kind == message.Report {
			return
		}
		h.about = out.Channel
	}
	a.enqueue(ctx, h)
}

// watchedLanes are the lanes of this node; dead letters are told.
type watchedLanes struct {
	queue.Lanes
	app *App
}

// Bury implements queue.Lanes.
func (l watchedLanes) Bury(ctx context.Context, c *queue.Claim, d queue.Death, follow ...queue.Item) error {
	err := l.Lanes.Bury(ctx, c, d, follow...)
	if err == nil {
		l.app.buried(ctx, c, d)
	}
	return err
}

// watchedSends is the store of the outbox; dead letters are told.
type watchedSends struct {
	outbox.Store
	app *App
}

// Finish implements outbox.Store.
func (w watchedSends) Finish(ctx context.Context, c *queue.Claim, s outbox.Send, d *queue.Death) error {
	err := w.Store.Finish(ctx, c, s, d)
	if err == nil && d != nil {
		w.app.buried(ctx, c, *d)
	}
	return err
}
