package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// Who orders what is asked and says behind it that the thing is ready, right or checked has only said why: "Yes, please post it. I've read it
// through and it's correct.", "Sí, envíalas, ya están revisadas". Without an order such a clause may be all that is said, so it is none.

// rightAsIs are such clauses of the languages, each between two marks; what is right is in the group, if it has a name.
var rightAsIs = lazyre.Once(func() (all []*lazyre.Regexp) {
	for _, of := range [][3]string{ // having read it, what is right, how right it is, in the order of languages()
		{
			`(?:(?:i have|i've|ive|i|we have|we've|have) )?(?:already |just )?(?:read|gone|been|checked|double-checked|proofread|reviewed|looked|went) ?(?:through |over |at )?(?:it|them|this|that|everything|all of (?:it|them))(?: twice| again| carefully| through| over| already| all| myself)*`,
			`(?:the|your|this|these|those) (\pL+)|it|they|this|that|these|those|everything|all`,
			`(?: ?['’]s|s| ?['’]re| is| are| looks?| has been| have been) (?:all |already |now |both |very |quite |just )*(?:fine|good|ok|okay|perfect|right|correct|accurate|complete|in order|ready(?: to go| to send)?|checked|double-checked|proofread|reviewed|verified|spot on)`,
		},
		{
			`(?:(?:l|li|le|lo|la)['’ ]?(?:ho|abbiamo) (?:già )?(?:lett|rilett|controllat|verificat|rivist)[oaie]|(?:ho|abbiamo) (?:già )?(?:letto|riletto|controllato|verificato|rivisto) tutto)`,
			`(?:il |lo |la |i |gli |le |l['’])(\pL+)|tutto|tutti|tutte`,
			` ?(?:va|vanno|è|e['’]|sono|risulta|risultano) (?:già |tutt[oaie] |ora |molto )*(?:bene|perfett[oaie]|a posto|ok|corrett[oaie]|giust[oaie]|in ordine|complet[oaie]|pront[oaie]|controllat[oaie]|verificat[oaie]|rivist[oaie])`,
		},
		{
			`(?:ya )?(?:(?:lo|la|los|las) )(?:he|hemos) (?:ya )?(?:leído|releído|revisado|comprobado|repasado)|(?:ya )?(?:lo|la|los|las) (?:leí|revisé|comprobé|repasé)|(?:lo |ya )*(?:he|hemos) (?:leído|revisado|comprobado) todo`,
			`(?:el|la|los|las|tu|su|tus|sus) (\pL+)|todo|todos|todas|eso`,
			` ?(?:ya )?(?:están?|quedó|quedaron) (?:ya |tod[oa]s? |muy )*(?:bien|perfect[oa]s?|correct[oa]s?|en orden|ok|complet[oa]s?|list[oa]s?|revisad[oa]s?|comprobad[oa]s?|repasad[oa]s?|verificad[oa]s?)`,
		},
		{
			`(?:je (?:l['’]ai|les ai)|nous (?:l['’]avons|les avons)|j['’]ai tout|on (?:l['’]a|les a)) (?:bien |déjà |tout )*(?:lu|relu|vérifié|contrôlé|revu)e?s?`,
			`(?:le |la |les |l['’]|votre |ton |ta |tes |vos )(\pL+)|tout|elles?|ils?|c['’]|ça`,
			` ?(?:est|sont) (?:bien |déjà |très |tout à fait |tous |toutes |tout )*(?:bien|bon|bons|bonnes?|parfaite?s?|ok|correcte?s?|exacte?s?|en ordre|complète?s?|complets?|prête?s?|vérifiée?s?|contrôlée?s?|relue?s?|revue?s?)`,
		},
		{
			`(?:(?:ich|wir) )?(?:habe?|hab|haben)['’]?s? ?(?:(?:es|sie|ihn|alles|schon|bereits|nochmal|noch einmal) )*(?:gelesen|durchgelesen|nachgelesen|geprüft|kontrolliert|durchgesehen|durchgeschaut|nachgesehen)`,
			`(?:der|die|das|dein|ihr|deine|ihre) (\pL+)|es|sie|er|das|die|alles|alle`,
			` ?(?:ist|sind|is|passt|passen|stimmt|stimmen)(?: (?:so|alles|alle|schon|bereits|jetzt|auch|sehr|nun))*(?: (?:gut|in ordnung|ok|okay|perfekt|richtig|korrekt|vollständig|fertig|bereit|geprüft|kontrolliert|durchgesehen|gegengelesen))`,
		},
		{
			`já (?:o|a|os|as) (?:li|reli|revi|conferi|verifiquei)|já (?:li|revi|conferi|verifiquei) (?:tudo|isso)`,
			`(?:o|a|os|as|teu|seu|tua|sua) (\pL+)|tudo|todos|todas|isso`,
			` ?(?:já )?(?:está|estão|tá|tão|ficou|ficaram) (?:já |tod[oa]s? |tudo |muito )*(?:bem|bom|boa|bons|boas|perfeit[oa]s?|cert[oa]s?|corret[oa]s?|correct[oa]s?|em ordem|ok|complet[oa]s?|pront[oa]s?|revist[oa]s?|revisad[oa]s?|conferid[oa]s?|verificad[oa]s?)`,
		},
		{
			`(?:ik|we|wij) (?:heb|hebben) (?:(?:het|ze|hem|alles|al|nog eens) )*(?:gelezen|doorgelezen|nagelezen|nagekeken|gecontroleerd|gecheckt)`,
			`(?:de|het|je|uw|jouw) (\pL+)|ze|zij|hij|het|dat|alles|die`,
			` ?(?:is|zijn|klopt|kloppen)(?: (?:al|allemaal|zo|nu|ook|helemaal))*(?: (?:goed|in orde|ok|oké|correct|juist|volledig|compleet|klaar|nagekeken|gecontroleerd|gecheckt|nagelezen))`,
		},
		{
			`(?:już )?(?:(?:ja|je|go|ją|to) )?(?:sprawdził[ae]m|przeczytał[ae]m|przejrzał[ae]m)(?: (?:je|go|ją|to|wszystko|już))*`,
			`(?:te|ten|ta|to) (\pL+)|one|oni|wszystko|wszystkie|to`,
			` ?(?:już )?(?:jest|są) (?:już |wszystko |wszystkie |bardzo )*(?:w porządku|ok|dobr[yae]|dobrze|poprawn[yae]|kompletn[yae]|gotow[yae]|sprawdzon[yae]|przejrzan[yae])`,
		},
	} {
		is := `(?:(?:` + of[1] + `)?` + of[2] + `)`
		all = append(all, lazyre.Made(`(?i)[,.;!–-] ?(?:(?:and|und|et|e|ed|y|en|i|schon|denn|want|bo|que|pues|car|perché|porque|pois) )?(?:(?:`+of[0]+`)(?: ?(?:,|and|und|et|e|ed|y|en|i) `+is+`)?|`+is+`) *(?:[.;!,]|$)`))
	}
	return all
})

// withoutRight leaves such a clause out behind an order of what is asked.
func (p *parser) withoutRight(body string, l int, o Options) string {
	m := rightAsIs()[l].FindStringSubmatch(body)
	if m == nil || p.own(o.Shown, l).joined || slices.ContainsFunc(o.Shown.asking(), makesReady().has) {
		return body
	}
	if asks, _ := p.leavesNothing(o.Shown); asks {
		return body
	}
	before, rest, _ := strings.Cut(body, m[0])
	yes, ordered := false, false
	for _, t := range tokenize(before, p.smileys) {
		yes = yes || t.kind == word && answerWords()[t.key] == Grant
		ordered = ordered || t.kind == word && (p.orderedIn(t.key, o.Shown) || p.deedOf(t.key, o.Shown))
	}
	if !yes || !ordered {
		return body
	}
	papers := slices.ContainsFunc(o.Shown.About, func(about string) bool {
		return slices.ContainsFunc(wordsOfPrompt(strings.ToLower(titleOf(about))), func(w string) bool { return ofPapers()[w] })
	})
	for _, what := range m[1:] {
		if what = strings.ToLower(what); what != "" && !o.Shown.says(what) && !(ofPapers()[what] && papers) {
			return body
		}
	}
	return strings.TrimRight(before, " ,") + ". " + strings.TrimLeft(rest, " ,.")
}

// makesReady are words of prompts for what makes a thing ready, or looks whether it is: where it is so already there is no more to do.
var makesReady = lazyre.Once(func() wordList {
	return wordsOf(`prepar* finish* complet* draft* check* review* verif* proofread* creat* make write
		vorbereit* fertig* vervollständig* prüf* kontroll* erstell* schreib* verfass* entwerf*
		terminer finir achev* vérifi* contrôl* rédig* créer
		finire controll* scriv* redig*
		terminar acab* revis* compro* redact* crear escrib*
		acab* verific* confer* redig* criar escrev*
		voorbereid* afmak* voltooi* control* nakijk* opstel* schrijv*
		przygot* dokończ* sprawd* uzupełn* napisz* napisać sporządz*`)
})
