package twilio

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// whatsAppPrefix stands before everybody on WhatsApp, also before us.
const whatsAppPrefix = "whatsapp:"

var (
	userID     = regexp.MustCompile(`^[A-Z]{2}\.[A-Za-z0-9]{1,128}$`)
	messageSID = regexp.MustCompile(`^[A-Z]{2}[0-9a-fA-F]{32}$`)
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

// cleanText is what somebody wrote, as valid UTF-8 with LF line ends and without
// other controls; damaged says that it was no UTF-8.
func cleanText(s string) (text string, damaged bool) {
	damaged = !utf8.ValidString(s)
	s = strings.ToValidUTF8(s, "\ufffd")
	s = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(s)
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, s), damaged
}

// cleanLine is one line of at most n runes, without controls and without direction
// overrides, which make a name read as another.
func cleanLine(s string, n int) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), r >= '\u202a' && r <= '\u202e', r >= '\u2066' && r <= '\u2069':
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
	s = strings.Join(strings.Fields(s), " ")
	if utf8.RuneCountInString(s) > n {
		s = strings.TrimSpace(string([]rune(s)[:n]))
	}
	return s
}
