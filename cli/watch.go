package cli

import (
	"sync"
	"time"

	"bridge/config"
)

// watch sees that the files of the configuration have changed, where nobody can send a signal: the kubelet
// writes a changed ConfigMap or Secret and tells nobody.
type watch struct {
	every time.Duration // 0: it never looks
	find  func() (string, error)

	mu     sync.Mutex
	known  string // the fingerprint of what was read last, good or bad
	latest string // of the last look
}

// look is when to look next; nil: never.
func (w *watch) look() <-chan time.Time {
	if w.every <= 0 {
		return nil
	}
	return time.After(w.every)
}

// judged says that the files are read now.
func (w *watch) judged() {
	if w.every <= 0 {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.known = w.print()
	w.latest = w.known
}

// changed looks. What has changed since the last look may be half written: it counts at the next.
func (w *watch) changed() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := w.print()
	same := now == w.latest
	w.latest = now
	return same && now != w.known
}

func (w *watch) print() string {
	path, err := w.find()
	if err != nil {
		return err.Error()
	}
	return config.Fingerprint(path)
}
