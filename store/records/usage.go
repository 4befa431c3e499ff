package records

import (
	"cmp"
	"context"
	"strings"
	"time"

	"bridge/core/message"
	"bridge/flow/turns"
	"bridge/outbox"
	"bridge/store"
	"bridge/store/ground"
)

// The indexes of usage. A row is added to in the batch that makes what it counts durable, so that
// this is counted as often as it happens: once.
const (
	dayIndex  = "day" // rows by day, as a number
	usedIndex = "of:" // and by address
)

// dayOf is the number of the day of a time, in UTC.
func dayOf(t time.Time) int64 { return t.Unix() / 86400 }

// counts is the operation that adds to a row; false if nothing is counted.
func (s *Store) counts(u store.Usage, at time.Time) (ground.Op, bool) {
	if s.o.Retention.Usage <= 0 {
		return nil, false
	}
	if len(u.Address) > ground.MaxID/2 { // such an address is a peer's word
		u.Address = ""
	}
	at = at.UTC()
	var room [192]byte
	text := append(append(room[:0], usedIndex...), u.Address...) // the name of the index, then the id
	of := len(text)
	text = at.AppendFormat(text, time.DateOnly)
	for _, part := range [...]string{string(u.Tenant.Or()), string(u.Channel), u.Agent, string(u.Address)} {
		text = append(append(text, 0), part...)
	}
	both, n := string(text), dayOf(at)
	in := new(struct { // in one piece
		numbers [ground.MaxSums]int64
		index   [2]ground.Entry
	})
	op := ground.Add{
		Key: ground.Key{Kind: kindUsage, ID: both[of:]}, N: append(in.numbers[:0], u.Numbers()...), TTL: s.o.Retention.Usage,
		Index: append(in.index[:0], ground.Entry{Index: dayIndex, At: n}),
	}
	if u.Address != "" && !strings.Contains(string(u.Address), "\x00") {
		op.Index = append(op.Index, ground.Entry{Index: both[:of], At: n})
	}
	return op, true
}

// countStep is what the outcome of a step counts as: its message and turn with the first, and what
// it asks people.
func (s *Store) countStep(t turns.Turn, step turns.Step) (ground.Op, bool) {
	u := store.Usage{Tenant: t.Tenant, Channel: t.Channel, Agent: t.Agent, Address: message.Address(t.Call.Sender)}
	if u.Address == "" && len(t.Originators) > 0 {
		u.Address = t.Originators[0].Address
	}
	if step.N == 0 {
		u.In, u.Turns = 1, 1
	}
	u.Asked = int64(len(step.Requests))
	if u.Counts == (store.Counts{}) {
		return nil, false
	}
	return s.counts(u, cmp.Or(t.CreatedAt, s.now()))
}

// countSend is what a message counts as that was handed over.
func (s *Store) countSend(of outbox.Send, agent string, tenant message.Tenant) (ground.Op, bool) {
	return s.counts(store.Usage{
		Tenant: tenant, Channel: of.Channel, Agent: agent, Address: of.To, Counts: store.Counts{Out: 1, Segments: int64(of.Segments)},
	}, s.now())
}

// readUsage reads a row.
func readUsage(f ground.Found) store.Usage {
	texts := strings.SplitN(f.ID, "\x00", 5)
	for len(texts) < 5 {
		texts = append(texts, "")
	}
	u := store.Usage{
		Day: texts[0], Tenant: message.Tenant(texts[1]), Channel: message.ChannelName(texts[2]), Agent: texts[3], Address: message.Address(texts[4]),
	}
	u.SetNumbers(ground.Sums(f.Body))
	return u
}

// Used implements store.Usages.
func (s *Store) Used(ctx context.Context, from, to time.Time, each func(store.Usage) error) error {
	q := ground.Scan{
		Kind: kindUsage, Index: dayIndex, Limit: 500,
		After: &ground.Place{At: dayOf(from) - 1, ID: "\xff"}, To: &ground.Place{At: dayOf(to), ID: "\xff"},
	}
	return s.scan(ctx, q, func(f ground.Found) (bool, error) { return true, each(readUsage(f)) })
}

// UsedBy implements store.Usages.
func (s *Store) UsedBy(ctx context.Context, a message.Address) (all []store.Usage, err error) {
	if a == "" {
		return nil, ctx.Err()
	}
	err = s.scan(ctx, ground.Scan{Kind: kindUsage, Index: usedIndex + string(a), Limit: 500}, func(f ground.Found) (bool, error) {
		all = append(all, readUsage(f))
		return true, nil
	})
	return all, err
}

// forgetUse takes the address out of its rows: what was used stays, as nobody's.
func (s *Store) forgetUse(ctx context.Context, a message.Address) error {
	if a == "" {
		return ctx.Err()
	}
	return s.scan(ctx, ground.Scan{Kind: kindUsage, Index: usedIndex + string(a), Limit: 500}, func(f ground.Found) (bool, error) {
		return true, s.change(ctx, "forget usage", func() ([]ground.Op, error) {
			r, err := s.get(ctx, f.Key)
			if err != nil || r.Version == 0 {
				return nil, err
			}
			ops := []ground.Op{ground.Delete{Key: f.Key, If: as(r)}}
			u := readUsage(ground.Found{Record: r})
			at, err := time.Parse(time.DateOnly, u.Day)
			if err != nil {
				return ops, nil // damaged: nothing of it is kept
			}
			u.Address = ""
			if op, counted := s.counts(u, at); counted {
				ops = append(ops, op)
			}
			return ops, nil
		})
	})
}
