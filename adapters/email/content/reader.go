package content

import (
	"bytes"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/adapters/email/flowed"
	"bridge/adapters/email/htmltext"
	"bridge/adapters/email/mime"
	"bridge/adapters/email/spool"
	"bridge/adapters/email/words"
	"bridge/adapters/email/written"
)

// reader walks the parts of a mail.
type reader struct {
	Options
	src       io.ReaderAt
	room      int // of MaxText
	shown     int // bytes of text made of HTML
	plains    int // text/plain parts that say something
	htmls     int // the same of text/html
	ambiguous bool
	differs   bool
	damaged   bool
	omitted   bool
	files     []File
	encrypted string
	spares    []spare // in place of a text
	packed    int     // parts that were unpacked
	held      []*spool.Held
}

// body is the text of a part of the tree; quotes in it are marked.
type body struct {
	text   string
	other  string   // of the form that is not shown; "" if there is none
	person string   // text as far as no mail program made it
	html   bool     // from text/html, or holds such
	signed bool     // person is without a signature
	images bool     // there are pictures, and no plain form says what there is to say
	above  string   // of text what stands above the first of them
	signs  []string // what the mail program marks as its signature
}

func (b body) blank() bool { return strings.TrimSpace(b.text) == "" }

// collect walks the tree. Text parts that follow each other are joined with a
// blank line and nothing else: a line of dashes between them could be read as a
// signature and hide the second one from the approval grammar.
func (c *reader) collect(p *mime.Part, root bool) body {
	c.ambiguous = c.ambiguous || p.Ambiguous()
	switch {
	case p.Media == "multipart/encrypted":
		return c.encryptedParts(p)
	case p.Media == "multipart/alternative" && p.Multipart():
		return c.alternative(p)
	case p.Multipart():
		var all body
		var texts, persons, others []string
		for i, child := range p.Children {
			if i > 0 && p.Media == "multipart/signed" && signature(child) {
				continue
			}
			b := c.collect(child, false)
			all.html = all.html || b.html
			all.signed = all.signed || b.signed
			if b.images && !all.images {
				all.images, all.above = true, b.above // of what stands in two texts none can be read
			}
			all.signs = append(all.signs, b.signs...)
			if b.blank() {
				continue
			}
			texts = append(texts, strings.Trim(b.text, "\n"))
			if strings.TrimSpace(b.person) != "" {
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
	disp := p.Disposition()
	text := strings.HasPrefix(p.Media, "text/") && (root || disp != "attachment")
	if text && (p.GivenName() != "" || disp == "attachment" || (p.Media != "text/plain" && p.Media != "text/html")) {
		c.ambiguous = true // some readers show it, some do not
	}
	if c.isText(p, root) {
		if root && disp == "attachment" {
			c.keep(p, p.FileName())
		}
		return c.leaf(p)
	}
	if p.Size() > 0 || p.Header.Get("content-disposition") != "" {
		c.keep(p, p.FileName())
		if strings.HasPrefix(p.Media, "text/") && disp != "attachment" {
			src := c.src // a text of another kind (RFC 2046 §4.1.4), or with a name
			c.spares = append(c.spares, spare{spareText, func() string { return c.plainOf(p, src) }})
		}
	}
	return body{}
}

func (c *reader) isText(p *mime.Part, root bool) bool {
	if strings.HasPrefix(p.Media, "multipart/") {
		return true // without parts: what is in it is all there is to read
	}
	if p.Media != "text/plain" && p.Media != "text/html" {
		return false
	}
	disp := p.Disposition()
	return root || (disp != "attachment" && p.GivenName() == "")
}

func (c *reader) leaf(p *mime.Part) body {
	r, known := p.Open(c.src)
	var b bytes.Buffer
	b.Grow(int(min(p.Size(), int64(c.room))) + bytes.MinRead) // decoding makes nothing longer
	n, err := io.Copy(&b, io.LimitReader(r, int64(c.room)+1))
	c.damaged = c.damaged || err != nil || r.Damaged() || !known
	raw := b.Bytes()
	long := n > int64(c.room)
	if long {
		raw = raw[:c.room]
		c.keep(p, p.GivenName())
		c.ambiguous = true
	}
	c.room -= len(raw)
	text, ok := mime.DecodeCharset(p.Params["charset"], raw)
	if !ok {
		if other, found := p.Misnamed(c.src, len(raw)); found {
			text, c.ambiguous = other, true
		}
	}
	switch strings.ToLower(strings.Trim(p.Params["charset"], `"' `)) {
	case "utf-7", "unicode-1-1-utf-7":
		c.ambiguous = true // many readers do not know it any more
	}
	// The cut may have gone through a character.
	c.damaged = c.damaged || (!ok && !long)
	c.ambiguous = c.ambiguous || unsure(text) || strings.HasPrefix(p.Media, "multipart/")
	if p.Media == "text/html" {
		c.damaged = c.damaged || strings.IndexByte(text, 0) >= 0
		p := htmltext.Read(text, MaxText-c.shown, c.Us, c.Forward)
		c.shown += len(p.Text)
		// What is missing is in the mail as it came.
		c.damaged = c.damaged || p.Cut || p.Hidden
		c.ambiguous, c.omitted = c.ambiguous || p.Unsure, c.omitted || p.Unsure
		p.Text, p.Person = c.withoutArmor(p.Text), c.withoutArmor(p.Person)
		if strings.TrimSpace(p.Text) != "" {
			c.htmls++
		}
		return body{text: p.Text, person: p.Person, signed: p.Signed, images: p.Images, above: p.Above, signs: p.Signatures, html: true}
	}
	text, bad := mime.CleanText(text)
	c.damaged = c.damaged || bad
	text = c.withoutArmor(text)
	if strings.EqualFold(p.Params["format"], "flowed") {
		text = flowed.Read(text, strings.EqualFold(p.Params["delsp"], "yes"))
	} else {
		text = written.MarkQuotes(text)
	}
	if strings.TrimSpace(text) != "" {
		c.plains++
	}
	text = strings.Trim(text, "\n")
	return body{text: text, person: text}
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
func (c *reader) alternative(p *mime.Part) body {
	var forms []body
	plain, rich := -1, -1
	for _, child := range p.Children {
		b := c.collect(child, false)
		if b.html && (rich < 0 || !b.blank()) {
			rich = len(forms) // the last form is the richest (RFC 2046 §5.1.4)
		} else if !b.html && (plain < 0 || forms[plain].blank()) {
			plain = len(forms)
		}
		forms = append(forms, b)
	}
	shown := body{html: rich >= 0}
	if rich >= 0 {
		shown.signs = forms[rich].signs
	}
	switch {
	case plain >= 0 && !forms[plain].blank():
		shown.text, shown.person = forms[plain].text, forms[plain].person
		if rich >= 0 {
			shown.other = forms[rich].text
		}
	case rich >= 0:
		shown = forms[rich]
	}
	if plain >= 0 && rich >= 0 && !words.Same(c.said(forms[plain]), c.said(forms[rich])) {
		c.differs, c.omitted = true, c.omitted || !forms[plain].blank() && !forms[rich].blank()
	}
	var said map[string]bool
	for i, b := range forms {
		if i == plain || i == rich || b.blank() {
			continue
		}
		if said == nil {
			said = map[string]bool{"": true, words.Fold(shown.text): true, words.Fold(shown.other): true}
		}
		if this := words.Fold(b.text); !said[this] {
			said[this] = true
			shown.text += "\n\n" + strings.Trim(b.text, "\n")
			shown.person += "\n\n" + strings.Trim(b.text, "\n")
			c.ambiguous = true
		}
	}
	return shown
}

// said is a form without its quotes.
func (c *reader) said(b body) string {
	text, _, _ := c.Us.Said(b.text, c.Proof)
	return text
}
