// Package chat lets somebody at a terminal talk to an agent, as a bridge would call it: with
// files, questions and approvals, which they answer themselves. Nothing of it is stored.
package chat

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"

	"bridge/agents"
	"bridge/approvals/request"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/flow/turns"
	"bridge/render"
)

// Options say who talks to whom.
type Options struct {
	Agent   agents.Agent
	Name    string // of who talks, as the agent gets it
	In      io.Reader
	Out     io.Writer
	Timeout time.Duration // of one call
	// Serve makes a file of this machine something that the agent can fetch; nil: it cannot.
	Serve func(path string) (envelope.ArtifactRef, error)
	Now   func() time.Time
}

// Help says what can be typed.
const Help = "Type a message and Enter. /file PATH adds a file to the next one, /new begins another conversation, /quit ends (as Ctrl-D does)."

// talk is one conversation.
type talk struct {
	Options
	registry *envelope.Registry
	in       *bufio.Reader
	session  string
	asked    string // the turn that asked back; "" if none did
	files    []envelope.Part
}

// Run talks until the input or ctx ends. What goes wrong in a turn is told, and the next
// one may begin; the error is that of ctx.
func Run(ctx context.Context, o Options) error {
	registry, err := envelope.NewRegistry()
	if err != nil {
		return err
	}
	t := &talk{Options: o, registry: registry, in: bufio.NewReader(o.In), session: string(message.NewSessionID())}
	t.say(Help)
	for {
		said, ok := t.read(ctx, "> ")
		switch word, rest, _ := strings.Cut(said, " "); {
		case !ok:
			return ctx.Err()
		case word == "/quit":
			return nil
		case word == "/new":
			t.session, t.asked, t.files = string(message.NewSessionID()), "", nil
			t.say("A new conversation.")
		case word == "/file":
			t.attach(strings.TrimSpace(rest))
		case strings.HasPrefix(word, "/"):
			t.say(Help)
		case said != "" || len(t.files) > 0:
			t.turn(ctx, said)
		}
	}
}

func (o Options) say(text string) {
	fmt.Fprintln(o.Out, text) // nowhere to report to
}

// read reads a line; false at the end of the input, or of ctx.
func (t *talk) read(ctx context.Context, prompt string) (string, bool) {
	fmt.Fprint(t.Out, prompt)
	type read struct {
		text string
		err  error
	}
	got := make(chan read, 1)
	go func() { // a terminal cannot be interrupted; the process ends with it
		text, err := t.in.ReadString('\n')
		got <- read{text, err}
	}()
	select {
	case r := <-got:
		text := strings.TrimSpace(r.text)
		return text, r.err == nil || text != ""
	case <-ctx.Done():
		return "", false
	}
}

func (t *talk) attach(path string) {
	if t.Serve == nil {
		t.say("The agent could not fetch a file from here: it is on another machine.")
		return
	}
	ref, err := t.Serve(path)
	if err != nil {
		t.say(clean(err.Error()))
		return
	}
	t.files = append(t.files, envelope.ArtifactPart(ref))
	t.say(fmt.Sprintf("%s (%s, %d bytes) goes with the next message.", clean(ref.Filename), ref.MediaType, ref.SizeBytes))
}

// open is a request that is not decided.
type open struct {
	data   envelope.ApprovalRequestData
	digest string
}

// turn plays one message to its end, with the decisions that it waits for.
func (t *talk) turn(ctx context.Context, said string) {
	m := agents.Meta{
		SessionID: t.session, TurnID: string(message.NewTurnID()), ReceivedAt: t.Now(), Continues: t.asked,
		Person: &agents.Person{ID: "you", Name: t.Name}, Trust: "verified",
	}
	c := agents.Call{Key: m.TurnID, Meta: m, Traceparent: message.NewTraceparent(), Parts: t.files}
	if said != "" {
		c.Parts = append([]envelope.Part{envelope.TextPart(envelope.Response, said)}, t.files...)
	}
	t.files, t.asked = nil, ""
	var waits []open
	var carried envelope.Carried
	for {
		res, err := t.call(ctx, c, carried, len(waits))
		if err != nil {
			t.say("! " + clean(err.Error()))
			return
		}
		if text := render.Render(render.Turn{State: res.State, Parts: res.Parts}, render.Profile{}).Text; text != "" {
			t.say(clean(text))
		}
		for _, p := range res.Requests {
			o, err := read(p)
			if err != nil {
				t.say("! " + clean(err.Error()))
				return
			}
			waits = append(waits, o)
		}
		switch {
		case res.State == envelope.Clarifying:
			t.asked = m.TurnID
			return
		case res.State != envelope.Suspended || len(waits) == 0:
			if res.State != envelope.Complete {
				t.say(fmt.Sprintf("(%s)", clean(string(res.State))))
			}
			return
		}
		var ok bool
		if c, ok = t.decide(ctx, m, waits[0]); !ok {
			return
		}
		waits, carried = waits[1:], res.Carried
	}
}

// call is one attempt, as turns make it.
func (t *talk) call(ctx context.Context, c agents.Call, carried envelope.Carried, waits int) (envelope.Result, error) {
	ctx, cancel := context.WithTimeout(ctx, t.Timeout)
	defer cancel()
	as := envelope.NewAssembler(t.registry, carried)
	for u, err := range t.Agent.Respond(ctx, c) {
		if err != nil {
			return envelope.Result{}, err
		}
		if err := as.Apply(u); err != nil || as.Done() {
			break
		}
	}
	res := as.End(waits)
	if res.Note != "" {
		return res, errors.New(res.Note)
	}
	return res, nil
}

// decide shows a request and returns the call with the answer; false if nobody answers.
func (t *talk) decide(ctx context.Context, m agents.Meta, o open) (agents.Call, bool) {
	t.say("+-- it asks for an approval: " + clean(o.data.ToolName))
	if o.data.Title != "" {
		t.say("| " + clean(o.data.Title))
	}
	t.arguments(o.data.Args)
	for {
		answer, ok := t.read(ctx, "+-- yes or no (a reason may follow after a comma)? ")
		if !ok {
			t.say("Nobody decided.")
			return agents.Call{}, false
		}
		word, because, _ := strings.Cut(answer, ",")
		r := request.Record{Request: request.Request{AgentID: o.data.ApprovalID, ToolCallID: o.data.ToolCallID, Handler: o.data.Handler, Digest: o.digest}}
		switch strings.ToLower(strings.TrimSpace(word)) {
		case "y", "yes":
			r.State = request.Granted
		case "n", "no":
			r.State = request.Denied
		default:
			continue
		}
		id := message.DerivedApprovalID(m.ReceivedAt, m.TurnID, o.data.ApprovalID, o.digest)
		if r.AgentID == "" { // the bridge gives it one
			r.AgentID = string(id)
		}
		r.Reason, r.DecidedBy, r.DecidedAt = strings.TrimSpace(because), "you", t.Now()
		p, err := turns.ResponsePart(r)
		if err != nil {
			t.say("! " + clean(err.Error()))
			return agents.Call{}, false
		}
		return agents.Call{Key: m.TurnID + "." + string(id), Meta: m, Traceparent: message.NewTraceparent(), Parts: []envelope.Part{p}}, true
	}
}

// arguments writes what an approval is asked for, a line each.
func (o Options) arguments(raw json.RawMessage) {
	var b bytes.Buffer
	_ = json.Indent(&b, raw, "", "  ") // it was read as JSON
	for line := range strings.Lines(b.String()) {
		o.say("| " + clean(strings.TrimSuffix(line, "\n")))
	}
}

func read(p envelope.Part) (open, error) {
	d, err := p.ApprovalRequest()
	if err != nil {
		return open{}, err
	}
	digest, err := request.Digest(d.Args)
	return open{d, digest}, err
}

// clean makes text of others safe for a terminal: it keeps line breaks and tabs alone of
// what is not printed.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, s)
}
