package mime

import (
	"strings"

	"bridge/internal/lazyre"
)

// replyPrefix is what mail programs put before a subject, in many languages,
// with an optional count: "Re:", "AW[2]:", "回复：".
var replyPrefix = lazyre.New(`(?i)^\s*(re|fwd|fw|aw|wg|sv|vs|vb|vl|antw|doorst|odp|pd|r|rif|i|res|enc|tr|rv|ynt|İlt|ilt|atb|回复|答复|转发|回覆|轉寄)\s*(\[\d{1,3}\]|\(\d{1,3}\)|\^\d{1,3})?\s*[:：]\s*`)

var (
	answered  = lazyre.New(`(?i)^\s*(re|aw|sv|vs|antw|odp|r|rif|res|ynt|atb|回复|答复|回覆|回信)\s*([\[(^]\d{1,3}[\])]?)?\s*[:：]`)
	forwarded = lazyre.New(`(?i)^\s*(fwd?|wg|tr|rv|i|vb|enc|doorst|转发|轉寄)\s*:`)
)

// BareSubject is a subject without "Re:" and the like.
func BareSubject(s string) string {
	for strings.Contains(s, ":") || strings.Contains(s, "：") { // else there is none
		cut := replyPrefix.FindString(s)
		if cut == "" {
			break
		}
		s = s[len(cut):]
	}
	return s
}

// Answers reports whether a subject is one that mail programs give to an answer.
func Answers(subject string) bool { return answered.MatchString(subject) }

// Forwards reports whether a subject is one that mail programs give to a mail that is
// passed on.
func Forwards(subject string) bool { return forwarded.MatchString(subject) }
