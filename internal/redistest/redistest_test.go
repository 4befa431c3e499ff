package redistest

import (
	"bufio"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"bridge/internal/noerr"
)

func TestURLReachesServer(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]Options{
		"plain":    {},
		"password": {Password: `p "w"/\@`},
		"tls":      {Password: "secret", TLS: true},
		"config":   {Config: []string{"maxmemory-policy allkeys-lru"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := Start(t, o)
			u, err := redis.ParseURL(s.URL())
			noerr.Must(t, err)
			if (u.TLSConfig != nil) != o.TLS || u.Password != o.Password || u.Addr != s.Addr() {
				t.Fatalf("%s is not the URL of this server", s.URL())
			}
			c := s.Client()
			noerr.Must(t, c.Set(t.Context(), "k", "v", 0).Err())
			policy, err := c.ConfigGet(t.Context(), "maxmemory-policy").Result()
			want := "noeviction"
			if o.Config != nil {
				want = "allkeys-lru"
			}
			if err != nil || policy["maxmemory-policy"] != want {
				t.Fatalf("policy %v, %v; want %s", policy, err, want)
			}
		})
	}
}

func TestWithoutPasswordOrTrustNobodyGetsIn(t *testing.T) {
	t.Parallel()
	s := Start(t, Options{Password: "secret", TLS: true})
	ca, err := os.ReadFile(s.CAFile())
	noerr.Must(t, err)
	trust := x509.NewCertPool()
	trust.AppendCertsFromPEM(ca)
	for _, tt := range []struct {
		name, password string
		tls            *tls.Config
		in             bool
	}{
		{"all", "secret", &tls.Config{RootCAs: trust}, true},
		{"without password", "", &tls.Config{RootCAs: trust}, false},
		{"without trust", "secret", &tls.Config{RootCAs: x509.NewCertPool()}, false},
		{"without TLS", "secret", nil, false},
	} {
		c := redis.NewClient(&redis.Options{
			Addr: s.Addr(), Password: tt.password, TLSConfig: tt.tls,
			DialTimeout: patience, ReadTimeout: patience, WriteTimeout: patience, MaxRetries: -1, DialerRetries: 1,
		})
		if err := c.Ping(t.Context()).Err(); (err == nil) != tt.in {
			t.Errorf("%s: %v", tt.name, err)
		}
		_ = c.Close()
	}
}

func TestDataSurvivesOnlyInAppendOnly(t *testing.T) {
	t.Parallel()
	for _, o := range []Options{{}, {AppendOnly: true}} {
		for name, end := range map[string]func(*Server){"stop": (*Server).Stop, "kill": (*Server).Kill, "restart": func(*Server) {}} {
			t.Run(fmt.Sprintf("%s/appendonly=%v", name, o.AppendOnly), func(t *testing.T) {
				t.Parallel()
				s := Start(t, o)
				addr, c := s.Addr(), s.Client()
				noerr.Must(t, c.Set(t.Context(), "k", "v", 0).Err())
				s.Advance(time.Hour)
				before := s.Now()
				end(s)
				s.Restart()
				if s.Addr() != addr {
					t.Errorf("moved from %s to %s", addr, s.Addr())
				}
				if now := s.Now(); now.Before(before) {
					t.Errorf("the clock went back from %v to %v", before, now)
				}
				n, err := s.Client().Exists(t.Context(), "k").Result()
				if err != nil || (n == 1) != o.AppendOnly {
					t.Errorf("EXISTS %d, %v", n, err)
				}
			})
		}
	}
}

func TestStoppedServerIsGone(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*Server){"stop": (*Server).Stop, "kill": (*Server).Kill} {
		s := Start(t, Options{})
		s.Pause() // neither may hang on a paused server
		end(s)
		if c, err := net.Dial("tcp", s.Addr()); err == nil {
			t.Errorf("%s: somebody still listens", name)
			_ = c.Close()
		}
	}
}

func TestPausedServerKeepsConnectionsAndAnswersLater(t *testing.T) {
	t.Parallel()
	s := Start(t, Options{})
	c := s.Client()
	noerr.Must(t, c.Set(t.Context(), "n", 1, 0).Err())
	s.Pause()
	answer := make(chan error)
	go func() { answer <- c.Incr(t.Context(), "n").Err() }()
	select {
	case err := <-answer:
		t.Fatalf("a paused server answered: %v", err)
	case <-time.After(50 * time.Millisecond):
	}
	s.Resume()
	noerr.Must(t, <-answer)
	if n, err := c.Get(t.Context(), "n").Int(); n != 2 || err != nil {
		t.Fatalf("n = %d, %v", n, err)
	}
}

func TestAdvanceMovesTheWallClock(t *testing.T) {
	t.Parallel()
	s := Start(t, Options{})
	c := s.Client()
	if off := time.Since(s.Now()).Abs(); off > patience {
		t.Fatalf("a new server's clock is off by %v", off)
	}
	scriptTime := redis.NewScript(`return redis.call('TIME')[1]`)
	for key, life := range map[string]time.Duration{"minute": time.Minute, "day": 24 * time.Hour} {
		noerr.Must(t, c.Set(t.Context(), key, "v", 0).Err())
		noerr.Must(t, c.PExpire(t.Context(), key, life).Err())
	}
	before := s.Now()
	s.Advance(2 * time.Hour)
	if moved := s.Now().Sub(before); moved < 2*time.Hour || moved > 2*time.Hour+patience {
		t.Errorf("TIME moved by %v", moved)
	}
	if unix, err := scriptTime.Run(t.Context(), c, nil).Int64(); err != nil || unix < before.Add(2*time.Hour).Unix() {
		t.Errorf("a script sees %d, %v", unix, err)
	}
	if n, err := c.Exists(t.Context(), "minute").Result(); n != 0 || err != nil {
		t.Errorf("the key of a minute: EXISTS %d, %v", n, err)
	}
	left, err := c.PTTL(t.Context(), "day").Result()
	if err != nil || left > 22*time.Hour || left < 22*time.Hour-4*patience {
		t.Errorf("the key of a day has %v left, %v", left, err)
	}
	Eventually(t, "the cron removes the expired key", func() bool { return c.DBSize(t.Context()).Val() == 1 })

	s.Advance(-3 * time.Hour)
	if moved := s.Now().Sub(before); moved > -time.Hour+4*patience || moved < -time.Hour {
		t.Errorf("back by three hours, TIME has moved by %v", moved)
	}
}

func TestClusterTakesCommandsAlsoAfterRestart(t *testing.T) {
	t.Parallel()
	s := Cluster(t, Options{Password: "secret", AppendOnly: true})
	if want := "redis+cluster://:secret@" + s.Addr(); s.URL() != want {
		t.Errorf("URL %s, want %s", s.URL(), want)
	}
	if off := time.Since(s.Now()).Abs(); off > patience {
		t.Errorf("the clock is off by %v", off)
	}
	for run := range 2 {
		if run > 0 {
			s.Kill()
			s.Restart()
		}
		c := redis.NewClusterClient(&redis.ClusterOptions{
			Addrs: []string{s.Addr()}, Password: "secret",
			DialTimeout: patience, ReadTimeout: patience, WriteTimeout: patience,
		})
		for i := range 50 {
			noerr.Must(t, c.Incr(t.Context(), fmt.Sprint("key", i)).Err())
		}
		if err := c.MGet(t.Context(), "key1", "key2").Err(); err == nil {
			t.Error("keys of two slots in one command")
		}
		_ = c.Close()
	}
	if n, err := s.Client().Get(t.Context(), "key7").Int(); n != 2 || err != nil {
		t.Errorf("after a kill key7 = %d, %v", n, err)
	}
}

// recorder is a test that failed, to see what its end does.
type recorder struct {
	testing.TB
	cleanups []func()
	logged   strings.Builder
}

func (r *recorder) Failed() bool                 { return true }
func (r *recorder) Cleanup(f func())             { r.cleanups = append(r.cleanups, f) }
func (r *recorder) Logf(format string, a ...any) { fmt.Fprintf(&r.logged, format, a...) }

func TestEndOfTestRemovesServerAndShowsItsLog(t *testing.T) {
	t.Parallel()
	r := &recorder{TB: t}
	s := Start(r, Options{})
	s.Pause() // the end must not hang on that
	pid := s.process()
	for i := range r.cleanups {
		r.cleanups[len(r.cleanups)-1-i]()
	}
	if pid.running() {
		t.Error("the server runs on")
	}
	if _, err := os.Stat(s.dir); !os.IsNotExist(err) {
		t.Errorf("its folder is still there: %v", err)
	}
	if !strings.Contains(r.logged.String(), "Ready to accept connections") {
		t.Errorf("logged: %s", &r.logged)
	}
}

func TestServerDiesWithItsTestProcess(t *testing.T) {
	const child = "REDISTEST_CHILD"
	if os.Getenv(child) != "" {
		s := Start(t, Options{})
		fmt.Printf("\n%s %s\n", s.Addr(), s.dir)
		_, _ = io.Copy(io.Discard, os.Stdin) // until it is killed
		return
	}
	if runtime.GOOS != "linux" {
		t.Skip("only Linux ends a child with its parent")
	}
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), child+"=1")
	out, err := cmd.StdoutPipe()
	noerr.Must(t, err)
	noerr.Must(t, noerr.Of(cmd.StdinPipe()))
	noerr.Must(t, cmd.Start())
	var addr, dir string
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if n, _ := fmt.Sscan(lines.Text(), &addr, &dir); n == 2 && strings.HasPrefix(addr, "127.0.0.1:") {
			break
		}
	}
	if dir == "" {
		t.Fatal("the child started no server")
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	noerr.Must(t, cmd.Process.Kill())
	_ = cmd.Wait() // it was killed
	Eventually(t, "the server is gone", func() bool {
		c, err := net.Dial("tcp", addr)
		if err == nil {
			_ = c.Close()
		}
		return err != nil
	})
}

// TestAnotherProgram: the environment names the server that the tests run.
func TestAnotherProgram(t *testing.T) {
	program, err := findProgram()
	noerr.Must(t, err)
	dir := t.TempDir()
	other, ran := filepath.Join(dir, "other-server"), filepath.Join(dir, "ran")
	script := fmt.Sprintf("#!/bin/sh\n: >%s\nexec %s \"$@\"\n", ran, program)
	noerr.Must(t, os.WriteFile(other, []byte(script), 0o700))
	t.Setenv(programEnv, other)
	Start(t, Options{})
	if _, err := os.Stat(ran); err != nil {
		t.Error("another program was started")
	}
	for name, want := range map[string]string{
		"valkey-server":               "absolute path",
		filepath.Join(dir, "missing"): "no such file",
		ran:                           "permission denied",
	} {
		t.Setenv(programEnv, name)
		if _, err := findProgram(); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), programEnv) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}

func BenchmarkStart(b *testing.B) {
	for b.Loop() {
		Start(b, Options{}).Kill()
	}
}

// must ends the test if there is an error.
