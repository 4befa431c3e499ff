package approvals_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"bridge/approvals"
	"bridge/approvals/binding"
	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/internal/noerr"
)

const summary = "refund: amount 50"

func TestDecisions(t *testing.T) {
	for _, c := range []struct {
		name     string
		rules    func(*approvals.Rules)
		answers  []string // "person: text", % is the person's code
		came     []string // what each came to
		state    request.State
		injected []string
		said     []string
	}{
		{
			name: "one yes", answers: []string{"dana: yes %"}, came: []string{"granted"}, state: request.Granted,
			injected: []string{"granted by dana: "},
			said: []string{
				"dana: Granted by Dana on TIME: refund: amount 50.",
				"frank: Granted by Dana on TIME: refund: amount 50.",
			},
		},
		{
			name: "one no with a reason", answers: []string{"frank: No %, too much"}, came: []string{"denied"}, state: request.Denied,
			injected: []string{"denied by frank: too much"},
			said: []string{
				"dana: Denied by Frank on TIME: refund: amount 50.",
				"frank: Denied by Frank on TIME: refund: amount 50.",
			},
		},
		{
			name: "a quorum of two", rules: func(r *approvals.Rules) { r.Quorum = 2 },
			answers: []string{"dana: yes %", "frank: yes %"}, came: []string{"vote", "granted"}, state: request.Granted,
			injected: []string{"granted by dana,frank: "},
			said: []string{
				"dana: Granted by Dana and Frank on TIME: refund: amount 50.",
				"dana: Your yes is recorded: refund: amount 50. 1 of 2 needed answers are in.",
				"frank: Dana said yes: refund: amount 50. 1 of 2 needed answers are in. Answer YES %frank or NO %frank.",
				"frank: Granted by Dana and Frank on TIME: refund: amount 50.",
			},
		},
		{
			name: "one denial ends a quorum of two", rules: func(r *approvals.Rules) { r.Quorum = 2 },
			answers: []string{"dana: yes %", "frank: no %"}, came: []string{"vote", "denied"}, state: request.Denied,
			injected: []string{"denied by frank: "},
			said: []string{
				"dana: Denied by Frank on TIME: refund: amount 50.",
				"dana: Your yes is recorded: refund: amount 50. 1 of 2 needed answers are in.",
				"frank: Dana said yes: refund: amount 50. 1 of 2 needed answers are in. Answer YES %frank or NO %frank.",
				"frank: Denied by Frank on TIME: refund: amount 50.",
			},
		},
		{
			name: "nobody votes twice", rules: func(r *approvals.Rules) { r.Quorum = 2 },
			answers: []string{"dana: yes %", "dana: yes %", "dana.home: yes %", "dana: no %"},
			came:    []string{"vote", "repeated vote", "repeated vote", "denied"}, state: request.Denied,
			injected: []string{"denied by dana: taken back"},
			said: []string{
				"dana.home: Your yes is recorded: refund: amount 50. 1 of 2 needed answers are in.",
				"dana: Taken back by Dana on TIME, which counts as a refusal: refund: amount 50.",
				"dana: Your yes is recorded: refund: amount 50. 1 of 2 needed answers are in.",
				"dana: Your yes is recorded: refund: amount 50. 1 of 2 needed answers are in.",
				"frank: Dana said yes: refund: amount 50. 1 of 2 needed answers are in. Answer YES %frank or NO %frank.",
				"frank: Taken back by Dana on TIME, which counts as a refusal: refund: amount 50.",
			},
		},
		{
			name:    "late answers",
			answers: []string{"dana: yes %", "frank: no %", "frank: hm %", "dana: yes %", "dana: no %"},
			came:    []string{"granted", "late: decided", "late: decided", "acknowledged again", "late: decided"}, state: request.Granted,
			injected: []string{"granted by dana: "},
			said: []string{
				"dana: Already decided: granted by Dana on TIME.",
				"dana: Granted by Dana on TIME: refund: amount 50.",
				"dana: Granted by Dana on TIME: refund: amount 50.",
				"frank: Already decided: granted by Dana on TIME.",
				"frank: Already decided: granted by Dana on TIME.",
				"frank: Granted by Dana on TIME: refund: amount 50.",
			},
		},
		{
			name:    "only its approvers",
			answers: []string{"gina: yes %dana", "eve: no %dana", "stranger: yes %dana", "stranger: yes %frank"},
			came:    []string{"not an approver", "not an approver", "a stranger answered", "a stranger answered"}, state: request.Pending,
			said: []string{
				"dana: An answer to this request did not count, because it came from an address that is not registered for you: refund: amount 50.",
				"eve: Only Dana or Frank can decide this.",
				"frank: An answer to this request did not count, because it came from an address that is not registered for you: refund: amount 50.",
				"gina: Only Dana or Frank can decide this.",
			},
		},
		{
			name:    "codes that are not there",
			answers: []string{"gina: yes 7X7X7X", "stranger: yes 7X7X7X", "gina: see 7X7X7X for more", "gina: hello [approval:7X7X7X]"},
			came:    []string{"no such code", "unknown code from a stranger", "unbound", "no such code"}, state: request.Pending,
			said: []string{
				"gina: There is no open request with the code 7X7X7X.",
				"gina: There is no open request with the code 7X7X7X.",
			},
		},
		{
			name:    "the other approver's code routes and authorises nothing more",
			answers: []string{"dana: yes %frank"}, came: []string{"granted"}, state: request.Granted,
			injected: []string{"granted by dana: "},
			said: []string{
				"dana: Granted by Dana on TIME: refund: amount 50.",
				"frank: Granted by Dana on TIME: refund: amount 50.",
			},
		},
		{
			name:    "no verdict",
			answers: []string{"dana: yes % but only half", "dana: what is % about?", "frank: maybe %"},
			came:    []string{"no verdict", "no verdict", "no verdict"}, state: request.Pending,
			said: []string{
				"dana: Nothing was decided: only a clear yes or no counts. Still open until TIME. Answer YES %dana or NO %dana.",
				"frank: Nothing was decided: only a clear yes or no counts. Still open until TIME. Answer YES %frank or NO %frank.",
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			onDesk(t, func(o *approvals.Options) {
				if c.rules != nil {
					c.rules(&o.Rules)
				}
			}, func(t *testing.T, d *desk) {
				rec, code := d.open()
				fill := func(person, s string) string {
					s = strings.ReplaceAll(s, "%dana", code["dana"])
					s = strings.ReplaceAll(s, "%frank", code["frank"])
					person, _, _ = strings.Cut(person, ".")
					return strings.ReplaceAll(s, "%", code[person])
				}
				for i, a := range c.answers {
					from, text, _ := strings.Cut(a, ": ")
					if got := d.answer(from, fill(from, text)); got != c.came[i] {
						t.Errorf("%q came to %q, want %q", a, got, c.came[i])
					}
				}
				if got := d.get(rec.ID); got.State != c.state || got.Inject {
					t.Errorf("state %s, inject %t, want %s", got.State, got.Inject, c.state)
				}
				var want []string
				for _, s := range c.said {
					want = append(want, fill("", s))
				}
				equal(t, "said", d.said(), want)
				equal(t, "injected", d.injected(), c.injected)
			})
		})
	}
}

func TestTheSameMessageTwiceSaysNothingMore(t *testing.T) {
	for name, quorum := range map[string]int{"decided": 1, "vote": 2} {
		t.Run(name, func(t *testing.T) {
			onDesk(t, func(o *approvals.Options) { o.Rules.Quorum = quorum }, func(t *testing.T, d *desk) {
				_, code := d.open()
				r := d.reply("dana", "yes "+code["dana"])
				d.give(r)
				first, decided, audits := d.said(), d.decided, len(d.audits)
				r.At = r.At.Add(time.Second)
				for range 3 {
					if got := d.give(r); got != "repeated" {
						t.Errorf("came to %q", got)
					}
				}
				if len(first) == 0 {
					t.Error("nothing was said")
				}
				equal(t, "said", d.said(), nil)
				if n := len(d.injected()); n != 2-quorum {
					t.Errorf("%d injections", n)
				}
				if d.decided != decided || len(d.audits) != audits {
					t.Errorf("decided %d → %d, audits %d → %d", decided, d.decided, audits, len(d.audits))
				}
			})
		})
	}
}

// Who answers from another of their addresses hears it there, and once.
func TestAnswerFromASecondAddress(t *testing.T) {
	onDesk(t, nil, func(t *testing.T, d *desk) {
		_, code := d.open()
		d.answer("dana.home", "yes "+code["dana"])
		equal(t, "said", d.said(), []string{
			"dana.home: Granted by Dana on TIME: refund: amount 50.",
			"frank: Granted by Dana on TIME: refund: amount 50.",
		})
	})
}

func TestAskBackOncePerTenMinutes(t *testing.T) {
	onDesk(t, nil, func(t *testing.T, d *desk) {
		rec, code := d.open()
		back := "dana: Nothing was decided: only a clear yes or no counts. Still open until TIME. Answer YES " + code["dana"] + " or NO " + code["dana"] + "."
		d.answer("dana", "hm "+code["dana"])
		equal(t, "first", d.said(), []string{back})
		time.Sleep(9 * time.Minute)
		d.answer("dana", "hmm "+code["dana"])
		equal(t, "after nine minutes", d.said(), nil)
		time.Sleep(time.Minute)
		unclear := d.reply("dana", "hmmm "+code["dana"])
		d.give(unclear)
		equal(t, "after ten minutes", d.said(), []string{back})
		// Tries of others are told apart from that, and do not silence it.
		time.Sleep(time.Hour)
		d.answer("stranger", "yes "+code["dana"])
		d.answer("stranger", "yes "+code["dana"])
		if got := d.said(); len(got) != 1 || !strings.HasPrefix(got[0], "dana: An answer to this request did not count") {
			t.Errorf("said %q", got)
		}
		d.answer("dana", "I ask Eve first "+code["dana"])
		equal(t, "after a stranger's try", d.said(), []string{back})
		// The mail server delivers an old mail once more.
		time.Sleep(time.Hour)
		d.give(unclear)
		equal(t, "the same mail again", d.said(), nil)
		// A clear answer always counts.
		if got := d.answer("dana", "yes "+code["dana"]); got != "granted" {
			t.Errorf("came to %q", got)
		}
		if got := d.get(rec.ID); got.State != request.Granted {
			t.Errorf("state %s", got.State)
		}
	})
}

func TestTrustTooLow(t *testing.T) {
	onDesk(t, nil, func(t *testing.T, d *desk) {
		rec, code := d.open()
		for _, text := range []string{"yes " + code["dana"], "no " + code["dana"], "hm " + code["dana"]} {
			if got := d.answer("dana.home", text, trust(message.Asserted)); got != "trust too low" {
				t.Errorf("%s came to %q", text, got)
			}
		}
		equal(t, "told once, at the registered address", d.said(), []string{
			"dana: An answer to this request did not count, because the channel could not prove well enough that it came from you: refund: amount 50.",
		})
		if r := d.get(rec.ID); r.State != request.Pending || len(r.Votes) != 0 {
			t.Errorf("record %+v", r)
		}
		if got := d.answer("dana", "yes "+code["dana"], trust(message.Carrier)); got != "granted" {
			t.Errorf("with enough trust it came to %q", got)
		}
	})
}

func TestAmbiguousMessagesDecideNothing(t *testing.T) {
	onDesk(t, nil, func(t *testing.T, d *desk) {
		rec, code := d.open()
		two := func(r *binding.Reply) { r.Ambiguous = true }
		if got := d.answer("dana", "yes "+code["dana"], two); got != "no verdict" {
			t.Errorf("came to %q", got)
		}
		if got := d.answer("frank", "yes "+code["frank"]+" 7X7X7X"); got != "no verdict" {
			t.Errorf("with a second code it came to %q", got)
		}
		if r := d.get(rec.ID); r.State != request.Pending {
			t.Errorf("state %s", r.State)
		}
	})
}

func TestIncompletePrompt(t *testing.T) {
	onDesk(t, nil, func(t *testing.T, d *desk) {
		big := `{"note":"` + strings.Repeat("x", 300<<10) + `"}`
		a := d.ask(asking("", big))
		code := d.codes()
		if !a.Record.Incomplete {
			t.Fatal("the request is complete")
		}
		if got := d.answer("dana", "yes "+code["dana"]); got != "the prompt was not complete" {
			t.Errorf("yes came to %q", got)
		}
		if got := d.said(); len(got) != 1 || !strings.Contains(got[0], "could not be shown in full") {
			t.Errorf("said %q", got)
		}
		if got := d.answer("dana", "no "+code["dana"]); got != "denied" {
			t.Errorf("no came to %q", got)
		}
	})
}

func TestWhoIsAsked(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*approvals.Options)
		who    message.PersonID // asks
		asked  []string
		denied bool
	}{
		{name: "all approvers", who: "eve", asked: []string{"dana", "frank"}},
		{name: "not who started the turn", who: "dana", asked: []string{"frank"}},
		{
			name: "who started the turn, if the rule says so", who: "dana", asked: []string{"dana", "frank"},
			change: func(o *approvals.Options) { o.Rules.Self = true },
		},
		{
			name: "too few are left", who: "dana", denied: true,
			change: func(o *approvals.Options) { o.Rules.Quorum = 2 },
		},
		{
			name: "nobody", who: "eve", denied: true,
			change: func(o *approvals.Options) { o.Rules.Approvers = []message.PersonID{"eve", "gone"} },
		},
		{
			name: "only who is active", who: "eve", asked: []string{"frank"},
			change: func(o *approvals.Options) { o.Rules.Approvers = []message.PersonID{"gone", "frank"} },
		},
		{
			name: "no channel reaches them", who: "eve", denied: true,
			change: func(o *approvals.Options) { o.Rules.Via = []message.ChannelName{"sms"} },
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			onDesk(t, c.change, func(t *testing.T, d *desk) {
				q := asking("", `{"amount":50}`)
				q.Requester = approvals.Requester{Person: c.who, Name: "X"}
				a := d.ask(q)
				var asked []string
				for _, m := range d.outbox() {
					if m.Kind == message.Prompt {
						asked = append(asked, string(m.Person))
					}
				}
				slices.Sort(asked)
				equal(t, "asked", asked, c.asked)
				if !c.denied {
					if a.Record.State != request.Pending || len(d.injected()) != 0 {
						t.Errorf("state %s", a.Record.State)
					}
					return
				}
				if a.Record.State != request.Denied || a.Record.DecidedBy != "policy" || !strings.Contains(a.Waiting, "so this was refused: refund") {
					t.Errorf("record %+v, notice %q", a.Record, a.Waiting)
				}
				if len(d.alerts) != 1 || d.decided != 1 {
					t.Errorf("alerts %q, decided %d", d.alerts, d.decided)
				}
				again := d.ask(q) // the step is handled again after a crash
				if again.Record.ID != a.Record.ID || d.decided != 1 {
					t.Errorf("asked again: %+v, decided %d", again.Record, d.decided)
				}
				if got := d.injected(); len(got) != 1 || !strings.HasPrefix(got[0], "denied by policy: ") {
					t.Errorf("injected %q, want one refusal", got)
				}
			})
		})
	}
}

func TestWhoLeftDecidesNothing(t *testing.T) {
	onDesk(t, nil, func(t *testing.T, d *desk) {
		rec, code := d.open()
		d.people = slices.DeleteFunc(d.people, func(p message.Person) bool { return p.ID == "dana" })
		if got := d.answer("dana", "yes "+code["dana"]); got != "a stranger answered" {
			t.Errorf("came to %q", got)
		}
		equal(t, "said", d.said(), nil)
		if r := d.get(rec.ID); r.State != request.Pending {
			t.Errorf("state %s", r.State)
		}
	})
}

func TestAskIsIdempotent(t *testing.T) {
	onDesk(t, nil, func(t *testing.T, d *desk) {
		q := asking("", `{"amount":50}`)
		first, second := d.ask(q), d.ask(q)
		if first.Record.ID != second.Record.ID || first.Record.Approvers[0].Code != second.Record.Approvers[0].Code {
			t.Errorf("two records: %+v, %+v", first.Record, second.Record)
		}
		if n := len(d.outbox()); n != 2 {
			t.Errorf("%d prompts, want one for each approver", n)
		}
		q.N = 1
		if d.ask(q).Record.ID == first.Record.ID {
			t.Error("another request of the step has the same id")
		}
	})
}

func TestApprovalIDsOfAgents(t *testing.T) {
	onDesk(t, nil, func(t *testing.T, d *desk) {
		q := asking("order-7", `{"n":1,"m":"x"}`)
		a := d.ask(q)
		d.outbox()
		if a.Record.AgentID != "order-7" {
			t.Errorf("agent's id %q", a.Record.AgentID)
		}
		same, other, tool, foreign := q, q, q, q
		same.Data.Args, same.Step = []byte(` {"m":"\u0078", "n":1.0}`), "apr_x"
		other.Data.Args = []byte(`{"n":2,"m":"x"}`)
		tool.Data.ToolName = "pay"
		foreign.Session = "ses_2"
		if got := d.ask(same); got.Record.ID != a.Record.ID || len(d.outbox()) != 0 {
			t.Errorf("the same request became %+v", got.Record)
		}
		for name, q := range map[string]approvals.Request{"args": other, "tool": tool} {
			if _, err := d.svc.Ask(t.Context(), q); !errors.Is(err, approvals.ErrReused) {
				t.Errorf("other %s: %v", name, err)
			}
			if _, err := d.svc.Check(t.Context(), q.Session, q.Turn, q.Data); !errors.Is(err, approvals.ErrReused) {
				t.Errorf("check, other %s: %v", name, err)
			}
		}
		if got := d.ask(foreign); got.Record.ID == a.Record.ID {
			t.Error("another session has the same request")
		}
		for _, id := range []string{"4K7Q2M", "4k7q2m", string(a.Record.ID)} {
			shaped := asking(id, `{}`)
			if _, err := d.svc.Check(t.Context(), "ses_9", "trn_9", shaped.Data); !errors.Is(err, approvals.ErrShape) {
				t.Errorf("the approvalId %s: %v", id, err)
			}
		}
		check := func(turn message.TurnID) (bool, error) {
			return d.svc.Check(t.Context(), q.Session, turn, q.Data)
		}
		if open, err := check("trn_1"); !open || err != nil {
			t.Errorf("open: %t, %v", open, err)
		}
		if _, err := check("trn_2"); !errors.Is(err, approvals.ErrElsewhere) {
			t.Errorf("of another turn: %v", err)
		}
		noerr.Must(t, noerr.Of(d.svc.Operator(t.Context(), a.Record.ID, request.Denied, "ops", "")))
		for _, turn := range []message.TurnID{"trn_1", "trn_2"} {
			if open, err := check(turn); open || err != nil {
				t.Errorf("settled, %s: %t, %v", turn, open, err)
			}
		}
	})
}

func TestOpenCountsWhatTheAgentHasNotHeard(t *testing.T) {
	onDesk(t, nil, func(t *testing.T, d *desk) {
		count := func(heard ...message.ApprovalID) int {
			n, err := d.svc.Open(t.Context(), "trn_1", func(id message.ApprovalID) bool { return slices.Contains(heard, id) })
			noerr.Must(t, err)
			return n
		}
		a := d.ask(asking("a", `{"n":1}`)).Record.ID
		b := d.ask(asking("b", `{"n":2}`)).Record.ID
		if count() != 2 || count(a) != 1 || count(a, b) != 0 {
			t.Errorf("pending: %d, %d, %d", count(), count(a), count(a, b))
		}
		noerr.Must(t, noerr.Of(d.svc.Operator(t.Context(), b, request.Denied, "ops", "")))
		if count(a) != 1 {
			t.Errorf("a decision on its way is not counted: %d", count(a))
		}
		noerr.Must(t, d.svc.CancelOpen(t.Context(), "trn_1"))
		if count(b) != 0 {
			t.Errorf("cancelled by the end of the turn: %d", count(b))
		}
	})
}

func TestCodes(t *testing.T) {
	// The first three draws are alike: codes must be drawn again until they differ.
	same := strings.Repeat("\x00\x08\x01\x09\x02\x0a", 3)
	onDesk(t, func(o *approvals.Options) { o.Rand = &prefix{[]byte(same), new(counter)} }, func(t *testing.T, d *desk) {
		seen := map[string]bool{}
		for i := range 20 {
			a := d.ask(asking(fmt.Sprint("r", i), `{"n":1}`))
			for _, p := range a.Record.Approvers {
				if seen[p.Code] {
					t.Errorf("the code %s is given out twice", p.Code)
				}
				seen[p.Code] = true
			}
			for _, m := range d.outbox() {
				for _, p := range a.Record.Approvers {
					if shows := strings.Contains(m.Subject+m.Text, p.Code); shows != (m.Person == p.Person) {
						t.Errorf("the prompt of %s shows the code of %s: %t", m.Person, p.Person, shows)
					}
				}
			}
			for _, p := range a.Record.Approvers {
				if strings.Contains(a.Waiting, p.Code) {
					t.Error("the originators are shown a code")
				}
			}
		}
	})
}

// prefix is a random source that begins with given bytes.
type prefix struct {
	first []byte
	rest  *counter
}

func (p *prefix) Read(b []byte) (int, error) {
	if n := copy(b, p.first); n > 0 {
		p.first = p.first[n:]
		return n, nil
	}
	return p.rest.Read(b)
}

func TestOperator(t *testing.T) {
	for st, text := range map[request.State]string{
		request.Denied:    "Denied by an operator on TIME: refund: amount 50.",
		request.Cancelled: "Cancelled, no answer is needed any more: refund: amount 50.",
	} {
		t.Run(string(st), func(t *testing.T) {
			onDesk(t, nil, func(t *testing.T, d *desk) {
				rec, code := d.open()
				r, err := d.svc.Operator(t.Context(), rec.ID, st, "ops", "wrong amount")
				if err != nil || r.State != st || r.DecidedBy != "operator:ops" {
					t.Fatalf("%+v, %v", r, err)
				}
				if _, err := d.svc.Operator(t.Context(), rec.ID, request.Denied, "ops", ""); !errors.Is(err, request.ErrConflict) {
					t.Errorf("twice: %v", err)
				}
				equal(t, "injected", d.injected(), []string{string(st) + " by operator:ops: wrong amount"})
				equal(t, "said", d.said(), []string{"dana: " + text, "frank: " + text})
				want := map[request.State]string{request.Denied: "late: decided", request.Cancelled: "late: cancelled"}[st]
				if got := d.answer("dana", "yes "+code["dana"]); got != want {
					t.Errorf("a late yes came to %q", got)
				}
			})
		})
	}
	onDesk(t, nil, func(t *testing.T, d *desk) {
		rec, _ := d.open()
		for _, st := range []request.State{request.Granted, request.Expired, request.Pending, "x"} {
			if _, err := d.svc.Operator(t.Context(), rec.ID, st, "ops", ""); err == nil {
				t.Errorf("an operator made it %s", st)
			}
		}
		if _, err := d.svc.Operator(t.Context(), "apr_none", request.Denied, "ops", ""); !errors.Is(err, request.ErrNotFound) {
			t.Errorf("no such request: %v", err)
		}
		if r := d.get(rec.ID); r.State != request.Pending {
			t.Errorf("state %s", r.State)
		}
	})
}

func TestCancelOpen(t *testing.T) {
	onDesk(t, nil, func(t *testing.T, d *desk) {
		a, b := d.ask(asking("a", `{"n":1}`)).Record, d.ask(asking("b", `{"n":2}`)).Record
		other := asking("c", `{"n":3}`)
		other.Turn = "trn_2"
		c := d.ask(other).Record
		d.outbox()
		noerr.Must(t, noerr.Of(d.svc.Operator(t.Context(), a.ID, request.Denied, "ops", "")))
		d.said()
		for range 2 { // the step is handled again after a crash
			noerr.Must(t, d.svc.CancelOpen(t.Context(), "trn_1"))
		}
		if got := []request.State{d.get(a.ID).State, d.get(b.ID).State, d.get(c.ID).State}; !slices.Equal(got, []request.State{
			request.Denied, request.Cancelled, request.Pending,
		}) {
			t.Errorf("states %v", got)
		}
		equal(t, "said", d.said(), []string{
			"dana: Cancelled, no answer is needed any more: refund: n 2.",
			"frank: Cancelled, no answer is needed any more: refund: n 2.",
		})
		equal(t, "injected", d.injected(), []string{"denied by operator:ops: "})
	})
}

func TestAgentGone(t *testing.T) {
	onDesk(t, nil, func(t *testing.T, d *desk) {
		rec, code := d.open()
		d.answer("dana", "yes "+code["dana"])
		d.said()
		for range 2 {
			text, at, err := d.svc.AgentGone(t.Context(), rec.ID)
			if err != nil || !strings.HasPrefix(text, "Granted, but the assistant") || !at.Equal(d.get(rec.ID).DecidedAt) {
				t.Fatalf("%q, %v, %v", text, at, err)
			}
		}
		equal(t, "said", d.said(), []string{"dana: Granted, but the assistant could not be reached to act on it: refund: amount 50."})
		if len(d.alerts) == 0 || !strings.Contains(d.alerts[0], summary) {
			t.Errorf("alerts %q", d.alerts)
		}
		if text, _, err := d.svc.AgentGone(t.Context(), "apr_none"); text != "" || err != nil {
			t.Errorf("no such request: %q, %v", text, err)
		}
	})
}
