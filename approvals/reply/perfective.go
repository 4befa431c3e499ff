package reply

import (
	"strings"

	"bridge/internal/lazyre"
)

// perfective are Polish imperatives before which Polish has no negation: "nie, wyślij" without its comma.
var perfective = lazyre.Once(func() map[string]bool {
	all := set(strings.Fields(`zapłać zwróć przelej wypłać wyślij prześlij zrestartuj zrób zrealizuj wykonaj zamów kup opłać przekaż uruchom zresetuj oddaj zarezerwuj opublikuj podpisz usuń otwórz wdróż skasuj włącz`)...)
	for verb := range strings.FieldsSeq(perfectiveVerbs) {
		ownForms(plAt, verb, func(w string, r role) {
			if r&imperative != 0 && r&ours == 0 {
				all[w] = true
			}
		}, func(string) {})
	}
	for w := range all {
		all[nameKey(w)] = true
	}
	return all
})

const perfectiveVerbs = `zapłacić opłacić wypłacić przelać zwrócić oddać usunąć skasować wywalić wypowiedzieć anulować odwołać zrezygnować opublikować wrzucić wysłać podpisać zatrudnić zarezerwować zabukować umówić zaplanować zamówić kupić
	przedłużyć odnowić podnieść podwyższyć zwiększyć obniżyć przenieść przesunąć przełożyć zamienić potwierdzić odpowiedzieć odpisać dać nadać przyznać udzielić zrestartować przekazać wpłacić sprzedać zaproponować zaoferować
	zaprosić uruchomić włączyć wydrukować utworzyć stworzyć założyć otworzyć zamknąć dostarczyć przywieźć naprawić wymienić zapisać zarejestrować dezaktywować zablokować wyłączyć zaktualizować zarchiwizować przypomnieć
	przekierować zadzwonić przyjąć zaakceptować wynająć zainstalować wdrożyć scalić połączyć zmienić dodać odblokować zresetować zrotować przywrócić odtworzyć odzyskać wycofać zabezpieczyć skopiować sklonować powielić
	zmigrować zaimportować wczytać wyeksportować pobrać zsynchronizować skonfigurować ustawić odinstalować wyczyścić opróżnić posprzątać przeskalować powiększyć zaszyfrować odebrać unieważnić przypisać przydzielić udostępnić
	podłączyć odłączyć rozłączyć przetestować skompilować zbudować oznaczyć obciążyć ściągnąć zebrać zafakturować naliczyć zaksięgować dopisać odliczyć potrącić odjąć wprowadzić spisać umorzyć rabatować przecenić rozliczyć
	uregulować spłacić zgłosić zadeklarować złożyć przedłożyć sfinansować dofinansować zainwestować pożyczyć wypożyczyć powołać zwolnić awansować przeszkolić oddelegować nagrodzić upomnieć załadować rozładować wyładować
	odesłać uzupełnić doładować zapakować zmagazynować wyrzucić zutylizować zezłomować skontrolować zatankować odholować zważyć policzyć zaszczepić przepisać wypisać skierować dopuścić zoperować zbadać wysterylizować
	usprawiedliwić wpisać wyrejestrować ocenić poprawić wykluczyć wybrać zorganizować zastąpić pomalować wyremontować ubezpieczyć wyeksmitować zburzyć wyburzyć rozebrać wybudować zamontować ogrzać przewietrzyć skosić przyciąć
	wyciąć podlać zasadzić posadzić nakarmić wykopać ugotować przygotować podać obsłużyć wycenić wystawić pokazać wywiesić ukryć zareklamować ogłosić powiadomić poinformować zawiadomić przetłumaczyć napisać sporządzić
	skorygować zeskanować poświadczyć wydać zaskarżyć wynegocjować zaprenumerować nagrać sfotografować zacytować posortować podzielić rozdzielić odwiedzić zakwaterować przynieść zawieźć odwieźć umyć wyprać przykryć rozszerzyć
	rozbudować skrócić ulepszyć usprawnić uporządkować zmierzyć obliczyć dołączyć uwzględnić wesprzeć zlecić zapalić oświetlić wydzierżawić`

const onlyPolish tongues = 1 << 7 // as in languages()

// maybeI reports whether the "ja" at toks[i] may be "I" in Polish: right before a
// word that only Polish has ("ja dziękuję" is a no, in scorn).
func (p *parser) maybeI(toks []token, i int) bool {
	if i+1 == len(toks) || toks[i+1].kind != word {
		return false
	}
	m, _ := p.phraseAt(toks, i+1)
	return m.in == onlyPolish
}
