package approvals

import (
	"sync"
	"time"

	"bridge/core/message"
)

// One address gets at most maxAnswers answers to its approval replies in
// answerWindow; prompts and notices of decisions do not count.
const (
	maxAnswers   = 10
	answerWindow = 10 * time.Minute
	// One approver is told at most so often of answers in her name that nothing proves, and
	// asked back so often for mails of hers that others may have brought.
	maxUnproven = 3
)

// maxPaced bounds the memory of a pace.
const maxPaced = 10_000

// pace counts answers by address. It lives in memory and starts empty.
type pace struct {
	mu sync.Mutex
	m  map[message.Address][]time.Time // of the answers within the window
}

// allow reports whether a may be answered now, at most so often within the window, and
// counts it.
func (p *pace) allow(a message.Address, most int, now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.m == nil || len(p.m) >= maxPaced {
		p.m = map[message.Address][]time.Time{} // rare: too many addresses, or the first
	}
	var recent []time.Time
	for _, t := range p.m[a] {
		if now.Sub(t) < answerWindow {
			recent = append(recent, t)
		}
	}
	ok := len(recent) < most
	if ok {
		recent = append(recent, now)
	}
	p.m[a] = recent
	return ok
}
