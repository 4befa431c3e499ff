package operate

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"time"

	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/flow/admission"
	"bridge/flow/turns"
	"bridge/outbox"
)

// addTurn gathers all that belongs to a turn.
func (t *tracer) addTurn(ctx context.Context, rec turns.Turn, recorded bool) error {
	if t.seen[rec.ID] {
		return nil
	}
	t.seen[rec.ID] = true
	if t.Session == nil {
		if err := t.session(ctx, rec.Session); err != nil {
			return err
		}
	}
	v := TurnTrace{
		Turn: rec, Recorded: recorded, Inbound: inboundID(rec), Steps: []turns.Step{}, Sends: []outbox.Send{},
		Paused: t.desk.o.Pauses.Turn(rec.Agent, rec.Channel, rec.Session),
	}
	if rec.Inbound != "" {
		adm, ok, err := t.desk.o.Store.Admitted(ctx, rec.Channel, admission.Key(rec.Inbound))
		if err != nil {
			return err
		}
		if ok {
			v.Admission = &adm
		}
	}
	steps, err := t.desk.o.Store.Steps(ctx, rec.ID)
	if err != nil {
		return err
	}
	v.Steps = append(v.Steps, steps...)
	v.Recorded = recorded && len(steps) > 0
	asked, err := t.desk.o.Store.List(ctx, request.Filter{Turn: rec.ID})
	if err != nil {
		return err
	}
	sort.Slice(asked, func(i, j int) bool { return asked[i].CreatedAt.Before(asked[j].CreatedAt) })
	for _, r := range asked {
		v.Approvals = append(v.Approvals, viewApproval(r))
	}
	if err := t.sends(ctx, &v); err != nil {
		return err
	}
	if err := t.waiting(ctx, &v, asked); err != nil {
		return err
	}
	if err := t.deadOf(ctx, &v); err != nil {
		return err
	}
	if err := t.audit(ctx, &v); err != nil {
		return err
	}
	t.Turns = append(t.Turns, v)
	return nil
}

// inboundID is what people know the message by: a mail's Message-ID, else the
// external id.
func inboundID(x turns.Turn) string {
	if x.Owner == "" && len(x.Originators) > 0 && x.Originators[0].Thread.Parent != "" {
		return x.Originators[0].Thread.Parent
	}
	return x.Inbound
}

// sends adds the records of the turn's messages, and of those about its approvals.
func (t *tracer) sends(ctx context.Context, v *TurnTrace) error {
	filters := []outbox.Filter{{Turn: v.Turn.ID}}
	for _, r := range v.Approvals {
		filters = append(filters, outbox.Filter{Approval: r.ID})
	}
	for _, f := range filters {
		ss, err := t.desk.o.Store.Sends(ctx, f)
		if err != nil {
			return err
		}
		for _, s := range ss {
			if !slices.ContainsFunc(v.Sends, func(x outbox.Send) bool { return x.ID == s.ID }) {
				v.Sends = append(v.Sends, s)
			}
		}
	}
	inTime(v.Sends)
	var err error
	v.Suppressed, err = t.desk.suppressedOf(ctx, v.Sends)
	return err
}

// waiting adds what is in the lanes of the turn: its session's inbox lane, and the
// outbox lanes that its messages go through.
func (t *tracer) waiting(ctx context.Context, v *TurnTrace, asked []request.Record) error {
	items, err := t.inbox(ctx, v.Turn.Session)
	if err != nil {
		return err
	}
	looks, err := t.desk.o.Store.Waiting(ctx, queue.Inbox, turns.ParkedLane(v.Turn.ID, len(v.Steps)))
	if err != nil {
		return err
	}
	for n, it := range slices.Concat(items, looks) {
		w, err := turns.ReadItem(it.Payload)
		if err != nil || w.TurnID() != v.Turn.ID {
			continue
		}
		what := "message"
		switch {
		case w.Parked:
			what = "parked"
		case w.Turn == nil:
			what = "decision"
		}
		v.Waiting = append(v.Waiting, waitingItem(queue.Inbox, what, n, it, WaitingItem{Approval: string(w.Approval)}))
	}
	seen := map[string]bool{}
	outs, err := t.lanesOf(ctx, v, asked)
	if err != nil {
		return err
	}
	for _, out := range outs {
		it, err := outbox.Item(out)
		if err != nil {
			return err
		}
		if seen[it.Lane] {
			continue
		}
		seen[it.Lane] = true
		for _, lane := range []string{it.Lane, outbox.LaterLane(it.Lane)} {
			items, err := t.desk.o.Store.Waiting(ctx, queue.Outbox, lane)
			if err != nil {
				return err
			}
			for n, it := range items {
				m, ok := readOutbound(it.Payload)
				if !ok || m.Turn != v.Turn.ID && !slices.ContainsFunc(asked, func(r request.Record) bool { return r.ID == m.Approval }) {
					continue
				}
				v.Waiting = append(v.Waiting, waitingItem(queue.Outbox, string(m.Kind), n, it,
					WaitingItem{Message: m.ID, Approval: string(m.Approval), To: m.To}))
			}
		}
	}
	return nil
}

// lanesOf returns a message for each outbox lane that messages of the turn may be
// in: to its originators, to those whose sends are recorded, and to every address
// of every approver.
func (t *tracer) lanesOf(ctx context.Context, v *TurnTrace, asked []request.Record) ([]message.Outbound, error) {
	var outs []message.Outbound
	for _, o := range v.Turn.Originators {
		outs = append(outs, message.Outbound{Session: v.Turn.Session, Channel: o.Channel, To: o.Address})
	}
	for _, s := range v.Sends {
		outs = append(outs, message.Outbound{Session: s.Session, Approval: s.Approval, Channel: s.Channel, To: s.To})
	}
	for _, r := range asked {
		for _, a := range r.Approvers {
			p, _, err := t.desk.o.People.Person(ctx, a.Person)
			if err != nil {
				return nil, err
			}
			for _, addr := range p.Addresses {
				for _, c := range t.desk.o.Channels {
					if c.Kind == addr.Kind() {
						outs = append(outs, message.Outbound{Approval: r.ID, Channel: c.Name, To: addr})
					}
				}
			}
		}
	}
	for i := range outs {
		ad, ok := t.desk.adapter(outs[i].Channel)
		if ok && ad.Caps().Traits.System {
			outs[i].Event, outs[i].Loose = &message.Event{}, ad.Caps().Loose
		}
	}
	return outs, nil
}

func waitingItem(q queue.Name, what string, ahead int, w queue.Waiting, v WaitingItem) WaitingItem {
	v.Queue, v.What, v.Ahead = q, what, ahead
	v.At, v.Due, v.Attempts, v.Begun, v.Claimed, v.Why = w.At, w.Due, w.Attempts, w.Begun, w.Claimed, w.Why
	return v
}

// deadOf adds the turn's dead letters, where something says that there may be any.
func (t *tracer) deadOf(ctx context.Context, v *TurnTrace) error {
	may := !v.Recorded && len(v.Waiting) == 0
	for _, s := range v.Steps {
		may = may || s.Failure != ""
	}
	for _, s := range v.Sends {
		may = may || s.State == outbox.Failed || s.State == outbox.Unknown
	}
	if !may {
		return nil
	}
	// The turn is older than its dead letters; clocks of nodes differ a little.
	f := DeadFilter{Since: v.Turn.CreatedAt.Add(-time.Minute - t.desk.o.Store.Describe().Skew.Abs())}
	next, err := t.desk.scanDead(ctx, f, func(d DeadLetter) bool {
		if d.Turn == v.Turn.ID || d.Approval != "" && slices.ContainsFunc(v.Approvals, func(r Approval) bool { return r.ID == d.Approval }) {
			v.Dead = append(v.Dead, d)
		}
		return true
	})
	if next != "" {
		t.partial("dead letters: only the first %d since then were looked at", maxDeadScan)
	}
	return err
}

// maxAudited bounds how many subjects of one turn the audit log is asked about.
const maxAudited = 100

// audit adds what the audit log says about the turn, its message, its approvals
// and its sends, in time order.
func (t *tracer) audit(ctx context.Context, v *TurnTrace) error {
	subjects := []string{string(v.Turn.ID)}
	if v.Turn.Inbound != "" {
		subjects = append(subjects, admission.Key(v.Turn.Inbound))
	}
	for _, r := range v.Approvals {
		subjects = append(subjects, string(r.ID))
	}
	for _, s := range v.Sends {
		subjects = append(subjects, string(s.ID))
	}
	if len(subjects) > maxAudited {
		t.partial("audit log: only about the first %d of %d", maxAudited, len(subjects))
		subjects = subjects[:maxAudited]
	}
	seen := map[string]bool{}
	for _, s := range subjects {
		es, err := t.desk.o.Store.AuditOf(ctx, s)
		if err != nil {
			return err
		}
		for _, e := range es {
			if key := fmt.Sprint(e.At.UnixNano(), e.What, e.Subject, e.Key); !seen[key] {
				seen[key] = true
				v.Audit = append(v.Audit, e)
			}
		}
	}
	sort.SliceStable(v.Audit, func(i, j int) bool { return v.Audit[i].At.Before(v.Audit[j].At) })
	return nil
}
