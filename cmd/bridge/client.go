package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"time"
)

// maxAnswer bounds what the client reads of an answer, in bytes.
const maxAnswer = 64 << 20

// client talks to the running bridge over its socket.
type client struct {
	http     *http.Client
	socket   string
	mistakes error // in the configuration
}

// connect returns a client for the bridge of the configuration. Only where the
// socket is has to be right in it: the shell of an operator need not have the
// secrets of the bridge.
func connect(s std, file string) (*client, error) {
	c, err := load(s, file)
	if c == nil {
		return nil, err
	}
	path := socketPath(c)
	return &client{socket: path, mistakes: err, http: &http.Client{
		Timeout: 60 * time.Second,
		Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			var d net.Dialer
			return d.DialContext(ctx, "unix", path)
		}},
	}}, nil
}

// call sends body (nil: none) and decodes the answer into out.
func (c *client) call(ctx context.Context, method, path string, body, out any) error {
	var r io.Reader
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			return err
		}
		r = bytes.NewReader(b)
	}
	req, err := http.NewRequestWithContext(ctx, method, "http://bridge"+path, r)
	if err != nil {
		return err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		if c.mistakes != nil {
			return c.mistakes // one of them may be why
		}
		if errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("no bridge runs here: there is no %s", c.socket)
		}
		return fmt.Errorf("no bridge answers at %s: %w", c.socket, errors.Unwrap(err))
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err != nil {
		return err
	}
	if resp.StatusCode >= 300 {
		var p struct {
			Detail string `json:"detail"`
		}
		if json.Unmarshal(b, &p) == nil && p.Detail != "" {
			return errors.New(p.Detail)
		}
		return fmt.Errorf("the bridge answered %s", resp.Status)
	}
	return json.Unmarshal(b, out)
}

// printJSON writes v for machines.
func printJSON(w io.Writer, v any) {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	_ = enc.Encode(v) // nowhere to report to
}
