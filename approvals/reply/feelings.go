package reply

import (
	"slices"
	"strings"
	"unicode"

	"bridge/approvals/reply/wording"
	"bridge/internal/lazyre"
)

// Behind a yes people say what they feel about it, and who will be glad: "Oui, envoyez-les, elle va être contente!", "Yes, cancel it. Such a
// pity.", "tak, najwyższy czas". A clause of nothing but that changes nothing of what is asked. One that denies it, names somebody else
// than the request, or has a condition, an amount, a day or any word more, is none.

// withoutFeelings leaves such clauses out of a text behind its yes, as far as no no stands before them.
func (p *parser) withoutFeelings(body string, shown Shown) string {
	toks := tokenize(body, p.smileys)
	if len(toks) < 2 || toks[0].key == "si" && toks[1].kind == word { // which may be "if"
		return body
	}
	var out strings.Builder
	kept := 0 // what stands before it is in out, or left out
	leave := func(from, end int) {
		out.WriteString(body[kept:toks[from].start])
		kept = len(body) - len(strings.TrimLeft(body[toks[end-1].end:], ".!,"))
	}
	yes, more, end, strong, ordered := p.answered(toks, shown)
	first, last := p.ordersBetween(toks[:end], shown)
	for i := yes; i < end; i++ {
		bare := i <= more // nothing but a yes and courtesy stands before it
		switch right := toks[i-1].kind == word; {
		case toks[i].kind != word:
		case wornFaces()[toks[i].key] && (!bare || ordered):
			leave(i, i+1)
		case !right || bare && i < 4:
			n := clauseFrom(toks, i)
			clause := toks[i : i+n]
			switch {
			case n == 0:
			case right && n == 1 && shortSighs()[toks[i].key] && (answerWords()[toks[i-1].key] == Grant || pleases()[toks[i-1].key]) && !shown.says(toks[i].key), (!right || n > 2) && p.feels(clause, shown), !right && first >= 0 && (first < i || last >= i+n) && p.vouches(clause, shown),
				!right && (!bare || strong) && remindsKindly().MatchString(strings.Join(words(clause), " ")):
				leave(i, i+n)
				i += n - 1
			case !right:
				i += n - 1
			}
		}
	}
	if kept == 0 {
		return body
	}
	return strings.TrimRight(out.String(), " ,-–—") + body[kept:]
}

// answered is where the words behind a yes begin, where something stands that is no yes and no courtesy, and where a no does; whether
// a yes is a strong one, and whether one is an order of what is asked.
func (p *parser) answered(toks []token, shown Shown) (yes, more, end int, strong, ordered bool) {
	yes, more = len(toks), len(toks)
	for i := 0; i < len(toks); {
		if toks[i].kind != word {
			i++
			continue
		}
		m, n := p.phraseAt(toks, i)
		switch {
		case m.class.isNo() || p.negators[toks[i].key]:
			return yes, min(more, i), i, strong, ordered
		case m.class.isYes() || answerWords()[toks[i].key] == Grant:
			yes, strong = min(yes, i+max(n, 1)), strong || m.class == yesStrong
			ordered = ordered || n > 1 && slices.ContainsFunc(toks[i:i+n], func(t token) bool { return p.orderedIn(t.key, shown) }) // "pay it" is no bare yes
		case m.class != courtesy:
			more = min(more, i)
		}
		i += max(n, 1)
	}
	return yes, more, len(toks), strong, ordered
}

// clauseFrom is how many words follow each other from toks[i]; 0 if they are too many.
func clauseFrom(toks []token, i int) int {
	n := 0
	for i+n < len(toks) && toks[i+n].kind == word && strings.ContainsFunc(toks[i+n].key, unicode.IsLetter) {
		if n++; n > longestBeside {
			return 0
		}
	}
	return n
}

// wornFaces are sad, tired, cross and sheepish; beside a bare yes they may mean that it is none.
var wornFaces = lazyre.Once(func() map[string]bool {
	return set("😅", "😭", "🥲", "🥺", "😴", "🥶", "🥵", "🙈", "😞", "😔", "😢", "😟", "😩", "😫", "😥", "😓", "😪", "😰", "😿", ":(", ":-(", "🙁", "☹", "😡", "😠", "😤", "🤦", "🤬")
})

// feels reports such a clause.
func (p *parser) feels(toks []token, shown Shown) bool {
	clause := strings.Join(words(toks), " ")
	if sighs().MatchString(clause) {
		return true
	}
	for _, of := range gladness() {
		if m := of.FindStringSubmatch(clause); m != nil {
			who := strings.Fields(strings.Join(m[1:], " "))
			return !p.undoes(shown) && !p.refusedTitle(shown) && !(len(m) == 1 && sells(shown)) && !slices.ContainsFunc(shown.words(), dismissing().has) && p.glads(who, shown) // or it may be irony
		}
	}
	return false
}

// glads reports words for who is glad: a pronoun, kin, a name, or one with a word before it that says whose; none is also fine. Who is
// called by a name is one that the request names, if it names any.
func (p *parser) glads(who []string, shown Shown) bool {
	for i, w := range who {
		if !(i == 0 && w == "i" && len(who) > 1 && shown.in == it) && !p.saysNoMore(w) || p.orderedWord(w) {
			return false
		}
	}
	if len(who) == 0 || len(who) == 1 && (thirdPersons()[who[0]] || gladOnes()[who[0]]) {
		return true
	}
	w := who[len(who)-1]
	known := p.known[w] || p.words[w] != 0 || p.inOrders[w] != 0
	switch whose := determiners()[who[0]] || ownersWords()[who[0]] || calledKin()[who[0]]; {
	case len(who) > 1 && !whose && !(len(who) == 3 && p.and[who[1]]), len(w) < 3:
		return false
	case len(who) > 1 && (known || gladOnes()[w]):
		return true
	}
	named := false
	for _, about := range shown.About {
		before := ""
		for i, of := range wordsOfPrompt(titleOf(about)) {
			key := nameKey(strings.ToLower(of))
			if i > 0 && unicode.IsUpper([]rune(of)[0]) && sameName(nameKey(w), key) {
				return true
			}
			named = named || i > 0 && unicode.IsUpper([]rune(of)[0]) && (shown.in != de && !p.known[strings.ToLower(of)] || wording.Given(key) || shown.in == de && isPreposition(before))
			before = strings.ToLower(of)
		}
	}
	return !named && !known
}

// sameName reports two forms of a name, or one that is short for the other: "Jadzia" for "Jadwigi", but not "Albert" for "Albrecht".
func sameName(w, of string) bool {
	n := 0
	for n < len(w) && n < len(of) && w[n] == of[n] {
		n++
	}
	return n > 1 && n >= max(len(w), len(of))-2 || wording.Nickname(w, of) || wording.Nickname(w, of[:len(of)-1]+"a")
}

// sells reports a prompt that asks first of all to sell something or to give it away.
func sells(shown Shown) bool {
	return slices.ContainsFunc(shown.About, func(about string) bool {
		acts := shown.actsOf(about)
		return len(acts) > 0 && slices.Contains([]string{"sell", "donate"}, actName(acts[0]))
	})
}

// dismissing are words for sending somebody away.
var dismissing = lazyre.Once(func() wordList {
	return wordsOf(`fire sack dismiss* evict* expel* kündig* entlass* rauswerf* licenci* virer renvoy* expuls* licenz* sfratt* despid* despedir desahuci* demit* despej* ontsla* ontslag zwolni* zwalnia* eksmit* wyrzuc*`)
})

// gladOnes are everybody, and kin as they are called.
var gladOnes = lazyre.Once(func() map[string]bool {
	return set(strings.Fields("everyone everybody mum mom mummy mam mama mamma maman mami mamá mamãe mãe mutti dad daddy papa papà papá pai vati granny grandma gran oma opa omi mamie papi nonna nonno abuela avó vovó babcia dziadek tata alle iedereen tutti todos tous wszyscy oni one ona ono dzieci wnuki rodzice uczniowie il ils elle elles lui lei loro él ella ellos ellas die hen")...)
})

// saysNoMore reports a word that does not negate, doubt, count, choose or ask.
func (p *parser) saysNoMore(w string) bool {
	w = w[strings.LastIndexByte(w, '\'')+1:]
	return !p.hedges.of[w] && !p.negators[w] && !p.refusals[w] && !p.optOut.of[w] && !notThem()[w] && !besideWords().changes.has(w) && !besideWords().changes.has(nameKey(w)) && answerWords()[w] == None &&
		!strings.ContainsFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' })
}

// calledKin are words before a name of who is glad.
var calledKin = lazyre.Once(func() map[string]bool {
	return set(strings.Fields("mr mrs ms miss aunt auntie uncle granny grandma grandpa old little your his her their our herr frau tante onkel oma opa madame monsieur mme m tonton tata mamie papi signor signora zia zio nonna nonno don doña señor señora tía tío abuela abuelo dona senhor senhora sr sra tia tio avó avô meneer mevrouw oom pani pan ciocia wujek babcia dziadek")...)
})

// shortSighs are those of them, and of haste, that stand right behind a yes with no mark between them: "tak niestety", "oui vite".
var shortSighs = lazyre.Once(func() map[string]bool {
	return set(strings.Fields("unfortunately sadly finally leider endlich hélas malheureusement purtroppo finalmente lamentablemente desgraciadamente infelizmente helaas eindelijk niestety nareszcie wreszcie quickly urgently schnell flott rasch vite vit rapidement subito veloce rápido rapido deprisa depressa snel vlug szybko pilnie")...)
})

// notThem are those of whom it is said that none is glad, and who is asked for.
var notThem = lazyre.Once(func() map[string]bool {
	return set(strings.Fields("nobody none nothing noone neither who whoever which what if i we you niemand keiner keine nichts wer was nessuno niente chi nadie nada quién quien personne rien aucun aucune qui quoi ninguém nenhum quem niemand niets geen wie wat nikt nic kto ich wir du ihr ein eine einen une een one ones most few some many less half czy ob se wenn if jeśli który która które kiedy als wanneer quand cuando quando wann when how jak wie hoe of whether cuándo")...)
})

// sighs are clauses of regret, relief, resignation and good wishes.
var sighs = lazyre.Once(func() *lazyre.Regexp {
	return lazyre.Made(`^(?:` + strings.Join([]string{
		`(?:(?:such|what|it's|its|it is|that's) )?an? (?:great |real |terrible |crying )?(?:pity|shame)(?: really)?`, `(?:pity|shame|too bad)(?: really)?`, `(?:sad|sadly|unfortunately)`, `(?:oh well|it can't be helped|can't be helped|so it goes|that's life|such is life|c'est la vie)`,
		`(?:and |it's |its |it is |it was |was |that was )?(?:about|high) time(?: too)?`, `(?:finally|at (?:long )?last|not before time|not a moment too soon)`, `(?:it's |its |that's |it is |it was )?long overdue`, `god bless(?: you| you all)?`, `(?:and )?bless (?:his|her|their) (?:heart|hearts|cotton socks)`, `(?:i am|i'm|im|we're|we are) (?:(?:so|very|really) )*(?:happy|glad|pleased|delighted|relieved)(?: about (?:it|that|this))?`, `(?:can't|cannot|can hardly) wait`,
		`(?:i )?(?:wish|wishing) (?:him|her|them) (?:well|all the best|luck|good luck)`, `(?:good luck|all the best|best of luck) to (?:him|her|them)`,

		`(?:(?:sehr|echt|wirklich|ach|so|wie|total|doch|eigentlich) )*schade(?: drum| darum| eigentlich| aber auch)?`, `(?:da kann man nichts machen|da kann man nix machen|ist halt so|is halt so|so ist es halt|hilft ja nichts|hilft ja nix|hilft nix|(?:es )?muss (?:ja|wohl|halt) sein)`,
		`(?:(?:es|das) )?(?:wurde|wird|war|ist|is) (?:(?:aber|auch|ja|langsam|wirklich|echt|mal|allmählich) )*(?:höchste )?zeit`, `(?:höchste|allerhöchste) (?:zeit|eisenbahn)`, `(?:(?:na )?endlich|leider)`, `(?:(?:ich|wir) )?(?:freue|freu|freuen) (?:mich|uns)(?: (?:sehr|schon|riesig|total|darauf|drauf|darüber|auch))*`, `(?:(?:das|es) )?(?:ist |war )?(?:längst|schon lange|lange|lang) (?:schon )?überfällig`,
		`(?:ich )?wünsche? (?:ihm|ihr|ihnen) (?:alles gute|viel glück|viel erfolg|viel spaß|gute besserung)`, `(?:alles gute|gute besserung|viel glück|viel erfolg) (?:ihm|ihr|ihnen|für (?:ihn|sie))`,

		`(?:(?:c'est|quel|vraiment|bien|trop) )*dommage`, `tant pis`, `(?:hélas|malheureusement)`, `(?:on n'a pas le choix|pas le choix|il faut bien|faut bien|c'est la vie|c'est comme ça)`, `(?:il |c')?était (?:grand )?temps`, `(?:c'est )?pas trop tôt`, `ah enfin`,
		`(?:(?:j'en suis|je suis|j'suis) (?:(?:très|trop|bien|si) )*(?:content|contente|ravi|ravie|heureux|heureuse)|(?:j'ai|trop) hâte)`, `(?:bonne chance|bon courage|bon rétablissement) à (?:lui|elle|eux|elles)`, `que tout se passe bien(?: pour (?:lui|elle|eux))?`,

		`(?:(?:che|è un|è|un|proprio un|vero) )*peccato`, `(?:pazienza|purtroppo|amen)`, `(?:così è la vita|che ci vuoi fare|che vuoi farci|non si può fare altrimenti|ci tocca|tocca)`, `(?:(?:e|ed) )?era (?:proprio )?ora`, `finalmente`, `alla buon'ora`, `(?:ne )?sono (?:(?:molto|proprio|così) )*(?:content[oa]|felic[ei]|felicissim[oa]|contentissim[oa])`, `non vedo l'ora`, `(?:in bocca al lupo|buona fortuna|tanti auguri|auguri) (?:a (?:lui|lei|loro)|di pronta guarigione)`, `che (?:gli|le) vada (?:tutto )?bene`,

		`(?:qué|que|es una|una|vaya|mucha) (?:pena|lástima)`, `(?:lamentablemente|desgraciadamente|por desgracia|desafortunadamente)`, `(?:ni modo|qué le vamos a hacer|que le vamos a hacer|no queda otra|no hay más remedio|no hay mas remedio|así es la vida)`, `(?:y )?(?:ya )?(?:era|es) hora`, `(?:por|al) fin`, `(?:me alegro|nos alegramos|qué ganas|que ganas)(?: mucho)?`, `que (?:te |le |les )?vaya (?:muy )?bien`, `que (?:le|les) (?:salga|vaya) todo bien`, `(?:mucha )?suerte para (?:él|ella|ellos|ellas)`, `que (?:se mejore|se recupere)(?: pronto)?`, `que (?:lo|la|los|las) (?:disfrute|disfruten|pase bien|pasen bien)`,

		`(?:(?:que|é|uma|é uma|muita) )*pena`, `(?:infelizmente|paciência|fazer o quê|fazer o que|não tem jeito|não há remédio|tem de ser|tem que ser|é a vida)`, `(?:já |e )?(?:era|é|estava na|tava na) (?:sem tempo|hora|tempo)`, `já não era sem tempo`, `(?:fico|estou|tô|to|ficamos) (?:(?:muito|tão|super) )*(?:feliz|felizes|content[ea]s?)`, `mal posso esperar`, `(?:até que enfim|finalmente|enfim)`, `que (?:(?:te|lhe) )?corra (?:tudo )?bem`, `(?:boa sorte|as melhoras|melhoras) (?:para|pra) (?:ele|ela|eles|elas)`, `que dê tudo certo`,

		`(?:(?:wat|heel|erg|zo|echt|wel|ontzettend) )*(?:jammer|zonde|spijtig)(?: genoeg| maar helaas| hoor)?`, `(?:helaas|het is niet anders|niets aan te doen|niks aan te doen|het moet maar|moet maar)`, `(?:en )?(?:(?:het|dat) )?(?:werd|wordt|was|is) (?:(?:ook|wel|echt|hoog|eens) )*tijd(?: ook| hoor)?`, `(?:hoog|de hoogste) tijd`, `eindelijk`, `(?:(?:ik|wij|we) )?(?:ben|zijn|heb|kijk|hebben|kijken) er (?:(?:heel|erg|zo|echt|veel) )*(?:blij mee|zin in|naar uit)`, `(?:(?:het|dat) was )?allang nodig`, `(?:veel )?(?:succes|sterkte|beterschap) (?:aan|voor) (?:hem|haar|hen|ze)`,

		`(?:(?:wielka|trochę|troche|jaka|bardzo|a|ale) )*szkoda`, `(?:niestety|trudno|no cóż|no coz|cóż|co zrobić|co zrobic|takie życie|nie ma wyjścia|nie ma rady|nie ma innego wyjścia)`, `(?:(?:już|juz|to|był|byl|jest) )*(?:najwyższy|najwyzszy|najwyższa|najwyzsza) (?:czas|pora)`, `(?:no )?(?:nareszcie|wreszcie)`, `(?:(?:bardzo|tak|ogromnie) )*(?:się )?(?:cieszę|ciesze|cieszymy)(?: się)?(?: (?:bardzo|ogromnie))?`, `(?:życzę|życzymy) (?:mu|jej|im) (?:zdrowia|powodzenia|wszystkiego dobrego)`, `(?:zdrówka|zdrowia|powodzenia) dla (?:niego|niej|nich)`,

		// who begs for it, and blessings
		`(?:please )?(?:i beg (?:of )?you|i'm begging you|im begging you|i am begging you|begging you)(?: please)?`, `(?:bitte )?(?:ich )?flehe? (?:dich|sie|euch)(?: an)?`, `(?:je )?(?:t'en|vous en|t en) (?:supplie|conjure)`, `(?:ti|la|vi) (?:prego|supplico|scongiuro)|(?:te|ve) ne prego|te lo chiedo per favore`, `(?:te|se|os) lo (?:ruego|suplico|imploro|pido por favor)`,
		`(?:eu )?(?:te |lhe |vos )?(?:imploro|suplico)(?:-te|-lhe)?|(?:rogo|peço)-(?:te|lhe)`, `(?:ik )?(?:smeek|bid) (?:je|jou|u|jullie)`, `(?:bardzo |ja )?(?:cię |pana |panią |państwa |was )?(?:błagam|blagam)(?: (?:cię|cie|pana|panią|państwa|was))?`,
		`(?:que )?dios (?:te|le|les|se) (?:lo )?(?:bendiga|pague)`, `(?:que )?(?:o )?(?:deus|senhor) (?:te|lhe|lhes|a|o|vos) (?:pague|abençoe)`, `que dieu (?:te|vous) (?:bénisse|garde|le rende)|dieu vous bénisse`, `(?:moge )?god zegene (?:u|je|jou|jullie)(?: allen)?|god zegen`, `(?:serdeczne )?b[óo]g zap[łl]a[ćc]|niech (?:ci|pani|panu|wam|państwu) b[óo]g (?:to )?wynagrodzi|(?:niech )?(?:b[óo]g|pan b[óo]g) (?:ci|pani|panu|wam) b[łl]ogos[łl]awi`,
	}, "|") + `)$`)
})

// remindsKindly are thanks for having thought of it, which a word that only takes note is not enough for: "ok, thanks for reminding me".
var remindsKindly = lazyre.Once(func() *lazyre.Regexp {
	return lazyre.Made(`^(?:` + strings.Join([]string{
		`(?:thanks|thank you|ta|cheers)(?: so much| very much| a lot)? for (?:reminding me|thinking of (?:it|this|that|me|us)|remembering(?: it| this| that)?|keeping (?:an eye|on top of (?:it|this|that|things))(?: on (?:it|this|that|things))?|(?:minding|handling|organi[sz]ing|arranging|sorting|managing|catching|spotting|flagging|noticing|watching|looking after|taking care of|dealing with) (?:it|this|that|them|everything)(?: out)?(?: for (?:me|us))?)`,
		`(?:danke|lieb|nett|super|toll|gut) ?dass (?:du|sie|ihr) (?:daran|dran) (?:denkst|denken|denkt|gedacht (?:hast|haben|habt))|dass (?:du|sie|ihr) (?:daran|dran) (?:denkst|denken|denkt|gedacht (?:hast|haben|habt))`,
		`merci (?:de (?:me l'avoir|m'avoir|l'avoir|m'y avoir) (?:rappelé|rappelée|fait penser)|d'y (?:penser|avoir pensé))`,
		`gracias por (?:acordarte|acordarse|recordármelo|recordarme|recordármela|avisarme|estar pendiente)`,
		`(?:obrigad[oa]|brigad[oa]|obg) por (?:te lembrares|lembrares|lembrar|ter lembrado|teres (?:pensado|lembrado))(?: nisso| disso)?`,
		`(?:bedankt|fijn|lief|dank je|dank u|goed|top) dat (?:je|u) (?:eraan|hieraan|daaraan) (?:denkt|dacht|gedacht (?:hebt|heeft))`,
		`(?:dziękuję|dzięki|dziekuje|dzieki|super|fajnie) (?:że|ze) (?:pani |pan )?(?:pamięta|pamietasz|pamiętasz|pamiętałaś|pamiętałeś)`,
	}, "|") + `)$`)
})

// gladness is who will be glad, in each language; the group names them.
var gladness = lazyre.Once(func() (all []*lazyre.Regexp) {
	const who = `(\S+(?: \S+){0,2}?)`
	for _, say := range []string{
		// who looks forward to it
		`(?:and )?(?:(?:i am|i'm|im|we are|we're) )?(?:(?:so|very much|really|much) )*looking forward to (?:it|this|that)(?: one)?(?: (?:very much|already|immensely|so much))?`, `how (?:lovely|wonderful|exciting|nice|marvellous)`, `(?:(?:i am|i'm|im|we are|we're) )?(?:(?:so|very|really) )*excited about (?:it|this|that)(?: one)?`, `(?:da|darauf|drauf|darüber) freue?n? (?:ich mich|wir uns)(?: (?:sehr|schon|riesig|total|auch))*`, `(?:je m'(?:en )?|on s'(?:en )?|nous nous (?:en )?)(?:réjouis|réjouit|réjouissons)(?: (?:déjà|beaucoup|vraiment|d'avance))*|je me réjouis(?: (?:déjà|beaucoup|vraiment|d'avance))*`,
		`(?:mi|ci) fa (?:(?:molto|tanto|davvero) )?piacere`, `(?:me|nos) hace (?:(?:mucha|muchísima|tanta) )?ilusión`, `(?:tengo|tenemos) (?:muchas|tantas) ganas`, `(?:estou|tô|to|estamos) (?:(?:muito|super|tão) )?(?:ansios|animad)[oa]s?`, `(?:daar|er) (?:kijk|kijken) (?:ik|wij|we) (?:(?:erg|heel|al|zo|echt) )*naar uit`, `(?:daar (?:verheug|verheugen) (?:ik|wij|we) (?:me|mij|ons)|(?:ik|wij|we) (?:verheug|verheugen) (?:me|mij|ons) er)(?: (?:erg|zeer|heel|al|zo))* op`, `(?:już )?(?:się )?(?:(?:już|bardzo|ogromnie|tak) )*(?:cieszę|ciesze|cieszymy)(?: się)?(?: (?:już|bardzo|ogromnie))* na (?:to|niego|nią|ten \pL+|tę \pL+|te \pL+)`,
		// an exclamation of the whole
		`what an? (?:(?:very|really) )?(?:good|great|lovely|nice|wonderful|excellent|brilliant) idea`, `(?:was für|welch) eine (?:(?:sehr|ganz) )?(?:gute|schöne|tolle|nette|super) idee`, `quelle (?:(?:très )?bonne|excellente|belle|super) idée`, `(?:che|ma che) (?:bella|buona|splendida|ottima) idea`,
		`(?:qué|que) (?:(?:muy )?buena|gran|linda|bonita|excelente) idea`, `(?:qué|que) (?:detalle|gesto) (?:(?:tan|más) )?(?:bonito|lindo|bueno)`, `(?:que |mas que )?(?:boa|ótima|bela|excelente) ideia`, `wat een (?:(?:heel|erg) )?(?:goed|leuk|mooi|fijn|prima|geweldig) idee`, `(?:co za |jaki )?(?:świetny|dobry|wspaniały|fajny) pomysł`,
		// en
		`(?:(?:i'm sure|im sure|i know|and) )?` + who + `(?:'ll| will| is going to| are going to| is gonna| are gonna) be (?:(?:so|very|really|most|ever so|absolutely) )*(?:happy|pleased|delighted|glad|thrilled|over the moon|chuffed|excited|relieved|grateful)(?: (?:about|with) (?:it|that|them|this)| to (?:see|hear|have|get) (?:it|that|them|this)| too| for sure)*`,
		`(?:(?:i'm sure|im sure|i know|and) )?` + who + `(?:'ll| will| is going to| are going to) (?:(?:so|really|surely|definitely) )?(?:love|appreciate|like|enjoy) (?:it|that|them|this)(?: too)?`,
		// de
		`(?:(?:und|denn) )?` + who + ` (?:wird|werden) sich (?:(?:sehr|bestimmt|sicher|riesig|total|so|echt|schon|auch|darüber|drüber) )*freuen`,
		`(?:(?:und|denn) )?` + who + ` (?:freut|freuen) sich(?: (?:sehr|bestimmt|sicher|riesig|total|so|echt|schon|auch|darüber|drüber|drauf))*`,
		`da (?:wird|werden) sich ` + who + `(?: (?:sehr|bestimmt|sicher|riesig|aber|auch))* freuen`, `da (?:freut|freuen) sich ` + who + `(?: (?:sehr|bestimmt|sicher|riesig|aber|auch))*`,
		`(?:(?:und|denn) )?` + who + ` (?:wird|werden) (?:(?:sehr|bestimmt|sicher|so|echt) )*(?:froh|glücklich|begeistert|erleichtert|dankbar|zufrieden|happy)(?: sein)?`,
		// fr
		`(?:(?:et|car) )?` + who + ` (?:va être|vont être|sera|seront) (?:(?:très|trop|bien|si|tellement|vraiment|super) )*(?:content|contente|contents|contentes|ravi|ravie|ravis|ravies|heureux|heureuse|heureuses|soulagé|soulagée|soulagés|aux anges)`,
		`ça (?:va )?(?:lui|leur) (?:fera|faire|fait) (?:(?:très|bien|vraiment|tellement) )*plaisir(?: à ` + who + `)?`, `ça (?:va faire|fera) (?:(?:très|bien|vraiment|tellement) )*plaisir à ` + who,
		`(?:(?:et|car) )?` + who + ` (?:a|ont) (?:(?:trop|vraiment|tellement) )?hâte`,
		// it
		`(?:(?:e|ed) )?` + who + ` (?:sarà|saranno) (?:(?:molto|proprio|davvero|così|tanto) )*(?:content[oaie]|felic[ei]|entusiast[aie]|sollevat[oaie]|felicissim[oaie]|contentissim[oaie])`, `(?:e )?(?:sarà|saranno) (?:(?:molto|proprio|davvero|così|tanto) )*(?:content[oaie]|felic[ei]|felicissim[oaie]|contentissim[oaie])(?: ` + who + `)?`,
		`(?:gli|le) farà (?:(?:molto|proprio|davvero|tanto) )*piacere`,
		// es
		`(?:y )?` + who + ` se (?:va|van) a (?:alegrar|poner (?:muy )?(?:content[oa]s?|feliz|felices))(?: mucho| un montón)?`, `(?:y )?(?:se (?:va|van) a (?:alegrar|poner (?:muy )?(?:content[oa]s?|feliz|felices))|(?:va|van) a estar (?:muy )?(?:content[oa]s?|feliz|felices|encantad[oa]s?))(?: mucho)?(?: ` + who + `)?`,
		`(?:y )?` + who + ` (?:estará|estarán|va a estar|van a estar|se pondrá|se pondrán) (?:(?:muy|tan) )?(?:content[oa]s?|feliz|felices|encantad[oa]s?)`, `(?:y )?(?:estará|estarán) (?:(?:muy|tan) )?(?:content[oa]s?|feliz|felices|encantad[oa]s?)(?: ` + who + `)?`, `(?:y )?` + who + ` se alegrar(?:á|án)(?: mucho)?`, `(?:a ` + who + ` )?les? (?:va a|hará|va a hacer) (?:(?:mucha|tanta|hacer) )*(?:ilusión|gustar)(?: mucho)?`,
		// pt
		`(?:e )?` + who + ` (?:vai|vão) (?:ficar (?:(?:muito|tão|super|bem) )*(?:feliz|felizes|content[ea]s?|radiantes?|encantad[oa]s?)|gostar(?: muito)?|adorar|amar)`, `(?:vai|vão) (?:ficar (?:(?:muito|tão|super|bem) )*(?:feliz|felizes|content[ea]s?|radiantes?)|adorar)(?: ` + who + `)?`,
		`(?:e )?` + who + ` mal (?:pode|podem) esperar`,
		// nl
		`(?:(?:en|want) )?` + who + ` (?:zal|zullen|gaat|gaan|wordt|worden) (?:(?:er|heel|erg|zo|vast|zeker|hier|daar) )*(?:blij|tevreden|gelukkig|opgelucht|verheugd)(?: (?:mee|zijn|ermee|worden))*`, who + ` (?:wordt|worden) (?:er|hier|daar) (?:(?:heel|erg|zo|vast|zeker) )*blij van`, `(?:daar|daarmee) (?:is|zijn|zal|zullen|wordt|worden) ` + who + ` (?:(?:heel|erg|zo|vast|zeker) )*blij(?: mee)?(?: zijn| worden)?`, `(?:zal|zullen) (?:(?:heel|erg|vast|zeker) )*blij (?:mee |ermee )?zijn(?: ` + who + `)?`,
		`dat (?:zal|zullen|gaat|gaan) ` + who + ` (?:(?:heel|erg|vast|zeker|echt) )*(?:leuk|fijn|mooi|prachtig|geweldig|prettig) vinden`, `dat (?:vindt|vinden) ` + who + ` (?:(?:heel|erg|vast|zeker|echt) )*(?:leuk|fijn|mooi|prachtig|geweldig|prettig)`,
		// pl
		`(?:(?:a|i|bo) )?` + who + ` (?:(?:na pewno|bardzo|pewnie) )*się (?:(?:na pewno|bardzo|pewnie) )*(?:ucieszy|ucieszą)(?: (?:na pewno|bardzo|z tego))?`, `(?:będzie|będą) (?:(?:bardzo|taka|taki|tak) )*(?:zadowol\pL+|szczęśliw\pL+|zachwycon\pL+|wdzięczn\pL+)(?: ` + who + `)?`, `(?:ucieszy|ucieszą) się(?: bardzo)?(?: ` + who + `)?`, `się (?:bardzo )?(?:ucieszy|ucieszą)(?: ` + who + `)?`,
		`(?:(?:a|i|bo) )?` + who + ` (?:(?:na pewno|bardzo) )*(?:będzie|będą|bedzie|beda) (?:(?:bardzo|taka|taki|tak) )*(?:zadowol\pL+|szczęśliw\pL+|szczesliw\pL+|zachwycon\pL+|wdzięczn\pL+|wniebowzięt\pL+)`,
	} {
		all = append(all, lazyre.Made(`^(?:`+say+`)$`))
	}
	return all
})
