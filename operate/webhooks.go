package operate

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"bridge/adapters"
	"bridge/core/message"
	"bridge/outbox"
)

// Webhook is a channel that sends to one URL, as operators see it.
type Webhook struct {
	Name     message.ChannelName `json:"name"`
	URL      string              `json:"url"` // without its query
	Events   []string            `json:"events"`
	Disabled *outbox.Suppression `json:"disabled,omitempty"` // it gets nothing, since and because
	Failed   int                 `json:"failed"`             // of its last messages, at most maxFailed
	Last     *outbox.Send        `json:"lastFailed,omitempty"`
}

// maxFailed bounds what Webhooks counts of one channel.
const maxFailed = 1000

// Webhooks returns every channel that sends to one URL.
func (desk *Desk) Webhooks(ctx context.Context) ([]Webhook, error) {
	all := []Webhook{}
	for _, c := range desk.o.Channels {
		if c.Endpoint == "" {
			continue
		}
		w := Webhook{Name: c.Name, URL: c.Endpoint, Events: append([]string{}, c.Events...)}
		p, found, err := desk.o.Store.Suppressed(ctx, c.Name, c.endpoint())
		if err != nil {
			return nil, err
		}
		if found {
			w.Disabled = &p
		}
		failed, err := desk.o.Store.Sends(ctx, outbox.Filter{State: outbox.Failed, Channel: c.Name, Limit: maxFailed})
		if err != nil {
			return nil, err
		}
		if w.Failed = len(failed); w.Failed > 0 {
			w.Last = &failed[w.Failed-1]
		}
		all = append(all, w)
	}
	redactView(&all)
	return all, nil
}

// WebhookTest is what an endpoint answered to a test.
type WebhookTest struct {
	ID     message.MessageID `json:"id"` // the webhook-id
	Sent   bool              `json:"sent"`
	Code   string            `json:"code,omitempty"` // of what went wrong
	Detail string            `json:"detail"`
	Millis int64             `json:"ms"`
}

// TestEvent is the type of what TestWebhook sends.
const TestEvent = "bridge.test"

// TestWebhook sends one event to the endpoint of a channel now, beside all that waits,
// also if it is disabled. It is not repeated.
func (desk *Desk) TestWebhook(ctx context.Context, operator, name string) (WebhookTest, error) {
	c, err := desk.webhook(name)
	if err != nil {
		return WebhookTest{}, err
	}
	ad, _ := desk.adapter(c.Name)
	sender, ok := ad.(adapters.Sender)
	if !ok {
		return WebhookTest{}, refusef(Invalid, "the channel %q does not send", name)
	}
	now := desk.o.Now()
	data, err := json.Marshal(map[string]string{"channel": name, "by": operator})
	if err != nil {
		return WebhookTest{}, err
	}
	out := message.Outbound{
		ID:      message.DerivedMessageID(now, TestEvent, name, operator, now.Format(time.RFC3339Nano)),
		Channel: c.Name, To: c.endpoint(), Kind: message.Report, Event: &message.Event{Type: TestEvent, Data: data}, CreatedAt: now,
	}
	receipt, err := sender.Send(ctx, out)
	t := WebhookTest{ID: out.ID, Sent: err == nil, Detail: receipt.Detail, Millis: desk.o.Now().Sub(now).Milliseconds()}
	if se, ok := errors.AsType[*message.SendError](err); ok {
		t.Code, t.Detail = se.Code, se.Public
	} else if err != nil {
		return WebhookTest{}, err
	}
	return t, desk.acted(ctx, operator, "test webhook", "channel:"+name, "answer "+t.Code)
}

// EnableWebhook lets a channel send again whose endpoint had answered 410.
func (desk *Desk) EnableWebhook(ctx context.Context, operator, name string) (outbox.Suppression, error) {
	if _, err := desk.webhook(name); err != nil {
		return outbox.Suppression{}, err
	}
	p, err := desk.Unsuppress(ctx, operator, name, name)
	if refused, ok := errors.AsType[*RefusedError](err); ok && refused.Reason == NotFound {
		return p, refusef(Conflict, "the endpoint of %s is not disabled", name)
	}
	return p, err
}

func (desk *Desk) webhook(name string) (Channel, error) {
	c, ok := desk.channel(name)
	if !ok || c.Endpoint == "" {
		return Channel{}, refusef(NotFound, "there is no channel %q of type webhook with a url", name)
	}
	return c, nil
}
