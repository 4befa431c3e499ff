package operate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/outbox"
)

// DeadSelection says which dead letters to act on: the ids, or what the filter
// matches (its Limit at a time).
type DeadSelection struct {
	IDs []string // at most 1000; the filter is not used then
	DeadFilter
	DryRun bool // only say what would be done
}

// Bulk is what an action on dead letters came to. One that cannot be done does not
// stop the others.
type Bulk struct {
	DryRun bool         `json:"dryRun"`
	Done   int          `json:"done"`  // or that would be done
	Items  []DeadLetter `json:"items"` // those
	Errors []BulkError  `json:"errors,omitempty"`
	Next   string       `json:"next,omitempty"` // the filter matches more: go on with this cursor
}

// BulkError is why one dead letter was left as it is.
type BulkError struct {
	ID      string `json:"id"`
	Problem string `json:"problem"`
}

// ReplayDead puts dead letters back at the end of their lanes as if they were new:
// the agent is called again under another key, a message is sent again.
func (desk *Desk) ReplayDead(ctx context.Context, who Caller, sel DeadSelection) (Bulk, error) {
	return desk.eachDead(ctx, who, sel, func(ctx context.Context, d DeadLetter, dry bool) error {
		return desk.replay(ctx, who.Operator, d, dry)
	})
}

// DropDead deletes dead letters with their payloads. Records of turns and sends
// stay.
func (desk *Desk) DropDead(ctx context.Context, who Caller, sel DeadSelection) (Bulk, error) {
	return desk.eachDead(ctx, who, sel, func(ctx context.Context, d DeadLetter, dry bool) error {
		if dry {
			return nil
		}
		return desk.drop(ctx, who.Operator, d)
	})
}

func (desk *Desk) replay(ctx context.Context, operator string, d DeadLetter, dry bool) error {
	switch {
	case d.What == "unreadable":
		return refusef(Conflict, "its payload cannot be read: it would end here again")
	case d.Queue == queue.Outbox:
		if _, ok := desk.channel(string(d.Channel)); !ok {
			return refusef(Conflict, "there is no channel %s any more", d.Channel)
		}
	case d.Agent != "":
		if !slices.Contains(desk.o.Agents, d.Agent) {
			return refusef(Conflict, "there is no agent %s any more", d.Agent)
		}
	}
	if d.What == string(message.Prompt) {
		r, err := desk.o.Approvals.Get(ctx, d.Approval)
		if err != nil && !errors.Is(err, request.ErrNotFound) {
			return err
		}
		if r.State != request.Pending {
			return refusef(Conflict, "nobody needs to be asked any more: the request %s is settled", d.Approval)
		}
	}
	if dry {
		return nil
	}
	taken, err := desk.takeUnknown(ctx, operator, d)
	if err != nil {
		return err
	}
	if err := desk.o.Store.Replay(ctx, d.seq); err != nil {
		if taken != nil {
			desk.giveBack(ctx, operator, *taken)
			if errors.Is(err, queue.ErrNoDeadLetter) {
				return meanwhile(d.Message)
			}
		}
		return gone(err)
	}
	return desk.acted(ctx, operator, "replay", d.about(), d.summary()...)
}

// takeUnknown makes the record of a send say "sending" before its dead letter is
// replayed, so that nobody settles at the same time as sent what then goes out
// again. It returns the record as it was; nil if there was nothing to take. A
// record that was taken and whose letter is still there is taken over: who took it
// has died, or loses when it comes to the replay.
func (desk *Desk) takeUnknown(ctx context.Context, operator string, d DeadLetter) (*outbox.Send, error) {
	if d.Queue != queue.Outbox || d.Message == "" {
		return nil, nil
	}
	s, found, err := desk.o.Store.Send(ctx, d.Message)
	if err != nil || !found {
		return nil, err
	}
	if s.State == outbox.Sent && s.Delivery != "" { // after it was buried as unknown
		return nil, refusef(Conflict, "the send %s went out after all: its provider reports it as %s", s.ID, s.Delivery)
	}
	if s.State != outbox.Unknown {
		if s.SettledBy == "" {
			return nil, nil
		}
		if s.State != outbox.Sending {
			return nil, refusef(Conflict, "the send %s was settled as %s", s.ID, s.State)
		}
	}
	next := s
	next.State, next.SettledBy, next.UpdatedAt = outbox.Sending, operator, desk.o.Now()
	ok, err := desk.o.Store.Settle(ctx, next)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, meanwhile(s.ID)
	}
	s.State, s.SettledBy = outbox.Unknown, ""
	return &s, nil
}

// giveBack undoes takeUnknown after a replay that failed. If it cannot, a later
// replay takes the record over.
func (desk *Desk) giveBack(ctx context.Context, operator string, was outbox.Send) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	s, found, err := desk.o.Store.Send(ctx, was.ID)
	if err == nil && found && s.State == outbox.Sending && s.SettledBy == operator && s.Replay == was.Replay {
		was.Version = s.Version
		_, err = desk.o.Store.Settle(ctx, was)
	}
	if err != nil {
		desk.o.Log.Error("operator: the record of a send stays at sending; replay it again", "message", was.ID, "err", err)
	}
}

func meanwhile(id message.MessageID) error {
	return refusef(Conflict, "the send %s was settled or replayed meanwhile", id)
}

func (desk *Desk) drop(ctx context.Context, operator string, d DeadLetter) error {
	if err := desk.o.Store.Drop(ctx, d.seq); err != nil {
		return gone(err)
	}
	return desk.acted(ctx, operator, "drop", d.about(), d.summary()...)
}

func (d DeadLetter) summary() []string {
	return []string{"dead letter " + d.ID, string(d.Queue) + " " + d.What, "was: " + d.Code}
}

func gone(err error) error {
	if errors.Is(err, queue.ErrNoDeadLetter) {
		return refusef(NotFound, "there is no such dead letter any more")
	}
	return err
}

// eachDead collects the selection first, of what is the caller's, and then acts on each.
func (desk *Desk) eachDead(ctx context.Context, who Caller, sel DeadSelection, act func(context.Context, DeadLetter, bool) error) (Bulk, error) {
	b := Bulk{DryRun: sel.DryRun, Items: []DeadLetter{}}
	var ds []DeadLetter
	if len(sel.IDs) > maxPage {
		return Bulk{}, refusef(Invalid, "%d ids; at most %d at a time", len(sel.IDs), maxPage)
	}
	if len(sel.IDs) > 0 {
		for _, id := range sel.IDs {
			_, v, err := desk.deadLetter(ctx, who, id)
			if refused, ok := errors.AsType[*RefusedError](err); ok {
				b.Errors = append(b.Errors, BulkError{ID: id, Problem: refused.Text})
				continue
			}
			if err != nil {
				return Bulk{}, err
			}
			ds = append(ds, v)
		}
	} else {
		page, err := desk.DeadLetters(ctx, who, sel.DeadFilter)
		if err != nil {
			return Bulk{}, err
		}
		ds, b.Next = page.Items, page.Next
	}
	for _, d := range ds {
		if err := ctx.Err(); err != nil {
			redactView(&b)
			return b, fmt.Errorf("stopped after %d: %w", b.Done, err)
		}
		if err := act(ctx, d, sel.DryRun); err != nil {
			b.Errors = append(b.Errors, BulkError{ID: d.ID, Problem: desk.problem(err)})
			continue
		}
		b.Done++
		b.Items = append(b.Items, d)
	}
	redactView(&b)
	return b, nil
}

// problem is an error as operators read it: what is inside is in the log.
func (desk *Desk) problem(err error) string {
	if refused, ok := errors.AsType[*RefusedError](err); ok {
		return refused.Text
	}
	desk.o.Log.Error("operator", "err", err)
	return "the store failed; the log says why"
}
