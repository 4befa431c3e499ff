// Package a2a is the channel kind "a2a": agents of others talk to one of the bridge's agents
// by A2A 1.0 (JSON-RPC and HTTP+JSON) and 0.3 (JSON-RPC). A task of theirs is a turn of ours,
// a context is a session; there is no second store of tasks. docs/channels/a2a.md describes
// it for operators, ADR 47 what it decides.
package a2a

import (
	"crypto/sha256"
	"hash/maphash"
	"log/slog"
	"net/http"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"

	"bridge/adapters"
	"bridge/adapters/await"
	"bridge/adapters/webhook/sign"
	"bridge/artifacts"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/internal/mac"
)

// Kind is the word for this kind of channel, and of its addresses: "a2a:" and the name of a
// peer. It is also what the rules of part types call this way out (AllowedTransports).
const Kind message.AddressKind = "a2a"

// Traits are what calls of peers are like: programs write and read there.
func Traits() message.Traits {
	return message.Traits{System: true, Starts: message.StartDelivery}
}

// Config is one channel.
type Config struct {
	Peers    map[string]Peer // by their names
	Consumes []envelope.Type // the part types that they ask for
	Wait     time.Duration   // that a call waits for its task
	MaxBody  int64           // of a request, in bytes
	// CertHeader is where the proxies at these addresses put the certificate that the caller
	// has proven to have; "" if they see none.
	CertHeader string
	Proxies    []netip.Prefix
}

// Peer is somebody who may call.
type Peer struct {
	Tokens       [][sha256.Size]byte // digests of them
	OAuth        *Grant              // whose tokens it has; nil: nobody's
	Certificates [][sha256.Size]byte // their fingerprints
	Rate         int                 // messages per Per; 0 = no limit
	Per          time.Duration
	Push         []string     // where its notifications may go: https://HOST[:PORT]
	Signs        *sign.Signer // of them; nil: they are not signed
}

// Options are what the adapter works with. All are required but those said to be not.
type Options struct {
	Name      message.ChannelName
	Config    Config
	Turns     adapters.Turns
	Histories adapters.Histories
	Artifacts *artifacts.Store
	Keys      mac.Keys // sign the ids of tasks, and digest what messages say
	Buckets   adapters.Buckets
	Sources   Sources                 // of tokens; nil: the configuration has all
	Client    *http.Client            // guards where notifications go
	Cards     map[string]http.Handler // by their paths: they are public
	Extended  *sdk.AgentCard          // what those who log in get; nil: the public card says everything
	Agent     string                  // whom the peers talk to
	Log       *slog.Logger
	Now       func() time.Time
	Host      adapters.Host
	Counts    adapters.Counts
}

// Adapter is one A2A channel. Create it with New.
type Adapter struct {
	o      Options
	waiter *await.Waiter
	memory memory       // of the requests that are read or wait
	warned atomic.Int64 // when the log last said that a token is refused

	// A lock for each of the tasks whose questions are being answered, by their ids.
	answering [64]sync.Mutex
	seed      maphash.Seed
}

var (
	_ adapters.Routed    = (*Adapter)(nil)
	_ adapters.Announced = (*Adapter)(nil)
)

// New returns the adapter.
func New(o Options) *Adapter {
	return &Adapter{o: o, waiter: await.New(o.Turns, o.Name), seed: maphash.MakeSeed()}
}

// Name implements adapters.Adapter.
func (a *Adapter) Name() message.ChannelName { return a.o.Name }

// Caps implements adapters.Adapter.
func (a *Adapter) Caps() message.Caps {
	return message.Caps{
		Kind: Kind, Traits: Traits(), OneWay: true, ProvesSender: message.Verified,
		Repeatable: true, KnownByID: true, Loose: true, // a notification has the task as it is: one more says nothing new
	}
}

// Close answers those who wait: their turns go on without them.
func (a *Adapter) Close() error {
	a.waiter.Close()
	return nil
}

// Cards implements adapters.Announced.
func (a *Adapter) Cards() (agent string, documents map[string]http.Handler) {
	return a.o.Agent, a.o.Cards
}
