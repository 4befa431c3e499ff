package admission

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/core/span"
	"bridge/flow/turns"
)

// machine starts the turn of a system's message (a webhook, a run of a schedule). Its
// answer goes to the channel's targets, who may reply to it; what is not delivered
// anywhere is kept with the turn.
func (a *Service) machine(ctx context.Context, ch Channel, in message.Inbound, key string) (message.Accepted, error) {
	if in.Trust < ch.Least {
		return a.set(ctx, in, key, message.OutcomeRefused, "sender is not proven")
	}
	if acc, done, err := a.decides(ctx, ch, in, key); done || err != nil {
		return acc, err
	}
	if in.Class != message.Human { // such as an event that the channel does not want
		return a.set(ctx, in, key, message.OutcomeRecorded, in.ClassWhy)
	}
	if empty(in.Parts) {
		return a.set(ctx, in, key, message.OutcomeRecorded, "neither text nor attachments")
	}
	to, err := a.originators(ctx, ch, cmp.Or(in.Subject, string(ch.Name)))
	if err != nil {
		return message.Accepted{}, err
	}
	if in.Answered {
		to = append(to, turns.Originator{Channel: in.Channel, Address: in.From, Thread: in.Thread})
	}
	for _, p := range in.Tell {
		to = append(to, turns.Originator{Channel: in.Channel, Address: p.Address, Thread: p.Thread})
	}
	ch.Agent = cmp.Or(in.Agent, ch.Agent)
	session := message.NewSessionID()
	var candidates []message.SessionID
	if in.Conversation != "" {
		session = message.MachineSessionID(in.Channel, in.Conversation)
		candidates = append(candidates, session)
	}
	tenant := cmp.Or(in.Tenant, ch.Tenant).Or()
	limit := a.o.TenantLimits[tenant]
	var spends []Token
	if limit.N > 0 {
		spends = append(spends, limit.token(tenantBucket(tenant)))
	}
	from := systemOf(ctx)
	people := []message.Address{in.From}
	for _, o := range to {
		people = append(people, o.Address)
	}
	turn := message.NewTurnID()
	if in.Content != "" { // the id of the first says whether this one has the same content
		turn = message.DerivedTurnID(in.ReceivedAt, string(in.Channel), key, in.Content)
	}
	made := a.machineTurn(ch, in, to, from)
	is := func(adm Admitted) turns.Turn {
		t := made
		t.ID, t.Session, t.Tenant, t.CreatedAt = adm.Turn, adm.Session, adm.Tenant.Or(), adm.At
		return t
	}
	var record func(Admitted) turns.Turn
	if in.Owner != "" {
		record = is
	}
	adm, err := a.o.Store.Admit(ctx, Admission{
		Channel: in.Channel, Key: key, From: in.From, Candidates: candidates,
		New:  Session{ID: session, Channel: in.Channel, Agent: ch.Agent, Participants: people, CreatedAt: in.ReceivedAt, Machine: true, Tenant: tenant},
		Turn: turn, Index: in.Binding.Self, At: in.ReceivedAt, Record: record,
		Tokens: spends,
	}, func(adm Admitted) (queue.Item, error) {
		if in.Content != "" && !adm.Turn.SameOrigin(turn) {
			return queue.Item{}, errOtherContent
		}
		return turns.MessageItem(key, is(adm), in.Parts)
	})
	if short, ok := errors.AsType[*ShortError](err); ok {
		return message.Accepted{}, limit.met(short.Wait)
	}
	for _, conflict := range []error{errOtherContent, ErrTaken} {
		if !errors.Is(err, conflict) {
			continue
		}
		acc, err := a.set(ctx, in, key, message.OutcomeRefused, conflict.Error())
		acc.Status = http.StatusConflict
		return acc, err
	}
	if err != nil {
		return message.Accepted{}, fmt.Errorf("admission: admit: %w", err)
	}
	acc := message.Accepted{Outcome: message.OutcomeTurn, Session: adm.Session, Turn: adm.Turn}
	if !adm.First {
		acc.Outcome, acc.Reason = message.OutcomeDuplicate, "seen before"
	} else {
		a.span(ch, in, adm, from)
	}
	return acc, nil
}

// errOtherContent says that an id was seen with another content.
var errOtherContent = errors.New("its id was seen with another content")

// originators are the channel's targets as they are now. A person without an address
// there is left out, and the operators hear of it. subject is that of what they get.
func (a *Service) originators(ctx context.Context, ch Channel, subject string) ([]turns.Originator, error) {
	var to []turns.Originator
	for _, t := range ch.Deliver {
		if t.Person == "" {
			to = append(to, turns.Originator{Channel: t.Channel, Address: t.Address, Subject: subject, Peer: a.channels[t.Channel].Peer})
			continue
		}
		p, ok, err := a.o.Directory.Person(ctx, t.Person)
		if err != nil {
			return nil, fmt.Errorf("admission: directory: %w", err)
		}
		i := slices.IndexFunc(p.Addresses, func(x message.Address) bool { return x.Kind() == t.Kind })
		if !ok || i < 0 {
			a.o.Host.Alert(ctx, ch.Name, "", "no target "+string(ch.Name)+" "+string(t.Person), fmt.Sprintf(
				"What the channel %s delivers does not reach %s, who has no address for the channel %s.", ch.Name, t.Person, t.Channel))
			continue
		}
		to = append(to, turns.Originator{Channel: t.Channel, Address: p.Addresses[i], Name: p.Name, Person: p.ID, Subject: subject, Language: p.Reads(true)})
	}
	return to, nil
}

// machineTurn is the turn of a machine's message, but for what its admission settles.
func (a *Service) machineTurn(ch Channel, in message.Inbound, to []turns.Originator, from span.Caller) turns.Turn {
	call := turns.Caller{Trust: in.Trust.String(), Sender: string(in.From), Channel: string(ch.Kind), Starts: ch.Traits.Starts, Peer: cmp.Or(in.Peer, ch.Peer)}
	return turns.Turn{
		Channel: in.Channel, Agent: ch.Agent, Trace: from.Trace, Sampled: from.Said, Correlation: cmp.Or(in.Correlation, message.NewCorrelation()), Originators: to,
		Deadline: in.Deadline, Inbound: in.ExternalID, State: envelope.Awaiting, Call: call, Broken: in.Broken, Machine: true,
		Owner: in.Owner, Context: in.Context, Continues: in.Continues,
	}
}
