package operate

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"bridge/adapters"
	"bridge/approvals"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/flow/admission"
)

// The reserved channels of the turns that clients start, and operators at a terminal. The
// kinds of their addresses, which nothing is sent to, have the same names.
const (
	ClientChannel   message.ChannelName = "mcp"
	TerminalChannel message.ChannelName = "terminal"
)

// Client is a program that asks with a token of its own, or an operator who talks to an
// agent. It never decides.
type Client struct {
	Channel message.ChannelName // TerminalChannel of an operator; "" = ClientChannel
	Name    string
	People  []message.PersonID // whom it may write to, and ask for words
	Agents  []string           // which it may talk to
	Tenant  message.Tenant     // whose its turns and requests are
}

// Caller is the client as one who asks for approvals.
func (c Client) Caller() Caller { return Caller{Agent: c.Name, Tenant: c.Tenant} }

func (c Client) address() message.Address {
	return message.Address(string(c.channel()) + ":" + c.Name)
}

func (c Client) channel() message.ChannelName { return cmp.Or(c.Channel, ClientChannel) }

// ClientRoutes are the reserved channels as admission knows them: each message names its agent.
func ClientRoutes() []admission.Channel {
	route := func(name message.ChannelName, title string) admission.Channel {
		return admission.Channel{
			Name: name, Kind: message.AddressKind(name), Machine: true,
			Traits: message.Traits{Title: title, System: true, Starts: message.StartDelivery},
		}
	}
	return []admission.Channel{route(ClientChannel, "MCP"), route(TerminalChannel, "Terminal")}
}

// Reach is a person whom a client may write to.
type Reach struct {
	ID       message.PersonID `json:"id"`
	Name     string           `json:"name"`
	Channels []string         `json:"channels" jsonschema:"where messages reach the person, the preferred one first"`
}

// People are those whom a client may write to, without their addresses.
func (desk *Desk) People(ctx context.Context, c Client) ([]Reach, error) {
	all := []Reach{}
	for _, id := range c.People {
		p, ok, err := desk.o.People.Person(ctx, id)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		r := Reach{ID: id, Name: p.Name, Channels: []string{}}
		for _, at := range desk.o.Places.Places(p, "") {
			if !slices.Contains(r.Channels, string(at.Channel)) {
				r.Channels = append(r.Channels, string(at.Channel))
			}
		}
		all = append(all, r)
	}
	return all, nil
}

// AskPerson asks a person whom the client may write to for words. It is a request like
// those of AskApproval, and grants nothing.
func (desk *Desk) AskPerson(ctx context.Context, c Client, person message.PersonID, q approvals.OutsideRequest) (Approval, error) {
	if err := checkKey(q.Key); err != nil {
		return Approval{}, err
	}
	if !slices.Contains(c.People, person) {
		return Approval{}, &approvals.FieldError{Field: "person", Text: fmt.Sprintf("this client may not ask %.60q", person), Forbidden: true}
	}
	q.Approvers = []message.PersonID{person}
	return desk.AskApproval(ctx, c.Caller(), q)
}

// Note is a message of a client to one person.
type Note struct {
	Key     string // the client's own: the same key is the same message
	Person  message.PersonID
	Channel message.ChannelName // "" is where the person is reached first
	Subject string              // one line; "" names the client
	Text    string
}

// maxClientText bounds a question of a client, in bytes.
const maxClientText = 64 << 10

// Send is Write for a client: to one person, below the client's name. Too many are a
// *LimitError.
func (desk *Desk) Send(ctx context.Context, c Client, n Note) (message.MessageID, error) {
	if !slices.Contains(c.People, n.Person) {
		return "", &approvals.FieldError{Field: "person", Text: fmt.Sprintf("this client may not write to %.60q", n.Person), Forbidden: true}
	}
	if strings.TrimSpace(n.Text) == "" {
		return "", &approvals.FieldError{Field: "text", Text: "it is empty"}
	}
	if err := desk.spend(ctx, "messages "+c.Caller().By(), "messages"); err != nil {
		return "", err
	}
	p, ok, err := desk.o.People.Person(ctx, n.Person)
	if err != nil {
		return "", err
	}
	var via []message.ChannelName
	if n.Channel != "" {
		via = append(via, n.Channel)
	}
	at, reached := desk.o.Places.Route(p, "", via...)
	if !ok || !reached {
		return "", &approvals.FieldError{Field: "channel", Text: "the person has no address there"}
	}
	l := Letter{
		Key: n.Key, To: []string{string(at.Channel) + ":" + string(n.Person)},
		Subject: cmp.Or(n.Subject, "Message from "+c.Name), Text: "From " + c.Name + ":\n\n" + n.Text,
	}
	_, rec, err := desk.write(ctx, c.Caller().By(), l, func(id message.MessageID, rec letterRecord) error {
		return desk.o.Store.Audit(ctx, admission.AuditEntry{
			At: desk.o.Now(), What: "client wrote", Channel: at.Channel, Subject: string(id), Why: []string{"by " + c.Caller().By(), "to " + rec.names()},
		})
	})
	if err != nil {
		return "", err
	}
	return rec.To[0].Messages[0], nil
}

// Question starts a turn of an agent for a client.
type Question struct {
	Key          string // the client's own: the same key is the same turn
	Agent        string
	Text         string
	Files        []LetterFile
	Conversation string // the client's name of it: turns of one name share a session; "" is a new one
}

// maxConversation bounds the name of a conversation in bytes.
const maxConversation = 200

// StartTurn starts a turn, or returns the one that the client started with the same Key.
func (desk *Desk) StartTurn(ctx context.Context, c Client, q Question) (message.TurnID, error) {
	if err := checkKey(q.Key); err != nil {
		return "", err
	}
	switch {
	case !slices.Contains(c.Agents, q.Agent):
		return "", &approvals.FieldError{Field: "agent", Text: fmt.Sprintf("this client may not talk to %.60q", q.Agent), Forbidden: true}
	case strings.TrimSpace(q.Text) == "" && len(q.Files) == 0 || len(q.Text) > maxClientText:
		return "", &approvals.FieldError{Field: "text", Text: fmt.Sprintf("it must have 1 to %d bytes", maxClientText)}
	case len(q.Conversation) > maxConversation:
		return "", &approvals.FieldError{Field: "conversation", Text: fmt.Sprintf("it must have at most %d bytes", maxConversation)}
	}
	if c.Channel != TerminalChannel { // an operator has no limit
		if err := desk.spend(ctx, "turns "+c.Caller().By(), "turns"); err != nil {
			return "", err
		}
	}
	files, err := desk.files(ctx, q.Files)
	if err != nil {
		return "", err
	}
	said := sha256.New()
	said.Write([]byte(q.Conversation + "\x00" + q.Text))
	for _, f := range q.Files {
		sum := sha256.Sum256(f.Raw)
		said.Write(append([]byte("\x00"+f.Filename+"\x00"), sum[:]...))
	}
	in := message.Inbound{
		Channel: c.channel(), Agent: q.Agent, ExternalID: c.Name + "/" + q.Agent + "/" + q.Key, Class: message.Human, From: c.address(), FromName: c.Name,
		Trust: message.Verified, Why: []string{c.proof()}, ReceivedAt: desk.o.Now(), Tenant: c.Tenant.Or(),
		Content: hex.EncodeToString(said.Sum(nil)), Parts: files,
	}
	if strings.TrimSpace(q.Text) != "" {
		in.Parts = append([]envelope.Part{envelope.TextPart(envelope.Response, q.Text)}, files...)
	}
	if q.Conversation != "" {
		in.Conversation = c.Name + "/" + q.Agent + "/" + q.Conversation
	}
	acc, err := desk.o.Accept(context.WithoutCancel(ctx), in)
	switch {
	case err != nil:
		return "", err
	case acc.Turn == "":
		return "", &approvals.FieldError{Field: "idempotency_key", Text: acc.Reason}
	case c.Channel == TerminalChannel:
		return acc.Turn, desk.acted(ctx, c.Name, "start turn", string(acc.Turn), "of "+q.Agent)
	}
	return acc.Turn, nil
}

// proof is what makes the client believed.
func (c Client) proof() string {
	if c.Channel == TerminalChannel {
		return "an operator's socket or token"
	}
	return "the client's token"
}

// turnLook is how often a turn is looked at that may run on another node.
const turnLook = 2 * time.Second

// ClientTurn returns how far a turn of the client's is, as soon as it is settled or waits
// for people, after wait at the latest. The error for any other turn is NotFound.
func (desk *Desk) ClientTurn(ctx context.Context, c Client, id message.TurnID, wait time.Duration) (adapters.Turn, error) {
	if err := desk.ownTurn(ctx, c, id); err != nil {
		return adapters.Turn{}, err
	}
	moved, forget := desk.o.Turns.Watch(id)
	defer func() { forget() }()
	over := time.NewTimer(wait)
	defer over.Stop()
	for {
		t, ok, err := desk.o.Turns.Turn(ctx, id)
		if err != nil || ok && (t.Settled || t.State == string(envelope.Suspended)) || wait <= 0 {
			return t, err
		}
		look := time.NewTimer(turnLook)
		select {
		case <-moved:
			forget()
			moved, forget = desk.o.Turns.Watch(id)
		case <-look.C:
		case <-over.C:
			wait = 0
		case <-desk.o.Stopping:
			wait = 0
		case <-ctx.Done():
			look.Stop()
			return t, ctx.Err()
		}
		look.Stop()
	}
}

// ownTurn reports a turn that the client has not started.
func (desk *Desk) ownTurn(ctx context.Context, c Client, id message.TurnID) error {
	none := refusef(NotFound, "there is no turn %.60q of this client", id)
	if !id.Valid() {
		return none
	}
	of, err := desk.o.Store.SessionOf(ctx, id)
	if err != nil {
		return err
	}
	s, ok, err := desk.o.Store.Session(ctx, of)
	if err == nil && (!ok || s.Channel != c.channel() || !s.Has(c.address()) || !c.Tenant.Sees(s.Tenant)) {
		err = none
	}
	return err
}

// spend counts one of what is told as too many, by the limit of one sender's turns.
func (desk *Desk) spend(ctx context.Context, bucket, what string) error {
	l := desk.o.Limit
	if l.N == 0 {
		return nil
	}
	ok, wait, err := desk.o.Store.Take(ctx, bucket, l.N, l.Per)
	if err != nil {
		return fmt.Errorf("limit: %w", err)
	}
	if !ok {
		return &LimitError{fmt.Sprintf("too many %s: %s allows %d per %s", what, l.Key, l.N, l.Per), wait}
	}
	return nil
}
