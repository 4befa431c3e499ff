package app

import (
	"fmt"
	"strings"

	"bridge/adapters/channel"
	"bridge/config"
	"bridge/flow/admission"
)

// routes are those of a channel as admission asks them.
func routes(all []config.Route) (out []admission.Route) {
	for _, r := range all {
		out = append(out, admission.Route{
			Agent: r.Agent, Tag: strings.ToLower(r.Tag), Subject: r.Subject, From: r.From, Group: r.Group, Language: strings.ToLower(r.Language),
		})
	}
	return out
}

// checkRoutes reports routes that no message can take, or where there is nothing to route.
func checkRoutes(s *config.Section, ch channel.Channel) {
	if len(ch.Routes) == 0 {
		return
	}
	if ch.Machine || ch.SendsOnly || ch.ByIntent {
		s.Problem("routes", "they are for channels that people write to", "a section without them")
		return
	}
	all := routes(ch.Routes)
	for i, r := range all {
		key := fmt.Sprintf("routes[%d]", i)
		if strings.ContainsAny(r.Tag, "+@ ") {
			s.Problem(key+".tag", "it is what stands behind the + of an address, without it", "letters, digits, - and _")
		}
		for j, before := range all[:i] {
			if before.Hides(r) {
				s.Problem(key, fmt.Sprintf("no message takes it: routes[%d] takes them all", j), "the more special one first")
				break
			}
		}
	}
}
