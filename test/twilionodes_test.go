package test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bridge/internal/redistest"
	"bridge/internal/twilioserver"
)

// TestTwilioNodes is about two bridges on one Redis.
func TestTwilioNodes(t *testing.T) {
	t.Parallel()
	together(t, map[string]func(*testing.T){"one is known": oneNodeIsKnown, "one dies": nodeDiesSending})
}

// oneNodeIsKnown: Twilio knows one of the bridges. The other one's turns and sends are
// the same to the people: its reports of delivery come to the first.
func oneNodeIsKnown(t *testing.T) {
	store := onRedis(redistest.Start(t, durable()).URL(), t.TempDir())
	one, two := parrot(t), parrot(t) // each node has its agent, to see who works
	a := newPhones(t, httpAgent(one.URL), withTop(`node = "a"`), store, unlimited(), via(`"sms", "mail"`))
	api, err := url.Parse(a.twilio.URL())
	must(t, err)
	var sent atomic.Int32 // by the second node
	pass := httputil.NewSingleHostReverseProxy(api)
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			sent.Add(1)
		}
		pass.ServeHTTP(w, r)
	}))
	t.Cleanup(front.Close)
	b := a.beside(front.URL, httpAgent(two.URL), withTop(`node = "b"`), store, unlimited(), via(`"sms", "mail"`))
	a.start()
	b.start()
	texts := 0
	within(t, 3*patience, "the second node has called its agent and sent", func() bool {
		phone := onPhone(texts)
		a.text(phone, "a question for anybody")
		texts++
		a.rings(phone, 0, "you said a question for anybody")
		return len(two.seen()) > 0 && sent.Load() > 0
	})
	a.still(evePhone)
	b.quiet()
	within(t, patience, "all are reported as delivered", func() bool {
		delivered := 0
		for _, s := range b.sends("-state", "sent", "-limit", "1000") {
			if s.Delivery == "delivered" {
				delivered++
			}
		}
		return delivered == texts
	})
	t.Logf("%d texts, %d of them answered by the second node, which sent %d", texts, len(two.seen()), sent.Load())
	if calls := len(one.seen()) + len(two.seen()); calls != texts {
		t.Errorf("the agents were called %d times for %d texts", calls, texts)
	}
	for i := range texts {
		if got := a.twilio.Phone(onPhone(i)).Messages(); len(got) != 1 {
			t.Errorf("phone %d has %d answers", i, len(got))
		}
	}
	// STOP comes to the first node, and both know it: what she writes now is recorded only.
	a.text(onPhone(0), "STOP")
	n := len(a.still(onPhone(0)))
	for i := range 10 {
		a.text(onPhone(0), fmt.Sprintf("nobody answers %d", i))
	}
	got := a.still(onPhone(0))
	if calls := len(one.seen()) + len(two.seen()); len(got) != n || calls != texts {
		t.Errorf("after STOP: %d messages more, %d calls of the agents", len(got)-n, calls-texts)
	}
	a.text(onPhone(0), "START")
	a.text(onPhone(0), "a question again")
	a.rings(onPhone(0), n, "you said a question again")
}

// nodeDiesSending kills a node when Twilio has its message, and nobody has recorded
// that. Another one asks Twilio, and sends nothing again.
func nodeDiesSending(t *testing.T) {
	store := onRedis(redistest.Start(t, durable()).URL(), t.TempDir())
	agent := parrot(t)
	a := newPhones(t, httpAgent(agent.URL), withTop(`node = "a"`), store)
	b := a.beside(a.twilio.URL(), httpAgent(agent.URL), withTop(`node = "b"`), store)
	a.start()
	a.twilio.Phone(evePhone).Plan(twilioserver.Plan{Statuses: []string{}}) // no report settles it
	a.twilio.Fail(twilioserver.Fault{AfterAccept: true, Delay: time.Hour})
	a.text(evePhone, "who is there")
	a.rings(evePhone, 0, "you said who is there")
	a.kill()
	b.start()
	within(t, takeover, "the send is settled", func() bool { return b.status().Sends["sent"] == 1 })
	got := b.still(evePhone)
	if len(got) != 1 || len(agent.seen()) != 1 {
		t.Errorf("%d answers, %d calls of the agent", len(got), len(agent.seen()))
	}
	if s := b.sends("-state", "sent"); len(s) != 1 || s[0].ProviderID != got[0].SID {
		t.Errorf("sends %+v", s)
	}
	if n := len(a.twilio.Requests(twilioserver.Send)); n != 1 {
		t.Errorf("Twilio was asked to send %d times", n)
	}
}

// onPhone is the number of the i-th of many people.
func onPhone(i int) string { return fmt.Sprintf("+%s3%03d", numberMark, i) }

// texting kills bridges while people text.
type texting struct {
	people, texts int // of each
	kills         int
	pace          time.Duration // of each person, at most
}

// TestTwilioStorm kills a bridge again and again while people text: each text has one
// answer at its phone, in order, or a send that is listed as unknown.
func TestTwilioStorm(t *testing.T) {
	t.Parallel()
	x := texting{people: 10, texts: 4, kills: 2, pace: time.Second}
	if soaking() {
		x = texting{people: 20, texts: 10, kills: 5, pace: 4 * time.Second}
	}
	together(t, map[string]func(*testing.T){
		"sqlite": func(t *testing.T) { x.run(t, func(*settings) {}) },
		"redis":  func(t *testing.T) { x.run(t, onRedis(redistest.Start(t, durable()).URL(), t.TempDir())) },
	})
}

func (x texting) run(t *testing.T, store option) {
	agent := newAgent(t, func(w http.ResponseWriter, _ *http.Request, c call) {
		time.Sleep(50 * time.Millisecond) // so that some are under way at a kill
		answerJSON(w, fmt.Sprintf(`{"text":%q}`, "you said "+strings.TrimSpace(c.text())))
	})
	p := newPhones(t, httpAgent(agent.URL), store, unlimited()).start()
	// Twilio has each message for a while before it says so: a kill leaves some in doubt.
	p.twilio.Fail(twilioserver.Fault{AfterAccept: true, Delay: 100 * time.Millisecond, Times: 1 << 30})
	body := func(phone, n int) string { return fmt.Sprintf("question %d of person %d.", n, phone) }
	var writing sync.WaitGroup
	var again atomic.Int32
	began := time.Now()
	for i := range x.people {
		writing.Go(func() {
			for n := range x.texts {
				time.Sleep(x.pace * time.Duration(1+(7*i+3*n)%10) / 10)
				ph := p.twilio.Phone(onPhone(i))
				sent, err := ph.Text(body(i, n))
				for ; err != nil; _, err = ph.Again(sent.SID) { // Twilio comes again
					if again.Add(1); time.Since(began) > 10*patience {
						t.Errorf("%q is not taken: %v", body(i, n), err)
						return
					}
				}
			}
		})
	}
	written := make(chan struct{})
	go func() { writing.Wait(); close(written) }()
	answers := func() (n int) {
		for i := range x.people {
			n += p.twilio.Phone(onPhone(i)).Count()
		}
		return n
	}
	total := x.people * x.texts
	for k := range x.kills {
		// Not all at once: by the number of answers, or after a while where doubt holds them.
		for end := time.Now().Add(20 * time.Second); answers() < total*(k+1)/(x.kills+1) && time.Now().Before(end); {
			time.Sleep(5 * time.Millisecond)
		}
		p.kill()
		p.start()
	}
	<-written
	took := time.Since(began)
	within(t, 5*time.Minute, "all sends are settled", func() bool {
		s := p.status().Sends
		return s["sent"]+s["unknown"]+s["failed"] == total
	})
	p.still(evePhone)
	unknown := p.sends("-state", "unknown", "-limit", "1000")
	missing := 0
	for i := range x.people {
		var got []string
		for _, m := range p.twilio.Phone(onPhone(i)).Messages() {
			got = append(got, m.Body)
		}
		last := -1
		for n := range x.texts {
			want, found := "you said "+body(i, n), 0
			for at, text := range got {
				if text != want {
					continue
				}
				if found++; at < last {
					t.Errorf("person %d: %q comes too early in %q", i, text, got)
				}
				last = at
			}
			switch found {
			case 1:
			case 0:
				missing++
			default:
				t.Errorf("person %d: %q came %d times", i, want, found)
			}
		}
		if len(got) > x.texts {
			t.Errorf("person %d has %d messages for %d texts: %q", i, len(got), x.texts, got)
		}
	}
	if missing > len(unknown) {
		t.Errorf("%d texts have no answer, and %d sends are unknown", missing, len(unknown))
	}
	if st := p.status().Sends; st["failed"] != 0 {
		t.Errorf("sends %v", st)
	}
	t.Logf("%d texts of %d people, %d kills: written within %v, settled after %v; %d webhooks were called again, %d calls of the agent repeated, %d sends unknown, %d answers missing",
		total, x.people, x.kills, took.Round(time.Millisecond), time.Since(began).Round(time.Millisecond), again.Load(), len(agent.seen())-total, len(unknown), missing)
}
