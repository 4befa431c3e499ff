package footer

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/approvals/reply/wording"
	"bridge/internal/lazyre"
)

var (
	// Numbers of doors and floors: "2n", "1º", "4B", "2.º".
	numbersHouse = lazyre.New(`^[0-9]{1,4}[a-zºª°]{0,2}\.?[ºª°]?$|^[a-z]{1,2}-?[0-9]{1,4}[a-z]?$`)
	postcode     = lazyre.New(`(?i)^(?:[a-z]{1,2}[- ]?)?[0-9]{4,5}(?:-[0-9]{3,4})?$|^[0-9]{2}-[0-9]{3}$|^[a-z]{1,2}[0-9][0-9a-z]?$|^[0-9][a-z]{2}$|^[0-9]{5}(?:-[0-9]{3,4})?$`)
	timeWord     = lazyre.New(`(?i)^[0-9]{1,2}(?:[.:hu][0-9]{0,2})?(?:h|u|am|pm)?$`)
	// "HKZ-gecertificeerd", "EMAS certified": after the letters of a label, and nothing else.
	certifiedAs = lazyre.New(`^\p{Lu}[\p{Lu}0-9]{1,7}[- ](?i:certified|zertifiziert|gecertificeerd|certifiée?|certificat[oa]|certificad[oa]|certyfikowan[ya]|accredited|akkreditiert|erkend|geaccrediteerd)$`)
	standard    = lazyre.New(`(?i)^[0-9]{4,5}(?:[:-][0-9]{1,4})*$`)
	inscribed   = lazyre.New(`(?i)^(?:spółka zarejestrowana|registered (?:in|office)|rcs|r\.c\.s\.|sąd|inscrit[ao]|matriculad[ao]|iscritt[ao]|registered in|registro mercantil|reg\. merc|eingetragen|registergericht|firmenbuch|sąd rejonowy|rcs |r\.c\.s)`)
	bigNumber   = lazyre.New(`[+(]*[0-9][0-9()./ –-]*[0-9]`)
	dutchPost   = lazyre.New(`\b[0-9]{4} ?[A-Z]{2}\b`)
	islandPost  = lazyre.New(`\b(?:[A-Z]{1,2}[0-9][0-9A-Z]? ?[0-9][A-Z]{2}|[A-Z][0-9][A-Z] ?[0-9][A-Z][0-9]|[A-Z][0-9]{2} [0-9A-Z]{4})\b`)
	numberWord  = lazyre.New(`\b(?:[Nn][OoRr]?|nº|n°)[.:º°]{0,2} ?(?:[A-Z]{1,6} ?)?[0-9]`)
	aYear       = lazyre.New(`^(?:19|20)[0-9]{2}(?:[-/–](?:19|20)?[0-9]{2})?$`)
)

// openHours reports a line that says when somebody is there: times, and either what they
// are or several days. A telephone may stand beside them.
func (s signer) openHours(line string) bool {
	long := !timeSpan.MatchString(line) && len(line) > 40 // without times
	days, times, others := 0, 0, 0
	says, weekly := false, false
	line = bigNumber.ReplaceAllStringFunc(line, func(n string) string {
		if digitsIn(n) < 8 || timeSpan.MatchString(n) && strings.ContainsAny(n, ".–") {
			return n
		}
		return " "
	})
	for i, w := range strings.FieldsFunc(strings.ToLower(line), func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;|()+/–-", r) }) {
		w = strings.Trim(w, ".:!")
		switch {
		case w == "":
		case i < 3 && s.signing.opens.Has(w):
			says, weekly = true, weekly || s.signing.opensOn.Has(w)
		case s.signing.days.Has(w):
			days++
		case timeWord.MatchString(w):
			times++
		case s.signing.hours.Has(w):
		default:
			if others++; others > 2 || digitsIn(w) > 0 || s.doubtful(w, []string{w}, true) || s.signing.remarks.Has(w) || s.grammar.Known(w) {
				return false
			}
		}
	}
	if long {
		return others == 0 && days >= 2 && says
	}
	return (others == 0 || days >= 2) && times >= 2 && (days >= 2 || says) || says && days >= 1 && (weekly || days >= 2 || times > 1)
}

// worksOtherwise reports sentences of those who work at other hours than others.
func (s signer) worksOtherwise(line string) bool {
	keys := fields(strings.ToLower(line))
	return (len(keys) > 5 || len(keys) > 3 && slices.ContainsFunc(keys, s.signing.partTime.Has)) && slices.ContainsFunc(keys, s.signing.flexible.Has) && all(keys, func(k string) bool {
		return s.signing.flexibleWords.Has(k) || all(strings.Split(k, "-"), s.signing.days.Has)
	})
}

// books reports words beside a link to where an appointment is made: "Citas online: www…".
func (s signer) books(line string) bool {
	keys := fields(strings.ToLower(line))
	return len(keys) < 6 && slices.ContainsFunc(keys, s.signing.booking.Has) && all(keys, s.signing.bookingWords.Has)
}

// norm reports a line that says which standard a company keeps: "ISO 9001:2015".
func (s signer) norm(line string) bool {
	if certifiedAs.MatchString(strings.TrimSpace(line)) {
		return true
	}
	words := strings.Fields(strings.ToLower(strings.NewReplacer(",", " ", "/", " ", "|", " ", "·", " ", "•", " ").Replace(line)))
	found := false
	for _, w := range words {
		if standard.MatchString(w) {
			found = true
		} else if !s.signing.certified.Has(w) && !s.signing.between.Has(w) {
			return false
		}
	}
	return found && strings.Contains(strings.ToLower(line), "iso")
}

// address reports a line that is one whole address, however its street is called: words
// in capitals and numbers of houses beside a postcode or a road.
func (s signer) address(line string) bool {
	text := strings.NewReplacer("|", " ", "·", " ", "•", " ", " - ", " ", " – ", " ", "(", " ", ")", " ", "# ", "", "c/ ", "Calle ", "C/ ", "Calle ").Replace(line)
	if _, is := beforePhone(line); is {
		return false
	}
	words := fields(islandPost.ReplaceAllString(dutchPost.ReplaceAllString(text, " 00000 "), " 00000 "))
	if len(words) < 2 || len(words) > 18 || s.doubtful(text, words, false) || strings.ContainsAny(line, ";:!*→=") || s.signing.labels.Has(strings.ToLower(words[0])) && !s.signing.roads.Has(strings.ToLower(words[0])) {
		return false
	}
	road, town, numbers, names, rooms := false, false, 0, 0, 0
	for i, w := range words {
		k := strings.ToLower(w)
		bare := strings.Trim(k, ".")
		switch {
		case utf8.RuneCountInString(bare) == 1 && digitsIn(k) == 0 && capital(w) && (i == 0 || digitsIn(words[i-1]) == 0) && (i+1 == len(words) || digitsIn(words[i+1]) == 0),
			s.signing.labels.Has(bare) && len(bare) > 2 && !s.signing.streets.Has(bare) && !s.signing.roads.Has(bare) && !s.signing.rooms.Has(bare),
			s.signing.payees.Has(k), s.signing.banks.Has(k), s.signing.phones.Has(bare) && len(k) > 1, s.signing.strangers.Has(wording.Fold(k)), s.signing.choices.Has(wording.Fold(k)), w == "&", i > 0 && s.signing.leads.Has(k) && (!capital(w) || s.signing.payees.Has(k)) && !s.signing.between.Has(k) && !s.signing.rooms.Has(k) && !s.signing.streets.Has(k) && !acronym(w), strings.ContainsFunc(w, otherScript), i > 0 && s.signing.forms.Has(k) && !s.signing.streets.Has(k) && len(k) > 2:
			return false
		case s.signing.roads.Has(k), s.signing.roads.Has(bare), streetName(k), i == 0 && s.signing.lanes.Has(k), i > 0 && capital(w) && (s.signing.streets.Has(k) || s.signing.streets.Has(bare)):
			road = road || !s.signing.rooms.Has(bare)
		case s.signing.rooms.Has(bare):
			if len(bare) < 3 && (i+1 == len(words) || digitsIn(words[i+1]) == 0) {
				return false // "n"
			}
			rooms++
		case acronym(w) && i > 0 && i+1 < len(words) && isZIP(words[i+1]): // "Tulsa, OK 74103"
			names++
		case s.signing.between.Has(k) && i > 0 && (!s.signing.leads.Has(k) || s.signing.lanes.Has(k) || s.signing.articles.Has(k)), acronym(w), s.signing.streets.Has(bare) && i > 0:
		case digitsIn(k) >= 4 && postcode.MatchString(bare) && !(aYear.MatchString(bare) && !road):
			town = town || i > 0 && (capital(words[i-1]) || digitsIn(words[i-1]) > 0) || i+1 < len(words) && capital(words[i+1])
		case houseNo.MatchString(bare), digitsIn(k) > 0 && numbersHouse.MatchString(bare):
			numbers++
		case capital(w) && digitsIn(k) == 0 && !s.signing.remarks.Has(k) && !s.words.Foreign[k] && !s.words.Sentence[k] && !(i == 0 && s.starts(k)):
			names++
		default:
			return false
		}
	}
	return names > 0 && (town && (road || numbers+rooms > 0 || names > 1) || road && numbers > 0 || rooms > 1 && numbers > 0) && numbers < 5
}

// place reports a street, a town, a postcode.
func (s signer) place(words, keys []string) sort {
	road, state, number, other, digits := false, false, 0, false, 0
	for i, k := range keys {
		bare := strings.Trim(k, ".")
		switch {
		case (s.signing.roads.Has(k) || s.signing.roads.Has(bare)) && (i == 0 || digitsIn(keys[i-1]) > 0), streetName(k), i > 0 && !s.signing.roads.Has(k) && (s.signing.streets.Has(k) || s.signing.streets.Has(bare)):
			road = road || !s.signing.rooms.Has(bare) && (i == 0 || i+1 == len(keys) || streetName(k) || s.signing.roads.Has(bare) || digitsIn(keys[0]) > 0 || digitsIn(keys[i+1]) > 0)
			other = other || i > 0 && i+1 < len(keys)
		case s.signing.rooms.Has(bare):
		case postcode.MatchString(bare) && digitsIn(bare) >= 4 || postcode.MatchString(bare) && i > 0:
			state = state || digitsIn(bare) < len(bare) || digitsIn(bare) == 5 && i > 0 && len(keys[i-1]) == 2 && acronym(words[i-1])
			digits = max(digits, digitsIn(bare))
		case houseNo.MatchString(bare):
			number++
		case s.signing.between.Has(k) && (!s.signing.leads.Has(k) || s.signing.lanes.Has(k) || s.signing.articles.Has(k)):
		case capital(words[i]) && !strings.ContainsAny(k, "0123456789"):
			other = true
			state = state || i > 0 && digitsIn(words[i-1]) == 4 && acronym(words[i]) // "1015 CN Amsterdam"
		default:
			return nothing
		}
	}
	switch {
	case road && number < 3 && (number > 0 || other):
		return street
	case digits == 0 || number > 1:
		return nothing
	case state:
		return position
	case slices.ContainsFunc(words, aYear.MatchString):
		return nothing
	case other && digits == 4:
		return town
	case other:
		return district
	}
	return nothing
}

// streetName reports the German and Dutch names that are one word.
func streetName(k string) bool {
	for _, end := range []string{"straße", "strasse", "str", "weg", "platz", "allee", "gasse", "ring", "damm", "ufer", "straat", "laan", "plein", "gracht", "kade", "singel", "dreef", "markt", "graben", "steig", "stieg", "chaussee", "promenade", "winkel", "twiete", "redder", "kamp", "pfad", "zeile"} {
		if len(k) > len(end)+2 && strings.HasSuffix(strings.TrimSuffix(k, "."), end) {
			return true
		}
	}
	return false
}

// registered reports a line that says where a company is entered.
func (s signer) registered(line string) bool {
	if !inscribed.MatchString(strings.TrimSpace(line)) {
		return false
	}
	words := fields(line)
	return digitsIn(line) > 0 && len(words) < 30 && all(words, func(w string) bool {
		k := strings.ToLower(w)
		return capital(w) && !s.signing.remarks.Has(k) || digitsIn(w) > 0 || s.signing.between.Has(k) || s.signing.entered.Has(k) || s.signing.forms.Has(k) || s.signing.labels.Has(k)
	}) && !s.concerns(s.keysOf(words))
}

// slogan reports a line that says since when a business does what it does.
func (s signer) slogan(line string) bool {
	if !sinceYear.MatchString(line) {
		return false
	}
	words := fields(sinceYear.ReplaceAllString(line, ""))
	keys := s.keysOf(words)
	return len(words) > 0 && len(words) < 8 && capital(words[0]) && !s.doubtful(line, words, true) && !s.remarked(words, lowered(words), true) && !s.starts(keys[0])
}

// award reports a line about what a business was awarded, of a year.
func (s signer) award(line string) bool {
	words := fields(line)
	found, year, said := false, false, 0
	for i, w := range words {
		k := strings.ToLower(w)
		if !s.signing.between.Has(k) {
			said++
		}
		switch {
		case s.signing.awards.Has(k):
			found = found || !s.signing.between.Has(k)
		case aYear.MatchString(w):
			year = true
		case s.signing.between.Has(k) && i > 0, s.signing.forms.Has(k):
		case !capital(w) || digitsIn(w) > 0 || s.signing.remarks.Has(k) && !s.signing.inNames.Has(k) || s.words.Foreign[k] || s.doubtful(w, words[i:i+1], false):
			return false
		}
	}
	return found && year && said > 2 && len(words) < 14
}
