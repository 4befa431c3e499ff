package written

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/internal/lazyre"
)

const (
	maxWrote      = 4   // lines that an attribution is broken over
	maxWroteBytes = 500 // of all of them
	maxNameWords  = 10
)

var (
	whenNumber = lazyre.New(`\d{1,2}[:.h]\d{2}|(?:19|20)\d{2}|\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}\s?[年月日년월일時시]`)
	stamped    = lazyre.New(`^ \[\d{4}-\d\d-\d\d \d\d:\d\d\]$`)
	anyNumber  = lazyre.New(`\d{1,2}`)
	// What some programs say to whom they answer: "You wrote on 20 November 2026, 09:30:".
	youWrote  = lazyre.New(`^(?:you wrote|sie schrieben|du schriebst|vous avez écrit|vous écriviez|usted escribió|lei ha scritto|hai scritto|você escreveu|u schreef|je schreef|pisałeś|pisałaś|napisał pan|вы писали|ви писали)\b?`)
	addressRe = lazyre.New(`[<(\["']*(?:mailto:)?[^\s<>()\[\]",;:]+@[^\s<>()\[\]",;:]+(?:<\s?mailto:[^\s<>]+>)?[>)\]"']*`)
)

// hasWhen reports whether s tells a date or a time.
func hasWhen(s string) bool {
	if whenNumber.MatchString(s) {
		return true
	}
	if !anyNumber.MatchString(s) {
		return false
	}
	return slices.ContainsFunc(strings.FieldsFunc(s, notLetter), dateName)
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) }

// dateName reports whether a word is a month or a day of the week, or the
// beginning of one.
func dateName(w string) bool { return datePrefixes[strings.ToLower(w)] }

// datePrefixes are the beginnings of dateNames, of two letters or more.
var datePrefixes = func() map[string]bool {
	m := map[string]bool{}
	for _, d := range dateNames {
		n := 0
		for i := range d {
			if n++; n > 2 {
				m[d[:i]] = true
			}
		}
		m[d] = true
	}
	for d := range moreDateNames {
		if utf8.RuneCountInString(d) > 1 {
			m[d] = true
		}
	}
	return m
}()

// mayBegin is the cheap look at a line before the dear one: does it begin as
// attributions do, or hold an address or end in a colon behind a word for wrote.
func mayBegin(l string) bool {
	if len(l) > maxWroteBytes {
		return false
	}
	l = strings.TrimLeft(l, decoration)
	r, _ := utf8.DecodeRuneInString(l)
	if unicode.IsDigit(r) {
		return true
	}
	word, _, _ := strings.Cut(l, " ")
	switch firstWordIs.of(strings.TrimRight(word, ",.:(")) {
	case isLead, isDate:
		return true
	case isLeadStart:
		if leads[firstWords(l, 2)] {
			return true
		}
	}
	return r == '在' || r == '于' || r == '於' || ends(l)
}

// decoration is what programs put around an attribution.
const decoration = "-–—*_=~>| \t\u00a0\u200e\u200f\u202a\u202c"

func firstWord(l string) string {
	w, _, _ := strings.Cut(l, " ")
	return strings.ToLower(strings.TrimRight(w, ",.:("))
}

func firstWords(l string, n int) string {
	f := strings.Fields(l[:min(len(l), 60)])
	if len(f) < n {
		return ""
	}
	return strings.ToLower(strings.Join(f[:n], " "))
}

// leadStarts are the first words of the leads of several words.
var leadStarts = func() map[string]bool {
	m := map[string]bool{}
	for l := range leads {
		if word, _, more := strings.Cut(l, " "); more {
			m[word] = true
		}
	}
	return m
}()

// ends reports whether a line ends as an attribution does.
func ends(l string) bool {
	l = strings.TrimRight(l, " \t*_\u00a0\u200e")
	if strings.HasSuffix(l, ":") || strings.HasSuffix(l, "：") || strings.HasSuffix(l, ">") || strings.HasSuffix(l, "--") {
		return true
	}
	at := len(l)
	for range 3 {
		space := beforeVerb(l[:at])
		if verbs.of(l[space+1:]) != 0 {
			return true
		}
		if space <= 0 {
			break
		}
		at = space
	}
	return tailAtEnd(l) >= 0
}

// beforeVerb is where the last of what stands before a word for "wrote" begins: a
// blank, a no-break space, or one of >,"). -1 if there is none.
func beforeVerb(s string) int {
	for i := len(s) - 1; i >= 0; i-- {
		switch s[i] {
		case ' ', '>', ',', '"', ')':
			return i
		case 0xa0:
			if i > 0 && s[i-1] == 0xc2 {
				return i - 1
			}
		}
	}
	return -1
}

// wroteAt is how many lines from i on are an attribution: 0 if none. One line may say it
// in any words; of more than one each word must have its place.
func (d *doc) wroteAt(i int) int {
	joined := ""
	for n := 1; n <= maxWrote && i+n <= len(d.lines); n++ {
		l := strings.TrimSpace(bidiMarks.Replace(d.lines[i+n-1]))
		if rest, ok := strings.CutPrefix(l, Mark+">"); ok && n > 1 && strings.LastIndexByte(joined, '<') > strings.LastIndexByte(joined, '>') && ends(rest) {
			l = ">" + rest // the end of an address, not a quote
		}
		if l == "" || strings.HasPrefix(l, Mark) || d.kinds[i+n-1] == quoteLine || len(joined)+len(l) > maxWroteBytes {
			return 0
		}
		joined = strings.TrimSpace(joined + " " + l)
		if !ends(l) {
			continue
		}
		if same := plainly(joined); !(n == 1 && wrote(same, true) || accounted(same, d.mail.Us) || n > 1 && accounted(same, writer(d.lines[i]))) {
			continue
		}
		if first := strings.TrimSpace(d.lines[i]); n > 1 && !Digits(first) && !strings.Contains(first, "@") && !strings.EqualFold(first, d.mail.Us) && d.wroteBelow(i+1, i+n) {
			return 0 // the first line says something else
		}
		return n
	}
	return 0
}

// plainly is an attribution whose words are put as others put them: "X hat am 3. März
// geschrieben" is "X schrieb am 3. März".
func plainly(line string) string {
	for _, f := range otherForms {
		if strings.Contains(line, f.has) {
			line = f.form.ReplaceAllString(line, f.as)
		}
	}
	return line
}

var otherForms = []struct {
	has  string
	form *lazyre.Regexp
	as   string
}{
	{"geschrieben", lazyre.New(`([>)\]]) hat (am .+?) (?:[Ff]olgendes )?geschrieben( ?:)`), "$1 schrieb $2$3"},
	{"Wiadomość napisana przez", lazyre.New(`^(\W*)Wiadomość napisana przez (.+@\S+) w dniu (.+?)( ?:)$`), "${1}dnia $3 $2 napisał$4"},
	{" je oseba ", lazyre.New(` je oseba (.+@)`), " $1"},
	{"V V ", lazyre.New(`^(\W*)V V `), "${1}V "},
	{"lietotājs", lazyre.New(` (?:— )?lietotājs (.+@)`), " $1"},
	{"kuupäeval", lazyre.New(` kirjutas kuupäeval `), " kirjutas "},
	{"no dia", lazyre.New(` escreveu no dia `), " escreveu "},
	{"تمت كتابة ما يلي بواسطة", lazyre.New(` تمت كتابة ما يلي بواسطة (.+)(:)$`), " $1 كتب$2"},
}

// writer is the name that stands before an address at the beginning of a line: "" if
// anything else does. A line that goes on behind the address is no person's.
func writer(line string) string {
	line = strings.TrimLeft(bidiMarks.Replace(line), decoration)
	at := addressRe.FindStringIndex(line)
	if at == nil || line[at[0]] != '<' && line[at[0]] != '(' {
		return ""
	}
	name := strings.Trim(line[:at[0]], `"' `)
	words := strings.Fields(name)
	if len(words) == 0 || len(words) > 4 || Digits(name) || strings.ContainsAny(name, ",:;.?!") || !plainName(name) {
		return ""
	}
	for i, w := range words {
		if !capital(w) || leads[strings.ToLower(w)] || verbAt(words, i) > 0 {
			return ""
		}
	}
	return name
}

// wroteBelow reports whether an attribution begins at one of the lines from i to end and
// ends before end.
func (d *doc) wroteBelow(i, end int) bool {
	for ; i < end; i++ {
		joined := strings.Join(strings.Fields(strings.Join(d.lines[i:end], " ")), " ")
		if joined = plainly(joined); end-i == 1 && wrote(joined, true) || accounted(joined, d.mail.Us) {
			return true
		}
	}
	return false
}

// verbAtEnd is where a word for "wrote" begins that ends s, in lower case; -1 if
// none does.
func verbAtEnd(s string) int {
	at := len(s)
	for range 3 {
		space := beforeVerb(s[:at])
		if wroteVerbs[strings.ReplaceAll(s[space+1:], "\u00a0", " ")] {
			return space + 1
		}
		if space <= 0 {
			return -1
		}
		at = space
	}
	return -1
}

func tailAtEnd(s string) int {
	if s == "" || s[len(s)-1] < utf8.RuneSelf { // none of them ends in ASCII
		return -1
	}
	for _, t := range wroteTails {
		if strings.HasSuffix(s, t) {
			return len(s) - len(t)
		}
	}
	return -1
}

// wrote reports whether a line says that what follows was written by somebody
// at some time. first says that it is a line by itself and not a joined one.
func wrote(line string, first bool) bool {
	s := strings.Join(strings.Fields(strings.Trim(line, decoration)), " ")
	dashed := strings.HasSuffix(strings.TrimRight(line, " "), "--")
	s = strings.ReplaceAll(strings.ReplaceAll(s, "< ", "<"), " >", ">")
	if strings.HasSuffix(strings.TrimRight(line, " *_"), ">") && !strings.HasSuffix(s, ">") {
		s += ">" // it was taken for decoration
	}
	body := strings.TrimRight(s, ":： ")
	colon := body != s
	if body == "" || strings.ContainsAny(body, "?!？！") {
		return false
	}
	low := strings.ToLower(body)
	if len(low) != len(body) {
		body = low // a letter has another length in lower case
	}
	if at := youWrote.FindStringIndex(low); colon && at != nil && whenNumber.MatchString(body[at[1]:]) && len(strings.Fields(body)) <= maxNameWords && plainName(afterWhen(body)) {
		return true
	}
	addrs := addressRe.FindAllStringIndex(body, -1)
	word := firstWord(low)
	r, _ := utf8.DecodeRuneInString(low)
	begins := unicode.IsDigit(r) || leads[word] || leads[firstWords(low, 2)] || dateName(word) || strings.ContainsRune("在于於", r)
	verb := verbAtEnd(low)
	if verb < 0 {
		verb = tailAtEnd(low)
	}
	switch {
	case first && colon && len(addrs) == 1 && stamped.MatchString(body[addrs[0][1]:]):
		return plainName(body[:addrs[0][0]]) // "* Alex <alex@example.com> [2013-10-02 09:12]:"
	case verb >= 0:
		before := body[:verb]
		if !begins {
			// "bob via Forum <bob@example.com> wrote:"
			if len(addrs) == 0 {
				return first && colon && strings.Contains(low, " via ") && plainName(before)
			}
			return first && colon && addrs[0][0] <= len(before) && plainName(before[:addrs[0][0]])
		}
		when := hasWhen(before)
		if !when && len(addrs) == 0 {
			return false
		}
		return (colon || dashed || len(addrs) > 0) && plainName(afterWhen(blankOut(before, addrs)))
	case colon && begins && len(addrs) > 0 && addrs[len(addrs)-1][1] >= len(body)-1:
		// "26.06.2014, 14:41, "Alex" <alex@example.com>:"
		before := body[:addrs[0][0]]
		if at := midVerb(low[:len(before)]); at >= 0 {
			before = body[:at]
		}
		return hasWhen(before) && plainName(afterWhen(body[:addrs[0][0]]))
	case !colon && len(addrs) == 1 && addrs[0][1] == len(body) && strings.HasPrefix(body[addrs[0][0]:], "<"):
		// "2013/10/2 Alex <alex@example.com>"
		before := body[:addrs[0][0]]
		return unicode.IsDigit(r) && whenNumber.MatchString(before) && len(before) < 80 && plainName(afterWhen(before))
	case colon:
		at := midVerb(low)
		if at < 0 {
			return false
		}
		before, after := body[:at], body[at:]
		if begins && hasWhen(before) {
			// "Am 18.09.2013 um 16:24 schrieb Alex:"
			_, after, _ = strings.Cut(after, " ")
			return plainName(blankOut(after, addressRe.FindAllStringIndex(after, -1)))
		}
		// "Alex <alex@example.com> wrote on 11/20/2026 09:00:00 AM:"
		return first && whenNumber.MatchString(after) && len(after) < 80 && plainName(blankOut(before, addressRe.FindAllStringIndex(before, -1))) &&
			len(strings.Fields(before)) <= 6
	}
	return false
}

// midVerb is where a word for "wrote" stands in s: -1 if none does.
func midVerb(s string) int {
	at := 0
	for _, w := range strings.Fields(s) {
		i := strings.Index(s[at:], w)
		at += i
		if wroteVerbs[w] && at > 0 {
			return at
		}
		at += len(w)
	}
	return -1
}

// afterWhen is what stands behind the last number of a date or time.
func afterWhen(s string) string {
	if at := whenNumber.FindAllStringIndex(s, -1); len(at) > 0 {
		return s[at[len(at)-1][1]:]
	}
	return s
}

// blankOut cuts the first address and what follows it.
func blankOut(s string, addrs [][]int) string {
	if len(addrs) > 0 && addrs[0][0] <= len(s) {
		return s[:addrs[0][0]]
	}
	return s
}

// plainName reports whether s can be a name: few words, none that only stands
// in sentences.
func plainName(s string) bool {
	words := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return notLetter(r) && r != '\'' })
	if len(words) > maxNameWords {
		return false
	}
	return !slices.ContainsFunc(words, func(w string) bool { return stops[w] })
}
