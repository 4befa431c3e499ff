package operate

import (
	"archive/zip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"time"

	"bridge/approvals/binding"
	"bridge/approvals/request"
	"bridge/artifacts"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/flow/admission"
	"bridge/flow/handover"
	"bridge/flow/turns"
	"bridge/outbox"
	"bridge/store"
)

// Holdings are what the bridge keeps of one person, or of one address.
type Holdings struct {
	Kind      string            `json:"kind"` // holdingsKind
	MadeAt    time.Time         `json:"madeAt"`
	Of        string            `json:"of"`               // as it was asked for
	Person    *Person           `json:"person,omitempty"` // if it is one of the directory
	Addresses []message.Address `json:"addresses"`
	Sessions  []PersonSession   `json:"sessions"`
	Sends     []outbox.Send     `json:"sends"` // outside of these sessions
	// Answers are what they said to customers in the place of an agent.
	Answers      []turns.Turn           `json:"answers"`
	Requests     []Approval             `json:"approvals"`
	Contacts     []store.AtAddress      `json:"contacts"`
	Notices      []PersonNotice         `json:"notices"`
	Suppressions []outbox.Suppression   `json:"suppressions"`
	DeadLetters  []DeadDetail           `json:"deadLetters"`
	Audit        []admission.AuditEntry `json:"audit"`
	// Footers are the addresses of which it is remembered, as digests, what stands below their mails.
	Footers []message.Address    `json:"footers"`
	Usage   []store.Usage        `json:"usage"`
	Files   []artifacts.Artifact `json:"files"`

	ids   []message.ApprovalID  // of Requests
	waits []message.ChannelName // where messages to them wait that are of no session
}

const holdingsKind = "bridge person 1"

// PersonSession is a session with all that was said in it and is still kept.
type PersonSession struct {
	admission.Session
	Turns []PersonTurn `json:"turns"`
	Busy  string       `json:"busy,omitempty"` // why it cannot be erased now
}

// PersonTurn is a turn with its steps and messages.
type PersonTurn struct {
	turns.Turn
	Steps []turns.Step  `json:"steps"`
	Sends []outbox.Send `json:"sends"`
}

// PersonNotice is something that the bridge told somebody in a chat.
type PersonNotice struct {
	Channel message.ChannelName `json:"channel"`
	Text    string              `json:"text"`
	At      time.Time           `json:"at"`
}

// mostTurns bounds the turns of one session that are looked at.
const mostTurns = 100000

// whom finds who is meant: a person of the directory, KIND:ADDRESS, or an address as people
// write it.
func (desk *Desk) whom(ctx context.Context, who string) (*message.Person, []message.Address, error) {
	who = strings.TrimSpace(who)
	if p, ok := desk.configured(message.PersonID(who)); ok {
		return &p, slices.Clone(p.Addresses), nil
	}
	e, inStore, err := desk.o.Store.PersonEntry(ctx, message.PersonID(who)) // also one who is disabled
	if err != nil {
		return nil, nil, err
	}
	if inStore {
		p := message.Person{ID: e.ID, Name: e.Name, Language: e.Language, Groups: e.Groups}
		for _, a := range e.Addresses {
			p.Addresses = append(p.Addresses, a.Address)
		}
		return &p, slices.Clone(p.Addresses), nil
	}
	all := desk.addresses(who)
	_, value, named := strings.Cut(who, ":")
	if len(all) == 0 && named && value != "" { // of a channel that is not configured any more
		all = append(all, message.Address(who))
	}
	if len(all) == 0 {
		return nil, nil, refusef(NotFound, "%.100q is nobody of the directory and no address of a channel: write KIND:ADDRESS, such as email:dana@example.com", who)
	}
	return nil, all, nil
}

// Holdings gathers what is kept of a person or an address.
func (desk *Desk) Holdings(ctx context.Context, who string) (Holdings, error) {
	p, of, err := desk.whom(ctx, who)
	if err != nil {
		return Holdings{}, err
	}
	h := Holdings{
		Kind: holdingsKind, MadeAt: desk.o.Now().UTC(), Of: who, Addresses: append([]message.Address{}, of...), Sessions: []PersonSession{}, Sends: []outbox.Send{},
		Requests: []Approval{}, Contacts: []store.AtAddress{}, Notices: []PersonNotice{}, Suppressions: []outbox.Suppression{}, DeadLetters: []DeadDetail{},
		Audit: []admission.AuditEntry{}, Footers: []message.Address{}, Usage: []store.Usage{}, Files: []artifacts.Artifact{},
	}
	if p != nil {
		v, err := desk.PersonOf(ctx, p.ID)
		if err != nil {
			return h, err
		}
		h.Person = &v
		if h.ids, err = desk.o.Store.About(ctx, p.ID); err != nil {
			return h, err
		}
	}
	sessions, err := desk.o.Store.SessionsOf(ctx, of...)
	if err != nil {
		return h, err
	}
	for _, s := range sessions {
		one, err := desk.personSession(ctx, s, &h)
		if err != nil {
			return h, err
		}
		h.Sessions = append(h.Sessions, one)
	}
	for _, id := range h.ids {
		r, err := desk.o.Store.Get(ctx, id)
		if errors.Is(err, request.ErrNotFound) {
			continue
		}
		if err != nil {
			return h, err
		}
		h.Requests = append(h.Requests, viewApproval(r))
	}
	answers, err := desk.o.Store.TurnsBy(ctx, of...)
	if err != nil {
		return h, err
	}
	h.Answers = append([]turns.Turn{}, answers...)
	if err := desk.besideSessions(ctx, &h, of); err != nil {
		return h, err
	}
	if err := desk.deadOf(ctx, &h); err != nil {
		return h, err
	}
	redactView(&h.Sessions)
	redactView(&h.Answers)
	redactView(&h.Audit)
	return h, nil
}

// personSession gathers a session.
func (desk *Desk) personSession(ctx context.Context, s admission.Session, h *Holdings) (PersonSession, error) {
	one := PersonSession{Session: s, Turns: []PersonTurn{}}
	waits, err := desk.o.Store.Waiting(ctx, queue.Inbox, string(s.ID))
	if err != nil {
		return one, err
	}
	if len(waits) > 0 {
		one.Busy = "a message waits, or is being answered"
	}
	all, err := desk.o.Store.SessionTurns(ctx, s.ID, mostTurns)
	if err != nil {
		return one, err
	}
	for _, t := range all {
		v := PersonTurn{Turn: t}
		if v.Steps, err = desk.o.Store.Steps(ctx, t.ID); err != nil {
			return one, err
		}
		if v.Sends, err = desk.o.Store.Sends(ctx, outbox.Filter{Turn: t.ID}); err != nil {
			return one, err
		}
		asked, err := desk.o.Store.List(ctx, request.Filter{Turn: t.ID})
		if err != nil {
			return one, err
		}
		for _, r := range asked {
			if !slices.Contains(h.ids, r.ID) {
				h.ids = append(h.ids, r.ID)
			}
			if r.State == request.Pending || r.Inject {
				one.Busy = "the approval request " + string(r.ID) + " is open"
			}
		}
		if t.State == envelope.Delegated {
			one.Busy = "the turn " + string(t.ID) + " waits for its agent"
		}
		if slices.ContainsFunc(v.Sends, func(x outbox.Send) bool { return x.State == outbox.Sending }) {
			one.Busy = "an answer is being sent"
		}
		if err := desk.sending(ctx, &one, t); err != nil {
			return one, err
		}
		if err := desk.filesOf(ctx, h, v); err != nil {
			return one, err
		}
		one.Turns = append(one.Turns, v)
	}
	return one, nil
}

// sending says that an answer still waits in its lane.
func (desk *Desk) sending(ctx context.Context, one *PersonSession, t turns.Turn) error {
	to := slices.Clone(t.Originators)
	if t.Handover != nil {
		for _, p := range t.Handover.Asked {
			to = append(to, turns.Originator{Channel: p.Channel, Address: p.Address})
		}
	}
	for _, o := range to {
		waits, err := desk.outboxLane(ctx, message.Outbound{Session: t.Session, Channel: o.Channel, To: o.Address})
		if err != nil {
			return err
		}
		if len(waits) > 0 {
			one.Busy = "an answer waits to be sent"
		}
	}
	return nil
}

// filesOf adds the files of a turn: those that came with it, and those of its answers.
func (desk *Desk) filesOf(ctx context.Context, h *Holdings, t PersonTurn) error {
	for _, id := range turnFiles(t.Turn, t.Steps) {
		if slices.ContainsFunc(h.Files, func(a artifacts.Artifact) bool { return a.ID == id }) {
			continue
		}
		a, err := desk.o.Planner.Artifacts.Get(ctx, id)
		if errors.Is(err, artifacts.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		h.Files = append(h.Files, a)
	}
	return nil
}

// besideSessions adds what is known of the addresses themselves.
func (desk *Desk) besideSessions(ctx context.Context, h *Holdings, of []message.Address) error {
	mine := map[message.SessionID]bool{}
	for _, s := range h.Sessions {
		mine[s.ID] = true
	}
	sends, err := desk.o.Store.SendsTo(ctx, of...)
	if err != nil {
		return err
	}
	for _, s := range sends {
		if !mine[s.Session] {
			h.Sends = append(h.Sends, s)
		}
	}
	for _, a := range h.used() {
		rows, err := desk.o.Store.UsedBy(ctx, a)
		if err != nil {
			return err
		}
		h.Usage = append(h.Usage, rows...)
	}
	for _, a := range of {
		audit, err := desk.o.Store.AuditFrom(ctx, a)
		if err != nil {
			return err
		}
		h.Audit = append(h.Audit, audit...)
		for _, key := range []string{binding.FooterState(a), binding.SignatureState(a)} {
			_, known, err := desk.o.Store.ChannelState(ctx, key)
			if err != nil {
				return err
			}
			if known && !slices.Contains(h.Footers, a) {
				h.Footers = append(h.Footers, a)
			}
		}
		for _, c := range desk.o.Channels {
			if c.Kind != a.Kind() {
				continue
			}
			at, known, err := desk.o.Store.AtAddress(ctx, c.Name, a)
			if err != nil {
				return err
			}
			if known {
				h.Contacts = append(h.Contacts, at)
			}
			waiting, err := desk.outboxLane(ctx, message.Outbound{Channel: c.Name, To: a})
			if err != nil {
				return err
			}
			if len(waiting) > 0 {
				h.waits = append(h.waits, c.Name)
			}
			notes, err := desk.o.Store.Notes(ctx, c.Name, a, mostTurns)
			if err != nil {
				return err
			}
			for _, n := range notes {
				h.Notices = append(h.Notices, PersonNotice{Channel: c.Name, Text: withoutCodes(n.Text), At: n.At})
			}
			no, known, err := desk.o.Store.Suppressed(ctx, c.Name, a)
			if err != nil {
				return err
			}
			if known {
				h.Suppressions = append(h.Suppressions, no)
			}
		}
	}
	return nil
}

// used are the addresses that usage is counted under.
func (h Holdings) used() []message.Address {
	if h.Person == nil {
		return h.Addresses
	}
	return append(slices.Clone(h.Addresses), store.PersonAddress(h.Person.ID))
}

// deadOf adds the dead letters of the addresses and their sessions.
func (desk *Desk) deadOf(ctx context.Context, h *Holdings) error {
	wanted := func(d DeadLetter) bool {
		return slices.Contains(h.Addresses, d.With) || d.Session != "" && slices.ContainsFunc(h.Sessions, func(s PersonSession) bool { return s.ID == d.Session })
	}
	err := desk.everyDead(ctx, DeadFilter{}, func(d DeadLetter) bool {
		if wanted(d) {
			h.DeadLetters = append(h.DeadLetters, DeadDetail{DeadLetter: d})
		}
		return true
	})
	if err != nil {
		return err
	}
	for i, d := range h.DeadLetters {
		full, err := desk.DeadLetter(ctx, Caller{Tenant: message.EveryTenant}, d.ID)
		if err != nil {
			return err
		}
		h.DeadLetters[i] = full
	}
	return nil
}

// Counts is how much there is of each kind of record.
func (h Holdings) Counts() map[string]int {
	n := map[string]int{
		"sessions": len(h.Sessions), "sends": len(h.Sends), "files": len(h.Files), "approvals": len(h.Requests), "contacts": len(h.Contacts), "notices": len(h.Notices),
		"suppressions": len(h.Suppressions), "deadLetters": len(h.DeadLetters), "audit": len(h.Audit), "footers": len(h.Footers), "usage": len(h.Usage), "handovers": len(h.Answers),
	}
	for _, s := range h.Sessions {
		n["turns"] += len(s.Turns)
		for _, t := range s.Turns {
			n["steps"] += len(t.Steps)
			n["sends"] += len(t.Sends)
		}
	}
	return n
}

// Export writes what is kept of a person or an address as a ZIP archive: person.json, and the
// files in files/ID-NAME. An error after the first byte leaves it without its end.
func (desk *Desk) Export(ctx context.Context, operator, who string, begin func(), w io.Writer) error {
	h, err := desk.Holdings(ctx, who)
	if err != nil {
		return err
	}
	if err := desk.acted(ctx, operator, "export", "", countWords(h.Counts())...); err != nil {
		return err
	}
	h.withoutAnswerers()
	begin()
	z := zip.NewWriter(w)
	f, err := z.Create("person.json")
	if err != nil {
		return err
	}
	enc := json.NewEncoder(f)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	if err := enc.Encode(h); err != nil {
		return err
	}
	for _, a := range h.Files {
		if err := desk.exportFile(ctx, z, a); err != nil {
			return err
		}
	}
	return z.Close()
}

func (desk *Desk) exportFile(ctx context.Context, z *zip.Writer, a artifacts.Artifact) error {
	_, r, err := desk.o.Planner.Artifacts.Open(ctx, a.ID)
	if errors.Is(err, artifacts.ErrNotFound) { // its time was over meanwhile
		return nil
	}
	if err != nil {
		return err
	}
	defer r.Close()
	f, err := z.CreateHeader(&zip.FileHeader{Name: "files/" + string(a.ID) + "-" + a.Filename, Method: zip.Deflate, Modified: a.CreatedAt})
	if err == nil {
		_, err = io.Copy(f, r)
	}
	return err
}

// withoutAnswerers leaves out of what goes to a person where others read who had to do with the same hand-over:
// of customers who answered or was asked, of who answered the customers. What was said stays, with the name of who
// said it; what the bridge wrote to those who answered is the customer's own words again.
func (h *Holdings) withoutAnswerers() {
	mine := func(a message.Address) bool { return slices.Contains(h.Addresses, a) }
	without := func(t *turns.Turn) {
		t.Handover = nil
		if t.Order == nil {
			return
		}
		o := *t.Order
		if !mine(o.At.Address) {
			o.At = handover.Place{Name: o.At.Name}
		}
		t.Order = &o
		if o.Kind == handover.Say && !mine(message.Address(t.Call.Sender)) {
			t.Call.Sender = ""
		}
	}
	for i := range h.Answers {
		without(&h.Answers[i])
		h.Answers[i].Originators = nil
		if o := h.Answers[i].Order; o != nil { // its subject names the customer
			o.At.Thread = message.Thread{}
		}
	}
	others := func(x outbox.Send) bool { return x.Hands && !mine(x.To) }
	h.Sends = slices.DeleteFunc(h.Sends, others)
	for i := range h.Sessions {
		for j := range h.Sessions[i].Turns {
			t := &h.Sessions[i].Turns[j]
			without(&t.Turn)
			t.Sends = slices.DeleteFunc(t.Sends, others)
			for k := range t.Steps {
				t.Steps[k].Handover = nil
			}
		}
	}
}
