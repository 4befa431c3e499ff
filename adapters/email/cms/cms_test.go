package cms

import (
	"bytes"
	"encoding/asn1"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"bridge/internal/noerr"
)

// el is an element with a definite length, in the shortest form.
func el(tag byte, content ...string) string {
	body := strings.Join(content, "")
	var head []byte
	switch n := len(body); {
	case n < 0x80:
		head = []byte{tag, byte(n)}
	default:
		head = []byte{tag, 0x84, byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)}
	}
	return string(head) + body
}

// indef is an element with an indefinite length.
func indef(tag byte, content ...string) string {
	return string([]byte{tag, 0x80}) + strings.Join(content, "") + "\x00\x00"
}

func oid(id string) string { return el(tagOID, id) }

// signed is a SignedData whose elements are made by wrap.
func signed(wrap func(byte, ...string) string, content string) string {
	return wrap(tagSequence, oid(oidSigned), wrap(tagExplicit, wrap(tagSequence,
		el(tagInteger, "\x01"), wrap(tagSet, wrap(tagSequence, oid("\x60\x86\x48\x01\x65\x03\x04\x02\x01"))),
		wrap(tagSequence, oid(oidData), content), el(tagSet))))
}

func TestOpen(t *testing.T) {
	octet := func(s string) string { return el(tagOctets, s) }
	long := strings.Repeat("Content-Type: text/plain\r\n", 1000)
	for _, c := range []struct {
		name, raw string
		kind      Kind
		content   string // "-": none
	}{
		{"definite", signed(el, el(tagExplicit, octet("hello"))), Signed, "hello"},
		{"long", signed(el, el(tagExplicit, octet(long))), Signed, long},
		{"empty", signed(el, el(tagExplicit, octet(""))), Signed, ""},
		{"indefinite", signed(indef, indef(tagExplicit, indef(tagOctetsParts, octet("hel"), octet(""), octet("lo")))), Signed, "hello"},
		{"pieces of a definite string", signed(el, el(tagExplicit, el(tagOctetsParts, octet("hel"), octet("lo")))), Signed, "hello"},
		{"pieces of pieces", signed(indef, indef(tagExplicit, indef(tagOctetsParts, el(tagOctetsParts, octet("h"), octet("e")), indef(tagOctetsParts, octet("l")), octet("lo")))), Signed, "hello"},
		{"detached", signed(el, ""), Signed, "-"},
		{"detached, indefinite", signed(indef, ""), Signed, "-"},
		{"enveloped", el(tagSequence, oid(oidEnveloped), el(tagExplicit, octet("x"))), Encrypted, "-"},
		{"enveloped, indefinite", indef(tagSequence, oid(oidEnveloped)), Encrypted, "-"},
		{"authenticated", el(tagSequence, oid(oidAuthEnveloped)), Encrypted, "-"},
		{"compressed", el(tagSequence, oid("\x2a\x86\x48\x86\xf7\x0d\x01\x09\x10\x01\x09")), Other, "-"},
	} {
		for name, r := range map[string]io.Reader{"at once": strings.NewReader(c.raw), "byte by byte": iotest.OneByteReader(strings.NewReader(c.raw))} {
			m, err := Open(r)
			if err != nil || m.Kind != c.kind {
				t.Errorf("%s, %s: %+v, %v", c.name, name, m, err)
				continue
			}
			got := "-"
			if m.Content != nil {
				b, err := io.ReadAll(m.Content)
				if err != nil {
					t.Errorf("%s, %s: %v", c.name, name, err)
				}
				got = string(b)
			}
			if got != c.content {
				t.Errorf("%s, %s: %d bytes %.40q, want %d", c.name, name, len(got), got, len(c.content))
			}
		}
	}
}

// TestNot: what is no message, and what is cut off.
func TestNot(t *testing.T) {
	whole := signed(indef, indef(tagExplicit, indef(tagOctetsParts, el(tagOctets, "hello"), el(tagOctets, "you"))))
	for name, raw := range map[string]string{
		"nothing": "", "text": "Hello there", "another sequence": el(tagSequence, el(tagInteger, "\x01")),
		"a long identifier": el(tagSequence, el(tagOID, strings.Repeat("x", 100))), "endless length": "\x30\x89\x01\x01\x01\x01\x01\x01\x01\x01\x01",
		"huge length": "\x30\x88\x7f\xff\xff\xff\xff\xff\xff\xff", "deep": signed(el, el(tagExplicit, "\x04\x80")), "in the head": whole[:20],
		"huge algorithms": el(tagSequence, oid(oidSigned), el(tagExplicit, el(tagSequence, el(tagInteger, "\x01"), el(tagSet, strings.Repeat("x", maxSkip))))),
	} {
		if _, err := Open(strings.NewReader(raw)); !errors.Is(err, ErrFormat) {
			t.Errorf("%s: %v", name, err)
		}
	}
	m, err := Open(strings.NewReader(whole[:strings.Index(whole, "you")]))
	noerr.Must(t, err)
	b, err := io.ReadAll(m.Content)
	if string(b) != "hello" || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("cut off: %q, %v", b, err)
	}
	deep := strings.Repeat("\x24\x80", maxDepth+5)
	m, err = Open(strings.NewReader(signed(indef, indef(tagExplicit, deep))))
	noerr.Must(t, err)
	if _, err := io.ReadAll(m.Content); !errors.Is(err, ErrFormat) {
		t.Errorf("too deep: %v", err)
	}
}

// FuzzOpen: nothing panics, no content is longer than its message, and where the
// standard library reads the same structure it finds the same content.
func FuzzOpen(f *testing.F) {
	f.Add([]byte(signed(el, el(tagExplicit, el(tagOctets, "hello")))))
	f.Add([]byte(signed(indef, indef(tagExplicit, indef(tagOctetsParts, el(tagOctets, "hel"), el(tagOctets, "lo"))))))
	f.Add([]byte(el(tagSequence, oid(oidEnveloped))))
	f.Fuzz(func(t *testing.T, raw []byte) {
		m, err := Open(bytes.NewReader(raw))
		if err != nil || m.Content == nil {
			return
		}
		b, err := io.ReadAll(m.Content)
		if len(b) > len(raw) {
			t.Fatalf("%d bytes of %d", len(b), len(raw))
		}
		var info struct {
			Type    asn1.ObjectIdentifier
			Content struct {
				Version    int
				Algorithms asn1.RawValue
				Encap      struct {
					Type    asn1.ObjectIdentifier
					Content []byte `asn1:"explicit,tag:0"`
				}
				Rest asn1.RawValue
			} `asn1:"explicit,tag:0"`
		}
		if rest, e := asn1.Unmarshal(raw, &info); e == nil && len(rest) == 0 && err == nil && !bytes.Equal(b, info.Content.Encap.Content) {
			t.Errorf("%q, the standard library reads %q", b, info.Content.Encap.Content)
		}
	})
}
