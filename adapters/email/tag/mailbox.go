package tag

import (
	"errors"
	"fmt"
	"net/mail"
	"strings"

	"golang.org/x/net/idna"

	"bridge/adapters/email/mime"
	"bridge/core/message"
)

// Kind is the word for addresses of this kind.
const Kind message.AddressKind = "email"

// Address is the address of a mailbox that is normalised (mime.NormalAddress).
func Address(mailbox string) message.Address { return message.Address(string(Kind) + ":" + mailbox) }

// maxLocal leaves room for "+" and a 40-byte tag in the 64 bytes of a local
// part (RFC 5321 §4.5.3.1.1).
const maxLocal = 64 - 1 - tagLen

// Mailbox is our own address, normalised.
type Mailbox struct {
	Name   string
	Local  string // lower case, no tag
	Domain string // lower case, punycode
}

func (m Mailbox) Addr() string { return m.Local + "@" + m.Domain }

func (m Mailbox) Tagged(tag string) string {
	if tag == "" {
		return m.Addr()
	}
	return m.Local + "+" + tag + "@" + m.Domain
}

func ParseMailbox(s string) (Mailbox, error) {
	if strings.TrimSpace(s) == "" {
		return Mailbox{}, errors.New("is missing")
	}
	a, err := mail.ParseAddress(s)
	if err != nil {
		return Mailbox{}, fmt.Errorf("%q is not a mail address", s)
	}
	norm, err := mime.NormalAddress(a.Address)
	if err != nil {
		return Mailbox{}, fmt.Errorf("%q is not a mail address", s)
	}
	local, domain, _ := strings.Cut(norm, "@")
	for _, r := range local {
		if (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '.' && r != '-' && r != '_' {
			return Mailbox{}, fmt.Errorf("the part before the @ may hold only letters, digits, '.', '-' and '_', not %q", r)
		}
	}
	if len(local) > maxLocal {
		return Mailbox{}, fmt.Errorf("the part before the @ is longer than %d bytes: there is no room for reply tags", maxLocal)
	}
	return Mailbox{Name: mime.CleanLine(a.Name, 100), Local: local, Domain: domain}, nil
}

// Is reports whether addr is this mailbox, with any tag.
func (m Mailbox) Is(addr string) bool {
	_, ok := m.CutTag(addr)
	return ok
}

// CutTag reports whether addr is this mailbox, with or without a tag, and returns the
// tag. Case does not matter, the domain may be spelled in Unicode.
func (m Mailbox) CutTag(addr string) (tag string, ok bool) {
	i := strings.LastIndexByte(addr, '@')
	if i < 0 {
		return "", false
	}
	local, tag, _ := strings.Cut(addr[:i], "+")
	domain := strings.ToLower(strings.TrimSuffix(addr[i+1:], "."))
	if d, err := idna.Lookup.ToASCII(domain); err == nil {
		domain = d
	}
	if !strings.EqualFold(local, m.Local) || domain != m.Domain {
		return "", false
	}
	return tag, true
}
