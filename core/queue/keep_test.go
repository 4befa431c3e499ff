package queue_test

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"bridge/core/queue"
	"bridge/internal/noerr"
	"bridge/store"
	"bridge/store/storetest"
)

// renewing is lanes whose Renew can fail.
type renewing struct {
	queue.Lanes
	mu  sync.Mutex
	at  []time.Time
	err error
}

func (r *renewing) Renew(ctx context.Context, c *queue.Claim) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.at = append(r.at, time.Now())
	if r.err != nil {
		return r.err
	}
	return r.Lanes.Renew(ctx, c)
}

func (r *renewing) times() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.at)
}

// claimed runs a test with one claim on a real store.
func claimed(t *testing.T, test func(t *testing.T, l *renewing, c *queue.Claim)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s, err := storetest.File(t.Context(), filepath.Join(t.TempDir(), "bridge.db"), store.Options{})
		noerr.Must(t, err)
		defer func() { _ = s.Close() }()
		l := &renewing{Lanes: s.Worker("test")}
		noerr.Must(t, l.Enqueue(t.Context(), queue.Item{Queue: queue.Inbox, Lane: "l", ID: "i", Payload: []byte("x")}))
		c, err := l.Claim(t.Context(), queue.Inbox, 1)
		noerr.Must(t, err)
		test(t, l, c[0])
	})
}

// free reports whether the item can be claimed by somebody else.
func free(l queue.Lanes) bool {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_, err := l.Claim(ctx, queue.Inbox, 1)
	return err == nil
}

func TestKeepHoldsTheClaim(t *testing.T) {
	claimed(t, func(t *testing.T, l *renewing, c *queue.Claim) {
		held := queue.NewKeeper(l).Keep(context.Background(), c)
		time.Sleep(10*queue.Lease + time.Second)
		if n := l.times(); n != 30 {
			t.Errorf("renewed %d times in ten leases, want every third of one", n)
		}
		if held.Err() != nil || free(l) {
			t.Errorf("the claim is not held: %v", context.Cause(held))
		}
		held.Stop()
		if !errors.Is(held.Err(), context.Canceled) {
			t.Errorf("after stop the context has the error %v", held.Err())
		}
		n := l.times()
		time.Sleep(2 * queue.Lease)
		if l.times() != n {
			t.Error("it is renewed after stop")
		}
		if !free(l) {
			t.Error("the lease does not run out after stop")
		}
		held.Stop() // twice does no harm
	})
}

func TestKeepEndsWithItsContext(t *testing.T) {
	claimed(t, func(t *testing.T, l *renewing, c *queue.Claim) {
		ctx, cancel := context.WithCancel(context.Background())
		held := queue.NewKeeper(l).Keep(ctx, c)
		defer held.Stop()
		cancel()
		synctest.Wait()
		if held.Err() == nil {
			t.Error("the context goes on")
		}
		time.Sleep(2 * queue.Lease)
		if l.times() != 0 || !free(l) {
			t.Errorf("renewed %d times", l.times())
		}
	})
}

func TestKeepOfALostClaim(t *testing.T) {
	claimed(t, func(t *testing.T, l *renewing, c *queue.Claim) {
		noerr.Must(t, l.Release(t.Context(), c))
		held := queue.NewKeeper(l).Keep(context.Background(), c)
		defer held.Stop()
		time.Sleep(queue.Lease/3 + time.Second)
		if !errors.Is(context.Cause(held), queue.ErrLost) {
			t.Errorf("cause %v, want ErrLost", context.Cause(held))
		}
		n := l.times()
		time.Sleep(queue.Lease)
		if l.times() != n {
			t.Error("a lost claim is renewed on")
		}
	})
}

// A store that does not answer ends nothing: the claim is renewed when it is back.
func TestKeepSurvivesAStoreThatIsAway(t *testing.T) {
	claimed(t, func(t *testing.T, l *renewing, c *queue.Claim) {
		held := queue.NewKeeper(l).Keep(context.Background(), c)
		defer held.Stop()
		l.mu.Lock()
		l.err = errors.New("away")
		l.mu.Unlock()
		time.Sleep(queue.Lease*2/3 - time.Second) // one renewal is missed
		l.mu.Lock()
		l.err = nil
		l.mu.Unlock()
		if held.Err() != nil {
			t.Fatalf("ended: %v", context.Cause(held))
		}
		time.Sleep(queue.Lease)
		if err := l.Ack(t.Context(), c); err != nil {
			t.Errorf("the claim is lost: %v", err)
		}
	})
}

// slow is lanes whose Renew takes its time.
type slow struct {
	queue.Lanes
	mu     sync.Mutex
	active int
	most   int
}

func (s *slow) Renew(ctx context.Context, c *queue.Claim) error {
	s.mu.Lock()
	s.active++
	s.most = max(s.most, s.active)
	s.mu.Unlock()
	defer func() { s.mu.Lock(); s.active--; s.mu.Unlock() }()
	t := time.NewTimer(8 * time.Second)
	defer t.Stop()
	select {
	case <-t.C:
		return s.Lanes.Renew(ctx, c)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// A renewal that is slow is not joined by a second one, and ends with stop.
func TestKeepWithASlowStore(t *testing.T) {
	claimed(t, func(t *testing.T, l *renewing, c *queue.Claim) {
		s := &slow{Lanes: l.Lanes}
		stop := queue.NewKeeper(s).Keep(context.Background(), c).Stop
		time.Sleep(2 * queue.Lease)
		time.Sleep(7 * time.Second) // into the next one
		began := time.Now()
		stop()
		s.mu.Lock()
		if d := time.Since(began); d != 0 || s.active != 0 || s.most != 1 {
			t.Errorf("stop took %v, %d renewals go on, %d at a time", d, s.active, s.most)
		}
		s.mu.Unlock()
		if err := l.Ack(t.Context(), c); err != nil {
			t.Errorf("the claim was lost: %v", err)
		}
	})
}
