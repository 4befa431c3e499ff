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
	Tag     message.ApprovalID // from a valid reply tag
}

// Prompted is a prompt that a reply refers to.
type Prompted struct {
	Approval message.ApprovalID
	Person   message.PersonID
}

// Bound says which request a reply belongs to: none if Approval and Unknown are
// empty. A reply that is bound never becomes a turn.
type Bound struct {
	Approval message.ApprovalID
	Whose    message.PersonID // whose prompt or code it was; "" unknown
	By       string           // the strongest binding: button, ref, tag, token, code
	Others   []message.ApprovalID
	Unknown  string // a code that names no request, where nothing else binds
	Stray    bool   // besides what binds there is a code that names no request
	// Explicit: it answers the prompt itself, or its text has a code. Weak words
	// count only then.
	Explicit bool
	// Coded: the text has the sender's own code of the request, not another approver's.
	Coded bool
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

// Bind finds the request that a reply belongs to (design §5.5), strongest
// binding first: the message it refers to, the reply tag, an [approval:CODE]
// token, a code in the text. Bindings route; they never authorise.
func (s *Service) Bind(ctx context.Context, r Reply) (Bound, error) {
	var b Bound
	add := func(id message.ApprovalID, whose message.PersonID, by string) {
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
	pressed, _, isPress := press(r.Button)
	add(pressed, "", "button")
	b.Explicit = isPress
	for _, p := range r.Prompts {
		add(p.Approval, p.Person, "ref")
		b.Explicit = true
	}
	add(r.Tag, "", "tag")
	if isPress { // its text is the button's title
		if b.Approval == "" {
			b.Approval, b.By = noRequest, "button"
		}
		return b, nil
	}
	text := r.Text + "\n\n" + r.Other
	for _, code := range append(reply.FindTokens(r.Subject), reply.FindTokens(text)...) {
		id, whose, err := s.byCode(ctx, code)
		if err != nil {
			return Bound{}, err
		}
		if id == "" && b.Unknown == "" {
			b.Unknown = code
		}
		b.Stray = b.Stray || id == ""
		add(id, whose, "token")
		b.Coded = b.Coded || r.Known && id != "" && id == b.Approval && whose == r.Person.ID
	}
	codes := reply.FindCodes(text)
	var parsed reply.Result
	if len(codes) > 0 { // few messages have one
		parsed = reply.Parse(r.Text, reply.Options{Name: r.Person.Name})
	}
	for _, code := range codes {
		id, whose, err := s.byCode(ctx, code)
		if err != nil {
			return Bound{}, err
		}
		// Any word of six letters and digits looks like a code: only a message
		// that is a verdict and a code is taken for a late or mistyped one.
		if id == "" && b.Unknown == "" && parsed.Verdict != reply.None {
			b.Unknown = code
		}
		b.Explicit = b.Explicit || id != ""
		b.Stray = b.Stray || id == "" && slices.Contains(parsed.Codes, code) && parsed.Verdict != reply.None
		add(id, whose, "code")
		b.Coded = b.Coded || r.Known && id != "" && id == b.Approval && whose == r.Person.ID
	}
	if b.Approval != "" {
		b.Unknown = ""
	}
	return b, nil
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
