package written

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/internal/lazyre"
)

// kind is what a line is.
type kind byte

const (
	textLine kind = iota
	emptyLine
	quoteLine
	headerLine   // "Subject: x"
	wroteLine    // the first line of an attribution
	originalLine // "-----Original Message-----"
	forwardLine  // "---------- Forwarded message ---------"
	aboveLine    // "Please type your reply above this line"
	rulerLine
)

// doc is a text whose lines are classified.
type doc struct {
	mail    Mail
	lines   []string
	kinds   []kind
	spans   map[int]int // of a wroteLine: how many lines it is broken over
	texts   []int       // how many lines of text stand before each; set by count
	quotes  []int       // the same of quotes
	blocks  int         // how often was looked for a header block
	dropped []span      // attributions between answers
	sig     int         // where the signature begins; -1 is not known
}

// groupWise is how GroupWise says who wrote what stands below: ">>> Alex 20.11.2026 21:00 >>>".
var groupWise = lazyre.New(`^\x01?>>> \S.{4,120} >>>$`)

func classify(lines []string, m Mail) *doc {
	d := &doc{mail: m, lines: lines, kinds: make([]kind, len(lines)), spans: map[int]int{}, sig: -1}
	runs(lines, d.kinds)
	tries := maxTries
	for i := 0; i < len(lines); i++ {
		l := strings.TrimSpace(lines[i])
		switch {
		case blank(l):
			d.kinds[i] = emptyLine
		case groupWise.MatchString(l) && hasWhen(l):
			d.kinds[i] = originalLine
		case d.kinds[i] == quoteLine || strings.HasPrefix(l, Mark):
			d.kinds[i] = quoteLine
		default:
			if strings.Contains(l, "\u202a") || strings.Contains(l, "\u202b") {
				l = strings.TrimSpace(bidiMarks.Replace(l))
			}
			if tries > 0 && (mayBegin(l) || beginsWith(l, m.Us) || strings.IndexByte(l, '@') > 0 && writer(l) != "") {
				tries--
				if n := d.wroteAt(i); n > 0 {
					d.spans[i] = n
					for j := i; j < i+n; j++ {
						d.kinds[j] = wroteLine
					}
					i += n - 1
					continue
				}
			}
			if d.cited(i, l) {
				d.kinds[i], d.spans[i] = wroteLine, 1
				continue
			}
			if d.mail.Forward && d.passes(i, l) {
				d.kinds[i] = forwardLine
				continue
			}
			if d.headed(i, l) {
				d.kinds[i] = originalLine
				continue
			}
			if d.kinds[i] = lineKind(l); d.kinds[i] == textLine && d.wroteBefore(i, l) {
				d.kinds[i] = originalLine
			}
		}
	}
	return d
}

// cited reports whether line i, in whatever language, says that we wrote the quote that stands
// below it: our name and address, or our name and a word for "wrote", and what may be a date.
func (d *doc) cited(i int, l string) bool {
	us := strings.ToLower(d.mail.Us)
	low := strings.ToLower(l)
	at := strings.Index(low, us)
	if us == "" || at < 0 || len(l) > maxWroteBytes || !strings.HasSuffix(strings.TrimRight(l, " *_"), ":") || strings.ContainsAny(l, "?!") {
		return false
	}
	next := i + 1
	for next < len(d.lines) && blank(d.lines[next]) {
		next++
	}
	if next == len(d.lines) || !strings.HasPrefix(strings.TrimSpace(d.lines[next]), Mark) {
		return false
	}
	before, after := l[:at], l[at+len(us):]
	if addressRe.FindStringIndex(after) == nil {
		words := strings.Fields(strings.Trim(after, " :"))
		return strings.TrimSpace(before) == "" && len(words) == 1 && verbAt(words, 0) == 1
	}
	rest := strings.FieldsFunc(before+addressRe.ReplaceAllString(after, ""), notLetter)
	return len(rest) < 4 && plainName(strings.Join(rest, " ")) || hasWhen(l) && len(rest) < 12 && plainName(strings.Join(rest, " "))
}

// passes reports whether line i of a mail that passes on another says so, in whatever language:
// between dashes with a time, or above a quote that begins with a header block.
func (d *doc) passes(i int, l string) bool {
	if framed(l) && hasWhen(l) {
		return true
	}
	if len(l) > maxNoteHead || !strings.HasSuffix(l, ":") && !strings.HasSuffix(l, "：") || len(strings.Fields(l)) > 6 {
		return false
	}
	next, n, addressed := i+1, 0, false
	for next < len(d.lines) && blank(d.lines[next]) {
		next++
	}
	for ; next < len(d.lines) && strings.HasPrefix(d.lines[next], Mark); next++ {
		in := strings.TrimLeft(d.lines[next], Mark+"> ")
		if !blockLine.MatchString(in) {
			break
		}
		n++
		addressed = addressed || addressIn(in)
	}
	return n > 2 && addressed
}

// headed reports whether a header block begins at line i, in whatever language: three lines at
// least of a label and what it says, with us, the sender's address and a time among them.
func (d *doc) headed(i int, l string) bool {
	if !d.mail.Answers || d.mail.Us == "" || d.mail.Address == "" || !blockLine.MatchString(l) || i > 0 && !blank(d.lines[i-1]) && !ruler(d.lines[i-1]) && !framed(d.lines[i-1]) && ruled(d.lines[i-1]) == "" {
		return false
	}
	us, own, when, n := false, false, false, 0
	for ; i < len(d.lines) && !blank(d.lines[i]) && n < 8; i++ {
		in := blockLine.FindStringSubmatch(strings.TrimSpace(d.lines[i]))
		if in == nil {
			return false
		}
		n++
		us = us || beginsWith(in[1], d.mail.Us) && (len(in[1]) == len(d.mail.Us) || addressIn(in[1]))
		own = own || strings.Contains(strings.ToLower(in[1]), strings.ToLower(d.mail.Address))
		when = when || clocked.MatchString(in[1])
	}
	return n > 2 && us && own && when
}

var (
	blockLine = lazyre.New(`^[*_| ]*\p{L}[^:：\d@]{0,28}[:：][*_]* ?(\S.*)$`)
	clocked   = lazyre.New(`\d{1,2}[:.]\d{2}`)
)

// wroteBefore reports whether line i is an attribution with what it is about behind it, as
// Yahoo's programs make it below their footer.
func (d *doc) wroteBefore(i int, l string) bool {
	at := strings.Index(l, ":  ")
	if at < 0 || at > maxWroteBytes || !strings.Contains(l[:at], "@") {
		return false
	}
	last := above(d.lines[:i])
	return last > 0 && footer(d.lines[last-1]) && wrote(plainly(l[:at+1]), true)
}

// beginsWith reports whether a line begins with a name.
func beginsWith(l, name string) bool {
	l = strings.TrimLeft(l, `"'`)
	return name != "" && len(l) >= len(name) && strings.EqualFold(l[:len(name)], name)
}

// lineKind is the kind of a line that is not blank and has no blanks around it.
func lineKind(l string) kind {
	if len(l) > 500 {
		return textLine
	}
	if mayRule(l) {
		if ruler(l) {
			return rulerLine
		}
		if in := ruled(l); in != "" {
			if originals[in] {
				return originalLine
			}
			if forwards[in] {
				return forwardLine
			}
		}
		if originalAndField(l) {
			return originalLine
		}
	}
	colon := strings.IndexByte(l, ':') >= 0 || strings.Contains(l, "：")
	if colon && forwards[strings.Trim(strings.ToLower(l), " :：")] {
		return forwardLine
	}
	if asksAbove(l) {
		return aboveLine
	}
	if colon && headerField(l) != NoField {
		return headerLine
	}
	return textLine
}

// mayRule is the cheap look before ruler and ruled: what they look for begins with a
// sign.
func mayRule(l string) bool {
	switch l[0] {
	case '-', '_', '=', '*', '~', '#':
		return true
	}
	return l[0] >= utf8.RuneSelf
}

// runs marks lines that are quotes by their company: at least three in a row with
// the same sign that is not a ">" at the beginning: " > ", "JD> ", or "| " if no other
// "|" makes a table of it.
func runs(lines []string, kinds []kind) {
	for i := 0; i < len(lines); {
		sign := oddQuote(lines[i])
		j := i + 1
		for sign != "" && j < len(lines) && oddQuote(lines[j]) == sign {
			j++
		}
		if sign != "" && j-i >= 3 {
			for k := i; k < j; k++ {
				kinds[k] = quoteLine
			}
		}
		i = j
	}
}

func oddQuote(l string) string {
	l = strings.TrimLeft(l, " \t")
	if l == "|" || (strings.HasPrefix(l, "| ") && strings.Count(l, "|") == 1) {
		return "|"
	}
	at := strings.IndexByte(l[:min(len(l), 16)], '>')
	if at < 0 || strings.HasPrefix(l, Mark) {
		return ""
	}
	for _, r := range l[:at] {
		if !unicode.IsLetter(r) {
			return ""
		}
	}
	return l[:at+1]
}

// ruled is what stands between the dashes of "---- x ----", in lower case; "" if
// there are none.
func ruled(l string) string {
	l = strings.TrimSpace(l)
	if len(l) > 200 || len(l) < 4 {
		return ""
	}
	const signs = "-_=*~#–—─ \t"
	l = strings.ReplaceAll(l, "&nbsp;", " ")
	in := strings.Trim(l, signs)
	at := strings.Index(l, in)
	if in == "" || strings.Count(l[:at], " ")+2 > len(l[:at]) || len(strings.TrimSpace(l[at+len(in):])) == 0 && at < 3 {
		return ""
	}
	return strings.ReplaceAll(strings.ToLower(strings.Trim(in, ": ")), "’", "'")
}

// framed reports a line between many dashes, whatever it says: "----- Mensagem -----".
func framed(l string) bool {
	l = strings.TrimSpace(l)
	return len(l) < 120 && strings.HasPrefix(l, "-----") && strings.HasSuffix(l, "-----")
}

// originalAndField reports whether a line is "---- Original message ---- From: x", which
// some phones put on one line.
func originalAndField(l string) bool {
	rest := strings.TrimLeft(l, "-")
	if len(l)-len(rest) < 3 {
		return false
	}
	in, rest, ok := strings.Cut(rest[:min(len(rest), 200)], "---")
	return ok && originals[strings.ToLower(strings.TrimSpace(in))] && headerField(strings.TrimLeft(rest, "- ")) != NoField
}

// ruler reports a line of dashes or the like.
func ruler(l string) bool {
	l = strings.TrimSpace(l)
	if utf8.RuneCountInString(l) < 3 {
		return false
	}
	const signs = "-_=*~#–—─━═＝＿＊＃◇◆■□●○┏┗┓┛┌└┐┘"
	first, _ := utf8.DecodeRuneInString(l)
	return strings.ContainsRune(signs, first) && strings.Trim(l, signs+" ") == ""
}

// ReadField reads a line of a header block: NoField if it is none.
func ReadField(line string) (f Field, value string) {
	name, value, ok := cutField(line)
	if !ok {
		return NoField, ""
	}
	return fieldNames[name], value
}

// Original reports whether a line stands above what a mail program copies: a
// ruler, or "-----Original Message-----".
func Original(line string) bool { return ruler(line) || originals[ruled(line)] }

// headerField is what a line tells, if it is one of a header block: a name that
// is known, a colon, a value.
func headerField(l string) Field {
	name, _, ok := cutField(l)
	if !ok {
		return NoField
	}
	return fieldNames[name]
}

func cutField(l string) (name, value string, ok bool) {
	l = strings.TrimLeft(l, " \t*_\u00a0\u200e\u200f\ufeff")
	head := l
	if len(head) > 80 {
		head = head[:80]
	}
	at := strings.IndexByte(head, ':')
	size := 1
	if wide := strings.Index(head, "："); wide >= 0 && (at < 0 || wide < at) {
		at, size = wide, len("：")
	}
	if at <= 0 {
		return "", "", false
	}
	name = strings.ToLower(strings.Trim(l[:at], " \t*_\u00a0\u200e\u200f"))
	value = strings.Trim(l[at+size:], " \t*_\u00a0\u200e\u200f")
	return strings.ReplaceAll(name, "’", "'"), value, name != ""
}

// headerBlock is how many lines the header block has that begins at line i: 0 if
// it is none. It needs a From and another field, and more than people write: "From:
// Rome, To: Milan" is a trip.
func (d *doc) headerBlock(i int) int {
	first := headerField(d.lines[i])
	if i > 0 && d.kinds[i-1] == headerLine && first != FromField {
		return 0
	}
	if d.blocks++; d.blocks > maxBlocks {
		return 0
	}
	seen := map[Field]bool{}
	addressed, dated, more := false, false, 0
	end := i
	for j := i; j < len(d.lines) && j < i+30 && more <= 6; j++ {
		switch {
		case d.kinds[j] == headerLine:
			name, value, _ := cutField(d.lines[j])
			f := fieldNames[name]
			if j > i && f == first && f != OtherField || f == FromField && j > end || f == SentField && seen[DateField] || f == DateField && seen[SentField] {
				return 0 // the block begins below what is written like a field: "To: be confirmed"
			}
			seen[f] = true
			switch f {
			case FromField:
				next := ""
				if j+1 < len(d.lines) && d.kinds[j+1] == textLine {
					next = d.lines[j+1]
				}
				addressed = addressed || addressIn(value) || (len(next) < 200 && addressIn(next)) || (d.mail.Us != "" && strings.EqualFold(value, d.mail.Us))
			case SentField, DateField:
				dated = dated || hasWhen(value)
			}
			end, more = j+1, 0
			continue
		case d.kinds[j] == emptyLine && j == end && j+1 < len(d.lines) && d.kinds[j+1] == headerLine && !seen[SubjectField]:
			continue // some programs put blank lines between the fields
		case d.kinds[j] == textLine && len(d.lines[j]) < 300 && strings.ContainsAny(d.lines[j], "@;,") && end > i:
			more++ // a list of recipients goes on
			continue
		}
		break
	}
	others := 0
	for f := range seen {
		if f != FromField && f != OtherField {
			others++
		}
	}
	strong := seen[SentField] || i > 0 && (ruler(d.lines[i-1]) || originals[ruled(d.lines[i-1])])
	switch {
	case !seen[FromField] || others == 0:
		return 0
	case addressed && (others >= 2 || dated):
	case strong && others >= 2 && (dated || seen[SubjectField]):
	default:
		return 0
	}
	return end - i
}

// addressIn reports whether s holds a mail address.
func addressIn(s string) bool {
	for rest := s; ; {
		at := strings.IndexByte(rest, '@')
		if at < 0 {
			return false
		}
		if at > 0 && at+1 < len(rest) && wordByte(rest[at-1]) && wordByte(rest[at+1]) {
			return true
		}
		rest = rest[at+1:]
	}
}

func wordByte(b byte) bool {
	return b >= 0x80 || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b == '_' || b == '-' || b == '.' || b == '\''
}
