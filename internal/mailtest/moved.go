package mailtest

import (
	"fmt"
	"strings"
	"time"
)

// Moved is a mail of Dana's, really signed, that somebody else brings to the bridge as
// her yes to a request that she did not answer with it.
type Moved struct {
	Name  string
	First string // a mail that comes before it, to our plain address; "" if there is none
	Raw   string
	Rcpt  string // the recipient in the envelope
	Turns int    // how many turns the mails start
}

// hers is a mail of Dana's as she wrote it.
func (s Scene) hers(to, subject, text string, more ...string) string {
	return strings.Join(append(append([]string{
		"From: Dana <" + s.Dana() + ">", "To: " + to, "Subject: " + subject, "Date: " + s.Now.Format(time.RFC1123Z),
		fmt.Sprintf("Message-ID: <hers.%d@%s>", s.Now.UnixNano(), s.Domain),
	}, more...), "MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8", "", text, ""), "\r\n")
}

// Plain is our address without a tag.
func (s Scene) Plain() string {
	local, domain, _ := strings.Cut(s.To, "@")
	local, _, _ = strings.Cut(local, "+")
	return local + "@" + domain
}

// M365 signs as Microsoft 365 does: it leaves To, Cc and what a mail answers open.
func (s Scene) M365() Signer {
	return s.signer("From", "Date", "Subject", "Message-ID", "Content-Type", "MIME-Version")
}

// code is how the subject of the prompt names the request.
func (s Scene) code() string {
	_, c, _ := strings.Cut(s.Subject, "[approval:")
	c, _, _ = strings.Cut(c, "]")
	return c
}

// Code is what Dana writes to say which request she means.
func (s Scene) Code() string { return s.code() }

// Moves returns the mails by which somebody moves a yes of Dana's. Other is our address
// with the tag of another approver of the same request.
func (s Scene) Moves(other string) []Moved {
	const evil = "mallory@evil.test"
	us, news := s.Plain(), fmt.Sprintf("Re: shall I send newsletter %d?", s.Now.UnixNano())
	thread := []string{"In-Reply-To: " + s.Prompt, "References: " + s.Prompt}
	sign, m365 := s.Ed.Sign, s.M365()
	narrow := s.signer("From", "To", "Subject", "Date", "Message-ID", "MIME-Version", "Content-Type")
	two := func(raw string) (both, one string) { // two signatures, of which one covers less
		one = narrow.Sign(raw)
		sig, _, _ := strings.Cut(s.RSA.Sign(raw), "\r\nFrom:")
		return sig + "\r\n" + one, one
	}
	both, one := two(s.hers(us, news, "Yes."))
	turn := sign(s.hers(us, news, "Yes."))
	spaced := strings.Replace(turn, "\r\n\r\nYes.\r\n", "\r\n\r\nYes. \r\n\r\n\r\n", 1)
	quiet := sign(s.hers(s.To, "Re: refund?", "Yes."))
	fwd := "Re: Fwd: refund [approval:" + s.code() + "]"
	list := []Moved{
		{Name: "the tag in the envelope", Raw: sign(s.hers(us, news, "Yes.")), Rcpt: s.To},
		{Name: "the tag in the envelope, after it was a turn", First: turn, Raw: turn, Rcpt: s.To, Turns: 1},
		{Name: "after it was a turn, with blanks that are not signed", First: turn, Raw: spaced, Rcpt: s.To, Turns: 1},
		{Name: "after it was a turn, with one signature less", First: both, Raw: one, Rcpt: s.To, Turns: 1},
		{Name: "the tag in X-Original-To", Raw: "X-Original-To: " + s.To + "\r\n" + sign(s.hers(us, news, "Yes."))},
		{Name: "the tag in Delivered-To", Raw: "Delivered-To: <" + s.To + ">\r\n" + sign(s.hers(us, news, "Yes."))},
		{Name: "the tag in a Cc that is not signed", Raw: "Cc: " + s.To + "\r\n" + narrow.Sign(s.hers(us, news, "Yes."))},
		{Name: "the tag as a quoted name", Raw: sign(s.hers(`"`+s.To+`" <`+evil+`>`, "Re: lunch?", "Yes.")), Rcpt: s.To},
		{Name: "our address as a quoted name", Raw: sign(s.hers(`"`+us+`" <`+evil+`>`, "Re: lunch?", "Yes.")), Rcpt: s.To},
		{Name: "our address as a name", Raw: sign(s.hers(us+" <"+evil+">", "Re: lunch?", "Yes.")), Rcpt: s.To},
		{Name: "our address in a comment", Raw: sign(s.hers(evil+" ("+us+")", "Re: lunch?", "Yes.")), Rcpt: s.To},
		{Name: "our address in nested comments", Raw: sign(s.hers("(a (b) "+us+") "+evil, "Re: lunch?", "Yes.")), Rcpt: s.To},
		{Name: "our address as the name of a group", Raw: sign(s.hers(us+": "+evil+";", "Re: lunch?", "Yes.")), Rcpt: s.To},
		{Name: "our address in a route", Raw: sign(s.hers("<@x.test,"+us+":"+evil+">", "Re: lunch?", "Yes.")), Rcpt: s.To},
		{Name: "our address in an encoded name", Raw: sign(s.hers("=?utf-8?q?"+strings.ReplaceAll(us, "@", "=40")+"?= "+us+" <"+evil+">", "Re: lunch?", "Yes.")), Rcpt: s.To},
		{Name: "to somebody else, an empty code in the subject", Raw: sign(s.hers(evil, "Re: [approval:] lunch?", "Yes.")), Rcpt: s.To},
		{Name: "to somebody else, the code in the subject", Raw: sign(s.hers(evil, fwd, "Yes."))},
		{Name: "to somebody else, the code in the subject, the prompt answered", Raw: sign(s.hers(evil, fwd, "ok", thread...))},
		{Name: "to somebody else, the code in the text", Raw: sign(s.hers(evil, "Re: Fwd: refund", "YES "+s.code()))},
		{Name: "to somebody else, Cc to us not signed", Raw: "Cc: " + s.To + "\r\n" + narrow.Sign(s.hers(evil, fwd, "Yes.", thread...))},
		{Name: "to somebody else, To not signed", Raw: strings.Replace(m365.Sign(s.hers(evil, fwd, "Yes.")), evil, s.To, 1), Rcpt: s.To},
		{Name: "to somebody else, To not signed and taken off", Raw: strings.Replace(m365.Sign(s.hers(evil, fwd, "Yes.")), "To: "+evil+"\r\n", "", 1), Rcpt: s.To},
		{Name: "to somebody else, no request in it", Raw: sign(s.hers(evil, "Re: lunch?", "Please pay Mallory 300 euros."))},
		{Name: "to somebody else, no request in it, Cc to us not signed", Raw: "Cc: " + us + "\r\n" + narrow.Sign(s.hers(evil, "Re: lunch?", "Please pay Mallory 300 euros."))},
		// She answers what somebody wrote into the thread of the prompt, or pretends to be of it.
		{Name: "an answer to somebody else, our address his Reply-To", Raw: sign(s.hers(us, "Re: lunch?", "ok", "In-Reply-To: <m1@evil.test>", "References: "+s.Prompt+" <m1@evil.test>"))},
		{Name: "an answer to somebody else, a copy to her own tag", Raw: sign(s.hers(evil, "Re: "+s.Subject, "Yes.", "Cc: "+s.To, "In-Reply-To: <m2@evil.test>", "References: "+s.Prompt+" <m2@evil.test>")), Rcpt: s.To},
		{Name: "taken as a program's, then without the mark", First: "X-Auto-Response-Suppress: All\r\n" + quiet, Raw: quiet, Rcpt: s.To},
		{Name: "the tag of another approver", Raw: sign(s.hers(other, "Re: refund?", "Yes.")), Rcpt: other},
		{Name: "written before the request", Raw: sign(strings.Replace(s.hers(s.To, fwd, "YES "+s.code(), thread...), s.Now.Format(time.RFC1123Z), s.Now.Add(-11*time.Minute).Format(time.RFC1123Z), 1)), Rcpt: s.To},
	}
	for i := range list {
		if list[i].Rcpt == "" {
			list[i].Rcpt = us
		}
	}
	return list
}

// Answer is a mail of Dana's that means what it says.
type Answer struct {
	Name    string
	Raw     string
	Rcpt    string
	Twice   bool // it is delivered again, as after a 250 that was lost
	Refused bool // it is not the way to answer, and has to be asked back
}

// Answers returns her answers to the prompt, as mail programs and providers write them.
func (s Scene) Answers() []Answer {
	gmail := s.signer("From", "To", "Cc", "Subject", "Date", "Message-ID", "Reply-To", "In-Reply-To", "References", "MIME-Version", "From", "To", "Cc", "Subject")
	thread := []string{"In-Reply-To: " + s.Prompt, "References: " + s.Prompt}
	plain := "Content-Type: text/plain; charset=utf-8\r\n\r\nYes.\r\n"
	html := "Content-Type: multipart/alternative; boundary=\"000a\"\r\n\r\n--000a\r\nContent-Type: text/plain; charset=\"UTF-8\"\r\n\r\nYes.\r\n\r\n--000a\r\n" +
		"Content-Type: text/html; charset=\"UTF-8\"\r\n\r\n<div dir=\"ltr\">Yes.</div>\r\n\r\n--000a--\r\n"
	as := func(to string, more ...string) string { return s.hers(to, "Re: "+s.Subject, "Yes.", more...) }
	return []Answer{
		{Name: "Gmail", Raw: gmail.Sign(strings.Replace(as("Assistant <"+s.To+">", thread...), plain, html, 1))},
		{Name: "Apple Mail", Raw: s.RSA.Sign(as(s.To, append(thread, "X-Mailer: iPhone Mail (23A5)")...))},
		{Name: "Outlook", Raw: s.RSA.Sign(as(`"Assistant" <`+s.To+`>`, append(thread, "Thread-Topic: x", "Accept-Language: en-US")...))},
		{Name: "without a thread, by the tag alone", Raw: s.RSA.Sign(as(s.To))},
		{Name: "the tag in Cc", Raw: s.RSA.Sign(as("Eve <eve@bridge.test>", "Cc: Frank <frank@bridge.test>, Assistant <"+s.To+">"))},
		{Name: "in a group, with comments", Raw: s.RSA.Sign(as("Friends: eve@bridge.test (Eve (the one)), " + s.To + ";"))},
		{Name: "forwarded into another recipient", Raw: "Delivered-To: inbox@host.test\r\n" + s.RSA.Sign(as(s.To)), Rcpt: s.Plain()},
		{Name: "an alias, by the code", Raw: s.RSA.Sign(s.hers("support@bridge.test", "refund", "YES "+s.Code())), Rcpt: s.Plain()},
		{Name: "an alias in the envelope, too", Raw: s.RSA.Sign(s.hers("Support <support+x@bridge.test>", "refund", "YES "+s.Code())), Rcpt: "support@bridge.test"},
		{Name: "a new mail with the code", Raw: s.RSA.Sign(s.hers(s.Plain(), "refund", "YES "+s.Code())), Rcpt: s.Plain()},
		{Name: "Microsoft 365, with the code", Raw: s.M365().Sign(s.hers(s.To, "Re: "+s.Subject, "YES "+s.Code(), thread...))},
		{Name: "Microsoft 365, without the code", Raw: s.M365().Sign(as(s.To, thread...)), Refused: true},
		{Name: "delivered twice", Raw: s.RSA.Sign(as(s.To, thread...)), Twice: true},
	}
}
