// Package tnef reads what Outlook packs into winmail.dat (MS-OXTNEF): the text of
// a message and its attachments. What can be read is read; a damaged file gives
// what stands before the damage. Memory does not depend on the attachments, which
// stay where they are.
package tnef

import (
	"encoding/binary"
	"errors"
	"io"
	"strings"
	"unicode/utf16"

	"golang.org/x/text/encoding/charmap"
)

// Limits of one file.
const (
	maxAttachments = 500
	maxAttributes  = 20_000
	maxProperties  = 5_000    // of one message or attachment
	maxValue       = 1 << 20  // bytes of a text or a name
	maxBlock       = 16 << 20 // bytes of the properties of one message or attachment
)

// ErrFormat says that something is not a TNEF file.
var ErrFormat = errors.New("not a TNEF file")

// File is what is in a winmail.dat.
type File struct {
	Text        string // plain text
	HTML        []byte // as it was; Codepage is its charset if it names none
	RTF         []byte // decompressed
	Codepage    int    // Windows code page of HTML; 0 = unknown
	Attachments []Attachment
	Damaged     bool // something is missing
}

// Attachment is a file that is stored within another one.
type Attachment struct {
	Name         string // untrusted; "" if it has none
	Media        string // as it was declared; "" if it was not
	Offset, Size int64  // of the bytes
	Message      bool   // it is a message of its own, in TNEF
}

const signature = 0x223e9f78

// Attributes of the format.
const (
	attBody       = 0x800c
	attProps      = 0x9003
	attRender     = 0x9002
	attData       = 0x800f
	attTitle      = 0x8010
	attAttachment = 0x9005
	attCodepage   = 0x9007
)

// Properties that matter.
const (
	propBody       = 0x1000
	propRTF        = 0x1009
	propHTML       = 0x1013
	propName       = 0x3001
	propData       = 0x3701
	propFilename   = 0x3704
	propLongName   = 0x3707
	propMedia      = 0x370e
	propCodepage   = 0x3fde
	typeInteger    = 0x0003
	typeObject     = 0x000d
	typeString8    = 0x001e
	typeUnicode    = 0x001f
	typeBinary     = 0x0102
	manyValues     = 0x1000
	firstNamedProp = 0x8000
)

// Read reads a file of size bytes. The error is ErrFormat or the reader's own.
func Read(src io.ReaderAt, size int64) (*File, error) {
	var head [6]byte
	if n, err := src.ReadAt(head[:], 0); n < len(head) {
		if err == nil || errors.Is(err, io.EOF) {
			err = ErrFormat
		}
		return nil, err
	}
	if binary.LittleEndian.Uint32(head[:]) != signature {
		return nil, ErrFormat
	}
	r := reader{src: src, size: size, f: &File{}}
	pos := int64(len(head))
	for n := 0; pos < size; n++ {
		var a [9]byte // level, id, type, length
		if got, _ := src.ReadAt(a[:], pos); got < len(a) || n == maxAttributes {
			r.f.Damaged = true
			break
		}
		id, length := binary.LittleEndian.Uint16(a[1:]), int64(binary.LittleEndian.Uint32(a[5:]))
		start := pos + int64(len(a))
		pos = start + length + 2 // a checksum follows
		if start+length > size {
			r.f.Damaged = true
			length = size - start
		}
		r.attribute(id, start, length)
	}
	r.f.Text = r.text()
	if r.f.Codepage == 0 {
		r.f.Codepage = r.page
	}
	return r.f, nil
}

type reader struct {
	src  io.ReaderAt
	size int64
	f    *File
	page int    // of 8-bit texts
	body []byte // of attBody
	uni  string // of the property
}

// bytes reads at most limit bytes of a value.
func (r *reader) bytes(at, length, limit int64) []byte {
	if length > limit {
		r.f.Damaged = true
		length = limit
	}
	if length <= 0 {
		return nil
	}
	b := make([]byte, min(length, max(r.size-at, 0)))
	n, _ := r.src.ReadAt(b, at)
	return b[:n]
}

func (r *reader) attribute(id uint16, at, length int64) {
	switch id {
	case attCodepage:
		if b := r.bytes(at, length, 8); len(b) >= 4 {
			r.page = int(binary.LittleEndian.Uint32(b))
		}
	case attBody:
		r.body = r.bytes(at, length, maxValue)
	case attProps:
		r.properties(at, length, nil)
	case attRender:
		if len(r.f.Attachments) == maxAttachments {
			r.f.Damaged = true
			return
		}
		r.f.Attachments = append(r.f.Attachments, Attachment{})
	case attTitle, attData, attAttachment:
		n := len(r.f.Attachments)
		if n == 0 {
			r.f.Damaged = true
			return
		}
		a := &r.f.Attachments[n-1]
		switch id {
		case attTitle:
			if a.Name == "" {
				a.Name = r.string8(r.bytes(at, length, maxValue))
			}
		case attData:
			a.Offset, a.Size = at, length
		default:
			r.properties(at, length, a)
		}
	}
}

// properties reads the properties of the message, or of an attachment.
func (r *reader) properties(at, length int64, a *Attachment) {
	if length > maxBlock && a == nil {
		r.f.Damaged = true
		length = maxBlock
	}
	p := props{r: r, pos: at, end: min(at+length, r.size)}
	count := p.uint32()
	long := false
	for i := uint32(0); i < count && !p.bad; i++ {
		if i == maxProperties {
			p.bad = true
			break
		}
		id, kind, start, n := p.next()
		if p.bad {
			break
		}
		switch {
		case a == nil:
			r.ofMessage(id, kind, start, n)
		case id == propLongName && n > 0:
			a.Name, long = r.string(kind, start, n), true
		case (id == propFilename || id == propName) && !long && a.Name == "":
			a.Name = r.string(kind, start, n)
		case id == propMedia:
			a.Media = r.string(kind, start, n)
		case id == propData && kind == typeObject && n > 16:
			a.Offset, a.Size, a.Message = start+16, n-16, true // behind the id of its interface
		case id == propData && kind == typeBinary && a.Size == 0:
			a.Offset, a.Size = start, n
		}
	}
	r.f.Damaged = r.f.Damaged || p.bad
}

func (r *reader) ofMessage(id, kind uint16, at, n int64) {
	switch id {
	case propBody:
		r.uni = r.string(kind, at, n)
	case propHTML:
		r.f.HTML = r.bytes(at, n, maxValue)
	case propRTF:
		if kind == typeBinary {
			rtf, err := decompress(r.bytes(at, n, maxBlock))
			r.f.RTF = rtf
			r.f.Damaged = r.f.Damaged || err != nil
		}
	case propCodepage:
		if b := r.bytes(at, n, 4); kind == typeInteger && len(b) == 4 {
			r.f.Codepage = int(binary.LittleEndian.Uint32(b))
		}
	}
}

// text is the plain text, of the property before the attribute.
func (r *reader) text() string {
	if r.uni != "" {
		return r.uni
	}
	return r.string8(r.body)
}

func (r *reader) string(kind uint16, at, n int64) string {
	b := r.bytes(at, n, maxValue)
	if kind != typeUnicode {
		return r.string8(b)
	}
	u := make([]uint16, len(b)/2)
	for i := range u {
		u[i] = binary.LittleEndian.Uint16(b[2*i:])
	}
	return upToNUL(string(utf16.Decode(u)))
}

// string8 reads text in a code page. Those that are not of one byte each are
// mostly a text in Unicode too, which is preferred.
func (r *reader) string8(b []byte) string {
	if s := string(b); r.page == 65001 {
		return upToNUL(strings.ToValidUTF8(s, "\ufffd"))
	}
	s, err := codepage(r.page).NewDecoder().String(string(b))
	if err != nil {
		r.f.Damaged = true
	}
	return upToNUL(s)
}

func upToNUL(s string) string {
	s, _, _ = strings.Cut(s, "\x00")
	return s
}

// codepage is a Windows code page of one byte a character.
func codepage(n int) *charmap.Charmap {
	pages := map[int]*charmap.Charmap{
		437: charmap.CodePage437, 850: charmap.CodePage850, 852: charmap.CodePage852, 866: charmap.CodePage866, 874: charmap.Windows874,
		1250: charmap.Windows1250, 1251: charmap.Windows1251, 1253: charmap.Windows1253, 1254: charmap.Windows1254,
		1255: charmap.Windows1255, 1256: charmap.Windows1256, 1257: charmap.Windows1257, 1258: charmap.Windows1258,
	}
	if cm := pages[n]; cm != nil {
		return cm
	}
	return charmap.Windows1252
}

// props reads a block of properties one after the other.
type props struct {
	r        *reader
	pos, end int64
	bad      bool
	buf      [4]byte
}

func (p *props) uint32() uint32 {
	if p.bad || p.pos+4 > p.end {
		p.bad = true
		return 0
	}
	if n, _ := p.r.src.ReadAt(p.buf[:], p.pos); n < 4 {
		p.bad = true
		return 0
	}
	p.pos += 4
	return binary.LittleEndian.Uint32(p.buf[:])
}

// skip passes over n bytes and what fills them up to four.
func (p *props) skip(n int64) {
	p.pos += (n + 3) &^ 3
	if n < 0 || p.pos > p.end+3 {
		p.bad = true
	}
}

// next reads one property and says where its first value is.
func (p *props) next() (id, kind uint16, start, length int64) {
	tag := p.uint32()
	kind, id = uint16(tag), uint16(tag>>16)
	if id >= firstNamedProp {
		p.skip(16)
		if p.uint32() != 0 { // a name, not a number
			p.skip(int64(p.uint32()))
		} else {
			p.uint32()
		}
		id = 0 // none that we look at
	}
	many := kind&manyValues != 0
	kind &^= manyValues
	size := map[uint16]int64{2: 4, 3: 4, 4: 4, 5: 8, 6: 8, 7: 8, 0xa: 4, 0xb: 4, 0x14: 8, 0x40: 8, 0x48: 16}[kind]
	variable := kind == typeObject || kind == typeString8 || kind == typeUnicode || kind == typeBinary
	if size == 0 && !variable {
		p.bad = true
		return 0, 0, 0, 0
	}
	count := uint32(1)
	if many || variable {
		if count = p.uint32(); count > maxProperties {
			p.bad = true
		}
	}
	for i := uint32(0); i < count && !p.bad; i++ {
		n := size
		if variable {
			n = int64(p.uint32())
		}
		if i == 0 {
			start, length = p.pos, n
		}
		p.skip(n)
	}
	if start+length > p.end {
		p.bad = true
	}
	if many {
		id = 0
	}
	return id, kind, start, length
}
