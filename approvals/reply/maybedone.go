package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// Behind a yes people say that the deed may be done, in the passive or with what comes of it: "Sim, pode ser marcada", "oui, elle peut être
// réservée", "ja mag dicht", "tak, niech idzie". It says the yes once more.

// mayBeDone are such passives, by language: the thing or its pronoun, and the participle.
var mayBeDone = lazyre.Once(func() (all [plAt + 1]*lazyre.Regexp) {
	for l, of := range [plAt + 1][2]string{
		enAt: {`yes|yeah|yep|yup|aye|ok|okay|sure|agreed`, `(?:it|they|that|this|those|(?:the|this|these) (\pL+)) (?:can|may|must|(?:has|have|needs?) to) (?:now )?be (\pL+)`},
		itAt: {`sì+|si[,.!]|certo|ok|d'accordo`, `(?:(?:lo|la|li|le|il|i|gli|l')(?: ?(\pL+))? )?(?:può|puo|possono) (?:pure |già )?(?:essere|venire) (\pL+)`},
		esAt: {`sí+|si[,.!]|claro|ok|vale|de acuerdo`, `(?:(?:la|el|las|los) (\pL+) )?(?:puede|pueden) (?:ser (\pL+)|(\pL+r)se(?: ya)?)`},
		frAt: {`oui+|ouais|ok|d'accord`, `(?:il|elle|ils|elles|ça|cela|(?:la |le |les |l')(\pL+)) (?:peut|peuvent) être (\pL+)`},
		deAt: {`ja|jo|klar|ok|einverstanden|gerne?`, `(?:(?:das|die|der|den|es|sie|er)(?: (\pL+))? )?(?:kann|können|darf|dürfen|muss|müssen)(?: (?:so|ruhig|gerne?))? (\pL+) werden`},
		ptAt: {`sim+|claro|ok|blz|de acordo`, `(?:el[ea]s? |(?:a|o|as|os) (\pL+) )?(?:pode|podem) ser (\pL+)`},
		nlAt: {`ja|jawel|ok|oké|prima|akkoord`, `(?:(?:die|dat|het|ze|hij|de|deze)(?: (\pL+))? )?(?:mag|mogen|kan|kunnen|moet|moeten)(?: (?:gewoon|gerust|zo))? (?:(\pL+) worden|worden (\pL+))`},
		plAt: {`tak|jasne|ok|zgoda`, `(?:(\pL+) )?(?:może|moze|mogą|moga) (?:być|byc|zostać|zostac) (\pL+)`},
	} {
		all[l] = lazyre.Made(`(?is)^\s*(?:` + of[0] + `)[ ,.!]+` + of[1] + `((?:[ ,]+` + courtesies + `)?[ ,.!]*|[.!\n].*)$`)
	}
	return all
})

// mustBeDone says that one has to do it, with the verb, where no passive does.
var mustBeDone = lazyre.Once(func() (all [plAt + 1]*lazyre.Regexp) {
	for l, of := range [plAt + 1]string{
		itAt: `(?:sì+|si,)[ ,.!]+bisogna (\pL+?re?)(?:l[oaie])?`, esAt: `(?:sí+|si,)[ ,.!]+hay que (\pL+r)(?:l[oa]s?)?`, frAt: `oui+[ ,.!]+(?:il )?faut (?:bien )?(?:l[ea]s? |l')?(\pL+)`,
		ptAt: `sim+[ ,.!]+(?:tem (?:que|de)|há que|é preciso) (\pL+r)`, plAt: `(?:no )?tak[ ,.!]+(?:(?:to|go|je|ją) )?trzeba (\pL+)(?: (?:to|go|je|ją))?`,
	} {
		if of != "" {
			all[l] = lazyre.Made(`(?is)^\s*` + of + `((?:[ ,]+` + courtesies + `)?[ ,.!]*|[.!\n].*)$`)
		}
	}
	return all
})

// goesOff are the results of sending that are others where a person or an animal is sent.
var goesOff = lazyre.Once(func() map[string]bool { return set("weg", "eruit", "vertrekken") })

// results are what comes of a deed, as people say that it may become: "mag dicht", "kann zu", by the ends of the verbs of prompts.
var results = lazyre.Once(func() (all [plAt + 1]map[string][]string) {
	for l, pairs := range [plAt + 1]string{
		deAt: `zu/schließen,zuschließen,absperren,schliessen auf/öffnen,aufmachen,aufsperren aus/ausschalten,abschalten,ausmachen an/einschalten,anschalten,anmachen raus/abschicken,rausschicken,verschicken,versenden,senden,schicken,veröffentlichen,mailen,send,mail,email,publish weg/abschicken,rausschicken,verschicken,versenden,senden,schicken,mailen,send,mail,email`,
		nlAt: `dicht/sluiten,afsluiten,dichtdoen toe/sluiten,afsluiten open/openen,opendoen uit/uitschakelen,uitzetten,uitdoen aan/aanzetten,inschakelen,aandoen vertrekken/versturen,verzenden,sturen,opsturen,mailen,send,mail,email weg/versturen,verzenden,sturen,opsturen,toesturen,mailen,send,mail,email eruit/versturen,verzenden,sturen,mailen,send,mail,email door/doorsturen,doorzetten`,
	} {
		all[l] = map[string][]string{}
		for pair := range strings.FieldsSeq(pairs) {
			w, verbs, _ := strings.Cut(pair, "/")
			all[l][w] = strings.Split(verbs, ",")
		}
	}
	return all
})

var (
	mayBecome = lazyre.New(`(?is)^\s*(?:ja|jo|jawel|klar|ok|oké|prima)[ ,.!]+(?:(?:die|das|der|es|sie|dat|het|ze|hij|so) )?(?:mag|mogen|kan|kann|können|kunnen|darf)(?: (?:gewoon|gerust|ruhig|nu|jetzt|gerne?|wel))? (?:das |es )?(zu|auf|aus|an|raus|weg|dicht|toe|open|uit|aan|eruit|door|vertrekken)(?:[ ,]+(?:hoor|danke|bedankt|bitte|graag))?([ .!]*|[.!\n].*)$`)
	// consentedTo are several things to which somebody consents by that word: "Sí, confirmadas."
	consentedTo = lazyre.New(`(?is)^\s*(?:s[ìí]+|sim+|oui+|si,)[ ,.!]+((?:confirmad|aprobad|aprovad|autorizad)[ao]s|(?:confermat|approvat|autorizzat)[ei]|(?:confirmé|approuvé|autorisé|validé)e?s)((?:[ ,]+` + courtesies + `)?[ ,.!]*|[.!\n].*)$`)
	// mayNow says so without the verb, in Dutch: "ja, mag wel".
	mayNow = lazyre.New(`(?is)^\s*(?:ja|jawel|ok|oké|prima)(?: (?:doe|stuur) maar)?[ ,.!]+(?:(?:dat|die|het|ze) )?(?:mag|mogen)(?: (?:nu|wel|hoor|zeker|best|gerust))*([ .!]*|[.!\n].*)$`)
	// severalThings is a title of more than one thing, and not of whether something is so.
	severalThings = lazyre.New(`(?i)^¿?\pL+ (?:las|los|les|des|le|i|gli|as|os|mes|mis|tus|ses) `)
	// letItGo is how Poles let through what is to be approved or sent.
	letItGo = lazyre.New(`(?i)^\s*(?:tak|jasne|ok|dobra)[ ,.!]+niech (?:idzie|leci|ida|idą|lecą)(?:[ ,]+(?:dzięki|dzieki|dziękuję))?[ .!]*$`)
)

// saysMayBe leaves the yes, and what stands below it, of such a text.
func (p *parser) saysMayBe(body string, l int, o Options) string {
	if m := mayBecome.FindStringSubmatch(body); m != nil && (l == deAt || l == nlAt) && p.oneDeed(o.Shown) {
		of := results()[l][strings.ToLower(m[1])]
		if goesOff()[strings.ToLower(m[1])] && !sendsWriting(o.Shown) {
			return body
		}
		if slices.ContainsFunc(o.Shown.About, func(about string) bool {
			words := wordsOfPrompt(strings.ToLower(titleOf(about)))
			return len(words) > 0 && (slices.Contains(of, lastInfinitive(words)) || slices.Contains(of, words[0]))
		}) {
			return yesOf()[l] + m[2]
		}
		return body
	}
	if m := mayNow.FindStringSubmatch(body); m != nil && l == nlAt && p.oneDeed(o.Shown) && !refusesAsked(o.Shown) {
		return yesOf()[l] + m[1]
	}
	if l == plAt && letItGo.MatchString(body) {
		if p.asksToDo(o.Shown) && slices.ContainsFunc(o.Shown.About, func(about string) bool {
			return letThrough.MatchString(strings.TrimSpace(titleOf(about)))
		}) {
			return yesOf()[l]
		}
		return body
	}
	if must := mustBeDone()[l]; must != nil && p.oneDeed(o.Shown) && !refusesAsked(o.Shown) {
		if m := must.FindStringSubmatch(body); m != nil && (p.own(o.Shown, l).act(strings.ToLower(m[1]))|p.own(o.Shown, l).roles[nameKey(m[1])])&infinitive != 0 {
			return yesOf()[l] + m[2]
		}
	}
	m := mayBeDone()[l].FindStringSubmatch(body)
	if m != nil {
		if m[1] == "" && !namesNoMore(o.Shown) && !onlyAttributes(o.Shown) || m[1] != "" && (p.negators[strings.ToLower(m[1])] || !inTitleWords(strings.ToLower(m[1]), o.Shown)) {
			return body
		}
		m = m[1:]
	} else if m = consentedTo.FindStringSubmatch(body); m == nil || !slices.ContainsFunc(o.Shown.About, func(about string) bool { return severalThings.MatchString(titleOf(about)) }) {
		return body
	}
	if !p.oneDeed(o.Shown) || refusesAsked(o.Shown) || slices.ContainsFunc(o.Shown.words(), severalOf.MatchString) {
		return body
	}
	done := strings.ToLower(strings.Join(m[1:len(m)-1], ""))
	if !slices.ContainsFunc(o.Shown.About, func(about string) bool {
		words := wordsOfPrompt(strings.ToLower(inInfinitive(titleOf(about), true, o.Shown.in)))
		if len(words) < 2 || namesThing(titleOf(about)) {
			return false
		}
		verb, _ := verbOf(words)
		return isParticiple(done, verb, l) || slices.ContainsFunc(verbsIn(words[0], l), func(verb string) bool { return isParticiple(done, verb, l) })
	}) {
		return body
	}
	return yesOf()[l] + m[len(m)-1]
}

// verbsIn are the verbs of a language for the English one that a title begins with.
func verbsIn(english string, l int) (all []string) {
	for _, a := range actsByVerb()[english] {
		if a.l == enAt && l != enAt {
			all = append(all, slices.DeleteFunc(strings.Fields(acts()[a.k][l]), func(w string) bool { return w[0] == '~' || w[0] == '=' })...)
		}
	}
	return all
}

// inTitleWords reports a word that a title has, in this or another form.
func inTitleWords(w string, shown Shown) bool {
	return slices.ContainsFunc(shown.About, func(about string) bool {
		return slices.ContainsFunc(wordsOfPrompt(strings.ToLower(titleOf(about))), func(of string) bool { return of == w || len(w) > 3 && (oneWord(of, w) || oneStem(of, w)) })
	})
}

// severalOf is a word for more than one, of which a single may be meant.
var severalOf = lazyre.New(`^(?:two|both|three|four|due|entramb[ei]|tre|dos|tres|amb[oa]s|deux|trois|zwei|beide|drei|dois|duas|três|twee|drie|dwa|dwie|dwóch|trzy|ob[ae])$`)

// letThrough are titles that ask for a consent, or to send something.
var letThrough = lazyre.New(`(?i)^(?:zatwierdzi|zaakceptow|akceptow|wys[lł]a|opublikow|przes[lł]a|pu[sś]ci)`)

// isParticiple reports one of a verb in the infinitive, in the language l.
func isParticiple(w, verb string, l int) bool {
	if l == enAt || l == deAt || l == nlAt {
		return slices.Contains(participlesOf(verb, l), w)
	}
	if l == plAt {
		stem := strings.TrimSuffix(nameKey(verb), "c")
		return stem != nameKey(verb) && len(stem) > 2 && slices.ContainsFunc([]string{"ny", "na", "ne", "ni", "ty", "ta", "te"}, func(end string) bool {
			key := nameKey(w)
			return key == stem+end || key == strings.TrimSuffix(stem, "i")+"io"+end || key == strings.TrimSuffix(stem, "i")+"o"+end
		})
	}
	if l == esAt && w == verb && strings.HasSuffix(w, "r") { // "puede enviarse"
		return true
	}
	if odd := oddParticiples()[verb]; odd != "" {
		return slices.ContainsFunc([]string{"o", "a", "os", "as", "i", "e", "", "s", "es"}, func(end string) bool { return w == odd+end })
	}
	for _, e := range [][2]string{{"are", "at"}, {"ere", "ut"}, {"ire", "it"}, {"ar", "ad"}, {"er", "id"}, {"ir", "id"}, {"er", "é"}, {"ir", "i"}, {"re", "u"}} {
		stem, is := strings.CutSuffix(verb, e[0])
		if is && len(stem) > 1 && slices.ContainsFunc([]string{"o", "a", "os", "as", "i", "e", "", "s", "es"}, func(end string) bool { return nameKey(w) == nameKey(stem+e[1]+end) }) {
			return true
		}
	}
	return false
}

// oddParticiples are the stems of those that no rule makes.
var oddParticiples = lazyre.Once(func() map[string]string {
	all := map[string]string{"hacer": "hech", "escribir": "escrit", "abrir": "abiert", "devolver": "devuelt", "poner": "puest", "imprimir": "impres", "fazer": "feit", "escrever": "escrit", "pagar": "pag", "pôr": "post", "mettre": "mis", "faire": "fait", "remettre": "remis", "inscrire": "inscrit", "ouvrir": "ouvert", "fare": "fatt"}
	for stem, verb := range italianDone() {
		all[verb] = stem
	}
	return all
})
