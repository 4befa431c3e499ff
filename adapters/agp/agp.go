// Package agp is the channel kind "agp": agents of others call the bridge's agents by AGP
// envelopes (seed 003, docs/wire/agp.md). Each call is proven before anything else is said
// of it, is one turn however often it comes, and is answered within its time to live.
package agp

import (
	"log/slog"
	"time"

	"bridge/adapters"
	"bridge/adapters/await"
	"bridge/core/message"
	wire "bridge/core/wire/agp"
	"bridge/internal/door"
)

// Kind is the word for this kind of channel, and of its addresses: "agp:" and the name of
// the agent that calls.
const Kind message.AddressKind = "agp"

// Traits are what calls of agents are like: programs write and read there.
func Traits() message.Traits {
	return message.Traits{System: true, Starts: message.StartDelivery}
}

// maxTaking bounds what the envelopes that are being read hold: as much as so many of the
// longest.
const maxTaking = 256

// Config is one channel.
type Config struct {
	ID      string // the agent that we are: to of what is for us
	Keys    []wire.Key
	Intents map[string]string // to the names of our agents
	Peers   map[string]Peer   // by from_agent
}

// Peer is an agent that may call.
type Peer struct {
	Keys   []wire.Key
	Scheme wire.Scheme
	Rate   int // envelopes per Per; 0 = no limit
	Per    time.Duration
}

// Options are what the adapter works with. All are required.
type Options struct {
	Name    message.ChannelName
	Config  Config
	Turns   adapters.Turns
	Buckets adapters.Buckets
	Log     *slog.Logger
	Now     func() time.Time
	Counts  adapters.Counts
}

// Adapter is one AGP channel. Create it with New.
type Adapter struct {
	o        Options
	waiter   *await.Waiter
	door     *door.Door
	breakers map[string]*wire.Breaker // by agent of ours, on this node
}

var _ adapters.Routed = (*Adapter)(nil)

// New returns the adapter.
func New(o Options) *Adapter {
	a := &Adapter{o: o, waiter: await.New(o.Turns, o.Name), door: door.New(wire.MaxBody, maxTaking, false), breakers: map[string]*wire.Breaker{}}
	for _, agent := range o.Config.Intents {
		a.breakers[agent] = &wire.Breaker{}
	}
	return a
}

// Name implements adapters.Adapter.
func (a *Adapter) Name() message.ChannelName { return a.o.Name }

// Caps implements adapters.Adapter.
func (a *Adapter) Caps() message.Caps {
	return message.Caps{Kind: Kind, Traits: Traits(), OneWay: true, ProvesSender: message.Verified}
}

// Close answers those who wait: their turns go on without them.
func (a *Adapter) Close() error {
	a.waiter.Close()
	return nil
}

// snapshot is how the breaker of an agent stands, and how many others are not closed.
func (a *Adapter) snapshot(agent string) wire.Snapshot {
	now := a.o.Now()
	var s wire.Snapshot
	if b := a.breakers[agent]; b != nil {
		s = b.Snapshot(now)
	} else {
		s.State = "closed" // of no agent of ours
	}
	for name, b := range a.breakers {
		if name != agent && b.Snapshot(now).State != "closed" {
			s.Elsewhere++
		}
	}
	return s
}
