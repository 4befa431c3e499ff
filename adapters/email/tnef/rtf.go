package tnef

import (
	"bytes"
	"encoding/binary"
	"errors"
	"html"
	"strconv"
	"strings"
	"unicode/utf16"
)

// maxRTF is how much is decompressed.
const maxRTF = 4 << 20

// dictionary is what every compressed RTF begins with (MS-OXRTFCP).
const dictionary = "{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx"

var errRTF = errors.New("damaged compressed RTF")

// decompress reads compressed RTF. With an error comes what could be read.
func decompress(b []byte) ([]byte, error) {
	if len(b) < 16 {
		return nil, errRTF
	}
	size, kind := int(binary.LittleEndian.Uint32(b[4:])), string(b[8:12])
	b = b[16:]
	switch kind {
	case "MELA": // not compressed
		return b[:min(size, len(b), maxRTF)], nil
	case "LZFu":
	default:
		return nil, errRTF
	}
	var window [4096]byte
	at := copy(window[:], dictionary)
	out := make([]byte, 0, min(size, 4*len(b), maxRTF))
	for len(b) > 0 {
		flags := b[0]
		b = b[1:]
		for bit := range 8 {
			if len(out) >= min(size, maxRTF) {
				return out, nil
			}
			if flags&(1<<bit) == 0 {
				if len(b) < 1 {
					return out, errRTF
				}
				out = append(out, b[0])
				window[at] = b[0]
				at, b = (at+1)%len(window), b[1:]
				continue
			}
			if len(b) < 2 {
				return out, errRTF
			}
			ref := int(b[0])<<8 | int(b[1])
			b = b[2:]
			from := ref >> 4
			if from == at {
				return out, nil // the end mark
			}
			for range ref&15 + 2 {
				c := window[from]
				out = append(out, c)
				window[at] = c
				from, at = (from+1)%len(window), (at+1)%len(window)
			}
		}
	}
	if len(out) >= size {
		return out, nil // without its end mark
	}
	return out, errRTF
}

// maxGroups is how deep the groups of a document are nested.
const maxGroups = 500

// skipped are the groups that hold no text.
var skipped = map[string]bool{
	"fonttbl": true, "colortbl": true, "stylesheet": true, "info": true, "pict": true, "object": true, "header": true, "footer": true,
	"headerl": true, "headerr": true, "footerl": true, "footerr": true, "fldinst": true, "listtable": true, "xe": true, "tc": true,
}

// symbols are control words that stand for text.
var symbols = map[string]string{
	"par": "\n", "line": "\n", "sect": "\n", "page": "\n", "row": "\n", "cell": "\t", "tab": "\t", "lquote": "‘", "rquote": "’",
	"ldblquote": "“", "rdblquote": "”", "bullet": "•", "endash": "–", "emdash": "—", "emspace": " ", "enspace": " ",
}

// group is the state of a group of RTF.
type group struct {
	skip    bool // nothing in it is text
	tag     bool // it holds HTML as it was
	shadow  bool // what it holds is in the HTML in another form
	unicode int  // how many bytes stand for a Unicode character besides it
}

// FromRTF reads the text of an RTF document. Where the document was made of HTML,
// isHTML is true and that HTML is returned, in UTF-8.
func FromRTF(doc []byte) (text string, isHTML bool) {
	isHTML = bytes.Contains(doc[:min(len(doc), 1000)], []byte(`\fromhtml1`))
	r := rtf{html: isHTML, g: group{unicode: 1}, page: 1252}
	r.read(doc)
	return r.out.String(), isHTML
}

type rtf struct {
	html  bool
	g     group
	stack []group
	page  int
	out   strings.Builder
	drop  int  // bytes that stand for the Unicode character before them
	star  bool // \* was met: a group that is not known is skipped
	high  rune // the first half of a character
}

func (r *rtf) read(doc []byte) {
	for len(doc) > 0 && r.out.Len() < maxRTF {
		switch c := doc[0]; c {
		case '{':
			if len(r.stack) == maxGroups {
				return
			}
			r.stack = append(r.stack, r.g)
			r.star, r.drop = false, 0
			doc = doc[1:]
		case '}':
			if len(r.stack) == 0 {
				return
			}
			r.g = r.stack[len(r.stack)-1]
			r.stack = r.stack[:len(r.stack)-1]
			r.drop = 0
			doc = doc[1:]
		case '\\':
			doc = r.control(doc[1:])
		case '\r', '\n':
			doc = doc[1:]
		default:
			n := bytes.IndexAny(doc, "{}\\\r\n")
			if n < 0 {
				n = len(doc)
			}
			r.bytes(doc[:n])
			doc = doc[n:]
		}
	}
}

// control reads what follows a backslash and returns what follows that.
func (r *rtf) control(doc []byte) []byte {
	if len(doc) == 0 {
		return nil
	}
	switch c := doc[0]; {
	case c == '\'':
		if len(doc) >= 3 {
			if v, err := strconv.ParseUint(string(doc[1:3]), 16, 8); err == nil {
				r.bytes([]byte{byte(v)})
			}
			return doc[3:]
		}
		return nil
	case c == '*':
		r.star = true
		return doc[1:]
	case c == '~':
		r.text(" ")
		return doc[1:]
	case c == '_':
		r.text("-")
		return doc[1:]
	case c == '\\' || c == '{' || c == '}':
		r.bytes(doc[:1])
		return doc[1:]
	case c == '\n' || c == '\r':
		r.word("par", 0, false)
		return doc[1:]
	case c < 'a' || c > 'z':
		return doc[1:]
	}
	n := 0
	for n < len(doc) && n < 32 && doc[n] >= 'a' && doc[n] <= 'z' {
		n++
	}
	word := string(doc[:n])
	m := n
	if m < len(doc) && doc[m] == '-' {
		m++
	}
	for m < len(doc) && m < n+11 && doc[m] >= '0' && doc[m] <= '9' {
		m++
	}
	value, err := strconv.Atoi(string(doc[n:m]))
	if m < len(doc) && doc[m] == ' ' {
		m++
	}
	doc = doc[m:]
	if word == "bin" && err == nil && value > 0 {
		return doc[min(value, len(doc)):]
	}
	r.word(word, value, err == nil)
	return doc
}

func (r *rtf) word(word string, value int, given bool) {
	star := r.star
	r.star = false
	switch {
	case word == "htmltag":
		r.g.tag, r.g.skip = r.html, !r.html
	case word == "htmlrtf":
		r.g.shadow = r.html && (!given || value != 0)
	case word == "u" && given:
		r.unicode(value)
	case word == "uc" && given && value >= 0 && value < 10:
		r.g.unicode = value
	case word == "ansicpg" && given:
		r.page = value
	case symbols[word] != "":
		if r.html && !r.g.tag && symbols[word] == "\n" {
			r.text("\r\n")
			return
		}
		r.text(symbols[word])
	case skipped[word] || star:
		r.g.skip = true
	}
}

func (r *rtf) unicode(v int) {
	if v < 0 {
		v += 1 << 16
	}
	c := rune(v)
	switch {
	case c >= 0xd800 && c < 0xdc00:
		r.high = c
	case c >= 0xdc00 && c < 0xe000 && r.high != 0:
		r.text(string(utf16.DecodeRune(r.high, c)))
		r.high = 0
	default:
		r.text(string(c))
	}
	r.drop = r.g.unicode
}

// bytes writes text in the document's code page.
func (r *rtf) bytes(b []byte) {
	n := min(r.drop, len(b))
	r.drop -= n
	if b = b[n:]; len(b) == 0 {
		return
	}
	s, _ := codepage(r.page).NewDecoder().String(string(b)) // a byte that is nothing becomes U+FFFD
	r.text(s)
}

func (r *rtf) text(s string) {
	if r.g.skip || r.g.shadow {
		return
	}
	if r.html && !r.g.tag {
		s = html.EscapeString(s)
	}
	r.out.WriteString(s)
}
