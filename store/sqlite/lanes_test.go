package sqlite

import (
	"context"
	"fmt"
	"testing"
	"time"

	"bridge/core/queue"
)

// An item that cannot be read does not keep the others of its batch from being
// claimed.
func TestUnreadableItemFailsAlone(t *testing.T) {
	const n = 8
	f := onClock(t)
	w := f.Worker("a")
	for i := range n {
		must(t, w.Enqueue(t.Context(), item(fmt.Sprint("lane ", i), fmt.Sprint(i))))
	}
	must(t, f.write(t.Context(), func(w *writer) error {
		return exec(w.conn, "DELETE FROM items WHERE CAST(id AS TEXT) = '0:3'", nil)
	}))
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
				if c.ID == "3" || string(c.Payload) != "payload" {
					t.Errorf("claimed %q with %d bytes", c.ID, len(c.Payload))
				}
				got[c.ID] = c
			}
		}
		depth, err := f.Depth(t.Context())
		if err != nil || depth[queue.Inbox].Delayed != 1 {
			t.Errorf("depth: %+v, %v; want one lane delayed", depth[queue.Inbox], err)
		}
		for _, c := range got {
			must(t, w.Release(t.Context(), c))
		}
		f.skew.Add(int64(unreadPause + time.Second))
	}
}
