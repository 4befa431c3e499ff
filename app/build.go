package app

import (
	"context"
	"fmt"
	"strings"
	"time"

	"bridge/adapters"
	"bridge/adapters/channel"
	"bridge/agents"
	"bridge/agents/agent"
	"bridge/approvals/prompt"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/flow/admission"
	"bridge/flow/events"
	"bridge/flow/turns"
	"bridge/operate"
	"bridge/store"
)

// built are the channels and agents of a configuration, and what each part has to know of
// them.
type built struct {
	adapters []adapters.Adapter
	senders  map[message.ChannelName]adapters.Sender
	caps     map[message.ChannelName]message.Caps
	slow     map[message.ChannelName]time.Duration // Channel.SlowNotice
	routes   []prompt.Channel                      // that people can be asked on
	admits   []admission.Channel
	shown    []operate.Channel
	agents   map[string]turns.Agent
	answers  map[string]agents.Agent
	names    []string // of the agents, in the order of the file
}

// build builds them. h has the turns, which are built after them. On an error too: what was built has to be closed.
func build(o Options, st store.Store, deps channel.Deps, h *host) (built, error) {
	b := built{
		senders: map[message.ChannelName]adapters.Sender{}, caps: map[message.ChannelName]message.Caps{},
		slow: map[message.ChannelName]time.Duration{}, agents: map[string]turns.Agent{}, answers: map[string]agents.Agent{},
	}
	for _, c := range o.Channels {
		ad, err := c.Build(deps)
		if err != nil {
			return b, fmt.Errorf("channel %s: %w", c.Name, err)
		}
		b.adapters = append(b.adapters, ad)
		b.caps[c.Name], b.slow[c.Name] = ad.Caps(), c.SlowNotice
		if s, ok := ad.(adapters.Sender); ok {
			b.senders[c.Name] = s
			if caps := ad.Caps(); !caps.OneWay {
				b.routes = append(b.routes, prompt.Channel{Name: c.Name, Kind: caps.Kind, Traits: caps.Traits, HTML: caps.HTML, Address: caps.Address, Markup: caps.Markup, Max: caps.MaxText, Brand: caps.Brand})
			}
		}
		b.admits = append(b.admits, admission.Channel{
			Name: c.Name, Kind: c.Kind, Traits: ad.Caps().Traits, Agent: c.Agent, Allow: c.Allow, Least: c.Least, Idle: c.Idle, Consent: c.Consent, Machine: c.Machine, Deliver: c.Deliver, Help: c.Help, DecidesAs: c.DecidesAs, Peer: c.Peer, Tenant: c.Tenant, TellRefused: c.TellRefused, Own: c.Own, Explain: c.Explain, Routes: routes(c.Routes), Default: c.Agent,
		})
		b.shown = append(b.shown, operate.Channel{Name: c.Name, Kind: c.Kind, Endpoint: c.Endpoint, Events: c.Events, Agent: c.Agent, Reach: c.Reach, Link: c.Link})
	}
	b.admits = append(b.admits, operate.ClientRoutes()...)
	for _, g := range o.Agents {
		ag, err := g.Build(agent.Deps{
			Log: deps.Log, Now: deps.Now, Keys: deps.Keys, State: remote{st, g.Name},
			Turns: waker{h, g.Name}, Callback: strings.TrimSuffix(o.PublicURL, "/") + "/agents/" + g.Name,
		})
		if err != nil {
			return b, fmt.Errorf("agent %s: %w", g.Name, err)
		}
		b.answers[g.Name] = ag
		b.agents[g.Name] = turns.Agent{Agent: ag, Timeout: g.Timeout, MaxConcurrent: g.MaxConcurrent, Consumes: g.Consumes, Handover: policy(g.Handover), Router: g.Router}
		b.names = append(b.names, g.Name)
	}
	return b, nil
}

// endpoints are the channels that events are sent to.
func endpoints(channels []channel.Channel) []events.Endpoint {
	var es []events.Endpoint
	for _, c := range channels {
		if c.Endpoint != "" {
			es = append(es, events.Endpoint{Channel: c.Name, To: message.Address(string(c.Kind) + ":" + string(c.Name)), Types: c.Events})
		}
	}
	return es
}

// agentHosts are where the agents are: their files may be fetched even where the address
// is private.
func agentHosts(as []agent.Agent) []string {
	var hosts []string
	for _, g := range as {
		hosts = append(hosts, g.Hosts...)
	}
	return hosts
}

// waker is agent.Waker of one agent.
type waker struct {
	host  *host
	agent string
}

// Wake implements agent.Waker.
func (w waker) Wake(ctx context.Context, turn, id string) error {
	return w.host.turns.Wake(ctx, w.agent, message.TurnID(turn), id)
}

// Deliver implements agent.Waker.
func (w waker) Deliver(ctx context.Context, turn, id string, u envelope.Update) error {
	return w.host.turns.Deliver(ctx, w.agent, message.TurnID(turn), id, u)
}

// remote is agent.State of one agent.
type remote struct {
	store store.Store
	agent string
}

// Get implements agent.State.
func (r remote) Get(ctx context.Context, id string) ([]byte, bool, error) {
	return r.store.ChannelState(ctx, r.key(id))
}

// Put implements agent.State.
func (r remote) Put(ctx context.Context, id string, value []byte) error {
	return r.store.SaveAgentState(ctx, r.key(id), value)
}

func (r remote) key(id string) string { return "agent " + r.agent + " " + id }
