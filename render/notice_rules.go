package render

// ByRule tells the originators that a rule has decided at once, without asking anybody.
func (w Words) ByRule(granted bool, rule, summary string) string {
	if granted {
		return "Granted by the rule " + person(rule) + ", nobody is asked: " + sentence(summary)
	}
	return "Refused by the rule " + person(rule) + ", nobody is asked: " + sentence(summary)
}
