package rules

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Limits of an expression.
const (
	maxWhen  = 2000    // bytes of its text
	maxNodes = 300     // of its tree
	maxSteps = 400_000 // of one evaluation
)

// condition is a compiled `when`; nil is always true.
type condition struct{ root *node }

// environment is what an expression sees.
func environment(q Request, args map[string]any) map[string]any {
	return map[string]any{
		"args": args, "tool": q.Tool, "title": q.Title, "requester": string(q.Requester), "agent": q.Agent,
		"channel": string(q.Channel), "tenant": string(q.Tenant.Or()),
	}
}

// compile reads an expression. The error has the position of the mistake.
func compile(text string) (*condition, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	if len(text) > maxWhen || !utf8.ValidString(text) {
		return nil, fmt.Errorf("it is not a text of at most %d bytes", maxWhen)
	}
	root, err := parseWhen(text)
	if err == nil {
		var v any
		known := checker{steps: maxSteps}
		for name, v := range environment(Request{}, map[string]any{}) {
			known.names = append(known.names, binding{name, v})
		}
		if v, err = known.check(root); err == nil && !isBool(v) {
			err = fmt.Errorf("it is %s, neither true nor false", typeName(v))
		}
	}
	if err != nil {
		return nil, position(text, err)
	}
	return &condition{root}, nil
}

// mistake is an error at a place of an expression, in runes.
type mistake struct {
	at   int
	text string
}

// Error implements error.
func (m mistake) Error() string { return m.text }

// position is an error of a compilation in one line.
func position(text string, err error) error {
	var m mistake
	if !errors.As(err, &m) {
		return err
	}
	line, column := 1, m.at+1
	for i, r := range []rune(text) {
		if i < m.at && r == '\n' {
			line, column = line+1, m.at-i
		}
	}
	if line > 1 {
		return fmt.Errorf("%s (line %d, character %d)", oneLine(m.text), line, column)
	}
	return fmt.Errorf("%s (character %d)", oneLine(m.text), column)
}

func oneLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 200 {
		s = string(r[:200]) + "…"
	}
	return s
}

var errNotBool = errors.New("a value that is neither true nor false is used as a condition")

// holds evaluates the expression. An error is no answer: missing fields, wrong types,
// limits.
func (c *condition) holds(q Request, args map[string]any) (bool, error) {
	if c == nil {
		return true, nil
	}
	e := evaluation{steps: maxSteps}
	for name, v := range environment(q, args) {
		e.names = append(e.names, binding{name, v})
	}
	return e.truth(c.root)
}
