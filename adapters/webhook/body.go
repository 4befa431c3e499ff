package webhook

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"bridge/adapters/webhook/sign"
)

// Bounds of what a body may hold, beside its size.
const (
	maxDepth  = 100     // of objects and arrays in each other
	maxValues = 100_000 // each costs memory
	maxFields = 1000    // of a form
	maxStored = 15 << 20
)

// payload is a body that was read.
type payload struct {
	data  json.RawMessage // as it came; a form as an object of strings and lists of strings
	value any             // map[string]any, []any, string, json.Number, bool or nil
}

// mediaError says that a body is of a type that is not taken.
type mediaError struct{ why string }

func (e *mediaError) Error() string { return e.why }

// bodyError says what is wrong with a body, and where. It holds nothing of it.
type bodyError struct{ why string }

func (e *bodyError) Error() string { return e.why }

func bad(format string, args ...any) error { return &bodyError{fmt.Sprintf(format, args...)} }

// readBody reads a proven body by its content type. The error is a *mediaError or a
// *bodyError.
func readBody(scheme sign.Scheme, h http.Header, body []byte) (payload, error) {
	if e := h.Get("Content-Encoding"); e != "" && !strings.EqualFold(e, "identity") {
		return payload{}, &mediaError{"a compressed body is not taken"}
	}
	if len(h.Values("Content-Type")) > 1 {
		return payload{}, &mediaError{"there is more than one Content-Type"}
	}
	media, params, err := mime.ParseMediaType(h.Get("Content-Type"))
	if err != nil {
		return payload{}, &mediaError{"the Content-Type is missing or cannot be read; write application/json or application/x-www-form-urlencoded"}
	}
	if cs := params["charset"]; cs != "" && !strings.EqualFold(cs, "utf-8") && !strings.EqualFold(cs, "us-ascii") {
		return payload{}, &mediaError{"the charset is not UTF-8"}
	}
	var p payload
	switch {
	case media == "application/json" || strings.HasPrefix(media, "application/") && strings.HasSuffix(media, "+json"):
		p.data = body
		p.value, err = readJSON(body)
	case media == "application/x-www-form-urlencoded":
		p, err = readForm(body, scheme == sign.GitHub || scheme == sign.Slack)
	default:
		return payload{}, &mediaError{"the Content-Type is neither application/json nor application/x-www-form-urlencoded"}
	}
	if err == nil && stored(p.data) > maxStored {
		err = bad("the body has too many characters that take six bytes each when they are stored")
	}
	return p, err
}

// stored is how long data is in a record: JSON inside JSON escapes a few characters.
func stored(data []byte) int {
	n := len(data)
	for _, c := range []string{"<", ">", "&", "\u2028", "\u2029"} {
		n += 5 * bytes.Count(data, []byte(c))
	}
	return n
}

// readJSON reads exactly one JSON value. A name that is twice in an object is
// refused: what would count is anybody's guess.
func readJSON(b []byte) (any, error) {
	if len(bytes.TrimLeft(b, " \t\r\n")) == 0 {
		return nil, bad("the body is empty")
	}
	if i := invalidUTF8(b); i >= 0 {
		return nil, bad("the body is not valid UTF-8 at %s", position(b, i))
	}
	if !json.Valid(b) {
		var raw json.RawMessage
		var syntax *json.SyntaxError
		if err := json.Unmarshal(b, &raw); errors.As(err, &syntax) {
			at, what := max(int(syntax.Offset)-1, 0), "this is not expected here"
			switch text := syntax.Error(); {
			case strings.Contains(text, "unexpected end"):
				at, what = len(b), "it ends too early"
			case strings.Contains(text, "max depth"):
				what = fmt.Sprintf("it is nested deeper than %d levels", maxDepth)
			}
			return nil, bad("the body is not valid JSON at %s: %s", position(b, at), what)
		}
		return nil, bad("the body is not valid JSON")
	}
	r := &jsonReader{b: b, d: json.NewDecoder(bytes.NewReader(b))}
	r.d.UseNumber()
	return r.value(0)
}

// jsonReader builds the value of a valid JSON text.
type jsonReader struct {
	b      []byte
	d      *json.Decoder
	values int
}

func (r *jsonReader) value(depth int) (any, error) {
	at := int(r.d.InputOffset())
	tok, err := r.d.Token()
	if err != nil {
		return nil, r.broken(err)
	}
	if r.values++; r.values > maxValues {
		return nil, bad("the body has more than %d values", maxValues)
	}
	open, ok := tok.(json.Delim)
	if !ok {
		return tok, nil
	}
	if depth == maxDepth {
		return nil, bad("the body is nested deeper than %d levels at %s", maxDepth, r.begin(at))
	}
	if open == '[' {
		list := []any{}
		for r.d.More() {
			v, err := r.value(depth + 1)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err := r.d.Token()
		return list, r.broken(err)
	}
	object := map[string]any{}
	for r.d.More() {
		at := int(r.d.InputOffset())
		tok, err := r.d.Token()
		name, ok := tok.(string)
		if err != nil || !ok {
			return nil, r.broken(errors.Join(err, io.ErrUnexpectedEOF))
		}
		if _, twice := object[name]; twice {
			return nil, bad("an object of the body has the same key twice, again at %s", r.begin(at))
		}
		if object[name], err = r.value(depth + 1); err != nil {
			return nil, err
		}
	}
	_, err = r.d.Token()
	return object, r.broken(err)
}

// broken is an error of the decoder, which valid JSON does not have.
func (r *jsonReader) broken(err error) error {
	if err == nil {
		return nil
	}
	return bad("the body is not valid JSON at %s", position(r.b, int(r.d.InputOffset())))
}

// begin is the position of the token that follows an offset.
func (r *jsonReader) begin(at int) string {
	for at < len(r.b) && strings.IndexByte(" \t\r\n,:", r.b[at]) >= 0 {
		at++
	}
	return position(r.b, at)
}

// position is where the byte at an index is: columns count characters.
func position(b []byte, i int) string {
	before := b[:min(i, len(b))]
	line := bytes.Count(before, []byte("\n")) + 1
	start := bytes.LastIndexByte(before, '\n') + 1
	return fmt.Sprintf("line %d, column %d", line, utf8.RuneCount(before[start:])+1)
}

// invalidUTF8 returns the index of the first byte that is not UTF-8; -1 if all are.
func invalidUTF8(b []byte) int {
	for i := 0; i < len(b); {
		if b[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return -1
}

// readForm reads a form: a field that is there more than once is a list. Where the
// sender puts JSON into one field named payload, that is the body.
func readForm(b []byte, wraps bool) (payload, error) {
	var names []string
	fields := map[string][]string{}
	n := 0
	for pair := range strings.SplitSeq(string(b), "&") {
		if pair == "" {
			continue
		}
		if n++; n > maxFields {
			return payload{}, bad("the form has more than %d fields", maxFields)
		}
		name, value, _ := strings.Cut(pair, "=")
		name, errName := url.QueryUnescape(name)
		value, errValue := url.QueryUnescape(value)
		switch {
		case errName != nil || errValue != nil:
			return payload{}, bad("field %d of the form has a %% that is no escape", n)
		case !utf8.ValidString(name) || !utf8.ValidString(value):
			return payload{}, bad("field %d of the form is not valid UTF-8", n)
		case name == "":
			return payload{}, bad("field %d of the form has no name", n)
		}
		if _, seen := fields[name]; !seen {
			names = append(names, name)
		}
		fields[name] = append(fields[name], value)
	}
	if n == 0 {
		return payload{}, bad("the form is empty")
	}
	if v := fields["payload"]; wraps && n == 1 && len(v) == 1 {
		value, err := readJSON([]byte(v[0]))
		if wrong, ok := errors.AsType[*bodyError](err); ok {
			err = bad("in the field payload: %s", wrong.why)
		}
		return payload{data: json.RawMessage(v[0]), value: value}, err
	}
	object := map[string]any{}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	for i, name := range names {
		buf.WriteByte("{,"[min(i, 1)])
		_ = enc.Encode(name) // a string always encodes
		buf.WriteByte(':')
		if vs := fields[name]; len(vs) == 1 {
			object[name] = vs[0]
			_ = enc.Encode(vs[0])
		} else {
			list := make([]any, len(vs))
			for i, v := range vs {
				list[i] = v
			}
			object[name] = list
			_ = enc.Encode(vs)
		}
	}
	buf.WriteByte('}')
	return payload{data: bytes.ReplaceAll(buf.Bytes(), []byte("\n"), nil), value: object}, nil // the encoder ends lines, and escapes those of texts
}
