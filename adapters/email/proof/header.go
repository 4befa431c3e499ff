package proof

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/mail"
	"strings"
	"time"

	"golang.org/x/net/idna"
)

// problem is why a mail proves nothing, whoever signed it.
type problem string

func (p problem) Error() string { return string(p) }

const (
	maxHeader     = 256 << 10 // bytes of the header block; the reader of the mail has the same limit
	maxLine       = 16 << 10  // bytes of one line of it
	maxFields     = 1000      // each name that is signed is looked for among all of them
	maxFieldLines = 2000      // of one field
)

// block is the header block of a mail, read so that no reader can take it for
// another: lines end with CR LF and nothing else, each begins a field or continues
// one.
type block struct {
	fields []field
	body   int64 // where the body begins
}

type field struct {
	name string // lower case
	raw  string // with its line ends
}

// value is the field unfolded.
func (f field) value() string {
	_, v, _ := strings.Cut(f.raw, ":")
	return strings.TrimSpace(strings.ReplaceAll(v, "\r\n", ""))
}

func readBlock(src io.ReaderAt, size int64) (*block, error) {
	// A buffer as large as the mail is never full before its end.
	r := bufio.NewReaderSize(io.NewSectionReader(src, 0, size), int(min(size+1, maxLine)))
	b := &block{}
	var open []byte // the last field, as far as it was read
	lines := 0      // of it
	closeField := func() {
		if len(open) > 0 {
			b.fields[len(b.fields)-1].raw = string(open)
		}
		open, lines = open[:0], 0
	}
	for {
		line, err := r.ReadSlice('\n')
		b.body += int64(len(line))
		switch {
		case errors.Is(err, io.EOF):
			return nil, problem("the header has no end")
		case errors.Is(err, bufio.ErrBufferFull):
			return nil, problem("a header line is too long")
		case err != nil:
			return nil, err
		case b.body > maxHeader:
			return nil, problem("the header is too long")
		case !bytes.HasSuffix(line, []byte("\r\n")):
			return nil, problem("a header line does not end with CR LF")
		}
		text := line[:len(line)-2]
		if bytes.ContainsAny(text, "\r\x00") {
			return nil, problem("the header has control characters")
		}
		if len(text) == 0 {
			closeField()
			return b, nil
		}
		if text[0] == ' ' || text[0] == '\t' {
			if len(b.fields) == 0 {
				return nil, problem("the header begins with a continuation")
			}
			if lines++; lines > maxFieldLines {
				return nil, problem("a header field has too many lines")
			}
			open = append(open, line...)
			continue
		}
		name, ok := fieldName(text)
		if !ok {
			return nil, problem("a header line is no field")
		}
		if len(b.fields) == maxFields {
			return nil, problem("the header has too many fields")
		}
		closeField()
		b.fields, open = append(b.fields, field{name: name}), append(open, line...)
	}
}

// fieldName returns the name of the field a line begins: nothing but printable
// characters right up to the colon.
func fieldName(line []byte) (string, bool) {
	i := bytes.IndexByte(line, ':')
	if i < 1 {
		return "", false
	}
	for _, c := range line[:i] {
		if c <= ' ' || c >= 0x7f {
			return "", false
		}
	}
	return strings.ToLower(string(line[:i])), true
}

func (b *block) all(name string) []field {
	var fs []field
	for _, f := range b.fields {
		if f.name == name {
			fs = append(fs, f)
		}
	}
	return fs
}

func (b *block) count(name string) (n int) {
	for _, f := range b.fields {
		if f.name == name {
			n++
		}
	}
	return n
}

func (b *block) has(name string) bool { return b.count(name) > 0 }

func (b *block) get(name string) string {
	if fs := b.all(name); len(fs) > 0 {
		return fs[0].value()
	}
	return ""
}

// single are the fields that may stand in a mail once: of two, readers differ in
// which one counts, and a signature covers only one.
var single = []string{
	"from", "sender", "reply-to", "to", "cc", "date", "subject", "message-id", "in-reply-to", "references", "mime-version",
	"content-type", "content-transfer-encoding", "content-disposition", "content-id", "content-description",
}

// sound returns the date of a mail that is from the address it is taken to be
// from and can be read in one way only; why says what is wrong.
func (b *block) sound(from string) (date time.Time, why string) {
	for _, name := range single {
		if n := b.count(name); n > 1 {
			return date, fmt.Sprintf("%s stands in it %d times", name, n)
		}
	}
	addr, ok := plainFrom(b.get("from"))
	switch {
	case !ok:
		return date, "the From line is not of the plain form: Name <address>"
	case addr != from:
		return date, "the From line can be read in two ways"
	}
	date, err := mail.ParseDate(b.get("date"))
	if err != nil {
		return date, "it has no Date that can be read"
	}
	return date, ""
}

// plainFrom reads "address", "<address>" or "Name <address>": no lists, groups,
// comments, routes, quoted local parts or address literals. The result is in lower
// case, the domain in punycode.
func plainFrom(v string) (addr string, ok bool) {
	if strings.HasSuffix(v, ">") {
		i := endOfPhrase(v)
		if i < 0 {
			return "", false
		}
		v = v[i+1 : len(v)-1]
	}
	local, domain, ok := strings.Cut(v, "@")
	if !ok || !dotAtom(local) || strings.Contains(local, "=?") {
		return "", false
	}
	d, ok := hostName(domain)
	if !ok || len(local)+len(d) > 319 {
		return "", false
	}
	return strings.ToLower(local) + "@" + d, true
}

// endOfPhrase returns where the < behind a display name stands; -1 if the name is
// not made of words and quoted strings only.
func endOfPhrase(v string) int {
	quoted := false
	for i := 0; i < len(v); i++ {
		switch c := v[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '<':
			return i
		case strings.IndexByte("()>@,;:\\[]", c) >= 0:
			return -1
		}
	}
	return -1
}

func dotAtom(s string) bool {
	for _, atom := range strings.Split(s, ".") {
		if atom == "" {
			return false
		}
		for _, c := range []byte(atom) {
			if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && strings.IndexByte("!#$%&'*+-/=?^_`{|}~", c) < 0 {
				return false
			}
		}
	}
	return true
}

// hostName returns a domain name in lower case and punycode. It has at least two
// labels and no dot at its end.
func hostName(s string) (string, bool) {
	s = strings.ToLower(s)
	if d, err := idna.Lookup.ToASCII(s); err == nil {
		s = d
	}
	if len(s) > 253 || !strings.Contains(s, ".") {
		return "", false
	}
	for _, label := range strings.Split(s, ".") {
		if label == "" || len(label) > 63 {
			return "", false
		}
		for _, c := range []byte(label) {
			if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' && c != '_' {
				return "", false
			}
		}
	}
	return s, true
}

func domainOf(addr string) string { return addr[strings.LastIndexByte(addr, '@')+1:] }
