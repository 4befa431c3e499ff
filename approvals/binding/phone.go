package binding

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"bridge/approvals/reply"
	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/outbox"
)

// On a phone an answer does not say what it answers: that follows from what was the last message there.

// bindSole takes an unmistakable yes or no without a word about what it answers for the answer to the prompt that
// was the last message there, not long ago. Does more than that wait for its sender, it
// is asked which one is meant. A message that quotes another is an answer to that.
func (f *Finder) bindSole(ctx context.Context, b *binder) error {
	r := b.r
	if !r.Known || r.Quotes || f.ReplyWindow <= 0 || !r.Traits.SolePending {
		return nil
	}
	last, found, err := f.Store.LastOutbound(ctx, r.Channel, r.From)
	if err != nil {
		return fmt.Errorf("approvals: look up the last message: %w", err)
	}
	if !found || last.Approval == "" || last.Again == message.AgainSeveral || r.At.Before(last.At) || r.At.Sub(last.At) > f.ReplyWindow {
		return nil
	}
	rec, err := f.Store.Get(ctx, last.Approval)
	if errors.Is(err, request.ErrNotFound) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("approvals: read %s: %w", last.Approval, err)
	}
	if _, mine := rec.ApproverOf(r.Person.ID); !mine {
		return nil
	}
	r.Shown = shown(rec)
	v := Verdict(r)
	if q := rec.Question; q != nil && rec.State != request.Pending || q == nil && (v.Verdict == reply.None || !v.Strong) {
		return nil // words to a question that was the last message there are its answer, like a verdict to a prompt
	}
	by := bySole
	if rec.Question == nil && crosses(r, last, f.ReplyWindow) {
		by = byLike
	}
	b.add(rec.ID, r.Person.ID, by)
	if rec.Question != nil && v.Verdict == reply.None { // words, which are no answer to anything else
		return nil
	}
	waiting, err := f.Waiting(ctx, r.Person.ID, 2)
	if err != nil {
		return err
	}
	for _, w := range waiting {
		b.add(w.ID, r.Person.ID, by)
	}
	return nil
}

// readIn is how soon nobody has read a prompt, perhaps: it may have come while its reader wrote.
const readIn = 5 * time.Second

// crosses reports whether an answer to the prompt that is the last message may be one to what
// was said before it.
func crosses(r Reply, last outbox.LastOutbound, window time.Duration) bool {
	return !last.BeforeAt.IsZero() && r.At.Sub(last.At) < readIn && r.At.Sub(last.BeforeAt) <= window
}

// bindLike binds what looks like an answer to the prompt, or to what asked it back,
// that was the last message on the phone: it is never one to an agent, however often it
// comes. Where something else was said since, it is a message like any other, of which
// Aside tells its sender now and then.
func (f *Finder) bindLike(ctx context.Context, b *binder) error {
	r := b.r
	if !r.phone() || r.Quotes {
		return nil
	}
	// Whom nothing is asked is not asked back, whatever the message looks like.
	if open, err := f.Store.OpenFor(ctx, r.Person.ID, 1); err != nil {
		return fmt.Errorf("approvals: look up what is open: %w", err)
	} else if len(open) == 0 || !likeAnswer(r) {
		return nil
	}
	last, found, err := f.Store.LastOutbound(ctx, r.Channel, r.From)
	if err != nil {
		return fmt.Errorf("approvals: look up the last message: %w", err)
	}
	if found && last.Again == message.AgainSeveral && !r.At.Before(last.At) {
		b.List, b.By = true, byWhich
		return nil
	}
	var about []message.ApprovalID
	switch early := r.At.Before(last.At); {
	case !found:
	case !early:
		about = append(about, last.Approval)
	case last.Before != "" && !r.At.Before(last.BeforeAt): // between two prompts
		about = append(about, last.Before, last.Approval)
	}
	for _, id := range about {
		rec, err := f.Store.Get(ctx, id)
		if err != nil && !errors.Is(err, request.ErrNotFound) {
			return fmt.Errorf("approvals: read %s: %w", id, err)
		}
		if err == nil && f.asksBack(rec, r) {
			b.add(rec.ID, r.Person.ID, byLike)
		}
	}
	if b.Approval != "" {
		return nil
	}
	open, err := f.Waiting(ctx, r.Person.ID, MostListed)
	if err != nil {
		return err
	}
	open = slices.DeleteFunc(open, func(rec request.Record) bool {
		return rec.ReachedAt[r.Person.ID].Address != r.From || !f.asksBack(rec, r)
	})
	if len(open) > 0 && !slices.ContainsFunc(open, func(rec request.Record) bool { return r.AskedLately(rec, r.Lacks(), f.Now()) }) {
		b.Aside = open[0].ID // one message tells of all
	}
	return nil
}

// asksBack reports whether the sender of a reply can be asked back about a request.
func (f *Finder) asksBack(rec request.Record, r Reply) bool {
	_, mine := rec.ApproverOf(r.Person.ID)
	_, voted := rec.VoteOf(r.Person.ID)
	return mine && !voted && rec.State == request.Pending && rec.ExpiresAt.After(r.At)
}
