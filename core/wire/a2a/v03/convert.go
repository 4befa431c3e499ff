package v03

import (
	"encoding/base64"
	"maps"

	older "github.com/a2aproject/a2a-go/a2a"
	sdk "github.com/a2aproject/a2a-go/v2/a2a"
)

// Task is a task as 0.3 writes it: what peers of 0.3 are notified of.
func Task(t *sdk.Task) *older.Task {
	return &older.Task{
		ID: older.TaskID(t.ID), ContextID: t.ContextID, Metadata: t.Metadata, Status: toStatus(t.Status),
		Artifacts: each(t.Artifacts, toArtifact), History: each(t.History, toMessage),
	}
}

func fromTask(t *older.Task) *sdk.Task {
	return &sdk.Task{
		ID: sdk.TaskID(t.ID), ContextID: t.ContextID, Metadata: t.Metadata, Status: fromStatus(t.Status),
		Artifacts: each(t.Artifacts, fromArtifact), History: each(t.History, fromMessage),
	}
}

// each is f of all; nil of none, so that an empty list is left out.
func each[A, B any](all []A, f func(A) B) []B {
	if len(all) == 0 {
		return nil
	}
	out := make([]B, len(all))
	for i, a := range all {
		out[i] = f(a)
	}
	return out
}

func toEvent(e sdk.Event) older.Event {
	switch e := e.(type) {
	case *sdk.Message:
		return toMessage(e)
	case *sdk.Task:
		return Task(e)
	case *sdk.TaskStatusUpdateEvent:
		s := e.Status.State
		return &older.TaskStatusUpdateEvent{
			TaskID: older.TaskID(e.TaskID), ContextID: e.ContextID, Metadata: e.Metadata, Status: toStatus(e.Status),
			Final: s.Terminal() || s == sdk.TaskStateInputRequired,
		}
	case *sdk.TaskArtifactUpdateEvent:
		return &older.TaskArtifactUpdateEvent{
			TaskID: older.TaskID(e.TaskID), ContextID: e.ContextID, Metadata: e.Metadata, Artifact: toArtifact(e.Artifact), Append: e.Append, LastChunk: e.LastChunk,
		}
	}
	return nil
}

func fromEvent(e older.Event) sdk.Event {
	switch e := e.(type) {
	case *older.Message:
		return fromMessage(e)
	case *older.Task:
		return fromTask(e)
	case *older.TaskStatusUpdateEvent:
		return &sdk.TaskStatusUpdateEvent{TaskID: sdk.TaskID(e.TaskID), ContextID: e.ContextID, Metadata: e.Metadata, Status: fromStatus(e.Status)}
	case *older.TaskArtifactUpdateEvent:
		return &sdk.TaskArtifactUpdateEvent{
			TaskID: sdk.TaskID(e.TaskID), ContextID: e.ContextID, Metadata: e.Metadata, Artifact: fromArtifact(e.Artifact), Append: e.Append, LastChunk: e.LastChunk,
		}
	}
	return nil
}

// states are those that both versions have; another is unspecified.
var states = map[sdk.TaskState]older.TaskState{
	sdk.TaskStateAuthRequired: older.TaskStateAuthRequired, sdk.TaskStateCanceled: older.TaskStateCanceled, sdk.TaskStateCompleted: older.TaskStateCompleted,
	sdk.TaskStateFailed: older.TaskStateFailed, sdk.TaskStateInputRequired: older.TaskStateInputRequired, sdk.TaskStateRejected: older.TaskStateRejected,
	sdk.TaskStateSubmitted: older.TaskStateSubmitted, sdk.TaskStateWorking: older.TaskStateWorking,
}

func toStatus(s sdk.TaskStatus) older.TaskStatus {
	return older.TaskStatus{Message: toMessage(s.Message), State: states[s.State], Timestamp: s.Timestamp}
}

func fromStatus(s older.TaskStatus) sdk.TaskStatus {
	return sdk.TaskStatus{Message: fromMessage(s.Message), State: keyOf(states, s.State), Timestamp: s.Timestamp}
}

var roles = map[sdk.MessageRole]older.MessageRole{sdk.MessageRoleAgent: older.MessageRoleAgent, sdk.MessageRoleUser: older.MessageRoleUser}

// keyOf is the key of a value; zero if it has none.
func keyOf[K, V comparable](m map[K]V, of V) (zero K) {
	for k, v := range m {
		if v == of {
			return k
		}
	}
	return zero
}

func toMessage(m *sdk.Message) *older.Message {
	if m == nil {
		return nil
	}
	return &older.Message{
		ID: m.ID, ContextID: m.ContextID, TaskID: older.TaskID(m.TaskID), Extensions: m.Extensions, Metadata: m.Metadata, Role: roles[m.Role],
		ReferenceTasks: each(m.ReferenceTasks, func(id sdk.TaskID) older.TaskID { return older.TaskID(id) }), Parts: each(m.Parts, toPart),
	}
}

func fromMessage(m *older.Message) *sdk.Message {
	if m == nil {
		return nil
	}
	return &sdk.Message{
		ID: m.ID, ContextID: m.ContextID, TaskID: sdk.TaskID(m.TaskID), Extensions: m.Extensions, Metadata: m.Metadata, Role: keyOf(roles, m.Role),
		ReferenceTasks: each(m.ReferenceTasks, func(id older.TaskID) sdk.TaskID { return sdk.TaskID(id) }), Parts: each(m.Parts, fromPart),
	}
}

func toArtifact(a *sdk.Artifact) *older.Artifact {
	if a == nil {
		return nil
	}
	return &older.Artifact{
		ID: older.ArtifactID(a.ID), Name: a.Name, Description: a.Description, Extensions: a.Extensions, Metadata: a.Metadata, Parts: each(a.Parts, toPart),
	}
}

func fromArtifact(a *older.Artifact) *sdk.Artifact {
	if a == nil {
		return nil
	}
	return &sdk.Artifact{
		ID: sdk.ArtifactID(a.ID), Name: a.Name, Description: a.Description, Extensions: a.Extensions, Metadata: a.Metadata, Parts: each(a.Parts, fromPart),
	}
}

// wrapped is the metadata by which the libraries of A2A mark data that is no object: 0.3
// knows objects alone, so that they put it into one, as its member "value".
const wrapped = "data_part_compat"

func toPart(p *sdk.Part) older.Part {
	file := older.FileMeta{MimeType: p.MediaType, Name: p.Filename}
	switch c := p.Content.(type) {
	case sdk.Text:
		return older.TextPart{Text: string(c), Metadata: p.Metadata}
	case sdk.Raw:
		return older.FilePart{File: older.FileBytes{FileMeta: file, Bytes: base64.StdEncoding.EncodeToString(c)}, Metadata: p.Metadata}
	case sdk.URL:
		return older.FilePart{File: older.FileURI{FileMeta: file, URI: string(c)}, Metadata: p.Metadata}
	case sdk.Data:
		if data, ok := c.Value.(map[string]any); ok {
			return older.DataPart{Data: data, Metadata: p.Metadata}
		}
		metadata := map[string]any{wrapped: true}
		maps.Copy(metadata, p.Metadata)
		return older.DataPart{Data: map[string]any{"value": c.Value}, Metadata: metadata}
	default:
		return older.TextPart{Metadata: p.Metadata}
	}
}

func fromPart(p older.Part) *sdk.Part {
	switch c := p.(type) {
	case older.TextPart:
		return &sdk.Part{Content: sdk.Text(c.Text), Metadata: c.Metadata}
	case older.DataPart:
		if is, _ := c.Metadata[wrapped].(bool); is && c.Data["value"] != nil { // 1.0's library has no part of null
			metadata := maps.Clone(c.Metadata)
			delete(metadata, wrapped)
			return &sdk.Part{Content: sdk.Data{Value: c.Data["value"]}, Metadata: metadata}
		}
		if c.Data == nil {
			c.Data = map[string]any{}
		}
		return &sdk.Part{Content: sdk.Data{Value: c.Data}, Metadata: c.Metadata}
	case older.FilePart:
		switch f := c.File.(type) {
		case older.FileURI:
			return &sdk.Part{Content: sdk.URL(f.URI), MediaType: f.MimeType, Filename: f.Name, Metadata: c.Metadata}
		case older.FileBytes:
			b, err := base64.StdEncoding.DecodeString(f.Bytes)
			if err != nil { // some send text as it is
				b = []byte(f.Bytes)
			}
			return &sdk.Part{Content: sdk.Raw(b), MediaType: f.MimeType, Filename: f.Name, Metadata: c.Metadata}
		}
	}
	return &sdk.Part{Content: sdk.Text(""), Metadata: p.Meta()}
}

func toPush(c *sdk.PushConfig) *older.TaskPushConfig {
	out := &older.TaskPushConfig{TaskID: older.TaskID(c.TaskID), Config: older.PushConfig{ID: c.ID, Token: c.Token, URL: c.URL}}
	if c.Auth != nil {
		out.Config.Auth = &older.PushAuthInfo{Credentials: c.Auth.Credentials, Schemes: []string{c.Auth.Scheme}}
	}
	return out
}

func fromPush(c *older.TaskPushConfig) *sdk.PushConfig {
	out := &sdk.PushConfig{TaskID: sdk.TaskID(c.TaskID), ID: c.Config.ID, Token: c.Config.Token, URL: c.Config.URL}
	if c.Config.Auth != nil {
		out.Auth = &sdk.PushAuthInfo{Credentials: c.Config.Auth.Credentials}
		if len(c.Config.Auth.Schemes) > 0 {
			out.Auth.Scheme = c.Config.Auth.Schemes[0]
		}
	}
	return out
}

func toSend(r *sdk.SendMessageRequest) *older.MessageSendParams {
	out := &older.MessageSendParams{Message: toMessage(r.Message), Metadata: r.Metadata}
	if r.Config != nil {
		blocking := !r.Config.ReturnImmediately
		out.Config = &older.MessageSendConfig{AcceptedOutputModes: r.Config.AcceptedOutputModes, HistoryLength: r.Config.HistoryLength, Blocking: &blocking}
		if r.Config.PushConfig != nil {
			out.Config.PushConfig = &toPush(r.Config.PushConfig).Config
		}
	}
	return out
}

func fromSend(p *older.MessageSendParams) *sdk.SendMessageRequest {
	out := &sdk.SendMessageRequest{Message: fromMessage(p.Message), Metadata: p.Metadata}
	if p.Config != nil {
		out.Config = &sdk.SendMessageConfig{
			AcceptedOutputModes: p.Config.AcceptedOutputModes, HistoryLength: p.Config.HistoryLength, ReturnImmediately: p.Config.Blocking != nil && !*p.Config.Blocking,
		}
		if p.Config.PushConfig != nil {
			push := older.TaskPushConfig{Config: *p.Config.PushConfig}
			if p.Message != nil {
				push.TaskID = p.Message.TaskID
			}
			out.Config.PushConfig = fromPush(&push)
		}
	}
	return out
}
