// Package report reads what a mail says of an earlier mail: a bounce (RFC 3464,
// and the many that have no report part), a complaint (RFC 5965) or a reading
// receipt (RFC 8098). It opens nothing, keeps nothing and believes nothing:
// whoever calls it decides whether the report is about a mail that he sent, for
// all of it can be forged.
//
// Everything is bounded: what stands behind the limits is not read.
package report

import (
	"bufio"
	"bytes"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/internal/lazyre"
)

// The limits of one report.
const (
	maxParts      = 30
	maxMail       = 128 << 10 // bytes read of all parts
	maxBody       = 64 << 10  // bytes read of one part
	maxLine       = 2000      // bytes of one line that are looked at
	maxEntries    = 100
	maxIDs        = 10
	maxID         = 998 // bytes
	maxDiagnostic = 300 // runes
	maxAddress    = 320 // bytes
)

// Mail is a mail that reports something.
type Mail struct {
	Subject string   // decoded
	Failed  []string // the values of X-Failed-Recipients
	Parts   []Part   // the parts that hold no others, in their order
}

// Part is one part of it.
type Part struct {
	Media string    // type/subtype in lower case
	Body  io.Reader // the content, decoded to UTF-8; an error ends it
}

// Action is what was done with a mail for one recipient (RFC 3464 §2.3.3).
type Action string

// The actions.
const (
	Failed    Action = "failed"
	Delayed   Action = "delayed"
	Delivered Action = "delivered"
	Relayed   Action = "relayed"  // handed to a system that reports nothing
	Expanded  Action = "expanded" // handed to the members of a list
)

// Entry is what became of the mail for one recipient.
type Entry struct {
	Recipient  string // the address that the reporter used; "" if it names none
	Original   string // the address that the sender used, if it is told
	Action     Action
	Status     string // "5.1.1" (RFC 3463); "" if there is none
	Reply      string // the SMTP reply code, "550"; "" if there is none
	Diagnostic string // the reporter's words, one line of at most 300 runes
}

// Code returns the most telling code of the entry, "" if there is none.
func (e Entry) Code() string {
	if e.Status != "" {
		return e.Status
	}
	return e.Reply
}

// Report is what a mail says. All of it is untrusted.
type Report struct {
	Entries []Entry
	// Returned are the Message-IDs, with their angle brackets, of the mail that
	// the report is about: of the returned part, then those that it is said to have.
	Returned []string
	// ReturnPaths are the envelope senders that the mail is said to have had.
	ReturnPaths []string
	// Marks are the values of X-Bridge-Message of the returned mail: no answer to a
	// mail has that field.
	Marks []string
	// Feedback is the type of a complaint in lower case, such as "abuse"; "" if it is none.
	Feedback string
	// Disposition is that of a reading receipt, such as "displayed"; "" if it is none.
	Disposition string
}

// Read reads the report. Without a report part the text is read: an entry is
// made of it only if it has a code or words that say what happened.
func Read(m Mail) Report {
	var r Report
	var texts []string
	plain := false
	room := maxMail
	for i, p := range m.Parts {
		if i >= maxParts {
			break
		}
		switch p.Media {
		case "message/delivery-status", "message/global-delivery-status":
			r.status(lines(p.Body, &room))
		case "message/feedback-report":
			r.feedback(lines(p.Body, &room))
		case "message/disposition-notification", "message/global-disposition-notification":
			r.disposition(lines(p.Body, &room))
		case "message/rfc822", "message/global", "message/rfc822-headers", "text/rfc822-headers", "message/global-headers":
			r.returned(lines(p.Body, &room))
		case "text/html":
			if !plain {
				texts = append(texts, withoutTags(lines(p.Body, &room))...)
			}
		default:
			if strings.HasPrefix(p.Media, "text/") {
				if !plain {
					plain, texts = true, nil // the HTML form before it says the same
				}
				texts = append(texts, lines(p.Body, &room)...)
			}
		}
	}
	r.fromText(m, texts)
	return r
}

// lines reads a part as far as there is room, without line ends.
func lines(body io.Reader, room *int) []string {
	var out []string
	s := bufio.NewReaderSize(io.LimitReader(body, int64(min(maxBody, *room))), 4<<10)
	for {
		line, err := s.ReadBytes('\n')
		*room -= len(line)
		if len(line) > 0 {
			line = bytes.TrimRight(line, "\r\n")
			out = append(out, strings.ToValidUTF8(string(line[:min(len(line), maxLine)]), "?"))
		}
		if err != nil {
			return out
		}
	}
}

// field is one "name: value"; group counts the blank lines before it.
type field struct {
	name, value string
	group       int
}

// fields reads the fields of a report part, unfolded. What is no field is left out.
func fields(in []string) []field {
	var out []field
	group := 0
	open := false // a continuation may follow
	for _, l := range in {
		switch {
		case strings.TrimSpace(l) == "":
			group++
			open = false
		case (l[0] == ' ' || l[0] == '\t') && open:
			last := &out[len(out)-1]
			if len(last.value) < maxLine {
				last.value += " " + strings.TrimSpace(l)
			}
		default:
			name, value, ok := strings.Cut(strings.TrimSpace(l), ":")
			name = strings.TrimSpace(name)
			if open = ok && name != "" && !strings.ContainsAny(name, " \t"); open {
				out = append(out, field{strings.ToLower(name), strings.TrimSpace(value), group})
			}
		}
	}
	return out
}

// status reads a delivery-status part. The groups of the recipients are told
// apart by blank lines, which some reporters forget and others put everywhere.
func (r *Report) status(in []string) {
	type group struct {
		e      Entry
		status string
		diag   string
		id     int
	}
	var gs []*group
	var cur *group
fields:
	for _, f := range fields(in) {
		switch f.name {
		case "final-recipient", "original-recipient", "x-actual-recipient", "action", "status", "diagnostic-code":
		case "original-message-id", "x-original-message-id":
			r.addIDs(f.value)
			continue
		default:
			continue
		}
		fresh := cur == nil
		if cur != nil {
			again := f.name == "final-recipient" && cur.e.Recipient != "" || f.name == "action" && cur.e.Action != ""
			has := map[string]bool{
				"final-recipient": cur.e.Recipient != "", "original-recipient": cur.e.Original != "", "action": cur.e.Action != "",
				"status": cur.status != "", "diagnostic-code": cur.diag != "",
			}
			// Behind a blank line goes on what has not been said yet.
			fresh = again || f.group != cur.id && (has[f.name] || f.name == "final-recipient" || f.name == "original-recipient")
		}
		if fresh {
			if len(r.Entries)+len(gs) >= maxEntries {
				break fields
			}
			cur = &group{}
			gs = append(gs, cur)
		}
		cur.id = f.group
		switch f.name {
		case "final-recipient":
			cur.e.Recipient = address(f.value)
		case "original-recipient":
			cur.e.Original = address(f.value)
		case "x-actual-recipient":
			if cur.e.Recipient == "" {
				cur.e.Recipient = address(f.value)
			}
		case "action":
			cur.e.Action = action(f.value)
		case "status":
			cur.status = f.value
		case "diagnostic-code":
			cur.diag = f.value
		}
	}
	for _, g := range gs {
		e := g.e
		e.Diagnostic = oneLine(withoutType(g.diag))
		c := codesOf(g.status)
		d := codesOf(g.diag)
		e.Status, e.Reply = c.status, d.reply
		if e.Reply == "" {
			e.Reply = c.reply
		}
		// "5.0.0" says nothing; what the other server said may.
		if d.status != "" && (e.Status == "" || strings.HasSuffix(e.Status, ".0.0") && d.status[0] == e.Status[0]) {
			e.Status = d.status
		}
		if e.Action == "" {
			e.Action = actionOf(e.Code())
		}
		if e.Recipient == "" {
			e.Recipient = e.Original
		}
		if e.Action != "" {
			r.Entries = append(r.Entries, e)
		}
	}
}

// action reads an Action field; "" if it is none that we know.
func action(v string) Action {
	v = strings.ToLower(v)
	for _, w := range []struct {
		word string
		a    Action
	}{
		{"fail", Failed}, {"delay", Delayed}, {"deliver", Delivered}, {"relay", Relayed}, {"expand", Expanded},
	} {
		if strings.HasPrefix(v, w.word) {
			return w.a
		}
	}
	return ""
}

// actionOf is what a code means where nothing else is said.
func actionOf(code string) Action {
	switch {
	case strings.HasPrefix(code, "5"):
		return Failed
	case strings.HasPrefix(code, "4"):
		return Delayed
	case strings.HasPrefix(code, "2"):
		return Delivered
	}
	return ""
}

func (r *Report) feedback(in []string) {
	for _, f := range fields(in) {
		switch f.name {
		case "feedback-type":
			if word := strings.Fields(strings.ToLower(f.value)); len(word) > 0 && r.Feedback == "" {
				r.Feedback = oneLine(word[0])
			}
		case "original-rcpt-to", "removal-recipient":
			if a := address(f.value); a != "" && len(r.Entries) < maxEntries {
				r.Entries = append(r.Entries, Entry{Recipient: a, Action: Delivered})
			}
		case "original-mail-from":
			r.addPath(f.value)
		case "original-message-id", "x-original-message-id":
			r.addIDs(f.value)
		}
	}
	if r.Feedback == "" {
		r.Feedback = "other" // the field must be there, and is not always
	}
}

func (r *Report) disposition(in []string) {
	for _, f := range fields(in) {
		switch f.name {
		case "disposition": // "manual-action/MDN-sent-manually; displayed/error"
			if r.Disposition == "" {
				_, what, _ := strings.Cut(f.value, ";")
				what, _, _ = strings.Cut(what, "/")
				r.Disposition = strings.ToLower(oneLine(what))
			}
		case "original-message-id":
			r.addIDs(f.value)
		}
	}
}

// returned reads the header of the mail that came back.
func (r *Report) returned(in []string) {
	for len(in) > 0 && strings.TrimSpace(in[0]) == "" {
		in = in[1:]
	}
	for _, f := range fields(in) {
		if f.group > 0 {
			return // its body is somebody's words
		}
		switch f.name {
		case "message-id":
			r.addIDs(f.value)
		case "return-path":
			r.addPath(f.value)
		case "x-bridge-message":
			if len(f.value) <= maxAddress && len(r.Marks) < maxIDs {
				r.Marks = append(r.Marks, f.value)
			}
		}
	}
}

var idPattern = lazyre.New(`<[^<>\s]+@[^<>\s]+>`)

func (r *Report) addIDs(v string) {
	for _, id := range idPattern.FindAllString(v, maxIDs) {
		if len(id) <= maxID && len(r.Returned) < maxIDs && !slices.Contains(r.Returned, id) {
			r.Returned = append(r.Returned, id)
		}
	}
}

func (r *Report) addPath(v string) {
	if a := address(v); a != "" && len(r.ReturnPaths) < maxIDs && !slices.Contains(r.ReturnPaths, a) {
		r.ReturnPaths = append(r.ReturnPaths, a)
	}
}

var addressPattern = lazyre.New(`[^\s<>()\[\]\\,;:"'@]+@[^\s<>()\\,;:"'@]*[^\s<>()\\,;:"'@.]`)

// address returns the mail address in "rfc822; <address>", "" if there is none.
func address(v string) string {
	a := addressPattern.FindString(v)
	if len(a) > maxAddress {
		return ""
	}
	return a
}

// withoutType cuts the "smtp;" off a Diagnostic-Code.
func withoutType(v string) string {
	if kind, rest, ok := strings.Cut(v, ";"); ok && len(kind) < 20 && !strings.ContainsAny(strings.TrimSpace(kind), " \t") {
		return rest
	}
	return v
}

// oneLine makes untrusted words one line without controls.
func oneLine(s string) string {
	s = strings.Join(strings.Fields(strings.Map(func(c rune) rune {
		switch {
		case unicode.IsSpace(c):
			return ' '
		case unicode.IsControl(c) || c == utf8.RuneError || unicode.Is(unicode.Bidi_Control, c):
			return -1
		}
		return c
	}, s)), " ")
	if utf8.RuneCountInString(s) > maxDiagnostic {
		s = strings.TrimSpace(string([]rune(s)[:maxDiagnostic]))
	}
	return s
}
