package twilio

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"bridge/core/message"
)

// Probe is one look at Twilio, for bridge check: note is what else is worth knowing.
type Probe struct {
	What string
	Try  func(context.Context) (note string, err error)
}

// Content is a content resource that a channel sends.
type Content struct {
	Key       string // of the section
	SID       string
	Variables int      // it has {{1}} to {{n}}
	Buttons   []string // ids of its quick replies
}

// Probes returns the looks at the account, the sender, its webhook and the content
// resources. They change nothing at Twilio.
func (s *Sender) Probes(contents ...Content) []Probe {
	ps := []Probe{{"account " + s.o.Account.SID, s.tryAccount}}
	switch {
	case s.o.Account.Service != "":
		ps = append(ps, Probe{"service " + s.o.Account.Service, s.tryService})
	case s.o.Prefix != "":
		ps = append(ps, Probe{"sender " + s.o.Prefix + s.o.Account.From, s.tryWhatsApp})
	case IsNumber(s.o.Account.From):
		ps = append(ps, Probe{"number " + s.o.Account.From, s.tryNumber})
	}
	for _, c := range contents {
		ps = append(ps, Probe{c.Key + " " + c.SID, func(ctx context.Context) (string, error) { return s.tryContent(ctx, c) }})
	}
	return ps
}

func (s *Sender) tryAccount(ctx context.Context) (string, error) {
	k := s.client.call(ctx, "read the account")
	var a owner
	if err := k.get(k.account(".json"), nil, &a); err != nil {
		e := k.failed(err)
		if e.Status == http.StatusUnauthorized || e.Status == http.StatusNotFound {
			return "", fmt.Errorf("%w; write the account_sid and the auth_token of the account that owns the number (a sub-account has its own)", e)
		}
		return "", e
	}
	if st := a.Status; st != "active" {
		return "", fmt.Errorf("the account is %s at Twilio", st)
	}
	var notes []string
	if a.Type == "Trial" {
		notes = append(notes, "warning: it is a trial account: it sends to verified numbers only")
	}
	if len(s.o.Account.Tokens) > 1 {
		notes = append(notes, "the first auth_token signs in; the others were not tried")
	}
	return strings.Join(notes, "; "), nil
}

func (s *Sender) tryNumber(ctx context.Context) (string, error) {
	k := s.client.call(ctx, "look for the number")
	var page numbers
	if err := k.get(k.account("/IncomingPhoneNumbers.json"), url.Values{"PhoneNumber": {s.o.Account.From}, "PageSize": {"20"}}, &page); err != nil {
		return "", k.failed(err)
	}
	for _, n := range page.List {
		if n.Number != s.o.Account.From {
			continue
		}
		if n.Capabilities != nil && !n.Capabilities.SMS {
			return "", errors.New("the number cannot send text messages: buy one that can")
		}
		if n.Application != "" {
			return s.elsewhere("a TwiML application handles the number's messages"), nil
		}
		return s.webhook("the number", n.URL, n.Method, "; if it is in a Messaging Service, its integration must say the same")
	}
	return "", fmt.Errorf("the account has no number %s: buy it, or write one of its own in from", s.o.Account.From)
}

// service is what counts of a Messaging Service here.
type service struct {
	InboundRequestURL string `json:"inbound_request_url"`
	InboundMethod     string `json:"inbound_method"`
	OnNumber          bool   `json:"use_inbound_webhook_on_number"`
}

func (s *Sender) tryService(ctx context.Context) (string, error) {
	k := s.client.call(ctx, "read the Messaging Service")
	var v service
	if err := k.get(messagingHost+"/v1/Services/"+url.PathEscape(s.o.Account.Service), nil, &v); err != nil {
		e := k.failed(err)
		if e.Status == http.StatusNotFound {
			return "", errors.New("the account has no such Messaging Service: write the SID of one of its own in messaging_service_sid")
		}
		return "", e
	}
	if v.OnNumber {
		return s.elsewhere("the service leaves incoming messages to the webhooks of its numbers"), nil
	}
	return s.webhook("the service", v.InboundRequestURL, v.InboundMethod, "")
}

// senders is a page of WhatsApp senders.
type senders struct {
	Senders []struct {
		SenderID string `json:"sender_id"`
		Status   string `json:"status"`
		Webhook  struct {
			CallbackURL    string `json:"callback_url"`
			CallbackMethod string `json:"callback_method"`
		} `json:"webhook"`
	} `json:"senders"`
}

func (s *Sender) tryWhatsApp(ctx context.Context) (string, error) {
	k := s.client.call(ctx, "look for the WhatsApp sender")
	var page senders
	err := k.get(messagingHost+"/v2/Channels/Senders", url.Values{"Channel": {"whatsapp"}, "PageSize": {"100"}}, &page)
	if err != nil {
		e := k.failed(err)
		if e.Status == http.StatusUnauthorized || e.Status == 0 || e.Status >= 500 {
			return "", e
		}
		return s.elsewhere("Twilio does not show WhatsApp senders of this account"), nil
	}
	for _, w := range page.Senders {
		if w.SenderID != s.o.Prefix+s.o.Account.From {
			continue
		}
		if !strings.HasPrefix(strings.ToUpper(w.Status), "ONLINE") {
			return "", fmt.Errorf("the WhatsApp sender is %s at Twilio: finish its registration in the console", w.Status)
		}
		return s.webhook("the WhatsApp sender", w.Webhook.CallbackURL, w.Webhook.CallbackMethod, "")
	}
	return s.elsewhere("the account's WhatsApp senders do not include this one, which is so with the sandbox"), nil
}

// elsewhere is the note where the webhook cannot be seen.
func (s *Sender) elsewhere(why string) string {
	return "warning: " + why + ", so that its webhook cannot be checked here: it must be " + s.o.Callbacks.Inbound() + RetryFragment
}

// webhook compares the URL that Twilio calls with the one that the bridge expects:
// signatures are made of it, letter by letter.
func (s *Sender) webhook(whose, have, method, also string) (string, error) {
	want := s.o.Callbacks.Inbound()
	if why := explain(want, have); have == "" {
		return "", fmt.Errorf("%s: %s%s", whose, why, also)
	} else if why != "" {
		return "", fmt.Errorf("the webhook of %s: %s; set it to %s%s at Twilio (or public_url to what Twilio calls)%s", whose, why, want, RetryFragment, also)
	}
	if method != "" && !strings.EqualFold(method, http.MethodPost) {
		return "", fmt.Errorf("the webhook of %s is called by %s: set it to HTTP POST at Twilio", whose, method)
	}
	_, overrides, _ := strings.Cut(have, "#")
	if q, err := url.ParseQuery(overrides); err != nil || q.Get("rc") == "" || q.Get("rp") == "" {
		return "warning: the webhook does not end in " + RetryFragment + ": Twilio will not call again after an answer with an error", nil
	}
	return "", nil
}

func (s *Sender) tryContent(ctx context.Context, c Content) (string, error) {
	k := s.client.call(ctx, "read the content resource")
	at := contentHost + "/v1/Content/" + url.PathEscape(c.SID)
	var got resource
	if err := k.get(at, nil, &got); err != nil {
		e := k.failed(err)
		if e.Status == http.StatusNotFound {
			return "", fmt.Errorf("the account has no such content resource: create it, and write its SID (HX…) in %s", c.Key)
		}
		return "", e
	}
	if err := c.check(got.Types); err != nil {
		return "", err
	}
	k = s.client.call(ctx, "read the approval of the content resource")
	var a approval
	if err := k.get(at+"/ApprovalRequests", nil, &a); err != nil {
		return "", k.failed(err)
	}
	return c.approval(a)
}

// approval says what WhatsApp has decided. Quick replies work in the window without.
func (c Content) approval(a approval) (string, error) {
	status := cmp.Or(a.WhatsApp.Status, "unsubmitted")
	if status == "approved" {
		return "approved by WhatsApp", nil
	}
	text := "it is not approved by WhatsApp (" + status + ")"
	if reason := a.WhatsApp.Reason; reason != "" {
		text += ": " + scrub(reason)
	}
	if len(c.Buttons) == 0 { // outside the window is what it is for
		return "", errors.New(text + ": submit it for approval at Twilio, or leave out " + c.Key)
	}
	return "warning: " + text + ": prompts reach only those who wrote in the last 24 hours", nil
}

// check compares the resource with what the channel sends.
func (c Content) check(types map[string]any) error {
	var text strings.Builder
	everything(types, &text)
	for n := 1; n <= c.Variables; n++ {
		if v := fmt.Sprintf("{{%d}}", n); !strings.Contains(text.String(), v) {
			return fmt.Errorf("the resource does not use the variable %s, so that people would not see what it stands for", v)
		}
	}
	if len(c.Buttons) == 0 {
		return nil
	}
	reply, _ := types["twilio/quick-reply"].(map[string]any)
	if reply == nil {
		return errors.New("the resource is not of the type twilio/quick-reply")
	}
	actions, _ := reply["actions"].([]any)
	var ids []string
	for _, a := range actions {
		if m, ok := a.(map[string]any); ok {
			id, _ := m["id"].(string)
			ids = append(ids, id)
		}
	}
	for _, id := range c.Buttons {
		if !slices.Contains(ids, id) {
			return fmt.Errorf("the resource has no quick reply with the id %q: a press would decide nothing", id)
		}
	}
	return nil
}

// everything writes all texts in v.
func everything(v any, b *strings.Builder) {
	switch v := v.(type) {
	case string:
		b.WriteString(v + "\n")
	case []any:
		for _, e := range v {
			everything(e, b)
		}
	case map[string]any:
		for _, e := range v {
			everything(e, b)
		}
	}
}

// ApprovalContent is what prompts need of their content resource.
func ApprovalContent(key, sid string) Content {
	return Content{
		Key: key, SID: sid, Variables: 4,
		Buttons: []string{message.ApproveButton + "{{2}}", message.DenyButton + "{{2}}"},
	}
}
