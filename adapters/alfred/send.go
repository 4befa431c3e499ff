package alfred

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"bridge/adapters"
	"bridge/adapters/post"
	"bridge/core/message"
	wire "bridge/core/wire/alfred"
)

// Sending is a channel with sinks: it takes TASK_RESPONSEs to them. An answer has one id,
// and a new time and token with each attempt.
type Sending struct{ *Adapter }

var _ adapters.Sender = Sending{}

// Send implements adapters.Sender.
func (s Sending) Send(ctx context.Context, out message.Outbound) (message.Receipt, error) {
	var q asked
	if out.Event == nil || out.To.Kind() != Kind || json.Unmarshal([]byte(out.Thread.Parent), &q) != nil {
		return message.Receipt{}, post.Invalid("body", "it answers no message", errors.New("no message is answered"))
	}
	var turn struct {
		State    string          `json:"state"`
		Failure  string          `json:"failure"`
		Envelope json.RawMessage `json:"envelope"`
	}
	if err := json.Unmarshal(out.Event.Data, &turn); err != nil {
		return message.Receipt{}, post.Invalid("body", "it is no answer", err)
	}
	if turn.State == "suspended" { // people are asked: the task is not done
		return message.Receipt{Detail: "nothing is sent while people decide"}, nil
	}
	sink, ok := s.o.Config.Peers[q.Routing.Source.Agent].Sinks[q.Routing.ReplyTo]
	if !ok {
		return message.Receipt{}, &message.SendError{
			Kind: message.SendRejected, Code: "sink", Public: "the sink is not in the configuration any more", NotSent: true, Err: errors.New("no sink of that name"),
		}
	}
	payload, err := outcome(turn.State, turn.Failure, turn.Envelope).Encode()
	if err != nil {
		return message.Receipt{}, post.Invalid("body", "it is no answer", err)
	}
	m, err := s.message(q.message(), wire.TaskResponse, payload, message.DerivedUUID("alfred", string(out.ID)))
	if err != nil {
		return message.Receipt{}, post.Invalid("body", "it cannot be written", err)
	}
	return s.post(ctx, sink, m)
}

func (s Sending) post(ctx context.Context, sink string, m wire.Message) (message.Receipt, error) {
	code, err := post.Post(ctx, s.o.Client, "the sink", sink, http.Header{"Content-Type": {"application/json"}}, m.Text)
	if err != nil {
		return message.Receipt{}, err
	}
	return message.Receipt{ProviderID: m.ID, Detail: code}, nil
}
