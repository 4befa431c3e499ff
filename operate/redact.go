package operate

import (
	"encoding/json"
	"reflect"
	"strings"

	"bridge/core/message"
	"bridge/internal/jsonin"
	"bridge/internal/lazyre"
)

// Codes of approvals are for their approvers alone. A notice may name
// codes of several requests, and a subject that of any: what goes is told by the
// shape of a code, not by the request that a message belongs to.

const redacted = "[code]"

var (
	codeToken = lazyre.New(`(?i)\[approval:`)
	codeWord  = lazyre.New(`[0-9A-Za-z]+`)
)

// isCode reports whether a word has the shape of a code in any case: six of
// 23456789ABCDEFGHJKMNPQRSTVWXYZ, at least two digits and two letters.
func isCode(word string) bool {
	const length, least = 6, 2
	digits := 0
	for _, c := range strings.ToUpper(word) {
		switch {
		case strings.ContainsRune("23456789", c):
			digits++
		case !strings.ContainsRune("ABCDEFGHJKMNPQRSTVWXYZ", c):
			return false
		}
	}
	return len(word) == length && digits >= least && length-digits >= least
}

// withoutCodes replaces every word that has the shape of a code.
func withoutCodes(text string) string {
	return codeWord.ReplaceAllStringFunc(text, func(word string) string {
		if isCode(word) {
			return redacted
		}
		return word
	})
}

// redactText is withoutCodes for a text with [approval:…] in it: that comes from a
// prompt. Elsewhere such a word is an order number as well.
func redactText(text string) string {
	if codeToken.MatchString(text) {
		return withoutCodes(text)
	}
	return text
}

// hasCodes reports whether a message may have codes in it: one about an approval, and the
// answer to LIST, which is about none and has the codes of all.
func hasCodes(out message.Outbound) bool {
	return out.Approval != "" || out.Kind == message.Prompt || out.Kind == message.Notice && out.Person != ""
}

// redactOutbound takes the codes out of a message that may have some.
func redactOutbound(out *message.Outbound) {
	if !hasCodes(*out) {
		return
	}
	out.HTML = "" // the words of Text
	for _, text := range []*string{&out.Subject, &out.Text, &out.Thread.Subject} {
		*text = withoutCodes(*text)
	}
	if out.Kind == message.Notice {
		out.Text = joinCode.ReplaceAllString(oneTimeCode.ReplaceAllString(out.Text, redacted), redacted)
	}
}

// oneTimeCode is what a weak yes waits for: the first word of the notice that has it.
var oneTimeCode = lazyre.New(`^[0-9]{6}\b`)

// joinCode is the code of an invitation, and of what confirms an address, also in a link.
var joinCode = lazyre.New(`\b[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}\b`)

// redactJSON is redactText for every string of a JSON value; one that has nothing
// to redact stays as it is written.
func redactJSON(raw json.RawMessage) json.RawMessage {
	var v any
	if jsonin.Exact(raw, &v) != nil {
		return raw
	}
	changed := false
	v = redactValue(v, &changed)
	if !changed {
		return raw
	}
	b, err := json.Marshal(v)
	if err != nil {
		return nil // not shown rather than shown with a code
	}
	return b
}

func redactValue(v any, changed *bool) any {
	switch x := v.(type) {
	case string:
		s := redactText(x)
		*changed = *changed || s != x
		return s
	case []any:
		for i := range x {
			x[i] = redactValue(x[i], changed)
		}
	case map[string]any:
		for k := range x {
			x[k] = redactValue(x[k], changed)
		}
	}
	return v
}

// redactView is redactText for every text in what p points to, before operators
// see it: a subject with a code can come by way of a turn, a step, or what a
// server says. Slices and maps in it must belong to the caller.
func redactView[T any](p *T) { redactIn(reflect.ValueOf(p).Elem()) }

func redactIn(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		if v.CanSet() {
			v.SetString(redactText(v.String()))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			redactIn(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); f.CanSet() {
				redactIn(f)
			}
		}
	case reflect.Slice:
		if raw, ok := v.Interface().(json.RawMessage); ok {
			v.SetBytes(redactJSON(raw))
			return
		}
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return
		}
		for i := range v.Len() {
			redactIn(v.Index(i))
		}
	case reflect.Map:
		for _, k := range v.MapKeys() {
			e := reflect.New(v.Type().Elem()).Elem()
			e.Set(v.MapIndex(k))
			redactIn(e)
			v.SetMapIndex(k, e)
		}
	}
}
