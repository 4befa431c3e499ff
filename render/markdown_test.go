package render

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"bridge/core/message"
	"bridge/internal/cputime"
	"bridge/internal/noerr"
)

func TestMarkdownGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/markdown/*.md")
	if err != nil || len(files) == 0 {
		t.Fatalf("no samples: %v", err)
	}
	for _, f := range files {
		src, err := os.ReadFile(f)
		noerr.Must(t, err)
		base := strings.TrimSuffix(filepath.Base(f), ".md")
		t.Run(base, func(t *testing.T) {
			golden(t, "markdown/"+base+".txt", markdownIn(string(src), 72))
		})
	}
}

func TestMarkdown(t *testing.T) {
	long := "https://example.com/" + strings.Repeat("x", 50)
	tests := []struct{ name, src, want string }{
		{"empty", "", ""},
		{"blank", " \n\t\n", ""},
		{"plain lines keep their breaks", "Hello\nDana\r\n\r\n\r\nBye\rnow", "Hello\nDana\n\nBye\nnow"},
		{"emphasis marks go", "**a** _b_ ***c***", "a b c"},
		{"struck out text stays marked", "~~10~~ 12", "~~10~~ 12"},
		{"inline code keeps its backticks", "run `rm -rf *`", "run `rm -rf *`"},
		{"code span over a line break", "a `b\nc` d", "a `b c` d"},
		{"escaped entity stays literal", `\&amp; &amp;amp; &lt;b&gt;`, "&amp; &amp; <b>"},
		{"entity cannot bring a control character", "a&#x202E;b&#27;c&#0;d", "abc\uFFFDd"},
		{"h1", "# Title", "Title\n====="},
		{"h2 is underlined by columns", "## 東京", "東京\n----"},
		{"short heading is no signature", "## A", "A\n---"},
		{"h3", "### A\nb", "A\n\nb"},
		{"link", "[a](https://e.x)", "a (https://e.x)"},
		{"link title", `[a](https://e.x "T")`, `a (https://e.x "T")`},
		{"link shown once", "[https://e.x/](https://e.x) <https://e.x> https://e.x www.e.x", "https://e.x/ https://e.x https://e.x www.e.x"},
		{"mail link shown once", "[a@b.c](mailto:a@b.c)", "a@b.c"},
		{"empty link text", "[](https://e.x)", "https://e.x"},
		{"two links inline", "[a](u) [b](v)", "a (u) b (v)"},
		{"three links are footnotes, same target same number", "[a](u) [b](v) [c](u)", "a [1] b [2] c [1]\n\n[1] u\n[2] v"},
		{"long link is a footnote", "[a](" + long + ")", "a [1]\n\n[1] " + long},
		{"footnotes keep clear of numbers in the text", "see [7] and [a](" + long + ")", "see [7] and a [8]\n\n[8] " + long},
		{"numbered reference keeps its number", "see [1].\n\n[1]: https://e.x", "see [1].\n\n[1] https://e.x"},
		{"unused definition is not lost", "text\n\n[a]: https://e.x", "text\n\n[a]: https://e.x"},
		{"image", "![alt *text*](https://e.x/i.png)", "[image: alt text] (https://e.x/i.png)"},
		{"image by name", "![](https://e.x/i.png)", "[image: i.png] (https://e.x/i.png)"},
		{
			"embedded image", "![pic](data:image/png;base64," + strings.Repeat("A", 2000) + ")",
			"[image: pic] (embedded image/png, 2.0 kB, not shown)",
		},
		{"tight list", "- a\n- b\n  - c", "- a\n- b\n  - c"},
		{"empty item", "-\n- b", "-\n- b"},
		{"loose list", "- a\n\n- b", "- a\n\n- b"},
		{"ordered list hangs by its widest number", "9. a\n10. b\n\n    c", "9.  a\n\n10. b\n\n    c"},
		{"tasks", "- [x] a\n- [ ] b", "- [x] a\n- [ ] b"},
		{"quote", "> a\n>\n> b", "> a\n>\n> b"},
		{"code", "```go\na\n\n  b\n```", "    a\n\n      b"},
		{"unclosed fence", "```\na", "    a"},
		{"html tags go", "<b>a</b> <i>b</i>", "a b"},
		{"angle words stay", "send <name> to <data> and <link>", "send <name> to <data> and <link>"},
		{"html block", "<ul>\n<li>a</li>\n<li>b &lt; c</li>\n</ul>", "- a\n- b < c"},
		{"comments go", "a <!-- b --> c\n\n<!-- d -->", "a  c"},
		{"open comment stays", "<!-- a\nb", "<!-- a\nb"},
		{"script is named", "<script>alert(1)</script>\n\nb", "[script: not shown]\n\nb"},
		{"open script stays", "<script>\nread this", "<script>\nread this"},
		{"table", "|a|b|\n|-|-|\n|x|10|\n|y|9.5|", "a    b\n-  ---\nx   10\ny  9.5"},
		{"table alignment is obeyed", "|a|b|\n|:-:|:-|\n|xxx|1|\n|y|22|", " a   b\n---  --\nxxx  1\n y   22"},
		{"table without header text", "| | |\n|-|-|\n|a|b|", "a  b"},
		{"wide characters", "|n|m|\n|-|-|\n|日本|a|\n|é|b|\n|👨‍👩‍👧|c|", "n     m\n----  -\n日本  a\né     b\n👨‍👩‍👧    c"},
		{
			"wide table becomes records", "|Name|Text|\n|-|-|\n|a|" + strings.Repeat("word ", 20) + "|\n||z|",
			"1. Name: a\n   Text: " + strings.TrimSpace(strings.Repeat("word ", 20)) + "\n2. Name: -\n   Text: z",
		},
		{"table in a list item", "- x\n\n  |a|b|\n  |-|-|\n  |1|2|", "- x\n\n  a  b\n  -  -\n  1  2"},
		{"rule", "a\n\n---\n\nb", "a\n\n" + strings.Repeat("-", 72) + "\n\nb"},
		{"controls and overrides go", "a\x00b\x1b[31mc\u202Ed\u2066e", "ab[31mcde"},
		{"invalid UTF-8", "a\xffb", "a\uFFFDb"},
		{"footnote definition without a reference", "a\n\n[^x]: lost?", "a\n\n[x] lost?"},
		{"footnote reference without a definition", "a[^x]", "a[^x]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := markdownIn(tt.src, 72)
			if got != tt.want {
				t.Errorf("markdown(%q)\n got %q\nwant %q", tt.src, got, tt.want)
			}
			wellFormed(t, got)
		})
	}
}

// TestMarkdownKeepsEveryWord builds random documents out of unique words and
// looks for each of them in the output (promise 10).
func TestMarkdownKeepsEveryWord(t *testing.T) {
	for seed := range uint64(400) {
		g := generator{r: rand.New(rand.NewPCG(seed, 1))}
		src := g.blocks(3)
		columns := 30 + g.r.IntN(60)
		out := markdownIn(src, columns)
		wellFormed(t, out)
		for _, w := range g.words {
			if !strings.Contains(out, w) {
				t.Fatalf("seed %d: %q is lost\n--- source\n%s\n--- output\n%s", seed, w, src, out)
			}
		}
		if again := markdownIn(src, columns); again != out {
			t.Fatalf("seed %d: not deterministic", seed)
		}
	}
}

type generator struct {
	r     *rand.Rand
	words []string
}

func (g *generator) word() string {
	w := fmt.Sprintf("w%dq", len(g.words))
	if g.r.IntN(8) == 0 {
		w = fmt.Sprintf("日%d語", len(g.words))
	}
	g.words = append(g.words, w)
	return w
}

func (g *generator) span() string {
	w := g.word()
	switch g.r.IntN(16) {
	case 0:
		return "**" + w + "**"
	case 1:
		return "*" + w + "*"
	case 2:
		return "`" + w + "`"
	case 3:
		return "[" + w + "](https://e.x/" + g.word() + ")"
	case 4:
		return "[" + w + "](https://e.x/" + strings.Repeat("y", 60) + g.word() + ` "` + g.word() + `")`
	case 5:
		return "![" + w + "](https://e.x/" + g.word() + ".png)"
	case 6:
		return "~~" + w + "~~"
	case 7:
		return "<https://e.x/" + w + ">"
	case 8:
		return "<b>" + w + "</b>"
	case 9:
		return w + "<br>" + g.word()
	case 10:
		return w + "  \n" + g.word()
	case 11:
		return "<" + w + "> &amp; \\*"
	case 12:
		return "https://e.x/" + w
	}
	return w
}

func (g *generator) spans() string {
	var s []string
	for range 1 + g.r.IntN(6) {
		s = append(s, g.span())
	}
	return strings.Join(s, " ")
}

func (g *generator) flat() string { return strings.ReplaceAll(g.spans(), "\n", " ") }

func (g *generator) blocks(depth int) string {
	var s []string
	for range 1 + g.r.IntN(4) {
		s = append(s, g.block(depth))
	}
	return strings.Join(s, "\n\n")
}

func prefixed(s, first, rest string) string {
	return first + strings.ReplaceAll(s, "\n", "\n"+rest)
}

func (g *generator) block(depth int) string {
	n := 9
	if depth > 0 {
		n = 13
	}
	switch g.r.IntN(n) {
	case 0:
		return strings.Repeat("#", 1+g.r.IntN(6)) + " " + g.flat()
	case 1:
		return "```\n" + g.word() + "\n  " + g.word() + "\n```"
	case 2:
		return "<div>\n<p>" + g.word() + "</p>\n<a href=\"https://e.x/" + g.word() + "\">" + g.word() + "</a>\n</div>"
	case 3:
		cols := 1 + g.r.IntN(4)
		var rows []string
		for i := range 2 + g.r.IntN(4) {
			row := "|"
			for range cols {
				row += " " + g.flat() + " |"
			}
			rows = append(rows, row)
			if i == 0 {
				rows = append(rows, "|"+strings.Repeat("-|", cols))
			}
		}
		return strings.Join(rows, "\n")
	case 4:
		return g.flat() + "[^" + g.word() + "]"
	case 5:
		return "[^n" + fmt.Sprint(len(g.words)) + "]: " + g.flat()
	case 9, 10:
		return prefixed(g.blocks(depth-1), "> ", "> ")
	case 11:
		var items []string
		for range 1 + g.r.IntN(3) {
			items = append(items, prefixed(g.blocks(depth-1), "- ", "  "))
		}
		return strings.Join(items, "\n")
	case 12:
		return prefixed(g.blocks(depth-1), "1. ", "   ")
	}
	return g.spans()
}

// hostile inputs of about 100 kB: each made a Markdown parser or a naive
// renderer slow, or its output huge.
func hostileInputs() map[string]string {
	const n = 100_000
	rep := func(s string) string { return strings.Repeat(s, n/len(s)) }
	half := func(a, b string) string { return strings.Repeat(a, n/2/len(a)) + strings.Repeat(b, n/2/len(b)) }
	var deep, defs strings.Builder
	for i := 0; deep.Len() < n/2; i++ {
		deep.WriteString(strings.Repeat(" ", 2*i) + "- a\n")
	}
	for i := 0; defs.Len() < n/2; i++ {
		fmt.Fprintf(&defs, "[^%d]: x\n\n", i)
	}
	header := func(cols int) string { return strings.Repeat("a|", cols) + "\n" + strings.Repeat("-|", cols) + "\n" }
	return map[string]string{
		"[": rep("["), "] after [": half("[", "]"), ">": rep(">"), "> ": rep("> "), "*": rep("*"), "*a": rep("*a "), "**a*": rep("**a*"),
		"![": rep("!["), "`": rep("`a``"), "<": rep("<"), "<a": rep("<a "), "<!--": rep("<!--"), "<?": rep("<?"), "cdata": rep("<![CDATA["),
		"&": rep("&a"), "~": rep("~a~~"), "www": rep("www.a"), "http": rep("http://a_."), "mail": rep("a@b."), "- ": rep("- "), "1. ": rep("1. "),
		"[a](": rep("[a]("), "[a](<": rep("[a](<b"), "definitions": rep("[]: [a]: b\n"), "[ over lines": rep("[a\n"), "[ and *": rep("[a](\n*\n"), "[ and >": rep("[a](\n      >\n"), "[^a]": rep("[^a]"), "[^a]:": rep("[^a]:"),
		"footnotes": defs.String() + strings.Repeat("[^4999]", n/14), "lazy quote": strings.Repeat("> ", 50) + rep("a\n"),
		"lazy deep list": deep.String() + strings.Repeat("a\n", n/4), "wide table": header(5000) + strings.Repeat("a\n", n/4),
		"tall table": header(8) + strings.Repeat("a\n", n/2), "delimiters": rep("a|b\n-|-\n"), "escaped pipes": "a|b\n-|-\n" + rep("`\\|`\n"),
		"long header": strings.Repeat("h", n/2) + "|b\n-|-\n" + strings.Repeat("a\n", n/4), "<data>": rep("<data>"), "<div>": rep("<div>\n"), "<td>": rep("<td>a"),
		"one long reference": "[a]: https://e.x/" + strings.Repeat("x", n/2) + "\n\n" + strings.Repeat("[a] ", n/8),
		"many notes":         strings.Repeat("[a](https://e.x/"+strings.Repeat("y", 60)+") ", n/80), "numbers": rep("[1](a) "),
		"paragraphs": rep("a\n\n"), "items": rep("- a\n"), "fences": rep("```\n"), "\\": rep("\\"), "nul": rep("\x00"), "a href": rep("<a href=x>"),
	}
}

func TestMarkdownHostile(t *testing.T) {
	for name, src := range hostileInputs() {
		t.Run(name, func(t *testing.T) {
			start := cputime.Used()
			out := markdownIn(src, 72)
			// Below a second on two cores; the race detector takes several times that.
			if d := cputime.Used() - start; d > 20*time.Second {
				t.Errorf("took %v", d)
			} else if testing.Verbose() {
				t.Logf("%v, %d bytes", d, len(out))
			}
			if len(out) > 128*len(src)+32<<10 {
				t.Errorf("%d bytes from %d", len(out), len(src))
			}
			wellFormed(t, out)
		})
	}
}

func TestMarkdownTooLongIsKeptRaw(t *testing.T) {
	src := strings.Repeat("**word** ", maxMarkdown/9+1)
	if out := markdownIn(src, 72); out != strings.TrimSpace(src) {
		t.Errorf("source beyond the limit changed: %.80q", out)
	}
}

// TestMarkdownLongIsNotHostile: a long list of links and a big table are usual
// answers.
func TestMarkdownLongIsNotHostile(t *testing.T) {
	list := markdownIn(strings.Repeat("- [**a**](https://e.x/[b]) and [c](d)\n", 3000), 72)
	if strings.Contains(list, "**") || strings.Count(list, "a (https://e.x/[b]) and c (d)") != 3000 {
		t.Errorf("list: %.100q", list)
	}
	rows := markdownIn("|a|b|c|d|\n|-|-|-|-|\n"+strings.Repeat("|**x**|1|22|333|\n", 5000), 72)
	if strings.Contains(rows, "**") || strings.Count(rows, "\nx  1  22  333") != 5000 {
		t.Errorf("table: %.100q", rows)
	}
}

func FuzzMarkdown(f *testing.F) {
	for _, src := range hostileInputs() {
		f.Add(src[:min(len(src), 200)])
	}
	b, err := os.ReadFile("testdata/markdown/kitchen.md")
	noerr.Must(f, err)
	for _, p := range strings.Split(string(b), "\n\n") {
		f.Add(p)
	}
	f.Fuzz(func(t *testing.T, src string) {
		out := markdownIn(src, 72)
		wellFormed(t, out)
		if !utf8.ValidString(out) || len(out) > 128*len(src)+32<<10 {
			t.Fatalf("%d bytes from %d", len(out), len(src))
		}
		if markdownIn(src, 72) != out {
			t.Fatal("not deterministic")
		}
	})
}

// TestUnmarked: what is taken for plain text is shown as the parser would have it.
func TestUnmarked(t *testing.T) {
	t.Parallel()
	profiles := []Profile{{}, {HTML: true}, {Width: 40}, {Markup: message.MarkupStars}, {Markup: message.MarkupTags}, {Markup: message.MarkupGSM7}}
	pieces := []string{
		"Hello", " ", "\n", "\n\n", "\n\n\n", "it's \"fine\"", "(3 x 4) = 12", "a.b", "50 %", "é ü 日本", "ok!", "why?", " - ", "e.g. x", "$5", ";", "{x}", "/", "\u00a0", "x:y",
		"# ", "- ", "+ ", "1. ", "1) ", "===", "---", "> ", "    ", "  \n", "\t", "*", "_", "`", "[1]", "[x](y)", "<b>", "&amp;", "~~", "|", "a@b.c", "www.a.b", "http://a.b", "\\", ":-", "^", "!",
	}
	rng := rand.New(rand.NewPCG(1, 2))
	same := 0
	for range 20_000 {
		var b strings.Builder
		for range 1 + rng.IntN(9) {
			n := 20 // mostly plain
			if rng.IntN(6) == 0 {
				n = len(pieces)
			}
			b.WriteString(pieces[rng.IntN(n)])
		}
		src := clean(b.String())
		if !unmarked(src) {
			continue
		}
		same++
		p := profiles[rng.IntN(len(profiles))]
		text, rich := paragraphsOf(src, p)
		wantText, wantRich := parsed(src, p, &notes{})
		if text != wantText || rich != wantRich {
			t.Fatalf("%q as %+v: %q %q, the parser says %q %q", src, p, text, rich, wantText, wantRich)
		}
	}
	if same < 5000 {
		t.Fatalf("only %d sources are plain", same)
	}
}

// markdownIn is markdown without a profile.
func markdownIn(src string, columns int) string {
	text, _ := markdown(src, Profile{Width: columns}, &notes{})
	return text
}
