package storetest

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/approvals/guess"
	"bridge/core/message"
	"bridge/outbox"
)

// lastIs expects the last message to phone; "" is none.
func lastIs(t *testing.T, f Fixture, ch message.ChannelName, id message.MessageID, about message.ApprovalID, at time.Time) {
	t.Helper()
	got, found, err := f.Store().LastOutbound(t.Context(), ch, phone)
	if err != nil || found != (id != "") || found && (got.Message != id || got.Approval != about || !got.At.Equal(at) || got.Channel != ch || got.To != phone) {
		t.Errorf("last on %s: %+v, %v, %v, want %q about %q", ch, got, found, err, id, about)
	}
}

func guesses(t *testing.T, f Fixture, from message.Address, until time.Time, by string, keys ...string) {
	t.Helper()
	got, err := f.Store().Guess(t.Context(), from, keys)
	if err != nil || got.By != by || by != "" && (got.Until.Before(until.Add(-20*time.Second)) || got.Until.After(until.Add(20*time.Second))) {
		t.Errorf("guess %v: %+v, %v, want the lock of %q until %s", keys, got, err, by, until)
	}
	if now, err := f.Store().Locked(t.Context(), from); err != nil || now.By != by || !now.Until.Equal(got.Until) {
		t.Errorf("locked after %v: %+v, %v, want %+v", keys, now, err, got)
	}
}

var lastOutboundTests = tests{
	"Said": func(t *testing.T, f Fixture) {
		at := f.Now().UTC().Round(time.Microsecond)
		say := func(ch message.ChannelName, id message.MessageID, about message.ApprovalID, at time.Time) {
			t.Helper()
			must(t, "save last outbound", f.Store().SaveLastOutbound(t.Context(), outbox.LastOutbound{Channel: ch, To: phone, Message: id, Approval: about, At: at}))
		}
		lastIs(t, f, "wa", "", "", at)
		say("wa", "msg_1", "apr_1", at.Add(time.Minute))
		say("wa2", "msg_2", "", at)
		f.Crash(t)
		lastIs(t, f, "wa", "msg_1", "apr_1", at.Add(time.Minute))
		lastIs(t, f, "wa2", "msg_2", "", at)
		say("wa", "msg_3", "", at) // the clock of its node is behind: it is the last one all the same
		lastIs(t, f, "wa", "msg_3", "", at)
		if got, ok, err := f.Store().LastOutbound(t.Context(), "wa", phone2); err != nil || ok {
			t.Errorf("another address: %+v, %v, %v", got, ok, err)
		}
		for name, bad := range map[string]outbox.LastOutbound{
			"no channel": {To: phone, Message: "msg_4", At: at}, "no address": {Channel: "wa", Message: "msg_4", At: at},
			"no message": {Channel: "wa", To: phone, At: at}, "no time": {Channel: "wa", To: phone, Message: "msg_4"},
			"a long address": {Channel: "wa", To: message.Address(strings.Repeat("a", 513)), Message: "msg_4", At: at},
		} {
			if f.Store().SaveLastOutbound(t.Context(), bad) == nil {
				t.Errorf("%s is taken", name)
			}
		}
		lastIs(t, f, "wa", "msg_3", "", at)
		f.Advance(60 * day)
		say("wa", "msg_5", "", at)
		f.Advance(60 * day)
		sweep(t, f)
		lastIs(t, f, "wa", "msg_5", "", at)
		lastIs(t, f, "wa2", "", "", at)
		f.Advance(31 * day)
		sweep(t, f)
		lastIs(t, f, "wa", "", "", at)
	},

	"SaidRacers": func(t *testing.T, f Fixture) {
		var all sync.WaitGroup
		for i := range 30 {
			all.Go(func() {
				s := outbox.LastOutbound{Channel: "wa", To: phone, Message: message.MessageID(fmt.Sprint("msg_", i)), At: f.Now()}
				if i%2 == 0 {
					s.Approval = message.ApprovalID(fmt.Sprint("apr_", i))
				}
				if err := f.Node(fmt.Sprint("node", i%3)).SaveLastOutbound(t.Context(), s); err != nil {
					t.Errorf("save last outbound: %v", err)
				}
			})
		}
		all.Wait()
		got, _, err := f.Store().LastOutbound(t.Context(), "wa", phone)
		number := strings.TrimPrefix(string(got.Message), "msg_")
		if err != nil || got.Message == "" || got.Approval != "" && string(got.Approval) != "apr_"+number {
			t.Errorf("last outbound: %+v, %v", got, err)
		}
	},

	"Guesses": func(t *testing.T, f Fixture) {
		none := time.Time{}
		guesses(t, f, phone, none, "", "a 0", "a 1")
		guesses(t, f, phone, none, "", "a 0", "a 1") // the same message again
		f.Crash(t)
		guesses(t, f, phone, none, "", "b")
		guesses(t, f, phone, none, "", "c")
		guesses(t, f, phone2, none, "", "c") // another address
		until := f.Now().Add(guess.Hold(0))
		guesses(t, f, phone, until, "d", "d")
		guesses(t, f, phone, until, "d", "d")
		guesses(t, f, phone, until, "d", "e", "f", "g", "h", "i")
		f.Crash(t)
		f.Advance(guess.Hold(0) - 30*time.Second)
		if lock, err := f.Store().Locked(t.Context(), phone); err != nil || lock.By != "d" {
			t.Errorf("before the end: %+v, %v", lock, err)
		}
		f.Advance(time.Minute)
		guesses(t, f, phone, none, "", "j", "k", "l", "m")
		f.Advance(guess.Window + time.Minute)
		guesses(t, f, phone, none, "", "n", "o", "p", "q") // those of before are old
		guesses(t, f, phone, f.Now().Add(guess.Hold(1)), "r", "r")
		for n := 2; n < 8; n++ { // each holds longer than the one before
			f.Advance(guess.Hold(n-1) + time.Minute)
			key := fmt.Sprint("again ", n)
			guesses(t, f, phone, f.Now().Add(guess.Hold(n)), key, "1", "2", "3", "4", key)
		}
		f.Advance(guess.Memory + 2*time.Hour)
		guesses(t, f, phone, f.Now().Add(guess.Hold(0)), "t", "p", "q", "r", "s", "t") // all is forgotten
		for name, keys := range map[string][]string{
			"none": nil, "many": {"1", "2", "3", "4", "5", "6"}, "an empty one": {""}, "a long one": {strings.Repeat("k", 201)},
		} {
			if _, err := f.Store().Guess(t.Context(), phone2, keys); err == nil {
				t.Errorf("%s: it is counted", name)
			}
		}
		f.Advance(3 * day)
		sweep(t, f)
		guesses(t, f, phone, none, "", "s")
	},

	"GuessRacers": func(t *testing.T, f Fixture) {
		const racers = 20
		locks := make([]guess.Lock, racers)
		var all sync.WaitGroup
		for i := range racers {
			all.Go(func() {
				var err error
				if locks[i], err = f.Node(fmt.Sprint("node", i%3)).Guess(t.Context(), phone, []string{fmt.Sprint("key", i)}); err != nil {
					t.Errorf("guess: %v", err)
				}
			})
		}
		all.Wait()
		free, made := 0, 0
		for i, l := range locks {
			if l.Until.IsZero() {
				free++
			} else if l.By == fmt.Sprint("key", i) {
				made++
			}
		}
		if free != guess.Limit-1 || made != 1 {
			t.Errorf("%d were free and %d made the lock, want %d and 1", free, made, guess.Limit-1)
		}
	},
}
