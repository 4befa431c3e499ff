package artifacts

import (
	"encoding/json"
	"maps"
	"strings"

	"bridge/core/envelope"
	"bridge/core/message"
)

// refScheme makes the URL of the stored form of a reference: artifact:art_….
const refScheme = "artifact:"

// Part returns the reference to a that is kept in records and given to
// WithLinks before it leaves the bridge. Its URL is artifact:{id}: it never
// expires and works nowhere else. metadata has artifactId and sizeBytes.
func (s *Store) Part(a Artifact) envelope.Part {
	return envelope.Part{
		Kind:      envelope.KindURL,
		URL:       refScheme + string(a.ID),
		Filename:  a.Filename,
		MediaType: a.MediaType,
		Type:      envelope.Artifact,
		Metadata:  map[string]json.RawMessage{"artifactId": jsonOf(a.ID), "sizeBytes": jsonOf(a.Size)},
	}
}

// WithLinks returns a copy of parts in which every artifact part in the form of Part
// has a fresh signed link with name, type and size, and an artifactId that is good
// in this session alone. All other parts stay as they are. Agents' calls and
// API answers are made with it, at each attempt, since links expire. It reads nothing:
// a reference to an artifact that is gone gets a link that answers 404.
func (s *Store) WithLinks(session message.SessionID, parts []envelope.Part) []envelope.Part {
	if parts == nil {
		return nil
	}
	out := make([]envelope.Part, len(parts))
	for i, p := range parts {
		out[i] = s.withLink(session, p)
	}
	return out
}

func (s *Store) withLink(session message.SessionID, p envelope.Part) envelope.Part {
	rest, ok := strings.CutPrefix(p.URL, refScheme)
	id := message.ArtifactID(rest)
	if p.Type != envelope.Artifact || p.Kind != envelope.KindURL || !ok || !id.Valid() {
		return p
	}
	p.Metadata = maps.Clone(p.Metadata)
	if p.Metadata == nil {
		p.Metadata = make(map[string]json.RawMessage, 1)
	}
	handle := s.handle(session, id)
	p.Metadata["artifactId"] = jsonOf(handle)
	name := ""
	if p.Filename != "" {
		name = SafeName(p.Filename, p.MediaType)
	}
	p.URL = s.link(handle, name)
	return p
}

const (
	handlePurpose = "artifact-of-session"
	handleMAC     = 10 // bytes
	handleSep     = "."
)

// handle is how the agent of a session names an artifact: knowing an id is not enough,
// since people see ids in links, and they stand in logs.
func (s *Store) handle(session message.SessionID, id message.ArtifactID) string {
	return string(id) + handleSep + s.keys.Sum(handleMAC, handlePurpose, string(session), string(id))
}

// given returns the id of a handle that was given to this session.
func (s *Store) given(session message.SessionID, handle string) (message.ArtifactID, bool) {
	name, sum, _ := strings.Cut(handle, handleSep)
	id := message.ArtifactID(name)
	return id, id.Valid() && s.keys.Valid(sum, handleMAC, handlePurpose, string(session), name)
}

// reference is what an artifact part without bytes says.
type reference struct {
	handle    string // "" if none is named; untrusted
	url       string // "" if none
	filename  string
	mediaType string
}

// readRef reads the reference of an artifact part: in url and metadata, or in
// data. It is false for other parts and for those that carry bytes.
func readRef(p envelope.Part) (reference, bool) {
	if p.Type != envelope.Artifact {
		return reference{}, false
	}
	ref := reference{filename: p.Filename, mediaType: p.MediaType}
	_ = json.Unmarshal(p.Metadata["artifactId"], &ref.handle) // of another type: as if absent
	switch p.Kind {
	case envelope.KindURL:
		ref.url = p.URL
	case envelope.KindData:
		var d struct {
			ArtifactID string `json:"artifactId"`
			MimeType   string `json:"mimeType"`
			MediaType  string `json:"mediaType"`
			Filename   string `json:"filename"`
			URL        string `json:"url"`
		}
		if json.Unmarshal(p.Data, &d) != nil || d.ArtifactID == "" && d.URL == "" && ref.handle == "" {
			return reference{}, false
		}
		ref.url = d.URL
		for _, f := range []struct {
			to   *string
			from string
		}{{&ref.filename, d.Filename}, {&ref.mediaType, d.MimeType}, {&ref.mediaType, d.MediaType}} {
			if *f.to == "" {
				*f.to = f.from
			}
		}
		if ref.handle == "" {
			ref.handle = d.ArtifactID
		}
	default:
		return reference{}, false
	}
	if handle, ok := strings.CutPrefix(ref.url, refScheme); ok && ref.handle == "" {
		ref.handle = handle
	}
	return ref, true
}

// jsonOf encodes a string or a number, which cannot fail.
func jsonOf(v any) json.RawMessage {
	b, _ := json.Marshal(v)
	return b
}

// IDs are the artifacts that parts refer to in the form of Part.
func IDs(parts []envelope.Part) (all []message.ArtifactID) {
	for _, p := range parts {
		rest, ok := strings.CutPrefix(p.URL, refScheme)
		if id := message.ArtifactID(rest); ok && p.Type == envelope.Artifact && p.Kind == envelope.KindURL && id.Valid() {
			all = append(all, id)
		}
	}
	return all
}
