package alfred

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"time"

	"bridge/adapters"
	"bridge/core/message"
	"bridge/internal/httpguard"
	wire "bridge/wire/alfred"
)

const (
	sendTime  = 20 * time.Second
	maxAnswer = 64 << 10 // bytes of the answer of a sink that are read
)

// Sending is a channel with sinks: it takes TASK_RESPONSEs to them. An answer has one id,
// and a new time and token with each attempt.
type Sending struct{ *Adapter }

var _ adapters.Sender = Sending{}

// Send implements adapters.Sender.
func (s Sending) Send(ctx context.Context, out message.Outbound) (message.Receipt, error) {
	var q asked
	if out.Event == nil || out.To.Kind() != Kind || json.Unmarshal([]byte(out.Thread.Parent), &q) != nil {
		return message.Receipt{}, refused("body", "it answers no message", errors.New("no message is answered"))
	}
	var turn struct {
		State    string          `json:"state"`
		Failure  string          `json:"failure"`
		Envelope json.RawMessage `json:"envelope"`
	}
	if err := json.Unmarshal(out.Event.Data, &turn); err != nil {
		return message.Receipt{}, refused("body", "it is no answer", err)
	}
	if turn.State == "suspended" { // people are asked: the task is not done
		return message.Receipt{Detail: "nothing is sent while people decide"}, nil
	}
	sink, ok := s.o.Config.Peers[q.Routing.Source.Agent].Sinks[q.Routing.ReplyTo]
	if !ok {
		return message.Receipt{}, &message.SendError{
			Kind: message.SendConfig, Code: "sink", Public: "the sink is not in the configuration any more", NotSent: true, Err: errors.New("no sink of that name"),
		}
	}
	payload, err := outcome(turn.State, turn.Failure, turn.Envelope).Encode()
	if err != nil {
		return message.Receipt{}, refused("body", "it is no answer", err)
	}
	m, err := s.message(q.message(), wire.TaskResponse, payload, message.DerivedUUID("alfred", string(out.ID)))
	if err != nil {
		return message.Receipt{}, refused("body", "it cannot be written", err)
	}
	return s.post(ctx, sink, m)
}

func refused(code, public string, err error) error {
	return &message.SendError{Kind: message.SendInvalid, Code: code, Public: public, NotSent: true, Err: err}
}

func (s Sending) post(ctx context.Context, sink string, m wire.Message) (message.Receipt, error) {
	try, cancel := context.WithTimeout(ctx, sendTime)
	defer cancel()
	r, err := http.NewRequestWithContext(try, http.MethodPost, sink, bytes.NewReader(m.Text))
	if err != nil {
		return message.Receipt{}, refused("url", "the sink cannot be called", httpguard.WithoutURL(err))
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "bridge")
	resp, err := s.o.Client.Do(r)
	if err != nil {
		return message.Receipt{}, unanswered(err)
	}
	defer resp.Body.Close()
	_, _ = io.CopyN(io.Discard, resp.Body, maxAnswer) // so that the connection can be used again
	code := strconv.Itoa(resp.StatusCode)
	se := &message.SendError{Kind: message.SendUnreachable, Code: code, Public: "the sink answered " + code, Err: fmt.Errorf("the sink answered %s", code)}
	switch {
	case resp.StatusCode/100 == 2:
		return message.Receipt{ProviderID: m.ID, Detail: code}, nil
	case resp.StatusCode == http.StatusTooManyRequests || resp.StatusCode == http.StatusServiceUnavailable:
		se.Kind = message.SendThrottled
		if n, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil && n > 0 {
			se.RetryAfter = time.Duration(min(n, 3600)) * time.Second
		}
	case resp.StatusCode/100 == 5 || resp.StatusCode == http.StatusRequestTimeout:
	default: // also redirects, which are not followed
		se.Kind = message.SendRejected
	}
	return message.Receipt{}, se
}

// unanswered judges a call without an answer. Its text never has the URL.
func unanswered(err error) error {
	se := &message.SendError{Kind: message.SendUnreachable, Code: "no_answer", Public: "the sink did not answer", Err: httpguard.WithoutURL(err)}
	var op *net.OpError
	switch {
	case errors.Is(err, httpguard.ErrRefused):
		se.Kind, se.Code, se.NotSent, se.Public = message.SendConfig, "refused", true, "the sink's address is not public; allow_private can allow it"
	case errors.As(err, &op) && op.Op == "dial":
		se.Code, se.NotSent, se.Public = "connect", true, "the sink could not be connected to"
	}
	return se
}
