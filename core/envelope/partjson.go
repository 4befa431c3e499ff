package envelope

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
)

// maxTypeLen is the longest part type in bytes. Types end up in placeholders,
// counters and logs.
const maxTypeLen = 128

// UnmarshalJSON reads one part. Besides the shape that
// MarshalJSON writes it takes a top-level partType (seed 001), mimeType for
// mediaType, and A2A 0.3 parts with kind text, data or file. A part is exactly
// one of text, data, raw and url; data may be null. What it does not know is
// kept byte for byte. Names are case-sensitive, and a name that appears twice
// in the part or its metadata is an error. Errors name the place.
func (p *Part) UnmarshalJSON(b []byte) error {
	if err := checkJSON(b); err != nil {
		return fmt.Errorf("part: %w", err)
	}
	fields, err := object(bytes.Clone(b))
	if err == nil {
		*p, err = readPart(fields, false)
	}
	if err != nil {
		return fmt.Errorf("part: %w", err)
	}
	return nil
}

// readPart builds a part from the fields of its object, which it uses up. With
// bare set, text without a part type is a response: what a small agent answers (docs/agents.md).
func readPart(fields map[string]json.RawMessage, bare bool) (Part, error) {
	var p Part
	idOnly(fields)
	if err := p.readContent(fields); err != nil {
		return Part{}, err
	}
	if err := p.readNames(fields); err != nil {
		return Part{}, err
	}
	if err := p.readMetadata(fields); err != nil {
		return Part{}, err
	}
	if p.Type == "" && bare && p.Kind == KindText {
		p.Type = Response
	}
	if p.Type == "" {
		return Part{}, wrong("metadata.partType", "is missing (did you mean %q?)", p.likelyType())
	}
	if err := checkType(p.Type); err != nil {
		return Part{}, wrong("metadata.partType", "%s", err)
	}
	if len(fields) > 0 {
		p.Extra = fields
	}
	return p, p.checkDepth()
}

// idOnly makes data of an artifact that is a reference and nothing else, in the part or in
// its metadata: {"partType":"artifact","artifactId":"…","mimeType":"…"} (seed 001: "Reference
// by artifactId").
func idOnly(fields map[string]json.RawMessage) {
	if contentKey(fields) != "" {
		return
	}
	meta := map[string]json.RawMessage{}
	if m, err := object(fields["metadata"]); err == nil {
		meta = m
	}
	if quoted := `"` + string(Artifact) + `"`; string(fields["partType"]) != quoted && string(meta["partType"]) != quoted {
		return
	}
	id := fields["artifactId"]
	if delete(fields, "artifactId"); id == nil {
		id = meta["artifactId"]
	}
	if first(id) == '"' {
		fields["data"] = append(append([]byte(`{"artifactId":`), id...), '}')
	}
}

func (p *Part) checkDepth() error {
	if tooDeep(p.Data, MaxDepth) {
		return wrong("data", "is nested deeper than %d levels", MaxDepth)
	}
	for _, m := range []map[string]json.RawMessage{p.Metadata, p.Extra} {
		for key, raw := range m {
			if tooDeep(raw, MaxDepth) {
				return wrong("", "has a field %s that is nested deeper than %d levels", shown(key), MaxDepth)
			}
		}
	}
	return nil
}

// likelyType is what somebody who forgot the part type probably meant.
func (p *Part) likelyType() Type {
	switch p.Kind {
	case KindData:
		return DomainData
	case KindRaw, KindURL:
		return Artifact
	default:
		return Response
	}
}

func checkType(t Type) error {
	if t == "" {
		return errors.New("must not be empty")
	}
	if len(t) > maxTypeLen {
		return fmt.Errorf("is longer than %d bytes", maxTypeLen)
	}
	if strings.ContainsFunc(string(t), func(r rune) bool { return !unicode.IsGraphic(r) || unicode.IsSpace(r) }) {
		return errors.New("contains a space or a control character")
	}
	return nil
}

// readContent reads which of the content fields there is, and its value.
func (p *Part) readContent(fields map[string]json.RawMessage) error {
	kind := takeOldKind(fields)
	data, hasData := fields["data"]
	delete(fields, "data")
	var found []string
	for _, c := range []struct {
		name string
		kind Kind
		into *string
	}{{"text", KindText, &p.Text}, {"raw", KindRaw, nil}, {"url", KindURL, &p.URL}} {
		s, has, err := takeString(fields, c.name)
		if err != nil {
			return err
		}
		if !has {
			continue
		}
		found = append(found, c.name)
		p.Kind = c.kind
		if c.into != nil {
			*c.into = s
		} else if p.Raw, err = decodeBase64(s); err != nil {
			return wrong(c.name, "%s", err)
		}
	}
	if hasData {
		found = append(found, "data")
		p.Kind, p.Data = KindData, data
	}
	if file, ok := fields["file"]; ok && (kind == "file" || len(found) == 0 && first(file) == '{') {
		delete(fields, "file")
		found = append(found, "file")
		if err := p.readFile(file); err != nil {
			return within("file", err)
		}
	}
	switch {
	case len(found) > 1:
		return wrong("", "has both %s and %s: a part is exactly one of text, data, raw and url", found[0], found[1])
	case kind != "" && (len(found) == 0 || found[0] != kind):
		return wrong("", "has kind %q but no %s", kind, kind)
	case len(found) == 0:
		return wrong("", "has no content: a part is exactly one of text, data, raw and url")
	}
	return nil
}

// takeOldKind removes the discriminator of A2A 0.3 parts. A field of that name
// with another value is somebody's extension and stays.
func takeOldKind(fields map[string]json.RawMessage) string {
	raw, ok := fields["kind"]
	if !ok || first(raw) != '"' {
		return ""
	}
	switch kind := unquote(raw); kind {
	case "text", "data", "file":
		delete(fields, "kind")
		return kind
	}
	return ""
}

// readFile reads the file object of an A2A 0.3 part.
func (p *Part) readFile(b []byte) error {
	file, err := object(b)
	if err != nil {
		return err
	}
	content, hasBytes, err := takeString(file, "bytes")
	if err != nil {
		return err
	}
	uri, hasURI, err := takeString(file, "uri")
	if err != nil {
		return err
	}
	if hasBytes == hasURI {
		return wrong("", "needs exactly one of bytes and uri")
	}
	if hasBytes {
		p.Kind = KindRaw
		if p.Raw, err = decodeBase64(content); err != nil {
			return wrong("bytes", "%s", err)
		}
	} else {
		p.Kind, p.URL = KindURL, uri
	}
	if p.Filename, _, err = takeString(file, "name"); err != nil {
		return err
	}
	p.MediaType, _, err = takeString(file, "mimeType")
	return err
}

// decodeBase64 takes both alphabets, with and without padding, as the protobuf
// JSON mapping that A2A 1.0 uses asks of readers.
func decodeBase64(s string) ([]byte, error) {
	s = strings.TrimRight(strings.NewReplacer("-", "+", "_", "/").Replace(s), "=")
	if strings.ContainsAny(s, "\r\n") {
		return nil, errors.New("is not base64: it contains a line break")
	}
	b, err := base64.RawStdEncoding.DecodeString(s)
	if err != nil {
		return nil, errors.New("is not base64")
	}
	return b, nil
}

// readNames reads filename and media type. The top level goes before a file object.
func (p *Part) readNames(fields map[string]json.RawMessage) error {
	name, has, err := takeString(fields, "filename")
	if err != nil {
		return err
	}
	if has {
		p.Filename = name
	}
	media, hasMedia, err := takeString(fields, "mediaType")
	if err != nil {
		return err
	}
	old, hasOld, err := takeString(fields, "mimeType")
	if err != nil {
		return err
	}
	switch {
	case hasMedia && hasOld && media != old:
		return wrong("mediaType", "and mimeType disagree")
	case hasMedia:
		p.MediaType = media
	case hasOld:
		p.MediaType = old
	}
	return nil
}

func (p *Part) readMetadata(fields map[string]json.RawMessage) error {
	outer, hasOuter, err := takeString(fields, "partType")
	if err != nil {
		return err
	}
	p.Type = Type(outer)
	raw, ok := fields["metadata"]
	delete(fields, "metadata")
	if !ok || isNull(raw) {
		return nil
	}
	meta, err := object(raw)
	if err != nil {
		return within("metadata", err)
	}
	inner, has, err := takeString(meta, "partType")
	if err != nil {
		return within("metadata", err)
	}
	if has {
		if hasOuter && inner != outer {
			return wrong("metadata.partType", "is %s but partType is %s", shown(inner), shown(outer))
		}
		p.Type = Type(inner)
	}
	if len(meta) > 0 {
		p.Metadata = meta
	}
	return nil
}

// MarshalJSON writes the one form that every reader of the bridge gets: the
// content field, filename, mediaType, metadata with partType first, partType once more
// beside it (where the worked examples of seed 001 have it), then the
// unknown fields, names sorted: same part, same bytes. Values that came from
// elsewhere are written as they came; json.Marshal, which calls this, then
// takes out white space and escapes <, > and & in them, which changes no value.
// A part without a type or with broken JSON in it is an error.
func (p Part) MarshalJSON() ([]byte, error) {
	b, err := p.appendJSON(nil)
	if err != nil {
		return nil, fmt.Errorf("part %s: %w", shown(string(p.Type)), err)
	}
	return b, nil
}

func (p Part) appendJSON(b []byte) ([]byte, error) {
	if err := checkType(p.Type); err != nil {
		return nil, wrong("metadata.partType", "%s", err)
	}
	switch p.Kind {
	case KindText:
		b = appendString(append(b, `{"text":`...), p.Text)
	case KindData:
		if !json.Valid(p.Data) {
			return nil, wrong("data", "is not valid JSON")
		}
		b = append(append(b, `{"data":`...), p.Data...)
	case KindRaw:
		b = append(b, `{"raw":"`...)
		b = base64.StdEncoding.AppendEncode(b, p.Raw)
		b = append(b, '"')
	case KindURL:
		b = appendString(append(b, `{"url":`...), p.URL)
	default:
		return nil, wrong("", "has no content kind")
	}
	if p.Filename != "" {
		b = appendString(append(b, `,"filename":`...), p.Filename)
	}
	if p.MediaType != "" {
		b = appendString(append(b, `,"mediaType":`...), p.MediaType)
	}
	b = appendString(append(b, `,"metadata":{"partType":`...), string(p.Type))
	var err error
	if b, err = appendSorted(b, p.Metadata, "partType"); err != nil {
		return nil, within("metadata", err)
	}
	b = appendString(append(b, `},"partType":`...), string(p.Type))
	b, err = appendSorted(b, p.Extra, "text", "data", "raw", "url", "filename", "mediaType", "mimeType", "metadata", "partType")
	if err != nil {
		return nil, err
	}
	return append(b, '}'), nil
}

// appendSorted appends the members of m, each after a comma. A reserved name
// would appear twice in the object or be read as something else: an error.
func appendSorted(b []byte, m map[string]json.RawMessage, reserved ...string) ([]byte, error) {
	if len(m) == 0 {
		return b, nil
	}
	for _, key := range slices.Sorted(maps.Keys(m)) {
		if slices.Contains(reserved, key) {
			return nil, wrong(key, "is a field of its own and cannot be an extra one")
		}
		if !json.Valid(m[key]) {
			return nil, wrong(key, "is not valid JSON")
		}
		b = appendString(append(b, ','), key)
		b = append(append(b, ':'), m[key]...)
	}
	return b, nil
}
