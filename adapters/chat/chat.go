// Package chat is the channel kind "chat": people write on web pages and in apps, and see
// what the agent says as it comes. Who somebody is is proven by a token that the operator's
// own site has signed, or by a proxy that says it in a header. The channel has a page of
// its own, on which approvers also decide.
package chat

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/netip"
	"net/url"
	"slices"
	"time"

	"bridge/adapters"
	"bridge/config"
	"bridge/core/message"
	"bridge/internal/lazyre"
	"bridge/internal/mac"
)

// Kind is the word for this kind of channel, and of its addresses: "chat:" and the name
// that the operator's site knows the person by.
const Kind message.AddressKind = "chat"

// Traits are what messages here are like.
func Traits() message.Traits { return message.Traits{Title: "Chat", Pressed: true} }

// Config is how one chat is.
type Config struct {
	Secrets []string // sign the tokens of who writes (HS256); any of them is good
	Cookie  string   // of the operator's site, which has the token
	Origins []string // of pages of other sites that may write
	Header  string   // in which a proxy says who calls
	Proxies []string // addresses and networks of the proxies that are believed
	Guests  bool     // people without a proof may write, too
	// GuestsPerPeer is how many of them may come from one network.
	GuestsPerPeer config.Rate
	Title         string // of the page
	MaxText       int64  // bytes of a message

	PublicURL string // without a slash at the end
	proxies   []netip.Prefix
}

const (
	leastSecret = 32 // bytes
	mostText    = 64 << 10
	maxName     = 128 // bytes of a name that people are known by
)

var (
	nameForm         = lazyre.New(`^[a-z0-9][a-z0-9._@+-]*$`)
	conversationForm = lazyre.New(`^[A-Za-z0-9_-]{0,64}$`)
	headerForm       = lazyre.New(`^[A-Za-z][A-Za-z0-9-]{0,63}$`)
)

// Check returns the mistakes of the section.
func (c *Config) Check() []config.Mistake {
	var ms []config.Mistake
	wrong := func(key, problem, write string) {
		ms = append(ms, config.Mistake{Key: key, Problem: problem, Write: write})
	}
	for _, s := range c.Secrets {
		if len(s) < leastSecret {
			wrong("secrets", "it is shorter than 32 bytes: others could find it", "one made with: openssl rand -hex 32")
		}
	}
	for _, o := range c.Origins {
		u, err := url.Parse(o)
		if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || o != u.Scheme+"://"+u.Host {
			wrong("origins", o+" is not an origin", `such as "https://www.example.com", without a path`)
		}
	}
	if c.Header != "" && !headerForm.MatchString(c.Header) {
		wrong("identity_header", "it is not the name of a header", `such as "X-Forwarded-User"`)
	}
	for _, p := range c.Proxies {
		prefix, err := netip.ParsePrefix(p)
		if a, bad := netip.ParseAddr(p); bad == nil {
			prefix, err = netip.PrefixFrom(a, a.BitLen()), nil
		}
		if err != nil {
			wrong("proxies", p+" is neither an address nor a network", `such as "10.0.0.5" or "10.0.0.0/24"`)
			continue
		}
		c.proxies = append(c.proxies, prefix.Masked())
	}
	switch {
	case c.Header != "" && len(c.Proxies) == 0:
		wrong("identity_header", "anybody could send it", "proxies, too: the addresses that it is believed from")
	case c.Header == "" && len(c.Proxies) > 0 && !c.Guests:
		wrong("proxies", "without identity_header or guests nothing is believed from them", "identity_header, too")
	case len(c.Secrets) == 0 && c.Header == "" && !c.Guests:
		wrong("secrets", "nobody could write", `secrets = ["${CHAT_SECRET}"], or identity_header, or guests = true`)
	case c.Cookie != "" && len(c.Secrets) == 0:
		wrong("cookie", "the token in it cannot be checked", "secrets, too")
	}
	if c.MaxText > mostText {
		wrong("max_text", "it is more than 64 KiB", `"16KB"`)
	}
	return ms
}

// Hints are what is hardly meant.
func (c *Config) Hints() []config.Mistake {
	var ms []config.Mistake
	if slices.ContainsFunc(c.proxies, func(p netip.Prefix) bool { return p.Bits() == 0 }) {
		ms = append(ms, config.Mistake{Key: "proxies", Problem: "everybody is believed who they say they are", Write: "the addresses of your proxies"})
	}
	if u, err := url.Parse(c.PublicURL); err == nil && u.Scheme == "http" && !config.IsLoopback(u.Hostname()) {
		ms = append(ms, config.Mistake{Key: "type", Problem: "public_url is http: who listens can write as others", Write: "an https public_url"})
	}
	if u, err := url.Parse(c.PublicURL); err == nil && u.Scheme == "https" && c.Guests && len(c.Proxies) == 0 {
		ms = append(ms, config.Mistake{Key: "guests_per_peer", Problem: "public_url is https, so a proxy is in front, and all guests come from its address: they share one limit", Write: "proxies, too: its addresses"})
	}
	return ms
}

// proves is the strongest trust that the channel gives.
func (c *Config) proves() message.Trust {
	if len(c.Secrets) > 0 || c.Header != "" {
		return message.Verified
	}
	return message.Asserted
}

// Address reads the name that somebody is known by; the error is the end of a sentence. There
// are no capitals: to a site "dana" and "DaNa" may be two people, and here they must not be one.
func Address(value string) (message.Address, error) {
	if !nameForm.MatchString(value) || len(value) > maxName {
		return "", errors.New("is not a name of a chat: small letters, digits and . _ @ + -, at most 128")
	}
	return message.Address(string(Kind) + ":" + value), nil
}

// Options are what the adapter works with. All are required but Bus.
type Options struct {
	Name      message.ChannelName
	Config    Config
	Turns     adapters.Turns
	Histories adapters.Histories
	Notes     adapters.Notes
	Requests  adapters.Requests
	Buckets   adapters.Buckets
	Bus       adapters.Bus // nil: there is one node
	People    message.Directory
	Keys      mac.Keys
	Log       *slog.Logger
	Now       func() time.Time
	Counts    adapters.Counts
}

// Adapter is one chat. Create it with New.
type Adapter struct {
	o       Options
	bell    bell
	streams streams
}

var (
	_ adapters.Sender   = (*Adapter)(nil)
	_ adapters.Routed   = (*Adapter)(nil)
	_ adapters.Receiver = (*Adapter)(nil)
)

// New returns the adapter.
func New(o Options) *Adapter { return &Adapter{o: o} }

// Name implements adapters.Adapter.
func (a *Adapter) Name() message.ChannelName { return a.o.Name }

// Caps implements adapters.Adapter. What is sent again is known by its id.
func (a *Adapter) Caps() message.Caps {
	return message.Caps{Kind: Kind, Traits: Traits(), Repeatable: true, ProvesSender: a.o.Config.proves()}
}

// Send implements adapters.Sender. What a conversation has said, and requests, lie in the
// store already, from where pages read them; what else people are told is kept there. Then
// the pages that are open are woken, on all nodes.
func (a *Adapter) Send(ctx context.Context, out message.Outbound) (message.Receipt, error) {
	if err := ctx.Err(); err != nil {
		return message.Receipt{}, unreached("The bridge is stopping.", err)
	}
	if _, err := Address(out.To.Value()); out.To.Kind() != Kind || err != nil {
		return message.Receipt{}, &message.SendError{Kind: message.SendInvalid, NotSent: true, Public: "The address is none of a chat.", Err: errors.New("the recipient is no name of a chat")}
	}
	keep, err := a.keeps(ctx, out)
	if err == nil && keep {
		err = a.o.Notes.SaveNote(ctx, a.o.Name, out.To, adapters.Note{ID: out.ID, Kind: out.Kind, Text: out.Text, Turn: out.Turn, Approval: out.Approval, At: out.CreatedAt})
	}
	if err == nil {
		err = a.wake(ctx, ring{To: out.To, Kind: out.Kind})
	}
	if err != nil {
		return message.Receipt{}, unreached("The chat could not be reached.", err)
	}
	return message.Receipt{ProviderID: string(out.ID)}, nil
}

func unreached(public string, err error) error {
	return &message.SendError{Kind: message.SendUnreachable, NotSent: true, Public: public, Err: err}
}

// keeps says whether a message is to be kept: a notice, and the answer to what was not
// written here. Requests are shown as cards, answers in the conversation that they are of.
func (a *Adapter) keeps(ctx context.Context, out message.Outbound) (bool, error) {
	if out.Kind != message.Answer || out.Turn == "" {
		return out.Kind != message.Prompt, nil
	}
	t, _, err := a.o.Turns.Turn(ctx, out.Turn)
	return t.Channel != a.o.Name, err
}

// wake tells the pages of somebody that there is something new.
func (a *Adapter) wake(ctx context.Context, r ring) error {
	if a.o.Bus == nil {
		a.bell.ring(r)
		return nil
	}
	b, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return a.o.Bus.Publish(ctx, a.topic(), b)
}

func (a *Adapter) topic() string { return "chat:" + string(a.o.Name) }

// Receive implements adapters.Receiver: it hears what other nodes send.
func (a *Adapter) Receive(ctx context.Context, _ adapters.AcceptFunc) error {
	if a.o.Bus == nil {
		<-ctx.Done()
		a.bell.close()
		return nil
	}
	defer a.bell.close()
	a.o.Bus.Listen(ctx, []string{a.topic()}, func(_ string, msg []byte) {
		var r ring
		if json.Unmarshal(msg, &r) == nil {
			a.bell.ring(r)
		}
	})
	return nil
}

// person is who somebody is in the directory; false if nobody.
func (a *Adapter) person(ctx context.Context, who identity) (message.Person, bool, error) {
	if who.guest {
		return message.Person{}, false, nil // whatever name they have been given
	}
	return a.o.People.ByAddress(ctx, who.address)
}
