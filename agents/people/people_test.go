package people_test

import (
	"strings"
	"testing"

	"bridge/agents"
	"bridge/agents/people"
	"bridge/core/envelope"
)

func data(typ envelope.Type, text string) envelope.Part {
	return envelope.Part{Kind: envelope.KindData, Type: typ, Data: []byte(text)}
}

// TestAnswers: what is asked is asked as it is, one thing at a time, and what was decided is
// told as it is.
func TestAnswers(t *testing.T) {
	const request = `{"toolName":"deploy","args":{"version":"v2"}}`
	for name, c := range map[string]struct {
		parts []envelope.Part
		state envelope.State
		words string // of the first part
	}{
		"a request":            {[]envelope.Part{envelope.TextPart(envelope.Response, "may I?"), data(envelope.DomainData, request)}, envelope.Suspended, `"version":"v2"`},
		"words alone":          {[]envelope.Part{envelope.TextPart(envelope.Response, "may I?")}, envelope.Failed, "toolName"},
		"other data":           {[]envelope.Part{data(envelope.DomainData, `[1]`)}, envelope.Failed, "toolName"},
		"two":                  {[]envelope.Part{data(envelope.DomainData, request), data(envelope.DomainData, request)}, envelope.Failed, "2 requests"},
		"no args":              {[]envelope.Part{data(envelope.DomainData, `{"toolName":"deploy"}`)}, envelope.Failed, "args"},
		"no name":              {[]envelope.Part{data(envelope.DomainData, `{"toolName":7,"args":{}}`)}, envelope.Failed, "toolName"},
		"granted":              {[]envelope.Part{data(envelope.ApprovalResponse, `{"decision":"granted","decidedBy":"Dana"}`)}, envelope.Complete, "Yes, says Dana."},
		"denied with a reason": {[]envelope.Part{data(envelope.ApprovalResponse, `{"decision":"denied","decidedBy":"Dana","reason":"not today"}`)}, envelope.Complete, "No, says Dana. not today"},
		"expired":              {[]envelope.Part{data(envelope.ApprovalResponse, `{"decision":"denied","decidedBy":"timeout"}`)}, envelope.Complete, "No: nobody decided in time."},
		"nobody to ask":        {[]envelope.Part{data(envelope.ApprovalResponse, `{"decision":"denied","decidedBy":"policy"}`)}, envelope.Complete, "No: nobody could be asked."},
		"a wrong decision":     {[]envelope.Part{data(envelope.ApprovalResponse, `{"decision":"maybe"}`)}, envelope.Failed, "not readable"},
	} {
		for u, err := range (people.Agent{}).Respond(t.Context(), agents.Call{Parts: c.parts}) {
			if err != nil || u.State != c.state || len(u.Parts) == 0 || !strings.Contains(u.Parts[0].Text+string(u.Parts[0].Data), c.words) {
				t.Errorf("%s: %+v, %v", name, u, err)
			}
			if c.state == envelope.Complete && (len(u.Parts) != 2 || u.Parts[1].SlotKey() != people.DecisionSlot || string(u.Parts[1].Data) != string(c.parts[0].Data)) {
				t.Errorf("%s: the decision is %+v", name, u.Parts)
			}
		}
	}
}
