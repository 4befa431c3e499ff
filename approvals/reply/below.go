package reply

import (
	"slices"
	"strings"
	"unicode"

	"bridge/internal/lazyre"
)

// What stands below a name is left out if it may be what somebody is or where. A few short lines of that kind say something of the
// request all the same: a condition ("Nach Prüfung", "Previa consulta", "Audit First"), and words of the request itself, which may be
// the part of it that is meant ("Reservas" to "Cancelar las reservas y las cenas").

type belowWords struct {
	first   map[string]bool // begin a condition
	small   map[string]bool // do so before a word that is written small
	begins  wordList        // begin one, in any form
	last    wordList        // end one
	states  wordList        // do so behind a word of the request
	between map[string]bool
	takes   wordList        // takes something out of what is asked, wherever it stands, or says that who is paid cannot pay
	left    map[string]bool // leave it open beside a name, without dots; two letters behind it alone ("A.C. Smith")
	pays    []string        // begin who pays: "a carico del cliente"
	copies  map[string]bool // whom a copy is for, before an address
	reviews map[string]bool // what another is to do first, behind "to"
}

var belowName = lazyre.Once(func() belowWords {
	return belowWords{
		first:   set(strings.Fields(`after before upon until till once unless if minus less except excluding without nach vor bis erst sobald falls sofern ohne vorbehaltlich après avant dès sauf sans hors jusqu'à jusqu'au tras antes después hasta mediante salvo sin dopo entro senza após depois até sem mits behoudens zonder tot przed bez oprócz dopiero`)...),
		small:   set(strings.Fields(`po do na od ab da por à te zu nog noch zum zur voor sous onder unter`)...),
		begins:  wordsOf(`subject sujet* sujeito* sujeta previa previo prévia prévio preliminare pending pendiente* pendente* vorläufig* provisional* provisoire* provvisori* provisóri* voorlopig* tymczasow* condition* bedingt conditionnel* condicion* condizion* voorwaard* warunkow* teilweise partly partial* partiel* parcial* parzial* gedeeltelijk częściow*`),
		last:    wordsOf(`first only pending permitting later afterwards review view included inclusive exclusive tbc tbd previa previo prévia prévio vorher zuerst nachher später voraus eerst later vooraf najpierw potem później wcześniej prima dopo primero después pendiente pendente primeiro depois d'abord après inclus incluse compris incluido incluida incluso inclusa incluído incluída`),
		takes:   wordsOf(`excluded escluso esclusa esclusi escluse excluido excluida excluidos excluidas excluído excluída excluídos excluídas exclu exclue exclus exclues ausgenommen ausgeschlossen uitgezonderd uitgesloten wykluczon* wyłączon* bankrupt* insolven* pleite failli fallito fallita falliti quebró quebrado faliu falido failliet zbankrutow* upadł*`),
		left:    set(strings.Fields(`tbc tbd tba tbr tbv vtbc nnb ntb ovb uv ac pc wip prov provis vorb potw dopotw subj afaik iirc idk nvm jk`)...),
		pays:    []string{"a carico ", "à la charge ", "zu lasten ", "por cuenta ", "a cargo ", "op kosten ", "na koszt ", "at the expense ", "auf kosten ", "aux frais ", "a spese ", "a expensas ", "por conta "},
		copies:  set(strings.Fields(`copy copies copie copia cópia kopie kopia cc bcc cci cco`)...),
		reviews: set(strings.Fields(`review approve decide check sign confirm see read agree`)...),
		states:  wordsOf(`closed open offen geöffnet geschlossen ouvert ouverte fermé fermée abierto abierta abiertos abiertas cerrado cerrada aperto aperta chiuso chiusa aberto aberta fechado fechada gesloten dicht otwarty otwarta otwarte zamknięty zamknięta zamknięte`),
		between: set(strings.Fields(`the of and for at & der die das den dem des und für am im de het en van voor du des le la les l' et il lo gli i della del dei delle di da e el los las y o os as do dos das w z na i dla`)...),
	}
})

// belowSpeaks reports whether one of the lines that were taken for a signature says such a thing; not one that is known from earlier mails.
func (p *parser) belowSpeaks(cut []string, o Options) bool {
	name := p.nameWords(o.Name)
	at := slices.IndexFunc(cut, func(line string) bool {
		return slices.ContainsFunc(nameKeys(words(tokenize(normalize(line), nil))), func(k string) bool { return slices.Contains(name, k) })
	})
	known := func(line string) bool {
		return o.Standing != nil && o.Standing(strings.ToLower(strings.Join(strings.Fields(line), " "))) || slices.ContainsFunc(o.Signatures, func(s string) bool { return strings.Contains(normalize(s), line) })
	}
	if at >= 0 { // "Dana (Freight)", "Dana Rossi TBC"
		said := strings.Fields(cut[at])
		for i, w := range said {
			if k := strings.Map(dropMarks, strings.ToLower(w)); belowName().left[k] && (len(k) > 2 || i == len(said)-1) && !known(strings.TrimSpace(cut[at])) {
				return true
			}
		}
		if _, inner, is := strings.Cut(strings.TrimSuffix(strings.TrimSpace(cut[at]), ")"), "("); is && !pronouns.MatchString(inner) && p.ofRequest(inner, strings.Fields(inner), name, o.Shown) {
			return true
		}
	}
	cut = cut[at+1:]
	for _, line := range cut {
		line = strings.TrimSpace(line)
		if line == "" || p.isFooter(line) || known(line) {
			continue
		}
		if toks := tokenize(normalize(line), p.smileys); p.endsInClosing(toks) || p.onlyCourtesy(toks) {
			continue // "Tot snel", "Sin otro particular"
		}
		if copied(strings.Fields(strings.ToLower(line))) || counts(strings.Fields(line), o.Shown) {
			return true
		}
		if len(strings.Fields(line)) > 5 || strings.ContainsAny(line, "@/:|") || strings.Contains(line, "www.") {
			continue
		}
		for _, part := range strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune("(),–—", r) }) {
			if words := strings.Fields(strings.Trim(part, " .-")); len(words) > 0 && len(words) < 6 && (p.conditions(words, o.Shown) || p.ofRequest(part, words, name, o.Shown)) {
				return true
			}
		}
	}
	return false
}

// dropMarks leaves letters and digits.
func dropMarks(r rune) rune {
	if unicode.IsLetter(r) || unicode.IsDigit(r) {
		return r
	}
	return -1
}

// pronouns are how somebody wants to be spoken of, behind their name: "(she/her)", "(elle)".
var pronouns = lazyre.New(`(?i)^(?:(?:she|her|hers|he|him|his|they|them|elle|il|lui|iel|sie|ihr|er|ihm|ella|él|lei|ela|dela|ele|dele|zij|haar|hij|hem|ona|jej|on|jego)[ /,|]*)+$`)

// copied reports whom a copy is for: "Copia a riva@example.com".
func copied(words []string) bool {
	return len(words) > 1 && len(words) < 4 && belowName().copies[strings.Trim(words[0], ":")] && strings.Contains(words[len(words)-1], "@")
}

// counts reports a number of what is asked for: "2500 Pakete".
func counts(words []string, shown Shown) bool {
	if len(words) != 2 || strings.Trim(words[0], "0123456789.") != "" {
		return false
	}
	what := strings.ToLower(strings.Trim(words[1], ".,"))
	return len(what) > 3 && slices.ContainsFunc(shown.About, func(about string) bool {
		return slices.ContainsFunc(wordsOfPrompt(about), func(w string) bool { return oneWord(what, strings.ToLower(w)) })
	})
}

// conditions reports words that begin or end as conditions do.
func (p *parser) conditions(words []string, shown Shown) bool {
	w := belowName()
	first, last := strings.ToLower(words[0]), strings.ToLower(words[len(words)-1])
	if len(words) == 1 {
		return w.begins.has(first)
	}
	if line := strings.ToLower(strings.Join(words, " ")); slices.ContainsFunc(w.pays, func(begins string) bool { return strings.HasPrefix(line, begins) }) {
		return true
	}
	for i, word := range words {
		if k := strings.ToLower(word); w.takes.has(k) || i > 0 && w.reviews[k] && strings.EqualFold(words[i-1], "to") {
			return true
		}
	}
	second := []rune(words[1])
	year := len(second) < 5 && !slices.ContainsFunc(second, func(r rune) bool { return !unicode.IsDigit(r) })
	return w.first[first] && words[0] != strings.ToUpper(words[0]) || w.begins.has(first) || len(words) < 4 && w.last.has(last) || w.states.has(last) && shown.says(first) ||
		w.small[first] && len(words) < 4 && unicode.IsLower(second[0]) && !determiners()[words[1]] ||
		year && len(words) == 2 && isPreposition(first) && first != "since" && first != "seit" && first != "dal" && first != "desde" && first != "depuis" && first != "sinds" && first != "od"
}

// ofRequest reports a line of which all that says something are words of the request, written small there or alone; not what
// somebody is, where the request does not join several things.
func (p *parser) ofRequest(line string, words, name []string, shown Shown) bool {
	if p.isRole(line) && !slices.ContainsFunc(shown.About, func(about string) bool { return p.joinsAny(wordsOfPrompt(titleOf(about))) }) {
		return false
	}
	var said []string
	for _, w := range words {
		if k := strings.ToLower(w); !belowName().between[k] && !slices.Contains(name, nameKey(k)) {
			said = append(said, k)
		}
	}
	if len(said) == 0 || len(said) > 2 {
		return false
	}
	var small, all []string
	for _, about := range shown.About {
		for _, w := range wordsOfPrompt(about) {
			low := strings.ToLower(w)
			all = append(all, low)
			if low == w {
				small = append(small, low)
			}
		}
	}
	if len(said) == 1 {
		small = all
	}
	return !slices.ContainsFunc(said, func(k string) bool {
		return len(k) < 4 || !slices.ContainsFunc(small, func(w string) bool {
			return w == k || len(w) > 4 && max(len(w)-len(k), len(k)-len(w)) < 3 && oneWord(k, w)
		})
	})
}

// signsAnother reports whether the last line is a closing and a letter that is no initial of the person: "gr M" of Dana Rossi.
func (p *parser) signsAnother(lines, name []string) bool {
	if len(lines) < 2 || len(name) == 0 {
		return false
	}
	keys := words(tokenize(lines[len(lines)-1], p.smileys))
	if len(keys) != 2 || len(keys[1]) != 1 || keys[1] == "x" || !unicode.IsLetter(rune(keys[1][0])) {
		return false
	}
	m, n := p.verdicts.match(keys)
	return n == 1 && m.class == closing && !slices.ContainsFunc(name, func(w string) bool { return strings.HasPrefix(w, keys[1]) })
}
