package outbox_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"bridge/adapters"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/core/span"
	"bridge/internal/noerr"
	"bridge/outbox"
	"bridge/store"
	"bridge/store/records"
	"bridge/store/storetest"
)

// post is an outbox on a real store with two channels: mail knows repeated
// sends by their id, sms does not.
type post struct {
	t     *testing.T
	store *records.Store
	lanes queue.Lanes
	o     outbox.Options
	kind  message.OutboundKind // of what is put; "" = an answer
	soft  context.CancelFunc
	hard  context.CancelFunc
	done  chan struct{}

	mu      sync.Mutex
	tries   []try
	reports []string
	panics  int
	held    map[string]int // events of outbox.Counts.Held
	flags   map[string]bool
	// send answers the n-th attempt (from 0) of a message; nil sends all.
	send func(ctx context.Context, out message.Outbound, n int) error
	// told answers the n-th report of a message; nil takes all.
	told func(n int) error
	// What else the outbox asks and tells, as outbox.Alone if nil.
	paused  func(message.ChannelName, message.SessionID) bool
	another func() (bool, error)
	ended   func(outbox.Send) error
	buried  func(queue.Death)
	trace   func(context.Context) (string, span.Said, error)
	alerts  *[]string
}

// host is outbox.Host.
type host struct {
	outbox.Alone
	*post
}

func (h host) Report(_ context.Context, r outbox.Result) error { return h.report(r) }

func (h host) Paused(ch message.ChannelName, s message.SessionID) bool {
	return h.paused != nil && h.paused(ch, s)
}

func (h host) Another(context.Context, message.Outbound) (bool, error) {
	if h.another == nil {
		return false, nil
	}
	return h.another()
}

func (h host) Ended(_ context.Context, s outbox.Send) error {
	if h.ended == nil {
		return nil
	}
	return h.ended(s)
}

func (h host) Buried(_ context.Context, _ *queue.Claim, d queue.Death) {
	if h.buried != nil {
		h.buried(d)
	}
}

func (h host) Trace(ctx context.Context, _ message.TurnID) (string, span.Said, error) {
	if h.trace == nil {
		return "", "", nil
	}
	return h.trace(ctx)
}

func (h host) Alert(_ context.Context, ch message.ChannelName, to message.Address, key, _ string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.alerts != nil {
		*h.alerts = append(*h.alerts, string(ch)+" "+string(to)+" "+key)
	}
}

type try struct {
	id string
	at time.Time
}

// Attempt implements outbox.Counts.
func (p *post) Attempt(message.ChannelName, string) {}

// Tried implements outbox.Counts.
func (p *post) Tried(message.ChannelName, *message.SendError, string) {}

// Delivery implements outbox.Counts.
func (p *post) Delivery(message.ChannelName, string) {}

// Held implements outbox.Counts.
func (p *post) Held(_ message.ChannelName, event string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.held[event]++
}

// Panic implements outbox.Counts.
func (p *post) Panic() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.panics++
}

func onPost(t *testing.T, change func(p *post), test func(t *testing.T, p *post)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s, err := storetest.File(t.Context(), filepath.Join(folder(t), "bridge.db"), store.Options{})
		noerr.Must(t, err)
		p := &post{t: t, store: s, lanes: s.Worker("test"), held: map[string]int{}}
		p.o = outbox.Options{
			Store: s, Lanes: p.lanes, Now: time.Now, Log: slog.New(slog.DiscardHandler), GiveUp: 48 * time.Hour,
			Senders: map[message.ChannelName]adapters.Sender{"mail": &sender{p, "mail"}, "sms": &sender{p, "sms"}},
			Host:    host{post: p},
			Counts:  p,
		}
		if change != nil {
			change(p)
		}
		t.Cleanup(func() {
			p.stop()
			noerr.Want(t, s.Close())
		})
		p.start()
		test(t, p)
	})
}

// folder returns a new folder, in memory where the machine has one for it: the
// tests are about what is written, not about how long a disk takes.
func folder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "bridge-outbox-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

func (p *post) start() {
	soft, cancelSoft := context.WithCancel(context.Background())
	hard, cancelHard := context.WithCancel(context.Background())
	p.soft, p.hard, p.done = cancelSoft, cancelHard, make(chan struct{})
	ob, done := outbox.New(p.o), p.done
	go func() {
		defer close(done)
		noerr.Want(p.t, ob.Run(soft, hard))
	}()
}

func (p *post) stop() {
	p.soft()
	p.hard()
	<-p.done
}

func (p *post) report(r outbox.Result) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := 0
	s := fmt.Sprintf("%s %s %s", r.Out.ID, r.State, r.Code)
	for _, x := range p.reports {
		if x == s {
			n++
		}
	}
	p.reports = append(p.reports, s)
	if p.told != nil {
		return p.told(n)
	}
	return nil
}

// put enqueues messages in the given order; "mail/dana/x" is message x to dana.
func (p *post) put(names ...string) {
	p.t.Helper()
	for _, n := range names {
		m := out(n)
		if p.kind != "" {
			m.Kind = p.kind
		}
		it, err := outbox.Item(m)
		noerr.Must(p.t, err)
		noerr.Must(p.t, p.lanes.Enqueue(p.t.Context(), it))
	}
}

// kinds are the two ways in which a message is finished: somebody waits to be
// told what became of a prompt.
func kinds() []message.OutboundKind { return []message.OutboundKind{message.Answer, message.Prompt} }

// reportsAre compares what was reported: nothing but prompts is.
func (p *post) reportsAre(want ...string) {
	p.t.Helper()
	if p.kind != message.Prompt {
		want = nil
	}
	equal(p.t, "reports", p.reported(), want)
}

func out(name string) message.Outbound {
	f := strings.Split(name, "/")
	return message.Outbound{
		ID: message.MessageID(f[2]), Channel: message.ChannelName(f[0]), To: message.Address("email:" + f[1]), Kind: message.Answer,
		Session: "ses_1", Turn: "trn_1", Text: "text of " + f[2], CreatedAt: time.Now(),
	}
}

func (p *post) tried() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var ids []string
	for _, x := range p.tries {
		ids = append(ids, x.id)
	}
	return ids
}

func (p *post) list() []try {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.tries)
}

// set and is keep what a test changes while the outbox runs.
func (p *post) set(flag string, on bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.flags == nil {
		p.flags = map[string]bool{}
	}
	p.flags[flag] = on
}

func (p *post) is(flag string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.flags[flag]
}

func (p *post) reported() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.reports)
}

func (p *post) letters() []queue.DeadLetter {
	p.t.Helper()
	ds, err := p.store.DeadLetters(p.t.Context(), queue.DeadFilter{Queue: queue.Outbox})
	noerr.Must(p.t, err)
	return ds
}

func (p *post) get(id message.MessageID) outbox.Send {
	p.t.Helper()
	s, found, err := p.store.Send(p.t.Context(), id)
	if err != nil || !found {
		p.t.Fatalf("send %s: found %t, %v", id, found, err)
	}
	return s
}

func (p *post) dead() []string {
	p.t.Helper()
	ds, err := p.store.DeadLetters(p.t.Context(), queue.DeadFilter{Queue: queue.Outbox})
	noerr.Must(p.t, err)
	var all []string
	for _, d := range ds {
		all = append(all, d.ID+" "+d.Death.Code)
	}
	return all
}

func (p *post) idle() {
	p.t.Helper()
	d, err := p.store.Depth(p.t.Context())
	if err != nil || d[queue.Outbox].Waiting+d[queue.Outbox].Claimed != 0 {
		p.t.Errorf("the outbox holds %+v, %v", d[queue.Outbox], err)
	}
}

// sender is one channel.
type sender struct {
	p    *post
	name message.ChannelName
}

func (s *sender) Name() message.ChannelName { return s.name }

func (s *sender) Caps() message.Caps {
	if s.name == "mail" {
		return message.Caps{Kind: "email", Traits: traits("email"), KnownByID: true}
	}
	return message.Caps{Kind: "sms", Traits: traits("sms")}
}

func (s *sender) Ref(out message.Outbound) message.Ref {
	if s.name != "mail" {
		return ""
	}
	return message.Ref("<" + out.ID + "@bridge>")
}

func (s *sender) Send(ctx context.Context, out message.Outbound) (message.Receipt, error) {
	n := s.attempt(out)
	if send := s.p.send; send != nil {
		if err := send(ctx, out, n); err != nil {
			return message.Receipt{}, err
		}
	}
	return message.Receipt{ProviderID: "prov-" + string(out.ID), Detail: "queued", Refs: []message.Ref{message.Ref("r-" + string(out.ID))}}, nil
}

// attempt notes an attempt and says the how-manyth of its message it is, from 0.
func (s *sender) attempt(out message.Outbound) (n int) {
	s.p.mu.Lock()
	defer s.p.mu.Unlock()
	for _, x := range s.p.tries {
		if x.id == string(out.ID) {
			n++
		}
	}
	s.p.tries = append(s.p.tries, try{string(out.ID), time.Now()})
	return n
}

func equal(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got %q\nwant %q", what, got, want)
	}
}
