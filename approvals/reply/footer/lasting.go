package footer

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/approvals/reply/wording"
	"bridge/internal/lazyre"
)

// Sentences that stand in signatures and are no legal text: when somebody is there, whom to call at night, what is on, what they
// stand for. Each is made of the words of its kind alone. They are left out only where a signature surely stands: below the
// full name with what somebody is, or how they are reached, or the name once more. What the request speaks of they may not speak of.

// lasting is a kind of such sentences.
type lasting struct {
	needs   []string // a word of each stands in it
	beside  string   // what else may
	names   int      // how many names may stand in it
	digits  bool     // numbers may
	asks    bool     // it is a question
	further bool     // it stands only beside another
	least   int      // words
	most    int      // at most
}

type readLasting struct {
	lasting
	need   needed
	others wording.List
}

func readLastings() []readLasting {
	var all []readLasting
	for _, l := range lastings() {
		all = append(all, readLasting{l, neededOf(l.needs), wording.ListOf(l.beside)})
	}
	return all
}

var (
	// A title in quotes, and a line that is nothing else.
	titleOf = lazyre.New(`[„“"«‚][^„“”"«»]{2,60}[“”"»‘]`)
	saying  = lazyre.New(`^[„“"«][^„“”"«»]{6,120}[“”"»]\.?$`)
	// Where such a sentence ends.
	lastEnd = lazyre.New(`([.!?]+) +|\s*[|]\s*`)
)

// ornaments are signs that say nothing in such a line.
const ornaments = "✨🌈🎄🎵🎶🎼📚🎨🐾🌸☀🌞🎉🎊💐🌻🌺🌷🍀🎭🎪🎟🎁⚓🏛🕊🎓⛪🐶🐱🐴🌟☎📞📅🕘🕐🦷🐳📖🎤🎬🍂❄🎅🥐🍞🍷"

// sure marks the lines of such sentences below a signature that surely is one.
func (s signer) sure(lines []string, pieces [][]sort) {
	names, proof, gaps := 0, false, 0
	for i, l := range lines {
		switch {
		case !hasText(l):
			if gaps++; gaps > 2 {
				names, proof = 0, false
			}
			continue
		case isMark(l):
			proof = true
		case slices.Contains(pieces[i], ownName):
			proof = proof || names > 0 || len(pieces[i]) > 1
			full := s.inFull(l)
			if full && names == 0 {
				s.byline(lines[:i], pieces[:i])
			}
			if full || names > 0 {
				names++
			} else {
				proof = true
			}
		case !slices.Contains(pieces[i], nothing):
			proof = proof || names > 0 && !s.closes(l) && !s.grammar.Courtesy(l) && slices.ContainsFunc(pieces[i], func(p sort) bool { return p != capitals && p != strange && p != aside && p != hours })
		case names > 0 && (proof || reachesSoon(pieces[i+1:min(len(pieces), i+4)])) && s.lasts(l):
			pieces[i] = []sort{contact} // firms and names above lean on it as on a telephone
		default:
			names, proof = 0, false
		}
		gaps = 0
	}
}

// byline marks a nickname or initials in the last line above the full name, a blank line between them.
func (s signer) byline(lines []string, pieces [][]sort) {
	for i := len(lines) - 1; i >= max(0, len(lines)-3); i-- {
		if hasText(lines[i]) && !isMark(lines[i]) {
			if i < len(lines)-1 && slices.Contains(pieces[i], nothing) && s.names(lines[i]) {
				pieces[i] = []sort{ownName}
			}
			return
		}
	}
}

// inFull reports a name of two words at least.
func (s signer) inFull(line string) bool {
	n := 0
	for _, w := range fields(line) {
		if k := strings.ToLower(w); utf8.RuneCountInString(strings.Trim(k, ".")) > 1 && !s.signing.honours.Has(k) {
			n++
		}
	}
	return n > 1
}

// lastingTail is where the lines at the end begin that are such sentences, below what people end a mail with.
func (s signer) lastingTail(lines []string) int {
	end := len(lines)
	for end > 0 && (!hasText(lines[end-1]) || s.lasts(lines[end-1])) {
		end--
	}
	return end
}

// lasts reports a line that is nothing but such sentences.
func (s signer) lasts(line string) bool { return once(s.memo.lasting, line, s.isLasting) }

func (s signer) isLasting(line string) bool {
	line = strings.TrimSpace(adorned.Replace(strings.Map(func(r rune) rune {
		if r > 0x2000 && strings.ContainsRune(ornaments, r) {
			return ' '
		}
		return r
	}, line)))
	if line == "" || utf8.RuneCountInString(line) > 160 || strings.Contains(line, "..") || strings.ContainsAny(line, "%$€£…;=<>{}^~") || strings.ContainsFunc(line, unicode.IsSymbol) || smiley.MatchString(line) && !strings.Contains(line, ": (") {
		return false
	}
	if saying.MatchString(line) {
		return s.proverb(line)
	}
	line = strings.ReplaceAll(s.withoutNumbers(line), dialled, " ☎ ")
	if s.isLast(titleOf.ReplaceAllString(line, " ")) == alone {
		return true
	}
	known, asked, told := false, false, false
	for part := range strings.SplitSeq(lastEnd.ReplaceAllString(line, "$1\n"), "\n") {
		if words := fields(part); len(words) == 0 || len(words) == 1 && words[0] == "☎" {
			continue
		}
		switch s.isLast(part) {
		case alone:
			known = true
		case beside:
			asked, told = asked || wording.Asks(part), told || !wording.Asks(part)
		default:
			if !s.openHours(part) && !s.worksOtherwise(part) {
				return false
			}
			known = true
		}
	}
	return known || asked && told
}

// How a sentence may stand.
const (
	nowhere = iota
	beside  // another has to stand with it
	alone
)

func (s signer) isLast(text string) int {
	asks := wording.Asks(text)
	words := fields(strings.NewReplacer("?", " ", "¿", " ", "¡", " ", ":", " ", "–", " ", "—", " ", "'", " ", "’", " ").Replace(text))
	is := nowhere
	for _, l := range s.lastings {
		if l.asks == asks && len(words) >= l.least && (l.most == 0 || len(words) <= l.most) && s.isOf(l, words) {
			if !l.further {
				return alone
			}
			is = beside
		}
	}
	return is
}

// isOf reports whether words are a sentence of a kind, that says nothing of what the request speaks of.
func (s signer) isOf(l readLasting, words []string) bool {
	have := make([]bool, len(l.need))
	names := 0
	for i, w := range words {
		for _, k := range strings.FieldsFunc(strings.ToLower(w), func(r rune) bool { return r == '-' || r == '–' || r == '/' }) {
			k = strings.Trim(k, ".,()#")
			if k == "" || k == "☎" {
				continue
			}
			known := l.need.met(k, have)
			small := utf8.RuneCountInString(k) < 4
			switch {
			case known, l.others.Has(k), s.signing.between.Has(k) && small && !s.signing.leads.Has(k), l.digits && (timeWord.MatchString(k) || s.signing.days.Has(k) && small):
			case i > 0 && l.digits && (s.signing.houses.Has(k) || s.signing.seats.Has(k)):
			case l.names > names && capital(w) && i > 0 && (s.quiet(k) || l.further && !s.doubtful(w, []string{w}, true) && !s.signing.remarks.Has(k)) && digitsIn(k) == 0:
				names++
			default:
				return false
			}
			if (known && utf8.RuneCountInString(k) > 2 || !small || digitsIn(k) > 0) && !s.signing.houses.Has(k) && !s.signing.seats.Has(k) && (!commonWords()[wording.Fold(k)] || weekday(wording.Fold(k)) >= 0) && s.asksAbout(k) {
				return false
			}
		}
	}
	return !slices.Contains(have, false)
}

// proverb reports a line in quotes that says nothing of a request.
func (s signer) proverb(line string) bool {
	words := fields(line)
	keys := s.keysOf(words)
	return len(words) > 2 && len(words) < 16 && digitsIn(line) == 0 && !wording.Asks(line) && !s.concerns(keys) && !s.starts(keys[0]) && !s.grammar.Decides(keys[0]) && all(words, func(w string) bool {
		k := strings.ToLower(w)
		return w != words[0] && negations()[k] || !s.signing.sizes.Has(k) && !s.signing.remarks.Has(k) && !s.signing.strangers.Has(wording.Fold(k)) && !s.signing.payees.Has(k) && !s.words.OptOut[k] && !strings.ContainsFunc(k, otherScript) &&
			!(utf8.RuneCountInString(k) > 3 && s.asksAbout(k)) && (!capital(w) || w == words[0] || s.called.Language == "de")
	})
}
