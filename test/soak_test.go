package test

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"bridge/internal/mailserver"
	"bridge/internal/noerr"
	"bridge/internal/redistest"
)

// TestSoak runs a bridge at half its capacity for BRIDGE_SOAK_TIME, by default
// five minutes: what it holds, what a mail costs of the processor and how long it takes
// do not grow. The machine may be busy with other things meanwhile: no more mails are under
// way than there are senders, and the time is held to what the machine took for as little.
func TestSoak(t *testing.T) {
	if !soaking() {
		t.Skip("takes a quarter of an hour: make soak")
	}
	linux(t)
	d := soakTime(t, 5*time.Minute)
	t.Run("sqlite", func(t *testing.T) { soak(t, d, func(opts ...option) *site { return newSite(t, opts...) }) })
	t.Run("redis", func(t *testing.T) {
		url := redistest.Start(t, durable()).URL()
		soak(t, d, func(opts ...option) *site { return newFleet(t, 1, url, opts...).nodes[0] })
	})
}

const soakSenders = 64

func soak(t *testing.T, d time.Duration, build func(...option) *site) {
	f := newFlight(t)
	agent := newAgent(t, f.respond(0))
	s := build(httpAgent(agent.URL), unlimited())
	var mu sync.Mutex
	accepted := map[string]time.Time{}
	var took []time.Duration // from 250 to the answer, in order of the answers
	s.observe(func(m mailserver.Mail) {
		f.arrive(m)
		text := strings.Fields(m.Text + " - -")[1]
		mu.Lock()
		defer mu.Unlock()
		if at, ok := accepted[text]; ok {
			took = append(took, time.Since(at))
		} else {
			took = append(took, 0) // it was here before its 250 was read
		}
	})
	s.start()
	// run has each sender write to conversations of ten letters, one every pause.
	run := func(phase string, d, pause time.Duration) (sent int) {
		end := time.Now().Add(d)
		var all sync.WaitGroup
		counts := make([]int, soakSenders)
		for i := range soakSenders {
			all.Go(func() {
				next := time.Now().Add(pause * time.Duration(i) / soakSenders)
				for time.Now().Before(end) {
					time.Sleep(time.Until(next))
					next = next.Add(pause)
					if !f.until(takeover, func() bool { return f.accepted-f.arrived < soakSenders }) {
						t.Errorf("no answer comes: %+v", f.at())
						return
					}
					n := counts[i]
					l := thread(fmt.Sprintf("%s%dx%d", phase, i, n/10), n%10)
					if !f.hand(t.Context(), s, l) {
						return
					}
					mu.Lock()
					accepted[l.Text] = time.Now()
					mu.Unlock()
					counts[i]++
				}
			})
		}
		all.Wait()
		for _, n := range counts {
			sent += n
		}
		return sent
	}

	began := time.Now()
	total := run("w", min(20*time.Second, d/10), 0)
	f.mustArrive(t, total, takeover)
	capacity := float64(total) / time.Since(began).Seconds()
	rate := capacity / 2
	t.Logf("capacity: %.0f mails/s; %v at %.0f mails/s", capacity, d, rate)
	s.quiet()
	mu.Lock()
	took = took[:0]
	mu.Unlock()

	// What it holds is looked at every second.
	var rss []int64
	var routines []float64
	var costs []cost
	var floor []time.Duration // what the machine takes for as little as nothing
	stop, stopped := make(chan struct{}), make(chan struct{})
	pid := s.cmd.Process.Pid
	machine := newMirror(t)
	go func() {
		defer close(stopped)
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for {
			select {
			case <-stop:
				return
			case <-tick.C:
			}
			rss = append(rss, memory(t, pid, "VmRSS"))
			routines = append(routines, s.counter("go_goroutines"))
			costs = append(costs, cost{f.at().arrived, s.spent()})
			for range 20 {
				floor = append(floor, machine.took())
			}
		}
	}()
	began = time.Now()
	n := run("s", d, time.Duration(soakSenders/rate*float64(time.Second)))
	ran := time.Since(began)
	close(stop)
	<-stopped
	total += n
	f.mustArrive(t, total, takeover)
	s.quiet()
	f.check(total, 0)
	s.settledAs(total)

	mu.Lock()
	defer mu.Unlock()
	for i := range 3 {
		t.Logf("third %d: RSS %.1f MB, %.0f goroutines, %v of the processor a mail, 250 to answer p50 %v p99 %v, floor p99 %v", i+1, float64(middle(third(rss, i)))/1e6,
			middle(third(routines, i)), each(third(costs, i)), percentile(slices.Clone(third(took, i)), 50), percentile(slices.Clone(third(took, i)), 99), percentile(slices.Clone(third(floor, i)), 99))
	}
	t.Logf("%d mails in %v: %.0f mails/s", n, ran.Round(time.Second), float64(n)/ran.Seconds())
	if a, b := middle(third(rss, 1)), middle(third(rss, 2)); b > a+a/10+8<<20 {
		t.Errorf("the process holds %d bytes in the last third, after %d in the second", b, a)
	}
	if a, b := slices.Min(third(routines, 0)), slices.Min(third(routines, 2)); b > 1.2*a+20 {
		t.Errorf("never fewer than %.0f goroutines in the last third, and %.0f in the first", b, a)
	}
	if first, last := each(third(costs, 0)), each(third(costs, 2)); last > first+first/2+time.Millisecond {
		t.Errorf("a mail costs %v of the processor in the last third, after %v in the first", last, first)
	}
	p99 := func(of []time.Duration, i int) time.Duration { return percentile(slices.Clone(third(of, i)), 99) }
	slower := max(1, float64(p99(floor, 2))/float64(p99(floor, 0)))
	if first, last := p99(took, 0), p99(took, 2); float64(last) > 2*float64(first)*slower+1e9 {
		t.Errorf("p99 is %v in the last third, after %v in the first; the machine is %.1f times as slow", last, first, slower)
	}
}

// cost is what the bridge has used of the processor when so many mails were answered.
type cost struct {
	arrived int
	spent   time.Duration
}

// each is what one mail has cost on average.
func each(all []cost) time.Duration {
	first, last := all[0], all[len(all)-1]
	return (last.spent - first.spent) / time.Duration(max(last.arrived-first.arrived, 1))
}

// mirror is another process that says what it hears: how long that takes is what a busy
// machine adds to everything that two processes do with each other.
type mirror struct {
	t   *testing.T
	in  io.Writer
	out *bufio.Reader
}

func newMirror(t *testing.T) *mirror {
	t.Helper()
	cmd := exec.Command("cat")
	in, err := cmd.StdinPipe()
	must(t, err)
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	t.Cleanup(func() {
		_ = in.Close()
		_ = cmd.Wait()
	})
	return &mirror{t, in, bufio.NewReader(out)}
}

func (m *mirror) took() time.Duration {
	began := time.Now()
	_, err := io.WriteString(m.in, "now\n")
	if err == nil {
		_, err = m.out.ReadString('\n')
	}
	if err != nil {
		m.t.Error("the echo:", err)
	}
	return time.Since(began)
}

func third[T any](all []T, i int) []T { return all[len(all)*i/3 : len(all)*(i+1)/3] }

func middle[T int64 | float64](all []T) T {
	all = slices.Sorted(slices.Values(all))
	return all[len(all)/2]
}

// TestRedisForgets: when everything is past its retention, nothing is left on the
// server that was not there before the traffic.
func TestRedisForgets(t *testing.T) {
	t.Parallel()
	mails := 100
	if soaking() {
		mails = 1000
	}
	server := redistest.Start(t, redistest.Options{})
	agent := refundAgent(t)
	s := newFleet(t, 1, server.URL(), withTop("dedupe = \"24h\""), withTop("retention = { messages = \"1d\", artifacts = \"1d\", decisions = \"1d\", usage = \"1d\" }"),
		httpAgent(agent.URL), unlimited()).nodes[0]
	// traffic has people ask for refunds, and Dana grant them.
	traffic := func(from, to int) {
		t.Helper()
		s.start()
		n := s.mail.Count()
		for i := from; i < to; i++ {
			s.send(thread(fmt.Sprintf("k%d", i), 0))
		}
		s.quietWithin(takeover)
		for _, m := range s.mail.Mails()[n:] {
			if m.To == mailbox(dana) {
				s.send(m.Reply("yes"))
			}
		}
		s.quietWithin(takeover)
		if got := s.mail.Count() - n; got != 4*(to-from) { // prompt, notice, final, acknowledgement
			t.Errorf("%d mails for %d requests", got, to-from)
		}
		must(t, noerr.Of(s.stop()))
	}
	// forget lets time pass, and the bridge clean up.
	forget := func() map[string]int64 {
		t.Helper()
		server.Advance(60 * 24 * time.Hour) // also codes are free again then
		mark := len(s.log.String())
		s.start()
		within(t, patience, "the sweep", func() bool { // a pass ends with the heads
			return strings.Contains(s.log.String()[mark:], "head of the ledger of approvals")
		})
		must(t, noerr.Of(s.stop()))
		server.Advance(time.Hour) // what is kept for a moment
		return sizes(t, server.Client())
	}
	traffic(0, 10)
	base := forget()
	traffic(10, 10+mails)
	full := sizes(t, server.Client())
	if len(full) < len(base)+mails {
		t.Errorf("%d keys after %d mails, %d before: the test sees nothing", len(full), mails, len(base))
	}
	left := forget()
	for _, k := range slices.Sorted(maps.Keys(left)) {
		if strings.Contains(k, ":r:chain:") && left[k] <= 300 {
			continue // where a chain of the ledger goes on, of one size for ever
		}
		if was, ok := base[k]; !ok {
			t.Errorf("%s is left, with %d in it", k, left[k])
		} else if left[k] > was {
			t.Errorf("%s has grown from %d to %d", k, was, left[k])
		}
	}
	t.Logf("%d keys before %d requests, %d after them, %d when they are past their retention", len(base), mails, len(full), len(left))
}

// sizes returns how much each key holds: members, entries or bytes.
func sizes(t *testing.T, c *redis.Client) map[string]int64 {
	t.Helper()
	ctx := t.Context()
	all := map[string]int64{}
	for it := c.Scan(ctx, 0, "*", 1000).Iterator(); it.Next(ctx); {
		all[it.Val()] = 0
	}
	for k := range all {
		kind, err := c.Type(ctx, k).Result()
		must(t, err)
		switch kind {
		case "none": // it is gone meanwhile
			delete(all, k)
			continue
		case "string":
			if all[k], err = c.StrLen(ctx, k).Result(); all[k] < 32 {
				all[k] = 0 // a number, which grows
			}
		case "hash":
			all[k], err = c.HLen(ctx, k).Result()
		case "set":
			all[k], err = c.SCard(ctx, k).Result()
		case "zset":
			all[k], err = c.ZCard(ctx, k).Result()
		case "list":
			all[k], err = c.LLen(ctx, k).Result()
		case "stream":
			all[k], err = c.XLen(ctx, k).Result()
		}
		if err != nil {
			t.Fatalf("%s of type %s: %v", k, kind, err)
		}
	}
	return all
}
