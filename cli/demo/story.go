package demo

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"bridge/internal/lazyre"
	"bridge/internal/mailserver"
	"bridge/internal/twilioserver"
)

// play plays the story against the running bridge, by mail and by phone, and fails at the
// first step that is not as it should be. builtIn says that the demo agent
// answers; of another agent only an answer is expected. others: agents of others call, too.
func (d *playground) play(ctx context.Context, builtIn, others bool) error {
	if !builtIn {
		_, err := d.step(ctx, "Eve asks your agent", eve, eve, mailserver.Letter{Subject: "Hello", Text: "hello"},
			func(r mailserver.Mail) bool { return r.Text != "" })
		return err
	}
	flights, err := d.step(ctx, `Eve writes "flights" and gets a table and a file, in her thread`,
		eve, eve, mailserver.Letter{ID: "<story-1@bridge.test>", Subject: "Trip", Text: "flights"},
		func(r mailserver.Mail) bool {
			return r.Subject == "Re: Trip" && r.Header.Get("In-Reply-To") == "<story-1@bridge.test>" && len(r.Attachments) > 0
		})
	if err != nil {
		return err
	}
	if _, err = d.step(ctx, "Eve asks back in the same thread and gets an answer there",
		eve, eve, flights.Reply("Which one is cheaper?"),
		func(r mailserver.Mail) bool {
			return strings.Contains(r.Text, "Which one is cheaper?") && strings.Contains(r.Header.Get("References"), flights.Header.Get("Message-ID"))
		}); err != nil {
		return err
	}
	if _, err = d.step(ctx, `Eve writes "departures" and gets a surface, made for a screen, as a table and links`,
		eve, eve, mailserver.Letter{Subject: "Departures", Text: "departures"},
		func(r mailserver.Mail) bool {
			return strings.Contains(r.Text, "Flight   To     Leaves  Gate") && strings.Contains(r.Text, "Map of the gates (https://example.com/gates)")
		}); err != nil {
		return err
	}
	if err := d.texting(ctx); err != nil {
		return err
	}
	if err := d.pressing(ctx); err != nil {
		return err
	}
	if others {
		if err := d.calling(ctx); err != nil {
			return err
		}
	}
	return d.stopping(ctx)
}

// texting: Eve asks by SMS; what is long comes in parts, in order.
func (d *playground) texting(ctx context.Context) error {
	if err := d.text(ctx, `Eve texts "flights" by SMS and gets the table as lines`, evePhone, "flights",
		func(m twilioserver.Message) bool {
			return strings.Contains(m.Body, "EJ 4521") && !strings.Contains(m.Body, "|")
		}); err != nil {
		return err
	}
	n := d.twilio.Phone(evePhone).Count()
	long := strings.TrimSpace(strings.Repeat("Is there anything cheaper that leaves later in the day? ", 28)) + " Thanks, Eve"
	if err := d.text(ctx, "Eve texts a long question and gets the whole answer in parts", evePhone, long,
		func(m twilioserver.Message) bool { return strings.Contains(m.Body, "Thanks, Eve") }); err != nil {
		return err
	}
	for i, m := range d.twilio.Phone(evePhone).Messages()[n:] {
		if !strings.Contains(m.Body, fmt.Sprintf("(%d/", i+1)) {
			return fmt.Errorf("part %d of the answer by SMS is not numbered: %q", i+1, m.Body)
		}
	}
	return nil
}

// pressing: what Eve asks by mail is approved by a button on Dana's phone.
func (d *playground) pressing(ctx context.Context) error {
	from, n := d.mail.Count(), d.twilio.Phone(danaPhone).Count()
	if _, err := d.step(ctx, `Eve writes "refund 40" by mail and hears that it waits for Dana`,
		eve, eve, mailserver.Letter{Subject: "Refund", Text: "refund 40"},
		func(r mailserver.Mail) bool { return strings.Contains(r.Text, "Dana") }); err != nil {
		return err
	}
	prompt, err := d.ring(ctx, "Dana is asked by WhatsApp, with the amount and two buttons", danaPhone, n,
		func(m twilioserver.Message) bool { return len(m.Buttons) == 2 && strings.Contains(m.Body, "40") })
	if err != nil {
		return err
	}
	const press = "Dana presses Approve and hears that it is recorded"
	n = d.twilio.Phone(danaPhone).Count()
	button, ok := prompt.Button("Approve")
	if !ok {
		return fmt.Errorf("%s: the prompt has the buttons %+v", press, prompt.Buttons)
	}
	if _, err := d.twilio.Phone(danaPhone).Press(button); err != nil {
		return fmt.Errorf("%s: %w", press, err)
	}
	if _, err := d.ring(ctx, press, danaPhone, n,
		func(m twilioserver.Message) bool { return strings.Contains(strings.ToLower(m.Body), "granted") }); err != nil {
		return err
	}
	_, err = d.await(ctx, "The agent goes on and Eve gets the result by mail", from, eve,
		func(r mailserver.Mail) bool { return strings.Contains(r.Text, "Refunded 40 EUR") })
	return err
}

// stopping: Dana wants no more messages on WhatsApp, so her prompt moves to her mail,
// where only a clear yes counts.
func (d *playground) stopping(ctx context.Context) error {
	from, n := d.mail.Count(), d.twilio.Phone(danaPhone).Count()
	if _, err := d.step(ctx, `Eve writes "refund 50"`,
		eve, eve, mailserver.Letter{Subject: "Another refund", Text: "refund 50"},
		func(r mailserver.Mail) bool { return strings.Contains(r.Text, "Dana") }); err != nil {
		return err
	}
	if _, err := d.ring(ctx, "Dana is asked by WhatsApp again", danaPhone, n,
		func(m twilioserver.Message) bool { return len(m.Buttons) == 2 && strings.Contains(m.Body, "50") }); err != nil {
		return err
	}
	d.settle(ctx)
	if _, err := d.twilio.Phone(danaPhone).Text("STOP"); err != nil {
		return fmt.Errorf("the STOP of Dana: %w", err)
	}
	prompt, err := d.await(ctx, "Dana writes STOP there: that decides nothing, her prompt moves to her mail", from, dana,
		func(r mailserver.Mail) bool {
			return strings.Contains(r.Subject, "[approval:") && strings.Contains(r.Subject, "50")
		})
	if err != nil {
		return err
	}
	from = d.mail.Count()
	if _, err = d.step(ctx, `Dana answers "yes but only half": that decides nothing, she is asked again`,
		dana, dana, prompt.Reply("yes but only half"),
		func(r mailserver.Mail) bool { return strings.Contains(r.Text, "Still open") }); err != nil {
		return err
	}
	if err := d.opening(ctx, prompt.Text); err != nil {
		return err
	}
	if _, err = d.step(ctx, `Dana answers "yes" and hears that it is recorded`,
		dana, dana, prompt.Reply("yes"),
		func(r mailserver.Mail) bool { return strings.Contains(strings.ToLower(r.Text), "granted") }); err != nil {
		return err
	}
	_, err = d.await(ctx, "The agent goes on and Eve gets the result", from, eve,
		func(r mailserver.Mail) bool { return strings.Contains(r.Text, "Refunded 50 EUR") })
	return err
}

// opening: the page of the prompt shows the request.
func (d *playground) opening(ctx context.Context, prompt string) error {
	ctx, cancel := context.WithTimeout(ctx, storyTimeout)
	defer cancel()
	const what = "Dana opens the page of the prompt, which shows the request and decides nothing"
	link := pageLink.FindString(prompt)
	if link == "" {
		return fmt.Errorf("%s: no link in %q", what, prompt)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, link, nil)
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	defer resp.Body.Close()
	page, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	if resp.StatusCode != http.StatusOK || !strings.Contains(string(page), "amount 50") {
		return fmt.Errorf("%s: %s %q", what, resp.Status, page)
	}
	fmt.Fprintln(d.out, "✓", what)
	return nil
}

var pageLink = lazyre.New(`http://\S+/approvals/\S+[^\s>]`)

// step sends a letter and waits for the mail that should follow.
func (d *playground) step(ctx context.Context, what, from, to string, l mailserver.Letter, ok func(mailserver.Mail) bool) (mailserver.Mail, error) {
	n := d.mail.Count()
	l.From = from
	if l.ID == "" {
		l.ID = fmt.Sprintf("<story-%d@bridge.test>", time.Now().UnixNano())
	}
	if l.To == "" {
		l.To = agentAddr
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
