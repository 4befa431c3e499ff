// Package agenttest plays the calls of the contract (docs/agents.md) to an agent, as a bridge
// would, and says what the agent gets wrong. Nothing of it is stored.
package agenttest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"bridge/agents"
	"bridge/core/envelope"
	"bridge/core/message"
)

// Verdict is what a check found.
type Verdict string

// The verdicts. Doubt is what works, and may not be meant.
const (
	OK    Verdict = "ok"
	Doubt Verdict = "doubt"
	Wrong Verdict = "wrong"
	Left  Verdict = "left out"
)

// Finding is the outcome of one check.
type Finding struct {
	Check   string        `json:"check"`
	Verdict Verdict       `json:"verdict"`
	Says    string        `json:"says,omitempty"` // may quote the agent
	Took    time.Duration `json:"tookNs,omitempty"`
}

// Options say what is played.
type Options struct {
	Agent agents.Agent
	// Stranger is the same agent called without its secret, or with another one; nil: whether
	// it checks signatures is left out.
	Stranger agents.Agent
	Text     string // of an ordinary message
	Approve  string // of a message that it asks an approval for; "": left out
	Clarify  string // of a message that it asks back on; "": left out
	Timeout  time.Duration
	// File serves a file of the bridge's: its URL, and whether it was fetched; nil: left out.
	File func() (url string, fetched func() bool)
	Now  func() time.Time
}

// FileText is what the file of Options.File holds.
const FileText = "name,amount\nEve,40\n"

// run is one run of all checks.
type run struct {
	Options
	registry *envelope.Registry
	report   func(Finding)
	wrong    int
}

// Run plays every check in turn and tells each as it ends. It returns how many were wrong.
// An error says that ctx ended.
func Run(ctx context.Context, o Options, report func(Finding)) (int, error) {
	registry, err := envelope.NewRegistry()
	if err != nil {
		return 0, err
	}
	r := &run{Options: o, registry: registry, report: report}
	if !r.message(ctx) { // nobody is there
		return r.wrong, ctx.Err()
	}
	for _, check := range []func(context.Context){r.file, r.crowd, r.cut, r.signature, r.approval, r.clarify} {
		if check(ctx); ctx.Err() != nil {
			return r.wrong, ctx.Err()
		}
	}
	return r.wrong, nil
}

func (r *run) tell(check string, v Verdict, took time.Duration, format string, a ...any) {
	if v == Wrong {
		r.wrong++
	}
	r.report(Finding{Check: check, Verdict: v, Took: took.Round(time.Millisecond), Says: fmt.Sprintf(format, a...)})
}

// turn is the identity of one turn of a conversation of its own.
func (r *run) turn() agents.Meta {
	subject := "A test of the contract"
	return agents.Meta{
		SessionID: string(message.NewSessionID()), TurnID: string(message.NewTurnID()), ReceivedAt: r.Now(),
		Person: &agents.Person{ID: "eve", Name: "Eve"}, Trust: "verified", Subject: &subject,
	}
}

// said is a call with somebody's words.
func said(m agents.Meta, text string, more ...envelope.Part) agents.Call {
	return agents.Call{Key: m.TurnID, Meta: m, Traceparent: message.NewTraceparent(), Parts: append([]envelope.Part{envelope.TextPart(envelope.Response, text)}, more...)}
}

// answer is what one call came to.
type answer struct {
	envelope.Result
	first, took time.Duration // until its first update, and its end
}

// call is one attempt, as turns make it.
func (r *run) call(ctx context.Context, a agents.Agent, c agents.Call) (answer, error) {
	ctx, cancel := context.WithTimeout(ctx, r.Timeout)
	defer cancel()
	var got answer
	began := time.Now()
	as := envelope.NewAssembler(r.registry, envelope.Carried{})
	for u, err := range a.Respond(ctx, c) {
		if err != nil {
			got.took = time.Since(began)
			return got, err
		}
		if got.first == 0 {
			got.first = time.Since(began)
		}
		if err := as.Apply(u); err != nil || as.Done() {
			break
		}
	}
	got.Result, got.took = as.End(0), time.Since(began)
	if got.Note != "" {
		return got, errors.New(got.Note)
	}
	return got, nil
}

// text is what a person would read of an answer.
func (a answer) text() string {
	var all []string
	for _, p := range a.Parts {
		if t := strings.TrimSpace(p.Text); t != "" && (p.Type == envelope.Response || p.Type == envelope.Clarify || p.Type == envelope.ErrorPart) {
			all = append(all, t)
		}
	}
	return strings.Join(all, " ")
}

// maxShown is how much of an agent's words is shown, in characters.
const maxShown = 100

// brief is an answer in a line.
func (a answer) brief() string {
	text := []rune(agents.Excerpt([]byte(a.text())))
	if len(text) > maxShown {
		text = append(text[:maxShown], '…')
	}
	n := len(a.Parts)
	for _, p := range a.Parts {
		if p.Type == envelope.Response || p.Type == envelope.Clarify || p.Type == envelope.ErrorPart {
			n--
		}
	}
	line := fmt.Sprintf("%s: %q", a.State, string(text))
	if n > 0 {
		line += fmt.Sprintf(" and %d more", n)
	}
	return line
}

// hints say what an error of the contract means, by its code.
var hints = map[string]string{
	agents.CodeConnect: "nobody takes the connection: does it run, and is this its URL?",
	agents.CodeBadJSON: "docs/agents.md has the form of an update",
	agents.CodeCut:     "end the answer with a whole update, and a stream with a state that ends it",
	agents.CodeTimeout: "it was not done in time (-timeout)",
	"redirect":         "give the URL that it redirects to",
	"http_401":         "it wants a signature or a token: -secret",
	"http_403":         "it wants a signature or a token: -secret",
	"http_404":         "is the path of the URL right?",
	"http_405":         "it has to take POST",
}

func why(err error) string {
	e, ok := errors.AsType[*agents.Error](err)
	if !ok {
		return err.Error()
	}
	text := fmt.Sprintf("%s: %v", e.Code, e.Err)
	if h := hints[e.Code]; h != "" {
		text += "; " + h
	}
	return text
}

// message: an ordinary message is answered, and so is the same call again. It returns false
// if nobody answers at all.
func (r *run) message(ctx context.Context) bool {
	const check = "a message is answered"
	c := said(r.turn(), r.Text)
	got, err := r.call(ctx, r.Agent, c)
	if err != nil {
		r.tell(check, Wrong, got.took, "%s", why(err))
		return false
	}
	switch {
	case got.State == envelope.Failed:
		r.tell(check, Wrong, got.took, "%s", got.brief())
	case got.State == envelope.Delegated:
		r.tell(check, OK, got.took, "the turn is parked; what comes later is not waited for")
	case len(got.Parts) == 0 && got.State == envelope.Complete:
		r.tell(check, Doubt, got.took, "complete without a part: the person gets nothing")
	default:
		r.tell(check, OK, got.took, "%s", got.brief())
	}
	if got.took > 20*time.Second && got.first > got.took/2 {
		r.tell("it is heard of in time", Doubt, got.first, "nothing came for long: stream an update, so that it is seen to be alive")
	}
	if len(got.Unregistered) > 0 {
		r.tell("its parts are known", Doubt, 0, "%v: people see a placeholder until [[parts]] has them", got.Unregistered)
	}
	r.again(ctx, "the same call again, with the same key", c, got)
	return true
}

// again: a call may come twice. before is its first answer.
func (r *run) again(ctx context.Context, check string, c agents.Call, before answer) {
	got, err := r.call(ctx, r.Agent, c)
	switch {
	case err != nil:
		r.tell(check, Wrong, got.took, "%s", why(err))
	case got.State != before.State:
		r.tell(check, Wrong, got.took, "it was %s, and is %s now: answer a key that you have seen from what you stored", before.State, got.State)
	case got.text() != before.text():
		r.tell(check, Doubt, got.took, "other words than before: harmless if it only answers; if it does something, it may have done it twice")
	default:
		r.tell(check, OK, got.took, "the same answer")
	}
}

// file: an attachment comes as a link.
func (r *run) file(ctx context.Context) {
	const check = "a file"
	if r.File == nil {
		r.tell(check, Left, 0, "it could not fetch one from here")
		return
	}
	url, fetched := r.File()
	got, err := r.call(ctx, r.Agent, said(r.turn(), r.Text, envelope.ArtifactPart(envelope.ArtifactRef{
		ArtifactID: string(message.NewArtifactID()), URL: url, Filename: "list.csv", MediaType: "text/csv", SizeBytes: int64(len(FileText)),
	})))
	switch {
	case err != nil:
		r.tell(check, Wrong, got.took, "%s", why(err))
	case got.State == envelope.Failed:
		r.tell(check, Wrong, got.took, "%s", got.brief())
	case fetched():
		r.tell(check, OK, got.took, "it was fetched; %s", got.brief())
	default:
		r.tell(check, OK, got.took, "it was not fetched; %s", got.brief())
	}
}

// crowd: several conversations are answered at a time.
func (r *run) crowd(ctx context.Context) {
	const check, many = "four conversations at a time", 4
	errs := make([]error, many)
	began := time.Now()
	var all sync.WaitGroup
	for i := range errs {
		all.Go(func() { _, errs[i] = r.call(ctx, r.Agent, said(r.turn(), r.Text)) })
	}
	all.Wait()
	if i := slices.IndexFunc(errs, func(err error) bool { return err != nil }); i >= 0 {
		r.tell(check, Wrong, time.Since(began), "%s; set max_concurrent = 1 if it cannot", why(errs[i]))
		return
	}
	r.tell(check, OK, time.Since(began), "each is answered")
}

// cut: the connection breaks in the middle, and the call comes again with the same key.
func (r *run) cut(ctx context.Context) {
	const check = "a broken connection, and the call again"
	c := said(r.turn(), r.Text)
	short, cancel := context.WithTimeout(ctx, 20*time.Millisecond)
	for range r.Agent.Respond(short, c) {
		break
	}
	cancel()
	got, err := r.call(ctx, r.Agent, c)
	switch {
	case err != nil:
		r.tell(check, Wrong, got.took, "%s", why(err))
	case got.State == envelope.Failed:
		r.tell(check, Wrong, got.took, "%s", got.brief())
	default:
		r.tell(check, OK, got.took, "%s", got.State)
	}
}

// signature: a call that is signed by somebody else is refused.
func (r *run) signature(ctx context.Context) {
	const check = "a call by a stranger is refused"
	if r.Stranger == nil {
		r.tell(check, Left, 0, "-secret says with which secret it checks signatures")
		return
	}
	got, err := r.call(ctx, r.Stranger, said(r.turn(), r.Text))
	e, _ := errors.AsType[*agents.Error](err)
	switch {
	case err == nil:
		r.tell(check, Wrong, got.took, "it answers calls with a wrong signature: whoever reaches it can talk to it in any person's name, and decide its approvals")
	case e != nil && (e.Code == "http_401" || e.Code == "http_403"):
		r.tell(check, OK, got.took, "%s", e.Code)
	default:
		r.tell(check, Doubt, got.took, "401 or 403 is expected; %s", why(err))
	}
}

// clarify: it asks back, and gets the reply as a new turn.
func (r *run) clarify(ctx context.Context) {
	const check = "a question of its own"
	if r.Clarify == "" {
		r.tell(check, Left, 0, "-clarify TEXT says on what it asks back")
		return
	}
	asked := r.turn()
	got, err := r.call(ctx, r.Agent, said(asked, r.Clarify))
	switch {
	case err != nil:
		r.tell(check, Wrong, got.took, "%s", why(err))
		return
	case got.State != envelope.Clarifying:
		r.tell(check, Wrong, got.took, "the state clarifying is expected; %s", got.brief())
		return
	}
	r.tell(check, OK, got.took, "%s", got.brief())
	reply := r.turn()
	reply.SessionID, reply.Continues = asked.SessionID, asked.TurnID
	got, err = r.call(ctx, r.Agent, said(reply, r.Text))
	if err != nil || got.State == envelope.Failed {
		r.tell("the reply to its question", Wrong, got.took, "%s", reason(got, err))
		return
	}
	r.tell("the reply to its question", OK, got.took, "%s", got.brief())
}

func reason(got answer, err error) string {
	if err != nil {
		return why(err)
	}
	return got.brief()
}
