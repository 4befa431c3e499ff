package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// With which verb a prompt asks, and the orders of it that a lone one may be.

// ordersAsked are the orders of the only verb that a prompt asks with, in one language; none where it refuses, takes away what takes
// away, asks not to do it or which of two, or tells of somebody who does it.
func (p *parser) ordersAsked(l int, shown Shown) map[string]bool {
	verb, object, ownFirst := p.onlyVerb(l, shown)
	if !ownFirst && slices.ContainsFunc(actsByVerb()[verb], func(a actAt) bool { return actsOfConsent()[actName(a.k)] }) ||
		slices.ContainsFunc(actsByVerb()[verb], func(a actAt) bool { return acts()[a.k][enAt] == actOfMachines }) {
		return nil
	}
	if verb == "" || leftAlone()[verb] {
		return nil
	}
	forms, told := map[string]bool{}, map[string]bool{}
	ownForms(l, verb, func(w string, r role) {
		key := nameKey(w)
		told[key] = true
		if r&(imperative|infinitive) == 0 || r&(ours|negated1) != 0 || strings.HasSuffix(key, "mos") || r&holding != 0 && (!object || !doneToIt.MatchString(key)) ||
			len(key) < 3 || p.optOut.of[w] || p.hedges.of[w] || p.hedges.of[key] || p.negators[w] || p.refusals[w] || answerWords()[key] == Deny || key == "para" {
			return
		}
		forms[key] = true
	}, func(string) {})
	for _, about := range shown.About {
		if closingQuestion(about) != "" {
			about = strings.TrimSuffix(about, lastSentence(about))
		}
		if slices.ContainsFunc(wordsOfPrompt(strings.ToLower(about)), func(w string) bool { return told[nameKey(w)] && w != verb }) {
			return nil
		}
	}
	return forms
}

// onlyVerb is the only verb with which a prompt asks, in one language, whether it is asked of some thing, and whether the agent asks
// if it should do it; "" where it refuses, takes away what takes away, asks not to do it or which of two.
func (p *parser) onlyVerb(l int, shown Shown) (verb string, object, ownFirst bool) {
	asks := false
	for _, about := range shown.About {
		title := titleOf(about)
		words := wordsOfPrompt(strings.ToLower(title))
		if len(words) == 0 {
			continue
		}
		question := closingQuestion(about)
		closing := wordsOfPrompt(strings.ToLower(inInfinitive(question, true, shown.in)))
		if shown.prohibits(about) || contradicts(about) || len(joinedDeeds(about, shown.in)) > 0 || slices.ContainsFunc(slices.Concat(words, closing), func(w string) bool {
			return p.negators[w] && !(w == "no" && l == ptAt) || refusing().has(w) || betweenVerbs()[w]
		}) || severalTaken(words) || secondVerb(words, l) {
			return "", false, false
		}
		asked, thing := verbOfTitle(words, l), len(words) > 1
		if len(closing) > 0 {
			of := verbOfTitle(closing, l)
			if first := closing[min(verbAt(closing), len(closing)-1)]; of == "" && l != frAt && regularVerb(first, l == itAt) != "" { // of a verb that no list has
				closing[min(verbAt(closing), len(closing)-1)] = regularVerb(first, l == itAt)
				of = verbOfTitle(closing, l)
			}
			bare := !slices.ContainsFunc(closing, func(w string) bool { return w != of && !pronounsBeside()[w] })
			names := namesThing(title) || asked == "" && len(words) == 1 && !isDeedWord(words[0]) && !strings.HasPrefix(about[len(title):], "?") // "Borrego"
			if of == "" || !bare || asked != of && !names {
				return "", false, false
			}
			asked = of
		} else if strings.Contains(strings.TrimLeft(about[len(title):], "? "), "?") { // another question
			return "", false, false
		}
		if asked == "" && len(words) == 1 && !strings.Contains(about, "\n") { // a tool
			continue
		}
		if asked == "" || verb != "" && verb != asked {
			return "", false, false
		}
		verb, object = asked, object || thing || len(closing) > 1
		asks = asks || strings.ContainsAny(about, "?¿") || strings.Contains(title, ": ") // and not only names it
		ownFirst = ownFirst || question != "" && !slices.Contains(wordsOfPrompt(strings.ToLower(question)), verb)
	}
	if !asks || verb == "" || elsewhere(verb, l) {
		return "", false, false
	}
	return verb, object, ownFirst
}

// verbOfTitle is the infinitive with which words ask in one language, "" for none, or where their other words are of another one.
func verbOfTitle(words []string, l int) string {
	at, others := verbAt(words), smallWords()
	if at >= len(words) || len(words[at]) < 4 || !infinitiveOf()[l].MatchString(words[at]) || slices.ContainsFunc(words, func(w string) bool {
		return !others[l][w] && slices.ContainsFunc(others[:], func(of map[string]bool) bool { return of[w] })
	}) {
		return ""
	}
	return words[at]
}

var (
	infinitiveOf = lazyre.Once(func() map[int]*lazyre.Regexp {
		return map[int]*lazyre.Regexp{itAt: lazyre.New(`[aei]re$`), esAt: lazyre.New(`[aei]r$`), ptAt: lazyre.New(`[aei]r$`), frAt: lazyre.New(`(?:[ei]r|re)$`)}
	})
	// smallWords are, by language, the small words of it that not all of the others have.
	smallWords = lazyre.Once(func() [plAt + 1]map[string]bool {
		return [plAt + 1]map[string]bool{
			enAt: set(strings.Fields(`the of and for with to`)...), deAt: set(strings.Fields(`der das und für mit`)...), nlAt: set(strings.Fields(`het een van voor met`)...),
			itAt: set(strings.Fields(`a il lo gli i dell' dello della dei degli delle del nel nella dal dalla sul sulla all' allo alla agli alle al di per con un una l' le la da`)...),
			esAt: set(strings.Fields(`a el los las al del en con por para y un una unos unas la lo le de`)...),
			ptAt: set(strings.Fields(`o os um uma uns umas ao à aos às do dos da das no na nos nas pelo pela pro pra para por em com e de a as`)...),
			frAt: set(strings.Fields(`le la les du des au aux un une l' d' en et pour avec de`)...),
		}
	})
	// pronounsBeside stand beside the verb of a question and name nothing.
	pronounsBeside = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`lo la li le los las les o a os as l' j' je ya già já te ti gliel'`)...)
	})
	// betweenVerbs part two deeds or two things.
	betweenVerbs = lazyre.Once(func() map[string]bool {
		return set("o'", "oppure", "ou", "u", "ovvero", "poi", "luego", "depois", "puis")
	})
	// leftAlone are verbs with which people put off or drop what somebody else asks.
	leftAlone = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`lasciare dejar deixar laisser parar fermare aspettare esperar attendre tenere smettere passare pasar passar passer saltare saltar olvidar esquecer dimenticare evitare evitar éviter provare figurare immaginare imaginar quitar pensare pensar sentire ascoltare escuchar escutar calmare calmar aguardar aguentar segurar frenar guardare mirar olhar andare`)...)
	})
	doneToIt = lazyre.New(`l[aoe]s?$|li$|-[oa]s?$`)
)

// secondVerb reports a title with another infinitive behind an "and".
func secondVerb(words []string, l int) bool {
	for i, w := range words {
		if i > 1 && ands()[words[i-1]] && len(w) > 3 && infinitiveOf()[l].MatchString(w) {
			return true
		}
	}
	return false
}

// severalTaken reports a title with more than one word for taking away, so that who takes away gives: "Annullare la disdetta".
func severalTaken(words []string) bool {
	n := 0
	for _, w := range words {
		if takesAway(w) || undoing().has(w) {
			n++
		}
	}
	return n > 1
}
