package approvals

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"strings"
	"time"
	"unicode"

	"bridge/approvals/reply"
	"bridge/message"
	"bridge/render"
)

// onPage is the channel and address kind of an answer that was given on an approval
// page: no message came, and none goes back.
const onPage = "page"

// maxReason is the longest reason of a form in runes.
const maxReason = 500

// Sheet is a request as one of its approvers sees it on a page.
type Sheet struct {
	render.Sheet
	Language string
	State    State
	Open     bool   // an answer of this person can still change something
	Outcome  string // how it ended, or what this person has answered; "" while nothing is
}

// Sheet returns what the page of an approver shows. It is called for every GET and
// changes nothing. ErrNotFound: there is no such request, or the person is not (or no
// longer) one of its approvers.
func (s *Service) Sheet(ctx context.Context, id message.ApprovalID, who message.PersonID) (Sheet, error) {
	r, me, p, err := s.sheetOf(ctx, id, who)
	if err != nil {
		return Sheet{}, err
	}
	out := Sheet{Sheet: s.view(r, me, p).Sheet(), Language: p.Language, State: r.State, Open: r.State == Pending}
	words := render.In(p.Language)
	switch v, voted := r.vote(who); {
	case r.State != Pending:
		out.Outcome = s.outcome(ctx, r, who)
	case voted && r.HeldUntil.IsZero():
		out.Outcome, out.Open = words.Voted(v.Grant, r.Summary, len(r.Votes), r.Quorum), false
	case voted:
		out.Outcome = words.Voted(v.Grant, r.Summary, len(r.Votes), r.Quorum)
	}
	return out, nil
}

// sheetOf reads a request for one of its approvers.
func (s *Service) sheetOf(ctx context.Context, id message.ApprovalID, who message.PersonID) (Record, Approver, message.Person, error) {
	r, err := s.o.Store.Get(ctx, id)
	if err != nil {
		return Record{}, Approver{}, message.Person{}, fmt.Errorf("approvals: read %s: %w", id, err)
	}
	p, active, err := s.o.Directory.Person(ctx, who)
	if err != nil {
		return Record{}, Approver{}, message.Person{}, fmt.Errorf("approvals: look up %s: %w", who, err)
	}
	me, mine := r.approver(who)
	if !active || !mine {
		return Record{}, Approver{}, message.Person{}, ErrNotFound
	}
	return r, me, p, nil
}

// Form is what an approver sends from the page. The page has checked its nonce and the
// MAC of its link.
type Form struct {
	Approval message.ApprovalID
	Person   message.PersonID
	Code     string // as it was typed
	Grant    bool
	Reason   string // of a denial
	Nonce    string // of the page: the same form sent again is one answer
	At       time.Time
}

// FormOutcome is what came of a Form.
type FormOutcome string

// The outcomes of a form.
const (
	FormTaken     FormOutcome = "taken"      // Text says what it came to
	FormWrongCode FormOutcome = "wrong code" // nothing was decided
	FormNoCode    FormOutcome = "no code"    // the same, and it is not counted as a guess
	FormLocked    FormOutcome = "locked"     // too many wrong codes
)

// Submit takes a form: the same checks, votes and texts as for a reply with the code,
// with the trust of a typed code. When it returns nil all that follows is durable.
func (s *Service) Submit(ctx context.Context, f Form) (FormOutcome, string, error) {
	r, me, p, err := s.sheetOf(ctx, f.Approval, f.Person)
	if err != nil {
		return "", "", err
	}
	from := message.Address(onPage + ":" + string(f.Person))
	typed := typedCode(f.Code)
	if typed == "" { // as scanners send it
		return FormNoCode, "", nil
	}
	locked, err := s.Locked(ctx, from)
	if err != nil {
		return "", "", err
	}
	if !locked && subtle.ConstantTimeCompare([]byte(typed), []byte(me.Code)) != 1 {
		if locked, err = s.Guess(ctx, from, fmt.Sprintf("page %x", sha256.Sum256([]byte(f.Nonce+" "+typed)))); err != nil {
			return "", "", err
		}
		if !locked {
			return FormWrongCode, "", nil
		}
	}
	if locked {
		return FormLocked, "", nil
	}
	v := reply.Result{Verdict: reply.Deny, Strong: true}
	if f.Grant {
		v.Verdict = reply.Grant
	} else {
		v.Reason = oneText(f.Reason)
	}
	text := "Approve (on the approval page)"
	if !f.Grant {
		text = strings.TrimSpace("Deny (on the approval page) " + v.Reason)
	}
	sum := sha256.Sum256(fmt.Append(nil, f.Nonce, " ", f.Grant)) // the other choice on the same form is another answer
	var said []string
	by := Reply{
		Channel: onPage, Kind: onPage, Key: fmt.Sprintf("page %x", sum[:12]), From: from, Person: p, Known: true,
		Text: text, Trust: message.Carrier, Why: []string{"the code was typed on the approval page"}, At: f.At,
		Form: &v, Heard: func(text string) { said = append(said, text) },
	}
	b := Bound{Approval: r.ID, Whose: me.Person, By: onPage, Explicit: true, Coded: true}
	what, err := s.answer(ctx, b, by, r, me)
	if err != nil {
		return "", "", err
	}
	s.o.Log.Info("approvals: answered on the page", "approval", r.ID, "person", f.Person, "what", what)
	return FormTaken, strings.Join(said, "\n"), nil
}

// typedCode is a code as people type it: any case, with spaces, dashes, brackets, or
// as the whole token of the prompt. "" if nothing was typed.
func typedCode(s string) string {
	if found := reply.FindTokens(s); len(found) == 1 {
		return found[0]
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return r - 'a' + 'A'
		case r < 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r)):
			return r
		}
		return -1
	}, s[:min(len(s), 64)])
}

// oneText is a typed reason: one line, without control characters, bounded.
func oneText(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, s)
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > maxReason {
		s = string(r[:maxReason-1]) + "…"
	}
	return s
}
