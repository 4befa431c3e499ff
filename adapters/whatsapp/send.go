package whatsapp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"bridge/adapters"
	"bridge/adapters/twilio"
	"bridge/core/message"
)

const (
	prefix = "whatsapp:"
	// windowMargin is how long before its end the window counts as closed: a message
	// takes its time to Meta.
	windowMargin = 30 * time.Second
)

// Sender is what the channel sends with and bridge check looks with.
func (c Config) Sender(cb twilio.Callbacks, b adapters.Buckets, m twilio.Metrics, now func() time.Time) (*twilio.Sender, error) {
	return twilio.NewSender(twilio.SenderOptions{Account: c.Account, Prefix: prefix, Callbacks: cb, Buckets: b, Metrics: m, Dedupe: c.Dedupe, Now: now})
}

// Contents are the content resources that the channel sends.
func (c Config) Contents() []twilio.Content {
	var all []twilio.Content
	if c.ApprovalContent != "" {
		all = append(all, twilio.ApprovalContent("approval_content_sid", c.ApprovalContent))
	}
	if c.WindowTemplate != "" {
		all = append(all, twilio.Content{Key: "window_template_sid", SID: c.WindowTemplate, Variables: 2})
	}
	return all
}

// Send hands one message to Twilio: adapters.Sender. In the 24 hours after the
// person's last message it goes as it is, outside as a template, or not at all.
func (a *Adapter) Send(ctx context.Context, out message.Outbound) (message.Receipt, error) {
	if out.To.Kind() != Kind || out.To.Value() == "" {
		return message.Receipt{}, &message.SendError{
			Kind: message.SendInvalid, NotSent: true, Public: "The address is none of WhatsApp.", Err: errors.New("the recipient is no WhatsApp user"),
		}
	}
	m, err := a.compose(ctx, out)
	if err != nil {
		return message.Receipt{}, err
	}
	m.To = out.To.Value()
	return a.outbound.Send(ctx, out.ID, m)
}

// compose chooses the form of a message: a template with buttons, one with the text, or plain text.
func (a *Adapter) compose(ctx context.Context, out message.Outbound) (twilio.Message, error) {
	if out.Ask != nil && out.Ask.Whole && out.Approval != "" && a.o.Config.ApprovalContent != "" {
		return a.prompt(out), nil // at any time
	}
	open, err := a.open(ctx, out.To)
	switch {
	case err != nil:
		return twilio.Message{}, &message.SendError{
			Kind: message.SendUnreachable, NotSent: true, Err: fmt.Errorf("when the person wrote last: %w", err),
		}
	case out.Ask != nil && (!open || !out.Ask.Fits):
		return twilio.Message{}, closed("the request cannot be shown in free text now, and there is no content resource that shows all of it")
	case open:
		return a.free(out), nil
	case out.Kind != message.Prompt && a.o.Config.WindowTemplate != "":
		return a.template(ctx, out)
	}
	return twilio.Message{}, closed("the person's last message is more than 24 hours old, and there is no window_template_sid")
}

func closed(why string) error {
	return &message.SendError{
		Kind: message.SendWindow, NotSent: true, Public: "WhatsApp takes no free text until the person writes again.", Err: errors.New(why),
	}
}

// open reports whether the person wrote in the last 24 hours.
func (a *Adapter) open(ctx context.Context, to message.Address) (bool, error) {
	c, known, err := a.o.Contacts.Contact(ctx, a.o.Name, to)
	if err != nil || !known || c.Heard.IsZero() {
		return false, err
	}
	return a.o.Now().Before(c.Heard.Add(Window - windowMargin)), nil
}

// free is a message as it was written: a text, or one file with the text as its
// caption. What does not go as a file goes as a link.
func (a *Adapter) free(out message.Outbound) twilio.Message {
	m := twilio.Message{Body: out.Text}
	files := out.Attachments
	if len(files) > 0 && (out.Text == "" || captioned(files[0].MediaType)) {
		m.MediaURL = a.o.Artifacts.Link(files[0].Artifact)
		files = files[1:]
	}
	for _, f := range files {
		m.Body = strings.TrimPrefix(strings.TrimRight(m.Body, "\n")+"\n"+a.o.Artifacts.Link(f.Artifact), "\n")
	}
	return m
}

// captioned reports whether WhatsApp shows a text with a file of this type.
func captioned(mediaType string) bool {
	kind, _, _ := strings.Cut(mediaType, "/")
	base, _, _ := strings.Cut(mediaType, ";")
	return kind != "audio" && !slices.Contains([]string{"text/vcard", "text/x-vcard"}, strings.TrimSpace(base))
}

// Find looks for a message in Twilio's log: adapters.Finder. The window may have
// closed since it was sent, so that each form counts.
func (a *Adapter) Find(ctx context.Context, out message.Outbound, since time.Time, taken func(message.Ref) (bool, error)) (message.Receipt, bool, error) {
	w := twilio.Wanted{To: out.To.Value(), Body: out.Text}
	if len(out.Attachments) > 0 {
		w.Media = out.Text == "" || captioned(out.Attachments[0].MediaType)
	}
	if out.Ask != nil && a.o.Config.ApprovalContent != "" {
		w.Contains, w.Request = append(w.Contains, fill(out.Ask.Summary)), out.Approval
	}
	if a.o.Config.WindowTemplate != "" && out.Kind != message.Prompt {
		w.Contains = append(w.Contains, short(out))
	}
	if len(out.Attachments) > 0 && out.Text != "" { // a link is another one each time it is made
		w.Contains = append(w.Contains, out.Text)
	}
	return a.outbound.Find(ctx, w, since, taken)
}
