package operate

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sort"
	"strings"
	"time"

	"bridge/core/message"
	"bridge/core/people"
	"bridge/store"
)

// What the lines of a report are of.
const (
	ByPerson  = "person"
	ByAgent   = "agent"
	ByChannel = "channel"
	ByTenant  = "tenant"
	ByDay     = "day"
)

// UsageBys are all of them.
func UsageBys() []string { return []string{ByDay, ByPerson, ByAgent, ByChannel, ByTenant} }

// UsageFilter says what a report is of.
type UsageFilter struct {
	Since, Until time.Time // days in UTC, both included; zero: the last 30, and today
	By           string    // one of UsageBys; "": ByDay
}

// usageDays is how long a report is of which nobody has said it.
const usageDays = 30

// UsageReport is what was used.
type UsageReport struct {
	From  string       `json:"from"` // 2006-01-02, UTC
	To    string       `json:"to"`   // and this day
	By    string       `json:"by"`
	Items []UsageLine  `json:"items"` // by day, else those with the most messages first
	Total store.Counts `json:"total"`
}

// UsageLine is a line of a report.
type UsageLine struct {
	// Name is a person's id, or an address that is nobody's; or of a channel, an agent, a tenant or
	// a day. "" is no agent or channel at all, or whoever was erased.
	Name string `json:"name"`
	store.Counts
}

// Usage returns what was used of what is the caller's.
func (desk *Desk) Usage(ctx context.Context, who Caller, f UsageFilter) (UsageReport, error) {
	now := desk.o.Now()
	if f.Until.IsZero() {
		f.Until = now
	}
	if f.Since.IsZero() {
		f.Since = f.Until.AddDate(0, 0, -usageDays)
	}
	f.By = cmp.Or(f.By, ByDay)
	r := UsageReport{From: f.Since.UTC().Format(time.DateOnly), To: f.Until.UTC().Format(time.DateOnly), By: f.By, Items: []UsageLine{}}
	switch {
	case !slices.Contains(UsageBys(), f.By):
		return r, refusef(Invalid, "by: one of %s", strings.Join(UsageBys(), ", "))
	case r.From > r.To:
		return r, refusef(Invalid, "since is after until")
	}
	sums := map[string]store.Counts{}
	err := desk.o.Store.Used(ctx, f.Since, f.Until, func(u store.Usage) error {
		if who.has(u.Tenant) {
			name := usedBy(u, f.By)
			sums[name] = sums[name].Plus(u.Counts)
			r.Total = r.Total.Plus(u.Counts)
		}
		return nil
	})
	if err == nil && f.By == ByPerson {
		sums, err = desk.byPerson(ctx, sums)
	}
	if err != nil {
		return r, err
	}
	for name, n := range sums {
		r.Items = append(r.Items, UsageLine{name, n})
	}
	sort.Slice(r.Items, func(i, j int) bool {
		a, b := r.Items[i], r.Items[j]
		if more := a.In + a.Out - b.In - b.Out; f.By != ByDay && more != 0 {
			return more > 0
		}
		return a.Name < b.Name
	})
	return r, nil
}

// usedBy is what a row belongs to in a report.
func usedBy(u store.Usage, by string) string {
	switch by {
	case ByPerson:
		return string(u.Address)
	case ByAgent:
		return u.Agent
	case ByChannel:
		return string(u.Channel)
	case ByTenant:
		return string(u.Tenant)
	default:
		return u.Day
	}
}

// fewAddresses is up to how many addresses are looked up one by one.
const fewAddresses = 200

// byPerson puts the addresses of one person together.
func (desk *Desk) byPerson(ctx context.Context, by map[string]store.Counts) (map[string]store.Counts, error) {
	owner := map[message.Address]message.PersonID{}
	learn := func(e people.Entry) error {
		for _, a := range e.Addresses {
			if !a.Verified.IsZero() {
				owner[a.Address] = e.ID
			}
		}
		return nil
	}
	if len(by) > fewAddresses { // then all are read at once
		if err := desk.eachEntry(ctx, "", learn); err != nil {
			return nil, err
		}
	} else {
		for a := range by {
			e, _, err := desk.o.Store.PersonAt(ctx, message.Address(a))
			if err = errors.Join(err, learn(e)); err != nil {
				return nil, err
			}
		}
	}
	for _, p := range desk.o.People.Config { // it wins
		for _, a := range p.Addresses {
			owner[a] = p.ID
		}
	}
	sums := map[string]store.Counts{}
	for a, n := range by {
		name := a
		if id, ok := store.PersonOf(message.Address(a)); ok {
			name = string(id)
		} else if id, ok := owner[message.Address(a)]; ok {
			name = string(id)
		}
		sums[name] = sums[name].Plus(n)
	}
	return sums, nil
}
