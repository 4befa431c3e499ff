package proof

import (
	"context"
	"fmt"
	"strings"

	"golang.org/x/net/publicsuffix"
)

// tenants are domains under which strangers have subdomains and which are not in
// the public suffix list: below them only the same name is aligned.
var tenants = []string{"onmicrosoft.com", "gappssmtp.com", "amazonses.com", "sendgrid.net", "mailgun.org", "mcsv.net", "zendesk.com"}

// organisation returns the domain that its owner registered; "" if d has none,
// because it is itself a suffix under which anybody registers.
func organisation(d string) string {
	org, err := publicsuffix.EffectiveTLDPlusOne(d)
	if err != nil {
		return ""
	}
	for _, t := range tenants {
		if org == t {
			return ""
		}
	}
	return org
}

// SameOwner reports whether two domains, in lower case, have one owner.
func SameOwner(a, b string) bool {
	if suffix, _ := publicsuffix.PublicSuffix(a); a == b {
		return a != suffix
	}
	org := organisation(a)
	return org != "" && org == organisation(b)
}

// policy is the DMARC record of a From domain (RFC 7489), asked for when it
// matters.
type policy struct {
	from   string
	loaded bool
	err    error
	Record
}

// Record is what a DMARC record says of interest.
type Record struct {
	Found      bool
	At         string // the domain it stands at
	Policy     string // "none", "quarantine" or "reject", for the domain that was asked for
	StrictDKIM bool   // only the same domain is aligned
	StrictSPF  bool
	Unreadable bool // it is there and cannot be read: alignment is strict then
}

// DMARC returns the DMARC record that holds for a mail domain: its own, else its
// organisation's. The error is temporary.
func (c *Checker) DMARC(ctx context.Context, domain string) (Record, error) {
	return dmarc(ctx, c.dns, domain)
}

func dmarc(ctx context.Context, dns *cache, domain string) (Record, error) {
	at := []string{domain}
	if org := organisation(domain); org != "" && org != domain {
		at = append(at, org)
	}
	for _, d := range at {
		txts, err := dns.LookupTXT(ctx, "_dmarc."+d)
		if err != nil && !isMissing(err) {
			return Record{}, fmt.Errorf("DMARC record of %s: %w", d, err)
		}
		var records []string
		for _, t := range txts {
			if tag, _, _ := strings.Cut(strings.ReplaceAll(t, " ", ""), ";"); strings.HasPrefix(tag, "v=DMARC1") {
				records = append(records, t)
			}
		}
		if len(records) == 0 {
			continue
		}
		r := Record{Found: true, At: d}
		if len(records) > 1 {
			r.Unreadable = true
		} else {
			r.read(records[0], d == domain)
		}
		r.StrictDKIM, r.StrictSPF = r.StrictDKIM || r.Unreadable, r.StrictSPF || r.Unreadable
		return r, nil
	}
	return Record{}, nil
}

func (r *Record) read(txt string, own bool) {
	tags, err := tagList(txt)
	if err != nil || tags["v"] != "DMARC1" {
		r.Unreadable = true
		return
	}
	p := strings.ToLower(tags["p"])
	if sp := strings.ToLower(tags["sp"]); sp != "" && !own {
		p = sp
	}
	switch p {
	case "none", "quarantine", "reject":
		r.Policy = p
	default:
		r.Unreadable = true
	}
	r.StrictDKIM, r.StrictSPF = r.mode(tags["adkim"]), r.mode(tags["aspf"])
}

func (r *Record) mode(v string) (strict bool) {
	switch strings.ToLower(v) {
	case "", "r":
		return false
	case "s":
		return true
	}
	r.Unreadable = true
	return true
}

// tagList reads "tag=value; tag=value" (RFC 6376 §3.2).
func tagList(s string) (map[string]string, error) {
	tags := map[string]string{}
	for _, pair := range strings.Split(s, ";") {
		name, value, ok := strings.Cut(pair, "=")
		if name = strings.TrimSpace(name); !ok {
			if name == "" {
				continue
			}
			return nil, problem("a tag without value")
		}
		if _, twice := tags[name]; twice {
			return nil, problem("a tag stands twice")
		}
		tags[name] = strings.TrimSpace(value)
	}
	return tags, nil
}

// aligned reports whether domain stands for the From domain; strict picks the
// mode that counts from its DMARC record.
func (q *question) aligned(ctx context.Context, domain string, strict func(Record) bool) bool {
	if !SameOwner(domain, q.policy.from) {
		return false
	}
	if domain == q.policy.from {
		return true
	}
	p := &q.policy
	if !p.loaded {
		p.loaded = true
		p.Record, p.err = dmarc(ctx, q.c.dns, p.from)
	}
	if p.err != nil {
		q.missed("the DMARC record of " + p.from)
		return false
	}
	return !strict(p.Record)
}

// Publishes reports whether a TXT record at name begins with the given words; for
// checks of a configuration. The error is temporary.
func (c *Checker) Publishes(ctx context.Context, name, begins string) (bool, error) {
	txts, err := c.dns.LookupTXT(ctx, name)
	if err != nil && !isMissing(err) {
		return false, err
	}
	for _, t := range txts {
		if len(t) >= len(begins) && strings.EqualFold(t[:len(begins)], begins) {
			return true, nil
		}
	}
	return false, nil
}
