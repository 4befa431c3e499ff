package reply

import "strings"

// Forms of English and German verbs that people order with, or say that something is to be done with, beside those that
// their infinitives are.

// englishForms are the participle ("paid", "cancelled") and the form with "-ing" of a verb.
func englishForms(verb string) (done, doing []string) {
	switch irregular := irregularEnglish[verb]; {
	case irregular != "":
		done = strings.Fields(irregular)
	case strings.HasSuffix(verb, "e"):
		done = []string{verb + "d"}
	case strings.HasSuffix(verb, "y") && !strings.ContainsAny(verb[len(verb)-2:len(verb)-1], "aeou"):
		done = []string{verb[:len(verb)-1] + "ied"}
	default:
		done = []string{verb + "ed"}
		if last := doubled(verb); last != "" {
			done = append(done, verb+last+"ed")
		}
	}
	switch {
	case strings.HasSuffix(verb, "ie"):
		doing = []string{verb[:len(verb)-2] + "ying"}
	case strings.HasSuffix(verb, "e") && !strings.HasSuffix(verb, "ee"):
		doing = []string{verb[:len(verb)-1] + "ing"}
	default:
		doing = []string{verb + "ing"}
		if last := doubled(verb); last != "" {
			doing = append(doing, verb+last+"ing")
		}
	}
	return done, doing
}

// doubled is the consonant that English writes twice before an ending: "ship", "cancel", "swap".
func doubled(verb string) string {
	n := len(verb)
	if n < 3 || !strings.ContainsAny(verb[n-1:], "bdglmnprt") || !strings.ContainsAny(verb[n-2:n-1], "aeiou") || strings.ContainsAny(verb[n-3:n-2], "aeiou") {
		return ""
	}
	return verb[n-1:]
}

var irregularEnglish = map[string]string{
	"pay": "paid", "send": "sent", "sell": "sold", "buy": "bought", "give": "given", "put": "put", "cut": "cut", "let": "let", "write": "written", "withdraw": "withdrawn", "take": "taken", "bring": "brought", "lend": "lent",
	"shut": "shut", "set": "set", "make": "made", "hold": "held", "leave": "left", "get": "got gotten", "throw": "thrown", "tell": "told", "choose": "chosen", "freeze": "frozen", "split": "split", "run": "run", "draw": "drawn",
	"build": "built", "rebuild": "rebuilt", "do": "done", "go": "gone", "keep": "kept", "lay": "laid", "read": "read", "wire": "wired", "offset": "offset", "reset": "reset", "spread": "spread", "shoot": "shot", "hang": "hung",
}

// germanPrefixes are those that stand behind a German verb that orders, the longer first where one begins another.
var germanPrefixes = strings.Fields("zurück zusammen ab an auf aus ein zu um vor weg weiter los rein raus rauf runter rüber frei durch hinzu hoch herunter wieder bekannt nach bei fest fort mit her heraus hin statt bereit teil fertig neu online")

// unparted are German verbs that only seem to have such a prefix.
var unparted = map[string]bool{
	"antworten": true, "abonnieren": true, "annullieren": true, "analysieren": true, "anonymisieren": true, "animieren": true, "absolvieren": true, "mitteln": true, "aufrechterhalten": true, "nachten": true, "umarmen": true, "einigen": true, "zulassen": false, "herrschen": true, "beibehalten": false,
}

// germanParticiples are those that no rule makes, and irregular orders, by what is left of the verb without its prefix.
var (
	germanParticiples = map[string]string{
		"nehm": "genommen", "geb": "gegeben", "werf": "geworfen", "les": "gelesen", "helf": "geholfen", "sprech": "gesprochen", "schreib": "geschrieben", "schieb": "geschoben", "zieh": "gezogen", "trag": "getragen", "lad": "geladen", "ruf": "gerufen", "lass": "gelassen",
		"streich": "gestrichen", "halt": "gehalten", "bring": "gebracht", "schließ": "geschlossen", "biet": "geboten", "leih": "geliehen", "heb": "gehoben", "brech": "gebrochen", "steh": "gestanden", "geh": "gegangen", "fahr": "gefahren", "lauf": "gelaufen", "schneid": "geschnitten", "send": "gesendet gesandt", "wend": "gewendet", "reiß": "gerissen", "schlag": "geschlagen",
	}
	germanStrong = map[string]string{"nehm": "nimm", "geb": "gib", "werf": "wirf", "les": "lies", "helf": "hilf", "sprech": "sprich", "brech": "brich"}
)

// germanForms notes the forms of a German verb, and those of them that have lost the prefix, which it returns.
func germanForms(verb string, note func(string, role), bare func(string)) (lost string) {
	stem := strings.TrimSuffix(verb, "n")
	if stem == verb || len(stem) < 3 {
		return ""
	}
	stem = strings.TrimSuffix(stem, "e")
	note(verb, infinitive)
	if dialect := stem + "n"; dialect != verb && !strings.HasSuffix(stem, "n") { // "bestelln"
		note(dialect, infinitive)
	}
	prefix, rest := "", stem
	if !unparted[verb] {
		for _, p := range germanPrefixes {
			if r, is := strings.CutPrefix(stem, p); is && len(r) > 2 && len(p) > len(prefix) {
				prefix, rest = p, r
			}
		}
	}
	orders := []string{rest, rest + "e", rest + "t", rest + "s"} // "buchs"
	if irregular := germanStrong[rest]; irregular != "" {
		orders = append(orders, irregular, irregular+"s")
	}
	if strings.HasSuffix(rest, "t") || strings.HasSuffix(rest, "d") || strings.HasSuffix(rest, "chn") || strings.HasSuffix(rest, "ffn") {
		orders = append(orders, rest+"et")
	}
	if strings.HasSuffix(rest, "s") || strings.HasSuffix(rest, "ß") {
		orders = append(orders, rest+"es")
	}
	for _, f := range orders {
		note(f, imperative)
		if strings.HasSuffix(f, "t") && f != rest {
			note(f, stated)
		}
	}
	for _, done := range germanDone(prefix, rest) {
		note(done, passive)
	}
	if prefix == "" {
		return ""
	}
	note(prefix+"zu"+rest+"en", infinitive)
	note(rest+"en", infinitive) // "laden Sie alle ein"
	note(prefix, adverb)
	bare(rest + "en")
	for _, f := range orders {
		bare(f)
	}
	return prefix
}

// shortPrefix is a German verb as people say it who leave out where they are: "rausgeben" of "herausgeben"; "" for others.
func shortPrefix(verb string) string {
	for _, p := range []string{"heraus", "hinaus", "herein", "hinein", "herunter", "hinunter", "herauf", "hinauf", "herüber", "hinüber"} {
		if rest, is := strings.CutPrefix(verb, p); is && len(rest) > 3 {
			return "r" + p[3:] + rest
		}
	}
	return ""
}

// germanDone are the participles of a verb.
func germanDone(prefix, rest string) []string {
	if of := germanParticiples[rest]; of != "" {
		var all []string
		for done := range strings.FieldsSeq(of) {
			all = append(all, prefix+done)
		}
		return all
	}
	for _, p := range []string{"ver", "be", "er", "ent", "zer", "über", "unter", "wider", "miss"} {
		if r, is := strings.CutPrefix(rest, p); is && len(r) > 2 {
			if of := germanParticiples[r]; of != "" {
				return []string{prefix + p + strings.TrimPrefix(strings.Fields(of)[0], "ge")}
			}
			return []string{prefix + rest + "t", prefix + rest + "et"}
		}
	}
	if strings.HasSuffix(rest, "ier") {
		return []string{prefix + rest + "t"}
	}
	return []string{prefix + "ge" + rest + "t", prefix + "ge" + rest + "et"}
}
