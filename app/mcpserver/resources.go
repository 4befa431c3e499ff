package mcpserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/operate"
)

// Where requests and turns are read as resources.
const (
	approvalURI = "bridge://approvals/"
	turnURI     = "bridge://turns/"
)

func (c *client) resources(srv *mcp.Server) {
	srv.AddResourceTemplate(&mcp.ResourceTemplate{
		Name: "approval", Title: "A request for approval", URITemplate: approvalURI + "{id}", MIMEType: "application/json",
		Description: "What became of a request of yours. Subscribe to hear of the decision.",
	}, c.read)
	srv.AddResourceTemplate(&mcp.ResourceTemplate{
		Name: "turn", Title: "An agent's answer", URITemplate: turnURI + "{id}", MIMEType: "application/json",
		Description: "How far an agent is with what you asked it. Subscribe to hear when it is done.",
	}, c.read)
}

// seen is a resource as it was at one time.
type seen struct {
	v     any
	state string
	done  bool // nothing more will happen to it
}

// look reads a resource as it is after wait, or earlier if something happens to it.
func (c *client) look(ctx context.Context, uri string, wait time.Duration) (seen, error) {
	if id, ok := strings.CutPrefix(uri, approvalURI); ok {
		a, err := c.o.Desk.Approval(ctx, c.Caller(), message.ApprovalID(id), wait)
		return seen{view(a), string(a.State), a.State != request.Pending}, err
	}
	id, ok := strings.CutPrefix(uri, turnURI)
	if !ok {
		return seen{}, request.ErrNotFound
	}
	t, err := c.o.Desk.ClientTurn(ctx, c.Client.Client, message.TurnID(id), wait)
	if err != nil {
		return seen{}, err
	}
	v, err := viewTurn(message.TurnID(id), t)
	return seen{v, v.State, t.Settled}, err
}

func (c *client) read(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	now, err := c.look(ctx, req.Params.URI, 0)
	var refused *operate.RefusedError
	if errors.Is(err, request.ErrNotFound) || errors.As(err, &refused) {
		return nil, mcp.ResourceNotFoundError(req.Params.URI)
	}
	if err != nil {
		return nil, c.told(err)
	}
	b, err := json.Marshal(now.v)
	if err != nil {
		return nil, err
	}
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: req.Params.URI, MIMEType: "application/json", Text: string(b)}}}, nil
}

// watched is one subscription.
type watched struct {
	session *mcp.ServerSession
	uri     string
}

// subscribe watches a resource of the client's for one session, until nothing more will
// happen to it or the session ends.
func (c *client) subscribe(ctx context.Context, req *mcp.SubscribeRequest) error {
	now, err := c.look(ctx, req.Params.URI, 0)
	if err != nil {
		return c.told(err)
	}
	if now.done {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	w := watched{req.Session, req.Params.URI}
	if c.watching[w] != nil {
		return nil
	}
	if len(c.watching) >= maxSubscriptions {
		return fmt.Errorf("this client has %d subscriptions; end some", maxSubscriptions)
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	c.watching[w] = cancel
	go func() {
		defer c.forget(w)
		c.watch(ctx, w, now.state)
	}()
	go func() {
		_ = w.session.Wait()
		cancel()
	}()
	return nil
}

func (c *client) unsubscribe(_ context.Context, req *mcp.UnsubscribeRequest) error {
	c.forget(watched{req.Session, req.Params.URI})
	return nil
}

func (c *client) forget(w watched) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if cancel := c.watching[w]; cancel != nil {
		cancel()
		delete(c.watching, w)
	}
}

// Times of a subscription: how long one look waits, and the pause after one that failed or
// came back at once.
const (
	watchLook  = 30 * time.Second
	watchPause = 2 * time.Second
)

// watch tells the session of each change of a resource's state; before is how it was.
func (c *client) watch(ctx context.Context, w watched, before string) {
	for {
		now, err := c.look(ctx, w.uri, watchLook)
		if err == nil && now.state != before {
			before = now.state
			for _, srv := range []*mcp.Server{c.server, c.session} {
				_ = srv.ResourceUpdated(ctx, &mcp.ResourceUpdatedNotificationParams{URI: w.uri}) // the session is gone
			}
		}
		if err == nil && now.done {
			return
		}
		pause := time.NewTimer(watchPause)
		select {
		case <-ctx.Done():
		case <-c.o.Stopping:
			pause.Stop()
			return
		case <-pause.C:
		}
		pause.Stop()
		if ctx.Err() != nil {
			return
		}
	}
}
