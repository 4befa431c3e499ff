package redistest

import (
	"fmt"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
)

// masterName is the name under which the sentinels know the master.
const masterName = "mymaster"

// SentinelOptions say how a group differs from one sentinel without a password.
type SentinelOptions struct {
	Options // of the two data servers; no TLS

	Sentinels int // 1, or 3 to see a group that has to agree
	Quorum    int // how many have to miss the master; by default more than half

	// DownAfter is how long a server must be silent until it counts as dead, 2 s by
	// default. With less, a busy machine sees failovers that no test asked for.
	DownAfter time.Duration
}

// Sentinels is a master with one replica, watched by sentinels.
//
// Replication is asynchronous: what the master has acknowledged can be missing after
// Failover, unless the test sent WAIT. The replica shares the master's clock.
type Sentinels struct {
	A, B      *Server // A is the first master, B its replica
	Sentinels []*Server
	t         testing.TB
	o         SentinelOptions
}

// Sentinel runs the group until the end of the test. It returns when the replica is in
// sync and all sentinels know it and one another, so that a failover can begin.
func Sentinel(t testing.TB, o SentinelOptions) *Sentinels {
	t.Helper()
	if o.TLS {
		t.Fatal("redistest: sentinels with TLS are not built")
	}
	if o.Sentinels == 0 {
		o.Sentinels = 1
	}
	if o.Quorum == 0 {
		o.Quorum = o.Sentinels/2 + 1
	}
	if o.DownAfter == 0 {
		o.DownAfter = 2 * time.Second
	}
	g := &Sentinels{t: t, o: o, A: Start(t, o.Options)}

	replica := o.Options
	replica.Config = append(slices.Clone(o.Config), fmt.Sprintf("replicaof 127.0.0.1 %d", g.A.port.Number))
	g.B = newServer(t, replica, "redis", g.A.clock)
	g.B.start()
	// The sentinels come last: they look at once and see all there is.
	g.A.eventually("have a replica in sync", func() bool { return inSync(g.A, g.B) })

	watch := Options{Config: []string{
		fmt.Sprintf("sentinel monitor %s 127.0.0.1 %d %d", masterName, g.A.port.Number, o.Quorum),
		fmt.Sprintf("sentinel down-after-milliseconds %s %d", masterName, o.DownAfter.Milliseconds()),
		// An election without a winner is repeated after twice this time.
		fmt.Sprintf("sentinel failover-timeout %s 3000", masterName),
	}}
	if o.Password != "" {
		watch.Config = append(watch.Config, fmt.Sprintf("sentinel auth-pass %s %q", masterName, o.Password))
	}
	for range o.Sentinels {
		s := newServer(t, watch, "redis", g.A.clock)
		s.args = []string{"--sentinel"}
		s.sentinel = redis.NewSentinelClient(s.clientOptions("unix", s.Socket()))
		t.Cleanup(func() { _ = s.sentinel.Close() })
		s.start()
		g.Sentinels = append(g.Sentinels, s)
		// They talk more often than in production, and a sentinel that was held up by a
		// busy machine takes 1 s and not 30 until it trusts its clock again.
		ctx, cancel := wait()
		s.must("SENTINEL DEBUG", s.admin.Do(ctx, "SENTINEL", "DEBUG",
			"info-period", 1000, "publish-period", 200, "tilt-period", 1000).Err())
		cancel()
	}
	g.WaitReady()
	return g
}

// URL returns the address of the group as a configuration has it, with the password of
// the data servers.
func (g *Sentinels) URL() string {
	u := url.URL{Scheme: "redis+sentinel", Host: strings.Join(g.Addrs(), ","), Path: "/" + masterName}
	if g.o.Password != "" {
		u.User = url.UserPassword("", g.o.Password)
	}
	return u.String()
}

// Addrs returns the addresses of the sentinels.
func (g *Sentinels) Addrs() []string {
	var addrs []string
	for _, s := range g.Sentinels {
		addrs = append(addrs, s.Addr())
	}
	return addrs
}

// Master returns the server that most of the sentinels name as the master, and nil if
// there is none. It may be dead: they notice after DownAfter.
func (g *Sentinels) Master() *Server {
	for _, s := range []*Server{g.A, g.B} {
		votes := 0
		for _, w := range g.Sentinels {
			if named(w) == s.Addr() {
				votes++
			}
		}
		if votes > len(g.Sentinels)/2 {
			return s
		}
	}
	return nil
}

// Failover kills the master and returns the other server once it is the master and most
// of the sentinels name it. That takes DownAfter and some seconds more. The dead server
// becomes the replica after Restart; see WaitReady.
func (g *Sentinels) Failover() *Server {
	g.t.Helper()
	next := g.B
	if g.Master() == g.B {
		next = g.A
	}
	g.other(next).Kill()
	g.WaitMaster(next)
	return next
}

// WaitMaster waits until s is the master and most of the sentinels name it, up to 60 s:
// an election without a winner takes 6 s, and there may be several.
func (g *Sentinels) WaitMaster(s *Server) {
	g.t.Helper()
	within(g.t, 2*patience, s.Addr()+" has to become the master", func() bool {
		return g.Master() == s && s.info("replication")["role"] == "master"
	})
}

// WaitReady waits, up to 60 s, until the server which is not the master is its replica in
// sync and all sentinels agree on that: the next failover can begin.
func (g *Sentinels) WaitReady() {
	g.t.Helper()
	within(g.t, 2*patience, "the replica has to be in sync and known to the sentinels", func() bool {
		master := g.Master()
		if master == nil || !inSync(master, g.other(master)) {
			return false
		}
		return !slices.ContainsFunc(g.Sentinels, func(w *Server) bool { return !g.knows(w, master) })
	})
}

func (g *Sentinels) other(s *Server) *Server {
	if s == g.A {
		return g.B
	}
	return g.A
}

// knows says whether the sentinel could begin a failover of the master.
func (g *Sentinels) knows(sentinel, master *Server) bool {
	if named(sentinel) != master.Addr() {
		return false
	}
	ctx, cancel := wait()
	defer cancel()
	state, err := sentinel.sentinel.Master(ctx, masterName).Result()
	if err != nil || state["flags"] != "master" || state["num-other-sentinels"] != strconv.Itoa(len(g.Sentinels)-1) {
		return false
	}
	replicas, err := sentinel.sentinel.Replicas(ctx, masterName).Result()
	if err != nil || len(replicas) != 1 {
		return false
	}
	r := replicas[0]
	return sentinel.sentinel.CkQuorum(ctx, masterName).Err() == nil &&
		r["flags"] == "slave" && r["master-link-status"] == "ok" &&
		net.JoinHostPort(r["ip"], r["port"]) == g.other(master).Addr() &&
		net.JoinHostPort(r["master-host"], r["master-port"]) == master.Addr()
}

// named returns the address of the master according to one sentinel, "" if it is dead.
func named(sentinel *Server) string {
	if !sentinel.process().Running() {
		return ""
	}
	ctx, cancel := wait()
	defer cancel()
	addr, err := sentinel.sentinel.GetMasterAddrByName(ctx, masterName).Result()
	if err != nil || len(addr) != 2 {
		return ""
	}
	return net.JoinHostPort(addr[0], addr[1])
}

// inSync says whether all that the master has is also with the replica.
func inSync(master, replica *Server) bool {
	m, r := master.info("replication"), replica.info("replication")
	return m["role"] == "master" && m["connected_slaves"] == "1" && strings.Contains(m["slave0"], "state=online") &&
		r["role"] == "slave" && r["master_port"] == strconv.Itoa(master.port.Number) && r["master_link_status"] == "up" &&
		r["slave_repl_offset"] == m["master_repl_offset"]
}
