package test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2aclient"

	"bridge/core/wire/card"
	"bridge/internal/mailserver"
)

// A peer is told of its task where it was agreed upon: that people are asked, and what came of
// it, in order, over a failing receiver and a kill; also of what its answer to a question
// came to.
func TestA2AServerPush(t *testing.T) {
	t.Parallel()
	type told struct {
		id    sdk.TaskID
		state sdk.TaskState
		words string
		head  http.Header
	}
	var mu sync.Mutex
	var all []told
	fails := 1
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		mu.Lock()
		defer mu.Unlock()
		if fails--; fails >= 0 {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		var event sdk.StreamResponse
		if err := json.Unmarshal(b, &event); err == nil {
			if as, ok := event.Event.(*sdk.Task); ok {
				all = append(all, told{as.ID, as.Status.State, texts(as), r.Header.Clone()})
				return
			}
		}
		var old struct {
			Kind, ID string
			Status   struct{ State string }
		}
		_ = json.Unmarshal(b, &old)
		all = append(all, told{sdk.TaskID(old.ID), sdk.TaskState(old.Kind + " " + old.Status.State), string(b), r.Header.Clone()})
	}))
	t.Cleanup(receiver.Close)
	s := newSite(t).withPeers(receiver.URL).start()
	want := func(n int) []told {
		t.Helper()
		var got []told
		await(t, func() bool {
			mu.Lock()
			defer mu.Unlock()
			got = slices.Clone(all)
			// One that was answered when the bridge was killed comes again.
			got = slices.CompactFunc(got, func(a, b told) bool { return a.id == b.id && a.state == b.state })
			return len(got) >= n
		})
		return got
	}
	wants := func(text string) *sdk.SendMessageRequest {
		r := peerSays(text)
		r.Config = &sdk.SendMessageConfig{ReturnImmediately: true, PushConfig: &sdk.PushConfig{
			URL: receiver.URL + "/tasks?of=acme", Token: "of this task", Auth: &sdk.PushAuthInfo{Scheme: "Bearer", Credentials: "of acme"},
		}}
		return r
	}
	via := s.rpc(acmeToken)
	as := s.call(via, wants("refund 40"))
	prompt := s.expect(0, dana, "[approval:", "amount: 40")
	if got := want(1)[0]; got.id != as.ID || got.state != sdk.TaskStateWorking || !strings.Contains(got.words, "People are asked") || got.head.Get("A2A-Notification-Token") != "of this task" || got.head.Get("Authorization") != "Bearer of acme" {
		t.Errorf("%+v", got)
	}
	s.kill()
	s.start()
	s.send(prompt.Reply("yes"))
	if got := want(2)[1]; got.id != as.ID || got.state != sdk.TaskStateCompleted || !strings.Contains(got.words, "40") {
		t.Errorf("%+v", got)
	}
	list, err := via.ListTaskPushConfigs(t.Context(), nil, &sdk.ListTaskPushConfigRequest{TaskID: as.ID})
	if err != nil || len(list) != 1 || list[0].URL == "" || list[0].Token != "" {
		t.Errorf("%+v, %v", list, err)
	}
	asks := s.call(via, wants("clarify"))
	if got := want(3)[2]; got.id != asks.ID || got.state != sdk.TaskStateInputRequired {
		t.Errorf("%+v", got)
	}
	s.call(via, more(asks, "today"))
	if got := want(4)[3]; got.id != asks.ID || got.state != sdk.TaskStateCompleted || !strings.Contains(got.words, "today") {
		t.Errorf("%+v", got)
	}
	old := s.call(s.a2a(acmeToken)["JSON-RPC 0.3"], wants("hello"))
	if got := want(5)[4]; got.id != old.ID || got.state != "task completed" || got.head.Get("X-A2A-Notification-Token") != "of this task" {
		t.Errorf("%+v", got)
	}
	if _, err := s.rpc(rivalToken).SendMessage(t.Context(), nil, wants("hello")); !errors.Is(err, sdk.ErrPushNotificationNotSupported) {
		t.Errorf("a peer with whom nothing is agreed upon: %v", err)
	}
	elsewhere := wants("hello")
	elsewhere.Config.PushConfig.URL = strings.Replace(receiver.URL, "127.0.0.1", "127.0.0.2", 1)
	if _, err := via.SendMessage(t.Context(), nil, elsewhere); !errors.Is(err, sdk.ErrInvalidParams) {
		t.Errorf("another host: %v", err)
	}
	for _, secret := range []string{"of this task", "of acme", acmeToken} {
		if strings.Contains(s.log.String(), secret) {
			t.Errorf("the log has %q", secret)
		}
	}
}

// A peer takes back what waits: nobody can decide it any more. What runs or has ended it
// cannot.
func TestA2AServerCancel(t *testing.T) {
	t.Parallel()
	s := newSite(t).withPeers().start()
	for name, via := range s.a2a(acmeToken) {
		n := s.mail.Count()
		r := peerSays("refund 40")
		r.Config = &sdk.SendMessageConfig{ReturnImmediately: true}
		as := s.call(via, r)
		prompt := s.expect(n, dana, "[approval:", "amount: 40")
		var states []sdk.TaskState
		watched := make(chan struct{})
		go func() {
			defer close(watched)
			for e, err := range s.rpc(acmeToken).SubscribeToTask(t.Context(), nil, &sdk.SubscribeToTaskRequest{ID: as.ID}) {
				if x, ok := e.(*sdk.TaskStatusUpdateEvent); ok && err == nil {
					states = append(states, x.Status.State)
				}
			}
		}()
		var err error
		await(t, func() bool { // people are asked
			as, err = via.CancelTask(t.Context(), nil, &sdk.CancelTaskRequest{ID: as.ID})
			return err == nil
		})
		want(t, as, sdk.TaskStateCanceled, "cancelled")
		if as, err = via.CancelTask(t.Context(), nil, &sdk.CancelTaskRequest{ID: as.ID}); err != nil || as.Status.State != sdk.TaskStateCanceled {
			t.Errorf("%s: again: %v", name, err)
		}
		// The task is cancelled at once, its request a moment later.
		await(t, func() bool { return !strings.Contains(s.must("approvals", "list", "-state", "pending"), "apr_") })
		n = s.mail.Count()
		s.send(prompt.Reply("yes"))
		s.expect(n, dana, "Cancelled, no answer is needed")
		got, err := via.GetTask(t.Context(), nil, &sdk.GetTaskRequest{ID: as.ID})
		must(t, err)
		want(t, got, sdk.TaskStateCanceled, "cancelled")
		<-watched
		if k := len(states); k > 0 && states[k-1] != sdk.TaskStateCanceled { // none: it ended before it was watched
			t.Errorf("%s: the watch ended with %s", name, states[k-1])
		}
		done := s.call(via, peerSays("hello"))
		if _, err := via.CancelTask(t.Context(), nil, &sdk.CancelTaskRequest{ID: done.ID}); !errors.Is(err, sdk.ErrTaskNotCancelable) {
			t.Errorf("%s: a task that has ended: %v", name, err)
		}
	}
}

// People decide what a peer has begun: the peer sees that they are asked, cannot decide, and
// hears what came of it, also over a kill of the bridge.
func TestA2AServerApproval(t *testing.T) {
	t.Parallel()
	s := newSite(t).withPeers().start()
	via := s.rpc(acmeToken)
	r := peerSays("refund 40")
	r.Config = &sdk.SendMessageConfig{ReturnImmediately: true}
	as := s.call(via, r)
	if as.Status.State.Terminal() {
		t.Fatalf("it is over: %s", as.Status.State)
	}
	prompt := s.expect(0, dana, "[approval:", "amount: 40")
	working := func() *sdk.Task {
		got, err := via.GetTask(t.Context(), nil, &sdk.GetTaskRequest{ID: as.ID})
		must(t, err)
		return got
	}
	want(t, working(), sdk.TaskStateWorking, "People are asked")
	var request map[string]any
	for _, p := range working().Status.Message.Parts {
		if p.Metadata["partType"] == "approval-request" {
			request, _ = p.Data().(map[string]any)
		}
	}
	if request["toolName"] == nil {
		t.Fatalf("the request is %v", request)
	}
	for _, taskID := range []sdk.TaskID{as.ID, ""} {
		yes := peerSays("yes")
		yes.Message.TaskID, yes.Message.ContextID = taskID, as.ContextID
		grant := sdk.NewDataPart(map[string]any{"approvalId": request["approvalId"], "decision": "granted", "decidedBy": "dana", "decidedAt": "2026-11-24T10:00:00Z"})
		grant.SetMeta("partType", "approval-response")
		yes.Message.Parts = sdk.ContentParts{grant}
		if _, err := via.SendMessage(t.Context(), nil, yes); !errors.Is(err, sdk.ErrUnsupportedOperation) {
			t.Errorf("the peer decided: %v", err)
		}
	}
	want(t, working(), sdk.TaskStateWorking, "People are asked")

	type end struct {
		states []sdk.TaskState
		said   string
	}
	ended, watching := make(chan end, 1), make(chan struct{})
	var once sync.Once
	watch := func() end {
		var e end
		for {
			for ev, err := range s.rpc(acmeToken).SubscribeToTask(t.Context(), nil, &sdk.SubscribeToTaskRequest{ID: as.ID}) {
				switch ev := ev.(type) {
				case *sdk.TaskStatusUpdateEvent:
					e.states = append(e.states, ev.Status.State)
				case *sdk.TaskArtifactUpdateEvent:
					if !ev.Append {
						e.said = ""
					}
					e.said += ev.Artifact.Parts[0].Text()
				}
				if errors.Is(err, sdk.ErrUnsupportedOperation) { // it ended while nobody watched
					got := working()
					return end{[]sdk.TaskState{got.Status.State}, texts(got)}
				}
				if err != nil {
					break
				}
				once.Do(func() { close(watching) })
				if n := len(e.states); n > 0 && e.states[n-1].Terminal() {
					return e
				}
			}
			select { // it was cut: the bridge is away
			case <-t.Context().Done():
				return e
			case <-time.After(100 * time.Millisecond):
			}
		}
	}
	go func() { ended <- watch() }()
	await(t, func() bool {
		out, _ := s.cli("status", "-json")
		return strings.Contains(out, "suspended") || out != ""
	})
	s.kill()
	s.start()
	s.send(prompt.Reply("yes"))
	select {
	case e := <-ended:
		if n := len(e.states); e.states[n-1] != sdk.TaskStateCompleted || !strings.Contains(e.said, "40") {
			t.Errorf("%+v", e)
		}
	case <-time.After(patience):
		t.Fatal("the watch does not end")
	}
	want(t, working(), sdk.TaskStateCompleted, "40")
}

// A peer asks people: what it asks reaches the approver by mail as it is, and what she says
// reaches the peer, whoever it is.
func TestA2AServerAsksPeople(t *testing.T) {
	t.Parallel()
	s := newSite(t, withChannel(`agent = "assistant"`), withTop("[agents.desk]\ntype = \"people\"\n[channels.desk]\ntype = \"a2a\"\nagent = \"desk\"\n[channels.desk.peers.acme]\ntokens = [\""+acmeToken+"\"]")).start()
	at := "http://" + s.http + "/channels/desk"
	via := a2aclient.NewJSONRPCTransport(at, &http.Client{Transport: bearer(acmeToken)})
	for reply, want := range map[string]struct{ decision, words string }{"yes": {"granted", "Yes, says dana."}, "no, far too many": {"denied", "No, says dana."}} {
		n := s.mail.Count()
		asks := sdk.NewDataPart(map[string]any{"approvalId": "ship-" + want.decision, "toolName": "ship_order", "args": map[string]any{"pallets": 12, "reply": want.decision}})
		asks.SetMeta("partType", "approval-request")
		r := peerSays("")
		r.Message.Parts = sdk.ContentParts{asks}
		r.Config = &sdk.SendMessageConfig{ReturnImmediately: true}
		as := s.call(via, r)
		s.send(s.expect(n, dana, "[approval:", "pallets: 12", "acme").Reply(reply))
		await(t, func() bool {
			var err error
			as, err = via.GetTask(t.Context(), nil, &sdk.GetTaskRequest{ID: as.ID})
			must(t, err)
			return as.Status.State == sdk.TaskStateCompleted
		})
		var decision map[string]any
		for _, x := range as.Artifacts {
			if x.ID == "decision" {
				decision, _ = x.Parts[0].Data().(map[string]any)
			}
		}
		if decision["decision"] != want.decision || decision["approvalId"] != "ship-"+want.decision || decision["argsDigest"] == nil || !strings.Contains(texts(as), want.words) {
			t.Errorf("%q: %v, %q", reply, decision, texts(as))
		}
	}
	as := s.call(via, peerSays("please"))
	if as.Status.State != sdk.TaskStateFailed || !strings.Contains(texts(as), "toolName") {
		t.Errorf("%s %q", as.Status.State, texts(as))
	}
}

// A peer writes to people: words with a file reach whom the operator named, a question whom the
// peer names, by any binding; what they say, and that nobody else can, is the answer of the
// task, over a kill of the bridge. Nobody is reached who is not named.
func TestA2AServerWritesToPeople(t *testing.T) {
	t.Parallel()
	s := newSite(t, withChannel(`agent = "assistant"`), withTop("[agents.desk]\ntype = \"people\"\nto = [\"dana\", \"frank\"]\n[channels.partners]\ntype = \"a2a\"\nagent = \"desk\"\n[channels.partners.peers.acme]\ntokens = [\""+acmeToken+"\"]")).start()
	for name, via := range s.a2a(acmeToken) {
		n := s.mail.Count()
		file := sdk.NewRawPart([]byte("the very bytes of " + name))
		file.Filename, file.MediaType = "plan.txt", "text/plain"
		r := peerSays("When can the pallets come?")
		r.Message.Parts = append(r.Message.Parts, file)
		r.Config = &sdk.SendMessageConfig{ReturnImmediately: true}
		as := s.call(via, r)
		prompt := s.expect(n, dana, "When can the pallets come?", "acme", "plan.txt")
		link := regexp.MustCompile(`https?://\S+/artifacts/\S+`).FindString(prompt.Text)
		if link == "" {
			t.Fatalf("%s: no link to the file in\n%s", name, prompt.Text)
		}
		resp, body := s.knock(http.MethodGet, link, "", "")
		if resp.StatusCode != http.StatusOK || body != "the very bytes of "+name {
			t.Errorf("%s: the link has %s %q", name, resp.Status, body)
		}
		s.kill()
		s.start()
		s.send(prompt.Reply("On Tuesday after four."))
		done := func(as *sdk.Task, state sdk.TaskState) (got *sdk.Task) {
			t.Helper()
			await(t, func() bool {
				var err error
				got, err = s.a2a(acmeToken)[name].GetTask(t.Context(), nil, &sdk.GetTaskRequest{ID: as.ID})
				must(t, err)
				return got.Status.State.Terminal()
			})
			if got.Status.State != state {
				t.Errorf("%s: %s %q", name, got.Status.State, texts(got))
			}
			return got
		}
		as = done(as, sdk.TaskStateCompleted)
		var answer map[string]any
		for _, x := range as.Artifacts {
			if x.ID == "answer" {
				answer, _ = x.Parts[0].Data().(map[string]any)
			}
		}
		if answer["decision"] != "answered" || answer["decidedBy"] != "dana" || !strings.Contains(texts(as), "On Tuesday after four.") {
			t.Errorf("%s: %v %q", name, answer, texts(as))
		}

		n = s.mail.Count()
		q := peerSays("")
		q.Message.Parts = sdk.ContentParts{sdk.NewTextPart(""), sdk.NewDataPart(map[string]any{"question": "Which gate?", "choices": []any{"north", "south"}})}
		q.Message.Metadata = map[string]any{"to": "frank"}
		q.Config = r.Config
		as = s.call(s.a2a(acmeToken)[name], q)
		prompt = s.expect(n, "Frank <frank@bridge.test>", "Which gate?", "north", "south")
		s.send(mailserver.Letter{From: dana, To: agentAddr, Subject: prompt.Subject, Text: "north"}) // she is not asked
		s.send(prompt.Reply("2"))
		if as = done(as, sdk.TaskStateCompleted); !strings.Contains(texts(as), "south") {
			t.Errorf("%s: %q", name, texts(as))
		}

		q = peerSays("hello")
		q.Message.Metadata = map[string]any{"to": []any{"frank"}}
		if _, err := s.a2a(acmeToken)[name].SendMessage(t.Context(), nil, q); !errors.Is(err, sdk.ErrInvalidParams) {
			t.Errorf("%s: to a list: %v", name, err)
		}
		q = peerSays("hello")
		q.Message.Metadata = map[string]any{"to": "eve"}
		if as = s.call(s.a2a(acmeToken)[name], q); as.Status.State != sdk.TaskStateFailed || !strings.Contains(texts(as), "eve") {
			t.Errorf("%s: to a stranger: %s %q", name, as.Status.State, texts(as))
		}
	}
	for _, m := range s.mail.Mails() {
		if m.To == mailbox(eve) {
			t.Errorf("Eve has a mail: %s", m.Text)
		}
	}
}

// One bridge behind another: a mail to the first is answered by the agent of the second,
// whose approver decides.
func TestBridgeToBridge(t *testing.T) {
	t.Parallel()
	behind := newSite(t).withPeers().start()
	front := newSite(t, withAgent(fmt.Sprintf("type = \"a2a\"\ncard = %q\npark_after = \"1s\"\ndedupes = true\n[agents.assistant.auth]\ntype = \"bearer\"\nsecret = %q", behind.partners()+card.WellKnown, acmeToken))).start()
	front.send(mailserver.Letter{From: eve, Subject: "Refund", Text: "refund 40"})
	behind.send(behind.expect(0, dana, "[approval:", "amount: 40").Reply("yes"))
	front.expect(0, eve, "40 EUR")
	front.send(mailserver.Letter{From: eve, Subject: "Days", Text: "clarify"})
	q := front.expect(0, eve, "today or tomorrow")
	front.send(q.Reply("tomorrow"))
	front.expect(0, eve, "tomorrow\" it is")
}
