package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"bridge/internal/mailserver"
)

// storyTimeout bounds one step of the story.
const storyTimeout = 10 * time.Second

// play plays the story against the running bridge over SMTP and fails at the
// first step that is not as it should be. builtIn says that the demo agent
// answers; of another agent only an answer is expected.
func (d *playground) play(ctx context.Context, builtIn bool) error {
	if !builtIn {
		_, err := d.step(ctx, "Eve asks your agent", demoEve, demoEve, mailserver.Letter{Subject: "Hello", Text: "hello"},
			func(r mailserver.Mail) bool { return r.Text != "" })
		return err
	}
	flights, err := d.step(ctx, `Eve writes "flights" and gets a table and a file, in her thread`,
		demoEve, demoEve, mailserver.Letter{ID: "<story-1@bridge.test>", Subject: "Trip", Text: "flights"},
		func(r mailserver.Mail) bool {
			return r.Subject == "Re: Trip" && r.Header.Get("In-Reply-To") == "<story-1@bridge.test>" && len(r.Attachments) > 0
		})
	if err != nil {
		return err
	}
	if _, err = d.step(ctx, "Eve asks back in the same thread and gets an answer there",
		demoEve, demoEve, flights.Reply("Which one is cheaper?"),
		func(r mailserver.Mail) bool {
			return strings.Contains(r.Text, "Which one is cheaper?") && strings.Contains(r.Header.Get("References"), flights.Header.Get("Message-ID"))
		}); err != nil {
		return err
	}
	from := d.mail.Count()
	if _, err = d.step(ctx, `Eve writes "refund 40" and hears that it waits for Dana`,
		demoEve, demoEve, mailserver.Letter{Subject: "Refund", Text: "refund 40"},
		func(r mailserver.Mail) bool { return strings.Contains(r.Text, "Dana") }); err != nil {
		return err
	}
	prompt, err := d.await(ctx, "Dana is asked, with the amount in the subject", from, demoDana,
		func(r mailserver.Mail) bool {
			return strings.Contains(r.Subject, "[approval:") && strings.Contains(r.Subject, "40")
		})
	if err != nil {
		return err
	}
	from = d.mail.Count()
	if _, err = d.step(ctx, `Dana answers "yes but only half": that decides nothing, she is asked again`,
		demoDana, demoDana, prompt.Reply("yes but only half"),
		func(r mailserver.Mail) bool { return strings.Contains(r.Text, "Still open") }); err != nil {
		return err
	}
	if _, err = d.step(ctx, `Dana answers "yes" and hears that it is recorded`,
		demoDana, demoDana, prompt.Reply("yes"),
		func(r mailserver.Mail) bool { return strings.Contains(strings.ToLower(r.Text), "granted") }); err != nil {
		return err
	}
	_, err = d.await(ctx, "The agent goes on and Eve gets the result", from, demoEve,
		func(r mailserver.Mail) bool { return strings.Contains(r.Text, "Refunded 40 EUR") })
	return err
}

// step sends a letter and waits for the mail that should follow.
func (d *playground) step(ctx context.Context, what, from, to string, l mailserver.Letter, ok func(mailserver.Mail) bool) (mailserver.Mail, error) {
	n := d.mail.Count()
	l.From = from
	if l.ID == "" {
		l.ID = fmt.Sprintf("<story-%d@bridge.test>", time.Now().UnixNano())
	}
	if l.To == "" {
		l.To = demoAgentAddr
	}
	if err := l.Send(d.smtp); err != nil {
		return mailserver.Mail{}, fmt.Errorf("%s: %w", what, err)
	}
	return d.await(ctx, what, n, to, ok)
}

func (d *playground) await(ctx context.Context, what string, from int, to string, ok func(mailserver.Mail) bool) (mailserver.Mail, error) {
	ctx, cancel := context.WithTimeout(ctx, storyTimeout)
	defer cancel()
	r, err := d.mail.Await(ctx, from, to, ok)
	if err != nil {
		return mailserver.Mail{}, fmt.Errorf("%s: %w", what, err)
	}
	fmt.Fprintln(d.out, "✓", what)
	return r, nil
}
