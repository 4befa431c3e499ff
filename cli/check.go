package cli

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"syscall"
	"time"

	"bridge/app"
	"bridge/config"
	"bridge/internal/filelock"
	"bridge/operate"
)

// dialTimeout bounds each look at something outside.
const dialTimeout = 5 * time.Second

// checkCommand names every mistake of the configuration, then (without -offline)
// tries what it points to.
func checkCommand(ctx context.Context, s std, args []string) int {
	fs := flags(s, "check")
	file := fs.String("config", "", "the configuration file")
	offline := fs.Bool("offline", false, "look at the file only, connect to nothing")
	if code, ok := parse(s, fs, args); !ok {
		return code
	}
	c, o, err := read(s, *file)
	if err != nil { // its warnings may be of what is misspelt: they would be wrong advice
		return fail(s, err)
	}
	for _, w := range c.Warnings() {
		fmt.Fprintln(s.err, "warning:", w)
	}
	if n := len(c.Approvals.Rules); n > 0 {
		fmt.Fprintf(s.out, "ok: approvals.rules: %d; what they make of a request: bridge approvals explain -tool NAME -args JSON\n", n)
	}
	bad := 0
	if !*offline {
		for _, p := range probes(s.kinds, c, o) {
			note, err := p.Try(ctx)
			switch {
			case err != nil:
				fmt.Fprintf(s.err, "%s: %s: %v\n", c.File, p.What, err)
				bad++
			case note != "":
				fmt.Fprintf(s.out, "ok: %s: %s\n", p.What, note)
			default:
				fmt.Fprintf(s.out, "ok: %s\n", p.What)
			}
		}
	}
	if !*offline {
		for _, h := range hints(ctx, c) {
			fmt.Fprintf(s.out, "ok: warning: %s\n", line(h))
		}
	}
	if bad > 0 {
		return exitFailed
	}
	fmt.Fprintf(s.out, "%s: no mistakes found\n", c.File)
	return exitOK
}

// ownFiles are those that the process needs besides the connections that come in: store,
// attachments, agents, mail servers.
const ownFiles = 300

// roomFor says how many connections may come in, and warns where the process may not have
// as many files open.
func roomFor(c *config.Config, files func() (uint64, bool)) string {
	listeners := 0
	for _, s := range c.Channels {
		if s.Has("listen") {
			listeners++
		}
	}
	n := uint64(c.Limits.HTTPOpen + listeners*c.Limits.SMTPOpen)
	if most, ok := files(); ok && most < n+ownFiles {
		return fmt.Sprintf("warning: up to %d connections may come in, and this process may have %d files open; raise that (LimitNOFILE=, ulimit -n), or lower limits.http_open and limits.smtp_open", n, most)
	}
	return fmt.Sprintf("up to %d connections", n)
}

// hints are what a bridge that runs with the configuration has seen; none if none runs.
func hints(ctx context.Context, c *config.Config) []string {
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	var st operate.Status
	_ = bySocket(c).call(ctx, "GET", "/status", nil, &st) // it need not run
	return st.Hints
}

func probes(k app.Kinds, c *config.Config, o app.Options) []config.Probe {
	ps := []config.Probe{
		{What: "data_dir " + c.DataDir, Try: func(context.Context) (string, error) { return "", writable(c.DataDir) }},
		{What: "store " + c.Store.String(), Try: func(ctx context.Context) (string, error) { return tryStore(ctx, k, c, o) }},
		{What: "listen " + c.Listen, Try: func(ctx context.Context) (string, error) { return tryListen(ctx, c), nil }},
		{What: "limits", Try: func(context.Context) (string, error) { return roomFor(c, openFiles), nil }},
		{What: "secret", Try: func(context.Context) (string, error) { return app.TrySecret(o) }},
		{What: "artifacts " + o.ArtifactsURL, Try: func(ctx context.Context) (string, error) { return "", app.TryArtifacts(ctx, o) }},
	}
	if o.Backups != nil {
		ps = append(ps, config.Probe{What: "backup.to " + o.Backups.To, Try: bounded(func(ctx context.Context) (string, error) { return app.TryBackups(ctx, o) })})
	}
	for _, a := range o.Agents {
		for _, p := range a.Probes {
			ps = append(ps, config.Probe{What: "agents." + a.Name + " " + p.What, Try: bounded(p.Try)})
		}
	}
	for _, ch := range o.Channels {
		for _, p := range ch.Probes {
			ps = append(ps, config.Probe{What: "channels." + string(ch.Name) + " " + p.What, Try: bounded(p.Try)})
		}
	}
	return ps
}

// bounded gives a probe of several steps its time.
func bounded(try func(context.Context) (string, error)) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) {
		ctx, cancel := context.WithTimeout(ctx, 6*dialTimeout)
		defer cancel()
		return try(ctx)
	}
}

// tryListen says what stands in the way of the address for HTTP. That is no mistake of the
// configuration: the port may be free when the bridge starts.
func tryListen(ctx context.Context, c *config.Config) string {
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", c.Listen)
	if err == nil {
		_ = l.Close() // nothing came of it
		return ""
	}
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	if bySocket(c).call(ctx, "GET", "/status", nil, nil) == nil {
		return "a running bridge has it"
	}
	if errors.Is(err, syscall.EADDRINUSE) {
		return "warning: another bridge or program has that port; end it, or write another one in listen"
	}
	return "warning: " + err.Error()
}

// maxSkew is how far clocks may be apart before it is worth a word: leases go by
// the store's clock, dates in messages by the node's.
const maxSkew = 2 * time.Second

// tryStore looks at the store.
func tryStore(ctx context.Context, k app.Kinds, c *config.Config, o app.Options) (string, error) {
	d, err := k.Stores.Describe(ctx, c, o)
	switch {
	case errors.Is(err, filelock.ErrInUse):
		return "a running bridge has it: " + err.Error(), nil
	case err != nil:
		return "", err
	case d.Format == 0 && !c.Store.IsRedis():
		return "it does not exist yet: the first start makes it", nil
	}
	note := fmt.Sprintf("%s, %s, format %d", d.Server, d.Durability, d.Format)
	if d.Risk != "" {
		note += "; warning: " + d.Risk
	}
	if d.Skew.Abs() > maxSkew {
		note += fmt.Sprintf("; this machine's clock is %s from the server's: set both by NTP", d.Skew.Round(time.Millisecond))
	}
	return note, nil
}

// writable makes the folder if needed and a file in it.
func writable(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, ".check-*")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}
