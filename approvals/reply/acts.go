package reply

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/internal/lazyre"
)

// acts are common deeds, one a line, with their verbs in the eight languages in the order of languages(): agents ask in
// English, and people answer with the deed in their own language ("supprimez-les" to "Delete 1,240 log files"). A verb
// stands as its infinitive, of which [ownForms] makes the forms that order; after "=" stands a form that this does not make,
// after "~" a noun for the deed ("l'envoi"). Of English a verb and its particle stand joined by a hyphen.
var acts = lazyre.Once(func() [][8]string {
	var all [][8]string
	for line := range strings.Lines(actList()) {
		var act [8]string
		if copy(act[:], strings.Split(strings.TrimSpace(line), "|")) == len(act) {
			all = append(all, act)
		}
	}
	for l, more := range moreActs() {
		for line := range strings.Lines(more) {
			verb, words, _ := strings.Cut(strings.TrimSpace(line), " ")
			if k := slices.IndexFunc(all, func(act [8]string) bool { return verb != "" && strings.HasPrefix(act[enAt]+" ", verb+" ") }); k >= 0 {
				all[k][l] += " " + words
			}
		}
	}
	return all
})

// actAt is an act in one language.
type actAt struct{ k, l int }

var actsByVerb = lazyre.Once(func() map[string][]actAt {
	all := map[string][]actAt{}
	for k, act := range acts() {
		for l, verbs := range act {
			for w := range strings.FieldsSeq(verbs) {
				w = strings.TrimLeft(w, "=~")
				all[w] = append(all[w], actAt{k, l})
			}
		}
	}
	return all
})

// forOneself are acts that people have done for themselves, so that whom they are done for is whoever answers.
var forOneself = lazyre.Once(func() map[string]bool {
	return set("book", "schedule", "order", "confirm", "renew", "repair")
})

// actConfirms is the act that confirms.
var actConfirms = lazyre.Once(func() int { return actsByVerb()["confirm"][0].k })

// actsOfConsent are acts that say nothing of what is to be done.
var actsOfConsent = lazyre.Once(func() map[string]bool { return set("confirm", "accept") })

// actOfMachines is what machines do by themselves, too: who writes that one does not orders nothing.
const actOfMachines = "restart reboot bounce"

// actOfPrograms is one of programs, of which people who send or hand something over have the words.
const actOfPrograms = "deploy release"

// ofOthers are acts that somebody in what a prompt tells may do, too: "conferma" may be of the plumber.
var ofOthers = lazyre.Once(func() map[string]bool {
	return set("restart", "start", "confirm", "answer", "accept", "call", "open", "close", "deliver", "offer", "move", "transfer", "relocate", "migrate", "change", "merge")
})

// ofMachines are acts, by their first English verbs, which machines do by themselves in French words that order, too.
var ofMachines = lazyre.Once(func() map[string]bool { return set("restart", "start") })

// asksActs are the acts that a prompt asks for: with its first word, with what is asked behind "I would" and "may I", or
// with the last infinitive of a German or Dutch one.
func asksActs(about string) []int { return asksActsIn(about, askingOf(about)) }

// asksActsIn is asksActs of a text of which is known what it asks.
func asksActsIn(about, asking string) (asked []int) {
	words := wordsOfPrompt(strings.ToLower(asking))
	note := func(w string, verbLast bool) {
		for _, a := range actsByVerb()[w] {
			if (a.l == deAt || a.l == nlAt) == verbLast && !slices.Contains(asked, a.k) {
				asked = append(asked, a.k)
			}
		}
	}
	first := verbAt(words)
	if title := wordsOfPrompt(strings.ToLower(titleOf(about))); len(title) > 1 && (refusing().has(title[len(title)-1]) || slices.ContainsFunc(actsByVerb()[title[len(title)-1]], func(a actAt) bool { return a.l == deAt || a.l == nlAt })) {
		first = -1 // the thing of "Abonnement opzeggen" is a deed in French
	}
	if first >= 0 && first < len(words) && words[first] == "let" && slices.ContainsFunc(words, func(w string) bool { return entering()[w] }) { // "Let the roofer into the yard"
		note("let-in", false)
	}
	for i, w := range words {
		if i == first {
			w = parted(words, i)
		}
		if i+1 < len(words) {
			if joined := w + "-" + words[i+1]; len(actsByVerb()[joined]) > 0 { // "roll back"
				w = joined
			} else if turnedBy()[w+" "+words[i+1]] {
				continue
			}
		}
		if i == first || i > 0 && words[i-1] == "would" || i > 1 && words[i-2] == "may" && words[i-1] == "i" {
			note(w, false)
			if i == first && len(asked) == 0 {
				for _, v := range orderedVerbs(w) {
					note(v, false)
				}
			}
		}
	}
	for i, w := range slices.Backward(words) {
		if strings.HasSuffix(w, "en") || strings.HasSuffix(w, "ern") || strings.HasSuffix(w, "eln") || strings.HasSuffix(w, "slaan") || strings.HasSuffix(w, "staan") {
			if i > 0 && words[i-1] == "neu" { // "neu starten"
				note("neu"+w, true)
			}
			if note(w, true); len(asked) > 0 {
				break
			}
		}
	}
	for i, w := range words[:min(len(words), 5)] { // "Send a reminder", "Mahnung an die Mitglieder schicken"
		if makesNoun()[words[0]] || slices.ContainsFunc(words, func(w string) bool { return lightVerbs()[w] }) {
			note(nounOfAct()[w], false)
			if makesNoun()[words[0]] { // "Fare la disdetta", "Zrobić rollback"
				asked = append(asked, actsByNoun()[w]...)
			}
			if i < 2 && germanNouns()[w] {
				note(w, true)
			}
		}
	}
	if len(asked) == 0 && len(words) > 0 && first >= 0 { // "Erstattung an ..."
		note(words[0], true)
	}
	if len(asked) == 0 { // "Annulez le cours"
		asked = orderedActs(wordsOfPrompt(strings.ToLower(titleOf(about))))
	}
	if len(asked) == 0 && len(words) > 1 { // "Rinnovo del noleggio", "Wymiana liny", and what the agent would do
		if asked = actsOfNoun(words[0]); len(asked) == 0 {
			for _, w := range wordsOfPrompt(strings.ToLower(about[len(titleOf(about)):])) {
				asked = append(asked, conditionalActs(w)...)
			}
		}
	}
	for _, k := range asked {
		if first, _, _ := strings.Cut(acts()[k][enAt], " "); first == "book" || first == "schedule" { // who confirms the booking has it made
			asked = append(asked, actConfirms())
			break
		}
	}
	return asked
}

// germanNouns are the German nouns of the acts.
var germanNouns = lazyre.Once(func() map[string]bool {
	all := map[string]bool{}
	for _, act := range acts() {
		for w := range strings.FieldsSeq(act[deAt]) {
			if noun, is := strings.CutPrefix(w, "~"); is {
				all[noun] = true
			}
		}
	}
	return all
})

// parted is the English verb of an act that stands at i with its particle behind what it is done to ("Sign Tom up"), or the word.
func parted(words []string, i int) string {
	for _, w := range words[min(i+2, len(words)):] {
		if joined := words[i] + "-" + w; particles()[enAt][w] && len(actsByVerb()[joined]) > 0 {
			return joined
		}
	}
	return words[i]
}

// entering are English words for where somebody is let.
var entering = lazyre.Once(func() map[string]bool { return set("in", "into", "inside", "through", "onto") })

// orderedVerbs are the Romance infinitives of which a word may be an order, as a prompt may begin with one ("cancella le foto").
func orderedVerbs(w string) (all []string) {
	for _, e := range [...]struct {
		ending string
		verbs  []string
	}{{"isci", []string{"ire"}}, {"a", []string{"are", "ar"}}, {"e", []string{"er", "ir", "re"}}, {"i", []string{"ere", "ire"}}, {"s", []string{"", "re"}}} {
		if stem, is := strings.CutSuffix(w, e.ending); is && len(stem) > 2 {
			for _, v := range e.verbs {
				if slices.ContainsFunc(actsByVerb()[stem+v], func(a actAt) bool { return a.l != enAt }) {
					all = append(all, stem+v)
				}
			}
		}
	}
	return all
}

var (
	// lightVerbs say little of a deed that a noun beside them names.
	lightVerbs = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`send issue make give place do put execute process perform raise file schicken senden verschicken versenden aussprechen vornehmen machen veranlassen durchführen ausführen tätigen rausschicken`)...)
	})
	// makesNoun are those of Romance languages and Polish.
	makesNoun = lazyre.Once(func() map[string]bool { return set("fare", "faire", "hacer", "fazer", "zrobić", "wykonać") })
	// nounOfAct are English verbs by the nouns of what they do.
	nounOfAct = lazyre.Once(func() map[string]string {
		return map[string]string{"payment": "pay", "sale": "sell", "loan": "lend", "refund": "refund", "reminder": "remind", "reminders": "remind", "invitation": "invite", "invitations": "invite", "reservation": "reserve", "booking": "book", "order": "order", "purchase": "purchase", "cancellation": "cancel", "transfer": "transfer", "donation": "donate", "reply": "reply", "answer": "answer", "quote": "quote", "quotation": "quote"}
	})
)

// turnedBy are English verbs of the acts with a word that makes another deed of them.
var turnedBy = lazyre.Once(func() map[string]bool {
	return set("rent out", "lease out", "call off", "give up", "give back", "buy out", "sell out")
})

// contraries are acts, by their first English verbs, that undo each other: who is against the one may be for the other.
var contraries = lazyre.Once(func() map[string][]string {
	all := map[string][]string{}
	for pair := range strings.FieldsSeq(`sell/order raise/lower open/close start/deactivate deactivate/unlock lock/unlock hire/dismiss employ/dismiss promote/dismiss admit/discharge load/unload connect/disconnect
		install/uninstall register/unregister enrol/unregister add/delete display/hide publish/hide merge/split extend/shorten lend/return give/revoke archive/restore switch-on/switch-off build/demolish plant/cut
		roll-back/deploy retire/hire raise/discount charge/waive debit/credit restock/dispose deliver/return order/return send/recall`) {
		a, b, _ := strings.Cut(pair, "/")
		all[a] = append(all[a], b)
		all[b] = append(all[b], a)
	}
	return all
})

// renting and rentingOut are German and Dutch words for taking and giving a thing for rent, which are one elsewhere.
var (
	renting    = lazyre.Once(func() wordList { return wordsOf(`miete mieten mietet anmiet* huur huurt huren`) })
	rentingOut = lazyre.Once(func() wordList { return wordsOf(`vermiet* verhur* verhuur*`) })
)

// contrary reports whether an answer speaks of the contrary of what is asked: "don't buy it" to whom is asked to sell it.
func (p *parser) contrary(toks []token, shown Shown) bool {
	asked := shown.words()
	lets := slices.ContainsFunc(asked, rentingOut().has) || slices.Contains(asked, "out")
	if slices.ContainsFunc(toks, func(t token) bool {
		return t.kind == word && (lets && renting().has(t.key) || !lets && rentingOut().has(t.key))
	}) {
		return true
	}
	for _, about := range shown.About {
		for _, k := range shown.actsOf(about) {
			for _, a := range contraryActs(k) {
				for l := range p.orders {
					f := p.formsOf(a, l)
					if slices.ContainsFunc(toks, func(t token) bool {
						return t.kind == word && !strings.HasPrefix(t.key, "mach") && f.acts[nameKey(t.key)]&verbs != 0 && // "mach das" opens nothing
							f.acts[nameKey(t.key)]&object == 0 && p.orders[l].roles[t.key]&^verbs == 0 && !shown.does(t.key)
					}) {
						return true
					}
				}
			}
		}
	}
	return false
}

// contraryActs are the acts that undo one.
func contraryActs(k int) (all []int) {
	for _, other := range contraries()[actName(k)] {
		for _, a := range actsByVerb()[other] {
			if a.l == enAt && strings.HasPrefix(acts()[a.k][enAt]+" ", other+" ") {
				all = append(all, a.k)
			}
		}
	}
	return all
}

// titleOf is the first sentence of what a prompt asks, or its first line: what follows says more of it.
func titleOf(about string) string {
	for at := 0; ; {
		i := strings.IndexAny(about[at:], ".?!\n")
		if i < 0 {
			return about
		}
		at += i + 1
		if endsTitle(about[:at], about[at:]) {
			return about[:at-1]
		}
	}
}

// endsTitle reports whether a sentence ends with the mark at the end of before: not one behind an abbreviation ("Dr. Lang") or
// a day of the month ("am 12. absagen", "bis zum 3. Mai"), nor one that a small letter follows.
func endsTitle(before, after string) bool {
	rest := strings.TrimLeft(after, " \n")
	next, _ := utf8.DecodeRuneInString(rest)
	mark := before[len(before)-1]
	if rest == "" || rest == after && mark != '\n' || mark != '?' && unicode.IsLower(next) {
		return false
	}
	words := strings.Fields(strings.TrimRight(before, ".?!\n"))
	if mark != '.' || len(words) == 0 {
		return len(words) > 0
	}
	last := words[len(words)-1]
	switch n := utf8.RuneCountInString(last); {
	case next != '¿' && strings.ContainsFunc(last, unicode.IsDigit):
		return n > 2 || len(words) < 2 || !beforeOrdinal()[strings.ToLower(words[len(words)-2])]
	case next == '¿' || !strings.ContainsFunc(last, unicode.IsLetter): // "168 €. La acepto?"
		return true
	case abbreviations()[strings.ToLower(last)]:
		return false
	default:
		return n > 3 || particles()[deAt][last] || particles()[nlAt][last] || // "Zeg de les af."
			n == 3 && strings.ContainsAny(strings.ToLower(last), "aeiouyáéíóúąęàèì") && !shortened()[strings.ToLower(last)] || last == "it" || last == "zł" // "Book the dentist for Tom."
	}
}

var (
	// beforeOrdinal are words before the number of a day, a floor or a reminder.
	beforeOrdinal = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`am im den der die das dem des vom zum zur bis ab beim - – montag dienstag mittwoch donnerstag freitag samstag sonntag montags dienstags mittwochs donnerstags freitags seit w do od na dnia`)...)
	})
	// shortened are abbreviations of three letters that may be spoken.
	shortened = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`tel abt ing dra sra mag inc est ext vol min max jan feb mar apr jun jul aug ago sep oct okt ott okt nov dec dez dic dep cap gen col sig sen rev hon ave esq pos inż inz dot tys etc usw avv rag arq eng exm ilm adm att art alt bei obs ref ger sek sem ust usd eur mio mrd aux env app nos dom`)...)
	})
	// abbreviations of more than three letters.
	abbreviations = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`prof hrsg inkl exkl zzgl ggf evtl bzgl geb verh dipl corp dept approx incl excl hon capt messrs appt appts sept dott avv.to sig.ra arch geom rag ecc spett gent egr dres dpto prov avda telf teléf aprox excmo ilmo chap dept boul sres sras exmo exma eng.º mevr dhr incl excl vlgs bijv z.o.o prof. inż dyr woj ok godz wizyt`)...)
	})
)

// behindOrders are what may hang on a form that orders, in the order of languages(): who is asked, and what it is done to.
func behindOrders() [plAt + 1]string {
	return [...]string{itAt: "lo la li le", esAt: "n lo la los las nlo nla nlos nlas", frAt: "-le -la -les", ptAt: "m -o -a -os -as", plAt: "cie my"}
}

// actName is the first English verb of an act, by which the lists call it.
func actName(k int) string { return strings.Fields(acts()[k][enAt])[0] }

// actForms are the words of one act in one language.
type actForms struct {
	acts   map[string]role // its forms, and words that people put beside them
	verbs  map[string]bool // those that no list has
	bare   map[string]bool // forms that have lost their prefix: whether no list has them
	whole  map[string]bool // forms that have none
	prefix map[string]bool // what they have lost, if that makes another verb of one that no list has
	parted map[string]bool // those forms, each with its own prefix: "zeg af"
}

// formsOf are the forms of an act in one language. They are made once, when a prompt first asks for it.
func (p *parser) formsOf(k, l int) *actForms {
	if made, ok := p.actForms.Load(actAt{k, l}); ok {
		return made.(*actForms)
	}
	f := &actForms{acts: map[string]role{}, verbs: map[string]bool{}, bare: map[string]bool{}, whole: map[string]bool{}, prefix: map[string]bool{}, parted: map[string]bool{}}
	note := func(w string, r role) {
		key := nameKey(w)
		if len(w) < 3 && r != adverb || (p.hedges.of[w] || p.hedges.of[key]) && w != "verschieben" && w != "przełożyć" || // what is asked for is no doubt
			p.negators[w] && !(l == nlAt && w == "pas") || p.refusals[w] || r != adverb && w != "dale" && p.orders[l].roles[w]&^(verbs|stated|holding|ours|causes) != 0 {
			return
		}
		if p.optOut.of[w] { // "cancel thanks", but "puedes cancelar"
			r = negated1 | map[bool]role{true: passive}[r&infinitive != 0 && (l == esAt || l == ptAt || l == enAt)]
		}
		f.acts[key] |= r | p.orders[l].roles[w] | p.orders[l].roles[key]&(preposition|object|adverb)
		if r&verbs != 0 && p.orders[l].roles[w]&verbs == 0 {
			f.verbs[key] = true
		}
	}
	act := acts()[k]
	said := strings.Fields(act[l])
	for _, verb := range said[:len(said):len(said)] {
		if short := shortPrefix(verb); short != "" && l == deAt {
			said = append(said, short)
		}
	}
	for _, verb := range said {
		if form, is := strings.CutPrefix(verb, "="); is {
			note(form, imperative)
			for e := range strings.FieldsSeq(behindOrders()[l]) {
				note(form+e, map[bool]role{true: imperative, false: imperative | holding}[l == plAt || len(e) == 1])
			}
			if l == esAt || l == ptAt {
				note(form+"s", negated1)
			}
			continue
		}
		if noun, is := strings.CutPrefix(verb, "~"); is {
			if !p.hedges.of[noun] && !p.negators[noun] && !p.optOut.of[noun] {
				f.acts[nameKey(noun)] |= infinitive | object | p.orders[l].roles[noun]
				if l == plAt {
					for _, w := range polishCases(noun) {
						f.acts[nameKey(w)] |= object | p.orders[l].roles[w]
					}
				}
			}
			continue
		}
		var noted []string
		parted := false
		var alone []string
		if prefix := ownForms(l, verb, func(w string, r role) { note(w, r); noted = append(noted, w) }, func(w string) {
			f.bare[nameKey(w)] = p.orders[l].roles[w]&verbs == 0
			alone = append(alone, nameKey(w))
			parted = parted || f.bare[nameKey(w)]
		}); prefix != "" {
			f.prefix[prefix] = f.prefix[prefix] || parted
			for _, w := range alone {
				f.parted[w+" "+prefix] = true
			}
			continue
		}
		for _, w := range noted {
			f.whole[nameKey(w)] = true
		}
	}
	if forOneself()[strings.Fields(act[enAt])[0]] { // "confirmame el turno"
		for _, w := range slices.Collect(maps.Keys(f.acts)) {
			if r := f.acts[w]; r&imperative != 0 && r&holding == 0 {
				for e := range strings.FieldsSeq([...]string{esAt: "me nos melo mela melos melas", itAt: "mi ci melo mela celo cela", frAt: "-moi -nous", ptAt: "-me -nos", plAt: ""}[l]) {
					f.acts[w+e] = imperative | holding | command
				}
			}
		}
	}
	for w := range strings.FieldsSeq([...]string{enAt: "him her em", deAt: "ihr", ptAt: "eles elas ele ela", nlAt: "haar hen ff", plAt: "ich jej mu im"}[l]) {
		f.acts[w] = object | p.orders[l].roles[w]
	}
	for w, r := range f.acts {
		switch {
		case l == ptAt && r&stated != 0 && act[enAt] != actOfMachines: // "não troca" forbids
			f.acts[w] = r&^stated | negated1
		case l == frAt && r&stated != 0 && !ofMachines()[strings.Fields(act[enAt])[0]]: // nobody leaves the subject of a verb out
			f.acts[w] = r &^ stated
			if r&infinitive == 0 {
				f.acts[w] |= command
			}
		case (l == nlAt || l == plAt || l == deAt && !strings.HasPrefix(act[enAt], "delete") && !strings.HasPrefix(act[enAt], "cancel")) && r&infinitive != 0 && r&object == 0: // "verlengen" orders, as "verleng" does, and "wysłać"
			f.acts[w] |= command
		case l == itAt && r&stated != 0 && r&(infinitive|object) == 0 && !ofOthers()[strings.Fields(act[enAt])[0]]: // "abbassa"
			f.acts[w] |= command
		case l == itAt && r&(imperative|holding) == imperative && (strings.HasSuffix(w, "te") || strings.HasSuffix(w, "mo")): // "lo mandate"
			if f.acts[w] = r | p.orders[l].roles[w]&stated; f.acts[w]&(stated|infinitive|object) == 0 {
				f.acts[w] |= command
			}
		case l != enAt && r&imperative != 0 && r&(stated|infinitive|negated1) == 0:
			f.acts[w] |= command
		}
	}
	made, _ := p.actForms.LoadOrStore(actAt{k, l}, f)
	return made.(*actForms)
}

// happens reports an act that may happen by itself: "si apre", "se renueva".
func happens(k int) bool { return byThemselves()[actName(k)] }

// mayBeOthers reports an act that somebody in what a prompt tells may do.
func mayBeOthers(k int) bool { return ofOthers()[actName(k)] }

// byThemselves are such acts, by their first English verbs.
var byThemselves = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`restart start open close move change swap merge split switch-on switch-off lock unlock renew delete upgrade deploy roll-back pause register raise lower transfer deactivate extend shorten improve sync restore end`)...)
})

// crafts are acts, by their first English verbs, which others do for whoever asks: who pays and signs is who is asked.
var crafts = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`repair deliver clean replace collect connect disconnect install paint renovate demolish build mount heat mow cut water plant sow harvest fertilise shear slaughter dig plough cook serve pick-up load unload pack dispose inspect refuel tow weigh
		vaccinate treat operate examine neuter film photograph wash cover tidy measure fetch drive light relocate print translate hang knock-down read-off restock`)...)
})

// learnActs notes the forms of the acts that a prompt asks for in one language, and what things it names at first.
func (p *parser) learnActs(own *ownWords, shown Shown, about string, l int) {
	asked := shown.actsOf(about)
	if len(asked) == 0 {
		return
	}
	own.people = !slices.ContainsFunc(asked, func(k int) bool { return happens(k) && (k == asked[0] || acts()[k][enAt] != actOfPrograms) })
	own.crafts = own.crafts || slices.ContainsFunc(asked, func(k int) bool { return crafts()[actName(k)] })
	own.gets = own.gets || slices.ContainsFunc(asked, func(k int) bool { return actsToGet()[actName(k)] })
	before := len(own.acts)
	for _, k := range asked {
		f := p.formsOf(k, l)
		own.acts = append(own.acts, f)
		maps.Copy(own.bare, f.bare)
		maps.Copy(own.parted, f.parted)
		for prefix, parted := range f.prefix {
			if parted {
				own.prefix[prefix], own.says[prefix] = true, true
			}
		}
	}
	own.whole = own.acts[before:]
	maps.DeleteFunc(own.bare, func(w string, lost bool) bool { return !lost || own.isWhole(w) })
	title := titleOf(about)
	words := wordsOfPrompt(strings.ToLower(title))
	if words = words[verbAt(words):]; len(words) == 0 { // "—"
		return
	}
	var later []string
	for i, w := range words {
		if p.joinsThings(words, i) {
			return
		}
		if i > 0 && prepositions()[enAt][w] && !(i == 1 && particles()[enAt][w]) { // "hire out"
			words, later = words[:i], words[i:]
			break
		}
	}
	same := slices.ContainsFunc(asked, func(k int) bool { // its own language
		of := actsByVerb()[words[0]]
		return slices.Contains(of, actAt{k, l}) && (l == enAt || !slices.Contains(of, actAt{k, enAt}))
	})
	if asking := (Shown{About: []string{title}}); same || joinedThing.MatchString(title) || asksFor(asking, anew) {
		return // "restart the servers"
	}
	own.kinds, own.behind = shown.textOf(about).things(words[1:], later)
}

// isWhole reports a form of the deeds of a text that has lost no prefix.
func (own ownWords) isWhole(key string) bool {
	return slices.ContainsFunc(own.whole, func(f *actForms) bool { return f.whole[key] })
}

// act is what a word is as a form of the deeds that the prompt asks for.
func (own ownWords) act(w string) (r role) {
	if len(own.acts) == 0 {
		return 0
	}
	key := nameKey(w)
	for _, f := range own.acts {
		r |= f.acts[key]
	}
	if r == 0 && own.you {
		for _, me := range []string{"-me", "me", "mi"} {
			if order, is := strings.CutSuffix(key, me); is && len(order) > 2 && own.act(order)&imperative != 0 { // "apúntame"
				return imperative | holding | command
			}
		}
	}
	return r
}

// verb reports whether a word without accents is a form of the verb that the prompt asks with, or of one of its deeds that no list has.
func (own ownWords) verb(key string) bool {
	return own.verbs[key] || slices.ContainsFunc(own.acts, func(f *actForms) bool { return f.verbs[key] })
}

// does reports whether a word is a form of a deed that the prompt asks for, in any language that was looked at.
func (s Shown) does(w string) bool {
	if s.own == nil {
		return false
	}
	w = w[strings.LastIndexByte(w, '\'')+1:] // "l'impression"
	return slices.ContainsFunc(s.own[:], func(own *ownWords) bool { return own != nil && own.act(w)&verbs != 0 })
}
