package mime

import "strings"

// maxNamed is how many addresses of a field are read.
const maxNamed = 1000

// Recipients returns the addresses that an unfolded To or Cc field names (RFC 5322
// §3.4), as far as they are plain: local@domain, bare or in the angle brackets behind a
// name. What stands in a name, quoted or not, in a comment, a route or the name of a group
// is no address, and an entry that readers could take for another names nobody. It
// takes one pass.
func Recipients(v string) []string {
	s := recipientScanner{}
	for i := 0; i < len(v) && len(s.found) < maxNamed; i++ {
		switch c := v[i]; {
		case s.quoted && c == '\\', s.depth > 0 && c == '\\':
			i++
		case s.quoted:
			s.quoted = c != '"'
		case c == '(':
			s.depth++
			s.gap = true
		case s.depth > 0:
			if c == ')' {
				s.depth--
			}
		case c == '"':
			s.quoted, s.odd = true, true
		case c == '<':
			s.open()
		case c == '>':
			s.close()
		case s.angle:
			s.addr.WriteByte(c) // commas and colons of a route make it no address
		case c == ',' || c == ';':
			s.end()
		case c == ':': // what stood before it is the name of a group
			s.reset()
		case c == ' ' || c == '\t':
			s.gap = true
		default:
			s.word(c)
		}
	}
	if s.quoted || s.depth > 0 || s.angle {
		return s.found // cut off in the middle: its last entry names nobody
	}
	s.end()
	return s.found
}

// recipientScanner reads one entry after the other.
type recipientScanner struct {
	found  []string
	bare   strings.Builder // what stands outside of quotes, comments and brackets, as one word
	addr   strings.Builder // what stands in the brackets
	words  int             // of bare
	gap    bool            // the next character begins a word
	odd    bool            // it has a quoted string: without brackets it is no plain address
	quoted bool
	depth  int // of comments
	angle  bool
	closed bool // its brackets have ended
	bad    bool
}

func (s *recipientScanner) open() {
	s.bad = s.bad || s.angle || s.closed
	s.angle = true
}

func (s *recipientScanner) close() {
	s.bad = s.bad || !s.angle
	s.angle, s.closed, s.gap = false, true, true
}

func (s *recipientScanner) word(c byte) {
	s.bad = s.bad || s.closed // something behind the brackets
	if s.gap || s.words == 0 {
		s.words++
		s.gap = false
	}
	s.bare.WriteByte(c)
}

// end takes the entry.
func (s *recipientScanner) end() {
	addr := s.addr.String()
	if !s.closed && s.words == 1 && !s.odd {
		addr = s.bare.String()
	}
	if !s.bad && plainAddress(addr) {
		s.found = append(s.found, addr)
	}
	s.reset()
}

func (s *recipientScanner) reset() {
	*s = recipientScanner{found: s.found}
}

// plainAddress reports whether s is local@domain without anything that needs quotes.
func plainAddress(s string) bool {
	local, domain, ok := strings.Cut(s, "@")
	return ok && local != "" && domain != "" && !strings.ContainsAny(s, " \t\\\"()<>,;:[]") && !strings.Contains(domain, "@") &&
		!strings.Contains(s, "=?")
}
