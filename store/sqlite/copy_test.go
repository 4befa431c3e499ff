package sqlite

import (
	"bytes"
	"fmt"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"bridge/store/ground"
	"bridge/store/groundtest"
	"bridge/store/memory"
	"bridge/store/stream"
)

// TestMoved: all that a store holds is in the file that it is copied into, while it is open, by a stream.
func TestMoved(t *testing.T) {
	for seed := range groundtest.Seeds(2, 600) {
		synctest.Test(t, func(t *testing.T) {
			dir, n := t.TempDir(), 0
			path := func() string { return filepath.Join(dir, fmt.Sprint(n, ".db")) }
			groundtest.Moved(t, seed, 250, openGround(t, path()), memory.New(time.Now), time.Sleep, false, func(old ground.Store) ground.Store {
				var b bytes.Buffer
				w, err := stream.NewWriter(&b, stream.Head{})
				must(t, err)
				done, err := CopyOut(t.Context(), path(), w)
				must(t, err)
				must(t, w.Close(done))
				must(t, old.Close())
				n++
				f, err := Fill(path())
				must(t, err)
				end, err := stream.Read(&b, func(stream.Head) (ground.Taker, error) { return f, nil })
				must(t, err)
				must(t, f.Finish(end.Clock))
				return openGround(t, path())
			})
		})
	}
}
