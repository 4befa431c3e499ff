package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// Who agrees to a thing agrees to what is to be done with it only if the one follows from the other: a booking that is
// approved may be made, an offer sent, a contract signed. To confirm one says no more than that there is one.

// confirming are words for that; confirmable are deeds of which it is a consent.
var (
	confirming  = lazyre.Once(func() wordList { return wordsOf(`confirm* conferm* bestätig* bestaetig* potwierdz* bevestig*`) })
	confirmable = lazyre.Once(func() wordList {
		return wordsOf(`confirm* conferm* bestätig* potwierdz* bevestig* approv* approuv* genehmig* freigeb* aprob* aprueb* aprov* autoriz* autorizz* authori* autoris* accept* acept* accett* aceit* akcept* annehm* aannem* zatwierdz* goedkeu* valid* grant* allow*
			book* reserv* réserv* order* buy purchas* sign* hire* prenot* ordin* compr* acquist* firm* sottoscr* assum* assin* pedir pide encarg* encomend* contrat* command* achet* buch* bestell* kauf* unterschreib* unterzeichn* einstell* boek* reserveer* koop* kop* teken* onderteken* zarezerw* rezerw* zamów* zamaw* kup* podpis* zatrudn*`)
	})
)

// consents are nouns for the consent itself: to confirm that is one.
var consents = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`accord consent agreement approval authorisation authorization zustimmung einverständnis freigabe genehmigung assenso consenso benestare approvazione autorizzazione acuerdo conformidad aprobación autorización consentimiento consentement approbation autorisation
		acordo aprovação autorização concordância consentimento toestemming akkoord instemming goedkeuring zgodę zgoda aprobatę`)...)
})

// consentsToThing reports whether all that agrees in a text agrees to the thing that the prompt names, and that is no
// consent to the deed: it confirms the thing, and the deed is another ("I confirm the lease" to "Extend the lease"), or the deed is none that is known.
func (p *parser) consentsToThing(toks []token, shown Shown) bool {
	if len(shown.About) == 0 || shown.letsIn() {
		return false
	}
	asked := shown.words()
	confirms, spoken, assents := false, false, false
	consent := slices.ContainsFunc(toks, func(t token) bool { return consents()[t.key] && !slices.Contains(asked, t.key) })
	for m, phrase := range p.phrases(toks) {
		thing, said := false, false // the phrase names the thing; it names something
		for _, t := range phrase {
			w := t.key[strings.LastIndexByte(t.key, '\'')+1:]
			if confirming().has(w) {
				confirms = confirms || !consent
				continue
			}
			if len(w) < 4 || m.class == courtesy || p.negators[w] || slices.ContainsFunc(prepositions(), func(of map[string]bool) bool { return of[w] }) {
				continue
			}
			if p.isDeed(w, shown) || p.things[w] == 0 && p.sameDeed(w, shown) {
				return false
			}
			said = said || p.things[w] != 0
			thing = thing || slices.ContainsFunc(asked, func(a string) bool { return len(a) > 3 && oneWord(w, a) })
		}
		if (m.class.isYes() || m.class == deed) && !thing && !said && !slices.ContainsFunc(phrase, func(t token) bool { return confirming().has(t.key) }) { // a yes of its own
			if len(phrase) > 2 || m.class == deed || slices.ContainsFunc(phrase, func(t token) bool { return len(t.key) > 8 }) {
				return false
			}
			assents = true // "yes, I confirm the lease" may be one to the thing, too
		}
		spoken = spoken || thing
	}
	if !spoken || assents && !confirms {
		return false
	}
	for _, about := range shown.About {
		deeds := deedsAsked(about)
		if len(deeds) == 0 {
			continue
		}
		if slices.ContainsFunc(deeds, confirmable().has) || slices.ContainsFunc(toks, func(t token) bool { return len(t.key) > 3 && oneWord(t.key, deeds[0]) }) { // "Lease of flat 4"
			return false
		}
		if !confirms && slices.ContainsFunc(deeds, func(w string) bool {
			return slices.ContainsFunc(actsByVerb()[w], func(a actAt) bool { return !givesAway(a.k) }) || len(actsByVerb()[w]) == 0 && slices.ContainsFunc(askedDeeds(), func(kind wordList) bool { return kind.has(w) })
		}) {
			return false
		}
	}
	return true
}

// givesAway reports an act after which somebody else has the thing.
func givesAway(k int) bool {
	en := acts()[k][enAt]
	return en == "sell" || en == "swap exchange"
}

// givesConsent reports a verb right before the consent of whoever writes, which it gives: "(marque) mon accord".
func givesConsent(toks []token, i int) bool {
	return i+2 < len(toks) && toks[i].kind == word && ownConsent()[toks[i+1].key] && consents()[toks[i+2].key]
}

var ownConsent = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`my our mio nostro mia nostra mi nuestro nuestra mon notre mein meine meinen unser unsere unseren meu minha nosso nossa o a mijn ons onze`)...)
})

// isDeed reports a word for the deed that a prompt asks for, in an order or as a noun.
func (p *parser) isDeed(w string, shown Shown) bool {
	if p.orderedIn(w, shown) {
		return true
	}
	return slices.ContainsFunc(shown.About, func(about string) bool {
		return slices.ContainsFunc(deedsAsked(about), func(deed string) bool {
			if len(deed) > 3 && oneStem(nameKey(w), nameKey(deed)) {
				return true
			}
			for k, kind := range knownDeeds() {
				if kind.has(w) && askedDeeds()[k].has(deed) {
					return true
				}
			}
			return false
		})
	})
}
