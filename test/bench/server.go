package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	goredis "github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"
)

// server is a redis-server of our own, empty at first.
type server struct {
	addr  string
	fsync string
	began time.Time
	cmd   *exec.Cmd
	ended chan struct{}
	admin *goredis.Client
}

// startServer runs a server on a free port until stop. It is durable as the plan
// says; the log is not rewritten, because a fork in the middle of a measurement
// says nothing about either side of it.
func startServer(ctx context.Context, p plan) (*server, error) {
	var err error
	for range 5 { // somebody may take the port meanwhile
		var s *server
		if s, err = tryServer(ctx, p); err == nil {
			return s, nil
		}
	}
	return nil, err
}

func tryServer(ctx context.Context, p plan) (*server, error) {
	program, err := exec.LookPath("redis-server")
	if err != nil {
		return nil, fmt.Errorf("%w; test/scripts/test-deps installs it", err)
	}
	dir, err := os.MkdirTemp(p.dir, "redis-")
	if err != nil {
		return nil, err
	}
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	addr := l.Addr().String()
	_ = l.Close() // only its port was wanted
	_, port, _ := net.SplitHostPort(addr)
	s := &server{addr: addr, fsync: p.fsync, ended: make(chan struct{})}
	s.cmd = exec.Command(program, "--bind", "127.0.0.1", "--port", port, "--dir", dir, "--save", "", "--maxmemory-policy", "noeviction",
		"--appendonly", "yes", "--appendfsync", p.fsync, "--auto-aof-rewrite-percentage", "0",
		"--logfile", filepath.Join(dir, "log"))
	if err := s.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start redis-server: %w", err)
	}
	go func() {
		_ = s.cmd.Wait() // how it ended is in its log
		close(s.ended)
	}()
	s.began = time.Now()
	s.admin = client(addr)
	for deadline := time.Now().Add(30 * time.Second); ; {
		if err = s.admin.Ping(ctx).Err(); err == nil {
			return s, nil
		}
		select {
		case <-s.ended:
			err = errors.New("redis-server ended at its start")
		case <-time.After(10 * time.Millisecond):
			if ctx.Err() == nil && time.Now().Before(deadline) {
				continue
			}
		}
		s.stop()
		return nil, err
	}
}

// stop ends the server; its folder goes with the plan's.
func (s *server) stop() {
	_ = s.admin.Close()
	_ = s.cmd.Process.Kill() // an error says that it has ended already
	<-s.ended
}

func client(addr string) *goredis.Client {
	return goredis.NewClient(&goredis.Options{
		Addr: addr, MaxRetries: -1, DisableIdentity: true, ReadTimeout: 30 * time.Second,
		MaintNotificationsConfig: &maintnotifications.Config{Mode: maintnotifications.ModeDisabled},
	})
}

// meter reads the server. Redis counts its fsyncs nowhere: with everysec a thread
// makes one a second, with no the kernel does. With always it is not known here.
func (s *server) meter() meter {
	m := meter{cpu: s.cpu}
	switch s.fsync {
	case "everysec":
		m.syncs = func() (float64, error) { return time.Since(s.began).Seconds(), nil }
	case "no":
		m.syncs = func() (float64, error) { return 0, nil }
	}
	return m
}

// cpu is what the server has used so far.
func (s *server) cpu() (time.Duration, error) {
	user, err := s.number("cpu", "used_cpu_user")
	if err != nil {
		return 0, err
	}
	system, err := s.number("cpu", "used_cpu_sys")
	return time.Duration((user + system) * float64(time.Second)), err
}

// held is the memory of the data: without the buffers of clients and of the log,
// which come and go.
func (s *server) held() (int64, error) {
	used, err := s.number("memory", "used_memory")
	if err != nil {
		return 0, err
	}
	for _, buffer := range []string{"mem_clients_normal", "mem_aof_buffer"} {
		n, err := s.number("memory", buffer)
		if err != nil {
			return 0, err
		}
		used -= n
	}
	return int64(used), nil
}

// number reads one number of INFO.
func (s *server) number(section, name string) (float64, error) {
	text, err := s.admin.Info(context.Background(), section).Result()
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(text) {
		if v, ok := strings.CutPrefix(strings.TrimSpace(line), name+":"); ok {
			return strconv.ParseFloat(v, 64)
		}
	}
	return 0, fmt.Errorf("INFO %s has no %s", section, name)
}
