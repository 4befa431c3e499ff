package test

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

// TestConversationsOfPhones: which session a message belongs to. A conversation goes on
// until nobody has written for session_idle or the word NEW comes; a quote continues
// that of the quoted message.
func TestConversationsOfPhones(t *testing.T) {
	t.Parallel()
	const idle = 2 * time.Second
	agent := parrot(t)
	p := newPhones(t, httpAgent(agent.URL))
	p.edit("type = \"sms\"", "type = \"sms\"\nsession_idle = \"2s\"")
	p.start()
	session := func(text string) string {
		t.Helper()
		return agent.heard(text)[0].Body.Meta.SessionID
	}
	wa := onWhatsApp + evePhone
	p.text(wa, "the first question")
	first := p.rings(wa, 0, "you said the first question")
	p.text(wa, "the second question")
	p.rings(wa, 1, "you said the second question")
	p.text(wa, " new ")
	p.still(wa)
	p.text(wa, "the third question")
	p.rings(wa, 2, "you said the third question")
	if _, err := p.twilio.Phone(wa).Reply(first.SID, "about the first one"); err != nil {
		t.Fatal(err)
	}
	p.rings(wa, 3, "you said about the first one")
	p.text(evePhone, "a question by SMS")
	p.rings(evePhone, 0, "you said a question by SMS")
	time.Sleep(idle + 100*time.Millisecond)
	p.text(evePhone, "another one later")
	p.rings(evePhone, 1, "you said another one later")
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"the first question", "the second question", true},
		{"the first question", "the third question", false},
		{"the first question", "about the first one", true},
		{"the first question", "a question by SMS", false},
		{"a question by SMS", "another one later", false},
	} {
		if same := session(c.a) == session(c.b); same != c.same {
			t.Errorf("%q and %q are in one session: %t", c.a, c.b, same)
		}
	}
	if n := len(agent.seen()); n != 6 {
		t.Errorf("the agent was called %d times: NEW is for the bridge", n)
	}
}

// TestSlowNoticeOnPhones: who waits hears once that work goes on, and then the answer.
func TestSlowNoticeOnPhones(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	agent := newAgent(t, func(w http.ResponseWriter, r *http.Request, _ call) {
		select {
		case <-release:
		case <-r.Context().Done():
		}
		answerJSON(w, `{"parts":[{"text":"here it is","metadata":{"partType":"response"}}]}`)
	})
	p := newPhones(t, httpAgent(agent.URL))
	p.edit("type = \"sms\"", "type = \"sms\"\nslow_notice = \"1s\"")
	p.start()
	p.text(evePhone, "take your time")
	p.rings(evePhone, 0)
	close(release)
	p.rings(evePhone, 1, "here it is")
	if got := p.still(evePhone); len(got) != 2 || strings.Contains(got[0].Body, "here it is") {
		t.Errorf("%d messages, the first: %q", len(got), got[0].Body)
	} else {
		t.Log(got[0].Body)
	}
}
