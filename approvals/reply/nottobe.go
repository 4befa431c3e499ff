package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// Who says of the thing that is asked about that it is not to be what is asked says no: "This order is not to be cancelled", "Diese Rechnung
// wird nicht bezahlt". It is read as the order not to do it to that thing, and where more is said, not at all.

var (
	notToBe     = lazyre.New(`(?i)^\s*(?:no[,.] )?(?:please note )?((?:the|this|that|these|those|it|they)(?: [\pL\d-]+){0,4}?) (?:is|are|must|should|shall|may|can|will) ?(?:not|n't)(?: to)? be (\pL{3,})(?:,? (?:please|thanks|thank you))?[ .!]*$`)
	wirdNicht   = lazyre.New(`(?i)^\s*(?:nein[,.] )?((?:der|die|das|den|diese|dieser|dieses|sie|er|es)(?: [\pL\d-]+){0,4}?) (?:wird|werden|soll|sollen|darf|dürfen)(?: bitte)? nicht (\pL{4,}t|\pL{4,}en)(?: werden)?[ .!]*$`)
	wordtNiet   = lazyre.New(`(?i)^\s*(?:nee[,.] )?((?:de|het|deze|die|dit|dat)(?: [\pL\d-]+){0,4}?) (?:wordt|worden|moet|moeten|mag|mogen)(?: (?:absoluut|zeker))? niet (?:worden )?(\pL{4,}[dt]|\pL{4,}en)(?: worden)?[ .!]*$`)
	strongForms = lazyre.Once(func() map[string]string {
		all := map[string]string{}
		for pair := range strings.FieldsSeq(`sent/send paid/pay bought/buy sold/sell made/make told/tell written/write given/give taken/take held/hold kept/keep run/run done/do put/put set/set let/let rung/ring drawn/draw lent/lend rebuilt/rebuild built/build cut/cut shut/shut`) {
			from, to, _ := strings.Cut(pair, "/")
			all[from] = to
		}
		return all
	})
)

// notToBe is the order not to do what a text says is not to be done; "" if it says no such thing of the deed that is asked.
func (p *parser) notToBe(body string, l int, shown Shown) string {
	form := [plAt + 1]*lazyre.Regexp{enAt: notToBe, deAt: wirdNicht, nlAt: wordtNiet}[l]
	if form == nil {
		return ""
	}
	m := form.FindStringSubmatch(body)
	if m == nil {
		return ""
	}
	for verb := range p.own(shown, l).verbs {
		if !slices.Contains(participlesOf(verb, l), strings.ToLower(m[2])) {
			continue
		}
		if l == enAt {
			return "do not " + verb + " " + m[1]
		}
		return m[1] + map[int]string{deAt: " nicht ", nlAt: " niet "}[l] + verb
	}
	return ""
}

// participlesOf are the regular ones of a verb: of an English order, or of a German or Dutch infinitive.
func participlesOf(verb string, l int) (all []string) {
	if len(verb) < 3 {
		return nil
	}
	if l == enAt {
		for past, of := range strongForms() {
			if of == verb {
				all = append(all, past)
			}
		}
		last := verb[len(verb)-1:]
		all = append(all, verb+"ed", verb+last+"ed")
		if last == "e" {
			all = append(all, verb+"d")
		} else if last == "y" {
			all = append(all, verb[:len(verb)-1]+"ied")
		}
		return all
	}
	stem, is := strings.CutSuffix(verb, "en")
	if !is || !isInfinitive(verb) {
		return nil
	}
	forms := []string{stem, "ge" + stem}
	if of, is := strings.CutSuffix(stem, "send"); is && l == deAt {
		all = append(all, of+"sandt", of+"gesandt")
	}
	for particle := range particles()[l] {
		if rest, is := strings.CutPrefix(stem, particle); is && len(rest) > 1 {
			forms = append(forms, particle+"ge"+rest)
		}
	}
	for _, f := range forms {
		if l == deAt {
			all = append(all, f+"t", f+"et", f+"en")
			continue
		}
		all = append(all, f+"t", f+"d")
		if n := len(f); n > 2 && f[n-1] == f[n-2] { // "opgezegd"
			all = append(all, f[:n-1]+"t", f[:n-1]+"d")
		}
		if n := len(f); n > 2 && strings.IndexByte("aeou", f[n-2]) >= 0 && strings.IndexByte("aeoui", f[n-3]) < 0 { // "betaald", "afgeleverd"
			all = append(all, f[:n-1]+f[n-2:]+"d", f[:n-1]+f[n-2:]+"t")
		}
	}
	return all
}
