package redis

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"bridge/store/ground"
)

const (
	format      = 2 // of what is stored: since 2 some records are packed; those of 1 are read as they are
	firstFormat = 1 // that is taken over
	leastServer = 7 // major version
	openBudget  = 10 * time.Second
)

// refusal is why the bridge does not work with a server: trying again is no use.
type refusal string

func (r refusal) Error() string { return string(r) }

func refuse(text string, args ...any) error { return refusal(fmt.Sprintf(text, args...)) }

// inspect checks the server and what is stored, and loads the scripts.
func (s *Store) inspect(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, openBudget)
	defer cancel()
	pause := firstPause
	for {
		err := s.attempt(ctx)
		var no refusal
		if err == nil || errors.As(err, &no) || !passes(err) || ctx.Err() != nil {
			return plain(err, s.o)
		}
		select {
		case <-ctx.Done():
			return plain(err, s.o)
		case <-time.After(pause):
			pause = min(2*pause, longPause)
		}
	}
}

// attempt is one try. A server without TLS may say nothing to a client with it, so
// a try does not take all the time there is.
func (s *Store) attempt(ctx context.Context) error {
	try, cancel := context.WithTimeout(ctx, replyTimeout)
	defer cancel()
	err := s.inspectOnce(try)
	var server goredis.Error
	if err == nil || errors.As(err, &server) || unknownAuthority(err) {
		return err
	}
	if wantsCertificate(err) {
		return refuse("the server wants a client certificate, and the bridge has none: set tls-auth-clients to no there and use a password")
	}
	if mistake := diagnose(ctx, s.o); mistake != nil {
		return mistake
	}
	return err
}

func (s *Store) inspectOnce(ctx context.Context) error {
	d := ground.Description{Shared: true, Kind: s.o.kind(), Where: s.o.where()}
	if s.o.Cluster {
		// A server that is no cluster has no slots to ask for: ask it itself.
		if err := s.checkFirst(ctx); err != nil {
			return err
		}
	}
	var mu sync.Mutex // the masters of a cluster are asked at the same time
	err := s.link.eachMaster(ctx, func(ctx context.Context, c *goredis.Client) error {
		text, err := c.Info(ctx).Result()
		if err != nil {
			return err
		}
		info := fields(text)
		product, err := s.judge(info)
		if err != nil {
			return err
		}
		survives, risk := s.durability(ctx, c, info)
		mu.Lock()
		defer mu.Unlock()
		d.Server, d.Durability, d.Risk = product, survives, risk
		return nil
	})
	if err != nil {
		return err
	}
	if d.Format, err = s.checkFormat(ctx); err != nil {
		return err
	}
	if err := s.link.loadScripts(ctx); err != nil {
		return err
	}
	if err := s.measureSkew(ctx); err != nil {
		return err
	}
	s.about.Store(&d)
	return nil
}

// checkFirst asks one node of the cluster by itself.
func (s *Store) checkFirst(ctx context.Context) error {
	var last error
	for _, addr := range s.o.Addrs {
		o := s.o
		o.Addrs, o.Cluster = []string{addr}, false
		c := client(o, -1, 1).(*goredis.Client)
		text, err := c.Info(ctx).Result()
		_ = c.Close()
		if err != nil {
			last = err
			continue
		}
		if fields(text)["cluster_enabled"] != "1" {
			return refuse("%s is not a cluster, but the configuration says so: write redis:// in the store URL", addr)
		}
		return nil
	}
	return last
}

// judge names the product and version of a server by its INFO, or refuses it.
func (s *Store) judge(info map[string]string) (string, error) {
	name, version := "Redis", info["redis_version"]
	// Valkey reports as redis_version the Redis that it is compatible with; its own began with 7.2.
	if v := info["valkey_version"]; v != "" {
		name, version = "Valkey", v
	}
	major, _, _ := strings.Cut(version, ".")
	if n, err := strconv.Atoi(major); err != nil || n < leastServer {
		return "", refuse("the server is %s %s; the bridge needs %d or newer", name, version, leastServer)
	}
	if info["redis_mode"] == "sentinel" || info["server_mode"] == "sentinel" { // the second is Valkey's since 8
		return "", refuse("the server is a Sentinel: write redis+sentinel://HOST:PORT/MASTER")
	}
	if (info["cluster_enabled"] == "1") != s.o.Cluster {
		return "", refuse("the server is part of a cluster, but the configuration does not say so: write redis+cluster:// in the store URL")
	}
	if info["role"] == "slave" {
		return "", refuse("the server is a replica: it takes no writes")
	}
	if p := info["maxmemory_policy"]; p != "" && p != "noeviction" {
		return "", refuse("the server's maxmemory-policy is %s: it may delete messages; set it to noeviction", p)
	}
	return name + " " + version, nil
}

// durability names what survives a crash of a server, and says what its settings may lose or do not let the bridge do.
func (s *Store) durability(ctx context.Context, c *goredis.Client, info map[string]string) (survives, risk string) {
	var risks []string
	replicas := s.o.WaitReplicas
	if connected, err := strconv.Atoi(info["connected_slaves"]); err == nil && connected < replicas {
		risks = append(risks, fmt.Sprintf("%d of %d replicas are connected: no message is accepted", connected, replicas))
	}
	if info["aof_enabled"] != "1" {
		survives = "no append-only file"
		risks = append(risks, "a crash of the server loses messages that were accepted: set appendonly to yes")
	} else {
		policy, _ := c.ConfigGet(ctx, "appendfsync").Result()
		survives = "appendfsync " + cmp.Or(policy["appendfsync"], "unknown")
		if policy["appendfsync"] == "no" {
			risks = append(risks, "a power cut loses messages that were accepted: set appendfsync to always, or everysec")
		}
	}
	if replicas > 0 {
		survives += fmt.Sprintf(", each write waits for %d replicas", replicas)
	}
	return survives, strings.Join(risks, "; ")
}

// fields reads the lines "name:value" of INFO.
func fields(info string) map[string]string {
	m := map[string]string{}
	for line := range strings.Lines(info) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), ":"); ok {
			m[name] = value
		}
	}
	return m
}

// checkFormat refuses what was stored in another format. What an older one has left is taken
// over as soon as no node of it runs: it could not read what this one writes.
func (s *Store) checkFormat(ctx context.Context) (int, error) {
	c := s.link.writes
	for tries := 0; ; tries++ {
		n, err := c.Get(ctx, keyFormat).Int() // written only if it must be: a server that has no room left is opened, too
		if errors.Is(err, goredis.Nil) {
			if err := c.SetNX(ctx, keyFormat, format, 0).Err(); err != nil {
				return 0, err
			}
			n, err = c.Get(ctx, keyFormat).Int()
		}
		switch {
		case err != nil:
			return 0, fmt.Errorf("read the format of what is stored: %w", err)
		case n > format:
			return 0, refuse("what is stored has format %d; this bridge knows %d only: use a newer one", n, format)
		case n < firstFormat:
			return 0, refuse("what is stored has format %d; this bridge knows %d to %d: use the one that wrote it", n, firstFormat, format)
		case n == format:
			return n, nil
		}
		runs, err := s.ownsSomething(ctx)
		switch {
		case err != nil:
			return 0, err
		case runs == "":
			if err := c.Set(ctx, keyFormat, format, 0).Err(); err != nil {
				return 0, err
			}
			return format, nil
		case tries >= takeOver:
			return 0, refuse("what is stored has format %d, and the node %s of an older build still runs: stop all nodes, then start the new ones", n, runs)
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
}

// takeOver is for how many seconds the last node of an older build is waited for.
const takeOver = 3

// ownsSomething returns a node that owns something, as every deployment that runs has one; ""
// if there is none.
func (s *Store) ownsSomething(ctx context.Context) (node string, err error) {
	err = s.link.scan(ctx, keyOwner+"*", func(keys []string) error {
		for _, k := range keys {
			owner, err := s.link.writes.Get(ctx, k).Result()
			if err != nil && !errors.Is(err, goredis.Nil) { // it ended meanwhile
				return err
			}
			node = cmp.Or(node, owner)
		}
		return nil
	})
	return node, err
}
