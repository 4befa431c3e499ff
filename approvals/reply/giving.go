package reply

import (
	"strings"

	"bridge/internal/lazyre"
)

// In Spanish people "give of low" what they call off or cancel, and "give of high" what they register: the verb stands in the
// name of the deed ("dar de baja la línea"), so that both are read as verbs of their own.

// givingForms are the forms of "dar", with the ending that a regular verb has for each.
var givingForms = lazyre.Once(func() map[string]string {
	all := map[string]string{}
	for pair := range strings.FieldsSeq(`da:a dá:a dar:ar dad:ad den:en des:es deis:éis demos:emos dé:e de:e doy:o damos:amos dale:alo dales:alos date:alo dese:elo dado:ado dada:ada`) {
		form, ending, _ := strings.Cut(pair, ":")
		all[form] = ending
	}
	for form, ending := range map[string]string{"da": "a", "dá": "a", "dar": "ar", "dad": "ad", "den": "en", "de": "e", "dé": "e"} {
		for on := range strings.FieldsSeq("lo la los las") {
			all[form+on] = ending + on
		}
	}
	return all
})

// givenVerbs are the stems of the verbs that these are.
var givenVerbs = map[string]string{"baja": "anul", "alta": "registr"}

// joinGiving puts one word in the place of a form of "dar de baja".
func joinGiving(toks []token) []token {
	var out []token
	for i := 0; i < len(toks); i++ {
		if i+2 < len(toks) && toks[i].kind == word && toks[i+1].key == "de" && givenVerbs[toks[i+2].key] != "" && givingForms()[toks[i].key] != "" {
			if out == nil {
				out = append(make([]token, 0, len(toks)), toks[:i]...)
			}
			t := toks[i]
			t.key, t.end = givenVerbs[toks[i+2].key]+givingForms()[t.key], toks[i+2].end
			out = append(out, t)
			i += 2
			continue
		}
		if out != nil {
			out = append(out, toks[i])
		}
	}
	if out == nil {
		return toks
	}
	return out
}

// givingTitle is such a deed in a title.
var givingTitle = lazyre.New(`(?i)\b(?:dar|doy|damos|darle|da|den) de (baja|alta)\b`)

// withoutGiving puts the infinitive of the verb in its place.
func withoutGiving(title string) string {
	m := givingTitle.FindStringIndex(title)
	if m == nil {
		return title
	}
	return title[:m[0]] + givenVerbs[strings.ToLower(title[m[1]-len("baja"):m[1]])] + "ar" + title[m[1]:]
}
