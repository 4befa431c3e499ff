package operate

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sort"
	"time"

	"bridge/core/message"
	"bridge/core/queue"
	"bridge/outbox"
)

// SendFilter selects sends; zero fields match everything.
type SendFilter struct {
	State   string // sending | sent | failed | unknown
	Channel message.ChannelName
	Since   time.Time
	Cursor  message.MessageID // the last id of the page before
	Limit   int               // at most so many; 0 = 100, at most 1000
}

// maxSendScan is how many are looked at for one page.
const maxSendScan = 20000

// SendPage is one page of sends, the oldest first. Pages follow by id, each is in the order of time.
type SendPage struct {
	Items []outbox.Send     `json:"items"`
	Next  message.MessageID `json:"next,omitempty"`
}

// Sends returns one page of those of the caller's tenant.
func (desk *Desk) Sends(ctx context.Context, who Caller, f SendFilter) (SendPage, error) {
	if f.Cursor != "" && !f.Cursor.Valid() {
		return SendPage{}, refusef(Invalid, "%q is not a cursor", f.Cursor)
	}
	state := outbox.State(f.State)
	if state != "" && !slices.Contains([]outbox.State{outbox.Sending, outbox.Sent, outbox.Failed, outbox.Unknown}, state) {
		return SendPage{}, refusef(Invalid, "there is no state %q: it is sending, sent, failed or unknown", state)
	}
	limit := pageOf(f.Limit)
	p, after, owners := SendPage{Items: []outbox.Send{}}, f.Cursor, desk.owners()
	for looked := 0; looked < maxSendScan; {
		items, err := desk.o.Store.Sends(ctx, outbox.Filter{
			State: state, Channel: f.Channel, Since: f.Since, After: after, Limit: limit + 1,
		})
		if err != nil {
			return SendPage{}, err
		}
		p.Next = ""
		for n, s := range items {
			if len(p.Items) == limit || n == limit { // there is more
				p.Next = after
				break
			}
			ok, err := owners.sees(ctx, who, s)
			if err != nil {
				return SendPage{}, err
			}
			if after = s.ID; ok {
				p.Items = append(p.Items, s)
			}
		}
		if looked += len(items); p.Next == "" || len(p.Items) == limit {
			break
		}
	}
	inTime(p.Items)
	redactView(&p)
	return p, nil
}

// inTime orders sends, which stores give by id.
func inTime(all []outbox.Send) {
	sort.SliceStable(all, func(i, j int) bool { return all[i].Since().Before(all[j].Since()) })
}

// Settlement is what an operator says became of a send.
type Settlement string

// The settlements.
const (
	SettleSent   Settlement = "sent"   // it has arrived
	SettleFailed Settlement = "failed" // it has not, and is not to be sent again
	Resend       Settlement = "resend" // it has not, or twice does no harm: send it again
)

// Settle says what became of a send of the caller's tenant whose outcome is unknown. As sent or failed
// its dead letter is dropped, and who waits for a prompt is told; resend replays
// the dead letter. What was settled the same way before is only completed. Of two
// operators at the same time one hears that it was settled meanwhile.
func (desk *Desk) Settle(ctx context.Context, who Caller, id message.MessageID, as Settlement) (outbox.Send, error) {
	if !slices.Contains([]Settlement{SettleSent, SettleFailed, Resend}, as) {
		return outbox.Send{}, refusef(Invalid, "a send is settled as sent, failed or resend, not %q", as)
	}
	s, ok, err := desk.o.Store.Send(ctx, id)
	if err != nil {
		return outbox.Send{}, err
	}
	if ok {
		ok, err = desk.owners().sees(ctx, who, s)
	}
	if err != nil {
		return outbox.Send{}, err
	}
	if !ok {
		return outbox.Send{}, refusef(NotFound, "there is no send %s", id)
	}
	operator := who.Operator
	again := s.SettledBy != "" && (string(s.State) == string(as) || s.State == outbox.Sending && as == Resend)
	if s.State != outbox.Unknown && !again {
		return s, refusef(Conflict, "the send %s is %s: only one that is unknown can be settled", id, s.State)
	}
	dead, found, err := desk.deadSend(ctx, s)
	if err != nil {
		return outbox.Send{}, err
	}
	if !found && !again {
		waits, err := desk.waiting(ctx, s)
		if err != nil {
			return outbox.Send{}, err
		}
		if waits {
			return s, refusef(Conflict, "the send %s was replayed and is about to go out again", id)
		}
	}
	if as == Resend {
		if !found && again {
			return s, meanwhile(id)
		}
		if !found {
			return s, refusef(Conflict, "the dead letter of the send %s was dropped: there is nothing left to send", id)
		}
		err := desk.replay(ctx, operator, dead, false)
		redactView(&s)
		return s, err
	}
	return desk.settle(ctx, operator, s, outbox.State(as), dead, found)
}

func (desk *Desk) settle(ctx context.Context, operator string, s outbox.Send, as outbox.State, dead DeadLetter, found bool) (outbox.Send, error) {
	triedAt := s.UpdatedAt
	if s.State == outbox.Unknown {
		s.State, s.SettledBy, s.UpdatedAt = as, operator, desk.o.Now()
		ok, err := desk.o.Store.Settle(ctx, s)
		if err != nil {
			return outbox.Send{}, err
		}
		if !ok {
			return outbox.Send{}, meanwhile(s.ID)
		}
	}
	if s.Kind == message.Prompt {
		// A prompt's time to live counts from when it went out.
		err := desk.o.Approvals.Handed(ctx, outbox.Result{
			Out:   message.Outbound{ID: s.ID, Kind: s.Kind, Channel: s.Channel, To: s.To, Approval: s.Approval, Person: s.Person, Turn: s.Turn},
			State: as, Code: s.Code, At: triedAt,
		})
		if err != nil {
			return outbox.Send{}, err
		}
	}
	if found {
		if err := desk.o.Store.Drop(ctx, dead.seq); err != nil && !errors.Is(err, queue.ErrNoDeadLetter) {
			return outbox.Send{}, err
		}
	}
	err := desk.acted(ctx, operator, "settle "+string(as), string(s.ID), "was: "+s.Code)
	redactView(&s)
	return s, err
}

// deadSend returns the dead letter of an unknown send.
func (desk *Desk) deadSend(ctx context.Context, s outbox.Send) (DeadLetter, bool, error) {
	var dead DeadLetter
	found := false
	for _, code := range []string{string(outbox.Unknown), "panic"} { // how the outbox buries what is unknown
		err := desk.everyDead(ctx, DeadFilter{Queue: string(queue.Outbox), Code: code}, func(d DeadLetter) bool {
			if d.Message == s.ID {
				dead, found = d, true
			}
			return !found
		})
		if err != nil || found {
			return dead, found, err
		}
	}
	return dead, false, nil
}

// waiting reports whether the item of a send is in its lane.
func (desk *Desk) waiting(ctx context.Context, s outbox.Send) (bool, error) {
	items, err := desk.outboxLane(ctx, message.Outbound{ID: s.ID, Session: s.Session, Approval: s.Approval, Channel: s.Channel, To: s.To})
	return slices.ContainsFunc(items, func(w queue.Waiting) bool { return w.ID == string(s.ID) }), err
}

// outboxLane returns what waits in the lane that out belongs to.
func (desk *Desk) outboxLane(ctx context.Context, out message.Outbound) ([]queue.Waiting, error) {
	it, err := outbox.Item(out) // the one place that knows the lane
	if err != nil {
		return nil, err
	}
	items, err := desk.o.Store.Waiting(ctx, queue.Outbox, it.Lane)
	if err != nil {
		return nil, err
	}
	later, err := desk.o.Store.Waiting(ctx, queue.Outbox, outbox.LaterLane(it.Lane))
	return append(items, later...), err
}

// readOutbound decodes the payload of an outbox item.
func readOutbound(payload []byte) (message.Outbound, bool) {
	var out message.Outbound
	err := json.Unmarshal(payload, &out)
	return out, err == nil && out.ID != ""
}
