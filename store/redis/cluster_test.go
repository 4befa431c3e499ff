package redis

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"bridge/core/message"
	"bridge/core/queue"
	"bridge/flow/admission"
	"bridge/internal/redistest"
)

// traffic has nodes admit messages of some conversations and work on them, while happens goes on.
// Nothing may be lost, none come before the one before it, and all be known afterwards.
func traffic(t *testing.T, nodes []*node, happens func()) {
	const lanes, each = 6, 8
	ctx, cancel := context.WithTimeout(t.Context(), 2*soon)
	defer cancel()
	var mu sync.Mutex
	count, next := map[string]int{}, map[string]int{} // items that were done; how many of a lane
	done := func() int { mu.Lock(); defer mu.Unlock(); return len(count) }
	var all sync.WaitGroup
	for _, s := range nodes {
		w := s.Worker(s.g.o.Node)
		all.Go(func() {
			for ctx.Err() == nil && done() < lanes*each {
				short, cancel := context.WithTimeout(ctx, time.Second)
				claims, _ := w.Claim(short, queue.Inbox, 4) // an error: the next time
				cancel()
				for _, c := range claims {
					mu.Lock()
					if count[c.ID]++; count[c.ID] == 1 { // it may come again where its acknowledgement did not get through
						if want := fmt.Sprintf("%s/%d", c.Lane, next[c.Lane]); c.ID != want {
							t.Errorf("claimed %s, want %s", c.ID, want)
						}
						next[c.Lane]++
					}
					mu.Unlock()
					for ctx.Err() == nil {
						if err := w.Ack(ctx, c); err == nil || errors.Is(err, queue.ErrLost) {
							break
						}
					}
				}
			}
		})
	}
	of := func(i int) admission.Admission {
		session := message.SessionID(fmt.Sprintf("ses_%d", i%lanes))
		eve := message.Address(fmt.Sprintf("email:eve%d@example.com", i%lanes))
		return admission.Admission{
			Channel: "mail", Key: fmt.Sprint(i), From: eve, Candidates: []message.SessionID{session}, Turn: message.TurnID(fmt.Sprint("trn_", i)), At: time.Now(),
			New: admission.Session{ID: session, Channel: "mail", Agent: "x", Participants: []message.Address{eve}},
		}
	}
	half := make(chan struct{})
	all.Go(func() {
		for i := range lanes * each {
			if i == lanes*each/2 {
				close(half)
			}
			for ctx.Err() == nil { // a sender tries again
				if _, err := nodes[0].Admit(ctx, of(i), func(got admission.Admitted) (queue.Item, error) {
					return in(string(got.Session), fmt.Sprintf("%s/%d", got.Session, i/lanes)), nil
				}); err == nil {
					break
				}
			}
		}
	})
	<-half
	happens()
	all.Wait()
	if done() != lanes*each {
		t.Errorf("%d items were done, want %d", done(), lanes*each)
	}
	for i := range lanes * each {
		m := of(i)
		if got, ok, err := nodes[len(nodes)-1].Admitted(t.Context(), m.Channel, m.Key); err != nil || !ok || got.Turn != m.Turn {
			t.Fatalf("admission %d: %+v, %v, %v", i, got, ok, err)
		}
	}
	for _, s := range nodes {
		redistest.Eventually(t, "the store is not well", func() bool { return s.Healthy() == nil })
	}
}

// TestClusterMovesTheSlot has two nodes work while the slot of all that is stored moves to
// another master (MOVED, ASK, TRYAGAIN) and back, and that one is started anew.
func TestClusterMovesTheSlot(t *testing.T) {
	t.Parallel()
	masters := redistest.ClusterOf(t, 2, redistest.Options{AppendOnly: true})
	var nodes []*node
	for _, name := range []string{"a", "b"} {
		nodes = append(nodes, openStore(t, nil, Options{Addrs: []string{masters[0].Addr(), masters[1].Addr()}, Cluster: true, Node: name}))
	}
	traffic(t, nodes, func() {
		for range 2 {
			slot, owner := redistest.SlotOf(masters, keyFormat)
			other := masters[0]
			if other == owner {
				other = masters[1]
			}
			owner.MigrateSlot(slot, other)
		}
		_, owner := redistest.SlotOf(masters, keyFormat)
		owner.Restart()
	})
}

// TestClusterReplicaTakesOver has a replica take the place of its master while nodes work that
// wait for it to confirm what they write.
func TestClusterReplicaTakesOver(t *testing.T) {
	t.Parallel()
	master := redistest.Cluster(t, redistest.Options{})
	replica := redistest.ClusterReplica(t, master)
	s := openStore(t, master, Options{Cluster: true, WaitReplicas: 1, Node: "a"})
	ctx := t.Context()
	w := s.Worker("a")
	redistest.Eventually(t, "the replica does not confirm", func() bool { return w.Enqueue(ctx, queue.Item{Queue: "other", Lane: "l", ID: "1"}) == nil })
	replica.Pause()
	short, cancel := context.WithTimeout(ctx, soon)
	defer cancel()
	if err := w.Enqueue(short, queue.Item{Queue: "other", Lane: "l", ID: "2"}); !errors.Is(err, errReplicas) {
		t.Errorf("enqueue without a replica: %v", err)
	}
	replica.Resume()
	redistest.Eventually(t, "it does not heal", func() bool { return s.Healthy() == nil })
	traffic(t, []*node{s}, func() {
		must(t, replica.Client().Do(ctx, "CLUSTER", "FAILOVER", "TAKEOVER").Err())
		redistest.Eventually(t, "the replica does not take over", func() bool {
			role, err := replica.Client().Do(ctx, "ROLE").Slice()
			return err == nil && len(role) > 0 && role[0] == "master"
		})
	})
}
