package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// Verbs that say by a prefix only to whom, where to or once more, and whose deed is the same without it: who is asked "terugbellen?" and
// says "niet bellen" has said no to that. No prefix is one that takes away, ends or turns the deed round.

// verbFamily are the verbs of one base in one language: its forms, and the prefixes that leave the deed what it is.
type verbFamily struct {
	l               int
	forms, prefixes []string
}

var verbFamilies = lazyre.Once(func() (all []verbFamily) {
	for _, of := range []struct {
		l               int
		forms, prefixes string
	}{
		{nlAt, `bellen bel belt`, `terug op`},
		{nlAt, `schrijven schrijf schrijft`, `terug`},
		{nlAt, `mailen mail mailt`, `terug rond door toe`},
		{nlAt, `appen app appt`, `terug rond door`},
		{nlAt, `sturen stuur stuurt zenden zend zendt`, `rond door op toe ver in`},
		{deAt, `schicken schick schicke schickt senden send sende sendet`, `ab aus raus heraus hinaus los hin weg ver zu weiter rüber herum rum`},
		{deAt, `rufen ruf rufe ruft`, `an zurück`},
		{deAt, `schreiben schreib schreibe schreibt`, `zurück hin an`},
		{deAt, `mailen mail maile mailt`, `zurück hin rum`},
		{itAt, `chiamare chiama chiami chiamate chiamalo chiamala chiamali chiamarlo chiamarla chiamarli`, `ri`},
		{plAt, `dzwonić dzwoń dzwońcie`, `od za prze po`},
		{plAt, `dzwaniać dzwaniaj dzwaniajcie`, `od`},
		{plAt, `pisać pisz piszcie`, `od na`},
		{plAt, `pisywać pisuj pisujcie`, `od`},
		{plAt, `słać ślij ślijcie`, `wy prze po roze pode`},
		{plAt, `syłać syłaj syłajcie`, `wy prze po roz pod`},
	} {
		all = append(all, verbFamily{of.l, strings.Fields(of.forms), strings.Fields(of.prefixes)})
	}
	return all
})

// directed are those of the prefixes that say more than that something is done: in an answer only where the prompt has them, too.
var directed = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`terug rond door zurück weiter herum rum prze roze roz`)...)
})

// familyOf is the family of a verb in some languages, and the prefix that it has.
func familyOf(w string, in tongues) (f *verbFamily, prefix string) {
	key := nameKey(w)
	for i := range verbFamilies() {
		f := &verbFamilies()[i]
		if in != 0 && in&(1<<f.l) == 0 {
			continue
		}
		for _, form := range f.forms {
			base, is := strings.CutSuffix(key, nameKey(form))
			if is && base == "" {
				return f, ""
			}
			if at := slices.IndexFunc(f.prefixes, func(p string) bool { return nameKey(p) == base }); is && at >= 0 {
				return f, f.prefixes[at]
			}
		}
	}
	return nil, ""
}

// sameDeed reports a form of a verb of the family of the one that a prompt asks with, the prefix that it has, and that of the prompt.
func sameDeed(w string, shown Shown) (f *verbFamily, prefix, asked string) {
	f, prefix = familyOf(w, shown.in)
	if f == nil {
		return nil, "", ""
	}
	for _, about := range shown.About {
		for _, verb := range verbsAsked(about) {
			of, with := familyOf(verb, shown.in)
			if of == nil || !isInfinitive(verb) && !strings.HasSuffix(verb, "ć") && !strings.HasSuffix(verb, "re") || of != f && aspects()[f.forms[0]] != of.forms[0] {
				continue
			}
			return f, prefix, with
		}
	}
	return nil, "", ""
}

// verbsAsked are the words that may be the verb with which a prompt asks: of its title, or if that only names a thing, of the question or
// what the agent would do below it.
func verbsAsked(about string) (all []string) {
	title := titleOf(about)
	asks := []string{title}
	things := namesThing(title)
	if things {
		asks = []string{closingQuestion(about)}
	}
	if things || slices.ContainsFunc(wordsOfPrompt(strings.ToLower(title)), func(w string) bool { return replying()[w] }) { // "I would send it" tells how
		if m := wouldVerb.FindStringSubmatch(about); m != nil {
			asks = append(asks, m[1])
		}
	}
	for _, text := range asks {
		if words := wordsOfPrompt(strings.ToLower(text)); len(words) > 0 {
			all = append(all, words[0], words[len(words)-1], lastInfinitive(words))
		}
	}
	return all
}

// wouldVerb is what an agent says that it would do.
var wouldVerb = lazyre.New(`(?:[Ii]ch würde|[Ii]k zou) [^.?!\n]*? ?(\pL+en)[.\n]?$`)

// aspects are the bases of Polish verbs that only tell apart how often.
var aspects = lazyre.Once(func() map[string]string {
	return map[string]string{"dzwaniać": "dzwonić", "pisywać": "pisać", "syłać": "słać", "dzwonić": "dzwaniać", "pisać": "pisywać", "słać": "syłać"}
})
