package envelope

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"bridge/internal/noerr"
)

func resp(text, extra string) string {
	return `{"text":"` + text + `","metadata":{"partType":"response"` + extra + `}}`
}

func TestHowAStepEnds(t *testing.T) {
	for _, c := range []struct {
		name  string
		open  int
		lines []string
		state State
		note  string
	}{
		{"no update at all", 0, nil, Failed, noteNoFinal},
		{"awaiting", 0, []string{update("awaiting", respHi)}, Failed, noteNoFinal},
		{"no state named", 0, []string{update("", respHi)}, Failed, noteNoFinal},
		{"unknown state", 0, []string{update("napping", respHi)}, Failed, noteUnknown + `"napping"`},
		{"unknown while it streams, then complete", 0, []string{update("napping", respHi), update("complete")}, Complete, ""},
		{"unknown, then awaiting", 0, []string{update("napping"), update("awaiting")}, Failed, noteNoFinal},
		{"unknown does not end the stream", 0, []string{update("napping"), update("error")}, Failed, ""},
		{"delegated", 0, []string{update("delegated", respHi)}, Delegated, ""},
		{"delegated, then complete", 0, []string{update("delegated"), update("complete")}, Complete, ""},
		{"the agent says error", 0, []string{update("error", respHi)}, Failed, ""},
		{"suspended without a request", 0, []string{update("suspended", respHi)}, Failed, noteNoRequest},
		{"suspended while one is open", 1, []string{update("suspended", respHi)}, Suspended, ""},
		{"suspended stays through awaiting", 1, []string{update("suspended"), update("", respHi)}, Suspended, ""},
		{"suspended, then complete", 1, []string{update("suspended"), update("complete", respHi)}, Complete, ""},
		{"an open request does not excuse a missing state", 1, []string{update("awaiting", respHi)}, Failed, noteNoFinal},
		{"a request, then complete", 0, []string{update("", askApr), update("complete", respHi)}, Suspended, ""},
		{"what follows a terminal state is ignored", 0, []string{update("complete", respHi), update("error", askApr)}, Complete, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := NewAssembler(newRegistry(t), Carried{})
			res := runOn(t, a, c.open, c.lines...)
			wantState(t, res, c.state, c.note)
			if again := a.End(c.open); !reflect.DeepEqual(again, res) {
				t.Errorf("End again: %+v, first %+v", again, res)
			}
			if strings.Contains(strings.Join(c.lines, ""), `"hi"`) {
				wantTypes(t, "delivered all the same", res.Parts, Response)
			}
		})
	}
}

func TestRequestsOfOneStep(t *testing.T) {
	two := strings.Replace(askApr, `"a1"`, `"a2"`, 1)
	res := run(t, update("suspended", askApr), update("suspended", two), update("", respHi))
	wantState(t, res, Suspended, "")
	wantParts(t, "requests", res.Requests, askApr, two)
	wantParts(t, "parts", res.Parts, respHi)
	// Each is decided alone: a slot does not make one of two.
	slot := strings.Replace(askApr, `"partType"`, `"slotKey":"x","partType"`, 1)
	if res = run(t, update("", slot, slot)); len(res.Requests) != 2 {
		t.Errorf("%d requests, want 2", len(res.Requests))
	}
}

func TestBrokenRequestEndsTheStep(t *testing.T) {
	a := NewAssembler(newRegistry(t), Carried{})
	bad, err := DecodeUpdate([]byte(update("", `{"data":{"args":{}},"metadata":{"partType":"approval-request"}}`)), 1)
	noerr.Must(t, err)
	good, err := DecodeUpdate([]byte(update("", respHi, askApr)), 0)
	noerr.Must(t, err)
	noerr.Must(t, a.Apply(good))
	const want = `update 2: parts[0].data.toolName is missing`
	for range 2 {
		if err := a.Apply(bad); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	if !a.Done() {
		t.Error("not done after an error")
	}
	res := a.End(0)
	wantState(t, res, Failed, want)
	wantTypes(t, "requests of a failed step", res.Requests)
	wantParts(t, "parts", res.Parts, respHi)
}

func TestAppend(t *testing.T) {
	for _, c := range []struct {
		name  string
		lines []string
		want  []string
	}{
		{"joins the last of its type", []string{update("", resp("a", ""), resp("b", "")), update("", dataA, resp("c", `,"append":true`))}, []string{resp("a", ""), resp("bc", ""), dataA}},
		{"nothing to join", []string{update("", resp("a", `,"append":true`), resp("b", `,"append":true`))}, []string{resp("ab", "")}},
		{"another type is not joined", []string{update("", resp("a", "")), update("", `{"text":"?","metadata":{"partType":"clarify","append":true}}`)}, []string{resp("a", ""), `{"text":"?","metadata":{"partType":"clarify"}}`}},
		{"later metadata counts", []string{update("", resp("a", `,"lang":"en","x":1`)), update("", resp("b", `,"append":true,"lang":"it"`))}, []string{resp("ab", `,"lang":"it","x":1`)}},
		{"append false is a part of its own", []string{update("", resp("a", ""), resp("b", `,"append":false`))}, []string{resp("a", ""), resp("b", "")}},
		{"data is not text", []string{update("", `{"data":1,"metadata":{"partType":"response"}}`, resp("b", `,"append":true`))}, []string{`{"data":1,"metadata":{"partType":"response"}}`, resp("b", "")}},
		{"a slot takes no text from outside", []string{update("", resp("a", `,"slotKey":"s"`), resp("b", `,"append":true`))}, []string{resp("a", `,"slotKey":"s"`), resp("b", "")}},
		{"within a slot", []string{update("", resp("a", `,"slotKey":"s"`), resp("b", ""), resp("c", `,"append":true,"slotKey":"s"`))}, []string{resp("ac", `,"slotKey":"s"`), resp("b", "")}},
	} {
		t.Run(c.name, func(t *testing.T) {
			res := run(t, append(c.lines, update("complete"))...)
			wantParts(t, "parts", res.Parts, c.want...)
		})
	}
	t.Run("the record joins too", func(t *testing.T) {
		more := strings.Replace(traceTxt, `"partType"`, `"append":true,"partType"`, 1)
		res := run(t, update("complete", traceTxt, more))
		wantParts(t, "audit", res.Audit, strings.Replace(traceTxt, "because", "becausebecause", 1))
	})
	t.Run("not across a suspension", func(t *testing.T) {
		first := run(t, update("", `{"text":"a","metadata":{"partType":"citation"}}`, askApr))
		res := runOn(t, NewAssembler(newRegistry(t), first.Carried), 0, update("complete", `{"text":"b","metadata":{"partType":"citation","append":true}}`))
		wantParts(t, "parts", res.Parts, `{"text":"a","metadata":{"partType":"citation"}}`, `{"text":"b","metadata":{"partType":"citation"}}`)
	})
}

func TestSlotsAreOfOneType(t *testing.T) {
	data := `{"data":{"v":1},"metadata":{"partType":"domain-data","slotKey":"w"}}`
	view := `{"data":[1],"metadata":{"partType":"a2ui-surface","slotKey":"w"}}`
	wantParts(t, "parts", run(t, update("complete", data, view)).Parts, data, view)
}

func TestSlotStrategiesChain(t *testing.T) {
	in := func(strategy, data string) string {
		return `{"data":` + data + `,"metadata":{"partType":"domain-data","mergeStrategy":"` + strategy + `","slotKey":"w"}}`
	}
	res := run(t, update("complete",
		in("append", `[1]`), in("append", `[2]`), in("append", `[[3]]`),
		in("deep-merge", `{"a":{"b":1}}`), in("deep-merge", `{"a":{"c":[ ]}}`), in("deep-merge", `{"a":{"b":{"d":2}}}`), in("deep-merge", `{"é\n":1}`)))
	if got, want := string(res.Parts[0].Data), `{"a":{"b":{"d":2},"c":[ ]},"é\n":1}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	// What was handed in is not written to.
	old := decodePart(t, in("deep-merge", `{"a":{"b":1}}`))
	before := wire(t, []Part{old})
	a := NewAssembler(newRegistry(t), Carried{Parts: []Part{old}})
	runOn(t, a, 0, update("complete", `{"data":{"a":{"b":2}},"metadata":{"partType":"domain-data","mergeStrategy":"deep-merge","slotKey":"w","more":1}}`))
	if after := wire(t, []Part{old}); after != before {
		t.Errorf("the carried part is now %s", after)
	}
}

func TestWhatASuspendedStepCarries(t *testing.T) {
	slot := `{"text":"50 %","metadata":{"partType":"response","slotKey":"status"}}`
	file := `{"url":"https://x/y","metadata":{"partType":"artifact"}}`
	strange := `{"text":"x","metadata":{"partType":"zz.new"}}`
	odd := `{"data":[1],"metadata":{"partType":"domain-data"}}`
	res := run(t, update("", respHi, slot, dataA, odd, surface, analysis, file, strange, ackText), update("", askApr))
	wantParts(t, "now", res.Parts, respHi, file)
	wantParts(t, "later", res.Carried.Parts, slot, dataA, odd, surface, analysis, strange)

	stored, err := json.Marshal(res)
	noerr.Must(t, err)
	var back Result
	noerr.Must(t, json.Unmarshal(stored, &back))
	if !reflect.DeepEqual(back, res) {
		t.Errorf("stored and read again:\n got %+v\nwant %+v", back, res)
	}
	next := runOn(t, NewAssembler(newRegistry(t), back.Carried), 0, update("complete", resp("ok", "")))
	wantParts(t, "settled", next.Parts, slot, dataA, odd, surface, analysis, strange, resp("ok", ""))
	if next.Unregistered != nil {
		t.Errorf("counted again: %q", next.Unregistered)
	}
	if !next.Carried.IsZero() || res.Carried.IsZero() {
		t.Error("IsZero is wrong")
	}
}

func TestLimits(t *testing.T) {
	apply := func(t *testing.T, a *Assembler, p Part, times int) error {
		t.Helper()
		for range times {
			if err := a.Apply(Update{Parts: []Part{p}}); err != nil {
				return err
			}
		}
		return nil
	}
	r := newRegistry(t)
	t.Run("parts", func(t *testing.T) {
		a := NewAssembler(r, Carried{})
		noerr.Must(t, apply(t, a, TextPart(Response, "x"), MaxStepParts))
		err := apply(t, a, TextPart(Response, "x"), 1)
		if err == nil || !strings.Contains(err.Error(), "exceeds the limit of 10000 parts for one step") {
			t.Fatalf("error %v", err)
		}
		res := a.End(0)
		wantState(t, res, Failed, err.Error())
		if len(res.Parts) != MaxStepParts {
			t.Errorf("%d parts delivered", len(res.Parts))
		}
	})
	t.Run("deltas, slot updates and dropped parts are no new parts", func(t *testing.T) {
		a := NewAssembler(r, Carried{})
		for _, s := range []string{resp("x", `,"append":true`), `{"data":[1],"metadata":{"partType":"domain-data","slotKey":"s"}}`, dataA, ackText} {
			if err := apply(t, a, decodePart(t, s), MaxStepParts+1); err != nil {
				t.Fatalf("%s: %v", s, err)
			}
		}
	})
	t.Run("bytes", func(t *testing.T) {
		a := NewAssembler(r, Carried{})
		big := TextPart(Thinking, strings.Repeat("x", 1<<20))
		noerr.Must(t, apply(t, a, big, 63))
		if err := apply(t, a, big, 1); err == nil || !strings.Contains(err.Error(), "exceeds the limit of 64 MB for one step") {
			t.Errorf("error %v", err)
		}
	})
	t.Run("names of merged data", func(t *testing.T) {
		a := NewAssembler(r, Carried{})
		var err error
		for i := 0; i < 300 && err == nil; i++ {
			var sb strings.Builder
			for j := range 1000 {
				fmt.Fprintf(&sb, `,"%d-%d":0`, i, j)
			}
			err = apply(t, a, Part{Kind: KindData, Type: DomainData, Data: json.RawMessage("{" + sb.String()[1:] + "}")}, 1)
		}
		if err == nil || !strings.Contains(err.Error(), "parts[0].data exceeds the limit of 262144 names") {
			t.Errorf("error %v", err)
		}
	})
	t.Run("carried parts count", func(t *testing.T) {
		var c Carried
		for range MaxStepParts + 1 {
			c.Parts = append(c.Parts, TextPart(Citation, "x"))
		}
		a := NewAssembler(r, c)
		if !a.Done() || a.End(0).State != Failed {
			t.Error("too much was carried in")
		}
	})
	t.Run("unregistered types", func(t *testing.T) {
		a := NewAssembler(r, Carried{})
		for i := range 300 {
			noerr.Must(t, apply(t, a, TextPart(Type(fmt.Sprintf("zz.t%d", i)), "x"), 1))
		}
		if n := len(a.End(0).Unregistered); n != maxUnregistered {
			t.Errorf("%d types listed", n)
		}
	})
}

// Parts made in Go with broken data are kept as they are, never merged.
func TestBrokenDataIsNotMerged(t *testing.T) {
	a := NewAssembler(newRegistry(t), Carried{})
	broken := Part{Kind: KindData, Type: DomainData, Data: json.RawMessage(`{"a":`)}
	noerr.Must(t, a.Apply(Update{Parts: []Part{decodePart(t, dataA), broken}, State: Complete}))
	wantTypes(t, "parts", a.End(0).Parts, DomainData, DomainData)
}

func TestNewStatesReportsEveryMistake(t *testing.T) {
	_, err := newStates(StateRule{State: "complete"}, StateRule{State: ""}, StateRule{State: "x", EmitsEnvelope: true})
	for _, want := range []string{`"complete" is registered already`, `a name has 1 to`, `"x" emits an envelope but is not terminal`} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s in it", err, want)
		}
	}
}
