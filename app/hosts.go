package app

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"bridge/adapters"
	"bridge/approvals"
	"bridge/approvals/request"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/core/span"
	"bridge/flow/admission"
	"bridge/flow/events"
	"bridge/flow/turns"
	"bridge/operate"
	"bridge/outbox"
	"bridge/store"
)

// turnsHost is turns.Host.
type turnsHost struct {
	*App
	reach
	caps map[message.ChannelName]message.Caps
}

// Paused implements turns.Host.
func (h turnsHost) Paused(agent string, ch message.ChannelName, s message.SessionID) bool {
	return h.pauses.Turn(agent, ch, s)
}

// Alert implements turns.Host.
func (h turnsHost) Alert(ctx context.Context, key, text string) { h.alerts.everywhere(ctx, key, text) }

// Refill implements turns.Host.
func (h turnsHost) Refill(ch message.ChannelName, parts []envelope.Part) ([]envelope.Part, string, string) {
	for _, ad := range h.adapters {
		if t, ok := ad.(adapters.Templated); ok && ad.Name() == ch {
			return t.Refill(parts)
		}
	}
	return parts, "", "template: the channel " + string(ch) + " is not configured with templates any more"
}

// NotBefore implements turns.Host.
func (h turnsHost) NotBefore(ctx context.Context, at time.Time, to outbox.Recipient) (time.Time, error) {
	p, _, err := h.ByAddress(ctx, to.Address)
	return outbox.NotBefore(at, h.caps[to.Channel].Traits, p, true), err
}

// Audit implements turns.Host.
func (h turnsHost) Audit(ctx context.Context, what string, turn message.TurnID, why ...string) error {
	return h.store.Audit(ctx, admission.AuditEntry{At: h.o.Now(), What: what, Subject: string(turn), Why: why})
}

// Queued implements turns.Host.
func (h turnsHost) Queued(ctx context.Context, id message.TurnID) (turns.Turn, error) {
	session, err := h.store.SessionOf(ctx, id)
	if err != nil || session == "" {
		return turns.Turn{}, err
	}
	items, err := h.store.Waiting(ctx, queue.Inbox, string(session))
	if err != nil {
		return turns.Turn{}, err
	}
	for _, it := range items {
		if w, err := turns.ReadItem(it.Payload); err == nil && w.Turn != nil && w.Turn.ID == id {
			return *w.Turn, nil
		}
	}
	return turns.Turn{}, nil
}

// outboxHost is outbox.Host; doubts has Gone.
type outboxHost struct {
	*App
	doubts
	lanes queue.Lanes
}

// Paused implements outbox.Host.
func (h outboxHost) Paused(ch message.ChannelName, s message.SessionID) bool {
	return h.pauses.Send(ch, s)
}

// Another implements outbox.Host.
func (h outboxHost) Another(ctx context.Context, out message.Outbound) (bool, error) {
	return h.approvals.Another(ctx, out)
}

// Report implements outbox.Host.
func (h outboxHost) Report(ctx context.Context, r outbox.Result) error {
	if r.Out.Hands {
		return h.unreached(ctx, r)
	}
	return h.approvals.Handed(ctx, r)
}

// Ended implements outbox.Host.
func (h outboxHost) Ended(ctx context.Context, s outbox.Send) error {
	return h.teller.SendEnded(ctx, s)
}

// Buried implements outbox.Host.
func (h outboxHost) Buried(ctx context.Context, c *queue.Claim, d queue.Death) {
	h.teller.Buried(ctx, c, d)
}

// Alert implements outbox.Host.
func (h outboxHost) Alert(ctx context.Context, ch message.ChannelName, to message.Address, key, text string) {
	h.App.alerts.about(ctx, ch, to, key, text)
}

// Trace implements outbox.Host.
func (h outboxHost) Trace(ctx context.Context, id message.TurnID) (string, span.Said, error) {
	t, _, err := h.App.store.Turn(ctx, id)
	return t.Trace, t.Sampled, err
}

// admissionHost is admission.Host.
type admissionHost struct{ *App }

// Alert implements admission.Host.
func (h admissionHost) Alert(ctx context.Context, ch message.ChannelName, from message.Address, key, text string) {
	h.alerts.about(ctx, ch, from, key, text)
}

// Reconfirm implements admission.Host.
func (h admissionHost) Reconfirm(ctx context.Context, p message.PersonID, at message.Address) (bool, error) {
	return h.desk.Reconfirm(ctx, p, at, "an answer from there")
}

// host is adapters.Host.
type host struct {
	alerts    alerts
	doubts    doubts
	pauses    *operate.Pauses
	outbox    *outbox.Outbox     // nil while the channels are built
	approvals *approvals.Service // likewise
	turns     *turns.Turns       // likewise
}

// Delivered implements adapters.Host.
func (h *host) Delivered(ctx context.Context, ch message.ChannelName, d message.Delivery) (string, error) {
	return h.outbox.Delivered(ctx, ch, d)
}

// Alert implements adapters.Host.
func (h *host) Alert(ctx context.Context, ch message.ChannelName, key, text string) {
	h.alerts.elsewhere(ctx, ch, key, text)
}

// Doubt implements adapters.Host.
func (h *host) Doubt(ctx context.Context, ch message.ChannelName, a message.Address, why string) error {
	return h.doubts.number(ctx, ch, a, why, h.doubts.voters.Now())
}

// SchedulePaused implements adapters.Host.
func (h *host) SchedulePaused(ctx context.Context, ch message.ChannelName) (bool, error) {
	return h.pauses.Schedule(ctx, ch)
}

// CancelTurn implements adapters.Host.
func (h *host) CancelTurn(ctx context.Context, id message.TurnID) (bool, error) {
	err := h.turns.Cancel(ctx, id, message.EveryTenant)
	if errors.Is(err, turns.ErrEnded) {
		return false, nil
	}
	return err == nil, err
}

// TellTurn implements adapters.Host.
func (h *host) TellTurn(ctx context.Context, ch message.ChannelName, id message.TurnID, change func([]message.Place, bool) ([]message.Place, error)) (bool, error) {
	return h.turns.Tell(ctx, ch, id, change)
}

// Cards implements adapters.Requests.
func (h *host) Cards(ctx context.Context, who message.PersonID) ([]adapters.Card, error) {
	ids, err := h.approvals.Answerable(ctx, who, adapters.MaxCards)
	if err != nil {
		return nil, err
	}
	var cards []adapters.Card
	for _, id := range ids {
		c, ok, err := h.Card(ctx, id, who)
		if err != nil {
			return nil, err
		}
		if ok && c.Open {
			cards = append(cards, c)
		}
	}
	return cards, nil
}

// Card implements adapters.Requests.
func (h *host) Card(ctx context.Context, id message.ApprovalID, who message.PersonID) (adapters.Card, bool, error) {
	s, err := h.approvals.Sheet(ctx, id, who, "")
	if errors.Is(err, request.ErrNotFound) {
		return adapters.Card{}, false, nil
	}
	if err != nil {
		return adapters.Card{}, false, err
	}
	c := adapters.Card{
		ID: id, Summary: s.Summary, AskedBy: s.AskedBy, Tool: s.Tool, Title: s.Title, AgentSays: s.AgentSays, Until: s.Until,
		Complete: s.Complete, Open: s.Open, Question: s.Question, StepUp: s.StepUp, Outcome: s.Outcome,
	}
	for _, r := range s.Arguments {
		row := adapters.CardRow{Name: strings.TrimSpace(strings.Join(append(r.Above, r.Name), " ")), In: r.In(), Value: r.Value}
		if len(r.Block) > 0 {
			row.Value = strings.TrimSpace(row.Value + "\n" + strings.Join(r.Block, "\n"))
		}
		c.Arguments = append(c.Arguments, row)
	}
	return c, true, nil
}

// records answers what one part asks of the records of another.
type records struct {
	store  store.Store
	people message.Directory
	now    func() time.Time
}

// language is that of the person who reads at an address; "" if it is nobody's.
func (r records) language(ctx context.Context, at message.Address) string {
	p, _, _ := r.people.ByAddress(ctx, at) // a directory that is away costs the language, not the message
	return p.Language
}

// asked hears of requests, and says what follows from their decisions.
type asked struct {
	records
	counts counts
	alerts alerts
	teller *events.Teller
}

// Injection implements approvals.Follow, as Also and Document do: a decision resumes its turn.
func (asked) Injection(r request.Record) (queue.Item, error) {
	part, err := turns.ResponsePart(r)
	if err != nil {
		return queue.Item{}, err
	}
	return turns.DecisionItem(r.Session, r.Turn, r.ID, part)
}

func (a asked) Also(r request.Record) ([]queue.Item, error) { return a.teller.DecidedItems(r) }

func (asked) Document(r request.Record) (json.RawMessage, error) { return operate.Document(r) }

// Audit implements approvals.Observer, as the others do.
func (a asked) Audit(ctx context.Context, what string, req request.Record, why ...string) error {
	return a.store.Audit(ctx, admission.AuditEntry{At: a.now(), What: what, Subject: string(req.ID), Why: why})
}

func (a asked) Decided(r request.Record) { a.counts.decided(r); a.teller.Decided(r) }

func (a asked) Happened(what string) { a.counts.happen(what) }

func (a asked) Alert(ctx context.Context, key, text string) { a.alerts.everywhere(ctx, key, text) }
