package sqlite

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"bridge/queue"
)

func benchItem(q queue.Name, n int64) queue.Item {
	return queue.Item{Queue: q, Lane: fmt.Sprintf("ses_%020d", n%1000), ID: fmt.Sprintf("msg_%020d", n), Payload: make([]byte, 512)}
}

// BenchmarkEnqueue is the durable enqueue of 512 bytes by c callers at a time.
func BenchmarkEnqueue(b *testing.B) {
	for _, c := range []int{1, 16, 128} {
		b.Run(fmt.Sprint("c=", c), func(b *testing.B) {
			s := fresh(b)
			w := s.Worker("a")
			var next atomic.Int64
			b.ReportAllocs()
			b.ResetTimer()
			since := cpuTime()
			inParallel(b, c, func() error {
				return w.Enqueue(context.Background(), benchItem(queue.Inbox, next.Add(1)))
			})
			report(b, s, since)
		})
	}
}

// BenchmarkPipeline is enqueue, claim, move to the outbox, claim, done: three
// durable writes a message, with so many messages in flight.
func BenchmarkPipeline(b *testing.B) {
	for _, flight := range []int{1, 16, 64, 128} {
		b.Run(fmt.Sprint("flight=", flight), func(b *testing.B) {
			s := fresh(b)
			w := s.Worker("a")
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			room := make(chan struct{}, flight)
			var workers, done sync.WaitGroup
			done.Add(b.N)
			for range flight {
				workers.Go(func() {
					for {
						c, err := claimOne(ctx, w, queue.Inbox)
						if err != nil {
							return
						}
						out := queue.Item{Queue: queue.Outbox, Lane: c.Lane, ID: c.ID, Payload: c.Payload}
						if err := w.Ack(ctx, c, out); err != nil {
							b.Error(err)
						}
					}
				})
				workers.Go(func() {
					for {
						c, err := claimOne(ctx, w, queue.Outbox)
						if err != nil {
							return
						}
						if err := w.Ack(ctx, c); err != nil {
							b.Error(err)
						}
						<-room
						done.Done()
					}
				})
			}
			var next atomic.Int64
			b.ReportAllocs()
			b.ResetTimer()
			since := cpuTime()
			inParallel(b, flight, func() error {
				room <- struct{}{}
				return w.Enqueue(ctx, benchItem(queue.Inbox, next.Add(1)))
			})
			done.Wait()
			b.StopTimer()
			report(b, s, since)
			cancel()
			workers.Wait()
		})
	}
}

// BenchmarkOpen is the start with unfinished items in the file, each in a lane of
// its own, and what they take in memory.
func BenchmarkOpen(b *testing.B) {
	for _, n := range []int{0, 10_000, 100_000} {
		b.Run(fmt.Sprint("items=", n), func(b *testing.B) {
			path := filepath.Join(b.TempDir(), "bridge.db")
			s := open(b, path)
			for from := 0; from < n; from += 1000 {
				batch := make([]queue.Item, 1000)
				for i := range batch {
					batch[i] = benchItem(queue.Inbox, int64(from+i))
					batch[i].Lane = fmt.Sprintf("ses_%026d", from+i)
				}
				if err := s.Worker("a").Enqueue(context.Background(), batch...); err != nil {
					b.Fatal(err)
				}
			}
			if err := s.Close(); err != nil {
				b.Fatal(err)
			}
			before := heapBytes()
			b.ResetTimer()
			for range b.N {
				b.StartTimer()
				s, err := Open(context.Background(), Options{Path: path})
				if err != nil {
					b.Fatal(err)
				}
				b.StopTimer()
				if n > 0 {
					b.ReportMetric(float64(heapBytes()-before)/float64(n), "heapB/item")
				}
				if err := s.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func heapBytes() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// inParallel calls f b.N times from c goroutines.
func inParallel(b *testing.B, c int, f func() error) {
	b.Helper()
	var left atomic.Int64
	left.Store(int64(b.N))
	var all sync.WaitGroup
	for range c {
		all.Go(func() {
			for left.Add(-1) >= 0 {
				if err := f(); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
}

// cpuTime is what the process has used so far.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func report(b *testing.B, s *Store, since time.Duration) {
	b.Helper()
	b.StopTimer()
	used := cpuTime() - since
	b.ReportMetric(float64(used.Microseconds())/float64(b.N), "cpu-µs/op")
	commits, _ := s.Commits()
	b.ReportMetric(float64(commits)/float64(b.N), "commits/op")
	if e := b.Elapsed(); e > time.Millisecond {
		b.ReportMetric(float64(b.N)/e.Seconds(), "op/s")
	}
}
