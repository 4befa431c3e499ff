package turns

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"
	"time"

	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/flow/handover"
	"bridge/outbox"
	"bridge/render"
)

// Of what was said before a conversation is handed over, people are shown the last soFarTurns
// messages with their answers, at most maxSoFar bytes.
const (
	soFarTurns = 8
	maxSoFar   = 6000
)

// handoverItems are the messages to the people who answer, or were asked to: what customers
// and agent say, and what came of their own words. Their ids depend on the step alone.
func (t *Turns) handoverItems(ctx context.Context, turn Turn, s Step, parts []envelope.Part) ([]queue.Item, error) {
	m := s.Handover
	if m == nil {
		return t.alsoSaid(ctx, turn, s)
	}
	var items []queue.Item
	add := func(some []queue.Item, err error) error {
		items = append(items, some...)
		return err
	}
	code := handover.Code(turn.Session)
	tell := func(kind string, p handover.Person, text func(render.Words) string) error {
		it, err := t.tellPerson(turn, s, kind, p, text(render.In(p.Language)))
		return add([]queue.Item{it}, err)
	}
	switch m.Did {
	case handover.Began:
		before, err := t.soFar(ctx, turn, s)
		if err != nil {
			return nil, err
		}
		for _, p := range m.State.Asked {
			w := render.In(p.Language)
			said := []envelope.Part{words(w.HandoverAsks(m.State.CustomerName(), m.State.Customer[0].Address.Value(), code))}
			if before != "" {
				said = append(said, words(w.HandoverSoFar()+"\n\n"+before))
			}
			if err := add(t.toPerson(ctx, turn, s, &m.State, p, append(said, files(parts)...))); err != nil {
				return nil, err
			}
		}
		for _, p := range m.Freed {
			if err := tell("freed", p, func(w render.Words) string { return w.HandoverGone(m.State.CustomerName(), code) }); err != nil {
				return nil, err
			}
		}
	case handover.Unreached:
		before, err := t.soFar(ctx, turn, s)
		if err != nil {
			return nil, err
		}
		for _, p := range m.Anew {
			w := render.In(p.Language)
			said := []envelope.Part{words(w.HandoverLost(cmp.Or(m.Who.Name, string(m.Who.ID)), code)), words(w.HandoverAsks(m.State.CustomerName(), m.State.Customer[0].Address.Value(), code))}
			if before != "" {
				said = append(said, words(w.HandoverSoFar()+"\n\n"+before))
			}
			if err := add(t.toPerson(ctx, turn, s, &m.State, p, said)); err != nil {
				return nil, err
			}
		}
	case handover.Relayed:
		for _, p := range m.State.Readers() {
			if err := add(t.toPerson(ctx, turn, s, &m.State, p, saidBy(m.State.CustomerName(), code, parts))); err != nil {
				return nil, err
			}
		}
	case handover.Said:
		for _, p := range m.State.Asked {
			if !m.Took || p.ID == m.Who.ID {
				continue
			}
			if err := tell("taken", p, func(w render.Words) string { return w.HandoverTaken(cmp.Or(m.Who.Name, string(m.Who.ID)), code) }); err != nil {
				return nil, err
			}
		}
	case handover.NotTheirs:
		by, _ := m.State.Who(m.State.Holder)
		return items, tell("nottheirs", m.Who, func(w render.Words) string { return w.HandoverNotTheirs(by.Name, code) })
	case handover.TooLate:
		return items, tell("toolate", m.Who, func(w render.Words) string { return w.HandoverTooLate(code) })
	}
	if !m.Over {
		return items, nil
	}
	for _, p := range m.State.Readers() {
		if m.Did == handover.Unreached { // who does not get it
			break
		}
		p, ok, err := t.o.Host.Still(ctx, p, m.State.Tenant.Or())
		if err != nil {
			return nil, err
		}
		if !ok { // who may not answer any more hears nothing of it either
			continue
		}
		if err := tell("over", p, func(w render.Words) string { return w.HandoverGone(m.State.CustomerName(), code) }); err != nil {
			return nil, err
		}
	}
	if !m.State.Tells {
		return items, nil
	}
	it, err := t.tellAgent(turn, s)
	return append(items, it), err
}

// handoverNotices tell the customers that people answer, or no longer do. They follow the
// answer.
func (t *Turns) handoverNotices(ctx context.Context, turn Turn, s Step) ([]queue.Item, error) {
	m := s.Handover
	if m == nil || m.State.Quiet {
		return nil, nil
	}
	to, kind := m.State.Customer, ""
	var text func(render.Words) string
	switch {
	case m.Did == handover.Nobody && (turn.Order == nil || turn.Order.Kind == handover.Ask):
		to, kind, text = t.customers(turn), "nobody", render.Words.HandoverNobody
	case m.Did == handover.Began && len(m.Freed) == 0:
		kind, text = "began", render.Words.HandoverBegan
	case m.Did == handover.Closed:
		to, kind, text = t.customers(turn), "closed", func(w render.Words) string { return w.HandoverClosed(m.Opens, m.OpensIn) }
	case m.Over && (m.State.Holder == "" || m.State.How == "gone"):
		kind, text = "unanswered", render.Words.HandoverUnanswered
	case m.Over:
		kind, text = "over", render.Words.HandoverOver
	default:
		return nil, nil
	}
	var items []queue.Item
	for _, c := range to {
		it, err := t.o.Planner.Notice(message.Outbound{
			ID:      handoverID(turn, s, kind, c.Channel, c.Address),
			Channel: c.Channel, To: c.Address, ToName: c.Name, Session: turn.Session, Turn: turn.ID, Agent: turn.Agent, Tenant: turn.Tenant, Subject: c.Subject,
			Text: text(t.o.Planner.Words(ctx, outbox.Recipient{Channel: c.Channel, Address: c.Address})), Thread: c.Thread, CreatedAt: s.RecordedAt,
		})
		if err != nil {
			return nil, err
		}
		items = append(items, it)
	}
	return items, nil
}

// handoverID is the id of a message about a hand-over.
func handoverID(turn Turn, s Step, kind string, ch message.ChannelName, a message.Address) message.MessageID {
	return message.DerivedMessageID(s.RecordedAt, "handover "+kind, string(turn.ID), s.Key, string(ch), string(a))
}

// words is text that nobody marked up.
func words(text string) envelope.Part {
	p := envelope.TextPart(envelope.Response, text)
	p.MediaType = "text/plain"
	return p
}

// files are the parts of a message that are no text. The whole mail, which stands beside what was
// read of it, is no file of its writer's.
func files(parts []envelope.Part) (all []envelope.Part) {
	for _, p := range parts {
		if p.Kind != envelope.KindText && p.MediaType != "message/rfc822" {
			all = append(all, p)
		}
	}
	return all
}

// saidBy is a message as it is passed on to people: who says it, and in which conversation.
func saidBy(name, code string, parts []envelope.Part) []envelope.Part {
	said := []envelope.Part{words(name + " " + code + ":")}
	for _, p := range parts {
		if p.Kind == envelope.KindText {
			said = append(said, words(p.Text))
		}
	}
	return append(said, files(parts)...)
}

// toPerson is a message of the conversation to one of those who answer in it.
func (t *Turns) toPerson(ctx context.Context, turn Turn, s Step, st *handover.State, p handover.Person, parts []envelope.Part) ([]queue.Item, error) {
	to := outbox.Recipient{Channel: p.Channel, Address: p.Address, Name: p.Name, Thread: p.Thread}
	if p.Thread.Subject == "" && p.Thread.Parent == "" {
		to.Subject = personSubject(st, p)
	}
	outs, err := t.o.Planner.Letter(ctx, "handover "+string(turn.ID)+" "+s.Key, s.RecordedAt, to, parts)
	if err != nil {
		return nil, fmt.Errorf("plan the message to who answers: %w", err)
	}
	var items []queue.Item
	for _, out := range outs {
		out.Kind, out.Session, out.Turn, out.Person, out.Hands = message.Answer, turn.Session, turn.ID, p.ID, true
		out.Agent, out.Tenant = turn.Agent, turn.Tenant
		it, err := outbox.Item(out)
		if err != nil {
			return nil, err
		}
		items = append(items, it)
	}
	return items, nil
}

// personSubject is what mails to a person who has not written yet are called.
func personSubject(st *handover.State, p handover.Person) string {
	subject := render.In(p.Language).HandoverSubject(st.CustomerName())
	if c := st.Customer; len(c) > 0 {
		about := cmp.Or(c[0].Subject, c[0].Thread.Subject)
		for len(about) > 3 && strings.EqualFold(about[:3], "re:") {
			about = strings.TrimSpace(about[3:])
		}
		if about != "" {
			subject += ": " + about
		}
	}
	return subject
}

// tellPerson is a notice to one of those who answer, or were asked to.
func (t *Turns) tellPerson(turn Turn, s Step, kind string, p handover.Person, text string) (queue.Item, error) {
	out := message.Outbound{
		ID:      handoverID(turn, s, kind, p.Channel, p.Address),
		Channel: p.Channel, To: p.Address, ToName: p.Name, Session: turn.Session, Turn: turn.ID, Agent: turn.Agent, Tenant: turn.Tenant, Person: p.ID, Hands: true,
		Text: text, Thread: p.Thread, CreatedAt: s.RecordedAt,
	}
	if p.Thread.Subject == "" && p.Thread.Parent == "" {
		out.Subject = personSubject(&s.Handover.State, p)
	}
	return t.o.Planner.Notice(out)
}

// alsoSaid shows those who answer what the agent says meanwhile, because somebody has decided
// what it had asked before.
func (t *Turns) alsoSaid(ctx context.Context, turn Turn, s Step) ([]queue.Item, error) {
	if baseKey(s.Key) == FirstStep || s.Failure != "" || s.Silent || len(s.Parts) == 0 || turn.Call.Starts != "" {
		return nil, nil
	}
	rec, _, err := t.o.Store.Turn(ctx, turn.ID) // with this step it has the state of the session
	if err != nil {
		return nil, fmt.Errorf("read turn: %w", err)
	}
	if !rec.Handover.Open() {
		return nil, nil
	}
	var items []queue.Item
	for _, p := range rec.Handover.Readers() {
		some, err := t.toPerson(ctx, turn, s, rec.Handover, p, saidBy(turn.Agent, handover.Code(turn.Session), s.Parts))
		if err != nil {
			return nil, err
		}
		items = append(items, some...)
	}
	return items, nil
}

// soFar is what was said in a session, the last of it, with the message that is being answered.
func (t *Turns) soFar(ctx context.Context, turn Turn, s Step) (string, error) {
	all, err := t.o.Store.SessionTurns(ctx, turn.Session, soFarTurns)
	if err != nil {
		return "", fmt.Errorf("what was said so far: %w", err)
	}
	all = slices.DeleteFunc(all, func(x Turn) bool { return x.ID == turn.ID })
	sort.SliceStable(all, func(i, j int) bool { return all[i].CreatedAt.Before(all[j].CreatedAt) })
	var lines []string
	for _, x := range all {
		steps, err := t.o.Store.Steps(ctx, x.ID)
		if err != nil {
			return "", fmt.Errorf("what was said so far: %w", err)
		}
		lines = append(lines, spokenIn(x, steps...)...)
	}
	if turn.Order == nil {
		lines = append(lines, spokenIn(turn, s)...)
	}
	text := strings.Join(lines, "\n\n")
	if len(text) > maxSoFar {
		text = more + strings.ToValidUTF8(text[len(text)-maxSoFar:], "")
	}
	return text, nil
}

// spokenIn are the words of a turn: who says what.
func spokenIn(t Turn, steps ...Step) (lines []string) {
	byPerson := t.Order != nil && t.Order.Kind == handover.Say
	if t.Said != "" && (t.Order == nil || t.Order.Kind == handover.Ask || byPerson) {
		lines = append(lines, cmp.Or(t.Call.Name, message.Address(t.Call.Sender).Value())+": "+t.Said)
	}
	for _, name := range t.FileNames {
		lines = append(lines, "["+name+"]")
	}
	if byPerson {
		return lines
	}
	for _, s := range steps {
		var said []string
		for _, p := range s.Parts {
			if p.Type == envelope.Response && p.Text != "" {
				said = append(said, p.Text)
			}
		}
		if len(said) > 0 {
			lines = append(lines, t.Agent+": "+strings.Join(said, "\n\n"))
		}
	}
	return lines
}

// tellAgent is the call that tells the agent of a hand-over that is over: its answer goes to
// nobody.
func (t *Turns) tellAgent(turn Turn, s Step) (queue.Item, error) {
	st := s.Handover.State
	told := Turn{
		ID: message.DerivedTurnID(s.RecordedAt, "handover", st.ID), Session: turn.Session, Channel: st.Channel, Agent: st.Agent, Tenant: st.Tenant,
		Trace: turn.Trace, Sampled: turn.Sampled, Correlation: turn.Correlation, CreatedAt: s.RecordedAt, State: envelope.Awaiting, Machine: true,
		Order: &handover.Order{Kind: handover.Tell}, Call: Caller{Sender: "handover:" + st.ID, Channel: "handover", Trust: message.Verified.String()},
	}
	it, err := MessageItem("told "+st.ID, told, nil)
	it.Front = true
	return it, err
}

// told is what an agent gets of a hand-over that is over: a domain-data part of the kind
// handoverKind.
type told struct {
	ID        string      `json:"id"`
	By        string      `json:"by"` // customer, agent or operator
	Person    *toldPerson `json:"person,omitempty"`
	StartedAt string      `json:"startedAt"`
	EndedAt   string      `json:"endedAt"`
	How       string      `json:"how"` // done, idle, gone or operator
	Said      []toldWords `json:"said"`
	Omitted   int         `json:"omitted,omitempty"` // earlier messages that are left out
}

type toldPerson struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

type toldWords struct {
	From  string   `json:"from"` // customer or person
	Name  string   `json:"name,omitempty"`
	At    string   `json:"at"`
	Text  string   `json:"text"`
	Files []string `json:"files,omitempty"`
}

const (
	handoverKind = "handover"
	maxTold      = 100       // messages
	maxToldText  = 256 << 10 // bytes of them together
)

// meanwhile tells an agent what was said while people answered, until it has answered once.
func (t *Turns) meanwhile(ctx context.Context, turn Turn) ([]envelope.Part, error) {
	st := turn.Handover
	if st == nil || st.Open() {
		return nil, nil
	}
	all, err := t.o.Store.SessionTurns(ctx, turn.Session, 2*maxTold)
	if err != nil {
		return nil, fmt.Errorf("what was said meanwhile: %w", err)
	}
	all = slices.DeleteFunc(all, func(x Turn) bool { return x.Handed != st.ID })
	sort.SliceStable(all, func(i, j int) bool { return all[j].CreatedAt.Before(all[i].CreatedAt) })
	v := told{
		ID: st.ID, By: role(st.By), StartedAt: st.At.UTC().Format(time.RFC3339Nano), EndedAt: st.EndedAt.UTC().Format(time.RFC3339Nano), How: role(st.How), Said: []toldWords{},
	}
	if p, ok := st.Who(st.Holder); ok {
		v.Person = &toldPerson{ID: string(p.ID), Name: p.Name}
	}
	room := maxToldText
	for i, x := range all {
		if room -= len(x.Said); i >= maxTold || room < 0 {
			v.Omitted = len(all) - i
			break
		}
		w := toldWords{From: "customer", Name: x.Call.Name, At: x.CreatedAt.UTC().Format(time.RFC3339Nano), Text: x.Said, Files: x.FileNames}
		if x.Order != nil && x.Order.Kind == handover.Say {
			w.From = "person"
		}
		v.Said = append(v.Said, w)
	}
	slices.Reverse(v.Said)
	part, err := envelope.DataPart(envelope.DomainData, v)
	part.Metadata = word("kind", handoverKind)
	return []envelope.Part{part}, err
}

// role is what of "operator:NAME" agents hear.
func role(by string) string {
	r, _, _ := strings.Cut(by, ":")
	return r
}
