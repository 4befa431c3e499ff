package binding

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"bridge/approvals/reply"
	"bridge/core/message"
)

// mostNamed bounds the signatures of an address that its owner has named, in both forms of a mail, and oldNaming how long before it
// came such a mail was written.
const (
	mostNamed = 16
	oldNaming = 72 * time.Hour
)

// namedRecord is what the owner of an address calls their signatures.
type namedRecord struct {
	Named []named `json:"named"`
}

// named is one: how many words it has, a digest of them, and who has named it.
type named struct {
	Digest string           `json:"digest"`
	Words  int              `json:"words"`
	Person message.PersonID `json:"person"`
	At     time.Time        `json:"at"`
}

// SignatureState is the key of the state that remembers them.
func SignatureState(from message.Address) string { return stateOf("signature", from) }

// NamedSince is when the owner of an address last named a signature, by what is stored under SignatureState;
// zero if none is known.
func NamedSince(state []byte) (at time.Time) {
	var was namedRecord
	if json.Unmarshal(state, &was) != nil {
		return at
	}
	for _, n := range was.Named {
		if n.At.After(at) {
			at = n.At
		}
	}
	return at
}

// marks adds the endings of a mail that its sender has named to those that their program marks: each of its forms and readings
// has to end so, whole and the same.
func (w namedRecord) marks(r *Reply) {
	var blocks []string
	since := map[string]time.Time{}
	for _, text := range append([]string{r.Text}, r.others()...) {
		at := slices.IndexFunc(w.Named, func(n named) bool {
			return n.Person == r.Person.ID && r.exactly(reply.Exact(reply.Ending(text, n.Words))) == n.Digest
		})
		if at < 0 {
			return
		}
		block := reply.Ending(text, w.Named[at].Words)
		for _, sig := range reply.Signatures(reply.Options{Signatures: []string{block}}) {
			since[r.signed(sig)] = w.Named[at].At
		}
		if !slices.Contains(r.Signatures, block) && !slices.Contains(blocks, block) {
			blocks = append(blocks, block)
		}
	}
	r.Signatures, r.named = slices.Concat(r.Signatures, blocks), since
}

// recallNamed finds out whether a mail ends with what its sender has named.
func (f *Finder) recallNamed(ctx context.Context, r *Reply) error {
	if !strings.Contains(strings.TrimSpace(r.Text), "\n") { // nothing stands below an answer
		return nil
	}
	was, err := remembered[namedRecord](ctx, f, SignatureState(r.From))
	if err == nil && len(was.Named) > 0 {
		was.marks(r)
		r.footer.named = r.namedUntil(time.Time{})
	}
	return err
}

// exactly is the digest of the words of a signature as their owner has named them.
func (r Reply) exactly(words []string) string { return r.digest("named " + strings.Join(words, " ")) }

// NamesSignature reports a mail that says what stands below its first line is only its sender's signature.
func NamesSignature(text string) bool {
	_, is := reply.States(text)
	return is
}

// Naming is what a mail that names a signature comes to.
type Naming string

// They are these.
const (
	SignatureKnown    Naming = "known"    // it is left out below answers to later requests
	SignatureNone     Naming = "none"     // nothing stands there in a new mail: those that were named are forgotten
	SignatureEmpty    Naming = "empty"    // nothing stands there in a reply
	SignatureAnswer   Naming = "answer"   // what stands there may be one, or is too short or too long to be learned
	SignatureUnproven Naming = "unproven" // perhaps not all of the mail is its sender's, of now, and for us alone
)

// Named reads a mail for which NamesSignature holds. blocks are what its forms call the signature, as they stand there: their owner is
// shown them before they are learned.
func Named(r Reply) (what Naming, blocks []string) {
	below, is := reply.States(r.Text)
	other, both := reply.States(r.Other)
	if !is || r.Other != "" && !both || r.Trust < message.Verified || r.Ambiguous || len(r.Readings)+len(r.Below) > 0 ||
		r.Readers != message.ForUs || !r.WrittenAt.IsZero() && r.At.Sub(r.WrittenAt) > oldNaming {
		return SignatureUnproven, nil
	}
	for _, block := range []string{below, other} {
		if block == "" || len(blocks) > 0 && slices.Equal(reply.Exact(block), reply.Exact(blocks[0])) {
			continue
		}
		words := 0
		for _, w := range reply.Exact(block) {
			if !strings.ContainsFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsPunct(r) }) && strings.ContainsFunc(w, unicode.IsLetter) {
				words++
			}
		}
		first, _, _ := strings.Cut(block, "\n")
		if words < 2 || reply.Like(block, options(r)) || len(reply.FindCodes(first)) > 0 {
			return SignatureAnswer, nil
		}
		blocks = append(blocks, block)
	}
	switch {
	case len(blocks) > 0:
		return SignatureKnown, blocks
	case r.Quotes:
		return SignatureEmpty, nil
	}
	return SignatureNone, nil
}

// Learn keeps what a mail has named, or forgets what was named before if it has nothing. It counts for requests that are younger than the
// mail. Two mails of one sender at the same moment may overwrite each other: what is lost is asked back.
func (f *Finder) Learn(ctx context.Context, r Reply, blocks []string) error {
	if f.Memory == nil {
		return errors.New("approvals: a signature: there is nowhere to keep it")
	}
	was, err := remembered[namedRecord](ctx, f, SignatureState(r.From))
	if err != nil {
		return fmt.Errorf("approvals: a signature: %w", err)
	}
	if len(blocks) == 0 {
		was.Named = nil
	}
	for _, block := range blocks {
		words := reply.Exact(block)
		n := named{Digest: r.exactly(words), Words: len(words), Person: r.Person.ID, At: r.At}
		if at := slices.IndexFunc(was.Named, func(o named) bool { return o.Digest == n.Digest && o.Person == n.Person }); at >= 0 {
			n.At = was.Named[at].At
			was.Named = slices.Delete(was.Named, at, at+1)
		}
		was.Named = append(was.Named, n)
	}
	was.Named = was.Named[max(0, len(was.Named)-mostNamed):]
	if err := f.remember(ctx, SignatureState(r.From), was); err != nil {
		return fmt.Errorf("approvals: a signature: %w", err)
	}
	return nil
}

// MayName reports whether a mail that is asked back has something below its first line that may be a
// signature, and does not end with one that its sender has named.
func (r Reply) MayName() bool {
	return r.Trust >= message.Verified && !r.Ambiguous && len(r.named) == 0 && r.Leads() != reply.None && strings.Contains(strings.TrimSpace(r.Text), "\n")
}
