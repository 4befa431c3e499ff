package email

import (
	"strings"
	"testing"

	"bridge/adapters/email/reply"
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
			if got := unmarked(readHTML(tt.in, maxText, mailbox{}, false).text); got != tt.want {
				t.Errorf("got\n%q\nwant\n%q", got, tt.want)
			}
		})
	}
}

func TestQuotes(t *testing.T) {
	const at = "On Fri, Nov 20, 2026 at 9:00 AM Agent <agent@example.com>\nwrote:\n"
	const outlook = "From: Agent <agent@example.com>\nSent: Friday, November 20, 2026 9:00 AM\nTo: Dana\nSubject: RE: x\n\nold text\n"
	us := mailbox{name: "Agent", local: "agent", domain: "example.com"}
	tests := []struct {
		name, in     string
		agent, unquo string
		reply        bool
		subject      string
	}{
		{"top answer", "Yes\n\n" + at + "> old\n>\n> text\n", "Yes", "Yes", true, ""},
		{"top answer without attribution", "Yes\n\n> old\n", "Yes", "Yes", true, ""},
		{"a number that is no quote", "Yes\n\n>20 EUR: no", "Yes\n\n>20 EUR: no", "Yes", true, ""},
		{"pasted quote", "Look:\n\n> old\n", "Look:\n\n> old", "Look:", false, ""},
		{"attributed quote in a new mail", "Yes\n\n" + at + "> old\n", "Yes", "Yes", false, ""},
		{"bottom answer", at + "> old\n\nYes\n", "Yes", "Yes", true, ""},
		{"between", "a\n> one\nb\n> two\n", "a\n> one\nb", "a\nb", true, ""},
		{"only a quote", at + "> old\n", at + "> old", "", true, ""},
		{"german", "Ja\n\nAm 20.11.2026 um 09:00 schrieb Agent:\n> alt\n", "Ja", "Ja", true, ""},
		{"italian", "Sì\n\nIl giorno ven 20 nov 2026 alle ore 09:00 Agent <agent+x@Example.com> ha scritto:\n\n> x\n", "Sì", "Sì", true, ""},
		{"of another", "Yes\n\nOn Fri, 20 Nov 2026 at 09:00, Bob <b@example.com> wrote:\n> x\n", "Yes", "Yes\n\nOn Fri, 20 Nov 2026 at 09:00, Bob <b@example.com> wrote:", true, ""},
		{"a trip", "Book it\n\nFrom: Rome\nTo: Milan\nDate: 20 November 2026 9:00\nSubject: to change", "Book it\n\nFrom: Rome\nTo: Milan\nDate: 20 November 2026 9:00\nSubject: to change", "Book it\n\nFrom: Rome\nTo: Milan\nDate: 20 November 2026 9:00\nSubject: to change", true, ""},
		{"a condition is no attribution", "yes\nOn the condition that Bob wrote:\n> ok\n", "yes\nOn the condition that Bob wrote:\n> ok", "yes\nOn the condition that Bob wrote:", true, ""},
		{"attribution without a quote stays", "yes\n" + at, "yes\n" + strings.TrimSpace(at), "yes\n" + strings.TrimSpace(at), true, ""},
		{"outlook", "Yes\n\n________________________________\n" + outlook, "Yes", "Yes\n\n________________________________\n" + strings.TrimSpace(outlook), true, ""},
		{"outlook, new mail", "Yes\n\n" + outlook, "Yes", "Yes\n\n" + strings.TrimSpace(outlook), false, ""},
		{"forwarded", "See below\n\n" + outlook, "See below\n\n" + strings.TrimSpace(outlook), "See below\n\n" + strings.TrimSpace(outlook), true, "Fwd: x"},
		{"gmail forward", "See\n\n---------- Forwarded message ---------\nFrom: a\nDate: b\nTo: c\nSubject: d\n\nx", "See\n\n---------- Forwarded message ---------\nFrom: a\nDate: b\nTo: c\nSubject: d\n\nx", "See\n\n---------- Forwarded message ---------\nFrom: a\nDate: b\nTo: c\nSubject: d\n\nx", true, ""},
		{"blanks", "\n\n  a\n\n", "  a", "a", true, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := reply.MarkQuotes(tt.in)
			about := reply.Mail{Us: us.name, Answers: tt.reply, Forward: forwarded.MatchString(tt.subject)}
			if got := reply.Split(in, about).Text; got != tt.agent {
				t.Errorf("agent text\n%q\nwant\n%q", got, tt.agent)
			}
			if got, _ := us.unquoted(in); got != tt.unquo {
				t.Errorf("unquoted\n%q\nwant\n%q", got, tt.unquo)
			}
		})
	}
}

// TestOriginalKept: what was left out for the agent is there as the mail came.
func TestOriginalKept(t *testing.T) {
	const at = "\n\nOn Fri, 20 Nov 2026 at 21:00, \"Assistant\" <agent@example.com> wrote:\n> The request\n"
	outlook := "<div>Yes</div><div style='border:none;border-top:solid #E1E1E1 1.0pt'><p><b>Ot:</b> A<br><b>Kun:</b> b<br><b>Kellek:</b> c</p></div><p>old</p>"
	for name, tt := range map[string]struct {
		raw  string
		text string
		kept bool
	}{
		"nothing left out":       {plainPart("Yes\n"), "Yes", false},
		"both forms":             {multi("alternative", plainPart("Yes"), htmlPart("<p>Yes</p>")), "Yes", false},
		"a quote":                {plainPart("Yes" + at), "Yes", true},
		"a signature":            {plainPart("Yes\n\n-- \nDana\n"), "Yes", true},
		"an unknown language":    {htmlPart(outlook), "Yes", true},
		"signature in html":      {htmlPart("Yes<div class=gmail_signature>Dana</div>"), "Yes", true},
		"written in a signature": {htmlPart("<div id=Signature>Yes</div>"), "Yes", false},
		"answers between":        {plainPart("> One?\nYes\n> Two?\nNo\n"), "> One?\nYes\n> Two?\nNo", false},
	} {
		a, store := newAdapter(t)
		raw := crlf(basicHead + "In-Reply-To: <p@example.com>\n" + tt.raw)
		in := parsed(t, a, raw)
		files := filesOf(in)
		if textOf(in) != tt.text || (len(files) == 1) != tt.kept {
			t.Errorf("%s: text %q, %d files", name, textOf(in), len(files))
		}
		if len(files) == 1 && string(store.bytes(t, files[0])) != raw {
			t.Errorf("%s: the file is not the mail", name)
		}
	}
	a, store := newAdapter(t)
	store.limit = 100
	if in := parsed(t, a, crlf(basicHead+"In-Reply-To: <p@example.com>\n"+plainPart("Yes"+at))); textOf(in) != "Yes" || len(filesOf(in)) != 0 {
		t.Errorf("a mail that the store does not take: %+v", in.Parts)
	}
}

func TestReplyTag(t *testing.T) {
	a, _ := newAdapter(t)
	for addr, want := range map[string]string{
		"agent@example.com": "+ok", "AGENT@EXAMPLE.COM": "+ok", "agent+x@example.com": "x+ok", "agent+@example.com": "+ok",
		"agent+a+b@example.com": "a+b+ok", "other@example.com": "", "agent@example.org": "", "agent": "", "agentx@example.com": "",
		"@example.com": "", "agent@sub.example.com": "", "agent@example.com.": "+ok",
	} {
		tag, ok := a.ownAddress(addr)
		got := ""
		if ok {
			got = tag + "+ok"
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", addr, got, want)
		}
	}
}

func FuzzReplyTag(f *testing.F) {
	a, _ := newAdapter(f)
	ses := "01ARZ3NDEKTSV4RRFFQ69G5FAV"
	tag := a.sessionTag("ses_01ARZ3NDEKTSV4RRFFQ69G5FAV")
	f.Add(tag)
	f.Add(strings.ToUpper(tag))
	f.Add("a" + tag[1:])
	f.Add("s" + strings.ToLower(ses) + "aaaaaaaaaaaaa")
	f.Fuzz(func(t *testing.T, s string) {
		sID, aID := a.readTag(s)
		if aID != "" {
			t.Fatalf("%q is an approval's tag", s)
		}
		if (sID != "") != strings.EqualFold(s, tag) && sID != "" {
			t.Fatalf("%q is taken for a tag of %s", s, sID)
		}
		if _, ok := a.ownAddress("agent+" + s + "@example.com"); !ok && !strings.Contains(s, "@") {
			t.Fatalf("a tag %q makes the address another's", s)
		}
	})
}

func FuzzHTMLText(f *testing.F) {
	f.Add("<p>a<blockquote>b<ul><li>c</ul></blockquote><pre>\n\nx</pre><a href=http://x>y</a><table><td>1<td>2")
	f.Add("<div><br><br></div><ol start=9999999999><li><p>x")
	f.Fuzz(func(t *testing.T, s string) {
		p := readHTML(s, maxText, mailbox{}, false)
		for _, got := range []string{p.text, p.person} {
			if strings.ContainsAny(got, "\x00\r") || strings.Count(got, quoteMark) > 2*strings.Count(got, "\n")+2 || len(got) > 10000+100*len(s) {
				t.Errorf("%q gives %d bytes: %.200q", s, len(got), got)
			}
		}
	})
}
