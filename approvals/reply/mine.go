package reply

import (
	"slices"
	"strings"
	"unicode"

	"bridge/approvals/reply/wording"
	"bridge/internal/lazyre"
)

// Who is asked whether they shall be booked or enrolled somewhere orders it for themselves: "schrijf ons in", "book me in".

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
		takes = takes || slices.ContainsFunc(of, func(k int) bool { return takingPart()[actName(k)] })
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
		if name && !clubOf()[low] || persons()[low] && !(low != bare && clubOf()[low]) || w == "M." {
			return true
		}
		if !determiners()[low] {
			before = w
		}
	}
	return false
}

// clubOf are words that clubs are called by, where they have a capital letter: "Friends of the Canal".
var clubOf = lazyre.Once(func() map[string]bool {
	return set("friends", "freunde", "amis", "amici", "amigos", "vrienden", "przyjaciele")
})

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
)

// forMyself is an order of the prompt's deed without the writer, whom it is for.
func (p *parser) forMyself(said string, l int, o Options) string {
	m := mine()[l].FindStringSubmatch(said)
	if m != nil && l == esAt && !p.orderedIn(strings.ToLower(m[1]), o.Shown) && strings.HasSuffix(m[1], "i") && p.orderedIn(strings.ToLower(m[1])+"lo", o.Shown) { // "inscribinos"
		m[1] += "lo"
	}
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
