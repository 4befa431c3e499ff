package operate

import (
	"context"
	"errors"
	"slices"
	"sort"
	"strings"

	"bridge/adapters"
	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/flow/admission"
	"bridge/flow/turns"
	"bridge/outbox"
	"bridge/store"
)

// Trace finds what id is about: a turn (trn_), an outbound message (msg_), a
// session (ses_: its newest turns), an approval (apr_), or a message by the id
// that its sender's or its receiver's side knows, such as a Message-ID. Nothing is there that is
// of another tenant than the caller's.
func (desk *Desk) Trace(ctx context.Context, who Caller, id string) (Trace, error) {
	t := &tracer{desk: desk, Trace: Trace{ID: id, Turns: []TurnTrace{}}, seen: map[message.TurnID]bool{}}
	var err error
	switch prefix, _, _ := strings.Cut(id, "_"); {
	case prefix == "trn" && message.TurnID(id).Valid():
		err = t.turn(ctx, message.TurnID(id))
	case prefix == "msg" && message.MessageID(id).Valid():
		err = t.send(ctx, message.MessageID(id))
	case prefix == "ses" && message.SessionID(id).Valid():
		err = t.wholeSession(ctx, message.SessionID(id))
	case prefix == "apr" && message.ApprovalID(id).Valid():
		err = t.approval(ctx, message.ApprovalID(id))
	default:
		err = t.external(ctx, id)
	}
	if err != nil {
		return Trace{}, err
	}
	if who.Tenant != message.EveryTenant {
		if err := t.only(ctx, who); err != nil {
			return Trace{}, err
		}
	}
	if len(t.Turns)+len(t.Sends)+len(t.Audit)+len(t.Approvals) == 0 {
		return Trace{}, refusef(NotFound, "nothing is known of %q: no turn, message, session or approval has this id", id)
	}
	if err := desk.answers(ctx, who, &t.Trace); err != nil {
		return Trace{}, err
	}
	sort.SliceStable(t.Turns, func(i, j int) bool { return t.Turns[i].Turn.CreatedAt.Before(t.Turns[j].Turn.CreatedAt) })
	if who.Tenant == message.EveryTenant {
		t.Agents = desk.agentsOf(t.Trace)
	}
	redactView(&t.Trace)
	return t.Trace, nil
}

// agentsOf are the agents that a trace is about, as this node sees them.
func (desk *Desk) agentsOf(t Trace) []turns.BreakerState {
	return slices.DeleteFunc(desk.o.Node.Breakers(), func(b turns.BreakerState) bool {
		return (t.Session == nil || t.Session.Agent != b.Agent) && !slices.ContainsFunc(t.Turns, func(x TurnTrace) bool { return x.Turn.Agent == b.Agent })
	})
}

// Stored shows the records of a turn, session, send or approval as they are kept. It is for
// people who could read the store itself.
func (desk *Desk) Stored(ctx context.Context, id string) ([]store.Stored, error) {
	all, err := desk.o.Store.Stored(ctx, id)
	if err == nil && len(all) == 0 {
		err = refusef(NotFound, "no record of %q: it takes the id of a turn that has a record, a session, a message that went out, or an approval", id)
	}
	return all, err
}

// only leaves what is of the caller's tenant. What the log says of an id that others may have
// given, too, and who gets no more messages, is of the whole bridge.
func (t *tracer) only(ctx context.Context, who Caller) error {
	owners := t.desk.owners()
	var err error
	not := func(turn message.TurnID, approval message.ApprovalID) bool {
		of, e := owners.of(ctx, turn, approval, "")
		err = errors.Join(err, e)
		return !who.has(of)
	}
	t.Turns = slices.DeleteFunc(t.Turns, func(x TurnTrace) bool { return !who.has(x.Turn.Tenant.Or()) })
	t.Approvals = slices.DeleteFunc(t.Approvals, func(x Approval) bool { return not(x.Turn, x.ID) })
	t.Sends = slices.DeleteFunc(t.Sends, func(x outbox.Send) bool { return not(x.Turn, x.Approval) })
	for i := range t.Turns {
		v := &t.Turns[i]
		v.Suppressed = nil
		v.Audit = slices.DeleteFunc(v.Audit, func(e admission.AuditEntry) bool { return e.Channel != v.Turn.Channel && !v.has(e.Subject) })
	}
	if t.Session != nil && !who.has(t.Session.Tenant.Or()) {
		t.Session = nil
	}
	t.Audit = slices.DeleteFunc(t.Audit, func(e admission.AuditEntry) bool {
		return (t.Session == nil || e.Subject != string(t.Session.ID)) && !slices.ContainsFunc(t.Approvals, func(a Approval) bool { return e.Subject == string(a.ID) })
	})
	if t.Session == nil && len(t.Turns) > 0 {
		err = errors.Join(err, t.session(ctx, t.Turns[0].Turn.Session))
	}
	return err
}

// has reports whether an id is of the turn, of one of its requests or of its messages.
func (v TurnTrace) has(id string) bool {
	return id == string(v.Turn.ID) || slices.ContainsFunc(v.Approvals, func(a Approval) bool { return id == string(a.ID) }) ||
		slices.ContainsFunc(v.Sends, func(s outbox.Send) bool { return id == string(s.ID) })
}

// turn adds a turn: its record, or, before its first step is recorded, the item
// that waits for it.
func (t *tracer) turn(ctx context.Context, id message.TurnID) error {
	if t.seen[id] {
		return nil
	}
	rec, ok, err := t.desk.o.Store.Turn(ctx, id)
	if err != nil {
		return err
	}
	if ok {
		return t.addTurn(ctx, rec, true)
	}
	session, err := t.desk.o.Store.SessionOf(ctx, id)
	if err == nil && session != "" {
		err = t.unrecorded(ctx, session, func(w turns.Turn) bool { return w.ID == id })
	}
	if err != nil {
		return err
	}
	if !t.seen[id] { // not in its lane either: it may have died
		return t.dead(ctx, DeadFilter{Queue: string(queue.Inbox)}, func(d DeadLetter) bool { return d.Turn == id })
	}
	return nil
}

// unrecorded adds the turns that wait in a session's lane and that want accepts.
func (t *tracer) unrecorded(ctx context.Context, s message.SessionID, want func(turns.Turn) bool) error {
	items, err := t.inbox(ctx, s)
	if err != nil {
		return err
	}
	for _, it := range items {
		w, err := turns.ReadItem(it.Payload)
		if err != nil || w.Turn == nil || t.seen[w.Turn.ID] || !want(*w.Turn) {
			continue
		}
		rec, recorded, err := t.desk.o.Store.Turn(ctx, w.Turn.ID)
		if err != nil {
			return err
		}
		if !recorded {
			rec = *w.Turn
		}
		if err := t.addTurn(ctx, rec, recorded); err != nil {
			return err
		}
	}
	return nil
}

// dead adds the turns of dead letters that no step is recorded of.
func (t *tracer) dead(ctx context.Context, f DeadFilter, want func(DeadLetter) bool) error {
	var hits []DeadLetter
	next, err := t.desk.scanDead(ctx, f, func(d DeadLetter) bool {
		if want(d) {
			hits = append(hits, d)
		}
		return true
	})
	if err != nil {
		return err
	}
	if next != "" {
		t.partial("dead letters: only the first %d were looked at", maxDeadScan)
	}
	for _, d := range hits {
		raw, err := t.desk.o.Store.DeadLetter(ctx, d.seq)
		if errors.Is(err, queue.ErrNoDeadLetter) { // replayed or dropped just now
			continue
		}
		if err != nil {
			return err
		}
		if w, err := turns.ReadItem(raw.Payload); err == nil && w.Turn != nil && !t.seen[w.Turn.ID] {
			if err := t.addTurn(ctx, *w.Turn, false); err != nil {
				return err
			}
		}
	}
	return nil
}

// send adds the turn that a message belongs to, or the message alone.
func (t *tracer) send(ctx context.Context, id message.MessageID) error {
	s, ok, err := t.desk.o.Store.Send(ctx, id)
	if err != nil {
		return err
	}
	if !ok {
		// Not tried yet, or never: it waits in a lane that only its turn leads to.
		next, err := t.desk.scanDead(ctx, DeadFilter{Queue: string(queue.Outbox)}, func(d DeadLetter) bool {
			if d.Message == id {
				s = outbox.Send{ID: id, Turn: d.Turn, Approval: d.Approval, Session: d.Session, Channel: d.Channel, To: d.With}
			}
			return s.ID == ""
		})
		if err != nil {
			return err
		}
		if s.ID == "" {
			if next != "" {
				t.partial("dead letters: only the first %d were looked at", maxDeadScan)
			}
			return nil
		}
	}
	switch {
	case s.Turn != "":
		return t.turn(ctx, s.Turn)
	case s.Approval != "":
		return t.approval(ctx, s.Approval)
	}
	t.Sends = append(t.Sends, s)
	t.Audit, err = t.desk.o.Store.AuditOf(ctx, string(id))
	return err
}

func (t *tracer) approval(ctx context.Context, id message.ApprovalID) error {
	r, err := t.desk.o.Approvals.Get(ctx, id)
	if errors.Is(err, request.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if r.Outside != nil { // it has no turn
		t.Approvals = append(t.Approvals, viewApproval(r))
		es, err := t.desk.o.Store.AuditOf(ctx, string(id))
		t.Audit = append(t.Audit, es...)
		return err
	}
	return t.turn(ctx, r.Turn)
}

func (t *tracer) wholeSession(ctx context.Context, id message.SessionID) error {
	ts, err := t.desk.o.Store.SessionTurns(ctx, id, sessionTurns)
	if err != nil {
		return err
	}
	for _, x := range ts {
		if err := t.addTurn(ctx, x, true); err != nil {
			return err
		}
	}
	if len(ts) == sessionTurns {
		t.partial("the session may have older turns: these are its newest %d", sessionTurns)
	}
	if err := t.unrecorded(ctx, id, func(turns.Turn) bool { return true }); err != nil {
		return err
	}
	if t.Session == nil { // a session without a turn that is left
		if err := t.session(ctx, id); err != nil || t.Session == nil {
			return err
		}
	}
	t.Audit, err = t.desk.o.Store.AuditOf(ctx, string(id))
	if t.Session != nil && len(t.Turns)+len(t.Audit) == 0 {
		return t.dead(ctx, DeadFilter{Queue: string(queue.Inbox)}, func(d DeadLetter) bool { return d.Session == id })
	}
	return err
}

// answers adds the requests that the messages answered which the audit log has found:
// the entry under a message's key names its request.
func (t *tracer) answers(ctx context.Context) error {
	keys := map[string]bool{}
	for _, e := range slices.Clone(t.Audit) {
		if e.Key == "" || keys[e.Key] {
			continue
		}
		keys[e.Key] = true
		es, err := t.desk.o.Store.AuditOf(ctx, e.Key)
		if err != nil {
			return err
		}
		for _, about := range es {
			id := message.ApprovalID(about.Subject)
			if !id.Valid() {
				continue
			}
			if err := t.approval(ctx, id); err != nil {
				return err
			}
			break
		}
	}
	return nil
}

// external looks for a message by the id that another system gave it.
func (t *tracer) external(ctx context.Context, id string) error {
	bare := strings.Trim(strings.TrimSpace(id), "<>")
	if bare == "" || len(bare) > 998 {
		return nil
	}
	refs := []message.Ref{message.Ref(id), message.Ref(bare), message.Ref("<" + bare + ">")}
	slices.Sort(refs)
	refs = slices.Compact(refs)
	for _, ref := range refs {
		// What was refused or only recorded, and a message by its dedupe key.
		for _, subject := range []string{string(ref), admission.Key(string(ref))} {
			es, err := t.desk.o.Store.AuditOf(ctx, subject)
			if err != nil {
				return err
			}
			t.Audit = append(t.Audit, es...)
		}
		for _, c := range t.desk.o.Channels {
			adm, ok, err := t.desk.o.Store.Admitted(ctx, c.Name, admission.Key(string(ref)))
			if err != nil {
				return err
			}
			if ok {
				if err := t.turn(ctx, adm.Turn); err != nil {
					return err
				}
			}
		}
	}
	if err := t.answers(ctx); err != nil {
		return err
	}
	hits, err := t.targets(ctx, refs...)
	if err != nil {
		return err
	}
	for _, h := range hits {
		if h.Approval != "" {
			err = t.approval(ctx, h.Approval)
		} else {
			err = t.byRef(ctx, h.Session, refs)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// byRef adds the turn of a session whose message, or one of whose answers, has one
// of the refs; all of the session's turns if none can be told.
func (t *tracer) byRef(ctx context.Context, s message.SessionID, refs []message.Ref) error {
	before := len(t.seen)
	inbound := func(x turns.Turn) bool {
		return slices.ContainsFunc(x.Originators, func(o turns.Originator) bool {
			return slices.Contains(refs, message.Ref(o.Thread.Parent))
		})
	}
	const look = 1000
	ts, err := t.desk.o.Store.SessionTurns(ctx, s, look)
	if err != nil {
		return err
	}
	if i := slices.IndexFunc(ts, inbound); i >= 0 {
		return t.addTurn(ctx, ts[i], true)
	}
	if err := t.unrecorded(ctx, s, inbound); err != nil || len(t.seen) > before {
		return err
	}
	for _, x := range ts { // not what came in: it may be an answer
		if ok, err := t.answered(ctx, x.ID, refs); err != nil {
			return err
		} else if ok {
			return t.addTurn(ctx, x, true)
		}
	}
	return t.wholeSession(ctx, s)
}

// answered reports whether one of the turn's sends goes by one of the refs.
func (t *tracer) answered(ctx context.Context, id message.TurnID, refs []message.Ref) (bool, error) {
	sends, err := t.desk.o.Store.Sends(ctx, outbox.Filter{Turn: id})
	if err != nil {
		return false, err
	}
	for _, s := range sends {
		x, _ := t.desk.adapter(s.Channel)
		if ad, ok := x.(adapters.Identified); ok && slices.Contains(refs, ad.Ref(message.Outbound{ID: s.ID})) {
			return true, nil
		}
	}
	return false, nil
}

// targets looks refs up in the thread index of every channel, those of clients and terminals included.
func (t *tracer) targets(ctx context.Context, refs ...message.Ref) ([]admission.Target, error) {
	var hits []admission.Target
	names := []message.ChannelName{ClientChannel, TerminalChannel}
	for _, c := range t.desk.o.Channels {
		names = append(names, c.Name)
	}
	for _, name := range names {
		ts, err := t.desk.o.Store.Targets(ctx, name, refs)
		if err != nil {
			return nil, err
		}
		hits = append(hits, ts...)
	}
	return hits, nil
}
