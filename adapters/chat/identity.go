package chat

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"bridge/adapters/untrusted"
	"bridge/core/message"
)

// identity is who calls.
type identity struct {
	address message.Address
	name    string // as people read it; untrusted text
	guest   bool   // nothing proves who it is
	session string // of this browser; "" where there is no cookie of ours
	why     string
}

const (
	guestPrefix  = "guest."
	cookieMAC    = 20
	cookieUse    = "chat session"
	sessionLife  = 12 * time.Hour
	guestLife    = 30 * 24 * time.Hour
	cookieLimit  = 1024
	displayRunes = 100
)

// ticket is what the channel's own cookie says.
type ticket struct {
	Subject string `json:"s"`
	Name    string `json:"n,omitempty"`
	Expires int64  `json:"e"`
	Guest   bool   `json:"g,omitempty"`
	Session string `json:"r"`
}

var errNobody = errors.New("nothing says who you are")

// identify finds out who calls; the error says to the caller why it is nobody that may. What comes in a cookie, or from a
// proxy, a browser adds by itself: it counts only for pages that may call (from).
func (a *Adapter) identify(r *http.Request, from origin) (identity, error) {
	if token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		return a.byToken(token, "")
	}
	if from == foreign {
		return identity{}, errNobody
	}
	own := a.ticket(r)
	if a.o.Config.Header != "" && a.proxied(r) {
		values := r.Header.Values(a.o.Config.Header)
		if len(values) != 1 {
			return identity{}, errNobody
		}
		address, err := provenAddress(values[0])
		if err != nil {
			return identity{}, fmt.Errorf("what the proxy says %w", err)
		}
		return identity{address: address, name: address.Value(), session: own.Session, why: "told by a proxy of ours"}, nil
	}
	nobody := errNobody
	if a.o.Config.Cookie != "" {
		if c, err := r.Cookie(a.o.Config.Cookie); err == nil {
			who, err := a.byToken(c.Value, own.Session)
			if err == nil {
				return who, nil
			}
			nobody = err
		}
	}
	if own.Subject == "" || own.Guest && !a.o.Config.Guests {
		return identity{}, nobody
	}
	address, err := Address(own.Subject)
	why := "a token of the site, at the beginning of the session"
	if own.Guest {
		why = "nothing is proven"
	}
	return identity{address: address, name: own.Name, guest: own.Guest, session: own.Session, why: why}, err
}

func (a *Adapter) byToken(token, session string) (identity, error) {
	c, err := readToken(token, string(a.o.Name), a.o.Config.Secrets, a.o.Now())
	if err != nil {
		return identity{}, err
	}
	address, err := provenAddress(c.Subject)
	if err != nil {
		return identity{}, fmt.Errorf("sub of the token %w", err)
	}
	return identity{address: address, name: untrusted.Line(c.Name, displayRunes), session: session, why: "a token signed by the site"}, nil
}

// provenAddress is Address for a name that is proven: nobody is proven to be a guest.
func provenAddress(name string) (message.Address, error) {
	if strings.HasPrefix(name, guestPrefix) {
		return "", errors.New("begins like the name of a guest")
	}
	return Address(name)
}

// proxied says whether a request comes from one of the proxies that are believed.
func (a *Adapter) proxied(r *http.Request) bool {
	ap, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && a.isProxy(ap.Addr())
}

func (a *Adapter) isProxy(ip netip.Addr) bool {
	ip = ip.Unmap().WithZone("")
	return slices.ContainsFunc(a.o.Config.proxies, func(p netip.Prefix) bool { return p.Contains(ip) })
}

func (a *Adapter) cookieName() string { return "chat_" + string(a.o.Name) }

// ticket reads the channel's own cookie; the zero value if there is no good one.
func (a *Adapter) ticket(r *http.Request) ticket {
	c, err := r.Cookie(a.cookieName())
	if err != nil || len(c.Value) > cookieLimit {
		return ticket{}
	}
	body, sum, _ := strings.Cut(c.Value, ".")
	var t ticket
	if !a.o.Keys.Valid(sum, cookieMAC, cookieUse, string(a.o.Name), body) || !decode64(body, &t) || a.o.Now().Unix() >= t.Expires {
		return ticket{}
	}
	return t
}

// setTicket gives the browser a cookie of the channel: a session begins.
func (a *Adapter) setTicket(w http.ResponseWriter, t ticket, life time.Duration) {
	t.Session, t.Expires = rand.Text(), a.o.Now().Add(life).Unix()
	b, _ := json.Marshal(t) // cannot fail
	body := base64.RawURLEncoding.EncodeToString(b)
	http.SetCookie(w, &http.Cookie{
		Name: a.cookieName(), Value: body + "." + a.o.Keys.Sum(cookieMAC, cookieUse, string(a.o.Name), body), Path: "/channels/" + string(a.o.Name) + "/",
		HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: strings.HasPrefix(a.o.Config.PublicURL, "https:"), MaxAge: int(life / time.Second),
	})
}

// origin is where the page is from that calls.
type origin int

const (
	same    origin = iota // ours, or no page at all
	allowed               // one of Config.Origins
	foreign
)

// from says where a request comes from. Browsers name the origin of all that changes
// something, and of what pages of other sites read.
func (a *Adapter) from(r *http.Request) origin {
	o := r.Header.Get("Origin")
	if o == "" {
		switch r.Header.Get("Sec-Fetch-Site") {
		case "", "same-origin", "none":
			return same
		}
		return foreign
	}
	if u, err := url.Parse(a.o.Config.PublicURL); err == nil && o == u.Scheme+"://"+u.Host {
		return same
	}
	for _, x := range a.o.Config.Origins {
		if o == x {
			return allowed
		}
	}
	return foreign
}
