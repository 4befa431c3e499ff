package redis

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"bridge/internal/redistest"
)

// TestBus: what a node publishes comes to all that listen, in order, also after the server
// was away; nothing is kept for those who do not.
func TestBus(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t, redistest.Options{})
	open := func() *Store {
		s, err := opened(t.Context(), Options{Addrs: []string{server.Addr()}})
		must(t, err)
		t.Cleanup(func() { _ = s.Close() })
		return s
	}
	a, b := open(), open()
	must(t, a.Publish(t.Context(), "x", []byte("nobody hears")))
	ctx, cancel := context.WithCancel(t.Context())
	got := make(chan string, 1000)
	var all sync.WaitGroup
	for _, s := range []*Store{a, b} {
		all.Go(func() {
			s.Listen(ctx, []string{"x", "y"}, func(topic string, msg []byte) { got <- topic + string(msg) })
		})
	}
	begun := func(word string) { // until both hear one and the same
		for n, heard := 0, 0; heard < 2; n++ {
			w := fmt.Sprint(word, ".", n)
			_ = a.Publish(ctx, "y", []byte(w))
			heard = 0
			for wait := time.After(200 * time.Millisecond); heard < 2 && wait != nil; {
				select {
				case m := <-got:
					if m == "y"+w {
						heard++
					}
				case <-wait:
					wait = nil
				}
			}
		}
	}
	begun("1")
	server.Restart()
	begun("2")
	for i := range 20 {
		must(t, a.Publish(ctx, "x", fmt.Append(nil, i)))
	}
	next := map[string]int{}
	for range 40 {
		var m string
		for m = <-got; m[0] == 'y'; m = <-got {
		}
		next[m]++
	}
	for i := range 20 {
		if next[fmt.Sprint("x", i)] != 2 {
			t.Errorf("%d came %d times", i, next[fmt.Sprint("x", i)])
		}
	}
	cancel()
	all.Wait()
}
