package report

import (
	"html"
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// codes are what a text says in numbers.
type codes struct {
	status string // "5.1.1"
	reply  string // "550"
}

func (c codes) any() bool { return c.status != "" || c.reply != "" }

var (
	// An SMTP reply with its enhanced code: "550 5.1.1", "550-5.1.1", "550 #5.1.1".
	fullReply = lazyre.New(`(?:^|[^0-9.])([245][0-7]\d)[ \-:,;(#]{1,3}([245]\.\d{1,3}\.\d{1,3})(?:[^0-9.]|\.(?:[^0-9]|$)|$)`)
	// An enhanced code alone. What has more than three numbers is an address or a version.
	aloneStatus = lazyre.New(`(?:^|[^0-9.\-])([245]\.\d{1,3}\.\d{1,3})(?:[^0-9.\-]|\.(?:[^0-9]|$)|$)`)
	// A reply code alone, followed by words.
	aloneReply = lazyre.New(`(?:^|[\s:;("'#<])([45][0-7]\d)(?:[ \-:]+[^\s\d]|\s*$)`)
)

// codesOf finds the codes in a line: the more that stands together, the better.
func codesOf(s string) codes {
	if f := fullReply.FindStringSubmatch(s); f != nil && f[1][0] == f[2][0] {
		return codes{status: f[2], reply: f[1]}
	}
	var c codes
	if f := aloneStatus.FindStringSubmatch(s); f != nil {
		c.status = f[1]
	}
	if f := aloneReply.FindStringSubmatch(s); f != nil && (c.status == "" || f[1][0] == c.status[0]) {
		c.reply = f[1]
	}
	return c
}

// The words of bounces without codes. They are looked for in the subject and
// above the returned mail, in lower case.
var (
	failure = words(
		"undeliver", "failure notice", "returned mail", "returned to sender", "delivery fail", "delivery has failed", "delivery failure", "failed permanently",
		"permanent error", "permanent failure", "permanent fatal error", "could not be delivered", "couldn't be delivered", "cannot be delivered", "was not delivered",
		"wasn't delivered", "not be delivered", "not delivered", "unable to deliver", "wasn't able to deliver", "was unable to deliver", "did not reach", "didn't reach",
		"delivery status notification (failure)", "delivery status notification: error", "error has occurred while attempting to deliver", "mail failed",
		"mail failure", "address has been ignored", "user unknown", "unknown user", "no such user", "mailbox unavailable", "giving up", "given up",
		"unzustellbar", "nicht zugestellt", "non remis", "n'a pas pu être remis", "no se pudo entregar", "no se ha podido entregar", "mancata consegna",
		"non è stato recapitato", "não foi entregue", "não entregue", "onbestelbaar", "niet worden bezorgd", "kunde inte levereras", "не доставлено", "не удалось доставить",
		"配信不能", "配信できませんでした", "送信できませんでした", "退信", "无法投递",
	)
	delay = words(
		"delayed", "delay)", "warning: could not send", "warning message only", "still trying", "will keep trying", "will continue to try", "not yet been delivered",
		"has not yet", "do not need to resend", "don't need to resend", "will be retried", "verzögert", "noch nicht zugestellt", "retardé", "retrasad", "ritardat",
	)
)

func words(w ...string) []string { return w }

func says(text string, list []string) bool {
	return slices.ContainsFunc(list, func(w string) bool { return strings.Contains(text, w) })
}

// fromText reads what is told in words: the returned mail's id, the codes that
// the report part does not have, and all of it where there is no such part.
func (r *Report) fromText(m Mail, text []string) {
	told, original := split(text)
	if len(r.Returned) == 0 && len(r.Marks) == 0 {
		r.returned(original)
	}
	if len(r.Returned) == 0 {
		for _, l := range text {
			if f := quotedID.FindStringSubmatch(l); f != nil {
				r.addIDs(f[1])
			}
		}
	}
	if r.Feedback != "" || r.Disposition != "" {
		return
	}
	c, at := firstCodes(told)
	if len(r.Entries) > 0 {
		for i := range r.Entries {
			e := &r.Entries[i]
			if e.Action != Failed || !c.any() {
				continue
			}
			if e.Code() == "" || len(r.Entries) == 1 && e.Diagnostic == "" && strings.HasSuffix(e.Status, ".0.0") && code(c)[0] == e.Status[0] {
				e.Reply = c.reply
				if c.status != "" {
					e.Status = c.status
				}
			}
			if e.Diagnostic == "" {
				e.Diagnostic = paragraph(told, at)
			}
		}
		return
	}
	all := strings.ToLower(m.Subject + "\n" + strings.Join(told, "\n"))
	what := Action("")
	switch {
	case says(all, delay) && (!c.any() || code(c)[0] == '4' || says(all, delay[2:4])):
		what = Delayed
	case says(all, failure):
		what = Failed
	case c.status != "": // a reply code alone may be the number of a house
		what = actionOf(c.status)
	}
	if what == "" || what == Delivered {
		return
	}
	e := Entry{Action: what, Status: c.status, Reply: c.reply, Diagnostic: oneLine(m.Subject)}
	recipients := recipientsIn(m.Failed, told)
	if at < 0 && len(recipients) > 0 { // the reason stands beside the address
		at = slices.IndexFunc(told, func(l string) bool { return strings.Contains(l, recipients[0]) })
	}
	if at >= 0 {
		e.Diagnostic = paragraph(told, at)
	}
	if len(recipients) == 0 {
		recipients = []string{""}
	}
	for _, a := range recipients {
		e.Recipient = a
		r.Entries = append(r.Entries, e)
	}
}

func code(c codes) string { return Entry{Status: c.status, Reply: c.reply}.Code() }

// firstCodes returns the first permanent code told, else the first at all; one
// with an enhanced code goes before one without. at is -1 if there is none.
func firstCodes(told []string) (best codes, at int) {
	at = -1
	rank := 0
	for i, l := range told {
		if i+1 < len(told) && replyAtEnd.MatchString(l) { // the line was broken behind it
			l += " " + strings.TrimSpace(told[i+1])
		}
		c := codesOf(l)
		n := 0
		switch {
		case !c.any() || code(c)[0] == '2':
			continue
		case c.status != "" && c.status[0] == '5' && !strings.HasSuffix(c.status, ".0.0"):
			n = 5
		case c.status != "" && c.status[0] == '5':
			n = 4
		case code(c)[0] == '5':
			n = 3
		case c.status != "":
			n = 2
		default:
			n = 1
		}
		if n > rank {
			best, at, rank = c, i, n
		}
	}
	return best, at
}

// paragraph is the line with what belongs to it: a little before, and the rest
// of the paragraph.
func paragraph(told []string, at int) string {
	from := at
	for from > 0 && at-from < 2 && strings.TrimSpace(told[from-1]) != "" {
		from--
	}
	to := at + 1
	for to < len(told) && to-at < 5 && strings.TrimSpace(told[to]) != "" {
		to++
	}
	return oneLine(strings.Join(told[from:to], " "))
}

var (
	replyAtEnd  = lazyre.New(`(?:^|[\s:;("'#<])[45][0-7]\d\s*$`)
	quotedID    = lazyre.New(`(?i)^[>\s]*message-id:\s*(<[^<>\s]+>)`)
	headerField = lazyre.New(`(?i)^(received|return-path|message-id|from|to|subject|date|mime-version|dkim-signature|reply-to|content-type|x-[a-z\-]+|arc-[a-z\-]+|delivered-to|cc|sender|references|in-reply-to):`)
)

// split cuts a text before the mail that it quotes: where at least three lines
// in a row are fields of a mail's header.
func split(text []string) (told, original []string) {
	for i := 0; i < len(text); i++ {
		l := text[i]
		bare := strings.TrimLeft(l, "> \t")
		if !headerField.MatchString(bare) {
			continue
		}
		prefix := l[:len(l)-len(bare)]
		seen := map[string]bool{}
		var block []string
		for _, l := range text[i:min(len(text), i+500)] {
			l, ok := strings.CutPrefix(l, prefix)
			if !ok || strings.TrimSpace(l) == "" {
				break
			}
			if f := headerField.FindStringSubmatch(l); f != nil {
				seen[strings.ToLower(f[1])] = true
			} else if l[0] != ' ' && l[0] != '\t' && !strings.Contains(l, ":") {
				break
			}
			block = append(block, l)
		}
		if len(seen) >= 3 && (seen["from"] || seen["received"] || seen["message-id"]) {
			return text[:i], block
		}
		i += max(len(block)-1, 0) // what follows in it is even less of a header
	}
	return text, nil
}

// recipientsIn are the addresses that a text is about: those of
// X-Failed-Recipients, else those at the beginning of lines, else the first.
func recipientsIn(failed, told []string) []string {
	var out []string
	add := func(a string) {
		if a != "" && len(out) < maxEntries && !slices.Contains(out, a) {
			out = append(out, a)
		}
	}
	for _, v := range failed {
		for _, a := range addressPattern.FindAllString(v, maxEntries) {
			add(address(a))
		}
	}
	if len(out) > 0 {
		return out
	}
	for _, l := range told {
		l = strings.TrimLeft(l, "> \t*<\"'")
		if i := addressPattern.FindStringIndex(l); i != nil && i[0] == 0 {
			add(address(l))
		}
	}
	if len(out) > 0 {
		return out
	}
	for _, l := range told {
		if a := address(l); a != "" {
			return []string{a}
		}
	}
	return nil
}

var (
	hidden = lazyre.New(`(?is)<(style|script|head)\b.*?</(style|script|head)\s*>`)
	breaks = lazyre.New(`(?i)<(br|/p|/div|/tr|/li|/h\d|p|div|tr)\b[^<>]*>`)
	tags   = lazyre.New(`<[^<>]*>`)
)

// withoutTags makes lines of the words of HTML. It is no reader of HTML: codes
// and ids are all that is looked for. An address in angle brackets is escaped there.
func withoutTags(in []string) []string {
	s := strings.Join(in, "\n")
	s = hidden.ReplaceAllString(s, "\n")
	s = strings.Join(strings.Fields(s), " ")
	s = breaks.ReplaceAllString(s, "\n")
	s = tags.ReplaceAllString(s, "")
	out := strings.Split(html.UnescapeString(s), "\n")
	for i, l := range out {
		out[i] = strings.ToValidUTF8(l[:min(len(l), maxLine)], "?")
	}
	return out
}
