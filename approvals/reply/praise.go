package reply

import (
	"regexp"
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// Praise alone is how people agree in a word: "Parfait, merci." to what is asked is a yes. Only words that find the request
// good as it stands: what says that something is right, settled or beautiful may be said of the thing, and of a brilliant idea
// people speak who scoff. It is a weak yes, which counts in a reply to the prompt only.

var praises = lazyre.Once(func() map[string]bool {
	all := map[string]bool{}
	for phrase := range strings.SplitSeq(`perfect|excellent|very good|perfetto|ottimo|eccellente|molto bene|benissimo|perfecto|excelente|muy bien|buenísimo|parfait|c'est parfait|très bien|impeccable|impec|nickel|entendu|c'est entendu|c'est ok|
		perfekt|ausgezeichnet|hervorragend|sehr gut|bestens|wunderbar|perfeito|muito bem|ótimo|óptimo|goed|heel goed|uitstekend|super|top|świetnie|doskonale|bardzo dobrze|znakomicie|idealnie`, "|") {
		for _, s := range spellings(strings.TrimSpace(phrase)) {
			all[s] = true
		}
	}
	return all
})

// praised reports whether all words of a phrase are praise of what is asked.
func praised(toks []token) bool { return praises()[strings.Join(words(toks), " ")] }

// praising are the words of it in one language before what follows, and alone, with what is praised.
type praising struct{ first, alone *regexp.Regexp }

// wellMade is how people say, in one language, of what is asked about that they have read it, or that it is right as it stands, before they say what to do:
// "The draft is fine, please send it.", "Letto tutto, è perfetta. Spedisci".
var wellMade = lazyre.Once(func() (all []praising) {
	for _, of := range [][3]string{ // having read it, what is right, how right it is, in the order of languages()
		{
			`(?:i have|i've|i|have|just) (?:read|gone through|checked|reviewed|looked (?:at|over)) (?:it|this|that|everything|(?:the|your) (\pL+))(?: twice| again| carefully| through)?|i've had a look(?: at it)? and i'm happy with (?:it|this|that)|i'm happy with (?:it|this|that)`, `(?:the|your|this) (\pL+)|it|this|that|everything|all`,
			`(?:(?:is|'s|looks|reads|sounds|works) ?(?:very |really |quite |just |all )?(?:fine|good|ok|okay|great|perfect|right|nice|lovely|grand|well|correct|spot on)|works|(?:is |'s )?(?:ready|in order))(?: to me| with me| for me)?(?: as it (?:is|stands)| like that)?`,
		},
		{
			`(?:ho )?lett[oaie](?: tutto| tutta)?|(?:ho )?controllat[oa](?: tutto)?`, `(?:il |lo |la |l')(\pL+)|tutto`,
			`(?:per me |mi pare |mi sembra )?(?:(?:va|vanno) (?:bene|benissimo)|è (?:perfett[oa]|ottim[oa]|a posto|ok|corrett[oa])|perfett[oa])(?: così(?: com'è)?)?`,
		},
		{
			`(?:ya )?(?:lo|la)? ?(?:leí|he leído|revisé|he revisado)(?: todo| (?:el|la) (\pL+))?|revisad[oa](?: y aprobad[oa])?|leíd[oa]`, `(?:el|la|tu|su) (\pL+)|todo`,
			`(?:está|me parece|quedó) (?:(?:muy|todo) )?(?:bien|perfect[oa]|bárbar[oa]|buen[oa]|correct[oa]|ok|genial)(?: así| (?:tal )?como está)?`,
		},
		{
			`(?:je l'ai|j'ai(?: tout)?|(?:re)?lue?s? et approuvée?s?|après (?:re)?lecture|tout|bien)(?: bien)?(?: (?:re)?lu[es]?| vérifié)?`, `(?:le |la |l'|votre |ton |ta )(\pL+)|tout|elle|il|c'`,
			`(?:est (?:très |vraiment |tout à fait )?(?:bien|bon|bonne|parfaite?|ok|impeccable|correcte?)|me (?:va|convient)(?: très bien| bien| parfaitement)?)(?: comme ça| tel quel| telle quelle)?`,
		},
		{
			`(?:ich )?(?:(?:habe?|hab) (?:es|alles|(?:den|die|das) (\pL+)) )?(?:(?:durch)?gelesen|durchgesehen|angeschaut|angesehen|geprüft|kontrolliert)|(?:alles )?(?:geprüft|durchgesehen)`, `(?:(?:der|die|das|dein|ihr|deine|ihre) )?(\pL+)|es|das|alles`,
			`(?:passt|gefällt mir(?: sehr| gut)?|ist (?:so |sehr |auch |alles )?(?:gut|in ordnung|ok|okay|perfekt|prima|super|bestens|recht|richtig|top)|(?:sieht|klingt|liest sich) (?:so |sehr )?(?:gut|prima|super|top|perfekt)(?: aus)?)(?: so wie (?:es|er|sie) ist| so| für mich)?`,
		},
		{
			`(?:já )?(?:li|revi|conferi)(?: tudo| (?:o|a) (\pL+))?|revist[oa](?: e aprovad[oa])?|lid[oa]`, `(?:o|a|teu|seu|tua|sua) (\pL+)|tudo`,
			`(?:está|tá|parece-me|ficou) (?:muito )?(?:bem|bom|boa|ótim[oa]|perfeit[oa]|cert[oa]|ok)(?: assim| (?:tal )?como está)?`,
		},
		{
			`(?:(?:ik )?heb (?:het|alles|(?:de|het) (\pL+)) )?gelezen|nagekeken`, `(?:(?:de|het|je|uw|jouw) )?(\pL+)|alles|dat|het`,
			`(?:klopt|is (?:zo |heel |helemaal )?(?:goed|prima|in orde|ok|oké|perfect|mooi)|ziet er (?:zo |heel )?(?:goed|prima|mooi) uit|leest goed|bevalt (?:me|mij)(?: wel| goed)?|vind ik (?:heel |erg )?(?:mooi|leuk|goed|prima|fijn))(?: zoals (?:het|hij|ze) is| zo| voor mij)?`,
		},
		{
			`(?:przeczytał|przejrzał|obejrzał)[ae]m(?: (?:wszystko|całość))?|sprawdził[ae]m(?: wszystko)?`, `(\pL+)|wszystko|to`,
			`(?:tak )?(?:jest|są) (?:bardzo |całkiem )?(?:w porządku|ok|dobr[yae]|dobrze|świetn[yae])(?: tak jak jest)?`,
		},
	} {
		alone := regexp.MustCompile(`(?i)^(?:(?:yes|ja|oui|sì|sí|sim|tak) )?(?:(` + of[1] + `) ?)?(?:` + of[2] + `)(?: (?:yes|ja|oui|sì|sí|sim|tak)(?: \pL+)?)?$`)
		said := `(?:(?:` + of[0] + `)[,.;!]? (?:and |und |et |en |e |y |i )?)?(?:` + of[1] + `)? ?` + of[2] + `|(?:` + of[0] + `)`
		all = append(all, praising{regexp.MustCompile(`(?i)^\s*(?:` + said + `)[,.;!] ?(?:so |and |et |und |en |e |y |i )?`), alone})
	}
	return all
})

// withoutPraised returns a text without that before an order to do what is asked with one thing; a bare yes may be to change what is praised.
func (p *parser) withoutPraised(body string, o Options) string {
	l, known := p.fitting(o.Language).language.one()
	if !known {
		return body
	}
	said := ""
	m := wellMade()[l].first.FindStringSubmatch(body)
	if yes := yesBefore.FindString(body); m == nil && yes != "" { // "ja, die gefällt mir. Bestellen Sie sie"
		said, body = yes, body[len(yes):]
		m = wellMade()[l].first.FindStringSubmatch(body)
	}
	if m == nil || p.undoes(o.Shown) || p.own(o.Shown, l).joined || !slices.ContainsFunc(tokenize(body[len(m[0]):], p.smileys), func(t token) bool {
		return t.kind == word && (p.orderedIn(t.key, o.Shown) || p.deedOf(t.key, o.Shown))
	}) {
		return said + body
	}
	for _, what := range m[1:] {
		if what = strings.ToLower(what); what != "" && !thatOne()[what] && !o.Shown.says(what) && !ofPapers()[what] {
			return said + body
		}
	}
	return said + body[len(m[0]):]
}

// thatOne are words for what is spoken of.
var thatOne = lazyre.Once(func() map[string]bool { return set("der", "die", "das", "dat", "dit", "deze") })

// yesBefore is a yes before such a sentence.
var yesBefore = lazyre.New(`(?i)^\s*(?:yes|yeah|ja|jo|oui|sì|sí|sim|tak)[,.!] `)

// ofPapers are words for what somebody has written, whatever the prompt calls it.
var ofPapers = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`draft text wording letter reply answer version entwurf text brief antwort schreiben fassung brouillon projet texte lettre réponse version courrier concept tekst brief antwoord versie bozza testo lettera risposta versione borrador texto carta respuesta versión rascunho minuta carta resposta versão szkic projekt tekst list pismo odpowiedź wersja`)...)
})
