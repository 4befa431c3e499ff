package envelope

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// The most that one step may assemble. Text that joins an earlier part and
// parts that converge in a slot count their bytes, but make no new part.
const (
	MaxStepParts = 10_000
	MaxStepBytes = 64 << 20
)

// maxUnregistered bounds the list of unregistered types that is reported.
const maxUnregistered = 100

// Carried is what a suspended step hands to the next step of its turn: slots
// and data, not yet delivered. It is stored as JSON with the step's outcome.
type Carried struct {
	Parts []Part `json:"parts,omitempty"`
}

// IsZero says that nothing is carried.
func (c Carried) IsZero() bool { return len(c.Parts) == 0 }

// Result is what a step has assembled, settled. It can be stored as JSON.
type Result struct {
	// State is how the step ended: complete, clarifying, error, suspended, passed,
	// delegated, or a registered terminal state of the operator's own.
	State State `json:"state"`
	// Parts go to the originators, through Deliver, in order. What buffered
	// transports never get (ack, thinking, progress) is not here: a streaming
	// transport delivers it from each update as it comes. With Suspended, Parts go
	// out with the waiting notice and are not repeated later.
	Parts []Part `json:"parts,omitempty"`
	// Audit is for the record and never delivered: reasoning-trace, setState,
	// approval-response, and domain-data that a state other than complete left
	// uncollected.
	Audit []Part `json:"audit,omitempty"`
	// Requests are the approval-request parts of this step, each valid for
	// Part.ApprovalRequest. There are some only with Suspended.
	Requests []Part `json:"requests,omitempty"`
	// Carried goes to the next step's NewAssembler; only with Suspended and Delegated.
	Carried Carried `json:"carried,omitzero"`
	// PassTo is the agent that takes over; only with Passed.
	PassTo string `json:"passTo,omitempty"`
	// Unregistered are the part types met that nobody registered, each once, at
	// most 100, to be counted.
	Unregistered []Type `json:"unregistered,omitempty"`
	// Note says why the step ended as error where the agent did not say so. It is
	// for the operator; it quotes the agent's words bounded.
	Note string `json:"note,omitempty"`
}

// Assembler turns the updates of one step into its Result (seed 000). It is made for
// one attempt and used by one goroutine: Apply for every update as it comes,
// End when the agent's answer is over.
type Assembler struct {
	reg     *Registry
	visible []*entry
	room    [1]*entry // most answers are one part
	slots   map[slot]*entry
	data    map[string]*entry // where slotless domain-data objects are collected, the latest of each kind
	last    map[Type]*entry
	audit   []*entry
	lastAud map[Type]*entry

	requests     []Part
	unregistered []Type

	state  State // Suspended stays until a terminal state comes
	passTo string
	done   bool
	failed error

	updates, parts, bytes, members int
}

// slot names a place. Two part types may use one key, such as the data and the
// surface of one widget: what converges is of one type.
type slot struct {
	t   Type
	key string
}

// entry is one part being assembled.
type entry struct {
	part Part
	text []byte // what has been joined to part.Text; nil for none
	val  *value // what part.Data has been merged into; nil for none
	slot string
	own  bool // the maps of part are the entry's own and may be changed
}

// NewAssembler starts a step. carried is zero for the first step of a turn,
// else the Result.Carried of the step before. It is not changed.
func NewAssembler(r *Registry, carried Carried) *Assembler {
	a := &Assembler{
		reg:  r,
		last: map[Type]*entry{},
	}
	a.visible = a.room[:0]
	for _, p := range carried.Parts {
		if err := a.add(p); err != nil {
			a.failed = fmt.Errorf("carried parts: %w", err)
			break
		}
	}
	// Text of this step does not continue text of an earlier one, and what was
	// counted then is not counted again.
	clear(a.last)
	a.unregistered = nil
	return a
}

// Done says that a terminal state, or an error of Apply, has settled the step:
// nothing more needs to be read. A suspended step is not done, because further
// requests may follow in the same answer; it ends with the answer.
func (a *Assembler) Done() bool { return a.done || a.failed != nil }

// Apply takes one update. After a terminal state updates are ignored. An error
// (a broken approval-request, more than a step may have) is final: the step
// ends as error, and every later call returns the same error.
func (a *Assembler) Apply(u Update) error {
	if a.failed != nil {
		return a.failed
	}
	if a.done {
		return nil
	}
	a.updates++
	asks := false
	for i, p := range u.Parts {
		asks = asks || p.Type == ApprovalRequest
		if err := a.add(p); err != nil {
			a.failed = fmt.Errorf("update %d: %w", a.updates, within(fmt.Sprintf("parts[%d]", i), err))
			return a.failed
		}
	}
	state := u.State
	switch {
	case asks:
		state = Suspended // whatever the update says (seeds 000 and 001)
	case state == "":
		state = Awaiting
	}
	rule, known := a.reg.states.Lookup(state)
	a.done = known && rule.IsTerminal
	if a.done || a.state != Suspended {
		a.state = state
	}
	if a.state == Passed {
		a.passTo = u.PassTo
	}
	return nil
}

// End settles the step: the agent's answer is over. openRequests is the number
// of approvals of this turn, from earlier steps, that are still undecided. End
// may be called more than once.
//
// A step with requests is suspended, whatever came after them. Else the
// terminal state counts. Else "suspended" counts if a request of the turn is
// still open, and delegated, of which more is to come. Everything else ends as error
// with a Note, and what was assembled is in Parts all the same: no final state, or an
// unknown one.
func (a *Assembler) End(openRequests int) Result {
	res := Result{Unregistered: slices.Clone(a.unregistered)}
	res.State, res.Note = a.finalState(openRequests)
	if res.State == Suspended {
		res.Requests = slices.Clone(a.requests)
	}
	if res.State == Passed {
		res.PassTo = a.passTo
	}
	for _, e := range a.audit {
		res.Audit = append(res.Audit, e.build())
	}
	rule, _ := a.reg.states.Lookup(res.State)
	for _, e := range a.visible {
		p := e.build()
		switch {
		case (res.State == Suspended || res.State == Delegated) && (e.slot != "" || a.waits(p.Type)):
			res.Carried.Parts = append(res.Carried.Parts, p)
		case p.Type == DomainData && !rule.EmitsEnvelope:
			res.Audit = append(res.Audit, p)
		default:
			res.Parts = append(res.Parts, p)
		}
	}
	return res
}

// The notes of steps that end as error without the agent saying so.
const (
	noteNoFinal   = "the agent's answer ended without a final state"
	noteNoRequest = "suspended without an approval-request"
	noteUnknown   = "the agent's answer ended in the unknown state "
)

func (a *Assembler) finalState(openRequests int) (State, string) {
	switch {
	case a.failed != nil:
		return Failed, a.failed.Error()
	case len(a.requests) > 0:
		return Suspended, ""
	case a.done:
		return a.state, ""
	case a.state == Suspended && openRequests > 0:
		return Suspended, ""
	case a.state == Suspended:
		return Failed, noteNoRequest
	case a.state == Delegated:
		return Delegated, ""
	}
	if _, known := a.reg.states.Lookup(a.state); !known && a.state != "" {
		return Failed, noteUnknown + shown(string(a.state))
	}
	return Failed, noteNoFinal
}

// waits says whether a part type belongs to the settled envelope and not to
// the waiting notice of a suspended step. Response text goes out at once.
func (a *Assembler) waits(t Type) bool {
	reg, ok := a.reg.types[t]
	return !ok || t != Response && (reg.Buffered == RuleSettle || reg.Buffered == RuleFinal)
}

// add takes one part to its place, by its type alone (seed 001).
func (a *Assembler) add(p Part) error {
	if a.bytes += p.size(); a.bytes > MaxStepBytes {
		return wrong("", "exceeds the limit of %d MB for one step", MaxStepBytes>>20)
	}
	reg, ok := a.reg.types[p.Type]
	switch {
	case !ok:
		if !slices.Contains(a.unregistered, p.Type) && len(a.unregistered) < maxUnregistered {
			a.unregistered = append(a.unregistered, p.Type)
		}
		return a.show(p)
	case p.Type == ApprovalRequest:
		if _, err := p.ApprovalRequest(); err != nil {
			return err
		}
		if err := a.count(); err != nil {
			return err
		}
		a.requests = append(a.requests, p)
		return nil
	case reg.Buffered == RuleDrop:
		// Streaming transports have had it; a settled envelope leaves it out (seed 001).
		return nil
	case !reg.Buffered.delivers():
		return a.record(p)
	}
	return a.show(p)
}

// count admits one more part.
func (a *Assembler) count() error {
	if a.parts++; a.parts > MaxStepParts {
		return wrong("", "exceeds the limit of %d parts for one step", MaxStepParts)
	}
	return nil
}

// record keeps a part that is never delivered.
func (a *Assembler) record(p Part) error {
	if e := a.lastAud[p.Type]; joins(e, p) {
		e.join(p)
		return nil
	}
	if err := a.count(); err != nil {
		return err
	}
	e := &entry{part: p}
	a.audit = append(a.audit, e)
	if a.lastAud == nil {
		a.lastAud = map[Type]*entry{}
	}
	a.lastAud[p.Type] = e
	return nil
}

// show puts a part into the envelope.
func (a *Assembler) show(p Part) error {
	if key := p.SlotKey(); key != "" {
		return a.fill(slot{p.Type, key}, p)
	}
	if reg := a.reg.types[p.Type]; reg.Buffered == RuleFinal && strings.Contains(string(p.Type), ".") { // a type of [[parts]]
		return a.fill(slot{t: p.Type}, p)
	}
	if e := a.last[p.Type]; joins(e, p) {
		e.join(p)
		return nil
	}
	collect := p.Type == DomainData && p.isObject()
	kind := p.dataKind()
	if all := a.data[kind]; collect && all != nil {
		// Two values of one name are both kept, each in its own part: what a citation
		// or a program points to stays what it was.
		collides, err := all.current().collides(p.Data, &a.members)
		if err != nil {
			return all.tooMany(err)
		}
		if !collides {
			all.keepMetadata(p)
			return all.merge(p.Data, false, &a.members)
		}
	}
	if err := a.count(); err != nil {
		return err
	}
	e := &entry{part: p}
	a.visible = append(a.visible, e)
	a.last[p.Type] = e
	if collect {
		if a.data == nil {
			a.data = map[string]*entry{}
		}
		a.data[kind] = e
	}
	return nil
}

// fill converges a part in its slot, in the place of the first (K1 to K3).
func (a *Assembler) fill(s slot, p Part) error {
	e := a.slots[s]
	if e == nil {
		if err := a.count(); err != nil {
			return err
		}
		e = &entry{part: p, slot: s.key}
		a.visible = append(a.visible, e)
		if a.slots == nil {
			a.slots = map[slot]*entry{}
		}
		a.slots[s] = e
		return nil
	}
	strategy := p.MergeStrategy()
	switch {
	case joins(e, p):
		e.join(p)
	case strategy == MergeAppend && e.isArray() && p.isArray():
		e.keepMetadata(p)
		e.current().concat(p.Data)
	case strategy == MergeDeep && e.isObject() && p.isObject():
		e.keepMetadata(p)
		return e.merge(p.Data, true, &a.members)
	default:
		*e = entry{part: p, slot: s.key}
	}
	return nil
}

// joins says whether p is text that continues e.
func joins(e *entry, p Part) bool {
	return e != nil && e.part.Kind == KindText && p.Kind == KindText && p.Append()
}

func (e *entry) join(p Part) {
	if e.text == nil {
		e.text = []byte(e.part.Text)
	}
	e.text = append(e.text, p.Text...)
	e.keepMetadata(p)
}

// current returns the value that later data is merged into.
func (e *entry) current() *value {
	if e.val == nil {
		e.val = rawValue(e.part.Data)
	}
	return e.val
}

func (e *entry) merge(patch json.RawMessage, deep bool, budget *int) error {
	return e.tooMany(e.current().merge(patch, deep, budget))
}

// tooMany names the limit that an error of merging is about.
func (e *entry) tooMany(err error) error {
	if errors.Is(err, errMembers) {
		return wrong("data", "exceeds the limit of %d names in the merged data of one step", maxMembers)
	}
	return err
}

func (e *entry) isObject() bool {
	if e.val != nil {
		return e.val.isObject()
	}
	return e.part.isObject()
}

func (e *entry) isArray() bool {
	if e.val != nil {
		return e.val.isArray()
	}
	return e.part.isArray()
}

// keepMetadata adds what a later part says about the whole; the later wins.
func (e *entry) keepMetadata(p Part) {
	if p.MediaType != "" {
		e.part.MediaType = p.MediaType
	}
	if p.Filename != "" {
		e.part.Filename = p.Filename
	}
	if len(p.Metadata)+len(p.Extra) == 0 {
		return
	}
	if !e.own { // the maps came with a part of the caller's
		e.part.Metadata = cloneMap(e.part.Metadata)
		e.part.Extra = cloneMap(e.part.Extra)
		e.own = true
	}
	maps.Copy(e.part.Metadata, p.Metadata)
	maps.Copy(e.part.Extra, p.Extra)
}

// cloneMap returns a copy that can be written to even if m is nil.
func cloneMap(m map[string]json.RawMessage) map[string]json.RawMessage {
	c := make(map[string]json.RawMessage, len(m))
	maps.Copy(c, m)
	return c
}

// build returns the part as it stands. The append mark has done its work: the
// assembled text is whole, and a reader that obeyed the mark would join it to
// another part.
func (e *entry) build() Part {
	p := e.part
	if e.text != nil {
		p.Text = string(e.text)
	}
	if e.val != nil {
		p.Data = e.val.json()
	}
	_, marked := p.Metadata["append"]
	if !e.own && !marked {
		return p
	}
	p.Metadata, p.Extra = cloneMap(p.Metadata), cloneMap(p.Extra)
	delete(p.Metadata, "append")
	if len(p.Metadata) == 0 {
		p.Metadata = nil
	}
	if len(p.Extra) == 0 {
		p.Extra = nil
	}
	return p
}

// size is what a part weighs against the step's limit.
func (p Part) size() int {
	n := len(p.Text) + len(p.Data) + len(p.Raw) + len(p.URL) + len(p.Filename) + len(p.MediaType) + len(p.Type)
	for key, raw := range p.Metadata {
		n += len(key) + len(raw)
	}
	for key, raw := range p.Extra {
		n += len(key) + len(raw)
	}
	return n
}

// isObject and isArray also say that the data is valid, so that merging can
// rely on it whoever made the part.
func (p Part) isObject() bool {
	return p.Kind == KindData && first(p.Data) == '{' && json.Valid(p.Data)
}

func (p Part) isArray() bool {
	return p.Kind == KindData && first(p.Data) == '[' && json.Valid(p.Data)
}
