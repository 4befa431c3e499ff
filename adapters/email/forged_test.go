package email

import (
	"net/smtp"
	"strings"
	"testing"

	"bridge/approvals/reply"
	"bridge/core/message"
	"bridge/internal/mailtest"
	"bridge/internal/noerr"
)

// forgedScene is a channel with its listener, and an approval that waits for Dana.
func forgedScene(t *testing.T, edge bool) (s mailtest.Scene, z *mailtest.Zone, addr string, rec *recorder) {
	t.Helper()
	z = mailtest.NewZone()
	s = mailtest.NewScene(z, "example.com", testTime)
	a, _ := newAdapter(t, func(o *Options) {
		o.Resolver = z
		o.Config.Listen.Edge = edge
		o.Config.Auth = Auth{TrustedAuthserv: []string{"mx.example.com"}}
	})
	out := promptOut()
	s.To = "agent+" + a.tags.Approval(out.Approval, out.Person) + "@example.com"
	s.Subject, s.Prompt = out.Subject, string(a.Ref(out))
	rec = &recorder{}
	return s, z, serve(t, a, rec), rec
}

// deliver hands a mail to the listener and returns what came of it; nothing if it
// was refused.
func deliver(t *testing.T, addr string, rec *recorder, f mailtest.Forged, to string) (in message.Inbound, err error) {
	t.Helper()
	c, err := smtp.Dial(addr)
	noerr.Must(t, err)
	defer c.Close()
	if f.Hello != "" {
		noerr.Must(t, c.Hello(f.Hello))
	}
	before := len(rec.all())
	if err := c.Mail(f.ReturnPath); err != nil {
		return in, err
	}
	noerr.Must(t, c.Rcpt(to))
	w, err := c.Data()
	noerr.Must(t, err)
	noerr.Must(t, noerr.Of(w.Write([]byte(f.Raw))))
	if err := w.Close(); err != nil {
		return in, err
	}
	got := rec.all()
	if len(got) != before+1 {
		t.Fatalf("%d mails came of one", len(got)-before)
	}
	return got[len(got)-1], nil
}

// grants reports whether a message is a yes of Dana's that would count.
func grants(in message.Inbound) bool {
	return in.From == "email:dana@example.com" && in.Trust == message.Verified && in.Class == message.Human &&
		answered(in, message.Person{Name: "Dana"}, true) == reply.Grant
}

// TestForged: no mail of an attacker is taken for Dana's yes, and none is taken
// for hers that is not.
func TestForged(t *testing.T) {
	for _, edge := range []bool{false, true} {
		s, _, addr, rec := forgedScene(t, edge)
		n := 0
		for _, f := range s.Forgeries() {
			if f.Edge != edge {
				continue
			}
			n++
			t.Run(f.Name, func(t *testing.T) {
				in, err := deliver(t, addr, rec, f, s.To)
				if err != nil {
					if !strings.HasPrefix(err.Error(), "5") {
						t.Errorf("refused for now only: %v", err)
					}
					return
				}
				hers := in.From == "email:dana@example.com"
				if grants(in) || in.Trust == message.Verified && hers && !f.Hers {
					t.Errorf("%s %s: %q, ambiguous %t, %q", in.From, in.Trust, in.Unquoted, in.Ambiguous, in.Why)
				}
				if f.Hers && (in.Trust != message.Verified || !hers) || f.Lookalike && (in.Trust != message.Verified || hers) {
					t.Errorf("the test shows less than it says: %s %s, %q", in.From, in.Trust, in.Why) // it must fail for its own reason
				}
			})
		}
		t.Logf("edge %t: %d forgeries", edge, n)
	}
}

// TestProven: what is hers, and says yes, counts.
func TestProven(t *testing.T) {
	for _, c := range []struct {
		name string
		edge bool
		mail func(s mailtest.Scene, z *mailtest.Zone) mailtest.Forged
	}{
		{name: "RSA", mail: func(s mailtest.Scene, _ *mailtest.Zone) mailtest.Forged {
			return mailtest.Forged{Raw: s.Border() + s.RSA.Sign(s.Yes())}
		}},
		{name: "Ed25519", mail: func(s mailtest.Scene, _ *mailtest.Zone) mailtest.Forged {
			return mailtest.Forged{Raw: s.Border() + s.Ed.Sign(s.Yes())}
		}},
		{name: "both, one broken", mail: func(s mailtest.Scene, _ *mailtest.Zone) mailtest.Forged {
			gone := s.RSA
			gone.Selector = "gone"
			return mailtest.Forged{Raw: s.Border() + gone.Sign(s.Ed.Sign(s.Yes()))}
		}},
		{name: "as Microsoft 365 signs, by the code in the text", mail: func(s mailtest.Scene, _ *mailtest.Zone) mailtest.Forged {
			return mailtest.Forged{Raw: s.Border() + s.M365().Sign(s.Yes("\r\nYes.\r\n", "\r\nYES "+s.Code()+"\r\n"))}
		}},
		{name: "as Gmail signs", mail: func(s mailtest.Scene, _ *mailtest.Zone) mailtest.Forged {
			g := s.RSA
			g.Fields = []string{"to", "subject", "message-id", "date", "from", "in-reply-to", "references", "mime-version", "from", "to", "subject"}
			return mailtest.Forged{Raw: s.Border() + g.Sign(s.Yes("Content-Type: text/plain; charset=utf-8\r\n\r\nYes.\r\n",
				"Content-Type: multipart/alternative; boundary=\"00a\"\r\n\r\n--00a\r\nContent-Type: text/plain; charset=\"UTF-8\"\r\n\r\nYes.\r\n\r\n--00a\r\n"+
					"Content-Type: text/html; charset=\"UTF-8\"\r\n\r\n<div dir=\"ltr\">Yes.</div>\r\n\r\n--00a--\r\n"))}
		}},
		{name: "results of our server", mail: func(s mailtest.Scene, _ *mailtest.Zone) mailtest.Forged {
			return mailtest.Forged{Raw: "Authentication-Results: mx.example.com (x); dmarc=pass header.from=example.com\r\n" + s.Border() + s.Yes(), ReturnPath: s.Dana()}
		}},
		{name: "SPF at the edge", edge: true, mail: func(s mailtest.Scene, z *mailtest.Zone) mailtest.Forged {
			z.TXT("example.com", "v=spf1 ip4:127.0.0.1 -all")
			return mailtest.Forged{Raw: s.Yes(), ReturnPath: s.Dana(), Hello: "out.example.com"}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, z, addr, rec := forgedScene(t, c.edge)
			f := c.mail(s, z)
			if f.ReturnPath == "" {
				f.ReturnPath = "bounces@relay.test"
			}
			in, err := deliver(t, addr, rec, f, s.To)
			if err != nil || !grants(in) {
				t.Errorf("%v: %s %s, %q, ambiguous %t, %q", err, in.From, in.Trust, in.Unquoted, in.Ambiguous, in.Why)
			}
		})
	}
}

// While the DNS is silent a mail is not taken, unless it needs no proof.
func TestSilentDNS(t *testing.T) {
	for _, c := range []struct {
		name, require string
		subject       string
		taken         bool
	}{
		{"dmarc", "dmarc", "hello", false},
		{"none", "none", "hello", true},
		{"none, and it may decide", "none", "Re: refund [approval:QHM45C]", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			z := mailtest.NewZone()
			s := mailtest.NewScene(z, "example.com", testTime)
			z.Break("", true)
			a, store := newAdapter(t, func(o *Options) { o.Resolver, o.Config.Auth.Require = z, c.require })
			rec := &recorder{}
			addr := serve(t, a, rec)
			f := mailtest.Forged{ReturnPath: s.Dana(), Raw: s.Ed.Sign(strings.Join([]string{
				"From: dana@example.com", "To: agent@example.com", "Subject: " + c.subject, "Date: Fri, 20 Nov 2026 09:20:00 +0000", "", "hi\x00there", "",
			}, "\r\n"))}
			in, err := deliver(t, addr, rec, f, "agent@example.com")
			if c.taken && (err != nil || in.Trust != message.Asserted || len(in.Why) == 0) {
				t.Errorf("%v: %s %q", err, in.Trust, in.Why)
			}
			if !c.taken && (err == nil || !strings.Contains(err.Error(), "4.7.0 Could not check who sent this, try again later") || len(store.files) != 0) {
				t.Errorf("err = %v, %d files are stored", err, len(store.files))
			}
			z.Break("", false)
			if in, err := deliver(t, addr, rec, f, "agent@example.com"); c.require == "dmarc" && (err != nil || in.Trust != message.Verified) {
				t.Errorf("later: %v, %s %q", err, in.Trust, in.Why)
			}
		})
	}
}
