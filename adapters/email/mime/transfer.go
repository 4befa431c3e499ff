package mime

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
)

// Body decodes the transfer encoding of a body and keeps what can be
// decoded.
type Body interface {
	io.Reader
	// Damaged reports, after the end, whether something could not be decoded.
	Damaged() bool
}

type plainReader struct{ io.Reader }

func (plainReader) Damaged() bool { return false }

// base64Reader decodes leniently: characters outside the alphabet are skipped,
// what follows the padding is decoded too, a cut-off end keeps its whole bytes.
type base64Reader struct {
	r    *bufio.Reader
	acc  uint32
	n    int  // sextets in acc
	pads int  // '=' that must still come
	end  bool // padding was met: nothing may follow
	bad  bool
	done bool
	rest []byte // decoded for a reader that took less than a group
}

func (d *base64Reader) Damaged() bool { return d.bad }

func (d *base64Reader) Read(p []byte) (int, error) {
	if len(d.rest) == 0 && len(p) >= 3 {
		return d.groups(p)
	}
	if len(d.rest) == 0 && len(p) > 0 {
		var group [3]byte
		n, err := d.groups(group[:])
		if n == 0 {
			return 0, err
		}
		d.rest = append(d.rest, group[:n]...)
	}
	n := copy(p, d.rest)
	d.rest = d.rest[n:]
	return n, nil
}

// groups decodes into p, which has room for three bytes at least.
func (d *base64Reader) groups(p []byte) (int, error) {
	n := 0
	for len(p)-n >= 3 && !d.done {
		if d.n == 0 && !d.end {
			n += d.clean(p[n:])
			if len(p)-n < 3 {
				break
			}
		}
		c, err := d.r.ReadByte()
		if err != nil {
			d.done = true
			if d.n > 0 || d.pads > 0 {
				d.bad = true
			}
			n += d.flush(p[n:])
			if !errors.Is(err, io.EOF) {
				return n, err
			}
			break
		}
		v := sextet(c)
		switch {
		case v >= 0:
			d.bad = d.bad || d.end
			d.acc, d.n = d.acc<<6|uint32(v), d.n+1
			if d.n == 4 {
				p[n], p[n+1], p[n+2] = byte(d.acc>>16), byte(d.acc>>8), byte(d.acc)
				n += 3
				d.acc, d.n = 0, 0
			}
		case c == '=':
			switch {
			case d.n >= 2:
				d.pads = 3 - d.n
			case d.n == 0 && d.pads > 0:
				d.pads--
			default:
				d.bad = true
			}
			d.end = true
			n += d.flush(p[n:])
		case c != '\r' && c != '\n' && c != ' ' && c != '\t':
			d.bad = true
		}
	}
	if n == 0 && d.done {
		return 0, io.EOF
	}
	return n, nil
}

// clean decodes whole groups of what is buffered, up to a character that is
// neither of the alphabet nor of a line end.
func (d *base64Reader) clean(p []byte) int {
	b, _ := d.r.Peek(d.r.Buffered())
	i, n := 0, 0
	for len(p)-n >= 3 && i < len(b) {
		if b[i] == '\n' || b[i] == '\r' {
			i++
			continue
		}
		if len(b)-i < 4 {
			break
		}
		v := int32(sextets[b[i]])<<18 | int32(sextets[b[i+1]])<<12 | int32(sextets[b[i+2]])<<6 | int32(sextets[b[i+3]])
		if v < 0 {
			break
		}
		p[n], p[n+1], p[n+2] = byte(v>>16), byte(v>>8), byte(v)
		i, n = i+4, n+3
	}
	_, _ = d.r.Discard(i) // it is buffered
	return n
}

// flush writes the whole bytes of an unfinished group.
func (d *base64Reader) flush(p []byte) int {
	n := 0
	switch d.n {
	case 2:
		p[0] = byte(d.acc >> 4)
		n = 1
	case 3:
		p[0], p[1] = byte(d.acc>>10), byte(d.acc>>2)
		n = 2
	}
	d.acc, d.n = 0, 0
	return n
}

// sextets is the value of each character of the alphabet, -1 for all others.
var sextets = func() (t [256]int8) {
	for c := range t {
		t[c] = int8(sextet(byte(c)))
	}
	return t
}()

func sextet(c byte) int {
	switch {
	case c >= 'A' && c <= 'Z':
		return int(c - 'A')
	case c >= 'a' && c <= 'z':
		return int(c-'a') + 26
	case c >= '0' && c <= '9':
		return int(c-'0') + 52
	case c == '+':
		return 62
	case c == '/':
		return 63
	}
	return -1
}

// qpReader decodes quoted-printable leniently: a '=' that begins no escape
// stays, lines may have any length.
type qpReader struct {
	r   *bufio.Reader
	buf []byte // decoded, not yet read
	eof bool
	bad bool
}

func (d *qpReader) Damaged() bool { return d.bad }

func (d *qpReader) Read(p []byte) (int, error) {
	for len(d.buf) == 0 {
		if d.eof {
			return 0, io.EOF
		}
		line, err := d.r.ReadSlice('\n')
		switch {
		case err == nil:
		case errors.Is(err, bufio.ErrBufferFull):
			// A piece must not end within an escape: it is completed.
			line = append([]byte(nil), line...)
			for i := 0; i < 2 && bytes.LastIndexByte(line, '=') >= len(line)-2; i++ {
				c, err := d.r.ReadByte()
				if err != nil {
					break
				}
				line = append(line, c)
			}
		case errors.Is(err, io.EOF):
			d.eof = true
		default:
			return 0, err
		}
		d.line(line)
	}
	n := copy(p, d.buf)
	d.buf = d.buf[n:]
	return n, nil
}

func (d *qpReader) line(line []byte) {
	d.buf = d.buf[:0]
	body := bytes.TrimRight(line, "\r\n")
	end := line[len(body):]
	if len(end) > 0 {
		trimmed := bytes.TrimRight(body, " \t")
		if bytes.HasSuffix(trimmed, []byte("=")) {
			d.decode(trimmed[:len(trimmed)-1]) // a soft break
			return
		}
		body = trimmed // blanks before a line end were added on the way
	} else if d.eof && bytes.HasSuffix(body, []byte("=")) {
		body = body[:len(body)-1]
	}
	d.decode(body)
	d.buf = append(d.buf, end...)
}

func (d *qpReader) decode(b []byte) {
	for {
		i := bytes.IndexByte(b, '=')
		if i < 0 {
			d.buf = append(d.buf, b...)
			return
		}
		d.buf = append(d.buf, b[:i]...)
		b = b[i:]
		if len(b) > 2 {
			if hi, lo := unhex(b[1]), unhex(b[2]); hi >= 0 && lo >= 0 {
				d.buf, b = append(d.buf, byte(hi<<4|lo)), b[3:]
				continue
			}
		}
		d.bad = true
		d.buf, b = append(d.buf, '='), b[1:]
	}
}

// base64Only is the beginning of a body that is base64, without what a list or a
// server has put below it.
func base64Only(raw []byte) []byte {
	end := 0
	for line := range bytes.Lines(raw) {
		text := bytes.TrimSpace(line)
		for _, c := range text {
			if sextet(c) < 0 && c != '=' {
				return raw[:end]
			}
		}
		end += len(line)
		if bytes.HasSuffix(text, []byte("=")) {
			break
		}
	}
	return raw[:end]
}

// notBase64 reports whether text that is said to be base64 reads as words as it
// is: most of its lines have blanks in them.
func notBase64(raw []byte) bool {
	lines, words := 0, 0
	for line := range bytes.Lines(raw) {
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		if bytes.ContainsFunc(line, func(r rune) bool { return r < ' ' && r != '\t' }) {
			return false
		}
		lines++
		if bytes.IndexByte(line, ' ') > 0 {
			words++
		}
	}
	return words*2 > lines
}

// Misnamed is the text of a body that says it is base64 and whose text fits no character
// set: what is no base64 at all, or has something below it that a list or a server put
// there. n is how many decoded bytes were looked at.
func (p *Part) Misnamed(src io.ReaderAt, n int) (text string, ok bool) {
	if !strings.EqualFold(strings.TrimSpace(p.Header.Get("content-transfer-encoding")), "base64") {
		return "", false
	}
	raw, _ := io.ReadAll(io.NewSectionReader(src, p.start, min(p.Size(), int64(n*4/3)+1024)))
	if notBase64(raw) {
		text, _ = DecodeCharset(p.Params["charset"], raw)
		return text, true
	}
	only, err := io.ReadAll(&base64Reader{r: bufio.NewReader(bytes.NewReader(base64Only(raw)))})
	if err != nil || len(only) == 0 {
		return "", false
	}
	return DecodeCharset(p.Params["charset"], only)
}
