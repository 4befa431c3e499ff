package turns

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"time"

	"bridge/adapters"
	"bridge/agents"
	"bridge/approvals"
	"bridge/approvals/request"
	"bridge/artifacts"
	"bridge/core/envelope"
	"bridge/core/excerpt"
	"bridge/core/message"
	"bridge/core/question"
	"bridge/flow/live"
	"bridge/internal/deadline"
	"bridge/internal/retry"
)

// The waits between attempts of one step: doubled from the first to the last,
// ± 20 %, or what the agent asks for.
const (
	firstWait = 500 * time.Millisecond
	lastWait  = 30 * time.Second
)

// maxArgs bounds the arguments of an approval request in bytes: a prompt shows
// all of them.
const maxArgs = 256 << 10

// maxRequests bounds the approval requests of one step: each is some writes, and
// a mail for each approver.
const maxRequests = 20

// call gets one outcome from the agent within the step's budget. It returns an
// error only when no outcome can be recorded now: we stop, the store failed, or the turn is
// cancelled, which ctx says.
// A failed agent is an outcome. The verdict says what it tells of the agent.
func (t *Turns) call(soft, ctx context.Context, log *slog.Logger, turn Turn, key string, j job, steps []Step, run live.Run) (Step, verdict, error) {
	s := Step{Turn: turn.ID, Key: key}
	a := t.o.Agents[turn.Agent]
	if j.Update != nil {
		a.Agent = posted{*j.Update}
	}
	meanwhile, err := t.meanwhile(ctx, turn)
	if err != nil {
		return Step{}, nothing, err
	}
	req := t.request(turn, key, append(j.Parts[:len(j.Parts):len(j.Parts)], meanwhile...))
	open := 0
	if baseKey(key) != FirstStep {
		heard := func(id message.ApprovalID) bool {
			return string(id) == baseKey(key) || slices.ContainsFunc(steps, func(s Step) bool { return baseKey(s.Key) == string(id) })
		}
		var err error
		if open, err = t.o.Approvals.Open(ctx, turn.ID, heard); err != nil {
			return Step{}, nothing, fmt.Errorf("open approvals: %w", err)
		}
	}
	var before Step // the last that did not fail
	for _, prev := range steps {
		if prev.Failure == "" {
			before = prev
		}
	}
	limit := a.Timeout
	if !turn.Deadline.IsZero() {
		limit = min(limit, turn.Deadline.Sub(t.o.Now()))
	}
	budget := deadline.After(ctx, limit)
	defer budget.End()
	for {
		if ctx.Err() != nil { // while it waited for a place
			return Step{}, nothing, context.Cause(ctx)
		}
		began := t.o.Now()
		if turn.late(began) {
			return t.failed(s, adapters.FailedLate, errLate), nothing, nil
		}
		s.Attempts++
		got, err := t.attempt(budget, a, req, before, open, run)
		if ctx.Err() != nil { // stopping, cancelled, or the claim is lost: no outcome
			return Step{}, nothing, context.Cause(ctx)
		}
		if err != nil {
			run.Again()
		} else {
			s.tried(began, t.o.Now().Sub(began), "")
			t.o.Counts.Attempt(turn.Agent, "")
			s, err := t.outcome(ctx, turn, s, got, open)
			return s, answered, err
		}
		var ae *agents.Error
		if !errors.As(err, &ae) {
			ae = &agents.Error{Code: "agent_error", Err: err}
		}
		if budget.Err() != nil {
			ae = &agents.Error{Code: "timeout", Err: fmt.Errorf("no outcome within %s: %w", limit, err)}
			if turn.late(t.o.Now()) {
				ae.Code = adapters.FailedLate
			}
		}
		s.tried(began, t.o.Now().Sub(began), ae.Code)
		t.o.Counts.Attempt(turn.Agent, ae.Code)
		log.Warn("the agent failed", "attempt", s.Attempts, "code", ae.Code, "retry", ae.Retry, "err", loggable(ae))
		if ae.Retry && ae.Unreached {
			opened, n := t.breakers[turn.Agent].unreached()
			t.announce(ctx, turn.Agent, n)
			if opened { // its probes are the next attempts
				return t.failed(s, ae.Code, ae.Err), broken, nil
			}
		}
		pause := max(backoff(s.Attempts), ae.RetryAfter)
		deadline, _ := budget.Deadline()
		if !ae.Retry || !deadline.After(time.Now().Add(pause)) {
			return t.failed(s, ae.Code, ae.Err), judged(ae, got.heard), nil
		}
		stopped := context.AfterFunc(soft, budget.End)
		retry.Sleep(budget, pause)
		stopped()
		if ctx.Err() != nil {
			return Step{}, nothing, context.Cause(ctx)
		}
		if soft.Err() != nil { // no new attempt once we stop; the item is released
			return Step{}, nothing, soft.Err()
		}
	}
}

// errLate is why a step failed whose turn's deadline has passed.
var errLate = errors.New("who asked does not wait any more")

// late reports whether nobody waits for the turn any more.
func (t Turn) late(now time.Time) bool { return !t.Deadline.IsZero() && !now.Before(t.Deadline) }

// unasked reports whether a step failed because its time was over before the agent was
// asked: who sent it was told, and there is nothing to replay.
func (s Step) unasked() bool { return s.Failure == adapters.FailedLate && s.Attempts == 0 }

// loggable is what the log may say of a failed attempt. What the agent said is in the
// dead letter and the breaker's state only.
func loggable(e *agents.Error) string {
	if e.Quotes {
		return "its words are for operators only"
	}
	return e.Err.Error()
}

// said is what came of one call.
type said struct {
	res    envelope.Result
	heard  bool // some of an answer came
	silent bool // the answer is complete and empty
}

// attempt makes one call and assembles what comes. Updates of a failed attempt
// are discarded by the caller.
func (t *Turns) attempt(ctx context.Context, a Agent, req agents.Call, before Step, open int, run live.Run) (got said, err error) {
	x := hearing{run: run, said: said{silent: true}}
	defer func() {
		// A panic of one agent is that agent's failure: the human hears of it.
		if p := recover(); p != nil {
			t.o.Log.Error("turns: the agent panicked", "turn", req.Meta.TurnID, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			t.o.Counts.Panic()
			got, err = x.said, &agents.Error{Code: "panic", Err: fmt.Errorf("panic: %v", p)}
		}
	}()
	x.asm = envelope.NewAssembler(t.o.Registry, before.Carried)
	a.Agent.Respond(t.o.Spans.Calling(ctx, req.Traceparent), req)(x.take)
	if x.err != nil {
		return x.said, x.err
	}
	x.res = x.asm.End(open)
	return x.said, nil
}

// hearing is what has come of one call so far.
type hearing struct {
	said
	asm  *envelope.Assembler
	run  live.Run
	over bool
	err  error
}

// take takes what an agent yields: false says that nothing more is read.
func (x *hearing) take(u envelope.Update, err error) bool {
	switch {
	case x.over:
		return false
	case err != nil:
		x.err = err
	default:
		x.heard = true
		x.silent = x.silent && len(u.Parts) == 0 && (u.State == envelope.Complete || u.State == "")
		if err := x.asm.Apply(u); err != nil {
			x.err = &agents.Error{Code: "bad_answer", Err: err}
			break
		}
		x.run.Say(u.Parts)
	}
	x.over = x.err != nil || x.asm.Done()
	return !x.over
}

// request builds the call of a step. Its key is the same for every attempt.
func (t *Turns) request(turn Turn, key string, parts []envelope.Part) agents.Call {
	c := turn.Call
	parts = append(parts[:len(parts):len(parts)], refusals(turn)...)
	call := agents.Call{
		Key: callKey(turn.ID, key), Parts: t.o.Artifacts.WithLinks(turn.Session, parts),
		Meta: agents.Meta{
			SessionID: string(turn.Session), TurnID: string(turn.ID), Continues: string(turn.Continues),
			ReceivedAt: turn.CreatedAt, Trust: c.Trust, Subject: c.Subject, Tenant: other(turn.Tenant),
			Sender: c.Sender, Channel: c.Channel, // the agent's type leaves out what is not shared
		},
		Traceparent: t.traceparent(turn, key), Parked: parkedStep(key),
	}
	if c.Person != "" {
		call.Meta.Person = &agents.Person{ID: string(c.Person), Name: c.Name}
	}
	return call
}

// other is a tenant as agents hear of it: nothing where there is but one.
func other(t message.Tenant) string {
	if t.Or() == message.DefaultTenant {
		return ""
	}
	return string(t)
}

// callKey is the idempotency key of a step's call.
func callKey(turn message.TurnID, key string) string {
	if base := baseKey(key); base == FirstStep { // with what is behind it where it is replayed
		return string(turn) + key[len(base):]
	}
	return string(turn) + "." + key
}

// outcome makes the step's record from what was assembled: artifacts that came
// as bytes or links are stored, so that the record is small and complete.
func (t *Turns) outcome(ctx context.Context, turn Turn, s Step, got said, open int) (Step, error) {
	res := got.res
	s.State, s.Parts, s.Requests, s.Carried, s.PassTo = res.State, res.Parts, res.Requests, res.Carried, res.PassTo
	s.RecordedAt = t.o.Now()
	for _, ty := range res.Unregistered {
		t.o.Counts.Unregistered(ty)
	}
	for _, p := range res.Audit {
		if p.Type != envelope.ReasoningTrace || t.o.KeepReasoning {
			s.Audit = append(s.Audit, p)
		}
	}
	if res.Note != "" {
		s.Failure, s.Detail = "agent_answer", res.Note
	}
	if _, parks := t.o.Agents[turn.Agent].Agent.(agents.Parking); s.State == envelope.Delegated && !parks {
		s.State, s.Failure, s.Detail = envelope.Failed, "agent_answer", "the answer ended in the state delegated; nothing would bring the rest of it"
	}
	if s.State == envelope.Suspended {
		why, err := t.refused(ctx, turn, s.Requests, open)
		if err != nil {
			return Step{}, err
		}
		if why != "" {
			s.State, s.Requests, s.Failure, s.Detail = envelope.Failed, nil, "agent_answer", excerpt.Cut(why, 2000)
		}
	}
	s.Silent = got.silent && s.State == envelope.Complete
	for i, p := range s.Parts {
		if p.Type != envelope.Artifact {
			continue
		}
		art, err := t.o.Artifacts.Import(ctx, turn.Session, p)
		if ctx.Err() != nil {
			return Step{}, context.Cause(ctx)
		}
		var bad *artifacts.ImportError
		if err != nil && !errors.As(err, &bad) {
			return Step{}, fmt.Errorf("store an artifact of the agent: %w", err) // ours: the step is tried again
		}
		if err != nil {
			if s.Problems == nil {
				s.Problems = map[int]string{}
			}
			s.Problems[i] = bad.Reason
			if p.Kind == envelope.KindRaw { // not into the record: it may be huge
				s.Parts[i].Raw = nil
			}
			t.o.Log.Warn("an artifact of the agent could not be stored", "turn", s.Turn, "err", err)
			continue
		}
		s.Parts[i] = t.o.Artifacts.Part(art)
	}
	return s, nil
}

// refused says why the requests of a step cannot be made, in words for the
// agent's author; "" if they can.
func (t *Turns) refused(ctx context.Context, turn Turn, requests []envelope.Part, open int) (string, error) {
	if len(requests) > maxRequests {
		return fmt.Sprintf("%d approval-requests in one answer, at most %d are asked at a time", len(requests), maxRequests), nil
	}
	seen := map[string]envelope.ApprovalRequestData{}
	for i, p := range requests {
		d, err := p.ApprovalRequest()
		if err != nil {
			return fmt.Sprintf("approval-request %d: %v", i+1, err), nil
		}
		if len(d.Args) > maxArgs {
			return fmt.Sprintf("approval-request %d: args have %d bytes, at most %d can be shown to an approver", i+1, len(d.Args), maxArgs), nil
		}
		pending, err := t.o.Approvals.Check(ctx, turn.Session, turn.ID, d)
		if _, ok := errors.AsType[*approvals.StoreError](err); ok {
			return "", err
		}
		if err != nil {
			return fmt.Sprintf("approval-request %d: %v", i+1, err), nil
		}
		if first, twice := seen[d.ApprovalID]; twice && d.ApprovalID != "" && !same(first, d) {
			return fmt.Sprintf("approval-request %d: %v: %q", i+1, approvals.ErrReused, d.ApprovalID), nil
		}
		seen[d.ApprovalID] = d
		if pending {
			open++
		}
	}
	if open == 0 {
		return "suspended, but every approval it names is settled already", nil
	}
	return "", nil
}

// same reports whether two requests, both checked, ask the same.
func same(a, b envelope.ApprovalRequestData) bool {
	x, errX := request.Digest(a.Args)
	y, errY := request.Digest(b.Args)
	return errX == nil && errY == nil && x == y && a.ToolName == b.ToolName
}

// keptTries bounds Step.History.
const keptTries = 20

// tried adds one call to the history.
func (s *Step) tried(began time.Time, took time.Duration, code string) {
	s.History = keepTry(s.History, Try{At: began, Took: took, Code: code})
}

func keepTry(h []Try, t Try) []Try {
	if len(h) >= keptTries {
		h = slices.Delete(h, 0, len(h)-keptTries+1)
	}
	return append(h, t)
}

// failed makes the record of a step that has no answer.
func (t *Turns) failed(s Step, code string, err error) Step {
	s.State, s.Failure, s.Detail, s.RecordedAt = envelope.Failed, code, excerpt.Cut(err.Error(), 2000), t.o.Now()
	return s
}

func backoff(n int) time.Duration {
	d := lastWait
	if n < 8 {
		d = min(firstWait<<max(n-1, 0), lastWait)
	}
	return retry.Jitter(d, 0.2)
}

// response is the approval-response part that an agent gets (seed 001).
type response struct {
	ApprovalID string    `json:"approvalId"`
	ToolCallID string    `json:"toolCallId,omitempty"` // as the request had it, like Handler
	Handler    string    `json:"handler,omitempty"`
	Decision   string    `json:"decision"` // granted | denied
	Reason     string    `json:"reason,omitempty"`
	DecidedBy  string    `json:"decidedBy"`
	DecidedAt  time.Time `json:"decidedAt"`
	ArgsDigest string    `json:"argsDigest"`
	// Answer is what was said to a question: its Decision is "answered", or "unanswered".
	Answer *question.Said `json:"answer,omitempty"`
}

// ResponsePart returns the decision of a request as the agent gets it.
func ResponsePart(r request.Record) (envelope.Part, error) {
	decision, said := "denied", (*question.Said)(nil)
	switch {
	case r.State == request.Answered && len(r.Votes) > 0:
		decision, said = "answered", r.Votes[0].Said
	case r.Question != nil:
		decision = "unanswered"
	case r.State == request.Granted:
		decision = "granted"
	}
	return envelope.DataPart(envelope.ApprovalResponse, response{
		ApprovalID: r.AgentID, ToolCallID: r.ToolCallID, Handler: r.Handler,
		Decision: decision, Reason: r.Reason, DecidedBy: r.DecidedBy, DecidedAt: r.DecidedAt.UTC(), ArgsDigest: r.Digest, Answer: said,
	})
}
