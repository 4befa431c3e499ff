package email

import (
	"fmt"
	"html"
	"os"
	"regexp"
	"strings"
	"testing"

	grammar "bridge/approvals/reply"
	"bridge/core/message"
	"bridge/internal/footertest"
	"bridge/internal/noerr"
	"bridge/internal/racetest"
	"bridge/internal/sampletest"
)

var link = regexp.MustCompile(`\b(?:https?://|www\.)[^\s|]+`)

// dressed is a footer in HTML as templates of signatures make it: lines, a table beside
// a logo, or Word's paragraphs, with links, pictures and a pixel that is not seen.
func dressed(f footertest.Footer, how int) string {
	if f.HTML != "" {
		return f.HTML
	}
	lines := strings.Split(f.Text, "\n")
	for i, l := range lines {
		lines[i] = link.ReplaceAllStringFunc(html.EscapeString(l), func(to string) string {
			href := to
			if strings.HasPrefix(to, "www.") {
				href = "https://" + to + "/?utm_source=mail"
			}
			return `<a href="` + href + `" style="color:#0563C1">` + to + `</a>`
		})
	}
	switch how % 3 {
	case 0:
		return "<br><div>" + strings.Join(lines, "</div>\n<div>") + "</div>"
	case 1:
		return `<table cellpadding="0" cellspacing="0" border="0"><tbody><tr><td style="padding-right:12px"><a href="https://www.acme.example/"><img src="https://cdn.acme.example/logo.png" width="90" height="40" alt="Acme logo"></a></td><td style="font-family:Arial;font-size:10pt">` +
			strings.Join(lines, "<br>\n") + `</td></tr></tbody></table><a href="https://www.linkedin.com/company/acme"><img src="https://cdn.acme.example/li.png" alt="LinkedIn"></a><img src="https://t.acme.example/p.gif?id=7" width="1" height="1" alt="" style="display:none">`
	}
	return `<p class="MsoNormal"><span style="font-size:10.0pt;color:#1F497D">` + strings.Join(lines, "<o:p></o:p></span></p>\n<p class=\"MsoNormal\"><span style=\"font-size:10.0pt\">") + `<o:p></o:p></span></p><p class="MsoNormal"><img border="0" width="120" height="40" id="Picture_1" src="cid:image001.png@01DB3C5E"></p>`
}

// clients are the mail programs of the matrix: what each makes of an answer above a
// footer, text and HTML.
func clients() map[string]func(text, rich string, out message.Outbound) string {
	linked := func(text, form string) string {
		return link.ReplaceAllStringFunc(text, func(to string) string {
			if strings.HasPrefix(to, "www.") {
				return fmt.Sprintf(form, to, "https://"+to+"/?utm_source=mail")
			}
			return to
		})
	}
	return map[string]func(text, rich string, out message.Outbound) string{
		"gmail": func(text, rich string, out message.Outbound) string {
			return gmailMail(wrapped(linked(text, "%s <%s>")), rich, out)
		},
		"outlook": func(text, rich string, out message.Outbound) string {
			return outlookMail(linked(text, "%s<%s>")+"\n[cid:image001.png@01DB3C5E]", rich, out)
		},
		"owa": func(text, rich string, out message.Outbound) string {
			return owaMail(linked(text, "%s<%s>"), rich, out)
		},
		"apple":       func(text, rich string, out message.Outbound) string { return appleMail(text, rich, out) },
		"thunderbird": func(text, rich string, out message.Outbound) string { return thunderbirdMail(text, rich, out) },
	}
}

// htmlOnly is a mail of both forms without the plain one.
func htmlOnly(mail string) string {
	return mail[strings.Index(mail, verdictHTML):strings.LastIndex(mail, "\n--BB--")]
}

// newMails are mails that answer none of ours, as who is asked back is told to write: in both forms, in plain text, in
// HTML alone.
func newMails(text, rich string) map[string]string {
	head := strings.Replace(basicHead, "Subject: Hi", "Subject: My answer", 1)
	both := multi("alternative", plainPart(text), htmlPart("<html><body>"+rich+"</body></html>"))
	return map[string]string{"a new mail": head + both, "a new plain mail": head + plainPart(text), "a new HTML mail": head + htmlOnly(both)}
}

// thunderbirdMail is what Thunderbird makes of an answer.
func thunderbirdMail(text, rich string, out message.Outbound) string {
	plain := text + "\n\nOn 11/20/26 09:30, Assistant wrote:\n"
	for _, l := range strings.Split(out.Text, "\n") {
		plain += strings.TrimRight("> "+l, " ") + "\n"
	}
	doc := `<!DOCTYPE html><html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"></head><body>` + rich +
		`<br><div class="moz-cite-prefix">On 11/20/26 09:30, Assistant wrote:<br></div><blockquote type="cite" cite="mid:x@example.com">` + out.HTML + `</blockquote></body></html>`
	return multi("alternative", "Content-Type: text/plain; charset=UTF-8; format=flowed\n\n"+plain, htmlPart(doc))
}

// decided is what a mail decides whose sender is proven, with earlier ones of theirs.
func decided(in message.Inbound, person, lang string, earlier ...message.Inbound) grammar.Verdict {
	in.Trust, in.Readers = message.Verified, message.ForUs
	for i := range earlier {
		earlier[i].Trust = message.Verified
	}
	return answered(in, message.Person{Name: person, Language: lang}, len(in.Binding.Refs) > 0, earlier...)
}

func above(answer string) string {
	return "<div>" + strings.ReplaceAll(html.EscapeString(answer), "\n", "<br>\n") + "</div>"
}

// TestFooterMatrix: a plain answer above an ordinary footer is understood, whatever program
// it is written with.
func TestFooterMatrix(t *testing.T) {
	racetest.Skip(t)
	t.Parallel()
	a, _ := newAdapter(t)
	out := htmlPrompt()
	head := strings.Replace(basicHead, "Subject: Hi", "Subject: Re: "+out.Subject, 1) + "In-Reply-To: " + string(a.Ref(out)) + "\n"
	understood := func(file string) (ok, all int) {
		for n, f := range footertest.Read(t, "../../approvals/reply/footer/testdata/"+file+".txt") {
			i := n
			for name, c := range clients() {
				for _, answer := range []struct {
					text string
					want grammar.Verdict
				}{{"Yes", grammar.Grant}, {"No", grammar.Deny}, {"YES QHM45C", grammar.Grant}} {
					if i++; file != "ours" && i%3 != 0 || file == "ours" && !sampletest.Today(i, 3) { // a third of the others, each footer in all programs
						continue
					}
					in := parsed(t, a, crlf(head+c(answer.text+"\n\n"+f.Text, above(answer.text)+dressed(f, n), out)))
					got := decided(in, f.Person, "")
					all++
					switch {
					case got == answer.want:
						ok++
					case file == "ours" || got != grammar.None:
						t.Errorf("%s above %s in %s: %v, ambiguous %v, %q, other %q", answer.text, f.Name, name, got, in.Ambiguous, in.Unquoted, in.Other)
					}
				}
			}
		}
		return ok, all
	}
	if _, all := understood("ours"); all < sampletest.Of(40*15, 3) {
		t.Errorf("the matrix has %d mails", all)
	}
	// Footers that were written by others, many with slogans, hours and questions in them:
	// none is misread, and no fewer are understood than before.
	for file, least := range map[string]float64{"fresh1": 0.45, "fresh2": 0.2} {
		if ok, all := understood(file); float64(ok) < least*float64(all) {
			t.Errorf("%s: %d of %d are understood", file, ok, all)
		}
	}
}

// matrixDoubts are words that make no verdict of any answer, in whichever form they stand.
func matrixDoubts(t *testing.T) []string {
	t.Helper()
	doubts := strings.Split("but only half|ma solo metà|300 EUR|What is this?|erst am Freitag|This message was sent in error.|Tom decides|men bara hälften", "|")
	b, err := os.ReadFile("../../approvals/reply/footer/testdata/ours-doubts.txt")
	noerr.Must(t, err)
	for l := range strings.Lines(string(b)) {
		_, d, _ := strings.Cut(strings.TrimSpace(l), "\t")
		doubts = append(doubts, strings.ReplaceAll(d, `\n`, "\n"))
	}
	return doubts
}

// TestFooterMatrixCode: an answer with the code is understood above each footer, with its pictures, in a mail that has
// only an HTML form, and in a new mail, as who is asked back is told to write; a doubt beside it never is.
func TestFooterMatrixCode(t *testing.T) {
	racetest.Skip(t)
	t.Parallel()
	a, _ := newAdapter(t)
	out := htmlPrompt()
	head := strings.Replace(basicHead, "Subject: Hi", "Subject: Re: "+out.Subject, 1) + "In-Reply-To: " + string(a.Ref(out)) + "\n"
	doubts := matrixDoubts(t)
	own, pictured := 0, 0
	for n, f := range footertest.Read(t, "../../approvals/reply/footer/testdata/ours.txt") {
		if f.HTML != "" {
			own++
		}
		for i, want := range []grammar.Verdict{grammar.Grant, grammar.Deny} {
			answer := []string{"YES QHM45C", "NO QHM45C"}[i]
			text, rich, doubt := answer+"\n\n"+f.Text, above(answer)+"<br>"+dressed(f, n), doubts[(7*n+i)%len(doubts)]
			mails, doubtful := newMails(text, rich), newMails(text+"\n\n"+doubt, rich+above(doubt))
			doubtful["a picture"] = newMails(text, rich+`<img src="x" alt="`+html.EscapeString(doubt)+`">`)["a new HTML mail"]
			for name, c := range clients() {
				mails[name] = head + htmlOnly(c(text, rich, out))
				doubtful[name] = head + htmlOnly(c(text, above(answer)+above(doubt)+dressed(f, n), out))
			}
			at := 0
			for name, raw := range mails {
				if at++; !sampletest.Today(n+at, 6) {
					continue
				}
				in := parsed(t, a, crlf(raw))
				if in.AbovePictures != "" {
					pictured++
				}
				if got := decided(in, f.Person, ""); got != want {
					t.Errorf("%s above %s in %s: %v, ambiguous %v above %q, %q", answer, f.Name, name, got, in.Ambiguous, in.AbovePictures, in.Unquoted)
				}
			}
			for name, raw := range doubtful {
				if at++; !sampletest.Today(n+at, 6) {
					continue
				}
				if got := decided(parsed(t, a, crlf(raw)), f.Person, ""); got == grammar.Grant || got != grammar.None && i == 0 {
					t.Errorf("%s and %q above %s in %s: %v", answer, doubt, f.Name, name, got)
				}
			}
		}
	}
	if own < 6 || pictured == 0 {
		t.Errorf("%d footers have an HTML form of their own, %d mails pictures below the answer", own, pictured)
	}
}

// TestFooterMatrixDoubts: a doubt that is in one form only, in whichever program, decides
// nothing; nor does one below the quote, where servers put their notices.
func TestFooterMatrixDoubts(t *testing.T) {
	racetest.Skip(t)
	t.Parallel()
	a, _ := newAdapter(t)
	out := htmlPrompt()
	head := strings.Replace(basicHead, "Subject: Hi", "Subject: Re: "+out.Subject, 1) + "In-Reply-To: " + string(a.Ref(out)) + "\n"
	fs := footertest.Read(t, "../../approvals/reply/footer/testdata/ours.txt")
	doubts := matrixDoubts(t)
	for n, doubt := range doubts {
		if !sampletest.Today(n, 8) {
			continue // all in make soak
		}
		for name, c := range clients() {
			f := fs[(n*7)%len(fs)]
			for where, raw := range map[string]string{
				"text":  c("Yes\n\n"+f.Text+"\n\n"+doubt, above("Yes")+dressed(f, n), out),
				"html":  c("Yes\n\n"+f.Text, above("Yes")+dressed(f, n)+above(doubt), out),
				"both":  c("Yes\n\n"+doubt+"\n\n"+f.Text, above("Yes")+above(doubt)+dressed(f, n), out),
				"alt":   c("Yes\n\n"+f.Text, above("Yes")+`<img src="x" alt="`+doubt+`">`+dressed(f, n), out),
				"after": plainPart("Yes" + verdictQuote + "\n" + f.Text + "\n" + doubt + "\n"),
			} {
				if where == "alt" && n > 4 {
					continue // what a picture shows is not read
				}
				in := parsed(t, a, crlf(head+raw))
				if v := decided(in, f.Person, ""); v != grammar.None {
					t.Errorf("%q in the %s form of %s above %s: %v", doubt, where, name, f.Name, v)
				}
			}
		}
	}
}

// TestFooterBelowQuote: what a server adds at the end of a mail stands below the quote.
func TestFooterBelowQuote(t *testing.T) {
	racetest.Skip(t)
	a, _ := newAdapter(t)
	for _, f := range footertest.Read(t, "../../approvals/reply/footer/testdata/ours.txt") {
		in := parsed(t, a, crlf(basicHead+"In-Reply-To: <p@example.com>\n"+plainPart("Yes"+verdictQuote+"\n"+f.Text+"\n")))
		if v := decided(in, f.Person, ""); v != grammar.Grant || len(in.Below) != 1 {
			t.Errorf("%s below a quote: %v, below %q", f.Name, v, in.Below)
		}
	}
}
