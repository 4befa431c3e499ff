package app

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"bridge/adapters/channel"
	"bridge/approvals"
	"bridge/approvals/rules"
	"bridge/config"
	"bridge/core/message"
)

// approvalRules are the defaults of [approvals] and its compiled rules; nil with a
// mistake, which is added to the configuration's.
func approvalRules(c *config.Config) (approvals.Rules, *rules.Set) {
	a := c.Approvals
	d := approvals.Rules{
		Approvers: ids[message.PersonID](a.Approvers), TTL: a.TTL, Quorum: a.Quorum, Trust: trustOf(a.Trust), Self: a.Self,
		Via: ids[message.ChannelName](a.Via), OnExpiry: a.OnExpiry, OperatorGrant: a.OperatorGrant, Summary: a.Summary, Subject: a.Subject,
		Grace: a.Grace, Receipt: a.Receipt == rules.ReceiptOther,
	}
	if a.Hours != "" {
		d.Hours = []string{a.Hours}
	}
	d.EscalateAfter, d.EscalateTo = escalate(a.Escalate)
	d.RemindEvery, d.Reminders = remind(a.Remind)
	var all []rules.Rule
	for _, r := range a.Rules {
		x := rules.Rule{
			Name: r.Name, Tool: r.Tool, When: r.When, Approvers: ids[message.PersonID](r.Approvers), Trust: trustOf(r.Trust), Self: r.Self,
			Via: ids[message.ChannelName](r.Via), Hours: r.Hours, OnExpiry: r.OnExpiry, Decide: r.Decide, OperatorGrant: r.OperatorGrant,
			Summary: r.Summary, Subject: r.Subject, Grace: r.Grace, Receipt: r.Receipt,
		}
		if r.Quorum != nil {
			x.Quorum = *r.Quorum
		}
		if r.TTL != nil {
			x.TTL = *r.TTL
		}
		x.EscalateAfter, x.EscalateTo = escalate(r.Escalate)
		x.RemindEvery, x.Reminders = remind(r.Remind)
		all = append(all, x)
	}
	set, err := rules.New(d, all)
	if ps, ok := errors.AsType[rules.Problems](err); ok {
		for _, p := range ps {
			if p.Key == "name" {
				continue // the configuration has said so
			}
			key := "approvals." + p.Key
			if p.Rule >= 0 {
				key = ruleKey(p.Rule, p.Key)
			}
			c.Problem(key, p.Problem, p.Write)
		}
		return d, nil
	}
	return d, set
}

// ruleKey is the key of a rule in the configuration.
func ruleKey(i int, key string) string { return fmt.Sprintf("approvals.rules[%d].%s", i, key) }

func ids[T ~string](names []string) []T {
	var out []T
	for _, n := range names {
		out = append(out, T(n))
	}
	return out
}

// trustOf reads a level that config has checked; zero for "".
func trustOf(s string) message.Trust {
	t, _ := message.ParseTrust(s)
	return t
}

func escalate(e *config.Escalate) (after time.Duration, to []message.PersonID) {
	if e == nil {
		return 0, nil
	}
	if e.After != nil {
		after = *e.After
	}
	return after, ids[message.PersonID](e.To)
}

func remind(r *config.Remind) (time.Duration, int) {
	if r == nil {
		return 0, 0
	}
	return r.Every, r.Max
}

// checkRules warns of requests that nobody could ever grant: of the defaults, of each
// rule with what it leaves to them, and of rules that may match together.
func checkRules(c *config.Config, o Options) {
	d, a := o.Rules, c.Approvals
	if len(d.Approvers) > 0 && d.Trust > provable(o.Channels) {
		c.Warn("approvals.trust", fmt.Sprintf("nobody can decide a request: it needs the trust %q, and no channel proves a sender better than %q",
			d.Trust, provable(o.Channels)), `"asserted" to let mails decide`)
	} else {
		checkReach(c, o, func(key string) string { return "approvals." + key }, d)
	}
	all := make([]approvals.Rules, len(a.Rules))
	for i, r := range a.Rules {
		p := d
		if len(r.Approvers) > 0 {
			p.Approvers = ids[message.PersonID](r.Approvers)
		}
		if r.Quorum != nil {
			p.Quorum = *r.Quorum
		}
		if r.Trust != "" {
			p.Trust = trustOf(r.Trust)
		}
		if len(r.Via) > 0 {
			p.Via = ids[message.ChannelName](r.Via)
		}
		if r.Hours != "" {
			p.Hours = []string{r.Hours}
		}
		all[i] = p
		if r.Decide == "" && (len(r.Approvers) > 0 || r.Quorum != nil || r.Trust != "" || len(r.Via) > 0) {
			checkReach(c, o, func(key string) string { return ruleKey(i, key) }, p)
		}
		if r.Decide != "" {
			continue
		}
		for j, other := range a.Rules[:i] {
			// Two conditions may exclude each other; without one both match.
			together := (r.When == "" || other.When == "") && (r.Tool == other.Tool || everyTool(r.Tool) || everyTool(other.Tool))
			if other.Decide == "" && together {
				checkTogether(c, i, j, r, other, all)
			}
		}
	}
}

func everyTool(pattern string) bool { return pattern == "" || pattern == "*" }

// checkReach warns where too few approvers can be asked, or give the trust that is
// needed: by a channel that proves as much, or with a second kind of channel (a code
// sent there makes up for a weak one).
func checkReach(c *config.Config, o Options, key func(string) string, p approvals.Rules) {
	if len(p.Approvers) < p.Quorum {
		return // said already
	}
	asked, strong := 0, 0
	for _, id := range p.Approvers {
		i := slices.IndexFunc(o.People, func(x message.Person) bool { return x.ID == id })
		if i < 0 {
			return // said already
		}
		var kinds []message.AddressKind
		can, proves := false, false
		for _, ch := range Sending(o.Channels) {
			if !slices.ContainsFunc(o.People[i].Addresses, func(a message.Address) bool { return a.Kind() == ch.Kind }) {
				continue
			}
			can = can || len(p.Via) == 0 || slices.Contains(p.Via, ch.Name)
			proves = proves || ch.Proves >= p.Trust
			if !slices.Contains(kinds, ch.Kind) {
				kinds = append(kinds, ch.Kind)
			}
		}
		if can {
			asked++
		}
		if proves || len(kinds) > 1 {
			strong++
		}
	}
	switch {
	case len(o.Channels) == 0:
	case asked < p.Quorum:
		c.Warn(key("approvers"), fmt.Sprintf("every request is denied: %d can be asked on these channels, and %d have to say yes", asked, p.Quorum),
			"addresses of the approvers for these channels, or other channels in via")
	case strong < p.Quorum:
		c.Warn(key("trust"), fmt.Sprintf("nobody can grant a request: it needs the trust %q of %d, and the channels of %d can give it", p.Trust, p.Quorum, strong),
			"a weaker trust, or addresses on channels that prove more")
	}
}

// named are the people whom the rules name, each once.
func named(a config.Approvals) []message.PersonID {
	all := slices.Clone(a.Approvers)
	for _, r := range a.Rules {
		all = append(all, r.Approvers...)
	}
	all = slices.DeleteFunc(all, func(s string) bool { _, group := rules.GroupOf(message.PersonID(s)); return group })
	slices.Sort(all)
	return ids[message.PersonID](slices.Compact(all))
}

// Sending are the channels that people can be asked on.
func Sending(chs []channel.Channel) []channel.Channel {
	return slices.DeleteFunc(slices.Clone(chs), func(c channel.Channel) bool {
		return c.Machine
	})
}

// checkTogether warns where two rules that match together have nothing in common.
func checkTogether(c *config.Config, i, j int, r, other config.Rule, all []approvals.Rules) {
	warn := func(key, what string) {
		c.Warn(ruleKey(i, key), fmt.Sprintf("with the rule %q it has no %s in common: what both match is denied at once", other.Name, what), "rules that overlap")
	}
	group := func(id string) bool { _, is := rules.GroupOf(message.PersonID(id)); return is }
	if len(r.Approvers) > 0 && len(other.Approvers) > 0 && !slices.ContainsFunc(r.Approvers, group) && !slices.ContainsFunc(other.Approvers, group) {
		n := 0
		for _, id := range r.Approvers {
			if slices.Contains(other.Approvers, id) {
				n++
			}
		}
		if n == 0 {
			warn("approvers", "approver")
		} else if q := max(all[i].Quorum, all[j].Quorum); n < q {
			c.Warn(ruleKey(i, "approvers"), fmt.Sprintf("with the rule %q it has %d approvers in common, and %d have to say yes: what both match is denied at once", other.Name, n, q), "rules that overlap")
		}
	}
	if len(r.Via) > 0 && len(other.Via) > 0 && !slices.ContainsFunc(r.Via, func(v string) bool { return slices.Contains(other.Via, v) }) {
		warn("via", "channel")
	}
	if r.Hours != "" && other.Hours != "" && rules.Next([]string{r.Hours, other.Hours}, time.Now(), nil).IsZero() {
		warn("hours", "hour")
	}
}

// provable is the strongest trust that one of the channels gives a sender.
func provable(chs []channel.Channel) message.Trust {
	best := message.Asserted
	for _, c := range chs {
		best = max(best, c.Proves)
	}
	return best
}

// decidable says which approvals whoever has the bridge's own user on this machine could
// decide, as agent.Setup has it.
func decidable(a config.Approvals) string {
	if len(a.Approvers) == 0 && len(a.Rules) == 0 {
		return ""
	}
	if trustOf(a.Trust) <= message.Carrier {
		return "approvals.trust is " + a.Trust
	}
	if a.OperatorGrant {
		return "approvals.operator_grant is true"
	}
	for i, r := range a.Rules {
		if r.Trust != "" && trustOf(r.Trust) <= message.Carrier {
			return ruleKey(i, "trust") + " is " + r.Trust
		}
		if r.OperatorGrant != nil && *r.OperatorGrant {
			return ruleKey(i, "operator_grant") + " is true"
		}
	}
	return ""
}
