package admission

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/flow/handover"
	"bridge/flow/turns"
	"bridge/outbox"
	"bridge/render"
)

// wants is what a customer's message wants of the hand-over of its session.
func (a *Service) wants(agent string, in message.Inbound) *handover.Order {
	if p := a.o.Policies[agent]; in.Class == message.Human && p.Asks(in.Unquoted) {
		return &handover.Order{Kind: handover.Ask, To: p.To}
	}
	return nil
}

// handover deals with what a person writes who answers in a conversation in the place of its
// agent, or was asked to. Nothing goes to a customer but what is bound, by proof, to exactly
// one conversation: by the address it was written to, the message it answers, or the code it
// begins with. false: it is no such message.
func (a *Service) handover(ctx context.Context, ch Channel, in message.Inbound, key string, p message.Person, known bool, targets []Target) (message.Accepted, bool, error) {
	if a.o.Handovers == nil || ch.Traits.Pressed || in.Encrypted != "" {
		return message.Accepted{}, false, nil
	}
	if !known {
		return message.Accepted{}, false, a.aside(ctx, in, key, cmp.Or(in.FromName, in.From.Value()), targets)
	}
	var meant []message.SessionID
	add := func(s message.SessionID) {
		if s != "" && !slices.Contains(meant, s) {
			meant = append(meant, s)
		}
	}
	others := false // it answers what was written to somebody else
	add(in.Binding.Hands)
	for _, t := range targets {
		if t.Person != "" && t.Session != "" {
			others = others || t.Person != p.ID
			add(t.Session)
		}
	}
	text := spoken(in.Parts)
	code, rest := handover.Cut(text)
	// What it answers is not ours, nor theirs or the customer's: a colleague, perhaps, has
	// written into the thread.
	aside := len(targets) > 0 && targets[0].Ref != in.Binding.Refs[0]
	unclear := false
	elsewhere := len(targets) > 0 || in.Binding.Session != ""
	// It answers nothing of ours, and somewhere in it stands a code: perhaps who answers has passed on by
	// hand what the customer wrote.
	passed := !elsewhere && len(meant) == 0 && code == "" && ch.Idle == 0 && handover.Coded(text+"\n"+in.Unquoted)
	if len(meant) == 0 && !passed && (code == "" && (ch.Idle == 0 || elsewhere)) {
		return message.Accepted{}, false, nil // mail that answers nothing of it, or an answer to something else
	}
	var theirs []handover.State
	if len(meant) != 1 || aside || strings.Contains(text, "#") {
		var err error
		if theirs, err = a.o.Handovers.Handovers(ctx, handover.Filter{Person: p.ID, Limit: mostTheirs}); err != nil {
			return message.Accepted{}, true, fmt.Errorf("admission: hand-overs: %w", err)
		}
		named := false
		for _, s := range theirs {
			if handover.Code(s.Session) == code {
				add(s.Session)
				named = true
			}
		}
		switch {
		case named:
			text = rest
		case len(meant) > 0: // it only looks like one, or is of one that is over
			unclear = aside || code != "" && code != handover.Code(meant[0])
		case passed && !slices.ContainsFunc(theirs, func(s handover.State) bool { return strings.Contains(strings.ToUpper(text), handover.Code(s.Session)) }):
			return message.Accepted{}, false, nil
		case passed: // asked back: no customer waits while an assistant answers
		case code == "" && !slices.ContainsFunc(theirs, func(s handover.State) bool { at, _ := s.Who(p.ID); return at.Address == in.From }), len(theirs) == 0:
			return message.Accepted{}, false, nil // nothing was written to them here
		}
	}
	if acc, done, err := a.handoverBefore(ctx, in, key); done || err != nil {
		return acc, true, err
	}
	if in.Class != message.Human { // perhaps a program
		if _, err := a.claim(ctx, in, takenAsRecord); err != nil {
			return message.Accepted{}, true, err
		}
		acc, err := a.set(ctx, in, key, message.OutcomeRecorded, "quiet answer in a hand-over: "+in.ClassWhy)
		return acc, true, err
	}
	w := render.In(p.Language)
	if len(meant) != 1 {
		if in.Trust < max(ch.Least, a.leastTrust()) { // perhaps they have not written it
			acc, err := a.refuse(ctx, ch, in, key, p, known)
			return acc, true, err
		}
		acc, err := a.notSent(ctx, ch, in, key, p, "it is bound to no one conversation", w.HandoverWhich(listed(theirs)))
		return acc, true, err
	}
	st, _, err := a.o.Handovers.Handover(ctx, meant[0])
	if err != nil {
		return message.Accepted{}, true, fmt.Errorf("admission: hand-over: %w", err)
	}
	policy := a.o.Policies[st.Agent]
	if least := max(ch.Least, policy.Trust()); in.Trust < least {
		acc, err := a.refuse(ctx, ch, in, key, p, known)
		return acc, true, err
	}
	id := meant[0]
	ends := a.o.Done
	if policy != nil {
		ends = policy.Done
	}
	left, done := handover.Done(text, ends)
	switch {
	case others && !st.Open():
		acc, err := a.notSent(ctx, ch, in, key, p, "it is over", w.HandoverTooLate(handover.Code(id)))
		return acc, true, err
	case others && !st.Has(p.ID):
		by, _ := st.Who(st.Holder)
		if _, asked := st.Who(p.ID); !asked {
			if err := a.aside(ctx, in, key, p.Name, targets); err != nil {
				return message.Accepted{}, true, err
			}
		}
		acc, err := a.notSent(ctx, ch, in, key, p, "the conversation is somebody else's", w.HandoverNotTheirs(by.Name, handover.Code(id)))
		return acc, true, err
	case unclear && len(theirs) == 0:
		acc, err := a.notSent(ctx, ch, in, key, p, "it is over", w.HandoverTooLate(handover.Code(id)))
		return acc, true, err
	case unclear:
		acc, err := a.notSent(ctx, ch, in, key, p, "it answers somebody else, or names another conversation", w.HandoverWhich(listed(theirs)))
		return acc, true, err
	case in.Ambiguous, len(in.Readings) > 0, in.Readers != message.ForUs, holds(left, id, theirs):
		acc, err := a.notSent(ctx, ch, in, key, p, "it is not certain which words are theirs", w.HandoverUnclear())
		return acc, true, err
	}
	parts := answer(left, in.Parts)
	if len(parts) == 0 && !done {
		acc, err := a.set(ctx, in, key, message.OutcomeRecorded, "neither text nor attachments")
		return acc, true, err
	}
	if acc, again, err := a.asTurn(ctx, in, key); again || err != nil {
		return acc, true, err
	}
	acc, err := a.speak(ctx, ch, in, key, p, st, id, done, parts)
	if short, ok := errors.AsType[*ShortError](err); ok {
		return a.short(ctx, ch, in, key, id, a.spends(ch, in, p, id, id).limits[short.Token], short.Wait)
	}
	if errors.Is(err, ErrGone) {
		acc, err = a.notSent(ctx, ch, in, key, p, ErrGone.Error(), w.HandoverTooLate(handover.Code(id)))
	}
	return acc, true, err
}

// short is what becomes of a person's message for which there is no room: it waits, or is recorded.
func (a *Service) short(ctx context.Context, ch Channel, in message.Inbound, key string, id message.SessionID, l Limit, wait time.Duration) (message.Accepted, bool, error) {
	if l.Key == "" {
		a.loops(ctx, in, id)
		acc, err := a.set(ctx, in, key, message.OutcomeRecorded, "the same text again and again: it looks like a loop")
		return acc, true, err
	}
	err := l.met(wait)
	a.limited(ctx, ch, in, id, err)
	return message.Accepted{}, true, err
}

// Who answers hears once in asideEvery that somebody writes into the conversation, of mostAside of them.
const (
	asideEvery = time.Hour
	mostAside  = 10
)

// aside tells those who answer in an open hand-over that somebody whom nobody asked has answered a message
// of it, which reached them by other ways, and that the customer has got nothing: else each would believe
// that the other answers.
func (a *Service) aside(ctx context.Context, in message.Inbound, key, name string, targets []Target) error {
	if len(targets) == 0 || targets[0].Person == "" || targets[0].Session == "" || a.o.Lanes == nil || in.Class != message.Human {
		return nil
	}
	st, _, err := a.o.Handovers.Handover(ctx, targets[0].Session)
	if err != nil || !st.Open() {
		return err
	}
	if _, asked := st.Who(targets[0].Person); !asked {
		return nil
	}
	ok, _, err := a.o.Buckets.Take(ctx, "aside "+string(st.Session)+" "+limiter(in), 1, asideEvery)
	if err != nil || !ok {
		return err
	}
	if ok, _, err = a.o.Buckets.Take(ctx, "asides "+string(st.Session), mostAside, asideEvery); err != nil || !ok {
		return err
	}
	for _, p := range st.Readers() {
		w, subject := render.In(p.Language), ""
		if p.Thread.Subject == "" && p.Thread.Parent == "" {
			subject = w.HandoverSubject(st.CustomerName())
		}
		it, err := outbox.Item(message.Outbound{
			ID:      message.DerivedMessageID(time.Time{}, "handover aside", string(in.Channel), key, string(p.ID)),
			Channel: p.Channel, To: p.Address, ToName: p.Name, Kind: message.Notice, Session: st.Session, Agent: st.Agent, Tenant: st.Tenant, Person: p.ID, Hands: true, Subject: subject,
			Text: w.HandoverAside(name, handover.Code(st.Session)), Thread: p.Thread, CreatedAt: in.ReceivedAt,
		})
		if err != nil {
			return fmt.Errorf("admission: encode: %w", err)
		}
		if err := a.o.Lanes.Enqueue(ctx, it); err != nil {
			return fmt.Errorf("admission: answer: %w", err)
		}
	}
	return nil
}

// mostTheirs is how many conversations of one person are told apart by their codes.
const mostTheirs = 200

// handoverBefore finds what became of an earlier delivery of the message, so that one that was
// asked back is not sent because a conversation began meanwhile.
func (a *Service) handoverBefore(ctx context.Context, in message.Inbound, key string) (message.Accepted, bool, error) {
	settled, _, err := a.earlier(ctx, in, key)
	return message.Accepted{Outcome: message.OutcomeDuplicate, Reason: "seen before"}, settled, err
}

// speak enqueues a person's words in the lane of the session that they answer in.
func (a *Service) speak(ctx context.Context, ch Channel, in message.Inbound, key string, p message.Person, st handover.State, id message.SessionID, done bool, parts []envelope.Part) (message.Accepted, error) {
	from := traceOf(ctx)
	turn := message.NewTurnID()
	order := handover.Order{
		Kind: handover.Say, Person: p.ID, Done: done, Lang: p.Language,
		At: handover.Place{Channel: in.Channel, Address: in.From, Name: p.Name, Thread: in.Thread},
	}
	adm, err := a.o.Store.Admit(ctx, Admission{
		Channel: in.Channel, Key: key, From: in.From, Into: id, Turn: turn, Index: in.Binding.Self, At: in.ReceivedAt, Tokens: a.spends(ch, in, p, id, id).tokens,
	}, func(adm Admitted) (queue.Item, error) {
		return turns.MessageItem(key, turns.Turn{
			ID: adm.Turn, Session: adm.Session, Channel: in.Channel, Agent: adm.Agent, Tenant: adm.Tenant.Or(), Order: &order,
			Trace: from.Trace, Correlation: message.NewCorrelation(), Inbound: in.ExternalID, CreatedAt: adm.At, State: envelope.Awaiting,
			Call: turns.Caller{Person: p.ID, Name: p.Name, Sender: string(in.From), Channel: string(ch.Kind), Trust: in.Trust.String()},
		}, parts)
	})
	if err != nil {
		return message.Accepted{}, fmt.Errorf("admission: admit: %w", err)
	}
	acc := message.Accepted{Outcome: message.OutcomeTurn, Session: adm.Session, Turn: adm.Turn, Reason: "answers in the hand-over " + st.ID}
	if !adm.First {
		acc.Outcome, acc.Reason = message.OutcomeDuplicate, "seen before"
	} else {
		a.span(ch, in, adm, from)
	}
	return acc, nil
}

// leastTrust is what a message needs in whatever hand-over it is meant for.
func (a *Service) leastTrust() message.Trust {
	least := message.Verified
	for _, p := range a.o.Policies {
		least = min(least, p.Trust())
	}
	return least
}

// notSent tells a person that nothing of their message went to anybody. It has the limits of messages, and what
// is the same again and again is not answered: perhaps it is a program that answers these notices.
func (a *Service) notSent(ctx context.Context, ch Channel, in message.Inbound, key string, p message.Person, why, text string) (message.Accepted, error) {
	spends := a.spends(ch, in, p, "", "asked back")
	for i, s := range spends.tokens {
		ok, wait, err := a.o.Buckets.Take(ctx, s.Key, s.N, s.Per)
		if err != nil {
			return message.Accepted{}, fmt.Errorf("admission: limit: %w", err)
		}
		if !ok {
			acc, _, err := a.short(ctx, ch, in, key, "", spends.limits[i], wait)
			return acc, err
		}
	}
	if a.o.Lanes != nil {
		it, err := outbox.Item(message.Outbound{
			ID:      message.DerivedMessageID(time.Time{}, "handover", string(in.Channel), key),
			Channel: in.Channel, To: in.From, ToName: p.Name, Kind: message.Notice, Text: text, Thread: in.Thread, CreatedAt: in.ReceivedAt,
		})
		if err != nil {
			return message.Accepted{}, fmt.Errorf("admission: encode: %w", err)
		}
		if err := a.o.Lanes.Enqueue(ctx, it); err != nil {
			return message.Accepted{}, fmt.Errorf("admission: answer: %w", err)
		}
	}
	return a.set(ctx, in, key, message.OutcomeRecorded, "an answer in a hand-over, asked back: "+why)
}

// spoken are the texts of a message.
func spoken(parts []envelope.Part) string {
	var all []string
	for _, p := range parts {
		if p.Kind == envelope.KindText && p.Text != "" {
			all = append(all, p.Text)
		}
	}
	return strings.Join(all, "\n\n")
}

// holds reports whether a text holds what was written to its writer: the code that stands in
// every message of a conversation, of this one or another of theirs, or lines that are quoted.
func holds(text string, id message.SessionID, theirs []handover.State) bool {
	upper := strings.ToUpper(text)
	for line := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimSpace(line), ">") {
			return true
		}
	}
	return strings.Contains(upper, handover.Code(id)) || slices.ContainsFunc(theirs, func(s handover.State) bool {
		return strings.Contains(upper, handover.Code(s.Session))
	})
}

// answer is what of a person's message goes to the customer: their words as they stand, and the
// files that they have attached. Mails are no such files: they are what was quoted, whole.
func answer(text string, parts []envelope.Part) (all []envelope.Part) {
	if text = strings.TrimSpace(text); text != "" {
		p := envelope.TextPart(envelope.Response, text)
		p.MediaType = "text/plain"
		all = append(all, p)
	}
	for _, p := range parts {
		if p.Kind != envelope.KindText && p.MediaType != "message/rfc822" {
			all = append(all, p)
		}
	}
	return all
}

// listed names conversations by their codes.
func listed(all []handover.State) string {
	var list []string
	for _, s := range all {
		list = append(list, handover.Code(s.Session)+" ("+s.CustomerName()+")")
	}
	return strings.Join(list, ", ")
}
