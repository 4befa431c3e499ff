package test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"bridge/adapters/chat"

	"bridge/internal/chromiumtest"
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
		if strings.Contains(string(c.Raw), `"approval-response"`) {
			answerJSON(w, `{"text":"Not paid."}`)
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
	want := map[string][]string{"dana": {"Denied", "Still open until", "Three orders came in.", "Not paid."}, "frank": {"Denied"}}
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
	if strings.Contains(all("dana"), "YES") {
		t.Errorf("a code is asked for that counts nowhere on the page:\n%s", all("dana"))
	}
	s.kill()
	s.start()
	check("after a restart")
	if list := s.told("eve"); len(list) != 0 {
		t.Errorf("somebody else reads %+v", list)
	}
}

// TestChatAnswersAQuestion: a question to somebody who is only in the chat is answered there,
// at once, in its own field; and nothing but that answers it.
func TestChatAnswersAQuestion(t *testing.T) {
	t.Parallel()
	window := func() context.Context { return chromiumtest.Start(t) }
	s := newSite(t, withAssistants())
	s.edit(`["email:eve@bridge.test"]`, `["chat:eve"]`)
	s.edit("\n[agents.", fmt.Sprintf("\n[channels.site]\ntype = \"chat\"\nagent = \"assistant\"\nsecrets = [%q]\n\n[agents.", chatSecret))
	s.edit("listen", "public_url = \"http://"+s.http+"\"\nlisten")
	s.start()
	desk := s.assistant(deskToken, "/mcp", "")
	page := window()
	must(t, chromedp.Run(page, chromedp.Navigate("http://"+s.http+"/channels/site/#token="+chat.Token(chatSecret, "site", "eve", "Eve", time.Now().Add(time.Hour))), chromedp.WaitVisible("#text")))
	for _, c := range []struct {
		key   string
		more  map[string]any
		do    []chromedp.Action
		given string
	}{
		{"words", nil, []chromedp.Action{chromedp.SendKeys(".card textarea", "123456")}, `{"text":"123456"}`},
		{"choice", map[string]any{"choices": []string{"Monday", "Tuesday"}}, []chromedp.Action{chromedp.SetValue(".card select", "Tuesday")}, `{"choice":"Tuesday"}`},
		{
			"form",
			map[string]any{"fields": []any{map[string]any{"name": "Hour", "number": true}, map[string]any{"name": "Who"}}},
			[]chromedp.Action{chromedp.SendKeys(".card input[inputmode]", "17"), chromedp.SendKeys(".card input:not([inputmode])", "Dana: or me")},
			`{"fields":{"Hour":"17","Who":"Dana: or me"}}`,
		},
	} {
		args := map[string]any{"person": "eve", "question": "When can we deploy " + c.key + "?", "idempotency_key": c.key}
		for k, v := range c.more {
			args[k] = v
		}
		doc, fault := desk.use("ask_human", args)
		if fault != "" {
			t.Fatalf("%s: %s", c.key, fault)
		}
		must(t, chromedp.Run(page, append([]chromedp.Action{chromedp.WaitVisible(".card button.go")}, append(c.do, chromedp.Click(".card button.go"))...)...))
		got := desk.until("answered", "get_approval", map[string]any{"id": doc["id"]})
		if b, _ := json.Marshal(got["answer"]); string(b) != c.given || got["decided_by"] != "eve" {
			t.Errorf("%s: %s by %v", c.key, b, got["decided_by"])
		}
		must(t, chromedp.Run(page, chromedp.WaitNotPresent(".card button.go")))
	}
	var history struct{ Items []struct{ Said string } }
	if code := s.pageCall("eve", "GET", "history", nil, &history); code != http.StatusOK || len(history.Items) != 0 {
		t.Errorf("answers became messages: %d %+v", code, history.Items)
	}
}

// TestChatTakesAYesBack: a yes with a grace that was given in the chat is taken back there, by
// who has no other address; so its card stays, with what to press.
func TestChatTakesAYesBack(t *testing.T) {
	t.Parallel()
	agent := newAgent(t, func(w http.ResponseWriter, _ *http.Request, c call) {
		if strings.Contains(string(c.Raw), `"approval-response"`) {
			answerJSON(w, `{"text":"Heard."}`)
			return
		}
		answerJSON(w, `{"parts":[{"data":{"approvalId":"r1","toolName":"refund","args":{"amount":40}},"partType":"approval-request"}],"conversationState":"suspended"}`)
	})
	s := newSite(t, httpAgent(agent.URL), withApprovals("approvers = [\"dana\"]\ngrace = \"1h\"")).withHook("deliver = [\"site:dana\"]\n")
	s.edit(`["email:dana@bridge.test"]`, `["chat:dana"]`)
	s.edit("\n[agents.", fmt.Sprintf("\n[channels.site]\ntype = \"chat\"\nagent = \"assistant\"\nsecrets = [%q]\n\n[agents.", chatSecret))
	s.start()
	s.hook("evt_1", `{"n":1}`)
	type shown struct {
		ID, Outcome, Grant, Deny string
		Open                     bool
	}
	var list struct{ Approvals []shown }
	cards := func() []shown {
		if code := s.pageCall("dana", "GET", "approvals", nil, &list); code != http.StatusOK {
			t.Fatalf("cards are answered with %d", code)
		}
		return list.Approvals
	}
	press := func(c shown, grant bool) {
		t.Helper()
		nonce := map[bool]string{true: c.Grant, false: c.Deny}[grant]
		if code := s.pageCall("dana", "POST", "approvals/"+c.ID, map[string]any{"nonce": nonce, "grant": grant}, nil); code != http.StatusOK {
			t.Fatalf("grant %t is answered with %d", grant, code)
		}
	}
	within(t, patience, "the request waits", func() bool { return len(cards()) == 1 })
	press(list.Approvals[0], true)
	if c := cards(); len(c) != 1 || !c[0].Open || c[0].Outcome == "" {
		t.Fatalf("a yes that is held has the card %+v", c)
	}
	if !poll(patience, func() bool { return strings.Contains(fmt.Sprint(s.told("dana")), "reply “Refuse” to take it back") }) {
		t.Errorf("what is told: %+v", s.told("dana"))
	}
	press(list.Approvals[0], false)
	within(t, patience, "the agent hears no", func() bool { return strings.Contains(strings.Join(agent.decisions(), ""), `"denied"`) })
	if c := cards(); len(c) != 0 {
		t.Errorf("what is over has the card %+v", c)
	}
}

// TestChatOfTwoPeople: who opens the chat in a window in which somebody else had it open sees
// nothing of theirs.
func TestChatOfTwoPeople(t *testing.T) {
	t.Parallel()
	window := func() context.Context { return chromiumtest.Start(t) }
	wait := make(chan struct{})
	agent := newAgent(t, func(w http.ResponseWriter, r *http.Request, _ call) {
		select {
		case <-wait:
		case <-r.Context().Done():
		}
		answerJSON(w, `{"text":"It is 4711."}`)
	})
	s := newSite(t, httpAgent(agent.URL))
	s.edit("\n[agents.", fmt.Sprintf("\n[channels.site]\ntype = \"chat\"\nagent = \"assistant\"\nallow = [\"*\"]\nsecrets = [%q]\n\n[agents.", chatSecret))
	s.edit("listen", "public_url = \"http://"+s.http+"\"\nlisten")
	s.start()
	page := window()
	open := func(who string) {
		must(t, chromedp.Run(page, chromedp.Navigate("about:blank"),
			chromedp.Navigate("http://"+s.http+"/channels/site/#token="+chat.Token(chatSecret, "site", who, who, time.Now().Add(time.Hour))), chromedp.WaitVisible("#text")))
	}
	sees := func() (text string) {
		must(t, chromedp.Run(page, chromedp.Evaluate(`document.querySelector("#who").innerText + " " + document.querySelector("#log").innerText + " " + document.querySelector("#which").textContent`, &text)))
		return text
	}
	open("gus")
	must(t, chromedp.Run(page, chromedp.SendKeys("#text", "my salary?"), chromedp.Click("#write button"), chromedp.WaitVisible(".mine")))
	open("hal")
	for until := time.Now().Add(time.Second); time.Now().Before(until); time.Sleep(50 * time.Millisecond) {
		if text := sees(); !strings.Contains(text, "hal") || strings.Contains(text, "salary") {
			t.Fatalf("the next one sees %q", text)
		}
	}
	close(wait)
	open("gus")
	within(t, patience, "the first one sees it all", func() bool { return strings.Contains(sees(), "4711") && strings.Count(sees(), "salary") == 2 })
}
