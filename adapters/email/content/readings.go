package content

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/adapters/email/mime"
	"bridge/core/message"
	"bridge/internal/lazyre"
)

// Readings returns the other texts that a proven mail may be, where its proof leaves open
// how it is to be read: the encodings, types and character sets that fit its bytes, read
// one by one. Somebody else may have put another one on it, or taken one off. What
// people wrote in plain letters is the same in all of them; then there is none. text is
// what it shows; covered are the fields that its proof covers; shaped says that it covers
// how the mail is cut into parts. What is returned counts for a decision: quotes are left out.
func Readings(root *mime.Part, src io.ReaderAt, text string, covered []string, shaped bool, o Options) (others []string) {
	open := func(name string) bool { return !slices.Contains(covered, name) }
	typeOpen, codingOpen := open("content-type"), open("content-transfer-encoding")
	switch {
	case root.Multipart() && (!typeOpen || shaped):
		return nil // its parts have headers of their own, which are covered
	case !typeOpen && !codingOpen && !open("content-disposition"):
		return nil
	}
	types, codings := []string{root.Header.Get("content-type")}, []string{root.Header.Get("content-transfer-encoding")}
	if codingOpen {
		codings = []string{"8bit", "quoted-printable", "base64"}
	}
	labelled, _, _ := o.Us.Said(text, o.Proof)
	add := func(text string) {
		same := func(have string) bool { return slices.Equal(strings.Fields(have), strings.Fields(text)) }
		if !same(labelled) && !slices.ContainsFunc(others, same) && len(others) < message.MaxReadings {
			others = append(others, text)
		}
	}
	for _, coding := range codings {
		if typeOpen {
			types = typesOf(decoded(root, src, coding))
		}
		for _, kind := range types {
			if text, fits := readAs(root.As(kind, coding), src, coding, o); fits {
				add(text)
			}
		}
	}
	return others
}

var (
	tagLike = lazyre.New(`<[A-Za-z/!?]`)
	utf7    = lazyre.New(`\+[A-Za-z0-9+/]+-`)
)

// typesOf are the types that decoded bytes may be of, as far as they read differently.
func typesOf(b []byte) []string {
	types := []string{"text/plain; charset=utf-8", "text/plain; charset=utf-8; format=flowed"}
	for kind, fits := range map[string]bool{
		"text/html; charset=utf-8":         tagLike.Match(b),
		"text/plain; charset=utf-7":        utf7.Match(b),
		"text/plain; charset=iso-2022-jp":  bytes.IndexByte(b, 0x1b) >= 0,
		"text/plain; charset=hz-gb-2312":   bytes.Contains(b, []byte("~{")),
		"text/plain; charset=windows-1252": !utf8.Valid(b),
	} {
		if fits {
			types = append(types, kind)
		}
	}
	slices.Sort(types)
	return types
}

// decoded is the text of the mail under an encoding, as far as it is looked at.
func decoded(root *mime.Part, src io.ReaderAt, coding string) []byte {
	r, _ := root.As("text/plain", coding).Open(src)
	b, _ := io.ReadAll(io.LimitReader(r, MaxText)) // of a reader that fails the beginning is enough
	return b
}

// readAs reads the mail as the part it would be of another type and encoding; fits is
// false if it cannot be of that encoding.
func readAs(p *mime.Part, src io.ReaderAt, coding string, o Options) (text string, fits bool) {
	if strings.EqualFold(coding, "base64") {
		r, _ := p.Open(src)
		b, err := io.ReadAll(io.LimitReader(r, MaxText))
		if err != nil || r.Damaged() || len(b) == 0 || !utf8.Valid(b) || bytes.ContainsFunc(b, func(c rune) bool { return unicode.IsControl(c) && !unicode.IsSpace(c) }) {
			return "", false
		}
	}
	c := reader{Options: o, src: src, room: MaxText}
	defer c.close()
	text, _, _ = o.Us.Said(strings.Trim(c.collect(p, true).text, "\n"), o.Proof)
	return text, true
}
