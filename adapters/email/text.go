package email

import (
	"bytes"
	"io"
	"strings"
	"unicode"

	"bridge/artifacts"
)

// maxText is how much decoded text of one mail the agent gets; what is longer
// comes as an attachment too.
const maxText = 1 << 20

// content is what a mail shows: its text and its files.
type content struct {
	src       io.ReaderAt
	room      int // of maxText
	shown     int // bytes of text made of HTML
	ambiguous bool
	damaged   bool
	files     []file
}

// file is an attachment that is still in the mail.
type file struct {
	part  *part
	name  string
	media string
}

// body is the text of a part of the tree.
type body struct {
	text string
	html bool // from text/html, or holds such
}

func (b body) blank() bool { return strings.TrimSpace(b.text) == "" }

// collect walks the tree. Text parts that follow each other are joined with a
// blank line and nothing else: a line of dashes between them could be read as a
// signature and hide the second one from the approval grammar.
func (c *content) collect(p *part, root bool) body {
	switch {
	case p.media == "multipart/alternative" && p.multipart():
		return c.alternative(p)
	case p.multipart():
		var all body
		var texts []string
		for _, child := range p.children {
			b := c.collect(child, false)
			all.html = all.html || b.html
			if !b.blank() {
				texts = append(texts, strings.Trim(b.text, "\n"))
			}
		}
		all.text = strings.Join(texts, "\n\n")
		return all
	case c.isText(p, root):
		return c.leaf(p)
	}
	if p.end > p.start || p.header.get("content-disposition") != "" {
		c.files = append(c.files, file{part: p, name: p.filename(), media: p.media})
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
	n, err := io.Copy(&b, io.LimitReader(r, int64(c.room)+1))
	c.damaged = c.damaged || err != nil || r.damaged() || !known
	raw := b.Bytes()
	if n > int64(c.room) {
		raw = raw[:c.room]
		c.files = append(c.files, file{part: p, name: p.filename(), media: p.media})
	}
	c.room -= len(raw)
	text, ok := decodeCharset(p.params["charset"], raw)
	if n > int64(c.room+len(raw)) {
		ok = true // the cut may have gone through a character
	}
	c.damaged = c.damaged || !ok
	if p.media == "text/html" {
		text, cut := visibleText(text, maxText-c.shown)
		c.shown += len(text)
		c.damaged = c.damaged || cut // the whole of it is in the mail as it came
		return body{text: text, html: true}
	}
	text, bad := cleanText(text)
	c.damaged = c.damaged || bad
	if strings.EqualFold(p.params["format"], "flowed") {
		text = unflow(text, strings.EqualFold(p.params["delsp"], "yes"))
	}
	return body{text: strings.Trim(text, "\n")}
}

// alternative takes the plain form if it says anything, else the HTML one, and
// compares what the two say.
func (c *content) alternative(p *part) body {
	var plain, rich body
	for _, child := range p.children {
		b := c.collect(child, false)
		switch {
		case b.html && (rich.blank() || !b.blank()):
			rich, rich.html = b, true // the last form is the richest (RFC 2046 §5.1.4)
		case !b.html && plain.blank():
			plain = b
		}
	}
	if plain.blank() {
		return rich
	}
	if rich.html && folded(unquoted(plain.text)) != folded(unquoted(rich.text)) {
		c.ambiguous = true
	}
	return body{text: plain.text, html: rich.html}
}

// folded is the words of a text, for the comparison of two forms of it: links,
// pictures, markup and punctuation are not compared, symbols (emoji) are.
func folded(s string) string {
	s = notCompared.ReplaceAllString(s, " ")
	return strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.Is(unicode.So, r) && !unicode.IsMark(r)
	}), " ")
}

// givenName is the name the sender gave the part.
func (p *part) givenName() string {
	_, params := parseParams(p.header.get("content-disposition"))
	if n := params["filename"]; n != "" {
		return n
	}
	return p.params["name"]
}

// filename returns a name for the part that is safe to keep.
func (p *part) filename() string {
	name := p.givenName()
	if name == "" && strings.HasPrefix(p.media, "message/") {
		name = strings.ReplaceAll(strings.TrimPrefix(p.media, "message/"), "rfc822", "message.eml")
	}
	return artifacts.SafeName(name, p.media)
}
