package main

import (
	"context"
	"net"
	"net/mail"
	"slices"
	"strings"

	"bridge/adapters/email"
	"bridge/adapters/email/proof"
	"bridge/app"
	"bridge/config"
	"bridge/message"
)

// mailProbes ask the DNS what it says of the mail domains that matter: those of
// the approvers, which others may write in the name of, and the bridge's own. All
// they find is a note.
func mailProbes(c *config.Config, o app.Options) []probe {
	var ps []probe
	for _, s := range c.Channels {
		if s.Type() != "email" {
			continue
		}
		var sec emailSection
		s.Decode(&sec)
		po := proof.Options{}
		if sec.Auth.DNS != "" {
			po.Resolver = proof.ResolverAt(sec.Auth.DNS)
		}
		checker := proof.New(po)
		ps = append(ps, probe{"channels." + s.Name() + " mail domains in the DNS", func(ctx context.Context) (string, error) {
			ctx, cancel := context.WithTimeout(ctx, dialTimeout)
			defer cancel()
			notes, err := approverDomains(ctx, checker, o)
			if err == nil {
				var own []string
				own, err = ownDomain(ctx, checker, sec)
				notes = append(notes, own...)
			}
			if err != nil {
				notes = append(notes, "the DNS does not answer: while it does not, mail that has to prove its sender waits")
			}
			return strings.Join(notes, "; "), nil
		}})
	}
	return ps
}

// approverDomains names the approvers whose domains let others write as them.
func approverDomains(ctx context.Context, checker *proof.Checker, o app.Options) (notes []string, err error) {
	for _, p := range o.People {
		if !slices.Contains(o.Set.Approvers(), p.ID) {
			continue
		}
		for _, a := range p.Addresses {
			if a.Kind() != message.KindEmail {
				continue
			}
			addr := a.Value()
			r, err := checker.DMARC(ctx, addr[strings.LastIndexByte(addr, '@')+1:])
			switch {
			case err != nil:
				return notes, err
			case !r.Found:
				notes = append(notes, "warning: the domain of "+addr+" has no DMARC record: other mail servers take mail that others write as "+string(p.ID))
			case r.Unreadable:
				notes = append(notes, "warning: the DMARC record of "+r.At+" cannot be read: only mail signed by exactly the domain of "+addr+" proves its sender")
			case r.Policy == "none":
				notes = append(notes, "warning: the DMARC record of "+r.At+" says p=none: other mail servers take mail that others write as "+addr)
			}
		}
	}
	return notes, nil
}

// ownDomain names what others need to believe the mail of the bridge.
func ownDomain(ctx context.Context, checker *proof.Checker, sec emailSection) (notes []string, err error) {
	if sec.SMTP == nil {
		return nil, nil
	}
	own, err := mail.ParseAddress(sec.Address)
	if err != nil {
		return nil, nil // named before
	}
	minted, err := email.Address(own.Address)
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
func dkimProbes(cfg email.Config) []app.Probe {
	records, err := cfg.DKIMRecords()
	if err != nil || cfg.SMTP == nil {
		return nil // a mistake that Check names; or nothing goes out
	}
	lookup := net.DefaultResolver.LookupTXT
	if cfg.Auth.DNS != "" {
		lookup = proof.ResolverAt(cfg.Auth.DNS).LookupTXT
	}
	var ps []app.Probe
	for _, r := range records {
		ps = append(ps, app.Probe{What: "dkim " + r.Name, Try: func(ctx context.Context) (string, error) {
			ctx, cancel := context.WithTimeout(ctx, dialTimeout)
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
