package cli

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

// loginFor is how long the operator may take, as the bridge has it.
const loginFor = 10 * time.Minute

// loginCommand logs in to the server whose tool an agent is: the operator's browser comes back
// to a port of this machine, or its address is pasted here.
func loginCommand(ctx context.Context, s std, args []string) int {
	fs := flags(s, "agents login")
	to := targetFlags(fs)
	listen := fs.String("listen", "127.0.0.1:0", "the `HOST:PORT` of this machine that the browser comes back to; a client that is registered over there may need a certain one")
	rest, code, ok := parseArgs(s, fs, args, 1, 1)
	if !ok {
		return code
	}
	c, err := to.connect(s)
	if err != nil {
		return fail(s, err)
	}
	l, err := net.Listen("tcp", *listen)
	if err != nil {
		return fail(s, err)
	}
	ctx, cancel := context.WithTimeout(ctx, loginFor)
	defer cancel()
	redirect, came := "http://"+l.Addr().String()+"/callback", make(chan string, 1)
	web := &http.Server{ReadTimeout: 10 * time.Second, Handler: cameBack(redirect, came)}
	go func() { _ = web.Serve(l) }() // it ends with the command
	defer web.Close()
	path := "/agents/" + url.PathEscape(rest[0]) + "/login"
	var begun struct {
		URL string `json:"url"`
	}
	if err := c.call(ctx, "POST", path, map[string]string{"redirect": redirect}, &begun); err != nil {
		return fail(s, err)
	}
	fmt.Fprintf(s.out, "Open this in a browser and log in:\n\n  %s\n\nIf the browser is on another machine, and cannot come back to %s, paste the address that it ends at here.\n", line(begun.URL), redirect)
	go func() {
		lines := bufio.NewScanner(os.Stdin)
		for lines.Scan() {
			if at := strings.TrimSpace(lines.Text()); at != "" {
				select {
				case came <- at:
				default: // the browser was faster
				}
				return
			}
		}
	}()
	select {
	case back := <-came:
		var done map[string]string
		if err := c.call(ctx, "POST", path, map[string]string{"back": back}, &done); err != nil {
			return fail(s, err)
		}
	case <-ctx.Done():
		return fail(s, fmt.Errorf("nobody came back from the login: %w", ctx.Err()))
	}
	time.Sleep(100 * time.Millisecond) // the browser gets its page
	fmt.Fprintf(s.out, "The bridge is logged in for %s.\n", line(rest[0]))
	return exitOK
}

// cameBack takes the address that the browser came back to. What counts is decided by the
// bridge, by the state in it.
func cameBack(redirect string, came chan<- string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		if r.URL.Path != "/callback" || q.Get("state") == "" {
			http.NotFound(w, r)
			return
		}
		select {
		case came <- redirect + "?" + r.URL.RawQuery:
		default:
		}
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Header().Set("Referrer-Policy", "no-referrer")
		fmt.Fprintln(w, "Go back to the terminal: it says whether the bridge is logged in.")
	})
}
