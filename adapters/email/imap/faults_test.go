package imap_test

import (
	"errors"
	"fmt"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	goimap "github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"

	"bridge/adapters/email/imap"
	"bridge/internal/dovecottest"
	"bridge/internal/noerr"
)

// TestPoisonMail: a mail that cannot be taken is set aside after three failures, and
// the others go on.
func TestPoisonMail(t *testing.T) {
	t.Parallel()
	d := dovecottest.Start(t, dovecottest.Options{})
	const user = "poison@example.test"
	d.Put(user, "", false, letter("m1"), letter("poison"), letter("m2"), letter("bad for good"), letter("panics"), letter("m3"))
	a := open(t, d.Addr(), user, func(o *imap.Options) { o.After = "move:Processed" })
	a.fail = func(subject string, n int) error {
		switch subject {
		case "poison":
			return fmt.Errorf("it cannot be read (%d)", n)
		case "bad for good":
			return fmt.Errorf("take: %w", &imap.Permanent{Reason: "it is not a mail"})
		case "panics":
			panic("oh no")
		}
		return nil
	}
	stop := a.run(t)
	eventually(t, "three mails set aside", func() bool { return len(a.aside) == 3 })
	d.Deliver(user, letter("m4"))
	eventually(t, "a mail behind them", func() bool { return a.times("m4") == 1 })
	stop()
	a.once(t, subjects(1, 4)...)
	for s, want := range map[string]int{"poison": 3, "bad for good": 1, "panics": 3} {
		if got := a.called(s); got != want {
			t.Errorf("%q was tried %d times, want %d", s, got, want)
		}
	}
	list, err := a.Quarantined(t.Context())
	if err != nil || len(list) != 3 {
		t.Fatalf("Quarantined: %v, %v; want 3", list, err)
	}
	var reasons []string
	for _, q := range list {
		reasons = append(reasons, q.Reason)
		if q.UID == 0 || q.UIDValidity == 0 || q.At.IsZero() {
			t.Errorf("%+v lacks something", q)
		}
	}
	all := strings.Join(reasons, "\n")
	for _, want := range []string{"it failed 3 times, the last time: it cannot be read (3)", "it is not a mail", "the bridge has an error with it"} {
		if !strings.Contains(all, want) {
			t.Errorf("no reason says %q:\n%s", want, all)
		}
	}
	if n := len(d.Files(user, "")); n != 3 {
		t.Errorf("%d mails are in the inbox, want the 3 that were set aside", n)
	}

	// They are not tried again at the next start.
	b := open(t, d.Addr(), user, func(o *imap.Options) { o.State = a.state })
	stop = b.run(t)
	b.caughtUp(t)
	stop()
	b.once(t)
}

// TestFailuresAreCountedOverRestarts: a mail that fails once per start is set aside
// at the third.
func TestFailuresAreCountedOverRestarts(t *testing.T) {
	t.Parallel()
	d := dovecottest.Start(t, dovecottest.Options{})
	const user = "restarts@example.test"
	d.Put(user, "", false, letter("poison"), letter("good"))
	state := &memory{}
	for n := 1; n <= 4; n++ {
		a := open(t, d.Addr(), user, func(o *imap.Options) {
			o.State, o.Timings.Retry = state, time.Hour
		})
		a.fail = func(subject string, _ int) error {
			if subject == "poison" {
				return errors.New("no")
			}
			return nil
		}
		stop := a.run(t)
		a.caughtUp(t)
		stop()
		if got, want := a.called("poison"), min(1, max(0, 4-n)); got != want {
			t.Errorf("start %d: tried %d times, want %d", n, got, want)
		}
		if got, want := len(a.aside), map[bool]int{true: 1}[n == 3]; got != want {
			t.Errorf("start %d: %d set aside, want %d", n, got, want)
		}
	}
}

// TestStoreIsDown: what is not the mail's fault is tried as often as it takes, and the
// bridge has not caught up before.
func TestStoreIsDown(t *testing.T) {
	t.Parallel()
	d := dovecottest.Start(t, dovecottest.Options{})
	const user = "later@example.test"
	d.Put(user, "", false, letters(1, 20)...)
	a := open(t, d.Addr(), user, func(o *imap.Options) { o.After = "delete" })
	a.fail = func(_ string, n int) error {
		if n <= 6 {
			return fmt.Errorf("accept: %w", &imap.Later{Err: errDown})
		}
		return nil
	}
	stop := a.run(t)
	eventually(t, "a first try", func() bool { return a.called("m1") > 0 })
	select {
	case <-a.CaughtUp():
		t.Error("caught up while mail waits for the store")
	default:
	}
	a.state.set(true)
	time.Sleep(300 * time.Millisecond) // whatever is written in this time fails
	a.state.set(false)
	eventually(t, "all mail", func() bool { return a.count() == 20 })
	a.caughtUp(t)
	eventually(t, "an empty inbox", func() bool { return len(d.Files(user, "")) == 0 })
	stop()
	a.once(t, subjects(1, 20)...)
	if n := len(a.aside); n != 0 {
		t.Errorf("%d mails were set aside", n)
	}
}

// TestMoveToItself: a mail that is moved to where it is would come again for ever.
func TestMoveToItself(t *testing.T) {
	for _, c := range []struct {
		mailbox, folder string
		same            bool
	}{{"", "INBOX", true}, {"", "Inbox", true}, {"inbox", "INBOX", true}, {"Team", "Team", true}, {"Team", "team", false}, {"", "Processed", false}} {
		_, err := imap.New(imap.Options{Addr: "127.0.0.1:1", Password: func() string { return "" }, Mailbox: c.mailbox, After: "move:" + c.folder})
		if (err != nil) != c.same {
			t.Errorf("from %q to %q: %v", c.mailbox, c.folder, err)
		}
	}
}

// TestServerRefusesFetch: a mail that the server never gives holds up no other, and one
// that it does not give for a while is not set aside.
func TestServerRefusesFetch(t *testing.T) {
	t.Parallel()
	var refused atomic.Int64
	addr, u := memserver(t, nil, func(s imapserver.Session) imapserver.Session { return noFetch{s, &refused} })
	add(t, u, letters(1, 3)...)
	a := open(t, addr, "bot", func(o *imap.Options) { o.Timings.Retry = time.Millisecond })
	stop := a.run(t)
	eventually(t, "two mails", func() bool { return a.count() == 2 })
	q := <-a.aside
	stop()
	a.once(t, "m2", "m3")
	if q.UID != 1 || !strings.Contains(q.Reason, "the mail server refuses the mail") || len(a.aside) != 0 {
		t.Errorf("%+v was set aside, and %d others", q, len(a.aside))
	}
}

// TestCursorCannotBeSaved: while the store does not take the cursor, nothing is done
// to the mail, and it is not taken twice.
func TestCursorCannotBeSaved(t *testing.T) {
	t.Parallel()
	d := dovecottest.Start(t, dovecottest.Options{})
	const user = "cursor@example.test"
	d.Put(user, "", false, letter("m1"))
	a := open(t, d.Addr(), user, func(o *imap.Options) { o.After = "delete" })
	a.fail = func(string, int) error { a.state.set(true); return nil }
	stop := a.run(t)
	eventually(t, "the mail", func() bool { return a.count() == 1 })
	time.Sleep(300 * time.Millisecond) // several sweeps
	if n := len(d.Files(user, "")); n != 1 {
		t.Error("the mail was deleted before the cursor was saved")
	}
	a.state.set(false)
	eventually(t, "an empty inbox", func() bool { return len(d.Files(user, "")) == 0 })
	stop()
	a.once(t, "m1")
}

// TestCrash: the process dies between take and cursor, and between cursor and after.
func TestCrash(t *testing.T) {
	t.Parallel()
	d := dovecottest.Start(t, dovecottest.Options{})
	t.Run("before the cursor", func(t *testing.T) {
		const user = "crash1@example.test"
		d.Put(user, "", false, letters(1, 3)...)
		a := open(t, d.Addr(), user, func(o *imap.Options) { o.After = "delete" })
		first := ""
		a.fail = func(s string, _ int) error {
			if first == "" {
				first = s
			} else {
				a.state.set(true) // from the second on nothing reaches the disk
			}
			return nil
		}
		stop := a.run(t)
		eventually(t, "the mails", func() bool { return a.count() == 3 })
		stop()
		left := len(d.Files(user, ""))
		if left < 2 {
			t.Errorf("%d mails are left: some were deleted before the cursor was saved", left)
		}
		a.state.set(false)
		b := open(t, d.Addr(), user, func(o *imap.Options) { o.State, o.After = a.state, "delete" })
		stop = b.run(t)
		b.caughtUp(t)
		stop()
		if n := b.count(); n != left { // the receiver knows them
			t.Errorf("%d mails were taken again, want the %d that were left", n, left)
		}
		if n := len(d.Files(user, "")); n != 0 {
			t.Errorf("%d mails are left", n)
		}
	})
	t.Run("before after", func(t *testing.T) {
		const user = "crash2@example.test"
		d.Put(user, "", false, letters(1, 3)...)
		// The folder cannot be made: the name of another mailbox' parent is no mailbox
		// at all (Dovecot refuses a name with its own separator at the end).
		a := open(t, d.Addr(), user, func(o *imap.Options) { o.After = "move:../evil" })
		stop := a.run(t)
		a.caughtUp(t)
		stop()
		a.once(t, subjects(1, 3)...)
		if !strings.Contains(a.log.String(), "it stays in the mailbox, and is not taken again") {
			t.Error("the log does not say that the mail could not be moved")
		}
		b := open(t, d.Addr(), user, func(o *imap.Options) { o.State, o.After = a.state, "move:Processed" })
		stop = b.run(t)
		b.caughtUp(t)
		stop()
		b.once(t) // what was left to do is done, and nothing is taken again
		if in, out := len(d.Files(user, "")), len(d.Files(user, "Processed")); in != 0 || out != 3 {
			t.Errorf("%d mails in the inbox and %d in Processed, want 0 and 3", in, out)
		}
	})
}

// TestOversized: a mail above the limit is not even fetched.
func TestOversized(t *testing.T) {
	t.Parallel()
	d := dovecottest.Start(t, dovecottest.Options{})
	const user = "oversized@example.test"
	d.Put(user, "", false, letter("big", strings.Repeat("x\r\n", 2000)), letter("m1"))
	a := open(t, d.Addr(), user, func(o *imap.Options) { o.MaxSize = 4000 })
	stop := a.run(t)
	a.caughtUp(t)
	stop()
	a.once(t, "m1")
	if a.called("big") != 0 {
		t.Error("the mail was fetched")
	}
	if q := <-a.aside; !strings.Contains(q.Reason, "larger than limits.max_message") {
		t.Errorf("reason %q", q.Reason)
	}
}

// TestRemovedMeanwhile: other programs delete mail while it is being taken.
func TestRemovedMeanwhile(t *testing.T) {
	t.Parallel()
	d := dovecottest.Start(t, dovecottest.Options{})
	const user = "shared@example.test"
	d.Put(user, "", false, letters(1, 60)...)
	a := open(t, d.Addr(), user, nil)
	other := open(t, d.Addr(), user, func(o *imap.Options) { o.After, o.State = "delete", &memory{} })
	other.fail = func(s string, _ int) error { return nil }
	stopOther := other.run(t)
	stop := a.run(t)
	other.caughtUp(t)
	a.caughtUp(t)
	d.Deliver(user, letter("last"))
	eventually(t, "a mail behind", func() bool { return other.times("last") == 1 })
	stop()
	stopOther()
	if n := len(a.aside); n != 0 {
		t.Errorf("%d mails were set aside because they were gone", n)
	}
	other.once(t, append(subjects(1, 60), "last")...)
}

// TestProbeSaysWhatIsWrong: DNS, port, TLS, certificate, password, folder.
func TestProbeSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	d := dovecottest.Start(t, dovecottest.Options{Config: []string{"namespace inbox {", "mailbox Team {", "auto = create", "}", "}"}})
	const closed = "127.0.0.1:1" // a port of the system that nobody has
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	noerr.Must(t, err)
	defer silent.Close()
	ca := caOf(t, d.CA())
	for _, c := range []struct {
		name   string
		change func(*imap.Options)
		want   string
	}{
		{"name", func(o *imap.Options) { o.Addr = "mail.invalid:993" }, "the name of the server mail.invalid is not found"},
		{"port", func(o *imap.Options) { o.Addr = closed }, "nothing listens at " + closed},
		{"silence", func(o *imap.Options) { o.Addr, o.Timings.Dial = silent.Addr().String(), 3*time.Second }, "does not answer"},
		{"authority", func(o *imap.Options) { o.Addr, o.TLS = d.TLSAddr(), imap.TLSImplicit }, "name the authority's file in imap.ca"},
		{"certificate", func(o *imap.Options) {
			o.TLSConfig, o.TLS = caOf(t, d.CA()), imap.TLSStart
			o.TLSConfig.ServerName = "mail.example.com"
		}, "is for another name"},
		{"no tls", func(o *imap.Options) { o.TLS, o.TLSConfig = imap.TLSImplicit, ca }, `tls = "starttls"`},
		{"tls from the start", func(o *imap.Options) {
			o.Addr, o.TLS, o.TLSConfig, o.Timings.Dial = d.TLSAddr(), imap.TLSStart, ca, 3*time.Second
		}, `tls = "implicit"`},
		{"password", func(o *imap.Options) { o.Password = func() string { return "x" } }, "the login is refused"},
		{"folder", func(o *imap.Options) { o.Mailbox = "Suport" }, `the mailbox "Suport" cannot be opened`},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := open(t, d.Addr(), "probe@example.test", c.change)
			_, err := a.Probe(t.Context())
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v; want %q in it", err, c.want)
			}
			if c.name == "folder" && !strings.Contains(err.Error(), "INBOX, Team") {
				t.Errorf("%v; want the folders that there are", err)
			}
		})
	}
	a := open(t, d.Addr(), "probe@example.test", func(o *imap.Options) { o.After, o.Sent = "move:Processed", "Team" })
	rep, err := a.Probe(t.Context())
	if err != nil || len(rep.Missing) != 0 || len(rep.Warnings) != 1 || !strings.Contains(rep.String(), `the folder "Processed" of after does not exist`) {
		t.Errorf("%+v, %v", rep, err)
	}
}

// memserver runs a server with the given capabilities.
func memserver(t *testing.T, caps goimap.CapSet, session func(imapserver.Session) imapserver.Session) (addr string, user *imapmemserver.User) {
	t.Helper()
	mem := imapmemserver.New()
	user = imapmemserver.NewUser("bot", dovecottest.Password)
	noerr.Must(t, user.Create("INBOX", nil))
	mem.AddUser(user)
	srv := imapserver.New(&imapserver.Options{
		NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			s := imapserver.Session(mem.NewSession())
			if session != nil {
				s = session(s)
			}
			return s, nil, nil
		},
		Caps: caps, InsecureAuth: true,
	})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	noerr.Must(t, err)
	go func() { _ = srv.Serve(l) }()
	t.Cleanup(func() { srv.Close() })
	return l.Addr().String(), user
}

type literal struct{ *strings.Reader }

func (l literal) Size() int64 { return l.Reader.Size() }

func add(t *testing.T, u *imapmemserver.User, mails ...string) {
	t.Helper()
	for _, m := range mails {
		noerr.Must(t, noerr.Of(u.Append("INBOX", literal{strings.NewReader(m)}, &goimap.AppendOptions{})))
	}
}

func mailsIn(t *testing.T, u *imapmemserver.User, name string) int {
	t.Helper()
	d, err := u.Status(name, &goimap.StatusOptions{NumMessages: true})
	if err != nil {
		return 0
	}
	return int(*d.NumMessages)
}

// TestServerWithoutExtensions: no MOVE, no UIDPLUS: a mail is copied, and the copy
// checked, before anything is marked as deleted; nothing is expunged.
func TestServerWithoutExtensions(t *testing.T) {
	t.Parallel()
	t.Run("move", func(t *testing.T) {
		addr, u := memserver(t, nil, nil)
		add(t, u, letters(1, 3)...)
		a := open(t, addr, "bot", func(o *imap.Options) { o.After = "move:Processed" })
		stop := a.run(t)
		a.caughtUp(t)
		stop()
		a.once(t, subjects(1, 3)...)
		if in, out := mailsIn(t, u, "INBOX"), mailsIn(t, u, "Processed"); in != 3 || out != 3 {
			t.Errorf("%d mails in the inbox and %d in Processed, want 3 marked as deleted and 3", in, out)
		}
		if !strings.Contains(a.log.String(), "the mail server has no UIDPLUS") {
			t.Error("the log does not say that mail is only marked as deleted")
		}
		b := open(t, addr, "bot", func(o *imap.Options) { o.After, o.State = "move:Processed", a.state })
		stop = b.run(t)
		b.caughtUp(t)
		stop()
		b.once(t)
		if out := mailsIn(t, u, "Processed"); out != 3 {
			t.Errorf("%d mails in Processed after the second start, want 3", out)
		}
	})
	t.Run("copy is refused", func(t *testing.T) {
		addr, u := memserver(t, nil, func(s imapserver.Session) imapserver.Session { return noCopy{s} })
		add(t, u, letters(1, 3)...)
		a := open(t, addr, "bot", func(o *imap.Options) { o.After = "move:Processed" })
		stop := a.run(t)
		a.caughtUp(t)
		stop()
		a.once(t, subjects(1, 3)...)
		st, err := u.Status("INBOX", &goimap.StatusOptions{NumMessages: true, NumDeleted: true})
		if err != nil || *st.NumMessages != 3 || *st.NumDeleted != 0 {
			t.Errorf("%+v, %v; want 3 mails, none of them marked as deleted", st, err)
		}
	})
	t.Run("polled", func(t *testing.T) { // IMAP4rev1 of this server has IDLE; this one refuses it
		addr, u := memserver(t, nil, func(s imapserver.Session) imapserver.Session { return noIdle{s} })
		a := open(t, addr, "bot", nil)
		stop := a.run(t)
		a.caughtUp(t)
		add(t, u, letter("m1"))
		eventually(t, "mail without IDLE", func() bool { return a.count() == 1 })
		stop()
		a.once(t, "m1")
	})
	t.Run("all extensions", func(t *testing.T) {
		addr, u := memserver(t, goimap.CapSet{goimap.CapIMAP4rev1: {}, goimap.CapIMAP4rev2: {}}, nil)
		add(t, u, letters(1, 3)...)
		a := open(t, addr, "bot", func(o *imap.Options) { o.After = "move:Processed" })
		stop := a.run(t)
		a.caughtUp(t)
		add(t, u, letter("m4"))
		eventually(t, "mail under IDLE", func() bool { return a.count() == 4 })
		stop()
		a.once(t, subjects(1, 4)...)
		if in, out := mailsIn(t, u, "INBOX"), mailsIn(t, u, "Processed"); in != 0 || out != 4 {
			t.Errorf("%d mails in the inbox and %d in Processed, want 0 and 4", in, out)
		}
	})
}

type noCopy struct{ imapserver.Session }

func (noCopy) Copy(goimap.NumSet, string) (*goimap.CopyData, error) {
	return nil, &goimap.Error{Type: goimap.StatusResponseTypeNo, Code: goimap.ResponseCodeOverQuota, Text: "the mailbox is full"}
}

type noIdle struct{ imapserver.Session }

func (noIdle) Idle(*imapserver.UpdateWriter, <-chan struct{}) error {
	return &goimap.Error{Type: goimap.StatusResponseTypeNo, Text: "no IDLE here"}
}

// noFetch refuses to tell anything of the first mail, and five times the second.
type noFetch struct {
	imapserver.Session
	refused *atomic.Int64
}

func (s noFetch) Fetch(w *imapserver.FetchWriter, set goimap.NumSet, o *goimap.FetchOptions) error {
	uids, _ := set.(goimap.UIDSet)
	if uids.Contains(1) || uids.Contains(2) && len(o.BodySection) > 0 && s.refused.Add(1) <= 5 {
		return &goimap.Error{Type: goimap.StatusResponseTypeNo, Code: goimap.ResponseCodeUnavailable, Text: "try again later"}
	}
	return s.Session.Fetch(w, set, o)
}

// TestOneSenderHoldsUpNobody: mails that wait for what concerns them alone, however
// many, do not keep those behind them in the mailbox.
func TestOneSenderHoldsUpNobody(t *testing.T) {
	t.Parallel()
	addr, u := memserver(t, goimap.CapSet{goimap.CapIMAP4rev1: {}, goimap.CapIdle: {}}, nil)
	add(t, u, letters(1, 21)...)
	a := open(t, addr, "bot", func(o *imap.Options) { o.Timings.Retry = time.Hour })
	a.fail = func(subject string, _ int) error {
		if subject != "m21" {
			return fmt.Errorf("accept: %w", &imap.Later{Err: errDown, Alone: true})
		}
		return nil
	}
	stop := a.run(t)
	eventually(t, "the mail behind them", func() bool { return a.count() == 1 })
	select {
	case <-a.CaughtUp():
		t.Error("caught up while mail waits")
	default:
	}
	stop()
	a.once(t, "m21")
	for _, s := range subjects(1, 20) {
		if n := a.called(s); n != 1 {
			t.Errorf("%s was tried %d times before its time", s, n)
		}
	}
}
