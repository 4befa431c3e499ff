package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// Who orders what is asked says beside it that it was looked at and is right: "Yes, please send. I've checked them against the timesheets.",
// "Sí, ya están revisadas. Puedes enviarlas." Beside a bare yes such a clause may be all that is answered.

// vouching are such clauses; a thing that one names is in its group.
var vouching = lazyre.Once(func() *lazyre.Regexp {
	const (
		when  = `(?: (?:again|twice|once more|carefully|myself|this morning|last night|yesterday|today|with \pL+))*`
		right = `(?: and (?:it's|it is|they're|they are|all is|everything is|it all is) (?:all )?(?:correct|fine|in order|good|right))?`
		jetzt = `(?: (?:eben|gerade|gestern|heute|früh|morgen|abend|selbst|selber|nochmal|noch|mal|einmal|alle|schon|mir|uns|gut))*`
	)
	return lazyre.Made(`^(?:` + strings.Join([]string{
		`(?:i|we|i've|we've|i have|we have) (?:just |already |now )?(?:been|gone|went|looked|read) (?:(?:it|them|this|everything) )?(?:through|over)(?: (?:it|them|this|everything|the (\pL+)))?` + when + right,
		`(?:i|we|i've|we've|i have|we have) (?:just |already |now )?(?:checked|double-checked|compared|proofread) (?:it|them|this|everything|the (\pL+))(?: (?:against|with) (?:the|our|my) \pL+)?` + when + right,
		`(?:it's|it is|they're|they are|everything is|everything's|it all looks|it looks|they look|all looks) (?:all )?(?:correct|in order|fine|good|right)`,
		`\pL+ (?:has|have) (?:read|checked|approved|reviewed) (?:it|them|this|the (\pL+))(?: through| over)?(?: twice)?(?: and so have i)?`,

		`(?:(?:ich|wir) )?(?:hab|habe|haben) (?:es|ihn|sie|das|alles|die (\pL+)|den (\pL+))` + jetzt + ` (?:durchgelesen|gelesen|gegengelesen|durchgesehen|geprüft|überprüft|kontrolliert|abgeglichen)(?: und bin einverstanden)?`,
		`(?:(?:das|es|alles|(?:der|die|das) (\pL+)) )?(?:stimmt|passt|stimmen|passen)(?: (?:so|alles|jetzt))*`,
		`(?:(?:das|es|alles|(?:der|die|das) (\pL+)) )?(?:ist|sind) (?:(?:schon|alle|alles|bereits) )*(?:geprüft|kontrolliert|in ordnung|korrekt)`,

		`(?:(?:je|on) )?(?:l'ai|les ai|l'a|les a) (?:bien |déjà )?(?:relu|vérifié|contrôlé)e?s?|j'ai (?:bien |déjà )?tout (?:relu|vérifié|contrôlé)`,
		`(?:tout est|c'est) (?:bien |tout )?(?:correct|vérifié|en ordre)|(?:ils|elles) sont (?:bien )?(?:corrects?|correctes|vérifiée?s|relue?s)`,

		`(?:l'ho|le ho|li ho|la ho|lo ho|ho) (?:già |appena )?(?:rilett|ricontrollat|controllat|verificat|rivist)[oaie](?: (?:stamattina|ieri|tutto|io|oggi|stasera))*(?: (?:e (?:va|vanno|è|sono) (?:bene|tutto a posto|a posto|corrett[oaie])|ed? è tutto (?:in ordine|a posto|corretto)))?`,
		`(?:ed? )?è tutto (?:a posto|in ordine|corretto|giusto)|tutto (?:a posto|in ordine|corretto)|(?:è|sono) corrett[oaie]`,

		`ya est[áa]n? (?:tod[oa]s? )?(?:revisad|comprobad|aprobad|verificad)[oa]s?|(?:ya )?(?:lo|la|los|las) (?:he|hemos) (?:revisado|comprobado|verificado|releído)|(?:está )?todo (?:está )?(?:correcto|en orden)`,
		`(?:el|la) (?:director|directora|jefe|jefa|gerente) ya (?:est[áa] informad[oa]|l[oa]s? ha (?:visto|aprobado|revisado))`,

		`(?:(?:eu )?já |eu )?(?:revi|conferi|verifiquei|reli) (?:tudo|[oa]s? (\pL+))`, `(?:e )?est[áa] tudo (?:certo|em ordem|correto|conferido|revisto)|já est(?:á|ão) (?:tudo )?(?:revist|conferid|aprovad|verificad)[oa]s?`,

		`(?:(?:ik|we|wij) )?(?:heb|hebben) (?:het|hem|ze|die|alles|de (\pL+))(?: (?:nog|even|een|keer|eens|net|zelf|gisteren|goed|al))* (?:nagekeken|nagelezen|nagelopen|doorgelezen|gecontroleerd)`,
		`(?:(?:het|alles|de (\pL+)) )?klopt(?: (?:allemaal|alles|zo))?|(?:(?:het|alles) )?ziet er (?:goed|prima|netjes) uit|alles is in orde|(?:dokter )?\pL+ heeft (?:het|hem|ze|de (\pL+)) (?:al )?goedgekeurd`,

		`(?:już )?(?:sprawdziłem|sprawdziłam|przejrzałem|przejrzałam|przeczytałem|przeczytałam)(?: (?:to|go|je|ją|wszystko|jeszcze|raz|dzisiaj|dziś|wczoraj|dokładnie))*`,
		`wszystko (?:się zgadza|jest w porządku|sprawdzone|jest sprawdzone|jest poprawne)|(?:kwoty|dane|liczby) (?:są|sa) (?:uzgodnione|sprawdzone|poprawne|prawidłowe)|(?:kwoty|dane|liczby) się zgadzają`,
	}, "|") + `)$`)
})

// vouches reports such a clause of what is asked.
func (p *parser) vouches(toks []token, shown Shown) bool {
	m := vouching().FindStringSubmatch(strings.Join(words(toks), " "))
	if m == nil || p.undoes(shown) || p.refusedTitle(shown) || !slices.ContainsFunc(shown.About, func(about string) bool {
		return about != "" && slices.ContainsFunc(shown.actsOf(about), func(k int) bool { return vouchedActs()[actName(k)] })
	}) || slices.ContainsFunc(shown.words(), forConsent.MatchString) || slices.ContainsFunc(toks, func(t token) bool { return len(t.key) > 3 && p.sameDeed(t.key, shown) }) {
		return false
	}
	for _, thing := range m[1:] {
		if thing != "" && !shown.says(thing) && !figures().has(thing) {
			return false
		}
	}
	who := toks[0].key
	if shown.says(who) && len(who) > 3 || notThem()[who] && !ourselves()[who] { // "nobody has checked it"
		return false
	}
	return !slices.ContainsFunc(toks, func(t token) bool { return p.negators[t.key] })
}

var ourselves = lazyre.Once(func() map[string]bool { return set("i", "we", "ich", "wir") })

// ordersBetween is where the first and the last word of an order of what is asked stand; -1 for none.
func (p *parser) ordersBetween(toks []token, shown Shown) (first, last int) {
	first = -1
	for i, t := range toks {
		if t.kind == word && p.orderedIn(t.key, shown) {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	return first, last
}

// vouchedActs are acts before which something is looked at, by their first English verbs.
var vouchedActs = lazyre.Once(func() map[string]bool {
	return set("pay", "transfer", "publish", "send", "sign", "print", "deploy", "forward", "share", "file", "book", "order", "confirm", "remind", "deliver", "merge", "announce", "issue", "quote", "answer", "put-through", "display")
})

// forConsent are words of a prompt that wants somebody to look at it.
var forConsent = lazyre.New(`^(?:approv|review|check|proof|genehm|freig|prüf|korrektur|approb|approuv|relect|vérif|revis|aprob|aprov|verific|goedkeur|nakijk|controle|akcept|zatwierdz|sprawdz)`)

// figures are what is looked at of anything.
var figures = lazyre.Once(func() wordList {
	return wordsOf(`figure* number* amount* text* list* draft* zahlen beträge betrag angaben daten valor* valores preços números dados cijfers bedrag* tekst lijst gegevens`)
})
