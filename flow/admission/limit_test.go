package admission_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"bridge/adapters"
	"bridge/core/message"
	"bridge/flow/admission"
)

// buckets are the real ones; they show what was asked, and can break.
type buckets struct {
	admission.Buckets
	mu     sync.Mutex
	asked  []string
	broken bool
}

func (b *buckets) note(what, key string, n int, per time.Duration) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.asked = append(b.asked, fmt.Sprint(what, " ", key, " ", n, " ", per))
	if b.broken {
		return errBroken
	}
	return nil
}

func (b *buckets) Take(ctx context.Context, key string, n int, per time.Duration) (bool, time.Duration, error) {
	if err := b.note("take", key, n, per); err != nil {
		return false, 0, err
	}
	return b.Buckets.Take(ctx, key, n, per)
}

func (b *buckets) Return(ctx context.Context, key string, n int, per time.Duration) error {
	if err := b.note("return", key, n, per); err != nil {
		return err
	}
	return b.Buckets.Return(ctx, key, n, per)
}

// limited is a door with a limit of n turns an hour.
func limited(t *testing.T, n int, test func(t *testing.T, d *door, b *buckets)) {
	t.Helper()
	atDoor(t, func(t *testing.T, d *door) {
		b := &buckets{Buckets: d.o.Buckets}
		d.o.Buckets = b
		d.limit(n)
		test(t, d, b)
	})
}

func TestLimitSaysWhichItIs(t *testing.T) {
	limited(t, 1, func(t *testing.T, d *door, b *buckets) {
		d.accept(mail("eve@example.com", "m1", "hello"))
		var le *adapters.LimitError
		_, err := d.svc.Accept(t.Context(), mail("eve@example.com", "m2", "hello"))
		if !errors.As(err, &le) || le.Limit != "limits.turns_per_sender" ||
			le.Text != "too many messages: limits.turns_per_sender allows 1 per 1h0m0s" {
			t.Errorf("err = %+v", err)
		}
		want := "take turns unproven email:eve@example.com 1 1h0m0s"
		equal(t, "asked", b.asked, []string{want, want})
	})
}

func TestNoLimit(t *testing.T) {
	limited(t, 0, func(t *testing.T, d *door, b *buckets) {
		for i := range 100 {
			d.accept(mail("eve@example.com", fmt.Sprint("m", i), "hello"))
		}
		if len(b.asked) != 0 {
			t.Errorf("asked %q", b.asked)
		}
	})
}

// Only what may start a turn costs a token.
func TestLimitCountsTurns(t *testing.T) {
	limited(t, 2, func(t *testing.T, d *door, b *buckets) {
		auto := mail("eve@example.com", "m1", "away")
		auto.Class = message.Auto
		d.accept(auto)
		d.accept(mail("x@evil.test", "m2", "hello"))
		d.accept(mail("dana@example.com", "m3", "yes "+d.code))
		if len(b.asked) != 0 {
			t.Errorf("asked %q", b.asked)
		}
		first := mail("eve@example.com", "m4", "hello")
		d.accept(first)
		for range 5 {
			d.accept(first)
		}
		if len(b.asked) != 1 {
			t.Errorf("a message and its repetitions asked %q", b.asked)
		}
	})
}

// A copy that comes at the same time starts no turn: its token is given back.
func TestTokensOfCopiesAreGivenBack(t *testing.T) {
	limited(t, 50, func(t *testing.T, d *door, b *buckets) {
		in := mail("eve@example.com", "m1", "hello")
		var wg sync.WaitGroup
		for range 20 {
			wg.Go(func() {
				if _, err := d.svc.Accept(context.Background(), in); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		b.mu.Lock()
		taken := 0
		for _, a := range b.asked {
			if a == "take turns unproven email:eve@example.com 50 1h0m0s" {
				taken++
			}
		}
		if returned := len(b.asked) - taken; taken-returned != 1 {
			t.Errorf("%d tokens were taken and %d given back, want one more", taken, returned)
		}
		b.mu.Unlock()
		for i := range 49 {
			d.accept(mail("eve@example.com", fmt.Sprint("more", i), "hello"))
		}
		var le *adapters.LimitError
		if _, err := d.svc.Accept(t.Context(), mail("eve@example.com", "over", "hello")); !errors.As(err, &le) {
			t.Errorf("err = %v", err)
		}
	})
}

// A limit that cannot be asked is trouble of ours: nothing is acknowledged.
func TestLimitOfAStoreThatIsAway(t *testing.T) {
	limited(t, 5, func(t *testing.T, d *door, b *buckets) {
		b.broken = true
		in := mail("eve@example.com", "m1", "hello")
		var le *adapters.LimitError
		if _, err := d.svc.Accept(t.Context(), in); !errors.Is(err, errBroken) || errors.As(err, &le) {
			t.Errorf("err = %v", err)
		}
		if len(d.inbox()) != 0 {
			t.Error("there is a turn")
		}
		b.broken = false
		if acc := d.accept(in); acc.Outcome != message.OutcomeTurn || len(d.inbox()) != 1 {
			t.Errorf("accepted %+v", acc)
		}
		// A token that cannot be given back is lost for a while, and nothing else.
		d.log.refuse.Store(true)
		b.mu.Lock()
		b.asked = nil
		b.mu.Unlock()
		if _, err := d.svc.Accept(t.Context(), mail("eve@example.com", "m2", "hello")); !errors.Is(err, errBroken) {
			t.Errorf("err = %v", err)
		}
		if !slices.Contains(b.asked, "return turns unproven email:eve@example.com 5 1h0m0s") {
			t.Errorf("asked %q", b.asked)
		}
	})
}
