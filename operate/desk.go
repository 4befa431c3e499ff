// Package operate is what operators see and do: dead letters, sends, suppressions, pauses,
// schedules, endpoints, approvals, traces, evidence and the status of this node.
package operate

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"bridge/adapters"
	"bridge/agents"
	"bridge/approvals"
	"bridge/approvals/evidence"
	"bridge/approvals/prompt"
	"bridge/core/message"
	"bridge/core/people"
	"bridge/core/queue"
	"bridge/flow/admission"
	"bridge/flow/events"
	"bridge/flow/handover"
	"bridge/flow/turns"
	"bridge/outbox"
	"bridge/store"
)

// Channel is a configured channel as operators know it.
type Channel struct {
	Name message.ChannelName
	Kind message.AddressKind
	// Endpoint is where a webhook channel sends, as people may see it; "": it does not
	// send to one URL. Events are the patterns of the events that go there.
	Endpoint string
	Events   []string
	Agent    string // that answers there
	// Reach and Link are channel.Channel's: where people write to, and how a link begins it.
	Reach string
	Link  func(text string) string
}

// endpoint is the address of the one endpoint of a webhook channel.
func (c Channel) endpoint() message.Address {
	return message.Address(string(c.Kind) + ":" + string(c.Name))
}

// Kinds reads the addresses that operators write, as channels of a kind mint them.
type Kinds interface {
	Address(kind message.AddressKind, value string) (message.Address, error)
}

// Node is the process that operators ask.
type Node interface {
	Ready() Readiness
	StartedAt() time.Time // zero before
	Owns() []string       // the work with one owner that it does
	Breakers() []turns.BreakerState
	// Reload checks the configuration of now: begin has the node stopped and started with it. Its
	// error is all mistakes. ErrNoFile: there is nothing to read.
	Reload() (begin func(), err error)
	// Backup is how the scheduled ones are; nil: there are none.
	Backup(ctx context.Context) (*Backup, error)
}

// Counter counts what operators do.
type Counter interface {
	Acted(what string) // one of Actions
	Verified(ok bool)  // the ledger of approvals was looked at
}

// Options are what the desk works with. All are required.
type Options struct {
	Store     store.Store
	Approvals *approvals.Service
	Channels  []Channel
	Adapters  []adapters.Adapter      // of the channels
	Agents    []string                // in the order of the file
	Answers   map[string]agents.Agent // the same, by name
	People    people.Directory
	Voters    people.Voters
	Approvers []message.PersonID // whom the rules name, of the configuration
	Codes     people.Codes
	Writers   []string            // operators who may change the directory, beside the socket
	Accept    adapters.AcceptFunc // takes what an operator starts or finds
	Callbacks []string            // where decisions may be taken: patterns, as internal/httpguard.Matches has them
	Limits    admission.Limits
	Limit     admission.Limit // of what an agent asks from outside a turn
	Turns     adapters.Turns
	Work      *turns.Turns
	Kinds     Kinds
	Places    prompt.Desk         // where people are reached
	HandsOver map[string][]string // the agents whose conversations can be handed over, with whom their tables name
	Answerers handover.Directory
	Lanes     queue.Lanes
	Planner   outbox.Planner // of what is written to people
	Pauses    *Pauses
	Refusals  *Refusals
	Senders   *Senders
	Stream    *events.Stream
	Node      Node
	Name      string // of the node
	Version   string
	Config    Configuration // that the node runs with
	Counter   Counter
	Stopping  <-chan struct{} // closed when the bridge stops: nobody is kept waiting
	Now       func() time.Time
	Log       *slog.Logger
}

// Desk is where operators work. Create it with New. What it returns has no codes of
// approvals.
type Desk struct {
	o       Options
	proofs  *evidence.Proofs
	counter counter
}

// New returns a desk.
func New(o Options) *Desk {
	return &Desk{o: o, proofs: evidence.New(o.Store, o.Store, o.Now)}
}

// acted records what an operator has done: in the audit log under subject, in the
// log, and as a metric. The action itself is done by now; an error says that the
// audit log does not have it.
func (desk *Desk) acted(ctx context.Context, operator, what, subject string, why ...string) error {
	desk.o.Counter.Acted(what)
	desk.o.Log.Info("operator", "operator", operator, "what", what, "subject", subject, "why", strings.Join(why, ", "))
	err := desk.o.Store.Audit(ctx, admission.AuditEntry{
		At: desk.o.Now(), What: "operator: " + what, Subject: subject, Why: append([]string{"by operator:" + operator}, why...),
	})
	if err != nil {
		return fmt.Errorf("%s: done, but the audit log does not have it: %w", what, err)
	}
	return nil
}

// How many lines a page of a list has.
const (
	defaultPage = 100
	maxPage     = 1000
)

// pageOf is how many lines a page has of which so many are wanted; 0 = defaultPage.
func pageOf(limit int) int {
	if limit <= 0 {
		return defaultPage
	}
	return min(limit, maxPage)
}

// channel returns the configured channel; false if there is none of that name.
func (desk *Desk) channel(name string) (Channel, bool) {
	for _, c := range desk.o.Channels {
		if string(c.Name) == name {
			return c, true
		}
	}
	return Channel{}, false
}

func (desk *Desk) adapter(name message.ChannelName) (adapters.Adapter, bool) {
	for _, ad := range desk.o.Adapters {
		if ad.Name() == name {
			return ad, true
		}
	}
	return nil, false
}
