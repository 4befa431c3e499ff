package approvals

import (
	"context"
	"fmt"
	"slices"
	"time"

	"bridge/approvals/binding"
	"bridge/approvals/decision"
	"bridge/approvals/prompt"
	"bridge/approvals/reply"
	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/render"
)

// What follows from a decision is phrased and enqueued here.

// follow does what a decision says, in its order. by is the reply that brought it, if one
// did; said is what its sender reads on the page that it was given on. It may run again after a
// crash: what it enqueues is there once.
func (s *Service) follow(ctx context.Context, d decision.Ruling, by binding.Reply) (said []string, err error) {
	for _, what := range d.Do {
		text, err := s.do(ctx, what, d, by)
		if err != nil {
			return nil, err
		}
		if text != "" {
			said = append(said, text)
		}
	}
	return said, nil
}

func (s *Service) do(ctx context.Context, what decision.Intent, d decision.Ruling, by binding.Reply) (said string, err error) {
	rec := d.Record
	switch what {
	case decision.Settle:
		return "", s.settled(ctx, rec)
	case decision.Acknowledge:
		return s.acknowledge(ctx, by, rec)
	case decision.AcknowledgeVote:
		return s.acknowledgeVote(ctx, by, rec)
	case decision.AskBack, decision.AskCode:
		return s.askBack(ctx, by, rec, what, false)
	case decision.Escalate:
		return "", s.askLater(ctx, rec)
	case decision.Remind:
		return "", s.remind(ctx, rec)
	case decision.SendCode:
		return "", s.sendCode(ctx, by.Person, rec, d.StepUp)
	case decision.TellTrustTooLow:
		return s.tried(ctx, by, rec, by.Person.ID, render.TrustTooLow)
	case decision.TellObjection:
		s.o.Log.Error("approvals: an approver objects to a decision in their name", "approval", rec.ID, "turn", rec.Turn, "person", by.Person.ID)
		s.o.Observer.Alert(ctx, string(rec.ID)+" objection "+string(by.Person.ID), fmt.Sprintf(
			"%s objects to a yes in their name, after it was granted: %s (%s). See bridge approvals show %s.", by.Person.FirstName(), rec.Summary, from(by.From, by.Channel), rec.ID))
		return "", nil
	case decision.TellUnreachable:
		s.o.Log.Error("approvals: no prompt could be delivered", "approval", rec.ID, "turn", rec.Turn)
		s.o.Observer.Alert(ctx, string(rec.ID), "No prompt of an approval request could be delivered, so it was refused: "+rec.Summary)
		return "", nil
	case decision.SayWrongCode:
		if lock, err := s.guess(ctx, by, guesses(by, 1)...); err != nil || !lock.Until.IsZero() { // that is told
			return "", err
		}
	}
	return s.tell(ctx, by, s.saying(ctx, what, d, by))
}

// saying is the answer to a reply that a decision wants to be said.
func (s *Service) saying(ctx context.Context, what decision.Intent, d decision.Ruling, by binding.Reply) message.Outbound {
	rec, p, words := d.Record, by.Person, render.In(by.Person.Language)
	vote, _ := rec.VoteOf(p.ID)
	me, _ := rec.ApproverOf(p.ID)
	text := ""
	switch what {
	case decision.SayTooEarly:
		code := me.Code
		if rec.Question != nil { // it is not answered by yes or no
			code = ""
		}
		text = words.DidNotCount(rec.Summary, render.TooEarly) + "\n\n" + words.StillOpen(rec.Until(), p.Zone, code)
	case decision.SayIncomplete:
		text = words.DidNotCount(rec.Summary, render.Incomplete)
	case decision.SayHours:
		text = words.HoursClosed(rec.Summary, d.Opens, p.Zone)
	case decision.SayStepUp:
		text = words.StepUpAsked(rec.Summary, s.desk.Channel(d.StepUp.To.Channel).Traits, d.StepUp.Until, p.Zone)
	case decision.SayWrongCode:
		text = words.StepUpWrong(d.Left)
	case decision.SayCodeOver:
		text = words.StepUpExpired()
	case decision.SayStanding:
		text = s.standing(rec, vote, p, by.Channel)
	case decision.SayVoted:
		text = words.AlreadyVoted(vote.Grant, vote.At, p.Zone)
	case decision.SayOutcome:
		text = s.outcome(ctx, rec, p.ID)
	case decision.SayAlreadyDecided:
		text = words.AlreadyDecided(rec.State == request.Granted, s.deciders(ctx, rec, words), rec.DecidedAt, p.Zone)
	case decision.SayObjection:
		text = words.AlreadyDecided(true, s.deciders(ctx, rec, words), rec.DecidedAt, p.Zone) + " " + words.Objection(rec.Summary)
	}
	out := s.reply(rec.ID, by, text)
	out.Asks = what == decision.SayTooEarly
	return out
}

// settled does what follows from the end of a request: the injection is forwarded and the
// approvers hear of it. It may run again after a crash; what it enqueues is
// there once, so whoever was told already is not told again.
func (s *Service) settled(ctx context.Context, r request.Record) error {
	if r.State == request.Pending { // marked all the same: a request from outside
		return s.askAround(ctx, r)
	}
	s.o.Observer.Decided(r)
	s.watch.wake(r.ID)
	if err := s.o.Observer.Audit(ctx, "approval "+string(r.State), r, "by "+r.DecidedBy); err != nil {
		return fmt.Errorf("approvals: audit: %w", err)
	}
	items, err := s.notices(ctx, r)
	if err != nil {
		return err
	}
	receipts, err := s.receipts(ctx, r)
	if err != nil {
		return err
	}
	if err := s.enqueue(ctx, "tell the approvers", append(items, receipts...)...); err != nil {
		return err
	}
	return s.forward(ctx, r)
}

// forward puts the decision into the session's lane, or sends it to the callback where
// no turn asked, and clears the mark. The item's id is the request's id, or made from
// it, so a repeated forward adds nothing.
func (s *Service) forward(ctx context.Context, r request.Record) error {
	if !r.Inject {
		return nil
	}
	it, there, err := s.callback(r)
	if err != nil {
		return err
	}
	if r.Outside == nil {
		if it, err = s.o.Follow.Injection(r); err != nil {
			return fmt.Errorf("approvals: injection of %s: %w", r.ID, err)
		}
		there = true
	}
	if there {
		if err := s.enqueue(ctx, "forward "+string(r.ID), it); err != nil {
			return err
		}
	}
	_, err = s.change(ctx, r.ID, func(r *request.Record) bool {
		had := r.Inject
		r.Inject = false
		return had
	})
	return err
}

// notices returns what tells each approver how the request ended.
func (s *Service) notices(ctx context.Context, r request.Record) ([]queue.Item, error) {
	items, err := s.o.Follow.Also(r)
	if err != nil {
		return nil, fmt.Errorf("approvals: what else follows from %s: %w", r.ID, err)
	}
	for _, a := range r.Approvers {
		it, err := s.notice(ctx, r, a.Person, "settled", s.outcome(ctx, r, a.Person), false)
		if err != nil {
			return nil, err
		}
		items = append(items, it...)
	}
	return items, nil
}

// outcome says in a sentence how a request ended, for one approver.
func (s *Service) outcome(ctx context.Context, r request.Record, to message.PersonID) string {
	zone, words := s.zone(ctx, to), s.words(ctx, to)
	switch r.State {
	case request.Granted, request.Denied:
		if r.TakenBack() {
			return words.TakenBack(r.Summary, s.deciders(ctx, r, words), r.DecidedAt, zone)
		}
		return words.Decided(r.State == request.Granted, r.Summary, s.deciders(ctx, r, words), r.DecidedAt, zone)
	case request.Answered:
		return words.Answered(r.Summary, s.deciders(ctx, r, words), r.DecidedAt, zone)
	case request.Expired:
		return words.ExpiredOn(r.Summary, r.DecidedAt, zone)
	case request.Cancelled:
		return words.Cancelled(r.Summary)
	default:
		return words.StillOpen(r.Until(), zone, "")
	}
}

// codeAt is the code that a message on a channel asks an approver for; "" where what is
// pressed counts, and no code does.
func (s *Service) codeAt(ch message.ChannelName, a request.Approver) string {
	if s.desk.Channel(ch).Traits.Pressed {
		return ""
	}
	return a.Code
}

// standing tells a voter of a pending request on a channel how the vote stands.
func (s *Service) standing(rec request.Record, v request.Vote, p message.Person, ch message.ChannelName) string {
	words := render.In(p.Language)
	if a, ok := rec.ApproverOf(p.ID); ok && v.Grant && !rec.HeldUntil.IsZero() {
		return words.TakesEffect(rec.Summary, rec.HeldUntil, s.codeAt(ch, a), p.Zone)
	}
	return words.Voted(v.Grant, rec.Summary, len(rec.Votes), rec.Quorum)
}

// acknowledge tells the decider, in the reply's own thread, what was recorded.
// It has the id of the notice that settled would send to the same person.
func (s *Service) acknowledge(ctx context.Context, r binding.Reply, rec request.Record) (said string, err error) {
	out := inThread(rec.ID, r, s.outcome(ctx, rec, r.Person.ID))
	out.ID = message.DerivedMessageID(rec.CreatedAt, "notice", string(rec.ID), string(r.Person.ID), "settled")
	if r.Channel == prompt.Page { // the notice to everybody tells it at the registered address, too
		return out.Text, nil
	}
	return "", s.say(ctx, out)
}

// acknowledgeVote says what follows from a vote that was counted and decides nothing yet: its
// voter and the other approvers hear of it. It may run again: all of it is said once.
func (s *Service) acknowledgeVote(ctx context.Context, r binding.Reply, rec request.Record) (said string, err error) {
	v, _ := rec.VoteOf(r.Person.ID)
	held := !rec.HeldUntil.IsZero()
	out := s.reply(rec.ID, r, s.standing(rec, v, r.Person, r.Channel))
	out.Asks, out.Binds = held, held
	if said, err = s.tell(ctx, r, out); err != nil {
		return "", err
	}
	items, err := s.receipts(ctx, rec)
	if err != nil {
		return said, err
	}
	by := s.first(ctx, v.Person)
	nth := 1 + slices.IndexFunc(rec.Votes, func(x request.Vote) bool { return x.Person == v.Person })
	for _, a := range rec.Approvers {
		_, voted := rec.VoteOf(a.Person)
		to, at, ok, err := s.noticed(ctx, rec, a.Person)
		if err != nil {
			return said, err
		}
		if !ok {
			continue
		}
		words, code := render.In(to.Language), s.codeAt(at.Channel, a)
		var what, text string
		switch {
		case a.Person == v.Person:
		case nth < rec.Quorum && !voted:
			what, text = "vote of "+string(v.Person), words.OtherVoted(rec.Summary, by, nth, rec.Quorum, code)
		case held && nth == max(rec.Quorum, 1): // everybody can stop it
			what, text = "held", words.Held(rec.Summary, by, rec.HeldUntil, code, s.zone(ctx, a.Person))
		}
		if what == "" {
			continue
		}
		it, err := s.notice(ctx, rec, a.Person, what, text, true)
		if err != nil {
			return said, err
		}
		items = append(items, it...)
	}
	return said, s.enqueue(ctx, "tell the approvers of a vote", items...)
}

// askBack asks an approver without a verdict again, at most once in ten minutes. On a phone
// every answer to the prompt is asked back: nobody else hears of it.
// The question is enqueued before it is noted: a crash in between repeats it
// under the same id, which is once. It says why nothing was decided: what is AskBack or
// AskCode. aside: the message went to an agent.
func (s *Service) askBack(ctx context.Context, r binding.Reply, rec request.Record, what decision.Intent, aside bool) (said string, err error) {
	me, _ := rec.ApproverOf(r.Person.ID)
	limited := aside || !r.Traits.SolePending || rec.Question != nil
	if limited && r.AskedLately(rec, what, s.o.Now()) {
		return "", nil
	}
	words := render.In(r.Person.Language)
	code := s.codeAt(r.Channel, me)
	text := words.NoVerdict(rec.Until(), r.Person.Zone, code)
	switch {
	case what == decision.AskCode:
		text = words.Uncoded(rec.Until(), r.Person.Zone, code)
	case aside && binding.Verdict(r).Verdict == reply.Deny: // a clear no, which may have been the agent's
		text = words.StillOpen(rec.Until(), r.Person.Zone, code)
	}
	signed := ""
	if r.Traits.Letters && (r.Ambiguous || r.Leads() != reply.None) {
		text = words.WhichPart(rec.Until(), r.Person.Zone, me.Code, s.desk.Page(rec.ID, me.Person), r.MayName())
		if below, digest := r.StandsBelow(me.Code); digest != "" && s.desk.Begins(r.Channel) {
			signed, text = digest, words.OnlySigned(below, rec.Until(), r.Person.Zone)
		}
	}
	if q := rec.Question; q != nil {
		text = words.AskAgain(rec.Until(), r.Person.Zone, len(q.Choices) > 0, len(q.Fields) > 0, code)
	}
	out := s.reply(rec.ID, r, text)
	if rec.Question == nil {
		out = s.desk.Again(out, rec, me, r.Person, signed)
	}
	out.Asks, out.Binds = !aside, rec.Question != nil
	if r.Traits.SolePending && rec.Question == nil {
		out.Again = message.AgainOne
	}
	if said, err = s.tell(ctx, r, out); err != nil || !limited {
		return said, err
	}
	return said, s.noteAsked(ctx, r, rec, what)
}

// noteAsked remembers that the sender of a reply was asked back with a question.
func (s *Service) noteAsked(ctx context.Context, r binding.Reply, rec request.Record, what decision.Intent) error {
	now := s.o.Now()
	_, err := s.change(ctx, rec.ID, func(rec *request.Record) bool {
		decision.Note(&rec.Asked, r.AskedAs(what), now)
		return true
	})
	return err
}

// tried tells an approver at the registered address that an answer did not
// count, with a limit of its own: a stranger cannot silence what the approver is
// asked back, nor what she hears of her own answers.
func (s *Service) tried(ctx context.Context, r binding.Reply, rec request.Record, whose message.PersonID, why render.Reason) (said string, err error) {
	text := s.words(ctx, whose).DidNotCount(rec.Summary, why)
	if r.Channel == prompt.Page {
		return text, nil
	}
	limit := whose
	if !r.Known || !r.Proven() {
		limit = binding.Unproven + whose
	}
	if rec.State != request.Pending || s.o.Now().Sub(rec.Tried[limit]) < binding.AskedAgain {
		return "", nil
	}
	if limit != whose && !s.pace.allow(message.Address(limit), maxUnproven, s.o.Now()) {
		s.o.Log.Warn("approvals: told this approver too often of answers that nothing proves, staying silent", "person", whose, "approval", rec.ID)
		return "", nil
	}
	items, err := s.notice(ctx, rec, whose, "tried "+r.Key, text, false)
	if err != nil || len(items) == 0 {
		return said, err
	}
	if err := s.enqueue(ctx, "tell "+string(whose), items...); err != nil {
		return said, err
	}
	now := s.o.Now()
	_, err = s.change(ctx, rec.ID, func(rec *request.Record) bool {
		decision.Note(&rec.Tried, limit, now)
		return true
	})
	return said, err
}

// sendCode enqueues the message with a one-time code. The same code is sent once.
func (s *Service) sendCode(ctx context.Context, p message.Person, rec request.Record, su request.StepUp) error {
	me, _ := rec.ApproverOf(p.ID)
	words := render.In(p.Language)
	return s.say(ctx, message.Outbound{
		ID:      message.DerivedMessageID(rec.CreatedAt, binding.ByStepUp, string(rec.ID), string(p.ID), su.Vote.Key),
		Channel: su.To.Channel, To: su.To.Address, ToName: p.Name, Kind: message.Notice, Approval: rec.ID, Person: p.ID, Turn: rec.Turn,
		Subject: words.StepUpSubject(rec.Summary), Text: words.StepUpCode(su.Code, rec.Summary, su.Until, p.Zone, s.codeAt(su.To.Channel, me)), CreatedAt: s.o.Now(),
	})
}

// tellGone tells those who decided, and the operators, that the agent could not go on.
func (s *Service) tellGone(ctx context.Context, r request.Record) error {
	s.o.Log.Error("approvals: the agent could not go on with the decision", "approval", r.ID, "turn", r.Turn)
	s.o.Observer.Alert(ctx, string(r.ID)+" gone", "The agent could not go on with a decision: "+r.Summary+" (turn "+string(r.Turn)+")")
	var items []queue.Item
	for _, v := range r.Votes {
		it, err := s.notice(ctx, r, v.Person, "agent gone", s.words(ctx, v.Person).AgentGone(r.State == request.Granted, r.Summary), false)
		if err != nil {
			return err
		}
		items = append(items, it...)
	}
	return s.enqueue(ctx, "tell the deciders", items...)
}

// receipts returns a receipt for every vote of a request whose rule wants them: what was
// decided in somebody's name, to another address than the one that answered, and how to
// object. Each vote has one, however often this is called.
func (s *Service) receipts(ctx context.Context, r request.Record) ([]queue.Item, error) {
	if !r.Receipt {
		return nil, nil
	}
	var items []queue.Item
	for _, v := range r.Votes {
		p, ok, err := s.person(ctx, v.Person)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		at, ok := s.desk.Another(p, v.From)
		if !ok {
			s.o.Log.Warn("approvals: no receipt, the approver has one address", "approval", r.ID, "person", v.Person)
			if err := s.o.Observer.Audit(ctx, "approval receipt not sent", r, "no other address of "+string(v.Person)); err != nil {
				return nil, fmt.Errorf("approvals: audit: %w", err)
			}
			continue
		}
		a, _ := r.ApproverOf(v.Person)
		words, code := render.In(p.Language), s.codeAt(at.Channel, a)
		text := words.Receipt(v.Grant, r.Summary, from(v.From, v.Channel), v.At, r.HeldUntil, code, p.Zone)
		switch {
		case !v.Grant || !r.HeldUntil.IsZero() || code == "": // no card is left to press
		case r.State == request.Pending:
			text += " " + words.ObjectOpen(code)
		case r.State == request.Granted:
			text += " " + words.ObjectLate(code)
		}
		it, err := s.desk.Notice(message.Outbound{
			ID:      message.DerivedMessageID(r.CreatedAt, "receipt", string(r.ID), string(v.Person), string(v.Channel), v.Key),
			Channel: at.Channel, To: at.Address, ToName: p.Name, Kind: message.Notice, Approval: r.ID, Person: v.Person, Turn: r.Turn,
			Asks: true, Binds: true, Subject: words.ReceiptSubject(v.Grant, r.Summary),
			Text: text, CreatedAt: s.o.Now(),
		})
		if err != nil {
			return nil, err
		}
		items = append(items, it)
	}
	return items, nil
}

// from names where an answer came from, enough for its person to recognise it.
func from(a message.Address, ch message.ChannelName) string {
	if a == "" {
		return string(ch)
	}
	return a.Masked()
}

// notice returns the item of a notice about r to one of its approvers, at the
// address they answered from, else where the prompt went; none if they have no address.
// what keeps notices of one kind apart: the same notice is sent once. asks: an answer to
// it is one to the request.
func (s *Service) notice(ctx context.Context, r request.Record, to message.PersonID, what, text string, asks bool) ([]queue.Item, error) {
	p, at, ok, err := s.noticed(ctx, r, to)
	if err != nil || !ok {
		return nil, err
	}
	it, err := s.desk.Notice(message.Outbound{
		ID:      message.DerivedMessageID(r.CreatedAt, "notice", string(r.ID), string(to), what),
		Channel: at.Channel, To: at.Address, ToName: p.Name, Kind: message.Notice, Approval: r.ID, Person: to, Turn: r.Turn,
		Subject: "Re: " + r.Summary, Text: text, Asks: asks, CreatedAt: s.o.Now(),
	})
	return []queue.Item{it}, err
}

// noticed is where notices about r to one of its approvers go; false: nowhere.
func (s *Service) noticed(ctx context.Context, r request.Record, to message.PersonID) (message.Person, request.Place, bool, error) {
	p, ok, err := s.person(ctx, to)
	if err != nil || !ok {
		return p, request.Place{}, false, err
	}
	if _, may := r.May(p); !may {
		if _, voted := r.VoteOf(to); !voted { // they are asked no more
			return p, request.Place{}, false, nil
		}
	}
	at, ok := s.desk.Route(p, "", r.Via...)
	if reached, was := r.ReachedAt[to]; was && slices.Contains(p.Addresses, reached.Address) {
		at, ok = reached, true
	}
	if v, voted := r.VoteOf(to); voted && slices.Contains(p.Addresses, v.From) {
		at, ok = request.Place{Channel: v.Channel, Address: v.From}, true
	}
	return p, at, ok, nil
}

// tell is answerTo, or the text where who replied reads it on a page.
func (s *Service) tell(ctx context.Context, r binding.Reply, out message.Outbound) (said string, err error) {
	if r.Channel == prompt.Page {
		return out.Text, nil
	}
	return "", s.answerTo(ctx, r, out)
}

// answerTo enqueues an answer to a reply, unless its sender was answered too
// often lately: two robots do not talk for ever, and a forged sender is no
// target. One reply gets one answer, however often it is handled.
func (s *Service) answerTo(ctx context.Context, r binding.Reply, out message.Outbound) error {
	if r.Doubted {
		s.o.Log.Info("approvals: not answered, for nothing proves who sent it", "from", r.From.Masked(), "approval", out.Approval)
		return nil
	}
	if a, most := paced(r); !s.pace.allow(a, most, s.o.Now()) {
		s.o.Log.Warn("approvals: answered this sender too often, staying silent", "from", r.From.Masked(), "approval", out.Approval)
		return nil
	}
	return s.say(ctx, out)
}

// reply is what answerTo says to a reply. The last before there is silence says so.
func (s *Service) reply(id message.ApprovalID, r binding.Reply, text string) message.Outbound {
	if a, most := paced(r); r.Channel != prompt.Page && s.pace.last(a, most, s.o.Now()) {
		text += "\n\n" + render.In(r.Person.Language).Silent()
	}
	return inThread(id, r, text)
}

// inThread is a notice in a reply's own thread.
func inThread(id message.ApprovalID, r binding.Reply, text string) message.Outbound {
	return message.Outbound{
		ID:      message.DerivedMessageID(time.Time{}, "say", string(r.Channel), r.Key), // not of r.At: a repeated delivery has another
		Channel: r.Channel, To: r.From, ToName: r.Person.Name, Kind: message.Notice, Approval: id, Person: r.Person.ID,
		Text: text, Thread: r.Thread, CreatedAt: r.At,
	}
}

// say enqueues one notice.
func (s *Service) say(ctx context.Context, out message.Outbound) error {
	it, err := s.desk.Notice(out)
	if err != nil {
		return err
	}
	return s.enqueue(ctx, "say "+string(out.ID), it)
}

func (s *Service) enqueue(ctx context.Context, what string, items ...queue.Item) error {
	if err := s.o.Lanes.Enqueue(ctx, items...); err != nil {
		return fmt.Errorf("approvals: %s: %w", what, err)
	}
	return nil
}

// person looks a person up; false if they are not active.
func (s *Service) person(ctx context.Context, id message.PersonID) (message.Person, bool, error) {
	p, ok, err := s.o.Directory.Person(ctx, id)
	if err != nil {
		err = fmt.Errorf("approvals: look up %s: %w", id, err)
	}
	return p, ok, err
}

// zone is the time zone of a person; UTC for strangers.
func (s *Service) zone(ctx context.Context, id message.PersonID) *time.Location {
	if p, ok, err := s.person(ctx, id); err == nil && ok && p.Zone != nil {
		return p.Zone
	}
	return time.UTC
}

// words are those of a person's language; English for strangers.
func (s *Service) words(ctx context.Context, id message.PersonID) render.Words {
	p, _, _ := s.person(ctx, id) // a directory that is away costs the language, not the message
	return render.In(p.Language)
}

// first is the first name of a person.
func (s *Service) first(ctx context.Context, id message.PersonID) string {
	if p, ok, err := s.person(ctx, id); err == nil && ok {
		return p.FirstName()
	}
	return string(id)
}

// deciders names who decided for people to read.
func (s *Service) deciders(ctx context.Context, r request.Record, words render.Words) string {
	var names []string
	for _, v := range r.Votes {
		if v.Grant == (r.State == request.Granted) {
			names = append(names, s.first(ctx, v.Person))
		}
	}
	return words.By(names, r.DecidedBy)
}

// names lists the approvers' first names, for a reader of a language.
func (s *Service) names(ctx context.Context, rec request.Record, language string) []string {
	var names []string
	for _, a := range rec.Approvers {
		if p, ok, err := s.person(ctx, a.Person); err == nil && ok {
			names = append(names, p.FirstName())
		}
	}
	if len(names) == 0 {
		names = []string{render.In(language).AnOperator()}
	}
	return names
}
