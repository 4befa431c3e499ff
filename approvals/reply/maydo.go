package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// Who is asked whether somebody shall be told that they may do something says yes and that they may: "Yes, she can", "Tak, może iść", "ja, kann
// sie". It is for the same person, with the same verb, or going for leaving; "może" alone is perhaps.

var (
	mayEnglish  = lazyre.New(`(?i)^(?:yes|yeah|yep|yup|aye|sure|of course)[ ,.!]+(?:of course )?(he|she|they) (can|may)(?: (\pL+))?[ .!]*$`)
	mayGerman   = lazyre.New(`(?i)^(?:ja|klar|natürlich)[ ,.!]+(?:(?:das )?(kann|darf) (er|sie)|(er|sie) (kann|darf)(?: gerne?| ruhig)?(?: (\pL+en))?)[ .!]*$`)
	mayPolish   = lazyre.New(`(?i)^(?:tak|jasne|oczywiście|oczywiscie)[ ,.!]+(może|moze|mogą|moga) (\pL+[ćc])[ .!]*$`)
	toldEnglMay = lazyre.New(`(?i)\b(he|she|they) (can|may) ([^?.\n]*)`)
	toldGermMay = lazyre.New(`(?i)\bdass (er|sie) ([^?.\n]*?)(\pL+en) (kann|darf)\b`)
	toldPolMay  = lazyre.New(`(?i)(?:^|[ ,])że (może|mogą) ([^?.\n]*)`)
	goings      = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`go leave gehen isc pojsc wyjsc`)...)
	})
)

// mayDo puts the yes of such a text in its place.
func (p *parser) mayDo(body string, l int, o Options) string {
	if !p.toTell(o.Shown) || l != enAt && l != deAt && l != plAt {
		return body
	}
	same := false
	for _, about := range o.Shown.About {
		if about == "" {
			continue
		}
		title := strings.ToLower(normalize(titleOf(about)))
		if p.joinsAny(wordsOfPrompt(title)) || slices.ContainsFunc(wordsOfPrompt(title), func(w string) bool { return p.negators[w] }) {
			return body
		}
		who, may, did, told := "", "", "", []string(nil)
		low := strings.ToLower(normalize(body))
		switch l {
		case enAt:
			m, t := mayEnglish.FindStringSubmatch(low), toldEnglMay.FindStringSubmatch(title)
			if m == nil || t == nil {
				return body
			}
			who, may, did, told = m[1], m[2], m[3], append([]string{t[1], t[2]}, strings.Fields(t[3])...)
		case deAt:
			m, t := mayGerman.FindStringSubmatch(low), toldGermMay.FindStringSubmatch(title)
			if m == nil || t == nil {
				return body
			}
			who, may, did, told = m[2]+m[3], m[1]+m[4], m[5], []string{t[1], t[4], t[3]}
		default:
			m, t := mayPolish.FindStringSubmatch(low), toldPolMay.FindStringSubmatch(title)
			if m == nil || t == nil {
				return body
			}
			may, did, told = nameKey(m[1]), nameKey(m[2]), append([]string{""}, strings.Fields(nameKey(t[1]+" "+t[2]))...)
		}
		if who != told[0] || may != told[1] || did != "" && !slices.Contains(told[2:], did) && !(goings()[did] && len(told) > 2 && goings()[told[2]]) {
			return body
		}
		same = true
	}
	if !same {
		return body
	}
	return yesOf()[l]
}
