package v03

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2aclient"
)

// What servers of 0.3 write beside what the protocol asks for is no obstacle: an error that is null, and
// details of an error in whatever form they like.
func TestTransportAnswers(t *testing.T) {
	for answer, want := range map[string]error{
		`{"jsonrpc":"2.0","id":"x","error":null,"result":{"kind":"task","id":"t","contextId":"c","status":{"state":"completed"}}}`:                    nil,
		`{"jsonrpc":"2.0","id":"x","result":null,"error":{"code":-32602,"message":"bad","data":"why"}}`:                                               sdk.ErrInvalidParams,
		`{"jsonrpc":"2.0","id":"x","error":{"code":-32602,"message":"bad","data":[{"type":"missing","loc":["message",0],"msg":"Field required"},7]}}`: sdk.ErrInvalidParams,
		`{"jsonrpc":"2.0","id":"x","error":{"code":-32001,"message":"gone","data":{"id":"t"}}}`:                                                       sdk.ErrTaskNotFound,
	} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Accept") == "text/event-stream" {
				_, _ = io.WriteString(w, "data: ")
			}
			_, _ = io.WriteString(w, answer+"\n\n")
		}))
		c := a2aclient.NewJSONRPCTransport(s.URL, &http.Client{Transport: Transport(s.Client().Transport)})
		task, err := c.GetTask(t.Context(), nil, &sdk.GetTaskRequest{ID: "t"})
		if !errors.Is(err, want) || want == nil && task.Status.State != sdk.TaskStateCompleted {
			t.Errorf("%s: %+v, %v", answer, task, err)
		}
		events := 0
		for e, err := range c.SubscribeToTask(t.Context(), nil, &sdk.SubscribeToTaskRequest{ID: "t"}) {
			events++
			if task, _ := e.(*sdk.Task); !errors.Is(err, want) || want == nil && (task == nil || task.Status.State != sdk.TaskStateCompleted) {
				t.Errorf("%s: %+v, %v", answer, e, err)
			}
		}
		if events != 1 {
			t.Errorf("%s: %d events", answer, events)
		}
		s.Close()
	}
}
