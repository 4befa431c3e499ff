package config

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// checkApprovals checks what [approvals] and its rules say about people and channels.
// What patterns, conditions, hours and templates may be is for those who use them.
func (c *Config) checkApprovals() {
	a, n := &c.Approvals, c.root.get("approvals")
	c.checkPeople(n.get("approvers"), a.Approvers, "approver", false)
	c.checkVia(n.get("via"), a.Via)
	c.checkEscalate(n.get("escalate"), a.Escalate, a.OnExpiry, a.Approvers)
	c.checkRemind(n.get("remind"), a.Remind, a.TTL)
	if at := n.get("on_expiry"); a.OnExpiry == "escalate" && a.Escalate == nil && at != nil &&
		!slices.ContainsFunc(a.Rules, func(r Rule) bool { return r.Escalate != nil }) {
		c.problem(at, "nobody is named who would be asked then", `escalate = { to = ["PERSON"] }`)
	}
	if len(a.Approvers) > 0 {
		at := n.get("quorum")
		if at == nil {
			at = n.get("approvers")
		}
		c.checkQuorum(at, a.Quorum, a.Approvers, a.Self)
	}
	c.checkRules()
}

// checkPeople checks a list of people; what is what they are, full that an empty list
// is a mistake.
func (c *Config) checkPeople(n *node, ids []string, what string, full bool) {
	if n == nil || n.kind != kindArray {
		return
	}
	if len(n.items) == 0 && full {
		c.problem(n, "the list is empty", "at least one person, or leave the key out")
	}
	for i, id := range ids {
		n := n.items[i]
		switch {
		case n.kind != kindString:
		case isGroup(id):
			if slices.Contains(ids[:i], id) {
				c.problem(n, quote(id)+" is there twice", "each "+what+" once")
			}
		case !c.has("people", id):
			c.unknownName(n, id, "person", "people")
		case slices.Contains(ids[:i], id):
			c.problem(n, quote(id)+" is there twice", "each "+what+" once")
		default:
			for _, p := range c.People {
				if p.ID == id && len(p.Addresses) == 0 {
					c.warn(n, quote(id)+" has no address and cannot be asked", "addresses in [people."+id+"]")
				}
			}
		}
	}
}

// isGroup reports whether a name in a list of people is "group:NAME": its members are looked
// up when somebody is asked.
func isGroup(id string) bool {
	g, is := strings.CutPrefix(id, "group:")
	return is && isName(g)
}

func (c *Config) checkVia(n *node, names []string) {
	for i, name := range names {
		if n := n.items[i]; n.kind == kindString && !c.has("channels", name) {
			c.unknownName(n, name, "channel", "channels")
		}
	}
}

// checkEscalate checks who else is asked, and that it happens.
func (c *Config) checkEscalate(n *node, e *Escalate, onExpiry string, approvers []string) {
	if e == nil || n == nil || n.kind != kindTable {
		return
	}
	to := n.get("to")
	c.checkPeople(to, e.To, "person", true)
	if to != nil && len(e.To) > 0 && !slices.ContainsFunc(e.To, func(id string) bool { return !slices.Contains(approvers, id) }) {
		c.problem(to, "all of them are approvers already and are asked at once", "somebody who is not an approver")
	}
	if e.After == nil && n.get("after") == nil && onExpiry != "escalate" {
		c.problem(n, "it never happens: there is no time", `after = "2h" in it, or on_expiry = "escalate"`)
	}
}

func (c *Config) checkRemind(n *node, r *Remind, ttl time.Duration) {
	if r != nil && r.Every >= ttl && r.Every > 0 && ttl > 0 {
		c.warn(n, "nobody is reminded: ttl is over before", "an every shorter than "+formatDuration(ttl))
	}
}

// maxRules bounds the rules of a file: each is looked at for each request.
const maxRules = 200

func (c *Config) checkRules() {
	a := &c.Approvals
	list := c.root.get("approvals", "rules")
	if list == nil || len(list.items) != len(a.Rules) {
		return // none, or no list: reported
	}
	if len(a.Rules) > maxRules {
		c.problem(list.items[maxRules], fmt.Sprintf("there are more than %d rules", maxRules), "fewer rules")
		return
	}
	lines := map[string]int{}
	var asks *node // a rule that matches everything and asks
	if i := slices.IndexFunc(a.Rules, func(r Rule) bool { return (r.Tool == "" || r.Tool == "*") && r.When == "" && r.Decide == "" }); i >= 0 {
		asks = list.items[i]
	}
	for i := range a.Rules {
		r, n := &a.Rules[i], list.items[i]
		if n.kind != kindTable {
			continue
		}
		c.checkRuleName(n.get("name"), r.Name, lines)
		c.checkPeople(n.get("approvers"), r.Approvers, "approver", true)
		c.checkVia(n.get("via"), r.Via)
		if v := n.get("via"); v != nil && v.kind == kindArray && len(v.items) == 0 {
			c.problem(v, "the list is empty", "at least one channel, or leave the key out")
		}
		approvers, onExpiry, ttl, quorum := or(r.Approvers, a.Approvers), r.OnExpiry, a.TTL, a.Quorum
		if onExpiry == "" {
			onExpiry = a.OnExpiry
		}
		if r.TTL != nil {
			ttl = *r.TTL
		}
		if r.Quorum != nil {
			quorum = *r.Quorum
		}
		c.checkEscalate(n.get("escalate"), r.Escalate, onExpiry, approvers)
		c.checkRemind(n.get("remind"), r.Remind, ttl)
		if r.OnExpiry == "escalate" && r.Escalate == nil && a.Escalate == nil {
			c.problem(n.get("on_expiry"), "nobody is named who would be asked then", `escalate = { to = ["PERSON"] }`)
		}
		if r.Decide != "" {
			c.checkDecides(n, r.Decide, asks)
			continue
		}
		self := a.Self
		if r.Self != nil {
			self = *r.Self
		}
		if r.Quorum != nil || len(r.Approvers) > 0 {
			at := n.get("quorum")
			if at == nil {
				at = n.get("approvers")
			}
			c.checkQuorum(at, quorum, approvers, self)
		}
	}
}

// checkQuorum checks that so many approvers can say yes.
func (c *Config) checkQuorum(at *node, quorum int, approvers []string, self bool) {
	have := len(approvers)
	switch {
	case have == 0:
	case slices.ContainsFunc(approvers, isGroup): // as many as there will be
	case quorum > have:
		c.problem(at, fmt.Sprintf("a quorum of %d cannot be reached by %d approvers", quorum, have), fmt.Sprintf("quorum = %d, or name more approvers", have))
	case !self && quorum == have:
		c.warn(at, "a request that an approver started is denied at once: self = false takes them out and too few remain", "one more approver, a smaller quorum, or self = true")
	}
}

func (c *Config) checkRuleName(n *node, name string, lines map[string]int) {
	if n == nil || n.kind != kindString || name == "" {
		return
	}
	switch {
	case !isName(name):
		c.problem(n, "the name "+quote(n.src)+" is not valid", "a name of a-z, 0-9, _ and -")
	case lines[name] != 0:
		c.problem(n, fmt.Sprintf("there is a rule %s already, on line %d", quote(name), lines[name]), "another name")
	case slices.Contains([]string{"policy", "timeout", "agent", "operator", "default"}, name):
		c.problem(n, quote(name)+" means something else in decidedBy", "another name")
	case c.has("people", name):
		c.problem(n, quote(name)+" is a person, and decidedBy could not tell the two apart", "another name")
	default:
		lines[name] = n.line
	}
}

// checkDecides checks a rule that decides without asking anybody. asks is a rule that
// matches every request and asks.
func (c *Config) checkDecides(n *node, decide string, asks *node) {
	for _, key := range []string{"approvers", "quorum", "trust", "self", "via", "ttl", "hours", "on_expiry", "escalate", "operator_grant", "grace", "receipt", "remind"} {
		if k := n.get(key); k != nil {
			c.problem(k, "nobody is asked where decide stands, so it has no meaning", "one of the two")
		}
	}
	if decide != "grant" {
		return
	}
	if asks != nil {
		c.warn(n.get("decide"), fmt.Sprintf("it never grants: the rule on line %d matches everything and asks people, which is stricter", asks.line),
			"a narrower rule there")
	}
	if n.get("tool") == nil && n.get("when") == nil {
		c.warn(n.get("decide"), "it grants every request that no other rule matches, without asking anybody", "a tool or a condition (when) beside it")
	}
}

// or is a, or b if a is empty.
func or(a, b []string) []string {
	if len(a) > 0 {
		return a
	}
	return b
}
