package turns_test

import (
	"fmt"
	"time"

	"bridge/core/envelope"
	"bridge/flow/handover"
)

// counts is turns.Counts.
type counts struct{ e *engine }

func (c counts) Attempt(string, string)     {}
func (c counts) Unregistered(envelope.Type) {}

func (c counts) Panic() { c.e.mu.Lock(); defer c.e.mu.Unlock(); c.e.panics++ }

func (c counts) Step(string, envelope.State, time.Duration) {
	c.e.mu.Lock()
	defer c.e.mu.Unlock()
	if c.e.o.stepPanics > 0 {
		c.e.o.stepPanics--
		panic("ours")
	}
}

func (c counts) Breaker(agent string, open bool) {
	c.e.mu.Lock()
	defer c.e.mu.Unlock()
	c.e.breaks = append(c.e.breaks, fmt.Sprint(agent, " ", open))
}

func (c counts) Held(string) { c.e.mu.Lock(); defer c.e.mu.Unlock(); c.e.held++ }

func (c counts) StateRefused(string) { c.e.mu.Lock(); defer c.e.mu.Unlock(); c.e.refused++ }

func (c counts) Handover(string, handover.Did) {}

func (c counts) Translated(ok bool) {
	c.e.mu.Lock()
	defer c.e.mu.Unlock()
	c.e.translated = append(c.e.translated, ok)
}
