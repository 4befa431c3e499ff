package out

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sony/gobreaker/v2"

	"bridge/core/message"
)

// The breaker of an endpoint opens after so many failures in a row, of any messages.
// Then all of them wait, but for one at a time that tries whether it answers again.
const (
	tripAfter = 5
	openFor   = 30 * time.Second
	probeWait = time.Second // while another message tries
)

// maxEndpoints bounds the breakers that are remembered. What goes beyond begins anew.
const maxEndpoints = 1000

// breakers are the breakers of this node, by endpoint.
type breakers struct {
	opened func()

	mu sync.Mutex
	m  map[string]*breaker
}

type breaker struct {
	*gobreaker.CircuitBreaker[message.Receipt]
	since atomic.Int64 // when it opened last, Unix nanoseconds
}

func (b *breakers) of(endpoint string) *breaker {
	b.mu.Lock()
	defer b.mu.Unlock()
	if x := b.m[endpoint]; x != nil {
		return x
	}
	if b.m == nil || len(b.m) >= maxEndpoints {
		b.m = map[string]*breaker{}
	}
	x := &breaker{}
	x.CircuitBreaker = gobreaker.NewCircuitBreaker[message.Receipt](gobreaker.Settings{
		MaxRequests: 1, Timeout: openFor,
		ReadyToTrip: func(c gobreaker.Counts) bool { return c.ConsecutiveFailures >= tripAfter },
		OnStateChange: func(_ string, from, to gobreaker.State) {
			if to == gobreaker.StateOpen {
				x.since.Store(time.Now().UnixNano())
				if from == gobreaker.StateClosed {
					b.opened()
				}
			}
		},
		IsSuccessful: func(err error) bool { return !endpointFails(err) },
		IsExcluded:   func(err error) bool { return errors.Is(err, context.Canceled) },
	})
	b.m[endpoint] = x
	return x
}

// endpointFails reports whether an error says something of the endpoint, not of the message.
func endpointFails(err error) bool {
	var se *message.SendError
	if !errors.As(err, &se) || se.Final() {
		return false
	}
	status, err := strconv.Atoi(se.Code)
	return err != nil || status >= 500 || status == http.StatusTooManyRequests
}

// wait is how long a message waits for the breaker; 0: it may be tried.
func (b *breaker) wait() time.Duration {
	switch b.State() {
	case gobreaker.StateOpen:
		return max(time.Until(time.Unix(0, b.since.Load()).Add(openFor)), probeWait)
	case gobreaker.StateHalfOpen:
		if b.Counts().Requests > 0 {
			return probeWait
		}
	}
	return 0
}
