package report

import (
	"io"
	"strings"

	"bridge/adapters/email/mime"
)

// Of is a mail whose parts are known, as Read takes it. subject is decoded.
func Of(root *mime.Part, src io.ReaderAt, subject string) Mail {
	r := Mail{Subject: subject, Failed: root.Header.All("x-failed-recipients")}
	root.Walk(func(p *mime.Part) {
		if len(p.Children) > 0 || strings.HasPrefix(p.Media, "multipart/") && p != root {
			return
		}
		media := p.Media
		if strings.HasPrefix(media, "multipart/") { // its parts were not found: all of it is text
			media = "text/plain"
		}
		r.Parts = append(r.Parts, Part{Media: media, Body: &lateBody{p: p, src: src}})
	})
	return r
}

// maxReport is how much of one part is decoded: more than report reads.
const maxReport = 256 << 10

// lateBody decodes a part when it is read: most parts never are.
type lateBody struct {
	p   *mime.Part
	src io.ReaderAt
	r   io.Reader
}

// Read returns the part's text in UTF-8.
func (b *lateBody) Read(buf []byte) (int, error) {
	if b.r == nil {
		text, err := b.p.Text(b.src, maxReport)
		if err != nil {
			return 0, err
		}
		b.r = strings.NewReader(text)
	}
	return b.r.Read(buf)
}
