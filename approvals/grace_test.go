package approvals_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"bridge/approvals"
	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/internal/noerr"
	"bridge/internal/racetest"
	"bridge/outbox"
	"bridge/render"
)

// set changes a stored record, as the rule of its request would have made it.
func (d *desk) set(id message.ApprovalID, change func(*request.Record)) request.Record {
	d.t.Helper()
	r := d.get(id)
	change(&r)
	r, err := d.store.Put(d.t.Context(), r)
	noerr.Must(d.t, err)
	return r
}

// restart loses everything that is not stored.
func (d *desk) restart() { d.svc = approvals.New(d.o) }

// caughtUp is that of channels that have nothing to catch up with.
func caughtUp() chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}

// timeless is a text without its time.
func timeless(s string) string { return anyTime.ReplaceAllString(s, "TIME") }

func graceful(r *request.Record) { r.Grace = time.Minute }

func TestGrace(t *testing.T) {
	w, some := render.In("en"), time.Time{}
	held := timeless(w.TakesEffect("refund: amount 50", some, "%dana", time.UTC))
	other := timeless(w.Held("refund: amount 50", "Dana", some, "%frank", time.UTC))
	back := timeless(w.TakenBack("refund: amount 50", "Dana", some, time.UTC))
	for _, c := range []struct {
		name     string
		change   func(*request.Record)
		answers  []string // each 20 s after the one before
		came     []string
		state    request.State
		injected []string
		said     []string
	}{
		{
			name: "nobody says no", answers: []string{"dana: yes %"}, came: []string{"vote"},
			state: request.Granted, injected: []string{"granted by dana: "},
			said: []string{
				"dana: " + held, "frank: " + other,
				"dana: Granted by Dana on TIME: refund: amount 50.", "frank: Granted by Dana on TIME: refund: amount 50.",
			},
		},
		{
			name: "the voter takes it back", answers: []string{"dana: yes %", "dana: No %, wrong account"}, came: []string{"vote", "denied"},
			state: request.Denied, injected: []string{"denied by dana: taken back: wrong account"},
			said: []string{
				"dana: " + held, "frank: " + other,
				"dana: " + back,
				"frank: " + back,
			},
		},
		{
			name: "a plain no that speaks of taking back", answers: []string{"dana: No %, taken back: wrong customer"}, came: []string{"denied"},
			state: request.Denied, injected: []string{"denied by dana: taken back: wrong customer"},
			said: []string{
				"dana: Denied by Dana on TIME: refund: amount 50.", "frank: Denied by Dana on TIME: refund: amount 50.",
			},
		},
		{
			name: "another approver stops it", answers: []string{"dana: yes %", "frank: no %"}, came: []string{"vote", "denied"},
			state: request.Denied, injected: []string{"denied by frank: "},
			said: []string{
				"dana: " + held, "frank: " + other,
				"dana: Denied by Frank on TIME: refund: amount 50.", "frank: Denied by Frank on TIME: refund: amount 50.",
			},
		},
		{
			name: "another approver agrees", answers: []string{"dana: yes %", "frank: yes %"}, came: []string{"vote", "vote"},
			state: request.Granted, injected: []string{"granted by dana,frank: "},
			said: []string{
				"dana: " + held, "frank: " + other, "frank: " + strings.ReplaceAll(held, "%dana", "%frank"),
				"dana: Granted by Dana and Frank on TIME: refund: amount 50.", "frank: Granted by Dana and Frank on TIME: refund: amount 50.",
			},
		},
		{
			name: "a yes that is not enough is taken back", change: func(r *request.Record) { r.Quorum = 2 },
			answers: []string{"dana: yes %", "dana: no %"}, came: []string{"vote", "denied"},
			state: request.Denied, injected: []string{"denied by dana: taken back"},
			said: []string{
				"dana: Your yes is recorded: refund: amount 50. 1 of 2 needed answers are in.",
				"frank: Dana said yes: refund: amount 50. 1 of 2 needed answers are in. Answer YES %frank or NO %frank.",
				"dana: " + back,
				"frank: " + back,
			},
		},
		{
			name: "the same yes twice is one", answers: []string{"dana: yes %", "dana: yes %"}, came: []string{"vote", "repeated vote"},
			state: request.Granted, injected: []string{"granted by dana: "},
			said: []string{
				"dana: " + held, "dana: " + held, "frank: " + other,
				"dana: Granted by Dana on TIME: refund: amount 50.", "frank: Granted by Dana on TIME: refund: amount 50.",
			},
		},
		{
			name:     "what is held does not expire and reminds nobody",
			change:   func(r *request.Record) { r.ExpiresAt = time.Now().Add(5 * time.Second); r.RemindAt = r.ExpiresAt },
			answers:  []string{"dana: yes %", "frank: hm %"},
			came:     []string{"vote", "no verdict"},
			state:    request.Granted,
			injected: []string{"granted by dana: "},
			said: []string{
				"dana: " + held, "frank: " + other, "frank: Nothing was decided: only a clear yes or no counts. Still open until TIME. Answer YES %frank or NO %frank.",
				"dana: Granted by Dana on TIME: refund: amount 50.", "frank: Granted by Dana on TIME: refund: amount 50.",
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			onDesk(t, nil, func(t *testing.T, d *desk) {
				rec, code := d.open()
				fill := strings.NewReplacer("%dana", code["dana"], "%frank", code["frank"]).Replace
				d.set(rec.ID, graceful)
				if c.change != nil {
					d.set(rec.ID, c.change)
				}
				began := time.Now()
				d.expire(caughtUp(), func() {
					for i, a := range c.answers {
						from, text, _ := strings.Cut(a, ": ")
						if got := d.answer(from, strings.ReplaceAll(text, "%", code[from])); got != c.came[i] {
							t.Errorf("%q came to %q, want %q", a, got, c.came[i])
						}
						time.Sleep(20 * time.Second)
						if r := d.get(rec.ID); c.state == request.Granted && r.State != request.Pending {
							t.Errorf("after %v: %s", time.Since(began), r.State)
						}
					}
					time.Sleep(time.Minute)
				})
				r := d.get(rec.ID)
				if r.State != c.state || r.Inject || !r.HeldUntil.IsZero() {
					t.Errorf("record %+v", r)
				}
				if c.state == request.Granted && r.DecidedAt.Sub(began) != time.Minute {
					t.Errorf("granted after %v", r.DecidedAt.Sub(began))
				}
				equal(t, "injected", d.injected(), c.injected)
				var want []string
				for _, s := range c.said {
					want = append(want, fill(s))
				}
				equal(t, "said", d.said(), sorted(want))
			})
		})
	}
}

func TestGraceEndsOtherwise(t *testing.T) {
	for name, end := range map[string]func(*desk, request.Record) (request.State, error){
		"an operator denies": func(d *desk, r request.Record) (request.State, error) {
			_, err := d.svc.Operator(d.t.Context(), r.ID, request.Denied, "olga", "")
			return request.Denied, err
		},
		"an operator cancels": func(d *desk, r request.Record) (request.State, error) {
			_, err := d.svc.Operator(d.t.Context(), r.ID, request.Cancelled, "olga", "")
			return request.Cancelled, err
		},
		"the turn ends": func(d *desk, r request.Record) (request.State, error) {
			return request.Cancelled, d.svc.CancelOpen(d.t.Context(), r.Turn)
		},
	} {
		t.Run(name, func(t *testing.T) {
			onDesk(t, nil, func(t *testing.T, d *desk) {
				rec, code := d.open()
				d.set(rec.ID, graceful)
				d.expire(caughtUp(), func() {
					d.answer("dana", "yes "+code["dana"])
					time.Sleep(59 * time.Second)
					want, err := end(d, rec)
					noerr.Must(t, err)
					time.Sleep(time.Hour)
					if r := d.get(rec.ID); r.State != want || d.decided != 1 {
						t.Errorf("%s, decided %d times", r.State, d.decided)
					}
				})
			})
		})
	}
}

// Who was down while the grace ended first reads what came meanwhile.
func TestGraceOverADowntime(t *testing.T) {
	for _, c := range []struct {
		name  string
		no    bool
		state request.State
	}{
		{"a no waits to be read", true, request.Denied},
		{"nothing came", false, request.Granted},
	} {
		t.Run(c.name, func(t *testing.T) {
			onDesk(t, nil, func(t *testing.T, d *desk) {
				rec, code := d.open()
				d.set(rec.ID, graceful)
				d.answer("dana", "yes "+code["dana"])
				until := d.get(rec.ID).HeldUntil
				time.Sleep(30 * time.Second)
				no := d.reply("dana", "no "+code["dana"])
				time.Sleep(2 * time.Hour)
				d.restart()
				caughtUp := make(chan struct{})
				d.expire(caughtUp, func() {
					time.Sleep(time.Minute)
					if r := d.get(rec.ID); r.State != request.Pending {
						t.Fatalf("before the channels caught up: %s", r.State)
					}
					if c.no {
						d.give(no)
					}
					close(caughtUp)
					time.Sleep(time.Second)
				})
				r := d.get(rec.ID)
				if r.State != c.state || d.decided != 1 {
					t.Errorf("%s, decided %d times", r.State, d.decided)
				}
				if c.state == request.Granted && !r.DecidedAt.Equal(until) {
					t.Errorf("granted at %v, want %v", r.DecidedAt, until)
				}
				if n := len(d.injected()); n != 1 {
					t.Errorf("%d injections", n)
				}
			})
		})
	}
}

// Whatever the order of votes, restarts and time: what is granted has enough yeses that
// stand, and nobody who said no.
func TestNothingIsGrantedWithoutItsYeses(t *testing.T) {
	racetest.Skip(t)
	for seed := range uint64(25) {
		rnd := rand.New(rand.NewPCG(seed, 6))
		onDesk(t, func(o *approvals.Options) {
			o.Rules.Approvers = []message.PersonID{"dana", "frank", "gina"}
			o.Rules.TTL = 10 * time.Minute
		}, func(t *testing.T, d *desk) {
			rec, code := d.open()
			quorum := 1 + rnd.IntN(3)
			d.set(rec.ID, func(r *request.Record) {
				r.Quorum, r.Grace, r.Receipt = quorum, time.Duration(rnd.IntN(3))*time.Minute, rnd.IntN(2) == 0
				r.RemindEvery, r.Reminders = time.Minute, 2
			})
			d.handed(rec, "dana", outbox.Sent)
			latest, log := map[string]bool{}, []string{}
			granted := func() bool { return d.get(rec.ID).State == request.Granted }
			for range 4 {
				d.expire(caughtUp(), func() {
					for range 3 {
						open := d.get(rec.ID).State == request.Pending
						who := []string{"dana", "frank", "gina"}[rnd.IntN(3)]
						switch rnd.IntN(6) {
						case 0:
							_, voted := latest[who]
							d.answer(who, "no "+code[who])
							if r := d.get(rec.ID); open && !voted && r.State != request.Denied {
								t.Errorf("seed %d: a no of %s left it %s: %v", seed, who, r.State, log)
							}
							if open && (!voted || d.get(rec.ID).Grace > 0 || d.get(rec.ID).Receipt) {
								latest[who] = false
							}
							log = append(log, who+" no")
						case 1, 2:
							d.answer(who, "yes "+code[who])
							if _, voted := latest[who]; open && !voted {
								latest[who] = true
							}
							log = append(log, who+" yes")
						default:
							wait := time.Duration(rnd.IntN(100)) * time.Second
							time.Sleep(wait)
							log = append(log, wait.String())
						}
					}
				})
				d.restart()
				log = append(log, "restart")
			}
			if !granted() {
				return
			}
			yes := 0
			for who, said := range latest {
				if !said {
					t.Errorf("seed %d: granted although %s said no: %v", seed, who, log)
				}
				yes++
			}
			if yes < quorum || d.decided < 1 {
				t.Errorf("seed %d: granted with %d of %d, decided %d times: %v", seed, yes, quorum, d.decided, log)
			}
			if got := d.injected(); len(got) != 1 || !strings.HasPrefix(got[0], "granted by ") {
				t.Errorf("seed %d: injected %q", seed, got)
			}
		})
	}
}

func sorted(s []string) []string { slices.Sort(s); return s }

// A no ends a request that waits for more answers, also of somebody who said yes before:
// a yes that was taken back never counts.
func TestNoAfterYesWhileOthersAreAsked(t *testing.T) {
	onDesk(t, func(o *approvals.Options) { o.Rules.Quorum = 2 }, func(t *testing.T, d *desk) {
		rec, code := d.open()
		for _, c := range [][2]string{{"yes " + code["dana"], "vote"}, {"no " + code["dana"], "denied"}} {
			if got := d.answer("dana", c[0]); got != c[1] {
				t.Errorf("%s came to %q, want %q", c[0], got, c[1])
			}
		}
		if got := d.answer("frank", "yes "+code["frank"]); got == "granted" {
			t.Error("granted with a yes that was taken back")
		}
		if now := d.get(rec.ID); now.State != request.Denied {
			t.Errorf("it is %s", now.State)
		}
	})
}
