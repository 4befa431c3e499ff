package sqlite

import (
	"sync"
	"time"

	"bridge/store/ground"
	"bridge/store/lanes"
)

// Bounds of what is kept in memory, in bytes.
const (
	hotItem    = 64 << 10
	hotAll     = 8 << 20
	recentBody = 16 << 10
	recentAll  = 8 << 20
	overhead   = 160 // of one in a map
)

// hot is an item that was never claimed, as it is in the file: most items are claimed
// right after they were put, and then need not be read.
type hot struct {
	id      string
	payload []byte
}

func (h hot) size() int { return len(h.id) + len(h.payload) + overhead }

// hots are hot items by seq.
type hots struct {
	mu    sync.Mutex
	all   map[int64]hot
	bytes int
}

func (x *hots) add(added []lanes.Added, items []hot) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for i, a := range added {
		if h := items[i]; a.Entry.Due == 0 && h.size() <= hotItem && x.bytes+h.size() <= hotAll {
			x.all[a.Entry.Seq] = h
			x.bytes += h.size()
		}
	}
}

// take takes an item out.
func (x *hots) take(seq int64) (hot, bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	h, ok := x.all[seq]
	if ok {
		delete(x.all, seq)
		x.bytes -= h.size()
	}
	return h, ok
}

// cached is a record as it was written or read last; without a version there is none, not even one
// whose time is over.
type cached struct {
	key     ground.Key
	unknown bool  // it must be read
	n       int64 // its row
	version int64
	until   int64
	body    []byte
}

func (c *cached) size() int { return len(c.key.Kind) + len(c.key.ID) + len(c.body) + overhead }

// recent keeps records that were written lately: the next message of a conversation and
// the answer to this one ask for them. This process is the only one that writes, and only
// what was committed is put here, in the order of the commits: so it is as good as the file.
type recent struct {
	mu      sync.Mutex
	all     map[ground.Key]cached
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
func (r *recent) keep(c cached, since int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.changes == since && len(c.body) <= recentBody {
		r.set(c)
	}
}

func (r *recent) set(c cached) {
	if old, ok := r.all[c.key]; ok {
		r.bytes -= old.size()
	}
	r.all[c.key] = c
	r.bytes += c.size()
	for k, c := range r.all { // any
		if r.bytes <= recentAll {
			return
		}
		r.bytes -= c.size()
		delete(r.all, k)
	}
}

// put notes what was written.
func (r *recent) put(all []cached) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.changes++
	for _, c := range all {
		if !c.unknown && len(c.body) <= recentBody {
			r.set(c)
		} else if old, ok := r.all[c.key]; ok {
			r.bytes -= old.size()
			delete(r.all, c.key)
		}
	}
}

// of returns what is kept of a record.
func (r *recent) of(k ground.Key) (cached, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c, ok := r.all[k]
	return c, ok
}

// over reports whether the time of a record is over.
func (c *cached) over(now time.Time) bool { return c.until != 0 && c.until <= now.UnixMicro() }

// record is what is there at a time.
func (c *cached) record(now time.Time) ground.Record {
	if c.version == 0 || c.over(now) {
		return ground.Record{Key: c.key}
	}
	return ground.Record{Key: c.key, Version: c.version, Body: c.body[:len(c.body):len(c.body)]}
}
