package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"bridge/message"
	"bridge/store"
)

// The kinds of things that can be paused.
const (
	PauseAgent   = "agent"
	PauseChannel = "channel"
	PauseSession = "session"
)

// pausePoll is how often each node reads what is paused: a pause made on another
// node holds here within this time.
const pausePoll = time.Second

// pauses is what this node knows of the pauses: a copy of the store's list.
type pauses struct {
	known   atomic.Pointer[pauseList]
	reading sync.Mutex // a list that was read earlier never replaces a later one
}

type pauseList struct {
	all []store.Pause
	has map[[2]string]bool
}

func (p *pauses) set(all []store.Pause) {
	l := &pauseList{all: all, has: make(map[[2]string]bool, len(all))}
	for _, x := range all {
		l.has[[2]string{x.Kind, x.Name}] = true
	}
	p.known.Store(l)
}

func (p *pauses) list() []store.Pause {
	if l := p.known.Load(); l != nil {
		return l.all
	}
	return nil
}

func (p *pauses) has(kind, name string) bool {
	l := p.known.Load()
	return l != nil && len(l.has) > 0 && l.has[[2]string{kind, name}]
}

// turn reports whether a turn waits: its agent, its channel or its session is paused.
func (p *pauses) turn(agent string, ch message.ChannelName, s message.SessionID) bool {
	return p.has(PauseAgent, agent) || p.send(ch, s)
}

// send reports whether an outbound message waits.
func (p *pauses) send(ch message.ChannelName, s message.SessionID) bool {
	return p.has(PauseChannel, string(ch)) || p.has(PauseSession, string(s))
}

// readPauses copies what the store has.
func (a *App) readPauses(ctx context.Context) error {
	a.pauses.reading.Lock()
	defer a.pauses.reading.Unlock()
	all, err := a.store.Pauses(ctx)
	if err != nil {
		return fmt.Errorf("read the pauses: %w", err)
	}
	a.pauses.set(all)
	return nil
}

// followPauses keeps the copy fresh until ctx ends. While the store does not
// answer, what was paused stays paused.
func (a *App) followPauses(ctx context.Context) error {
	failing := false
	for pause(ctx, pausePoll) {
		err := a.readPauses(ctx)
		if err != nil && ctx.Err() == nil && !failing {
			a.o.Log.Error("pauses", "err", err)
		}
		failing = err != nil
	}
	return nil
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
func (a *App) Pause(ctx context.Context, operator, kind, name, why string) (Paused, error) {
	if len(why) > maxWhy {
		return Paused{}, refusef(Invalid, "the reason has %d bytes; at most %d are kept", len(why), maxWhy)
	}
	if err := a.pausable(ctx, kind, name); err != nil {
		return Paused{}, err
	}
	p, first, err := a.store.Pause(ctx, store.Pause{Kind: kind, Name: name, By: operator, Why: why, At: a.o.Now()})
	if err != nil {
		return Paused{}, err
	}
	var reasons []string
	if why != "" {
		reasons = append(reasons, why)
	}
	if first {
		err = a.acted(ctx, operator, "pause "+kind, pauseSubject(kind, name), reasons...)
	}
	return Paused{Pause: p, Already: !first}, errors.Join(err, a.readPauses(ctx))
}

// Resume ends a pause. Also one of an agent or channel that is not in the
// configuration any more.
func (a *App) Resume(ctx context.Context, operator, kind, name string) error {
	if !slices.Contains([]string{PauseAgent, PauseChannel, PauseSession, PauseCron}, kind) {
		return refusef(Invalid, "an agent, a channel or a session can be resumed, not a %q", kind)
	}
	was, err := a.store.Resume(ctx, kind, name)
	if err != nil {
		return err
	}
	if !was {
		return refusef(Conflict, "the %s %s is not paused", kind, name)
	}
	return errors.Join(a.acted(ctx, operator, "resume "+kind, pauseSubject(kind, name)), a.readPauses(ctx))
}

// pauseSubject is what the audit log calls it: a session's id says what it is.
func pauseSubject(kind, name string) string {
	if kind == PauseSession {
		return name
	}
	return kind + ":" + name
}

// pausable says why something cannot be paused.
func (a *App) pausable(ctx context.Context, kind, name string) error {
	switch kind {
	case PauseAgent:
		if all := a.agents(); !slices.Contains(all, name) {
			return refusef(NotFound, "there is no agent %q; there is: %s", name, strings.Join(all, ", "))
		}
	case PauseChannel:
		if _, ok := a.channel(name); !ok {
			var all []string
			for _, c := range a.o.Channels {
				all = append(all, string(c.Name))
			}
			return refusef(NotFound, "there is no channel %q; there is: %s", name, strings.Join(all, ", "))
		}
	case PauseCron:
		_, err := a.scheduled(name)
		return err
	case PauseSession:
		if !message.SessionID(name).Valid() {
			return refusef(Invalid, "%q is not the id of a session (ses_…)", name)
		}
		_, ok, err := a.store.Session(ctx, message.SessionID(name))
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
