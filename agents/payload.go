package agents

import (
	"bytes"
	"encoding/json"

	"bridge/core/envelope"
)

// Payload is what a call says as one JSON object, for agents that take no parts: the data
// that a person or system sent, with the text as "text" and links to files as "artifacts".
func Payload(parts []envelope.Part) (json.RawMessage, error) {
	all := map[string]json.RawMessage{}
	put := func(name string, v any) error {
		if _, taken := all[name]; taken {
			return nil // the data says it
		}
		b, err := json.Marshal(v)
		all[name] = b
		return err
	}
	var text []byte
	var links []string
	for _, p := range parts {
		switch {
		case p.Type == envelope.DomainData && len(p.Data) > 0:
			if err := json.Unmarshal(p.Data, &all); err != nil || all == nil {
				all = map[string]json.RawMessage{"data": p.Data}
			}
		case p.Type == envelope.Artifact && p.URL != "":
			links = append(links, p.URL)
		case p.Type == envelope.Response:
			text = append(append(text, p.Text...), '\n')
		}
	}
	if text = bytes.TrimSpace(text); len(text) > 0 {
		if err := put("text", string(text)); err != nil {
			return nil, err
		}
	}
	if len(links) > 0 {
		if err := put("artifacts", links); err != nil {
			return nil, err
		}
	}
	return json.Marshal(all)
}

// OfPayload is the update of such an agent's answer: the object as data, and its field text
// for people.
func OfPayload(payload json.RawMessage) envelope.Update {
	u := envelope.Update{State: envelope.Complete}
	var fields map[string]json.RawMessage
	var text string
	if json.Unmarshal(payload, &fields) == nil && json.Unmarshal(fields["text"], &text) == nil && text != "" {
		part := envelope.TextPart(envelope.Response, text)
		part.MediaType = "text/plain"
		u.Parts = append(u.Parts, part)
	}
	if len(fields) > len(u.Parts) || fields == nil {
		u.Parts = append(u.Parts, envelope.Part{Kind: envelope.KindData, Type: envelope.DomainData, Data: payload})
	}
	return u
}
