// Package handover says what becomes of a conversation that people answer in the place of
// its agent. It is pure: what was, and what somebody said, in; what is from now on out. The
// inbox lane of the session puts what happens in order, and the record of each step has
// what it came to, so that of two people who answer at the same time one has it.
package handover

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base32"
	"slices"
	"strings"
	"time"

	"bridge/core/message"
)

// DefaultIdle is Policy.Idle if it is not said.
const DefaultIdle = 24 * time.Hour

// Policy says to whom, and how, the conversations of an agent can be handed over.
type Policy struct {
	To        []string      // who is asked: targets, see Target
	Words     []string      // each alone in a message asks for a person
	Done      []string      // each alone on a line of a person ends it
	Idle      time.Duration // the agent goes on when nobody has said anything for so long
	Least     message.Trust // that a person's message needs to be passed on
	Quiet     bool          // customers are not told that it begins and ends
	TellAgent bool          // the agent is called when it ends
	// Opens is when somebody whose clock is of a zone (of the tz database) can be asked: now, or
	// later; zero: never. Nil: always.
	Opens func(now time.Time, zone string) time.Time
}

// Target prefixes.
const (
	personPrefix = "people:"
	groupPrefix  = "group:"
)

// Target reads "people:ID" or "group:NAME"; false if it is neither.
func Target(s string) (person message.PersonID, group string, ok bool) {
	if id, found := strings.CutPrefix(s, personPrefix); found {
		return message.PersonID(id), "", id != ""
	}
	name, found := strings.CutPrefix(s, groupPrefix)
	return "", name, found && name != ""
}

// Names reports whether an agent's words name people rather than another agent.
func Names(s string) bool {
	return strings.HasPrefix(s, personPrefix) || strings.HasPrefix(s, groupPrefix)
}

// May reports whether an agent may name a target of the policy's.
func (p *Policy) May(target string) bool { return slices.Contains(p.To, target) }

// Asks reports whether a text asks for a person: one of the words, alone on its first line.
// Below it there may be what mail programs add.
func (p *Policy) Asks(text string) bool {
	if p == nil {
		return false
	}
	first, rest, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if rest != "" && strings.TrimSpace(strings.SplitN(rest, "\n", 2)[0]) != "" {
		return false // the line goes on
	}
	return word(first, p.Words)
}

// Trust is what a person's message needs; with no policy any more as much as ever.
func (p *Policy) Trust() message.Trust {
	if p == nil {
		return message.Verified
	}
	return p.Least
}

// word reports whether a line is one of some words, whatever its case, and what stands round it.
func word(line string, words []string) bool {
	line = strings.Trim(line, " \t\r.!?*_\"'/")
	return line != "" && slices.ContainsFunc(words, func(w string) bool { return strings.EqualFold(w, line) })
}

// Person is somebody who was asked to answer.
type Person struct {
	ID       message.PersonID    `json:"id"`
	Name     string              `json:"name"`
	Language string              `json:"language,omitempty"`
	Zone     string              `json:"zone,omitempty"` // of the tz database
	Channel  message.ChannelName `json:"channel"`
	Address  message.Address     `json:"address"`
	Thread   message.Thread      `json:"thread,omitzero"` // of what they wrote last; zero: they have not
}

// Directory knows who can be asked, and where they read.
type Directory interface {
	// Reach returns those of the targets who can be asked, but for those at one of the addresses
	// besides.
	Reach(ctx context.Context, targets []string, t message.Tenant, besides []message.Address) ([]Person, error)
	// Still returns where somebody who was asked reads now; false for who may not any more.
	Still(ctx context.Context, p Person, t message.Tenant) (Person, bool, error)
}

// Alone is a Directory of nobody, which leaves those who were asked where they are.
type Alone struct{}

func (Alone) Reach(context.Context, []string, message.Tenant, []message.Address) ([]Person, error) {
	return nil, nil
}

func (Alone) Still(_ context.Context, p Person, _ message.Tenant) (Person, bool, error) {
	return p, true, nil
}

// Place is where a customer reads.
type Place struct {
	Channel message.ChannelName `json:"channel"`
	Address message.Address     `json:"address"`
	Name    string              `json:"name,omitempty"`
	Person  message.PersonID    `json:"person,omitempty"`
	Thread  message.Thread      `json:"thread,omitzero"`
	Subject string              `json:"subject,omitempty"`
}

// State is a hand-over of a session: the one there is, or the last one while its agent has
// not heard of it.
type State struct {
	ID       string              `json:"id"` // hnd_…
	Session  message.SessionID   `json:"session"`
	Agent    string              `json:"agent"` // that goes on in the end
	Channel  message.ChannelName `json:"channel"`
	Tenant   message.Tenant      `json:"tenant,omitempty"`
	By       string              `json:"by"` // customer, agent, or operator:NAME
	At       time.Time           `json:"at"`
	Asked    []Person            `json:"asked"`
	Holder   message.PersonID    `json:"holder,omitempty"` // who answers; "": nobody has yet
	TakenAt  time.Time           `json:"takenAt,omitzero"`
	Until    time.Time           `json:"until"` // when it ends if nobody says anything
	Idle     time.Duration       `json:"idle"`
	Quiet    bool                `json:"quiet,omitempty"`
	Tells    bool                `json:"tells,omitempty"` // Policy.TellAgent
	Customer []Place             `json:"customer"`
	Lost     []message.PersonID  `json:"lost,omitempty"` // whom messages of it have not reached: they are not asked again
	EndedAt  time.Time           `json:"endedAt,omitzero"`
	How      string              `json:"how,omitempty"` // done, idle, gone (nobody is left who may answer), or operator:NAME
}

// Open reports whether people answer now.
func (s *State) Open() bool { return s != nil && s.ID != "" && s.EndedAt.IsZero() }

// Who is somebody of those who were asked; false for anybody else.
func (s *State) Who(id message.PersonID) (Person, bool) {
	if s == nil {
		return Person{}, false
	}
	if i := slices.IndexFunc(s.Asked, func(p Person) bool { return p.ID == id }); i >= 0 {
		return s.Asked[i], true
	}
	return Person{}, false
}

// Has reports whether a person answers, or may begin to.
func (s *State) Has(id message.PersonID) bool {
	_, asked := s.Who(id)
	return asked && s.Open() && (s.Holder == "" || s.Holder == id)
}

// Readers are those who get what the customer writes: who answers, or all who were asked.
func (s *State) Readers() []Person {
	if p, ok := s.Who(s.Holder); ok {
		return []Person{p}
	}
	return s.Asked
}

// CustomerName is what the customer is called.
func (s *State) CustomerName() string {
	if len(s.Customer) == 0 {
		return ""
	}
	c := s.Customer[0]
	return cmp.Or(c.Name, c.Address.Value())
}

// ID is the id of the hand-over that a turn begins.
func ID(t message.TurnID) string {
	_, u, _ := strings.Cut(string(t), "_")
	return "hnd_" + u
}

// Code is what a person writes to say which conversation they mean: the same for all
// messages of one. It proves nothing: it tells the conversations of one person apart.
func Code(s message.SessionID) string {
	sum := sha256.Sum256([]byte("handover " + string(s)))
	return "#" + base32.NewEncoding(codeChars).WithPadding(base32.NoPadding).EncodeToString(sum[:])[:5]
}

// Kind is what an Order wants.
type Kind string

// The kinds.
const (
	Ask  Kind = "ask"  // the customer wants a person
	Give Kind = "give" // an operator hands it over
	Say  Kind = "say"  // a person says something to the customer
	End  Kind = "end"  // an operator gives it back to the agent
	Idle Kind = "idle" // nobody has said anything until Until
	Lost Kind = "lost" // what was said does not reach Person at At
	Tell Kind = "tell" // the agent is told what was said
)

// Order is what a message, an operator or the clock wants of the hand-over of its session.
type Order struct {
	Kind   Kind             `json:"kind"`
	To     []string         `json:"to,omitempty"` // of Ask and Give
	By     string           `json:"by,omitempty"` // of Give and End: operator:NAME
	Person message.PersonID `json:"person,omitempty"`
	At     Place            `json:"at,omitzero"`    // where the person wrote, and is answered
	Done   bool             `json:"done,omitempty"` // of Say: and that was all
	ID     string           `json:"id,omitempty"`   // of Idle: the hand-over it is about
	Until  time.Time        `json:"until,omitzero"` // of Idle: State.Until as it was then
	Lang   string           `json:"lang,omitempty"` // of the person
}

// Did is what came of a message.
type Did string

// What may come of one.
const (
	Began     Did = "began"
	Nobody    Did = "nobody"    // nobody could be asked
	Closed    Did = "closed"    // nobody is asked at this hour
	Unreached Did = "lost"      // who was asked cannot be reached; others have it, or nobody
	Relayed   Did = "relayed"   // the customer's message goes to people
	Said      Did = "said"      // the person's goes to the customer
	Ended     Did = "ended"     // and nothing was said
	NotTheirs Did = "nottheirs" // somebody else has it: nothing is said
	TooLate   Did = "toolate"   // it is over: nothing is said
	Nothing   Did = "nothing"   // there was nothing to do
)

// Move is what came of one message, as it is recorded.
type Move struct {
	Did   Did      `json:"did"`
	State State    `json:"state"`           // from now on
	Who   Person   `json:"who,omitzero"`    // who said it
	Took  bool     `json:"took,omitempty"`  // who said it has it from now on
	Over  bool     `json:"over,omitempty"`  // it has ended
	Freed []Person `json:"freed,omitempty"` // who had it, or was asked, before somebody else was
	Keep  bool     `json:"keep,omitempty"`  // the state stays as it was
	Anew  []Person `json:"anew,omitempty"`  // of Unreached: who is asked because of that
	// Opens is, of Closed, when somebody can be asked, by the clock of OpensIn; zero: nobody knows.
	Opens   time.Time `json:"opens,omitzero"`
	OpensIn string    `json:"opensIn,omitempty"`
}

// Begin hands a conversation over to people, who replace those who had it.
func Begin(was *State, next State, p *Policy, people []Person, now time.Time) Move {
	if len(people) == 0 {
		return Move{Did: Nobody, Keep: true}
	}
	m := Move{Did: Began, State: next}
	if was.Open() {
		m.Freed = slices.DeleteFunc(slices.Clone(was.Readers()), func(x Person) bool {
			return slices.ContainsFunc(people, func(y Person) bool { return y.ID == x.ID })
		})
		m.State.ID, m.State.At, m.State.By = was.ID, was.At, was.By // the agent hears all of it
	} else {
		m.State.At = now
	}
	m.State.Asked, m.State.Idle = people, DefaultIdle
	if p != nil {
		m.State.Idle, m.State.Quiet, m.State.Tells = p.Idle, p.Quiet, p.TellAgent
	}
	m.State.Until = now.Add(m.State.Idle)
	return m
}

// Awake are those of some people who can be asked at this hour; where there are none, when the first
// can be.
func (p *Policy) Awake(people []Person, now time.Time) (awake []Person, opens time.Time) {
	if p == nil || p.Opens == nil {
		return people, time.Time{}
	}
	for _, x := range people {
		switch at := p.Opens(now, x.Zone); {
		case at.IsZero():
		case !at.After(now):
			awake = append(awake, x)
		case opens.IsZero() || at.Before(opens):
			opens = at
		}
	}
	return awake, opens
}

// Shut is what comes of asking for people of whom none can be asked at this hour.
func Shut(opens time.Time) Move {
	return Move{Did: Closed, Keep: true, Opens: opens, OpensIn: opens.Location().String()}
}

// Lose is what comes of it that messages do not reach somebody at an address any more. team are those
// who can be asked besides, where nobody is left of those who were.
func Lose(s *State, o Order, team []Person, now time.Time) Move {
	lost, asked := s.Who(o.Person)
	if !s.Open() || !asked || lost.Address != o.At.Address {
		return Move{Did: Nothing, Keep: true}
	}
	gone := append(slices.Clone(s.Lost), o.Person)
	not := func(x Person) bool { return slices.Contains(gone, x.ID) }
	left := slices.DeleteFunc(slices.Clone(s.Asked), not)
	m := Move{Did: Unreached, Who: lost}
	if len(left) == 0 {
		left = slices.DeleteFunc(slices.Clone(team), not)
		m.Anew = left
	} else if s.Holder == o.Person { // what was said since went to nobody else
		m.Anew = left
	}
	m.State = s.With(left, now)
	m.State.Lost = gone
	m.Over = !m.State.Open()
	if len(m.Anew) > 0 {
		m.State.Until = now.Add(m.State.Idle)
	}
	return m
}

// With is a hand-over of which some are left of those who were asked, perhaps with other
// addresses. If who answered is not among them the first of the others has it, and if nobody is
// left it is over.
func (s State) With(left []Person, now time.Time) State {
	if len(left) == 0 {
		s.EndedAt, s.How = now, "gone"
		return s
	}
	s.Asked = left
	if _, ok := s.Who(s.Holder); !ok {
		s.Holder, s.TakenAt = "", time.Time{}
	}
	return s
}

// Relay passes a customer's message on to people. customer is where they read now.
func (s State) Relay(customer []Place, now time.Time) Move {
	s.Until = now.Add(s.Idle)
	for _, c := range customer {
		if i := slices.IndexFunc(s.Customer, func(x Place) bool { return x.Channel == c.Channel && x.Address == c.Address }); i >= 0 {
			s.Customer = slices.Clone(s.Customer)
			s.Customer[i] = c
		}
	}
	return Move{Did: Relayed, State: s}
}

// Answer is what comes of a person's message; words says that it has more than the word that
// ends it. s is nil, or over, if there is no hand-over any more.
func Answer(s *State, o Order, words bool, now time.Time) Move {
	who := Person{ID: o.Person, Name: o.At.Name, Language: o.Lang, Channel: o.At.Channel, Address: o.At.Address, Thread: o.At.Thread}
	switch {
	case !s.Open():
		return Move{Did: TooLate, Who: who, Keep: true}
	case !s.Has(o.Person):
		return Move{Did: NotTheirs, Who: who, State: *s, Keep: true}
	}
	next := *s
	m := Move{Did: Said, Who: who}
	next.Asked = slices.Clone(s.Asked)
	for i, p := range next.Asked {
		if p.ID == who.ID { // they are answered where they wrote
			next.Asked[i].Channel, next.Asked[i].Address, next.Asked[i].Thread = who.Channel, who.Address, who.Thread
		}
	}
	if next.Holder == "" {
		next.Holder, next.TakenAt, m.Took = o.Person, now, true
	}
	next.Until = now.Add(next.Idle)
	if !words {
		m.Did = Ended
	}
	if o.Done {
		next.EndedAt, next.How, m.Over = now, "done", true
	}
	m.State = next
	return m
}

// Finish ends a hand-over without a word of a person's.
func Finish(s *State, o Order, now time.Time) Move {
	if !s.Open() || o.Kind == Idle && (o.ID != s.ID || s.Until.After(o.Until)) {
		return Move{Did: Nothing, Keep: true}
	}
	next := *s
	next.EndedAt, next.How = now, o.By
	if o.Kind == Idle {
		next.How = "idle"
	}
	return Move{Did: Ended, State: next, Over: true}
}

// Filter selects the hand-overs that are open.
type Filter struct {
	Person message.PersonID // who answers, or was asked while nobody does; "" = all
	Before time.Time        // those that end by then; zero = all
	Limit  int              // at most so many, those first that end first; 0 = 1000
}

const (
	codeLen   = 6 // with its "#"
	codeChars = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
)

// Cut takes the code of a conversation off the beginning of a text; "" if it does not begin
// with one.
func Cut(text string) (code, rest string) {
	trimmed := strings.TrimSpace(text)
	if code = begins(trimmed); code == "" || len(trimmed) > codeLen && !strings.ContainsAny(trimmed[codeLen:codeLen+1], " \t\r\n:,") {
		return "", text
	}
	return code, strings.TrimSpace(strings.TrimLeft(trimmed[codeLen:], ":,"))
}

// begins is what a text begins with that looks like a code; "" if nothing does.
func begins(text string) string {
	if !strings.HasPrefix(text, "#") || len(text) < codeLen {
		return ""
	}
	code := strings.ToUpper(text[:codeLen])
	if strings.Trim(code[1:], codeChars) != "" {
		return ""
	}
	return code
}

// Coded reports whether something in a text looks like the code of a conversation.
func Coded(text string) bool {
	for i := range len(text) {
		if text[i] == '#' && begins(text[i:]) != "" {
			return true
		}
	}
	return false
}

// Done takes the word that ends a hand-over off a person's text: alone on the last line, or
// on the first one, where what stands below is no answer but what mail programs add. left is
// what is to be said.
func Done(text string, words []string) (left string, done bool) {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	last := len(lines) - 1
	if word(lines[last], words) {
		return strings.TrimSpace(strings.Join(lines[:last], "\n")), true
	}
	if word(lines[0], words) && strings.TrimSpace(lines[1]) == "" {
		return "", true
	}
	return text, false
}
