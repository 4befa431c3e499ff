// Package proof says whether a mail was sent by the domain of its From line: by
// DKIM, by SPF where the sender's server is the peer, or by what a trusted border
// server wrote. It reads strictly: whatever two readers could take for different
// things proves nothing. The reasons for each rule are in docs/adr/0016.
package proof

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"slices"
	"strings"
	"time"

	"bridge/core/message"
)

// The times around a mail.
const (
	DefaultTimeout = 10 * time.Second // for all of one Check
	lookupTimeout  = 4 * time.Second  // for one question to the DNS
	// maxAge is how old a mail may be when it comes and still prove its sender:
	// mail servers try for five days. It is shorter than the bridge remembers what
	// it has seen, so that a mail that is sent again is known again.
	maxAge = 7 * 24 * time.Hour
	// freshFor is the most that Options.Fresh may be.
	freshFor = 48 * time.Hour
	// patience is how long after its arrival a mail in a mailbox waits for a DNS
	// that gives no answer.
	patience = 24 * time.Hour
)

// Options are what New needs.
type Options struct {
	Resolver Resolver // nil: the system's
	Authserv []string // authserv-ids of the servers whose Authentication-Results count
	Now      func() time.Time
	Log      *slog.Logger // nil: nothing is logged
	// Fresh is how far a mail's date may be from when it came, either way, for it to
	// decide something; 0 = 48 h, which is the most.
	Fresh   time.Duration
	Timeout time.Duration // of one Check; 0 = DefaultTimeout
}

// Checker checks mails; it may be used by many at a time.
type Checker struct {
	dns      *cache
	authserv []string
	now      func() time.Time
	log      *slog.Logger
	timeout  time.Duration
	fresh    time.Duration
}

// New returns a Checker.
func New(o Options) *Checker {
	c := &Checker{now: o.Now, log: o.Log, timeout: o.Timeout, fresh: o.Fresh}
	if c.fresh <= 0 || c.fresh > freshFor {
		c.fresh = freshFor
	}
	if c.now == nil {
		c.now = time.Now
	}
	if c.log == nil {
		c.log = slog.New(slog.DiscardHandler)
	}
	if c.timeout == 0 {
		c.timeout = DefaultTimeout
	}
	if o.Resolver == nil {
		o.Resolver = net.DefaultResolver
	}
	c.dns = newCache(o.Resolver)
	for _, id := range o.Authserv {
		c.authserv = append(c.authserv, strings.ToLower(strings.TrimSpace(id)))
	}
	return c
}

// Mail is one mail and how it came.
type Mail struct {
	Raw  io.ReaderAt
	Size int64
	From string // the address it is taken to be from: lower case, the domain in punycode
	// Media and Boundary are what the reader of the mail takes the outermost part
	// for; Boundary is "" if it is no multipart.
	Media, Boundary string
	Arrived         time.Time     // when it came to the mailbox; zero: now
	Within          time.Duration // for all of this Check; 0 = Options.Timeout

	// Open says that anybody may have handed the mail over: no server of ours stands
	// before it, and what it says of Authentication-Results is the sender's word.
	Open bool
	// Of the SMTP session. IP is nil unless the peer is the sender's own server.
	IP         net.IP
	Hello      string
	ReturnPath string // "" = the null path
}

// Result is what is known of the sender.
type Result struct {
	Trust message.Trust // Verified or Asserted
	Why   []string      // reasons, for the audit log
	// Unproven are the fields of the mail that the proof does not cover, in lower case,
	// out of to, cc, in-reply-to and references: anybody may have written them. Empty
	// unless Trust is Verified.
	Unproven []string
	// Covered are those of the same fields, and of message-id, content-type,
	// content-transfer-encoding and content-disposition, that the proof covers: each is as
	// the sender left it, and was not there if it is not.
	Covered []string
	// Shaped says that the text itself, which is always covered, shows that it has parts and
	// where, whatever Content-Type says.
	Shaped bool
	// Delivered says that this very delivery came from a server of the sender's domain
	// (SPF), and is no copy of a mail that somebody else has: the whole header is hers.
	Delivered bool
	// Date is when the mail says that it was written, and Print what it is known by
	// however often it comes; see fingerprint. Zero unless Trust is Verified.
	Date  time.Time
	Print string
	// Fresh says that the mail was written about when it came: an older one may have
	// been sent again by somebody who has a copy.
	Fresh bool
}

// TemporaryError says that nothing proves the sender yet because the DNS gave no
// answer. Another try may come to a result.
type TemporaryError struct{ Why string }

// Error returns what could not be asked.
func (e *TemporaryError) Error() string { return "could not check the sender: " + e.Why }

// evidence is one proof of the sender.
type evidence struct {
	by        string
	unproven  []string // fields of the mail that it leaves open
	covered   []string // fields out of may and how that it vouches for, there or not
	delivered bool
	fresh     bool
}

// whole reports whether it leaves nothing open.
func (e *evidence) whole() bool {
	return e.fresh && len(e.unproven) == 0 && len(e.covered) == len(may)+len(how)
}

// Check says who sent a mail. The error is a *TemporaryError, the context's, or
// that of reading the mail.
func (c *Checker) Check(ctx context.Context, m Mail) (Result, error) {
	limit := c.timeout
	if m.Within > 0 {
		limit = min(limit, m.Within)
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	b, err := readBlock(m.Raw, m.Size)
	if err != nil {
		if p, ok := errors.AsType[problem](err); ok {
			return asserted(string(p)), nil
		}
		return Result{}, fmt.Errorf("check sender: %w", err)
	}
	now := c.now()
	if m.Arrived.IsZero() || m.Arrived.After(now) {
		m.Arrived = now
	}
	date, why := b.sound(m.From)
	if why != "" {
		return asserted(why), nil
	}
	switch age := m.Arrived.Sub(date); {
	case age > maxAge:
		return asserted("its Date is older than 7 days"), nil
	case age < -freshFor:
		return asserted("its Date is in the future"), nil
	}
	q := &question{c: c, m: m, b: b, policy: policy{from: domainOf(m.From)}}
	best, err := q.ask(ctx)
	if err != nil {
		return Result{}, err
	}
	if best != nil {
		fresh := best.fresh && m.Arrived.Sub(date).Abs() <= c.fresh
		why := append([]string{best.by}, q.why...)
		if !fresh {
			why = append(why, "written more than 48 hours before it came: it decides nothing")
		}
		if len(best.unproven) > 0 {
			why = append(why, "not signed, so not used: "+strings.Join(best.unproven, ", "))
		}
		print, err := b.fingerprint(m.From, io.NewSectionReader(m.Raw, b.body, m.Size-b.body))
		if err != nil {
			return Result{}, fmt.Errorf("check sender: %w", err)
		}
		return Result{
			Trust: message.Verified, Why: why, Unproven: best.unproven, Covered: best.covered, Shaped: q.shaped(), Delivered: best.delivered,
			Fresh: fresh, Date: date, Print: print,
		}, nil
	}
	if q.temporary != "" && now.Sub(m.Arrived) < patience {
		return Result{}, &TemporaryError{Why: q.temporary}
	}
	if q.temporary != "" {
		q.note("no answer of the DNS for 24 hours: %s", q.temporary)
	}
	if len(q.why) == 0 {
		q.note("neither signed by its domain nor by a server that proves it")
	}
	return asserted(q.why...), nil
}

func asserted(why ...string) Result {
	return Result{Trust: message.Asserted, Why: append([]string{"the From line is not proven"}, why...)}
}

// question is one mail under check.
type question struct {
	c         *Checker
	m         Mail
	b         *block
	policy    policy
	why       []string // what did not prove it, or how well
	temporary string   // what the DNS did not answer
}

const maxReasons = 10

func (q *question) note(format string, args ...any) {
	s := strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, fmt.Sprintf(format, args...))
	if r := []rune(s); len(r) > 200 {
		s = string(r[:200])
	}
	if len(q.why) < maxReasons && !slices.Contains(q.why, s) {
		q.why = append(q.why, s)
	}
}

// ask tries each kind of proof until one covers everything, and returns the best.
func (q *question) ask(ctx context.Context) (best *evidence, err error) {
	for _, try := range []func(context.Context) (*evidence, error){q.spf, q.results, q.dkim} {
		e, err := try(ctx)
		if err != nil {
			return nil, err
		}
		if e != nil && (best == nil || better(e, best)) {
			best = e
		}
		if best != nil && best.whole() {
			return best, nil
		}
	}
	return best, nil
}

func better(a, b *evidence) bool {
	if a.fresh != b.fresh {
		return a.fresh
	}
	if len(a.unproven) != len(b.unproven) {
		return len(a.unproven) < len(b.unproven)
	}
	return len(a.covered) > len(b.covered)
}

// missed notes that the DNS did not answer.
func (q *question) missed(what string) {
	if q.temporary == "" {
		q.temporary = what
	}
}
