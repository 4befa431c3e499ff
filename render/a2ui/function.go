package a2ui

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"time"

	"bridge/core/excerpt"
)

// scope is where a binding is resolved: the item of a template, or the whole model.
type scope struct {
	item  any
	index int
	inner bool // of a template: paths without a slash in front are the item's
}

// maxCalls is how deep calls of functions stand in one another.
const maxCalls = 8

// value resolves what a property holds: a literal, a binding, a call.
func (w *walker) value(v any, sc scope, depth int) any {
	o, ok := v.(*object)
	if !ok {
		return v
	}
	if !w.step() || depth > maxCalls {
		return nil
	}
	if path, ok := o.get("path").(string); ok {
		if found, ok := w.lookup(path, sc); ok {
			return found
		}
	}
	for _, key := range []string{"literalString", "literalNumber", "literalBoolean", "literalArray"} {
		if o.has(key) {
			return o.get(key)
		}
	}
	if name, ok := o.get("call").(string); ok {
		args, _ := o.get("args").(*object)
		return w.call(name, func(arg string) any { return w.value(args.get(arg), sc, depth+1) }, sc, depth)
	}
	if o.has("path") {
		return nil
	}
	return o
}

// lookup is the value at a path: of the surface's data, else of the data that the
// answer itself has, which surfaces bind to (seed 000).
func (w *walker) lookup(path string, sc scope) (any, bool) {
	at, ok := steps(path)
	if !ok {
		return nil, false
	}
	for range at {
		if !w.step() {
			return nil, false
		}
	}
	if sc.inner && !strings.HasPrefix(path, "/") {
		return find(sc.item, at)
	}
	if v, ok := find(w.surface.data, at); ok && (v != nil || len(at) > 0) {
		return v, true
	}
	return find(w.model.shared(), at)
}

// call is what a function of the Basic Catalog returns. One that is not known
// returns the value that it was given.
func (w *walker) call(name string, arg func(string) any, sc scope, depth int) any {
	switch name {
	case "formatString":
		return w.interpolate(w.text(arg("value")), sc, depth)
	case "formatNumber", "formatCurrency":
		n, ok := number(arg("value"))
		if !ok {
			break
		}
		currency := strings.ToUpper(text(arg("currency")))
		places := -1
		if d, ok := number(arg("decimals")); ok {
			places = int(min(max(d, 0), 20))
		} else if name == "formatCurrency" {
			places = 2
			if currency == "JPY" || currency == "KRW" || currency == "VND" || currency == "CLP" {
				places = 0
			}
		}
		s := decimal(n, places, arg("grouping") != false)
		if name == "formatNumber" {
			return s
		}
		return money(s, currency)
	case "formatDate":
		v := arg("value")
		if t, ok := moment(v); ok {
			return w.words.format(t, text(arg("format")))
		}
		return v
	case "pluralize":
		n, ok := number(arg("value"))
		form := "other"
		switch {
		case ok && n == 0 && arg("zero") != nil:
			form = "zero"
		case ok && n == 1 && arg("one") != nil:
			form = "one"
		case ok && n == 2 && arg("two") != nil:
			form = "two"
		}
		return arg(form)
	case "@index":
		offset, _ := number(arg("offset"))
		return json.Number(strconv.Itoa(sc.index + int(offset)))
	}
	return arg("value")
}

func number(v any) (float64, bool) {
	var s string
	switch v := v.(type) {
	case json.Number:
		s = v.String()
	case string:
		s = strings.TrimSpace(v)
	}
	n, err := strconv.ParseFloat(s, 64)
	return n, err == nil && !math.IsInf(n, 0) && !math.IsNaN(n) && math.Abs(n) < 1e18
}

// decimal writes a number with commas between the thousands; places < 0 is as many
// as it has, three at most.
func decimal(n float64, places int, grouped bool) string {
	if places < 0 {
		n, places = math.Round(n*1000)/1000, -1
	}
	s := strconv.FormatFloat(math.Abs(n), 'f', places, 64)
	whole, rest, _ := strings.Cut(s, ".")
	if grouped {
		for i := len(whole) - 3; i > 0; i -= 3 {
			whole = whole[:i] + "," + whole[i:]
		}
	}
	if rest != "" {
		whole += "." + rest
	}
	if n < 0 {
		whole = "-" + whole
	}
	return whole
}

var symbols = map[string]string{"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹"}

func money(s, currency string) string {
	sign := ""
	if rest, ok := strings.CutPrefix(s, "-"); ok {
		sign, s = "-", rest
	}
	if symbol, ok := symbols[currency]; ok {
		return sign + symbol + s
	}
	return strings.TrimSpace(sign + excerpt.Cut(currency, 10) + " " + s)
}

// interpolate fills in the ${…} of a text: paths and calls. \${ is a literal one.
func (w *walker) interpolate(s string, sc scope, depth int) string {
	var b strings.Builder
	for b.Len() <= maxValue {
		i := strings.Index(s, "${")
		if i < 0 {
			break
		}
		if i > 0 && s[i-1] == '\\' {
			b.WriteString(s[:i-1] + "${")
			s = s[i+2:]
			continue
		}
		end := closing(s[i+2:])
		if end < 0 {
			break
		}
		b.WriteString(s[:i])
		b.WriteString(w.text(w.expression(s[i+2:i+2+end], sc, depth+1)))
		s = s[i+2+end+1:]
	}
	b.WriteString(s)
	return excerpt.Cut(b.String(), maxValue)
}

// closing is where the brace that is open before s is closed; -1 for nowhere.
func closing(s string) int {
	found := -1
	scan(s, func(i, depth int) bool {
		if s[i] == '}' && depth < 0 {
			found = i
		}
		return found < 0
	})
	return found
}

// scan calls f for each byte that is not within quotes, with the number of brackets
// open after it, until f says no.
func scan(s string, f func(i, depth int) bool) {
	depth, quote := 0, byte(0)
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quote != 0:
			if c == '\\' {
				i++
			} else if c == quote {
				quote = 0
			}
			continue
		case c == '\'' || c == '"':
			quote = c
			continue
		case c == '(' || c == '{' || c == '[':
			depth++
		case c == ')' || c == '}' || c == ']':
			depth--
		}
		if !f(i, depth) {
			return
		}
	}
}

// expression is the value of what stands in ${…}.
func (w *walker) expression(s string, sc scope, depth int) any {
	s = strings.TrimSpace(s)
	if !w.step() || depth > maxCalls || s == "" {
		return nil
	}
	if inner, ok := strings.CutPrefix(s, "${"); ok && strings.HasSuffix(inner, "}") {
		return w.expression(inner[:len(inner)-1], sc, depth+1)
	}
	if q := s[0]; (q == '\'' || q == '"') && len(s) > 1 && s[len(s)-1] == q {
		return strings.ReplaceAll(s[1:len(s)-1], `\`+string(q), string(q))
	}
	if s == "true" || s == "false" {
		return s == "true"
	}
	if _, ok := number(s); ok {
		return json.Number(s)
	}
	name, rest, isCall := strings.Cut(s, "(")
	if !isCall || !strings.HasSuffix(rest, ")") || strings.ContainsRune(name, '/') {
		v, _ := w.lookup(s, sc)
		return v
	}
	args := map[string]string{}
	rest = rest[:len(rest)-1]
	from := 0
	add := func(arg string) {
		if key, v, ok := strings.Cut(arg, ":"); ok {
			args[strings.TrimSpace(key)] = v
		}
	}
	scan(rest, func(i, depth int) bool {
		if rest[i] == ',' && depth == 0 {
			add(rest[from:i])
			from = i + 1
		}
		return true
	})
	add(rest[from:])
	return w.call(strings.TrimSpace(name), func(arg string) any {
		v, ok := args[arg]
		if !ok {
			return nil
		}
		return w.expression(v, sc, depth+1)
	}, sc, depth+1)
}

// moment reads a time: ISO 8601 in its usual forms, or milliseconds since 1970.
func moment(v any) (time.Time, bool) {
	if n, ok := v.(json.Number); ok {
		ms, err := n.Int64()
		return time.UnixMilli(ms).UTC(), err == nil && ms > 0 && ms < 1e14
	}
	s, _ := v.(string)
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04:05", "2006-01-02 15:04", time.DateOnly, time.TimeOnly, "15:04"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

// format writes a time by a pattern of Unicode TR 35, as far as formatDate of the
// Basic Catalog has them.
func (words Words) format(t time.Time, pattern string) string {
	var b strings.Builder
	for i := 0; i < len(pattern); {
		c := pattern[i]
		n := 1
		for i+n < len(pattern) && pattern[i+n] == c {
			n++
		}
		if c == '\'' {
			end := strings.IndexByte(pattern[i+1:], '\'')
			if end < 0 {
				break
			}
			if end == 0 {
				b.WriteByte('\'')
			}
			b.WriteString(pattern[i+1 : i+1+end])
			i += end + 2
			continue
		}
		b.WriteString(words.field(t, c, n, pattern[i:i+n]))
		i += n
	}
	return b.String()
}

func (words Words) field(t time.Time, letter byte, n int, literal string) string {
	padded := func(v int) string {
		s := strconv.Itoa(v)
		if n > 1 && len(s) < 2 {
			s = "0" + s
		}
		return s
	}
	switch letter {
	case 'y':
		if n == 2 {
			return t.Format("06")
		}
		return strconv.Itoa(t.Year())
	case 'M', 'L':
		if n > 2 {
			return named(n, t.Month().String(), words.Months[t.Month()-1])
		}
		return padded(int(t.Month()))
	case 'd':
		return padded(t.Day())
	case 'E':
		return named(n, t.Weekday().String(), words.Days[t.Weekday()])
	case 'H':
		return padded(t.Hour())
	case 'h':
		return padded((t.Hour()+11)%12 + 1)
	case 'm':
		return padded(t.Minute())
	case 's':
		return padded(t.Second())
	case 'a':
		return t.Format("PM")
	case 'z', 'Z', 'X':
		return t.Format("MST")
	}
	return literal
}

// named is the name of a month or a day: whole in English if the pattern asks for
// that, else the reader's abbreviation, "" of which is the English one.
func named(n int, english, own string) string {
	abbreviated := english[:3]
	switch {
	case own == "" || own == abbreviated:
		if n > 3 {
			return english
		}
		return abbreviated
	}
	return own
}
