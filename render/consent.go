package render

import (
	"strconv"
	"time"
)

// OptedOut answers STOP. It is the last message to the address.
func (w Words) OptedOut() string { return w.in().Contact.OptedOut }

// OptedIn answers START.
func (w Words) OptedIn() string { return w.in().Contact.OptedIn }

// Help answers HELP where the channel has no text of its own: name is its agent.
func (w Words) Help(name string) string {
	c := w.in().Contact
	return fill(c.Help, "name", short(orElse(name, c.Assistant), 40))
}

// NewConversation answers NEW.
func (w Words) NewConversation() string { return w.in().Contact.NewConversation }

// Encrypted answers a message of which nothing can be read.
func (w Words) Encrypted(how string) string {
	return fill(w.in().Contact.Encrypted, "how", short(how, 40))
}

// Looping tells a sender that its messages start no turns, because they are all
// the same.
func (w Words) Looping() string { return w.in().Contact.Looping }

// TooMany tells a sender that a limit was met: n messages per so long, in one
// conversation or altogether. waits says that the rest is taken later, by itself; else
// the channel gives up soon.
func (w Words) TooMany(n int, per time.Duration, conversation, waits bool) string {
	c := w.in()
	text, where := c.Contact.TooManyNow, ""
	if waits {
		text = c.Contact.TooManyWait
	}
	if conversation {
		where = c.Contact.InConversation
	}
	return fill(text, "n", strconv.Itoa(n), "per", c.per(per), "where", where)
}

func (c catalog) per(d time.Duration) string {
	switch d {
	case time.Second:
		return c.Contact.Second
	case time.Minute:
		return c.Contact.Minute
	case time.Hour:
		return c.Contact.Hour
	case 24 * time.Hour:
		return c.Contact.Day
	}
	return fill(c.Contact.Span, "span", d.String())
}
