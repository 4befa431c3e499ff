package envelope

import (
	"encoding/json"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// MergeStrategy says how a part converges with the earlier value of its slot (K2).
type MergeStrategy string

// The merge strategies.
const (
	MergeReplace MergeStrategy = "replace"    // the later part takes the place; the default
	MergeAppend  MergeStrategy = "append"     // arrays are concatenated, anything else is replaced
	MergeDeep    MergeStrategy = "deep-merge" // RFC 7396 for objects, but null is a value and deletes nothing
)

// Meta decodes the metadata value of key into v, a pointer. It reports false
// when there is none, it is null, or it has another type than v points to.
func (p Part) Meta(key string, v any) bool {
	raw, ok := p.Metadata[key]
	return ok && !isNull(raw) && json.Unmarshal(raw, v) == nil
}

// SlotKey is the slot that the part fills, "" for none (K1).
func (p Part) SlotKey() string {
	return p.word("slotKey")
}

// dataKind is the kind of data: each has a surface of its own.
func (p Part) dataKind() string { return p.word("kind") }

// word is the metadata value of a key that is a string, else "".
func (p Part) word(key string) string {
	if p.Metadata[key] == nil { // as most parts
		return ""
	}
	var s string
	if !p.Meta(key, &s) {
		return ""
	}
	return s
}

// MergeStrategy is how the part converges in its slot. What is missing or
// unknown is MergeReplace.
func (p Part) MergeStrategy() MergeStrategy {
	var s MergeStrategy
	if p.Meta("mergeStrategy", &s) && (s == MergeAppend || s == MergeDeep) {
		return s
	}
	return MergeReplace
}

// Append says that the text continues the last part of its type.
func (p Part) Append() bool {
	if p.Metadata["append"] == nil { // as most parts
		return false
	}
	var b bool
	return p.Meta("append", &b) && b
}

// ArtifactRef is an artifact by reference: the bytes are in the artifact store
// under ArtifactID, or at URL.
type ArtifactRef struct {
	ArtifactID string // "" where only a URL is known
	URL        string // "" where only the id is known; untrusted when an agent wrote it
	Filename   string
	MediaType  string
	SizeBytes  int64 // 0 = not said
}

// ArtifactPart returns the artifact part of a reference: its URL, with artifactId and sizeBytes in
// the metadata.
func ArtifactPart(ref ArtifactRef) Part {
	p := Part{Kind: KindURL, Type: Artifact, URL: ref.URL, Filename: ref.Filename, MediaType: ref.MediaType}
	p.Metadata = map[string]json.RawMessage{}
	if ref.ArtifactID != "" {
		p.Metadata["artifactId"] = appendString(nil, ref.ArtifactID)
	}
	if ref.SizeBytes > 0 {
		if n, err := json.Marshal(ref.SizeBytes); err == nil {
			p.Metadata["sizeBytes"] = n
		}
	}
	if len(p.Metadata) == 0 {
		p.Metadata = nil
	}
	return p
}

// ArtifactRef reads the reference of an artifact part: url with
// metadata.artifactId and sizeBytes, or the data form {artifactId, mimeType,
// sizeBytes, filename, url} (seed 001). It reports false for other part types, for
// raw bytes without an id, and where there is neither id nor URL.
func (p Part) ArtifactRef() (ArtifactRef, bool) {
	if p.Type != Artifact {
		return ArtifactRef{}, false
	}
	ref := ArtifactRef{URL: p.URL, Filename: p.Filename, MediaType: p.MediaType}
	if p.Kind == KindData && first(p.Data) == '{' && json.Valid(p.Data) {
		data := Part{Metadata: map[string]json.RawMessage{}}
		for _, m := range members(p.Data) {
			data.Metadata[m.key] = m.raw
		}
		data.Meta("artifactId", &ref.ArtifactID)
		data.Meta("url", &ref.URL)
		data.Meta("sizeBytes", &ref.SizeBytes)
		if ref.Filename == "" {
			data.Meta("filename", &ref.Filename)
		}
		if ref.MediaType == "" && !data.Meta("mimeType", &ref.MediaType) {
			data.Meta("mediaType", &ref.MediaType)
		}
	}
	p.Meta("artifactId", &ref.ArtifactID)
	p.Meta("sizeBytes", &ref.SizeBytes)
	ref.SizeBytes = max(ref.SizeBytes, 0)
	return ref, ref.ArtifactID != "" || ref.URL != ""
}

// CitationPath is the place in domain-data that a citation is bound to (seed 001), a
// JSON Pointer as the agent wrote it: metadata.path, else data.path; "" for none.
func (p Part) CitationPath() string {
	var path string
	if p.Type != Citation || p.Meta("path", &path) || p.Kind != KindData {
		return path
	}
	var data struct {
		Path string `json:"path"`
	}
	if json.Unmarshal(p.Data, &data) != nil {
		return ""
	}
	return data.Path
}

// StateChanges reads a setState part: "component.coordinate" to the new value
// (seed 001). The bridge records them and applies nothing.
func (p Part) StateChanges() (map[string]string, error) {
	if p.Type != SetState || p.Kind != KindData {
		return nil, wrong("", "is not a setState part with data")
	}
	if err := checkJSON(p.Data); err != nil {
		return nil, within("data", err)
	}
	fields, err := object(p.Data)
	if err != nil {
		return nil, within("data", err)
	}
	changes := make(map[string]string, len(fields))
	for key, raw := range fields {
		component, coordinate, ok := strings.Cut(key, ".")
		if !ok || component == "" || coordinate == "" {
			return nil, wrong("data", "has the key %s, not component.coordinate", shown(key))
		}
		if first(raw) != '"' {
			return nil, wrong("data", "has a value for %s that is not a string", shown(key))
		}
		changes[key] = unquote(raw)
	}
	return changes, nil
}

// ApprovalRequestData is the payload of an approval-request (seed 001). What the
// agent left out is "" or zero; the bridge fills in ApprovalID, Session, Turn
// and Handler.
type ApprovalRequestData struct {
	ApprovalID string
	ToolName   string          // 1 to 256 bytes, no control characters
	ToolCallID string          // the model's own id of the tool call
	Args       json.RawMessage // a JSON object as it came; no name twice in any object of it
	Handler    string
	Turn       string
	Session    string
	ExpiresAt  time.Time // zero = the agent set no time
	// Title is what the agent calls the request. The seed has no such field, so it
	// never makes a request wrong: it is one line, cut at 256 bytes. These are the
	// model's words: a prompt must not rest on them.
	Title string
}

// maxField is the longest short text of an approval request, in bytes.
const maxField = 256

// ApprovalRequest reads an approval-request part: who has to say yes to what.
// toolName and args are needed. Args with one name twice are refused, because
// the approver would read one value and the agent run the other. Errors name
// the place.
func (p Part) ApprovalRequest() (ApprovalRequestData, error) {
	var req ApprovalRequestData
	if p.Type != ApprovalRequest {
		return req, wrong("metadata.partType", "is %s, not %q", shown(string(p.Type)), ApprovalRequest)
	}
	if p.Kind != KindData {
		return req, wrong("data", "is missing: an approval-request needs data with toolName and args")
	}
	req, err := readApprovalRequest(p.Data)
	if err != nil {
		return ApprovalRequestData{}, within("data", err)
	}
	return req, nil
}

func readApprovalRequest(b []byte) (ApprovalRequestData, error) {
	var req ApprovalRequestData
	if err := checkJSON(b); err != nil {
		return req, err
	}
	fields, err := object(b)
	if err != nil {
		return req, err
	}
	if raw := fields["title"]; first(raw) == '"' {
		req.Title = oneLine(unquote(raw))
	}
	var expires string
	for _, f := range []struct {
		name string
		into *string
	}{
		{"approvalId", &req.ApprovalID},
		{"toolName", &req.ToolName},
		{"toolCallId", &req.ToolCallID},
		{"handler", &req.Handler},
		{"turn", &req.Turn},
		{"session", &req.Session},
		{"expiresAt", &expires},
	} {
		if *f.into, _, err = takeString(fields, f.name); err != nil {
			return req, err
		}
		if len(*f.into) > maxField {
			return req, wrong(f.name, "is longer than %d bytes", maxField)
		}
		if strings.ContainsFunc(*f.into, unicode.IsControl) {
			return req, wrong(f.name, "contains a control character")
		}
	}
	if strings.TrimSpace(req.ToolName) == "" {
		return req, wrong("toolName", "is missing")
	}
	args, ok := fields["args"]
	switch {
	case !ok:
		return req, wrong("args", "is missing (write {} for none)")
	case first(args) != '{':
		return req, wrong("args", "must be a JSON object")
	}
	if key, twice := duplicateKey(args); twice {
		return req, wrong("args", "has the key %s twice in one object", shown(key))
	}
	req.Args = args
	if expires != "" {
		if req.ExpiresAt, err = time.Parse(time.RFC3339, expires); err != nil {
			return req, wrong("expiresAt", "must be an RFC 3339 time such as 2026-08-15T08:45:00Z")
		}
	}
	return req, nil
}

// oneLine makes a short single line of untrusted text, at most maxField bytes.
func oneLine(s string) string {
	s = strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsControl(r) || unicode.IsSpace(r) }), " ")
	if len(s) <= maxField {
		return s
	}
	cut := maxField
	for !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut]
}
