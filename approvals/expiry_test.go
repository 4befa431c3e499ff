package approvals_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bridge/approvals"
	"bridge/approvals/binding"
	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/internal/noerr"
	"bridge/outbox"
)

func TestExpiryCountsWhenTheAnswerCame(t *testing.T) {
	onDesk(t, nil, func(t *testing.T, d *desk) {
		rec, code := d.open()
		d.handed(rec, "dana", outbox.Sent)
		time.Sleep(24*time.Hour - time.Minute)
		intime := d.reply("dana", "yes "+code["dana"])
		time.Sleep(2 * time.Minute)
		late := d.reply("frank", "yes "+code["frank"])
		// Accepted in time, handled after the deadline, before the sweep.
		if got := d.give(intime); got != "granted" {
			t.Errorf("came to %q", got)
		}
		if got := d.give(late); got != "late: decided" {
			t.Errorf("a later one came to %q", got)
		}
		equal(t, "injected", d.injected(), []string{"granted by dana: "})
	})
	onDesk(t, nil, func(t *testing.T, d *desk) {
		rec, code := d.open()
		d.handed(rec, "dana", outbox.Sent)
		time.Sleep(24 * time.Hour)
		if got := d.answer("dana", "yes "+code["dana"]); got != "late: expired" {
			t.Errorf("at the deadline it came to %q", got)
		}
		if r := d.get(rec.ID); r.State != request.Expired || r.DecidedBy != "timeout" || len(r.Votes) != 0 || !r.DecidedAt.Equal(r.ExpiresAt) {
			t.Errorf("record %+v", r)
		}
		equal(t, "injected", d.injected(), []string{"expired by timeout: nobody decided in time"})
		if got := d.answer("dana", "no "+code["dana"]); got != "late: expired" {
			t.Errorf("later it came to %q", got)
		}
		equal(t, "said", d.said(), []string{
			"dana: Expired on TIME, which counts as a refusal: refund: amount 50.",
			"dana: Expired on TIME, which counts as a refusal: refund: amount 50.",
			"dana: Expired on TIME, which counts as a refusal: refund: amount 50.",
			"frank: Expired on TIME, which counts as a refusal: refund: amount 50.",
		})
	})
}

func TestTimeToLive(t *testing.T) {
	onDesk(t, nil, func(t *testing.T, d *desk) {
		rec, _ := d.open()
		made := rec.CreatedAt
		if got := rec.ExpiresAt.Sub(made); got != 72*time.Hour {
			t.Errorf("before the first hand-over it lives %v", got)
		}
		time.Sleep(10 * time.Hour)
		d.handed(rec, "frank", outbox.Unknown)
		if got := d.get(rec.ID).ExpiresAt.Sub(made); got != 72*time.Hour {
			t.Errorf("after an unknown hand-over it lives %v", got)
		}
		first := time.Now()
		d.handed(rec, "dana", outbox.Sent)
		time.Sleep(time.Hour)
		d.handed(rec, "frank", outbox.Sent)
		if got := d.get(rec.ID).ExpiresAt.Sub(first); got != 24*time.Hour {
			t.Errorf("it expires %v after the first hand-over", got)
		}
	})
	onDesk(t, nil, func(t *testing.T, d *desk) {
		q := asking("", `{"n":1}`)
		q.Data.ExpiresAt = time.Now().Add(time.Hour)
		rec := d.ask(q).Record
		d.handed(rec, "dana", outbox.Sent)
		if got := d.get(rec.ID).ExpiresAt; !got.Equal(q.Data.ExpiresAt) {
			t.Errorf("the request's own expiresAt: %v, want %v", got, q.Data.ExpiresAt)
		}
	})
}

func TestUndeliverablePrompts(t *testing.T) {
	onDesk(t, nil, func(t *testing.T, d *desk) {
		rec, _ := d.open()
		d.handed(rec, "dana", outbox.Failed)
		d.handed(rec, "dana", outbox.Failed) // told again after a crash
		if r := d.get(rec.ID); r.State != request.Pending || len(r.Lost) != 1 {
			t.Fatalf("record %+v", r)
		}
		d.handed(rec, "frank", outbox.Failed)
		r := d.get(rec.ID)
		if r.State != request.Denied || r.DecidedBy != "policy" || r.Inject {
			t.Errorf("record %+v", r)
		}
		if len(d.alerts) != 1 {
			t.Errorf("alerts %q", d.alerts)
		}
		equal(t, "injected", d.injected(), []string{"denied by policy: no approver could be reached"})
		d.handed(rec, "frank", outbox.Failed)
		equal(t, "injected again", d.injected(), nil)
	})
	// What is no prompt, or of no request, changes nothing.
	onDesk(t, nil, func(t *testing.T, d *desk) {
		rec, _ := d.open()
		for _, out := range []message.Outbound{
			{Kind: message.Notice, Approval: rec.ID, Person: "dana"},
			{Kind: message.Prompt, Approval: "apr_none", Person: "dana"},
		} {
			if err := d.svc.Handed(t.Context(), outbox.Result{Out: out, State: outbox.Failed, At: time.Now()}); err != nil {
				t.Errorf("%+v: %v", out, err)
			}
		}
		if r := d.get(rec.ID); len(r.Lost) != 0 {
			t.Errorf("record %+v", r)
		}
	})
}

// A hundred approvers answer at the same moment, half of them yes.
func TestConcurrentDeciders(t *testing.T) {
	const n = 100
	onDesk(t, func(o *approvals.Options) {
		o.Rules.Approvers = nil
		for i := range n {
			o.Rules.Approvers = append(o.Rules.Approvers, message.PersonID(fmt.Sprint("p", i)))
		}
	}, func(t *testing.T, d *desk) {
		for _, id := range d.o.Rules.Approvers {
			d.people = append(d.people, message.Person{ID: id, Name: string(id), Zone: time.UTC, Addresses: []message.Address{addr(string(id))}})
		}
		rec, code := d.open()
		replies := make([]binding.Reply, n)
		for i := range replies {
			p := fmt.Sprint("p", i)
			replies[i] = d.reply(p, []string{"yes ", "no "}[i%2]+code[p])
		}
		var wg sync.WaitGroup
		var mu sync.Mutex
		came := map[string]int{}
		for _, r := range replies {
			wg.Go(func() {
				b, err := d.svc.Bind(context.Background(), r)
				if err != nil {
					t.Error(err)
					return
				}
				what, err := d.svc.Answer(context.Background(), b, r)
				noerr.Want(t, err)
				mu.Lock()
				defer mu.Unlock()
				came[what]++
			})
		}
		wg.Wait()
		r := d.get(rec.ID)
		if len(r.Votes) != 1 || r.Inject || came[string(r.State)] != 1 || came["late: decided"] != n-1 || d.decided != 1 {
			t.Errorf("%d votes, state %s, came to %v, decided %d", len(r.Votes), r.State, came, d.decided)
		}
		if got := d.injected(); len(got) != 1 || !strings.HasPrefix(got[0], string(r.State)) {
			t.Errorf("injected %q", got)
		}
		settled := map[message.Address]int{}
		for _, m := range d.outbox() {
			if strings.Contains(m.Text, summary) {
				settled[m.To]++
			}
		}
		for _, p := range r.Approvers {
			if settled[addr(string(p.Person))] != 1 {
				t.Errorf("%s was told %d times how it ended", p.Person, settled[addr(string(p.Person))])
			}
		}
	})
}

// flaky fails what is put into the lanes while it is broken.
type flaky struct {
	queue.Lanes
	broken atomic.Bool
}

var errBroken = errors.New("the lanes are broken")

func (f *flaky) Enqueue(ctx context.Context, items ...queue.Item) error {
	if f.broken.Load() {
		return errBroken
	}
	return f.Lanes.Enqueue(ctx, items...)
}

// expire runs Expire until the test's function returns.
func (d *desk) expire(caughtUp chan struct{}, while func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() {
		noerr.Want(d.t, d.svc.Expire(ctx, caughtUp))
	})
	while()
	cancel()
	wg.Wait()
}

func TestDecisionThatCouldNotBeForwarded(t *testing.T) {
	f := &flaky{}
	onDesk(t, func(o *approvals.Options) { f.Lanes = o.Lanes; o.Lanes = f }, func(t *testing.T, d *desk) {
		rec, code := d.open()
		f.broken.Store(true)
		r := d.reply("dana", "yes "+code["dana"])
		b, err := d.svc.Bind(t.Context(), r)
		noerr.Must(t, err)
		if _, err := d.svc.Answer(t.Context(), b, r); !errors.Is(err, errBroken) {
			t.Fatalf("err = %v", err)
		}
		if got := d.get(rec.ID); got.State != request.Granted || !got.Inject {
			t.Fatalf("record %+v", got)
		}
		caughtUp := make(chan struct{}) // recovery does not wait for the channels
		d.expire(caughtUp, func() {
			time.Sleep(6 * time.Minute)
			equal(t, "while the lanes are broken", d.injected(), nil)
			f.broken.Store(false)
			time.Sleep(2 * time.Minute)
		})
		equal(t, "injected", d.injected(), []string{"granted by dana: "})
		if got := d.get(rec.ID); got.Inject {
			t.Error("still marked")
		}
		// The mail server tries again: the decider gets the one acknowledgement.
		if got := d.give(r); got != "repeated" {
			t.Errorf("came to %q", got)
		}
		equal(t, "said", d.said(), []string{
			"dana: Granted by Dana on TIME: refund: amount 50.",
			"frank: Granted by Dana on TIME: refund: amount 50.",
		})
		equal(t, "injected again", d.injected(), nil)
	})
}

func TestExpireSweeps(t *testing.T) {
	onDesk(t, func(o *approvals.Options) { o.Rules.TTL = time.Hour }, func(t *testing.T, d *desk) {
		caughtUp := make(chan struct{})
		close(caughtUp)
		d.expire(caughtUp, func() {
			rec, _ := d.open()
			d.handed(rec, "dana", outbox.Sent)
			time.Sleep(30 * time.Minute)
			second := d.ask(asking("b", `{"n":2}`)).Record
			d.handed(second, "dana", outbox.Sent)
			time.Sleep(30*time.Minute - time.Millisecond)
			if got := d.get(rec.ID).State; got != request.Pending {
				t.Errorf("before its time: %s", got)
			}
			time.Sleep(3 * time.Millisecond)
			if got := d.get(rec.ID).State; got != request.Expired {
				t.Errorf("at its time: %s", got)
			}
			if got := d.get(second.ID).State; got != request.Pending {
				t.Errorf("the second: %s", got)
			}
			time.Sleep(time.Hour)
			if got := d.get(second.ID).State; got != request.Expired {
				t.Errorf("the second, later: %s", got)
			}
		})
		if n := len(d.injected()); n != 2 {
			t.Errorf("%d injections", n)
		}
	})
}

func TestNothingExpiresBeforeTheChannelsCaughtUp(t *testing.T) {
	for name, c := range map[string]struct {
		caughtUp time.Duration // 0 = never
		late     time.Duration // when it has certainly expired
	}{
		"they catch up": {2 * time.Minute, 2*time.Minute + time.Second},
		"they never do": {0, 5*time.Minute + time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			onDesk(t, func(o *approvals.Options) { o.Rules.TTL = time.Hour }, func(t *testing.T, d *desk) {
				rec, _ := d.open()
				d.handed(rec, "dana", outbox.Sent)
				time.Sleep(2 * time.Hour) // we were down
				caughtUp := make(chan struct{})
				began := time.Now()
				d.expire(caughtUp, func() {
					time.Sleep(c.late - 2*time.Second)
					if got := d.get(rec.ID).State; got != request.Pending {
						t.Errorf("after %v: %s", time.Since(began), got)
					}
					if c.caughtUp > 0 {
						time.Sleep(time.Second)
						close(caughtUp)
					}
					time.Sleep(2 * time.Second)
					if got := d.get(rec.ID).State; got != request.Expired {
						t.Errorf("after %v: %s", time.Since(began), got)
					}
				})
			})
		})
	}
}
