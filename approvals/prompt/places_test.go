package prompt

import (
	"testing"

	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/core/question"
)

// A question goes where words are taken, whatever the order of a person's addresses; a
// request for a yes or no goes to the first.
func TestQuestionsGoWhereWordsAreTaken(t *testing.T) {
	d := Desk{Page: func(message.ApprovalID, message.PersonID) string { return "" }, Channels: []Channel{
		{Name: "site", Kind: "chat", Traits: message.Traits{Pressed: true}}, {Name: "mail", Kind: "email"},
	}}
	dana := message.Person{ID: "dana", Addresses: []message.Address{"chat:dana", "email:dana@example.com"}}
	words := &question.Question{Text: "Which colour?"}
	for _, c := range []struct {
		name string
		r    request.Record
		who  message.Person
		want message.ChannelName
	}{
		{"a yes or no", request.Record{}, dana, "site"},
		{"a question", request.Record{Request: request.Request{Question: words}}, dana, "mail"},
		{"nowhere else", request.Record{Request: request.Request{Question: words}}, message.Person{ID: "dana", Addresses: dana.Addresses[:1]}, "site"},
	} {
		if at := d.For(c.r, request.Approver{Person: "dana"}, c.who, ""); len(at) != len(c.who.Addresses) || at[0].Channel != c.want {
			t.Errorf("%s: %v, want %s first", c.name, at, c.want)
		}
	}
}
