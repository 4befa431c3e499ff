package redis

import (
	"context"
	"fmt"
	"testing"
	"time"

	"bridge/approvals"
	"bridge/approvals/ledger"
	"bridge/internal/redistest"
	"bridge/message"
)

func pendingFor(id string, p message.PersonID) approvals.Record {
	now := time.Now().UTC()
	return approvals.Record{
		ID: message.ApprovalID("apr_" + id), Session: "ses_1", Turn: "trn_1", State: approvals.Pending, Trust: message.Carrier, CreatedAt: now,
		ExpiresAt: now.Add(time.Hour), Approvers: []approvals.Approver{{Person: p, Code: "CODE" + id}},
	}
}

// TestIndexOfAnOlderFormat: nodes of format 1 do not keep the index of who is asked. As
// long as the key says 1 nobody trusts it; when it is raised the first node makes it.
func TestIndexOfAnOlderFormat(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t, redistest.Options{})
	admin := server.Client()
	ctx := context.Background()
	must(t, admin.Set(ctx, key(keyFormat), 1, 0).Err())
	s := openStore(t, server, Options{})
	if got := s.Describe().Format; got != 1 {
		t.Errorf("the format is %d, want that of the older nodes", got)
	}
	const n = 40
	for i := range n {
		_, _, err := s.Create(ctx, pendingFor(fmt.Sprint(i), "dana"))
		must(t, err)
	}
	for shard := range recordShards { // as older nodes leave it
		must(t, admin.Del(ctx, waitingKey(shard, "dana")).Err())
	}
	decided, err := s.Get(ctx, "apr_7")
	must(t, err)
	decided.State = approvals.Denied
	_, err = s.Put(ctx, decided)
	must(t, err)
	open := func(s *Store) int {
		t.Helper()
		all, err := s.OpenFor(ctx, "dana", 1000)
		must(t, err)
		return len(all)
	}
	if got := open(s); got != n-1 {
		t.Errorf("%d are open in format 1, want %d", got, n-1)
	}
	must(t, s.Close())
	must(t, admin.Set(ctx, key(keyFormat), format, 0).Err())
	s = openStore(t, server, Options{})
	for end := time.Now().Add(soon); !s.indexed.Load(); {
		if got := open(s); got != n-1 {
			t.Fatalf("%d are open while the index is made, want %d", got, n-1)
		}
		if time.Now().After(end) {
			t.Fatal("the index is not made")
		}
		time.Sleep(time.Millisecond)
	}
	if got := open(s); got != n-1 {
		t.Errorf("%d are open by the index, want %d", got, n-1)
	}
	if got := admin.Exists(ctx, key(keyIndexed)).Val(); got != 1 {
		t.Error("the next start makes it again")
	}
}

// TestLedgerOfTwoNodes: a node whose head is old makes its entries again, and what was
// chained twice after a lost reply is there once.
func TestLedgerOfTwoNodes(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t, redistest.Options{})
	ctx := t.Context()
	a, b := openStore(t, server, Options{Node: "a"}), openStore(t, server, Options{Node: "b"})
	happens := func(what string) ledger.Event { return ledger.Event{Approval: "apr_1", What: what, At: time.Now()} }
	r, _, err := a.Create(ctx, pendingFor("1", "dana"), happens("asked"))
	must(t, err)
	for i, s := range []*Store{b, a, a, b, b, a} {
		r, err = s.Put(ctx, r, happens(fmt.Sprint(i)))
		must(t, err)
	}
	_, all, err := a.EntriesOf(ctx, "apr_1")
	must(t, err)
	v := ledger.From(ledger.Head{})
	for _, e := range all {
		must(t, v.Add(e))
	}
	if len(all) != 7 || all[6].What != "5" {
		t.Errorf("%d entries", len(all))
	}
	// The same script again, as when its reply got lost.
	k := keysOfApproval("apr_1")
	body, err := encode(r)
	must(t, err)
	put := func() any {
		reply, err := a.chain(ctx, "apr_1", []ledger.Event{happens("once")}, scriptPut,
			[]string{k.key(keyApproval), indexKey(keyPending, k.shard), indexKey(keyMarked, k.shard), k.key(keyPrompts), k.key(keyMessages)},
			"apr_1", body, "pending", 0, "+inf", "nonce", 0, r.Version, r.Version+1, 0, 0, 0)
		must(t, err)
		return reply
	}
	for range 2 {
		if got := put(); got != int64(1) {
			t.Errorf("put: %v", got)
		}
	}
	if _, all, err := b.EntriesOf(ctx, "apr_1"); err != nil || len(all) != 8 {
		t.Errorf("%d entries after a repetition, want 8: %v", len(all), err)
	}
}
