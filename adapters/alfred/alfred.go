// Package alfred is the channel kind "alfred": agents of others give tasks to the bridge's
// agents by Alfred messages (seed 004, docs/wire/alfred.md). Answers come with the call, or
// later at a sink that the configuration names.
package alfred

import (
	"crypto/sha256"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"bridge/adapters"
	"bridge/adapters/await"
	"bridge/core/message"
	wire "bridge/core/wire/alfred"
	"bridge/core/wire/card"
	"bridge/internal/door"
)

// Kind is the word for this kind of channel, and of its addresses: "alfred:", the tenant, a
// slash, and the agent that calls.
const Kind message.AddressKind = "alfred"

// Traits are what messages of agents are like: programs write and read there.
func Traits() message.Traits {
	return message.Traits{System: true, Starts: message.StartDelivery}
}

// maxTaking bounds what the messages that are being read hold: as much as so many of the longest.
const maxTaking = 64

// Config is one channel.
type Config struct {
	Us      wire.Party
	Issuer  string            // of our tokens
	Secret  []byte            // signs them
	Keys    [][]byte          // the first signs what we send; none: it is not signed
	Intents map[string]string // to the names of our agents
	Issuers map[string]wire.Issuer
	Peers   map[string]Peer // by agent_id
	Wait    time.Duration   // for an answer that comes with the call
	Card    card.Card       // what DISCOVERY tells; its skills are the intents
}

// Peer is an agent that may call.
type Peer struct {
	Services []string
	Issuer   string   // a key of Config.Issuers
	Keys     [][]byte // of its signatures
	Signed   bool     // it always signs
	V4       bool     // its ids are UUIDs of version 4
	Tenants  []string
	Control  bool              // it may send CONTROL
	Sinks    map[string]string // reply_to to URL
	Rate     int               // messages per Per; 0 = no limit
	Per      time.Duration
}

// Options are what the adapter works with. All are required but, without sinks, Client.
type Options struct {
	Name    message.ChannelName
	Config  Config
	Turns   adapters.Turns
	Buckets adapters.Buckets
	Client  *http.Client // calls the sinks
	Log     *slog.Logger
	Now     func() time.Time
	Counts  adapters.Counts
}

// Adapter is one Alfred channel. Create it with New.
type Adapter struct {
	o      Options
	waiter *await.Waiter
	door   *door.Door
	tokens tokens
}

var _ adapters.Routed = (*Adapter)(nil)

// New returns the adapter. One with sinks has to be made a Sender: see Sending.
func New(o Options) *Adapter {
	return &Adapter{o: o, waiter: await.New(o.Turns, o.Name), door: door.New(wire.MaxBody, maxTaking, true)}
}

// Name implements adapters.Adapter.
func (a *Adapter) Name() message.ChannelName { return a.o.Name }

// Caps implements adapters.Adapter. A receiver knows a message that comes again by its id.
func (a *Adapter) Caps() message.Caps {
	return message.Caps{
		Kind: Kind, Traits: Traits(), OneWay: true, KnownByID: true, Repeatable: true, Loose: true, ProvesSender: message.Verified,
	}
}

// Close answers those who wait: their turns go on without them.
func (a *Adapter) Close() error {
	a.waiter.Close()
	return nil
}

// address is that of an agent, of a tenant: what belongs to two of them is never of one.
func address(tenant, agent string) message.Address {
	return message.Address(string(Kind) + ":" + tenant + "/" + agent)
}

// tokens remembers tokens that were found good, for a short time.
type tokens struct {
	mu    sync.Mutex
	known map[[sha256.Size]byte]verdict
}

type verdict struct {
	grant wire.Grant
	until time.Time
}

const (
	keepToken = time.Minute
	maxTokens = 4096
)

// check returns what a token allows its sender.
func (t *tokens) check(token string, issuer wire.Issuer, sender, us string, now time.Time) (wire.Grant, error) {
	key := sha256.Sum256([]byte(issuer.Name + "\n" + sender + "\n" + us + "\n" + token))
	t.mu.Lock()
	v, ok := t.known[key]
	t.mu.Unlock()
	if ok && now.Before(v.until) {
		return v.grant, nil
	}
	g, err := wire.CheckToken(token, issuer, sender, us, now)
	if err != nil {
		return g, err
	}
	until := now.Add(keepToken)
	if g.Until.Before(until) {
		until = g.Until
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.known) >= maxTokens || t.known == nil {
		t.known = map[[sha256.Size]byte]verdict{}
	}
	t.known[key] = verdict{g, until}
	return g, nil
}
