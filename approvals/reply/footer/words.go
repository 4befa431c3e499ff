package footer

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/approvals/reply/wording"
)

// strokes are what stands between the parts of a line of a card.
const strokes = "|•·●▪■◆│¦"

// fields are the words of a line, in its spelling, without what stands around them.
func fields(s string) []string {
	var words []string
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(strokes, r) }) {
		if w = strings.Trim(w, ".,;:!()[]{}<>*_\"'“”„«»‘’-–—/"); w != "" {
			words = append(words, w)
		}
	}
	return words
}

// doubtful reports whether words say what a footer never says: a condition, a verdict,
// an amount, a date, an instruction. Titles have words of sentences in them.
func (s signer) doubtful(text string, words []string, strict bool) bool {
	if marked(text) {
		return true
	}
	keys := s.keysOf(words)
	return s.concerns(keys) || s.grammar.Answers(keys) || strict && s.grammar.Sentence(keys)
}

// marked reports characters of questions, amounts and doubt.
func marked(text string) bool {
	return wording.Asks(text) || strings.ContainsFunc(text, NeverSigned) || strings.Contains(text, "..")
}

// concerns reports a condition, a date, a word of requests.
func (s signer) concerns(keys []string) bool {
	return s.grammar.Hedged(keys) || slices.ContainsFunc(keys, s.signing.dangerous.Has) || slices.ContainsFunc(keys, s.signing.dates.Has)
}

// keysOf are words and their parts as they are looked up, without names and abbreviations.
func (s signer) keysOf(words []string) []string {
	keys := make([]string, 0, len(words))
	for _, w := range words {
		for _, part := range strings.FieldsFunc(strings.ToLower(w), func(r rune) bool { return r == '-' || r == '/' || r == '+' }) {
			if !slices.Contains(s.name, wording.Fold(part)) && !(acronym(w) && (part == "it" || part == "us" || part == "se" || part == "ma")) {
				keys = append(keys, part)
			}
		}
	}
	keys = slices.Clone(WithoutAbbreviations(keys))
	for i := 0; i+1 < len(keys); i++ { // "no. 12"
		if len(keys[i]) == 2 && isZIP(keys[i+1]) && slices.Contains(words, strings.ToUpper(keys[i])) { // "Tulsa, OK 74103"
			keys[i] = "nr"
		}
		if (keys[i] == "no" || keys[i] == "n" || keys[i] == "nr") && digitsIn(keys[i+1]) > 0 {
			keys[i] = "nr"
		}
	}
	return keys
}

// lowered are words as they are looked up.
func lowered(words []string) []string {
	keys := make([]string, len(words))
	for i, w := range words {
		keys[i] = strings.ToLower(w)
	}
	return keys
}

// acronym reports a word of two capitals.
func acronym(w string) bool {
	return len(w) == 2 && !strings.ContainsFunc(w, func(r rune) bool { return !unicode.IsUpper(r) })
}

// capital reports a word that begins with a capital, behind an elided word too.
func capital(w string) bool {
	if at := strings.IndexAny(w, "'’"); at > 0 && at < 6 {
		if rest := strings.TrimLeft(w[at:], "'’"); rest != "" {
			w = rest
		}
	}
	r, _ := utf8.DecodeRuneInString(w)
	return unicode.IsUpper(r)
}

func digitsIn(s string) int {
	n := 0
	for _, r := range s {
		if '0' <= r && r <= '9' {
			n++
		}
	}
	return n
}

func all(words []string, ok func(string) bool) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !ok(w) })
}

// IsModel reports the name of a device or network: "s23", "sm-g950f", "5g". A
// number is none: "iPhone 20" may be an answer that lost its line break.
func IsModel(k string) bool {
	switch k {
	case "3g", "4g", "5g":
		return true
	}
	return len(k) <= 8 && 'a' <= k[0] && k[0] <= 'z' && strings.ContainsAny(k, "0123456789")
}

// NeverSigned reports characters of wording.Questions, amounts, doubt and disguise.
func NeverSigned(r rune) bool {
	return strings.ContainsRune(wording.Questions+"%…", r) || unicode.Is(unicode.Sc, r) || unicode.IsControl(r)
}

// IsNumber reports a line without letters that is too short for a telephone.
func IsNumber(l string) bool {
	digits := 0
	for _, r := range l {
		if unicode.IsLetter(r) {
			return false
		}
		if unicode.IsNumber(r) {
			digits++
		}
	}
	return digits > 0 && digits < 6
}

// WithoutAbbreviations takes out "SE" and "MA" where no condition follows: at
// the end of a line and before a number they are a kind of company and a state.
func WithoutAbbreviations(keys []string) []string {
	for i, k := range keys {
		if i > 0 && (k == "se" || k == "ma") && (i+1 == len(keys) || IsNumber(keys[i+1]) || isZIP(keys[i+1])) {
			return slices.Delete(slices.Clone(keys), i, i+1)
		}
	}
	return keys
}

func isZIP(k string) bool {
	return len(k) == 5 && strings.Trim(k, "0123456789") == ""
}
