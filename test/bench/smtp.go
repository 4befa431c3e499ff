package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/smtp"
	"net/textproto"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	gosmtp "github.com/emersion/go-smtp"

	"bridge/adapters"
	"bridge/adapters/channel"
	"bridge/adapters/email"
	"bridge/approvals"
	"bridge/approvals/request"
	"bridge/artifacts"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/flow/admission"
	"bridge/internal/mac"
)

// smtpSessions is how many peers send mails at the same time, each over one
// connection, one mail after the other.
const smtpSessions = 10

// The names of the rows.
const (
	smtpTaken    = "smtp"         // until 250, with nothing else going on
	smtpAnswered = "smtp, agents" // until 250, while an agent answers the mails before
)

const mailBytes = 10_000

// runSMTP measures mails from the first command to 250, beside a server that does
// nothing but store them.
func runSMTP(ctx context.Context, p plan, r *report) error {
	k := kinds()[0]
	k.floor = smtpFloor
	if err := inTurns(ctx, p, k, smtpSessions, smtpTaken, acceptOnce, r); err != nil {
		return err
	}
	p.noFloors = true
	return inTurns(ctx, p, k, smtpSessions, smtpAnswered, bridgeOnce, r)
}

// accepting is admission on a store for one channel; nobody decides anything.
func (e *engine) accepting(c admission.Channel) *admission.Service {
	log := slog.New(slog.DiscardHandler)
	var nobody message.People
	asks := approvals.New(approvals.Options{
		Store: e.store, Directory: nobody, Lanes: e.store.Worker("bench"), Rules: approvals.Rules{TTL: time.Hour, Quorum: 1},
		Follow: approvals.Resumes(func(request.Record) (queue.Item, error) { return queue.Item{}, errors.New("nobody decides") }),
		Now:    time.Now, Rand: rand.Reader, Log: log,
	})
	return admission.New(admission.Options{
		Store: e.store, Approvals: asks, Directory: nobody, Limit: smtpLimit(), Buckets: e.store, Now: time.Now, Log: log,
		Channels: []admission.Channel{c},
	})
}

// acceptOnce sends mails to the real mail channel, admission and store. Nothing
// else of a bridge runs: what a mail costs until its 250 is all that happens.
func acceptOnce(ctx context.Context, p plan, k kind, n int) (_ sample, err error) {
	e, err := k.open(ctx, p)
	if err != nil {
		return sample{}, err
	}
	defer func() { err = errors.Join(err, e.close()) }()
	adm := e.accepting(admission.Channel{Name: channelName, Kind: "email", Agent: agentName, Allow: admission.Allow{"*"}})
	dir, err := os.MkdirTemp(p.dir, "mail-")
	if err != nil {
		return sample{}, err
	}
	keys, err := mac.NewKeys(bytes.Repeat([]byte("k"), 32))
	if err != nil {
		return sample{}, err
	}
	files, err := artifacts.Open(ctx, artifacts.Options{URL: "file", Dir: dir, Keys: keys})
	if err != nil {
		return sample{}, err
	}
	defer func() { err = errors.Join(err, files.Close(), os.RemoveAll(dir)) }()
	mails, err := mailChannel(channel.Deps{Artifacts: files, Keys: keys, Log: slog.New(slog.DiscardHandler), Now: time.Now, Instance: "bench", TempDir: dir})
	if err != nil {
		return sample{}, err
	}
	if err := mails.Listen(ctx); err != nil {
		return sample{}, err
	}
	receive, stop := context.WithCancel(ctx)
	var running sync.WaitGroup
	running.Go(func() { _ = mails.Receive(receive, adm.Accept) }) // ends with stop
	defer func() {
		stop()
		running.Wait()
	}()
	return sendMails(ctx, p, n, mails.Addr().String(), e.meter)
}

func smtpLimit() admission.Limit {
	return admission.Limit{N: 1_000_000, Per: time.Second, Key: "limits.turns_per_sender"}
}

func mailChannel(d channel.Deps) (*email.Adapter, error) {
	return email.New(email.Options{
		Name: channelName, Artifacts: d.Artifacts, Keys: d.Keys, Log: d.Log, Now: d.Now, InstanceID: d.Instance, TempDir: d.TempDir,
		Config: email.Config{Address: mailTo, Listen: &email.Listen{Addr: "127.0.0.1:0"}, Auth: email.Auth{Require: "none"}},
	})
}

// bridgeOnce sends mails to a whole bridge whose agent answers each at once; the
// answers go nowhere, for the channel has no way out.
func bridgeOnce(ctx context.Context, p plan, k kind, n int) (_ sample, err error) {
	e, err := k.open(ctx, p)
	if err != nil {
		return sample{}, err
	}
	defer func() { err = errors.Join(err, e.close()) }()
	var mails *email.Adapter
	g, err := newRigWith(ctx, p, e, n, func(d channel.Deps) (_ adapters.Adapter, err error) {
		mails, err = mailChannel(d)
		return mails, err
	})
	if err != nil {
		return sample{}, err
	}
	defer func() { err = errors.Join(err, g.stop(ctx)) }()
	return sendMails(ctx, p, n, mails.Addr().String(), e.meter)
}

const mailTo = "agent@example.com"

// mailText is the mail of a person's mail program, the k-th of a caller.
func mailText(caller, k int) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "Received: from out.example.org (out.example.org [192.0.2.7])\r\n\tby mx.example.com (Postfix) with ESMTPS id 4F3C21%d\r\n\tfor <%s>; Fri, 20 Nov 2026 09:15:0%d +0000 (UTC)\r\n", k, mailTo, k%10)
	fmt.Fprintf(&b, "Message-ID: <%d.%d@example.org>\r\nDate: Fri, 20 Nov 2026 10:15:00 +0100\r\nMIME-Version: 1.0\r\nUser-Agent: Mozilla Thunderbird\r\n", caller, k)
	fmt.Fprintf(&b, "Content-Language: en-GB\r\nTo: Assistant <%s>\r\nFrom: Person %d <p%d@example.org>\r\nSubject: The train to Verona, question %d\r\n", mailTo, caller, caller, k)
	b.WriteString("Content-Type: text/plain; charset=UTF-8; format=flowed\r\nContent-Transfer-Encoding: 8bit\r\n\r\n")
	const line = "The train to Verona leaves at a quarter past nine from platform four.\r\n"
	b.WriteString(strings.Repeat(line, (mailBytes-b.Len())/len(line)+1))
	return b.Bytes()
}

// sendMails is the load: n peers, each with a connection of its own.
func sendMails(ctx context.Context, p plan, n int, addr string, m meter) (sample, error) {
	send, hangUp, err := peers(ctx, n, addr)
	defer hangUp()
	if err != nil {
		return sample{}, err
	}
	return load(ctx, p, n, m, send)
}

// peers have a connection each, over which they send one mail after the other.
func peers(ctx context.Context, n int, addr string) (send func(ctx context.Context, caller, k int) error, hangUp func(), err error) {
	var all []*smtp.Client
	hangUp = func() {
		for _, c := range all {
			_ = c.Close() // it has no mail under way
		}
	}
	for range n {
		conn, err := new(net.Dialer).DialContext(ctx, "tcp", addr)
		if err != nil {
			return nil, hangUp, err
		}
		c, err := smtp.NewClient(conn, "127.0.0.1")
		if err != nil {
			return nil, hangUp, err
		}
		all = append(all, c)
	}
	return func(_ context.Context, caller, k int) error {
		return sendMail(all[caller], "p"+strconv.Itoa(caller)+"@example.org", mailText(caller, k))
	}, hangUp, nil
}

func sendMail(c *smtp.Client, from string, raw []byte) error {
	if err := c.Mail(from); err != nil {
		return err
	}
	if err := c.Rcpt(mailTo); err != nil {
		return err
	}
	w, err := c.Data()
	if err != nil {
		return err
	}
	if _, err := w.Write(raw); err != nil {
		return err
	}
	var refused *textproto.Error
	if err := w.Close(); errors.As(err, &refused) {
		return fmt.Errorf("the reply is %w", err)
	} else if err != nil {
		return err
	}
	return nil
}

// smtpFloor is a bare go-smtp server that makes each mail durable before its 250:
// one goroutine commits what waits as one group.
func smtpFloor(ctx context.Context, p plan) (_ *floor, err error) {
	w, err := openFloor(p)
	if err != nil {
		return nil, err
	}
	var stored atomic.Int64
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, errors.Join(err, w.close())
	}
	srv := gosmtp.NewServer(gosmtp.BackendFunc(func(*gosmtp.Conn) (gosmtp.Session, error) { return storing{w, &stored}, nil }))
	srv.Domain = "example.com"
	var running sync.WaitGroup
	running.Go(func() { _ = srv.Serve(l) }) // ends with Close
	send, hangUp, err := peers(ctx, smtpSessions, l.Addr().String())
	end := func() error {
		hangUp()
		err := srv.Close()
		running.Wait()
		return errors.Join(err, w.close())
	}
	if err != nil {
		return nil, errors.Join(err, end())
	}
	return &floor{meter: meter{syncs: w.commitsSoFar}, message: send, close: end}, nil
}

// storing is a session that stores what it gets.
type storing struct {
	w *floorWriter
	n *atomic.Int64
}

func (storing) Reset()                                 {}
func (storing) Logout() error                          { return nil }
func (storing) Mail(string, *gosmtp.MailOptions) error { return nil }
func (storing) Rcpt(string, *gosmtp.RcptOptions) error { return nil }
func (s storing) Data(r io.Reader) error {
	b, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	return s.w.write(0, s.n.Add(1), b)
}
