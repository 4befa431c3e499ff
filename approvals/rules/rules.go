// Package rules says who may decide a request, how, and how long: the defaults of
// [approvals] and the [[approvals.rules]] that match its tool and arguments. It is
// pure: no I/O, no clock. A Set is compiled once and never changes.
package rules

import (
	"time"

	"bridge/core/message"
)

// The words of Rule and Policy.
const (
	Grant        = "grant"
	Deny         = "deny"
	Escalate     = "escalate"
	ReceiptOther = "other"
	ReceiptNone  = "none"
)

// Rule is one [[approvals.rules]]. A zero value leaves a key to the other rules that
// match, and then to the defaults.
type Rule struct {
	Name string // what decidedBy and records call it; required, unique
	Tool string // a pattern of path.Match on the tool's name; "" = every tool
	When string // an expression over args and tool that is true or false; "" = true

	Approvers []message.PersonID
	Quorum    int
	Trust     message.Trust
	Self      *bool
	Via       []message.ChannelName
	TTL       time.Duration
	// Escalate asks more people after a time, or at the end of TTL.
	EscalateAfter time.Duration
	EscalateTo    []message.PersonID
	OnExpiry      string // "deny", or "escalate": EscalateTo is asked for another TTL
	// Hours are when people are asked and a yes counts, in the approver's own zone or
	// in the zone named: "Mon-Fri 08:00-18:00", "08:00-20:00 Europe/Rome".
	Hours string
	// Decide decides without asking anybody: "grant" or "deny"; decidedBy is the
	// rule's Name.
	Decide        string
	OperatorGrant *bool
	Summary       string         // text/template over .tool and .args; "" = made from tool and arguments
	Subject       string         // likewise, of mails that ask; "" = the summary
	Grace         *time.Duration // how long a yes can be taken back before it has an effect
	Receipt       string         // "other": to another address of whoever decided; "none"
	RemindEvery   time.Duration
	Reminders     int // at most so many
}

// Policy is what holds for one request: the defaults, each key replaced by the strictest
// value of the rules that match.
type Policy struct {
	Rules     []string // names of the rules that match; empty: the defaults alone
	Approvers []message.PersonID
	// By are the groups through which people came to be named: they decide as long as they are in
	// all of them.
	By            map[message.PersonID][]string
	Quorum        int
	Trust         message.Trust
	Self          bool
	Via           []message.ChannelName
	TTL           time.Duration
	EscalateAfter time.Duration
	EscalateTo    []message.PersonID
	OnExpiry      string
	Hours         []string // all of them must be open
	Decide        string   // "" ask people, else "grant" or "deny"
	DecideBy      string   // the rule that decides
	Refuse        string   // why nobody can ever say yes: denied at once; "" if somebody may
	OperatorGrant bool
	Summary       string // made by the rule's template; "" = the caller makes it
	Subject       string // likewise; "" = the summary
	Grace         time.Duration
	Receipt       bool
	RemindEvery   time.Duration
	Reminders     int
	Why           []string // a line for each rule: matched, not matched, failed, and what it set; for people to read
}
