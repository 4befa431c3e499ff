// Package httpagent calls an agent by HTTP: one POST per attempt of a step, the
// updates in its answer (type = "http"). It is the contract for
// agents in any language; docs/agents.md describes it from their side.
package httpagent

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/url"
	"strings"
	"time"

	"bridge/agents"
	"bridge/agents/agent"
	"bridge/core/envelope"
	"bridge/internal/httpguard"
	"bridge/internal/mac"
)

// Limits of what is read of an answer that is none.
const (
	errorBody    = 300             // bytes of an error body that are kept
	errorWait    = 2 * time.Second // how long they are waited for
	maxRetry     = 10 * time.Minute
	maxRespHeads = 64 << 10
)

// Options are the settings of one [agents.NAME] section with type = "http".
type Options struct {
	// URL is where the requests go: http or https.
	URL string
	// Secrets sign the requests (Standard Webhooks): whsec_ + base64, or raw
	// bytes; one signature each, so that a secret can be rotated. None: the
	// requests are not signed.
	Secrets [][]byte
	// Share says what the agent may know of the sender.
	Share agents.Share
	// Client sends the requests. Its CheckRedirect is not used: redirects are
	// errors. Its Timeout should be 0, the step's context bounds the call. nil is
	// a client of this agent's own.
	Client *http.Client
	// State, Turns, Callback, Mac and Name are for turns that are parked. Without State a 202
	// that names a task fails; without Callback the agent gets no URL to post to.
	State    agent.State
	Turns    agent.Waker
	Callback string
	Mac      mac.Keys
	Name     string
	// Now is the clock of signatures and Retry-After dates; nil is time.Now.
	Now func() time.Time
}

// Agent is one HTTP agent. It is safe for concurrent use.
type Agent struct {
	url    *url.URL
	keys   [][]byte
	share  agents.Share
	client *http.Client
	now    func() time.Time

	state agent.State
	turns agent.Waker
	base  string // of the URLs to post to
	mac   mac.Keys
	name  string
	meter meter // of what is posted
}

var _ agents.Agent = (*Agent)(nil)

// New returns the agent, or an error that says which setting is wrong; it never
// holds a secret. It does no I/O.
func New(o Options) (*Agent, error) {
	u, err := url.Parse(o.URL)
	if err != nil {
		return nil, errors.New("url: not a URL") // the cause would quote it, user and password included
	}
	if (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return nil, errors.New(`url: want "http://…" or "https://…"`)
	}
	a := &Agent{url: u, share: o.Share, now: o.Now, state: o.State, turns: o.Turns, base: o.Callback, mac: o.Mac, name: o.Name}
	for i, s := range o.Secrets {
		k, err := signingKey(s)
		if err != nil {
			return nil, fmt.Errorf("secret %d: %w", i+1, err)
		}
		a.keys = append(a.keys, k)
	}
	if a.now == nil {
		a.now = time.Now
	}
	var c http.Client
	if o.Client != nil {
		c = *o.Client
	} else {
		t := http.DefaultTransport.(*http.Transport).Clone()
		t.MaxIdleConnsPerHost = 32 // the default of max_concurrent
		t.MaxResponseHeaderBytes = maxRespHeads
		c.Transport = t
	}
	c.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	a.client = &c
	return a, nil
}

// CloseIdle closes the connections that are kept for the next call. It is called
// when the agent is no longer used.
func (a *Agent) CloseIdle() { a.client.CloseIdleConnections() }

// Respond implements agents.Agent.
func (a *Agent) Respond(ctx context.Context, call agents.Call) iter.Seq2[envelope.Update, error] {
	return func(yield func(envelope.Update, error) bool) {
		// Ends the transfer when the consumer stops early.
		reqCtx, cancel := context.WithCancel(ctx)
		defer cancel()
		var resp *http.Response
		var err error
		if call.Parked {
			resp, err = a.task(reqCtx, http.MethodGet, call)
		} else {
			resp, err = a.post(reqCtx, call)
		}
		switch {
		case err != nil:
		case resp == nil: // it posts what it has
			yield(envelope.Update{State: envelope.Delegated}, nil)
			return
		default:
			defer resp.Body.Close()
			if err = a.read(reqCtx, cancel, call, resp, yield); err == nil {
				return
			}
		}
		if e := agents.Interrupted(ctx); e != nil {
			err = e
		}
		yield(envelope.Update{}, err)
	}
}

// read reads an answer. Its error is an *agents.Error, or nil.
func (a *Agent) read(ctx context.Context, cancel context.CancelFunc, call agents.Call, resp *http.Response, yield func(envelope.Update, error) bool) error {
	if resp.StatusCode < 200 || resp.StatusCode >= 300 {
		return a.statusError(resp, cancel)
	}
	if resp.StatusCode == http.StatusAccepted && call.Parked { // it works on
		yield(envelope.Update{State: envelope.Delegated}, nil)
		return nil
	}
	if resp.StatusCode == http.StatusAccepted && mediaType(resp.Header.Get("Content-Type")) == "application/json" {
		body, err := io.ReadAll(&agents.Reader{R: resp.Body})
		if err != nil {
			return transferError(err, err, delimited(resp))
		}
		u, is, err := a.later(ctx, call.Meta.TurnID, body)
		if is {
			if err == nil {
				yield(u, nil)
			}
			return err
		}
		resp.Body = io.NopCloser(bytes.NewReader(body))
	}
	return readAnswer(resp, yield)
}

// post sends the request. Its error is an *agents.Error.
func (a *Agent) post(ctx context.Context, call agents.Call) (*http.Response, error) {
	call.Meta.Callback = a.callback(call.Meta.TurnID)
	body, err := agents.EncodeRequest(call, a.share)
	if err != nil {
		return nil, &agents.Error{Code: "request", Err: err}
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, a.url.String(), bytes.NewReader(body))
	if err != nil {
		return nil, &agents.Error{Code: "request", Err: httpguard.WithoutURL(err)}
	}
	req.Header.Set("Content-Type", "application/json")
	a.head(req.Header, call, body)
	resp, err := a.client.Do(req)
	if err != nil {
		return nil, a.unreached(err)
	}
	return resp, nil
}

// head sets the fields that all requests have.
func (a *Agent) head(h http.Header, call agents.Call, body []byte) {
	h.Set("User-Agent", "bridge")
	h.Set("Accept", "text/event-stream, application/x-ndjson, application/json")
	h.Set("Idempotency-Key", call.Key)
	if call.Traceparent != "" {
		h.Set("traceparent", call.Traceparent)
	}
	a.sign(h, call.Key, body)
}

// unreached is the error of a request that has no answer.
func (a *Agent) unreached(err error) *agents.Error {
	return &agents.Error{Code: agents.CodeConnect, Retry: true, Unreached: agents.Unreached(err), Err: fmt.Errorf("call %s: %w", a.url.Host, httpguard.WithoutURL(err))}
}

// statusError is the error of an answer whose status is not 2xx. cancel ends the
// transfer of a body that does not come.
func (a *Agent) statusError(resp *http.Response, cancel context.CancelFunc) *agents.Error {
	code := resp.StatusCode
	if code >= 300 && code < 400 {
		return &agents.Error{Code: "redirect", Err: fmt.Errorf("status %d: redirects are not followed; configure the final url", code)}
	}
	e := &agents.Error{Code: fmt.Sprintf("http_%d", code), Down: code >= 500, Quotes: true}
	switch code {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusProxyAuthRequired, http.StatusRequestTimeout:
		e.Down = true
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		e.Retry = true
		e.RetryAfter = httpguard.RetryAfter(resp.Header, a.now(), maxRetry)
	}
	t := time.AfterFunc(errorWait, cancel)
	defer t.Stop()
	b, _ := io.ReadAll(io.LimitReader(resp.Body, errorBody)) // the status is the error, the body only explains it
	e.Err = fmt.Errorf("status %d", code)
	if s := agents.Excerpt(b); s != "" {
		e.Err = fmt.Errorf("status %d: %s", code, s)
	}
	return e
}

// readAnswer yields the updates of a 2xx answer. Its error is an *agents.Error,
// or nil when the transfer was complete or the consumer stopped.
func readAnswer(resp *http.Response, yield func(envelope.Update, error) bool) error {
	if resp.StatusCode == http.StatusNoContent {
		yield(envelope.Update{State: envelope.Complete}, nil)
		return nil
	}
	if ce := resp.Header.Get("Content-Encoding"); ce != "" && !strings.EqualFold(ce, "identity") {
		return &agents.Error{Code: "bad_encoding", Err: fmt.Errorf("content encoding %q was not asked for", ce)}
	}
	body := &agents.Reader{R: resp.Body}
	kind := mediaType(resp.Header.Get("Content-Type"))
	var err error
	switch kind {
	case "application/x-ndjson", "application/ndjson", "application/jsonl":
		err = readStream(agents.NDJSON(body), yield)
	case "text/event-stream":
		err = readStream(sseUpdates(body), yield)
	default:
		var u envelope.Update
		if u, err = readSingle(body, kind); err == nil {
			yield(u, nil)
			return nil
		}
	}
	if err == errStopped || err == errOpenEvent && delimited(resp) {
		return nil
	}
	if err == nil && body.N == 0 {
		yield(envelope.Update{State: envelope.Complete}, nil)
		return nil
	}
	return transferError(err, body.Err, delimited(resp))
}

// errStopped says that the consumer stopped reading.
var errStopped = errors.New("stopped")

func readStream(updates iter.Seq2[envelope.Update, error], yield func(envelope.Update, error) bool) error {
	for u, err := range updates {
		if err != nil {
			return err
		}
		if !yield(u, nil) {
			return errStopped
		}
	}
	return nil
}

// readSingle reads an answer that is one update: text, or one JSON object.
func readSingle(body io.Reader, kind string) (envelope.Update, error) {
	b, err := io.ReadAll(body)
	if err != nil {
		return envelope.Update{}, err
	}
	b = bytes.TrimSpace(agents.TrimBOM(b))
	if len(b) == 0 {
		return envelope.Update{State: envelope.Complete}, nil
	}
	if kind == "text/plain" || kind == "text/markdown" {
		text := strings.ToValidUTF8(string(b), "\uFFFD")
		part := envelope.TextPart(envelope.Response, text)
		part.MediaType = kind // plain text is shown as it is, not read as Markdown
		return envelope.Update{Parts: []envelope.Part{part}, State: envelope.Complete}, nil
	}
	u, err := envelope.DecodeAnswer(b)
	if err != nil {
		if kind != "application/json" {
			err = fmt.Errorf("content type %q: %w", kind, err)
		}
		if agents.Truncated(b) {
			return envelope.Update{}, fmt.Errorf("%w: %w", err, io.ErrUnexpectedEOF)
		}
		return envelope.Update{}, agents.BadJSON(err)
	}
	if u.State == "" {
		u.State = envelope.Complete
	}
	return u, nil
}

// transferError turns what ended an answer into an *agents.Error, or nil if it
// was complete. ended is the error of the transfer itself; delimited says that
// without one the transfer is known to be complete.
func transferError(err, ended error, delimited bool) error {
	if err == nil {
		return nil
	}
	if e, ok := errors.AsType[*agents.Error](err); ok {
		return e
	}
	switch {
	case ended == nil && delimited: // the agent itself wrote half an update
		return agents.BadJSON(err)
	case isCorrupt(err):
		return &agents.Error{Code: "bad_encoding", Err: err}
	default:
		return &agents.Error{Code: agents.CodeCut, Retry: true, Err: fmt.Errorf("the answer was cut off: %w", err)}
	}
}

// isCorrupt reports whether err says that the gzip stream is broken, which
// another attempt would not change.
func isCorrupt(err error) bool {
	_, corrupt := errors.AsType[flate.CorruptInputError](err)
	return corrupt || errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum)
}

// delimited reports whether the end of the body can be told from a broken
// connection: by its length, chunks, gzip trailer or an HTTP/2 frame.
func delimited(resp *http.Response) bool {
	return resp.ContentLength >= 0 || len(resp.TransferEncoding) > 0 || resp.Uncompressed || resp.ProtoMajor >= 2
}

// mediaType returns the type of a Content-Type field in lower case, without its
// parameters, also of one whose parameters are malformed.
func mediaType(field string) string {
	kind, _, _ := strings.Cut(field, ";")
	return strings.ToLower(strings.TrimSpace(kind))
}
