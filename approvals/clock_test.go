package approvals_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	_ "time/tzdata" // America/New_York, wherever the test runs

	"bridge/approvals"
	"bridge/approvals/binding"
	"bridge/approvals/ledger"
	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/internal/noerr"
	"bridge/outbox"
	"bridge/render"
)

// prompts takes the outbox and returns who was prompted where and when: "TIME who at".
func (d *desk) prompted(since time.Time) []string {
	d.t.Helper()
	var all []string
	for _, m := range d.outbox() {
		if m.Kind == message.Prompt {
			at, _, _ := strings.Cut(m.To.Value(), "@")
			all = append(all, fmt.Sprintf("%v %s", m.CreatedAt.Sub(since).Truncate(time.Second), at))
		}
	}
	return all
}

func remind(every time.Duration, n int) func(*request.Record) {
	return func(r *request.Record) { r.RemindEvery, r.Reminders = every, n }
}

// quietDana: it is midnight in the bubble.
func quietDana(p message.People) {
	for i := range p {
		if p[i].ID == "dana" {
			p[i].Quiet = message.QuietHours{From: 0, To: 6}
		}
	}
}

func TestReminders(t *testing.T) {
	for _, c := range []struct {
		name   string
		rings  bool // the channel is a phone's
		change func(*request.Record)
		people func(message.People)
		do     func(*desk, map[string]string)
		want   []string
	}{
		{
			name: "those who have not answered, at their next place, at most n times",
			want: []string{"4m0s dana.home", "4m0s frank", "8m0s dana.home", "8m0s frank"},
		},
		{
			name: "not whoever has voted", change: func(r *request.Record) { r.Quorum = 2 },
			do:   func(d *desk, code map[string]string) { d.answer("dana", "yes "+code["dana"]) },
			want: []string{"4m0s frank", "8m0s frank"},
		},
		{
			name: "not once it is held", change: func(r *request.Record) { r.Grace = time.Hour },
			do: func(d *desk, code map[string]string) { d.answer("dana", "yes "+code["dana"]) },
		},
		{
			name: "not once it is decided",
			do:   func(d *desk, code map[string]string) { d.answer("dana", "yes "+code["dana"]) },
		},
		{
			name: "on a phone not in quiet hours, and the others in time", rings: true, people: quietDana,
			want: []string{"4m0s frank", "6m0s dana.home", "10m0s dana.home", "10m0s frank"},
		},
		{
			name: "by mail in quiet hours, too", people: quietDana,
			want: []string{"4m0s dana.home", "4m0s frank", "8m0s dana.home", "8m0s frank"},
		},
		{
			name: "not in closed hours", change: func(r *request.Record) { r.Hours = []string{"00:06-24:00"} },
			want: []string{"6m0s dana.home", "6m0s frank", "10m0s dana.home", "10m0s frank"},
		},
		{
			name: "not when it never opens", change: func(r *request.Record) { r.Hours = []string{"never"} },
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			onDesk(t, func(o *approvals.Options) { o.Channels[0].Traits.Rings = c.rings }, func(t *testing.T, d *desk) {
				if c.people != nil {
					c.people(d.people)
				}
				began := time.Now()
				rec, code := d.open()
				d.set(rec.ID, remind(4*time.Minute, 2))
				if c.change != nil {
					d.set(rec.ID, c.change)
				}
				d.handedAt(rec, "dana", "dana", outbox.Sent)
				if c.do != nil {
					c.do(d, code)
				}
				d.outbox()
				var got []string
				for range 7 { // a restart each two minutes
					d.expire(caughtUp(), func() { time.Sleep(2*time.Minute + time.Second) })
					d.restart()
					got = append(got, d.prompted(began)...)
				}
				equal(t, "prompted", got, c.want)
			})
		})
	}
}

// handedAt says that a prompt was handed over at an address.
func (d *desk) handedAt(r request.Record, person message.PersonID, at string, st outbox.State) {
	d.t.Helper()
	err := d.svc.Handed(d.t.Context(), outbox.Result{
		Out:   message.Outbound{Kind: message.Prompt, Approval: r.ID, Person: person, Channel: "mail", To: addr(at)},
		State: st, At: time.Now(),
	})
	noerr.Must(d.t, err)
}

// dying is a store whose process dies at a write: nothing after it happens.
type dying struct {
	approvals.Store
	left atomic.Int64
}

var errDead = errors.New("the process is gone")

func (s *dying) Put(ctx context.Context, r request.Record, events ...ledger.Event) (request.Record, error) {
	if s.left.Add(-1) < 0 {
		return request.Record{}, errDead
	}
	return s.Store.Put(ctx, r, events...)
}

// A crash before each write of reminders, an escalation, a vote and a grant neither loses
// nor doubles what goes out.
func TestTheClockOverCrashes(t *testing.T) {
	const never = 1 << 30
	run := func(t *testing.T, after int64) (said, injected []string, left int64) {
		s := &dying{}
		s.left.Store(never)
		onDesk(t, func(o *approvals.Options) { s.Store = o.Store; o.Store = s }, func(t *testing.T, d *desk) {
			rec, _ := d.open()
			d.set(rec.ID, remind(2*time.Minute, 2))
			d.set(rec.ID, escalation(5*time.Minute, false, "gina"))
			d.set(rec.ID, graceful)
			d.handedAt(rec, "dana", "dana", outbox.Sent)
			began := time.Now()
			d.outbox()
			s.left.Store(after)
			until := func(after time.Duration) {
				for time.Since(began) < after {
					d.expire(caughtUp(), func() {
						for time.Since(began) < after && s.left.Load() >= 0 {
							time.Sleep(3 * time.Second)
						}
					})
					if s.left.Load() < 0 {
						s.left.Store(never)
						d.restart()
					}
				}
			}
			until(6 * time.Minute)
			yes := d.reply("gina", "yes", func(r *binding.Reply) { r.Prompts = []binding.Prompted{{Approval: rec.ID, Person: "gina"}} })
			b, err := d.svc.Bind(t.Context(), yes)
			noerr.Must(t, err)
			what, err := d.svc.Answer(t.Context(), b, yes)
			if errors.Is(err, errDead) { // the channel brings it again
				s.left.Store(never)
				d.restart()
				what, err = d.svc.Answer(t.Context(), b, yes)
			}
			if err != nil || what != "vote" {
				t.Errorf("the one who was asked later: %q, %v", what, err)
			}
			until(8 * time.Minute)
			for _, m := range d.outbox() {
				text, _, _ := strings.Cut(m.Text, "\n")
				said = append(said, string(m.To)+" "+string(m.Kind)+" "+anyTime.ReplaceAllString(text, "TIME"))
			}
			injected, left = d.injected(), s.left.Load()
		})
		return sorted(said), injected, left
	}
	said, injected, left := run(t, never)
	w, some := render.In("en"), time.Time{}
	equal(t, "said", said, sorted([]string{
		"email:dana.home@example.com prompt refund: amount 50", "email:dana.home@example.com prompt refund: amount 50",
		"email:frank@example.com prompt refund: amount 50", "email:frank@example.com prompt refund: amount 50",
		"email:dana@example.com notice " + w.Escalated("refund: amount 50", []string{"Gina"}),
		"email:frank@example.com notice " + w.Escalated("refund: amount 50", []string{"Gina"}),
		"email:gina@example.com prompt refund: amount 50",
		"email:gina@example.com notice " + timeless(w.TakesEffect("refund: amount 50", some, "G2N3AA", time.UTC)),
		"email:dana@example.com notice " + timeless(w.Held("refund: amount 50", "Gina", some, "E2RD5H", time.UTC)),
		"email:frank@example.com notice " + timeless(w.Held("refund: amount 50", "Gina", some, "3H4V6Y", time.UTC)),
		"email:dana@example.com notice Granted by Gina on TIME: refund: amount 50.",
		"email:frank@example.com notice Granted by Gina on TIME: refund: amount 50.",
		"email:gina@example.com notice Granted by Gina on TIME: refund: amount 50.",
	}))
	equal(t, "injected", injected, []string{"granted by gina: "})
	writes := never - left
	if writes != 7 { // two reminders, two of the escalation, the vote, the grant, the mark
		t.Errorf("%d writes", writes)
	}
	for after := range writes {
		s, i, _ := run(t, after)
		equal(t, fmt.Sprintf("said after a crash before write %d", after), s, said)
		equal(t, fmt.Sprintf("injected after a crash before write %d", after), i, injected)
	}
}

func escalation(after time.Duration, onExpiry bool, to ...string) func(*request.Record) {
	return func(r *request.Record) {
		e := &request.Escalation{After: after, OnExpiry: onExpiry}
		for _, p := range to {
			e.To = append(e.To, request.Approver{Person: message.PersonID(p), Code: "G2N3AA"})
		}
		r.Escalation = e
	}
}

func TestEscalation(t *testing.T) {
	asked := render.In("en").Escalated("refund: amount 50", []string{"Gina"})
	for _, c := range []struct {
		name     string
		change   func(*request.Record)
		people   func(message.People) message.People
		do       func(*desk, request.Record)
		at       time.Duration // when gina is asked; 0 = never
		until    time.Duration // when it ended
		state    request.State
		by       string
		escalate int // alerts of it
	}{
		{
			name: "after a time", change: escalation(10*time.Minute, false, "gina"),
			at: 10 * time.Minute, until: 20 * time.Minute, state: request.Expired, by: "timeout", escalate: 1,
		},
		{
			name: "at the expiry, once", change: escalation(0, true, "gina"),
			at: 20 * time.Minute, until: 40 * time.Minute, state: request.Expired, by: "timeout", escalate: 1,
		},
		{
			name: "not at the expiry that the agent set",
			change: func(r *request.Record) {
				escalation(0, true, "gina")(r)
				r.Latest = r.CreatedAt.Add(10 * time.Minute)
			},
			until: 10 * time.Minute, state: request.Expired, by: "timeout",
		},
		{
			name: "at once when all prompts fail", change: escalation(10*time.Minute, false, "gina"),
			do: func(d *desk, r request.Record) {
				for _, p := range []string{"dana", "frank"} {
					d.handedAt(r, message.PersonID(p), p+".home", outbox.Failed)
				}
			},
			at: 1, until: 20 * time.Minute, state: request.Expired, by: "timeout", escalate: 1,
		},
		{
			name: "refused when the others cannot be asked either", change: escalation(10*time.Minute, false, "gina"),
			do: func(d *desk, r request.Record) {
				for _, p := range []string{"dana", "frank", "gina"} {
					d.handedAt(r, message.PersonID(p), p+".home", outbox.Failed)
				}
			},
			at: 1, until: 1, state: request.Denied, by: "policy", escalate: 1,
		},
		{
			name: "refused when the others have gone", change: escalation(10*time.Minute, false, "gina"),
			people: func(p message.People) message.People { return p[:3] },
			do: func(d *desk, r request.Record) {
				for _, p := range []string{"dana", "frank"} {
					d.handedAt(r, message.PersonID(p), p+".home", outbox.Failed)
				}
			},
			until: 1, state: request.Denied, by: "policy", escalate: 1,
		},
		{
			name: "to whom was asked already", change: escalation(10*time.Minute, true, "frank"),
			until: 20 * time.Minute, state: request.Expired, by: "timeout",
		},
		{
			name: "not once it is decided", change: escalation(10*time.Minute, true, "gina"),
			do: func(d *desk, r request.Record) {
				noerr.Must(d.t, noerr.Of(d.svc.Operator(d.t.Context(), r.ID, request.Denied, "olga", "")))
			},
			until: 1, state: request.Denied, by: "operator:olga",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			onDesk(t, func(o *approvals.Options) { o.Rules.TTL = 20 * time.Minute }, func(t *testing.T, d *desk) {
				rec, _ := d.open()
				began := time.Now()
				d.set(rec.ID, func(r *request.Record) { r.ExpiresAt = began.Add(r.TTL); c.change(r) })
				if c.people != nil {
					d.people = c.people(d.people)
				}
				if c.do != nil {
					c.do(d, rec)
				} else {
					d.handedAt(rec, "dana", "dana", outbox.Sent)
				}
				ended, at, told := time.Duration(0), time.Duration(0), 0
				d.expire(caughtUp(), func() {
					for range 50 {
						for _, m := range d.outbox() {
							if m.Kind == message.Prompt && m.Person == "gina" && at == 0 {
								at = max(time.Since(began), 1)
							}
							if m.Text == asked {
								told++
							}
						}
						if d.get(rec.ID).State != request.Pending && ended == 0 {
							ended = max(time.Since(began), 1)
						}
						time.Sleep(time.Minute)
					}
				})
				near := func(got, want time.Duration) bool {
					return got >= want && got <= want+time.Minute && (want > 0) == (got > 0)
				}
				r := d.get(rec.ID)
				if r.State != c.state || r.DecidedBy != c.by || !near(ended, c.until) {
					t.Errorf("%s by %s after %v, want after %v", r.State, r.DecidedBy, ended, c.until)
				}
				if want := map[bool]int{true: 2}[c.at > 0]; !near(at, c.at) || told != want {
					t.Errorf("gina is asked after %v, want %v; the others are told %d times", at, c.at, told)
				}
				n := 0
				for _, a := range d.alerts {
					if strings.HasPrefix(a, "Nobody has decided an approval request") {
						n++
					}
				}
				if n != c.escalate {
					t.Errorf("alerts %q", d.alerts)
				}
			})
		})
	}
}

// Whoever is asked later decides like the others, and only then.
func TestWhoIsAskedLaterDecidesOnlyThen(t *testing.T) {
	onDesk(t, nil, func(t *testing.T, d *desk) {
		rec, _ := d.open()
		d.set(rec.ID, escalation(time.Minute, false, "gina"))
		d.handedAt(rec, "dana", "dana", outbox.Sent)
		byRef := func(r *binding.Reply) { r.Prompts = []binding.Prompted{{Approval: rec.ID, Person: "gina"}} }
		if got := d.answer("gina", "yes", byRef); got != "not an approver" {
			t.Errorf("before: %q", got)
		}
		d.expire(caughtUp(), func() { time.Sleep(time.Minute + time.Second) })
		if got := d.answer("gina", "yes", byRef); got != "granted" {
			t.Errorf("after: %q", got)
		}
	})
}

func TestHours(t *testing.T) {
	zone, err := time.LoadLocation("America/New_York")
	noerr.Must(t, err)
	// On the night when the clock skips the hour from two to three, what opens at two
	// opens at three.
	night, opens := time.Date(2027, 3, 14, 1, 30, 0, 0, zone), time.Date(2027, 3, 14, 3, 0, 0, 0, zone)
	for _, c := range []struct {
		name string
		at   time.Time
		text string
		came string
		said string
	}{
		{"a yes in closed hours", night, "yes %", "outside the hours", "dana: " + render.In("en").HoursClosed("refund: amount 50", opens, zone)},
		{"a no in closed hours", night, "no %", "denied", ""},
		{"a yes in open hours", night.Add(30 * time.Minute), "yes %", "granted", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			onDesk(t, nil, func(t *testing.T, d *desk) {
				for i := range d.people {
					d.people[i].Zone = zone
				}
				rec, code := d.open()
				d.set(rec.ID, func(r *request.Record) {
					r.Hours, r.ExpiresAt = []string{"02:00-18:00"}, c.at.Add(time.Hour)
				})
				got := d.answer("dana", strings.ReplaceAll(c.text, "%", code["dana"]), func(r *binding.Reply) { r.At = c.at })
				if got != c.came {
					t.Errorf("came to %q, want %q", got, c.came)
				}
				if c.said != "" {
					m := d.outbox()
					if len(m) != 1 || "dana: "+m[0].Text != c.said {
						t.Errorf("said %+v", m)
					}
				}
			})
		})
	}
	// Hours that cannot be read take no yes.
	onDesk(t, nil, func(t *testing.T, d *desk) {
		rec, code := d.open()
		d.set(rec.ID, func(r *request.Record) { r.Hours = []string{"08:00-18:00"} })
		if got := d.answer("dana", "yes "+code["dana"]); got != "outside the hours" {
			t.Errorf("came to %q", got)
		}
	})
}

// The deadline of a request that lives over a change of the clock is told in the time of
// its day, and holds to the second.
func TestExpiryOverAChangeOfTheClock(t *testing.T) {
	zone, err := time.LoadLocation("America/New_York")
	noerr.Must(t, err)
	onDesk(t, func(o *approvals.Options) { o.Rules.TTL = 30 * time.Minute }, func(t *testing.T, d *desk) {
		for i := range d.people {
			d.people[i].Zone = zone
		}
		time.Sleep(time.Until(time.Date(2000, 4, 2, 1, 50, 0, 0, zone))) // the clock went ahead at 2 on 2 April
		rec, _ := d.open()
		d.handedAt(rec, "dana", "dana", outbox.Sent)
		if got := d.answer("dana", "hm", func(r *binding.Reply) { r.Prompts = []binding.Prompted{{Approval: rec.ID, Person: "dana"}} }); got != "no verdict" {
			t.Errorf("came to %q", got)
		}
		m := d.outbox()
		if want := "Nothing was decided: only a clear yes or no counts. Still open until Sun 2 Apr 2000, 03:20 EDT."; len(m) != 1 || !strings.HasPrefix(m[0].Text, want) {
			t.Errorf("said %+v", m)
		}
		d.expire(caughtUp(), func() {
			time.Sleep(30*time.Minute - time.Second)
			if r := d.get(rec.ID); r.State != request.Pending {
				t.Errorf("a second before its end: %s", r.State)
			}
			time.Sleep(2 * time.Second)
			if r := d.get(rec.ID); r.State != request.Expired {
				t.Errorf("at its end: %s", r.State)
			}
		})
	})
}

// The clock of the system is set while a yes is held and another request is open.
func TestTheClockIsSet(t *testing.T) {
	for _, c := range []struct {
		name string
		by   time.Duration
		// How long after it was set each is still open.
		held, open time.Duration
	}{
		{"ahead", 2 * time.Hour, 5 * time.Minute, 5 * time.Minute},
		{"ahead by less than the grace", 20 * time.Second, 30 * time.Second, 9*time.Minute + 30*time.Second},
		{"back", -10 * time.Minute, 10*time.Minute + 50*time.Second, 19*time.Minute + 50*time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			var offset atomic.Int64
			onDesk(t, func(o *approvals.Options) {
				o.Now = func() time.Time { return time.Now().Add(time.Duration(offset.Load())) }
				o.Rules.TTL = 10 * time.Minute
			}, func(t *testing.T, d *desk) {
				held, code := d.open()
				d.set(held.ID, graceful)
				open := d.ask(asking("b", `{"n":2}`)).Record
				d.handed(open, "dana", outbox.Sent)
				d.expire(caughtUp(), func() {
					d.answer("dana", "yes "+code["dana"])
					time.Sleep(10 * time.Second)
					offset.Store(int64(c.by))
					began := time.Now()
					at := func(rec request.Record, after time.Duration, want request.State) {
						t.Helper()
						time.Sleep(time.Until(began.Add(after)))
						if r := d.get(rec.ID); r.State != want {
							t.Errorf("%v after the clock was set: %s, want %s", after, r.State, want)
						}
					}
					at(held, c.held-10*time.Second, request.Pending)
					at(open, c.held-10*time.Second, request.Pending)
					at(held, c.held+10*time.Second, request.Granted)
					at(open, c.open-10*time.Second, map[bool]request.State{true: request.Pending, false: request.Expired}[c.open > c.held])
					at(open, c.open+10*time.Second, request.Expired)
				})
				if d.decided != 2 || len(d.injected()) != 2 {
					t.Errorf("decided %d times", d.decided)
				}
			})
		})
	}
}

// away is a store that fails while it is away.
type away struct {
	approvals.Store
	gone  atomic.Bool
	calls atomic.Int64
}

var errAway = errors.New("the store fails over")

func (s *away) err() error {
	s.calls.Add(1)
	if s.gone.Load() {
		return errAway
	}
	return nil
}

func (s *away) Due(ctx context.Context, now time.Time) ([]request.Record, time.Time, error) {
	if err := s.err(); err != nil {
		return nil, time.Time{}, err
	}
	return s.Store.Due(ctx, now)
}

func (s *away) Put(ctx context.Context, r request.Record, events ...ledger.Event) (request.Record, error) {
	if err := s.err(); err != nil {
		return request.Record{}, err
	}
	return s.Store.Put(ctx, r, events...)
}

func (s *away) Marked(ctx context.Context) ([]request.Record, error) {
	if err := s.err(); err != nil {
		return nil, err
	}
	return s.Store.Marked(ctx)
}

func TestTheStoreFailsOver(t *testing.T) {
	s := &away{}
	onDesk(t, func(o *approvals.Options) { s.Store = o.Store; o.Store = s; o.Rules.TTL = 10 * time.Minute }, func(t *testing.T, d *desk) {
		held, code := d.open()
		d.set(held.ID, graceful)
		open := d.ask(asking("b", `{"n":2}`)).Record
		d.handed(open, "dana", outbox.Sent)
		d.expire(caughtUp(), func() {
			time.Sleep(9*time.Minute + 30*time.Second)
			d.answer("dana", "yes "+code["dana"])
			s.gone.Store(true)
			time.Sleep(10 * time.Minute)
			for _, r := range []request.Record{held, open} {
				if r = d.get(r.ID); r.State != request.Pending {
					t.Errorf("while the store is away: %s", r.State)
				}
			}
			s.gone.Store(false)
			time.Sleep(2 * time.Second)
		})
		if r := d.get(held.ID); r.State != request.Granted {
			t.Errorf("the one that was held: %s", r.State)
		}
		if r := d.get(open.ID); r.State != request.Expired {
			t.Errorf("the one whose time was over: %s", r.State)
		}
		if d.decided != 2 || len(d.injected()) != 2 {
			t.Errorf("decided %d times", d.decided)
		}
	})
}

// While nothing is due the clock asks the store twice in five seconds, whatever is asked
// and handed over meanwhile.
func TestTheClockSleeps(t *testing.T) {
	s := &away{}
	onDesk(t, func(o *approvals.Options) { s.Store = o.Store; o.Store = s }, func(t *testing.T, d *desk) {
		d.expire(caughtUp(), func() {
			time.Sleep(time.Second)
			for i := range 20 {
				d.ask(asking(fmt.Sprint(i), `{"n":2}`))
			}
			time.Sleep(time.Millisecond)
			s.calls.Store(0)
			for i := range 20 {
				d.ask(asking(fmt.Sprint("more", i), `{"n":2}`))
			}
			time.Sleep(time.Minute)
			if n := s.calls.Load(); n > 2*12+2 {
				t.Errorf("asked the store %d times in a minute", n)
			}
		})
	})
}
