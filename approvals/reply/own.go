package reply

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"bridge/internal/lazyre"
)

// ownWords are what the words of a prompt may be in an answer, in one language: the verb that it asks with in the
// forms of an order ("accepte-la" to "Accepter l'offre?"), and its other words as what it is done to. So a
// deed that no list has is answered with its own word. Nothing that makes a doubt or negates gets a role.
type ownWords struct {
	roles  map[string]role
	verbs  map[string]bool // forms of the verb, in a list or not
	bare   map[string]bool // forms of a verb that lost its prefix, which has to stand behind them
	prefix map[string]bool
	parted map[string]bool // those forms, each with its own prefix
	says   map[string]bool // all words of the prompt
	object map[string]bool // of the first thing that it names, and the last of these
	heads  map[string]bool
	later  map[string]bool // what else it names: to whom, of what
	acts   []*actForms     // of its deeds
	whole  []*actForms     // of those that its last text asks for: what lost no prefix in them is whole ("bestellen" beside "nachbestellen")
	kinds  []wordList      // of the things that it names at first
	behind []wordList      // of those that it names behind a preposition
	told   map[string]bool // what it only tells behind what it asks, without accents
	joined bool            // it names several things
	mine   bool            // its verb is of the language
	many   bool            // it names several of a kind
	gets   bool            // without its thing its deed is none
	comes  bool            // somebody is to come,
	enters bool            // or to be let in
	people bool            // its deed is one that only people do
	crafts bool            // or that others do for whoever asks
	count  int             // of the things that it asks for, and what they are called
	unit   string
	signs  bool // it asks to sign, or to do something in a name
	you    bool // it asks to do something to whoever answers: "¿Te apunto?"
}

// beforeThat are the words of a German or Dutch prompt before what somebody is to be told, where the deed stands there: "Tom bellen dat hij
// kan maaien".
func beforeThat(words []string) []string {
	at := slices.IndexFunc(words, func(w string) bool { return w == "dat" || w == "dass" || w == "daß" })
	if at < 1 || !isInfinitive(words[at-1]) {
		return words
	}
	return words[:at]
}

// own returns those of a prompt in one language, in the order of languages(); of one text they are made once.
func (p *parser) own(shown Shown, l int) ownWords {
	if shown.own == nil {
		return p.ownOf(shown, l)
	}
	if shown.own[l] == nil {
		own := p.ownOf(shown, l)
		shown.own[l] = &own
	}
	return *shown.own[l]
}

func (p *parser) ownOf(shown Shown, l int) ownWords {
	own := ownWords{roles: map[string]role{}, verbs: map[string]bool{}, bare: map[string]bool{}, prefix: map[string]bool{}, parted: map[string]bool{}, says: map[string]bool{}, object: map[string]bool{}, heads: map[string]bool{}, later: map[string]bool{}, told: map[string]bool{}}
	defers := asksFor(shown.asked(), deferring)
	hedge := func(w string) bool { return p.hedges.of[w] && !(defers && askedDeeds()[deferring].has(w)) } // "reporte-la" to whom asks that
	note := func(w string, r role) bool {
		key := nameKey(w)
		if len(w) < 3 && r != adverb || p.optOut.of[w] || hedge(w) || hedge(key) || p.negators[w] || p.refusals[w] || p.orders[l].roles[w]&^(ending|endingWord) != 0 && (r&verbs == 0 || l != enAt || p.orders[l].roles[w] != object) {
			return false
		}
		own.roles[key] |= r
		return true
	}
	for _, about := range shown.About {
		for _, w := range wordsOfPrompt(about) {
			own.says[strings.ToLower(w)] = true
			own.signs = own.signs || ofSignature().has(strings.ToLower(w))
		}
		if shown.prohibits(about) {
			continue
		}
		p.learnActs(&own, shown, about, l)
		if n, unit := countOf(about); n > 0 {
			own.count, own.unit = n, unit
		}
		own.people = own.people && (shown.shall || !slices.ContainsFunc(shown.actsOf(about), mayBeOthers))
		learn := func(verb string) {
			var alone []string
			if prefix := ownForms(l, strings.ToLower(verb), func(w string, r role) {
				if r&verbs != 0 {
					own.verbs[nameKey(w)] = true
				}
				if shown.shall && (l == esAt || l == ptAt) && r&imperative != 0 && r&(stated|infinitive) == 0 { // "convoque"
					r |= command
				}
				note(w, r)
			}, func(w string) {
				own.bare[nameKey(w)] = !own.isWhole(nameKey(w))
				alone = append(alone, nameKey(w))
			}); prefix != "" {
				for _, w := range alone {
					own.parted[w+" "+prefix] = true
				}
				own.prefix[prefix], own.says[prefix] = true, true
			}
		}
		if of := learn; l == deAt { // "gib raus" to "herausgeben"
			learn = func(verb string) {
				of(verb)
				if short := shortPrefix(strings.ToLower(verb)); short != "" {
					of(short)
				}
			}
		}
		title := titleOf(about)
		words := wordsOfPrompt(title)
		if len(words) == 0 {
			continue
		}
		asking, _, told := shown.textOf(about).behindTitle()
		for _, w := range wordsOfPrompt(told) {
			if w = strings.ToLower(w); len(w) > 3 && !pronounObjects()[w] && !slices.ContainsFunc(words, func(t string) bool { return oneWord(strings.ToLower(t), w) }) {
				own.told[nameKey(w)] = true
			}
		}
		verb := verbAt(words)
		if l == deAt || l == nlAt {
			if at := lastInfinitive(beforeThat(wordsOfPrompt(asking))); at != "" {
				learn(at)
			}
			verb = len(words) - 1
			for i, w := range beforeThat(words) { // the last that may be an infinitive
				if isInfinitive(w) {
					verb = i
				}
			}
			if l == nlAt && verb > 0 && words[verb-1] == "laten" { // "laten repareren"
				for _, w := range []string{"laat", "laten"} {
					own.roles[w] |= causes
				}
			}
			if l == deAt && words[verb] == "lassen" && verb > 0 && isInfinitive(words[verb-1]) { // "drucken lassen"
				words = slices.Delete(slices.Clone(words), verb, verb+1)
				verb--
				for _, w := range []string{"lass", "lasst", "lassen"} {
					own.roles[w] |= causes
				}
			}
		}
		if ordered := orderedVerb(words, l); ordered != "" && !isInfinitive(words[verb]) { // "Zeg de les af"
			verb = 0
			learn(ordered)
		} else if !elsewhere(words[verb], l) && (l == deAt || l == nlAt || p.words[strings.ToLower(words[verb])]&(1<<l) != 0 || !isInfinitive(words[len(words)-1])) { // the thing of "Mietvertrag verlängern" is no verb elsewhere
			learn(words[verb])
		}
		for _, w := range words { // "share with him"
			if low := strings.ToLower(w); prepositions()[l][low] && p.orders[l].roles[low] == 0 && !hedge(low) && !besideDays()[low] {
				own.roles[nameKey(low)] |= preposition
			}
		}
		if verb, particle, is := strings.Cut(parted(wordsOfPrompt(strings.ToLower(title)), verb), "-"); is && l == enAt { // "sign it" to "Sign Tom up"
			own.prefix[particle], own.bare[verb], own.parted[verb+" "+particle] = true, true, true
		}
		if l == enAt { // "put the rent up"
			for _, w := range words[1:] {
				if low := strings.ToLower(w); particles()[enAt][low] {
					own.roles[low] |= adverb
				} else if low == "into" {
					own.roles["in"] |= adverb
					own.says["in"] = true
				}
			}
		}
		if len(words) < 2 || joinedThing.MatchString(title) || p.joinsAny(words) { // it may be about one of several
			own.joined = own.joined || len(words) > 1
			continue
		}
		named, later := p.namedBy(words, verb, l)
		asObject := func(w string, of map[string]bool) {
			low := strings.ToLower(w)
			long := len(low) > 3 || len(low) == 3 && p.words[low] == 0 && (low != w || !p.known[low]) // "Ana"
			if m, ok := p.verdicts.of[low]; long && !(restOf()[low] && p.toTell(shown)) && !(l == enAt && particles()[l][low]) && (!ok || !m.class.isYes() && !m.class.isNo()) && (note(low, object) || p.orders[l].roles[low]&object != 0) {
				of[nameKey(low)] = true
			}
		}
		for _, w := range named {
			asObject(w, own.object)
		}
		if one, direct := p.onlyName(words[verb+1:]); l != deAt && shown.shall {
			for _, w := range one { // "llama a Marta"
				asObject(w, map[bool]map[string]bool{true: own.object, false: own.later}[direct])
			}
		}
		own.mine = own.mine || p.words[strings.ToLower(words[verb])]&(1<<l) != 0 || slices.ContainsFunc(actsByVerb()[strings.ToLower(words[verb])], func(a actAt) bool { return a.l == l })
		german := (l == deAt || l == nlAt) && (verb == 0 || strings.HasSuffix(words[verb], "en"))
		if l != deAt && l != nlAt || german {
			for _, w := range later {
				asObject(w, own.later)
			}
		}
		if n := len(named); n > 0 && (l == enAt || german) {
			own.heads[nameKey(strings.ToLower(named[n-1]))] = true
		}
	}
	own.you = shown.you
	own.many = namesMany(own, shown, l)
	own.learnComing(shown)
	return own
}

// restOf are words for a rest, which nobody is told to whom something about one is to be told.
var restOf = lazyre.Once(func() map[string]bool {
	return set("rest", "remainder", "resto", "reste", "restant", "reszta", "resztę")
})

// onlyName returns the only name among the words behind a verb, with the title before it, and whether it stands right behind that.
func (p *parser) onlyName(words []string) (name []string, direct bool) {
	direct = true
	for i, w := range words {
		low := strings.ToLower(w)
		switch {
		case low != w && len(name) > 0 && words[i-1] != name[len(name)-1]: // another
			return nil, false
		case low != w, p.titles[low] && i+1 < len(words) && strings.ToLower(words[i+1]) != words[i+1]:
			name = append(name, w)
		case len(name) == 0 && !determiners()[low] && !slices.ContainsFunc(prepositions(), func(of map[string]bool) bool { return of[low] }):
			direct = false
		}
	}
	return name, direct
}

// namesMany reports a prompt that asks about several of a kind, so that all of them may be meant.
func namesMany(own ownWords, shown Shown, l int) bool {
	plural := false
	for w := range own.object {
		plural = plural || l == enAt && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") || l == deAt && strings.ContainsAny(w[len(w)-1:], "nse")
	}
	return plural && slices.ContainsFunc(shown.About, func(about string) bool { return strings.ContainsFunc(about, unicode.IsDigit) })
}

var joinedThing = lazyre.New(`,\s*\pL`)

var infinitiveEnd = lazyre.New(`(?:[aei]re|[aei]r|re)$`)

// joinsThings reports whether the word at i of a prompt stands between two things of which an answer may mean one: not an
// Italian article ("spedire i bancali") nor a Spanish or French preposition ("en la web") that joins elsewhere.
func (p *parser) joinsThings(words []string, i int) bool {
	w := strings.ToLower(words[i])
	if w == "i" && (slices.ContainsFunc(words, func(o string) bool { return italianArticles()[strings.ToLower(o)] }) || orderedIn(words[0], itAt)) ||
		w == "en" && (slices.ContainsFunc(words, func(o string) bool { return romanceArticles()[strings.ToLower(o)] }) || orderedIn(words[0], esAt) || orderedIn(words[0], frAt)) {
		return false
	}
	return p.and[w] || w == "&" || w == "or" || w == "oder" || w == "ou" || w == "lub" || w == "albo" && !infinitiveEnd.MatchString(words[0]) || w == "czy" && i > 0 // "pubblicare all'albo"
}

// joinsAny reports whether a prompt has such a word.
func (p *parser) joinsAny(words []string) bool {
	for i := range words {
		if p.joinsThings(words, i) {
			return true
		}
	}
	return false
}

// orderedIn reports a verb of the acts of one language, and of no other.
func orderedIn(w string, l int) bool {
	of := actsByVerb()[strings.ToLower(w)]
	return len(of) > 0 && !slices.ContainsFunc(of, func(a actAt) bool { return a.l != l })
}

// romanceArticles are words of Spanish and French prompts that Dutch ones have not.
var romanceArticles = lazyre.Once(func() map[string]bool {
	return set("el", "la", "los", "las", "del", "al", "le", "les", "des", "du", "une", "l'", "d'", "aux", "au")
})

// namedBy returns the words of the first thing that a prompt names, in one language, and of what follows it: "(the
// night shift) of Anna to Sunday". Where somebody is given something, that is the second.
func (p *parser) namedBy(words []string, verb, l int) (object, later []string) {
	around := words[verb+1:]
	if l == deAt || l == nlAt && verb > 0 {
		around = slices.Concat(words[:verb], []string{number}, words[verb+1:])
	}
	gives := slices.ContainsFunc(actsByVerb()[strings.ToLower(words[verb])], func(a actAt) bool {
		return slices.Contains([]string{"give", "allow", "discount", "lend", "reward"}, actName(a.k))
	})
	seen, behind, joined := false, false, false // a thing; what follows it; a preposition right before
	for i, w := range around {
		low := strings.ToLower(w)
		switch {
		case i == 0 && l == deAt && verb > 0 && len(around) > 2 && germanGenitive(strings.ToLower(around[1])) && isNounOfDeed(low): // "Freigabe (der Überstunden)"
			object = append(object, w)
			continue
		case w == number && gives && seen && !joined && l != deAt && l != nlAt: // "give the firm 5 % (discount)"
			object, later, behind, joined = nil, append(later, object...), false, false
			continue
		case w == number:
			behind = behind || seen
			joined = false
			continue
		case l == enAt && seen && tellsOf()[low]: // "the number ending in 4471"
			behind, joined = true, true
			continue
		case prepositions()[l][low] && i > 0 && measures()[strings.ToLower(around[i-1])]: // "40 kg di farina"
			continue
		case prepositions()[l][low]:
			behind = behind || seen || len(object) > 0 || l == deAt || l == nlAt
			joined = true
			continue
		case l == deAt && seen && germanGenitive(low): // "Rechnung des Dachdeckers"
			behind = true
			continue
		case determiners()[low]:
			if seen && !joined { // "give table 9 (a dessert)"
				object, later, behind = nil, append(later, object...), false
			}
			continue
		case p.orders[l].roles[low]&(now|adverb) != 0:
			behind = behind || seen
			continue
		}
		seen = seen || !behind && !(l != enAt && i == 0 && infinitiveEnd.MatchString(low)) // "far entrare"
		joined = false
		if low != w && (l != deAt && l != nlAt || i > 0) && !(l == deAt && i > 0 && germanArticle(around[i-1])) { // a name
			continue
		}
		if behind {
			later = append(later, w)
		} else {
			object = append(object, w)
		}
	}
	return object, later
}

// isNounOfDeed reports a word that names a deed: "freigabe", "kündigung".
func isNounOfDeed(w string) bool {
	of, _ := verbOfNoun(w)
	return of != ""
}

// tellsOf are English words with which a prompt goes on to tell which thing it names.
var tellsOf = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`ending starting beginning arriving leaving coming going due called named dated worth costing containing expiring belonging who that which whose where sent made filed paid ordered`)...)
})

// measures are words of amounts behind which a preposition joins what is meant: "40 kg di farina", "three days of leave".
var measures = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`kg kilo kilos chili kilogram quintali tonnellate litri litres liters litros litrów liter metri metres metros metrów days hours pieces bags boxes crates bottles sacks pairs copies giorni giorno ore ora pezzi sacchi scatole casse bottiglie
		paia copie días horas sacos cajas botellas pares copias jours heures sacs cartons bouteilles paires copies dias horas caixas garrafas cópias dagen uren zakken dozen flessen stuks sztuk dni godzin worków kartonów butelek par`)...)
})

// fits reports whether a clause has what the prompt names first, if it has a part of that: "sell the old" has not.
func (own ownWords) fits(o *orders, toks []token) bool {
	part, whole := false, len(own.heads) == 0
	for _, t := range toks {
		key := nameKey(t.key)
		part = part || own.object[key] && o.roles[t.key] == 0
		whole = whole || own.heads[key]
	}
	return whole || !part
}

// isInfinitive reports a word that may be a German or Dutch infinitive.
func isInfinitive(w string) bool {
	return (strings.HasSuffix(w, "en") || strings.HasSuffix(w, "ern") || strings.HasSuffix(w, "eln") || strings.HasSuffix(w, "slaan") || strings.HasSuffix(w, "staan") || strings.HasSuffix(w, "gaan") || strings.HasSuffix(w, "doen")) && strings.ToLower(w) == w && len(w) > 4 && !noInfinitive()[w]
}

// noInfinitive are words that end like one.
var noInfinitive = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`gestern vorgestern sondern insofern intern extern modern zwischen gegen wegen neben morgen oben unten hinten außen innen sieben zusammen zwischendurch`)...)
})

func lastInfinitive(words []string) string {
	for _, w := range slices.Backward(words) {
		if isInfinitive(w) {
			return w
		}
	}
	return ""
}

// counted reports an article that is a number, too, before another word, where the prompt has one: "een kaart".
func (own ownWords) counted(toks []token, i int) bool {
	one := func(of ...string) bool { return slices.ContainsFunc(of, func(w string) bool { return own.says[w] }) }
	return (toks[i].key == "un" || toks[i].key == "une" || toks[i].key == "een") && i+1 < len(toks) && toks[i+1].kind == word && one("un", "une", "een", "a", "an")
}

// part reports whether a word is the end of a compound that the prompt names, or in Polish another case of what it names.
func (own ownWords) part(l int, w string) bool {
	key := nameKey(w)
	if len(key) < 4 {
		return len(key) == 3 && l == deAt && slices.ContainsFunc(slices.Collect(maps.Keys(own.object)), func(of string) bool { return strings.HasSuffix(of, "-"+key) }) // "Adobe-Abo"
	}
	if l == deAt { // "des Schreibens"
		key = strings.TrimSuffix(key, "s")
	}
	for of := range own.object {
		if l == deAt && of == key {
			return true
		}
		if l == plAt && oneStem(key, of) || (l == deAt || l == nlAt) && len(of) > len(key)+2 && strings.HasSuffix(of, key) {
			return true
		}
	}
	return false
}

// otherVerb reports whether an answer has the verb of the prompt with a particle that makes another of it, or without its
// own: "sell out", "zet de verwarming uit".
func (p *parser) otherVerb(toks []token, shown Shown) bool {
	if otherPrefix(toks, shown) || leavesOnly(toks, shown) {
		return true
	}
	all := []int{enAt, deAt, nlAt}
	for i, t := range toks {
		if t.kind != word {
			continue
		}
		other, same := false, false // German and Dutch verbs look alike
		for _, l := range all {
			if l == nlAt && p.negators[t.key] && shown.in != nl { // "ne change pas" to whom is asked to "aanpassen", too
				continue
			}
			own, key := p.own(shown, l), nameKey(t.key)
			if roles := p.orders[l].roles[t.key]; !own.verb(key) || len(own.prefix) == 0 && roles != 0 { // of a verb that a list has, the particle alone tells
				own.bare = nil
				other = other || roles&verbs != 0 && (own.verb(key) || p.deedOf(t.key, shown)) && !knownDeeds()[sending].has(t.key) && p.partedFrom(toks, i, own, l)
				continue
			}
			if p.partedFrom(toks, i, own, l) {
				other = true
			} else {
				same = same || own.mine || own.bare[key] || own.says[t.key] && isInfinitive(t.key)
			}
		}
		if other && !same {
			return true
		}
	}
	return false
}

// partedFrom reports whether the verb at toks[i] has a particle behind it that the prompt has not, or has lost its own.
func (p *parser) partedFrom(toks []token, i int, own ownWords, l int) bool {
	prefix := !own.bare[nameKey(toks[i].key)]
	for j := i + 1; j < len(toks) && j < i+8 && toks[j].kind == word; j++ {
		k := toks[j].key
		prefix = prefix || own.parted[nameKey(toks[i].key)+" "+k]
		if particles()[l][k] && !own.says[k] && (j+1 == len(toks) || toks[j+1].kind != word || !loose()[k]) {
			return true
		}
	}
	return !prefix
}

func germanArticle(w string) bool {
	return slices.Contains([]string{"der", "die", "das", "den", "dem", "des", "ein", "eine", "einen", "einem", "einer"}, strings.ToLower(w))
}

var (
	determiners = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`the a an this that these those my our your his her their all some each every both another il lo la l' i gli le un uno una questo questa questi queste el los las unos unas este esta estos estas les une ce cet cette ces mon ma mes notre nos
			der die das den dem des ein eine einen einem einer eines diese diesen dieser dieses alle unser unsere unseren o os as um uma uns umas esse essa de het een deze dit alle ons onze ten ta te tę tej tego tych tym tą cały całą`)...)
	})
	prepositions = lazyre.Once(func() []map[string]bool {
		var all []map[string]bool
		for _, words := range []string{
			`to of for from at in on by with into onto until till via as about over under out off up down before after between`,
			`a ad al allo alla ai agli alle all' di d' del dello della dei degli delle dell' da dal dalla dall' in nel nella nell' con per su sul sulla sull' entro fino tra`,
			`a al de del en con por para sobre desde hasta entre`,
			`à au aux de du des d' en dans sur pour par avec chez jusqu'à vers sous`,
			`an am ans auf aufs aus bei beim für gegen im ins in mit nach über um unter von vom vor zu zum zur bis ab seit ohne`,
			`a ao à aos às de do da dos das em no na nos nas com para pra por pelo pela até sobre`,
			`aan van voor naar op in uit met bij om tot over tegen door per binnen vanaf`,
			`do na w we z ze za o od dla po przy przez u nad pod`,
		} {
			all = append(all, set(strings.Fields(words)...))
		}
		return all
	})
	// particles make another verb of the one that they stand behind: "sell out", "geef op".
	particles = lazyre.Once(func() []map[string]bool {
		all := make([]map[string]bool, plAt+1)
		all[enAt] = set(strings.Fields(`off out up down back over away on in through around along apart again`)...)
		all[deAt] = set(strings.Fields(`zurück ab an auf aus ein zu um vor weg los rein raus frei durch wieder rüber nach hin her mit unter über fest bei nieder hoch runter`)...)
		all[nlAt] = set(strings.Fields(`terug op aan af uit in over door weg om dicht toe mee los bij neer na voor weer opnieuw rond`)...)
		return all
	})
	// loose are those of them that may stand before what a verb is done to, as other words.
	loose = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`an ein zu in um mit vor nach aan op over om voor na bij mee on in over`)...)
	})
)

func germanGenitive(w string) bool {
	return slices.Contains([]string{"des", "der", "eines", "einer"}, w)
}

// The places of languages in languages().
const (
	enAt = iota
	itAt
	esAt
	frAt
	deAt
	ptAt
	nlAt
	plAt
)

// number stands for what has a digit in a prompt.
const number = "#"

// wordsOfPrompt are the words of a prompt in its order: what an article or a preposition is joined to stands alone,
// and what owns something without its ending.
func wordsOfPrompt(s string) []string {
	var all []string
	for _, w := range strings.FieldsFunc(normalize(s), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '\'' && r != '&'
	}) {
		before, after, joined := strings.Cut(w, "'")
		switch {
		case strings.ContainsFunc(w, unicode.IsDigit):
			if len(all) == 0 || all[len(all)-1] != number {
				all = append(all, number)
			}
		case !joined || len(after) < 2:
			if before == "&" || strings.ContainsFunc(before, unicode.IsLetter) {
				all = append(all, before)
			}
		default:
			all = append(all, before+"'", after)
		}
	}
	return all
}
