// Package admission decides what becomes of an inbound message: it
// is recorded, refused, an approval reply, or one turn, and hands over what
// providers say of our own messages. It calls no agent and sends nothing; what it
// answers is in durable lanes when Accept returns.
package admission

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"bridge/adapters"
	"bridge/approvals"
	"bridge/approvals/binding"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/core/people"
	"bridge/core/queue"
	"bridge/core/span"
	"bridge/flow/handover"
)

// Channel is what admission knows of a channel: its agent and who may start a
// turn there, besides the people of the directory.
type Channel struct {
	Name   message.ChannelName
	Kind   message.AddressKind
	Traits message.Traits
	Agent  string
	// Routes say which agent gets a new conversation, the first that holds; else Agent, which
	// Default is, too, where there are some.
	Routes  []Route
	Default string
	Allow   Allow
	Least   message.Trust // that a sender needs to start a turn; zero: any
	// Idle is how long after the last message of a sender the next one opens a new
	// session; zero: messages say themselves what they continue, as mail does.
	Idle time.Duration
	// Consent: people say STOP and START here. Help is the answer to HELP; "": one that
	// names the agent.
	Consent bool
	Help    string
	// Machine: its senders are systems, proven by the adapter. They need no allowance,
	// are not answered, and spend no limit of people. Deliver gets what their turns
	// answer.
	Machine bool
	Deliver []message.Target
	// TellRefused: people, and senders of the domains Own, hear once a day that nothing
	// proves their mail and it is refused.
	TellRefused bool
	Own         []string
	// Explain: strangers hear, once a day, that nobody knows them.
	Explain bool
	// DecidesAs is whose votes the approval-responses are that come here; "" takes none.
	// The channel proves its senders.
	DecidesAs message.PersonID
	Peer      *envelope.Peer // the system there is an agent
	// Tenant is whose the messages of a Machine are that do not say it themselves.
	Tenant message.Tenant
}

// Options are the parts admission works with. Lanes, Host, Counts and SessionLimit may be
// left out; Outbox where no channel has Consent and no report of a message comes in.
type Options struct {
	Store     Store
	Approvals *approvals.Service
	Directory Directory
	Voters    Voters // nil: people decide from all of their addresses
	Channels  []Channel
	Limit     Limit // turns per sender
	Limits    Limits
	// SessionLimit bounds the turns of one sender in one session, where a sender has
	// several: not on channels with Idle.
	SessionLimit Limit
	// TenantLimits bound the turns that systems start for a tenant; none: they do not.
	TenantLimits map[message.Tenant]Limit
	Buckets      Buckets
	Outbox       Outbox
	Consent      Consent // nil: Approvals
	Codes        Codes   // nil: nobody is invited
	// Handovers are asked about what people write who answer in the place of an agent; nil:
	// nobody does. Policies are those of the agents whose conversations can be handed over, Done
	// the words that end one in every language.
	Handovers Handovers
	Policies  map[string]*handover.Policy
	Done      []string
	Lanes     Lanes // nil: senders are told nothing
	Host      Host  // nil: nobody is there
	Counts    Counts
	Spans     *span.Tracer
	Now       func() time.Time
	Log       *slog.Logger
}

// Directory knows people.
type Directory interface {
	message.Directory
	// ByOwner is ByAddress for an address of which the store has said whose it is.
	ByOwner(ctx context.Context, a message.Address, owner message.PersonID) (message.Person, bool, error)
}

// Host is the rest of the bridge, as admission asks and tells it.
type Host interface {
	// Alert tells the operators, but not at the address; once for each key and some time.
	Alert(ctx context.Context, ch message.ChannelName, from message.Address, key, text string)
	// Reconfirm asks a person, elsewhere, to confirm an address that does not decide any more; false
	// if there is nowhere else.
	Reconfirm(ctx context.Context, p message.PersonID, a message.Address) (bool, error)
}

// Alone is a Host with nobody there.
type Alone struct{}

func (Alone) Alert(context.Context, message.ChannelName, message.Address, string, string) {}
func (Alone) Reconfirm(context.Context, message.PersonID, message.Address) (bool, error) {
	return false, nil
}

// Outbox keeps what becomes of our messages, and who wants none. All may be called again
// with the same. The words are for the audit log.
type Outbox interface {
	// Delivered is told what a bounce or complaint says of a message of ours, before the
	// report is recorded; an error leaves the report with its sender.
	Delivered(ctx context.Context, ch message.ChannelName, d message.Delivery) (string, error)
	// OptOut stops all messages to an address, OptIn is the reverse, OptedOut asks, and
	// since when; by is the message that said so.
	OptOut(ctx context.Context, ch message.ChannelName, from message.Address, by string) (string, error)
	OptIn(ctx context.Context, ch message.ChannelName, from message.Address) (string, error)
	OptedOut(ctx context.Context, ch message.ChannelName, from message.Address) (since time.Time, out bool, err error)
}

// Consent is told that a person has opted out or in at an address, with the key of the
// message, before it is recorded: an error leaves the message with its sender, and it is
// told again.
type Consent interface {
	OptedOut(ctx context.Context, ch message.ChannelName, from message.Address, p message.Person, key string) error
	OptedIn(ctx context.Context, ch message.ChannelName, from message.Address, p message.Person, key string) error
}

// Voters knows which addresses people may decide from.
type Voters interface {
	// ByAddress is as of message.Directory, for such addresses.
	ByAddress(ctx context.Context, a message.Address) (message.Person, bool, error)
	// Hear notes that a person wrote from an address of theirs; was is what was known of it.
	Hear(ctx context.Context, id message.PersonID, a message.Address, was people.Standing) error
}

// Codes takes what people send to join, or to show that an address is theirs.
type Codes interface {
	Redeem(ctx context.Context, t people.Try) (people.Redeemed, error)
}

// Lanes take the notices to senders.
type Lanes interface {
	Enqueue(ctx context.Context, items ...queue.Item) error
}

// Counts counts what comes in. Its methods do not block.
type Counts interface {
	Classed(ch message.ChannelName, c message.Class) // each message
	Accepted(ch message.ChannelName, o message.Outcome, reason string)
	// Unproven is a message that was refused because nothing proves its sender; own says
	// that the sender is known or of a domain of the channel's.
	Unproven(ch message.ChannelName, from message.Address, own bool)
}

// uncounted counts nothing.
type uncounted struct{}

func (uncounted) Classed(message.ChannelName, message.Class)            {}
func (uncounted) Accepted(message.ChannelName, message.Outcome, string) {}
func (uncounted) Unproven(message.ChannelName, message.Address, bool)   {}

// Service takes messages from the adapters. Create it with New.
type Service struct {
	o        Options
	channels map[message.ChannelName]Channel
	copies   copies
}

// New returns an admission for the given channels.
func New(o Options) *Service {
	a := &Service{o: o, channels: map[message.ChannelName]Channel{}}
	for _, c := range o.Channels {
		a.channels[c.Name] = c
	}
	if a.o.Host == nil {
		a.o.Host = Alone{}
	}
	if a.o.Consent == nil {
		a.o.Consent = a.o.Approvals
	}
	if a.o.Counts == nil {
		a.o.Counts = uncounted{}
	}
	return a
}

// Accept is the adapters.AcceptFunc. It decides in this order:
// consent, automated mail, a code of an invitation, a signature that is named, approval reply, sender, limits, turn.
func (a *Service) Accept(ctx context.Context, in message.Inbound) (message.Accepted, error) {
	ch, ok := a.channels[in.Channel]
	if !ok {
		return message.Accepted{}, fmt.Errorf("admission: unknown channel %q", in.Channel)
	}
	if in.ExternalID == "" || in.From == "" {
		return message.Accepted{}, errors.New("admission: a message without id or sender")
	}
	if in.Class == "" {
		in.Class = message.Human
	}
	key := Key(in.ExternalID)
	of := copyOf{in.Channel, key}
	if err := a.copies.enter(ctx, of); err != nil {
		return message.Accepted{}, fmt.Errorf("admission: another copy of the message is handled: %w", err)
	}
	defer a.copies.leave(of)
	acc, err := a.accept(ctx, ch, in, key)
	if err != nil {
		if limit, ok := errors.AsType[*adapters.LimitError](err); ok {
			a.o.Counts.Accepted(in.Channel, message.OutcomeRefused, limit.Limit)
		}
		return message.Accepted{}, err
	}
	a.o.Counts.Accepted(in.Channel, acc.Outcome, acc.Reason)
	a.o.Counts.Classed(in.Channel, in.Class)
	if !a.o.Log.Enabled(ctx, slog.LevelInfo) { // what is not written is not made
		return acc, nil
	}
	a.o.Log.Info("message accepted", "channel", in.Channel, "session", acc.Session, "turn", acc.Turn,
		"outcome", string(acc.Outcome), "reason", acc.Reason, "approval", acc.Approval)
	return acc, nil
}

func (a *Service) accept(ctx context.Context, ch Channel, in message.Inbound, key string) (message.Accepted, error) {
	if ch.Machine {
		return a.machine(ctx, ch, in, key)
	}
	if ch.Consent {
		if acc, done, err := a.consent(ctx, ch, in, key); done || err != nil {
			return acc, err
		}
	}
	if in.Class != message.Human && in.Class != message.Quiet {
		if err := a.deliveries(ctx, in, key); err != nil {
			return message.Accepted{}, err
		}
		a.returned(ctx, in)
		if _, err := a.claim(ctx, in, takenAsRecord); err != nil {
			return message.Accepted{}, err
		}
		return a.set(ctx, in, key, message.OutcomeRecorded, string(in.Class)+": "+in.ClassWhy)
	}
	has, err := a.o.Store.Look(ctx, Look{Channel: in.Channel, From: in.From, Session: in.Binding.Session, Refs: in.Binding.Refs})
	if err != nil {
		return message.Accepted{}, fmt.Errorf("admission: look: %w", err)
	}
	person, known, err := a.o.Directory.ByOwner(ctx, in.From, has.Owner)
	if err != nil {
		return message.Accepted{}, fmt.Errorf("admission: directory: %w", err)
	}
	if in.Readers == message.ForOthers {
		if !known && !ch.Allow.Match(in.From) {
			return a.set(ctx, in, key, message.OutcomeRefused, "sender is not allowed")
		}
		return a.set(ctx, in, key, message.OutcomeRefused, message.NotForUs)
	}
	if acc, is, err := a.join(ctx, ch, in, key, person, known); is || err != nil {
		return acc, err
	}
	if known {
		a.hear(ctx, ch, in, person.ID, has.Stands)
		if acc, is, err := a.signature(ctx, ch, in, key, person); is || err != nil {
			return acc, err
		}
	}
	fresh := in.Fresh && ch.Idle > 0 // a word to the bridge, whatever it replies to
	if !fresh {
		if acc, bound, err := a.approval(ctx, ch, in, key, person, known, has.Targets); bound || err != nil {
			return acc, err
		}
	}
	if !fresh {
		if acc, theirs, err := a.handover(ctx, ch, in, key, person, known, has.Targets); theirs || err != nil {
			return acc, err
		}
	}
	if !known && !ch.Allow.Match(in.From) {
		a.explain(ctx, ch, in)
		return a.set(ctx, in, key, message.OutcomeRefused, "sender is not allowed")
	}
	if in.Trust < ch.Least {
		return a.refuse(ctx, ch, in, key, person, known)
	}
	if acc, again, err := a.asTurn(ctx, in, key); again || err != nil {
		return acc, err
	}
	if fresh {
		return a.fresh(ctx, ch, in, key, person)
	}
	if in.Encrypted != "" {
		return a.encrypted(ctx, in, key, person)
	}
	if empty(in.Parts) {
		return a.set(ctx, in, key, message.OutcomeRecorded, "neither text nor attachments")
	}
	return a.turn(ctx, ch, in, key, person, known, has)
}

// continues is the session that a message names, which its turn will be in if its
// sender may continue it; "" if it names none.
func continues(in message.Inbound, targets []Target) message.SessionID {
	if in.Binding.Session != "" {
		return in.Binding.Session
	}
	for _, t := range targets {
		if t.Session != "" {
			return t.Session
		}
	}
	return ""
}

// replyOf is a message as it may answer a request.
func replyOf(ch Channel, in message.Inbound, key string, p message.Person, known bool) binding.Reply {
	return binding.Reply{
		Channel: in.Channel, Traits: ch.Traits, Key: key, From: in.From, Person: p, Known: known, Trust: in.Trust, Why: in.Why,
		Subject: in.Subject, Text: in.Unquoted, Other: in.Other, Ambiguous: in.Ambiguous, AbovePictures: in.AbovePictures, Below: in.Below, Differs: in.Differs, Signatures: in.Signatures, Thread: in.Thread, At: in.ReceivedAt,
		Doubted: in.Trust < ch.Least, Readings: in.Readings, Readers: in.Readers, WrittenAt: in.WrittenAt, Print: in.Print,
		Button: in.Binding.Button, Code: in.Binding.Code, Tag: in.Binding.Approval, Loose: in.Binding.Loose, Raw: in.Raw, RawSHA256: in.RawSHA256, RawCut: in.RawCut, Quotes: len(in.Binding.Refs) > 0,
	}
}

// approval handles the message if it is bound to an approval request.
func (a *Service) approval(ctx context.Context, ch Channel, in message.Inbound, key string, p message.Person, known bool, targets []Target) (message.Accepted, bool, error) {
	r := replyOf(ch, in, key, p, known)
	// Only the message that it answers counts: a notice of ours stands between
	// its reader and the prompt before it.
	if len(targets) > 0 && (targets[0].Approval != "" || targets[0].Again != "") {
		r.Prompts = []binding.Prompted{{Approval: targets[0].Approval, Person: targets[0].Person, Again: targets[0].Again}}
	}
	// It answers what somebody else wrote into a thread of ours.
	if len(targets) > 0 && targets[0].Ref != in.Binding.Refs[0] && r.Readers == message.ForUs {
		r.Readers = message.ForSome
	}
	r, err := a.o.Approvals.Recall(ctx, r)
	if err != nil {
		return message.Accepted{}, false, fmt.Errorf("admission: %w", err)
	}
	if binding.Fleeting(r) {
		if err := a.boundEarlier(ctx, &r); err != nil {
			return message.Accepted{}, false, err
		}
	}
	b, err := a.o.Approvals.Bind(ctx, r)
	if err != nil {
		return message.Accepted{}, false, fmt.Errorf("admission: %w", err)
	}
	if !b.Ours() {
		if b.Aside != "" && in.Class == message.Human {
			err = a.o.Approvals.Aside(ctx, b, r)
		}
		return message.Accepted{}, err != nil, err
	}
	if b.List && r.Doubted {
		acc, err := a.refuse(ctx, ch, in, key, p, known)
		return acc, true, err
	}
	if in.Class == message.Quiet { // perhaps a program: it decides nothing and is not asked back
		if _, err := a.claim(ctx, in, takenAsRecord); err != nil { // nor without the mark, which anybody can take off
			return message.Accepted{}, true, err
		}
		acc, err := a.set(ctx, in, key, message.OutcomeRecorded, "quiet reply to an approval request: "+in.ClassWhy)
		return acc, true, err
	}
	if acc, again, err := a.asAnswer(ctx, in, key, b, &r); again || err != nil {
		return acc, true, err
	}
	if known && a.o.Voters != nil {
		voter, counts, err := a.o.Voters.ByAddress(ctx, in.From)
		if err != nil {
			return message.Accepted{}, true, fmt.Errorf("admission: directory: %w", err)
		}
		if !counts {
			acc, err := a.lapsed(ctx, ch, in, key, p)
			return acc, true, err
		}
		r.Person = voter
	}
	if b.Passing() && r.Earlier == "" {
		e := a.entry(in, key, approvalBound, b.By)
		e.Subject = string(b.Approval)
		if err := a.o.Store.Audit(ctx, e); err != nil {
			return message.Accepted{}, true, fmt.Errorf("admission: audit: %w", err)
		}
	}
	what, err := a.o.Approvals.Answer(ctx, b, r)
	if err != nil {
		return message.Accepted{}, true, fmt.Errorf("admission: %w", err)
	}
	if len(in.Binding.Self) > 0 { // what people know the message by leads to its key, and so to the entry below
		if err := a.o.Store.Audit(ctx, a.entry(in, key, approvalAnswer, "")); err != nil {
			return message.Accepted{}, true, fmt.Errorf("admission: audit: %w", err)
		}
	}
	e := a.entry(in, key, approvalReply, what)
	e.Subject = string(b.Approval)
	e.Why = append(slices.Clip(e.Why), "bound by "+b.By) // the adapter's slice is not ours to write to
	if err := a.o.Store.Audit(ctx, e); err != nil {
		return message.Accepted{}, true, fmt.Errorf("admission: audit: %w", err)
	}
	if err := a.settle(ctx, in, b, what); err != nil {
		return message.Accepted{}, true, err
	}
	return message.Accepted{Outcome: message.OutcomeDecision, Reason: what, Approval: b.Approval}, true, nil
}

// boundEarlier looks up what an earlier delivery of a reply was bound to, whose handling
// was cut off: what was said to its sender since does not change that.
func (a *Service) boundEarlier(ctx context.Context, r *binding.Reply) error {
	es, err := a.o.Store.AuditOf(ctx, r.Key)
	if err != nil {
		return fmt.Errorf("admission: audit: %w", err)
	}
	for _, e := range es {
		if e.What == approvalBound && e.Key == r.Key && e.Channel == r.Channel {
			r.Earlier, r.EarlierBy = message.ApprovalID(e.Subject), e.Detail
		}
	}
	return nil
}

// turn settles the message's session and turn and enqueues it. All is done for a
// repetition too and changes nothing then. has is what was known of it.
func (a *Service) turn(ctx context.Context, ch Channel, in message.Inbound, key string, p message.Person, known bool, has Known) (message.Accepted, error) {
	named, opens := continues(in, has.Targets), message.NewSessionID()
	refs := in.Binding.Refs
	var candidates []message.SessionID
	switch {
	case ch.Idle == 0 && in.Binding.Session != "":
		candidates = append(candidates, in.Binding.Session)
	case in.Named:
		named = message.ConversationID(in.Channel, in.From, in.Conversation)
		candidates, opens, refs = append(candidates, named), named, nil
	case ch.Idle > 0:
		_, seen, err := a.o.Store.Admitted(ctx, in.Channel, key)
		if err != nil {
			return message.Accepted{}, fmt.Errorf("admission: dedupe: %w", err)
		}
		if seen { // the conversation may be another one by now
			break
		}
		if named, err = a.conversation(ctx, ch, in, key, has.Targets); err != nil {
			return message.Accepted{}, err
		}
		candidates, opens, refs = append(candidates, named), named, nil
	}
	counted := named
	if ch.Idle > 0 {
		counted = "" // all that a sender writes is one conversation: the limit of senders is enough
	}
	spends := a.spends(ch, in, p, counted, named)
	is := coming{a: a, ch: ch.routed(in, p, known), in: in, key: key, person: p, known: known, from: traceOf(ctx)}
	turn := message.NewTurnID()
	adm, err := a.o.Store.Admit(ctx, Admission{
		Channel: in.Channel, Key: key, From: in.From, Candidates: candidates, Refs: refs,
		New: Session{
			ID: opens, Channel: in.Channel, Agent: is.ch.Agent,
			Participants: []message.Address{in.From}, CreatedAt: in.ReceivedAt, Tenant: p.Home(),
		},
		Turn: turn, Index: in.Binding.Self, IndexNew: refs, At: in.ReceivedAt,
		Tokens: spends.tokens, Known: has,
	}, is.item)
	if short, ok := errors.AsType[*ShortError](err); ok {
		l := spends.limits[short.Token]
		if l.Key == "" {
			a.loops(ctx, in, named)
			return a.set(ctx, in, key, message.OutcomeRecorded, "the same text again and again: it looks like a loop")
		}
		err := l.met(short.Wait)
		a.limited(ctx, ch, in, named, err)
		return message.Accepted{}, err
	}
	if err != nil {
		return message.Accepted{}, fmt.Errorf("admission: admit: %w", err)
	}
	acc := message.Accepted{Outcome: message.OutcomeTurn, Session: adm.Session, Turn: adm.Turn}
	if !adm.First {
		acc.Outcome, acc.Reason = message.OutcomeDuplicate, "seen before"
	} else {
		a.span(is.ch, in, adm, is.from)
	}
	return acc, nil
}

// traceOf is the trace of a new turn, and the span of who asks for it: those of the caller who
// said so, or a new one. Whether a trace is recorded is a matter of systems, not of people's
// browsers.
func traceOf(ctx context.Context) span.Caller {
	c := systemOf(ctx)
	c.Said = ""
	return c
}

// systemOf is traceOf of a call that a system makes.
func systemOf(ctx context.Context) span.Caller {
	c := span.Of(ctx)
	c.Trace = cmp.Or(c.Trace, message.NewTrace())
	return c
}

// span tells that a message was taken: the span that all others of its turn are under.
func (a *Service) span(ch Channel, in message.Inbound, adm Admitted, from span.Caller) {
	if !a.o.Spans.Wants(from.Trace, from.Said) {
		return
	}
	a.o.Spans.Add(span.Span{
		Trace: from.Trace, ID: span.Accept(string(adm.Turn)), Parent: from.ID, Name: "accept", Kind: span.Consumer, Begin: in.ReceivedAt, End: a.o.Now(),
		Fields: []span.Field{
			{Key: "bridge.channel", Value: string(in.Channel)},
			{Key: "bridge.channel.kind", Value: string(ch.Kind)},
			{Key: "bridge.turn", Value: string(adm.Turn)},
			{Key: "bridge.session", Value: string(adm.Session)},
			{Key: "bridge.tenant", Value: string(adm.Tenant.Or())},
			{Key: "bridge.agent", Value: ch.Agent},
		},
	})
}

// set records a message that needs no turn.
func (a *Service) set(ctx context.Context, in message.Inbound, key string, o message.Outcome, why string) (message.Accepted, error) {
	if err := a.o.Store.Audit(ctx, a.entry(in, key, string(o), why)); err != nil {
		return message.Accepted{}, fmt.Errorf("admission: audit: %w", err)
	}
	return message.Accepted{Outcome: o, Reason: why}, nil
}

func (a *Service) entry(in message.Inbound, key, what, detail string) AuditEntry {
	e := AuditEntry{
		At: a.o.Now(), What: what, Detail: detail, Channel: in.Channel, From: in.From, Trust: in.Trust.String(), Why: in.Why, Key: key,
	}
	if len(in.Binding.Self) > 0 { // what people know the message by
		e.Subject = string(in.Binding.Self[0])
	}
	return e
}

// Key is the dedupe key of an external id.
func Key(externalID string) string {
	digits := digest(externalID)
	return string(digits[:])
}

func digest(text string) (digits [2 * sha256.Size]byte) {
	h := sha256.Sum256([]byte(text))
	hex.Encode(digits[:], h[:])
	return digits
}

// empty reports whether a message has neither text nor artifacts nor data.
func empty(parts []envelope.Part) bool {
	for _, p := range parts {
		if p.Kind != envelope.KindText || p.Text != "" {
			return false
		}
	}
	return true
}
