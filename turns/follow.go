package turns

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"bridge/approvals"
	"bridge/envelope"
	"bridge/message"
	"bridge/outbox"
	"bridge/queue"
)

// follow returns what follows from a recorded outcome: prompts for what the step
// asks, and one message for each originator. It may run again after a crash and
// then gives the same items.
func (t *Turns) follow(ctx context.Context, turn Turn, s Step) ([]queue.Item, error) {
	r := outbox.Reply{
		Session: turn.Session, Turn: turn.ID, Key: s.Key, At: s.RecordedAt, State: s.State, Parts: s.Parts,
		Problems: s.Problems, Failed: s.Failure != "", Silent: s.Silent, To: recipients(turn),
	}
	var items []queue.Item
	if s.State == envelope.Suspended {
		prompts, waiting, err := t.ask(ctx, turn, s)
		if err != nil {
			return nil, err
		}
		items, r.Waiting = prompts, waiting
	} else if baseKey(s.Key) != FirstStep {
		// The turn has ended: what it still asks is cancelled.
		if err := t.o.Approvals.CancelOpen(ctx, turn.ID); err != nil {
			return nil, err
		}
	}
	if s.Failure != "" && baseKey(s.Key) != FirstStep {
		if _, _, err := t.o.Approvals.AgentGone(ctx, message.ApprovalID(baseKey(s.Key))); err != nil {
			return nil, err
		}
	}
	if t.o.Also != nil {
		also, err := t.o.Also(turn, s)
		if err != nil {
			return nil, fmt.Errorf("what else follows: %w", err)
		}
		items = append(items, also...)
	}
	answers, err := t.plan(ctx, turn, r)
	if err != nil {
		return nil, fmt.Errorf("plan the answer: %w", err)
	}
	return append(items, answers...), nil
}

// unheard tells those concerned that a decision came for a turn that has ended:
// the agent never hears it.
func (t *Turns) unheard(ctx context.Context, turn Turn, key string) ([]queue.Item, error) {
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

// recipients are those who hear what becomes of a turn.
func recipients(turn Turn) []outbox.Recipient {
	var rs []outbox.Recipient
	for _, o := range turn.Originators {
		if o.Silent {
			continue
		}
		rs = append(rs, outbox.Recipient{Channel: o.Channel, Address: o.Address, Name: o.Name, Thread: o.Thread, Subject: o.Subject})
	}
	return rs
}

// ask makes the requests of a suspended step and returns their prompts and the
// notice that the turn waits.
func (t *Turns) ask(ctx context.Context, turn Turn, s Step) ([]queue.Item, string, error) {
	var c Caller
	if err := json.Unmarshal(turn.Call, &c); err != nil {
		return nil, "", fmt.Errorf("decode the turn's caller: %w", err)
	}
	var items []queue.Item
	var notices []string
	for i, p := range s.Requests {
		data, err := p.ApprovalRequest()
		if err != nil {
			return nil, "", err // the assembler has checked it: cannot happen
		}
		asked, err := t.o.Approvals.Ask(ctx, approvals.Request{
			Session: turn.Session, Turn: turn.ID, Step: s.Key, N: i, At: s.RecordedAt, Agent: turn.Agent,
			Requester: approvals.Requester{Person: c.Person, Name: requester(c)}, Channel: turn.Channel, Machine: turn.Machine, Data: data,
		})
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
