// Package progress says on a terminal how far something is that takes long.
package progress

import (
	"fmt"
	"io"
	"time"
)

// When something takes long, and how often it then says how far it is.
const (
	after = 500 * time.Millisecond
	every = 200 * time.Millisecond
)

// Show writes how on one line again and again, and takes the line away when end is called.
// What is over sooner than that takes to be noticed says nothing.
func Show(w io.Writer, how func() string) (end func()) {
	stop, gone := make(chan struct{}), make(chan struct{})
	began := time.Now()
	go func() {
		defer close(gone)
		t := time.NewTimer(after)
		defer t.Stop()
		shown := false
		for {
			select {
			case <-t.C:
				fmt.Fprintf(w, "\r\x1b[K%s, %s", how(), time.Since(began).Round(time.Second)) // nowhere to report to
				shown = true
				t.Reset(every)
			case <-stop:
				if shown {
					fmt.Fprint(w, "\r\x1b[K")
				}
				return
			}
		}
	}()
	return func() {
		close(stop)
		<-gone
	}
}
