// Package spool holds one mail, or what is packed in one, while it is read: in memory, or
// in a temporary file if it is long. It bounds how many long mails are held at a time, so
// that neither the disk nor the work grows with what comes in.
package spool

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"os"
	"time"

	"bridge/internal/peers"
)

// inMemory is how many bytes are held in memory.
const inMemory = 256 << 10

// Places is how many mails that are longer than that are held at a time.
const Places = 8

// How long a long mail waits for a place before it is told to come back, and before a long
// mail that is still coming in, of a peer that has more of them, has to give way.
const (
	placeWait = 30 * time.Second
	PlaceTurn = 3 * time.Second
)

// The errors of Take, beside those of the reader, the disk and the context.
var (
	ErrTooLarge = errors.New("the mail is larger than the limit")
	ErrBusy     = errors.New("all places for long mails are taken")
	ErrGaveWay  = errors.New("the peer had to give way")
)

// Held is what is held.
type Held struct {
	io.ReaderAt
	Size    int64
	file    *os.File
	release func()
}

// Close frees the file and the place.
func (h *Held) Close() {
	if h.file != nil {
		h.file.Close()
		os.Remove(h.file.Name())
	}
	if h.release != nil {
		h.release()
	}
}

// Hold reads all of r. With an error comes what could be read; nil if it could not be
// stored. Who calls it bounds r.
func Hold(r io.Reader, dir string) (*Held, error) {
	head, more, err := readUpTo(r, nil, inMemory)
	if !more {
		return &Held{ReaderAt: bytes.NewReader(head), Size: int64(len(head))}, err
	}
	h := &Held{}
	if err := h.create(dir); err != nil {
		return nil, err
	}
	return h, h.fill(io.MultiReader(bytes.NewReader(head), r))
}

// Spool takes the mails of one channel.
type Spool struct {
	dir    string
	limit  int64
	places chan struct{}
	coming *peers.Table // of the long ones that are still coming in
}

// New returns a spool of mails of at most limit bytes, with its files in dir.
func New(dir string, limit int64) *Spool {
	return &Spool{
		dir: dir, limit: limit, places: make(chan struct{}, Places),
		coming: peers.New(peers.Limits{All: Places, Peer: Places}, nil),
	}
}

// Taken is how many places are taken.
func (s *Spool) Taken() int { return len(s.places) }

// Peer is who sends a mail.
type Peer struct {
	Addr    netip.Prefix
	GiveWay func()          // ends its connection; does not wait
	Gone    <-chan struct{} // closed when it gave way
}

// Take reads a mail. peer is nil for one that waits elsewhere, in a mailbox.
func (s *Spool) Take(ctx context.Context, r io.Reader, peer *Peer) (*Held, error) {
	head := make([]byte, 0, 16<<10) // more than most mails have
	head, more, err := readUpTo(r, head, min(inMemory, s.limit+1))
	switch {
	case int64(len(head)) > s.limit:
		return nil, ErrTooLarge
	case err != nil:
		return nil, fmt.Errorf("read mail: %w", err)
	case !more:
		return &Held{ReaderAt: bytes.NewReader(head), Size: int64(len(head))}, nil
	}

	if err := s.place(ctx, peer); err != nil {
		return nil, err
	}
	h := &Held{release: func() { <-s.places }}
	if peer != nil {
		place, err := s.coming.Enter(peer.Addr, peer.GiveWay)
		if err != nil { // cannot be: there are as many as places
			h.Close()
			return nil, fmt.Errorf("read mail: %w", err)
		}
		defer place.Leave()
	}
	if err = h.create(s.dir); err == nil {
		err = h.fill(io.MultiReader(bytes.NewReader(head), io.LimitReader(r, s.limit+1-int64(len(head)))))
	}
	if err == nil && h.Size > s.limit {
		err = ErrTooLarge
	}
	if err != nil {
		h.Close()
		return nil, err
	}
	return h, nil
}

// place waits for one of the places.
func (s *Spool) place(ctx context.Context, peer *Peer) error {
	var gone <-chan struct{}
	if peer != nil {
		gone = peer.Gone
	}
	wait, turn := time.NewTimer(placeWait), time.NewTicker(PlaceTurn)
	defer wait.Stop()
	defer turn.Stop()
	for {
		select {
		case s.places <- struct{}{}:
			return nil
		case <-turn.C:
			if peer != nil {
				s.coming.Oust(peer.Addr)
			}
		case <-wait.C:
			return ErrBusy
		case <-gone:
			return ErrGaveWay
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (h *Held) create(dir string) error {
	f, err := os.CreateTemp(dir, "bridge-mail-*")
	if err != nil {
		return fmt.Errorf("spool mail: %w", err)
	}
	h.file, h.ReaderAt = f, f
	_ = os.Remove(f.Name()) // where the system allows it: a killed process leaves nothing behind
	return nil
}

func (h *Held) fill(r io.Reader) (err error) {
	if h.Size, err = io.CopyBuffer(struct{ io.Writer }{h.file}, struct{ io.Reader }{r}, make([]byte, 64<<10)); err != nil {
		return fmt.Errorf("spool mail: %w", err)
	}
	return nil
}

// readUpTo reads until limit bytes or the end; more is true if the limit ended it.
func readUpTo(r io.Reader, b []byte, limit int64) (got []byte, more bool, err error) {
	for {
		if int64(len(b)) >= limit {
			return b[:limit], true, nil
		}
		if len(b) == cap(b) {
			b = append(b, 0)[:len(b)]
		}
		room := min(int64(cap(b)), limit)
		n, err := r.Read(b[len(b):room])
		b = b[:len(b)+n]
		if errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return b, false, nil
		}
		if err != nil {
			return b, false, err
		}
	}
}
