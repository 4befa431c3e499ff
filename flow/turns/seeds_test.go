package turns_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/adapters"
	"bridge/agents"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/flow/states"
	"bridge/flow/surfaces"
	"bridge/flow/turns"
)

// part reads a part as an agent writes it.
func part(t *testing.T, s string) envelope.Part {
	t.Helper()
	var p envelope.Part
	must(t, json.Unmarshal([]byte(s), &p))
	return p
}

// lines is each part as "type text-or-data", with who says it.
func lines(parts []envelope.Part) (out []string) {
	for _, p := range parts {
		s := string(p.Type) + " " + p.Text + string(p.Data)
		var from string
		if p.Meta("from", &from) {
			s += " from " + from
		}
		out = append(out, s)
	}
	return out
}

// call is what the desk, a system, sends.
func deskCall(id, text string) message.Inbound {
	return message.Inbound{
		Channel: "desk", ExternalID: id, Class: message.Human, From: "webhook:desk", Trust: message.Verified, ReceivedAt: time.Now(),
		Conversation: "one", Parts: []envelope.Part{envelope.TextPart(envelope.Response, text)},
	}
}

// answer is the envelope that the caller of a turn gets.
func (e *engine) answer(id message.TurnID) (string, []string) {
	e.t.Helper()
	got, found, err := e.view.Turn(context.Background(), id)
	must(e.t, err)
	if !found || got.Envelope == nil {
		return got.State, nil
	}
	var env envelope.Envelope
	must(e.t, json.Unmarshal(got.Envelope, &env))
	return got.State, lines(env.Parts)
}

// team is agents by name; each call is noted as "name: parts".
type team struct {
	mu    sync.Mutex
	calls []string
	keys  []string
}

func (m *team) of(say map[string]func(agents.Call) iter.Seq2[envelope.Update, error]) map[string]turns.Agent {
	all := map[string]turns.Agent{}
	for name, f := range say {
		all[name] = turns.Agent{Timeout: time.Minute, MaxConcurrent: 4, Agent: agentFunc(func(_ context.Context, c agents.Call) iter.Seq2[envelope.Update, error] {
			m.mu.Lock()
			defer m.mu.Unlock()
			m.calls = append(m.calls, name+": "+strings.Join(lines(c.Parts), " | "))
			m.keys = append(m.keys, strings.ReplaceAll(c.Key, c.Meta.TurnID, "TURN"))
			return f(c)
		})}
	}
	return all
}

func passTo(name string, parts ...envelope.Part) iter.Seq2[envelope.Update, error] {
	return say(envelope.Update{State: envelope.Passed, PassTo: name, Parts: parts})
}

// An agent hands its turn over: the other one gets the message and what the first says to
// agents, its answer is the turn's, and people hear that alone.
func TestPassTo(t *testing.T) {
	var m team
	var meanwhile func(turn string)
	o := setup{agents: m.of(map[string]func(agents.Call) iter.Seq2[envelope.Update, error]{
		"assistant": func(agents.Call) iter.Seq2[envelope.Update, error] {
			return passTo("travel", text("Over to travel."), part(t, `{"data":{"city":"Rome"},"partType":"domain-data"}`),
				part(t, `{"text":"dense","partType":"llm-context"}`), part(t, `{"data":{"trip.booking":"held"},"partType":"setState"}`),
				part(t, `{"text":"secret thoughts","partType":"reasoning-trace"}`), part(t, `{"text":"…","partType":"thinking"}`))
		},
		"travel": func(c agents.Call) iter.Seq2[envelope.Update, error] {
			meanwhile(c.Meta.TurnID)
			return say(update(envelope.Complete, text("Two flights.")))
		},
	}), peer: &envelope.Peer{}}
	travel := o.agents["travel"]
	travel.Consumes = []envelope.Type{envelope.LLMContext}
	o.agents["travel"] = travel
	run(t, o, func(t *testing.T, e *engine) {
		meanwhile = func(turn string) {
			if state, parts := e.answer(message.TurnID(turn)); state != "awaiting" || parts != nil {
				t.Errorf("between the two it is %s with %q", state, parts)
			}
		}
		id := e.deliver(mail(eve, "m1", "to Rome")).Turn
		e.settle()
		want(t, "mails", e.texts(eve), []string{"Two flights."})
		want(t, "calls", m.calls, []string{
			"assistant: response to Rome",
			`travel: response to Rome | response Over to travel. from assistant | llm-context dense from assistant | domain-data {"city":"Rome"} from assistant | setState {"trip.booking":"held"} from assistant`,
		})
		want(t, "keys", m.keys, []string{"TURN", "TURN.pass.1"})
		steps := e.steps(id)
		if len(steps) != 2 || steps[0].PassTo != "travel" || steps[1].Key != "pass.1" || steps[1].State != envelope.Complete {
			t.Errorf("steps %+v", steps)
		}
		// A system gets the answer of the last one, and hears of no end before.
		desk := e.deliver(deskCall("d1", "to Rome")).Turn
		e.settle()
		state, parts := e.answer(desk)
		want(t, state, parts, []string{"response Two flights."})
		want(t, "dead letters", e.letters(), nil)
	})
}

// The turn that is handed over goes on before the next message of its session.
func TestPassToKeepsOrder(t *testing.T) {
	var m team
	o := setup{agents: m.of(map[string]func(agents.Call) iter.Seq2[envelope.Update, error]{
		"assistant": func(agents.Call) iter.Seq2[envelope.Update, error] { return passTo("other") },
		"other": func(c agents.Call) iter.Seq2[envelope.Update, error] {
			return say(update(envelope.Complete, c.Parts...))
		},
	})}
	run(t, o, func(t *testing.T, e *engine) {
		e.deliver(mail(eve, "m1", "one"))
		e.deliver(in(mail(eve, "m2", "two"), "m1"))
		e.settle()
		want(t, "calls", m.calls, []string{"assistant: response one", "other: response one", "assistant: response two", "other: response two"})
		want(t, "mails", e.texts(eve), []string{"one", "two"})
	})
}

func TestPassToNobody(t *testing.T) {
	for _, c := range []struct{ name, to, detail string }{
		{"unknown", "nobody", `passTo names "nobody", and there is no such agent`},
		{"itself", "assistant", "passTo names the agent itself"},
		{"round and round", "other", "the turn was handed over 8 times already"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var m team
			o := setup{agents: m.of(map[string]func(agents.Call) iter.Seq2[envelope.Update, error]{
				"assistant": func(agents.Call) iter.Seq2[envelope.Update, error] { return passTo(c.to) },
				"other":     func(agents.Call) iter.Seq2[envelope.Update, error] { return passTo("assistant") },
			})}
			run(t, o, func(t *testing.T, e *engine) {
				id := e.deliver(mail(eve, "m1", "hi")).Turn
				e.settle()
				want(t, "mails", e.texts(eve), []string{failure})
				steps := e.steps(id)
				if last := steps[len(steps)-1]; last.Failure != "agent_answer" || last.Detail != c.detail {
					t.Errorf("the last of %d steps: %+v", len(steps), last)
				}
				want(t, "dead letters", e.letters(), []string{"inbox agent_answer"})
			})
		})
	}
}

// Who watches a turn that is handed over hears of no end before the last one, and nothing of
// what the first one said; an agent that watches gets the setState.
func TestPassToIsWatched(t *testing.T) {
	var m team
	o := setup{peer: &envelope.Peer{}, agents: m.of(map[string]func(agents.Call) iter.Seq2[envelope.Update, error]{
		"assistant": func(agents.Call) iter.Seq2[envelope.Update, error] { return passTo("other", text("yours")) },
		"other": func(agents.Call) iter.Seq2[envelope.Update, error] {
			return say(update(envelope.Complete, text("mine"), part(t, `{"data":{"a.b":"c"},"partType":"setState"}`)))
		},
	})}
	run(t, o, func(t *testing.T, e *engine) {
		for _, c := range []struct {
			ch   message.Inbound
			want []string
		}{
			{deskCall("d1", "hi"), []string{"response", "setState", "settled"}},
			{mail(eve, "m1", "hi"), []string{"response", "settled"}},
		} {
			id := e.deliver(c.ch).Turn
			var got []string
			for ev, err := range e.view.Follow(t.Context(), id, adapters.Watch{Transport: "sse"}) {
				must(t, err)
				got = append(got, ev.Type)
			}
			if n := slices.Index(got, "reset"); n >= 0 { // what the first one said was seen, and is taken back
				got = got[n+1:]
			}
			want(t, string(c.ch.Channel), got, c.want)
			e.settle()
		}
	})
}

// Who takes over may ask for an approval; the decision is its, and a crash anywhere calls each
// agent with one key for each step.
func TestPassToAndApproval(t *testing.T) {
	var m team
	o := setup{agents: m.of(map[string]func(agents.Call) iter.Seq2[envelope.Update, error]{
		"assistant": func(agents.Call) iter.Seq2[envelope.Update, error] { return passTo("billing") },
		"billing": func(c agents.Call) iter.Seq2[envelope.Update, error] {
			if c.Parts[0].Type == envelope.ApprovalResponse {
				return say(update(envelope.Complete, text("Refunded.")))
			}
			return say(update(envelope.Suspended, ask("r1", "refund", `{"amount":40}`)))
		},
	})}
	run(t, o, func(t *testing.T, e *engine) {
		e.deliver(mail(eve, "m1", "refund please"))
		e.settle()
		e.reopen()
		e.deliver(in(mail(dana, "m2", "YES "+e.code(dana, "refund")), "m1"))
		e.settle()
		texts := e.texts(eve)
		if len(texts) != 2 || texts[1] != "Refunded." {
			t.Errorf("mails %q", texts)
		}
		var who []string
		for i, c := range m.calls {
			name, _, _ := strings.Cut(c, ":")
			who = append(who, name+" "+strings.Split(m.keys[i], "_")[0])
		}
		want(t, "calls", who, []string{"assistant TURN", "billing TURN.pass.1", "billing TURN.apr"})
		want(t, "dead letters", e.letters(), nil)
	})
}

func machines(t *testing.T) *states.Machines {
	t.Helper()
	list, err := states.Parse([]byte(`{"trip":{"allowHandlerTransitions":true,"coordinates":{
		"booking":{"initial":"open","transitions":{"open":["held"],"held":["booked"]}},"seat":{"initial":"none","transitions":{"none":["1A"]}}}}}`))
	must(t, err)
	m, ps := states.New(list)
	if m == nil {
		t.Fatal(ps)
	}
	return m
}

// setState moves the state of a session once, whole or not at all, is never delivered to
// people, and what is refused is counted, kept, and told to the agent with its next call.
func TestSetState(t *testing.T) {
	const set = `{"data":%s,"partType":"setState"}`
	var calls []string
	patches := map[string][]string{
		"one":   {`{"trip.booking":"held"}`},
		"two":   {`{"trip.booking":"booked","trip.seat":"9Z"}`, `{"trip.seat":"1A"}`},
		"three": {`{"nodots":5}`},
	}
	fails := false
	o := setup{states: machines(t), peer: &envelope.Peer{}, agent: func(_ context.Context, c agents.Call) iter.Seq2[envelope.Update, error] {
		calls = append(calls, strings.Join(lines(c.Parts), " | "))
		said := []envelope.Part{text("ok")}
		for _, p := range patches[c.Parts[0].Text] {
			said = append(said, part(t, fmt.Sprintf(set, p)))
		}
		if fails {
			return fail(&agents.Error{Code: "http_422", Err: errors.New("no")}, update(envelope.Awaiting, said...))
		}
		return say(update(envelope.Complete, said...))
	}}
	run(t, o, func(t *testing.T, e *engine) {
		state := func(id message.TurnID) states.State {
			turn, _, err := e.store.Turn(t.Context(), id)
			must(t, err)
			return turn.Coordinates
		}
		is := func(what string, id message.TurnID, want states.State) {
			t.Helper()
			if got := state(id); !maps.Equal(got, want) {
				t.Errorf("%s: %v, want %v", what, got, want)
			}
		}
		one := e.deliver(deskCall("d1", "one")).Turn
		e.settle()
		is("one", one, states.State{"trip.booking": "held"})
		_, parts := e.answer(one)
		want(t, "an agent gets it verbatim", parts, []string{"response ok", `setState {"trip.booking":"held"}`})

		two := e.deliver(deskCall("d2", "two")).Turn
		e.settle()
		is("all of one part or nothing", two, states.State{"trip.booking": "held", "trip.seat": "1A"})
		e.reopen()
		three := e.deliver(deskCall("d3", "three")).Turn
		e.settle()
		is("three", three, states.State{"trip.booking": "held", "trip.seat": "1A"})
		fails = true
		four := e.deliver(deskCall("d4", "one")).Turn // not a valid transition now; the call fails
		e.settle()
		is("a failed call moves nothing", four, states.State{"trip.booking": "held", "trip.seat": "1A"})
		fails = false
		e.deliver(deskCall("d5", "hi"))
		e.deliver(deskCall("d6", "hi"))
		e.settle()
		why := `setState was refused: trip.seat is "none", from where it may become 1A: not "9Z"`
		malformed := `setState was refused: data has the key "nodots", not component.coordinate`
		want(t, "calls", calls, []string{"response one", "response two", "response three | error " + why, "response one | error " + malformed, "response hi | error " + malformed, "response hi"})
		want(t, "audited", e.audited, []string{"setState refused: " + strings.TrimPrefix(why, "setState was refused: "), "setState refused: " + strings.TrimPrefix(malformed, "setState was refused: ")})
		if e.refused != 2 {
			t.Errorf("%d counted", e.refused)
		}
		_, parts = e.answer(three)
		want(t, "what cannot be read is no setState", parts, []string{"response ok"})
		if steps := e.steps(two); len(steps) != 1 || len(steps[0].Audit) != 2 {
			t.Errorf("the record: %+v", steps)
		}
	})
}

// The state is a session's: people's threads do not share it, and their mails never show it.
func TestSetStateOfPeople(t *testing.T) {
	o := setup{states: machines(t), agent: func(context.Context, agents.Call) iter.Seq2[envelope.Update, error] {
		return say(update(envelope.Complete, text("ok"), part(t, `{"data":{"trip.booking":"held"},"partType":"setState"}`)))
	}}
	run(t, o, func(t *testing.T, e *engine) {
		a, b := e.deliver(mail(eve, "m1", "a")).Turn, e.deliver(mail(eve, "m2", "b")).Turn
		e.settle()
		for _, id := range []message.TurnID{a, b} {
			if turn, _, err := e.store.Turn(t.Context(), id); err != nil || turn.Coordinates["trip.booking"] != "held" || len(turn.Refused) != 0 {
				t.Errorf("%+v, %v", turn, err)
			}
		}
		want(t, "mails", e.texts(eve), []string{"ok", "ok"})
	})
}

func templates(t *testing.T) surfaces.Templates {
	t.Helper()
	f, err := surfaces.Parse([]byte(`[{"id":"root","component":"Text","text":{"path":"/city"}}]`))
	must(t, err)
	return surfaces.Templates{"trip": f}
}

// kinds are the types of parts.
func kindsOf(parts []string) (out []string) {
	for _, p := range parts {
		kind, _, _ := strings.Cut(p, " ")
		out = append(out, kind)
	}
	return out
}

// Data of a kind with a template has its surface; people read it where there is no text. An
// approval-request goes out with its card.
func TestSurfaces(t *testing.T) {
	o := setup{surfaces: templates(t), agent: func(_ context.Context, c agents.Call) iter.Seq2[envelope.Update, error] {
		data := part(t, `{"data":{"city":"Rome"},"metadata":{"partType":"domain-data","kind":"trip"}}`)
		switch c.Parts[0].Text {
		case "own":
			return say(update(envelope.Complete, data, part(t, `{"data":[],"partType":"a2ui-surface"}`)))
		case "ask":
			return say(update(envelope.Suspended, ask("r1", "refund", `{"amount":40}`)))
		case "clarify":
			return say(update(envelope.Clarifying, part(t, `{"text":"Which?","partType":"clarify"}`), data))
		}
		return say(update(envelope.Complete, data))
	}}
	run(t, o, func(t *testing.T, e *engine) {
		for in, types := range map[string][]string{
			"trip": {"domain-data", "a2ui-surface"}, "own": {"domain-data", "a2ui-surface"},
			"ask": {"approval-request", "a2ui-surface"}, "clarify": {"clarify"},
		} {
			desk := deskCall(in, in)
			desk.Conversation = in
			id := e.deliver(desk).Turn
			e.settle()
			_, parts := e.answer(id)
			want(t, in, kindsOf(parts), types)
			if in == "ask" && !strings.Contains(parts[1], `"context":{"approvalId":"r1","decision":"granted"}`) {
				t.Errorf("the card: %s", parts[1])
			}
		}
		e.deliver(mail(eve, "m1", "trip"))
		e.settle()
		want(t, "mails", e.texts(eve), []string{"Rome"})
	})
	mine, err := surfaces.Parse([]byte(`[{"id":"root","component":"Text","text":"May we?"}]`))
	must(t, err)
	o.surfaces = surfaces.Templates{surfaces.ApprovalRequest: mine}
	run(t, o, func(t *testing.T, e *engine) { // the operator's own in place of the card
		id := e.deliver(deskCall("ask", "ask")).Turn
		e.settle()
		if _, parts := e.answer(id); len(parts) != 2 || !strings.Contains(parts[1], "May we?") || strings.Contains(parts[1], `"Card"`) {
			t.Errorf("the surface: %s", parts)
		}
	})
}

// The translator is called once a step, only where somebody consumes what it writes, its text
// is kept with the step, and its failure leaves the part out.
func TestLLMContext(t *testing.T) {
	consumer := &envelope.Peer{Consumes: []envelope.Type{envelope.LLMContext}}
	for _, c := range []struct {
		name       string
		peer       *envelope.Peer
		said       []envelope.Part
		translator func(agents.Call) iter.Seq2[envelope.Update, error]
		want       []string // types
		calls      int
		counted    []bool
	}{
		{name: "made", peer: consumer, want: []string{"response", "domain-data", "llm-context"}, calls: 1, counted: []bool{true}},
		{name: "nobody asks", peer: &envelope.Peer{}, want: []string{"response", "domain-data"}},
		{name: "no agent", want: []string{"response", "domain-data"}},
		{name: "the agent wrote one", peer: consumer, said: []envelope.Part{text("Two flights."), part(t, `{"text":"mine","partType":"llm-context"}`)}, want: []string{"response", "llm-context"}},
		{name: "nothing to write of", peer: consumer, said: []envelope.Part{part(t, `{"text":"x","partType":"error"}`)}, want: []string{"error"}},
		{
			name: "it fails", peer: consumer, want: []string{"response", "domain-data"}, calls: 1, counted: []bool{false},
			translator: func(agents.Call) iter.Seq2[envelope.Update, error] {
				return fail(&agents.Error{Code: "http_500", Retry: true, Err: errors.New("no")})
			},
		},
		{
			name: "it says nothing", peer: consumer, want: []string{"response", "domain-data"}, calls: 1, counted: []bool{false},
			translator: func(agents.Call) iter.Seq2[envelope.Update, error] { return say(update(envelope.Complete)) },
		},
		{
			name: "it takes too long", peer: consumer, want: []string{"response", "domain-data"}, calls: 1, counted: []bool{false},
			translator: func(agents.Call) iter.Seq2[envelope.Update, error] {
				return func(yield func(envelope.Update, error) bool) {
					time.Sleep(2 * time.Minute)
					yield(update(envelope.Complete, text("late")), nil)
				}
			},
		},
		{
			name: "it panics", peer: consumer, want: []string{"response", "domain-data"}, calls: 1, counted: []bool{false},
			translator: func(agents.Call) iter.Seq2[envelope.Update, error] { panic("theirs") },
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			said := c.said
			if said == nil {
				said = []envelope.Part{text("Two flights."), part(t, `{"data":{"n":2},"partType":"domain-data"}`)}
			}
			if c.translator == nil {
				c.translator = func(agents.Call) iter.Seq2[envelope.Update, error] {
					return say(update(envelope.Complete, text("Two, of which one is cheap.")))
				}
			}
			calls := 0
			var m team
			o := setup{peer: c.peer, translator: turns.Translator{Agent: "analyst", Timeout: 30 * time.Second}, agents: m.of(map[string]func(agents.Call) iter.Seq2[envelope.Update, error]{
				"assistant": func(agents.Call) iter.Seq2[envelope.Update, error] { return say(update(envelope.Complete, said...)) },
				"analyst": func(call agents.Call) iter.Seq2[envelope.Update, error] {
					calls++
					if call.Meta.Purpose != agents.PurposeLLMContext {
						t.Errorf("asked for %q", call.Meta.Purpose)
					}
					return c.translator(call)
				},
			})}
			run(t, o, func(t *testing.T, e *engine) {
				id := e.deliver(deskCall("d1", "hi")).Turn
				e.settle()
				_, parts := e.answer(id)
				want(t, "parts", kindsOf(parts), c.want)
				e.reopen()
				e.settle()
				_, again := e.answer(id)
				want(t, "later", again, parts)
				if calls != c.calls || !slices.Equal(e.translated, c.counted) {
					t.Errorf("%d calls, counted %v", calls, e.translated)
				}
				want(t, "dead letters", e.letters(), nil)
			})
		})
	}
}
