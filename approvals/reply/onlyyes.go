package reply

import (
	"slices"
	"strings"
	"unicode"

	"bridge/approvals/reply/wording"
	"bridge/internal/lazyre"
)

// People put a yes in more orders of words than a grammar has: "Oh yes please, how lovely", "sì mandala, l'ho riletta e va bene", "Ja, die
// Rechnung ist i.O., bitte bezahlen". But the words are few that stand beside a yes and never beside a doubt. Where a text has a yes, the
// verb that was asked, and else none but these words, it is a yes whatever their order.

// onlyYes reads such a text of the language l.
func (p *parser) onlyYes(body string, l int, o Options) Result {
	text := strings.TrimLeft(body[p.salutation(body, o.Name):], " \n")
	if asks(text) || strings.Contains(text, "..") || strings.Contains(text, "…") || p.refusedTitle(o.Shown) || asksTwice(o.Shown) || slices.ContainsFunc(o.Shown.About, func(about string) bool {
		return p.joinsAny(wordsOfPrompt(titleOf(about))) && slices.ContainsFunc(wordsOfPrompt(strings.ToLower(titleOf(about))), func(w string) bool { return orWords()[w] })
	}) {
		return Result{}
	}
	toks := tokenize(text, p.smileys)
	if n := len(words(toks)); n < 4 || n > 40 { // of shorter ones the grammar has all
		return Result{}
	}
	said := yesOf()[l] // the yes, with the verbs that were asked
	yes, checked, does, noted, undoes := false, false, false, false, p.undoes(o.Shown)
	for i := 0; i < len(toks); {
		t := toks[i]
		switch {
		case t.kind == code, t.kind != word && strings.ContainsAny(t.key, `"«»“”„:;/()&+=*`):
			return Result{}
		case t.kind != word:
			i++
			continue
		case !strings.ContainsFunc(t.key, unicode.IsLetter):
			if strings.ContainsFunc(t.key, unicode.IsDigit) || !agreeable(p, t.key) {
				return Result{}
			}
			i++
			continue
		}
		w, of := foldedWord(t.key), besideYes()[l]
		if of := p.own(o.Shown, l).verbs; i > 0 && (meWords()[w] && (of[nameKey(toks[i-1].key)] || meVerbs()[foldedWord(toks[i-1].key)]) || meWords()[foldedWord(toks[i-1].key)] && (of[nameKey(t.key)] || meVerbs()[w])) { // "ja, mach ich"
			return Result{}
		}
		m, n := p.phraseAt(toks, i)
		orders := len(w) > 2 && p.own(o.Shown, l).verbs[nameKey(t.key)]
		if orders && (toldDone(toks, i) || of.checked[w]) { // "ich habe schon bezahlt, ja"
			return Result{}
		}
		does = does || orders
		step := 1
		switch {
		case m.class.isNo() || p.negators[t.key]:
			return Result{}
		case n > 0 && m.class == courtesy && (n == 1 || slices.ContainsFunc(toks[i:i+n], func(t token) bool { return thanks()[t.key] || pleases()[t.key] })):
			step = n
		case yesses()[l][t.key] && (l != itAt || t.key != "si" || i+1 == len(toks) || toks[i+1].kind != word): // "si conferma"
			if yes {
				return Result{}
			}
			yes = true
		case orders:
			said += " " + t.key
		case (of.checked[w] || of.glad[w] || !orders && (p.thingAsked(t.key, o.Shown) || confirming().has(w) || consentsTo().has(w))) && undoes, asksBy()[w] && i+1 < len(toks) && asked()[toks[i+1].key] && !(w == "do" && toks[i+1].key != "you"): // "send it, is it checked"
			return Result{}
		case (w == "may" || w == "can") && !(i > 0 && toks[i-1].key == "you"), (w == "mich" || w == "uns") && !slices.ContainsFunc(toks[max(0, i-2):i], func(t token) bool { return strings.HasPrefix(t.key, "freu") }), (w == "ze" || w == "sie") && !(i > 0 && p.own(o.Shown, l).verbs[nameKey(toks[i-1].key)]):
			return Result{}
		case messageWords()[w]:
			if !slices.ContainsFunc(toks[max(0, i-4):i], func(t token) bool { return thanks()[t.key] || strings.HasPrefix(t.key, "remerci") }) {
				return Result{}
			}
			noted = true
		case of.checked[w]:
			checked = true
		case of.glad[w] || of.words[w], i > 0 && determiners()[toks[i-1].key] && p.thingAsked(t.key, o.Shown), i > 0 && (w == "to" && toks[i-1].key == "forward" || w == "forward" && toks[i-1].key == "looking"), sighing()[w] && i == 0 && len(toks) > 2 && pleases()[toks[2].key], w == "one" && i > 1 && (toks[i-1].key == "this" || toks[i-1].key == "that") && (toks[i-2].key == "to" || toks[i-2].key == "about"): // "very excited about this one"
		default:
			return Result{}
		}
		i += step
	}
	if !yes || checked && !does || noted && !does && !slices.ContainsFunc(toks, func(t token) bool { return pleases()[t.key] }) {
		return Result{}
	}
	if r := p.answer(said, o); r.Verdict != Grant || p.takesForOther(text, r, o) {
		return Result{}
	}
	return Result{Verdict: Grant}
}

// sighing are words before a yes that may be a sigh; before "yes please" they are none.
var sighing = lazyre.Once(func() map[string]bool { return set("oh", "ah", "ach") })

// thingAsked reports a word of a title that asks for one thing, no name and no day.
func (p *parser) thingAsked(w string, shown Shown) bool {
	return len(w) > 3 && !isTime(foldedWord(w)) && !isNumber(w) && !wording.Given(nameKey(w)) && !isDeedWord(w) && slices.ContainsFunc(shown.About, func(about string) bool {
		title := wordsOfPrompt(titleOf(about))
		return !p.joinsAny(title) && slices.ContainsFunc(title, func(of string) bool { return strings.ToLower(of) == w })
	})
}

// toldDone reports that the clause of toks[at] tells that something was done.
func toldDone(toks []token, at int) bool {
	from, end := at, at
	for from > 0 && toks[from-1].kind == word {
		from--
	}
	for end < len(toks) && toks[end].kind == word {
		end++
	}
	return was(toks[from:end]) || slices.ContainsFunc(toks[from:end], func(t token) bool { return alreadySo()[foldedWord(t.key)] && t.key != "ja" && t.key != "al" })
}

// agreeable reports a sign that says nothing against.
func agreeable(p *parser, w string) bool {
	m, n := p.phraseAt([]token{{kind: word, key: w}}, 0)
	return n == 1 && (m.class == courtesy || m.class.isYes())
}

// yesWords are the words of one language that never change a yes: those that tell that what is asked was
// looked at, those of gladness, and all others.
type yesWords struct{ checked, glad, words map[string]bool }

var besideYes = lazyre.Once(func() (all [plAt + 1]yesWords) {
	for l, lists := range [plAt + 1][3]string{
		enAt: {
			`read checked reviewed looked i've through over seen correct accurate complete`,
			`lovely be great excited happy glad wonderful brilliant delighted nice how looking fantastic very excited about i would have been really so`,
			`you may can it's please do them it on ahead go proceed all good fine grand perfect that's thats course of by means certainly absolutely definitely so that is this thanks thank kindly eve the sure works for your up letting know picking up approved approve confirmed confirm agreed hi hello`,
		},
		itAt: {
			`letto letta riletto riletta controllato controllata verificato verificata visto vista ho l'ho`,
			`bello bella felice contenta contento volentieri splendido fantastico piacere molto`,
			`pure puoi puo si proceda procedi procedete va bene e ed tutto ok certo certamente assolutamente ordine in grazie per favore prego eve perfetto benissimo del della il la per confermo conferma autorizzo approvo approvato`,
		},
		esAt: {
			`leido leida revisado revisada revisados revisadas visto vista comprobado he ya correcto correcta`,
			`genial encantada encantado contenta contento feliz ilusion hace que bonito gusto mucho mucha`,
			`puedes puede lo la los las esta estan por favor adelante todo bien de acuerdo conforme claro venga dale gracias eve perfecto el la por avisar autorizo confirmo apruebo sin problema procede proceda`,
		},
		frAt: {
			`lu relu verifie verifiee relue j'ai l'ai tout est bon`,
			`super genial contente content ravie ravi chouette plaisir hate tres`,
			`tu vous peux pouvez ce cet cette le la les y allez vas-y c'est d'accord bien parfait merci s'il te plait avec ca va je suis en prie volontiers votre ton pour de je vous remercie valide confirme approuve`,
		},
		deAt: {
			`gelesen gepruft angeschaut durchgelesen geschaut ordnung passt habe hab o i`,
			`freue freu mich freuen uns schon toll prima wunderbar super gerne gern sehr`,
			`bitte mach machen ist in die der das ich es sie du kannst konnen ihr so da klar danke gut zeit einverstanden gern gerne ruhig unbedingt freigegeben genehmigt eve fur deine ihre vielen dank`,
		},
		ptAt: {
			`li vi revi conferi conferido certo certinho esta tudo ok`,
			`adorei feliz contente otimo otima maravilha legal adoro que bom`,
			`pode podes quero por favor bem claro com certeza sem problema obrigada obrigado eve perfeito autorizo confirmo aprovo a o os as pela pelo segue pfv`,
		},
		nlAt: {
			`gelezen nagelezen nagekeken gecontroleerd bekeken klopt ziet eruit uit heb nog even`,
			`leuk fijn blij daar verheugen verheug wij ons ik me op zin heb erin mooi top super heel`,
			`je jij u in orde is mag kunt kan maar graag gerust doe het ze dat is goed prima akkoord natuurlijk tuurlijk uiteraard dank dankjewel bedankt alvast eve voor zeker hoor gewoon`,
		},
		plAt: {
			`przeczytalam przeczytalem sprawdzilam sprawdzilem sie zgadza wszystko`,
			`ciesze cieszymy super swietnie fajnie bardzo milo ekstra`,
			`prosze mozna moze mozesz pani bardzo oczywiscie jasne dziekuje dzieki ewo ewa eve dobrze zgoda zgadzam za sie niech to je jak najbardziej`,
		},
	} {
		of := func(k int) map[string]bool { return set(strings.Fields(lists[k])...) }
		all[l] = yesWords{of(0), of(1), of(2)}
	}
	return all
})

// yesses are the plain words for yes.
var yesses = lazyre.Once(func() [plAt + 1]map[string]bool {
	return [plAt + 1]map[string]bool{set("yes", "yeah", "yep", "yup", "sure"), set("sì", "si", "certo"), set("sí", "si", "claro"), set("oui", "ouais"), set("ja", "jo", "jawohl"), set("sim", "claro"), set("ja"), set("tak")}
})

// asksBy are verbs which before one of asked ask, or set a condition; messageWords are what people thank for beside their answer.
var (
	asksBy = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`is are have has can may do does did ist sind kannst konnen hast haben zijn mag kun kunt kan heb heeft peux pouvez est`)...)
	})
	asked = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`it you this that these they all ihr du sie es das die der je jij u dat het dit ze tu vous ce`)...)
	})
	messageWords = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`message mail email note reminder info information heads reminding messaggio promemoria avviso informazione aviso mensaje correo recordarmelo rappel nachricht erinnerung mitteilung hinweis mensagem lembrete bericht berichtje herinnering wiadomosc informacje przypomnienie`)...)
	})
)

// meWords and meVerbs beside each other say that who answers does it.
var (
	meWords = lazyre.Once(func() map[string]bool { return set(strings.Fields(`i ich ik io yo eu ja je j' we wir wij`)...) })
	meVerbs = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`can may do go proceed approve confirm mach machen kann konnen mag doe doen kan puedo posso moge peux puis vais i'll`)...)
	})
)
