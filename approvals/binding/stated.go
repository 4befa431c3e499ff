package binding

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"bridge/approvals/reply"
	"bridge/core/message"
)

// mostStated bounds the signatures of an address that its owner has named, in both forms of a mail.
const mostStated = 8

// stated is what a sender calls their signature: how many words it has, and a digest of them.
type stated struct {
	Digest string    `json:"digest"`
	Words  int       `json:"words"`
	At     time.Time `json:"at"`
}

// mark adds the ending of a mail that is such a signature to those that its program marks.
func (s stated) mark(r *Reply) {
	for _, text := range []string{r.Text, r.Other} {
		block := reply.Ending(text, s.Words)
		if block != "" && r.said(reply.Said(block)) == s.Digest && !slices.Contains(r.Signatures, block) {
			r.Signatures = append(slices.Clip(r.Signatures), block)
		}
	}
}

// said is the digest of the words of a signature.
func (r Reply) said(words []string) string {
	return r.signed(reply.Signature{Words: strings.Join(words, " ")})
}

// Stated is what became of a mail that names its sender's signature.
type Stated string

// They are these.
const (
	SignatureKnown    Stated = "known"    // it is left out below later answers
	SignatureNone     Stated = "none"     // the mail has none: those that were named are forgotten
	SignatureUnproven Stated = "unproven" // perhaps not all of the mail is its sender's, or it is too long
)

// NamesSignature reports a mail that says what stands below its first line is only its sender's signature.
func NamesSignature(text string) bool {
	_, is := reply.States(text)
	return is
}

// State takes what stands below the line of a mail that calls it a signature. It counts for requests that
// are younger than the mail, and however often the same mail comes.
func (f *Finder) State(ctx context.Context, r Reply) (below string, what Stated, err error) {
	below, is := reply.States(r.Text)
	other, both := reply.States(r.Other)
	if !is || r.Other != "" && !both || f.Memory == nil || !r.Traits.Letters || r.Trust < message.Verified || r.Ambiguous || len(r.Readings)+len(r.Below) > 0 {
		return "", SignatureUnproven, nil
	}
	was, err := f.footerOf(ctx, r.From)
	if err != nil {
		return "", "", fmt.Errorf("approvals: a signature: %w", err)
	}
	what = SignatureNone
	if below == "" && other == "" {
		was.Stated = nil
	}
	for _, block := range []string{below, other} {
		words := reply.Said(block)
		switch {
		case block == "":
			continue
		case len(words) == 0:
			return "", SignatureUnproven, nil
		}
		what = SignatureKnown
		s := stated{Digest: r.said(words), Words: len(words), At: r.At}
		if !slices.ContainsFunc(was.Stated, func(o stated) bool { return o.Digest == s.Digest }) {
			was.Stated = append(was.Stated, s)
		}
	}
	was.Stated = was.Stated[max(0, len(was.Stated)-mostStated):]
	if err := f.saveFooter(ctx, r.From, was); err != nil {
		return "", "", fmt.Errorf("approvals: a signature: %w", err)
	}
	return below, what, nil
}

// MayName reports whether a mail that is asked back has something below its first line that may be a
// signature, and its sender has named none.
func (r Reply) MayName() bool {
	return r.Trust >= message.Verified && !r.Ambiguous && len(r.earlier.Stated) == 0 && r.Leads() != reply.None && strings.Contains(strings.TrimSpace(r.Text), "\n")
}

// NamedSince is when the owner of an address last named a signature, by what is stored under FooterState;
// zero if none is known.
func NamedSince(state []byte) (at time.Time) {
	var was footerRecord
	if json.Unmarshal(state, &was) != nil {
		return at
	}
	for _, s := range was.Stated {
		if s.At.After(at) {
			at = s.At
		}
	}
	return at
}
