// Package a2ui reads surfaces: the messages of A2UI 0.8, 0.9, 0.9.1 and 1.0 are
// applied in order, and what is left is said in words, as blocks that package render
// writes for a channel. It is pure. All of it is the agent's: nothing here is safe
// to show before render has cleaned it.
package a2ui

import (
	"slices"
	"time"
)

// The limits of one answer. What is beyond is left out, which Document says.
const (
	MaxInput      = 2 << 20  // bytes of messages that are read, and of the data they bind to
	MaxText       = 64 << 10 // bytes of text
	MaxNodes      = 2000     // components shown, those of templates once for each item
	MaxDepth      = 32       // components in one another
	maxSurfaces   = 100
	maxComponents = 10_000
	maxWork       = 200_000 // steps of resolving what is shown
)

// Words are what the reader's language adds.
type Words struct {
	Image, Video, Audio, Choices, Chosen string

	Days   [7]string // abbreviated, from Sunday on
	Months [12]string
	// When writes a time: its day, its time of day, or both. nil is ISO 8601.
	When func(t time.Time, day, clock bool) string
}

// Document is what all surfaces of an answer say.
type Document struct {
	Blocks []Block
	// Controls says that there are fields or buttons, which do nothing in a message.
	Controls bool
	// Decides says that there are buttons that decide an approval request.
	Decides bool
	// Cut says that a limit has left something out.
	Cut bool
	// Left are the parts of which something is not shown, by their places.
	Left []int
}

// Kind is what a block is.
type Kind int

// The kinds of blocks.
const (
	Line     Kind = iota + 1 // Spans
	Item                     // Spans of a list's entry
	Heading                  // Spans, of Level 1 to 5
	Markdown                 // Text with lines of its own
	Table                    // Head, which may be empty, and Rows; each has as many cells
	Rule                     // what parts others
	Gap                      // a blank line, never two in a row, nor first or last
)

// Block is a piece of a document.
type Block struct {
	Kind  Kind
	Level int
	Text  string
	Spans []Span
	Head  [][]Span
	Rows  [][][]Span

	small bool // a caption
}

// Form is how a span is written.
type Form int

// The forms of spans.
const (
	Plain  Form = iota
	Marked      // Markdown in one line
	Link        // Text leads to URL
	Image       // a picture at URL with a name as Text: Named says if it is the agent's
	Button      // what cannot be pressed
)

// Span is a piece of a line.
type Span struct {
	Form  Form
	Text  string
	URL   string
	Named bool
}

// Read applies the messages of parts, each the JSON of one or several, in order, and
// says what the surfaces are at the end. shared is the data that the answer itself
// has: what a surface has no data of its own for is looked up there.
func Read(parts [][]byte, shared [][]byte, words Words) Document {
	m := &model{surfaces: map[string]*surface{}, sharedRaw: shared}
	left := map[int]bool{}
	total := 0
	for i, raw := range parts {
		if total += len(raw); total > MaxInput {
			left[i] = true
			continue
		}
		list, whole := values(string(raw))
		if !whole {
			left[i] = true
		}
		for _, v := range list {
			if !m.apply(v, i) {
				left[i] = true
			}
		}
	}
	w := &walker{model: m, words: words, budget: MaxText}
	for _, s := range m.order {
		if s.deleted {
			continue
		}
		blocks := w.show(s)
		if len(blocks) == 0 || w.doc.Cut {
			for _, i := range s.parts {
				left[i] = true
			}
		}
		w.doc.Blocks = spaced(w.doc.Blocks, blocks)
	}
	w.doc.Blocks = settled(w.doc.Blocks)
	w.doc.Cut = w.doc.Cut || total > MaxInput
	for i := range left {
		w.doc.Left = append(w.doc.Left, i)
	}
	slices.Sort(w.doc.Left)
	return w.doc
}

// model is the surfaces of an answer.
type model struct {
	surfaces   map[string]*surface
	order      []*surface
	components int

	sharedRaw  [][]byte
	sharedData any
	sharedRead bool
}

// surface is one of them.
type surface struct {
	root       string
	components map[string]component
	data       any
	parts      []int // that say something of it
	deleted    bool
}

type component struct {
	name  string
	props *object
}

// shared is the answer's own data, read when it is first asked for.
func (m *model) shared() any {
	if m.sharedRead {
		return m.sharedData
	}
	m.sharedRead = true
	total := 0
	for _, raw := range m.sharedRaw {
		if total += len(raw); total > MaxInput {
			break
		}
		list, _ := values(string(raw))
		for _, v := range list {
			o, isObject := v.(*object)
			all, ok := m.sharedData.(*object)
			if !ok || !isObject {
				m.sharedData = v
				continue
			}
			for _, k := range o.keys {
				all.set(k, o.get(k))
			}
		}
	}
	return m.sharedData
}

// apply applies a message, a list of them, or several in one object: then what makes
// a surface comes first, and what ends it last. It reports whether all was understood.
func (m *model) apply(v any, part int) bool {
	switch v := v.(type) {
	case []any:
		ok := true
		for _, x := range v {
			if o, is := x.(*object); !is || !m.message(o, part) {
				ok = false
			}
		}
		return ok
	case *object:
		if list, ok := v.get("messages").([]any); ok {
			return m.apply(list, part)
		}
		return m.message(v, part)
	}
	return false
}

func (m *model) message(o *object, part int) bool {
	known := false
	for _, name := range []string{"createSurface", "dataModelUpdate", "updateDataModel", "surfaceUpdate", "updateComponents", "beginRendering", "deleteSurface"} {
		body, ok := o.get(name).(*object)
		if !ok {
			continue
		}
		id, _ := body.get("surfaceId").(string)
		s := m.surfaces[id]
		if s == nil {
			if name == "deleteSurface" {
				known = true
				continue
			}
			if len(m.order) >= maxSurfaces {
				return false
			}
			s = &surface{root: "root"}
			m.surfaces[id] = s
			m.order = append(m.order, s)
		}
		if name == "createSurface" || s.deleted {
			m.components -= len(s.components)
			*s = surface{root: "root", parts: s.parts}
		}
		if n := len(s.parts); n == 0 || s.parts[n-1] != part {
			s.parts = append(s.parts, part)
		}
		known = true
		switch name {
		case "createSurface":
			s.data = body.get("dataModel")
			known = m.add(s, body.get("components"))
		case "surfaceUpdate", "updateComponents":
			known = m.add(s, body.get("components"))
		case "dataModelUpdate":
			s.contents(body)
		case "updateDataModel":
			path, _ := body.get("path").(string)
			at, ok := steps(path)
			if !ok {
				return false
			}
			s.data = put(s.data, at, body.get("value"), body.get("value") == nil)
		case "beginRendering":
			if root, ok := body.get("root").(string); ok {
				s.root = root
			}
		case "deleteSurface":
			s.deleted = true
		}
	}
	// Calls of functions and their answers are between programs.
	return known || o.has("callFunction") || o.has("actionResponse") || o.has("callRendererFunction") || o.has("agentFunctionResponse")
}

// add adds components; one with an id that is there takes its place.
func (m *model) add(s *surface, list any) bool {
	components, _ := list.([]any)
	for _, v := range components {
		o, _ := v.(*object)
		id, _ := o.get("id").(string)
		c := component{props: o}
		switch kind := o.get("component").(type) {
		case string:
			c.name = kind
		case *object: // 0.8: {"Text": {…}}
			if len(kind.keys) > 0 {
				c.name = kind.keys[0]
				c.props, _ = kind.get(c.name).(*object)
			}
		}
		if id == "" || c.name == "" || c.props == nil {
			return false
		}
		if _, there := s.components[id]; !there {
			if m.components++; m.components > maxComponents {
				return false
			}
		}
		if s.components == nil {
			s.components = map[string]component{}
		}
		s.components[id] = c
	}
	return true
}

// contents applies the data of 0.8: a list of keys with a value of some type.
func (s *surface) contents(body *object) {
	path, _ := body.get("path").(string)
	at, ok := steps(path)
	if !ok {
		return
	}
	list, ok := body.get("contents").([]any)
	if !ok {
		if v, ok := entry(body); ok {
			s.data = put(s.data, at, v, false)
		}
		return
	}
	into, _ := find(s.data, at)
	o, ok := into.(*object)
	if !ok {
		o = &object{}
		s.data = put(s.data, at, o, false)
	}
	entries(o, list)
}

func entries(into *object, list []any) {
	for _, x := range list {
		o, _ := x.(*object)
		key, ok := o.get("key").(string)
		if !ok {
			continue
		}
		if v, ok := entry(o); ok {
			into.set(key, v)
		}
	}
}

func entry(o *object) (any, bool) {
	if list, ok := o.get("valueMap").([]any); ok {
		inner := &object{}
		entries(inner, list)
		return inner, true
	}
	for _, key := range []string{"valueString", "valueNumber", "valueBoolean", "valueArray", "value"} {
		if o.has(key) {
			return o.get(key), true
		}
	}
	return nil, false
}
