package whatsapp

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"bridge/adapters"
	"bridge/adapters/adaptertest"
	"bridge/adapters/twilio"
	"bridge/artifacts"
	"bridge/core/message"
	"bridge/internal/mac"
	"bridge/internal/noerr"
)

var _ adapters.Routed = (*Adapter)(nil)

const (
	account = "AC00000000000000000000000000000001"
	token   = "0123456789abcdef0123456789abcdef"
	public  = "https://bridge.example"
	us      = "+14155238886"
	them    = "+393331234567"
	bsuid   = "IT.4566546130240823"
	sid     = "SM00000000000000000000000000000001"
)

var when = time.Date(2026, 11, 22, 5, 0, 0, 0, time.UTC)

// phone is a channel whose messages end in the test.
type phone struct {
	*Adapter
	routes   http.Handler
	contacts *adaptertest.Contacts
	listed   []message.Address
	now      time.Time
	log      *bytes.Buffer
	taken    []message.Inbound
	refused  []string
	alerts   map[string]string
}

func newPhone(t *testing.T, change func(*Config)) *phone {
	t.Helper()
	keys, err := mac.NewKeys(bytes.Repeat([]byte("k"), mac.MinSecret))
	noerr.Must(t, err)
	store, err := artifacts.Open(t.Context(), artifacts.Options{URL: "mem://", PublicURL: public, Keys: keys})
	noerr.Must(t, err)
	t.Cleanup(func() { _ = store.Close() })
	p := &phone{
		contacts: adaptertest.NewContacts(),
		now:      when, log: &bytes.Buffer{}, alerts: map[string]string{},
	}
	cfg := Config{Account: twilio.Account{SID: account, Tokens: []func() string{func() string { return token }}, From: us}, MaxParts: 5}
	if change != nil {
		change(&cfg)
	}
	p.Adapter, err = New(Options{Config: cfg, Options: twilio.Options{
		Name: "whatsapp", Callbacks: twilio.Callbacks{PublicURL: public, Channel: "whatsapp", Keys: keys}, Artifacts: store,
		Contacts:  p.contacts,
		Delivered: func(context.Context, message.ChannelName, message.Delivery) (string, error) { return "", nil },
		Log:       slog.New(slog.NewTextHandler(p.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Now:       func() time.Time { return p.now },
		Metrics: twilio.Metrics{
			Refused: func(reason string) { p.refused = append(p.refused, reason) },
			Alert:   func(key, text string) { p.alerts[key] = text },
		},
	}, Listed: func(a message.Address) bool { return slices.Contains(p.listed, a) }})
	noerr.Must(t, err)
	p.routes = http.StripPrefix("/channels/whatsapp", p.Routes(func(_ context.Context, in message.Inbound) (message.Accepted, error) {
		p.taken = append(p.taken, in)
		return message.Accepted{Outcome: message.OutcomeTurn}, nil
	}))
	t.Cleanup(func() {
		for _, s := range []string{"3331234567", "4566546130240823", "geheim"} {
			if log := p.log.String(); strings.Contains(log, s) {
				t.Errorf("the log has %q: %s", s, log)
			}
		}
	})
	return p
}

// post calls the webhook as Twilio does; fields are added to those of a text.
func (p *phone) post(t *testing.T, fields map[string]string) (message.Inbound, int) {
	t.Helper()
	v := map[string]string{
		"MessageSid": sid, "AccountSid": account, "From": "whatsapp:" + them, "To": "whatsapp:" + us, "NumMedia": "0", "Body": "geheim",
		"MessageType": "text", "WaId": them[1:], "Forwarded": "false", "FrequentlyForwarded": "false", "ReferralNumMedia": "0",
		"ChannelMetadata": `{"type":"whatsapp","data":{"context":{}}}`,
	}
	w := httptest.NewRecorder()
	before := len(p.taken)
	p.routes.ServeHTTP(w, adaptertest.TwilioForm(t, public+"/channels/whatsapp/inbound", token, v, fields))
	if len(p.taken) == before {
		return message.Inbound{}, w.Code
	}
	return p.taken[before], w.Code
}

func TestInbound(t *testing.T) {
	p := newPhone(t, nil)
	in, status := p.post(t, map[string]string{"ProfileName": "Zoë\u202e\n 🦊" + strings.Repeat("x", 300), "ExternalUserId": "whatsapp:" + bsuid})
	if status != 200 || in.Channel != "whatsapp" || in.ExternalID != sid || in.Class != message.Human || in.From != "whatsapp:"+them || in.Trust != message.Verified ||
		!in.ReceivedAt.Equal(when) || in.Consent != "" || in.Fresh || in.Ambiguous || in.Unquoted != "geheim" || adaptertest.Texts(in) != "response=geheim" {
		t.Errorf("%d %+v", status, in)
	}
	if !strings.HasPrefix(in.FromName, "Zoë 🦊xxx") || len([]rune(in.FromName)) != 200 {
		t.Errorf("name: %q", in.FromName)
	}
	if !slices.Equal(in.Binding.Self, []message.Ref{sid}) || len(in.Binding.Refs) != 0 || in.Binding.Button != "" {
		t.Errorf("%+v", in.Binding)
	}
	if c := p.contacts.Saved["whatsapp:"+them]; !c.Heard.Equal(when) || c.Alias != bsuid {
		t.Errorf("contact: %+v", c)
	}
}

// TestPress has the fields of a real press.
func TestPress(t *testing.T) {
	const replied = "MM5cc40000000000000000000000000001"
	p := newPhone(t, nil)
	in, _ := p.post(t, map[string]string{
		"MessageType": "interactive", "Body": "Approve", "ButtonText": "Approve", "ButtonPayload": "approve:apr_01", "ExternalUserId": "whatsapp:" + bsuid,
		"OriginalRepliedMessageSender": "whatsapp:" + us, "OriginalRepliedMessageSid": replied,
	})
	if in.Binding.Button != "approve:apr_01" || !slices.Equal(in.Binding.Refs, []message.Ref{replied}) || in.Unquoted != "Approve" || adaptertest.Texts(in) != "response=Approve" {
		t.Errorf("%+v %s", in.Binding, adaptertest.Texts(in))
	}
	// A payload that is typed is text.
	if in, _ := p.post(t, map[string]string{"Body": "approve:apr_01"}); in.Binding.Button != "" || in.Unquoted != "approve:apr_01" {
		t.Errorf("%+v", in.Binding)
	}
	// Without the message that it answers, and of another's template.
	in, _ = p.post(t, map[string]string{"Body": "", "ButtonText": "Track", "ButtonPayload": `{"order":7}`})
	if len(in.Binding.Refs) != 0 || adaptertest.Texts(in) != `response=Track|domain-data={"button":{"payload":"{\"order\":7}","title":"Track"}}` {
		t.Errorf("%+v %s", in.Binding, adaptertest.Texts(in))
	}
}

func TestWhatIsNotText(t *testing.T) {
	p := newPhone(t, nil)
	for name, c := range map[string]struct {
		fields map[string]string
		want   string
	}{
		"location": {
			map[string]string{"Body": "", "Latitude": "45.4642", "Longitude": "9.1900", "Label": "Duomo", "Address": "Piazza del Duomo, Milano"},
			`response=Location: Duomo, Piazza del Duomo, Milano (45.4642, 9.19)|domain-data={"location":{"address":"Piazza del Duomo, Milano","label":"Duomo","latitude":45.4642,"longitude":9.19}}`,
		},
		"bare location":  {map[string]string{"Body": "here", "Latitude": "-1", "Longitude": "0"}, `response=here|response=Location: -1, 0|domain-data={"location":{"latitude":-1,"longitude":0}}`},
		"wrong location": {map[string]string{"Latitude": "NaN", "Longitude": "0"}, `response=geheim`},
		"far location":   {map[string]string{"Latitude": "91", "Longitude": "0"}, `response=geheim`},
		"list": {
			map[string]string{"Body": "", "ListId": "m", "ListTitle": "Monday", "ListDescription": "9 to 17"},
			`response=Monday|domain-data={"listItem":{"description":"9 to 17","id":"m","title":"Monday"}}`,
		},
		"advertisement": {
			map[string]string{"Body": "price?", "ReferralHeadline": "Chairs", "ReferralSourceUrl": "https://fb.me/x", "ReferralCtwaClid": "y"},
			`response=price?|domain-data={"referral":{"headline":"Chairs","sourceUrl":"https://fb.me/x"}}`,
		},
		"nothing": {map[string]string{"Body": "", "MessageType": "unsupported"}, ""},
	} {
		in, status := p.post(t, c.fields)
		if got := adaptertest.Texts(in); status != 200 || got != c.want || in.Unquoted != fieldOr(c.fields, "Body", "geheim") {
			t.Errorf("%s: %d\n%s\n%s", name, status, got, c.want)
		}
	}
}

func fieldOr(m map[string]string, k, other string) string {
	if v, ok := m[k]; ok {
		return v
	}
	return other
}

// TestOthersWords: a reaction and a forwarded text decide nothing.
func TestOthersWords(t *testing.T) {
	p := newPhone(t, nil)
	for _, f := range []map[string]string{{"Forwarded": "true"}, {"FrequentlyForwarded": "true"}, {"MessageType": "reaction", "Body": "👍"}, {"Body": "yes \xff"}} {
		if in, _ := p.post(t, f); !in.Ambiguous {
			t.Errorf("%v: it is clear", f)
		}
	}
}

func TestFiles(t *testing.T) {
	bodies := map[string]string{"/voice": "OggS\x00\x02 a voice", "/card": "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Dana\r\nEND:VCARD\r\n"}
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = w.Write([]byte(bodies[r.URL.Path])) }))
	defer api.Close()
	p := newPhone(t, func(c *Config) { c.Account.APIURL = api.URL })
	in, _ := p.post(t, map[string]string{"Body": "", "NumMedia": "1", "MediaUrl0": api.URL + "/voice", "MediaContentType0": "audio/ogg", "MessageType": "audio"})
	if adaptertest.Texts(in) != "artifact=audio-1.ogg" || in.Parts[0].MediaType != "audio/ogg" {
		t.Errorf("a voice note: %s %+v", adaptertest.Texts(in), in.Parts)
	}
	in, _ = p.post(t, map[string]string{"Body": "Dana", "NumMedia": "1", "MediaUrl0": api.URL + "/card", "MediaContentType0": "text/vcard", "MessageType": "contacts"})
	if adaptertest.Texts(in) != "response=Dana|artifact=contact-1.vcf" || in.Parts[1].MediaType != "text/vcard" {
		t.Errorf("a contact: %s %+v", adaptertest.Texts(in), in.Parts)
	}
}

func TestWordsOfWhatsApp(t *testing.T) {
	p := newPhone(t, nil)
	for body, want := range map[string]message.Consent{"stop": message.ConsentStop, "OptOut": message.ConsentStop, "Start": message.ConsentStart, "help": "", "cancel": "", "yes": ""} {
		if in, _ := p.post(t, map[string]string{"Body": body}); in.Consent != want || in.ConsentAnswered {
			t.Errorf("%s: %q %v", body, in.Consent, in.ConsentAnswered)
		}
	}
	if in, _ := p.post(t, map[string]string{"Body": "NEW"}); !in.Fresh {
		t.Error("NEW is not fresh")
	}
	if in, _ := p.post(t, map[string]string{"Body": "New", "ButtonText": "New", "ButtonPayload": "x"}); in.Fresh {
		t.Error("a press is fresh")
	}
}

// TestWho goes through the ways in which a person shows and hides the number.
func TestWho(t *testing.T) {
	const byPhone, byID = message.Address("whatsapp:" + them), message.Address("whatsapp:" + bsuid)
	const other = "IT.99"
	both := map[string]string{"ExternalUserId": "whatsapp:" + bsuid}
	phoneOnly := map[string]string{}
	hidden := map[string]string{"From": "whatsapp:" + bsuid, "ExternalUserId": "whatsapp:" + bsuid, "WaId": ""}
	hiddenBare := map[string]string{"From": "whatsapp:" + bsuid}
	newOwner := map[string]string{"ExternalUserId": "whatsapp:" + other}
	newOwnerHidden := map[string]string{"From": "whatsapp:" + other}
	type step struct {
		fields map[string]string
		list   []message.Address // from here on
		from   message.Address
		trust  message.Trust
	}
	for name, steps := range map[string][]step{
		"a number, without ids":                    {{phoneOnly, nil, byPhone, message.Verified}, {phoneOnly, nil, byPhone, message.Verified}},
		"the number is hidden later":               {{both, nil, byPhone, message.Verified}, {hidden, nil, byPhone, message.Verified}, {hiddenBare, nil, byPhone, message.Verified}},
		"the number was always hidden":             {{hidden, nil, byID, message.Verified}, {hiddenBare, nil, byID, message.Verified}},
		"the number is shown later":                {{hidden, nil, byID, message.Verified}, {both, nil, byPhone, message.Verified}, {hidden, nil, byPhone, message.Verified}},
		"listed by the user id alone":              {{hidden, []message.Address{byID}, byID, message.Verified}, {both, nil, byID, message.Verified}, {phoneOnly, nil, byPhone, message.Verified}},
		"linked, then listed by the user id":       {{both, nil, byPhone, message.Verified}, {hidden, []message.Address{byID}, byID, message.Verified}},
		"listed by both":                           {{both, []message.Address{byID, byPhone}, byPhone, message.Verified}, {hidden, nil, byPhone, message.Verified}},
		"an id comes after a number without":       {{phoneOnly, nil, byPhone, message.Verified}, {both, nil, byPhone, message.Verified}, {phoneOnly, nil, byPhone, message.Verified}},
		"the number has a new owner":               {{both, nil, byPhone, message.Verified}, {newOwner, nil, byPhone, message.Asserted}, {newOwner, nil, byPhone, message.Asserted}, {both, nil, byPhone, message.Verified}},
		"a new owner who hides it":                 {{both, nil, byPhone, message.Verified}, {newOwner, nil, byPhone, message.Asserted}, {newOwnerHidden, nil, "whatsapp:" + other, message.Verified}},
		"a new owner whom the operator lists":      {{both, []message.Address{byPhone}, byPhone, message.Verified}, {newOwner, nil, byPhone, message.Asserted}, {newOwner, []message.Address{byPhone, "whatsapp:" + other}, "whatsapp:" + other, message.Verified}, {newOwner, nil, "whatsapp:" + other, message.Verified}, {newOwnerHidden, nil, "whatsapp:" + other, message.Verified}},
		"an id that is none is no id":              {{map[string]string{"ExternalUserId": "whatsapp:evil id"}, nil, byPhone, message.Verified}, {both, nil, byPhone, message.Verified}},
		"the id of ExternalUserId is a number":     {{map[string]string{"ExternalUserId": "whatsapp:+15005550001"}, nil, byPhone, message.Verified}, {both, nil, byPhone, message.Verified}},
		"without the prefix in ExternalUserId":     {{map[string]string{"ExternalUserId": bsuid}, nil, byPhone, message.Verified}, {hidden, nil, byPhone, message.Verified}},
		"a number that another account had hidden": {{hidden, nil, byID, message.Verified}, {newOwner, nil, byPhone, message.Verified}, {hidden, nil, byID, message.Verified}},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPhone(t, nil)
			alerted := false
			for i, s := range steps {
				if s.list != nil {
					p.listed = s.list
				}
				p.now = when.Add(time.Duration(i) * time.Hour)
				in, status := p.post(t, s.fields)
				if status != 200 || in.From != s.from || in.Trust != s.trust || len(in.Why) < 2 {
					t.Errorf("step %d: %d %s %s %q, want %s %s", i+1, status, in.From, in.Trust, in.Why, s.from, s.trust)
				}
				if c := p.contacts.Saved[s.from]; !c.Heard.Equal(p.now) {
					t.Errorf("step %d: heard of at %s", i+1, c.Heard)
				}
				alerted = alerted || s.trust == message.Asserted
			}
			if alerted != (len(p.alerts) == 1) {
				t.Errorf("alerts: %q", p.alerts)
			}
			for _, text := range p.alerts {
				if !strings.Contains(text, `"whatsapp:IT.99"`) || strings.Contains(text, them) {
					t.Errorf("alert: %s", text)
				}
			}
		})
	}
}

func TestStrangers(t *testing.T) {
	for _, from := range []string{"whatsapp:", "whatsapp:12345", "messenger:1234", "whatsapp:IT.4 5", "+12"} {
		p := newPhone(t, nil)
		in, status := p.post(t, map[string]string{"From": from, "Body": "STOP"})
		if status != 200 || in.Class != message.Auto || in.Consent != "" || in.Trust != message.Asserted || len(p.contacts.Saved) != 0 || !slices.Equal(p.refused, []string{"stranger"}) {
			t.Errorf("%s: %d %+v %q", from, status, in, p.refused)
		}
	}
}

func TestContactsDown(t *testing.T) {
	p := newPhone(t, nil)
	p.contacts.Fail = errors.New("the store is down")
	for _, f := range []map[string]string{nil, {"ExternalUserId": "whatsapp:" + bsuid}, {"From": "whatsapp:" + bsuid}} {
		if _, status := p.post(t, f); status != 503 || len(p.taken) != 0 {
			t.Errorf("%v: %d", f, status)
		}
	}
	p.contacts.Fail = nil
	if _, status := p.post(t, nil); status != 200 {
		t.Errorf("the retry: %d", status)
	}
}
