package main

import (
	"fmt"
	"slices"
	"strings"

	"bridge/config"
	"bridge/message"
)

// deliverTo reads the key deliver of a channel: "CHANNEL:PERSON" or "CHANNEL:VALUE", or
// "CHANNEL" of a webhook with a url.
// Mistakes go into the section.
func deliverTo(c *config.Config, s *config.Section, to []string) []message.Target {
	var ts []message.Target
	for i, t := range to {
		key := fmt.Sprintf("deliver[%d]", i)
		name, who, ok := strings.Cut(t, ":")
		if hook := slices.IndexFunc(c.Channels, func(x *config.Section) bool { return x.Name() == name && x.Type() == string(message.KindWebhook) }); hook >= 0 {
			switch {
			case !c.Channels[hook].Has("url"):
				s.Problem(key, fmt.Sprintf("nothing can be sent to the channel %s, which has no url", name), `a channel that sends, such as "mail:dana"`)
			case ok:
				s.Problem(key, fmt.Sprintf("the channel %s has one endpoint", name), fmt.Sprintf("%q", name))
			default:
				ts = append(ts, message.Target{
					Channel: message.ChannelName(name), Kind: message.KindWebhook, Address: message.Address(string(message.KindWebhook) + ":" + name),
				})
			}
			continue
		}
		if !ok || name == "" || who == "" {
			s.Problem(key, fmt.Sprintf("%q is not a target", t), `"CHANNEL:PERSON" or "CHANNEL:VALUE", such as "mail:dana"`)
			continue
		}
		j := slices.IndexFunc(c.Channels, func(x *config.Section) bool { return x.Name() == name })
		if j < 0 {
			s.Problem(key, fmt.Sprintf("there is no channel %q", name), "the name of a [channels.NAME]")
			continue
		}
		target := message.Target{Channel: message.ChannelName(name), Kind: message.AddressKind(c.Channels[j].Type())}
		if p := slices.IndexFunc(c.People, func(p config.Person) bool { return p.ID == who }); p >= 0 {
			target.Person = message.PersonID(who)
			if !slices.ContainsFunc(c.People[p].Addresses, func(a string) bool { return strings.HasPrefix(a, string(target.Kind)+":") }) {
				s.Problem(key, fmt.Sprintf("%s has no address of the kind of the channel %s", who, name), "a person with one, or an address")
			}
		} else if strings.ContainsAny(who, "@+") {
			target.Address = minted(message.Address(string(target.Kind) + ":" + who))
		} else {
			s.Problem(key, fmt.Sprintf("there is no person %q", who), "the name of a [people.NAME], or an address")
		}
		ts = append(ts, target)
	}
	return ts
}
