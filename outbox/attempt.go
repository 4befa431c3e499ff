package outbox

import (
	"cmp"
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"time"

	"bridge/adapters"
	"bridge/core/excerpt"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/internal/retry"
	"bridge/render/gsm7"
)

// attempt is one claimed message and what is known of it before anything is tried.
type attempt struct {
	claim  *queue.Claim
	out    message.Outbound
	sender adapters.Sender // nil if its channel is not in the configuration any more
	prev   Send            // the record of the attempts before, of this replay of the item
	looked time.Time       // when it was let through to its channel
	log    *slog.Logger
}

// finder returns the sender as one whose provider is asked about a message in doubt.
// Where the receiver knows a repetition by its id nobody needs to be asked.
func (a attempt) finder() (adapters.Finder, bool) {
	f, ok := a.sender.(adapters.Finder)
	return f, ok && !a.sender.Caps().KnownByID
}

// result is how an attempt ended.
type result struct {
	at       time.Time
	receipt  message.Receipt
	err      *message.SendError // nil: the message was handed over
	stopping bool               // the bridge stops, or the claim is lost
	wait     time.Duration      // until the next attempt, if there is to be one
	gaveUp   string             // why there is to be none; "": it is tried again
	patient  bool               // the channel has said so, not Options.GiveUp
	another  bool               // the channel is refused, and what a prompt asks is asked elsewhere
}

// step is what follows: the one action, and what is told of it.
type step struct {
	do    action
	send  Send          // the record as it is then: of settle, record and again
	refs  []message.Ref // of settle, record and conclude: they lead to the message from now on
	wait  time.Duration // of again and wait, from now on
	about bool          // wait is ± 20 %
	most  time.Duration // that wait is cut to after that; 0: not at all
	why   string        // of again and wait, for who looks at the queue
	doubt bool          // of again and wait: it may have gone out already

	count  string             // the result that is counted; "" for none
	held   string             // the event of a hold that is counted; "" for none
	gone   *message.SendError // the address is nobody's
	optOut *message.SendError // the recipient has opted out at the provider
	level  slog.Level         // of line
	line   string             // for the log; "" for none
	args   []any
	alert  string // for the operators; "" for none
	key    string // of alert
}

// action is what is done with the item and the record of a message.
type action int

const (
	leave    action = iota // nothing: the claim runs out and the item comes again
	try                    // begin an attempt
	settle                 // store the final record, tell who waits for it, finish the item
	record                 // the same where the provider may report meanwhile: the record comes before the index
	conclude               // finish the item: the record says already what became of it
	again                  // store the record and give the item back
	wait                   // give the item back: nothing was tried, its doubt stays
	release                // give it back at once: it was no attempt
)

// next says what follows from the end of an attempt.
func next(a attempt, r result) step {
	if r.err == nil {
		return a.went(r)
	}
	se := r.err
	if se.Kind == message.SendWindow && a.out.Kind != message.Prompt { // a prompt has other addresses to go to
		return a.hold(r)
	}
	doubt := se.Doubt() && !a.sender.Caps().Repeatable
	_, finds := a.finder()
	s := step{count: string(se.Kind), held: a.letGo(), args: []any{"code", se.Code, "kind", string(se.Kind), "err", masked(se, a.out.To)}}
	rec := func(st State, detail string) Send { return a.record(r.at, st, string(se.Kind), code(se), detail) }
	switch {
	case r.stopping && !doubt:
		return step{do: release, count: s.count}
	case se.Final() || r.another:
		s.do, s.send, s.level, s.line = settle, rec(Failed, se.Public), slog.LevelError, "failed"
		switch {
		case se.Kind == message.SendOptedOut:
			s.optOut = se
		case se.Gone:
			s.gone = se
		}
	case doubt && finds:
		d := a.doubted(rec(Sending, "the message may have gone out"))
		d.count, d.held, d.args, d.level, d.line = s.count, s.held, s.args, slog.LevelWarn, "in doubt, the provider will be asked"
		return d
	case doubt && (!a.sender.Caps().KnownByID || a.claim.InDoubt || a.claim.Doubts > 0 || r.gaveUp != ""):
		s.do, s.send, s.level, s.line = settle, rec(Unknown, "the message may have gone out"), slog.LevelError, "outcome unknown"
	case r.gaveUp != "":
		s.do, s.send, s.level, s.line = settle, rec(Failed, r.gaveUp), slog.LevelError, "gave up"
		if r.patient {
			s.key = "gave up " + string(a.out.Channel)
			s.alert = fmt.Sprintf("A message on the channel %s was given up after %d attempts: %s (%s). bridge trace %s shows it, and bridge deadletters list -channel %s others.",
				a.out.Channel, a.claim.Attempts+1, a.out.ID, code(se), a.out.ID, a.out.Channel)
		}
	default:
		s.do, s.send, s.level, s.line = again, rec(Sending, se.Public), slog.LevelWarn, "will retry"
		s.wait, s.why, s.doubt = max(r.wait, se.RetryAfter), excerpt.Cut(se.Error(), 500), doubt
		s.args = append(s.args, "wait", s.wait)
	}
	return s
}

// went is what follows from a message that was handed over.
func (a attempt) went(r result) step {
	s := step{do: settle, send: a.record(r.at, Sent, "sent", "", r.receipt.Detail), refs: r.receipt.Refs, count: "sent", held: a.letGo()}
	s.send.ProviderID = r.receipt.ProviderID
	s.send.Segments = cmp.Or(r.receipt.Segments, s.send.Segments)
	if _, finds := a.finder(); finds {
		s.do = record
	}
	return s
}

// failed is what follows where nothing is tried any more.
func (a attempt) failed(at time.Time, st State, result, code, detail, line string) step {
	return step{do: settle, send: a.untried(at, st, result, code, detail), level: slog.LevelError, line: line}
}

// later gives the item back: nothing was tried with it.
func (a attempt) later(d time.Duration, about bool, why string) step {
	return step{do: wait, wait: d, about: about, why: why, doubt: a.claim.InDoubt}
}

// suppressed fails a message whose recipient gets no more.
func (a attempt) suppressed(at time.Time, p Suppression) step {
	detail := "the recipient gets no more messages since " + p.At.UTC().Format(time.DateTime) + ": " + string(p.Why)
	if p.Code != "" {
		detail += " (" + p.Code + ")"
	}
	s := a.failed(at, Failed, string(p.kind()), CodeSuppressed, detail, "the recipient gets no more messages")
	s.count, s.held, s.level = CodeSuppressed, a.letGo(), slog.LevelWarn
	s.args = []any{"why", string(p.Why), "since", p.At, "to", a.out.To.Masked()}
	return s
}

// letGo is the event of a message that was held and is no more; "" if it was not.
func (a attempt) letGo() string {
	if a.prev.Held != nil {
		return HeldReleased
	}
	return ""
}

// keptAttempts bounds Send.History.
const keptAttempts = 20

// record is the message's record after an attempt that ended as result.
func (a attempt) record(at time.Time, st State, result, code, detail string) Send {
	s := a.untried(at, st, result, code, detail)
	s.Attempts++
	return s
}

// untried is its record where that was no attempt of its own.
func (a attempt) untried(at time.Time, st State, result, code, detail string) Send {
	first := a.prev.FirstAt
	if first.IsZero() {
		first = at
	}
	out := a.out
	return Send{
		ID: out.ID, Channel: out.Channel, To: out.To, Kind: out.Kind, Session: out.Session, Turn: out.Turn,
		Approval: out.Approval, Person: out.Person, Hands: out.Hands, Agent: out.Agent, Tenant: out.Tenant, Segments: a.segments(), State: st, Attempts: a.claim.Attempts, Replay: a.claim.Replays,
		Code: code, Detail: excerpt.Cut(detail, 500), FirstAt: first, UpdatedAt: at, Doubt: a.prev.Doubt, Holds: a.prev.Holds, Version: a.prev.Version,
		History: extended(a.prev.History, Attempt{At: at, Result: result, Code: code, Detail: excerpt.Cut(detail, 200)}),
	}
}

// segments is how many the message takes where it is sent in segments: until the provider has said it.
func (a attempt) segments() int {
	if a.sender == nil || a.sender.Caps().Markup != message.MarkupGSM7 {
		return 0
	}
	n, _, _ := gsm7.Segments(a.out.Text)
	return n
}

// extended returns a history with one more entry.
func extended(h []Attempt, a Attempt) []Attempt {
	if len(h) >= keptAttempts {
		h = h[len(h)-keptAttempts+1:]
	}
	return append(slices.Clone(h), a)
}

// Backoff returns how long the n-th failed attempt (from 1) waits: one second
// doubling to one hour, ± 20 %.
func Backoff(n int) time.Duration {
	d := lastWait
	if n < 13 { // 2^12 s is more than an hour
		d = min(firstWait<<max(n-1, 0), lastWait)
	}
	return retry.Jitter(d, 0.2)
}

// masked is an error's text without the recipient's address, which servers like
// to repeat.
func masked(err error, to message.Address) string {
	return regexp.MustCompile("(?i)"+regexp.QuoteMeta(to.Value())).ReplaceAllLiteralString(err.Error(), to.Masked())
}

func code(se *message.SendError) string {
	if se.Code != "" {
		return se.Code
	}
	return string(se.Kind)
}
