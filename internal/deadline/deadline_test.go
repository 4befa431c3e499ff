package deadline

import (
	"context"
	"errors"
	"slices"
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
					c := After(parent, time.Second)
					own := c.End
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
					child := context.Context(c)
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
	c := After(short, time.Hour)
	defer c.End()
	if at, ok := c.Deadline(); !ok || time.Until(at) > time.Minute {
		t.Errorf("it ends at %v, after its parent", at)
	}
}

// TestCut: it ends with a cause, whether somebody waits for it or not, and as its parent does.
func TestCut(t *testing.T) {
	cause := errors.New("cause")
	for _, waited := range []string{"before", "after", "never"} {
		synctest.Test(t, func(t *testing.T) {
			parent, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			var c, ended, last Lazy
			for _, x := range []*Lazy{&c, &ended, &last} {
				x.Begin(parent)
				defer x.End()
				if at, ok := x.Deadline(); !ok || time.Until(at) != time.Minute || x.Err() != nil {
					t.Fatalf("it begins with %v, %v, %v", at, ok, x.Err())
				}
				if waited == "before" {
					x.Done()
				}
			}
			c.Cut(cause)
			c.End()
			ended.End()
			ended.Cut(cause)
			if waited == "after" {
				<-c.Done()
				<-ended.Done()
			}
			if !errors.Is(c.Err(), context.Canceled) || context.Cause(&c) != cause {
				t.Errorf("waited for %s: cut with %v, %v", waited, c.Err(), context.Cause(&c))
			}
			if !errors.Is(ended.Err(), context.Canceled) || context.Cause(&ended) != context.Canceled {
				t.Errorf("waited for %s: ended with %v, %v", waited, ended.Err(), context.Cause(&ended))
			}
			time.Sleep(time.Minute)
			synctest.Wait()
			if !errors.Is(last.Err(), context.DeadlineExceeded) {
				t.Errorf("waited for %s: %v after the end of its parent", waited, last.Err())
			}
		})
	}
}

// TestRounds: what stays is done in its time, again where it is added again, and what is gone is not.
func TestRounds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		type done struct {
			what string
			at   time.Duration
		}
		got := make(chan done, 16)
		var r *Rounds[string]
		r = NewRounds(5*time.Second, func(x string) {
			got <- done{x, time.Since(began)}
			if x == "again" && time.Since(began) < 15*time.Second {
				r.Add(x)
			}
		})
		r.Add("gone")
		r.Add("again")
		time.Sleep(2 * time.Second)
		r.Add("once")
		r.Remove("gone")
		time.Sleep(time.Minute)
		r.Add("late")
		time.Sleep(5 * time.Second)
		synctest.Wait()
		close(got)
		var all []done
		for d := range got {
			all = append(all, d)
		}
		want := []done{{"again", 5 * time.Second}, {"once", 7 * time.Second}, {"again", 10 * time.Second}, {"again", 15 * time.Second}, {"late", 67 * time.Second}}
		if !slices.Equal(all, want) {
			t.Errorf("done: %v, want %v", all, want)
		}
	})
}

// TestLazyStays: what it said of its end it says for ever, whatever ends after it.
func TestLazyStays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		parent, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		ended, late := After(parent, time.Hour), After(parent, time.Second)
		ended.End()
		time.Sleep(time.Second)
		if !errors.Is(ended.Err(), context.Canceled) || !errors.Is(late.Err(), context.DeadlineExceeded) {
			t.Fatalf("%v, %v", ended.Err(), late.Err())
		}
		late.End()
		time.Sleep(time.Minute)
		<-ended.Done()
		if !errors.Is(ended.Err(), context.Canceled) || !errors.Is(late.Err(), context.DeadlineExceeded) {
			t.Errorf("later %v, %v", ended.Err(), late.Err())
		}
	})
}
