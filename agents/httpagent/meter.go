package httpagent

import (
	"sync"
	"time"
)

// What an agent may post for one turn, on each node: every update is kept until its turn
// has had it.
const (
	maxUpdates     = 60       // in a minute
	maxUpdateBytes = 64 << 20 // of all updates of a turn
	meterKept      = 24 * time.Hour
)

// meter counts what is posted for each turn. A turn that nothing was posted for during a
// day is forgotten. It is safe for concurrent use.
type meter struct {
	mu    sync.Mutex
	turns map[string]*posted
	swept time.Time
}

// posted is what was posted for one turn.
type posted struct {
	since time.Time // the beginning of its minute
	n     int       // in this minute
	bytes int
}

// take counts an update, or returns how long none is taken.
func (m *meter) take(now time.Time, turn string) time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	if now.Sub(m.swept) > time.Hour {
		for id, p := range m.turns {
			if now.Sub(p.since) > meterKept {
				delete(m.turns, id)
			}
		}
		m.swept = now
	}
	p := m.turns[turn]
	if p == nil {
		if m.turns == nil {
			m.turns = map[string]*posted{}
		}
		p = &posted{since: now}
		m.turns[turn] = p
	}
	if now.Sub(p.since) >= time.Minute {
		p.since, p.n = now, 0
	}
	if p.n >= maxUpdates {
		return p.since.Add(time.Minute).Sub(now)
	}
	p.n++
	return 0
}

// weigh adds the bytes of an update, and reports whether the turn may have them. What was
// not kept in the end is taken back with a negative number.
func (m *meter) weigh(turn string, bytes int) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	p := m.turns[turn]
	if p == nil {
		return bytes <= 0
	}
	if bytes > 0 && p.bytes+bytes > maxUpdateBytes {
		return false
	}
	p.bytes += bytes
	return true
}
