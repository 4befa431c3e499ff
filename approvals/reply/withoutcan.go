package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// Behind a plain no people say that they cannot, that it does not suit, or that there is no need, and leave the mark between out: "nope
// cant do it", "NO NON RIESCO", "nee lukt niet", "nein, passt mir nicht", "nie na razie nie trzeba". It says the no once more, if what
// is asked is to be done, and neither takes away nor puts off nor refuses something.

// alases are words of regret before a no.
const alases = `(?:unfortunately|sadly|sorry|purtroppo|lamentablemente|desgraciadamente|malheureusement|désolée?|leider|infelizmente|helaas|niestety)`

// cannots are the words with which such a sentence begins, by language, behind the no.
var cannots = lazyre.Once(func() (all [plAt + 1]*lazyre.Regexp) {
	for l, of := range [plAt + 1][2]string{
		enAt: {`no|nope|nah|naw`, `(?:i |we )?(?:can'?t|cannot|can not|won'?t be able|am not able|not able|unable|(?:i'm |we're |im )?not (?:gonna|going to) do|not possible|not needed|not necessary|no need|don'?t need|(?:it |that )?(?:doesn'?t|does not) (?:suit|work))`},
		itAt: {`no+|nope`, `non (?:posso|possiamo|riesco|riusciamo|ce la (?:faccio|facciamo)|(?:mi |ci )?è possibile|mi va bene|ci va bene|mi torna|serve|servono|occorre)|impossibile`},
		esAt: {`no+|nop`, `(?:no (?:puedo|podemos|podré|podremos|llego(?: ni ah[ií])?|llegamos|alcanzo|(?:me|nos) (?:viene bien|va bien|queda bien|da tiempo|es posible|cuadra|conviene)|hace falta|es necesario|se puede)|(?:me es )?imposible)`},
		frAt: {`non+|nan|nope`, `(?:pas possible|impossible|pas moyen|pas besoin|pas nécessaire|pas la peine)`},
		deAt: {`nein|nee|nö|ne|nei|na`, `(?:(?:das |es )?(?:geht|passt|klappt|ging|kann|schaffe?) (?:ich |wir |das |es |mir |uns |leider |diesmal |dieses mal |gar |da |einfach |wirklich |zeitlich |terminlich |überhaupt |bei mir |bei uns ){0,3}(?:nicht|ned|net|nid|nöd)|unmöglich|ausgeschlossen)`},
		ptAt: {`não|nao`, `(?:(?:não|nao|n) (?:posso|podemos|poderei|consigo|conseguimos|dá|da|vai dar|vou poder|(?:me )?(?:dá jeito|convém)|é possível|é preciso|precisa)|impossível)`},
		nlAt: {`nee|neen|nope`, `(?:(?:dat |het )?(?:lukt|gaat|kan|past|komt) (?:me |mij |ons |ik |we |dat |het |helaas |echt |gewoon |deze keer |dit keer ){0,3}niet(?: lukken| uit)?|onmogelijk)`},
		plAt: {`nie`, `(?:(?:(?:ten|ta|to) (?:termin|data|dzień) |to )?(?:(?:mi|nam) )?nie (?:odpowiada|pasuje)(?: (?:mi|nam))?|(?:nie )?(?:(?:da|dam|damy) rady|da się|da sie)|nie (?:mogę|moge|możemy|mozemy|pasuje(?: mi| nam)?|trzeba|potrzeba)|niemożliwe|niemozliwe)`},
	} {
		all[l] = lazyre.Made(`(?is)^\s*(?:` + alases + `[ ,]+)?(` + of[0] + `)( |[ ,.!]*[,.!] ?)(` + of[1] + `)($|[ ,.!\n].*$)`)
	}
	return all
})

// needless is that there is no need of it: for the time being and no more (now), or why behind a mark (why).
type needless struct{ now, why *lazyre.Regexp }

var noNeed = lazyre.Once(func() (all [plAt + 1]needless) {
	for l, of := range [plAt + 1][3]string{
		enAt: {`no|nope|nah|naw`, `(?:i |we )?(?:don'?t|do not) need (?:it|them|any|one|that|this)|not needed|not necessary|no need`, `for now|for the moment|at the moment|at present|right now|just now|currently`},
		itAt: {`no+|nope`, `non (?:serve|servono|occorre|occorrono|è necessario|ce n'è bisogno|c'è bisogno|ne ho bisogno|ne abbiamo bisogno|mi serve|ci serve)`, `per ora|per il momento|al momento|adesso|ora|per adesso`},
		esAt: {`no+|nop`, `no (?:hace|hacen) falta|no (?:lo|la|los|las) (?:necesito|necesitamos)|no (?:es|son) necesari[oa]s?|no (?:necesito|necesitamos)|no se necesita`, `por ahora|de momento|por el momento|ahora mismo|ahorita`},
		frAt: {`non+|nan|nope`, `(?:(?:je n'en ai |j'en ai |on n'en a |on en a |nous n'en avons )?pas besoin|(?:ce n'est |c'est )?pas nécessaire|(?:ce n'est |c'est )?pas (?:la peine|utile))`, `pour l'instant|pour le moment|actuellement|en ce moment`},
		deAt: {`nein|nee|nö|ne|nei|na`, `(?:brauch(?:e|en|t|)?(?: ich| wir| ma| es| das| man){0,2} (?:nicht|ned|net)|(?:(?:das |es )?(?:ist |wird )?)(?:nicht|ned|net) (?:nötig|notwendig|erforderlich|gebraucht))`, `im moment|im augenblick|momentan|derzeit|vorerst|zurzeit|zur zeit|gerade|grad|aktuell|vorläufig|fürs erste`},
		ptAt: {`não|nao`, `(?:não|nao|n) (?:é preciso|é necessário|precisa|preciso|precisamos|faz falta|há necessidade)`, `por agora|para já|por enquanto|de momento|no momento|neste momento`},
		nlAt: {`nee|neen|nope`, `(?:(?:dat |het )?(?:is )?niet nodig|(?:dat )?hoeft niet(?: meer)?|(?:dat |die |het )?(?:heb|hebben|hoeft|hoeven)(?: ik| we| dat| het){0,2} niet(?: nodig)?)`, `voorlopig|op dit moment|op 't moment|momenteel|voor nu|even|nu`},
		plAt: {`nie`, `nie (?:trzeba|potrzeba|ma potrzeby|jest potrzebn[eay]|potrzebuję|potrzebujemy)`, `na razie|póki co|w tej chwili|chwilowo|obecnie|teraz`},
	} {
		now := `(?:` + of[2] + `)`
		said := `(?:` + now + `[ ,]+(?:` + of[1] + `)|(?:` + of[1] + `)[ ,]+` + now + `)`
		if l == deAt { // "brauchen wir momentan nicht", "im Moment nicht nötig"
			said = `(?:brauch(?:e|en|t|)?(?: ich| wir| ma| es| das| man| den| die){0,2} ` + now + ` (?:nicht|ned|net|kein\pL*)|(?:das |es )?(?:ist |wird )?` + now + ` (?:nicht|ned|net) (?:nötig|notwendig|erforderlich|gebraucht)|(?:nicht|ned|net) (?:nötig|notwendig|erforderlich|gebraucht) ` + now + `)`
		}
		all[l] = needless{
			now: lazyre.Made(`(?is)^\s*(?:` + of[0] + `)[ ,.!]+` + said + `($|[ ,.!\n].*$)`),
			why: lazyre.Made(`(?is)^\s*(?:(?:` + of[0] + `)[ ,.!]+)?(?:` + of[1] + `)[,.!]+ ?(\S.*)$`),
		}
	}
	return all
})

// withoutCan reads such a text.
func (p *parser) withoutCan(body string, l int, o Options) (r Result) {
	if !p.asksToDo(o.Shown) {
		return r
	}
	read := func(less string) Result {
		if r := p.answer(less, o); r.Verdict == Deny && !p.takesForOther(less, r, o) {
			return r
		}
		return Result{}
	}
	bare := func(rest string) Result { // the no and what is beside it
		if r := read(noOf()[l] + rest); r.Reason == "" {
			return r
		}
		return Result{}
	}
	if !slices.ContainsFunc(o.Shown.askingWords(), givingAway().has) {
		if m := noNeed()[l].now.FindStringSubmatch(body); m != nil {
			return bare(m[1])
		}
		if m := noNeed()[l].why.FindStringSubmatch(body); m != nil {
			if r := read(noOf()[l] + ", " + m[1]); r.Reason != "" {
				r.Reason = strings.TrimSpace(body)
				return r
			}
		}
	}
	if m := notNow.FindStringSubmatch(body); m != nil && asksNow(o.Shown) {
		return bare(m[1])
	}
	if l == itAt && surelyNot.MatchString(body) && !p.otherAmount(body, o.Shown) {
		return bare("")
	}
	if takesUp(o.Shown) {
		body = withoutNosDay(body, o.Shown)
	}
	m := cannots()[l].FindStringSubmatch(body)
	if m == nil {
		return r
	}
	said, rest, alone := m[3], m[4], nothingMore.MatchString(m[4])
	if strings.HasPrefix(strings.ToLower(said), "da") && l == plAt {
		if !alone { // "nie da się ukryć", "nie da rady taniej"
			return r
		}
		said = "nie " + said
	}
	if p.asksMore(rest, o.Shown) || answersElse(o.Shown) || !alone && strings.HasPrefix(rest, " ") && !p.beginsClause(rest, l) && !p.onlyOfTitle(slices.DeleteFunc(wordsOfPrompt(strings.ToLower(clauseOf(rest))), comingThere().has), o.Shown) {
		return r
	}
	if strings.HasPrefix(rest, " ") && p.beginsClause(rest, l) { // "pas possible on est débordés"
		rest = "," + rest
	}
	if less := noOf()[l] + ", " + said + rest; less != body {
		r = read(less)
	}
	if r.Verdict == None && alone {
		r = bare("")
	} else if r.Verdict == None && strings.ContainsAny(rest, ".!\n") {
		r = bare(rest)
	}
	if r.Reason != "" {
		r.Reason = strings.TrimSpace(body)
	}
	return r
}

// nosDay is a day that stands between a no and what it says of that day: "NO LUNEDI NON POSSO".
var nosDay = lazyre.New(`(?is)^(\s*(?:no+|nope|nah|nein|nee|neen|nö|ne|na|non|nan|não|nao|nie)[ ,.!]+)(?:(?:on|il|di|el|los|le|am|op|de|w|we|em|na) )?(\pL+)[ ,]+(.*)$`)

// withoutNosDay leaves it out where it is the only day of the request.
func withoutNosDay(body string, shown Shown) string {
	m := nosDay.FindStringSubmatch(body)
	if m == nil {
		return body
	}
	day := calendars().days[strings.ToLower(m[2])]
	if day == 0 {
		return body
	}
	found := false
	for _, w := range shown.words() {
		if n := calendars().days[w]; n != 0 {
			if n != day {
				return body
			}
			found = true
		}
	}
	if !found {
		return body
	}
	return m[1] + m[3]
}

var (
	// nothingMore is the rest of such a sentence that says no more.
	nothingMore = lazyre.New(`(?i)^[ ,.!]*(?:(?:to|do it|do that|do this|make it|it|that|this|lo|hacerlo|farlo|fazer|zrobić)[ ,.!]*)?(?:(?:sorry|thanks|thank you|mi spiace|mi dispiace|grazie|lo siento|gracias|désolée?|merci|leider|danke|sorry|desculpa|obrigad[oa]|helaas|bedankt|niestety|przepraszam|przykro mi|dzięki|dzieki|dziękuję|dziekuje)[ ,.!]*)*$`)
	// surelyNot is how Italians refuse for good, perhaps with the price: "no, per 350 no di sicuro", "no, basta".
	surelyNot = lazyre.New(`(?i)^\s*(?:no+[ ,.!]+(?:per \d[\d.,]*(?: ?(?:€|euro))?,? )?(?:no )?(?:di sicuro|di certo)|(?:no+[ ,.!]+)?(?:di sicuro|di certo) no|no+[ ,.!]+basta)(?:[ ,]+grazie)?[ .!]*$`)
)

// beginsClause reports words that begin with how a sentence does.
func (p *parser) beginsClause(rest string, l int) bool {
	w := wordsOfPrompt(strings.ToLower(rest))
	return len(w) > 0 && p.clauses[w[0]]&(1<<l) != 0
}

// comingThere are verbs of being there, or of doing what is asked.
var comingThere = lazyre.Once(func() wordList {
	return wordsOf(`come attend make venire andare farlo esserci venir asistir hacerlo aller faire kommen gehen machen fazer komen gaan doen przyjść przyjechać zrobić`)
})

// clauseOf is what stands before the first mark.
func clauseOf(rest string) string {
	if at := strings.IndexAny(rest, ",.!;:\n"); at >= 0 {
		return rest[:at]
	}
	return rest
}

// answersElse reports a prompt for which not being able may be what it wants done, or told, or asks beside it: "Find a replacement?"
func answersElse(shown Shown) bool {
	return slices.ContainsFunc(shown.About, func(about string) bool {
		title := titleOf(about)
		words := wordsOfPrompt(strings.ToLower(title))
		return strings.ContainsAny(strings.TrimLeft(about[len(title):], "?! \n"), "?\"“”„«»") || slices.ContainsFunc(words, func(w string) bool { return toTelling()[w] || standingIn.MatchString(w) })
	})
}

// standingIn are words of who does something instead, or of regret.
var standingIn = lazyre.New(`^(?:replac|substitut|swap|stand|cover|regret|apolog|excus|free|give|trade|sell|return|empty|ersatz|ersetz|vertret|tausch|entschuldig|sostitu|scambi|scus|reemplaz|sustitu|cambi|permut|disculp|rempla|échang|excus|troc|substitu|desculp|vervang|ruil|verontschuldig|zastęp|zastap|zamie|zamian|przepr|mant|manten|keep|maint|confirm|conferm|behalt|bewahr)`)

// asksMore reports a rest that names another day, or speaks to whom it answers: "cant do it can you ask Tom".
func (p *parser) asksMore(rest string, shown Shown) bool {
	return slices.ContainsFunc(wordsOfPrompt(strings.ToLower(rest)), func(w string) bool {
		return isDay(w) && !shown.has(w) || w == "you" || tellsThem().has(foldedWord(w))
	})
}

// asksNow reports a title that asks whether to do something now.
func asksNow(shown Shown) bool {
	return slices.ContainsFunc(shown.About, func(about string) bool {
		return nowAsked.MatchString(folded(wordsOfPrompt(strings.ToLower(titleOf(about)))))
	})
}

var (
	nowAsked = lazyre.New(`\b(?:now|jetzt|maintenant|ora|adesso|subito|ahora|ahorita|agora|nu|teraz)\b`)
	// notNow is a no, and that not now.
	notNow = lazyre.New(`(?is)^\s*(?:(?:no|nope|nah)[ ,.!]+(?:not now|non ora|non adesso|non subito|ora no|adesso no|ahora no|ahorita no|no ahora)|(?:nein|nee|nö|ne)[ ,.!]+(?:jetzt nicht|nicht jetzt|nu niet|niet nu)|(?:non|nan)[ ,.!]+(?:pas maintenant|maintenant non)|n[ãa]o[ ,.!]+(?:agora n[ãa]o|n[ãa]o agora)|nie[ ,.!]+(?:nie teraz|teraz nie))($|[ ,.!\n].*$)`)
)

// otherAmount reports a number that the prompt does not have.
func (p *parser) otherAmount(body string, shown Shown) bool {
	return slices.ContainsFunc(amountsIn.FindAllString(body, -1), func(n string) bool {
		return !slices.ContainsFunc(shown.About, func(about string) bool { return slices.Contains(amountsIn.FindAllString(about, -1), n) })
	})
}

var amountsIn = lazyre.New(`\d+(?:[.,]\d+)*`)

// asksToDo reports a prompt that asks once for something to be done, which neither takes away, ends, keeps nor puts off anything.
func (p *parser) asksToDo(shown Shown) bool {
	return p.asksOnce(shown) && !asksFor(shown.asked(), deferring) && !slices.ContainsFunc(shown.words(), func(w string) bool {
		return refusing().has(w) || takesAway(w) || leavesOut.MatchString(w) || staysSo.MatchString(w)
	})
}

// cannotRefuse is that nobody can say no, or is looking forward to it, which takes a no back: "no, non posso rifiutare".
func cannotRefuse(said string) bool { return noRefusing.MatchString(said) }

var noRefusing = lazyre.New(`\b(?:(?:can'?t|cannot|can not|couldn'?t|could not) (?:really |possibly |ever )?(?:refuse|decline|say no|object|resist|turn (?:\S+ )?down|complain|wait|be helped)|` +
	`non (?:posso|possiamo|potrei) (?:certo |mica |proprio )?(?:rifiut\pL*|dire di no|dir di no|oppor\pL*|lament\pL*|vedo l'ora)|no (?:puedo|podemos|podria) (?:decir(?:le|les)? que no|(?:negar|rechazar|rehusar|oponer|quejar|resistir)\pL*)|` +
	`(?:(?:peux|peut|pouvons|pourrais|puis) (?:pas|point|guere)|pas possible de) (?:(?:le|la|les|lui|leur) )?(?:refuser|dire non|m'opposer|m'y opposer|me plaindre)|(?:kann|konnen) (?:\S+ ){0,3}(?:nicht|schlecht|kaum) (?:\S+ ){0,2}(?:ablehnen|nein sagen|absagen|klagen|meckern)|` +
	`nao (?:posso|podemos|consigo) (?:recusar\S*|dizer (?:que )?nao|negar\S*|queixar\S*|reclamar)|(?:kan|kunnen) (?:\S+ ){0,3}(?:geen nee|niet) (?:zeggen|weigeren|afslaan|klagen)|nie (?:moge|mozemy) (?:odmowi|odrzuci|narzeka|sie doczeka)\pL*|` +
	`(?:can'?t|cannot|can not|non (?:posso|possiamo|si puo)|no (?:puedo|podemos|se puede|queda)|(?:peux|peut|pouvons) pas|pas possible|nicht|nao (?:posso|podemos|da)|niet|nie (?:moge|mozna|da sie|da rady)) (?:\S+ ){0,2}?(?:otherwise|anything else|help it|do without|altrimenti|altro modo|diversamente|fare a meno|farne a meno|otra cosa|otro modo|otra manera|evitarlo|(?:faire )?autrement|faire sans|anders|de outr[oa] \S+|doutr[oa] \S+|evitar|zonder|inaczej|taniej))\b`)
