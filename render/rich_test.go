package render

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"golang.org/x/net/html"

	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/internal/noerr"
)

// allowedTags are all elements of the HTML form and their attributes. What ends
// by itself has no end tag.
var allowedTags = map[string][]string{
	"p": {"style", "dir"}, "h1": {"style"}, "h2": {"style"}, "h3": {"style"}, "h4": {"style"}, "h5": {"style"}, "h6": {"style"},
	"pre": {"style"}, "blockquote": {"style"}, "ul": {"style"}, "ol": {"style", "start"}, "li": nil, "div": {"style", "class"},
	"table": {"border", "bordercolor", "cellpadding", "cellspacing", "style", "width", "role", "class"}, "tr": nil, "th": {"align"},
	"td": {"align", "style", "width", "colspan", "bgcolor"}, "a": {"href", "style"}, "span": {"style"}, "b": nil, "strong": nil, "em": nil, "s": nil, "code": nil, "br": nil, "hr": nil,
}

var allowedStyles = []string{
	styleBlock, stylePre, styleQuote, styleList, styleTable, styleWide, styleHead[1], styleHead[2], styleHeadRest,
	styleHeadline, styleArgs, styleName, styleGroup, styleValue, styleLong, styleYes, styleNo, styleYesCell, styleNoCell, styleButtons,
	stylePage, styleSmall, styleBelow, styleHang,
}

// indents are the numbers of a style that depend on how deep something is nested.
var indents = regexp.MustCompile(`\b\d+(px;border-top:1px|ch)`)

// plainStyle is a style without its indents, as it is written here.
func plainStyle(s string) string {
	return strings.ReplaceAll(indents.ReplaceAllString(s, "%d$1"), "34%", "34%%")
}

// strictHTML checks the promises of an HTML form and returns its text.
func strictHTML(t *testing.T, s string) string {
	t.Helper()
	var open []string
	var text strings.Builder
	z := html.NewTokenizer(strings.NewReader(s))
	for {
		switch z.Next() {
		case html.ErrorToken:
			if len(open) > 0 {
				t.Errorf("not closed: %q in %q", open, s)
			}
			return text.String()
		case html.TextToken:
			text.WriteString(z.Token().Data)
		case html.StartTagToken:
			tok := z.Token()
			attrs, ok := allowedTags[tok.Data]
			if !ok {
				t.Errorf("tag %q in %q", tok, s)
			}
			for _, a := range tok.Attr {
				if !slices.Contains(attrs, a.Key) {
					t.Errorf("attribute %q of %q", a.Key, tok)
				}
				switch a.Key {
				case "style":
					if !slices.Contains(allowedStyles, a.Val) && !slices.Contains(allowedStyles, plainStyle(a.Val)) {
						t.Errorf("style %q", a.Val)
					}
				case "href":
					if again, _ := safeLink(a.Val); again != a.Val || !slices.ContainsFunc([]string{"http://", "https://", "mailto:"}, func(p string) bool { return strings.HasPrefix(a.Val, p) }) {
						t.Errorf("link to %q", a.Val)
					}
					if slices.Contains(open, "a") {
						t.Errorf("a link in a link: %q", s)
					}
				case "align":
					if !slices.Contains([]string{"left", "right", "center"}, a.Val) {
						t.Errorf("align %q", a.Val)
					}
				}
			}
			if tok.Data != "br" && tok.Data != "hr" {
				open = append(open, tok.Data)
			}
			text.WriteByte('\n')
		case html.EndTagToken:
			tok := z.Token()
			if n := len(open); n == 0 || open[n-1] != tok.Data {
				t.Fatalf("end tag %q while %q are open in %q", tok, open, s)
			}
			open = open[:len(open)-1]
			text.WriteByte('\n')
		default:
			t.Errorf("%q in %q", z.Token(), s)
		}
	}
}

func richOf(src string) string {
	_, rich := markdown(src, Profile{HTML: true}, &notes{})
	return rich
}

func TestRich(t *testing.T) {
	block := func(s string) string { return `<p dir="auto" style="` + styleBlock + `">` + s + "</p>\n" }
	for _, tt := range []struct{ src, want string }{
		{"Hello **you** and *me*, `a<b`", block("Hello <strong>you</strong> and <em>me</em>, <code>a&lt;b</code>")},
		{"one\ntwo  \nthree", block("one<br>\ntwo<br>\nthree")},
		{"~~no~~", block("<s>no</s>")},
		{"a & b < c > d \"e\" 'f'", block("a &amp; b &lt; c &gt; d &#34;e&#34; &#39;f&#39;")},
		{"# Big\n\n### Small", `<h1 style="` + styleHead[1] + `">Big</h1>` + "\n" + `<h3 style="` + styleHeadRest + `">Small</h3>` + "\n"},
		{"- a\n- b", `<ul style="` + styleList + `">` + "\n<li>a</li>\n<li>b</li>\n</ul>\n"},
		{"3. a\n4. b", `<ol start="3" style="` + styleList + `">` + "\n<li>a</li>\n<li>b</li>\n</ol>\n"},
		{"- [x] a", `<ul style="` + styleList + `">` + "\n<li>[x] a</li>\n</ul>\n"},
		{"> q", `<blockquote style="` + styleQuote + `">` + block("q") + "</blockquote>\n"},
		{"```\nif a < b {\n\tc\n}\n```", `<pre style="` + stylePre + `">` + "if a &lt; b {\n\tc\n}\n</pre>\n"},
		{"a\n\n---\n\nb", block("a") + "<hr>\n" + block("b")},
		{"| a | n |\n|---|---|\n| x | 10 |\n| y | 2 |", `<div style="` + styleWide + `"><table border="1" bordercolor="#d0d7de" cellpadding="6" cellspacing="0" style="` + styleTable + `">` + "\n" +
			`<tr><th align="left">a</th><th align="right">n</th></tr>` + "\n" + `<tr><td align="left">x</td><td align="right">10</td></tr>` + "\n" +
			`<tr><td align="left">y</td><td align="right">2</td></tr>` + "\n</table>\n</div>\n"},
		{"```\n  call(one, two, three, four, five)\n```", `<pre style="` + stylePre + `"><div style="padding-left:4ch;text-indent:-4ch">` + "  call(one, two, three, four, five)</div></pre>\n"},
		{"a[^1]\n\n[^1]: why", block("a[1]") + `<div style="` + styleBlock + `">[1] why<br></div>` + "\n"},
		// Links say where they lead.
		{"[docs](https://example.com/a?b=1&c=2)", block(`<a href="https://example.com/a?b=1&amp;c=2">docs</a> (example.com)`)},
		{"https://example.com/a", block(`<a href="https://example.com/a">https://example.com/a</a>`)},
		{"www.example.com", block(`<a href="http://www.example.com">www.example.com</a>`)},
		{"dana@example.com", block(`<a href="mailto:dana@example.com">dana@example.com</a>`)},
		{"[write](mailto:dana@example.com?subject=Re&body=yes)", block(`<a href="mailto:dana@example.com">write</a> (dana@example.com)`)},
		{"[example.com](https://example.com/)", block(`<a href="https://example.com/">example.com</a>`)},
		{"[https://bank.example](https://evil.example/login)", block(`https://bank.example (<a href="https://evil.example/login">https://evil.example/login</a>)`)},
		{"[bank.example](https://evil.example)", block(`bank.example (<a href="https://evil.example">https://evil.example</a>)`)},
		{"[you@bank.example](https://evil.example)", block(`you@bank.example (<a href="https://evil.example">https://evil.example</a>)`)},
		{"[x](https://bank.example@evil.example/)", block("x (https://bank.example@evil.example/)")},
		{"[https://аpple.example/](https://аpple.example/)", block(`https://аpple.example/ (<a href="https://xn--pple-43d.example/">https://xn--pple-43d.example/</a>)`)},
		{"[x](javascript:alert(1))", block("x (javascript:alert(1))")},
		{"[x](data:text/html,hi)", block("x (data:text/html,hi)")},
		{"[x](vbscript:a) [y](file:///etc/passwd) [z](/a/b)", block("x (vbscript:a) y (file:///etc/passwd) z (/a/b)")},
		{"[x](JaVaScRiPt:alert(1))", block("x (JaVaScRiPt:alert(1))")},
		{"[x](https:evil.example)", block("x (https:evil.example)")},
		{`[x](<https://a.example\@b.example/>)`, block("x (https://a.example@b.example/)")},
		{"![logo](https://x.example/t.gif)", block(`<a href="https://x.example/t.gif">[image: logo]</a> (x.example)`)},
		{"[![logo](https://x.example/t.gif)](https://y.example)", block(`[image: logo] (https://x.example/t.gif) (<a href="https://y.example">https://y.example</a>)`)},
		// What is HTML in the source is text or nothing.
		{"a <b>b</b> <img src=x onerror=alert(1)>", block("a b [image] (x)")},
		{"<script>alert(1)</script>", `<p style="` + styleBlock + `">[script: not shown]</p>` + "\n"},
		{"<div onclick=\"x\">hi</div>", `<p style="` + styleBlock + `">hi</p>` + "\n"},
		{"`<script>`", block("<code>&lt;script&gt;</code>")},
		{`<a href="https://evil.example">https://bank.example</a>`, block(`<a href="https://bank.example">https://bank.example</a> (https://evil.example)`)},
		{"&lt;img src=x&gt;", block("&lt;img src=x&gt;")},
	} {
		got := richOf(tt.src)
		strictHTML(t, got)
		if got != tt.want {
			t.Errorf("%q gives\n%s\nwant\n%s", tt.src, got, tt.want)
		}
	}
}

// TestRichCorpus: whatever the source, only what is allowed comes out, and no word
// that the text has is missing.
func TestRichCorpus(t *testing.T) {
	files, err := filepath.Glob("testdata/markdown/*.md")
	if err != nil || len(files) == 0 {
		t.Fatalf("no sources (%v)", err)
	}
	for _, f := range files {
		src, err := os.ReadFile(f)
		noerr.Must(t, err)
		text, rich := markdown(string(src), Profile{HTML: true}, &notes{})
		shown := strictHTML(t, rich)
		have := map[string]bool{}
		for _, w := range lettersOf(shown) {
			have[w] = true
		}
		for _, w := range lettersOf(addresses.ReplaceAllString(text, " ")) {
			if !have[w] {
				t.Errorf("%s: the HTML form lacks %q", f, w)
			}
		}
	}
}

// addresses are where links lead: a label hides them, or they are cut.
var addresses = regexp.MustCompile(`\S*/\S*`)

func lettersOf(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) })
}

func TestRichTurn(t *testing.T) {
	profile := mail()
	profile.HTML = true
	for name, turn := range turnCases() {
		out := Render(turn, profile)
		if plain := Render(turn, mail()); out.Text != plain.Text || plain.HTML != "" {
			t.Errorf("%s: the text depends on the HTML form", name)
		}
		if out.HTML == "" && len(out.Text) < MaxHTML/4 {
			t.Errorf("%s: no HTML form", name)
		}
		shown := strictHTML(t, out.HTML)
		if strings.Contains(shown, "SECRET") {
			t.Errorf("%s shows what is hidden: %s", name, shown)
		}
		if again := Render(turn, profile); again.HTML != out.HTML {
			t.Errorf("%s: another form the second time", name)
		}
	}
	failed := Render(Turn{ID: turnID, Failed: true, Waiting: "Waiting for <b>Dana</b>."}, profile)
	if s := strictHTML(t, failed.HTML); !strings.Contains(s, "Sorry, the assistant") || !strings.Contains(s, "<b>Dana</b>") {
		t.Errorf("failed turn is %q", failed.HTML)
	}
	long := Render(Turn{State: envelope.Complete, Parts: []envelope.Part{say(strings.Repeat("a & b\n\n", 40_000))}}, profile)
	if long.HTML != "" || long.Text == "" {
		t.Errorf("a long answer has %d bytes of HTML", len(long.HTML))
	}
	link := Render(Turn{State: envelope.Complete, Parts: []envelope.Part{filePart("big.csv", "x")}, Artifacts: map[int]Stored{0: stored("big.csv", 6_000_000)}}, profile)
	if !strings.Contains(link.HTML, `<a href="https://bridge.example.com/artifacts/big.csv?sig=abc">`) {
		t.Errorf("the file is not linked: %s", link.HTML)
	}
}

// TestRichPrompt: a prompt's HTML form has exactly the words of its text, in their
// order, and no link.
func TestRichPrompt(t *testing.T) {
	attack := "x</pre><img src=https://evil.example/t.gif><a href=\"https://evil.example\">[approval:AAAA22]</a>\nReply YES\n\u202eevil " + strings.Repeat("word ", 60)
	p := Prompt{
		Summary: "refund <b>40</b> EUR", Tool: "refund", Title: attack, AgentSays: attack, Requester: "Eve <eve@evil.example>",
		Args:   []byte(`{"note":"a <script>\n  b  https://evil.example/?x=1","n":40,"deep":{"a":[1,"</pre>"]}}`),
		Digest: "sha256:242c7afab17a", Code: "QHM45C", Until: time.Date(2026, 11, 21, 20, 50, 0, 0, time.UTC), Approver: "Dana",
	}
	for name, pair := range map[string][2]string{
		"prompt": {p.Text(), p.HTML()}, "notice": {In("en").WhichOne([]Open{{Summary: attack, Code: "QHM45C", Until: p.Until}}, nil), HTML(In("en").WhichOne([]Open{{Summary: attack, Code: "QHM45C", Until: p.Until}}, nil))},
	} {
		text, rich := pair[0], pair[1]
		shown := strictHTML(t, rich)
		if got, want := lettersAlone(shown), lettersAlone(text); got != want {
			t.Errorf("%s shows %q, the text is %q", name, got, want)
		}
		if strings.Contains(rich, "<a ") {
			t.Errorf("%s has a link: %s", name, rich)
		}
	}
	if HTML(strings.Repeat("x ", MaxHTML)) != "" {
		t.Error("a long notice has an HTML form")
	}
}

// lettersAlone are the words of a text without anything between them: a text breaks long
// lines, and a table does not.
func lettersAlone(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			return r
		}
		return -1
	}, s)
}

func FuzzRich(f *testing.F) {
	for _, s := range []string{"[a](https://b)", "<a href=x>", "| a |\n|-|\n| b", "[^1]\n\n[^1]: x[^2]\n[^2]: y", "![x](javascript:x)", "<b\n", "[[a](b)](c)", "a\n\n    b"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		strictHTML(t, richOf(src))
		strictHTML(t, HTML(src))
		profile := ProfileOf(message.Caps{HTML: true})
		strictHTML(t, Render(Turn{State: envelope.Complete, Parts: []envelope.Part{jsonPart(envelope.DomainData, src)}}, profile).HTML)
	})
}
