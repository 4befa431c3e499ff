package written

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/internal/lazyre"
)

// An attribution that is broken over lines is taken for one only if each of its words
// has its place: a lead, one date, a name, an address, a word for "wrote". A line right
// above it may begin like one ("On Monday I will pay 300"): it is the person's.

var (
	clockRe  = lazyre.New(`^\d{1,2}[:h]\d{2}(?:[:.]\d{2})?(?:[ap]m?)?$|^\d{1,2}\.\d{2}(?:[:.]\d{2})?$`)
	fullDate = lazyre.New(`^\d{1,4}[./-]\d{1,2}[./-](?:\d{2,4})?(?:[tT]\d.*)?$|^\d{1,2}[./]\d$`)
	yearRe   = lazyre.New(`^(?:19|20)\d{2}[rг年]?$`)
	dayRe    = lazyre.New(`^\d{1,2}(?:st|nd|rd|th|er|º|ª|o)?$`)
	zoneName = lazyre.New(`^[A-Z]{3,4},?$`) // right behind the time
	zoneRe   = lazyre.New(`^(?:gmt|utc|[a-z]{3,4})?[+-]\d{1,2}:?(?:\d{2})?$`)
	// beforeClock are leads that stand before the time as well.
	beforeClock = lazyre.New(`(?i)(?:vào lúc|στις)\s+(\d{1,2}:\d{2})`)
	dateVI      = lazyre.New(`(?i)\bth(?:ứ|g|áng)?\s?\d{1,2}\b`) // Tuesday is the third day
	dateCJK     = lazyre.New(`[在于於]?\d{4}\s?[年년]\s?\d{1,2}\s?[月월]\s?\d{1,2}\s?[日일]`)
	mailtoRe    = lazyre.New(`[<(\[]\s*mailto:[^<>\s]*[>)\]]`)
	bareAddr    = lazyre.New(`[<(\["']*[^\s<>()\[\]",;:]+@[^\s<>()\[\]",;:]+[>)\]"']*`)
	bidiMarks   = strings.NewReplacer("\u200e", "", "\u200f", "", "\u202a", "", "\u202b", "", "\u202c", "", "\u2066", "", "\u2067", "", "\u2068", "", "\u2069", "", "\u00a0", " ", "\u202f", " ")
)

// The signs that stand for what was found in a line.
const (
	addrToken = "\x02"
	dateToken = "\x03"
)

// onlyLeads are leads that stand nowhere else in an attribution.
var onlyLeads = set(`on|am|le|el|il|op|em|dnia|dne|dňa|på|на|στις|vào|pada|quoting|zitat|missatge`)

// quoting are leads that a name follows.
var quoting = set(`quoting|zitat von|citando|missatge de|citat från|citazione di|citation de|citeren|mensaje citado|cytowanie|quoted from`)

// dateGlue are the words between the parts of a date.
var dateGlue = set(`at|um|uhr|à|às|à(s|as|las|les|a|om|kl|klokken|klo|alle|ore|giorno|de|del|di|dia|día|du|den|d|do|das|h|hs|hrs|m|p|r|o|v|u|la|пo|utc|gmt|cet|cest|mez|mesz|est|edt|cst|cdt|mst|mdt|pst|pdt|bst|wet|west|eet|eest|z|
	i|في|ص|م|ob|g|plkst|kell|kello|godz|pr|στο|ο/η|je|เวลา|г|р|в|о|ч|у|από|lúc|vào|thg|th|pukul|jam|μ|π|მ|tarihinde|saat|időpont|időpontban|dátum|dne|dnia|użytkownik|odesílatel|používateľ|ο|η|χρήστης|пользователь|користувач|מאת|יום|님이|님|בשעה|ב|الساعة`)

// moreDateNames are months and days of languages that dateNames does not have.
var moreDateNames = set(`ut|utorok|streda|štvrtok|piatok|sij|velj|ožu|tra|svi|lip|srp|kol|ruj|stu|pro|uto|sri|čet|pet|sub|ned|siječnja|veljače|ožujka|travnja|svibnja|lipnja|srpnja|kolovoza|rujna|listopada|studenoga|prosinca|
	ιαν|φεβ|μαρ|απρ|μαΐ|μαι|ιουν|ιουλ|αυγ|σεπ|οκτ|νοε|δεκ|δευ|τρί|τρι|τετ|πέμ|πεμ|παρ|σάβ|σαβ|κυρ|sen|sel|rab|kam|jum|sab|min|agt|okt|des|juni|juli|gen|març|maig|juny|jul|ag|set|oct|dl|dt|dc|dj|dv|ds|dg|
	segunda-feira|terça-feira|quarta-feira|quinta-feira|sexta-feira|pon|tor|sre|čet|otrd|pirmd|trešd|ceturtd|piektd|sestd|svētd|janv|marts|maijs|jūn|jūl|okt|märts|aprill|juuni|juuli|detsember|jaanuar|veebruar|novembr|an|tr|kt|pn|št|sk|þri|mán|mið|fim|fös|lau|sun|уто|сре|чет|пет|нед|суб|
	มี.ค|ม.ค|ก.พ|เม.ย|พ.ค|มิ.ย|ก.ค|ส.ค|ก.ย|ต.ค|พ.ย|ธ.ค|จ|อ|พ|พฤ|ศ|ส|อา|مارس|يناير|فبراير|أبريل|مايو|يونيو|يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر|الأحد|الاثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت|
	k|sze|cs|p|szo|v|h|márc|ápr|jún|júl|szept|brez|вт|ср|чт|пт|сб|вс|пн|нд|бер|лют|січ|квіт|трав|черв|лип|серп|вер|жовт|лист|груд|мар|фев|янв|апр|авг|сен|сент|окт|ноя|дек|ян|юни|юли|ное|dt|di|lør|søn|tirs|tors|mrt|ene|abr|dic|ago|
	ינו|פבר|מרץ|במרץ|אפר|מאי|יוני|יולי|אוג|ספט|אוק|נוב|דצמ|א|ב|ג|ד|ה|ו|ש`)

// when counts what a date has.
type when struct {
	names, years, days, clocks, full int
	last                             string // the last word
	over                             bool   // more than one date
}

// take takes the next word; false if it is none of a date, or one too many.
func (w *when) take(word string, first bool) bool {
	raw := word
	word = strings.TrimPrefix(word, "ב-") // at
	word = strings.ToLower(strings.Trim(word, ".,:;()[]\"'’′׳״-–—، "))
	last := w.last
	w.last = word
	switch {
	case word == "":
		return true
	case first && leads[word]:
		return true
	case word == "am" || word == "pm" || word == "a.m" || word == "p.m" || word == "π.μ" || word == "μ.μ":
		if clockRe.MatchString(last) {
			return true
		}
		w.over = w.over || word == "am"
		return false
	case onlyLeads[word]:
		w.over = true
		return false
	case word == dateToken, fullDate.MatchString(word), strings.HasSuffix(raw, ".") && !clockRe.MatchString(raw) && fullDate.MatchString(word+"."):
		w.full++
	case clockRe.MatchString(word):
		w.clocks++
	case yearRe.MatchString(word):
		w.years++
	case dayRe.MatchString(word):
		w.days++
	case zoneRe.MatchString(word), clockRe.MatchString(last) && zoneName.MatchString(raw), dateGlue[word], strings.Trim(word, attributionCJK) == "":
		return true
	case dateName(word) || moreDateNames[word], len(raw) == 2 && raw[1] == ',' && capital(raw):
		w.names++
	default:
		w.last = last
		return false
	}
	days := 1
	if w.names < 2 {
		days = 2 // "3. 3. 2026", or a day of the week with a number
	}
	if w.full > 1 || w.years > 1 || w.clocks > 1 || w.names > 2 || w.days > days || w.full > 0 && w.days+w.years+max(w.names-1, 0) > 0 {
		w.over = true
		return false
	}
	return true
}

// told reports whether there is a date.
func (w *when) told() bool {
	return w.full > 0 || w.days > 0 && (w.names > 0 || w.years > 0) || w.names > 0 && w.years > 0
}

// attributionCJK are what stands around dates in Chinese, Japanese and Korean.
const attributionCJK = "年月日時时分秒周週星期曜一二三四五六天火水木金土上午下晚早凌晨中于於在년월일요화수목금토오전후시분에"

// tokens are the words of a line; addresses and dates of Chinese, Japanese and Korean
// are one each.
func tokens(line string) []string {
	line = mailtoRe.ReplaceAllString(bidiMarks.Replace(line), "")
	line = bareAddr.ReplaceAllString(line, " "+addrToken+" ")
	line = beforeClock.ReplaceAllString(line, "$1")
	line = dateVI.ReplaceAllString(line, " th ")
	line = dateCJK.ReplaceAllString(line, " "+dateToken+" ")
	return strings.Fields(line)
}

// verbAt is how many words from i on are one for "wrote": 0 if none.
func verbAt(words []string, i int) int {
	w := strings.ToLower(strings.Trim(words[i], ",:： *_"))
	if i+1 < len(words) && wroteVerbs[w+" "+strings.ToLower(strings.Trim(words[i+1], ",:： *_"))] {
		return 2
	}
	if wroteVerbs[w] {
		return 1
	}
	for _, t := range wroteTails {
		if strings.HasSuffix(w, t) && len(w) < len(t)+12 {
			return 1
		}
	}
	return 0
}

// accounted reports whether a line, joined of those that it is broken over, is an
// attribution of which each word has its place. us is who may stand first in it.
func accounted(line, us string) bool {
	body := strings.TrimSpace(strings.Trim(line, decoration))
	if strings.HasSuffix(line, ">") {
		body += ">"
	}
	bare := strings.TrimRight(body, ":： ")
	colon := bare != body
	if bare == "" || len(line) > maxWroteBytes || strings.ContainsAny(bare, "?!？！") {
		return false
	}
	words := tokens(bare)
	two := ""
	if len(words) > 1 {
		two = strings.ToLower(words[0] + " " + words[1])
	}
	i := 0
	switch {
	case quoting[strings.ToLower(words[0])]:
		return colon && cites(words[1:])
	case quoting[two]:
		if len(words) > 2 && strings.EqualFold(words[2], "por") {
			i = 1
		}
		return colon && cites(words[2+i:])
	case leads[two]:
		i = 2
	}
	var w when
	for start := i; i < len(words) && verbAt(words, i) == 0 && w.take(words[i], i == 0 && start == 0); {
		i++
	}
	if w.over {
		return false
	}
	if w.told() {
		return whose(words[i:], colon)
	}
	return colon && named(words, us)
}

// cites reports whether words are a name with an address, and a date at most.
func cites(words []string) bool {
	i := 0
	for i < len(words) && words[i] != addrToken {
		i++
	}
	return i < len(words) && plainName(strings.Join(words[:i], " ")) && onlyWhen(words[i+1:])
}

func onlyWhen(words []string) bool {
	var w when
	for i, word := range words {
		if !w.take(word, i == 0) {
			return false
		}
	}
	return true
}

// whose reports whether what follows a date says who wrote: "wrote NAME", "NAME wrote",
// or "NAME ADDRESS" with a colon.
func whose(words []string, colon bool) bool {
	verbs, addrs := 0, 0
	var name []string
	for i := 0; i < len(words); i++ {
		n := verbAt(words, i)
		switch {
		case n > 0:
			if verbs++; verbs > 1 || i > 0 && i+n < len(words) {
				return false
			}
			i += n - 1
		case words[i] == addrToken:
			addrs++
		case words[i] == dateToken, strings.ContainsFunc(words[i], unicode.IsDigit):
			return false
		default:
			name = append(name, words[i])
		}
	}
	if len(name)+addrs == 0 || !plainName(strings.Join(name, " ")) {
		return false
	}
	return verbs == 1 && (colon || addrs > 0) || addrs == 1 && colon
}

// named reports whether words are "NAME ADDRESS wrote on DATE", in any order behind the
// address. Whatever stands first may be what the person says: only us is known.
func named(words []string, us string) bool {
	i := 0
	for i < len(words) && words[i] != addrToken {
		i++
	}
	if i == len(words) || i > 0 && (us == "" || !strings.EqualFold(strings.Trim(strings.Join(words[:i], " "), `"'`), us)) {
		return false
	}
	var w when
	verbs := 0
	if i+1 < len(words) && words[i+1][0] == '[' { // "Us <us@example.com> [2026-03-03 09:14]:"
		verbs++
	}
	for i++; i < len(words); i++ {
		if n := verbAt(words, i); n > 0 {
			verbs++
			i += n - 1
			if w.full+w.years == 0 && i+1 < len(words) && leads[strings.ToLower(words[i+1])] {
				i++
			}
			continue
		}
		if !w.take(strings.Trim(words[i], ":"), false) {
			return false
		}
	}
	return verbs == 1 && w.told()
}

// OneDate reports whether a line tells one date at most, and begins no second time:
// "am Freitag Am 3. März 2026" does. What is none of a date is not looked at; behind it
// a short word is rather a name than a month.
func OneDate(line string) bool {
	var w when
	words, dated := tokens(line), true
	for i := 0; i < len(words); i++ {
		if n := verbAt(words, i); n > 0 {
			i += n - 1
			continue
		}
		if !dated && !Digits(words[i]) && words[i] != dateToken && !onlyLeads[strings.ToLower(words[i])] {
			continue
		}
		dated = w.take(words[i], i == 0) && dated
		if w.over {
			return false
		}
	}
	return true
}

// Digits reports whether a line holds a digit. Of a date that is broken over lines the
// first has one.
func Digits(line string) bool {
	return strings.ContainsFunc(line, func(r rune) bool { return r < utf8.RuneSelf && r >= '0' && r <= '9' || unicode.IsDigit(r) })
}
