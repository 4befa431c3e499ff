package test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

// told is what a page of the chat shows of what was sent to somebody outside a conversation.
type told struct {
	ID, Text, Kind, ApprovalID, TurnID string
	At                                 time.Time
}

func (s *site) told(who string) []told {
	s.t.Helper()
	var list struct{ Items []told }
	if code := s.pageCall(who, "GET", "notices", nil, &list); code != http.StatusOK {
		s.t.Fatalf("notices are answered with %d", code)
	}
	return list.Items
}

// TestChatKeepsWhatWasSaid: what people are told while no page of theirs is open is there
// when they come back, also after the bridge was killed: how a request ended, what is asked
// back, and the answer to a message that somebody else sent.
func TestChatKeepsWhatWasSaid(t *testing.T) {
	t.Parallel()
	agent := newAgent(t, func(w http.ResponseWriter, _ *http.Request, c call) {
		if strings.Contains(string(c.Raw), `"refund"`) {
			answerJSON(w, `{"parts":[{"data":{"approvalId":"r1","toolName":"refund","args":{"amount":40}},"partType":"approval-request"}],"conversationState":"suspended"}`)
			return
		}
		answerJSON(w, `{"text":"Three orders came in."}`)
	})
	s := newSite(t, httpAgent(agent.URL), withApprovals(`approvers = ["dana", "frank"]`)).withHook("deliver = [\"site:dana\"]\n")
	s.edit(`["email:dana@bridge.test"]`, `["chat:dana"]`)
	s.edit(`["email:frank@bridge.test"]`, `["chat:frank"]`)
	s.edit("\n[agents.", fmt.Sprintf("\n[channels.site]\ntype = \"chat\"\nagent = \"assistant\"\nsecrets = [%q]\n\n[agents.", chatSecret))
	s.start()
	s.hook("evt_1", `{"n":1}`)
	s.hook("evt_2", `{"do":"refund"}`)
	var open struct {
		Approvals []struct{ ID string }
	}
	within(t, patience, "the request waits", func() bool {
		return s.pageCall("dana", "GET", "approvals", nil, &open) == http.StatusOK && len(open.Approvals) == 1
	})
	var state struct{ State string }
	if code := s.pageCall("dana", "POST", "messages", map[string]string{"id": "m1", "text": "yes [approval:" + open.Approvals[0].ID + "]"}, &state); code != http.StatusOK || state.State != "decision" {
		t.Fatalf("%d %+v", code, state)
	}
	must(t, json.Unmarshal([]byte(s.must("approvals", "list", "-json", "-state", "pending")), &open.Approvals))
	s.must("approvals", "deny", open.Approvals[0].ID, "-reason", "not today")
	want := map[string][]string{"dana": {"Denied", "Still open until", "Three orders came in."}, "frank": {"Denied"}}
	all := func(who string) string {
		var texts []string
		for _, n := range s.told(who) {
			texts = append(texts, n.Text)
		}
		return strings.Join(texts, "\n--\n")
	}
	check := func(when string) {
		t.Helper()
		for who, texts := range want {
			for _, text := range texts {
				if !poll(patience/6, func() bool { return strings.Count(all(who), text) == 1 }) {
					t.Fatalf("%s: %s is told\n%s\nwant once: %s", when, who, all(who), text)
				}
			}
		}
	}
	check("at once")
	s.kill()
	s.start()
	check("after a restart")
	if list := s.told("eve"); len(list) != 0 {
		t.Errorf("somebody else reads %+v", list)
	}
}
