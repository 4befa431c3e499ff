// Package card has the cards by which agents describe themselves: it reads the three
// shapes that are in use, writes two of them, signs and verifies them, serves them, and
// keeps those of peers (docs/wire/card.md). It knows nothing of the bridge.
package card

import (
	"encoding/json"
	"slices"
	"time"
)

// Where a card is (RFC 8615), and the most bytes that one may have.
const (
	WellKnown     = "/.well-known/agent-card.json"
	WellKnownSeed = "/.well-known/agent-card.beach-002.json" // the document of seed 002, for readers of that alone
	wellKnownOld  = "/.well-known/agent.json"                // before A2A 0.3
	MaxSize       = 64 << 10
)

// BeachURI names the Beach extension of A2A cards, messages and artifacts (seed 001).
const BeachURI = "https://beach.cool-ai.io/extensions/v1"

// schema is what a seed 002 document names as its $schema.
const schema = "https://a2a-protocol.org/schema/v1.0/agent-card.json"

// Shape is the form that a card was read from.
type Shape string

// The shapes.
const (
	A2A10 Shape = "A2A 1.0"
	A2A03 Shape = "A2A 0.3"
	Seed  Shape = "Beach (seed 002)"
)

// Card is what an agent says of itself, in whatever shape. What a peer's card says is a
// claim of that peer: it is good for choosing how to speak to it, and for nothing else.
type Card struct {
	Shape         Shape     `json:"shape"`
	SchemaVersion string    `json:"schemaVersion,omitempty"`
	ID            string    `json:"id"` // unique per provider; the name where the shape has none
	Name          string    `json:"name"`
	DisplayName   string    `json:"displayName,omitempty"`
	Description   string    `json:"description"` // one sentence
	Version       string    `json:"version"`     // of the agent
	Provider      Provider  `json:"provider,omitzero"`
	Contact       string    `json:"contact,omitempty"` // a mail address
	Documentation string    `json:"documentation,omitempty"`
	Icon          string    `json:"icon,omitempty"`
	GeneratedAt   time.Time `json:"generatedAt,omitzero"`

	Skills     []Skill     `json:"skills"`
	Transports []Transport `json:"transports"` // the one that the agent prefers is first
	Inputs     []string    `json:"inputs,omitempty"`
	Outputs    []string    `json:"outputs,omitempty"` // media types
	Streaming  bool        `json:"streaming,omitempty"`
	Push       bool        `json:"push,omitempty"`     // sends notifications of its tasks
	Extended   bool        `json:"extended,omitempty"` // has more to say to those who log in

	Auth       []Auth      `json:"auth,omitempty"`       // the ways to log in, each is enough
	Extensions []Extension `json:"extensions,omitempty"` // besides Beach's
	Envelope   Envelope    `json:"envelope,omitzero"`
	Beach      *Beach      `json:"beach,omitempty"` // nil: it says nothing of Beach

	Signed string   `json:"signed,omitempty"` // the id of the key that proves the card; "" where none was asked for
	Doubts []string `json:"doubts,omitempty"` // what the reader found wrong, in plain words
}

// Provider is who runs an agent.
type Provider struct {
	Name string `json:"name,omitempty"`
	URL  string `json:"url,omitempty"`
}

// Skill is one thing that an agent can do; seed 002 calls it a capability.
type Skill struct {
	ID          string          `json:"id"`
	Name        string          `json:"name,omitempty"`
	Description string          `json:"description,omitempty"`
	Tags        []string        `json:"tags,omitempty"`
	Examples    []string        `json:"examples,omitempty"`
	Inputs      []string        `json:"inputs,omitempty"`
	Outputs     []string        `json:"outputs,omitempty"`
	Scopes      []string        `json:"requiredScopes,omitempty"`
	InputSchema json.RawMessage `json:"inputSchema,omitempty"` // JSON Schema, or {"$ref": URL}; as it came, but for white space and order
	OutSchema   json.RawMessage `json:"outputSchema,omitempty"`
}

// The protocols of transports that seed 002 has. Others can be registered (Words).
const (
	ProtocolA2A = "a2a"
	ProtocolMCP = "mcp"
)

// The bindings of A2A.
const (
	JSONRPC = "JSONRPC"
	REST    = "HTTP+JSON"
	GRPC    = "GRPC"
)

// Transport is one way to reach an agent.
type Transport struct {
	Protocol  string   `json:"protocol"`            // "a2a", "mcp", …
	Binding   string   `json:"binding,omitempty"`   // of a2a: JSONRPC, REST, GRPC, or a URI
	Version   string   `json:"version,omitempty"`   // of the protocol
	URL       string   `json:"url"`                 // seed 002: endpoint; may be stdio:// for mcp
	Tenant    string   `json:"tenant,omitempty"`    // of a2a
	Transport string   `json:"transport,omitempty"` // of mcp: "http", "stdio"
	Tool      string   `json:"tool,omitempty"`      // of mcp: the tool to converse with the agent
	Auth      Auth     `json:"auth,omitzero"`
	Scopes    []string `json:"requiredScopes,omitempty"`
}

// The types of Auth that seed 002 has, and bearer, which A2A has.
const (
	AuthNone   = "none"
	AuthAPIKey = "api-key"
	AuthOAuth2 = "oauth2"
	AuthMTLS   = "mtls"
	AuthBearer = "bearer"
)

// Auth is a way to log in. No credential is ever in a card.
type Auth struct {
	Name         string   `json:"name,omitempty"` // of the scheme in an A2A card
	Type         string   `json:"type"`
	Header       string   `json:"header,omitempty"` // of api-key
	TokenURL     string   `json:"tokenUrl,omitempty"`
	Scopes       []string `json:"scopes,omitempty"`
	Fingerprints []string `json:"fingerprints,omitempty"` // of mtls
}

// Extension is an extension of A2A that an agent declares.
type Extension struct {
	URI         string          `json:"uri"`
	Description string          `json:"description,omitempty"`
	Required    bool            `json:"required,omitempty"`
	Params      json.RawMessage `json:"params,omitempty"`
}

// Envelope says which part types an agent produces and understands.
type Envelope struct {
	Parts       []string `json:"parts,omitempty"`
	Consumes    []string `json:"consumes,omitempty"`
	A2UICatalog string   `json:"a2uiCatalog,omitempty"`
	Language    string   `json:"llmContextLanguage,omitempty"`
}

// Beach is what an agent says of the Beach protocol.
type Beach struct {
	Version        string   `json:"version,omitempty"`
	RespondVersion string   `json:"respondToolSchemaVersion,omitempty"`
	States         []string `json:"turnStates,omitempty"` // those that it emits; a reader copes with others
}

// Interface returns the first transport that speaks A2A by one of the bindings, as the
// agent prefers; false if there is none.
func (c Card) Interface(bindings ...string) (Transport, bool) {
	i := slices.IndexFunc(c.Transports, func(t Transport) bool {
		return t.Protocol == ProtocolA2A && slices.Contains(bindings, t.Binding)
	})
	if i < 0 {
		return Transport{}, false
	}
	return c.Transports[i], true
}

// Has reports whether the agent declares an extension.
func (c Card) Has(uri string) bool {
	if uri == BeachURI {
		return c.Beach != nil
	}
	return slices.ContainsFunc(c.Extensions, func(e Extension) bool { return e.URI == uri })
}

// Skill returns a skill by its id.
func (c Card) Skill(id string) (Skill, bool) {
	i := slices.IndexFunc(c.Skills, func(s Skill) bool { return s.ID == id })
	if i < 0 {
		return Skill{}, false
	}
	return c.Skills[i], true
}

// Takes reports whether a part of a type may be sent to the agent. basic types (text,
// files, decisions) every agent gets; of the others an agent gets what its card consumes.
// A surface must be of the catalog that the card names, and a context in its language,
// where the sender can say what they are: "" is unknown and passes.
func (e Envelope) Takes(partType, catalog, language string) bool {
	switch partType {
	case "response", "artifact", "approval-response", "domain-data":
		return partType != "domain-data" || len(e.Consumes) == 0 || slices.Contains(e.Consumes, partType)
	}
	if !slices.Contains(e.Consumes, partType) {
		return false
	}
	switch partType {
	case "a2ui-surface":
		return e.A2UICatalog == "" || catalog == "" || catalog == e.A2UICatalog
	case "llm-context":
		return e.Language == "" || language == "" || language == e.Language
	}
	return true
}
