package twilio

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"bridge/internal/twilioserver"
)

// try runs the probe whose name begins so.
func (b *bench) try(what string, contents ...Content) (string, error) {
	b.t.Helper()
	for _, p := range b.sender().Probes(contents...) {
		if strings.HasPrefix(p.What, what) {
			note, err := p.Try(b.t.Context())
			if err != nil && strings.Contains(err.Error(), accountToken) {
				b.t.Errorf("the token is in %v", err)
			}
			return note, err
		}
	}
	b.t.Fatalf("there is no probe %s", what)
	return "", nil
}

// expect checks a note or an error: want has the words of one of them.
func (b *bench) expect(name, note string, err error, wantErr bool, words ...string) {
	b.t.Helper()
	text := note
	if err != nil {
		text = err.Error()
	}
	if (err != nil) != wantErr {
		b.t.Errorf("%s: note %q, error %v", name, note, err)
	}
	for _, w := range words {
		if !strings.Contains(text, w) {
			b.t.Errorf("%s: %q does not say %q", name, text, w)
		}
	}
	if len(words) == 0 && text != "" {
		b.t.Errorf("%s: says %q", name, text)
	}
}

func TestProbeAccount(t *testing.T) {
	b := newBench(t, nil)
	note, err := b.try("account ")
	b.expect("right", note, err, false)
	right := b.opts.Account.Tokens[0]
	b.opts.Account.Tokens = []func() string{right, right}
	note, err = b.try("account ")
	b.expect("two tokens", note, err, false, "the first auth_token")
	b.opts.Account.Tokens = []func() string{func() string { return "11111111111111111111111111111111" }}
	note, err = b.try("account ")
	b.expect("wrong token", note, err, true, "20003", "auth_token")
	b.opts.Account.Tokens, b.opts.Account.APIURL = []func() string{right}, "http://127.0.0.1:1"
	note, err = b.try("account ")
	b.expect("no network", note, err, true, "refused")
}

func TestProbeNumber(t *testing.T) {
	b := newBench(t, nil)
	inbound := b.opts.Callbacks.Inbound()
	for _, c := range []struct {
		name, url string
		bad       bool
		words     []string
	}{
		{"right", inbound + RetryFragment, false, nil},
		{"no overrides", inbound, false, []string{"warning: ", RetryFragment}},
		{"none", "", true, []string{"no webhook", inbound, RetryFragment}},
		{"another host", "http://old.example.com/channels/sms/inbound", true, []string{"another host", "old.example.com", inbound}},
		{"another path", strings.Replace(inbound, "sms", "text", 1), true, []string{"another path"}},
	} {
		b.fake.AddNumber(twilioserver.Number{Address: testFrom, SMSURL: c.url})
		note, err := b.try("number ")
		b.expect(c.name, note, err, c.bad, c.words...)
	}
	b.opts.Account.From = "+15005550007"
	note, err := b.try("number ")
	b.expect("not ours", note, err, true, "has no number +15005550007")
}

func TestProbeService(t *testing.T) {
	b := newBench(t, nil)
	b.opts.Account.From, b.opts.Account.Service = "", b.fake.AddService("bridge")
	note, err := b.try("service ")
	b.expect("no webhook", note, err, true, "no webhook", RetryFragment)
	b.fake.AddNumber(twilioserver.Number{Address: testFrom, Service: b.opts.Account.Service, SMSURL: b.opts.Callbacks.Inbound() + RetryFragment})
	note, err = b.try("service ")
	b.expect("right", note, err, false)
	b.opts.Account.Service = "MG0123456789abcdef0123456789abcdef"
	note, err = b.try("service ")
	b.expect("not there", note, err, true, "no such Messaging Service", "messaging_service_sid")
}

func TestProbeWhatsAppSender(t *testing.T) {
	b := newBench(t, func(o *SenderOptions) { o.Prefix = "whatsapp:" })
	inbound := b.opts.Callbacks.Inbound()
	b.fake.AddNumber(twilioserver.Number{Address: "whatsapp:" + testFrom, SMSURL: inbound + RetryFragment})
	note, err := b.try("sender ")
	b.expect("at the stand-in", note, err, false)
	b.fake.Fail(twilioserver.Fault{On: twilioserver.AnyOp, Status: 404, Code: 20404})
	note, err = b.try("sender ")
	b.expect("not shown", note, err, false, "warning: ", "cannot be checked here", inbound+RetryFragment)
	b.fake.Fail(twilioserver.Fault{On: twilioserver.AnyOp, Status: 401, Code: 20003})
	note, err = b.try("sender ")
	b.expect("refused", note, err, true, "20003")
	for _, c := range []struct {
		name, answer string
		bad          bool
		words        []string
	}{
		{"right", `{"senders":[{"sender_id":"whatsapp:` + testFrom + `","status":"ONLINE","webhook":{"callback_url":"` + inbound + RetryFragment + `","callback_method":"POST"}}]}`, false, nil},
		{"by GET", `{"senders":[{"sender_id":"whatsapp:` + testFrom + `","status":"ONLINE","webhook":{"callback_url":"` + inbound + `","callback_method":"GET"}}]}`, true, []string{"POST"}},
		{"not online", `{"senders":[{"sender_id":"whatsapp:` + testFrom + `","status":"PENDING_VERIFICATION"}]}`, true, []string{"PENDING_VERIFICATION"}},
		{"another", `{"senders":[{"sender_id":"whatsapp:+15005550001","status":"ONLINE"}]}`, false, []string{"warning: ", "sandbox"}},
	} {
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Host != "messaging.twilio.com" || r.URL.Path != "/v2/Channels/Senders" || r.URL.Query().Get("Channel") != "whatsapp" {
				t.Errorf("asked %s %s", r.Host, r.URL)
			}
			_, _ = w.Write([]byte(c.answer))
		}))
		b.opts.Account.APIURL = srv.URL
		note, err := b.try("sender ")
		b.expect(c.name, note, err, c.bad, c.words...)
		srv.Close()
	}
}

func TestProbeContent(t *testing.T) {
	b := newBench(t, nil)
	right := twilioserver.Content{
		Body: "Please decide: {{1}}. Asked by {{3}}, until {{4}}, with the buttons.", Variables: map[string]string{"1": "a", "2": "b", "3": "c", "4": "d"},
		Buttons: []twilioserver.Button{{Title: "Approve", ID: "approve:{{2}}"}, {Title: "Deny", ID: "deny:{{2}}"}}, Approval: "approved",
	}
	prompt := func(edit func(*twilioserver.Content)) Content {
		c := right
		edit(&c)
		return ApprovalContent("approval_content_sid", b.fake.AddContent(c))
	}
	for _, c := range []struct {
		name    string
		content Content
		bad     bool
		words   []string
	}{
		{"right", prompt(func(*twilioserver.Content) {}), false, []string{"approved by WhatsApp"}},
		{"not approved", prompt(func(c *twilioserver.Content) { c.Approval = "" }), false, []string{"warning: ", "not approved", "last 24 hours"}},
		{"static ids", prompt(func(c *twilioserver.Content) { c.Buttons = []twilioserver.Button{{Title: "Yes", ID: "yes{{2}}"}} }), true, []string{`"approve:{{2}}"`}},
		{"no summary", prompt(func(c *twilioserver.Content) { c.Body = "Asked by {{3}}, until {{4}}, with {{2}}." }), true, []string{"{{1}}"}},
		{"no buttons", prompt(func(c *twilioserver.Content) { c.Buttons, c.Body = nil, c.Body+" {{2}} " }), true, []string{"twilio/quick-reply"}},
		{"not there", ApprovalContent("approval_content_sid", "HX0123456789abcdef0123456789abcdef"), true, []string{"approval_content_sid", "create it"}},
		{
			"a template",
			Content{Key: "window_template_sid", SID: b.fake.AddContent(twilioserver.Content{Body: "News: {{1}} See {{2}} please.", Approval: "approved"}), Variables: 2},
			false,
			[]string{"approved by WhatsApp"},
		},
		{
			"a template not approved",
			Content{Key: "window_template_sid", SID: b.fake.AddContent(twilioserver.Content{Body: "News: {{1}} See {{2}} please.", Approval: "rejected"}), Variables: 2},
			true,
			[]string{"rejected", "window_template_sid"},
		},
	} {
		note, err := b.try(c.content.Key, c.content)
		b.expect(c.name, note, err, c.bad, c.words...)
	}
}
