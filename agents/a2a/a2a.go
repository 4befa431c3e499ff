// Package a2a calls agents that speak A2A (type = "a2a"): 1.0 by JSON-RPC and HTTP+JSON,
// 0.3 by JSON-RPC. A session is a context over there, a turn a task, a step a message
// whose id is the step's key. docs/agents/a2a.md describes it for operators.
package a2a

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"time"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"

	"bridge/agents"
	"bridge/agents/agent"
	"bridge/core/envelope"
	wire "bridge/core/wire/a2a"
	"bridge/core/wire/card"
	"bridge/internal/mac"
	"bridge/internal/retry"
)

// Options are the settings of one agent.
type Options struct {
	Card    string        // the URL of its card; "" with Fixed
	Fixed   card.Card     // what is known of an agent without a card
	Trusted *card.Trusted // who has to have signed the card; nil: nobody
	Hosts   []string      // host:port that may be called, the card's own among them
	Client  *http.Client  // guards where calls go; its transport is wrapped
	Login   func(*http.Request) error
	Refused func(*http.Request) bool // a login was not taken; true: another attempt logs in anew
	Share   agents.Share
	Park    time.Duration // so long a call waits for a task before it is parked
	Dedupes bool          // the agent knows a message that comes again by its id
	State   agent.State
	Log     *slog.Logger
	Now     func() time.Time
	// Push: the agent may post to Callback that a task has changed, with a token of Keys;
	// Turns is told.
	Push     bool
	Callback string
	Keys     mac.Keys
	Turns    agent.Waker
	Name     string // in the tokens
}

// Agent is one A2A agent. It is safe for concurrent use.
type Agent struct {
	Options
	at     *url.URL
	cards  *card.Registry // nil with Fixed
	fixed  card.Card
	hosts  []string
	client *http.Client
	state  agent.State
}

var _ agents.Agent = (*Agent)(nil)

// New returns the agent. It does no I/O.
func New(o Options) (*Agent, error) {
	a := &Agent{Options: o, fixed: o.Fixed, hosts: o.Hosts, state: o.State}
	at := o.Card
	if at == "" && len(o.Fixed.Transports) > 0 {
		at = o.Fixed.Transports[0].URL
	}
	u, err := url.Parse(at)
	if err != nil || u.Host == "" {
		return nil, errors.New("neither card nor url is a URL")
	}
	a.at = u
	c := *o.Client
	if o.Card != "" {
		a.cards = card.NewRegistry([]card.Peer{{URL: o.Card}}, &c, o.Trusted, o.Now)
	}
	calls := c
	calls.Transport = guard{next: c.Transport, login: o.Login, refused: o.Refused}
	calls.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	a.client = &calls
	return a, nil
}

// Close ends the connections that are kept.
func (a *Agent) Close() error {
	a.Client.CloseIdleConnections()
	return nil
}

// Respond implements agents.Agent. A call whose message may have gone out before is never
// answered by sending it again unseen: the task is looked for and gone on with.
func (a *Agent) Respond(ctx context.Context, call agents.Call) iter.Seq2[envelope.Update, error] {
	return func(yield func(envelope.Update, error) bool) {
		s := &stepping{a: a, call: call, yield: yield, until: a.patience(ctx)}
		if err := s.run(ctx); err != nil && !errors.Is(err, errStopped) {
			yield(envelope.Update{}, failure(ctx, err))
		}
	}
}

// patience is until when a call waits for its task: Park, and not beyond what the step has,
// less what it takes to write down that it is parked.
func (a *Agent) patience(ctx context.Context) time.Time {
	now := time.Now()
	until := now.Add(a.Park)
	if end, ok := ctx.Deadline(); ok {
		if most := end.Add(-min(10*time.Second, end.Sub(now)/5)); most.Before(until) {
			until = most
		}
	}
	return until
}

// errStopped says that the consumer stopped reading.
var errStopped = errors.New("stopped")

// stepping is one attempt of one step.
type stepping struct {
	a     *Agent
	call  agents.Call
	yield func(envelope.Update, error) bool
	until time.Time
	link  link
	rec   *record
	task  *task
}

func (s *stepping) run(ctx context.Context) error {
	var err error
	if s.rec, err = s.a.load(ctx, s.call.Meta.TurnID); err != nil {
		return err
	}
	if s.link, err = s.a.link(ctx); err != nil {
		return err
	}
	switch begun := s.rec.Steps[s.call.Key]; {
	case s.call.Parked:
		err = s.unpark(ctx, begun)
	case begun != nil:
		err = s.again(ctx, begun)
	default:
		err = s.begin(ctx)
	}
	if err != nil {
		return err
	}
	return s.end(ctx)
}

// begin sends the message of a step for the first time.
func (s *stepping) begin(ctx context.Context) error {
	st := &step{Begun: s.a.Now(), Before: s.rec.Seen, Task: s.rec.Task}
	if !s.rec.Open && !slices.ContainsFunc(s.call.Parts, func(p envelope.Part) bool { return p.Type == envelope.ApprovalResponse }) {
		st.Task, st.Before, s.rec.Task, s.rec.Seen = "", seen{}, "", seen{} // a task that has ended is not spoken to: a replay begins one
	}
	if s.rec.Context == "" {
		var err error
		if s.rec.Context, err = s.a.conversation(ctx, s.call.Meta.SessionID); err != nil {
			return err
		}
	}
	if s.rec.Task == "" && s.call.Meta.Continues != "" {
		before, err := s.a.load(ctx, s.call.Meta.Continues)
		if err != nil {
			return err
		}
		if before.Open { // the answer to what the task asks
			st.Task, st.Before = before.Task, before.Seen
			s.rec.Task, s.rec.Context, s.rec.Seen = before.Task, before.Context, before.Seen
		}
	}
	s.rec.begin(s.call.Key, st)
	s.rec.Open = false
	if err := s.a.save(ctx, s.call.Meta.TurnID, s.rec); err != nil {
		return err
	}
	return s.send(ctx, st)
}

// send sends the message and follows what comes of it.
func (s *stepping) send(ctx context.Context, st *step) error {
	req, err := s.request(st)
	if err != nil {
		return &agents.Error{Code: "request", Err: err}
	}
	s.task = newTask(st.Before)
	s.task.id, s.task.context, s.task.answers = st.Task, s.rec.Context, st.Task != ""
	held, cancel := context.WithDeadline(ctx, s.until)
	defer cancel()
	err = s.hand(held, ctx, req)
	for pause := busyPause; busy(err) && pause < arrival && retry.Within(held, pause); pause *= 2 {
		err = s.hand(held, ctx, req)
	}
	if err != nil && s.task.state == "" && !s.task.done {
		// Busy with a message that was sent before it may be with that one, where one is sent twice.
		if refused(err) || busy(err) && !s.a.Dedupes { // it was not taken: another attempt may send it again
			delete(s.rec.Steps, s.call.Key)
			s.rec.Open = st.Task != ""
			if saved := s.a.save(ctx, s.call.Meta.TurnID, s.rec); saved != nil {
				return saved
			}
		}
		return err
	}
	if errors.Is(err, errStopped) || s.task.done {
		return err
	}
	return s.wait(ctx) // a stream that was cut is gone on with
}

// busyPause is the first wait before a message goes again to a task that is still busy.
const busyPause = 50 * time.Millisecond

// hand sends the message once, and takes what comes of it.
func (s *stepping) hand(held, ctx context.Context, req *sdk.SendMessageRequest) error {
	if s.link.card.Streaming {
		return s.follow(ctx, s.link.via.SendStreamingMessage(held, s.link.params(), req))
	}
	req.Config.ReturnImmediately = true // its id is known at once, whatever happens
	res, err := s.link.via.SendMessage(held, s.link.params(), req)
	if err != nil {
		return err
	}
	return s.take(ctx, res)
}

// request is the message of the step.
func (s *stepping) request(st *step) (*sdk.SendMessageRequest, error) {
	beach := s.link.card.Has(card.BeachURI)
	m := &sdk.Message{ID: s.call.Key, Role: sdk.MessageRoleUser, TaskID: sdk.TaskID(st.Task), ContextID: s.rec.Context}
	for _, p := range s.call.Parts {
		if word, ok := decisionText(p); ok && !beach {
			m.Parts = append(m.Parts, sdk.NewTextPart(word))
		}
		if !takes(p, s.link.card.Envelope) {
			continue
		}
		q, ok, err := wire.ToPeer(p)
		if err != nil {
			return nil, err
		}
		if ok {
			m.Parts = append(m.Parts, q)
		}
	}
	if len(m.Parts) == 0 {
		m.Parts = sdk.ContentParts{sdk.NewTextPart("")}
	}
	if beach {
		m.Extensions = []string{card.BeachURI}
		meta, err := s.call.Meta.Shared(s.a.Share)
		if err != nil {
			return nil, err
		}
		m.Metadata = map[string]any{card.BeachURI: meta}
	}
	cfg := &sdk.SendMessageConfig{AcceptedOutputModes: []string{"text/plain", "text/markdown", "application/json", wire.A2UIOld, wire.A2UINew, "application/octet-stream", "*/*"}}
	if url, token := s.push(); url != "" {
		cfg.PushConfig = &sdk.PushConfig{URL: url, Token: token}
	}
	return &sdk.SendMessageRequest{Message: m, Config: cfg}, nil
}

// push is where the agent may post, if it does.
func (s *stepping) push() (url, token string) {
	if !s.a.Push || !s.link.card.Push {
		return "", ""
	}
	turn := s.call.Meta.TurnID
	return s.a.Callback + "/push/" + turn, s.a.Keys.Sum(tokenMAC, tokenPurpose, s.a.Name, turn)
}

// follow reads a stream to its end, or to where nothing is to come.
func (s *stepping) follow(ctx context.Context, events iter.Seq2[sdk.Event, error]) error {
	for e, err := range events {
		if err != nil {
			return err
		}
		if err := s.take(ctx, e); err != nil {
			return err
		}
		if s.task.over() {
			return nil
		}
	}
	return nil
}

// maxID is how many bytes the id of a task or a context has at most.
const maxID = 512

func fits(e sdk.Event) error {
	if i := e.TaskInfo(); len(i.TaskID) > maxID || len(i.ContextID) > maxID {
		return &agents.Error{Code: "bad_answer", Err: fmt.Errorf("the id of a task or context has more than %d bytes", maxID)}
	}
	return nil
}

// take takes one event in: its ids are kept before anything of it is told.
func (s *stepping) take(ctx context.Context, e sdk.Event) error {
	if e == nil {
		return errors.New("an event without content")
	}
	if err := fits(e); err != nil {
		return err
	}
	if id := string(e.TaskInfo().TaskID); id != "" && s.task.id != "" && id != s.task.id {
		return &agents.Error{Code: "bad_answer", Err: errors.New("an event of another task")}
	}
	parts := s.task.event(e)
	if err := s.a.met(ctx, s.call.Meta.SessionID, s.call.Meta.TurnID, s.rec, s.task); err != nil {
		return err
	}
	if m, ok := e.(*sdk.Message); ok {
		if err := s.answered(ctx, m); err != nil {
			return err
		}
	}
	if len(parts) > 0 && !s.yield(envelope.Update{Parts: parts, State: envelope.Awaiting}, nil) {
		return errStopped
	}
	return nil
}

// maxAnswer is how many bytes of a message that is an answer are kept.
const maxAnswer = 64 << 10

// answered remembers that the step was answered by a message: no task over there will
// ever say so.
func (s *stepping) answered(ctx context.Context, m *sdk.Message) error {
	st := s.rec.Steps[s.call.Key]
	if st.Answered {
		return nil
	}
	st.Answered = true
	if b, err := json.Marshal(m); err == nil && len(b) <= maxAnswer {
		st.Answer = m
	}
	return s.a.save(ctx, s.call.Meta.TurnID, s.rec)
}

// The waits between two looks at a task in one call.
const (
	firstLook = 300 * time.Millisecond
	lastLook  = 5 * time.Second
)

// wait follows a task that is known until nothing is to come, or the call has waited long
// enough: by its stream, if there is one, else by looking at it.
func (s *stepping) wait(ctx context.Context) error {
	if s.task.over() {
		return nil
	}
	if s.task.id == "" {
		return errors.New("the answer ended before it named a task")
	}
	look, streams := firstLook, s.link.card.Streaming
	held, cancel := context.WithDeadline(ctx, s.until)
	defer cancel()
	for failures := 0; ; {
		var err error
		if streams {
			err = s.follow(ctx, s.link.via.SubscribeToTask(held, s.link.params(), &sdk.SubscribeToTaskRequest{ID: sdk.TaskID(s.task.id)}))
			streams = err == nil // who does not know the task has no stream of it
		}
		if !s.task.over() && held.Err() == nil && !errors.Is(err, errStopped) {
			err = s.look(held, ctx)
		}
		switch {
		case errors.Is(err, errStopped) || ctx.Err() != nil:
			return err
		case s.task.over() || held.Err() != nil:
			return nil
		case err != nil && (errors.Is(err, sdk.ErrTaskNotFound) || failures >= 5):
			return err
		case err != nil:
			failures++
		default:
			failures = 0
		}
		timer := time.NewTimer(look)
		select {
		case <-held.Done():
			timer.Stop()
		case <-timer.C:
		}
		look = min(2*look, lastLook)
	}
}

// history is how many messages of a task are asked for.
var history = 100

// look gets the task as it is now.
func (s *stepping) look(held, ctx context.Context) error {
	got, err := s.get(held)
	if err != nil {
		return err
	}
	return s.take(ctx, got)
}

func (s *stepping) get(ctx context.Context) (*sdk.Task, error) {
	return s.link.via.GetTask(ctx, s.link.params(), &sdk.GetTaskRequest{ID: sdk.TaskID(s.task.id), HistoryLength: &history})
}

// again goes on with a message that may have been sent: by the answer that it had, by its
// task, if it is known, else by finding the message among the tasks over there. If none
// has it, an agent that answers by messages may still have had it.
func (s *stepping) again(ctx context.Context, st *step) error {
	s.task = newTask(st.Before)
	s.task.id, s.task.context, s.task.answers = s.rec.Task, s.rec.Context, st.Task != ""
	switch {
	case st.Answer != nil:
		return s.take(ctx, st.Answer)
	case st.Answered:
		return s.unsure(ctx, st, errors.New("the answer was too large to be kept"))
	case s.rec.Task == "":
		found, err := s.find(ctx, st)
		switch {
		case !found:
			return s.unsure(ctx, st, err)
		case err != nil:
			return err
		}
		return s.wait(ctx)
	}
	if st.Task == "" {
		return s.wait(ctx)
	}
	// The message went to a task that was there before: has it arrived?
	s.arrive(ctx, st)
	got, err := s.get(ctx)
	if err != nil {
		return err
	}
	for !has(got, s.call.Key) && s.task.old(got.Status) {
		// It asks what it has asked before. A message that was taken need not be told before
		// its first event, so who is silent may be at work: it is watched, and not spoken to.
		left := time.Until(s.until)
		if left <= 0 || s.a.Dedupes {
			return s.unsure(ctx, st, errors.New("the task still asks, and does not tell that it has had the message"))
		}
		if !retry.Sleep(ctx, min(left, lastLook)) {
			return ctx.Err()
		}
		if got, err = s.get(ctx); err != nil {
			return err
		}
	}
	if err := s.take(ctx, got); err != nil {
		return err
	}
	return s.wait(ctx)
}

// arrival is how long a message is waited for that may be on its way.
const arrival = 2 * time.Second

// unsure sends a message again that may have had its effect, if the agent knows it by its
// id. Else the turn ends, and an operator decides.
func (s *stepping) unsure(ctx context.Context, st *step, cause error) error {
	if s.a.Dedupes {
		return s.send(ctx, st)
	}
	if e := agents.Interrupted(ctx); e != nil {
		return e
	}
	if e, ok := errors.AsType[*agents.Error](cause); ok && e.Retry {
		return e
	}
	return &agents.Error{Code: "in_doubt", Quotes: true, Err: fmt.Errorf("the message may have reached the agent before the connection ended: it is not sent again (%w)", cause)}
}

// arrive waits for what was sent at the very end and may still be on its way.
func (s *stepping) arrive(ctx context.Context, st *step) {
	young := arrival - s.a.Now().Sub(st.Begun)
	if young <= 0 {
		return
	}
	_ = retry.Sleep(ctx, young) // what comes next finds that the context has ended
}

// find looks for the task that the message of this step began. If it finds none, the error
// says why.
func (s *stepping) find(ctx context.Context, st *step) (bool, error) {
	s.arrive(ctx, st)
	after := st.Begun.Add(-time.Hour).UTC() // clocks differ
	req := &sdk.ListTasksRequest{ContextID: s.rec.Context, PageSize: 100, HistoryLength: &history, StatusTimestampAfter: &after}
	const pages = 10
	for range pages {
		res, err := s.link.via.ListTasks(ctx, s.link.params(), req)
		if err != nil {
			return false, fmt.Errorf("the agent does not list its tasks: %w", err)
		}
		for _, t := range res.Tasks {
			if t != nil && has(t, s.call.Key) {
				if err := fits(t); err != nil {
					return true, err
				}
				s.task.id, s.task.context = string(t.ID), t.ContextID
				return true, s.a.met(ctx, s.call.Meta.SessionID, s.call.Meta.TurnID, s.rec, s.task)
			}
		}
		if res.NextPageToken == "" {
			return false, errors.New("none of its tasks has it")
		}
		req.PageToken = res.NextPageToken
	}
	return false, errors.New("the agent has too many tasks to find it among them")
}

// has reports whether a message is in the history of a task.
func has(t *sdk.Task, id string) bool {
	return slices.ContainsFunc(t.History, func(m *sdk.Message) bool { return m != nil && m.ID == id })
}

// end tells how the step ended, and remembers what it has had.
func (s *stepping) end(ctx context.Context) error {
	u := s.task.settle()
	s.rec.Seen = s.task.seen()
	s.rec.Open = s.task.state == sdk.TaskStateInputRequired
	if err := s.a.save(ctx, s.call.Meta.TurnID, s.rec); err != nil {
		return err
	}
	s.yield(u, nil)
	return nil
}

// takes reports whether a peer's card takes a part.
func takes(p envelope.Part, e card.Envelope) bool {
	var catalog, language string
	p.Meta("catalogId", &catalog)
	p.Meta("language", &language)
	if catalog == "" && p.Type == envelope.A2UISurface {
		catalog = catalogOf(p.Data)
	}
	return e.Takes(string(p.Type), catalog, language)
}

// catalogOf is the catalog that the messages of a surface name: one message, or a list of
// them (A2UI 0.8: beginRendering, later: createSurface); "" if none does.
func catalogOf(data json.RawMessage) string {
	type message struct {
		Create struct{ CatalogID string } `json:"createSurface"`
		Begin  struct{ CatalogID string } `json:"beginRendering"`
	}
	var all []message
	if json.Unmarshal(data, &all) != nil {
		var one message
		if json.Unmarshal(data, &one) != nil {
			return ""
		}
		all = []message{one}
	}
	for _, m := range all {
		if id := cmp.Or(m.Create.CatalogID, m.Begin.CatalogID); id != "" {
			return id
		}
	}
	return ""
}

// decisionText is a decision for peers that do not know Beach: a word, and the reason.
func decisionText(p envelope.Part) (string, bool) {
	var d struct{ Decision, Reason string }
	if p.Type != envelope.ApprovalResponse || json.Unmarshal(p.Data, &d) != nil {
		return "", false
	}
	word := "no"
	if d.Decision == "granted" {
		word = "yes"
	}
	if d.Reason != "" {
		word += ": " + d.Reason
	}
	return word, true
}
