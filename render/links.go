package render

import (
	netmail "net/mail"
	"net/netip"
	"net/url"
	"strings"

	"golang.org/x/net/idna"

	"bridge/internal/lazyre"
)

// maxHref is the longest address that becomes a link, in bytes.
const maxHref = 2000

// safeLink is the address of a link in the HTML form and what the reader has to
// see of it: the host, or the mail address. Only http, https and mailto lead
// anywhere; a name and password in front of the host, a host that is none, and
// what a mailto: link would write for the reader do not. href is "" for all others.
func safeLink(dest string) (href, shown string) {
	u, err := url.Parse(dest)
	if err != nil || len(dest) > maxHref {
		return "", ""
	}
	switch u.Scheme {
	case "http", "https":
		host, ok := plainHost(u.Hostname())
		if !ok || u.User != nil || u.Opaque != "" {
			return "", ""
		}
		if p := u.Port(); p != "" {
			host += ":" + p
		}
		u.Host = host
		return u.String(), host
	case "mailto":
		a, err := netmail.ParseAddress(u.Opaque)
		if err != nil || a.Name != "" || a.Address != u.Opaque || !plainAddress.MatchString(u.Opaque) {
			return "", ""
		}
		return "mailto:" + u.Opaque, u.Opaque
	}
	return "", ""
}

var plainAddress = lazyre.New(`^[A-Za-z0-9._+-]+@[A-Za-z0-9.-]+$`)

// plainHost is a host name in ASCII: letters of another script show as what they
// are ("xn--…").
func plainHost(host string) (string, bool) {
	if ip, err := netip.ParseAddr(host); err == nil {
		if ip.Is6() {
			return "[" + ip.String() + "]", ip.Zone() == ""
		}
		return ip.String(), true
	}
	host, err := idna.Lookup.ToASCII(host)
	return host, err == nil && host != ""
}

// looksLikeLink matches a label that a reader takes for an address.
var looksLikeLink = lazyre.New(`(?i)://|@|[\p{L}\p{N}-]\.\p{L}{2,}`)

// anchor writes a link: its label, and where it leads to unless the label says
// just that. A label that looks like another address is not what can be clicked.
func (p *pair) anchor(label *pair, dest, title string) {
	href, host := safeLink(dest)
	name := strings.TrimSpace(label.plain.String())
	switch {
	case href == "" && (name == "" || dest == "" || sameTarget(name, dest)):
		p.join(label)
		if name == "" {
			p.text(dest)
		}
	case href == "":
		p.join(label)
		p.text(" (" + withTitle(dest, title) + ")")
	case name == "":
		p.link(href, short(href, maxName))
	case sameTarget(name, href):
		p.open(`a href="` + escapeHTML(href) + `"`)
		p.join(label)
		p.shut("a")
	case looksLikeLink.MatchString(name):
		p.join(label)
		p.text(" (")
		p.link(href, short(href, maxName))
		p.text(titled(title) + ")")
	default:
		p.open(`a href="` + escapeHTML(href) + `"`)
		p.join(label)
		p.shut("a")
		p.text(" (" + host + titled(title) + ")")
	}
}

func titled(title string) string {
	if title == "" {
		return ""
	}
	return withTitle("", title)
}

var bareLink = lazyre.New(`https?://[^\s<>"]+`)

// linked writes text in which the addresses can be clicked.
func (p *pair) linked(s string) {
	for {
		at := bareLink.FindStringIndex(s)
		if at == nil {
			p.text(s)
			return
		}
		end := at[0] + len(strings.TrimRight(s[at[0]:at[1]], `.,;:!?)]}'*`))
		p.text(s[:at[0]])
		if dest := s[at[0]:end]; end > at[0]+len("https://") {
			var label pair
			label.text(dest)
			p.anchor(&label, dest, "")
		} else {
			p.text(dest)
		}
		s = s[end:]
	}
}
