package footer

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/internal/lazyre"
)

// People write above their signature, and the program puts the signature below. So a line with a word that is not known is a label of it
// (a profession, a house, a place) between the name in full and how its bearer is reached, if it has a word, too, of what people or houses
// are, and a line there says what its bearer is. It still is none where a word of it may be said of a request, and where people type: in a
// paragraph of its own, below a telephone, above a second name.

// maxLabels is how many lines of one signature may be labels.
const maxLabels = 4

var (
	// The class, the group or the floor that somebody is of: "3C", "2V3", "4ºB", "3.º", "5e", "B3".
	ofClass = lazyre.New(`^(?:[0-9]{1,2}(?:\.?[ºª°]|e|de|ste|[A-Z]{1,2}|[A-Z]{1,2}[0-9])|[0-9]{1,2}[ºª°][A-Z]|[A-Z][0-9]{1,2}|[IVX]{1,5})$`)
	// What stands behind it: "5e année", "IV rok".
	yearOf = lazyre.New(`^(?:année|anno|año|ano|jaar|rok|grado|graad|klas|klasse|stufe|primaria)$`)
	// Behind these a word that is written as a name is one: "Caxias do Sul".
	namesPlace = lazyre.New(`^(?:d[oaie]|dos|das|del|della|du|des|van|von|de|la|los|las)$`)
	// What is to be done, or was, at the end of a remark.
	toDo = lazyre.New(`(?:ed|ing|n|t|s|é|ée|d[ao]|t[aoi]|ar|er|ir|re|ny|na|no|ne|ają|je|my|ć|st)$`)
	// Jobs of two words: "back" alone may be said of a request.
	oneWordJobs = lazyre.New(`(?i)\b(?:back|front)-end\b|\bfull[- ]stack\b`)
	// The number of a class, a ward or a line.
	groupNo = lazyre.New(`^(?:[0-9]{1,3}[a-zA-Z]?(?:[./][0-9]{1,2}[a-zA-Z]?)?[ºª°]?|[IVX]{1,4})$`)
	// Measures and counts that look the same.
	ofMeasure = lazyre.New(`^[0-9]+(?:KG|KM|CM|MM|AM|PM|GB|MB|TB|ST|ND|RD|TH|X|K|M|H|L|G|T|B|W|V)$`)
)

// enclosed marks the labels of signatures.
func (s signer) enclosed(lines []string, pieces [][]sort) {
	signed := false // with a name, in a line of its own, or by the mark of a signature
	for i, l := range lines {
		switch {
		case hasText(l) && isMark(l):
			signed = true
		case slices.Contains(pieces[i], ownName):
			if s.fullName(l, pieces[i]) {
				s.labels(lines[i+1:], pieces[i+1:], signed)
			}
			signed = true
		}
	}
}

// labels marks the labels right below a name, down to what says how its bearer is reached. Where nothing does, they have to be in one
// paragraph and written as names are, two at least if it is not surely a signature.
func (s signer) labels(lines []string, pieces [][]sort, surely bool) {
	var found, houses []int
	mark := func() {
		for _, at := range found {
			if pieces[at] = []sort{title}; s.isPerson(lines[at]) {
				pieces[at] = []sort{position}
			}
		}
	}
	known, person, plain := 0, false, true
	hosts := s.hosts(lines)
	for i, l := range lines {
		only := func(kinds ...sort) bool {
			return !slices.ContainsFunc(pieces[i], func(p sort) bool { return !slices.Contains(kinds, p) })
		}
		of := func(kinds ...sort) bool {
			return slices.ContainsFunc(pieces[i], func(p sort) bool { return slices.Contains(kinds, p) })
		}
		switch {
		case !hasText(l):
			if plain = plain && !slices.ContainsFunc(lines[i:], hasText); i > 0 && !hasText(lines[i-1]) {
				return
			}
		case of(ownName):
			return
		case slices.ContainsFunc(pieces[i], reaches), of(hours):
			if !person {
				found = houses
			}
			mark()
			return
		case of(nothing, seated, desk, capitals, strange), only(aside):
			apart := i > 0 && !hasText(lines[i-1]) && (i+1 == len(lines) || !hasText(lines[i+1]))
			house := s.ownHouse(l, hosts)
			if apart && !house || len(found) >= maxLabels || !house && !s.isLabel(l, true) && !(person && s.addressLike(l)) {
				return
			}
			if found = append(found, i); house {
				houses = append(houses, i)
				continue
			}
			strict := s.isLabel(l, false)
			plain, person = plain && strict, person || strict && s.isPerson(l)
		case of(position, title, house, firm), s.isPerson(l):
			known, person = known+1, person || of(position) || s.isPerson(l)
			if s.isPerson(l) && only(title, aside, harmless) { // a title alone does not hold a house below it
				found = append(found, i)
			}
		}
	}
	if plain && person && (surely || known+len(found) > 1) {
		mark()
	}
}

// numberedPlace is a street or a hamlet, its number and the place: "Wojska Polskiego 17/3, Szczecin".
var numberedPlace = lazyre.New(`^\p{Lu}[\p{L}.'’-]*(?: \p{L}[\p{L}.'’-]*){0,3} [0-9]{1,4}[a-zA-Z]?(?:/[0-9]{1,4}[a-z]?)?, (?:gm\. |[0-9]{2}-[0-9]{3} |[0-9]{4,5} )?\p{Lu}[\p{L}'’-]+(?: \p{L}[\p{L}'’-]*){0,3}$`)

// addressLike reports an address whose street no list has.
func (s signer) addressLike(line string) bool {
	line = strings.TrimSpace(line)
	return numberedPlace.MatchString(line) && !behalf.MatchString(line) && !forAnother.MatchString(line) && all(fields(line), func(w string) bool {
		k := strings.ToLower(strings.Trim(w, "."))
		return digitsIn(w) > 0 || !s.asks(k) && !s.signing.dates.Has(k) && (s.quiet(w) || s.signing.governs.Has(k) || s.signing.articles.Has(k) || k == "gm")
	})
}

// ofGroup reports the number of a class, a ward or a line that somebody is of, or the word beside it, in a line that says what they are.
func (s signer) ofGroup(words []string, i int) bool {
	word := func(at int) string {
		if at < 0 || at >= len(words) {
			return ""
		}
		return strings.ToLower(strings.Trim(words[at], ".,;:()"))
	}
	no := func(at int) bool {
		return at >= 0 && at < len(words) && groupNo.MatchString(strings.Trim(words[at], ".,;:()"))
	}
	group := func(at int) bool { return s.signing.groups.Has(word(at)) && !s.asks(word(at)) }
	if len(words) < 3 || !s.isPerson(strings.Join(words, " ")) {
		return false
	}
	switch {
	case no(i):
		return group(i-1) || no(i-1) && group(i-2) || group(i+1) || s.signing.schoolKinds.Has(word(i+1))
	case group(i):
		return no(i+1) || no(i-1)
	}
	return no(i-1) && s.signing.schoolKinds.Has(word(i)) && !s.asks(word(i))
}

// isPerson reports a line that says what somebody is.
func (s signer) isPerson(line string) bool {
	return slices.ContainsFunc(fields(line), func(w string) bool {
		k := strings.ToLower(w)
		return s.signing.agents.Has(k) || s.signing.jobs.Has(k) || s.signing.roles.Has(k) || s.signing.trades.Has(k)
	})
}

// inName reports a word of a label that names of houses and places have, whatever else it says: "Kaveri Payments", "Santa Cruz do Sul".
func (s signer) inName(w, before string, behind []string, line string) bool {
	k := strings.ToLower(w)
	switch {
	case s.signing.dealings.Has(k):
		return before != ""
	case s.signing.inCompanies.Has(k), s.signing.inNames.Has(k):
		return len(behind) > 0 && capital(behind[0]) || s.firmLine(line)
	}
	return !s.concerns([]string{k}) && (namesPlace.MatchString(before) || s.town(w))
}

// isLabel reports a line with a word of what people or houses are, and none that may be said of a request; small, with words that no list
// has and that are not written as names are.
func (s signer) isLabel(line string, small bool) bool {
	line = strings.TrimSpace(oneWordJobs.ReplaceAllString(adorned.Replace(pronounced.ReplaceAllString(line, " ")), "Backend"))
	line = titleOf.ReplaceAllStringFunc(line, func(name string) string { // Liceo "A. Volta"
		if inner := fields(strings.Trim(name, "\"“”„«»‚‘")); len(inner) < 5 && s.housed(fields(line)) && all(inner, func(w string) bool {
			return capital(w) && (len(w) < 3 || !s.concerns(lowered([]string{w})) && !s.grammar.Decides(strings.ToLower(w)) && !s.grammar.Answers(lowered([]string{w})))
		}) {
			return " "
		}
		return name
	})
	words := strings.FieldsFunc(line, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(strokes+",/@&()–—-", r)
	})
	if len(fields(line)) == 0 || len(words) > cardWords || marked(line) || strings.ContainsAny(line, "!?:;=→<>{}+*_~^#") ||
		listed.MatchString(line) || smiley.MatchString(line) || behalf.MatchString(line) || forAnother.MatchString(line) || s.relative(line) || s.closed(line, fields(line)) {
		return false
	}
	if parts := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(strokes, r) }); len(parts) > 1 && all(parts, func(part string) bool { return len(fields(part)) == 1 }) { // "Innenausbau · Möbel · Treppen"
		return false
	}
	known := s.anyKnown(slices.DeleteFunc(fields(line), func(w string) bool { return s.signing.wares.Has(strings.ToLower(w)) })) // "twin beds"
	if slices.ContainsFunc(words, func(w string) bool { return s.signing.trades.Has(strings.ToLower(w)) }) {
		if slices.ContainsFunc(words, func(w string) bool { return len(w) > 3 && s.asks(strings.ToLower(w)) }) { // "Peintre, peinture blanche"
			return false
		}
		small = small && known // "Malarz, biała farba"
	} else if !known {
		return false
	}
	long := 0
	road := slices.ContainsFunc(words, func(w string) bool {
		k := strings.ToLower(strings.Trim(w, "."))
		return s.signing.roads.Has(k) && len(k) > 1 || s.signing.streets.Has(k) && len(k) > 2
	})
	before := ""
	for i, w := range words {
		w = strings.Trim(w, ".,;'\"“”„«»‘’")
		k := strings.ToLower(w)
		switch {
		case w == "":
		case s.ofGroup(words, i): // "Year 2", "III roku", "groep 5/6"
		case digitsIn(w) > 0:
			if !(ofClass.MatchString(w) && !ofMeasure.MatchString(strings.ToUpper(w))) && !(road && (houseNo.MatchString(w) || onlyPost.MatchString(w) || numbersHouse.MatchString(k))) {
				return false
			}
		case i > 0 && ofClass.MatchString(before) && yearOf.MatchString(k), road && i > 0 && capital(w) && (ofClass.MatchString(w) || s.signing.dates.Has(k)): // "Rua XV de Novembro"
		case capital(w) && len(words) > 1 && s.inName(w, before, words[i+1:], line), i == 0 && capital(w) && s.signing.articles.Has(k) && s.firmLine(line):
			long++
		case i == 0 && s.starts(k), s.signing.dangerous.Has(k), s.signing.payees.Has(k), s.signing.banks.Has(k), currency.MatchString(w):
			return false
		case i > 0 && (s.signing.governs.Has(k) || s.signing.articles.Has(k) || s.signing.between.Has(k) && !s.signing.leads.Has(k) || s.signing.joins.Has(k)):
		case s.signing.jobs.Has(k), s.signing.agents.Has(k), s.signing.houses.Has(k), s.signing.roles.Has(k), s.signing.seats.Has(k), s.signing.honours.Has(k) && len(k) > 2, acronym(w) && i > 0 && s.signing.states.Has(k), len(k) > 1 && s.onlyForms([]string{w}) && (capital(w) || i+1 == len(words)):
			long++
		case s.signing.trades.Has(k):
			long++
		case s.asks(k) && !slices.Contains(s.name, k), !s.quiet(w), !capital(w) && (!small || toDo.MatchString(k)): // "Hausmeister verständigen"
			return false
		default:
			if utf8.RuneCountInString(w) > 2 {
				long++
			}
		}
		before = w
	}
	return long > 0 && !s.subject(words) && !strings.Contains(line, "'s ") && !strings.Contains(line, "’s ")
}
