package agp

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"strings"

	"bridge/adapters"
	"bridge/adapters/payload"
	"bridge/core/envelope"
	"bridge/core/message"
	wire "bridge/core/wire/agp"
	"bridge/core/wire/canonical"
)

// inbound is the message of an envelope. The agent gets the payload as data, and what else
// the envelope says as metadata of that part.
func (c *call) inbound(r *http.Request, body []byte) message.Inbound {
	meta := map[string]json.RawMessage{"intent": canonical.Quote(c.m.Intent), "fromAgent": canonical.Quote(c.m.From), "agentContext": c.m.Context}
	sum := sha256.Sum256(c.m.Canonical)
	in := message.Inbound{
		Channel: c.a.o.Name, ExternalID: c.m.Tuple(), Class: message.Human, From: message.Address(string(Kind) + ":" + c.m.From),
		Trust: message.Verified, Why: []string{"signed by the key of " + c.m.From}, ReceivedAt: c.began, WrittenAt: c.m.Time,
		Subject: c.m.Intent, Agent: c.agent, Correlation: c.correlation(r), Deadline: c.began.Add(c.m.Cap()),
		Content: hex.EncodeToString(sum[:]), // of no key: a repetition is one also after the bridge's secret was replaced
		Parts:   []envelope.Part{{Kind: envelope.KindData, Type: envelope.DomainData, Data: c.m.Payload, Metadata: meta}},
	}
	if id := c.m.Correlation(); id != "" { // signed: it makes a session
		name := sha256.Sum256([]byte(strings.Join([]string{c.m.From, c.m.To, c.agent, id}, "\n")))
		in.Conversation = hex.EncodeToString(name[:])
	}
	in.Keep(body)
	return in
}

// correlation is what the caller calls the exchange, for logs.
func (c *call) correlation(r *http.Request) string {
	if id := c.m.Correlation(); id != "" {
		return id
	}
	if id := r.Header.Get(wire.CorrelationHeader); wire.IsName(id) {
		return id
	}
	return ""
}

// answer is the envelope of a payload.
func (c *call) answer(payload json.RawMessage) (wire.Message, error) {
	return wire.Encode(c.m.Answer(payload, c.a.o.Now()))
}

func late() error {
	return &wire.Error{Code: wire.TTLExceeded, Message: "there is no answer within ttl_ms; the same envelope gets one that comes later", Retryable: true}
}

// outcome is the payload of a turn, or the code of one that failed. It notes what that says
// of the agent; one that waits for people has done its part.
func (c *call) outcome(t adapters.Turn, over bool) (json.RawMessage, error) {
	switch {
	case t.Settled && t.Failure == "":
		c.result = wire.Answered
	case t.Settled || over && t.State != string(envelope.Suspended):
		c.result = wire.Failed
	}
	switch {
	case !t.Settled && over, t.Failure == adapters.FailedLate:
		return nil, late()
	case !t.Settled:
		return nil, &wire.Error{Code: wire.VenueUnreachable, Message: "the envelope is taken, and this connection cannot wait for the answer; send it again", Retryable: true}
	case t.Failure == adapters.FailedOpen:
		return nil, &wire.Error{Code: wire.CircuitOpen, Message: "the agent fails, and was not called", Retryable: true}
	case t.Failure != "" && c.probe:
		return nil, &wire.Error{Code: wire.ProbeFailed, Message: "the agent was tried again, and failed"}
	case t.Failure != "":
		return nil, &wire.Error{Code: wire.VenueUnreachable, Message: "the agent failed"}
	}
	said, err := payload.Read(t.Envelope)
	if err != nil {
		return nil, &wire.Error{Code: wire.VenueUnreachable, Message: "the agent's answer cannot be sent"}
	}
	if t.State == string(envelope.Failed) {
		return nil, &wire.Error{Code: wire.VenueUnreachable, Message: said.Refusal()}
	}
	b, err := said.Object()
	if err != nil || len(b) > maxPayload {
		return nil, &wire.Error{Code: wire.VenueUnreachable, Message: "the agent's answer is too large"}
	}
	return b, nil
}

// maxPayload bounds an answer, in bytes: with agent_context it fits into an envelope.
const maxPayload = wire.MaxBody / 2
