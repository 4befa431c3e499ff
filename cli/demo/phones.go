package demo

import (
	"context"
	"fmt"
	"io"
	"strings"

	"bridge/internal/twilioserver"
)

// phones gives the stand-in for Twilio a number for SMS and one for WhatsApp, which call
// the bridge at listen, and returns the configuration of the two channels.
func (d *playground) phones(listen string) string {
	hook := func(channel string) string {
		return "http://" + listen + "/channels/" + channel + "/inbound#rc=5&rp=all"
	}
	d.twilio.AddNumber(twilioserver.Number{Address: smsNumber, SMSURL: hook("sms")})
	d.twilio.AddNumber(twilioserver.Number{Address: "whatsapp:" + whatsAppNumber, SMSURL: hook("whatsapp")})
	// The same texts as in docs/channels/whatsapp.md.
	prompt := d.twilio.AddContent(twilioserver.Content{
		Name: "bridge_approval", Approval: "approved",
		Body:      "Your decision is needed: {{1}}\n\nRequested by {{3}}, open until {{4}}. Reference {{2}}. Press a button to answer.",
		Buttons:   []twilioserver.Button{{Title: "Approve", ID: "approve:{{2}}"}, {Title: "Deny", ID: "deny:{{2}}"}},
		Variables: map[string]string{"1": "refund, 40 EUR", "2": "apr_01", "3": "Eve", "4": "Mon 7 Sep 10:00 CEST"},
	})
	window := d.twilio.AddContent(twilioserver.Content{
		Name: "bridge_message", Approval: "approved", Body: "There is an answer for you: {{1}}\n\nRead all of it at {{2}} or write here to go on.",
		Variables: map[string]string{"1": "your refund is on its way", "2": "https://bridge.example.com/artifacts/1"},
	})
	a := d.twilio.Account()
	account := fmt.Sprintf("agent = \"assistant\"\naccount_sid = %q\nauth_token = %q\napi_url = %q\nrate = \"50/s\"", a.SID, a.Token, d.twilio.URL())
	return fmt.Sprintf(`
[channels.sms]
type = "sms"
from = %q
%s

[channels.whatsapp]
type = "whatsapp"
from = %q
approval_content_sid = %q
window_template_sid = %q
%s
`, smsNumber, account, whatsAppNumber, prompt, window, account)
}

// settle waits until Twilio has reported what became of the messages.
func (d *playground) settle(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, storyTimeout)
	defer cancel()
	_ = d.twilio.Settle(ctx) // the story goes on in any case
}

// phoned prints a message that reached a phone.
func (d *playground) phoned(m twilioserver.Message) {
	var b strings.Builder
	to, kind := strings.CutPrefix(m.To, "whatsapp:")
	name := "SMS"
	if kind {
		name = "WhatsApp"
	}
	fmt.Fprintf(&b, "\n┌─ %s to %s\n", name, to)
	for line := range strings.Lines(m.Body) {
		fmt.Fprintf(&b, "│ %s\n", strings.TrimRight(line, "\n"))
	}
	for _, f := range m.Media {
		fmt.Fprintf(&b, "│ attached: %s (%s, %d bytes)\n", f.Name, f.MediaType, len(f.Bytes))
	}
	for _, button := range m.Buttons {
		fmt.Fprintf(&b, "│ [%s]\n", button.Title)
	}
	b.WriteString("└─\n\n")
	_, _ = io.WriteString(d.out, b.String()) // nowhere to report to
	d.happened()
}

// text writes from a phone and waits for the message that should follow.
func (d *playground) text(ctx context.Context, what, phone, body string, ok func(twilioserver.Message) bool) error {
	p := d.twilio.Phone(phone)
	n := p.Count()
	if _, err := p.Text(body); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	_, err := d.ring(ctx, what, phone, n, ok)
	return err
}

// ring waits for a message at a phone, from the n-th on.
func (d *playground) ring(ctx context.Context, what, phone string, n int, ok func(twilioserver.Message) bool) (twilioserver.Message, error) {
	ctx, cancel := context.WithTimeout(ctx, storyTimeout)
	defer cancel()
	m, err := d.twilio.Phone(phone).AwaitFrom(ctx, n, ok)
	if err != nil {
		return twilioserver.Message{}, fmt.Errorf("%s: %w", what, err)
	}
	fmt.Fprintln(d.out, "✓", what)
	return m, nil
}
