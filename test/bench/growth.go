package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"sync"
	"sync/atomic"

	"bridge/core/message"
	"bridge/core/queue"
	"bridge/flow/admission"
)

// growthFlight is how many conversations are in flight when growth is measured.
const growthFlight = 64

// runGrowth measures messages of random sessions among the stored ones. The stores
// of all sizes are there at the same time, and measured in turns.
func runGrowth(ctx context.Context, p plan, k kind, r *report) (err error) {
	var all []*grown
	defer func() {
		for _, g := range all {
			err = errors.Join(err, g.close(ctx))
		}
	}()
	for _, n := range p.growth {
		p.progress("  storing %d sessions", n)
		g, err := grow(ctx, p, k, n)
		if err != nil {
			return err
		}
		all = append(all, g)
	}
	samples := make([][]sample, len(all))
	for round := range p.rounds {
		for i, g := range all {
			s, err := g.measure(ctx, p, round)
			if err != nil {
				return err
			}
			samples[i] = append(samples[i], s)
		}
	}
	for i, n := range p.growth {
		r.growth(k.name, n, samples[i])
	}
	return nil
}

// grown is a running bridge with so many stored sessions.
type grown struct {
	engine   *engine
	rig      *rig
	sessions []sessionKey
}

// sessionKey is the text of a session's id, without a pointer: a million of them
// must not be the garbage collector's work.
type sessionKey [30]byte

func grow(ctx context.Context, p plan, k kind, n int) (_ *grown, err error) {
	e, err := k.open(ctx, p)
	if err != nil {
		return nil, err
	}
	g := &grown{engine: e, sessions: make([]sessionKey, n)}
	defer func() {
		if err != nil {
			err = errors.Join(err, e.close())
		}
	}()
	if err := fill(ctx, e, g.sessions, 0); err != nil {
		return nil, err
	}
	// The one item that fill left is not a message.
	l := e.store.Worker("bench")
	claims, err := l.Claim(ctx, queue.Inbox, 1)
	if err != nil {
		return nil, err
	}
	if err := l.Ack(ctx, claims[0]); err != nil {
		return nil, err
	}
	if g.rig, err = newRig(ctx, p, e, growthFlight); err != nil {
		return nil, err
	}
	return g, nil
}

func (g *grown) close(ctx context.Context) error {
	return errors.Join(g.rig.stop(ctx), g.engine.close())
}

func (g *grown) measure(ctx context.Context, p plan, round int) (sample, error) {
	return load(ctx, p, growthFlight, g.engine.meter, func(ctx context.Context, caller, k int) error {
		// No two callers use the same session: each has its share of them.
		share := len(g.sessions) / growthFlight
		i := caller*share + rand.IntN(share)
		t := talk{from: sender(i), session: message.SessionID(string(g.sessions[i][:])), last: firstRef(i, 0)}
		return g.rig.say(ctx, caller, fmt.Sprint(round, ".", k), &t)
	})
}

func sender(i int) message.Address {
	return message.Address("email:p" + strconv.Itoa(i) + "@example.org")
}

func firstRef(i, n int) message.Ref {
	return message.Ref("<first." + strconv.Itoa(n) + "." + strconv.Itoa(i) + "@example.org>")
}

// fill admits the n-th message of each session: the 0th makes it. All want the same
// item enqueued, so the queue takes it once and the sessions are idle.
func fill(ctx context.Context, e *engine, sessions []sessionKey, n int) error {
	item := queue.Item{Queue: queue.Inbox, Lane: "fill", ID: "fill", Payload: []byte("{}")}
	return parallel(ctx, len(sessions), func(ctx context.Context, i int) error {
		ref := firstRef(i, n)
		a := admission.Admission{
			Channel: channelName, Key: admission.Key(string(ref)), From: sender(i), Turn: message.NewTurnID(),
			Index: []message.Ref{ref}, At: now(),
			New: admission.Session{
				ID: message.NewSessionID(), Channel: channelName, Agent: agentName, Participants: []message.Address{sender(i)}, CreatedAt: now(),
			},
		}
		if n > 0 {
			a.Candidates = []message.SessionID{message.SessionID(string(sessions[i][:]))}
		}
		got, err := e.store.Admit(ctx, a, func(admission.Admitted) (queue.Item, error) { return item, nil })
		if err != nil {
			return err
		}
		if copy(sessions[i][:], got.Session) != len(got.Session) {
			return fmt.Errorf("the id %s is longer than %d bytes", got.Session, len(sessions[i]))
		}
		return nil
	})
}

// callers is how many write at the same time to fill a store.
const callers = 256

// parallel calls f for 0 to n-1 from many goroutines until one fails.
func parallel(ctx context.Context, n int, f func(context.Context, int) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var next atomic.Int64
	var all sync.WaitGroup
	for range callers {
		all.Go(func() {
			for i := next.Add(1) - 1; i < int64(n) && ctx.Err() == nil; i = next.Add(1) - 1 {
				if err := f(ctx, int(i)); err != nil {
					cancel(err)
				}
			}
		})
	}
	all.Wait()
	return context.Cause(ctx)
}
