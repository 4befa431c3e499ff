package app

import (
	"context"
	"log/slog"
	"maps"
	"net/http"
	"time"

	"bridge/adapters/channel"
	"bridge/agents/agent"
	"bridge/app/gateway"
	"bridge/app/mcpserver"
	"bridge/approvals"
	"bridge/approvals/rules"
	"bridge/artifacts"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/flow/admission"
	"bridge/flow/states"
	"bridge/flow/surfaces"
	"bridge/flow/turns"
	"bridge/internal/peers"
	"bridge/operate"
	"bridge/store"
)

// Options is the whole configuration as the app needs it.
type Options struct {
	Version   string
	PublicURL string
	// LocalPages makes links to approval pages also where PublicURL is of this machine
	// alone: for the demo, whose people all sit at it.
	LocalPages bool
	DataDir    string // absolute; created with mode 0700
	// Node names this node among those on one store; "" is the host's name.
	Node string
	// OpenStore opens the store. It is called once by New.
	OpenStore    func(context.Context) (store.Store, error)
	Secrets      [][]byte // empty: made once and kept in DataDir/secret
	ArtifactsURL string
	OpenS3       func(ctx context.Context, url string) (artifacts.Volume, error) // see artifacts.Options.S3
	MaxArtifact  int64
	LinkTTL      time.Duration
	StopTimeout  time.Duration
	GiveUp       time.Duration
	Retention    store.Retention
	// KeepArtifacts is how long stored files are kept.
	KeepArtifacts time.Duration
	KeepReasoning bool
	Limit         admission.Limit // turns per sender
	Limits        admission.Limits
	Verified      bool               // people decide only from where a code has come back
	Approvers     []message.PersonID // whom the rules name, without groups
	Reverify      time.Duration      // how long a number that nobody writes from decides; 0 = always
	SessionLimit  admission.Limit    // turns per sender in one session
	Tenants       map[message.Tenant]Tenant
	PartTypes     []envelope.Registration
	States        *states.Machines
	Surfaces      surfaces.Templates
	Translator    turns.Translator
	People        message.People
	Writers       []string        // operators who may change the directory, beside the socket
	Rules         approvals.Rules // the defaults
	Set           *rules.Set      // the rules over them; nil: there are none
	ReplyWindow   time.Duration   // approvals.Options.ReplyWindow
	Alerts        []Target        // who is told of the bridge's own failures
	Channels      []channel.Channel
	Kinds         channel.Kinds // read the addresses that operators write
	Agents        []agent.Agent
	Callbacks     Callbacks
	MCP           MCP
	SCIM          SCIM
	HTTP          HTTP
	Telemetry     Telemetry
	Backups       *Backups // nil: none are made by themselves
	// Config says which configuration this is. Reload checks that of now; begin has the
	// bridge stopped and started with it. Its error is all mistakes. nil: nothing can.
	Config operate.Configuration
	Reload func() (begin func(), err error)
	Log    *slog.Logger
	Now    func() time.Time
}

// Telemetry is where spans go; with no URL nowhere, and none are made.
type Telemetry struct {
	URL     string
	Headers map[string]string
	Service string
	Percent int // of all traces
}

// Tenant is what bounds one of those who share the bridge; zero fields do not.
type Tenant struct {
	Turns         admission.Limit // that systems start for it
	MaxConcurrent int             // calls of one agent at a time
}

// HTTP is where and for whom the bridge answers calls.
type HTTP struct {
	Listen    string            // host:port
	Socket    string            // path of the operators' socket
	Operators map[string]string // bearer tokens of the API over TCP, by name
	Parts     []gateway.Part    // who has one that opens a part of it
	Limits    peers.Limits      // of connections over TCP
	// Console serves the console, to operators by their tokens. With OpenTo everybody is let in
	// under that name, but only by a call of this machine alone, as is Home: what stands at /
	// instead of nothing, with its place in the console's menu.
	Console            bool
	OpenTo             string
	Home               http.Handler
	HomePath, HomeName string
}

// console returns who may log in to the console: the tokens of operators by name, and whose
// operators they are that are a tenant's.
func (h HTTP) console() (tokens, tenants map[string]string) {
	tokens, tenants = maps.Clone(h.Operators), map[string]string{}
	if tokens == nil {
		tokens = map[string]string{}
	}
	for _, p := range h.Parts {
		if p.Operator != "" {
			tokens[p.Operator], tenants[p.Operator] = p.Token, string(p.Tenant.Or())
		}
	}
	return tokens, tenants
}

// SCIM is how the directory of a company keeps people; not at all without a Token.
type SCIM struct {
	Token     string
	Tenant    message.Tenant
	Approvers []string // people.Directory.Approvers
	Calls     int      // per Per
	Per       time.Duration
}

// MCP is who may ask over the Model Context Protocol; nobody without Clients.
type MCP struct {
	Clients          []mcpserver.Client
	Wait             time.Duration
	Calls            int // of one client, in Per
	Per              time.Duration
	Issuer, Audience string // of OAuth; "" takes no tokens of an issuer
}

// Target is one place where a message can go.
type Target struct {
	Channel message.ChannelName
	Address message.Address
	Name    string
}

// Callbacks are where decisions may be taken that were asked for from outside a turn; no
// hosts: nowhere. The channel that does it is one of Channels, with the name callbacks.
type Callbacks struct {
	Hosts   []string // patterns, as internal/httpguard.Matches has them
	Secrets []string // "whsec_…"; all of them sign
}
