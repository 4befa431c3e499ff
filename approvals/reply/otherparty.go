package reply

import (
	"strings"

	"bridge/internal/lazyre"
)

// ofOtherParty reports the asked verb with a pronoun right behind it that cannot stand for the only party of the prompt: "refund him" to "Refund
// Mrs Dace".
func (p *parser) ofOtherParty(toks []token, shown Shown) bool {
	party, known := 0, false
	for i := 1; i < len(toks); i++ {
		is := notParty()[toks[i].key]
		if is == 0 || i+1 < len(toks) && toks[i+1].kind == word && !pleases()[toks[i+1].key] && toks[i+1].key != "das" && toks[i+1].key != "that" || toks[i-1].kind != word {
			continue
		}
		if verb := toks[i-1].key; !p.orderedIn(verb, shown) && !(i > 1 && (verb == "to" || verb == "do" || verb == "with") && (p.orderedIn(toks[i-2].key, shown) || i > 2 && p.orderedIn(toks[i-3].key, shown))) {
			continue
		}
		if !known {
			party, _ = p.partyOf(shown)
			known = true
		}
		if party&(him|her) != 0 && party&is == 0 {
			return true
		}
	}
	return false
}

// notParty are pronouns that stand for nobody else.
var notParty = lazyre.Once(func() map[string]int {
	return map[string]int{"him": him, "her": her, "ihm": him, "ihr": her, "niego": him, "niej": her, "ele": him, "ela": her}
})

var (
	women = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`mrs ms miss frau mevrouw mevr mw señora sra doña signora madame mme mlle senhora dona pani mum mom mother sister daughter aunt grandma wife mama mae mãe irmã filha avó tia esposa madre hermana hija abuela mamá mamma sorella figlia nonna zia moglie mère sœur femme tante babcia ciocia żona siostra córka mutter schwester tochter tante oma moeder zus dochter lady woman girl`)...)
	})
	men = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`mr herr herrn meneer dhr señor sr don signor monsieur senhor pan pana panu dad father brother son uncle grandpa husband papa pai irmão filho avô tio marido padre hermano hijo abuelo papá fratello figlio nonno zio marito père frère oncle mari tata brat dziadek wujek mąż vater bruder sohn onkel opa vader broer zoon oom man boy vicar`)...)
	})
	// toWhomWords stand before whom something is done to or with, and endsWhom behind that.
	toWhomWords = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`to with an mit aan met tegen door do al ao à au`)...)
	})
	endsWhom = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`about for on at in by from regarding concerning that with to who whom which whether if as of and or
			dass wegen über auf für am im mit an zu zum zur ob
			dat over voor op om met aan in te of
			que che di sobre su per para por pour sur żeby że na w o`)...)
	})
)
