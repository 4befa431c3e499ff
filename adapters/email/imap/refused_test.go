package imap_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"bridge/adapters/email/imap"
	"bridge/internal/dovecottest"
)

// TestWrongPassword: Run says so, and waits longer each time before it shows the
// password again; copies of sent mail do not show it in between; a Mailbox that is new
// tries at once; a login begins the count anew.
func TestWrongPassword(t *testing.T) {
	t.Parallel()
	d := dovecottest.Start(t, dovecottest.Options{})
	const user = "wrong@example.test"
	const secret = "not the password at all"
	var right atomic.Bool
	var logins []time.Time // of Run and Append, which this test never calls at the same time
	wrong := func(first, most time.Duration) *account {
		return open(t, d.Addr(), user, func(o *imap.Options) {
			o.Timings.Login, o.Timings.LoginMax = first, most
			o.Password = func() string {
				logins = append(logins, time.Now())
				if right.Load() {
					return dovecottest.Password
				}
				return secret
			}
		})
	}
	refused := func(a *account) *imap.LoginError {
		t.Helper()
		err := a.Run(t.Context(), a.take)
		var no *imap.LoginError
		if !errors.As(err, &no) {
			t.Fatalf("Run: %v, want a *LoginError", err)
		}
		if strings.Contains(err.Error(), secret) || !strings.Contains(err.Error(), "tried again in "+no.Next.String()) {
			t.Errorf("the error is %v", err)
		}
		return no
	}

	const first = 100 * time.Millisecond
	a := wrong(first, 5*first)
	var pauses []time.Duration
	for range 5 {
		pauses = append(pauses, refused(a).Next)
	}
	if want := []time.Duration{first, 2 * first, 4 * first, 5 * first, 5 * first}; !slices.Equal(pauses, want) {
		t.Errorf("the pauses are %v, want %v", pauses, want)
	}
	if len(logins) != 5 {
		t.Fatalf("%d logins, want 5", len(logins))
	}
	for i, p := range pauses[:4] {
		if got := logins[i+1].Sub(logins[i]); got < p {
			t.Errorf("login %d came %v after the one before, want %v at least", i+2, got, p)
		}
	}
	right.Store(true)
	stop := a.run(t)
	a.caughtUp(t)
	stop()
	right.Store(false)
	if no := refused(a); no.Next != first {
		t.Errorf("the first pause after a login is %v, want %v", no.Next, first)
	}

	// A restart, and with it the pause of an hour: nothing shows the password in it.
	logins = nil
	b := wrong(time.Hour, 6*time.Hour)
	if no := refused(b); no.Next != time.Hour {
		t.Errorf("the pause is %v, want an hour", no.Next)
	}
	var no *imap.LoginError
	text := letter("copy")
	for range 3 {
		if err := b.Append(t.Context(), "Sent", strings.NewReader(text), int64(len(text))); !errors.As(err, &no) {
			t.Errorf("Append: %v, want a *LoginError", err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if err := b.Run(ctx, b.take); err != nil {
		t.Errorf("Run: %v, want it to wait", err)
	}
	if len(logins) != 1 {
		t.Errorf("%d logins within the pause, want 1", len(logins))
	}

	// A copy that is refused counts as well.
	logins = nil
	c := wrong(time.Hour, 6*time.Hour)
	for range 3 {
		if err := c.Append(t.Context(), "Sent", strings.NewReader(text), int64(len(text))); !errors.As(err, &no) {
			t.Errorf("Append: %v, want a *LoginError", err)
		}
	}
	if len(logins) != 1 {
		t.Errorf("%d logins for three copies, want 1", len(logins))
	}
	for _, x := range []*account{a, b, c} {
		if strings.Contains(x.log.String(), secret) {
			t.Error("the log shows the password")
		}
	}
	if n := strings.Count(d.Log(), "Aborted login"); n > 8 {
		t.Errorf("the server saw %d refused logins, want 8", n)
	}
}
