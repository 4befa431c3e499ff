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
	bad := 0
	if !*offline {
		for _, p := range probes(c, o) {
			if err := p.try(ctx); err != nil {
				fmt.Fprintf(s.err, "%s: %s: %v\n", c.File, p.what, err)
				bad++
			} else {
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

// probe is something outside that the configuration needs.
type probe struct {
	what string
	try  func(context.Context) error
}

func probes(c *config.Config, o app.Options) []probe {
	ps := []probe{{"data_dir " + c.DataDir, func(context.Context) error { return writable(c.DataDir) }}}
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
		for _, addr := range ch.Reach {
			ps = append(ps, probe{"channels." + string(ch.Name) + " " + addr, dial(addr)})
		}
	}
	return ps
}

func dial(addr string) func(context.Context) error {
	return func(ctx context.Context) error {
		d := net.Dialer{Timeout: dialTimeout}
		conn, err := d.DialContext(ctx, "tcp", addr)
		if err != nil {
			return err
		}
		return conn.Close()
	}
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
