// Package channel is what the folder of a kind of channel tells the program about itself:
// one Kind. A new kind is a folder under adapters and a line in the table of cmd/bridge.
package channel

import (
	"errors"
	"fmt"
	"log/slog"
	"time"

	"bridge/adapters"
	"bridge/artifacts"
	"bridge/config"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/internal/mac"
)

// Kind describes one kind of channel.
type Kind struct {
	// Name is the word of type = "…" in a section, and the kind of its addresses.
	Name message.AddressKind
	// Example is an address of people there ("sms:+393331234567"); "" if people have none.
	Example string
	// Address reads what stands behind the colon, as people and operators write it, and
	// returns the address as the channel itself mints it. Its error is the end of a
	// sentence: "is not a mail address". Nil if people have none.
	Address func(value string) (message.Address, error)
	// Endpoint is the address of the one reader of a channel that people have no addresses
	// on, or why there is none, as the beginning of a sentence. Nil if people have.
	Endpoint func(*config.Section) (message.Address, error)
	// Sections returns what decodes the sections of this kind of one configuration, one
	// after the other. Mistakes go into the section; the Channel is then not used.
	Sections func(Setup) func(*config.Section) Channel
}

// Each is a kind whose sections are decoded one by one, as none knows of another.
func Each(k Kind, decode func(Kind, Setup, *config.Section) Channel) Kind {
	k.Sections = func(c Setup) func(*config.Section) Channel {
		return func(s *config.Section) Channel { return decode(k, c, s) }
	}
	return k
}

// Nowhere is the Endpoint of a kind that sends nothing by itself: why says it of a channel.
func Nowhere(why string) func(*config.Section) (message.Address, error) {
	return func(s *config.Section) (message.Address, error) {
		return "", errors.New("the channel " + s.Name() + ", " + why)
	}
}

// Setup is what sections may know of the configuration that they are in.
type Setup struct {
	*config.Config
	Kinds     Kinds
	Version   string // of the program, for those who see us call
	People    message.People
	Approvers []message.PersonID // all who may be asked for an approval
	// Events are the types of events that systems may get; Matches says whether one of
	// the patterns takes a type.
	Events  []string
	Matches func(patterns []string, typ string) bool
}

// Channel is one configured channel, decoded and checked but not built.
type Channel struct {
	Name  message.ChannelName
	Kind  message.AddressKind
	Agent string
	Allow []string
	// Explain: strangers hear, once a day, that nobody knows them.
	Explain bool
	// Routes say which agent gets a new conversation; the key of every section, which the
	// program reads.
	Routes []config.Route
	// SendsOnly: nothing comes in here, so that it needs no agent.
	SendsOnly bool
	// ByIntent: each message says which agent gets it, so that the channel needs none.
	ByIntent bool
	// Proves is the strongest trust it can give a sender.
	Proves message.Trust
	// Least is the trust that a sender needs to start a turn; zero: any.
	Least message.Trust
	// Idle is how long after the last message of a sender the next one opens a new
	// session; zero: the channel has threads of its own, as mail has.
	Idle time.Duration
	// TellRefused: people, and senders of the domains Own, hear once a day that nothing
	// proves their mail and it is refused.
	TellRefused bool
	Own         []string
	// SlowNotice is after how long people hear that an answer takes time; zero: never.
	SlowNotice time.Duration
	// Machine: its senders are systems; Deliver gets what their turns answer.
	Machine   bool
	Deliver   []message.Target
	DecidesAs message.PersonID // whose votes the approval-responses are that come there
	Peer      *envelope.Peer   // the system there is an agent: the key consumes
	Tenant    message.Tenant   // whose the messages of a Machine are that do not say it
	// Consent: people say STOP and START here. Help is the answer to HELP; "": one that
	// names the agent.
	Consent bool
	Help    string
	// Reach is where people write to, as they see it: a number, a mail address; "": there is
	// nothing to name. Link is one that begins a message there with a text; nil: there is none.
	Reach string
	Link  func(text string) string
	// Endpoint is where a channel of systems sends, as people may see it; "": it does not
	// send to one URL. Events are the patterns of the events that go there.
	Endpoint string
	Events   []string
	Probes   []config.Probe // of the servers it needs, for bridge check
	Build    func(Deps) (adapters.Adapter, error)
}

// Of begins the channel of a section.
func (k Kind) Of(s *config.Section) Channel {
	return Channel{Name: message.ChannelName(s.Name()), Kind: k.Name, Agent: s.Agent, Allow: s.Allow, Explain: s.Strangers == "explain"}
}

// Deps is what an adapter may need of the running bridge.
type Deps struct {
	adapters.Host
	adapters.Counts
	Artifacts *artifacts.Store
	Keys      mac.Keys
	People    message.Directory
	Log       *slog.Logger
	Now       func() time.Time
	Instance  string // names this installation in loop headers
	TempDir   string // empty at every start, on the disk of the data
	// State keeps the cursors of mailboxes and the like, one key for each.
	State adapters.State
	// Turns tells how far a turn is.
	Turns adapters.Turns
	// Histories shows people again what they wrote, and what was answered.
	Histories adapters.Histories
	// Notes keeps what people were told where nobody else does.
	Notes adapters.Notes
	// Requests are the approvals that wait for people.
	Requests adapters.Requests
	// Bus carries messages between nodes; nil: there is one.
	Bus adapters.Bus
	// Contacts keeps who wrote to a channel, and when.
	Contacts adapters.Contacts
	// Buckets are limits that all nodes share.
	Buckets adapters.Buckets
}

// Kinds are all kinds that the program has.
type Kinds []Kind

// Of returns the kind of a name; false if there is none.
func (ks Kinds) Of(name message.AddressKind) (Kind, bool) {
	for _, k := range ks {
		if k.Name == name {
			return k, true
		}
	}
	return Kind{}, false
}

// Apart is Kind.Sections of a kind whose channels have an account of their own each: decode
// also returns which one it is, "" if that cannot be told. A second channel with it gets
// the mistake, whose problem is of that of the first: "the channel mail" and problem.
func Apart(m config.Mistake, decode func(Setup, *config.Section) (Channel, string)) func(Setup) func(*config.Section) Channel {
	return func(c Setup) func(*config.Section) Channel {
		has := map[string]string{} // accounts, with the channels
		return func(s *config.Section) Channel {
			ch, account := decode(c, s)
			if other, ok := has[account]; ok && account != "" {
				s.Problem(m.Key, "the channel "+other+" "+m.Problem, m.Write)
			}
			has[account] = s.Name()
			return ch
		}
	}
}

// Address reads the address that value is on a channel of a kind, as the channel mints
// it. It takes what no kind knows as it is.
func (ks Kinds) Address(kind message.AddressKind, value string) (message.Address, error) {
	if k, ok := ks.Of(kind); ok && k.Address != nil {
		return k.Address(value)
	}
	return message.Address(string(kind) + ":" + value), nil
}

// Person reads an address of [people.NAME]; problem and write are for the mistake, if it
// is one.
func (ks Kinds) Person(kind, value string) (address, problem, write string) {
	if k, ok := ks.Of(message.AddressKind(kind)); ok && k.Address != nil {
		a, err := k.Address(value)
		if err != nil {
			return "", err.Error(), k.write()
		}
		return string(a), "", ""
	}
	for _, k := range ks {
		if k.Address == nil {
			continue
		}
		if write != "" {
			write += " or "
		}
		write += fmt.Sprintf("%q", k.Example)
	}
	return "", "is not an address", write
}

func (k Kind) write() string { return fmt.Sprintf("an address such as %q", k.Example) }
