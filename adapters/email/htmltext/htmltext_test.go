package htmltext

import (
	"strings"
	"testing"

	"bridge/adapters/email/quote"
	"bridge/adapters/email/written"
)

func TestHTMLText(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"paragraphs", "<p>One\n two</p><p>Three<br>four</p>", "One two\n\nThree\nfour"},
		{"divs", "<div>One</div><div><br></div><div>two</div>", "One\n\ntwo"},
		{"inline", "a<b>b</b> <i> c</i>&nbsp;d", "ab c d"},
		{"head", "<html><head><title>t</title><style>p{}</style></head><body><script>x()</script><!-- c -->Hi</body></html>", "Hi"},
		{"hidden", "a<div hidden>1</div><p style='DISPLAY : none'>2</p><p style='x:y;visibility:hidden'>3</p><span style='font-size:0px'>4</span><span style='opacity:0.0;'>5</span><span style='mso-hide:all'>6</span>b", "a\n\nb"},
		{"not hidden", "<span style='font-size:0.8em'>a</span><span style='opacity:0.5'>b</span><span style='font-size:10px'>c</span>", "abc"},
		{"link", `<a href="https://a.example/x">here</a>, <a href="https://b.example/">https://b.example</a>, <a href="mailto:x@y.z?subject=a">x@y.z</a> <a href="javascript:x()">js</a>`, "here (https://a.example/x), https://b.example, x@y.z js"},
		{"link around a picture", `<a href="https://a.example"><img src=x></a>`, "https://a.example"},
		{"lists", "<ul><li>one</li><li>two<ol start=3><li>x</li><li><p>y</p></li></ol></li></ul>after", "- one\n- two\n  3. x\n  4. y\n\nafter"},
		{"table", "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>", "a | b\n1 | 2"},
		{"quote", "<p>yes</p><blockquote type=cite>old<br>text<blockquote>older</blockquote></blockquote><p>after</p>", "yes\n> old\n> text\n> > older\nafter"},
		{"moved in", "<p>yes</p><blockquote style='margin:0 0 0 40px'><div>but half</div></blockquote>", "yes\n\nbut half"},
		{"struck", "a <s>b</s> <del>c d</del> <span style='text-decoration:line-through'>e</span><s> </s>", "a ~~b~~ ~~c d~~ ~~e~~"},
		{"last declaration", "a<p style='display:none;display:block'>b</p><p style='display:none !important;display:block'>c</p>", "a\n\nb"},
		{"seen again", "a<div style='font-size:0px'>x<p style='font-size:14px'>b</p></div><div style='visibility:hidden'>y<p style='visibility:visible'>c</p></div>", "a\n\nb\n\nc"},
		{"a size of nothing", "a<div style='font-size:0'><span style='font-size:2em'>x</span></div>", "a"},
		{"nothing is visible", "<div style='display:none'>a<ul style='opacity:0'><li>b</ul></div>", ""},
		{"fields", "<noscript>a</noscript><textarea>b</textarea><input value=c><input type=hidden value=d><select><option>e</select>", "ab c e"},
		{"pre", "<pre>a  b\n\n  c</pre>", "a  b\n\n  c"},
		{"hr", "a<hr>b", "a\n----------\nb"},
		{"nested too deep", strings.Repeat("<div>", 5000) + "Hi <style>x</style>there", "Hi\nthere"},
		{"broken", "<p>a<b>b<p>c</td></x", "ab\n\nc"},
		{"empty", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := written.Unmarked(Read(tt.in, 1<<20, quote.Us{}, false).Text); got != tt.want {
				t.Errorf("got\n%q\nwant\n%q", got, tt.want)
			}
		})
	}
}

func FuzzHTMLText(f *testing.F) {
	f.Add("<p>a<blockquote>b<ul><li>c</ul></blockquote><pre>\n\nx</pre><a href=http://x>y</a><table><td>1<td>2")
	f.Add("<div><br><br></div><ol start=9999999999><li><p>x")
	f.Fuzz(func(t *testing.T, s string) {
		p := Read(s, 1<<20, quote.Us{}, false)
		for _, got := range []string{p.Text, p.Person} {
			if strings.ContainsAny(got, "\x00\r") || strings.Count(got, written.Mark) > 2*strings.Count(got, "\n")+2 || len(got) > 10000+100*len(s) {
				t.Errorf("%q gives %d bytes: %.200q", s, len(got), got)
			}
		}
	})
}
