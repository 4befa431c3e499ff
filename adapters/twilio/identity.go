package twilio

import (
	"strings"

	"bridge/internal/lazyre"
)

// whatsAppPrefix stands before everybody on WhatsApp, also before us.
const whatsAppPrefix = "whatsapp:"

var (
	userID     = lazyre.New(`^[A-Z]{2}\.[A-Za-z0-9]{1,128}$`)
	messageSID = lazyre.New(`^[A-Z]{2}[0-9a-fA-F]{32}$`)
)

// IsUserID says whether s is WhatsApp's own id of a user (BSUID), under which those
// write who hide their number: a country, a dot, letters and digits.
func IsUserID(s string) bool { return userID.MatchString(s) }

// Stranger says why the sender of an SMS is no person; "" for a number. Short codes
// and alphanumeric senders are machines: banks, shops, carriers.
func Stranger(from string) string {
	switch {
	case IsNumber(from):
		return ""
	case shortCode.MatchString(from):
		return "a short code"
	case strings.Contains(from, ":"):
		return "an address of another channel"
	default:
		return "an alphanumeric sender"
	}
}

// WhatsAppUser returns the value of From or ExternalUserId without its prefix; ""
// if it is neither a number nor a user id.
func WhatsAppUser(s string) string {
	s = strings.TrimPrefix(s, whatsAppPrefix)
	if IsNumber(s) || IsUserID(s) {
		return s
	}
	return ""
}
