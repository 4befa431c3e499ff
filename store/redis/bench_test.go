package redis

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"bridge/internal/redistest"
	"bridge/queue"
)

// BenchmarkLanes takes messages through both queues: enqueue, claim, ack with one
// follow-up, claim, ack; 128 in flight. Payloads have 512 bytes.
func BenchmarkLanes(b *testing.B) {
	const inFlight, workers, most = 128, 8, 32
	server := redistest.Start(b, redistest.Options{})
	s, err := Open(b.Context(), Options{Addrs: []string{server.Addr()}, Node: "bench"})
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	w := s.Worker("bench")
	ctx, cancel := context.WithCancel(b.Context())
	payload := make([]byte, 512)
	var all sync.WaitGroup
	room := make(chan struct{}, inFlight)
	var done atomic.Int64
	finished := make(chan struct{})
	work := func(q queue.Name, handle func(*queue.Claim)) {
		for range workers {
			all.Go(func() {
				for {
					claims, err := w.Claim(ctx, q, most)
					if err != nil {
						return
					}
					for _, c := range claims {
						all.Go(func() { handle(c) })
					}
				}
			})
		}
	}
	work(queue.Inbox, func(c *queue.Claim) {
		out := queue.Item{Queue: queue.Outbox, Lane: "to " + c.Lane, ID: c.ID, Payload: payload}
		if err := w.Ack(context.WithoutCancel(ctx), c, out); err != nil {
			b.Error(err)
		}
	})
	work(queue.Outbox, func(c *queue.Claim) {
		if err := w.Ack(context.WithoutCancel(ctx), c); err != nil {
			b.Error(err)
		}
		<-room
		if done.Add(1) == int64(b.N) {
			close(finished)
		}
	})
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		room <- struct{}{}
		all.Go(func() {
			if err := w.Enqueue(ctx, queue.Item{Queue: queue.Inbox, Lane: fmt.Sprint("ses_", i%5000), ID: fmt.Sprint("msg_", i), Payload: payload}); err != nil {
				b.Error(err)
			}
		})
	}
	<-finished
	b.StopTimer()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "msgs/s")
	cancel()
	all.Wait()
}
