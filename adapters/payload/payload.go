// Package payload makes one JSON object of what a turn says: for channels on which an answer
// is the payload of a message.
package payload

import (
	"encoding/json"
	"strings"

	"bridge/core/envelope"
)

// Said is what the envelope of a turn says.
type Said struct {
	texts, errors []string
	data          []json.RawMessage
	files         []file
}

type file struct {
	URL       string `json:"url"`
	Name      string `json:"filename,omitempty"`
	MediaType string `json:"mediaType,omitempty"`
}

// Read reads the envelope of a turn (adapters.Turn).
func Read(env []byte) (Said, error) {
	var e struct {
		Parts []struct {
			file
			Text     string          `json:"text"`
			Data     json.RawMessage `json:"data"`
			Metadata struct {
				Type envelope.Type `json:"partType"`
			} `json:"metadata"`
		} `json:"parts"`
	}
	var s Said
	var surfaces []json.RawMessage // said where nothing else is
	if err := json.Unmarshal(env, &e); err != nil {
		return s, err
	}
	for _, p := range e.Parts {
		switch {
		case p.Metadata.Type == envelope.ApprovalRequest: // of people, who have decided
		case p.Metadata.Type == envelope.ErrorPart:
			s.errors = append(s.errors, p.Text)
		case p.Metadata.Type == envelope.A2UISurface: // the same for a screen, or a request's buttons
			surfaces = append(surfaces, p.Data)
		case p.Metadata.Type == envelope.Artifact:
			s.files = append(s.files, p.file)
		case len(p.Data) > 0:
			s.data = append(s.data, p.Data)
		case p.Text != "":
			s.texts = append(s.texts, p.Text)
		}
	}
	if len(s.data)+len(s.texts)+len(s.errors)+len(s.files) == 0 {
		s.data = surfaces
	}
	return s, nil
}

// Object is the agent's one object of data, with its text and files as "text" and
// "artifacts" ("bridge_text" where the object has one); other data are a list, "data".
func (s Said) Object() (json.RawMessage, error) {
	all := map[string]json.RawMessage{}
	if len(s.data) != 1 || json.Unmarshal(s.data[0], &all) != nil || all == nil {
		all = map[string]json.RawMessage{}
		if err := add(all, "data", s.data, len(s.data)); err != nil {
			return nil, err
		}
	}
	if err := add(all, "text", strings.Join(append(s.texts, s.errors...), "\n\n"), len(s.texts)+len(s.errors)); err != nil {
		return nil, err
	}
	if err := add(all, "artifacts", s.files, len(s.files)); err != nil {
		return nil, err
	}
	return json.Marshal(all)
}

func add(all map[string]json.RawMessage, name string, v any, n int) error {
	if n == 0 {
		return nil
	}
	if _, taken := all[name]; taken {
		name = "bridge_" + name
	}
	b, err := json.Marshal(v)
	all[name] = b
	return err
}

// maxRefusal bounds the agent's words in a failure, in runes.
const maxRefusal = 300

// Refusal is why the agent itself says no.
func (s Said) Refusal() string {
	words := []rune(strings.Join(strings.Fields(strings.Join(append(s.errors, s.texts...), " ")), " "))
	if len(words) == 0 {
		return "the agent refused"
	}
	return "the agent refused: " + string(words[:min(len(words), maxRefusal)])
}
