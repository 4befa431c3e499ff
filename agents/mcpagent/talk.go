package mcpagent

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"bridge/core/excerpt"

	"bridge/agents"
	"bridge/core/envelope"
)

// line is one message of a conversation, as templates have it.
type line struct {
	Key     string `json:"key"` // of the step
	Role    string `json:"role"`
	Content string `json:"content"`
}

// Roles of a conversation.
const (
	roleUser      = "user"
	roleAssistant = "assistant"
)

// Bounds of what is remembered of a conversation, in bytes. All of it is shown to those who
// approve, and is an argument of a call (maxArgs).
const (
	maxLine = 8 << 10
	maxTalk = 24 << 10
)

// conversation is what was said in the session before this call, and then the message.
func (a *Agent) conversation(ctx context.Context, c agents.Call) ([]line, error) {
	message := []line{{c.Key, roleUser, cut(agents.Text(c.Parts), maxTalk)}}
	if a.o.History == 0 {
		return message, nil
	}
	all, err := a.talk(ctx, c)
	return newest(append(all, message...), a.o.History), err
}

// talk is what is remembered of a session, without what the step itself has added.
func (a *Agent) talk(ctx context.Context, c agents.Call) (all []line, err error) {
	b, ok, err := a.o.State.Get(ctx, c.Meta.SessionID)
	if err == nil && ok {
		err = json.Unmarshal(b, &all)
	}
	if err != nil {
		return nil, &agents.Error{Code: "state", Retry: true, Err: err}
	}
	return slices.DeleteFunc(all, func(l line) bool { return l.Key == c.Key }), nil
}

// note remembers what was said in a step that went well: once, however often it comes.
func (a *Agent) note(ctx context.Context, c agents.Call, u envelope.Update) error {
	if a.o.History == 0 || c.Meta.SessionID == "" {
		return nil
	}
	all, err := a.talk(ctx, c)
	if err != nil {
		return err
	}
	if text := agents.Text(c.Parts); text != "" {
		all = append(all, line{c.Key, roleUser, cut(text, maxLine)})
	}
	var texts []string
	for _, p := range u.Parts {
		if p.Kind == envelope.KindText && (p.Type == envelope.Response || p.Type == envelope.Clarify) {
			texts = append(texts, p.Text)
		}
	}
	if text := strings.TrimSpace(strings.Join(texts, "\n\n")); text != "" {
		all = append(all, line{c.Key, roleAssistant, cut(text, maxLine)})
	}
	b, err := json.Marshal(newest(all, a.o.History))
	if err == nil {
		err = a.o.State.Put(ctx, c.Meta.SessionID, b)
	}
	if err != nil {
		return &agents.Error{Code: "state", Retry: true, Err: err}
	}
	return nil
}

// newest are the newest lines: so many, and so long together; the newest is always there.
func newest(all []line, most int) []line {
	size := 0
	for i := len(all) - 1; i >= 0; i-- {
		if size += len(all[i].Content); i < len(all)-1 && (len(all)-i > most || size > maxTalk) {
			return all[i+1:]
		}
	}
	return all
}

func cut(s string, most int) string {
	if len(s) > most {
		return excerpt.Cut(s, most) + " …"
	}
	return s
}
