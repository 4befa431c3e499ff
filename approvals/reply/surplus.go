package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// What people put beside an answer and could leave out: two words for yes, that it was agreed so, the no said twice, and how fast it is to go
// out. Each is put into plain words, where nothing else is said.

var (
	yesOk      = lazyre.New(`(?i)^(?:yes|yeah|yep|yup|ya|aye|ja|jo|tak) (?:ok|okay|oké|oke|okej)[ ,]+(\pL.*)$`)
	noNo       = lazyre.New(`(?i)^nie nie (\pL.*)$`)
	noTooMuch  = lazyre.New(`(?i)^(?:naw|nah|no way|nope)[ ,.!]+(?:way |far )?(too \pL+)(?: for (?:me|us))?[ .!]*$`)
	asArranged = lazyre.New(`(?i)^((?:yes|yeah|yep|aye)[ ,.!]+)(?:(?:that's|thats|that is|it's|its) )?(?:as |been |what we |all )?(?:agreed|arranged|discussed)(?: with (?:him|her|them))?[ .!]*$` +
		`|^((?:ja|jo)[ ,.!]+)(?:(?:das|es) )?(?:(?:ist|is|war|wurde|haben wir) )?(?:(?:das|alles|auch|schon|bereits|ja) )*(?:so )?(?:mit (?:ihm|ihr|ihnen) )?(?:so )?(?:abgesprochen|besprochen|vereinbart|abgemacht|ausgemacht|abgeklärt)[ .!]*$` +
		`|^((?:ja|jo)[ ,.!]+)(?:(?:dat|het|zo) )?(?:(?:is|was|hebben we) )?(?:(?:al|ook|zo) )*(?:met (?:hem|haar|hen) )?(?:zo )?(?:afgesproken|besproken|overlegd)[ .!]*$` +
		`|^(tak[ ,.!]+)(?:tak |już )?(?:ustaliliśmy|ustalone|uzgodnione|uzgodniliśmy|umówione|się umówiliśmy|umawialiśmy się)(?: z (?:nim|nią|nimi))?[ .!]*$`)
	// soonOut are ways to say that something goes out at once.
	soonOut = lazyre.New(`(?i)\b(?:(?:fire|shoot|ping|whack|bang|pop|fling) (?:it|them|that) (?:off|over|out|across)|(?:fire|shoot|ping) off (?:it|them|that))(?: to (?:him|her|them))?\b`)
	// sameAgain orders what the prompt says is the same.
	sameAgain = lazyre.New(`(?i)\b(?:the )?(?:same as (?:always|usual|ever|before|last (?:time|month|week|year))|usual)\b`)
)

// withoutSurplus puts such words into plain ones, in the person's own language.
func (p *parser) withoutSurplus(body string, l int, o Options) string {
	said := strings.TrimSpace(body)
	if m := yesOk.FindStringSubmatch(said); m != nil {
		said = "ok, " + m[1]
	}
	if l == enAt {
		if asksFor(o.Shown.asked(), sending) {
			said = soonOut.ReplaceAllString(said, "send it")
		}
		if slices.ContainsFunc(o.Shown.words(), func(w string) bool { return w == "same" || w == "usual" || w == "repeat" }) {
			said = sameAgain.ReplaceAllString(said, "as always")
		}
	}
	if said == strings.TrimSpace(body) {
		return body
	}
	return said
}

// agreedSo leaves the yes alone before that it was agreed so.
func agreedSo(body string) string {
	m := asArranged.FindStringSubmatch(body)
	if m == nil {
		return body
	}
	return strings.TrimRight(strings.Join(m[1:], ""), " ,.!")
}

// noTwice reads a no that is said twice, or with how much too much it is, with no mark between them.
func (p *parser) noTwice(body string, l int, o Options) (r Result) {
	less := ""
	if p.undoes(o.Shown) || slices.ContainsFunc(o.Shown.words(), refusing().has) || slices.ContainsFunc(o.Shown.About, o.Shown.prohibits) { // where that may be why
		return r
	}
	if m := noNo.FindStringSubmatch(body); m != nil && l == plAt {
		less = "nie, nie " + m[1]
	} else if m := noTooMuch.FindStringSubmatch(body); m != nil && l == enAt {
		less = "no, " + m[1]
	} else {
		return r
	}
	if r = p.answer(less, o); r.Verdict != Deny || p.takesForOther(less, r, o) {
		return Result{}
	}
	if r.Reason != "" {
		r.Reason = strings.TrimSpace(body)
	}
	return r
}
