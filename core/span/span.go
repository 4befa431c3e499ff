// Package span says what one stretch of work on a message was: of which trace, when, and how it
// ended. Ids are made of what the work is on, so that whoever goes on days later, or on another
// node, knows those of before; nothing is kept for them but the trace of a turn.
package span

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"math"
	"net/http"
	"strconv"
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

// Tracer is where spans go: what it is made with takes them without blocking, and is called by
// many at once. Where traces are off it is nil, and nothing is made for it.
type Tracer struct {
	take func(Span)
	most uint64 // of the traces of which nobody has said whether they are recorded
}

// NewTracer returns one that takes a share, from 0 to 1, of the traces of which nobody has said
// whether they are recorded. It is chosen by their ids: every node says the same.
func NewTracer(take func(Span), share float64) *Tracer {
	t := &Tracer{take: take, most: math.MaxUint64}
	if share < 1 {
		t.most = uint64(share * math.MaxUint64)
	}
	return t
}

// Wants reports whether the spans of a trace are taken: all of them, or none.
func (t *Tracer) Wants(trace string, said Said) bool {
	const tail = 16 // the digits that are random in every version of trace context
	switch {
	case t == nil || len(trace) < tail:
		return false
	case said != "" || t.most == math.MaxUint64:
		return said != Unsampled
	}
	n, err := strconv.ParseUint(trace[len(trace)-tail:], 16, 64)
	return err == nil && n < t.most
}

// Add takes a span of a trace that it Wants.
func (t *Tracer) Add(s Span) { t.take(s) }

// Traceparent is what a span says of itself to whom it calls. Where traces are off nobody has
// decided against recording it, but a caller.
func (t *Tracer) Traceparent(trace string, said Said, id string) string {
	return Caller{trace, id, said}.header(t == nil && said != Unsampled || t.Wants(trace, said))
}

// Calling returns the context of a call that Tell tells whom it belongs to; ctx itself where
// traces are off.
func (t *Tracer) Calling(ctx context.Context, traceparent string) context.Context {
	if t == nil {
		return ctx
	}
	return context.WithValue(ctx, calling{}, traceparent)
}

type calling struct{}

// Header is the traceparent of what is done with ctx; "" where nobody is told.
func Header(ctx context.Context) string {
	s, _ := ctx.Value(calling{}).(string)
	return s
}

// Tell puts that into the header of a request.
func Tell(ctx context.Context, h http.Header) {
	if s := Header(ctx); s != "" {
		h.Set("Traceparent", s)
	}
}

// ID is the id of the work on something, of what it is called.
func ID(of ...string) string {
	var room [128]byte
	text := room[:0]
	for i, s := range of {
		if i > 0 {
			text = append(text, '\n')
		}
		text = append(text, s...)
	}
	sum := sha256.Sum256(text)
	var digits [16]byte
	hex.Encode(digits[:], sum[:8])
	return string(digits[:])
}

// Accept is the id of the span under which all others of a turn are: that of its message.
func Accept(turn string) string { return ID(turn, "accept") }

// Agent is the id of the span of a step's call.
func Agent(turn, step string) string { return ID(turn, step, "agent") }

// Said is what a caller says of whether its trace is recorded; "": nobody has said it.
type Said string

// What is said: the flag "sampled" of trace context.
const (
	Sampled   Said = "yes"
	Unsampled Said = "no"
)

// Caller is the span of who asks for something, as it says itself.
type Caller struct {
	Trace, ID string // "" of nobody who said so
	Said      Said
}

// header is its traceparent, by W3C trace context.
func (c Caller) header(sampled bool) string {
	flags := "-00"
	if sampled {
		flags = "-01"
	}
	return "00-" + c.Trace + "-" + c.ID + flags
}

// Read reads a traceparent of version 00, or what a later version has in common with it; false
// if it is none.
func Read(header string) (c Caller, ok bool) {
	f := strings.Split(header, "-")
	switch {
	case len(f) < 4, f[0] == "00" && len(f) > 4, f[0] == "ff", !isHex(f[0], 2), !isHex(f[1], 32), !isHex(f[2], 16), !isHex(f[3], 2):
		return Caller{}, false
	case strings.Trim(f[1], "0") == "" || strings.Trim(f[2], "0") == "":
		return Caller{}, false
	}
	c = Caller{f[1], f[2], Unsampled}
	if strings.ContainsRune("13579bdf", rune(f[3][1])) { // the other flags are none of ours
		c.Said = Sampled
	}
	return c, true
}

// isHex reports whether a text is of so many lower-case hex digits.
func isHex(s string, n int) bool {
	return len(s) == n && strings.Trim(s, "0123456789abcdef") == ""
}

type caller struct{}

// With returns a context of work that somebody with a traceparent asks for; ctx itself if that
// is none.
func With(ctx context.Context, header string) context.Context {
	c, ok := Read(header)
	if !ok {
		return ctx
	}
	return context.WithValue(ctx, caller{}, c)
}

// Of is who asks.
func Of(ctx context.Context) Caller {
	c, _ := ctx.Value(caller{}).(Caller)
	return c
}
