package storetest

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bridge/core/message"
	"bridge/core/queue"
	"bridge/outbox"
)

func suppression(f Fixture, a message.Address, why outbox.Reason) outbox.Suppression {
	return outbox.Suppression{
		Channel: "mail", Address: a, Why: why, Code: "5.1.1", Detail: "no <such> user & more", By: "msg_1",
		At: f.Now().UTC().Round(time.Microsecond),
	}
}

// suppress expects that p is stored, or not.
func suppress(t *testing.T, f Fixture, p outbox.Suppression, want bool) {
	t.Helper()
	if stored, err := f.Store().Suppress(t.Context(), p); err != nil || stored != want {
		t.Errorf("suppress %s as %s: %v, %v, want %v", p.Address, p.Why, stored, err, want)
	}
}

// suppressed expects what is stored of an address; nil is nothing.
func suppressed(t *testing.T, f Fixture, ch message.ChannelName, a message.Address, want *outbox.Suppression) {
	t.Helper()
	got, found, err := f.Store().Suppressed(t.Context(), ch, a)
	if err != nil || found != (want != nil) || found && !reflect.DeepEqual(got, *want) {
		t.Errorf("suppressed %s %s: %+v, %v, %v, want %+v", ch, a, got, found, err, want)
	}
}

// refused expects that an attempt at a message to a is not begun.
func refused(t *testing.T, f Fixture, c *queue.Claim, ch message.ChannelName, a message.Address, why outbox.Reason) {
	t.Helper()
	err := f.Store().Begin(t.Context(), c, ch, a, outbox.Indexed{Ref: "<refused>", Session: "ses_1"})
	var no *outbox.SuppressedError
	if !errors.As(err, &no) || no.Why != why || no.Address != a {
		t.Errorf("begin for %s on %s: %v, want that it is %s", a, ch, err, why)
	}
}

var suppressionTests = tests{
	"Suppress": func(t *testing.T, f Fixture) {
		suppressed(t, f, "mail", eve, nil)
		one := suppression(f, eve, outbox.Dead)
		suppress(t, f, one, true)
		suppressed(t, f, "mail", eve, &one)
		suppressed(t, f, "sms", eve, nil)
		suppressed(t, f, "mail", "email:eve@example.co", nil)
		again := one
		again.Code = "other"
		suppress(t, f, again, false) // the first one is kept
		suppressed(t, f, "mail", eve, &one)
		two := suppression(f, eve, outbox.Complained)
		suppress(t, f, two, true) // stronger than a dead address
		suppressed(t, f, "mail", eve, &two)
		suppress(t, f, one, false)
		suppress(t, f, suppression(f, eve, outbox.OptedOut), false)
		f.Crash(t)
		f.Advance(20 * 365 * day)
		sweep(t, f)
		suppressed(t, f, "mail", eve, &two) // no retention takes it
		if n, err := f.Store().CountSuppressed(t.Context()); err != nil || n != 1 {
			t.Errorf("%d are counted, %v", n, err)
		}
		for i, want := range []bool{true, false} {
			if was, err := f.Store().Unsuppress(t.Context(), "mail", eve); err != nil || was != want {
				t.Errorf("drop %d: %v, %v", i, was, err)
			}
		}
		suppressed(t, f, "mail", eve, nil)
	},

	"SuppressedIsNotBegun": func(t *testing.T, f Fixture) {
		ctx := t.Context()
		c := sending(t, f, "msg_1")
		suppress(t, f, suppression(f, eve, outbox.OptedOut), true)
		refused(t, f, c, "mail", eve, outbox.OptedOut)
		if got := targets(t, f, "mail", "<refused>"); len(got) != 0 {
			t.Errorf("thread index: %+v", got)
		}
		must(t, "release", f.Worker("sender").Release(ctx, c))
		f.Crash(t)
		c = claimFrom(t, f.Worker("a"), queue.Outbox)
		if c.Attempts != 0 || c.InDoubt {
			t.Errorf("claim is %+v, want no attempt", c)
		}
		refused(t, f, c, "mail", eve, outbox.OptedOut)
		must(t, "finish", f.Store().Finish(ctx, c, outbox.Send{ID: "msg_1", State: outbox.Failed}, &queue.Death{Code: "failed suppressed"}))
		// Another channel and another address are not touched, and neither is work
		// that is no message.
		c = sending(t, f, "msg_2")
		must(t, "begin on another channel", f.Store().Begin(ctx, c, "sms", eve))
		must(t, "finish", f.Store().Finish(ctx, c, outbox.Send{ID: "msg_2", State: outbox.Sent}, nil))
		c = sending(t, f, "msg_exempt")
		must(t, "begin of one that is exempt", f.Store().Begin(ctx, c, "mail", ""))
		must(t, "finish", f.Store().Finish(ctx, c, outbox.Send{ID: "msg_exempt", State: outbox.Sent}, nil))
		c = sending(t, f, "msg_3")
		must(t, "begin for another address", f.Store().Begin(ctx, c, "mail", stranger))
		must(t, "begin without", f.Worker("sender").Begin(ctx, c))
		must(t, "finish", f.Store().Finish(ctx, c, outbox.Send{ID: "msg_3", State: outbox.Sent}, nil))
		if _, err := f.Store().Unsuppress(ctx, "mail", eve); err != nil {
			t.Fatal(err)
		}
		c = sending(t, f, "msg_4")
		must(t, "begin after it was dropped", f.Store().Begin(ctx, c, "mail", eve))
	},

	"SuppressedInEveryLane": func(t *testing.T, f Fixture) {
		ctx, other := t.Context(), f.Node("other")
		if _, err := other.Suppress(ctx, suppression(f, eve, outbox.Dead)); err != nil {
			t.Fatal(err)
		}
		for i := range 20 { // whatever shard they are in
			id := fmt.Sprint("msg_", i)
			c := sending(t, f, id)
			refused(t, f, c, "mail", eve, outbox.Dead)
			must(t, "finish", f.Store().Finish(ctx, c, outbox.Send{ID: message.MessageID(id), State: outbox.Failed}, nil))
		}
		if _, err := other.Unsuppress(ctx, "mail", eve); err != nil {
			t.Fatal(err)
		}
		for i := range 20 {
			id := fmt.Sprint("msg_b", i)
			c := sending(t, f, id)
			must(t, "begin", f.Store().Begin(ctx, c, "mail", eve))
			must(t, "finish", f.Store().Finish(ctx, c, outbox.Send{ID: message.MessageID(id), State: outbox.Sent}, nil))
		}
	},

	"SuppressedAndLost": func(t *testing.T, f Fixture) {
		c := sending(t, f, "msg_1")
		suppress(t, f, suppression(f, eve, outbox.Dead), true)
		f.Advance(queue.Lease + time.Second)
		lost(t, "begin", f.Store().Begin(t.Context(), c, "mail", eve))
	},

	"SuppressRacers": func(t *testing.T, f Fixture) {
		var won atomic.Int32
		var all sync.WaitGroup
		for i := range 20 {
			all.Go(func() {
				p := suppression(f, eve, outbox.Dead)
				p.By = fmt.Sprint("racer ", i)
				stored, err := f.Node(fmt.Sprint("node", i%3)).Suppress(t.Context(), p)
				if err != nil {
					t.Errorf("suppress: %v", err)
				}
				if stored {
					won.Add(1)
				}
			})
		}
		all.Wait()
		if won.Load() != 1 {
			t.Errorf("%d racers stored theirs, want 1", won.Load())
		}
	},

	"SuppressionBounds": func(t *testing.T, f Fixture) {
		ctx := t.Context()
		long := suppression(f, eve, outbox.Dead)
		long.Code, long.Detail, long.By = strings.Repeat("c", 5000), strings.Repeat("ü", 5000), strings.Repeat("b", 5000)
		suppress(t, f, long, true)
		got, _, err := f.Store().Suppressed(ctx, "mail", eve)
		if err != nil || len(got.Code) > 100 || len(got.Detail) > 500 || len(got.By) > 100 || len(got.Code)+len(got.Detail)+len(got.By) < 690 {
			t.Errorf("stored %d, %d, %d bytes, %v", len(got.Code), len(got.Detail), len(got.By), err)
		}
		for name, p := range map[string]outbox.Suppression{
			"no channel": {Address: eve, Why: outbox.Dead}, "no address": {Channel: "mail", Why: outbox.Dead},
			"no reason": {Channel: "mail", Address: eve}, "another reason": {Channel: "mail", Address: eve, Why: "x"},
			"a long address": {Channel: "mail", Address: message.Address(strings.Repeat("a", 513)), Why: outbox.Dead},
		} {
			if _, err := f.Store().Suppress(ctx, p); err == nil {
				t.Errorf("%s is taken", name)
			}
		}
	},

	"SuppressionList": func(t *testing.T, f Fixture) {
		ctx := t.Context()
		var want []string
		for i := range 25 {
			p := suppression(f, message.Address(fmt.Sprintf("email:p%02d@example.com", i)), outbox.Reasons()[i%3])
			if i%5 == 0 {
				p.Channel = "another"
			}
			suppress(t, f, p, true)
			want = append(want, string(p.Channel)+" "+string(p.Address))
		}
		slices.Sort(want)
		list := func(by outbox.SuppressionFilter) (names []string) {
			t.Helper()
			all, err := f.Store().Suppressions(ctx, by)
			must(t, "list", err)
			for _, p := range all {
				names = append(names, string(p.Channel)+" "+string(p.Address))
			}
			return names
		}
		if got := list(outbox.SuppressionFilter{}); !slices.Equal(got, want) {
			t.Errorf("all: %q\nwant %q", got, want)
		}
		if got := list(outbox.SuppressionFilter{Channel: "another"}); !slices.Equal(got, want[:5]) {
			t.Errorf("of a channel: %q", got)
		}
		if got := list(outbox.SuppressionFilter{Why: outbox.OptedOut}); len(got) != 8 {
			t.Errorf("opted out: %q", got)
		}
		var paged []string
		by := outbox.SuppressionFilter{Limit: 7}
		for {
			all, err := f.Store().Suppressions(ctx, by)
			must(t, "list", err)
			if len(all) == 0 {
				break
			}
			for _, p := range all {
				paged = append(paged, string(p.Channel)+" "+string(p.Address))
			}
			last := all[len(all)-1]
			by.AfterChannel, by.After = last.Channel, last.Address
		}
		if !slices.Equal(paged, want) {
			t.Errorf("by pages: %q", paged)
		}
		if n, err := f.Store().CountSuppressed(ctx); err != nil || n != 25 {
			t.Errorf("%d are counted, %v", n, err)
		}
	},
}
