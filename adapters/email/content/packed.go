package content

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"

	"bridge/adapters/email/armor"
	"bridge/adapters/email/calendar"
	"bridge/adapters/email/cms"
	"bridge/adapters/email/htmltext"
	"bridge/adapters/email/mime"
	"bridge/adapters/email/spool"
	"bridge/adapters/email/tnef"
	"bridge/adapters/email/written"
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
func (c *reader) special(p *mime.Part) (b body, ok bool) {
	if p.Size() == 0 && p.Header.Get("content-disposition") == "" {
		return body{}, false
	}
	name := strings.ToLower(p.GivenName())
	switch p.Media {
	case "application/pkcs7-mime", "application/x-pkcs7-mime":
		return c.smime(p), true
	case "application/ms-tnef", "application/vnd.ms-tnef":
		c.tnef(p)
		return body{}, true
	case "application/octet-stream":
		switch {
		case strings.HasSuffix(name, ".p7m"):
			return c.smime(p), true
		case name == "winmail.dat":
			c.tnef(p)
			return body{}, true
		}
	case "application/pgp-encrypted": // a gateway took the multipart/encrypted around it away
		c.encrypted, c.ambiguous = encryptedPGP, true
		return body{}, true
	case "text/calendar":
		c.ambiguous = true // some readers show it, some do not
		c.keep(p, cmp.Or(p.GivenName(), "invite.ics"))
		src := c.src
		c.spares = append(c.spares, spare{spareEvent, func() string { return calendar.Text(c.text(p, src)) }})
		return body{}, true
	case "message/rfc822", "message/global":
		c.forwarded(p)
		return body{}, true
	case "message/partial", "message/external-body":
		c.keep(p, cmp.Or(p.GivenName(), strings.TrimPrefix(p.Media, "message/")+".eml"))
		return body{}, true
	}
	return body{}, false
}

// encryptedParts takes multipart/encrypted: nothing in it can be read.
func (c *reader) encryptedParts(p *mime.Part) body {
	c.encrypted, c.ambiguous = encryptedPGP, true
	if strings.Contains(p.Params["protocol"], "pkcs7") {
		c.encrypted = encryptedSMIME
	}
	return body{}
}

// signature reports whether a part is the signature of the multipart/signed that
// it is in. It says nothing to a reader, and nothing can be checked with it once
// the part beside it is decoded.
func signature(p *mime.Part) bool {
	switch p.Media {
	case "application/pkcs7-signature", "application/x-pkcs7-signature", "application/pgp-signature":
		return true
	}
	return false
}

// keep makes a part a file.
func (c *reader) keep(p *mime.Part, name string) {
	c.files = append(c.files, File{part: p, src: c.src, Name: artifacts.SafeName(name, p.Media), Media: p.Media})
}

// smime opens an S/MIME message: signed content is read as if it stood there.
func (c *reader) smime(p *mime.Part) body {
	c.ambiguous = true
	r, known := p.Open(c.src)
	m, err := cms.Open(r)
	switch {
	case err == nil && m.Kind == cms.Encrypted:
		c.encrypted = encryptedSMIME
		return body{}
	case err == nil && m.Kind == cms.Other && strings.Contains(p.Params["smime-type"], "enveloped"):
		c.encrypted = encryptedSMIME
		return body{}
	case err != nil || m.Content == nil:
		c.damaged = c.damaged || err != nil
		c.keep(p, cmp.Or(p.GivenName(), "smime.p7m"))
		return body{}
	}
	inner, size, err := c.unpack(m.Content)
	if inner == nil {
		c.damaged = true
		c.keep(p, cmp.Or(p.GivenName(), "smime.p7m"))
		return body{}
	}
	c.damaged = c.damaged || err != nil || r.Damaged() || !known
	root, broken, err := mime.Scan(inner, size)
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
func (c *reader) tnef(p *mime.Part) {
	c.ambiguous = true
	r, known := p.Open(c.src)
	inner, size, err := c.unpack(r)
	var f *tnef.File
	if inner != nil {
		c.damaged = c.damaged || err != nil || r.Damaged() || !known
		f, err = tnef.Read(inner, size)
	}
	if f == nil {
		c.damaged = c.damaged || err != nil || inner == nil
		c.keep(p, cmp.Or(p.GivenName(), "winmail.dat"))
		return
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
			name, media = cmp.Or(name, "message")+".dat", "application/ms-tnef"
		case name == "":
			name = "attachment-" + strconv.Itoa(i+1)
		}
		if !strings.Contains(media, "/") {
			media = "application/octet-stream"
		}
		c.files = append(c.files, File{
			part: mime.NewPart(media, a.Offset, a.Offset+a.Size), src: inner, Name: artifacts.SafeName(name, media), Media: media,
		})
	}
	if len(c.files) == files && strings.TrimSpace(c.tnefText(f)) == "" {
		c.keep(p, cmp.Or(p.GivenName(), "winmail.dat")) // nothing came of it
		return
	}
	c.spares = append(c.spares, spare{spareTNEF, func() string { return c.tnefText(f) }})
}

func (c *reader) tnefText(f *tnef.File) string {
	text, _ := mime.CleanText(f.Text)
	if strings.TrimSpace(text) != "" {
		return text
	}
	var doc string
	if len(f.HTML) > 0 {
		cs := "utf-8"
		if f.Codepage != 0 && f.Codepage != 65001 {
			cs = "windows-" + strconv.Itoa(f.Codepage)
		}
		doc, _ = mime.DecodeCharset(cs, f.HTML)
	} else if len(f.RTF) > 0 {
		rtf, isHTML := tnef.FromRTF(f.RTF)
		if !isHTML {
			text, _ = mime.CleanText(rtf)
			return text
		}
		doc = rtf
	}
	return written.Unmarked(htmltext.Read(doc, MaxText, c.Us, true).Text)
}

// forwarded keeps a mail within the mail under its subject. It is not what the
// person wrote; it is read if there is nothing else.
func (c *reader) forwarded(p *mime.Part) {
	r, _ := p.Open(c.src)
	head, _ := io.ReadAll(io.LimitReader(r, 32<<10))
	subject := ""
	if s, ok := innerSubject(head); ok {
		subject = mime.CleanLine(mime.DecodeWords(s), 100)
	}
	name := p.GivenName()
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
			end := len(head) - len(rest)
			for len(rest) > 0 && (rest[0] == ' ' || rest[0] == '\t') {
				_, rest, _ = bytes.Cut(rest, []byte("\n"))
				end = len(head) - len(rest)
			}
			h, _ := mime.ParseHeader(head[:end])
			return h.Get("subject"), true
		}
		head = rest
	}
	return "", false
}

// forwardedText is a summary of a mail within the mail: who, when, what, and its
// text.
func (c *reader) forwardedText(p *mime.Part, src io.ReaderAt) string {
	r, _ := p.Open(src)
	inner, size, _ := c.unpack(r)
	if inner == nil {
		return ""
	}
	root, _, err := mime.Scan(inner, size)
	if err != nil {
		return ""
	}
	in := reader{Options: Options{Us: c.Us, Forward: true}, src: inner, room: c.room, packed: maxPacked} // what is packed in it stays so
	b := in.collect(root, true)
	if strings.TrimSpace(b.text) == "" {
		b.text = in.spareText()
	}
	var text strings.Builder
	for _, name := range []string{"From", "To", "Date", "Subject"} {
		if v := mime.CleanLine(mime.DecodeWords(root.Header.Get(strings.ToLower(name))), 300); v != "" {
			fmt.Fprintf(&text, "%s: %s\n", name, v)
		}
	}
	if strings.TrimSpace(b.text) != "" {
		text.WriteString("\n" + written.Unmarked(b.text))
	}
	return text.String()
}

// spareText is the text of a mail that shows none.
func (c *reader) spareText() string {
	for rank := spareTNEF; rank <= spareForwarded; rank++ {
		var texts []string
		size := 0
		for _, s := range c.spares {
			if s.rank != rank {
				continue
			}
			if t := strings.Trim(s.read(), "\n \t"); strings.TrimSpace(t) != "" && size+len(t) <= MaxText {
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
func (c *reader) text(p *mime.Part, src io.ReaderAt) string {
	r, _ := p.Open(src)
	raw, _ := io.ReadAll(io.LimitReader(r, int64(c.room)))
	c.room -= len(raw)
	text, _ := mime.DecodeCharset(p.Params["charset"], raw)
	text, _ = mime.CleanText(text)
	return text
}

// unpack holds the content of a packed part while the mail is read. With an error
// comes what could be read; nil if too much was unpacked already, or nothing can
// be stored.
func (c *reader) unpack(r io.Reader) (io.ReaderAt, int64, error) {
	if c.packed++; c.packed > maxPacked {
		return nil, 0, fmt.Errorf("more than %d packed parts", maxPacked)
	}
	h, err := spool.Hold(r, c.TempDir)
	if h == nil {
		return nil, 0, err
	}
	c.held = append(c.held, h)
	return h, h.Size, err
}

// close frees what holds unpacked parts.
func (c *reader) close() {
	for _, h := range c.held {
		h.Close()
	}
}

// withoutArmor takes the armor of OpenPGP off a text.
func (c *reader) withoutArmor(text string) string {
	if !strings.Contains(text, "-----BEGIN PGP ") {
		return text
	}
	a := armor.Remove(text)
	if a.Encrypted {
		c.encrypted = encryptedPGP
	}
	c.ambiguous = c.ambiguous || a.Encrypted || a.Unsure
	return a.Text
}

// plainOf is a text of another kind, as far as it can be read without knowing it.
func (c *reader) plainOf(p *mime.Part, src io.ReaderAt) string {
	text := c.text(p, src)
	switch p.Media {
	case "text/html", "text/enriched", "text/richtext", "text/x-amp-html", "text/watch-html":
		return written.Unmarked(htmltext.Read(text, MaxText, c.Us, true).Text)
	}
	return written.Unmarked(written.MarkQuotes(text))
}
