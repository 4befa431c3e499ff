package reply

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"

	"bridge/internal/sampletest"
)

func names() []string {
	return []string{"english", "italian", "spanish", "french", "german", "portuguese", "dutch", "polish"}
}

// The lists must be in the form that texts are brought to, or they never match.
func TestListsAreWellFormed(t *testing.T) {
	p := grammar()
	for i, l := range languages() {
		sets := map[string][]string{
			"idioms": l.idioms, "hedges": l.hedges, "sentence": l.sentence, "codeWord": l.codeWord, "list": l.list, "plain": l.plain, "typos": l.typos, "notTypos": l.notTypos,
			"yesStrong": l.yesStrong, "noStrong": l.noStrong, "footerStarts": l.footerStarts, "footerWords": l.footerWords, "footers": l.footers, "optOut": optOut(),
		}
		for _, c := range l.classes() {
			sets[string(rune('0'+c.class))] = c.phrases // with what cross adds, which may be there already
		}
		for name, list := range sets {
			for j, s := range list {
				if got := strings.Join(words(tokenize(normalize(s), p.smileys)), " "); got != s {
					t.Errorf("%s %s: %q is read as %q", names()[i], name, s, got)
				}
				if slices.Contains(list[:j], s) && len(name) > 1 {
					t.Errorf("%s %s: %q twice", names()[i], name, s)
				}
			}
		}
		for _, s := range l.typos {
			if m := p.verdicts.of[s]; m.class == unknown && !slices.ContainsFunc(l.yesWeak, func(y string) bool { return strings.Contains(y, s) }) {
				t.Errorf("%s: %q is no verdict", names()[i], s)
			}
		}
		for _, s := range l.notTypos {
			if m := p.verdicts.of[s]; m.class != unknown {
				t.Errorf("%s: %q is a verdict and no typo of one", names()[i], s)
			}
		}
	}
}

// Each phrase alone is what its list says, in any sensible spelling.
func TestPhrasesAlone(t *testing.T) {
	p := grammar()
	for i, l := range languages() {
		for _, c := range l.classes() {
			for k, s := range c.phrases {
				if p.wellYes[s] {
					continue // a yes to a person whose language is Polish
				}
				is := p.verdicts.of[s].class
				if is != c.class && (is.isYes() != c.class.isYes() || is.isNo() != c.class.isNo()) {
					t.Errorf("%s: %q is another thing in another language", names()[i], s)
					continue
				}
				want := None
				switch {
				case is == yesStrong, is == yesWeak:
					want = Grant
				case is.isNo():
					want = Deny
				}
				if (is.isYes() || is.isNo()) && p.optOut.within(strings.Fields(s)) {
					t.Errorf("%s: %q has an opt-out word of the carriers", names()[i], s)
				}
				for j, text := range []string{s, strings.ToUpper(s) + "!", strings.ReplaceAll(s, "'", "’") + ".", "4K7Q2M " + s, s + " 4k7q2m", "Hi,\n" + s + "\nThanks", nameKey(s)} {
					if j > 0 && !sampletest.Today(j+k, 6) {
						continue
					}
					if strings.ContainsRune(text, 'ł') || text == nameKey(s) && len([]rune(s)) < 3 {
						continue
					}
					got := Parse(text, Options{Language: append(codesOfLanguages(), "")[i]})
					if got.Verdict != want || got.Strong != (is == yesStrong || is == noStrong) || got.Reason != "" {
						t.Errorf("%s: %q: %v strong=%v reason=%q, want %v", names()[i], text, got.Verdict, got.Strong, got.Reason, want)
					}
				}
				if !sampletest.Today(k, 6) {
					continue
				}
				if got := Parse(s+"?", Options{}); got.Verdict != None {
					t.Errorf("%q is %v", s+"?", got.Verdict)
				}
			}
		}
		for k, s := range slices.Concat(l.idioms, l.hedges) {
			for j, text := range []string{s, strings.ToUpper(s) + "!", "Hi,\n" + s + "\nThanks"} {
				if !sampletest.Today(j+k, 3) {
					continue
				}
				if got := Parse(text, Options{}); got.Verdict != None {
					t.Errorf("%s: %q is %v", names()[i], text, got.Verdict)
				}
			}
		}
	}
}

// core are the yes words that everybody writes.
func core() []string {
	return []string{"yes", "ok", "👍", "approved", "sì", "si", "approvo", "va bene", "sí", "apruebo", "vale", "oui", "j'approuve", "d'accord", "ja", "genehmigt", "klar", "sim", "aprovo", "akkoord", "prima", "tak", "zgoda", "dobra"}
}

// No condition, delay or doubt before or after a yes leaves it one. "Doe het" and
// "maar" make a phrase of their own, and so do some others.
func TestHedgesNeverGrant(t *testing.T) {
	p := grammar()
	check := func(text string) {
		if got := p.parse(text, Options{}); got.Verdict == Grant && p.verdicts.of[text].class == unknown {
			t.Errorf("%q is a grant", text)
		}
	}
	for _, l := range languages() {
		yes := slices.Concat(l.yesStrong, l.yesWeak)
		for i, h := range slices.Concat(l.hedges, l.idioms) {
			for j, y := range core() {
				if (i+j)%3 > 0 || !sampletest.Today((i+j)/3, 4) {
					continue // the others meet the next hedge
				}
				sep := []string{" ", ", ", "\n", ". ", " "}[(i+j)/3%5]
				check(y + sep + h)
				check(h + sep + y)
			}
			for j := i % 13; j < len(yes); j += 13 {
				if !sampletest.Today(i+j/13, 4) {
					continue
				}
				check(yes[j] + " " + h)
				check(h + " " + yes[j])
			}
		}
	}
}

// No negation before or after a yes leaves it one, nor does a no.
func TestNegationsNeverGrant(t *testing.T) {
	negations := []string{
		"no", "not", "don't", "never", "non", "mai", "nicht", "nein", "kein", "keine", "nie", "niemals", "pas", "ne", "n'", "jamais", "aucun", "não", "nao", "nunca", "nem", "niet", "nee", "geen", "nooit",
		"ni", "sin", "sem", "senza", "sans", "ohne", "zonder", "bez", "nigdy", "un", "dis", "without", "nessun", "ningún", "nenhum", "żaden",
	}
	for _, l := range languages() {
		for i, y := range slices.Concat(l.yesStrong, l.yesWeak, l.yesToo) {
			for j, n := range negations {
				if (i+j)%3 > 0 || !sampletest.Today((i+j)/3, 5) {
					continue
				}
				sep := []string{" ", ", ", " ", "\n"}[(i+j)/3%4]
				for _, text := range []string{n + sep + y, y + sep + n} {
					if got := Parse(text, Options{}); got.Verdict == Grant {
						t.Errorf("%q is a grant", text)
					}
				}
			}
		}
	}
}

// A word that the grammar does not know spoils any yes, wherever it stands.
func TestUnknownWordsNeverGrant(t *testing.T) {
	for _, l := range languages() {
		for i, y := range slices.Concat(l.yesStrong, l.yesWeak) {
			for j, w := range []string{"banana", "Tomek", "20", "zwölf", "п", "q", "metade", "mercoledì", "€5"} {
				if (i+j)%3 > 0 || !sampletest.Today((i+j)/3, 4) {
					continue
				}
				for _, text := range []string{y + " " + w, w + " " + y, y + ", " + w, w + ", " + y, y + "\n" + w, y + " " + w + " " + y} {
					if got := Parse(text, Options{Name: "Dana Rossi"}); got.Verdict == Grant {
						t.Errorf("%q is a grant", text)
					}
				}
			}
		}
	}
}

// Any word of any list, appended to a grant of the corpus, leaves it one only if
// it is a word of a yes or of courtesy.
func TestAppendedWords(t *testing.T) {
	yes := maps.Clone(wordsOfGrants())
	maps.Copy(yes, shortSighs())
	maps.Copy(yes, wornFaces())
	var all []string
	for w := range grammar().known {
		all = append(all, w)
	}
	slices.Sort(all)
	for i, c := range append(corpus(t), own(t)...) {
		if c.verdict != "grant" || strings.Contains(c.text, "\n") || strings.Contains(c.text, "\u2028") {
			continue
		}
		for j := i % 101; j < len(all); j += 101 {
			if !sampletest.Today(i+j/101, 29) || sighs().MatchString(all[j]) {
				continue
			}
			text := c.text + " " + all[j]
			if got := Parse(text, c.options); got.Verdict == Grant {
				for _, w := range unknownWords(all[j], yes) {
					t.Errorf("%q is a grant with the word %q", text, w)
				}
			}
		}
	}
}

// wordsOfGrants returns the words of all phrases that may stand in a grant.
var wordsOfGrants = sync.OnceValue(func() map[string]bool {
	yes := map[string]bool{}
	for _, l := range languages() {
		for _, phrase := range slices.Concat(cross(l.approve, l.approved), l.yesStrong, l.yesWeak, l.yesToo, l.courtesy, l.greeting, l.closing, l.codeWord, l.typos) {
			for _, s := range spellings(phrase) {
				for w := range strings.FieldsSeq(s) {
					yes[strings.Trim(w, "'")] = true
				}
			}
		}
		r := patternReader{classes: l.sentences.classes, read: map[string]*expr{}, words: map[string]*expr{}, joins: map[joining]*expr{}}
		for _, c := range []class{yesStrong, yesWeak, yesToo, deed, unopposed, remark, address, news, courtesy, greeting, closing} {
			for _, pattern := range l.say[c] {
				patternWords(r.pattern(pattern), yes)
			}
		}
	}
	for _, o := range ordersOf(orderLanguages()) {
		for w, r := range o.roles {
			if r&(hands|negated1) == 0 || r&^(hands|negated1|negation|lacking) != 0 {
				yes[strings.Trim(w, "'")] = true
			}
		}
	}
	for _, words := range []map[string]bool{ands(), openers()} {
		for w := range words {
			yes[w] = true
		}
	}
	for _, ends := range slices.Concat(letterEnds(), letterWords()) {
		for _, sentence := range slices.Concat(ends[news], ends[closing], ends[unopposed]) {
			for w := range strings.FieldsFuncSeq(sentence, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("/?,", r) }) {
				yes[w] = true
			}
		}
	}
	return yes
})

// patternWords adds the words of a pattern that was read.
func patternWords(e *expr, into map[string]bool) {
	for _, s := range spellings(e.word) {
		for part := range strings.FieldsSeq(s) {
			into[strings.Trim(part, "'")] = true
		}
	}
	for _, part := range e.parts {
		patternWords(part, into)
	}
}

// unknownWords returns the words of a text, split by itself, that are neither in
// yes nor a code nor a typo.
func unknownWords(text string, yes map[string]bool) []string {
	var unknown []string
	for _, w := range strings.FieldsFunc(strings.ToLower(normalize(text)), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) && r != '\'' && r != '-' }) {
		parts := []string{strings.Trim(w, "'-")}
		if !yes[parts[0]] {
			parts = strings.Split(parts[0], "-")
		}
		for _, s := range parts {
			s = strings.Trim(s, "'")
			corrected := []token{{kind: word, key: s}}
			grammar().shorten(corrected, 0)
			grammar().correct(corrected, Shown{}, 0)
			if s != "" && s != "approval" && !yes[corrected[0].key] && len(FindCodes(s)) == 0 {
				unknown = append(unknown, s)
			}
		}
	}
	return unknown
}

func BenchmarkParse(b *testing.B) {
	for name, text := range map[string]string{
		"yes":         "yes",
		"200 bytes":   "Bonjour,\n\nnon, ce n'est pas le bon montant, le client a déjà été remboursé la semaine passée par notre agence de Lyon.\n\nCordialement,\nDana Rossi\n\nEnvoyé de mon iPhone de la société Exemple",
		"64 KiB":      strings.Repeat("nein, das ist zu teuer. ", maxText/24),
		"64 KiB typo": strings.Repeat("genehmigx ", maxText/10),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Parse(text, Options{Name: "Dana Rossi"})
			}
		})
	}
}
