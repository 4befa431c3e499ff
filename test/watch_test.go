package test

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"bridge/internal/redistest"
)

// speaker is an agent that says one word after the other, each when it is told to.
type speaker struct {
	*stubAgent
	words chan string // "" ends the answer
	busy  atomic.Int32
}

func newSpeaker(t *testing.T) *speaker {
	t.Helper()
	s := &speaker{words: make(chan string, 1000)}
	s.stubAgent = newAgent(t, func(w http.ResponseWriter, r *http.Request, _ call) {
		s.busy.Add(1)
		defer s.busy.Add(-1)
		w.Header().Set("Content-Type", "application/x-ndjson")
		out := json.NewEncoder(w)
		flush := http.NewResponseController(w)
		for {
			select {
			case <-r.Context().Done():
				return
			case word := <-s.words:
				if word == "" {
					_ = out.Encode(map[string]any{"parts": []any{}, "conversationState": "complete"})
					return
				}
				word = strings.ReplaceAll(word, "NOW", strconv.FormatInt(time.Now().UnixNano(), 10))
				_ = out.Encode(map[string]any{"parts": []any{map[string]any{"text": word, "metadata": map[string]any{"partType": "response", "append": true}}}})
				_ = flush.Flush()
			}
		}
	})
	return s
}

func (s *speaker) say(words ...string) {
	for _, w := range words {
		s.words <- w
	}
}

// viewer watches a turn by its stream, and does what the events say.
type viewer struct {
	*watched
	url    string
	last   string
	events []viewed
	over   bool
	resets int
	took   []time.Duration // of words that say when they were said
	closed websocket.StatusCode
}

type viewed struct {
	seq       int64
	typ, text string
}

func newViewer(url string) *viewer { return &viewer{watched: newWatched(), url: url} }

// view reads the stream until it is cut or the turn is settled.
func (v *viewer) view(ctx context.Context) {
	var url, last string // of the node that it watches now
	v.do(func() { url, last = v.url, v.last })
	if strings.HasPrefix(url, "ws:") {
		v.frames(ctx, url+"&after="+last)
		return
	}
	r, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return
	}
	r.Header.Set("Accept", "text/event-stream")
	r.Header.Set("Last-Event-ID", last)
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return
	}
	defer resp.Body.Close()
	var e viewed
	id := ""
	lines := bufio.NewScanner(resp.Body)
	lines.Buffer(nil, 8<<20) // texts that come at once are one event
	for lines.Scan() {
		key, value, _ := strings.Cut(lines.Text(), ": ")
		switch key {
		case "id":
			id = value
			e.seq, _ = strconv.ParseInt(value, 10, 64)
		case "event":
			e.typ = value
		case "data":
			var p part
			_ = json.Unmarshal([]byte(value), &p)
			e.text = p.Text
		case "":
			if e.typ != "" {
				v.take(id, e)
			}
			e = viewed{}
		}
	}
}

// frames is view by a WebSocket.
func (v *viewer) frames(ctx context.Context, url string) {
	conn, _, err := websocket.Dial(ctx, url, nil)
	if err != nil {
		return
	}
	defer conn.CloseNow()
	conn.SetReadLimit(8 << 20)
	for {
		_, b, err := conn.Read(ctx)
		if err != nil {
			v.do(func() { v.closed = websocket.CloseStatus(err) })
			return
		}
		var f struct {
			ID, Event string
			Data      part
		}
		if json.Unmarshal(b, &f) != nil {
			return
		}
		e := viewed{typ: f.Event, text: f.Data.Text}
		e.seq, _ = strconv.ParseInt(f.ID, 10, 64)
		v.take(f.ID, e)
	}
}

// framed is a stream's URL for a WebSocket.
func framed(url string) string { return "ws" + strings.TrimPrefix(url, "http") }

func (v *viewer) take(id string, e viewed) {
	now := time.Now().UnixNano()
	v.do(func() {
		v.last = id
		switch e.typ {
		case "reset":
			v.resets++
			v.events = slices.DeleteFunc(v.events, func(x viewed) bool { return x.seq > e.seq })
			return
		case "settled":
			v.over = true
		}
		for _, word := range strings.Fields(e.text) { // words that come at once are joined
			if at, err := strconv.ParseInt(word, 10, 64); err == nil {
				v.took = append(v.took, time.Duration(now-at))
			}
		}
		v.events = append(v.events, e)
	})
}

// watch views until the turn is settled, and comes back whenever the stream ends.
func (v *viewer) watch(ctx context.Context) {
	for ctx.Err() == nil {
		v.view(ctx)
		over := false
		v.do(func() { over = v.over })
		if over {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func (v *viewer) shown() string {
	var b strings.Builder
	for _, e := range v.events {
		b.WriteString(e.text)
	}
	return b.String()
}

// mustShow waits until exactly the text is shown.
func (v *viewer) mustShow(t *testing.T, want string) {
	t.Helper()
	if !v.until(takeover, func() bool { return v.shown() == want }) {
		v.do(func() { t.Fatalf("%s shows %q, want %q", v.url, v.shown(), want) })
	}
}

// streamOf is a hook's stream at another node.
func streamOf(h hooked, node *site) string {
	var p struct{ StreamURL string }
	_ = json.Unmarshal([]byte(h.body), &p)
	_, path, _ := strings.Cut(p.StreamURL, "/channels/")
	return "http://" + node.http + "/channels/" + path
}

// TestWatchATurn: who watches a turn sees each word as it is said, and loses none and gets
// none twice: not when the connection is lost, twice, nor when the bridge is killed in the
// middle and the agent begins anew.
func TestWatchATurn(t *testing.T) {
	t.Parallel()
	agent := newSpeaker(t)
	s := newSite(t, httpAgent(agent.URL)).withHook("").start()
	h := s.hook("evt_1", `{"a":1}`)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	steady, shaky := newViewer(streamOf(h, s)), newViewer(streamOf(h, s))
	var all sync.WaitGroup
	steadyFrames, shakyFrames := newViewer(framed(streamOf(h, s))), newViewer(framed(streamOf(h, s)))
	all.Go(func() { steady.watch(ctx) })
	all.Go(func() { steadyFrames.watch(ctx) })
	said := ""
	for _, words := range []string{"One ", "two ", "three "} {
		once, stop := context.WithCancel(ctx)
		var both sync.WaitGroup
		both.Go(func() { shaky.view(once) })
		both.Go(func() { shakyFrames.view(once) })
		agent.say(words)
		said += words
		shaky.mustShow(t, said)
		shakyFrames.mustShow(t, said)
		stop()
		both.Wait()
	}
	agent.say("four ")
	steady.mustShow(t, "One two three four ")
	steadyFrames.mustShow(t, "One two three four ")
	all.Go(func() { shaky.watch(ctx) })
	all.Go(func() { shakyFrames.watch(ctx) })
	shaky.mustShow(t, "One two three four ")
	shakyFrames.mustShow(t, "One two three four ")
	s.kill()
	within(t, patience, "the call is over, which might take the words of the next", func() bool { return agent.busy.Load() == 0 })
	s.start()
	agent.say("Now ", "all ", "again.", "")
	all.Wait()
	late, lateFrames := newViewer(streamOf(h, s)), newViewer(framed(streamOf(h, s)))
	late.watch(ctx)
	lateFrames.watch(ctx)
	for name, v := range map[string]*viewer{"steady": steady, "shaky": shaky, "steady frames": steadyFrames, "shaky frames": shakyFrames, "late": late, "late frames": lateFrames} {
		if v.shown() != "Now all again." || !strings.HasPrefix(name, "late") && v.resets != 1 {
			t.Errorf("%s shows %q after %d resets", name, v.shown(), v.resets)
		}
		if strings.HasSuffix(name, "frames") && v.closed != websocket.StatusNormalClosure {
			t.Errorf("%s was closed by %d", name, v.closed)
		}
	}
	if _, resp, err := websocket.Dial(ctx, strings.Replace(framed(streamOf(h, s)), "s=", "s=a", 1), nil); err == nil || resp == nil || resp.StatusCode != http.StatusForbidden {
		t.Errorf("frames without a good signature: %v", err)
	}
	for _, link := range []string{strings.Replace(streamOf(h, s), "s=", "s=a", 1), strings.Replace(streamOf(h, s), "trn_", "trn_0", 1)} {
		resp, err := http.Get(link)
		must(t, err)
		_ = resp.Body.Close()
		if resp.StatusCode != http.StatusForbidden {
			t.Errorf("%s: %s", link, resp.Status)
		}
	}
}

// TestWatchOnAnotherNode: the same on the node that runs the turn and on another, one of
// which is killed.
func TestWatchOnAnotherNode(t *testing.T) {
	t.Parallel()
	agent := newSpeaker(t)
	fl := newFleet(t, 2, redistest.Start(t, redistest.Options{}).URL(), httpAgent(agent.URL))
	for _, s := range fl.nodes {
		s.withHook("")
	}
	fl.start()
	h := fl.nodes[0].hook("evt_1", `{"a":1}`)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	views := []*viewer{newViewer(streamOf(h, fl.nodes[0])), newViewer(streamOf(h, fl.nodes[1]))}
	var all sync.WaitGroup
	for _, v := range views {
		all.Go(func() { v.watch(ctx) })
	}
	agent.say("One ", "two ")
	for _, v := range views {
		v.mustShow(t, "One two ")
	}
	for range 200 {
		agent.say("NOW ")
		time.Sleep(2 * time.Millisecond)
	}
	for i, v := range views {
		if !v.until(patience, func() bool { return len(v.took) > 100 && strings.Count(v.shown(), " ") == 202 }) {
			t.Fatalf("node %d shows %q", i, v.shown())
		}
		v.do(func() {
			t.Logf("node %d: p50 %s, p95 %s of %d", i, percentile(v.took, 50), percentile(v.took, 95), len(v.took))
		})
	}
	fl.crash(0)
	views[0].do(func() { views[0].url = streamOf(h, fl.nodes[1]) })
	agent.say("end.", "")
	// Where the node that was killed ran the turn, the word was said to nobody, or the agent begins anew.
	within(t, takeover, "the turn settles", func() bool {
		over := 0
		for _, v := range views {
			v.do(func() {
				if v.over {
					over++
				}
			})
		}
		if over < len(views) {
			select {
			case agent.words <- "":
			default:
			}
			time.Sleep(time.Second)
		}
		return over == len(views)
	})
	all.Wait()
	end := fl.nodes[1].statusOf(strings.Replace(streamOf(h, fl.nodes[1]), "/stream?", "?", 1))
	for i, v := range views {
		if v.shown() != end.text() {
			t.Errorf("viewer %d shows %q, the envelope says %q (%d resets)", i, v.shown(), end.text(), v.resets)
		}
	}
}
