package reply

import (
	"slices"

	"bridge/internal/lazyre"
)

// Who has been told something says first that they have taken it in, in a sentence of its own, and then what is to be done: "Noted. Please
// close it." Alone that is no answer, and what follows has to be a whole one.

var taken = lazyre.New(`(?i)^\s*(?:` +
	`noted|duly noted|understood|acknowledged|i see|i understand|got it|gotcha|` +
	`verstanden|zur kenntnis genommen|ich verstehe|notiert|alles klar|aha|` +
	`begrepen|duidelijk|genoteerd|ik begrijp het|ik snap het|snap ik|` +
	`rozumiem|zrozumiałem|zrozumiałam|przyjąłem|przyjęłam|zrozumiano|jasna sprawa` +
	`)(?:,? (?:thanks|thank you|many thanks|danke|vielen dank|dank je|dank u|bedankt|dziękuję|dzięki))?[.!\n] *(\pL(?s:.*))$`)

// withoutTaken leaves such a sentence out before one that orders the deed that is asked.
func (p *parser) withoutTaken(body string, o Options) string {
	m := taken.FindStringSubmatch(body)
	if m == nil || !slices.ContainsFunc(tokenize(m[1], p.smileys), func(t token) bool {
		return t.kind == word && (p.orderedIn(t.key, o.Shown) || p.deedOf(t.key, o.Shown))
	}) {
		return body
	}
	return m[1]
}
