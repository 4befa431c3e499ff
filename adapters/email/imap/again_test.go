package imap_test

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	goimap "github.com/emersion/go-imap/v2"

	"bridge/adapters/email/imap"
)

// TestRetriesHoldUpNothing: while many mails that wait are tried again and again, each
// of them slowly, new mail is taken before most of them.
func TestRetriesHoldUpNothing(t *testing.T) {
	t.Parallel()
	const waiting = 40
	addr, u := memserver(t, goimap.CapSet{goimap.CapIMAP4rev1: {}, goimap.CapIdle: {}}, nil)
	add(t, u, letters(1, waiting)...)
	var calls, atNew atomic.Int64
	a := open(t, addr, "bot", func(o *imap.Options) {
		o.Timings.Retry, o.Timings.Again = time.Millisecond, 100*time.Millisecond
	})
	a.fail = func(subject string, n int) error {
		if subject == "new" {
			atNew.Store(calls.Load())
			return nil
		}
		calls.Add(1)
		if n > 1 {
			time.Sleep(50 * time.Millisecond)
		}
		return fmt.Errorf("accept: %w", &imap.Later{Err: errDown, Alone: true})
	}
	stop := a.run(t)
	eventually(t, "retries", func() bool { return calls.Load() > waiting+2 })
	add(t, u, letter("new"))
	before := calls.Load()
	eventually(t, "the new mail", func() bool { return a.times("new") == 1 })
	stop()
	if n := atNew.Load() - before; n > waiting/4 {
		t.Errorf("%d mails were tried again before the new one, want %d at most", n, waiting/4)
	}
	for _, s := range subjects(1, waiting) {
		if a.called(s) == 0 {
			t.Errorf("%s was never tried", s)
		}
	}
}
