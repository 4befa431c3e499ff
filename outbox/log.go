package outbox

import (
	"context"
	"log/slog"

	"bridge/core/message"
	"bridge/core/queue"
)

// itemLog adds what a line is about when there is a line: most messages have none.
type itemLog struct {
	slog.Handler
	c   *queue.Claim
	out *message.Outbound // empty until the payload is read
	log slog.Logger       // with this as its handler
}

func newItemLog(to *slog.Logger, c *queue.Claim, out *message.Outbound) *slog.Logger {
	h := &itemLog{Handler: to.Handler(), c: c, out: out}
	h.log = *slog.New(h)
	return &h.log
}

func (h *itemLog) about() slog.Handler {
	to := h.Handler.WithAttrs([]slog.Attr{slog.String("message", h.c.ID), slog.Int("attempt", h.c.Attempts+1)})
	if h.out.ID == "" {
		return to
	}
	return to.WithAttrs([]slog.Attr{
		slog.Any("channel", h.out.Channel), slog.Any("session", h.out.Session), slog.Any("turn", h.out.Turn),
	})
}

func (h *itemLog) Handle(ctx context.Context, r slog.Record) error { return h.about().Handle(ctx, r) }

func (h *itemLog) WithAttrs(as []slog.Attr) slog.Handler { return h.about().WithAttrs(as) }

func (h *itemLog) WithGroup(name string) slog.Handler { return h.about().WithGroup(name) }
