package demo

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
)

// stepLog is the log of the demo: one short line for each step, for a person at
// a terminal.
type stepLog struct {
	w     io.Writer
	begun *atomic.Bool // before, only what went wrong is shown
	attrs []slog.Attr
}

// ids are left out of the lines of steps: the pages have them.
var ids = []string{"session", "turn", "correlation", "agent"}

// Enabled implements slog.Handler.
func (h stepLog) Enabled(_ context.Context, l slog.Level) bool {
	return l > slog.LevelInfo || l == slog.LevelInfo && h.begun.Load()
}

// Handle implements slog.Handler.
func (h stepLog) Handle(_ context.Context, r slog.Record) error {
	var b strings.Builder
	mark := "·"
	if r.Level > slog.LevelInfo {
		mark = "!"
	}
	fmt.Fprintf(&b, "  %s %s", mark, r.Message)
	show := func(a slog.Attr) bool {
		if r.Level == slog.LevelInfo && slices.Contains(ids, a.Key) {
			return true
		}
		if v := a.Value.String(); v != "" {
			fmt.Fprintf(&b, "  %s=%s", a.Key, v)
		}
		return true
	}
	for _, a := range h.attrs {
		show(a)
	}
	r.Attrs(show)
	b.WriteByte('\n')
	_, err := io.WriteString(h.w, b.String())
	return err
}

// WithAttrs implements slog.Handler.
func (h stepLog) WithAttrs(as []slog.Attr) slog.Handler {
	h.attrs = append(append([]slog.Attr(nil), h.attrs...), as...)
	return h
}

// WithGroup implements slog.Handler; the bridge uses no groups.
func (h stepLog) WithGroup(string) slog.Handler { return h }
