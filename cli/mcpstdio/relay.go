// Package mcpstdio lets a program that speaks the Model Context Protocol over its standard
// streams speak to a running bridge: each message is one POST. The bridge keeps no session
// for it, so that a restart of the bridge is a pause.
package mcpstdio

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
	"sync"
	"time"

	"bridge/internal/retry"
)

// Relay carries messages between two streams and a bridge.
type Relay struct {
	URL    string // of the bridge's /mcp
	Token  string
	Client *http.Client // without a timeout: calls wait

	mu      sync.Mutex
	out     io.Writer
	version string                        // that the bridge has agreed to
	calls   map[string]context.CancelFunc // under way, by the id of the request
}

// maxLine bounds one message in bytes; the bridge takes less.
const maxLine = 4 << 20

var errTooLong = fmt.Errorf("its answer is longer than %d MB", maxLine>>20)

// The times of a call that does not get through: every call may be made again, since what
// does something has a key.
const (
	retryFor   = 30 * time.Second
	retryPause = 250 * time.Millisecond
	endFor     = 2 * time.Second // for the answers under way when the assistant ends
)

// protocolVersion is the name of the version in the _meta of a request (2026-07-28).
const protocolVersion = "io.modelcontextprotocol/protocolVersion"

// head is what the relay has to know of a message.
type head struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Name    string          `json:"name"`
		URI     string          `json:"uri"`
		Request json.RawMessage `json:"requestId"`
		Meta    map[string]any  `json:"_meta"`
	} `json:"params"`
}

// Run relays until in ends; then the answers under way are waited for, until ctx ends.
func (r *Relay) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	r.out, r.calls = out, map[string]context.CancelFunc{}
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 0, 64<<10), maxLine)
	var under sync.WaitGroup
	for lines.Scan() {
		msg := bytes.Clone(bytes.TrimSpace(lines.Bytes()))
		if len(msg) == 0 {
			continue
		}
		var h head
		if err := json.Unmarshal(msg, &h); err != nil {
			r.fail(json.RawMessage("null"), -32700, "the line is no message of JSON-RPC")
			continue
		}
		if h.Method == "notifications/cancelled" {
			r.cancel(h.Params.Request)
			continue // the call ends with its connection
		}
		if h.Method == "initialize" { // what follows needs what it answers
			r.carry(ctx, h, msg)
			continue
		}
		under.Go(func() { r.carry(ctx, h, msg) })
	}
	done := make(chan struct{})
	go func() { under.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(endFor): // who has closed its end reads no more
		cancel()
		<-done
	}
	return lines.Err()
}

// carry takes one message to the bridge, and what it answers back.
func (r *Relay) carry(ctx context.Context, h head, msg []byte) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if len(h.ID) > 0 {
		r.mu.Lock()
		r.calls[string(h.ID)] = cancel
		r.mu.Unlock()
		defer func() {
			r.mu.Lock()
			delete(r.calls, string(h.ID))
			r.mu.Unlock()
		}()
	}
	var err error
	for began := time.Now(); ; {
		var again bool
		if again, err = r.post(ctx, h, msg); err == nil || !again || time.Since(began) > retryFor {
			break
		}
		if !retry.Sleep(ctx, retryPause) {
			return
		}
	}
	if err != nil && len(h.ID) > 0 && ctx.Err() == nil {
		r.fail(h.ID, -32000, "the bridge: "+err.Error())
	}
}

// post sends a message once. again says that another attempt may help.
func (r *Relay) post(ctx context.Context, h head, msg []byte) (again bool, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, r.URL, bytes.NewReader(msg))
	if err != nil {
		return false, err
	}
	req.Header.Set("Authorization", "Bearer "+r.Token)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	if v, ok := h.Params.Meta[protocolVersion].(string); ok { // Mcp-… of 2026-07-28, transports
		req.Header.Set("Mcp-Protocol-Version", v)
		req.Header.Set("Mcp-Method", h.Method)
		if name := h.Params.Name + h.Params.URI; name != "" {
			req.Header.Set("Mcp-Name", headerText(name))
		}
	} else if r.agreed() != "" {
		req.Header.Set("Mcp-Protocol-Version", r.agreed())
	}
	resp, err := r.Client.Do(req)
	if err != nil {
		return true, errors.New("it does not answer")
	}
	defer resp.Body.Close()
	switch media, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type")); {
	case media == "text/event-stream":
		answered, err := r.events(resp.Body, h)
		return !answered && !errors.Is(err, errTooLong), err
	case media == "application/json":
		b, err := io.ReadAll(io.LimitReader(resp.Body, maxLine+1))
		if err != nil {
			return true, errors.New("its answer was cut off")
		}
		if len(b) > maxLine {
			return false, errTooLong
		}
		r.answer(h, b)
		return false, nil
	case resp.StatusCode < 300:
		return false, nil
	}
	b, _ := io.ReadAll(io.LimitReader(resp.Body, 500)) // what it says is a courtesy
	return resp.StatusCode == http.StatusServiceUnavailable, fmt.Errorf("%s: %s", resp.Status, bytes.TrimSpace(b))
}

// events passes on the messages of a stream. answered says that the request's own answer
// was among them, or that there is none.
func (r *Relay) events(body io.Reader, h head) (answered bool, err error) {
	lines := bufio.NewScanner(body)
	lines.Buffer(make([]byte, 0, 64<<10), maxLine)
	var data []byte
	var tooLong bool
	for !tooLong && lines.Scan() {
		line := lines.Bytes()
		if text, ok := bytes.CutPrefix(line, []byte("data:")); ok {
			data = append(append(data, bytes.TrimPrefix(text, []byte(" "))...), '\n')
			tooLong = len(data) > maxLine
			continue
		}
		if len(line) > 0 || len(data) == 0 {
			continue
		}
		if len(bytes.TrimSpace(data)) > 0 {
			var m head
			_ = json.Unmarshal(data, &m) // what is no message is passed on and refused there
			answered = answered || m.Method == "" && bytes.Equal(m.ID, h.ID)
			r.answer(h, data)
		}
		data = data[:0]
	}
	switch {
	case answered || len(h.ID) == 0:
		return true, nil
	case tooLong || errors.Is(lines.Err(), bufio.ErrTooLong):
		return false, errTooLong
	}
	return false, errors.New("its answer was cut off")
}

// answer writes a message of the bridge.
func (r *Relay) answer(h head, msg []byte) {
	var line bytes.Buffer
	if json.Compact(&line, msg) != nil {
		return
	}
	if h.Method == "initialize" {
		var got struct {
			Result struct {
				Version string `json:"protocolVersion"`
			} `json:"result"`
		}
		if json.Unmarshal(msg, &got) == nil && got.Result.Version != "" {
			r.mu.Lock()
			r.version = got.Result.Version
			r.mu.Unlock()
		}
	}
	line.WriteByte('\n')
	r.mu.Lock()
	defer r.mu.Unlock()
	_, _ = r.out.Write(line.Bytes()) // who has gone reads nothing
}

func (r *Relay) agreed() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.version
}

// fail answers a request that did not get through.
func (r *Relay) fail(id json.RawMessage, code int, text string) {
	b, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "error": map[string]any{"code": code, "message": text}})
	if err != nil {
		return // an id of the client's, which was JSON
	}
	r.answer(head{}, b)
}

func (r *Relay) cancel(id json.RawMessage) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if cancel := r.calls[string(id)]; cancel != nil {
		cancel()
	}
}

// headerText is a name as a header has it (2026-07-28, transports, value encoding).
func headerText(s string) string {
	plain := !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' }) && strings.TrimSpace(s) == s && !strings.HasPrefix(s, "=?base64?")
	if plain {
		return s
	}
	return "=?base64?" + base64.StdEncoding.EncodeToString([]byte(s)) + "?="
}
