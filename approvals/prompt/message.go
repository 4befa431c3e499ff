package prompt

import (
	"strings"
	"time"

	"bridge/approvals/request"
	"bridge/approvals/rules"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/outbox"
	"bridge/render"
)

// View is the prompt of one approver.
func (d Desk) View(r request.Record, a request.Approver, p message.Person) render.Prompt {
	view := render.Prompt{
		Summary: r.Summary, Headline: r.Subject, Tool: r.Tool, Title: r.Title, Requester: r.Requester, Args: r.Args, Digest: r.Digest,
		Code: a.Code, Until: r.Until(), Zone: p.Zone, Approver: p.Name, Language: p.Language,
	}
	if r.Outside != nil {
		view.Requester = r.Asker(render.In(p.Language).Outside(r.Outside.By))
		view.Question = r.Tool == request.AskTool && strings.HasPrefix(r.Outside.By, "operator:")
	}
	view.Page = d.Page(r.ID, a.Person)
	return view
}

// Item returns the item that asks one approver at one place. again, if there is
// one, makes it another message than the prompt that was there before. What a machine
// started waits for the person's quiet hours to end.
func (d Desk) Item(r request.Record, a request.Approver, p message.Person, at request.Place, now time.Time, again ...string) (queue.Item, error) {
	id := append([]string{"prompt", string(r.ID), string(a.Person), string(at.Address)}, again...)
	out := d.Message(r, a, p, at)
	out.ID, out.CreatedAt = message.DerivedMessageID(r.CreatedAt, id...), r.CreatedAt
	it, err := outbox.Item(out)
	if err != nil {
		return queue.Item{}, err
	}
	return within(it, r, p, d.Channel(at.Channel).Traits, now), nil
}

// Message is the message that asks one approver at one place, without its ID and time.
func (d Desk) Message(r request.Record, a request.Approver, p message.Person, at request.Place) message.Outbound {
	if r.Question != nil {
		return d.question(r, a, p, at)
	}
	view := d.View(r, a, p)
	view.ReplyTo, view.Brand = d.Channel(at.Channel).Address, d.Channel(at.Channel).Brand
	out := message.Outbound{
		Channel: at.Channel, To: at.Address, ToName: p.Name, Kind: message.Prompt, Approval: r.ID, Person: a.Person, Turn: r.Turn,
		Subject: view.Subject(),
	}
	switch c := d.Channel(at.Channel); {
	case c.Markup != "":
		ask := view.Ask(c.Markup, c.Max)
		out.Text, _ = view.For(c.Markup, c.Max)
		out.Ask = &ask
	case c.HTML:
		out.Text, out.HTML = view.Text(), view.HTML()
	default:
		out.Text = view.Text()
	}
	return out
}

// Begins reports whether a message on a channel can have links that begin an answer.
func (d Desk) Begins(ch message.ChannelName) bool {
	c := d.Channel(ch)
	return c.Markup == "" && c.HTML && c.Address != ""
}

// Again adds to a message that asks an approver back what answers it with one press: the
// buttons of the prompt, or links that begin a mail. signed names what the message shows and
// such a mail calls a signature; see reply.Below.
func (d Desk) Again(out message.Outbound, r request.Record, a request.Approver, p message.Person, signed string) message.Outbound {
	view := d.View(r, a, p)
	c := d.Channel(out.Channel)
	switch {
	case c.Markup != "" && !c.Traits.Pressed:
		ask := view.Ask(c.Markup, c.Max)
		if ask.Fits || ask.Whole && c.Traits.Template {
			ask.Summary = out.Text + " " + ask.Summary
			out.Ask = &ask
		}
	case d.Begins(c.Name):
		view.ReplyTo = c.Address
		out.Text, out.HTML = view.Again(out.Text, signed)
	}
	return out
}

// question is the message that asks one person for words at one place.
func (d Desk) question(r request.Record, a request.Approver, p message.Person, at request.Place) message.Outbound {
	asker := r.Requester
	if r.Outside != nil {
		asker = r.Asker(render.In(p.Language).Outside(r.Outside.By))
	}
	q := render.Question{
		Summary: r.Summary, Text: r.Question.Text, Choices: r.Question.Choices, Requester: asker,
		Code: a.Code, Until: r.Until(), Zone: p.Zone, Language: p.Language,
	}
	for _, f := range r.Question.Fields {
		q.Fields = append(q.Fields, render.Field{Name: f.Name, Choices: f.Choices})
	}
	for _, f := range r.Question.Files {
		q.Files = append(q.Files, render.File(f))
	}
	return d.form(message.Outbound{
		Channel: at.Channel, To: at.Address, ToName: p.Name, Kind: message.Prompt, Approval: r.ID, Person: a.Person,
		Subject: q.Subject(), Text: q.Message(),
	})
}

// Notice is the item of a notice, in the form that the channel shows.
func (d Desk) Notice(out message.Outbound) (queue.Item, error) { return outbox.Item(d.form(out)) }

func (d Desk) form(out message.Outbound) message.Outbound {
	switch c := d.Channel(out.Channel); {
	case c.Markup != "":
		out.Text = render.Chat(out.Text, c.Markup)
	case c.HTML && out.HTML == "":
		out.HTML = render.HTML(out.Text)
	}
	return out
}

// within lets a prompt wait until the hours of its rules are open, and the person's
// quiet hours over. Such prompts have a lane of their own, also when they need not
// wait: to ask again is then once, whenever that is.
func within(it queue.Item, r request.Record, p message.Person, traits message.Traits, now time.Time) queue.Item {
	if len(r.Hours) == 0 {
		return outbox.Later(it, outbox.NotBefore(r.CreatedAt, traits, p, r.Machine))
	}
	at := now
	for range 20 { // the end of the one may be closed by the other
		then := rules.Next(r.Hours, at, p.Zone)
		if then.IsZero() {
			break // never; askable has left such people out, but their zone may have changed
		}
		if quiet := outbox.NotBefore(then, traits, p, r.Machine); !quiet.IsZero() {
			then = quiet
		}
		if then.Equal(at) {
			break
		}
		at = then
	}
	return outbox.Later(it, at)
}
