package turns

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"bridge/agents"
)

func TestJudged(t *testing.T) {
	for _, c := range []struct {
		code  string
		retry bool
		down  bool
		heard bool
		want  verdict
	}{
		{code: "http_500", down: true, want: broken},
		{code: "http_503", down: true, retry: true, want: broken},
		{code: "http_429", retry: true, want: broken},
		{code: "connect", retry: true, want: broken},
		{code: "cut", retry: true, want: broken},
		{code: "cut", retry: true, heard: true, want: broken},
		{code: "timeout", want: broken},
		{code: "timeout", heard: true, want: refused}, // it is alive, and this one takes too long
		{code: "timeout", retry: true, heard: true, want: refused},
		{code: "exit_137", down: true, heard: true, want: broken},
		{code: "http_422", want: refused},
		{code: "redirect", want: refused},
		{code: "bad_json", heard: true, want: refused},
		{code: "bad_answer", heard: true, want: refused},
		{code: "bad_encoding", want: refused},
		{code: "too_large", heard: true, want: refused},
		{code: "request", want: refused},
		{code: "panic", want: refused},
		{code: "agent_error", want: refused},
	} {
		if got := judged(&agents.Error{Code: c.code, Retry: c.retry, Down: c.down, Err: errors.New("x")}, c.heard); got != c.want {
			t.Errorf("%+v: verdict %d", c, got)
		}
	}
}

// bench is a breaker with a clock of its own.
type bench struct {
	*breaker
	now time.Time
	n   int
}

func newBench() *bench {
	b := &bench{now: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)}
	b.breaker = newBreaker("a", time.Minute, func() time.Time { return b.now })
	return b
}

// call is one call for an item; "" is a new one.
func (b *bench) call(id string, v verdict) (held bool, n change) {
	if id == "" {
		b.n++
		id = fmt.Sprint("n", b.n)
	}
	x := itemKey{lane: id}
	if !b.enter(x) {
		return true, change{}
	}
	s := Step{Failure: "http_500", Detail: "words", Attempts: 1, History: []Try{{}}}
	if held, n = b.leave(x, b.now, v, &s); held {
		b.hold(x)
	}
	return held, n
}

func (b *bench) open() (n change) {
	for range finals {
		_, n = b.call("", broken)
	}
	return n
}

// An agent that comes and goes is told of once, and again if it stays away.
func TestOpeningsThatFollowEachOther(t *testing.T) {
	b := newBench()
	if n := b.open(); !n.opened || n.key == "" {
		t.Fatalf("the first opening: %+v", n)
	}
	b.now = b.now.Add(2 * time.Second)
	if _, n := b.call("", answered); !n.closed || n.key == "" {
		t.Fatalf("the first closing: %+v", n)
	}
	for i := range 3 {
		b.now = b.now.Add(time.Minute)
		if n := b.open(); !n.opened || n.key != "" {
			t.Errorf("opening %d: %+v", i, n)
		}
		b.now = b.now.Add(2 * time.Second)
		if _, n := b.call("", answered); !n.closed || n.key != "" {
			t.Errorf("closing %d: %+v", i, n)
		}
	}
	b.now = b.now.Add(time.Minute)
	b.open()
	told := 0
	for range 10 {
		b.now = b.now.Add(40 * time.Second)
		if _, n := b.call("", broken); n.key != "" {
			told++
		}
	}
	if told != 1 {
		t.Errorf("an opening that lasts is told %d times", told)
	}
	b.now = b.now.Add(40 * time.Second)
	if _, n := b.call("", answered); n.key == "" {
		t.Error("its end is not told")
	}
	b.now = b.now.Add(calm)
	if n := b.open(); n.key == "" {
		t.Error("after a calm the opening is not told")
	}
}

// An answer to a call that was begun before the breaker opened is no probe, but
// the time for one.
func TestAnswerFromBeforeTheOpening(t *testing.T) {
	b := newBench()
	early := itemKey{lane: "early"}
	b.enter(early)
	b.open()
	b.now = b.now.Add(100 * time.Millisecond)
	if held, _ := b.call("x", broken); !held || b.row != finals {
		t.Fatalf("it is called while the breaker is open: row %d", b.row)
	}
	b.leave(early, b.now, answered, &Step{})
	if s := b.state(); s.State != "open" {
		t.Errorf("state %+v", s)
	}
	if _, n := b.call("x", answered); !n.closed {
		t.Errorf("%+v: it was not tried at once", n)
	}
}

// An answer to a call from before the opening, while a probe is out, leaves the
// probe to its end.
func TestAnswerDuringAProbe(t *testing.T) {
	b := newBench()
	early, probe := itemKey{lane: "early"}, itemKey{lane: "probe"}
	b.enter(early)
	b.open()
	b.now = b.now.Add(2 * firstProbe)
	if !b.enter(probe) {
		t.Fatal("no probe")
	}
	b.leave(early, b.now, answered, &Step{})
	if _, n := b.leave(probe, b.now, answered, &Step{}); !n.closed || b.state().State != "closed" {
		t.Errorf("the probe was answered: %+v", b.state())
	}
}

// Items that another node has finished are forgotten.
func TestForgottenItems(t *testing.T) {
	b := newBench()
	b.open()
	if s := b.state(); s.Held != finals {
		t.Fatalf("state %+v", s)
	}
	b.now = b.now.Add(10 * time.Minute)
	b.call("last", broken)
	if s := b.state(); s.Held != 1 {
		t.Errorf("state %+v", s)
	}
}

// What is cut off by us says nothing, and leaves the place of the probe.
func TestProbeThatIsCutOff(t *testing.T) {
	b := newBench()
	b.open()
	b.now = b.now.Add(2 * time.Second)
	x, y := itemKey{lane: "x"}, itemKey{lane: "y"}
	if !b.enter(x) || b.enter(y) {
		t.Fatal("want one probe")
	}
	if s := b.state(); s.State != "probing" {
		t.Errorf("state %+v", s)
	}
	b.leave(x, b.now, nothing, nil)
	if !b.enter(y) {
		t.Error("there is no other probe")
	}
}

// However many wait, only so many come again a second.
func TestPace(t *testing.T) {
	var p pace
	now := time.Now()
	for range 100 {
		if d := p.at(now, holdWait).Sub(now); d < holdWait*8/10 || d > holdWait*12/10+100*perItem {
			t.Fatalf("wait %v", d)
		}
	}
	p = pace{}
	perSecond := map[int]int{}
	for range 60_000 {
		perSecond[int(p.at(now, holdWait).Sub(now)/time.Second)]++
	}
	for s, n := range perSecond {
		if n > 700 {
			t.Errorf("%d come in second %d", n, s)
		}
	}
}
