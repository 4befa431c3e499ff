package email

import (
	"bytes"
	"io"
	"os"
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/adapters/email/reply"
)

// maxText is how much decoded text of one mail the agent gets; what is longer
// comes as an attachment too.
const maxText = 1 << 20

// content is what a mail shows: its text and its files.
type content struct {
	src       io.ReaderAt
	self      mailbox
	forward   bool      // the subject says that it passes on another mail
	proves    copyProof // what copies of our mails are compared with
	room      int       // of maxText
	shown     int       // bytes of text made of HTML
	plains    int       // text/plain parts that say something
	htmls     int       // the same of text/html
	ambiguous bool
	damaged   bool
	files     []file
	encrypted string  // how what cannot be read is encrypted; "" if nothing is
	spares    []spare // in place of a text
	packed    int     // parts that were unpacked
	tempDir   string
	temps     []*os.File
}

// file is an attachment that is still in the mail.
type file struct {
	part  *part
	src   io.ReaderAt // where the part is
	name  string
	media string
}

// body is the text of a part of the tree; quotes in it are marked.
type body struct {
	text   string
	other  string // of the form that is not shown; "" if there is none
	person string // text as far as no mail program made it
	html   bool   // from text/html, or holds such
	signed bool   // person is without a signature
}

func (b body) blank() bool { return strings.TrimSpace(b.text) == "" }

// collect walks the tree. Text parts that follow each other are joined with a
// blank line and nothing else: a line of dashes between them could be read as a
// signature and hide the second one from the approval grammar.
func (c *content) collect(p *part, root bool) body {
	for _, name := range []string{"content-type", "content-transfer-encoding", "content-disposition"} {
		c.ambiguous = c.ambiguous || len(p.header.all(name)) > 1 // readers differ in which one counts
	}
	switch {
	case p.media == "multipart/encrypted":
		return c.encryptedParts(p)
	case p.media == "multipart/alternative" && p.multipart():
		return c.alternative(p)
	case p.multipart():
		var all body
		var texts, persons, others []string
		for i, child := range p.children {
			if i > 0 && p.media == "multipart/signed" && signature(child) {
				continue
			}
			b := c.collect(child, false)
			all.html = all.html || b.html
			all.signed = all.signed || b.signed
			if b.blank() {
				continue
			}
			texts = append(texts, strings.Trim(b.text, "\n"))
			if !blank(b.person) {
				persons = append(persons, strings.Trim(b.person, "\n"))
			}
			if b.other != "" {
				others = append(others, b.other)
			}
		}
		c.ambiguous = c.ambiguous || len(texts) > 1 // a reader may show only one
		all.text, all.person, all.other = strings.Join(texts, "\n\n"), strings.Join(persons, "\n\n"), strings.Join(others, "\n\n")
		return all
	}
	if b, ok := c.special(p); ok {
		return b
	}
	disp, _ := parseParams(p.header.get("content-disposition"))
	text := strings.HasPrefix(p.media, "text/") && (root || disp != "attachment")
	if text && (p.givenName() != "" || disp == "attachment" || (p.media != "text/plain" && p.media != "text/html")) {
		c.ambiguous = true // some readers show it, some do not
	}
	if c.isText(p, root) {
		if root && disp == "attachment" {
			c.keep(p, p.fileName())
		}
		return c.leaf(p)
	}
	if p.end > p.start || p.header.get("content-disposition") != "" {
		c.keep(p, p.fileName())
		if strings.HasPrefix(p.media, "text/") && disp != "attachment" {
			src := c.src // a text of another kind (RFC 2046 §4.1.4), or with a name
			c.spares = append(c.spares, spare{spareText, func() string { return c.plainOf(p, src) }})
		}
	}
	return body{}
}

func (c *content) isText(p *part, root bool) bool {
	if strings.HasPrefix(p.media, "multipart/") {
		return true // without parts: what is in it is all there is to read
	}
	if p.media != "text/plain" && p.media != "text/html" {
		return false
	}
	disp, _ := parseParams(p.header.get("content-disposition"))
	return root || (disp != "attachment" && p.givenName() == "")
}

func (c *content) leaf(p *part) body {
	r, known := p.open(c.src)
	var b bytes.Buffer
	b.Grow(int(max(min(p.end-p.start, int64(c.room)), 0)) + bytes.MinRead) // decoding makes nothing longer
	n, err := io.Copy(&b, io.LimitReader(r, int64(c.room)+1))
	c.damaged = c.damaged || err != nil || r.damaged() || !known
	raw := b.Bytes()
	long := n > int64(c.room)
	if long {
		raw = raw[:c.room]
		c.keep(p, p.givenName())
		c.ambiguous = true
	}
	c.room -= len(raw)
	text, ok := decodeCharset(p.params["charset"], raw)
	if !ok && strings.EqualFold(strings.TrimSpace(p.header.get("content-transfer-encoding")), "base64") {
		if as := p.asItIs(c.src, len(raw)*4/3); notBase64(as) {
			text, _ = decodeCharset(p.params["charset"], as)
			c.ambiguous = true
		}
	}
	// The cut may have gone through a character.
	c.damaged = c.damaged || (!ok && !long)
	c.ambiguous = c.ambiguous || unsure(text) || strings.HasPrefix(p.media, "multipart/")
	if p.media == "text/html" {
		c.damaged = c.damaged || strings.IndexByte(text, 0) >= 0
		p := readHTML(text, maxText-c.shown, c.self, c.forward)
		c.shown += len(p.text)
		// What is missing is in the mail as it came.
		c.damaged = c.damaged || p.cut || p.hidden
		c.ambiguous = c.ambiguous || p.unsure
		p.text, p.person = c.withoutArmor(p.text), c.withoutArmor(p.person)
		if !blank(p.text) {
			c.htmls++
		}
		return body{text: p.text, person: p.person, signed: p.signed, html: true}
	}
	text, bad := cleanText(text)
	c.damaged = c.damaged || bad
	text = c.withoutArmor(text)
	if strings.EqualFold(p.params["format"], "flowed") {
		text = unflow(text, strings.EqualFold(p.params["delsp"], "yes"))
	} else {
		text = reply.MarkQuotes(text)
	}
	if !blank(text) {
		c.plains++
	}
	text = strings.Trim(text, "\n")
	return body{text: text, person: text}
}

// asItIs is the beginning of the body, not decoded.
func (p *part) asItIs(src io.ReaderAt, limit int) []byte {
	b, _ := io.ReadAll(io.NewSectionReader(src, p.start, max(min(p.end-p.start, int64(limit)+1024), 0)))
	return b
}

// unsure reports whether a text holds an unsureRune.
func unsure(text string) bool {
	for i := range len(text) {
		switch c := text[i]; {
		case c >= ' ' && c < 0x7f, c == '\n', c == '\r', c == '\t', c == '\f':
		case c < utf8.RuneSelf:
			return true // all others in ASCII are controls
		default:
			return strings.ContainsFunc(text[i:], unsureRune)
		}
	}
	return false
}

// unsureRune is a control that changes what is seen of a text, or a character
// that stands for bytes which could not be decoded.
func unsureRune(r rune) bool {
	switch r {
	case '\n', '\r', '\t', '\f':
		return false
	case '\u202d', '\u202e', unicode.ReplacementChar:
		return true
	}
	return unicode.IsControl(r)
}

// alternative takes the plain form if it says anything, else the HTML one, and
// compares what the two say. Further forms come only when they say something
// else; such a mail decides nothing.
func (c *content) alternative(p *part) body {
	var forms []body
	plain, rich := -1, -1
	for _, child := range p.children {
		b := c.collect(child, false)
		if b.html && (rich < 0 || !b.blank()) {
			rich = len(forms) // the last form is the richest (RFC 2046 §5.1.4)
		} else if !b.html && (plain < 0 || forms[plain].blank()) {
			plain = len(forms)
		}
		forms = append(forms, b)
	}
	shown := body{html: rich >= 0}
	switch {
	case plain >= 0 && !forms[plain].blank():
		shown.text, shown.person = forms[plain].text, forms[plain].person
		if rich >= 0 {
			shown.other = forms[rich].text
		}
	case rich >= 0:
		shown.text, shown.person, shown.signed = forms[rich].text, forms[rich].person, forms[rich].signed
	}
	if plain >= 0 && rich >= 0 && c.said(forms[plain]) != c.said(forms[rich]) {
		c.ambiguous = true
	}
	var said map[string]bool
	for i, b := range forms {
		if i == plain || i == rich || b.blank() {
			continue
		}
		if said == nil {
			said = map[string]bool{"": true, folded(shown.text): true, folded(shown.other): true}
		}
		if words := folded(b.text); !said[words] {
			said[words] = true
			shown.text += "\n\n" + strings.Trim(b.text, "\n")
			shown.person += "\n\n" + strings.Trim(b.text, "\n")
			c.ambiguous = true
		}
	}
	return shown
}

// said is the words of a form without its quotes.
func (c *content) said(b body) string {
	text, _ := c.self.unquoted(c.self.withoutCopy(b.text, c.proves))
	return folded(text)
}

// bareLinks leaves out the address behind a word that is equal to it: all else that
// stands between brackets is compared.
func bareLinks(s string) string {
	var b strings.Builder
	done := 0 // how much of s is in b, or was left out
	for at := 0; at < len(s); {
		i := strings.IndexAny(s[at:], "<(")
		if i < 0 {
			break
		}
		i += at
		at = i + 1
		rest, ok := strings.CutPrefix(s[at:], "mailto:")
		if !ok {
			if rest, ok = strings.CutPrefix(s[at:], "https://"); !ok {
				if rest, ok = strings.CutPrefix(s[at:], "http://"); !ok {
					continue
				}
			}
		}
		n := strings.IndexAny(rest, " \t\n\f\r<>()")
		if n < 1 || rest[n] != '>' && rest[n] != ')' {
			continue
		}
		end := len(s) - len(rest) + n + 1
		to := i
		if to > done && isBlank(s[to-1]) {
			to--
		}
		from := to
		for from > done && !isBlank(s[from-1]) {
			from--
		}
		if from == to {
			continue // there is no word
		}
		if strings.EqualFold(bareURL(s[from:to]), bareURL(rest[:n])) {
			b.WriteString(s[done:to])
			b.WriteByte(' ')
		} else {
			b.WriteString(s[done:end])
		}
		done, at = end, end
	}
	if done == 0 {
		return s
	}
	b.WriteString(s[done:])
	return b.String()
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r' }

// folded is the words of a text, for the comparison of two forms of it. Markup
// and most punctuation are not compared; symbols (emoji), question marks and
// the mark of struck text are, and addresses that are not equal to their text.
func folded(s string) string {
	s = unmarked(bareLinks(s))
	out := make([]byte, 0, len(s))
	gap := false // a word has ended
	word := func(r rune) {
		if gap && len(out) > 0 {
			out = append(out, ' ')
		}
		out, gap = utf8.AppendRune(out, r), false
	}
	for i := 0; i < len(s); {
		r, n := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(s[i:])
		}
		i += n
		switch {
		case r == '?' || r == '？':
			gap = true
			word('?')
			gap = true
		case r == '~' && strings.HasPrefix(s[i:], "~"): // struck
			i++
			gap = true
			word('~')
			gap = true
		case r == '~':
		default:
			if r = unicode.ToLower(r); wordRune(r) {
				word(r)
			} else {
				gap = true
			}
		}
	}
	return string(out)
}

// wordRune reports whether a rune says something: letters, numbers, symbols, and
// the marks that turn a word around.
func wordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r == '?' || r == '~' || r == '%' || r == '$'
	}
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.In(r, unicode.So, unicode.Sc) || unicode.IsMark(r) || r == '?' || r == '~' || r == '%'
}

func bareURL(s string) string {
	if i := strings.Index(s, "://"); i >= 0 {
		s = s[i+3:]
	}
	return strings.TrimSuffix(s, "/")
}

// givenName is the name the sender gave the part.
func (p *part) givenName() string {
	_, params := parseParams(p.header.get("content-disposition"))
	if n := params["filename"]; n != "" {
		return n
	}
	return p.params["name"]
}

// fileName is givenName, or a name that says which kind of message a part is.
func (p *part) fileName() string {
	name := p.givenName()
	if kind, ok := strings.CutPrefix(p.media, "message/"); ok && name == "" {
		return kind
	}
	return name
}
