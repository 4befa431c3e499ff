package turns

import (
	"context"
	"log/slog"

	"bridge/core/queue"
)

// itemLog adds what a line is about when there is a line.
type itemLog struct {
	slog.Handler
	c    *queue.Claim
	turn *Turn       // empty until the item is read
	log  slog.Logger // with this as its handler
}

func newItemLog(to *slog.Logger, c *queue.Claim, turn *Turn) *slog.Logger {
	h := &itemLog{Handler: to.Handler(), c: c, turn: turn}
	h.log = *slog.New(h)
	return &h.log
}

func (h *itemLog) about() slog.Handler {
	to := h.Handler.WithAttrs([]slog.Attr{slog.String("session", h.c.Lane)})
	if h.turn.ID == "" {
		return to
	}
	return to.WithAttrs([]slog.Attr{
		slog.Any("turn", h.turn.ID), slog.Any("channel", h.turn.Channel), slog.String("correlation", h.turn.Correlation),
	})
}

func (h *itemLog) Handle(ctx context.Context, r slog.Record) error { return h.about().Handle(ctx, r) }

func (h *itemLog) WithAttrs(as []slog.Attr) slog.Handler { return h.about().WithAttrs(as) }

func (h *itemLog) WithGroup(name string) slog.Handler { return h.about().WithGroup(name) }
