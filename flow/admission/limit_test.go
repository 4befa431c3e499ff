package admission_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"bridge/adapters"
	"bridge/core/message"
	"bridge/flow/admission"
	"bridge/internal/noerr"
)

// limited is a door with a limit of n turns an hour.
func limited(t *testing.T, n int, test func(t *testing.T, d *door)) {
	t.Helper()
	atDoor(t, func(t *testing.T, d *door) {
		d.limit(n)
		test(t, d)
	})
}

func TestLimitSaysWhichItIs(t *testing.T) {
	limited(t, 1, func(t *testing.T, d *door) {
		d.accept(mail("eve@example.com", "m1", "hello"))
		var le *adapters.LimitError
		_, err := d.svc.Accept(t.Context(), mail("eve@example.com", "m2", "hello"))
		if !errors.As(err, &le) || le.Limit != "limits.turns_per_sender" ||
			le.Text != "too many messages: limits.turns_per_sender allows 1 per 1h0m0s" {
			t.Errorf("err = %+v", err)
		}
		want := "turns unproven email:eve@example.com 1 1h0m0s"
		equal(t, "asked", d.log.asked(), []string{want, want})
	})
}

func TestNoLimit(t *testing.T) {
	limited(t, 0, func(t *testing.T, d *door) {
		for i := range 100 {
			d.accept(mail("eve@example.com", fmt.Sprint("m", i), "hello"))
		}
		if asked := d.log.asked(); len(asked) != 0 {
			t.Errorf("asked %q", asked)
		}
	})
}

// Only what may start a turn costs a token.
func TestLimitCountsTurns(t *testing.T) {
	limited(t, 2, func(t *testing.T, d *door) {
		auto := mail("eve@example.com", "m1", "away")
		auto.Class = message.Auto
		d.accept(auto)
		d.accept(mail("x@evil.test", "m2", "hello"))
		d.accept(mail("dana@example.com", "m3", "yes "+d.code))
		if asked := d.log.asked(); len(asked) != 0 {
			t.Errorf("asked %q", asked)
		}
		first := mail("eve@example.com", "m4", "hello")
		d.accept(first)
		for range 5 {
			d.accept(first)
		}
		d.accept(mail("eve@example.com", "m5", "hello")) // its repetitions took none
		if _, err := d.svc.Accept(t.Context(), mail("eve@example.com", "m6", "hello")); err == nil {
			t.Error("a third turn began")
		}
	})
}

// A copy that comes at the same time starts no turn, and takes no token.
func TestCopiesTakeNoTokens(t *testing.T) {
	limited(t, 50, func(t *testing.T, d *door) {
		in := mail("eve@example.com", "m1", "hello")
		other := admission.New(d.o) // as on another node
		var wg sync.WaitGroup
		for i := range 20 {
			wg.Go(func() {
				svc := d.svc
				if i%2 == 0 {
					svc = other
				}
				noerr.Want(t, noerr.Of(svc.Accept(context.Background(), in)))
			})
		}
		wg.Wait()
		for i := range 49 {
			d.accept(mail("eve@example.com", fmt.Sprint("more", i), "hello"))
		}
		var le *adapters.LimitError
		if _, err := d.svc.Accept(t.Context(), mail("eve@example.com", "over", "hello")); !errors.As(err, &le) {
			t.Errorf("err = %v", err)
		}
	})
}

// What cannot be admitted takes no token: nothing is acknowledged, and it comes again.
func TestLimitOfAStoreThatIsAway(t *testing.T) {
	limited(t, 1, func(t *testing.T, d *door) {
		d.log.refuse.Store(true)
		in := mail("eve@example.com", "m1", "hello")
		var le *adapters.LimitError
		if _, err := d.svc.Accept(t.Context(), in); !errors.Is(err, errBroken) || errors.As(err, &le) {
			t.Errorf("err = %v", err)
		}
		if len(d.inbox()) != 0 {
			t.Error("there is a turn")
		}
		d.log.refuse.Store(false)
		if acc := d.accept(in); acc.Outcome != message.OutcomeTurn || len(d.inbox()) != 1 {
			t.Errorf("accepted %+v", acc)
		}
	})
}
