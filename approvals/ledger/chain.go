package ledger

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"time"
)

// SaltBytes is how many random bytes go into the commit of an entry.
const SaltBytes = 32

// The domains keep the two hashes apart from each other and from every other hash; the
// number is the version of the encoding.
const (
	commitDomain = "bridge approvals ledger commit 1"
	entryDomain  = "bridge approvals ledger entry 1"
)

// Head is where a chain stands: the last entry, or what is before the first one that is
// kept (an anchor). The zero Head is an empty chain.
type Head struct {
	Seq  int64  `json:"seq"`
	Hash []byte `json:"hash,omitempty"`
}

// Chain is one chain of a store. A store that spreads its records has several.
type Chain struct {
	ID     int  `json:"chain"`
	Anchor Head `json:"anchor"` // what retention has deleted up to
	Head   Head `json:"head"`
}

// Erased is the What of the entry that is chained in the same write in which the bodies
// of others are erased. Its own body is an Erasure.
const Erased = "erased"

// Erasure is the body of an entry that says which others were erased.
type Erasure struct {
	By      string  `json:"by"` // operator:NAME
	Entries []int64 `json:"entries"`
}

// Next is the entry of an event behind head. It is called by stores inside the write
// that stores the entry. salt must be SaltBytes of randomness that nothing else uses. The
// error says that Body is no JSON.
func Next(head Head, e Event, salt []byte) (Entry, error) {
	if len(salt) != SaltBytes {
		return Entry{}, fmt.Errorf("ledger: a salt of %d bytes, want %d", len(salt), SaltBytes)
	}
	body, err := canonical(e.Body)
	if err != nil {
		return Entry{}, fmt.Errorf("ledger: body of %s: %w", e.What, err)
	}
	n := Entry{
		Seq: head.Seq + 1, Approval: e.Approval, What: e.What, At: e.At.UTC().Truncate(time.Microsecond),
		Salt: salt, Body: body, Commit: Commit(salt, body), People: slices.Clone(e.People),
	}
	if len(e.Commit) > 0 {
		n.Salt, n.Commit = nil, e.Commit
	}
	n.Hash = n.hashAfter(head.Hash)
	return n, nil
}

// Committed is the commitment of an entry of e with a salt, and the body in the form that
// it is over: for those who store salt and body in a form of their own, and give Next an
// event with Commit. Both in their old form have to be there when an entry is checked.
func (e Event) Committed(salt []byte) (commit []byte, body json.RawMessage, err error) {
	if body, err = canonical(e.Body); err != nil {
		return nil, nil, fmt.Errorf("ledger: body of %s: %w", e.What, err)
	}
	return Commit(salt, body), body, nil
}

// Link chains events behind head, each with a salt that it draws.
func Link(head Head, events []Event, draw func([]byte)) ([]Entry, error) {
	all := make([]Entry, 0, len(events))
	for _, e := range events {
		salt := make([]byte, SaltBytes)
		draw(salt)
		n, err := Next(head, e, salt)
		if err != nil {
			return nil, err
		}
		all, head = append(all, n), n.Head()
	}
	return all, nil
}

// Head is where the chain stands behind the entry.
func (e Entry) Head() Head { return Head{Seq: e.Seq, Hash: e.Hash} }

// Blank is the entry without what can be erased.
func (e Entry) Blank() Entry {
	e.Salt, e.Body, e.People = nil, nil, nil
	return e
}

// Blanked reports whether salt and body are erased.
func (e Entry) Blanked() bool { return len(e.Salt) == 0 && len(e.Body) == 0 }

// Commit is the commitment to a body: without the salt nobody can tell by trying what
// was in it.
func Commit(salt, body []byte) []byte {
	return sum(commitDomain, salt, body)
}

// hashAfter is what the hash of e has to be behind an entry with the hash before.
func (e Entry) hashAfter(before []byte) []byte {
	return sum(entryDomain, before, number(e.Seq), []byte(e.Approval), []byte(e.What), number(e.At.UnixMicro()), e.Commit)
}

// sum is the SHA-256 of fields, each behind its length: no two lists of fields are the
// same bytes.
func sum(domain string, fields ...[]byte) []byte {
	h := sha256.New()
	for _, f := range append([][]byte{[]byte(domain)}, fields...) {
		h.Write(number(int64(len(f))))
		h.Write(f)
	}
	return h.Sum(nil)
}

func number(n int64) []byte { return binary.BigEndian.AppendUint64(nil, uint64(n)) }

// canonical is a body without white space between its tokens and with <, > and & escaped:
// what encoding/json makes of it whichever way it is stored or shown in between.
func canonical(body json.RawMessage) (json.RawMessage, error) {
	if len(body) == 0 {
		return json.RawMessage("{}"), nil
	}
	var b bytes.Buffer
	if err := json.Compact(&b, body); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	json.HTMLEscape(&out, b.Bytes())
	return out.Bytes(), nil
}

// BadError is the first entry that breaks a chain.
type BadError struct {
	Seq int64
	Why string
}

// Error names the entry and what is wrong with it.
func (e *BadError) Error() string { return fmt.Sprintf("entry %d: %s", e.Seq, e.Why) }

// Check says what is wrong with one entry behind an entry with the hash before; nil if
// nothing is. An erased entry has only its hash.
func (e Entry) Check(before []byte) error {
	if !bytes.Equal(e.Hash, e.hashAfter(before)) {
		return &BadError{e.Seq, "hash: its number, request, kind, time or commit was changed, or the entry before it"}
	}
	if e.Blanked() {
		return nil
	}
	if len(e.Salt) == 0 && len(e.Body) > 0 { // the salt is sealed with it
		return &BadError{e.Seq, "commit: its body was changed, or sealed with a secret that is not given any more"}
	}
	body, err := canonical(e.Body)
	if err != nil || len(e.Salt) != SaltBytes || !bytes.Equal(e.Commit, Commit(e.Salt, body)) {
		return &BadError{e.Seq, "commit: its body or its salt was changed"}
	}
	return nil
}

// Verifier looks at the entries of one chain in order.
type Verifier struct {
	at      Head
	entries int64
	erased  int64
	open    map[int64]struct{} // erased, and no entry has said so yet
}

// From returns a Verifier for what follows an anchor.
func From(anchor Head) *Verifier { return &Verifier{at: anchor, open: map[int64]struct{}{}} }

// Add looks at the next entry. The error is a *BadError, and the Verifier is of no use
// after it.
func (v *Verifier) Add(e Entry) error {
	switch want := v.at.Seq + 1; {
	case e.Seq > want:
		return &BadError{want, fmt.Sprintf("gap: it is missing, the next one is %d", e.Seq)}
	case e.Seq < want:
		return &BadError{e.Seq, fmt.Sprintf("order: it comes where %d is due", want)}
	}
	if err := e.Check(v.at.Hash); err != nil {
		return err
	}
	v.at = e.Head()
	v.entries++
	if e.Blanked() {
		v.erased++
		v.open[e.Seq] = struct{}{}
	}
	if e.What == Erased {
		var said Erasure
		if json.Unmarshal(e.Body, &said) == nil {
			for _, seq := range said.Entries {
				delete(v.open, seq)
			}
		}
	}
	return nil
}

// Head is the last entry that was looked at.
func (v *Verifier) Head() Head { return v.at }

// Counts are the entries that were looked at, and how many of them are erased.
func (v *Verifier) Counts() (entries, erased int64) { return v.entries, v.erased }

// Silent are the entries whose bodies are gone though no entry says that they were erased.
func (v *Verifier) Silent() []int64 { return slices.Sorted(maps.Keys(v.open)) }

// Verify looks at a whole chain behind an anchor and returns its head. The error is that
// of entries, a *BadError, or ErrSilent.
func Verify(entries iter.Seq2[Entry, error], from Head) (Head, error) {
	v := From(from)
	for e, err := range entries {
		if err != nil {
			return v.Head(), err
		}
		if err := v.Add(e); err != nil {
			return v.Head(), err
		}
	}
	if silent := v.Silent(); len(silent) > 0 {
		return v.Head(), fmt.Errorf("%w: %d", ErrSilent, silent[0])
	}
	return v.Head(), nil
}

// ErrSilent says that a body is gone, and the chain does not say who erased it.
var ErrSilent = errors.New("a body was erased and no entry says so")
