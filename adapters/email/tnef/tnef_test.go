package tnef

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf16"
)

// le is a number of n bytes, the smallest first.
func le(v uint64, n int) string {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], v)
	return string(b[:n])
}

func file(attributes ...string) string {
	return le(signature, 4) + le(1, 2) + strings.Join(attributes, "")
}

func attribute(level byte, id uint16, data string) string {
	sum := 0
	for _, c := range []byte(data) {
		sum += int(c)
	}
	return string([]byte{level}) + le(uint64(id), 2) + le(6, 2) + le(uint64(len(data)), 4) + data + le(uint64(sum), 2)
}

func block(props ...string) string { return le(uint64(len(props)), 4) + strings.Join(props, "") }

func prop(id, kind uint16, value string) string {
	head := le(uint64(kind), 2) + le(uint64(id), 2)
	switch kind {
	case typeObject, typeString8, typeUnicode, typeBinary:
		return head + le(1, 4) + le(uint64(len(value)), 4) + value + strings.Repeat("\x00", (4-len(value)%4)%4)
	}
	return head + value
}

func utf16le(s string) string {
	var b strings.Builder
	for _, u := range utf16.Encode([]rune(s + "\x00")) {
		b.WriteString(le(uint64(u), 2))
	}
	return b.String()
}

// literal is RTF in the compressed form, with nothing compressed but one
// reference into the dictionary, where it begins with "{\rtf1".
func literal(rtf string) string {
	var b strings.Builder
	tail := strings.TrimPrefix(rtf, `{\rtf1`)
	if tail == rtf {
		panic("no RTF")
	}
	b.WriteString("\x01" + "\x00\x04") // six bytes from offset 0
	at := len(dictionary) + 6
	for i, n := 0, 7; i < len(tail); n = 8 {
		m := min(n, len(tail)-i)
		if n == 8 {
			b.WriteByte(0)
		}
		b.WriteString(tail[i : i+m])
		i += m
		at += m
	}
	// The end mark stands in a group of its own, whatever is left of the last one.
	if rest := (len(tail) - 7) % 8; len(tail) >= 7 && rest != 0 {
		b.WriteString(strings.Repeat("\x00", 8-rest))
	}
	body := b.String()
	return le(uint64(len(body)+12), 4) + le(uint64(len(rtf)), 4) + "LZFu" + le(0, 4) + body
}

func TestRead(t *testing.T) {
	rtf := `{\rtf1\ansi\ansicpg1252\fromhtml1 \deff0{\fonttbl{\f0 Arial;}}{\*\htmltag64 <p>}\htmlrtf \par \htmlrtf0 caf\'e9 & \u8364?{\*\htmltag72 </p>}}`
	raw := file(
		attribute(1, attCodepage, le(1252, 4)+le(0, 4)),
		attribute(1, attBody, "plain caf\xe9\x00"),
		attribute(1, attProps, block(
			prop(0x0e1f, 0x000b, le(1, 4)),
			prop(0x8001, typeInteger, "0123456789abcdef"+le(0, 4)+le(0x8501, 4)+le(7, 4)),
			prop(0x8002, typeUnicode, ""), // replaced below: a named property
			prop(propRTF, typeBinary, literal(rtf)),
			prop(propCodepage, typeInteger, le(65001, 4)),
		)),
		attribute(2, attRender, "x"),
		attribute(2, attTitle, "SHORT~1.TXT\x00"),
		attribute(2, attData, "first file"),
		attribute(2, attAttachment, block(prop(propLongName, typeUnicode, utf16le("a löng name.txt")), prop(propMedia, typeString8, "text/plain\x00"))),
		attribute(2, attRender, "x"),
		attribute(2, attTitle, "b.bin\x00"),
		attribute(2, attData, ""),
		attribute(2, attRender, "x"),
		attribute(2, attAttachment, block(prop(propName, typeString8, "A message\x00"), prop(propData, typeObject, "0123456789abcdef"+file()))),
	)
	named := prop(0x8002, typeUnicode, "")
	raw = strings.Replace(raw, named, le(typeUnicode, 2)+le(0x8002, 2)+"0123456789abcdef"+le(1, 4)+le(6, 4)+"n\x00a\x00\x00\x00\x00\x00"+le(1, 4)+le(2, 4)+"\x00\x00\x00\x00", 1)
	// The attribute became longer.
	at := strings.Index(raw, le(attProps, 2)+le(6, 2)) + 4
	length := binary.LittleEndian.Uint32([]byte(raw[at:])) + uint32(len(le(typeUnicode, 2)+le(0x8002, 2))+16+4+4+8+4+4+4-len(named))
	raw = raw[:at] + le(uint64(length), 4) + raw[at+4:]

	f, err := Read(strings.NewReader(raw), int64(len(raw)))
	if err != nil || f.Damaged {
		t.Fatalf("%+v, %v", f, err)
	}
	if f.Text != "plain café" || f.Codepage != 65001 || string(f.RTF) != rtf {
		t.Errorf("text %q, code page %d, RTF %q", f.Text, f.Codepage, f.RTF)
	}
	if text, isHTML := FromRTF(f.RTF); !isHTML || text != "<p>café &amp; €</p>" {
		t.Errorf("HTML %q, %v", text, isHTML)
	}
	if len(f.Attachments) != 3 {
		t.Fatalf("attachments %+v", f.Attachments)
	}
	for i, want := range []struct {
		name, media, content string
		message              bool
	}{{"a löng name.txt", "text/plain", "first file", false}, {"b.bin", "", "", false}, {"A message", "", file(), true}} {
		a := f.Attachments[i]
		content, err := io.ReadAll(io.NewSectionReader(strings.NewReader(raw), a.Offset, a.Size))
		if err != nil || a.Name != want.name || a.Media != want.media || string(content) != want.content || a.Message != want.message {
			t.Errorf("attachment %d: %+v %q", i, a, content)
		}
	}

	// However it is cut off, what stands before is read.
	for cut := range len(raw) {
		f, err := Read(strings.NewReader(raw[:cut]), int64(cut))
		if cut < 6 != errors.Is(err, ErrFormat) {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		if cut > len(raw)-10 && cut < len(raw)-2 && (!f.Damaged || len(f.Attachments) != 3 || f.Text != "plain café") {
			t.Errorf("cut at %d: %+v", cut, f)
		}
	}
	if _, err := Read(strings.NewReader("Hello you"), 9); !errors.Is(err, ErrFormat) {
		t.Errorf("no TNEF: %v", err)
	}
}

func TestFromRTF(t *testing.T) {
	for rtf, want := range map[string]string{
		`{\rtf1\ansi{\fonttbl{\f0 Arial;}}{\colortbl;\red0;}\pard Hello\par{\b you}\'e9 \{x\}\tab y}`: "Hello\nyou\u00e9 {x}\ty",
		`{\rtf1\ansicpg1251 \'ef\'f0\'e8\uc1\u1074?\u-10179?\u-8704?{\*\generator Riched;}.}`:         "прив😀.",
		`{\rtf1 {\pict 00ff}a{\object{\objdata 00}}b\bin3 xyzc}`:                                      "abc",
		`{\rtf1 one}} two`:                             "one",
		`{\rtf1 ` + strings.Repeat("{", 600) + "x":     "",
		`{\rtf1 {\field{\*\fldinst x}{\fldrslt link}}`: "link",
		`\`:    "",
		`{\'4`: "",
	} {
		if got, isHTML := FromRTF([]byte(rtf)); got != want || isHTML {
			t.Errorf("%.60s: %q, want %q", rtf, got, want)
		}
	}
}

func TestDecompress(t *testing.T) {
	// The example of MS-OXRTFCP 4.1.1.
	raw := "\x2d\x00\x00\x00\x2b\x00\x00\x00\x4c\x5a\x46\x75\xf1\xc5\xc7\xa7\x03\x00\x0a\x00\x72\x63\x70\x67\x31\x32\x35\x42\x32\x0a\xf3\x20\x68\x65\x6c\x09\x00\x20\x62\x77\x05\xb0\x6c\x64\x7d\x0a\x80\x0f\xa0"
	got, err := decompress([]byte(raw))
	if want := "{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n"; string(got) != want || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	for i := range len(raw) {
		if got, err := decompress([]byte(raw[:i])); err == nil && len(got) != 43 {
			t.Errorf("cut at %d: %q", i, got)
		}
	}
	if got, err := decompress([]byte(le(20, 4) + le(3, 4) + "MELA" + le(0, 4) + "abcde")); string(got) != "abc" || err != nil {
		t.Errorf("not compressed: %q, %v", got, err)
	}
	bomb := le(9, 4) + le(1<<31, 4) + "LZFu" + le(0, 4) + strings.Repeat("\xff"+strings.Repeat("\x00\x1f", 8), 1<<16)
	if got, _ := decompress([]byte(bomb)); len(got) > maxRTF+20 {
		t.Errorf("a bomb became %d bytes", len(got))
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(file(attribute(1, attBody, "x"), attribute(1, attProps, block(prop(propRTF, typeBinary, literal(`{\rtf1 hello}`)), prop(propBody, typeUnicode, utf16le("hi")))),
		attribute(2, attRender, ""), attribute(2, attTitle, "a"), attribute(2, attData, "b"), attribute(2, attAttachment, block(prop(propLongName, typeString8, "n"))))))
	f.Fuzz(func(t *testing.T, raw []byte) {
		r, err := Read(bytes.NewReader(raw), int64(len(raw)))
		if err != nil {
			return
		}
		for _, a := range r.Attachments {
			if a.Offset < 0 || a.Size < 0 || a.Offset+a.Size > int64(len(raw)) {
				t.Errorf("%+v of %d bytes", a, len(raw))
			}
		}
		if text, _ := FromRTF(r.RTF); len(text) > 8*maxRTF {
			t.Errorf("%d bytes of text", len(text))
		}
	})
}

func FuzzRTF(f *testing.F) {
	f.Add([]byte(`{\rtf1\ansi\fromhtml1{\*\htmltag64 <p>}\htmlrtf x\htmlrtf0 y\'e9\u8364?\bin2 ab}`))
	f.Fuzz(func(_ *testing.T, raw []byte) {
		FromRTF(raw)
		_, _ = decompress(raw)
	})
}
