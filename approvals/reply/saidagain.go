package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// Beside a yes people say what is asked once more without ordering it: that it is to be done ("oui, à supprimer", "sì, va pagata"), that
// one does it ("oui, on publie"), that it now may be done ("sí, ya se puede borrar"), or that they allow it ("sì, glielo autorizzo"). The
// verb is the one that is asked, and nothing else stands in the clause, so that the text is read without it.

// withDeedAgain reads a text without such a clause.
func (p *parser) withDeedAgain(body string, o Options) Result {
	toks := tokenize(body, p.smileys)
	at := slices.IndexFunc(toks, func(t token) bool { return t.kind == word && p.answersAlone(t.key, false) })
	if at < 0 || at+1 == len(toks) || toks[at].key == "si" && toks[at+1].kind == word {
		return Result{}
	}
	if from, end := p.saidAgain(toks, at+1, o.Shown); end > 0 {
		if r := p.answer(strings.TrimRight(body[:toks[from].start], ", ")+body[toks[end-1].end:], o); r.Verdict == Grant {
			return r
		}
	}
	return Result{}
}

// againstNo reports such a clause behind a no, of which it is no reason: "non, à supprimer".
func (p *parser) againstNo(toks []token, shown Shown) bool {
	at := slices.IndexFunc(toks, func(t token) bool { return answerWords()[t.key] == Deny })
	if at < 0 || at+1 == len(toks) || toks[at+1].kind == word { // "non va pagata"
		return false
	}
	_, end := p.saidAgain(toks, at+1, shown)
	return end > 0
}

// saidAgain is where such a clause begins and ends, from toks[at] or behind punctuation; 0 if there is none.
func (p *parser) saidAgain(toks []token, at int, shown Shown) (from, end int) {
	l, one := shown.in.one()
	if !one || len(deedOpeners()[l]) == 0 || len(toks) > 24 {
		return 0, 0
	}
	verb, _, ownFirst := p.onlyVerb(l, shown)
	if verb == "" || toBeConsented.MatchString(verb) {
		return 0, 0
	}
	forms := deedAgain(l, verb)
	for i := at; i < len(toks); i++ {
		if toks[i].kind != word || i > at && toks[i-1].kind == word {
			continue
		}
		for _, form := range forms {
			end := i + len(form)
			if end > len(toks) || slices.ContainsFunc(toks[i:end], func(t token) bool { return t.kind != word }) || !form.is(toks[i:end]) {
				continue
			}
			if form[0] == "on" && (ownFirst || answerWords()[toks[at-1].key] == None || toks[i-1].kind == word) && !strings.HasSuffix(form[len(form)-1], verb) { // "ok, on paie" may be who pays
				continue
			}
			if end < len(toks) && toks[end].kind == word && !pleases()[toks[end].key] && !thanks()[toks[end].key] {
				if m, n := p.phraseAt(toks, end); n == 0 || m.class != courtesy && m.class != closing {
					continue
				}
			}
			return i, end
		}
	}
	return 0, 0
}

// toBeConsented are verbs of which it is said that what is to be done is not yet.
var toBeConsented = lazyre.New(`^(?:confirm|conferm|valid|convalid|approuv|approv|aprob|aprov|ratific|definir|défin|decid|décid)`)

// deedForm is a clause, word by word, without accents.
type deedForm []string

// is reports those words. A word that ends with "*" has any vowel there.
func (f deedForm) is(toks []token) bool {
	for i, want := range f {
		got := nameKey(toks[i].key)
		if stem, open := strings.CutSuffix(want, "*"); open {
			if len(got) != len(stem)+1 || !strings.Contains("aeio", got[len(got)-1:]) {
				return false
			}
			want = stem + got[len(got)-1:]
		}
		if got != want {
			return false
		}
	}
	return true
}

// deedOpeners are, by language, the words before an infinitive with which it is to be done, or may be now.
var deedOpeners = lazyre.Once(func() (all [plAt + 1][]string) {
	for l, list := range [plAt + 1]string{
		frAt: `à|c'est à|faut|il faut|on peut maintenant|on peut désormais|maintenant on peut`,
		itAt: `da|è da|sono da|bisogna|occorre|ormai si può|ormai si possono|adesso si può|adesso si possono|ora si può|ora si possono|si può ormai|si possono ormai`,
		esAt: `a|hay que|ya se puede|ya se pueden|se puede ya|se pueden ya|ya puede|ya puedes|ya pueden`,
		ptAt: `já se pode|já se podem|pode-se|podem-se|já pode|já podem|tem que|tem de|têm que|têm de|há que|é preciso`,
	} {
		for opener := range strings.SplitSeq(list, "|") {
			if list != "" {
				all[l] = append(all[l], nameKey(opener))
			}
		}
	}
	return all
})

// deedAgain are such clauses of a verb.
func deedAgain(l int, verb string) (all []deedForm) {
	verb = nameKey(verb)
	add := func(before string, verbs ...string) {
		for _, w := range verbs {
			all = append(all, append(strings.Fields(before), w))
		}
	}
	stem := strings.TrimSuffix(verb, "e")
	infinitives := []string{verb}
	for c := range strings.FieldsSeq(map[int]string{itAt: "lo la li le", esAt: "lo la los las"}[l]) {
		infinitives = append(infinitives, stem+c)
	}
	for c := range strings.FieldsSeq(map[int]string{ptAt: "-lo -la -los -las"}[l]) {
		infinitives = append(infinitives, verb[:len(verb)-1]+c)
	}
	for _, opener := range deedOpeners()[l] {
		add(opener, infinitives...)
	}
	switch {
	case l == frAt:
		for _, clitic := range []string{"on", "on le", "on la", "on les"} {
			add(clitic, weDo(verb)...)
		}
		for _, must := range []string{"il faut le", "il faut la", "il faut les", "faut le", "faut la", "faut les"} {
			add(must, verb)
		}
		add("on", lElided(weDo(verb))...)
	case l == itAt && strings.HasSuffix(verb, "are"), l == itAt && strings.HasSuffix(verb, "ire"):
		for _, must := range []string{"va", "vanno"} {
			add(must, verb[:len(verb)-2]+"t*")
		}
	}
	if granting.MatchString(verb) {
		switch l {
		case frAt:
			for _, whom := range []string{"je le lui", "je la lui", "je les lui", "je le leur", "je la leur", "je les leur", "je te les", "je vous les"} {
				add(whom, weDo(verb)...)
			}
		case itAt:
			for _, whom := range []string{"glielo", "gliela", "glieli", "gliele", "te lo", "te la", "te li", "te le", "ve lo", "ve la"} {
				add(whom, verb[:len(verb)-3]+"o")
			}
		case ptAt:
			for c := range strings.FieldsSeq("o a os as lho lha lhos lhas lhe lhes") {
				add("", verb[:len(verb)-2]+"o-"+c)
			}
		}
	}
	return all
}

// granting are verbs that are done by saying so.
var granting = lazyre.New(`^(?:autori[sz]z?|accord|acord|permett|permet|conced|otorg)`)

// weDo are the forms of a French verb behind "on", and "je".
func weDo(verb string) []string {
	if stem, is := strings.CutSuffix(verb, "er"); is && len(stem) > 1 {
		forms := []string{stem + "e", stem + stem[len(stem)-1:] + "e"} // "renouvelle"
		if short, is := strings.CutSuffix(stem, "y"); is {
			forms = append(forms, short+"ie")
		}
		return forms
	}
	if stem, is := strings.CutSuffix(verb, "faire"); is {
		return []string{stem + "fait"}
	}
	if stem, is := strings.CutSuffix(verb, "ir"); is && len(stem) > 3 {
		return []string{stem + "it"}
	}
	if stem, is := strings.CutSuffix(verb, "re"); is && strings.HasSuffix(stem, "d") && !strings.HasSuffix(stem, "nd") || is && strings.HasSuffix(stem, "end") {
		return []string{stem}
	}
	if stem, is := strings.CutSuffix(verb, "tre"); is && strings.HasSuffix(stem, "met") {
		return []string{stem}
	}
	return nil
}

// lElided are those of some forms that begin with a vowel, behind "l'".
func lElided(forms []string) (all []string) {
	for _, w := range forms {
		if strings.ContainsAny(w[:1], "aeiouh") {
			all = append(all, "l'"+w)
		}
	}
	return all
}
