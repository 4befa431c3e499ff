package test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/internal/noerr"
	"bridge/internal/twilioserver"
	"bridge/internal/twilioserver/contract"
)

// The phones of the tests, and the number at Twilio. People's numbers begin like no
// other, so that a log can be searched for them.
const (
	evePhone   = "+393331110001"
	danaPhone  = "+393331110002"
	numberMark = "39333111"
	ourNumber  = "+15005550006"
	onWhatsApp = "whatsapp:"
	smsRoute   = "/channels/sms/inbound"
	overrides  = "#rc=5&rp=all"
)

// phones is a site with the channels sms and whatsapp on a stand-in for Twilio.
type phones struct {
	*site
	twilio  *twilioserver.Server
	content string // the SID of prompts on WhatsApp
	public  string // the URL that Twilio and people know
}

// newPhones writes a configuration in which Eve and Dana have phones. Prompts go to
// WhatsApp first, then SMS, then mail. At the end of the test each request of the
// bridge has to be in Twilio's contract, and the log without numbers and texts.
func newPhones(t *testing.T, opts ...option) *phones {
	t.Helper()
	return newPhonesAt(t, twilioserver.Options{RetryDelay: 50 * time.Millisecond}, opts...)
}

func newPhonesAt(t *testing.T, o twilioserver.Options, opts ...option) *phones {
	t.Helper()
	tw, err := twilioserver.Start(o)
	must(t, err)
	opts = append([]option{withTop(`log = { level = "debug", format = "text" }`)}, opts...)
	p := &phones{site: newSite(t, opts...), twilio: tw}
	p.public = "http://" + p.http
	contract.Watch(t, tw)
	t.Cleanup(func() {
		p.kill() // before its provider is away
		tw.Close()
		p.discreet()
	})
	p.hooks()
	p.content = tw.AddContent(twilioserver.Content{
		Name: "approval", Body: "Your decision is needed: {{1}}\n\nRequested by {{3}}, open until {{4}}. Reference {{2}}. Press a button.", Approval: "approved",
		Buttons: []twilioserver.Button{{Title: "Approve", ID: "approve:{{2}}"}, {Title: "Deny", ID: "deny:{{2}}"}},
	})
	p.connect(tw.URL())
	return p
}

// hooks tells Twilio the webhooks of the numbers.
func (p *phones) hooks() {
	for _, n := range []string{ourNumber, onWhatsApp + ourNumber} {
		p.twilio.AddNumber(twilioserver.Number{Address: n, SMSURL: p.hook(n)})
	}
}

// beside is another bridge for the same numbers. Twilio calls the first one only: in
// production both have one public URL.
func (p *phones) beside(apiURL string, opts ...option) *phones {
	p.t.Helper()
	opts = append([]option{withTop(`log = { level = "debug", format = "text" }`), withTop(fmt.Sprintf("public_url = %q", p.public))}, opts...)
	b := &phones{site: newSite(p.t, opts...), twilio: p.twilio, content: p.content, public: p.public}
	p.t.Cleanup(func() {
		b.kill()
		b.discreet()
	})
	b.connect(apiURL)
	return b
}

// connect writes the people's phones and the two channels into the configuration.
func (p *phones) connect(apiURL string) {
	p.t.Helper()
	for name, phone := range map[string]string{"eve": evePhone, "dana": danaPhone} {
		p.edit(fmt.Sprintf(`"email:%s@bridge.test"`, name), fmt.Sprintf(`"whatsapp:%s", "sms:%s", "email:%s@bridge.test"`, phone, phone, name))
	}
	a := p.twilio.Account()
	section := fmt.Sprintf("agent = \"assistant\"\naccount_sid = %q\nauth_token = %q\nfrom = %q\napi_url = %q\nrate = \"100/s\"\nallow = [\"+39333111*\"]", a.SID, a.Token, ourNumber, apiURL)
	b, err := os.ReadFile(p.config())
	must(p.t, err)
	p.write(string(b) + fmt.Sprintf("\n[channels.sms]\ntype = \"sms\"\n%s\n[channels.whatsapp]\ntype = \"whatsapp\"\napproval_content_sid = %q\n%s\n", section, p.content, section))
}

// hook is the webhook of a number.
func (p *phones) hook(number string) string {
	if strings.HasPrefix(number, onWhatsApp) {
		return p.public + "/channels/whatsapp/inbound" + overrides
	}
	return p.public + smsRoute + overrides
}

func (p *phones) start() *phones {
	p.t.Helper()
	p.site.start()
	return p
}

// text writes from a phone and fails if the bridge does not take it.
func (p *phones) text(from, body string) string {
	p.t.Helper()
	sent, err := p.twilio.Phone(from).Text(body)
	if err != nil {
		p.t.Fatalf("%q from %s is not taken: %v", body, from, err)
	}
	return sent.SID
}

// rings waits for a message at a phone, from the n-th on, with all the words.
func (p *phones) rings(phone string, n int, words ...string) twilioserver.Message {
	p.t.Helper()
	return p.ringsWithin(patience, phone, n, words...)
}

func (p *phones) ringsWithin(d time.Duration, phone string, n int, words ...string) twilioserver.Message {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.t.Context(), d)
	defer cancel()
	ph := p.twilio.Phone(phone)
	m, err := ph.AwaitFrom(ctx, n, func(m twilioserver.Message) bool {
		for _, w := range words {
			if !strings.Contains(m.Body, w) {
				return false
			}
		}
		return true
	})
	if err != nil {
		for i, m := range ph.Messages() {
			p.t.Logf("message %d at %s: %s", i, phone, m.Body)
		}
		p.t.Fatalf("no message with %q: %v", words, err)
	}
	return m
}

// still waits until nobody has anything left to do, and returns what a phone has.
func (p *phones) still(phone string) []twilioserver.Message {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.t.Context(), patience)
	defer cancel()
	p.quiet()
	must(p.t, p.twilio.Settle(ctx))
	p.quiet()
	return p.twilio.Phone(phone).Messages()
}

// asks lets Eve ask for a refund by mail and waits until she hears that it waits.
func (p *phones) asks(id string) {
	p.t.Helper()
	n := p.mail.Count()
	p.send(letter("<" + id + "@bridge.test>"))
	p.expect(n, eve, "Waiting for approval by Dana")
}

// pending is how many requests wait.
func (p *phones) pending() int {
	p.t.Helper()
	return strings.Count(p.must("approvals", "list", "-state", "pending"), "apr_")
}

// codeIn returns the approval code in a prompt.
func codeIn(t *testing.T, text string) string {
	t.Helper()
	for _, w := range regexp.MustCompile(`\b[2-9A-HJKMNP-TV-Z]{6}\b`).FindAllString(text, -1) {
		if strings.ContainsAny(w, "23456789") && strings.ContainsAny(w, "ABCDEFGHJKMNPQRSTVWXYZ") {
			return w
		}
	}
	t.Fatalf("there is no code in %q", text)
	return ""
}

// discreet checks that the log names nobody's number and nothing that was written.
func (p *phones) discreet() {
	p.t.Helper()
	log := p.log.String()
	secrets := map[string]bool{numberMark: true}
	for _, m := range p.twilio.Messages() {
		for line := range strings.Lines(m.Body) {
			if line = strings.TrimSpace(line); len(line) >= 8 {
				secrets[line] = true
			}
		}
	}
	for secret := range secrets {
		if i := strings.Index(log, secret); i >= 0 {
			from := strings.LastIndexByte(log[:i], '\n') + 1
			line, _, _ := strings.Cut(log[from:], "\n")
			p.t.Errorf("the log has %q:\n%s", secret, line)
		}
	}
	if strings.Contains(log, p.twilio.Account().Token) {
		p.t.Error("the log has the auth token")
	}
	if leaked := p.twilio.Leaked(); len(leaked) > 0 {
		p.t.Errorf("credentials went to the storage of media: %v", leaked)
	}
}

// TestTwilioRepeats: one message makes one turn, however often its webhook comes.
func TestTwilioRepeats(t *testing.T) {
	t.Parallel()
	eachStore(t, func(t *testing.T, store option) {
		const copies = 50
		agent := parrot(t)
		p := newPhones(t, httpAgent(agent.URL), store).start()
		p.twilio.AddNumber(twilioserver.Number{Address: ourNumber}) // nobody is called yet
		sid := p.text(evePhone, "the only question")
		p.twilio.AddNumber(twilioserver.Number{Address: ourNumber, SMSURL: p.hook(ourNumber)})
		var all sync.WaitGroup
		for range copies {
			all.Go(func() {
				r, err := p.twilio.Webhook(sid)
				if err != nil {
					t.Error(err)
					return
				}
				resp, err := http.DefaultClient.Do(r)
				if err != nil {
					t.Error(err)
					return
				}
				_ = resp.Body.Close()
				if resp.StatusCode != http.StatusOK || !strings.HasPrefix(resp.Header.Get("Content-Type"), "text/xml") {
					t.Errorf("status %d, %s", resp.StatusCode, resp.Header.Get("Content-Type"))
				}
			})
		}
		all.Wait()
		p.rings(evePhone, 0, "you said the only question")
		// The same later, and after a restart.
		noerr.Want(t, noerr.Of(p.twilio.Phone(evePhone).Again(sid)))
		p.kill()
		p.start()
		noerr.Want(t, noerr.Of(p.twilio.Phone(evePhone).Again(sid)))
		if got := p.still(evePhone); len(got) != 1 || len(agent.seen()) != 1 {
			t.Errorf("%d answers, %d calls of the agent", len(got), len(agent.seen()))
			for _, m := range got {
				t.Log(m.Body)
			}
		}
	})
}
