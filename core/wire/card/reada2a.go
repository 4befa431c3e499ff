package card

import (
	"slices"
	"strings"
)

// readA2A reads a card of A2A 1.0.
func readA2A(n node) Card {
	c := common(n)
	c.Shape = A2A10
	for _, i := range n.at("supportedInterfaces").list() {
		t := Transport{
			Protocol: ProtocolA2A, Binding: i.first("protocolBinding", "transport").need(), Version: i.at("protocolVersion").text(),
			URL: i.at("url").need(), Tenant: i.at("tenant").text(),
		}
		if t.Version == "" {
			i.r.doubt("%s.protocolVersion is missing: taken for 1.0", i.path)
			t.Version = "1.0"
		}
		if p, ok := strings.CutPrefix(t.Binding, bindingOf("")); ok {
			t.Protocol, t.Binding = p, ""
		}
		c.Transports = append(c.Transports, t)
	}
	for _, key := range []string{"defaultInputModes", "defaultOutputModes", "skills"} {
		if len(n.at(key).list()) == 0 {
			n.r.doubt("%s is missing or empty", key)
		}
	}
	if !n.has("capabilities") {
		n.r.doubt("capabilities is missing")
	}
	caps := n.at("capabilities")
	if _, ok := caps.v.(map[string]any); ok {
		c.Extended = caps.at("extendedAgentCard").yes()
	}
	// The same agent may be reached by 0.3, too: the union of both shapes.
	if n.has("url") && strings.HasPrefix(n.at("protocolVersion").text(), "0.") {
		c.add03(n)
	}
	c.finish(n)
	return c
}

// read03 reads a card of A2A 0.3, where the transport that is preferred is JSON-RPC
// unless it says otherwise.
func read03(n node) Card {
	c := common(n)
	c.Shape = A2A03
	c.add03(n)
	c.Extended = n.at("supportsAuthenticatedExtendedCard").yes()
	c.finish(n)
	return c
}

func (c *Card) add03(n node) {
	version := n.at("protocolVersion").text()
	if version == "" {
		version = "0.3"
	}
	if p := strings.SplitN(version, ".", 3); len(p) == 3 {
		version = p[0] + "." + p[1] // a client compares major and minor
	}
	add := func(url, binding string) {
		if binding == "" {
			binding = JSONRPC
		}
		t := Transport{Protocol: ProtocolA2A, Binding: binding, Version: version, URL: url}
		if url != "" && !slices.ContainsFunc(c.Transports, func(h Transport) bool { return h.URL == url && h.Binding == binding && h.Version == version }) {
			c.Transports = append(c.Transports, t)
		}
	}
	add(n.at("url").text(), n.at("preferredTransport").text())
	for _, i := range n.at("additionalInterfaces").list() {
		add(i.at("url").need(), i.at("transport").text())
	}
}

// common reads what 0.3 and 1.0 name alike.
func common(n node) Card {
	c := Card{
		Name: n.at("name").need(), Description: n.at("description").need(), Version: n.at("version").need(),
		Provider:      Provider{Name: n.at("provider").first("organization", "name").text(), URL: n.at("provider").at("url").text()},
		Documentation: n.at("documentationUrl").text(), Icon: n.at("iconUrl").text(),
		Inputs: n.at("defaultInputModes").texts(), Outputs: n.at("defaultOutputModes").texts(),
	}
	if n.has("provider") && !n.at("provider").has("organization") {
		n.r.doubt("provider.organization is missing")
	}
	if caps := n.at("capabilities"); isList(n, "capabilities") {
		n.r.doubt("capabilities is a list, as in seed 002, where A2A has an object")
	} else {
		c.Streaming, c.Push = caps.at("streaming").yes(), caps.at("pushNotifications").yes()
	}
	for _, s := range n.at("skills").list() {
		c.Skills = append(c.Skills, Skill{
			ID: s.at("id").need(), Name: s.at("name").need(), Description: s.at("description").need(), Tags: s.at("tags").texts(),
			Examples: s.at("examples").texts(), Inputs: s.at("inputModes").texts(), Outputs: s.at("outputModes").texts(),
			Scopes: scopesOf(s.first("securityRequirements", "security")),
		})
	}
	return c
}

// finish reads the schemes and what extensions say.
func (c *Card) finish(n node) {
	schemes := n.at("securitySchemes")
	m, _ := schemes.v.(map[string]any)
	var names []string
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if a := readScheme(schemes.at(name)); a.Type != "" {
			a.Name = name
			c.Auth = append(c.Auth, a)
		} else {
			n.r.doubt("securitySchemes.%s is of a kind that is not known", short(name))
		}
	}
	c.beach(n)
}

// readScheme reads a security scheme in the form of 1.0 (one member that names the kind)
// or 0.3 and OpenAPI (type).
func readScheme(n node) Auth {
	if s := n.at("apiKeySecurityScheme"); s.v != nil {
		return Auth{Type: AuthAPIKey, Header: s.at("name").text()}
	}
	if s := n.at("httpAuthSecurityScheme"); s.v != nil {
		return httpScheme(s)
	}
	if s := n.at("oauth2SecurityScheme"); s.v != nil {
		return flows(s)
	}
	if s := n.at("openIdConnectSecurityScheme"); s.v != nil {
		return Auth{Type: AuthOAuth2, TokenURL: s.at("openIdConnectUrl").text()}
	}
	if n.has("mtlsSecurityScheme") {
		return Auth{Type: AuthMTLS}
	}
	switch n.at("type").text() {
	case "apiKey":
		return Auth{Type: AuthAPIKey, Header: n.at("name").text()}
	case "http":
		return httpScheme(n)
	case "oauth2":
		return flows(n)
	case "openIdConnect":
		return Auth{Type: AuthOAuth2, TokenURL: n.at("openIdConnectUrl").text()}
	case "mutualTLS":
		return Auth{Type: AuthMTLS}
	}
	return Auth{}
}

func httpScheme(n node) Auth {
	s := strings.ToLower(n.at("scheme").text())
	if s == "bearer" {
		return Auth{Type: AuthBearer}
	}
	return Auth{Type: "http-" + s}
}

func flows(n node) Auth {
	a := Auth{Type: AuthOAuth2}
	f := n.at("flows")
	for _, kind := range []string{"clientCredentials", "authorizationCode", "deviceCode"} {
		if flow := f.at(kind); flow.v != nil && a.TokenURL == "" {
			a.TokenURL = flow.at("tokenUrl").text()
			for scope := range flow.at("scopes").object() {
				a.Scopes = append(a.Scopes, scope)
			}
			slices.Sort(a.Scopes)
		}
	}
	return a
}

// scopesOf reads the scopes of security requirements in the three forms that there are:
// {"schemes":{"k":{"list":[…]}}} of protobuf JSON, {"schemes":{"k":[…]}} of a2a-go, and
// {"k":[…]} of OpenAPI and 0.3.
func scopesOf(n node) []string {
	var all []string
	for _, option := range n.list() {
		m := option
		if option.has("schemes") {
			m = option.at("schemes")
		}
		for name := range m.object() {
			v := m.at(name)
			if _, ok := v.v.(map[string]any); ok {
				v = v.at("list")
			}
			all = union(all, v.texts())
		}
	}
	slices.Sort(all)
	return all
}
