package approvals

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"bridge/core/excerpt"

	"bridge/approvals/binding"
	"bridge/approvals/decision"
	"bridge/approvals/prompt"
	"bridge/approvals/reply"
	"bridge/approvals/request"
	"bridge/core/locale"
	"bridge/core/message"
	"bridge/core/question"
	"bridge/render"
)

// maxReason is the longest reason of a form in runes.
const maxReason = 500

// Sheet is a request as one of its approvers sees it on a page.
type Sheet struct {
	render.Sheet
	Name     string // of the approver
	Language string
	State    request.State
	Question *question.Question // it asks for words: no yes or no answers it
	StepUp   bool               // a yes of this person waits for a one-time code
	Open     bool               // an answer of this person can still change something
	Outcome  string             // how it ended, or what this person has answered; "" while nothing is
	Others   string             // who else can decide, and how many have to; "" if nobody else can
	Grace    bool               // a yes has its effect later, and can be taken back until then
	Brand    message.Brand
}

// Sheet returns what the page of an approver shows, in a language: theirs if it is "" or
// none that there are words in. It is called for every GET and changes nothing. ErrNotFound: there is no such request, or the person is not (or no
// longer) one of its approvers.
func (s *Service) Sheet(ctx context.Context, id message.ApprovalID, who message.PersonID, language string) (Sheet, error) {
	r, me, p, err := s.sheetOf(ctx, id, who, language)
	if err != nil {
		return Sheet{}, err
	}
	out := Sheet{Sheet: s.desk.View(r, me, p).Sheet(), Name: p.Name, Language: p.Language, State: r.State, Question: r.Question, Open: r.State == request.Pending}
	out.Brand, out.Grace = s.desk.Brand(r, who), r.Grace > 0
	su, waits := r.StepUps[who]
	out.StepUp = waits && out.Open && s.o.Now().Before(su.Until)
	words := render.In(p.Language)
	others := r
	others.Approvers = slices.DeleteFunc(slices.Clone(r.Approvers), func(a request.Approver) bool { return a.Person == who })
	if len(others.Approvers) > 0 {
		out.Others = strings.TrimSpace(words.Others(s.names(ctx, others, p.Language)) + " " + words.Several(r.Quorum))
	}
	switch v, voted := r.VoteOf(who); {
	case r.State != request.Pending:
		out.Outcome = s.outcome(ctx, r, who)
	case voted && r.HeldUntil.IsZero():
		out.Outcome, out.Open = words.Voted(v.Grant, r.Summary, len(r.Votes), r.Quorum), false
	case voted:
		out.Outcome = words.Voted(v.Grant, r.Summary, len(r.Votes), r.Quorum)
	}
	return out, nil
}

// sheetOf reads a request for one of its approvers.
func (s *Service) sheetOf(ctx context.Context, id message.ApprovalID, who message.PersonID, language string) (request.Record, request.Approver, message.Person, error) {
	r, err := s.o.Store.Get(ctx, id)
	if err != nil {
		return request.Record{}, request.Approver{}, message.Person{}, fmt.Errorf("approvals: read %s: %w", id, err)
	}
	p, active, err := s.person(ctx, who)
	if err != nil {
		return request.Record{}, request.Approver{}, message.Person{}, err
	}
	me, mine := r.May(p)
	at, reached := r.ReachedAt[who]
	if !active || !mine || reached && !slices.Contains(p.Addresses, at.Address) { // who has the link may not be them any more
		return request.Record{}, request.Approver{}, message.Person{}, request.ErrNotFound
	}
	if slices.Contains(locale.Languages(), language) {
		p.Language = language
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
	Browser  string // which one it is: wrong codes lock one browser, not the approver
	Language string // that the page was read in; "" = the approver's
	At       time.Time
}

// FormOutcome is what came of a Form.
type FormOutcome string

// The outcomes of a form.
const (
	FormTaken     FormOutcome = "taken"      // Text says what it came to
	FormWrongCode FormOutcome = "wrong code" // nothing was decided
	FormNoCode    FormOutcome = "no code"    // the same, and it is not counted as a guess
	FormLocked    FormOutcome = "locked"     // too many wrong codes; the text says until when
	FormClosed    FormOutcome = "closed"     // so many that this page takes no more of this request
)

// Submit takes a form: the same checks, votes and texts as for a reply with the code,
// with the trust of a typed code. A yes that needs more waits for a one-time code that
// goes to the approver and is typed on the page, too. When it returns nil all that follows is durable.
func (s *Service) Submit(ctx context.Context, f Form) (FormOutcome, string, error) {
	r, me, p, err := s.sheetOf(ctx, f.Approval, f.Person, f.Language)
	if err != nil {
		return "", "", err
	}
	from := message.Address(prompt.Page + ":" + string(f.Person))
	typed := typedCode(f.Code)
	if typed == "" { // as scanners send it
		return FormNoCode, "", nil
	}
	by := binding.Reply{
		Channel: prompt.Page, From: from, Person: p, Known: true,
		Trust: message.Carrier, Why: []string{"the code was typed on the approval page"}, At: f.At,
	}
	if stepping(r, by, typed) {
		return s.submitDigits(ctx, f, by, r, me, typed)
	}
	if out, text, err := s.checkCode(ctx, f, by, r, me, typed); out != "" || err != nil {
		return out, text, err
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
	by.Key, by.Text, by.Form = fmt.Sprintf("page %x", sum[:12]), text, &v
	b := binding.Bound{Approval: r.ID, Whose: me.Person, By: prompt.Page, Explicit: true, Coded: true}
	what, said, err := s.answer(ctx, b, by, r, me)
	if err != nil {
		return "", "", err
	}
	s.o.Log.Info("approvals: answered on the page", "approval", r.ID, "person", f.Person, "what", what)
	return FormTaken, strings.Join(said, "\n"), nil
}

// checkCode compares a typed code with the approver's. The outcome is "" if it is the
// right one. Wrong ones lock the browser that they come from, for longer each time, and
// end the page of this request when there are too many from all.
func (s *Service) checkCode(ctx context.Context, f Form, by binding.Reply, r request.Record, me request.Approver, typed string) (FormOutcome, string, error) {
	words, name := render.In(by.Person.Language), by.Guessed(binding.ACode)
	if r.Guessed[name] >= binding.MostGuesses {
		return FormClosed, "", nil
	}
	browser := message.Address(fmt.Sprintf("%s:%s %s %x", prompt.Page, r.ID, me.Person, sha256.Sum256([]byte(f.Browser))))
	lock, err := s.Locked(ctx, browser)
	if err != nil {
		return "", "", err
	}
	if lock.Until.IsZero() {
		if subtle.ConstantTimeCompare([]byte(typed), []byte(me.Code)) == 1 {
			return "", "", nil
		}
		if lock, err = s.Guess(ctx, browser, fmt.Sprintf("page %x", sha256.Sum256([]byte(f.Nonce+" "+typed)))); err != nil {
			return "", "", err
		}
		if _, err := s.change(ctx, r.ID, func(r *request.Record) bool { return decision.Guess(r, name, binding.MostGuesses) }); err != nil {
			return "", "", err
		}
	}
	if lock.Until.IsZero() {
		return FormWrongCode, "", nil
	}
	return FormLocked, words.CodesLocked(lock.Until, by.Person.Zone), nil
}

// stepping reports whether what was typed is six digits for a yes that waits for them.
func stepping(r request.Record, by binding.Reply, typed string) bool {
	_, waits := r.StepUps[by.Person.ID]
	return waits && len(typed) == 6 && strings.Trim(typed, "0123456789") == ""
}

// submitDigits takes the one-time code that was sent for a yes on the page, or
// elsewhere: it makes the yes count, or denies with the other button.
func (s *Service) submitDigits(ctx context.Context, f Form, by binding.Reply, r request.Record, me request.Approver, typed string) (FormOutcome, string, error) {
	if by.Text = typed; !f.Grant {
		by.Text = "no " + typed
	}
	sum := sha256.Sum256(fmt.Append(nil, f.Nonce, " ", typed, " ", f.Grant))
	by.Key = fmt.Sprintf("page %x", sum[:12])
	what, said, err := s.answer(ctx, binding.Bound{Approval: r.ID, Whose: me.Person, By: prompt.Page, Digits: typed}, by, r, me)
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
	return excerpt.Clip(excerpt.OneLine(s), maxReason)
}
