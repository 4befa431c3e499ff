package render

// Sheet is a prompt in pieces for a page that shows one request: every piece is exact
// text in which nothing is hidden, to be escaped by the page and never read as markup.
type Sheet struct {
	Summary   string // one line
	AskedBy   string // one line
	Tool      string // one line
	Title     string // the agent's, quoted; "" for none
	Arguments []Row  // all of them, in their order; nil for none
	Complete  bool   // Arguments has all of them
	Digest    string // the short form
	AgentSays string // the model's own words, quoted; "" for none
	Until     string // with weekday and zone of the reader; "" if unknown
}

// Sheet returns the pieces of p.
func (p Prompt) Sheet() Sheet {
	c := In(p.Language).in()
	s := Sheet{Summary: p.head(c, maxSummary), AskedBy: c.person(p.Requester), Tool: p.tool(c), Digest: digest(p.Digest)}
	if p.Question {
		s.Tool = ""
	}
	if p.Title != "" {
		s.Title = quote(shorten(p.Title, maxSummary, " […]"))
	}
	if p.AgentSays != "" {
		s.AgentSays = quote(shorten(p.AgentSays, 4000, " […]"))
	}
	s.Arguments, s.Complete = p.arguments()
	if !p.Until.IsZero() {
		s.Until = c.when(p.Until, p.Zone)
	}
	return s
}
