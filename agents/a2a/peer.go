package a2a

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/url"
	"slices"
	"strings"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2aclient"

	"bridge/agents"
	"bridge/core/span"
	v03 "bridge/core/wire/a2a/v03"
	"bridge/core/wire/card"
	"bridge/internal/httpguard"
)

// link is a peer as its card describes it now.
type link struct {
	card card.Card
	via  a2aclient.Transport
	old  bool // speaks 0.3
}

// params are the headers of a call.
func (l link) params() a2aclient.ServiceParams {
	p := a2aclient.ServiceParams{}
	if !l.old {
		p["a2a-version"] = []string{"1.0"}
	}
	var uris []string
	if l.card.Has(card.BeachURI) {
		uris = append(uris, card.BeachURI)
	}
	for _, e := range l.card.Extensions {
		if strings.Contains(e.URI, "/a2a-extension/a2ui/") {
			uris = append(uris, e.URI)
		}
	}
	if len(uris) > 0 { // the first is 1.0's, the second 0.3's
		p["a2a-extensions"], p["x-a2a-extensions"] = []string{strings.Join(uris, ", ")}, []string{strings.Join(uris, ", ")}
	}
	return p
}

// link reads the card, if it is older than its server allows, and chooses a way.
func (a *Agent) link(ctx context.Context) (link, error) {
	c := a.fixed
	if a.cards != nil {
		if err := a.cards.Fresh(ctx); err != nil {
			return link{}, &agents.Error{Code: "card", Retry: true, Down: true, Err: err}
		}
		c = a.cards.Cards()[0]
	}
	for _, e := range c.Extensions {
		if e.Required && !strings.Contains(e.URI, "/a2a-extension/a2ui/") {
			return link{}, &agents.Error{Code: "card", Down: true, Err: fmt.Errorf("the agent asks for the extension %s, which the bridge does not speak", e.URI)}
		}
	}
	for _, t := range c.Transports {
		if !a.mayReach(t.URL) {
			continue
		}
		old := strings.HasPrefix(t.Version, "0.")
		switch {
		case t.Protocol != card.ProtocolA2A:
		case t.Binding == card.JSONRPC && old:
			client := *a.client
			client.Transport = v03.Transport(client.Transport)
			return link{c, a2aclient.NewJSONRPCTransport(t.URL, &client), true}, nil
		case t.Binding == card.JSONRPC:
			return link{c, tenant(a2aclient.NewJSONRPCTransport(t.URL, a.client), t.Tenant), false}, nil
		case t.Binding == card.REST && !old:
			u, err := url.Parse(t.URL)
			if err == nil {
				return link{c, tenant(a2aclient.NewRESTTransport(u, a.client), t.Tenant), false}, nil
			}
		}
	}
	return link{}, &agents.Error{Code: "card", Down: true, Err: errors.New("the card names no way that the bridge speaks (JSON-RPC of 1.0 and 0.3, HTTP+JSON of 1.0) at a host that it may speak to (hosts)")}
}

// mayReach reports whether credentials may go to a URL of the card: at the host of the
// card, or at one that the configuration names, and no less safe than the card.
func (a *Agent) mayReach(at string) bool {
	u, err := url.Parse(at)
	if err != nil || u.Scheme != "https" && (u.Scheme != "http" || a.at.Scheme == "https") {
		return false
	}
	return slices.Contains(a.hosts, httpguard.HostPort(u))
}

// guard is the transport of every call: it logs in, bounds what comes back, and makes the
// answers that are no answers of the protocol into errors.
type guard struct {
	next  http.RoundTripper
	login func(*http.Request) error
	// refused hears of a login that was not taken; true: another attempt logs in anew.
	refused func(*http.Request) bool
}

func (g guard) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.Header.Set("User-Agent", "bridge")
	span.Tell(req.Context(), req.Header)
	if g.login != nil {
		if err := g.login(req); err != nil {
			return nil, &agents.Error{Code: "login", Retry: !denied(err), Down: true, Err: notTaken(err)}
		}
	}
	resp, err := g.next.RoundTrip(req)
	if err != nil {
		if agents.Unreached(err) {
			return nil, &agents.Error{Code: agents.CodeConnect, Retry: true, Down: true, Unreached: true, Err: notTaken(err)}
		}
		return nil, err
	}
	switch c := resp.StatusCode; {
	case c >= 300 && c < 400:
		err = &agents.Error{Code: "redirect", Down: true, Err: fmt.Errorf("status %d: redirects are not followed", c)}
	case c == http.StatusUnauthorized || c == http.StatusForbidden:
		anew := c == http.StatusUnauthorized && g.refused != nil && g.refused(req)
		err = &agents.Error{Code: fmt.Sprintf("http_%d", c), Retry: anew, Down: true, Err: notTaken(errors.New("the agent does not let the bridge in"))}
	case c == http.StatusTooManyRequests, c == http.StatusServiceUnavailable && resp.Header.Get("Retry-After") != "":
		err = &agents.Error{Code: fmt.Sprintf("http_%d", c), Retry: true, Err: notTaken(errors.New("the agent is busy"))}
	case c == http.StatusServiceUnavailable: // proxies say so of what broke in the middle, too
		err = &agents.Error{Code: "http_503", Retry: true, Err: errors.New("the agent is not available")}
	}
	if err != nil {
		_ = resp.Body.Close() // it is not read
		return nil, err
	}
	resp.Body = agents.Bounded(resp.Body)
	return resp, asStream(req, resp)
}

// asStream makes an answer that is one JSON document into a stream of it, where a stream
// was asked for: servers answer so with an error. The library would see an empty stream.
func asStream(req *http.Request, resp *http.Response) error {
	kind, _, _ := strings.Cut(resp.Header.Get("Content-Type"), ";")
	if resp.StatusCode != http.StatusOK || req.Header.Get("Accept") != "text/event-stream" || !strings.HasSuffix(strings.TrimSpace(kind), "json") {
		return nil
	}
	b, err := io.ReadAll(resp.Body)
	if err := errors.Join(err, resp.Body.Close()); err != nil {
		return err
	}
	var line bytes.Buffer
	if err := json.Compact(&line, b); err != nil {
		return &agents.Error{Code: agents.CodeBadJSON, Err: errors.New("the answer is no JSON")}
	}
	resp.Body = io.NopCloser(strings.NewReader("data: " + line.String() + "\n\n"))
	return nil
}

// errNotTaken says that the agent has certainly not had a message.
var errNotTaken = errors.New("the message was not taken")

func notTaken(err error) error { return fmt.Errorf("%w: %w", errNotTaken, err) }

// refused reports whether a message was certainly not taken: nobody was reached, or who
// was there said so before doing anything.
func refused(err error) bool {
	for _, no := range []error{
		errNotTaken,
		sdk.ErrParseError, sdk.ErrInvalidRequest, sdk.ErrMethodNotFound, sdk.ErrInvalidParams, sdk.ErrTaskNotFound, sdk.ErrUnsupportedOperation,
		sdk.ErrUnsupportedContentType, sdk.ErrExtensionSupportRequired, sdk.ErrVersionNotSupported, sdk.ErrUnauthenticated, sdk.ErrUnauthorized,
	} {
		if errors.Is(err, no) {
			return true
		}
	}
	return false
}

// busy reports whether the task was still at work on what came before, and took nothing:
// servers of the Go library show a question some moments before they take its answer. They
// have no code for it, only these words.
func busy(err error) bool {
	return err != nil && strings.Contains(err.Error(), "task execution is already in progress")
}

// failure is the error of a call as turns know it.
func failure(ctx context.Context, err error) *agents.Error {
	if e := agents.Interrupted(ctx); e != nil {
		return e
	}
	if e, ok := errors.AsType[*agents.Error](err); ok {
		return e
	}
	for code, target := range map[string]error{
		"task_not_found": sdk.ErrTaskNotFound, "unsupported": sdk.ErrUnsupportedOperation, "invalid_params": sdk.ErrInvalidParams, "content_type": sdk.ErrUnsupportedContentType,
		"version": sdk.ErrVersionNotSupported, "extension": sdk.ErrExtensionSupportRequired, "unauthorized": sdk.ErrUnauthorized, "unauthenticated": sdk.ErrUnauthenticated,
	} {
		if errors.Is(err, target) {
			return &agents.Error{Code: code, Quotes: true, Err: err}
		}
	}
	return &agents.Error{Code: agents.CodeCut, Retry: true, Quotes: true, Err: err}
}

// tenant puts the tenant of an interface into the calls that go there.
func tenant(t a2aclient.Transport, name string) a2aclient.Transport {
	if name == "" {
		return t
	}
	return tenanted{t, name}
}

type tenanted struct {
	a2aclient.Transport
	tenant string
}

func (t tenanted) SendMessage(ctx context.Context, p a2aclient.ServiceParams, r *sdk.SendMessageRequest) (sdk.SendMessageResult, error) {
	r.Tenant = t.tenant
	return t.Transport.SendMessage(ctx, p, r)
}

func (t tenanted) SendStreamingMessage(ctx context.Context, p a2aclient.ServiceParams, r *sdk.SendMessageRequest) iter.Seq2[sdk.Event, error] {
	r.Tenant = t.tenant
	return t.Transport.SendStreamingMessage(ctx, p, r)
}

func (t tenanted) SubscribeToTask(ctx context.Context, p a2aclient.ServiceParams, r *sdk.SubscribeToTaskRequest) iter.Seq2[sdk.Event, error] {
	r.Tenant = t.tenant
	return t.Transport.SubscribeToTask(ctx, p, r)
}

func (t tenanted) GetTask(ctx context.Context, p a2aclient.ServiceParams, r *sdk.GetTaskRequest) (*sdk.Task, error) {
	r.Tenant = t.tenant
	return t.Transport.GetTask(ctx, p, r)
}

func (t tenanted) ListTasks(ctx context.Context, p a2aclient.ServiceParams, r *sdk.ListTasksRequest) (*sdk.ListTasksResponse, error) {
	r.Tenant = t.tenant
	return t.Transport.ListTasks(ctx, p, r)
}

func (t tenanted) CancelTask(ctx context.Context, p a2aclient.ServiceParams, r *sdk.CancelTaskRequest) (*sdk.Task, error) {
	r.Tenant = t.tenant
	return t.Transport.CancelTask(ctx, p, r)
}

func (t tenanted) CreateTaskPushConfig(ctx context.Context, p a2aclient.ServiceParams, r *sdk.PushConfig) (*sdk.PushConfig, error) {
	r.Tenant = t.tenant
	return t.Transport.CreateTaskPushConfig(ctx, p, r)
}
