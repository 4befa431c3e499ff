package outbox_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"bridge/artifacts"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/internal/mac"
	"bridge/internal/noerr"
	"bridge/outbox"
	"bridge/render/gsm7"
)

func planner(t *testing.T) outbox.Planner {
	t.Helper()
	keys, err := mac.NewKeys(bytes.Repeat([]byte("k"), 32))
	noerr.Must(t, err)
	arts, err := artifacts.Open(t.Context(), artifacts.Options{URL: "mem://", PublicURL: "https://bridge.example.com", Keys: keys})
	noerr.Must(t, err)
	t.Cleanup(func() { _ = arts.Close() })
	registry, err := envelope.NewRegistry()
	noerr.Must(t, err)
	return outbox.Planner{Registry: registry, Artifacts: arts, Caps: map[message.ChannelName]message.Caps{
		"mail":  {Kind: "email", Traits: traits("email"), Attach: true, MaxAttach: 1000, AttachData: true},
		"plain": {Kind: "email", Traits: traits("email")},
		"sms":   {Kind: "sms", Traits: traits("sms"), MaxText: 1600, MaxParts: 3, Markup: message.MarkupGSM7},
		"whatsapp": {
			Kind: "whatsapp", Traits: traits("whatsapp"), MaxText: 1600, MaxParts: 3, Markup: message.MarkupStars, Attach: true,
			MaxAttach: 16_000_000, OnePerMessage: true, MaxCaption: 1600, Media: []message.MediaLimit{{Type: "application/pdf", Max: 1000}},
		},
	}}
}

func reply(parts ...envelope.Part) outbox.Reply {
	return outbox.Reply{
		Session: "ses_1", Turn: "trn_1", Key: "message", At: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC), State: envelope.Complete,
		Parts: parts, To: []outbox.Recipient{{
			Channel: "mail", Address: "email:eve@example.com", Name: "Eve", Thread: message.Thread{Subject: "Hi", Parent: "<m1>"},
		}},
	}
}

func plan(t *testing.T, p outbox.Planner, r outbox.Reply) (outs []message.Outbound, items []queue.Item) {
	t.Helper()
	items, err := p.Plan(t.Context(), r)
	noerr.Must(t, err)
	for _, it := range items {
		var m message.Outbound
		noerr.Must(t, json.Unmarshal(it.Payload, &m))
		outs = append(outs, m)
	}
	return outs, items
}

func TestPlanIsDeterministic(t *testing.T) {
	p := planner(t)
	r := reply(envelope.TextPart(envelope.Response, "Hello"))
	r.To = append(r.To, outbox.Recipient{Channel: "plain", Address: "email:eve@example.com"}, outbox.Recipient{Channel: "mail", Address: "email:dana@example.com"})
	outs, first := plan(t, p, r)
	_, second := plan(t, p, r)
	seen := map[string]bool{}
	for i := range first {
		if first[i].ID != second[i].ID || first[i].Lane != second[i].Lane || !bytes.Equal(first[i].Payload, second[i].Payload) {
			t.Errorf("planned twice: %s and %s", first[i].Payload, second[i].Payload)
		}
		if seen[first[i].ID] {
			t.Errorf("two recipients have the id %s", first[i].ID)
		}
		seen[first[i].ID] = true
	}
	m := outs[0]
	if len(outs) != 3 || m.Kind != message.Answer || m.Text != "Hello" || m.To != "email:eve@example.com" || m.ToName != "Eve" ||
		m.Session != "ses_1" || m.Turn != "trn_1" || m.Thread.Parent != "<m1>" || !m.CreatedAt.Equal(r.At) || !m.ID.Valid() {
		t.Errorf("outbound %+v", m)
	}
	for name, change := range map[string]func(*outbox.Reply){
		"step": func(r *outbox.Reply) { r.Key = "apr_1" },
		"turn": func(r *outbox.Reply) { r.Turn = "trn_2" },
		"time": func(r *outbox.Reply) { r.At = r.At.Add(time.Second) },
	} {
		other := r
		change(&other)
		if _, items := plan(t, p, other); seen[items[0].ID] {
			t.Errorf("another %s has the same id", name)
		}
	}
}

func TestPlanTexts(t *testing.T) {
	p := planner(t)
	text := func(s string) envelope.Part { return envelope.TextPart(envelope.Response, s) }
	for _, c := range []struct {
		name  string
		reply outbox.Reply
		want  string // "" = no message at all
	}{
		{"text", reply(text("Hello")), "Hello"},
		{"parts in order", reply(text("One."), text("Two.")), "One.\n\nTwo."},
		{"nothing visible", reply(envelope.TextPart(envelope.Thinking, "hm")), "Done, nothing to report."},
		{"failed", func() outbox.Reply {
			r := reply(text("Half."))
			r.State, r.Failed = envelope.Failed, true
			return r
		}(), "Half.\n\nSorry, the assistant could not answer (ref trn_1). Your message is kept."},
		{"waiting", func() outbox.Reply {
			r := reply(text("I ask."))
			r.State, r.Waiting = envelope.Suspended, "Waiting for approval by Dana: x."
			return r
		}(), "I ask.\n\nWaiting for approval by Dana: x."},
		{"nobody to answer", func() outbox.Reply { r := reply(text("x")); r.To = nil; return r }(), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			outs, _ := plan(t, p, c.reply)
			switch {
			case c.want == "" && len(outs) == 0:
			case len(outs) != 1 || outs[0].Text != c.want:
				t.Errorf("got %+v, want %q", outs, c.want)
			}
		})
	}
}

func TestPlanArtifacts(t *testing.T) {
	p := planner(t)
	put := func(content string) envelope.Part {
		a, err := p.Artifacts.Put(t.Context(), strings.NewReader(content), "notes.txt", "text/plain")
		noerr.Must(t, err)
		return p.Artifacts.Part(a)
	}
	thinking := envelope.TextPart(envelope.Thinking, "not delivered, and shifts the places")
	small, big := put("small"), put(strings.Repeat("big ", 1000))
	r := reply(thinking, envelope.TextPart(envelope.Response, "See."), small, big, small)
	r.Problems = map[int]string{4: "it was too large"} // a place in r.Parts
	outs, _ := plan(t, p, r)
	m := outs[0]
	if len(m.Attachments) != 1 || m.Attachments[0].Filename != "notes.txt" || m.Attachments[0].Size != 5 {
		t.Errorf("attachments %+v, want the small one", m.Attachments)
	}
	if !strings.Contains(m.Text, "https://bridge.example.com/artifacts/") || !strings.Contains(m.Text, "Attachment not available: notes.txt") {
		t.Errorf("text %q: the big one is not linked, or the missing one not named", m.Text)
	}
	r.To[0].Channel = "plain"
	outs, _ = plan(t, p, r)
	if n := strings.Count(outs[0].Text, "https://"); len(outs[0].Attachments) != 0 || n != 2 {
		t.Errorf("without attachments: %d links, %+v", n, outs[0].Attachments)
	}
}

// A file that could not be had has one name, whoever hears of it.
func TestMissingFilesHaveOneName(t *testing.T) {
	p := planner(t)
	for in, name := range map[string]string{
		`{"raw":"aGk=","filename":"list.csv","partType":"artifact"}`:                             "list.csv",
		`{"url":"https://a.example/x/plan.pdf","partType":"artifact"}`:                           "plan.pdf (https://a.example/x/plan.pdf)",
		`{"data":{"artifactId":"art_1","filename":"n.txt"},"partType":"artifact"}`:               "n.txt",
		`{"partType":"artifact","artifactId":"art_1","mimeType":"text/csv"}`:                     "art_1",
		`{"data":{"url":"https://a.example/y.csv"},"filename":"best.csv","partType":"artifact"}`: "best.csv (https://a.example/y.csv)",
	} {
		var part envelope.Part
		noerr.Must(t, json.Unmarshal([]byte(in), &part))
		r := reply(envelope.TextPart(envelope.Response, "See."), part)
		r.Problems = map[int]string{1: "it was too large"}
		outs, _ := plan(t, p, r)
		if want := "Attachment not available: " + name; !strings.HasSuffix(outs[0].Text, want) {
			t.Errorf("%s: people read %q", in, outs[0].Text)
		}
		b, err := p.Envelope(r, envelope.Destination{Class: envelope.Buffered, Transport: outbox.EventTransport})
		if want := "Attachment not available: " + name + ": it was too large"; err != nil || !strings.Contains(string(b), want) {
			t.Errorf("%s: systems get %s, %v; want %q", in, b, err, want)
		}
	}
}

// TestPlanInTheirLanguage: what the bridge itself says in an answer is in the language of who reads it,
// and a mail that carries a file says which that is.
func TestPlanInTheirLanguage(t *testing.T) {
	p := planner(t)
	p.Language = func(context.Context, message.Address) string { return "de" }
	r := reply(envelope.TextPart(envelope.ErrorPart, "The task was cancelled."))
	r.State, r.Canceled = envelope.Failed, true
	r.To = append(r.To, outbox.Recipient{Channel: "mail", Address: "email:luc@example.com", Language: "fr"})
	outs, _ := plan(t, p, r)
	if len(outs) != 2 || outs[0].Text != "Die Aufgabe wurde abgebrochen." || outs[1].Text != "La tâche a été annulée." || r.Parts[0].Text != "The task was cancelled." {
		t.Errorf("%+v", outs)
	}
	items, err := p.Slow(t.Context(), r, time.Now())
	if err != nil || !strings.Contains(string(items[0].Payload), "noch in Arbeit") || !strings.Contains(string(items[1].Payload), "en préparation") {
		t.Errorf("%v, %v", items, err)
	}
	data, err := envelope.DataPart(envelope.DomainData, map[string]int{"n": 1})
	if err != nil {
		t.Fatal(err)
	}
	if outs, _ := plan(t, p, reply(envelope.TextPart(envelope.Response, "Hier."), data)); len(outs[0].Attachments) != 1 || outs[0].Language != "de" {
		t.Errorf("%+v", outs[0])
	}
}

func TestPlanData(t *testing.T) {
	p := planner(t)
	data, err := envelope.DataPart(envelope.DomainData, map[string]int{"total": 7})
	noerr.Must(t, err)
	outs, _ := plan(t, p, reply(envelope.TextPart(envelope.Response, "Here."), data))
	m := outs[0]
	if len(m.Attachments) != 1 || m.Attachments[0].MediaType != "application/json" {
		t.Fatalf("attachments %+v", m.Attachments)
	}
	_, body, err := p.Artifacts.Open(t.Context(), m.Attachments[0].Artifact)
	noerr.Must(t, err)
	defer func() { _ = body.Close() }()
	var got struct{ Total int }
	if err := json.NewDecoder(body).Decode(&got); err != nil || got.Total != 7 {
		t.Errorf("the attached data is %+v, %v", got, err)
	}
}

func TestPlanSeveralMessages(t *testing.T) {
	p := planner(t)
	put := func(name, mediaType, content string) envelope.Part {
		a, err := p.Artifacts.Put(t.Context(), strings.NewReader(content), name, mediaType)
		noerr.Must(t, err)
		return p.Artifacts.Part(a)
	}
	pdf := put("a.pdf", "application/pdf", "%PDF-1.4 one")
	large := put("b.pdf", "application/pdf", "%PDF-1.4 "+strings.Repeat("x", 1000))
	text := strings.TrimSpace(strings.Repeat("It’s a **sentence** of words. ", 80))
	r := reply(envelope.TextPart(envelope.Response, text), pdf, large)
	r.To = []outbox.Recipient{{Channel: "whatsapp", Address: "whatsapp:+393331234567"}, {Channel: "sms", Address: "sms:+393331234567"}}
	outs, items := plan(t, p, r)
	_, again := plan(t, p, r)
	seen := map[string]bool{}
	for i, it := range items {
		if it.ID != again[i].ID || it.Lane != again[i].Lane || seen[it.ID] {
			t.Errorf("message %d: %s, planned again %s", i, it.ID, again[i].ID)
		}
		seen[it.ID] = true
		if m := outs[i]; !m.ID.Valid() || len(m.Text) > 2000 || m.HTML != "" || m.Turn != r.Turn || !m.CreatedAt.Equal(r.At) || it.Lane != "ses_1/"+string(m.Channel)+"/"+string(m.To) {
			t.Errorf("message %d: %+v in lane %s", i, m, it.Lane)
		}
	}
	if len(outs) != 6 {
		t.Fatalf("%d messages: %+v", len(outs), outs)
	}
	for i, want := range []struct{ begins, has, file string }{
		{"(1/2)\nIt’s a *sentence*", "", ""},
		{"(2/2)\nIt’s a *sentence*", "b.pdf (1.0 kB): https://bridge.example.com/artifacts/", ""},
		{"a.pdf", "", "a.pdf"},
		{"(1/3)\nIt's a sentence", "", ""},
		{"(2/3)\nIt's a sentence", "a.pdf (12 bytes): https://bridge.example.com/artifacts/", ""},
		{"(3/3)\nb.pdf (1.0 kB): https://bridge.example.com/artifacts/", "", ""}, // one link in each
	} {
		m := outs[i]
		file := ""
		for _, a := range m.Attachments {
			file += a.Filename
		}
		if !strings.HasPrefix(m.Text, want.begins) || !strings.Contains(m.Text, want.has) || file != want.file {
			t.Errorf("message %d: %q with %q", i, m.Text, file)
		}
	}
	single := reply(envelope.TextPart(envelope.Response, "Hi"))
	single.To = r.To
	if _, first := plan(t, p, single); first[0].ID != items[0].ID || first[1].ID != items[3].ID {
		t.Error("the first of several messages has another id than an only one")
	}
}

func TestPlanWholeTextIsKept(t *testing.T) {
	p := planner(t)
	var b strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&b, "line **%d**\n", i)
	}
	r := reply(envelope.TextPart(envelope.Response, b.String()))
	r.State, r.Waiting = envelope.Suspended, "Waiting for approval by Dana: x."
	for _, ch := range []message.ChannelName{"sms", "whatsapp"} {
		r.To[0].Channel = ch
		outs, _ := plan(t, p, r)
		last := outs[len(outs)-1].Text
		_, link, ok := strings.Cut(last, "\n\nCut here. The whole answer:\nhttps://bridge.example.com/artifacts/")
		link, tail, _ := strings.Cut(link, "\n\n")
		if len(outs) != 3 || !ok || tail != r.Waiting {
			t.Fatalf("%d messages, the last one %q", len(outs), last)
		}
		id, _, _ := strings.Cut(link, "?")
		id, _, _ = strings.Cut(id, "/")
		a, body, err := p.Artifacts.Open(t.Context(), message.ArtifactID(id))
		if err != nil {
			t.Fatalf("link %s: %v", link, err)
		}
		whole, err := io.ReadAll(body)
		_ = body.Close()
		if err != nil || !strings.HasPrefix(string(whole), "line 0\nline 1\n") || !strings.Contains(string(whole), "\nline 1999\n\nWaiting for") ||
			a.Filename != "answer.txt" || a.MediaType != "text/plain; charset=utf-8" {
			t.Errorf("%s is kept as %+v, %v: %.60q", ch, a, err, whole)
		}
	}
}

func TestHeldOnAPhone(t *testing.T) {
	p := planner(t)
	r := reply()
	r.To = []outbox.Recipient{{Channel: "sms", Address: "sms:+393331234567"}}
	items, err := p.Held(t.Context(), r, r.At)
	if err != nil || len(items) != 1 {
		t.Fatalf("%d items, %v", len(items), err)
	}
	var m message.Outbound
	noerr.Must(t, json.Unmarshal(items[0].Payload, &m))
	if n, enc, _ := gsm7.Segments(m.Text); enc != gsm7.GSM7 || n > 1 || m.HTML != "" {
		t.Errorf("%d segments of %s: %q", n, enc, m.Text)
	}
}

// TestPlanForSystems: a system gets one event for a settled turn, and nothing else of what
// people get.
func TestPlanForSystems(t *testing.T) {
	p := planner(t)
	p.Caps["crm"] = message.Caps{Kind: "webhook", Traits: traits("webhook"), Loose: true}
	part := envelope.TextPart(envelope.Response, "Done.")
	for name, c := range map[string]struct {
		change func(*outbox.Reply)
		want   int
		failed bool
	}{
		"complete":   {func(*outbox.Reply) {}, 1, false},
		"clarifying": {func(r *outbox.Reply) { r.State = envelope.Clarifying }, 1, false},
		"failed":     {func(r *outbox.Reply) { r.State, r.Failed, r.Parts = envelope.Failed, true, nil }, 1, true},
		"silent":     {func(r *outbox.Reply) { r.Silent, r.Parts = true, nil }, 1, false},
		"suspended":  {func(r *outbox.Reply) { r.State, r.Waiting = envelope.Suspended, "Waiting." }, 1, false},
		"aside":      {func(r *outbox.Reply) { r.Aside = true }, 0, false},
	} {
		r := reply(part)
		r.To = []outbox.Recipient{{Channel: "crm", Address: "webhook:crm"}}
		c.change(&r)
		outs, items := plan(t, p, r)
		if len(outs) != c.want {
			t.Errorf("%s: %d messages, want %d", name, len(outs), c.want)
			continue
		}
		if c.want == 0 {
			continue
		}
		out := outs[0]
		if out.Event == nil || out.Event.Type != map[bool]string{false: outbox.TurnSettled, true: outbox.TurnSuspended}[name == "suspended"] || out.Text != "" || !out.Loose || out.Turn != r.Turn || items[0].ID != string(out.ID) {
			t.Errorf("%s: %+v", name, out)
			continue
		}
		if body := string(out.Event.Data); !strings.Contains(body, string(r.Turn)) || strings.Contains(body, "Your message is kept") != c.failed {
			t.Errorf("%s: %s", name, body)
		}
	}
	r := reply(part)
	r.To = append(r.To, outbox.Recipient{Channel: "crm", Address: "webhook:crm"})
	for what, f := range map[string]func(outbox.Reply, time.Time) ([]queue.Item, error){
		"held": func(r outbox.Reply, at time.Time) ([]queue.Item, error) { return p.Held(t.Context(), r, at) },
		"slow": func(r outbox.Reply, at time.Time) ([]queue.Item, error) { return p.Slow(t.Context(), r, at) },
	} {
		if items, err := f(r, time.Now()); err != nil || len(items) != len(r.To)-1 {
			t.Errorf("%s: %d items, %v", what, len(items), err)
		}
	}
	r.Silent = true
	if outs, _ := plan(t, p, r); len(outs) != 1 || outs[0].Channel != "crm" {
		t.Errorf("silent: %+v", outs)
	}
}
