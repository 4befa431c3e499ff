package render

import (
	"os"
	"strings"
	"testing"

	"bridge/core/message"
	"bridge/internal/noerr"
)

func chatText(src string, m message.Markup) string {
	text, _ := markdown(src, phone(m), &notes{})
	return text
}

func TestChatMarkdownGolden(t *testing.T) {
	src, err := os.ReadFile("testdata/markdown/kitchen.md")
	noerr.Must(t, err)
	for _, m := range chats {
		golden(t, "markdown/kitchen."+string(m)+".txt", chatText(string(src), m))
	}
}

func TestChatMarkdown(t *testing.T) {
	z := zeroWidth
	for _, c := range []struct{ name, src, whatsApp, sms string }{
		{"emphasis", "**b** __b__ *i* _i_ ~~s~~ `c`", "*b* *b* _i_ _i_ ~s~ `c`", "b b i i ~~s~~ c"},
		{"nested", "**bold and *both* of it**, ***all***", "*bold and _both_ of it*, *_all_*", "bold and both of it, all"},
		{"the same inside itself", "**a __b__ c**", "*a b c*", "a b c"},
		{"over a line break", "**one\ntwo** three", "*one*\n*two* three", "one\ntwo three"},
		{"spaces stay outside", "a <b>x</b>**&#32;b&#32;** c", "a x *b*  c", "a x b  c"},
		{"within a word no mark binds", "un**believ**able, **un**done", "unbelievable, undone", "unbelievable, undone"},
		{"struck out within a word", "un~~der~~done", "un" + z + "~der~" + z + "done", "un~~der~~done"},
		{"a struck out address", "~~https://e.x/a~~", "[struck out: https://e.x/a]", "~~https://e.x/a~~"},
		{"a bold address", "**https://e.x/a_b_**", "https://e.x/a_b_", "https://e.x/a_b_"},
		{"beside quotes", `say "**yes**", (*no*)`, `say "*yes*", (_no_)`, `say "yes", (no)`},
		{"literal marks", `\*not\* \_this\_ \~or\~ that`, "*" + z + "not" + z + "* _" + z + "this" + z + "_ ~" + z + "or" + z + "~ that", "*not* _this_ ~or~ that"},
		{"harmless ones", "a_b_c 2 * 3 * 4 a*b ~ x", "a_b_c 2 * 3 * 4 a*b ~ x", "a_b_c 2 * 3 * 4 a*b ~ x"},
		{"in an address", "<https://e.x/_a_/*b*~c>", "https://e.x/_a_/*b*~c", "https://e.x/_a_/*b*~c"},
		{"a keycap", "\\*\uFE0F\u20E3 and 1\uFE0F\u20E3", "*\uFE0F\u20E3 and 1\uFE0F\u20E3", "*\uFE0F\u20E3 and 1\uFE0F\u20E3"},
		{"literal backticks", "\\`a\\`", "`" + z + "a" + z + "`", "`a`"},
		{"a literal quote", "\\> a", z + "> a", "> a"},
		{"code with marks in it", "`*a* _b_`", "`*a* _b_`", "*a* _b_"},
		{"code with a backtick", "`` a`b ``", "```a`b```", "a`b"},
		{"heading", "# One **two**\ntext\n\n## Three?\n\n### four: x\n- a", "*One two*\ntext\n\n*Three?*\n*four: x*\n- a", "One two:\ntext\n\nThree?\nfour: x\n- a"},
		{"lists", "- a\n  - b\n    1. c\n- d", "- a\n  - b\n    1. c\n- d", "- a\n  - b\n    1. c\n- d"},
		{"fence", "```go\na  *b*\n\tc\n```", "```\na  *b*\n\tc\n```", "a  *b*\n\tc"},
		{"fence in a list", "- x\n\n  ```\n  a\n  ```\n- y", "- x\n\n```\na\n```\n\n- y", "- x\n\n  a\n\n- y"},
		{"fence alone in a list", "- ```\n  a\n  ```", "-\n```\na\n```", "- a"},
		{"fence in a quote", "> ```\n> a *b*\n> c\n> ```", "> `a *b*`\n> `c`", "> a *b*\n> c"},
		{"a fence in code", "~~~\n```\n~~~", "```\n`" + z + "``\n```", "```"},
		{"an empty fence", "a\n\n```\n```\n\nb", "a\n\nb", "a\n\nb"},
		{"link", "see [the *terms*](https://e.x/t).", "see the _terms_ (https://e.x/t).", "see the terms: https://e.x/t ."},
		{"link that is its label", "[https://e.x](https://e.x/)", "https://e.x", "https://e.x"},
		{"link with a bare label", "[e.x](https://e.x)", "https://e.x", "https://e.x"},
		{"many links stay where they are", "[a](https://a.x) [b](https://b.x) [c](https://c.x)", "a (https://a.x) b (https://b.x) c (https://c.x)", "a: https://a.x b: https://b.x c: https://c.x"},
		{"bold link", "**[a](https://a.x)**", "*a (https://a.x)*", "a: https://a.x"},
		{"mail", "<a@b.c> [write](mailto:a@b.c)", "a@b.c write (mailto:a@b.c)", "a@b.c write: mailto:a@b.c"},
		{"image", "![a *b*](https://e.x/i.png)", "[image: a _b_] (https://e.x/i.png)", "[image: a b]: https://e.x/i.png"},
		{"quote", "> a\n> b\n>\n> c", "> a\n> b\n\n> c", "> a\n> b\n\n> c"},
		{"rule", "a\n\n---\n\nb", "a\n\nb", "a\n\nb"},
		{"footnotes keep their numbers", "a[^1] b\n\n[^1]: **note**", "a[1] b\n\n[1] *note*", "a[1] b\n\n[1] note"},
		{"numbered references", "see [1].\n\n[1]: https://e.x/_a_", "see [1].\n\n[1] https://e.x/_a_", "see [1].\n\n[1] https://e.x/_a_"},
		{"unused definition", "a\n\n[b]: https://e.x", "a\n\n[b]: https://e.x", "a\n\n[b]: https://e.x"},
		{"narrow table", "|a|b|\n|-|-|\n|**x**|10|", "```\na   b\n-  --\nx  10\n```", "a: x\nb: 10"},
		{
			"wide table", "|name|what it is|\n|-|-|\n|**x**|something that is too long here|\n|y||", "*name: x*\nwhat it is: something that is too long here\n\n*name: y*\nwhat it is: -",
			"name: x\nwhat it is: something that is too long here\n\nname: y\nwhat it is: -",
		},
		{"table with a link", "|a|\n|-|\n|[b](https://b.x)|", "*a: b (https://b.x)*", "a: b: https://b.x"},
		{"table with something struck out", "|a|\n|-|\n|~~1~~ 2|", "*a: ~1~ 2*", "a: ~~1~~ 2"},
		{"table without rows", "|a|*b*|\n|-|-|", "a | _b_", "a | b"},
		{"html", "<b>a</b> <a href=\"https://h.x\">*t*</a>\n\n<p>*b*</p>", "a _t_ (https://h.x)\n\n*" + z + "b" + z + "*", "a t (https://h.x )\n\n*b*"},
		{"control characters are no marks", "a\x01b\x02 &#3;c&#4;", "ab c", "ab c"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := chatText(c.src, message.MarkupStars); got != c.whatsApp {
				t.Errorf("WhatsApp\ngot  %q\nwant %q", got, c.whatsApp)
			}
			if got := chatText(c.src, message.MarkupGSM7); got != c.sms {
				t.Errorf("SMS\ngot  %q\nwant %q", got, c.sms)
			}
		})
	}
}

// wordsOf is what a text says: its letters and digits.
func wordsOf(s string) string {
	return strings.Map(func(r rune) rune {
		if wordly(r) {
			return r
		}
		return -1
	}, s)
}

// FuzzChatMarkdown checks that both channels say the same and that nothing of how
// marks are noted on the way is left.
func FuzzChatMarkdown(f *testing.F) {
	src, err := os.ReadFile("testdata/markdown/kitchen.md")
	noerr.Must(f, err)
	f.Add(string(src))
	f.Add("**a *b\nc* d** ~~e~~f `g`\n\n|a|b|\n|-|-|\n|`c`|~~d~~|")
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) > 20_000 {
			t.Skip("long sources are slow")
		}
		whatsApp, sms := chatText(src, message.MarkupStars), chatText(src, message.MarkupGSM7)
		for _, text := range []string{whatsApp, sms} {
			wellFormed(t, text)
		}
		if strings.Contains(src, "://") || strings.ContainsAny(src, "|<~#[") {
			return // links, tables, HTML, what is struck out and headings differ in more than marks
		}
		if a, b := wordsOf(whatsApp), wordsOf(sms); a != b {
			t.Fatalf("WhatsApp says %q\nSMS says %q", a, b)
		}
	})
}

func TestChatNotices(t *testing.T) {
	const summary = `pay_out: to "*Eve*", note "it’s “50” – no"`
	for m, want := range map[message.Markup]string{
		"":                  "Cancelled, no answer is needed any more: " + summary + ".",
		message.MarkupStars: "Cancelled, no answer is needed any more: pay_out: to \"*\u200bEve\u200b*\", note \"it’s “50” – no\".",
		message.MarkupGSM7:  `Cancelled, no answer is needed any more: pay_out: to "*Eve*", note "it's “50” - no".`,
	} {
		if got := Chat(In("en").Cancelled(summary), m); got != want {
			t.Errorf("%q: got %q, want %q", m, got, want)
		}
		if again := Chat(want, m); again != want {
			t.Errorf("%q: written twice, it is %q", m, again)
		}
	}
}
