package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"bridge/artifacts"
	"bridge/core/queue"
	"bridge/store"
)

// retention deletes what is past its time, once an hour.
type retention struct {
	store     store.Store
	artifacts *artifacts.Store
	keep      time.Duration // files
	now       func() time.Time
	log       *slog.Logger
}

// run does it until ctx ends.
func (r retention) run(ctx context.Context) error {
	t := time.NewTicker(time.Hour)
	defer t.Stop()
	for {
		if n, err := r.store.Sweep(ctx); err != nil && ctx.Err() == nil {
			r.log.Error("retention", "err", err)
		} else if n > 0 {
			r.log.Info("retention: deleted what is past its time", "records", n)
		}
		if err := r.expireArtifacts(ctx); err != nil && ctx.Err() == nil {
			r.log.Error("retention", "err", err)
		}
		r.logHeads(ctx)
		select {
		case <-ctx.Done():
			return nil
		case <-t.C:
		}
	}
}

// expireArtifacts deletes files that are older than their retention and than
// every record that may refer to them: messages, and items not finished yet.
func (r retention) expireArtifacts(ctx context.Context) error {
	before := r.now().Add(-r.keep)
	for _, q := range []queue.Name{queue.Inbox, queue.Outbox} {
		oldest, err := r.store.OldestItem(ctx, q)
		if err != nil {
			return err
		}
		if !oldest.IsZero() && oldest.Add(-time.Hour).Before(before) {
			before = oldest.Add(-time.Hour) // a file is stored shortly before its message
		}
	}
	n, err := r.artifacts.Expire(ctx, before)
	if n > 0 {
		r.log.Info("retention: deleted old files", "records", n)
	}
	return err
}

// logHeads writes the heads of the ledger into the log: a copy that whoever can rewrite
// the store does not have.
func (r retention) logHeads(ctx context.Context) {
	chains, err := r.store.Chains(ctx)
	if err != nil {
		if ctx.Err() == nil && !errors.Is(err, context.Canceled) {
			r.log.Error("the ledger of approvals cannot be read", "err", err)
		}
		return
	}
	for _, c := range chains {
		if c.Head.Seq > 0 {
			r.log.Info("head of the ledger of approvals", "chain", c.ID, "entry", c.Head.Seq, "head", fmt.Sprintf("%x", c.Head.Hash))
		}
	}
}
