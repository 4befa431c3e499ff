package reply

import "bridge/internal/lazyre"

// Who is asked whether an appointment shall be cancelled says behind the no that he goes there: "No, I'll go to it", "No, sí voy". That is the
// no once more.

// goesThere is a no, and that somebody goes there or comes, by language.
var goesThere = lazyre.Once(func() (all [plAt + 1]*lazyre.Regexp) {
	for l, of := range [plAt + 1][2]string{
		enAt: {`no|nope|nah`, `i(?:['’]ll| will|['’]m| am) (?:be there|go|going|coming|attend|attending|go to it|going to it|be going|be at it)(?: anyway| after all| to it)?|i do want to go(?: to (?:it|that|that one))?|we(?:['’]ll| will) (?:be there|go|come)`},
		itAt: {`no+`, `(?:io )?ci (?:vado|vengo|sarò|sono|andiamo|saremo)(?: io)?|(?:io )?(?:vado|vengo)(?: io)?`},
		esAt: {`no+`, `(?:yo )?(?:sí )?(?:voy|iré|iremos|asistiré|asisto|ahí estaré|allí estaré|estaré|voy a ir|sí voy a ir)(?: a ir)?(?: yo)?`},
		frAt: {`non+|nan`, `(?:j['’]y (?:vais|serai|irai)|on y (?:va|sera)|je (?:viens|viendrai)|j['’]irai)(?: quand même| bien)?|j['’]ai besoin d['’]y aller`},
		deAt: {`nein|nee|nö`, `(?:ich|wir) (?:gehe?|gehen|komme?|kommen|bin|sind)(?: (?:doch|schon|hin|dabei|gerne?|da|dort|natürlich)){0,3}|da (?:gehe?|bin) ich (?:hin|dabei|doch|schon|da){1,2}|sie geht(?: hin)?`},
		ptAt: {`não|nao`, `(?:eu )?(?:vou|irei|estarei lá|vou lá|vou estar lá|vou sim|eu vou sim|vou levar sim)`},
		nlAt: {`nee|neen`, `(?:ik|we|wij) (?:ga|gaan|kom|komen|ben|zijn)(?: (?:er|wel|gewoon|graag|naartoe|heen|erheen|bij|dan)){0,3}`},
		plAt: {`nie`, `(?:p[óo]jd[ęe]|id[ęe]|b[ęe]d[ęe]|idziemy|b[ęe]dziemy|przyjd[ęe]|pojad[ęe]|jad[ęe])(?: (?:tam|na pewno|jednak))?`},
	} {
		mark := `[ ]*[,.!]+ *`
		if l == frAt { // where the word for no negates no verb
			mark = `[ ,.!]+(?:surtout pas[ ,.!]+)?`
		}
		all[l] = lazyre.Made(`(?is)^\s*(?:` + of[0] + `)(?:[ ,]+(?:` + of[0] + `))*` + mark + `(?:` + of[1] + `)((?:[ ,]+` + courtesies + `)?[ ,.!]*|[.!\n].*)$`)
	}
	return all
})

// goesAnyway reads such a text.
func (p *parser) goesAnyway(body string, l int, o Options) Result {
	m := goesThere()[l].FindStringSubmatch(body)
	if m == nil || !p.oneDeed(o.Shown) || p.refusedTitle(o.Shown) || !asksFor(o.Shown.asked(), callingOff) {
		return Result{}
	}
	less := noOf()[l] + m[1]
	if r := p.answer(less, o); r.Verdict == Deny && r.Reason == "" && !p.takesForOther(less, r, o) {
		return r
	}
	return Result{}
}
