package approvals_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"bridge/approvals"
	"bridge/approvals/decision"
	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/internal/noerr"
	"bridge/outbox"
)

// deploy is a request of a script.
func deploy(change ...func(*approvals.OutsideRequest)) approvals.OutsideRequest {
	q := approvals.OutsideRequest{
		By: "operator:ci", Tool: "deploy", Args: json.RawMessage(`{"version":"v2"}`), Key: "build-7",
		Callback: "https://ci.example.com/decided",
	}
	for _, f := range change {
		f(&q)
	}
	return q
}

func (d *desk) outside(q approvals.OutsideRequest) request.Record {
	d.t.Helper()
	r, err := d.svc.AskOutside(d.t.Context(), q)
	noerr.Must(d.t, err)
	return r
}

func documents(o *approvals.Options) { o.Follow = documented{o.Follow} }

// documented is what follows where there are callbacks.
type documented struct{ approvals.Follow }

func (documented) Document(r request.Record) (json.RawMessage, error) {
	return json.Marshal(map[string]any{"id": r.ID, "state": r.State, "decidedBy": r.DecidedBy})
}

// callbacks takes everything out of the outbox and returns what goes to callbacks, by
// destination, and the people who get something.
func (d *desk) callbacks() (calls []message.Outbound, people []string) {
	d.t.Helper()
	for _, m := range d.outbox() {
		if m.Channel == approvals.CallbackChannel {
			calls = append(calls, m)
		} else {
			people = append(people, string(m.Kind)+" "+string(m.Person))
		}
	}
	return calls, people
}

func TestOutside(t *testing.T) {
	onDesk(t, documents, func(t *testing.T, d *desk) {
		r := d.outside(deploy(func(q *approvals.OutsideRequest) { q.Requester = "Webshop" }))
		if r.State != request.Pending || r.Session != "" || r.Turn != "" || r.Requester != "Webshop (operator:ci)" || !strings.HasPrefix(r.Digest, "sha256:") {
			t.Fatalf("asked %+v", r)
		}
		if d.get(r.ID).Inject {
			t.Error("the prompts are there, and the record is still marked")
		}
		if again := d.outside(deploy(func(q *approvals.OutsideRequest) {
			q.Requester, q.Args = "Webshop", json.RawMessage(`{ "version" : "v2" }`)
		})); again.ID != r.ID {
			t.Errorf("the same call made %s and %s", r.ID, again.ID)
		}
		_, err := d.svc.AskOutside(t.Context(), deploy()) // without the name
		if field, ok := errors.AsType[*approvals.FieldError](err); !ok || field.Field != "Idempotency-Key" {
			t.Errorf("another body with the same key: %v", err)
		}
		if other := d.outside(deploy(func(q *approvals.OutsideRequest) { q.By = "operator:ops" })); other.ID == r.ID {
			t.Error("two callers share a request by its key")
		}
		one, two := d.outside(deploy(func(q *approvals.OutsideRequest) { q.Key = "" })), d.outside(deploy(func(q *approvals.OutsideRequest) { q.Key = "" }))
		if one.ID == two.ID {
			t.Error("calls without a key are one request")
		}
		prompts := map[message.ApprovalID]int{}
		code := ""
		for _, m := range d.outbox() {
			prompts[m.Approval]++
			if m.Approval == r.ID && m.Person == "dana" {
				code = token.FindStringSubmatch(m.Subject)[1]
				if !strings.Contains(m.Text, "Asked by: Webshop (") {
					t.Errorf("the prompt is\n%s", m.Text)
				}
			}
		}
		if len(prompts) != 4 || prompts[r.ID] != 2 {
			t.Errorf("prompts %v, want two for each of four requests", prompts)
		}
		if what := d.answer("dana", "yes "+code); what != "granted" {
			t.Fatalf("a yes is %q", what)
		}
		calls, people := d.callbacks()
		if len(calls) != 1 {
			t.Fatalf("%d callbacks", len(calls))
		}
		c := calls[0]
		if c.To != "webhook:https://ci.example.com/decided" || c.Kind != message.Notice || c.Event == nil || c.Event.Type != "approval.decided" ||
			!bytes.Contains(c.Event.Data, []byte(`"state":"granted"`)) || !c.CreatedAt.Equal(d.get(r.ID).DecidedAt) {
			t.Errorf("the callback is %+v", c)
		}
		if len(people) != 2 {
			t.Errorf("people hear %v, want one notice each", people)
		}
		if in := d.injected(); len(in) != 0 {
			t.Errorf("something was injected where no turn waits: %v", in)
		}
		if d.get(r.ID).Inject {
			t.Error("the callback is on its way, and the record is still marked")
		}
		if again := d.outside(deploy(func(q *approvals.OutsideRequest) { q.Requester = "Webshop" })); again.State != request.Granted {
			t.Errorf("the same call after the decision: %s", again.State)
		}
		if calls, _ := d.callbacks(); len(calls) != 0 {
			t.Errorf("the same call sent the callback again")
		}
	})
}

// Who asks may narrow what the rules say, and nothing else.
func TestOutsideNarrows(t *testing.T) {
	type ask = approvals.OutsideRequest
	for _, c := range []struct {
		name      string
		change    func(*ask)
		field     string // "" = it is asked
		forbidden bool
		check     func(request.Record) bool
	}{
		{name: "as it is", change: func(*ask) {}, check: func(r request.Record) bool { return len(r.Approvers) == 3 && r.Quorum == 2 && r.Latest.IsZero() }},
		{
			name: "fewer approvers", change: func(q *ask) { q.Approvers = []message.PersonID{"gina", "dana"} },
			check: func(r request.Record) bool { return len(r.Approvers) == 2 && r.Approvers[0].Person == "dana" },
		},
		{name: "larger quorum", change: func(q *ask) { q.Quorum = 3 }, check: func(r request.Record) bool { return r.Quorum == 3 }},
		{name: "shorter", change: func(q *ask) { q.ExpiresIn = time.Hour }, check: func(r request.Record) bool { return r.ExpiresAt.Equal(r.CreatedAt.Add(time.Hour)) }},
		{name: "a stranger", change: func(q *ask) { q.Approvers = []message.PersonID{"eve", "dana"} }, field: "approvers", forbidden: true},
		{name: "nobody known", change: func(q *ask) { q.Approvers = []message.PersonID{"zoe\n"} }, field: "approvers", forbidden: true},
		{name: "too few approvers", change: func(q *ask) { q.Approvers = []message.PersonID{"dana"} }, field: "approvers", forbidden: true},
		{name: "one twice", change: func(q *ask) { q.Approvers = []message.PersonID{"dana", "dana"} }, field: "approvers"},
		{name: "smaller quorum", change: func(q *ask) { q.Quorum = 1 }, field: "quorum", forbidden: true},
		{name: "quorum of nobody", change: func(q *ask) { q.Quorum = 4 }, field: "quorum"},
		{name: "negative quorum", change: func(q *ask) { q.Quorum = -1 }, field: "quorum"},
		{name: "longer", change: func(q *ask) { q.ExpiresIn = 25 * time.Hour }, field: "expiresIn", forbidden: true},
		{name: "at once", change: func(q *ask) { q.ExpiresIn = time.Millisecond }, field: "expiresIn"},
		{name: "no tool", change: func(q *ask) { q.Tool = "" }, field: "toolName"},
		{name: "two lines of tool", change: func(q *ask) { q.Tool = "a\nb" }, field: "toolName"},
		{name: "no args", change: func(q *ask) { q.Args = nil }, field: "args"},
		{name: "args are a list", change: func(q *ask) { q.Args = json.RawMessage(`[1]`) }, field: "args"},
		{name: "args are nothing", change: func(q *ask) { q.Args = json.RawMessage(`null`) }, field: "args"},
		{name: "a key twice", change: func(q *ask) { q.Args = json.RawMessage(`{"to":{"iban":"a","iban":"b"}}`) }, field: "args"},
		{name: "a huge number", change: func(q *ask) { q.Args = json.RawMessage(`{"n":9007199254740993}`) }, field: "args"},
		{name: "a huge float", change: func(q *ask) { q.Args = json.RawMessage(`{"n":1e400}`) }, field: "args"},
		{name: "too much", change: func(q *ask) { q.Args = json.RawMessage(`{"a":"` + strings.Repeat("x", 256<<10) + `"}`) }, field: "args"},
		{name: "not JSON", change: func(q *ask) { q.Args = json.RawMessage(`{"a":`) }, field: "args"},
		{name: "too deep", change: func(q *ask) {
			q.Args = json.RawMessage(`{"a":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `}`)
		}, field: "args"},
		{name: "a key with line ends", change: func(q *ask) { q.Key = "a\nb" }, field: "Idempotency-Key"},
		{name: "a name that hides who asks", change: func(q *ask) { q.Requester = "Dana (operator:ops)" }, field: "requester"},
	} {
		t.Run(c.name, func(t *testing.T) {
			onDesk(t, func(o *approvals.Options) {
				documents(o)
				o.Rules.Approvers, o.Rules.Quorum = []message.PersonID{"dana", "frank", "gina"}, 2
			}, func(t *testing.T, d *desk) {
				for _, by := range []string{"operator:ci", "agent:assistant"} { // operators have no more rights here
					q := deploy(c.change)
					q.By, q.Agent = by, strings.TrimPrefix(by, "operator:ci")
					r, err := d.svc.AskOutside(t.Context(), q)
					var field *approvals.FieldError
					switch {
					case c.field == "":
						if err != nil || !c.check(r) {
							t.Errorf("%s: %v\n%+v", by, err, r)
						}
					case !errors.As(err, &field):
						t.Errorf("%s: %v", by, err)
					case field.Field != c.field || field.Forbidden != c.forbidden || field.Text == "" || strings.Contains(field.Text, "\n"):
						t.Errorf("%s: %+v", by, field)
					}
				}
				if ms := d.outbox(); c.field != "" && len(ms) != 0 {
					t.Errorf("%d messages went out", len(ms))
				}
			})
		})
	}
}

// What an operator calls the request is its summary; an agent's words are not.
func TestOutsideTitle(t *testing.T) {
	onDesk(t, documents, func(t *testing.T, d *desk) {
		title := func(q *approvals.OutsideRequest) { q.Title = "Deploy v2?" }
		r := d.outside(deploy(title))
		if r.Summary != "Deploy v2?" || r.Title != "" {
			t.Errorf("an operator's request is %q, titled %q", r.Summary, r.Title)
		}
		r = d.outside(deploy(title, func(q *approvals.OutsideRequest) { q.By, q.Agent = "agent:assistant", "assistant" }))
		if r.Summary != "deploy: version v2" || r.Title != "Deploy v2?" {
			t.Errorf("an agent's request is %q, titled %q", r.Summary, r.Title)
		}
	})
}

func TestOutsideNobody(t *testing.T) {
	onDesk(t, func(o *approvals.Options) { documents(o); o.Rules.Approvers = []message.PersonID{"zoe"} }, func(t *testing.T, d *desk) {
		r := d.outside(deploy())
		if r.State != request.Denied || r.DecidedBy != "policy" || r.Reason != "0 of 1 approvers can be asked" {
			t.Fatalf("%s by %s: %s", r.State, r.DecidedBy, r.Reason)
		}
		calls, _ := d.callbacks()
		if len(calls) != 1 || !bytes.Contains(calls[0].Event.Data, []byte(`"state":"denied"`)) {
			t.Errorf("callbacks %+v", calls)
		}
		if len(d.alerts) != 1 || d.get(r.ID).Inject {
			t.Errorf("alerts %q", d.alerts)
		}
	})
	onDesk(t, documents, func(t *testing.T, d *desk) {
		r := d.outside(deploy())
		for _, m := range d.outbox() {
			err := d.svc.Handed(t.Context(), outbox.Result{Out: message.Outbound{Kind: message.Prompt, Approval: r.ID, Person: m.Person}, State: outbox.Failed, At: time.Now()})
			noerr.Must(t, err)
		}
		r = d.get(r.ID)
		if calls, _ := d.callbacks(); r.State != request.Denied || r.Reason != "no approver could be reached" || len(calls) != 1 {
			t.Errorf("no prompt arrived: %s, %s, %d callbacks", r.State, r.Reason, len(calls))
		}
	})
}

// A process that dies before the prompts or the callback are in their lanes leaves them
// to the next one.
func TestOutsideCrash(t *testing.T) {
	f := &flaky{}
	onDesk(t, func(o *approvals.Options) { documents(o); f.Lanes, o.Lanes = o.Lanes, f }, func(t *testing.T, d *desk) {
		next := func() {
			t.Helper()
			f.broken.Store(false)
			d.svc = approvals.New(d.o)
			d.expire(make(chan struct{}), synctest.Wait)
		}
		f.broken.Store(true)
		if _, err := d.svc.AskOutside(t.Context(), deploy()); err == nil {
			t.Fatal("it was asked without its prompts")
		}
		next()
		code := d.codes()
		if len(code) != 2 {
			t.Fatalf("prompts to %v", code)
		}
		r := d.outside(deploy()) // the caller tries again: nobody is asked twice
		if again := d.codes(); len(again) != 0 {
			t.Errorf("prompts again: %v", again)
		}
		f.broken.Store(true)
		if _, err := d.svc.Operator(t.Context(), r.ID, request.Denied, "ops", "no"); err == nil {
			t.Fatal("it was decided without its callback")
		}
		next()
		if calls, _ := d.callbacks(); len(calls) != 1 {
			t.Errorf("%d callbacks", len(calls))
		}
		next()
		if calls, people := d.callbacks(); len(calls)+len(people) != 0 || d.get(r.ID).Inject {
			t.Errorf("%d callbacks again, and %v", len(calls), people)
		}
	})
}

func TestOperatorGrants(t *testing.T) {
	onDesk(t, documents, func(t *testing.T, d *desk) {
		allow := func(r request.Record) request.Record {
			r.OperatorGrant = true
			r, err := d.store.Put(t.Context(), r)
			noerr.Must(t, err)
			return r
		}
		grant := func(id message.ApprovalID, name string) error {
			_, err := d.svc.Operator(t.Context(), id, request.Granted, name, "")
			return err
		}
		r := d.get(d.outside(deploy()).ID)
		if err := grant(r.ID, "ops"); !errors.Is(err, decision.ErrNoOperatorGrant) {
			t.Errorf("granted against the rules: %v", err)
		}
		allow(r)
		if err := grant(r.ID, "ci"); !errors.Is(err, decision.ErrOwnRequest) {
			t.Errorf("granted to itself: %v", err)
		}
		if d.get(r.ID).State != request.Pending {
			t.Fatal("a refused grant decided")
		}
		noerr.Must(t, grant(r.ID, "ops"))
		if r = d.get(r.ID); r.State != request.Granted || r.DecidedBy != "operator:ops" {
			t.Errorf("%s by %s", r.State, r.DecidedBy)
		}
		if err := grant(r.ID, "ops"); !errors.Is(err, request.ErrConflict) {
			t.Errorf("granted twice: %v", err)
		}
		turns := allow(d.ask(asking("", `{"amount":50}`)).Record)
		noerr.Must(t, grant(turns.ID, "ops"))
		if in := d.injected(); len(in) != 1 || !strings.HasPrefix(in[0], "granted by operator:ops") {
			t.Errorf("injected %q", in)
		}
	})
}

func TestCancelOwn(t *testing.T) {
	onDesk(t, documents, func(t *testing.T, d *desk) {
		cancel := func(id message.ApprovalID, agent string) error {
			_, err := d.svc.CancelOwn(t.Context(), id, agent, "changed my mind")
			return err
		}
		theirs := d.outside(deploy(func(q *approvals.OutsideRequest) { q.By, q.Agent = "agent:assistant", "assistant" }))
		operators := d.outside(deploy())
		turns := d.ask(asking("", `{"amount":50}`)).Record // the same agent's, but of a turn
		for _, c := range []struct {
			id    message.ApprovalID
			agent string
		}{{theirs.ID, "other"}, {theirs.ID, ""}, {operators.ID, "assistant"}, {operators.ID, ""}, {turns.ID, "assistant"}, {"apr_none", "assistant"}} {
			if err := cancel(c.id, c.agent); !errors.Is(err, request.ErrNotFound) {
				t.Errorf("%q cancelled %s: %v", c.agent, c.id, err)
			}
		}
		noerr.Must(t, cancel(theirs.ID, "assistant"))
		if r := d.get(theirs.ID); r.State != request.Cancelled || r.DecidedBy != "agent:assistant" {
			t.Errorf("%s by %s", r.State, r.DecidedBy)
		}
		if calls, _ := d.callbacks(); len(calls) != 1 {
			t.Errorf("%d callbacks", len(calls))
		}
		if err := cancel(theirs.ID, "assistant"); !errors.Is(err, request.ErrConflict) {
			t.Errorf("cancelled twice: %v", err)
		}
	})
}

// Who waits hears of the decision at once, and within seconds if another node makes it.
func TestWait(t *testing.T) {
	for _, c := range []struct {
		name  string
		other bool
		least time.Duration
		most  time.Duration
	}{
		{"on this node", false, 0, 0},
		{"on another node", true, time.Millisecond, 2 * time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			onDesk(t, documents, func(t *testing.T, d *desk) {
				r := d.outside(deploy())
				by := d.svc
				if c.other {
					by = approvals.New(d.o)
				}
				decided := time.Now().Add(20*time.Second + 300*time.Millisecond)
				go func() {
					time.Sleep(time.Until(decided))
					noerr.Want(t, noerr.Of(by.Operator(context.Background(), r.ID, request.Denied, "ops", "no")))
				}()
				got, err := d.svc.Wait(t.Context(), r.ID, time.Minute)
				if late := time.Since(decided); err != nil || got.State != request.Denied || late < c.least || late > c.most {
					t.Errorf("%s after %s, %v", got.State, late, err)
				}
				synctest.Wait()
			})
		})
	}
	onDesk(t, documents, func(t *testing.T, d *desk) {
		r := d.outside(deploy())
		began := time.Now()
		if got, err := d.svc.Wait(t.Context(), r.ID, 30*time.Second); err != nil || got.State != request.Pending || time.Since(began) != 30*time.Second {
			t.Errorf("nobody decides: %s after %s, %v", got.State, time.Since(began), err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if got, err := d.svc.Wait(ctx, r.ID, time.Minute); err != nil || got.State != request.Pending {
			t.Errorf("a wait that is cut off: %s, %v", got.State, err)
		}
		if _, err := d.svc.Wait(t.Context(), "apr_none", time.Minute); !errors.Is(err, request.ErrNotFound) {
			t.Errorf("an unknown id: %v", err)
		}
	})
}
