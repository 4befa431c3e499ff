package people_test

import (
	"encoding/json"
	"strings"
	"testing"

	"bridge/agents"
	"bridge/agents/people"
	"bridge/core/envelope"
)

func data(typ envelope.Type, text string) envelope.Part {
	return envelope.Part{Kind: envelope.KindData, Type: typ, Data: []byte(text)}
}

// to is a part for somebody.
func to(who string, p envelope.Part) envelope.Part {
	p.Metadata = map[string]json.RawMessage{"to": json.RawMessage(`"` + who + `"`)}
	return p
}

func slot(p envelope.Part) string {
	if strings.Contains(string(p.Data), `"answered"`) {
		return people.AnswerSlot
	}
	return people.DecisionSlot
}

// TestWordsToNobody: where nobody is named, people decide and that is all.
func TestWordsToNobody(t *testing.T) {
	for u, err := range (people.Agent{}).Respond(t.Context(), agents.Call{Parts: []envelope.Part{envelope.TextPart(envelope.Response, "hello")}}) {
		if err != nil || u.State != envelope.Failed || !strings.Contains(u.Parts[0].Text, "Words go to nobody") {
			t.Errorf("%+v, %v", u, err)
		}
	}
}

// TestAsks: only what the agent made itself is a question.
func TestAsks(t *testing.T) {
	for args, want := range map[string]bool{`{"question":"Which?","to":"dana"}`: true, `{"question":"","to":"dana"}`: false, `{"x":1}`: false, `[]`: false} {
		w, ok := people.Agent{}.Asks(envelope.ApprovalRequestData{ToolName: "ask_human", Args: []byte(args)})
		if ok != want || ok && (w.Person != "dana" || w.Question.Text != "Which?") {
			t.Errorf("%s: %+v %v", args, w, ok)
		}
	}
	if _, ok := (people.Agent{}).Asks(envelope.ApprovalRequestData{ToolName: "deploy", Args: []byte(`{"question":"Which?","to":"dana"}`)}); ok {
		t.Error("an approval is a question")
	}
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
		"words alone":          {[]envelope.Part{envelope.TextPart(envelope.Response, "may I?")}, envelope.Suspended, `"args":{"question":"may I?","to":"dana"}`},
		"words to somebody":    {[]envelope.Part{to("frank", envelope.TextPart(envelope.Response, "may I?"))}, envelope.Suspended, `"to":"frank"`},
		"words to a stranger":  {[]envelope.Part{to("eve", envelope.TextPart(envelope.Response, "may I?"))}, envelope.Failed, `called "eve"`},
		"words to two":         {[]envelope.Part{to("frank", envelope.TextPart(envelope.Response, "may I?")), to("dana", envelope.TextPart(envelope.Response, "or I?"))}, envelope.Failed, "one person"},
		"words to a list":      {[]envelope.Part{{Kind: envelope.KindText, Text: "may I?", Type: envelope.Response, Metadata: map[string]json.RawMessage{"to": json.RawMessage(`["dana"]`)}}}, envelope.Failed, "one person"},
		"a file":               {[]envelope.Part{envelope.TextPart(envelope.Response, "See."), {Kind: envelope.KindURL, URL: "https://x.example/y", Filename: "y.pdf", Type: envelope.Artifact}}, envelope.Suspended, `"question":"See.","files":[{"name":"y.pdf","url":"https://x.example/y"}]`},
		"a question":           {[]envelope.Part{data(envelope.DomainData, `{"question":"Which?","choices":["a","b"],"to":"frank","approvalId":"q1"}`)}, envelope.Suspended, `"approvalId":"q1","toolName":"ask_human","args":{"question":"Which?","choices":["a","b"],"to":"frank"}`},
		"a question to two":    {[]envelope.Part{to("dana", data(envelope.DomainData, `{"question":"Which?","to":"frank"}`))}, envelope.Failed, "one person"},
		"two questions":        {[]envelope.Part{data(envelope.DomainData, `{"question":"Which?"}`), data(envelope.DomainData, `{"question":"When?"}`)}, envelope.Failed, "Several"},
		"one choice":           {[]envelope.Part{data(envelope.DomainData, `{"question":"Which?","choices":["a"]}`)}, envelope.Failed, "choices"},
		"a long text":          {[]envelope.Part{envelope.TextPart(envelope.Response, strings.Repeat("x", 5000))}, envelope.Failed, "4000 bytes"},
		"blanks":               {[]envelope.Part{envelope.TextPart(envelope.Response, " \n")}, envelope.Failed, "Nothing is asked"},
		"a tool of ours":       {[]envelope.Part{data(envelope.DomainData, `{"toolName":"ask_human","args":{"question":"x","to":"eve"}}`)}, envelope.Failed, "without toolName"},
		"an answer":            {[]envelope.Part{data(envelope.ApprovalResponse, `{"decision":"answered","decidedBy":"dana","answer":{"text":"Tuesday"}}`)}, envelope.Complete, "Tuesday"},
		"a choice":             {[]envelope.Part{data(envelope.ApprovalResponse, `{"decision":"answered","decidedBy":"dana","answer":{"choice":"b"}}`)}, envelope.Complete, "b"},
		"a form":               {[]envelope.Part{data(envelope.ApprovalResponse, `{"decision":"answered","decidedBy":"dana","answer":{"fields":{"b":"2","a":"1"}}}`)}, envelope.Complete, "a: 1\nb: 2"},
		"no answer":            {[]envelope.Part{data(envelope.ApprovalResponse, `{"decision":"unanswered","decidedBy":"timeout"}`)}, envelope.Failed, "Nobody answered in time."},
		"taken back":           {[]envelope.Part{data(envelope.ApprovalResponse, `{"decision":"unanswered","decidedBy":"operator:ops"}`)}, envelope.Failed, "taken back"},
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
		for u, err := range (people.Agent{To: []string{"dana", "frank"}}).Respond(t.Context(), agents.Call{Parts: c.parts}) {
			if err != nil || u.State != c.state || len(u.Parts) == 0 || !strings.Contains(u.Parts[0].Text+string(u.Parts[0].Data), c.words) {
				t.Errorf("%s: %+v, %v", name, u, err)
			}
			if c.state == envelope.Complete && (len(u.Parts) != 2 || u.Parts[1].SlotKey() != slot(c.parts[0]) || string(u.Parts[1].Data) != string(c.parts[0].Data)) {
				t.Errorf("%s: the decision is %+v", name, u.Parts)
			}
		}
	}
}
