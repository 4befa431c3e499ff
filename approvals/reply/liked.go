package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// Who lets a text out says that it is good ("Approved. Nice text!", "Świetny, wysyłaj"), and who grants leave wishes a good one
// ("Genehmigt, schönen Urlaub", "Aprovado, boas férias"). Where that is what is asked, it says nothing more.

var (
	// likedBehind is praise of a thing behind a yes, in the order of languages(); the last group is the thing.
	likedBehind = lazyre.Once(func() (all [plAt + 1]*lazyre.Regexp) {
		for l, of := range [plAt + 1]string{
			`(?:(?:an? |what an? )?(?:very |really |such )?(?:nice|good|lovely|great|beautiful|fine|excellent|wonderful)) (\pL+)`,
			`(?:(?:che |proprio (?:un |una )?|un |una )?(?:bel|bello|bella|bell'|bei|belle|ottim[oai]|splendid[oa]|buon|buona)) ?(\pL+)`,
			`(?:(?:qué |muy )?(?:buen|buena|gran|bonit[oa]|excelente|lind[oa])) (\pL+)|(\pL+) (?:muy )?(?:buen[oa]|bonit[oa]|excelente|precios[oa])`,
			`(?:(?:quel |quelle |un |une )?(?:très )?(?:beau|bel|belle|bon|bonne|joli|jolie|excellente?|superbe)) (\pL+)`,
			`(?:(?:sehr |wirklich |echt |ein |eine |einen )*(?:schön|gut|toll|gelungen|prima|klasse|super|fein|ausgezeichnet)(?:e[rs]?|en)?) (\pL+)`,
			`(?:(?:que |muito )?(?:bom|boa|bel[oa]|bonit[oa]|ótim[oa]|excelente|lind[oa])) (\pL+)|(\pL+) (?:muito )?(?:bonit[oa]|bom|boa|excelente)`,
			`(?:(?:een |heel |erg |wat een )*(?:mooie?|goede?|leuke?|fijne?|prima|uitstekende?)) (\pL+)`,
			`(?:(?:bardzo )?(?:dobr[yae]|świetn[yae]|ładn[yae]|piękn[yae]|fajn[yae]|super)) (\pL+)`,
		} {
			all[l] = lazyre.Made(`(?i)^([^.!?\n]{2,60}?)[.,!:–-]+ *¡?(?:` + of + `)[ .!]*$`)
		}
		return all
	})
	// likedBefore is praise of it before an order.
	likedBefore = lazyre.Once(func() (all [plAt + 1]*lazyre.Regexp) {
		for l, of := range [plAt + 1]string{
			`(?:very |really )?(?:nice|good|lovely|great|beautiful)`, `(?:molto )?(?:bell[oaie]|bellissim[oaie]|ottim[oaie]|buon[oaie])`, `(?:muy )?(?:buen[oa]s?|bonit[oa]s?|lind[oa]s?)|buenísim[oa]`,
			`(?:très |vraiment )?(?:beau|belles?|bonne?s?|bien|jolie?s?|réussie?s?)`, `(?:sehr |wirklich |echt )?(?:schön|gut|gelungen|toll)(?: geworden| geschrieben| gemacht)?`, `(?:muito )?(?:bom|boa|bonit[oa]s?|bons|boas|lind[oa]s?)`,
			`(?:heel |erg )?(?:mooi|goed|leuk|fijn)(?: geworden| geschreven| gedaan)?`, `(?:bardzo )?(?:dobr[yae]|świetn[yae]|ładn[yae]|piękn[yae]|fajn[yae])`,
		} {
			all[l] = lazyre.Made(`(?i)^(?:` + of + `)[.,!]+ *(\pL+(?s:.*))$`)
		}
		return all
	})
	// goodLeave wishes a good one behind a yes, to whom it is granted.
	goodLeave = lazyre.New(`(?i)^([^.!?\n]{2,60}?)[.,!:–-]+ *(?:and |e |y |et |und |en |i )?(?:(?:i |we )?(?:wish (?:her|him|them|you) )?(?:have )?an? (?:nice|good|great|lovely|relaxing) (?:holiday|vacation|break|trip|rest|leave)|enjoy (?:the|your) (?:holiday|vacation|break|trip|rest|leave|time off)|buone (?:ferie|vacanze)|buon riposo|buenas vacaciones|buen descanso|felices vacaciones|que (?:las |lo )?(?:disfrute[ns]?|descanse[ns]?)|` +
		`bonnes vacances|bons? congés?|bon repos|schönen? (?:urlaub|ferien|erholung|reise)|guten? (?:erholung|urlaub|reise)|gute erholung|boas férias|bom descanso|boa viagem|(?:een )?(?:fijne|prettige|goede) (?:vakantie|reis)|(?:een )?fijn verlof|(?:miłego|udanego|dobrego) (?:urlopu|wypoczynku|wyjazdu|odpoczynku))(?: (?:to|a|al|alla|à|an|für|para|aan|voor|dla) ((?:\pL+\.? ?){1,3}))?[ .!]*$`)
	// ofLeave are words of leave.
	ofLeave = lazyre.New(`(?i)(?:^|\PL)(?:leave|holidays?|vacations?|time off|days? off|ferie|vacanz[ae]|permess[oi]|vacaciones|descanso|congés?|vacances|urlaub\pL*|\pL+urlaub|ferien|férias|licença|folga|verlof\pL*|vakantie\pL*|urlop\pL*)(?:\PL|$)`)
)

// given are acts by which somebody gets something, of which there otherwise is none; what is booked or paid may not be there.
var given = lazyre.Once(func() map[string]bool {
	return set("give", "grant", "allow", "discount", "credit", "advance", "reward", "award", "lend", "donate", "offer")
})

// asksOneOf reports a prompt that asks for one of some acts and takes none away.
func asksOneOf(shown Shown, of map[string]bool) bool {
	return slices.ContainsFunc(shown.About, func(about string) bool {
		acts := shown.actsOf(about)
		return slices.ContainsFunc(acts, func(k int) bool { return of[actName(k)] }) && !slices.ContainsFunc(wordsOfPrompt(strings.ToLower(titleOf(about))), takesAway)
	})
}

// letOut are acts by which a text comes to others as it stands.
var letOut = lazyre.Once(func() map[string]bool {
	return set("publish", "send", "print", "submit", "release", "forward", "share")
})

// letsOut reports a prompt that asks for nothing but that.
func (p *parser) letsOut(shown Shown) bool {
	return !p.undoes(shown) && !p.refusedTitle(shown) && slices.ContainsFunc(shown.About, func(about string) bool {
		return asksOneOf(shown, letOut()) || slices.ContainsFunc(wordsOfPrompt(strings.ToLower(titleOf(about))), consentsTo().has)
	})
}

// withoutLiked leaves such praise and wishes out.
func (p *parser) withoutLiked(text string, l int, o Options) string {
	if m := goodLeave.FindStringSubmatch(text); m != nil && !p.undoes(o.Shown) && !p.refusedTitle(o.Shown) && slices.ContainsFunc(o.Shown.About, func(about string) bool {
		return ofLeave.MatchString(titleOf(about)) && (slices.ContainsFunc(wordsOfPrompt(strings.ToLower(titleOf(about))), consentsTo().has) || asksOneOf(o.Shown, given()))
	}) &&
		!slices.ContainsFunc(wordsOfPrompt(strings.ToLower(m[2])), func(w string) bool { return !o.Shown.says(w) && !everyoneElse()[w] }) {
		return m[1]
	}
	if !p.letsOut(o.Shown) {
		return text
	}
	if m := likedBehind()[l].FindStringSubmatch(text); m != nil {
		thing := strings.ToLower(strings.Join(m[2:], ""))
		if o.Shown.says(thing) || ofPapers()[thing] {
			return m[1]
		}
	}
	if m := likedBefore()[l].FindStringSubmatch(text); m != nil && slices.ContainsFunc(tokenize(m[1], p.smileys), func(t token) bool { return t.kind == word && (p.orderedIn(t.key, o.Shown) || p.deedOf(t.key, o.Shown)) }) {
		return m[1]
	}
	return text
}

var everyoneElse = lazyre.Once(func() map[string]bool {
	return set(strings.Fields("her him them lei lui loro ella él ellos elle lui eux sie ihn alle ela ele eles haar hem hen niej niego nich todos tutti tous all everyone die den der the frau herrn")...)
})

// noneWillBe says that there will be none of what is asked for, in the order of languages().
var noneWillBe = lazyre.Once(func() (all [plAt + 1]*lazyre.Regexp) {
	for l, of := range [plAt + 1]string{
		`there (?:will be no|won't be (?:any|an?)|will not be (?:any|an?)) ([^.,!?\n]+)`, `non ci sar(?:à|anno) (?:nessun[oa]? )?([^.,!?\n]+)`, `no habrá (?:ningún |ninguna )?([^.,!?\n]+)`, `il n'y aura (?:pas d(?:e |')|aucune? )([^.,!?\n]+)`,
		`es (?:gibt|wird) keine?n? ([^.,!?\n]+?)(?: geben)?|keine?n? ([^.,!?\n]+) (?:gibt es|wird es geben)|([^.,!?\n]+) (?:gibt|wird) es (?:nicht|keine?n?)(?: geben)?`, `não (?:vai haver|haverá) (?:nenhuma? )?([^.,!?\n]+)`, `er (?:komt|zal) geen ([^.,!?\n]+?)(?: (?:zijn|komen))?`,
		`nie będzie (?:żadnego |żadnej )?([^.,!?\n]+)|(?:żadnego |żadnej )?([^.,!?\n]+) nie będzie`,
	} {
		all[l] = lazyre.Made(`(?i)^(?:(?:no|nein|nee|non|não|nie)[,.!]+ *)?(?:` + of + `)([.,!].*|$)`)
	}
	return all
})

// saysNone puts what phones write in the place of that.
func (p *parser) saysNone(text string, l int, shown Shown) string {
	m := noneWillBe()[l].FindStringSubmatch(text)
	if m == nil || p.undoes(shown) || p.refusedTitle(shown) || !asksOneOf(shown, given()) {
		return text
	}
	none := [plAt + 1]string{"no", "nessun", "ningún", "aucun", "kein", "nenhum", "geen", "żadnego"}[l]
	return none + " " + strings.Join(m[1:len(m)-1], "") + m[len(m)-1]
}
