// Package twilio is what the channels sms and whatsapp share: the account, the
// webhooks that Twilio calls (signed, deduplicated, durable before they are
// answered), the calls that we make to its API, and its errors as data.
package twilio

import (
	"fmt"
	"net/url"
	"strings"

	"bridge/config"
	"bridge/internal/lazyre"
)

// Account is the part of a [channels.NAME] section that both types have.
type Account struct {
	SID string // AC…
	// Tokens are the auth tokens: the first one signs in to the API, each of them
	// verifies webhooks, so that a token can be replaced. Of the account that owns
	// the number: a sub-account signs with its own.
	Tokens []func() string
	// From is our number in E.164, a short code or an alphanumeric sender; without
	// "whatsapp:". Empty with Service.
	From    string
	Service string // MG…: a Messaging Service in place of From
	// APIURL is where the API is; "" = Twilio. For test servers.
	APIURL string
	// Rate is how many messages a second the sender may send, on all nodes together; N = 0 is
	// no limit.
	Rate config.Rate
	// Segments bounds what all channels send in a time, in SMS segments.
	Segments config.Rate
}

var (
	accountSID = lazyre.New(`^AC[0-9a-fA-F]{32}$`)
	serviceSID = lazyre.New(`^MG[0-9a-fA-F]{32}$`)
	contentSID = lazyre.New(`^HX[0-9a-fA-F]{32}$`)
	number     = lazyre.New(`^\+[1-9][0-9]{6,14}$`)
	shortCode  = lazyre.New(`^[0-9]{3,8}$`)
	alphaName  = lazyre.New(`^[A-Za-z0-9 ]{1,11}$`)
	authToken  = lazyre.New(`^[a-zA-Z0-9]{16,128}$`)
)

// IsContentSID says whether s has the form of a content resource's id.
func IsContentSID(s string) bool { return contentSID.MatchString(s) }

// IsNumber says whether s is a number of a person in E.164. Short codes and
// alphanumeric senders are none: they are never people.
func IsNumber(s string) bool { return number.MatchString(s) }

// OneWay reports whether nobody can answer to the sender: an alphanumeric one.
func (a Account) OneWay() bool {
	return a.From != "" && !number.MatchString(a.From) && !shortCode.MatchString(a.From)
}

// Check returns the mistakes in the account, with the keys of the section.
func (a Account) Check() []config.Mistake {
	var ms []config.Mistake
	add := func(key, problem, write string) {
		ms = append(ms, config.Mistake{Key: key, Problem: problem, Write: write})
	}
	if a.SID != "" && !accountSID.MatchString(a.SID) {
		add("account_sid", "it is not the SID of an account", `"AC" and 32 hexadecimal digits, as the Twilio console shows it`)
	}
	for i, t := range a.Tokens {
		// With an empty token every forged webhook would verify.
		if !authToken.MatchString(t()) {
			key := "auth_token"
			if len(a.Tokens) > 1 {
				key = fmt.Sprintf("auth_token[%d]", i)
			}
			add(key, "it is not an auth token: those have 32 letters and digits", `"${TWILIO_AUTH_TOKEN}"`)
		}
	}
	switch {
	case a.From == "" && a.Service == "":
		add("from", "it is missing, and so is messaging_service_sid: nothing can be sent", `your number at Twilio, such as "+15005550006"`)
	case a.From != "" && a.Service != "":
		add("messaging_service_sid", "from is set, too", "one of the two")
	case a.Service != "" && !serviceSID.MatchString(a.Service):
		add("messaging_service_sid", "it is not the SID of a Messaging Service", `"MG" and 32 hexadecimal digits`)
	case a.From != "" && !number.MatchString(a.From) && !shortCode.MatchString(a.From) && !alphaName.MatchString(a.From):
		add("from", "it is not a sender", `a number with + and country code, such as "+15005550006"`)
	}
	if a.APIURL != "" {
		if u, err := url.Parse(a.APIURL); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || strings.Trim(u.Path, "/") != "" {
			add("api_url", "it is not the URL of a server", `leave it out, or "http://127.0.0.1:9999" of a test server`)
		}
	}
	return ms
}
