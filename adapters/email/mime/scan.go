package mime

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
)

// Limits of the structure of one mail.
const (
	maxHeader     = 256 << 10 // bytes of one header block
	maxHeaders    = 1 << 20   // bytes of all header blocks
	maxFieldLines = 10_000    // of one field
	maxParts      = 2000
	maxMultiparts = 100
	maxNesting    = 50
)

// Scan finds the structure of a mail in one pass and in constant memory besides
// the headers: its time does not depend on the number or the depth of parts. It
// is our own, because the strict readers there are refuse one mail in five of
// what is sent in the wild, and the lenient ones are quadratic. An *Error says
// which limit the mail broke. broken is true if the mail is not what MIME says
// it has to be, such as without its closing boundary.
//
// message/rfc822 is a leaf: what is in it is not looked at.
func Scan(src io.ReaderAt, size int64) (root *Part, broken bool, err error) {
	defer func() { // one bad mail must not end the process
		if recover() != nil {
			root, err = nil, unreadable(ReasonPanic, "The message cannot be read")
		}
	}()
	s := scanner{root: &Part{}}
	s.cur = s.root
	r := bufio.NewReaderSize(io.NewSectionReader(src, 0, size), int(min(max(size, 4<<10), 64<<10)))
	lineStart := true
	for {
		line, err := r.ReadSlice('\n')
		if len(line) > 0 {
			if e := s.line(line, lineStart); e != nil {
				return nil, false, e
			}
		}
		switch {
		case err == nil:
			lineStart = true
		case errors.Is(err, bufio.ErrBufferFull):
			lineStart = false
		case errors.Is(err, io.EOF):
			s.finish()
			return s.root, s.broken, nil
		default:
			return nil, false, err
		}
	}
}

type scanner struct {
	root, cur *Part
	mode      int
	head      []byte
	offset    int64
	eol       int64 // length of the line end before offset
	stack     []open
	broken    bool

	headers, parts, multiparts int
	folded                     int   // continuation lines of the field that is read
	gap                        int64 // where a line of blanks in the header of a part ends; 0: there was none
}

// open is a multipart whose closing boundary has not come.
type open struct {
	part     *Part
	boundary string
}

const (
	inHeader  = iota // the header of cur
	inBody           // the body of cur, or the preamble of cur's multipart
	inBetween        // behind a closing boundary
)

func (s *scanner) line(line []byte, atStart bool) error {
	begin := s.offset
	s.offset += int64(len(line))
	err := s.take(line, atStart, begin)
	s.eol = eolLen(line)
	return err
}

func (s *scanner) take(line []byte, atStart bool, begin int64) error {
	if atStart && len(s.stack) > 0 && len(line) > 2 && line[0] == '-' && line[1] == '-' {
		if done, err := s.boundary(line, begin); done || err != nil {
			return err
		}
	}
	if s.mode != inHeader {
		if !s.root.Stray && (s.mode == inBetween || (len(s.stack) > 0 && s.stack[len(s.stack)-1].part == s.cur)) {
			// Mail programs say before the first part that MIME is needed to read it.
			s.root.Stray = len(bytes.TrimSpace(line)) > 0 && !bytes.Contains(line, []byte("MIME"))
		}
		return nil
	}
	text := bytes.TrimRight(line, "\r\n")
	if s.cur != s.root {
		if done, err := s.partLine(text); done || err != nil {
			return err
		}
	}
	if len(s.head) == 0 && s.cur == s.root && len(bytes.TrimSpace(text)) > 0 {
		line = bytes.TrimLeft(line, " \t") // the first line continues nothing
		text = bytes.TrimLeft(text, " \t")
	}
	switch {
	case atStart && len(text) == 0:
		return s.headerDone(s.offset)
	case len(s.head) == 0 && s.cur == s.root && mboxLine(text):
		return nil // an mbox separator, not part of the mail
	case len(s.head) == 0 && !headerLike(text):
		s.broken = true
		return s.headerDone(begin)
	}
	if s.folded++; line[0] != ' ' && line[0] != '\t' {
		s.folded = 0
	}
	if s.folded > maxFieldLines {
		return unreadable(ReasonHeader, "A field of the header has more than %d lines", maxFieldLines)
	}
	s.headers += len(line)
	if len(s.head)+len(line) > maxHeader || s.headers > maxHeaders {
		return unreadable(ReasonHeader, "The header is larger than %d KB", maxHeader>>10)
	}
	s.head = append(s.head, line...)
	return nil
}

// partLine looks at a line in the header of a part. A line of blanks may be what was
// an empty one: signatures of mails do not tell them apart. It ends the header, as it
// does for some readers, unless the header goes on behind it.
func (s *scanner) partLine(text []byte) (done bool, err error) {
	switch {
	case s.gap > 0:
		if len(text) > 0 && text[0] != ' ' && text[0] != '\t' && !mimeField(text) {
			at := s.gap
			s.mode = inBody
			return true, s.headerDone(at)
		}
		s.gap = 0
	case len(text) > 0 && blankBytes(text):
		s.gap, s.root.Loose = s.offset, true
	}
	return false, nil
}

func blankBytes(b []byte) bool { return len(bytes.TrimSpace(b)) == 0 }

// mimeField reports whether a line begins a field of MIME (RFC 2045 §9).
func mimeField(line []byte) bool {
	name, _, ok := bytes.Cut(line, []byte(":"))
	name = bytes.ToLower(name)
	return ok && (bytes.HasPrefix(name, []byte("content-")) || string(bytes.TrimSpace(name)) == "mime-version")
}

// boundary looks whether the line ends or closes an open multipart, the
// innermost first.
func (s *scanner) boundary(line []byte, begin int64) (bool, error) {
	text := string(bytes.TrimRight(line[2:], " \t\r\n"))
	for i := len(s.stack) - 1; i >= 0; i-- {
		o := s.stack[i]
		rest, ok := strings.CutPrefix(text, o.boundary)
		if !ok || (rest != "" && rest != "--") {
			continue
		}
		if s.mode == inHeader {
			s.broken = true // a part that ends within its header
			if err := s.headerDone(begin); err != nil {
				return true, err
			}
		}
		s.endBodies(i, begin-s.eol)
		if rest == "--" {
			s.stack = s.stack[:i]
			s.mode, s.cur = inBetween, nil
			return true, nil
		}
		s.stack = s.stack[:i+1]
		if s.parts++; s.parts > maxParts {
			return true, unreadable(ReasonParts, "The message has more than %d parts", maxParts)
		}
		child := &Part{digest: o.part.Media == "multipart/digest"}
		o.part.Children = append(o.part.Children, child)
		s.cur, s.mode, s.head = child, inHeader, nil
		return true, nil
	}
	return false, nil
}

// endBodies ends the bodies of the current part and of the multiparts above
// stack level i.
func (s *scanner) endBodies(i int, at int64) {
	if s.cur != nil && s.mode == inBody {
		s.cur.end = max(at, s.cur.start)
	}
	for j := len(s.stack) - 1; j > i; j-- {
		s.stack[j].part.end = max(at, s.stack[j].part.start)
		s.broken = true // its closing boundary is missing
	}
	s.stack[i].part.end = max(at, s.stack[i].part.start)
}

func (s *scanner) headerDone(start int64) error {
	p := s.cur
	var bad bool
	p.Header, bad = ParseHeader(s.head)
	s.head, s.gap, s.mode, p.start, p.end = nil, 0, inBody, start, start
	s.broken = s.broken || bad
	p.Media, p.Params = contentType(p.Header.Get("content-type"))
	if p.digest && p.Header.Get("content-type") == "" {
		p.Media = "message/rfc822" // RFC 2046 §5.1.5
	}
	if p != s.root && (strings.HasPrefix(p.Media, "text/") || strings.HasPrefix(p.Media, "multipart/")) {
		for _, f := range p.Header {
			s.root.Loose = s.root.Loose || !strings.HasPrefix(f.Name, "content-") && f.Name != "mime-version"
		}
	}
	if !strings.HasPrefix(p.Media, "multipart/") {
		return nil
	}
	b := strings.TrimRight(p.Params["boundary"], " \t")
	if s.multiparts++; s.multiparts > maxMultiparts {
		return unreadable(ReasonParts, "The message has more than %d multiparts", maxMultiparts)
	}
	if b == "" {
		s.broken = true
		return nil
	}
	if len(s.stack) >= maxNesting {
		return unreadable(ReasonParts, "The parts of the message are nested deeper than %d", maxNesting)
	}
	s.stack = append(s.stack, open{p, b})
	return nil
}

func (s *scanner) finish() {
	if s.mode == inHeader && s.cur != nil {
		_ = s.headerDone(s.offset) // the limits do not matter any more: nothing follows
	}
	if s.mode == inBody && s.cur != nil {
		s.cur.end = s.offset
	}
	for _, o := range s.stack {
		o.part.end = s.offset
		s.broken = true
	}
	s.root.end = max(s.root.end, s.root.start)
}

func eolLen(line []byte) int64 {
	switch {
	case bytes.HasSuffix(line, []byte("\r\n")):
		return 2
	case bytes.HasSuffix(line, []byte("\n")):
		return 1
	}
	return 0
}

func mboxLine(line []byte) bool {
	rest, ok := bytes.CutPrefix(bytes.TrimPrefix(line, []byte(">")), []byte("From "))
	return ok && !bytes.HasPrefix(bytes.TrimLeft(rest, " \t"), []byte(":")) // blanks before the colon of a field
}

// headerLike reports whether a line can begin a header field: printable ASCII
// without spaces up to a colon; blanks before the colon are tolerated.
func headerLike(line []byte) bool {
	i := bytes.IndexByte(line, ':')
	if i < 1 {
		return false
	}
	name := bytes.TrimRight(line[:i], " \t")
	for _, b := range name {
		if b <= ' ' || b >= 0x7f {
			return false
		}
	}
	return len(name) > 0
}
