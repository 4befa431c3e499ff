package app

import (
	"context"
	"errors"
	"strings"

	"bridge/adapters"
	"bridge/approvals"
	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/flow/turns"
	"bridge/operate"
	"bridge/outbox"
)

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
