package a2a

import (
	"errors"
	"sync"
)

// maxHeld is how many bytes of memory all requests that are read or wait may have.
const maxHeld = 256 << 20

// memory is what of it is taken. A peer may have no more than it leaves for the others, so
// that one of them alone gets half of it at most, and none can keep the rest out.
type memory struct {
	mu  sync.Mutex
	all int64
	by  map[string]int64 // of each peer that has some
}

var errBusy = errors.New("too many requests are under way")

func (m *memory) add(peer string, bytes int64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.by == nil {
		m.by = map[string]int64{}
	}
	m.all += bytes
	if m.by[peer] += bytes; m.by[peer] == 0 {
		delete(m.by, peer)
	}
	if bytes > 0 && m.by[peer] > maxHeld-m.all {
		return errBusy
	}
	return nil
}

// hold is what a call has of the memory. It is given back when the request is answered and
// nobody takes its message in any more: that goes on when its sender hangs up.
type hold struct {
	all   *memory
	peer  string
	mu    sync.Mutex
	bytes int64
	users int
}

// enter is for those who use the body; false if it has been let go of.
func (h *hold) enter() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.users == 0 {
		return false
	}
	h.users++
	return true
}

func (h *hold) leave() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.users--; h.users == 0 {
		h.give(h.bytes)
	}
}

// give returns bytes; giving never fails.
func (h *hold) give(bytes int64) {
	h.bytes -= bytes
	_ = h.all.add(h.peer, -bytes)
}

// grow takes so many bytes more, if there are. What it has taken it has even then.
func (h *hold) grow(by int64) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.bytes += by
	return h.all.add(h.peer, by)
}

// shrink gives back all but so many bytes.
func (h *hold) shrink(to int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if to < h.bytes {
		h.give(h.bytes - to)
	}
}
