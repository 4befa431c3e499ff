package reply

import (
	"slices"
	"strings"
	"unicode"

	"bridge/internal/lazyre"
)

// How people of Austria, Bavaria and Flanders write as they speak joins a pronoun to the verb, or writes its vowel as it sounds: "brauch ma
// ned", "schickens es weg", "mochs". And whoever is in a good mood writes the last letter of a word again: "stuur maarr".

// bareVerbs are verbs that say nothing but that something is done, wanted or not, by the stem on which "ma" (wir) hangs.
var bareVerbs = lazyre.Once(func() map[string]string {
	return map[string]string{"brauch": "brauchen", "woll": "wollen", "mach": "machen", "moch": "machen", "nehm": "nehmen", "lass": "lassen", "loss": "lassen", "tu": "tun", "tua": "tun"}
})

// upperGerman puts such words into plain German, where the verb is that of the prompt or one of those: who the pronoun speaks of changes
// nothing.
func (p *parser) upperGerman(body string, shown Shown) string {
	own := p.own(shown, deAt)
	toks := tokenize(body, p.smileys)
	verb := func(w string) bool {
		return (own.act(w)|own.roles[nameKey(w)])&infinitive != 0 || w == "machen" || w == "lassen"
	}
	negates := slices.ContainsFunc(toks, func(t token) bool { return austrianNot()[t.key] })
	if slices.ContainsFunc(toks, func(t token) bool { return givenBack()[t.key] }) {
		return body
	}
	var b strings.Builder
	at := 0
	put := func(t token, to string) {
		b.WriteString(body[at:t.start] + to)
		at = t.end
	}
	for i, t := range toks {
		if t.kind != word || shown.says(t.key) || i > 0 && determiners()[toks[i-1].key] && unicode.IsUpper([]rune(body[t.start:])[0]) {
			continue
		}
		stem, joined := strings.CutSuffix(t.key, "ma")
		if t.key == "ma" && i > 0 {
			stem, joined = toks[i-1].key, false
		}
		polite, isPolite := strings.CutSuffix(t.key, "ns")
		switch {
		case t.key == "scho":
			put(t, "schon")
		case joined && stem != "" && bareVerbs()[stem] != "": // "machma"
			put(t, bareVerbs()[stem]+" wir")
		case t.key == "ma" && i > 0 && (bareVerbs()[stem] != "" || negates && verb(stem+"en")):
			full := bareVerbs()[stem]
			if full == "" {
				full = stem + "en"
			}
			if at <= toks[i-1].start {
				b.WriteString(body[at:toks[i-1].start])
			} else { // the stem was put already
				continue
			}
			b.WriteString(full + " wir")
			at = t.end
		case isPolite && len(polite) > 3 && isInfinitive(polite+"n") && verb(polite+"n"): // "schickens", "buchens"
			put(t, polite+"n Sie")
		case !(i+1 < len(toks) && toks[i+1].key == "ma"):
			if to := p.byVowel(t.key, shown); to != "" {
				put(t, to)
			}
		}
	}
	b.WriteString(body[at:])
	return b.String()
}

// givenBack are words for back, which make another deed of a verb.
var givenBack = lazyre.Once(func() map[string]bool {
	return set("zruck", "zrück", "zruk", "zurück", "zurueck", "retour", "her")
})

// austrianNot are the words for not.
var austrianNot = lazyre.Once(func() map[string]bool { return set("nicht", "nit", "net", "ned", "nöd", "nid") })

// byVowel is the order of which a word is the Bavarian form: "moch", "mochs", "buach"; "" if it is none.
func (p *parser) byVowel(w string, shown Shown) string {
	switch w {
	case "moch", "mochts":
		return "mach"
	case "mochs", "moch's", "machs":
		return "mach es"
	}
	for _, of := range [][2]string{{"ua", "u"}, {"oa", "ei"}, {"o", "a"}} {
		if plain := strings.Replace(w, of[0], of[1], 1); plain != w && len(w) > 4 && p.words[w] == 0 && !p.orderedIn(w, shown) && p.orderedIn(plain, shown) {
			return plain
		}
	}
	return ""
}

// withoutLength writes once what stands twice at the end of a word that is none, if it is one of the language then: "maarr", "doee".
func (p *parser) withoutLength(body string, l int, shown Shown) string {
	var b strings.Builder
	at := 0
	for i, t := range tokenize(body, p.smileys) {
		last, n := lastRun(t.key)
		if t.kind != word || n < 2 || p.known[t.key] || p.words[t.key] != 0 || shown.says(t.key) || i > 0 && unicode.IsUpper([]rune(body[t.start:])[0]) {
			continue
		}
		once := strings.TrimRight(t.key, last) + last
		if len(once) < 3 || p.words[once]&(1<<l) == 0 && p.orders[l].roleOf(once) == 0 && !p.orderedIn(once, shown) {
			continue
		}
		b.WriteString(body[at:t.start] + once)
		at = t.end
	}
	b.WriteString(body[at:])
	return b.String()
}

// lastRun is the last letter of a word, and how often it stands there in a row.
func lastRun(w string) (string, int) {
	all := []rune(w)
	if len(all) == 0 || !unicode.IsLetter(all[len(all)-1]) {
		return "", 0
	}
	n := 1
	for n < len(all) && all[len(all)-1-n] == all[len(all)-1] {
		n++
	}
	return string(all[len(all)-1]), n
}

// inDialect reads a German text in plain words. The reason of a no is in those of whoever wrote it.
func (p *parser) inDialect(body string, l int, o Options) Result {
	if l != deAt {
		return Result{}
	}
	plain := p.upperGerman(sungNo.ReplaceAllString(body, "nein$1"), o.Shown)
	if m := fitsWell.FindStringSubmatch(plain); m != nil {
		if asks, _ := p.leavesNothing(o.Shown); !asks {
			plain = m[1] + m[2]
		}
	}
	if p.orderedIn("schick", o.Shown) {
		plain = sentOff.ReplaceAllString(plain, "$1")
	}
	if plain == body {
		return Result{}
	}
	r := p.answer(plain, o)
	if less := austrianNo.ReplaceAllString(plain, ""); r.Verdict == None && less != plain {
		if notWe.MatchString(less) {
			less = "nein, " + less
		}
		if r = p.answer(less, o); r.Verdict != Deny {
			return Result{}
		}
	}
	ends := p.undoes(o.Shown) && notWanted.MatchString(plain) || slices.ContainsFunc(o.Shown.About, o.Shown.prohibits)
	if r.Verdict == Deny && ends || r.Verdict != None && p.takesForOther(plain, r, o) { // what is not wanted may be the thing
		return Result{}
	}
	if r.Reason != "" {
		r.Reason = strings.TrimSpace(body)
	}
	return r
}

// sentOff is how a thing is sent away, and nobody: "schick's weg".
var sentOff = lazyre.New(`(?i)\b(schick(?:en Sie|e|t)?(?: (?:es|das|alles)|['’]?s)(?: bitte| gleich| ruhig)?|schicken Sie) weg\b`)

// sungNo is the no of Austria drawn out.
var sungNo = lazyre.New(`(?i)^\s*n(?:aa|oa)+a*([ ,.!]+\pL)`)

// fitsWell is a yes to what needs no more, which to whom asks for a change may be that none is needed.
var fitsWell = lazyre.New(`(?i)^((?:ja|jo|joa|jep|ok) passt) (?:schon|eh)\b(.*)$`)

// notWanted says that something is not needed or wanted.
var notWanted = lazyre.New(`(?i)\b(?:brauchen|wollen) wir\b`)

// notWe says that we do not, or need not.
var notWe = lazyre.New(`(?i)^(?:(?:das|des|die|den) )?\pL{3,}n wir (?:das |des |die |den )?(?:nicht|nit|net|ned|nöd|nid)[ .!]*$`)
