package turns_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/adapters"
	"bridge/agents"
	"bridge/approvals"
	"bridge/approvals/prompt"
	"bridge/approvals/request"
	"bridge/artifacts"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/flow/admission"
	"bridge/flow/live"
	"bridge/flow/states"
	"bridge/flow/surfaces"
	"bridge/flow/turns"
	"bridge/internal/mac"
	"bridge/outbox"
	"bridge/store"
	"bridge/store/records"
	"bridge/store/storetest"
)

const (
	eve   = message.Address("email:eve@example.com")
	dana  = message.Address("email:dana@example.com")
	frank = message.Address("email:frank@example.com")
)

// setup says what an engine is made of; zero fields have defaults.
type setup struct {
	cut        cut
	store      []byte // the file of the store to begin with; nil = none
	agent      func(ctx context.Context, c agents.Call) iter.Seq2[envelope.Update, error]
	approvers  []message.PersonID
	quorum     int
	agents     map[string]turns.Agent // instead of agent
	parking    agents.Parking         // likewise
	timeout    time.Duration
	workers    int // MaxConcurrent
	ttl        time.Duration
	paused     func(agent string, ch message.ChannelName, s message.SessionID) bool
	slow       map[message.ChannelName]time.Duration
	notBefore  func(ctx context.Context, at time.Time, to outbox.Recipient) (time.Time, error)
	log        *slog.Logger // nil = none
	states     *states.Machines
	surfaces   surfaces.Templates
	translator turns.Translator
	peer       *envelope.Peer // who calls the channel desk is an agent
	// stepPanics is how often Metrics.Step panics: after the outcome is recorded.
	stepPanics int
}

// engine is everything between a channel and an agent, on a real store. It runs
// in a synctest bubble.
type engine struct {
	t      *testing.T
	o      setup
	path   string
	faults *faults
	arts   *artifacts.Store

	store     *records.Store
	approvals *approvals.Service
	admission *admission.Service
	turns     *turns.Turns
	view      *turns.View
	soft      context.CancelFunc
	hard      context.CancelFunc
	running   sync.WaitGroup

	mu         sync.Mutex
	calls      []agents.Call
	mails      []message.Outbound // handed over, repetitions included
	alerts     []string
	told       []string // alerts of turns: the key's first words and the text
	breaks     []string // Metrics.Breaker
	held       int      // Metrics.Held
	audited    []string
	refused    int // Metrics.StateRefused
	translated []bool
	panics     int
	active     int // agent calls under way
	most       int
}

func newEngine(t *testing.T, o setup) *engine {
	t.Helper()
	if o.approvers == nil {
		o.approvers = []message.PersonID{"dana"}
	}
	o.quorum = max(o.quorum, 1)
	if o.timeout == 0 {
		o.timeout = time.Minute
	}
	if o.workers == 0 {
		o.workers = 8
	}
	if o.ttl == 0 {
		o.ttl = 24 * time.Hour
	}
	keys, err := mac.NewKeys(bytes.Repeat([]byte("k"), 32))
	must(t, err)
	e := &engine{t: t, o: o, path: filepath.Join(folder(t), "bridge.db"), faults: newFaults(o.cut)}
	e.arts, err = artifacts.Open(t.Context(), artifacts.Options{URL: "mem://", PublicURL: "https://bridge.example.com", Keys: keys})
	must(t, err)
	if o.store != nil {
		must(t, os.WriteFile(e.path, o.store, 0o600))
	}
	e.start()
	t.Cleanup(func() {
		e.stop()
		_ = e.arts.Close()
	})
	return e
}

// folder returns a new folder, in memory where the machine has one for it: the
// tests are about what is written, not about how long a disk takes.
func folder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "bridge-turns-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// start opens the store and runs everything.
func (e *engine) start() {
	e.t.Helper()
	var err error
	log := slog.New(slog.DiscardHandler)
	if e.store, err = storetest.File(context.Background(), e.path, store.Options{}); err != nil {
		e.t.Fatal(err)
	}
	if e.o.log != nil {
		log = e.o.log
	}
	f := &faulty{faults: e.faults, SuppressionStore: e.store, s: e.store, polls: &polls{}}
	lanes := &faultyLanes{faults: e.faults, l: e.store.Worker("test")}
	people := message.People{
		{ID: "eve", Name: "Eve", Addresses: []message.Address{eve}, Zone: time.UTC},
		{ID: "dana", Name: "Dana Bianchi", Addresses: []message.Address{dana}, Zone: time.UTC},
		{ID: "frank", Name: "Frank", Addresses: []message.Address{frank}, Zone: time.UTC},
	}
	registry, err := envelope.NewRegistry()
	must(e.t, err)
	channel := &channel{e}
	caps := map[message.ChannelName]message.Caps{"mail": channel.Caps()}
	e.approvals = approvals.New(approvals.Options{
		Store: f, Directory: people, Lanes: lanes, Now: time.Now, Rand: &drbg{}, Log: log,
		Rules: approvals.Rules{
			Approvers: e.o.approvers, TTL: e.o.ttl, Quorum: e.o.quorum, Trust: message.Asserted,
			Via: []message.ChannelName{"mail"},
		},
		Channels: []prompt.Channel{{Name: "mail", Kind: "email", Traits: traits("email")}},
		Follow:   approvals.Resumes(injection),
		Observer: asked{e: e, f: f},
	})
	ags := maps.Clone(e.o.agents)
	if ags == nil {
		ags = map[string]turns.Agent{"assistant": {Agent: agentFunc(e.o.agent), Timeout: e.o.timeout, MaxConcurrent: e.o.workers}}
	}
	for name, a := range ags {
		a.Agent = &watched{e, a.Agent}
		ags[name] = a
	}
	e.view = turns.NewView(f, f, registry, e.arts, e.o.surfaces, live.Options{Now: time.Now})
	if p := e.o.parking; p != nil {
		ags = map[string]turns.Agent{"assistant": {Agent: p, Timeout: e.o.timeout, MaxConcurrent: 1}}
	}
	tr := turns.New(turns.Options{
		View:  e.view,
		Store: f, Lanes: lanes, Agents: ags, Registry: registry, Artifacts: e.arts, Approvals: e.approvals,
		Planner: outbox.Planner{Registry: registry, Artifacts: e.arts, Caps: caps}, Now: time.Now, Log: log,
		Host: host{engine: e}, SlowNotice: e.o.slow,
		Counts: counts{e}, States: e.o.states, Surfaces: e.o.surfaces, Translator: e.o.translator,
	})
	e.turns = tr
	ob := outbox.New(outbox.Options{
		Store: f, Lanes: lanes, Senders: map[message.ChannelName]adapters.Sender{"mail": channel},
		Now: time.Now, Log: log, GiveUp: 48 * time.Hour, Host: handed{approvals: e.approvals},
	})
	e.admission = admission.New(admission.Options{
		Store: f, Buckets: e.store, Approvals: e.approvals, Directory: people, Now: time.Now, Log: log,
		Outbox: ob,
		Channels: []admission.Channel{
			{Name: "mail", Kind: "email", Traits: traits("email"), Agent: "assistant", Allow: admission.Allow{"*"}},
			{Name: "desk", Kind: "webhook", Traits: traits("webhook"), Agent: "assistant", Machine: true, Peer: e.o.peer},
			{Name: "orders", Kind: "webhook", Traits: traits("webhook"), Agent: "assistant", Machine: true, Deliver: []message.Target{{Channel: "mail", Address: dana}}},
			{Name: "digest", Kind: "cron", Traits: traits("cron"), Agent: "assistant", Machine: true, Deliver: []message.Target{{Channel: "mail", Address: dana}}},
		},
	})
	soft, cancelSoft := context.WithCancel(context.Background())
	hard, cancelHard := context.WithCancel(context.Background())
	e.soft, e.hard = cancelSoft, cancelHard
	caughtUp := make(chan struct{})
	close(caughtUp)
	for _, run := range []func() error{
		func() error { return tr.Run(soft, hard) },
		func() error { return ob.Run(soft, hard) },
		func() error { return e.approvals.Expire(soft, caughtUp) },
	} {
		e.running.Go(func() {
			if err := run(); err != nil {
				e.t.Errorf("run: %v", err)
			}
		})
	}
}

// host is turns.Host.
type host struct {
	turns.Alone
	*engine
}

func (h host) Paused(agent string, ch message.ChannelName, s message.SessionID) bool {
	return h.o.paused != nil && h.o.paused(agent, ch, s)
}

func (h host) NotBefore(ctx context.Context, at time.Time, to outbox.Recipient) (time.Time, error) {
	if h.o.notBefore == nil {
		return time.Time{}, nil
	}
	return h.o.notBefore(ctx, at, to)
}

func (h host) Queued(ctx context.Context, id message.TurnID) (turns.Turn, error) {
	return h.queued(ctx, id)
}

func (h host) Alert(_ context.Context, key, text string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.told = append(h.told, key+": "+text)
}

func (h host) Audit(_ context.Context, what string, _ message.TurnID, why ...string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.audited = append(h.audited, what+": "+strings.Join(why, "; "))
	return nil
}

// handed is outbox.Host: approvals hear what became of prompts.
type handed struct {
	outbox.Alone
	approvals *approvals.Service
}

func (h handed) Report(ctx context.Context, r outbox.Result) error {
	return h.approvals.Handed(ctx, r)
}

// stop ends everything at once: hard.
func (e *engine) stop() {
	e.soft()
	e.hard()
	e.running.Wait()
	if err := e.store.Close(); err != nil {
		e.t.Errorf("close: %v", err)
	}
}

// reopen is a restart after a crash.
func (e *engine) reopen() {
	e.stop()
	e.faults.revive()
	e.start()
}

// settle lets time pass until nothing is left to do.
func (e *engine) settle() {
	for range 2 {
		time.Sleep(2 * time.Minute)
		if e.faults.isDead() {
			e.reopen()
		}
	}
}

// deliver hands a message over as a mail server does: again until it is taken.
func (e *engine) deliver(in message.Inbound) message.Accepted {
	e.t.Helper()
	for range 5 {
		acc, err := e.admission.Accept(context.Background(), in)
		if err == nil {
			return acc
		}
		time.Sleep(time.Minute)
		if e.faults.isDead() {
			e.reopen()
		}
	}
	e.t.Fatalf("message %s is never taken", in.ExternalID)
	return message.Accepted{}
}

func mail(from message.Address, id, text string) message.Inbound {
	return message.Inbound{
		Channel: "mail", ExternalID: id, Class: message.Human, From: from, Trust: message.Asserted, ReceivedAt: time.Now(),
		Subject: "Hello", HasSubject: true, Unquoted: text,
		Parts:   []envelope.Part{envelope.TextPart(envelope.Response, text)},
		Binding: message.Binding{Self: []message.Ref{message.Ref("<" + id + ">")}},
		Thread:  message.Thread{Subject: "Hello", Parent: "<" + id + ">"},
	}
}

// in returns a mail in the session that another began.
func in(m message.Inbound, first string) message.Inbound {
	m.Binding.Refs = []message.Ref{message.Ref("<" + first + ">")}
	return m
}

// sent returns what was handed over to somebody, repetitions left out.
func (e *engine) sent(to message.Address) []message.Outbound {
	e.mu.Lock()
	defer e.mu.Unlock()
	var out []message.Outbound
	seen := map[message.MessageID]bool{}
	for _, m := range e.mails {
		if (to == "" || m.To == to) && !seen[m.ID] {
			out = append(out, m)
		}
		seen[m.ID] = true
	}
	return out
}

func (e *engine) texts(to message.Address) []string {
	var out []string
	for _, m := range e.sent(to) {
		out = append(out, normal(m.Text))
	}
	return out
}

func (e *engine) keys() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	var out []string
	for _, c := range e.calls {
		out = append(out, c.Key)
	}
	return out
}

// code returns the code of the first prompt to somebody that contains about.
func (e *engine) code(to message.Address, about string) string {
	e.t.Helper()
	for _, m := range e.sent(to) {
		c := codeToken.FindStringSubmatch(m.Subject)
		if m.Kind == message.Prompt && c != nil && strings.Contains(m.Text, about) {
			return c[1]
		}
	}
	e.t.Fatalf("no such prompt to %s: %q", to, e.texts(to))
	return ""
}

func (e *engine) records() []request.Record {
	e.t.Helper()
	rs, err := e.store.List(context.Background(), request.Filter{})
	must(e.t, err)
	slices.Reverse(rs) // oldest first
	return rs
}

func (e *engine) steps(id message.TurnID) []turns.Step {
	e.t.Helper()
	s, err := e.store.Steps(context.Background(), id)
	must(e.t, err)
	return s
}

// letters returns the codes of the dead letters.
func (e *engine) letters() []string {
	e.t.Helper()
	ds, err := e.store.DeadLetters(context.Background(), queue.DeadFilter{})
	must(e.t, err)
	var out []string
	for _, d := range ds {
		out = append(out, string(d.Queue)+" "+d.Death.Code)
	}
	return out
}

// idle fails the test if an item is left in a queue.
func (e *engine) idle() {
	e.t.Helper()
	depth, err := e.store.Depth(context.Background())
	must(e.t, err)
	for q, d := range depth {
		if d.Waiting+d.Claimed != 0 {
			e.t.Errorf("%s: %d waiting, %d claimed", q, d.Waiting, d.Claimed)
		}
	}
}

var (
	codeToken = regexp.MustCompile(`\[approval:([0-9A-Z]{6})\]`)
	anyID     = regexp.MustCompile(`(trn|apr|msg|ses|art)_[0-9A-Z]{26}`)
	anyTime   = regexp.MustCompile(`\w{3} \d{1,2} \w{3} \d{4}, \d\d:\d\d \w+`)
	anyCode   = regexp.MustCompile(`\b[2-9A-HJKMNP-Z]{6}\b`)
)

// normal takes out of a text what differs from run to run.
func normal(s string) string {
	s = anyID.ReplaceAllString(s, "${1}_ID")
	s = anyTime.ReplaceAllString(s, "TIME")
	return anyCode.ReplaceAllStringFunc(s, func(c string) string {
		if strings.ContainsAny(c, "23456789") {
			return "CODE"
		}
		return c
	})
}

func injection(r request.Record) (queue.Item, error) {
	p, err := turns.ResponsePart(r)
	if err != nil {
		return queue.Item{}, err
	}
	return turns.DecisionItem(r.Session, r.Turn, r.ID, p)
}

// drbg gives the same bytes in every run.
type drbg struct {
	mu  sync.Mutex
	n   int
	buf []byte
}

func (d *drbg) Read(p []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for i := range p {
		if len(d.buf) == 0 {
			d.n++
			h := sha256.Sum256(fmt.Append(nil, d.n, time.Now().UnixNano()))
			d.buf = h[:]
		}
		p[i], d.buf = d.buf[0], d.buf[1:]
	}
	return len(p), nil
}

// channel is a mail channel that keeps what it is given.
type channel struct{ e *engine }

func (c *channel) Name() message.ChannelName { return "mail" }

func (c *channel) Caps() message.Caps {
	return message.Caps{Kind: "email", Traits: traits("email"), Attach: true, MaxAttach: 1 << 20, KnownByID: true}
}

func (c *channel) Ref(out message.Outbound) message.Ref {
	return message.Ref("<" + string(out.ID) + "@bridge>")
}

func (c *channel) Send(_ context.Context, out message.Outbound) (message.Receipt, error) {
	err := c.e.faults.do("send", func() error {
		if c.e.faults.wasSent(out.ID) {
			c.e.t.Errorf("%s is sent again, though it is recorded as sent: %q", out.ID, out.Text)
		}
		c.e.mu.Lock()
		defer c.e.mu.Unlock()
		c.e.mails = append(c.e.mails, out)
		return nil
	})
	if err != nil {
		return message.Receipt{}, &message.SendError{Kind: message.SendUnreachable, Err: err}
	}
	return message.Receipt{ProviderID: "q1"}, nil
}

// agentFunc is an agent made of a function.
type agentFunc func(context.Context, agents.Call) iter.Seq2[envelope.Update, error]

func (f agentFunc) Respond(ctx context.Context, c agents.Call) iter.Seq2[envelope.Update, error] {
	return f(ctx, c)
}

// watched counts the calls of an agent and lets the faults cut them.
type watched struct {
	e     *engine
	agent agents.Agent
}

func (w *watched) Respond(ctx context.Context, c agents.Call) iter.Seq2[envelope.Update, error] {
	return func(yield func(envelope.Update, error) bool) {
		err := w.e.faults.do("agent", func() error {
			turn, step, ok := strings.Cut(c.Key, ".")
			if !ok { // the message
				var replays string
				turn, replays, ok = strings.Cut(c.Key, "~")
				if step = turns.FirstStep; ok {
					step += "~" + replays
				}
			}
			key := turn + "/" + step
			if w.e.faults.wasRecorded(key) {
				w.e.t.Errorf("the agent is called again for %s, which has an outcome", c.Key)
			}
			w.e.mu.Lock()
			w.e.calls = append(w.e.calls, c)
			w.e.active++
			w.e.most = max(w.e.most, w.e.active)
			w.e.mu.Unlock()
			defer func() { w.e.mu.Lock(); w.e.active--; w.e.mu.Unlock() }()
			for u, err := range w.agent.Respond(ctx, c) {
				if !yield(u, err) {
					return errStopped
				}
			}
			return nil
		})
		if err != nil && !errors.Is(err, errStopped) {
			yield(envelope.Update{}, &agents.Error{Code: "cut", Retry: true, Err: err})
		}
	}
}

var errStopped = errors.New("the consumer has enough")

// say is a whole answer.
func say(us ...envelope.Update) iter.Seq2[envelope.Update, error] {
	return func(yield func(envelope.Update, error) bool) {
		for _, u := range us {
			if !yield(u, nil) {
				return
			}
		}
	}
}

// fail is an answer that breaks off.
func fail(err error, us ...envelope.Update) iter.Seq2[envelope.Update, error] {
	return func(yield func(envelope.Update, error) bool) {
		for _, u := range us {
			if !yield(u, nil) {
				return
			}
		}
		yield(envelope.Update{}, err)
	}
}

func text(s string) envelope.Part { return envelope.TextPart(envelope.Response, s) }

func update(st envelope.State, ps ...envelope.Part) envelope.Update {
	return envelope.Update{State: st, Parts: ps}
}

// ask is an approval-request; id "" lets the bridge choose one.
func ask(id, tool, args string) envelope.Part {
	m := map[string]any{"toolName": tool, "args": json.RawMessage(args)}
	if id != "" {
		m["approvalId"] = id
	}
	p, err := envelope.DataPart(envelope.ApprovalRequest, m)
	if err != nil {
		panic(err)
	}
	return p
}

// decision reads the approval-response of a call; "" if it is none.
func decision(c agents.Call) (id, verdict string) {
	var d struct{ ApprovalID, Decision string }
	if len(c.Parts) == 1 && c.Parts[0].Type == envelope.ApprovalResponse {
		_ = json.Unmarshal(c.Parts[0].Data, &d)
	}
	return d.ApprovalID, d.Decision
}

// must ends the test if there is an error.
func must(t testing.TB, err error) {
	if t.Helper(); err != nil {
		t.Fatal(err)
	}
}

// asked hears of requests.
type asked struct {
	approvals.Unheard
	e *engine
	f *faulty
}

func (a asked) Audit(ctx context.Context, what string, r request.Record, why ...string) error {
	return a.f.Audit(ctx, admission.AuditEntry{At: time.Now(), What: what, Subject: string(r.ID), Why: why})
}

func (a asked) Alert(_ context.Context, _, text string) {
	a.e.mu.Lock()
	defer a.e.mu.Unlock()
	a.e.alerts = append(a.e.alerts, text)
}
