package a2a

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"bridge/internal/issuer"
)

// Grant is a peer as an authorization server knows it.
type Grant struct {
	Issuer   string // its URL
	Audience string // that its tokens are for
	Subject  string // of its tokens
}

// source is whose tokens are taken, and for whom they are.
type source struct{ issuer, audience string }

// Sources are the authorization servers of the peers.
type Sources map[source]*issuer.Keys

// newSources returns those of some peers. client gives the guarded client of an issuer.
func newSources(peers map[string]Peer, client func(issuer string) *http.Client, now func() time.Time) Sources {
	all := Sources{}
	for _, p := range peers {
		if p.OAuth == nil {
			continue
		}
		at := source{p.OAuth.Issuer, p.OAuth.Audience}
		if all[at] == nil {
			all[at] = issuer.New(issuer.Options{Issuer: at.issuer, Audience: at.audience, Client: client(at.issuer), Now: now})
		}
	}
	return all
}

// proven is the peer that a request is proven to come from, and by what; "" if it is
// nobody's. A token that is no good is not made up for by a certificate.
func (a *Adapter) proven(r *http.Request) (peer, why string) {
	if len(r.Header.Values("Authorization")) > 0 {
		scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
		if !strings.EqualFold(scheme, "Bearer") {
			return "", ""
		}
		token = strings.TrimSpace(token)
		if name := a.tokenOf(token); name != "" {
			return name, "the token of " + name
		}
		if name := a.grantOf(r.Context(), token); name != "" {
			return name, "a token that the issuer of " + name + " has signed"
		}
		return "", ""
	}
	if name := a.certificateOf(r); name != "" {
		return name, "the certificate of " + name
	}
	return "", ""
}

// tokenOf is the peer of a token of the configuration. Every one is compared, in constant
// time.
func (a *Adapter) tokenOf(token string) (found string) {
	sum := sha256.Sum256([]byte(token))
	for name, p := range a.o.Config.Peers {
		for _, t := range p.Tokens {
			if subtle.ConstantTimeCompare(sum[:], t[:]) == 1 {
				found = name
			}
		}
	}
	return found
}

// grantOf is the peer of a token that an authorization server has signed.
func (a *Adapter) grantOf(ctx context.Context, token string) string {
	if len(a.o.Sources) == 0 || len(token) > maxLogin || strings.Count(token, ".") != 2 {
		return ""
	}
	var said jwt.RegisteredClaims // nothing of it is believed: it says who is to be asked
	if _, _, err := jwt.NewParser().ParseUnverified(token, &said); err != nil {
		return ""
	}
	for at, keys := range a.o.Sources {
		if at.issuer != said.Issuer || !slices.Contains(said.Audience, at.audience) {
			continue
		}
		subject, _, err := keys.Verify(ctx, token)
		if err != nil {
			now, last := a.o.Now().Unix(), a.warned.Load()
			if now-last >= 10 && a.warned.CompareAndSwap(last, now) { // anybody can send tokens
				a.o.Log.Warn("a2a: a token of an issuer is refused", "channel", a.o.Name, "issuer", at.issuer, "err", err)
			}
			continue
		}
		for name, p := range a.o.Config.Peers {
			if p.OAuth != nil && *p.OAuth == (Grant{at.issuer, at.audience, subject}) {
				return name
			}
		}
	}
	return ""
}

// maxLogin is how many bytes a token or a certificate of a caller has at most.
const maxLogin = 16 << 10

// certificateOf is the peer whose certificate a proxy of ours has seen. What comes from
// elsewhere, or names more than one, is not believed.
func (a *Adapter) certificateOf(r *http.Request) string {
	c := a.o.Config
	if c.CertHeader == "" {
		return ""
	}
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil || !slices.ContainsFunc(c.Proxies, func(p netip.Prefix) bool { return p.Contains(from.Addr().Unmap().WithZone("")) }) {
		return ""
	}
	values := r.Header.Values(c.CertHeader)
	if len(values) != 1 || len(values[0]) > maxLogin {
		return ""
	}
	print, err := fingerprint(values[0], a.o.Now())
	if err != nil {
		return ""
	}
	for name, p := range c.Peers {
		if slices.Contains(p.Certificates, print) {
			return name
		}
	}
	return ""
}

// fingerprint is the SHA-256 of the certificate that a header has: as RFC 9440 writes it, in
// PEM form with % escapes, or as the fingerprint itself, in hex.
func fingerprint(value string, now time.Time) (print [sha256.Size]byte, err error) {
	value = strings.TrimSpace(value)
	var der []byte
	switch {
	case len(value) > 1 && value[0] == ':' && value[len(value)-1] == ':':
		if der, err = base64.StdEncoding.DecodeString(value[1 : len(value)-1]); err != nil {
			return print, err
		}
	case strings.HasPrefix(value, "-----BEGIN"):
		text, err := url.PathUnescape(value) // a + stays what it is
		if err != nil {
			return print, err
		}
		block, rest := pem.Decode([]byte(text))
		if block == nil || block.Type != "CERTIFICATE" || len(strings.TrimSpace(string(rest))) > 0 {
			return print, errors.New("it is not one certificate")
		}
		der = block.Bytes
	default:
		b, err := hex.DecodeString(strings.ReplaceAll(value, ":", ""))
		if err != nil || len(b) != sha256.Size {
			return print, errors.New("it is neither a certificate nor a SHA-256 fingerprint")
		}
		return [sha256.Size]byte(b), nil
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		return print, err
	}
	if now.Before(cert.NotBefore) || now.After(cert.NotAfter) {
		return print, errors.New("it is not valid now")
	}
	return sha256.Sum256(der), nil
}
