package storetest

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/approvals"
	"bridge/message"
	"bridge/outbox"
)

// lastSaid expects what was said last to phone; "" is nothing.
func lastSaid(t *testing.T, f Fixture, ch message.ChannelName, id message.MessageID, about message.ApprovalID, at time.Time) {
	t.Helper()
	got, found, err := f.Store().LastSaid(t.Context(), ch, phone)
	if err != nil || found != (id != "") || found && (got.Message != id || got.Approval != about || !got.At.Equal(at) || got.Channel != ch || got.To != phone) {
		t.Errorf("said last on %s: %+v, %v, %v, want %q about %q", ch, got, found, err, id, about)
	}
}

func guess(t *testing.T, f Fixture, from message.Address, until time.Time, by string, keys ...string) {
	t.Helper()
	got, err := f.Store().Guess(t.Context(), from, keys)
	if err != nil || got.By != by || by != "" && (got.Until.Before(until.Add(-time.Minute)) || got.Until.After(until.Add(time.Minute))) {
		t.Errorf("guess %v: %+v, %v, want the lock of %q until %s", keys, got, err, by, until)
	}
	if now, err := f.Store().Locked(t.Context(), from); err != nil || now.By != by || !now.Until.Equal(got.Until) {
		t.Errorf("locked after %v: %+v, %v, want %+v", keys, now, err, got)
	}
}

var saidTests = tests{
	"Said": func(t *testing.T, f Fixture) {
		at := f.Now().UTC().Round(time.Microsecond)
		say := func(ch message.ChannelName, id message.MessageID, about message.ApprovalID, at time.Time) {
			t.Helper()
			must(t, "save what was said", f.Store().SaveSaid(t.Context(), outbox.Said{Channel: ch, To: phone, Message: id, Approval: about, At: at}))
		}
		lastSaid(t, f, "wa", "", "", at)
		say("wa", "msg_1", "apr_1", at.Add(time.Minute))
		say("wa2", "msg_2", "", at)
		f.Crash(t)
		lastSaid(t, f, "wa", "msg_1", "apr_1", at.Add(time.Minute))
		lastSaid(t, f, "wa2", "msg_2", "", at)
		say("wa", "msg_3", "", at) // the clock of its node is behind: it is the last one all the same
		lastSaid(t, f, "wa", "msg_3", "", at)
		if got, ok, err := f.Store().LastSaid(t.Context(), "wa", phone2); err != nil || ok {
			t.Errorf("another address: %+v, %v, %v", got, ok, err)
		}
		for name, bad := range map[string]outbox.Said{
			"no channel": {To: phone, Message: "msg_4", At: at}, "no address": {Channel: "wa", Message: "msg_4", At: at},
			"no message": {Channel: "wa", To: phone, At: at}, "no time": {Channel: "wa", To: phone, Message: "msg_4"},
			"a long address": {Channel: "wa", To: message.Address(strings.Repeat("a", 513)), Message: "msg_4", At: at},
		} {
			if f.Store().SaveSaid(t.Context(), bad) == nil {
				t.Errorf("%s is taken", name)
			}
		}
		lastSaid(t, f, "wa", "msg_3", "", at)
		f.Advance(60 * day)
		say("wa", "msg_5", "", at)
		f.Advance(60 * day)
		sweep(t, f)
		lastSaid(t, f, "wa", "msg_5", "", at)
		lastSaid(t, f, "wa2", "", "", at)
		f.Advance(31 * day)
		sweep(t, f)
		lastSaid(t, f, "wa", "", "", at)
	},

	"SaidRacers": func(t *testing.T, f Fixture) {
		var all sync.WaitGroup
		for i := range 30 {
			all.Go(func() {
				s := outbox.Said{Channel: "wa", To: phone, Message: message.MessageID(fmt.Sprint("msg_", i)), At: f.Now()}
				if i%2 == 0 {
					s.Approval = message.ApprovalID(fmt.Sprint("apr_", i))
				}
				if err := f.Node(fmt.Sprint("node", i%3)).SaveSaid(t.Context(), s); err != nil {
					t.Errorf("save what was said: %v", err)
				}
			})
		}
		all.Wait()
		got, _, err := f.Store().LastSaid(t.Context(), "wa", phone)
		number := strings.TrimPrefix(string(got.Message), "msg_")
		if err != nil || got.Message == "" || got.Approval != "" && string(got.Approval) != "apr_"+number {
			t.Errorf("said last: %+v, %v", got, err)
		}
	},

	"Guesses": func(t *testing.T, f Fixture) {
		none := time.Time{}
		guess(t, f, phone, none, "", "a 0", "a 1")
		guess(t, f, phone, none, "", "a 0", "a 1") // the same message again
		f.Crash(t)
		guess(t, f, phone, none, "", "b")
		guess(t, f, phone, none, "", "c")
		guess(t, f, phone2, none, "", "c") // another address
		until := f.Now().Add(approvals.GuessLock)
		guess(t, f, phone, until, "d", "d")
		guess(t, f, phone, until, "d", "d")
		guess(t, f, phone, until, "d", "e", "f", "g", "h", "i")
		f.Crash(t)
		f.Advance(approvals.GuessLock - 10*time.Minute)
		if lock, err := f.Store().Locked(t.Context(), phone); err != nil || lock.By != "d" {
			t.Errorf("before the end: %+v, %v", lock, err)
		}
		f.Advance(11 * time.Minute)
		guess(t, f, phone, none, "", "j", "k", "l", "m")
		f.Advance(approvals.GuessWindow + time.Minute)
		guess(t, f, phone, none, "", "n", "o", "p", "q") // those of before are old
		guess(t, f, phone, f.Now().Add(approvals.GuessLock), "r", "r")
		for name, keys := range map[string][]string{
			"none": nil, "many": {"1", "2", "3", "4", "5", "6"}, "an empty one": {""}, "a long one": {strings.Repeat("k", 201)},
		} {
			if _, err := f.Store().Guess(t.Context(), phone2, keys); err == nil {
				t.Errorf("%s: it is counted", name)
			}
		}
		f.Advance(3 * day)
		sweep(t, f)
		guess(t, f, phone, none, "", "s")
	},

	"GuessRacers": func(t *testing.T, f Fixture) {
		const racers = 20
		locks := make([]approvals.Lock, racers)
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
		if free != approvals.GuessLimit-1 || made != 1 {
			t.Errorf("%d were free and %d made the lock, want %d and 1", free, made, approvals.GuessLimit-1)
		}
	},
}
