package artifacts

import (
	"encoding/json"
	"maps"
	"strings"

	"bridge/envelope"
	"bridge/message"
)

// refScheme makes the URL of the stored form of a reference: artifact:art_….
const refScheme = "artifact:"

// Part returns the reference to a that is kept in records and given to
// WithLinks before it leaves the bridge. Its URL is artifact:{id}: it never
// expires and works nowhere else. metadata has artifactId and sizeBytes (design §5.1).
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

// WithLinks returns a copy of parts in which every artifact part that refers
// to this store has a fresh signed link, in the form of design §5.1. A reference
// in data becomes one in url. All other parts, artifacts that are raw bytes or live elsewhere
// among them, stay as they are. Agents' calls and API answers are made
// with it, at each attempt, since links expire. It reads nothing: a reference
// to an artifact that is gone gets a link that answers 404.
func (s *Store) WithLinks(parts []envelope.Part) []envelope.Part {
	if parts == nil {
		return nil
	}
	out := make([]envelope.Part, len(parts))
	for i, p := range parts {
		out[i] = s.withLink(p)
	}
	return out
}

func (s *Store) withLink(p envelope.Part) envelope.Part {
	ref, ok := readRef(p)
	if !ok || !ref.id.Valid() {
		return p
	}
	if ref.url != "" && ref.url != refScheme+string(ref.id) {
		if id, _, own := s.ownLink(ref.url); !own || id != ref.id {
			return p // somebody else's
		}
	}
	p.Metadata = maps.Clone(p.Metadata)
	if p.Metadata == nil {
		p.Metadata = make(map[string]json.RawMessage, 2)
	}
	p.Metadata["artifactId"] = jsonOf(ref.id)
	if ref.size != nil {
		p.Metadata["sizeBytes"] = jsonOf(*ref.size)
	}
	p.Kind, p.Data = envelope.KindURL, nil
	p.Filename, p.MediaType = ref.filename, ref.mediaType
	name := ""
	if ref.filename != "" {
		name = SafeName(ref.filename, ref.mediaType)
	}
	p.URL = s.link(ref.id, name)
	return p
}

// reference is what an artifact part without bytes says.
type reference struct {
	id        message.ArtifactID // "" if none is named; may be invalid
	url       string             // "" if none
	filename  string
	mediaType string
	size      *int64
}

// readRef reads the reference of an artifact part: in url and metadata, or in
// data. It is false for other parts and for those that carry bytes.
func readRef(p envelope.Part) (reference, bool) {
	if p.Type != envelope.Artifact {
		return reference{}, false
	}
	ref := reference{filename: p.Filename, mediaType: p.MediaType}
	_ = json.Unmarshal(p.Metadata["artifactId"], &ref.id) // of another type: as if absent
	var size int64
	if json.Unmarshal(p.Metadata["sizeBytes"], &size) == nil {
		ref.size = &size
	}
	switch p.Kind {
	case envelope.KindURL:
		ref.url = p.URL
	case envelope.KindData:
		var d struct {
			ArtifactID message.ArtifactID `json:"artifactId"`
			MimeType   string             `json:"mimeType"`
			MediaType  string             `json:"mediaType"`
			SizeBytes  *int64             `json:"sizeBytes"`
			Filename   string             `json:"filename"`
			URL        string             `json:"url"`
		}
		if json.Unmarshal(p.Data, &d) != nil || d.ArtifactID == "" && d.URL == "" && ref.id == "" {
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
		if ref.id == "" {
			ref.id = d.ArtifactID
		}
		if ref.size == nil {
			ref.size = d.SizeBytes
		}
	default:
		return reference{}, false
	}
	if id, ok := strings.CutPrefix(ref.url, refScheme); ok && ref.id == "" {
		ref.id = message.ArtifactID(id)
	}
	return ref, true
}

// jsonOf encodes a string or a number, which cannot fail.
func jsonOf(v any) json.RawMessage {
	b, _ := json.Marshal(v)
	return b
}
