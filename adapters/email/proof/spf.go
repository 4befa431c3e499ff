package proof

import (
	"context"
	"errors"
	"slices"
	"strings"

	"blitiri.com.ar/go/spf"
)

// spf looks whether the server that sent the mail may send for the From domain. It
// counts only where the peer is that server.
func (q *question) spf(ctx context.Context) (*evidence, error) {
	if q.m.IP == nil {
		return nil, nil
	}
	hello, helloOK := hostName(q.m.Hello)
	domain, sender := hello, "postmaster@"+hello
	if q.m.ReturnPath != "" {
		local, d, ok := strings.Cut(q.m.ReturnPath, "@")
		if !ok || !dotAtom(local) {
			q.note("SPF: the return path is not of the plain form")
			return nil, nil
		}
		if domain, ok = hostName(d); !ok {
			q.note("SPF: the return path has no domain")
			return nil, nil
		}
		sender = local + "@" + domain
	} else if !helloOK {
		q.note("SPF: neither return path nor greeting has a domain")
		return nil, nil
	}
	if !q.aligned(ctx, domain, func(r Record) bool { return r.StrictSPF }) {
		q.note("SPF: the return path of %s does not stand for %s", domain, q.policy.from)
		return nil, nil
	}
	result, err := q.spfCheck(ctx, hello, sender)
	switch {
	case result == spf.TempError:
		q.missed("the SPF record of " + domain)
	case result == spf.Pass && errors.Is(err, spf.ErrMatchedAll):
		q.note("SPF of %s lets every server send: it proves nothing", domain)
		return nil, nil
	case result == spf.Pass:
		return q.deliveredBy(&evidence{by: "SPF of " + domain + " for " + q.m.IP.String(), fresh: true}, sender), nil
	}
	q.note("SPF of %s: %s", domain, result)
	return nil, nil
}

// deliveredBy completes a proof that has nothing but the return path: it vouches for the
// whole header if that is the author's. Servers of her domain pass on what her colleagues
// forward, under theirs, so that it may be a copy.
func (q *question) deliveredBy(e *evidence, path string) *evidence {
	if q.hers(path) {
		e.delivered, e.covered = true, everything()
		return e
	}
	e.covered = slices.Clone(how)
	for _, name := range may {
		if q.b.has(name) {
			e.unproven = append(e.unproven, name)
		}
	}
	return e
}

// hers reports whether a return path is the address of the author.
func (q *question) hers(path string) bool {
	addr, ok := plainFrom(path)
	return ok && addr == q.m.From
}

func (q *question) spfCheck(ctx context.Context, hello, sender string) (result spf.Result, err error) {
	defer func() {
		if p := recover(); p != nil {
			q.c.log.Error("panic in the SPF check", "domain", domainOf(sender))
			result, err = spf.PermError, nil
		}
	}()
	return spf.CheckHostWithSender(q.m.IP, hello, sender, spf.WithContext(ctx), spf.WithResolver(q.c.dns))
}
