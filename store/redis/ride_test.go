package redis

import (
	"testing"

	"bridge/internal/redistest"
	"bridge/store/ground"
)

// TestClaimsRideOnWrites: who waits on the node that puts an item has it, with the records that it
// names, by the round trip that puts it, and nobody is woken.
func TestClaimsRideOnWrites(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t, redistest.Options{})
	s := openStore(t, server, Options{Node: "a"}).g
	got := make(chan *ground.Claim, 1)
	go func() {
		if claims, err := s.Claim(t.Context(), "in", 4); err == nil {
			got <- claims[0]
		}
	}()
	q := s.queue("in")
	redistest.Eventually(t, "nobody waits", func() bool {
		q.mu.Lock()
		defer q.mu.Unlock()
		return q.wanted == 4 && q.empty && q.blocked && !q.asked
	})
	key := ground.Key{Kind: "a", ID: "1"}
	must(t, s.Apply(t.Context(), ground.Put{Key: key, Body: []byte("x")}, ground.Enqueue{Item: ground.Item{
		Queue: "in", Lane: "l", ID: "1", Payload: []byte("p"), With: []ground.Key{key, {Kind: "a", ID: "2"}},
	}}))
	c := <-got
	if string(c.Payload) != "p" || len(c.With) != 2 || string(c.With[0].Body) != "x" || c.With[1].Version != 0 {
		t.Errorf("claimed %+v", c)
	}
	if n, err := server.Client().LLen(t.Context(), q.keys[placeWake]).Result(); err != nil || n != 0 {
		t.Errorf("%d wake-ups, %v", n, err)
	}
	must(t, s.Apply(t.Context(), ground.Ack{Claim: c}))
}
