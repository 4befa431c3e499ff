package whatsapp

import (
	"context"
	"fmt"
	"strings"

	"bridge/adapters/twilio"
	"bridge/core/excerpt"
	"bridge/core/message"
)

// maxVariable is the longest text of a variable in UTF-16 units. A template has 1024
// with its own words and the link.
const maxVariable = 600

// prompt asks with buttons. The variables are those of Config.ApprovalContent.
func (a *Adapter) prompt(out message.Outbound) twilio.Message {
	return twilio.Message{Content: a.o.Config.ApprovalContent, Variables: map[string]string{
		"1": fill(out.Ask.Summary), "2": string(out.Approval), "3": fill(out.Ask.Requester), "4": fill(out.Ask.Until),
	}}
}

// template is a message outside the window: the beginning of the text in one line,
// and a link to the whole, which becomes an artifact.
func (a *Adapter) template(ctx context.Context, out message.Outbound) (twilio.Message, error) {
	link := ""
	if out.Text == "" && len(out.Attachments) == 1 {
		link = a.o.Artifacts.Link(out.Attachments[0].Artifact)
	} else {
		whole := out.Text
		for _, f := range out.Attachments {
			whole = strings.TrimRight(whole, "\n") + "\n\n" + f.Filename + ": " + a.o.Artifacts.Link(f.Artifact) + "\n"
		}
		stored, err := a.o.Artifacts.Put(ctx, strings.NewReader(whole), "message.txt", "text/plain; charset=utf-8")
		if err != nil {
			return twilio.Message{}, &message.SendError{
				Kind: message.SendUnreachable, NotSent: true, Err: fmt.Errorf("store the text behind the link: %w", err),
			}
		}
		link = a.o.Artifacts.Link(stored.ID)
	}
	return twilio.Message{Content: a.o.Config.WindowTemplate, Variables: map[string]string{"1": short(out), "2": link}}, nil
}

// short is the first variable of a message outside the window.
func short(out message.Outbound) string {
	if out.Text == "" && len(out.Attachments) > 0 {
		return fill(out.Attachments[0].Filename)
	}
	return fill(out.Text)
}

// fill makes a text fit for a variable: WhatsApp refuses line breaks, tabs, more than
// four spaces in a row, and nothing at all.
func fill(s string) string {
	words := strings.Fields(s)
	s = strings.Join(words, " ")
	if s == "" {
		return "-"
	}
	if excerpt.Units(s) <= maxVariable {
		return s
	}
	var b strings.Builder
	n := 1 // the ellipsis
	for _, w := range words {
		if n += excerpt.Units(w) + 1; n > maxVariable {
			break
		}
		b.WriteString(w + " ")
	}
	if b.Len() > 0 {
		return b.String() + "…"
	}
	n = 1
	for _, r := range words[0] { // one endless word
		if n += excerpt.Units(string(r)); n > maxVariable {
			break
		}
		b.WriteRune(r)
	}
	return b.String() + "…"
}
