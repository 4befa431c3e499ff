package mcpserver

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"bridge/adapters"
	"bridge/approvals"
	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/core/question"
	"bridge/core/span"
	"bridge/operate"
)

// Names of the tools. askPrefix stands before the name of an agent.
const (
	requestApproval = "request_approval"
	askHuman        = "ask_human"
	getApproval     = "get_approval"
	cancelRequest   = "cancel_request"
	sendMessage     = "send_message"
	listPeople      = "list_people"
	getTurn         = "get_turn"
	askPrefix       = "ask_"
)

// has reports whether the client has a tool.
func (c *client) has(tool string) bool {
	agent, ok := strings.CutPrefix(tool, askPrefix)
	return slices.Contains([]string{requestApproval, askHuman, getApproval, cancelRequest, sendMessage, listPeople, getTurn}, tool) ||
		ok && slices.Contains(c.Agents, agent)
}

// tools adds the tools that the client may use.
func (c *client) tools(srv *mcp.Server) {
	yes, no := true, false
	reads := &mcp.ToolAnnotations{ReadOnlyHint: true, OpenWorldHint: &no}
	asks := &mcp.ToolAnnotations{IdempotentHint: true, DestructiveHint: &no, OpenWorldHint: &yes}
	add(srv, &mcp.Tool{
		Name: requestApproval, Title: "Ask a human for a yes or no", Annotations: asks,
		Description: "Ask the responsible people, on their own channels (mail, phone), whether you may do one thing. Use it before anything that cannot be undone. " +
			"Act only on state \"granted\", once, and with exactly these args. Waits a little; on \"pending\" poll with get_approval.",
	}, c.requestApproval)
	add(srv, &mcp.Tool{
		Name: getApproval, Title: "Look up a request", Annotations: reads,
		Description: "What became of a request for approval, or of a question to a person, of yours, also one that an earlier session made. Waits a little for the answer if it is still pending.",
	}, c.getApproval)
	add(srv, &mcp.Tool{
		Name: cancelRequest, Title: "Withdraw a request", Annotations: &mcp.ToolAnnotations{IdempotentHint: true, DestructiveHint: &no, OpenWorldHint: &yes},
		Description: "Withdraw a request of yours that is not needed any more. Those who were asked are told that no answer is needed.",
	}, c.cancelRequest)
	add(srv, &mcp.Tool{
		Name: listPeople, Title: "Who can be reached", Annotations: reads,
		Description: "The people whom you may write to, and the channels on which they are reached. Addresses are not told.",
	}, c.listPeople)
	add(srv, &mcp.Tool{
		Name: getTurn, Title: "Look up an agent's answer", Annotations: reads,
		Description: "How far an agent of the bridge is with what you asked it, and its answer. Waits a little if it is not done.",
	}, c.getTurn)
	if len(c.People) > 0 {
		add(srv, &mcp.Tool{
			Name: askHuman, Title: "Ask a person a question", Annotations: asks, InputSchema: withEnum[humanQuestion]("person", names(c.People)),
			Description: "Ask one person for words, one of some choices, or the fields of a form, on their own channel. The answer approves nothing: use " + requestApproval + " for a yes or no to an action. " +
				"Waits a little; on \"pending\" poll with " + getApproval + ".",
		}, c.askHuman)
		add(srv, &mcp.Tool{
			Name: sendMessage, Title: "Write to a person", Annotations: asks, InputSchema: withEnum[letter]("person", names(c.People)),
			Description: "Write to a person, on their own channel. Nobody's answer comes back here.",
		}, c.sendMessage)
	}
	for _, agent := range c.Agents {
		add(srv, &mcp.Tool{
			Name: askPrefix + agent, Title: "Talk to the agent " + agent, Annotations: asks,
			Description: "Ask the agent " + agent + " of the bridge. It may itself ask people before it acts. Waits a little; if the state is \"running\" or \"suspended\" poll with get_turn.",
		}, c.ask(agent))
	}
}

// add adds a tool with schemas that every client can read.
func add[In, Out any](srv *mcp.Server, t *mcp.Tool, h mcp.ToolHandlerFor[In, Out]) {
	if t.InputSchema == nil {
		t.InputSchema = schemaOf[In]()
	}
	t.OutputSchema = schemaOf[Out]()
	mcp.AddTool(srv, t, h)
}

// schemaOf is the schema of a type of ours. What may be left out is never null: a list of
// types is more than some clients can read.
func schemaOf[T any]() *jsonschema.Schema {
	s, err := jsonschema.For[T](nil)
	if err != nil {
		panic(err) // the first test builds them all
	}
	notNull(s)
	return s
}

func notNull(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	if others := slices.DeleteFunc(slices.Clone(s.Types), func(t string) bool { return t == "null" }); len(others) == 1 {
		s.Type, s.Types = others[0], nil
	}
	notNull(s.Items)
	for _, p := range s.Properties {
		notNull(p)
	}
}

// withEnum is schemaOf where a field has one of a few values.
func withEnum[T any](field string, values []string) *jsonschema.Schema {
	s := schemaOf[T]()
	for _, v := range values {
		s.Properties[field].Enum = append(s.Properties[field].Enum, v)
	}
	return s
}

func names[T ~string](all []T) []string {
	out := make([]string, len(all))
	for i, n := range all {
		out[i] = string(n)
	}
	return out
}

type approvalQuestion struct {
	Tool      string         `json:"tool_name" jsonschema:"what you are about to do, as a name: refund, deploy, delete_user"`
	Args      map[string]any `json:"args" jsonschema:"the exact values you will act with; people see all of them and the approval is bound to them"`
	Title     string         `json:"title,omitempty" jsonschema:"why, on one line; shown as your words"`
	Approvers []string       `json:"approvers,omitempty" jsonschema:"some of those whom the rules name; left out: all of them"`
	ExpiresIn string         `json:"expires_in,omitempty" jsonschema:"how long the answer may take, such as 30m, 2h; left out: what the rules say"`
	Key       string         `json:"idempotency_key" jsonschema:"one for this very request; the same key is the same request, asked once"`
}

// approval is what a client sees of a request.
type approval struct {
	ID        message.ApprovalID `json:"id"`
	State     request.State      `json:"state" jsonschema:"pending, granted, denied, expired or cancelled; of a question answered"`
	Answer    *question.Said     `json:"answer,omitempty" jsonschema:"to a question: text, choice or fields"`
	Tool      string             `json:"tool_name"`
	Summary   string             `json:"summary" jsonschema:"what the people were asked"`
	Digest    string             `json:"digest" jsonschema:"of the args (RFC 8785, SHA-256)"`
	Approvers []message.PersonID `json:"approvers"`
	DecidedBy string             `json:"decided_by,omitempty"`
	Reason    string             `json:"reason,omitempty" jsonschema:"in the words of who decided"`
	ExpiresAt time.Time          `json:"expires_at"`
	Next      string             `json:"next" jsonschema:"what to do now"`
}

func view(a operate.Approval) approval {
	v := approval{
		ID: a.ID, State: a.State, Tool: a.Tool, Summary: a.Summary, Digest: a.Digest, Approvers: a.Approvers,
		Answer: a.Answer, DecidedBy: a.DecidedBy, Reason: a.Reason, ExpiresAt: a.ExpiresAt.UTC(),
	}
	switch a.State {
	case request.Pending:
		v.Next = "Nobody has decided. Do not act. Call " + getApproval + " with this id later; an answer may take hours."
	case request.Answered:
		v.Next = "This is the person's answer, in their words. It approves nothing."
	case request.Granted:
		v.Next = "Do it once, with exactly the args that were asked for. If they have changed, ask again."
	default:
		v.Next = "Do not do it."
	}
	return v
}

func (c *client) requestApproval(ctx context.Context, req *mcp.CallToolRequest, q approvalQuestion) (*mcp.CallToolResult, approval, error) {
	if q.Key == "" {
		return nil, approval{}, errors.New("idempotency_key is empty: choose one for this very request")
	}
	args, err := rawArgs(req.Params.Arguments)
	if err != nil {
		return nil, approval{}, err
	}
	out := approvals.OutsideRequest{Key: q.Key, Tool: q.Tool, Title: q.Title, Args: args}
	for _, p := range q.Approvers {
		out.Approvers = append(out.Approvers, message.PersonID(p))
	}
	if out.ExpiresIn, err = duration(q.ExpiresIn); err != nil {
		return nil, approval{}, err
	}
	// Whoever hangs up has made the request all the same.
	a, err := c.o.Desk.AskApproval(context.WithoutCancel(ctx), c.Caller(), out)
	if err == nil {
		a, err = c.awaitApproval(ctx, req, a)
	}
	return nil, view(a), c.told(err)
}

type humanQuestion struct {
	Person    string      `json:"person" jsonschema:"whom, as list_people names them"`
	Question  string      `json:"question" jsonschema:"complete in itself: the person sees nothing else"`
	Choices   []string    `json:"choices,omitempty" jsonschema:"what the answer may be; left out: any words"`
	Fields    []formField `json:"fields,omitempty" jsonschema:"a form, instead of choices"`
	ExpiresIn string      `json:"expires_in,omitempty" jsonschema:"how long the answer may take, such as 30m, 2h"`
	Key       string      `json:"idempotency_key" jsonschema:"one for this very question; the same key is asked once"`
}

type formField struct {
	Name    string   `json:"name" jsonschema:"as the person reads it"`
	Number  bool     `json:"number,omitempty" jsonschema:"only a number is taken"`
	Choices []string `json:"choices,omitempty" jsonschema:"what it may be; left out: anything"`
}

func (c *client) askHuman(ctx context.Context, req *mcp.CallToolRequest, q humanQuestion) (*mcp.CallToolResult, approval, error) {
	d, err := duration(q.ExpiresIn)
	if err != nil {
		return nil, approval{}, err
	}
	asked := question.Question{Text: q.Question, Choices: q.Choices}
	for _, f := range q.Fields {
		asked.Fields = append(asked.Fields, question.Field(f))
	}
	a, err := c.o.Desk.AskPerson(context.WithoutCancel(ctx), c.Client.Client, message.PersonID(q.Person), approvals.OutsideRequest{
		Key: q.Key, ExpiresIn: d, Question: &asked,
	})
	if err == nil {
		a, err = c.awaitApproval(ctx, req, a)
	}
	return nil, view(a), c.told(err)
}

// duration reads how long an answer may take; "" is 0.
func duration(s string) (time.Duration, error) {
	d, err := time.ParseDuration(cmp.Or(s, "0s"))
	if err != nil || d < 0 {
		return 0, errors.New(`expires_in is no duration such as "30m" or "2h"`)
	}
	return d, nil
}

// rawArgs are the args as they came: a number keeps its digits, and a key that stands twice
// is found where the digest is made.
func rawArgs(arguments json.RawMessage) (json.RawMessage, error) {
	var raw struct {
		Args json.RawMessage `json:"args"`
	}
	err := json.Unmarshal(arguments, &raw)
	return raw.Args, err
}

type one struct {
	ID string `json:"id" jsonschema:"as the call that asked returned it"`
}

func (c *client) getApproval(ctx context.Context, req *mcp.CallToolRequest, q one) (*mcp.CallToolResult, approval, error) {
	a, err := c.o.Desk.Approval(ctx, c.Caller(), message.ApprovalID(q.ID), 0)
	if err == nil {
		a, err = c.awaitApproval(ctx, req, a)
	}
	return nil, view(a), c.told(err)
}

type withdrawal struct {
	ID     string `json:"id" jsonschema:"of the request"`
	Reason string `json:"reason,omitempty" jsonschema:"why it is not needed any more; those who were asked see it"`
}

// maxReason bounds the reason of a withdrawal in bytes.
const maxReason = 1000

func (c *client) cancelRequest(ctx context.Context, _ *mcp.CallToolRequest, q withdrawal) (*mcp.CallToolResult, approval, error) {
	if len(q.Reason) > maxReason {
		return nil, approval{}, fmt.Errorf("reason must have at most %d bytes", maxReason)
	}
	a, err := c.o.Desk.CancelApproval(context.WithoutCancel(ctx), c.Caller(), message.ApprovalID(q.ID), q.Reason)
	if errors.Is(err, request.ErrConflict) { // it is settled: how, is the answer
		err = nil
	}
	return nil, view(a), c.told(err)
}

// maxBeat is how rarely at most a call that waits says so.
const maxBeat = 5 * time.Second

// awaitApproval waits for a decision, and tells the client meanwhile that it does.
func (c *client) awaitApproval(ctx context.Context, req *mcp.CallToolRequest, a operate.Approval) (operate.Approval, error) {
	err := c.wait(ctx, req, "waiting for "+strings.Join(names(a.Approvers), ", "), func(d time.Duration) (bool, error) {
		if a.State != request.Pending {
			return true, nil
		}
		now, err := c.o.Desk.Approval(ctx, c.Caller(), a.ID, d)
		if err == nil {
			a = now
		}
		return a.State != request.Pending, err
	})
	return a, err
}

// wait calls look until it is done, for Wait at most; each look waits for d.
func (c *client) wait(ctx context.Context, req *mcp.CallToolRequest, what string, look func(d time.Duration) (bool, error)) error {
	beat := min(maxBeat, max(c.o.Wait/5, time.Millisecond))
	for spent := time.Duration(0); ; spent += beat {
		left := min(beat, c.o.Wait-spent)
		done, err := look(max(left, 0))
		if done || err != nil || left <= 0 {
			return err
		}
		select {
		case <-c.o.Stopping:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		default:
		}
		if token := req.Params.GetProgressToken(); token != nil && req.Session != nil {
			_ = req.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ // it is a courtesy
				ProgressToken: token, Progress: (spent + left).Seconds(), Total: c.o.Wait.Seconds(), Message: what,
			})
		}
	}
}

type nothing struct{}

type people struct {
	People []operate.Reach `json:"people"`
}

func (c *client) listPeople(ctx context.Context, _ *mcp.CallToolRequest, _ nothing) (*mcp.CallToolResult, people, error) {
	all, err := c.o.Desk.People(ctx, c.Client.Client)
	return nil, people{all}, c.told(err)
}

type letter struct {
	Person  string `json:"person" jsonschema:"to whom, as list_people names them"`
	Text    string `json:"text"`
	Subject string `json:"subject,omitempty" jsonschema:"of a mail, on one line"`
	Channel string `json:"channel,omitempty" jsonschema:"one of the person's; left out: the preferred one"`
	Key     string `json:"idempotency_key" jsonschema:"one for this very message; the same key is sent once"`
}

type sent struct {
	ID    message.MessageID `json:"id"`
	State string            `json:"state" jsonschema:"queued: it goes out as soon as the channel takes it, on phones not at night"`
}

func (c *client) sendMessage(ctx context.Context, _ *mcp.CallToolRequest, q letter) (*mcp.CallToolResult, sent, error) {
	id, err := c.o.Desk.Send(context.WithoutCancel(ctx), c.Client.Client, operate.Note{
		Key: q.Key, Person: message.PersonID(q.Person), Channel: message.ChannelName(q.Channel), Subject: q.Subject, Text: q.Text,
	})
	return nil, sent{id, "queued"}, c.told(err)
}

type turnQuestion struct {
	Text         string `json:"text"`
	Conversation string `json:"conversation,omitempty" jsonschema:"your name of the conversation: the agent remembers what was said under it; left out: a new one"`
	Key          string `json:"idempotency_key" jsonschema:"one for this very question; the same key is the same turn"`
}

// turn is what a client sees of an agent's turn.
type turn struct {
	ID       message.TurnID `json:"id"`
	State    string         `json:"state" jsonschema:"running, suspended (it waits for people), clarifying (it asks back: answer in the same conversation), complete or error"`
	Envelope map[string]any `json:"envelope,omitempty" jsonschema:"what it answered, in parts"`
	Next     string         `json:"next" jsonschema:"what to do now"`
}

func viewTurn(id message.TurnID, t adapters.Turn) (turn, error) {
	v := turn{ID: id, State: t.State}
	if len(t.Envelope) > 0 {
		if err := json.Unmarshal(t.Envelope, &v.Envelope); err != nil {
			return turn{}, err
		}
	}
	switch {
	case t.Settled && t.State == "clarifying":
		v.Next = "It asks back: answer with the same tool and conversation, and another idempotency_key."
	case t.Settled:
		v.Next = "It is done."
	case t.State == "suspended":
		v.Next = "It waits for people. Call " + getTurn + " with this id later; that may take hours."
	default:
		v.State, v.Next = "running", "Call "+getTurn+" with this id later."
	}
	return v, nil
}

func (c *client) ask(agent string) mcp.ToolHandlerFor[turnQuestion, turn] {
	return func(ctx context.Context, req *mcp.CallToolRequest, q turnQuestion) (*mcp.CallToolResult, turn, error) {
		if parent, ok := req.Params.Meta["traceparent"].(string); ok && span.Of(ctx).Trace == "" { // of who calls by no HTTP of its own
			ctx = span.With(ctx, parent)
		}
		id, err := c.o.Desk.StartTurn(ctx, c.Client.Client, operate.Question{Key: q.Key, Agent: agent, Text: q.Text, Conversation: q.Conversation})
		if err != nil {
			return nil, turn{}, c.told(err)
		}
		return c.awaitTurn(ctx, req, id)
	}
}

func (c *client) getTurn(ctx context.Context, req *mcp.CallToolRequest, q one) (*mcp.CallToolResult, turn, error) {
	return c.awaitTurn(ctx, req, message.TurnID(q.ID))
}

func (c *client) awaitTurn(ctx context.Context, req *mcp.CallToolRequest, id message.TurnID) (*mcp.CallToolResult, turn, error) {
	var t adapters.Turn
	err := c.wait(ctx, req, "the agent is at work", func(d time.Duration) (done bool, err error) {
		t, err = c.o.Desk.ClientTurn(ctx, c.Client.Client, id, d)
		return t.Settled || t.State == "suspended", err
	})
	if err != nil {
		return nil, turn{}, c.told(err)
	}
	v, err := viewTurn(id, t)
	return nil, v, c.told(err)
}

// told is what the client is told of an error: its own mistakes in words, ours not.
func (c *client) told(err error) error {
	var field *approvals.FieldError
	var limit *operate.LimitError
	var refused *operate.RefusedError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &limit):
		return fmt.Errorf("%w; try again in %s", err, limit.Wait.Round(time.Second))
	case errors.As(err, &field), errors.As(err, &refused):
		return err
	case errors.Is(err, request.ErrNotFound):
		return errors.New("there is no request with that id of this client")
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	}
	c.o.Log.Error("mcp", "client", c.Name, "err", err)
	return errors.New("the bridge could not do that now; what was asked for with an idempotency_key can be asked for again")
}
