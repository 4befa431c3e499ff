package sqlite

import (
	"slices"
	"sync"
	"time"

	"bridge/admission"
	"bridge/message"
	"bridge/turns"
)

// Bounds of recent: about 10 MB.
const (
	recentSessions = 4096
	freshTurns     = 16384
)

// recent keeps in memory what the next message of a conversation, and the answer
// to this one, need to know: reading it from the file costs as much as writing.
// This process is the only one that writes, and only what the writer committed
// is put here, in the order of the commits: so it is as good as the file. What is
// not here is read.
type recent struct {
	mu       sync.Mutex
	sessions map[message.SessionID]*recentSession
	fresh    map[message.TurnID]struct{} // turns that are known to have no steps
}

type recentSession struct {
	session admission.Session // with an ID if it is known
	usedAt  time.Time
	known   bool // last is known
	any     bool // there is a last
	last    turns.Last
}

func newRecent() *recent {
	return &recent{sessions: map[message.SessionID]*recentSession{}, fresh: map[message.TurnID]struct{}{}}
}

// forget lets everything go: something was deleted.
func (r *recent) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	clear(r.sessions)
	clear(r.fresh)
}

// session returns a session and when it was used last, if it is known here.
func (r *recent) session(id message.SessionID) (admission.Session, time.Time, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if s := r.sessions[id]; s != nil && s.session.ID != "" {
		return s.session, s.usedAt, true // nobody changes a session's record, nor its participants
	}
	return admission.Session{}, time.Time{}, false
}

// at returns the entry of a session, which may be a new one.
func (r *recent) at(id message.SessionID) *recentSession {
	s := r.sessions[id]
	if s == nil {
		if len(r.sessions) >= recentSessions {
			for any := range r.sessions {
				delete(r.sessions, any)
				break
			}
		}
		s = &recentSession{}
		r.sessions[id] = s
	}
	return s
}

// used notes a session that was committed or used; without says that it has no turns.
func (r *recent) used(ses admission.Session, at time.Time, without bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.at(ses.ID)
	s.session, s.usedAt = ses, at
	s.session.Participants = slices.Clone(ses.Participants)
	if without && !s.known {
		s.known = true
	}
}

// stepped notes the last turn of a session.
func (r *recent) stepped(id message.SessionID, last turns.Last) {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.at(id)
	s.known, s.any, s.last = true, true, last
}

// start notes a turn without steps. The writer calls it before the commit: a turn
// that is not committed has none either.
func (r *recent) start(id message.TurnID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.fresh) < freshTurns {
		r.fresh[id] = struct{}{}
	}
}

// step takes a turn out that is about to have a step; true if it has none yet.
func (r *recent) step(id message.TurnID) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, fresh := r.fresh[id]
	delete(r.fresh, id)
	return fresh
}

// before returns what is known before a step, if all of it is known here.
func (r *recent) before(id message.SessionID, t message.TurnID) (turns.Before, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.sessions[id]
	if _, fresh := r.fresh[t]; !fresh || s == nil || !s.known {
		return turns.Before{}, false
	}
	return turns.Before{Last: s.last, Any: s.any}, true
}
