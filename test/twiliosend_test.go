package test

import (
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/internal/noerr"
	"bridge/internal/twilioserver"
)

// TestTwilioDoubt: whatever becomes of the answer to a send, one message is at the
// phone, and the send is settled without an operator.
func TestTwilioDoubt(t *testing.T) {
	t.Parallel()
	runs := map[string]func(*testing.T){}           // at the same time: each of them waits most of its time
	mute := twilioserver.Plan{Statuses: []string{}} // no report settles it
	for _, c := range []struct {
		name   string
		faults []twilioserver.Fault
		plan   twilioserver.Plan
	}{
		{"500 after it was accepted", []twilioserver.Fault{{Status: 500, Code: 20500, AfterAccept: true}}, mute},
		{"500 after, and a report", []twilioserver.Fault{{Status: 500, Code: 20500, AfterAccept: true}}, twilioserver.Plan{Early: true}},
		{"500 before", []twilioserver.Fault{{Status: 500, Code: 20500}}, mute},
		{"502 as a page, after", []twilioserver.Fault{{HTML: true, AfterAccept: true}}, mute},
		{"502 as a page, before", []twilioserver.Fault{{HTML: true}}, mute},
		{"cut after", []twilioserver.Fault{{Cut: true, AfterAccept: true}}, mute},
		{"cut before", []twilioserver.Fault{{Cut: true}}, mute},
		{"no answer in time", []twilioserver.Fault{{AfterAccept: true, Delay: time.Minute}}, mute},
		{"throttled", []twilioserver.Fault{{Status: 429, Code: 20429, RetryAfter: time.Second, Times: 2}}, mute},
		{"the list is away, too", []twilioserver.Fault{{Status: 500, AfterAccept: true}, {On: twilioserver.List, Status: 503}}, mute},
	} {
		runs[c.name] = func(t *testing.T) {
			agent := parrot(t)
			p := newPhones(t, httpAgent(agent.URL)).start()
			p.twilio.Phone(evePhone).Plan(c.plan)
			p.twilio.Fail(c.faults...)
			p.text(evePhone, "what is the weather like")
			// Twilio is asked after 15 s, and again where it cannot know yet.
			p.ringsWithin(3*patience, evePhone, 0, "you said what is the weather like")
			within(t, 3*patience, "the send is settled", func() bool { return p.status().Sends["sent"] == 1 })
			got := p.still(evePhone)
			if len(got) != 1 || p.twilio.Heal() != 0 {
				t.Errorf("%d messages are at the phone", len(got))
			}
			if sent := p.sends("-state", "sent"); len(sent) != 1 || len(got) > 0 && sent[0].ProviderID != got[0].SID {
				t.Errorf("sends %+v", sent)
			}
			// The next answer comes after it.
			p.text(evePhone, "and tomorrow at noon")
			p.rings(evePhone, 1, "you said and tomorrow at noon")
		}
	}
	together(t, runs)
}

// TestTwilioKill: a kill between the acceptance of messages and their turns loses none
// and doubles none.
func TestTwilioKill(t *testing.T) {
	t.Parallel()
	const people = 12
	agent := parrot(t)
	p := newPhones(t, httpAgent(agent.URL), unlimited()).start()
	phone := func(i int) string { return fmt.Sprintf("+%s2%03d", numberMark, i) }
	var all sync.WaitGroup
	var mu sync.Mutex
	missed := map[string]string{} // SIDs by phone
	first := make(chan struct{})
	var once sync.Once
	for i := range people {
		all.Go(func() {
			sent, err := p.twilio.Phone(phone(i)).Text(fmt.Sprintf("question number %d", i))
			if err != nil {
				mu.Lock()
				defer mu.Unlock()
				missed[phone(i)] = sent.SID
			}
			once.Do(func() { close(first) })
		})
	}
	<-first
	p.kill()
	all.Wait()
	p.start()
	for phone, sid := range missed { // Twilio tries again
		if _, err := p.twilio.Phone(phone).Again(sid); err != nil {
			t.Errorf("the message of %s is not taken: %v", phone, err)
		}
	}
	t.Logf("%d of %d webhooks failed at the kill", len(missed), people)
	for i := range people {
		p.rings(phone(i), 0, fmt.Sprintf("you said question number %d", i))
	}
	for i := range people {
		if got := p.still(phone(i)); len(got) != 1 {
			t.Errorf("phone %d has %d answers", i, len(got))
		}
	}
}

// TestTwilioReconcile: what no webhook delivered is taken in from Twilio's log, once.
func TestTwilioReconcile(t *testing.T) {
	t.Parallel()
	agent := parrot(t)
	p := newPhones(t, httpAgent(agent.URL)).start()
	p.twilio.AddNumber(twilioserver.Number{Address: ourNumber})
	p.text(evePhone, "is anybody listening")
	p.still(evePhone)
	if out := p.must("twilio", "reconcile", "-channel", "sms", "-dry-run"); strings.Contains(out, numberMark) {
		t.Errorf("it names numbers:\n%s", out)
	}
	if len(agent.seen()) != 0 {
		t.Error("a dry run took a message in")
	}
	p.must("twilio", "reconcile")
	p.rings(evePhone, 0, "you said is anybody listening")
	p.must("twilio", "reconcile")
	if got := p.still(evePhone); len(got) != 1 {
		t.Errorf("%d answers", len(got))
	}
}

// TestReconcileKnowsWhatCame: what webhooks have delivered is taken in by no look at
// the log, whatever it came to. The log has no buttons, and who wrote may have opted
// out since.
func TestReconcileKnowsWhatCame(t *testing.T) {
	t.Parallel()
	agent := refundAgent(t)
	p := newPhones(t, httpAgent(agent.URL), via(`"whatsapp", "mail"`)).start()
	p.asks("known")
	approve, _ := p.rings(onWhatsApp+danaPhone, 0, "40").Button("Approve")
	must(t, noerr.Of(p.twilio.Phone(onWhatsApp+danaPhone).Press(approve)))
	p.expect(0, eve, "decision=granted by=dana")
	p.text(evePhone, "a question by SMS")
	p.still(evePhone)
	p.text(evePhone, "STOP")
	p.still(evePhone)
	calls := len(agent.seen())
	if out := p.must("twilio", "reconcile"); strings.Count(out, " 0 of them taken in now") != 2 {
		t.Errorf("it took in what was known:\n%s", out)
	}
	p.still(onWhatsApp + danaPhone)
	if n := len(agent.seen()) - calls; n != 0 {
		t.Errorf("the agent was called %d times more", n)
	}
}

// longAnswer is an answer of some 6000 characters with a table, code and two files;
// each of its words "wordN" is there once.
func longAnswer() (markdown string, words []string) {
	word := func() string {
		w := fmt.Sprintf("word%dx", len(words)+1)
		words = append(words, w)
		return w
	}
	var b strings.Builder
	b.WriteString("# Report of the week\n\n")
	for range 6 {
		for range 45 {
			b.WriteString(word() + " and so ")
		}
		b.WriteString("on.\n\n")
	}
	b.WriteString("| City | Sales | Note |\n|---|---:|---|\n")
	for i := range 12 {
		fmt.Fprintf(&b, "| City %d | %d | %s |\n", i, 1000*i, word())
	}
	b.WriteString("\n```go\nfunc main() {\n")
	for range 12 {
		fmt.Fprintf(&b, "\tprintln(%q)\n", word())
	}
	b.WriteString("}\n```\n\nThe **end** of [the report](https://example.com/report): " + word() + ".\n")
	return b.String(), words
}

var webLink = regexp.MustCompile(`https?://[^\s]+`)

// TestLongAnswer: a long answer with a table, code and two files arrives on both
// channels in order, complete or behind a link.
func TestLongAnswer(t *testing.T) {
	t.Parallel()
	markdown, words := longAnswer()
	agent := newAgent(t, func(w http.ResponseWriter, _ *http.Request, _ call) {
		answerJSON(w, fmt.Sprintf(`{"parts":[{"text":%q,"metadata":{"partType":"response"}},
			{"raw":"JVBERi0xLjQKJcOkCg==","filename":"report.pdf","mediaType":"application/pdf","metadata":{"partType":"artifact"}},
			{"raw":"Y2l0eSxzYWxlcwpSb21lLDEK","filename":"sales.csv","mediaType":"text/csv","metadata":{"partType":"artifact"}}]}`, markdown))
	})
	for channel, phone := range map[string]string{"sms": evePhone, "whatsapp": onWhatsApp + evePhone} {
		t.Run(channel, func(t *testing.T) {
			t.Parallel()
			p := newPhones(t, httpAgent(agent.URL)).start()
			p.text(phone, "the report, please")
			p.rings(phone, 0)
			got := p.still(phone)
			var whole strings.Builder
			var files []string
			for i, m := range got {
				t.Logf("message %d (%d characters):\n%s", i+1, len([]rune(m.Body)), m.Body)
				whole.WriteString(m.Body + "\n")
				links := webLink.FindAllString(m.Body, -1)
				if phone == evePhone && len(links) > 1 {
					t.Errorf("message %d has %d links", i+1, len(links))
				}
				for _, l := range links {
					if strings.HasPrefix(l, "http://"+p.http) {
						name, body := p.download(l)
						files = append(files, name)
						if strings.HasPrefix(body, "city,") || strings.HasPrefix(body, "%PDF") {
							continue
						}
						whole.WriteString(body + "\n") // the whole text
					}
				}
				for _, f := range m.Media {
					if f.Err != "" {
						t.Errorf("the file %s did not arrive: %s", f.URL, f.Err)
					}
					files = append(files, f.Name)
				}
			}
			for _, name := range []string{"report.pdf", "sales.csv"} {
				if !slices.Contains(files, name) {
					t.Errorf("%s is neither there nor linked: %v", name, files)
				}
			}
			last := -1
			for _, w := range words {
				at := strings.Index(whole.String(), w)
				if at < 0 {
					t.Fatalf("%s of %d is nowhere", w, len(words))
				}
				if at < last {
					t.Errorf("%s comes too early", w)
				}
				last = at
			}
		})
	}
}

// download fetches an artifact by its link.
func (p *phones) download(link string) (name, body string) {
	p.t.Helper()
	resp, err := http.Get(link)
	must(p.t, err)
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		p.t.Fatalf("%s: status %d, %v", link, resp.StatusCode, err)
	}
	_, name, _ = strings.Cut(resp.Header.Get("Content-Disposition"), `filename=`)
	name, _, _ = strings.Cut(name, ";")
	return strings.Trim(name, `"`), string(b)
}

// TestMediaFromPhones: files reach the agent, by name, type and bytes; a place is text.
func TestMediaFromPhones(t *testing.T) {
	t.Parallel()
	agent := parrot(t)
	p := newPhones(t, httpAgent(agent.URL)).start()
	ph := p.twilio.Phone(onWhatsApp + evePhone)
	must(t, noerr.Of(ph.SendMedia("look at this picture", twilioserver.File{MediaType: "image/png", Bytes: []byte("\x89PNG\r\n\x1a\n0000")})))
	p.rings(onWhatsApp+evePhone, 0, "you said look at this picture")
	c := agent.heard("look at this picture")[0]
	i := slices.IndexFunc(c.Body.Parts, func(p part) bool { return p.Metadata.PartType == "artifact" })
	if i < 0 || c.Body.Parts[i].MediaType != "image/png" {
		t.Fatalf("the agent got %s", c.Raw)
	}
	if _, body := p.download(c.Body.Parts[i].URL); body != "\x89PNG\r\n\x1a\n0000" {
		t.Errorf("the bytes are %q", body)
	}
	must(t, noerr.Of(ph.Location(41.9, 12.5, "Home", "Via Roma 1")))
	eventually(t, "the agent hears of the place", func() bool { return len(agent.seen()) == 2 })
	if raw := string(agent.seen()[1].Raw); !strings.Contains(raw, "41.9") || !strings.Contains(raw, "Via Roma 1") {
		t.Errorf("the agent got %s", raw)
	}
	p.still(onWhatsApp + evePhone)
}
