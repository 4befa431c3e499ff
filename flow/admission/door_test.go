package admission_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"bridge/approvals"
	"bridge/approvals/prompt"
	"bridge/approvals/request"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/flow/admission"
	"bridge/flow/turns"
	"bridge/internal/noerr"
	"bridge/store"
	"bridge/store/records"
	"bridge/store/storetest"
)

// door is the admission of a bridge on a real store, with one pending approval
// of dana's.
type door struct {
	t     *testing.T
	store *records.Store
	lanes queue.Lanes
	log   *audit
	o     admission.Options
	svc   *admission.Service
	appr  *approvals.Service
	rec   request.Record
	code  string // dana's

	mu      sync.Mutex
	counted []string
}

var errBroken = errors.New("broken")

// audit is the real store that also shows what was audited, and can break.
type audit struct {
	*records.Store
	mu      sync.Mutex
	entries []admission.AuditEntry
	broken  atomic.Bool // nothing is audited
	fails   atomic.Value
	refuse  atomic.Bool // nothing is admitted
	mute    atomic.Bool // it is admitted, but nobody hears of it
	tokens  []string    // that messages would take
}

// asked are the tokens that messages would take, or have taken.
func (a *audit) asked() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.tokens)
}

func (a *audit) Admit(ctx context.Context, x admission.Admission, item func(admission.Admitted) (queue.Item, error)) (admission.Admitted, error) {
	if a.refuse.Load() {
		return admission.Admitted{}, errBroken
	}
	a.mu.Lock()
	for _, t := range x.Tokens {
		a.tokens = append(a.tokens, fmt.Sprint(t.Key, " ", t.N, " ", t.Per))
	}
	a.mu.Unlock()
	adm, err := a.Store.Admit(ctx, x, item)
	if a.mute.Load() {
		return admission.Admitted{}, errBroken
	}
	return adm, err
}

func (a *audit) Audit(ctx context.Context, e admission.AuditEntry) error {
	if what, _ := a.fails.Load().(string); a.broken.Load() || what != "" && strings.HasPrefix(e.What, what) {
		return errBroken
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.entries = append(a.entries, e)
	return a.Store.Audit(ctx, e)
}

// failAfter lets no entry be written that begins so; "" writes all.
func (a *audit) failAfter(what string) { a.fails.Store(what) }

func (a *audit) all() []admission.AuditEntry {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.entries)
}

func (a *audit) last() admission.AuditEntry {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.entries) == 0 {
		return admission.AuditEntry{}
	}
	return a.entries[len(a.entries)-1]
}

func atDoor(t *testing.T, test func(t *testing.T, d *door)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s, err := storetest.File(t.Context(), filepath.Join(t.TempDir(), "bridge.db"), store.Options{})
		noerr.Must(t, err)
		t.Cleanup(func() { _ = s.Close() })
		people := message.People{
			{ID: "eve", Name: "Eve", Addresses: []message.Address{"email:eve@example.com", "sms:+391", "whatsapp:+391"}, Zone: time.UTC},
			{ID: "hans", Name: "Hans", Addresses: []message.Address{"email:hans@example.com"}, Zone: time.UTC, Language: "de-CH"},
			{ID: "dana", Name: "Dana Bianchi", Addresses: []message.Address{"email:dana@example.com", "sms:+392", "whatsapp:+392"}, Zone: time.UTC},
		}
		d := &door{
			t: t, store: s, lanes: s.Worker("test"), log: &audit{Store: s},
		}
		d.appr = approvals.New(approvals.Options{
			Store: s, Directory: people, Lanes: d.lanes, Now: time.Now, Rand: rand.Reader, Log: slog.New(slog.DiscardHandler),
			Rules:       approvals.Rules{Approvers: []message.PersonID{"dana"}, TTL: 24 * time.Hour, Quorum: 1, Trust: message.Asserted},
			Channels:    []prompt.Channel{{Name: "mail", Kind: "email", Traits: traits("email")}},
			ReplyWindow: 30 * time.Minute, Memory: s,
			Follow: approvals.Resumes(func(r request.Record) (queue.Item, error) {
				return queue.Item{Queue: queue.Inbox, Lane: string(r.Session), ID: string(r.ID), Payload: []byte("{}")}, nil
			}),
		})
		asked, err := d.appr.Ask(t.Context(), approvals.Request{
			Session: "ses_x", Turn: "trn_x", Step: "message", At: time.Now(), Agent: "assistant",
			Data: envelope.ApprovalRequestData{ToolName: "refund", Args: json.RawMessage(`{"n":1}`)},
		})
		noerr.Must(t, err)
		d.rec, d.code = asked.Record, asked.Record.Approvers[0].Code
		d.o = admission.Options{
			Store: d.log, Approvals: d.appr, Directory: people, Buckets: s, Now: time.Now, Lanes: d.lanes,
			Limit: admission.Limit{N: 60, Per: time.Hour, Key: "limits.turns_per_sender"},
			Log:   slog.New(slog.DiscardHandler),
			Channels: []admission.Channel{
				{Name: "mail", Kind: "email", Traits: traits("email"), Agent: "assistant", Allow: admission.Allow{"*@customers.test"}},
				{Name: "other", Kind: "email", Traits: traits("email"), Agent: "second", Allow: admission.Allow{"*"}},
			},
			Counts: d,
		}
		d.svc = admission.New(d.o)
		test(t, d)
	})
}

// host is admission.Host.
type host struct {
	admission.Alone
	alert func(ch message.ChannelName, from message.Address, key, text string)
}

func (h host) Alert(_ context.Context, ch message.ChannelName, from message.Address, key, text string) {
	h.alert(ch, from, key, text)
}

// Accepted implements admission.Counts.
func (d *door) Accepted(ch message.ChannelName, o message.Outcome, reason string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.counted = append(d.counted, string(ch)+" "+string(o)+" "+reason)
}

// Classed implements admission.Counts.
func (d *door) Classed(message.ChannelName, message.Class) {}

// Unproven implements admission.Counts.
func (d *door) Unproven(message.ChannelName, message.Address, bool) {}

// limit lets each sender start n turns an hour.
func (d *door) limit(n int) {
	d.o.Limit.N = n
	d.svc = admission.New(d.o)
}

// spend takes all tokens of a sender.
func (d *door) spend(from message.Address) {
	d.t.Helper()
	for {
		ok, _, err := d.store.Take(d.t.Context(), "turns unproven "+string(from), d.o.Limit.N, d.o.Limit.Per)
		noerr.Must(d.t, err)
		if !ok {
			return
		}
	}
}

func mail(from, id, text string) message.Inbound {
	return message.Inbound{
		Channel: "mail", ExternalID: id, Class: message.Human, From: message.Address("email:" + from), FromName: "Someone",
		Trust: message.Asserted, Why: []string{"a From line"}, ReceivedAt: time.Now(), Subject: "Hi", HasSubject: true,
		Parts: []envelope.Part{envelope.TextPart(envelope.Response, text)}, Unquoted: text,
		Binding: message.Binding{Self: []message.Ref{message.Ref("<" + id + ">")}},
		Thread:  message.Thread{Subject: "Hi", Parent: "<" + id + ">"},
	}
}

func (d *door) accept(in message.Inbound) message.Accepted {
	d.t.Helper()
	acc, err := d.svc.Accept(d.t.Context(), in)
	if err != nil {
		d.t.Fatalf("%s: %v", in.ExternalID, err)
	}
	return acc
}

// job is the payload of an inbox item.
type job struct {
	ID    string // of the item
	Lane  string
	Turn  *turns.Turn
	Parts []envelope.Part
}

// inbox takes everything out of the inbox.
func (d *door) inbox() []job {
	d.t.Helper()
	var all []job
	for _, c := range d.take(queue.Inbox) {
		j := job{ID: c.ID, Lane: c.Lane}
		noerr.Must(d.t, json.Unmarshal(c.Payload, &j))
		all = append(all, j)
	}
	return all
}

func (d *door) take(q queue.Name) []*queue.Claim {
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

func (d *door) state() request.State {
	d.t.Helper()
	r, err := d.store.Get(d.t.Context(), d.rec.ID)
	noerr.Must(d.t, err)
	return r.State
}
