package twilio

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"bridge/core/message"
	"bridge/internal/noerr"
	"bridge/internal/twilioserver"
)

func TestFind(t *testing.T) {
	start := time.Now()
	for _, c := range []struct {
		name   string
		sent   []string             // bodies, the oldest first
		faults []twilioserver.Fault // of the list
		plan   twilioserver.Plan    // of the phone
		w      Wanted               //
		ago    time.Duration        // when the attempt began
		taken  func(n int) bool     // which of sent are of other messages
		want   int                  // of sent; -1: certainly not, -2: nobody knows
		edit   func(b *bench, w *Wanted)
	}{
		{name: "there", sent: []string{"one", "two"}, w: Wanted{Body: "two"}, want: 1},
		{name: "folded white space", sent: []string{"one\ntwo "}, w: Wanted{Body: "one\r\ntwo"}, want: 0},
		{name: "a trial account", sent: []string{"Sent from your Twilio trial account - two"}, w: Wanted{Body: "two"}, want: 0},
		{name: "ends with the same words", sent: []string{"Booked. Is that OK"}, w: Wanted{Body: "OK"}, ago: time.Minute, want: -1},
		{name: "not there", sent: []string{"one"}, w: Wanted{Body: "two"}, ago: time.Minute, want: -1},
		{name: "not there yet", sent: []string{"one"}, w: Wanted{Body: "two"}, ago: 2 * time.Second, want: -2},
		{name: "of another message", sent: []string{"same", "same"}, w: Wanted{Body: "same"}, taken: func(n int) bool { return n == 0 }, want: 1},
		{name: "all of others", sent: []string{"same"}, w: Wanted{Body: "same"}, ago: time.Minute, taken: func(int) bool { return true }, want: -1},
		{name: "the oldest", sent: []string{"same", "same"}, w: Wanted{Body: "same"}, want: 0},
		{name: "failed before it left", sent: []string{"two"}, plan: twilioserver.Plan{Code: 63005, Statuses: []string{"failed"}}, w: Wanted{Body: "two"}, ago: time.Minute, want: -1},
		{name: "a content resource", sent: []string{"Approve: refund of 40 EUR?\nAsked by Eve"}, w: Wanted{Body: "Please answer", Contains: []string{"refund  of 40 EUR"}}, want: 0},
		{name: "folded by the service", sent: []string{`it's "ok" - wait...`}, w: Wanted{Body: "it’s “ok” – wait…"}, ago: time.Minute, want: 0},
		{name: "exact before similar", sent: []string{"so: two", "two"}, w: Wanted{Body: "two", Contains: []string{"two"}}, want: 1},
		{name: "no file", sent: []string{"two"}, w: Wanted{Body: "two", Media: true}, ago: time.Minute, want: -1},
		{name: "the log is away", sent: []string{"two"}, faults: []twilioserver.Fault{{On: twilioserver.List, Status: 500}}, w: Wanted{Body: "two"}, ago: time.Hour, want: -2},
		{name: "before", sent: []string{"two"}, w: Wanted{Body: "two"}, ago: -time.Hour, edit: func(b *bench, _ *Wanted) { b.offset = 2 * time.Hour }, want: -1},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, nil)
			if c.edit != nil {
				c.edit(b, &c.w)
			}
			b.fake.Phone(testTo).Plan(c.plan)
			var sids []string
			for _, body := range c.sent {
				rc, se := b.send(body)
				if se != nil {
					t.Fatal(se)
				}
				sids = append(sids, rc.ProviderID)
			}
			noerr.Must(t, b.fake.Settle(t.Context()))
			b.fake.Fail(c.faults...)
			c.w.To = testTo
			since := start.Add(-c.ago)
			if c.ago == 0 {
				since = time.Now().Add(-time.Second)
			} else if c.ago == 2*time.Second {
				since = time.Now().Add(-c.ago)
			}
			rc, found, err := b.sender().Find(t.Context(), c.w, since, func(r message.Ref) (bool, error) {
				for n, sid := range sids {
					if string(r) == sid && c.taken != nil {
						return c.taken(n), nil
					}
				}
				return false, nil
			})
			got := -1
			switch {
			case err != nil:
				got = -2
			case found:
				got = -3
				for n, sid := range sids {
					if rc.ProviderID == sid && len(rc.Refs) == 1 && string(rc.Refs[0]) == sid {
						got = n
					}
				}
			}
			if got != c.want {
				t.Errorf("%d: %+v %v %v", got, rc, found, err)
			}
			if err != nil {
				noSecrets(t, err)
			}
		})
	}
}

// Two requests may read the same but for their ids.
func TestFindPromptOfAnotherRequest(t *testing.T) {
	const mine, other = "apr_01JD0000000000000000000000", "apr_01JD0000000000000000000001"
	w, media := Wanted{To: testTo, Body: "x", Contains: []string{"refund: amount 40"}, Request: mine}, "0"
	for body, want := range map[string]fit{
		"Decide: refund: amount 40. Reference " + mine + ".": similar, "Decide: refund: amount 40. Reference " + other + ".": no, "Decide: refund: amount 40.": similar,
	} {
		if got := w.fits(&logged{Body: body, NumMedia: media}); got != want {
			t.Errorf("%q: %d, want %d", body, got, want)
		}
	}
}

// An account whose log keeps no texts does not show that a message did not go out.
func TestFindInALogWithoutTexts(t *testing.T) {
	body, media := "", "0"
	if got := (Wanted{To: testTo, Body: "hello"}).fits(&logged{Body: body, NumMedia: media}); got != unclear {
		t.Errorf("fits %d", got)
	}
}

// A message that waits in Twilio's queue has no date yet, and is there all the same.
func TestFindTakenStateUnknown(t *testing.T) {
	b := newBench(t, nil)
	if _, se := b.send("hello"); se != nil {
		t.Fatal(se)
	}
	want := errors.New("no store")
	_, _, err := b.sender().Find(t.Context(), Wanted{To: testTo, Body: "hello"}, time.Now(), func(message.Ref) (bool, error) { return false, want })
	if !errors.Is(err, want) {
		t.Error(err)
	}
	for _, q := range b.fake.Requests(twilioserver.List) {
		if strings.Contains(q.URI, "DateSent") {
			t.Error("the list is asked for dates: ", q.URI)
		}
	}
}

// What lies behind more messages than are looked through, nobody knows.
func TestFindPages(t *testing.T) {
	b := newBench(t, nil)
	s := b.sender()
	const n = findPage*findPages + 1
	for i := range n {
		noerr.Must(t, noerr.Of(s.Send(t.Context(), testMessageID(t, "x"), Message{To: testTo, Body: fmt.Sprint("text ", i)})))
	}
	since := time.Now().Add(-time.Minute)
	if _, found, err := s.Find(t.Context(), Wanted{To: testTo, Body: "text 7"}, since, none); !found || err != nil {
		t.Errorf("in the pages: %v %v", found, err)
	}
	if _, found, err := s.Find(t.Context(), Wanted{To: testTo, Body: "other"}, since, none); found || err == nil {
		t.Errorf("behind the pages: %v %v", found, err)
	}
}

// The dot of a user id stays in the query, and so do its digits.
func TestFindUserID(t *testing.T) {
	b := newBench(t, func(o *SenderOptions) { o.Prefix = "whatsapp:" })
	ph := b.fake.Phone("whatsapp:" + testTo)
	ph.Be(twilioserver.Profile{Name: "Zoë", BSUID: "US.13491208655302741918", Hidden: true})
	_, _ = ph.Text("hi") // opens the window; nobody listens
	s := b.sender()
	to := "US.13491208655302741918"
	noerr.Must(t, noerr.Of(s.Send(t.Context(), testMessageID(t, "x"), Message{To: to, Body: "hello"})))
	if _, found, err := s.Find(t.Context(), Wanted{To: to, Body: "hello"}, time.Now(), none); !found || err != nil {
		t.Errorf("%v %v", found, err)
	}
}

func TestFindUnclear(t *testing.T) {
	w := Wanted{To: testTo, Body: "hello", Contains: []string{"refund"}}
	for _, c := range []struct {
		body, media string
		want        fit
	}{
		{"hello", "0", exactly}, {"a refund", "0", similar}, {"", "0", unclear}, {"", "1", no}, {"other", "0", no}, {"hello", "1", no},
	} {
		if got := w.fits(&logged{Body: c.body, NumMedia: c.media}); got != c.want {
			t.Errorf("%q with %s files: %d", c.body, c.media, got)
		}
	}
}

// The next page is asked for as the API says, and with nothing that it does not say.
func TestPagesAsTheyAreNamed(t *testing.T) {
	var asked []string
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.RawQuery)
		next := map[int]string{1: `"/2010-04-01/Accounts/AC1/Messages.json?PageToken=PA1"`, 2: `"/2010-04-01/Accounts/AC1/Messages.json?Page=2"`}[len(asked)]
		fmt.Fprintf(w, `{"messages":[{"sid":"SM1","error_code":null,"num_media":"0","date_sent":null,"body":null}],"next_page_uri":%s}`, cmp.Or(next, "null"))
	}))
	defer api.Close()
	b := newBench(t, func(o *SenderOptions) { o.Account.APIURL = api.URL })
	err := b.sender().pages(t.Context(), "look", url.Values{"To": {"x"}}, 5, func(*logged) (bool, error) { return false, nil })
	if want := []string{"To=x", "PageToken=PA1&To=x", "Page=2&To=x"}; err != nil || !slices.Equal(asked, want) {
		t.Errorf("asked %q, want %q, %v", asked, want, err)
	}
}
