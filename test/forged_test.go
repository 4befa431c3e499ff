package test

import (
	"fmt"
	"net/smtp"
	"os"
	"strings"
	"testing"
	"time"

	"bridge/internal/mailserver"
	"bridge/internal/mailtest"
)

// provenSite is a bridge that believes proven senders only, with a DNS of its own,
// behind a mail server that comes from loopback, or as the edge itself.
func provenSite(t *testing.T, agent *stubAgent, edge bool, opts ...option) (*site, *mailtest.Zone, mailtest.Scene) {
	t.Helper()
	z := mailtest.NewZone()
	dns, stop, err := z.Serve()
	must(t, err)
	t.Cleanup(stop)
	scene := mailtest.NewScene(z, "bridge.test", time.Now())
	s := newSite(t, append([]option{httpAgent(agent.URL), unlimited(), withApprovals("approvers = [\"dana\"]\ntrust = \"verified\"")}, opts...)...)
	text, err := os.ReadFile(s.config())
	must(t, err)
	s.write(strings.NewReplacer(
		"require = \"none\"", fmt.Sprintf("dns = %q\ntrusted_authserv = [\"mx.bridge.test\"]", dns),
		"hostname = \"bridge.test\"", fmt.Sprintf("hostname = \"bridge.test\"\nedge = %t", edge)).Replace(string(text)))
	return s.start(), z, scene
}

// askProven lets Eve ask, by a signed mail, and fills in what an attacker knows.
func (s *site) askProven(scene mailtest.Scene) mailtest.Scene {
	s.t.Helper()
	n := s.quiet() // what the approver is told of the request before has its code, too
	l := mailserver.Letter{From: eve, To: agentAddr, ID: fmt.Sprintf("<r%d@bridge.test>", n), Subject: "Refund", Text: "refund 40"}
	s.post(mailtest.Forged{Raw: scene.RSA.Sign(string(l.Compose())), ReturnPath: mailbox(eve)}, agentAddr)
	prompt := s.expect(n, dana, "[approval:")
	s.expect(n, eve, "Waiting for approval by Dana")
	scene.Now = time.Now()
	scene.To = mailbox(prompt.Header.Get("Reply-To"))
	scene.Subject, scene.Prompt = prompt.Subject, prompt.Header.Get("Message-ID")
	return scene
}

// post gives a mail to the bridge, again when it is to come again; one that is refused
// for good is no error.
func (s *site) post(f mailtest.Forged, to string) {
	s.t.Helper()
	if f.Hello == "" {
		f.Hello = "localhost"
	}
	eventually(s.t, "the bridge says yes or no to "+f.Name, func() bool {
		err := give(s.smtp, f, to)
		return err == nil || strings.HasPrefix(err.Error(), "5")
	})
}

func give(addr string, f mailtest.Forged, to string) error {
	c, err := smtp.Dial(addr)
	if err != nil {
		return err
	}
	defer c.Close()
	if err := c.Hello(f.Hello); err != nil {
		return err
	}
	if err := c.Mail(f.ReturnPath); err != nil {
		return err
	}
	if err := c.Rcpt(to); err != nil {
		return err
	}
	w, err := c.Data()
	if err != nil {
		return err
	}
	if _, err := w.Write([]byte(f.Raw)); err != nil {
		return err
	}
	return w.Close()
}

// TestForgedMailDecidesNothing: the whole table of attacks against one request
// that waits for Dana; then her own answer, proven in each way.
func TestForgedMailDecidesNothing(t *testing.T) {
	t.Parallel()
	for _, edge := range []bool{false, true} {
		t.Run(fmt.Sprintf("edge=%t", edge), func(t *testing.T) {
			t.Parallel()
			agent := refundAgent(t)
			s, _, scene := provenSite(t, agent, edge)
			scene = s.askProven(scene)
			calls := len(agent.seen())
			for _, f := range scene.Forgeries() {
				if f.Edge == edge {
					s.post(f, scene.To)
				}
			}
			// Eve without a proof is nobody, and hears nothing.
			n := s.quiet()
			s.send(mailserver.Letter{From: eve, ID: "<unproven@bridge.test>", Subject: "Refund", Text: "refund 40"})
			if m := s.quiet(); m != n {
				t.Errorf("%d mails after a mail that nothing proves", m-n)
			}
			if got := len(agent.seen()) - calls; got != 0 || len(agent.decisions()) != 0 {
				t.Fatalf("%d calls of the agent, decisions %v", got, agent.decisions())
			}
			if out, code := s.cli("approvals", "list", "-state", "pending"); code != 0 || strings.Count(out, "apr_") != 1 {
				t.Fatalf("the request does not wait any more: exit %d\n%s", code, out)
			}
			var ways []func() mailtest.Forged
			if edge {
				ways = append(ways, func() mailtest.Forged {
					return mailtest.Forged{Raw: scene.RSA.Sign(scene.Yes()), ReturnPath: "x@evil.test"}
				})
			} else {
				ways = append(ways, func() mailtest.Forged {
					return mailtest.Forged{Raw: scene.Border() + scene.RSA.Sign(scene.Yes()), ReturnPath: scene.Dana()}
				}, func() mailtest.Forged {
					return mailtest.Forged{Raw: scene.Border() + scene.Ed.Sign(scene.Yes()), ReturnPath: scene.Dana()}
				}, func() mailtest.Forged {
					return mailtest.Forged{Raw: "Authentication-Results: mx.bridge.test; dmarc=pass header.from=bridge.test\r\n" + scene.Border() + scene.Yes(), ReturnPath: scene.Dana()}
				})
			}
			for i, way := range ways {
				if i > 0 {
					scene = s.askProven(scene)
				}
				n := s.mail.Count()
				s.post(way(), scene.To)
				s.expect(n, eve, "decision=granted by=dana")
			}
		})
	}
}

// TestSPFAtTheEdge: her server's address is proof enough where it is the peer.
func TestSPFAtTheEdge(t *testing.T) {
	t.Parallel()
	agent := refundAgent(t)
	s, z, scene := provenSite(t, agent, true)
	z.TXT("bridge.test", "v=spf1 ip4:127.0.0.1 -all")
	scene = s.askProven(scene)
	n := s.mail.Count()
	s.post(mailtest.Forged{Raw: scene.Yes(), ReturnPath: scene.Dana(), Hello: "out.bridge.test"}, scene.To)
	s.expect(n, eve, "decision=granted by=dana")
	s.quiet() // what she is told of the first is there
	// It is proof, too, of what her signature leaves open.
	scene = s.askProven(scene)
	n = s.mail.Count()
	s.post(mailtest.Forged{Raw: scene.M365().Sign(scene.Yes()), ReturnPath: scene.Dana(), Hello: "out.bridge.test"}, scene.To)
	s.expect(n, eve, "decision=granted by=dana")
	s.quiet()
	// And of a mail that we got by Bcc: it starts a turn, and decides nothing.
	scene = s.askProven(scene)
	for text, turns := range map[string]int{"Please look into this.": 1, "YES " + scene.Code(): 0} {
		calls := len(agent.seen()) - len(agent.decisions())
		l := mailserver.Letter{From: dana, To: mallory, ID: fmt.Sprintf("<bcc%d@bridge.test>", turns), Subject: "Copy", Text: text}
		s.post(mailtest.Forged{Raw: scene.RSA.Sign(string(l.Compose())), ReturnPath: scene.Dana(), Hello: "out.bridge.test"}, agentAddr)
		s.quiet()
		if got := len(agent.seen()) - len(agent.decisions()) - calls; got != turns {
			t.Errorf("%s: %d turns by Bcc", text, got)
		}
	}
	if out, code := s.cli("approvals", "list", "-state", "pending"); code != 0 || strings.Count(out, "apr_") != 1 {
		t.Errorf("the request does not wait any more: exit %d\n%s", code, out)
	}
}
