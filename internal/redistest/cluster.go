package redistest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// slots is how many there are in a cluster.
const slots = 16384

// Cluster runs one node in cluster mode that owns all slots, and returns when its
// cluster_state is ok. Commands with keys of several slots fail as in any cluster.
func Cluster(t testing.TB, o Options) *Server {
	t.Helper()
	return ClusterOf(t, 1, o)[0]
}

// ClusterOf runs a cluster of n masters, each with an equal part of the slots and
// without replicas, and returns when all know it whole. They share one clock. A node
// that is down is not taken for dead: the others go on with their slots.
func ClusterOf(t testing.TB, n int, o Options) []*Server {
	t.Helper()
	if o.TLS {
		t.Fatal("redistest: a cluster with TLS is not built")
	}
	ctx, cancel := wait()
	defer cancel()
	var nodes []*Server
	for i := range n {
		var shared *clock
		if i > 0 {
			shared = nodes[0].clock
		}
		s := newServer(t, o, "redis+cluster", shared)
		bus, err := reservePort()
		s.must("reserve a port for the cluster's bus", err)
		s.bus = bus
		s.start()
		s.must("take slots", s.admin.ClusterAddSlotsRange(ctx, i*slots/n, (i+1)*slots/n-1).Err())
		s.must("take an epoch", s.admin.Do(ctx, "CLUSTER", "SET-CONFIG-EPOCH", i+1).Err())
		if i > 0 {
			first := nodes[0]
			s.must("meet the first node", s.admin.Do(ctx, "CLUSTER", "MEET",
				"127.0.0.1", first.port.number, first.bus.number).Err())
		}
		nodes = append(nodes, s)
	}
	// A node refuses writes for the first two seconds of its life, in case the cluster
	// has changed meanwhile. This one is new, and empty: let the two seconds pass.
	nodes[0].clock.add(3 * time.Second)
	for _, s := range nodes {
		s.waitCluster(n)
	}
	nodes[0].clock.add(-3 * time.Second)
	return nodes
}

// Owns says whether the slot belongs to this node of a cluster, as the node sees it.
func (s *Server) Owns(slot int) bool {
	s.t.Helper()
	return slices.ContainsFunc(s.slots(), func(r [2]int) bool { return r[0] <= slot && slot <= r[1] })
}

// slots are the ranges that belong to the node.
func (s *Server) slots() [][2]int {
	s.t.Helper()
	ctx, cancel := wait()
	defer cancel()
	text, err := s.admin.ClusterNodes(ctx).Result()
	s.must("CLUSTER NODES", err)
	var all [][2]int
	for line := range strings.Lines(text) {
		f := strings.Fields(line)
		if len(f) < 8 || !strings.Contains(f[2], "myself") {
			continue
		}
		for _, r := range f[8:] {
			if strings.HasPrefix(r, "[") { // on its way to another node
				continue
			}
			from, to, _ := strings.Cut(r, "-")
			if to == "" {
				to = from
			}
			first, err1 := strconv.Atoi(from)
			last, err2 := strconv.Atoi(to)
			if err1 != nil || err2 != nil {
				s.t.Fatalf("redistest: %q is no range of slots", r)
			}
			all = append(all, [2]int{first, last})
		}
	}
	return all
}

// MigrateSlot moves a slot with its keys from this node of a cluster to another, as
// an administrator does while clients use them: meanwhile a command gets ASK, or
// TRYAGAIN if some of its keys are here and some there; afterwards MOVED.
func (s *Server) MigrateSlot(slot int, to *Server) {
	s.t.Helper()
	ctx, cancel := wait()
	defer cancel()
	id := func(s *Server) string {
		id, err := s.admin.ClusterMyID(ctx).Result()
		s.must("CLUSTER MYID", err)
		return id
	}
	here, there := id(s), id(to)
	to.must("import the slot", to.admin.Do(ctx, "CLUSTER", "SETSLOT", slot, "IMPORTING", here).Err())
	s.must("export the slot", s.admin.Do(ctx, "CLUSTER", "SETSLOT", slot, "MIGRATING", there).Err())
	for {
		keys, err := s.admin.ClusterGetKeysInSlot(ctx, slot, 100).Result()
		s.must("list the keys of the slot", err)
		if len(keys) == 0 {
			break
		}
		move := []any{"MIGRATE", "127.0.0.1", to.port.number, "", 0, patience.Milliseconds()}
		if s.o.Password != "" {
			move = append(move, "AUTH", s.o.Password)
		}
		move = append(move, "KEYS")
		for _, k := range keys {
			move = append(move, k)
		}
		s.must("move keys", s.admin.Do(ctx, move...).Err())
	}
	for _, n := range []*Server{to, s} {
		n.must("settle the slot", n.admin.Do(ctx, "CLUSTER", "SETSLOT", slot, "NODE", there).Err())
	}
}

// waitCluster waits until the node sees n masters, or those it knew before with n 0,
// and all slots served.
func (s *Server) waitCluster(n int) {
	s.t.Helper()
	ctx, cancel := wait()
	defer cancel()
	s.eventually("be a cluster in state ok", func() bool {
		info, err := s.admin.ClusterInfo(ctx).Result()
		return err == nil && strings.Contains(info, "cluster_state:ok") &&
			(n == 0 || strings.Contains(info, fmt.Sprintf("cluster_size:%d\r", n)))
	})
}
