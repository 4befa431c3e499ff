package email

import (
	"encoding/base64"
	"strings"
	"testing"

	"bridge/core/message"
)

const (
	verdictAt    = "On Fri, 20 Nov 2026 at 21:00, \"Assistant\" <agent@example.com> wrote:\n"
	verdictQuote = "\n\n" + verdictAt + "> The request\n> more\n"
	verdictPlain = "Content-Type: text/plain; charset=utf-8\n"
	verdictHTML  = "Content-Type: text/html; charset=utf-8\n"
)

func multi(kind string, parts ...string) string {
	return "Content-Type: multipart/" + kind + "; boundary=BB\n\n--BB\n" + strings.Join(parts, "\n--BB\n") + "\n--BB--\n"
}

func plainPart(s string) string { return verdictPlain + "\n" + s }
func htmlPart(s string) string  { return verdictHTML + "\n" + s }

// TestVerdictDoubt: a mail that says more than yes is never read as a plain yes.
// What is said besides is in Unquoted or Other, or the mail is ambiguous.
func TestVerdictDoubt(t *testing.T) {
	b64 := func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }
	const cte = "Content-Transfer-Encoding: base64\n\n"
	tests := []struct{ name, raw, keeps string }{ // keeps "": it must be ambiguous, or stand below a quote
		{"a condition", plainPart("yes but only half" + verdictQuote), "but only half"},
		{"only", plainPart("Yes\n\nOnly for the 2026 invoices, as I wrote:\n> The request\n> more\n"), "Only for"},
		{"leave", plainPart("Yes\n\nLeave out everything before 2026, as Bob writes:\n> The request\n> more\n"), "Leave out"},
		{"on, naming us", plainPart("Yes\n\nOn 20 Nov 2026 only half, as agent@example.com wrote:\n> The request\n> more\n"), "only half"},
		{"on, our name", plainPart("Yes\n\nOn Friday 9:00 at the latest, as the Assistant wrote:\n> The request\n> more\n"), "at the latest"},
		{"on, no date", plainPart("Yes\n\nOn the terms that Assistant wrote:\n> The request\n> more\n"), "On the terms"},
		{"a yes in a date", plainPart("Yes\n\nno 20 Nov 2026 9:00 agent@example.com:\n> The request\n> more\n"), "no 20 Nov"},
		{"a word in a date", plainPart("Yes\n\n20 Nov 2026 9:00 half Assistant <agent@example.com>:\n> The request\n> more\n"), "half"},
		{"a word behind a date", plainPart("Yes\n\nAssistant <agent@example.com> 于2026年11月20日 21:00 一半写道：\n> The request\n> more\n"), "一半"},
		{"attribution to another", plainPart("Yes\n\nOn Fri, 20 Nov 2026 at 21:00, Bob <bob@example.com> wrote:\n> but only half\n> more\n> more\n"), "Bob"},
		{"stuffed", "Content-Type: text/plain; format=flowed\n\nYes\n\n >30 EUR needs Bob first\n" + verdictQuote, ">30 EUR needs"},
		{"blank before >", plainPart("Yes\n\n >30 EUR needs Bob first\n" + verdictQuote), ">30 EUR needs"},
		{"a line with >", plainPart("Yes\n\n>20 EUR: no, ask Bob\n"), ""},
		{"a line with > above the quote", plainPart("Yes\n\n>20 EUR: no, ask Bob\n" + verdictQuote), ""},
		{"large quote", plainPart("Yes\n\n" + strings.Repeat("> "+strings.Repeat("quoted ", 10)+"\n", 20000) + "\nbut only half\n"), ""},
		{"large html quote", htmlPart("<p>Yes</p><blockquote type=cite>" + strings.Repeat("quoted quoted quoted quoted quoted quoted quoted<br>\n", 25000) + "</blockquote><p>but only half</p>"), ""},
		{"base64 behind base64", verdictPlain + cte + b64("Yes\r\n") + "\n" + b64("but only half\r\n") + "\n", ""},
		{"text behind base64", verdictPlain + cte + b64("Yes\r\n") + "\nbut only half of it!\n", ""},
		{"cut base64", verdictPlain + cte + "WWVzL", ""},
		{"cut padding", verdictPlain + cte + "WWVzCg=\n", ""},
		{"two plain", multi("alternative", plainPart("Yes"), plainPart("No, do not pay")), ""},
		{"two html", multi("alternative", plainPart("Yes"), htmlPart("<p>No, do not pay</p>"), htmlPart("<p>Yes</p>")), ""},
		{"two equal html", multi("alternative", plainPart("Yes"), htmlPart("<p>Yes</p>"), htmlPart("<p>Yes</p>")), ""},
		{"question", multi("alternative", plainPart("Yes"), htmlPart("<p>Yes?</p>")), ""},
		{"struck", multi("alternative", plainPart("Yes"), htmlPart("<p><s>Yes</s></p>")), ""},
		{"picture", multi("alternative", plainPart("Yes"), htmlPart("<p>Yes</p><img src=x alt='but only half'>")), "but only half"},
		{"address", multi("alternative", plainPart("Yes"), htmlPart("<p>Yes</p><p>https://x.example/but-only-half</p>")), "but-only-half"},
		{"enriched", multi("alternative", plainPart("Yes"), "Content-Type: text/enriched\n\nNo, do not pay"), ""},
		{"amp", multi("alternative", plainPart("Yes"), "Content-Type: text/x-amp-html\n\n<p>No</p>"), ""},
		{"only html says something", multi("alternative", plainPart(""), htmlPart("<p>Yes</p>")), ""},
		{"html struck", htmlPart("<p><s>Yes</s></p>"), ""},
		{"html deleted", htmlPart("<p><del>Yes, approve</del></p>"), ""},
		{"html struck by style", htmlPart("<p><span style='text-decoration: line-through'>Yes</span></p>"), ""},
		{"html struck by a sheet", htmlPart("<style>p {text-decoration: line-through}</style><p>Yes</p>"), ""},
		{"html moved in", htmlPart("<p>Yes</p><blockquote style='margin:0 0 0 40px;border:none;padding:0px'><div>but only half</div></blockquote>"), "but only half"},
		{"html line with >", htmlPart("<p>Yes</p><p>&gt;20 EUR: no, ask Bob</p>"), ">20 EUR: no"},
		{"html mark", htmlPart("<p>Yes</p><p>&#1;&gt; no, ask Bob</p>"), "no, ask Bob"},
		{"html noscript", htmlPart("<p>Yes</p><noscript>but only half</noscript>"), "but only half"},
		{"html child is visible", htmlPart("<p>Yes</p><div style='font-size:0px'><span style='font-size:14px'>but only half</span></div>"), "but only half"},
		{"html visible again", htmlPart("<p>Yes</p><div style='visibility:hidden'><span style='visibility:visible'>but only half</span></div>"), "but only half"},
		{"html shown after all", htmlPart("<p>Yes</p><div style='display:none;display:block'>but only half</div>"), "but only half"},
		{"html textarea", htmlPart("<p>Yes</p><textarea>but only half</textarea>"), "but only half"},
		{"html hidden", htmlPart("<p style='display:none'>No, wait</p><p>yes</p>"), ""},
		{"html hidden attribute", htmlPart("<p hidden>No, wait</p><p>yes</p>"), ""},
		{"html white", htmlPart("<p>No, wait</p><p style='color:#FFFFFF'>yes</p>"), ""},
		{"html white font", htmlPart("<p>yes</p><font color=white>No</font>"), ""},
		{"html small", htmlPart("<div style='font-size:0'>No <span style='font-size:1em'>yes</span></div><p>yes</p>"), ""},
		{"html nothing visible", htmlPart("<div style='opacity:0'>yes</div>"), ""},
		{"html too deep", htmlPart(strings.Repeat("<div>", 5000) + "yes"), ""},
		{"below the quote", plainPart("Yes\n\n-- \nDana Bianchi\n" + verdictQuote + "\naber erst nach der Freigabe durch Bob\n"), ""},
		{"between", plainPart(verdictAt + "> The request\n> is 40\nyes\n> and more\n\nBob decides the rest\n"), ""},
		{"html below the quote", htmlPart("<p>Yes</p><blockquote type=cite>a<br>b<br>c</blockquote><p>Milan, 20 EUR</p>"), ""},
		{"a file of text", multi("mixed", plainPart("Yes"), "Content-Type: text/plain; name=note.txt\nContent-Disposition: inline; filename=note.txt\n\nbut only half"), ""},
		{"markdown", multi("mixed", plainPart("Yes"), "Content-Type: text/markdown\n\nbut only half"), ""},
		{"plain and html", multi("mixed", plainPart("Yes"), htmlPart("but only half")), ""},
		{"two plain parts", multi("mixed", plainPart("Yes"), plainPart("but only half")), ""},
		{"unknown encoding", multi("mixed", plainPart("Yes"), "Content-Type: text/plain\nContent-Transfer-Encoding: x-uuencode\n\nbut only half"), ""},
		{"unknown charset", "Content-Type: text/plain; charset=x-foo\n\nYes", ""},
		{"utf-7", "Content-Type: text/plain; charset=utf-7\n\nYes", ""},
		{"bad bytes", verdictPlain + "\nYes \xff\xfe", ""},
		{"damaged quoted-printable", verdictPlain + "Content-Transfer-Encoding: quoted-printable\n\nYes =4", ""},
		{"not closed", "Content-Type: multipart/mixed; boundary=BB\n\n--BB\nContent-Type: text/plain\n\nYes\n", ""},
		{"behind the last part", multi("mixed", plainPart("Yes")) + "but only half\n", ""},
		{"before the first part", "Content-Type: multipart/mixed; boundary=BB\n\nbut only half\n--BB\nContent-Type: text/plain\n\nYes\n--BB--\n", ""},
		{"NUL", plainPart("Yes\x00"), ""},
		{"backspace", plainPart("No\x08\x08Yes"), ""},
		{"two types", "Content-Type: text/plain\nContent-Type: text/html\n\nYes<!-- but only half -->", ""},
		{"forward", plainPart("yes\n\n---------- Forwarded message ---------\nFrom: bot\n"), "Forwarded"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a, _ := newAdapter(t)
			in := parsed(t, a, crlf(basicHead+"In-Reply-To: <p@example.com>\n"+tt.raw))
			if in.Class != message.Human {
				t.Fatalf("class %q", in.Class)
			}
			said := in.Unquoted + "\n" + in.Other
			if tt.keeps == "" && !in.Ambiguous && !in.Differs && len(in.Below) == 0 || tt.keeps != "" && !strings.Contains(said, tt.keeps) {
				t.Errorf("ambiguous %v, unquoted %.200q, other %.200q", in.Ambiguous, in.Unquoted, in.Other)
			}
		})
	}
}

// TestVerdictText: what the agent gets of such mails is all of it, each once.
func TestVerdictText(t *testing.T) {
	for name, tt := range map[string]struct{ raw, want string }{
		"two plain":         {multi("alternative", plainPart("Yes"), plainPart("No, do not pay")), "Yes\n\nNo, do not pay"},
		"two html":          {multi("alternative", plainPart("Yes"), htmlPart("<p>No, do not pay</p>"), htmlPart("<p>Yes</p>")), "Yes\n\nNo, do not pay"},
		"equal forms":       {multi("alternative", plainPart("Yes"), htmlPart("<p>Yes</p>"), htmlPart("<p>yes</p>")), "Yes"},
		"base64 goes on":    {verdictPlain + "Content-Transfer-Encoding: base64\n\nWWVzCg==\nbm8K\n", "Yes\nno"},
		"stuffed":           {"Content-Type: text/plain; format=flowed\n\nYes\n >30 EUR: no\n" + verdictQuote, "Yes\n>30 EUR: no"},
		"quote of ours":     {plainPart("Yes" + verdictQuote), "Yes"},
		"quote of another":  {plainPart("Yes\n\nBob wrote:\n> half\n"), "Yes\n\nBob wrote:\n> half"},
		"mjml":              {htmlPart("<table><tr><td style='font-size:0px;padding:20px'><div style='font-size:14px'>Cancel order 77</div></td></tr></table>"), "Cancel order 77"},
		"everything hidden": {htmlPart("<div style='display:none'>Cancel order 77</div>"), ""},
		"a trip":            {plainPart("Book\n\nFrom: Rome\nTo: Milan\nDate: 2026-11-20 9:00"), "Book\n\nFrom: Rome\nTo: Milan\nDate: 2026-11-20 9:00"},
	} {
		a, _ := newAdapter(t)
		if got := textOf(parsed(t, a, crlf(basicHead+"In-Reply-To: <p@example.com>\n"+tt.raw))); got != tt.want {
			t.Errorf("%s: got %q, want %q", name, got, tt.want)
		}
	}
}

// TestVerdictPlainYes: the answers of ordinary mail programs are a yes.
func TestVerdictPlainYes(t *testing.T) {
	gmailHTML := `<div dir="ltr">Yes</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">On Fri, Nov 20, 2026 at 9:00` + "\u202f" + `AM Assistant &lt;<a href="mailto:agent@example.com">agent@example.com</a>&gt; wrote:<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">Refund?<br>40 EUR<br></blockquote></div>`
	gmailPlain := "Yes\n\nOn Fri, Nov 20, 2026 at 9:00\u202fAM Assistant <agent@example.com>\nwrote:\n\n> Refund?\n> 40 EUR\n>\n"
	appleHTML := `<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head><body style="overflow-wrap: break-word; -webkit-nbsp-mode: space;">Yes<br id="lineBreakAtBeginningOfMessage"><div><br><blockquote type="cite"><div>On 20. Nov 2026, at 09:00, Assistant &lt;agent@example.com&gt; wrote:</div><br class="Apple-interchange-newline"><div>Refund?</div></blockquote></div><br></body></html>`
	applePlain := "Yes\n\n> On 20. Nov 2026, at 09:00, Assistant <agent@example.com> wrote:\n> \n> Refund?\n\n"
	for name, raw := range map[string]string{
		"plain":             plainPart("Yes" + verdictQuote),
		"bare":              plainPart("Yes\n"),
		"gmail":             multi("alternative", plainPart(gmailPlain), htmlPart(gmailHTML)),
		"apple":             multi("alternative", "Content-Type: text/plain; charset=utf-8\n\n"+applePlain, htmlPart(appleHTML)),
		"thunderbird":       "Content-Type: text/plain; charset=UTF-8; format=flowed\n\nYes\n\nOn 11/20/26 09:00, Assistant wrote:\n> Refund?\n> 40 EUR\n",
		"thunderbird html":  htmlPart(`<p>Yes</p><div class="moz-cite-prefix">On 11/20/26 09:00, Assistant wrote:<br></div><blockquote type="cite" cite="mid:x@example.com"><pre wrap="">Refund?</pre></blockquote>`),
		"outlook with >":    plainPart("Yes\n\n> -----Original Message-----\n> From: Assistant <agent@example.com>\n> Sent: Friday, November 20, 2026 9:00 AM\n> To: Dana\n> Subject: Refund?\n>\n> 40 EUR\n"),
		"below":             plainPart(verdictAt + "> The request\n> more\n\nYes\n"),
		"tagged":            plainPart("Yes\n\nOn Fri, 20 Nov 2026 at 21:00, <Agent+abc@Example.com> wrote:\n> The request\n"),
		"german":            plainPart("Yes\n\nAm Fr., 20. Nov. 2026 um 09:00 Uhr schrieb Assistant <agent@example.com>:\n> x\n"),
		"italian":           plainPart("Yes\n\nIl giorno ven 20 nov 2026 alle ore 09:00 Assistant <agent@example.com>\nha scritto:\n> x\n"),
		"french":            plainPart("Yes\n\nLe ven. 20 nov. 2026 à 09:00, Assistant <agent@example.com> a écrit :\n> x\n"),
		"spanish":           plainPart("Yes\n\nEl vie, 20 nov 2026 a las 9:00, Assistant (<agent@example.com>) escribió:\n> x\n"),
		"dutch":             plainPart("Yes\n\nOp vr 20 nov 2026 om 09:00 schreef Assistant <agent@example.com>:\n> x\n"),
		"portuguese":        plainPart("Yes\n\nEm sex., 20 de nov. de 2026 às 21:00, Assistant <agent@example.com> escreveu:\n> x\n"),
		"polish":            plainPart("Yes\n\npt., 20 lis 2026 o 21:00 Assistant <agent@example.com> napisał(a):\n> x\n"),
		"norwegian":         plainPart("Yes\n\nfre. 20. nov. 2026 kl. 21:00 skrev Assistant <agent@example.com>:\n> x\n"),
		"danish":            plainPart("Yes\n\nDen fre. 20. nov. 2026 kl. 21.00 skrev Assistant <agent@example.com>:\n> x\n"),
		"swedish":           plainPart("Yes\n\nDen fre 20 nov. 2026 kl 21:00 skrev Assistant <agent@example.com>:\n> x\n"),
		"finnish":           plainPart("Yes\n\npe 20. marrask. 2026 klo 21.00 Assistant (agent@example.com) kirjoitti:\n> x\n"),
		"czech":             plainPart("Yes\n\npá 20. 11. 2026 v 21:00 odesílatel Assistant <agent@example.com> napsal:\n> x\n"),
		"turkish":           plainPart("Yes\n\nAssistant <agent@example.com>, 20 Kas 2026 Cum, 21:00 tarihinde şunu yazdı:\n> x\n"),
		"russian":           plainPart("Yes\n\nпт, 20 нояб. 2026 г. в 21:00, Assistant <agent@example.com>:\n> x\n"),
		"ukrainian":         plainPart("Yes\n\nпт, 20 лист. 2026 р. о 21:00 Assistant <agent@example.com> пише:\n> x\n"),
		"japanese":          plainPart("Yes\n\n2026年11月20日(金) 21:00 Assistant <agent@example.com>:\n> x\n"),
		"korean":            plainPart("Yes\n\n2026년 11월 20일 (금) 오후 9:00, Assistant <agent@example.com>님이 작성:\n> x\n"),
		"chinese":           plainPart("Yes\n\nAssistant <agent@example.com> 于2026年11月20日周五 21:00写道：\n> x\n"),
		"taiwanese":         plainPart("Yes\n\nAssistant <agent@example.com> 於 2026年11月20日 週五 下午9:00寫道：\n> x\n"),
		"german outlook, >": plainPart("Yes\n\n> Von: Assistant <agent@example.com>\n> Gesendet: Freitag, 20. November 2026 09:00\n> An: Dana\n> Betreff: Refund?\n>\n> 40 EUR\n"),
		"the reader's name": plainPart("Yes\n\nOn Fri, Nov 20, 2026 at 9:00 AM Office Bot <agent@example.com> wrote:\n> x\n"),
		"plain of a blockquote without class": htmlPart("<p>Yes</p><p>On Fri, 20 Nov 2026 at 21:00, Assistant &lt;agent@example.com&gt; wrote:</p>" +
			"<blockquote>Refund?<br>40 EUR</blockquote>"),
		"MIME preamble": strings.Replace(multi("alternative", plainPart("Yes"), htmlPart("Yes")), "\n\n--BB", "\n\nThis is a multi-part message in MIME format.\n--BB", 1),
		"with a file":   multi("mixed", plainPart("Yes"), "Content-Type: application/pdf; name=a.pdf\nContent-Disposition: attachment\n\nx"),
		"text file":     multi("mixed", plainPart("Yes"), "Content-Type: text/plain; name=a.txt\nContent-Disposition: attachment\n\nx"),
	} {
		a, _ := newAdapter(t)
		in := parsed(t, a, crlf(basicHead+"In-Reply-To: <p@example.com>\n"+raw))
		if in.Unquoted != "Yes" || (in.Other != "" && in.Other != "Yes") || in.Ambiguous {
			t.Errorf("%s: ambiguous %v, unquoted %q, other %q", name, in.Ambiguous, in.Unquoted, in.Other)
		}
	}
	a, _ := newAdapter(t)
	if in := parsed(t, a, crlf(basicHead+multi("alternative", plainPart(gmailPlain), htmlPart(gmailHTML)))); in.Other != "Yes" {
		t.Errorf("the other form is %q", in.Other)
	}
}
