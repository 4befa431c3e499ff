package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"bridge/adapters"
	"bridge/admission"
	"bridge/approvals"
	"bridge/message"
	"bridge/outbox"
	"bridge/queue"
	"bridge/turns"
)

// Trace is the causal trail of a message: what came in, what was done because of
// it, and what still waits. It has no codes of approvals.
type Trace struct {
	ID      string             `json:"id"` // what was asked for
	Session *admission.Session `json:"session,omitempty"`
	// Approvals are requests that no turn made.
	Approvals []Approval    `json:"approvals,omitempty"`
	Turns     []TurnTrace   `json:"turns"`           // the oldest first
	Sends     []outbox.Send `json:"sends,omitempty"` // of no turn: an alert
	// Audit is what the log says about the id itself: that it was refused, and why.
	Audit []admission.AuditEntry `json:"audit,omitempty"`
	// Partial says what could not be searched to its end.
	Partial []string `json:"partial,omitempty"`
}

// TurnTrace is all that belongs to one turn.
type TurnTrace struct {
	Turn      turns.Turn          `json:"turn"`
	Recorded  bool                `json:"recorded"`            // a step has ended
	Inbound   string              `json:"inbound,omitempty"`   // the id that its sender's side gave the message
	Admission *admission.Admitted `json:"admission,omitempty"` // nil: forgotten after the dedupe window
	Steps     []turns.Step        `json:"steps"`
	Approvals []Approval          `json:"approvals,omitempty"`
	Sends     []outbox.Send       `json:"sends"`
	// Suppressed are those of its recipients who get no more messages.
	Suppressed []outbox.Suppression `json:"suppressed,omitempty"`

	Waiting []WaitingItem          `json:"waiting,omitempty"`
	Dead    []DeadLetter           `json:"deadLetters,omitempty"`
	Paused  bool                   `json:"paused,omitempty"` // its agent, channel or session is
	Audit   []admission.AuditEntry `json:"audit,omitempty"`
}

// WaitingItem is work that is not finished.
type WaitingItem struct {
	Queue    queue.Name        `json:"queue"`
	What     string            `json:"what"` // as DeadLetter.What
	Message  message.MessageID `json:"message,omitempty"`
	Approval string            `json:"approval,omitempty"`
	To       message.Address   `json:"to,omitempty"`
	Ahead    int               `json:"ahead"` // items before it in its lane
	At       time.Time         `json:"at"`
	Due      time.Time         `json:"due,omitzero"`
	Attempts int               `json:"attempts,omitempty"`
	Begun    bool              `json:"begun,omitempty"`
	Claimed  bool              `json:"claimed,omitempty"`
	Why      string            `json:"why,omitempty"`
}

// Trace finds what id is about: a turn (trn_), an outbound message (msg_), a
// session (ses_: its newest turns), an approval (apr_), or a message by the id
// that its sender's or its receiver's side knows, such as a Message-ID.
func (a *App) Trace(ctx context.Context, id string) (Trace, error) {
	t := &tracer{a: a, Trace: Trace{ID: id, Turns: []TurnTrace{}}, seen: map[message.TurnID]bool{}}
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
	if len(t.Turns)+len(t.Sends)+len(t.Audit) == 0 {
		return Trace{}, refusef(NotFound, "nothing is known of %q: no turn, message, session or approval has this id", id)
	}
	slices.SortStableFunc(t.Turns, func(x, y TurnTrace) int { return x.Turn.CreatedAt.Compare(y.Turn.CreatedAt) })
	redactView(&t.Trace)
	return t.Trace, nil
}

// tracer gathers one trace.
type tracer struct {
	a *App
	Trace
	seen map[message.TurnID]bool
	lane map[message.SessionID][]queue.Waiting // inbox lanes that were read
}

func (t *tracer) partial(format string, args ...any) {
	if s := fmt.Sprintf(format, args...); !slices.Contains(t.Partial, s) {
		t.Partial = append(t.Partial, s)
	}
}

// turn adds a turn: its record, or, before its first step is recorded, the item
// that waits for it.
func (t *tracer) turn(ctx context.Context, id message.TurnID) error {
	if t.seen[id] {
		return nil
	}
	rec, ok, err := t.a.store.Turn(ctx, id)
	if err != nil {
		return err
	}
	if ok {
		return t.addTurn(ctx, rec, true)
	}
	// Admission has put its id into the thread index of its channel.
	sessions, err := t.targets(ctx, message.Ref(id))
	if err != nil {
		return err
	}
	for _, s := range sessions {
		if err := t.unrecorded(ctx, s.Session, func(w turns.Turn) bool { return w.ID == id }); err != nil {
			return err
		}
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
		rec, recorded, err := t.a.store.Turn(ctx, w.Turn.ID)
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

func (t *tracer) inbox(ctx context.Context, s message.SessionID) ([]queue.Waiting, error) {
	if items, ok := t.lane[s]; ok {
		return items, nil
	}
	items, err := t.a.store.Waiting(ctx, queue.Inbox, string(s))
	if err != nil {
		return nil, err
	}
	if t.lane == nil {
		t.lane = map[message.SessionID][]queue.Waiting{}
	}
	t.lane[s] = items
	return items, nil
}

// dead adds the turns of dead letters that no step is recorded of.
func (t *tracer) dead(ctx context.Context, f DeadFilter, want func(DeadLetter) bool) error {
	var hits []DeadLetter
	next, err := t.a.scanDead(ctx, f, func(d DeadLetter) bool {
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
		raw, err := t.a.store.DeadLetter(ctx, d.seq)
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
	s, ok, err := t.a.store.Send(ctx, id)
	if err != nil {
		return err
	}
	if !ok {
		// Not tried yet, or never: it waits in a lane that only its turn leads to.
		next, err := t.a.scanDead(ctx, DeadFilter{Queue: string(queue.Outbox)}, func(d DeadLetter) bool {
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
	t.Audit, err = t.a.store.AuditOf(ctx, string(id))
	return err
}

func (t *tracer) approval(ctx context.Context, id message.ApprovalID) error {
	r, err := t.a.approvals.Get(ctx, id)
	if errors.Is(err, approvals.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if r.Outside != nil { // it has no turn
		t.Approvals = append(t.Approvals, ViewApproval(r))
		es, err := t.a.store.AuditOf(ctx, string(id))
		t.Audit = append(t.Audit, es...)
		return err
	}
	return t.turn(ctx, r.Turn)
}

func (t *tracer) wholeSession(ctx context.Context, id message.SessionID) error {
	ts, err := t.a.store.SessionTurns(ctx, id, sessionTurns)
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
	t.Audit, err = t.a.store.AuditOf(ctx, string(id))
	if t.Session != nil && len(t.Turns)+len(t.Audit) == 0 {
		return t.dead(ctx, DeadFilter{Queue: string(queue.Inbox)}, func(d DeadLetter) bool { return d.Session == id })
	}
	return err
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
			es, err := t.a.store.AuditOf(ctx, subject)
			if err != nil {
				return err
			}
			t.Audit = append(t.Audit, es...)
		}
		for _, c := range t.a.o.Channels {
			adm, ok, err := t.a.store.Admitted(ctx, c.Name, admission.Key(string(ref)))
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
	ts, err := t.a.store.SessionTurns(ctx, s, look)
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
	sends, err := t.a.store.Sends(ctx, outbox.Filter{Turn: id})
	if err != nil {
		return false, err
	}
	for _, s := range sends {
		i := slices.IndexFunc(t.a.adapters, func(ad adapters.Adapter) bool { return ad.Name() == s.Channel })
		if i < 0 {
			continue
		}
		if ad, ok := t.a.adapters[i].(adapters.Identified); ok && slices.Contains(refs, ad.Ref(message.Outbound{ID: s.ID})) {
			return true, nil
		}
	}
	return false, nil
}

// targets looks refs up in the thread index of every channel.
func (t *tracer) targets(ctx context.Context, refs ...message.Ref) ([]admission.Target, error) {
	var hits []admission.Target
	for _, c := range t.a.o.Channels {
		ts, err := t.a.store.Targets(ctx, c.Name, refs)
		if err != nil {
			return nil, err
		}
		hits = append(hits, ts...)
	}
	return hits, nil
}

func (t *tracer) session(ctx context.Context, id message.SessionID) error {
	s, ok, err := t.a.store.Session(ctx, id)
	if err != nil || !ok {
		return err
	}
	t.Session = &s
	return nil
}
