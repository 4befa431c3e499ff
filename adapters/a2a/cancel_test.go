package a2a_test

import (
	"bytes"
	"net/http"
	"slices"
	"testing"
	"time"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2aclient"

	"bridge/adapters"
	"bridge/core/message"
	"bridge/internal/mac"
	"bridge/internal/noerr"
)

// TestCancelMeetsAnswer: of a task that is cancelled while its question is answered nothing
// runs on, whichever of the two another node did between the reads and the write of this one.
func TestCancelMeetsAnswer(t *testing.T) {
	const asks, running = "clarifying", "awaiting"
	for _, first := range []string{"the cancel", "the answer"} {
		t.Run(first, func(t *testing.T) {
			b := &bridge{turns: map[message.TurnID]adapters.Turn{}}
			var question, answer message.TurnID
			var ended []message.TurnID
			end := func(id message.TurnID) {
				b.turns[id] = adapters.Turn{Channel: "desk", State: "failed", Settled: true, Canceled: true}
			}
			begin := func(id message.TurnID) {
				answer = id
				b.turns[id] = adapters.Turn{Channel: "desk", State: running}
				b.briefs = []adapters.Brief{{ID: id, Continues: question, Inbound: "other"}, {ID: question, State: asks}}
			}
			at := serveWith(t, b, func(in message.Inbound) {
				id := message.DerivedTurnID(in.ReceivedAt, in.ExternalID)
				if question == "" {
					question = id
					b.turns[id] = adapters.Turn{Channel: "desk", State: asks, Settled: true}
					b.briefs = []adapters.Brief{{ID: id, State: asks}}
					return
				}
				end(question) // by another node
				begin(id)
			}, bytes.Repeat([]byte("k"), mac.MinSecret))
			b.cancel = func(id message.TurnID) bool {
				if first == "the answer" && id == question && answer == "" {
					begin(message.DerivedTurnID(time.Now(), "the answer")) // by another node
				}
				ended = append(ended, id)
				end(id)
				return true
			}
			via := a2aclient.NewJSONRPCTransport(at, &http.Client{Transport: loggedIn{}})
			send := func(text string, of sdk.TaskID) *sdk.Task {
				t.Helper()
				m := sdk.NewMessage(sdk.MessageRoleUser, sdk.NewTextPart(text))
				m.TaskID = of
				res, err := via.SendMessage(t.Context(), nil, &sdk.SendMessageRequest{Message: m, Config: &sdk.SendMessageConfig{ReturnImmediately: true}})
				noerr.Must(t, err)
				return res.(*sdk.Task)
			}
			as := send("go", "")
			if first == "the cancel" {
				as = send("today", as.ID)
			} else {
				var err error
				if as, err = via.CancelTask(t.Context(), nil, &sdk.CancelTaskRequest{ID: as.ID}); err != nil {
					t.Fatal(err)
				}
			}
			if as.Status.State != sdk.TaskStateCanceled || !slices.Contains(ended, answer) {
				t.Errorf("%s; ended: %v, not the answer %s", as.Status.State, ended, answer)
			}
		})
	}
}
