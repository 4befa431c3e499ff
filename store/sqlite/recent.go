package sqlite

import (
	"sync"

	"bridge/store/ground"
)

// Bounds of what is kept in memory, in bytes.
const (
	recentBody = 16 << 10
	recentAll  = 8 << 20
	overhead   = 160 // of one in a map
)

// recent keeps records that were written lately: the next message of a conversation and
// the answer to this one ask for them. This process is the only one that writes, and only
// what was committed is put here, in the order of the commits: so it is as good as the file.
type recent struct {
	mu      sync.Mutex
	all     map[ground.Key]*record
	bytes   int
	changes int64 // how often put was called
}

// seen is how often something was put so far.
func (r *recent) seen() int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.changes
}

// keep notes what was read, unless something was put since: that may be newer.
func (r *recent) keep(c *record, since int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.changes == since {
		r.set(c)
	}
}

func (r *recent) set(c *record) {
	r.drop(r.all[c.key])
	if len(c.body) > recentBody {
		return
	}
	r.all[c.key] = c
	r.bytes += c.size()
	for _, c := range r.all { // any
		if r.bytes <= recentAll {
			return
		}
		r.drop(c)
	}
}

func (r *recent) drop(c *record) {
	if c != nil {
		r.bytes -= c.size()
		delete(r.all, c.key)
	}
}

// put notes what was written.
func (r *recent) put(all []*record) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(all) > 0 {
		r.changes++
	}
	for _, c := range all {
		r.set(c)
	}
}

// of returns what is kept of a record, or nil.
func (r *recent) of(k ground.Key) *record {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.all[k]
}
