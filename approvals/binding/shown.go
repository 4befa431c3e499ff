package binding

import (
	"bridge/approvals/reply"
	"bridge/approvals/request"
)

// Shown is what the prompts show of a request, for the reading of its answers: what it is
// about.
func Shown(r request.Record) reply.Shown {
	return reply.Shown{About: []string{r.Tool, r.Title, r.Summary}}
}
