package admission

import (
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/core/span"
	"bridge/flow/turns"
)

// coming is a person's message that is to be a turn.
type coming struct {
	a      *Service
	ch     Channel
	in     message.Inbound
	key    string
	person message.Person
	known  bool
	from   span.Caller
}

// item is its item once it is known what it was admitted as.
func (m *coming) item(adm Admitted) (queue.Item, error) {
	in, p := &m.in, &m.person
	trust := in.Trust
	if len(in.Readings) > 0 { // who wrote it is proven, what it says is not
		trust = min(trust, message.Asserted)
	}
	call := turns.Caller{Trust: trust.String(), Sender: string(in.From), Channel: string(m.ch.Kind)}
	agent := m.ch.keeps(adm)
	if in.HasSubject {
		call.Subject = &in.Subject
	}
	if m.known {
		call.Person, call.Name = p.ID, p.Name
	}
	o := turns.Originator{Channel: in.Channel, Address: in.From, Name: in.FromName, Thread: in.Thread, Silent: in.Class == message.Quiet, Language: p.Reads(m.known)}
	if m.known {
		o.Person = p.ID
		if o.Name == "" {
			o.Name = p.Name
		}
	}
	return turns.MessageItem(m.key, turns.Turn{
		ID: adm.Turn, Session: adm.Session, Channel: in.Channel, Agent: agent, Tenant: adm.Tenant.Or(),
		Trace: m.from.Trace, Correlation: message.NewCorrelation(), Originators: []turns.Originator{o},
		Inbound: in.ExternalID, CreatedAt: adm.At, Order: m.a.wants(agent, m.in),
		State: envelope.Awaiting, Call: call, Machine: in.Class == message.Quiet,
	}, in.Parts)
}
