package outbox_test

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"bridge/core/message"
	"bridge/core/queue"
	"bridge/outbox"
)

// phone is a channel whose provider can be asked what it took. What it takes is
// listed a moment later.
type phone struct {
	sender
	mu    sync.Mutex
	taken []took
	asked []time.Time
	// answer says what an attempt comes to: whether the provider takes the message,
	// and what the bridge hears of it. nil takes all.
	answer func(ctx context.Context, out message.Outbound, n int) (takes bool, err error)
	// find fails the n-th question (from 0) with an error; nil none.
	find func(n int) error
}

type took struct {
	id, text, sid string
	at            time.Time
}

const listedAfter = 10 * time.Second

func (p *phone) Ref(message.Outbound) message.Ref { return "" }

func (p *phone) Send(ctx context.Context, out message.Outbound) (message.Receipt, error) {
	n := p.attempt(out)
	takes, err := true, error(nil)
	p.mu.Lock()
	answer := p.answer
	p.mu.Unlock()
	if answer != nil {
		takes, err = answer(ctx, out, n)
	}
	sid := ""
	if takes {
		p.mu.Lock()
		sid = "SM" + strconv.Itoa(len(p.taken)+1)
		p.taken = append(p.taken, took{string(out.ID), out.Text, sid, time.Now()})
		p.mu.Unlock()
	}
	if err != nil {
		return message.Receipt{}, err
	}
	return message.Receipt{ProviderID: sid, Refs: []message.Ref{message.Ref(sid)}}, nil
}

func (p *phone) Find(_ context.Context, out message.Outbound, since time.Time, taken func(message.Ref) (bool, error)) (message.Receipt, bool, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := len(p.asked)
	p.asked = append(p.asked, time.Now())
	if p.find != nil {
		if err := p.find(n); err != nil {
			return message.Receipt{}, false, err
		}
	}
	for _, x := range p.taken {
		if x.text != out.Text || x.at.Before(since) || time.Since(x.at) < listedAfter {
			continue
		}
		if other, err := taken(message.Ref(x.sid)); err != nil {
			return message.Receipt{}, false, err
		} else if !other {
			return message.Receipt{ProviderID: x.sid, Refs: []message.Ref{message.Ref(x.sid)}}, true, nil
		}
	}
	return message.Receipt{}, false, nil
}

// effects is how often a message, or all with an id in ids, reached the phone.
func (p *phone) effects(ids ...string) (n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, x := range p.taken {
		if slices.Contains(ids, x.id) {
			n++
		}
	}
	return n
}

func (p *phone) questions() []time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.asked)
}

// onPhone is onPost with a phone.
func onPhone(t *testing.T, change func(p *post, ph *phone), test func(t *testing.T, p *post, ph *phone)) {
	t.Helper()
	ph := &phone{}
	onPost(t, func(p *post) {
		ph.sender = sender{p, "phone"}
		p.o.Senders["phone"] = ph
		if change != nil {
			change(p, ph)
		}
	}, func(t *testing.T, p *post) { test(t, p, ph) })
}

// results are the entries of a send's history.
func results(s outbox.Send) []string {
	var all []string
	for _, h := range s.History {
		all = append(all, h.Result)
	}
	return all
}

// mortal is a store, and its lanes, of a process that dies: nothing that it writes
// from then on arrives.
type mortal struct {
	mu   sync.Mutex
	dead bool
}

var errDead = errors.New("the process is dead")

func (m *mortal) die(dead bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.dead = dead
}

func (m *mortal) gone() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.dead {
		return errDead
	}
	return nil
}

// deadStore and deadLanes are the two sides of a mortal.
type (
	deadStore struct {
		*mortal
		outbox.Store
	}
	deadLanes struct {
		*mortal
		queue.Lanes
	}
)

func (m deadStore) Begin(ctx context.Context, c *queue.Claim, ch message.ChannelName, to message.Address, es ...outbox.Indexed) error {
	if err := m.gone(); err != nil {
		return err
	}
	return m.Store.Begin(ctx, c, ch, to, es...)
}

func (m deadStore) Index(ctx context.Context, ch message.ChannelName, es ...outbox.Indexed) error {
	if err := m.gone(); err != nil {
		return err
	}
	return m.Store.Index(ctx, ch, es...)
}

func (m deadStore) SaveSend(ctx context.Context, c *queue.Claim, s outbox.Send) error {
	if err := m.gone(); err != nil {
		return err
	}
	return m.Store.SaveSend(ctx, c, s)
}

func (m deadStore) Finish(ctx context.Context, c *queue.Claim, s outbox.Send, d *queue.Death) error {
	if err := m.gone(); err != nil {
		return err
	}
	return m.Store.Finish(ctx, c, s, d)
}

func (m deadStore) Settle(ctx context.Context, s outbox.Send) (bool, error) {
	if err := m.gone(); err != nil {
		return false, err
	}
	return m.Store.Settle(ctx, s)
}

func (m deadLanes) Ack(ctx context.Context, c *queue.Claim, follow ...queue.Item) error {
	if err := m.gone(); err != nil {
		return err
	}
	return m.Lanes.Ack(ctx, c, follow...)
}

func (m deadLanes) Retry(ctx context.Context, c *queue.Claim, r queue.Retry) error {
	if err := m.gone(); err != nil {
		return err
	}
	return m.Lanes.Retry(ctx, c, r)
}

func (m deadLanes) Bury(ctx context.Context, c *queue.Claim, d queue.Death, follow ...queue.Item) error {
	if err := m.gone(); err != nil {
		return err
	}
	return m.Lanes.Bury(ctx, c, d, follow...)
}

func (m deadLanes) Release(ctx context.Context, c *queue.Claim) error {
	if err := m.gone(); err != nil {
		return err
	}
	return m.Lanes.Release(ctx, c)
}
