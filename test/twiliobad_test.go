package test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"bridge/internal/noerr"
	"bridge/internal/redistest"
	"bridge/internal/twilioserver"
)

// TestBadWebhooks: what Twilio did not send, or not like this, gets the right status,
// one line in the log, and changes nothing.
func TestBadWebhooks(t *testing.T) {
	t.Parallel()
	agent := parrot(t)
	p := newPhones(t, httpAgent(agent.URL)).start()
	a := p.twilio.Account()
	hook := "http://" + p.http + smsRoute
	good := func() url.Values {
		return url.Values{
			"MessageSid": {"SM" + strings.Repeat("0", 32)}, "AccountSid": {a.SID}, "From": {evePhone}, "To": {ourNumber}, "Body": {"a forged question"},
			"NumMedia": {"0"}, "SmsStatus": {"received"}, "ApiVersion": {"2010-04-01"},
		}
	}
	with := func(kv ...string) url.Values {
		f := good()
		for i := 0; i < len(kv); i += 2 {
			f.Set(kv[i], kv[i+1])
		}
		return f
	}
	signed := func(f url.Values) string { return twilioserver.Sign(a.Token, hook, f) }
	const form = "application/x-www-form-urlencoded"
	body := []byte(`{"a":"é"}`)
	sum := sha256.Sum256(body)
	asJSON := "?bodySHA256=" + hex.EncodeToString(sum[:])
	huge := with("Body", strings.Repeat("x", 1<<20))
	type webhook struct {
		name, method, query, kind, body, signature string
		want                                       []int
	}
	cases := []webhook{
		{"no signature", "POST", "", form, good().Encode(), "", []int{403}},
		{"no signature that makes sense", "POST", "", form, good().Encode(), "AAAA", []int{403}},
		{"another token", "POST", "", form, good().Encode(), twilioserver.Sign("0123456789abcdef0123456789abcdef", hook, good()), []int{403}},
		{"an empty token", "POST", "", form, good().Encode(), twilioserver.Sign("", hook, good()), []int{403}},
		{"another text", "POST", "", form, with("Body", "another text").Encode(), signed(good()), []int{403}},
		{"another URL", "POST", "", form, good().Encode(), twilioserver.Sign(a.Token, hook+"/x", good()), []int{403}},
		{"another query", "POST", "?a=1", form, good().Encode(), signed(good()), []int{403}},
		{"truncated", "POST", "", form, good().Encode()[:80], signed(good()), []int{403}},
		{"a broken escape", "POST", "", form, "Body=%zz&From=%2B1", signed(good()), []int{400, 403}},
		{"a megabyte", "POST", "", form, huge.Encode(), signed(huge), []int{413}},
		{"JSON", "POST", asJSON, "application/json", string(body), twilioserver.Sign(a.Token, hook+asJSON, nil), []int{400, 415}},
		{"JSON that is not signed", "POST", "", "application/json", string(body), "", []int{403, 415}},
		{"GET", "GET", "", "", "", twilioserver.Sign(a.Token, hook, nil), []int{405}},
		{"another account", "POST", "", form, with("AccountSid", "AC"+strings.Repeat("0", 32)).Encode(), signed(with("AccountSid", "AC"+strings.Repeat("0", 32))), []int{403}},
		{"another number", "POST", "", form, with("To", "+15005550099").Encode(), signed(with("To", "+15005550099")), []int{403}},
		{"nothing in it", "POST", "", form, "", signed(url.Values{}), []int{400, 403}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			before := strings.Count(p.log.String(), "webhook refused")
			if got := p.call(c.method, hook+c.query, c.kind, c.body, c.signature); !slices.Contains(c.want, got) {
				t.Errorf("status %d, want %v", got, c.want)
			}
			eventually(t, "the log has a line", func() bool { return strings.Count(p.log.String(), "webhook refused") > before })
		})
	}
	if lines := strings.Count(p.log.String(), "webhook refused"); lines != len(cases) {
		t.Errorf("%d lines in the log for %d webhooks", lines, len(cases))
	}
	status := "http://" + p.http + "/channels/sms/status?m=msg_01&k=AAAA"
	report := url.Values{"MessageSid": {"SM1"}, "MessageStatus": {"failed"}, "AccountSid": {a.SID}}
	if got := p.call("POST", status, form, report.Encode(), "AAAA"); got != 403 {
		t.Errorf("a forged report: status %d", got)
	}
	if got := p.call("POST", status, form, report.Encode(), twilioserver.Sign(a.Token, status, report)); got >= 500 {
		t.Errorf("a report of a message that is not ours: status %d", got)
	}
	p.still(evePhone)
	if len(agent.seen()) != 0 {
		t.Errorf("the agent was called: %s", agent.seen()[0].Raw)
	}
	// What Twilio adds without notice does not matter, once or twice.
	more := with("Body", "a good question", "MessageSid", "SM"+strings.Repeat("1", 32), "NewThing", "x")
	more["Repeated"] = []string{"b", "a", "b"}
	if got := p.call("POST", hook, form, more.Encode(), signed(more)); got != 200 {
		t.Errorf("unknown and repeated parameters: status %d", got)
	}
	p.rings(evePhone, 0, "you said a good question")
	// A sender that is no person is never answered.
	for i, from := range []string{"12345", "ACME", "+1"} {
		f := with("From", from, "MessageSid", fmt.Sprintf("SM%032d", i+5))
		p.call("POST", hook, form, f.Encode(), signed(f))
	}
	p.still(evePhone)
	if len(agent.seen()) != 1 {
		t.Errorf("%d calls of the agent", len(agent.seen()))
	}
	p.alive()
}

// call makes one request and returns its status.
func (p *phones) call(method, link, kind, body, signature string) int {
	p.t.Helper()
	r, err := http.NewRequest(method, link, strings.NewReader(body))
	must(p.t, err)
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	if signature != "" {
		r.Header.Set("X-Twilio-Signature", signature)
	}
	resp, err := http.DefaultClient.Do(r)
	must(p.t, err)
	_ = resp.Body.Close()
	return resp.StatusCode
}

// TestTwilioStoreDown: a message that cannot be stored is not acknowledged, and taken
// when Twilio comes again.
func TestTwilioStoreDown(t *testing.T) {
	t.Parallel()
	agent := parrot(t)
	server := redistest.Start(t, durable())
	p := newPhones(t, httpAgent(agent.URL), onRedis(server.URL(), t.TempDir())).start()
	p.text(evePhone, "the first question")
	p.rings(evePhone, 0, "you said the first question")
	p.still(evePhone)
	server.Stop()
	p.unready(server.Addr())
	sent, err := p.twilio.Phone(evePhone).Text("the second question")
	if err == nil {
		t.Fatal("a message is taken that cannot be stored")
	}
	for _, a := range sent.Attempts {
		if a.Status != http.StatusServiceUnavailable && a.Err == nil {
			t.Errorf("Twilio is told %d", a.Status)
		}
	}
	server.Restart()
	p.recovers()
	must(t, noerr.Of(p.twilio.Phone(evePhone).Again(sent.SID)))
	p.rings(evePhone, 1, "you said the second question")
	if got := p.still(evePhone); len(got) != 2 || len(agent.seen()) != 2 {
		t.Errorf("%d answers, %d calls of the agent", len(got), len(agent.seen()))
	}
}
