package test

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// said is a part that the agent of TestEveryOrder sends.
type said struct {
	Type     string
	Text     string
	Data     any // nil: text
	Raw      string
	Slot     string
	Strategy string
	Append   bool
}

func (p said) json(inside bool) string {
	m := map[string]any{}
	meta := map[string]any{}
	switch {
	case p.Raw != "":
		m["raw"], m["filename"] = p.Raw, "f.txt"
	case p.Data != nil:
		m["data"] = p.Data
	default:
		m["text"] = p.Text
	}
	if p.Slot != "" {
		meta["slotKey"] = p.Slot
	}
	if p.Strategy != "" {
		meta["mergeStrategy"] = p.Strategy
	}
	if p.Append {
		meta["append"] = true
	}
	if inside {
		meta["partType"] = p.Type
	} else {
		m["partType"] = p.Type
	}
	m["metadata"] = meta
	b, _ := json.Marshal(m)
	return string(b)
}

// everyType is one of each part type of the seeds, a custom one of each kind of rule, and one
// that nobody registered.
func everyType(n int) []said {
	id := fmt.Sprint("a-", n)
	return []said{
		{Type: "ack", Text: "on it"},
		{Type: "thinking", Text: "hm"},
		{Type: "progress", Data: map[string]any{"done": 1.0}},
		{Type: "response", Text: "one."},
		{Type: "response", Text: " two", Append: true},
		{Type: "clarify", Text: "which?"},
		{Type: "error", Text: "careful"},
		{Type: "domain-data", Data: map[string]any{"a": 1.0}},
		{Type: "domain-data", Data: map[string]any{"b": []any{}}},
		{Type: "domain-data", Data: map[string]any{"a": 2.0, "b": "x"}},
		{Type: "domain-data", Data: []any{1.0}},
		{Type: "domain-data", Data: []any{1.0}, Slot: "list", Strategy: "append"},
		{Type: "domain-data", Data: []any{2.0}, Slot: "list", Strategy: "append"},
		{Type: "domain-data", Data: map[string]any{"x": map[string]any{"y": 1.0}}, Slot: "deep", Strategy: "deep-merge"},
		{Type: "domain-data", Data: map[string]any{"x": map[string]any{"z": nil}}, Slot: "deep", Strategy: "deep-merge"},
		{Type: "domain-data", Data: "last", Slot: "list"},
		{Type: "llm-context", Text: "dense"},
		{Type: "a2ui-surface", Data: []any{}},
		{Type: "a2ui-surface", Data: []any{1.0}, Slot: "deep"},
		{Type: "artifact", Raw: "aGk="},
		{Type: "reasoning-trace", Text: "secret"},
		{Type: "citation", Data: map[string]any{"path": "/a"}},
		{Type: "approval-response", Data: map[string]any{"approvalId": id, "decision": "granted"}},
		{Type: "setState", Data: map[string]any{"trip.booking": "held"}},
		{Type: "acme.board", Data: 1.0},
		{Type: "acme.board", Data: 2.0},
		{Type: "acme.map", Data: 3.0},
		{Type: "acme.hidden", Data: 4.0},
		{Type: "acme.new", Data: 5.0},
		{Type: "approval-request", Data: map[string]any{"approvalId": id, "toolName": "refund", "args": map[string]any{"n": float64(n)}}},
	}
}

// shown is a part as it is compared: its type, its slot, and what it says.
func shown(p said) string {
	b, _ := json.Marshal(p.Data)
	if p.Data == nil && p.Raw == "" {
		b = []byte(p.Text)
	} else if p.Raw != "" {
		b = []byte("f.txt")
	}
	return strings.TrimSpace(p.Type + " " + p.Slot + " " + string(b))
}

// assembled is what the rules of the seeds make of parts, for a system that consumes some
// types: written without the bridge's code. asks says that the turn waits.
func assembled(parts []said, consumes []string) (out []string, asks bool) {
	var kept []*said
	slots, last := map[string]*said{}, map[string]*said{}
	var requests []string
	var data *said
	for _, p := range parts {
		p := &p
		p.Data = clone(p.Data)
		key := p.Type + "/" + p.Slot
		switch {
		case slices.Contains([]string{"ack", "thinking", "progress", "reasoning-trace", "approval-response", "acme.hidden"}, p.Type):
			continue
		case p.Type == "approval-request":
			asks = true
			requests = append(requests, "approval-request", "a2ui-surface")
			continue
		case p.Slot != "" && slots[key] != nil:
			was := slots[key]
			l, isList := was.Data.([]any)
			m, isMap := was.Data.(map[string]any)
			more, list := p.Data.([]any)
			patch, object := p.Data.(map[string]any)
			switch {
			case p.Strategy == "append" && isList && list:
				was.Data = append(l, more...)
			case p.Strategy == "deep-merge" && isMap && object:
				merge(m, patch)
			default:
				was.Data, was.Text = p.Data, p.Text
			}
			continue
		case p.Slot != "":
			slots[key] = p
		case p.Type == "acme.board" && slots[p.Type] != nil: // buffered = "final"
			slots[p.Type].Data = p.Data
			continue
		case p.Type == "acme.board":
			slots[p.Type] = p
		case p.Append && last[p.Type] != nil:
			last[p.Type].Text += p.Text
			continue
		case p.Type == "domain-data":
			m, object := p.Data.(map[string]any)
			if object && data != nil && !collides(data.Data.(map[string]any), m) {
				maps.Copy(data.Data.(map[string]any), m)
				continue
			}
			if object {
				data = p
			}
		}
		if p.Slot == "" {
			last[p.Type] = p
		}
		kept = append(kept, p)
	}
	for _, p := range kept {
		later := p.Slot != "" || slices.Contains([]string{"domain-data", "llm-context", "a2ui-surface", "citation", "acme.board", "acme.map", "acme.new"}, p.Type)
		peersOnly := slices.Contains([]string{"llm-context", "setState"}, p.Type)
		switch {
		case asks && later, peersOnly && consumes == nil, p.Type == "llm-context" && !slices.Contains(consumes, p.Type),
			slices.Contains([]string{"acme.map", "acme.new"}, p.Type) && consumes != nil && !slices.Contains(consumes, p.Type):
			continue
		case p.Type == "setState":
			requests = append([]string{shown(*p)}, requests...) // behind what the step says, before what it asks
			continue
		}
		out = append(out, shown(*p))
	}
	return append(out, requests...), asks
}

func collides(was, more map[string]any) bool {
	for k, v := range more {
		old, there := was[k]
		a, _ := json.Marshal(old)
		b, _ := json.Marshal(v)
		empty := slices.Contains([]string{"[]", "{}", `""`, "null"}, string(a))
		if there && !empty && string(a) != string(b) {
			return true
		}
	}
	return false
}

func merge(into, patch map[string]any) {
	for k, v := range patch {
		a, ok := into[k].(map[string]any)
		b, ok2 := v.(map[string]any)
		if ok && ok2 {
			merge(a, b)
			continue
		}
		into[k] = v
	}
}

func clone(v any) (c any) {
	b, _ := json.Marshal(v)
	_ = json.Unmarshal(b, &c)
	return c
}

// sayAll writes the answer of an agent in one of the forms that there are.
func sayAll(w http.ResponseWriter, r *rand.Rand, form string, parts []said) {
	update := func(parts []said, state string) string {
		var list []string
		for _, p := range parts {
			list = append(list, p.json(r.IntN(2) == 0))
		}
		if state != "" {
			state = `,"conversationState":"` + state + `"`
		}
		return `{"parts":[` + strings.Join(list, ",") + `]` + state + `}`
	}
	if form == "json" {
		answerJSON(w, update(parts, "complete"))
		return
	}
	before, after := "", "\n"
	w.Header().Set("Content-Type", "application/x-ndjson")
	if form != "ndjson" {
		before, after = "data: ", "\n\n"
		w.Header().Set("Content-Type", "text/event-stream")
	}
	for len(parts) > 0 {
		n := 1 + r.IntN(min(3, len(parts)))
		if form == "beach" {
			n = 1
			_, _ = io.WriteString(w, "event: "+parts[0].Type+"\n"+before+`{"type":"part","part":`+parts[0].json(r.IntN(2) == 0)+"}"+after)
		} else {
			_, _ = io.WriteString(w, before+update(parts[:n], "")+after)
		}
		parts = parts[n:]
		if r.IntN(4) == 0 {
			w.(http.Flusher).Flush()
		}
	}
	if form == "beach" {
		_, _ = io.WriteString(w, "event: settled\ndata: {}\n\n")
	} else {
		_, _ = io.WriteString(w, before+`{"conversationState":"complete"}`+after)
	}
}

// TestEveryOrder: an agent sends every part type, in random orders, in each form an answer can
// have; a system gets what the rules of the seeds make of it, whatever the form.
func TestEveryOrder(t *testing.T) {
	t.Parallel()
	const runs = 120
	forms := []string{"ndjson", "sse", "beach", "json"}
	order := func(n int) []said {
		r := rand.New(rand.NewPCG(uint64(n/len(forms)), 17)) // each order in all forms
		parts := everyType(n)
		if n/len(forms)%3 != 0 {
			parts = parts[:len(parts)-1] // no request
		}
		r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
		return parts[:len(parts)-r.IntN(len(parts)/2)]
	}
	agent := newAgent(t, func(w http.ResponseWriter, _ *http.Request, c call) {
		var in struct{ N int }
		for _, p := range c.Body.Parts {
			_ = json.Unmarshal(p.Data, &in)
		}
		sayAll(w, rand.New(rand.NewPCG(uint64(in.N), 18)), forms[in.N%len(forms)], order(in.N))
	})
	s := newSite(t, httpAgent(agent.URL), withTop(`
[[parts]]
type = "acme.board"
buffered = "final"
[[parts]]
type = "acme.map"
requires_peer_consumes = true
[[parts]]
type = "acme.hidden"
allowed_transports = ["sse"]`)).withHook("reply = \"envelope\"\nwait = \"60s\"\n").start()
	client := hookClient()
	began := time.Now()
	for n := range runs {
		req, err := s.signedHook(t.Context(), fmt.Sprint("evt_", n), fmt.Sprintf(`{"N":%d}`, n))
		must(t, err)
		var consumes []string
		if n%3 == 0 {
			consumes = []string{"llm-context", "acme.map"}
			req.Header.Set("Envelope-Consumes", strings.Join(consumes, ", "))
		}
		h, err := fetchHook(client, req)
		must(t, err)
		want, asks := assembled(order(n), consumes)
		var answer struct {
			Parts    []json.RawMessage
			Envelope struct{ Parts []json.RawMessage }
		}
		must(t, json.Unmarshal([]byte(h.body), &answer))
		var got []string
		for _, raw := range append(answer.Parts, answer.Envelope.Parts...) {
			var p struct {
				Text, URL, Filename, PartType string
				Data                          any
				Metadata                      struct{ PartType, SlotKey, Kind string }
			}
			must(t, json.Unmarshal(raw, &p))
			x := said{Type: p.PartType, Text: p.Text, Data: p.Data, Slot: p.Metadata.SlotKey}
			switch {
			case p.PartType == "" || p.PartType != p.Metadata.PartType:
				t.Errorf("a part has its type once: %s", raw)
			case p.URL != "":
				x.Raw = p.Filename
			case p.PartType == "approval-request" || p.Metadata.Kind == "approval-request":
				got = append(got, p.PartType)
				continue
			}
			got = append(got, shown(x))
		}
		if code := map[bool]int{false: http.StatusOK, true: http.StatusAccepted}[asks]; !slices.Equal(got, want) || h.status != code {
			t.Fatalf("run %d, %s, consumes %q: %d\n got %q\nwant %q\n%s", n, forms[n%len(forms)], consumes, h.status, got, want, h.body)
		}
	}
	if took := time.Since(began); took > patience {
		t.Errorf("%d turns took %v", runs, took)
	}
}

// TestEnvelopeBuilder: what a configuration adds to the answers of agents, through the built
// binary: surfaces, an llm-context for those who ask, states, and a turn that is handed over.
func TestEnvelopeBuilder(t *testing.T) {
	t.Parallel()
	front := newAgent(t, func(w http.ResponseWriter, _ *http.Request, c call) {
		switch in := string(c.Raw); {
		case strings.Contains(in, "hand over"):
			answerJSON(w, `{"parts":[{"text":"yours","partType":"response"}],"conversationState":"passed","passTo":"travel"}`)
		case strings.Contains(in, "wrong"):
			answerJSON(w, `{"parts":[{"text":"ok","partType":"response"},{"data":{"trip.booking":"paid"},"partType":"setState"}]}`)
		case strings.Contains(in, "state_refused"):
			answerJSON(w, `{"text":"I heard"}`)
		default:
			answerJSON(w, `{"text":"nothing new"}`)
		}
	})
	travel := newAgent(t, func(w http.ResponseWriter, _ *http.Request, _ call) {
		answerJSON(w, `{"parts":[{"text":"Two flights.","partType":"response"},{"data":{"city":"Rome"},"metadata":{"kind":"trip"},"partType":"domain-data"},
			{"data":{"trip.booking":"held"},"partType":"setState"}]}`)
	})
	analyst := newAgent(t, func(w http.ResponseWriter, _ *http.Request, c call) {
		if !strings.Contains(string(c.Raw), `"purpose":"llm-context"`) {
			w.WriteHeader(http.StatusTeapot)
			return
		}
		answerJSON(w, `{"text":"Two, one of them cheap."}`)
	})
	s := newSite(t, httpAgent(front.URL), withTop(fmt.Sprintf(`
[agents.travel]
type = "http"
url = %q
[agents.analyst]
type = "http"
url = %q
[llm_context]
agent = "analyst"
[[states]]
file = "machines.json"
[[surfaces]]
kind = "trip"
file = "trip.json"
`, travel.URL, analyst.URL)), withChannel(`agent = "assistant"`)).
		withHook("agent = \"assistant\"\nreply = \"envelope\"\nwait = \"60s\"\nsession = \"one\"\nconsumes = [\"llm-context\"]\n")
	must(t, os.WriteFile(filepath.Join(s.dir, "machines.json"), []byte(`{"trip":{"allowHandlerTransitions":true,"coordinates":{"booking":{"initial":"open","transitions":{"open":["held"]}}}}}`), 0o600))
	must(t, os.WriteFile(filepath.Join(s.dir, "trip.json"), []byte(`[{"id":"root","component":"Text","text":{"path":"/city"}}]`), 0o600))
	s.start()
	kinds := func(h hooked) string {
		var all []string
		for _, p := range h.Parts {
			all = append(all, p.Metadata.PartType)
		}
		return strings.Join(all, " ")
	}
	got := s.hook("evt_1", `{"say":"hand over"}`)
	if kinds(got) != "response domain-data a2ui-surface llm-context setState" || got.text() != "Two flights." || !strings.Contains(got.body, "Two, one of them cheap.") {
		t.Errorf("handed over: %s\n%s", kinds(got), got.body)
	}
	if c := travel.seen(); len(c) != 1 || !strings.Contains(string(c[0].Raw), `"from":"assistant"`) || !strings.HasSuffix(c[0].Key, ".pass.1") {
		t.Errorf("who takes over was called with %+v", c)
	}
	if got = s.hook("evt_2", `{"say":"wrong"}`); kinds(got) != "response llm-context setState" {
		t.Errorf("an agent gets a setState as it came: %s", got.body)
	}
	if got = s.hook("evt_3", `{"say":"what now"}`); got.text() != "I heard" {
		t.Errorf("the agent did not hear that its setState was refused: %s\n%s", got.body, front.seen()[2].Raw)
	}
	if got = s.hook("evt_4", `{"say":"what now"}`); got.text() != "nothing new" {
		t.Errorf("the agent hears it again: %s", got.body)
	}
	for series, want := range map[string]float64{`bridge_state_refused_total{agent="assistant"}`: 1, `bridge_llm_contexts_total{result="ok"}`: 4} {
		s.counts(series, want)
	}
}
