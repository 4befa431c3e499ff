package compose

import (
	"html"
	"strings"

	"bridge/core/message"
)

// The page round the HTML form of a mail: one column of at most 600 pixels with the name
// of the channel above. It works where a program keeps no style sheet (it has the widths
// as attributes, for Outlook), and follows a dark ground where there is one. It loads
// nothing but the logo, and that only in mails that ask nothing.

// sheet is the style sheet of all mails. It hides nothing: a copy of it stands in answers,
// and a reader must be sure to have seen all of them.
const sheet = `:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0;-webkit-text-size-adjust:100%}
.w{background:#ffffff;color:#1b1f24}
.m{color:#57606a}
.b{overflow-wrap:anywhere;word-break:break-word}
.b div table{overflow-wrap:normal;word-break:normal}
.b th{background:#f3f5f7;text-align:left}
.b pre,.b code{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.9375em}
.b h1,.b h2,.b h3,.b h4{line-height:1.3}
.b>:first-child{margin-top:0!important}
.b img{max-width:100%;height:auto}
@media screen{.w{width:100%!important}}
@media (prefers-color-scheme:dark){
body,.g{background:#0d1117!important}
.w{background:#0d1117!important;color:#e6edf3!important}
.m{color:#9aa4af!important}
.b th{background:#161b22!important}
.b p a,.b li a,.b div a{color:#79b8ff}
.b div table,.b div td,.b div th,.a td,.r,.m{border-color:#30363d!important}
}
`

const fonts = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

// page makes the page of a mail round its HTML form. asks says that an answer to it may
// decide: such a mail has nothing that its text does not have but the name and the footer,
// which a copy of it is known with, too.
func page(b message.Brand, out message.Outbound, asks bool) string {
	var p strings.Builder
	p.WriteString("<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n" +
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n" +
		"<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"supported-color-schemes\" content=\"light dark\">\n" +
		"<meta name=\"x-apple-disable-message-reformatting\">\n<style>\n" + sheet + "</style>\n</head>\n" +
		`<body style="margin:0;padding:0">` + "\n")
	if s := preheader(out.Text); s != "" && !asks {
		p.WriteString(`<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">` + html.EscapeString(s) + "</div>\n")
	}
	p.WriteString(`<table role="presentation" class="g" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:16px 12px">` + "\n" +
		`<table role="presentation" class="w" width="600" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;table-layout:fixed;` +
		`font-family:` + fonts + `;font-size:16px;line-height:1.5;text-align:left">` + "\n")
	if b.Name != "" {
		p.WriteString(`<tr><td style="padding:0 0 8px;border-bottom:3px solid ` + b.Accent() + `;font-weight:bold">`)
		if b.Logo != "" && !asks {
			p.WriteString(`<img src="` + html.EscapeString(b.Logo) + `" alt="" height="32" style="height:32px;vertical-align:middle;border:0;margin:0 8px 0 0">`)
		}
		p.WriteString(html.EscapeString(b.Name) + "</td></tr>\n")
	}
	p.WriteString(`<tr><td class="b" style="padding:20px 0 8px;overflow-wrap:anywhere;word-break:break-word">` + "\n" +
		strings.TrimRight(out.HTML, "\n") + "\n</td></tr>\n")
	if b.Footer != "" {
		p.WriteString(`<tr><td class="m" style="padding:12px 0 0;border-top:1px solid #d0d7de;font-size:13px">` +
			strings.ReplaceAll(html.EscapeString(b.Footer), "\n", "<br>\n") + "</td></tr>\n")
	}
	p.WriteString("</table>\n</td></tr></table>\n</body>\n</html>\n")
	return strings.ReplaceAll(p.String(), "\n", "\r\n")
}

// preheaderRunes are as many as lists of mails show at most.
const preheaderRunes = 120

// preheader is what a list of mails shows of one: the beginning of its text, and not the
// name above it.
func preheader(text string) string {
	words := []rune(strings.Join(strings.Fields(text[:min(len(text), 2000)]), " "))
	if len(words) > preheaderRunes {
		words = append(words[:preheaderRunes-1], '…')
	}
	return strings.ToValidUTF8(string(words), "")
}
