package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"os"
	"time"

	"bridge/app"
	"bridge/config"
	"bridge/gateway"
	"bridge/internal/lifecycle"
)

func runCommand(ctx context.Context, s std, args []string) int {
	fs := flags(s, "run")
	file := fs.String("config", "", "the configuration file")
	if !parse(fs, args, 0) {
		return exitUsage
	}
	c, err := load(s, *file)
	if err != nil {
		return fail(s, err)
	}
	log := logger(c.Log, s)
	o, err := options(c, log)
	if err != nil {
		return fail(s, err)
	}
	for _, w := range c.Warnings() {
		log.Warn("configuration", "key", w.Key, "line", w.Line, "problem", w.Problem, "write", w.Write)
	}
	b, err := start(ctx, c, o)
	if err != nil {
		return fail(s, err)
	}
	log.Info("bridge is ready", "version", o.Version, "http", b.tcp.Addr().String(), "socket", socketPath(c))
	return b.wait(ctx, log)
}

// bridge is a running bridge: the app and its HTTP server.
type bridge struct {
	app      *app.App
	servers  *lifecycle.Group
	tcp      net.Listener
	stopTime time.Duration
}

// start builds and starts everything; on an error nothing is left running.
func start(ctx context.Context, c *config.Config, o app.Options) (*bridge, error) {
	if err := os.MkdirAll(c.DataDir, 0o700); err != nil {
		return nil, fmt.Errorf("data_dir: %w", err)
	}
	a, err := app.New(ctx, o)
	if err != nil {
		return nil, err
	}
	tcp, unix, err := gateway.Listen(ctx, c.Listen, socketPath(c))
	if err != nil {
		return nil, errors.Join(err, a.Close())
	}
	if err := a.Start(ctx); err != nil {
		return nil, errors.Join(err, tcp.Close(), unix.Close(), a.Close())
	}
	b := &bridge{app: a, servers: lifecycle.New(5 * time.Second), tcp: tcp, stopTime: c.StopTimeout}
	tokens := map[string]string{}
	for name, t := range c.API.Operators {
		tokens[name] = t.Reveal()
	}
	g := gateway.New(a, tokens, o.Log)
	b.servers.Go("http", func(soft, hard context.Context) error { return g.Serve(soft, hard, tcp, g.Public()) })
	b.servers.Go("socket", func(soft, hard context.Context) error { return g.Serve(soft, hard, unix, g.Operator()) })
	return b, nil
}

// wait runs until ctx ends or a part fails, then stops everything.
func (b *bridge) wait(ctx context.Context, log *slog.Logger) int {
	code := exitOK
	select {
	case <-ctx.Done():
		log.Info("stopping", "timeout", b.stopTime)
	case err := <-b.app.Failed():
		log.Error("a part ended", "err", err)
		code = exitFailed
	case err := <-b.servers.Failed():
		log.Error("a server ended", "err", err)
		code = exitFailed
	}
	if err := b.stop(); err != nil {
		log.Error("stop", "err", err)
		code = exitFailed
	}
	log.Info("stopped")
	return code
}

// stop ends intake and work first and the HTTP server last, so that health and
// artifact links answer while turns finish.
func (b *bridge) stop() error {
	ctx := context.Background() // each group has its own bound
	return errors.Join(b.app.Stop(ctx), b.servers.Stop(ctx))
}

// load finds and reads the configuration.
func load(s std, file string) (*config.Config, error) {
	path, err := config.Find(file, s.env)
	if err != nil {
		return nil, err
	}
	return config.Load(path, s.env)
}

// fail prints an error; mistakes in the configuration are one a line.
func fail(s std, err error) int {
	var ps config.Problems
	if errors.As(err, &ps) {
		for _, p := range ps {
			fmt.Fprintln(s.err, p)
		}
		return exitFailed
	}
	fmt.Fprintln(s.err, "bridge:", err)
	return exitFailed
}

func flags(s std, name string) *flag.FlagSet {
	fs := flag.NewFlagSet("bridge "+name, flag.ContinueOnError)
	fs.SetOutput(s.err)
	return fs
}

// parse reads flags and wants exactly n arguments behind them; n < 0 takes any.
func parse(fs *flag.FlagSet, args []string, n int) bool {
	if err := fs.Parse(args); err != nil {
		return false
	}
	if n >= 0 && fs.NArg() != n {
		fmt.Fprintf(fs.Output(), "%s takes %d arguments, got %d\n", fs.Name(), n, fs.NArg())
		fs.Usage()
		return false
	}
	return true
}
