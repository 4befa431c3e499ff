package outbox_test

import (
	"slices"
	"testing"
	"time"

	"bridge/core/message"
	"bridge/internal/noerr"
	"bridge/outbox"
)

func TestOptOut(t *testing.T) {
	onPost(t, nil, func(t *testing.T, p *post) {
		ctx, box, dana := t.Context(), outbox.New(p.o), message.Address("email:dana")
		is := func(want bool) {
			t.Helper()
			if _, out, err := box.OptedOut(ctx, "mail", dana); err != nil || out != want {
				t.Errorf("opted out: %v, %v", out, err)
			}
		}
		stop := func(want string) {
			t.Helper()
			if what, err := box.OptOut(ctx, "mail", dana, "message:SM1"); err != nil || what != want {
				t.Errorf("opt out: %q, %v, want %q", what, err, want)
			}
		}
		back := func(want string) {
			t.Helper()
			if what, err := box.OptIn(ctx, "mail", dana); err != nil || what != want {
				t.Errorf("opt in: %q, %v, want %q", what, err, want)
			}
		}
		is(false)
		back("it got messages already")
		stop("it gets no more messages")
		stop("it got no more messages already")
		is(true)
		if s, _, err := p.store.Suppressed(ctx, "mail", dana); err != nil || s.By != "message:SM1" || s.Why != outbox.OptedOut || s.At.IsZero() {
			t.Errorf("stored %+v, %v", s, err)
		}
		// The answer to STOP goes out, nothing else does.
		last := out("mail/dana/last")
		last.Kind, last.Consent = message.Notice, true
		it, err := outbox.Item(last)
		noerr.Must(t, err)
		noerr.Must(t, p.lanes.Enqueue(ctx, it))
		p.put("mail/dana/a", "sms/dana/b")
		time.Sleep(time.Minute)
		tried := p.tried()
		slices.Sort(tried)
		equal(t, "tried", tried, []string{"b", "last"})
		equal(t, "dead letters", p.dead(), []string{"a failed suppressed"})
		back("it gets messages again")
		is(false)
		p.put("mail/dana/c")
		time.Sleep(time.Minute)
		if s := p.get("c"); s.State != outbox.Sent {
			t.Errorf("after START: %+v", s)
		}
		// A dead address is not for its owner to bring back.
		noerr.Must(t, noerr.Of(p.store.Suppress(ctx, outbox.Suppression{Channel: "mail", Address: dana, Why: outbox.Dead, By: "msg_1", At: time.Now()})))
		is(false)
		back("it gets no messages all the same: dead")
		stop("it gets no more messages") // it is stronger
		is(true)
	})
}
