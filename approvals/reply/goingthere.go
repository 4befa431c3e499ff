package reply

import (
	"strings"

	"bridge/internal/lazyre"
)

// Who is asked whether an appointment shall be cancelled says behind the no that he goes there, and who is asked whether it shall be confirmed
// says so behind the yes: "No, I'll go to it", "No, sí voy", "Yes, I will be there". That is the answer once more.

// goesThere is a no or a yes, and that somebody goes there or comes, by language.
var goesThere = lazyre.Once(func() (all [plAt + 1]*lazyre.Regexp) {
	for l, of := range [plAt + 1][2]string{
		enAt: {`no|nope|nah|yes|yeah`, `i(?:['’]ll| will|['’]m| am) (?:be there|go|going|coming|attend|attending|go to it|going to it|be going|be at it)(?: anyway| after all| to it)?|i do want to go(?: to (?:it|that|that one))?|we(?:['’]ll| will) (?:be there|go|come)`},
		itAt: {`no+|sì|si`, `(?:io )?ci (?:vado|vengo|sarò|sono|andiamo|saremo)(?: io)?|(?:io )?(?:vado|vengo)(?: io)?`},
		esAt: {`no+|sí|si`, `(?:yo )?(?:sí )?(?:voy|vamos|iré|iremos|asistiré|asisto|ahí estaré|allí estaré|estaré|voy a ir|sí voy a ir)(?: a ir)?(?: yo)?`},
		frAt: {`non+|nan|oui`, `(?:j['’]y (?:vais|serai|irai)|on y (?:va|sera)|je (?:viens|viendrai)|j['’]irai)(?: quand même| bien)?|j['’]ai besoin d['’]y aller`},
		deAt: {`nein|nee|nö|na|ja`, `(?:ich|wir) (?:gehe?|gehen|komme?|kommen|bin|sind)(?: (?:doch|schon|hin|dabei|gerne?|da|dort|natürlich)){0,3}|da (?:gehe?|bin) ich (?:hin|dabei|doch|schon|da){1,2}|sie geht(?: hin)?`},
		ptAt: {`não|nao|sim`, `(?:eu )?(?:vou|irei|vamos|estarei lá|vou lá|vou estar lá|vou sim|eu vou sim|vou levar sim)`},
		nlAt: {`nee|neen|ja`, `(?:ik|we|wij) (?:ga|gaan|kom|komen|ben|zijn)(?: (?:er|wel|gewoon|graag|naartoe|heen|erheen|bij|dan)){0,3}`},
		plAt: {`nie|tak`, `(?:p[óo]jd[ęe]|id[ęe]|b[ęe]d[ęe]|idziemy|b[ęe]dziemy|przyjd[ęe]|pojad[ęe]|jad[ęe])(?: (?:tam|na pewno|jednak))?`},
	} {
		mark := `[ ]*[,.!]+ *`
		if l == itAt || l == frAt { // there it negates nothing
			mark = `(?:[ ,.!]+(?:no|surtout pas|assolutamente))?[ ,.!]+`
		}
		all[l] = lazyre.Made(`(?is)^\s*(` + of[0] + `)` + mark + `(?:` + of[1] + `)((?:[ ,]+` + courtesies + `)?[ ,.!]*|[.!\n].*)$`)
	}
	return all
})

// atTheTime reads such a text: the answer and what follows.
func (p *parser) atTheTime(body string, l int, o Options) Result {
	m := goesThere()[l].FindStringSubmatch(body)
	if m == nil || !p.oneDeed(o.Shown) || p.refusedTitle(o.Shown) {
		return Result{}
	}
	want, less := Grant, yesOf()[l]+m[2]
	if flatNoes()[l][strings.ToLower(m[1])] || answerWords()[strings.ToLower(m[1])] == Deny {
		want, less = Deny, noOf()[l]+m[2]
	}
	asked := o.Shown.asked()
	title := wordsOfPrompt(strings.ToLower(titleOf(strings.TrimLeft(strings.Join(o.Shown.About, "\n"), "\n"))))
	if want == Deny && !(asksFor(asked, callingOff) || asksFor(asked, stopping)) || want == Grant && !(len(title) > 0 && (confirming().has(title[0]) || confirming().has(title[len(title)-1]) || title[len(title)-1] == "zusagen" || title[len(title)-1] == "toezeggen")) {
		return Result{}
	}
	if r := p.answer(less, o); r.Verdict == want && r.Reason == "" && !p.takesForOther(less, r, o) {
		return r
	}
	return Result{}
}

// lateReply is an apology for answering late, before the answer.
var lateReply = lazyre.New(`(?is)^\s*(?:` +
	`(?:so |very )?(?:sorry|apologies|i apologi[sz]e|my apologies) (?:for|about) (?:the|my|this|answering|replying|not answering|not replying|not getting back)[^.!?\n0-9]{0,60}|sorry i(?:['’]m| am) (?:so )?late[^.!?\n0-9]{0,40}|` +
	`(?:entschuldige?|entschuldigung|sorry|verzeihung|verzeih)(?:en sie)?(?: bitte)?(?: für| wegen)? (?:die|der|meine) (?:späte|verspätete|lange)[^.!?\n0-9]{0,60}|(?:entschuldige?|entschuldigung|sorry|tut mir leid)(?:en sie)?(?: bitte)?,? dass ich (?:erst|mich erst|so spät|nicht früher|noch nicht)[^.!?\n0-9]{0,60}|` +
	`(?:désolée?|pardon|excuse[zs]?-moi|toutes mes excuses|mes excuses) (?:de|du|pour le|pour mon|pour cette)[^.!?\n0-9]{0,60}|` +
	`(?:scusa|scusami|scusi|mi scusi|perdonami|chiedo scusa)(?: per)?(?: il| del)? (?:ritardo|se (?:ti |le )?rispondo|se (?:ti |le )?ho risposto)[^.!?\n0-9]{0,60}|` +
	`(?:perdona|perdone|perdón|disculpa|disculpe|lo siento|siento)(?: por)? (?:la (?:demora|tardanza)|el retraso|que no (?:te|le) haya|no haber|la tardanza)[^.!?\n0-9]{0,90}|` +
	`(?:desculpa|desculpe|peço desculpa|desculpas)(?: por| pela| pelo)?(?: a| o| só)? (?:demora|atraso|responder|não ter)[^.!?\n0-9]{0,60}|` +
	`(?:sorry|excuses|mijn excuses)(?: voor)? (?:de|het|mijn|dat ik) (?:late|laat|nu pas|pas nu|lange)[^.!?\n0-9]{0,60}|` +
	`(?:przepraszam|sorry) (?:za|że) (?:zwłokę|późną|opóźnienie|późno|dopiero|tak późno|odpisuję)[^.!?\n0-9]{0,60}` +
	`)[.!\n]+\s*`)
