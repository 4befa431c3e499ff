package channel

import (
	"fmt"
	"slices"
	"strings"

	"bridge/config"
	"bridge/core/message"
)

// Deliver reads the key deliver of a channel: "CHANNEL:PERSON" or "CHANNEL:VALUE", or
// "CHANNEL" of one that has an endpoint. Mistakes go into the section.
func (c Setup) Deliver(s *config.Section, to []string) []message.Target {
	var ts []message.Target
	for i, t := range to {
		if target, ok := c.target(s, fmt.Sprintf("deliver[%d]", i), t); ok {
			ts = append(ts, target)
		}
	}
	return ts
}

func (c Setup) target(s *config.Section, key, t string) (message.Target, bool) {
	const like = `a channel that sends, such as "mail:dana"`
	name, who, ok := strings.Cut(t, ":")
	j := slices.IndexFunc(c.Channels, func(x *config.Section) bool { return x.Name() == name })
	target := message.Target{Channel: message.ChannelName(name)}
	var kind Kind
	if j >= 0 {
		target.Kind = message.AddressKind(c.Channels[j].Type())
		kind, _ = c.Kinds.Of(target.Kind)
	}
	switch {
	case kind.Endpoint != nil:
		a, err := kind.Endpoint(c.Channels[j])
		switch {
		case err != nil:
			s.Problem(key, "nothing can be sent to "+err.Error(), like)
		case ok:
			s.Problem(key, fmt.Sprintf("the channel %s has one endpoint", name), fmt.Sprintf("%q", name))
		}
		target.Address = a
		return target, err == nil && !ok
	case !ok || name == "" || who == "":
		s.Problem(key, fmt.Sprintf("%q is not a target", t), `"CHANNEL:PERSON" or "CHANNEL:VALUE", such as "mail:dana"`)
		return target, false
	case j < 0:
		s.Problem(key, fmt.Sprintf("there is no channel %q", name), "the name of a [channels.NAME]")
		return target, false
	}
	if p := slices.IndexFunc(c.People, func(p message.Person) bool { return string(p.ID) == who }); p >= 0 {
		target.Person = message.PersonID(who)
		if !slices.ContainsFunc(c.People[p].Addresses, func(a message.Address) bool { return a.Kind() == target.Kind }) {
			s.Problem(key, fmt.Sprintf("%s has no address of the kind of the channel %s", who, name), "a person with one, or an address")
		}
		return target, true
	}
	a, err := c.Kinds.Address(target.Kind, who)
	if err != nil {
		s.Problem(key, fmt.Sprintf("there is no person %q", who), "the name of a [people.NAME], or an address")
	}
	target.Address = a
	return target, true
}
