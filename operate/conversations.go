package operate

import (
	"context"
	"slices"
	"strings"
	"time"

	"bridge/core/envelope"
	"bridge/core/excerpt"
	"bridge/core/message"
	"bridge/flow/turns"
	"bridge/outbox"
)

// Conversation is one line of the list of conversations.
type Conversation struct {
	Session      message.SessionID    `json:"session"`
	Channel      message.ChannelName  `json:"channel"`
	Agent        string               `json:"agent,omitempty"`
	Participants []message.Address    `json:"participants"`
	Subject      string               `json:"subject,omitempty"` // of its newest turn
	Said         string               `json:"said,omitempty"`    // the same: how what came in begins
	State        envelope.State       `json:"state,omitempty"`   // the same
	CreatedAt    time.Time            `json:"createdAt"`
	LastAt       time.Time            `json:"lastAt"` // when something was sent last
	Sends        map[outbox.State]int `json:"sends"`  // of the stretch of time that was looked at
	Turn         message.TurnID       `json:"turn,omitempty"`
}

// TurnLine is one line of the list of turns.
type TurnLine struct {
	turns.Turn
	Subject string               `json:"subject,omitempty"`
	Sends   map[outbox.State]int `json:"sends"`
	LastAt  time.Time            `json:"lastAt"`
}

// Page is one page of a list, the newest first.
type Page[T any] struct {
	Items []T       `json:"items"`
	Next  time.Time `json:"next,omitzero"` // the cursor of the next page
}

// RecentFilter chooses conversations or turns.
type RecentFilter struct {
	Text    string // in a participant, a subject, an id, the agent's name or what came in
	Person  string // id or name of a person, an address, or a part of one
	Channel message.ChannelName
	Since   time.Time // when something was sent at the earliest; zero: any time
	Before  time.Time // and at the latest, or the cursor; zero: now
	Limit   int       // 0 = 50, at most 200
}

// What is looked at for one page: messages that went out, in ever longer stretches of time.
const (
	recentLimit = 50
	recentMost  = 200
	recentSends = 5000
	firstWindow = 15 * time.Minute
	lastWindow  = 90 * 24 * time.Hour
)

// group is what was sent because of one conversation or turn.
type group struct {
	session message.SessionID
	turn    message.TurnID // the newest
	sends   map[outbox.State]int
	last    time.Time
}

// recent walks back over what was sent, one stretch of time after the other, each four times
// as long as the one before, and groups it by key. take says whether a group is wanted.
// The store has no order of turns by time; messages that went out have one, by their ids.
func (desk *Desk) recent(ctx context.Context, f RecentFilter, key func(outbox.Send) string, take func(group) (bool, error)) (next time.Time, err error) {
	end := f.Before
	if end.IsZero() {
		end = desk.o.Now().Add(time.Minute)
	}
	limit := min(max(f.Limit, 0), recentMost)
	if limit == 0 {
		limit = recentLimit
	}
	taken, looked, seen := 0, 0, map[string]bool{}
	for span := firstWindow; span <= lastWindow && looked < recentSends; span *= 4 {
		begin := end.Add(-span)
		if begin.Before(f.Since) {
			begin = f.Since
		}
		if !begin.Before(end) {
			return time.Time{}, nil
		}
		all, err := desk.sendsBetween(ctx, begin, end)
		if err != nil {
			return time.Time{}, err
		}
		looked += len(all)
		groups := map[string]*group{}
		var order []*group
		for _, s := range slices.Backward(all) {
			k := key(s)
			if k == "" || seen[k] || f.Channel != "" && s.Channel != f.Channel && groups[k] == nil {
				continue
			}
			g := groups[k]
			if g == nil {
				g = &group{session: s.Session, turn: s.Turn, sends: map[outbox.State]int{}, last: s.ID.Time()}
				groups[k] = g
				order = append(order, g)
			}
			g.sends[s.State]++
		}
		for _, g := range order {
			ok, err := take(*g)
			if err != nil {
				return time.Time{}, err
			}
			if ok {
				taken++
			}
			if taken == limit {
				return g.last, nil
			}
		}
		for k := range groups {
			seen[k] = true
		}
		end = begin
	}
	if looked >= recentSends {
		return end, nil
	}
	return time.Time{}, nil
}

// sendsBetween are the records of what went out, or was to, in a stretch of time, by id.
func (desk *Desk) sendsBetween(ctx context.Context, begin, end time.Time) ([]outbox.Send, error) {
	var all []outbox.Send
	after, last := message.FirstMessageID(begin), message.FirstMessageID(end)
	for {
		some, err := desk.o.Store.Sends(ctx, outbox.Filter{After: after, Limit: 1000})
		if err != nil {
			return nil, err
		}
		for _, s := range some {
			if s.ID >= last {
				return all, nil
			}
			all = append(all, s)
		}
		if len(some) < 1000 || len(all) >= recentSends {
			return all, nil
		}
		after = some[len(some)-1].ID
	}
}

// sentSince reports whether something was sent because of a turn at t or later: then it
// stood on a page before this one.
func (desk *Desk) sentSince(ctx context.Context, id message.TurnID, t time.Time) (bool, error) {
	if t.IsZero() {
		return false, nil
	}
	all, err := desk.o.Store.Sends(ctx, outbox.Filter{Turn: id})
	return slices.ContainsFunc(all, func(s outbox.Send) bool { return !s.ID.Time().Before(t) }), err
}

// Conversations returns those of the caller's tenant in which something was sent, the newest first.
func (desk *Desk) Conversations(ctx context.Context, who Caller, f RecentFilter) (Page[Conversation], error) {
	p := Page[Conversation]{Items: []Conversation{}}
	next, err := desk.recent(ctx, f, func(s outbox.Send) string { return string(s.Session) }, func(g group) (bool, error) {
		s, ok, err := desk.o.Store.Session(ctx, g.session)
		if err != nil || !ok || !who.Tenant.Sees(s.Tenant) {
			return false, err
		}
		newest, err := desk.o.Store.SessionTurns(ctx, g.session, 1)
		if err != nil {
			return false, err
		}
		if len(newest) > 0 {
			if shown, err := desk.sentSince(ctx, newest[0].ID, f.Before); shown || err != nil {
				return false, err
			}
		}
		c := Conversation{
			Session: s.ID, Channel: s.Channel, Agent: s.Agent, Participants: append([]message.Address{}, s.Participants...), CreatedAt: s.CreatedAt,
			LastAt: g.last, Sends: g.sends, Turn: g.turn,
		}
		if t, ok, err := desk.o.Store.Turn(ctx, g.turn); err != nil {
			return false, err
		} else if ok {
			c.Subject, c.Said, c.State = subjectOf(t), t.Said, t.State
		}
		redactView(&c) // before it is searched, which would tell a code, and cut, which would take away what tells one
		if ok, err := desk.wanted(ctx, f, c.Participants, c.Subject, c.Said, string(c.Session), c.Agent); !ok || err != nil {
			return false, err
		}
		c.Said = beginning(c.Said)
		p.Items = append(p.Items, c)
		return true, nil
	})
	p.Next = next
	return p, err
}

// Turns returns those of the caller's tenant of which something was sent, the newest first.
func (desk *Desk) Turns(ctx context.Context, who Caller, f RecentFilter) (Page[TurnLine], error) {
	p := Page[TurnLine]{Items: []TurnLine{}}
	next, err := desk.recent(ctx, f, func(s outbox.Send) string { return string(s.Turn) }, func(g group) (bool, error) {
		t, ok, err := desk.o.Store.Turn(ctx, g.turn)
		if err != nil || !ok || !who.Tenant.Sees(t.Tenant) {
			return false, err
		}
		if shown, err := desk.sentSince(ctx, t.ID, f.Before); shown || err != nil {
			return false, err
		}
		var to []message.Address
		for _, o := range t.Originators {
			to = append(to, o.Address)
		}
		l := TurnLine{Turn: t, Subject: subjectOf(t), Sends: g.sends, LastAt: g.last}
		redactView(&l) // likewise
		if ok, err := desk.wanted(ctx, f, to, l.Subject, l.Said, string(t.ID), t.Agent); !ok || err != nil {
			return false, err
		}
		p.Items = append(p.Items, l)
		return true, nil
	})
	p.Next = next
	return p, err
}

// subjectOf is the subject of the message that a turn is about; "" on channels without.
func subjectOf(t turns.Turn) string {
	switch {
	case t.Call.Subject != nil && *t.Call.Subject != "":
		return *t.Call.Subject
	case len(t.Originators) > 0:
		return t.Originators[0].Thread.Subject
	}
	return ""
}

// wanted reports whether one of the texts, or one who takes part, has the filter's text, and
// one of them is its person: known by an id, a name or a part of an address.
func (desk *Desk) wanted(ctx context.Context, f RecentFilter, who []message.Address, texts ...string) (bool, error) {
	is := f.Person == ""
	for _, a := range who {
		texts = append(texts, string(a))
		if is = is || has(string(a), f.Person); is {
			continue
		}
		p, ok, err := desk.o.People.ByAddress(ctx, a)
		if err != nil {
			return false, err
		}
		is = ok && (strings.EqualFold(string(p.ID), strings.TrimSpace(f.Person)) || has(p.Name, f.Person))
	}
	return is && slices.ContainsFunc(texts, func(s string) bool { return has(s, f.Text) }), nil
}

// has reports whether text is in s, whatever their case.
func has(s, text string) bool {
	return strings.Contains(strings.ToLower(s), strings.ToLower(strings.TrimSpace(text)))
}

// beginning is the first line of a text, or what of it a line of a list shows.
func beginning(text string) string {
	text, _, _ = strings.Cut(strings.TrimSpace(text), "\n")
	return excerpt.Clip(text, 120)
}

// AgentStatus is one agent as this node sees it.
type AgentStatus struct {
	Name    string              `json:"name"`
	Breaker *turns.BreakerState `json:"breaker,omitempty"` // nil: nothing has failed
}

// Agents returns the configured agents, in the order of the file.
func (desk *Desk) Agents() []AgentStatus {
	list := []AgentStatus{}
	breakers := desk.o.Node.Breakers()
	for _, name := range desk.o.Agents {
		a := AgentStatus{Name: name}
		if i := slices.IndexFunc(breakers, func(b turns.BreakerState) bool { return b.Agent == name }); i >= 0 {
			a.Breaker = &breakers[i]
		}
		list = append(list, a)
	}
	return list
}
