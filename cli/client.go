package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"bridge/app"
	"bridge/config"
)

// maxAnswer bounds what the client reads of an answer, in bytes.
const maxAnswer = 64 << 20

// target is where a client command finds the bridge: the socket of a
// configuration, or a URL with the token of an operator.
type target struct {
	config, url, token, tokenFile *string
}

// targetFlags adds the flags of a target, which every client command has.
func targetFlags(fs *flag.FlagSet) target {
	return target{
		config:    fs.String("config", "", "the configuration `FILE` of the bridge on this machine"),
		url:       fs.String("url", "", "the `URL` of a bridge elsewhere, such as https://bridge.example.com; needs an operator's token"),
		tokenFile: fs.String("token-file", "", "the `FILE` that holds the token for -url; else $BRIDGE_TOKEN"),
		token:     fs.String("token", "", "the `TOKEN` itself: others on this machine can see it, prefer -token-file"),
	}
}

// client talks to the running bridge.
type client struct {
	http     *http.Client
	base     string // URL without a slash at the end
	token    string
	where    string // for people
	socket   bool
	mistakes error // in the configuration
}

// connect returns a client. Of a configuration only where the socket is has to be
// right: the shell of an operator need not have the secrets of the bridge.
func (t target) connect(s std) (*client, error) {
	if *t.url != "" {
		return t.remote(s)
	}
	if *t.token != "" || *t.tokenFile != "" {
		return nil, errors.New("-token and -token-file go with -url: the socket needs none")
	}
	c, err := load(s, *t.config)
	if c == nil {
		return nil, err
	}
	cl := bySocket(c)
	cl.mistakes = err
	return cl, nil
}

// bySocket returns a client for the bridge of a configuration.
func bySocket(c *config.Config) *client {
	path := app.Socket(c)
	return &client{base: "http://bridge", where: path, socket: true, http: &http.Client{
		Timeout: clientTimeout,
		Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			var d net.Dialer
			return d.DialContext(ctx, "unix", path)
		}},
	}}
}

// clientTimeout bounds one request: bulk actions take their time.
const clientTimeout = 2 * time.Minute

// remote returns a client for a bridge that is reached over HTTP.
func (t target) remote(s std) (*client, error) {
	u, err := url.Parse(*t.url)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, errors.New("-url is not an http or https URL such as https://bridge.example.com")
	}
	token := *t.token
	switch env, _ := s.env("BRIDGE_TOKEN"); {
	case token != "" && *t.tokenFile != "":
		return nil, errors.New("-token or -token-file, not both")
	case *t.tokenFile != "":
		b, err := os.ReadFile(*t.tokenFile)
		if err != nil {
			return nil, fmt.Errorf("-token-file: %w", err)
		}
		token = strings.TrimSpace(string(b))
	case token == "":
		token = env
	}
	if token == "" {
		return nil, errors.New("-url needs the token of an operator: -token-file, or $BRIDGE_TOKEN")
	}
	if u.Scheme == "http" && !config.IsLoopback(u.Host) {
		fmt.Fprintln(s.err, "warning: the token goes over the network as plain text; use https")
	}
	return &client{
		base: strings.TrimRight(u.String(), "/"), token: token, where: u.Host,
		// A token is for the server it was meant for: redirects are not followed.
		http: &http.Client{Timeout: clientTimeout, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
	}, nil
}

// errNoBridge is in the error of a call that reached nobody: nothing was done.
var errNoBridge = errors.New("no bridge")

// refusedError is the bridge's own no.
type refusedError struct {
	status int
	text   string
}

// Error returns the bridge's words.
func (e *refusedError) Error() string { return e.text }

// call sends body (nil: none) to a path of the API and decodes the answer into out.
func (c *client) call(ctx context.Context, method, path string, body, out any) error {
	return c.callAs(ctx, "", method, path, body, out)
}

// callAs is call with an Idempotency-Key ("": none).
func (c *client) callAs(ctx context.Context, key, method, path string, body, out any) error {
	var r io.Reader
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			return err
		}
		r = bytes.NewReader(b)
	}
	resp, err := c.open(ctx, key, method, path, r)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err != nil {
		return err
	}
	if resp.StatusCode >= 300 {
		return c.refused(resp, b)
	}
	if err := json.Unmarshal(b, out); err != nil {
		return fmt.Errorf("%s did not answer as a bridge does: %w", c.where, err)
	}
	return nil
}

// open sends a request; the caller closes the body of the answer.
func (c *client) open(ctx context.Context, key, method, path string, body io.Reader) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, c.base+"/api/v1"+path, body)
	if err != nil {
		return nil, err
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if key != "" {
		req.Header.Set("Idempotency-Key", key)
	}
	if c.token != "" {
		req.Header.Set("Authorization", "Bearer "+c.token)
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, c.unreached(err)
	}
	return resp, nil
}

// refused is what an answer says that is no success.
func (c *client) refused(resp *http.Response, b []byte) error {
	var p struct {
		Detail string `json:"detail"`
	}
	if json.Unmarshal(b, &p) == nil && p.Detail != "" {
		return &refusedError{resp.StatusCode, p.Detail}
	}
	return &refusedError{resp.StatusCode, fmt.Sprintf("%s answered %s", c.where, resp.Status)}
}

// unreached says that nobody answers, and where nobody does. Mistakes of the configuration may
// be why.
func (c *client) unreached(err error) error {
	op := (*net.OpError)(nil)
	switch {
	case c.socket && errors.Is(err, os.ErrNotExist):
		err = fmt.Errorf("%w runs here: there is no %s", errNoBridge, c.where)
	case errors.As(err, &op) && op.Op == "dial":
		err = fmt.Errorf("%w answers at %s: %w", errNoBridge, c.where, errors.Unwrap(err))
	default:
		err = fmt.Errorf("no bridge answers at %s: %w", c.where, errors.Unwrap(err))
	}
	if ps, ok := errors.AsType[config.Problems](c.mistakes); ok {
		return fmt.Errorf("%w; the configuration has mistakes, too (%d, bridge check names them), the first: %v", err, len(ps), ps[0])
	}
	return err
}
