package quote

import (
	"slices"
	"strings"
	"unicode"

	"bridge/adapters/email/written"
	"bridge/internal/lazyre"
)

// attribution is the line above a quote that says whose it is. It is left out
// of what an approval is decided by, so it must be one beyond doubt: a keyword,
// a date or time, us, a word for "wrote", and nothing that could be said by a
// person. "On the condition that Bob agrees, as he wrote:" is none.
var (
	attributionStart = lazyre.New(`(?i)^(on|am|le|el|il|op|den|em|w dniu|dnia)\s`)
	attributionEnd   = lazyre.New(`(?i)[\s,](wrote|writes|schrieb|a écrit|escribió|ha scritto|escreveu|napisał\(a\)|napisała?|pisze|skrev)$`)
	attributionMid   = lazyre.New(`(?i)\s(schrieb|schreef|skrev)\s`) // the writer comes last
	attributionWhen  = lazyre.New(`\b\d{1,2}[:.h]\d{2}\b|\b(19|20)\d{2}\b|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b`)
	attributionWho   = lazyre.New(`\(?<?(?:mailto:)?[^\s<>()",;:]+@[^\s<>()",;:]+>?\)?`)
	letters          = lazyre.New(`\p{L}+`)
)

// dateNames are months and days of the week; an abbreviation is the beginning
// of one. dateWords are the other words that stand beside them.
var (
	dateNames = strings.Fields(`january february march april may june july august september october november december
		monday tuesday wednesday thursday friday saturday sunday
		januar februar märz mai juni juli oktober dezember montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag
		janvier février mars avril juin juillet août septembre octobre novembre décembre lundi mardi mercredi jeudi vendredi samedi dimanche
		enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre lunes martes miércoles jueves viernes sábado domingo
		gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre lunedì martedì mercoledì giovedì venerdì sabato domenica
		janeiro fevereiro março maio junho julho setembro outubro novembro dezembro segunda terça quarta quinta sexta feira
		januari februari maart mei augustus maandag dinsdag woensdag donderdag vrijdag zaterdag zondag
		augusti måndag tisdag onsdag torsdag fredag lördag söndag mandag tirsdag lørdag søndag
		stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia`)
	dateWords = strings.Fields("at um uhr à às as las a om kl klokken alle ore giorno de del o h am pm m p utc gmt cet cest est edt cst cdt mst mdt pst pdt bst z st nd rd th")
)

// notDates are beginnings of dateNames that are words of a verdict.
var notDates = []string{"no", "ja", "ok"}

func dateWord(w string) bool {
	w = strings.ToLower(w)
	if slices.Contains(dateWords, w) {
		return true
	}
	if slices.Contains(notDates, w) {
		return false
	}
	return slices.ContainsFunc(dateNames, func(d string) bool { return len(w) >= 2 && strings.HasPrefix(d, w) })
}

// attributionGlue are the words, besides those of a date, that stand in the
// attributions of mail programs in languages whose form attribution does not know:
// none of them says anything by itself.
var attributionGlue = strings.Fields(`on am le el il op den em dnia wrote writes schrieb écrit escribió scritto escreveu napisał napisała pisze skrev schreef geschreven
	użytkownik odesílatel napsal napsala dne kirjoitti klo пишет написал написала написав писал пише г р в о у v ve tarihinde şunu şunları yazdı írta ezt időpontban keltezéssel scris написа`)

// attributionRunes are the same of Chinese, Japanese and Korean, by character.
const attributionRunes = "年月日時时分秒周週星期曜一二三四五六天火水木金土上午下晚早凌晨中于於在写寫道のメール년월일요화수목금토오전후시분에님이작성"

// monthsMore are months and days of the week of such languages.
var monthsMore = strings.Fields(`января февраля марта апреля мая июня июля августа сентября октября ноября декабря янв февр фев мар апр июн июл авг сент сен окт нояб ноя дек пн вт ср чт пт сб вс
	січ лют бер квіт трав черв лип серп вер жовт лист груд січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня нд
	tammik helmik maalisk huhtik toukok kesäk heinäk elok syysk lokak marrask jouluk tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta ma ti ke to pe la su
	led úno bře dub kvě čvn čvc srp zář říj lis pro ledna února března dubna května června července srpna září října listopadu prosince po út st čt pá so
	oca şub nis haz tem ağu eyl eki kas ara ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık pzt sal çar per cum cmt paz pazartesi salı çarşamba perşembe cuma cumartesi pazar
	jan feb mrt apr mei jun jul aug sep okt nov dez des gru sty lut kwi cze lip wrz paź pt śr czw sob pon wt ndz niedz`)

// accounted reports whether each word of a line is one of a date or of the little
// ones around it, or our name or address: such a line can say nothing else.
func (m Us) accounted(line string) bool {
	line, ok := strings.CutSuffix(strings.TrimSuffix(line, " "), ":")
	if !ok {
		if line, ok = strings.CutSuffix(line, "："); !ok {
			return false
		}
	}
	if !year.MatchString(line) || !timeOfDay.MatchString(line) {
		return false
	}
	addrs := attributionWho.FindAllStringIndex(line, -1)
	if len(addrs) != 1 {
		return false
	}
	at := addrs[0]
	if !m.Is(strings.TrimPrefix(strings.Trim(line[at[0]:at[1]], "<>()"), "mailto:")) {
		return false
	}
	before, after := strings.TrimRight(line[:at[0]], ` "'<(`), line[at[1]:]
	if n := len(before) - len(m.Name); m.Name != "" && n >= 0 && strings.EqualFold(before[n:], m.Name) {
		before = before[:n]
	}
	for _, w := range letters.FindAllString(strings.ToLower(before+" "+after), -1) {
		if !dateWord(w) && !slices.Contains(attributionGlue, w) && !slices.Contains(monthsMore, w) && strings.Trim(w, attributionRunes) != "" {
			return false
		}
	}
	return true
}

// attribution reports whether a line, joined of those it is broken over, says
// that what follows was written by us.
func (m Us) attribution(line string) bool {
	line = strings.Join(strings.Fields(line), " ")
	if len(line) > 500 || strings.ContainsAny(line, "?!") {
		return false
	}
	if m.accounted(line) {
		return true
	}
	if !attributionStart.MatchString(line) {
		return false
	}
	line, ok := strings.CutSuffix(line, ":")
	if !ok {
		if line, ok = strings.CutSuffix(line, "："); !ok {
			return false
		}
	}
	line = strings.TrimSpace(line)
	when, who := line, ""
	if at := attributionEnd.FindStringIndex(line); at != nil {
		when, who = m.cutWriter(line[:at[0]])
	} else if at := attributionMid.FindStringIndex(line); at != nil {
		var before string
		if before, who = m.cutWriter(line[at[1]:]); strings.Trim(before, " ,") != "" {
			return false
		}
		when = line[:at[0]]
	}
	if who == "" || !attributionWhen.MatchString(when) {
		return false
	}
	when = when[len(attributionStart.FindString(when+" ")):]
	return !slices.ContainsFunc(letters.FindAllString(when, -1), func(w string) bool { return !dateWord(w) })
}

// cutWriter cuts our name or address off the end of s; who is "" if it is not there.
func (m Us) cutWriter(s string) (rest, who string) {
	s = strings.TrimRight(s, " ,")
	all := attributionWho.FindAllStringIndex(s, -1)
	if len(all) == 0 {
		bare := strings.TrimRight(s, `"'`)
		n := len(bare) - len(m.Name)
		if m.Name != "" && n >= 0 && strings.EqualFold(bare[n:], m.Name) && (n == 0 || strings.IndexByte(` ,"'`, bare[n-1]) >= 0) {
			return bare[:n], m.Name
		}
		return s, ""
	}
	at := all[0]
	addr := s[at[0]:at[1]]
	if len(all) > 1 || at[1] != len(s) || !m.Is(strings.TrimPrefix(strings.Trim(addr, "<>()"), "mailto:")) {
		return s, ""
	}
	rest = strings.TrimRight(s[:at[0]], " ")
	if bare := strings.TrimRight(rest, `"'`); m.Name != "" && len(bare) >= len(m.Name) && strings.EqualFold(bare[len(bare)-len(m.Name):], m.Name) {
		return bare[:len(bare)-len(m.Name)], addr
	}
	if !strings.Contains(addr, "<") {
		return rest, addr
	}
	// The name that the reader's address book has for us, of a few words.
	if quoted := strings.TrimSuffix(rest, `"`); quoted != rest {
		if i := strings.LastIndexByte(quoted, '"'); i >= 0 && len(letters.FindAllString(quoted[i:], -1)) <= 4 {
			return quoted[:i], addr
		}
		return s, ""
	}
	fields := strings.Fields(rest)
	for n := 0; n < 4 && len(fields) > 0; n++ {
		last := fields[len(fields)-1]
		if strings.HasSuffix(last, ",") || !strings.ContainsFunc(last, unicode.IsLetter) || strings.ContainsFunc(last, unicode.IsDigit) || dateWord(strings.Trim(last, ".,")) {
			break
		}
		fields = fields[:len(fields)-1]
	}
	return strings.Join(fields, " "), addr
}

// attributionAt returns how many lines, from line i on, are an attribution: 0
// if none. Mail programs break it over up to four lines. A line above one that begins
// like it ("am Freitag") is none of it.
func (m Us) attributionAt(lines []string, i int) int {
	if first := strings.TrimSpace(lines[i]) + " "; !attributionStart.MatchString(first) && !attributionWhen.MatchString(first) && !strings.ContainsRune(first, '@') {
		return 0
	}
	return broken(lines, i, m.attribution)
}

// maxBroken is over how many lines an attribution is broken.
const maxBroken = 4

// broken returns how many lines, from line i on, are an attribution by is when they
// are joined: 0 if none.
func broken(lines []string, i int, is func(string) bool) int {
	joined := ""
	for n := 1; n <= maxBroken && i+n <= len(lines); n++ {
		l := lines[i+n-1]
		if strings.TrimSpace(l) == "" || written.Marked(l) || len(joined)+len(l) > 500 {
			return 0
		}
		joined += " " + l
		if !is(joined) {
			continue
		}
		if n == 1 {
			return 1
		}
		if !written.OneDate(joined) {
			return 0
		}
		if !written.Digits(lines[i]) && !strings.Contains(lines[i], "@") {
			for k := 1; k < n; k++ {
				if is(strings.Join(lines[i+k:i+n], " ")) {
					return 0 // the first line says something else
				}
			}
		}
		return n
	}
	return 0
}

// EndsInAttribution reports whether the last lines say that what follows was written by us.
func (m Us) EndsInAttribution(lines []string) bool {
	for n := 1; n <= maxBroken && n <= len(lines); n++ {
		if m.attributionAt(lines, len(lines)-n) == n {
			return true
		}
	}
	return false
}
