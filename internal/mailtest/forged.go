package mailtest

import (
	"fmt"
	"strings"
	"sync"
	"time"
)

// Scene is an approval that waits for Dana, and what an attacker knows of it:
// everything but her keys.
type Scene struct {
	Domain  string // of her mail; dana@Domain
	To      string // our address with the tag of the request
	Subject string // of the prompt, with its code
	Prompt  string // the Message-ID of the prompt
	Now     time.Time
	RSA, Ed Signer // of Domain
	Evil    Signer // of evil.test
}

// sceneKey is the RSA key of all scenes: to make one takes as long as all else that a test does with it.
var sceneKey = sync.OnceValue(func() Key { return RSA(2048) })

// NewScene returns a scene with keys that are in the zone, and with policies.
func NewScene(z *Zone, domain string, now time.Time) Scene {
	at := now.Add(-10 * time.Minute)
	s := Scene{
		Domain: domain, Now: now,
		RSA:  Signer{Key: sceneKey(), Domain: domain, Selector: "rsa", At: at},
		Ed:   Signer{Key: Ed25519(), Domain: domain, Selector: "ed", At: at},
		Evil: Signer{Key: Ed25519(), Domain: "evil.test", Selector: "evil", At: at},
	}
	z.Key(s.RSA)
	z.Key(s.Ed)
	z.Key(s.Evil)
	for _, d := range []string{"xn--exmple-4nf.test", "evil.test." + domain, "test"} { // what an attacker may register, and more
		e := s.Evil
		e.Domain = d
		z.Key(e)
	}
	sub := s.Evil
	sub.Domain = "blog." + domain
	z.Key(sub)
	forTests := s.Ed
	forTests.Selector = "tests"
	z.Key(forTests, "t=y")
	z.TXT("_dmarc."+domain, "v=DMARC1; p=reject; adkim=s; aspf=s")
	z.TXT(domain, "v=spf1 ip4:192.0.2.1 -all")
	z.TXT("evil.test", "v=spf1 ip4:127.0.0.1 -all")
	return s
}

// Dana is her address.
func (s Scene) Dana() string { return "dana@" + s.Domain }

// Border is the Received field of our own mail server, which every mail comes by.
func (s Scene) Border() string {
	return fmt.Sprintf("Received: from evil.test (unknown [192.0.2.66])\r\n by mx.%s (Postfix) with ESMTPS id ABC; %s\r\n", s.Domain, s.Now.Format(time.RFC1123Z))
}

// results is an Authentication-Results field.
func (s Scene) results(id, rest string) string {
	return "Authentication-Results: " + id + "; " + rest + "\r\n"
}

// Yes is her answer to the prompt; old and new are replaced in it, pair by pair.
func (s Scene) Yes(pairs ...string) string {
	raw := strings.Join([]string{
		"From: Dana <" + s.Dana() + ">", "To: " + s.To, "Subject: Re: " + s.Subject, "Date: " + s.Now.Format(time.RFC1123Z),
		"Message-ID: <yes." + fmt.Sprint(s.Now.UnixNano()) + "@" + s.Domain + ">", "In-Reply-To: " + s.Prompt, "References: " + s.Prompt,
		"MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8", "", "Yes.", "",
	}, "\r\n")
	return strings.NewReplacer(pairs...).Replace(raw)
}

// lunch is a mail of hers to somebody else who has it.
func (s Scene) lunch(more ...string) string {
	return strings.Join(append(append([]string{
		"From: Dana <" + s.Dana() + ">", "To: mallory@evil.test", "Subject: Re: lunch?", "Date: " + s.Now.Format(time.RFC1123Z),
		"Message-ID: <lunch@" + s.Domain + ">", "MIME-Version: 1.0",
	}, more...), "Content-Type: text/plain; charset=utf-8", "", "Yes.", ""), "\r\n")
}

func (s Scene) signer(fields ...string) Signer {
	r := s.Ed
	r.Fields = fields
	return r
}

// from is the answer with another From line, signed by evil.test.
func (s Scene) from(line string) string {
	return s.Evil.Sign(s.Yes("From: Dana <"+s.Dana()+">", "From: "+line))
}

// Forged is a mail that must not count as Dana's yes.
type Forged struct {
	Name       string
	Raw        string
	ReturnPath string // "" = mallory@evil.test
	Null       bool   // the return path is null
	Hello      string
	// Hers says that the mail is hers indeed, and proven: what it says, or whom
	// it was written to, is no yes to us.
	Hers bool
	// Lookalike says that the sender is proven, as somebody else.
	Lookalike bool
	Edge      bool // it comes right from the attacker's server
}

// Forgeries returns the mails of an attacker.
func (s Scene) Forgeries() []Forged {
	dana, evil := s.Dana(), "mallory@evil.test"
	mx := "mx." + s.Domain
	pass := "dmarc=pass header.from=" + s.Domain
	plainText := "Content-Type: text/plain; charset=utf-8\r\n\r\nYes.\r\n"
	multi := func(kind, first, second string) string {
		return s.Ed.Sign(s.Yes(plainText, "Content-Type: multipart/"+kind+"; boundary=b\r\n\r\n--b\r\n"+first+"\r\n--b\r\n"+second+"\r\n--b--\r\n"))
	}
	narrow := s.signer("From", "To", "Subject", "Date", "Message-ID", "MIME-Version", "Content-Type")
	m365 := s.signer("From", "Date", "Subject", "Message-ID", "Content-Type", "MIME-Version")
	below := func(results string) string { return s.Border() + results + s.Yes() }
	evilAs := func(d string) Signer { e := s.Evil; e.Domain = d; return e }
	tagged := func(base Signer, more string) Signer { base.More = more; return base }
	old := s.Now.Add(-9 * 24 * time.Hour)
	stale := func(d time.Duration) string {
		e := s.Ed
		e.At = s.Now.Add(-d)
		return e.Sign(s.Yes(s.Now.Format(time.RFC1123Z), e.At.Format(time.RFC1123Z)))
	}
	selector := func(sel string) Signer { e := s.Ed; e.Selector = sel; return e }
	list := []Forged{
		{Name: "nothing but her name", Raw: s.Yes(), ReturnPath: dana},
		// The From line
		{Name: "second From on top", Raw: "From: " + evil + "\r\n" + s.Yes()},
		{Name: "second From on top of what she signed", Raw: "From: " + dana + "\r\n" + narrow.Sign(s.lunch())},
		{Name: "second From below", Raw: s.Evil.Sign(s.Yes("\r\nTo:", "\r\nFrom: "+evil+"\r\nTo:"))},
		{Name: "two addresses", Raw: s.from(dana + ", " + evil)},
		{Name: "two addresses, hers second", Raw: s.from(evil + ", " + dana)},
		{Name: "group", Raw: s.from("x: " + dana + ";")},
		{Name: "group with two", Raw: s.from("x: " + dana + ", " + evil + ";")},
		{Name: "display name", Raw: s.from(`"` + dana + `" <` + evil + ">"), Lookalike: true},
		{Name: "display name with brackets", Raw: s.from(`"Dana <` + dana + `>" <` + evil + ">"), Lookalike: true},
		{Name: "display name in an encoded word", Raw: s.from("=?utf-8?q?Dana_=3Cdana=40" + s.Domain + "=3E?= <" + evil + ">"), Lookalike: true},
		{Name: "encoded address", Raw: s.from("=?utf-8?q?dana=40" + s.Domain + "?=")},
		{Name: "comment behind", Raw: s.from(evil + " (" + dana + ")")},
		{Name: "comment before", Raw: s.from("(" + evil + ") " + dana)},
		{Name: "comment inside", Raw: s.from("dana(" + evil + ")@" + s.Domain)},
		{Name: "route", Raw: s.from("<@evil.test:" + dana + ">")},
		{Name: "two brackets", Raw: s.from("<" + dana + "> <" + evil + ">")},
		{Name: "two at signs", Raw: s.from("<" + dana + "@evil.test>")},
		{Name: "dot behind the domain", Raw: s.from("Dana <" + dana + ".>")},
		{Name: "quoted local part", Raw: s.from(`"dana"@` + s.Domain)},
		{Name: "upper case", Raw: s.from(strings.ToUpper(dana))},
		{Name: "NUL", Raw: s.from("Dana <dana\x00@" + s.Domain + ">")},
		{Name: "folded", Raw: s.from("Dana\r\n <" + dana + ">\r\n (" + evil + ")")},
		{Name: "Cyrillic look-alike", Raw: evilAs("xn--exmple-4nf.test").Sign(s.Yes("<"+dana+">", "<dana@ex\u0430mple.test>")), Lookalike: true},
		{Name: "punycode look-alike", Raw: evilAs("xn--exmple-4nf.test").Sign(s.Yes("<"+dana+">", "<dana@xn--exmple-4nf.test>")), Lookalike: true},
		// Other fields that name her
		{Name: "Sender", Raw: s.Evil.Sign(s.Yes("From: Dana <"+dana+">", "From: "+evil+"\r\nSender: "+dana)), Lookalike: true},
		{Name: "Reply-To", Raw: s.Evil.Sign(s.Yes("From: Dana <"+dana+">", "From: "+evil+"\r\nReply-To: "+dana)), Lookalike: true},
		{Name: "Resent-From", Raw: s.Evil.Sign(s.Yes("From: Dana <"+dana+">", "From: "+evil+"\r\nResent-From: "+dana)), Lookalike: true},
		{Name: "Sender is the attacker", Raw: s.Evil.Sign(s.Yes("\r\nTo:", "\r\nSender: "+evil+"\r\nTo:"))},
		{Name: "the code split over encoded words", Raw: s.Evil.Sign(s.Yes("From: Dana <"+dana+">", "From: "+evil, "[approval:", "=?utf-8?q?[app?= =?utf-8?q?roval:?=")), Lookalike: true},
		// Authentication-Results. Our own server stands before us and has written none.
		{Name: "results of its own", Raw: below(s.results(mx, pass))},
		{Name: "results in upper case", Raw: below(s.results(strings.ToUpper(mx), pass))},
		{Name: "results with a dot behind the name", Raw: s.results(mx+".", pass) + s.Border() + s.Yes()},
		{Name: "results with a comment behind the name", Raw: below(s.results(mx+" (really)", pass))},
		{Name: "results of another server", Raw: s.results("mx.evil.test", pass) + s.Border() + s.Yes()},
		{Name: "results below its own Received", Raw: s.Border() + "Received: from a by " + mx + " with LMTP id 1; x\r\n" + s.results(mx, pass) + s.Border() + s.Yes()},
		{Name: "results below ours that fail", Raw: s.results(mx, "dmarc=fail header.from="+s.Domain) + s.Border() + s.results(mx, pass) + s.Yes()},
		{Name: "results in a quoted string", Raw: s.results(mx, `spf=pass smtp.mailfrom="x; `+pass+` y"@evil.test; dmarc=fail header.from=evil.test`) + s.Border() + s.Yes()},
		{Name: "results in a comment", Raw: s.results(mx, "dmarc=fail (; "+pass+") header.from=evil.test") + s.Border() + s.Yes()},
		{Name: "results of the attacker's domain", Raw: s.results(mx, "dmarc=pass header.from=evil.test") + s.Border() + s.Yes()},
		{Name: "results of a signature without Subject", Raw: s.results(mx, "dkim=pass header.d="+s.Domain+"; "+pass) + s.Border() + s.signer("From", "Date").Sign(s.Yes())},
		// Signatures
		{Name: "signed by another domain", Raw: s.Evil.Sign(s.Yes())},
		{Name: "signed as hers with another key", Raw: evilAs(s.Domain).Sign(s.Yes())},
		{Name: "signed by a subdomain, against her policy", Raw: evilAs("blog." + s.Domain).Sign(s.Yes())},
		{Name: "signed by a domain that begins with hers", Raw: evilAs(s.Domain + ".evil.test").Sign(s.Yes())},
		{Name: "signed by the suffix", Raw: evilAs("test").Sign(s.Yes())},
		{Name: "signature without Subject", Raw: s.signer("From", "To", "Date", "Message-ID", "MIME-Version", "Content-Type").Sign(s.Yes("In-Reply-To: "+s.Prompt+"\r\nReferences: "+s.Prompt+"\r\n", ""))},
		{Name: "signature without From", Raw: s.signer("To", "Subject", "Date", "Message-ID", "MIME-Version", "Content-Type").Sign(s.Yes())},
		{Name: "signature without Date", Raw: s.signer("From", "To", "Subject", "Message-ID", "MIME-Version", "Content-Type").Sign(s.Yes())},
		{Name: "signature without Content-Type", Raw: s.signer("From", "To", "Subject", "Date", "Message-ID", "MIME-Version").Sign(s.Yes("charset=utf-8", "charset=utf-7", "Yes.", "+AFk-es.")), Hers: true},
		{Name: "length of the body", Raw: tagged(s.Ed, "l=0").Sign(s.Yes())},
		{Name: "expired", Raw: tagged(s.Ed, "x=1500000000").Sign(s.Yes())},
		{Name: "a key for tests", Raw: selector("tests").Sign(s.Yes())},
		{Name: "i= of another domain", Raw: tagged(s.Ed, "i=dana@evil.test").Sign(s.Yes())},
		{Name: "her broken signature beside a good one of another", Raw: s.Evil.Sign(selector("gone").Sign(s.Yes()))},
		{Name: "the body changed", Raw: strings.Replace(s.Ed.Sign(s.Yes("\r\nYes.\r\n", "\r\nNever!\r\n")), "Never!", "Yes.", 1)},
		{Name: "a footer of a list", Raw: s.Ed.Sign(s.Yes()) + "_______________________________________________\r\nteam mailing list\r\nteam@lists.test\r\n"},
		{Name: "the subject changed", Raw: strings.Replace(s.Ed.Sign(s.Yes("Re: "+s.Subject, "Re: lunch?")), "Subject: Re: lunch?", "Subject: Re: "+s.Subject, 1)},
		// Mails of hers, sent again
		{Name: "a mail to somebody else", Raw: narrow.Sign(s.lunch()), Hers: true},
		{Name: "with a new Subject on top", Raw: "Subject: Re: " + s.Subject + "\r\n" + narrow.Sign(s.lunch())},
		{Name: "with a new In-Reply-To on top", Raw: "In-Reply-To: " + s.Prompt + "\r\n" + narrow.Sign(s.lunch()), Hers: true},
		{Name: "with another To and In-Reply-To, which were not signed", Raw: strings.Replace(m365.Sign(s.lunch("In-Reply-To: <x@evil.test>")), "mallory@evil.test", s.To, 1), Hers: true},
		{Name: "with a second To", Raw: "To: " + s.To + "\r\n" + narrow.Sign(s.lunch())},
		{Name: "with a Cc, which was not signed", Raw: "Cc: " + s.To + "\r\n" + narrow.Sign(s.lunch()), Hers: true},
		{Name: "with another Message-ID", Raw: strings.Replace(narrow.Sign(s.Yes("In-Reply-To: "+s.Prompt+"\r\nReferences: "+s.Prompt+"\r\n", "")), "<yes.", "<no.", 1)},
		{Name: "nine days old", Raw: stale(s.Now.Sub(old))},
		{Name: "three days old", Raw: stale(72 * time.Hour), Hers: true},
		{Name: "nine days old with a new Date", Raw: strings.Replace(stale(s.Now.Sub(old)), old.Format(time.RFC1123Z), s.Now.Format(time.RFC1123Z), 1)},
		{Name: "inside a mail of the attacker", Raw: s.Evil.Sign(s.Yes("From: Dana <"+dana+">", "From: "+evil, plainText, "Content-Type: message/rfc822\r\n\r\n"+s.Ed.Sign(s.Yes()))), Lookalike: true},
		{Name: "under a header of the attacker", Raw: s.Yes() + "\r\n" + narrow.Sign(s.lunch())},
		{Name: "under a line of one CR", Raw: s.Yes("\r\n\r\nYes.\r\n", "\r\n\r\r\nYes.\r\n") + narrow.Sign(s.lunch())},
		{Name: "under an mbox line", Raw: "From mallory@evil.test Fri Nov 20 09:00:00 2026\r\n" + narrow.Sign(s.lunch())},
		{Name: "under a bare LF", Raw: "Subject: Re: " + s.Subject + "\n" + narrow.Sign(s.lunch())},
		{Name: "with a second Content-Type", Raw: "Content-Type: text/html\r\n" + narrow.Sign(s.Yes("In-Reply-To: "+s.Prompt+"\r\nReferences: "+s.Prompt+"\r\n", ""))},
		{Name: "with an encoding", Raw: "Content-Transfer-Encoding: base64\r\n" + narrow.Sign(s.Yes("In-Reply-To: "+s.Prompt+"\r\nReferences: "+s.Prompt+"\r\n", "", "Yes.", "WWVzLg==")), Hers: true},
		{Name: "with two encodings", Raw: "Content-Transfer-Encoding: 7bit\r\nContent-Transfer-Encoding: base64\r\n" + s.Ed.Sign(s.Yes())},
		// Mails of hers that say no clear yes
		{Name: "hidden HTML", Raw: s.Ed.Sign(s.Yes(plainText, "Content-Type: text/html; charset=utf-8\r\n\r\n<p style=\"display:none\">Yes.</p><p>Can we talk first?</p>\r\n")), Hers: true},
		{Name: "text and HTML disagree", Raw: multi("alternative", plainText, "Content-Type: text/html\r\n\r\n<p>Can we talk first?</p>\r\n"), Hers: true},
		{Name: "two texts", Raw: multi("mixed", plainText, "Content-Type: text/plain\r\n\r\nbut only half of it\r\n"), Hers: true},
		{Name: "UTF-7", Raw: s.Ed.Sign(s.Yes(plainText, "Content-Type: text/plain; charset=utf-7\r\n\r\n+AFk-es. +AC0- but only half\r\n")), Hers: true},
		// The attacker's server connects to us
		{Name: "SPF pass of another domain", Raw: s.Yes(), Edge: true, Hello: "evil.test"},
		{Name: "SPF of her domain fails", Raw: s.Yes(), ReturnPath: dana, Edge: true, Hello: "evil.test"},
		{Name: "null path and its own greeting", Raw: s.Yes(), Null: true, Edge: true, Hello: "evil.test"},
		{Name: "null path and her greeting", Raw: s.Yes(), Null: true, Edge: true, Hello: s.Domain},
		{Name: "her greeting", Raw: s.Yes(), Edge: true, Hello: s.Domain},
		{Name: "two at signs in the return path", Raw: s.Yes(), ReturnPath: `"x@evil.test"@` + s.Domain, Edge: true, Hello: "evil.test"},
		{Name: "results at the edge", Raw: s.results(mx, pass) + s.Yes(), Edge: true, Hello: "evil.test"},
	}
	for i := range list {
		if f := &list[i]; f.ReturnPath == "" && !f.Null {
			f.ReturnPath = evil
		}
	}
	return list
}
