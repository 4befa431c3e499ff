package reply

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"bridge/internal/lazyre"
)

// Who is asked to book for Tuesday 14 May at 9.20 repeats the day and the time in the answer. Where they are the only ones
// of the prompt, they are read as if they were not there; any other day is as much a doubt as ever. That holds of deeds
// alone whose day is that of the thing: "pay it on Friday" puts off a payment that is due on Friday.

// dayWords are the words of one language for days, months and what joins these to the words before them. A day and a
// month are written with "/" between the forms of one.
type dayWords struct{ days, months, joins string }

func dayLanguages() []dayWords {
	return []dayWords{
		{"monday/mon tuesday/tue/tues wednesday/wed thursday/thu/thurs friday/fri saturday sunday", "january/jan february/feb march april/apr may june/jun july/jul august/aug september/sept/sep october/oct november/nov december/dec", "on for at the of this in"},
		{"lunedì martedì mercoledì giovedì venerdì sabato domenica", "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre", "di del il per alle ore delle questo lo"},
		{"lunes martes miércoles jueves viernes sábado domingo", "enero febrero marzo abril mayo junio julio agosto septiembre/setiembre octubre noviembre diciembre", "el del de para las a día este en"},
		{"lundi mardi mercredi jeudi vendredi samedi dimanche", "janvier février mars avril mai juin juillet août septembre octobre novembre décembre", "le du de pour à ce"},
		{"montag dienstag mittwoch donnerstag freitag samstag/sonnabend sonntag", "januar/jänner februar/feber märz april mai juni juli august september oktober november dezember", "am den dem der für um vom von diesen"},
		{"segunda-feira/segunda terça-feira/terça quarta-feira/quarta quinta-feira/quinta sexta-feira/sexta sábado domingo", "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro", "na no em de da do para às as dia esta este pelas"},
		{"maandag dinsdag woensdag donderdag vrijdag zaterdag zondag", "januari februari maart april mei juni juli augustus september oktober november december", "op de van om deze"},
		{"poniedziałek/poniedziałku wtorek/wtorku środa/środę/środy czwartek/czwartku piątek/piątku sobota/sobotę/soboty niedziela/niedzielę/niedzieli", "stycznia/styczeń/styczniu lutego/luty/lutym marca/marzec/marcu kwietnia/kwiecień/kwietniu maja/maj/maju czerwca/czerwiec/czerwcu lipca/lipiec/lipcu sierpnia/sierpień/sierpniu września/wrzesień/wrześniu października/październik/październiku listopada/listopad/listopadzie grudnia/grudzień/grudniu", "w we na dnia o godz godzinę godzinie ten tę"},
	}
}

// calendar is what these words are.
type calendar struct {
	days, months map[string]int
	in           map[string]tongues
	joins        []map[string]bool
	any          map[string]bool // joins the time where no word tells the language
}

// isDay reports a day, a month, or a time of the day.
func isDay(w string) bool {
	return calendars().in[w] != 0 || calendars().days[w] > 0 || spokenDays()[w]
}

var calendars = lazyre.Once(func() calendar {
	c := calendar{days: map[string]int{}, months: map[string]int{}, in: map[string]tongues{}, any: set("at", "um", "alle", "ore", "las", "à", "às", "om", "godz", "o", "a")}
	for l, words := range dayLanguages() {
		for into, list := range map[*map[string]int]string{&c.days: words.days, &c.months: words.months} {
			for i, forms := range strings.Fields(list) {
				for form := range strings.SplitSeq(forms, "/") {
					for _, s := range wordSpellings(form) {
						(*into)[s] = i + 1
						c.in[s] |= 1 << l
					}
				}
			}
		}
		c.joins = append(c.joins, set(strings.Fields(words.joins)...))
	}
	return c
})

// The parts of a day, in the order of when.
const (
	weekday  = iota
	monthDay // 100 times the month, and the day
	year
	clock // 100 times the hour, and the minute
	whenParts
)

// when is a day or a time as far as it is said: 0 is not, and a time has 1 added to it.
type when [whenParts]int

// dayAt reads the day or time that begins at toks[i], with what stands between its parts: its length in tokens, 0 for
// none, and the languages of its words. It is unsure of what may be a day or a time ("8.10").
func dayAt(toks []token, i int) (w when, n int, in tongues, unsure bool) {
	c := calendars()
	in = everyTongue
	for at := i; at < len(toks); {
		j := at
		for n > 0 && j < len(toks) && j < at+4 && (toks[j].kind == punct && (toks[j].key == "," || toks[j].key == ".") || toks[j].kind == word && (c.any[toks[j].key] || toks[j].key == "den" || toks[j].key == "the" || toks[j].key == "de" || toks[j].key == "le" || toks[j].key == "dnia")) {
			j++
		}
		part, v, k, of := partAt(toks, j)
		if k == 0 && j > at {
			j = at
			part, v, k, of = partAt(toks, j)
		}
		if k == 0 || w[part] != 0 && w[part] != v {
			break
		}
		if part == year && w[monthDay] == 0 {
			break
		}
		if part == clock && v < 0 {
			unsure = true
			v = -v
		}
		w[part] = v
		if in&of != 0 {
			in &= of
		}
		at = j + k
		n = at - i
	}
	return w, n, in, unsure
}

// partAt reads one part of a day.
func partAt(toks []token, i int) (part, v, n int, of tongues) {
	c := calendars()
	key := func(k int) string {
		if i+k < len(toks) && (toks[i+k].kind == word || toks[i+k].kind == punct) {
			return toks[i+k].key
		}
		return ""
	}
	if d := c.days[key(0)]; d > 0 {
		n = 1
		if key(1) == "feira" {
			n++
		}
		return weekday, d, n, c.in[key(0)]
	}
	if m := c.months[key(0)]; m > 0 { // "May 14th"
		if d := dayNumber(key(1)); d > 0 && !clocksBehind(key(2)) && !(touching(toks, i+1) && strings.Contains(".:", key(2)) && i+3 < len(toks) && touching(toks, i+2) && digits(key(3)) >= 0) {
			return monthDay, 100*m + d, 2, c.in[key(0)]
		}
		return 0, 0, 0, 0
	}
	if d := dayNumber(key(0)); d > 0 {
		k := 1
		for k < 3 && (key(k) == "." || key(k) == "of" || key(k) == "de" || key(k) == "di" || key(k) == "º" || key(k) == "°") {
			k++
		}
		if m := c.months[key(k)]; m > 0 {
			return monthDay, 100*m + d, k + 1, c.in[key(k)]
		}
	}
	first := digits(key(0))
	if first < 0 {
		return hourWord(key(0))
	}
	if 2000 < first && first < 2100 {
		return year, first, 1, everyTongue
	}
	joined := i+2 < len(toks) && touching(toks, i) && touching(toks, i+1)
	second := -1
	if joined && strings.Contains(".:/", key(1)) {
		second = digits(key(2))
	}
	switch {
	case second >= 0 && key(1) == "/":
		if 0 < first && first < 32 && 0 < second && second < 13 {
			return monthDay, 100*second + first, 3, everyTongue
		}
	case second > 0 && second < 13 && 0 < first && first < 32 && key(1) == "." && touching(toks, i+2) && key(3) == "." && !clocks(key(4)): // "14.5."
		return monthDay, 100*second + first, 4, everyTongue
	case second >= 0 && len(key(2)) == 2 && first < 24 && second < 60:
		n, v = 3, 100*first+second+1
		h, k := afternoon(first, key(3))
		if k > 0 {
			return clock, 100*h + second + 1, n + k, everyTongue
		}
		if key(1) == "." && second > 0 && second < 13 && first > 0 && !(i > 0 && clocks(toks[i-1].key)) {
			v = -v
		}
		return clock, v, n, everyTongue
	case second < 0 && first < 25:
		if h, k := afternoon(first, key(1)); k > 0 {
			v, n = 100*h+1, 1+k
			if m := digits(key(1 + k)); m >= 0 && m < 60 && len(key(1+k)) == 2 && (key(1) == "uhr" || key(1) == "h") {
				v, n = v+m, n+1
			}
			return clock, v, n, everyTongue
		}
	}
	return 0, 0, 0, 0
}

// afternoon is the hour with the word behind it that tells it to be one, and how many tokens that is.
func afternoon(hour int, next string) (h, n int) {
	switch next {
	case "uhr", "uur", "h", "hs", "hrs", "hours", "o'clock", "oclock", "horas", "heures", "ore", "godz":
		return hour, 1
	case "am":
		return hour % 12, 1
	case "pm":
		return hour%12 + 12, 1
	}
	return hour, 0
}

// clocks reports a word that stands beside a time.
func clocks(w string) bool {
	return slices.Contains([]string{"uhr", "uur", "h", "hs", "hrs", "hours", "o'clock", "horas", "heures", "am", "pm", "at", "um", "ore", "las", "à", "às", "om", "godz", "godzinie", "godzinę", "alle"}, w)
}

// clocksBehind reports a word that makes a time of the number before it.
func clocksBehind(w string) bool {
	_, n := afternoon(0, w)
	return n > 0
}

// hourWord reads a time that is one word: "9h20", "14h", "9am".
func hourWord(w string) (part, v, n int, of tongues) {
	for _, mark := range []string{"h", "am", "pm"} {
		before, after, ok := strings.Cut(w, mark)
		if !ok {
			continue
		}
		hour, minute := digits(before), 0
		if after != "" {
			if minute = digits(after); mark != "h" || minute < 0 || len(after) != 2 {
				continue
			}
		}
		if hour < 0 || hour > 24 || minute > 59 {
			continue
		}
		if mark != "h" {
			hour, _ = afternoon(hour, mark)
		}
		return clock, 100*hour + minute + 1, 1, everyTongue
	}
	return 0, 0, 0, 0
}

// dayNumber is the day of a month that a word says, 0 for none: "14", "14th", "1er".
func dayNumber(w string) int {
	for _, suffix := range []string{"st", "nd", "rd", "th", "er", "º", "°", "ª"} {
		w = strings.TrimSuffix(w, suffix)
	}
	if d := digits(w); d > 0 && d < 32 {
		return d
	}
	return 0
}

// digits is the number that a word is, -1 if it is none.
func digits(w string) int {
	if len(w) == 0 || len(w) > 4 || strings.ContainsFunc(w, func(r rune) bool { return !unicode.IsDigit(r) }) {
		return -1
	}
	n, err := strconv.Atoi(w)
	if err != nil {
		return -1
	}
	return n
}

// besideDays are words that make something else of a day right behind or before them, in any language, unless they join it.
var besideDays = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`before after until till from since by only not instead or and to except than earlier later next every each last but due
		bis ab vor nach nur nicht erst statt sondern oder und außer ausser spätestens frühestens jeden nächsten kommenden letzten an zwischen bereits schon seit zum fällig früher später
		avant après dès seulement uniquement pas plutôt ou et jusqu'à jusqu'au partir chaque prochain dernier depuis sauf entre plus échéance au
		hasta antes después desde solo sólo no o y sino en-vez partir cada próximo pasado entre salvo excepto al vence
		fino prima dopo dal dalle da solo soltanto non o oppure e invece partire ogni prossimo scorso entro tra fra tranne scadenza
		até antes depois desde só somente apenas não nao ou e partir cada próxima próximo entre exceto ao vence
		tot voor na vanaf pas alleen niet of en maar elke volgende vorige sinds behalve tussen uiterlijk plaats
		do od przed po tylko nie lub albo i oraz zamiast każdy każdą następny przyszły przyszły dopiero między oprócz najpóźniej`)...)
})

// dayOf is the day that a prompt shows, each of its parts if it is the only one, where it is that of the thing which is
// asked for and no limit: !ok if there is none. A day that is only judged to be right may be that of any deed but those of money and of
// sending, where it has not passed.
func (s Shown) dayOf(judged bool) (w when, ok bool) {
	moves := asksFor(s, deferring)
	if !moves && !slices.ContainsFunc(s.words(), dated().has) && (!judged || pays(s) || asksFor(s, sending) || slices.ContainsFunc(s.words(), func(w string) bool { return refusing().has(w) || passed()[w] || negatedIn(w) })) || discarding(s) || slices.ContainsFunc(s.words(), func(w string) bool { return ends(w) || callsOffDay().has(w) }) || !moves && s.otherDays() {
		return w, false
	}
	two := [whenParts]bool{}
	for _, about := range s.About {
		wanted := false
		if moves {
			about, wanted = wantedDay(about)
		}
		text := head(about)
		toks := tokenize(text, nil)
		for i := 0; i < len(toks); {
			d, n, in, unsure := dayAt(toks, i)
			if n == 0 {
				i++
				continue
			}
			from := beforeDay(toks, i, in)
			if moves && !wanted {
				if from = toDay(toks, from); !slices.ContainsFunc(toks[from:i], func(t token) bool { return towards()[t.key] }) { // the old day
					i += n
					continue
				}
			}
			if unsure || from > 0 && (besideDays()[toks[from-1].key] || strings.Contains("-–—/", toks[from-1].key)) || i+n < len(toks) && (besideDays()[toks[i+n].key] || toks[i+n].kind == punct && strings.Contains("-–—/", toks[i+n].key)) {
				return when{}, false
			}
			if !moves && s.strayDay(text, toks, from, i+n) {
				return when{}, false
			}
			for part, v := range d {
				two[part] = two[part] || v != 0 && w[part] != 0 && w[part] != v
				if v != 0 {
					w[part], ok = v, true
				}
			}
			i += n
		}
	}
	for part, twice := range two {
		if twice {
			w[part] = 0
		}
	}
	return w, ok
}

// wantedDay is the title of a prompt that moves something; where it has no day, also what stands below it before the day that another
// is wanted instead of: "He asks for Friday instead of Thursday".
func wantedDay(about string) (text string, below bool) {
	title := titleOf(about)
	for _, t := range tokenize(head(title), nil) {
		if t.kind == word && (calendars().days[t.key] > 0 || unicode.IsDigit(rune(t.key[0]))) {
			return title, false
		}
	}
	if at := insteadOfDay.FindStringIndex(about); at != nil && at[0] > len(title) && !slices.ContainsFunc(wordsOfPrompt(strings.ToLower(about)), func(w string) bool { return negations()[w] || onceWas()[w] }) {
		return about[:at[0]], true
	}
	return title, false
}

var insteadOfDay = lazyre.New(`(?i)\s(?:instead of|rather than|au lieu d|à la place d|statt |anstatt |anstelle |invece (?:di|che|del)|al posto d|en vez de|en lugar de|em vez d|em lugar d|in plaats van|zamiast )`)

// hourAt is how many tokens from toks[i] on say that hour, or it in the afternoon, with a word for at before it.
func hourAt(toks []token, i, hour int, own tongues) int {
	k := i
	for k < len(toks) && k < i+2 && toks[k].kind == word && (clocks(toks[k].key) || toks[k].key == "a" || toks[k].key == "las" || toks[k].key == "o") {
		k++
	}
	if k == i || k == len(toks) || toks[k-1].key == "à" || toks[k-1].key == "a" || toks[k-1].key == "o" && own != pl { // "oui, à 8" are eight persons, "giovedì o 8" another day
		return 0
	}
	if h := digits(toks[k].key); h < 1 || h != hour && h+12 != hour || k+1 < len(toks) && toks[k+1].kind == word && (isNumber(toks[k+1].key) || besideDays()[toks[k+1].key]) || k+1 < len(toks) && touching(toks, k) && toks[k+1].kind != word && k+2 < len(toks) && touching(toks, k+1) {
		return 0
	}
	return k + 1 - i
}

// toDay returns where a day begins that somebody is asked to move something to ("to Thursday"), with the word for that.
func toDay(toks []token, from int) int {
	if from > 0 && toks[from-1].kind == word && towards()[toks[from-1].key] {
		from--
	}
	return from
}

var towards = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`to auf à au aux naar op al a ad alle las para pra às na`)...)
})

// dated are deeds whose day in a prompt is that for which they book or are done, and callsOffDay those that take one back.
var (
	dated = lazyre.Once(func() wordList {
		return wordsOf(`confirm* bestätig* bevestig* potwierdz* conferm* book books schedule schedules reserve reserves hire rent
		buchen bucht buche reservieren reserviere vereinbaren vereinbare anmieten mieten
		prenota prenotare prenotiamo prenotate fissa fissare riserva riservare
		reservar reserva reserve agendar agenda agende
		réserver réserve réservez réservons prendre prends prenez
		marcar marca marque
		boek boeken boekt reserveer reserveren inplannen plannen
		zarezerwować zarezerwuj rezerwować umówić umów zabukować
		restart* reboot* reini* riavv* redémarr* herstart* neustart* zrestart* reinici* deploy* ausroll*`)
	})
	callsOffDay = lazyre.Once(func() wordList {
		return wordsOf(`absag* absage abgesagt abmeld* afzeg* afmeld* afgezegd decommand* décommand* disdir* disdic* desmarc* desmarq* descart* skip drop release free off unbook* decline not don't nicht non ne no não nie niet geen kein keine`)
	})
)

// passed are words of what has been, and of asking for a day.
var passed = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`called asked ask asks wrote was were had has came sent said left paid ended rang phoned missed yesterday ago since already
		hat hatte war waren wurde rief schrieb fragte fragt fragen kam gestern seit bereits schon
		a ont avait était étaient hier depuis demande demandé demander appelé déjà ha hanno aveva era ieri chiede chiedere già
		ha han había era fue llamó pidió pide preguntar ayer ya foi tinha ligou pediu ontem já heeft had hebben belde vroeg vraagt vragen schreef kwam gisteren sinds al
		był była było dzwonił dzwoniła pytał pytała wczoraj już`)...)
})

// beforeDay returns where the words begin that join a day at toks[i] to what stands before it.
func beforeDay(toks []token, i int, in tongues) int {
	c := calendars()
	from := i
	for from > 0 && i-from < 3 && toks[from-1].kind == word {
		w := toks[from-1].key
		joins := c.any[w] && in == everyTongue
		for l, of := range c.joins {
			joins = joins || in&(1<<l) != 0 && in != everyTongue && of[w]
		}
		if !joins {
			break
		}
		from--
	}
	return from
}

// withoutDays takes out the days and times that are those of the prompt, with the words that join them to what stands
// before them; nil if there are none. Another day stays, and so does one beside a word that may make something else of it.
func (p *parser) withoutDays(toks []token, shown Shown, own tongues) []token {
	if !slices.ContainsFunc(toks, func(t token) bool {
		return t.kind == word && (calendars().in[strings.TrimSuffix(t.key, "'s")] != 0 || unicode.IsDigit(rune(t.key[0])))
	}) {
		return nil
	}
	asked, ok := shown.dayOf(false)
	judged := !ok
	if judged {
		asked, ok = shown.dayOf(true)
	}
	if !ok {
		return nil
	}
	for i := 0; i+1 < len(toks); i++ { // "Friday's fine"
		if day, is := strings.CutSuffix(toks[i].key, "'s"); is && calendars().days[day] > 0 && toks[i+1].kind == word {
			short := toks[i]
			short.key, short.start = "is", short.end-1
			toks = slices.Insert(slices.Clone(toks), i+1, short)
			toks[i].key, toks[i].end = day, short.start-1
		}
	}
	moves := asksFor(shown, deferring)
	kept, found, gap := make([]token, 0, len(toks)), false, false
	for i := 0; i < len(toks); {
		d, n, in, _ := dayAt(toks, i)
		if hour := asked[clock] / 100; asked[clock]%100 == 1 { // "Thursday at 8", "a las 11"
			if n > 0 && d[clock] == 0 {
				n += hourAt(toks, i+n, hour, own)
			} else if k := hourAt(toks, i, hour, own); n == 0 && k > 0 && !(i > 0 && clocks(toks[i-1].key)) {
				d[clock], n, in = asked[clock], k, everyTongue
			}
		}
		same := n > 0
		for part, v := range d {
			same = same && (v == 0 || v == asked[part])
		}
		said := in
		if in == everyTongue { // a time
			said = own
		}
		if same {
			from := len(kept) - (i - beforeDay(toks, i, in))
			if moves {
				from = toDay(kept, from)
			}
			end := i + n
			if end < len(toks) && judgesDay(said)[toks[end].key] != "" && from == len(kept) && (i == 0 || toks[i-1].kind != word || p.verdicts.of[toks[i-1].key].class.isYes()) && !p.negated(toks[end:]) { // "yes, Thursday is fine"
				if it := toks[i]; judgesDay(said)[toks[end].key] != "-" {
					it.key, it.value = judgesDay(said)[toks[end].key], false
					kept = append(kept, it)
				} else if end+1 < len(toks) && toks[end].key == "c'est" && toks[end+1].key == "bon" { // which may say that there is no need
					it.key, it.value = "parfait", false
					kept, end = append(kept, it), end+2
				}
				found, i = true, end
				continue
			}
			if judged {
				return nil
			}
			if p.refusesDay(kept[:max(from, 0)]) || from < 0 || from > 0 && (kept[from-1].kind == word && besideDays()[kept[from-1].key] || strings.Contains("-–—/", kept[from-1].key)) ||
				end < len(toks) && (toks[end].kind == word && besideDays()[toks[end].key] || toks[end].kind == punct && strings.Contains("-–—/", toks[end].key)) {
				return nil
			}
			kept = kept[:from]
			if from > 0 {
				kept[from-1].then = true
			}
			found, gap = true, true
			i = end
			continue
		}
		if n > 0 { // another day
			return nil
		}
		kept = append(kept, toks[i])
		kept[len(kept)-1].value = toks[i].value || gap
		gap = false
		i++
	}
	if !found {
		return nil
	}
	for n := len(kept) - 1; n > 0 && kept[n].kind == punct && strings.Contains(":,(-–—)", kept[n].key); n-- {
		kept = kept[:n]
	}
	return kept
}

// judgesDay are words with which somebody says that the day of the prompt is right, in a language of that day, each with what may
// stand for the day, or "-" for nothing.
func judgesDay(in tongues) map[string]string {
	if l, is := in.one(); is {
		return judging()[l]
	}
	return nil
}

var judging = lazyre.Once(func() (all [plAt + 1]map[string]string) {
	for l, words := range [...]string{
		enAt: "is:that works:that would:that suits:that sounds:that", deAt: "passt:das geht:das ist:das wäre:das klingt:das", frAt: "me:ça c'est:- nous:ça convient:ça va:ça", nlAt: "is:dat past:dat kan:dat gaat:dat lukt:dat mag:dat komt:dat",
		itAt: "va:- mi:- è:-", esAt: "está:- va:- me:-", ptAt: "está:- tá:- é:-", plAt: "jest:- pasuje:- może:-",
	} {
		all[l] = map[string]string{}
		for pair := range strings.FieldsSeq(words) {
			word, it, _ := strings.Cut(pair, ":")
			all[l][word] = it
		}
	}
	return all
})

// negated reports a negation up to the end of a sentence.
func (p *parser) negated(toks []token) bool {
	for _, t := range toks {
		if t.kind != word {
			break
		}
		if p.negators[t.key] || negatedIn(t.key) {
			return true
		}
	}
	return false
}

// refusesDay reports whether a bare no stands over a comma before a day: that may refuse another.
func (p *parser) refusesDay(before []token) bool {
	n := len(before)
	return n > 1 && before[n-1].kind == punct && before[n-2].kind == word && (p.negators[before[n-2].key] || p.refusals[before[n-2].key])
}
