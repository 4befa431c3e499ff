package test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"bridge/internal/redistest"
)

// TestStoreRefused: a store that cannot be used is refused at the start with one
// line that says why, and never with its password.
func TestStoreRefused(t *testing.T) {
	t.Parallel()
	const password = "hunter2-of-the-store"
	plain := redistest.Start(t, redistest.Options{})
	locked := redistest.Start(t, redistest.Options{Password: password})
	evicts := redistest.Start(t, redistest.Options{Password: password, Config: []string{"maxmemory 100mb", "maxmemory-policy allkeys-lru"}})
	cluster := redistest.Cluster(t, redistest.Options{})
	secure := redistest.Start(t, redistest.Options{Password: password, TLS: true})
	stranger := redistest.Start(t, redistest.Options{TLS: true})
	sentinels := redistest.Sentinel(t, redistest.SentinelOptions{})
	nobody, old := freePort(t), fakeRedis(t, "6.2.14")
	empty := filepath.Join(t.TempDir(), "empty.pem")
	must(t, os.WriteFile(empty, nil, 0o600))
	tests := map[string]func(*testing.T){}
	for name, c := range map[string]struct {
		store string
		says  []string
	}{
		"unreachable":        {"redis://:" + password + "@" + nobody, []string{nobody, "cannot be reached"}},
		"no such socket":     {"redis+unix://:" + password + "@/nowhere/redis.sock", []string{"/nowhere/redis.sock", "cannot be reached"}},
		"wrong password":     {"redis://:not-" + password + "@" + locked.Addr(), []string{locked.Addr(), "refuses the user name or password"}},
		"wrong user":         {"redis://somebody:" + password + "@" + locked.Addr(), []string{locked.Addr(), "refuses the user name or password"}},
		"no password":        {"redis://" + locked.Addr(), []string{locked.Addr(), "refuses the user name or password"}},
		"old server":         {"redis://" + old, []string{old, "6.2.14", "needs 7"}},
		"eviction":           {evicts.URL(), []string{evicts.Addr(), "allkeys-lru", "noeviction"}},
		"not a cluster":      {"redis+cluster://" + plain.Addr(), []string{plain.Addr(), "not a cluster", "write redis://"}},
		"a cluster":          {"redis://" + cluster.Addr(), []string{cluster.Addr(), "cluster", "write redis+cluster://"}},
		"not a sentinel":     {"redis+sentinel://" + plain.Addr() + "/mymaster", []string{plain.Addr(), "no Sentinel", "write redis://"}},
		"a sentinel":         {"redis://" + sentinels.Addrs()[0], []string{"is a Sentinel", "write redis+sentinel://"}},
		"no such master":     {"redis+sentinel://" + sentinels.Addrs()[0] + "/other", []string{`no master named "other"`}},
		"no TLS there":       {"rediss://:" + password + "@" + locked.Addr(), []string{locked.Addr(), "does not speak TLS", "write redis://"}},
		"TLS there":          {"redis://:" + password + "@" + secure.Addr(), []string{secure.Addr(), "speaks TLS only", "write rediss://"}},
		"TLS in the cluster": {"redis+cluster://:" + password + "@" + secure.Addr(), []string{secure.Addr(), "speaks TLS only", "tls=true"}},
		"unknown authority":  {secure.URL(), []string{secure.Addr(), "authority", "write ca=FILE"}},
		"another authority":  {secure.URL() + "?ca=" + stranger.CAFile(), []string{secure.Addr(), "another authority than that of ca"}},
		"no ca file":         {secure.URL() + "?ca=/nowhere/ca.pem", []string{"/nowhere/ca.pem"}},
		"ca that is none":    {secure.URL() + "?ca=" + empty, []string{empty, "no certificate in PEM form"}},
		"no Redis there":     {"redis://:" + password + "@" + newsServer(t), []string{"open store", "not a Redis server"}},
		"database of no use": {"redis://" + plain.Addr() + "/9999", []string{plain.Addr(), "no database 9999"}},
	} {
		tests[name] = func(t *testing.T) {
			s := newFleet(t, 1, c.store).nodes[0]
			s.refused(password, c.says...)
		}
	}
	tests["trusted authority"] = func(t *testing.T) {
		newFleet(t, 1, secure.URL()+"?ca="+secure.CAFile()).start() // it is ready
	}
	tests["folder not shared"] = func(t *testing.T) {
		s := newSite(t, withTop(fmt.Sprintf("store = %q\nsecret = %q", locked.URL(), fleetSecret)))
		s.refused(password, s.config()+":", "artifacts.url", "shared = true")
	}
	tests["data_dir in use"] = func(t *testing.T) {
		server := redistest.Start(t, redistest.Options{})
		s := newFleet(t, 1, server.URL()).start().nodes[0]
		b, err := os.ReadFile(s.config())
		must(t, err)
		pid := s.cmd.Process.Pid
		s.write(strings.NewReplacer(s.smtp, freePort(t), s.http, freePort(t)).Replace(string(b)))
		s.refused(password, "data_dir", fmt.Sprintf("process %d", pid))
	}
	together(t, tests)
}

// refused runs the bridge, which must end with exit 1 and one line with all the
// words.
func (s *site) refused(password string, words ...string) {
	s.t.Helper()
	cmd := newCommand(s.t, "run", "-config", s.config())
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil && !isExit(err) {
		s.t.Fatal(err)
	}
	line := errorLines(out.String())
	if code := cmd.ProcessState.ExitCode(); code != 1 || strings.Count(line, "\n") != 1 {
		s.t.Errorf("exit %d, want 1 and one line:\n%s", code, out.String())
	}
	for _, w := range words {
		if !strings.Contains(line, w) {
			s.t.Errorf("it does not say %q:\n%s", w, line)
		}
	}
	if strings.Contains(out.String(), password) {
		s.t.Errorf("it tells the password:\n%s", out.String())
	}
	s.t.Logf("%s", strings.TrimSpace(line))
}

// listen serves connections of a test until its end.
func listen(t *testing.T, serve func(net.Conn)) string {
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
				defer c.Close()
				serve(c)
			}()
		}
	}()
	return l.Addr().String()
}

// fakeRedis speaks just enough of the protocol to say its version, as servers
// before 6 did it: without HELLO.
func fakeRedis(t *testing.T, version string) string {
	t.Helper()
	return listen(t, func(c net.Conn) {
		r := bufio.NewReader(c)
		for {
			words, err := readCommand(r)
			if err != nil {
				return
			}
			switch strings.ToUpper(words[0]) {
			case "INFO":
				info := "# Server\r\nredis_version:" + version + "\r\nredis_mode:standalone\r\n# Replication\r\nrole:master\r\n# Cluster\r\ncluster_enabled:0\r\n"
				fmt.Fprintf(c, "$%d\r\n%s\r\n", len(info), info)
			case "PING":
				_, _ = io.WriteString(c, "+PONG\r\n")
			case "CLIENT", "SELECT":
				_, _ = io.WriteString(c, "+OK\r\n")
			default:
				fmt.Fprintf(c, "-ERR unknown command '%s'\r\n", words[0])
			}
		}
	})
}

// readCommand reads an array of bulk strings.
func readCommand(r *bufio.Reader) ([]string, error) {
	number := func(kind byte) (int, error) {
		line, err := r.ReadString('\n')
		if err != nil {
			return 0, err
		}
		if line[0] != kind {
			return 0, fmt.Errorf("%q is no %c", line, kind)
		}
		return strconv.Atoi(strings.TrimSpace(line[1:]))
	}
	n, err := number('*')
	if err != nil || n < 1 {
		return nil, fmt.Errorf("%d words: %w", n, err)
	}
	words := make([]string, n)
	for i := range words {
		size, err := number('$')
		if err != nil {
			return nil, err
		}
		b := make([]byte, size+2)
		if _, err := io.ReadFull(r, b); err != nil {
			return nil, err
		}
		words[i] = string(b[:size])
	}
	return words, nil
}

// newsServer greets in another protocol.
func newsServer(t *testing.T) string {
	t.Helper()
	return listen(t, func(c net.Conn) {
		_, _ = io.WriteString(c, "200 news.test ready\r\n")
		_, _ = io.Copy(io.Discard, c)
	})
}
