package evidence

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"bridge/approvals/ledger"
	"bridge/approvals/reply"
	"bridge/approvals/request"
	"bridge/core/message"
)

// Ledger is what proofs need of the store. A store keeps one chain, or one for each part
// that it spreads requests over; all entries of one request are in one chain.
type Ledger interface {
	// Chains returns where each chain begins and ends now, by ID.
	Chains(ctx context.Context) ([]ledger.Chain, error)
	// Entries returns those of a chain with a Seq above after, in order, at most limit.
	// What is missing in between is missing.
	Entries(ctx context.Context, chain int, after int64, limit int) ([]ledger.Entry, error)
	// EntriesOf returns the entries of one request, in order, and their chain.
	EntriesOf(ctx context.Context, id message.ApprovalID) (chain int, entries []ledger.Entry, err error)
	// About returns the requests with entries whose bodies have data of a person.
	About(ctx context.Context, p message.PersonID) ([]message.ApprovalID, error)
	// Erase blanks the entries of a request whose bodies have data of a person, and chains
	// an entry that says so in the same write. It returns how many; with none it writes nothing.
	Erase(ctx context.Context, id message.ApprovalID, p message.PersonID, by string, at time.Time) (int, error)
}

// Store is what proofs need of the requests.
type Store interface {
	Get(ctx context.Context, id message.ApprovalID) (request.Record, error)
	Put(ctx context.Context, r request.Record, events ...ledger.Event) (request.Record, error)
	ByCode(ctx context.Context, code string) (message.ApprovalID, message.PersonID, error)
}

// Proofs looks at the ledger for operators. Create it with New.
type Proofs struct {
	store  Store
	ledger Ledger
	now    func() time.Time
}

// New returns proofs of what is in a store.
func New(s Store, l Ledger, now func() time.Time) *Proofs { return &Proofs{s, l, now} }

// verifyPage is how many entries are in memory at a time: one has up to some 100 KB.
const verifyPage = 64

// Verified is what Verify found.
type Verified struct {
	OK     bool            `json:"ok"`
	Chains []VerifiedChain `json:"chains"` // those that ever had an entry
	// Entries were looked at; Erased of them have no body any more.
	Entries int64 `json:"entries"`
	Erased  int64 `json:"erased"`
	// Missing are the heads that were asked for and are in no chain.
	Missing []string `json:"missingHeads,omitempty"`
	// Problem is the first of all, for people; "" if there is none.
	Problem string `json:"problem,omitempty"`
}

// VerifiedChain is one of the chains.
type VerifiedChain struct {
	ID      int    `json:"chain"`
	From    int64  `json:"from"` // the first entry that is kept
	Head    int64  `json:"head"` // the last one
	Hash    string `json:"hash"` // of the last one, hex: keep it elsewhere
	Entries int64  `json:"entries"`
	Erased  int64  `json:"erased"`
	BadSeq  int64  `json:"badEntry,omitempty"`
	Problem string `json:"problem,omitempty"`
}

// Verify looks at every entry of every chain. heads are hashes (hex) that were the head
// of a chain at some time: each must still be in one, unless retention has deleted it.
func (p *Proofs) Verify(ctx context.Context, heads []string) (Verified, error) {
	want := map[string]bool{}
	for _, h := range heads {
		want[h] = true
	}
	chains, err := p.ledger.Chains(ctx)
	if err != nil {
		return Verified{}, fmt.Errorf("verify: %w", err)
	}
	out := Verified{Chains: []VerifiedChain{}}
	for _, c := range chains {
		if c.Head.Seq == 0 {
			continue
		}
		one, err := p.verifyChain(ctx, c, want)
		if err != nil {
			return Verified{}, fmt.Errorf("verify: %w", err)
		}
		out.Chains = append(out.Chains, one)
		out.Entries, out.Erased = out.Entries+one.Entries, out.Erased+one.Erased
		if one.Problem != "" && out.Problem == "" {
			out.Problem = fmt.Sprintf("chain %d: %s", one.ID, one.Problem)
		}
	}
	out.Missing = slices.Sorted(maps.Keys(want))
	if len(out.Missing) > 0 && out.Problem == "" {
		out.Problem = "the head " + out.Missing[0] + " is in no chain: it was written anew since, or retention has deleted it"
	}
	out.OK = out.Problem == ""
	return out, nil
}

// verifyChain looks at one chain. Where retention deletes its front meanwhile, it is
// looked at again.
func (p *Proofs) verifyChain(ctx context.Context, c ledger.Chain, want map[string]bool) (VerifiedChain, error) {
	for {
		one, err := p.verifyFrom(ctx, c, want)
		if err != nil || one.Problem == "" {
			return one, err
		}
		now, err := p.ledger.Chains(ctx)
		if err != nil {
			return one, err
		}
		i := slices.IndexFunc(now, func(x ledger.Chain) bool { return x.ID == c.ID })
		if i < 0 || now[i].Anchor.Seq <= c.Anchor.Seq {
			return one, nil
		}
		c = now[i]
	}
}

func (p *Proofs) verifyFrom(ctx context.Context, c ledger.Chain, want map[string]bool) (VerifiedChain, error) {
	v := ledger.From(c.Anchor)
	one := VerifiedChain{ID: c.ID, From: c.Anchor.Seq + 1}
	delete(want, hex.EncodeToString(c.Anchor.Hash))
	for bad := (*ledger.BadError)(nil); bad == nil; {
		part, err := p.ledger.Entries(ctx, c.ID, v.Head().Seq, verifyPage)
		if err != nil {
			return one, err
		}
		for _, e := range part {
			if err := v.Add(e); err != nil {
				if !errors.As(err, &bad) {
					return one, err
				}
				one.BadSeq, one.Problem = bad.Seq, bad.Error()
				break
			}
			delete(want, hex.EncodeToString(e.Hash))
		}
		if len(part) == 0 {
			break
		}
	}
	one.Head, one.Hash = v.Head().Seq, hex.EncodeToString(v.Head().Hash)
	one.Entries, one.Erased = v.Counts()
	switch silent := v.Silent(); {
	case one.Problem != "":
	case one.Head < c.Head.Seq:
		one.BadSeq = one.Head + 1
		one.Problem = fmt.Sprintf("entry %d: gap: it is missing, and the chain goes on to %d", one.BadSeq, c.Head.Seq)
	case one.Head == c.Head.Seq && !bytes.Equal(v.Head().Hash, c.Head.Hash):
		one.BadSeq, one.Problem = one.Head, fmt.Sprintf("entry %d: hash: it is not the head that the store remembers", one.Head)
	case len(silent) > 0:
		one.BadSeq, one.Problem = silent[0], fmt.Sprintf("entry %d: its body was erased and no entry says by whom", silent[0])
	}
	return one, nil
}

// Proof is one request with its entries.
type Proof struct {
	Record  request.Record
	Chain   int
	Entries []ProvenEntry
	// Problem says what does not hold of the entries, or where the record and they differ.
	Problem string
}

// ProvenEntry is an entry and what is needed to check it without the store.
type ProvenEntry struct {
	ledger.Entry
	Before []byte `json:"before,omitempty"` // the hash of the entry before it in the chain
	// Withheld says why an entry that is not erased comes without its body.
	Withheld string `json:"withheld,omitempty"`
}

// Proof returns a request and its entries, each of them checked. Replies may have codes
// in them: as long as such a code is of an open request, the entry has no body here.
func (p *Proofs) Proof(ctx context.Context, id message.ApprovalID) (Proof, error) {
	r, err := p.store.Get(ctx, id)
	if err != nil {
		return Proof{}, err
	}
	out := Proof{Record: r, Entries: []ProvenEntry{}}
	var all []ledger.Entry
	if out.Chain, all, err = p.ledger.EntriesOf(ctx, id); err != nil {
		return Proof{}, err
	}
	chains, err := p.ledger.Chains(ctx)
	if err != nil {
		return Proof{}, err
	}
	anchor := ledger.Head{}
	if i := slices.IndexFunc(chains, func(c ledger.Chain) bool { return c.ID == out.Chain }); i >= 0 {
		anchor = chains[i].Anchor
	}
	for _, e := range all {
		before := anchor
		if e.Seq > anchor.Seq+1 {
			prev, err := p.ledger.Entries(ctx, out.Chain, e.Seq-2, 1)
			if err != nil {
				return Proof{}, err
			}
			if len(prev) == 1 {
				before = prev[0].Head()
			}
		}
		one := ProvenEntry{Entry: e, Before: before.Hash}
		switch err := e.Check(before.Hash); {
		case out.Problem != "":
		case before.Seq != e.Seq-1:
			out.Problem = fmt.Sprintf("entry %d: gap: the entry before it is missing", e.Seq)
		case err != nil:
			out.Problem = err.Error()
		}
		if one.Withheld, err = p.secret(ctx, r, e); err != nil {
			return Proof{}, err
		}
		if one.Withheld != "" {
			one.Entry = e.Blank()
		}
		out.Entries = append(out.Entries, one)
	}
	if out.Problem == "" {
		out.Problem = differs(r, all)
	}
	return out, nil
}

// secret says why the body of an entry cannot be shown now: a code in it is of use.
func (p *Proofs) secret(ctx context.Context, r request.Record, e ledger.Entry) (string, error) {
	switch e.What {
	case "vote", "step-up", "taken back":
	default:
		return "", nil // made by us, without codes
	}
	if e.Blanked() {
		return "", nil
	}
	if r.State == request.Pending {
		return "the request is open, and the reply may have a code in it", nil
	}
	var v VoteEvent
	if err := json.Unmarshal(e.Body, &v); err != nil {
		return "", nil // its check has said so
	}
	for _, text := range append(decoded(v), v.Text, v.Subject) {
		for _, code := range append(reply.FindTokens(text), reply.FindCodes(text)...) {
			id, _, err := p.store.ByCode(ctx, code)
			if errors.Is(err, request.ErrNotFound) || err == nil && id == r.ID {
				continue
			}
			if err != nil {
				return "", err
			}
			other, err := p.store.Get(ctx, id)
			if err == nil && other.State == request.Pending {
				return "the reply has the code of another request in it, which is open: " + string(id), nil
			}
			if err != nil && !errors.Is(err, request.ErrNotFound) {
				return "", err
			}
		}
	}
	return "", nil
}

// differs says where a record does not say what its entries do.
func differs(r request.Record, all []ledger.Entry) string {
	if len(all) == 0 {
		return "the ledger has nothing about it"
	}
	if all[0].What != "asked" {
		return "the ledger has not how it began"
	}
	state := ""
	votes := map[message.PersonID]bool{}
	erased := false
	for _, e := range all {
		switch e.What {
		case string(request.Granted), string(request.Denied), string(request.Expired), string(request.Cancelled), string(request.Answered):
			state = e.What
		case "vote", "taken back":
			var v VoteEvent
			if e.Blanked() || json.Unmarshal(e.Body, &v) != nil {
				erased = true
				continue
			}
			votes[v.Person] = v.Grant
			if _, there := r.VoteOf(v.Person); e.What == "taken back" && !there {
				delete(votes, v.Person)
			}
		}
	}
	if r.State == request.Pending && state != "" || r.State != request.Pending && state != string(r.State) {
		return fmt.Sprintf("the record says %s and the ledger says %q", r.State, state)
	}
	for _, v := range r.Votes {
		if grant, there := votes[v.Person]; !erased && (!there || grant != v.Grant) {
			return fmt.Sprintf("the record has a vote of %s that the ledger has not", v.Person)
		}
	}
	for who, grant := range votes {
		if v, there := r.VoteOf(who); !there || v.Grant != grant {
			return fmt.Sprintf("the ledger has a vote of %s that the record has not", who)
		}
	}
	return ""
}

// Forgotten is what Erase came to, or would.
type Forgotten struct {
	Person   message.PersonID `json:"person"`
	DryRun   bool             `json:"dryRun"`
	Requests int              `json:"requests"` // whose entries and records have nothing of the person now
	Entries  int              `json:"entries"`
	// Open are requests that are not decided yet: they keep what they need. Erase again
	// when they are.
	Open []message.ApprovalID `json:"open,omitempty"`
}

// Erase takes what is known of a person out of requests that are decided: the bodies of
// the entries with their data, and in the records their addresses, reasons and name. Their
// id stays, and what they decided. It may run again after a crash.
func (p *Proofs) Erase(ctx context.Context, person message.PersonID, by string) (Forgotten, error) {
	out := Forgotten{Person: person}
	ids, err := p.ledger.About(ctx, person)
	if err != nil {
		return out, fmt.Errorf("erase: %w", err)
	}
	for _, id := range ids {
		open, err := p.forget(ctx, id, person)
		if err != nil {
			return out, fmt.Errorf("erase %s: %w", id, err)
		}
		if open {
			out.Open = append(out.Open, id)
			continue
		}
		n, err := p.ledger.Erase(ctx, id, person, by, p.now())
		if err != nil {
			return out, fmt.Errorf("erase %s: %w", id, err)
		}
		out.Requests, out.Entries = out.Requests+1, out.Entries+n
	}
	return out, nil
}

// Erasable says what Erase would come to now. It changes nothing.
func (p *Proofs) Erasable(ctx context.Context, person message.PersonID) (Forgotten, error) {
	out := Forgotten{Person: person, DryRun: true}
	ids, err := p.ledger.About(ctx, person)
	if err != nil {
		return out, fmt.Errorf("what can be erased: %w", err)
	}
	for _, id := range ids {
		r, err := p.store.Get(ctx, id)
		if err != nil && !errors.Is(err, request.ErrNotFound) {
			return out, fmt.Errorf("what can be erased of %s: %w", id, err)
		}
		if err == nil && keeps(r) {
			out.Open = append(out.Open, id)
			continue
		}
		_, entries, err := p.ledger.EntriesOf(ctx, id)
		if err != nil {
			return out, fmt.Errorf("what can be erased of %s: %w", id, err)
		}
		out.Requests++
		for _, e := range entries {
			if slices.Contains(e.People, person) {
				out.Entries++
			}
		}
	}
	return out, nil
}

// keeps reports whether a request still needs what it has of people.
func keeps(r request.Record) bool { return r.State == request.Pending || r.Inject }

// forget takes a person's data out of a record; true if it is still open.
func (p *Proofs) forget(ctx context.Context, id message.ApprovalID, person message.PersonID) (open bool, err error) {
	for {
		r, err := p.store.Get(ctx, id)
		if errors.Is(err, request.ErrNotFound) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		if keeps(r) {
			return true, nil
		}
		_, err = p.store.Put(ctx, without(r, person))
		if errors.Is(err, request.ErrConflict) && ctx.Err() == nil {
			continue
		}
		return false, err
	}
}

// ForgetRequester takes the name of who started the turn out of a request, of somebody who is
// no person of the directory; open says that it is not decided yet, and has kept it.
func (p *Proofs) ForgetRequester(ctx context.Context, id message.ApprovalID) (open bool, err error) {
	for {
		r, err := p.store.Get(ctx, id)
		switch {
		case errors.Is(err, request.ErrNotFound):
			return false, nil
		case err != nil:
			return false, fmt.Errorf("erase %s: %w", id, err)
		case keeps(r):
			return true, nil
		case r.Requester == "":
			return false, nil
		}
		r.Requester = ""
		if _, err = p.store.Put(ctx, r); !errors.Is(err, request.ErrConflict) || ctx.Err() != nil {
			return false, err
		}
	}
}

// without is the record without the data of a person, but with the id.
func without(r request.Record, p message.PersonID) request.Record {
	r = r.Clone()
	for _, list := range [][]request.Vote{r.Votes, r.Objections} {
		for i, v := range list {
			if v.Person != p {
				continue
			}
			list[i].From, list[i].Why, list[i].Reason = "", nil, ""
			if v.Stepped != nil {
				s := *v.Stepped
				s.Sent.Address, s.Back.Address = "", ""
				list[i].Stepped = &s
			}
		}
	}
	if r.DecidedBy == string(p) {
		r.Reason = ""
	}
	if r.RequesterID == p {
		r.Requester = ""
	}
	delete(r.ReachedAt, p)
	delete(r.StepUps, p)
	return r
}
