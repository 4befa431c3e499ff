package queue

import (
	"context"
	"log/slog"
)

// itemLog adds what a line is about when there is a line: most items have none.
type itemLog[T any] struct {
	slog.Handler
	c     *Claim
	of    *T
	about func(*Claim, *T) []slog.Attr
	log   slog.Logger // with this as its handler
}

// NewLog returns a log of a claimed item and of what is read of it, which may be filled later: each line
// has what about says of them then.
func NewLog[T any](to *slog.Logger, c *Claim, of *T, about func(*Claim, *T) []slog.Attr) *slog.Logger {
	h := &itemLog[T]{Handler: to.Handler(), c: c, of: of, about: about}
	h.log = *slog.New(h)
	return &h.log
}

func (h *itemLog[T]) now() slog.Handler { return h.Handler.WithAttrs(h.about(h.c, h.of)) }

func (h *itemLog[T]) Handle(ctx context.Context, r slog.Record) error { return h.now().Handle(ctx, r) }

func (h *itemLog[T]) WithAttrs(as []slog.Attr) slog.Handler { return h.now().WithAttrs(as) }

func (h *itemLog[T]) WithGroup(name string) slog.Handler { return h.now().WithGroup(name) }
