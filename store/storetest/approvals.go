package storetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"bridge/approvals/request"
	"bridge/core/message"
)

// request is a pending approval with one approver for each code.
func approval(f Fixture, id string, codes ...string) request.Record {
	now := f.Now().UTC().Round(time.Microsecond)
	r := request.Record{
		Request: request.Request{
			ID: message.ApprovalID("apr_" + id), AgentID: "a" + id, Session: "ses_1", Turn: "trn_1", Step: "message", Agent: "assistant",
			Tool: "refund", Args: json.RawMessage(`{"amount":40}`), Digest: "sha256:00", Summary: "refund 40", CreatedAt: now,
		},
		Policy:   request.Policy{Quorum: 1, Trust: message.Carrier, TTL: time.Hour},
		Tally:    request.Tally{State: request.Pending},
		Delivery: request.Delivery{ExpiresAt: now.Add(time.Hour)},
	}
	for i, c := range codes {
		r.Approvers = append(r.Approvers, request.Approver{Person: message.PersonID(fmt.Sprint("p", i)), Code: c})
	}
	return r
}

func create(t *testing.T, f Fixture, r request.Record) request.Record {
	t.Helper()
	got, first, err := f.Store().Create(t.Context(), r)
	if err != nil || !first {
		t.Fatalf("create %s: first is %v, %v", r.ID, first, err)
	}
	return got
}

func ids(all []request.Record) []message.ApprovalID {
	var list []message.ApprovalID
	for _, r := range all {
		list = append(list, r.ID)
	}
	return list
}

var approvalTests = tests{
	"ApprovalCreate": func(t *testing.T, f Fixture) {
		ctx := t.Context()
		if _, err := f.Store().Get(ctx, "apr_1"); !errors.Is(err, request.ErrNotFound) {
			t.Errorf("get: %v, want ErrNotFound", err)
		}
		r := approval(f, "1", "K7MP2Q", "X9RT4W")
		got := create(t, f, r)
		r.Version = got.Version
		if !reflect.DeepEqual(got, r) {
			t.Errorf("created %+v, want %+v", got, r)
		}
		again := approval(f, "1", "OTHER1")
		again.Summary = "something else"
		stored, first, err := f.Store().Create(ctx, again)
		if err != nil || first || stored.Summary != "refund 40" || stored.Version != got.Version {
			t.Errorf("created again: %+v, %v, %v", stored, first, err)
		}
		if _, _, err := f.Store().ByCode(ctx, "OTHER1"); !errors.Is(err, request.ErrNotFound) {
			t.Errorf("code of the second: %v, want ErrNotFound", err)
		}
		f.Crash(t)
		if read, err := f.Store().Get(ctx, "apr_1"); err != nil || !reflect.DeepEqual(read, got) {
			t.Errorf("read %+v, %v, want %+v", read, err, got)
		}
	},

	"ApprovalCodes": func(t *testing.T, f Fixture) {
		ctx := t.Context()
		create(t, f, approval(f, "1", "AAAA22", "BBBB22"))
		for name, r := range map[string]request.Record{
			"in use":       approval(f, "2", "CCCC22", "BBBB22"),
			"twice in one": approval(f, "3", "DDDD22", "DDDD22"),
		} {
			if _, _, err := f.Store().Create(ctx, r); !errors.Is(err, request.ErrCodeTaken) {
				t.Errorf("%s: %v, want ErrCodeTaken", name, err)
			}
			if _, err := f.Store().Get(ctx, r.ID); !errors.Is(err, request.ErrNotFound) {
				t.Errorf("%s: the record is stored: %v", name, err)
			}
			if _, _, err := f.Store().ByCode(ctx, r.Approvers[0].Code); !errors.Is(err, request.ErrNotFound) {
				t.Errorf("%s: its other code is stored: %v", name, err)
			}
		}
		id, person, err := f.Store().ByCode(ctx, "BBBB22")
		if err != nil || id != "apr_1" || person != "p1" {
			t.Errorf("by code: %s, %s, %v", id, person, err)
		}
		f.Advance(request.CodeWindow - time.Hour)
		sweep(t, f)
		if id, _, err := f.Store().ByCode(ctx, "BBBB22"); err != nil || id != "apr_1" {
			t.Errorf("within the window: %s, %v", id, err)
		}
		f.Advance(2 * time.Hour)
		sweep(t, f)
		if id, _, err := f.Store().ByCode(ctx, "BBBB22"); err != nil || id != "apr_1" {
			t.Errorf("after the window, of a pending request: %s, %v", id, err)
		}
		if _, _, err := f.Store().Create(ctx, approval(f, "4", "BBBB22")); !errors.Is(err, request.ErrCodeTaken) {
			t.Errorf("the code of a pending request is given out: %v, want ErrCodeTaken", err)
		}
		r, err := f.Store().Get(ctx, "apr_1")
		must(t, "get", err)
		r.State = request.Denied
		_, err = f.Store().Put(ctx, r)
		must(t, "put", err)
		if _, _, err := f.Store().ByCode(ctx, "BBBB22"); !errors.Is(err, request.ErrNotFound) {
			t.Errorf("after the window: %v, want ErrNotFound", err)
		}
		create(t, f, approval(f, "4", "BBBB22"))
		sweep(t, f)
		if id, person, err := f.Store().ByCode(ctx, "BBBB22"); err != nil || id != "apr_4" || person != "p0" {
			t.Errorf("given out again: %s, %s, %v", id, person, err)
		}
	},

	"ApprovalCodeRacers": func(t *testing.T, f Fixture) {
		const racers = 30
		var mu sync.Mutex
		won := 0
		var all sync.WaitGroup
		for i := range racers {
			all.Go(func() {
				_, first, err := f.Store().Create(t.Context(), approval(f, fmt.Sprint(i), "AAAA22"))
				mu.Lock()
				defer mu.Unlock()
				switch {
				case err == nil && first:
					won++
				case !errors.Is(err, request.ErrCodeTaken):
					t.Errorf("create: %v, %v", first, err)
				}
			})
		}
		all.Wait()
		if won != 1 {
			t.Errorf("%d requests share a code, want 1", won)
		}
	},

	"ApprovalDeciders": func(t *testing.T, f Fixture) {
		const deciders = 100
		ctx := t.Context()
		r := create(t, f, approval(f, "1", "AAAA22"))
		var mu sync.Mutex
		var winner message.PersonID
		won := 0
		var all sync.WaitGroup
		for i := range deciders {
			all.Go(func() {
				// As a decision is made: read, decide, put; on a conflict look again.
				for {
					r, err := f.Store().Get(ctx, r.ID)
					if err != nil {
						t.Errorf("get: %v", err)
						return
					}
					if r.State != request.Pending {
						return
					}
					me := message.PersonID(fmt.Sprint(i))
					r.State, r.Inject, r.DecidedBy = request.Granted, true, string(me)
					r.Votes = append(r.Votes, request.Vote{Person: me, Grant: true})
					_, err = f.Store().Put(ctx, r)
					if errors.Is(err, request.ErrConflict) {
						continue
					}
					if err != nil {
						t.Errorf("put: %v", err)
						return
					}
					mu.Lock()
					won, winner = won+1, me
					mu.Unlock()
					return
				}
			})
		}
		all.Wait()
		if won != 1 {
			t.Fatalf("%d deciders won, want 1", won)
		}
		f.Crash(t)
		got, err := f.Store().Get(ctx, r.ID)
		if err != nil || got.State != request.Granted || got.DecidedBy != string(winner) || len(got.Votes) != 1 {
			t.Errorf("decided: %+v, %v, the winner is %s", got, err, winner)
		}
		// The injection is forwarded: marked until it is in the lane, and once in it.
		marked, err := f.Store().Marked(ctx)
		if err != nil || !slices.Equal(ids(marked), []message.ApprovalID{"apr_1"}) {
			t.Fatalf("marked: %v, %v", ids(marked), err)
		}
		w := f.Worker("a")
		for range 3 { // every forwarder that sees the mark does so
			enqueue(t, w, front("ses_1", string(marked[0].ID)))
		}
		got.Inject = false
		_, err = f.Store().Put(ctx, got)
		must(t, "clear the mark", err)
		if marked, err := f.Store().Marked(ctx); err != nil || len(marked) != 0 {
			t.Errorf("marked after the forwarding: %v, %v", ids(marked), err)
		}
		ack(t, w, claimID(t, w, "apr_1"))
		nothing(t, w, "inbox")
	},

	"ApprovalPut": func(t *testing.T, f Fixture) {
		ctx := t.Context()
		r := create(t, f, approval(f, "1", "AAAA22"))
		r.PromptedAt = r.CreatedAt.Add(time.Second)
		put, err := f.Store().Put(ctx, r)
		must(t, "put", err)
		if put.Version == r.Version {
			t.Error("the version did not change")
		}
		if _, err := f.Store().Put(ctx, r); !errors.Is(err, request.ErrConflict) {
			t.Errorf("put of an old version: %v, want ErrConflict", err)
		}
		if read, err := f.Store().Get(ctx, "apr_1"); err != nil || !reflect.DeepEqual(read, put) {
			t.Errorf("read %+v, %v, want %+v", read, err, put)
		}
		if _, err := f.Store().Put(ctx, approval(f, "2")); err == nil {
			t.Error("a record that was never created can be put")
		}
		if _, err := f.Store().Put(ctx, put); err != nil {
			t.Errorf("put of the new version: %v", err)
		}
	},

	"ApprovalList": func(t *testing.T, f Fixture) {
		ctx := t.Context()
		for i := range 4 {
			r := approval(f, fmt.Sprint(i), fmt.Sprint("CODE", i))
			if i%2 == 1 {
				r.Turn = "trn_2"
			}
			r = create(t, f, r)
			if i > 1 {
				r.State = request.Denied
				_, err := f.Store().Put(ctx, r)
				must(t, "put", err)
			}
		}
		for _, c := range []struct {
			filter request.Filter
			want   []message.ApprovalID
		}{
			{request.Filter{}, []message.ApprovalID{"apr_3", "apr_2", "apr_1", "apr_0"}},
			{request.Filter{Limit: 3}, []message.ApprovalID{"apr_3", "apr_2", "apr_1"}},
			{request.Filter{State: request.Pending}, []message.ApprovalID{"apr_1", "apr_0"}},
			{request.Filter{State: request.Denied}, []message.ApprovalID{"apr_3", "apr_2"}},
			{request.Filter{State: request.Denied, Limit: 1}, []message.ApprovalID{"apr_3"}},
			{request.Filter{Turn: "trn_1"}, []message.ApprovalID{"apr_2", "apr_0"}},
			{request.Filter{Turn: "trn_2", State: request.Pending}, []message.ApprovalID{"apr_1"}},
			{request.Filter{State: request.Cancelled}, nil},
			{request.Filter{Before: "apr_2"}, []message.ApprovalID{"apr_1", "apr_0"}},
			{request.Filter{Before: "apr_3", Limit: 2}, []message.ApprovalID{"apr_2", "apr_1"}},
			{request.Filter{Before: "apr_0"}, nil},
			{request.Filter{Before: "apr_none"}, nil},
			{request.Filter{Before: "apr_2", State: request.Pending}, []message.ApprovalID{"apr_1", "apr_0"}}, // it is not pending itself
			{request.Filter{Before: "apr_1", State: request.Pending}, []message.ApprovalID{"apr_0"}},
			{request.Filter{Before: "apr_3", State: request.Denied}, []message.ApprovalID{"apr_2"}},
		} {
			got, err := f.Store().List(ctx, c.filter)
			if err != nil || !slices.Equal(ids(got), c.want) {
				t.Errorf("list %+v: %v, %v, want %v", c.filter, ids(got), err, c.want)
			}
		}
	},

	// A request that no turn made has neither session nor turn.
	"ApprovalOutside": func(t *testing.T, f Fixture) {
		ctx := t.Context()
		r := approval(f, "1", "CODE1")
		r.Session, r.Turn, r.Step, r.Inject = "", "", "", true
		r.Outside = &request.Outside{By: "agent:a", Agent: "a", Key: "k", Body: "sha256:00", Callback: "https://example.com"}
		r = create(t, f, r)
		f.Crash(t)
		got, err := f.Store().Get(ctx, r.ID)
		if err != nil || !reflect.DeepEqual(got, r) {
			t.Errorf("read %+v, %v, want %+v", got, err, r)
		}
		if marked, err := f.Store().Marked(ctx); err != nil || !slices.Equal(ids(marked), []message.ApprovalID{r.ID}) {
			t.Errorf("marked while it is pending: %v, %v", ids(marked), err)
		}
		r.State, r.DecidedAt, r.Inject = request.Denied, r.CreatedAt, false
		_, err = f.Store().Put(ctx, r)
		must(t, "put", err)
		sweep(t, f)
		if list, err := f.Store().List(ctx, request.Filter{}); err != nil || !slices.Equal(ids(list), []message.ApprovalID{r.ID}) {
			t.Errorf("listed %v, %v", ids(list), err)
		}
	},

	"ApprovalDue": func(t *testing.T, f Fixture) {
		ctx := t.Context()
		now := f.Now().UTC().Round(time.Microsecond)
		due := func(at time.Time, want []message.ApprovalID, next time.Time) {
			t.Helper()
			got, n, err := f.Store().Due(ctx, at)
			if err != nil || !slices.Equal(ids(got), want) || !n.Equal(next) {
				t.Errorf("due: %v, next %v, %v; want %v, next %v", ids(got), n, err, want, next)
			}
		}
		due(now, nil, time.Time{})
		var first request.Record
		for i, d := range []time.Duration{2 * time.Hour, time.Hour, 3 * time.Hour} {
			r := approval(f, fmt.Sprint(i), fmt.Sprint("CODE", i))
			r.ExpiresAt = now.Add(d)
			r = create(t, f, r)
			if i == 1 {
				first = r
			}
		}
		due(now, nil, now.Add(time.Hour))
		due(now.Add(time.Hour), []message.ApprovalID{"apr_1"}, now.Add(2*time.Hour))
		due(now.Add(5*time.Hour), []message.ApprovalID{"apr_1", "apr_0", "apr_2"}, time.Time{})
		first.ExpiresAt = now.Add(4 * time.Hour) // the prompt was handed over later
		first, err := f.Store().Put(ctx, first)
		must(t, "put", err)
		due(now.Add(2*time.Hour), []message.ApprovalID{"apr_0"}, now.Add(3*time.Hour))
		first.State = request.Expired
		_, err = f.Store().Put(ctx, first)
		must(t, "put", err)
		due(now.Add(5*time.Hour), []message.ApprovalID{"apr_0", "apr_2"}, time.Time{})
	},

	"ApprovalDueInParts": func(t *testing.T, f Fixture) {
		now := f.Now().UTC().Round(time.Microsecond)
		for i := range 101 {
			r := approval(f, fmt.Sprint(i), fmt.Sprint("CODE", i))
			r.ExpiresAt = now.Add(time.Duration(i) * time.Second)
			create(t, f, r)
		}
		got, next, err := f.Store().Due(t.Context(), now.Add(time.Hour))
		if err != nil || len(got) != 100 || got[0].ID != "apr_0" || !next.Equal(now.Add(100*time.Second)) {
			t.Errorf("%d are due, next %v, %v", len(got), next, err)
		}
	},
}
