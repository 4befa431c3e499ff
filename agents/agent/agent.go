// Package agent is what the folder of a kind of agent tells the program about itself: one
// Kind. A new kind is a folder under agents and a line in the table of cmd/bridge.
package agent

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"bridge/agents"
	"bridge/config"
	"bridge/core/envelope"
	"bridge/internal/mac"
)

// Kind describes one kind of agent.
type Kind struct {
	// Name is the word of type = "…" in a section.
	Name string
	// Sections returns what decodes the sections of this kind of one configuration, one
	// after the other. Mistakes go into the section; the Agent is then not used.
	Sections func(Setup) func(*config.Section) Agent
}

// Setup is what sections may know of the configuration that they are in.
type Setup struct {
	*config.Config
	Version string // of the program, for those who see us call
	// Decides says which approvals whoever has the bridge's own user on this machine could
	// decide, as "approvals.trust is carrier"; "" if none.
	Decides string
}

// Agent is one configured agent, decoded and checked but not built.
type Agent struct {
	Name          string
	Timeout       time.Duration // the budget of one step, with all its attempts
	MaxConcurrent int           // calls at a time
	// Consumes are the part types that it asks for when another agent hands over to it; the
	// key of every section, which the program reads.
	Consumes []envelope.Type
	Router   bool // the key router, likewise
	// Handover is the table handover of a section, likewise; nil: there is none.
	Handover *config.Handover
	// Hosts are host:port of where it is reached: its files may be fetched from there even
	// where the address is private.
	Hosts  []string
	Probes []config.Probe // of what it needs, for bridge check
	Build  func(Deps) (agents.Agent, error)
}

// The defaults of the keys timeout and max_concurrent.
const (
	StepTimeout   = 10 * time.Minute
	MaxConcurrent = 32
)

// Deps is what an agent may need of the running bridge.
type Deps struct {
	Log   *slog.Logger
	Now   func() time.Time
	Keys  mac.Keys // sign what comes back, as in the URLs of callbacks
	State State    // of this agent alone
	Turns Waker    // the parked turns of this agent
	// Callback is the URL that the routes of this agent are reached by from outside, without
	// a slash at the end.
	Callback string
}

// Waker goes on with turns whose call is parked (agents.Parking). Both return nil when that
// is durable; an id that was there before is nothing new. Else
// agents.ErrNotParked.
type Waker interface {
	// Wake has Ready asked soon.
	Wake(ctx context.Context, turn, id string) error
	// Deliver gives the turn an update as its answer, without a call.
	Deliver(ctx context.Context, turn, id string, u envelope.Update) error
}

// State keeps what an agent has to remember of a session or a turn, such as what the
// other side calls it: small, durable, for all nodes. The id is that of the session or
// turn of the call; only who works on the call writes it. It is kept as long as messages
// are ([retention]), counted from the last Put.
type State interface {
	// Get returns what was last put under an id; false if there is nothing.
	Get(ctx context.Context, id string) ([]byte, bool, error)
	// Put stores it, up to 256 KiB; durable when it returns nil. After another error the
	// value is the old one or this one.
	Put(ctx context.Context, id string, value []byte) error
}

// Kinds are all kinds that the program has.
type Kinds []Kind

// Names are the names of the kinds, sorted.
func (ks Kinds) Names() []string {
	var all []string
	for _, k := range ks {
		all = append(all, k.Name)
	}
	slices.Sort(all)
	return all
}
