package deadline

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

type key struct{}

// TestShared: those made at about the same time end together, by their time alone, and no sooner than was said.
func TestShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := NewShared(4 * time.Second)
		parent, cancel := context.WithCancel(context.WithValue(t.Context(), key{}, "value"))
		cancel()
		first := s.Of(parent)
		time.Sleep(time.Second)
		second := s.Of(parent)
		child, done := context.WithCancel(second)
		defer done()
		if first.Err() != nil || second.Value(key{}) != "value" || child.Value(key{}) != "value" {
			t.Fatalf("%v, %v, %v", first.Err(), second.Value(key{}), child.Value(key{}))
		}
		time.Sleep(time.Second / 2)
		third := s.Of(parent)
		time.Sleep(3*time.Second + time.Second/2 - 1)
		synctest.Wait()
		if first.Err() != nil || child.Err() != nil {
			t.Fatal("they end too soon")
		}
		time.Sleep(time.Nanosecond)
		synctest.Wait()
		if !errors.Is(first.Err(), context.DeadlineExceeded) || !errors.Is(child.Err(), context.DeadlineExceeded) || third.Err() != nil {
			t.Errorf("%v, %v, %v", first.Err(), child.Err(), third.Err())
		}
	})
}

// TestLazy: it ends as a context of the standard library does, whether somebody waits for it or not.
func TestLazy(t *testing.T) {
	type end struct {
		name string
		wait time.Duration
		do   func(parent, own context.CancelFunc)
		want error
	}
	nothing := func(context.CancelFunc, context.CancelFunc) {}
	for _, of := range []end{
		{"not yet", time.Second - 1, nothing, nil},
		{"its time", time.Second, nothing, context.DeadlineExceeded},
		{"its own end", 0, func(_, own context.CancelFunc) { own() }, context.Canceled},
		{"the parent's end", 0, func(parent, _ context.CancelFunc) { parent() }, context.Canceled},
	} {
		for _, waited := range []string{"before", "after", "by a child", "never"} {
			t.Run(of.name+"/"+waited, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					parent, cancel := context.WithCancel(context.WithValue(t.Context(), key{}, "value"))
					defer cancel()
					c, own := Lazy(parent, time.Second)
					defer own()
					check := func(c context.Context) {
						t.Helper()
						if !errors.Is(c.Err(), of.want) {
							t.Errorf("error %v, want %v", c.Err(), of.want)
						}
						if c.Value(key{}) != "value" {
							t.Error("the value is lost")
						}
					}
					var done <-chan struct{}
					child := c
					switch waited {
					case "before":
						done = c.Done()
					case "by a child":
						var end context.CancelFunc
						child, end = context.WithCancel(c)
						defer end()
						done = child.Done()
					}
					time.Sleep(of.wait)
					of.do(cancel, own)
					synctest.Wait()
					if waited == "after" {
						done = c.Done()
						synctest.Wait()
					}
					check(c)
					check(child)
					if done == nil {
						return
					}
					select {
					case <-done:
						if of.want == nil {
							t.Error("it is over")
						}
					default:
						if of.want != nil {
							t.Error("it is not over")
						}
					}
				})
			})
		}
	}
	short, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	c, own := Lazy(short, time.Hour)
	defer own()
	if at, ok := c.Deadline(); !ok || time.Until(at) > time.Minute {
		t.Errorf("it ends at %v, after its parent", at)
	}
}
