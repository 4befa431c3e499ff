package reply

import (
	"slices"
	"strings"
	"unicode"
)

// What looks like an answer: at most mostLikeWords words, which begin as an answer does;
// or a doubt, which is shorter still.
const (
	mostLikeWords  = 12
	mostDoubtWords = 4
)

// Like reports whether a text that may decide nothing looks like an answer to a prompt
// ("yes but only half", "tak, ale nie dziś", "maybe later"), in a language that the grammar
// knows or the person's own. It is called where a message does not say what it answers, so
// that its writer can be told; it says nothing of what the text means.
func Like(text string, o Options) bool {
	if len(strings.Fields(text)) > mostLikeWords {
		return false
	}
	if Parse(text, o).Verdict != None {
		return true
	}
	return grammar().like(text, o)
}

func (p *parser) like(text string, o Options) bool {
	toks := tokenize(head(text), p.smileys)
	fit := p.fitting(o.Language)
	p.shorten(toks, fit.language)
	begin := slices.IndexFunc(toks, func(t token) bool { return t.kind == word })
	if begin < 0 {
		return false
	}
	toks = toks[begin:]
	if fit.other || !latin(toks[0].key) {
		for _, w := range answersElsewhere() {
			if toks[0].key == w || !latin(w) && !spaced(w) && strings.HasPrefix(toks[0].key, w) {
				return true
			}
		}
	}
	written := strings.Fields(text)
	for n := 1; n <= min(3, len(written)); n++ {
		begin := strings.TrimFunc(strings.Join(written[:n], " "), unicode.IsPunct)
		if begin != "" && p.parse(begin, Options{Name: o.Name, Language: o.Language, OptOuts: o.OptOuts}).Verdict != None {
			return true
		}
	}
	keys := words(toks)
	if o.OptOuts && p.optOut.within(keys) {
		return false
	}
	_, doubt := p.hedges.match(keys)
	if doubt == 0 && len(keys) > 1 && p.negators[keys[0]] { // "not yet"
		_, doubt = p.hedges.match(keys[1:])
	}
	m, n := p.phraseAt(toks, 0)
	return n > 0 && (m.class == unclear || m.class == yesToo || m.class == unopposed || m.class == calledOff) && len(keys) <= mostDoubtWords ||
		doubt > 0 && len(keys) <= mostDoubtWords
}

// spaced reports whether a word is of a script that parts words with spaces.
func spaced(w string) bool {
	return !strings.ContainsFunc(w, func(r rune) bool { return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) })
}

// answersElsewhere are the words with which people answer in languages that the grammar
// does not know. They never decide.
func answersElsewhere() []string {
	return strings.Fields(`ja nej jo javisst okej visst godkänt jepp nei greit godkjent godkendt kyllä joo ei selvä hyväksyn ano ne jasně souhlasím da nu sigur aprob evet hayır tamam olur onaylıyorum
		да нет ок хорошо ладно согласен согласна одобряю так ні добре гаразд згоден згодна ναι όχι εντάξει οκ εγκρίνω نعم لا موافق تمام اوكي हाँ नहीं ठीक haan nahi theek 是 不 好 同意 可以 行 没问题 拒绝 はい いいえ 承認 了解 だめ 却下
		ya iya tidak tak setuju boleh jangan oke igen nem`)
}
