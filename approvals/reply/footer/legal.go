package footer

import (
	"slices"
	"strings"

	"bridge/approvals/reply/wording"
	"bridge/internal/lazyre"
)

// Topics of notices by their place.
const (
	recipientTopic   = 1
	privateTopic     = 2
	virusTopic       = 5
	environmentTopic = 7
	registerTopic    = 8
	bindingTopic     = 9
	lawTopic         = 10
)

// shortSentence is how many words a sentence has at least that may be one of notices by
// a single topic: "Legal is against it" is none.
const shortSentence = 8

// readNotice is a notice, to look up.
type readNotice struct {
	topics     []wording.List
	filler     wording.List
	conditions wording.List
	allowed    [][]string
	wrong      wording.List
	came       wording.List
}

func readNoticeOf(n notice) readNotice {
	r := readNotice{filler: wording.ListOf(n.filler), conditions: wording.ListOf(n.conditions), wrong: wording.ListOf(n.wrong), came: wording.ListOf(n.came)}
	for _, t := range n.topics {
		r.topics = append(r.topics, wording.ListOf(t))
	}
	for _, a := range n.allowed {
		r.allowed = append(r.allowed, strings.Fields(a))
	}
	return r
}

// legal reports whether a text, without its links, is nothing but sentences of legal notices, of appeals
// to save paper and of what programs add, all in one language, or one language after
// the other. Beside such a sentence one that says nothing of an answer is another.
func (s signer) legal(text string) bool {
	if smiley.MatchString(text) && !strings.Contains(text, ": (") || strings.Contains(text, "..") {
		return false
	}
	sentences := sentencesOf(text)
	if slices.ContainsFunc(sentences, func(words []string) bool { return len(words) > mostWords }) {
		return false
	}
	told := -1 // in which language it was said last whom the mail is for
	speaks, entered := false, false
	after := false // the sentence before is one of notices
	var others []int
	for i, words := range sentences {
		if s.deniesNotice(words) {
			return false
		}
		is := s.says(words, told, speaks, after)
		if is == (said{}) && !(i > 0 && (s.warns(s.phrase(sentences[i-1]).keys) || s.says(sentences[i-1], told, speaks, false).warns) && s.reaches(words)) {
			others = append(others, i)
		}
		if is.recipient {
			told = is.language
		}
		speaks = speaks || is.notice && (len(words) > 2 || after)
		entered, after = entered || is.register, is.notice
	}
	return speaks && !slices.ContainsFunc(others, func(i int) bool { return s.says(sentences[i], told, true, len(sentences) > 1) == (said{}) }) &&
		(entered || !slices.ContainsFunc(sentences, func(words []string) bool { return s.says(words, told, true, true).firm }))
}

// mostWords is more than any sentence of a notice has: lines without an end are not read again and again.
const mostWords = 200

// deniesNotice reports a negation before the beginning of a notice, which is somebody's answer: "not This email is confidential".
func (s signer) deniesNotice(words []string) bool {
	if len(words) < 3 || !negations()[strings.ToLower(words[0])] {
		return false
	}
	if s.inBrief(words, -1, false).warns {
		return false // "Nunca le pediremos sus claves"
	}
	next := strings.ToLower(words[1])
	return noticeStarts()[next] || strings.ToLower(words[0]) == words[0] && capital(words[1]) && strings.ToUpper(words[1]) != words[1]
}

// negations are words that deny what stands behind them, in all languages; those that notices begin with ("Keine Haftung", "Do not
// print") are none of them before most words.
var negations = lazyre.Once(func() map[string]bool {
	return wordsOf(strings.Fields("not never no non mai nunca jamás pas jamais nicht nie niemals nein não niet nooit nee")...)
})

// noticeStarts begin notices, and follow no negation there.
var noticeStarts = lazyre.Once(func() map[string]bool {
	return wordsOf(strings.Fields("this these the if please registered questo questa questi il se este esta estos si por ce cet cette ces le la si diese dieses dieser das wenn bitte esta este se dit deze indien als ta ten niniejsza niniejszy jeśli jeżeli")...)
})

func wordsOf(words ...string) map[string]bool {
	of := map[string]bool{}
	for _, w := range words {
		of[w] = true
	}
	return of
}

// reaches reports whom to ask about a warning: "If in doubt, please telephone us."
func (s signer) reaches(words []string) bool {
	keys := s.phrase(words).keys
	return len(keys) > 3 && len(keys) < 16 && all(keys, s.signing.inDoubt.Has) && slices.ContainsFunc(keys, func(k string) bool {
		return slices.Contains([]string{"us", "our", "uns", "nous", "contattarci", "contattateci", "chiamateci", "llámenos", "contáctenos", "nosotros", "ons", "nami"}, k) || strings.HasSuffix(k, "-nous") || strings.HasSuffix(k, "-nos")
	})
}

// said is what a sentence is: of a notice, of one that says whom the mail is for, or
// something that may stand between such.
type said struct {
	notice, recipient, between bool
	register, firm             bool // where a company is entered; its name
	warns                      bool // it says what thieves do
	language                   int  // of a notice
}

// asSaid is a sentence and what stood before it: what it is does not change.
type asSaid struct {
	words         string
	told          int
	speaks, after bool
}

// says tells what a sentence is, each once for all the tries.
func (s signer) says(words []string, told int, speaks, after bool) said {
	key := asSaid{strings.Join(words, " "), told, speaks, after}
	is, seen := s.memo.sentences[key]
	if seen {
		return is
	}
	ph := s.phrase(words)
	for i, n := range s.notices {
		if found, recipient := s.sentence(n, ph, told == i, speaks); found {
			is = said{notice: true, recipient: recipient, language: i, register: slices.ContainsFunc(ph.keys, n.topics[registerTopic].Has) || slices.ContainsFunc(ph.keys, controlled.MatchString)}
			break
		}
	}
	if !is.notice {
		is = s.inBrief(words, told, after)
	}
	if !is.notice {
		known := s.whole(key.words, true) || s.standing != nil && s.learnable(key.words) && s.standing(standingLine(key.words))
		is = said{notice: known, register: s.entry(words) || s.registered(strings.Join(words, " "))}
		is.between, is.firm = s.between(words)
		is.between = is.between || is.register
	}
	s.memo.sentences[key] = is
	return is
}

// between reports what may stand among such sentences: thanks, how somebody is reached;
// and whether it is the name of a company, which only stands beside where it is entered.
func (s signer) between(words []string) (ok, named bool) {
	labelled := false
	switch s.segment(strings.Join(words, " "), false, &labelled) {
	case harmless, contact, register, ownName:
		return true, false
	case position, street, firm, house:
		return true, true
	}
	return false, false
}

// controlled are words of who is responsible for personal data.
var controlled = lazyre.New(`^(?:tratamiento|trattamento|tratamento|traitement|verantwortlich(?:er)?|verwerking|przetwarzania)$`)

// entry reports where a company is entered or found: words in capitals and numbers as long
// as those of registers.
func (s signer) entry(words []string) bool {
	text := numberWord.ReplaceAllString(strings.Join(words, " "), "NR 1")
	words = fields(text)
	digits := 0
	for _, w := range words {
		k := strings.ToLower(w)
		digits += digitsIn(w)
		if !capital(w) && digitsIn(w) == 0 && !s.signing.between.Has(k) && !s.signing.labels.Has(k) && !s.signing.entered.Has(k) || s.signing.remarks.Has(k) && !s.signing.labels.Has(k) || s.signing.banks.Has(k) {
			return false
		}
	}
	return digits > 5 && len(words) > 2 && slices.ContainsFunc(words, func(w string) bool {
		return s.signing.labels.Has(strings.ToLower(w)) && !s.signing.phones.Has(strings.ToLower(w))
	}) && !s.doubtful(text, fields(text), false)
}

// sentenceMarks makes one mark of what parts sentences, and drops what stands around words.
var sentenceMarks = strings.NewReplacer(" - ", " | ", "–", " | ", "—", " | ", "•", " | ", "(", " ", ")", " ", "[", " ", "]", " ", "\"", " ", "“", " ", "”", " ", "*", " ", "_", " ", "«", " ", "»", " ", "/", " ")

// sentencesOf splits a text into sentences, and these into words.
func sentencesOf(text string) [][]string {
	var all [][]string
	var now []string
	end := func() {
		if len(now) > 0 {
			all = append(all, now)
		}
		now = nil
	}
	tokens := strings.Fields(sentenceMarks.Replace(text))
	for i, w := range tokens {
		if strings.Trim(w, "|-=.·~#:&+") == "" {
			if w != "&" && w != "+" {
				end()
			}
			continue
		}
		bare := strings.Trim(w, ".,;:!?'’‘„<>…¿¡")
		if bare == "" {
			now = append(now, w)
			continue
		}
		last := w[len(w)-1]
		if wording.Asks(w) {
			bare += "?"
		}
		if strings.Contains(w, "…") || strings.HasSuffix(w, "..") {
			bare += "…"
		}
		now = append(now, bare)
		if i+1 < len(tokens) && digitsIn(tokens[i+1][:1]) > 0 && (strings.EqualFold(w, "no.") || strings.EqualFold(w, "nr.")) {
			continue // "Registered in England no. 1234567"
		}
		// A short word before a full stop may be an abbreviation.
		if last == ';' || last == ':' || last == '!' || last == '?' || last == '.' && !(len([]rune(bare)) < 4 && !lower(bare) && !inward.MatchString(bare) || strings.Contains(bare, ".") || strings.HasSuffix(strings.ToLower(bare), "art")) {
			end()
		}
	}
	end()
	return all
}

// inward is the end of a British postcode.
var inward = lazyre.New(`^[0-9][A-Z]{2}$`)

func lower(w string) bool { return strings.ToLower(w) == w && strings.ToUpper(w) != w }

// phrase is a sentence, made ready to be looked at in each language.
type phrase struct {
	keys, flat []string // lower case; without dots and hyphens
	caps       []bool   // written as a name
	asked, law bool
}

func (s signer) phrase(words []string) phrase {
	joined := strings.Join(words, " ")
	shout := strings.ToUpper(joined) == joined
	var ph phrase
	for _, w := range words {
		if k, is := strings.CutSuffix(w, "?"); is {
			w, ph.asked = k, true
		}
		for i, part := range strings.FieldsFunc(strings.ToLower(w), func(r rune) bool { return r == '\'' || r == '’' }) {
			ph.keys = append(ph.keys, part)
			ph.flat = append(ph.flat, strings.ReplaceAll(strings.ReplaceAll(part, ".", ""), "-", ""))
			ph.caps = append(ph.caps, i == 0 && capital(w) && !shout)
			ph.law = ph.law || s.signing.laws.Has(part)
		}
	}
	return ph
}

// sentence reports whether a sentence is one of notices in one language, and whether it
// speaks of whom the mail is for.
func (s signer) sentence(n readNotice, ph phrase, told, speaks bool) (ok, recipient bool) {
	keys := ph.keys
	if last := max(0, len(keys)-1); len(keys) == 0 || len([]rune(keys[last])) < 5 && s.grammar.Answers(keys[last:]) { // "… sent by phone no"
		return false, false
	}
	about, spoken := map[int]bool{}, map[string]bool{}
	names, unknown, remarked, green := 0, 0, 0, 0
	register := slices.ContainsFunc(keys, n.topics[registerTopic].Has)
	erases, wrong, came, bids, loose := false, false, false, false, false
	warns := s.warns(keys)
	appeal := slices.ContainsFunc(keys, n.topics[environmentTopic].Has) && slices.ContainsFunc(keys, s.signing.appeals.Has) && !slices.Contains(keys, "again") && !slices.Contains(keys, "it")
	for i, k := range keys {
		if byHalf[k] {
			return false, false
		}
		erases, bids = erases || s.signing.erase.Has(k), bids || s.signing.bids.Has(k)
		wrong, came = wrong || n.wrong.Has(k), came || n.came.Has(k)
		known := n.filler.Has(k)
		for t, topic := range n.topics {
			if topic.Has(k) {
				about[t], spoken[k], known = true, true, true
				if t == environmentTopic {
					green++
				}
			}
		}
		loose = loose || n.conditions.Has(k) && !n.allows(keys, i)
		if known || n.conditions.Has(k) {
			continue
		}
		if flat := ph.flat[i]; flat != k && (n.filler.Has(flat) || slices.ContainsFunc(n.topics, func(t wording.List) bool { return t.Has(flat) })) {
			continue
		}
		switch {
		case strings.Contains(k, "…"):
			return false, false
		case ph.law && (strings.Trim(k, "0123456789./-§abc") == "" && (strings.ContainsAny(k, "./-§") || slices.ContainsFunc(keys[max(0, i-3):i], s.signing.laws.Has)) || s.signing.laws.Has(k) || s.signing.dates.Has(k)):
		case (register && digitsIn(k) > 4 || digitsIn(k) > 6) && reference.MatchString(k), s.signing.forms.Has(k):
		case warns && (s.signing.secrets.Has(k) || s.signing.nevers.Has(k) || s.signing.dangerous.Has(k)):
		case n.allows(keys, i):
		case s.doubtful(k, []string{k}, false), strings.ContainsAny(k, "0123456789"):
			return false, false
		case appeal && s.signing.appeals.Has(k):
		case ph.caps[i]:
			names++
		case s.signing.remarks.Has(k):
			remarked++
		case !s.grammar.Known(k):
			unknown++
		}
		if unknown > max(len(keys)/5, (len(keys)-6)/3) || names > 1+len(keys)/5 {
			return false, false
		}
	}
	recipient = about[recipientTopic] || wrong && came
	if about[environmentTopic] && slices.ContainsFunc(keys, s.signing.needful.Has) { // "print only what has to be"
		loose = false
	}
	if onlyOf(about, 0, environmentTopic, registerTopic) && !speaks && !told && !warns {
		if about[environmentTopic] && !appeal && (names+unknown > len(keys)/6 || names+unknown > 0 && len(keys) < 12 || slices.Contains(keys, "it")) { // "Print it for the council, members get a mail"
			return false, false
		}
		if about[registerTopic] && !about[environmentTopic] && digitsIn(strings.Join(keys, "")) == 0 && len(keys) < 12 { // "Our office does not take mails"
			return false, false
		}
	}
	switch {
	case about[bindingTopic] && len(keys)-names < shortSentence: // "Statements in this mail are not binding."
		return false, false
	case remarked > 0 && (loose || len(keys) < 12 || len(about) < 3 || remarked > len(keys)/8), wrong && !came, (erases || bids && !speaks && !(about[environmentTopic] || about[lawTopic] && len(about) > 1)) && !recipient && !told, loose && !(recipient && len(about) > 2 && len(keys) > 11), ph.asked && !about[environmentTopic] && !(erases && recipient):
		return false, false
	case appeal && names+unknown+remarked == 0 && len(keys) < 8, warns, wrong && came && len(keys) > 6 && unknown < 2, len(about) >= 2, len(spoken) >= 3, green >= 2:
		return true, recipient
	case speaks && names+unknown == 0 && len(keys) < 10 && slices.ContainsFunc(keys, s.signing.thanks.Has):
		return true, recipient
	case len(about) == 1 && speaks && unknown == 0 && (len(keys) >= shortSentence || len(spoken) > 1 && !about[lawTopic] || about[environmentTopic] || about[virusTopic] || all(keys, func(k string) bool {
		return s.signing.between.Has(k) || slices.ContainsFunc(n.topics, func(t wording.List) bool { return t.Has(k) })
	})), about[privateTopic] && len(about) == 1 && names+unknown == 0 && len(keys) <= 3:
		return true, recipient
	}
	return false, false
}

// onlyOf reports whether a sentence speaks of none but these topics.
func onlyOf(about map[int]bool, topics ...int) bool {
	for t := range about {
		if !slices.Contains(topics, t) {
			return false
		}
	}
	return true
}

// byHalf are words of answers that no notice has, however long.
var byHalf = map[string]bool{
	"half": true, "halves": true, "hälfte": true, "halb": true, "halbe": true, "moitié": true, "mitad": true, "metà": true, "helft": true, "metade": true,
	"połowa": true, "połowę": true, "połowy": true,
}

// warns reports a sentence about what thieves ask for by mail: "we will never ask you for
// your PIN by email".
func (s signer) warns(keys []string) bool {
	if !slices.ContainsFunc(keys, s.signing.nevers.Has) || !slices.ContainsFunc(keys, s.signing.secrets.Has) {
		return false
	}
	return slices.ContainsFunc(keys, func(k string) bool {
		return slices.ContainsFunc(s.notices, func(n readNotice) bool { return n.topics[0].Has(k) })
	})
}

// allows reports whether the condition at keys[i] is one of notices.
func (n readNotice) allows(keys []string, i int) bool {
	for _, phrase := range n.allowed {
		for at := max(0, i-len(phrase)+1); at <= i && at+len(phrase) <= len(keys); at++ {
			same := true
			for j, want := range phrase {
				if start, is := strings.CutSuffix(want, "*"); is && strings.HasPrefix(keys[at+j], start) {
					continue
				}
				same = same && keys[at+j] == want
			}
			if same {
				return true
			}
		}
	}
	return false
}

// Discards reports a line that asks to delete the message, which may be this one: below the
// first, or in it, unless that is what is asked for.
func (f *Footers) Discards(lines []string, asked bool) bool {
	first := slices.IndexFunc(lines, hasText)
	for i, l := range lines {
		keys := fields(strings.ToLower(l))
		if (i > first || !asked) && len(keys) < 8 && slices.ContainsFunc(keys, f.signing.erase.Has) && slices.ContainsFunc(keys, func(k string) bool {
			return slices.ContainsFunc(f.notices, func(n readNotice) bool { return n.topics[0].Has(k) })
		}) {
			return true
		}
	}
	return false
}
