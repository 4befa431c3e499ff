// Package question is what a person is asked for in words, and how the words are read: free
// text, one of some choices, or the fields of a form. It has no I/O.
package question

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Question asks a person for words, a choice, or the fields of a form. Its answer decides
// nothing.
type Question struct {
	Text    string   `json:"question"`
	Choices []string `json:"choices,omitempty"`
	Fields  []Field  `json:"fields,omitempty"` // not with Choices
	Files   []File   `json:"files,omitempty"`
}

// File is a file that the question comes with.
type File struct {
	Name string `json:"name,omitempty"`
	URL  string `json:"url"`
}

// Field is one line of a form. All are needed.
type Field struct {
	Name    string   `json:"name"`
	Number  bool     `json:"number,omitempty"`
	Choices []string `json:"choices,omitempty"`
}

// Said is the answer to a question: one of the three.
type Said struct {
	Text   string            `json:"text,omitempty"`
	Choice string            `json:"choice,omitempty"`
	Fields map[string]string `json:"fields,omitempty"`
}

// Bounds of a question and its answer.
const (
	maxQuestion = 4000 // bytes
	maxOptions  = 20
	maxOption   = 80      // bytes, on one line
	maxURL      = 2 << 10 // bytes
	maxSaid     = 8 << 10 // bytes of an answer; what is beyond is left out
)

// Check says what of a question is wrong, with the name of its field; "" if nothing is.
func (q Question) Check() (field, problem string) {
	if strings.TrimSpace(q.Text) == "" || len(q.Text) > maxQuestion || !utf8.ValidString(q.Text) {
		return "question", fmt.Sprintf("it must have 1 to %d bytes", maxQuestion)
	}
	if len(q.Choices) > 0 && len(q.Fields) > 0 {
		return "fields", "there are choices, too: ask for one of the two"
	}
	if problem := options(q.Choices, 2); problem != "" {
		return "choices", problem
	}
	if len(q.Files) > maxOptions {
		return "files", fmt.Sprintf("there must be at most %d", maxOptions)
	}
	for _, f := range q.Files {
		u, err := url.Parse(f.URL)
		if err != nil || u.Host == "" || u.User != nil || u.Scheme != "https" && u.Scheme != "http" || len(f.URL) > maxURL || strings.ContainsFunc(f.URL, func(r rune) bool { return r <= ' ' || r > '~' }) {
			return "files", "each must be an http or https URL of printable ASCII"
		}
	}
	var names []string
	for _, f := range q.Fields {
		names = append(names, f.Name)
		if problem := options(f.Choices, 2); problem != "" {
			return "fields", "choices of " + strconv.Quote(f.Name) + ": " + problem
		}
	}
	if problem := options(names, 1); problem != "" {
		return "fields", problem
	}
	return "", ""
}

// options says what is wrong with a list of short lines; none is no list.
func options(all []string, least int) string {
	if len(all) > 0 && (len(all) < least || len(all) > maxOptions) {
		return fmt.Sprintf("there must be %d to %d", least, maxOptions)
	}
	for i, o := range all {
		switch {
		case plain(o) == "" || len(o) > maxOption || strings.ContainsFunc(o, func(r rune) bool { return r < ' ' || r == ':' || r == utf8.RuneError }):
			return fmt.Sprintf("each must be one line of 1 to %d bytes without a colon", maxOption)
		case slices.ContainsFunc(all[:i], func(other string) bool { return plain(other) == plain(o) }):
			return fmt.Sprintf("%q is there twice", o)
		}
	}
	return ""
}

// plain is a text without what people leave out or add: case, blanks, a full stop.
func plain(s string) string {
	return strings.ToLower(strings.Trim(strings.Join(strings.Fields(s), " "), ".!,;*_\"' "))
}

// Read reads an answer; false if it is none. code is the answerer's own, which may stand in
// it and is no part of it.
func (q Question) Read(text, code string) (Said, bool) {
	text = strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
	text = without(text, code)
	if text == "" || !utf8.ValidString(text) {
		return Said{}, false
	}
	switch {
	case len(q.Fields) > 0:
		return q.form(text)
	case len(q.Choices) > 0:
		line, _, _ := strings.Cut(text, "\n")
		choice, ok := choose(q.Choices, line)
		return Said{Choice: choice}, ok
	}
	if len(text) > maxSaid {
		text = strings.ToValidUTF8(text[:maxSaid], "")
	}
	return Said{Text: text}, true
}

// without is a text without a code, which is nobody's but its writer's.
func without(text, code string) string {
	for i := 0; code != "" && i+len(code) <= len(text); {
		if strings.EqualFold(text[i:i+len(code)], code) {
			text = strings.TrimLeft(text[:i], "[( ") + strings.TrimLeft(text[i+len(code):], "]):,. ")
		} else {
			i++
		}
	}
	return strings.TrimSpace(text)
}

// choose finds the choice that a line is, or whose number it is.
func choose(all []string, line string) (string, bool) {
	said := plain(line)
	for _, c := range all {
		if plain(c) == said {
			return c, true
		}
	}
	n, err := strconv.Atoi(strings.TrimRight(said, ")."))
	if err != nil || n < 1 || n > len(all) {
		return "", false
	}
	return all[n-1], true
}

// Lines finds the lines "name: value" of a text, by name; what is left out is not there. A
// single name may be left out, then the first line is its value. twice is a name that has
// two lines.
func Lines(names []string, text string) (values map[string]string, twice string) {
	values = map[string]string{}
	for line := range strings.Lines(text) {
		name, value, ok := strings.Cut(line, ":")
		i := slices.IndexFunc(names, func(n string) bool { return plain(n) == plain(name) })
		if !ok || i < 0 {
			continue // a greeting, a signature
		}
		if _, again := values[names[i]]; again {
			return nil, names[i]
		}
		values[names[i]] = value
	}
	if len(names) == 1 && len(values) == 0 {
		values[names[0]], _, _ = strings.Cut(strings.TrimSpace(text), "\n")
	}
	return values, ""
}

// form reads lines "name: value". A form of one field may be its value alone.
func (q Question) form(text string) (Said, bool) {
	var names []string
	for _, f := range q.Fields {
		names = append(names, f.Name)
	}
	values, twice := Lines(names, text)
	if twice != "" {
		return Said{}, false
	}
	for _, f := range q.Fields {
		value := strings.TrimSpace(values[f.Name])
		ok := value != "" && len(value) <= maxSaid
		if len(f.Choices) > 0 {
			value, ok = choose(f.Choices, value)
		} else if f.Number {
			value = strings.ReplaceAll(value, ",", ".")
			_, err := strconv.ParseFloat(value, 64)
			ok = err == nil
		}
		if !ok {
			return Said{}, false
		}
		values[f.Name] = value
	}
	return Said{Fields: values}, true
}
