package approvals

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"bridge/approvals/reply"
	"bridge/message"
)

// Reply is an inbound message that may answer a prompt, as admission sees it.
type Reply struct {
	Channel   message.ChannelName
	Kind      message.AddressKind
	Key       string // of the message
	From      message.Address
	Person    message.Person // the sender, if Known
	Known     bool
	Trust     message.Trust
	Why       []string
	Subject   string
	Text      string // all unquoted visible text
	Other     string // the same of the message's other form; "" if there is none
	Ambiguous bool   // the adapter is not sure that this is all that was written
	Thread    message.Thread
	At        time.Time // when the bridge accepted it

	// Form is the choice that was made on an approval page: nothing is read from
	// texts then. Heard takes what is said instead of a message.
	Form  *reply.Result
	Heard func(text string)
	// Raw is the message as it came over the wire, at most 64 KB of it (else RawCut);
	// RawSHA256 is of the whole, in hex.
	Raw       []byte
	RawSHA256 string
	RawCut    bool

	Button  string             // the payload of a button of ours that was pressed; typed text is never here
	Prompts []Prompted         // prompts its refs name, strongest first
	Quotes  bool               // it answers a message, whichever
	Tag     message.ApprovalID // from a valid reply tag
	// Earlier is what an earlier delivery of the message was bound to where that holds
	// for a moment only, and EarlierBy by what (Bound.Passing).
	Earlier   message.ApprovalID
	EarlierBy string
}

// Prompted is a prompt that a reply refers to.
type Prompted struct {
	Approval message.ApprovalID
	Person   message.PersonID
}

// Bound says which request a reply belongs to.
type Bound struct {
	Approval message.ApprovalID
	Whose    message.PersonID // whose prompt or code it was; "" unknown
	By       string           // the strongest binding: button, ref, step-up, tag, token, code, sole
	Others   []message.ApprovalID
	Unknown  string // a code that names no request, where nothing else binds
	Stray    bool   // besides what binds there is a code that names no request
	Wrong    int    // how many codes of a verdict name no request
	// Explicit: it answers the prompt itself, or its text has a code. Weak words
	// count only then.
	Explicit bool
	// Coded: the text has the sender's own code of the request, not another approver's.
	Coded bool
	// List: the word that asks for what is open, from somebody who decides requests.
	List bool
	// Locked: it has a code, and codes from its address are not looked up. Nothing else
	// binds it.
	Locked bool
	// Digits is the one-time code that the whole text is, where its sender was sent one.
	Digits string
}

// What binds for a moment only: the same message may find something else later.
const (
	byStepUp = "step-up"
	bySole   = "sole"
)

// Ours reports whether the reply is for the approvals. It then never becomes a turn.
func (b Bound) Ours() bool { return b.Approval != "" || b.Unknown != "" || b.List || b.Locked }

// Passing reports whether the binding has to be kept before the reply is answered, so
// that a repeated delivery is bound to the same: see Reply.Earlier.
func (b Bound) Passing() bool { return (b.By == bySole || b.By == byStepUp) && len(b.Others) == 0 }

// Fleeting reports whether what a reply is bound to may hold for a moment only: an
// earlier delivery of it must then be looked for (Reply.Earlier).
func Fleeting(r Reply) bool {
	if !r.Known || r.Button != "" {
		return false
	}
	if code, _ := digits(r); code != "" {
		return true
	}
	if r.Kind != message.KindWhatsApp && r.Kind != message.KindSMS {
		return false
	}
	v := verdict(r)
	return v.Verdict != reply.None && v.Strong
}

// noRequest is the id that a press gets whose button names no request: it never
// becomes a turn, and its presser hears that nothing is open.
const noRequest message.ApprovalID = "apr_none"

// press reads the payload of a pressed button: which request it names ("" if the
// channel could not fill in the id) and what it says. Payloads that are not of a
// prompt are not ok.
func press(payload string) (id message.ApprovalID, v reply.Verdict, ok bool) {
	if rest, is := strings.CutPrefix(payload, message.ApproveButton); is {
		id, v, ok = message.ApprovalID(rest), reply.Grant, true
	} else if rest, is := strings.CutPrefix(payload, message.DenyButton); is {
		id, v, ok = message.ApprovalID(rest), reply.Deny, true
	}
	if !id.Valid() {
		id = ""
	}
	return id, v, ok
}

// binder collects what binds a reply.
type binder struct {
	Bound
	r Reply
}

// add adds a binding, the strongest first.
func (b *binder) add(id message.ApprovalID, whose message.PersonID, by string) {
	switch {
	case id == "":
	case b.Approval == "":
		b.Approval, b.Whose, b.By = id, whose, by
	case b.Approval == id:
		if b.Whose == "" {
			b.Whose = whose
		}
	case !slices.Contains(b.Others, id):
		b.Others = append(b.Others, id)
	}
}

// Bind finds the request that a reply belongs to (design §5.5), strongest binding
// first: the button that was pressed, the message it refers to, a one-time code, the
// reply tag, an [approval:CODE] token, a code in the text, and on phones the sole
// request that waits for its sender. Bindings route; they never authorise.
func (s *Service) Bind(ctx context.Context, r Reply) (Bound, error) {
	b := &binder{r: r}
	pressed, _, isPress := press(r.Button)
	if r.Known && !isPress && isList(r) {
		decides, err := s.decides(ctx, r.Person.ID)
		if err != nil {
			return Bound{}, err
		}
		if decides {
			return Bound{List: true, By: "list"}, nil
		}
	}
	b.add(pressed, "", "button")
	b.Explicit = isPress
	for _, p := range r.Prompts {
		b.add(p.Approval, p.Person, "ref")
		b.Explicit = true
	}
	if isPress { // its text is the button's title
		b.add(r.Tag, "", "tag")
		if b.Approval == "" {
			b.Approval, b.By = noRequest, "button"
		}
		return b.Bound, nil
	}
	b.add(r.Earlier, r.Person.ID, r.EarlierBy)
	if err := s.bindDigits(ctx, b); err != nil {
		return Bound{}, err
	}
	b.add(r.Tag, "", "tag")
	if err := s.bindCodes(ctx, b); err != nil {
		return Bound{}, err
	}
	if b.Approval == "" && b.Unknown == "" && !b.Locked {
		if err := s.bindSole(ctx, b); err != nil {
			return Bound{}, err
		}
	}
	if b.Approval != "" {
		b.Unknown, b.Locked = "", false
	}
	return b.Bound, nil
}

// bindCodes adds the codes in subject and text. What a stranger gets must not depend
// on whether a code is right: only tokens, and the codes of a verdict, are looked at.
func (s *Service) bindCodes(ctx context.Context, b *binder) error {
	r := b.r
	text := r.Text + "\n\n" + r.Other
	tokens, codes := append(reply.FindTokens(r.Subject), reply.FindTokens(text)...), reply.FindCodes(text)
	if len(tokens)+len(codes) == 0 { // as in most messages
		return nil
	}
	parsed := reply.Parse(r.Text, reply.Options{Name: r.Person.Name})
	verdict := parsed.Verdict != reply.None
	if !r.Known && !verdict {
		codes = nil
	}
	lock, err := s.o.Store.Locked(ctx, r.guesser())
	if err != nil {
		return fmt.Errorf("approvals: look up a lock: %w", err)
	}
	if !lock.Until.IsZero() {
		b.Locked = len(tokens) > 0 || verdict
		if verdict && b.Approval != "" { // what else it says is not known: it is not clear
			b.Stray, err = s.foreign(ctx, b, parsed.Codes)
		}
		return err
	}
	seen := map[string]bool{}
	look := func(code, by string) error {
		id, whose, err := s.byCode(ctx, code)
		if err != nil {
			return err
		}
		// Any word of six letters and digits looks like a code: only a message
		// that is a verdict and a code is taken for a late or mistyped one.
		said := verdict && (by == "token" || slices.Contains(parsed.Codes, code))
		if id == "" && b.Unknown == "" && (by == "token" || verdict) {
			b.Unknown = code
		}
		b.Stray = b.Stray || id == "" && (by == "token" || said)
		if id == "" && said && !seen[code] {
			b.Wrong++
		}
		seen[code] = true
		b.Explicit = b.Explicit || id != "" && by == "code"
		b.add(id, whose, by)
		b.Coded = b.Coded || r.Known && id != "" && id == b.Approval && whose == r.Person.ID
		return nil
	}
	for _, code := range tokens {
		if err := look(code, "token"); err != nil {
			return err
		}
	}
	for _, code := range codes {
		if err := look(code, "code"); err != nil {
			return err
		}
	}
	return nil
}

// foreign reports whether one of codes is not the sender's own of the request that
// the reply is bound to. It looks nothing up.
func (s *Service) foreign(ctx context.Context, b *binder, codes []string) (bool, error) {
	rec, err := s.o.Store.Get(ctx, b.Approval)
	if errors.Is(err, ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("approvals: read %s: %w", b.Approval, err)
	}
	me, _ := rec.approver(b.r.Person.ID)
	return slices.ContainsFunc(codes, func(c string) bool { return c != me.Code }), nil
}

// bindSole takes an unmistakable yes or no on a phone for the answer to the prompt that
// was the last message there, not long ago. Does more than that wait for its sender, it
// is asked which one is meant. A message that quotes another is an answer to that.
func (s *Service) bindSole(ctx context.Context, b *binder) error {
	r := b.r
	if !r.Known || r.Quotes || s.o.ReplyWindow <= 0 || r.Kind != message.KindWhatsApp && r.Kind != message.KindSMS {
		return nil
	}
	if v := verdict(r); v.Verdict == reply.None || !v.Strong {
		return nil
	}
	said, found, err := s.o.Store.LastSaid(ctx, r.Channel, r.From)
	if err != nil {
		return fmt.Errorf("approvals: look up what was said: %w", err)
	}
	if !found || said.Approval == "" || r.At.Before(said.At) || r.At.Sub(said.At) > s.o.ReplyWindow {
		return nil
	}
	rec, err := s.o.Store.Get(ctx, said.Approval)
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("approvals: read %s: %w", said.Approval, err)
	}
	if _, mine := rec.approver(r.Person.ID); !mine {
		return nil
	}
	b.add(rec.ID, r.Person.ID, bySole)
	waiting, err := s.waiting(ctx, r.Person.ID, 2)
	if err != nil {
		return err
	}
	for _, w := range waiting {
		b.add(w.ID, r.Person.ID, bySole)
	}
	return nil
}

func (s *Service) byCode(ctx context.Context, code string) (message.ApprovalID, message.PersonID, error) {
	id, whose, err := s.o.Store.ByCode(ctx, code)
	if errors.Is(err, ErrNotFound) {
		return "", "", nil
	}
	if err != nil {
		return "", "", fmt.Errorf("approvals: look up code: %w", err)
	}
	return id, whose, nil
}
