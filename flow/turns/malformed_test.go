package turns_test

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"strings"
	"testing"
	"time"

	"bridge/agents"
	"bridge/core/envelope"
)

// A malformed approval-request fails its step with words that the agent's author
// understands, and asks nobody.
func TestMalformedRequests(t *testing.T) {
	raw := func(data string) envelope.Part {
		return envelope.Part{Kind: envelope.KindData, Type: envelope.ApprovalRequest, Data: json.RawMessage(data)}
	}
	many := make([]envelope.Part, 21)
	for i := range many {
		many[i] = ask(fmt.Sprint("a", i), "refund", `{"n":1}`)
	}
	for _, c := range []struct {
		name  string
		parts []envelope.Part
		words []string // in the failure, in this order
	}{
		{"no tool", []envelope.Part{raw(`{"args":{}}`)}, []string{"parts[0].data", "toolName", "missing"}},
		{"tool of another type", []envelope.Part{raw(`{"toolName":7,"args":{}}`)}, []string{"parts[0].data", "toolName"}},
		{"no args", []envelope.Part{raw(`{"toolName":"refund"}`)}, []string{"parts[0].data", "args", "missing (write {} for none)"}},
		{"args a list", []envelope.Part{raw(`{"toolName":"refund","args":[1]}`)}, []string{"parts[0].data", "args", "must be a JSON object"}},
		{"args a text", []envelope.Part{raw(`{"toolName":"refund","args":"{}"}`)}, []string{"parts[0].data", "args", "must be a JSON object"}},
		{"a key twice", []envelope.Part{raw(`{"toolName":"refund","args":{"to":{"iban":"a","iban":"b"}}}`)}, []string{"parts[0].data", "args", "iban", "twice"}},
		{"a huge number", []envelope.Part{raw(`{"toolName":"refund","args":{"cents":9007199254740993}}`)}, []string{"approval-request 1", "9007199254740993", "2^53", "as a string"}},
		{"a huge float", []envelope.Part{raw(`{"toolName":"refund","args":{"cents":1e17}}`)}, []string{"approval-request 1", "1e17", "2^53"}},
		{"beyond every number", []envelope.Part{raw(`{"toolName":"refund","args":{"cents":1e400}}`)}, []string{"approval-request 1", "args"}},
		{"too large", []envelope.Part{raw(`{"toolName":"refund","args":{"note":"` + strings.Repeat("x", 256<<10) + `"}}`)}, []string{"approval-request 1", "args", "bytes", "at most 262144"}},
		{"an invalid expiry", []envelope.Part{raw(`{"toolName":"refund","args":{},"expiresAt":"tomorrow"}`)}, []string{"parts[0].data", "expiresAt", "RFC 3339"}},
		{"an expiry without a zone", []envelope.Part{raw(`{"toolName":"refund","args":{},"expiresAt":"2031-01-01T10:00:00"}`)}, []string{"parts[0].data", "expiresAt", "RFC 3339"}},
		{"an expiry in the past", []envelope.Part{raw(`{"toolName":"refund","args":{},"expiresAt":"1999-01-01T10:00:00Z"}`)}, []string{"approval-request 1", "expiresAt 1999-01-01T10:00:00Z is in the past"}},
		{"the same in a named one", []envelope.Part{raw(`{"approvalId":"a","toolName":"refund","args":{},"expiresAt":"1999-01-01T10:00:00Z"}`)}, []string{"approval-request 1", "is in the past"}},
		{"an id of two lines", []envelope.Part{raw(`{"approvalId":"a\nb","toolName":"refund","args":{}}`)}, []string{"parts[0].data", "approvalId", "control character"}},
		{"one id for two", []envelope.Part{ask("a", "refund", `{"n":1}`), ask("a", "refund", `{"n":2}`)}, []string{"approval-request 2", "approvalId is known with other arguments", `"a"`}},
		{"one id for two tools", []envelope.Part{ask("a", "refund", `{"n":1}`), ask("a", "deploy", `{"n":1}`)}, []string{"approval-request 2", "approvalId is known with other arguments"}},
		{"the second of two", []envelope.Part{ask("a", "refund", `{"n":1}`), raw(`{"toolName":"refund"}`)}, []string{"parts[1].data", "args"}},
		{"text", []envelope.Part{envelope.TextPart(envelope.ApprovalRequest, "may I?")}, []string{"parts[0].data is missing", "toolName and args"}},
		{"too many", many, []string{"21 approval-requests in one answer, at most 20"}},
		{"none at all", []envelope.Part{text("wait")}, []string{"suspended"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			agent := func(_ context.Context, call agents.Call) iter.Seq2[envelope.Update, error] {
				return say(update(envelope.Suspended, c.parts...))
			}
			run(t, setup{agent: agent}, func(t *testing.T, e *engine) {
				id := e.deliver(mail(eve, "m1", "refund 50")).Turn
				e.settle()
				s := e.steps(id)
				if len(s) != 1 || s[0].State != envelope.Failed || s[0].Failure != "agent_answer" && s[0].Failure != "bad_answer" {
					t.Fatalf("steps %+v", s)
				}
				rest := s[0].Detail
				for _, w := range c.words {
					_, after, ok := strings.Cut(rest, w)
					if !ok {
						t.Errorf("the failure says %.500q, want %q", s[0].Detail, c.words)
						break
					}
					rest = after
				}
				if n := len(e.sent(dana)); n != 0 || len(e.records()) != 0 {
					t.Errorf("%d mails to the approver, %d requests", n, len(e.records()))
				}
				if texts := e.texts(eve); len(texts) != 1 || !strings.HasSuffix(texts[0], failure) {
					t.Errorf("mails %q", texts)
				}
			})
		})
	}
	// An end in the future holds, and the same request may be named again after it.
	t.Run("an expiry in the future", func(t *testing.T) {
		ends := ""
		agent := func(_ context.Context, call agents.Call) iter.Seq2[envelope.Update, error] {
			if _, v := decision(call); v != "" {
				return say(update(envelope.Complete, text("It is "+v+".")))
			}
			return say(update(envelope.Suspended, raw(`{"approvalId":"a","toolName":"refund","args":{},"expiresAt":"`+ends+`"}`)))
		}
		run(t, setup{agent: agent}, func(t *testing.T, e *engine) {
			ends = time.Now().Add(time.Hour).UTC().Format(time.RFC3339)
			e.deliver(mail(eve, "m1", "refund 50"))
			e.settle()
			time.Sleep(2 * time.Hour)
			e.settle()
			if texts := e.texts(eve); len(texts) != 2 || texts[1] != "It is denied." {
				t.Errorf("mails %q", texts)
			}
		})
	})
}
