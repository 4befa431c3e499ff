package proof

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"bridge/core/message"
	"bridge/internal/mailtest"
)

var testTime = time.Date(2026, 11, 20, 9, 30, 0, 0, time.UTC)

// testKeys are made once: RSA keys take their time.
var testKeys = sync.OnceValue(func() map[string]mailtest.Key {
	return map[string]mailtest.Key{"rsa": mailtest.RSA(2048), "ed": mailtest.Ed25519(), "evil": mailtest.Ed25519(), "old": mailtest.RSA(1024)}
})

const dana = "dana@example.com"

// plainMail is a mail of dana's, as her program writes it.
const plainMail = `From: Dana <dana@example.com>
To: Assistant <agent@bridge.test>
Subject: Re: refund 40 [approval:4K7Q2M]
Date: Fri, 20 Nov 2026 09:00:00 +0000
Message-ID: <1@example.com>
In-Reply-To: <p@bridge.test>
References: <p@bridge.test>
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8

Yes.
`

func crlf(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }

// world is a zone with the keys of example.com and evil.test.
type world struct {
	*mailtest.Zone
	dana, ed, evil mailtest.Signer
}

func newWorld() *world {
	keys := testKeys()
	w := &world{
		Zone: mailtest.NewZone(),
		dana: mailtest.Signer{Key: keys["rsa"], Domain: "example.com", Selector: "s1", At: testTime.Add(-30 * time.Minute)},
		ed:   mailtest.Signer{Key: keys["ed"], Domain: "example.com", Selector: "ed", At: testTime.Add(-30 * time.Minute)},
		evil: mailtest.Signer{Key: keys["evil"], Domain: "evil.test", Selector: "e", At: testTime.Add(-30 * time.Minute)},
	}
	for _, s := range []mailtest.Signer{w.dana, w.ed, w.evil} {
		w.Key(s)
	}
	w.TXT("_dmarc.example.com", "v=DMARC1; p=reject")
	return w
}

func (w *world) checker(authserv ...string) *Checker {
	return New(Options{Resolver: w, Authserv: authserv, Now: func() time.Time { return testTime }})
}

func mailOf(raw string) Mail {
	return Mail{Raw: strings.NewReader(raw), Size: int64(len(raw)), From: dana, Media: "text/plain"}
}

func check(t *testing.T, c *Checker, m Mail) Result {
	t.Helper()
	r, err := c.Check(context.Background(), m)
	if err != nil {
		t.Fatalf("Check: %v", err)
	}
	if (r.Trust == message.Verified) != (len(r.Why) > 0 && r.Why[0] != "the From line is not proven") {
		t.Errorf("%s with the reasons %q", r.Trust, r.Why)
	}
	return r
}

func TestDKIM(t *testing.T) {
	plain := crlf(plainMail)
	without := func(names ...string) []string {
		return slices.DeleteFunc(slices.Clone(mailtest.Usual), func(n string) bool { return slices.Contains(names, n) })
	}
	gmail := crlf(strings.Replace(plainMail, "text/plain; charset=utf-8\n\nYes.\n",
		"multipart/alternative; boundary=\"b1\"\n\n--b1\nContent-Type: text/plain\n\nYes.\n--b1\nContent-Type: text/html\n\n<p>Yes.</p>\n--b1--\n", 1))
	asMultipart := func(m *Mail) { m.Media, m.Boundary = "multipart/alternative", "b1" }
	for _, c := range []struct {
		name     string
		mail     func(w *world) string
		change   func(m *Mail)
		want     bool
		stale    bool
		unproven string
		open     string // of how
		why      string
	}{
		{name: "rsa", mail: func(w *world) string { return w.dana.Sign(plain) }, want: true, why: "DKIM of example.com"},
		{name: "ed25519", mail: func(w *world) string { return w.ed.Sign(plain) }, want: true},
		{name: "simple", mail: func(w *world) string { w.dana.C = "simple/simple"; return w.dana.Sign(plain) }, want: true},
		{name: "both, the upper broken", mail: func(w *world) string {
			return w.evil.Sign(strings.Replace(w.dana.Sign(w.ed.Sign(plain)), "s=s1", "s=gone", 1))
		}, want: true},
		{name: "not signed", mail: func(*world) string { return plain }, why: "neither signed"},
		{name: "body changed", mail: func(w *world) string { return strings.Replace(w.dana.Sign(plain), "Yes.", "Yes!", 1) }, why: "body hash"},
		{name: "footer added", mail: func(w *world) string { return w.dana.Sign(plain) + "-- \r\nList footer\r\n" }, why: "body hash"},
		{name: "subject changed", mail: func(w *world) string { return strings.Replace(w.dana.Sign(plain), "4K7Q2M", "4K7Q2N", 1) }, why: "did not verify"},
		{name: "another domain", mail: func(w *world) string { return w.evil.Sign(plain) }, why: "DKIM of evil.test does not stand for example.com"},
		{name: "d= says more than it signs for", mail: func(w *world) string { w.evil.Domain = "example.com"; return w.evil.Sign(plain) }, why: "no key"},
		{name: "d= is a suffix", mail: func(w *world) string {
			w.evil.Domain = "com"
			w.Key(w.evil)
			return w.evil.Sign(plain)
		}, why: "d= is no domain name"},
		{name: "d= is a suffix of two labels", mail: func(w *world) string {
			w.evil.Domain = "co.uk"
			w.Key(w.evil)
			return w.evil.Sign(strings.ReplaceAll(plain, "dana@example.com", "dana@example.co.uk"))
		}, change: func(m *Mail) { m.From = "dana@example.co.uk" }, why: "does not stand for"},
		{name: "two tenants", mail: func(w *world) string {
			w.evil.Domain = "evil.onmicrosoft.com"
			w.Key(w.evil)
			return w.evil.Sign(strings.ReplaceAll(plain, "dana@example.com", "dana@good.onmicrosoft.com"))
		}, change: func(m *Mail) { m.From = "dana@good.onmicrosoft.com" }, why: "does not stand for"},
		{name: "a tenant itself", mail: func(w *world) string {
			w.evil.Domain = "good.onmicrosoft.com"
			w.Key(w.evil)
			return w.evil.Sign(strings.ReplaceAll(plain, "dana@example.com", "dana@good.onmicrosoft.com"))
		}, change: func(m *Mail) { m.From = "dana@good.onmicrosoft.com" }, want: true},
		{name: "a subdomain", mail: func(w *world) string {
			w.dana.Domain = "mail.example.com"
			w.Key(w.dana)
			return w.dana.Sign(plain)
		}, want: true},
		{name: "a subdomain, strict", mail: func(w *world) string {
			w.TXT("_dmarc.example.com", "v=DMARC1; p=none; adkim=s")
			w.dana.Domain = "mail.example.com"
			w.Key(w.dana)
			return w.dana.Sign(plain)
		}, why: "does not stand for"},
		{name: "a subdomain, an unreadable policy", mail: func(w *world) string {
			w.TXT("_dmarc.example.com", "v=DMARC1; p=reject; adkim=x")
			w.dana.Domain = "mail.example.com"
			w.Key(w.dana)
			return w.dana.Sign(plain)
		}, why: "does not stand for"},
		{name: "a subdomain, two policies", mail: func(w *world) string {
			w.TXT("_dmarc.example.com", "v=DMARC1; p=reject", "v=DMARC1; p=none")
			w.dana.Domain = "mail.example.com"
			w.Key(w.dana)
			return w.dana.Sign(plain)
		}, why: "does not stand for"},
		{name: "the policy of the organisation, strict", mail: func(w *world) string {
			w.TXT("_dmarc.example.com", "v=DMARC1; p=none; adkim=s")
			return w.dana.Sign(strings.ReplaceAll(plain, "dana@example.com", "dana@eu.example.com"))
		}, change: func(m *Mail) { m.From = "dana@eu.example.com" }, why: "does not stand for"},
		{name: "no policy", mail: func(w *world) string { w.TXT("_dmarc.example.com"); return w.dana.Sign(plain) }, want: true},
		{name: "no policy, and nothing that fails (Roomote 2781)", mail: func(w *world) string { w.TXT("_dmarc.example.com"); return plain }, why: "neither signed"},
		{name: "l=", mail: func(w *world) string { w.dana.More = "l=6"; return w.dana.Sign(plain) + "but no\r\n" }, why: "l="},
		{name: "SHA-1", mail: func(w *world) string { w.dana.Algo = "rsa-sha1"; return w.dana.Sign(plain) }, why: "SHA-1"},
		{name: "expired", mail: func(w *world) string { w.dana.More = "x=1600000000"; return w.dana.Sign(plain) }, why: "expired"},
		{name: "i= of another domain", mail: func(w *world) string { w.dana.More = "i=x@badexample.com"; return w.dana.Sign(plain) }, why: "domain mismatch"},
		{name: "i= below", mail: func(w *world) string { w.dana.More = "i=x@a.example.com"; return w.dana.Sign(plain) }, want: true},
		{name: "i= below, t=s", mail: func(w *world) string {
			w.Key(w.dana, "t=s")
			w.dana.More = "i=x@a.example.com"
			return w.dana.Sign(plain)
		}, why: "t=s"},
		{name: "t=s", mail: func(w *world) string { w.Key(w.dana, "t=s"); return w.dana.Sign(plain) }, want: true},
		{name: "t=y", mail: func(w *world) string { w.Key(w.dana, "t=s:y"); return w.dana.Sign(plain) }, why: "t=y"},
		{name: "revoked", mail: func(w *world) string { w.TXT("s1._domainkey.example.com", "v=DKIM1; p="); return w.dana.Sign(plain) }, why: "revoked"},
		{name: "two keys", mail: func(w *world) string {
			w.TXT("s1._domainkey.example.com", w.dana.Key.Record(), w.evil.Key.Record())
			return w.dana.Sign(plain)
		}, why: "multiple"},
		{name: "a huge key", mail: func(w *world) string {
			w.TXT("s1._domainkey.example.com", w.dana.Key.Record()+strings.Repeat("A", 5000))
			return w.dana.Sign(plain)
		}, why: "too long"},
		{name: "RSA 1024", mail: func(w *world) string {
			w.dana.Key = testKeys()["old"]
			w.Key(w.dana)
			return w.dana.Sign(plain)
		}, want: true, why: "shorter than 2048"},
		{name: "Subject not signed", mail: func(w *world) string { w.dana.Fields = without("Subject"); return w.dana.Sign(plain) }, why: "subject is not signed"},
		{name: "From not signed", mail: func(w *world) string { w.dana.Fields = without("From"); return w.dana.Sign(plain) }, why: "from is not signed"},
		{name: "Date not signed", mail: func(w *world) string { w.dana.Fields = without("Date"); return w.dana.Sign(plain) }, why: "date is not signed"},
		{name: "Message-ID not signed", mail: func(w *world) string { w.dana.Fields = without("Message-ID"); return w.dana.Sign(plain) }, want: true, open: "message-id"},
		{name: "Content-Type not signed", mail: func(w *world) string { w.dana.Fields = without("Content-Type"); return w.dana.Sign(plain) }, want: true, open: "content-type"},
		{name: "an encoding added", mail: func(w *world) string {
			w.dana.Fields = without("Content-Transfer-Encoding")
			return "Content-Transfer-Encoding: base64\r\n" + w.dana.Sign(plain)
		}, want: true, open: "content-transfer-encoding"},
		{name: "as Microsoft 365 signs", mail: func(w *world) string {
			w.dana.Fields = []string{"From", "Date", "Subject", "Message-ID", "Content-Type", "MIME-Version", "X-MS-Exchange-SenderADCheck"}
			return w.dana.Sign(plain)
		}, want: true, unproven: "to in-reply-to references"},
		{name: "In-Reply-To added", mail: func(w *world) string {
			w.dana.Fields = without("In-Reply-To", "References")
			raw := strings.NewReplacer("In-Reply-To: <p@bridge.test>\r\n", "", "References: <p@bridge.test>\r\n", "").Replace(plain)
			return "In-Reply-To: <p@bridge.test>\r\n" + w.dana.Sign(raw)
		}, want: true, unproven: "in-reply-to"},
		{name: "as Gmail signs", mail: func(w *world) string {
			w.dana.Fields = []string{"to", "subject", "message-id", "date", "from", "in-reply-to", "references", "mime-version"}
			return w.dana.Sign(gmail)
		}, change: asMultipart, want: true},
		{name: "as Gmail signs, another boundary", mail: func(w *world) string {
			w.dana.Fields = []string{"to", "subject", "message-id", "date", "from", "in-reply-to", "references", "mime-version"}
			return w.dana.Sign(gmail)
		}, change: func(m *Mail) { m.Media, m.Boundary = "multipart/alternative", "b" }, want: true, open: "content-type content-transfer-encoding"},
		{name: "as Gmail signs, another kind", mail: func(w *world) string {
			w.dana.Fields = []string{"to", "subject", "message-id", "date", "from", "in-reply-to", "references", "mime-version"}
			return w.dana.Sign(gmail)
		}, change: func(m *Mail) { m.Media, m.Boundary = "multipart/digest", "b1" }, want: true, open: "content-type content-transfer-encoding"},
		{name: "as Gmail signs, text before it", mail: func(w *world) string {
			w.dana.Fields = []string{"to", "subject", "message-id", "date", "from", "in-reply-to", "references", "mime-version"}
			return w.dana.Sign(strings.Replace(gmail, "\r\n\r\n--b1", "\r\n\r\nx\r\n--b1", 1))
		}, change: asMultipart, want: true, open: "content-type content-transfer-encoding"},
		{name: "as Gmail signs, text behind it", mail: func(w *world) string {
			w.dana.Fields = []string{"to", "subject", "message-id", "date", "from", "in-reply-to", "references", "mime-version"}
			return w.dana.Sign(gmail + "x\r\n")
		}, change: asMultipart, want: true, open: "content-type content-transfer-encoding"},
		{name: "Date of three days ago", mail: func(w *world) string {
			w.dana.At = testTime.Add(-72 * time.Hour)
			return w.dana.Sign(strings.Replace(plain, "Fri, 20", "Tue, 17", 1))
		}, want: true, stale: true, why: "48 hours"},
		{name: "signed three days ago", mail: func(w *world) string { w.dana.At = testTime.Add(-72 * time.Hour); return w.dana.Sign(plain) }, want: true, stale: true},
		{name: "it came three days ago, too", mail: func(w *world) string {
			w.dana.At = testTime.Add(-72 * time.Hour)
			return w.dana.Sign(strings.Replace(plain, "Fri, 20", "Tue, 17", 1))
		}, change: func(m *Mail) { m.Arrived = testTime.Add(-72 * time.Hour) }, want: true},
		{name: "Date of eight days ago", mail: func(w *world) string { return w.dana.Sign(strings.Replace(plain, "Fri, 20", "Thu, 12", 1)) }, why: "older than 7 days"},
		{name: "signed eight days ago", mail: func(w *world) string { w.dana.At = testTime.Add(-8 * 24 * time.Hour); return w.dana.Sign(plain) }, why: "7 days ago"},
		{name: "Date of next week", mail: func(w *world) string { return w.dana.Sign(strings.Replace(plain, "Fri, 20", "Fri, 27", 1)) }, why: "in the future"},
		{name: "signed next week", mail: func(w *world) string { w.dana.At = testTime.Add(96 * time.Hour); return w.dana.Sign(plain) }, why: "in the future"},
		{name: "no Date", mail: func(w *world) string {
			return w.dana.Sign(strings.Replace(plain, "Date: Fri, 20 Nov 2026 09:00:00 +0000\r\n", "", 1))
		}, why: "no Date"},
		{name: "signed twice by the same", mail: func(w *world) string {
			s := w.dana.Sign(plain)
			sig, _, _ := strings.Cut(s, "\r\nFrom: ")
			return sig + "\r\n" + s
		}, want: true},
		{name: "six signatures that do not verify before it", mail: func(w *world) string {
			bad := w.dana
			bad.Selector = "gone"
			s := w.dana.Sign(plain)
			for i := range 6 {
				bad.At = testTime.Add(time.Duration(i) * time.Second)
				s = bad.Sign(s)
			}
			return s
		}, why: "more signatures"},
		{name: "a megabyte of blank lines", mail: func(w *world) string { return w.dana.Sign(plain + strings.Repeat("\r\n", 1<<19) + "x") }, why: "blank lines"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld()
			m := mailOf(c.mail(w))
			if c.change != nil {
				c.change(&m)
			}
			r := check(t, w.checker(), m)
			if (r.Trust == message.Verified) != c.want || !strings.Contains(strings.Join(r.Why, "; "), c.why) {
				t.Errorf("%s: %q", r.Trust, r.Why)
			}
			if c.want && (r.Fresh == c.stale || strings.Join(r.Unproven, " ") != c.unproven) {
				t.Errorf("fresh %t, unproven %q, %q", r.Fresh, r.Unproven, r.Why)
			}
			if c.open != "" {
				open := slices.DeleteFunc(slices.Clone(how), func(n string) bool { return slices.Contains(r.Covered, n) })
				if got := strings.Join(open, " "); got != c.open || r.Shaped {
					t.Errorf("open %q, shaped %t, want %q", got, r.Shaped, c.open)
				}
			}
		})
	}
}

// Nobody makes us ask the DNS for what cannot prove anything.
func TestAsksOnlyWhatMatters(t *testing.T) {
	w := newWorld()
	w.evil.Fields = nil
	check(t, w.checker(), mailOf(w.evil.Sign(crlf(plainMail))))
	w.dana.More = "l=1"
	check(t, w.checker(), mailOf(w.dana.Sign(crlf(plainMail))))
	if asked := w.Asked(); len(asked) != 0 {
		t.Errorf("asked for %q", asked)
	}
	w.dana.More = ""
	c := w.checker()
	for range 3 {
		check(t, c, mailOf(w.dana.Sign(crlf(plainMail))))
	}
	if asked := w.Asked(); !slices.Equal(asked, []string{"s1._domainkey.example.com"}) {
		t.Errorf("asked for %q", asked)
	}
}

func TestTemporary(t *testing.T) {
	w := newWorld()
	raw := w.dana.Sign(crlf(plainMail))
	w.Break("s1._domainkey.example.com", true)
	_, err := w.checker().Check(context.Background(), mailOf(raw))
	var later *TemporaryError
	if !errors.As(err, &later) || !strings.Contains(err.Error(), "the DKIM key of example.com") {
		t.Fatalf("err = %v", err)
	}
	// Another signature is enough.
	if r := check(t, w.checker(), mailOf(w.ed.Sign(raw))); r.Trust != message.Verified {
		t.Errorf("%q", r.Why)
	}
	// A mail in a mailbox does not wait for ever.
	m := mailOf(raw)
	m.Arrived = testTime.Add(-25 * time.Hour)
	if r := check(t, w.checker(), m); r.Trust != message.Asserted || !strings.Contains(strings.Join(r.Why, " "), "24 hours") {
		t.Errorf("%s: %q", r.Trust, r.Why)
	}
	// Nothing of it is remembered.
	c := w.checker()
	_, err = c.Check(context.Background(), mailOf(raw))
	w.Break("s1._domainkey.example.com", false)
	if r := check(t, c, mailOf(raw)); err == nil || r.Trust != message.Verified {
		t.Errorf("%v, then %q", err, r.Why)
	}
	w.Break("_dmarc.example.com", true) // it matters below the domain only
	if r := check(t, w.checker(), mailOf(raw)); r.Trust != message.Verified {
		t.Errorf("%q", r.Why)
	}
	w.dana.Domain = "mail.example.com"
	w.Key(w.dana)
	if _, err := w.checker().Check(context.Background(), mailOf(w.dana.Sign(crlf(plainMail)))); !errors.As(err, &later) {
		t.Errorf("err = %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if r, err := w.checker().Check(ctx, mailOf(raw)); err == nil {
		t.Errorf("after the time was over: %+v", r)
	}
}

func TestSPF(t *testing.T) {
	for _, c := range []struct {
		name   string
		zone   func(w *world)
		change func(m *Mail)
		want   bool
		why    string
	}{
		{name: "pass", want: true, why: "SPF of example.com"},
		{name: "not the edge", change: func(m *Mail) { m.IP = nil }, why: "neither signed"},
		{name: "fail", change: func(m *Mail) { m.IP = net.ParseIP("192.0.2.9") }, why: "SPF of example.com: fail"},
		{name: "softfail", zone: func(w *world) { w.TXT("example.com", "v=spf1 ~all") }, why: "softfail"},
		{name: "no record", zone: func(w *world) { w.TXT("example.com") }, why: "none"},
		{name: "everybody", zone: func(w *world) { w.TXT("example.com", "v=spf1 +all") }, why: "proves nothing"},
		{name: "another domain passes", change: func(m *Mail) { m.ReturnPath = "x@evil.test" }, why: "does not stand for"},
		{name: "a subdomain", zone: func(w *world) { w.TXT("b.example.com", "v=spf1 ip4:192.0.2.1 -all") }, change: func(m *Mail) { m.ReturnPath = "x@b.example.com" }, want: true},
		{name: "a subdomain, strict", zone: func(w *world) {
			w.TXT("b.example.com", "v=spf1 ip4:192.0.2.1 -all")
			w.TXT("_dmarc.example.com", "v=DMARC1; p=reject; aspf=s")
		}, change: func(m *Mail) { m.ReturnPath = "x@b.example.com" }, why: "does not stand for"},
		{
			name: "null path, greeting of the domain", zone: func(w *world) { w.TXT("mx.example.com", "v=spf1 ip4:192.0.2.1 -all") },
			change: func(m *Mail) { m.ReturnPath, m.Hello = "", "mx.example.com" }, want: true,
		},
		{name: "null path, another greeting", change: func(m *Mail) { m.ReturnPath, m.Hello = "", "evil.test" }, why: "does not stand for"},
		{
			name: "null path, greeting that lies", zone: func(w *world) { w.TXT("mx.example.com", "v=spf1 ip4:192.0.2.7 -all") },
			change: func(m *Mail) { m.ReturnPath, m.Hello = "", "mx.example.com" }, why: "fail",
		},
		{name: "the greeting does not help", change: func(m *Mail) { m.ReturnPath, m.Hello = "x@evil.test", "mx.example.com" }, why: "does not stand for"},
		{name: "two @", change: func(m *Mail) { m.ReturnPath = `"x@evil.test"@example.com` }, why: "plain form"},
		{name: "two @, not quoted", change: func(m *Mail) { m.ReturnPath = `x@evil.test@example.com` }, why: "no domain"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld()
			w.TXT("example.com", "v=spf1 ip4:192.0.2.1 -all")
			w.TXT("evil.test", "v=spf1 ip4:192.0.2.1 -all")
			if c.zone != nil {
				c.zone(w)
			}
			m := mailOf(crlf(plainMail))
			m.IP, m.Hello, m.ReturnPath = net.ParseIP("192.0.2.1"), "out.example.com", "dana@example.com"
			if c.change != nil {
				c.change(&m)
			}
			r := check(t, w.checker(), m)
			if (r.Trust == message.Verified) != c.want || !strings.Contains(strings.Join(r.Why, "; "), c.why) {
				t.Errorf("%s: %q", r.Trust, r.Why)
			}
		})
	}
	w := newWorld()
	w.Break("example.com", true)
	m := mailOf(crlf(plainMail))
	m.IP, m.ReturnPath = net.ParseIP("192.0.2.1"), "dana@example.com"
	var later *TemporaryError
	if _, err := w.checker().Check(context.Background(), m); !errors.As(err, &later) {
		t.Errorf("err = %v", err)
	}
}

// A server of the author's domain passes on what her colleagues forward, too: only under
// her own return path it brings a mail of hers that is no copy.
func TestDeliveredBySPF(t *testing.T) {
	for _, c := range []struct {
		name, path, results string
		want                bool
	}{
		{name: "her own", path: "dana@example.com", want: true},
		{name: "her own, in capitals", path: "Dana@Example.com", want: true},
		{name: "a colleague's", path: "mallory@example.com"},
		{name: "a colleague's forwarding at Gmail", path: "mallory+caf_=agent=bridge.test@example.com"},
		{name: "a colleague's forwarding at Microsoft", path: "mallory+SRS=abc=DE=example.com=dana@example.com"},
		{name: "of another host", path: "dana@mail.example.com"},
		{name: "none", path: ""},
		{name: "results: her own", results: "smtp.mailfrom=dana@example.com", path: "x@relay.test", want: true},
		{name: "results: a colleague's", results: "smtp.mailfrom=mallory@example.com", path: "dana@example.com"},
		{name: "results: the domain, her own path", results: "smtp.mailfrom=example.com", path: "dana@example.com", want: true},
		{name: "results: the domain, a colleague's path", results: "smtp.mailfrom=example.com", path: "mallory@example.com"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld()
			for _, d := range []string{"example.com", "mail.example.com"} {
				w.TXT(d, "v=spf1 ip4:192.0.2.1 -all")
			}
			w.dana.Fields = []string{"From", "Date", "Subject", "Message-ID", "Content-Type", "MIME-Version"}
			raw := w.dana.Sign(crlf(plainMail))
			checker := w.checker()
			if c.results != "" {
				raw = "Authentication-Results: mx.bridge.test; spf=pass " + c.results + "; dmarc=pass header.from=example.com\r\n" + raw
				checker = w.checker("mx.bridge.test")
			}
			m := mailOf(raw)
			if m.ReturnPath = c.path; c.results == "" {
				m.IP, m.Hello = net.ParseIP("192.0.2.1"), "mail.example.com"
			}
			r := check(t, checker, m)
			if r.Trust != message.Verified || r.Delivered != c.want || slices.Contains(r.Covered, "to") != c.want {
				t.Errorf("%s, delivered %t, covered %q: %q", r.Trust, r.Delivered, r.Covered, r.Why)
			}
		})
	}
}

// What two readers may take for different things proves nothing, although it is
// signed.
func TestReadInOneWayOnly(t *testing.T) {
	for name, change := range map[string]func(string) string{
		"bare CR":               func(s string) string { return strings.Replace(s, "Subject: Re", "Subject: x\rRe", 1) },
		"line of one CR":        func(s string) string { return "X: y\r\n\r\r\n" + s },
		"bare LF":               func(s string) string { return strings.Replace(s, "MIME-Version: 1.0\r\n", "MIME-Version: 1.0\n", 1) },
		"NUL":                   func(s string) string { return strings.Replace(s, "Subject: Re", "Subject: \x00Re", 1) },
		"mbox line":             func(s string) string { return "From x Fri Nov 20\r\n" + s },
		"begins with a blank":   func(s string) string { return " " + s },
		"a line that is none":   func(s string) string { return "nothing\r\n" + s },
		"blank before a colon":  func(s string) string { return "Subject : x\r\n" + s },
		"second From":           func(s string) string { return "From: dana@example.com\r\n" + s },
		"second To":             func(s string) string { return "to: agent@bridge.test\r\n" + s },
		"second Content-Type":   func(s string) string { return "Content-type: text/html\r\n" + s },
		"second Message-ID":     func(s string) string { return "Message-Id: <2@example.com>\r\n" + s },
		"no end of the header":  func(s string) string { return strings.ReplaceAll(s, "\r\n\r\n", "\r\n") },
		"a long line":           func(s string) string { return "X: " + strings.Repeat("x", 20000) + "\r\n" + s },
		"a long header":         func(s string) string { return strings.Repeat("X: "+strings.Repeat("x", 990)+"\r\n", 300) + s },
		"8 bit in a field name": func(s string) string { return "X\xe9: x\r\n" + s },
	} {
		w := newWorld()
		if r := check(t, w.checker(), mailOf(change(w.dana.Sign(crlf(plainMail))))); r.Trust != message.Asserted {
			t.Errorf("%s: %q", name, r.Why)
		}
	}
	for value, want := range map[string]bool{
		"dana@example.com": true, "<dana@example.com>": true, "Dana <dana@example.com>": true, "DANA@Example.COM": true,
		`"Bianchi, Dana" <dana@example.com>`: true, `"a \" <x@evil.test>" <dana@example.com>`: true, "=?utf-8?q?D=C3=A4na?= <dana@example.com>": true,
		"Dänä B. <dana@example.com>":    true,
		"dana@example.com, x@evil.test": false, "g: dana@example.com;": false, "<dana@example.com> <x@evil.test>": false,
		"dana@example.com (x)": false, "dana(x)@example.com": false, "(x) <dana@example.com>": false, `"dana"@example.com`: false,
		"<@evil.test:dana@example.com>": false, "dana@example.com.": false, "x <y <dana@example.com>": false, "dana @example.com": false,
		"dana@[192.0.2.1]": false, "dana@example.com@evil.test": false, `"x" dana@example.com`: false, "dana@ex\u00e4mple.com": false,
		"dana@example.com <x@evil.test>": false, "": false, "<>": false, "=?utf-8?q?dana?=@example.com": false, ".dana@example.com": false,
	} {
		w := newWorld()
		raw := strings.Replace(crlf(plainMail), "Dana <dana@example.com>", value, 1)
		if r := check(t, w.checker(), mailOf(w.dana.Sign(raw))); (r.Trust == message.Verified) != want {
			t.Errorf("From: %s: %s %q", value, r.Trust, r.Why)
		}
	}
}

func TestDMARC(t *testing.T) {
	w := newWorld()
	w.TXT("_dmarc.example.org", "v=DMARC1; p=reject; sp=none; adkim=s")
	w.TXT("_dmarc.broken.test", "v=DMARC1; adkim=s; adkim=r")
	w.TXT("_dmarc.other.test", "something else")
	for domain, want := range map[string]Record{
		"example.com":    {Found: true, At: "example.com", Policy: "reject"},
		"example.org":    {Found: true, At: "example.org", Policy: "reject", StrictDKIM: true},
		"eu.example.org": {Found: true, At: "example.org", Policy: "none", StrictDKIM: true},
		"broken.test":    {Found: true, At: "broken.test", StrictDKIM: true, StrictSPF: true, Unreadable: true},
		"other.test":     {},
		"nothing.test":   {},
	} {
		if got, err := w.checker().DMARC(context.Background(), domain); err != nil || got != want {
			t.Errorf("%s: %+v, %v", domain, got, err)
		}
	}
	w.Break("_dmarc.example.com", true)
	if _, err := w.checker().DMARC(context.Background(), "example.com"); err == nil {
		t.Error("no error of a DNS that is down")
	}
}

// slow is a DNS that does not answer.
type slow struct{ *mailtest.Zone }

func (slow) LookupTXT(ctx context.Context, _ string) ([]string, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

func TestCacheIsBounded(t *testing.T) {
	z := mailtest.NewZone()
	c := newCache(z)
	for i := range 2*maxAnswers + 10 {
		_, _ = c.LookupTXT(context.Background(), fmt.Sprintf("n%d.test", i))
	}
	if n := len(c.answers); n > maxAnswers {
		t.Errorf("%d answers are kept", n)
	}
	if _, err := newCache(slow{z}).LookupTXT(canceled(), "x.test"); isMissing(err) || err == nil {
		t.Errorf("err = %v", err)
	}
}

// TestSilenceIsRemembered: many mails of a domain that does not answer cost one wait.
func TestSilenceIsRemembered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCache(slow{mailtest.NewZone()})
		_, _ = c.LookupTXT(canceled(), "x.test")
		ask := func(want time.Duration) {
			t.Helper()
			began := time.Now()
			if _, err := c.LookupTXT(t.Context(), "x.test"); err == nil || isMissing(err) {
				t.Errorf("err = %v", err)
			}
			if took := time.Since(began); took != want {
				t.Errorf("it took %s, want %s", took, want)
			}
		}
		ask(lookupTimeout)
		ask(0)
		time.Sleep(keepSilence + time.Second)
		ask(lookupTimeout)
	})
}

func canceled() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}
