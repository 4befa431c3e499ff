package email

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"bridge/adapters/email/imap"
	"bridge/core/message"
	"bridge/internal/cputime"
	"bridge/internal/mailtest"
	"bridge/internal/racetest"
	"bridge/internal/sampletest"
)

// hostile is a mail that a stranger sends to keep the bridge busy: whatever its size.
type hostile struct {
	name string
	sign mailtest.Signer    // what is not the usual in the signature
	head func(n int) string // the fields besides those of every mail, of about n bytes
	body func(n int) string // with its Content-Type and the blank line
	null bool               // it comes with the null path, as bounces do
}

// fill repeats a piece up to n bytes.
func fill(n int, piece string) string { return strings.Repeat(piece, max(1, n/len(piece))) }

func asHead(name, begin, piece, end string) hostile {
	return hostile{name: name, head: func(n int) string { return begin + fill(n, piece) + end + "\r\n" }}
}

func asBody(name, fields, begin, piece, end string) hostile {
	return hostile{name: name, body: func(n int) string { return fields + "\r\n\r\n" + begin + fill(n, piece) + end + "\r\n" }}
}

func inText(name, piece string) hostile {
	return asBody("text: "+name, "Content-Type: text/plain", "", piece, "")
}

func inHTML(name, begin, piece, end string) hostile {
	return asBody("HTML: "+name, "Content-Type: text/html; charset=utf-8", begin, piece, end)
}

func inBase64(name, fields string, raw func(n int) []byte) hostile {
	return hostile{name: name, body: func(n int) string {
		s := base64.StdEncoding.EncodeToString(raw(n * 3 / 4))
		var b strings.Builder
		b.WriteString(fields + "\r\nContent-Transfer-Encoding: base64\r\n\r\n")
		for len(s) > 76 {
			b.WriteString(s[:76] + "\r\n")
			s = s[76:]
		}
		return b.String() + s + "\r\n"
	}}
}

// hostiles are all the mails; those with a head are as large as a header may be.
func hostiles() []hostile {
	var hs []hostile
	// Fields
	for _, f := range []string{
		"From", "To", "Subject", "References", "In-Reply-To", "Message-ID", "Date", "Received", "Return-Path", "Auto-Submitted", "Content-Type",
		"Content-Disposition", "Content-Transfer-Encoding", "Authentication-Results", "DKIM-Signature", "X-Bridge-Loop", "Delivered-To", "X",
	} {
		hs = append(hs, asHead("continuation lines of "+f, f+": a\r\n", " \tx\r\n", " b"))
	}
	hs = append(hs,
		asHead("continuation lines without anything", "X: a\r\n", " \r\n", " b"),
		asHead("many fields", "", "a:b\r\n", "a: b"),
		asHead("many fields of one name", "", "Received: from a by b\r\n", "a: b"),
		asHead("many DKIM-Signatures", "", "DKIM-Signature: v=1; a=rsa-sha256; d=evil.test; s=evil; h=from:date:subject; bh=a; b=b\r\n", "a: b"),
		asHead("a DKIM-Signature with many tags", "DKIM-Signature: v=1; d=evil.test;", "a=b; ", ""),
		asHead("a DKIM-Signature with many fields", "DKIM-Signature: v=1; a=ed25519-sha256; d=evil.test; s=evil; bh=a; b=b; h=from:date:subject", ":x", ""),
		asHead("lines that are no fields", "", "x\r\n", "a: b"),
		asHead("parameters", "Content-Type: text/plain", "; a=b", ""),
		asHead("parameters of many names", "Content-Type: text/plain", ";a", "=b"),
		asHead("parameters continued", "Content-Type: text/plain", "; a*0*=b; a*1*=c", ""),
		asHead("a quoted parameter", `Content-Type: text/plain; name="`, `\"`, ""),
		asHead("quotes without an end", `Content-Disposition: attachment; filename=`, `"a" "`, ""),
		asHead("percents in a parameter", `Content-Disposition: attachment; filename*=utf-8''`, `%`, ""),
		asHead("semicolons", "Content-Disposition: attachment", ";", ""),
		asHead("nested comments in From", "From: ", "(", "mallory@evil.test"),
		asHead("closed comments in From", "From: ", "()", " mallory@evil.test"),
		asHead("closed comments in To", "To: ", "(())", " agent@example.com"),
		asHead("comments with backslashes in From", "From: (", `\(`, ") mallory@evil.test"),
		asHead("quotes in From", "From: ", `"`, "mallory@evil.test"),
		asHead("backslashes in From", `From: "`, `\`, `" <mallory@evil.test>`),
		asHead("brackets in From", "From: ", "<", "mallory@evil.test"),
		asHead("addresses in From", "From: ", "a@b.c, ", "mallory@evil.test"),
		asHead("addresses in To", "To: ", "a@b.c, ", "agent@example.com"),
		asHead("at signs in To", "To: ", "@", "agent@example.com"),
		asHead("a long word in To", "To: ", "a", "agent@example.com"),
		asHead("a group in From", "From: ", "a:", ";"),
		asHead("encoded words in Subject", "Subject: ", "=?utf-8?q?a?= ", ""),
		asHead("encoded words in From", "From: ", "=?utf-8?q?a?= ", "<mallory@evil.test>"),
		asHead("beginnings of encoded words", "Subject: ", "=?", ""),
		asHead("encoded words without an end", "Subject: ", "=?a?q?", ""),
		asHead("encoded words of a bad charset", "Subject: ", "=?x?b?YQ==?= ", ""),
		asHead("one long encoded word", "Subject: =?utf-8?b?", "YWFh", "?="),
		asHead("Re: in Subject", "Subject: ", "Re: ", ""),
		asHead("References with 100 000 ids", "References: ", "<>", ""),
		asHead("References with ids", "References: ", "<a@b> ", ""),
		asHead("References with open ids", "References: ", "<a@b ", ""),
		asHead("References with one id", "References: <", "a", ">"),
		asHead("References in many fields", "", "References: <a@b>\r\n", "a: b"),
		asHead("comments in Received", "Received: from a by b with LMTP ", "(", ""),
		asHead("words in Received", "Received: ", "with lmtp by ", ""),
		asHead("comments in Authentication-Results", "Authentication-Results: mx.example.com ", "(", ""),
		asHead("methods in Authentication-Results", "Authentication-Results: mx.example.com", "; dmarc=pass header.from=evil.test", ""),
		asHead("a long boundary", "Content-Type: multipart/mixed; boundary=", "a", ""),
		asHead("commas in X-Auto-Response-Suppress", "X-Auto-Response-Suppress: ", "a,", ""),
		asHead("comments in Auto-Submitted", "Auto-Submitted: ", "()", "no"),
	)
	simple := mailtest.Signer{C: "simple/simple"}
	hs = append(hs,
		hostile{name: "a signature of many names", sign: mailtest.Signer{Fields: append(strings.Split(strings.Repeat("a:", 20_000), ":"), mailtest.Usual...)}, head: func(n int) string {
			return fill(n, "a:b\r\n")
		}},
		hostile{name: "signed as they stand: continuation lines", sign: simple, head: func(n int) string { return "X: a\r\n" + fill(n, " x\r\n") }},
		hostile{name: "signed as they stand: fields", sign: simple, head: func(n int) string { return fill(n, "X: "+strings.Repeat("a\r\n ", 150)+"b\r\n") }},
		hostile{name: "signed as they stand: blank lines", sign: simple, body: func(n int) string { return "\r\n" + fill(n, "\r\n") }},
		hostile{name: "broken signatures", head: func(n int) string {
			return fill(n, "DKIM-Signature: v=1; a=ed25519-sha256; c=simple/simple; d=evil.test; s=evil; h=from:date:subject:message-id:mime-version; bh=YQ==; b=YQ==\r\n")
		}, body: func(n int) string { return "\r\n" + fill(n, " \r\n") }},
	)
	// Parts
	mixed := "Content-Type: multipart/mixed; boundary=b"
	nested := func(depth, n int, line string) string {
		var b strings.Builder
		for i := range depth {
			fmt.Fprintf(&b, "Content-Type: multipart/mixed; boundary=%s%d\r\n\r\n--%s%d\r\n", strings.Repeat("b", 60), i, strings.Repeat("b", 60), i)
		}
		b.WriteString("\r\n" + fill(n, line))
		return b.String()
	}
	hs = append(hs,
		asBody("boundaries", mixed, "", "--b\r\n", "--b--"),
		asBody("parts with text", mixed, "", "--b\r\n\r\nx\r\n", "--b--"),
		asBody("parts with fields", mixed, "", "--b\r\na: b\r\n c\r\n\r\nx\r\n", "--b--"),
		asBody("a part header of continuation lines", mixed, "--b\r\nX: a\r\n", " x\r\n", "\r\nx\r\n--b--"),
		asBody("part headers", mixed, "--b\r\nContent-Type: text/plain\r\n", "a: b\r\n", "\r\nx\r\n--b--"),
		asBody("lines that are almost boundaries", mixed, "--b\r\n\r\n", "--bb\r\n", "--b--"),
		asBody("closing boundaries", mixed, "--b\r\n\r\n", "--b--\r\n", "--b--"),
		asBody("alternatives", "Content-Type: multipart/alternative; boundary=b", "", "--b\r\n\r\nx\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>x\r\n", "--b--"),
		asBody("attached mails", mixed, "", "--b\r\nContent-Type: message/rfc822\r\n\r\nSubject: a\r\n\r\nb\r\n", "--b--"),
		asBody("an attached mail of continuation lines", "Content-Type: message/rfc822", "Subject: a\r\n", " x\r\n", "\r\nb"),
		asBody("an attached mail of its own kind", mixed, "--b\r\n", "Content-Type: message/rfc822\r\n\r\n", ""),
		hostile{name: "deep multiparts", body: func(n int) string { return nested(49, n, "x\r\n") }},
		hostile{name: "deep multiparts and almost boundaries", body: func(n int) string { return nested(49, n, "--"+strings.Repeat("b", 60)+"x\r\n") }},
		hostile{name: "multiparts deeper than allowed", body: func(n int) string { return nested(n/150, 10, "x\r\n") }},
		asBody("a digest", "Content-Type: multipart/digest; boundary=b", "", "--b\r\n\r\nSubject: a\r\n\r\nx\r\n", "--b--"),
	)
	// Encodings
	qp := "Content-Transfer-Encoding: quoted-printable"
	hs = append(hs,
		asBody("quoted-printable: signs", qp, "", "=", ""),
		asBody("quoted-printable: escapes", qp, "", "=41", ""),
		asBody("quoted-printable: soft breaks", qp, "", "=\r\n", ""),
		asBody("quoted-printable: blanks", qp, "", " \t", "x"),
		asBody("quoted-printable: blanks and signs", qp, "", "=   ", "x"),
		asBody("base64: junk", "Content-Transfer-Encoding: base64", "", "=!", ""),
		asBody("base64: padding", "Content-Transfer-Encoding: base64", "", "YQ==", ""),
		asBody("base64: words", "Content-Transfer-Encoding: base64", "", "a b\r\n", ""),
		asBody("UTF-7", "Content-Type: text/plain; charset=utf-7", "", "+AGE-", ""),
		asBody("ISO-2022-JP", "Content-Type: text/plain; charset=iso-2022-jp", "", "\x1b$B\x1b(B", ""),
		asBody("GB 18030", "Content-Type: text/plain; charset=gb18030", "", "\x81\x30\x81\x30", ""),
		asBody("UTF-8 that is none", "Content-Type: text/plain; charset=utf-8", "", "\xff\xc3", ""),
		asBody("NUL", "Content-Type: text/plain", "", "\x00", ""),
		asBody("one long line", "Content-Type: text/plain", "", "x", ""),
		asBody("blank lines", "Content-Type: text/plain", "x", "\r\n", "x"),
		asBody("flowed", "Content-Type: text/plain; format=flowed; delsp=yes", "", "x \r\n", ""),
		asBody("flowed quotes", "Content-Type: text/plain; format=flowed", "", "> x \r\n>> y \r\n", ""),
	)
	// Text
	hs = append(hs,
		inText("quotes", ">"),
		inText("lines of quotes", ">>>>>>>> x\r\n"),
		inText("quotes between words", "> q\r\na\r\n"),
		inText("beginnings of attributions", "On 20 Nov 2026 at 9:00 x\r\n"),
		inText("attributions", "On 20 Nov 2026 at 9:00 Agent <agent@example.com> wrote:\r\n"),
		inText("attributions above quotes", "On 20 Nov 2026 at 9:00 Agent wrote:\r\n> q\r\n\r\n"),
		inText("attributions above one quote", "On 2026 wrote:\r\n\r\n"),
		inText("header blocks", "From: agent@example.com\r\nSent: Friday, 20 November 2026 09:00\r\nSubject: x\r\n\r\n"),
		inText("fields", "From: a\r\n"),
		inText("dates", "20.11.2026 9:00 2026/11/20 "),
		inText("addresses", "a@b.c <a@b.c> "),
		inText("links", "x <http://x> (https://x) "),
		inText("open links", "x <http://x"),
		inText("brackets", "<(<("),
		inText("signatures", "-- \r\nDana\r\n"),
		inText("rulers", "-----\r\n"),
		inText("footers", "Sent from my iPhone\r\n"),
		inText("names", "Mallory\r\n"),
		inText("closings", "regards\r\n\r\n"),
		inText("copies", "x> x\r\nJD> y\r\n| z\r\n"),
		inText("forwards", "---------- Forwarded message ---------\r\nOriginal Message\r\n"),
		inText("PGP texts without an end", "-----BEGIN PGP SIGNED MESSAGE-----\r\n\r\n"),
		inText("PGP signatures without an end", "-----BEGIN PGP SIGNED MESSAGE-----\r\n\r\n-----BEGIN PGP SIGNATURE-----\r\n"),
		inText("PGP messages", "-----BEGIN PGP MESSAGE-----\r\n"),
		asBody("text: PGP signatures below one text", "Content-Type: text/plain", "-----BEGIN PGP SIGNED MESSAGE-----\r\n\r\nx\r\n", "-----BEGIN PGP SIGNATURE-----\r\n", ""),
		inText("codes", "4K7Q2M "),
		inText("letters with marks", "e\u0301\u0302"),
		inText("tildes", "~~"),
	)
	// HTML
	hs = append(hs,
		inHTML("tags", "", "<a>", ""),
		inHTML("nested", "", "<div>", "x"),
		inHTML("nested spans", "", "<span>x", ""),
		inHTML("formatting", "", "<p><b>", "x"),
		inHTML("formatting turned around", "", "<b><p></b>", "x"),
		inHTML("much formatting", "", "<b><i><u><s><tt><a>", "x"),
		inHTML("fonts", "", "<font size=1><p>", "x"),
		inHTML("tables", "", "<table>", "x"),
		inHTML("cells", "", "<table><td>", "x"),
		inHTML("text in a table", "<table>", "x<a>", ""),
		inHTML("tags in a table", "<table>", "<b>x</b>", ""),
		inHTML("lists", "", "<li><ol>", "x"),
		inHTML("items", "<ul>", "<li>x", ""),
		inHTML("quotes", "", "<blockquote>", "x"),
		inHTML("quotes one after the other", "", "<blockquote>x</blockquote>", ""),
		inHTML("quotes below attributions", "", "On 20 Nov 2026 at 9:00 Agent<blockquote>x</blockquote>", ""),
		inHTML("attributes", "<p ", "a=b ", ">x"),
		hostile{name: "HTML: attributes of many names", body: func(n int) string {
			var b strings.Builder
			for i := 0; b.Len() < n; i++ {
				fmt.Fprintf(&b, "a%d=b ", i)
			}
			return "Content-Type: text/html\r\n\r\n<body>x<body " + b.String() + "><body " + b.String()[:b.Len()/2] + ">x"
		}},
		inHTML("a long attribute", "<p title='", "a", "'>x"),
		inHTML("an attribute without an end", "<p title='", "<a ", ""),
		inHTML("links", "", "<a href=http://x>y</a>", ""),
		inHTML("open links", "", "<a href=http://x>y", ""),
		inHTML("entities", "", "&amp;&#x41;&notit;", ""),
		inHTML("open entities", "", "&", ""),
		inHTML("long entities", "", "&aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", ""),
		inHTML("styles", "", "<p style='color:white;display:none'>x", ""),
		inHTML("a long style", "<p style='", "color:white;", "'>x"),
		inHTML("a style sheet", "<style>", "p{color:red}", "</style><p>x"),
		inHTML("a style sheet of open rules", "<style>", "p{", "</style><p>x"),
		inHTML("a style sheet of comments", "<style>", "/*", "</style><p>x"),
		inHTML("a style sheet of selectors", "<style>", "p,", "{color:red}</style><p>x"),
		inHTML("style sheets", "", "<style>p{color:red}</style>", "<p>x"),
		inHTML("one rule for many", "<style>*{color:red;top:0;left:0;right:0;clip:x}</style>", "<p>x", ""),
		inHTML("classes", "<style>.a{color:red}</style><p class='", "a ", "'>x"),
		inHTML("classes of many", "<style>.a{color:red}p.a{top:0}</style>", "<p class='a a a a a a'>x", ""),
		inHTML("struck", "", "<s>", "x"),
		inHTML("struck words", "", "<s>x</s>", ""),
		inHTML("hidden", "", "<p hidden>", "x"),
		inHTML("hidden without words", "", "<p style='color:white'>.", ""),
		inHTML("templates", "", "<template>", "x"),
		inHTML("selects", "", "<select><option>", "x"),
		inHTML("SVG", "<svg>", "<g>", "x"),
		inHTML("SVG turned around", "", "<svg><p>", "x"),
		inHTML("MathML", "<math>", "<mi><a>", "x"),
		inHTML("comments", "", "<!--", ""),
		inHTML("short comments", "", "<!---->x", ""),
		inHTML("conditional comments", "", "<!--[if mso]>x<![endif]-->", ""),
		inHTML("declarations", "", "<!x ", ""),
		inHTML("processing instructions", "", "<?x ", ""),
		inHTML("CDATA", "", "<![CDATA[", ""),
		inHTML("plaintext", "", "<plaintext>", "x"),
		inHTML("scripts", "", "<script><!--<script>", ""),
		inHTML("titles", "", "<title>", "x"),
		inHTML("pre", "", "<pre>\n\n", "x"),
		inHTML("line breaks", "", "<br>", "x"),
		inHTML("rules", "", "<hr>", "x"),
		inHTML("images", "", "<img alt=x>", ""),
		inHTML("frames", "", "<frameset><frame>", ""),
		inHTML("end tags", "", "</p>", "x"),
		inHTML("end tags of nothing", strings.Repeat("<div>", 400), "</x>", "x"),
		inHTML("end tags of nothing below formatting", strings.Repeat("<b>", 400), "</p>", "x"),
		inHTML("Gmail's quotes", "", "<div class=gmail_quote><div class=gmail_attr>x", ""),
		inHTML("Outlook's dividers", "", "<div style='border-top:solid'><b>From:</b><b>To:</b>", ""),
		inHTML("dividers", "", "<div id=divRplyFwdMsg>x</div>", ""),
		inHTML("signatures", "", "<div class=gmail_signature>x</div>", ""),
		inHTML("signatures without words", "", "<div class=gmail_signature>", "x"),
	)
	// Packed parts
	hs = append(hs,
		inBase64("TNEF: attributes", "Content-Type: application/ms-tnef", func(n int) []byte {
			return append([]byte{0x78, 0x9f, 0x3e, 0x22, 0, 0}, bytes.Repeat([]byte{1, 0x0c, 0x80, 1, 0, 0, 0, 0, 0, 0, 0}, n/11)...)
		}),
		inBase64("TNEF: attachments", "Content-Type: application/ms-tnef", func(n int) []byte {
			return append([]byte{0x78, 0x9f, 0x3e, 0x22, 0, 0}, bytes.Repeat([]byte{2, 0x02, 0x90, 6, 0, 0, 0, 0, 0, 0, 0}, n/11)...)
		}),
		inBase64("TNEF: properties", "Content-Type: application/ms-tnef", func(n int) []byte {
			props := binary.LittleEndian.AppendUint32(nil, uint32(n/8))
			for range n / 8 {
				props = append(props, 3, 0, 0, 0x10, 0, 0, 0, 0)
			}
			head := []byte{0x78, 0x9f, 0x3e, 0x22, 0, 0, 1, 3, 0x90, 6, 0}
			return append(append(binary.LittleEndian.AppendUint32(head, uint32(len(props))), props...), 0, 0)
		}),
		inBase64("TNEF: text many times", "Content-Type: application/ms-tnef", func(n int) []byte {
			text := append([]byte{2, 0x0c, 0x80, 2, 0}, binary.LittleEndian.AppendUint32(nil, 1000)...)
			text = append(text, bytes.Repeat([]byte("x"), 1002)...)
			return append([]byte{0x78, 0x9f, 0x3e, 0x22, 0, 0}, bytes.Repeat(text, n/len(text))...)
		}),
		inBase64("CMS: pieces", "Content-Type: application/pkcs7-mime; smime-type=signed-data", func(n int) []byte { return cmsOf(bytes.Repeat([]byte{4, 1, 'x'}, n/3)) }),
		inBase64("CMS: nested pieces", "Content-Type: application/pkcs7-mime; smime-type=signed-data", func(n int) []byte { return cmsOf(bytes.Repeat([]byte{0x24, 0x80}, n/2)) }),
		inBase64("CMS: a text", "Content-Type: application/pkcs7-mime; smime-type=signed-data", func(n int) []byte {
			return cmsOf(append([]byte{4, 0x84, byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)}, []byte("X: a\r\n"+fill(n-6, " x\r\n"))...))
		}),
		asBody("calendar", "Content-Type: text/calendar; method=REQUEST", "BEGIN:VCALENDAR\r\n", "BEGIN:VEVENT\r\nSUMMARY:x\r\nEND:VEVENT\r\n", "END:VCALENDAR"),
		asBody("calendar: folded", "Content-Type: text/calendar", "BEGIN:VEVENT\r\nSUMMARY:x", "\r\n x", "\r\nEND:VEVENT"),
		asBody("calendar: parameters", "Content-Type: text/calendar", "BEGIN:VEVENT\r\nATTENDEE", ";A=b", ":x\r\nEND:VEVENT"),
		asBody("calendar: nested", "Content-Type: text/calendar", "", "BEGIN:VEVENT\r\n", "END:VEVENT"),
		asBody("calendar: escapes", "Content-Type: text/calendar", "BEGIN:VEVENT\r\nDESCRIPTION:", `\\n`, "\r\nEND:VEVENT"),
		asBody("calendar: no method", "Content-Type: text/calendar", "", "\r\n", "METHOD:REPLY"),
		asBody("enriched", "Content-Type: text/enriched", "", "<bold><nl>", "x"),
		asBody("tables of commas", "Content-Type: text/csv", "", "a,b\r\n", ""),
	)
	// Reports
	report := func(name, media, begin, piece string) hostile {
		h := asBody("report: "+name, "Content-Type: multipart/report; boundary=b; report-type=delivery-status",
			"--b\r\nContent-Type: text/plain\r\n\r\nfailed\r\n--b\r\nContent-Type: "+media+"\r\n\r\n"+begin, piece, "\r\n--b--")
		h.null = true
		return h
	}
	bounce := func(name, piece string) hostile {
		h := inText("bounce: "+name, piece)
		h.null = true
		return h
	}
	hs = append(hs,
		report("recipients", "message/delivery-status", "", "Final-Recipient: rfc822; a@b.c\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n"),
		report("folded", "message/delivery-status", "Final-Recipient: rfc822; a@b.c\r\nDiagnostic-Code: x\r\n", " x\r\n"),
		report("groups", "message/delivery-status", "", "\r\nAction: failed\r\n"),
		report("headers", "text/rfc822-headers", "", "Message-ID: <a@b>\r\n"),
		report("ids", "text/rfc822-headers", "Message-ID: ", "<a@b>"),
		report("a mail", "message/rfc822", "Subject: x\r\n", " x\r\n"),
		report("feedback", "message/feedback-report", "", "Original-Rcpt-To: a@b.c\r\n"),
		bounce("codes", "550 5.1.1 a@b.c\r\n"),
		bounce("numbers", "5.1.1.5.1.1."),
		bounce("addresses", "<a@b.c>:\r\n"),
		bounce("returned mails", "------ This is a copy of the message\r\nMessage-ID: <a@b>\r\n"),
		bounce("Message-IDs", "Message-ID: <a@b.c>\r\n"),
		bounce("colons", ": "),
		bounce("words", "user unknown undeliverable "),
	)
	return hs
}

// cmsOf wraps pieces as the content of a signed message.
func cmsOf(pieces []byte) []byte {
	return append([]byte{
		0x30, 0x80, 6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, 2, 0xa0, 0x80, 0x30, 0x80, 2, 1, 1, 0x31, 0,
		0x30, 0x80, 6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, 1, 0xa0, 0x80, 0x24, 0x80,
	}, pieces...)
}

// mail is the mail, signed by its sender's own domain.
func (h hostile) mail(s mailtest.Signer, n int) string {
	head, body := "", "\r\nHello\r\n"
	if h.head != nil {
		head = h.head(n)
	}
	if h.body != nil {
		body = h.body(n)
	}
	name, _, _ := strings.Cut(head, ":")
	fields := ""
	for _, f := range []string{
		"From: mallory@evil.test", "To: agent@example.com", "Subject: x", "Date: " + s.At.Format(time.RFC1123Z), "Message-ID: <x@evil.test>", "MIME-Version: 1.0",
	} {
		if n, _, _ := strings.Cut(f, ":"); n != name {
			fields += f + "\r\n"
		}
	}
	s.C, s.Fields = h.sign.C, h.sign.Fields
	if s.Fields == nil {
		s.Fields = append([]string{name}, mailtest.Usual...)
	}
	path := "Return-Path: <mallory@evil.test>\r\n"
	if h.null {
		path = "Return-Path: <>\r\n"
	}
	return path + s.Sign(head+fields+body)
}

// hostileSize is that of a mail before it grows twice: a header is at most 256 KB.
const hostileSize = 60 << 10

// perQuarter is the time for a quarter of a megabyte, on a core that does yardstick in
// yardstickTime: what shares the machine with a test makes its CPU time longer, too. The
// goal is 50 ms on a quiet core; the limit is half as much again, for the yardstick is one
// short look at the machine.
const (
	perQuarter    = 75 * time.Millisecond
	yardstickTime = 2300 * time.Microsecond
)

// yardstick is how much slower than that the machine is now, at least 1.
func yardstick() float64 {
	began := cputime.Used()
	text := strings.Repeat("On 20 Nov 2026 Dana <dana@example.com> wrote: yes\n", 1500)
	n := len(yardstickWords.FindAllString(text, -1)) + len(strings.Fields(text))
	took := cputime.Used() - began
	if n == 0 {
		return 1
	}
	return max(1, float64(took)/float64(yardstickTime))
}

var yardstickWords = regexp.MustCompile(`[a-z]+@[a-z.]+`)

// hostileLimit is the time that a mail of so many bytes may take.
func hostileLimit(size int) time.Duration {
	limit := perQuarter * time.Duration(max(size, 256<<10)) / (256 << 10)
	return time.Duration(float64(limit) * yardstick())
}

// TestHostileMails: reading a mail takes time linear in its size, whatever it is,
// and little of it. Each is signed by its sender, so that all of the path is gone, as
// a mail that lies in a mailbox goes it.
func TestHostileMails(t *testing.T) {
	racetest.Skip(t)
	z := mailtest.NewZone()
	s := mailtest.NewScene(z, "example.com", testTime)
	a, store := newAdapter(t, func(o *Options) {
		o.Resolver = z
		o.Config.Auth = Auth{TrustedAuthserv: []string{"mx.example.com"}, Require: "dmarc"}
		o.Config.Listen = &Listen{Addr: "127.0.0.1:0"}
	})
	store.count = true
	accept := func(context.Context, message.Inbound) (message.Accepted, error) {
		return message.Accepted{Outcome: message.OutcomeRefused}, nil
	}
	take := a.takeStored(accept)
	cost := func(name, raw string, limit time.Duration) time.Duration {
		best := time.Hour
		for try := 0; try < 5 && best > limit/2 || try < 15 && best > limit; try++ { // others may have the machine
			began := cputime.Used()
			err := take(t.Context(), imap.Mail{UID: 1, Size: int64(len(raw)), Body: strings.NewReader(raw)})
			best = min(best, cputime.Used()-began)
			var refused *imap.Permanent
			if err != nil && !errors.As(err, &refused) {
				t.Errorf("%s: %v", name, err)
			}
			if best > 10*limit {
				break
			}
		}
		return best
	}
	var worst time.Duration
	var slowest string
	for i, h := range hostiles() {
		if only := os.Getenv("HOSTILE"); only != "" && !strings.Contains(h.name, only) || only == "" && !sampletest.Today(i, 3) {
			continue
		}
		raw := h.mail(s.Evil, 4*hostileSize)
		limit := hostileLimit(len(raw))
		took := cost(h.name, raw, limit)
		if took > limit {
			t.Errorf("%s: %d bytes took %v, at most %v", h.name, len(raw), took, limit)
		}
		if took > worst {
			worst, slowest = took, h.name
		}
		if took < limit/4 || took > 10*limit {
			continue // whatever it grows like
		}
		took = min(took, cost(h.name, raw, 0)) // the best of six, for noise grows in no way
		half, quarter := cost(h.name, h.mail(s.Evil, 2*hostileSize), limit), cost(h.name, h.mail(s.Evil, hostileSize), limit)
		if took <= 12*quarter || took <= 3*half || half <= 5*quarter/2 {
			continue
		}
		// One step, where regexp changes its engine for long texts, is no curve: that goes on.
		if twice := cost(h.name, h.mail(s.Evil, 8*hostileSize), 0); twice > 3*took {
			t.Errorf("%s: the time does not grow as the mail does: %v, %v, %v, %v", h.name, quarter, half, took, twice)
		}
	}
	t.Logf("%d mails, the slowest %q: %v", len(hostiles()), slowest, worst)
}

// TestHostileSender: the same for mails that come by SMTP, to the answer of the server.
func TestHostileSender(t *testing.T) {
	racetest.Skip(t)
	s, _, addr, rec := forgedScene(t, true)
	rec.out = message.OutcomeRefused
	for _, h := range hostiles() {
		switch h.name {
		case "continuation lines of X", "continuation lines of From", "many fields", "text: PGP texts without an end", "HTML: formatting", "HTML: a style sheet",
			"boundaries", "an attached mail of continuation lines", "a signature of many names":
		default:
			continue
		}
		raw := h.mail(s.Evil, 4*hostileSize)
		limit, best := hostileLimit(len(raw)), time.Hour
		for try := 0; try < 5 && best > limit; try++ {
			began := cputime.Used()
			_, err := deliver(t, addr, rec, mailtest.Forged{ReturnPath: "mallory@evil.test", Hello: "evil.test", Raw: raw}, "agent@example.com")
			best = min(best, cputime.Used()-began)
			if err != nil && !strings.HasPrefix(err.Error(), "5") {
				t.Errorf("%s: %v", h.name, err)
			}
		}
		if best > limit {
			t.Errorf("%s: %d bytes took %v, at most %v", h.name, len(raw), best, limit)
		}
	}
}
