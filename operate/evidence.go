package operate

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"bridge/approvals/evidence"
	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/flow/admission"
	"bridge/outbox"
)

// Evidence is everything that proves one approval request, in one document. It can be
// read and checked without the bridge.
type Evidence struct {
	Kind    string    `json:"kind"` // evidenceKind
	MadeAt  time.Time `json:"madeAt"`
	Bridge  string    `json:"bridge"` // version
	Summary []string  `json:"summary"`
	// Problem says what does not hold; "" if the entries verify and agree with the record.
	Problem   string    `json:"problem,omitempty"`
	Request   Approval  `json:"request"`
	Policy    Policy    `json:"policy"`
	Prompts   []Prompt  `json:"prompts"`
	Votes     []Ballot  `json:"votes"`
	Injection Injection `json:"injection"`
	// Sends are the messages about it: prompts, notices, receipts, and how each ended.
	Sends []EvidenceSend `json:"sends"`
	// Audit is what the log says; it is kept for the retention of messages only.
	Audit  []admission.AuditEntry `json:"audit"`
	Ledger LedgerProof            `json:"ledger"`
}

const evidenceKind = "bridge approval evidence 1"

// Policy is what held for the request since it was made.
type Policy struct {
	Rule        string                `json:"rule,omitempty"`
	Rules       []string              `json:"rules"`
	Approvers   []message.PersonID    `json:"approvers"`
	Quorum      int                   `json:"quorum"`
	Trust       message.Trust         `json:"trust"`
	Via         []message.ChannelName `json:"via,omitempty"`
	Hours       []string              `json:"hours,omitempty"`
	TTL         string                `json:"ttl"`
	Grace       string                `json:"grace,omitempty"`
	EscalatedTo []message.PersonID    `json:"escalatedTo,omitempty"`
}

// Prompt is one hand-over of a prompt.
type Prompt struct {
	Entry int64 `json:"entry"` // of the ledger
	evidence.PromptEvent
	Erased bool `json:"erased,omitempty"`
}

// Ballot is one counted answer, or one that was taken back or had to be confirmed.
type Ballot struct {
	Entry int64  `json:"entry"`
	What  string `json:"what"` // vote, taken back, step-up
	evidence.VoteEvent
	From     string `json:"from,omitempty"` // masked; the address itself is in the entry
	Erased   bool   `json:"erased,omitempty"`
	Withheld string `json:"withheld,omitempty"`
}

// Injection is how the decision went to the agent.
type Injection struct {
	State string         `json:"state"` // none, waits, forwarded, answered
	Item  string         `json:"item,omitempty"`
	Turn  message.TurnID `json:"turn,omitempty"`
	At    time.Time      `json:"answeredAt,omitzero"` // when the agent's answer to it was recorded
}

// EvidenceSend is one message about the request, without its text.
type EvidenceSend struct {
	ID      message.MessageID   `json:"id"`
	Kind    string              `json:"kind"`
	Channel message.ChannelName `json:"channel"`
	To      string              `json:"to"` // masked
	State   outbox.State        `json:"state"`
	At      time.Time           `json:"at"`
}

// LedgerProof are the entries, with what is needed to check each of them.
type LedgerProof struct {
	How      string                 `json:"how"`
	Chain    int                    `json:"chain"`
	Verifies bool                   `json:"verifies"`
	Entries  []evidence.ProvenEntry `json:"entries"`
}

const howToCheck = `commit = SHA-256 over ("bridge approvals ledger commit 1", salt, body) and hash = SHA-256 over ("bridge approvals ledger entry 1", before, ` +
	`seq, approval, what, at, commit). Each field stands behind its length in bytes; lengths, seq and at (microseconds since 1970) are 64-bit big-endian numbers. ` +
	`body is the JSON without white space between its tokens and with <, > and & as \u003c, \u003e and \u0026. "bridge approvals verify" checks the whole chain.`

// Evidence gathers the proof of one request.
func (desk *Desk) Evidence(ctx context.Context, id message.ApprovalID) (Evidence, error) {
	p, err := desk.proofs.Proof(ctx, id)
	if err != nil {
		return Evidence{}, err
	}
	r := p.Record
	ev := Evidence{
		Kind: evidenceKind, MadeAt: desk.o.Now().UTC(), Bridge: desk.o.Version, Problem: p.Problem,
		Request: viewApproval(r), Policy: policyOf(r), Prompts: []Prompt{}, Votes: []Ballot{}, Sends: []EvidenceSend{}, Audit: []admission.AuditEntry{},
		Ledger: LedgerProof{How: howToCheck, Chain: p.Chain, Verifies: p.Problem == "", Entries: p.Entries},
	}
	for _, e := range p.Entries {
		switch e.What {
		case "prompted":
			one := Prompt{Entry: e.Seq, Erased: e.Blanked()}
			if err := body(e, &one.PromptEvent); err != nil {
				return Evidence{}, err
			}
			ev.Prompts = append(ev.Prompts, one)
		case "vote", "taken back", "step-up":
			one := Ballot{Entry: e.Seq, What: e.What, Withheld: e.Withheld, Erased: e.Blanked() && e.Withheld == ""}
			if err := body(e, &one.VoteEvent); err != nil {
				return Evidence{}, err
			}
			one.From = one.VoteEvent.From.Masked()
			ev.Votes = append(ev.Votes, one)
		}
	}
	if err := desk.around(ctx, r, &ev); err != nil {
		return Evidence{}, err
	}
	ev.Summary = ev.lines()
	return ev, nil
}

// body reads the body of an entry, if it is there.
func body(e evidence.ProvenEntry, v any) error {
	if e.Blanked() {
		return nil
	}
	if err := json.Unmarshal(e.Body, v); err != nil {
		return fmt.Errorf("entry %d: %w", e.Seq, err)
	}
	return nil
}

// around adds what other records say of the request.
func (desk *Desk) around(ctx context.Context, r request.Record, ev *Evidence) error {
	sends, err := desk.o.Store.Sends(ctx, outbox.Filter{Approval: r.ID})
	if err != nil {
		return err
	}
	inTime(sends)
	for _, s := range sends {
		ev.Sends = append(ev.Sends, EvidenceSend{ID: s.ID, Kind: string(s.Kind), Channel: s.Channel, To: s.To.Masked(), State: s.State, At: s.UpdatedAt})
	}
	audit, err := desk.o.Store.AuditOf(ctx, string(r.ID))
	if err != nil {
		return err
	}
	ev.Audit = append(ev.Audit, audit...)
	redactView(&ev.Audit)
	switch {
	case r.State == request.Pending || r.Outside != nil || r.State == request.Cancelled && r.DecidedBy == "agent":
		ev.Injection.State = "none"
		return nil
	case r.Inject:
		ev.Injection = Injection{State: "waits", Item: string(r.ID), Turn: r.Turn}
		return nil
	}
	ev.Injection = Injection{State: "forwarded", Item: string(r.ID), Turn: r.Turn}
	steps, err := desk.o.Store.Steps(ctx, r.Turn)
	for _, s := range steps {
		if s.Key == string(r.ID) {
			ev.Injection.State, ev.Injection.At = "answered", s.RecordedAt
		}
	}
	return err
}

func policyOf(r request.Record) Policy {
	p := Policy{
		Rule: r.Rule, Rules: append([]string{}, r.Rules...), Approvers: []message.PersonID{}, Quorum: r.Quorum, Trust: r.Trust, Via: r.Via,
		Hours: r.Hours, TTL: r.TTL.String(),
	}
	if r.Grace > 0 {
		p.Grace = r.Grace.String()
	}
	for _, a := range r.Approvers {
		p.Approvers = append(p.Approvers, a.Person)
	}
	if r.Escalation != nil {
		for _, a := range r.Escalation.To {
			p.EscalatedTo = append(p.EscalatedTo, a.Person)
		}
	}
	return p
}

// lines say the whole in sentences.
func (e Evidence) lines() []string {
	r := e.Request
	at := func(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05 UTC") }
	all := []string{fmt.Sprintf("%s asked on %s for: %s (%s)", cmp.Or(r.AskedBy, r.Agent, "Somebody"), at(r.CreatedAt), r.Summary, r.Digest)}
	for _, p := range e.Prompts {
		if p.Erased {
			all = append(all, fmt.Sprintf("A prompt was handed over (entry %d; its text was erased)", p.Entry))
			continue
		}
		all = append(all, fmt.Sprintf("%s was asked by %s at %s on %s", p.Person, p.Channel, p.To, at(p.At)))
	}
	for _, v := range e.Votes {
		switch {
		case v.Withheld != "":
			all = append(all, fmt.Sprintf("%s (entry %d) is not shown: %s", v.What, v.Entry, v.Withheld))
		case v.Erased:
			all = append(all, fmt.Sprintf("%s (entry %d): who and with which words was erased", v.What, v.Entry))
		default:
			line := fmt.Sprintf("%s: %s %s by %s from %s on %s, bound by %s, trust %s (%s), grammar %d, the arguments being %s", v.What, v.Person, v.Decision,
				v.Channel, v.From, at(v.At), cmp.Or(v.Binding, "nothing"), v.Trust, strings.Join(v.Why, "; "), v.Grammar, v.Digest)
			all = append(all, line)
		}
	}
	if r.DecidedAt != nil {
		line := fmt.Sprintf("It was %s by %s on %s", r.State, r.DecidedBy, at(*r.DecidedAt))
		if r.Reason != "" {
			line += ": " + r.Reason
		}
		all = append(all, line)
	} else {
		all = append(all, "It is open.")
	}
	all = append(all, "The decision's way to the agent: "+e.Injection.State+".")
	if e.Problem != "" {
		return append(all, "THE PROOF DOES NOT HOLD: "+e.Problem)
	}
	return append(all, fmt.Sprintf("The %d entries of the ledger verify and agree with the record.", len(e.Ledger.Entries)))
}

// WriteEvidence writes the document. Its JSON keeps the bodies of the entries as they
// are hashed, but for white space.
func WriteEvidence(w io.Writer, e Evidence) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(e)
}

// VerifyLedger looks at every entry of the ledger. heads are hashes that must be in it.
func (desk *Desk) VerifyLedger(ctx context.Context, heads []string) (evidence.Verified, error) {
	v, err := desk.proofs.Verify(ctx, heads)
	if err == nil {
		desk.o.Counter.Verified(v.OK)
		if !v.OK {
			desk.o.Log.Error("the ledger of approvals does not verify", "why", v.Problem)
		}
	}
	return v, err
}

// ErasePerson takes what is known of a person out of the approvals that are decided, or says what
// it would.
func (desk *Desk) ErasePerson(ctx context.Context, operator string, p message.PersonID, dryRun bool) (f evidence.Forgotten, err error) {
	if dryRun {
		f, err = desk.proofs.Erasable(ctx, p)
	} else {
		f, err = desk.proofs.Erase(ctx, p, "operator:"+operator)
	}
	if err != nil {
		return f, err
	}
	if f.Requests == 0 && len(f.Open) == 0 {
		return f, refusef(NotFound, "no approval request has data of a person %q", p)
	}
	if dryRun {
		return f, nil
	}
	// The log must not say whom.
	return f, desk.acted(ctx, operator, "erase", "", fmt.Sprintf("%d requests", f.Requests), fmt.Sprintf("%d entries of the ledger", f.Entries))
}
