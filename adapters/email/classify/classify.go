// Package classify tells what kind of mail a mail is: whether a human wrote it, a program,
// or the bridge itself.
package classify

import (
	"bufio"
	"io"
	"strings"

	"bridge/adapters/email/mime"
	"bridge/adapters/email/tag"
	"bridge/core/message"
	"bridge/internal/lazyre"
)

// maxReceived is how many hops a mail may have made.
const maxReceived = 30

// Mail is what the class of a mail is told from.
type Mail struct {
	Root     *mime.Part
	Src      io.ReaderAt
	From     string // normalised; "" if the mail has no usable sender, which only a bounce may be
	NullPath bool   // the return path is the null path
	Human    bool   // mail of this sender counts as written by a human, although it looks automatic
}

// evidence is what the rules look at.
type evidence struct {
	Mail
	ours    tag.Tags
	h       mime.Header
	local   string // the part of From before the @, without tag
	name    string // display name, decoded
	subject string // decoded
}

// rule is one row of the decision table. It returns why it fits, "" if it does not.
type rule struct {
	class message.Class
	why   func(evidence) string
	// spared says that senders whose mail counts as human are not judged by it.
	spared bool
}

// rules is the decision table; the first that fits wins. A mail that was seen
// before is told by admission, which keeps the ids.
//
// Human is the only class that may decide anything, and it is no proof: a mail
// is human because nothing shows that a program made it.
func rules() []rule {
	return []rule{
		{message.Self, isSelf, false},
		{message.Loop, isLoop, false},
		{message.Bounce, isStatusReport, false},
		{message.Complaint, isFeedback, false},
		{message.ReadNote, isReceipt, false},
		{message.Auto, isOtherReport, false},
		{message.Auto, isAutoReplyWithoutPath, false},
		{message.Bounce, hasNullPath, false},
		{message.Bounce, isFromMailSystem, false},
		{message.Auto, isAutoSubmitted, true},
		{message.Auto, hasAutoHeader, true},
		{message.Quiet, wantsNoAnswer, true},
		{message.Auto, isBulkPrecedence, true},
		{message.List, isList, true},
		{message.Bulk, isNewsletter, true},
		{message.Calendar, isCalendar, true},
		{message.Quiet, hasAutoSubject, true},
		{message.Quiet, isFromNoReply, true},
	}
}

// Of says what kind of mail it is and which rule said so. ours knows our own mail.
//
// A sender whose mail counts as human is spared the rules that read marks which ticket
// systems, web forms and mailing lists put on what humans wrote. Anybody can write such a
// From line; that gains him nothing but the treatment of every mail without such marks: who
// may start a turn and who may decide is checked elsewhere, by what the sender has proven.
// Bounces and our own mail are never spared.
func Of(m Mail, ours tag.Tags) (message.Class, string) {
	h := m.Root.Header
	e := evidence{
		Mail: m, ours: ours, h: h,
		name:    strings.ToLower(displayName(h.FromField())),
		subject: mime.CleanLine(mime.DecodeWords(h.Get("subject")), 1000),
	}
	e.local, _, _ = strings.Cut(localPart(m.From), "+")
	for _, r := range rules() {
		if r.spared && m.Human {
			continue
		}
		if why := r.why(e); why != "" {
			return r.class, why
		}
	}
	return message.Human, ""
}

// isSelf: our own mail came back. The marks carry our MAC; a From line needs none.
func isSelf(e evidence) string {
	for _, v := range e.h.All("x-bridge-loop") {
		if e.ours.OwnLoopMark(v) {
			return "X-Bridge-Loop"
		}
	}
	for _, name := range []string{"message-id", "resent-message-id"} {
		for _, v := range e.h.All(name) {
			for _, id := range mime.MessageIDs(v) {
				if e.ours.OwnMessageID(id) {
					return name
				}
			}
		}
	}
	if _, ours := e.ours.Self.CutTag(e.From); ours {
		return "From is our own address"
	}
	return ""
}

func isLoop(e evidence) string {
	if len(e.h.All("received")) > maxReceived {
		return "more than 30 Received fields"
	}
	return ""
}

// isStatusReport: RFC 3464, also where the report type is missing or the part
// stands in another multipart.
func isStatusReport(e evidence) string {
	switch {
	case hasMedia(e.Root, "message/delivery-status"), hasMedia(e.Root, "message/global-delivery-status"):
		return "message/delivery-status"
	case e.Root.Media != "multipart/report":
		return ""
	case e.reportType() == "delivery-status":
		return "multipart/report: delivery-status"
	case e.reportType() == "" && !hasMedia(e.Root, "message/feedback-report") && !hasMedia(e.Root, "message/disposition-notification"):
		return "multipart/report without a type"
	}
	return ""
}

func (e evidence) reportType() string {
	return strings.ToLower(strings.TrimSpace(e.Root.Params["report-type"]))
}

// isFeedback: RFC 5965, and what Microsoft sends in its place.
func isFeedback(e evidence) string {
	switch {
	case e.Root.Media == "multipart/report" && e.reportType() == "feedback-report", hasMedia(e.Root, "message/feedback-report"):
		return "feedback-report"
	case e.From == "staff@hotmail.com" && strings.HasPrefix(strings.ToLower(e.subject), "complaint about message from") && hasMedia(e.Root, "message/rfc822"):
		return "complaint about message from"
	}
	return ""
}

func isReceipt(e evidence) string {
	if e.Root.Media == "multipart/report" && e.reportType() == "disposition-notification" || hasMedia(e.Root, "message/disposition-notification") {
		return "disposition-notification"
	}
	return ""
}

// isOtherReport: reports on TLS, DMARC and what comes after them.
func isOtherReport(e evidence) string {
	if e.Root.Media == "multipart/report" {
		return "multipart/report: " + mime.CleanLine(e.reportType(), 60)
	}
	return ""
}

// isAutoReplyWithoutPath: vacation programs, too, send with the null path
// (RFC 3834 §3.3); their words are no bounce. Mail systems call their bounces
// auto-replied as well: their name goes first.
func isAutoReplyWithoutPath(e evidence) string {
	if !e.NullPath || isFromMailSystem(e) != "" {
		return ""
	}
	if why := isAutoSubmitted(e); strings.EqualFold(why, "Auto-Submitted: auto-replied") {
		return why
	}
	if why := hasAutoHeader(e); why != "" {
		return why
	}
	return hasAutoSubject(e)
}

// hasNullPath: nobody may answer it (RFC 5321 §4.5.5). What it says of a mail of
// ours, if anything, is read from it and from the tag of its recipient.
func hasNullPath(e evidence) string {
	if e.NullPath {
		return "null return path"
	}
	return ""
}

// isFromMailSystem: bounces that are no reports, from qmail, old Exim and others.
func isFromMailSystem(e evidence) string {
	if len(e.h.All("x-failed-recipients")) > 0 {
		return "X-Failed-Recipients"
	}
	local := e.local
	if e.From == "" { // a local mail system writes no domain
		local, _, _ = strings.Cut(strings.ToLower(strings.Trim(bareFrom(e.h.FromField()), "<>\" ")), "@")
	}
	if MailSystem(local) {
		return "From " + mime.CleanLine(local, 60)
	}
	for _, n := range mailSystemNames {
		if strings.HasPrefix(e.name, n) {
			return "From " + mime.CleanLine(e.name, 60)
		}
	}
	return ""
}

// isAutoSubmitted: RFC 3834 §5.
func isAutoSubmitted(e evidence) string {
	for _, v := range e.h.All("auto-submitted") {
		word, _, _ := strings.Cut(quotedOrComment.ReplaceAllString(v, " "), ";")
		if fields := strings.Fields(word); len(fields) > 0 && !strings.EqualFold(fields[0], "no") {
			return "Auto-Submitted: " + mime.CleanLine(fields[0], 60)
		}
	}
	return ""
}

func hasAutoHeader(e evidence) string {
	for _, f := range e.h {
		if m, ok := autoHeaders[f.Name]; ok && m(strings.ToLower(f.Value)) {
			return f.Name + ": " + mime.CleanLine(f.Value, 60)
		}
	}
	return ""
}

// wantsNoAnswer: gateways put it on mail of humans too, so it starts a turn,
// which nothing answers.
func wantsNoAnswer(e evidence) string {
	for _, v := range e.h.All("x-auto-response-suppress") {
		for _, w := range strings.FieldsFunc(strings.ToLower(v), func(r rune) bool { return r == ',' || r == ';' || r == ' ' }) {
			if w == "all" || w == "oof" || w == "autoreply" {
				return "X-Auto-Response-Suppress: " + mime.CleanLine(v, 60)
			}
		}
	}
	return ""
}

// precedences are the values of Precedence, without what follows them.
func (e evidence) precedences() []string {
	var out []string
	for _, v := range e.h.All("precedence") {
		if w := strings.Fields(strings.ToLower(v)); len(w) > 0 {
			out = append(out, strings.ReplaceAll(strings.Trim(w[0], ";,."), "-", "_"))
		}
	}
	return out
}

func isBulkPrecedence(e evidence) string {
	for _, w := range e.precedences() {
		if w == "bulk" || w == "junk" || w == "auto_reply" {
			return "Precedence: " + w
		}
	}
	return ""
}

func isList(e evidence) string {
	for _, w := range e.precedences() {
		if w == "list" {
			return "Precedence: list"
		}
	}
	for _, name := range listHeaders {
		if len(e.h.All(name)) > 0 {
			return name
		}
	}
	return ""
}

func isNewsletter(e evidence) string {
	if len(e.h.All("list-unsubscribe")) > 0 {
		return "list-unsubscribe"
	}
	return ""
}

// isCalendar: an invitation, or the answer that a calendar gives to one. An
// event that somebody attached to his mail is a file; an answer never is.
func isCalendar(e evidence) string {
	var found string
	e.Root.Walk(func(p *mime.Part) {
		if found != "" || p.Media != "text/calendar" {
			return
		}
		disposition := p.Disposition()
		method := strings.ToUpper(mime.CleanLine(p.Params["method"], 20))
		if method == "" {
			method = calendarMethod(p, e.Src)
		}
		if calendarMethods[method] && (disposition != "attachment" || method == "REPLY") {
			found = "text/calendar: " + method
		}
	})
	return found
}

// calendarMethod reads METHOD out of an event (RFC 5546), "" if it has none.
func calendarMethod(p *mime.Part, src io.ReaderAt) string {
	r, _ := p.Open(src)
	s := bufio.NewScanner(io.LimitReader(r, 16<<10))
	for s.Scan() {
		if name, v, ok := strings.Cut(s.Text(), ":"); ok && strings.EqualFold(strings.TrimSpace(name), "METHOD") {
			return strings.ToUpper(mime.CleanLine(v, 20))
		}
	}
	return ""
}

// hasAutoSubject: there are responders that show in nothing else.
func hasAutoSubject(e evidence) string {
	if p := autoSubject(e.subject); p != "" {
		return "the subject begins with " + p
	}
	return ""
}

func isFromNoReply(e evidence) string {
	if noReply(e.local) {
		return "From " + mime.CleanLine(e.local, 60)
	}
	return ""
}

func hasMedia(p *mime.Part, media string) bool {
	found := false
	p.Walk(func(p *mime.Part) { found = found || p.Media == media })
	return found
}

func localPart(addr string) string {
	if i := strings.LastIndexByte(addr, '@'); i >= 0 {
		return addr[:i]
	}
	return ""
}

// displayName is the name in a From field, decoded; "" if it has none.
func displayName(from string) string {
	name, _, ok := strings.Cut(from, "<")
	if !ok {
		return ""
	}
	return mime.CleanLine(strings.Trim(mime.DecodeWords(strings.TrimSpace(name)), `" `), 200)
}

// bareFrom is what stands between the angle brackets, else all of it.
func bareFrom(from string) string {
	if _, rest, ok := strings.Cut(from, "<"); ok {
		rest, _, _ = strings.Cut(rest, ">")
		return rest
	}
	return quotedOrComment.ReplaceAllString(from, "")
}

// quotedOrComment is what an address must not be searched in.
var quotedOrComment = lazyre.New(`"(?:[^"\\]|\\.)*"|\([^()]*\)`)
