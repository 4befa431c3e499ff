package storetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync"
	"testing"
	"time"

	"bridge/approvals/ledger"
	"bridge/approvals/request"
	"bridge/core/message"
)

// event is what happened to an approval, with data of people.
func event(f Fixture, id message.ApprovalID, what string, people ...message.PersonID) ledger.Event {
	return ledger.Event{
		Approval: id, What: what, At: f.Now(), Body: json.RawMessage(fmt.Sprintf(`{"what": "<%s>"}`, what)), People: people,
	}
}

// verified returns the entries of all chains, which must verify.
func verified(t *testing.T, f Fixture) (all []ledger.Entry) {
	t.Helper()
	chains, err := f.Store().Chains(t.Context())
	must(t, "chains", err)
	for _, c := range chains {
		head, err := ledger.Verify(entriesOf(t, f, c, &all), c.Anchor)
		if err != nil || head.Seq != c.Head.Seq || !slices.Equal(head.Hash, c.Head.Hash) {
			t.Errorf("chain %d ends at %d, its head is %d: %v", c.ID, head.Seq, c.Head.Seq, err)
		}
	}
	return all
}

func entriesOf(t *testing.T, f Fixture, c ledger.Chain, all *[]ledger.Entry) iter.Seq2[ledger.Entry, error] {
	return func(yield func(ledger.Entry, error) bool) {
		for at := c.Anchor.Seq; ; {
			part, err := f.Store().Entries(t.Context(), c.ID, at, 3)
			if err != nil {
				yield(ledger.Entry{}, err)
				return
			}
			if len(part) == 0 {
				return
			}
			for _, e := range part {
				*all = append(*all, e)
				if !yield(e, nil) {
					return
				}
				at = e.Seq
			}
		}
	}
}

// chained are the kinds of a request's entries.
func chained(t *testing.T, f Fixture, id message.ApprovalID) (what []string) {
	t.Helper()
	_, all, err := f.Store().EntriesOf(t.Context(), id)
	must(t, "entries of", err)
	for _, e := range all {
		if e.Approval != id {
			t.Errorf("entry %d is of %s, not %s", e.Seq, e.Approval, id)
		}
		what = append(what, e.What)
	}
	return what
}

func put(t *testing.T, f Fixture, r request.Record, events ...ledger.Event) request.Record {
	t.Helper()
	r, err := f.Store().Put(t.Context(), r, events...)
	must(t, "put", err)
	return r
}

var ledgerTests = tests{
	"LedgerIsInTheSameWrite": func(t *testing.T, f Fixture) {
		ctx := t.Context()
		if all := verified(t, f); len(all) != 0 {
			t.Errorf("an empty store has %d entries", len(all))
		}
		r, first, err := f.Store().Create(ctx, approval(f, "1", "AAAA22"), event(f, "apr_1", "asked", "eve"))
		if err != nil || !first {
			t.Fatalf("create: %v, %v", first, err)
		}
		// What was not written is not chained.
		if _, first, err := f.Store().Create(ctx, approval(f, "1", "BBBB22"), event(f, "apr_1", "asked again")); err != nil || first {
			t.Errorf("created again: %v, %v", first, err)
		}
		if _, _, err := f.Store().Create(ctx, approval(f, "2", "AAAA22"), event(f, "apr_2", "asked")); !errors.Is(err, request.ErrCodeTaken) {
			t.Errorf("a code that is taken: %v", err)
		}
		old := r
		r.State, r.Inject = request.Granted, true
		r = put(t, f, r, event(f, "apr_1", "vote", "dana", "eve"), event(f, "apr_1", "granted", "dana"))
		if _, err := f.Store().Put(ctx, old, event(f, "apr_1", "denied")); !errors.Is(err, request.ErrConflict) {
			t.Errorf("put of an old version: %v", err)
		}
		if _, err := f.Store().Put(ctx, approval(f, "3"), event(f, "apr_3", "denied")); err == nil {
			t.Error("a record that was never created can be put")
		}
		r.Inject = false
		put(t, f, r) // nothing happened
		f.Crash(t)
		if got, want := chained(t, f, "apr_1"), []string{"asked", "vote", "granted"}; !slices.Equal(got, want) {
			t.Errorf("chained: %q, want %q", got, want)
		}
		all := verified(t, f)
		if len(all) != 3 {
			t.Fatalf("%d entries, want 3", len(all))
		}
		e := all[1]
		if e.Seq != 2 || e.What != "vote" || string(e.Body) != `{"what":"\u003cvote\u003e"}` || !slices.Equal(e.People, []message.PersonID{"dana", "eve"}) || len(e.Salt) != ledger.SaltBytes {
			t.Errorf("entry: %+v %s", e, e.Body)
		}
		if slices.Equal(e.Salt, all[0].Salt) {
			t.Error("two entries share a salt")
		}
		if _, all, err := f.Store().EntriesOf(ctx, "apr_none"); err != nil || len(all) != 0 {
			t.Errorf("of a request that is not there: %v, %v", all, err)
		}
	},

	"LedgerOfManyWriters": func(t *testing.T, f Fixture) {
		const requests, changes = 12, 5
		var all sync.WaitGroup
		for i := range requests {
			node := f.Node(fmt.Sprint("node", i%3))
			all.Go(func() {
				id := message.ApprovalID(fmt.Sprint("apr_", i))
				r, _, err := node.Create(t.Context(), approval(f, fmt.Sprint(i), fmt.Sprint("CODE", i)), event(f, id, "asked"))
				for n := 0; n < changes && err == nil; n++ {
					r, err = node.Put(t.Context(), r, event(f, id, fmt.Sprint(n)))
				}
				if err != nil {
					t.Errorf("%s: %v", id, err)
				}
			})
		}
		all.Wait()
		f.Crash(t)
		if n := len(verified(t, f)); n != requests*(changes+1) {
			t.Errorf("%d entries, want %d", n, requests*(changes+1))
		}
		if got, want := chained(t, f, "apr_7"), []string{"asked", "0", "1", "2", "3", "4"}; !slices.Equal(got, want) {
			t.Errorf("chained: %q, want %q", got, want)
		}
	},

	"LedgerErase": func(t *testing.T, f Fixture) {
		ctx := t.Context()
		for _, id := range []string{"1", "2"} {
			r, _, err := f.Store().Create(ctx, approval(f, id, "CODE"+id), event(f, message.ApprovalID("apr_"+id), "asked"))
			must(t, "create", err)
			r.State = request.Granted
			put(t, f, r, event(f, r.ID, "vote", "dana", "eve"), event(f, r.ID, "vote", "frank"), event(f, r.ID, "granted", "dana"))
		}
		about := func(p message.PersonID, want ...message.ApprovalID) {
			t.Helper()
			ids, err := f.Store().About(ctx, p)
			slices.Sort(ids)
			if err != nil || !slices.Equal(ids, want) {
				t.Errorf("about %s: %v, %v, want %v", p, ids, err, want)
			}
		}
		about("dana", "apr_1", "apr_2")
		about("nobody")
		if n, err := f.Store().Erase(ctx, "apr_1", "dana", "operator:ops", f.Now()); err != nil || n != 2 {
			t.Fatalf("erased %d, %v", n, err)
		}
		for range 2 { // again, or of somebody who is not in it, is nothing
			if n, err := f.Store().Erase(ctx, "apr_1", "dana", "operator:ops", f.Now()); err != nil || n != 0 {
				t.Errorf("erased again: %d, %v", n, err)
			}
		}
		f.Crash(t)
		about("dana", "apr_2")
		about("frank", "apr_1", "apr_2")
		_, all, err := f.Store().EntriesOf(ctx, "apr_1")
		must(t, "entries", err)
		var left []string
		for _, e := range all {
			if e.Blanked() {
				left = append(left, "("+e.What+")")
				if len(e.People) != 0 {
					t.Errorf("an erased entry names %v", e.People)
				}
				continue
			}
			left = append(left, e.What)
		}
		if want := []string{"asked", "(vote)", "vote", "(granted)", "erased"}; !slices.Equal(left, want) {
			t.Errorf("left: %q, want %q", left, want)
		}
		var said ledger.Erasure
		if last := all[len(all)-1]; json.Unmarshal(last.Body, &said) != nil || said.By != "operator:ops" || !slices.Equal(said.Entries, []int64{all[1].Seq, all[3].Seq}) {
			t.Errorf("the erasure says %+v", said)
		}
		if n := len(verified(t, f)); n != 9 {
			t.Errorf("%d entries, want 9", n)
		}
		// Whoever was named beside dana is not listed for what is gone.
		if n, err := f.Store().Erase(ctx, "apr_1", "eve", "operator:ops", f.Now()); err != nil || n != 0 {
			t.Errorf("eve has %d left, %v", n, err)
		}
	},

	"LedgerRetention": func(t *testing.T, f Fixture) {
		ctx := t.Context()
		var young request.Record
		for i, id := range []string{"1", "2", "3"} {
			r, _, err := f.Store().Create(ctx, approval(f, id, "CODE"+id), event(f, message.ApprovalID("apr_"+id), "asked", "eve"))
			must(t, "create", err)
			if i == 2 {
				young = r
				continue
			}
			r.State = request.Denied
			put(t, f, r, event(f, r.ID, "denied", "dana"))
		}
		f.Advance(200 * day)
		young.State = request.Granted
		put(t, f, young, event(f, young.ID, "granted", "dana"))
		sweep(t, f)
		if n := len(verified(t, f)); n != 6 {
			t.Errorf("%d entries within the retention, want 6", n)
		}
		f.Advance(200 * day)
		sweep(t, f)
		if got := chained(t, f, "apr_1"); len(got) != 0 {
			t.Errorf("after its retention: %q", got)
		}
		if got, want := chained(t, f, "apr_3"), []string{"asked", "granted"}; !slices.Equal(got, want) {
			t.Errorf("of a request that is kept: %q, want %q", got, want)
		}
		if ids, err := f.Store().About(ctx, "eve"); err != nil || !slices.Equal(ids, []message.ApprovalID{"apr_3"}) {
			t.Errorf("about eve: %v, %v", ids, err)
		}
		verified(t, f)
		f.Advance(200 * day)
		sweep(t, f)
		if all := verified(t, f); len(all) != 0 {
			t.Errorf("%d entries after all retention", len(all))
		}
		f.Crash(t)
		// The chain goes on where it was.
		before := heads(t, f)
		_, _, err := f.Store().Create(ctx, approval(f, "1", "CODE9"), event(f, "apr_1", "asked"))
		must(t, "create", err)
		if after := heads(t, f); after != before+1 {
			t.Errorf("the heads are at %d, then at %d", before, after)
		}
		verified(t, f)
	},

	"ApprovalOpenFor": func(t *testing.T, f Fixture) {
		ctx := t.Context()
		open := func(p message.PersonID, limit int, want ...message.ApprovalID) {
			t.Helper()
			got, err := f.Store().OpenFor(ctx, p, limit)
			if err != nil || !slices.Equal(ids(got), want) {
				t.Errorf("open for %s: %v, %v, want %v", p, ids(got), err, want)
			}
		}
		open("p0", 10)
		var all []request.Record
		for i := range 5 {
			r := approval(f, fmt.Sprint(i), fmt.Sprint("A", i), fmt.Sprint("B", i)) // p0 and p1
			if i == 3 {
				r.Escalation = &request.Escalation{To: []request.Approver{{Person: "later", Code: "LATER3"}}}
			}
			all = append(all, create(t, f, r))
			f.Advance(time.Millisecond)
		}
		open("p0", 10, "apr_0", "apr_1", "apr_2", "apr_3", "apr_4")
		open("p1", 2, "apr_0", "apr_1")
		open("later", 10, "apr_3")
		open("nobody", 10)
		all[0].State = request.Denied
		put(t, f, all[0])
		all[3].Approvers, all[3].Escalation.Done = all[3].Codes(), true
		all[3] = put(t, f, all[3])
		open("p1", 2, "apr_1", "apr_2")
		f.Crash(t)
		sweep(t, f)
		open("p0", 10, "apr_1", "apr_2", "apr_3", "apr_4")
		open("later", 10, "apr_3")
		all[3].State = request.Expired
		put(t, f, all[3])
		open("later", 10)
	},
}

// heads is how many entries were ever chained.
func heads(t *testing.T, f Fixture) (n int64) {
	t.Helper()
	chains, err := f.Store().Chains(t.Context())
	must(t, "chains", err)
	for _, c := range chains {
		n += c.Head.Seq
	}
	return n
}
