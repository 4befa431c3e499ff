package redis

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"bridge/core/queue"
	"bridge/internal/redistest"
	"bridge/store"
	"bridge/store/records"
)

// soon bounds what should happen at once.
const soon = 60 * time.Second

// node is the store as a node of the bridge uses it, and what is below it.
type node struct {
	*records.Store
	g *Store
}

// openStore opens the store of a server until the end of the test.
func openStore(t *testing.T, server *redistest.Server, o Options) *node {
	t.Helper()
	if o.Addrs == nil {
		o.Addrs = []string{server.Addr()}
	}
	s, err := opened(t.Context(), o)
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return &node{records.New(s, store.Options{Now: o.Now}), s}
}

func must(t testing.TB, err error) {
	if t.Helper(); err != nil {
		t.Fatal(err)
	}
}

func claimOne(t *testing.T, w queue.Lanes, q queue.Name) *queue.Claim {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), soon)
	defer cancel()
	all, err := w.Claim(ctx, q, 1)
	if err != nil || len(all) != 1 {
		t.Fatalf("claim: %d, %v", len(all), err)
	}
	return all[0]
}

// nothing expects that nothing of q can be claimed now.
func nothing(t *testing.T, w queue.Lanes, q queue.Name) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if all, err := w.Claim(ctx, q, 1); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("claim: %d, %v, want nothing", len(all), err)
	}
}

func in(lane, id string) queue.Item {
	return queue.Item{Queue: queue.Inbox, Lane: lane, ID: id, Payload: []byte(lane + "/" + id)}
}

func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	const password = "correct horse"
	plain := redistest.Start(t, redistest.Options{})
	locked := redistest.Start(t, redistest.Options{Password: password})
	cluster := redistest.Cluster(t, redistest.Options{})
	evicting := redistest.Start(t, redistest.Options{Config: []string{"maxmemory-policy allkeys-lru"}})
	newer := redistest.Start(t, redistest.Options{})
	must(t, newer.Client().Set(t.Context(), keyFormat, format+1, 0).Err())
	older := redistest.Start(t, redistest.Options{})
	must(t, older.Client().Set(t.Context(), keyFormat, firstFormat-1, 0).Err())
	running := redistest.Start(t, redistest.Options{})
	must(t, running.Client().Set(t.Context(), keyFormat, firstFormat, 0).Err())
	must(t, running.Client().Set(t.Context(), keyOwner+"sweep", "old", time.Hour).Err())
	refusing := redistest.NewProxy(t, plain.Addr())
	refusing.Refuse(true)
	stopped := redistest.Start(t, redistest.Options{})
	stopped.Stop()
	for name, c := range map[string]struct {
		addr string
		o    Options
		want string
	}{
		"wrong password":          {locked.Addr(), Options{Password: "battery staple"}, "refuses the user name or password"},
		"no password":             {locked.Addr(), Options{}, "refuses the user name or password"},
		"needless user":           {plain.Addr(), Options{Username: "eve", Password: "battery staple"}, "refuses the user name or password"},
		"cluster as standalone":   {cluster.Addr(), Options{}, "part of a cluster"},
		"standalone as cluster":   {plain.Addr(), Options{Cluster: true}, "is not a cluster"},
		"eviction":                {evicting.Addr(), Options{}, "maxmemory-policy is allkeys-lru"},
		"newer format":            {newer.Addr(), Options{}, "knows 2 only: use a newer one"},
		"older format":            {older.Addr(), Options{}, "knows 1 to 2: use the one that wrote it"},
		"node of an older format": {running.Addr(), Options{}, "the node old of an older build still runs"},
		"closes connections":      {refusing.Addr(), Options{}, ""},
		"away":                    {stopped.Addr(), Options{}, "cannot be reached"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.o.Addrs = []string{c.addr}
			ctx, cancel := context.WithTimeout(t.Context(), soon)
			defer cancel()
			s, err := opened(ctx, c.o)
			if err == nil {
				_ = s.Close()
				t.Fatal("it opens")
			}
			text := err.Error()
			if !strings.Contains(text, c.want) || !strings.Contains(text, c.addr) || strings.Contains(text, "\n") {
				t.Errorf("error is %q, want %q and %s", text, c.want, c.addr)
			}
			if strings.Contains(text, "staple") {
				t.Errorf("error %q has the password", text)
			}
		})
	}
}

// TestOpenSaysWhatToWrite: TLS on one side only, a server of another kind than
// the URL says, a certificate that is not trusted.
func TestOpenSaysWhatToWrite(t *testing.T) {
	t.Parallel()
	bare := redistest.Start(t, redistest.Options{})
	secure := redistest.Start(t, redistest.Options{TLS: true, Password: "x"})
	picky := redistest.Start(t, redistest.Options{TLS: true, Config: []string{"tls-auth-clients yes"}})
	group := redistest.Sentinel(t, redistest.SentinelOptions{})
	trusted := trust(t, secure)
	for name, c := range map[string]struct {
		addr string
		o    Options
		want []string
	}{
		"TLS to a plain port":              {bare.Addr(), Options{TLS: trusted}, []string{"does not speak TLS", "redis:// in place of rediss://"}},
		"cluster, TLS to a plain port":     {bare.Addr(), Options{TLS: trusted, Cluster: true}, []string{"does not speak TLS", "redis+cluster:// without tls=true"}},
		"sentinel, TLS to a plain port":    {bare.Addr(), Options{TLS: trusted, Master: "mymaster"}, []string{"does not speak TLS", "redis+sentinel:// without tls=true"}},
		"plain to a TLS port":              {secure.Addr(), Options{}, []string{"speaks TLS only", "rediss:// in place of redis://"}},
		"cluster, plain to a TLS port":     {secure.Addr(), Options{Cluster: true}, []string{"speaks TLS only", "tls=true"}},
		"sentinel, plain to a TLS port":    {secure.Addr(), Options{Master: "mymaster"}, []string{"speaks TLS only", "tls=true"}},
		"authority of the system":          {secure.Addr(), Options{TLS: &tls.Config{}, Password: "x"}, []string{"does not know", "ca=FILE"}},
		"another authority":                {secure.Addr(), Options{TLS: trust(t, picky), Password: "x"}, []string{"another authority than that of ca"}},
		"another name":                     {secure.Addr(), Options{TLS: calling(trusted, "elsewhere.test"), Password: "x"}, []string{"not valid", "elsewhere.test"}},
		"client certificate":               {picky.Addr(), Options{TLS: trust(t, picky)}, []string{"client certificate", "tls-auth-clients"}},
		"sentinel URL to a plain server":   {bare.Addr(), Options{Master: "mymaster"}, []string{"no Sentinel", "redis://", "26379"}},
		"plain URL to a sentinel":          {group.Addrs()[0], Options{}, []string{"is a Sentinel", "redis+sentinel://"}},
		"a master that nobody has":         {group.Addrs()[0], Options{Master: "other"}, []string{`no master named "other"`}},
		"a database that there is not":     {bare.Addr(), Options{DB: 9999}, []string{"no database 9999"}},
		"a service that is something else": {talker(t, "200 news.test ready\r\n"), Options{}, []string{"not a Redis server"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.o.Addrs = []string{c.addr}
			s, err := opened(t.Context(), c.o)
			if err == nil {
				_ = s.Close()
				t.Fatal("it opens")
			}
			for _, want := range append(c.want, c.addr) {
				if text := err.Error(); !strings.Contains(text, want) || strings.Contains(text, "\n") {
					t.Errorf("error is %q, want %q", text, want)
				}
			}
		})
	}
}

// trust is a client's side of TLS with a server of this package.
func trust(t *testing.T, server *redistest.Server) *tls.Config {
	t.Helper()
	pem, err := os.ReadFile(server.CAFile())
	must(t, err)
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(pem)
	return &tls.Config{RootCAs: pool}
}

func calling(c *tls.Config, name string) *tls.Config {
	c = c.Clone()
	c.ServerName = name
	return c
}

// talker is a server that greets and then says nothing more.
func talker(t *testing.T, greeting string) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer func() { _ = c.Close() }()
				_, _ = io.WriteString(c, greeting)
				_, _ = io.Copy(io.Discard, c)
			}()
		}
	}()
	return l.Addr().String()
}

// product is what the server with which the tests run says of itself.
func product(t *testing.T, server *redistest.Server) string {
	t.Helper()
	text, err := server.Client().Info(t.Context(), "server").Result()
	must(t, err)
	for _, p := range []struct{ field, name string }{{"valkey_version", "Valkey"}, {"redis_version", "Redis"}} {
		if _, after, ok := strings.Cut(text, "\r\n"+p.field+":"); ok {
			version, _, _ := strings.Cut(after, "\r\n")
			return p.name + " " + version
		}
	}
	t.Fatalf("INFO has no version: %s", text)
	return ""
}

// TestServers: what INFO says of a server decides its name, and whether it is refused.
func TestServers(t *testing.T) {
	t.Parallel()
	for info, want := range map[string]string{
		"redis_version:7.0.15 redis_mode:standalone":                                                    "Redis 7.0.15",
		"redis_version:10.2.0 redis_mode:standalone":                                                    "Redis 10.2.0",
		"redis_version:6.2.14 redis_mode:standalone":                                                    "refused: the server is Redis 6.2.14; the bridge needs 7 or newer",
		"redis_version:7.2.4 server_name:valkey valkey_version:7.2.7 redis_mode:standalone":             "Valkey 7.2.7",
		"redis_version:7.2.4 server_name:valkey valkey_version:8.0.1 server_mode:standalone":            "Valkey 8.0.1",
		"server_name:valkey valkey_version:10.0.0 server_mode:standalone":                               "Valkey 10.0.0",
		"redis_version:7.0.15 redis_mode:sentinel":                                                      "refused: the server is a Sentinel",
		"redis_version:7.2.4 server_name:valkey valkey_version:8.0.1 server_mode:sentinel":              "refused: the server is a Sentinel",
		"redis_version:7.2.4 valkey_version:8.0.1 redis_mode:sentinel":                                  "refused: the server is a Sentinel",
		"redis_version:7.2.4 valkey_version:8.0.1 server_mode:standalone maxmemory_policy:volatile-lru": "refused: the server's maxmemory-policy is volatile-lru",
		"uptime_in_seconds:1": "refused: the server is Redis ; the bridge needs 7 or newer",
	} {
		got, err := (&Store{}).judge(fields(strings.ReplaceAll(info, " ", "\r\n")))
		if err != nil {
			got = "refused: " + err.Error()
		}
		if !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q, want %q", info, got, want)
		}
	}
}

func TestOpenKinds(t *testing.T) {
	t.Parallel()
	locked := redistest.Start(t, redistest.Options{Password: "x", AppendOnly: true})
	s := openStore(t, locked, Options{Password: "x"})
	d := s.Describe()
	if d.Kind != "redis" || d.Server != product(t, locked) || d.Where != locked.Addr() || d.Durability != "appendfsync no" || d.Format != format {
		t.Errorf("description: %+v", d)
	}
	secure := redistest.Start(t, redistest.Options{Password: "x", TLS: true})
	over := openStore(t, secure, Options{Password: "x", TLS: trust(t, secure)})
	must(t, over.Worker("a").Enqueue(t.Context(), in("lane", "1")))
	if c := claimOne(t, over.Worker("a"), queue.Inbox); c.ID != "1" {
		t.Errorf("over TLS: %+v", c)
	}
	unix := openStore(t, locked, Options{Password: "x", Unix: locked.Socket(), Addrs: []string{}})
	if d := unix.Describe(); d.Where != locked.Socket() {
		t.Errorf("description: %+v", d)
	}
	locked.Advance(-time.Hour)
	redistest.Eventually(t, "the skew is not noticed", func() bool {
		return (s.Describe().Skew - time.Hour).Abs() < time.Minute
	})
}

func TestCloseGivesClaimsUp(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t, redistest.Options{})
	a, b := openStore(t, server, Options{Node: "a"}), openStore(t, server, Options{Node: "b"})
	ctx := t.Context()
	w := a.Worker("a")
	must(t, w.Enqueue(ctx, in("begun", "1"), in("untouched", "1"), in("finished", "1")))
	for range 3 {
		switch c := claimOne(t, w, queue.Inbox); c.Lane {
		case "begun":
			must(t, w.Begin(ctx, c))
		case "finished":
			must(t, w.Ack(ctx, c))
		}
	}
	waiting := make(chan error, 1)
	go func() {
		_, err := w.Claim(context.Background(), queue.Inbox, 1)
		waiting <- err
	}()
	must(t, a.Close())
	if err := <-waiting; err == nil {
		t.Error("a claim that waits at the end of the store succeeds")
	}
	must(t, a.Close()) // again
	if err := w.Enqueue(ctx, in("late", "1")); err == nil {
		t.Error("a closed store takes items")
	}
	if _, err := w.Claim(ctx, queue.Inbox, 1); err == nil {
		t.Error("a closed store gives claims")
	}
	for range 2 {
		c := claimOne(t, b.Worker("b"), queue.Inbox)
		if begun := c.Lane == "begun"; c.InDoubt != begun || (c.Attempts == 1) != begun {
			t.Errorf("%s: %+v", c.Lane, c)
		}
	}
	nothing(t, b.Worker("b"), queue.Inbox)
}
