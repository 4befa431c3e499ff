package proof

import (
	"strings"
	"testing"

	"bridge/core/message"
	"bridge/internal/mailtest"
)

func TestParseAuthResult(t *testing.T) {
	for _, c := range []struct {
		in, want string // id; method=result name=value …; "" = unreadable
	}{
		{"mx.test; dmarc=pass header.from=example.com", "mx.test; dmarc=pass header.from=example.com"},
		{"MX.test 1; DMARC = PASS (p=none; x) header . from = example.com", "mx.test; dmarc=pass header.from=example.com"},
		{"mx.test (a (nested \\) one) ;) ; spf/1=fail", "mx.test; spf=fail"},
		{"mx.test; none", "mx.test"},
		{" (c) mx.test (c) ; (c) none (c) ", "mx.test"},
		{`"mx.test"; none`, `"mx.test"`},
		{`mx; spf=pass reason="good; dmarc=pass" smtp.mailfrom=a@b.c`, `mx; spf=pass reason="good; dmarc=pass" smtp.mailfrom=a@b.c`},
		// Of the wild: the trick that other parsers fall for.
		{
			`mx; spf=pass smtp.mailfrom="x; dmarc=pass header.from=bank.test y"@evil.test; dmarc=fail header.from=evil.test`,
			`mx; spf=pass smtp.mailfrom="x; dmarc=pass header.from=bank.test y"@evil.test; dmarc=fail header.from=evil.test`,
		},
		{
			"mx.google.com; dkim=pass header.i=@example.com header.s=s1 header.b=\"a/b+c=\"; spf=pass (google.com: domain of dana@example.com designates 192.0.2.1 as permitted sender) smtp.mailfrom=dana@example.com; dmarc=pass (p=NONE sp=NONE dis=NONE) header.from=example.com",
			`mx.google.com; dkim=pass header.b="a/b+c=" header.i=@example.com header.s=s1; spf=pass smtp.mailfrom=dana@example.com; dmarc=pass header.from=example.com`,
		},
		{"", ""},
		{"mx", ""},
		{"mx;", ""},
		{"mx; dmarc", ""},
		{"mx; dmarc=", ""},
		{"mx; dmarc=pass;", ""},
		{"mx; dmarc=pass header.from", ""},
		{"mx; dmarc=pass header.from=", ""},
		{"mx; dmarc=pass header.from=a header.from=b", ""},
		{"mx; dmarc=pass junk header.from=a", ""},
		{"mx; dmarc=pass (open header.from=a", ""},
		{`mx; dmarc=pass header.from="a`, ""},
		{"mx; none; dmarc=pass", ""},
		{"mx; dmarc=pass; none", ""},
		{"mx dmarc=pass", ""},
		{"mx, dmarc=pass", ""},
		{"mx; dmarc=pass header.from=a) x.y=z", ""},
		{"spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=x; dmarc=pass", ""}, // no id, as Microsoft 365 writes it
		{"mx; dmarc=pass\\ header.from=a", ""},
	} {
		r, ok := parseAuthResult(c.in)
		got := r.id
		for _, m := range r.methods {
			got += "; " + m.name + "=" + m.result
			for _, p := range []string{"header.b", "header.from", "header.i", "header.s", "reason", "smtp.mailfrom"} {
				if v, ok := m.props[p]; ok {
					got += " " + p + "=" + v
				}
			}
		}
		if !ok {
			got = ""
		}
		if got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.in, got, c.want)
		}
	}
}

func TestAuthenticationResults(t *testing.T) {
	const (
		border = "Received: from out.example.com (out.example.com [192.0.2.1])\r\n by mx.bridge.test (Postfix) with ESMTPS id X (using TLSv1.3 with cipher Y)\r\n for <agent@bridge.test>; Fri, 20 Nov 2026 09:00:01 +0000\r\n"
		lmtp   = "Received: from mx.bridge.test by imap.bridge.test with LMTP id Z\r\n for <agent@bridge.test>; Fri, 20 Nov 2026 09:00:01 +0000\r\n"
		pass   = "Authentication-Results: mx.bridge.test; dmarc=pass header.from=example.com\r\n"
		fail   = "Authentication-Results: mx.bridge.test; dmarc=fail header.from=example.com\r\n"
		google = "Received: from mail.example.com (mail.example.com. [192.0.2.1])\r\n by mx.google.com with ESMTPS id x\r\n for <agent@gmail.com> (version=TLS1_3); Fri, 20 Nov 2026 09:00:01 -0000 (PST)\r\n"
		inside = "Received: by 2002:a05:6a00:1 with SMTP id y; Fri, 20 Nov 2026 09:00:01 -0000 (PST)\r\n"
		gpass  = "Authentication-Results: mx.google.com;\r\n dkim=pass header.i=@example.com header.s=s1;\r\n dmarc=pass (p=REJECT) header.from=example.com\r\n"
	)
	plain := crlf(plainMail)
	unsigned := func(names ...string) string {
		w := newWorld()
		w.dana.Fields = names
		return w.dana.Sign(plain)
	}
	for _, c := range []struct {
		name     string
		raw      string
		open     bool
		ids      []string
		want     bool
		unproven string
	}{
		{name: "above its Received", raw: pass + border + plain, want: true},
		{name: "and a delivery by LMTP", raw: lmtp + pass + border + plain, want: true},
		{name: "no server is trusted", raw: pass + border + plain, ids: []string{}},
		{name: "another server", raw: strings.Replace(pass, "mx.bridge", "mx.evil", 1) + border + plain},
		{name: "case of the name", raw: strings.Replace(pass, "mx.bridge.test", "MX.Bridge.Test", 1) + border + plain, want: true},
		{name: "dot behind the name", raw: strings.Replace(pass, "mx.bridge.test", "mx.bridge.test.", 1) + border + plain},
		{name: "begins with the name", raw: strings.Replace(pass, "mx.bridge.test", "mx.bridge.test.evil.test", 1) + border + plain},
		{name: "comment behind the name", raw: strings.Replace(pass, "mx.bridge.test", "mx.bridge.test (x)", 1) + border + plain, want: true},
		{name: "the name in a comment", raw: strings.Replace(pass, "mx.bridge.test", "mx.evil.test (mx.bridge.test)", 1) + border + plain},
		{name: "from the open net", raw: pass + border + plain, open: true},
		{name: "below the border", raw: border + pass + plain},
		{name: "below the border and the delivery", raw: lmtp + border + pass + plain},
		{name: "below a greeting that says LMTP", raw: strings.Replace(border, "from out.example.com", "from x with LMTP", 1) + pass + plain},
		{name: "below, with a Received of its own", raw: border + pass + lmtp + plain},
		{name: "the topmost counts", raw: fail + pass + border + plain},
		{name: "the topmost counts, below the border too", raw: fail + border + pass + plain},
		{name: "one of another above", raw: "Authentication-Results: inner.test; none\r\n" + pass + border + plain, want: true},
		{name: "one that cannot be read above", raw: "Authentication-Results: mx.bridge.test; (\r\n" + pass + border + plain},
		{name: "a pass for another domain", raw: strings.Replace(pass, "from=example.com", "from=evil.test", 1) + border + plain},
		{name: "a pass for a subdomain", raw: strings.Replace(pass, "from=example.com", "from=a.example.com", 1) + border + plain},
		{name: "a pass for no domain", raw: strings.Replace(pass, " header.from=example.com", "", 1) + border + plain},
		{name: "only dkim and spf", raw: "Authentication-Results: mx.bridge.test; dkim=pass header.d=example.com; spf=pass smtp.mailfrom=dana@example.com\r\n" + border + plain},
		{name: "two results", raw: "Authentication-Results: mx.bridge.test; dmarc=pass header.from=example.com; dmarc=fail header.from=example.com\r\n" + border + plain},
		{name: "the quoted string", raw: "Authentication-Results: mx.bridge.test; spf=pass\r\n smtp.mailfrom=\"x; dmarc=pass header.from=example.com y\"@evil.test; dmarc=fail header.from=evil.test\r\n" + border + plain},
		{name: "a comment", raw: "Authentication-Results: mx.bridge.test; dmarc=fail (; dmarc=pass header.from=example.com) header.from=example.com\r\n" + border + plain},
		{name: "bestguesspass", raw: strings.Replace(pass, "dmarc=pass", "dmarc=bestguesspass", 1) + border + plain},
		{name: "a signature that leaves the subject open", raw: pass + border + unsigned("From", "Date")},
		{name: "the same by SPF", raw: strings.Replace(pass, "; dmarc", "; spf=pass smtp.mailfrom=dana@example.com; dmarc", 1) + border + unsigned("From", "Date"), want: true},
		{name: "by SPF of another", raw: strings.Replace(pass, "; dmarc", "; spf=pass smtp.mailfrom=dana@evil.test; dmarc", 1) + border + unsigned("From", "Date")},
		{name: "by SPF of a quoted name", raw: strings.Replace(pass, "; dmarc", `; spf=pass smtp.mailfrom="x@evil.test"@example.com; dmarc`, 1) + border + unsigned("From", "Date")},
		{name: "as Microsoft 365 signs", raw: pass + border + unsigned("From", "Date", "Subject", "Message-ID", "Content-Type", "MIME-Version"), want: true, unproven: "to in-reply-to references"},
		{name: "Gmail", raw: "Delivered-To: agent@gmail.com\r\n" + inside + google + gpass + plain, want: true},
		{name: "Gmail without its result", raw: inside + google + "Received: from a by mx.google.com with ESMTPS id z\r\n" + gpass + plain},
		{name: "Gmail, above all", raw: gpass + plain},
		{name: "Gmail, a hop of another", raw: border + google + gpass + plain},
		{name: "Gmail, from itself", raw: inside + "Received: from [192.0.2.1] by smtp.gmail.com with ESMTPSA id z\r\n" + gpass + plain},
		{name: "Gmail, a greeting that says by", raw: strings.Replace(google, "from mail.example.com", "from x by mx.google.com", 1) + gpass + plain},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.ids == nil {
				c.ids = []string{"mx.bridge.test", "mx.google.com"}
			}
			w := &world{Zone: mailtest.NewZone()} // no key is to be had
			m := mailOf(c.raw)
			m.Open, m.ReturnPath = c.open, dana
			r := check(t, w.checker(c.ids...), m)
			if (r.Trust == message.Verified) != c.want || strings.Join(r.Unproven, " ") != c.unproven {
				t.Errorf("%s: %q, unproven %q", r.Trust, r.Why, r.Unproven)
			}
		})
	}
}
