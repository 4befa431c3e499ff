package render

import (
	"fmt"
	"html"
	"regexp"
	"strings"
	"testing"

	"bridge/core/envelope"
	"bridge/core/excerpt"
	"bridge/core/message"
)

func inTags(t *testing.T, src string, max int) []Output {
	t.Helper()
	p := phone(message.MarkupTags)
	p.MaxText, p.MaxParts = max, 10000
	list, _ := messages(t, Turn{ID: turnID, State: envelope.Complete, Parts: []envelope.Part{say(src)}}, p)
	return list
}

func TestTags(t *testing.T) {
	for _, c := range []struct{ name, src, text, tags string }{
		{"plain", "a < b & c > d", "a < b & c > d", "a &lt; b &amp; c &gt; d"},
		{"styles", "**bold** and *italic* and ~~gone~~ and `a<b`", "bold and italic and gone and a<b", "<b>bold</b> and <i>italic</i> and <s>gone</s> and <code>a&lt;b</code>"},
		{"nested", "**all *of* it**", "all of it", "<b>all <i>of</i> it</b>"},
		{"code in bold", "**see `x` now**", "see x now", "<b>see </b><code>x</code><b> now</b>"},
		{"in a word", "un**believ**able", "unbelievable", "un<b>believ</b>able"},
		{"literal marks", `2 \* 3 \* 4, a_b_c`, "2 * 3 * 4, a_b_c", "2 * 3 * 4, a_b_c"},
		{"title", "# Report\n\nfine", "Report\nfine", "<b>Report</b>\nfine"},
		{"fence", "```\nif a < b {\n\tx\n}\n```\nend", "```\nif a < b {\n\tx\n}\n```\n\nend", "<pre>if a &lt; b {\n\tx\n}</pre>\n\nend"},
		{"tags are text", "&lt;b&gt;x `<i>`", "<b>x <i>", "&lt;b&gt;x <code>&lt;i&gt;</code>"},
		{"link", "[here](https://a.example/?a=1&b=2)", "here (https://a.example/?a=1&b=2)", "here (https://a.example/?a=1&amp;b=2)"},
	} {
		list := inTags(t, c.src, 4096)
		if len(list) != 1 || list[0].Text != c.text || list[0].HTML != c.tags {
			t.Errorf("%s: %q\n%q", c.name, list[0].Text, list[0].HTML)
		}
	}
}

var anyTag = regexp.MustCompile(`</?(b|i|s|code|pre)>`)

// balanced fails unless tags nest, and the text between them is that of the message but
// for white space and fences.
func balanced(t *testing.T, out Output) {
	t.Helper()
	var open []string
	for _, m := range anyTag.FindAllStringSubmatch(out.HTML, -1) {
		switch {
		case m[0][1] != '/':
			open = append(open, m[1])
		case len(open) == 0 || open[len(open)-1] != m[1]:
			t.Fatalf("%s closes nothing: %q", m[0], out.HTML)
		default:
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		t.Fatalf("left open: %v: %q", open, out.HTML)
	}
	bare := anyTag.ReplaceAllString(out.HTML, "")
	if strings.ContainsAny(bare, "<>\x01\x02\x03\x04\x05\x06\x0e\x0f") {
		t.Fatalf("a tag of others, or a mark: %q", bare)
	}
	words := func(s string) string {
		return strings.Join(strings.Fields(strings.ReplaceAll(s, fence, "")), " ")
	}
	if got, want := words(html.UnescapeString(bare)), words(out.Text); got != want {
		t.Fatalf("the two forms differ:\n%q\n%q", got, want)
	}
}

// TestTagsAcrossParts: wherever a text is cut, each part is whole on its own.
func TestTagsAcrossParts(t *testing.T) {
	src := strings.Repeat("**all of this is bold, and *this is slanted too* until `code` comes** ", 12) +
		"\n\n```\n" + strings.Repeat("line of code < that & is long\n", 12) + "```\n\n~~" + strings.Repeat("gone ", 60) + "~~"
	for max := 60; max < 400; max += 17 {
		list := inTags(t, src, max)
		if len(list) < 3 {
			t.Fatalf("%d parts at %d", len(list), max)
		}
		for _, out := range list {
			balanced(t, out)
		}
	}
}

func TestTagsGolden(t *testing.T) {
	list, _ := messages(t, longTurn(t), phone(message.MarkupTags))
	var b strings.Builder
	for i, out := range list {
		balanced(t, out)
		fmt.Fprintf(&b, "######## message %d: %d units\n%s\n", i+1, excerpt.Units(out.Text), out.HTML)
	}
	golden(t, "chat/long.tags.txt", strings.TrimSuffix(b.String(), "\n"))
}

func FuzzTags(f *testing.F) {
	f.Add("**a *b* `c` ~~d~~**\n\n```\nx\n```", 80)
	f.Add("```\n```\n```", 60)
	f.Fuzz(func(t *testing.T, src string, max int) {
		if len(src) > 2000 {
			return
		}
		for _, out := range inTags(t, src, 60+int(uint(max)%500)) {
			balanced(t, out)
		}
	})
}
