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

// withoutByline returns a text without the writer's own name at the end of its last line, or in one of its own: all of it, its first or last word, a
// nickname, its initials, or a first letter behind a full stop, and what they are behind it. A name that the request has stays: it
// may be what is chosen.
func (p *parser) withoutByline(body string, o Options) string {
	body = strings.TrimRight(body, " \n")
	name := slices.DeleteFunc(p.nameWords(o.Name), func(k string) bool { return p.titles[k] })
	line := body[strings.LastIndexByte(body, '\n')+1:]
	end := len(line)
	if comma := strings.LastIndexByte(line, ','); comma > 0 && p.isRole(line[comma:]) { // "Petra Huber, Präsidentin"
		end = comma
	}
	toks := tokenize(line[:end], p.smileys)
	if n := len(toks); n > 0 && toks[n-1].kind == punct && strings.Contains(".,!", toks[n-1].key) {
		toks = toks[:n-1]
	}
	if n := len(toks); n > 2 && kisses.MatchString(toks[n-1].key) { // "Thank you. Margaret x"
		toks = toks[:n-1]
	}
	alone := strings.TrimSpace(line) != strings.TrimSpace(body)
	if len(name) == 0 || len(toks) < 2 && !alone || slices.ContainsFunc(name, func(k string) bool {
		return !nameParts()[k] && slices.ContainsFunc(o.Shown.words(), func(w string) bool { return nameKey(w) == k })
	}) {
		return body
	}
	if alone && len(toks) == 1 && len(o.Shown.About) > 0 && toks[0].kind == word && !o.Shown.has(toks[0].key) && (!isUpper(line, toks[0]) && firstLetter(toks[0], name[0]) || p.initials(line, toks[0], name, p.fitting(o.Language).language) || o.signed && p.cutShort(line, toks[0], name[0]) || p.words[toks[0].key] == 0 && p.surname(toks, name) || p.noWordIn(toks[0].key, o) && isUpper(line, toks[0]) && beginsName(nameKey(toks[0].key), name[0])) {
		return strings.TrimRight(body[:len(body)-len(line)], " \n")
	}
	for at := max(1, len(toks)-len(name)-2); at < len(toks); at++ {
		small := slices.ContainsFunc(toks[at:], func(t token) bool { // "van" and "de la" are parts of names
			r, _ := utf8.DecodeRuneInString(line[t.start:])
			return t.kind == word && !unicode.IsUpper(r) && (len(t.key) > 3 || t.start == toks[at].start)
		})
		before := toks[at-1]
		signs := !small && p.signs(toks[at:], name)
		switch {
		case toks[at].kind != word:
		case before.kind == punct && strings.Contains(",.!-–", before.key):
			signs = signs || (!small || nameParts()[toks[at].key]) && p.signsShortly(line, toks, at, name, o)
		case before.kind == word && (pleases()[before.key] || p.verdicts.of[before.key].class == yesStrong):
			signs = signs || !small && p.signsShortly(line, toks, at, name, o)
		case before.kind == word && !unicode.IsLetter([]rune(before.key)[0]): // "Claro que sim 🌷 Filomena"
			signs = signs || !small && len(toks[at].key) > 2 && p.signsShortly(line, toks, at, name, o) // not "yes 🧥 XL"
		case before.kind == word && before.key == "cheers" && at > 1 && toks[at-2].key == ".":
		case before.kind == word && (thanks()[before.key] || before.key == "cheers") && (at == 1 || toks[at-2].kind == punct): // "Thx P"
			signs = !small && at+1 == len(toks) && len(toks[at].key) < 4 && (nameKey(toks[at].key) == name[0][:1] || p.initials(line, toks[at], name, 0))
		default:
			signs = false
		}
		if signs && toks[at].kind == word {
			return strings.TrimRight(body[:len(body)-len(line)+toks[at].start], " ,-–")
		}
	}
	return body
}

// noWordIn reports a word that no list has in the person's language, or in any where that is not known: "Lu" is read in French only.
func (p *parser) noWordIn(w string, o Options) bool {
	own := p.fitting(o.Language).language
	if _, one := own.one(); !one {
		own = everyTongue
	}
	return p.words[w]&own == 0
}

// kisses are those that the English put behind their name.
var kisses = lazyre.New(`^x{1,3}$`)

// beginsName reports what stands for a given name in a line of its own: a nickname, what it is cut short to, or its first two letters ("Rô").
func beginsName(key, name string) bool {
	return wording.Nickname(key, name) || wording.ShortFor(key, name) || utf8.RuneCountInString(key) == 2 && strings.HasPrefix(name, key) && !shortWords()[key]
}

// isUpper reports a word that begins with a great letter.
func isUpper(line string, t token) bool {
	r, _ := utf8.DecodeRuneInString(line[t.start:])
	return unicode.IsUpper(r)
}

// firstLetter reports the small first letter of a name, in a line of its own ("k."), that is none for yes or no.
func firstLetter(t token, name string) bool {
	return len(t.key) == 1 && strings.HasPrefix(name, t.key) && !strings.Contains("ynjosdt", t.key)
}

// signsShortly reports what stands for the name of a person at the end of a text: a nickname, its initials, a last name that is no word,
// or behind a full stop any, and there the first letter.
func (p *parser) signsShortly(line string, toks []token, at int, name []string, o Options) bool {
	key, stop := nameKey(toks[at].key), toks[at-1].key == "." || toks[at-1].key == "!"
	switch {
	case p.surname(toks[at:], name): // of a request that is not known, it may be what is chosen
		return len(o.Shown.About) > 0 && (stop || p.words[name[len(name)-1]] == 0)
	case at+1 < len(toks) || o.Shown.has(toks[at].key):
		return false
	case utf8.RuneCountInString(key) == 1:
		return stop && strings.HasPrefix(name[0], key)
	}
	return wording.Nickname(key, name[0]) || wording.ShortFor(key, name[0]) || p.initials(line, toks[at], name, 0)
}

// signsClosed reports a last name, or initials, with which somebody signs behind a closing: "LG J.", "Gruß Weber".
func (p *parser) signsClosed(line string, toks []token, name []string) bool {
	return p.surname(toks, name) || len(toks) == 1 && toks[0].kind == word && (nameKey(toks[0].key) == name[0][:1] || p.initials(line, toks[0], name, 0))
}

// surname reports the last name of somebody, with what stands before it, that is no day and no word that decides.
func (p *parser) surname(toks []token, name []string) bool {
	last := name[len(name)-1]
	return len(toks) < 4 && len(name) > len(toks) && nameKey(strings.Join(words(toks), " ")) == strings.Join(name[len(name)-len(toks):], " ") && !p.decides(last) && calendars().days[last] == 0
}

// cutShort reports the first letters of a name above a signature that has all of it: "L.", "Lu".
func (p *parser) cutShort(line string, t token, name string) bool {
	r, n := utf8.DecodeRuneInString(line[t.start:])
	return unicode.IsUpper(r) && len(t.key)-n < 3 && strings.HasPrefix(name, nameKey(t.key)) && !p.decides(t.key) && p.verdicts.of[t.key].class == unknown && calendars().days[t.key] == 0 && !shortWords()[t.key]
}

// initials reports great letters that begin words of a name, the first before others ("MAD" of Marc-Antoine Desrosiers), without those that
// are small in it; in a line of its own also as priests sign in Poland ("xA"). What is short for something else is none.
func (p *parser) initials(line string, t token, name []string, own tongues) bool {
	written := line[t.start:t.end]
	letters, priest := strings.CutPrefix(strings.ReplaceAll(written, "-", ""), "x") // "M-A"
	priest = priest && own == pl
	first, _ := utf8.DecodeRuneInString(letters)
	final, _ := utf8.DecodeLastRuneInString(letters)
	n := utf8.RuneCountInString(letters)
	if n == 0 || n > 4 || !unicode.IsUpper(first) || !unicode.IsUpper(final) || shortWords()[t.key] || p.decides(t.key) && !p.plainIn(t.key, own) || n > 1 && p.words[t.key] != 0 && !p.titles[t.key] && !(n == 2 && p.verdicts.of[t.key].class == unknown && !slices.ContainsFunc(prepositions(), func(of map[string]bool) bool { return of[t.key] })) || strings.HasPrefix(written, "x") && !priest {
		return false
	}
	parts := strings.Split(nameKey(strings.ToLower(letters)), "")
	for i, of := range strings.Split(strings.Join(name, "-"), "-") {
		switch small := nameParts()[of]; {
		case len(parts) > 0 && strings.HasPrefix(of, parts[0]) && (!small || n > 2):
			parts = parts[1:]
		case i == 0:
			return false
		}
	}
	return len(parts) == 0 && (n > 1 || priest)
}

// plainIn reports a hedge of another language that is none in the person's own: "MA" of Marc-Antoine, who writes French.
func (p *parser) plainIn(w string, own tongues) bool {
	l, ok := own.one()
	return ok && p.plain[l][w] && !p.verdicts.of[w].class.isNo()
}

var (
	// nameParts are what stands between names.
	nameParts = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`de van von der den del della di da do dos das du la le ten ter zu e y`)...)
	})
	// shortWords are words of a few great letters that say something of what is asked: times, how it is paid, what is left open.
	shortWords = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`am pm kw cb rv tv ps nb cc bcc ab mo di mi do fr sa so tbc tba tbd eod eob cob eta fyi asap wip ytd qty inc ex vat btw tva iva max min ca rdv svp stp pj ht ttc ec sepa pp`)...)
	})
)

var pleases = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`please pls plz bitte favore favor plaît plait graag alsjeblieft alstublieft proszę prosze poproszę svp stp aub`)...)
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
