package twilio

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"bridge/adapters"
	"bridge/core/message"
	"bridge/internal/twilioserver"
)

// inboxOf takes what the log brings, and knows some of it already.
type inboxOf struct {
	known map[string]bool
	got   []Received
	at    []time.Time
	fail  map[string]error
}

func (i *inboxOf) take(_ context.Context, m Received, at time.Time) (message.Accepted, error) {
	if err := i.fail[m.SID]; err != nil {
		return message.Accepted{}, err
	}
	if i.known[m.SID] {
		return message.Accepted{Outcome: message.OutcomeDuplicate}, nil
	}
	i.got, i.at = append(i.got, m), append(i.at, at)
	return message.Accepted{Outcome: message.OutcomeTurn}, nil
}

// writes puts messages of a person into the log; no webhook is set.
func writes(b *bench, person string, bodies ...string) (sids []string) {
	b.t.Helper()
	for _, body := range bodies {
		sent, err := b.fake.Phone(person).Text(body)
		if sent.SID == "" {
			b.t.Fatal(err)
		}
		sids = append(sids, sent.SID)
	}
	return sids
}

func TestReconcile(t *testing.T) {
	b := newBench(t, nil)
	if _, se := b.send("one of ours"); se != nil {
		t.Fatal(se)
	}
	sids := writes(b, testTo, "first", "known", "third")
	with, _ := b.fake.Phone(testTo).SendMedia("look", twilioserver.File{Name: "a.png", MediaType: "image/png", Bytes: []byte("png")})
	other := writes(b, "whatsapp:"+testTo, "of the other channel")
	since := time.Now().Add(-time.Hour)

	dry := &inboxOf{}
	r, err := b.sender().Reconcile(t.Context(), since, true, dry.take)
	if err != nil || r.Seen != 4 || r.Taken != 0 || len(r.Messages) != 4 || len(dry.got) != 0 {
		t.Fatalf("dry: %+v %v", r, err)
	}
	in := &inboxOf{known: map[string]bool{sids[1]: true}}
	r, err = b.sender().Reconcile(t.Context(), since, false, in.take)
	if err != nil || r.Seen != 4 || r.Taken != 3 || len(r.Messages) != 3 {
		t.Fatalf("%+v %v", r, err)
	}
	var texts []string
	for i, m := range in.got {
		texts = append(texts, m.Body)
		if m.From != testTo || m.SID == "" || m.SID == other[0] || time.Since(in.at[i]) > time.Hour {
			t.Errorf("%+v at %v", m, in.at[i])
		}
	}
	if !slices.Equal(texts, []string{"first", "third", "look"}) {
		t.Errorf("in the order %q", texts)
	}
	if m := in.got[2]; m.SID != with.SID || len(m.Media) != 1 || m.Media[0].Type != "image/png" || !strings.HasPrefix(m.Media[0].URL, "https://api.twilio.com/2010-04-01/Accounts/"+accountOfTests) || strings.HasSuffix(m.Media[0].URL, ".json") {
		t.Errorf("files: %+v", m.Media)
	}
	for _, m := range r.Messages {
		if strings.Contains(m.From, "3331234567") || m.Outcome != "turn" || m.At.IsZero() {
			t.Errorf("%+v", m)
		}
	}
	// A limit of one sender holds up nobody else; a store that is down ends it.
	in = &inboxOf{fail: map[string]error{sids[0]: &adapters.LimitError{Limit: "limits.turns_per_sender"}}}
	if r, err = b.sender().Reconcile(t.Context(), since, false, in.take); err != nil || r.Taken != 3 || len(r.Messages) != 4 || r.Messages[0].Outcome != "not taken: limits.turns_per_sender" {
		t.Errorf("a limit: %+v %v", r, err)
	}
	in = &inboxOf{fail: map[string]error{sids[1]: errors.New("no store")}}
	if r, err = b.sender().Reconcile(t.Context(), since, false, in.take); err == nil || r.Taken != 1 {
		t.Errorf("no store: %+v %v", r, err)
	}
}

func TestReconcileBounds(t *testing.T) {
	b := newBench(t, nil)
	writes(b, testTo, "old")
	b.fake.Advance(3 * time.Hour)
	b.offset = 3 * time.Hour
	sids := writes(b, testTo, "new")
	now := time.Now().Add(b.offset)
	in := &inboxOf{}
	r, err := b.sender().Reconcile(t.Context(), now.Add(-time.Hour), false, in.take)
	if err != nil || r.Seen != 1 || len(in.got) != 1 || in.got[0].SID != sids[0] {
		t.Errorf("%+v %v", r, err)
	}
	// What is not known again would be taken in twice.
	if r, err := b.sender().Reconcile(t.Context(), now.Add(-25*time.Hour), false, in.take); err == nil || r.Seen != 0 {
		t.Errorf("beyond dedupe: %+v %v", r, err)
	}
	if r, err := b.sender().Reconcile(t.Context(), now.Add(-25*time.Hour), true, in.take); err != nil || r.Seen != 2 {
		t.Errorf("beyond dedupe, dry: %+v %v", r, err)
	}
	b.fake.Fail(twilioserver.Fault{On: twilioserver.List, Status: 401, Code: 20003})
	if _, err := b.sender().Reconcile(t.Context(), now.Add(-time.Hour), false, in.take); err == nil || !strings.Contains(err.Error(), "credentials") {
		t.Errorf("refused: %v", err)
	}
}

func TestReconcilePages(t *testing.T) {
	b := newBench(t, nil)
	for range logPage + 5 {
		writes(b, testTo, "text")
	}
	in := &inboxOf{}
	r, err := b.sender().Reconcile(t.Context(), time.Now().Add(-time.Hour), false, in.take)
	if err != nil || r.Taken != logPage+5 {
		t.Errorf("%d of %d %v", r.Taken, r.Seen, err)
	}
}

func TestReconcileWhatsAppService(t *testing.T) {
	b := newBench(t, nil)
	sid := b.fake.AddService("bridge")
	b.fake.AddNumber(twilioserver.Number{Address: "whatsapp:" + testFrom, Service: sid})
	b.opts.Prefix, b.opts.Account.From, b.opts.Account.Service = "whatsapp:", "", sid
	sids := writes(b, "whatsapp:"+testTo, "here")
	writes(b, testTo, "elsewhere")
	in := &inboxOf{}
	r, err := b.sender().Reconcile(t.Context(), time.Now().Add(-time.Hour), false, in.take)
	if err != nil || r.Seen != 1 || len(in.got) != 1 || in.got[0].SID != sids[0] || in.got[0].From != "whatsapp:"+testTo {
		t.Errorf("%+v %v %+v", r, err, in.got)
	}
}
