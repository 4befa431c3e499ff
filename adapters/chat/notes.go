package chat

import (
	"slices"
	"sync"
	"time"

	"bridge/core/message"
)

// note is what a page that is open hears of a message that was sent to somebody.
type note struct {
	ID       message.MessageID    `json:"id"`
	To       message.Address      `json:"to"`
	Kind     message.OutboundKind `json:"kind"`
	Text     string               `json:"text,omitempty"` // of a notice
	Turn     message.TurnID       `json:"turnId,omitempty"`
	Approval message.ApprovalID   `json:"approvalId,omitempty"`
	At       time.Time            `json:"at"`
}

// notes are the newest of this node. A page that was away for a moment gets what it missed.
type notes struct {
	mu      *sync.Mutex
	kept    []kept
	moved   chan struct{}
	closed  bool
	numbers int64
}

type kept struct {
	note
	n  int64
	at time.Time
}

const (
	keptNotes = 1000
	noteLife  = 10 * time.Minute
)

func newNotes() notes { return notes{mu: &sync.Mutex{}, moved: make(chan struct{}), numbers: 1} }

// add keeps a note. One that is sent again is one.
func (s *notes) add(n note, now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || slices.ContainsFunc(s.kept, func(k kept) bool { return k.ID == n.ID && k.To == n.To }) {
		return
	}
	s.numbers++
	old := len(s.kept) - keptNotes + 1
	s.kept = slices.DeleteFunc(s.kept, func(k kept) bool { old--; return old >= 0 || now.Sub(k.at) > noteLife })
	s.kept = append(s.kept, kept{n, s.numbers, now})
	close(s.moved)
	s.moved = make(chan struct{})
}

// after are the notes to an address behind a number, and what says that there are more. Of
// a page that opens (0) there are none before.
func (s *notes) after(to message.Address, n int64) (list []kept, last int64, moved <-chan struct{}, closed bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n > 0 && n <= s.numbers {
		for _, k := range s.kept {
			if k.n > n && k.To == to {
				list = append(list, k)
			}
		}
	}
	return list, s.numbers, s.moved, s.closed
}

// close ends all that wait: the bridge stops.
func (s *notes) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.closed = true
		close(s.moved)
	}
}
