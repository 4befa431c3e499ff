package message

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"unicode/utf8"

	"bridge/internal/lazyre"
)

// Brand is how a channel presents itself to people: above and below its mails, and on the
// approval page. It is the operator's own text.
type Brand struct {
	Name   string `toml:"name"`   // ≤ 60 runes in one line; "" = the display name of the channel's address
	Logo   string `toml:"logo"`   // https URL of a picture, shown 32 pixels high; "" = none
	Colour string `toml:"colour"` // "#rrggbb", of the line below the name; "" = a grey
	Footer string `toml:"footer"` // ≤ 500 runes; "" = none
	// Subject is that of mails that ask, one line of at most 100 runes with {{.summary}} in it,
	// and {{.tool}} and {{.asker}} where they are wanted; "" = the summary alone.
	Subject string `toml:"subject"`
}

// What a subject may hold.
const (
	aSummary = "{{.summary}}"
	aTool    = "{{.tool}}"
	anAsker  = "{{.asker}}"
)

// Titled is the subject of a mail that asks, without what it binds a reply by.
func (b Brand) Titled(summary, tool, asker string) string {
	if b.Subject == "" {
		return summary
	}
	return strings.NewReplacer(aSummary, summary, aTool, tool, anAsker, asker).Replace(b.Subject)
}

// Accent is the colour of the brand.
func (b Brand) Accent() string {
	if b.Colour == "" {
		return "#8c959f"
	}
	return b.Colour
}

var rgb = lazyre.New(`^#[0-9a-fA-F]{6}$`)

// Check returns the key that is wrong and why; nil if none is.
func (b Brand) Check() (key string, err error) {
	u, bad := url.Parse(b.Logo)
	switch {
	case utf8.RuneCountInString(b.Name) > 60 || strings.ContainsAny(b.Name, "\r\n"):
		return "name", errors.New("is one line of at most 60 characters")
	case b.Logo != "" && (bad != nil || u.Scheme != "https" || u.Host == "" || u.User != nil):
		return "logo", errors.New("is not an https URL")
	case b.Colour != "" && !rgb.MatchString(b.Colour):
		return "colour", errors.New(`is not a colour such as "#0b57d0"`)
	case utf8.RuneCountInString(b.Footer) > 500:
		return "footer", errors.New("has more than 500 characters")
	case b.Subject == "":
	case utf8.RuneCountInString(b.Subject) > 100 || strings.ContainsAny(b.Subject, "\r\n"):
		return "subject", errors.New("is one line of at most 100 characters")
	case !strings.Contains(b.Subject, aSummary):
		return "subject", fmt.Errorf("has no %s: it would not say what is asked", aSummary)
	case strings.Contains(b.Titled("", "", ""), "{{"):
		return "subject", fmt.Errorf("has something else in braces than %s, %s and %s", aSummary, aTool, anAsker)
	}
	return "", nil
}
