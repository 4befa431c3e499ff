package render

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/rivo/uniseg"
	"golang.org/x/text/unicode/norm"
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
	Tool      string
	Title     string // the agent's title of the request, "" for none
	AgentSays string // the model's own words, "" for none
	Requester string // who asks
	Via       string // through which channel or agent, "" for unknown
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
	// Page is the URL of the approver's page of this request, "" for none. It is shown
	// in a mail, and elsewhere where the arguments have no room.
	Page string
}

// Complete reports whether Text shows all arguments. If not, a yes to this
// prompt must not count (design §5.5), and Text says so.
func (p Prompt) Complete() bool {
	_, ok := p.arguments()
	return ok
}

// Subject is the summary and the token that binds a reply, in at most 78 ASCII
// characters.
func (p Prompt) Subject() string {
	c := In(p.Language).in()
	room := maxSubject - len(p.token()) - 1
	s := shorten(ascii(headline(orElse(p.Summary, p.Tool))), room, "...")
	if s == "" {
		s = c.prompt.subject
	}
	return s + " " + p.token()
}

func (p Prompt) token() string { return "[approval:" + p.Code + "]" }

// head is the first line: what would happen.
func (p Prompt) head(c *catalog, n int) string {
	return shorten(headline(orElse(p.Summary, orElse(p.Tool, c.prompt.unnamed))), n, "…")
}

// headline is a summary as a line of its own. One that begins like a line of a prompt
// is quoted.
func headline(s string) string {
	s = exact(s, maxSummary)
	plain := plainly(s)
	for _, tag := range Languages() {
		c := In(tag).in()
		for _, own := range append(c.prompt.labels(), c.prompt.page, c.prompt.answer, c.prompt.onlyNo, c.prompt.until, c.yes+" ", c.no+" ") {
			if c.begins(plain, own) {
				return shorten(quote(s), maxSummary, "…")
			}
		}
	}
	return s
}

// begins reports whether a plain line begins like a text, as far as that is fixed.
func (c *catalog) begins(plain, own string) bool {
	own, rest, _ := strings.Cut(own, "{")
	if len(own) == 0 || len(plain) == 0 || own[0] < utf8.RuneSelf && own[0]|0x20 != plain[0] {
		return false // most
	}
	switch {
	case strings.HasPrefix(rest, "yes}"):
		own += c.yes
	case strings.HasPrefix(rest, "no}"):
		own += c.no
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

func (w *promptWords) labels() []string {
	return []string{w.askedBy, w.approver, w.tool, w.title, w.arguments, w.digest, w.agentSays}
}

// Text is the whole prompt: what would happen, who asks, all arguments, how to answer
// and until when; what the model says comes after that.
func (p Prompt) Text() string {
	c := In(p.Language).in()
	w := &c.prompt
	var b strings.Builder
	line := func(s string) { b.WriteString(s + "\n") }
	line(p.head(c, maxSummary))
	line("")
	line(w.askedBy + " " + p.asked(c))
	if p.Approver != "" {
		line(w.approver + " " + c.person(p.Approver))
	}
	line(w.tool + " " + p.tool(c))
	args, complete := p.arguments()
	switch {
	case !complete:
		line(w.arguments + " " + fill(w.tooLong, "size", size(int64(len(p.Args)))))
	case args == "":
		line(w.arguments + " " + w.noArguments)
	default:
		line(w.arguments)
		b.WriteString(args)
	}
	if d := digest(p.Digest); d != "" {
		line(w.digest + " " + d)
	}
	line("")
	if complete {
		line(c.answers(w.answer, p.Code))
	} else {
		line(c.answers(w.onlyNo, p.Code))
	}
	line(p.token())
	if !p.Until.IsZero() {
		line(fill(w.until, "when", c.when(p.Until, p.Zone)))
	}
	switch {
	case p.Page != "":
		line(w.page + " " + p.Page)
	case !complete:
		line(w.operator)
	}
	for _, l := range p.links(complete) {
		line(l.text())
	}
	if says := p.says(c, 4000); says != "" {
		line("")
		b.WriteString(says)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// says are the model's own words.
func (p Prompt) says(c *catalog, n int) string {
	s := ""
	if p.Title != "" {
		s = labelled(c.prompt.title, p.Title)
	}
	if p.AgentSays != "" {
		s += labelled(c.prompt.agentSays, shorten(p.AgentSays, n, " […]"))
	}
	return s
}

func (p Prompt) asked(c *catalog) string {
	if p.Via == "" {
		return c.person(p.Requester)
	}
	return fill(c.prompt.via, "name", c.person(p.Requester), "via", c.person(p.Via))
}

func (p Prompt) tool(c *catalog) string { return exact(orElse(p.Tool, c.prompt.noTool), maxSummary) }

// link begins an answer in a mail program.
type link struct{ label, href string }

// text is the link in a plain text, as mail programs write those of HTML.
func (l link) text() string { return l.label + " <" + l.href + ">" }

// links are those that begin a yes and a no: with the token in the subject and the
// code in the body, so that they bind without the prompt. The body is ASCII, since
// some programs misread anything else there.
func (p Prompt) links(complete bool) []link {
	at := strings.LastIndexByte(p.ReplyTo, '@')
	if at < 1 || p.Code == "" {
		return nil
	}
	c := In(p.Language).in()
	answers := []string{c.yes, c.no}
	if !complete {
		answers = answers[1:]
	}
	var list []link
	for _, a := range answers {
		list = append(list, link{
			label: a + " " + p.Code,
			href: "mailto:" + url.PathEscape(p.ReplyTo[:at]) + p.ReplyTo[at:] +
				"?subject=" + url.PathEscape(p.token()) + "&body=" + url.PathEscape(ascii(a)+" "+p.Code),
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

// arguments shows args completely, one per line, nested values indented. It
// reports false where that is too long.
func (p Prompt) arguments() (string, bool) {
	if len(p.Args) > maxArgs {
		return "", false
	}
	v, ok := parseJSON(p.Args, maxDepth)
	var b strings.Builder
	switch {
	case len(strings.TrimSpace(string(p.Args))) == 0:
	case !ok:
		b.WriteString(block("  ", string(p.Args)))
	case v.kind == scalar:
		argument(&b, v, "  ", "-", "")
	default:
		arguments(&b, v, "  ", In(p.Language).in().prompt.nameAbove)
	}
	return b.String(), b.Len() <= maxArgs
}

// arguments writes the members of v. above stands for a name that is too long for its
// line.
func arguments(b *strings.Builder, v value, pad, above string) {
	for _, m := range v.members {
		key := name(m.key)
		if width(key) > 40 {
			b.WriteString(block(pad, m.key))
			key = above
		}
		argument(b, m.value, pad, key+":", above)
	}
	for _, it := range v.items {
		argument(b, it, pad, "-", above)
	}
}

func argument(b *strings.Builder, v value, pad, label, above string) {
	if v.kind != scalar {
		switch {
		case len(v.members)+len(v.items) > 0:
			fmt.Fprintf(b, "%s%s\n", pad, label)
			arguments(b, v, pad+"  ", above)
		case v.kind == object:
			fmt.Fprintf(b, "%s%s {}\n", pad, label)
		default:
			fmt.Fprintf(b, "%s%s []\n", pad, label)
		}
		return
	}
	s := literal(v)
	if width(pad)+width(label)+1+width(s) <= 72 {
		fmt.Fprintf(b, "%s%s %s\n", pad, label, s)
		return
	}
	fmt.Fprintf(b, "%s%s\n", pad, label)
	if v.raw[0] == '"' {
		_ = json.Unmarshal(v.raw, &s) // cannot fail: valid
	}
	b.WriteString(block(pad+"  ", s))
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
	if s == "" || s != strings.TrimSpace(s) || strings.Contains(s, "  ") || hidesToken(s) || json.Valid([]byte(s)) {
		return false
	}
	switch strings.ToLower(s) {
	case "null", "true", "false", "none", "-":
		return false
	}
	for _, r := range s {
		if invisible(r) || strings.ContainsRune("\"\\,:;{}[]<>|…“”„‟«»", r) {
			return false
		}
	}
	return true
}

// name is an argument's name, quoted where it is more than a word.
func name(key string) string {
	for _, r := range key {
		if invisible(r) || r == ' ' || strings.ContainsRune("\"\\,:;{}[]<>|", r) {
			return quote(key)
		}
	}
	if key == "" || hidesToken(key) {
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

// block shows a long or many-lined text so that none of it can stand at the
// start of a line: each of its lines is behind "| ", and a line too long for the
// screen goes on behind "|…".
func block(pad, s string) string {
	var b strings.Builder
	s = strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\r\n", "\n")
	room := max(70-width(pad)-2, 20)
	for l := range strings.SplitSeq(s, "\n") {
		mark := "| "
		if l = escape(l, plainEscape); strings.HasSuffix(l, " ") {
			l = l[:len(l)-1] + plainEscape(' ')
		}
		for {
			head, rest := wrap(l, room)
			b.WriteString(strings.TrimRight(pad+mark+head, " ") + "\n")
			if rest == "" {
				break
			}
			l, mark = rest, "|…"
		}
	}
	return b.String()
}

// wrap cuts s before column n, at a space where there is one in the second half;
// the space begins the rest, where it can be seen.
func wrap(s string, n int) (head, rest string) {
	cols, end, space, state := 0, 0, 0, -1
	for end < len(s) {
		cluster, _, w, next := uniseg.FirstGraphemeClusterInString(s[end:], state)
		if cols += w; cols > n && end > 0 {
			if space > 0 {
				end = space
			}
			return s[:end], s[end:]
		}
		if cluster == " " && cols > n/2 && s[end-1] != ' ' {
			space = end
		}
		end, state = end+len(cluster), next
	}
	return s, ""
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
	s = exact(orElse(tool, "tool"), 60)
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
			key := shorten(name(m.key), 40, "…")
			whole = whole && key == name(m.key)
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
	return literal(v), true
}

func count(n int, what string) string {
	if n == 1 {
		return "(1 " + what + ")"
	}
	return fmt.Sprintf("(%d %ss)", n, what)
}

// ascii writes s in printable ASCII, for a subject: accents go, currencies get
// their codes, brackets become round so that they cannot pass for the token.
func ascii(s string) string {
	s = strings.NewReplacer("€", "EUR", "£", "GBP", "¥", "JPY", "₹", "INR", "…", "...", "–", "-", "—", "-", "−", "-",
		"‘", "'", "’", "'", "“", `"`, "”", `"`, "ß", "ss", "æ", "ae", "Æ", "AE", "ø", "o", "Ø", "O", "ł", "l", "Ł", "L", "đ", "d",
		"[", "(", "]", ")").Replace(s)
	var b strings.Builder
	for _, r := range norm.NFD.String(s) {
		switch {
		case r >= ' ' && r < 0x7f:
			b.WriteRune(r)
		case !isMark(r):
			b.WriteByte('?')
		}
	}
	return strings.TrimSpace(b.String())
}
