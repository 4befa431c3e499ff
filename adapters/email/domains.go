package email

import (
	"context"
	"fmt"
	"net"
	"net/mail"
	"slices"
	"strings"
	"time"

	"bridge/adapters/channel"
	"bridge/adapters/email/proof"
	"bridge/config"
	"bridge/core/message"
)

// dnsTimeout bounds the questions of one probe.
const dnsTimeout = 5 * time.Second

// domainProbe asks the DNS what it says of the mail domains that matter: those of the
// approvers, which others may write in the name of, and the bridge's own. All it finds is
// a note.
func domainProbe(c channel.Setup, cfg Config) config.Probe {
	po := proof.Options{}
	if cfg.Auth.DNS != "" {
		po.Resolver = proof.ResolverAt(cfg.Auth.DNS)
	}
	checker := proof.New(po)
	return config.Probe{What: "mail domains in the DNS", Try: func(ctx context.Context) (string, error) {
		ctx, cancel := context.WithTimeout(ctx, dnsTimeout)
		defer cancel()
		notes, err := approverDomains(ctx, checker, c)
		if err == nil && cfg.Auth.Require != requireNone {
			var more []string
			more, err = unprovenDomains(ctx, checker, c.People)
			notes = append(notes, more...)
		}
		if err == nil {
			var own []string
			own, err = ownDomain(ctx, checker, cfg)
			notes = append(notes, own...)
		}
		if err != nil {
			notes = append(notes, "the DNS does not answer: while it does not, mail that has to prove its sender waits")
		}
		return strings.Join(notes, "; "), nil
	}}
}

// approverDomains names the domains of approvers that let others write as them.
func approverDomains(ctx context.Context, checker *proof.Checker, c channel.Setup) (notes []string, err error) {
	var domains []string
	of := map[string][]string{} // the addresses of approvers in a domain
	for _, p := range c.People {
		for _, a := range p.Addresses {
			if a.Kind() != Kind || !slices.Contains(c.Approvers, p.ID) {
				continue
			}
			d := strings.ToLower(a.Value()[strings.LastIndexByte(a.Value(), '@')+1:])
			if of[d] == nil {
				domains = append(domains, d)
			}
			of[d] = append(of[d], a.Value())
		}
	}
	for _, d := range domains[:min(len(domains), mostDomains)] {
		r, err := checker.DMARC(ctx, d)
		who := strings.Join(of[d][:min(len(of[d]), 3)], ", ")
		if n := len(of[d]) - 3; n > 0 {
			who += fmt.Sprintf(" and %d more", n)
		}
		switch {
		case err != nil:
			return notes, err
		case !r.Found:
			notes = append(notes, "warning: "+d+" has no DMARC record: other mail servers take mail that others write as "+who)
		case r.Unreadable:
			notes = append(notes, "warning: the DMARC record of "+r.At+" cannot be read: only mail signed by exactly "+d+" proves its sender")
		case r.Policy == "none":
			notes = append(notes, "warning: the DMARC record of "+r.At+" says p=none: other mail servers take mail that others write as "+who)
		}
	}
	return notes, nil
}

// mostDomains bounds the domains of people that are looked up.
const mostDomains = 50

// unprovenDomains names the domains of people whose mail is refused as not proven,
// unless it is signed: nothing else in the DNS speaks for them.
func unprovenDomains(ctx context.Context, checker *proof.Checker, people message.People) (notes []string, err error) {
	var domains []string
	for _, p := range people {
		for _, a := range p.Addresses {
			if v := a.Value(); a.Kind() == Kind {
				domains = append(domains, v[strings.LastIndexByte(v, '@')+1:])
			}
		}
	}
	slices.Sort(domains)
	domains = slices.Compact(domains)
	for _, d := range domains[:min(len(domains), mostDomains)] {
		ok, err := checker.Publishes(ctx, d, "v=spf1")
		if err != nil {
			return notes, err
		}
		if !ok {
			notes = append(notes, "warning: mail of "+d+" is refused unless DKIM signs it: the domain has no SPF record")
		}
	}
	return notes, nil
}

// ownDomain names what others need to believe the mail of the bridge.
func ownDomain(ctx context.Context, checker *proof.Checker, cfg Config) (notes []string, err error) {
	if cfg.SMTP == nil {
		return nil, nil
	}
	own, err := mail.ParseAddress(cfg.Address)
	if err != nil {
		return nil, nil // named before
	}
	minted, err := address(own.Address)
	if err != nil {
		return nil, nil
	}
	addr := minted.Value()
	domain := addr[strings.LastIndexByte(addr, '@')+1:]
	if ok, err := checker.Publishes(ctx, domain, "v=spf1"); err != nil {
		return notes, err
	} else if !ok {
		notes = append(notes, domain+" has no SPF record")
	}
	switch r, err := checker.DMARC(ctx, domain); {
	case err != nil:
		return notes, err
	case !r.Found:
		notes = append(notes, domain+" has no DMARC record")
	}
	return notes, nil
}

// dkimProbes compare what the DNS publishes of the keys that sign with the key
// files. A record that is missing or wrong is a note with the line to publish: mail
// goes out without it, and is believed less.
func dkimProbes(cfg Config) []config.Probe {
	records, err := cfg.DKIMRecords()
	if err != nil || cfg.SMTP == nil {
		return nil // a mistake that Check names; or nothing goes out
	}
	lookup := net.DefaultResolver.LookupTXT
	if cfg.Auth.DNS != "" {
		lookup = proof.ResolverAt(cfg.Auth.DNS).LookupTXT
	}
	var ps []config.Probe
	for _, r := range records {
		ps = append(ps, config.Probe{What: "dkim " + r.Name, Try: func(ctx context.Context) (string, error) {
			ctx, cancel := context.WithTimeout(ctx, dnsTimeout)
			defer cancel()
			// The dot keeps the search domains of the machine out of the question.
			err := r.Check(ctx, func(ctx context.Context, name string) ([]string, error) { return lookup(ctx, name+".") })
			if err != nil {
				return "warning: " + err.Error(), nil
			}
			return "published", nil
		}})
	}
	return ps
}
