package reply

import (
	"slices"
	"strings"
	"unicode/utf8"

	"bridge/internal/lazyre"
)

// IsList reports whether the whole message is the word LIST, which asks for what
// is open, or that word of another language, with nothing besides but courtesy,
// punctuation, a mobile footer and the writer's name below. It is called with the same text as [Parse] for a
// message that is bound to no request. Such a text is no verdict.
func IsList(text, name string) bool {
	if len(text) > maxListText || !namesList(text) {
		return false // what most messages are, before the grammar is made
	}
	return grammar().isList(text, name)
}

// namesList reports whether some word that asks for a list stands in a text, anywhere.
func namesList(text string) bool {
	lower := strings.ToLower(normalize(text))
	return slices.ContainsFunc(listWords(), func(w string) bool { return strings.Contains(lower, w) })
}

// listWords are the last words of the phrases that ask for a list, in all spellings.
var listWords = lazyre.Once(func() []string {
	var all []string
	for _, l := range phraseLists() {
		for _, phrase := range l.list {
			for _, s := range spellings(phrase) {
				all = append(all, s[strings.LastIndexByte(s, ' ')+1:])
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
})

func (p *parser) isList(text, name string) bool {
	if len(text) > maxListText || !utf8.ValidString(text) || strings.ContainsAny(text, overrides) {
		return false
	}
	lines := p.trimTail(strings.Split(normalize(text), "\n"), Options{Name: name})
	toks := tokenize(strings.Join(lines, "\n"), p.smileys)
	found := false
	for i := 0; i < len(toks); {
		switch toks[i].kind {
		case newline:
			i++
			continue
		case punct:
			if !strings.Contains(".,!?¿¡", toks[i].key) {
				return false
			}
			i++
			continue
		case code:
			return false
		}
		if _, n := p.list.match(wordsFrom(toks, i, p.list.longest)); n > 0 {
			if found {
				return false
			}
			found = true
			i += n
			continue
		}
		m, n := p.phraseAt(toks, i)
		if m.class != courtesy && m.class != greeting && m.class != closing {
			return false
		}
		i += n
	}
	return found
}
