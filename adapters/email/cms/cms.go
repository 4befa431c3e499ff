// Package cms finds what an S/MIME message (RFC 8551, RFC 5652) carries: it reads
// the head of the BER encoding and hands out the content as a stream, in constant
// memory. It verifies no signature and decrypts nothing.
package cms

import (
	"bufio"
	"errors"
	"io"
)

// Kind is what a message is.
type Kind int

// The kinds that can be told.
const (
	Other     Kind = iota // neither of the following: compressed, a digest, a receipt
	Signed                // the content is in clear below its signature
	Encrypted             // enveloped, authenticated-enveloped or encrypted data
)

// Message is the head of a message.
type Message struct {
	Kind Kind
	// Content is the signed content; nil if it stands elsewhere (a detached
	// signature), or is not plain data. It is read from the reader that Open got.
	// A cut-off message ends with io.ErrUnexpectedEOF behind what there is.
	Content io.Reader
}

// ErrFormat says that something is not a CMS message.
var ErrFormat = errors.New("not a CMS message")

// Limits of the encoding.
const (
	maxLength = 1 << 40 // of one element, in bytes
	maxDepth  = 16      // of nested elements
	maxOID    = 32      // bytes of an object identifier
	maxSkip   = 1 << 20 // bytes between the beginning and the content
)

// Object identifiers as they are encoded.
const (
	oidData          = "\x2a\x86\x48\x86\xf7\x0d\x01\x07\x01"
	oidSigned        = "\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02"
	oidEnveloped     = "\x2a\x86\x48\x86\xf7\x0d\x01\x07\x03"
	oidEncrypted     = "\x2a\x86\x48\x86\xf7\x0d\x01\x07\x06"
	oidAuthEnveloped = "\x2a\x86\x48\x86\xf7\x0d\x01\x09\x10\x01\x17"
)

// Tags of the elements that matter.
const (
	tagEnd         = 0x00
	tagInteger     = 0x02
	tagOctets      = 0x04
	tagOID         = 0x06
	tagOctetsParts = 0x24 // an octet string made of octet strings
	tagSequence    = 0x30
	tagSet         = 0x31
	tagExplicit    = 0xa0 // [0]
)

// Open reads the head of a message. The error is ErrFormat or the reader's own.
func Open(r io.Reader) (Message, error) {
	d := &decoder{r: bufio.NewReaderSize(r, 4<<10)}
	m, err := d.open()
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = ErrFormat // it ends before its content
	}
	return m, err
}

func (d *decoder) open() (Message, error) {
	if _, err := d.want(tagSequence); err != nil {
		return Message{}, err
	}
	kind, err := d.oid()
	if err != nil {
		return Message{}, err
	}
	switch kind {
	case oidEnveloped, oidEncrypted, oidAuthEnveloped:
		return Message{Kind: Encrypted}, nil
	case oidSigned:
	default:
		return Message{}, nil
	}
	m := Message{Kind: Signed}
	for _, tag := range []byte{tagExplicit, tagSequence} {
		if _, err := d.want(tag); err != nil {
			return m, err
		}
	}
	for _, tag := range []byte{tagInteger, tagSet} { // version, digest algorithms
		length, err := d.want(tag)
		if err != nil {
			return m, err
		}
		if err := d.skip(length); err != nil {
			return m, err
		}
	}
	length, err := d.want(tagSequence)
	if err != nil {
		return m, err
	}
	end := d.pos + length
	if kind, err = d.oid(); err != nil || kind != oidData || (length >= 0 && d.pos >= end) {
		return m, err
	}
	tag, _, err := d.head()
	if err != nil || tag != tagExplicit {
		return m, err // detached
	}
	tag, length, err = d.head()
	switch {
	case err != nil:
		return m, err
	case tag == tagOctets && length >= 0:
		m.Content = &octets{d: d, left: length}
	case tag == tagOctetsParts:
		m.Content = &octets{d: d, open: []int64{d.end(length)}}
	default:
		return m, ErrFormat
	}
	return m, nil
}

// decoder reads elements one after the other.
type decoder struct {
	r   *bufio.Reader
	pos int64
}

func (d *decoder) byte() (byte, error) {
	b, err := d.r.ReadByte()
	if err == nil {
		d.pos++
	}
	return b, err
}

// head reads a tag and a length; -1 is an indefinite one.
func (d *decoder) head() (tag byte, length int64, err error) {
	if tag, err = d.byte(); err != nil {
		return 0, 0, err
	}
	if tag&0x1f == 0x1f {
		return 0, 0, ErrFormat // nothing here has a tag of more bytes
	}
	b, err := d.byte()
	if err != nil {
		return 0, 0, err
	}
	if b < 0x80 {
		return tag, int64(b), nil
	}
	n := int(b & 0x7f)
	if n == 0 {
		if tag&0x20 == 0 {
			return 0, 0, ErrFormat // only constructed elements may be indefinite
		}
		return tag, -1, nil
	}
	if n > 8 {
		return 0, 0, ErrFormat
	}
	for range n {
		if b, err = d.byte(); err != nil {
			return 0, 0, err
		}
		if length = length<<8 | int64(b); length > maxLength {
			return 0, 0, ErrFormat
		}
	}
	return tag, length, nil
}

// want reads the head of an element that has to be there.
func (d *decoder) want(tag byte) (length int64, err error) {
	got, length, err := d.head()
	if err == nil && got != tag {
		err = ErrFormat
	}
	return length, err
}

func (d *decoder) oid() (string, error) {
	n, err := d.want(tagOID)
	if err != nil {
		return "", err
	}
	if n > maxOID {
		return "", ErrFormat
	}
	b := make([]byte, n)
	got, err := io.ReadFull(d.r, b)
	d.pos += int64(got)
	return string(b), err
}

// skip passes over the content of an element.
func (d *decoder) skip(length int64) error {
	if length >= 0 {
		return d.discard(length)
	}
	for depth := 1; depth > 0; {
		tag, n, err := d.head()
		switch {
		case err != nil:
			return err
		case tag == tagEnd && n == 0:
			depth--
		case n < 0:
			if depth++; depth > maxDepth {
				return ErrFormat
			}
		default:
			if err := d.discard(n); err != nil {
				return err
			}
		}
		if d.pos > maxSkip {
			return ErrFormat
		}
	}
	return nil
}

func (d *decoder) discard(n int64) error {
	if d.pos+n > maxSkip {
		return ErrFormat
	}
	got, err := d.r.Discard(int(n))
	d.pos += int64(got)
	return err
}

// end is where an element of a length ends; -1 if the encoding says it later.
func (d *decoder) end(length int64) int64 {
	if length < 0 {
		return -1
	}
	return d.pos + length
}

// octets reads an octet string, in one piece or in many.
type octets struct {
	d    *decoder
	left int64   // of the piece
	open []int64 // the ends of the elements around it
}

func (o *octets) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	for o.left == 0 {
		if err := o.next(); err != nil {
			return 0, err
		}
	}
	n, err := o.d.r.Read(p[:min(int64(len(p)), o.left)])
	o.d.pos += int64(n)
	o.left -= int64(n)
	if n > 0 {
		return n, nil
	}
	return 0, cutOff(err)
}

// next goes to the next piece; io.EOF behind the last one.
func (o *octets) next() error {
	for len(o.open) > 0 {
		end := o.open[len(o.open)-1]
		if end >= 0 && o.d.pos >= end {
			o.open = o.open[:len(o.open)-1]
			continue
		}
		tag, length, err := o.d.head()
		switch {
		case err != nil:
			return cutOff(err)
		case tag == tagEnd && length == 0 && end < 0:
			o.open = o.open[:len(o.open)-1]
		case tag == tagOctets && length > 0:
			o.left = length
			return nil
		case tag == tagOctets:
		case tag == tagOctetsParts && len(o.open) < maxDepth:
			o.open = append(o.open, o.d.end(length))
		default:
			return ErrFormat
		}
	}
	return io.EOF
}

// cutOff tells an end that comes too early from the true one.
func cutOff(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
