package app

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"bridge/message"
	"bridge/outbox"
	"bridge/queue"
	"bridge/store"
	"bridge/turns"
)

// ChannelState says how a channel is.
type ChannelState string

// The states of a channel (design §5.8).
const (
	ChannelStarting ChannelState = "starting"
	ChannelOK       ChannelState = "ok"
	ChannelDegraded ChannelState = "degraded"
	ChannelDeaf     ChannelState = "deaf"
	ChannelStandby  ChannelState = "standby"
)

// ChannelStatus is one channel's state and since when it holds.
type ChannelStatus struct {
	Name   message.ChannelName `json:"name"`
	State  ChannelState        `json:"state"`
	Since  time.Time           `json:"since"`
	Detail string              `json:"detail,omitempty"`
}

type channelStates struct {
	now     func() time.Time
	changed func(ChannelStatus) // told of every change; it does not block. Nil: nobody

	mu sync.Mutex
	m  map[message.ChannelName]ChannelStatus
}

func newChannelStates(now func() time.Time) *channelStates {
	return &channelStates{now: now, m: map[message.ChannelName]ChannelStatus{}}
}

func (c *channelStates) set(name message.ChannelName, st ChannelState, detail string) {
	c.mu.Lock()
	old, ok := c.m[name]
	if ok && old.State == st && old.Detail == detail {
		c.mu.Unlock()
		return
	}
	next := ChannelStatus{Name: name, State: st, Since: c.now(), Detail: detail}
	c.m[name] = next
	c.mu.Unlock()
	if c.changed != nil && old.State != st {
		c.changed(next)
	}
}

func (c *channelStates) list() []ChannelStatus {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := make([]ChannelStatus, 0, len(c.m))
	for _, s := range c.m {
		out = append(out, s)
	}
	slices.SortFunc(out, func(a, b ChannelStatus) int { return strings.Compare(string(a.Name), string(b.Name)) })
	return out
}

// Readiness is what /readyz shows.
type Readiness struct {
	Ready    bool            `json:"ready"`
	Why      string          `json:"why,omitempty"` // starting, stopping, store unreachable
	Channels []ChannelStatus `json:"channels"`
}

// Ready says whether the bridge can take messages.
func (a *App) Ready() Readiness {
	r := Readiness{Channels: a.channels.list()}
	select {
	case <-a.stopping:
		r.Why = "stopping"
		return r
	default:
	}
	if a.started.Load() == nil {
		r.Why = "starting"
		return r
	}
	if err := a.store.Healthy(); err != nil {
		r.Why = "store unreachable" // what it says may name hosts: that is for status and the log
		return r
	}
	r.Ready = true
	return r
}

// Status is what `bridge status` shows.
type Status struct {
	Version   string                     `json:"version"`
	Node      string                     `json:"node"`
	StartedAt time.Time                  `json:"startedAt"`
	Ready     Readiness                  `json:"ready"`
	Store     store.Description          `json:"store"`
	StoreDown string                     `json:"storeDown,omitempty"` // why the store cannot write
	Owns      []string                   `json:"owns"`                // the work with one owner that this node does
	Pauses    []store.Pause              `json:"pauses"`
	Breakers  []turns.BreakerState       `json:"breakers"` // of the agents, as this node sees them
	Queues    map[queue.Name]queue.Depth `json:"queues"`
	Sends     map[outbox.State]int       `json:"sends"`
	Approvals int                        `json:"approvalsPending"`
	Ledger    int64                      `json:"ledgerEntries"` // about approvals
	// Suppressions is how many addresses get no more messages.
	Suppressions int `json:"suppressions"`
}

// Status gathers the state of the whole bridge. An error means that the store
// does not answer; what is known without it is returned all the same.
func (a *App) Status(ctx context.Context) (Status, error) {
	s := Status{
		Version: a.o.Version, Node: a.node, Ready: a.Ready(), Store: a.store.Describe(),
		Owns: a.owns.names(), Breakers: a.turns.Breakers(), Pauses: append([]store.Pause{}, a.pauses.list()...),
	}
	if err := a.store.Healthy(); err != nil {
		s.StoreDown = err.Error()
	}
	if at := a.started.Load(); at != nil {
		s.StartedAt = *at
	}
	var err error
	if s.Queues, err = a.store.Depth(ctx); err != nil {
		return s, err
	}
	if s.Sends, err = a.store.SendsByState(ctx); err != nil {
		return s, err
	}
	if s.Approvals, err = a.store.Pending(ctx); err != nil {
		return s, err
	}
	chains, err := a.store.Chains(ctx)
	if err != nil {
		return s, err
	}
	for _, c := range chains {
		s.Ledger += c.Head.Seq - c.Anchor.Seq
	}
	if s.Suppressions, err = a.store.CountSuppressed(ctx); err != nil {
		return s, err
	}
	return s, nil
}
