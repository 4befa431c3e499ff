package card

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"bridge/core/excerpt"
	"bridge/internal/jsonin"
)

// node is a place in a document, with its name. Reading what is not there, or is of
// another type, gives nothing; the latter is a doubt.
type node struct {
	v    any
	path string
	r    *reader
}

// reader collects the doubts of one document.
type reader struct{ doubts []string }

// maxDoubts bounds what is said of one document.
const maxDoubts = 50

func (r *reader) doubt(format string, a ...any) {
	if len(r.doubts) < maxDoubts {
		r.doubts = append(r.doubts, fmt.Sprintf(format, a...))
	}
}

// parse reads one JSON object of at most MaxSize bytes.
func parse(b []byte) (node, error) {
	if len(b) > MaxSize {
		return node{}, fmt.Errorf("the card has %d bytes, at most %d are read", len(b), MaxSize)
	}
	var v map[string]any
	if err := jsonin.Exact(bytes.TrimPrefix(b, []byte("\xef\xbb\xbf")), &v); err != nil {
		return node{}, fmt.Errorf("the card is no JSON object: %w", err)
	}
	if v == nil {
		return node{}, errors.New("the card is null")
	}
	return node{v: v, r: &reader{}}, nil
}

func (n node) object() map[string]any {
	m, ok := n.v.(map[string]any)
	if !ok && n.v != nil {
		n.r.doubt("%s is no object", n.path)
	}
	return m
}

// has reports whether the object has a member that is not null.
func (n node) has(key string) bool {
	m, _ := n.v.(map[string]any)
	return m[key] != nil
}

// at returns a member of the object.
func (n node) at(key string) node {
	path := key
	if n.path != "" {
		path = n.path + "." + key
	}
	return node{v: n.object()[key], path: path, r: n.r}
}

// first returns the first of the members that is there.
func (n node) first(keys ...string) node {
	for _, k := range keys {
		if n.has(k) {
			return n.at(k)
		}
	}
	return n.at(keys[0])
}

func (n node) list() []node {
	a, ok := n.v.([]any)
	if !ok && n.v != nil {
		n.r.doubt("%s is no array", n.path)
	}
	var all []node
	for i, v := range a {
		all = append(all, node{v: v, path: fmt.Sprintf("%s[%d]", n.path, i), r: n.r})
	}
	return all
}

func (n node) text() string {
	switch v := n.v.(type) {
	case nil:
		return ""
	case string:
		return v
	case json.Number: // a version that somebody wrote without quotation marks
		n.r.doubt("%s is a number, not a text", n.path)
		return v.String()
	}
	n.r.doubt("%s is no text", n.path)
	return ""
}

// need is text that has to be there.
func (n node) need() string {
	s := strings.TrimSpace(n.text())
	if s == "" {
		n.r.doubt("%s is missing", n.path)
	}
	return s
}

func (n node) texts() []string {
	var all []string
	for _, x := range n.list() {
		if s := x.text(); s != "" {
			all = append(all, s)
		}
	}
	return all
}

func (n node) yes() bool {
	b, ok := n.v.(bool)
	if !ok && n.v != nil {
		n.r.doubt("%s is not true or false", n.path)
	}
	return b
}

func (n node) time() time.Time {
	s := n.text()
	if s == "" {
		return time.Time{}
	}
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		n.r.doubt("%s is no time with a zone: %q", n.path, short(s))
		return time.Time{}
	}
	return t.UTC()
}

// raw is the value as JSON; nil if there is none.
func (n node) raw() json.RawMessage {
	if n.v == nil {
		return nil
	}
	b, err := json.Marshal(n.v)
	if err != nil { // it was decoded from JSON
		return nil
	}
	return b
}

// short bounds what is quoted of a card.
func short(s string) string {
	if len(s) <= 80 {
		return s
	}
	return excerpt.Cut(s, 80) + "…"
}
