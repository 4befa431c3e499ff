package turns

import (
	"context"
	"fmt"
	"log/slog"

	"bridge/core/envelope"
	"bridge/core/excerpt"
	"bridge/core/message"
	"bridge/flow/handover"
)

// handover says what becomes of a message whose session people answer in, or that has an
// order; false: it is the agent's. A session's items come one at a time, and what was
// recorded of the one before is known: so of two people who answer the first one has it.
func (t *Turns) handover(ctx context.Context, turn Turn, key string, parts []envelope.Part) (handover.Move, bool, error) {
	if baseKey(key) != FirstStep {
		return handover.Move{}, false, nil // a decision, or what a parked turn waited for: the deed is done
	}
	o, was, now := turn.Order, turn.Handover, t.o.Now()
	switch {
	case o == nil && (!was.Open() || turn.Call.Starts != ""):
		return handover.Move{}, false, nil
	case o == nil, o.Kind == handover.Ask && was.Open():
		return was.Relay(t.customers(turn), now), true, nil
	case o.Kind == handover.Ask:
		m, err := t.handOver(ctx, turn, o.To, "customer")
		return m, true, err
	case o.Kind == handover.Give:
		m, err := t.handOver(ctx, turn, o.To, o.By)
		return m, true, err
	case o.Kind == handover.Say:
		return handover.Answer(was, *o, len(parts) > 0, now), true, nil
	case o.Kind == handover.Lost:
		var team []handover.Person
		if p := t.o.Agents[turn.Agent].Handover; p != nil && was.Open() {
			var err error
			if team, err = t.o.Host.Reach(ctx, p.To, turn.Tenant, addresses(was.Customer)); err != nil {
				return handover.Move{}, false, fmt.Errorf("who can be asked: %w", err)
			}
			team, _ = p.Awake(team, now)
		}
		if was.Open() { // whom it does not reach stays as they were: the order says where
			left, err := t.still(ctx, was, o.Person)
			if err != nil {
				return handover.Move{}, false, err
			}
			next := *was
			next.Asked = left
			was = &next
		}
		return handover.Lose(was, *o, team, now), true, nil
	case o.Kind == handover.Tell:
		return handover.Move{Did: handover.Nothing, Keep: true}, was == nil || was.Open(), nil
	}
	return handover.Finish(was, *o, now), true, nil
}

// present is the hand-over of a turn without those who were asked and may not answer any more:
// they read nothing from now on. Where nobody is left it is over, and the agent goes on.
func (t *Turns) present(ctx context.Context, turn Turn) (*handover.State, error) {
	was := turn.Handover
	if o := turn.Order; !was.Open() || o != nil && (o.Kind == handover.Idle || o.Kind == handover.End || o.Kind == handover.Lost) {
		return was, nil
	}
	left, err := t.still(ctx, was, "")
	if err != nil {
		return nil, err
	}
	next := was.With(left, t.o.Now())
	return &next, nil
}

// still are those of who were asked that may answer now, where they read now; but is left as it was.
func (t *Turns) still(ctx context.Context, st *handover.State, but message.PersonID) (left []handover.Person, err error) {
	for _, p := range st.Asked {
		ok := p.ID == but
		if !ok {
			if p, ok, err = t.o.Host.Still(ctx, p, st.Tenant.Or()); err != nil {
				return nil, err
			}
		}
		if ok {
			left = append(left, p)
		}
	}
	return left, nil
}

// handOver begins a hand-over to those of the targets who can be asked.
func (t *Turns) handOver(ctx context.Context, turn Turn, to []string, by string) (handover.Move, error) {
	next := handover.State{
		ID: handover.ID(turn.ID), Session: turn.Session, Agent: turn.Agent, Channel: turn.Channel, Tenant: turn.Tenant, By: by, Customer: t.customers(turn),
	}
	var people []handover.Person
	if len(next.Customer) > 0 {
		var err error
		if people, err = t.o.Host.Reach(ctx, to, turn.Tenant, addresses(next.Customer)); err != nil {
			return handover.Move{}, fmt.Errorf("who can be asked: %w", err)
		}
	}
	now, p := t.o.Now(), t.o.Agents[turn.Agent].Handover
	if turn.Order == nil || turn.Order.Kind != handover.Give { // an operator knows who is there
		awake, opens := p.Awake(people, now)
		if len(awake) == 0 && !opens.IsZero() {
			return handover.Shut(opens), nil
		}
		people = awake
	}
	return handover.Begin(turn.Handover, next, p, people, now), nil
}

func addresses(of []handover.Place) (all []message.Address) {
	for _, c := range of {
		all = append(all, c.Address)
	}
	return all
}

// customers are the people who get the answers of a turn.
func (t *Turns) customers(turn Turn) (all []handover.Place) {
	for i, r := range recipients(turn) {
		if r.Peer == nil && !t.o.Planner.Systems(recipients(turn)[i:i+1]) {
			all = append(all, handover.Place{Channel: r.Channel, Address: r.Address, Name: r.Name, Thread: r.Thread, Subject: r.Subject})
		}
	}
	return all
}

// passesToPeople begins the hand-over that an outcome asks for, or fails it.
func (t *Turns) passesToPeople(ctx context.Context, turn *Turn, s *Step) error {
	if !handover.Names(s.PassTo) {
		return nil
	}
	to, p := s.PassTo, t.o.Agents[turn.Agent].Handover
	why := ""
	switch {
	case p == nil:
		why = fmt.Sprintf("passTo names people, and there is no [agents.%s.handover]", turn.Agent)
	case !p.May(to):
		why = fmt.Sprintf("passTo names %q, and [agents.%s.handover] does not", excerpt.Cut(to, 100), turn.Agent)
	case len(t.customers(*turn)) == 0:
		why = "passTo names people, and nobody gets the answers of this turn"
	}
	if s.PassTo = ""; why != "" {
		s.State, s.Failure, s.Detail = envelope.Failed, "agent_answer", why
		return nil
	}
	s.State = envelope.Complete
	if turn.Handover.Open() {
		return nil // people have it already
	}
	m, err := t.handOver(ctx, *turn, []string{to}, "agent")
	if err != nil {
		return err
	}
	s.Handover = &m
	if !m.Keep {
		turn.Handover = &m.State
	}
	return nil
}

// relayed is the outcome of a message that its agent does not get, and its turn with that.
func (t *Turns) relayed(turn Turn, key string, m handover.Move, parts []envelope.Part) (Turn, Step) {
	s := Step{Turn: turn.ID, Key: key, State: envelope.Complete, Silent: true, Handover: &m, RecordedAt: t.o.Now()}
	switch m.Did {
	case handover.Said:
		s.Parts, s.Silent, turn.Handed = parts, false, m.State.ID
	case handover.Relayed:
		turn.Handed = m.State.ID
	}
	if !m.Keep {
		turn.Handover = &m.State
	}
	return turn.spoken(s), s
}

// byPeople reports whether no agent had to do with a step.
func (s Step) byPeople() bool { return s.Handover != nil && s.Attempts == 0 }

// spoken is a turn whose answer goes to the customer, where a step is what a person says.
func (t Turn) spoken(s Step) Turn {
	if s.Handover == nil || s.Handover.Did != handover.Said {
		return t
	}
	t.Originators = nil
	for _, c := range s.Handover.State.Customer {
		t.Originators = append(t.Originators, Originator{Channel: c.Channel, Address: c.Address, Name: c.Name, Person: c.Person, Thread: c.Thread, Subject: c.Subject})
	}
	return t
}

// heard forgets a hand-over that is over, once its agent has been told and has answered.
func heard(turn *Turn, s Step) {
	if turn.Handover != nil && !turn.Handover.Open() && s.Handover == nil && s.Failure == "" && s.PassTo == "" && s.Attempts > 0 && !s.Canceled {
		turn.Handover = nil
	}
}

// tellHandover counts and keeps what came of a message or wish.
func (t *Turns) tellHandover(ctx context.Context, log *slog.Logger, turn Turn, s Step) {
	m := s.Handover
	if m == nil || m.Did == handover.Nothing {
		return
	}
	did := m.Did
	if m.Over {
		did = handover.Ended
	}
	t.o.Counts.Handover(turn.Agent, m.Did)
	log.Info("hand-over", "did", string(m.Did), "handover", m.State.ID, "by", string(m.Who.ID), "took", m.Took, "over", m.Over)
	why := []string{m.State.ID}
	if m.Who.ID != "" {
		why = append(why, "person:"+string(m.Who.ID))
	}
	if m.Took {
		why = append(why, "took it")
	}
	if m.Did == handover.Began {
		by := m.State.By
		if turn.Order != nil && turn.Order.By != "" {
			by = turn.Order.By
		}
		why = append(why, "by "+by)
		for _, p := range m.State.Asked {
			why = append(why, "asked person:"+string(p.ID))
		}
	}
	if m.Over {
		why = append(why, "how: "+m.State.How)
	}
	rec, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
	defer cancel()
	if err := t.o.Host.Audit(rec, "handover "+string(did), turn.ID, why...); err != nil {
		log.Error("turns: audit", "err", err)
	}
}
