package a2ui

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"bridge/internal/lazyre"
)

// component is what a component shows, with all that is in it.
func (w *walker) component(id any, sc scope, depth int) []Block {
	name, _ := id.(string)
	c, ok := w.enter(name, depth)
	if !ok {
		return nil
	}
	defer delete(w.open, name)
	switch c.name {
	case "Text":
		return w.sentence(c, sc)
	case "Image":
		alt, hint := w.first(c, sc, "description", "altText", "alt"), c.hint()
		if alt = cmp.Or(alt, w.access(c, sc)); alt == "" && (hint == "icon" || hint == "avatar") {
			return nil
		}
		return w.media(c, sc, Image, w.words.Image, alt)
	case "Video":
		return w.media(c, sc, Link, w.words.Video, w.first(c, sc, "description"))
	case "AudioPlayer":
		return w.media(c, sc, Link, w.words.Audio, w.first(c, sc, "description"))
	case "Icon":
		return nil
	case "Divider":
		if c.props.get("axis") == "vertical" {
			return nil
		}
		return []Block{{Kind: Rule}}
	case "Row":
		return row(w.cells(c, sc, depth))
	case "Column", "List":
		return w.column(c, sc, depth)
	case "Card":
		return w.inner(c, sc, depth, "child", "children")
	case "Tabs":
		return w.tabs(c, sc, depth)
	case "Modal":
		return w.modal(c, sc, depth)
	case "Button":
		return w.button(c, sc, depth)
	case "TextField":
		v := w.first(c, sc, "value", "text")
		if v != "" && (c.props.get("variant") == "obscured" || c.props.get("textFieldType") == "obscured") {
			v = "####"
		}
		return w.field(c, sc, v)
	case "DateTimeInput":
		v := w.say(c.props.get("value"), sc)
		if t, ok := moment(v); ok && w.words.When != nil {
			v = w.words.When(t, strings.Contains(v, "-"), strings.Contains(v, ":"))
		}
		return w.field(c, sc, v)
	case "Slider":
		v, low, high := w.say(c.props.get("value"), sc), w.first(c, sc, "min", "minValue"), w.first(c, sc, "max", "maxValue")
		if v != "" && high != "" {
			v += " (" + cmp.Or(low, "0") + "-" + high + ")"
		}
		if w.label(c, sc) == "" { // a number alone says nothing
			return nil
		}
		return w.field(c, sc, v)
	case "CheckBox":
		w.doc.Controls = true
		mark := "[ ] "
		if w.value(c.props.get("value"), sc, 0) == true {
			mark = "[x] "
		}
		return plain(mark + w.label(c, sc))
	case "ChoicePicker", "MultipleChoice":
		return w.choices(c, sc)
	}
	return w.unknown(c, sc, depth)
}

// access is what assistive programs would say of a component.
func (w *walker) access(c component, sc scope) string {
	o, _ := w.value(c.props.get("accessibility"), sc, 0).(*object)
	return cmp.Or(w.say(o.get("label"), sc), w.say(o.get("description"), sc))
}

// label is the name of an input.
func (w *walker) label(c component, sc scope) string {
	return strings.TrimRight(cmp.Or(w.say(c.props.get("label"), sc), w.access(c, sc)), ": ")
}

// field is an input with what stands in it.
func (w *walker) field(c component, sc scope, v string) []Block {
	w.doc.Controls = true
	switch label := w.label(c, sc); {
	case label == "":
		return plain(v)
	case strings.HasSuffix(label, "?"):
		return plain(label + " " + cmp.Or(v, "-"))
	default:
		return plain(label + ": " + cmp.Or(v, "-"))
	}
}

// markup matches what Markdown would read as more than the characters.
var markup = lazyre.New("[*_`~\\[\\]<>|\\\\&#]|^(?:[-+>]|\\d+[.)])[ \t]")

// hint is how a component is to look.
func (c component) hint() string {
	hint, ok := c.props.get("variant").(string)
	if !ok {
		hint, _ = c.props.get("usageHint").(string)
	}
	return hint
}

// sentence is a Text: a line, a heading, or Markdown.
func (w *walker) sentence(c component, sc scope) []Block {
	s := w.first(c, sc, "text", "value")
	if s == "" {
		return nil
	}
	level := 0
	if hint := c.hint(); len(hint) == 2 && hint[0] == 'h' && hint[1] >= '1' && hint[1] <= '5' {
		level = int(hint[1] - '0')
	}
	if rest := strings.TrimLeft(s, "#"); len(rest) < len(s) && strings.HasPrefix(rest, " ") && !strings.ContainsAny(s, "\r\n") {
		if level == 0 {
			level = min(len(s)-len(rest), 5)
		}
		s = strings.TrimSpace(rest)
	}
	if strings.ContainsAny(s, "\r\n") {
		return []Block{{Kind: Markdown, Text: s}}
	}
	span := Span{Text: s}
	if markup.MatchString(s) {
		span.Form = Marked
	}
	if level > 0 {
		return []Block{{Kind: Heading, Level: level, Spans: []Span{span}}}
	}
	return []Block{{Kind: Line, Spans: []Span{span}, small: c.hint() == "caption"}}
}

// media is a picture, a film or a sound, which is named and linked.
func (w *walker) media(c component, sc scope, form Form, word, name string) []Block {
	url := w.say(c.props.get("url"), sc)
	if url == "" && name == "" {
		return nil
	}
	label := "[" + word + "]"
	if name != "" {
		label = "[" + word + ": " + name + "]"
	}
	return line([]Span{{Form: form, Text: label, URL: url, Named: name != ""}})
}

// tabs are shown one below the other.
func (w *walker) tabs(c component, sc scope, depth int) []Block {
	list, ok := c.props.get("tabs").([]any)
	if !ok {
		list, _ = c.props.get("tabItems").([]any)
	}
	var out []Block
	for _, x := range list {
		tab, _ := x.(*object)
		if !w.step() {
			break
		}
		var one []Block
		if title := w.say(tab.get("title"), sc); title != "" {
			one = append(one, Block{Kind: Heading, Level: 3, Spans: []Span{{Text: title}}})
		}
		one = append(one, w.component(tab.get("child"), sc, depth+1)...)
		out = spaced(out, one)
	}
	return out
}

// modal shows what opens when its trigger is pressed below the words of the trigger.
func (w *walker) modal(c component, sc scope, depth int) []Block {
	controls, decides := w.doc.Controls, w.doc.Decides
	trigger := w.inner(c, sc, depth, "trigger", "entryPointChild")
	content := w.inner(c, sc, depth, "content", "contentChild")
	if len(content) == 0 {
		return trigger
	}
	for i, b := range trigger {
		for j, s := range b.Spans {
			if s.Form == Button {
				trigger[i].Spans[j] = Span{Text: s.Text}
				w.doc.Controls, w.doc.Decides = controls, decides
			}
		}
	}
	return append(trigger, content...)
}

// button is a link, what decides a request, or what cannot be pressed.
func (w *walker) button(c component, sc scope, depth int) []Block {
	var name []string
	for _, b := range w.inner(c, sc, depth, "child") {
		for _, s := range b.Spans {
			name = append(name, s.Text)
		}
	}
	label := cmp.Or(strings.Join(name, " "), cmp.Or(w.say(c.props.get("label"), sc), w.access(c, sc)))
	action, _ := c.props.get("action").(*object)
	call, ok := action.get("functionCall").(*object)
	if !ok {
		call = action
	}
	if call.get("call") == "openUrl" {
		args, _ := call.get("args").(*object)
		if url := w.say(args.get("url"), sc); url != "" {
			return line([]Span{{Form: Link, Text: cmp.Or(label, url), URL: url, Named: true}})
		}
	}
	if label == "" {
		return nil
	}
	event, ok := action.get("event").(*object)
	if !ok {
		event = action
	}
	if decides(event.get("context")) {
		w.doc.Decides = true
	} else {
		w.doc.Controls = true
	}
	return line([]Span{{Form: Button, Text: label}})
}

// decides reports whether the context of an event names an approval request.
func decides(context any) bool {
	if o, ok := context.(*object); ok {
		return o.has("approvalId")
	}
	list, _ := context.([]any) // 0.8
	return slices.ContainsFunc(list, func(x any) bool {
		o, _ := x.(*object)
		return o.get("key") == "approvalId"
	})
}

// choices are options in one line, or below each other where that would be long.
func (w *walker) choices(c component, sc scope) []Block {
	w.doc.Controls = true
	v := c.props.get("value")
	if v == nil {
		v = c.props.get("selections")
	}
	chosen := map[string]bool{}
	switch v := w.value(v, sc, 0).(type) {
	case []any:
		for _, x := range v {
			if !w.step() {
				break
			}
			chosen[w.text(x)] = true
		}
	default:
		chosen[w.text(v)] = true
	}
	options, _ := w.value(c.props.get("options"), sc, 0).([]any)
	var list []string
	total := 0
	for _, x := range options {
		if !w.step() || !w.node() || w.budget <= 0 {
			w.doc.Cut = true
			break
		}
		o, _ := x.(*object)
		v := w.text(w.value(o.get("value"), sc, 0))
		label := cmp.Or(w.say(o.get("label"), sc), w.say(o.get("value"), sc))
		if o == nil {
			v, label = w.text(x), w.say(x, sc)
		}
		if label == "" {
			continue
		}
		if v != "" && chosen[v] {
			label += " " + w.words.Chosen
		}
		list = append(list, label)
		total += utf8.RuneCountInString(label)
	}
	head := cmp.Or(w.label(c, sc), w.words.Choices) + ":"
	if total <= maxRow {
		return plain(head + " " + cmp.Or(strings.Join(list, " / "), "-"))
	}
	out := plain(head)
	for _, label := range list {
		out = append(out, Block{Kind: Item, Spans: []Span{{Text: label}}})
	}
	return out
}

// unknown is a component of another catalog: what its usual properties say, its data
// as a table, and its children.
func (w *walker) unknown(c component, sc scope, depth int) []Block {
	var out []Block
	for i, name := range said {
		v := w.value(c.props.get(name), sc, 0)
		s, isText := v.(string)
		if v == nil || nested(v) || isText && s == "" {
			continue
		}
		if i == 0 {
			out = append(out, Block{Kind: Heading, Level: 3, Spans: []Span{{Text: w.say(v, sc)}}})
		} else {
			out = append(out, plain(w.say(v, sc))...)
		}
	}
	columns, _ := w.value(c.props.get("columns"), sc, 0).([]any)
	for _, name := range c.props.keys {
		if name == "columns" || slices.Contains(said, name) || !w.step() {
			continue
		}
		v := w.value(c.props.get(name), sc, 0)
		list, isList := v.([]any)
		if t := w.records(columns, list, sc); isList && t != nil {
			out = append(out, t...)
			continue
		}
		switch name {
		case "child", "children", "items", "content", "trigger", "header", "footer", "body":
			if s, ok := v.(string); ok && w.surface.components[s].name == "" {
				out = append(out, plain(w.say(s, sc))...)
			} else {
				out = spaced(out, w.inner(c, sc, depth, name))
			}
		}
	}
	return out
}

// said are the properties of a component of another catalog that are for people.
var said = []string{"title", "heading", "label", "name", "text", "subtitle", "message", "value", "description", "caption"}
