package proof

import (
	"context"
	"errors"
	"net"
	"strings"
	"sync"
	"time"
)

// Resolver asks the DNS; *net.Resolver is one. A name that does not exist is a
// *net.DNSError with IsNotFound; every other error counts as temporary.
type Resolver interface {
	LookupTXT(ctx context.Context, name string) ([]string, error)
	LookupMX(ctx context.Context, name string) ([]*net.MX, error)
	LookupIPAddr(ctx context.Context, host string) ([]net.IPAddr, error)
	LookupAddr(ctx context.Context, addr string) ([]string, error)
}

// ResolverAt returns a resolver that asks the server at addr, host:port.
func ResolverAt(addr string) Resolver {
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, network, addr)
	}}
}

// The system's resolver does not say how long an answer is good for, so that none
// is kept long.
const (
	keepAnswer  = 5 * time.Minute
	keepMissing = time.Minute
	// Many mails of a domain whose servers are silent cost one wait.
	keepSilence = 20 * time.Second
	longSilence = time.Second
	maxAnswers  = 4096
)

// cache remembers answers for a short time. It is what SPF asks, too: its errors
// are *net.DNSError.
type cache struct {
	r Resolver

	mu      sync.Mutex
	answers map[string]answer
}

type answer struct {
	value any
	err   error
	until time.Time
}

func newCache(r Resolver) *cache { return &cache{r: r, answers: map[string]answer{}} }

func (c *cache) LookupTXT(ctx context.Context, name string) ([]string, error) {
	return lookup(ctx, c, "txt", absolute(name), c.r.LookupTXT)
}

func (c *cache) LookupMX(ctx context.Context, name string) ([]*net.MX, error) {
	return lookup(ctx, c, "mx", absolute(name), c.r.LookupMX)
}

func (c *cache) LookupIPAddr(ctx context.Context, host string) ([]net.IPAddr, error) {
	return lookup(ctx, c, "ip", absolute(host), c.r.LookupIPAddr)
}

func (c *cache) LookupAddr(ctx context.Context, addr string) ([]string, error) {
	return lookup(ctx, c, "ptr", addr, c.r.LookupAddr)
}

// absolute keeps the search domains of the machine out of the question.
func absolute(name string) string {
	if net.ParseIP(name) != nil || strings.HasSuffix(name, ".") {
		return name
	}
	return strings.ToLower(name) + "."
}

func lookup[T any](ctx context.Context, c *cache, kind, name string, ask func(context.Context, string) (T, error)) (T, error) {
	key, now := kind+" "+name, time.Now()
	c.mu.Lock()
	a, ok := c.answers[key]
	c.mu.Unlock()
	if ok && now.Before(a.until) {
		v, _ := a.value.(T)
		return v, a.err
	}
	limited, cancel := context.WithTimeout(ctx, lookupTimeout)
	defer cancel()
	v, err := ask(limited, name)
	a = answer{value: v, until: now.Add(keepAnswer)}
	if err != nil {
		if dns, ok := errors.AsType[*net.DNSError](err); !ok || !dns.IsNotFound {
			var none T
			silence := &net.DNSError{Err: "no answer", Name: strings.TrimSuffix(name, "."), IsTemporary: true}
			if ctx.Err() == nil && time.Since(now) >= longSilence { // else it was we who did not wait
				c.keep(key, answer{err: silence, until: time.Now().Add(keepSilence)}, now)
			}
			return none, silence
		}
		a = answer{err: &net.DNSError{Err: "no such name", Name: strings.TrimSuffix(name, "."), IsNotFound: true}, until: now.Add(keepMissing)}
	}
	c.keep(key, a, now)
	v, _ = a.value.(T)
	return v, a.err
}

func (c *cache) keep(key string, a answer, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.answers) >= maxAnswers {
		for k, old := range c.answers {
			if now.After(old.until) {
				delete(c.answers, k)
			}
		}
		if len(c.answers) >= maxAnswers {
			clear(c.answers)
		}
	}
	c.answers[key] = a
}

// isMissing reports whether the DNS said that there is nothing.
func isMissing(err error) bool {
	var dns *net.DNSError
	return errors.As(err, &dns) && dns.IsNotFound
}
