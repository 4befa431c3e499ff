// Package a2a translates parts between envelopes and A2A, both ways: what the agents of type
// "a2a" and the channels of type "a2a" share (docs/agents/a2a.md, docs/channels/a2a.md).
package a2a

import (
	"encoding/json"
	"fmt"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"

	"bridge/core/envelope"
	"bridge/core/wire/card"
	"bridge/internal/jsonin"
)

// The media types of A2UI messages: that of 0.8 and 0.9, and that of later versions.
const (
	A2UIOld = "application/json+a2ui"
	A2UINew = "application/a2ui+json"
)

// FromPeer is a part as the bridge has it. Peers that know Beach name the part type in
// the metadata, bare or under the extension's URI; of others it follows from the content,
// and text is what plain says. It reports false for what is no content, and for what a
// peer does not decide: transitions of states.
func FromPeer(p *sdk.Part, plain envelope.Type) (envelope.Part, bool) {
	if p == nil {
		return envelope.Part{}, false
	}
	q := envelope.Part{Filename: p.Filename, MediaType: p.MediaType}
	named := ""
	for key, v := range p.Metadata {
		s, isText := v.(string)
		switch {
		case key == "partType" && isText, key == card.BeachURI+"/partType" && isText && named == "":
			named = s
			continue
		case key == "mimeType" && isText && q.MediaType == "":
			q.MediaType = s
			continue
		}
		b, err := json.Marshal(v)
		if err != nil {
			continue
		}
		if q.Metadata == nil {
			q.Metadata = map[string]json.RawMessage{}
		}
		q.Metadata[key] = b
	}
	switch v := p.Content.(type) {
	case sdk.Text:
		q.Kind, q.Text, q.Type = envelope.KindText, string(v), plain
	case sdk.Data:
		b, err := json.Marshal(v.Value)
		if err != nil {
			return envelope.Part{}, false
		}
		q.Kind, q.Data, q.Type = envelope.KindData, b, envelope.DomainData
		if q.MediaType == A2UIOld || q.MediaType == A2UINew {
			q.Type = envelope.A2UISurface
		}
	case sdk.Raw:
		q.Kind, q.Raw, q.Type = envelope.KindRaw, []byte(v), envelope.Artifact
	case sdk.URL:
		q.Kind, q.URL, q.Type = envelope.KindURL, string(v), envelope.Artifact
	default:
		return envelope.Part{}, false
	}
	if named != "" {
		q.Type = envelope.Type(named)
	}
	return q, q.Type != envelope.SetState && (q.Kind != envelope.KindText || q.Text != "")
}

// ToPeer is a part as it goes to a peer; false for one that says nothing, which the parsers
// of others take for an error.
func ToPeer(p envelope.Part) (*sdk.Part, bool, error) {
	q := &sdk.Part{Filename: p.Filename, MediaType: p.MediaType, Metadata: map[string]any{"partType": string(p.Type)}}
	switch p.Kind {
	case envelope.KindText:
		q.Content = sdk.Text(p.Text)
	case envelope.KindRaw:
		q.Content = sdk.Raw(p.Raw)
	case envelope.KindURL:
		if p.URL == "" {
			return nil, false, nil
		}
		q.Content = sdk.URL(p.URL)
	case envelope.KindData:
		var v any
		if err := jsonin.Exact(p.Data, &v); err != nil {
			return nil, false, fmt.Errorf("part %s: %w", p.Type, err)
		}
		if v == nil {
			return nil, false, nil
		}
		q.Content = sdk.Data{Value: v}
	}
	for key, raw := range p.Metadata {
		var v any
		if err := jsonin.Exact(raw, &v); err != nil {
			return nil, false, fmt.Errorf("part %s: %w", p.Type, err)
		}
		q.Metadata[key] = v
	}
	if p.Type == envelope.A2UISurface && q.MediaType == "" {
		q.Metadata["mimeType"] = A2UIOld
	}
	return q, true, nil
}
