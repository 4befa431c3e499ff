package test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// TestThousandWatchers: a hundred turns at once, each watched by ten. All see all of it, and
// the bridge holds at most 100 MB more for them.
func TestThousandWatchers(t *testing.T) {
	if !soaking() {
		t.Skip("opens 2000 connections: make soak")
	}
	linux(t)
	const turns, each = 100, 10
	agent := newSpeaker(t)
	s := newSite(t, httpAgent(agent.URL), unlimited()).withHook("")
	s.edit("[agents.assistant]\n", "[agents.assistant]\nmax_concurrent = 100\n")
	s.edit("[limits]\n", "[limits]\nhttp_open = 4000\nhttp_open_per_peer = 4000\n")
	s.start()
	pid := s.cmd.Process.Pid
	before := memory(t, pid, "VmRSS")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var views []*viewer
	var all sync.WaitGroup
	for i := range turns {
		h := s.hook(fmt.Sprintf("evt_%d", i), fmt.Sprintf(`{"a":%d}`, i))
		for range each {
			v := newViewer(streamOf(h, s))
			views = append(views, v)
			all.Go(func() { v.watch(ctx) })
		}
	}
	within(t, takeover, "all turns are asked", func() bool { return s.counter("bridge_http_connections") >= turns*each })
	word := strings.Repeat("word ", 20)
	for range 50 * turns { // whichever turn hears it
		agent.say(word)
	}
	var heard atomic.Int64
	if !poll(takeover, func() bool {
		heard.Store(0)
		for _, v := range views {
			v.do(func() { heard.Add(int64(strings.Count(v.shown(), "word "))) })
		}
		return heard.Load() == 50*20*turns*each
	}) {
		t.Fatalf("%d words are seen, %d were said", heard.Load(), 50*20*turns*each)
	}
	during := memory(t, pid, "VmRSS")
	t.Logf("%d watchers of %d turns, %.1f MB shown: RSS %.1f MB, %.1f MB before, peak %.1f MB", turns*each, turns, float64(heard.Load()*5)/1e6,
		float64(during)/1e6, float64(before)/1e6, float64(memory(t, pid, "VmHWM"))/1e6)
	for range turns {
		agent.say("")
	}
	all.Wait()
	if peak := memory(t, pid, "VmHWM"); peak-before > 100<<20 {
		t.Errorf("the bridge held %d MB more", (peak-before)>>20)
	}
}
