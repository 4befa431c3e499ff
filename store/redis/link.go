package redis

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"time"

	goredis "github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/logging"
	"github.com/redis/go-redis/v9/maintnotifications"
)

const (
	dialTimeout  = 3 * time.Second
	replyTimeout = 5 * time.Second
	blockTime    = 2 * time.Second // of one blocking read: a cancel does not end it
)

// link is the connections to the server or servers.
type link struct {
	writes   goredis.UniversalClient // sends once: the batcher knows what to repeat
	reads    goredis.UniversalClient
	blocking goredis.UniversalClient // a connection for each read that blocks
	cluster  *goredis.ClusterClient  // writes, in a cluster
	replicas int                     // must confirm each flush
}

func dial(o Options) *link {
	logging.Disable() // what matters is in the errors of calls; its own lines would bypass the log
	l := &link{
		writes:   client(o, -1, 4*flushes+4),
		reads:    client(o, 3, 0),
		blocking: client(o, -1, 16),
		replicas: o.WaitReplicas,
	}
	l.cluster, _ = l.writes.(*goredis.ClusterClient)
	return l
}

func client(o Options, retries, pool int) goredis.UniversalClient {
	u := &goredis.UniversalOptions{
		Addrs: o.Addrs, ClientName: "bridge", DB: o.DB, Username: o.Username, Password: o.Password,
		MasterName: o.Master, SentinelUsername: o.SentinelUsername, SentinelPassword: o.SentinelPassword,
		IsClusterMode: o.Cluster, MaxRetries: retries, DialTimeout: dialTimeout, DialerRetries: 1,
		ReadTimeout: replyTimeout, WriteTimeout: replyTimeout, ContextTimeoutEnabled: true,
		PoolSize: pool, PoolTimeout: replyTimeout, TLSConfig: o.TLS, DisableIdentity: true,
		MaintNotificationsConfig: &maintnotifications.Config{Mode: maintnotifications.ModeDisabled},
	}
	if o.Unix != "" {
		u.Addrs = []string{"unix"}
		u.Dialer = func(ctx context.Context, _, _ string) (net.Conn, error) {
			var d net.Dialer
			return d.DialContext(ctx, "unix", o.Unix)
		}
	}
	switch {
	case o.Master != "":
		return goredis.NewFailoverClient(u.Failover())
	case o.Cluster:
		return goredis.NewClusterClient(u.Cluster())
	default:
		return goredis.NewClient(u.Simple())
	}
}

func (l *link) close() error {
	blocking := l.blocking.Close()
	if errors.Is(blocking, goredis.ErrClosed) { // to end reads, before
		blocking = nil
	}
	return errors.Join(blocking, l.reads.Close(), l.writes.Close())
}

// eachMaster calls f for every server that takes writes.
func (l *link) eachMaster(ctx context.Context, f func(context.Context, *goredis.Client) error) error {
	if l.cluster != nil {
		return l.cluster.ForEachMaster(ctx, f)
	}
	return f(ctx, l.writes.(*goredis.Client))
}

// master is the server that has all keys: they are of one slot.
func (l *link) master(ctx context.Context) (*goredis.Client, error) {
	if l.cluster != nil {
		return l.cluster.MasterForKey(ctx, keyClock)
	}
	return l.writes.(*goredis.Client), nil
}

// scan calls f with the keys that a pattern fits, a few at a time.
func (l *link) scan(ctx context.Context, pattern string, f func([]string) error) error {
	c, err := l.master(ctx)
	if err != nil {
		return err
	}
	cursor := uint64(0)
	for {
		keys, next, err := c.Scan(ctx, cursor, pattern, 1000).Result()
		if err == nil {
			err = f(keys)
		}
		if err != nil {
			return err
		}
		if cursor = next; cursor == 0 {
			return nil
		}
	}
}

// loadScripts makes the scripts known, so that no first call has to carry one.
func (l *link) loadScripts(ctx context.Context) error {
	files, err := luaFiles.ReadDir("lua")
	if err != nil {
		return err
	}
	return l.eachMaster(ctx, func(ctx context.Context, c *goredis.Client) error {
		pipe := c.Pipeline()
		for _, f := range files {
			if name := strings.TrimSuffix(f.Name(), ".lua"); !library(name) {
				pipe.ScriptLoad(ctx, luaSource(name))
			}
		}
		_, err := pipe.Exec(ctx)
		return err
	})
}

// exec sends cmds as one pipeline. How each went is in the command.
func (l *link) exec(ctx context.Context, cmds []*goredis.Cmd) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	if l.replicas == 0 {
		pipe := l.writes.Pipeline()
		for _, c := range cmds {
			_ = pipe.Process(ctx, c)
		}
		_, _ = pipe.Exec(ctx)
		return
	}
	node, err := l.master(ctx)
	if err != nil {
		for _, c := range cmds {
			c.SetErr(err)
		}
		return
	}
	l.execAndWait(ctx, node, cmds)
	if l.cluster != nil && slices.ContainsFunc(cmds, func(c *goredis.Cmd) bool { return goredis.HasErrorPrefix(c.Err(), "MOVED") }) {
		l.cluster.ReloadState(ctx)
	}
}

// execAndWait sends cmds on one connection and has the replicas confirm them. WAIT
// is about what this connection wrote: the write before it makes it cover what an
// earlier connection wrote, when a command is repeated and finds that it is done.
func (l *link) execAndWait(ctx context.Context, c goredis.UniversalClient, cmds []*goredis.Cmd) {
	pipe := c.Pipeline()
	for _, c := range cmds {
		_ = pipe.Process(ctx, c)
	}
	pipe.Set(ctx, keyWaited, 1, time.Minute)
	wait := pipe.Do(ctx, "wait", l.replicas, int(waitTimeout/time.Millisecond))
	_, _ = pipe.Exec(ctx)
	n, err := wait.Int()
	if err == nil && n < l.replicas {
		err = fmt.Errorf("%w: %d of %d", errReplicas, n, l.replicas)
	}
	if err == nil {
		return
	}
	for _, c := range cmds {
		if c.Err() == nil || errors.Is(c.Err(), goredis.Nil) {
			c.SetErr(err)
		}
	}
}

// notLoaded: the server does not know the script; nothing was done.
func notLoaded(err error) bool { return goredis.HasErrorPrefix(err, "NOSCRIPT") }

// passes says whether repeating can help: nobody knows whether the command was
// executed (the connection broke), or the server could not execute it just now.
func passes(err error) bool {
	if err == nil || errors.Is(err, errReplicas) || errors.Is(err, goredis.ErrClosed) || errors.Is(err, context.Canceled) {
		return false
	}
	var server goredis.Error
	if !errors.As(err, &server) {
		return !unknownAuthority(err)
	}
	word, _, _ := strings.Cut(server.Error(), " ")
	switch word {
	case "LOADING", "MASTERDOWN", "READONLY", "CLUSTERDOWN", "TRYAGAIN", "MOVED", "ASK", "BUSY", "UNBLOCKED":
		return true
	}
	return false
}

// unknownAuthority: the server's certificate is not trusted, and will not be.
func unknownAuthority(err error) bool {
	var verify *tls.CertificateVerificationError
	return errors.As(err, &verify)
}
