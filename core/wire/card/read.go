package card

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// Read reads a card in any of the three shapes. It is tolerant: what is wrong but does
// not keep the agent from being reached becomes a doubt. Errors are: more than MaxSize
// bytes, no JSON object, a schemaVersion of another major version (which is looked at
// before anything else is, seed 002), none of the shapes, no name. Nothing of the card is
// believed beyond what it says.
func Read(b []byte) (Card, error) {
	n, err := parse(b)
	if err != nil {
		return Card{}, err
	}
	if err := checkSchema(n); err != nil {
		return Card{}, err
	}
	var c Card
	switch {
	case n.has("supportedInterfaces"):
		c = readA2A(n)
	case n.has("url") || n.has("additionalInterfaces"):
		c = read03(n)
	case n.has("transports") && isList(n, "capabilities"):
		if !n.has("schemaVersion") {
			return Card{}, errors.New("schemaVersion is missing: nobody can say how to read the card")
		}
		c = readSeed(n)
	default:
		return Card{}, errors.New("this is no agent card: it has neither supportedInterfaces (A2A 1.0) nor url (A2A 0.3) nor transports with a list of capabilities (seed 002)")
	}
	if c.Name == "" {
		return Card{}, errors.New("name is missing")
	}
	if c.ID == "" {
		c.ID = c.Name
	}
	c.SchemaVersion = n.at("schemaVersion").text()
	judge(n.r, c)
	c.Doubts = n.r.doubts
	return c, nil
}

func isList(n node, key string) bool {
	_, ok := n.object()[key].([]any)
	return ok
}

// checkSchema refuses what was written for another major version (seed 002, Versioning).
func checkSchema(n node) error {
	v := n.at("schemaVersion").text()
	major, _, _ := strings.Cut(v, ".")
	if n.has("schemaVersion") && major != "1" {
		return fmt.Errorf("schemaVersion is %q: only 1.x is understood", short(v))
	}
	return nil
}

var semver = lazyre.New(`^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$`)

// judge says what of a card is odd whatever its shape.
func judge(r *reader, c Card) {
	if c.Version != "" && !semver.MatchString(c.Version) {
		r.doubt("version %q is not of the form 1.2.3", short(c.Version))
	}
	if strings.Contains(strings.TrimSpace(c.Description), "\n") {
		r.doubt("description has more than one line")
	}
	seen := map[string]bool{}
	for _, s := range c.Skills {
		if seen[s.ID] {
			r.doubt("two skills have the id %q", short(s.ID))
		}
		seen[s.ID] = true
	}
	for _, t := range c.Transports {
		u, err := url.Parse(t.URL)
		if err != nil || u.Scheme == "" {
			r.doubt("%s: %q is no URL", t.Protocol, short(t.URL))
		} else if u.Scheme == "http" {
			r.doubt("%s: %s is reached without TLS", t.Protocol, short(t.URL))
		}
	}
	if len(c.Transports) == 0 {
		r.doubt("it names no way to reach the agent")
	}
}

// beach reads what the three places say of Beach: the parameters of the extension (seed
// 001), the blocks of seed 002, and x-beach, which that seed names in passing.
func (c *Card) beach(n node) {
	for _, e := range n.at("capabilities").members("extensions") {
		if e.at("uri").text() != BeachURI {
			c.Extensions = append(c.Extensions, Extension{
				URI: e.at("uri").text(), Description: e.at("description").text(), Required: e.at("required").yes(), Params: e.at("params").raw(),
			})
			continue
		}
		p := e.at("params")
		c.Beach = &Beach{
			Version: p.at("version").text(), RespondVersion: p.at("respondToolSchemaVersion").text(),
			States: p.first("conversationStates", "turnStates").texts(),
		}
		c.Envelope = Envelope{
			Parts: p.at("envelopeProduces").texts(), Consumes: p.at("envelopeConsumes").texts(),
			A2UICatalog: p.at("a2uiCatalog").text(), Language: p.at("llmContextLanguage").text(),
		}
		c.more(p)
	}
	c.more(n)
	block := n.at("x-beach")
	if ext := n.members("extensions"); len(ext) == 0 && n.has("extensions") {
		if b := n.at("extensions").at("beach"); b.v != nil {
			block = b
		}
	}
	if c.Beach == nil && block.v != nil {
		c.Beach = &Beach{
			Version: block.at("version").text(), RespondVersion: block.at("respondToolSchemaVersion").text(),
			States: block.first("turnStates", "conversationStates").texts(),
		}
	}
	if e := n.at("envelope"); e.v != nil && len(c.Envelope.Parts)+len(c.Envelope.Consumes) == 0 {
		c.Envelope = Envelope{
			Parts: e.at("parts").texts(), Consumes: e.at("consumes").texts(),
			A2UICatalog: e.at("a2uiCatalog").text(), Language: e.at("llmContextLanguage").text(),
		}
	}
}

// members is list, of what may be something else without that being odd.
func (n node) members(key string) []node {
	m, _ := n.v.(map[string]any)
	if _, ok := m[key].([]any); !ok {
		return nil
	}
	return n.at(key).list()
}

// more reads what seed 002 has at the top level, and the extension in its parameters.
func (c *Card) more(n node) {
	if s := n.first("id", "agentId").text(); c.ID == "" {
		c.ID = s
	}
	if s := n.at("displayName").text(); c.DisplayName == "" {
		c.DisplayName = s
	}
	if t := n.at("generatedAt").time(); c.GeneratedAt.IsZero() {
		c.GeneratedAt = t
	}
	if s := n.at("contact").at("email").text(); c.Contact == "" {
		c.Contact = s
	}
	for _, t := range n.members("transports") {
		if got := readTransport(t); got.Protocol != "" && !slices.ContainsFunc(c.Transports, func(have Transport) bool {
			return have.URL == got.URL && have.Protocol == got.Protocol
		}) {
			c.Transports = append(c.Transports, got)
		}
	}
	for _, s := range c.skillExtras(n.at("skills")) {
		if i := slices.IndexFunc(c.Skills, func(have Skill) bool { return have.ID == s.ID }); i >= 0 {
			have := &c.Skills[i]
			have.Scopes = union(have.Scopes, s.Scopes)
			have.InputSchema, have.OutSchema = s.InputSchema, s.OutSchema
		}
	}
}

// skillExtras reads what the extension says of skills: a map by their ids.
func (c *Card) skillExtras(n node) []Skill {
	m, ok := n.v.(map[string]any)
	if !ok {
		return nil
	}
	var all []Skill
	for id := range m {
		s := n.at(id)
		all = append(all, Skill{ID: id, Scopes: s.at("requiredScopes").texts(), InputSchema: s.at("inputSchema").raw(), OutSchema: s.at("outputSchema").raw()})
	}
	return all
}

func union(a, b []string) []string {
	for _, s := range b {
		if !slices.Contains(a, s) {
			a = append(a, s)
		}
	}
	return a
}

func readSeed(n node) Card {
	c := Card{
		Shape: Seed, ID: n.at("id").need(), Name: n.at("name").need(), Description: n.at("description").need(), Version: n.at("version").need(),
		Provider: Provider{Name: n.at("provider").first("name", "organization").text(), URL: n.at("provider").at("url").text()},
	}
	for _, s := range n.at("capabilities").list() {
		c.Skills = append(c.Skills, Skill{
			ID: s.at("id").need(), Name: s.at("name").text(), Description: s.at("description").need(), Examples: s.at("examples").texts(), Tags: s.at("tags").texts(),
			Scopes: s.at("requiredScopes").texts(), InputSchema: s.at("inputSchema").raw(), OutSchema: s.at("outputSchema").raw(),
		})
	}
	c.beach(n)
	for _, t := range c.Transports {
		c.addAuth(t.Auth)
	}
	return c
}

func (c *Card) addAuth(a Auth) {
	if a.Type == "" || a.Type == AuthNone || slices.ContainsFunc(c.Auth, func(have Auth) bool { return have.Type == a.Type && have.Header == a.Header }) {
		return
	}
	c.Auth = append(c.Auth, a)
}

func readTransport(n node) Transport {
	t := Transport{
		Protocol: n.at("protocol").need(), Version: n.at("version").text(), URL: n.first("endpoint", "url").need(), Transport: n.at("transport").text(),
		Tool: n.at("tool").text(), Scopes: n.at("requiredScopes").texts(),
	}
	a := n.at("auth")
	t.Auth = Auth{
		Type: a.at("type").text(), Header: a.at("header").text(), TokenURL: a.first("tokenEndpoint", "tokenUrl", "token_url").text(),
		Scopes: a.scopes(), Fingerprints: a.first("fingerprints", "certFingerprints").texts(),
	}
	if t.Protocol == ProtocolA2A {
		t.Binding = JSONRPC
		if b := n.at("binding").text(); b != "" {
			t.Binding = b
		}
	}
	return t
}

// scopes are a list, or as OAuth has them: words in one text.
func (n node) scopes() []string {
	if s, ok := n.first("scope", "scopes").v.(string); ok {
		return strings.Fields(s)
	}
	return n.first("scopes", "scope").texts()
}
