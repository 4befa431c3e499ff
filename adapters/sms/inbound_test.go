package sms

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/adapters"
	"bridge/adapters/adaptertest"
	"bridge/adapters/twilio"
	"bridge/artifacts"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/internal/mac"
	"bridge/internal/noerr"
)

var _ adapters.Routed = (*Adapter)(nil)

const (
	account = "AC00000000000000000000000000000001"
	token   = "0123456789abcdef0123456789abcdef"
	public  = "https://bridge.example"
	us      = "+15005550006"
	them    = "+393331234567"
	sid     = "SM00000000000000000000000000000001"
)

var when = time.Date(2026, 11, 22, 5, 0, 0, 0, time.UTC)

// phone is a channel whose messages end in the test.
type phone struct {
	*Adapter
	routes   http.Handler
	contacts *adaptertest.Contacts
	log      *bytes.Buffer

	mu      sync.Mutex
	taken   []message.Inbound
	refused []string
}

func newPhone(t *testing.T, change func(*Config)) *phone {
	t.Helper()
	keys, err := mac.NewKeys(bytes.Repeat([]byte("k"), mac.MinSecret))
	noerr.Must(t, err)
	store, err := artifacts.Open(t.Context(), artifacts.Options{URL: "mem://", PublicURL: public, Keys: keys})
	noerr.Must(t, err)
	t.Cleanup(func() { _ = store.Close() })
	p := &phone{contacts: adaptertest.NewContacts(), log: &bytes.Buffer{}}
	cfg := Config{Account: twilio.Account{SID: account, Tokens: []func() string{func() string { return token }}, From: us}, Keywords: "twilio", MaxParts: 5}
	if change != nil {
		change(&cfg)
	}
	p.Adapter, err = New(Options{Config: cfg, Options: twilio.Options{
		Name: "sms", Callbacks: twilio.Callbacks{PublicURL: public, Channel: "sms", Keys: keys}, Artifacts: store, Contacts: p.contacts,
		Delivered: func(context.Context, message.ChannelName, message.Delivery) (string, error) { return "", nil },
		Log:       slog.New(slog.NewTextHandler(p.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Now:       func() time.Time { return when },
		Metrics:   twilio.Metrics{Refused: func(reason string) { p.refused = append(p.refused, reason) }},
	}})
	noerr.Must(t, err)
	p.routes = http.StripPrefix("/channels/sms", p.Routes(func(_ context.Context, in message.Inbound) (message.Accepted, error) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.taken = append(p.taken, in)
		return message.Accepted{Outcome: message.OutcomeTurn}, nil
	}))
	t.Cleanup(func() {
		if log := p.log.String(); strings.Contains(log, "3331234567") || strings.Contains(log, "geheim") {
			t.Errorf("the log has a number or a text: %s", log)
		}
	})
	return p
}

// post calls the webhook as Twilio does; fields are added to those of an SMS.
func (p *phone) post(t *testing.T, fields map[string]string) *httptest.ResponseRecorder {
	t.Helper()
	v := map[string]string{"MessageSid": sid, "AccountSid": account, "From": them, "To": us, "NumMedia": "0"}
	w := httptest.NewRecorder()
	p.routes.ServeHTTP(w, adaptertest.TwilioForm(t, public+"/channels/sms/inbound", token, v, fields))
	return w
}

func TestInbound(t *testing.T) {
	p := newPhone(t, nil)
	if w := p.post(t, map[string]string{"Body": " geheim:\r\ncafé \x00🦊 \n", "FromCity": "MILANO", "ProfileName": ""}); w.Code != 200 {
		t.Fatalf("%d", w.Code)
	}
	in := p.taken[0]
	if in.Channel != "sms" || in.ExternalID != sid || in.Class != message.Human || in.From != "sms:"+them || in.Trust != message.Carrier ||
		!in.ReceivedAt.Equal(when) || in.HasSubject || in.Consent != "" || in.Fresh || in.Ambiguous {
		t.Errorf("%+v", in)
	}
	if in.Unquoted != " geheim:\ncafé 🦊 \n" || adaptertest.Texts(in) != "response=geheim:\ncafé 🦊" {
		t.Errorf("%q, %q", in.Unquoted, adaptertest.Texts(in))
	}
	if !slices.Equal(in.Binding.Self, []message.Ref{sid}) || len(in.Binding.Refs) != 0 || in.Binding.Button != "" {
		t.Errorf("%+v", in.Binding)
	}
	if c := p.contacts.Saved["sms:"+them]; !c.Heard.Equal(when) || c.Alias != "" {
		t.Errorf("contact: %+v", c)
	}
}

func TestWordsOfSMS(t *testing.T) {
	for _, c := range []struct {
		keywords, body, optOut string
		consent                message.Consent
		answered, fresh        bool
	}{
		{"twilio", "Stop", "", message.ConsentStop, true, false},
		{"bridge", "Stop", "", message.ConsentStop, false, false},
		{"bridge", "basta", "STOP", message.ConsentStop, true, false},
		{"twilio", "please stop texting me", "", message.ConsentStop, false, false},
		{"twilio", "START", "", message.ConsentStart, true, false},
		{"bridge", "help", "", message.ConsentHelp, false, false},
		{"twilio", "YES", "", "", false, false}, // admission knows whether it opts in
		{"twilio", " new ", "", "", false, true},
		{"twilio", "new order", "", "", false, false},
	} {
		p := newPhone(t, func(cfg *Config) { cfg.Keywords = c.keywords })
		p.post(t, map[string]string{"Body": c.body, "OptOutType": c.optOut})
		if in := p.taken[0]; in.Consent != c.consent || in.ConsentAnswered != c.answered || in.Fresh != c.fresh {
			t.Errorf("%+v: %q %v %v", c, in.Consent, in.ConsentAnswered, in.Fresh)
		}
		if _, there := p.contacts.Saved["sms:"+them]; !there {
			t.Errorf("%q: the contact is not kept", c.body)
		}
	}
}

// TestMachinesAreNoPeople: short codes and alphanumeric senders are recorded only,
// whatever they write.
func TestMachinesAreNoPeople(t *testing.T) {
	for _, from := range []string{"72345", "AMAZON", "My Bank", "+123", "whatsapp:" + them, "rcs:agent"} {
		for _, body := range []string{"Your code is 123456", "STOP", "NEW", "YES 4K7Q2M"} {
			p := newPhone(t, nil)
			if w := p.post(t, map[string]string{"From": from, "Body": body, "NumMedia": "1", "MediaUrl0": "https://api.twilio.com/x"}); w.Code != 200 {
				t.Errorf("%s: %d", from, w.Code)
			}
			in := p.taken[0]
			if in.Class != message.Auto || in.ClassWhy == "" || in.Consent != "" || in.Fresh || in.Trust != message.Asserted || len(p.contacts.Saved) != 0 {
				t.Errorf("%s: %+v", from, in)
			}
			if !slices.Equal(p.refused, []string{"stranger"}) {
				t.Errorf("%s: counted %q", from, p.refused)
			}
		}
	}
}

// TestButtonsAreNotOfSMS: a press cannot come by SMS, whatever the form says.
func TestButtonsAreNotOfSMS(t *testing.T) {
	p := newPhone(t, nil)
	p.post(t, map[string]string{"Body": "approve:apr_1", "ButtonPayload": "approve:apr_1"})
	if p.taken[0].Binding.Button != "" {
		t.Errorf("%+v", p.taken[0].Binding)
	}
}

func TestMMS(t *testing.T) {
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if user, password, _ := r.BasicAuth(); user != account || password != token {
			http.Error(w, "no", http.StatusUnauthorized)
			return
		}
		_, _ = w.Write([]byte("\xff\xd8\xff\xe0 a picture"))
	}))
	defer api.Close()
	p := newPhone(t, func(c *Config) { c.Account.APIURL = api.URL })
	p.post(t, map[string]string{
		"Body": "look", "NumMedia": "3", "MediaUrl0": api.URL + "/0", "MediaContentType0": "image/jpeg",
		"MediaUrl1": "https://evil.example/1", "MediaContentType1": "image/png", "MediaUrl2": api.URL + "/2", "MediaContentType2": "image/jpeg",
	})
	want := "response=look|artifact=image-1.jpg|response=[File 2 of 3 (image/png) is missing here: it is not at Twilio.]|artifact=image-3.jpg"
	if got := adaptertest.Texts(p.taken[0]); got != want || p.taken[0].Unquoted != "look" {
		t.Errorf("%s\nwant %s", got, want)
	}
	if a := p.taken[0].Parts[1]; a.MediaType != "image/jpeg" || a.Type != envelope.Artifact {
		t.Errorf("%+v", a)
	}
}

// TestContactsDown: nothing is acknowledged whose sender could not be kept.
func TestContactsDown(t *testing.T) {
	p := newPhone(t, nil)
	p.contacts.Fail = errors.New("the store is down")
	if w := p.post(t, nil); w.Code != 503 || len(p.taken) != 0 {
		t.Errorf("%d", w.Code)
	}
}
