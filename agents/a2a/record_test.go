package a2a_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2asrv"

	"bridge/agents"
	"bridge/core/envelope"
	"bridge/internal/noerr"
	"bridge/internal/racetest"
)

// TestManyLongIds: what is remembered stays within its place over several steps, however
// long ids are and however many messages and artifacts a task has, and what was told is
// not told again.
func TestManyLongIds(t *testing.T) {
	racetest.Skip(t)
	long := func(kind string, i int) string { return fmt.Sprintf("%s-%d-%s", kind, i, strings.Repeat("x", 300)) }
	const messages, artifacts = 3000, 1000
	p := serve(t, rpc, func(_ context.Context, ec *a2asrv.ExecutorContext, tell func(sdk.Event) bool) {
		task := sdk.NewSubmittedTask(ec, ec.Message)
		if ec.StoredTask != nil {
			copied := *ec.StoredTask
			task = &copied
		} else {
			for i := range messages {
				task.History = append(task.History, &sdk.Message{ID: long("m", i), Role: sdk.MessageRoleAgent, Parts: sdk.ContentParts{sdk.NewTextPart(fmt.Sprintf("old %d. ", i))}})
			}
			for i := range artifacts {
				task.Artifacts = append(task.Artifacts, &sdk.Artifact{ID: sdk.ArtifactID(long("a", i)), Parts: sdk.ContentParts{sdk.NewTextPart("old ")}})
			}
		}
		asks := sdk.NewMessage(sdk.MessageRoleAgent, sdk.NewTextPart("More? "))
		asks.ID = long("q"+ec.Message.ID, 0)
		task.Status = sdk.TaskStatus{State: sdk.TaskStateInputRequired, Message: asks}
		tell(task)
	})
	state := newMemory()
	first, err := ask(t, agentOf(t, p, state), message("trn_1", "x"))
	if err != nil || first.State != envelope.Clarifying || !strings.Contains(strings.Join(first.live, ""), "old 2999") {
		t.Fatalf("%v %v, %d parts", first.State, err, len(first.live))
	}
	for i := range 3 {
		next := message("trn_1", "y")
		part, err := envelope.DataPart(envelope.ApprovalResponse, map[string]string{"approvalId": "r", "decision": "granted"})
		noerr.Must(t, err)
		next.Key, next.Parts = fmt.Sprintf("trn_1.apr_%d", i), []envelope.Part{part}
		got, err := ask(t, agentOf(t, p, state), next)
		noerr.Must(t, err)
		told := strings.Join(got.live, "")
		if !strings.Contains(told, "More?") || strings.Contains(told, "old") {
			t.Errorf("step %d tells %d parts", i, len(got.live))
		}
	}
	if n := len(state.m["trn_1"]); n > 128<<10 {
		t.Errorf("%d bytes are kept", n)
	}
}

// TestLongTaskID: the id of a task is kept whole, so it is bounded.
func TestLongTaskID(t *testing.T) {
	p := serve(t, rpc, func(_ context.Context, ec *a2asrv.ExecutorContext, tell func(sdk.Event) bool) {
		m := sdk.NewMessage(sdk.MessageRoleAgent, sdk.NewTextPart("hi"))
		m.ContextID = strings.Repeat("c", 300<<10)
		tell(m)
	})
	_, err := ask(t, agentOf(t, p, newMemory()), message("trn_1", "x"))
	if ae, ok := errors.AsType[*agents.Error](err); !ok || ae.Code != "bad_answer" || ae.Retry {
		t.Errorf("%v", err)
	}
}
