// Package calendar says in words what an invitation or another calendar file holds (RFC 5545).
package calendar

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"bridge/adapters/email/mime"
)

// Limits of what is said about a calendar.
const (
	maxEvents = 5
	maxNote   = 4000 // characters of a description
)

// Text says in words what a calendar holds (RFC 5545); "" if it holds no
// event.
func Text(ics string) string {
	method := "Event"
	var texts []string
	var e map[string]icsLine
	depth := 0 // of what is within an event: alarms
	more := 0
	ics = strings.NewReplacer("\n ", "", "\n\t", "").Replace(ics) // unfolded
	for line := range strings.Lines(ics) {
		l := readICS(strings.TrimRight(line, "\n"))
		kind := strings.ToUpper(l.value)
		switch {
		case l.name == "METHOD":
			switch kind {
			case "REQUEST":
				method = "Invitation"
			case "CANCEL":
				method = "Cancelled"
			case "REPLY":
				method = "Answer to an invitation"
			case "COUNTER":
				method = "Another time is proposed"
			}
		case l.name == "BEGIN" && e != nil:
			depth++
		case l.name == "BEGIN" && (kind == "VEVENT" || kind == "VTODO"):
			e = map[string]icsLine{}
		case l.name == "END" && e != nil && depth > 0:
			depth--
		case l.name == "END" && e != nil:
			if len(texts) < maxEvents {
				texts = append(texts, eventWords(method, e))
			} else {
				more++
			}
			e = nil
		case e != nil && depth == 0:
			if _, seen := e[l.name]; !seen && len(e) < 100 {
				e[l.name] = l
			}
		}
	}
	if more > 0 {
		texts = append(texts, fmt.Sprintf("(%d more in the file)", more))
	}
	return strings.Join(texts, "\n\n")
}

// icsLine is one line of a calendar.
type icsLine struct {
	name   string
	params map[string]string
	value  string
}

func readICS(s string) icsLine {
	l := icsLine{params: map[string]string{}}
	quoted, from, param := false, 0, ""
	for i := range len(s) {
		c := s[i]
		if c == '"' {
			quoted = !quoted
		}
		if quoted || (c != ';' && c != ':' && c != '=') {
			continue
		}
		word := strings.Trim(s[from:i], `"`)
		switch {
		case c == '=' && l.name != "" && param == "":
			param = strings.ToUpper(word)
		case c == '=':
			continue
		case l.name == "":
			l.name = strings.ToUpper(word)
		default:
			l.params[param], param = word, ""
		}
		from = i + 1
		if c == ':' {
			l.value = s[from:]
			return l
		}
	}
	return icsLine{}
}

var icsEscapes = strings.NewReplacer(`\n`, "\n", `\N`, "\n", `\,`, ",", `\;`, ";", `\\`, `\`)

func eventWords(method string, e map[string]icsLine) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s", method, cmp.Or(mime.CleanLine(icsEscapes.Replace(e["SUMMARY"].value), 300), "without a title"))
	when := icsTime(e["DTSTART"])
	if end := icsTime(e["DTEND"]); end != "" && when != "" && end != when {
		when += " to " + end
	}
	if due := icsTime(e["DUE"]); due != "" {
		when = strings.TrimPrefix(when+", due "+due, ", ")
	}
	for _, f := range []struct{ name, value string }{
		{"When", when},
		{"Repeats", e["RRULE"].value},
		{"Where", icsEscapes.Replace(e["LOCATION"].value)},
		{"Organizer", person(e["ORGANIZER"])},
		{"Answer", e["ATTENDEE"].params["PARTSTAT"]},
	} {
		if f.name == "Answer" && !strings.HasPrefix(method, "Answer") {
			continue
		}
		if v := mime.CleanLine(f.value, 300); v != "" {
			fmt.Fprintf(&b, "\n%s: %s", f.name, v)
		}
	}
	note := []rune(strings.TrimSpace(icsEscapes.Replace(e["DESCRIPTION"].value)))
	if len(note) > maxNote {
		note = append(note[:maxNote], '…')
	}
	if len(note) > 0 {
		b.WriteString("\n\n" + string(note))
	}
	return b.String()
}

// person is an organizer by name and address.
func person(l icsLine) string {
	addr := l.value
	if len(addr) > 7 && strings.EqualFold(addr[:7], "mailto:") {
		addr = addr[7:]
	}
	if name := l.params["CN"]; name != "" && !strings.EqualFold(name, addr) {
		return name + " <" + addr + ">"
	}
	return addr
}

// icsTime is a point of time as it was written, in the zone that it was given in.
func icsTime(l icsLine) string {
	if t, err := time.Parse("20060102", l.value); err == nil {
		return t.Format(time.DateOnly)
	}
	t, err := time.Parse("20060102T150405", strings.TrimSuffix(l.value, "Z"))
	if err != nil {
		return l.value
	}
	s := t.Format("2006-01-02 15:04")
	switch zone := l.params["TZID"]; {
	case strings.HasSuffix(l.value, "Z"):
		s += " UTC"
	case zone != "":
		s += " (" + zone + ")"
	}
	return s
}
