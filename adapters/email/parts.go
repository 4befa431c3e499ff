package email

import (
	"bytes"
	"io"
	"strings"
)

// Part is a part of a mail that has no parts itself.
type Part struct {
	Media string    // type/subtype, lower case
	Name  string    // the file name that the sender gave, untrusted; "" if none
	Text  string    // what text/… says, in UTF-8; "" for all others
	Body  io.Reader // the decoded bytes of what is no text; nil for text
}

// Parts reads a mail as the channel does and hands out its parts in order, each
// decoded. Body can be read until each returns. Programs that measure the reader
// call it. The error is one of each, or says which limit the mail breaks.
func Parts(src io.ReaderAt, size int64, each func(Part) error) error {
	root, _, err := scan(src, size)
	if err != nil {
		return err
	}
	return walkParts(root, src, each)
}

func walkParts(p *part, src io.ReaderAt, each func(Part) error) error {
	for _, c := range p.children {
		if err := walkParts(c, src, each); err != nil {
			return err
		}
	}
	if p.multipart() {
		return nil
	}
	r, _ := p.open(src)
	out := Part{Media: p.media, Name: p.givenName()}
	if !strings.HasPrefix(p.media, "text/") {
		out.Body = r
		return each(out)
	}
	var b bytes.Buffer
	b.Grow(int(max(p.end-p.start, 0)) + bytes.MinRead)
	if _, err := b.ReadFrom(r); err != nil {
		return err
	}
	out.Text, _ = decodeCharset(p.params["charset"], b.Bytes())
	return each(out)
}

// Text reads a mail as the channel does and returns the text that it shows, with
// its quotes. Programs that measure the reader call it.
func Text(src io.ReaderAt, size int64) (string, error) {
	root, _, err := scan(src, size)
	if err != nil {
		return "", err
	}
	c := content{src: src, room: maxText}
	defer c.close()
	b := c.collect(root, true)
	if blank(b.text) {
		return c.spareText(), nil
	}
	return unmarked(b.text), nil
}
