package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"time"

	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/core/queue"
)

func now() time.Time { return time.Now() }

// held is what something stored costs while nothing happens.
type held struct {
	heap       int64 // bytes of this process
	store      int64 // bytes of the file, or of the server's memory
	goroutines int
}

func (a held) minus(b held) held {
	return held{a.heap - b.heap, a.store - b.store, a.goroutines - b.goroutines}
}

// runMemory measures what idle sessions, pending approvals and queued messages cost.
func runMemory(ctx context.Context, p plan, k kind, r *report) error {
	for _, n := range p.memory {
		p.progress("  %d of each", n)
		// A session with one message, less the message: with a second one.
		sessions := make([]sessionKey, n)
		both, second, err := memoryOf(ctx, p, k,
			func(e *engine) error { return fill(ctx, e, sessions, 0) },
			func(e *engine) error { return fill(ctx, e, sessions, 1) })
		if err != nil {
			return fmt.Errorf("sessions: %w", err)
		}
		runtime.KeepAlive(sessions) // their ids are no part of what is measured
		r.memory(k.name, "idle session", n, both.minus(second))
		r.memory(k.name, "message of the past", n, second)
		pending, _, err := memoryOf(ctx, p, k, func(e *engine) error { return fillApprovals(ctx, e, n) }, nil)
		if err != nil {
			return fmt.Errorf("approvals: %w", err)
		}
		r.memory(k.name, "pending approval", n, pending)
		queued, _, err := memoryOf(ctx, p, k, func(e *engine) error { return fillQueue(ctx, e, n) }, nil)
		if err != nil {
			return fmt.Errorf("queue: %w", err)
		}
		r.memory(k.name, "queued message", n, queued)
	}
	return nil
}

// memoryOf returns what first and then second (if not nil) add to an empty store.
func memoryOf(ctx context.Context, p plan, k kind, first, second func(*engine) error) (a, b held, err error) {
	e, err := k.open(ctx, p)
	if err != nil {
		return held{}, held{}, err
	}
	defer func() { err = errors.Join(err, e.close()) }()
	// Whatever is made once is made now.
	if err := e.store.Worker("bench").Enqueue(ctx, queue.Item{Queue: queue.Inbox, Lane: "fill", ID: "fill", Payload: []byte("{}")}); err != nil {
		return held{}, held{}, err
	}
	empty, err := look(ctx, e)
	if err != nil {
		return held{}, held{}, err
	}
	if err := first(e); err != nil {
		return held{}, held{}, err
	}
	full, err := look(ctx, e)
	if err != nil || second == nil {
		return full.minus(empty), held{}, err
	}
	if err := second(e); err != nil {
		return held{}, held{}, err
	}
	more, err := look(ctx, e)
	return full.minus(empty), more.minus(full), err
}

// look reads what is in use. The store is opened again for it: buffers that have
// grown are gone, and what a store reads back at its start is there.
func look(ctx context.Context, e *engine) (held, error) {
	n, err := e.held(ctx)
	if err != nil {
		return held{}, err
	}
	runtime.GC()
	runtime.GC() // the first one only empties the pools' first half
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return held{heap: int64(m.HeapAlloc), store: n, goroutines: runtime.NumGoroutine()}, nil
}

// fillApprovals stores n pending requests with arguments of 512 bytes.
func fillApprovals(ctx context.Context, e *engine, n int) error {
	args, err := json.Marshal(map[string]string{"note": text()[:512-len(`{"note":""}`)]})
	if err != nil {
		return err
	}
	return parallel(ctx, n, func(ctx context.Context, i int) error {
		at := now()
		number := strconv.Itoa(i)
		id := message.DerivedApprovalID(at, number)
		_, _, err := e.store.Create(ctx, request.Record{
			Request: request.Request{
				ID: id, AgentID: "a" + number, Session: message.NewSessionID(), Turn: message.NewTurnID(), Step: "message", Agent: agentName,
				Tool: "refund", Args: args, Digest: "sha256:" + strings.Repeat("0", 64), Summary: "refund 120 EUR to Eve", Requester: "Eve",
				CreatedAt: at,
			},
			Policy: request.Policy{
				Rule: "default", Approvers: []request.Approver{{Person: "dana", Code: code(i)}}, Quorum: 1, Trust: message.Carrier,
				TTL: 24 * time.Hour,
			},
			Tally:    request.Tally{State: request.Pending},
			Delivery: request.Delivery{ExpiresAt: at.Add(24 * time.Hour)},
		})
		return err
	})
}

// code is a code that no other request has.
func code(i int) string { return fmt.Sprintf("B%07d", i) }

// fillQueue stores n messages of 512 bytes, each in a lane of its own.
func fillQueue(ctx context.Context, e *engine, n int) error {
	const batch = 200
	l, payload := e.store.Worker("bench"), []byte(text())
	return parallel(ctx, (n+batch-1)/batch, func(ctx context.Context, b int) error {
		var items []queue.Item
		for i := b * batch; i < min(n, (b+1)*batch); i++ {
			id := fmt.Sprintf("%026d", i)
			items = append(items, queue.Item{Queue: queue.Inbox, Lane: "ses_" + id, ID: "msg_" + id, Payload: payload})
		}
		return l.Enqueue(ctx, items...)
	})
}
