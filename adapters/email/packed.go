package email

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"bridge/adapters/email/cms"
	"bridge/adapters/email/reply"
	"bridge/adapters/email/tnef"
	"bridge/artifacts"
)

// maxPacked is how many packed parts of one mail are opened: S/MIME, winmail.dat,
// mails within it.
const maxPacked = 8

// How encrypted mail is called in the answer to it.
const (
	encryptedSMIME = "S/MIME"
	encryptedPGP   = "OpenPGP"
)

// spare is something that is read only if the mail shows no other text.
type spare struct {
	rank int // the lowest that says something is taken
	read func() string
}

// The ranks of what can stand for a text: the sender's own words first.
const (
	spareTNEF = iota
	spareText
	spareEvent
	spareForwarded
)

// special reads a part that is neither a text nor a plain file. ok is false for
// all others. What comes out of a packed part never decides an approval: mail
// programs differ in what they show of it.
func (c *content) special(p *part) (b body, ok bool) {
	if p.end <= p.start && p.header.get("content-disposition") == "" {
		return body{}, false
	}
	name := strings.ToLower(p.givenName())
	switch p.media {
	case "application/pkcs7-mime", "application/x-pkcs7-mime":
		return c.smime(p), true
	case "application/ms-tnef", "application/vnd.ms-tnef":
		return c.tnef(p), true
	case "application/octet-stream":
		switch {
		case strings.HasSuffix(name, ".p7m"):
			return c.smime(p), true
		case name == "winmail.dat":
			return c.tnef(p), true
		}
	case "application/pgp-encrypted": // a gateway took the multipart/encrypted around it away
		c.encrypted, c.ambiguous = encryptedPGP, true
		return body{}, true
	case "text/calendar":
		c.ambiguous = true // some readers show it, some do not
		c.keep(p, orName(p.givenName(), "invite.ics"))
		src := c.src
		c.spares = append(c.spares, spare{spareEvent, func() string { return eventText(c.text(p, src)) }})
		return body{}, true
	case "message/rfc822", "message/global":
		c.forwarded(p)
		return body{}, true
	case "message/partial", "message/external-body":
		c.keep(p, orName(p.givenName(), strings.TrimPrefix(p.media, "message/")+".eml"))
		return body{}, true
	}
	return body{}, false
}

// encryptedParts takes multipart/encrypted: nothing in it can be read.
func (c *content) encryptedParts(p *part) body {
	c.encrypted, c.ambiguous = encryptedPGP, true
	if strings.Contains(p.params["protocol"], "pkcs7") {
		c.encrypted = encryptedSMIME
	}
	return body{}
}

// signature reports whether a part is the signature of the multipart/signed that
// it is in. It says nothing to a reader, and nothing can be checked with it once
// the part beside it is decoded.
func signature(p *part) bool {
	switch p.media {
	case "application/pkcs7-signature", "application/x-pkcs7-signature", "application/pgp-signature":
		return true
	}
	return false
}

func orName(name, other string) string {
	if name == "" {
		return other
	}
	return name
}

// keep makes a part a file.
func (c *content) keep(p *part, name string) {
	c.files = append(c.files, file{part: p, src: c.src, name: artifacts.SafeName(name, p.media), media: p.media})
}

// smime opens an S/MIME message: signed content is read as if it stood there.
func (c *content) smime(p *part) body {
	c.ambiguous = true
	r, known := p.open(c.src)
	m, err := cms.Open(r)
	switch {
	case err == nil && m.Kind == cms.Encrypted:
		c.encrypted = encryptedSMIME
		return body{}
	case err == nil && m.Kind == cms.Other && strings.Contains(p.params["smime-type"], "enveloped"):
		c.encrypted = encryptedSMIME
		return body{}
	case err != nil || m.Content == nil:
		c.damaged = c.damaged || err != nil
		c.keep(p, orName(p.givenName(), "smime.p7m"))
		return body{}
	}
	inner, size, err := c.unpack(m.Content)
	if inner == nil {
		c.damaged = true
		c.keep(p, orName(p.givenName(), "smime.p7m"))
		return body{}
	}
	c.damaged = c.damaged || err != nil || r.damaged() || !known
	root, broken, err := scan(inner, size)
	if err != nil {
		c.damaged = true
		return body{}
	}
	c.damaged = c.damaged || broken
	outer := c.src
	c.src = inner
	b := c.collect(root, true)
	c.src = outer
	return b
}

// tnef opens a winmail.dat: its files are files of the mail, its text is read if
// the mail has no other.
func (c *content) tnef(p *part) body {
	c.ambiguous = true
	r, known := p.open(c.src)
	inner, size, err := c.unpack(r)
	var f *tnef.File
	if inner != nil {
		c.damaged = c.damaged || err != nil || r.damaged() || !known
		f, err = tnef.Read(inner, size)
	}
	if f == nil {
		c.damaged = c.damaged || err != nil || inner == nil
		c.keep(p, orName(p.givenName(), "winmail.dat"))
		return body{}
	}
	c.damaged = c.damaged || f.Damaged
	files := len(c.files)
	for i, a := range f.Attachments {
		if a.Size == 0 && a.Name == "" {
			continue
		}
		name, media := a.Name, strings.ToLower(a.Media)
		switch {
		case a.Message:
			name, media = orName(name, "message")+".dat", "application/ms-tnef"
		case name == "":
			name = "attachment-" + strconv.Itoa(i+1)
		}
		if !strings.Contains(media, "/") {
			media = "application/octet-stream"
		}
		c.files = append(c.files, file{
			part: &part{media: media, start: a.Offset, end: a.Offset + a.Size}, src: inner, name: artifacts.SafeName(name, media), media: media,
		})
	}
	if len(c.files) == files && blank(c.tnefText(f)) {
		c.keep(p, orName(p.givenName(), "winmail.dat")) // nothing came of it
		return body{}
	}
	c.spares = append(c.spares, spare{spareTNEF, func() string { return c.tnefText(f) }})
	return body{}
}

func (c *content) tnefText(f *tnef.File) string {
	text, _ := cleanText(f.Text)
	if !blank(text) {
		return text
	}
	var doc string
	if len(f.HTML) > 0 {
		cs := "utf-8"
		if f.Codepage != 0 && f.Codepage != 65001 {
			cs = "windows-" + strconv.Itoa(f.Codepage)
		}
		doc, _ = decodeCharset(cs, f.HTML)
	} else if len(f.RTF) > 0 {
		rtf, isHTML := tnef.FromRTF(f.RTF)
		if !isHTML {
			text, _ = cleanText(rtf)
			return text
		}
		doc = rtf
	}
	return unmarked(readHTML(doc, maxText, c.self, true).text)
}

// forwarded keeps a mail within the mail under its subject. It is not what the
// person wrote; it is read if there is nothing else.
func (c *content) forwarded(p *part) {
	r, _ := p.open(c.src)
	head, _ := io.ReadAll(io.LimitReader(r, 32<<10))
	subject := ""
	if s, ok := innerSubject(head); ok {
		subject = cleanLine(decodeWords(s), 100)
	}
	name := p.givenName()
	switch {
	case name != "":
	case subject != "":
		name = strings.NewReplacer("/", "-", `\`, "-").Replace(subject) + ".eml"
	default:
		name = "message.eml"
	}
	c.keep(p, name)
	src := c.src
	c.spares = append(c.spares, spare{spareForwarded, func() string { return c.forwardedText(p, src) }})
}

// innerSubject finds the subject in the beginning of a mail.
func innerSubject(head []byte) (string, bool) {
	for len(head) > 0 {
		line, rest, _ := bytes.Cut(head, []byte("\n"))
		if len(bytes.TrimSpace(line)) == 0 {
			return "", false
		}
		if len(line) > 8 && bytes.EqualFold(line[:8], []byte("subject:")) {
			field := line
			for len(rest) > 0 && (rest[0] == ' ' || rest[0] == '\t') {
				var more []byte
				more, rest, _ = bytes.Cut(rest, []byte("\n"))
				field = append(append(field[:len(field):len(field)], '\n'), more...)
			}
			h, _ := parseHeader(field)
			return h.get("subject"), true
		}
		head = rest
	}
	return "", false
}

// forwardedText is a summary of a mail within the mail: who, when, what, and its
// text.
func (c *content) forwardedText(p *part, src io.ReaderAt) string {
	r, _ := p.open(src)
	inner, size, _ := c.unpack(r)
	if inner == nil {
		return ""
	}
	root, _, err := scan(inner, size)
	if err != nil {
		return ""
	}
	in := content{src: inner, self: c.self, forward: true, room: c.room, packed: maxPacked} // what is packed in it stays so
	b := in.collect(root, true)
	if blank(b.text) {
		b.text = in.spareText()
	}
	var text strings.Builder
	for _, name := range []string{"From", "To", "Date", "Subject"} {
		if v := cleanLine(decodeWords(root.header.get(strings.ToLower(name))), 300); v != "" {
			fmt.Fprintf(&text, "%s: %s\n", name, v)
		}
	}
	if !blank(b.text) {
		text.WriteString("\n" + unmarked(b.text))
	}
	return text.String()
}

// spareText is the text of a mail that shows none.
func (c *content) spareText() string {
	for rank := spareTNEF; rank <= spareForwarded; rank++ {
		var texts []string
		size := 0
		for _, s := range c.spares {
			if s.rank != rank {
				continue
			}
			if t := strings.Trim(s.read(), "\n \t"); !blank(t) && size+len(t) <= maxText {
				texts, size = append(texts, t), size+len(t)
			}
		}
		if len(texts) > 0 {
			return strings.Join(texts, "\n\n")
		}
	}
	return ""
}

// text is the decoded text of a part, as much as there is room for.
func (c *content) text(p *part, src io.ReaderAt) string {
	r, _ := p.open(src)
	raw, _ := io.ReadAll(io.LimitReader(r, int64(c.room)))
	c.room -= len(raw)
	text, _ := decodeCharset(p.params["charset"], raw)
	text, _ = cleanText(text)
	return text
}

// unpack holds the content of a packed part while the mail is read. With an error
// comes what could be read; nil if too much was unpacked already, or nothing can
// be stored.
func (c *content) unpack(r io.Reader) (io.ReaderAt, int64, error) {
	if c.packed++; c.packed > maxPacked {
		return nil, 0, fmt.Errorf("more than %d packed parts", maxPacked)
	}
	head, more, err := readUpTo(r, nil, inMemory)
	if !more {
		return bytes.NewReader(head), int64(len(head)), err
	}
	f, err := os.CreateTemp(c.tempDir, "bridge-part-*")
	if err != nil {
		return nil, 0, fmt.Errorf("unpack: %w", err)
	}
	_ = os.Remove(f.Name()) // where the system allows it
	c.temps = append(c.temps, f)
	n, err := io.CopyBuffer(struct{ io.Writer }{f}, io.MultiReader(bytes.NewReader(head), r), make([]byte, 64<<10))
	return f, n, err
}

// close frees what holds unpacked parts.
func (c *content) close() {
	for _, f := range c.temps {
		f.Close()
	}
}

// withoutArmor takes the armor of OpenPGP off a text.
func (c *content) withoutArmor(text string) string {
	if !strings.Contains(text, "-----BEGIN PGP ") {
		return text
	}
	a := dearmor(text)
	if a.encrypted {
		c.encrypted = encryptedPGP
	}
	c.ambiguous = c.ambiguous || a.encrypted || a.unsure
	return a.text
}

// plainOf is a text of another kind, as far as it can be read without knowing it.
func (c *content) plainOf(p *part, src io.ReaderAt) string {
	text := c.text(p, src)
	switch p.media {
	case "text/html", "text/enriched", "text/richtext", "text/x-amp-html", "text/watch-html":
		return unmarked(readHTML(text, maxText, c.self, true).text)
	}
	return unmarked(reply.MarkQuotes(text))
}
