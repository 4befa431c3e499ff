package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"syscall"
	"time"

	"bridge/app"
	"bridge/config"
	"bridge/gateway"
	"bridge/internal/lifecycle"
)

func runCommand(ctx context.Context, s std, args []string) int {
	fs := flags(s, "run")
	file := fs.String("config", "", "the configuration file")
	if code, ok := parse(s, fs, args, 0); !ok {
		return code
	}
	c, o, err := read(s, *file)
	if err != nil {
		return fail(s, err)
	}
	log := o.Log
	for _, w := range c.Warnings() {
		log.Warn("configuration", "key", w.Key, "line", w.Line, "problem", w.Problem, "write", w.Write)
	}
	b, err := start(ctx, c, o)
	if err != nil {
		return fail(s, err)
	}
	debug.FreeOSMemory() // what reading the configuration and opening took: a bridge idles for long
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
	b := &bridge{app: a, servers: lifecycle.New(5 * time.Second), tcp: tcp, stopTime: c.StopTimeout}
	g := gateway.New(a, gateway.Tokens{Operators: tokens(c.API.Operators), Agents: tokens(c.API.Agents)}, o.Log)
	b.servers.Go("http", func(soft, hard context.Context) error { return g.Serve(soft, hard, tcp, g.Public()) })
	b.servers.Go("socket", func(soft, hard context.Context) error { return g.Serve(soft, hard, unix, g.Operator()) })
	if err := a.Start(ctx); err != nil { // meanwhile /readyz says that it is starting
		return nil, errors.Join(err, b.stop(ctx))
	}
	return b, nil
}

// tokens returns the tokens of the API by the name of who has them.
func tokens(secrets map[string]config.Secret) map[string]string {
	all := map[string]string{}
	for name, t := range secrets {
		all[name] = t.Reveal()
	}
	return all
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
	// A second signal does not wait for what is under way: that is cut off and
	// comes again at the next start.
	again, done := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer done()
	if err := b.stop(again); err != nil {
		log.Error("stop", "err", err)
		code = exitFailed
	}
	log.Info("stopped")
	return code
}

// stop ends intake and work first and the HTTP server last, so that health and
// artifact links answer while turns finish. Each has its own bound; when ctx ends
// they are cut off.
func (b *bridge) stop(ctx context.Context) error {
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

// read loads the configuration and decodes the sections of its agents and
// channels: the error is every mistake there is. The Config is nil only if there
// is no file to read.
func read(s std, file string) (*config.Config, app.Options, error) {
	c, err := load(s, file)
	if c == nil {
		return nil, app.Options{}, err
	}
	o, err := options(c, logger(c.Log, s))
	return c, o, err
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

// parse reads flags and wants exactly n arguments beside them. If ok is false the
// command ends with code.
func parse(s std, fs *flag.FlagSet, args []string, n int) (code int, ok bool) {
	_, code, ok = parseArgs(s, fs, args, n, n)
	return code, ok
}

// parseArgs reads flags and from least to most arguments, which may stand before,
// between and behind the flags. If ok is false the command ends with code.
func parseArgs(s std, fs *flag.FlagSet, args []string, least, most int) (found []string, code int, ok bool) {
	fs.Usage = func() {} // it is written below, where it belongs
	usage := func(w io.Writer) {
		fs.SetOutput(w)
		fmt.Fprintf(w, "Usage of %s:\n", fs.Name())
		fs.PrintDefaults()
	}
	for {
		switch err := fs.Parse(args); {
		case errors.Is(err, flag.ErrHelp):
			usage(s.out)
			return nil, exitOK, false
		case err != nil: // it has said what is wrong
			usage(s.err)
			return nil, exitUsage, false
		}
		rest := fs.Args()
		if at := len(args) - len(rest); at > 0 && args[at-1] == "--" { // what follows are no flags
			found, rest = append(found, rest...), nil
		}
		if len(rest) == 0 {
			break
		}
		found, args = append(found, rest[0]), rest[1:]
	}
	if len(found) < least || len(found) > most {
		want := fmt.Sprint(least)
		if most != least {
			want = fmt.Sprintf("%d to %d", least, most)
		}
		fmt.Fprintf(s.err, "%s takes %s arguments, got %d\n", fs.Name(), want, len(found))
		usage(s.err)
		return nil, exitUsage, false
	}
	return found, exitOK, true
}

// isHelp reports whether an argument asks for help where no flags are read.
func isHelp(arg string) bool {
	return slices.Contains([]string{"help", "-h", "-help", "--help"}, arg)
}
