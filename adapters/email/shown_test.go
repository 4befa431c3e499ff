package email

import (
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
