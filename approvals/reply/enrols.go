package reply

import (
	"slices"
	"strings"
	"unicode"

	"bridge/internal/lazyre"
)

// Who is asked whether they themselves shall be entered somewhere ("Register you for the conference?") says with the same deed and "me"
// that they shall: "inscrivez-moi", "proszę mnie zapisać", "meld mich an".

// entersMe puts the yes of a language in the place of such an order, where the prompt asks that of whoever answers and of nobody else.
func (p *parser) entersMe(said string, l int, o Options) string {
	of := p.entersYou(o.Shown)
	if o.untitled || len(of) == 0 {
		return said
	}
	for _, order := range orderForMe()[l] {
		m := order.FindStringSubmatch(said)
		if m == nil || !p.enteredWith(strings.ToLower(m[1]), strings.ToLower(m[2]), of, l) {
			continue
		}
		before, rest, _ := strings.Cut(said, m[0])
		if !p.onlyPolite(tokenize(before+" . "+rest, p.smileys)) {
			continue
		}
		return before + yesOf()[l] + rest
	}
	return said
}

// onlyPolite reports words that only say yes, are polite or let somebody do it.
func (p *parser) onlyPolite(toks []token) bool {
	for m, phrase := range p.phrases(toks) {
		w := phrase[0].key
		if strings.ContainsFunc(w, unicode.IsLetter) && !m.class.isYes() && m.class != courtesy && m.class != closing && m.class != address && !(len(phrase) == 1 && (answerWords()[w] == Grant || pleases()[w] || thanks()[w] || asking().permits[w])) {
			return false
		}
	}
	return true
}

// enteredWith reports a form of the verb for such deeds, with its particle: "meld … an".
func (p *parser) enteredWith(verb, particle string, of []int, l int) bool {
	return slices.ContainsFunc(of, func(k int) bool {
		f := p.formsOf(k, l)
		return f.parted[nameKey(verb)+" "+particle] || particle == "" && (f.acts[nameKey(verb)]&(imperative|infinitive) != 0 || l == esAt && f.acts[nameKey(verb)+"r"]&infinitive != 0) // "inscribime"
	})
}

// entersYou are the deeds of a prompt that asks to enter whoever answers somewhere, and nothing else, and names no other person.
func (p *parser) entersYou(shown Shown) (of []int) {
	you := shown.you
	for _, about := range shown.About {
		if about == "" {
			continue
		}
		title := titleOf(about)
		rest := about[len(title):]
		if m := enterYou.FindStringSubmatch(title); m != nil {
			you, title = true, strings.Replace(title, m[0], strings.Join(m[1:], ""), 1)
		}
		said := title != titleOf(about)
		if m := enterOneself.FindString(title); m != "" {
			you, said, title = true, true, title[len(m):]
		}
		where := enterWhere.MatchString(title)
		you = you || where
		for i, k := range asksActs(inInfinitive(title, true, shown.in)) {
			enters := entersSomewhere()[actName(k)]
			if i == 0 && !enters {
				return nil
			}
			if enters { // "zapisać" prescribes, too
				of = append(of, k)
			}
		}
		if shown.prohibits(about) || len(joinedDeeds(about, shown.in)) > 0 || p.names(beforeWhere(title)) || !said && !where && p.names(title) || p.names(rest) && !((said || where) && onlyAttributes(shown)) || enterFor.MatchString(title+" "+rest) || storedOn.MatchString(title) || slices.ContainsFunc(wordsOfPrompt(strings.ToLower(title)), func(w string) bool {
			return p.negators[w] && !(w == "no" && shown.in == pt) || ands()[w] || kin().has(w) || childWords()[w]
		}) {
			return nil
		}
	}
	if !you {
		return nil
	}
	return of
}

var (
	// entersSomewhere are such deeds, by their first English verbs.
	entersSomewhere = lazyre.Once(func() map[string]bool { return set("register", "enrol", "sign-up") })
	// enterYou is whoever answers beside the verb of a title, which stays.
	enterYou = lazyre.New(`(?i)^((?:register|enrol|enroll|sign)) you(\P{L}|$)|^¿?(?:je )?(?:dich|je|jou|vous|te|t['’]) ?|^(?:Sie|U) |^(zapisać|zarejestrować) (?:cię|panią|pana)(\P{L}|$)|^(inscrever|matricular|registar) (?:você|(?:a |o )(?:senhora|senhor))(\P{L}|$)`)
	// enterWhere is a title that names where to, and nobody whom: "Register for the congress".
	enterWhere = lazyre.New(`(?i)^¿?(?:(?:register|enrol|enroll|sign up) (?:for|in|at|on|to) |(?:zapisać|zarejestrować) (?:się )?(?:na|do) \pL+(?: (?:do|w|we|u|o) \pL+)*\??$|(?:inschrijven|aanmelden) (?:voor|bij) |(?:beim?|zum|zur|für) .*(?:anmelden|einschreiben)$)`)
	// storedOn is what a file is saved on in Polish, with the same verb.
	storedOn = lazyre.New(`(?i) na (?:dysk|pami|usb|komput|serwer|chmur|pendriv)`)
	// enterFor is for whom or with whom.
	enterFor = lazyre.New(`(?i)(?:^|\P{L})(?:(?:for|für|pour|para|per|voor|dla|with|mit|con|com|met|z|ze) (?-i:\p{Lu})|avec \pL)`)
	// childWords are those for whom others register.
	childWords = lazyre.Once(func() map[string]bool {
		return set("children", "kids", "child", "kinder", "kind", "enfants", "enfant", "bambini", "bambino", "niños", "niño", "crianças", "criança", "kinderen", "dzieci", "dziecko", "daughter", "son", "tochter", "sohn", "fille", "fils", "figlia", "figlio", "hija", "hijo", "filha", "filho", "dochter", "zoon", "córkę", "córki", "syna")
	})
	// enterOneself stands before the verb of a title that asks to be entered: "S'inscrire à la formation", "Se inscrever no curso".
	enterOneself = lazyre.New(`(?i)^(?:s'|se )`)
)

// beforeWhere is what a title has before where to somebody is entered.
func beforeWhere(title string) string {
	words := strings.Fields(title)
	if n := slices.IndexFunc(words, func(w string) bool { return isPreposition(strings.ToLower(w)) }); n > 0 {
		words = words[:n]
	}
	return strings.Join(words, " ")
}

// orderForMe are the verb of an order, who it is done to, and the particle of the verb, by language.
var orderForMe = lazyre.Once(func() [plAt + 1][]*lazyre.Regexp {
	return [plAt + 1][]*lazyre.Regexp{
		enAt: {enterEnglish}, itAt: {enterItalian, beforeItalian}, esAt: {enterSpanish}, frAt: {enterFrench}, deAt: {enterGerman},
		ptAt: {enterPortuguese, beforePortuguese}, nlAt: {enterDutch}, plAt: {enterPolish, beforePolish},
	}
})

var (
	enterEnglish     = lazyre.New(`(?i)\b(register|enrol|enroll) me()\b`)
	enterItalian     = lazyre.New(`(?i)(\pL{3,}[ai])mi\b()`)
	beforeItalian    = lazyre.New(`(?i)\bmi (\pL{3,}a)\b()`)
	enterSpanish     = lazyre.New(`(?i)(\pL{3,}[aeiáéí])me\b()`)
	enterFrench      = lazyre.New(`(?i)(\pL{3,}(?:e|ez|s))[- ]moi\b()`)
	enterGerman      = lazyre.New(`(?i)(\pL{3,})(?: sie)? mich(?: bitte| gern| gerne| ruhig| dann)* (an|ein)\b`)
	enterPortuguese  = lazyre.New(`(?i)(\pL{3,}[ae])-me\b()`)
	beforePortuguese = lazyre.New(`(?i)\bme (\pL{3,}[ae])\b()`)
	enterDutch       = lazyre.New(`(?i)(\pL{3,}) (?:me|mij)(?: maar| graag| dan| er)* (in|aan)\b`)
	enterPolish      = lazyre.New(`(?i)(\pL{3,}) mnie()(?: |$|[.!,])`)
	beforePolish     = lazyre.New(`(?i)(?:^|proszę )mnie (\pL{3,}ć)()`)
)
