package proof

import (
	"context"
	"slices"
	"strings"
)

// authResult is one Authentication-Results field (RFC 8601).
type authResult struct {
	id      string // authserv-id, lower case
	methods []method
}

type method struct {
	name, result string            // lower case
	props        map[string]string // "header.from": value; names in lower case
}

// parseAuthResult reads the value of an Authentication-Results field. Anything that
// is not of the grammar makes the whole of it unreadable: what stands in quotes or
// comments must never be taken for a result.
func parseAuthResult(v string) (r authResult, ok bool) {
	s := &resScanner{s: v}
	s.space()
	id := s.value()
	if id == "" {
		return r, false
	}
	r.id = strings.ToLower(id)
	s.space()
	if s.digits() { // the version
		s.space()
	}
	if s.bad {
		return r, false
	}
	for !s.end() {
		if !s.take(';') {
			return r, false
		}
		s.space()
		name := s.keyword()
		s.space()
		if name == "none" && s.end() && len(r.methods) == 0 {
			return r, !s.bad
		}
		if s.take('/') {
			s.space()
			if !s.digits() {
				return r, false
			}
			s.space()
		}
		if name == "" || !s.take('=') {
			return r, false
		}
		s.space()
		m := method{name: name, result: s.keyword(), props: map[string]string{}}
		if m.result == "" {
			return r, false
		}
		if !s.properties(&m) {
			return r, false
		}
		r.methods = append(r.methods, m)
		if len(r.methods) > 100 {
			return r, false
		}
	}
	return r, !s.bad && len(r.methods) > 0
}

// properties reads [reason] and the ptype.property=value behind a method.
func (s *resScanner) properties(m *method) bool {
	for n := 0; ; n++ {
		spaced := s.space()
		if s.bad || n > 100 {
			return false
		}
		if s.end() || s.peek() == ';' {
			return true
		}
		name := s.keyword()
		s.space()
		if !spaced || name == "" {
			return false
		}
		if s.take('.') {
			s.space()
			prop := s.keyword()
			if prop == "" {
				return false
			}
			name += "." + prop
			s.space()
		} else if name != "reason" || n > 0 {
			return false
		}
		if !s.take('=') {
			return false
		}
		s.space()
		value := s.value()
		if _, twice := m.props[name]; twice || value == "" {
			return false
		}
		m.props[name] = value
	}
}

// resScanner reads the words of the field.
type resScanner struct {
	s   string
	i   int
	bad bool
}

func (s *resScanner) end() bool { return s.i >= len(s.s) }

func (s *resScanner) peek() byte {
	if s.end() {
		return 0
	}
	return s.s[s.i]
}

func (s *resScanner) take(c byte) bool {
	if s.end() || s.s[s.i] != c {
		return false
	}
	s.i++
	return true
}

// space skips blanks and comments, which nest.
func (s *resScanner) space() (some bool) {
	depth := 0
	for ; !s.end(); s.i++ {
		switch c := s.s[s.i]; {
		case depth > 0 && c == '\\':
			s.i++
			if s.end() {
				s.bad = true
				return some
			}
		case c == '(':
			depth++
		case depth > 0 && c == ')':
			depth--
		case depth > 0:
			if c < ' ' && c != '\t' {
				s.bad = true
			}
		case c == ' ' || c == '\t':
		default:
			return some
		}
		some = true
	}
	s.bad = s.bad || depth > 0
	return some
}

// keyword reads letters, digits, - and _, in lower case.
func (s *resScanner) keyword() string {
	from := s.i
	for !s.end() && wordByte(s.s[s.i]) {
		s.i++
	}
	return strings.ToLower(s.s[from:s.i])
}

func wordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_'
}

func (s *resScanner) digits() bool {
	from := s.i
	for !s.end() && s.s[s.i] >= '0' && s.s[s.i] <= '9' {
		s.i++
	}
	return s.i > from
}

// value reads a word, a quoted string, or an address whose local part is one.
func (s *resScanner) value() string {
	var b strings.Builder
	for !s.end() {
		c := s.s[s.i]
		if c == '"' {
			if !s.quoted(&b) {
				s.bad = true
				return ""
			}
			continue
		}
		if c <= ' ' || c == 0x7f || strings.IndexByte(";()\\", c) >= 0 {
			break
		}
		b.WriteByte(c)
		s.i++
	}
	return b.String()
}

func (s *resScanner) quoted(b *strings.Builder) bool {
	b.WriteByte('"') // stays, so that "a"@b is not taken for a@b
	for s.i++; !s.end(); s.i++ {
		switch c := s.s[s.i]; {
		case c == '"':
			b.WriteByte('"')
			s.i++
			return true
		case c == '\\':
			if s.i++; s.end() {
				return false
			}
			b.WriteByte(s.s[s.i])
		case c < ' ' && c != '\t' || c == 0x7f:
			return false
		default:
			b.WriteByte(c)
		}
	}
	return false
}

// google is the authserv-id of Gmail, which writes its result below its own
// Received field.
const google = "mx.google.com"

// results looks what a trusted server wrote. Only the topmost field of such a
// server counts, and only where the sender could not have written it.
func (q *question) results(ctx context.Context) (*evidence, error) {
	if len(q.c.authserv) == 0 || q.m.Open {
		return nil, nil
	}
	for i, f := range q.b.fields {
		if f.name != "authentication-results" {
			continue
		}
		r, ok := parseAuthResult(f.value())
		if !ok {
			q.note("an Authentication-Results field cannot be read")
			return nil, nil // it may be the one that counts
		}
		if !q.trusted(r.id) {
			continue
		}
		if !ownHops(q.b.fields[:i], r.id) {
			q.note("the Authentication-Results of %s stand where the sender may have written them", r.id)
			return nil, nil
		}
		return q.believe(r)
	}
	q.note("none of the trusted servers has written Authentication-Results")
	return nil, nil
}

func (q *question) trusted(id string) bool {
	return slices.Contains(q.c.authserv, id)
}

// believe reads a result that a trusted server wrote.
func (q *question) believe(r authResult) (*evidence, error) {
	var dmarc []method
	delivered := false
	for _, m := range r.methods {
		switch m.name {
		case "dmarc":
			dmarc = append(dmarc, m)
		case "spf":
			path := m.props["smtp.mailfrom"]
			if path != "" && !strings.Contains(path, "@") && strings.EqualFold(path, domainOf(q.m.ReturnPath)) {
				path = q.m.ReturnPath // some write the domain alone
			}
			delivered = delivered || m.result == "pass" && q.hers(path)
		}
	}
	if len(dmarc) != 1 || dmarc[0].result != "pass" {
		q.note("%s does not say dmarc=pass", r.id)
		return nil, nil
	}
	if !strings.EqualFold(dmarc[0].props["header.from"], q.policy.from) {
		q.note("the dmarc=pass of %s is for another domain", r.id)
		return nil, nil
	}
	e := &evidence{by: "dmarc=pass by " + r.id, fresh: true, delivered: delivered, covered: everything()}
	if delivered {
		return e, nil
	}
	signed := false
	// It passed by a signature, perhaps, and a signature that leaves a field open
	// passes with any such field.
	for i, f := range q.b.all("dkim-signature") {
		tags, err := tagList(f.value())
		if err != nil || i == maxSignatures {
			q.note("a DKIM signature cannot be read")
			return nil, nil
		}
		d, ok := hostName(tags["d"])
		if !ok || !SameOwner(d, q.policy.from) {
			continue
		}
		covered, unproven, why := q.covers(signedFields(tags["h"]), tags)
		if why != "" {
			q.note("%s says dmarc=pass, but DKIM of %s: %s", r.id, d, why)
			return nil, nil
		}
		for _, name := range unproven {
			e.unproven = addWord(e.unproven, name)
		}
		signed = true
		e.covered = slices.DeleteFunc(slices.Clone(e.covered), func(name string) bool { return !slices.Contains(covered, name) })
	}
	if !signed && !q.hers(q.m.ReturnPath) { // then it was SPF of somebody else's path
		return q.deliveredBy(e, q.m.ReturnPath), nil
	}
	return e, nil
}

func addWord(words []string, w string) []string {
	for _, have := range words {
		if have == w {
			return words
		}
	}
	return append(words, w)
}

// ownHops reports whether none of the fields can be the sender's. The border writes
// its Received field with a kind of SMTP in it, and what stands below may have come
// with the mail. Above its results may stand only the hops from there to the
// mailbox, by LMTP. Gmail is known to remove results in its own name, and writes
// them right below the Received field of mx.google.com.
func ownHops(above []field, id string) bool {
	var hops []string
	for _, f := range above {
		if f.name == "received" {
			hops = append(hops, f.value())
		}
	}
	for i, hop := range hops {
		switch {
		case id == google && i == len(hops)-1:
			if receivedBy(hop) != google {
				return false
			}
		case id == google:
			if !strings.HasPrefix(receivedBy(hop), "2002:") {
				return false
			}
		case !byLMTP(hop):
			return false
		}
	}
	return id != google || len(hops) > 0
}

// byLMTP reports whether a Received field says LMTP and nothing else after each
// "with", wherever that stands: a peer has a say in parts of it.
func byLMTP(v string) bool {
	words := strings.Fields(strings.ToLower(v))
	found := false
	for i, w := range words {
		if strings.Trim(w, "();,") != "with" {
			continue
		}
		if i+1 == len(words) || !strings.HasPrefix(words[i+1], "lmtp") {
			return false
		}
		found = true
	}
	return found
}

// apartSigns puts blanks around the signs of a Received field.
var apartSigns = strings.NewReplacer("(", " ( ", ")", " ) ", ";", " ; ")

// receivedBy returns the host behind the last "by" of a Received field that stands
// in no comment.
func receivedBy(v string) string {
	depth, host := 0, ""
	words := strings.Fields(apartSigns.Replace(strings.ToLower(v)))
	for i, w := range words {
		switch {
		case w == "(":
			depth++
		case w == ")":
			depth--
		case depth == 0 && w == "by" && i+1 < len(words):
			if host != "" {
				return "" // a peer has a say in the part before it
			}
			host = words[i+1]
		}
	}
	if depth != 0 {
		return ""
	}
	return host
}
