package email

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"bridge/adapters"
	"bridge/adapters/email/imap"
	"bridge/core/message"
	"bridge/internal/dovecottest"
	"bridge/internal/mailserver"
	"bridge/internal/noerr"
)

// noState is a State that holds nothing.
type noState struct{}

func (noState) ChannelState(context.Context, string) ([]byte, bool, error) { return nil, false, nil }
func (noState) SaveChannelState(context.Context, string, []byte) error     { return nil }

func withMailbox(addr, user string) func(*Options) {
	return func(o *Options) {
		o.State = noState{}
		o.Config.Listen = nil
		o.Config.IMAP = &IMAP{Addr: addr, Username: user, Password: func() string { return dovecottest.Password }, TLS: "none", Backlog: "all"}
	}
}

func TestIMAPConfig(t *testing.T) {
	password := func() string { return "x" }
	good := IMAP{Addr: "imap.example.com:993", Username: "agent", Password: password}
	oauth := &OAuth{Issuer: "microsoft", Tenant: "example.com", ClientID: "id", ClientSecret: password}
	for _, c := range []struct {
		name   string
		change func(*Config)
		want   []string // keys
	}{
		{"good", func(*Config) {}, nil},
		{"addr", func(c *Config) { c.IMAP.Addr = "imap.example.com" }, []string{"imap.addr"}},
		{"tls", func(c *Config) { c.IMAP.TLS = "ssl" }, []string{"imap.tls"}},
		{"plaintext", func(c *Config) { c.IMAP.TLS = "none" }, []string{"imap.tls"}},
		{"plaintext to itself", func(c *Config) { c.IMAP.TLS, c.IMAP.Addr = "none", "localhost:143" }, nil},
		{"ca", func(c *Config) { c.IMAP.CA = "/nowhere" }, []string{"imap.ca"}},
		{"username", func(c *Config) { c.IMAP.Username = "" }, []string{"imap.username"}},
		{"password", func(c *Config) { c.IMAP.Password = nil }, []string{"imap.password"}},
		{"oauth", func(c *Config) { c.IMAP.Password, c.OAuth = nil, oauth }, nil},
		{"oauth without tenant", func(c *Config) {
			o := *oauth
			o.Tenant = ""
			c.IMAP.Password, c.OAuth = nil, &o
		}, []string{"oauth.tenant"}},
		{"after", func(c *Config) { c.IMAP.After = "archive" }, []string{"imap.after"}},
		{"after without a name", func(c *Config) { c.IMAP.After = "move:" }, []string{"imap.after"}},
		{"after to itself", func(c *Config) { c.IMAP.After, c.IMAP.Mailbox = "move:Team", "Team" }, []string{"imap.after"}},
		{"after inbox", func(c *Config) { c.IMAP.After = "move:Inbox" }, []string{"imap.after"}},
		{"backlog", func(c *Config) { c.IMAP.Backlog = "some" }, []string{"imap.backlog"}},
		{"backlog of no time", func(c *Config) { c.IMAP.Backlog = "-1h" }, []string{"imap.backlog"}},
		{"backlog of days", func(c *Config) { c.IMAP.Backlog = "7d" }, nil},
		{"sent without smtp", func(c *Config) { c.IMAP.Sent = "Sent" }, []string{"imap.sent"}},
		{"sent into what is read", func(c *Config) {
			c.IMAP.Sent, c.SMTP = "Inbox", &Submission{Addr: "smtp.example.com:465"}
		}, []string{"imap.sent"}},
		{"sent", func(c *Config) { c.IMAP.Sent, c.SMTP = "Sent", &Submission{Addr: "smtp.example.com:465"} }, nil},
	} {
		m := good
		cfg := Config{Address: "agent@example.com", IMAP: &m, Auth: Auth{Require: "none"}}
		c.change(&cfg)
		var keys []string
		for _, e := range cfg.Check() {
			keys = append(keys, e.Key)
			if e.Problem == "" || e.Write == "" {
				t.Errorf("%s: %q says too little", c.name, e)
			}
		}
		if !slices.Equal(keys, c.want) {
			t.Errorf("%s: problems with %v, want %v", c.name, keys, c.want)
		}
	}
}

// TestStoredMail: what becomes of a mail of the mailbox by what reading and accepting
// it says.
func TestStoredMail(t *testing.T) {
	const mail = "Return-Path: <dana@example.com>\r\nFrom: dana@example.com\r\nSubject: hi\r\n\r\nhello\r\n"
	isLater := func(err error) bool { var e *imap.Later; return errors.As(err, &e) && !e.Alone }
	isAlone := func(err error) bool { var e *imap.Later; return errors.As(err, &e) && e.Alone }
	isPermanent := func(err error) bool { var e *imap.Permanent; return errors.As(err, &e) }
	for _, c := range []struct {
		name   string
		mail   string
		accept error
		store  error
		want   func(error) bool
	}{
		{"good", mail, nil, nil, func(err error) bool { return err == nil }},
		{"store down", mail, errors.New("disk full"), nil, isLater},
		{"limit", mail, &adapters.LimitError{Limit: "limits.turns_per_sender", Text: "slow"}, nil, isAlone},
		{"no author", "Subject: hi\r\nReturn-Path: <x@example.com>\r\n\r\nhello\r\n", nil, nil, isPermanent},
		{"too many parts", "From: dana@example.com\r\nContent-Type: multipart/mixed; boundary=B\r\n\r\n" + strings.Repeat("--B\r\n\r\nx\r\n", 20_000), nil, nil, isPermanent},
		{"too long", mail + strings.Repeat("x", 2000), nil, nil, isPermanent},
		{"artifacts down", "From: dana@example.com\r\nContent-Type: application/pdf; name=a.pdf\r\nContent-Disposition: attachment\r\n\r\nx\r\n", nil, errors.New("no"), isLater},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, store := newAdapter(t, withMailbox("127.0.0.1:1", "agent"), func(o *Options) {
				if c.name == "too long" {
					o.Config.MaxMessage = 1000
				}
			})
			store.fail = c.store
			r := &recorder{err: c.accept}
			err := a.takeStored(r.accept)(t.Context(), imap.Mail{UID: 1, Body: strings.NewReader(c.mail)})
			if !c.want(err) {
				t.Errorf("take: %v", err)
			}
		})
	}
	a, _ := newAdapter(t, withMailbox("127.0.0.1:1", "agent"))
	r := &recorder{}
	if err := a.takeStored(r.accept)(t.Context(), imap.Mail{Body: io.MultiReader(strings.NewReader(mail), iotest.ErrReader(errors.New("cut")))}); err == nil || len(r.all()) != 0 {
		t.Errorf("a mail that broke off was taken: %v", err)
	}
	for raw, want := range map[string]message.Class{
		mail: message.Human,
		strings.Replace(mail, "<dana@example.com>", "<>", 1):            message.Bounce,
		strings.TrimPrefix(mail, "Return-Path: <dana@example.com>\r\n"): message.Human,
	} {
		r := &recorder{}
		if err := a.takeStored(r.accept)(t.Context(), imap.Mail{Body: strings.NewReader(raw)}); err != nil || r.all()[0].Class != want {
			t.Errorf("%q: %v %v, want %v", raw, err, r.all(), want)
		}
	}
}

// TestMailboxAndListener: one channel with both hears both, and keeps its port closed
// until it receives.
func TestMailboxAndListener(t *testing.T) {
	d := dovecottest.Start(t, dovecottest.Options{})
	const user = "both@example.test"
	d.Put(user, "", false, "Return-Path: <dana@example.com>\r\nFrom: dana@example.com\r\nSubject: stored\r\n\r\nhello\r\n")
	a, _ := newAdapter(t, withMailbox(d.Addr(), user), func(o *Options) { o.Config.Listen = &Listen{Addr: "127.0.0.1:0"} })
	if a.Exclusive() != "imap "+user+"@127.0.0.1/INBOX" {
		t.Errorf("Exclusive is %q", a.Exclusive())
	}
	var heard []error
	if !a.Watch(func(err error) { heard = append(heard, err) }) {
		t.Error("a mailbox is not watched")
	}
	noerr.Must(t, a.Listen(t.Context()))
	bound := a.Addr().String()
	letter := mailserver.Letter{From: "dana@example.com", To: "agent@example.com", Subject: "sent", Text: "hello"}
	if err := letter.Send(bound); err == nil {
		t.Error("the port is open on a node that does not receive")
	}
	r := &recorder{}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- a.Receive(ctx, r.accept) }()
	select {
	case <-a.CaughtUp():
	case <-time.After(time.Minute):
		t.Fatal("not caught up")
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		if letter.Send(a.Addr().String()) == nil {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the listener takes nothing")
		}
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	var subjects []string
	for _, in := range r.all() {
		subjects = append(subjects, in.Subject)
	}
	slices.Sort(subjects)
	if !slices.Equal(subjects, []string{"sent", "stored"}) {
		t.Errorf("accepted %v", subjects)
	}
	if len(heard) == 0 || heard[0] != nil {
		t.Errorf("heard %v", heard)
	}
}

// TestDedupeOfMailbox: when the server numbers a mailbox anew, mail older than what
// Accept still knows is not taken again.
func TestDedupeOfMailbox(t *testing.T) {
	d := dovecottest.Start(t, dovecottest.Options{})
	const user = "known@example.test"
	mail := func(subject string) string {
		return "Return-Path: <dana@example.com>\r\nFrom: dana@example.com\r\nSubject: " + subject + "\r\n\r\nhello\r\n"
	}
	state := &memState{kept: map[string][]byte{}}
	read := func() (subjects []string) {
		a, _ := newAdapter(t, withMailbox(d.Addr(), user), func(o *Options) {
			o.Now, o.State = time.Now, state
			o.Config.Listen, o.Config.Dedupe = nil, 24*time.Hour
		})
		r := &recorder{}
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- a.Receive(ctx, r.accept) }()
		select {
		case <-a.CaughtUp():
		case <-time.After(time.Minute):
			t.Fatal("not caught up")
		}
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		for _, in := range r.all() {
			subjects = append(subjects, in.Subject)
		}
		slices.Sort(subjects)
		return subjects
	}
	d.Put(user, "", true, mail("forgotten"))
	d.Age(user, "", 48*time.Hour)
	d.Put(user, "", true, mail("known"))
	if got := read(); !slices.Equal(got, []string{"forgotten", "known"}) {
		t.Fatalf("first: %v", got)
	}
	time.Sleep(1100 * time.Millisecond) // a UIDVALIDITY is the time in seconds
	d.Renumber(user, "")
	if got := read(); !slices.Equal(got, []string{"known"}) {
		t.Errorf("numbered anew: %v", got)
	}
}

func TestChannelWithoutMailbox(t *testing.T) {
	a, _ := newAdapter(t)
	if a.Exclusive() != "" || a.Watch(func(error) {}) {
		t.Error("a listener is exclusive or watched")
	}
	select {
	case <-a.CaughtUp():
	default:
		t.Error("a listener has not caught up")
	}
}

// TestProbeProposesAuthserv: bridge check reads in the newest mails which server says who
// sent them, and proposes the line, unless it is written.
func TestProbeProposesAuthserv(t *testing.T) {
	d := dovecottest.Start(t, dovecottest.Options{})
	const from = "From: dana@example.com\r\nSubject: hi\r\n\r\nhello\r\n"
	const border = "Received: from mail.example.com by mx.bridge.test (Postfix) with ESMTPS id 1; x\r\n"
	results := "Authentication-Results: MX.bridge.test; dmarc=pass header.from=example.com\r\n"
	theirs := border + "Authentication-Results: evil.test; dmarc=pass header.from=example.com\r\n" + from
	for i, c := range []struct {
		name    string
		mails   []string
		trusted []string
		want    string // "" is no proposal
	}{
		{name: "an empty mailbox"},
		{name: "what the sender wrote", mails: []string{theirs}},
		{name: "most", mails: []string{theirs, results + border + from, results + border + from}, want: `in 2 of the newest 3 mails mx.bridge.test says`},
		{name: "a few", mails: []string{theirs, theirs, results + border + from}},
		{name: "it is written", mails: []string{results + border + from}, trusted: []string{"MX.bridge.test"}},
	} {
		user := fmt.Sprintf("authserv%d@example.test", i)
		for _, mail := range c.mails {
			d.Deliver(user, mail)
		}
		note, err := probeMailbox(t.Context(), Config{
			Address: "agent@example.test", Auth: Auth{Require: "dmarc", TrustedAuthserv: c.trusted},
			IMAP: &IMAP{Addr: d.Addr(), Username: user, Password: func() string { return dovecottest.Password }, TLS: "none"},
		})
		if err != nil || !strings.Contains(note, c.want) || strings.Contains(note, `trusted_authserv = ["mx.bridge.test"]`) != (c.want != "") {
			t.Errorf("%s: %s, %v; want %q", c.name, note, err, c.want)
		}
	}
}
