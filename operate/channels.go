package operate

import (
	"sort"
	"sync"
	"time"

	"bridge/core/message"
	"bridge/flow/events"
)

// ChannelState says how a channel is.
type ChannelState string

// The states of a channel.
const (
	ChannelStarting     ChannelState = "starting"
	ChannelOK           ChannelState = "ok"
	ChannelDisconnected ChannelState = "disconnected"
	ChannelStandby      ChannelState = "standby"
)

// ChannelStatus is one channel's state and since when it holds.
type ChannelStatus struct {
	Name   message.ChannelName `json:"name"`
	State  ChannelState        `json:"state"`
	Since  time.Time           `json:"since"`
	Detail string              `json:"detail,omitempty"`
}

// Channels are the states of the channels on this node.
type Channels struct {
	now    func() time.Time
	teller *events.Teller // tells every change

	mu sync.Mutex
	m  map[message.ChannelName]ChannelStatus
}

// NewChannels returns the states of channels that nothing is known of.
func NewChannels(now func() time.Time, teller *events.Teller) *Channels {
	return &Channels{now: now, teller: teller, m: map[message.ChannelName]ChannelStatus{}}
}

// Set notes how a channel is.
func (c *Channels) Set(name message.ChannelName, st ChannelState, detail string) {
	c.mu.Lock()
	old, ok := c.m[name]
	if ok && old.State == st && old.Detail == detail {
		c.mu.Unlock()
		return
	}
	next := ChannelStatus{Name: name, State: st, Since: c.now(), Detail: detail}
	c.m[name] = next
	c.mu.Unlock()
	if old.State != st {
		c.teller.ChannelChanged(name, string(st), next.Since)
	}
}

// List returns them by name.
func (c *Channels) List() []ChannelStatus {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := make([]ChannelStatus, 0, len(c.m))
	for _, s := range c.m {
		out = append(out, s)
	}
	// For a struct slices.SortFunc makes 25 KB of code; a list of a dozen needs none of its own.
	sort.Slice(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return out
}

// Readiness is what /readyz shows.
type Readiness struct {
	Ready    bool            `json:"ready"`
	Why      string          `json:"why,omitempty"` // starting, stopping, store unreachable
	Channels []ChannelStatus `json:"channels"`
}
