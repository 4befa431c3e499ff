package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// Who says yes and then that they are happy to do it lets it be done: "Yes, happy to confirm." Without the yes it may be what they do
// themselves. And of an invitation whoever answers says what they do, for it is theirs to accept: "ja, nehmen wir gern an". A firm says what we do.

var (
	happyTo = lazyre.New(`(?i)^((?:yes|yeah|yep|yup|aye|ok|okay|sure|of course|certainly)[ ,.!]+)(?:(?:i'm|im|i am|i'd be|i would be|we're|we are|we'd be) )?(?:(?:very|more than|only too|really|quite|most) )?(?:happy|glad|pleased|delighted) to\b(?: do (?:so|that|it|this))?(.*)$`)
	// acceptsIt is, behind a yes or before nothing but that, how people say gladly that they accept.
	acceptsIt = lazyre.Once(func() [plAt + 1]*lazyre.Regexp {
		return [plAt + 1]*lazyre.Regexp{deAt: gladGerman, nlAt: gladDutch, plAt: gladPolish}
	})

	gladGerman = lazyre.New(`(?i)^(?:(?:ja|jo|klar|natürlich)[ ,.!]+)?(?:(?:das|die|den|es|sie|ihn) )?(?:nehme|nehm|nehmen) (?:ich|i|wir|ma)(?: (?:das|die|den|es|sie|ihn))?(?: sehr)? gerne? an[ .!]*$` +
		`|^(?:(?:ja|jo)[ ,.!]+)?(?:sehr )?gerne?[ ,.!]+(?:(?:das|die|den) )?(?:nehme|nehm|nehmen) (?:ich|i|wir|ma)(?: (?:das|die|den|es|sie|ihn))? an[ .!]*$`)
	gladDutch  = lazyre.New(`(?i)^(?:(?:ja|jazeker|natuurlijk)[ ,.!]+)?(?:(?:dat|die|deze) )?(?:neem ik|nemen we|nemen wij)(?: (?:het|hem|ze|die))?(?: heel)? graag aan[ .!]*$`)
	gladPolish = lazyre.New(`(?i)^(?:(?:tak|jasne|oczywiście)[ ,.!]+)?(?:(?:bardzo )?chętnie|z przyjemnością|z radością) (?:je |to |ją )?(?:przyjmę|przyjmiemy|przyjmuję|przyjmujemy)[ .!]*$`)
)

// takes is a German prompt that asks who takes a thing, which is none that is accepted: "das Auto nehmen".
var takes = lazyre.New(`(?i)(?:^|[^\pL])nehmen(?:[^\pL]|$)`)

// gladly puts the order, or the yes, in the place of such a text.
func (p *parser) gladly(body string, l int, o Options) string {
	if p.refusedTitle(o.Shown) {
		return body
	}
	if l == enAt {
		m := happyTo.FindStringSubmatch(body)
		switch {
		case m == nil:
			return body
		case strings.Trim(m[2], " .!") == "":
			return m[1] + m[2]
		}
		if verb := strings.ToLower(strings.Trim(strings.Fields(m[2])[0], ".,!")); !p.orderedIn(verb, o.Shown) && !p.deedOf(verb, o.Shown) {
			return body
		}
		return m[1] + "please" + m[2]
	}
	if of := acceptsIt()[l]; of == nil || !of.MatchString(body) || !slices.ContainsFunc(o.Shown.About, func(about string) bool {
		return slices.ContainsFunc(o.Shown.actsOf(about), func(k int) bool { return actName(k) == "accept" }) && !takes.MatchString(about)
	}) || p.undoes(o.Shown) {
		return body
	}
	return yesOf()[l]
}

// refusedTitle reports a prompt that asks to refuse something, or not to do it: "Kein Zimmer buchen?"
func (p *parser) refusedTitle(shown Shown) bool {
	return refusesAsked(shown) || slices.ContainsFunc(shown.About, func(about string) bool {
		return shown.prohibits(about) || slices.ContainsFunc(wordsOfPrompt(strings.ToLower(titleOf(about))), func(w string) bool { return p.negators[w] || notAny()[w] })
	})
}

var notAny = lazyre.Once(func() map[string]bool {
	return set("kein", "keine", "keinen", "keinem", "geen", "nicht", "niet", "not", "no", "nie")
})

// weDoIt says behind a yes that we do it: "ja, buchen wir", "ja boeken we".
var weDoIt = lazyre.New(`(?i)^((?:ja|jo|joa|klar|jazeker)(?: gerne?| graag)?[ ,.!]+)(?:(?:das|es|den|die|ihn|dat|die|het|hem) )?(\pL{3,}n) (?:wir|we|wij)(?: (?:das|es|den|die|ihn|sie|dat|het|hem|ze))?(?: (?:gerne?|graag|so|zo))?(?: (\pL{2,}))?[ .!]*$`)

// weDo puts the yes alone in the place of such a text, of the verb that is asked, with its particle.
func (p *parser) weDo(body string, l int, shown Shown) string {
	m := weDoIt.FindStringSubmatch(body)
	if m == nil || l != deAt && l != nlAt || p.refusedTitle(shown) || slices.ContainsFunc(shown.About, toldThat.MatchString) {
		return body
	}
	verb, particle := strings.ToLower(m[2]), strings.ToLower(m[3])
	asked := slices.Contains(shown.words(), particle+verb)
	if particle == "" && asked && isInfinitive(verb) || particle != "" && particles()[l][particle] && asked {
		return yesOf()[l]
	}
	return body
}
