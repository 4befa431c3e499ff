package reply

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"bridge/approvals/reply/wording"
	"bridge/internal/cputime"
	"bridge/internal/sampletest"
)

func TestCodesOfAReply(t *testing.T) {
	for _, tt := range []struct {
		text    string
		verdict Verdict
		codes   []string
	}{
		{"yes", Grant, nil},
		{"yes 4k7q2m", Grant, []string{"4K7Q2M"}},
		{"4K7Q2M", None, []string{"4K7Q2M"}},
		{"[approval:4K7Q2M]", None, []string{"4K7Q2M"}},
		{"yes 4K7Q2M 9XW3HB", Grant, []string{"4K7Q2M", "9XW3HB"}},
		{"no 9XW3HB\n[approval:4K7Q2M]", Deny, []string{"9XW3HB", "4K7Q2M"}},
		{"yes 4K7Q2M 4k7q2m", Grant, []string{"4K7Q2M"}},
		{"yes but only 4K7Q2M", None, []string{"4K7Q2M"}},
		{"no, as in 9XW3HB", Deny, []string{"9XW3HB"}},
		{"yes 234GBP", None, []string{"234GBP"}},
		{"yes [approval:234GBP]", Grant, []string{"234GBP"}},
		{"\u202eyes 4K7Q2M", None, []string{"4K7Q2M"}},
		{"> yes 4K7Q2M", None, []string{"4K7Q2M"}},
	} {
		got := Parse(tt.text, Options{})
		if got.Verdict != tt.verdict || !slices.Equal(got.Codes, tt.codes) {
			t.Errorf("%q: %v %v, want %v %v", tt.text, got.Verdict, got.Codes, tt.verdict, tt.codes)
		}
	}
}

func TestNames(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       Verdict
	}{
		{"Dana Rossi", "yes\nDana", Grant},
		{"dana rossi", "yes\nDANA ROSSI", Grant},
		{"Dana", "yes\nDana", Grant},
		{"Dana", "yes\nDana Rossi", None},
		{"José Núñez", "yes\nJose", Grant},
		{"Jose Nunez", "yes\nJosé Núñez", Grant},
		{"Jean-Luc Martin", "yes\nJean-Luc", Grant},
		{"Jean-Luc Martin", "yes\nJean", None},
		{"O’Brien", "yes\nO'Brien", Grant},
		{"李小龍", "yes\n李小龍", Grant},
		{"Will Smith", "yes\nWill", Grant},
		{"Will Smith", "yes\n-- \nWill Smith\nCFO", Grant},
		{"Grant Wood", "no\nGrant", Deny},
		{"", "yes\nDana", None},
		{" \n ", "yes\nDana", None},
		{strings.Repeat("a", 1000), "yes\n" + strings.Repeat("a", 1000), None},
		// A name that is a verdict or a doubt is not taken for a name when it stands alone.
		{"No Minsu", "yes\nNo", None},
		{"No Minsu", "yes\nNo Minsu", Grant},
		{"Stop Gap", "yes\nStop", None},
		{"Wait Ng", "yes\nWait", None},
		// The name is no verdict, and only the last line is a name.
		{"Yes", "yes", Grant},
		{"Dana", "Dana", None},
		{"Dana", "Dana\nyes", None},
		{"Dana", "yes\nDana\nDana", None},
		{"Dana", "yes\n(Dana)", None},
		{"Dana", "yes\nnot Dana", None},
		{"Dana", "yes\nno, Dana", None},
		{"Dana", "yes\n\"Dana\"", None},
	} {
		if got := Parse(tt.text, Options{Name: tt.name}); got.Verdict != tt.want {
			t.Errorf("name %q: %q is %v, want %v", tt.name, tt.text, got.Verdict, tt.want)
		}
	}
}

func TestReason(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"500 runes", "no, trop cher " + strings.Repeat("é", 490), "trop cher " + strings.Repeat("é", 490)},
		{"501 runes", "no, trop cher " + strings.Repeat("é", 491), "trop cher " + strings.Repeat("é", 489) + "…"},
		{"no controls", "no, too\x00dear\x1b[31mc\twrong", "too dear [31mc wrong"},
		{"no bidi marks", "no, \u2066wrong\u2069", "wrong"},
		{"case and accents kept", "no, È troppo CARO", "È troppo CARO"},
		{"spaces joined, lines kept", "no,  too   dear\r\n\r\nwrong ", "too dear\n\nwrong"},
		{"codes never", "no 4K7Q2M, see 9xw3hb and [approval:2A2B2C] there", "see and there"},
		{"opening bracket", "no (too dear)", "too dear"},
		{"both brackets", "no, it (the sum) is wrong (really)", "it (the sum) is wrong (really)"},
	} {
		got := Parse(tt.text, Options{})
		if got.Verdict != Deny || got.Reason != tt.want {
			t.Errorf("%s: %v %q, want %q", tt.name, got.Verdict, got.Reason, tt.want)
		}
	}
	if got := Parse("no, "+strings.Repeat("a", longReason+1), Options{}); got.Verdict != None {
		t.Errorf("a letter of %d runes is %v", longReason+1, got.Verdict)
	}
}

func TestSize(t *testing.T) {
	if got := Parse(strings.Repeat("yes ", maxPhrases), Options{}); got.Verdict != Grant {
		t.Errorf("%d times yes is %v", maxPhrases, got.Verdict)
	}
	if got := Parse(strings.Repeat("yes ", maxPhrases+1), Options{}); got.Verdict != None {
		t.Errorf("%d times yes is %v", maxPhrases+1, got.Verdict)
	}
	if got := Parse("yes"+strings.Repeat(" ", maxText), Options{}); got.Verdict != None {
		t.Errorf("a text over the limit is %v", got.Verdict)
	}
	if got := Parse("yes"+strings.Repeat("\n", maxText-3), Options{}); got.Verdict != Grant {
		t.Errorf("a text at the limit is %v", got.Verdict)
	}
	for _, s := range []string{"\xff", "yes\xff", "no\x80", "yes \xc3"} {
		if got := Parse(s, Options{}); got.Verdict != None {
			t.Errorf("%q is %v", s, got.Verdict)
		}
	}
}

// Time is linear in the text and bounded by its first 64 KiB.
func TestHostileSizes(t *testing.T) {
	for _, unit := range []string{
		"yes ", "no ", "no, ", "a", "\n", "-- \n", "?", "4K7Q2M ", "[approval:", "[approval:4K7Q2M]", "(", "-", ".", "e\u0301", "\u0301", "👍", "👍🏽",
		"\u200b", "yes-", "no'", "Sent from my iPhone\n", "Dana\n", "thanks, ", "not sure ", "don't ", "4K7Q2M(", "no no, ", "\xff", "<https://", "i approve the ",
	} {
		text := strings.Repeat(unit, (1<<20)/len(unit)+1)
		for _, size := range []int{1 << 20, maxText} {
			start := cputime.Used()
			if got := Parse("no, "+strings.ToValidUTF8(text[:size-4], ""), Options{Name: "Dana"}); got.Verdict == Grant {
				t.Errorf("%q repeated is a grant", unit)
			}
			FindCodes(text[:size])
			// Linear time is some 10 ms under the race detector; quadratic would be minutes.
			if took := cputime.Used() - start; took > 5*time.Second {
				t.Errorf("%q repeated to %d bytes takes %v", unit, size, took)
			}
		}
	}
}

// A grant is made of yes phrases and courtesy, in no pair of which a no hides.
func TestPairsOfPhrases(t *testing.T) {
	p := grammar()
	l := english()
	yes := slices.Concat(l.yesStrong, l.yesWeak)
	no := slices.Concat(l.noStrong, l.noWeak)
	seps := []string{", ", ". ", "\n", " - "}
	for i, y := range yes {
		for j, n := range no {
			if !sampletest.Today(i+j, 61) {
				continue
			}
			for _, sep := range []string{" ", seps[(i+j)%len(seps)]} {
				for _, text := range []string{y + sep + n, n + sep + y} {
					// Two phrases can make a third: "i'm afraid not" + "ok".
					joined := p.joins(text) || text == n+" "+y && strings.HasPrefix(y, "go ahead and") // "don't go ahead and do it"
					if got := p.parse(text, Options{}); got.Verdict == Grant || got.Verdict == Deny && !joined {
						t.Errorf("%q is %v", text, got.Verdict)
					}
				}
			}
		}
	}
}

// joins reports whether longer phrases cover every place of the text where a yes stood.
func (p *parser) joins(text string) bool {
	toks := tokenize(text, p.smileys)
	for i := 0; i < len(toks); {
		if toks[i].kind != word {
			i++
			continue
		}
		m, n := p.phraseAt(toks, i)
		if m.class.isYes() {
			return false
		}
		i += max(n, 1)
	}
	return true
}

// Phrases that mean different things in two languages mean nothing; of two kinds
// of yes the weaker counts.
func TestTwoLanguages(t *testing.T) {
	p := newParser(
		language{yesStrong: []string{"da", "yes", "ok"}, noStrong: []string{"no"}, hedges: []string{"mais"}},
		language{remainder: remainder{common: "troppo caro"}, yesWeak: []string{"ok"}, noStrong: []string{"da", "no", "não"}, hedges: []string{"ma"}, plain: []string{"mais"}},
	)
	for text, want := range map[string]Verdict{
		"yes": Grant, "no": Deny, "da": None, "yes da": None, "no da": None, "no, da": None, "no, ma dai": None, "no, troppo": Deny,
		"no, mais caro": None, "não, mais caro": Deny, "não, no, mais caro": Deny, "não, ma": None, "ok": Grant,
	} {
		if got := p.parse(text, Options{}); got.Verdict != want || text == "ok" && got.Strong {
			t.Errorf("%q is %v, want %v", text, got.Verdict, want)
		}
	}
}

func TestVerdictString(t *testing.T) {
	if s := fmt.Sprint(None, Grant, Deny, Verdict(9)); s != "none grant deny none" {
		t.Error(s)
	}
}

func ExampleParse() {
	for _, text := range []string{"Yes please!", "ok", "No, too expensive", "yes, but only half", "Yes 4k7q2m"} {
		r := Parse(text, Options{Name: "Dana Rossi"})
		fmt.Printf("%q: %v strong=%v reason=%q codes=%v\n", text, r.Verdict, r.Strong, r.Reason, r.Codes)
	}
	// Output:
	// "Yes please!": grant strong=true reason="" codes=[]
	// "ok": grant strong=false reason="" codes=[]
	// "No, too expensive": deny strong=true reason="too expensive" codes=[]
	// "yes, but only half": none strong=false reason="" codes=[]
	// "Yes 4k7q2m": grant strong=true reason="" codes=[4K7Q2M]
}

// withoutUnopposed is a text without its "no objections", which may stand beside a yes.
func withoutUnopposed(text string) string {
	p := grammar()
	s := normalize(text)
	toks := tokenize(s, p.smileys)
	var kept strings.Builder
	languages := make([][]token, len(p.orders))
	for l := range p.orders {
		languages[l], _ = p.marked(toks, l, ownWords{})
	}
	for i := 0; i < len(toks); i++ {
		m, n := p.phraseAt(toks, i)
		for _, l := range languages {
			if l == nil {
				continue
			}
			if run := int(l[i].run); run > n && l[i].as.class == yesWeak && slices.ContainsFunc(toks[i:i+run], func(t token) bool { return p.negators[t.key] || t.key == "no" || t.key == "nie" }) {
				m.class, n = unopposed, run
			}
		}
		if m.class == unopposed {
			i += n - 1
			continue
		}
		kept.WriteString(s[toks[i].start:toks[i].end] + " ")
	}
	return strings.NewReplacer("może pan", "", "może być", "").Replace(strings.ToLower(kept.String())) // sentences: you may, that will do
}

func FuzzParse(f *testing.F) {
	for i, c := range corpus(f) {
		if sampletest.Today(i, 4) {
			f.Add(c.text)
		}
	}
	for _, dir := range []string{"langs", "heldout", "heldout2", "heldout3"} {
		for _, replies := range multilingual(f, dir) {
			for i, c := range replies {
				if sampletest.Today(i, 4) {
					f.Add(c.text)
				}
			}
		}
	}
	forbidden := []string{
		"no", "not", "don't", "dont", "never", "nope", "deny", "denied", "reject", "rejected", "decline", "but", "if", "unless", "until",
		"only", "except", "wait", "later", "yet", "half", "maybe", "perhaps", "tomorrow", "stop", "cancel", "without", "instead",
		"non", "nein", "nicht", "kein", "nee", "niet", "geen", "não", "nao", "nie", "pas", "ne", "pero", "mais", "mas", "aber", "ale", "tylko",
		"solo", "sólo", "só", "domani", "mañana", "demain", "amanhã", "jutro", "wenn", "falls", "als", "jeśli", "quando", "cuando", "quand", "forse", "quizás",
		"peut-être", "talvez", "vielleicht", "misschien", "może", "chyba", "rifiuto", "rechazo", "abgelehnt", "afgewezen", "odrzucam", "recuso", "senza", "sin", "sans", "ohne", "sem", "zonder", "bez",
	}
	yesWords, nameWords := wordsOfGrants(), []string{"dana", "rossi"}
	f.Fuzz(func(t *testing.T, text string) {
		o := Options{Name: "Dana Rossi"}
		got := Parse(text, o)
		switch {
		case got.Fault != nil, got.Verdict == None && (got.Strong || got.Reason != ""), got.Verdict == Grant && got.Reason != "":
			t.Fatalf("%q: %+v", text, got)
		case utf8.RuneCountInString(got.Reason) > maxReason || !utf8.ValidString(got.Reason) || strings.ContainsAny(got.Reason, overrides):
			t.Fatalf("%q: bad reason %q", text, got.Reason)
		}
		for _, c := range got.Codes {
			if !isCode(c) {
				t.Fatalf("%q: code %q", text, c)
			}
			if !looksOrdinary(c) && slices.Contains(FindCodes(got.Reason), c) {
				t.Fatalf("%q: the reason %q tells the code", text, got.Reason)
			}
		}
		if got.Verdict == Grant {
			// Split by itself, not by the tokenizer under test.
			for _, w := range strings.FieldsFunc(strings.ToLower(withoutUnopposed(text)), func(r rune) bool { return !wording.InWord(r) && r != '\'' }) {
				if slices.Contains(forbidden, w) {
					t.Fatalf("%q is a grant with %q in it", text, w)
				}
			}
			if strings.ContainsAny(text, wording.Questions) {
				t.Fatalf("%q is a grant with a question", text)
			}
			for _, w := range unknownWords(text, yesWords) {
				if !slices.Contains(nameWords, w) && len(strings.Split(normalize(text), "\n")) == 1 {
					t.Fatalf("%q is a grant with the word %q", text, w)
				}
			}
		}
		if len(text) < maxText-10 {
			for _, same := range []string{text + "\n", text + "\n\n", "\n" + text} {
				if again := Parse(same, o); again.Verdict != got.Verdict || again.Strong != got.Strong || again.Reason != got.Reason {
					t.Fatalf("%q: %+v, with a line break %+v", text, got, again)
				}
			}
		}
		if sms := Parse(text, Options{Name: o.Name, OptOuts: true}); sms.Verdict != None && sms.Verdict != got.Verdict {
			t.Fatalf("%q: %v, on SMS %v", text, got.Verdict, sms.Verdict)
		}
	})
}
