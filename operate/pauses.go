package operate

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"bridge/core/message"
	"bridge/store"
)

// The kinds of things that can be paused.
const (
	PauseAgent   = "agent"
	PauseChannel = "channel"
	PauseSession = "session"
	// PauseCron is a schedule: its fires start nothing. A paused channel is another thing:
	// there runs start, and their turns wait.
	PauseCron = "cron"
)

// pausePoll is how often each node reads what is paused: a pause made on another
// node holds here within this time.
const pausePoll = time.Second

// Pauses is what this node knows of the pauses: a copy of the store's list.
type Pauses struct {
	store   store.Store
	log     *slog.Logger
	known   atomic.Pointer[pauseList]
	reading sync.Mutex // a list that was read earlier never replaces a later one
}

type pauseList struct {
	all []store.Pause
	has map[[2]string]bool
}

// NewPauses returns the copy; it is empty before Read.
func NewPauses(s store.Store, log *slog.Logger) *Pauses { return &Pauses{store: s, log: log} }

func (p *Pauses) set(all []store.Pause) {
	l := &pauseList{all: all, has: make(map[[2]string]bool, len(all))}
	for _, x := range all {
		l.has[[2]string{x.Kind, x.Name}] = true
	}
	p.known.Store(l)
}

// List returns all of them.
func (p *Pauses) List() []store.Pause {
	if l := p.known.Load(); l != nil {
		return l.all
	}
	return nil
}

func (p *Pauses) has(kind, name string) bool {
	l := p.known.Load()
	return l != nil && len(l.has) > 0 && l.has[[2]string{kind, name}]
}

// Turn reports whether a turn waits: its agent, its channel or its session is paused.
func (p *Pauses) Turn(agent string, ch message.ChannelName, s message.SessionID) bool {
	return p.has(PauseAgent, agent) || p.Send(ch, s)
}

// Send reports whether an outbound message waits.
func (p *Pauses) Send(ch message.ChannelName, s message.SessionID) bool {
	return p.has(PauseChannel, string(ch)) || p.has(PauseSession, string(s))
}

// Read copies what the store has.
func (p *Pauses) Read(ctx context.Context) error {
	p.reading.Lock()
	defer p.reading.Unlock()
	all, err := p.store.Pauses(ctx)
	if err != nil {
		return fmt.Errorf("read the pauses: %w", err)
	}
	p.set(all)
	return nil
}

// Follow keeps the copy fresh until ctx ends. While the store does not
// answer, what was paused stays paused.
func (p *Pauses) Follow(ctx context.Context) error {
	failing := false
	t := time.NewTicker(pausePoll)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-t.C:
		}
		err := p.Read(ctx)
		if err != nil && ctx.Err() == nil && !failing {
			p.log.Error("pauses", "err", err)
		}
		failing = err != nil
	}
}

// Schedule reports whether a schedule is paused. It asks the store, not this node's copy: a pause holds on every node as
// soon as the operator hears of it.
func (p *Pauses) Schedule(ctx context.Context, name message.ChannelName) (bool, error) {
	all, err := p.store.Pauses(ctx)
	return slices.ContainsFunc(all, func(x store.Pause) bool { return x.Kind == PauseCron && x.Name == string(name) }), err
}
