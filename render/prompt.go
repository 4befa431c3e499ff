package render

import (
	"bytes"
	"encoding/json"
	"fmt"
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

// Prompt asks one approver for one decision. Everything but Code, Until, Zone
// and Approver may come from a model or a stranger: it is shown as data, one
// line each or behind "|", and cannot pass for the prompt's own lines.
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
	token := "[approval:" + p.Code + "]"
	room := maxSubject - len(token) - 1
	s := shorten(ascii(exact(orElse(p.Summary, p.Tool), maxSummary)), room, "...")
	if s == "" {
		s = "Approval"
	}
	return s + " " + token
}

// Text is the whole prompt.
func (p Prompt) Text() string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("%s", exact(orElse(p.Summary, orElse(p.Tool, "a request")), maxSummary))
	line("")
	asked := person(p.Requester)
	if p.Via != "" {
		asked += " (via " + person(p.Via) + ")"
	}
	line("Asked by: %s", asked)
	if p.Approver != "" {
		line("Approver: %s", person(p.Approver))
	}
	line("Tool: %s", exact(orElse(p.Tool, "not named"), maxSummary))
	if p.Title != "" {
		b.WriteString(labelled("Title", p.Title))
	}
	args, complete := p.arguments()
	switch {
	case !complete:
		line("Arguments: too long to show here (%s)", size(int64(len(p.Args))))
	case args == "":
		line("Arguments: none")
	default:
		line("Arguments:")
		b.WriteString(args)
	}
	if d := digest(p.Digest); d != "" {
		line("Digest: %s", d)
	}
	if p.AgentSays != "" {
		b.WriteString(labelled("Agent says", shorten(p.AgentSays, 4000, " […]")))
	}
	line("")
	if complete {
		line("Reply YES to approve or NO to refuse (a reason may follow after a comma).")
	} else {
		line("Reply NO to refuse. A YES to this message does not count, because it does")
		line("not show everything: ask an operator.")
	}
	line("[approval:%s]", p.Code)
	if !p.Until.IsZero() {
		line("Open until %s.", when(p.Until, p.Zone))
	}
	return strings.TrimSuffix(b.String(), "\n")
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
		argument(&b, v, "  ", "-")
	default:
		arguments(&b, v, "  ")
	}
	return b.String(), b.Len() <= maxArgs
}

func arguments(b *strings.Builder, v value, pad string) {
	for _, m := range v.members {
		key := name(m.key)
		if width(key) > 40 {
			b.WriteString(block(pad, m.key))
			key = "(name above)"
		}
		argument(b, m.value, pad, key+":")
	}
	for _, it := range v.items {
		argument(b, it, pad, "-")
	}
}

func argument(b *strings.Builder, v value, pad, label string) {
	if v.kind != scalar {
		switch {
		case len(v.members)+len(v.items) > 0:
			fmt.Fprintf(b, "%s%s\n", pad, label)
			arguments(b, v, pad+"  ")
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
	if q := quote(s); width(label)+2+width(q) <= 72 {
		return label + ": " + q + "\n"
	}
	return label + ":\n" + block("  ", s)
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
