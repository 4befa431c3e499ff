package operate

import (
	"context"
	"math"
	"slices"
	"sync"
	"time"

	"bridge/core/message"
	"bridge/flow/events"
)

// Figures are counts of this node, for the last hour by the minute and for the last day by
// the hour. They begin anew with each start; what is kept for longer is for the metrics.
type Figures struct {
	Since time.Time `json:"since"` // of the start
	Hour  []Bucket  `json:"hour"`  // 60 of a minute, the oldest first
	Day   []Bucket  `json:"day"`   // 24 of an hour
}

// Bucket is what happened in one stretch of time.
type Bucket struct {
	At       time.Time     `json:"at"` // its beginning
	Messages int           `json:"messages"`
	Turns    int           `json:"turns"`  // that ended
	Errors   int           `json:"errors"` // turns and sends that failed, dead letters
	P50      time.Duration `json:"p50"`    // from the message to the end of its turn
	P99      time.Duration `json:"p99"`
}

// counter gathers Figures from the stream of events. The zero value is ready.
type counter struct {
	mu      sync.Mutex
	minutes [24 * 60]minute
	begun   map[message.TurnID]time.Time
}

// minute is one minute of a day; at tells which day.
type minute struct {
	at                      int64 // minutes since 1970
	messages, turns, errors int
	took                    []time.Duration // at most maxTook
}

const (
	maxTook  = 200   // durations of a minute that are kept
	maxBegun = 20000 // turns that have begun and not ended
)

// Count follows the events of this node until ctx ends.
func (desk *Desk) Count(ctx context.Context) error {
	for ctx.Err() == nil {
		r, err := desk.o.Stream.Follow("", nil, "")
		if err == nil {
			desk.follow(ctx, r)
			r.Close()
		}
		select {
		case <-ctx.Done():
		case <-desk.o.Stopping:
			return nil
		case <-time.After(time.Second):
		}
	}
	return nil
}

func (desk *Desk) follow(ctx context.Context, r *events.Reader) {
	for {
		select {
		case <-ctx.Done():
			return
		case e, ok := <-r.C:
			if !ok {
				return
			}
			desk.counter.add(e)
		}
	}
}

func (c *counter) add(e events.Event) {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := e.At.Unix() / 60
	m := &c.minutes[((n%(24*60))+24*60)%(24*60)]
	if m.at != n {
		*m = minute{at: n}
	}
	switch e.Type {
	case events.Accepted:
		m.messages++
		if e.Data != nil && e.Data.Turn != "" && len(c.begun) < maxBegun {
			if c.begun == nil {
				c.begun = map[message.TurnID]time.Time{}
			}
			c.begun[e.Data.Turn] = e.At
		}
	case events.Settled:
		m.turns++
		if e.Data == nil {
			return
		}
		if e.Data.Failure != "" {
			m.errors++
		}
		if at, ok := c.begun[e.Data.Turn]; ok {
			delete(c.begun, e.Data.Turn)
			if len(m.took) < maxTook {
				m.took = append(m.took, e.At.Sub(at))
			}
		}
	case events.SendFailed, events.DeadLetter:
		m.errors++
	}
}

// Figures returns the counts of this node.
func (desk *Desk) Figures() Figures {
	c := &desk.counter
	c.mu.Lock()
	defer c.mu.Unlock()
	now := desk.o.Now().Unix() / 60
	return Figures{Since: desk.o.Node.StartedAt(), Hour: c.buckets(now, 60, 1), Day: c.buckets(now, 24, 60)}
}

// buckets are the last n stretches of so many minutes.
func (c *counter) buckets(now int64, n, width int64) []Bucket {
	list := make([]Bucket, n)
	first := now - now%width - (n-1)*width
	took := make([][]time.Duration, n)
	for i := range list {
		list[i].At = time.Unix((first+int64(i)*width)*60, 0).UTC()
	}
	for i := range c.minutes {
		m := &c.minutes[i]
		at := (m.at - first) / width
		if m.at < first || at >= n {
			continue
		}
		list[at].Messages += m.messages
		list[at].Turns += m.turns
		list[at].Errors += m.errors
		took[at] = append(took[at], m.took...)
	}
	for i, all := range took {
		slices.Sort(all)
		list[i].P50, list[i].P99 = quantile(all, 0.5), quantile(all, 0.99)
	}
	return list
}

// quantile of sorted durations, by the nearest rank.
func quantile(all []time.Duration, q float64) time.Duration {
	if len(all) == 0 {
		return 0
	}
	return all[max(int(math.Ceil(q*float64(len(all))))-1, 0)]
}
