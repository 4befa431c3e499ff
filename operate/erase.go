package operate

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"bridge/approvals/binding"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/store"
)

// Erasure is what was erased of a person or an address, or would be.
type Erasure struct {
	Of        string            `json:"of"`
	DryRun    bool              `json:"dryRun"`
	Person    *Person           `json:"person,omitempty"`
	Addresses []message.Address `json:"addresses"`
	// Found are the records of each kind; Kept those of them that stay, and why.
	Found map[string]int `json:"found"`
	Kept  []Kept         `json:"kept"`
	Waits int            `json:"waits"` // of Kept: until it is done; the erasure is to be done again then
	// Entries of the ledger of approvals were blanked.
	Entries int `json:"ledgerEntries"`
	// Others are in the sessions, too.
	Others []message.Address `json:"others"`
}

// waits adds what waits or is being done, and so stays for now.
func (e *Erasure) waits(what, why string) {
	e.Kept, e.Waits = append(e.Kept, Kept{what, why}), e.Waits+1
}

// Kept is what an erasure leaves, and why.
type Kept struct {
	What string `json:"what"` // an id, or a kind of record
	Why  string `json:"why"`
}

// Nothing reports whether the bridge has nothing of whom it was asked about.
func (e Erasure) Nothing() bool {
	for _, n := range e.Found {
		if n > 0 {
			return false
		}
	}
	return true
}

// elsewhere is how many turns of sessions that are not theirs asked for requests of theirs: an
// answer is in those, too.
func (h Holdings) elsewhere() int {
	theirs := map[message.TurnID]bool{}
	for _, r := range h.Requests {
		if r.Turn != "" {
			theirs[r.Turn] = true
		}
	}
	for _, s := range h.Sessions {
		for _, t := range s.Turns {
			delete(theirs, t.ID)
		}
	}
	return len(theirs)
}

// Erase takes what is kept of a person or an address away, or says what it would.
func (desk *Desk) Erase(ctx context.Context, operator, who string, dryRun bool) (Erasure, error) {
	h, err := desk.Holdings(ctx, who)
	if err != nil {
		return Erasure{}, err
	}
	e := Erasure{Of: who, DryRun: dryRun, Person: h.Person, Addresses: h.Addresses, Found: h.Counts(), Kept: []Kept{}, Others: []message.Address{}}
	for _, s := range h.Sessions {
		for _, a := range s.Participants {
			if !slices.Contains(h.Addresses, a) && !slices.Contains(e.Others, a) {
				e.Others = append(e.Others, a)
			}
		}
		if s.Busy != "" {
			e.waits(string(s.ID), s.Busy+"; erase again afterwards")
		}
	}
	for _, ch := range h.waits {
		e.waits("messages on "+string(ch), "they wait to be sent; erase again afterwards")
	}
	for _, no := range h.Suppressions {
		e.Kept = append(e.Kept, Kept{"suppression on " + string(no.Channel), "it is what keeps messages from going there: bridge suppressions drop takes it away"})
	}
	if len(h.Requests) > 0 {
		e.Kept = append(e.Kept, Kept{"approvals", "what was asked and decided is a proof; who decided, with which words and from where is taken out"})
	}
	if n := h.elsewhere(); n > 0 {
		e.Kept = append(e.Kept, Kept{fmt.Sprintf("turns of others: %d", n), "what was answered to those who asked is theirs, with the words: it goes with [retention] messages, or when they are erased"})
	}
	if n := len(h.Answers); n > 0 {
		e.Kept = append(e.Kept, Kept{fmt.Sprintf("answers in conversations of others: %d", n), "they were said to customers, and are in their sessions: they go with [retention] messages, or when the customers are erased"})
	}
	switch {
	case h.Person == nil:
	case h.Person.Source == "config":
		e.Kept = append(e.Kept, Kept{"[people." + string(h.Person.ID) + "]", "the configuration is yours to change"})
	default:
		e.Kept = append(e.Kept, Kept{"the person in the directory", "bridge people remove " + string(h.Person.ID) + " takes them out"})
	}
	if dryRun {
		return e, nil
	}
	if err := desk.eraseRequests(ctx, operator, h, &e); err != nil {
		return e, err
	}
	if err := desk.eraseRecords(ctx, h, &e); err != nil {
		return e, err
	}
	// The log must not say whom.
	return e, desk.acted(ctx, operator, "erase", "", countWords(e.Found)...)
}

func countWords(n map[string]int) (all []string) {
	for k, v := range n {
		if v > 0 {
			all = append(all, fmt.Sprintf("%d %s", v, k))
		}
	}
	slices.Sort(all)
	return all
}

func (desk *Desk) eraseRequests(ctx context.Context, operator string, h Holdings, e *Erasure) error {
	if h.Person != nil {
		f, err := desk.proofs.Erase(ctx, h.Person.ID, "operator:"+operator)
		if err != nil {
			return err
		}
		e.Entries = f.Entries
		for _, id := range f.Open {
			e.waits(string(id), "it is open; erase again when it is decided")
		}
	}
	for _, s := range h.Sessions {
		for _, t := range s.Turns {
			for _, r := range h.Requests {
				if r.Turn != t.ID {
					continue
				}
				if _, err := desk.proofs.ForgetRequester(ctx, r.ID); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (desk *Desk) eraseRecords(ctx context.Context, h Holdings, e *Erasure) error {
	busy := map[message.SessionID]bool{}
	for _, s := range h.Sessions {
		busy[s.ID] = s.Busy != ""
		if busy[s.ID] {
			continue
		}
		err := desk.o.Store.ForgetSession(ctx, s.ID)
		if errors.Is(err, store.ErrInWork) {
			busy[s.ID] = true
			e.waits(string(s.ID), err.Error()+"; erase again afterwards")
			continue
		}
		if err != nil {
			return err
		}
		for _, t := range s.Turns {
			for _, id := range turnFiles(t.Turn, t.Steps) {
				if _, err := desk.o.Planner.Artifacts.Erase(ctx, id); err != nil {
					return err
				}
			}
		}
	}
	if h.Person != nil {
		codes, err := desk.o.Store.CodesOf(ctx, h.Person.ID)
		if err != nil {
			return err
		}
		for _, c := range codes {
			if err := desk.o.Store.RemoveCode(ctx, c.Print); err != nil {
				return err
			}
		}
	}
	for _, d := range h.DeadLetters {
		if busy[d.Session] {
			continue
		}
		if err := desk.o.Store.Drop(ctx, d.seq); err != nil && !errors.Is(err, queue.ErrNoDeadLetter) {
			return err
		}
	}
	letters, err := desk.forgetLetters(ctx, h.Sends, h.Addresses)
	if err != nil {
		return err
	}
	for _, a := range h.used() {
		var channels []message.ChannelName
		for _, c := range desk.o.Channels {
			if c.Kind == a.Kind() {
				channels = append(channels, c.Name)
			}
		}
		if err := desk.o.Store.ForgetAddress(ctx, a, channels, append(letters, binding.FooterState(a), binding.SignatureState(a))...); err != nil {
			return err
		}
	}
	return desk.o.Planner.Artifacts.EraseBytes(ctx)
}
