package agenttest

import (
	"context"
	"fmt"

	"bridge/agents"
	"bridge/approvals/reply"
	"bridge/approvals/request"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/flow/turns"
)

// asked is a turn that an agent has suspended.
type asked struct {
	meta    agents.Meta
	request envelope.ApprovalRequestData
	digest  string
}

// approval: it suspends the turn, and goes on with each decision as a new call.
func (r *run) approval(ctx context.Context) {
	if r.Approve == "" {
		r.tell("an approval", Left, 0, "-approve TEXT says what it asks an approval for")
		return
	}
	yes, ok := r.ask(ctx, "an approval is asked", true)
	if !ok {
		return
	}
	granted := r.decide(ctx, yes, "a yes", request.Granted, "dana", "")
	if granted.Key != "" {
		got, err := r.call(ctx, r.Agent, granted)
		if err != nil || got.State == envelope.Failed {
			r.tell("the yes again, with the same key", Wrong, got.took, "%s", reason(got, err))
		} else {
			r.tell("the yes again, with the same key", OK, got.took, "%s. Did it do it once? Only you can see that", got.brief())
		}
	}
	for _, no := range []struct{ check, by, reason string }{{"a no, with a reason", "dana", "too much"}, {"nobody answered in time", "timeout", ""}} {
		if a, ok := r.ask(ctx, no.check+": asked", false); ok {
			r.decide(ctx, a, no.check, request.Denied, no.by, no.reason)
		}
	}
}

// ask has the agent ask. Only what is wrong is told unless it is loud.
func (r *run) ask(ctx context.Context, check string, loud bool) (asked, bool) {
	a := asked{meta: r.turn()}
	c := said(a.meta, r.Approve)
	got, err := r.call(ctx, r.Agent, c)
	if err != nil {
		r.tell(check, Wrong, got.took, "%s", why(err))
		return a, false
	}
	if got.State != envelope.Suspended {
		r.tell(check, Wrong, got.took, "the state suspended with an approval-request is expected; %s", got.brief())
		return a, false
	}
	if a.request, a.digest, err = read(got.Requests[0]); err != nil {
		r.tell(check, Wrong, got.took, "%v", err)
		return a, false
	}
	if !loud {
		return a, true
	}
	r.tell(check, OK, got.took, "%s %s", a.request.ToolName, agents.Excerpt(a.request.Args[:min(len(a.request.Args), maxShown)]))
	if string(a.request.Args) == "{}" {
		r.tell("the approver sees what is approved", Doubt, 0, "args is empty: the approver decides on exactly what it holds")
	}
	repeated, err := r.call(ctx, r.Agent, c)
	switch {
	case err != nil || repeated.State != envelope.Suspended:
		r.tell("asked again, with the same key", Wrong, repeated.took, "%s", reason(repeated, err))
	default:
		again, _, err := read(repeated.Requests[0])
		switch {
		case err != nil:
			r.tell("asked again, with the same key", Wrong, repeated.took, "%v", err)
		case again.ApprovalID != a.request.ApprovalID:
			r.tell("asked again, with the same key", Doubt, repeated.took, "another approvalId than before (%q, then %q): make it from the key or the turnId", a.request.ApprovalID, again.ApprovalID)
		default:
			r.tell("asked again, with the same key", OK, repeated.took, "the same request")
		}
	}
	return a, true
}

// read reads a request as the bridge takes one.
func read(p envelope.Part) (envelope.ApprovalRequestData, string, error) {
	d, err := p.ApprovalRequest()
	if err != nil {
		return d, "", err
	}
	if reply.IsCode(d.ApprovalID) || message.ApprovalID(d.ApprovalID).Valid() {
		return d, "", fmt.Errorf("the approvalId %q has the form of a code or of an id of the bridge", d.ApprovalID)
	}
	digest, err := request.Digest(d.Args)
	return d, digest, err
}

// decide hands a decision over, and returns the call; none if it failed.
func (r *run) decide(ctx context.Context, a asked, check string, state request.State, by, because string) agents.Call {
	id := message.DerivedApprovalID(a.meta.ReceivedAt, a.meta.TurnID)
	record := request.Record{Request: request.Request{
		AgentID: a.request.ApprovalID, ToolCallID: a.request.ToolCallID, Handler: a.request.Handler, Digest: a.digest,
	}}
	if record.AgentID == "" { // the bridge gives it one
		record.AgentID = string(id)
	}
	record.State, record.Reason, record.DecidedBy, record.DecidedAt = state, because, by, r.Now()
	p, err := turns.ResponsePart(record)
	if err != nil {
		r.tell(check, Wrong, 0, "%v", err)
		return agents.Call{}
	}
	c := agents.Call{Key: a.meta.TurnID + "." + string(id), Meta: a.meta, Traceparent: message.NewTraceparent(), Parts: []envelope.Part{p}}
	got, err := r.call(ctx, r.Agent, c)
	switch {
	case err != nil || got.State == envelope.Failed:
		r.tell(check, Wrong, got.took, "%s", reason(got, err))
		return agents.Call{}
	case got.text() == "" && got.State == envelope.Complete:
		r.tell(check, Doubt, got.took, "complete without a word: the person does not hear what became of it")
	default:
		r.tell(check, OK, got.took, "%s", got.brief())
	}
	return c
}
