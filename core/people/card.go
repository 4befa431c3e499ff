package people

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/emersion/go-vcard"

	"bridge/core/message"
)

// Change is what an operator wants an entry to be. An address is written KIND:VALUE, or as
// people write it where that can be of one kind alone.
type Change struct {
	Name      string         `json:"name"`
	Language  string         `json:"language,omitempty"`
	Zone      string         `json:"timezone,omitempty"`
	Tenant    message.Tenant `json:"tenant,omitempty"`
	Addresses []string       `json:"addresses"`
	// Verified are those of the addresses for which the operator vouches, or that were verified
	// and are to stay so.
	Verified []string `json:"verified,omitempty"`
	Groups   []string `json:"groups,omitempty"`
	Approver bool     `json:"approver,omitempty"`
	Notes    string   `json:"notes,omitempty"`
	Disabled bool     `json:"disabled,omitempty"`
	Version  int64    `json:"version,omitempty"` // of the entry that is changed; 0: there is none yet
}

// Change is what an entry is, to be changed.
func (e Entry) Change() Change {
	c := Change{
		Name: e.Name, Language: e.Language, Zone: e.Zone, Tenant: e.Tenant, Groups: slices.Clone(e.Groups), Approver: e.Approver, Notes: e.Notes,
		Disabled: e.Disabled, Version: e.Version,
	}
	for _, a := range e.Addresses {
		c.Addresses = append(c.Addresses, string(a.Address))
		if !a.Verified.IsZero() {
			c.Verified = append(c.Verified, string(a.Address))
		}
	}
	return c
}

// Card is a person as a file of another program has them. It says nothing of who may decide.
type Card struct {
	ID        message.PersonID `json:"id,omitempty"` // "": found by an address, or made of the name
	Name      string           `json:"name"`
	Language  string           `json:"language,omitempty"`
	Zone      string           `json:"timezone,omitempty"`
	Groups    []string         `json:"groups,omitempty"` // none: those that there are stay
	Addresses []string         `json:"addresses,omitempty"`
	Notes     string           `json:"notes,omitempty"`
}

// Onto is what a card makes of an entry: what the card does not say stays, addresses are added.
func (c Card) Onto(e Entry) Change {
	to := e.Change()
	for _, f := range []struct {
		to   *string
		from string
	}{{&to.Name, c.Name}, {&to.Language, c.Language}, {&to.Zone, c.Zone}, {&to.Notes, c.Notes}} {
		if f.from != "" {
			*f.to = f.from
		}
	}
	if len(c.Groups) > 0 {
		to.Groups = c.Groups
	}
	for _, a := range c.Addresses {
		if !slices.Contains(to.Addresses, a) {
			to.Addresses = append(to.Addresses, a)
		}
	}
	return to
}

// Slug makes an id of a name: "Dana Bianchi" is dana-bianchi. "" if no letter of it can be in one.
func Slug(name string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(name) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		case (unicode.IsSpace(r) || r == '-' || r == '.' || r == '_') && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	return strings.Trim(b.String()[:min(b.Len(), maxID-4)], "-")
}

// MostCards is how many people one file may have.
const MostCards = 100000

// columns are those of a CSV file, by what they may be called.
func columns() map[string]string {
	return map[string]string{
		"id": "id", "name": "name", "full name": "name", "display name": "name", "language": "language", "timezone": "timezone", "time zone": "timezone", "groups": "groups", "notes": "notes",
		"address": "addresses", "addresses": "addresses", "email": "email", "e-mail": "email", "mail": "email", "phone": "sms", "mobile": "sms", "sms": "sms", "whatsapp": "whatsapp",
	}
}

// ReadCSV reads people of a file whose first line names its columns: id, name, email, phone,
// whatsapp, addresses, language, timezone, groups, notes. Several values in a field have
// semicolons between them. What other columns have is not read, and no column makes an approver.
func ReadCSV(in io.Reader) ([]Card, error) {
	r := csv.NewReader(in)
	r.TrimLeadingSpace = true
	head, err := r.Read()
	if err != nil {
		return nil, fmt.Errorf("the first line names the columns: %w", err)
	}
	of, known := make([]string, len(head)), columns()
	for i, name := range head {
		of[i] = known[strings.ToLower(strings.TrimSpace(strings.TrimPrefix(name, "\ufeff")))]
	}
	if !slices.Contains(of, "name") {
		return nil, errors.New(`there is no column "name"`)
	}
	var all []Card
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		if len(all) == MostCards {
			return nil, fmt.Errorf("there are more than %d people", MostCards)
		}
		var c Card
		for i, v := range row {
			v = strings.TrimSpace(v)
			if i >= len(of) || v == "" {
				continue
			}
			switch of[i] {
			case "id":
				c.ID = message.PersonID(v)
			case "name":
				c.Name = v
			case "language":
				c.Language = v
			case "timezone":
				c.Zone = v
			case "notes":
				c.Notes = v
			case "groups":
				c.Groups = list(v)
			case "addresses":
				c.Addresses = append(c.Addresses, list(v)...)
			case "":
			default: // a kind of addresses
				for _, a := range list(v) {
					c.Addresses = append(c.Addresses, of[i]+":"+a)
				}
			}
		}
		all = append(all, c)
	}
}

func list(v string) (all []string) {
	for _, x := range strings.Split(v, ";") {
		if x = strings.TrimSpace(x); x != "" {
			all = append(all, x)
		}
	}
	return all
}

// ReadVCard reads people of vCards (RFC 6350, and the versions before it): FN, EMAIL, TEL,
// LANG, TZ, CATEGORIES and NOTE. A number is one for SMS.
func ReadVCard(in io.Reader) ([]Card, error) {
	d := vcard.NewDecoder(in)
	var all []Card
	for {
		v, err := d.Decode()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return nil, fmt.Errorf("card %d: %w", len(all)+1, err)
		}
		if len(all) == MostCards {
			return nil, fmt.Errorf("there are more than %d people", MostCards)
		}
		c := Card{Name: strings.TrimSpace(v.PreferredValue(vcard.FieldFormattedName)), Language: v.PreferredValue(vcard.FieldLanguage), Notes: v.Value(vcard.FieldNote)}
		if zone := v.Value(vcard.FieldTimezone); strings.Contains(zone, "/") { // not "+01:00", which no zone is
			c.Zone = zone
		}
		for _, g := range v.Categories() {
			if g = Slug(g); g != "" && !slices.Contains(c.Groups, g) {
				c.Groups = append(c.Groups, g)
			}
		}
		for _, a := range v.Values(vcard.FieldEmail) {
			c.Addresses = append(c.Addresses, "email:"+strings.TrimPrefix(strings.TrimSpace(a), "mailto:"))
		}
		for _, a := range v.Values(vcard.FieldTelephone) {
			c.Addresses = append(c.Addresses, "sms:"+strings.TrimPrefix(strings.TrimSpace(a), "tel:"))
		}
		all = append(all, c)
	}
}
