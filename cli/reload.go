package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"

	"bridge/app"
	"bridge/config"
	"bridge/internal/retry"
	"bridge/operate"
)

// reloader brings a new configuration to a bridge that runs: it is read and checked whole
// while the old one goes on, and then asked for.
type reloader struct {
	s     std
	file  string
	log   *slog.Logger // of the old one
	asked chan struct{}
	files *watch

	mu   sync.Mutex
	next *app.Options // the newest that was asked for
}

// reload checks the configuration as it is now; begin asks for it. Its error is every
// mistake.
func (r *reloader) reload() (begin func(), err error) {
	r.files.judged()
	o, err := readToRun(r.s, r.file)
	if err != nil {
		return nil, err
	}
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.next == nil {
			close(r.asked)
		}
		r.next = &o
	}, nil
}

func (r *reloader) chosen() *app.Options {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.next
}

// wait runs the bridge until ctx ends, a part of it fails or a configuration is asked for,
// which SIGHUP does, too; then it is stopped. False if something failed.
func (r *reloader) wait(ctx context.Context, b *app.App, hangup <-chan os.Signal) bool {
	until, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		for {
			select {
			case <-until.Done():
				return
			case <-hangup:
				r.again()
			case <-r.files.look():
				if r.files.changed() {
					r.log.Info("reload: the configuration has changed")
					r.again()
				}
			case <-r.asked:
				r.log.Info("reload: starting with the new configuration", "config", r.chosen().Config.Sum)
				stop()
				return
			}
		}
	}()
	return b.Wait(until)
}

// again reloads, unless the configuration has mistakes.
func (r *reloader) again() {
	if begin, err := r.reload(); err != nil {
		r.refuse(err)
	} else {
		begin()
	}
}

// refuse logs the mistakes of a configuration, each in a line.
func (r *reloader) refuse(err error) {
	var all config.Problems
	if !errors.As(err, &all) {
		r.log.Error("reload: the configuration stays in force as it was", "err", err)
		return
	}
	for _, p := range all {
		r.log.Error("reload: the configuration stays in force as it was", "key", p.Key, "line", p.Line, "problem", p.Problem, "write", p.Write)
	}
}

// reloadWait is how long the command waits for the bridge to start again: some stop_timeout are longer.
const reloadWait = 30 * time.Second

func reloadCommand(ctx context.Context, s std, args []string) int {
	fs := flags(s, "reload")
	to := targetFlags(fs)
	if code, ok := parse(s, fs, args); !ok {
		return code
	}
	c, err := to.connect(s)
	if err != nil {
		return fail(s, err)
	}
	var before, now struct {
		Config operate.Configuration `json:"config"`
	}
	if err := c.call(ctx, "GET", "/status", nil, &before); err != nil {
		return fail(s, err)
	}
	if err := c.call(ctx, "POST", "/reload", nil, &struct{}{}); err != nil {
		return fail(s, err)
	}
	// What is typed next meets the bridge that has started again, not the one that stops.
	for late := time.Now().Add(reloadWait); time.Now().Before(late) && retry.Sleep(ctx, 50*time.Millisecond); {
		if err := c.call(ctx, "GET", "/status", nil, &now); err == nil && now.Config.At.After(before.Config.At) {
			fmt.Fprintf(s.out, "reloaded: the configuration %s is in force\n", now.Config.Sum)
			return exitOK
		}
	}
	fmt.Fprintln(s.out, "the configuration has no mistakes: the bridge reloads when what runs is finished; bridge status shows when it is in force")
	return exitOK
}
