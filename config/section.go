package config

import (
	"context"
	"fmt"
	"net/netip"
	"reflect"
	"slices"
	"strconv"
	"time"
)

// Section is [agents.NAME] or [channels.NAME]: a table whose keys, but for the
// common ones, belong to the agent or adapter that its type names. The table of
// types decodes each section once, before the start, in one goroutine.
type Section struct {
	Agent string   // of a channel: the name of an agent; absent: the only one
	Allow []string // of a channel: who may start a turn, besides People
	// Strangers is what those hear on a channel who may not write there: "silence" or "explain".
	Strangers string
	Tenant    string  // of a channel of systems: whose its messages are; absent: the default
	Routes    []Route // of a channel of people: which agent gets a new conversation
	Router    bool    // of an agent: whom it hands a turn over to has the conversation from then on
	// Consumes are the part types that an agent, or the system at a channel, asks for
	// because it is an agent itself.
	Consumes []string
	Card     Card      // of an agent: what others read of it
	Handover *Handover // of an agent: who takes its conversations over; nil: nobody

	cfg     *Config
	node    *node
	typ     string
	common  []string
	decoded reflect.Value // a shallow copy of what Decode filled, for Show
}

// Type returns the value of the key type; it is never empty.
func (s *Section) Type() string { return s.typ }

// Name returns the last part of the table's name: [a-z0-9_-]+ unless Check says
// otherwise.
func (s *Section) Name() string { return s.node.name }

// Has reports whether the section has a key, whatever its value.
func (s *Section) Has(key string) bool { return s.node.get(key) != nil }

// Decode fills dst, a pointer to a struct with toml tags, with the section's
// keys. What the section does not have keeps its value, so defaults are set
// before. Unknown keys and values of a wrong type become problems of the Config;
// dst then holds what could be read. The Go types of a key are string, bool, int,
// Secret, func() string (a secret, nil without its key), Size, Rate, time.Duration, *time.Location, and lists, maps, structs and
// pointers of them; a pointer stays nil without its key. The tags of a field are
//
//	toml:"name[,option…]"  options: required (there is no default), positive (more
//	                       than zero), single (of a list: one value may stand alone)
//	oneof:"a b c"          a string (or each string of a list) is one of these
//	format:"…"             of a string: "url" (absolute http or https), "addr"
//	                       (host:port), "listen" (host may be empty) or "path"
//	                       (made absolute, relative to the config file's folder);
//	                       of an int64: "size" (bytes, written as a Size is)
func (s *Section) Decode(dst any) {
	v := reflect.ValueOf(dst).Elem()
	s.cfg.decoder().structure(s.node, v, s.common...)
	s.decoded = reflect.New(v.Type()).Elem()
	s.decoded.Set(v)
}

// Problem adds a mistake that only the adapter or agent can see, at the line of
// the key. key is relative to the section ("smtp.addr", "allow[1]"); an absent
// key is reported at the nearest table that is there. It adds nothing where the
// key has a mistake already: its value was not read, and what is wrong with the
// empty one only repeats that.
func (s *Section) Problem(key, problem, write string) {
	line, path := s.find(key)
	if !s.cfg.probs.has(path) {
		s.cfg.probs.add(line, path, problem, write)
	}
}

// Warn adds a warning at the line of the key.
func (s *Section) Warn(key, problem, write string) {
	line, path := s.find(key)
	s.cfg.warnings.add(line, path, problem, write)
}

// Mistake is one in a section, as those find it who know what its keys mean.
type Mistake struct {
	Key     string // relative to the section
	Problem string
	Write   string // what to write instead
}

// Probe is one look at something outside that a section needs, such as a login, for
// bridge check. note is what else is worth knowing; it changes nothing there.
type Probe struct {
	What string
	Try  func(context.Context) (note string, err error)
}

// Report adds mistakes, as Problem does.
func (s *Section) Report(ms ...Mistake) {
	for _, m := range ms {
		s.Problem(m.Key, m.Problem, m.Write)
	}
}

// Hint adds warnings, as Warn does.
func (s *Section) Hint(ms ...Mistake) {
	for _, m := range ms {
		s.Warn(m.Key, m.Problem, m.Write)
	}
}

// Secrets reveals a list of secrets, and reports those that are shorter than so many bytes.
func (s *Section) Secrets(key string, all []Secret, least int) [][]byte {
	var out [][]byte
	for i, x := range all {
		if n := len(x.Reveal()); n > 0 && n < least {
			s.Problem(fmt.Sprintf("%s[%d]", key, i), fmt.Sprintf("it has %d bytes", n), fmt.Sprintf("at least %d, as `openssl rand -hex 32` makes", least))
		}
		out = append(out, []byte(x.Reveal()))
	}
	return out
}

// Prefixes reads ranges of addresses, and reports what is none.
func (s *Section) Prefixes(key string, texts []string) []netip.Prefix {
	var all []netip.Prefix
	for i, text := range texts {
		p, err := netip.ParsePrefix(text)
		if err != nil {
			s.Problem(fmt.Sprintf("%s[%d]", key, i), fmt.Sprintf("%q is not a range of addresses", text), `a range such as "10.0.0.0/8"`)
			continue
		}
		all = append(all, p.Masked())
	}
	return all
}

// NeedAgent reports that a channel has no agent.
func (s *Section) NeedAgent() {
	if s.cfg.syntaxOK && s.node.get("agent") == nil && s.Agent == "" {
		s.Problem("agent", "it is missing", `agent = "NAME" with the name of an [agents.NAME]`)
	}
}

// RefuseType reports that nothing has this section's type. known are the types there
// are.
func (s *Section) RefuseType(known []string) {
	n := s.node.get("type")
	if near := nearest(s.typ, known); near != "" {
		s.Problem("type", fmt.Sprintf("unknown type %s, did you mean %q?", quote(n.src), near), strconv.Quote(near))
		return
	}
	s.Problem("type", "unknown type "+quote(n.src), choices(known))
}

// find returns the line and the full name of a relative key.
func (s *Section) find(key string) (line int, path string) {
	n := s.node
	path = n.path()
	if key == "" {
		return n.line, path
	}
	return n.nearest(key).line, path + "." + key
}

// decodeSections makes the sections of one table of tables.
func (c *Config) decodeSections(table string, common ...string) []*Section {
	d := c.decoder()
	var out []*Section
	for _, n := range c.tables(table) {
		common := common
		// An agent of others has card = "https://…" instead.
		if card := n.get("card"); table == "agents" && card != nil && card.kind == kindTable {
			common = append(slices.Clone(common), "card")
		}
		s := &Section{cfg: c, node: n, common: common}
		var head struct {
			Type      string    `toml:"type,required"`
			Agent     string    `toml:"agent"`
			Allow     []string  `toml:"allow"`
			Strangers string    `toml:"strangers" oneof:"silence explain"`
			Consumes  []string  `toml:"consumes"`
			Tenant    string    `toml:"tenant"`
			Routes    []Route   `toml:"routes"`
			Router    bool      `toml:"router"`
			Card      Card      `toml:"card"`
			Handover  *Handover `toml:"handover"`
		}
		if n.get("handover") != nil {
			head.Handover = &Handover{Idle: 24 * time.Hour, Trust: "carrier", TellCustomer: true}
		}
		v := reflect.ValueOf(&head).Elem()
		for i := range v.NumField() {
			f, _ := fieldOf(v.Type().Field(i))
			switch child := n.get(f.name); {
			case !slices.Contains(common, f.name):
			case child != nil:
				d.value(child, v.Field(i), f)
			case f.required:
				d.probs.add(n.line, n.childPath(f.name), "it is missing", f.example(v.Field(i).Type()))
			}
		}
		s.typ, s.Agent, s.Allow, s.Strangers, s.Consumes, s.Tenant = head.Type, head.Agent, head.Allow, head.Strangers, head.Consumes, head.Tenant
		s.Card, s.Handover, s.Routes, s.Router = head.Card, head.Handover, head.Routes, head.Router
		if s.typ != "" {
			out = append(out, s)
		}
	}
	return out
}

// tables returns the sub-tables of a top-level table and reports what is none,
// or has a name that is none.
func (c *Config) tables(name string) []*node {
	d := c.decoder()
	t := c.root.get(name)
	if t == nil || t.kind == kindBroken || !d.want(t, kindTable, "a table", "["+name+".NAME]") {
		return nil
	}
	var out []*node
	for _, key := range t.keys {
		n := t.table[key]
		if n.kind == kindBroken {
			continue
		}
		if !isName(key) {
			d.problem(n, "the name "+quote(key)+" is not valid", "a name of a-z, 0-9, _ and -")
		}
		if d.want(n, kindTable, "a table", "["+name+"."+showKey(key)+"]") {
			out = append(out, n)
		}
	}
	return out
}

// maxName bounds the names of people, agents and channels: they are parts of
// paths, lanes and metrics.
const maxName = 64

func isName(s string) bool {
	for i := range len(s) {
		if c := s[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '_' && c != '-' {
			return false
		}
	}
	return s != "" && len(s) <= maxName
}
