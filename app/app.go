// Package app wires the parts of the bridge and runs their life cycle. What
// happens to a message is in admission, turns, approvals and outbox. Beside that
// it holds what operators see and do: dead letters, sends, pauses and traces.
package app

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"bridge/adapters"
	"bridge/admission"
	"bridge/agents"
	"bridge/approvals"
	"bridge/approvals/page"
	"bridge/approvals/rules"
	"bridge/artifacts"
	"bridge/envelope"
	"bridge/internal/filelock"
	"bridge/internal/httpguard"
	"bridge/internal/lifecycle"
	"bridge/internal/mac"
	"bridge/message"
	"bridge/outbox"
	"bridge/queue"
	"bridge/store"
	"bridge/turns"
)

// Deps is what an adapter or agent may need of the running bridge.
type Deps struct {
	Artifacts *artifacts.Store
	Keys      mac.Keys
	Log       *slog.Logger
	Now       func() time.Time
	Instance  string // names this installation in loop headers
	TempDir   string // empty at every start, on the disk of the data
	// State keeps the cursors of mailboxes and the like, one key for each.
	State adapters.State
	// Turns tells how far a turn is.
	Turns adapters.Turns
	// Contacts keeps who wrote to a channel, and when.
	Contacts adapters.Contacts
	// Buckets are limits that all nodes share.
	Buckets adapters.Buckets
	// Delivered takes what a provider says of a message of ours. It works once the
	// bridge has started.
	Delivered adapters.DeliveredFunc
	// Alert tells the operators, but not on the channel; once for each key and some time.
	Alert func(ctx context.Context, channel message.ChannelName, key, text string)
	// Segments counts the SMS segments that a channel has sent.
	Segments func(channel message.ChannelName, n int)
	// Refused counts what a channel refused before admission saw it; reason is a
	// short stable word.
	Refused func(channel message.ChannelName, reason string)
	// Copied counts the copies of what was sent.
	Copied func(channel message.ChannelName, ok bool)
	// Quarantined counts a message that a channel set aside, and tells the operators.
	Quarantined func(channel message.ChannelName, text string)
	// Reconnected counts a connection of a channel that was made again.
	Reconnected func(channel message.ChannelName)
	// SchedulePaused tells whether operators have paused a schedule.
	SchedulePaused func(ctx context.Context, channel message.ChannelName) (bool, error)
	// BreakerOpened counts that the breaker of an endpoint of a channel has opened.
	BreakerOpened func(channel message.ChannelName)
	// Fired counts what became of n fires or runs of a schedule: a short stable word.
	Fired func(channel message.ChannelName, event string, n int)
}

// Channel is one configured channel, decoded and checked but not built.
type Channel struct {
	Name  message.ChannelName
	Kind  message.AddressKind
	Agent string
	Allow []string
	// Proves is the strongest trust it can give a sender.
	Proves message.Trust
	// Least is the trust that a sender needs to start a turn; zero: any.
	Least message.Trust
	// Idle is how long after the last message of a sender the next one opens a new
	// session; zero: the channel has threads of its own, as mail has.
	Idle time.Duration
	// SlowNotice is after how long people hear that an answer takes time; zero: never.
	SlowNotice time.Duration
	// Machine: its senders are systems; Deliver gets what their turns answer.
	Machine   bool
	Deliver   []message.Target
	DecidesAs message.PersonID // whose votes the approval-responses are that come there
	// Consent: people say STOP and START here. Help is the answer to HELP; "": one that
	// names the agent.
	Consent bool
	Help    string
	// Endpoint is where a webhook channel sends, as people may see it; "": it does not
	// send to one URL. Events are the patterns of the events that go there.
	Endpoint string
	Events   []string
	Probes   []Probe // of the servers it needs, for bridge check
	// Address mints the address of what an operator wrote; nil takes it as it is.
	Address func(value string) (message.Address, error)
	Build   func(Deps) (adapters.Adapter, error)
}

// Probe is one look at something outside that a channel needs, such as a login.
// note is what else is worth knowing; it changes nothing there.
type Probe struct {
	What string
	Try  func(context.Context) (note string, err error)
}

// Agent is one configured agent, decoded and checked but not built.
type Agent struct {
	Name          string
	Build         func(Deps) (agents.Agent, error)
	Timeout       time.Duration
	MaxConcurrent int
	URL           string // of an agent reached by HTTP: artifacts may be fetched from its host
}

// Options is the whole configuration as the app needs it.
type Options struct {
	Version   string
	PublicURL string
	// LocalPages makes links to approval pages also where PublicURL is of this machine
	// alone: for the demo, whose people all sit at it.
	LocalPages bool
	DataDir    string // absolute; created with mode 0700
	// Node names this node among those on one store; "" is the host's name.
	Node string
	// OpenStore opens the store. It is called once by New.
	OpenStore    func(context.Context) (store.Store, error)
	Secrets      [][]byte // empty: made once and kept in the store
	ArtifactsURL string
	MaxArtifact  int64
	LinkTTL      time.Duration
	StopTimeout  time.Duration
	GiveUp       time.Duration
	Retention    store.Retention
	// KeepArtifacts is how long stored files are kept.
	KeepArtifacts time.Duration
	KeepReasoning bool
	Limit         admission.Limit // turns per sender
	SessionLimit  admission.Limit // turns per sender in one session
	PartTypes     []envelope.Registration
	People        message.People
	Rules         approvals.Rules // the defaults
	Set           *rules.Set      // the rules over them; nil: there are none
	ReplyWindow   time.Duration   // approvals.Options.ReplyWindow
	Alerts        []Target        // who hears of the bridge's own troubles
	Channels      []Channel
	Agents        []Agent
	Callbacks     Callbacks
	Log           *slog.Logger
	Now           func() time.Time
}

// Callbacks are where decisions may be taken that were asked for from outside a turn; no
// hosts: nowhere. The channel that does it is one of Channels, with the name callbacks.
type Callbacks struct {
	Hosts   []string // patterns, as adapters/webhook/out.Allowed has them
	Secrets []string // "whsec_…"; all of them sign
}

// App is the wired bridge.
type App struct {
	o         Options
	node      string   // Options.Node and what makes it unique: two may be named alike by mistake
	lock      *os.File // on DataDir
	store     store.Store
	owns      ownedWork
	pauses    pauses
	lanes     queue.Lanes
	view      *turnView
	artifacts *artifacts.Store
	approvals *approvals.Service
	pages     *page.Pages
	proofs    *approvals.Proofs
	admission *admission.Service
	turns     *turns.Turns
	outbox    *outbox.Outbox
	senders   map[message.ChannelName]adapters.Sender
	events    *events
	adapters  []adapters.Adapter
	channels  *channelStates
	metrics   *metrics
	group     *lifecycle.Group
	intake    *intake
	started   atomic.Pointer[time.Time] // nil until Start is done
	stopping  chan struct{}
}

// New opens the store and builds every part; nothing runs yet. On an error
// everything that was opened is closed.
func New(ctx context.Context, o Options) (_ *App, err error) {
	a := &App{
		o: o, channels: newChannelStates(o.Now), metrics: newMetrics(), intake: newIntake(), events: newEvents(),
		group: lifecycle.New(o.StopTimeout), stopping: make(chan struct{}),
	}
	if o.Node == "" {
		if o.Node, err = os.Hostname(); err != nil {
			return nil, fmt.Errorf("name of the node: %w", err)
		}
		a.o.Node = o.Node
	}
	a.node = o.Node + "/" + strings.ToLower(rand.Text()[:6])
	defer func() {
		if err != nil {
			err = errors.Join(err, a.Close())
		}
	}()
	if a.lock, err = filelock.Lock(filepath.Join(o.DataDir, "bridge.lock")); err != nil {
		return nil, fmt.Errorf("data_dir %s: %w", o.DataDir, err)
	}
	if a.store, err = o.OpenStore(ctx); err != nil {
		return nil, err
	}
	keys, instance, err := a.keys(ctx)
	if err != nil {
		return nil, err
	}
	a.artifacts, err = artifacts.Open(ctx, artifacts.Options{
		URL: o.ArtifactsURL, Dir: filepath.Join(o.DataDir, "artifacts"), MaxSize: o.MaxArtifact, LinkTTL: o.LinkTTL,
		PublicURL: o.PublicURL, Keys: keys, Now: o.Now,
		Client: httpguard.New(httpguard.Options{Timeout: 30 * time.Second, AllowHosts: agentHosts(o.Agents), MaxRedirects: 3}),
	})
	if err != nil {
		return nil, fmt.Errorf("artifacts: %w", err)
	}
	tmp := filepath.Join(o.DataDir, "tmp") // ours alone: the lock is held
	if err := errors.Join(os.RemoveAll(tmp), os.MkdirAll(tmp, 0o700)); err != nil {
		return nil, fmt.Errorf("temporary files: %w", err)
	}
	registry, err := envelope.NewRegistry(o.PartTypes...)
	if err != nil {
		return nil, fmt.Errorf("part types: %w", err)
	}
	a.view = &turnView{store: a.store, registry: registry, artifacts: a.artifacts}
	deps := Deps{
		Artifacts: a.artifacts, Keys: keys, Log: o.Log, Now: o.Now, Instance: instance, TempDir: tmp, State: a.store,
		Turns: a.view, Contacts: a.store, Buckets: a.store, Alert: a.alert,
		Delivered: func(ctx context.Context, ch message.ChannelName, d message.Delivery) (string, error) {
			return a.outbox.Delivered(ctx, ch, d)
		},
		Segments: a.metrics.segment, Refused: a.metrics.refuse, Copied: a.metrics.copied, Quarantined: a.quarantined, Reconnected: a.metrics.reconnect,
		SchedulePaused: a.schedulePaused, Fired: a.metrics.fire, BreakerOpened: a.metrics.breakerOpened,
	}
	if err := a.wire(deps); err != nil {
		return nil, err
	}
	a.metrics.observe(a)
	return a, nil
}

// keys returns the signing keys, and a name of this installation made from them.
func (a *App) keys(ctx context.Context) (mac.Keys, string, error) {
	secrets := a.o.Secrets
	if len(secrets) == 0 {
		s, err := a.store.Secret(ctx)
		if err != nil {
			return mac.Keys{}, "", fmt.Errorf("read the store's secret: %w", err)
		}
		secrets = [][]byte{s}
	}
	keys, err := mac.NewKeys(secrets...)
	if err != nil {
		return mac.Keys{}, "", err
	}
	return keys, keys.Sum(5, "instance"), nil
}

func (a *App) wire(deps Deps) error {
	o, registry := a.o, a.view.registry
	senders := map[message.ChannelName]adapters.Sender{}
	caps := map[message.ChannelName]message.Caps{}
	var routes []approvals.Channel
	var chans []admission.Channel
	for _, c := range o.Channels {
		ad, err := c.Build(deps)
		if err != nil {
			return fmt.Errorf("channel %s: %w", c.Name, err)
		}
		a.adapters = append(a.adapters, ad)
		caps[c.Name] = ad.Caps()
		if s, ok := ad.(adapters.Sender); ok {
			senders[c.Name] = s
			if caps := ad.Caps(); !caps.OneWay {
				routes = append(routes, approvals.Channel{Name: c.Name, Kind: caps.Kind, HTML: caps.HTML, Address: caps.Address, Markup: caps.Markup, Max: caps.MaxText})
			}
		}
		chans = append(chans, admission.Channel{
			Name: c.Name, Kind: c.Kind, Agent: c.Agent, Allow: c.Allow, Least: c.Least, Idle: c.Idle, Consent: c.Consent, Machine: c.Machine, Deliver: c.Deliver, Help: c.Help, DecidesAs: c.DecidesAs,
		})
	}
	ags := map[string]turns.Agent{}
	for _, g := range o.Agents {
		ag, err := g.Build(deps)
		if err != nil {
			return fmt.Errorf("agent %s: %w", g.Name, err)
		}
		ags[g.Name] = turns.Agent{Agent: ag, Timeout: g.Timeout, MaxConcurrent: g.MaxConcurrent}
	}
	a.senders = senders
	lanes := queue.Lanes(watchedLanes{a.store.Worker(a.node), a})
	a.lanes = lanes
	a.channels.changed = a.channelChanged
	a.pages = &page.Pages{Keys: deps.Keys, Now: o.Now, Log: o.Log, PublicURL: o.PublicURL, Local: o.LocalPages}
	a.approvals = approvals.New(approvals.Options{
		Page:  a.pages.Link,
		Store: a.store, Directory: o.People, Lanes: lanes, Rules: o.Rules, Set: o.Set, Channels: routes, Injection: injection,
		ReplyWindow: o.ReplyWindow, Audit: a.audit, Now: o.Now, Rand: rand.Reader, Log: o.Log, Decided: a.decided, Also: a.decidedItems, Happened: a.metrics.happen,
		Alert:    func(ctx context.Context, key, text string) { a.alert(ctx, "", key, text) },
		Document: document,
	})
	a.pages.Desk = a.approvals
	a.proofs = approvals.NewProofs(a.store, a.store, o.Now)
	kinds, slow := map[message.ChannelName]message.AddressKind{}, map[message.ChannelName]time.Duration{}
	for _, c := range o.Channels {
		kinds[c.Name], slow[c.Name] = c.Kind, c.SlowNotice
	}
	a.turns = turns.New(turns.Options{
		Store: recording{a.store, a}, Also: a.stepItems, Lanes: lanes, Agents: ags, Registry: registry, Artifacts: a.artifacts, Approvals: a.approvals,
		Planner:       outbox.Planner{Registry: registry, Artifacts: a.artifacts, Caps: caps},
		KeepReasoning: o.KeepReasoning, Now: o.Now, Log: o.Log, Paused: a.pauses.turn, Metrics: a.metrics.turns(), SlowNotice: slow,
		NotBefore: func(ctx context.Context, at time.Time, to outbox.Recipient) (time.Time, error) {
			p, _, err := o.People.ByAddress(ctx, to.Address)
			return outbox.NotBefore(at, kinds[to.Channel], p, true), err
		},
		Alert: func(ctx context.Context, key, text string) { a.alert(ctx, "", key, text) },
	})
	a.outbox = outbox.New(outbox.Options{
		Store: watchedSends{a.store, a}, Ended: a.sendEnded, Lanes: lanes, Senders: senders, Now: o.Now, Log: o.Log, GiveUp: o.GiveUp,
		Report: a.approvals.Handed, Paused: a.pauses.send, Alert: a.alertAbout, Metrics: a.metrics.outbox(),
		Target: a.target, Heard: heard(deps.Contacts),
	})
	a.admission = admission.New(admission.Options{
		Store: a.store, Approvals: a.approvals, Directory: o.People, Channels: chans, Limit: o.Limit, SessionLimit: o.SessionLimit,
		Buckets: a.store, Now: o.Now, Log: o.Log, Delivered: a.outbox.Delivered, Enqueue: lanes.Enqueue, Alert: a.alertAbout,
		OptOut: a.outbox.OptOut, OptIn: a.outbox.OptIn, OptedOut: a.outbox.OptedOut,
		Stopped: a.approvals.OptedOut, Started: a.approvals.OptedIn,
		Counted: a.metrics.accepted, Classed: a.metrics.classed,
	})
	return nil
}

// target is what the thread index has under a ref.
func (a *App) target(ctx context.Context, ch message.ChannelName, ref message.Ref) (outbox.Indexed, bool, error) {
	ts, err := a.store.Targets(ctx, ch, []message.Ref{ref})
	if err != nil || len(ts) == 0 {
		return outbox.Indexed{}, false, err
	}
	return outbox.Indexed(ts[0]), true, nil
}

// heard asks contacts when an address wrote last; nil without contacts.
func heard(c adapters.Contacts) func(context.Context, message.ChannelName, message.Address) (time.Time, error) {
	if c == nil {
		return nil
	}
	return func(ctx context.Context, ch message.ChannelName, a message.Address) (time.Time, error) {
		k, _, err := c.Contact(ctx, ch, a)
		return k.Heard, err
	}
}

// injection turns a decision into the item that resumes its turn.
func injection(r approvals.Record) (queue.Item, error) {
	decision := "denied"
	if r.State == approvals.Granted {
		decision = "granted"
	}
	part, err := turns.ResponsePart(r.AgentID, decision, r.Reason, r.DecidedBy, r.Digest, r.DecidedAt)
	if err != nil {
		return queue.Item{}, err
	}
	return turns.DecisionItem(r.Session, r.Turn, r.ID, part)
}

func (a *App) audit(ctx context.Context, what string, r approvals.Record, why ...string) error {
	return a.store.Audit(ctx, admission.AuditEntry{At: a.o.Now(), What: what, Subject: string(r.ID), Why: why})
}

// Start binds the ports of the channels and runs everything. An error means
// nothing runs; the caller then calls Close.
func (a *App) Start(ctx context.Context) error {
	for _, ad := range a.adapters {
		if l, ok := ad.(adapters.Listening); ok {
			if err := l.Listen(ctx); err != nil {
				return fmt.Errorf("channel %s: %w", ad.Name(), err)
			}
		}
	}
	for _, ad := range a.adapters {
		if r, ok := ad.(adapters.Receiver); ok {
			a.group.Go("receive "+string(ad.Name()), a.receiving(r))
		} else {
			a.channels.set(ad.Name(), ChannelOK, "")
		}
	}
	if err := a.readPauses(ctx); err != nil { // before anything runs that is paused
		return err
	}
	a.group.Go("pauses", func(soft, _ context.Context) error { return a.followPauses(soft) })
	a.group.Go("turns", a.turns.Run)
	a.group.Go("outbox", a.outbox.Run)
	caughtUp := a.caughtUp()
	a.group.Go("expiry", a.owned("expiry", func(ctx context.Context) error { return a.approvals.Expire(ctx, caughtUp) }))
	a.group.Go("retention", a.owned("retention", a.retain))
	now := a.o.Now()
	a.started.Store(&now)
	return nil
}

// retain deletes what is past its retention, once an hour.
func (a *App) retain(ctx context.Context) error {
	t := time.NewTicker(time.Hour)
	defer t.Stop()
	for {
		if n, err := a.store.Sweep(ctx); err != nil && ctx.Err() == nil {
			a.o.Log.Error("retention", "err", err)
		} else if n > 0 {
			a.o.Log.Info("retention: deleted what is past its time", "records", n)
		}
		if err := a.expireArtifacts(ctx); err != nil && ctx.Err() == nil {
			a.o.Log.Error("retention", "err", err)
		}
		a.logHeads(ctx)
		select {
		case <-ctx.Done():
			return nil
		case <-t.C:
		}
	}
}

// expireArtifacts deletes files that are older than their retention and than
// every record that may refer to them: messages, and items not finished yet.
func (a *App) expireArtifacts(ctx context.Context) error {
	before := a.o.Now().Add(-max(a.o.KeepArtifacts, a.o.Retention.Messages))
	for _, q := range []queue.Name{queue.Inbox, queue.Outbox} {
		oldest, err := a.store.OldestItem(ctx, q)
		if err != nil {
			return err
		}
		if !oldest.IsZero() && oldest.Add(-time.Hour).Before(before) {
			before = oldest.Add(-time.Hour) // a file is stored shortly before its message
		}
	}
	n, err := a.artifacts.Expire(ctx, before)
	if n > 0 {
		a.o.Log.Info("retention: deleted old files", "records", n)
	}
	return err
}

// Failed delivers the first error of a loop that ended by itself.
func (a *App) Failed() <-chan error { return a.group.Failed() }

// Stop takes no new messages, lets what is under way finish within the stop
// timeout, cuts off the rest (which is released and comes again at the next
// start) and closes the store. It loses nothing.
func (a *App) Stop(ctx context.Context) error {
	select {
	case <-a.stopping:
	default:
		close(a.stopping)
	}
	a.events.close()
	err := a.group.Stop(ctx)
	a.intake.close(ctx)
	return errors.Join(err, a.Close())
}

// Close closes the channels, the artifacts and the store. Stop calls it.
func (a *App) Close() error {
	var err error
	for _, ad := range a.adapters {
		if c, ok := ad.(io.Closer); ok {
			err = errors.Join(err, c.Close())
		}
	}
	if a.artifacts != nil {
		err = errors.Join(err, a.artifacts.Close())
	}
	if a.store != nil {
		err = errors.Join(err, a.store.Close())
	}
	if a.lock != nil {
		err = errors.Join(err, a.lock.Close())
	}
	return err
}

// Approvals is what operators look at and decide.
func (a *App) Approvals() *approvals.Service { return a.approvals }

// PageHandler serves the approval pages under /approvals/.
func (a *App) PageHandler() http.Handler { return a.pages }

// ArtifactHandler serves the signed links under /artifacts/.
func (a *App) ArtifactHandler() http.Handler { return a.artifacts.Handler() }

// Routes returns the HTTP handlers of the channels by name.
func (a *App) Routes() map[message.ChannelName]http.Handler {
	m := map[message.ChannelName]http.Handler{}
	for _, ad := range a.adapters {
		if r, ok := ad.(adapters.Routed); ok {
			m[ad.Name()] = a.intake.guard(r.Routes(a.accept))
		}
	}
	return m
}

// agentHosts returns the host:port of the agents reached by HTTP: their
// artifacts may be fetched even where the address is private.
func agentHosts(as []Agent) []string {
	var hosts []string
	for _, g := range as {
		u, err := url.Parse(g.URL)
		if err != nil || u.Host == "" {
			continue
		}
		port := u.Port()
		if port == "" {
			port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
		}
		hosts = append(hosts, net.JoinHostPort(u.Hostname(), port))
	}
	return hosts
}
