package turns

import (
	"context"
	"log/slog"
	"time"

	"bridge/adapters"
	"bridge/agents"
	"bridge/approvals"
	"bridge/artifacts"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/core/span"
	"bridge/flow/handover"
	"bridge/flow/states"
	"bridge/flow/surfaces"
	"bridge/outbox"
)

// Agent is one configured agent.
type Agent struct {
	Agent         agents.Agent
	Timeout       time.Duration // the budget of one step, with all its attempts
	MaxConcurrent int
	Consumes      []envelope.Type  // what it asks for when another agent hands over to it
	Handover      *handover.Policy // nil: nobody takes its conversations over
	Router        bool             // whom it hands a turn over to has the session from then on
}

// Options are the parts turns works with. All are required but what
// says what its zero value is.
type Options struct {
	Store         Store
	Lanes         queue.Lanes
	Agents        map[string]Agent
	Registry      *envelope.Registry
	Artifacts     *artifacts.Store
	Approvals     *approvals.Service
	Planner       outbox.Planner
	States        *states.Machines   // nil: every setState is refused
	Surfaces      surfaces.Templates // nil: only the agents' own, and cards of requests
	Translator    Translator
	KeepReasoning bool // [retention] reasoning is not 0
	Now           func() time.Time
	Log           *slog.Logger
	Host          Host // nil: Alone
	// Shares are how many calls of one agent a tenant may have at a time; none or 0: as many as
	// the agent has.
	Shares map[message.Tenant]int
	// SlowNotice is after how long people hear that an answer takes time, by channel;
	// none: never.
	SlowNotice map[message.ChannelName]time.Duration
	Events     Events       // nil: nobody is told
	View       *View        // hears of recorded steps; nil: nobody waits for them
	Spans      *span.Tracer // nil: nobody wants them
	Counts     Counts       // nil: nobody counts
	Bus        adapters.Bus // nil: all turns run here
}

// Host is the rest of the bridge, as turns asks and tells it.
type Host interface {
	handover.Directory
	// Paused is asked before an item is worked on whether an operator has paused
	// its agent, channel or session: it then waits, and is asked about again every
	// ten seconds. It must be quick.
	Paused(agent string, ch message.ChannelName, s message.SessionID) bool
	// Alert tells the operators, once for each key, that an agent fails or answers again.
	Alert(ctx context.Context, key, text string)
	// Refill makes what an agent is asked anew of the parts of a message that was Broken, as its
	// channel is configured now; why it still is, else a subject for its originators ("": that they have).
	Refill(ch message.ChannelName, parts []envelope.Part) (again []envelope.Part, subject, broken string)
	// NotBefore returns until when a message of a turn that a machine started waits for
	// a recipient; zero: it does not. Its outcome was recorded at the time given.
	NotBefore(ctx context.Context, at time.Time, to outbox.Recipient) (time.Time, error)
	// Audit keeps what happened to a turn.
	Audit(ctx context.Context, what string, turn message.TurnID, why ...string) error
	// Queued returns a turn that has no record yet, as its message in the queue has it; the
	// zero value if there is none.
	Queued(ctx context.Context, id message.TurnID) (Turn, error)
}

// Alone is a Host with nobody there.
type Alone struct{ handover.Alone }

func (Alone) Paused(string, message.ChannelName, message.SessionID) bool     { return false }
func (Alone) Alert(context.Context, string, string)                          {}
func (Alone) Audit(context.Context, string, message.TurnID, ...string) error { return nil }

func (Alone) Queued(context.Context, message.TurnID) (Turn, error) { return Turn{}, nil }

func (Alone) NotBefore(context.Context, time.Time, outbox.Recipient) (time.Time, error) {
	return time.Time{}, nil
}

func (Alone) Refill(_ message.ChannelName, parts []envelope.Part) ([]envelope.Part, string, string) {
	return parts, "", "there are no templates"
}

// Events tells what becomes of turns.
type Events interface {
	// Step returns what is written with what follows from a recorded outcome. It may be
	// asked again after a crash and then gives the same items.
	Step(Turn, Step) ([]queue.Item, error)
	// Recorded is called once for each outcome that this node has recorded. It does not
	// block.
	Recorded(Turn, Step)
}

// Counts counts what turns do. Its methods do not block.
type Counts interface {
	Step(agent string, state envelope.State, took time.Duration) // from the first call to the recorded outcome
	Attempt(agent, code string)                                  // code "" is a complete answer
	Unregistered(t envelope.Type)
	Panic()
	Breaker(agent string, open bool) // it has opened, or closed
	Held(agent string)               // an item goes back because its agent fails
	StateRefused(agent string)       // a setState part moved nothing
	Translated(ok bool)              // an llm-context was made, or not
	Handover(agent string, did handover.Did)
}

// uncounted counts nothing.
type uncounted struct{}

func (uncounted) Step(string, envelope.State, time.Duration) {}
func (uncounted) Attempt(string, string)                     {}
func (uncounted) Unregistered(envelope.Type)                 {}
func (uncounted) Panic()                                     {}
func (uncounted) Breaker(string, bool)                       {}
func (uncounted) Held(string)                                {}
func (uncounted) StateRefused(string)                        {}
func (uncounted) Translated(bool)                            {}
func (uncounted) Handover(string, handover.Did)              {}
