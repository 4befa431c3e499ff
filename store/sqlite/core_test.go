package sqlite

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bridge/admission"
	"bridge/envelope"
	"bridge/message"
	"bridge/outbox"
	"bridge/queue"
	"bridge/turns"
)

// core is what the store does for one message in the bridge, without the rest:
// from admission to the end of the send of its answer.
type core struct {
	s       *Store
	w       queue.Lanes
	started time.Time
	ended   sync.Map // channel of each turn under way
	text    string
}

// BenchmarkCore is the whole life of messages of 512 bytes in the store, with so
// many in flight.
func BenchmarkCore(b *testing.B) {
	for _, flight := range []int{1, 16, 128} {
		b.Run(fmt.Sprint("flight=", flight), func(b *testing.B) {
			s := open(b, filepath.Join(b.TempDir(), "bridge.db"))
			c := &core{s: s, w: s.Worker("a"), started: time.Now(), text: strings.Repeat("x", 512)}
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			var workers sync.WaitGroup
			c.work(b, ctx, &workers, queue.Inbox, c.answer)
			c.work(b, ctx, &workers, queue.Outbox, c.send)
			var next atomic.Int64
			b.ReportAllocs()
			b.ResetTimer()
			since := cpuTime()
			inParallel(b, flight, func() error { return c.message(ctx, next.Add(1)) })
			report(b, s, since)
			cancel()
			workers.Wait()
		})
	}
}

// message admits message n and waits until its answer is sent.
func (c *core) message(ctx context.Context, n int64) error {
	key := fmt.Sprintf("%064x", uint64(n)*0x9E3779B97F4A7C15)
	conversation := n % 1000
	from := message.Address(fmt.Sprintf("sms:+15550%06d", conversation))
	id := message.SessionID(fmt.Sprintf("ses_%026d", conversation))
	t := turns.Turn{
		ID: message.TurnID(fmt.Sprintf("trn_%026d", n)), Channel: "sms", Agent: "assistant", Tenant: "default",
		Trace: "4bf92f3577b34da6a3ce929d0e0e4736", Correlation: "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
		Originators: []turns.Originator{{Channel: "sms", Address: from}}, Call: json.RawMessage(`{"trust":"carrier","channel":"sms"}`),
	}
	done := make(chan struct{})
	c.ended.Store(t.ID, done)
	_, err := c.s.Admit(ctx, admission.Admission{
		Channel: "sms", Key: key, From: from, Candidates: []message.SessionID{id}, Turn: t.ID, At: c.started,
		New: admission.Session{ID: id, Channel: "sms", Agent: "assistant", Participants: []message.Address{from}, CreatedAt: c.started},
	}, func(a admission.Admitted) (queue.Item, error) {
		t.Session, t.CreatedAt = a.Session, a.At
		return turns.MessageItem(key, t, []envelope.Part{envelope.TextPart(envelope.Response, c.text)})
	})
	if err != nil {
		return err
	}
	<-done
	return nil
}

// answer concludes a claimed message with an answer.
func (c *core) answer(ctx context.Context, cl *queue.Claim) error {
	var job struct{ Turn turns.Turn }
	if err := json.Unmarshal(cl.Payload, &job); err != nil {
		return err
	}
	t := job.Turn
	before, err := c.s.Before(ctx, t.Session, t.ID)
	if err != nil || len(before.Steps) > 0 {
		return fmt.Errorf("before %s: %d steps, %w", t.ID, len(before.Steps), err)
	}
	if before.Any {
		t.Continues = before.Last.ID
	}
	step := turns.Step{
		Turn: t.ID, Key: turns.FirstStep, State: envelope.Complete, Attempts: 1, RecordedAt: c.started,
		Parts: []envelope.Part{envelope.TextPart(envelope.Response, c.text)},
	}
	out := queue.Item{
		Queue: queue.Outbox, Lane: string(t.Session) + " " + string(t.Originators[0].Address),
		ID: "msg_" + string(t.ID[4:]), Payload: cl.Payload,
	}
	_, first, err := c.s.Conclude(ctx, cl, t, step, out)
	if err == nil && !first {
		err = fmt.Errorf("%s has an outcome", t.ID)
	}
	return err
}

// send hands a claimed answer over.
func (c *core) send(ctx context.Context, cl *queue.Claim) error {
	turn := message.TurnID("trn_" + cl.ID[4:])
	if err := c.s.Begin(ctx, cl, "sms", "email:eve@example.com"); err != nil {
		return err
	}
	err := c.s.Finish(ctx, cl, outbox.Send{
		ID: message.MessageID(cl.ID), Channel: "sms", To: "sms:+15550000000", Kind: message.Answer, Turn: turn, State: outbox.Sent,
		Attempts: 1, ProviderID: "SM00000000000000000000000000000000", UpdatedAt: c.started,
		History: []outbox.Attempt{{At: c.started, Result: "sent"}},
	}, nil)
	if done, ok := c.ended.LoadAndDelete(turn); ok && err == nil {
		close(done.(chan struct{}))
	}
	return err
}

// work claims items of q in batches, and runs do for each in one of 128 goroutines.
func (c *core) work(b *testing.B, ctx context.Context, all *sync.WaitGroup, q queue.Name, do func(context.Context, *queue.Claim) error) {
	b.Helper()
	claims := make(chan *queue.Claim, 128)
	all.Go(func() {
		defer close(claims)
		for {
			batch, err := c.w.Claim(ctx, q, 32)
			if err != nil {
				return
			}
			for _, cl := range batch {
				claims <- cl
			}
		}
	})
	for range 128 {
		all.Go(func() {
			for cl := range claims {
				if err := do(ctx, cl); err != nil && ctx.Err() == nil {
					b.Error(err)
				}
			}
		})
	}
	runtime.Gosched()
}
