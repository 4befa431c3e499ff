package reply

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"bridge/internal/noerr"
	"bridge/internal/sampletest"
)

// labelled is one line of testdata/corpus.tsv.
type labelled struct {
	line    int
	verdict string
	strong  bool
	options Options
	text    string
	reason  string
}

func corpus(t testing.TB) []labelled {
	t.Helper()
	b, err := os.ReadFile("testdata/corpus.tsv")
	noerr.Must(t, err)
	unescape := func(line int, s string) string {
		u, err := strconv.Unquote(`"` + strings.ReplaceAll(s, `"`, `\"`) + `"`)
		if err != nil {
			t.Fatalf("corpus line %d: %q: %v", line, s, err)
		}
		return u
	}
	var all []labelled
	for i, l := range strings.Split(strings.TrimSuffix(string(b), "\n"), "\n") {
		if strings.HasPrefix(l, "#") {
			continue
		}
		f := append(strings.Split(l, "\t"), "")
		if len(f) < 5 || len(f) > 6 {
			t.Fatalf("corpus line %d has %d columns", i+1, len(f)-1)
		}
		c := labelled{line: i + 1, verdict: f[0], strong: f[1] == "strong", text: unescape(i+1, f[3]), reason: unescape(i+1, f[4])}
		switch f[2] {
		case "-":
			c.options = Options{Name: "Dana Rossi"}
		case "sms":
			c.options = Options{Name: "Dana Rossi", OptOuts: true}
		case "anon":
		default:
			t.Fatalf("corpus line %d: unknown options %q", i+1, f[2])
		}
		all = append(all, c)
	}
	return all
}

func TestCorpus(t *testing.T) {
	count := map[string]int{}
	seen := map[string]int{}
	for _, c := range corpus(t) {
		count[c.verdict]++
		key := strconv.Quote(c.text) + strconv.FormatBool(c.options.OptOuts) + c.options.Name
		if before := seen[key]; before > 0 {
			t.Errorf("line %d: the same as line %d", c.line, before)
		}
		seen[key] = c.line
		got := Parse(c.text, c.options)
		if got.Verdict.String() != c.verdict || got.Strong != c.strong || got.Reason != c.reason {
			t.Errorf("line %d: %q\n got %v strong=%v reason=%q\nwant %s strong=%v reason=%q",
				c.line, c.text, got.Verdict, got.Strong, got.Reason, c.verdict, c.strong, c.reason)
		}
	}
	if count["grant"] < 100 || count["deny"] < 60 || count["none"] < 250 {
		t.Errorf("the corpus shrank: %v", count)
	}
}

// own returns the labelled replies of the other languages.
func own(t testing.TB) []labelled {
	var all []labelled
	for _, replies := range multilingual(t, "langs") {
		all = append(all, replies...)
	}
	return all
}

// What changes nothing for a reader changes nothing for the grammar.
func TestCorpusUnderHarmlessChanges(t *testing.T) {
	changes := map[string]func(string) string{
		"line breaks after":  func(s string) string { return s + "\n\n" },
		"line breaks before": func(s string) string { return "\n\n" + s },
		"CRLF":               func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") },
		"byte order mark":    func(s string) string { return "\ufeff" + s },
		"spaces before":      func(s string) string { return "  " + s },
		"tokens":             func(s string) string { return "[approval:4K7Q2M]\n" + s },
	}
	for name, change := range changes {
		t.Run(name, func(t *testing.T) {
			for _, c := range corpus(t) {
				got := Parse(change(c.text), c.options)
				if got.Verdict.String() != c.verdict || got.Strong != c.strong || got.Reason != c.reason {
					t.Errorf("line %d: %q: got %v %v %q", c.line, c.text, got.Verdict, got.Strong, got.Reason)
				}
			}
		})
	}
	for _, c := range corpus(t) {
		if c.reason == "" {
			if got := Parse(strings.ToUpper(c.text), c.options); got.Verdict.String() != c.verdict && !strings.Contains(c.text, "ſ") {
				t.Errorf("line %d: in capitals %q is %v", c.line, c.text, got.Verdict)
			}
		}
	}
}

// No condition, doubt or contradiction added to a yes leaves it a yes.
func TestSpoiledGrants(t *testing.T) {
	after := []string{
		" but only half", ", but only half", "\nbut only half", "\n\nBut only half.", "\n--\nbut only half", "\n-- \nbut only half",
		"\n-- \nDana Rossi\nbut only half", "?", " ?", "...", "…", " if he pays", " not", "\nnot", " no", "\nno", "\n\nNo.", " 👎",
		" EUR 20", " €20", " 20%", "\n20", " later", "\nwait for Tom", " and no", "\n> yes", " I guess", ", right", " (half)",
		"\nSend from my desk", "\nPS half", "\nDana said no", " \u202e", "\x00", " or not", ": no", " yet",
		", ma solo metà", " pero no", "\nmais non", ", nein", "\n\nNee.", " nie", ", jutro", "\nnur die Hälfte", " als hij betaalt", ", mas só metade",
	}
	// These could stand in a signature, for which there is no grammar.
	afterText := []string{" 20", " 234GBP", "\nTom", " 😜", " *", " nо", "\nhttps://example.com", "\nDana Bianchi", " q", " Dana q"}
	before := []string{
		"no ", "No, ", "no\n", "not ", "don't ", "I did not say ", "if he pays, ", "maybe ", "I guess ", "half ", "Tom: ", "> ", "\"", "was it ",
		"never ", "hmm ", "... ", "20 ", "Liked ", "Hi Dana,\n", "👎 ", "!", "un", "oh ", "only ",
	}
	for i, c := range append(corpus(t), own(t)...) {
		if c.verdict != "grant" {
			continue
		}
		spoil := after
		if !strings.Contains(c.text, "\n--") && !strings.Contains(c.text, "\n—\n") {
			spoil = slices.Concat(after, afterText)
		}
		for k, s := range spoil {
			if !sampletest.Today(i+k, 11) {
				continue
			}
			if got := Parse(c.text+s, c.options); got.Verdict == Grant {
				t.Errorf("line %d: %q is a grant", c.line, c.text+s)
			}
		}
		for k, s := range before {
			if !sampletest.Today(i+k, 11) {
				continue
			}
			if s == "no " && c.options.Language == "pl" {
				continue // "no tak" is well, yes
			}
			if got := Parse(s+c.text, c.options); got.Verdict == Grant {
				t.Errorf("line %d: %q is a grant", c.line, s+c.text)
			}
		}
	}
}

// No consent, condition or doubt added to a no leaves it a no.
func TestSpoiledDenials(t *testing.T) {
	after := []string{
		", yes", "\nyes", "\n\nApproved.", ", go ahead", " 👍", ". Ok.", ", unless he pays", ", if he did", "?", ", maybe", "\nwait", ", not yet",
		", no problem", ", I don't mind", "\n> 5", ", but ok", ", only half", "\nDo it.", ", sure", "\u202e",
		", sì", " sí", "\noui", "\n\nJa.", ", sim", ", tak", ", va bene", ", kein Problem", ", ma se paga", ", solo si paga", ", sauf si", ", mas amanhã", ", tenzij", ", chyba że", "\nAkkoord",
	}
	for i, c := range append(corpus(t), own(t)...) {
		if c.verdict != "deny" {
			continue
		}
		for k, s := range after {
			if !sampletest.Today(i+k, 5) {
				continue
			}
			if got := Parse(c.text+s, c.options); got.Verdict != None {
				t.Errorf("line %d: %q is %v", c.line, c.text+s, got.Verdict)
			}
		}
	}
}
