package render

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"bridge/core/envelope"
	"bridge/core/message"
)

const turnID = message.TurnID("trn_01JD0000000000000000000000")

func say(text string) envelope.Part { return envelope.TextPart(envelope.Response, text) }

func jsonPart(t envelope.Type, data string) envelope.Part {
	return envelope.Part{Kind: envelope.KindData, Type: t, Data: json.RawMessage(data)}
}

func filePart(name, link string) envelope.Part {
	return envelope.Part{Kind: envelope.KindURL, Type: envelope.Artifact, URL: link, Filename: name}
}

func stored(name string, size int64) Stored {
	return Stored{
		Attachment: message.Attachment{Artifact: message.ArtifactID("art_" + name), Filename: name, MediaType: "text/csv", Size: size},
		Link:       "https://bridge.example.com/artifacts/" + name + "?sig=abc",
	}
}

func mail() Profile {
	return ProfileOf(message.Caps{Attach: true, MaxAttach: 5_000_000})
}

const flights = `{"flights":[{"id":"AZ 123","from":"Roma","to":"東京","seats":2,"price":1240.50},` +
	`{"id":"KL9","from":"Łódź","to":"Ōsaka","seats":12,"price":98.00}],"currency":"EUR","tags":["direct","cheap"],` +
	`"note":"first line\nsecond line","empty":{},"none":[],"nil":null,"ok":true,` +
	`"contact":{"name":"Eve","address":{"city":"Roma","zip":"00100"}},"days":[[1,2],[3]],"one, two":["a, b","c"]}`

func turnCases() map[string]Turn {
	hiddenParts := []envelope.Part{
		envelope.TextPart(envelope.Ack, "SECRET ack"), envelope.TextPart(envelope.Thinking, "SECRET thinking"),
		envelope.TextPart(envelope.Progress, "SECRET progress"), envelope.TextPart(envelope.ReasoningTrace, "SECRET trace"),
		envelope.TextPart(envelope.LLMContext, "SECRET context"), jsonPart(envelope.A2UISurface, `["SECRET surface"]`),
		jsonPart(envelope.SetState, `{"a.b":"SECRET state"}`), jsonPart(envelope.ApprovalRequest, `{"toolName":"SECRET request"}`),
		jsonPart(envelope.ApprovalResponse, `{"decision":"SECRET response"}`),
	}
	return map[string]Turn{
		"answer": {State: envelope.Complete, Parts: []envelope.Part{say("# Hello\nYour **refund** is on its way."), say("Bye.")}},
		"hidden": {State: envelope.Complete, Parts: append(hiddenParts, say("Only this."), jsonPart(envelope.DomainData, `{"SECRET":"data"}`))},
		"nothing": {
			State: envelope.Complete, Parts: hiddenParts,
		},
		"data":        {State: envelope.Complete, Parts: []envelope.Part{jsonPart(envelope.DomainData, flights)}},
		"data-wide":   {State: envelope.Complete, Parts: []envelope.Part{jsonPart(envelope.DomainData, `[{"title":"A long title that takes much room","text":"and a long text beside it","more":"and more"},{"title":"B","text":{"a":1},"more":[1,2]}]`)}},
		"data-sparse": {State: envelope.Complete, Parts: []envelope.Part{jsonPart(envelope.DomainData, `[{"a":1},{"b":2},{"c":3},{"d":{"e":[{"f":1},{"f":20}]}}]`)}},
		"data-deep":   {State: envelope.Complete, Parts: []envelope.Part{jsonPart(envelope.DomainData, strings.Repeat(`{"k":[`, 6)+`{"x":"y"}`+strings.Repeat(`]}`, 6))}},
		"data-scalar": {State: envelope.Complete, Parts: []envelope.Part{jsonPart(envelope.DomainData, `12345678901234567890.10`), jsonPart(envelope.DomainData, `["x","y"]`)}},
		"citations": {State: envelope.Complete, Parts: []envelope.Part{
			say("The cheapest is KL9 [1]. See [a](https://a.example), [b](https://b.example), [c](https://c.example)."),
			jsonPart(envelope.Citation, `{"path":"/flights/0","url":"https://klm.example/9","title":"KLM fares","accessed":"2026-11-20"}`),
			jsonPart(envelope.Citation, `[{"title":"No link"},{"href":"https://only.example"},"just text"]`),
			{Kind: envelope.KindURL, Type: envelope.Citation, URL: "https://url.example", Metadata: map[string]json.RawMessage{"path": json.RawMessage(`"/x~1y"`)}},
			envelope.TextPart(envelope.Citation, "A book,\npage 7"),
		}},
		"clarify": {State: envelope.Clarifying, Parts: []envelope.Part{envelope.TextPart(envelope.Clarify, "Which *date* do you mean?"), jsonPart(envelope.DomainData, `{"SECRET":1}`)}},
		"error":   {State: envelope.Failed, Failed: true, Parts: []envelope.Part{say("Half of it."), envelope.TextPart(envelope.ErrorPart, "The airline did not answer.")}},
		"failed":  {State: envelope.Failed, Failed: true},
		"suspended": {State: envelope.Suspended, Waiting: "Waiting for approval by Dana: refund: amount 40, currency EUR.", Parts: []envelope.Part{
			say("I need a yes for this."), jsonPart(envelope.ApprovalRequest, `{"toolName":"refund"}`), jsonPart(envelope.DomainData, `{"SECRET":1}`),
		}},
		"suspended-silent": {State: envelope.Suspended, Waiting: "Waiting for approval by Dana: refund: amount 40, currency EUR."},
		"custom": {State: envelope.Complete, Parts: []envelope.Part{
			jsonPart("ta.itinerary-slot-state", `{"a":1}`), say("Text."), jsonPart("ta.itinerary-slot-state", `{"a":2}`), jsonPart("evil]\n\u202Ename", `1`),
		}},
		"artifacts": {
			State: envelope.Complete,
			Parts: []envelope.Part{
				say("Here."), filePart("small.csv", "u"), filePart("big.csv", "u"), filePart("second.csv", "u"), filePart("gone.pdf", "https://agent.example/gone.pdf"),
				filePart("", "https://agent.example/dir/un%20stored.txt?x=1"),
				jsonPart(envelope.Artifact, `{"artifactId":"art_x","sizeBytes":1234567,"filename":"by id.bin"}`),
			},
			Artifacts: map[int]Stored{1: stored("small.csv", 3_000_000), 2: stored("big.csv", 4_200_000), 3: stored("second.csv", 2_000_000), 4: {Problem: "404 from http://10.0.0.1"}},
		},
		"artifact-alone": {State: envelope.Complete, Parts: []envelope.Part{filePart("r.csv", "u")}, Artifacts: map[int]Stored{0: stored("report.csv", 3120)}},
		"plain": {State: envelope.Complete, Parts: []envelope.Part{
			{Kind: envelope.KindText, Type: envelope.Response, MediaType: "text/plain; charset=utf-8", Text: "*not* markdown\n    kept  \n\n\n<b>as</b> it is"},
		}},
		"other-content": {State: envelope.Complete, Parts: []envelope.Part{
			jsonPart(envelope.Response, `{"answer":42}`),
			{Kind: envelope.KindURL, Type: envelope.Response, URL: "https://e.x/answer.html", Filename: "answer"},
			{Kind: envelope.KindRaw, Type: envelope.Response, Raw: make([]byte, 1500), MediaType: "image/png"},
		}},
	}
}

func TestRenderGolden(t *testing.T) {
	for name, turn := range turnCases() {
		turn.ID = turnID
		t.Run(name, func(t *testing.T) {
			out := Render(turn, mail())
			golden(t, "turn/"+name+".txt", out.Text)
			if strings.Contains(out.Text, "SECRET") {
				t.Errorf("a hidden part shows: %s", out.Text)
			}
			if again := Render(turn, mail()); !reflect.DeepEqual(again, out) {
				t.Error("not deterministic")
			}
		})
	}
}

func TestRenderPlansAttachments(t *testing.T) {
	turn := turnCases()["artifacts"]
	tests := []struct {
		name    string
		profile Profile
		want    []string
	}{
		{"what fits, in order", mail(), []string{"small.csv", "second.csv"}},
		{"no limit", Profile{Attach: true}, []string{"small.csv", "big.csv", "second.csv"}},
		{"none", Profile{MaxAttach: 5_000_000}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out := Render(turn, tt.profile)
			var got []string
			for _, a := range out.Attachments {
				got = append(got, a.Filename)
			}
			if !reflect.DeepEqual(got, tt.want) {
				t.Errorf("attached %v, want %v", got, tt.want)
			}
			for _, name := range []string{"small.csv", "big.csv", "second.csv"} {
				linked := strings.Contains(out.Text, "https://bridge.example.com/artifacts/"+name)
				if attached := strings.Contains(fmt.Sprint(got), name); attached == linked {
					t.Errorf("%s: attached %v, linked %v", name, attached, linked)
				}
			}
		})
	}
}

func TestRenderAttachesData(t *testing.T) {
	slot := jsonPart(envelope.DomainData, `{"a":1}`)
	slot.Metadata = map[string]json.RawMessage{"slotKey": json.RawMessage(`"../flights/ü 1"`)}
	turn := Turn{State: envelope.Complete, Parts: []envelope.Part{
		say("Text."), jsonPart(envelope.DomainData, ` {"x": 1.0 } `), slot, jsonPart(envelope.DomainData, `[2]`), jsonPart(envelope.DomainData, `"`+strings.Repeat("x", 100)+`"`),
	}}
	out := Render(turn, Profile{AttachData: true, MaxAttach: 60})
	want := []DataFile{
		{"data.json", []byte(` {"x": 1.0 } `)},
		{"flights---1.json", []byte(`{"a":1}`)},
		{"data-2.json", []byte(`[2]`)},
	}
	if !reflect.DeepEqual(out.Data, want) {
		t.Errorf("data files %q, want %q", out.Data, want)
	}
	if want := "Text.\n\nAttachment too large to send: data-3.json (102 bytes)"; out.Text != want {
		t.Errorf("text %q, want %q", out.Text, want)
	}
	if out := Render(turn, Profile{}); len(out.Data) != 0 || out.Text != "Text." {
		t.Errorf("without attach_data: %+v", out)
	}
}

func TestRenderBoundsText(t *testing.T) {
	long := strings.Repeat(strings.Repeat("é", 40)+"\n", 20_000)
	out := Render(Turn{ID: turnID, Failed: true, Parts: []envelope.Part{say(long)}}, mail())
	if len(out.Text) > MaxText || len(out.Text) < MaxText-500 {
		t.Errorf("%d bytes", len(out.Text))
	}
	wellFormed(t, out.Text)
	end := out.Text[len(out.Text)-200:]
	if !strings.Contains(end, "more bytes are not shown") || !strings.HasSuffix(end, In("").Failure(turnID, Source{})) {
		t.Errorf("ends with %q", end)
	}
}

// TestRenderShowsAllData looks for every scalar of random JSON in the text.
func TestRenderShowsAllData(t *testing.T) {
	for seed := range uint64(300) {
		g := newJSON(seed)
		src := g.value(4)
		out := Render(Turn{State: envelope.Complete, Parts: []envelope.Part{jsonPart(envelope.DomainData, src)}}, Profile{Width: 40})
		wellFormed(t, out.Text)
		for _, w := range g.words {
			if !strings.Contains(out.Text, w) {
				t.Fatalf("seed %d: %q is lost\n%s\n%s", seed, w, src, out.Text)
			}
		}
	}
}

func FuzzData(f *testing.F) {
	f.Add([]byte(flights))
	f.Add([]byte(`[{"a":1,"a":2}]`))
	f.Add([]byte(`[[[[[[[[[[[[]]]]]]]]]]]]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		out := jsonText(data, page{72, true})
		wellFormed(t, out)
		if len(out) > 128*len(data)+1024 {
			t.Fatalf("%d bytes from %d", len(out), len(data))
		}
	})
}
