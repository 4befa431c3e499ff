package operate

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"bridge/approvals"
	"bridge/artifacts"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/outbox"
)

// Letter is what a program or an operator has the bridge write to people. It answers
// nothing, and nobody's answer comes back to who wrote it: that goes to the channel's agent.
type Letter struct {
	Key      string   // of whoever writes: the same key is the same letter
	To       []string // CHANNEL:PERSON or CHANNEL:ADDRESS
	Subject  string   // one line; "" is the first of Text
	Text     string
	Markdown bool // Text is; else it is shown as it stands
	Files    []LetterFile
}

// LetterFile is a file that goes with a letter.
type LetterFile struct {
	Filename  string `json:"filename"`
	MediaType string `json:"mediaType"` // "" is found from the bytes
	Raw       []byte `json:"raw"`       // base64 in JSON
}

// Bounds of a letter. Bytes, but for the number of recipients and files.
const (
	maxLetterText    = 64 << 10
	maxLetterSubject = 200
	maxLetterTo      = 100
	maxLetterFiles   = 20
	maxLetterKey     = 255
	maxFirstLine     = 78 // of a subject that nobody wrote, in characters
)

// LetterState is what became of a letter at one recipient.
type LetterState string

// The states of a letter, the least far one first: a recipient who gets it in several
// messages has the first of theirs in this order.
const (
	LetterFailed    LetterState = "failed"    // at least one message did not and will not go out
	LetterDropped   LetterState = "dropped"   // an operator has dropped it before it went out
	LetterUnknown   LetterState = "unknown"   // it may have gone out: `bridge sends settle`
	LetterQueued    LetterState = "queued"    // it waits for its turn, for the channel, or for the end of quiet hours
	LetterHeld      LetterState = "held"      // it waits until the person writes (WhatsApp)
	LetterSending   LetterState = "sending"   // an attempt is under way, or has failed and is made again
	LetterSent      LetterState = "sent"      // the channel has taken it
	LetterDelivered LetterState = "delivered" // the provider says that it has arrived
	LetterRead      LetterState = "read"      // and that it was read
)

func letterStates() []LetterState {
	return []LetterState{
		LetterFailed, LetterDropped, LetterUnknown, LetterQueued, LetterHeld, LetterSending, LetterSent, LetterDelivered, LetterRead,
	}
}

// LetterView is a letter as whoever wrote it sees it.
type LetterView struct {
	ID        message.MessageID `json:"id"`
	By        string            `json:"by"`
	CreatedAt time.Time         `json:"createdAt"`
	To        []LetterTo        `json:"to"`
}

// LetterTo is one recipient.
type LetterTo struct {
	To        string          `json:"to"` // as the letter names them
	Channel   string          `json:"channel"`
	Address   string          `json:"address"`
	State     LetterState     `json:"state"`
	Code      string          `json:"code,omitempty"` // of the last error
	Detail    string          `json:"detail,omitempty"`
	NotBefore *time.Time      `json:"notBefore,omitempty"` // the end of their quiet hours
	Messages  []LetterMessage `json:"messages"`
}

// LetterMessage is one message to one recipient: on phones a long letter has several.
type LetterMessage struct {
	ID       message.MessageID `json:"id"` // of `bridge trace` and `bridge sends`
	State    LetterState       `json:"state"`
	Attempts int               `json:"attempts,omitempty"`
	At       *time.Time        `json:"at,omitempty"` // of the last change
}

// letterRecord is what is stored of a letter whose messages are all in the outbox: there
// alone is its text.
type letterRecord struct {
	By     string         `json:"by"`
	Digest string         `json:"digest"` // of what it says and to whom
	At     time.Time      `json:"at"`
	To     []letterTarget `json:"to"`
}

type letterTarget struct {
	To       string              `json:"to"`
	Channel  message.ChannelName `json:"channel"`
	Address  message.Address     `json:"address"`
	Name     string              `json:"name,omitempty"`
	Messages []message.MessageID `json:"messages,omitempty"`
	Lane     string              `json:"lane,omitempty"`
	Later    time.Time           `json:"later,omitzero"`
}

// names are the recipients in one line, without addresses: the log keeps it.
func (r letterRecord) names() string {
	var all []string
	for _, t := range r.To {
		name := t.To
		if strings.HasSuffix(name, ":"+t.Address.Value()) || t.Name == "" {
			name = string(t.Channel) + ":" + t.Address.Masked()
		}
		all = append(all, name)
	}
	return strings.Join(all, ", ")
}

// letterOf is the state that leads from a message to the letter that it is of.
func letterOf(id message.MessageID) string { return "letter of " + string(id) }

// forgetLetters takes a person out of the records of letters, by the messages to them. A letter
// to nobody else is gone.
func (desk *Desk) forgetLetters(ctx context.Context, sends []outbox.Send, of []message.Address) (states []string, err error) {
	for _, s := range sends {
		b, found, err := desk.o.Store.ChannelState(ctx, letterOf(s.ID))
		if err != nil {
			return nil, err
		}
		if !found {
			continue
		}
		states = append(states, letterOf(s.ID))
		id := message.MessageID(b)
		rec, found, err := desk.letterRecord(ctx, id)
		if err != nil || !found {
			return states, err
		}
		rec.To = slices.DeleteFunc(rec.To, func(t letterTarget) bool { return slices.Contains(of, t.Address) })
		if len(rec.To) == 0 {
			states = append(states, letterKey(id))
			continue
		}
		if b, err = json.Marshal(rec); err != nil {
			return states, err
		}
		if err := desk.o.Store.SaveAgentState(ctx, letterKey(id), b); err != nil {
			return states, err
		}
	}
	return states, nil
}

// Write puts a letter of an operator into the outbox, once for each Key, and returns what
// became of it so far. What is wrong with it is an *approvals.FieldError.
func (desk *Desk) Write(ctx context.Context, operator string, l Letter) (LetterView, error) {
	id, rec, err := desk.write(ctx, "operator:"+operator, l, func(id message.MessageID, rec letterRecord) error {
		return desk.acted(ctx, operator, "write", string(id), "to "+rec.names())
	})
	if err != nil {
		return LetterView{}, err
	}
	return desk.letterView(ctx, id, rec)
}

// Letter returns what became of a letter.
func (desk *Desk) Letter(ctx context.Context, id message.MessageID) (LetterView, error) {
	none := refusef(NotFound, "there is no message %.60q that was written by the API", id)
	if !id.Valid() {
		return LetterView{}, none
	}
	rec, found, err := desk.letterRecord(ctx, id)
	if err == nil && !found {
		err = none
	}
	if err != nil {
		return LetterView{}, err
	}
	return desk.letterView(ctx, id, rec)
}

func letterKey(id message.MessageID) string { return "letter " + string(id) }

func (desk *Desk) letterRecord(ctx context.Context, id message.MessageID) (rec letterRecord, found bool, err error) {
	b, found, err := desk.o.Store.ChannelState(ctx, letterKey(id))
	if err != nil || !found {
		return rec, false, err
	}
	if err := json.Unmarshal(b, &rec); err != nil {
		return rec, false, fmt.Errorf("letter %s: %w", id, err)
	}
	return rec, true, nil
}

// write puts a letter under (by, Key) into the outbox. Whoever claims the key first says what
// it means and when it was; everybody with the same words completes what a crash has cut off.
// audit is called when all is in the outbox, before that is noted.
func (desk *Desk) write(ctx context.Context, by string, l Letter, audit func(message.MessageID, letterRecord) error) (message.MessageID, letterRecord, error) {
	if err := l.check(); err != nil {
		return "", letterRecord{}, err
	}
	id, digest := message.DerivedMessageID(time.Time{}, "letter", by, l.Key), l.digest()
	rec, found, err := desk.letterRecord(ctx, id)
	switch {
	case err != nil:
		return "", rec, err
	case found && rec.Digest != digest:
		return "", rec, errOtherLetter()
	case found:
		return id, rec, nil
	}
	rec = letterRecord{By: by, Digest: digest}
	for _, to := range l.To {
		t, err := desk.target(ctx, to)
		if err != nil {
			return "", rec, err
		}
		if !slices.ContainsFunc(rec.To, func(o letterTarget) bool { return o.Channel == t.Channel && o.Address == t.Address }) {
			rec.To = append(rec.To, t) // a person and their address: once
		}
	}
	claimed, err := desk.o.Store.Claim(ctx, letterKey(id), digest+" "+desk.o.Now().UTC().Format(time.RFC3339Nano))
	if err != nil {
		return "", rec, err
	}
	theirs, at, _ := strings.Cut(claimed, " ")
	if theirs != digest {
		return "", rec, errOtherLetter()
	}
	if rec.At, err = time.Parse(time.RFC3339Nano, at); err != nil {
		return "", rec, fmt.Errorf("letter %s: %w", id, err)
	}
	items, err := desk.items(ctx, by, l, &rec)
	if err != nil {
		return "", rec, err
	}
	if err := desk.o.Lanes.Enqueue(ctx, items...); err != nil {
		return "", rec, fmt.Errorf("enqueue %s: %w", id, err)
	}
	if err := audit(id, rec); err != nil {
		return "", rec, err
	}
	for _, t := range rec.To {
		for _, m := range t.Messages {
			if err := desk.o.Store.SaveAgentState(ctx, letterOf(m), []byte(id)); err != nil {
				return "", rec, err
			}
		}
	}
	b, err := json.Marshal(rec)
	if err != nil {
		return "", rec, err
	}
	return id, rec, desk.o.Store.SaveAgentState(ctx, letterKey(id), b)
}

func errOtherLetter() error {
	return &approvals.FieldError{Field: "Idempotency-Key", Text: "it belongs to another message"}
}

// items renders a letter for each recipient, and notes in rec which messages they get.
func (desk *Desk) items(ctx context.Context, by string, l Letter, rec *letterRecord) ([]queue.Item, error) {
	var parts []envelope.Part
	if l.Text != "" {
		p := envelope.TextPart(envelope.Response, l.Text)
		if !l.Markdown {
			p.MediaType = "text/plain"
		}
		parts = append(parts, p)
	}
	files, err := desk.files(ctx, l.Files)
	if err != nil {
		return nil, err
	}
	parts = append(parts, files...)
	var items []queue.Item
	for i, t := range rec.To {
		to := &rec.To[i]
		to.Messages = nil
		outs, err := desk.o.Planner.Letter(ctx, by+" "+l.Key, rec.At, outbox.Recipient{
			Channel: t.Channel, Address: t.Address, Name: t.Name, Subject: l.subject(),
		}, parts)
		if err != nil {
			return nil, err
		}
		p, _, err := desk.o.People.ByAddress(ctx, t.Address)
		if err != nil {
			return nil, err
		}
		to.Later = outbox.NotBefore(rec.At, desk.o.Places.Channel(t.Channel).Traits, p, true)
		for _, out := range outs {
			it, err := outbox.Item(out)
			if err != nil {
				return nil, err
			}
			it = outbox.Later(it, to.Later)
			to.Messages, to.Lane = append(to.Messages, out.ID), it.Lane
			items = append(items, it)
		}
	}
	return items, nil
}

func (l Letter) check() error {
	wrong := func(field, text string, args ...any) error {
		return &approvals.FieldError{Field: field, Text: fmt.Sprintf(text, args...)}
	}
	if err := checkKey(l.Key); err != nil {
		return err
	}
	switch {
	case len(l.To) == 0 || len(l.To) > maxLetterTo:
		return wrong("to", "it must name 1 to %d recipients", maxLetterTo)
	case len(l.Text) > maxLetterText || strings.TrimSpace(l.Text) == "" && len(l.Files) == 0:
		return wrong("text", "it must have 1 to %d bytes", maxLetterText)
	case len(l.Subject) > maxLetterSubject || strings.ContainsFunc(l.Subject, func(r rune) bool { return r < ' ' || r == 0x7f }):
		return wrong("subject", "it must be one line of at most %d bytes", maxLetterSubject)
	}
	return checkFiles(l.Files)
}

func checkFiles(all []LetterFile) error {
	if len(all) > maxLetterFiles {
		return &approvals.FieldError{Field: "files", Text: fmt.Sprintf("there may be at most %d", maxLetterFiles)}
	}
	for _, f := range all {
		if f.Filename == "" || len(f.Raw) == 0 {
			return &approvals.FieldError{Field: "files", Text: `each needs "filename" and "raw", its bytes in base64`}
		}
	}
	return nil
}

// files stores files and returns their parts.
func (desk *Desk) files(ctx context.Context, all []LetterFile) (parts []envelope.Part, err error) {
	if err := checkFiles(all); err != nil {
		return nil, err
	}
	for i, f := range all {
		a, err := desk.o.Planner.Artifacts.Put(ctx, bytes.NewReader(f.Raw), f.Filename, f.MediaType)
		if large := (*artifacts.TooLargeError)(nil); errors.As(err, &large) {
			return nil, &approvals.FieldError{Field: "files", Text: fmt.Sprintf("%q is larger than artifacts.max_size (%d bytes)", f.Filename, large.Limit)}
		}
		if err != nil {
			return nil, fmt.Errorf("file %d: %w", i, err)
		}
		parts = append(parts, desk.o.Planner.Artifacts.Part(a))
	}
	return parts, nil
}

// digest is over all that a letter says.
func (l Letter) digest() string {
	h := sha256.New()
	b, _ := json.Marshal([]any{l.To, l.Subject, l.Text, l.Markdown, l.Files}) // texts and bytes can be encoded
	h.Write(b)
	return hex.EncodeToString(h.Sum(nil))
}

// subject is what a mail is called.
func (l Letter) subject() string {
	first, _, _ := strings.Cut(strings.TrimSpace(l.Text), "\n")
	if first == "" && len(l.Files) > 0 {
		first = l.Files[0].Filename
	}
	if r := []rune(strings.TrimSpace(first)); len(r) > maxFirstLine {
		first = string(r[:maxFirstLine-1]) + "…"
	}
	return cmp.Or(l.Subject, strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, first))
}

// target finds where CHANNEL:PERSON or CHANNEL:ADDRESS is. A person gets it at the first
// of their addresses that the channel reaches.
func (desk *Desk) target(ctx context.Context, to string) (letterTarget, error) {
	wrong := func(text string, args ...any) (letterTarget, error) {
		return letterTarget{}, &approvals.FieldError{Field: "to", Text: fmt.Sprintf("%.100q: ", to) + fmt.Sprintf(text, args...)}
	}
	name, who, ok := strings.Cut(to, ":")
	if !ok || name == "" || who == "" {
		return wrong("it must be CHANNEL:PERSON or CHANNEL:ADDRESS, such as mail:dana or sms:+390612345678")
	}
	at, routed := desk.o.Places.Channel(message.ChannelName(name)), false
	c, found := desk.channel(name)
	if routed = at.Name != ""; !found || !routed || at.Traits.System {
		var there []string
		for _, c := range desk.o.Places.Channels {
			if !c.Traits.System {
				there = append(there, string(c.Name))
			}
		}
		return wrong("no channel %q reaches people; these do: %s", name, strings.Join(there, ", "))
	}
	p, known, err := desk.o.People.Person(ctx, message.PersonID(who))
	if err != nil {
		return letterTarget{}, err
	}
	if known {
		place, ok := desk.o.Places.Route(p, "", c.Name)
		if !ok {
			return wrong("%s has no address there", p.Name)
		}
		return letterTarget{To: to, Channel: place.Channel, Address: place.Address, Name: p.Name}, nil
	}
	address, err := desk.o.Kinds.Address(c.Kind, who)
	if err != nil {
		return wrong("it is neither a person nor an address there: %v", err)
	}
	p, _, err = desk.o.People.ByAddress(ctx, address)
	return letterTarget{To: to, Channel: c.Name, Address: address, Name: p.Name}, err
}

// letterView looks at what became of each message.
func (desk *Desk) letterView(ctx context.Context, id message.MessageID, rec letterRecord) (LetterView, error) {
	v := LetterView{ID: id, By: rec.By, CreatedAt: rec.At, To: []LetterTo{}}
	for _, t := range rec.To {
		to := LetterTo{To: t.To, Channel: string(t.Channel), Address: t.Address.Value(), State: LetterQueued, Messages: []LetterMessage{}}
		if !t.Later.IsZero() && t.Later.After(desk.o.Now()) {
			to.NotBefore = &t.Later
		}
		for i, m := range t.Messages {
			s, found, err := desk.o.Store.Send(ctx, m)
			if err != nil {
				return v, err
			}
			state := letterState(s)
			if !found {
				if state, err = desk.unsent(ctx, t.Lane, m); err != nil {
					return v, err
				}
			}
			one := LetterMessage{ID: m, State: state, Attempts: s.Attempts}
			if found {
				one.At = &s.UpdatedAt
			}
			if to.Messages = append(to.Messages, one); i == 0 || slices.Index(letterStates(), state) < slices.Index(letterStates(), to.State) {
				to.State, to.Code, to.Detail = state, s.Code, s.Detail
			}
		}
		v.To = append(v.To, to)
	}
	redactView(&v)
	return v, nil
}

func letterState(s outbox.Send) LetterState {
	switch {
	case s.Held != nil && s.State == outbox.Sending:
		return LetterHeld
	case s.State == outbox.Sent && s.Delivery == message.DeliveryRead:
		return LetterRead
	case s.State == outbox.Sent && s.Delivery == message.DeliveryDone:
		return LetterDelivered
	}
	return map[outbox.State]LetterState{
		outbox.Sending: LetterSending, outbox.Sent: LetterSent, outbox.Failed: LetterFailed, outbox.Unknown: LetterUnknown,
	}[s.State]
}

// unsent says why a message has no record of an attempt: it waits, it was refused before
// one, or it is not there any more.
func (desk *Desk) unsent(ctx context.Context, lane string, id message.MessageID) (LetterState, error) {
	items, err := desk.o.Store.Waiting(ctx, queue.Outbox, lane)
	if err != nil {
		return "", err
	}
	if slices.ContainsFunc(items, func(w queue.Waiting) bool { return w.ID == string(id) }) {
		return LetterQueued, nil
	}
	dead := false
	err = desk.everyDead(ctx, DeadFilter{Queue: string(queue.Outbox)}, func(d DeadLetter) bool {
		dead = d.Message == id
		return !dead
	})
	switch {
	case err != nil:
		return "", err
	case dead:
		return LetterFailed, nil
	}
	// It may have gone out between the two looks.
	s, found, err := desk.o.Store.Send(ctx, id)
	if err != nil || found {
		return letterState(s), err
	}
	return LetterDropped, nil
}

// checkKey reports a key that is none.
func checkKey(key string) error {
	if key == "" || len(key) > maxLetterKey || strings.ContainsFunc(key, func(r rune) bool { return r < ' ' || r > '~' }) {
		return &approvals.FieldError{Field: "Idempotency-Key", Text: fmt.Sprintf("it must have 1 to %d printable ASCII characters", maxLetterKey)}
	}
	return nil
}
