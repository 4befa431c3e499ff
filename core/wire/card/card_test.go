package card_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/a2aproject/a2a-go/v2/a2aclient/agentcard"
	"github.com/a2aproject/a2a-go/v2/a2acompat/a2av0"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"bridge/core/envelope"
	"bridge/core/wire/card"
	"bridge/internal/noerr"
)

func seedDocument(t *testing.T) []byte {
	t.Helper()
	b, err := os.ReadFile("testdata/seed002.json")
	noerr.Must(t, err)
	return b
}

func read(t *testing.T, b []byte) card.Card {
	t.Helper()
	c, err := card.Read(b)
	if err != nil {
		t.Fatalf("%v\n%s", err, b)
	}
	return c
}

// edit changes the seed's document.
func edit(t *testing.T, change func(map[string]any)) []byte {
	t.Helper()
	var m map[string]any
	noerr.Must(t, json.Unmarshal(seedDocument(t), &m))
	change(m)
	b, err := json.Marshal(m)
	noerr.Must(t, err)
	return b
}

// own is a card as the bridge publishes it, with something in every place.
func own() card.Card {
	key := card.Auth{Type: card.AuthAPIKey, Header: "X-Beach-Key"}
	return card.Card{
		SchemaVersion: "1.0", ID: "assistant", Name: "assistant", DisplayName: "The Assistant", Description: "Answers questions.", Version: "1.2.0",
		Provider: card.Provider{Name: "Example", URL: "https://example.com/"}, Contact: "support@example.com",
		Documentation: "https://example.com/docs", Icon: "https://example.com/icon.png", GeneratedAt: time.Date(2026, 4, 20, 9, 50, 0, 0, time.UTC),
		Skills: []card.Skill{
			{ID: "ask", Name: "Ask", Description: "Answers a question.", Tags: []string{"qa"}, Examples: []string{"Why?"}, Inputs: []string{"text/plain"}, Outputs: []string{"text/plain"}},
			{
				ID: "book", Name: "Book", Description: "Books what was chosen.", Tags: []string{"book"}, Scopes: []string{"booking:write"},
				InputSchema: json.RawMessage(`{"$ref":"https://example.com/in.json"}`), OutSchema: json.RawMessage(`{"type":"object"}`),
			},
		},
		Transports: []card.Transport{
			{Protocol: "a2a", Binding: card.JSONRPC, Version: "1.0", URL: "https://b.example/a2a/x", Auth: key, Scopes: []string{"talk"}},
			{Protocol: "a2a", Binding: card.REST, Version: "1.0", URL: "https://b.example/a2a/x/rest", Auth: key},
			{Protocol: "a2a", Binding: card.JSONRPC, Version: "0.3", URL: "https://b.example/a2a/x/v03", Auth: key},
			{Protocol: "mcp", Version: "stable", URL: "https://b.example/mcp", Transport: "http", Tool: "ask_assistant", Auth: key},
			{Protocol: "webhook", Version: "1.0", URL: "https://b.example/channels/hook", Auth: key},
		},
		Inputs: []string{"text/plain", "application/pdf"}, Outputs: []string{"text/plain", "application/json"}, Streaming: true, Push: true, Extended: true,
		Auth: []card.Auth{
			{Name: "key", Type: card.AuthAPIKey, Header: "X-Beach-Key"},
			{Name: "oauth", Type: card.AuthOAuth2, TokenURL: "https://id.example/token", Scopes: []string{"talk"}},
			{Name: "tls", Type: card.AuthMTLS},
			{Name: "token", Type: card.AuthBearer},
		},
		Extensions: []card.Extension{{URI: "https://a2ui.org/a2a-extension/a2ui/v0.9", Description: "surfaces", Params: json.RawMessage(`{"empty":false}`)}},
		Envelope: card.Envelope{
			Parts: []string{"response", "domain-data", "acme.seat-map"}, Consumes: []string{"domain-data", "llm-context"},
			A2UICatalog: "https://a2ui.org/specification/v0_9/basic_catalog.json", Language: "en",
		},
		Beach: &card.Beach{Version: "1.0", RespondVersion: "1", States: []string{"complete", "suspended"}},
	}
}

func words(t *testing.T) card.Words {
	t.Helper()
	reg, err := envelope.NewRegistry(envelope.Registration{Type: "acme.seat-map"})
	noerr.Must(t, err)
	return card.Words{
		Parts:  func(p string) bool { _, ok := reg.Lookup(envelope.Type(p)); return ok },
		States: []string{"complete", "clarifying", "error", "suspended"},
	}
}

func write(t *testing.T, c card.Card, form card.Requirements, union bool) []byte {
	t.Helper()
	b, err := c.JSON(form, union)
	noerr.Must(t, err)
	return b
}

// TestSeedDocument: the document of seed 002 is read whole, without a doubt.
func TestSeedDocument(t *testing.T) {
	c := read(t, seedDocument(t))
	if len(c.Doubts) > 0 {
		t.Errorf("doubts: %q", c.Doubts)
	}
	if c.Shape != card.Seed || c.SchemaVersion != "1.0" || c.ID != "example-travel-agent" || c.Name != "ExampleTravel" || c.Version != "1.0.0" || !strings.HasPrefix(c.Description, "Plans holidays") {
		t.Errorf("required: %+v", c)
	}
	if c.DisplayName != "ExampleTravel — Holiday Planner" || c.Provider != (card.Provider{Name: "Example Provider", URL: "https://example.com/"}) ||
		c.Contact != "support@example.com" || !c.GeneratedAt.Equal(time.Date(2026, 4, 20, 9, 50, 0, 0, time.UTC)) {
		t.Errorf("optional: %+v", c)
	}
}

func TestRequiredFields(t *testing.T) {
	for _, key := range []string{"id", "description", "version"} {
		c := read(t, edit(t, func(m map[string]any) { delete(m, key) }))
		if !slices.Contains(c.Doubts, key+" is missing") {
			t.Errorf("without %s: %q", key, c.Doubts)
		}
	}
	for _, key := range []string{"name", "schemaVersion", "transports", "capabilities"} {
		if _, err := card.Read(edit(t, func(m map[string]any) { delete(m, key) })); err == nil {
			t.Errorf("a card without %s is read", key)
		}
	}
	for _, key := range []string{"schemaVersion", "id", "name", "description", "version", "capabilities", "transports"} {
		b, err := own().SeedJSON()
		noerr.Must(t, err)
		var m map[string]any
		if json.Unmarshal(b, &m); m[key] == nil {
			t.Errorf("what is published has no %s", key)
		}
	}
	for what, spoil := range map[string]func(*card.Card){
		"no id": func(c *card.Card) { c.ID = "" }, "no name": func(c *card.Card) { c.Name = "" }, "no description": func(c *card.Card) { c.Description = " " },
		"version": func(c *card.Card) { c.Version = "v1" }, "no skill": func(c *card.Card) { c.Skills = nil }, "no transport": func(c *card.Card) { c.Transports = nil },
		"two lines": func(c *card.Card) { c.Description = "One.\nTwo." }, "id twice": func(c *card.Card) { c.Skills = append(c.Skills, c.Skills[0]) },
	} {
		c := own()
		noerr.Must(t, card.Check(c, words(t)))
		if spoil(&c); card.Check(c, words(t)) == nil {
			t.Errorf("published with: %s", what)
		}
	}
}

func TestOptionalFields(t *testing.T) {
	c := read(t, edit(t, func(m map[string]any) {
		for _, k := range []string{"displayName", "provider", "envelope", "extensions", "contact", "generatedAt", "$schema"} {
			delete(m, k)
		}
	}))
	if len(c.Doubts) > 0 || c.Beach != nil || !reflect.DeepEqual(c.Envelope, card.Envelope{}) {
		t.Errorf("doubts %q, %+v", c.Doubts, c)
	}
}

func TestCapabilities(t *testing.T) {
	s, ok := read(t, seedDocument(t)).Skill("flight-search")
	if !ok || !strings.HasPrefix(s.Description, "Search scheduled") || !reflect.DeepEqual(s.Examples, []string{"find me flights to Corfu in August", "cheapest direct to Rome from Gatwick"}) {
		t.Errorf("%+v", s)
	}
	c := read(t, []byte(`{"schemaVersion":"1.0","id":"x","name":"x","description":"x","version":"1.0.0","transports":[],
		"capabilities":[{"id":"f","description":"d","inputSchema":{"$ref":"https://example.com/in.json"},"outputSchema":{"$ref":"https://example.com/out.json"}}]}`))
	if f := c.Skills[0]; string(f.InputSchema) != `{"$ref":"https://example.com/in.json"}` || string(f.OutSchema) != `{"$ref":"https://example.com/out.json"}` {
		t.Errorf("%+v", f)
	}
}

func TestTransports(t *testing.T) {
	c := read(t, seedDocument(t))
	want := []card.Transport{
		{Protocol: "a2a", Binding: card.JSONRPC, Version: "1.0", URL: "https://example.com/travel/a2a/messages", Auth: card.Auth{Type: "api-key", Header: "X-Beach-Key"}},
		{Protocol: "mcp", Version: "stable", URL: "https://example.com/travel/mcp", Transport: "http", Tool: "ask_example_travel"},
	}
	if !reflect.DeepEqual(c.Transports, want) {
		t.Errorf("%+v", c.Transports)
	}
	if i, ok := c.Interface(card.REST, card.JSONRPC); !ok || i.URL != want[0].URL {
		t.Errorf("interface %+v", i)
	}
	local := read(t, edit(t, func(m map[string]any) {
		m["transports"] = []any{map[string]any{"protocol": "mcp", "endpoint": "stdio://travel-agent", "tool": "ask"}}
	}))
	if len(local.Doubts) > 0 || local.Transports[0].URL != "stdio://travel-agent" {
		t.Errorf("stdio: %q", local.Doubts)
	}
}

// TestProtocolRegistry: a published protocol is registered; of a peer's unknown ones none is used.
func TestProtocolRegistry(t *testing.T) {
	c := own()
	c.Transports = append(c.Transports, card.Transport{Protocol: "websocket", URL: "wss://b.example/ws"})
	w := words(t)
	if card.Check(c, w) == nil {
		t.Error("a protocol that nobody registered is published")
	}
	if w.Protocols = []string{"websocket"}; card.Check(c, w) != nil {
		t.Error("a registered protocol is refused")
	}
	for _, p := range []string{"a2a", "mcp", "sse", "smtp", "whatsapp", "webhook", "cron"} {
		c.Transports = []card.Transport{{Protocol: p, Binding: card.JSONRPC, URL: "https://b.example/"}}
		if err := card.Check(c, words(t)); err != nil {
			t.Errorf("%s: %v", p, err)
		}
	}
	peer := read(t, edit(t, func(m map[string]any) {
		m["transports"] = []any{map[string]any{"protocol": "grpc", "endpoint": "https://x.example"}}
	}))
	if _, ok := peer.Interface(card.JSONRPC, card.REST, card.GRPC); ok || len(peer.Transports) != 1 {
		t.Errorf("%+v", peer.Transports)
	}
}

func TestAuthRegistry(t *testing.T) {
	c := own()
	c.Transports[0].Auth.Type = "hmac-signed"
	w := words(t)
	if card.Check(c, w) == nil {
		t.Error("an auth type that nobody registered is published")
	}
	if w.AuthTypes = []string{"hmac-signed"}; card.Check(c, w) != nil {
		t.Error("a registered auth type is refused")
	}
	for typ, want := range map[string]card.Auth{
		`{"type":"none"}`: {Type: "none"},
		`{"type":"oauth2","scope":"a b","tokenEndpoint":"https://t.example"}`: {Type: "oauth2", Scopes: []string{"a", "b"}, TokenURL: "https://t.example"},
		`{"type":"mtls","fingerprints":["ab:cd"]}`:                            {Type: "mtls", Fingerprints: []string{"ab:cd"}},
		`{"type":"aws-sigv4"}`:                                                {Type: "aws-sigv4"},
	} {
		got := read(t, edit(t, func(m map[string]any) {
			var auth any
			_ = json.Unmarshal([]byte(typ), &auth)
			m["transports"].([]any)[0].(map[string]any)["auth"] = auth
		}))
		if !reflect.DeepEqual(got.Transports[0].Auth, want) {
			t.Errorf("%s: %+v", typ, got.Transports[0].Auth)
		}
	}
}

func TestEnvelopeBlock(t *testing.T) {
	e := read(t, seedDocument(t)).Envelope
	if len(e.Parts) != 8 || !reflect.DeepEqual(e.Consumes, []string{"domain-data", "a2ui-surface"}) ||
		e.A2UICatalog != "https://a2ui.org/specification/v0_9/basic_catalog.json" || e.Language != "en" {
		t.Errorf("%+v", e)
	}
	custom := read(t, edit(t, func(m map[string]any) {
		m["envelope"] = map[string]any{"parts": []any{"ta.itinerary-slot-state"}, "consumes": []any{"ta.itinerary-slot-state"}}
	}))
	if custom.Envelope.Parts[0] != "ta.itinerary-slot-state" || !custom.Envelope.Takes("ta.itinerary-slot-state", "", "") {
		t.Errorf("%+v", custom.Envelope)
	}
}

func TestBeachBlock(t *testing.T) {
	all := []string{"awaiting", "complete", "clarifying", "error", "suspended", "delegated", "passed"}
	want := &card.Beach{Version: "1.0", RespondVersion: "1", States: all}
	if c := read(t, seedDocument(t)); !reflect.DeepEqual(c.Beach, want) || !c.Has(card.BeachURI) {
		t.Errorf("seed 002: %+v", c.Beach)
	}
	moved := edit(t, func(m map[string]any) {
		m["x-beach"] = m["extensions"].(map[string]any)["beach"]
		delete(m, "extensions")
	})
	if c := read(t, moved); !reflect.DeepEqual(c.Beach, want) {
		t.Errorf("x-beach: %+v", c.Beach)
	}
	c := read(t, []byte(`{"name":"x","description":"d","version":"1.0.0","url":"https://x.example","capabilities":{"extensions":[{"uri":"`+card.BeachURI+`","required":false,
		"params":{"envelopeConsumes":["llm-context"],"conversationStates":["complete"]}}]},"skills":[],"defaultInputModes":[],"defaultOutputModes":[]}`))
	if !reflect.DeepEqual(c.Envelope.Consumes, []string{"llm-context"}) || !reflect.DeepEqual(c.Beach.States, []string{"complete"}) {
		t.Errorf("seed 001: %+v %+v", c.Envelope, c.Beach)
	}
}

// TestSchemaVersion: it is looked at before anything else, and minor versions only add.
func TestSchemaVersion(t *testing.T) {
	for v, ok := range map[string]bool{"1.0": true, "1.7": true, "1": true, "2.0": false, "0.9": false, "10.0": false, "": false} {
		_, err := card.Read(edit(t, func(m map[string]any) {
			m["schemaVersion"], m["added"] = v, map[string]any{"in": "a later version"}
		}))
		if (err == nil) != ok {
			t.Errorf("%q: %v", v, err)
		}
	}
	_, err := card.Read([]byte(`{"schemaVersion":"2.0","name":7,"supportedInterfaces":"nothing that is read"}`))
	if err == nil || !strings.Contains(err.Error(), `schemaVersion is "2.0"`) {
		t.Errorf("%v", err)
	}
}

// TestUnknownStates: states and part types of later versions are kept, and hurt nobody.
func TestUnknownStates(t *testing.T) {
	c := read(t, edit(t, func(m map[string]any) {
		m["extensions"].(map[string]any)["beach"].(map[string]any)["turnStates"] = []any{"complete", "pondering"}
	}))
	if len(c.Doubts) > 0 || !reflect.DeepEqual(c.Beach.States, []string{"complete", "pondering"}) {
		t.Errorf("%q %+v", c.Doubts, c.Beach)
	}
}

func TestRegisteredPartsOnly(t *testing.T) {
	for _, spoil := range []func(*card.Card){
		func(c *card.Card) { c.Envelope.Parts = append(c.Envelope.Parts, "acme.other") },
		func(c *card.Card) { c.Envelope.Consumes = append(c.Envelope.Consumes, "nonsense") },
	} {
		c := own()
		if spoil(&c); card.Check(c, words(t)) == nil {
			t.Error("a part type that nobody registered is published")
		}
	}
}

func TestStatesThatAreEmitted(t *testing.T) {
	c := own()
	c.Beach.States = append(c.Beach.States, "passed")
	if err := card.Check(c, words(t)); err == nil || !strings.Contains(err.Error(), "passed") {
		t.Errorf("%v", err)
	}
}

// TestTakes: what a card consumes steers what its agent is sent.
func TestTakes(t *testing.T) {
	const catalog = "https://a2ui.org/specification/v0_9/basic_catalog.json"
	e := card.Envelope{Consumes: []string{"domain-data", "a2ui-surface", "llm-context"}, A2UICatalog: catalog, Language: "en"}
	for _, c := range []struct {
		e                       card.Envelope
		part, catalog, language string
		want                    bool
	}{
		{e, "response", "", "", true},
		{e, "artifact", "", "", true},
		{e, "approval-response", "", "", true},
		{e, "domain-data", "", "", true},
		{e, "citation", "", "", false},
		{e, "a2ui-surface", catalog, "", true},
		{e, "a2ui-surface", "https://other.example/catalog.json", "", false},
		{e, "llm-context", "", "en", true},
		{e, "llm-context", "", "de", false},
		{e, "acme.seat-map", "", "", false},
		{card.Envelope{}, "llm-context", "", "en", false},
		{card.Envelope{}, "domain-data", "", "", true}, // an agent that says nothing
		{card.Envelope{Consumes: []string{"response"}}, "domain-data", "", "", false},
	} {
		if got := c.e.Takes(c.part, c.catalog, c.language); got != c.want {
			t.Errorf("%s %s %s: %v", c.part, c.catalog, c.language, got)
		}
	}
}

// TestSchemasValidate: the schemas of a skill can be compiled and used as they are.
func TestSchemasValidate(t *testing.T) {
	c := read(t, edit(t, func(m map[string]any) {
		m["capabilities"].([]any)[0].(map[string]any)["inputSchema"] = map[string]any{"type": "object", "required": []any{"to"}}
	}))
	s, _ := c.Skill("flight-search")
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(s.InputSchema)))
	noerr.Must(t, err)
	compiler := jsonschema.NewCompiler()
	noerr.Must(t, compiler.AddResource("skill.json", doc))
	schema, err := compiler.Compile("skill.json")
	noerr.Must(t, err)
	if schema.Validate(map[string]any{"to": "Rome"}) != nil || schema.Validate(map[string]any{}) == nil {
		t.Error("the schema does not hold")
	}
}

func TestRequiredScopes(t *testing.T) {
	c := read(t, seedDocument(t))
	if s, _ := c.Skill("booking"); !reflect.DeepEqual(s.Scopes, []string{"booking:write"}) {
		t.Errorf("seed 002: %+v", s)
	}
	for _, form := range []card.Requirements{card.Omit, card.Proto, card.A2AGo} {
		got := read(t, write(t, own(), form, false))
		s, _ := got.Skill("book")
		if !reflect.DeepEqual(s.Scopes, []string{"booking:write"}) || !reflect.DeepEqual(s.InputSchema, own().Skills[1].InputSchema) {
			t.Errorf("%q: %+v", form, s)
		}
	}
	b, err := own().SeedJSON()
	noerr.Must(t, err)
	if got := read(t, b); !reflect.DeepEqual(got.Transports[0].Scopes, []string{"talk"}) {
		t.Errorf("of a transport: %+v", got.Transports[0])
	}
	old := read(t, []byte(`{"name":"x","description":"d","version":"1.0.0","url":"https://x.example","skills":[{"id":"s","name":"s","description":"d","tags":["t"],"security":[{"k":["one"]}]}]}`))
	if !reflect.DeepEqual(old.Skills[0].Scopes, []string{"one"}) {
		t.Errorf("0.3: %+v", old.Skills[0])
	}
}

// TestRoundTrip: what is published is read as it was meant, without a doubt.
func TestRoundTrip(t *testing.T) {
	for _, union := range []bool{true, false} {
		c := own()
		got := read(t, write(t, c, card.Omit, union))
		if len(got.Doubts) > 0 {
			t.Errorf("doubts: %q", got.Doubts)
		}
		if got.Shape != card.A2A10 || got.ID != c.ID || got.Name != c.DisplayName || got.Description != c.Description || got.Contact != c.Contact || !got.GeneratedAt.Equal(c.GeneratedAt) ||
			got.Provider != c.Provider || !got.Streaming || !got.Push || !got.Extended || !reflect.DeepEqual(got.Envelope, c.Envelope) ||
			!reflect.DeepEqual(got.Beach, c.Beach) || !reflect.DeepEqual(got.Extensions, c.Extensions) || !reflect.DeepEqual(got.Skills, c.Skills) || !reflect.DeepEqual(got.Inputs, c.Inputs) {
			t.Errorf("union %v: %+v", union, got)
		}
		if !reflect.DeepEqual(got.Auth, c.Auth) {
			t.Errorf("auth: %+v", got.Auth)
		}
		for i, tr := range c.Transports {
			if g := got.Transports[i]; g.Protocol != tr.Protocol || g.URL != tr.URL || g.Binding != tr.Binding || g.Version != tr.Version {
				t.Errorf("transport %d: %+v", i, g)
			}
		}
	}
	b, err := own().SeedJSON()
	noerr.Must(t, err)
	got := read(t, b)
	if len(got.Doubts) > 0 || got.Shape != card.Seed || !reflect.DeepEqual(got.Transports, own().Transports) || !reflect.DeepEqual(got.Envelope, own().Envelope) {
		t.Errorf("%q\n%s", got.Doubts, b)
	}
}

// TestOtherParsers: those of a2a-go (1.0 and 0.3) and of protobuf JSON read what is
// published; the strict one what has no union.
func TestOtherParsers(t *testing.T) {
	for _, union := range []bool{true, false} {
		doc := write(t, own(), card.Omit, union)
		s := httptest.NewServer(card.NewDocument(doc))
		for name, parser := range map[string]agentcard.Parser{"1.0": nil, "0.3": a2av0.NewAgentCardParser()} {
			r := agentcard.NewResolver(http.DefaultClient)
			if parser != nil {
				r.CardParser = parser
			}
			got, err := r.Resolve(t.Context(), s.URL)
			if err != nil {
				t.Errorf("a2a-go %s, union %v: %v", name, union, err)
				continue
			}
			if got.Name != "The Assistant" || len(got.Skills) != 2 || len(got.SupportedInterfaces) < 3 || got.SupportedInterfaces[0].URL != "https://b.example/a2a/x" {
				t.Errorf("a2a-go %s, union %v: %+v", name, union, got)
			}
		}
		s.Close()
		m, err := readProto(t, doc, !union)
		if err != nil {
			t.Errorf("protobuf, union %v: %v", union, err)
			continue
		}
		if got := m.Get(m.Descriptor().Fields().ByName("name")).String(); got != "The Assistant" {
			t.Errorf("protobuf: name %q", got)
		}
	}
	if _, err := readProto(t, write(t, own(), card.Proto, false), true); err != nil {
		t.Errorf("the form of the specification: %v", err)
	}
	if _, err := readProto(t, write(t, own(), card.A2AGo, false), true); err == nil {
		t.Error("the form of a2a-go is read by protobuf parsers now: it can be the default")
	}
}

// TestTolerant: odd cards are read, with a word about what is odd.
func TestTolerant(t *testing.T) {
	const base = `"name":"x","description":"d","version":"1.0.0","skills":[{"id":"s","name":"s","description":"d","tags":["t"]}],"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"]`
	const one = `"supportedInterfaces":[{"url":"https://x.example","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]`
	for _, c := range []struct {
		name, doc, doubt string
		check            func(card.Card) bool
	}{
		{"requirements of the specification", `{` + base + `,` + one + `,"capabilities":{},"securityRequirements":[{"schemes":{"k":{"list":[]}}}]}`, "", nil},
		{"requirements of a2a-go", `{` + base + `,` + one + `,"capabilities":{},"securityRequirements":[{"schemes":{"k":[]}}]}`, "", nil},
		{"an unknown scheme", `{` + base + `,` + one + `,"capabilities":{},"securitySchemes":{"k":{"retinaScheme":{}}}}`, "securitySchemes.k", nil},
		{"the scheme of 0.3", `{` + base + `,` + one + `,"capabilities":{},"securitySchemes":{"k":{"type":"apiKey","in":"header","name":"X"}}}`, "", func(c card.Card) bool { return c.Auth[0].Header == "X" }},
		{"provider.name", `{` + base + `,` + one + `,"capabilities":{},"provider":{"name":"P"}}`, "provider.organization", func(c card.Card) bool { return c.Provider.Name == "P" }},
		{"capabilities are a list", `{` + base + `,` + one + `,"capabilities":[]}`, "capabilities is a list", nil},
		{"0.3 without a preferred transport", `{` + base + `,"url":"https://x.example","capabilities":{}}`, "", func(c card.Card) bool {
			return c.Shape == card.A2A03 && reflect.DeepEqual(c.Transports[0], card.Transport{Protocol: "a2a", Binding: card.JSONRPC, Version: "0.3", URL: "https://x.example"})
		}},
		{"0.3 with three transports", `{` + base + `,"url":"https://x.example","protocolVersion":"0.3.0","preferredTransport":"HTTP+JSON","additionalInterfaces":[{"url":"https://x.example/rpc","transport":"JSONRPC"},{"url":"https://x.example","transport":"HTTP+JSON"}],"capabilities":{}}`, "", func(c card.Card) bool {
			i, ok := c.Interface(card.JSONRPC)
			return ok && i.URL == "https://x.example/rpc" && i.Version == "0.3" && len(c.Transports) == 2
		}},
		{"numbers for texts", `{` + base + `,"url":"https://x.example","protocolVersion":0.3,"capabilities":{}}`, "protocolVersion is a number", nil},
		{"no version", `{"name":"x","description":"d","version":"soon","url":"https://x.example"}`, `version "soon"`, nil},
		{"a time without a zone", `{` + base + `,` + one + `,"capabilities":{},"generatedAt":"2026-04-20T09:50:00"}`, "generatedAt", nil},
		{"without TLS", `{` + base + `,"url":"http://x.example"}`, "without TLS", nil},
		{"BOM", "\xef\xbb\xbf{" + base + `,` + one + `,"capabilities":{}}`, "", nil},
	} {
		got, err := card.Read([]byte(c.doc))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if c.doubt == "" && len(got.Doubts) > 0 || c.doubt != "" && !strings.Contains(strings.Join(got.Doubts, "\n"), c.doubt) {
			t.Errorf("%s: doubts %q", c.name, got.Doubts)
		}
		if c.check != nil && !c.check(got) {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}

func TestNoCard(t *testing.T) {
	for _, doc := range []string{
		"", "null", "[]", "{}", `"card"`, `{"name":"x"}`, `{"name":"x","capabilities":[]} {}`, `{"url":"https://x.example"}`, `{"transports":[],"capabilities":{},"name":"x"}`,
		`{"name":"` + strings.Repeat("x", card.MaxSize) + `","url":"https://x.example"}`, strings.Repeat("[", card.MaxSize),
	} {
		if c, err := card.Read([]byte(doc)); err == nil {
			t.Errorf("%.60s: %+v", doc, c)
		}
	}
}

// FuzzRead: whatever is read is no panic, says no more than 50 doubts, and can be written
// and read again.
func FuzzRead(f *testing.F) {
	b, err := os.ReadFile("testdata/seed002.json")
	noerr.Must(f, err)
	f.Add(b)
	for _, union := range []bool{true, false} {
		doc, err := own().JSON(card.Proto, union)
		noerr.Must(f, err)
		f.Add(doc)
	}
	f.Add([]byte(`{"name":"x","url":"https://x.example","capabilities":{"extensions":[{"uri":"` + card.BeachURI + `","params":{"skills":{"a":7},"transports":[{}]}}]},"securitySchemes":{"a":{"oauth2SecurityScheme":{"flows":{"clientCredentials":{"scopes":{"a":"b"}}}}}}}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		c, err := card.Read(b)
		if err != nil {
			return
		}
		if len(c.Doubts) > 50 || c.Name == "" || c.ID == "" {
			t.Fatalf("%+v", c)
		}
		doc, err := c.JSON(card.Omit, true)
		noerr.Must(t, err)
		if len(doc) <= card.MaxSize {
			if again, err := card.Read(doc); c.SchemaVersion != "" && (err != nil || again.ID != c.ID) {
				t.Fatalf("%v\n%s", err, doc)
			}
		}
	})
}
