package imap_test

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"bridge/adapters/email/imap"
	"bridge/internal/dovecottest"
	"bridge/internal/noerr"
	"bridge/internal/redistest"
)

// TestMailIsTakenUnderIDLE: what arrives is taken at once, and once.
func TestMailIsTakenUnderIDLE(t *testing.T) {
	t.Parallel()
	d := dovecottest.Start(t, dovecottest.Options{})
	for _, c := range []struct{ name, mode, addr string }{
		{"tls", imap.TLSImplicit, d.TLSAddr()},
		{"starttls", imap.TLSStart, d.Addr()},
	} {
		t.Run(c.name, func(t *testing.T) {
			user := c.name + "@example.test"
			a := open(t, c.addr, user, func(o *imap.Options) {
				o.TLS, o.TLSConfig, o.After = c.mode, caOf(t, d.CA()), "seen"
				o.Timings = imap.Timings{} // as in production: a poll would come after minutes
			})
			d.Put(user, "", false, letter("before"))
			stop := a.run(t)
			a.caughtUp(t)
			var took []time.Duration
			want := []string{"before"}
			for i := range 10 {
				s := fmt.Sprintf("live %d", i)
				want = append(want, s)
				d.Deliver(user, letter(s))
				sent := time.Now()
				eventually(t, s, func() bool { return a.times(s) > 0 }) // sooner than any poll
				took = append(took, time.Since(sent))
			}
			slices.Sort(took)
			t.Logf("from delivery to take: p50 %v, p95 %v", took[len(took)/2], took[len(took)*95/100])
			stop()
			a.once(t, want...)
			for _, f := range d.Files(user, "") {
				if !strings.Contains(f[strings.Index(f, ":2,"):], "S") {
					t.Errorf("%s is not marked as seen", f)
				}
			}
		})
	}
}

// TestConnectionsThatBreak: cut, kicked, silent, and the server gone for a while; no
// mail is lost and none taken twice.
func TestConnectionsThatBreak(t *testing.T) {
	t.Parallel()
	d := dovecottest.Start(t, dovecottest.Options{})
	const user = "broken@example.test"
	proxy := redistest.NewProxy(t, d.Addr())
	a := open(t, proxy.Addr(), user, func(o *imap.Options) {
		o.Timings.Command = 5 * time.Second      // a silent server is noticed after this
		o.Timings.Backoff = 5 * time.Millisecond // it doubles with each of the many breaks
		o.After = "seen"
	})
	n := 0
	deliver := func() {
		n++
		d.Deliver(user, letter(fmt.Sprintf("m%d", n)))
	}
	arrives := func(after string) {
		t.Helper()
		eventually(t, "mail after "+after, func() bool { return a.count() == n })
	}
	deliver()
	stop := a.run(t)
	arrives("the start")

	for range 3 {
		proxy.CutAll()
		deliver()
		arrives("a cut")
	}
	d.Kick(user)
	deliver()
	arrives("a kick")

	proxy.Freeze(true) // packets vanish, nothing is closed
	deliver()
	before, _ := proxy.Connections()
	eventually(t, "a new connection past the silent one", func() bool { now, _ := proxy.Connections(); return now > before })
	deliver()
	proxy.Freeze(false)
	arrives("a silent connection")

	for len(a.heard) > 0 {
		<-a.heard
	}
	proxy.Refuse(true)
	proxy.CutAll()
	deliver()
	for err := range a.heard { // Disconnected is reported
		if err != nil {
			break
		}
	}
	proxy.Refuse(false)
	arrives("a server that was away")
	for err := range a.heard { // and that it hears again
		if err == nil {
			break
		}
	}

	d.Stop()
	d.Put(user, "", false, letter(fmt.Sprintf("m%d", n+1)))
	n++
	d.Restart()
	arrives("a restart of the server")
	stop()
	a.once(t, subjects(1, n)...)
}

// TestCutInTheMiddleOfAMail: a mail that breaks off is not taken for a whole one.
func TestCutInTheMiddleOfAMail(t *testing.T) {
	t.Parallel()
	d := dovecottest.Start(t, dovecottest.Options{})
	const user = "middle@example.test"
	big := letter("big", slices.Repeat([]string{strings.Repeat("x", 70)}, 20_000)...) // 1.4 MB
	d.Put(user, "", false, big, letter("small"))
	proxy := redistest.NewProxy(t, d.Addr())
	a := open(t, proxy.Addr(), user, nil)
	cut := proxy.CutMidReply(300_000, "BODY.PEEK[]")
	stop := a.run(t)
	<-cut
	eventually(t, "both mails", func() bool { return a.count() == 2 })
	stop()
	a.once(t, "big", "small")
	if n := a.called("big"); n != 1 {
		t.Errorf("the half mail was parsed: %d calls", n)
	}
}

// TestSilenceInTheMiddleOfAMail: the rest never comes, and nothing hangs.
func TestSilenceInTheMiddleOfAMail(t *testing.T) {
	t.Parallel()
	d := dovecottest.Start(t, dovecottest.Options{})
	const user = "stalled@example.test"
	d.Put(user, "", false, letter("big", slices.Repeat([]string{strings.Repeat("x", 70)}, 100_000)...)) // 7 MB
	proxy := redistest.NewProxy(t, d.Addr())
	a := open(t, proxy.Addr(), user, func(o *imap.Options) { o.Timings.Stall = time.Second })
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	froze := false
	go func() {
		done <- a.Run(ctx, func(ctx context.Context, m imap.Mail) error {
			if !froze {
				froze = true
				_, err := io.ReadFull(m.Body, make([]byte, 1000)) // it flows
				if err != nil {
					return err
				}
				proxy.Freeze(true)
				_, err = io.Copy(io.Discard, m.Body)
				proxy.CutAll()
				proxy.Freeze(false)
				if err == nil {
					t.Error("a mail without its end was read to the end")
				}
				return err
			}
			return a.take(ctx, m)
		})
	}()
	eventually(t, "the mail", func() bool { return a.count() == 1 })
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	a.once(t, "big")
}

// TestBacklog: which mail of a mailbox never seen is taken; afterwards all is.
func TestBacklog(t *testing.T) {
	t.Parallel()
	d := dovecottest.Start(t, dovecottest.Options{})
	for _, c := range []struct {
		backlog string
		want    []string
	}{
		{"none", nil},
		{"unseen", []string{"new unseen", "old unseen"}},
		{"24h", []string{"new seen", "new unseen"}},
		{"1d", []string{"new seen", "new unseen"}},
		{"all", []string{"new seen", "new unseen", "old seen", "old unseen"}},
	} {
		t.Run(c.backlog, func(t *testing.T) {
			user := c.backlog + "@example.test"
			d.Put(user, "", true, letter("old seen"))
			d.Put(user, "", false, letter("old unseen"))
			d.Age(user, "", 30*time.Hour)
			d.Put(user, "", true, letter("new seen"))
			d.Put(user, "", false, letter("new unseen"))
			a := open(t, d.Addr(), user, func(o *imap.Options) { o.Backlog = c.backlog })
			rep, err := a.Probe(t.Context())
			if err != nil || rep.Takes != len(c.want) || rep.Mails != 4 || rep.Seen {
				t.Errorf("Probe: %+v, %v; want %d to be taken of 4", rep, err, len(c.want))
			}
			stop := a.run(t)
			a.caughtUp(t)
			d.Deliver(user, letter("later"))
			eventually(t, "the mail that came later", func() bool { return a.times("later") == 1 })
			stop()
			a.once(t, append(slices.Clone(c.want), "later")...)

			// While the bridge is down mail comes, and is handled at the next start.
			d.Put(user, "", true, letter("while down"))
			b := open(t, d.Addr(), user, func(o *imap.Options) { o.Backlog, o.State = "none", a.state })
			if rep, err := b.Probe(t.Context()); err != nil || rep.Takes != 1 || !rep.Seen {
				t.Errorf("Probe: %+v, %v; want 1 to be taken", rep, err)
			}
			stop = b.run(t)
			b.caughtUp(t)
			stop()
			b.once(t, "while down")
		})
	}
}

// TestManyWaitingMails: 5000 mails wait at the start; each is taken once.
func TestManyWaitingMails(t *testing.T) {
	t.Parallel()
	d := dovecottest.Start(t, dovecottest.Options{})
	const user, n = "many@example.test", 5000
	d.Put(user, "", false, letters(1, n)...)
	none := open(t, d.Addr(), user, func(o *imap.Options) { o.Backlog = "none" })
	stop := none.run(t)
	none.caughtUp(t)
	stop()
	none.once(t)

	a := open(t, d.Addr(), user, func(o *imap.Options) { o.After = "move:Processed" })
	began := time.Now()
	stop = a.run(t)
	a.caughtUp(t)
	took := time.Since(began)
	stop()
	t.Logf("%d mails in %v, %d writes of the cursor", n, took, a.state.saves)
	a.once(t, subjects(1, n)...)
	if in, out := len(d.Files(user, "")), len(d.Files(user, "Processed")); in != 0 || out != n {
		t.Errorf("%d mails in the inbox and %d in Processed, want 0 and %d", in, out, n)
	}
}

// TestNewUIDVALIDITY: after the server has numbered anew only young mail is looked at
// again, and what came meanwhile is taken.
func TestNewUIDVALIDITY(t *testing.T) {
	t.Parallel()
	d := dovecottest.Start(t, dovecottest.Options{})
	const user = "renumbered@example.test"
	d.Put(user, "", true, letter("old"))
	d.Age(user, "", 300*time.Hour)
	d.Put(user, "", true, letter("young"))
	a := open(t, d.Addr(), user, nil)
	stop := a.run(t)
	a.caughtUp(t)
	stop()
	a.once(t, "old", "young")

	time.Sleep(1100 * time.Millisecond) // a UIDVALIDITY is the time in seconds
	d.Renumber(user, "")
	d.Put(user, "", false, letter("new"))
	b := open(t, d.Addr(), user, func(o *imap.Options) { o.State = a.state })
	stop = b.run(t)
	b.caughtUp(t)
	stop()
	b.once(t, "young", "new") // "young" is known by its content
	if !strings.Contains(b.log.String(), "numbered the mailbox anew") {
		t.Error("the log does not say that the mailbox was numbered anew")
	}

	c := open(t, d.Addr(), user, func(o *imap.Options) { o.State = a.state })
	stop = c.run(t)
	c.caughtUp(t)
	stop()
	c.once(t)
}

// TestAfter: what becomes of a mail that was taken.
func TestAfter(t *testing.T) {
	t.Parallel()
	d := dovecottest.Start(t, dovecottest.Options{})
	for _, c := range []struct {
		after   string
		inbox   int
		seen    bool
		folder  string
		folders int
	}{
		{"keep", 3, false, "Processed", 0},
		{"seen", 3, true, "Processed", 0},
		{"move:Processed", 0, false, "Processed", 3},
		{"move:Done ü", 0, false, "Done &APw-", 3},
		{"delete", 0, false, "Processed", 0},
	} {
		t.Run(c.after, func(t *testing.T) {
			user := strings.NewReplacer(":", "-", " ", "-", "ü", "ue").Replace(strings.ToLower(c.after)) + "@example.test"
			d.Put(user, "", false, letters(1, 3)...)
			a := open(t, d.Addr(), user, func(o *imap.Options) { o.After = c.after })
			stop := a.run(t)
			a.caughtUp(t)
			stop()
			a.once(t, subjects(1, 3)...)
			files := d.Files(user, "")
			if len(files) != c.inbox || len(d.Files(user, c.folder)) != c.folders {
				t.Errorf("%d mails in the inbox, %d in %s; want %d and %d", len(files), len(d.Files(user, c.folder)), c.folder, c.inbox, c.folders)
			}
			for _, f := range files {
				if _, flags, _ := strings.Cut(f, ":2,"); strings.Contains(flags, "S") != c.seen {
					t.Errorf("%s: seen is %v, want %v", f, !c.seen, c.seen)
				}
			}
			// A second start takes nothing again.
			b := open(t, d.Addr(), user, func(o *imap.Options) { o.After, o.State = c.after, a.state })
			stop = b.run(t)
			b.caughtUp(t)
			stop()
			b.once(t)
		})
	}
}

// TestAppend: the copy of what was sent.
func TestAppend(t *testing.T) {
	t.Parallel()
	d := dovecottest.Start(t, dovecottest.Options{})
	const user = "sent@example.test"
	a := open(t, d.Addr(), user, nil)
	for i, s := range []string{letter("one"), letter("two"), letter("big", slices.Repeat([]string{strings.Repeat("x", 70)}, 30_000)...)} {
		if i == 2 {
			d.Kick(user) // the connection that was kept is gone
			d.Eventually("the connection is closed", func() bool { return strings.Contains(d.Log(), "Server shutting down") })
		}
		noerr.Must(t, a.Append(t.Context(), "Sent", strings.NewReader(s), int64(len(s))))
	}
	files := d.Files(user, "Sent")
	if len(files) != 3 {
		t.Fatalf("%d mails in Sent, want 3", len(files))
	}
	for _, f := range files {
		if !strings.HasSuffix(f, "S") {
			t.Errorf("%s is not marked as seen", f)
		}
	}
	if err := a.Append(t.Context(), "Sent", strings.NewReader("short"), 100); err == nil {
		t.Error("a mail shorter than its size was taken")
	}
	if n := len(d.Files(user, "Sent")); n != 3 {
		t.Errorf("%d mails in Sent after a broken one, want 3", n)
	}
}

// TestAppendLarge: the folder is made for a mail of any size, on a new connection and
// on one that was kept.
func TestAppendLarge(t *testing.T) {
	t.Parallel()
	d := dovecottest.Start(t, dovecottest.Options{})
	const user = "large@example.test"
	a := open(t, d.Addr(), user, nil)
	big := letter("big", slices.Repeat([]string{strings.Repeat("x", 70)}, 200_000/72)...)
	for _, folder := range []string{"Sent", "Sent", "Copies"} {
		if err := a.Append(t.Context(), folder, strings.NewReader(big), int64(len(big))); err != nil {
			t.Fatalf("%s: %v", folder, err)
		}
	}
	if sent, copies := len(d.Files(user, "Sent")), len(d.Files(user, "Copies")); sent != 2 || copies != 1 {
		t.Errorf("%d mails in Sent and %d in Copies, want 2 and 1", sent, copies)
	}
}
