package test

import (
	"net/http"
	"testing"
)

// TestReplyOfOneJoiningWord: a reply that begins with a joining word, to a request that counts things, is asked back, and the bridge goes on.
// Its reader once ended with a panic there.
func TestReplyOfOneJoiningWord(t *testing.T) {
	t.Parallel()
	agent := newAgent(t, func(w http.ResponseWriter, _ *http.Request, c call) {
		for _, p := range c.Body.Parts {
			if p.Metadata.PartType == "approval-response" {
				answerJSON(w, `{"text":"ordered"}`)
				return
			}
		}
		answerJSON(w, `{"parts":[{"data":{"approvalId":"r1","toolName":"order","args":{"n":2},"title":"Ordinare due sedie?"},"metadata":{"partType":"approval-request"}}]}`)
	})
	s := newSite(t, httpAgent(agent.URL)).start()
	prompt := s.ask()
	n := s.quiet()
	s.send(prompt.Reply("E 2"))
	s.expect(n, dana, "Still open until")
	s.send(prompt.Reply("Sì, ordinale tutte e due"))
	s.expect(n, eve, "ordered")
}
