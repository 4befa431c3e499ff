package operate

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"bridge/core/message"
	"bridge/core/queue"
	"bridge/flow/admission"
	"bridge/flow/turns"
	"bridge/internal/noerr"
	"bridge/outbox"
	"bridge/render"
)

func TestWithoutCodes(t *testing.T) {
	for in, want := range map[string]string{
		"yes K7Q2M9, no k7q2m9.":        "yes [code], no [code].",
		"[approval:P3R4S5]":             "[approval:[code]]",
		"_K7Q2M9_ (P3R4S5)":             "_[code]_ ([code])",
		"K7Q2M K7Q2M99 xK7Q2M9":         "K7Q2M K7Q2M99 xK7Q2M9", // not six
		"K7QQMM 272233 K77222 K0Q2M9":   "K7QQMM 272233 K77222 K0Q2M9",
		"refund 40 EUR to ünïcode·é 12": "refund 40 EUR to ünïcode·é 12",
	} {
		if got := withoutCodes(in); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
	// Without a token it may be an order number.
	if got := redactText("order K7Q2M9"); got != "order K7Q2M9" {
		t.Errorf("an order number becomes %q", got)
	}
}

// hidesCodes fails if what operators get has one of the codes in it.
func hidesCodes(t *testing.T, what string, v any) {
	t.Helper()
	b, err := json.Marshal(v)
	noerr.Must(t, err)
	for _, code := range []string{"K7Q2M9", "P3R4S5", "4X5Y6Z", "483920"} {
		if strings.Contains(strings.ToUpper(string(b)), code) {
			t.Errorf("%s shows the code %s: %s", what, code, b)
		}
	}
	if !strings.Contains(string(b), redacted) {
		t.Errorf("%s has no %s: %s", what, redacted, b)
	}
}

// TestDeadLettersHideCodes: a dead letter shows no code of any request, whatever
// request it is about and wherever the code is.
func TestDeadLettersHideCodes(t *testing.T) {
	at := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	which := render.In("en").WhichOne([]render.Open{
		{Summary: "refund", Code: "K7Q2M9", Until: at}, {Summary: "mail to all", Code: "P3R4S5", Until: at},
	}, nil)
	for name, out := range map[string]message.Outbound{
		"which one, of several": {Kind: message.Notice, Approval: "apr_1", Text: which, Subject: "Which request do you mean?"},
		"asked back in a thread": {
			Kind: message.Notice, Approval: "apr_1", Text: "Answer YES k7q2m9",
			Thread: message.Thread{Subject: "Re: refund [approval:P3R4S5]"},
		},
		"a prompt":              {Kind: message.Prompt, Approval: "apr_1", Text: "YES K7Q2M9", Subject: "refund [approval:K7Q2M9]"},
		"an answer in a thread": {Kind: message.Answer, Text: "done", Thread: message.Thread{Subject: "Fwd: [Approval:4x5y6z] P3R4S5"}},
		"the answer to LIST":    {Kind: message.Notice, Person: "dana", Text: "refund: YES K7Q2M9\nmail to all: YES P3R4S5"},
		"a notice in HTML": {
			Kind: message.Notice, Approval: "apr_1", Text: "Reply NO K7Q2M9", HTML: "<p>Reply <b>NO K7Q2M9</b></p>",
		},
		"a one-time code in HTML": {
			Kind: message.Notice, Approval: "apr_1", Text: "483920 is the code. NO K7Q2M9", HTML: "<p>483920 is the code. NO K7Q2M9</p>",
		},
		"an answer that repeats": {Kind: message.Answer, Text: "You wrote [approval:K7Q2M9]: yes 4X5Y6Z"},
	} {
		t.Run(name, func(t *testing.T) {
			a := newBench(t)
			out.ID, out.Channel, out.To = "msg_01M7XBRV07DV1T666MB3QMV1EA", "mail", "email:dana@x.test"
			d := a.buryOutbound(out)
			detail, err := a.DeadLetter(t.Context(), ops("ops"), d.ID)
			noerr.Must(t, err)
			hidesCodes(t, "show", detail)
			page, err := a.DeadLetters(t.Context(), ops("ops"), DeadFilter{})
			if err != nil || len(page.Items) != 1 {
				t.Fatal(page, err)
			}
			hidesCodes(t, "list", struct{ A, B any }{page, redacted})
		})
	}
	t.Run("a message", func(t *testing.T) {
		a := newBench(t)
		turn := message.TurnID("trn_01M7XBRV07DV1T666MB3QMV1EA")
		a.bury(queue.Item{
			Queue: queue.Inbox, Lane: "ses_01M7XBRV07DV1T666MB3QMV1EA", ID: "in",
			Payload: []byte(`{"turn":{"id":"` + string(turn) + `","session":"ses_01M7XBRV07DV1T666MB3QMV1EA","originators":[{"address":"email:eve@x.test",
				"thread":{"subject":"Re: refund \u005bapproval:K7Q2M9]"}}],"call":{"subject":"[approval:P3R4S5]"}},"parts":[]}`),
		}, nil)
		detail, err := a.DeadLetter(t.Context(), ops("ops"), a.dead().ID)
		noerr.Must(t, err)
		hidesCodes(t, "show", detail)
		page, err := a.DeadLetters(t.Context(), ops("ops"), DeadFilter{})
		noerr.Must(t, err)
		hidesCodes(t, "list", page)
		tr, err := a.Trace(t.Context(), ops("ops"), string(turn))
		noerr.Must(t, err)
		hidesCodes(t, "trace", tr)
	})
	t.Run("unreadable", func(t *testing.T) {
		a := newBench(t)
		a.bury(queue.Item{Queue: queue.Outbox, Lane: "x", ID: "y", Payload: []byte(`{"text":"YES K7Q2M9`)}, nil)
		detail, err := a.DeadLetter(t.Context(), ops("ops"), a.dead().ID)
		noerr.Must(t, err)
		hidesCodes(t, "show", detail)
	})
}

// TestListsHideCodes: what somebody copied out of a prompt shows no code in a list, whose lines
// are cut, and is not found by one, either: whoever tries its letters would learn it.
func TestListsHideCodes(t *testing.T) {
	b := newBench(t)
	s, ctx, at := b.o.Store, t.Context(), time.Now()
	adm, err := s.Admit(ctx, admission.Admission{
		Channel: "hook", Key: admission.Key("<1>"), From: "hook:a", Turn: message.NewTurnID(), At: at,
		New: admission.Session{ID: message.NewSessionID(), Channel: "hook", CreatedAt: at},
	}, func(adm admission.Admitted) (queue.Item, error) {
		return queue.Item{Queue: queue.Inbox, Lane: string(adm.Session), ID: "1", Payload: []byte("{}")}, nil
	})
	noerr.Must(t, err)
	turn := turns.Turn{ID: adm.Turn, Session: adm.Session, Channel: "hook", Said: "What is YES K7Q2M9?\nIt came with [approval:K7Q2M9]"}
	if _, _, err := s.RecordStep(ctx, turn, turns.Step{Turn: turn.ID, Key: turns.FirstStep, State: "complete", RecordedAt: at}); err != nil {
		t.Fatal(err)
	}
	it, err := outbox.Item(message.Outbound{ID: message.FirstMessageID(at.Add(-time.Second)), Channel: "hook", To: "hook:a", Kind: message.Answer, Text: "hello"})
	noerr.Must(t, err)
	b.bury(it, &outbox.Send{ID: message.MessageID(it.ID), Channel: "hook", To: "hook:a", Session: adm.Session, Turn: adm.Turn, State: outbox.Unknown})
	for text, want := range map[string]int{"what is": 1, "k7q2": 0, "Q2M9?": 0} {
		f := RecentFilter{Text: text}
		talks, err := b.Conversations(ctx, ops("a"), f)
		if err != nil || len(talks.Items) != want {
			t.Errorf("conversations with %q: %+v, %v", text, talks.Items, err)
		}
		list, err := b.Desk.Turns(ctx, ops("a"), f)
		if err != nil || len(list.Items) != want {
			t.Errorf("turns with %q: %+v, %v", text, list.Items, err)
		}
		if want > 0 {
			hidesCodes(t, "the list of conversations", talks)
			hidesCodes(t, "the list of turns", list)
		}
	}
}

// TestRedactView: what has no code comes out as it was.
func TestRedactView(t *testing.T) {
	raw := json.RawMessage(`{"z": 12345678901234567890, "a": "order K7Q2M9"}`)
	v := struct {
		Turn
		Args json.RawMessage
	}{Turn{Turn: turns.Turn{ID: "trn_1"}}, raw}
	redactView(&v)
	if string(v.Args) != string(raw) || v.ID != "trn_1" {
		t.Errorf("changed: %+v", v)
	}
}

// ops is an operator of the whole bridge.
func ops(name string) Caller { return Caller{Operator: name, Tenant: message.EveryTenant} }
