package card

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Words are the names that a card may use: open sets, registered by who publishes it.
// The sets of seed 002 are always in them.
type Words struct {
	Protocols []string
	AuthTypes []string
	Parts     func(partType string) bool // whether a part type is registered
	States    []string                   // that the agent can emit
}

var (
	seedProtocols = []string{ProtocolA2A, ProtocolMCP, "sse", "smtp", "whatsapp", "webhook", "cron"}
	seedAuthTypes = []string{AuthNone, AuthAPIKey, AuthOAuth2, AuthMTLS}
)

// Check returns every reason why a card must not be published: what is required and
// missing, and what is not registered. Cards of others are never checked, only doubted.
func Check(c Card, w Words) error {
	var errs []error
	bad := func(format string, a ...any) { errs = append(errs, fmt.Errorf(format, a...)) }
	for key, v := range map[string]string{"id": c.ID, "name": c.Name, "description": c.Description, "version": c.Version} {
		if strings.TrimSpace(v) == "" {
			bad("%s is missing", key)
		}
	}
	if c.Version != "" && !semver.MatchString(c.Version) {
		bad("version %q is not of the form 1.2.3", c.Version)
	}
	if strings.ContainsAny(strings.TrimSpace(c.Description), "\r\n") {
		bad("description has more than one line: it is one sentence")
	}
	if len(c.Skills) == 0 {
		bad("skills: there is none")
	}
	ids := map[string]bool{}
	for i, s := range c.Skills {
		if s.ID == "" || s.Description == "" {
			bad("skills[%d] needs id and description", i)
		}
		if ids[s.ID] {
			bad("skills[%d]: the id %q is there twice", i, s.ID)
		}
		ids[s.ID] = true
	}
	if len(c.Transports) == 0 {
		bad("transports: there is none, so nobody could reach the agent")
	}
	for i, t := range c.Transports {
		if !slices.Contains(append(w.Protocols, seedProtocols...), t.Protocol) {
			bad("transports[%d]: the protocol %q is not registered", i, t.Protocol)
		}
		if u, err := url.Parse(t.URL); err != nil || u.Scheme == "" {
			bad("transports[%d]: %q is no URL", i, t.URL)
		}
		if t.Auth.Type != "" && !w.auth(t.Auth.Type) {
			bad("transports[%d]: the auth type %q is not registered", i, t.Auth.Type)
		}
	}
	for _, p := range append(slices.Clone(c.Envelope.Parts), c.Envelope.Consumes...) {
		if w.Parts != nil && !w.Parts(p) {
			bad("envelope: the part type %q is not registered", p)
		}
	}
	if c.Beach != nil {
		for _, s := range c.Beach.States {
			if !slices.Contains(w.States, s) {
				bad("turnStates: %q is a state that the agent never emits", s)
			}
		}
	}
	return errors.Join(errs...)
}

func (w Words) auth(typ string) bool {
	return slices.Contains(append(w.AuthTypes, seedAuthTypes...), typ) || typ == AuthBearer
}

// Requirements is the form in which a card says which logins it wants: no form is read by
// all parsers, so by default a caller learns it by a 401.
type Requirements string

// The forms.
const (
	Omit  Requirements = ""
	Proto Requirements = "spec"  // {"schemes":{"k":{"list":[]}}}: a2a-go 2.4.0 then refuses the whole card
	A2AGo Requirements = "a2ago" // {"schemes":{"k":[]}}: protobuf parsers then refuse the whole card
)

// JSON is the card as an A2A 1.0 document. With union it has besides what readers of A2A
// 0.3 and of seed 002 look for, which those of 1.0 pass over; without, it has what the
// schema of 1.0 knows and no empty values, so that every verifier sees the same bytes.
func (c Card) JSON(form Requirements, union bool) ([]byte, error) {
	if form != Omit && form != Proto && form != A2AGo {
		return nil, fmt.Errorf("security requirements have no form %q", form)
	}
	caps := object{"extensions": c.extensions()}
	caps.flag("streaming", c.Streaming)
	caps.flag("pushNotifications", c.Push)
	caps.flag("extendedAgentCard", c.Extended)
	doc := object{
		"name": c.shown(), "description": c.Description, "version": c.Version, "supportedInterfaces": c.interfaces(), "capabilities": caps,
		"defaultInputModes": orText(c.Inputs), "defaultOutputModes": orText(c.Outputs), "skills": c.skills(form),
	}
	doc.text("documentationUrl", c.Documentation)
	doc.text("iconUrl", c.Icon)
	if c.Provider.Name != "" && c.Provider.URL != "" { // both are required
		doc["provider"] = object{"organization": c.Provider.Name, "url": c.Provider.URL}
	}
	if len(c.Auth) > 0 {
		doc["securitySchemes"] = c.schemes(union)
		if form != Omit {
			doc["securityRequirements"] = c.requirements(form, nil)
		}
	}
	if union {
		c.union(doc)
		return json.Marshal(doc)
	}
	b, err := json.Marshal(doc)
	if err != nil {
		return nil, err
	}
	return projected(b)
}

// object is a JSON object that is being written; its members come out sorted.
type object map[string]any

func (o object) text(key, s string) {
	if s != "" {
		o[key] = s
	}
}

func (o object) list(key string, s []string) {
	if len(s) > 0 {
		o[key] = s
	}
}

func (o object) flag(key string, b bool) {
	if b {
		o[key] = true
	}
}

func (o object) raw(key string, b json.RawMessage) {
	if len(b) > 0 {
		o[key] = b
	}
}

func orText(modes []string) []string {
	if len(modes) == 0 {
		return []string{"text/plain", "application/json"}
	}
	return modes
}

func (c Card) shown() string {
	if c.DisplayName != "" {
		return c.DisplayName
	}
	return c.Name
}

// bindingOf is the binding of a protocol that is none of A2A's own.
func bindingOf(protocol string) string { return BeachURI + "#" + protocol }

func (c Card) interfaces() []object {
	all := []object{}
	for _, t := range c.Transports {
		i := object{"url": t.URL, "protocolBinding": t.Binding, "protocolVersion": t.Version}
		if t.Protocol != ProtocolA2A {
			i["protocolBinding"] = bindingOf(t.Protocol)
		}
		if t.Version == "" {
			i["protocolVersion"] = "1.0"
		}
		i.text("tenant", t.Tenant)
		all = append(all, i)
	}
	return all
}

func (c Card) extensions() []object {
	p := object{"agentId": c.ID}
	p.text("displayName", c.DisplayName)
	if !c.GeneratedAt.IsZero() {
		p["generatedAt"] = stamp(c.GeneratedAt)
	}
	if c.Contact != "" {
		p["contact"] = object{"email": c.Contact}
	}
	p.list("envelopeProduces", c.Envelope.Parts)
	p.list("envelopeConsumes", c.Envelope.Consumes)
	p.text("a2uiCatalog", c.Envelope.A2UICatalog)
	p.text("llmContextLanguage", c.Envelope.Language)
	if b := c.Beach; b != nil {
		p.text("version", b.Version)
		p.text("respondToolSchemaVersion", b.RespondVersion)
		p.list("conversationStates", b.States)
	}
	skills := object{}
	for _, s := range c.Skills {
		x := object{}
		x.list("requiredScopes", s.Scopes)
		x.raw("inputSchema", s.InputSchema)
		x.raw("outputSchema", s.OutSchema)
		if len(x) > 0 {
			skills[s.ID] = x
		}
	}
	if len(skills) > 0 {
		p["skills"] = skills
	}
	if t := c.transports(); len(t) > 0 {
		p["transports"] = t
	}
	all := []object{{"uri": BeachURI, "description": "Typed parts of an envelope, approvals and turn states", "params": p}}
	for _, e := range c.Extensions {
		x := object{"uri": e.URI}
		x.text("description", e.Description)
		x.flag("required", e.Required)
		x.raw("params", e.Params)
		all = append(all, x)
	}
	return all
}

func (c Card) skills(form Requirements) []object {
	all := []object{}
	for _, s := range c.Skills {
		x := object{"id": s.ID, "name": s.Name, "description": s.Description, "tags": s.Tags}
		if s.Name == "" {
			x["name"] = s.ID
		}
		if len(s.Tags) == 0 {
			x["tags"] = []string{s.ID}
		}
		x.list("examples", s.Examples)
		x.list("inputModes", s.Inputs)
		x.list("outputModes", s.Outputs)
		if form != Omit && len(s.Scopes) > 0 && len(c.Auth) > 0 {
			x["securityRequirements"] = c.requirements(form, s.Scopes)
		}
		all = append(all, x)
	}
	return all
}

// schemes are the ways to log in. With union each is written in both forms, which is what
// all parsers take.
func (c Card) schemes(union bool) object {
	all := object{}
	for i, a := range c.Auth {
		var kind string
		var spec, old object
		switch a.Type {
		case AuthAPIKey:
			kind, spec = "apiKeySecurityScheme", object{"location": "header", "name": a.Header}
			old = object{"type": "apiKey", "in": "header", "name": a.Header}
		case AuthOAuth2:
			scopes := map[string]string{}
			for _, s := range a.Scopes {
				scopes[s] = s
			}
			flow := object{"flows": object{"clientCredentials": object{"tokenUrl": a.TokenURL, "scopes": scopes}}}
			kind, spec = "oauth2SecurityScheme", flow
			old = object{"type": "oauth2", "flows": flow["flows"]}
		case AuthMTLS:
			kind, spec = "mtlsSecurityScheme", object{"description": "a certificate of the client"}
			old = object{"type": "mutualTLS"}
		default:
			kind, spec = "httpAuthSecurityScheme", object{"scheme": "Bearer"}
			old = object{"type": "http", "scheme": "bearer"}
		}
		x := object{kind: spec}
		if union {
			for k, v := range old {
				x[k] = v
			}
		}
		all[a.scheme(i)] = x
	}
	return all
}

func (a Auth) scheme(i int) string {
	if a.Name != "" {
		return a.Name
	}
	return fmt.Sprintf("%s%d", strings.ReplaceAll(a.Type, "-", ""), i+1)
}

func (c Card) requirements(form Requirements, scopes []string) []object {
	if scopes == nil {
		scopes = []string{}
	}
	all := []object{}
	for i, a := range c.Auth {
		var v any = scopes
		if form == Proto {
			v = object{"list": scopes}
		}
		all = append(all, object{"schemes": object{a.scheme(i): v}})
	}
	return all
}

// union adds what readers of 0.3 and of seed 002 look for.
func (c Card) union(doc object) {
	i := slices.IndexFunc(c.Transports, func(t Transport) bool { return t.Protocol == ProtocolA2A && strings.HasPrefix(t.Version, "0.") })
	if i >= 0 {
		t := c.Transports[i]
		doc["protocolVersion"], doc["url"], doc["preferredTransport"] = t.Version+".0", t.URL, t.Binding
	}
	seed := c.seed()
	for _, k := range []string{"id", "displayName", "schemaVersion", "transports", "envelope", "generatedAt", "contact"} {
		if v, ok := seed[k]; ok {
			doc[k] = v
		}
	}
	if v, ok := seed["extensions"]; ok {
		doc["extensions"] = v
	}
}

// SeedJSON is the card as the document of seed 002, and nothing else.
func (c Card) SeedJSON() ([]byte, error) { return json.Marshal(c.seed()) }

func (c Card) seed() object {
	doc := object{
		"$schema": schema, "schemaVersion": "1.0", "id": c.ID, "name": c.Name, "description": c.Description, "version": c.Version,
		"capabilities": c.capabilities(), "transports": c.transports(),
	}
	doc.text("displayName", c.DisplayName)
	if c.Provider != (Provider{}) {
		p := object{}
		p.text("name", c.Provider.Name)
		p.text("url", c.Provider.URL)
		doc["provider"] = p
	}
	e := object{}
	e.list("parts", c.Envelope.Parts)
	e.list("consumes", c.Envelope.Consumes)
	e.text("a2uiCatalog", c.Envelope.A2UICatalog)
	e.text("llmContextLanguage", c.Envelope.Language)
	if len(e) > 0 {
		doc["envelope"] = e
	}
	if b := c.Beach; b != nil {
		x := object{}
		x.text("version", b.Version)
		x.text("respondToolSchemaVersion", b.RespondVersion)
		x.list("turnStates", b.States)
		doc["extensions"] = object{"beach": x}
	}
	if c.Contact != "" {
		doc["contact"] = object{"email": c.Contact}
	}
	if !c.GeneratedAt.IsZero() {
		doc["generatedAt"] = stamp(c.GeneratedAt)
	}
	return doc
}

func stamp(t time.Time) string { return t.UTC().Truncate(time.Second).Format(time.RFC3339) }

func (c Card) capabilities() []object {
	all := []object{}
	for _, s := range c.Skills {
		x := object{"id": s.ID, "description": s.Description, "requiredScopes": append([]string{}, s.Scopes...)}
		x.list("examples", s.Examples)
		x.raw("inputSchema", s.InputSchema)
		x.raw("outputSchema", s.OutSchema)
		all = append(all, x)
	}
	return all
}

func (c Card) transports() []object {
	all := []object{}
	for _, t := range c.Transports {
		x := object{"protocol": t.Protocol, "endpoint": t.URL, "requiredScopes": append([]string{}, t.Scopes...)}
		x.text("version", t.Version)
		x.text("transport", t.Transport)
		x.text("tool", t.Tool)
		if t.Binding != JSONRPC {
			x.text("binding", t.Binding)
		}
		if t.Auth.Type != "" {
			a := object{"type": t.Auth.Type}
			a.text("header", t.Auth.Header)
			a.text("tokenEndpoint", t.Auth.TokenURL)
			a.text("scope", strings.Join(t.Auth.Scopes, " "))
			a.list("fingerprints", t.Auth.Fingerprints)
			x["auth"] = a
		}
		all = append(all, x)
	}
	return all
}
