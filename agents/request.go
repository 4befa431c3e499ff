package agents

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"bridge/core/envelope"
)

// Share says which facts about the person an agent may see, and in which form it gets files.
// The zero value shares neither fact, and files are url parts.
type Share struct {
	Sender  bool // meta.sender, the address
	Channel bool // meta.channel, the kind
	// FilesAsData: files are data parts, each with its reference as an object. Beach's own
	// reader of messages keeps parts of text and data alone.
	FilesAsData bool
}

// The words of the key files: in which form an agent gets files.
const (
	FilesURL  = "url"
	FilesData = "data"
)

// ShareOf is what the keys share ("sender", "channel") and files come to.
func ShareOf(words []string, files string) Share {
	return Share{Sender: slices.Contains(words, "sender"), Channel: slices.Contains(words, "channel"), FilesAsData: files == FilesData}
}

// request is the body of a call: the same for every agent that is spoken to in
// JSON.
type request struct {
	Role  string          `json:"role"`
	Parts []envelope.Part `json:"parts"`
	Meta  Meta            `json:"meta"`
}

// Text is the text of a message: that of its response parts.
func Text(parts []envelope.Part) string {
	var texts []string
	for _, p := range parts {
		if p.Type == envelope.Response && p.Kind == envelope.KindText {
			texts = append(texts, p.Text)
		}
	}
	return strings.TrimSpace(strings.Join(texts, "\n\n"))
}

// EncodeRequest returns the JSON body of a call (docs/agents/request.schema.json). The http and exec
// agents call it once per attempt; the same call gives the same bytes. What is
// not shared is left out, whatever the call holds.
func EncodeRequest(call Call, share Share) ([]byte, error) {
	meta := call.Meta.shared(share)
	parts := call.Parts
	if share.FilesAsData {
		var err error
		if parts, err = withFilesAsData(parts); err != nil {
			return nil, err
		}
	}
	if parts == nil {
		parts = []envelope.Part{}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false) // links stay readable: shell agents find them by pattern
	if err := enc.Encode(request{Role: "user", Parts: parts, Meta: meta}); err != nil {
		return nil, fmt.Errorf("encode the request: %w", err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// shared is what an agent may see of m.
func (m Meta) shared(share Share) Meta {
	m.ReceivedAt, m.EventID = m.ReceivedAt.UTC(), m.TurnID
	if !share.Sender {
		m.Sender = ""
	}
	if !share.Channel {
		m.Channel = ""
	}
	return m
}

// Shared is what an agent may see of m, for one that is not spoken to by EncodeRequest:
// the members of a JSON object.
func (m Meta) Shared(share Share) (map[string]any, error) {
	b, err := json.Marshal(m.shared(share))
	if err != nil {
		return nil, fmt.Errorf("encode the request: %w", err)
	}
	var all map[string]any
	return all, json.Unmarshal(b, &all)
}

// withFilesAsData returns parts with the artifacts that are links as data parts.
func withFilesAsData(parts []envelope.Part) ([]envelope.Part, error) {
	out := slices.Clone(parts)
	for i, p := range parts {
		ref, ok := p.ArtifactRef()
		if p.Kind != envelope.KindURL || !ok {
			continue
		}
		data, err := envelope.DataPart(envelope.Artifact, file{ref.ArtifactID, ref.URL, ref.Filename, ref.MediaType, ref.SizeBytes})
		if err != nil {
			return nil, fmt.Errorf("encode a file: %w", err)
		}
		data.Metadata = p.Metadata
		out[i] = data
	}
	return out, nil
}

// file is what the data of such a part says.
type file struct {
	ArtifactID string `json:"artifactId,omitempty"`
	URL        string `json:"url,omitempty"`
	Filename   string `json:"filename,omitempty"`
	MimeType   string `json:"mimeType,omitempty"`
	SizeBytes  int64  `json:"sizeBytes,omitempty"`
}
