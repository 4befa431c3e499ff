package operate

import (
	"context"
	"errors"
	"slices"
	"strings"

	"bridge/core/message"
	"bridge/store"
)

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
