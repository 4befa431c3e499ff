// Package span says what one stretch of work on a message was: of which trace, when, and how it
// ended. Ids are made of what the work is on, so that whoever goes on days later, or on another
// node, knows those of before; nothing is kept for them but the trace of a turn.
package span

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"
)

// Span is one stretch of work that has ended.
type Span struct {
	Trace      string // 32 hex digits
	ID, Parent string // 16 each; Parent "" is none
	Link       string // the id of a span of the same trace that it goes on from; "" is none
	Name       string
	Kind       Kind
	Begin, End time.Time
	Fields     []Field
	Failure    string // a code; "": it went well
}

// Field is one thing that is said of a span: ids, names and codes, never words of messages,
// addresses or secrets.
type Field struct{ Key, Value string }

// Kind is which way the work goes, in OpenTelemetry's words.
type Kind int

// The kinds, with the numbers of the protocol.
const (
	Internal Kind = 1
	Server   Kind = 2 // for somebody who waits
	Client   Kind = 3 // of somebody whom we wait for
	Producer Kind = 4 // what goes out and is not waited for
	Consumer Kind = 5 // what came in
)

// Sink takes spans. It does not block, and may be called by many at once. Where spans are off it
// is nil, and nothing is made for it.
type Sink func(Span)

// ID is the id of the work on something, of what it is called.
func ID(of ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(of, "\n")))
	return hex.EncodeToString(sum[:8])
}

// Accept is the id of the span under which all others of a turn are: that of its message.
func Accept(turn string) string { return ID(turn, "accept") }

// Agent is the id of the span of a step's call.
func Agent(turn, step string) string { return ID(turn, step, "agent") }

// Traceparent is the header of W3C trace context for what a span calls.
func Traceparent(trace, id string) string { return "00-" + trace + "-" + id + "-01" }

// Read reads a traceparent of version 00, or what a later version has in common with it; false
// if it is none.
func Read(header string) (trace, id string, ok bool) {
	f := strings.Split(header, "-")
	switch {
	case len(f) < 4, f[0] == "00" && len(f) > 4, f[0] == "ff", !isHex(f[0], 2), !isHex(f[1], 32), !isHex(f[2], 16), !isHex(f[3], 2):
		return "", "", false
	case strings.Trim(f[1], "0") == "" || strings.Trim(f[2], "0") == "":
		return "", "", false
	}
	return f[1], f[2], true
}

// isHex reports whether a text is of so many lower-case hex digits.
func isHex(s string, n int) bool {
	return len(s) == n && strings.Trim(s, "0123456789abcdef") == ""
}

type key struct{}

type caller struct{ trace, id string }

// With returns a context of work that somebody with a traceparent asks for; ctx itself if that
// is none.
func With(ctx context.Context, header string) context.Context {
	trace, id, ok := Read(header)
	if !ok {
		return ctx
	}
	return context.WithValue(ctx, key{}, caller{trace, id})
}

// Of is the trace and the span of who asks; "" of nobody who said so.
func Of(ctx context.Context) (trace, id string) {
	c, _ := ctx.Value(key{}).(caller)
	return c.trace, c.id
}
