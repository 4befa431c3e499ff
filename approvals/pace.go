package approvals

import (
	"sync"
	"time"

	"bridge/approvals/binding"
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

// paced is whose answers are counted, and how many there are at most.
func paced(r binding.Reply) (a message.Address, most int) {
	a = message.Address(r.Limiter(string(r.From)))
	if r.Copied {
		return a, maxUnproven
	}
	return a, maxAnswers
}

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
	recent := p.recent(a, now)
	ok := len(recent) < most
	if ok {
		recent = append(recent, now)
	}
	p.m[a] = recent
	return ok
}

// last reports whether the next answer to a is the last that allow will have for a while.
func (p *pace) last(a message.Address, most int, now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.recent(a, now)) == most-1
}

// recent are the answers to a within the window.
func (p *pace) recent(a message.Address, now time.Time) (recent []time.Time) {
	for _, t := range p.m[a] {
		if now.Sub(t) < answerWindow {
			recent = append(recent, t)
		}
	}
	return recent
}
