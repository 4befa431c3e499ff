package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// Behind a yes people say that the deed may be done, in the passive or with what comes of it: "Sim, pode ser marcada", "oui, elle peut être
// réservée", "ja mag dicht", "tak, niech idzie". It says the yes once more.

// mayBeDone are such passives, by language: the pronoun of the thing, and the participle.
var mayBeDone = lazyre.Once(func() (all [plAt + 1]*lazyre.Regexp) {
	for l, of := range [plAt + 1][2]string{
		enAt: {`yes|yeah|yep|yup|aye|ok|okay|sure`, `(?:it|they|that|this|those) (?:can|may) (?:now )?be (\pL+)`},
		itAt: {`sì+|si[,.!]|certo|ok`, `(?:(?:lo|la|li|le) )?(?:può|puo|possono) (?:pure |già )?(?:essere|venire) (\pL+)`},
		esAt: {`sí+|si[,.!]|claro|ok|vale`, `(?:puede|pueden) (?:ser (\pL+)|(\pL+r)se(?: ya)?)`},
		frAt: {`oui+|ouais|ok`, `(?:il|elle|ils|elles|ça|cela) (?:peut|peuvent) être (\pL+)`},
		deAt: {`ja|jo|klar|ok`, `(?:(?:das|die|der|den|es|sie|er) )?(?:kann|können|darf|dürfen)(?: (?:so|ruhig|gerne?))? (\pL+) werden`},
		ptAt: {`sim+|claro|ok|blz`, `(?:el[ea]s? )?(?:pode|podem) ser (\pL+)`},
		nlAt: {`ja|jawel|ok|oké|prima`, `(?:(?:die|dat|het|ze|hij) )?(?:mag|mogen|kan|kunnen)(?: (?:gewoon|gerust|zo))? (?:(\pL+) worden|worden (\pL+))`},
		plAt: {`tak|jasne|ok`, `(?:może|moze|mogą|moga) (?:być|byc|zostać|zostac) (\pL+)`},
	} {
		all[l] = lazyre.Made(`(?is)^\s*(?:` + of[0] + `)[ ,.!]+` + of[1] + `((?:[ ,]+` + courtesies + `)?[ ,.!]*|[.!\n].*)$`)
	}
	return all
})

// results are what comes of a deed, as people say that it may become: "mag dicht", "kann zu", by the ends of the verbs of prompts.
var results = lazyre.Once(func() (all [plAt + 1]map[string][]string) {
	for l, pairs := range [plAt + 1]string{
		deAt: `zu/schließen,zuschließen,absperren,schliessen auf/öffnen,aufmachen,aufsperren aus/ausschalten,abschalten,ausmachen an/einschalten,anschalten,anmachen raus/abschicken,rausschicken,verschicken,versenden,senden,schicken,veröffentlichen`,
		nlAt: `dicht/sluiten,afsluiten,dichtdoen toe/sluiten,afsluiten open/openen,opendoen uit/uitschakelen,uitzetten,uitdoen aan/aanzetten,inschakelen,aandoen`,
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
	mayBecome = lazyre.New(`(?i)^\s*(?:ja|jo|jawel|klar|ok|oké|prima)[ ,.!]+(?:(?:die|das|der|es|sie|dat|het|ze|hij) )?(?:mag|mogen|kan|kann|können|kunnen|darf)(?: (?:gewoon|gerust|ruhig|nu|jetzt|gerne?|wel))? (zu|auf|aus|an|raus|dicht|toe|open|uit|aan)(?:[ ,]+(?:hoor|danke|bedankt|bitte|graag))?[ .!]*$`)
	// letItGo is how Poles let through what is to be approved or sent.
	letItGo = lazyre.New(`(?i)^\s*(?:tak|jasne|ok|dobra)[ ,.!]+niech (?:idzie|leci|ida|idą|lecą)(?:[ ,]+(?:dzięki|dzieki|dziękuję))?[ .!]*$`)
)

// saysMayBe leaves the yes, and what stands below it, of such a text.
func (p *parser) saysMayBe(body string, l int, o Options) string {
	if m := mayBecome.FindStringSubmatch(body); m != nil && (l == deAt || l == nlAt) && p.oneDeed(o.Shown) {
		of := results()[l][strings.ToLower(m[1])]
		if slices.ContainsFunc(o.Shown.About, func(about string) bool {
			return about != "" && slices.ContainsFunc(of, func(verb string) bool { return lastInfinitive(wordsOfPrompt(strings.ToLower(titleOf(about)))) == verb })
		}) {
			return yesOf()[l]
		}
		return body
	}
	if l == plAt && letItGo.MatchString(body) {
		if p.asksToDo(o.Shown) && slices.ContainsFunc(o.Shown.About, func(about string) bool {
			return letThrough.MatchString(strings.TrimSpace(titleOf(about)))
		}) {
			return yesOf()[l]
		}
		return body
	}
	m := mayBeDone()[l].FindStringSubmatch(body)
	if m == nil || !p.oneDeed(o.Shown) || refusesAsked(o.Shown) || !namesNoMore(o.Shown) || slices.ContainsFunc(o.Shown.words(), severalOf.MatchString) {
		return body
	}
	done := strings.ToLower(strings.Join(m[1:len(m)-1], ""))
	if !slices.ContainsFunc(o.Shown.About, func(about string) bool {
		words := wordsOfPrompt(strings.ToLower(inInfinitive(titleOf(about), true, o.Shown.in)))
		if len(words) < 2 || namesThing(titleOf(about)) {
			return false
		}
		verb, _ := verbOf(words)
		return isParticiple(done, verb, l)
	}) {
		return body
	}
	return yesOf()[l] + m[len(m)-1]
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
