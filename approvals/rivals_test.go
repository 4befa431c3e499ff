package approvals_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/approvals"
	"bridge/approvals/binding"
	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/internal/noerr"
)

// TestRivals has the known failures of other systems that concern which request a
// reply decides, and whose reply it is: none of them happens here.
func TestRivals(t *testing.T) {
	prompt := func(r request.Record) func(*binding.Reply) {
		return func(x *binding.Reply) {
			x.Prompts, x.Quotes = []binding.Prompted{{Approval: r.ID, Person: "dana"}}, true
		}
	}
	for name, test := range map[string]func(t *testing.T, d *desk, a, b request.Record){
		"ok said to something else (Novu 11882)": func(t *testing.T, d *desk, a, _ request.Record) {
			d.tells("wa", danaWA, a.ID)
			d.tells("wa", danaWA, "") // what the agent asked since
			for _, word := range []string{"ok", "sure", "yes", "👍", "go ahead", "approve"} {
				d.wants("unbound", word, byWA)
			}
		},
		"tapback of an unrelated message approves (Novu 11882)": func(t *testing.T, d *desk, a, _ request.Record) {
			d.tells("wa", danaWA, a.ID)
			for _, text := range []string{"Liked \"refund: amount 1\"", "Loved “Approve refund?”", "👍"} {
				how := []func(*binding.Reply){byWA, func(r *binding.Reply) { r.Quotes = true }}
				d.wants("unbound", text, how...)
			}
			d.wants("no verdict", "Liked \"refund: amount 1\"", byWA, prompt(a))
		},
		"wrong request approved: the queue's head (OpenClaw 44721, hermes-desktop 904)": func(t *testing.T, d *desk, a, b request.Record) {
			d.wants("granted", "yes", byWA, prompt(b))
			d.is(a, request.Pending)
			d.is(b, request.Granted)
			d.wants("denied", "no "+a.Approvers[0].Code, byWA)
		},
		"oldest first: a bare yes with several pending (Novu, Talon)": func(t *testing.T, d *desk, _, b request.Record) {
			d.tells("wa", danaWA, b.ID)
			d.wants("bound to several requests", "yes", byWA)
		},
		"stale buttons on an unrelated reply (shisad 92)": func(t *testing.T, d *desk, a, b request.Record) {
			d.wants("denied", "Refuse", byWA, button(message.DenyButton+string(a.ID)), prompt(a))
			d.tells("wa", danaWA, b.ID)
			d.wants("late: decided", "Approve", byWA, button(message.ApproveButton+string(a.ID)), prompt(a)) // the old button, again
			d.wants("bound to several requests", "Approve", byWA, button(message.ApproveButton+string(a.ID)), prompt(b))
			d.wants("unbound", message.ApproveButton+string(b.ID), byWA) // typed
			d.is(b, request.Pending)
			d.is(a, request.Denied)
		},
		"a code with anything but six words approves (Vellum)": func(t *testing.T, d *desk, a, _ request.Record) {
			for _, text := range []string{"not yet", "wait", "never mind", "hold on, who asked?", "yes but only to Bob", "yes if under $50", "why"} {
				d.wants("no verdict", a.Approvers[0].Code+" "+text)
			}
			d.wants("denied", a.Approvers[0].Code+" nope")
		},
		"first word only (Talon)": func(t *testing.T, d *desk, a, _ request.Record) {
			d.wants("no verdict", "yes but only to Bob", prompt(a))
		},
		"wrong person can answer: a bystander (OpenClaw 130244, Novu 12457)": func(t *testing.T, d *desk, a, _ request.Record) {
			d.tells("wa", "whatsapp:+390000004", a.ID) // even where the prompt was shown there
			gina := on("wa", "whatsapp:+390000004")
			d.wants("not an approver", "yes", gina, prompt(a))
			d.wants("not an approver", "yes "+a.Approvers[0].Code, gina)
			d.wants("not an approver", "Approve", gina, button(message.ApproveButton+string(a.ID)))
			d.wants("unbound", "yes", gina)
			d.wants("unbound", "LIST", gina)
		},
		"falls back to the requester (Novu 12566)": func(t *testing.T, d *desk, a, _ request.Record) {
			d.people[1].Addresses = nil // Dana is not to be found
			for _, how := range [][]func(*binding.Reply){{prompt(a)}, {button(message.ApproveButton + string(a.ID))}} {
				if got := d.answer("eve", "yes", how...); got != "not an approver" {
					t.Errorf("Eve: %s", got)
				}
			}
		},
		"agent approves itself (OpenClaw 63680)": func(t *testing.T, d *desk, a, _ request.Record) {
			// The requester knows all that the agent knows, and none of it decides.
			for _, text := range []string{"yes " + string(a.ID), "yes " + a.AgentID, "[approval:" + string(a.ID) + "] yes", message.ApproveButton + string(a.ID)} {
				// A token with an id is about a request, of which Eve has none: never a turn.
				want := map[bool]string{false: "unbound", true: "no such code"}[strings.HasPrefix(text, "[")]
				if got := d.answer("eve", text); got != want {
					t.Errorf("%q: %s", text, got)
				}
			}
			if got := d.answer("eve", "yes "+a.Approvers[0].Code); got != "not an approver" {
				t.Errorf("with a stolen code: %s", got)
			}
		},
		"spoofed From approves (Hermes GHSA-rxqh-5572-8m77, vellum 38389)": func(t *testing.T, d *desk, a, _ request.Record) {
			forged := trust(message.Asserted)
			d.wants("step-up", "yes "+a.Approvers[0].Code, forged)
			if code, to := d.codeSent(); code == "" || to == addr("dana") {
				t.Errorf("the code went to %s", to)
			}
			for i := range 4 {
				d.wants("a wrong one-time code", fmt.Sprintf("12345%d", i), forged)
			}
			d.wants("trust too low", "no "+a.Approvers[0].Code, forged)
		},
		"request lost: slug shown, id wanted (OpenClaw 9591)": func(t *testing.T, d *desk, a, b request.Record) {
			d.wants("granted", "YES "+strings.ToLower(a.Approvers[0].Code))
			d.wants("granted", "yes [approval:"+b.Approvers[0].Code+"]")
		},
		"request lost: works on one channel, not on another (OpenClaw 84456, Hermes 71571)": func(t *testing.T, d *desk, a, b request.Record) {
			d.wants("granted", "yes "+a.Approvers[0].Code, bySMS)
			d.wants("granted", "yes "+b.Approvers[0].Code) // asked on WhatsApp, answered by mail
		},
		"STOP words deny and cut the approver off (Novu, promptly 159)": func(t *testing.T, d *desk, a, _ request.Record) {
			d.tells("sms", danaSMS, a.ID)
			for _, word := range []string{"STOP", "cancel", "END", "quit", "unsubscribe", "stopall"} {
				d.wants("unbound", word, bySMS) // consent is dealt with before
				d.wants("no verdict", word+" "+a.Approvers[0].Code, bySMS)
			}
		},
		"echo filter eats yes (OpenClaw 115574)": func(t *testing.T, d *desk, a, b request.Record) {
			for _, r := range []request.Record{a, b} { // the same word within a second, as was sent to others before
				d.wants("granted", "yes", byWA, prompt(r))
			}
		},
		"a second request overwrites the first (Talon)": func(t *testing.T, d *desk, a, b request.Record) {
			d.wants("granted", "yes "+a.Approvers[0].Code)
			d.wants("granted", "yes "+b.Approvers[0].Code)
		},
		"a new message denies what is pending (Novu)": func(t *testing.T, d *desk, a, b request.Record) {
			d.tells("wa", danaWA, a.ID)
			d.wants("unbound", "what is the weather like", byWA)
			d.is(a, request.Pending)
			d.is(b, request.Pending)
		},
		"the tool returns before anybody has answered (OpenClaw 24904)": func(t *testing.T, d *desk, a, b request.Record) {
			for range 23 {
				time.Sleep(time.Hour)
				if got := d.injected(); len(got) != 0 {
					t.Fatalf("the agent hears %q", got)
				}
			}
			d.wants("granted", "yes "+a.Approvers[0].Code)
			d.wants("denied", "no "+b.Approvers[0].Code)
			if got := d.injected(); len(got) != 2 {
				t.Errorf("the agent hears %q", got)
			}
		},
		"no working way to answer on WhatsApp (OpenClaw 112481)": func(t *testing.T, d *desk, a, b request.Record) {
			// What a phone sends besides text decides nothing, and stops nothing.
			d.wants("no verdict", "", byWA, prompt(a))
			d.wants("granted", "yes", byWA, prompt(a))
			d.wants("granted", "Approve", byWA, button(message.ApproveButton+string(b.ID)))
		},
		"an approver list that nobody filled (veryfront 4119)": func(t *testing.T, d *desk, a, _ request.Record) {
			d.o.Rules.Approvers = nil
			d.svc = approvals.New(d.o)
			r := d.ask(asking("three", `{"amount":3}`)).Record
			if r.State != request.Denied || len(r.Approvers) != 0 {
				t.Errorf("without approvers it is %s, asked %v", r.State, r.Approvers)
			}
			d.wants("granted", "yes "+a.Approvers[0].Code) // what was asked before has its own
		},
		"answered, and the prompt comes again in a loop (n8n 13144)": func(t *testing.T, d *desk, a, b request.Record) {
			d.wants("granted", "yes "+a.Approvers[0].Code)
			d.wants("denied", "no "+b.Approvers[0].Code)
			d.outbox()
			d.expire(caughtUp(), func() {
				for range 6 {
					time.Sleep(10 * time.Minute)
					d.ask(asking("one", `{"amount":1}`)) // the agent's step runs again
					if got := d.places(); len(got) != 0 {
						t.Errorf("prompts went to %q", got)
					}
				}
			})
		},
		"a quoted prompt beside other codes": func(t *testing.T, d *desk, a, b request.Record) {
			// What is quoted is no part of the text: the prompt that is answered counts.
			d.wants("granted", "yes", func(r *binding.Reply) { r.Subject = "Re: refund [approval:" + a.Approvers[0].Code + "]" }, prompt(a))
			d.is(b, request.Pending)
			d.wants("bound to several requests", "yes "+b.Approvers[0].Code, prompt(a))
			d.is(b, request.Pending)
		},
	} {
		t.Run(name, func(t *testing.T) {
			onChat(t, func(t *testing.T, d *desk) {
				a, b := d.ask(asking("one", `{"amount":1}`)).Record, d.ask(asking("two", `{"amount":2}`)).Record
				d.outbox()
				test(t, d, a, b)
				for _, r := range []request.Record{a, b} {
					now := d.get(r.ID)
					if now.State == request.Granted && (len(now.Votes) != 1 || now.Votes[0].Person != "dana") {
						t.Errorf("%s is granted by %+v", r.ID, now.Votes)
					}
				}
			})
		})
	}
}

// wants expects what an answer of Dana's comes to.
func (d *desk) wants(want, text string, how ...func(*binding.Reply)) {
	d.t.Helper()
	if got := d.answer("dana", text, how...); got != want {
		d.t.Errorf("%q came to %q, want %q", text, got, want)
	}
}

// is expects the state of a request.
func (d *desk) is(r request.Record, want request.State) {
	d.t.Helper()
	if got := d.get(r.ID); got.State != want {
		d.t.Errorf("%s is %s, want %s", r.Summary, got.State, want)
	}
}

// One person answers everywhere at once, with yes and no, weak and strong: one vote
// counts, one decision follows, and every answer is told something true.
func TestAnswersOnAllChannelsAtOnce(t *testing.T) {
	for round := range 4 {
		t.Run(fmt.Sprint(round), func(t *testing.T) {
			onChat(t, func(t *testing.T, d *desk) {
				rec := d.ask(asking("one", `{"amount":1}`)).Record
				code := rec.Approvers[0].Code
				d.outbox()
				d.wants("step-up", "yes "+code, trust(message.Asserted))
				oneTime, _ := d.codeSent()
				d.tells("wa", danaWA, rec.ID)
				d.tells("sms", danaSMS, rec.ID)
				ref := func(r *binding.Reply) { r.Prompts = []binding.Prompted{{Approval: rec.ID, Person: "dana"}} }
				kinds := []func() binding.Reply{
					func() binding.Reply { return d.reply("dana", "yes "+code) },
					func() binding.Reply { return d.reply("", "no "+code, bySMS) },
					func() binding.Reply { return d.reply("", "no", bySMS) },
					func() binding.Reply { return d.reply("", "yes", byWA) },
					func() binding.Reply {
						return d.reply("", "Approve", byWA, button(message.ApproveButton+string(rec.ID)))
					},
					func() binding.Reply { return d.reply("", "ok", byWA, ref) },
					func() binding.Reply { return d.reply("", oneTime, byWA) },
					func() binding.Reply { return d.reply("dana", "yes "+code, trust(message.Asserted)) },
					func() binding.Reply { return d.reply("", "yes "+code, bySMS) },
					func() binding.Reply { return d.reply("dana", "LIST") },
				}
				n := 100
				if round > 0 {
					n = 2
				}
				var all sync.WaitGroup
				var mu sync.Mutex
				came := map[string]int{}
				for i := range n {
					r := kinds[(i*3+round*5)%len(kinds)]()
					all.Go(func() {
						b, err := d.svc.Bind(context.Background(), r)
						what := "unbound"
						if err == nil && b.Ours() {
							what, err = d.svc.Answer(context.Background(), b, r)
						}
						noerr.Want(t, err)
						mu.Lock()
						defer mu.Unlock()
						came[what]++
					})
				}
				all.Wait()
				now := d.get(rec.ID)
				if len(now.Votes) != 1 || now.State == request.Pending || came[string(now.State)] != 1 || d.decided != 1 || len(now.StepUps) != 0 {
					t.Errorf("%s, %d votes, decided %d times, answers came to %v", now.State, len(now.Votes), d.decided, came)
				}
				if got := d.injected(); len(got) != 1 || !strings.HasPrefix(got[0], string(now.State)) {
					t.Errorf("injected %q", got)
				}
				for _, m := range d.outbox() {
					for state, words := range map[request.State]string{request.Denied: "granted by", request.Granted: "denied by"} {
						if now.State == state && strings.Contains(strings.ToLower(m.Text), words) {
							t.Errorf("it is %s, and told %q", now.State, m.Text)
						}
					}
				}
				time.Sleep(time.Second)
			})
		})
	}
}
