// Package gateway is the HTTP server: the routes of the channels, artifact links,
// health and metrics over TCP, and the operator's API over a unix socket.
package gateway

import (
	"log/slog"
	"net/http"

	"bridge/core/message"
	"bridge/operate"
)

// Options are what a gateway serves.
type Options struct {
	Desk      *operate.Desk
	Channels  map[message.ChannelName]http.Handler // the routes of the channels
	Callbacks map[string]http.Handler              // the routes of the agents
	Cards     map[string]http.Handler              // of an agent, by their paths
	Artifacts http.Handler                         // under /artifacts/
	Pages     http.Handler                         // under /approvals/
	Metrics   http.Handler
	MCP       http.Handler // under /mcp; nil: nobody may ask there
	SCIM      http.Handler // the directory of a company; nil: none
	// Operators are the bearer tokens of the API over TCP, by name, of those who see all.
	Operators map[string]string
	// Parts are those who see a part: agents, who ask for approvals, read those and never
	// decide, and operators of a tenant.
	Parts     []Part
	PublicURL string       // where browsers reach it
	Home      http.Handler // what stands at /, for callers of this machine alone; nil: nothing
	Log       *slog.Logger
}

// Part is one of those who see a part of the bridge.
type Part struct {
	operate.Caller
	Token string
}

// Gateway serves one bridge.
type Gateway struct {
	o       Options
	console Console
	large   chan struct{} // slots of bodies with files
}

// Console is the page of the operators.
type Console interface {
	http.Handler
	// Admit returns the path of a page that lets an operator in, once.
	Admit(operator string) string
}

// Console serves c under /console/, too. It is called before the first request.
func (g *Gateway) Console(c Console) { g.console = c }

// New returns a gateway.
func New(o Options) *Gateway { return &Gateway{o: o, large: make(chan struct{}, largeAtOnce)} }
