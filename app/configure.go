package app

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"bridge/adapters/channel"
	"bridge/agents/agent"
	"bridge/app/gateway"
	"bridge/app/mcpserver"
	"bridge/approvals/request"
	"bridge/artifacts"
	"bridge/config"
	"bridge/core/envelope"
	"bridge/core/locale"
	"bridge/core/message"
	"bridge/flow/admission"
	"bridge/flow/events"
	"bridge/flow/turns"
	"bridge/internal/peers"
	"bridge/operate"
	"bridge/store"
)

// Kinds are the tables of what a configuration may name; the program has them.
type Kinds struct {
	Channels channel.Kinds
	Agents   agent.Kinds
	// Callbacks makes the channel that takes decisions to those who asked from outside a turn.
	Callbacks func(Callbacks) channel.Channel
	// Stores opens the store of a configuration; LookAt says what is there, for bridge check.
	Stores StoreKinds
	S3     func(ctx context.Context, url string) (artifacts.Volume, error)
}

// StoreKinds is the table of stores.
type StoreKinds interface {
	// Opener returns what opens the store of a configuration.
	Opener(c *config.Config, o store.Options) func(context.Context) (store.Store, error)
	// Describe looks at the store, for bridge check. It changes nothing, and a running
	// bridge may have it: then the error is filelock.ErrInUse.
	Describe(ctx context.Context, c *config.Config, o Options) (store.Description, error)
	// Snapshot writes a store that is a file as it is at one moment into another file, while a
	// bridge may have it open, for bridge backup.
	Snapshot(ctx context.Context, c *config.Config, file string) error
	// CopyOut writes the records of any store as they are at one moment into a file that is not
	// there yet (backup.Records), while bridges may have it open; running is one of those on a
	// shared store.
	CopyOut(ctx context.Context, c *config.Config, file string) (running string, err error)
	// CopyIn is backup.Target.Load. todo is what it says to who opens the store before it is finished.
	CopyIn(ctx context.Context, c *config.Config, form string, r io.Reader, file, todo string, replace bool) (finish func(context.Context) error, err error)
}

// CallbackChannel is the name of the channel that takes decisions to those who asked for
// them from outside a turn. It is no section of the configuration.
const CallbackChannel = "callbacks"

// Configure decodes the sections of agents and channels and returns everything the
// app needs. The error is every mistake in the configuration.
func Configure(c *config.Config, k Kinds, log *slog.Logger) (Options, error) {
	o := Options{
		Kinds:   k.Channels,
		Config:  operate.Configuration{Sum: c.Sum, At: time.Now()},
		Version: Version(), PublicURL: c.PublicURL, DataDir: c.DataDir, Node: c.Node,
		OpenStore:    k.Stores.Opener(c, store.Options{Dedupe: c.Dedupe, Now: time.Now, Log: log, Retention: keeps(c)}),
		ArtifactsURL: c.Artifacts.URL, OpenS3: k.S3, MaxArtifact: int64(c.Artifacts.MaxSize), LinkTTL: c.Artifacts.LinkTTL,
		StopTimeout: c.StopTimeout, GiveUp: c.GiveUp,
		Retention:     keeps(c),
		KeepArtifacts: c.Retention.Artifacts, KeepReasoning: c.Retention.Reasoning > 0,
		Limit: admission.Limit{N: c.Limits.TurnsPerSender.N, Per: c.Limits.TurnsPerSender.Per, Key: "limits.turns_per_sender"},
		SessionLimit: admission.Limit{
			N: c.Limits.TurnsPerSession.N, Per: c.Limits.TurnsPerSession.Per, Key: "limits.turns_per_session",
		},
		Callbacks: Callbacks{Hosts: c.API.Callbacks, Secrets: config.Reveal(c.API.CallbackSecret)}, Log: log, Now: time.Now,
	}
	o.HTTP = HTTP{
		Listen: c.Listen, Socket: Socket(c), Operators: tokens(c.API.Operators), Parts: parts("", c.API.Agents, nil),
		Console: c.Console.Enabled,
		Limits:  peers.Limits{All: c.Limits.HTTPOpen, Peer: c.Limits.HTTPOpenPerPeer},
	}
	o.Backups = backups(c, k.Stores)
	o.Writers = c.API.Directory
	o.Telemetry = Telemetry{URL: c.Telemetry.Traces, Headers: tokens(c.Telemetry.Headers), Service: c.Telemetry.Service, Percent: c.Telemetry.Percent}
	o.Limits, o.Verified = senderLimits(c.Limits), c.Approvals.Verified
	o.Approvers = named(c.Approvals)
	if r := c.Approvals.Reverify; r != nil {
		if o.Reverify = *r; *r < 30*24*time.Hour {
			c.Warn("approvals.reverify", "whoever is not asked for so long has to confirm their number again", "months: carriers keep a number for 45 days at least before somebody else gets it")
		}
	}
	o.Tenants = map[message.Tenant]Tenant{}
	for _, name := range slices.Sorted(maps.Keys(c.Tenants)) {
		t := c.Tenants[name]
		o.HTTP.Parts = append(o.HTTP.Parts, parts(message.Tenant(name), t.Agents, t.Operators)...)
		o.Tenants[message.Tenant(name)] = Tenant{
			Turns: admission.Limit{N: t.Turns.N, Per: t.Turns.Per, Key: "tenants." + name + ".turns"}, MaxConcurrent: t.MaxConcurrent,
		}
	}
	o.SCIM = SCIM{
		Token: c.SCIM.Token.Reveal(), Tenant: message.Tenant(c.SCIM.Tenant), Approvers: c.SCIM.Approvers, Calls: c.SCIM.Rate.N, Per: c.SCIM.Rate.Per,
	}
	o.MCP = MCP{Wait: c.MCP.Wait, Calls: c.MCP.CallsPerClient.N, Per: c.MCP.CallsPerClient.Per}
	if a := c.MCP.OAuth; a != nil {
		o.MCP.Issuer, o.MCP.Audience = a.Issuer, a.Audience
	}
	for _, name := range slices.Sorted(maps.Keys(c.MCP.Clients)) {
		cl := c.MCP.Clients[name]
		m := mcpserver.Client{Client: operate.Client{Name: name, Agents: cl.Agents, Tenant: message.Tenant(cl.Tenant)}, Token: cl.Token.Reveal(), Subject: cl.Subject}
		for _, p := range cl.People {
			m.People = append(m.People, message.PersonID(p))
		}
		o.MCP.Clients = append(o.MCP.Clients, m)
	}
	for _, s := range c.Secrets {
		o.Secrets = append(o.Secrets, []byte(s.Reveal()))
	}
	for _, p := range c.Parts {
		o.PartTypes = append(o.PartTypes, envelope.Registration{
			Type: envelope.Type(p.Type), Streaming: envelope.Rule(p.Streaming), Buffered: envelope.Rule(p.Buffered),
			AllowedTransports: p.AllowedTransports, RequiresPeerConsumes: p.RequiresPeerConsumes,
		})
	}
	o.States, o.Surfaces = machines(c), templates(c)
	o.Translator = turns.Translator{Agent: c.LLMContext.Agent, Timeout: c.LLMContext.Timeout}
	c.Addresses(k.Channels.Person)
	for _, p := range c.People {
		base, _, _ := strings.Cut(strings.ToLower(p.Language), "-")
		if known := locale.Languages(); base != "" && !slices.Contains(known, base) {
			c.Warn("people."+p.ID+".language", fmt.Sprintf("there are no words in %q, so prompts and notices are in English", p.Language), "one of "+strings.Join(known, " "))
		}
		q := message.Person{ID: message.PersonID(p.ID), Name: p.Name, Zone: p.Timezone, Language: p.Language, Quiet: message.QuietHours(p.Quiet), Groups: p.Groups}
		for _, t := range c.TenantsOf(p.ID) {
			q.Tenants = append(q.Tenants, message.Tenant(t))
		}
		for _, a := range p.Addresses {
			q.Addresses = append(q.Addresses, message.Address(a))
		}
		o.People = append(o.People, q)
	}
	o.Rules, o.Set = approvalRules(c)
	o.ReplyWindow = c.Approvals.ReplyWindow
	o.Alerts = targets(c, k, o.People)
	var approvers []message.PersonID
	if o.Set != nil { // else it has mistakes
		approvers = o.Set.Approvers()
	}
	setup := channel.Setup{Config: c, Kinds: k.Channels, Version: Version(), People: o.People, Approvers: approvers, Events: events.Types(), Matches: events.Matches}
	decode := map[string]func(*config.Section) channel.Channel{}
	for _, kind := range k.Channels {
		decode[string(kind.Name)] = kind.Sections(setup)
	}
	answers := map[string]func(*config.Section) agent.Agent{}
	for _, kind := range k.Agents {
		answers[kind.Name] = kind.Sections(agent.Setup{Config: c, Version: Version(), Decides: decidable(c.Approvals)})
	}
	for _, s := range c.Agents {
		if decode, ok := answers[s.Type()]; ok {
			ag := decode(s)
			ag.Consumes, ag.Handover, ag.Router = consumes(c, s), s.Handover, s.Router
			o.Agents = append(o.Agents, ag)
		} else {
			s.RefuseType(k.Agents.Names())
		}
	}
	for _, s := range c.Channels {
		switch message.ChannelName(s.Name()) {
		case CallbackChannel:
			s.Problem("", "the name is taken: it is that of the channel that decisions go out by", "another name")
		case operate.ClientChannel:
			s.Problem("", "the name is taken: it is that of what clients of [mcp] start", "another name")
		case operate.TerminalChannel:
			s.Problem("", "the name is taken: it is that of what operators start by bridge chat", "another name")
		}
		of, ok := decode[s.Type()]
		if !ok {
			s.RefuseType(slices.Sorted(maps.Keys(decode)))
			continue
		}
		ch := of(s)
		ch.Peer, ch.Tenant, ch.Routes = peer(c, s, ch), message.Tenant(s.Tenant), s.Routes
		checkRoutes(s, ch)
		if s.Strangers != "" && (ch.Machine || ch.SendsOnly) {
			s.Problem("strangers", "no people write there", "a section without it")
		}
		if ch.Explain && slices.Contains(ch.Allow, "*") {
			s.Warn("strangers", "everybody may write there, so nobody is a stranger", "a section without it, or a narrower allow")
		}
		switch {
		case s.Tenant == "":
		case !ch.Machine:
			s.Problem("tenant", "people write there: what they continue says whose it is", "a section without it, and [tenants.NAME] people")
		case ch.SendsOnly || len(ch.Events) > 0:
			s.Problem("tenant", "it is of what comes in, and this channel sends, whoever it is of", "a section without it")
		}
		if !ch.SendsOnly && !ch.ByIntent {
			s.NeedAgent()
		}
		o.Channels = append(o.Channels, ch)
	}
	checkRules(c, o)
	checkHandovers(c, o)
	checkTranslator(c, o)
	if len(o.Callbacks.Hosts) > 0 {
		o.Channels = append(o.Channels, k.Callbacks(o.Callbacks))
	}
	return o, c.Check()
}

// tokens are the tokens of the API by the name of who has them.
func tokens(secrets map[string]config.Secret) map[string]string {
	all := map[string]string{}
	for name, t := range secrets {
		all[name] = t.Reveal()
	}
	return all
}

// parts are the tokens of a tenant.
func parts(t message.Tenant, agents, operators map[string]config.Secret) (all []gateway.Part) {
	for name, token := range tokens(agents) {
		all = append(all, gateway.Part{Caller: operate.Caller{Agent: name, Tenant: t}, Token: token})
	}
	for name, token := range tokens(operators) {
		all = append(all, gateway.Part{Caller: operate.Caller{Operator: name, Tenant: t}, Token: token})
	}
	return all
}

// senderLimits are the limits of some people and groups.
func senderLimits(c config.Limits) admission.Limits {
	l := admission.Limits{People: map[message.PersonID]admission.Limit{}, Groups: map[string]admission.Limit{}}
	for id, x := range c.People {
		l.People[message.PersonID(id)] = admission.Limit{N: x.TurnsPerSender.N, Per: x.TurnsPerSender.Per, Key: "limits.people." + id + ".turns_per_sender"}
	}
	for name, x := range c.Groups {
		l.Groups[name] = admission.Limit{N: x.TurnsPerSender.N, Per: x.TurnsPerSender.Per, Key: "limits.groups." + name + ".turns_per_sender"}
	}
	return l
}

func tenantLimits(all map[message.Tenant]Tenant) map[message.Tenant]admission.Limit {
	limits := map[message.Tenant]admission.Limit{}
	for name, t := range all {
		limits[name] = t.Turns
	}
	return limits
}

func shares(all map[message.Tenant]Tenant) map[message.Tenant]int {
	n := map[message.Tenant]int{}
	for name, t := range all {
		n[name] = t.MaxConcurrent
	}
	return n
}

// targets resolves "CHANNEL:PERSON" and "CHANNEL:VALUE"; config has checked that
// the channel exists and that a word without @ or + is a person. Of a person's
// addresses the first one of the channel's kind counts.
func targets(c *config.Config, k Kinds, people message.People) []Target {
	var ts []Target
	for i, t := range c.Alerts.To {
		ch, who, _ := strings.Cut(t, ":")
		kind := message.AddressKind("")
		if j := slices.IndexFunc(c.Channels, func(s *config.Section) bool { return s.Name() == ch }); j >= 0 {
			kind = message.AddressKind(c.Channels[j].Type())
		}
		j := slices.IndexFunc(people, func(p message.Person) bool { return string(p.ID) == who })
		if j < 0 {
			a, err := k.Channels.Address(kind, who)
			if err != nil {
				c.Problem(fmt.Sprintf("alerts.to[%d]", i), fmt.Sprintf("%q %v", who, err), `"CHANNEL:PERSON" or "CHANNEL:ADDRESS"`)
				continue
			}
			ts = append(ts, Target{Channel: message.ChannelName(ch), Address: a})
			continue
		}
		n := slices.IndexFunc(people[j].Addresses, func(a message.Address) bool { return a.Kind() == kind })
		if n < 0 {
			c.Warn(fmt.Sprintf("alerts.to[%d]", i), fmt.Sprintf("%s has no address of the kind of the channel %s: nothing goes there", who, ch), `a person with one, or "CHANNEL:ADDRESS"`)
			continue
		}
		ts = append(ts, Target{Channel: message.ChannelName(ch), Address: people[j].Addresses[n], Name: people[j].Name})
	}
	return ts
}

func keeps(c *config.Config) store.Retention {
	return store.Retention{Messages: c.Retention.Messages, Decisions: c.Retention.Decisions, Usage: c.Retention.Usage, Codes: request.CodeWindow}
}

// Socket is where the operator's socket of a configuration is.
func Socket(c *config.Config) string { return filepath.Join(c.DataDir, "bridge.sock") }
