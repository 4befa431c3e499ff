package redis

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"bridge/admission"
	"bridge/internal/redistest"
	"bridge/message"
	"bridge/queue"
)

// TestClusterOfMasters has two bridges work on a cluster of three masters while
// slots with lanes and records move to other nodes (MOVED, ASK, TRYAGAIN) and one
// node is restarted: nothing is lost, the order of each lane holds, and every record
// can be read afterwards.
func TestClusterOfMasters(t *testing.T) {
	t.Parallel()
	const lanes, each = 24, 8
	nodes := redistest.ClusterOf(t, 3, redistest.Options{AppendOnly: true})
	open := func(name string) *Store {
		return openStore(t, nil, Options{Addrs: []string{nodes[0].Addr(), nodes[1].Addr(), nodes[2].Addr()}, Cluster: true, Node: name})
	}
	a, b := open("a"), open("b")
	ctx, cancel := context.WithTimeout(t.Context(), 2*soon)
	defer cancel()
	done := newTicks()
	var all sync.WaitGroup
	for _, s := range []*Store{a, b} {
		all.Go(func() { done.consume(ctx, t, s.Worker(s.o.Node), lanes*each) })
	}
	admitted := make([]admission.Admitted, lanes*each)
	all.Go(func() {
		for i := range admitted {
			m := admissionOf(i%lanes, i/lanes)
			for admitted[i].Turn == "" && ctx.Err() == nil { // a sender tries again
				got, err := a.Admit(ctx, m, func(got admission.Admitted) (queue.Item, error) {
					return in(string(got.Session), fmt.Sprintf("%s/%d", got.Session, i/lanes)), nil
				})
				if err == nil {
					admitted[i] = got
				}
			}
			time.Sleep(time.Millisecond)
		}
	})
	next := func(s *redistest.Server) *redistest.Server {
		for i := range nodes {
			if nodes[i] == s {
				return nodes[(i+1)%len(nodes)]
			}
		}
		panic("no such node")
	}
	for _, tag := range []string{"l0", "l1", "r3", "r9"} {
		slot, owner := redistest.SlotOf(nodes, "{"+tag+"}")
		owner.MigrateSlot(slot, next(owner))
	}
	_, owner := redistest.SlotOf(nodes, "{l2}")
	owner.Restart()
	all.Wait()
	if len(done.count) != lanes*each {
		t.Errorf("%d items were done, want %d", len(done.count), lanes*each)
	}
	for i, want := range admitted {
		m := admissionOf(i%lanes, i/lanes)
		if got, ok, err := b.Admitted(ctx, m.Channel, m.Key); err != nil || !ok || got.Turn != want.Turn {
			t.Fatalf("admission %d: %+v, %v, %v; want turn %s", i, got, ok, err, want.Turn)
		}
		if s, ok, err := b.Session(ctx, want.Session); err != nil || !ok || !s.Has(m.From) {
			t.Fatalf("session of %d: %+v, %v, %v", i, s, ok, err)
		}
	}
	for _, s := range []*Store{a, b} {
		redistest.Eventually(t, "the store is not well", func() bool { return s.Healthy() == nil })
	}
}

// admissionOf is the nth message of a conversation.
func admissionOf(lane, nth int) admission.Admission {
	session := message.SessionID(fmt.Sprintf("ses_%d", lane))
	eve := message.Address(fmt.Sprintf("email:eve%d@example.com", lane))
	return admission.Admission{
		Channel: "mail", Key: fmt.Sprintf("%d/%d", lane, nth), From: eve,
		Candidates: []message.SessionID{session},
		New:        admission.Session{ID: session, Channel: "mail", Agent: "x", Participants: []message.Address{eve}},
		Turn:       message.TurnID(fmt.Sprintf("trn_%d_%d", lane, nth)), At: time.Now(),
	}
}

// ticks is which items were done, and in which order.
type ticks struct {
	mu    sync.Mutex
	count map[string]int
	lane  map[string]int // how many of a lane were done
}

func newTicks() *ticks { return &ticks{count: map[string]int{}, lane: map[string]int{}} }

// consume does items until there were n of them in all. An item may come again when
// its acknowledgement did not get through, but none before its predecessor was here.
func (k *ticks) consume(ctx context.Context, t *testing.T, w queue.Lanes, n int) {
	for ctx.Err() == nil && k.done() < n {
		short, cancel := context.WithTimeout(ctx, time.Second)
		claims, _ := w.Claim(short, queue.Inbox, 4) // an error: the next time
		cancel()
		for _, c := range claims {
			k.mu.Lock()
			if k.count[c.ID] == 0 {
				if want := fmt.Sprintf("%s/%d", c.Lane, k.lane[c.Lane]); c.ID != want {
					t.Errorf("claimed %s, want %s", c.ID, want)
				}
				k.lane[c.Lane]++
			}
			k.count[c.ID]++
			k.mu.Unlock()
			for ctx.Err() == nil {
				if err := w.Ack(ctx, c); err == nil || errors.Is(err, queue.ErrLost) {
					break
				}
			}
		}
	}
}

func (k *ticks) done() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.count)
}

// TestWaitForReplicasInCluster: each flush waits for the replicas of the masters that
// it went to.
func TestWaitForReplicasInCluster(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	master := redistest.Cluster(t, redistest.Options{})
	replica := redistest.ClusterReplica(t, master)
	s := openStore(t, master, Options{Cluster: true, WaitReplicas: 1})
	w := s.Worker("a")
	lanes := func(from int) []queue.Item { // of all shards
		var all []queue.Item
		for i := from; i < from+12; i++ {
			all = append(all, in(fmt.Sprint("lane", i), "1"))
		}
		return all
	}
	redistest.Eventually(t, "the replica does not confirm", func() bool { return w.Enqueue(ctx, lanes(0)...) == nil })
	replica.Pause()
	short, cancel := context.WithTimeout(ctx, soon)
	defer cancel()
	if err := w.Enqueue(short, lanes(100)...); !errors.Is(err, errReplicas) {
		t.Errorf("enqueue without a replica: %v", err)
	}
	redistest.Eventually(t, "it is not shown", func() bool { return errors.Is(s.Healthy(), errReplicas) })
	replica.Resume()
	redistest.Eventually(t, "it does not heal", func() bool { return s.Healthy() == nil })
	redistest.Eventually(t, "the replica does not confirm", func() bool { return w.Enqueue(ctx, lanes(100)...) == nil })
}
