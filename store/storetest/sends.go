package storetest

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bridge/core/message"
	"bridge/core/queue"
	"bridge/flow/admission"
	"bridge/outbox"
)

// sending enqueues a message into the outbox and claims it.
func sending(t *testing.T, f Fixture, id string) *queue.Claim {
	t.Helper()
	w := f.Worker("sender")
	enqueue(t, w, outItem("lane "+id, id))
	c := claimFrom(t, w, queue.Outbox)
	if c.ID != id {
		t.Fatalf("claimed %s, want %s", c.ID, id)
	}
	return c
}

// finish stores s as the end of a message of its own.
func finish(t *testing.T, f Fixture, s outbox.Send) {
	t.Helper()
	must(t, "finish", f.Store().Finish(t.Context(), sending(t, f, string(s.ID)), s, nil))
}

func sends(t *testing.T, f Fixture, by outbox.Filter) []string {
	t.Helper()
	all, err := f.Store().Sends(t.Context(), by)
	must(t, "sends", err)
	var list []string
	for _, s := range all {
		list = append(list, string(s.ID))
	}
	return list
}

func states(t *testing.T, f Fixture, want map[outbox.State]int) {
	t.Helper()
	got, err := f.Store().SendsByState(t.Context())
	must(t, "sends by state", err)
	for s, n := range got {
		if n == 0 {
			delete(got, s)
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("sends by state: %v, want %v", got, want)
	}
}

var sendTests = tests{
	"Begin": func(t *testing.T, f Fixture) {
		ctx := t.Context()
		c := sending(t, f, "msg_1")
		must(t, "begin", f.Store().Begin(ctx, c, "mail", eve,
			outbox.Indexed{Ref: "<1>", Session: "ses_1"}, outbox.Indexed{Ref: "<p>", Approval: "apr_1", Person: "dana"}))
		f.Crash(t)
		w := f.Worker("b")
		c = claimFrom(t, w, queue.Outbox)
		if c.Attempts != 1 || !c.InDoubt {
			t.Errorf("claim is %+v, want 1 attempt, in doubt", c)
		}
		want := []admission.Target{{Ref: "<1>", Session: "ses_1"}, {Ref: "<p>", Approval: "apr_1", Person: "dana"}}
		if got := targets(t, f, "mail", "<1>", "<p>"); !slices.Equal(got, want) {
			t.Errorf("thread index: %+v", got)
		}
		must(t, "begin", f.Store().Begin(ctx, c, "mail", eve, outbox.Indexed{Ref: "<1>", Session: "ses_2"}))
		must(t, "begin", f.Store().Begin(ctx, c, "mail", eve))
		if got := targets(t, f, "mail", "<1>"); len(got) != 1 || got[0].Session != "ses_1" {
			t.Errorf("an entry that exists is not kept: %+v", got)
		}
		f.Crash(t)
		if c = claimFrom(t, f.Worker("c"), queue.Outbox); c.Attempts != 3 || c.Doubts != 2 {
			t.Errorf("claim is %+v, want 3 attempts, 2 in doubt", c)
		}
	},

	"SaveSend": func(t *testing.T, f Fixture) {
		ctx := t.Context()
		if _, ok, err := f.Store().Send(ctx, "msg_1"); ok || err != nil {
			t.Fatalf("a send that does not exist: %v, %v", ok, err)
		}
		one := outbox.Send{
			ID: "msg_1", Channel: "mail", To: eve, Kind: message.Answer, Session: "ses_1", State: outbox.Sending, Attempts: 1,
			UpdatedAt: f.Now().UTC().Round(time.Microsecond), History: []outbox.Attempt{{At: f.Now().UTC().Round(time.Microsecond), Result: "temporary"}},
		}
		c := sending(t, f, "msg_1")
		must(t, "save", f.Store().SaveSend(ctx, c, one))
		one.Attempts, one.Detail = 2, "<later> & again"
		must(t, "save", f.Store().SaveSend(ctx, c, one))
		must(t, "retry", f.Worker("sender").Retry(ctx, c, queue.Retry{}))
		states(t, f, map[outbox.State]int{outbox.Sending: 1})
		f.Crash(t)
		got, ok, err := f.Store().Send(ctx, "msg_1")
		got.Version = 0
		if err != nil || !ok || !reflect.DeepEqual(got, one) {
			t.Errorf("send: %+v, %v, %v\nwant %+v", got, ok, err, one)
		}
		c = claimFrom(t, f.Worker("sender"), queue.Outbox)
		one.State, one.ProviderID = outbox.Sent, "q1"
		must(t, "finish", f.Store().Finish(ctx, c, one, nil))
		f.Crash(t)
		got, ok, err = f.Store().Send(ctx, "msg_1")
		got.Version = 0
		if err != nil || !ok || !reflect.DeepEqual(got, one) {
			t.Errorf("send: %+v, %v, %v\nwant %+v", got, ok, err, one)
		}
		states(t, f, map[outbox.State]int{outbox.Sent: 1})
		nothing(t, f.Worker("b"), queue.Outbox)
	},

	"Finish": func(t *testing.T, f Fixture) {
		ctx := t.Context()
		c := sending(t, f, "msg_1")
		must(t, "begin", f.Store().Begin(ctx, c, "mail", eve))
		must(t, "finish", f.Store().Finish(ctx, c, outbox.Send{ID: "msg_1", State: outbox.Sent}, nil))
		lost(t, "finish again", f.Store().Finish(ctx, c, outbox.Send{ID: "msg_1", State: outbox.Failed}, nil))
		c = sending(t, f, "msg_2")
		must(t, "begin", f.Store().Begin(ctx, c, "mail", eve))
		must(t, "finish", f.Store().Finish(ctx, c, outbox.Send{ID: "msg_2", State: outbox.Failed}, &queue.Death{Code: "550", Why: "no such user"}))
		f.Crash(t)
		nothing(t, f.Worker("b"), queue.Outbox)
		states(t, f, map[outbox.State]int{outbox.Sent: 1, outbox.Failed: 1})
		dead := deadLetters(t, f, queue.DeadFilter{Queue: queue.Outbox})
		if len(dead) != 1 || dead[0].ID != "msg_2" || dead[0].Death != (queue.Death{Code: "550", Why: "no such user"}) || dead[0].Attempts != 1 {
			t.Errorf("dead letters: %+v", dead)
		}
	},

	"LostClaimsSaveNothing": func(t *testing.T, f Fixture) {
		ctx := t.Context()
		other := f.Worker("other")
		for name, call := range map[string]func(*queue.Claim, message.MessageID) error{
			"begin": func(c *queue.Claim, _ message.MessageID) error {
				return f.Store().Begin(ctx, c, "mail", eve, outbox.Indexed{Ref: "<lost>", Session: "ses_1"})
			},
			"save": func(c *queue.Claim, id message.MessageID) error {
				return f.Store().SaveSend(ctx, c, outbox.Send{ID: id, State: outbox.Unknown})
			},
			"finish": func(c *queue.Claim, id message.MessageID) error {
				return f.Store().Finish(ctx, c, outbox.Send{ID: id, State: outbox.Unknown}, nil)
			},
			"bury": func(c *queue.Claim, id message.MessageID) error {
				return f.Store().Finish(ctx, c, outbox.Send{ID: id, State: outbox.Unknown}, &queue.Death{Code: "x"})
			},
		} {
			id := message.MessageID("msg_" + name)
			old := sending(t, f, string(id))
			f.Advance(queue.Lease + time.Second)
			lost(t, name+" after the lease", call(old, id))
			c := claimFrom(t, other, queue.Outbox)
			lost(t, name+" after another claim", call(old, id))
			must(t, "finish", f.Store().Finish(ctx, c, outbox.Send{ID: id, State: outbox.Sent}, nil))
			lost(t, name+" after the end", call(old, id))
			if s, ok, err := f.Store().Send(ctx, id); err != nil || !ok || s.State != outbox.Sent {
				t.Errorf("%s: the send is %+v, %v, %v", name, s, ok, err)
			}
		}
		states(t, f, map[outbox.State]int{outbox.Sent: 4})
		if dead := deadLetters(t, f, queue.DeadFilter{}); len(dead) != 0 {
			t.Errorf("dead letters: %+v", dead)
		}
		if got := targets(t, f, "mail", "<lost>"); len(got) != 0 {
			t.Errorf("thread index: %+v", got)
		}
	},

	"Settle": func(t *testing.T, f Fixture) {
		ctx := t.Context()
		settled := outbox.Send{ID: "msg_1", State: outbox.Sent, SettledBy: "olga"}
		if ok, err := f.Store().Settle(ctx, settled); ok || err != nil {
			t.Errorf("of a send that does not exist: %v, %v", ok, err)
		}
		finish(t, f, outbox.Send{ID: "msg_1", State: outbox.Unknown})
		if ok, err := f.Store().Settle(ctx, settled); ok || err != nil {
			t.Errorf("of a send that was not read: %v, %v", ok, err)
		}
		was, _, err := f.Store().Send(ctx, "msg_1")
		must(t, "read", err)
		settled.Version = was.Version
		var won atomic.Int32
		var all sync.WaitGroup
		for i := range 20 {
			all.Go(func() {
				s := settled
				s.SettledBy = fmt.Sprint("operator", i)
				ok, err := f.Store().Settle(ctx, s)
				if err != nil {
					t.Errorf("settle: %v", err)
				}
				if ok {
					won.Add(1)
				}
			})
		}
		all.Wait()
		if won.Load() != 1 {
			t.Errorf("%d operators settled it, want 1", won.Load())
		}
		f.Crash(t)
		if s, ok, err := f.Store().Send(ctx, "msg_1"); err != nil || !ok || s.State != outbox.Sent || s.SettledBy == "" {
			t.Errorf("send: %+v, %v, %v", s, ok, err)
		}
		states(t, f, map[outbox.State]int{outbox.Sent: 1})
		if got := sends(t, f, outbox.Filter{State: outbox.Unknown}); len(got) != 0 {
			t.Errorf("unknown: %v", got)
		}
	},

	// What has changed since it was read is not written over, by whoever holds the claim either.
	"ChangedSendsStand": func(t *testing.T, f Fixture) {
		ctx := t.Context()
		c := sending(t, f, "msg_1")
		must(t, "save", f.Store().SaveSend(ctx, c, outbox.Send{ID: "msg_1", State: outbox.Sending}))
		read := func() outbox.Send {
			t.Helper()
			all, err := f.Store().Sends(ctx, outbox.Filter{})
			must(t, "list", err)
			one, _, err := f.Store().Send(ctx, "msg_1")
			must(t, "read", err)
			if len(all) != 1 || all[0].Version != one.Version || one.Version == 0 {
				t.Errorf("read %+v, listed %+v", one, all)
			}
			return one
		}
		old, reported := read(), read()
		reported.State, reported.Delivery = outbox.Sent, message.DeliveryDone
		if ok, err := f.Store().Settle(ctx, reported); !ok || err != nil {
			t.Fatal(ok, err)
		}
		old.State = outbox.Failed
		for name, err := range map[string]error{
			"save":   f.Store().SaveSend(ctx, c, old),
			"finish": f.Store().Finish(ctx, c, old, nil),
			"bury":   f.Store().Finish(ctx, c, old, &queue.Death{Code: "550"}),
		} {
			if !errors.Is(err, outbox.ErrChanged) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if ok, err := f.Store().Settle(ctx, old); ok || err != nil {
			t.Errorf("settle: %v, %v", ok, err)
		}
		f.Crash(t)
		if s := read(); s.State != outbox.Sent || s.Delivery != message.DeliveryDone {
			t.Errorf("send %+v", s)
		}
		if dead := deadLetters(t, f, queue.DeadFilter{}); len(dead) != 0 {
			t.Errorf("dead letters: %+v", dead)
		}
		c = claimFrom(t, f.Worker("b"), queue.Outbox)
		now := read()
		now.Attempts = 7
		must(t, "finish", f.Store().Finish(ctx, c, now, nil))
		if s := read(); s.Attempts != 7 || s.Version == now.Version {
			t.Errorf("send %+v", s)
		}
	},

	"SendsByFilter": func(t *testing.T, f Fixture) {
		for _, s := range []outbox.Send{
			{ID: "msg_5", State: outbox.Sent, Channel: "mail", Turn: "trn_1"},
			{ID: "msg_1", State: outbox.Sent, Channel: "mail", Turn: "trn_1"},
			{ID: "msg_2", State: outbox.Failed, Channel: "sms", Turn: "trn_1"},
			{ID: "msg_3", State: outbox.Unknown, Channel: "mail", Approval: "apr_1"},
		} {
			finish(t, f, s)
		}
		f.Advance(time.Hour)
		half := f.Now()
		f.Advance(time.Hour)
		finish(t, f, outbox.Send{ID: "msg_4", State: outbox.Unknown, Channel: "sms", Approval: "apr_1", Turn: "trn_2"})
		f.Crash(t)
		for name, c := range map[string]struct {
			by   outbox.Filter
			want []string
		}{
			"all":               {outbox.Filter{}, []string{"msg_1", "msg_2", "msg_3", "msg_4", "msg_5"}},
			"sent":              {outbox.Filter{State: outbox.Sent}, []string{"msg_1", "msg_5"}},
			"failed":            {outbox.Filter{State: outbox.Failed}, []string{"msg_2"}},
			"unknown":           {outbox.Filter{State: outbox.Unknown}, []string{"msg_3", "msg_4"}},
			"unknown on sms":    {outbox.Filter{State: outbox.Unknown, Channel: "sms"}, []string{"msg_4"}},
			"sending":           {outbox.Filter{State: outbox.Sending}, nil},
			"channel":           {outbox.Filter{Channel: "sms"}, []string{"msg_2", "msg_4"}},
			"turn":              {outbox.Filter{Turn: "trn_1"}, []string{"msg_1", "msg_2", "msg_5"}},
			"turn and state":    {outbox.Filter{Turn: "trn_1", State: outbox.Failed}, []string{"msg_2"}},
			"approval":          {outbox.Filter{Approval: "apr_1"}, []string{"msg_3", "msg_4"}},
			"approval and turn": {outbox.Filter{Approval: "apr_1", Turn: "trn_2"}, []string{"msg_4"}},
			"since":             {outbox.Filter{Since: half}, []string{"msg_4"}},
			"turn since":        {outbox.Filter{Turn: "trn_1", Since: half}, nil},
			"after":             {outbox.Filter{After: "msg_3"}, []string{"msg_4", "msg_5"}},
			"limit":             {outbox.Filter{Limit: 2}, []string{"msg_1", "msg_2"}},
			"page of a turn":    {outbox.Filter{Turn: "trn_1", After: "msg_1", Limit: 1}, []string{"msg_2"}},
			"page of unknown":   {outbox.Filter{State: outbox.Unknown, After: "msg_3", Limit: 5}, []string{"msg_4"}},
		} {
			if got := sends(t, f, c.by); !slices.Equal(got, c.want) {
				t.Errorf("%s: %v, want %v", name, got, c.want)
			}
		}
	},

	"IndexesFollowTheSend": func(t *testing.T, f Fixture) {
		ctx := t.Context()
		c := sending(t, f, "msg_1")
		s := outbox.Send{ID: "msg_1", State: outbox.Unknown, Turn: "trn_1"}
		must(t, "save", f.Store().SaveSend(ctx, c, s))
		s.State, s.Turn, s.Approval = outbox.Failed, "", "apr_1"
		must(t, "finish", f.Store().Finish(ctx, c, s, nil))
		for name, c := range map[string]struct {
			by   outbox.Filter
			want []string
		}{
			"old state":  {outbox.Filter{State: outbox.Unknown}, nil},
			"new state":  {outbox.Filter{State: outbox.Failed}, []string{"msg_1"}},
			"old turn":   {outbox.Filter{Turn: "trn_1"}, nil},
			"approval":   {outbox.Filter{Approval: "apr_1"}, []string{"msg_1"}},
			"everything": {outbox.Filter{}, []string{"msg_1"}},
		} {
			if got := sends(t, f, c.by); !slices.Equal(got, c.want) {
				t.Errorf("%s: %v, want %v", name, got, c.want)
			}
		}
		states(t, f, map[outbox.State]int{outbox.Failed: 1})
	},
}
