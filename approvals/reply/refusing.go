package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// Where what is asked is to refuse something, its words say less than elsewhere: "Rejected" and "Approved" may be said of what is
// to be refused, or of the request to refuse it. A yes counts, also beside the deed ("yes, reject it"), and so does the code.

// refusing are words of that, in prompts and answers.
var refusing = lazyre.Once(func() wordList {
	return wordsOf(`reject* declin* déclin* refus* deny denies denied dismiss* ablehn* lehn* abgelehnt abweis* abgewiesen zurückweis* zurückgewiesen rechaz* recház* rechac* rechác* deneg* denieg* desestim* rifiut* resping* respint* boccia* weiger* geweigerd afwijz* afgewezen rejet* rejeit*
		déboute* odrzuc* odrzuć* odrzut* odmów* odmow* odmaw* oddal* recus* indefer* indefir* negado negada negar negare`)
})

// refusesAsked reports whether a prompt asks to refuse something: with its verb, or behind "may I" and "I would".
func refusesAsked(shown Shown) bool {
	return slices.ContainsFunc(shown.About, func(about string) bool {
		words := wordsOfPrompt(strings.ToLower(askingOf(about)))
		if len(words) == 0 {
			return false
		}
		first := verbAt(words)
		for i, w := range words {
			asked := i == first || i == 0 || isInfinitive(w) && i > len(words)-3 || words[max(0, i-1)] == "would" || words[max(0, i-1)] == "i" // "I would", "may I"
			if asked && (refusing().has(w) || turningDown()[w] && slices.ContainsFunc(words[i+1:], func(w string) bool { return w == "down" || w == "af" || w == "zurück" || w == "ab" })) {
				return true
			}
		}
		return false
	})
}

// turningDown are verbs that refuse with a word behind them: "turn the offer down", "wijs de offerte af".
var turningDown = lazyre.Once(func() map[string]bool {
	return set("turn", "turning", "wijs", "weise", "weis", "weisen", "lehne", "lehn", "lehnen")
})

// refusalOf reports whether what is asked is to refuse something, and a text says of something that it is refused, accepted,
// approved or taken, which may be said of either.
func refusalOf(toks []token, shown Shown) bool {
	says := func(of wordList) bool {
		return slices.ContainsFunc(toks, func(t token) bool {
			return t.kind == word && (of.has(t.key) || of.has(t.key[strings.LastIndexByte(t.key, '\'')+1:]) && !strings.HasPrefix(t.key, "d'"))
		})
	}
	return (slices.ContainsFunc(shown.words(), refusing().has) || refusesAsked(shown)) && (says(refusing()) || says(accepting())) || refusesAsked(shown) && says(approving())
}

var (
	accepting = lazyre.Once(func() wordList {
		return wordsOf(`accept* angenommen annehm* nehme* nehmt nehmen acept* accett* accolt* aceit* akcept* przyj* aanvaard* aangenomen geaccepteerd`)
	})
	// approving are words of approval, of what somebody gets, and of pleasure, which may be that in what is offered.
	approving = lazyre.Once(func() wordList {
		return wordsOf(`approv* approuv* aprob* aprueb* apruéb* aprov* authoris* authoriz* autoris* autoriz* autorizz* grant* allow* permit* permett* permiso valid* validé* genehmig* freigeb* freigegeben freigabe bewillig* stattgegeben zugesagt zusage zustimm* erlaub* gewähr*
			accord* conced* concéd* concess* otorg* deferid* defere defiro defira beneplacito benestare placet conformidad bueno osta goedkeur* goedgekeurd keur toegekend toekennen toegestaan toestaan toestemming inwillig* zatwierdz* aprobuj* przyzna* udziel* zezwal* pozwal* zgodę
			take takes taking prends prenons prenez prendre prendo prendiamo prendi prendete tomo tomamos quedo quedamos fico ficamos biorę bierzemy weź weźcie neem nemen
			vada parte vaya vá pleasure plaisir piacere gusto prazer plezier przyjemnością vergnügen`)
	})
)

// takesIt reports whether who writes says that they take something, where nothing is to be got or accepted: "je prends" to whom is
// asked to extend a lease.
func takesIt(toks []token, shown Shown) bool {
	for i, t := range toks {
		if t.kind != word || !taking()[t.key] {
			continue
		}
		i := max(0, i-1)
		next := toks[min(i+2, len(toks)-1)].key
		if before := toks[i].key; (t.key == "prend" && before != "on" || t.key == "prends" && before != "je") || (t.key == "take" && before != "i" && before != "we" && before != "i'll" && before != "we'll") || t.key == "nehmen" && before != "wir" && next != "wir" {
			continue
		}
		return len(shown.About) > 0 && !asksFor(shown, getting) && !slices.ContainsFunc(shown.About, func(about string) bool {
			return slices.ContainsFunc(shown.actsOf(about), func(k int) bool { return actsOfTaking()[actName(k)] })
		})
	}
	return false
}

var (
	taking = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`take nehm nehme nehmen prends prenons prend prendo prendiamo tomo tomamos biorę bierzemy`)...)
	})
	// actsOfTaking are acts, by their first English verbs, after which who asked for them has something.
	actsOfTaking = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`sign hire book order accept rent employ subscribe collect choose lend try use`)...)
	})
)

// refuses reports a word of refusal that no negation is: "rechazo", "reject".
func (p *parser) refuses(toks []token) bool {
	return slices.ContainsFunc(toks, func(t token) bool { return !p.negators[t.key] && refusingWords().has(t.key) })
}

// refusing reports whether what stands behind a denial of several words refuses to refuse: "out of the question to reject
// it", "kommt nicht in Frage, das abzulehnen".
func (p *parser) refusing(toks []token, length int) bool {
	if length < 2 {
		return false
	}
	comma := false
	for i, t := range toks {
		switch {
		case i == 0 && t.key == ",":
			comma = true
		case i > 5 || t.kind != word:
			return false
		case refusingInfinitives().has(t.key):
			return i > 0 || !comma
		case !slices.Contains([]string{"to", "das", "es", "dies", "ihn", "sie", "zu", "de", "di", "in", "em", "van", "te", "af", "om", "het", "dit", "dat", "o", "w", "d", "la", "le", "lo", "el", "l", "en"}, t.key):
			return false
		}
	}
	return false
}
