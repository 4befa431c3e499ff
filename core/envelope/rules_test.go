package envelope

import (
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"bridge/internal/noerr"
)

// The subtests name the rules of the Beach checklist (seeds 000 to 002).

func TestEnvelopeRules(t *testing.T) {
	t.Run("E1 an envelope is a stream of typed parts with a settlement marker", func(t *testing.T) {
		a := NewAssembler(newRegistry(t), Carried{})
		for i, line := range []string{update("awaiting", respHi), update("", dataA), update("complete")} {
			if a.Done() {
				t.Fatalf("settled before the marker, at update %d", i)
			}
			u, err := DecodeUpdate([]byte(line), i)
			noerr.Must(t, err)
			noerr.Must(t, a.Apply(u))
		}
		if !a.Done() {
			t.Error("not settled after the marker")
		}
		res := a.End(0)
		wantState(t, res, Complete, "")
		wantParts(t, "parts", res.Parts, respHi, dataA)
	})
	t.Run("E2 a part has content and metadata.partType, read and written in both places", func(t *testing.T) {
		for _, in := range []string{
			`{"text":"hi","metadata":{"partType":"response"}}`,
			`{"partType":"response","text":"hi"}`,
			`{"partType":"response","text":"hi","metadata":{}}`,
		} {
			wantParts(t, in, []Part{decodePart(t, in)}, respHi)
		}
	})
	t.Run("E3 full shape, eventId for turnId", func(t *testing.T) {
		const seed = `{"role":"agent","parts":[` + dataA + `,` + analysis + `],"meta":{"sessionId":"sess_abc123","turnId":"turn_xyz789","producedAt":"2026-04-20T09:50:00Z","finalizedBy":"complete"}}`
		var e, newer Envelope
		noerr.Must(t, json.Unmarshal([]byte(seed), &e))
		want := Meta{SessionID: "sess_abc123", TurnID: "turn_xyz789", ProducedAt: time.Date(2026, 4, 20, 9, 50, 0, 0, time.UTC), FinalizedBy: Complete}
		if e.Role != "agent" || e.Meta != want {
			t.Errorf("read %q %+v, want agent %+v", e.Role, e.Meta, want)
		}
		out, err := json.Marshal(e)
		if got := strings.Replace(beside.ReplaceAllString(string(out), "}"), `"eventId":"turn_xyz789",`, "", 1); err != nil || got != seed {
			t.Errorf("wrote %s (%v)\nwant  %s", out, err, seed)
		}
		if !strings.Contains(string(out), `"turnId":"turn_xyz789","eventId":"turn_xyz789"`) {
			t.Errorf("wrote %s: without both names of the turn", out)
		}
		noerr.Must(t, json.Unmarshal([]byte(strings.Replace(seed, "turnId", "eventId", 1)), &newer))
		if !reflect.DeepEqual(newer, e) {
			t.Errorf("with eventId: %+v, want %+v", newer, e)
		}
	})
	t.Run("E4 the canonical three", func(t *testing.T) {
		res := run(t, update("complete", dataA, analysis, surface))
		wantParts(t, "parts", res.Parts, dataA, analysis, surface)
	})
	t.Run("E5 domain-data is unchanged", func(t *testing.T) {
		// Number forms, order, white space, escapes and a doubled name all survive.
		raw := `{"z": 1.50, "a":1e2,  "big":12345678901234567890, "s":"\u00e9<&>", "z":2}`
		res := run(t, `{"parts":[{"data":`+raw+`,"metadata":{"partType":"domain-data"}}],"conversationState":"complete"}`)
		if len(res.Parts) != 1 || string(res.Parts[0].Data) != raw {
			t.Errorf("data = %s, want %s", res.Parts[0].Data, raw)
		}
	})
	t.Run("E6 settles on complete under either name", func(t *testing.T) {
		for _, name := range []string{"conversationState", "turnState"} {
			res := run(t, `{"parts":[`+respHi+`],"`+name+`":"complete"}`, update("", ackText))
			wantState(t, res, Complete, "")
		}
	})
	t.Run("E7 seven states, an open registry, passTo only with passed", func(t *testing.T) {
		s := newRegistry(t).States()
		want := map[State]StateRule{
			Awaiting:   {Awaiting, false, false, true},
			Complete:   {Complete, true, true, false},
			Clarifying: {Clarifying, true, false, false},
			Failed:     {Failed, true, false, false},
			Suspended:  {Suspended, false, false, true},
			Delegated:  {Delegated, false, false, true},
			Passed:     {Passed, true, false, false},
		}
		if !reflect.DeepEqual(s.rules, want) {
			t.Errorf("states = %+v, want %+v", s.rules, want)
		}
		open, err := newStates(StateRule{State: "handed-over", IsTerminal: true, EmitsEnvelope: true})
		noerr.Must(t, err)
		res := runOn(t, NewAssembler(newRegistry(t).WithStates(open), Carried{}), 0, update("handed-over", dataA))
		wantState(t, res, "handed-over", "")
		wantParts(t, "parts", res.Parts, dataA)

		res = run(t, `{"parts":[],"conversationState":"passed","passTo":"sally"}`)
		wantState(t, res, Passed, "")
		if res.PassTo != "sally" {
			t.Errorf("PassTo = %q", res.PassTo)
		}
		if _, err := DecodeUpdate([]byte(`{"parts":[],"conversationState":"complete","passTo":"sally"}`), 0); err == nil {
			t.Error("passTo with complete was taken")
		}
	})
	t.Run("E8 the envelope is built on complete only", func(t *testing.T) {
		for _, state := range []string{"clarifying", "error", "passed"} {
			res := run(t, update(state, respHi, dataA))
			wantState(t, res, State(state), "")
			wantParts(t, state, res.Parts, respHi)
			wantParts(t, state+", for the record", res.Audit, dataA)
		}
		res := run(t, update("suspended", respHi, dataA, askApr))
		wantParts(t, "suspended", res.Parts, respHi)
		wantParts(t, "carried", res.Carried.Parts, dataA)
	})
	t.Run("E9 a conversation without data has the response only", func(t *testing.T) {
		res := run(t, update("complete", respHi))
		wantParts(t, "parts", res.Parts, respHi)
	})
	t.Run("E10 no surface comes from nowhere", func(t *testing.T) {
		res := run(t, update("complete", dataA, analysis))
		wantTypes(t, "parts", res.Parts, DomainData, LLMContext)
	})
	t.Run("E11 a progress-only turn is allowed", func(t *testing.T) {
		res := run(t, update("awaiting", `{"data":{"done":1},"metadata":{"partType":"progress"}}`), update("complete"))
		wantState(t, res, Complete, "")
		wantTypes(t, "parts", res.Parts)
	})
	t.Run("E12 a suspended turn pauses and settles only after the decision", func(t *testing.T) {
		// The agent says complete; the request says otherwise.
		first := run(t, update("", respHi, dataA), update("complete", askApr))
		wantState(t, first, Suspended, "")
		wantParts(t, "requests", first.Requests, askApr)
		wantParts(t, "waiting notice", first.Parts, respHi)

		stored, err := json.Marshal(first.Carried)
		noerr.Must(t, err)
		var carried Carried
		noerr.Must(t, json.Unmarshal(stored, &carried))
		second := runOn(t, NewAssembler(newRegistry(t), carried), 0,
			update("complete", `{"text":"done","metadata":{"partType":"response"}}`, `{"data":{"b":2},"metadata":{"partType":"domain-data"}}`))
		wantState(t, second, Complete, "")
		wantParts(t, "after the decision", second.Parts,
			`{"data":{"a":1,"b":2},"metadata":{"partType":"domain-data"}}`,
			`{"text":"done","metadata":{"partType":"response"}}`)
	})
	t.Run("E13 the data of a turn is collected into one domain-data object", func(t *testing.T) {
		res := run(t, update("", dataA), update("", respHi),
			update("", `{"data":{"b":{"x":1},"a":2},"metadata":{"partType":"domain-data"}}`),
			update("complete", `{"data":{"b":{"y":1},"n":null},"metadata":{"partType":"domain-data"}}`, `{"data":[1],"metadata":{"partType":"domain-data"}}`))
		wantParts(t, "parts", res.Parts,
			dataA, respHi,
			`{"data":{"b":{"x":1},"a":2},"metadata":{"partType":"domain-data"}}`,
			`{"data":{"b":{"y":1},"n":null},"metadata":{"partType":"domain-data"}}`,
			`{"data":[1],"metadata":{"partType":"domain-data"}}`)
		one := run(t, update("", dataA, respHi), update("complete", `{"data":{"b":{"x":1},"a":1},"metadata":{"partType":"domain-data"}}`))
		filled := run(t, update("", `{"data":{"a":[ ],"b":{},"c":null,"d":""},"metadata":{"partType":"domain-data"}}`), update("complete", `{"data":{"a":[1],"b":2,"c":3,"d":4},"metadata":{"partType":"domain-data"}}`))
		wantParts(t, "what was empty is filled in", filled.Parts, `{"data":{"a":[1],"b":2,"c":3,"d":4},"metadata":{"partType":"domain-data"}}`)
		flights, hotels := `{"data":{"flights":[1]},"metadata":{"partType":"domain-data","kind":"flights"}}`, `{"data":{"hotels":[2]},"metadata":{"partType":"domain-data","kind":"hotels"}}`
		kinds := run(t, update("", flights, hotels, dataA), update("complete", `{"data":{"to":"CFU"},"metadata":{"partType":"domain-data","kind":"flights"}}`))
		wantParts(t, "of each kind, which has a surface of its own", kinds.Parts,
			`{"data":{"flights":[1],"to":"CFU"},"metadata":{"partType":"domain-data","kind":"flights"}}`, hotels, dataA)
		wantParts(t, "no name twice", one.Parts, `{"data":{"a":1,"b":{"x":1}},"metadata":{"partType":"domain-data"}}`, respHi)
	})
}

func TestPartTypeRules(t *testing.T) {
	t.Run("P1 P2 the canonical types are registered", func(t *testing.T) {
		r := newRegistry(t)
		core := []Type{"ack", "thinking", "response", "clarify", "error"}
		protocol := []Type{
			"domain-data", "llm-context", "a2ui-surface", "artifact", "reasoning-trace",
			"citation", "approval-request", "approval-response", "progress", "setState",
		}
		for _, name := range append(core, protocol...) {
			if reg, ok := r.Lookup(name); !ok || reg.Type != name {
				t.Errorf("%q is not registered", name)
			}
		}
		if len(r.types) != len(core)+len(protocol) {
			t.Errorf("%d types are registered, want %d", len(r.types), len(core)+len(protocol))
		}
	})
	t.Run("P3 an open set, unique, payload not validated, unregistered types kept and reported", func(t *testing.T) {
		if _, err := NewRegistry(Registration{Type: "ta.map"}, Registration{Type: "ta.map"}); err == nil || !strings.Contains(err.Error(), `"ta.map" is registered already`) {
			t.Errorf("twice: %v", err)
		}
		r := newRegistry(t, Registration{Type: "ta.map"})
		odd := `{"data":17,"metadata":{"partType":"ta.map"}}`
		strange := `{"data":{"x":1},"metadata":{"partType":"zz.new"}}`
		res := runOn(t, NewAssembler(r, Carried{}), 0, update("complete", odd, strange, strange))
		wantParts(t, "parts", res.Parts, odd, strange, strange)
		if !slices.Equal(res.Unregistered, []Type{"zz.new"}) {
			t.Errorf("Unregistered = %q", res.Unregistered)
		}
		wantTypes(t, "to a human", r.Deliver(res.Parts, Destination{Transport: "email"}), "ta.map", "zz.new", "zz.new")
		wantTypes(t, "to a peer", r.Deliver(res.Parts, Destination{Transport: "a2a", Peer: true}), "ta.map")
		wantTypes(t, "to a peer that lists it", r.Deliver(res.Parts, Destination{Transport: "a2a", Peer: true, Consumes: []Type{"zz.new"}}), "ta.map", "zz.new", "zz.new")
	})
	t.Run("P4 custom types are named slug.type-name, all mistakes at once", func(t *testing.T) {
		newRegistry(t, Registration{Type: "ta.itinerary-slot-state"}, Registration{Type: "baxter.task-board2"})
		bad := []Type{"map", "Ta.map", "ta.", ".map", "ta.-map", "ta.map.x", "ta.m p", "response", ""}
		var regs []Registration
		for _, name := range bad {
			regs = append(regs, Registration{Type: name})
		}
		_, err := NewRegistry(regs...)
		if err == nil {
			t.Fatal("no error")
		}
		for _, name := range bad {
			if !strings.Contains(err.Error(), "part type "+shown(string(name))) {
				t.Errorf("%q is not among the mistakes:\n%v", name, err)
			}
		}
	})
	t.Run("P5 a registration has rules, transports and requiresPeerConsumes", func(t *testing.T) {
		in := Registration{Type: "ta.map", Streaming: RuleFlush, Buffered: RuleDrop, AllowedTransports: []string{"sse", "a2a"}, RequiresPeerConsumes: true}
		got, ok := newRegistry(t, in).Lookup("ta.map")
		if !ok || !reflect.DeepEqual(got, in) {
			t.Errorf("Lookup = %+v, %v", got, ok)
		}
		got, _ = newRegistry(t, Registration{Type: "ta.map"}).Lookup("ta.map")
		if got.Streaming != RuleFlush || got.Buffered != RuleSettle {
			t.Errorf("default rules %q, %q", got.Streaming, got.Buffered)
		}
		_, err := NewRegistry(Registration{Type: "ta.map", Streaming: "inbound", AllowedTransports: []string{"E Mail"}})
		if err == nil || !strings.Contains(err.Error(), `"inbound" is not a delivery rule`) || !strings.Contains(err.Error(), `"E Mail" is not a transport name`) {
			t.Errorf("error %v", err)
		}
	})
	custom := Registration{Type: "ta.map", Streaming: RuleFlush, Buffered: RuleSettle, AllowedTransports: []string{"sse", "a2a"}, RequiresPeerConsumes: true}
	p := []Part{TextPart("ta.map", "x"), TextPart(DomainData, "d"), TextPart(LLMContext, "c")}
	t.Run("P6 allowedTransports excludes the others", func(t *testing.T) {
		r := newRegistry(t, custom)
		wantTypes(t, "sse", r.Deliver(p, Destination{Class: Streaming, Transport: "sse"}), "ta.map", DomainData)
		wantTypes(t, "email", r.Deliver(p, Destination{Transport: "email"}), DomainData)
		wantTypes(t, "unnamed", r.Deliver(p, Destination{}), DomainData)
	})
	t.Run("P7 requiresPeerConsumes suppresses for peers that do not list the type", func(t *testing.T) {
		r := newRegistry(t, custom)
		wantTypes(t, "not listed", r.Deliver(p, Destination{Transport: "a2a", Peer: true, Consumes: []Type{LLMContext}}), DomainData, LLMContext)
		wantTypes(t, "listed", r.Deliver(p, Destination{Transport: "a2a", Peer: true, Consumes: []Type{"ta.map"}}), "ta.map", DomainData)
	})
	t.Run("P8 llm-context goes to peers that consume it, never to humans", func(t *testing.T) {
		r := newRegistry(t)
		wantTypes(t, "human", r.Deliver(p[2:], Destination{Transport: "email", Consumes: []Type{LLMContext}}))
		wantTypes(t, "other peer", r.Deliver(p[2:], Destination{Transport: "a2a", Peer: true}))
		wantTypes(t, "peer", r.Deliver(p[2:], Destination{Transport: "a2a", Peer: true, Consumes: []Type{LLMContext}}), LLMContext)
	})
	t.Run("P9 an artifact is a reference", func(t *testing.T) {
		want := ArtifactRef{ArtifactID: "art_1", URL: "https://x/y", Filename: "a.csv", MediaType: "text/csv", SizeBytes: 12}
		for _, in := range []string{
			`{"url":"https://x/y","filename":"a.csv","mediaType":"text/csv","metadata":{"partType":"artifact","artifactId":"art_1","sizeBytes":12}}`,
			`{"data":{"artifactId":"art_1","mimeType":"text/csv","sizeBytes":12,"filename":"a.csv","url":"https://x/y"},"metadata":{"partType":"artifact"}}`,
		} {
			if got, ok := decodePart(t, in).ArtifactRef(); !ok || got != want {
				t.Errorf("%s: %+v, %v", in, got, ok)
			}
		}
		wantParts(t, "written", []Part{ArtifactPart(want)},
			`{"url":"https://x/y","filename":"a.csv","mediaType":"text/csv","metadata":{"partType":"artifact","artifactId":"art_1","sizeBytes":12}}`)
		for _, in := range []string{
			`{"raw":"aGk=","metadata":{"partType":"artifact"}}`,
			`{"data":{"mimeType":"text/csv"},"metadata":{"partType":"artifact"}}`,
			`{"data":{"artifactId":"art_1"},"metadata":{"partType":"domain-data"}}`,
		} {
			if got, ok := decodePart(t, in).ArtifactRef(); ok {
				t.Errorf("%s is a reference: %+v", in, got)
			}
		}
	})
	t.Run("P10 a citation is bound to a path in domain-data and travels with it", func(t *testing.T) {
		cite := `{"text":"Timetable 2026","metadata":{"partType":"citation","path":"/flights/0"}}`
		inData := decodePart(t, `{"data":{"path":"/a","url":"https://x"},"metadata":{"partType":"citation"}}`)
		if got := decodePart(t, cite).CitationPath(); got != "/flights/0" {
			t.Errorf("path %q", got)
		}
		if got := inData.CitationPath(); got != "/a" {
			t.Errorf("path in data %q", got)
		}
		if got := decodePart(t, `{"data":{"path":"/a"},"metadata":{"partType":"domain-data"}}`).CitationPath(); got != "" {
			t.Errorf("domain-data has the citation path %q", got)
		}
		res := run(t, update("suspended", dataA, cite, askApr))
		wantParts(t, "carried", res.Carried.Parts, dataA, cite)
	})
	t.Run("P11 dispatch is on partType alone", func(t *testing.T) {
		// Payloads that look like other types stay what their type says.
		likeApproval := strings.Replace(askApr, "approval-request", "domain-data", 1)
		likeTrace := `{"text":"x","metadata":{"partType":"response","kind":"reasoning-trace"}}`
		res := run(t, update("complete", likeApproval, likeTrace))
		wantState(t, res, Complete, "")
		wantTypes(t, "parts", res.Parts, DomainData, Response)
		wantTypes(t, "requests", res.Requests)
	})
}

func TestDeliveryRules(t *testing.T) {
	r := newRegistry(t)
	human := Destination{Class: Buffered, Transport: "email"}
	ui := Destination{Class: Streaming, Transport: "sse"}
	for _, c := range []struct {
		rule                    string
		types                   []Type
		streaming, buffered     Rule
		toStreaming, toBuffered bool
	}{
		{"D1 ack, thinking, progress: flush, drop", []Type{Ack, Thinking, Progress}, RuleFlush, RuleDrop, true, false},
		{"D2 response: deltas, final value", []Type{Response}, RuleDeltas, RuleFinal, true, true},
		{"D3 domain-data: when available, at settlement", []Type{DomainData}, RuleFlush, RuleSettle, true, true},
		{"D4 a2ui-surface: each update, final state", []Type{A2UISurface}, RuleFlush, RuleFinal, true, true},
		{"D5 artifact: reference, bytes", []Type{Artifact}, RuleReference, RuleBytes, true, true},
		{"D6 llm-context: at settlement in both, not to humans", []Type{LLMContext}, RuleSettle, RuleSettle, false, false},
		{"D7 reasoning-trace: audit only", []Type{ReasoningTrace}, RuleAudit, RuleAudit, false, false},
		{"D8 clarify, error: flush in both", []Type{Clarify, ErrorPart}, RuleFlush, RuleFlush, true, true},
		{"D9 approval-request: flush in both", []Type{ApprovalRequest}, RuleFlush, RuleFlush, true, true},
		{"D10 approval-response: inbound only", []Type{ApprovalResponse}, RuleInbound, RuleInbound, false, false},
		{"D12 citation like domain-data", []Type{Citation}, RuleFlush, RuleSettle, true, true},
		{"D12 setState stripped", []Type{SetState}, RuleStrip, RuleStrip, false, false},
	} {
		t.Run(c.rule, func(t *testing.T) {
			for _, typ := range c.types {
				reg, _ := r.Lookup(typ)
				if reg.Streaming != c.streaming || reg.Buffered != c.buffered {
					t.Errorf("%s: rules %q, %q; want %q, %q", typ, reg.Streaming, reg.Buffered, c.streaming, c.buffered)
				}
				p := []Part{TextPart(typ, "x")}
				if got := len(r.Deliver(p, ui)) == 1; got != c.toStreaming {
					t.Errorf("%s streaming: delivered %v", typ, got)
				}
				if got := len(r.Deliver(p, human)) == 1; got != c.toBuffered {
					t.Errorf("%s buffered: delivered %v", typ, got)
				}
			}
		})
	}
	t.Run("D2 the buffered class gets the final value of the deltas", func(t *testing.T) {
		res := run(t, update("", `{"text":"Good ","metadata":{"partType":"response"}}`),
			update("complete", `{"text":"day","metadata":{"partType":"response","append":true}}`))
		wantParts(t, "parts", r.Deliver(res.Parts, human), `{"text":"Good day","metadata":{"partType":"response"}}`)
	})
	t.Run("P5 final: of a custom type only the last value, in the place of the first", func(t *testing.T) {
		board := func(data string) string { return `{"data":` + data + `,"metadata":{"partType":"ta.board"}}` }
		for rule, want := range map[Rule][]string{RuleFinal: {board("3"), respHi}, RuleSettle: {board("1"), respHi, board("2"), board("3")}} {
			reg := newRegistry(t, Registration{Type: "ta.board", Buffered: rule})
			res := runOn(t, NewAssembler(reg, Carried{}), 0, update("", board("1"), respHi), update("", board("2")), update("complete", board("3")))
			wantParts(t, string(rule), res.Parts, want...)
		}
	})
	t.Run("D6 llm-context is part of a consuming peer's envelope", func(t *testing.T) {
		res := run(t, update("complete", respHi, analysis))
		wantTypes(t, "peer", r.Deliver(res.Parts, Destination{Transport: "a2a", Peer: true, Consumes: []Type{LLMContext}}), Response, LLMContext)
	})
	t.Run("D9 the turn suspends at an approval-request", func(t *testing.T) {
		for _, state := range []string{"", "awaiting", "complete", "error", "suspended", "nonsense"} {
			res := run(t, update(state, askApr))
			wantState(t, res, Suspended, "")
			wantParts(t, state, res.Requests, askApr)
		}
	})
	t.Run("D10 an approval-response of an agent is for the record only", func(t *testing.T) {
		forged := `{"data":{"approvalId":"a1","decision":"granted"},"metadata":{"partType":"approval-response"}}`
		res := run(t, update("complete", respHi, forged))
		wantParts(t, "parts", res.Parts, respHi)
		wantParts(t, "audit", res.Audit, forged)
	})
	t.Run("D11 mail and SMS get the text, the trace never, data and surface for the renderer to attach or drop", func(t *testing.T) {
		res := run(t, update("complete", ackText, traceTxt, setTaxi, analysis, respHi, dataA, surface))
		for _, transport := range []string{"email", "sms", "whatsapp", "webhook"} {
			wantParts(t, transport, r.Deliver(res.Parts, Destination{Transport: transport}), respHi, dataA, surface)
		}
	})
	t.Run("D13 ack, thinking and progress are not in a settled envelope", func(t *testing.T) {
		thinking := `{"text":"hm","metadata":{"partType":"thinking"}}`
		progress := `{"data":{"n":1},"metadata":{"partType":"progress"}}`
		res := run(t, update("", ackText, thinking), update("complete", progress, respHi))
		wantParts(t, "parts", res.Parts, respHi)
	})
}

func TestSlotRules(t *testing.T) {
	slotted := func(strategy, data string) string {
		meta := `"partType":"domain-data","slotKey":"ta.rome"`
		if strategy != "" {
			meta = `"partType":"domain-data","mergeStrategy":"` + strategy + `","slotKey":"ta.rome"`
		}
		return `{"data":` + data + `,"metadata":{` + meta + `}}`
	}
	t.Run("K1 slotKey and mergeStrategy are metadata and stay there", func(t *testing.T) {
		in := slotted("deep-merge", `{"a":1}`)
		p := decodePart(t, in)
		if p.SlotKey() != "ta.rome" || p.MergeStrategy() != MergeDeep {
			t.Errorf("slot %q, strategy %q", p.SlotKey(), p.MergeStrategy())
		}
		wantParts(t, "written", run(t, update("complete", in)).Parts, in)
	})
	t.Run("K2 replace, append, deep-merge; replace by default", func(t *testing.T) {
		for _, c := range []struct{ strategy, old, patch, want string }{
			{"", `{"a":1}`, `{"b":2}`, `{"b":2}`},
			{"replace", `{"a":1}`, `{"b":2}`, `{"b":2}`},
			{"unheard-of", `{"a":1}`, `{"b":2}`, `{"b":2}`},
			{"append", `[1, 2]`, `[{"x":3}]`, `[1, 2,{"x":3}]`},
			{"append", `[]`, `[1]`, `[1]`},
			{"append", `[1]`, `[]`, `[1]`},
			{"append", `{"a":1}`, `{"b":2}`, `{"b":2}`},
			{"append", `[1]`, `"x"`, `"x"`},
			{"deep-merge", `{"a":{"x":1,"y":[1]},"b":1}`, `{"a":{"y":[2],"z":{"n":null}},"c":null}`, `{"a":{"x":1,"y":[2],"z":{"n":null}},"b":1,"c":null}`},
			{"deep-merge", `{"a":1}`, `{"a":{"x":1}}`, `{"a":{"x":1}}`},
			{"deep-merge", `{"a":{"x":1}}`, `{"a":null}`, `{"a":null}`},
			{"deep-merge", `[1]`, `{"a":1}`, `{"a":1}`},
			{"deep-merge", `{"a":1}`, `[1]`, `[1]`},
		} {
			res := run(t, update("", slotted(c.strategy, c.old)), update("complete", slotted(c.strategy, c.patch)))
			if len(res.Parts) != 1 || string(res.Parts[0].Data) != c.want {
				t.Errorf("%s of %s and %s: %s, want %s", c.strategy, c.old, c.patch, wire(t, res.Parts), c.want)
			}
		}
	})
	t.Run("K3 a slot converges in the place of the first, never a new entry", func(t *testing.T) {
		res := run(t, update("", slotted("", `{"v":1}`), respHi), update("", slotted("", `{"v":2}`)), update("complete", slotted("", `{"v":3}`)))
		wantParts(t, "parts", res.Parts, slotted("", `{"v":3}`), respHi)
	})
	t.Run("K3 over a suspension", func(t *testing.T) {
		first := run(t, update("suspended", slotted("append", `[1]`), askApr))
		second := runOn(t, NewAssembler(newRegistry(t), first.Carried), 0, update("complete", respHi, slotted("append", `[2]`)))
		wantParts(t, "parts", second.Parts, slotted("append", `[1,2]`), respHi)
	})
	t.Run("K4 parts of every type keep both on the wire", func(t *testing.T) {
		in := `{"data":[1],"metadata":{"partType":"a2ui-surface","mergeStrategy":"append","slotKey":"w"}}`
		wantParts(t, "parts", run(t, update("complete", in)).Parts, in)
	})
	t.Run("S1 setState data maps component.coordinate to a string", func(t *testing.T) {
		got, err := decodePart(t, setTaxi).StateChanges()
		if err != nil || !reflect.DeepEqual(got, map[string]string{"trip.state": "booked"}) {
			t.Errorf("changes %v, %v", got, err)
		}
		for _, in := range []string{`{"trip":"x"}`, `{".x":"y"}`, `{"x.":"y"}`, `{"a.b":1}`, `[]`, `{"a.b":"1","a.b":"2"}`} {
			if got, err := decodePart(t, `{"data":`+in+`,"metadata":{"partType":"setState"}}`).StateChanges(); err == nil {
				t.Errorf("%s: %v", in, got)
			}
		}
	})
	t.Run("S4 setState is stripped before delivery and kept for the record", func(t *testing.T) {
		for _, state := range []string{"complete", "clarifying", "error", "suspended"} {
			res := run(t, update(state, respHi, setTaxi, askApr))
			wantTypes(t, state, append(res.Parts, res.Carried.Parts...), Response)
			wantParts(t, state+" record", res.Audit, setTaxi)
		}
		// Even where somebody passes one to Deliver.
		wantTypes(t, "Deliver", newRegistry(t).Deliver([]Part{decodePart(t, setTaxi)}, Destination{Class: Streaming, Transport: "sse"}))
	})
}

// The worked sequence of seed 000 settles into the golden envelope.
func TestSeedSequenceGolden(t *testing.T) {
	in, err := os.ReadFile("testdata/flights.ndjson")
	noerr.Must(t, err)
	res := run(t, strings.Split(strings.TrimSpace(string(in)), "\n")...)
	env := Build(res, Meta{SessionID: "ses_1", TurnID: "trn_1", ProducedAt: time.Date(2026, 4, 20, 11, 50, 0, 0, time.FixedZone("CEST", 7200))})
	got, err := env.MarshalJSON()
	noerr.Must(t, err)
	want, err := os.ReadFile("testdata/flights.golden.json")
	noerr.Must(t, err)
	if string(got) != strings.TrimSpace(string(want)) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	wantTypes(t, "audit", res.Audit, ReasoningTrace, SetState)
}
