package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"bridge/internal/retry"

	"bridge/internal/twilioserver"
)

// a2aChannels are two more channels: agents of others talk to the agent, and to people.
func (d *playground) a2aChannels() string {
	return fmt.Sprintf(`
[agents.desk]
type = "people"
to = ["dana"]

[channels.partners]
type = "a2a"
agent = "assistant"
[channels.partners.peers.acme]
tokens = ["%[1]s"]

[channels.desk]
type = "a2a"
agent = "desk"
[channels.desk.peers.acme]
tokens = ["%[1]s"]
`, d.token)
}

// explainA2A prints how an agent calls.
func (d *playground) explainA2A() {
	fmt.Fprintf(d.out, `Agents of others (A2A): the card of the agent is http://%[1]s/channels/partners/.well-known/agent-card.json, and people answer at /channels/desk. For example
  curl -s http://%[1]s/channels/partners -H 'Authorization: Bearer %[2]s' -d '{"jsonrpc":"2.0","id":"1","method":"SendMessage","params":{"message":{"messageId":"m-1","role":"ROLE_USER","parts":[{"text":"flights"}]}}}'
  curl -s http://%[1]s/channels/desk -H 'Authorization: Bearer %[2]s' -d '{"jsonrpc":"2.0","id":"1","method":"SendMessage","params":{"message":{"messageId":"m-2","role":"ROLE_USER","parts":[{"text":"Which day suits you?"}]}}}'

`, d.bridge.Addr(), d.token)
}

// calling: an agent of others asks ours, which asks Dana; then it asks Dana herself.
func (d *playground) calling(ctx context.Context) error {
	n := d.twilio.Phone(danaPhone).Count()
	task, err := d.a2a(ctx, "partners", "SendMessage", a2aSays("a2a-1", "refund 60"))
	if err != nil {
		return fmt.Errorf("an agent of others asks for a refund: %w", err)
	}
	prompt, err := d.ring(ctx, "An agent of others asks for a refund by A2A, and Dana is asked by WhatsApp", danaPhone, n,
		func(m twilioserver.Message) bool { return len(m.Buttons) == 2 && strings.Contains(m.Body, "60") })
	if err != nil {
		return err
	}
	button, _ := prompt.Button("Approve")
	if _, err := d.twilio.Phone(danaPhone).Press(button); err != nil {
		return fmt.Errorf("the press of Dana: %w", err)
	}
	if err := d.over(ctx, "Its task is completed with the refund", "partners", task, "Refunded 60 EUR"); err != nil {
		return err
	}
	d.settle(ctx)
	n = d.twilio.Phone(danaPhone).Count()
	if task, err = d.a2a(ctx, "desk", "SendMessage", a2aSays("a2a-2", "Which day suits you?")); err != nil {
		return fmt.Errorf("it asks Dana a question: %w", err)
	}
	if _, err = d.ring(ctx, "It asks Dana a question, and she has it on WhatsApp", danaPhone, n,
		func(m twilioserver.Message) bool { return strings.Contains(m.Body, "Which day suits you?") }); err != nil {
		return err
	}
	if _, err := d.twilio.Phone(danaPhone).Text("Tuesday"); err != nil {
		return fmt.Errorf("the answer of Dana: %w", err)
	}
	return d.over(ctx, "Dana answers, and its task is completed with her words", "desk", task, "Tuesday")
}

func a2aSays(id, text string) map[string]any {
	return map[string]any{
		"message":       map[string]any{"messageId": id, "role": "ROLE_USER", "parts": []any{map[string]any{"text": text}}},
		"configuration": map[string]any{"returnImmediately": true},
	}
}

// a2aTask is a task as far as the story looks at it.
type a2aTask struct {
	ID     string `json:"id"`
	Status struct {
		State string `json:"state"`
	} `json:"status"`
	Artifacts json.RawMessage `json:"artifacts"`
}

// a2a calls a method of a channel.
func (d *playground) a2a(ctx context.Context, channel, method string, params any) (a2aTask, error) {
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": "1", "method": method, "params": params})
	if err != nil {
		return a2aTask{}, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+d.bridge.Addr()+"/channels/"+channel, strings.NewReader(string(body)))
	if err != nil {
		return a2aTask{}, err
	}
	r.Header.Set("Authorization", "Bearer "+d.token)
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return a2aTask{}, err
	}
	defer resp.Body.Close()
	var got struct {
		Result struct {
			a2aTask
			Task *a2aTask `json:"task"`
		} `json:"result"`
		Error json.RawMessage `json:"error"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&got); err != nil {
		return a2aTask{}, err
	}
	if len(got.Error) > 0 {
		return a2aTask{}, fmt.Errorf("%s is answered with %s", method, got.Error)
	}
	if got.Result.Task != nil {
		return *got.Result.Task, nil
	}
	return got.Result.a2aTask, nil
}

// over waits until a task is completed, with some words.
func (d *playground) over(ctx context.Context, step, channel string, t a2aTask, words string) error {
	ctx, cancel := context.WithTimeout(ctx, storyTimeout)
	defer cancel()
	for {
		now, err := d.a2a(ctx, channel, "GetTask", map[string]any{"id": t.ID})
		switch {
		case err != nil:
			return fmt.Errorf("%s: %w", step, err)
		case now.Status.State == "TASK_STATE_COMPLETED" && strings.Contains(string(now.Artifacts), words):
			fmt.Fprintln(d.out, "✓", step)
			return nil
		case strings.HasPrefix(now.Status.State, "TASK_STATE_") && now.Status.State != "TASK_STATE_WORKING" && now.Status.State != "TASK_STATE_SUBMITTED":
			return fmt.Errorf("%s: it is %s with %s", step, now.Status.State, now.Artifacts)
		}
		if !retry.Sleep(ctx, 50*time.Millisecond) {
			return fmt.Errorf("%s: it does not come to that", step)
		}
	}
}
