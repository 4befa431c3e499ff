// Package stream is the form in which all that a store holds is written into a file, whatever
// store it is: a line that says what it is, a head, the records, the items, an end with their
// numbers, and the SHA-256 of all before it. A frame is a byte that says what it has, the
// length of that, and that; a part that cuts off anywhere has no end.
package stream

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"time"

	"bridge/store/ground"
)

// version of the form. Of what the records hold says Head.Format.
const version = 1

const intro = "bridge records\n"

// The frames.
const (
	frameHead   = 'H' // Head, JSON
	frameRecord = 'R'
	frameGone   = 'G' // a record that is not there, whatever was told before
	frameItem   = 'I'
	frameEnd    = 'E' // End, JSON
	frameSum    = 'S' // the last
)

// mostFrame bounds a frame: a body, and what is said of it.
const mostFrame = ground.MaxBody + 2<<20

// Head is what is said before all.
type Head struct {
	Version int    `json:"version"` // of the form
	Format  int    `json:"format"`  // of what the records hold: ground.Description.Format
	Store   string `json:"store"`   // that it is of: ground.Description.Kind
	Bridge  string `json:"bridge"`  // the version that wrote it
}

// End is what is said last.
type End struct {
	At      time.Time `json:"at"` // all is as it was then
	Clock   int64     `json:"clock"`
	Records int       `json:"records"`
	Items   int       `json:"items"`
}

// ErrDamaged is returned for what is no whole stream.
var ErrDamaged = errors.New("the records are not whole")

// ErrNewer is returned for what a newer bridge has written.
var ErrNewer = errors.New("the records were written by a newer bridge")

// Writer is a ground.Taker that writes a stream.
type Writer struct {
	w    *bufio.Writer
	sum  hash.Hash
	end  End
	b    []byte
	head []byte
}

// NewWriter begins a stream.
func NewWriter(w io.Writer, h Head) (*Writer, error) {
	h.Version = version
	s := &Writer{sum: sha256.New()}
	s.w = bufio.NewWriterSize(w, 1<<16)
	text, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	if err := s.put([]byte(intro)); err != nil {
		return nil, err
	}
	return s, s.frame(frameHead, text)
}

func (s *Writer) put(b []byte) error {
	_, _ = s.sum.Write(b) // never fails
	_, err := s.w.Write(b)
	return err
}

func (s *Writer) frame(kind byte, b []byte) error {
	s.head = binary.AppendUvarint(append(s.head[:0], kind), uint64(len(b)))
	if err := s.put(s.head); err != nil {
		return err
	}
	return s.put(b)
}

func (s *Writer) text(t string) {
	s.b = binary.AppendUvarint(s.b, uint64(len(t)))
	s.b = append(s.b, t...)
}

func (s *Writer) number(n int64) { s.b = binary.AppendVarint(s.b, n) }

// Record implements ground.Taker.
func (s *Writer) Record(k ground.Kept) error {
	s.b = s.b[:0]
	s.text(k.Kind)
	s.text(k.ID)
	s.end.Records++
	if k.Gone {
		return s.frame(frameGone, s.b)
	}
	s.number(k.Until)
	s.text(k.Label)
	s.number(int64(len(k.Index)))
	for _, e := range k.Index {
		s.text(e.Index)
		s.number(e.At)
	}
	s.b = append(s.b, k.Body...)
	return s.frame(frameRecord, s.b)
}

// Item implements ground.Taker.
func (s *Writer) Item(u ground.Unfinished) error {
	s.b = s.b[:0]
	for _, t := range []string{u.Queue, u.Lane, u.ID, u.Why} {
		s.text(t)
	}
	begun := int64(0)
	if u.Begun {
		begun = 1
	}
	for _, n := range []int64{u.Seq, int64(u.Rank), u.Due, u.At, int64(u.Attempts), begun, int64(u.Doubts)} {
		s.number(n)
	}
	s.b = append(s.b, u.Payload...)
	s.end.Items++
	return s.frame(frameItem, s.b)
}

// Close ends the stream.
func (s *Writer) Close(c ground.Copied) error {
	s.end.At, s.end.Clock = c.At, c.Clock
	text, err := json.Marshal(s.end)
	if err != nil {
		return err
	}
	if err := s.frame(frameEnd, text); err != nil {
		return err
	}
	if err := s.frame(frameSum, s.sum.Sum(nil)); err != nil {
		return err
	}
	return s.w.Flush()
}

// nobody takes what is only read.
type nobody struct{}

// Record implements ground.Taker.
func (nobody) Record(ground.Kept) error { return nil }

// Item implements ground.Taker.
func (nobody) Item(ground.Unfinished) error { return nil }

// Read reads a stream to its end, and holds it to what is said there; what is in it is told as
// it comes. to is called with the head before anything else; nil: it is only read. Behind the end there is nothing.
func Read(r io.Reader, to func(Head) (ground.Taker, error)) (End, error) {
	in := &reader{r: bufio.NewReaderSize(r, 1<<16), sum: sha256.New()}
	first := make([]byte, len(intro))
	if _, err := io.ReadFull(in, first); err != nil || string(first) != intro {
		return End{}, fmt.Errorf("%w: they do not begin like records", ErrDamaged)
	}
	kind, b, err := in.frame()
	if err != nil {
		return End{}, err
	}
	var h Head
	if kind != frameHead || json.Unmarshal(b, &h) != nil || h.Version < 1 {
		return End{}, fmt.Errorf("%w: the head", ErrDamaged)
	}
	if h.Version > version {
		return End{}, fmt.Errorf("%w, in the form %d; this one reads %d", ErrNewer, h.Version, version)
	}
	taker := ground.Taker(nobody{})
	if to != nil {
		if taker, err = to(h); err != nil {
			return End{}, err
		}
	}
	return in.rest(taker)
}

func (in *reader) rest(to ground.Taker) (End, error) {
	var seen End
	for {
		kind, b, err := in.frame()
		if err != nil {
			return seen, err
		}
		f := fields{b: b}
		switch kind {
		case frameRecord, frameGone:
			k := f.record(kind == frameGone)
			if seen.Items > 0 || f.bad || k.Check() != nil {
				return seen, fmt.Errorf("%w: record %d", ErrDamaged, seen.Records+1)
			}
			seen.Records++
			if err := to.Record(k); err != nil {
				return seen, err
			}
		case frameItem:
			u := f.item()
			if f.bad || u.Check() != nil {
				return seen, fmt.Errorf("%w: item %d", ErrDamaged, seen.Items+1)
			}
			seen.Items++
			if err := to.Item(u); err != nil {
				return seen, err
			}
		case frameEnd:
			var e End
			if json.Unmarshal(b, &e) != nil || e.Records != seen.Records || e.Items != seen.Items {
				return seen, fmt.Errorf("%w: what is said at the end is something else", ErrDamaged)
			}
			sum := in.sum.Sum(nil)
			if kind, b, err := in.frame(); err != nil {
				return seen, err
			} else if kind != frameSum || !bytes.Equal(b, sum) {
				return seen, fmt.Errorf("%w: their sum is another", ErrDamaged)
			}
			if _, err := in.r.ReadByte(); !errors.Is(err, io.EOF) {
				return seen, fmt.Errorf("%w: something is behind the end", ErrDamaged)
			}
			return e, nil
		default:
			return seen, fmt.Errorf("%w: there is a frame %q", ErrDamaged, kind)
		}
	}
}

// reader reads frames, and sums up what it reads.
type reader struct {
	r   *bufio.Reader
	sum hash.Hash
	b   bytes.Buffer
}

// Read implements io.Reader.
func (in *reader) Read(p []byte) (int, error) {
	n, err := in.r.Read(p)
	_, _ = in.sum.Write(p[:n]) // never fails
	return n, err
}

// ReadByte implements io.ByteReader.
func (in *reader) ReadByte() (byte, error) {
	b, err := in.r.ReadByte()
	if err == nil {
		_, _ = in.sum.Write([]byte{b}) // never fails
	}
	return b, err
}

// frame reads one; its bytes are good until the next.
func (in *reader) frame() (kind byte, b []byte, err error) {
	if kind, err = in.ReadByte(); err != nil {
		return 0, nil, cut(err)
	}
	n, err := binary.ReadUvarint(in)
	if err != nil {
		return 0, nil, cut(err)
	}
	if n > mostFrame {
		return 0, nil, fmt.Errorf("%w: a frame of %d bytes", ErrDamaged, n)
	}
	in.b.Reset()
	if _, err := io.CopyN(&in.b, in, int64(n)); err != nil { // it grows as it comes
		return 0, nil, cut(err)
	}
	return kind, in.b.Bytes(), nil
}

// cut is the error of a stream that ends too early, or cannot be read.
func cut(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("%w: they end in the middle", ErrDamaged)
	}
	return err
}

// fields reads what is in a frame.
type fields struct {
	b   []byte
	bad bool
}

func (f *fields) text() string {
	n, used := binary.Uvarint(f.b)
	if used <= 0 || n > uint64(len(f.b)-used) {
		f.bad, f.b = true, nil
		return ""
	}
	t := string(f.b[used : used+int(n)])
	f.b = f.b[used+int(n):]
	return t
}

func (f *fields) number() int64 {
	n, used := binary.Varint(f.b)
	if used <= 0 {
		f.bad, f.b = true, nil
		return 0
	}
	f.b = f.b[used:]
	return n
}

func (f *fields) record(gone bool) ground.Kept {
	k := ground.Kept{Key: ground.Key{Kind: f.text(), ID: f.text()}, Gone: gone}
	if gone {
		f.bad = f.bad || len(f.b) > 0
		return k
	}
	k.Until, k.Label = f.number(), f.text()
	n := f.number()
	if n < 0 || n > ground.MaxIndex {
		f.bad = true
		return k
	}
	for range n {
		k.Index = append(k.Index, ground.Entry{Index: f.text(), At: f.number()})
	}
	k.Body = bytes.Clone(f.b)
	return k
}

func (f *fields) item() ground.Unfinished {
	u := ground.Unfinished{Queue: f.text(), Lane: f.text(), ID: f.text(), Why: f.text()}
	u.Seq, u.Rank, u.Due, u.At = f.number(), int(f.number()), f.number(), f.number()
	u.Attempts, u.Begun, u.Doubts = int(f.number()), f.number() == 1, int(f.number())
	u.Payload = bytes.Clone(f.b)
	return u
}
