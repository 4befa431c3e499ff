package demo_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gowebpki/jcs"

	"bridge/agents"
	"bridge/agents/demo"
	"bridge/core/envelope"
	"bridge/internal/noerr"
)

func message(text string, more ...envelope.Part) agents.Call {
	c := agents.Call{Key: "trn_1", Meta: agents.Meta{SessionID: "ses_1", TurnID: "trn_1", Trust: "verified"}, Parts: more}
	if text != "" {
		c.Parts = append([]envelope.Part{envelope.TextPart(envelope.Response, text)}, more...)
	}
	return c
}

// ask returns all updates of a call.
func ask(t *testing.T, c agents.Call) []envelope.Update {
	t.Helper()
	var got []envelope.Update
	for u, err := range (demo.Agent{}).Respond(t.Context(), c) {
		noerr.Must(t, err)
		got = append(got, u)
	}
	return got
}

// short writes one update as "state: type=text".
func short(u envelope.Update) string {
	s := string(u.State) + ":"
	for _, p := range u.Parts {
		s += fmt.Sprintf(" %s=%s", p.Type, p.Text+string(p.Data))
	}
	return s
}

func TestCommands(t *testing.T) {
	continued := message("  tomorrow \n\nEve")
	continued.Meta.Continues = "trn_0"
	csv := envelope.ArtifactPart(envelope.ArtifactRef{ArtifactID: "art_1", URL: "https://b.example/1", Filename: "a.csv", MediaType: "text/csv", SizeBytes: 12})
	for _, c := range []struct {
		name string
		call agents.Call
		want string
	}{
		{"echo", message("hello\nyou"), "complete: response=You wrote:\n\nhello\nyou"},
		{"nothing", message(""), "complete: response=You sent nothing that I can read."},
		{
			"attachments", message("see", csv, envelope.Part{Kind: envelope.KindRaw, Type: envelope.Artifact, Raw: []byte("123")}),
			"complete: response=You wrote:\n\nsee\n\nYou attached:\n\n- a.csv (text/csv, 12 bytes)\n- a file without a name (unknown type, 3 bytes)",
		},
		{"only an attachment", message("", csv), "complete: response=You attached:\n\n- a.csv (text/csv, 12 bytes)"},
		{
			"data", message("order", envelope.Part{Kind: envelope.KindData, Type: envelope.DomainData, Data: json.RawMessage(`{"id":7}`)}),
			"complete: response=You wrote:\n\norder\n\nYou sent data:\n\n```json\n{\"id\":7}\n```",
		},
		{"clarify", message("Clarify\r\n-- \r\nEve"), "clarifying: clarify=Which day do you mean: today or tomorrow?"},
		{"the answer to clarify", continued, `complete: response=Thank you, "tomorrow" it is.`},
		{"error", message("ERROR"), "error: error=The demo agent fails because you asked it to."},
		{"a sentence is no command", message("error in my order"), "complete: response=You wrote:\n\nerror in my order"},
		{
			"refund", message("Refund  40"),
			`suspended: approval-request={"approvalId":"refund-40-trn_1","toolName":"refund","toolCallId":"call-1","args":{"amount":40,"currency":"EUR"}}`,
		},
		{
			"refund with cents", message("refund 12.5 EUR\nplease"),
			`suspended: approval-request={"approvalId":"refund-12.5-trn_1","toolName":"refund","toolCallId":"call-1","args":{"amount":12.5,"currency":"EUR"}}`,
		},
		{"refund what", message("refund"), "complete: response=How much? Write for example: refund 40"},
		{"refund nonsense", message(`refund 40,"currency":"USD"`), "complete: response=How much? Write for example: refund 40"},
		{"refund too much", message("refund 1000000"), "complete: response=How much? Write for example: refund 40"},
		{"refund less than nothing", message("refund -4"), "complete: response=How much? Write for example: refund 40"},
		{"refund in another form", message("refund 040"), "complete: response=How much? Write for example: refund 40"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := ask(t, c.call)
			if len(got) != 1 || short(got[0]) != c.want {
				t.Errorf("got  %q\nwant %q", short(got[0]), c.want)
			}
			for _, p := range got[0].Parts {
				if p.Type != envelope.ApprovalRequest {
					continue
				}
				if _, err := p.ApprovalRequest(); err != nil {
					t.Errorf("the bridge would refuse the request: %v", err)
				}
			}
		})
	}
}

// digest is what the bridge sends: SHA-256 of the RFC 8785 form of the args.
func digest(t *testing.T, args string) string {
	t.Helper()
	b, err := jcs.Transform([]byte(args))
	noerr.Must(t, err)
	sum := sha256.Sum256(b)
	return "sha256:" + hex.EncodeToString(sum[:])
}

func TestDecisions(t *testing.T) {
	forty := digest(t, `{"currency":"EUR","amount":40.0}`)
	for _, c := range []struct{ name, data, want string }{
		{"granted", `{"approvalId":"refund-40-trn_1","decision":"granted","decidedBy":"dana","argsDigest":"` + forty + `"}`, "complete: response=Refunded 40 EUR."},
		{
			"granted with cents", `{"approvalId":"refund-12.5-trn_1","decision":"granted","argsDigest":"` + digest(t, `{"amount":12.5,"currency":"EUR"}`) + `"}`,
			"complete: response=Refunded 12.5 EUR.",
		},
		{"denied", `{"approvalId":"refund-40-trn_1","decision":"denied","reason":"too late","argsDigest":"` + forty + `"}`, "complete: response=Refund refused: too late"},
		{"denied without reason", `{"approvalId":"refund-40-trn_1","decision":"denied"}`, "complete: response=Refund refused."},
		{"expired", `{"approvalId":"refund-40-trn_1","decision":"denied","decidedBy":"timeout"}`, "complete: response=Refund refused: nobody decided in time."},
		{"a new word is no yes", `{"approvalId":"refund-40-trn_1","decision":"maybe","argsDigest":"` + forty + `"}`, "complete: response=Refund refused."},
		{"granted for other args", `{"approvalId":"refund-400-trn_1","decision":"granted","argsDigest":"` + forty + `"}`, "error: error=The decision is about another refund. Nothing was paid."},
		{"granted without digest", `{"approvalId":"refund-40-trn_1","decision":"granted"}`, "error: error=The decision is about another refund. Nothing was paid."},
		{"another tool", `{"approvalId":"apr_1","decision":"granted"}`, "error: error=The decision is about something that was not asked."},
		{"not an object", `[]`, "error: error=The decision is not readable."},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := ask(t, message("", envelope.Part{Kind: envelope.KindData, Type: envelope.ApprovalResponse, Data: json.RawMessage(c.data)}))
			if len(got) != 1 || short(got[0]) != c.want {
				t.Errorf("got  %q\nwant %q", short(got[0]), c.want)
			}
		})
	}
}

// TestFlights: every part type that may be in a settled turn is there, what the
// agent says survives the wire, and twice the same call gives the same answer.
func TestFlights(t *testing.T) {
	got := ask(t, message("Flights"))
	want := []envelope.Type{
		envelope.Ack, envelope.Thinking, envelope.Progress, envelope.Response, envelope.DomainData, envelope.LLMContext, envelope.A2UISurface,
		envelope.Artifact, envelope.Citation, envelope.ReasoningTrace, envelope.SetState,
	}
	text, slots := "", 0
	for i, u := range got {
		if last := i == len(got)-1; (u.State == envelope.Complete) != last {
			t.Errorf("update %d is %s", i+1, u.State)
		}
		for _, p := range u.Parts {
			want = slices.DeleteFunc(want, func(t envelope.Type) bool { return t == p.Type })
			if p.Type == envelope.Response {
				if first := text == ""; p.Append() == first {
					t.Errorf("append is %v at %q", p.Append(), p.Text)
				}
				text += p.Text
			}
			if p.SlotKey() == "demo.flights" {
				slots++
			}
		}
		b, err := json.Marshal(map[string]any{"parts": u.Parts, "conversationState": u.State})
		noerr.Must(t, err)
		if again, err := envelope.DecodeUpdate(b, i); err != nil || len(again.Parts) != len(u.Parts) {
			t.Errorf("update %d does not decode: %v", i+1, err)
		}
	}
	if len(want) > 0 {
		t.Errorf("not shown: %q", want)
	}
	if slots != 2 {
		t.Errorf("the slot is filled %d times, want 2", slots)
	}
	if !strings.HasPrefix(text, "Two direct flights from London Gatwick to Corfu on 15 August 2026:\n\n| Flight |") {
		t.Errorf("text %q", text)
	}
	a, _ := json.Marshal(got)
	b, _ := json.Marshal(ask(t, message("flights")))
	if string(a) != string(b) {
		t.Error("the answer changes")
	}
}

// TestFlightsData: the citation points at something, the artifact is the table
// of the data.
// TestDepartures: the answer is a surface alone, which is JSON.
func TestDepartures(t *testing.T) {
	got := ask(t, message("Departures"))
	if len(got) != 1 || got[0].State != envelope.Complete || len(got[0].Parts) != 1 || got[0].Parts[0].Type != envelope.A2UISurface || !json.Valid(got[0].Parts[0].Data) {
		t.Errorf("%+v", got)
	}
}

func TestFlightsData(t *testing.T) {
	var cited string
	var data, artifact envelope.Part
	for _, u := range ask(t, message("flights")) {
		for _, p := range u.Parts {
			switch {
			case p.Type == envelope.Citation:
				cited = p.CitationPath()
			case p.Type == envelope.DomainData && p.SlotKey() != "":
				data = p
			case p.Type == envelope.Artifact:
				artifact = p
			}
		}
	}
	var d struct {
		Flights []struct {
			Flight, Departure string
			Price             int
		}
	}
	if err := json.Unmarshal(data.Data, &d); err != nil || len(d.Flights) != 2 {
		t.Fatalf("data %s: %v", data.Data, err)
	}
	if cited != "/flights/1/price" {
		t.Errorf("citation of %q", cited)
	}
	csv := "flight,departure,price,currency\r\n"
	for _, f := range d.Flights {
		csv += fmt.Sprintf("%s,%s,%d,GBP\r\n", f.Flight, f.Departure, f.Price)
	}
	if string(artifact.Raw) != csv || artifact.Filename != "flights.csv" || artifact.MediaType != "text/csv" {
		t.Errorf("artifact %s %s %q", artifact.Filename, artifact.MediaType, artifact.Raw)
	}
}

func TestSlow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		got := ask(t, message("slow"))
		if len(got) != 1 || short(got[0]) != "complete: response=Here I am, three seconds later." || time.Since(start) != 3*time.Second {
			t.Errorf("got %q after %v", got, time.Since(start))
		}
	})
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		start := time.Now()
		var last error
		for u, err := range (demo.Agent{}).Respond(ctx, message("slow")) {
			if last = err; err == nil {
				t.Errorf("an answer: %v", u)
			}
		}
		e, ok := errors.AsType[*agents.Error](last)
		if !ok || e.Code != agents.CodeTimeout || time.Since(start) != time.Second {
			t.Errorf("%v after %v", last, time.Since(start))
		}
	})
}

func TestStop(t *testing.T) {
	n := 0
	for range (demo.Agent{}).Respond(t.Context(), message("flights")) {
		if n++; n == 2 {
			break
		}
	}
	if n != 2 {
		t.Errorf("%d updates after a break at 2", n)
	}
}
