package footer

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/approvals/reply/wording"
)

// brief is a kind of short sentence of legal notices. Long ones are known by their topics; a short one has too few words for
// that, so it is closed: each of its words is of its kind or says nothing in the one language that it is in, and a word of
// each of its needs stands in it. What the request speaks of, in any language, it may not speak of.
type brief struct {
	needs     []string // a word of each stands in it; "=": one that requests may have, too, "#": of those of the topic
	beside    string   // what else may
	names     int      // how many names may stand in it
	most      int      // words
	leans     bool     // it speaks of the mail, or stands behind a sentence that does
	recipient bool     // it says whom the mail is for
	register  bool     // names of houses may stand behind it
	told      bool     // it was said before whom the mail is for
	warns     bool     // it says what thieves do
	asks      bool     // it is a question
	after     bool     // only behind another
	closed    bool     // without the words that say nothing in other notices
}

type readBrief struct {
	brief
	need   []wording.List
	topic  []int // of a need, -1 for none
	others wording.List
}

func readBriefs() []readBrief {
	var all []readBrief
	for _, b := range briefs() {
		r := readBrief{brief: b, others: wording.ListOf(b.beside)}
		for _, n := range b.needs {
			topic := -1
			n = strings.TrimPrefix(n, "=")
			if strings.HasPrefix(n, "#") {
				topic, n = int(n[1]-'0'), n[2:]
			}
			r.need, r.topic = append(r.need, wording.ListOf(n)), append(r.topic, topic)
		}
		all = append(all, r)
	}
	return all
}

// inBrief says what a short sentence of a notice is; nothing if it is none. After is behind a sentence that is one.
func (s signer) inBrief(words []string, told int, after bool) said {
	if len(words) > 30 {
		return said{}
	}
	ph := s.phrase(words)
	for _, b := range s.briefs {
		for i, n := range s.notices {
			if (!b.told || told == i) && s.isBrief(b, n, ph, after) {
				return said{notice: true, recipient: b.recipient, register: b.register, warns: b.warns, language: i}
			}
		}
	}
	return said{}
}

func (s signer) isBrief(b readBrief, n readNotice, ph phrase, after bool) bool {
	have := make([]bool, len(b.need))
	names, mail := 0, after || ph.asked && b.asks
	if len(ph.keys) < 2 || b.asks && !ph.asked || b.after && !after || b.most > 0 && len(ph.keys) > b.most {
		return false
	}
	for i, k := range ph.keys {
		known := false
		for t, need := range b.need {
			if need.Has(k) || b.topic[t] >= 0 && n.topics[b.topic[t]].Has(k) {
				have[t], known = true, true
			}
		}
		mail = mail || n.topics[0].Has(k)
		switch {
		case b.asks && ours()[k]:
			return false // "Not for us?"
		case known, b.others.Has(k), !b.closed && n.topics[0].Has(k), b.leans && n.topics[privateTopic].Has(k):
		case byHalf[k], n.conditions.Has(k) && !n.allows(ph.keys, i):
			return false
		case !b.closed && n.filler.Has(k), b.names > 0 && (s.signing.forms.Has(k) || s.signing.numbers.Has(k) && i+1 < len(ph.keys) && digitsIn(ph.keys[i+1]) > 0):
		case ph.caps[i] && i > 0 && names < b.names && s.quiet(k) && digitsIn(k) == 0 && !slices.Contains(s.requested(), k):
			names++
		case b.names > 0 && digitsIn(k) > 0 && digitsIn(k) == len(k) && i > 0 && s.signing.numbers.Has(ph.keys[i-1]):
		default:
			return false
		}
	}
	return (mail || !b.leans) && !slices.Contains(have, false) && !s.asksOf(b)
}

// asksOf reports whether the request speaks of what such a sentence does.
func (s signer) asksOf(b readBrief) bool {
	for t, need := range b.need {
		free := strings.HasPrefix(b.needs[t], "=")
		if free && b.topic[t] != recipientTopic {
			continue
		}
		for _, k := range s.requested() {
			if !free && need.Has(k) || b.topic[t] >= 0 && slices.ContainsFunc(s.notices, func(n readNotice) bool { return n.topics[b.topic[t]].Has(k) }) {
				return true
			}
		}
	}
	return false
}

// requested are the words of the request.
func (s signer) requested() []string {
	if *s.request == nil {
		*s.request = append([]string{""}, strings.FieldsFunc(strings.ToLower(s.called.About), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })...)
	}
	return *s.request
}

// asksAbout reports a word that the request has, in any of its forms, or a day or a number of it.
func (s signer) asksAbout(k string) bool {
	k = wording.Fold(k)
	day := weekday(k)
	for _, w := range s.requested() {
		w = wording.Fold(w)
		switch {
		case w == "":
		case w == k, day >= 0 && weekday(w) == day:
			return true
		case utf8.RuneCountInString(k) > 3 && utf8.RuneCountInString(w) > 3:
			same := 0
			for same < len(k) && same < len(w) && k[same] == w[same] {
				same++
			}
			if same > 3 && same >= min(len(k), len(w))-2 {
				return true
			}
		}
	}
	return false
}

// weekday is which day a word is, in any language; -1 for none.
func weekday(k string) int {
	for d, of := range weekdays() {
		if of.Has(k) {
			return d
		}
	}
	return -1
}
