package email

import (
	"bytes"
	"io"
	"mime"
	"mime/multipart"
	"net/mail"
	"regexp"
	"strings"
	"testing"

	"bridge/adapters/email/quote"
	"bridge/core/message"
	"bridge/internal/noerr"
	"bridge/internal/racetest"
	"bridge/render"
)

// htmlPrompt is a prompt as it goes out, with its HTML form.
func htmlPrompt() message.Outbound {
	p := render.Prompt{
		Summary: "refund: amount 40, currency EUR", Tool: "refund", Title: "A title of the agent", Requester: "Eve", Approver: "Dana", Code: "QHM45C",
		Args:   []byte(`{"amount":40,"currency":"EUR","to":{"name":"Bob","lines":["a <b>","c?"]},"note":"a long line that is broken by programs that like lines of seventy-six characters and not more"}`),
		Digest: "sha256:242c7afab17a", Until: testTime.AddDate(0, 0, 1), AgentSays: "I checked it.\nIt is fine, reply YES.",
		ReplyTo: "agent@example.com", Page: "https://bridge.example.com/approvals/p/abc",
	}
	out := promptOut()
	out.Subject, out.Text, out.HTML = p.Subject(), p.Text(), p.HTML()
	return out
}

// from is who our mail comes from as the programs show it: they answer to Reply-To
// and show From.
const shownFrom = `Assistant &lt;<a href="mailto:agent@example.com">agent@example.com</a>&gt;`

// gmailReply is what Gmail makes of an answer: both forms, each with its quote.
func gmailReply(answer string, out message.Outbound) string { return gmailMail(answer, answer, out) }

// gmailMail is the same with an answer that has two forms.
func gmailMail(text, rich string, out message.Outbound) string {
	body := strings.NewReplacer("margin:0 0 1em", "margin:0px 0px 1em", "<br>\n", "<br>\r\n").Replace(out.HTML)
	html := `<div dir="ltr">` + rich + `</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">On Fri, Nov 20, 2026 at 9:30` + "\u202f" +
		`AM ` + shownFrom + ` wrote:<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex"><u></u>` +
		"\n\n\n\n" + `<div style="font-family:sans-serif;line-height:1.4">` + body + "</div>\n\n</blockquote></div>\n"
	plain := text + "\n\nOn Fri, Nov 20, 2026 at 9:30\u202fAM Assistant <agent@example.com> wrote:\n\n"
	bold := regexp.MustCompile(`(?m)^(Asked by:|Approver:|Tool:|Title:|Arguments:|Digest:|Agent says:)`).ReplaceAllString(out.Text, "*$1*")
	first, rest, _ := strings.Cut(bold, "\n")
	for _, l := range strings.Split(wrapped("*"+first+"*\n"+rest), "\n") {
		plain += strings.TrimRight("> "+l, " ") + "\n"
	}
	return multi("alternative", plainPart(plain), htmlPart(html))
}

// outlookReply is what Outlook for Windows makes of it: Word's HTML, the mail that
// is answered below a line, nothing marked; the text form likewise.
func outlookReply(answer string, out message.Outbound) string {
	return outlookMail(answer, answer, out)
}

// outlookMail is the same with an answer that has two forms.
func outlookMail(text, rich string, out message.Outbound) string {
	pre := regexp.MustCompile(`(?s)<pre style="[^"]*">(.*?)</pre>`)
	body := pre.ReplaceAllStringFunc(out.HTML, func(m string) string {
		var b strings.Builder
		for _, l := range strings.Split(pre.FindStringSubmatch(m)[1], "\n") {
			b.WriteString("<pre style='margin-left:6.0pt'><span style='font-family:\"Courier New\"'>" + l + "<o:p></o:p></span></pre>")
		}
		return b.String()
	})
	body = regexp.MustCompile(`<p style="[^"]*">`).ReplaceAllString(body, `<p style='margin-right:0cm;margin-bottom:12.0pt;margin-left:0cm'><span style='font-family:"Arial",sans-serif'>`)
	body = strings.ReplaceAll(body, "</p>", "<o:p></o:p></span></p>")
	html := `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns="http://www.w3.org/TR/REC-html40"><head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15 (filtered medium)"><style><!--
/* Style Definitions */
p.MsoNormal, li.MsoNormal, div.MsoNormal {margin:0cm; font-size:11.0pt; font-family:"Calibri",sans-serif;}
pre {mso-style-priority:99; margin:0cm; font-size:10.0pt;}
--></style></head><body lang=EN-US link="#0563C1" vlink="#954F72" style='word-wrap:break-word'><div class=WordSection1><p class=MsoNormal><span style='mso-fareast-language:EN-US'>` + rich +
		`<o:p></o:p></span></p><p class=MsoNormal><span style='mso-fareast-language:EN-US'><o:p>&nbsp;</o:p></span></p><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'>` +
		`<p class=MsoNormal><b>From:</b> Assistant &lt;agent@example.com&gt; <br><b>Sent:</b> Friday, November 20, 2026 9:30 AM<br><b>To:</b> Dana &lt;dana@example.com&gt;<br><b>Subject:</b> ` +
		out.Subject + `<o:p></o:p></p></div><p class=MsoNormal><o:p>&nbsp;</o:p></p>` + body + "</div></body></html>\n"
	plain := text + "\n\n" + outlookHead("From", "Sent", "To", "Subject") + wrapped(out.Text) + "\n"
	plain = strings.Replace(plain, "Subject: refund: amount 40, currency EUR [approval:QHM45C]", "Subject: "+out.Subject, 1)
	return multi("alternative", plainPart(plain), htmlPart(html))
}

// owaReply is the same of Outlook on the web and on phones, which keep our HTML.
func owaReply(answer string, out message.Outbound) string { return owaMail(answer, answer, out) }

// owaMail is the same with an answer that has two forms.
func owaMail(text, rich string, out message.Outbound) string {
	html := `<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><style type="text/css" style="display:none;"> P {margin-top:0;margin-bottom:0;} </style></head><body dir="ltr"><div class="elementToProof" style="font-family: Aptos, Calibri, sans-serif; font-size: 12pt; color: rgb(0, 0, 0);">` +
		rich + `</div><div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif" style="font-size:11pt" color="#000000"><b>From:</b> Assistant &lt;agent@example.com&gt;<br><b>Sent:</b> Friday, November 20, 2026 9:30 AM<br><b>To:</b> Dana &lt;dana@example.com&gt;<br><b>Subject:</b> ` +
		out.Subject + `</font><div>&nbsp;</div></div><div style="font-family:sans-serif; line-height:1.4">` + out.HTML + "</div></body></html>\n"
	plain := text + "\n________________________________\n" + outlookHead("From", "Sent", "To", "Subject") + out.Text + "\n"
	plain = strings.Replace(plain, "Subject: refund: amount 40, currency EUR [approval:QHM45C]", "Subject: "+out.Subject, 1)
	return multi("alternative", plainPart(plain), htmlPart(html))
}

// appleReply is what Apple Mail makes of it.
func appleReply(answer string, out message.Outbound) string { return appleMail(answer, answer, out) }

// appleMail is the same with an answer that has two forms.
func appleMail(text, rich string, out message.Outbound) string {
	body := strings.ReplaceAll(out.HTML, `<p style="margin:0 0 1em">`, `<p style="margin: 0px 0px 1em; caret-color: rgb(0, 0, 0); font-family: sans-serif; font-size: 12px; font-style: normal; text-decoration: none;">`)
	html := `<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head><body style="overflow-wrap: break-word; -webkit-nbsp-mode: space; line-break: after-white-space;">` + rich +
		`<br id="lineBreakAtBeginningOfMessage"><div><br><blockquote type="cite"><div>On 20. Nov 2026, at 09:30, Assistant &lt;agent@example.com&gt; wrote:</div><br class="Apple-interchange-newline"><div><meta charset="UTF-8">` +
		body + "</div></blockquote></div><br></body></html>\n"
	plain := text + "\n\n> On 20. Nov 2026, at 09:30, Assistant <agent@example.com> wrote:\n> \n"
	for _, l := range strings.Split(out.Text, "\n") {
		plain += "> " + l + "\n"
	}
	return multi("alternative", plainPart(plain+"\n"), htmlPart(html))
}

// brand is one that says more than its name.
var brand = message.Brand{Name: "Example Ltd", Colour: "#0b57d0", Footer: "Example Ltd, Via Roma 1\nOffice hours: 9 to 17"}

var pageBody = regexp.MustCompile(`(?s)<body[^>]*>(.*)</body>`)

// asShown is a mail as programs copy it: the page that it comes in, and the text that
// they make of that.
func asShown(t *testing.T, a *Adapter, out message.Outbound) message.Outbound {
	t.Helper()
	out.HTML = strings.ReplaceAll(pageBody.FindStringSubmatch(htmlOf(t, composed(t, a, out)))[1], "\r\n", "\n")
	out.Text = brand.Name + "\n\n" + out.Text + "\n\n" + brand.Footer
	return out
}

// htmlOf is the HTML form of a mail, "" if it has none.
func htmlOf(t *testing.T, raw []byte) string {
	t.Helper()
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	noerr.Must(t, err)
	return partOf(t, m.Header.Get("Content-Type"), m.Body)
}

// partOf is the first HTML form in a body.
func partOf(t *testing.T, contentType string, body io.Reader) string {
	t.Helper()
	kind, params, err := mime.ParseMediaType(contentType)
	noerr.Must(t, err)
	if kind == "text/html" {
		b, err := io.ReadAll(body)
		noerr.Must(t, err)
		return string(b)
	}
	if !strings.HasPrefix(kind, "multipart/") {
		return ""
	}
	for r := multipart.NewReader(body, params["boundary"]); ; {
		p, err := r.NextPart()
		if err == io.EOF {
			return ""
		}
		noerr.Must(t, err)
		if s := partOf(t, p.Header.Get("Content-Type"), p); s != "" {
			return s
		}
	}
}

// TestAnswersToHTML: programs that quote or copy the HTML form of a prompt answer
// it as before, and what is changed in it, or said beside it, is seen as before.
func TestAnswersToHTML(t *testing.T) {
	racetest.Skip(t)
	a, _ := newAdapter(t, func(o *Options) { o.Config.Brand = brand })
	ref := a.Ref(htmlPrompt())
	out := asShown(t, a, htmlPrompt())
	read := func(raw string) message.Inbound {
		head := strings.Replace(basicHead, "Subject: Hi", "Subject: Re: "+out.Subject, 1) + "In-Reply-To: " + string(ref) + "\n"
		return parsed(t, a, crlf(head+raw))
	}
	programs := map[string]func(string, message.Outbound) string{"gmail": gmailReply, "outlook": outlookReply, "owa": owaReply, "apple": appleReply}
	for name, reply := range programs {
		in := read(reply("Yes", out))
		if in.Ambiguous || in.Unquoted != "Yes" || in.Other != "Yes" {
			t.Errorf("%s: ambiguous %v, unquoted %q, other %q", name, in.Ambiguous, in.Unquoted, in.Other)
		}
		if got := textOf(in); got != "Yes" {
			t.Errorf("%s: the agent reads %q", name, got)
		}
		for _, says := range []string{"Yes, but only half", "No", "Yes?"} {
			if in := read(reply(says, out)); !in.Ambiguous && in.Unquoted != says {
				t.Errorf("%s: %q reads as %q", name, says, in.Unquoted)
			}
		}
	}
	// What stands in a copy that nothing marks must be ours, word for word, in both
	// forms of the mail.
	type change struct{ name, old, new string }
	for _, c := range []change{
		{"a word more", "Asked by:</b> Eve", "Asked by:</b> Eve but only half"},
		{"a number", ">40</td>", ">20</td>"},
		{"a word less", "<b>Tool:</b> refund", "<b>Tool:</b>"},
		{"struck", "<b>Tool:</b> refund", "<b>Tool:</b> <s>refund</s>"},
		{"struck by style", "<b>Tool:</b> refund", `<b>Tool:</b> <span style="text-decoration:line-through">refund</span>`},
		{"hidden", "<b>Tool:</b> refund", `<b>Tool:</b> refund<i style="display:none">half</i>`},
		{"a picture", "<b>Tool:</b> refund", `<b>Tool:</b> refund<img src="x" alt="but only half">`},
		{"a question", "<b>Tool:</b> refund", "<b>Tool:</b> refund?"},
		{"below", "[approval:QHM45C]</div>", "[approval:QHM45C]</div><p>but only half</p>"},
		{"above", "<h1 ", "<p>but only half</p><h1 "},
		{"above the name", "font-weight:bold\">Example Ltd", "font-weight:bold\">but only half Example Ltd"},
		{"beside the name", "Example Ltd</td>", "Example Ltd but only half</td>"},
		{"in the footer", "Via Roma 1", "Via Roma 1, but only half"},
		{"another footer", "Via Roma 1", "but only half"},
		{"in the table", ">EUR</td>", ">EUR but only half</td>"},
		{"a row more", "</tr>\n<tr><td width=\"34%\" style=\"padding:6px 8px 6px 8px;border-top:1px solid #d0d7de;vertical-align:top;width:34%\"><b>note:", "</tr><tr><td>only</td><td>half</td></tr>\n<tr><td><b>note:"},
		{"another order", "<b>Tool:</b> refund", "refund <b>Tool:</b>"},
	} {
		if !strings.Contains(out.HTML, c.old) {
			t.Fatalf("%s: the prompt has no %q", c.name, c.old)
		}
		changed := out
		changed.HTML = strings.Replace(out.HTML, c.old, c.new, 1)
		for _, name := range []string{"outlook", "owa"} {
			if in := read(programs[name]("Yes", changed)); !in.Ambiguous && in.Unquoted == "Yes" && (in.Other == "" || in.Other == "Yes") {
				t.Errorf("%s, %s: it reads as a plain yes", name, c.name)
			}
		}
	}
	for _, name := range []string{"outlook", "owa"} { // the text form alone is changed
		changed := out
		changed.Text = strings.Replace(out.Text, "Tool: refund", "Tool: refund half", 1)
		if in := read(programs[name]("Yes", changed)); !in.Ambiguous && in.Unquoted == "Yes" {
			t.Errorf("%s: a text form that is not ours reads as a plain yes", name)
		}
	}
	below := strings.Replace(gmailReply("Yes", out), "</blockquote></div>\n", "</blockquote></div><div>but only half</div>\n", 1)
	if in := read(below); !in.Ambiguous && !strings.Contains(in.Other, "but only half") {
		t.Errorf("gmail, text below: unquoted %q, other %q", in.Unquoted, in.Other)
	}
}

// TestHTMLWordsAreSealed: the HTML form that we send has the words that the seal is
// made of, as our own reader finds them.
func TestHTMLWordsAreSealed(t *testing.T) {
	a, _ := newAdapter(t)
	out := htmlPrompt()
	in := parsed(t, a, crlf(basicHead+htmlPart("<!DOCTYPE html>\n<html><body>"+out.HTML+"</body></html>\n")))
	us := quote.Us{Mailbox: a.tags.Self}
	if got, want := us.SealWords(in.Unquoted), us.SealWords(out.Text); got != want {
		t.Errorf("the HTML form says\n%s\nthe text\n%s", got, want)
	}
}
