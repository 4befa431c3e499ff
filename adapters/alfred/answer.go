package alfred

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"bridge/adapters/payload"
	"bridge/core/envelope"
	"bridge/core/message"
	wire "bridge/core/wire/alfred"
	"bridge/core/wire/canonical"
	"bridge/core/wire/card"
)

// inbound is the message of a task or event. The agent gets the payload as data, and the
// whole message but its security as metadata of that part, fields that nobody knows included.
func (c *call) inbound(body []byte) (message.Inbound, error) {
	data := c.m.Payload
	if data == nil {
		data = json.RawMessage("{}")
	}
	meta := map[string]json.RawMessage{
		"alfred": c.m.Open(), "intent": canonical.Quote(c.m.Intent), "fromAgent": canonical.Quote(c.m.Source.Agent), "tenant": canonical.Quote(c.tenant),
	}
	from := address(c.tenant, c.m.Source.Agent)
	in := message.Inbound{
		Channel: c.a.o.Name, ExternalID: string(from) + " " + strings.ToLower(c.m.ID), Class: message.Human, From: from,
		Trust: message.Verified, Why: []string{"its token is by " + c.peer.Issuer}, ReceivedAt: c.began, WrittenAt: c.m.Time,
		Subject: c.m.Intent, Agent: c.agent, Tenant: message.Tenant(c.tenant), Correlation: c.m.Exchange(), Answered: c.sink,
		Content: c.m.Content(), // of no key: a repetition is one also after the bridge's secret was replaced
		Parts:   []envelope.Part{{Kind: envelope.KindData, Type: envelope.DomainData, Data: data, Metadata: meta}},
	}
	name := sha256.Sum256([]byte(strings.Join([]string{string(from), c.agent, strings.ToLower(c.m.Exchange())}, "\n")))
	in.Conversation = hex.EncodeToString(name[:])
	if c.sink {
		b, err := json.Marshal(asked{c.m.Metadata, c.m.Routing, c.m.Tenant, c.m.Intent})
		if err != nil {
			return message.Inbound{}, err
		}
		in.Thread.Parent = string(b)
	}
	in.Keep(body)
	return in, nil
}

// asked is what the answer to a message has to know of it. It goes with the turn.
type asked struct {
	Metadata wire.Metadata `json:"metadata"`
	Routing  wire.Routing  `json:"routing"`
	Tenant   string        `json:"tenant,omitempty"`
	Intent   string        `json:"intent"`
}

func (q asked) message() wire.Message {
	return wire.Message{Metadata: q.Metadata, Routing: q.Routing, Security: wire.Security{Tenant: q.Tenant}, Intent: q.Intent}
}

// discover answers with our card (seed 002), as far as the token is for its skills.
func (c *call) discover(grant wire.Grant) (reply, error) {
	one := c.a.o.Config.Card
	one.Skills = slices.DeleteFunc(slices.Clone(one.Skills), func(k card.Skill) bool { return !grant.Allows(k.ID) })
	intents := []string{}
	for _, k := range one.Skills {
		intents = append(intents, k.ID)
	}
	doc, err := one.SeedJSON()
	if err != nil {
		return reply{}, err
	}
	b, err := json.Marshal(map[string]any{
		"agent_id": c.a.o.Config.Us.Agent, "service_id": c.a.o.Config.Us.Service, "version": wire.Version, "intents": intents,
		"types": []wire.Type{wire.TaskRequest, wire.Event, wire.Heartbeat, wire.Discovery}, "card": json.RawMessage(doc),
	})
	if err != nil {
		return reply{}, err
	}
	return c.say(wire.Discovery, b, "")
}

// tell answers with what became of a task; turn is that of one that was run.
func (c *call) tell(o wire.Outcome, turn message.TurnID) (reply, error) {
	b, err := o.Encode()
	if err != nil {
		return reply{}, err
	}
	id := ""
	if turn != "" {
		id = message.DerivedUUID("alfred", string(turn)) // that of a repetition, too
	}
	return c.say(wire.TaskResponse, b, id)
}

func (c *call) say(t wire.Type, payload json.RawMessage, id string) (reply, error) {
	m, err := c.a.message(c.m, t, payload, id)
	return reply{status: http.StatusOK, m: m}, err
}

// message is a message of ours that answers q, with a token and, if we have a key, signed.
func (a *Adapter) message(q wire.Message, t wire.Type, payload json.RawMessage, id string) (wire.Message, error) {
	conf, now := a.o.Config, a.o.Now()
	m := q.Answer(t, payload)
	if m.Source, m.ID = conf.Us, id; id == "" {
		m.ID = message.NewCorrelation()
	}
	var err error
	if m.Token, err = wire.Token(conf.Secret, conf.Issuer, conf.Us.Agent, m.Destination.Agent, m.Intent, m.Tenant, now); err != nil {
		return m, err
	}
	if m, err = wire.Encode(m, now); err != nil || len(conf.Keys) == 0 {
		return m, err
	}
	return wire.Sign(m, conf.Keys[0])
}

// outcome is what a turn came to.
func outcome(state, failure string, env []byte) wire.Outcome {
	fail := func(c wire.Code, why string) wire.Outcome {
		return wire.Outcome{Status: wire.Failed, Err: &wire.Error{Code: c, Message: why}}
	}
	switch failure {
	case "":
	case "timeout":
		return fail(wire.Timeout, "the agent did not answer in time")
	default:
		return fail(wire.InternalError, "the agent failed")
	}
	said, err := payload.Read(env)
	if err != nil {
		return fail(wire.InternalError, "the agent's answer cannot be sent")
	}
	if state == string(envelope.Failed) {
		return fail(wire.InternalError, said.Refusal())
	}
	b, err := said.Object()
	if err != nil || len(b) > wire.MaxBody/2 {
		return fail(wire.InternalError, "the agent's answer is too large")
	}
	return wire.Outcome{Status: wire.Success, Results: b}
}
