package envelope

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func newRegistry(t testing.TB, custom ...Registration) *Registry {
	t.Helper()
	r, err := NewRegistry(custom...)
	if err != nil {
		t.Fatalf("NewRegistry: %v", err)
	}
	return r
}

// run decodes the lines as a stream of updates and settles them as one step.
func run(t testing.TB, lines ...string) Result {
	t.Helper()
	return runOn(t, NewAssembler(newRegistry(t), Carried{}), 0, lines...)
}

func runOn(t testing.TB, a *Assembler, open int, lines ...string) Result {
	t.Helper()
	for i, line := range lines {
		u, err := DecodeUpdate([]byte(line), i)
		if err != nil {
			t.Fatalf("DecodeUpdate: %v", err)
		}
		if err := a.Apply(u); err != nil {
			t.Fatalf("Apply(%s): %v", line, err)
		}
	}
	return a.End(open)
}

// beside is the part type as it stands beside metadata.
var beside = regexp.MustCompile(`\},"partType":"[^"]*"`)

// wire is the parts as JSON, one a line, their types in metadata only.
func wire(t testing.TB, parts []Part) string {
	t.Helper()
	var lines []string
	for _, p := range parts {
		b, err := p.MarshalJSON()
		if err != nil {
			t.Fatalf("MarshalJSON: %v", err)
		}
		if want := `},"partType":"` + string(p.Type) + `"`; beside.FindString(string(b)) != want {
			t.Errorf("%s has no %s", b, want)
		}
		lines = append(lines, beside.ReplaceAllString(string(b), "}"))
	}
	return strings.Join(lines, "\n")
}

func wantParts(t testing.TB, what string, got []Part, want ...string) {
	t.Helper()
	if g, w := wire(t, got), strings.Join(want, "\n"); g != w {
		t.Errorf("%s:\n got %s\nwant %s", what, g, w)
	}
}

func wantState(t testing.TB, res Result, state State, note string) {
	t.Helper()
	if res.State != state || res.Note != note {
		t.Errorf("ended %q, note %q; want %q, note %q", res.State, res.Note, state, note)
	}
}

func types(parts []Part) []Type {
	var ts []Type
	for _, p := range parts {
		ts = append(ts, p.Type)
	}
	return ts
}

func wantTypes(t testing.TB, what string, got []Part, want ...Type) {
	t.Helper()
	if !slices.Equal(types(got), want) {
		t.Errorf("%s: types %q, want %q", what, types(got), want)
	}
}

func decodePart(t testing.TB, s string) Part {
	t.Helper()
	var p Part
	if err := json.Unmarshal([]byte(s), &p); err != nil {
		t.Fatalf("decode %s: %v", s, err)
	}
	return p
}

// Wire forms that many tests use.
const (
	respHi   = `{"text":"hi","metadata":{"partType":"response"}}`
	dataA    = `{"data":{"a":1},"metadata":{"partType":"domain-data"}}`
	surface  = `{"data":[{"version":"v0.9"}],"metadata":{"partType":"a2ui-surface"}}`
	analysis = `{"text":"dense","metadata":{"partType":"llm-context"}}`
	ackText  = `{"text":"on it","metadata":{"partType":"ack"}}`
	traceTxt = `{"text":"because","metadata":{"partType":"reasoning-trace"}}`
	setTaxi  = `{"data":{"trip.state":"booked"},"metadata":{"partType":"setState"}}`
	askApr   = `{"data":{"approvalId":"a1","toolName":"refund","toolCallId":"c1","args":{"amount":40},"handler":"h","turn":"t","session":"s"},"metadata":{"partType":"approval-request"}}`
)

func update(state string, parts ...string) string {
	s := `{"parts":[` + strings.Join(parts, ",") + `]`
	if state != "" {
		s += `,"conversationState":"` + state + `"`
	}
	return s + "}"
}
