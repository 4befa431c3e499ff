// Package mailfooter knows the lines that phones, mail programs and help desks put below a mail:
// how it was sent, what they say in praise of themselves, whose service it is. Who reads a mail
// asks for Line, who reads a decision for Certain. It is pure.
package mailfooter

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/internal/lazyre"
)

const maxFooterLine = 120

var (
	excuse     = lazyre.New(`(?i)[.,;–—-]\s*[^.,;]*\b(?:excuse|forgive|apologi[sz]e|apologies|typos?|brevity|entschuldig|verzeih|tippfehler|fautes|brièveté|disculp|errores|scusa|errori|excuseer|typfouten)[^?]*$`)
	footerLink = lazyre.New(`\s*[<(\[]\s*(?:https?://|www\.)[^\s<>()\[\]]*\s*[>)\]]|\s*[<(\[]\s*https?://[^\s<>]*[>)\]]?|\s+https?://\S+`)
)

// Line reports whether a line is what programs and devices put below a mail:
// "Sent from my iPhone". Besides the known words it holds only names of devices and
// programs, and what a program says in praise of itself: "Sent from my desk, but wait" is
// none. Behind "sent from my" a name that nobody knows is taken for a device.
func Line(line string) bool { return isLine(line, false) }

// Certain is Line where an answer stands above: each word is one of what programs say, or the
// name of a device or a program that is known.
func Certain(line string) bool { return isLine(line, true) }

// Excuse returns what ends a line and may excuse its slips, "" if nothing does: whatever stands there, so who reads a decision has
// to look at it.
func Excuse(line string) string {
	// The shortest one has four letters behind its sign.
	if sign := strings.IndexAny(line, ".,;–—-"); sign < 0 || sign >= len(line)-4 {
		return ""
	}
	if at := excuse.FindStringIndex(line); at != nil {
		return line[at[0]:]
	}
	return ""
}

func isLine(line string, certain bool) bool {
	line = strings.TrimFunc(line, unseen)
	if len(line) < 6 || len(line) > 600 {
		return false
	}
	if strings.Contains(line, "://") || strings.Contains(line, "www.") {
		line = strings.TrimSpace(footerLink.ReplaceAllString(line, ""))
	}
	line = line[:len(line)-len(Excuse(line))]
	line = spelled.Replace(line)
	named, praise := unpraised(line)
	line = named
	if onTheGo[strings.ToLower(strings.Trim(line, " .()[]*_-–—"))] {
		return true
	}
	if utf8.RuneCountInString(line) > maxFooterLine || strings.ContainsAny(line, "?;!") {
		return false
	}
	if offers(strings.ToLower(line)) {
		return true
	}
	if before, rest, ok := strings.Cut(line, ", "); ok && !certain && slices.ContainsFunc(strings.Fields(strings.ToLower(rest)), isDevice) {
		line = before + " " + rest // "Sent via the Samsung Galaxy S23, an AT&T 5G smartphone"
	}
	if strings.Contains(line, ",") {
		return false
	}
	line = strings.Trim(line, "<>()[]*_- .:\u00a0\u200e—–")
	if at := passive.FindStringIndex(line); at != nil {
		line = line[at[1]:]
	}
	low := strings.ToLower(line)
	if praise && strings.HasPrefix(low, "yahoo mail") && names(line, false, false, certain) {
		return true
	}
	if utf8.RuneCountInString(low) <= 40 {
		for _, f := range footersCJK {
			if f.fits(low) && (f[0] != "" && !certain || slices.ContainsFunc(devicesCJK, func(d string) bool { return strings.Contains(low, d) })) && (!certain || onlyDeviceCJK(f, low)) {
				return true
			}
		}
	}
	for _, f := range footers {
		if f.fits(low) {
			if len(line) != len(low) {
				line = low
			}
			pre, post := f[0], f[len(f)-1]
			if len(pre)+len(post) < len(line) && names(line[len(pre):len(line)-len(post)], strings.HasPrefix(pre, "sent from") || strings.HasPrefix(pre, "from my"), bySomebody[strings.TrimSpace(pre)], certain) {
				return true
			}
		}
	}
	return false
}

// passive is how some say what was sent so.
var passive = lazyre.New(`(?i)^(?:this (?:message|e-?mail) (?:was|has been) |(?:diese )?(?:nachricht|e-mail) wurde |ce (?:message|courriel) a été |(?:este )?(?:mensaje|correo) (?:fue|ha sido) |(?:questo )?messaggio (?:è stato )?|(?:esta )?(?:mensagem|e-mail) foi |dit bericht (?:is|werd) |(?:ta )?wiadomość (?:została )?|(?:detta |denne )?(?:meddelande|besked|melding) (?:är|er|blev|ble) )`)

// spelled are names with signs in them, or blanks.
var spelled = strings.NewReplacer("Yahoo!", "Yahoo", "Verizon, ", "Verizon ", "eM Client", "emclient", "IMP, the Internet Messaging Program", "IMP", "the all new", "the new")

// behindName is what parts the name of a program from what it says of itself.
var behindName = lazyre.New(`\s*(?:[,.:;!|/](?:\s|$)|\s[-–—]\s)`)

// Praise reports a line that ends with what a program says of itself: it may be the first of
// two, or have its link below.
func Praise(line string) bool {
	_, ok := unpraised(line)
	return ok
}

// unpraised is a line without what a program says in praise of itself behind its name, if
// each word of that belongs to such praise.
func unpraised(line string) (named string, ok bool) {
	at := behindName.FindStringIndex(line)
	if at == nil || strings.ContainsAny(line, "?？") || hasDigit(line[at[1]:]) {
		return line, false
	}
	n, about, proud := 0, false, strings.EqualFold(strings.TrimRight(line[at[1]:], "."), "get the app")
	for _, w := range strings.FieldsFunc(strings.ToLower(line[at[1]:]), func(r rune) bool { return notLetter(r) && r != '-' }) {
		if w = strings.Trim(w, "-"); w == "" {
			continue
		}
		n++
		switch {
		case praised[w]:
			proud = true
		case programs[w]:
			about = true
		case !praiseGlue[w] && !fetching[w]:
			return line, false
		}
	}
	if n > 1 && n < 16 && about && proud {
		return line[:at[0]], true
	}
	return line, false
}

// bySystem parts the names in what offers a program from what is written to them, in any
// script.
var bySystem = strings.NewReplacer("outlook", " outlook ", "ios", " ios ", "android", " android ", "iphone", " iphone ", "ipad", " ipad ", "windows", " windows ", "macos", " macos ")

// offers reports a line that offers a mail program for a system, in whatever language:
// "Get Outlook for iOS". It has the two names, and of other words only those of fetching.
func offers(low string) bool {
	at := slices.IndexFunc(offered, func(p string) bool { return strings.Contains(low, p) })
	if at < 0 {
		return false
	}
	if offered[at] != "outlook" {
		low = strings.Replace(low, offered[at], " outlook ", 1)
	}
	n, system, fetch, from := 0, false, false, false
	for _, w := range strings.FieldsFunc(bySystem.Replace(low), notLetter) {
		if n++; n == 1 {
			from = slices.Contains(fromWords, w)
		}
		switch {
		case w == "outlook":
		case systems[w]:
			system = true
		case fetching[w]:
			fetch = true
		case w == "no" || !little[w] && !systemEnds[w]:
			return false
		}
	}
	return system && (fetch && n < 12 || from && n == 4) // "Von Outlook für iOS"
}

// pattern is a text whose "*" stand for anything: the pieces between them.
type pattern []string

func patterns(texts []string) []pattern {
	var ps []pattern
	for _, t := range texts {
		ps = append(ps, strings.Split(t, "*"))
	}
	return ps
}

// fits reports whether s begins and ends as the pattern, with its pieces in between.
func (p pattern) fits(s string) bool {
	rest, ok := strings.CutPrefix(s, p[0])
	if !ok {
		return false
	}
	for _, piece := range p[1:] {
		at := strings.Index(rest, piece)
		if at < 0 {
			return false
		}
		rest = rest[at+len(piece):]
	}
	return rest == "" || strings.HasSuffix(s, p[len(p)-1])
}

// names reports whether words name a device or a program. Behind "sent from my"
// one that nobody knows is enough, if it is written as a name. by: who has sent it may stand
// there, and names that people have, too, are theirs.
func names(s string, english, by, certain bool) bool {
	words := strings.Fields(s)
	if len(words) == 0 || len(words) > 9 {
		return false
	}
	device, named := false, false
	for _, w := range words {
		low := strings.ToLower(strings.Trim(w, `.:'"()[]&+-`))
		if at := prefixed.FindStringIndex(low); at != nil {
			low = low[at[1]:]
		}
		low, _, _ = strings.Cut(low, ":") // "iOS:stä"
		switch {
		case low == "":
		case media[low] && strings.Contains(w, low): // how it went, as people say it: "Sent by email"
		case isDevice(low) && !(by && alsoPeople[low]):
			device = true
		case certain && (low == "no" || !little[low] && !model(low)):
			return false
		case little[low]:
		case capital(strings.TrimLeft(w, `([`)) || strings.ContainsFunc(w, unicode.IsDigit):
			named = true
		default:
			return false
		}
	}
	return device || (named && english)
}

// prefixed are articles that are written to a word.
var prefixed = lazyre.New(`^(?:(?:l|d|dell|dall|un)['’]|ה-)`)

// model reports what names one of many devices: "s23", "10".
func model(w string) bool { return len(w) < 9 && hasDigit(w) && (len(w) < 3 || w[0] >= 'a') }

// onlyDeviceCJK reports a line that fits a pattern and has nothing besides but devices.
func onlyDeviceCJK(f pattern, low string) bool {
	for _, piece := range f {
		if piece != "" {
			low = strings.ReplaceAll(low, piece, " ")
		}
	}
	for _, d := range devicesCJK {
		low = strings.ReplaceAll(low, d, " ")
	}
	return !strings.ContainsFunc(bySystem.Replace(low), func(r rune) bool { return unicode.IsLetter(r) && !strings.ContainsRune("智能型的のを私", r) })
}

func isDevice(w string) bool {
	return slices.ContainsFunc(devices, func(d string) bool { return w == d || (len(d) > 4 && strings.HasPrefix(w, d)) })
}

func capital(w string) bool {
	r, _ := utf8.DecodeRuneInString(w)
	return unicode.IsUpper(r)
}

// unseen are characters that show nothing.
func unseen(r rune) bool {
	return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) || r == '\u034f' || r == '\u2800' || r == '\u3164'
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) }

func hasDigit(s string) bool { return strings.ContainsFunc(s, unicode.IsDigit) }
