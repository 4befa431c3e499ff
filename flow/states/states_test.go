package states_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"bridge/flow/states"
	"bridge/internal/noerr"
)

const file = `{"components": {
	"trip": {"allowHandlerTransitions": true, "coordinates": {
		"booking": {"initial": "open", "transitions": {"open": ["held", "booked"], "held": ["booked", "open"]}},
		"mood": {"initial": "calm", "transitions": {"calm": ["busy"], "busy": ["calm"]}}}},
	"wallet": {"coordinates": {"card": {"initial": "none", "transitions": {"none": ["set"]}}}}
}}`

func machines(t *testing.T) *states.Machines {
	t.Helper()
	list, err := states.Parse([]byte(file))
	noerr.Must(t, err)
	m, ps := states.New(list)
	if m == nil {
		t.Fatal(ps)
	}
	return m
}

func TestApply(t *testing.T) {
	for _, c := range []struct {
		name     string
		from     states.State
		changes  map[string]string
		want     states.State
		why      string
		machines *states.Machines
	}{
		{name: "one step", changes: map[string]string{"trip.booking": "held"}, want: states.State{"trip.booking": "held"}},
		{name: "two coordinates", changes: map[string]string{"trip.booking": "booked", "trip.mood": "busy"}, want: states.State{"trip.booking": "booked", "trip.mood": "busy"}},
		{name: "from where it is", from: states.State{"trip.booking": "held"}, changes: map[string]string{"trip.booking": "open"}, want: states.State{"trip.booking": "open"}},
		{name: "no change", changes: map[string]string{"trip.booking": "open"}, want: states.State{"trip.booking": "open"}},
		{name: "nothing", changes: map[string]string{}, want: states.State{}},
		{name: "all or nothing", from: states.State{"trip.mood": "busy"}, changes: map[string]string{"trip.booking": "held", "trip.mood": "asleep"}, why: `trip.mood is "busy", from where it may become calm: not "asleep"`},
		{name: "a dead end", from: states.State{"trip.booking": "booked"}, changes: map[string]string{"trip.booking": "open"}, why: `trip.booking is "booked", and nothing leads away from that: not to "open"`},
		{name: "not for agents", changes: map[string]string{"wallet.card": "set"}, why: `agents may not change "wallet"`},
		{name: "no coordinate", changes: map[string]string{"trip.seat": "1A"}, why: `there is no coordinate "trip.seat"`},
		{name: "no component", changes: map[string]string{"moon.phase": "full"}, why: `there is no component "moon"`},
		{name: "a long name", changes: map[string]string{strings.Repeat("x", 500) + ".y": "z"}, why: `there is no component "` + strings.Repeat("x", 64) + `…"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := fmt.Sprint(c.from)
			got, err := machines(t).Apply(c.from, c.changes)
			if c.why == "" && (err != nil || !maps.Equal(got, c.want)) {
				t.Errorf("got %v, %v; want %v", got, err, c.want)
			}
			if c.why != "" && (err == nil || err.Error() != c.why || !maps.Equal(got, c.from)) {
				t.Errorf("got %v, %v; want %v, %s", got, err, c.from, c.why)
			}
			if fmt.Sprint(c.from) != before {
				t.Errorf("the state before became %v", c.from)
			}
		})
	}
	var none *states.Machines
	if _, err := none.Apply(nil, map[string]string{"trip.booking": "held"}); err == nil || err.Error() != `there is no component "trip"` {
		t.Errorf("without machines: %v", err)
	}
	if m := machines(t); m.Get(nil, "trip.booking") != "open" || m.Get(states.State{"trip.booking": "held"}, "trip.booking") != "held" {
		t.Error("the value of a coordinate")
	}
}

func TestProblems(t *testing.T) {
	one := func(initial string, ts map[string][]string) map[string]states.Coordinate {
		return map[string]states.Coordinate{"c": {Initial: initial, Transitions: ts}}
	}
	good := map[string][]string{"a": {"b"}}
	for _, c := range []struct {
		name string
		list []states.Machine
		want string // key, problem; "warning" before it
	}{
		{"good", []states.Machine{{"x", true, one("a", good)}}, ""},
		{"closed", []states.Machine{{"x", false, one("a", good)}}, "warning 0 component: nothing moves it: agents may not"},
		{"name", []states.Machine{{"a b", true, one("a", good)}}, `0 component: "a b" is not the name of a component`},
		{"dotted", []states.Machine{{"a.b", true, one("a", good)}}, `0 component: "a.b" is not the name of a component`},
		{"twice", []states.Machine{{"x", true, one("a", good)}, {"x", true, one("a", good)}}, `1 component: "x" is there twice`},
		{"empty", []states.Machine{{"x", true, nil}}, "0 coordinates: it is missing"},
		{"no initial", []states.Machine{{"x", true, one("", map[string][]string{"": {"b"}})}}, "0 coordinates.c.initial: a value has 1 to 128 bytes"},
		{"stuck", []states.Machine{{"x", true, one("a", nil)}}, "warning 0 coordinates.c.transitions: nothing leads away from a"},
		{"unreachable", []states.Machine{{"x", true, one("a", map[string][]string{"a": {"b"}, "z": {"a"}})}}, "warning 0 coordinates.c.transitions: nothing leads to z"},
		{"empty value", []states.Machine{{"x", true, one("a", map[string][]string{"a": {""}})}}, "0 coordinates.c.transitions: a value has 1 to 128 bytes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, ps := states.New(c.list)
			got := ""
			for _, p := range ps {
				if p.Warning {
					got += "warning "
				}
				got += fmt.Sprintf("%d %s: %s", p.Machine, p.Key, p.Problem)
			}
			if got != c.want || (m == nil) != (c.want != "" && !strings.HasPrefix(c.want, "warning")) {
				t.Errorf("got %v, %q; want %q", m, got, c.want)
			}
		})
	}
}

func TestParse(t *testing.T) {
	for _, in := range []string{
		file,
		`[{"component":"trip","allowHandlerTransitions":true,"coordinates":{"booking":{"initial":"open","transitions":{"open":["held"]}}}}]`,
		`{"trip":{"allowHandlerTransitions":true,"coordinates":{"booking":{"initial":"open","transitions":{"open":["held"]}}}}}`,
	} {
		list, err := states.Parse([]byte(in))
		if err != nil || len(list) == 0 || list[0].Component != "trip" || !list[0].AllowHandlerTransitions || list[0].Coordinates["booking"].Initial != "open" {
			t.Errorf("%s: %+v, %v", in, list, err)
		}
	}
	for _, in := range []string{``, `7`, `{"trip":7}`, `{"trip":{"colour":"red"}}`, `[{"component":"x"}] []`, `{"components":7}`, `{"components":[]}`, `{`} {
		if list, err := states.Parse([]byte(in)); err == nil {
			t.Errorf("%s: %+v", in, list)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(file))
	f.Add([]byte(`[{"component":"x"}]`))
	f.Fuzz(func(t *testing.T, b []byte) {
		list, err := states.Parse(b)
		if err != nil {
			return
		}
		m, _ := states.New(list)
		for _, x := range list {
			for name, c := range x.Coordinates {
				for _, to := range c.Transitions[c.Initial] {
					if s, err := m.Apply(nil, map[string]string{x.Component + "." + name: to}); err == nil && m.Get(s, x.Component+"."+name) != to {
						t.Fatalf("%s: %v", b, s)
					}
				}
			}
		}
	})
}
