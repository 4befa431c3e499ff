package approvals_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"bridge/approvals"
	"bridge/approvals/binding"
	"bridge/approvals/prompt"
	"bridge/approvals/request"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/internal/noerr"
	"bridge/outbox"
	"bridge/store"
	"bridge/store/records"
	"bridge/store/storetest"
)

// desk is the approvals on a real store, without agents and channels: what they
// put into the lanes is taken out by the test.
type desk struct {
	t     *testing.T
	o     approvals.Options
	store *records.Store
	lanes queue.Lanes
	svc   *approvals.Service

	mu      sync.Mutex
	people  message.People
	alerts  []string
	audits  []string
	decided int
	keys    int
}

func (d *desk) Person(ctx context.Context, id message.PersonID) (message.Person, bool, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.people.Person(ctx, id)
}

func (d *desk) ByAddress(ctx context.Context, a message.Address) (message.Person, bool, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.people.ByAddress(ctx, a)
}

func (d *desk) Owner(ctx context.Context, a message.Address) (message.PersonID, bool, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.people.Owner(ctx, a)
}

func (d *desk) Members(ctx context.Context, group string) ([]message.PersonID, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.people.Members(ctx, group)
}

func addr(name string) message.Address { return message.Address("email:" + name + "@example.com") }

// onDesk runs a test in a bubble. Eve asks; dana and frank are the approvers.
func onDesk(t *testing.T, change func(*approvals.Options), test func(t *testing.T, d *desk)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		d := &desk{t: t}
		for _, n := range []string{"Eve", "Dana", "Frank", "Gina"} {
			id := strings.ToLower(n)
			d.people = append(d.people, message.Person{
				ID: message.PersonID(id), Name: n, Zone: time.UTC, Addresses: []message.Address{addr(id), addr(id + ".home")},
			})
		}
		s, err := storetest.File(t.Context(), filepath.Join(t.TempDir(), "bridge.db"), store.Options{})
		noerr.Must(t, err)
		t.Cleanup(func() { _ = s.Close() })
		d.store, d.lanes = s, s.Worker("test")
		d.o = approvals.Options{
			Store: s, Directory: d, Lanes: d.lanes, Now: time.Now, Rand: new(counter), Log: slog.New(slog.DiscardHandler),
			Rules: approvals.Rules{
				Approvers: []message.PersonID{"dana", "frank"}, TTL: 24 * time.Hour, Quorum: 1, Trust: message.Carrier,
			},
			Channels:    []prompt.Channel{{Name: "mail", Kind: "email", Traits: traits("email")}},
			Memory:      s,
			ReplyWindow: 30 * time.Minute,
			Follow: approvals.Resumes(func(r request.Record) (queue.Item, error) {
				return queue.Item{
					Queue: queue.Inbox, Lane: string(r.Session), ID: string(r.ID), Front: true,
					Payload: []byte(string(r.State) + " by " + r.DecidedBy + ": " + r.Reason),
				}, nil
			}),
			Observer: d,
		}
		if change != nil {
			change(&d.o)
		}
		d.svc = approvals.New(d.o)
		test(t, d)
	})
}

func (d *desk) Audit(_ context.Context, what string, _ request.Record, _ ...string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.audits = append(d.audits, what)
	return nil
}

func (d *desk) Decided(request.Record) { d.mu.Lock(); defer d.mu.Unlock(); d.decided++ }

func (d *desk) Happened(string) {}

func (d *desk) Alert(_ context.Context, _, text string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.alerts = append(d.alerts, text)
}

// counter is a random source that does not repeat.
type counter struct {
	mu  sync.Mutex
	n   int
	buf bytes.Buffer
}

func (c *counter) Read(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.buf.Len() < len(p) {
		c.n++
		h := sha256.Sum256(fmt.Append(nil, c.n))
		c.buf.Write(h[:])
	}
	return c.buf.Read(p)
}

var _ io.Reader = (*counter)(nil)

func asking(id, args string) approvals.Request {
	return approvals.Request{
		Session: "ses_1", Turn: "trn_1", Step: "message", At: time.Now(), Agent: "assistant",
		Requester: approvals.Requester{Person: "eve", Name: "Eve"}, Channel: "mail",
		Data: envelope.ApprovalRequestData{ApprovalID: id, ToolName: "refund", Args: json.RawMessage(args)},
	}
}

// ask makes a request and enqueues what follows, as turns does.
func (d *desk) ask(q approvals.Request) approvals.Asked {
	d.t.Helper()
	a, err := d.svc.Ask(d.t.Context(), q)
	noerr.Must(d.t, err)
	noerr.Must(d.t, d.lanes.Enqueue(d.t.Context(), a.Items...))
	return a
}

// open makes the request a and takes its prompts out of the outbox.
func (d *desk) open() (rec request.Record, code map[string]string) {
	d.t.Helper()
	a := d.ask(asking("", `{"amount":50}`))
	return a.Record, d.codes()
}

var token = regexp.MustCompile(`\[approval:([0-9A-Z]{6})\]`)

// codes takes the prompts out of the outbox and returns their codes by person.
func (d *desk) codes() map[string]string {
	d.t.Helper()
	code := map[string]string{}
	for _, m := range d.outbox() {
		if m.Kind == message.Prompt {
			code[string(m.Person)] = token.FindStringSubmatch(m.Subject)[1]
		}
	}
	return code
}

// outbox takes everything out of the outbox.
func (d *desk) outbox() []message.Outbound {
	d.t.Helper()
	var all []message.Outbound
	for _, c := range d.take(queue.Outbox) {
		var m message.Outbound
		noerr.Must(d.t, json.Unmarshal(c.Payload, &m))
		all = append(all, m)
	}
	return all
}

// injected takes everything out of the inbox.
func (d *desk) injected() []string {
	d.t.Helper()
	var all []string
	for _, c := range d.take(queue.Inbox) {
		all = append(all, string(c.Payload))
	}
	return all
}

func (d *desk) take(q queue.Name) []*queue.Claim {
	d.t.Helper()
	var all []*queue.Claim
	for {
		ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
		cs, err := d.lanes.Claim(ctx, q, 1)
		cancel()
		if errors.Is(err, context.DeadlineExceeded) {
			return all
		}
		noerr.Must(d.t, err)
		noerr.Must(d.t, d.lanes.Ack(d.t.Context(), cs[0]))
		all = append(all, cs[0])
	}
}

// said takes everything out of the outbox as "to: text".
func (d *desk) said() []string {
	d.t.Helper()
	var all []string
	for _, m := range d.outbox() {
		to, _, _ := strings.Cut(m.To.Value(), "@")
		all = append(all, to+": "+anyTime.ReplaceAllString(m.Text, "TIME"))
	}
	slices.Sort(all)
	return all
}

var anyTime = regexp.MustCompile(`\w{3} \d{1,2} \w{3} \d+, \d\d:\d\d \w+`)

// reply fills in what a mail from somebody has.
func (d *desk) reply(from, text string, change ...func(*binding.Reply)) binding.Reply {
	d.t.Helper()
	d.keys++
	r := binding.Reply{
		Channel: "mail", Traits: traits("email"), Key: fmt.Sprintf("key-%d", d.keys), From: addr(from), Trust: message.Verified,
		Text: text, Thread: message.Thread{Subject: "Re: x", Parent: "<p>"}, At: time.Now(),
	}
	for _, f := range change {
		f(&r)
	}
	var err error
	if r.Person, r.Known, err = d.ByAddress(d.t.Context(), r.From); err != nil {
		d.t.Fatal(err)
	}
	return r
}

func trust(l message.Trust) func(*binding.Reply) {
	return func(r *binding.Reply) { r.Trust = l }
}

// give binds and answers a reply as admission does; "unbound" is a turn.
func (d *desk) give(r binding.Reply) string {
	d.t.Helper()
	r, err := d.svc.Recall(d.t.Context(), r)
	noerr.Must(d.t, err)
	b, err := d.svc.Bind(d.t.Context(), r)
	noerr.Must(d.t, err)
	if !b.Ours() {
		return "unbound"
	}
	what, err := d.svc.Answer(d.t.Context(), b, r)
	noerr.Must(d.t, err)
	return what
}

func (d *desk) answer(from, text string, change ...func(*binding.Reply)) string {
	d.t.Helper()
	return d.give(d.reply(from, text, change...))
}

func (d *desk) get(id message.ApprovalID) request.Record {
	d.t.Helper()
	r, err := d.store.Get(d.t.Context(), id)
	noerr.Must(d.t, err)
	return r
}

// prompt returns a prompt's end as the outbox reports it.
func (d *desk) handed(r request.Record, person message.PersonID, st outbox.State) {
	d.t.Helper()
	err := d.svc.Handed(d.t.Context(), outbox.Result{
		Out: message.Outbound{Kind: message.Prompt, Approval: r.ID, Person: person}, State: st, At: time.Now(),
	})
	noerr.Must(d.t, err)
}

func equal(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got %q\nwant %q", what, got, want)
	}
}
