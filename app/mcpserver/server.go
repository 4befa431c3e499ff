// Package mcpserver lets assistants ask people over the Model Context Protocol: a door to
// the same services as the HTTP API (operate.Desk), with no way of its own to decide.
package mcpserver

import (
	"context"
	"crypto/sha256"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/modelcontextprotocol/go-sdk/oauthex"

	"bridge/adapters"
	"bridge/internal/issuer"
	"bridge/operate"
)

// Client is one configured client.
type Client struct {
	operate.Client
	Token   string // "" has none
	Subject string // of the tokens of OAuth; "" has none
}

// Options are what the server works with. All are required but OAuth.
type Options struct {
	Desk      *operate.Desk
	Clients   []Client
	OAuth     *issuer.Options
	PublicURL string // where clients reach the bridge, without a slash at the end
	Version   string // of the program
	// Wait is how long at most a call waits for people or an agent.
	Wait time.Duration
	// Calls per Per are what one client may make, on all nodes together.
	Calls    int
	Per      time.Duration
	Buckets  adapters.Buckets
	Counted  func(client, tool, result string) // result is ok, error or limit
	Stopping <-chan struct{}                   // closed when the bridge stops
	Log      *slog.Logger
}

// Paths of the server. Stateless speaks 2026-07-28, and the older versions for clients
// that keep nothing; Session speaks 2025-11-25 and older, with a session on this node.
const (
	Stateless = "/mcp"
	Session   = "/mcp/session"
	// Metadata is the protected-resource metadata of Stateless (RFC 9728 §3.1).
	Metadata = "/.well-known/oauth-protected-resource/mcp"
)

// Limits of one client on one node.
const (
	maxCalls         = 64 // under way, streams that only listen included
	maxSessions      = 64 // the oldest gives way
	maxSubscriptions = 100
	maxBody          = 1 << 20 // bytes of one request
	sessionIdle      = 30 * time.Minute
)

// Server serves all clients of one bridge.
type Server struct {
	o       Options
	clients []*client
	keys    *issuer.Keys // nil without OAuth
	handler http.Handler
}

// client is what one client is served by.
type client struct {
	Client
	o       *Options
	token   [sha256.Size]byte // hashes have equal lengths: the comparison tells nothing
	slots   chan struct{}     // of its calls under way
	server  *mcp.Server       // stateless
	session *mcp.Server       // its sessions are on this node

	mu       sync.Mutex
	watching map[watched]context.CancelFunc
}

// New returns a server.
func New(o Options) *Server {
	s := &Server{o: o}
	if o.OAuth != nil {
		s.keys = issuer.New(*o.OAuth)
	}
	for _, c := range o.Clients {
		cl := &client{Client: c, o: &s.o, token: sha256.Sum256([]byte(c.Token)), slots: make(chan struct{}, maxCalls), watching: map[watched]context.CancelFunc{}}
		cl.server, cl.session = cl.build(), cl.build()
		s.clients = append(s.clients, cl)
	}
	s.handler = s.routes()
	return s
}

// ServeHTTP implements http.Handler for the paths of the server.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

func (s *Server) routes() http.Handler {
	stateless := mcp.NewStreamableHTTPHandler(func(r *http.Request) *mcp.Server { return of(r).server }, &mcp.StreamableHTTPOptions{
		Stateless: true, Logger: s.o.Log, MaxRequestBodyBytes: maxBody, PropagateRequestCancellation: true,
		DisableLocalhostProtection: true, // fromHere is stricter, and lets a proxy on this machine in
	})
	session := mcp.NewStreamableHTTPHandler(func(r *http.Request) *mcp.Server { return of(r).session }, &mcp.StreamableHTTPOptions{
		Logger: s.o.Log, MaxRequestBodyBytes: maxBody, SessionTimeout: sessionIdle, DisableLocalhostProtection: true,
	})
	opts := &auth.RequireBearerTokenOptions{AllowMissingExpiration: true} // tokens of the configuration have no end
	mux := http.NewServeMux()
	if s.keys != nil {
		opts.ResourceMetadataURL = s.o.PublicURL + Metadata
		mux.Handle(Metadata, s.metadata())
	}
	known := auth.RequireBearerToken(s.verify, opts)
	mux.Handle(Stateless, known(s.limited(stateless)))
	mux.Handle(Session, known(s.limited(roomy(session))))
	return fromHere(s.o.PublicURL, mux)
}

// metadata serves where tokens for this resource come from: the bridge makes none (RFC 9728).
func (s *Server) metadata() http.Handler {
	return auth.ProtectedResourceMetadataHandler(&oauthex.ProtectedResourceMetadata{
		Resource: s.keys.Audience(), AuthorizationServers: []string{s.keys.Issuer()},
		BearerMethodsSupported: []string{"header"}, ResourceName: "Bridge: ask a human",
	})
}

// build makes the server of one client: its tools depend on what it may do.
func (c *client) build() *mcp.Server {
	srv := mcp.NewServer(&mcp.Implementation{Name: "bridge", Title: "Bridge: ask a human", Version: c.o.Version}, &mcp.ServerOptions{
		Instructions: instructions, Capabilities: &mcp.ServerCapabilities{},
		SubscribeHandler: c.subscribe, UnsubscribeHandler: c.unsubscribe,
		SetCacheable: func(_ context.Context, _ mcp.Request, k *mcp.Cacheable) { // what one client sees is its own
			k.CacheScope = "private"
		},
	})
	c.tools(srv)
	c.resources(srv)
	srv.AddPrompt(&mcp.Prompt{
		Name: "ask-for-approval", Title: "Ask a human for approval",
		Description: "How to ask a person for a yes or no before doing something that cannot be undone.",
	}, func(context.Context, *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: askingWell}}}}, nil
	})
	srv.AddReceivingMiddleware(c.count)
	return srv
}

// roomy makes room for a new session: the client's oldest gives way.
func roomy(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost && r.Header.Get("Mcp-Session-Id") == "" {
			var all []*mcp.ServerSession
			for ss := range of(r).session.Sessions() {
				all = append(all, ss)
			}
			if len(all) >= maxSessions {
				_ = all[0].Close() // its client begins anew if it is still there
			}
		}
		next.ServeHTTP(w, r)
	})
}

// count counts the calls of tools.
func (c *client) count(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		res, err := next(ctx, method, req)
		if call, ok := req.(*mcp.CallToolRequest); ok {
			tool, result := call.Params.Name, "ok"
			if !c.has(tool) { // a name that a stranger chose is no label
				tool = "unknown"
			}
			if r, ok := res.(*mcp.CallToolResult); err != nil || ok && r.IsError {
				result = "error"
			}
			c.o.Counted(c.Name, tool, result)
		}
		return res, err
	}
}
