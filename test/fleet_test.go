package test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"bridge/internal/mailserver"
	"bridge/internal/redistest"
)

// takeover is how long a test waits for what another node does once a lease has
// run out: four leases of 15 s, and what a loaded machine adds.
const takeover = 2 * time.Minute

// durable is a Redis that loses nothing that it has acknowledged.
func durable() redistest.Options {
	return redistest.Options{AppendOnly: true, Config: []string{"appendfsync always"}}
}

// fleet is several bridges on one store.
type fleet struct {
	t     *testing.T
	nodes []*site

	mu     sync.Mutex
	copies map[string][]event // Message-ID: when it came, from which node
	faults []event
}

// event is something that happened to a node, or to the store of all.
type event struct {
	at   time.Time
	node int
}

const theStore = -1

// newFleet configures n bridges on the Redis at url, with one folder of
// attachments. Nothing runs yet.
func newFleet(t *testing.T, n int, url string, opts ...option) *fleet {
	t.Helper()
	fl := &fleet{t: t, copies: map[string][]event{}}
	files := t.TempDir()
	for i := range n {
		all := slices.Concat(
			[]option{withTop(fmt.Sprintf("store = %q\nsecret = %q\nnode = \"node%d\"", url, fleetSecret, i))}, opts,
			[]option{withTop(fmt.Sprintf("[artifacts]\nurl = %q\nshared = true", "file:"+files))})
		fl.nodes = append(fl.nodes, newSite(t, all...))
	}
	return fl
}

// start runs all nodes.
func (fl *fleet) start() *fleet {
	fl.t.Helper()
	for _, s := range fl.nodes {
		s.start()
	}
	return fl
}

// server implements intake: people send to any of the nodes.
func (fl *fleet) server() string { return fl.nodes[rand.IntN(len(fl.nodes))].smtp }

// observe gives each node a mail server of its own, so that each copy of a mail
// tells which node sent it.
func (fl *fleet) observe(arrived func(mailserver.Mail)) {
	fl.t.Helper()
	for i, s := range fl.nodes {
		s.observe(func(m mailserver.Mail) {
			id := m.Header.Get("Message-ID")
			fl.mu.Lock()
			fl.copies[id] = append(fl.copies[id], event{time.Now(), i})
			fl.mu.Unlock()
			arrived(m)
		})
	}
}

// crash kills a node and starts it again.
func (fl *fleet) crash(node int) {
	fl.t.Helper()
	fl.fault(node)
	fl.nodes[node].kill()
	fl.nodes[node].start()
}

// fault notes that something happens now.
func (fl *fleet) fault(node int) {
	fl.mu.Lock()
	defer fl.mu.Unlock()
	fl.faults = append(fl.faults, event{time.Now(), node})
}

// explain fails the test for each repeated mail whose earlier copy was not in
// doubt: one that is, was handed over by a node that died, or without the store,
// before the repetition. What the kernel held of a dead node may arrive later
// than its death.
func (fl *fleet) explain() {
	fl.t.Helper()
	fl.mu.Lock()
	defer fl.mu.Unlock()
	const late = 10 * time.Second
	for id, copies := range fl.copies {
		for i := range len(copies) - 1 {
			c, next := copies[i], copies[i+1]
			if !slices.ContainsFunc(fl.faults, func(f event) bool {
				return (f.node == c.node || f.node == theStore) && f.at.After(c.at.Add(-late)) && f.at.Before(next.at)
			}) {
				fl.t.Errorf("%s was sent by node %d and %v later by node %d, and nothing had happened to the first", id, c.node, next.at.Sub(c.at), next.node)
			}
		}
	}
}

// quiet waits until the bridges have nothing left to do.
func (fl *fleet) quiet() { fl.t.Helper(); fl.nodes[0].quietWithin(takeover) }

// pause stops a process where it is, as a machine that hangs does.
func (s *site) pause() { s.t.Helper(); s.signal(syscall.SIGSTOP) }

func (s *site) resume() { s.t.Helper(); s.signal(syscall.SIGCONT) }

func (s *site) signal(sig syscall.Signal) {
	s.t.Helper()
	must(s.t, s.cmd.Process.Signal(sig))
}

// unready waits until /readyz refuses, and checks that it tells the world
// nothing of where the store is.
func (s *site) unready(secrets ...string) {
	s.t.Helper()
	body := ""
	within(s.t, takeover, "readyz refuses", func() bool {
		var code int
		code, body = s.get("/readyz")
		return code == http.StatusServiceUnavailable
	})
	for _, secret := range secrets {
		if strings.Contains(body, secret) {
			s.t.Errorf("readyz tells %q:\n%s", secret, body)
		}
	}
	if up := s.counter("bridge_store_up"); up != 0 {
		s.t.Errorf("bridge_store_up is %v while readyz refuses", up)
	}
}

// recovers waits until /readyz is 200 again.
func (s *site) recovers() {
	s.t.Helper()
	within(s.t, takeover, "readyz is 200", func() bool {
		code, _ := s.get("/readyz")
		return code == http.StatusOK && s.counter("bridge_store_up") == 1
	})
}

// within waits until something is true.
func within(t *testing.T, d time.Duration, what string, ok func() bool) {
	t.Helper()
	for began := time.Now(); !ok(); time.Sleep(untilNext(began)) {
		if time.Since(began) > d {
			t.Fatalf("not within %v: %s", d, what)
		}
	}
}

// untilNext is how long to wait before the next look at what is waited for since began: a look
// costs the bridge some of the time that it needs, the more of it the slower the machine is.
func untilNext(began time.Time) time.Duration {
	return min(max(10*time.Millisecond, time.Since(began)/8), 100*time.Millisecond)
}

// mustArrive waits until all letters are answered, as long as answers come: d is the longest
// time without one.
func (f *flight) mustArrive(t *testing.T, total int, d time.Duration) {
	t.Helper()
	for n := f.at().arrived; n < total; n = f.at().arrived {
		if !f.until(d, func() bool { return f.arrived > n }) {
			t.Fatalf("%d answers are missing: %+v", total-f.at().arrived, f.at())
		}
	}
}

// together runs subtests at the same time. They mostly wait for leases, and with
// t.Parallel each of them would take one of the few places of the tests that
// compute.
func together(t *testing.T, tests map[string]func(*testing.T)) {
	t.Helper()
	var all sync.WaitGroup
	for name, test := range tests {
		all.Go(func() { t.Run(name, test) })
	}
	all.Wait()
}
