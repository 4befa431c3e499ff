package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// Who is asked whether somebody shall be told what they do says yes and has them told just that, in the first person: "Yes, tell him I will"
// to "Reply to him that you will do the reading?", "ja, schreib ihr dass ich komme". No word of it may be another than the prompt's, and
// none that negates may be missing.

var (
	tellsEnglish = lazyre.New(`(?i)^(?:oh )?((?:yes|yeah|yep|yup|aye|ok|okay|sure)[ ,.!]+)(?:please )?(?:tell|let|write|text|email|message|answer) (?:him|her|them)(?: know)?(?: that)? ((?:i|we)\b[^,.!;:]*)[ .!]*$`)
	tellsGerman  = lazyre.New(`(?i)^((?:ja|jo|gern|gerne)[ ,.!]+)(?:bitte )?(?:sag|sage|sagen sie|schreib|schreibe|schreiben sie|antworte|antworten sie)(?: bitte)? (?:ihm|ihr|ihnen|denen)(?: bitte)?,? (?:dass|das|daß) ((?:ich|wir)\b[^,.!;:]*)[ .!]*$`)
	tellsDutch   = lazyre.New(`(?i)^((?:ja|graag|oké|ok)[ ,.!]+)(?:zeg|schrijf|mail|app|antwoord|laat)(?: maar)? (?:hem|haar|hun|hen|ze)(?: maar)?(?: weten)?,? dat ((?:ik|we|wij)\b[^,.!;:]*)[ .!]*$`)
	tellsPolish  = lazyre.New(`(?i)^((?:tak|jasne|ok)[ ,.!]+)(?:proszę )?(?:powiedz|powiedzieć|napisz|napisać|odpisz|odpisać|przekaż|przekazać) (?:mu|jej|im),? (że [^,.!;:]*)[ .!]*$`)
	toldEnglish  = lazyre.New(`(?i)\b(you\b[^?.\n]*)`)
	toldGerman   = lazyre.New(`(?i)\bdass ((?:sie|du|ihr)\b[^?.\n]*)`)
	toldDutch    = lazyre.New(`(?i)\bdat ((?:je|jij|u|jullie)\b[^?.\n]*)`)
	toldPolish   = lazyre.New(`(?i)(że [^?.\n]*)`)
	// gladTo says how gladly one will; thenOnly makes what is told conditional
	gladTo     = lazyre.New(`(?i)^(?:i|we)(?:'d| should| would|'ll| shall| will) (?:just )?(?:love|be (?:(?:very|so|only too|most) )?(?:delighted|glad|happy|pleased)) to `)
	thenOnly   = lazyre.New(`(?i)\b(?:if|when|unless|too|late|later|only|after|before|until|not)\b`)
	contracted = strings.NewReplacer("'ll", " will", "'re", " are", "'ve", " have", "'m", " are", "can't", "can not", "cannot", "can not", "won't", "will not", "don't", "do not", " am", " are")
)

// tellsSame puts the yes of such a text in its place.
func (p *parser) tellsSame(body string, l int, o Options) string {
	says := [plAt + 1]*lazyre.Regexp{enAt: tellsEnglish, deAt: tellsGerman, nlAt: tellsDutch, plAt: tellsPolish}[l]
	told := [plAt + 1]*lazyre.Regexp{enAt: toldEnglish, deAt: toldGerman, nlAt: toldDutch, plAt: toldPolish}[l]
	if says == nil || o.Shown.in != 1<<l {
		return body
	}
	m := says.FindStringSubmatch(body)
	if m == nil {
		return body
	}
	same := false
	for _, about := range o.Shown.About {
		if about == "" {
			continue
		}
		title := titleOf(about)
		first := wordsOfPrompt(strings.ToLower(title))
		if !slices.ContainsFunc(first, func(w string) bool {
			return replying()[w] || toTelling()[w] || tellsThem().has(w) || w == "weten" || w == "wissen"
		}) || p.joinsAny(wordsOfPrompt(title)) {
			return body
		}
		what := told.FindStringSubmatch(title)
		if less := gladTo.ReplaceAllString(m[2], "i will "); less != m[2] {
			if m[2] = less; what != nil && thenOnly.MatchString(what[1]) {
				return body
			}
		}
		if what == nil || !p.sameClause(wordsInFull(m[2]), wordsInFull(what[1]), l) {
			return body
		}
		same = true
	}
	if !same {
		return body
	}
	return yesOf()[l]
}

// wordsInFull are the words of a clause, of English ones in full.
func wordsInFull(s string) []string {
	return strings.Fields(contracted.Replace(normalize(strings.ToLower(strings.TrimSpace(s)))))
}

// sameClause reports that the words of a clause are those of another in their order, in the first person: what is left out stands at the end
// in English, and negates nothing.
func (p *parser) sameClause(said, told []string, l int) bool {
	not := func(of []string) (n int) {
		for _, w := range of {
			if p.negators[w] || w == "not" || w == "n't" {
				n++
			}
		}
		return n
	}
	if len(said) < 2 || not(said) != not(told) {
		return false
	}
	if l == enAt {
		for len(said) > 2 && (said[len(said)-1] == "it" || said[len(said)-1] == "that" || said[len(said)-1] == "so") && len(said) <= len(told) && said[len(said)-1] != told[len(said)-1] {
			said = said[:len(said)-1]
		}
		return len(said) <= len(told) && slices.Equal(said[1:], told[1:len(said)])
	}
	at, verb := 1, false
	for _, w := range said[1:] {
		i := slices.IndexFunc(told[min(at, len(told)):], func(of string) bool { return w == of || sameStem(w, of) })
		if i < 0 {
			return false
		}
		at += i + 1
		if of := told[at-1]; of != w {
			if verb || l == plAt && !ofYou.MatchString(of) { // "że przyjdzie Ania"
				return false
			}
			verb = true
		}
	}
	return verb
}

// ofYou ends a Polish verb of whoever is spoken to.
var ofYou = lazyre.New(`(?:sz|cie|łeś|łaś|liście|łyście)$`)

// sameStem reports two forms of a verb by what they begin with.
func sameStem(a, b string) bool {
	x, y := []rune(a), []rune(b)
	n := 0
	for n < len(x) && n < len(y) && x[n] == y[n] {
		n++
	}
	return n >= 3 && n+2 >= len(x) && n+6 > len(y)
}
