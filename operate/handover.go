package operate

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/flow/handover"
	"bridge/flow/turns"
)

// Handover is a conversation that people answer in the place of its agent, as operators see it.
type Handover struct {
	ID      string            `json:"id"`
	Session message.SessionID `json:"session"`
	Code    string            `json:"code"` // that people write
	Agent   string            `json:"agent"`
	By      string            `json:"by"`
	At      time.Time         `json:"at"`
	Holder  message.PersonID  `json:"holder,omitempty"` // who answers; none: nobody has yet
	Asked   []string          `json:"asked"`
	Until   time.Time         `json:"until"` // when it ends if nothing is said
}

func viewHandover(s handover.State) Handover {
	v := Handover{ID: s.ID, Session: s.Session, Code: handover.Code(s.Session), Agent: s.Agent, By: s.By, At: s.At, Holder: s.Holder, Until: s.Until, Asked: []string{}}
	for _, p := range s.Asked {
		v.Asked = append(v.Asked, string(p.ID))
	}
	return v
}

// Handovers returns the open hand-overs of the caller's tenant, those first that end first; at
// most 1000.
func (desk *Desk) Handovers(ctx context.Context, who Caller) ([]Handover, error) {
	open, err := desk.o.Store.Handovers(ctx, handover.Filter{})
	all := []Handover{}
	for _, s := range open {
		if who.Tenant.Sees(s.Tenant.Or()) {
			all = append(all, viewHandover(s))
		}
	}
	return all, err
}

// HandOver has a session handed over to a person (an id, or "people:ID") or a group ("group:NAME"),
// behind what is being done in it and before what waits. It returns the turn that does it.
func (desk *Desk) HandOver(ctx context.Context, who Caller, id message.SessionID, to string) (message.TurnID, error) {
	if !strings.Contains(to, ":") {
		to = "people:" + to
	}
	if _, _, ok := handover.Target(to); !ok {
		return "", refusef(Invalid, "%.80q names nobody: a person's id, or group:NAME", to)
	}
	s, err := desk.Session(ctx, who, id)
	if err != nil {
		return "", err
	}
	last := turns.Turn{}
	for _, t := range s.Turns { // the newest first
		if t.Channel == s.Channel && t.Order == nil && len(t.Originators) > 0 {
			last = t
			break
		}
	}
	switch {
	case s.Machine || last.ID == "":
		return "", refusef(Conflict, "nobody has written in the session %s: there is no one to answer", id)
	case desk.o.HandsOver[last.Agent] == nil:
		return "", refusef(Conflict, "the agent %s has no [agents.%s.handover]", last.Agent, last.Agent)
	}
	var besides []message.Address
	for _, o := range last.Originators {
		besides = append(besides, o.Address)
	}
	people, err := desk.o.Answerers.Reach(ctx, []string{to}, s.Tenant, besides)
	if err != nil {
		return "", err
	}
	if len(people) == 0 {
		why, err := desk.cannotAnswer(ctx, who, s.Tenant.Or(), to, besides)
		if err != nil {
			return "", err
		}
		return "", refusef(Conflict, "%s", why)
	}
	now := desk.o.Now()
	turn := turns.Turn{
		ID: message.NewTurnID(), Session: id, Channel: s.Channel, Agent: last.Agent, Tenant: s.Tenant, Trace: message.NewTrace(), Correlation: message.NewCorrelation(),
		Originators: last.Originators, CreatedAt: now, State: envelope.Awaiting,
		Order: &handover.Order{Kind: handover.Give, To: []string{to}, By: "operator:" + who.Operator},
		Call:  turns.Caller{Sender: "operator:" + who.Operator, Channel: "operator", Trust: message.Verified.String()},
	}
	it, err := turns.MessageItem("give "+string(turn.ID), turn, nil)
	if err != nil {
		return "", err
	}
	return turn.ID, desk.order(ctx, who, it, "hand over", id, "to "+to)
}

// cannotAnswer says why nobody of a target is asked in a conversation of a tenant; of people whom an operator of a
// tenant does not see it says that there are none.
func (desk *Desk) cannotAnswer(ctx context.Context, who Caller, of message.Tenant, to string, besides []message.Address) (string, error) {
	id, group, _ := handover.Target(to)
	if group != "" {
		return fmt.Sprintf("nobody who is in the group %.80s can be reached, is of the tenant %s and not in the conversation as a customer", group, of), nil
	}
	none := fmt.Sprintf("there is no person %.80q", id)
	p, active, err := desk.o.People.Person(ctx, id)
	if err != nil {
		return "", err
	}
	if !active {
		e, found, err := desk.o.Store.PersonEntry(ctx, id)
		if err == nil && found && e.Off() && who.Tenant.Sees(e.Tenant.Or()) {
			return fmt.Sprintf("%s is disabled", id), nil
		}
		return none, err
	}
	switch tenants := p.Tenants; {
	case !p.Of(of) && slices.ContainsFunc(tenants, func(t message.Tenant) bool { return !who.Tenant.Sees(t) }):
		return none, nil
	case !p.Of(of):
		return fmt.Sprintf("%s is of the tenant %s, and the conversation of %s: only people of its tenant can answer it", id, join(tenants), of), nil
	case slices.ContainsFunc(p.Addresses, func(a message.Address) bool { return slices.Contains(besides, a) }):
		return fmt.Sprintf("%s is in the conversation as a customer", id), nil
	}
	return fmt.Sprintf("no channel reaches %s at an address that is verified", id), nil
}

func join(tenants []message.Tenant) string {
	names := make([]string, len(tenants))
	for i, t := range tenants {
		names[i] = string(t)
	}
	return strings.Join(names, ", ")
}

// answers adds to a trace who answers in its session, and whom the caller can hand it over to: themselves
// first, where an operator's name is a person's id.
func (desk *Desk) answers(ctx context.Context, who Caller, t *Trace) error {
	if t.Session == nil {
		return nil
	}
	st, found, err := desk.o.Store.Handover(ctx, t.Session.ID)
	if err != nil {
		return err
	}
	agent := t.Session.Agent
	if found && st.Open() {
		v := viewHandover(st)
		t.Handover, agent = &v, st.Agent
	}
	if t.Session.Machine || desk.o.HandsOver[agent] == nil {
		return nil
	}
	var besides []message.Address
	besides = append(besides, t.Session.Participants...)
	own, err := desk.o.Answerers.Reach(ctx, []string{"people:" + who.Operator}, t.Session.Tenant, besides)
	if err != nil {
		return err
	}
	if len(own) > 0 && (t.Handover == nil || t.Handover.Holder != own[0].ID) {
		t.Self = own[0].ID
	}
	t.HandsTo = desk.o.HandsOver[agent]
	return nil
}

// HandBack ends the hand-over of a session: its agent goes on.
func (desk *Desk) HandBack(ctx context.Context, who Caller, id message.SessionID) error {
	st, found, err := desk.o.Store.Handover(ctx, id)
	if err != nil {
		return err
	}
	if !found || !st.Open() || !who.Tenant.Sees(st.Tenant.Or()) {
		return refusef(NotFound, "the session %.60q is not handed over", id)
	}
	it, err := turns.OrderItem(st, handover.Order{Kind: handover.End, By: "operator:" + who.Operator}, desk.o.Now())
	if err != nil {
		return err
	}
	return desk.order(ctx, who, it, "hand back", id)
}

// order puts an operator's order at the front of its session's lane.
func (desk *Desk) order(ctx context.Context, who Caller, it queue.Item, what string, id message.SessionID, why ...string) error {
	it.Front = true
	if err := desk.o.Lanes.Enqueue(ctx, it); err != nil {
		return err
	}
	return desk.acted(ctx, who.Operator, what, string(id), why...)
}
