package redistest

import (
	"fmt"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"bridge/internal/noerr"
)

func TestSentinelsFailOver(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 3} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			g := Sentinel(t, SentinelOptions{Sentinels: n, Options: Options{Password: "secret", AppendOnly: true}})
			if len(g.Addrs()) != n || g.Master() != g.A {
				t.Fatalf("%d sentinels, A is master: %v", len(g.Addrs()), g.Master() == g.A)
			}
			c := redis.NewFailoverClient(&redis.FailoverOptions{
				MasterName: "mymaster", SentinelAddrs: g.Addrs(), Password: "secret",
				DialTimeout: patience, ReadTimeout: patience, WriteTimeout: patience,
			})
			defer func() { _ = c.Close() }()
			noerr.Must(t, c.Set(t.Context(), "k", "v", 0).Err())
			g.WaitReady() // the replica has it
			if g.Failover() != g.B || g.Master() != g.B {
				t.Fatal("B is not the master")
			}
			Eventually(t, "the client finds the new master", func() bool {
				return c.Set(t.Context(), "after", "v", 0).Err() == nil
			})
			if v, err := g.B.Client().MGet(t.Context(), "k", "after").Result(); err != nil || v[0] != "v" || v[1] != "v" {
				t.Fatalf("the new master has %v, %v", v, err)
			}
			g.A.Restart()
			g.WaitReady()
			if v, err := g.A.Client().Get(t.Context(), "after").Result(); v != "v" || err != nil {
				t.Fatalf("the old master, now replica, has %q, %v", v, err)
			}
		})
	}
}

func TestMasterAndReplicaShareTheClock(t *testing.T) {
	t.Parallel()
	g := Sentinel(t, SentinelOptions{})
	if want := "redis+sentinel://" + g.Addrs()[0] + "/mymaster"; g.URL() != want {
		t.Errorf("URL %s, want %s", g.URL(), want)
	}
	before := g.B.Now()
	g.A.Advance(48 * time.Hour)
	if moved := g.B.Now().Sub(before); moved < 48*time.Hour {
		t.Errorf("the replica's clock moved by %v", moved)
	}
	noerr.Must(t, g.A.Client().Set(t.Context(), "k", "v", 0).Err())
	g.WaitReady()
	if g.Master() != g.A {
		t.Error("the jump caused a failover")
	}
}
