package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// People tell why they refuse in whole sentences, and sentences have words that alone would be a yes, a condition or a limit: "nein, er
// ist doch auf Kur", "no, they only bark at night", "não, o motor ainda está bom". Inside a clause that says nothing of the deed they are none.

// tellingLength is how many words such a clause has at least.
const tellingLength = 4

// withoutParticles takes those words out of the clauses behind a no.
func (p *parser) withoutParticles(toks []token, shown Shown, own tongues) []token {
	l, one := own.one()
	if !one || len(toks) < tellingLength+1 || answerWords()[toks[0].key] != Deny || p.sideFact(toks, shown) {
		return toks
	}
	var out []token
	for from := 1; from < len(toks); from++ {
		end := from
		for end < len(toks) && toks[end].kind == word {
			end++
		}
		drop := p.particlesIn(toks[from:end], l, shown)
		if len(drop) > 0 && out == nil {
			out = slices.Clone(toks[:from])
		}
		for i := from; i < min(end+1, len(toks)); i++ {
			if out != nil && !slices.Contains(drop, i-from) {
				out = append(out, toks[i])
			}
		}
		from = end
	}
	if out == nil {
		return toks
	}
	return out
}

// noQue puts a comma in the place of the "que" with which people in Spain begin a reason right behind a no: "no que luego me las bebo".
// What follows must tell how something is: "no, que lo pague Ana" wants it done.
func (p *parser) noQue(toks []token, shown Shown, own tongues) []token {
	if own != es || len(toks) < 4 || toks[0].key != "no" || slices.ContainsFunc(toks, func(t token) bool { return p.orderedIn(t.key, shown) }) {
		return toks
	}
	i := 1
	if toks[i].key == "," {
		i++
	}
	if toks[i].key != "que" || !tellsHow()[toks[i+1].key] {
		return toks
	}
	toks = slices.Delete(slices.Clone(toks), 1, i)
	if toks[2].key == "luego" && len(toks) > 4 { // it does not put off
		toks = slices.Delete(toks, 2, 3)
	}
	toks[1].kind, toks[1].key = punct, ","
	return toks
}

// tellsHow are words that begin such a reason.
var tellsHow = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`luego está esta estoy estamos están es son no ya me mi mis nos hoy mañana la el los las tengo tenemos tiene tienen hay trae voy vamos viene vienen sale cuesta aún todavía yo él ella hace con en por al`)...)
})

// particlesIn are the places of such words in a clause.
func (p *parser) particlesIn(clause []token, l int, shown Shown) (at []int) {
	if len(clause) > 0 && (thanks()[clause[0].key] || pleases()[clause[0].key]) {
		return nil
	}
	if len(clause) < tellingLength || slices.ContainsFunc(clause, func(t token) bool {
		return p.orderedIn(t.key, shown) || shown.does(t.key) || saying()[t.key] || reversing()[t.key] || isNumber(t.key) || otherOnes()[t.key] || wholes()[t.key]
	}) {
		return nil
	}
	past := pastTime(clause, shown)
	for i := range clause {
		k := clause[i].key
		if timeWords()[k] && (p.words[k]|calendars().in[k])&(1<<l) != 0 && (k != "mañana" && k != "morgen" || i > 0 && beforeMorning()[clause[i-1].key]) && (past || i > 0 && eachWords()[clause[i-1].key]) {
			at = append(at, i)
			continue
		}
		if p.innocent(clause, i, l, shown) {
			at = append(at, i)
			continue
		}
		if i == 0 || i == len(clause)-1 { // at an end a yes is one
			continue
		}
		limits := limiting()[k] && (behindLimit()[clause[i+1].key] || calendars().in[clause[i+1].key] != 0)
		if fillers()[l][k] && !limits {
			at = append(at, i)
		}
	}
	return at
}

// beforeMorning are words behind which a word for tomorrow is the morning.
var beforeMorning = lazyre.Once(func() map[string]bool {
	return set("la", "esta", "cada", "ayer", "heute", "gestern", "jeden", "am", "de", "elke", "iedere", "deze")
})

// pastTime reports a clause that tells what was, where a time is none for what is asked: "he was only there last week", but not "the
// meeting was on Friday".
func pastTime(clause []token, shown Shown) bool {
	was, last := false, clause[len(clause)-1].key
	for _, t := range clause {
		was = was || pastWords()[t.key] || pastEnds.MatchString(t.key)
	}
	return was && !(timeWords()[last] && slices.ContainsFunc(clause, func(t token) bool { return len(t.key) > 3 && !timeWords()[t.key] && shown.has(t.key) }))
}

var (
	// pastWords are forms of what was, pastEnds how others end.
	pastWords = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`was were did had went came got war waren hatte hatten hab habe hat haben wurde wurden kam ging était etait avait ai a ont avons ho ha hanno abbiamo era erano aveva he ha han hemos fue fueron era estuvo estaba foi foram era estava tinha was waren had hadden heeft heb hebben werd był byl była byla było bylo byli`)...)
	})
	// eachWords are words before a time of what is so again and again.
	eachWords = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`every each jeden jede jedes chaque ogni cada elke iedere każdy każdego kazdego każdą`)...)
	})
	pastEnds  = lazyre.New(`^\pL{2,}(?:ed|łem|łam|liśmy|łyśmy|lem|lam|ował|owała|owali|ował|ił|iła|ili|ał|ała|ali|ył|yła|yli|aron|ieron|aram|eram|iram|amos|imos)$`)
	timeWords = lazyre.Once(func() map[string]bool {
		all := set(strings.Fields(`night morning evening afternoon noon today tonight yesterday week weekend month year last ago since
			abend morgen nacht mittag heute gestern vorgestern woche wochenende monat jahr letzte letzten letzter vorige vorigen seit soir matin nuit hier semaine mois an année dernier dernière depuis sera mattina notte ieri settimana mese anno scorso scorsa scorsi
			noche mañana tarde ayer semana mes año pasado pasada noite manhã manha tarde ontem semana mês ano passado passada avond ochtend nacht gisteren week maand jaar vorige afgelopen wieczorem rano wczoraj dziś dzis tygodniu miesiącu roku zeszłym zeszlym ostatnio`)...)
		for w := range calendars().months {
			all[w] = true
		}
		for w := range calendars().days {
			all[w] = true
		}
		return all
	})
	fillers = lazyre.Once(func() (all [plAt + 1]map[string]bool) {
		for l, words := range [plAt + 1]string{
			enAt: `just only anyway anyways actually even really then otherwise again so too also right well much`,
			deAt: `doch ja eh halt eben nur mal sowieso grad gerade einfach immer sogar allein alleine sonst dann danach wieder anders auch`,
			nlAt: `toch maar ook wel gewoon even eens alleen net inmiddels dan anders`,
			frAt: `bien juste seulement donc aussi sinon après très enfin alors`,
			itAt: `solo pure proprio comunque anche poi ormai bene tanto`,
			esAt: `sí solo sólo también bien igual después luego`,
			ptAt: `só também mesmo bem depois afinal tá está então`,
			plAt: `tylko też tez przecież przeciez potem znowu akurat zawsze dobrze`,
		} {
			all[l] = set(strings.Fields(words)...)
		}
		return all
	})
	limiting = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`only just nur erst alleen maar pas seulement juste solo sólo só tylko soltanto`)...)
	})
	// behindLimit are words behind which a limit is one of the deed.
	behindLimit = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`for if when with without half part one für wenn falls mit ohne halb halbe ein eine einen voor als met zonder half een pour si avec sans un une per se con senza mezzo mezza para com sem meio meia dla z bez pół jeśli jak gdy until bis tot jusqu'à fino hasta até do`)...)
	})
	// reversing are words with which a no is taken back, or wants something else.
	reversing = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`zugesagt freigegeben genehmigt gewollt dafür goedgekeurd gevraagd gefragt fragen frage vraag vragen approved agreed asked asking testing ask falsche falschen falsch verkeerde wrong chef boss baas jefe capo überleg überlege zeit tijd weißt weisst jouw dein said gesagt sagte dit detto dijo disse gezegd zei powiedział powiedziała mean meant meine meinte mein meinen dire veux voudrais voulais intendo intendevo voglio vorrei quiero quisiera quise quero queria quis bedoel bedoelde wil willen znaczy chcę chce wolę
			want rather instead prefer möchte will würde lieber stattdessen liever zou plutôt préfère piuttosto invece preferisco prefiero prefiro raczej zamiast okay ok fine einverstanden akkoord d'accord accordo acuerdo acordo zgoda machen tun mach macht tue do doen doe fare faccio facciamo hacer hago hazlo faire fais faites fazer faço faz faça zrobić zrób robić`)...)
	})
)
