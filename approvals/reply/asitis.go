package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// Who says that a thing is fine, and yes to whom asks whether to change it or do away with it, may want it left: "The letter is fine.
// Yes" to "Rewrite the letter?" And who says that a part is fine says that the rest is not.

// altering are words of prompts for what leaves no thing as it is, beside those that undo one.
var altering = lazyre.Once(func() wordList {
	return wordsOf(`rewrit* redo* rework* revis* edit* amend* correct* chang* modif* updat* upgrad* adapt* adjust* alter* replac* swap* exchang* return* reprint* repaint* shorten* improv* fix* repair* renovat* move reschedul*
		umschreib* überarbeit* änder* abänder* anpass* korrigier* verbesser* ersetz* austausch* tausch* zurück* neu reparier* kürz* verschieb* umbuch*
		réécri* refai* refond* modifi* corrig* remplac* chang* adapt* renvoy* renvoi* retourn* rend* répar* déplac* raccourci*
		riscriv* rifa* modific* corregg* sostitu* cambi* restitu* rimand* rend* ripar* aggiorn* spost* accorci*
		reescrib* rehac* rehag* modific* correg* corrij* sustitu* cambi* devol* devuelv* arregl* repar* actualiz* mover muevo acort*
		reescrev* refaz* refaç* alter* substitu* troc* devolv* consert* corrij* atualiz* encurt*
		herschrij* opnieuw aanpas* wijzig* corriger* verbeter* vervang* ruil* terug* repare* verplaats* verzet* inkort*
		przepis* przerob* przerób* popraw* zmien* zmian* wymien* wymian* zwróc* zwrot* oddać napraw* aktualiz* przesun* przenie* skróc*`)
})

// leavesNothing reports whether a prompt asks for such a thing, and the words of its title, but days, for it
// may become that: "Mittwoch passt, ja" to "Auf Mittwoch verschieben?"
func (p *parser) leavesNothing(shown Shown) (bool, []string) {
	asks, all := p.undoes(shown), []string(nil)
	for _, about := range shown.About {
		title := wordsOfPrompt(strings.ToLower(titleOf(about)))
		for _, w := range title {
			if calendars().in[w] == 0 {
				all = append(all, w)
			}
		}
		asks = asks || slices.ContainsFunc(slices.Concat(deedOfTitle(title), deedOfTitle(wordsOfPrompt(strings.ToLower(closingQuestion(about))))), altering().has)
	}
	return asks, all
}

// asItStands and likeThat say that a thing is to stay, the second not behind a yes or beside the deed, where they agree to how it is to be done.
var (
	asItStands = lazyre.New(`(?i)(?:as it (?:is|stands)|com'è|como está|tel quel|telle quelle|wie (?:es|er|sie) ist|zoals (?:het|hij|ze) is|jak jest)$`)
	likeThat   = lazyre.New(`(?i)(?:like that|così|así|assim|comme ça| so| zo)$|^(?:tak )?jest dobrze$|^(?:it|they)(?: |'s)`)
)

// fineAsIs reports whether a yes to alter something, or to do away with it, stands beside that it is fine.
func (p *parser) fineAsIs(body string, shown Shown) bool {
	asks, title := p.leavesNothing(shown)
	if !asks {
		return false
	}
	first := !slices.ContainsFunc(tokenize(body, p.smileys), func(t token) bool { return t.kind == word && (p.orderedIn(t.key, shown) || p.deedOf(t.key, shown)) })
	for clause := range strings.FieldsFuncSeq(strings.ReplaceAll(normalize(body), " - ", ". "), func(r rune) bool { return strings.ContainsRune(".,;:!\n–—", r) }) {
		clause = strings.TrimSpace(clause)
		if clause == "" {
			continue
		}
		if asItStands.MatchString(clause) || first && likeThat.MatchString(clause) && slices.ContainsFunc(wellMade(), func(of praising) bool { return of.alone.MatchString(clause) }) {
			return true
		}
		for _, of := range wellMade() {
			if m := of.alone.FindStringSubmatch(clause); m != nil && slices.ContainsFunc(m[2:], func(what string) bool {
				what = strings.ToLower(what)
				return what != "" && (slices.Contains(title, what) || ofPapers()[what] && slices.ContainsFunc(title, func(w string) bool { return ofPapers()[w] }))
			}) {
				return true
			}
		}
		first = false
	}
	return false
}

// finePart reports a text that says of a part that it is fine: "boa parte está bem". "Por mi parte" is no part.
func finePart(toks []token, shown Shown) bool {
	for i, t := range toks {
		if t.kind != word || !partsOf()[t.key] || shown.has(t.key) || i > 0 && (len(yourWords()[toks[i-1].key][0]) > 0 || oursOf()[toks[i-1].key]) {
			continue
		}
		for _, next := range toks[i+1 : min(i+3, len(toks))] {
			if copulas()[next.key] || next.key == "va" {
				return true
			}
		}
	}
	return false
}

var (
	partsOf = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`part half most some rest end beginning start middle teil hälfte rest anfang ende schluss meiste partie moitié début fin reste parte metà inizio resto maggioranza metade início inicio mitad principio mayoría maioria deel helft begin einde część połowa początek koniec reszta większość`)...)
	})
	oursOf = lazyre.Once(func() map[string]bool { return set("nuestra", "nossa", "nostra", "notre", "onze", "unserer") })
)
