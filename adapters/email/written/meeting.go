package written

import (
	"strings"

	"bridge/internal/lazyre"
)

// What calendars and programs for meetings put into a mail: below what the person says how one
// joins, and above it when and where it is.

const maxMeeting = 60 // lines

var (
	// joins is a link by which one joins a meeting.
	joins = lazyre.New(`(?i)https?://[^\s<>]*(?:/meetup-join/|/meet/\d|teams\.live\.|zoom\.\w+[^\s<>]*/[jw]/\d|webex\.\w+[^\s<>]*/(?:meet|j\.php|wbxmjs)|meet\.google\.\w+/\w|gotomeet)`)
	// meets is the name of such a program, in the line that its text begins with.
	meets = lazyre.New(`(?i)\b(?:zoom|microsoft teams|teams|webex|google meet|gotomeeting|skype)\b`)
	// row is a line of such a text: a label and what it says.
	row = lazyre.New(`^[*• ]*[\p{L}][^:?!]{1,40}[:：] ?\S.{0,120}$`)
	// stars stand below when and where, above what an invitation says.
	stars = lazyre.New(`^(?:\*~){4,}\*?$`)
)

// meetingAt is where at the end of lines begins how one joins a meeting: at a line of dashes or
// one with the name of a program for meetings, with nothing below but links, rows and numbers.
// The number of lines if they do not end so.
func meetingAt(lines []string) int {
	n := len(lines)
	joined, told := false, 0
	at := n
	for i := n - 1; i > 0 && n-i < maxMeeting; i-- {
		l := strings.TrimSpace(lines[i])
		if strings.HasPrefix(l, Mark) {
			break
		}
		head := linkedTo(l)
		begins := joined && told > 1 && (ruler(l) && len(l) > 30 || meets.MatchString(head) && len(head) < 120 && !plea.MatchString(head) && !strings.ContainsAny(strings.TrimSuffix(head, "?"), "?!"))
		if begins {
			at = i
		}
		joined = joined || joins.MatchString(l)
		switch {
		case blank(l), ruler(l):
		case numbered(l), row.MatchString(l) && !spoken(l):
			told++
		case begins, strings.Contains(l, "://"), strings.Contains(l, "<tel:"), strings.HasPrefix(l, "+") && reached(l):
		case len(strings.Fields(l)) < 14 && i+1 < n && !blank(lines[i+1]) && !spoken(l) && !plea.MatchString(l):
		default:
			return at
		}
	}
	return at
}

// uninvited are lines without when and where an invitation is, as calendars put it above what
// it says.
func uninvited(lines []string) []string {
	for i, l := range lines[:min(len(lines), 16)] {
		switch l = strings.TrimSpace(l); {
		case stars.MatchString(l) && i > 0 && saidAbove(lines[i+1:]):
			return lines[i+1:]
		case !blank(l) && !strings.Contains(l, ":"):
			return lines
		}
	}
	return lines
}
