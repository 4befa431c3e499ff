package sms

import (
	"errors"
	"log/slog"
	"net/url"
	"strings"
	"testing"
	"time"

	"bridge/adapters"
	"bridge/adapters/twilio"
	"bridge/artifacts"
	"bridge/core/message"
	"bridge/internal/mac"
	"bridge/internal/noerr"
	"bridge/internal/twilioserver"
	"bridge/internal/twilioserver/contract"
)

var (
	_ adapters.Finder     = (*Adapter)(nil)
	_ adapters.Reconciler = (*Adapter)(nil)
)

func TestSendText(t *testing.T) {
	const dana = "+393331234567"
	fake, err := twilioserver.Start(twilioserver.Options{RetryDelay: time.Millisecond}, twilioserver.Account{SID: "AC0123456789abcdef0123456789abcdef", Token: "0123456789abcdef0123456789abcdef"})
	noerr.Must(t, err)
	t.Cleanup(fake.Close)
	contract.Watch(t, fake)
	fake.AddNumber(twilioserver.Number{Address: "+15005550006"})
	keys, err := mac.NewKeys([]byte("0123456789abcdef0123456789abcdef"))
	noerr.Must(t, err)
	store, err := artifacts.Open(t.Context(), artifacts.Options{URL: "mem://", Dir: t.TempDir(), PublicURL: "https://bridge.example.com", MaxSize: 1 << 20, LinkTTL: time.Hour, Keys: keys, Now: time.Now})
	noerr.Must(t, err)
	t.Cleanup(func() { _ = store.Close() })
	var segments int
	a, err := New(Options{
		Config: Config{
			Account: twilio.Account{SID: fake.Account().SID, Tokens: []func() string{func() string { return fake.Account().Token }}, From: "+15005550006", APIURL: fake.URL()},
			Dedupe:  time.Hour,
		},
		Options: twilio.Options{
			Name: "sms", Callbacks: twilio.Callbacks{PublicURL: "http://127.0.0.1:9", Channel: "sms", Keys: keys}, Artifacts: store,
			Log: slog.New(slog.DiscardHandler), Now: time.Now, Metrics: twilio.Metrics{Segments: func(n int) { segments += n }},
		},
	})
	noerr.Must(t, err)
	file, err := store.Put(t.Context(), strings.NewReader("pdf"), "a.pdf", "application/pdf")
	noerr.Must(t, err)
	out := func(to message.Address, text string, files ...message.Attachment) message.Outbound {
		return message.Outbound{ID: message.DerivedMessageID(time.Now(), text), Channel: "sms", To: to, Kind: message.Answer, Text: text, Attachments: files}
	}
	if _, err := a.Send(t.Context(), out("sms:"+dana, "Your order is on its way.")); err != nil || segments != 1 {
		t.Errorf("%v, %d segments", err, segments)
	}
	// A file that is not a link yet is not lost.
	noerr.Want(t, noerr.Of(a.Send(t.Context(), out("sms:"+dana, "The report:", message.Attachment{Artifact: file.ID}))))
	got := fake.Phone(dana).Messages()
	if len(got) != 2 || got[0].Body != "Your order is on its way." || !strings.HasPrefix(got[1].Body, "The report:\nhttps://bridge.example.com/artifacts/"+string(file.ID)) {
		t.Errorf("on the phone: %+v", got)
	}
	for _, o := range []message.Outbound{
		out("sms:40404", "x"), out("sms:SHOP", "x"),
	} {
		_, err := a.Send(t.Context(), o)
		if se, ok := errors.AsType[*message.SendError](err); !ok || se.Kind != message.SendInvalid || !se.NotSent {
			t.Errorf("to %s: %v", o.To, err)
		}
	}
	if n := len(fake.Requests(twilioserver.Send)); n != 2 {
		t.Errorf("%d sends", n)
	}
	// The answer of Twilio is lost: the message is there once, and found.
	fake.Fail(twilioserver.Fault{HTML: true, AfterAccept: true})
	lost := out("sms:"+dana, "The report:", message.Attachment{Artifact: file.ID})
	if _, err := a.Send(t.Context(), lost); err == nil {
		t.Fatal("no error")
	}
	first := got[1].SID
	rc, found, err := a.Find(t.Context(), lost, time.Now().Add(-time.Second), func(r message.Ref) (bool, error) { return string(r) == first, nil })
	if err != nil || !found || rc.ProviderID == first {
		t.Errorf("%+v %v %v", rc, found, err)
	}
	form, _ := url.ParseQuery(string(fake.Requests(twilioserver.Send)[2].Body))
	if form.Has("MediaUrl") {
		t.Errorf("a file went as MMS: %v", form)
	}
}
