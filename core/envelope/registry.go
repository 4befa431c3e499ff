package envelope

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Rule says how one transport class delivers a part type (seed 001).
type Rule string

// The delivery rules.
const (
	RuleFlush     Rule = "flush"     // as soon as it is there; on a buffered class in the message of the step
	RuleDeltas    Rule = "deltas"    // text as it grows
	RuleSettle    Rule = "settle"    // once, when the envelope settles
	RuleFinal     Rule = "final"     // only the last value, when the envelope settles: of a slot, else of a custom type
	RuleReference Rule = "reference" // by URL
	RuleBytes     Rule = "bytes"     // as an attachment; where the channel has none, by URL
	RuleDrop      Rule = "drop"      // never
	RuleAudit     Rule = "audit"     // kept in the record, never delivered
	RuleInbound   Rule = "inbound"   // goes to agents, never out
	RuleStrip     Rule = "strip"     // an instruction: taken out before delivery, kept in the record
)

// delivers says whether a part under the rule ever reaches a destination.
func (r Rule) delivers() bool {
	switch r {
	case RuleDrop, RuleAudit, RuleInbound, RuleStrip:
		return false
	}
	return true
}

// Registration is one part type (seed 001).
type Registration struct {
	Type      Type
	Streaming Rule // a custom type that names none has RuleFlush
	Buffered  Rule // a custom type that names none has RuleSettle
	// AllowedTransports are the only ones that get the type; empty = all (seed 001).
	AllowedTransports []string
	// RequiresPeerConsumes: of the peers, only those get it whose card lists it (seed 001).
	RequiresPeerConsumes bool

	peersOnly bool // never to a human: llm-context (seed 001)
	verbatim  bool // to agents as it came, whatever the rules: setState (S5)
}

// canonicalTypes is the delivery table of seed 001. citation and
// setState have no row there: citation goes like domain-data, setState is
// stripped.
func canonicalTypes() []Registration {
	return []Registration{
		{Type: Ack, Streaming: RuleFlush, Buffered: RuleDrop},
		{Type: Thinking, Streaming: RuleFlush, Buffered: RuleDrop},
		{Type: Progress, Streaming: RuleFlush, Buffered: RuleDrop},
		{Type: Response, Streaming: RuleDeltas, Buffered: RuleFinal},
		{Type: DomainData, Streaming: RuleFlush, Buffered: RuleSettle},
		{Type: Citation, Streaming: RuleFlush, Buffered: RuleSettle},
		{Type: A2UISurface, Streaming: RuleFlush, Buffered: RuleFinal},
		{Type: Artifact, Streaming: RuleReference, Buffered: RuleBytes},
		{Type: LLMContext, Streaming: RuleSettle, Buffered: RuleSettle, RequiresPeerConsumes: true, peersOnly: true},
		{Type: ReasoningTrace, Streaming: RuleAudit, Buffered: RuleAudit},
		{Type: Clarify, Streaming: RuleFlush, Buffered: RuleFlush},
		{Type: ErrorPart, Streaming: RuleFlush, Buffered: RuleFlush},
		{Type: ApprovalRequest, Streaming: RuleFlush, Buffered: RuleFlush},
		{Type: ApprovalResponse, Streaming: RuleInbound, Buffered: RuleInbound},
		{Type: SetState, Streaming: RuleStrip, Buffered: RuleStrip, verbatim: true},
	}
}

// Registry holds the part types and the conversation states. It is built once
// at start, is immutable, and may be used concurrently.
type Registry struct {
	types  map[Type]Registration
	states States
}

// NewRegistry returns the canonical part types and states with the custom types
// of [[parts]]. A custom type is named slug.type-name in lower case. Every
// mistake is reported, joined: names that are not of that form or are there
// already, rules and transports that do not exist.
func NewRegistry(custom ...Registration) (*Registry, error) {
	states, err := newStates()
	if err != nil {
		return nil, err
	}
	r := &Registry{types: map[Type]Registration{}, states: states}
	for _, reg := range canonicalTypes() {
		r.types[reg.Type] = reg
	}
	var errs []error
	for _, reg := range custom {
		if reg.Streaming == "" {
			reg.Streaming = RuleFlush
		}
		if reg.Buffered == "" {
			reg.Buffered = RuleSettle
		}
		reg.AllowedTransports = slices.Clone(reg.AllowedTransports)
		reg.peersOnly, reg.verbatim = false, false
		bad := reg.mistakes()
		if _, twice := r.types[reg.Type]; twice {
			bad = append(bad, fmt.Errorf("part type %q is registered already", reg.Type))
		}
		if len(bad) == 0 {
			r.types[reg.Type] = reg
		}
		errs = append(errs, bad...)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return r, nil
}

// mistakes checks a custom registration on its own.
func (reg Registration) mistakes() []error {
	var errs []error
	if err := checkCustomName(string(reg.Type)); err != nil {
		errs = append(errs, fmt.Errorf("part type %s %w", shown(string(reg.Type)), err))
	}
	for _, rule := range []Rule{reg.Streaming, reg.Buffered} {
		switch rule {
		case RuleFlush, RuleDeltas, RuleSettle, RuleFinal, RuleReference, RuleBytes, RuleDrop, RuleAudit:
		default:
			errs = append(errs, fmt.Errorf("part type %s: %s is not a delivery rule (write flush, deltas, settle, final, reference, bytes, drop or audit)",
				shown(string(reg.Type)), shown(string(rule))))
		}
	}
	for _, transport := range reg.AllowedTransports {
		if !isName(transport) {
			errs = append(errs, fmt.Errorf("part type %s: %s is not a transport name", shown(string(reg.Type)), shown(transport)))
		}
	}
	return errs
}

func checkCustomName(name string) error {
	if len(name) > maxTypeLen {
		return fmt.Errorf("is longer than %d bytes", maxTypeLen)
	}
	slug, rest, dotted := strings.Cut(name, ".")
	if !dotted {
		return errors.New("has no namespace (write slug.type-name)")
	}
	if !isName(slug) || !isName(rest) {
		return errors.New("is not of the form slug.type-name (lower case letters, digits and hyphens)")
	}
	return nil
}

// isName: lower case letters, digits and hyphens, a letter or digit at both ends.
func isName(s string) bool {
	for i, c := range []byte(s) {
		inner := i > 0 && i < len(s)-1
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && (c != '-' || !inner) {
			return false
		}
	}
	return s != ""
}

// WithStates returns a copy of the registry with another set of states.
func (r *Registry) WithStates(states States) *Registry {
	return &Registry{types: r.types, states: states}
}

// Lookup returns the registration of a type, and whether there is one (seed 001).
func (r *Registry) Lookup(t Type) (Registration, bool) {
	reg, ok := r.types[t]
	reg.AllowedTransports = slices.Clone(reg.AllowedTransports)
	return reg, ok
}

// States returns the conversation states.
func (r *Registry) States() States { return r.states }

// Class is how a transport delivers.
type Class uint8

// The transport classes of seed 001.
const (
	Buffered  Class = iota // at settlement: mail, WhatsApp, SMS, webhook reply, cron
	Streaming              // as parts come: SSE, A2A streaming
)

// Destination is who gets parts.
type Destination struct {
	Class     Class
	Transport string // as in AllowedTransports: "email", "sms", "whatsapp", "webhook", "sse", "a2a"
	Peer      bool   // another agent, not a human
	Consumes  []Type // what the peer's card lists
}

// Peer are the facts about another agent that gets parts. Nil is a human, or a system that is
// no agent.
type Peer struct {
	Consumes []Type `json:"consumes,omitempty"` // the part types that it asks for
}

// Wants says whether it asks for a type.
func (p *Peer) Wants(t Type) bool { return p != nil && slices.Contains(p.Consumes, t) }

// By is the destination that it is over a transport.
func (p *Peer) By(c Class, transport string) Destination {
	if p == nil {
		return Destination{Class: c, Transport: transport}
	}
	return Destination{Class: c, Transport: transport, Peer: true, Consumes: p.Consumes}
}

// Flushes says whether a streaming transport gets parts of the type as they come. What else
// it gets it gets when the step is recorded: artifacts are stored then, approvals asked.
func (r *Registry) Flushes(t Type) bool {
	reg, ok := r.types[t]
	return !ok || t != ApprovalRequest && (reg.Streaming == RuleFlush || reg.Streaming == RuleDeltas)
}

// Deliver returns the parts that the destination gets, in order. It looks at
// part types alone (seed 001) and changes no part; how a part is shown, attached or
// linked is the channel's. A human gets types that are not registered, so that
// the renderer can name them; a peer gets only those that its card lists.
func (r *Registry) Deliver(parts []Part, d Destination) []Part {
	var out []Part
	for _, p := range parts {
		if r.Delivers(p.Type, d) {
			out = append(out, p)
		}
	}
	return out
}

// Delivers reports whether the destination gets parts of a type.
func (r *Registry) Delivers(t Type, d Destination) bool {
	consumes := d.Peer && slices.Contains(d.Consumes, t)
	reg, ok := r.types[t]
	if !ok {
		return !d.Peer || consumes
	}
	rule := reg.Buffered
	if d.Class == Streaming {
		rule = reg.Streaming
	}
	switch {
	case reg.verbatim && d.Peer:
		return true
	case !rule.delivers():
		return false
	case len(reg.AllowedTransports) > 0 && !slices.Contains(reg.AllowedTransports, d.Transport):
		return false
	case reg.peersOnly && !d.Peer:
		return false
	case reg.RequiresPeerConsumes && d.Peer && !consumes:
		return false
	}
	return true
}
