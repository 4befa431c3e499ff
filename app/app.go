// Package app wires the parts of the bridge and runs their life cycle. What happens to a
// message is in admission, turns, approvals and outbox; what operators do is in operate.
package app

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"bridge/adapters"
	"bridge/adapters/channel"
	"bridge/agents"
	"bridge/app/telemetry"
	"bridge/approvals"
	"bridge/approvals/page"
	"bridge/approvals/prompt"
	"bridge/artifacts"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/core/people"
	"bridge/flow/admission"
	"bridge/flow/events"
	"bridge/flow/handover"
	"bridge/flow/live"
	"bridge/flow/turns"
	"bridge/internal/filelock"
	"bridge/internal/httpguard"
	"bridge/internal/lifecycle"
	"bridge/internal/mac"
	"bridge/operate"
	"bridge/outbox"
	"bridge/render"
	"bridge/store"
	"bridge/store/backup"
	"bridge/store/sealed"
)

// App is the wired bridge.
type App struct {
	o         Options
	keys      mac.Keys
	node      string   // Options.Node and what makes it unique: two may be named alike by mistake
	lock      *os.File // on DataDir
	store     store.Store
	registry  *envelope.Registry
	artifacts *artifacts.Store
	approvals *approvals.Service
	pages     *page.Pages
	admission *admission.Service
	turns     *turns.Turns
	view      *turns.View
	handsOver bool         // an agent's conversations can be handed over
	bus       adapters.Bus // nil: the store is this node's alone
	outbox    *outbox.Outbox
	teller    *events.Teller
	desk      *operate.Desk
	pauses    *operate.Pauses
	channels  *operate.Channels
	adapters  []adapters.Adapter
	agents    map[string]agents.Agent
	owners    *owners
	alerts    alerts
	counts    counts
	group     *lifecycle.Group
	servers   *lifecycle.Group
	addr      net.Addr // of the HTTP server
	intake    *intake
	telemetry *telemetry.Exporter       // nil: no spans are made
	started   atomic.Pointer[time.Time] // nil until Start is done
	stopping  chan struct{}

	newSecretIn string // the file that this start has made; "": none
}

// New opens the store and builds every part; nothing runs yet. On an error
// everything that was opened is closed.
func New(ctx context.Context, o Options) (_ *App, err error) {
	a := &App{
		o: o, intake: newIntake(), group: lifecycle.New(o.StopTimeout), servers: lifecycle.New(serversTimeout), stopping: make(chan struct{}),
	}
	if o.Node == "" {
		if o.Node, err = os.Hostname(); err != nil {
			return nil, fmt.Errorf("name of the node: %w", err)
		}
	}
	a.node = o.Node + "/" + strings.ToLower(rand.Text()[:6])
	defer func() {
		if err != nil {
			err = errors.Join(err, a.Close())
		}
	}()
	if err := os.MkdirAll(o.DataDir, 0o700); err != nil {
		return nil, fmt.Errorf("data_dir: %w", err)
	}
	if a.lock, err = filelock.Lock(filepath.Join(o.DataDir, "bridge.lock")); err != nil {
		return nil, fmt.Errorf("data_dir %s: %w", o.DataDir, err)
	}
	switch todo, err := backup.Unfinished(o.DataDir); {
	case err != nil:
		return nil, fmt.Errorf("data_dir: %w", err)
	case todo != "":
		return nil, fmt.Errorf("data_dir %s: what is here was put here in part only: %s", o.DataDir, todo)
	}
	if a.store, err = o.OpenStore(ctx); err != nil {
		return nil, err
	}
	keys, made, err := signingKeys(ctx, o, a.store)
	if err != nil {
		return nil, err
	}
	a.keys, a.newSecretIn = keys, made
	inner := a.store
	a.bus, _ = inner.(adapters.Bus)
	if a.store, err = sealed.Open(ctx, inner, keys, o.Log); err != nil {
		a.store = inner // to be closed
		if errors.Is(err, sealed.ErrOtherSecret) {
			err = fmt.Errorf(`%w: write the former one behind the new one, as secret = ["NEW", "OLD"]`, err)
		}
		return nil, fmt.Errorf("secret: %w", err)
	}
	if err := a.store.IndexAddresses(ctx); err != nil {
		return nil, err
	}
	a.artifacts, err = artifacts.Open(ctx, artifacts.Options{
		URL: o.ArtifactsURL, Dir: filepath.Join(o.DataDir, "artifacts"), MaxSize: o.MaxArtifact, LinkTTL: o.LinkTTL,
		PublicURL: o.PublicURL, Keys: keys, Now: o.Now, S3: o.OpenS3,
		Client: httpguard.New(httpguard.Options{Timeout: 30 * time.Second, AllowHosts: agentHosts(o.Agents), MaxRedirects: 3}),
	})
	if err != nil {
		return nil, fmt.Errorf("artifacts: %w", err)
	}
	tmp := filepath.Join(o.DataDir, "tmp") // ours alone: the lock is held
	if err := errors.Join(os.RemoveAll(tmp), os.MkdirAll(tmp, 0o700)); err != nil {
		return nil, fmt.Errorf("temporary files: %w", err)
	}
	if a.registry, err = envelope.NewRegistry(o.PartTypes...); err != nil {
		return nil, fmt.Errorf("part types: %w", err)
	}
	if err := a.wire(ctx, keys, tmp); err != nil {
		return nil, err
	}
	return a, nil
}

// serversTimeout bounds how long calls under way are waited for at the end.
const serversTimeout = 5 * time.Second

// wire builds what needs the open store.
func (a *App) wire(ctx context.Context, keys mac.Keys, tmp string) error {
	o := a.o
	raw := a.store.Worker(a.node)
	a.teller = &events.Teller{Stream: events.NewStream(), Endpoints: endpoints(o.Channels), Lanes: raw, Node: a.node, Now: o.Now, Log: o.Log}
	lanes := events.Lanes{Lanes: raw, Teller: a.teller}
	a.alerts = alerts{to: o.Alerts, lanes: lanes, now: o.Now, log: o.Log}
	a.pauses = operate.NewPauses(a.store, o.Log)
	a.channels = operate.NewChannels(o.Now, a.teller)
	a.owners = &owners{store: a.store, node: a.node, log: o.Log}
	refusals, senders := &operate.Refusals{}, &operate.Senders{Now: o.Now}
	a.counts = counts{metrics: newMetrics(), refusals: refusals, alerts: a.alerts, log: o.Log}
	a.view = turns.NewView(a.store, a.store, a.registry, a.artifacts, o.Surfaces, live.Options{Bus: a.bus, Node: a.node, Now: o.Now, Log: o.Log})
	directory := people.Directory{Config: o.People, Store: a.store, Approvers: o.SCIM.Approvers}
	voters := people.Voters{Directory: directory, Codes: a.store, Proven: o.Verified, Idle: o.Reverify, Now: o.Now}
	if err := voters.Begin(ctx); err != nil {
		return err
	}
	doubts := doubts{voters, a.store, a.alerts, o.Log, func(ctx context.Context, id message.PersonID, at message.Address) (bool, error) {
		return a.desk.Reconfirm(ctx, id, at, "what a provider says of it")
	}}
	h := &host{alerts: a.alerts, doubts: doubts, pauses: a.pauses}
	codes := people.Codes{Store: a.store, Directory: directory, Keys: keys, Random: rand.Reader, Now: o.Now}
	built, err := build(o, a.store, channel.Deps{
		Host: h, Counts: a.counts,
		Artifacts: a.artifacts, Keys: keys, People: directory, Log: o.Log, Now: o.Now, Instance: keys.Sum(5, "instance"), TempDir: tmp, State: a.store,
		Turns: a.view, Histories: a.view, Notes: a.store, Requests: h, Bus: a.bus, Contacts: a.store, Buckets: a.store,
	}, h)
	a.adapters, a.agents = built.adapters, built.answers // to be closed
	if err != nil {
		return err
	}
	a.pages = &page.Pages{Keys: keys, Now: o.Now, Log: o.Log, PublicURL: o.PublicURL, Local: o.LocalPages}
	r := records{store: a.store, people: directory, now: o.Now}
	asked := asked{records: r, counts: a.counts, alerts: a.alerts, teller: a.teller}
	a.approvals = approvals.New(approvals.Options{
		Page:  a.pages.Link,
		Store: a.store, Directory: voters, Lanes: lanes, Rules: o.Rules, Set: o.Set, Channels: built.routes, Follow: asked, Observer: asked,
		ReplyWindow: o.ReplyWindow, Now: o.Now, Rand: rand.Reader, Log: o.Log, Memory: a.store,
	})
	a.pages.Desk, h.approvals = a.approvals, a.approvals
	planner := outbox.Planner{Registry: a.registry, Artifacts: a.artifacts, Caps: built.caps, Language: r.language}
	spans, reaches := a.spans(), reach{directory, prompt.Desk{Channels: built.routes}}
	a.turns = turns.New(turns.Options{
		Store: a.store, Events: a.teller, View: a.view, Lanes: lanes, Agents: built.agents, Registry: a.registry, Artifacts: a.artifacts, Approvals: a.approvals,
		Planner: planner, States: o.States, Surfaces: o.Surfaces, Translator: o.Translator,
		Host: turnsHost{a, reaches, built.caps}, Bus: a.bus,
		KeepReasoning: o.KeepReasoning, Now: o.Now, Log: o.Log, Counts: turnCounts{a.counts.metrics}, SlowNotice: built.slow,
		Shares: shares(o.Tenants), Spans: spans,
	})
	a.outbox = outbox.New(outbox.Options{
		Store: a.store, Lanes: lanes, Senders: built.senders, Now: o.Now, Log: o.Log, GiveUp: o.GiveUp,
		Host: outboxHost{a, doubts, lanes}, Counts: sendCounts{a.counts, senders, systemsOf(o.Channels)}, Spans: spans,
	})
	h.outbox, h.turns = a.outbox, a.turns
	policies := map[string]*handover.Policy{}
	for name, ag := range built.agents {
		if ag.Handover != nil {
			policies[name] = ag.Handover
		}
	}
	var handovers admission.Handovers
	if len(policies) > 0 {
		handovers, a.handsOver = a.store, true
	}
	_, done := render.HandoverWords()
	a.admission = admission.New(admission.Options{
		Store: a.store, Approvals: a.approvals, Directory: directory, Voters: voters, Channels: built.admits, Limit: o.Limit, Limits: o.Limits, SessionLimit: o.SessionLimit, TenantLimits: tenantLimits(o.Tenants),
		Codes: codes, Buckets: a.store, Now: o.Now, Log: o.Log, Outbox: a.outbox, Lanes: lanes, Counts: a.counts, Spans: spans, Host: admissionHost{a},
		Handovers: handovers, Policies: policies, Done: done,
	})
	a.desk = operate.New(operate.Options{
		Store: a.store, Approvals: a.approvals, Channels: built.shown, Adapters: a.adapters, Agents: built.names, Answers: built.answers, People: directory, Voters: voters, Approvers: o.Approvers, Codes: codes, Writers: o.Writers, Accept: a.accept,
		Callbacks: o.Callbacks.Hosts, Turns: a.view, Work: a.turns, Kinds: o.Kinds, Places: prompt.Desk{Channels: built.routes}, HandsOver: handsTo(policies), Answerers: reaches, Lanes: lanes, Planner: planner, Limit: o.Limit, Limits: o.Limits, Pauses: a.pauses, Refusals: refusals, Senders: senders, Stream: a.teller.Stream, Node: a, Name: a.node,
		Config: o.Config, Version: o.Version, Counter: a.counts, Stopping: a.stopping, Now: o.Now, Log: o.Log,
	})
	a.counts.observe(gauges{a.desk, a.owners, o.Now}, o.Channels, built.names, a.desk.Scheduled(), a.teller.Stream, a.view.Live())
	return nil
}

// accept is admission's, and tells what was accepted.
func (a *App) accept(ctx context.Context, in message.Inbound) (message.Accepted, error) {
	acc, err := a.admission.Accept(ctx, in)
	if err == nil {
		a.teller.Accepted(ctx, in, acc)
		a.teller.Joined(ctx, in, acc)
	}
	return acc, err
}

// Start binds the ports and runs everything. On an error nothing is left running.
func (a *App) Start(ctx context.Context) error {
	err := a.serve(ctx)
	if err == nil {
		err = a.begin(ctx) // meanwhile /readyz says that it is starting
	}
	if err != nil {
		return errors.Join(err, a.Stop(ctx))
	}
	return nil
}

// Start builds and starts a bridge. On an error nothing is left running.
func Start(ctx context.Context, o Options) (*App, error) {
	a, err := New(ctx, o)
	if err == nil {
		err = a.Start(ctx)
	}
	return a, err
}

// begin binds the ports of the channels and runs the loops.
func (a *App) begin(ctx context.Context) error {
	for _, ad := range a.adapters {
		if l, ok := ad.(adapters.Listening); ok {
			if err := l.Listen(ctx); err != nil {
				return fmt.Errorf("channel %s: %w", ad.Name(), err)
			}
		}
	}
	rs := &receivers{channels: a.channels, owners: a.owners, alerts: a.alerts, accept: a.accept, now: a.o.Now, log: a.o.Log}
	for _, ad := range a.adapters {
		if r, ok := ad.(adapters.Receiver); ok {
			a.group.Go("receive "+string(ad.Name()), rs.receiving(r))
		} else {
			a.channels.Set(ad.Name(), operate.ChannelOK, "")
		}
	}
	for name, ag := range a.agents {
		if r, ok := ag.(agents.Running); ok {
			a.group.Go("agent "+name, a.owners.owned("agent "+name, a.running(name, r)))
		}
	}
	if err := a.pauses.Read(ctx); err != nil { // before anything runs that is paused
		return err
	}
	a.group.Go("figures", func(soft, _ context.Context) error { return a.desk.Count(soft) })
	a.group.Go("nodes", func(soft, _ context.Context) error { return a.desk.Announce(soft) })
	a.group.Go("pauses", func(soft, _ context.Context) error { return a.pauses.Follow(soft) })
	if a.telemetry != nil {
		a.servers.Go("telemetry", a.telemetry.Run) // the last to stop: what the others still do is told
	}
	a.group.Go("live", a.view.Live().Run)
	a.group.Go("turns", a.turns.Run)
	a.group.Go("outbox", a.outbox.Run)
	done := caughtUp(a.adapters, a.stopping)
	a.group.Go("expiry", a.owners.owned("expiry", func(ctx context.Context) error { return a.approvals.Expire(ctx, done) }))
	if a.o.Reverify > 0 {
		a.group.Go("reverify", a.owners.owned("reverify", a.askBefore))
	}
	if a.handsOver {
		a.group.Go("handovers", a.owners.owned("handovers", func(ctx context.Context) error { return a.turns.EndIdle(ctx, a.store.Handovers) }))
	}
	keep := max(a.o.KeepArtifacts, a.o.Retention.Messages)
	a.group.Go("retention", a.owners.owned("retention", retention{a.store, a.artifacts, keep, a.o.Now, a.o.Log}.run))
	if a.o.Backups != nil {
		a.group.Go("backup", a.owners.owned("backup", a.scheduled().run))
	}
	if a.newSecretIn != "" {
		a.o.Log.Info("a secret was made: back it up, the store cannot be read without it", "file", a.newSecretIn)
	}
	now := a.o.Now()
	a.started.Store(&now)
	return nil
}

func (a *App) scheduled() scheduled {
	return scheduled{o: a.o, state: a.store, alerts: a.alerts, log: a.o.Log}
}

// running keeps the work of one agent beside its calls running.
func (a *App) running(name string, r agents.Running) func(context.Context) error {
	return func(ctx context.Context) error {
		return keepRunning(ctx, a.o.Now, r.Run, func(err error) { a.o.Log.Error("the work of an agent ended", "agent", name, "err", err) })
	}
}

// Addr is where the HTTP server listens.
func (a *App) Addr() string { return a.addr.String() }

// Wait runs until ctx ends or a part fails, then stops everything; false if something
// failed.
func (a *App) Wait(ctx context.Context) bool {
	ok, log := true, a.o.Log
	select {
	case <-ctx.Done():
		log.Info("stopping", "timeout", a.o.StopTimeout)
	case err := <-a.group.Failed():
		log.Error("a part ended", "err", err)
		ok = false
	case err := <-a.servers.Failed():
		log.Error("a server ended", "err", err)
		ok = false
	}
	// A second signal does not wait for what is under way: that is cut off and
	// comes again at the next start.
	again, done := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer done()
	if err := a.Stop(again); err != nil {
		log.Error("stop", "err", err)
		ok = false
	}
	log.Info("stopped")
	return ok
}

// Stop takes no new messages, lets what is under way finish within the stop
// timeout, cuts off the rest (which is released and comes again at the next
// start) and closes the store. It loses nothing. The HTTP server ends last, so that health
// and artifact links answer while turns finish. When ctx ends all is cut off.
func (a *App) Stop(ctx context.Context) error {
	select {
	case <-a.stopping:
	default:
		close(a.stopping)
	}
	a.teller.Stream.Close()
	a.view.Live().Close()
	err := a.group.Stop(ctx)
	a.intake.close(ctx)
	return errors.Join(err, a.Close(), a.servers.Stop(ctx))
}

// Close closes the channels, the artifacts and the store. Stop calls it.
func (a *App) Close() error {
	var err error
	for _, ad := range a.adapters {
		if c, ok := ad.(io.Closer); ok {
			err = errors.Join(err, c.Close())
		}
	}
	for _, ag := range a.agents {
		if c, ok := ag.(io.Closer); ok {
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

// Ready implements operate.Node: it says whether the bridge can take messages.
func (a *App) Ready() operate.Readiness {
	r := operate.Readiness{Channels: a.channels.List()}
	select {
	case <-a.stopping:
		r.Why = "stopping"
		return r
	default:
	}
	if a.started.Load() == nil {
		r.Why = "starting"
		return r
	}
	if err := a.store.Healthy(); err != nil {
		r.Why = "store unreachable" // what it says may name hosts: that is for status and the log
		return r
	}
	r.Ready = true
	return r
}

// StartedAt implements operate.Node.
func (a *App) StartedAt() time.Time {
	if at := a.started.Load(); at != nil {
		return *at
	}
	return time.Time{}
}

// Owns implements operate.Node.
func (a *App) Owns() []string { return a.owners.names() }

// Breakers implements operate.Node.
func (a *App) Breakers() []turns.BreakerState { return a.turns.Breakers() }

// Reload implements operate.Node.
func (a *App) Reload() (begin func(), err error) {
	if a.o.Reload == nil {
		return nil, operate.ErrNoFile
	}
	return a.o.Reload()
}

// Backup implements operate.Node.
func (a *App) Backup(ctx context.Context) (*operate.Backup, error) { return a.scheduled().status(ctx) }

// RunSchedule starts a run of a schedule as an operator.
func (a *App) RunSchedule(ctx context.Context, operator, name string) error {
	_, err := a.desk.RunSchedule(ctx, operator, name)
	return err
}

// RecentTurns are the newest turns of which something was sent.
func (a *App) RecentTurns(ctx context.Context, limit int) ([]operate.TurnLine, error) {
	p, err := a.desk.Turns(ctx, operate.Caller{Tenant: message.EveryTenant}, operate.RecentFilter{Limit: limit})
	return p.Items, err
}
