package reply

import (
	"slices"
	"strings"
	"unicode"

	"bridge/internal/lazyre"
)

// What stands behind a no may be its reason, or tell what to do instead: another deed with the same thing, or the same on
// another day. Then it is no end of the matter, and whoever asked has to ask again.

// insteadWords are words of such clauses, of all languages together.
type insteadWords struct {
	order    wordList        // what orders to do something with the thing, at the start of a clause
	last     wordList        // German and Dutch infinitives, at the end of one
	before   map[string]bool // what stands before that and orders nothing
	make     map[string]bool // verbs that order only with a day
	days     wordList
	subjects map[string]bool // who does what a clause tells
	units    map[string]bool // beside a number: "9 Uhr 30"
}

var insteadOf = lazyre.Once(func() insteadWords {
	return insteadWords{
		order: wordsOf(`move change switch put push shift reschedule rebook postpone swap replace forward send pay order buy return dispute archive reduce extend split use give
			sposta* spostiamo rimanda* restitui* cambia cambiate cambialo cambiala cambiamo metti mettilo mettila mettetelo mettetela mettete modifica modificate posticipa* rinvia rinviate rinvialo rinviala anticipa* mandalo mandala mandate spedite prenotate pagate usate sostituisci sostituite
			cámbia* cambia cambie cambien cambialo cambiala pása* pasa pase pasen pasala pasalo muéve* mueve mueva muevan muevela muevelo ponla ponlo póngala póngalo pónganla modifica modifique aplaza aplace aplácela pospón mándala mándalo envíala envíalo devuélv* devuelv* usen
			décale* décalez decalez déplace* deplacez reporte reportez reportez-la reportez-le change changez changez-la changez-le mets mettez mettez-la mettez-le mets-la mets-le passez renvoie* renvoyez* remplacez modifiez utilisez prenez
			verschieb verschiebe verschiebt verleg verlege verlegt leg lege legt setz setze änder ändere ändert buch buche tausch tausche schick schicke schickt nimm nehmt gib gebt reklamier reklamiere verwende
			muda mude mudem mudar passa passe passem troca troque troquem altera altere alterem adia adie adiem adia-a põe põe-na ponha ponham remarca remarque remarquem devolve devolva devolvam
			verzet verplaats verschuif zet leg wijzig verander ruil stuur gebruik omboeken
			przełóż* przeloz* przenieś* przenies* przesuń* przesun* zmień zmien zmieńcie zamień zamien zamieńcie odeślij odeslij odeślijcie użyj uzyj`),
		last: wordsOf(`verschieben verlegen legen umbuchen buchen ändern abändern umändern tauschen umtauschen setzen schicken zurückschicken zurücksenden weiterleiten reklamieren überweisen zahlen bestellen nehmen archivieren vorziehen
			verzetten verplaatsen verschuiven zetten leggen wijzigen veranderen omboeken boeken ruilen sturen terugsturen doorsturen betalen bestellen archiveren`),
		before: set(strings.Fields(`please just only rather better instead then and but kindly simply so
			bitte lieber besser stattdessen dann und sondern aber doch nur einfach erst also gerne gern mal eher schon dafür
			graag liever beter dan en maar alleen gewoon eerst even wel
			plutôt plutot alors et mais seulement svp merci de la le l' les
			piuttosto meglio invece allora e ma solo soltanto per favore lo
			mejor sino entonces y pero solo sólo favor por más mas bien los las
			melhor antes então e mas só apenas favor o a os as
			lepiej raczej a ale tylko proszę prosze więc`)...),
		make: set(strings.Fields(`make do have let machen mach macht macht's mache fare fai fatelo facciamo haz hazlo hagan hacer fais faites faites-le faire fazer faz faça façam doe doen maak zrób zrobić`)...),
		days: wordsOf(`monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag lundi mardi mercredi jeudi vendredi samedi dimanche lunedì lunedi martedì martedi mercoledì mercoledi giovedì giovedi venerdì venerdi sabato domenica
			lunes martes miércoles miercoles jueves viernes sábado sabado domingo segunda terça terca quarta quinta sexta segunda-feira terça-feira quarta-feira quinta-feira sexta-feira maandag dinsdag woensdag donderdag vrijdag zaterdag zondag
			poniedziałek poniedzialek wtorek środę środa sroda srode czwartek piątek piatek sobotę sobota sobote niedzielę niedziela niedziele`),
		units:    set(strings.Fields(`uhr h heures uur godz am pm o'clock half halb half past quarter viertel kwart meia media mezza wpół e y et euro euros eur € pounds pound gbp £ dollars usd zł pln zlotych złotych chf franken th st rd nd first`)...),
		subjects: set(strings.Fields(`i we he she they it that this ich wir er sie es das die wer ik wij we hij zij ze het dat`)...),
	}
})

// instead reports whether one of the clauses behind a no tells what to do instead.
func (p *parser) instead(body string, toks []token) bool {
	w := insteadOf()
	var clause []string
	tells := func() bool {
		defer func() { clause = clause[:0] }()
		if slices.ContainsFunc(clause, func(k string) bool { return p.negators[k] || p.refusals[k] }) {
			return false
		}
		all := clause
		for len(all) > 0 && w.before[all[0]] {
			all = all[1:]
		}
		if len(all) == 0 {
			return false
		}
		if w.order.has(all[0]) && (len(clause) > 1 || hasObject(all[0])) || w.last.has(all[len(all)-1]) && !slices.ContainsFunc(all, func(k string) bool { return w.subjects[k] }) {
			return true
		}
		day := false
		for i, k := range all {
			switch {
			case w.days.has(k), strings.ContainsFunc(k, unicode.IsDigit) && len(k) < 6, calendars().months[k] > 0: // "no, 950", "no, 1 June"
				day = true
			case w.units[k]:
			case w.before[k], w.make[k], determiners()[k], k == "it", strings.ContainsFunc(k, unicode.IsDigit), slices.ContainsFunc(prepositions(), func(of map[string]bool) bool { return of[k] }), i > 0 && w.last.has(k):
			default:
				return false
			}
		}
		return day
	}
	for i, t := range toks {
		if t.kind == newline && i > 0 && toks[i-1].kind == newline { // what stands below a reason
			break
		}
		if t.kind == word {
			clause = append(clause, strings.ToLower(body[t.start:t.end])) // a word that no list has may have been read as another
			continue
		}
		if tells() {
			return true
		}
	}
	return tells()
}

// hasObject reports a form of a verb that a pronoun is joined to: "envíala", "renvoyez-le".
func hasObject(w string) bool {
	return strings.Contains(w, "-") || slices.ContainsFunc([]string{"la", "lo", "las", "los"}, func(e string) bool { return len(w) > 6 && strings.HasSuffix(w, e) })
}
