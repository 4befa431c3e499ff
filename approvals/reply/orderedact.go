package reply

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// A prompt may ask with an order instead of an infinitive: "Annulez le cours de samedi", "Zeg de les van zaterdag af".

// infinitives are those of which the order that a prompt begins with may be a form, in one language: the words of its title
// in small letters. Most of them are no words at all; who calls looks for those that are.
func infinitives(words []string, l int) (all []string) {
	if len(words) == 0 {
		return nil
	}
	w := words[0]
	from := func(ending string, to ...string) {
		if stem, is := strings.CutSuffix(w, ending); is && len(stem) > 2 {
			for _, t := range to {
				all = append(all, stem+t)
			}
		}
	}
	switch l {
	case frAt:
		from("issez", "ir")
		from("ez", "er", "re")
		from("e", "er")
		from("ie", "yer")
		from("s", "re")
		from("is", "ir")
	case itAt:
		from("isci", "ire")
		from("iscano", "ire")
		from("a", "are", "ere", "ire")
		from("ate", "are")
		from("i", "are", "ere", "ire", "iare")
		from("ete", "ere")
		from("ite", "ire")
	case esAt, ptAt:
		from("a", "ar", "er", "ir")
		from("e", "ar", "er", "ir")
		from("en", "ar")
		from("em", "ar")
		from("ad", "ar")
		from("ed", "er")
		from("id", "ir")
		from("que", "car")
		from("gue", "gar")
	case deAt, nlAt:
		particle := ""
		if last := words[len(words)-1]; len(words) > 1 && particles()[l][last] {
			particle = last
		}
		for _, stem := range stemsOf(w, l) {
			all = append(all, particle+stem+"en")
		}
	case plAt:
		from("uj", "ować")
		from("aj", "ać")
		from("uję", "ować")
	}
	return all
}

// stemsOf are the stems of a German or Dutch verb of which an order may be a form: "boek", "verleng", "teken", "geef", "zegt".
func stemsOf(w string, l int) (all []string) {
	bare := []string{w}
	for _, ending := range []string{"t", "e"} {
		if stem, is := strings.CutSuffix(w, ending); is && len(stem) > 2 && (ending == "t" || l == deAt) {
			bare = append(bare, stem)
		}
	}
	for _, s := range bare {
		all = append(all, s)
		n := len(s)
		if l != nlAt || n < 3 {
			continue
		}
		last, size := utf8.DecodeLastRuneInString(s)
		if size > 1 {
			continue
		}
		all = append(all, s+string(last)) // "zeg", "zeggen"
		soft := map[rune]string{'f': "v", 's': "z"}[last]
		if soft != "" {
			all = append(all, s[:n-1]+soft)
		}
		if v := s[n-2]; n > 3 && v == s[n-3] && strings.IndexByte("aeou", v) >= 0 { // "boek" has none, "betaal" has
			short := s[:n-2]
			all = append(all, short+string(last))
			if soft != "" {
				all = append(all, short+soft)
			}
		}
	}
	return all
}

// orderedActs are the acts that the first word of a prompt orders, in the languages in which it is a form of their verbs.
func orderedActs(words []string) (asked []int) {
	for l := itAt; l <= plAt; l++ {
		for _, verb := range infinitives(words, l) {
			for _, a := range actsByVerb()[verb] {
				if a.l == l && !slices.Contains(asked, a.k) {
					asked = append(asked, a.k)
				}
			}
		}
	}
	return asked
}

// orderedVerb is the infinitive of the order that a title begins with in one language; "" if it is none of an act.
func orderedVerb(title []string, l int) string {
	if slices.ContainsFunc(actsByVerb()[strings.ToLower(title[0])], func(a actAt) bool { return a.l == enAt }) { // "Send the reminder", which is a form of "senden"
		return ""
	}
	words := make([]string, len(title))
	for i, w := range title {
		words[i] = strings.ToLower(w)
	}
	for _, verb := range infinitives(words, l) {
		if slices.ContainsFunc(actsByVerb()[verb], func(a actAt) bool { return a.l == l }) {
			return verb
		}
	}
	return ""
}

// elsewhere reports whether a word is a verb of the acts in other languages alone: then it has no forms in this one. Spanish
// and Portuguese have most of theirs in common ("buscar").
func elsewhere(verb string, l int) bool {
	of := actsByVerb()[strings.ToLower(verb)]
	return len(of) > 0 && !slices.ContainsFunc(of, func(a actAt) bool {
		return a.l == l || a.l == enAt || (l == esAt || l == ptAt) && (a.l == esAt || a.l == ptAt)
	})
}
