package decision

import (
	"crypto/subtle"
	"fmt"
	"maps"
	"slices"
	"time"

	"bridge/approvals/reply"
	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/core/question"
)

// A yes from a channel that proves too little is not lost: a one-time code goes to
// another kind of channel of the same person, and the yes counts when it comes back
// from any address of that person.
const (
	codeFor   = 10 * time.Minute // how long a code counts
	codeTries = 5                // wrong codes from one kind of address
	codeAgain = time.Minute      // between two codes
)

// MostCodes is how many wrong one-time codes one request bears from one kind of address of a
// person: with six digits a guesser finds one with at most 20/10⁶.
const MostCodes = 20

// maxObjections bounds what one record keeps of them.
const maxObjections = 10

// Answer is a reply of one of the approvers, bound and read.
type Answer struct {
	Vote    request.Vote  // as it counts; Grant is by Verdict
	Verdict reply.Verdict // None: it decides nothing
	Unclear bool          // it is not sure that the verdict is all that was said
	Early   bool          // written before there was the request
	Coded   bool          // it has the sender's own code, or needs none
	Doubted bool          // its channel wants a proof of who sent it, and there is none
	Proven  bool          // more than the message itself says who sent it
	Whole   bool          // its sender was shown everything that is asked
	Open    bool          // a yes counts at this hour; else from Opens on
	Opens   time.Time

	Said *question.Said // to a question; nil: it is no answer to that

	Digits string          // the one-time code that it is; "" for any other answer
	Kind   string          // of its address, as wrong one-time codes are counted by
	Guess  string          // the name that they are counted by in the record
	Code   string          // a new one-time code
	CodeTo []request.Place // where that can go, best first
}

func (a Answer) grant() bool { return a.Verdict == reply.Grant }

// Reply decides what an answer comes to.
func Reply(r *request.Record, a Answer, now time.Time) Ruling {
	if r.Question != nil {
		return words(r, a, now)
	}
	a.Vote.Grant = a.grant()
	if a.Digits != "" {
		return code(r, a, now)
	}
	if r.State != request.Pending {
		return late(r, a)
	}
	unclear := a.Unclear || a.Verdict == reply.None
	weak := a.Vote.Trust < r.Trust
	_, voted := r.VoteOf(a.Vote.Person)
	switch {
	case weak && a.Vote.Trust < message.Carrier && (unclear || !a.grant()):
		return did("trust too low", TellTrustTooLow)
	case a.Early:
		return did("written before the request", SayTooEarly)
	case unclear:
		return did("no verdict", AskBack)
	case a.grant() && !a.Coded:
		return did("a yes without the code", AskCode)
	case a.grant() && !a.Whole:
		return did("the prompt was not complete", SayIncomplete)
	case a.grant() && !a.Open:
		return Ruling{What: "outside the hours", Do: []Intent{SayHours}, Opens: a.Opens}
	case a.grant() && weak && (a.Doubted || len(a.CodeTo) == 0):
		return did("trust too low", TellTrustTooLow)
	case a.grant() && weak && voted:
		return late(r, a)
	case a.grant() && weak:
		return stepUp(r, a, now)
	case cast(r, a.Vote, now):
		return counted(r)
	}
	return late(r, a)
}

// words takes the answer to a question. It never grants: not by a yes, a button or a page.
func words(r *request.Record, a Answer, now time.Time) Ruling {
	prev, voted := r.VoteOf(a.Vote.Person)
	switch {
	case voted && prev.Key == a.Vote.Key && r.Inject:
		return did("repeated", Acknowledge, Settle)
	case r.State != request.Pending:
		return did("late: answered", SayOutcome)
	case a.Vote.Trust < r.Trust:
		return did("trust too low", TellTrustTooLow)
	case a.Early:
		return did("written before the request", SayTooEarly)
	case a.Unclear || a.Said == nil || !a.Coded:
		return did("no answer", AskBack)
	}
	v := a.Vote
	v.Grant, v.Reason, v.Said = false, "", a.Said
	r.Votes = append(r.Votes, v)
	end(r, request.Answered, string(v.Person), "", now)
	return Ruling{Changed: true, What: string(request.Answered), Do: []Intent{Acknowledge, Settle}}
}

// late answers an approver whose request is not open any more, or who has voted.
// The same answer in a new mail is acknowledged again.
func late(r *request.Record, a Answer) Ruling {
	prev, voted := r.VoteOf(a.Vote.Person)
	if voted && prev.Key == a.Vote.Key && (prev.Channel == a.Vote.Channel || prev.Stepped != nil && prev.Stepped.Back.Channel == a.Vote.Channel) { // the same message again, after a crash or a retry
		switch {
		case r.State == request.Pending:
			return did("repeated", AcknowledgeVote)
		case !r.Inject: // all that follows was done
			return did("repeated", Acknowledge)
		}
		return did("repeated", Acknowledge, Settle)
	}
	switch same := voted && a.Verdict != reply.None && prev.Grant == a.grant(); {
	case voted && prev.Grant && r.SecondThoughts() && r.State == request.Granted && a.Verdict == reply.Deny:
		return object(r, a.Vote)
	case r.State == request.Pending && same:
		return did("repeated vote", SayStanding)
	case r.State == request.Pending:
		return did("second vote", SayVoted)
	case same && prev.Grant == (r.State == request.Granted):
		return did("acknowledged again", SayOutcome)
	case r.State == request.Expired:
		return did("late: expired", SayOutcome)
	case r.State == request.Cancelled:
		return did("late: cancelled", SayOutcome)
	}
	return did("late: decided", SayAlreadyDecided)
}

// object takes a no that came after the grant: nothing can be taken back any more, so
// that it is recorded, and the operators hear of it.
func object(r *request.Record, v request.Vote) Ruling {
	d := did("late: objection", TellObjection, SayObjection)
	if len(r.Objections) >= maxObjections || slices.ContainsFunc(r.Objections, func(o request.Vote) bool { return o.Key == v.Key && o.Channel == v.Channel }) {
		return d
	}
	v.Binding, v.Raw = "", nil
	r.Objections = append(r.Objections, v)
	d.Changed = true
	return d
}

// stepUp asks for a one-time code for a yes that is too weak alone.
func stepUp(r *request.Record, a Answer, now time.Time) Ruling {
	old, waits := r.StepUps[a.Vote.Person]
	d := did("step-up", SendCode, SayStepUp)
	d.StepUp = old
	switch {
	case waits && old.Vote.Key == a.Vote.Key: // the same message again
		return d
	case waits && now.Before(old.Until.Add(codeAgain-codeFor)),
		waits && !a.Proven && old.Vote.Trust >= message.Carrier && now.Before(old.Until): // the code of a proven yes stands
		d.Do = []Intent{SayStepUp}
		return d
	}
	to := a.CodeTo[0]
	if i := slices.Index(a.CodeTo, old.To); waits && i >= 0 { // perhaps nothing arrives there
		to = a.CodeTo[(i+1)%len(a.CodeTo)]
	}
	d.Changed, d.StepUp = true, request.StepUp{Code: a.Code, To: to, Until: now.Add(codeFor), Vote: a.Vote}
	if r.StepUps == nil {
		r.StepUps = map[message.PersonID]request.StepUp{}
	}
	r.StepUps[a.Vote.Person] = d.StepUp
	return d
}

// CodeOpen reports whether a one-time code still counts at a time, from a kind of address.
func CodeOpen(su request.StepUp, at time.Time, kind string) bool {
	return su.Tried[kind] < codeTries && at.Before(su.Until)
}

// code takes a one-time code that came back. The right one makes the yes count that
// it was sent for, or denies if it came with a no.
func code(r *request.Record, a Answer, now time.Time) Ruling {
	su, waits := r.StepUps[a.Vote.Person]
	_, voted := r.VoteOf(a.Vote.Person)
	switch {
	case r.State != request.Pending || voted || !waits:
		return late(r, a)
	case !CodeOpen(su, a.Vote.At, a.Kind) || r.Guessed[a.Guess] >= MostCodes:
		return did("a one-time code that does not count any more", SayCodeOver)
	case subtle.ConstantTimeCompare([]byte(su.Code), []byte(a.Digits)) != 1:
		if su.Tried = maps.Clone(su.Tried); su.Tried == nil {
			su.Tried = map[string]int{}
		}
		su.Tried[a.Kind]++
		r.StepUps[a.Vote.Person] = su
		d := did("a wrong one-time code", SayWrongCode)
		d.Changed, d.Left = true, min(codeTries-su.Tried[a.Kind], MostCodes-1-r.Guessed[a.Guess])
		Guess(r, a.Guess, MostCodes)
		return d
	case a.grant() && !a.Open:
		return Ruling{What: "outside the hours", Do: []Intent{SayHours}, Opens: a.Opens}
	}
	v := su.Vote
	v.Raw = a.Vote.Raw
	v.Stepped = &request.Stepped{Trust: v.Trust, Key: v.Key, Sent: su.To, Back: request.Place{Channel: a.Vote.Channel, Address: a.Vote.From}, By: a.Vote.Trust}
	v.Grant, v.Key, v.At, v.Trust = a.grant(), a.Vote.Key, a.Vote.At, r.Trust
	v.Why = append(slices.Clip(v.Why), fmt.Sprintf("stepped up: the yes was %s, a one-time code sent by %s came back by %s",
		v.Stepped.Trust, su.To.Address.Kind(), a.Vote.From.Kind()))
	cast(r, v, now)
	return counted(r)
}
