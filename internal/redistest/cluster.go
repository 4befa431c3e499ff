package redistest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"bridge/internal/porttest"
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
		bus, err := porttest.Reserve()
		s.must("reserve a port for the cluster's bus", err)
		s.bus = bus
		s.start()
		s.must("take slots", s.admin.ClusterAddSlotsRange(ctx, i*slots/n, (i+1)*slots/n-1).Err())
		s.must("take an epoch", s.admin.Do(ctx, "CLUSTER", "SET-CONFIG-EPOCH", i+1).Err())
		if i > 0 {
			s.meet(nodes[0])
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

// ClusterReplica adds a replica to a master of a cluster, and returns when it is in
// sync. It shares the master's clock and does not take its place when that dies.
func ClusterReplica(t testing.TB, master *Server) *Server {
	t.Helper()
	o := master.o
	o.Config = append(slices.Clone(o.Config), "cluster-replica-no-failover yes")
	s := newServer(t, o, "redis+cluster", master.clock)
	bus, err := porttest.Reserve()
	s.must("reserve a port for the cluster's bus", err)
	s.bus = bus
	s.start()
	ctx, cancel := wait()
	defer cancel()
	id, err := master.admin.ClusterMyID(ctx).Result()
	s.must("CLUSTER MYID", err)
	s.meet(master)
	s.eventually("become a replica", func() bool { // as soon as it has heard of the master
		return s.admin.ClusterReplicate(ctx, id).Err() == nil
	})
	master.eventually("have a replica in sync", func() bool { return inSync(master, s) })
	return s
}

// meet makes the node known to another one, and so to its cluster.
func (s *Server) meet(other *Server) {
	s.t.Helper()
	ctx, cancel := wait()
	defer cancel()
	s.must("meet another node", s.admin.Do(ctx, "CLUSTER", "MEET", "127.0.0.1", other.port.Number, other.bus.Number).Err())
}

// SlotOf returns the slot of a key, and which of the nodes of a cluster has it.
func SlotOf(nodes []*Server, key string) (slot int, owner *Server) {
	s := nodes[0]
	s.t.Helper()
	ctx, cancel := wait()
	defer cancel()
	n, err := s.admin.ClusterKeySlot(ctx, key).Result()
	s.must("CLUSTER KEYSLOT", err)
	shards, err := s.admin.ClusterShards(ctx).Result()
	s.must("CLUSTER SHARDS", err)
	for _, shard := range shards {
		if !slices.ContainsFunc(shard.Slots, func(r redis.SlotRange) bool { return r.Start <= n && n <= r.End }) {
			continue
		}
		for _, one := range nodes {
			if slices.ContainsFunc(shard.Nodes, func(m redis.Node) bool { return m.Role == "master" && int(m.Port) == one.port.Number }) {
				return int(n), one
			}
		}
	}
	s.t.Fatalf("redistest: nobody has slot %d", n)
	return 0, nil
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
		move := []any{"MIGRATE", "127.0.0.1", to.port.Number, "", 0, patience.Milliseconds()}
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
