package a2a

import (
	"encoding/json"
	"testing"

	"bridge/core/envelope"
	"bridge/core/wire/card"
)

// TestTakes: what a card says that its agent understands decides which parts go there: the
// catalog of a surface, wherever it is named, and the language of a context.
func TestTakes(t *testing.T) {
	with := func(p envelope.Part, key, value string) envelope.Part {
		p.Metadata = map[string]json.RawMessage{key: json.RawMessage(`"` + value + `"`)}
		return p
	}
	surface := func(data string) envelope.Part {
		return envelope.Part{Kind: envelope.KindData, Type: envelope.A2UISurface, Data: []byte(data)}
	}
	llm := envelope.TextPart(envelope.LLMContext, "prose")
	all := card.Envelope{Consumes: []string{"a2ui-surface", "llm-context"}, A2UICatalog: "https://a/basic", Language: "en"}
	for name, c := range map[string]struct {
		part envelope.Part
		card card.Envelope
		want bool
	}{
		"its catalog, 0.9":             {surface(`[{"createSurface":{"surfaceId":"s","catalogId":"https://a/basic"}}]`), all, true},
		"another catalog, 0.9":         {surface(`[{"createSurface":{"surfaceId":"s","catalogId":"https://b/other"}}]`), all, false},
		"another catalog, one message": {surface(`{"createSurface":{"catalogId":"https://b/other"}}`), all, false},
		"another catalog, 0.8":         {surface(`[{"surfaceUpdate":{}},{"beginRendering":{"catalogId":"https://b/other"}}]`), all, false},
		"another, in the metadata":     {with(surface(`{}`), "catalogId", "https://b/other"), all, false},
		"it does not say":              {surface(`[{"updateComponents":{}}]`), all, true},
		"no surfaces are understood":   {surface(`[{"createSurface":{"catalogId":"https://a/basic"}}]`), card.Envelope{}, false},
		"its language":                 {with(llm, "language", "en"), all, true},
		"another language":             {with(llm, "language", "de"), all, false},
		"no contexts are understood":   {llm, card.Envelope{Consumes: []string{"domain-data"}}, false},
		"words":                        {envelope.TextPart(envelope.Response, "hello"), card.Envelope{}, true},
	} {
		if got := takes(c.part, c.card); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
