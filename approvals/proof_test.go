package approvals_test

import (
	"bytes"
	"context"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"bridge/approvals"
	"bridge/approvals/binding"
	"bridge/approvals/evidence"
	"bridge/approvals/ledger"
	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/internal/noerr"
	"bridge/outbox"
)

func (d *desk) proofs() *evidence.Proofs { return evidence.New(d.store, d.store, d.o.Now) }

func (d *desk) proof(id message.ApprovalID) evidence.Proof {
	d.t.Helper()
	p, err := d.proofs().Proof(d.t.Context(), id)
	noerr.Must(d.t, err)
	return p
}

func kinds(p evidence.Proof) (all []string) {
	for _, e := range p.Entries {
		all = append(all, e.What)
	}
	return all
}

func raw(text string) func(*binding.Reply) {
	return func(r *binding.Reply) {
		in := message.Inbound{}
		in.Keep([]byte(text))
		r.Raw, r.RawSHA256, r.RawCut = in.Raw, in.RawSHA256, in.RawCut
	}
}

// prompts takes the prompts out of the outbox and hands them over.
func (d *desk) prompts() (code map[string]string) {
	d.t.Helper()
	code = map[string]string{}
	for _, m := range d.outbox() {
		if m.Kind != message.Prompt {
			continue
		}
		code[string(m.Person)] = token.FindStringSubmatch(m.Subject)[1]
		noerr.Must(d.t, d.svc.Handed(d.t.Context(), outbox.Result{Out: m, State: outbox.Sent, At: time.Now()}))
	}
	return code
}

func TestEveryChangeIsInTheLedger(t *testing.T) {
	two := func(o *approvals.Options) { o.Rules.Quorum = 2 }
	onDesk(t, two, func(t *testing.T, d *desk) {
		a := d.ask(asking("", `{"amount":50}`))
		code := d.prompts()
		mail := "From: dana@example.com\r\n\r\nyes " + code["dana"] + "\r\n\x00\xff"
		if got := d.answer("dana", "yes "+code["dana"], raw(mail)); got != "vote" {
			t.Fatalf("dana: %s", got)
		}
		open := d.proof(a.Record.ID)
		if got, want := kinds(open), []string{"asked", "prompted", "prompted", "vote"}; !slices.Equal(got, want) || open.Problem != "" {
			t.Errorf("chained %q, want %q; %s", got, want, open.Problem)
		}
		for _, e := range open.Entries {
			for who, c := range code {
				if bytes.Contains(e.Body, []byte(c)) {
					t.Errorf("the entry %s shows the code of %s while the request is open: %s", e.What, who, e.Body)
				}
			}
		}
		if e := open.Entries[3]; e.Withheld == "" || !e.Blanked() {
			t.Errorf("the reply of an open request is shown: %s", e.Body)
		}
		if !strings.Contains(string(open.Entries[1].Body), "[approval:······]") || !strings.Contains(string(open.Entries[1].Body), "amount: 50") {
			t.Errorf("the prompt is not there as it was sent: %s", open.Entries[1].Body)
		}

		if got := d.answer("frank", "no "+code["frank"]+" too expensive", raw(strings.Repeat("a", 100_000))); got != "denied" {
			t.Fatalf("frank: %s", got)
		}
		done := d.proof(a.Record.ID)
		if got, want := kinds(done), []string{"asked", "prompted", "prompted", "vote", "vote", "denied"}; !slices.Equal(got, want) || done.Problem != "" {
			t.Fatalf("chained %q, want %q; %s", got, want, done.Problem)
		}
		var votes [2]evidence.VoteEvent
		var end evidence.StateEvent
		for i, v := range []any{&votes[0], &votes[1], &end} {
			noerr.Must(t, json.Unmarshal(done.Entries[3+i].Body, v))
		}
		v := votes[0]
		if v.Person != "dana" || v.Decision != "granted" || v.Text != "yes "+code["dana"] || v.Raw != "" || v.RawCut || v.Trust != message.Verified ||
			v.Binding != "code" || v.Grammar == 0 || v.Digest != a.Record.Digest || v.From != addr("dana") {
			t.Errorf("vote of dana: %+v", v)
		}
		if want := "RnJvbTogZGFuYUBleGFtcGxlLmNvbQ0K"; !strings.HasPrefix(v.RawBase64, want) { // it is no text
			t.Errorf("raw mail is %q", v.RawBase64)
		}
		if v := votes[1]; v.Reason != "too expensive" || len(v.Raw) != message.MaxRaw || !v.RawCut || len(v.RawSHA256) != 64 {
			t.Errorf("vote of frank: %q, %d bytes, cut %v, %s", v.Reason, len(v.Raw), v.RawCut, v.RawSHA256)
		}
		if end.DecidedBy != "frank" || !slices.Equal(end.Grants, []message.PersonID{"dana"}) || end.Digest != a.Record.Digest || !end.Inject {
			t.Errorf("decision: %+v", end)
		}
		// What the proof holds can be checked without the store.
		for _, e := range done.Entries {
			noerr.Want(t, e.Check(e.Before))
		}
		// Nothing of it is in the record.
		if b, err := json.Marshal(d.get(a.Record.ID)); err != nil || bytes.Contains(b, []byte("aaaa")) {
			t.Errorf("the record has the raw message: %v", err)
		}
	})
}

func TestReplyWithTheCodeOfAnotherOpenRequest(t *testing.T) {
	onDesk(t, nil, func(t *testing.T, d *desk) {
		d.ask(asking("other", `{"amount":9}`))
		other := d.prompts()["dana"]
		a := d.ask(asking("this", `{"amount":50}`))
		code := d.prompts()["dana"]
		if got := d.answer("dana", "yes "+code, raw("yes "+code+"\n> the other one is "+other)); got != "granted" {
			t.Fatal(got)
		}
		p := d.proof(a.Record.ID)
		i := slices.IndexFunc(p.Entries, func(e evidence.ProvenEntry) bool { return e.What == "vote" })
		if i < 0 || !strings.Contains(p.Entries[i].Withheld, "another request") || !p.Entries[i].Blanked() {
			t.Errorf("vote: %+v", p.Entries)
		}
		if got := d.answer("dana", "no "+other); got != "denied" {
			t.Fatal(got)
		}
		if p := d.proof(a.Record.ID); p.Entries[i].Withheld != "" || !bytes.Contains(p.Entries[i].Body, []byte(other)) {
			t.Errorf("when that one is decided, too: %+v", p.Entries[i])
		}
	})
}

func TestVerify(t *testing.T) {
	onDesk(t, nil, func(t *testing.T, d *desk) {
		for range 70 { // more than a page
			a := d.ask(asking("", `{"amount":50}`))
			noerr.Must(t, noerr.Of(d.svc.Operator(t.Context(), a.Record.ID, request.Denied, "ops", "")))
			time.Sleep(time.Second)
		}
		verify := func(heads ...string) evidence.Verified {
			t.Helper()
			v, err := d.proofs().Verify(t.Context(), heads)
			noerr.Must(t, err)
			return v
		}
		v := verify()
		heads := int64(0)
		var old []string
		for _, c := range v.Chains {
			heads += c.Head
			old = append(old, c.Hash)
		}
		if !v.OK || v.Entries != 140 || heads != 140 || len(old) == 0 || len(old[0]) != 64 {
			t.Fatalf("verified: %+v", v)
		}
		d.ask(asking("", `{"amount":51}`))
		if v := verify(old...); !v.OK || v.Entries != 141 {
			t.Errorf("earlier heads: %+v", v)
		}
		foreign := strings.Repeat("0", 64)
		if v := verify(append(old, foreign)...); v.OK || !slices.Equal(v.Missing, []string{foreign}) || !strings.Contains(v.Problem, foreign) {
			t.Errorf("a head of another chain: %+v", v)
		}
	})
}

// tampered is a ledger whose entries are changed on the way out.
type tampered struct {
	evidence.Ledger
	change func([]ledger.Entry) []ledger.Entry
}

func (l tampered) Entries(ctx context.Context, chain int, after int64, limit int) ([]ledger.Entry, error) {
	all, err := l.Ledger.Entries(ctx, chain, after, limit)
	return l.change(all), err
}

func (l tampered) EntriesOf(ctx context.Context, id message.ApprovalID) (int, []ledger.Entry, error) {
	chain, all, err := l.Ledger.EntriesOf(ctx, id)
	return chain, l.change(all), err
}

func TestVerifyNamesWhatIsBad(t *testing.T) {
	onDesk(t, nil, func(t *testing.T, d *desk) {
		rec, code := d.open()
		if got := d.answer("dana", "yes "+code["dana"]); got != "granted" { // asked, vote, granted
			t.Fatal(got)
		}
		for _, c := range []struct {
			name, verify, proof string
			change              func(ledger.Entry) []ledger.Entry // of the vote
		}{
			{"nothing", "", "", func(e ledger.Entry) []ledger.Entry { return []ledger.Entry{e} }},
			{"taken out", "entry 2: gap", "entry 3: gap", func(ledger.Entry) []ledger.Entry { return nil }},
			{"another body", "entry 2: commit", "entry 2: commit", func(e ledger.Entry) []ledger.Entry {
				e.Body = json.RawMessage(`{"person":"eve"}`)
				return []ledger.Entry{e}
			}},
			{"another kind", "entry 2: hash", "entry 2: hash", func(e ledger.Entry) []ledger.Entry { e.What = "denied"; return []ledger.Entry{e} }},
			{"erased in silence", "entry 2: its body was erased", "", func(e ledger.Entry) []ledger.Entry { return []ledger.Entry{e.Blank()} }},
		} {
			l := tampered{d.store, func(all []ledger.Entry) (out []ledger.Entry) {
				for _, e := range all {
					if e.Seq == 2 {
						out = append(out, c.change(e)...)
						continue
					}
					out = append(out, e)
				}
				return out
			}}
			p := evidence.New(d.store, l, d.o.Now)
			v, err := p.Verify(t.Context(), nil)
			if err != nil || !strings.Contains(v.Problem, c.verify) || v.OK != (c.verify == "") {
				t.Errorf("%s: verify says %q, %v", c.name, v.Problem, err)
			}
			one, err := p.Proof(t.Context(), rec.ID)
			if err != nil || !strings.HasPrefix(one.Problem, c.proof) || c.proof == "" && one.Problem != "" {
				t.Errorf("%s: the proof says %q, %v", c.name, one.Problem, err)
			}
		}
		// A record that was changed behind the ledger's back.
		r := d.get(rec.ID)
		r.State = request.Denied
		noerr.Must(t, noerr.Of(d.store.Put(t.Context(), r)))
		if p := d.proof(rec.ID); !strings.Contains(p.Problem, `the record says denied and the ledger says "granted"`) {
			t.Errorf("the proof of a changed record: %q", p.Problem)
		}
	})
}

func TestErasePerson(t *testing.T) {
	onDesk(t, nil, func(t *testing.T, d *desk) {
		d.ask(asking("a", `{"amount":50}`))
		code := d.prompts()["dana"]
		if got := d.answer("dana", "no "+code+" my mother needs it", raw("From: dana@example.com\r\n\r\nno")); got != "denied" {
			t.Fatal(got)
		}
		d.outbox()
		open := d.ask(asking("b", `{"amount":60}`))
		d.prompts()
		all, err := d.svc.List(t.Context(), request.Filter{State: request.Denied})
		if err != nil || len(all) != 1 {
			t.Fatalf("%d are denied, %v", len(all), err)
		}
		id := all[0].ID
		would, err := d.proofs().Erasable(t.Context(), "dana")
		if r := d.get(id); err != nil || len(r.Votes) != 1 || r.Votes[0].From == "" {
			t.Fatalf("to say what would be erased changed the record: %+v, %v", r, err)
		}
		f, err := d.proofs().Erase(t.Context(), "dana", "operator:ops")
		if would.DryRun = false; !reflect.DeepEqual(would, f) {
			t.Errorf("it said %+v and erased %+v", would, f)
		}
		if err != nil || f.Requests != 1 || f.Entries != 3 || !slices.Equal(f.Open, []message.ApprovalID{open.Record.ID}) {
			t.Fatalf("erased: %+v, %v", f, err)
		}
		p := d.proof(id)
		if p.Problem != "" {
			t.Errorf("the proof: %s", p.Problem)
		}
		text, err := json.Marshal(p)
		if err != nil || bytes.Contains(text, []byte("dana@")) || bytes.Contains(text, []byte("mother")) {
			t.Errorf("what is left says who: %s, %v", text, err)
		}
		r := d.get(id)
		if r.State != request.Denied || r.DecidedBy != "dana" || len(r.Votes) != 1 || r.Votes[0].Person != "dana" || r.Votes[0].From != "" || len(r.ReachedAt) != 1 {
			t.Errorf("the record: %+v", r)
		}
		if v, err := d.proofs().Verify(t.Context(), nil); err != nil || !v.OK || v.Erased != 3 {
			t.Errorf("verified: %+v, %v", v, err)
		}
		// The open one is erased when it is decided.
		noerr.Must(t, noerr.Of(d.svc.Operator(t.Context(), open.Record.ID, request.Cancelled, "ops", "")))
		if f, err := d.proofs().Erase(t.Context(), "dana", "operator:ops"); err != nil || f.Requests != 1 || len(f.Open) != 0 {
			t.Errorf("erased later: %+v, %v", f, err)
		}
		if f, err := d.proofs().Erase(t.Context(), "dana", "operator:ops"); err != nil || f.Requests != 0 {
			t.Errorf("erased again: %+v, %v", f, err)
		}
	})
}
