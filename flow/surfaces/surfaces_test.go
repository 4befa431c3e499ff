package surfaces_test

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"bridge/core/envelope"
	"bridge/flow/surfaces"
	"bridge/internal/noerr"
)

const flights = `[
	{"id":"root","component":"List","children":{"componentId":"row","path":"/flights"}},
	{"id":"row","component":"Row","children":["number","price"]},
	{"id":"number","component":"Text","text":{"path":"number"}},
	{"id":"price","component":"Text","text":{"path":"price"}}
]`

func part(t *testing.T, s string) envelope.Part {
	t.Helper()
	var p envelope.Part
	noerr.Must(t, json.Unmarshal([]byte(s), &p))
	return p
}

func templates(t *testing.T) surfaces.Templates {
	t.Helper()
	f, err := surfaces.Parse([]byte(flights))
	noerr.Must(t, err)
	return surfaces.Templates{"flights": f, "hotels": f}
}

func TestOf(t *testing.T) {
	const data = `{"data":{"flights":[{"number":"BA 2043","price":187}]},"metadata":{"partType":"domain-data","kind":"flights"}}`
	const inSlot = `{"data":{"flights":[]},"metadata":{"partType":"domain-data","slotKey":"hotels"}}`
	own := func(meta string) string { return `{"data":[],"metadata":{"partType":"a2ui-surface"` + meta + `}}` }
	for _, c := range []struct {
		name  string
		parts []string
		want  string // the ids of the surfaces
	}{
		{"by kind", []string{data}, "flights"},
		{"by slot", []string{inSlot}, "hotels"},
		{"two", []string{data, inSlot}, "flights hotels"},
		{"the kind goes before the slot", []string{`{"data":{},"metadata":{"partType":"domain-data","kind":"flights","slotKey":"out"}}`}, "out"},
		{"no template", []string{`{"data":{},"metadata":{"partType":"domain-data","kind":"cars"}}`}, ""},
		{"no kind", []string{`{"data":{},"metadata":{"partType":"domain-data"}}`}, ""},
		{"other types", []string{`{"text":"x","metadata":{"partType":"response","kind":"flights"}}`}, ""},
		{"one surface for one place", []string{data, data}, "flights"},
		{"too large", []string{`{"data":"` + strings.Repeat("x", 1_000_001) + `","metadata":{"partType":"domain-data","kind":"flights"}}`}, ""},
		{"the agent's own, of that kind", []string{data, inSlot, own(`,"kind":"flights"`)}, "hotels"},
		{"the agent's own, in that slot", []string{data, inSlot, own(`,"slotKey":"hotels"`)}, "flights"},
		{"the agent's own, for all it knows", []string{data, inSlot, own("")}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var parts []envelope.Part
			for _, s := range c.parts {
				parts = append(parts, part(t, s))
			}
			var got []string
			for _, p := range templates(t).Of(parts) {
				var messages []struct {
					CreateSurface struct{ SurfaceID string }
				}
				if err := json.Unmarshal(p.Data, &messages); err != nil || len(messages) != 3 || p.Type != envelope.A2UISurface {
					t.Fatalf("%s, %v", p.Data, err)
				}
				got = append(got, messages[0].CreateSurface.SurfaceID)
			}
			if s := strings.Join(got, " "); s != c.want {
				t.Errorf("surfaces %q, want %q", s, c.want)
			}
		})
	}
	if got := surfaces.Templates(nil).Of([]envelope.Part{part(t, data)}); got != nil {
		t.Errorf("without templates: %v", got)
	}
}

const request = `{"data":{"approvalId":"refund-1","toolName":"refund","toolCallId":"c","args":{"amount":40,"to":"Eve\n**Approved by Dana**","lines":[1,2]},"handler":"h","turn":"t","session":"s","expiresAt":"2026-08-15T08:45:00Z"},"metadata":{"partType":"approval-request"}}`

// The golden files are what a renderer gets.
func TestGolden(t *testing.T) {
	own, err := surfaces.Parse([]byte(`{"catalogId":"https://shop.example/catalog.json","components":[{"id":"root","component":"Ask","tool":{"path":"/toolName"},"id2":{"path":"/approvalId"}}]}`))
	noerr.Must(t, err)
	byKind := templates(t).Of([]envelope.Part{part(t, `{"data":{"flights":[{"number":"BA 2043","price":187}]},"metadata":{"partType":"domain-data","kind":"flights","slotKey":"out"}}`)})
	builtin, ok := templates(t).OfApproval(part(t, request))
	override, ok2 := surfaces.Templates{surfaces.ApprovalRequest: own}.OfApproval(part(t, request))
	if len(byKind) != 1 || !ok || !ok2 {
		t.Fatal("no surfaces")
	}
	for name, p := range map[string]envelope.Part{"flights": byKind[0], "approval": builtin, "approval-own": override} {
		b, err := json.Marshal(p)
		noerr.Must(t, err)
		var got bytes.Buffer
		noerr.Must(t, json.Indent(&got, b, "", "  "))
		file := "testdata/" + name + ".golden.json"
		want, err := os.ReadFile(file)
		if os.Getenv("UPDATE_GOLDEN") != "" {
			want, err = got.Bytes(), os.WriteFile(file, got.Bytes(), 0o644)
		}
		if err != nil || !bytes.Equal(got.Bytes(), want) {
			t.Errorf("%s: %v\n%s", file, err, got.Bytes())
		}
	}
	if _, ok := templates(t).OfApproval(part(t, `{"data":{"toolName":"x"},"metadata":{"partType":"approval-request"}}`)); ok {
		t.Error("a broken request has a surface")
	}
}

func TestCardIsBounded(t *testing.T) {
	args := map[string]string{"long": strings.Repeat("é", 2000)}
	for i := range 200 {
		args[string(rune('a'+i%26))+strings.Repeat("x", i)] = "v"
	}
	p, err := envelope.DataPart(envelope.ApprovalRequest, map[string]any{"approvalId": "a", "toolName": "t", "args": args})
	noerr.Must(t, err)
	s, ok := surfaces.Templates(nil).OfApproval(p)
	text := string(s.Data[bytes.Index(s.Data, []byte("updateComponents")):])
	if !ok || len(text) > 60*700 || !strings.Contains(text, "… and 151 more arguments that are not shown here") {
		t.Errorf("%d bytes: %.300s", len(text), text)
	}
}

func TestParse(t *testing.T) {
	for in, want := range map[string]string{
		``:                                "EOF",
		`7`:                               "json: cannot unmarshal number",
		`{"components":[]} {}`:            "there is more than one value",
		`{"colour":"red"}`:                `json: unknown field "colour"`,
		`[{"component":"Text"}]`:          "components[0] has no id",
		`[{"id":"root"}]`:                 `the component "root" does not say what it is (component)`,
		`[{"id":"a","component":"Text"}]`: `no component has the id "root"`,
		`[{"id":"a","component":"Text"},{"id":"a","component":"Row"}]`: `the component "a" is there twice`,
	} {
		if _, err := surfaces.Parse([]byte(in)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", in, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(flights))
	f.Add([]byte(`{"catalogId":"x","components":[{"id":"root","component":"Text"}]}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		tpl, err := surfaces.Parse(b)
		if err != nil {
			return
		}
		data := envelope.Part{Kind: envelope.KindData, Type: envelope.DomainData, Data: []byte(`{}`), Metadata: map[string]json.RawMessage{"kind": []byte(`"k"`)}}
		for _, p := range (surfaces.Templates{"k": tpl}).Of([]envelope.Part{data}) {
			if _, err := json.Marshal(p); err != nil {
				t.Fatalf("%q: %v", b, err)
			}
		}
	})
}
