// Package v03 lets what speaks A2A 1.0 by JSON-RPC speak to peers of 0.3. Both are JSON-RPC:
// the names of methods and the shapes of parameters and results are translated on their way, for
// a server by Handler, for a client by Transport. The types of 0.3 are those of A2A's older
// library; what its newer one translates with links gRPC and protobuf (docs/adr/0076).
package v03

import (
	"encoding/json"
	"fmt"

	older "github.com/a2aproject/a2a-go/a2a"
	sdk "github.com/a2aproject/a2a-go/v2/a2a"

	"bridge/core/wire/card"
)

// The methods of 0.3.
const (
	send       = "message/send"
	stream     = "message/stream"
	subscribe  = "tasks/resubscribe"
	getTask    = "tasks/get"
	cancel     = "tasks/cancel"
	setPush    = "tasks/pushNotificationConfig/set"
	getPush    = "tasks/pushNotificationConfig/get"
	listPush   = "tasks/pushNotificationConfig/list"
	deletePush = "tasks/pushNotificationConfig/delete"
	getCard    = "agent/getAuthenticatedExtendedCard"
)

// names are the methods of 0.3 by those of 1.0.
var names = map[string]string{
	"SendMessage": send, "SendStreamingMessage": stream, "SubscribeToTask": subscribe, "GetTask": getTask, "CancelTask": cancel,
	"CreateTaskPushNotificationConfig": setPush, "GetTaskPushNotificationConfig": getPush,
	"ListTaskPushNotificationConfigs": listPush, "DeleteTaskPushNotificationConfig": deletePush, "GetExtendedAgentCard": getCard,
}

// call is a request of JSON-RPC, answer what it is answered by. What is not translated stays
// as it was written.
type call struct {
	Version json.RawMessage `json:"jsonrpc,omitempty"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params,omitempty"`
}

type answer struct {
	Version json.RawMessage `json:"jsonrpc,omitempty"`
	ID      json.RawMessage `json:"id"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   json.RawMessage `json:"error,omitempty"`
}

// as is JSON that was read as an A and is written as a B.
func as[A, B any](b json.RawMessage, f func(*A) B) (json.RawMessage, error) {
	var a A
	if err := json.Unmarshal(b, &a); err != nil {
		return nil, err
	}
	return json.Marshal(f(&a))
}

// newParams are parameters of a method of 0.3 as 1.0 has them. Those that are not named
// here are the same in both versions.
func newParams(method string, p json.RawMessage) (json.RawMessage, error) {
	switch method {
	case send, stream:
		return as(p, fromSend)
	case setPush:
		return as(p, fromPush)
	case getPush, listPush, deletePush:
		return as(p, func(q *older.GetTaskPushConfigParams) sdk.GetTaskPushConfigRequest {
			return sdk.GetTaskPushConfigRequest{TaskID: sdk.TaskID(q.TaskID), ID: q.ConfigID}
		})
	}
	return p, nil
}

// oldResult is a result of 1.0 as a method of 0.3 returns it.
func oldResult(method string, r json.RawMessage) (json.RawMessage, error) {
	switch method {
	case send, stream, subscribe:
		return as(r, func(e *sdk.StreamResponse) older.Event { return toEvent(e.Event) })
	case getTask, cancel:
		return as(r, Task)
	case setPush, getPush:
		return as(r, toPush)
	case listPush:
		return as(r, func(l *sdk.ListTaskPushConfigResponse) []*older.TaskPushConfig { return each(l.Configs, toPush) })
	case getCard:
		c, err := card.Read(r)
		if err != nil {
			return nil, err
		}
		return c.JSON(card.Omit, true)
	}
	return r, nil
}

// oldParams are parameters of 1.0 as the method of 0.3 has them, of those that clients call.
func oldParams(method string, p json.RawMessage) (json.RawMessage, error) {
	switch method {
	case send, stream:
		return as(p, toSend)
	case subscribe, getTask, cancel:
		return p, nil
	}
	return nil, fmt.Errorf("%w by A2A 0.3", sdk.ErrUnsupportedOperation)
}

// newResult is what a method of 0.3 returned as 1.0 has it.
func newResult(method string, r json.RawMessage) (json.RawMessage, error) {
	if method == getTask || method == cancel {
		return as(r, fromTask)
	}
	e, err := older.UnmarshalEventJSON(r)
	if err != nil {
		return nil, err
	}
	return json.Marshal(sdk.StreamResponse{Event: fromEvent(e)})
}

// translate is an answer whose result f made into that of the other version. Errors have the same codes
// in both.
func translate(b []byte, method string, f func(method string, r json.RawMessage) (json.RawMessage, error)) ([]byte, error) {
	a, err := read(b)
	if err == nil && a.Error == nil && a.Result != nil {
		a.Result, err = f(method, a.Result)
	}
	if err != nil {
		return nil, err
	}
	return json.Marshal(a)
}

// read reads an answer. Some write an error of null beside a result.
func read(b []byte) (a answer, err error) {
	if err = json.Unmarshal(b, &a); string(a.Error) == "null" {
		a.Error = nil
	}
	return a, err
}
