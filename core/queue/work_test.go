package queue_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"bridge/core/queue"
	"bridge/internal/noerr"
	"bridge/store"
	"bridge/store/storetest"
)

// asked is lanes that note how many items each Claim asks for, and whose Claim
// can fail.
type asked struct {
	queue.Lanes
	mu   sync.Mutex
	most []int
	got  []int
	err  error
}

func (a *asked) Claim(ctx context.Context, q queue.Name, most int) ([]*queue.Claim, error) {
	a.mu.Lock()
	a.most = append(a.most, most)
	err := a.err
	a.mu.Unlock()
	if err != nil {
		return nil, err
	}
	cs, err := a.Lanes.Claim(ctx, q, most)
	a.mu.Lock()
	defer a.mu.Unlock()
	a.got = append(a.got, len(cs))
	return cs, err
}

func (a *asked) fail(err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.err = err
}

// shift is a Work on a real store, and what its handlers do.
type shift struct {
	t     *testing.T
	lanes *asked
	took  time.Duration

	mu      sync.Mutex
	handled map[string]int
	active  int
	most    int
	failed  int
	cut     int // handlers whose context ended
}

func onShift(t *testing.T, test func(t *testing.T, s *shift)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		st, err := storetest.File(t.Context(), filepath.Join(t.TempDir(), "bridge.db"), store.Options{})
		noerr.Must(t, err)
		defer func() { _ = st.Close() }()
		test(t, &shift{t: t, lanes: &asked{Lanes: st.Worker("test")}, took: time.Second, handled: map[string]int{}})
	})
}

// put adds n items, each in a lane of its own.
func (s *shift) put(n int) {
	s.t.Helper()
	var items []queue.Item
	for i := range n {
		items = append(items, queue.Item{Queue: queue.Inbox, Lane: fmt.Sprint("l", i), ID: fmt.Sprint("i", i), Payload: []byte("x")})
	}
	noerr.Must(s.t, s.lanes.Enqueue(s.t.Context(), items...))
}

func (s *shift) handle(ctx context.Context, c *queue.Claim) {
	s.mu.Lock()
	s.handled[c.ID]++
	s.active++
	s.most = max(s.most, s.active)
	s.mu.Unlock()
	t := time.NewTimer(s.took)
	defer t.Stop()
	var err error
	select {
	case <-t.C:
		err = s.lanes.Ack(context.WithoutCancel(ctx), c)
	case <-ctx.Done():
		err = s.lanes.Release(context.WithoutCancel(ctx), c)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.active--
	if ctx.Err() != nil {
		s.cut++
	}
	if err != nil {
		s.t.Errorf("%s: %v", c.ID, err)
	}
}

// run starts Work; done is closed when it has returned.
func (s *shift) run(inFlight int) (soft, hard context.CancelFunc, done chan struct{}) {
	softCtx, soft := context.WithCancel(context.Background())
	hardCtx, hard := context.WithCancel(context.Background())
	done = make(chan struct{})
	go func() {
		defer close(done)
		queue.Work(softCtx, hardCtx, s.lanes, queue.Inbox, inFlight, func(error) {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.failed++
		}, s.handle)
	}()
	return soft, hard, done
}

func (s *shift) peak() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.most
}

func (s *shift) all(n int) {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.handled) != n {
		s.t.Errorf("%d items were handled, want %d", len(s.handled), n)
	}
	for id, k := range s.handled {
		if k != 1 {
			s.t.Errorf("%s was handled %d times", id, k)
		}
	}
}

// Never more than inFlight are handled, however the batches fall; each once; and
// the places of items that are done, or that did not come, are free again.
func TestWorkBoundsWhatIsInFlight(t *testing.T) {
	for _, c := range []struct{ inFlight, items int }{{1, 20}, {5, 100}, {32, 100}, {100, 300}, {512, 40}} {
		t.Run(fmt.Sprintf("%d of %d", c.inFlight, c.items), func(t *testing.T) {
			onShift(t, func(t *testing.T, s *shift) {
				s.put(c.items)
				soft, hard, done := s.run(c.inFlight)
				defer hard()
				began := time.Now()
				for time.Since(began) < time.Hour {
					time.Sleep(time.Second)
					s.mu.Lock()
					n, active := len(s.handled), s.active
					s.mu.Unlock()
					if n == c.items && active == 0 {
						break
					}
				}
				s.all(c.items)
				if want := min(c.inFlight, c.items); s.peak() != want {
					t.Errorf("%d at a time, want %d", s.peak(), want)
				}
				// With every place in use all the time it takes no longer than this.
				if d, most := time.Since(began), time.Duration((c.items+c.inFlight-1)/c.inFlight+1)*s.took; d > most {
					t.Errorf("it took %v, at most %v are needed: places are lost", d, most)
				}
				soft()
				<-done
				s.lanes.mu.Lock()
				defer s.lanes.mu.Unlock()
				for i, m := range s.lanes.most {
					if m < 1 || m > min(c.inFlight, 32) || i < len(s.lanes.got) && s.lanes.got[i] > m {
						t.Errorf("claim %d asked for %d", i, m)
					}
				}
			})
		})
	}
}

// Of the goroutines of a burst only a few stay.
func TestWorkKeepsFewWorkers(t *testing.T) {
	onShift(t, func(t *testing.T, s *shift) {
		soft, hard, done := s.run(300)
		defer hard()
		time.Sleep(time.Second)
		before := runtime.NumGoroutine()
		s.put(300)
		time.Sleep(time.Minute)
		if n := runtime.NumGoroutine() - before; n > 100 { // 32, and what the runtime has
			t.Errorf("%d goroutines stay after a burst", n)
		}
		s.all(300)
		soft()
		<-done
	})
}

// A store that refuses claims is not asked in a tight loop, and costs no places.
func TestWorkWhenClaimsFail(t *testing.T) {
	onShift(t, func(t *testing.T, s *shift) {
		s.put(12)
		s.lanes.fail(errors.New("away"))
		soft, hard, done := s.run(4)
		defer hard()
		time.Sleep(10*time.Second + 500*time.Millisecond)
		s.mu.Lock()
		if s.failed < 9 || s.failed > 11 {
			t.Errorf("told of %d failed claims in ten seconds", s.failed)
		}
		s.mu.Unlock()
		s.lanes.fail(nil)
		time.Sleep(6 * time.Second)
		s.all(12)
		if s.peak() != 4 {
			t.Errorf("%d at a time, want 4", s.peak())
		}
		s.lanes.fail(errors.New("away"))
		soft()
		<-done
	})
}

func TestWorkStops(t *testing.T) {
	t.Run("soft waits for what is under way", func(t *testing.T) {
		onShift(t, func(t *testing.T, s *shift) {
			s.took = 58 * time.Second // not when a claim is renewed
			s.put(10)
			soft, hard, done := s.run(4)
			defer hard()
			time.Sleep(10 * time.Second)
			began := time.Now()
			soft()
			<-done
			if d := time.Since(began); d != 48*time.Second {
				t.Errorf("stopped after %v", d)
			}
			s.all(4)
			if s.cut != 0 {
				t.Errorf("%d were cut off", s.cut)
			}
		})
	})
	t.Run("hard cuts it off", func(t *testing.T) {
		onShift(t, func(t *testing.T, s *shift) {
			s.took = time.Minute
			s.put(10)
			soft, hard, done := s.run(4)
			time.Sleep(10 * time.Second)
			began := time.Now()
			soft()
			hard()
			<-done
			if d := time.Since(began); d != 0 || s.cut != 4 {
				t.Errorf("stopped after %v, %d cut off", d, s.cut)
			}
			s.all(4)
			if !free(s.lanes) {
				t.Error("nothing was given back")
			}
		})
	})
	t.Run("while nothing is there", func(t *testing.T) {
		onShift(t, func(t *testing.T, s *shift) {
			soft, hard, done := s.run(4)
			defer hard()
			time.Sleep(time.Hour)
			soft()
			<-done
			s.all(0)
		})
	})
}

// Claims are kept for as long as their handlers run.
func TestWorkKeepsItsClaims(t *testing.T) {
	onShift(t, func(t *testing.T, s *shift) {
		s.took = 10*queue.Lease + time.Second
		s.put(40)
		soft, hard, done := s.run(50)
		defer hard()
		time.Sleep(11 * queue.Lease)
		s.all(40)
		soft()
		<-done
	})
}
