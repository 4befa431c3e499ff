package mcpagent

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"net/mail"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"

	"bridge/core/question"
)

// Bounds of what a server may ask at a time.
const (
	maxFields = 20
	maxHint   = 200 // bytes of what it says of one field
	maxValue  = 8 << 10
)

// field is one value of a form (elicitation, requested schema: flat, of primitive types, and
// of choices any number of which may be made).
type field struct {
	key      string
	name     string // as the person reads and writes it
	about    string // the server's words
	kind     string // string, number, integer, boolean or array
	choices  []option
	optional bool
	fallback any // what counts if it is left out; nil: nothing
	schema   *jsonschema.Schema
	check    *jsonschema.Resolved
}

// option is one choice: what the server gets for it, and what the person reads.
type option struct{ value, title string }

// readForm reads the fields of a requested schema. The error is for the person.
func readForm(raw json.RawMessage) ([]field, error) {
	var s jsonschema.Schema
	if len(raw) > 0 {
		if err := json.Unmarshal(raw, &s); err != nil {
			return nil, errors.New("the tool asks for a form that cannot be asked here")
		}
	}
	if len(s.Properties) > maxFields {
		return nil, fmt.Errorf("the tool asks for a form of %d fields, which cannot be asked here", len(s.Properties))
	}
	var fs []field
	for _, key := range slices.Sorted(maps.Keys(s.Properties)) {
		f, err := readField(key, s.Properties[key])
		if err != nil {
			return nil, err
		}
		f.optional = !slices.Contains(s.Required, key)
		if slices.ContainsFunc(fs, func(o field) bool { return plain(o.name) == plain(f.name) }) {
			f.name = label(key)
		}
		fs = append(fs, f)
	}
	var names []question.Field
	for _, f := range fs {
		names = append(names, question.Field{Name: f.name})
	}
	if _, problem := (question.Question{Text: "x", Fields: names}).Check(); problem != "" {
		return nil, errors.New("the tool asks for a form that cannot be asked here: " + problem)
	}
	return fs, nil
}

func readField(key string, s *jsonschema.Schema) (field, error) {
	f := field{key: key, name: label(s.Title), about: label(s.Description), kind: s.Type, schema: s}
	if f.name == "" {
		f.name = label(key)
	}
	of := s
	if s.Type == "array" && s.Items != nil {
		of = s.Items
	}
	titles, _ := of.Extra["enumNames"].([]any)
	for i, v := range of.Enum {
		o := option{value: fmt.Sprint(v)}
		if o.title = label(o.value); i < len(titles) {
			o.title = label(fmt.Sprint(titles[i]))
		}
		f.choices = append(f.choices, o)
	}
	for _, one := range append(slices.Clip(of.OneOf), of.AnyOf...) {
		if one.Const != nil {
			o := option{value: fmt.Sprint(*one.Const)}
			if o.title = label(one.Title); o.title == "" {
				o.title = label(o.value)
			}
			f.choices = append(f.choices, o)
		}
	}
	if s.Type == "boolean" {
		f.choices = []option{{"true", yes}, {"false", no}}
	}
	for i, o := range f.choices {
		if slices.ContainsFunc(f.choices[:i], func(other option) bool { return plain(other.title) == plain(o.title) }) {
			return f, errors.New("the tool asks for a choice between things of the same name")
		}
	}
	if s.Type == "array" && len(f.choices) == 0 {
		return f, errors.New("the tool asks for a list of anything, which cannot be asked here")
	}
	if s.Default != nil && json.Unmarshal(s.Default, &f.fallback) != nil {
		f.fallback = nil
	}
	resolved, err := s.Resolve(nil)
	if err != nil {
		return f, errors.New("the tool asks for a form that cannot be asked here")
	}
	f.check = resolved
	return f, nil
}

// label is a server's text on one line that can stand before a colon.
func label(s string) string {
	s = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if r == ':' || r < ' ' || r == utf8.RuneError {
			return ' '
		}
		return r
	}, s)), " ")
	if len(s) > maxHint {
		s = strings.ToValidUTF8(s[:maxHint], "") + " …"
	}
	return s
}

// plain is how names and choices are compared, as core/question does.
func plain(s string) string { return strings.ToLower(strings.Trim(s, " .!,;*_\"'")) }

// wants says what a value has to be; "" is any text.
func (f field) wants() string {
	s := f.schema
	var titles []string
	for _, o := range f.choices {
		titles = append(titles, o.title)
	}
	switch {
	case f.kind == "array":
		return "any of " + strings.Join(titles, " / ") + ", with commas" + between(", ", "", count(s.MinItems), count(s.MaxItems))
	case len(titles) > 0:
		return strings.Join(titles, " / ")
	case f.kind == "integer":
		return "a whole number" + between(" ", "", s.Minimum, s.Maximum)
	case f.kind == "number":
		return "a number" + between(" ", "", s.Minimum, s.Maximum)
	case s.Format == "date":
		return "a date such as 2026-03-31"
	case s.Format == "date-time":
		return "a time such as 2026-03-31T17:00:00+02:00"
	case s.Format == "email":
		return "a mail address"
	case s.Format == "uri":
		return "a URL"
	}
	return strings.TrimSpace(between("", " characters", count(s.MinLength), count(s.MaxLength)))
}

func count(n *int) *float64 {
	if n == nil {
		return nil
	}
	f := float64(*n)
	return &f
}

// between says which numbers are meant.
func between(before, after string, least, most *float64) string {
	text := func(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }
	switch {
	case least != nil && most != nil:
		return before + "from " + text(*least) + " to " + text(*most) + after
	case least != nil:
		return before + "at least " + text(*least) + after
	case most != nil:
		return before + "at most " + text(*most) + after
	}
	return ""
}

// hint is what stands behind the name of a field in the question.
func (f field) hint() string {
	var all []string
	for _, s := range []string{f.about, f.wants()} {
		if s != "" {
			all = append(all, s)
		}
	}
	switch shown := f.show(f.fallback); {
	case f.fallback != nil:
		all = append(all, "left out: "+shown)
	case f.optional:
		all = append(all, "may be left out")
	}
	if len(all) == 0 {
		return ""
	}
	return "(" + strings.Join(all, "; ") + ")"
}

// show is a value as a person reads it.
func (f field) show(v any) string {
	if list, ok := v.([]any); ok {
		var all []string
		for _, one := range list {
			all = append(all, f.show(one))
		}
		return strings.Join(all, ", ")
	}
	text := fmt.Sprint(v)
	for _, o := range f.choices {
		if o.value == text {
			return o.title
		}
	}
	return label(text)
}

// value reads what a person wrote for a field; false if it is not what the field wants.
func (f field) value(text string) (any, bool) {
	text = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(text), f.hint()))
	if text == "" {
		return nil, false
	}
	v, ok := f.typed(text)
	return v, ok && f.check.Validate(v) == nil
}

func (f field) typed(text string) (any, bool) {
	switch {
	case f.kind == "array":
		all := []any{}
		for _, one := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' }) {
			v, ok := f.choose(one)
			if !ok {
				return nil, false
			}
			all = append(all, v)
		}
		return all, true
	case f.kind == "boolean":
		v, ok := f.choose(text)
		return v == "true", ok
	case len(f.choices) > 0:
		return f.choose(text)
	case f.kind == "integer":
		n, err := strconv.ParseInt(text, 10, 64)
		return n, err == nil
	case f.kind == "number":
		n, err := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64)
		return n, err == nil && !math.IsNaN(n) && !math.IsInf(n, 0)
	}
	var err error
	switch f.schema.Format {
	case "date":
		_, err = time.Parse(time.DateOnly, text)
	case "date-time":
		_, err = time.Parse(time.RFC3339, text)
	case "email":
		var a *mail.Address
		if a, err = mail.ParseAddress(text); err == nil {
			text = a.Address
		}
	case "uri":
		var u *url.URL
		if u, err = url.Parse(text); err == nil && u.Scheme == "" {
			err = errors.New("it has no scheme")
		}
	}
	return text, err == nil
}

// choose finds the choice that a text is, by its title or its number: nobody has seen its
// value.
func (f field) choose(text string) (string, bool) {
	i := slices.IndexFunc(f.choices, func(o option) bool { return plain(o.title) == plain(strings.Join(strings.Fields(text), " ")) })
	if n, err := strconv.Atoi(strings.Trim(strings.TrimSpace(text), ".)")); i < 0 && err == nil {
		i = n - 1
	}
	if i < 0 || i >= len(f.choices) {
		return "", false
	}
	return f.choices[i].value, true
}

// fill reads a person's answer to a form. problems says of each field that is wrong what it
// wants; nil and no values: it is no answer at all.
func fill(fs []field, text string) (values map[string]any, problems []string) {
	lines, twice := question.Lines(names(fs), text)
	if twice != "" {
		return nil, []string{twice + ": it is there twice"}
	}
	if len(lines) == 0 && !(plain(first(text)) == okay && !slices.ContainsFunc(fs, field.needed)) {
		return nil, nil
	}
	values = map[string]any{}
	for _, f := range fs {
		said := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(lines[f.name]), f.hint()))
		switch v, good := f.value(said); {
		case said == "" && f.fallback != nil:
			values[f.key] = f.fallback
		case said == "" && f.optional:
		case said == "":
			problems = append(problems, f.name+": it is missing")
		case !good || len(said) > maxValue:
			problems = append(problems, fmt.Sprintf("%s: %.60q is not what is wanted: %s", f.name, said, f.wantsSomething()))
		default:
			values[f.key] = v
		}
	}
	return values, problems
}

func (f field) needed() bool { return !f.optional && f.fallback == nil }

func (f field) wantsSomething() string {
	if w := f.wants(); w != "" {
		return w
	}
	return "another text"
}

func names(fs []field) []string {
	var all []string
	for _, f := range fs {
		all = append(all, f.name)
	}
	return all
}

func first(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}
