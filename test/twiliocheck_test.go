package test

import (
	"os"
	"strings"
	"testing"

	"bridge/internal/twilioserver"
)

// TestCheckTwilio: check looks at Twilio, and says of each mistake what to write where.
func TestCheckTwilio(t *testing.T) {
	t.Parallel()
	p := newPhones(t, httpAgent(parrot(t).URL))
	right, err := os.ReadFile(p.config())
	must(t, err)
	a := p.twilio.Account()
	for _, c := range []struct {
		name     string
		old, new string // in the configuration
		url      string // of SMS at Twilio; "" = the right one
		code     int
		says     []string
	}{
		{
			"no mistake", "", "", "", 0,
			[]string{"ok: channels.sms account " + a.SID, "ok: channels.sms number " + ourNumber, "ok: channels.whatsapp sender whatsapp:" + ourNumber, "approved by WhatsApp"},
		},
		{
			"wrong token", a.Token, "0123456789abcdef0123456789abcdef", "", 1,
			[]string{"channels.sms account " + a.SID + ": ", "20003", "auth_token of the account that owns the number"},
		},
		{"empty token", `auth_token = "` + a.Token, `auth_token = "`, "", 1, []string{"channels.sms.auth_token", "${TWILIO_AUTH_TOKEN}"}},
		{"no sender", `from = "` + ourNumber + `"`, "", "", 1, []string{"channels.sms.from: it is missing"}},
		{"a sender that nobody answers", `from = "` + ourNumber, `from = "MYFIRM`, "", 0, []string{"warning: ", "channels.sms.from: nobody can answer an alphanumeric sender"}},
		{"nowhere to call", `api_url = "` + p.twilio.URL(), `# "`, "", 0, []string{"channels.sms.type: Twilio cannot call public_url", "channels.whatsapp.type: Twilio cannot call"}},
		{"wrong number", `from = "` + ourNumber, `from = "+15005550099`, "", 1, []string{"the account has no number +15005550099"}},
		{"no content", p.content, "HX" + strings.Repeat("0", 32), "", 1, []string{"channels.whatsapp approval_content_sid HX0", "create it, and write its SID"}},
		{"no content SID", p.content, "HX1", "", 1, []string{"channels.whatsapp.approval_content_sid: it is not the SID of a content resource"}},
		{
			"webhook elsewhere", "", "", "https://old.example.com/channels/sms/inbound" + overrides, 1,
			[]string{"Twilio calls https://old.example.com/channels/sms/inbound, but the bridge expects signatures for http://" + p.http + smsRoute},
		},
		{"webhook tried once", "", "", "http://" + p.http + smsRoute, 0, []string{"warning: the webhook does not end in " + overrides}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p.write(strings.ReplaceAll(string(right), c.old, c.new))
			if c.old == "" {
				p.write(string(right))
			}
			hook := c.url
			if hook == "" {
				hook = p.hook(ourNumber)
			}
			p.twilio.AddNumber(twilioserver.Number{Address: ourNumber, SMSURL: hook})
			args := []string{"check"}
			if strings.Contains(c.old, "api_url") {
				args = append(args, "-offline") // it would ask Twilio itself
			}
			out, code := p.cli(args...)
			if code != c.code {
				t.Errorf("exit %d", code)
			}
			for _, s := range c.says {
				if !strings.Contains(out, s) {
					t.Errorf("it does not say %q", s)
				}
			}
			if strings.Contains(out, a.Token) {
				t.Error("it shows the token")
			}
			t.Logf("\n%s", out) // to be read by people
		})
	}
	if n := len(p.twilio.Requests(twilioserver.Send)); n != 0 {
		t.Errorf("it sent %d messages", n)
	}
}
