package mime

import (
	"bufio"
	"io"
	"strings"
)

// Part is one node of the MIME tree. Bodies stay where they are: a part knows
// its place in the mail.
type Part struct {
	Header   Header
	Media    string            // type/subtype, lower case
	Params   map[string]string // of Content-Type, by their names in lower case
	Children []*Part           // none: it has a body
	Stray    bool              // of the root: text stands before the first or behind the last part of a multipart
	Loose    bool              // of the root: the header of a part holds, or may hold to some readers, what is none of MIME

	start, end int64 // of the body
	digest     bool  // a part of a multipart/digest: a mail, if it does not say what it is
}

// Multipart reports whether there are parts in it.
func (p *Part) Multipart() bool { return len(p.Children) > 0 }

// NewPart is a part that is known by where its decoded body stands.
func NewPart(media string, start, end int64) *Part {
	return &Part{Media: media, start: start, end: end}
}

// As is the body of p under another type and encoding.
func (p *Part) As(kind, encoding string) *Part {
	q := &Part{start: p.start, end: p.end, Header: Header{{"content-type", kind}, {"content-transfer-encoding", encoding}}}
	q.Media, q.Params = contentType(kind)
	return q
}

// Size is the length of the body in the mail, not decoded.
func (p *Part) Size() int64 { return max(p.end-p.start, 0) }

// Walk calls fn with p and all parts in it, in the order of the mail.
func (p *Part) Walk(fn func(*Part)) {
	fn(p)
	for _, c := range p.Children {
		c.Walk(fn)
	}
}

// GivenName is the name the sender gave the part.
func (p *Part) GivenName() string {
	_, params := parseParams(p.Header.Get("content-disposition"))
	if n := params["filename"]; n != "" {
		return n
	}
	return p.Params["name"]
}

// FileName is GivenName, or a name that says which kind of message a part is.
func (p *Part) FileName() string {
	name := p.GivenName()
	if kind, ok := strings.CutPrefix(p.Media, "message/"); ok && name == "" {
		return kind
	}
	return name
}

// Open reads the body, its transfer encoding taken off. known is false for an encoding we do not know: the bytes
// then come as they are.
func (p *Part) Open(src io.ReaderAt) (r Body, known bool) {
	raw := io.NewSectionReader(src, p.start, max(p.end-p.start, 0))
	if p.Multipart() || strings.HasPrefix(p.Media, "multipart/") {
		return plainReader{raw}, true
	}
	enc, _, _ := strings.Cut(p.Header.Get("content-transfer-encoding"), ";")
	enc, _, _ = strings.Cut(enc, "(") // a comment
	switch strings.ToLower(strings.TrimSpace(enc)) {
	case "base64":
		return &base64Reader{r: bufio.NewReaderSize(raw, int(min(raw.Size()+1, 16<<10)))}, true
	case "quoted-printable":
		return &qpReader{r: bufio.NewReaderSize(raw, int(min(raw.Size()+1, 16<<10)))}, true
	case "", "7bit", "8bit", "binary":
		return plainReader{raw}, true
	}
	return plainReader{raw}, false
}

// Text is the body in UTF-8, made of its first limit bytes.
func (p *Part) Text(src io.ReaderAt, limit int64) (string, error) {
	r, _ := p.Open(src)
	b, err := io.ReadAll(io.LimitReader(r, limit))
	text, _ := DecodeCharset(p.Params["charset"], b)
	return text, err
}

// Ambiguous reports whether readers differ in how the part is to be read: a field that
// tells it stands twice, or the parameters of its type have no semicolon before them,
// which some need.
func (p *Part) Ambiguous() bool {
	for _, name := range []string{"content-type", "content-transfer-encoding", "content-disposition"} {
		if len(p.Header.All(name)) > 1 {
			return true
		}
	}
	media, _, _ := strings.Cut(p.Header.Get("content-type"), ";")
	return paramName.MatchString(media)
}

// Disposition is what the part says it is, such as "attachment"; "" if it says nothing.
func (p *Part) Disposition() string {
	d, _ := parseParams(p.Header.Get("content-disposition"))
	return d
}
