// Package redistest runs real Redis servers for tests: one server, a cluster of one
// node or several, a master with replica and sentinels, and a proxy with faults in front of any
// of them. Every server has a wall clock that the test can move.
//
// What a test has to know about Redis:
//
//   - A reply can take seconds on a busy machine. The clients of this package wait 30 s
//     and never repeat a command by themselves. A test that needs a timeout makes one
//     with Pause or Proxy.Freeze instead of hoping for a slow server.
//   - Some state is computed in the server's cron (ten times a second) or comes with the
//     replica's acknowledgement (once a second), not with the command that causes it:
//     NOREPLICAS of min-replicas-to-write, cluster_state, the memory that maxmemory is
//     compared with, connected_clients after a connection broke, the removal of expired
//     keys from DBSIZE. Poll for it (with Eventually), never read it once.
//   - Without Options.AppendOnly a restarted server is empty.
//
// The servers are those of the program redis-server, or of the one that the environment
// variable BRIDGE_TEST_REDIS_SERVER names: a valkey-server, or another version. It is also
// run as Sentinel (--sentinel); no other program of Redis or Valkey is needed.
package redistest

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"

	"bridge/internal/porttest"
	"bridge/internal/servertest"
)

// patience bounds every wait of the package.
const patience = 30 * time.Second

// Options say how a server differs from the default: no persistence, no password, no TLS.
type Options struct {
	Password string // of the default user
	TLS      bool   // the port speaks TLS only, with a certificate made for this server; for Start only

	// AppendOnly keeps the data over Stop, Kill and Restart. Each acknowledged write has
	// been handed to the kernel (appendfsync no: with everysec Redis may hold writes back
	// for two seconds while the disk is slow, and Kill would lose them).
	AppendOnly bool

	Config []string // further lines of redis.conf; they win over those of this package
}

// Server is a redis-server. Its methods fail the test when the server does not do
// what they ask within 30 s; they may be called from any goroutine, one at a time.
type Server struct {
	t       testing.TB
	o       Options
	program string // redis-server or another
	dir     string
	args    []string // of the program, after the configuration file
	scheme  string
	port    *porttest.Port
	bus     *porttest.Port // of the cluster, or nil
	clock   *clock
	admin   *redis.Client // by the unix socket: works whatever the port speaks
	tls     *tls.Config

	// Set if the server is a sentinel. It has no clock: after a jump it stops its work.
	sentinel *redis.SentinelClient

	mu   sync.Mutex
	proc *servertest.Process
}

// Start runs a server until the end of the test and returns when it answers. It
// listens on a loopback port and on a unix socket, in a temporary folder of its own. If
// the test fails, the end of the server's log is in the test's log.
func Start(t testing.TB, o Options) *Server {
	t.Helper()
	s := newServer(t, o, "redis", nil)
	s.start()
	return s
}

// newServer prepares a server that start then runs. With a nil clock it gets its own.
func newServer(t testing.TB, o Options, scheme string, shared *clock) *Server {
	t.Helper()
	program, err := findProgram()
	if err != nil {
		t.Fatalf("redistest: %v", err)
	}
	// Not t.TempDir: it is named after the test, and a unix socket's path has room for 100 bytes.
	dir, err := os.MkdirTemp("", "redis")
	if err != nil {
		t.Fatalf("redistest: %v", err)
	}
	s := &Server{t: t, o: o, program: program, dir: dir, scheme: scheme, clock: shared}
	if s.clock == nil {
		s.clock, err = newClock(dir)
		s.must("make a clock", err)
		t.Cleanup(func() { s.must("close the clock", s.clock.close()) })
	}
	t.Cleanup(s.remove)
	s.admin = s.newClient(s.clientOptions("unix", s.Socket()))
	if len(s.Socket()) > 100 {
		t.Fatalf("redistest: %s is too long for a unix socket; set TMPDIR to a shorter path", s.Socket())
	}
	if o.TLS {
		_, _, err := servertest.Certificate(dir, time.Now().Add(24*time.Hour))
		s.must("make a certificate", err)
		public, err := os.ReadFile(s.CAFile())
		s.must("read the certificate", err)
		roots := x509.NewCertPool()
		roots.AppendCertsFromPEM(public)
		s.tls = &tls.Config{RootCAs: roots, ServerName: "127.0.0.1", MinVersion: tls.VersionTLS12}
	}
	return s
}

// start reserves a port and runs the server on it, on another one if somebody else was
// faster: not every program that takes a port asks for reservations.
func (s *Server) start() {
	s.t.Helper()
	for range 10 {
		p, err := porttest.Reserve()
		s.must("reserve a port", err)
		s.port = p
		s.must("write redis.conf", os.WriteFile(s.conf(), []byte(s.config()), 0o600))
		if s.run() {
			return
		}
		if !strings.Contains(s.log(), "Address already in use") {
			break
		}
		p.Release()
	}
	s.t.Fatalf("redistest: %s ended at its start", s.program)
}

// config returns the redis.conf. The password is there and not among the arguments,
// which everybody on the machine can read.
func (s *Server) config() string {
	lines := []string{
		"bind 127.0.0.1", "unixsocket " + s.Socket(), "dir " + s.dir, "daemonize no",
		`save ""`, "maxmemory-policy noeviction", "enable-debug-command yes",
		"appendonly no", "appendfsync no", "repl-diskless-sync-delay 0",
		// A replica and its master take a jump of the clock for a long silence.
		"repl-timeout 1000000000",
	}
	if s.sentinel != nil {
		lines = lines[:4] // a sentinel knows no other
	}
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	if s.o.AppendOnly {
		add("appendonly yes")
	}
	if s.o.Password != "" {
		add("requirepass %q", s.o.Password)
		add("masterauth %q", s.o.Password)
	}
	if s.bus != nil {
		add("cluster-enabled yes")
		add("cluster-port %d", s.bus.Number)
		add("cluster-config-file nodes.conf")
		// Nodes take a jump of the clock for the death of the others.
		add("cluster-node-timeout 100000000000")
	}
	if s.o.TLS {
		add("port 0")
		add("tls-port %d", s.port.Number)
		add("tls-cert-file %s", s.CAFile())
		add("tls-key-file %s", filepath.Join(s.dir, "key.pem"))
		add("tls-ca-cert-file %s", s.CAFile())
		add("tls-auth-clients no")
	} else {
		add("port %d", s.port.Number)
	}
	return strings.Join(append(lines, s.o.Config...), "\n") + "\n"
}

// run starts the process and waits until it answers; false if it ended before.
func (s *Server) run() bool {
	s.t.Helper()
	var env []string
	if s.sentinel == nil {
		var err error
		env, err = s.clock.preload()
		s.must("prepare the clock", err)
	}
	s.mu.Lock()
	proc, err := servertest.Start(s.logFile(), syscall.SIGKILL, env, s.program, append([]string{s.conf()}, s.args...)...)
	s.proc = proc
	s.mu.Unlock()
	s.must("start", err)
	ctx, cancel := wait()
	defer cancel()
	s.eventually("answer", func() bool {
		if !proc.Running() {
			return true
		}
		c, err := net.Dial("unix", s.Socket()) // go-redis logs each failed dial, and dials less and less often
		if err != nil {
			return false
		}
		_ = c.Close()
		return s.admin.Ping(ctx).Err() == nil // an error is also "LOADING": it still reads its data
	})
	return proc.Running()
}

// Addr returns the host and port.
func (s *Server) Addr() string { return s.port.Addr() }

// Socket returns the path of the unix socket. It speaks no TLS.
func (s *Server) Socket() string { return filepath.Join(s.dir, "socket") }

// URL returns the address as a configuration has it, with the password.
func (s *Server) URL() string { return s.URLAt(s.Addr()) }

// URLAt returns the URL of the server behind another address, that of a Proxy.
func (s *Server) URLAt(addr string) string {
	u := url.URL{Scheme: s.scheme, Host: addr}
	if s.o.TLS {
		u.Scheme = "rediss"
	}
	if s.o.Password != "" {
		u.User = url.UserPassword("", s.o.Password)
	}
	return u.String()
}

// CAFile returns the path of the certificate that a client has to trust, for Options.TLS.
func (s *Server) CAFile() string { return filepath.Join(s.dir, "cert.pem") }

// Client returns a new client of the server, which is closed at the end of the test. It
// waits 30 s for replies and does not repeat commands, so that a test sees what
// happened to each of them.
func (s *Server) Client() *redis.Client {
	return s.ClientAt(s.Addr())
}

// ClientAt is Client with another address of the server, that of a Proxy.
func (s *Server) ClientAt(addr string) *redis.Client {
	o := s.clientOptions("tcp", addr)
	if s.o.TLS {
		o.TLSConfig = s.tls.Clone()
	}
	return s.newClient(o)
}

func (s *Server) newClient(o *redis.Options) *redis.Client {
	c := redis.NewClient(o)
	s.t.Cleanup(func() { _ = c.Close() })
	return c
}

func (s *Server) clientOptions(network, addr string) *redis.Options {
	return &redis.Options{
		Network: network, Addr: addr, Password: s.o.Password,
		DialTimeout: patience, ReadTimeout: patience, WriteTimeout: patience, PoolTimeout: patience,
		MaxRetries: -1, DialerRetries: 1,
		MaintNotificationsConfig: &maintnotifications.Config{Mode: maintnotifications.ModeDisabled},
	}
}

// Stop ends the server as an administrator does (SIGTERM) and waits until it is gone.
// A stopped server may be started again with Restart.
func (s *Server) Stop() {
	s.t.Helper()
	s.end(syscall.SIGTERM)
}

// Kill ends the server at once (SIGKILL) and waits until it is gone.
func (s *Server) Kill() {
	s.t.Helper()
	s.end(syscall.SIGKILL)
}

// Restart starts the server again on the same port, in the same folder and with the same
// clock, after Stop if it still runs, and returns when it answers; a node of a cluster
// does so only after two seconds. Connections from before are broken.
func (s *Server) Restart() {
	s.t.Helper()
	s.Stop()
	if !s.run() {
		s.t.Fatalf("redistest: %s ended at its restart", s.program)
	}
	if s.bus != nil {
		s.waitCluster(0)
	}
}

// Pause stops the server in the middle of what it does (SIGSTOP): connections stay
// and nothing is answered. When it returns, the server runs no more.
func (s *Server) Pause() {
	s.t.Helper()
	p := s.process()
	s.must("pause", p.Signal(syscall.SIGSTOP))
	s.eventually("stop", func() bool { return stopped(p.Pid) })
}

// Resume ends a Pause. What clients have sent meanwhile is now executed.
func (s *Server) Resume() {
	s.t.Helper()
	s.must("resume", s.process().Signal(syscall.SIGCONT))
}

func (s *Server) process() *servertest.Process {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.proc
}

func (s *Server) end(sig syscall.Signal) {
	s.t.Helper()
	p := s.process()
	_ = p.Signal(sig)             // an error says that it has ended already
	_ = p.Signal(syscall.SIGCONT) // a paused one does not see SIGTERM
	select {
	case <-p.Exited:
	case <-time.After(patience):
		s.t.Fatalf("redistest: the server did not end after %v", sig)
	}
}

// remove is the last that happens to a server.
func (s *Server) remove() {
	if s.t.Failed() {
		s.t.Logf("the log of redis at %s ends:\n%s", s.dir, s.log())
	}
	if p := s.process(); p != nil {
		_ = p.Kill()
		<-p.Exited
	}
	for _, p := range []*porttest.Port{s.port, s.bus} {
		if p != nil {
			p.Release()
		}
	}
	if err := os.RemoveAll(s.dir); err != nil {
		s.t.Errorf("redistest: %v", err)
	}
}

// Now returns the server's time, to the microsecond.
func (s *Server) Now() time.Time {
	s.t.Helper()
	ctx, cancel := wait()
	defer cancel()
	now, err := s.admin.Time(ctx).Result()
	s.must("TIME", err)
	return now
}

// Advance moves the server's wall clock (and that of a replica which shares it) by d,
// also backward, and returns when TIME shows it. The next command sees keys expired and
// scripts see the new time. Linux only.
//
// Redis counts more than keys by this clock: commands that block (BLPOP, XREAD BLOCK)
// time out by it, the option timeout closes idle clients by it, and a replica counts as
// lagging until its next acknowledgement, within a second (min-replicas-to-write).
// Active expiry, and with it DBSIZE and expired events, comes with the next cron. Sentinels
// have a clock of their own and do not take a jump for a failure.
func (s *Server) Advance(d time.Duration) {
	s.t.Helper()
	if s.sentinel != nil {
		s.t.Fatal("redistest: the clock of a sentinel cannot be moved")
	}
	before := s.Now()
	s.clock.add(d)
	s.eventually("show the new time (which takes Linux)", func() bool {
		off := s.Now().Sub(before) - d // what has really passed
		return off > -time.Microsecond && off < patience
	})
}

// info returns a section of INFO, empty if the server is silent.
func (s *Server) info(section string) map[string]string {
	if !s.process().Running() {
		return nil
	}
	ctx, cancel := wait()
	defer cancel()
	text, _ := s.admin.Info(ctx, section).Result() // the caller asks again
	fields := map[string]string{}
	for line := range strings.Lines(text) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), ":"); ok {
			fields[name] = value
		}
	}
	return fields
}

func (s *Server) conf() string    { return filepath.Join(s.dir, "redis.conf") }
func (s *Server) logFile() string { return filepath.Join(s.dir, "log") }

// log returns the end of what the server wrote.
func (s *Server) log() string {
	b, err := os.ReadFile(s.logFile())
	if err != nil {
		return err.Error()
	}
	return string(b[max(0, len(b)-4096):])
}

func (s *Server) must(what string, err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatalf("redistest: %s: %v", what, err)
	}
}

func (s *Server) eventually(what string, ok func() bool) {
	s.t.Helper()
	Eventually(s.t, "redis has to "+what, ok)
}

// Eventually polls until ok returns true and fails the test with what after 30 s. For
// all that Redis does not promise to show at once.
func Eventually(t testing.TB, what string, ok func() bool) {
	t.Helper()
	within(t, patience, what, ok)
}

func within(t testing.TB, d time.Duration, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(d); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("redistest: %s: not within %v", what, d)
		}
	}
}

func wait() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), patience)
}
