package config

import (
	"fmt"
	"net"
	"net/url"
	"path/filepath"
	"reflect"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"
)

// field is what the tags of a struct field say; they are listed at Section.Decode.
type field struct {
	name                       string
	required, positive, single bool
	oneof                      []string
	format                     string
}

// fieldOf returns the tags of a struct field; ok is false if it has no key.
func fieldOf(sf reflect.StructField) (f field, ok bool) {
	tag := sf.Tag.Get("toml")
	if tag == "" || tag == "-" {
		return f, false
	}
	name, opts, _ := strings.Cut(tag, ",")
	f.name = name
	for opts != "" {
		var opt string
		opt, opts, _ = strings.Cut(opts, ",")
		switch opt {
		case "required":
			f.required = true
		case "positive":
			f.positive = true
		case "single":
			f.single = true
		default:
			panic("config: unknown tag option " + opt + " of field " + sf.Name)
		}
	}
	f.oneof = strings.Fields(sf.Tag.Get("oneof"))
	f.format = sf.Tag.Get("format")
	return f, true
}

// fields returns the fields of a struct in order, with those of the structs that it
// embeds.
func fields(t reflect.Type) []reflect.StructField {
	var all []reflect.StructField
	for i := range t.NumField() {
		sf := t.Field(i)
		if !sf.Anonymous {
			all = append(all, sf)
			continue
		}
		for _, in := range fields(sf.Type) {
			in.Index = append(slices.Clip(slices.Clone(sf.Index)), in.Index...)
			all = append(all, in)
		}
	}
	return all
}

// decoder fills Go values from nodes and reports what does not fit.
type decoder struct {
	dir   string
	probs *problemList
}

func (d *decoder) problem(n *node, problem, write string) {
	d.probs.add(n.line, n.path(), problem, write)
}

// structure fills the fields of v from table n; what is not in the table keeps
// its value. The keys in common are known to the caller and left alone.
func (d *decoder) structure(n *node, v reflect.Value, common ...string) {
	known := common
	for _, sf := range fields(v.Type()) {
		f, ok := fieldOf(sf)
		if !ok {
			continue
		}
		child := n.get(f.name)
		known = append(known[:len(known):len(known)], f.name)
		if child == nil {
			if f.required && v.FieldByIndex(sf.Index).IsZero() {
				d.probs.add(n.line, n.childPath(f.name), "it is missing", f.example(v.FieldByIndex(sf.Index).Type()))
			}
			continue
		}
		d.value(child, v.FieldByIndex(sf.Index), f)
	}
	d.unknown(n, known)
}

// unknown reports the keys of n that are not known.
func (d *decoder) unknown(n *node, known []string) {
	for _, key := range n.keys {
		child := n.table[key]
		if slices.Contains(known, key) || child.kind == kindBroken || d.probs.full() {
			continue
		}
		if s := nearest(key, known); s != "" {
			d.problem(child, fmt.Sprintf("unknown key, did you mean %q?", s), s)
			continue
		}
		d.problem(child, "unknown key", oneOf(known))
	}
}

// maxOffer is the number of choices that a problem still lists.
const maxOffer = 14

// oneOf lists choices for a problem, in order of the alphabet.
func oneOf(names []string) string {
	switch {
	case len(names) == 0:
		return "nothing here"
	case len(names) == 1:
		return names[0]
	case len(names) > maxOffer:
		return "a key that `bridge config default` shows"
	}
	names = append([]string(nil), names...)
	sort.Strings(names)
	return "one of " + strings.Join(names, ", ")
}

// example says how to write a missing key.
func (f field) example(t reflect.Type) string {
	switch {
	case len(f.oneof) > 0:
		return fmt.Sprintf("%s = %q", f.name, f.oneof[0])
	case f.format == "url":
		return f.name + ` = "https://…"`
	case f.format == "addr", f.format == "listen":
		return f.name + ` = "HOST:PORT"`
	case t.Kind() == reflect.Slice:
		return f.name + ` = ["…"]`
	case t == reflect.TypeFor[int]():
		return f.name + " = 1"
	default:
		return f.name + ` = "…"`
	}
}

// value fills v from n. It panics on a Go type that no config key can have: that
// is a mistake in our code, which the first test finds.
func (d *decoder) value(n *node, v reflect.Value, f field) {
	if n.kind == kindBroken {
		return
	}
	switch v.Type() {
	case reflect.TypeFor[Secret]():
		d.secret(n, v)
		return
	case reflect.TypeFor[func() string]():
		s := reflect.New(reflect.TypeFor[Secret]()).Elem()
		if d.secret(n, s); !s.IsZero() {
			secret, _ := s.Interface().(Secret)
			v.Set(reflect.ValueOf(secret.Reveal))
		}
		return
	case reflect.TypeFor[time.Duration]():
		d.duration(n, v, f)
		return
	case reflect.TypeFor[Size]():
		d.size(n, v, f)
		return
	case reflect.TypeFor[Rate]():
		if d.want(n, kindString, "a rate", `a rate in quotes, such as "60/h"`) {
			rate, ok := parseRate(n.text)
			if !ok {
				d.problem(n, quote(n.src)+" is not a rate", `a whole number from 1, / and s, m, h or d, such as "60/h"`)
				return
			}
			v.Set(reflect.ValueOf(rate))
		}
		return
	case reflect.TypeFor[Hours]():
		const like = `two different times of the day, such as "21:00-08:00"`
		if d.want(n, kindString, "hours of the day", like) {
			hours, ok := parseHours(n.text)
			if !ok {
				d.problem(n, quote(n.src)+" are no hours of the day", like)
				return
			}
			v.Set(reflect.ValueOf(hours))
		}
		return
	case reflect.TypeFor[*time.Location]():
		if d.want(n, kindString, "a time zone", `the name of a time zone, such as "Europe/Rome"`) {
			d.location(n, v)
		}
		return
	}
	switch v.Kind() {
	case reflect.String:
		if d.want(n, kindString, "a text", "a text in double quotes") {
			d.text(n, v, f)
		}
	case reflect.Bool:
		if d.want(n, kindBool, "true or false", "true or false, without quotes") {
			v.SetBool(n.text == "true")
		}
	case reflect.Int, reflect.Int64, reflect.Int32:
		if f.format == "size" {
			d.size(n, v, f)
			return
		}
		if d.want(n, kindInt, "a whole number", "a whole number, without quotes") {
			i, err := strconv.ParseInt(n.text, 0, v.Type().Bits())
			switch {
			case err != nil:
				d.problem(n, n.describe(true)+" is too large", "a smaller number")
			case i < 0:
				d.problem(n, n.describe(true)+" is below zero", "a number from 0")
			case d.positive(n, i, f, "a number from 1"):
				v.SetInt(i)
			}
		}
	case reflect.Slice:
		d.list(n, v, f)
	case reflect.Map:
		if d.want(n, kindTable, "a table", "a table, as in { name = … }") {
			d.mapping(n, v, f)
		}
	case reflect.Struct:
		if d.want(n, kindTable, "a table", "a table, as in { key = … } or ["+n.path()+"]") {
			d.structure(n, v)
		}
	case reflect.Pointer:
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		d.value(n, v.Elem(), f)
	default:
		panic("config: no key can have the Go type " + v.Type().String())
	}
}

func (d *decoder) size(n *node, v reflect.Value, f field) {
	if !d.want(n, kindString, "a size", `a size in quotes, such as "25MB"`) {
		return
	}
	size, ok := parseSize(n.text)
	if !ok {
		d.problem(n, quote(n.src)+" is not a size", `a whole number with B, KB, MB, GB, KiB, MiB or GiB, such as "25MB"`)
	} else if d.positive(n, int64(size), f, `a size above zero, such as "25MB"`) {
		v.SetInt(int64(size))
	}
}

// want reports a value of another kind than the one that is wanted.
func (d *decoder) want(n *node, k kind, what, write string) bool {
	if n.kind == k {
		return true
	}
	d.problem(n, n.describe(true)+" is not "+what, write)
	return false
}

func (d *decoder) positive(n *node, i int64, f field, write string) bool {
	if f.positive && i <= 0 {
		d.problem(n, "it must be more than zero", write)
		return false
	}
	return true
}

func (d *decoder) secret(n *node, v reflect.Value) {
	if n.kind != kindString {
		d.problem(n, n.describe(false)+" is not a text", `"${NAME}", "${file:PATH}" or a text in double quotes`)
		return
	}
	if n.text == "" && n.src != "" {
		d.problem(n, quote(n.src)+" is empty", "a value into what it refers to")
		return
	}
	v.Set(reflect.ValueOf(NewSecret(n.text)))
}

func (d *decoder) duration(n *node, v reflect.Value, f field) {
	const like = `a duration in quotes, such as "30s", "12h" or "90d"`
	if !d.want(n, kindString, "a duration", like) {
		return
	}
	dur, ok := parseDuration(n.text)
	if !ok {
		d.problem(n, quote(n.src)+" is not a duration", like)
	} else if d.positive(n, int64(dur), f, `a duration above zero, such as "30s"`) {
		v.SetInt(int64(dur))
	}
}

// location accepts IANA names only: "Local" would mean something else on another
// machine.
func (d *decoder) location(n *node, v reflect.Value) {
	if n.text != "" && n.text != "Local" {
		if loc, err := time.LoadLocation(n.text); err == nil {
			v.Set(reflect.ValueOf(loc))
			return
		}
	}
	d.problem(n, quote(n.src)+" is not a time zone", `an IANA name, such as "Europe/Rome" or "UTC"`)
}

func (d *decoder) text(n *node, v reflect.Value, f field) {
	s := n.text
	if len(f.oneof) > 0 && !slices.Contains(f.oneof, s) {
		d.problem(n, quote(n.src)+" is not a value of this key", choices(f.oneof))
		return
	}
	if s == "" && f.required {
		d.problem(n, "it is empty", f.example(v.Type()))
		return
	}
	if s != "" {
		switch f.format {
		case "":
		case "url":
			if why := urlProblem(s); why != "" {
				d.problem(n, quote(n.src)+" "+why, `an absolute URL, such as "https://example.com/path"`)
				return
			}
		case "addr":
			if why := addrProblem(s, false); why != "" {
				d.problem(n, quote(n.src)+" "+why, `"HOST:PORT", such as "mail.example.com:465"`)
				return
			}
		case "listen":
			if why := addrProblem(s, true); why != "" {
				d.problem(n, quote(n.src)+" "+why, `"HOST:PORT" or ":PORT", such as "127.0.0.1:8080"`)
				return
			}
		case "path":
			if !filepath.IsAbs(s) {
				s = filepath.Join(d.dir, s)
			}
		default:
			panic("config: unknown format " + f.format)
		}
	}
	v.SetString(s)
}

// choices lists values for a problem, in their own order.
func choices(values []string) string {
	quoted := make([]string, len(values))
	for i, s := range values {
		quoted[i] = strconv.Quote(s)
	}
	if len(quoted) < 2 {
		return strings.Join(quoted, "")
	}
	return strings.Join(quoted[:len(quoted)-1], ", ") + " or " + quoted[len(quoted)-1]
}

// isSecret is true for the Go types whose values are never shown.
func isSecret(t reflect.Type) bool {
	return t == reflect.TypeFor[Secret]() || t == reflect.TypeFor[func() string]()
}

func (d *decoder) list(n *node, v reflect.Value, f field) {
	items := n.items
	if n.kind != kindArray {
		if !f.single {
			write := "a list, as in [\"…\"]"
			if v.Type().Elem().Kind() == reflect.Struct && !isSecret(v.Type().Elem()) {
				write = "a list of tables, as in [[" + n.path() + "]]"
			}
			d.problem(n, n.describe(!isSecret(v.Type().Elem()))+" is not a list", write)
			return
		}
		items = []*node{n}
	}
	out := reflect.MakeSlice(v.Type(), len(items), len(items))
	for i, item := range items {
		d.value(item, out.Index(i), f)
	}
	v.Set(out)
}

func (d *decoder) mapping(n *node, v reflect.Value, f field) {
	out := reflect.MakeMapWithSize(v.Type(), len(n.keys))
	for _, key := range n.keys {
		item := reflect.New(v.Type().Elem()).Elem()
		d.value(n.table[key], item, f)
		out.SetMapIndex(reflect.ValueOf(key).Convert(v.Type().Key()), item)
	}
	v.Set(out)
}

// urlProblem says what keeps s from being an absolute http or https URL, or "".
func urlProblem(s string) string {
	u, err := url.Parse(s)
	switch {
	case err != nil:
		return "is not a URL"
	case u.Scheme != "http" && u.Scheme != "https":
		return "does not begin with http:// or https://"
	case u.Hostname() == "":
		return "names no host"
	}
	return ""
}

// addrProblem says what keeps s from being host:port, or "".
func addrProblem(s string, anyHost bool) string {
	host, port, err := net.SplitHostPort(s)
	if err != nil {
		return "is not HOST:PORT"
	}
	if host == "" && !anyHost {
		return "names no host"
	}
	if strings.ContainsAny(host, " \t/@") {
		return "has a host that is none"
	}
	n, err := strconv.ParseUint(port, 10, 16)
	if err != nil || (n == 0 && !anyHost) {
		return "has no valid port"
	}
	return ""
}
