package reply

import (
	"slices"
	"strings"
	"unicode"

	"bridge/approvals/reply/wording"
	"bridge/internal/lazyre"
)

// Who is asked whether they shall be booked or enrolled somewhere orders it for themselves ("schrijf ons in", "book me in"), and who agrees
// speaks of doing it together ("parfait, on réserve", "inscrivons-le"). Both are put into plain orders.

// takingPart are deeds, by their first English verbs, that are done for whoever answers where the prompt names nobody else.
var takingPart = lazyre.Once(func() map[string]bool {
	return set("register", "enrol", "book", "reserve", "schedule", "order", "buy")
})

// forWriter reports a prompt that asks for such a deed alone, and names no person.
func (p *parser) forWriter(shown Shown) bool {
	if asksFor(shown, sending) || asksFor(shown, money) || p.undoes(shown) {
		return false
	}
	takes := false
	for _, about := range shown.About {
		of := shown.actsOf(about)
		takes = takes || slices.ContainsFunc(of, func(k int) bool { return takingPart()[strings.Fields(acts()[k][enAt])[0]] })
		if p.names(about) || p.beginsWithName(wordsOfPrompt(titleOf(about))) {
			return false
		}
	}
	return takes
}

// names reports a prompt that names a person anywhere: by a word for them, a given name, or behind "for" by any.
func (p *parser) names(about string) bool {
	before, title := "", wordsOfPrompt(titleOf(about))
	for _, w := range strings.Fields(about) {
		bare := strings.TrimFunc(w, func(r rune) bool { return !unicode.IsLetter(r) })
		low, starts := strings.ToLower(bare), before == "" || strings.ContainsAny(before[len(before)-1:], ".?!:")
		name := low != bare && (wording.Given(nameKey(strings.TrimSuffix(low, "'s"))) && (!starts || slices.ContainsFunc(title, func(o string) bool { return o != w && isDeedWord(strings.ToLower(o)) })) || forWhom()[strings.ToLower(before)] && p.isName(bare, low))
		if name || persons()[low] || w == "M." {
			return true
		}
		if !determiners()[low] {
			before = w
		}
	}
	return false
}

// forWhom stand before whom something is for, and persons are words for somebody else than who is asked.
var (
	forWhom = lazyre.Once(func() map[string]bool { return set("for", "für", "pour", "per", "para", "pra", "voor", "dla") })
	persons = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`him her them his their mr mrs ms dr wife husband son sons daughter daughters mother father mum mom dad grandma grandpa granny nan brother sister aunt uncle cousin nephew niece kid kids child children boy boys girl girls baby guest guests partner friend friends colleague colleagues employee trainee intern apprentice
			ihn ihm frau herr herrn sohn tochter mutter vater mama papa oma opa bruder schwester tante onkel kind kinder junge jungen mädchen gast gäste mann freund freundin kollege kollegin kollegen lehrling azubi praktikant praktikantin mitarbeiter mitarbeiterin
			lei lui loro signor signora sig moglie marito figlio figlia figli madre padre mamma papà nonna nonno fratello sorella zia zio cugino bambino bambina bambini ragazzo ragazza ragazzi ospite ospiti amico amica collega colleghi dipendente stagista apprendista
			ella él señor señora mujer esposa marido hijo hija hijos madre padre mamá abuela abuelo hermano hermana tía tío niño niña niños peque nene nena invitado invitados amigo amiga compañero compañera empleado empleada becario becaria
			leur elle mme monsieur madame femme mari fils fille filles mère père maman mamie papi papy frère sœur soeur tante oncle cousin cousine enfant enfants petit petite garçon bébé invité invités ami amie collègue collègues stagiaire apprenti apprentie salarié
			ele ela senhor senhora dona mulher marido filho filha filhos mãe pai avó avô irmão irmã tia tio criança crianças menino menina miúdo miúda bebé bebê hóspede hóspedes convidado convidados amigo amiga colega colegas funcionário funcionária estagiário estagiária
			hem haar hen mevrouw meneer vrouw man zoon dochter moeder vader broer zus tante oom neef kind kinderen jongen jongens meisje meisjes gast gasten vriend vriendin collega stagiair stagiaire medewerker
			jego ją jej pani pana panu żona żony żonie mąż męża syn syna córka córkę córki mama mamy mamę tata taty babcia babci babcię dziadek dziadka brat brata siostra siostry siostrę dziecko dzieci chłopca dziewczynki goście gości gościa przyjaciela kolegi kolegę koleżanki pracownika stażysty`)...)
	})
)

// beginsWithName reports a title whose first word but its verb is a name: "Sign Leo up", "Leo zum Judo anmelden".
func (p *parser) beginsWithName(words []string) bool {
	for i, w := range words {
		low := strings.ToLower(w)
		switch {
		case determiners()[low], i == verbAt(words) && !(len(words) > i+1 && isInfinitive(words[len(words)-1])), slices.ContainsFunc(prepositions(), func(of map[string]bool) bool { return of[low] }):
		default:
			return low != w && (p.words[low] == 0 || wording.Given(nameKey(w))) && strings.ToUpper(w) != w
		}
	}
	return false
}

// mine are the verb of an order and whom it is done for, in one language.
var mine = lazyre.Once(func() [plAt + 1]*lazyre.Regexp {
	return [plAt + 1]*lazyre.Regexp{mineEnglish, mineItalian, mineSpanish, mineFrench, mineGerman, minePortuguese, mineDutch, minePolish}
})

var (
	mineEnglish    = lazyre.New(`(?i)(\pL{3,}) (?:me|us)(?: (?:in|down|on))?\b`)
	mineItalian    = lazyre.New(`(?i)(\pL{2,}[ai])(?:mi|ci)\b`)
	mineSpanish    = lazyre.New(`(?i)(\pL{2,}[aeiáéí])(?:me|nos)\b`)
	mineFrench     = lazyre.New(`(?i)(\pL{2,}(?:e|ez|s))[- ](?:moi|nous)\b`)
	mineGerman     = lazyre.New(`(?i)(\pL{3,}) (?:mich|mir|uns)\b`)
	minePortuguese = lazyre.New(`(?i)(\pL{2,}[aeàáâãéêr])(?:-(?:me|nos)| (?:pra|para) (?:mim|nós|a gente|gente))\b`)
	mineDutch      = lazyre.New(`(?i)(\pL{3,}) (?:me|mij|ons)(?: er)?\b`)
	minePolish     = lazyre.New(`(?i)(\pL{2,}) (?:mnie|nas|mi|nam)\b`)

	togetherSpanish    = lazyre.New(`(?i)^(\pL+[ ,!.¡]+(?:l[oa]s? )?)(\pL{2,})([aei])mos([ .!]*)$`)
	togetherFrench     = lazyre.New(`(?i)^(\pL+[ ,!.]+)on (?:va )?(l[ea]s? |l')?(\pL{2,}(?:e|er|s|t))([ .!]*)$`)
	togetherLet        = lazyre.New(`(?i)(\pL{2,})ons(-l[ea]s?| l[ea]s?)?([ .!]*)$`)
	togetherGerman     = lazyre.New(`(?i)^((?:ja|gut|okay|ok)[ ,!.]+|\pL+[,!.]+ )(\pL{2,}n) wir(?: (?:das|es|ihn|sie))?(?: (?:so|gern|gerne|mal|doch))*([ .!]*)$`)
	togetherPortuguese = lazyre.New(`(?i)^(\pL+[ ,!.]+)(\pL{2,})([aei])mos([ .!]*)$`)
	togetherDutch      = lazyre.New(`(?i)^(\pL+[ ,!.]+)we (\pL{3,}n)(?: (?:het|dat|hem|haar|ze|die))?([ .!]*)$`)
	letsDutch          = lazyre.New(`(?i)\blaten we (?:(?:het|dat|hem|haar|ze|die) )?(?:maar )?(\pL{4,}n)([ .!]*)$`)
	letsGerman         = lazyre.New(`(?i)\blass(?:t)? uns (?:(?:das|es|ihn|sie) )?(?:mal )?(\pL{4,}n)([ .!]*)$`)
)

// forMyself is an order of the prompt's deed without the writer, whom it is for.
func (p *parser) forMyself(said string, l int, o Options) string {
	m := mine()[l].FindStringSubmatch(said)
	if m == nil || o.untitled || !p.orderedIn(strings.ToLower(m[1]), o.Shown) || !p.forWriter(o.Shown) {
		return said
	}
	_, rest, _ := strings.Cut(said, m[0])
	if slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(rest), func(r rune) bool { return !unicode.IsLetter(r) }), func(w string) bool {
		return !particles()[l][w] && pronounOf(w) == 0 && !pleases()[w] && !thanks()[w] && !determiners()[w]
	}) { // "book us both", "schrijf ons ook in"
		return said
	}
	if l == enAt {
		m[1] += " it"
	}
	return strings.Replace(said, m[0], m[1], 1)
}

// barely reports a word that agrees and no more, or tells that it is done: who then says that we do it may do it themselves.
func barely(w string) bool {
	switch w {
	case "ok", "okay", "oké", "oke", "accord", "d'accord", "bien", "bon", "vale", "claro", "bueno", "bem", "certo", "goed", "akkoord", "ya", "já", "ja":
		return true
	}
	return answerWords()[w] != None
}

// together is an order in the words of who does it with others.
func (p *parser) together(said string, l int, o Options) string {
	of := func(re *lazyre.Regexp, to string) bool {
		m := re.FindStringSubmatch(said)
		if first, _, _ := strings.Cut(said, " "); m == nil || l != deAt && re != togetherLet && re != letsDutch && barely(strings.ToLower(strings.Trim(first, ",.!"))) { // "oui, on réserve": who knows who
			return false
		}
		less := re.ReplaceAllString(said, to)
		words := strings.Fields(strings.Trim(less[len(less)-len(re.ReplaceAllString(m[0], to)):], " .!"))
		for _, w := range words[max(0, len(words)-3):] {
			w, _, _ = strings.Cut(strings.ToLower(strings.Trim(w, ",.!¡")), "-")
			if p.orderedIn(w, o.Shown) {
				said = less
				return true
			}
		}
		return false
	}
	switch l {
	case esAt:
		_ = of(togetherSpanish, "$1$2$3$4") || of(togetherSpanish, "$1${2}e$4")
	case frAt:
		_ = of(togetherFrench, "$1$3$4") || of(togetherLet, "${1}ez$2$3")
	case deAt:
		_ = of(togetherGerman, "${1}bitte $2$3") || of(letsGerman, "bitte $1$2")
	case ptAt:
		_ = of(togetherPortuguese, "$1$2$3$4") || of(togetherPortuguese, "$1${2}e$4")
	case nlAt:
		_ = of(togetherDutch, "${1}graag $2$3") || of(letsDutch, "graag $1$2")
	}
	return said
}
