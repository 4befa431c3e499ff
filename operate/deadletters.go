package operate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/flow/admission"
	"bridge/flow/turns"
	"bridge/outbox"
)

// DeadFilter selects dead letters; zero fields match everything.
type DeadFilter struct {
	Queue   string // inbox | outbox
	Agent   string
	Channel message.ChannelName
	Code    string // as queue.DeadFilter
	Since   time.Time
	Cursor  string // of the page before; "" for the first
	Limit   int    // at most so many; 0 = 100, at most 1000
}

// Bounds of one request about dead letters.
const (
	deadPage    = 100   // read from the store at a time: each may have a payload of megabytes
	maxDeadScan = 20000 // looked at for one page
)

// DeadLetter is an item that ended without success, as operators see it.
type DeadLetter struct {
	ID       string              `json:"id"`
	Queue    queue.Name          `json:"queue"`
	What     string              `json:"what"` // message | decision | answer | notice | prompt; unreadable
	Code     string              `json:"code"`
	Why      string              `json:"why,omitempty"`
	Agent    string              `json:"agent,omitempty"`
	Channel  message.ChannelName `json:"channel,omitempty"`
	With     message.Address     `json:"with,omitempty"` // who wrote the message, or was to get it
	Subject  string              `json:"subject,omitempty"`
	Session  message.SessionID   `json:"session,omitempty"`
	Turn     message.TurnID      `json:"turn,omitempty"`
	Approval message.ApprovalID  `json:"approval,omitempty"`
	Message  message.MessageID   `json:"message,omitempty"` // of a send
	Tenant   message.Tenant      `json:"tenant,omitempty"`  // whose it is; of none: the whole bridge's
	Attempts int                 `json:"attempts"`
	Replays  int                 `json:"replays"`
	At       time.Time           `json:"at"` // when it was enqueued, or replayed last
	BuriedAt time.Time           `json:"buriedAt"`

	seq int64
}

// DeadPage is one page of dead letters, the oldest first.
type DeadPage struct {
	Items []DeadLetter `json:"items"`
	Next  string       `json:"next,omitempty"` // the cursor of the next page; "" if there is none
}

// DeadDetail is one dead letter with all that is kept of it.
type DeadDetail struct {
	DeadLetter
	// Payload is what waits to be replayed: a message with its parts, a decision, or
	// an outbound message. Codes of approvals are taken out.
	Payload json.RawMessage        `json:"payload,omitempty"`
	Steps   []turns.Step           `json:"steps,omitempty"` // of its turn
	Send    *outbox.Send           `json:"send,omitempty"`  // the record of the send, with its attempts
	Audit   []admission.AuditEntry `json:"audit,omitempty"`
}

// DeadLetters returns one page of those of the caller's tenant.
func (desk *Desk) DeadLetters(ctx context.Context, who Caller, f DeadFilter) (DeadPage, error) {
	page := DeadPage{Items: []DeadLetter{}}
	limit := pageOf(f.Limit)
	next, err := desk.scanDead(ctx, f, func(d DeadLetter) bool {
		if who.has(d.Tenant) {
			page.Items = append(page.Items, d)
		}
		return len(page.Items) < limit
	})
	page.Next = next
	redactView(&page)
	return page, err
}

// DeadLetter returns one of the caller's tenant with its payload.
func (desk *Desk) DeadLetter(ctx context.Context, who Caller, id string) (DeadDetail, error) {
	d, view, err := desk.deadLetter(ctx, who, id)
	if err != nil {
		return DeadDetail{}, err
	}
	v := DeadDetail{DeadLetter: view}
	if v.Payload, err = payload(d); err != nil {
		return DeadDetail{}, err
	}
	if d.Queue == queue.Inbox && v.Turn != "" {
		if v.Steps, err = desk.o.Store.Steps(ctx, v.Turn); err != nil {
			return DeadDetail{}, err
		}
	}
	if v.Message != "" {
		s, ok, err := desk.o.Store.Send(ctx, v.Message)
		if err != nil {
			return DeadDetail{}, err
		}
		if ok {
			v.Send = &s
		}
	}
	v.Audit, err = desk.o.Store.AuditOf(ctx, v.about())
	redactView(&v)
	return v, err
}

// about is the subject of what the audit log says of it.
func (d DeadLetter) about() string {
	switch {
	case d.Message != "":
		return string(d.Message)
	case d.Turn != "":
		return string(d.Turn)
	}
	return "deadletter:" + d.ID
}

func (desk *Desk) deadLetter(ctx context.Context, who Caller, id string) (queue.DeadLetter, DeadLetter, error) {
	seq, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return queue.DeadLetter{}, DeadLetter{}, refusef(Invalid, "%q is not the number of a dead letter", id)
	}
	none := refusef(NotFound, "there is no dead letter %s", id)
	d, err := desk.o.Store.DeadLetter(ctx, seq)
	if errors.Is(err, queue.ErrNoDeadLetter) {
		err = none
	}
	if err != nil {
		return queue.DeadLetter{}, DeadLetter{}, err
	}
	r := deadReader{owners: desk.owners()}
	v, err := r.view(ctx, d)
	if err == nil && !who.has(v.Tenant) {
		err = none
	}
	return d, v, err
}

// scanDead calls visit with the dead letters of the filter until it returns
// false or maxDeadScan were looked at, and returns the cursor to go on from.
func (desk *Desk) scanDead(ctx context.Context, f DeadFilter, visit func(DeadLetter) bool) (string, error) {
	q := queue.Name(f.Queue)
	if q != "" && q != queue.Inbox && q != queue.Outbox {
		return "", refusef(Invalid, "there is no queue %q: it is inbox or outbox", q)
	}
	after, until, err := readCursor(f.Cursor)
	if err != nil {
		return "", err
	}
	if until.IsZero() {
		// What is buried from now on does not belong to this listing: a replayed
		// letter that dies again is not met twice.
		until = desk.o.Now().Add(-desk.o.Store.Describe().Skew)
	}
	r := deadReader{owners: desk.owners()}
	for looked := 0; ; {
		ds, err := desk.o.Store.DeadLetters(ctx, queue.DeadFilter{Queue: q, Code: f.Code, Since: f.Since, After: after, Limit: deadPage})
		if err != nil {
			return "", err
		}
		for _, d := range ds {
			after = d.Seq
			looked++
			if d.BuriedAt.After(until) {
				continue
			}
			v, err := r.view(ctx, d)
			if err != nil {
				return "", err
			}
			if f.Agent != "" && f.Agent != v.Agent || f.Channel != "" && f.Channel != v.Channel {
				continue
			}
			if !visit(v) {
				return writeCursor(after, until), nil
			}
		}
		if len(ds) < deadPage {
			return "", nil
		}
		if looked >= maxDeadScan {
			return writeCursor(after, until), nil
		}
	}
}

// everyDead is scanDead for as many as there are.
func (desk *Desk) everyDead(ctx context.Context, f DeadFilter, visit func(DeadLetter) bool) error {
	for more := true; more; {
		next, err := desk.scanDead(ctx, f, func(d DeadLetter) bool {
			more = visit(d)
			return more
		})
		if err != nil || next == "" {
			return err
		}
		f.Cursor = next
	}
	return nil
}

func writeCursor(after int64, until time.Time) string {
	return fmt.Sprintf("%d.%d", after, until.UnixNano())
}

func readCursor(s string) (after int64, until time.Time, err error) {
	if s == "" {
		return 0, time.Time{}, nil
	}
	var ns int64
	if n, err := fmt.Sscanf(s, "%d.%d", &after, &ns); n != 2 || err != nil || s != fmt.Sprintf("%d.%d", after, ns) {
		return 0, time.Time{}, refusef(Invalid, "%q is not a cursor", s)
	}
	return after, time.Unix(0, ns), nil
}

// deadReader reads payloads; it remembers the turns that it looked up.
type deadReader struct {
	owners
	turns map[message.TurnID]turns.Turn
}

// view says what a dead letter is.
func (r *deadReader) view(ctx context.Context, d queue.DeadLetter) (DeadLetter, error) {
	v := DeadLetter{
		ID: strconv.FormatInt(d.Seq, 10), Queue: d.Queue, What: "unreadable", Code: d.Death.Code, Why: d.Death.Why,
		Attempts: d.Attempts, Replays: d.Replays, At: d.At, BuriedAt: d.BuriedAt, seq: d.Seq,
	}
	if d.Queue == queue.Inbox {
		return v, r.inbox(ctx, d, &v)
	}
	out, ok := readOutbound(d.Payload)
	if !ok {
		return v, nil
	}
	v.What, v.Channel, v.With, v.Subject = string(out.Kind), out.Channel, out.To, out.Subject
	v.Session, v.Turn, v.Approval, v.Message = out.Session, out.Turn, out.Approval, out.ID
	if v.Subject == "" && out.Thread.Subject != "" {
		v.Subject = "Re: " + out.Thread.Subject
	}
	if v.Approval != "" {
		v.Subject = "" // holds the code; what the request is about is in its record
		rec, err := r.desk.o.Approvals.Get(ctx, v.Approval)
		if err != nil && !errors.Is(err, request.ErrNotFound) {
			return DeadLetter{}, err
		}
		v.Agent, v.Subject = rec.Agent, rec.Summary
	}
	if v.Agent == "" && v.Turn != "" {
		t, err := r.turn(ctx, v.Turn)
		if err != nil {
			return DeadLetter{}, err
		}
		v.Agent = t.Agent
	}
	var err error
	v.Tenant, err = r.of(ctx, v.Turn, v.Approval, v.Session)
	return v, err
}

func (r *deadReader) inbox(ctx context.Context, d queue.DeadLetter, v *DeadLetter) error {
	v.Session = message.SessionID(d.Lane)
	w, err := turns.ReadItem(d.Payload)
	if err != nil {
		return nil // it stays "unreadable"
	}
	v.Turn, v.What, v.Approval = w.TurnID(), "message", w.Approval
	t := turns.Turn{}
	if w.Turn != nil {
		t = *w.Turn
	} else {
		v.What = "decision"
		if t, err = r.turn(ctx, w.Resume); err != nil {
			return err
		}
	}
	v.Agent, v.Channel = t.Agent, t.Channel
	if t.ID != "" {
		v.Tenant = t.Tenant.Or()
	} else if v.Tenant, err = r.of(ctx, "", v.Approval, v.Session); err != nil {
		return err
	}
	if len(t.Originators) > 0 {
		v.With, v.Subject = t.Originators[0].Address, t.Originators[0].Thread.Subject
	}
	if machine := t.Source(); machine != "" {
		v.With = machine
	}
	return nil
}

func (r *deadReader) turn(ctx context.Context, id message.TurnID) (turns.Turn, error) {
	if t, ok := r.turns[id]; ok {
		return t, nil
	}
	t, _, err := r.desk.o.Store.Turn(ctx, id)
	if err != nil {
		return turns.Turn{}, err
	}
	if r.turns == nil {
		r.turns = map[message.TurnID]turns.Turn{}
	}
	r.turns[id] = t
	return t, nil
}

// payload is the payload without the codes of a message about an approval;
// redactView does the rest.
func payload(d queue.DeadLetter) (json.RawMessage, error) {
	if !json.Valid(d.Payload) {
		return json.Marshal(withoutCodes(string(d.Payload)))
	}
	if d.Queue == queue.Inbox {
		return d.Payload, nil
	}
	var out message.Outbound
	if json.Unmarshal(d.Payload, &out) != nil { // which of it is text cannot be told
		return json.Marshal(withoutCodes(string(d.Payload)))
	}
	if !hasCodes(out) {
		return d.Payload, nil
	}
	redactOutbound(&out)
	return json.Marshal(out)
}
