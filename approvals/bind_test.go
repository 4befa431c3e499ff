package approvals_test

import (
	"slices"
	"strings"
	"testing"

	"bridge/approvals/binding"
	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/internal/noerr"
	"bridge/render"
)

func TestBind(t *testing.T) {
	onDesk(t, nil, func(t *testing.T, d *desk) {
		a, b := d.ask(asking("a", `{"n":1}`)).Record, d.ask(asking("b", `{"n":2}`)).Record
		elsewhere := asking("b", `{"n":3}`) // the same name in another session
		elsewhere.Session, elsewhere.Turn = "ses_2", "trn_2"
		b2 := d.ask(elsewhere).Record
		codeA, codeB := a.Approvers[0].Code, b.Approvers[0].Code // dana's
		ref := func(r request.Record) binding.Prompted {
			return binding.Prompted{Approval: r.ID, Person: "dana"}
		}
		for _, c := range []struct {
			name   string
			reply  binding.Reply
			want   message.ApprovalID
			whose  message.PersonID
			by     string
			others []message.ApprovalID
			code   string // unknown
			stray  bool
		}{
			{name: "nothing", reply: binding.Reply{Text: "yes"}},
			{name: "the prompt it answers", reply: binding.Reply{Prompts: []binding.Prompted{ref(a)}}, want: a.ID, whose: "dana", by: "ref"},
			{name: "the reply tag", reply: binding.Reply{Tag: a.ID}, want: a.ID, by: "tag"},
			{name: "a token in the subject", reply: binding.Reply{Subject: "Re: x [approval:" + codeA + "]"}, want: a.ID, whose: "dana", by: "token"},
			{name: "a token in the text", reply: binding.Reply{Text: "yes [Approval:" + strings.ToLower(codeA) + "]"}, want: a.ID, whose: "dana", by: "token"},
			{name: "a code", reply: binding.Reply{Text: "yes " + strings.ToLower(codeA)}, want: a.ID, whose: "dana", by: "code"},
			{name: "a code without a verdict", reply: binding.Reply{Text: "what is " + codeA + "?"}, want: a.ID, whose: "dana", by: "code"},
			{
				name:  "all agree",
				reply: binding.Reply{Prompts: []binding.Prompted{ref(a)}, Tag: a.ID, Subject: "[approval:" + codeA + "]", Text: "yes " + codeA},
				want:  a.ID, whose: "dana", by: "ref",
			},
			{
				name: "a tag gets its owner from the code", reply: binding.Reply{Tag: a.ID, Text: "yes " + codeA},
				want: a.ID, whose: "dana", by: "tag",
			},
			{
				name: "the ref and the code disagree", reply: binding.Reply{Prompts: []binding.Prompted{ref(a)}, Text: "yes " + codeB},
				want: a.ID, whose: "dana", by: "ref", others: []message.ApprovalID{b.ID},
			},
			{
				name: "the tag and the subject disagree", reply: binding.Reply{Tag: b.ID, Subject: "[approval:" + codeA + "]"},
				want: b.ID, by: "tag", others: []message.ApprovalID{a.ID},
			},
			{
				name: "two codes", reply: binding.Reply{Text: "yes " + codeB + " " + codeA + " " + codeA},
				want: b.ID, whose: "dana", by: "code", others: []message.ApprovalID{a.ID},
			},
			{
				name: "two prompts in the references", reply: binding.Reply{Prompts: []binding.Prompted{ref(b), ref(a)}},
				want: b.ID, whose: "dana", by: "ref", others: []message.ApprovalID{a.ID},
			},
			{name: "the agent's id in a token", reply: binding.Reply{Subject: "Re: [approval:a]", Text: "yes"}, want: a.ID, whose: "dana", by: "loose"},
			{name: "our id in a token", reply: binding.Reply{Text: "yes\n[APPROVAL: " + string(a.ID) + " ]"}, want: a.ID, whose: "dana", by: "name"},
			{
				name: "an id of two requests", reply: binding.Reply{Subject: "[approval:b]", Text: "yes"},
				want: b.ID, whose: "dana", by: "loose", others: []message.ApprovalID{b2.ID},
			},
			{
				name: "a code and another id", reply: binding.Reply{Subject: "[approval:a]", Text: "yes " + codeB},
				want: b.ID, whose: "dana", by: "code", others: []message.ApprovalID{a.ID},
			},
			{name: "an id of nothing", reply: binding.Reply{Subject: "[approval:lunch]", Text: "yes"}, code: "lunch", stray: true},
			{name: "an id of ours of nothing", reply: binding.Reply{Subject: "[approval:apr_00000000000000000000000000]", Text: "yes"}, code: "apr_00000000000000000000000000", stray: true},
			{name: "an empty token", reply: binding.Reply{Subject: "[approval:] lunch?", Text: "yes"}},
			{name: "an unknown token", reply: binding.Reply{Subject: "[approval:7X7X7X]", Text: "hello"}, code: "7X7X7X", stray: true},
			{name: "an unknown code with a verdict", reply: binding.Reply{Text: "yes 7X7X7X"}, code: "7X7X7X", stray: true},
			{name: "a word that looks like a code", reply: binding.Reply{Text: "order 7X7X7X is late"}},
			{
				name: "a known code and an unknown one", reply: binding.Reply{Text: "yes " + codeA + " 7X7X7X"},
				want: a.ID, whose: "dana", by: "code", stray: true,
			},
		} {
			c.reply.Known, c.reply.Person = true, d.people[1]
			got, err := d.svc.Bind(t.Context(), c.reply)
			noerr.Must(t, err)
			if got.Approval != c.want || got.Whose != c.whose || got.By != c.by || got.Unknown != c.code ||
				got.Stray != c.stray || !slices.Equal(got.Others, c.others) {
				t.Errorf("%s: got %+v, want %+v", c.name, got, c)
			}
		}
	})
}

// Two bindings that disagree decide nothing and ask which one is meant.
func TestBindingsThatDisagree(t *testing.T) {
	onDesk(t, nil, func(t *testing.T, d *desk) {
		a := d.ask(asking("a", `{"n":1}`)).Record
		codeA := d.codes()
		b := d.ask(asking("b", `{"n":2}`)).Record
		codeB := d.codes()
		prompt := func(r request.Record) func(*binding.Reply) {
			return func(m *binding.Reply) {
				m.Prompts = []binding.Prompted{{Approval: r.ID, Person: "dana"}}
			}
		}
		if got := d.answer("dana", "yes "+codeB["dana"], prompt(a)); got != "bound to several requests" {
			t.Errorf("came to %q", got)
		}
		said := d.said()
		if len(said) != 1 || !strings.Contains(said[0], codeA["dana"]) || !strings.Contains(said[0], codeB["dana"]) ||
			strings.Contains(said[0], codeA["frank"]) || strings.Contains(said[0], codeB["frank"]) {
			t.Errorf("said %q, want both of dana's codes and nobody else's", said)
		}
		for _, r := range []request.Record{a, b} {
			if got := d.get(r.ID); got.State != request.Pending || len(got.Votes) != 0 {
				t.Errorf("record %+v", got)
			}
		}
		// In the thread of a decided request the code of the open one asks back too.
		if got := d.answer("dana", "no "+codeA["dana"]); got != "denied" {
			t.Fatalf("came to %q", got)
		}
		d.said()
		if got := d.answer("dana", "yes "+codeB["dana"], prompt(a)); got != "bound to several requests" {
			t.Errorf("came to %q", got)
		}
		if said := d.said(); len(said) != 1 || strings.Contains(said[0], codeA["dana"]) || !strings.Contains(said[0], codeB["dana"]) {
			t.Errorf("said %q, want the open one", said)
		}
		// When all are decided it is simply late.
		d.answer("dana", "no "+codeB["dana"])
		d.said()
		if got := d.answer("dana", "yes "+codeB["dana"], prompt(a)); got != "late: decided" {
			t.Errorf("came to %q", got)
		}
	})
}

func TestAnswerToARequestThatIsGone(t *testing.T) {
	onDesk(t, nil, func(t *testing.T, d *desk) {
		gone := func(r *binding.Reply) { r.Tag = "apr_gone" }
		if got := d.answer("dana", "yes", gone); got != "no such request" {
			t.Errorf("came to %q", got)
		}
		equal(t, "said", d.said(), []string{"dana: There is no open request that this message answers."})
		if got := d.answer("stranger", "yes", gone); got != "unknown request from a stranger" {
			t.Errorf("came to %q", got)
		}
		// A stranger's mail with a reply tag but no prompt's owner is nobody's.
		rec, _ := d.open()
		if got := d.answer("stranger", "yes", func(r *binding.Reply) { r.Tag = rec.ID }); got != "a stranger answered" {
			t.Errorf("came to %q", got)
		}
		equal(t, "said to strangers", d.said(), nil)
		if r := d.get(rec.ID); r.State != request.Pending {
			t.Errorf("state %s", r.State)
		}
	})
}

// Weak words count only in an answer to the prompt itself or with a code.
func TestWeakWords(t *testing.T) {
	for name, c := range map[string]struct {
		text   string
		change func(rec request.Record, code string) func(*binding.Reply)
		came   string
	}{
		"to the prompt": {"ok", func(rec request.Record, _ string) func(*binding.Reply) {
			return func(r *binding.Reply) {
				r.Prompts = []binding.Prompted{{Approval: rec.ID, Person: "dana"}}
			}
		}, "granted"},
		"with the code in the text": {"ok %", nil, "granted"},
		"with the token in the subject alone": {"ok", func(_ request.Record, code string) func(*binding.Reply) {
			return func(r *binding.Reply) { r.Subject = "Re: lunch [approval:" + code + "]" }
		}, "no verdict"},
		"to the reply tag alone": {"ok", func(rec request.Record, _ string) func(*binding.Reply) {
			return func(r *binding.Reply) { r.Tag = rec.ID }
		}, "no verdict"},
		"a strong one to the reply tag": {"yes", func(rec request.Record, _ string) func(*binding.Reply) {
			return func(r *binding.Reply) { r.Tag = rec.ID }
		}, "granted"},
		"two forms that disagree": {"yes %", func(request.Record, string) func(*binding.Reply) {
			return func(r *binding.Reply) { r.Other = "yes, but only half" }
		}, "no verdict"},
		"two forms that agree": {"yes %", func(request.Record, string) func(*binding.Reply) {
			return func(r *binding.Reply) { r.Other = "yes" }
		}, "granted"},
	} {
		t.Run(name, func(t *testing.T) {
			onDesk(t, nil, func(t *testing.T, d *desk) {
				rec, code := d.open()
				var change []func(*binding.Reply)
				if c.change != nil {
					change = append(change, c.change(rec, code["dana"]))
				}
				if got := d.answer("dana", strings.ReplaceAll(c.text, "%", code["dana"]), change...); got != c.came {
					t.Errorf("came to %q, want %q", got, c.came)
				}
			})
		})
	}
}

// Two robots do not answer each other for ever; a decision is still taken.
func TestAnswersAreBounded(t *testing.T) {
	onDesk(t, nil, func(t *testing.T, d *desk) {
		rec, code := d.open()
		for range 100 {
			d.answer("gina", "yes "+code["dana"])
			d.answer("dana", "yes 7X7X7X")
			d.answer("frank", "LIST")
		}
		said, last := map[string]int{}, map[string]int{}
		for _, m := range d.outbox() {
			who, _, _ := strings.Cut(m.To.Value(), "@")
			said[who]++
			if strings.HasSuffix(m.Text, "\n\n"+render.In("en").Silent()) {
				last[who] = said[who]
			}
		}
		for _, who := range []string{"gina", "dana"} {
			if said[who] < 1 || said[who] > 20 {
				t.Errorf("%s got %d answers, want a few", who, said[who])
			}
		}
		if said["frank"] != 10 || last["frank"] != 10 {
			t.Errorf("frank got %d answers, and the %dth said that it was the last, want ten", said["frank"], last["frank"])
		}
		prompt := func(r *binding.Reply) { r.Prompts = []binding.Prompted{{Approval: rec.ID, Person: "dana"}} }
		if got := d.answer("dana", "yes "+code["dana"], prompt); got != "granted" || d.get(rec.ID).State != request.Granted {
			t.Errorf("came to %q", got)
		}
	})
}
