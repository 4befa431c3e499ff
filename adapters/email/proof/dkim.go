package proof

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/emersion/go-msgauth/dkim"
)

const (
	maxSignatures  = 50      // that are looked at
	maxVerified    = 5       // that are verified, each by one pass over the mail
	maxNames       = 200     // of fields in one signature
	maxSimpleLines = 200     // of a field that is signed as it stands
	maxKeyRecord   = 3000    // characters: an RSA key of 16 384 bits
	maxBlank       = 1 << 20 // bytes of blank lines in a row: the canonicalisation holds them in memory
	goodRSA        = 256     // bytes of a key of 2048 bits
)

// dkim looks for a signature of the From domain.
func (q *question) dkim(ctx context.Context) (best *evidence, err error) {
	verified := 0
	for i, f := range q.b.all("dkim-signature") {
		if i == maxSignatures || verified == maxVerified {
			q.note("more signatures than are looked at")
			break
		}
		tags, err := tagList(f.value())
		if err != nil {
			q.note("a DKIM signature cannot be read")
			continue
		}
		d, ok := hostName(tags["d"])
		if !ok || d != strings.ToLower(tags["d"]) {
			q.note("DKIM: d= is no domain name")
			continue
		}
		if !q.aligned(ctx, d, func(r Record) bool { return r.StrictDKIM }) {
			q.note("DKIM of %s does not stand for %s", d, q.policy.from)
			continue
		}
		signed := signedFields(tags["h"])
		if _, _, why := q.covers(signed, tags); why != "" {
			q.note("DKIM of %s: %s", d, why) // no key is asked for
			continue
		}
		verified++
		e, why, err := q.verify(ctx, f, d, signed, strings.HasPrefix(tags["c"], "relaxed"))
		if err != nil {
			return nil, err
		}
		if e == nil {
			q.note("DKIM of %s: %s", d, why)
			continue
		}
		if best == nil || better(e, best) {
			best = e
		}
		if e.whole() {
			break
		}
	}
	return best, nil
}

// must are the fields without which a signature proves nobody: where one stands in a
// mail it has to be signed.
var must = []string{"from", "date", "subject"}

// may are the fields that are not used if they are not signed: Microsoft 365 signs
// none of them.
var may = []string{"to", "cc", "in-reply-to", "references"}

// how are the fields that say how a mail is to be read and what it is known by. Providers
// leave out some of them; what their mails say must then not depend on them.
var how = []string{"message-id", "content-type", "content-transfer-encoding", "content-disposition"}

// everything is what a proof can cover besides must.
func everything() []string { return append(slices.Clone(may), how...) }

func signedFields(h string) []string {
	names := strings.Split(strings.ToLower(h), ":")
	for i, n := range names {
		names[i] = strings.Trim(n, " \t")
	}
	return names
}

// covers says what a signature of the given fields vouches for out of may and how, and
// which fields of the mail it leaves open out of may.
func (q *question) covers(signed []string, tags map[string]string) (covered, unproven []string, why string) {
	if len(signed) > maxNames {
		return nil, nil, "it names too many fields"
	}
	if _, cut := tags["l"]; cut {
		return nil, nil, "it does not cover the whole text (l=)"
	}
	if strings.HasSuffix(strings.ToLower(strings.TrimSpace(tags["a"])), "-sha1") {
		return nil, nil, "SHA-1 proves nothing any more"
	}
	for _, name := range must {
		if slices.Contains(signed, name) || !q.b.has(name) {
			continue
		}
		return nil, nil, name + " is not signed"
	}
	if !slices.Contains(signed, "from") || !slices.Contains(signed, "date") {
		return nil, nil, "From or Date is not signed"
	}
	for _, name := range may {
		if slices.Contains(signed, name) {
			covered = append(covered, name)
		} else if q.b.has(name) {
			unproven = append(unproven, name)
		}
	}
	for _, name := range how {
		// Without Content-Disposition a text is a text: nobody gains by taking it off.
		if slices.Contains(signed, name) || name == "content-disposition" && !q.b.has(name) {
			covered = append(covered, name)
		}
	}
	return covered, unproven, ""
}

// shaped reports whether the text alone, which is signed, says how it is to be
// split: Gmail does not sign Content-Type. The first line has to be the boundary
// and the last one its end, so that another boundary does not fit; and all parts
// must be shown, or be forms of one text, of which both count.
func (q *question) shaped() bool {
	switch q.m.Media {
	case "multipart/alternative", "multipart/mixed", "multipart/related":
	default:
		return false
	}
	if q.m.Boundary == "" {
		return false
	}
	first, last := "--"+q.m.Boundary+"\r\n", "\r\n--"+q.m.Boundary+"--"
	head := make([]byte, len(first))
	if _, err := q.m.Raw.ReadAt(head, q.b.body); err != nil || string(head) != first {
		return false
	}
	tail := make([]byte, min(int64(len(last)+64), q.m.Size-q.b.body))
	if _, err := q.m.Raw.ReadAt(tail, q.m.Size-int64(len(tail))); err != nil && !errors.Is(err, io.EOF) {
		return false
	}
	return strings.HasSuffix(strings.TrimRight(string(tail), "\r\n"), last)
}

// verify checks one signature. The library gets a mail that has no other, so that
// it does its work here and not in goroutines of its own: a panic is caught, and it
// asks for one key only. It gets no field that is not signed; relaxed fields on one
// line, which is their canonical form (RFC 6376 §3.4.2), for it joins lines in a time
// that is quadratic.
func (q *question) verify(ctx context.Context, sig field, d string, signed []string, relaxed bool) (e *evidence, why string, err error) {
	defer func() {
		if p := recover(); p != nil {
			q.c.log.Error("panic in the verification of a DKIM signature", "panic", fmt.Sprint(p))
			e, why, err = nil, "it cannot be verified", nil
		}
	}()
	var head strings.Builder
	for _, f := range q.b.fields {
		switch {
		case f.name == "dkim-signature" && f.raw != sig.raw, f.name != "dkim-signature" && !slices.Contains(signed, f.name):
			continue
		case relaxed:
			head.WriteString(strings.ReplaceAll(f.raw, "\r\n", "") + "\r\n")
		case strings.Count(f.raw, "\n") > maxSimpleLines:
			return nil, "a field that is signed as it stands has too many lines", nil
		default:
			head.WriteString(f.raw)
		}
		if f.name == "dkim-signature" && f.raw == sig.raw {
			sig.raw = "" // the same one twice is one
		}
	}
	head.WriteString("\r\n")
	body := &bodyReader{ctx: ctx, r: io.NewSectionReader(q.m.Raw, q.b.body, q.m.Size-q.b.body)}
	var key string
	temporary := false
	vs, err := dkim.VerifyWithOptions(io.MultiReader(strings.NewReader(head.String()), body), &dkim.VerifyOptions{
		MaxVerifications: 1,
		LookupTXT: func(name string) ([]string, error) {
			txts, err := q.c.dns.LookupTXT(ctx, name)
			switch {
			case err != nil:
				temporary = !isMissing(err)
				return nil, err
			case len(txts) == 1 && len(txts[0]) > maxKeyRecord:
				return nil, problem("the key is too long")
			case len(txts) == 1:
				key = txts[0]
			}
			return txts, nil
		},
	})
	switch {
	case body.blank > maxBlank:
		return nil, "too many blank lines", nil
	case body.err != nil && ctx.Err() != nil:
		q.missed("the time for the check is over")
		return nil, "the time for the check is over", nil
	case body.err != nil:
		return nil, "", fmt.Errorf("check sender: %w", body.err)
	case temporary:
		q.missed("the DKIM key of " + d)
		return nil, "its key cannot be had now", nil
	case err != nil || len(vs) != 1:
		return nil, "it cannot be verified", nil
	case vs[0].Err != nil:
		return nil, strings.TrimPrefix(vs[0].Err.Error(), "dkim: "), nil
	}
	return q.judge(vs[0], key, d)
}

// judge looks at a signature that is mathematically right. What it says is taken
// from the library, which has verified that and nothing else.
func (q *question) judge(v *dkim.Verification, key, d string) (*evidence, string, error) {
	if strings.ToLower(v.Domain) != d {
		return nil, "d= can be read in two ways", nil
	}
	covered, unproven, why := q.covers(lowerAll(v.HeaderKeys), nil)
	if why != "" {
		return nil, why, nil
	}
	record, err := tagList(key)
	if err != nil {
		return nil, "its key cannot be read", nil
	}
	_, identity, ok := strings.Cut(strings.ToLower(v.Identifier), "@")
	if !ok || identity != d && !strings.HasSuffix(identity, "."+d) {
		return nil, "i= is of another domain", nil
	}
	for _, flag := range strings.Split(record["t"], ":") {
		switch strings.ToLower(strings.TrimSpace(flag)) {
		case "y":
			return nil, "its key is for tests (t=y)", nil
		case "s":
			if identity != d {
				return nil, "its key is not for subdomains (t=s)", nil
			}
		}
	}
	e := &evidence{by: "DKIM of " + d, fresh: true, covered: covered, unproven: unproven}
	if !v.Expiration.IsZero() && !v.Expiration.After(q.m.Arrived) {
		return nil, "it has expired", nil
	}
	if !v.Time.IsZero() {
		switch age := q.m.Arrived.Sub(v.Time); {
		case age > maxAge:
			return nil, "it was signed more than 7 days ago", nil
		case age < -freshFor:
			return nil, "it was signed in the future", nil
		case age > freshFor:
			e.fresh = false
		}
	}
	if k := strings.TrimSpace(record["k"]); k == "" || k == "rsa" {
		if n := len(record["p"]) * 3 / 4; n < goodRSA {
			q.note("its RSA key is shorter than 2048 bits")
		}
	}
	return e, "", nil
}

func lowerAll(names []string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = strings.ToLower(n)
	}
	return out
}

// bodyReader reads the text of a mail until the context ends. It refuses what the
// canonicalisation would have to hold in memory.
type bodyReader struct {
	ctx   context.Context
	r     io.Reader
	blank int
	err   error // why it ended early
}

func (b *bodyReader) Read(p []byte) (int, error) {
	if b.err == nil {
		b.err = b.ctx.Err()
	}
	if b.err != nil {
		return 0, io.EOF // the result is thrown away
	}
	n, err := b.r.Read(p)
	for _, c := range p[:n] {
		if c != '\r' && c != '\n' && c != ' ' && c != '\t' {
			b.blank = 0
		} else if b.blank++; b.blank > maxBlank {
			b.err = problem("too many blank lines")
			return 0, io.EOF
		}
	}
	if err != nil && !errors.Is(err, io.EOF) {
		b.err, err = err, io.EOF
	}
	return n, err
}
