package admission

import (
	"slices"
	"strings"

	"bridge/core/message"
)

// Route says which agent gets the conversation that a message opens, if all that it has holds.
type Route struct {
	Agent    string
	Tag      string // behind the + of the address, in lower case
	Subject  string // begins with it, whatever the case
	From     Allow
	Group    string // of the sender
	Language string // of the sender
}

// Holds reports whether a message takes the route. p is its sender, if they are known.
func (r Route) Holds(in message.Inbound, p message.Person, known bool) bool {
	subject := strings.TrimSpace(in.Subject)
	language := strings.ToLower(p.Language)
	switch {
	case r.Tag != "" && in.PlusTag != r.Tag,
		r.Subject != "" && (len(subject) < len(r.Subject) || !strings.EqualFold(subject[:len(r.Subject)], r.Subject)),
		len(r.From) > 0 && !r.From.Match(in.From),
		r.Group != "" && !(known && slices.Contains(p.Groups, r.Group)),
		r.Language != "" && !(known && (language == r.Language || strings.HasPrefix(language, r.Language+"-"))):
		return false
	}
	return true
}

// Hides reports whether no message takes other, because r, which is asked first, holds
// wherever that does.
func (r Route) Hides(other Route) bool {
	same := func(mine, theirs string) bool { return mine == "" || mine == theirs }
	return same(r.Tag, other.Tag) && same(r.Group, other.Group) && same(r.Language, other.Language) &&
		(r.Subject == "" || strings.HasPrefix(strings.ToLower(other.Subject), strings.ToLower(r.Subject))) &&
		(len(r.From) == 0 || slices.Contains(r.From, "*") || len(other.From) > 0 && !slices.ContainsFunc(other.From, func(p string) bool { return !slices.Contains(r.From, p) }))
}

// routed is the channel with the agent that a new conversation gets.
func (c Channel) routed(in message.Inbound, p message.Person, known bool) Channel {
	for _, r := range c.Routes {
		if r.Holds(in, p, known) {
			c.Agent = r.Agent
			break
		}
	}
	return c
}

// keeps is the agent of a session that was settled: the one it began with, where that is
// still one of the channel's.
func (c Channel) keeps(adm Admitted) string {
	if adm.Agent == c.Agent || adm.Agent == "" || len(c.Routes) == 0 {
		return c.Agent
	}
	if adm.Agent == c.Default || slices.ContainsFunc(c.Routes, func(r Route) bool { return r.Agent == adm.Agent }) {
		return adm.Agent
	}
	return c.Agent
}
