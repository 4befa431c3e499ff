package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// Of what is to be refused, disputed, returned or given up, "everything is correct" may say that nothing is wrong with it.

var (
	// allWell says so and nothing else.
	allWell = lazyre.New(`(?i)^[^\pL]*(?:` +
		`(?:everything|all|it all)(?:'s| is| seems| looks)? (?:fine|correct|right|good|ok|okay|in order|well)|` +
		`(?:es ist |ist |das ist )?alles (?:ist )?(?:in ordnung|korrekt|richtig|gut|ok|okay|bestens)|passt alles|alles passt|stimmt alles|alles stimmt|sieht alles (?:gut|korrekt|richtig) aus|` +
		`tout (?:est |va )?(?:bon|correct|bien|en ordre|ok|juste)|` +
		`(?:è |va |sembra )?tutto (?:va |è )?(?:bene|corretto|giusto|ok|a posto|in ordine)|` +
		`(?:está |va )?todo (?:está |va )?(?:bien|correcto|en orden|ok|perfecto)|está correct[oa]|` +
		`(?:está |tá )?tudo (?:está )?(?:certo|bem|ok|corre(?:c)?to|em ordem)|` +
		`(?:het )?(?:klopt|is) alles(?: goed| in orde)?|alles (?:klopt|goed|in orde|ok|oké|is (?:goed|in orde|ok|oké|prima))|ziet er (?:allemaal )?(?:goed|prima|netjes) uit|` +
		`wszystko (?:jest )?(?:ok|w porządku|dobrze|gra|się zgadza)|wygląda (?:dobrze|ok)` +
		`)(?:[ ,]+` + courtesies + `)?[^\pL?]*$`)
	// looksWell says so of what was looked at, or agrees.
	looksWell = lazyre.New(`(?i)^[^\pL]*(?:(?:it |that |this )?(?:all )?(?:looks|seems) (?:good|fine|right|correct|ok|okay)(?: to me)?|lgtm|(?:sieht|schaut) (?:gut|ok|okay) aus|ist in ordnung)(?:[ ,]+` + courtesies + `)?[^\pL?]*$`)
	// disputing are words of finding fault with something.
	disputing = lazyre.Once(func() wordList {
		return wordsOf(`disput* contest* complain* complaint challenge return reklamier* beanstand* anfecht* widersprech* zurückschick* zuruckschick* zurückgeb* zuruckgeb* réclam* reclam* renvoy* restitu* retourn* devolv* devuelv* betwist* bezwaar terugstur* zakwestion* reklamow* odesłać odeslac zwróc* zwroc*`)
	})
)

// praisesOnly reports a text that may only say that what is asked about is all right.
func (p *parser) praisesOnly(body string, o Options) bool {
	said := body[p.salutation(body, o.Name):]
	faulty := p.refusedTitle(o.Shown) || slices.ContainsFunc(o.Shown.About, func(about string) bool {
		return slices.ContainsFunc(wordsOfPrompt(strings.ToLower(titleOf(about))), disputing().has)
	})
	return allWell.MatchString(said) && (faulty || p.undoes(o.Shown)) || faulty && looksWell.MatchString(said)
}
