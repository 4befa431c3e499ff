package email

import (
	"strings"
	"testing"

	"bridge/internal/mailtest"
)

// TestShownToSome: what only some programs show of a mail, and what nobody can read,
// is no answer; what Outlook puts around every answer is no hindrance.
func TestShownToSome(t *testing.T) {
	s, _, addr, rec := forgedScene(t, false)
	text := "Content-Type: text/plain; charset=utf-8\r\n\r\nYes.\r\n"
	html := func(doc string) string {
		return s.Yes(text, "Content-Type: text/html; charset=utf-8\r\n\r\n"+doc+"\r\n")
	}
	both := func(doc string) string {
		return s.Yes(text, "Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\n"+text+"--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"+doc+"\r\n--b--\r\n")
	}
	related := func(doc string) string {
		return s.Yes(text, "Content-Type: multipart/related; boundary=r\r\n\r\n--r\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"+doc+
			"\r\n--r\r\nContent-Type: image/png\r\nContent-ID: <a>\r\nContent-Disposition: inline\r\n\r\nabc\r\n--r--\r\n")
	}
	const code, logo, footer = "<p>Yes QHM45C</p>", `<img src="https://cdn.example.com/logo.png" width="120" height="40" alt="Acme logo">`, "<p>Dana<br>020 7946 0123</p>"
	bare := strings.Replace(logo, ` alt="Acme logo"`, "", 1)
	two := func(first, second string) string {
		part := "--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
		return s.Yes(text, "Content-Type: multipart/mixed; boundary=b\r\n\r\n"+part+first+"\r\n"+part+second+"\r\n--b--\r\n")
	}
	outlook := `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><!--[if !mso]><style>v\:* {behavior:url(#default#VML);}</style><![endif]-->` +
		`<style><!-- p.MsoNormal {margin:0cm; font-size:11.0pt;} --></style><!--[if gte mso 9]><xml><o:shapedefaults v:ext="edit" spidmax="1026" />` +
		`<w:WordDocument><w:View>Normal</w:View><w:Zoom>0</w:Zoom></w:WordDocument></xml><![endif]--></head><body><p class="MsoNormal">Yes.<o:p></o:p></p></body></html>`
	for _, c := range []struct {
		name, raw string
		grants    bool
	}{
		{"Outlook sees a condition", html(`<p>Yes.</p><!--[if mso]><p>but only half</p><![endif]-->`), false},
		{"in both forms", both(`<p>Yes.</p><!--[if mso]><p>but only half</p><![endif]-->`), false},
		{"in the head", html(`<html><head><!--[if mso]>but only half<![endif]--></head><body>Yes.</body></html>`), false},
		{"before the document", html(`<!--[if gte mso 9]>but only half<![endif]--><p>Yes.</p>`), false},
		{"Outlook sees no yes", html(`<p><!--[if !mso]><!-->Yes.<!--<![endif]--></p>`), false},
		{"nor in the other form", html(`<p><![if !mso]>Yes.<![endif]></p>`), false},
		{"Outlook hides it by a style", html(`<!--[if mso]><style>p{display:none}</style><![endif]--><p>Yes.</p>`), false},
		{"a picture", related(`<p>Yes.</p><img src="cid:a">`), false},
		{"a picture from elsewhere", html(`<p>Yes.</p><img src="https://evil.test/a.png" width=400>`), false},
		{"a code and a picture below", html(code + logo), true},
		{"below the footer", html(code + footer + logo), true},
		{"in the footer", html(code + "<table><tr><td>" + logo + "</td><td>Dana</td></tr></table>" + footer), true},
		{"beside its first line", html(code + "<p>Dana " + logo + "<br>020 7946 0123</p>"), true},
		{"of a mail", related(`<p>Yes QHM45C</p><p>Dana</p><img src="cid:a">`), true},
		{"below a quote", html(`<blockquote type="cite"><p>Pay?</p>` + logo + "</blockquote>" + code + footer + logo), true},
		{"a no", html("<p>No QHM45C</p>" + logo), false},
		{"without the code", html("<p>Yes.</p>" + footer + logo), false},
		{"another code", html("<p>Yes QHM45D</p>" + footer + logo), false},
		{"the code in a picture", html(`<p>Yes.</p><img src="a.png" alt="QHM45C">`), false},
		{"above the answer", html(bare + code + footer), false},
		{"above and below", html(logo + code + footer + logo), false},
		{"in its line", html("<p>Yes QHM45C " + bare + "</p>" + footer), false},
		{"before it", html("<p>" + bare + " Yes QHM45C</p>" + footer), false},
		{"between its lines", html(code + bare + "<p>Please pay.</p>" + footer), false},
		{"in its second line", html("<p>Yes QHM45C<br>Please pay " + bare + "</p>"), false},
		{"in place of words", html(bare), false},
		{"in a cell beside it", html("<table><tr><td>" + code + "</td><td>" + bare + "</td></tr></table>"), false},
		{"in a cell above it", html("<table><tr><td><table><tr><td>" + logo + "</td></tr></table>" + code + "</td></tr></table>"), false},
		{"moved up", html(code + `<p style="margin-top:-60px">` + bare + "</p>"), false},
		{"moved by a sheet", html("<style>.up{position:relative;top:-40px}</style>" + code + `<p class="up">` + logo + "</p>"), false},
		{"turned around", html(`<div style="display:flex;flex-direction:column-reverse">` + code + bare + "</div>"), false},
		{"saying a doubt", html(code + footer + `<img src="a.png" alt="but only half">`), false},
		{"saying it in German", html(code + footer + `<img src="a.png" alt="aber nur die Hälfte">`), false},
		{"beside a doubt", html(code + footer + logo + "<p>but only half</p>"), false},
		{"in a second text", two(code, bare), false},
		{"in a text before", two(bare, code), false},
		{"beside a second text", two(code+logo, "<p>but only half</p>"), false},
		{"struck", html("<p>Yes QHM45C <s>all of it</s></p>" + footer + logo), false},
		{"and words for Outlook", html(code + footer + logo + `<!--[if mso]><p>but only half</p><![endif]-->`), false},
		{"as Outlook writes", html(outlook), true},
		{"as Outlook writes, in both forms", both(outlook), true},
		{"a table for Outlook", html(`<!--[if mso]><table><tr><td><![endif]--><p>Yes.</p><!--[if mso]></td></tr></table><![endif]-->`), true},
		{"a picture beside the plain form", both(`<p>Yes.</p><img src="cid:a">`), true},
		{"a pixel", html(`<p>Yes.</p><img src="https://example.com/p.gif" width="1" height="1">`), true},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := deliver(t, addr, rec, mailtest.Forged{ReturnPath: "dana@example.com", Raw: s.Border() + s.Ed.Sign(c.raw)}, s.To)
			if err != nil || grants(got) != c.grants {
				t.Errorf("it grants: %t, %v, %s, ambiguous %t, %q", grants(got), err, got.Trust, got.Ambiguous, got.Unquoted)
			}
		})
	}
}
