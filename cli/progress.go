package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// When something takes long, and how often it then says how far it is.
const (
	progressAfter = 500 * time.Millisecond
	progressEvery = 200 * time.Millisecond
)

// progress says on a terminal how far something is, until end is called; elsewhere nothing.
func (s std) progress(how func() string) (end func()) {
	if f, ok := s.err.(*os.File); ok {
		if st, err := f.Stat(); err == nil && st.Mode()&os.ModeCharDevice != 0 {
			return show(f, how)
		}
	}
	return func() {}
}

// show writes how on one line again and again, and takes the line away at the end.
func show(w io.Writer, how func() string) (end func()) {
	stop, gone := make(chan struct{}), make(chan struct{})
	began := time.Now()
	go func() {
		defer close(gone)
		t := time.NewTimer(progressAfter)
		defer t.Stop()
		shown := false
		for {
			select {
			case <-t.C:
				fmt.Fprintf(w, "\r\x1b[K%s, %s", how(), time.Since(began).Round(time.Second)) // nowhere to report to
				shown = true
				t.Reset(progressEvery)
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

// written is how large the files are that are made for path: it, and what it is made of, whose
// names begin with it.
func written(path string) func() string {
	return func() string {
		all, _ := filepath.Glob(path + "*") // a bad pattern finds nothing
		size := int64(0)
		for _, f := range all {
			if st, err := os.Stat(f); err == nil {
				size += st.Size()
			}
		}
		return fmt.Sprintf("%.1f MB", float64(size)/1e6)
	}
}
