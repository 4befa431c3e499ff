package live

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"bridge/adapters"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/internal/noerr"
)

const trn = message.TurnID("trn_1")

// book is the store: what is recorded of one turn.
type book struct {
	mu   sync.Mutex
	rec  Recorded
	fail error
}

func (b *book) Recorded(context.Context, message.TurnID) (Recorded, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return Recorded{Steps: slices.Clone(b.rec.Steps), State: b.rec.State, Settled: b.rec.Settled, Envelope: b.rec.Envelope}, b.fail
}

// record adds a step, as it was said.
func (b *book) record(state envelope.State, parts ...envelope.Part) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.rec.Steps = append(b.rec.Steps, parts)
	b.rec.State, b.rec.Settled, b.rec.Envelope = state, state != envelope.Suspended, []byte(`{"role":"agent"}`)
}

func registry(t testing.TB) *envelope.Registry {
	t.Helper()
	r, err := envelope.NewRegistry()
	noerr.Must(t, err)
	return r
}

func newHub(t testing.TB, b Records, bus adapters.Bus, node string) *Hub {
	t.Helper()
	h := New(Options{Records: b, Registry: registry(t), Now: time.Now, Bus: bus, Node: node, Log: slog.New(slog.DiscardHandler)})
	t.Cleanup(h.Close)
	return h
}

func text(s string) envelope.Part { return envelope.TextPart(envelope.Response, s) }

func delta(s string) envelope.Part {
	p := text(s)
	p.Metadata = map[string]json.RawMessage{"append": json.RawMessage("true")}
	return p
}

// client is a watcher that does what the events say.
type client struct {
	events []adapters.TurnEvent
	last   int64
	over   bool
}

func (c *client) take(e adapters.TurnEvent) {
	c.last = e.Seq
	switch e.Type {
	case adapters.EventReset:
		var to struct{ To int64 }
		if json.Unmarshal(e.Data, &to) != nil || to.To != e.Seq {
			panic("a reset without its number")
		}
		c.events = slices.DeleteFunc(c.events, func(x adapters.TurnEvent) bool { return x.Seq > to.To })
		return
	case adapters.EventSettled:
		c.over = true
	}
	c.events = append(c.events, e)
}

// shown is what the client shows: the words, and other events in brackets.
func (c *client) shown() string {
	var b strings.Builder
	for _, e := range c.events {
		if e.Type == string(envelope.Response) {
			var p envelope.Part
			if json.Unmarshal(e.Data, &p) != nil || p.Text != e.Part.Text {
				b.WriteString("!")
			}
			b.WriteString(p.Text)
			continue
		}
		b.WriteString("[" + e.Type + "]")
	}
	return b.String()
}

// watch follows from the client's last event until n events came (0: to the end).
func (c *client) watch(ctx context.Context, h *Hub, n int) error {
	for e, err := range h.Follow(ctx, trn, adapters.Watch{After: c.last, Transport: "sse"}) {
		if err != nil {
			return err
		}
		c.take(e)
		if n--; n == 0 {
			return nil
		}
	}
	return nil
}

// kept is how many taps a hub has, and their bytes.
func kept(h *Hub) (taps int, bytes int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.taps), h.bytes.Load()
}

// TestWatch tells a turn of two steps to those who watch from the beginning, come late, and
// come when all is over.
func TestWatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &book{}
		h := newHub(t, b, nil, "")
		var early, late client
		var all sync.WaitGroup
		all.Go(func() { _ = early.watch(t.Context(), h, 0) })
		synctest.Wait()
		run := h.Begin(trn, time.Now(), 0)
		secret, _ := envelope.DataPart(envelope.SetState, map[string]string{"a.b": "c"})
		run.Say([]envelope.Part{envelope.TextPart(envelope.Ack, "ok"), secret, envelope.TextPart(envelope.ReasoningTrace, "hm")})
		run.Say([]envelope.Part{text("Hel"), delta("lo"), delta(", ")})
		synctest.Wait()
		if got := early.shown(); got != "[ack]Hello, " {
			t.Errorf("as it comes: %q", got)
		}
		all.Go(func() { _ = late.watch(t.Context(), h, 0) })
		synctest.Wait()
		if got := late.shown(); got != "[ack]Hello, " {
			t.Errorf("everything so far: %q", got)
		}
		run.Say([]envelope.Part{delta("Eve.")})
		asks, _ := envelope.DataPart(envelope.ApprovalRequest, map[string]string{"approvalId": "x"})
		file := envelope.Part{Kind: envelope.KindURL, URL: "https://x/y", Type: envelope.Artifact}
		run.Say([]envelope.Part{asks, file}) // not before they are asked, and stored
		b.record(envelope.Suspended, text("Hello, Eve."), file, asks)
		run.End(true)
		synctest.Wait()
		second := h.Begin(trn, time.Now(), 1)
		second.Say([]envelope.Part{text(" Done.")})
		b.record(envelope.Complete, text(" Done."))
		second.End(true)
		all.Wait()
		const want = "[ack]Hello, Eve.[artifact][approval-request][suspended] Done.[settled]"
		for name, c := range map[string]*client{"early": &early, "late": &late} {
			if got := c.shown(); got != want {
				t.Errorf("%s: %q", name, got)
			}
		}
		for _, e := range early.events { // from everywhere, nothing is lost and nothing comes twice
			back := client{last: e.Seq}
			i := slices.IndexFunc(early.events, func(x adapters.TurnEvent) bool { return x.Seq == e.Seq })
			back.events = slices.Clone(early.events[:i+1])
			if e.Type == adapters.EventSettled {
				back.events = back.events[:i]
			}
			err := back.watch(t.Context(), h, 0)
			got := strings.NewReplacer("[ack]", "", "[suspended]", "").Replace(back.shown()) // what was for the moment
			if err != nil || got != "Hello, Eve.[artifact][approval-request] Done.[settled]" {
				t.Errorf("behind %d %s: %q, %v", e.Seq, e.Type, back.shown(), err)
			}
		}
		var last client
		if err := last.watch(t.Context(), newHub(t, b, nil, ""), 0); err != nil || last.shown() != "Hello, Eve.[artifact][approval-request] Done.[settled]" {
			t.Errorf("what is recorded: %q, %v", last.shown(), err)
		}
		synctest.Wait()
		if n, _ := kept(h); n == 0 {
			t.Error("a run that was watched is gone at once")
		}
		time.Sleep(2 * linger)
		synctest.Wait()
		if taps, n := kept(h); taps != 0 || n != 0 || h.Watchers() != 0 {
			t.Errorf("%d taps, %d bytes, %d watchers are left", taps, n, h.Watchers())
		}
	})
}

// TestTakenBack: what a failed attempt said is taken back, also from those who had gone.
func TestTakenBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &book{}
		h := newHub(t, b, nil, "")
		var here, gone, lateGone client
		var all sync.WaitGroup
		all.Go(func() { _ = here.watch(t.Context(), h, 0) })
		all.Go(func() { _ = gone.watch(t.Context(), h, 1) })
		all.Go(func() { _ = lateGone.watch(t.Context(), h, 2) })
		run := h.Begin(trn, time.Now(), 0)
		run.Say([]envelope.Part{text("wrong")})
		synctest.Wait()
		run.Say([]envelope.Part{delta(" words")})
		synctest.Wait()
		run.Again()
		synctest.Wait()
		if here.shown() != "" || gone.shown() != "wrong" || lateGone.shown() != "wrong words" {
			t.Errorf("shown: %q, %q, %q", here.shown(), gone.shown(), lateGone.shown())
		}
		run.Say([]envelope.Part{text("right")})
		b.record(envelope.Complete, text("right"))
		run.End(true)
		all.Wait()
		for name, c := range map[string]*client{"here": &here, "gone": &gone, "gone later": &lateGone} {
			noerr.Want(t, c.watch(t.Context(), h, 0))
			c.events = slices.CompactFunc(c.events, func(a, b adapters.TurnEvent) bool { return a.Seq == b.Seq }) // settled, once more
			if c.shown() != "right[settled]" {
				t.Errorf("%s: %q", name, c.shown())
			}
		}
		// A step that failed for good: what it said is taken back, what is recorded comes.
		b.rec = Recorded{}
		h = newHub(t, b, nil, "")
		var c client
		all.Go(func() { _ = c.watch(t.Context(), h, 0) })
		run = h.Begin(trn, time.Now(), 0)
		run.Say([]envelope.Part{text("half")})
		synctest.Wait()
		b.record(envelope.Failed, envelope.TextPart(envelope.ErrorPart, "sorry"))
		run.End(false)
		all.Wait()
		if c.shown() != "[error][settled]" {
			t.Errorf("failed: %q", c.shown())
		}
	})
}

// TestNumbersOfOthers: no number that a caller makes up gives anything but the whole stream.
func TestNumbersOfOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &book{}
		b.record(envelope.Suspended, text("one"), text("two"))
		b.record(envelope.Complete, text("three"))
		h := newHub(t, b, nil, "")
		for _, n := range []int64{-1, 1 << 62, liveFrom + 5, heldFrom - 1, 3*span + 1, 7 * span, span + liveFrom + 7} {
			c := client{last: n, events: []adapters.TurnEvent{{Seq: max(n, 1), Type: "?"}}}
			if n >= span && n < 2*span {
				c.events = []adapters.TurnEvent{{Seq: 1, Type: "response", Part: text("one"), Data: []byte(`{"text":"one","metadata":{"partType":"response"}}`)}, {Seq: 2, Type: "response", Part: text("two"), Data: []byte(`{"text":"two","metadata":{"partType":"response"}}`)}, c.events[0]}
			}
			if n < 0 {
				c.events = nil
			}
			if err := c.watch(t.Context(), h, 0); err != nil || c.shown() != "onetwothree[settled]" {
				t.Errorf("%d: %q, %v", n, c.shown(), err)
			}
		}
		b.fail = errors.New("down")
		h = newHub(t, b, nil, "")
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		var c client
		go func() { time.Sleep(5 * time.Second); b.mu.Lock(); b.fail = nil; b.mu.Unlock() }()
		if err := c.watch(ctx, h, 0); err != nil || c.shown() != "onetwothree[settled]" {
			t.Errorf("a store that comes back: %q, %v", c.shown(), err)
		}
	})
}

// TestSlowReader: one who does not read stalls nobody, and gets everything when it comes
// back; a text is joined meanwhile, and an answer without end is cut at its beginning.
func TestSlowReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &book{}
		h := newHub(t, b, nil, "")
		run := h.Begin(trn, time.Now(), 0)
		hold := make(chan struct{})
		var slow, quick client
		var all sync.WaitGroup
		all.Go(func() {
			for e := range h.Follow(t.Context(), trn, adapters.Watch{Transport: "sse"}) {
				slow.take(e)
				<-hold
			}
		})
		all.Go(func() { _ = quick.watch(t.Context(), h, 0) })
		var want strings.Builder
		for i := range 3 * maxEvents {
			s := fmt.Sprintf("w%d ", i)
			want.WriteString(s)
			run.Say([]envelope.Part{delta(s)})
			if i%50 == 0 {
				synctest.Wait()
			}
		}
		close(hold)
		b.record(envelope.Complete, text(want.String()))
		run.End(true)
		all.Wait()
		want.WriteString("[settled]")
		if slow.shown() != want.String() || quick.shown() != want.String() {
			t.Errorf("slow has %d, quick %d of %d bytes", len(slow.shown()), len(quick.shown()), want.Len())
		}
		if n := len(h.taps[trn].events); n > maxEvents {
			t.Errorf("%d events", n)
		}

		b.rec = Recorded{}
		h = newHub(t, b, nil, "")
		run = h.Begin(trn, time.Now(), 0)
		big := strings.Repeat("x", 1<<20)
		for range 40 {
			run.Say([]envelope.Part{text(big)})
		}
		if n := h.bytes.Load(); n > maxBytes+1<<20 || n < 1<<20 {
			t.Errorf("%d bytes are kept", n)
		}
		var c client
		all.Go(func() { _ = c.watch(t.Context(), h, 0) })
		synctest.Wait()
		b.record(envelope.Complete, text("all"))
		run.End(true)
		all.Wait()
		if got := c.shown(); !strings.HasPrefix(got, "[gap]xxx") || !strings.HasSuffix(got, "xxx[settled]") {
			t.Errorf("%.20q", got)
		}
	})
}

// wire is a bus that loses some of what it carries.
type wire struct {
	mu    sync.Mutex
	ears  map[string][]func(string, []byte)
	lose  func() bool
	count int
}

func (w *wire) Publish(_ context.Context, topic string, msg []byte) error {
	w.mu.Lock()
	ears, lost := slices.Clone(w.ears[topic]), w.lose != nil && w.lose()
	w.count++
	w.mu.Unlock()
	if !lost {
		for _, f := range ears {
			f(topic, msg)
		}
	}
	return nil
}

func (w *wire) Listen(ctx context.Context, topics []string, f func(string, []byte)) {
	got := make(chan [2]string, 10_000)
	w.mu.Lock()
	for _, t := range topics {
		w.ears[t] = append(w.ears[t], func(topic string, msg []byte) { got <- [2]string{topic, string(msg)} })
	}
	w.mu.Unlock()
	for {
		select {
		case m := <-got:
			f(m[0], []byte(m[1]))
		case <-ctx.Done():
			return
		}
	}
}

// TestWatchBeforeRun: one who watches while the node still starts, as after a crash, is not
// forgotten: the end of a turn on another node comes.
func TestWatchBeforeRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &wire{ears: map[string][]func(string, []byte){}}
		b := &book{}
		h := newHub(t, b, w, "0")
		ctx, cancel := context.WithCancel(t.Context())
		watching, stop := context.WithTimeout(ctx, time.Minute)
		defer stop()
		var c client
		var all, running sync.WaitGroup
		all.Go(func() { _ = c.watch(watching, h, 0) })
		synctest.Wait()
		running.Go(func() { _ = h.Run(ctx, ctx) })
		time.Sleep(5 * time.Second)
		b.record(envelope.Complete, text("right"))
		all.Wait()
		if c.shown() != "right[settled]" {
			t.Errorf("it shows %q", c.shown())
		}
		cancel()
		running.Wait()
	})
}

// TestNodes: a turn whose steps and attempts run on any of three nodes, one of which dies, is
// the same to watchers on all nodes that come and go; and the bus loses every fifth message.
func TestNodes(t *testing.T) {
	for seed := range uint64(8) {
		synctest.Test(t, func(t *testing.T) { nodes(t, seed) })
	}
}

func nodes(t *testing.T, seed uint64) {
	random := rand.New(rand.NewPCG(seed, 1))
	lossy := rand.New(rand.NewPCG(seed, 2))
	w := &wire{ears: map[string][]func(string, []byte){}, lose: func() bool { return lossy.IntN(5) == 0 }}
	b := &book{}
	ctx, cancel := context.WithCancel(t.Context())
	var hubs []*Hub
	var running, all sync.WaitGroup
	for i := range 3 {
		h := newHub(t, b, w, fmt.Sprint(i))
		hubs = append(hubs, h)
		running.Go(func() { _ = h.Run(ctx, ctx) })
	}
	clients := make([]client, 12)
	for i := range clients {
		r := rand.New(rand.NewPCG(seed, uint64(100+i)))
		all.Go(func() {
			c := &clients[i]
			for !c.over {
				time.Sleep(time.Duration(r.IntN(3000)) * time.Millisecond)
				watching, stop := context.WithTimeout(ctx, time.Duration(r.IntN(20_000))*time.Millisecond)
				_ = c.watch(watching, hubs[r.IntN(3)], r.IntN(30))
				stop()
			}
		})
	}
	made, want := time.Now(), ""
	const steps = 3
	for step := range steps {
		for attempt := range 3 {
			h := hubs[random.IntN(3)]
			run, said := h.Begin(trn, made, step), ""
			for i := range random.IntN(60) {
				s := fmt.Sprintf("%d.%d.%d ", step, attempt, i)
				said += s
				run.Say([]envelope.Part{delta(s)})
				time.Sleep(time.Duration(random.IntN(200)) * time.Millisecond)
				if random.IntN(100) == 0 {
					run.Again()
					said = ""
				}
			}
			if attempt < 2 {
				run.End(false) // it dies
				time.Sleep(15 * time.Second)
				continue
			}
			want += said
			state := envelope.Suspended
			if step == steps-1 {
				state = envelope.Complete
			}
			b.record(state, text(said))
			run.End(true)
			time.Sleep(time.Duration(random.IntN(8)) * time.Second)
		}
	}
	all.Wait()
	for i := range clients {
		got := strings.ReplaceAll(clients[i].shown(), "[suspended]", "")
		if got != want+"[settled]" {
			t.Errorf("seed %d, client %d: %q, want %q", seed, i, got, want)
			for _, e := range clients[i].events {
				t.Log(e.Seq, string(e.Data))
			}
		}
	}
	cancel()
	running.Wait()
}

// TestNobodyWatches: nothing is published, and nothing is kept.
func TestNobodyWatches(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &wire{ears: map[string][]func(string, []byte){}}
		b := &book{}
		h := newHub(t, b, w, "a")
		ctx, cancel := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() { _ = h.Run(ctx, ctx) })
		run := h.Begin(trn, time.Now(), 0)
		for range 10_000 {
			run.Say([]envelope.Part{delta("word ")})
		}
		if n := len(h.taps[trn].events); n != 1 {
			t.Errorf("%d events", n)
		}
		time.Sleep(time.Minute)
		run.End(true)
		if taps, n := kept(h); taps != 0 || n != 0 || w.count != 0 {
			t.Errorf("%d taps, %d bytes, %d messages", taps, n, w.count)
		}
		cancel()
		running.Wait()
	})
}

// TestCrowd: a thousand watchers of a hundred turns have room in 100 MB with all their words.
func TestCrowd(t *testing.T) {
	b := &book{}
	h := newHub(t, b, nil, "")
	memory := func() int64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapInuse + m.StackInuse)
	}
	before := memory()
	var all sync.WaitGroup
	var runs []Run
	for i := range 100 {
		id := message.TurnID(fmt.Sprint(i))
		runs = append(runs, h.Begin(id, time.Now(), 0))
		for range 10 {
			all.Go(func() {
				for range h.Follow(t.Context(), id, adapters.Watch{Transport: "sse"}) {
				}
			})
		}
	}
	for range 200 {
		for _, r := range runs {
			r.Say([]envelope.Part{delta("a word or two, and three or four more ")})
		}
		runtime.Gosched()
	}
	for end := time.Now().Add(time.Minute); h.Watchers() < 1000 && time.Now().Before(end); {
		runtime.Gosched()
	}
	used := memory() - before
	t.Logf("%d watchers, %.1f MB", h.Watchers(), float64(used)/1e6)
	if used > 60e6 {
		t.Errorf("%d bytes", used)
	}
	h.Close()
	all.Wait()
}

// TestWhoGetsWhat: what comes live goes by the rules of its type, as what is recorded does.
func TestWhoGetsWhat(t *testing.T) {
	r, err := envelope.NewRegistry(
		envelope.Registration{Type: "acme.board", AllowedTransports: []string{"sse"}},
		envelope.Registration{Type: "acme.map", RequiresPeerConsumes: true},
		envelope.Registration{Type: "acme.end", Streaming: envelope.RuleSettle},
		envelope.Registration{Type: "acme.never", Streaming: envelope.RuleDrop},
	)
	noerr.Must(t, err)
	all := []envelope.Type{envelope.Thinking, "acme.board", "acme.map", "acme.end", "acme.never", envelope.ReasoningTrace, envelope.SetState, envelope.LLMContext, envelope.Response}
	for name, c := range map[string]struct {
		w    adapters.Watch
		want string
	}{
		"a page":                      {adapters.Watch{Transport: "sse"}, "thinking acme.board acme.map response acme.end"},
		"frames":                      {adapters.Watch{Transport: "websocket"}, "thinking acme.map response acme.end"},
		"an agent that asks for less": {adapters.Watch{Transport: "a2a", Peer: true}, "thinking response acme.end setState"},
		"an agent that asks":          {adapters.Watch{Transport: "a2a", Peer: true, Consumes: []envelope.Type{"acme.map", envelope.LLMContext}}, "thinking acme.map response acme.end setState llm-context"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := &book{}
				h := newHub(t, b, nil, "")
				h.o.Registry = r
				var got []string
				over := make(chan struct{})
				go func() {
					defer close(over)
					for e := range h.Follow(t.Context(), trn, c.w) {
						if e.Type != adapters.EventSettled {
							got = append(got, e.Type)
						}
					}
				}()
				synctest.Wait()
				run := h.Begin(trn, time.Now(), 0)
				var said []envelope.Part
				for _, typ := range all {
					said = append(said, envelope.TextPart(typ, "x"))
				}
				run.Say(said)
				synctest.Wait()
				if live := strings.Join(got, " "); strings.Contains(live, "acme.end") || !strings.HasSuffix(live, "response") {
					t.Errorf("live it gets %q", live)
				}
				b.record(envelope.Complete, said...)
				run.End(true)
				h.Moved(trn)
				<-over
				want := strings.Fields(c.want)
				slices.Sort(want)
				slices.Sort(got)
				if !slices.Equal(got, want) {
					t.Errorf("it gets %q, want %q", got, want)
				}
			})
		})
	}
}

// TestManyOfOneTurn: so many watch one turn, and no more; one that leaves makes room.
func TestManyOfOneTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHub(t, &book{}, nil, "")
		one, leave := context.WithCancel(t.Context())
		var all sync.WaitGroup
		for i := range maxOfTurn {
			ctx := t.Context()
			if i == 0 {
				ctx = one
			}
			all.Go(func() { _ = (&client{}).watch(ctx, h, 0) })
		}
		synctest.Wait()
		if err := (&client{}).watch(t.Context(), h, 0); !errors.Is(err, ErrReaders) {
			t.Errorf("one more: %v", err)
		}
		leave()
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := (&client{}).watch(ctx, h, 0); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("after one has left: %v", err)
		}
		h.Close()
		all.Wait()
	})
}

// TestComesBackToANode: who comes back with a number that nobody was given here goes on
// behind it: what follows does not join what they had.
func TestComesBackToANode(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHub(t, &book{}, nil, "")
		run := h.Begin(trn, time.Now(), 0)
		run.Say([]envelope.Part{text("One ")})
		c := &client{last: h.tap(trn).last}
		over := make(chan struct{})
		go func() {
			defer close(over)
			_ = c.watch(t.Context(), h, 1)
		}()
		synctest.Wait()
		run.Say([]envelope.Part{delta("two")})
		<-over
		if c.shown() != "two" {
			t.Errorf("it shows %q", c.shown())
		}
	})
}
