// Package decision says what becomes of a request when a reply, the clock, an operator or
// the outbox has something to say about it. It is pure: the record is changed in place,
// and what follows is returned as data. Whoever calls it stores the record first and does
// the rest after that.
package decision

import (
	"fmt"
	"slices"
	"time"

	"bridge/approvals/request"
	"bridge/approvals/rules"
	"bridge/core/message"
)

// Ruling is what one decision came to.
type Ruling struct {
	Record  request.Record // as it is stored now; whoever stores it sets it
	Changed bool           // the record was changed, and is to be stored before anything else
	What    string         // in words, for the audit log
	Do      []Intent       // what follows, in this order; each may be done again after a crash

	Opens  time.Time      // of SayHours: from when on a yes counts; zero: never
	Left   int            // of SayWrongCode: how many tries are left
	StepUp request.StepUp // of SendCode and SayStepUp
}

// Intent is one thing that follows from a decision.
type Intent string

// The intents. To say is to answer a reply in its own thread; to tell, to write to the
// people and operators concerned.
const (
	Settle          Intent = "settle"           // tell everybody, send receipts, and hand the decision to the agent or the callback
	Acknowledge     Intent = "acknowledge"      // to whoever decided it
	AcknowledgeVote Intent = "acknowledge vote" // to its voter, and tell the other approvers
	AskBack         Intent = "ask back"
	AskCode         Intent = "ask back with the code"
	Escalate        Intent = "escalate" // ask Escalation.To, and tell who was asked before
	Remind          Intent = "remind"
	SendCode        Intent = "send code" // the one-time code of StepUp

	SayTooEarly       Intent = "say too early"
	SayIncomplete     Intent = "say incomplete"
	SayHours          Intent = "say hours"
	SayStepUp         Intent = "say step-up"
	SayWrongCode      Intent = "say wrong code" // and count it as a guess
	SayCodeOver       Intent = "say code over"
	SayStanding       Intent = "say standing" // how the vote stands that was counted before
	SayVoted          Intent = "say voted"    // that the first vote stands
	SayOutcome        Intent = "say outcome"
	SayAlreadyDecided Intent = "say already decided"
	SayObjection      Intent = "say objection" // that it is decided, and the objection recorded

	TellTrustTooLow Intent = "tell trust too low" // whoever is named, at the registered address
	TellObjection   Intent = "tell objection"     // the operators
	TellUnreachable Intent = "tell unreachable"   // the operators
)

// did is a ruling that changes nothing.
func did(what string, do ...Intent) Ruling { return Ruling{What: what, Do: do} }

// Who decided where no person did.
const (
	ByPolicy  = "policy"
	ByAgent   = "agent"
	ByTimeout = "timeout"
	operator  = "operator:" // and a name
)

// end makes a state final.
func end(r *request.Record, st request.State, by, reason string, at time.Time) {
	r.State, r.DecidedBy, r.Reason, r.DecidedAt = st, by, reason, at
	r.Inject = st != request.Cancelled
	r.HeldUntil, r.RemindAt = time.Time{}, time.Time{}
}

// AtOnce decides a request when it is made, if the rules do, or if too few of its
// approvers can be asked. It says whether it did.
func AtOnce(r *request.Record, p rules.Policy, approvers int, now time.Time) bool {
	switch {
	case p.Decide == rules.Deny:
		end(r, request.Denied, p.DecideBy, "", now)
	case p.Decide == rules.Grant:
		end(r, request.Granted, p.DecideBy, "", now)
	case p.Refuse != "":
		end(r, request.Denied, ByPolicy, p.Refuse, now)
	case approvers < r.Quorum:
		end(r, request.Denied, ByPolicy, fmt.Sprintf("%d of %d approvers can be asked", approvers, r.Quorum), now)
	default:
		return false
	}
	return true
}

// TookBack says to people and agents why a request was denied whose approver took a yes back.
const TookBack = "taken back"

// cast counts a vote and decides if it settles the request: one denial does, and as many
// grants as the quorum says, at once or after the grace. A vote of somebody who voted is
// not counted, except for a no that takes a yes back, as long as nothing is decided. What
// its person has to step up for is over then.
func cast(r *request.Record, v request.Vote, now time.Time) bool {
	if r.State != request.Pending {
		return false
	}
	i := slices.IndexFunc(r.Votes, func(x request.Vote) bool { return x.Person == v.Person })
	switch {
	case i >= 0 && r.Votes[i].Grant && !v.Grant:
		v.TookBack = true
		r.Votes[i] = v
		reason := TookBack
		if v.Reason != "" {
			reason += ": " + v.Reason
		}
		end(r, request.Denied, string(v.Person), reason, now)
	case i >= 0:
		return false
	default:
		r.Votes = append(r.Votes, v)
		switch {
		case !v.Grant:
			end(r, request.Denied, string(v.Person), v.Reason, now)
		case !r.HeldUntil.IsZero(), !r.Enough(r.Quorum): // one more yes changes nothing
		case r.Grace > 0:
			r.HeldUntil = now.Add(r.Grace)
		default:
			end(r, request.Granted, r.Granters(), "", now)
		}
	}
	delete(r.StepUps, v.Person)
	return true
}

// counted is what follows from a vote that was counted.
func counted(r *request.Record) Ruling {
	if r.State == request.Pending {
		return Ruling{Changed: true, What: "vote", Do: []Intent{AcknowledgeVote}}
	}
	return Ruling{Changed: true, What: string(r.State), Do: []Intent{Acknowledge, Settle}}
}

// Payload counts the vote of a system that speaks for a person. Nobody is answered:
// whether it counted is in the record. The same again finishes what was cut off.
func Payload(r *request.Record, v request.Vote, now time.Time) Ruling {
	if r.Question != nil { // a yes or no is no answer to it
		return Ruling{}
	}
	d := Ruling{Changed: cast(r, v, now)}
	if mine, _ := r.VoteOf(v.Person); r.Inject && r.State != request.Pending && mine.Grant == v.Grant && v.Grant == (r.State == request.Granted) {
		d.Do = []Intent{Settle}
	}
	return d
}

// Guess counts one wrong code that was compared with the request's, under a name, at most so
// often; it reports false if no more are compared.
func Guess(r *request.Record, name string, most int) bool {
	if r.Guessed[name] >= most {
		return false
	}
	if r.Guessed == nil {
		r.Guessed = map[string]int{}
	}
	r.Guessed[name]++
	return true
}

// Note keeps when a person was last told something; the map may be nil.
func Note(at *map[message.PersonID]time.Time, p message.PersonID, now time.Time) {
	if *at == nil {
		*at = map[message.PersonID]time.Time{}
	}
	(*at)[p] = now
}
