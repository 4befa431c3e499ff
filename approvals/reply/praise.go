package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// Praise alone is how people agree in a word: "Parfait, merci." to what is asked is a yes. Only words that find the request
// good as it stands: what says that something is right, settled or beautiful may be said of the thing, and of a brilliant idea
// people speak who scoff. It is a weak yes, which counts in a reply to the prompt only.

var praises = lazyre.Once(func() map[string]bool {
	all := map[string]bool{}
	for phrase := range strings.SplitSeq(`perfect|excellent|very good|perfetto|ottimo|eccellente|molto bene|benissimo|perfecto|excelente|muy bien|buenísimo|parfait|c'est parfait|très bien|impeccable|impec|nickel|entendu|c'est entendu|c'est ok|
		perfekt|ausgezeichnet|hervorragend|sehr gut|bestens|wunderbar|perfeito|muito bem|ótimo|óptimo|goed|heel goed|uitstekend|super|top|świetnie|doskonale|bardzo dobrze|znakomicie|idealnie`, "|") {
		for _, s := range spellings(strings.TrimSpace(phrase)) {
			all[s] = true
		}
	}
	return all
})

// praised reports whether all words of a phrase are praise of what is asked.
func praised(toks []token) bool { return praises()[strings.Join(words(toks), " ")] }

// approval, in the order of languages(), is how people of one language say of what is asked about that it is right as it stands, before they say what to do
// ("The draft is fine, please send it", "letto tutto, per me è perfetta. Spedisci"): words that find it good, and all that may
// stand beside these and what is meant, among them that they have read it. What was good, is nearly so or better than another has none.
type approval struct{ good, beside map[string]bool }

var approvals = lazyre.Once(func() (all []approval) {
	for line := range strings.Lines(`fine good ok okay great perfect right nice lovely grand excellent correct approved spot happy well works|i we i've we've i'm have had a look at read gone through reviewed checked seen twice carefully it it's is that that's this the your all everything looks reads sounds very really quite just to me us as stands like from by for my our side so on and with written
		bene benissimo perfetto perfetta ottimo ottima posto buono buona approvo approvato approvata corretto corretta bello bella ok|il lo la è va sembra mi pare così per me noi molto davvero tutto tutta e a ho abbiamo letto letta riletto riletta visto vista rivisto rivista controllato controllata due volte con attenzione
		bien perfecto perfecta bárbaro bárbara buena bueno excelente correcto correcta aprobado aprobada conforme ok apruebo gusta encanta|el la lo los tu su está es me nos parece queda quedó muy así tal cual para mí por mi todo toda y he hemos ya leído leída leí revisado revisada revisé visto vista dos veces de
		bien bon bonne parfait parfaite correct correcte ok impeccable nickel convient top validé validée approuvé approuvée super parfaitement excellent excellente belle beau plaît aime|le la les votre ton ta ce cela ça c'est est me nous va très vraiment comme tel quel telle quelle pour moi j'ai ai avons lu lue relu relue vérifié lecture relecture après deux fois tout et il elle je de mon côté j'aime rédigé rédigée écrit écrite
		gut gute guter prima super wunderbar hervorragend ausgezeichnet gefällt perfekt bestens top passt recht ok okay ordnung einwandfrei klasse spitze schön toll genehmigt freigegeben einverstanden|ich wir habe hab haben gelesen durchgelesen angeschaut angesehen geprüft durchgesehen nach durchsicht lektüre prüfung zweimal es das der die den dein deine ihr ihre liest sich ist sieht klingt aus so sehr echt wirklich für mich mir in von meiner seite her alles und finde bin damit formuliert geschrieben
		bem bom boa ótimo ótima perfeito perfeita excelente correto correta aprovado aprovada aprovo conforme ok gostei adorei|o a teu tua seu sua está é tá ficou parece me nos muito assim para mim por tudo e já li lido lida reli revi revisto revista revisei conferi duas vezes da minha
		goed prima perfect orde ok oké mooi mooie klopt akkoord goedgekeurd top uitstekend netjes|de het je uw jouw dit dat is zo heel erg ziet er uit in voor mij wat betreft van kant en ik wij heb hebben gelezen doorgelezen nagelezen bekeken nagekeken doorgenomen alles twee keer vind mee leest geschreven
		dobry dobra dobre dobrze świetny świetna świetne porządku ok okej idealny idealna idealne poprawny poprawna poprawne akceptuję zatwierdzam super podoba|jest to w z mojej strony dla mnie wszystko całość i bardzo już przeczytałem przeczytałam przejrzałem przejrzałam sprawdziłem sprawdziłam dwa razy wygląda mi się zapoznałem zapoznałam`) {
		good, beside, _ := strings.Cut(strings.TrimSpace(line), "|")
		a := approval{map[string]bool{}, map[string]bool{}}
		for i, list := range []string{good, beside} {
			for w := range strings.FieldsSeq(list) {
				for _, s := range wordSpellings(w) {
					a.beside[s] = true
					if i == 0 {
						a.good[s] = true
					}
				}
			}
		}
		all = append(all, a)
	}
	return all
})

// ofPapers are words for what somebody has written, whatever the prompt calls it.
var ofPapers = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`draft text wording letter reply answer version entwurf text brief antwort schreiben fassung brouillon projet texte lettre réponse version courrier concept tekst brief antwoord versie bozza testo lettera risposta versione borrador texto carta respuesta versión rascunho minuta carta resposta versão szkic projekt tekst list pismo odpowiedź wersja`)...)
})

// withoutPraised returns a text without such praise before an order; all of it where nothing else is said, or no more than a yes to
// what does not carry out what is praised, but ends or changes it.
func (p *parser) withoutPraised(body string, o Options) string {
	if len(o.Shown.About) == 0 {
		return body
	}
	toks, end := slices.DeleteFunc(tokenize(body, p.smileys), func(t token) bool {
		return slices.Contains(p.nameWords(o.Shown.By), nameKey(t.key)) && !o.Shown.says(t.key)
	}), 0
	for l, a := range approvals() {
		good, n := false, 0
		for i := 0; i < len(toks); {
			j := i
			for j < len(toks) && toks[j].kind == word {
				j++
			}
			if j < len(toks) && !(toks[j].kind == newline || strings.Contains(".,!;:-–—", toks[j].key)) {
				break
			}
			clause := toks[i:j]
			if j > i && !(n == 0 && p.onlyGreets(clause)) {
				is, ok := p.findsGood(a, clause, o.Shown, l)
				if !ok {
					break
				}
				good, n = good || is, n+len(clause)
			}
			if i = j + 1; good && n > 1 && i < len(toks) {
				end = max(end, toks[j].end)
			}
		}
	}
	if end == 0 {
		return body
	}
	rest := strings.TrimLeft(body[end:], " \n")
	asks := func(kind int) bool { return asksFor(o.Shown.asked(), kind) }
	carriesOut := slices.ContainsFunc([]int{money, getting, sending, publishing, contracts, printing}, asks) && !p.undoes(o.Shown) && !asks(deferring) && !asks(changing)
	if !carriesOut && !slices.ContainsFunc(words(tokenize(rest, nil)), func(w string) bool {
		return p.isDeed(w, o.Shown) || knownDeeds()[sending].has(w) || knownDeeds()[contracts].has(w)
	}) {
		return body
	}
	first, more, _ := strings.Cut(rest, " ")
	switch first = strings.ToLower(first); {
	case p.and[first] || first == "so":
		return more
	case impliedObject()[first] != "": // "kannst du so abschicken"
		return impliedObject()[first] + rest
	}
	return rest
}

// impliedObject are verbs of what may be done to what was just praised, with the word for that which people leave out before them.
var impliedObject = lazyre.Once(func() map[string]string {
	return map[string]string{"kannst": "das ", "können": "das ", "könnt": "das ", "darfst": "das ", "dürfen": "das ", "kan": "dat ", "kun": "dat ", "mag": "dat "}
})

// findsGood reports whether a clause has no other words than such an approval has, and what is meant; and whether it finds that good.
func (p *parser) findsGood(a approval, clause []token, shown Shown, l int) (good, ok bool) {
	own, joined := p.own(shown, l), false
	for at := range p.orders {
		joined = joined || p.own(shown, at).joined
	}
	for i, t := range clause {
		before, w := "", t.key
		if j := strings.LastIndexByte(w, '\''); j > 0 && !a.beside[w] {
			before, w = w[:j], w[j+1:]
		}
		key := nameKey(w)
		what := !joined && (ofPapers()[w] || own.heads[key] || len(own.heads) == 0 && own.object[key] && !own.later[key])
		if before == "n" || !a.beside[w] && !what || i == 1 && l == enAt && clause[0].key == "is" {
			return false, false
		}
		good = good || a.good[w]
	}
	return good, true
}

// onlyGreets reports a clause of no more than greetings.
func (p *parser) onlyGreets(clause []token) bool {
	m, n := p.phraseAt(clause, 0)
	return n == len(clause) && (m.class == courtesy || m.class == greeting)
}
