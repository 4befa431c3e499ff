package turns

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"bridge/agents"
	"bridge/approvals"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/outbox"
)

// follow returns what follows from a recorded outcome: prompts for what the step
// asks, and one message for each originator; or the call of who takes over. It may run again
// after a crash and then gives the same items. parts are what the step was called with.
func (t *Turns) follow(ctx context.Context, turn Turn, s Step, parts []envelope.Part) ([]queue.Item, error) {
	if s.PassTo != "" {
		return t.pass(ctx, turn, s, parts)
	}
	turn = turn.spoken(s)
	r := outbox.Reply{
		Session: turn.Session, Turn: turn.ID, Key: s.Key, At: s.RecordedAt, State: s.State, Parts: s.Parts,
		Problems: s.Problems, Failed: s.Failure != "", Canceled: s.Canceled, Silent: s.Silent, To: recipients(turn), From: source(turn),
		Channel: turn.Channel, Agent: turn.Agent, Failure: s.Failure, States: s.states(),
	}
	items, err := t.handoverItems(ctx, turn, s, parts)
	if err != nil {
		return nil, err
	}
	if s.State == envelope.Suspended {
		prompts, waiting, err := t.ask(ctx, turn, s)
		if err != nil {
			return nil, err
		}
		items, r.Waiting = append(items, prompts...), waiting
	} else if s.State != envelope.Delegated && baseKey(s.Key) != FirstStep {
		// The turn has ended: what it still asks is cancelled.
		if err := t.o.Approvals.CancelOpen(ctx, turn.ID); err != nil {
			return nil, err
		}
	}
	if (s.Failure != "" || s.Canceled) && isDecision(s.Key) {
		if _, _, err := t.o.Approvals.AgentGone(ctx, message.ApprovalID(baseKey(s.Key))); err != nil {
			return nil, err
		}
	}
	if t.o.Events != nil {
		also, err := t.o.Events.Step(turn, s)
		if err != nil {
			return nil, fmt.Errorf("what else follows: %w", err)
		}
		items = append(items, also...)
	}
	if s.State == envelope.Delegated {
		parked, err := t.whileParked(ctx, turn, s, r)
		return append(items, parked...), err
	}
	if err := t.all(ctx, turn, s, &r); err != nil {
		return nil, err
	}
	answers, err := t.plan(ctx, turn, r)
	if err != nil {
		return nil, fmt.Errorf("plan the answer: %w", err)
	}
	also, err := t.handoverNotices(ctx, turn, s)
	if err != nil {
		return nil, err
	}
	if len(items)+len(also) == 0 { // as mostly
		return answers, nil
	}
	return slices.Concat(items, answers, also), nil
}

// all adds to a reply what only systems get: the requests of its step, and what the steps
// before it said.
func (t *Turns) all(ctx context.Context, turn Turn, s Step, r *outbox.Reply) error {
	if !t.o.Planner.Systems(r.To) {
		return nil
	}
	var err error
	if r.Requests, err = requested(ctx, t.o.Approvals, t.o.Surfaces, turn, s); err != nil || baseKey(s.Key) == FirstStep {
		return err
	}
	steps, err := t.o.Store.Steps(ctx, turn.ID)
	if err != nil {
		return fmt.Errorf("the steps of %s: %w", turn.ID, err)
	}
	if i := slices.IndexFunc(steps, func(x Step) bool { return x.Key == s.Key }); i >= 0 {
		steps = steps[:i]
	}
	r.Earlier, err = stepParts(ctx, t.o.Approvals, t.o.Surfaces, turn, steps)
	return err
}

// unheard tells those concerned that a decision came for a turn that has ended:
// the agent never hears it.
func (t *Turns) unheard(ctx context.Context, turn Turn, key string) ([]queue.Item, error) {
	if !isDecision(key) {
		return nil, nil
	}
	text, at, err := t.o.Approvals.AgentGone(ctx, message.ApprovalID(baseKey(key)))
	if err != nil || text == "" {
		return nil, err
	}
	part := envelope.TextPart(envelope.Response, text)
	part.MediaType = "text/plain" // not Markdown
	return t.plan(ctx, turn, outbox.Reply{
		Session: turn.Session, Turn: turn.ID, Key: "unheard " + key, At: at, State: envelope.Complete,
		Parts: []envelope.Part{part}, Aside: true, To: recipients(turn),
	})
}

// Source is the address of the system that started the turn; "" if a person did.
// Originators of such a turn are those who hear of it.
func (t Turn) Source() message.Address {
	c := t.Call
	if c.Starts == "" {
		return ""
	}
	return message.Address(c.Sender)
}

// source is what started a turn, where that was no person.
func source(turn Turn) outbox.Source {
	starts := turn.Call.Starts
	return outbox.Source{Starts: starts, Channel: turn.Channel, ID: turn.Inbound}
}

// recipients are those who hear what becomes of a turn.
func recipients(turn Turn) []outbox.Recipient {
	rs := make([]outbox.Recipient, 0, len(turn.Originators))
	for _, o := range turn.Originators {
		if o.Silent {
			continue
		}
		rs = append(rs, outbox.Recipient{Channel: o.Channel, Address: o.Address, Name: o.Name, Thread: o.Thread, Subject: o.Subject, Peer: o.Peer, Language: o.Language})
	}
	return rs
}

// ask makes the requests of a suspended step and returns their prompts and the
// notice that the turn waits.
func (t *Turns) ask(ctx context.Context, turn Turn, s Step) ([]queue.Item, string, error) {
	c := turn.Call
	var items []queue.Item
	var notices []string
	for i, p := range s.Requests {
		data, err := p.ApprovalRequest()
		if err != nil {
			return nil, "", err // the assembler has checked it: cannot happen
		}
		if d := turn.Deadline; !d.IsZero() && (data.ExpiresAt.IsZero() || data.ExpiresAt.After(d)) {
			data.ExpiresAt = d // a yes after it would be heard by nobody
		}
		q := approvals.Request{
			Session: turn.Session, Turn: turn.ID, Step: s.Key, N: i, At: s.RecordedAt, Agent: turn.Agent,
			Requester: approvals.Requester{Person: c.Person, Name: requester(c), Address: message.Address(c.Sender)}, Channel: turn.Channel, Tenant: turn.Tenant, Machine: turn.Machine, Data: data,
		}
		if a, ok := t.o.Agents[turn.Agent].Agent.(agents.Asking); ok {
			if w, ok := a.Asks(data); ok {
				q.Question, q.Person = &w.Question, message.PersonID(w.Person)
			}
		}
		asked, err := t.o.Approvals.Ask(ctx, q)
		if err != nil {
			return nil, "", err
		}
		items = append(items, asked.Items...)
		if !slices.Contains(notices, asked.Waiting) { // the same request may stand twice
			notices = append(notices, asked.Waiting)
		}
	}
	return items, strings.Join(notices, "\n\n"), nil
}

func requester(c Caller) string {
	if c.Name != "" {
		return c.Name
	}
	return message.Address(c.Sender).Value() // the originators of a machine's turn are those who hear of it
}
