// Package binding says which request a reply belongs to, and reads what it says of it: the
// verdict, the codes, the one-time code. Bindings route; they never authorise.
package binding

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"bridge/approvals/decision"
	"bridge/approvals/guess"
	"bridge/approvals/reply"
	"bridge/approvals/request"
	"bridge/core/message"
)

// Reply is an inbound message that may answer a prompt, as admission sees it.
type Reply struct {
	Channel    message.ChannelName
	Traits     message.Traits // of the channel
	Key        string         // of the message
	Print      string         // what a message that others can bring again is known by; see message.Inbound
	From       message.Address
	Person     message.Person // the sender, if Known
	Known      bool
	Trust      message.Trust
	Tenant     message.Tenant // of a system's message: it decides what is of the same
	Why        []string
	Subject    string
	Text       string   // all unquoted visible text
	Other      string   // the same of the message's other form; "" if there is none
	Readings   []string // other texts that Text may be
	Ambiguous  bool     // the adapter is not sure that this is all that was written
	Differs    bool     // Text and Other have different words
	Below      []string // what of it stands below a quote, where text stands above one too
	Signatures []string // what the sender's program marks as its signature, see message.Inbound
	Thread     message.Thread
	At         time.Time // when the bridge accepted it
	WrittenAt  time.Time // when it was written, if that is proven; else zero
	Readers    message.Readers
	// Doubted: its channel wants a proof of who sent it, and there is none. It starts no
	// answer but a notice at the registered address of whoever it says it is from.
	Doubted bool

	// AbovePictures is what of Text stands above the first picture, if nothing but pictures makes
	// it ambiguous.
	AbovePictures string

	// Copied: nothing that its sender has proven binds it, so that anybody who has a copy may
	// have brought it. It has limits of its own.
	Copied bool

	// Form is the choice that was made on an approval page: nothing is read from texts then.
	Form *reply.Result
	// Raw is the message as it came over the wire, at most 64 KB of it (else RawCut);
	// RawSHA256 is of the whole, in hex.
	Raw       []byte
	RawSHA256 string
	RawCut    bool

	Shown   reply.Shown          // of the request that it answers (Answering)
	earlier footerRecord         // what stood below the sender's earlier mails
	named   map[string]time.Time // what of their signature they have named, by its digest, and when
	memo    *reply.Memo          // makes the next reading of the text faster
	footer  footer               // what is known of their footer by them (Recall, Answering)

	Button  string             // the payload of a button of ours that was pressed; typed text is never here
	Code    string             // the one-time code that was typed for the request of Button
	Prompts []Prompted         // prompts its refs name, strongest first
	Quotes  bool               // it answers a message, whichever
	Tag     message.ApprovalID // from a valid reply tag of the sender's
	Loose   message.ApprovalID // from a reply tag that proves nothing: it says what the reply is about
	// Earlier is what an earlier delivery of the message was bound to where that holds
	// for a moment only, and EarlierBy by what (Bound.Passing).
	Earlier   message.ApprovalID
	EarlierBy string
}

// Prompted is a prompt that a reply refers to.
type Prompted struct {
	Approval message.ApprovalID
	Person   message.PersonID
	Again    message.Again // it was no prompt, but asked back
}

// others are the texts besides the first that a reply is or may be.
func (r Reply) others() []string {
	if r.Other == "" {
		return r.Readings
	}
	return append([]string{r.Other}, r.Readings...)
}

// Verdict reads a reply. Each of its forms and readings must give the same verdict.
func Verdict(r Reply) reply.Result {
	if r.Form != nil {
		return *r.Form
	}
	if _, v, ok := press(r.Button); ok {
		return reply.Result{Verdict: v, Strong: true}
	}
	o := options(r)
	v := reply.Parse(r.Text, o)
	for _, text := range r.others() {
		w := reply.Parse(text, o)
		if w.Verdict != v.Verdict {
			v.Verdict = reply.None
		}
		v.Strong = v.Strong && w.Strong
		v.Fault = errors.Join(v.Fault, w.Fault)
	}
	return v
}

// Says is what a reply that was bound says of a request that it answers (Answering). It is unclear if it is not sure
// that this is all.
func (r Reply) Says(b Bound, rec request.Record) (v reply.Result, unclear bool) {
	v = Verdict(r)
	me, _ := rec.ApproverOf(r.Person.ID)
	if !v.Strong && !b.Explicit || r.TooEarly(rec) || !r.Decides(b, me.Code) { // "ok" to something else, or said of something else
		v.Verdict = reply.None
	}
	return v, r.Ambiguous || b.Stray
}

// Worded reports whether the text of a reply was written by its sender, and may answer a
// question: the text of a button that was pressed was not.
func (r Reply) Worded() bool {
	return r.Form == nil && (r.Button == "" || strings.HasPrefix(r.Button, message.AnswerButton))
}

// Digits are the one-time code that a reply is, and whether it says no with it. Both of
// its forms must be the same, and nothing else may have been written.
func Digits(r Reply) (code string, no bool) {
	if !mayBeOneTime(r.Text) {
		return "", false // without a look at what stands below
	}
	o := options(r)
	code, no = readOneTime(reply.Above(r.Text, o), o)
	for _, text := range r.others() {
		if other, otherNo := readOneTime(reply.Above(text, o), o); other != code || otherNo != no {
			return "", false
		}
	}
	if r.Ambiguous || r.Readers != message.ForUs && r.Readers != message.ForSome {
		return "", false
	}
	return code, no
}

// Vote is a reply as it counts, bound by something.
func (r Reply) Vote(by, reason string) request.Vote {
	return request.Vote{
		Person: r.Person.ID, Reason: reason, At: r.At, Channel: r.Channel, From: r.From, Trust: r.Trust, Why: r.Why,
		Binding: by, Grammar: reply.Version, Key: r.Key,
		Raw: &request.Raw{Text: r.Text, Subject: r.Subject, Button: r.Button, Bytes: r.Raw, SHA256: r.RawSHA256, Cut: r.RawCut},
	}
}

// beforehand is how long before a request an answer to it may say that it was written:
// clocks differ.
const beforehand = 10 * time.Minute

// TooEarly reports whether the reply was written before there was the request.
func (r Reply) TooEarly(rec request.Record) bool {
	return !r.WrittenAt.IsZero() && r.WrittenAt.Before(rec.CreatedAt.Add(-beforehand))
}

// Decides reports whether a reply that was bound may decide, as far as that depends on
// whom it was written to; code is its sender's own of the request.
func (r Reply) Decides(b Bound, code string) bool {
	switch {
	case b.By == byLoose, b.By == byLike:
		return false
	case r.Readers == message.ForSome, r.Readers == message.ForUs && len(r.Readings) > 0:
		return r.says(code)
	}
	return r.Readers == message.ForUs
}

// says reports whether each form and each reading of the text has the code.
func (r Reply) says(code string) bool {
	has := func(text string) bool {
		return slices.Contains(reply.Parse(text, options(r)).Codes, code)
	}
	return has(r.Text) && !slices.ContainsFunc(r.others(), func(text string) bool { return !has(text) })
}

// Fleeting reports whether what a reply is bound to may hold for a moment only: an
// earlier delivery of it must then be looked for (Reply.Earlier).
func Fleeting(r Reply) bool {
	if !r.Known || r.Button != "" {
		return false
	}
	if code, _ := Digits(r); code != "" {
		return true
	}
	return r.phone()
}

// phone reports whether a known person wrote where a message does not say what it answers.
func (r Reply) phone() bool {
	return r.Known && r.Traits.SolePending
}

// isList reports whether a reply is the word LIST: the whole of it, or in mail its
// subject, with nothing but a signature below.
func isList(r Reply) bool {
	if r.Ambiguous {
		return false
	}
	whole := func(text string) bool {
		return reply.IsList(text, r.Person.Name) || r.Traits.Letters && reply.IsList(r.Subject, "") && reply.IsList(r.Subject+"\n"+text, r.Person.Name)
	}
	return whole(r.Text) && (r.Other == "" || whole(r.Other))
}

// On a phone an answer does not say what it answers. What an approver writes there that
// is meant as one and cannot count ("yes but only half", "ok") is asked back once for
// each request, with the code: else it goes to an agent, and she believes that she has
// answered.

// likeAnswer reports whether a message looks like an answer to a prompt: it is one, or
// it begins like one.
func likeAnswer(r Reply) bool {
	return r.Button == "" && reply.Like(r.Text, options(r))
}

// Lacks is what keeps a message that looks like an answer from being one.
func (r Reply) Lacks() decision.Intent {
	if v := Verdict(r); v.Verdict == reply.Grant && v.Strong {
		return decision.AskCode
	}
	return decision.AskBack
}

// AskedAgain is how often at most an approver is asked back with one question about one request.
const AskedAgain = 10 * time.Minute

// AskedAs is the name under which a record remembers when its sender was asked back with a
// question: one does not silence the other.
func (r Reply) AskedAs(what decision.Intent) message.PersonID {
	if what == decision.AskCode {
		return message.PersonID(r.Limiter("code " + string(r.Person.ID)))
	}
	return message.PersonID(r.Limiter(string(r.Person.ID)))
}

// AskedLately reports whether a question may not be repeated yet.
func (r Reply) AskedLately(rec request.Record, what decision.Intent, now time.Time) bool {
	return now.Sub(rec.Asked[r.AskedAs(what)]) < AskedAgain
}

// MostGuesses is how many wrong codes one request bears from one kind of address of
// a person, and from her page: what comes later is not compared any more. With codes of
// 30 letters and digits in six places a guesser finds one with at most 1000/30⁶ = 1.4 in
// a million.
const MostGuesses = 1000

// Guessed is the name under which a record counts the wrong codes of a person.
func (r Reply) Guessed(what string) string {
	return r.Limiter(string(r.From.Kind())) + " " + what + " " + string(r.Person.ID)
}

// The kinds of codes that are guessed.
const (
	ACode   = "code"
	OneTime = "one-time code"
)

// Unproven stands before an address that a message only says it is from.
const Unproven = "unproven "

// Proven reports whether more than the message itself says who sent it.
func (r Reply) Proven() bool { return r.Trust == 0 || r.Trust >= message.Carrier }

// copied stands before an address whose owner wrote a message, perhaps to somebody else.
const copied = "copied "

// Limiter is the name of a limit of its sender's. Whoever can write a From line, or has a
// copy of a mail, must not spend what the person has whose address it is: what is not
// proven has limits of its own.
func (r Reply) Limiter(name string) string {
	switch {
	case !r.Proven():
		return Unproven + name
	case r.Copied:
		return copied + name
	}
	return name
}

// Guesser is whose wrong codes count together.
//
// A stranger's address can be longer than a Store takes: it counts by its digest.
func (r Reply) Guesser() message.Address {
	from := message.Address(r.Limiter(string(r.From)))
	if len(from) > guess.MaxAddress {
		from = message.Address(fmt.Sprintf("%s:%x", from.Kind(), sha256.Sum256([]byte(from))))
	}
	return from
}

// Leads is the verdict that the first line alone is.
func (r Reply) Leads() reply.Verdict { return reply.Leads(r.Text, options(r)) }

// StandsBelow is what stands below the first line of a mail that may be shown to its sender, to be
// told that it is only a signature, and the name by which an answer with a code says so.
func (r Reply) StandsBelow(code string) (below, digest string) {
	if !r.Traits.Letters || r.Ambiguous || r.Leads() == reply.None {
		return "", ""
	}
	return reply.Below(r.Text, code, options(r))
}
