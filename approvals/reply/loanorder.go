package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// Who is asked in English takes its verb over and ends it as their own language does: "sì, killala", "sim, deploya", "tak, zdeployuj".
// Behind a yes that is the verb of the prompt. And to whom is asked in English whether to invite or remind somebody, a yes and to send the
// invitation or the reminder is one.

// loanEnds are how orders end, by language, behind the verb of a prompt without a mute e.
var loanEnds = lazyre.Once(func() (all [plAt + 1]*lazyre.Regexp) {
	for l, of := range [plAt + 1]string{
		itAt: `i?(?:a|al[oaie]|i|ate|atel[oaie]|are|arl[oaie])`,
		esAt: `e?(?:a|á|al[oa]s?|e|el[oa]s?|ar|arl[oa]s?)`,
		ptAt: `e?i?(?:a|e|ar|a-[oa]s?)`,
		frAt: `(?:e|ez|er|e-l[ae]s?|ez-l[ae]s?)`,
		deAt: `(?:e|en|t)`,
		nlAt: `(?:e|en|t)?`,
		plAt: `(?:uj|ujcie|nij|nijcie|ować)`,
	} {
		if of != "" {
			all[l] = lazyre.Made(`^` + of + `$`)
		}
	}
	return all
})

var (
	loanYes     = lazyre.New(`(?is)^\s*(sì+|sí+|si[,.!]*|oui+|ja|jo|sim+|tak|ok|certo|claro|dale|klar|jasne)[ ,.!]+([\pL-]+)(?: (?:pure|dai|nomás|nomas|maar|het|es|das|den|die|sie|ihn|to|ją|go|le|la|isso|aí|ela|ele))?((?:[ ,]+` + courtesies + `)?[ ,.!]*|[.!\n].*)$`)
	hangsBehind = lazyre.New(`[aeá]l[oaie]s?$`)
)

// asLoan leaves the yes of such a text, and what stands below it.
func (p *parser) asLoan(body string, l int, o Options) string {
	m := loanYes.FindStringSubmatch(body)
	if m == nil || loanEnds()[l] == nil || !p.oneDeed(o.Shown) || refusesAsked(o.Shown) {
		return body
	}
	w := strings.ToLower(m[2])
	if strings.HasPrefix(strings.ToLower(m[1]), "si") && !strings.ContainsAny(m[1], ",.!") && !hangsBehind.MatchString(w) || p.words[w]&(1<<l) != 0 || p.inOrders[w]&(1<<l) != 0 {
		return body
	}
	if !slices.ContainsFunc(o.Shown.About, func(about string) bool {
		words := wordsOfPrompt(strings.ToLower(titleOf(about)))
		if len(words) < 2 || len(words[0]) < 4 || !slices.ContainsFunc(actsByVerb()[words[0]], func(a actAt) bool { return a.l == enAt }) && !inEnglish.MatchString(about) {
			return false
		}
		bare := []string{w}
		if l == plAt {
			bare = append(bare, strings.TrimPrefix(w, "z"), strings.TrimPrefix(w, "za"), strings.TrimPrefix(w, "s"))
		}
		return slices.ContainsFunc(bare, func(w string) bool {
			for _, stem := range []string{words[0], strings.TrimSuffix(words[0], "e"), words[0] + words[0][len(words[0])-1:]} {
				if rest, is := strings.CutPrefix(w, stem); is && loanEnds()[l].MatchString(rest) {
					return true
				}
			}
			return false
		})
	}) {
		return body
	}
	return yesOf()[l] + m[3]
}

// inEnglish is a title with a word that no other of the languages has behind a verb.
var inEnglish = lazyre.New(`^\pL+ (?:the|this|that|these|those|all|our|your|my|his|her|their) `)

// sentNouns are what is sent when an act is done, by the first English verbs of the acts.
var (
	sentNouns = lazyre.Once(func() map[string]string {
		return map[string]string{"invitation": "invite", "invitations": "invite", "invite": "invite", "invites": "invite", "reminder": "remind", "reminders": "remind", "nudge": "remind", "notice": "inform", "notification": "inform", "warning": "warn", "confirmation": "confirm"}
	})
	sendsNoun = lazyre.New(`(?is)^\s*((?:yes|yeah|yep|yup|aye|ok|okay|sure)(?:[ ,]+please)?)[ ,.!]+(?:please |just |you can |go ahead and ){0,2}(?:send|issue)(?: out)? (?:the|that|an|a|those|these) (\pL+)(?: out)?(?: to (?:him|her|them))?((?:[ ,]+` + courtesies + `)?[ ,.!]*|[.!\n].*)$`)
)

// sendsItsNoun leaves the yes of a text that has such a noun sent.
func (p *parser) sendsItsNoun(body string, o Options) string {
	m := sendsNoun.FindStringSubmatch(body)
	if m == nil || !p.asksToDo(o.Shown) || !namesNoMore(o.Shown) {
		return body
	}
	act := sentNouns()[strings.ToLower(m[2])]
	if act == "" || !slices.ContainsFunc(o.Shown.About, func(about string) bool {
		first, _, _ := strings.Cut(strings.ToLower(about), " ")
		return slices.ContainsFunc(actsByVerb()[first], func(a actAt) bool { return a.l == enAt && actName(a.k) == act })
	}) {
		return body
	}
	return m[1] + m[3]
}
