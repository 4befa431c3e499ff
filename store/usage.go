package store

import (
	"context"
	"strings"
	"time"

	"bridge/core/message"
)

// Usages says what was used. Rows are written with what they count, once, and are kept for
// Retention.Usage from their first message on.
type Usages interface {
	// Used calls each with the rows of the days from one to the other, both included, in order of days.
	Used(ctx context.Context, from, to time.Time, each func(Usage) error) error
	// UsedBy returns the rows of an address.
	UsedBy(ctx context.Context, a message.Address) ([]Usage, error)
}

// Usage is what one address used on one day, with one agent on one channel.
type Usage struct {
	Day     string              `json:"day"` // 2006-01-02, UTC
	Tenant  message.Tenant      `json:"tenant"`
	Channel message.ChannelName `json:"channel"` // "": none, as where a program asked by the API
	Agent   string              `json:"agent"`   // "": the bridge itself, or an operator
	Address message.Address     `json:"address"` // "": nobody's any more
	Counts
}

// Counts are the numbers of a report.
type Counts struct {
	In       int64 `json:"in"`       // messages that became a turn or a vote
	Out      int64 `json:"out"`      // messages that were handed over, each once
	Segments int64 `json:"segments"` // that phone messages among them were sent in
	Turns    int64 `json:"turns"`    // with a first outcome
	Asked    int64 `json:"asked"`    // approvals and questions that were asked for
	Votes    int64 `json:"votes"`    // answers to them that counted
}

// Numbers are the counts in the order that they are stored in: new ones come last.
func (c Counts) Numbers() []int64 {
	return []int64{c.In, c.Out, c.Segments, c.Turns, c.Asked, c.Votes}
}

// SetNumbers is the opposite of Numbers, also of fewer or more of them.
func (c *Counts) SetNumbers(all []int64) {
	to := []*int64{&c.In, &c.Out, &c.Segments, &c.Turns, &c.Asked, &c.Votes}
	for i := range min(len(all), len(to)) {
		*to[i] = all[i]
	}
}

// Plus is c and d together.
func (c Counts) Plus(d Counts) Counts {
	sum, more := c.Numbers(), d.Numbers()
	for i := range sum {
		sum[i] += more[i]
	}
	c.SetNumbers(sum)
	return c
}

// PersonAddress stands for the address of a person who answered from none, as on a page.
func PersonAddress(id message.PersonID) message.Address {
	return message.Address("person:" + string(id))
}

// PersonOf is the opposite of PersonAddress; false for an address of a channel.
func PersonOf(a message.Address) (message.PersonID, bool) {
	id, ok := strings.CutPrefix(string(a), "person:")
	return message.PersonID(id), ok
}
