package reply

import (
	"slices"
	"strings"
	"unicode"
)

// ownWords are the roles that words have because the prompt has them: the verb that it asks with in the
// forms of an order ("accepte-la" to "Accepter l'offre?"), and its other words as what it is done to. So a
// deed that no list has is answered with its own word. Nothing that makes a doubt or negates gets a role.
type ownWords map[string]role

// own returns those of a prompt in one language, in the order of languages().
func (p *parser) own(shown Shown, l int) ownWords {
	own := ownWords{}
	note := func(w string, r role) {
		if key := nameKey(w); len(w) > 2 && !p.optOut.of[w] && !p.hedges.of[w] && !p.hedges.of[key] && !p.negators[w] && !p.refusals[w] && p.orders[l].roles[w] == 0 {
			own[key] |= r
		}
	}
	for _, about := range shown.About {
		words := wordsOfPrompt(about)
		if len(words) == 0 {
			continue
		}
		verb := 0
		if l == deAt || l == nlAt {
			verb = len(words) - 1
			for i, w := range words { // the last that may be an infinitive
				if strings.HasSuffix(w, "en") && strings.ToLower(w) == w && len(w) > 4 {
					verb = i
				}
			}
		}
		ownForms(l, strings.ToLower(words[verb]), note)
		if len(words) < 2 || strings.Contains(about, ",") || slices.ContainsFunc(words, func(w string) bool {
			w = strings.ToLower(w)
			return p.and[w] || w == "or" || w == "oder" || w == "ou" || w == "lub" || w == "albo"
		}) { // it may be about one of several
			continue
		}
		for i, w := range words {
			low := strings.ToLower(w)
			if name := low != w && i > 0 && !(l == deAt && germanArticle(words[i-1])); i != verb && len(low) > 3 && !name {
				if m, ok := p.verdicts.of[low]; !ok || !m.class.isYes() && !m.class.isNo() {
					note(low, object)
				}
			}
		}
	}
	return own
}

func germanArticle(w string) bool {
	return slices.Contains([]string{"der", "die", "das", "den", "dem", "des", "ein", "eine", "einen", "einem", "einer"}, strings.ToLower(w))
}

// The places of languages in languages().
const (
	enAt = iota
	itAt
	esAt
	frAt
	deAt
	ptAt
	nlAt
	plAt
)

func wordsOfPrompt(s string) []string {
	return strings.FieldsFunc(normalize(s), func(r rune) bool { return !unicode.IsLetter(r) && r != '-' })
}

// ownForms notes the forms of a verb in which people order.
func ownForms(l int, verb string, note func(string, role)) {
	cut := func(endings ...string) (string, string) {
		for _, e := range endings {
			if stem, is := strings.CutSuffix(verb, e); is && len(stem) > 2 {
				return stem, e
			}
		}
		return "", ""
	}
	with := func(stems []string, endings, pronouns string, r role) {
		for _, s := range stems {
			for e := range strings.FieldsSeq(endings) {
				form := s + strings.TrimPrefix(e, "-")
				note(form, r)
				for c := range strings.FieldsSeq(pronouns) {
					note(form+c, r&(imperative|infinitive)|holding)
				}
			}
		}
	}
	switch l {
	case enAt:
		note(verb, imperative|infinitive)
	case itAt:
		const on = "lo la li le gli"
		stem, e := cut("are", "ere", "ire")
		i, end := map[string]string{"are": "i iamo", "ere": "iamo ete", "ire": "iamo ite isci isca"}[e], map[string]string{"are": "a ate", "ere": "i ete a", "ire": "i ite a isci"}[e]
		if stem == "" {
			return
		}
		stem = strings.TrimSuffix(stem, "i")
		stems := []string{stem, stem + "i"}
		with(stems, i, "", imperative)
		with(stems, end, on, imperative)
		with(stems, "a", "", stated)
		with([]string{verb[:len(verb)-1]}, "e", "", infinitive)
		with([]string{verb[:len(verb)-1]}, "-", on, infinitive)
	case esAt, ptAt:
		on, joined := "lo la los las le les", ""
		if l == ptAt {
			on, joined = "", "-o -a -os -as -lo -la -los -las"
		}
		stem, e := cut("ar", "er", "ir")
		if stem == "" {
			return
		}
		stems := []string{stem}
		if at := strings.LastIndexAny(stem, "eo"); at >= 0 && l == esAt {
			stems = append(stems, stem[:at]+map[byte]string{'e': "ie", 'o': "ue"}[stem[at]]+stem[at+1:])
		}
		soft := slices.Clone(stems)
		for i, s := range soft {
			for _, c := range [][2]string{{"g", "gu"}, {"c", "qu"}, {"z", "c"}, {"ç", "c"}} {
				if t, is := strings.CutSuffix(s, c[0]); is && e == "ar" {
					soft[i] = t + c[1]
					break
				}
			}
		}
		first, then, state := "a ad", "e en emos em", "a"
		if e != "ar" {
			first, then, state = "e ed id", "a an amos am", "e"
		}
		with(stems, first, on+joined, imperative)
		with(stems, state, "", stated)
		with(soft, then, on+joined, imperative)
		with(soft, map[bool]string{true: "es eis", false: "as ais"}[e == "ar"], "", negated1)
		with([]string{verb}, "-", on, infinitive)
		if joined != "" {
			for c := range strings.FieldsSeq(joined) {
				note(stem+map[string]string{"ar": "a", "er": "e", "ir": "i"}[e]+c, infinitive|holding)
				note(stem+map[string]string{"ar": "a", "er": "e", "ir": "i"}[e]+c, imperative|holding)
			}
		}
	case frAt:
		stem, e := cut("er", "ir", "re")
		if stem == "" {
			return
		}
		if e == "er" {
			with([]string{stem}, "e ez ons", "", imperative)
			with([]string{stem}, "e", "", stated)
		} else {
			with([]string{stem}, "s ez issez is", "", imperative)
		}
		for _, f := range []string{"e", "ez", "ons", "s", "is", "issez"} {
			for _, c := range []string{"-le", "-la", "-les", "-lui", "-leur"} {
				note(stem+f+c, imperative|holding)
			}
		}
		note(verb, infinitive)
	case deAt:
		stem, _ := cut("en", "n")
		if stem == "" {
			return
		}
		note(verb, infinitive)
		for _, prefix := range []string{"zurück", "ab", "an", "auf", "aus", "ein", "zu", "um", "vor", "weg", "los", "rein", "raus", "frei", "durch"} {
			if bare, is := strings.CutPrefix(stem, prefix); is && len(bare) > 2 && bare != "t" {
				with([]string{bare}, "- e t", "", imperative)
				with([]string{bare}, "t", "", stated)
				note(prefix, adverb)
				return
			}
		}
		with([]string{stem}, "- e t", "", imperative)
		with([]string{stem}, "t", "", stated)
	case nlAt:
		stem, _ := cut("en")
		if stem == "" {
			return
		}
		note(verb, infinitive)
		for _, prefix := range []string{"terug", "op", "aan", "af", "uit", "in", "over", "door", "weg"} {
			if bare, is := strings.CutPrefix(stem, prefix); is && len(bare) > 2 {
				note(prefix, adverb)
				stem = bare
				break
			}
		}
		with(dutchStems(stem), "- t", "", imperative)
		with(dutchStems(stem), "t", "", stated)
	case plAt:
		for _, e := range [][2]string{{"ować", "uj"}, {"ywać", "uj"}, {"ać", "aj"}, {"nąć", "nij"}, {"ić", ""}, {"yć", ""}, {"ść", "ś"}} {
			if stem, is := strings.CutSuffix(verb, e[0]); is && len(stem) > 2 {
				with([]string{stem + e[1]}, "- cie my", "", imperative)
				break
			}
		}
		note(verb, infinitive)
	}
}

// dutchStems are what a stem of the plural is alone: "stur" is "stuur", "plann" "plan", "verhuiz" "verhuis".
func dutchStems(stem string) []string {
	n := len(stem)
	switch {
	case stem[n-1] == stem[n-2]:
		stem = stem[:n-1]
	case n > 2 && strings.IndexByte("aeou", stem[n-2]) >= 0 && strings.IndexByte("aeoiu", stem[n-3]) < 0:
		long := stem[:n-1] + stem[n-2:]
		return []string{stem, long}
	}
	if v, is := strings.CutSuffix(stem, "v"); is {
		stem = v + "f"
	} else if z, is := strings.CutSuffix(stem, "z"); is {
		stem = z + "s"
	}
	return []string{stem}
}
