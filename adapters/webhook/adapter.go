// Package webhook is the channel kind "webhook": systems that call the bridge by
// HTTP. Each delivery is proven on its raw bytes before anything reads them, and
// starts one turn, however often it comes.
package webhook

import (
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"bridge/adapters"
	"bridge/adapters/await"
	"bridge/adapters/webhook/sign"
	"bridge/core/message"
	"bridge/internal/mac"
)

// Options are what the adapter works with. All are required but Buckets, where
// Config.Rate is not set.
type Options struct {
	Name      message.ChannelName
	Config    Config
	PublicURL string // no slash at the end
	Turns     adapters.Turns
	Keys      mac.Keys // sign the status URLs
	Buckets   adapters.Buckets
	Log       *slog.Logger
	Now       func() time.Time
	Counts    adapters.Counts
}

// Adapter is one webhook channel. Create it with New.
type Adapter struct {
	o               Options
	verify          *sign.Verifier
	prompt, session *filler
	subject         *filler
	event, id       place

	span   time.Duration // that a body may take
	held   atomic.Int64  // bytes of bodies under way
	taking chan struct{} // a place for each delivery that is being taken in
	waiter *await.Waiter
}

// Bounds of the requests under way.
const (
	maxHeld   = 64 << 20 // bytes of bodies, at least that of four bodies
	maxTaking = 256
)

// New returns the adapter.
func New(o Options) (*Adapter, error) {
	for _, m := range o.Config.Check() {
		return nil, fmt.Errorf("%s: %s", m.Key, m.Problem)
	}
	a := &Adapter{
		o: o, event: o.Config.eventPlace(), id: o.Config.idPlace(),
		taking: make(chan struct{}, maxTaking), waiter: await.New(o.Turns, o.Name),
		span: readTime + time.Duration(float64(o.Config.MaxBody)/readRate*float64(time.Second)).Round(time.Second),
	}
	var err error
	if a.verify, err = sign.New(o.Config.Sign); err != nil {
		return nil, err
	}
	if a.prompt, err = parseTemplate("prompt", o.Config.Prompt); err != nil {
		return nil, err
	}
	if a.subject, err = parseTemplate("subject", o.Config.Subject); err != nil {
		return nil, err
	}
	a.session, err = parseTemplate("session", o.Config.Session)
	return a, err
}

// Name implements adapters.Adapter.
func (a *Adapter) Name() message.ChannelName { return a.o.Name }

// Kind is the word for this kind of channel, and of its addresses.
const Kind message.AddressKind = "webhook"

// Traits are what webhooks are like: programs write and read there.
func Traits() message.Traits {
	return message.Traits{System: true, Starts: message.StartDelivery}
}

// Caps implements adapters.Adapter.
func (a *Adapter) Caps() message.Caps {
	return message.Caps{Kind: Kind, Traits: Traits(), ProvesSender: a.o.Config.Proves()}
}

// Close answers the requests that wait: their turns go on without them.
func (a *Adapter) Close() error {
	a.waiter.Close()
	return nil
}
