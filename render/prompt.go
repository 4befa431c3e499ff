package render

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"bridge/core/locale"
	"bridge/core/message"
	"bridge/internal/lazyre"
)

const (
	maxSummary = 200       // runes of a summary
	maxArgs    = 256 << 10 // bytes of arguments shown in a prompt
	maxSubject = 78        // RFC 5322 §2.1.1
)

// Prompt asks one approver for one decision, in the approver's language. Everything
// but Code, Until, Zone, Approver, ReplyTo and Page may come from a model or a
// stranger: it is shown as data, one line each or behind "|", and cannot pass for the
// prompt's own lines, in whatever language.
type Prompt struct {
	Summary   string // action and amount: by the rule's template, or Summary()
	Headline  string // of the subject, likewise; "" = Summary
	Tool      string
	Question  bool   // a person asks, and Tool is no tool: it is not shown
	Title     string // the agent's title of the request, "" for none
	AgentSays string // the model's own words, "" for none
	Requester string // who asks
	Args      json.RawMessage
	Digest    string // sha256:<hex> of the RFC 8785 form of Args
	Code      string // the approver's own code
	Until     time.Time
	Zone      *time.Location // the approver's; nil = UTC
	Approver  string         // name
	Language  string         // the approver's, a BCP 47 tag; see In
	// ReplyTo is the mail address that answers are read at, for links in a mail that
	// begin a yes or a no; "" for none.
	ReplyTo string
	Brand   message.Brand // of the channel, for the subject
	// Page is the URL of the approver's page of this request, "" for none. It is shown
	// in a mail, and elsewhere where the arguments have no room.
	Page string
}

// Complete reports whether Text shows all arguments. If not, a yes to this
// prompt must not count, and Text says so.
func (p Prompt) Complete() bool {
	_, ok := p.arguments()
	return ok
}

// Subject is the headline, as the channel has it, and the token that binds a reply, in at
// most 78 ASCII characters.
func (p Prompt) Subject() string {
	c := In(p.Language).in()
	room := maxSubject - len(p.token()) - 1
	about := p
	about.Summary = orElse(p.Headline, p.Summary)
	s := ascii(p.Brand.Titled(about.head(c, maxSummary), toolName(p.Tool), c.person(p.Requester)))
	if strings.Trim(s, ". ") == "" { // all of it is in another script
		s = ascii(p.Tool)
	}
	if strings.Trim(s, ". ") == "" {
		s = c.Prompt.Subject
	}
	return shorten(s, room, "...") + " " + p.token()
}

func (p Prompt) token() string { return "[approval:" + p.Code + "]" }

// head is the first line: what would happen.
func (p Prompt) head(c catalog, n int) string {
	s := p.Summary
	if s == "" && p.Tool != "" {
		s = toolName(p.Tool)
	}
	return shorten(headline(c.counts(orElse(s, c.Prompt.Unnamed))), n, "…")
}

// headline is a summary as a line of its own. One that begins like a line of a prompt
// is quoted.
func headline(s string) string {
	s = exact(s, maxSummary)
	plain := plainly(s)
	for _, tag := range locale.Languages() {
		c := In(tag).in()
		for _, own := range append(labels(c.Prompt), c.Prompt.Page, c.Prompt.Answer, c.Prompt.OnlyNo, c.Prompt.Until, c.Yes+" ", c.No+" ") {
			if c.begins(plain, own) {
				return shorten(quote(s), maxSummary, "…")
			}
		}
		if _, asks, _ := strings.Cut(c.Prompt.Asks, "{by}"); strings.Contains(plain, plainly(asks)) {
			return shorten(quote(s), maxSummary, "…")
		}
	}
	return s
}

// begins reports whether a plain line begins like a text, as far as that is fixed.
func (c catalog) begins(plain, own string) bool {
	own, rest, _ := strings.Cut(own, "{")
	if len(own) == 0 || len(plain) == 0 || own[0] < utf8.RuneSelf && own[0]|0x20 != plain[0] {
		return false // most
	}
	switch {
	case strings.HasPrefix(rest, "yes}"):
		own += c.Yes
	case strings.HasPrefix(rest, "no}"):
		own += c.No
	}
	return strings.HasPrefix(plain, plainly(own))
}

// plainly is s in lower case and without accents, for comparisons.
func plainly(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) >= 0 {
		s = strings.Map(func(r rune) rune {
			if isMark(r) {
				return -1
			}
			return r
		}, norm.NFKD.String(s))
	}
	return strings.ToLower(s)
}

func labels(w locale.Prompt) []string {
	return []string{w.AskedBy, w.Approver, w.Tool, w.Title, w.Arguments, w.Digest, w.AgentSays}
}

// Text is the whole prompt: what would happen, who asks, all arguments, until when and
// how to answer; then what the model says, and last what is of use to programs and
// operators.
func (p Prompt) Text() string {
	c := In(p.Language).in()
	w := &c.Prompt
	var b strings.Builder
	line := func(s string) { b.WriteString(s + "\n") }
	line(p.head(c, maxSummary))
	line("")
	line(w.AskedBy + " " + c.person(p.Requester))
	rows, complete := p.arguments()
	if len(rows) > 0 {
		line(w.Arguments)
		b.WriteString(rowsText(rows))
	} else {
		line(w.Arguments + " " + p.instead(c, complete))
	}
	if !p.Until.IsZero() {
		line(fill(w.Until, "when", c.when(p.Until, p.Zone)))
	}
	line("")
	line(p.howTo(c, complete))
	for _, l := range p.links(complete, "") {
		line(l.text())
	}
	switch {
	case p.Page != "":
		line(w.Page + " " + p.Page)
	case !complete:
		line(w.Operator)
	}
	if says := p.says(c, 4000); says != "" {
		line("")
		b.WriteString(says)
	}
	line("")
	for _, l := range p.technical(c) {
		line(l.label + " " + l.text)
	}
	line(p.token())
	return strings.TrimSuffix(b.String(), "\n")
}

// instead is what stands for arguments that there are none of, or that are too long.
func (p Prompt) instead(c catalog, complete bool) string {
	if complete {
		return c.Prompt.NoArguments
	}
	return fill(c.Prompt.TooLong, "size", size(int64(len(p.Args))))
}

// howTo is the sentence that says what to answer.
func (p Prompt) howTo(c catalog, complete bool) string {
	if complete {
		return c.answers(c.Prompt.Answer, p.Code)
	}
	return c.answers(c.Prompt.OnlyNo, p.Code)
}

// labelledLine is a line of a prompt with its label.
type labelledLine struct{ label, text string }

// technical are the lines that are of use to programs and operators, and to whoever
// wonders whether the mail is meant for them.
func (p Prompt) technical(c catalog) []labelledLine {
	var list []labelledLine
	if p.Approver != "" {
		list = append(list, labelledLine{c.Prompt.Approver, c.person(p.Approver)})
	}
	if !p.Question {
		list = append(list, labelledLine{c.Prompt.Tool, p.tool(c)})
	}
	if d := digest(p.Digest); d != "" {
		list = append(list, labelledLine{c.Prompt.Digest, d})
	}
	return list
}

// says are the model's own words.
func (p Prompt) says(c catalog, n int) string {
	s := ""
	if p.Title != "" {
		s = labelled(c.Prompt.Title, p.Title)
	}
	if p.AgentSays != "" {
		s += labelled(c.Prompt.AgentSays, shorten(p.AgentSays, n, " […]"))
	}
	return s
}

func (p Prompt) tool(c catalog) string {
	if p.Tool != "" && !plainName(p.Tool) {
		return shorten(quote(p.Tool), maxSummary, "…")
	}
	return exact(orElse(p.Tool, c.Prompt.NoTool), maxSummary)
}

// link begins an answer in a mail program.
type link struct{ label, href string }

// text is the link in a plain text, as mail programs write those of HTML.
func (l link) text() string { return l.label + " <" + l.href + ">" }

// links are those that begin a yes and a no: with the token in the subject and the
// code in the body, so that they bind without the prompt. The body is ASCII, since
// some programs misread anything else there.
//
// end is what the answer ends with, "" for nothing.
func (p Prompt) links(complete bool, end string) []link {
	at := strings.LastIndexByte(p.ReplyTo, '@')
	if at < 1 || p.Code == "" {
		return nil
	}
	c := In(p.Language).in()
	answers := []string{c.Yes, c.No}
	if !complete {
		answers = answers[1:]
	}
	var list []link
	for _, a := range answers {
		list = append(list, link{
			label: a + " " + p.Code,
			href: "mailto:" + url.PathEscape(p.ReplyTo[:at]) + p.ReplyTo[at:] +
				"?subject=" + url.PathEscape(p.token()) + "&body=" + url.PathEscape(ascii(a)+" "+p.Code+end),
		})
	}
	return list
}

// digest is the short form: the first twelve hex digits.
func digest(d string) string {
	algorithm, hex, ok := strings.Cut(exact(d, maxName), ":")
	if !ok {
		return algorithm
	}
	return algorithm + " " + shorten(hex, 12, "")
}

// literal writes a scalar so that it can be read back: strings are bare where
// that is unmistakable, else quoted with JSON escapes.
func literal(v value) string {
	if v.raw[0] != '"' {
		return escape(string(v.raw), jsonEscape)
	}
	var s string
	_ = json.Unmarshal(v.raw, &s) // cannot fail: valid
	if bare(s) {
		return s
	}
	return quote(s)
}

// bare reports whether s can stand without quotes: words of letters, digits and
// harmless signs that do not read as another kind of value.
func bare(s string) bool {
	if s == "" || s != strings.TrimSpace(s) || strings.Contains(s, "  ") || hidesToken(s) || Disguised(s) || json.Valid([]byte(s)) {
		return false
	}
	switch strings.ToLower(s) {
	case "null", "true", "false", "none", "-":
		return false
	}
	for _, r := range s {
		if strings.ContainsRune("\"\\,:;{}[]<>|…“”„‟«»", r) {
			return false
		}
	}
	return true
}

// name is an argument's name, quoted where it is more than a word.
func name(key string) string {
	for _, r := range key {
		if r == ' ' || strings.ContainsRune("\"\\,:;{}[]<>|", r) {
			return quote(key)
		}
	}
	if key == "" || hidesToken(key) || Disguised(key) {
		return quote(key)
	}
	return key
}

func quote(s string) string {
	s = strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(strings.ToValidUTF8(s, "\uFFFD"))
	return `"` + escape(s, jsonEscape) + `"`
}

func labelled(label, s string) string {
	if q := quote(s); width(label)+1+width(q) <= 72 {
		return label + " " + q + "\n"
	}
	return label + "\n" + block("  ", s)
}

// Summary says what a request would do, for a rule without a summary template:
// "refund: amount 40, currency EUR". The arguments keep their order; long ones
// are cut, nested ones counted. At most 200 runes in one line.
func Summary(tool string, args json.RawMessage) string {
	s, _ := summary(tool, args)
	return s
}

// summary is Summary; whole reports that nothing was cut, counted or left out.
func summary(tool string, args json.RawMessage) (s string, whole bool) {
	s = toolName(orElse(tool, "tool"))
	whole = s == tool
	v, ok := parseJSON(args, 2)
	if !ok {
		return s, whole && len(bytes.TrimSpace(args)) == 0
	}
	var list []string
	add := func(prefix string, v value) {
		if len(list) < 50 {
			text, all := brief(v)
			list = append(list, prefix+text)
			whole = whole && all
		} else {
			whole = false
		}
	}
	switch v.kind {
	case object:
		for _, m := range v.members {
			key := name(m.key)
			if !plainName(m.key) {
				key = quote(m.key)
			}
			whole = whole && utf8.RuneCountInString(key) <= 40
			key = shorten(key, 40, "…")
			add(key+" ", m.value)
		}
	case array:
		for _, it := range v.items {
			add("", it)
		}
	default:
		add("", v)
	}
	if len(list) > 0 {
		s += ": " + strings.Join(list, ", ")
	}
	return shorten(s, maxSummary, "…"), whole && utf8.RuneCountInString(s) <= maxSummary
}

// brief is a value in a few words, and whether these are all of it.
func brief(v value) (string, bool) {
	switch {
	case v.kind == object:
		return count(len(v.members), "field"), false
	case v.kind == array:
		return count(len(v.items), "item"), false
	case v.raw[0] == '{' || v.raw[0] == '[':
		return "…", false
	case v.raw[0] != '"':
		s := literal(v)
		return shorten(s, 40, "…"), utf8.RuneCountInString(s) <= 40
	}
	var s string
	_ = json.Unmarshal(v.raw, &s) // cannot fail: valid
	if utf8.RuneCountInString(s) > 40 {
		return quote(shorten(s, 40, "…")), false
	}
	if sentence(s) {
		return quote(s), true
	}
	return literal(v), true
}

func count(n int, what string) string {
	if n == 1 {
		return "(1 " + what + ")"
	}
	return fmt.Sprintf("(%d %ss)", n, what)
}

// lost are words with letters that ASCII has no like of, with what stands between them.
var lost = lazyre.New(`[A-Za-z0-9]*\x00[A-Za-z0-9\x00]*(?:[^A-Za-z0-9\x00,:;]+[A-Za-z0-9]*\x00[A-Za-z0-9\x00]*)*`)

// ascii writes s in printable ASCII, for a subject: accents go, currencies get
// their codes, brackets become round so that they cannot pass for the token. Words of
// another script are left out, which dots say; signs are left out, but within a number.
func ascii(s string) string {
	s = strings.NewReplacer("€", "EUR", "£", "GBP", "¥", "JPY", "₹", "INR", "…", "...", "–", "-", "—", "-", "−", "-",
		"‘", "'", "’", "'", "“", `"`, "”", `"`, "ß", "ss", "æ", "ae", "Æ", "AE", "ø", "o", "Ø", "O", "ł", "l", "Ł", "L", "đ", "d", "œ", "oe", "Œ", "OE", "ı", "i", "ð", "d", "þ", "th", "→", "->",
		"×", "x", "≤", "<=", "≥", ">=", "≠", "!=", "±", "+/-",
		"[", "(", "]", ")").Replace(s)
	var b strings.Builder
	last, sign := ' ', false // a sign stands behind last, and was left out
	for _, r := range norm.NFD.String(s) {
		switch {
		case r >= ' ' && r < 0x7f:
			if sign && unicode.IsDigit(last) && unicode.IsDigit(r) {
				b.WriteByte('?') // 1·5 is not 15
			}
			b.WriteRune(r)
		case unicode.IsLetter(r) || unicode.IsNumber(r):
			b.WriteByte(0)
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		default:
			sign = sign || unicode.IsPunct(r) || unicode.IsSymbol(r)
			continue
		}
		last, sign = r, false
	}
	return strings.Join(strings.Fields(lost.ReplaceAllString(b.String(), "...")), " ")
}
