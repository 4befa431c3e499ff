package events

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"bridge/internal/noerr"
)

func publish(e *Stream, from, to int, typ string) {
	for i := from; i <= to; i++ {
		e.publish(typ, time.Now(), &Facts{Code: fmt.Sprint(i)})
	}
}

// drain returns what waits for a reader.
func drain(r *Reader) (data []string, open bool) {
	for {
		select {
		case x, ok := <-r.C:
			if !ok {
				return data, false
			}
			data = append(data, x.Data.Code)
		default:
			return data, true
		}
	}
}

// TestStreamResumes: who comes back hears what was missed, or that it cannot be known.
func TestStreamResumes(t *testing.T) {
	e := NewStream()
	r, err := e.Follow("", nil, "")
	noerr.Must(t, err)
	publish(e, 1, 3, Settled)
	first := <-r.C
	for name, c := range map[string]struct {
		after  string
		more   int // events before
		missed bool
		want   int
	}{
		"at once":              {r.ID(first), 0, false, 2},
		"the newest":           {e.boot + "-3", 0, false, 0},
		"one to come":          {e.boot + "-4", 0, true, 0},
		"another process":      {"abcdefgh-2", 0, true, 0},
		"no id of ours":        {"x", 0, true, 0},
		"before all":           {e.boot + "-0", 0, false, 3},
		"a number that is not": {e.boot + "--1", 0, true, 0},
	} {
		x, err := e.Follow(c.after, nil, "")
		noerr.Must(t, err)
		got, _ := drain(x)
		if x.Missed != c.missed || len(got) != c.want {
			t.Errorf("%s: missed %v, events %v", name, x.Missed, got)
		}
		x.Close()
	}
	publish(e, 4, 3*keptEvents, Settled)
	if x, _ := e.Follow(r.ID(first), nil, ""); !x.Missed {
		t.Error("what is long gone is not missed")
	}
	x, _ := e.Follow(fmt.Sprintf("%s-%d", e.boot, 2*keptEvents), nil, "")
	if got, _ := drain(x); x.Missed || len(got) != keptEvents || got[0] != fmt.Sprint(2*keptEvents+1) {
		t.Errorf("missed %v, %d events", x.Missed, len(got))
	}
	if len(e.kept) > 2*keptEvents {
		t.Errorf("%d events are kept", len(e.kept))
	}
}

// TestStreamBounds: a reader who does not keep up is cut off, the others go on; there are
// so many and no more; the end of the bridge ends them.
func TestStreamBounds(t *testing.T) {
	e := NewStream()
	slow, _ := e.Follow("", nil, "")
	picky, _ := e.Follow("", []string{"send.*"}, "")
	publish(e, 1, readerBuffer+1, Settled)
	publish(e, 1, 1, SendFailed)
	if got, open := drain(slow); open || len(got) != readerBuffer || !errors.Is(slow.Err(), ErrSlowReader) {
		t.Errorf("%d events, open %v, %v", len(got), open, slow.Err())
	}
	if got, open := drain(picky); !open || len(got) != 1 {
		t.Errorf("%d events, open %v", len(got), open)
	}
	slow.Close() // once more
	var readers []*Reader
	for range maxReaders - 1 {
		r, err := e.Follow("", nil, "")
		noerr.Must(t, err)
		readers = append(readers, r)
	}
	if _, err := e.Follow("", nil, ""); err == nil {
		t.Error("there are too many readers")
	}
	readers[0].Close()
	noerr.Want(t, noerr.Of(e.Follow("", nil, "")))
	e.Close()
	e.Close()
	if _, open := drain(picky); open || !errors.Is(picky.Err(), ErrStreamStopped) {
		t.Errorf("open %v, %v", open, picky.Err())
	}
	if r, err := e.Follow("", nil, ""); err != nil || !errors.Is(r.Err(), ErrStreamStopped) {
		t.Errorf("after the end: %v", err)
	}
}
