package operate

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
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

// maxWhy bounds the reason of a pause, in bytes.
const maxWhy = 500

// Paused is a pause that holds.
type Paused struct {
	store.Pause
	Already bool `json:"already,omitempty"` // it was paused before: nothing was changed
}

// Pause makes the work of an agent, a channel or a session wait from now on:
// messages are accepted and kept. What is under way is finished. A second one
// changes nothing.
func (desk *Desk) Pause(ctx context.Context, operator, kind, name, why string) (Paused, error) {
	if len(why) > maxWhy {
		return Paused{}, refusef(Invalid, "the reason has %d bytes; at most %d are kept", len(why), maxWhy)
	}
	if err := desk.pausable(ctx, kind, name); err != nil {
		return Paused{}, err
	}
	p, first, err := desk.o.Store.Pause(ctx, store.Pause{Kind: kind, Name: name, By: operator, Why: why, At: desk.o.Now()})
	if err != nil {
		return Paused{}, err
	}
	var reasons []string
	if why != "" {
		reasons = append(reasons, why)
	}
	if first {
		err = desk.acted(ctx, operator, "pause "+kind, pauseSubject(kind, name), reasons...)
	}
	return Paused{Pause: p, Already: !first}, errors.Join(err, desk.o.Pauses.Read(ctx))
}

// Resume ends a pause. Also one of an agent or channel that is not in the
// configuration any more.
func (desk *Desk) Resume(ctx context.Context, operator, kind, name string) error {
	if !slices.Contains([]string{PauseAgent, PauseChannel, PauseSession, PauseCron}, kind) {
		return refusef(Invalid, "an agent, a channel or a session can be resumed, not a %q", kind)
	}
	was, err := desk.o.Store.Resume(ctx, kind, name)
	if err != nil {
		return err
	}
	if !was {
		return refusef(Conflict, "the %s %s is not paused", kind, name)
	}
	return errors.Join(desk.acted(ctx, operator, "resume "+kind, pauseSubject(kind, name)), desk.o.Pauses.Read(ctx))
}

// pauseSubject is what the audit log calls it: a session's id says what it is.
func pauseSubject(kind, name string) string {
	if kind == PauseSession {
		return name
	}
	return kind + ":" + name
}

// pausable says why something cannot be paused.
func (desk *Desk) pausable(ctx context.Context, kind, name string) error {
	switch kind {
	case PauseAgent:
		if all := desk.o.Agents; !slices.Contains(all, name) {
			return refusef(NotFound, "there is no agent %q; there is: %s", name, strings.Join(all, ", "))
		}
	case PauseChannel:
		if _, ok := desk.channel(name); !ok {
			var all []string
			for _, c := range desk.o.Channels {
				all = append(all, string(c.Name))
			}
			return refusef(NotFound, "there is no channel %q; there is: %s", name, strings.Join(all, ", "))
		}
	case PauseCron:
		_, err := desk.scheduled(name)
		return err
	case PauseSession:
		if !message.SessionID(name).Valid() {
			return refusef(Invalid, "%q is not the id of a session (ses_…)", name)
		}
		_, ok, err := desk.o.Store.Session(ctx, message.SessionID(name))
		if err != nil {
			return err
		}
		if !ok {
			return refusef(NotFound, "there is no session %s", name)
		}
	default:
		return refusef(Invalid, "an agent, a channel or a session can be paused, not a %q", kind)
	}
	return nil
}
