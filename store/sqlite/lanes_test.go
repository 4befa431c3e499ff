package sqlite

import (
	"context"
	"fmt"
	"testing"
	"time"

	"bridge/queue"
)

// An item that cannot be read does not keep the others of its batch from being
// claimed.
func TestUnreadableItemFailsAlone(t *testing.T) {
	const n = 8
	f := &fixture{}
	f.open(t, t.TempDir()+"/bridge.db")
	w := f.store.Worker("a")
	for i := range n {
		big := item(fmt.Sprint("lane ", i), fmt.Sprint(i))
		big.Payload = make([]byte, hotItem+1) // is read from the file
		if err := w.Enqueue(t.Context(), big); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.store.write(t.Context(), "damage", func(w *writer) error {
		return exec(w.conn, "DELETE FROM items WHERE id = '3'", nil)
	}); err != nil {
		t.Fatal(err)
	}
	for round := range 2 { // again when it is tried once more
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		got := map[string]*queue.Claim{}
		for len(got) < n-1 {
			claims, err := w.Claim(ctx, queue.Inbox, n)
			if err != nil {
				t.Fatalf("round %d: %d claims, then %v", round, len(got), err)
			}
			for _, c := range claims {
				if c.ID == "3" || len(c.Payload) != hotItem+1 {
					t.Errorf("claimed %q with %d bytes", c.ID, len(c.Payload))
				}
				got[c.ID] = c
			}
		}
		depth, err := f.store.Depth(t.Context())
		if err != nil || depth[queue.Inbox].Delayed != 1 {
			t.Errorf("depth: %+v, %v; want one lane delayed", depth[queue.Inbox], err)
		}
		for _, c := range got {
			if err := w.Release(t.Context(), c); err != nil {
				t.Fatal(err)
			}
		}
		f.Advance(unreadPause + time.Second)
	}
}
