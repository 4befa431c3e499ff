package reply

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/approvals/reply/wording"
	"bridge/internal/lazyre"
)

// People end a short answer with their own name in its line ("Yes please, Peter", "Ja bitte Lena", "Yes. M"), and say that it
// is to be done at once ("ja sofort"). Where the whole is not understood, what stands before these is read alone.

// withoutByline returns a text without the writer's own name at the end of its last line, or in a line of its own: all of it, one of
// its words, a nickname, initials, or a first letter behind a full stop. A name that the request has stays: it may be what is chosen.
func (p *parser) withoutByline(body string, o Options) string {
	body = strings.TrimRight(body, " \n")
	name := slices.DeleteFunc(p.nameWords(o.Name), func(k string) bool { return p.titles[k] })
	line := body[strings.LastIndexByte(body, '\n')+1:]
	toks := tokenize(line, p.smileys)
	if n := len(toks); n > 0 && toks[n-1].kind == punct && strings.Contains(".,!", toks[n-1].key) {
		toks = toks[:n-1]
	}
	alone := strings.TrimSpace(line) != strings.TrimSpace(body)
	priests := alone && p.fitting(o.Language).language == pl
	if len(name) == 0 || len(toks) < 2 && !alone || slices.ContainsFunc(name, func(k string) bool {
		return slices.ContainsFunc(o.Shown.words(), func(w string) bool { return nameKey(w) == k })
	}) {
		return body
	}
	for at := max(0, len(toks)-len(name)-2); at < len(toks); at++ {
		small := slices.ContainsFunc(toks[at:], func(t token) bool { // "van" and "de la" are parts of names
			r, _ := utf8.DecodeRuneInString(line[t.start:])
			return t.kind == word && !unicode.IsUpper(r) && (len(t.key) > 3 || t.start == toks[at].start)
		})
		shortly := at+1 == len(toks) && len(o.Shown.About) > 0 && (p.isInitials(line[toks[at].start:toks[at].end], name, o.Shown, priests && at == 0) || !small && p.isSurname(toks[at].key, name))
		if toks[at].kind != word || at == 0 && !(alone && shortly) || !shortly && (small || !p.signs(toks[at:], name) && !(at > 0 && at+1 == len(toks) && calledBy(toks, at, name, o.Shown))) {
			continue
		}
		if at == 0 {
			return strings.TrimRight(body[:len(body)-len(line)], " \n")
		}
		switch before := toks[at-1]; {
		case before.kind == punct && strings.Contains(",.!-–", before.key):
		case before.kind == word && (pleases()[before.key] || p.verdicts.of[before.key].class == yesStrong):
		default:
			continue
		}
		return strings.TrimRight(body[:len(body)-len(line)+toks[at].start], " ,-–")
	}
	return body
}

// calledBy reports a nickname of whoever has the name, or its first letter behind a full stop.
func calledBy(toks []token, at int, name []string, shown Shown) bool {
	key := nameKey(toks[at].key)
	if utf8.RuneCountInString(key) == 1 {
		return strings.HasPrefix(name[0], key) && toks[at-1].key == "." && !shown.has(key)
	}
	return !shown.has(toks[at].key) && (wording.Nickname(key, name[0]) || wording.ShortFor(key, name[0]))
}

// isSurname reports a word of a name behind the first, which is nothing else.
func (p *parser) isSurname(key string, name []string) bool {
	k := nameKey(key)
	return len(k) > 2 && slices.Contains(name[1:], k) && p.words[key] == 0 && !p.decides(k)
}

// isInitials reports capital letters that begin words of a name, the first before others ("MAD" of Marc-Antoine Desrosiers); one alone
// only as priests sign in Poland ("xA").
func (p *parser) isInitials(written string, name []string, shown Shown, priests bool) bool {
	letters, priest := strings.CutPrefix(written, "x")
	priest = priest && priests
	if n := utf8.RuneCountInString(letters); n > 4 || n == 0 || n < 2 && !priest || letters != strings.ToUpper(letters) || n > 1 && p.words[strings.ToLower(letters)] != 0 || shown.has(strings.ToLower(written)) {
		return false
	}
	parts := strings.Split(nameKey(strings.ToLower(letters)), "")
	for i, of := range strings.Split(strings.Join(name, "-"), "-") {
		if len(parts) > 0 && strings.HasPrefix(of, parts[0]) {
			parts = parts[1:]
		} else if i == 0 {
			return false
		}
	}
	return len(parts) == 0
}

var pleases = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`please pls plz bitte favore favor plaît plait graag alsjeblieft alstublieft proszę prosze poproszę`)...)
})

// atOnces are words for doing something at once, with the yes of their language. What may be a while ("gleich", "ahorita",
// "zaraz"), or done already ("ya", "já"), is none of them.
var atOnces = lazyre.Once(func() map[string]map[string]bool {
	all := map[string]map[string]bool{}
	for line := range strings.SplitSeq(`yes yeah yep:now|immediately|straight away|straightaway|asap|at once
		ja jo jep:sofort|jetzt|umgehend
		sì si:subito|adesso|immediatamente
		oui ouais:tout de suite|maintenant|immédiatement
		sí si:ahora|ahora mismo|de inmediato|inmediatamente
		sim:agora|agora mesmo|imediatamente
		ja:nu|direct|onmiddellijk|nu meteen
		tak:teraz|od razu|natychmiast`, "\n") {
		yes, phrases, _ := strings.Cut(strings.TrimSpace(line), ":")
		for phrase := range strings.SplitSeq(phrases, "|") {
			all[phrase] = set(strings.Fields(yes)...)
		}
	}
	return all
})

// withoutAtOnce returns the yes of a text that says no more than that, and to do it at once: "ja bitte sofort". A request with a
// day or a time of its own is not for then.
func (p *parser) withoutAtOnce(body string, o Options) string {
	toks := tokenize(body, p.smileys)
	if len(toks) > 8 || o.Shown.timed() {
		return body
	}
	end := len(toks)
	for end > 0 && (toks[end-1].kind == punct && strings.Contains(".,!", toks[end-1].key) || thanks()[toks[end-1].key] || pleases()[toks[end-1].key]) {
		end--
	}
	for n := min(3, end-1); n > 0; n-- {
		run := wordRun(toks, end-n, n)
		yes := atOnces()[strings.Join(run, " ")]
		if run == nil || yes == nil {
			continue
		}
		before := slices.DeleteFunc(slices.Clone(toks[:end-n]), func(t token) bool { return t.key == "," || pleases()[t.key] })
		if len(before) != 1 || !yes[before[0].key] {
			return body
		}
		return before[0].key
	}
	return body
}

// timed reports a request that has a day or a time of day.
func (s Shown) timed() bool {
	for _, about := range s.About {
		toks := tokenize(head(about), nil)
		for i, t := range toks {
			if _, n, _, _ := dayAt(toks, i); n > 0 || t.kind == word && calendars().in[t.key] != 0 {
				return true
			}
		}
	}
	return false
}
