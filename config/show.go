package config

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"
)

// Show returns the effective configuration as TOML, defaults filled in. Secrets
// are shown as "[redacted]", and a text with a ${…} in it as it is written, not
// as what it stands for. Of a section that nobody has decoded the keys of the
// file are shown, texts under a name that sounds like a secret redacted.
// `bridge config show` prints it.
func (c *Config) Show() []byte {
	w := &shower{}
	// What is derived from a text with a ${…} in it would show what it stands for.
	if n := c.root.get("public_url"); n != nil || !hasReference(c.root.get("listen")) {
		w.line("public_url", w.text(c.PublicURL, n))
	}
	if store := c.showStore(); store != "" {
		w.line("store", tomlText(store))
	}
	w.table("", reflect.ValueOf(c).Elem(), c.root, "public_url", "parts", "states", "surfaces")
	for _, p := range c.People {
		w.tableAt("people."+p.ID, reflect.ValueOf(p), c.root.get("people", p.ID))
	}
	for _, s := range c.Agents {
		w.section("agents", s)
	}
	for i, p := range c.Parts {
		w.header("[[parts]]")
		w.table("parts", reflect.ValueOf(p), c.root.get("parts").items[i])
	}
	for i, m := range c.States {
		w.header("[[states]]")
		w.table("states", reflect.ValueOf(m), c.root.get("states").items[i])
	}
	for i, f := range c.Surfaces {
		w.header("[[surfaces]]")
		w.table("surfaces", reflect.ValueOf(f), c.root.get("surfaces").items[i])
	}
	for _, s := range c.Channels {
		w.section("channels", s)
	}
	return w.out.Bytes()
}

// shower writes TOML.
type shower struct{ out bytes.Buffer }

func (w *shower) header(h string) {
	if w.out.Len() > 0 {
		w.out.WriteByte('\n')
	}
	w.out.WriteString(h + "\n")
}

func (w *shower) line(key, value string) { fmt.Fprintf(&w.out, "%s = %s\n", tomlKey(key), value) }

func (w *shower) section(table string, s *Section) {
	path := table + "." + tomlKey(s.Name())
	w.header("[" + path + "]")
	w.line("type", w.text(s.typ, s.node.get("type")))
	if s.Agent != "" {
		w.line("agent", w.text(s.Agent, s.node.get("agent")))
	}
	if s.Allow != nil {
		w.line("allow", w.value(reflect.ValueOf(s.Allow), s.node.get("allow")))
	}
	if s.Strangers != "" {
		w.line("strangers", w.text(s.Strangers, s.node.get("strangers")))
	}
	if s.Consumes != nil {
		w.line("consumes", w.value(reflect.ValueOf(s.Consumes), s.node.get("consumes")))
	}
	if s.Router {
		w.line("router", "true")
	}
	if s.decoded.IsValid() {
		w.table(path, s.decoded, s.node, s.common...)
		for i, r := range s.Routes {
			w.header("[[" + path + ".routes]]")
			w.table(path+".routes", reflect.ValueOf(r), s.node.get("routes").items[i])
		}
		if s.Handover != nil {
			w.tableAt(path+".handover", reflect.ValueOf(*s.Handover), s.node.get("handover"))
		}
		if slices.Contains(s.common, "card") {
			w.tableAt(path+".card", reflect.ValueOf(s.Card), s.node.get("card"))
		}
		return
	}
	w.nodes(path, s.node, false, s.common...)
}

// tableAt writes a table with its header, if it has a key.
func (w *shower) tableAt(path string, v reflect.Value, n *node) {
	before := w.out.Len()
	w.header("[" + path + "]")
	empty := w.out.Len()
	w.table(path, v, n)
	if w.out.Len() == empty {
		w.out.Truncate(before)
	}
}

// table writes the keys of a struct or map without a header, its own tables
// behind them. n is where the values came from; it may be nil.
func (w *shower) table(path string, v reflect.Value, n *node, skip ...string) {
	var tables []func()
	each := func(key string, v reflect.Value) {
		if slices.Contains(skip, key) {
			return
		}
		child := n.get(key)
		if v.Kind() == reflect.Pointer && v.Type() != reflect.TypeFor[*time.Location]() {
			if v.IsNil() {
				return
			}
			v = v.Elem()
		}
		switch {
		case isUnset(v):
		case v.Kind() == reflect.Slice && isTable(v.Type().Elem()) && path != "":
			sub := path + "." + tomlKey(key)
			tables = append(tables, func() {
				for i := range v.Len() {
					var item *node
					if child != nil && i < len(child.items) {
						item = child.items[i]
					}
					w.header("[[" + sub + "]]")
					w.table(sub, v.Index(i), item)
				}
			})
		case isTable(v.Type()):
			sub := tomlKey(key)
			if path != "" {
				sub = path + "." + sub
			}
			tables = append(tables, func() { w.tableAt(sub, v, child) })
		default:
			w.line(key, w.value(v, child))
		}
	}
	if v.Kind() == reflect.Map {
		keys := v.MapKeys()
		sort.Slice(keys, func(i, j int) bool { return keys[i].String() < keys[j].String() })
		for _, k := range keys {
			each(k.String(), v.MapIndex(k))
		}
	} else {
		for _, sf := range fields(v.Type()) {
			if f, ok := fieldOf(sf); ok {
				each(f.name, v.FieldByIndex(sf.Index))
			}
		}
	}
	for _, write := range tables {
		write()
	}
}

// isUnset is true for what has no value that TOML could show.
func isUnset(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.String, reflect.Slice, reflect.Map:
		return v.Len() == 0
	case reflect.Pointer:
		return v.IsNil()
	}
	if h, ok := v.Interface().(Hours); ok {
		return h == Hours{}
	}
	if f, ok := v.Interface().(func() string); ok {
		return f == nil
	}
	s, ok := v.Interface().(Secret)
	return ok && !s.IsSet()
}

func isTable(t reflect.Type) bool {
	if t.Kind() == reflect.Map {
		return true
	}
	return t.Kind() == reflect.Struct && t != reflect.TypeFor[Secret]() && t != reflect.TypeFor[Rate]() && t != reflect.TypeFor[Hours]()
}

// value returns a value in TOML on one line.
func (w *shower) value(v reflect.Value, n *node) string {
	switch x := v.Interface().(type) {
	case Secret:
		return strconv.Quote(x.String())
	case func() string:
		return strconv.Quote(NewSecret(x()).String())
	case time.Duration:
		return w.text(formatDuration(x), n)
	case Size:
		return w.text(x.String(), n)
	case Rate:
		return w.text(x.String(), n)
	case Hours:
		return w.text(x.String(), n)
	case *time.Location:
		return w.text(x.String(), n)
	}
	switch v.Kind() {
	case reflect.String:
		return w.text(v.String(), n)
	case reflect.Slice:
		items := make([]string, v.Len())
		for i := range items {
			var item *node
			if n != nil && n.kind == kindArray && i < len(n.items) {
				item = n.items[i]
			}
			items[i] = w.value(v.Index(i), item)
		}
		return "[" + strings.Join(items, ", ") + "]"
	case reflect.Struct, reflect.Map: // in a list
		in := &shower{}
		in.table("", v, n)
		return "{ " + strings.ReplaceAll(strings.TrimSpace(in.out.String()), "\n", ", ") + " }"
	case reflect.Pointer:
		return w.value(v.Elem(), n)
	default:
		return fmt.Sprint(v.Interface())
	}
}

// text returns a text in TOML: as it is in the file if ${ is in it.
func (w *shower) text(s string, n *node) string {
	if hasReference(n) {
		s = n.src
	}
	return tomlText(s)
}

// hasReference is true for a text with ${…}, or $${, in it.
func hasReference(n *node) bool {
	return n != nil && n.kind == kindString && strings.Contains(n.src, "${")
}

// nodes writes the keys of a table as they are in the file.
func (w *shower) nodes(path string, n *node, hide bool, skip ...string) {
	for _, key := range n.keys {
		child := n.table[key]
		if child.kind != kindTable && !slices.Contains(skip, key) {
			w.line(key, w.raw(child, hide))
		}
	}
	for _, key := range n.keys {
		if child := n.table[key]; child.kind == kindTable {
			sub := path + "." + tomlKey(key)
			w.header("[" + sub + "]")
			w.nodes(sub, child, hide || soundsSecret(key))
		}
	}
}

// raw returns a node in TOML on one line.
func (w *shower) raw(n *node, hide bool) string {
	hide = hide || soundsSecret(n.name)
	switch n.kind {
	case kindString:
		if hide && n.src != "" {
			return strconv.Quote(redacted)
		}
		return tomlText(n.src)
	case kindArray:
		items := make([]string, len(n.items))
		for i, item := range n.items {
			items[i] = w.raw(item, hide)
		}
		return "[" + strings.Join(items, ", ") + "]"
	case kindTable:
		items := make([]string, len(n.keys))
		for i, key := range n.keys {
			items[i] = tomlKey(key) + " = " + w.raw(n.table[key], hide)
		}
		return "{ " + strings.Join(items, ", ") + " }"
	case kindBroken:
		return `""`
	default:
		if hide {
			return strconv.Quote(redacted)
		}
		return n.text
	}
}

func soundsSecret(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc([]string{"secret", "password", "passphrase", "token", "key", "credential"}, func(s string) bool { return strings.Contains(name, s) })
}

func tomlKey(name string) string {
	if isBare(name) {
		return name
	}
	return tomlText(name)
}

// tomlText writes a basic string of TOML 1.0, in which strconv.Quote's \x and \a
// do not exist. The password of a URL is left out.
func tomlText(s string) string {
	s = withoutPassword(s)
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < 0x20 || r == 0x7f:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
