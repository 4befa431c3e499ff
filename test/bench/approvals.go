package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"slices"
	"time"

	"bridge/adapters/email"
	"bridge/approvals"
	"bridge/approvals/binding"
	"bridge/approvals/prompt"
	"bridge/approvals/request"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/core/queue"
)

// decideEach is how many replies are measured for each number of pending requests.
const decideEach = 300

// approver decides everything that the benchmark asks.
const approver message.Address = "email:dana@example.com"

// runApprovals measures one reply among many pending requests of one person, from its
// binding to the decision in the session's lane, and what the clock and a scrape cost.
func runApprovals(ctx context.Context, p plan, k kind, r *report) error {
	for _, n := range p.pending {
		p.progress("  %d pending", n)
		row, err := decideAmong(ctx, p, k, n)
		if err != nil {
			return err
		}
		r.Pending = append(r.Pending, row)
	}
	return nil
}

func decideAmong(ctx context.Context, p plan, k kind, n int) (row pendingRow, err error) {
	e, err := k.open(ctx, p)
	if err != nil {
		return row, err
	}
	defer func() { err = errors.Join(err, e.close()) }()
	empty, err := look(ctx, e)
	if err != nil {
		return row, err
	}
	codes := make([]string, n)
	svc := desk(e)
	args, err := json.Marshal(map[string]string{"note": text()[:512-len(`{"note":""}`)]})
	if err != nil {
		return row, err
	}
	if err := parallel(ctx, n, func(ctx context.Context, i int) error {
		a, err := svc.Ask(ctx, approvals.Request{
			Session: message.NewSessionID(), Turn: message.NewTurnID(), Step: "message", At: now(), Agent: agentName,
			Requester: approvals.Requester{Name: "Eve"}, Data: envelope.ApprovalRequestData{ToolName: "refund", Args: args},
		})
		if err == nil && a.Record.State != request.Pending {
			err = fmt.Errorf("a request is %s: %s", a.Record.State, a.Record.Reason)
		}
		if err == nil {
			codes[i] = a.Record.Approvers[0].Code
		}
		return err
	}); err != nil {
		return row, err
	}
	full, err := look(ctx, e)
	if err != nil {
		return row, err
	}
	runtime.KeepAlive(codes)
	more := full.minus(empty)
	row = pendingRow{Store: k.name, N: n, Heap: float64(more.heap) / float64(n), Stored: float64(more.store) / float64(n)}
	svc = desk(e) // the store was opened again
	for _, x := range []struct {
		to  *float64
		run func() error
	}{
		{&row.Due, func() error { _, _, err := e.store.Due(ctx, now()); return err }},
		{&row.Count, func() error { _, err := e.store.Pending(ctx); return err }},
		{&row.OpenFor, func() error { _, err := e.store.OpenFor(ctx, "dana", 10); return err }},
	} {
		if *x.to, err = millisOf(x.run); err != nil {
			return row, err
		}
	}
	var took []time.Duration
	person := dana()
	for i := range min(n, decideEach) {
		began := time.Now()
		reply := binding.Reply{
			Channel: channelName, Traits: email.Traits(), Key: fmt.Sprint("reply ", i), From: message.Address(fmt.Sprint("email:dana", i, "@example.com")), Person: person, Known: true,
			Trust: message.Verified, Text: "yes " + codes[i*(n/min(n, decideEach))], At: now(),
		}
		b, err := svc.Bind(ctx, reply)
		if err != nil {
			return row, err
		}
		what, err := svc.Answer(ctx, b, reply)
		if err != nil || what != string(request.Granted) {
			return row, fmt.Errorf("answer %d: %q, %w", i, what, err)
		}
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	row.P50, row.P99 = ms(took[len(took)/2]), ms(took[len(took)*99/100])
	return row, nil
}

// millisOf is the median time of some runs.
func millisOf(run func() error) (float64, error) {
	var took []time.Duration
	for range 31 {
		began := time.Now()
		if err := run(); err != nil {
			return 0, err
		}
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	return ms(took[len(took)/2]), nil
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func dana() message.Person {
	return message.Person{ID: "dana", Name: "Dana", Zone: time.UTC, Addresses: []message.Address{approver}}
}

// desk is the approvals on a store, without channels that send.
func desk(e *engine) *approvals.Service {
	return approvals.New(approvals.Options{
		Store: e.store, Directory: message.People{dana()}, Lanes: e.store.Worker("bench"), Now: now, Rand: rand.Reader, Log: slog.New(slog.DiscardHandler),
		Rules:    approvals.Rules{Approvers: []message.PersonID{"dana"}, TTL: 24 * time.Hour, Quorum: 1, Trust: message.Carrier},
		Channels: []prompt.Channel{{Name: channelName, Kind: email.Kind, Traits: email.Traits()}},
		Follow: approvals.Resumes(func(r request.Record) (queue.Item, error) {
			return queue.Item{Queue: queue.Inbox, Lane: string(r.Session), ID: string(r.ID), Front: true, Payload: []byte("{}")}, nil
		}),
	})
}
