package app

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"

	"bridge/approvals"
	"bridge/message"
	"bridge/queue"
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
func (a *App) ReplayDead(ctx context.Context, operator string, sel DeadSelection) (Bulk, error) {
	return a.eachDead(ctx, sel, func(ctx context.Context, d DeadLetter, dry bool) error {
		return a.replay(ctx, operator, d, dry)
	})
}

// DropDead deletes dead letters with their payloads. Records of turns and sends
// stay.
func (a *App) DropDead(ctx context.Context, operator string, sel DeadSelection) (Bulk, error) {
	return a.eachDead(ctx, sel, func(ctx context.Context, d DeadLetter, dry bool) error {
		if dry {
			return nil
		}
		return a.drop(ctx, operator, d)
	})
}

func (a *App) replay(ctx context.Context, operator string, d DeadLetter, dry bool) error {
	switch {
	case d.What == "unreadable":
		return refusef(Conflict, "its payload cannot be read: it would end here again")
	case d.Queue == queue.Outbox:
		if _, ok := a.channel(string(d.Channel)); !ok {
			return refusef(Conflict, "there is no channel %s any more", d.Channel)
		}
	case d.Agent != "":
		if !slices.Contains(a.agents(), d.Agent) {
			return refusef(Conflict, "there is no agent %s any more", d.Agent)
		}
	}
	if d.What == string(message.Prompt) {
		r, err := a.approvals.Get(ctx, d.Approval)
		if err != nil && !errors.Is(err, approvals.ErrNotFound) {
			return err
		}
		if r.State != approvals.Pending {
			return refusef(Conflict, "nobody needs to be asked any more: the request %s is settled", d.Approval)
		}
	}
	if dry {
		return nil
	}
	if err := a.store.Replay(ctx, d.seq); err != nil {
		return gone(err)
	}
	return a.acted(ctx, operator, "replay", d.about(), d.summary()...)
}

func (a *App) drop(ctx context.Context, operator string, d DeadLetter) error {
	if err := a.store.Drop(ctx, d.seq); err != nil {
		return gone(err)
	}
	return a.acted(ctx, operator, "drop", d.about(), d.summary()...)
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

// eachDead collects the selection first and then acts on each.
func (a *App) eachDead(ctx context.Context, sel DeadSelection, act func(context.Context, DeadLetter, bool) error) (Bulk, error) {
	b := Bulk{DryRun: sel.DryRun, Items: []DeadLetter{}}
	var ds []DeadLetter
	if len(sel.IDs) > maxDeadLimit {
		return Bulk{}, refusef(Invalid, "%d ids; at most %d at a time", len(sel.IDs), maxDeadLimit)
	}
	if len(sel.IDs) > 0 {
		r := deadReader{a: a}
		for _, id := range sel.IDs {
			d, err := a.deadLetter(ctx, id)
			var refused *RefusedError
			if errors.As(err, &refused) {
				b.Errors = append(b.Errors, BulkError{ID: id, Problem: refused.Text})
				continue
			}
			if err != nil {
				return Bulk{}, err
			}
			v, err := r.view(ctx, d)
			if err != nil {
				return Bulk{}, err
			}
			ds = append(ds, v)
		}
	} else {
		page, err := a.DeadLetters(ctx, sel.DeadFilter)
		if err != nil {
			return Bulk{}, err
		}
		ds, b.Next = page.Items, page.Next
	}
	for _, d := range ds {
		if err := ctx.Err(); err != nil {
			return b, fmt.Errorf("stopped after %d: %w", b.Done, err)
		}
		if err := act(ctx, d, sel.DryRun); err != nil {
			b.Errors = append(b.Errors, BulkError{ID: d.ID, Problem: a.problem(err)})
			continue
		}
		b.Done++
		b.Items = append(b.Items, d)
	}
	return b, nil
}

// problem is an error as operators read it: what is inside is in the log.
func (a *App) problem(err error) string {
	var refused *RefusedError
	if errors.As(err, &refused) {
		return refused.Text
	}
	a.o.Log.Error("operator", "err", err)
	return "the store failed; the log says why"
}

const redacted = "[code]"

// redact takes the codes of an approval out of a message about it: they are for
// its approvers alone.
func redact(out *message.Outbound, r approvals.Record) {
	if r.ID == "" { // past its retention: which words are codes cannot be told
		out.Subject, out.Thread.Subject, out.Text = "", "", "(not shown: it may hold the code of an approval)"
		return
	}
	for _, p := range r.Approvers {
		if p.Code == "" {
			continue
		}
		code := regexp.MustCompile("(?i)" + regexp.QuoteMeta(p.Code))
		for _, text := range []*string{&out.Subject, &out.Text, &out.Thread.Subject} {
			*text = code.ReplaceAllLiteralString(*text, redacted)
		}
	}
}
