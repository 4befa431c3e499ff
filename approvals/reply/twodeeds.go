package reply

import (
	"cmp"
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// A title may ask for two deeds, "Sign the contract and pay the deposit?". Who answers with the verb of one has not said whether the
// other is to be done.

// joinedDeed is one of them: its verb in the infinitive, the acts that it is, and what it is done to.
type joinedDeed struct {
	verb   string
	acts   []int
	things []string // none of its own: "Print and send the letters"
	noun   bool
}

// betweenDeeds are the words between two deeds.
var betweenDeeds = lazyre.New(`(?i),?(?:[ (]\(?(?:and|then|plus|as well as|und|dann|sowie|y|luego|además|e|poi|nonché|et|puis|ainsi que|en|daarna|i|oraz|potem|&|\+|/)\b)+ |,? [&+/] |[,;] `)

// joinedDeeds are the deeds that a prompt asks for with its title, and with a question behind that, if there are several.
func joinedDeeds(about string, in tongues) (all []joinedDeed) {
	title, _, _ := strings.Cut(titleOf(about), ": ") // what stands behind tells more of it
	nouns := false
	if italianVerb.MatchString(title) { // its article joins nothing: "Cancellare i file"
		title = strings.ReplaceAll(title, " i ", " gli ")
	}
	title = hourBetween.ReplaceAllString(toldThat.ReplaceAllString(title, ""), " $1")
	for i, part := range strings.Split(betweenDeeds.ReplaceAllString(title, "\n"), "\n") {
		if d := deedOfPart(part, i == 0 || nouns, i > 0, in); d.verb != "" {
			nouns = nouns || i == 0 && d.noun
			all = append(all, d)
		}
	}
	if len(all) == 0 {
		return nil
	}
	rest := strings.TrimLeft(about[len(titleOf(about)):], ".?! ")
	line, _, _ := strings.Cut(strings.TrimSpace(rest), "\n")
	asked := strings.TrimLeft(line, "¿ ")
	words := wordsOfPrompt(strings.ToLower(asked))
	joins := len(words) > 1 && ands()[words[0]] // "Sign the contract?\nAnd pay the deposit?"
	if joins {
		_, asked, _ = strings.Cut(asked, " ")
	}
	if len(titleOf(asked)) < len(strings.TrimRight(asked, "?. ")) || !joins && strings.HasPrefix(rest, "\n") || agentAsks.MatchString(asked) {
		asked = ""
	}
	if d := deedOfPart(strings.TrimRight(asked, "? "), false, false, in); !all[0].noun && len(d.acts) > 0 && len(d.things) > 0 &&
		(strings.HasSuffix(asked, "?") || slices.Contains(words, d.verb) && !slices.ContainsFunc(actsByVerb()[d.verb], func(a actAt) bool { return a.l == enAt }) && (isInfinitive(d.verb) || infinitiveEnd.MatchString(d.verb) || strings.HasSuffix(d.verb, "ć"))) &&
		!slices.ContainsFunc(words, func(w string) bool { return pronounObjects()[w] || doneTo()[w] && !determiners()[w] || askers()[w] }) &&
		!slices.ContainsFunc(all, func(o joinedDeed) bool {
			return stemOf(o.verb) == stemOf(d.verb) || slices.ContainsFunc(o.acts, func(k int) bool { return slices.Contains(d.acts, k) })
		}) {
		all = append(all, d)
	}
	if len(all) < 2 {
		return nil
	}
	return all
}

// italianVerb is the verb with which an Italian title begins; Polish ones end otherwise.
var italianVerb = lazyre.New(`(?i)^\pL+(?:[aei]re|rre|rlo|rla|rli|rle|rsi|rmi|rti|rvi)\b`)

// toldThat is what somebody is to be told, or asked, which is no deed: "Tom schreiben, dass wir kommen".
var toldThat = lazyre.New(`(?i), (?:dass|daß|dat|ob|że|ze|czy) [^,]*`)

// hourBetween is a time between commas before the verb at the end, which parts no deeds: "Termin am Mittwoch, 9 Uhr, bestätigen".
var hourBetween = lazyre.New(`(?i), (?:um |om )?\d{1,2}(?:[:.]\d{2})? ?(?:uhr|uur|h), (\pL+en)$`)

// deedOfPart is the deed of a part of a title, which may be a noun of one ("Renewal of the lease"); of none it has no verb.
func deedOfPart(part string, noun, behind bool, in tongues) (d joinedDeed) {
	words := wordsOfPrompt(strings.ToLower(inInfinitive(part, true, in)))
	if len(words) == 0 {
		return d
	}
	verb, at := verbOf(words)
	d.verb = verb
	if of, acts := verbOfNoun(words[0]); noun && of != "" && !(of == words[0] && strings.HasSuffix(of, "o") && len(words) > 1 && !isPreposition(words[1])) { // "Pago la fattura"
		d.verb, d.acts, d.noun, at = of, acts, true, 0
	}
	for k, w := range words {
		if k != at && len(w) > 2 && !determiners()[w] && !isPreposition(w) && !pronounObjects()[w] && !doneTo()[w] {
			d.things = append(d.things, w)
		}
	}
	lower := strings.Contains(" "+part, " "+verb) // no German noun
	for _, a := range actsByVerb()[d.verb] {
		switch {
		case d.noun:
		case a.l == enAt:
			if len(words) == 1 && behind && !onlyVerbs()[verb] { // "order salt and water"
				continue
			}
		case a.l == deAt || a.l == nlAt:
			if !isInfinitive(verb) {
				continue
			}
		case a.l == plAt && !strings.HasSuffix(verb, "ć"), a.l != plAt && !infinitiveEnd.MatchString(verb):
			continue
		}
		if !slices.Contains(d.acts, a.k) {
			d.acts = append(d.acts, a.k)
		}
	}
	if len(d.acts) == 0 && !d.noun && !(len(d.things) > 0 && lower && behind && (isInfinitive(verb) && at == len(words)-1 || isDeedWord(verb) && !actNouns()[verb] && at == 0)) {
		d.verb = ""
	}
	return d
}

// onlyVerbs are English verbs that name nothing.
var onlyVerbs = lazyre.Once(func() map[string]bool {
	return set("pay", "send", "sign", "confirm", "cancel", "delete", "publish", "email", "submit", "invite")
})

// verbOfNoun is the verb of which a word may be a noun, or the word itself, and its acts; "" if it is none.
func verbOfNoun(w string) (verb string, acts []int) {
	if acts = actsByNoun()[w]; len(acts) > 0 {
		return w, acts
	}
	if acts = actsOfNoun(w); len(acts) > 0 || germanNouns()[w] {
		return w, acts
	}
	if verb = cmp.Or(nounOfAct()[w], moreNouns()[w]); verb != "" {
		return verb, nil
	}
	for _, e := range [...][2]string{{"ung", "en"}, {"ing", "en"}, {"eling", "elen"}, {"atur", "ieren"}, {"ing", ""}, {"ing", "e"}, {"pping", "p"}, {"tting", "t"}} {
		if stem, is := strings.CutSuffix(w, e[0]); is && (len(actsByVerb()[stem+e[1]]) > 0 || len(e[1]) < 2 && isDeedWord(stem+e[1])) {
			return stem + e[1], nil
		}
	}
	return "", nil
}

// moreNouns are English verbs by nouns with which other titles than those for two deeds name what is to be changed.
var moreNouns = lazyre.Once(func() map[string]string {
	return map[string]string{"renewal": "renew", "signing": "sign", "termination": "cancel", "delivery": "deliver", "repair": "repair", "removal": "remove"}
})

// oneOfTwo reports an answer with the verb or the thing of one of several deeds that a title asks for, and not of all, or a yes with
// another verb. Where the deeds are done to the same thing, the last says it: "send them" to "Print and send the letters?"
func (p *parser) oneOfTwo(toks []token, v Verdict, shown Shown) bool {
	for _, about := range shown.About {
		deeds := joinedDeeds(about, shown.in)
		said, last := 0, false
		for _, d := range deeds {
			if last = slices.ContainsFunc(toks, func(t token) bool {
				return t.kind == word && p.isOf(t.key, d) && !saysOfBoth(t.key, toks, deeds) // "machen" is of "zumachen", too
			}); last {
				said++
			}
		}
		same := last && !slices.ContainsFunc(deeds[:max(len(deeds)-1, 0)], func(d joinedDeed) bool { return len(d.things) > 0 })
		if said > 0 && said < len(deeds) && !same || said == 0 && len(deeds) > 0 && v == Grant && slices.ContainsFunc(toks, func(t token) bool {
			return t.kind == word && !consentsTo().has(t.key) && !thanks()[t.key] && !saysOfBoth(t.key, toks, deeds) && !confirming().has(t.key) && (isDeedWord(t.key) || p.speaksOf(t.key, nil))
		}) {
			return true
		}
	}
	return false
}

// bothDone are forms of the verbs that say of every deed that it is done: "ja, so machen wir das".
var bothDone = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`machen mach mache macht tun doen doe zrobić zrób zróbmy róbmy zróbcie faisons fais faites haz hazlo haga hágalo hagámoslo hagamos hacedlo hacemos fai fallo faccia faccialo facciamo facciamolo fatelo faz faça façam fazemos façamos`)...)
})

// saysOfBoth reports such a form in an answer without a particle that would make another verb of it, where no deed is asked with that verb.
func saysOfBoth(w string, toks []token, deeds []joinedDeed) bool {
	return bothDone()[w] && !slices.ContainsFunc(toks, func(t token) bool { return particles()[deAt][t.key] || particles()[nlAt][t.key] }) &&
		!slices.ContainsFunc(deeds, func(d joinedDeed) bool { return doing()[d.verb] })
}

// doing are those verbs as prompts ask with them.
var doing = lazyre.Once(func() map[string]bool {
	return set("make", "do", "machen", "tun", "doen", "maken", "zrobić", "robić", "faire", "fare", "hacer", "fazer")
})

// isOf reports a form of a deed, in any language, or what it is done to.
func (p *parser) isOf(w string, d joinedDeed) bool {
	w = w[strings.LastIndexByte(w, '\'')+1:]
	if len(w) > 3 && stemOf(w) == stemOf(d.verb) || nounOfAct()[w] != "" && nounOfAct()[w] == d.verb {
		return true
	}
	return slices.ContainsFunc(d.things, func(thing string) bool {
		return nameKey(w) == nameKey(thing) || sharesStem([]string{nameKey(w)}, []string{nameKey(thing)})
	}) || slices.ContainsFunc(d.acts, func(k int) bool {
		for l := range p.orders {
			if p.formsOf(k, l).acts[nameKey(w)]&verbs != 0 {
				return true
			}
		}
		return false
	})
}
