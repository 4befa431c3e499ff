package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"time"

	"bridge/app"
	"bridge/config"
	"bridge/internal/filelock"
	"bridge/store"
	"bridge/store/sqlite"
)

// dialTimeout bounds each look at something outside.
const dialTimeout = 5 * time.Second

// checkCommand names every mistake of the configuration, then (without -offline)
// tries what it points to.
func checkCommand(ctx context.Context, s std, args []string) int {
	fs := flags(s, "check")
	file := fs.String("config", "", "the configuration file")
	offline := fs.Bool("offline", false, "look at the file only, connect to nothing")
	if code, ok := parse(s, fs, args, 0); !ok {
		return code
	}
	c, o, err := read(s, *file)
	if c != nil {
		for _, w := range c.Warnings() {
			fmt.Fprintln(s.err, "warning:", w)
		}
	}
	if err != nil {
		return fail(s, err)
	}
	if n := len(c.Approvals.Rules); n > 0 {
		fmt.Fprintf(s.out, "ok: approvals.rules: %d; what they make of a request: bridge approvals explain -tool NAME -args JSON\n", n)
	}
	bad := 0
	if !*offline {
		for _, p := range probes(c, o) {
			note, err := p.try(ctx)
			switch {
			case err != nil:
				fmt.Fprintf(s.err, "%s: %s: %v\n", c.File, p.what, err)
				bad++
			case note != "":
				fmt.Fprintf(s.out, "ok: %s: %s\n", p.what, note)
			default:
				fmt.Fprintf(s.out, "ok: %s\n", p.what)
			}
		}
	}
	if bad > 0 {
		return exitFailed
	}
	fmt.Fprintf(s.out, "%s: no mistakes found\n", c.File)
	return exitOK
}

// probe is something outside that the configuration needs. note is what else is
// worth knowing.
type probe struct {
	what string
	try  func(context.Context) (note string, err error)
}

func probes(c *config.Config, o app.Options) []probe {
	ps := []probe{
		{"data_dir " + c.DataDir, func(context.Context) (string, error) { return "", writable(c.DataDir) }},
		{"store " + c.Store.String(), func(ctx context.Context) (string, error) { return tryStore(ctx, c, o) }},
		{"artifacts " + o.ArtifactsURL, func(ctx context.Context) (string, error) { return "", app.TryArtifacts(ctx, o) }},
	}
	for _, a := range o.Agents {
		u, err := url.Parse(a.URL)
		if a.URL == "" || err != nil {
			continue
		}
		addr := u.Host
		if u.Port() == "" {
			addr = net.JoinHostPort(u.Hostname(), map[string]string{"http": "80", "https": "443"}[u.Scheme])
		}
		ps = append(ps, probe{"agents." + a.Name + " " + addr, dial(addr)})
	}
	for _, ch := range o.Channels {
		for _, p := range ch.Probes {
			ps = append(ps, probe{"channels." + string(ch.Name) + " " + p.What, bounded(p.Try)})
		}
	}
	return append(ps, mailProbes(c, o)...)
}

// bounded gives a probe of several steps its time.
func bounded(try func(context.Context) (string, error)) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) {
		ctx, cancel := context.WithTimeout(ctx, 6*dialTimeout)
		defer cancel()
		return try(ctx)
	}
}

func dial(addr string) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) {
		d := net.Dialer{Timeout: dialTimeout}
		conn, err := d.DialContext(ctx, "tcp", addr)
		if err != nil {
			return "", err
		}
		return "", conn.Close()
	}
}

// maxSkew is how far clocks may be apart before it is worth a word: leases go by
// the store's clock, dates in messages by the node's.
const maxSkew = 2 * time.Second

// tryStore looks at the store. Of SQLite it changes nothing, and the running
// bridge may have the file; Redis is asked what run would ask it.
func tryStore(ctx context.Context, c *config.Config, o app.Options) (string, error) {
	var d store.Description
	if c.Store.IsRedis() {
		s, err := o.OpenStore(ctx)
		if err != nil {
			return "", err
		}
		d = s.Describe()
		if err := s.Close(); err != nil {
			return "", err
		}
	} else {
		var err error
		switch d, err = sqlite.Check(c.Store.Path); {
		case errors.Is(err, filelock.ErrInUse):
			return "a running bridge has it: " + err.Error(), nil
		case err != nil:
			return "", err
		case d.Format == 0:
			return "it does not exist yet: the first start makes it", nil
		}
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
