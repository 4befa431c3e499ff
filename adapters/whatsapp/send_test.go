package whatsapp

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"bridge/adapters"
	"bridge/adapters/twilio"
	"bridge/artifacts"
	"bridge/core/excerpt"
	"bridge/core/message"
	"bridge/internal/mac"
	"bridge/internal/noerr"
	"bridge/internal/twilioserver"
	"bridge/internal/twilioserver/contract"
)

const (
	ourNumber = "+15005550006"
	dana      = "+393331234567"
)

// heard says when people wrote last.
type heard map[message.Address]time.Time

func (h heard) Contact(_ context.Context, _ message.ChannelName, a message.Address) (adapters.Contact, bool, error) {
	at, ok := h[a]
	if at.Equal(time.Unix(1, 0)) {
		return adapters.Contact{}, false, errors.New("no store")
	}
	return adapters.Contact{Heard: at}, ok, nil
}

func (h heard) SaveContact(context.Context, message.ChannelName, message.Address, adapters.Contact) (adapters.Contact, error) {
	return adapters.Contact{}, nil
}

func (h heard) ByAlias(context.Context, message.ChannelName, string) (message.Address, bool, error) {
	return "", false, nil
}

// outBench is a channel at a stand-in for Twilio.
type outBench struct {
	t      *testing.T
	fake   *twilioserver.Server
	store  *artifacts.Store
	public string // URL of the files
	heard  heard
	o      Options
}

func newOutBench(t *testing.T) *outBench {
	t.Helper()
	fake, err := twilioserver.Start(twilioserver.Options{RetryDelay: time.Millisecond}, twilioserver.Account{SID: "AC0123456789abcdef0123456789abcdef", Token: "0123456789abcdef0123456789abcdef"})
	noerr.Must(t, err)
	t.Cleanup(fake.Close)
	contract.Watch(t, fake)
	fake.AddNumber(twilioserver.Number{Address: prefix + ourNumber})
	keys, err := mac.NewKeys([]byte("0123456789abcdef0123456789abcdef"))
	noerr.Must(t, err)
	var store *artifacts.Store
	files := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { store.Handler().ServeHTTP(w, r) }))
	t.Cleanup(files.Close)
	store, err = artifacts.Open(t.Context(), artifacts.Options{URL: "mem://", Dir: t.TempDir(), PublicURL: files.URL, MaxSize: 1 << 20, LinkTTL: time.Hour, Keys: keys, Now: time.Now})
	noerr.Must(t, err)
	t.Cleanup(func() { _ = store.Close() })
	b := &outBench{t: t, fake: fake, store: store, public: files.URL, heard: heard{}}
	b.o = Options{
		Config: Config{
			Account: twilio.Account{SID: fake.Account().SID, Tokens: []func() string{func() string { return fake.Account().Token }}, From: ourNumber, APIURL: fake.URL()},
			Dedupe:  24 * time.Hour,
		},
		Options: twilio.Options{
			Name: "whatsapp", Callbacks: twilio.Callbacks{PublicURL: "http://127.0.0.1:9", Channel: "whatsapp", Keys: keys}, Artifacts: store,
			Contacts: b.heard, Log: slog.New(slog.DiscardHandler), Now: time.Now,
		},
	}
	return b
}

func (b *outBench) adapter() *Adapter {
	b.t.Helper()
	a, err := New(b.o)
	noerr.Must(b.t, err)
	return a
}

// send sends out to Dana and returns the form that Twilio got, or the error.
func (b *outBench) send(out message.Outbound) (url.Values, *message.SendError) {
	b.t.Helper()
	out.ID, out.Channel = message.DerivedMessageID(time.Now(), out.Text), "whatsapp"
	if out.To == "" {
		out.To = "whatsapp:" + dana
	}
	rc, err := b.adapter().Send(b.t.Context(), out)
	var se *message.SendError
	if err != nil {
		if !errors.As(err, &se) {
			b.t.Fatalf("not a SendError: %v", err)
		}
		return nil, se
	}
	rs := b.fake.Requests(twilioserver.Send)
	form, err := url.ParseQuery(string(rs[len(rs)-1].Body))
	if err != nil || rc.ProviderID == "" {
		b.t.Fatalf("%+v, %v", rc, err)
	}
	if got := form.Get("To"); got != string(out.To) || form.Get("From") != prefix+ourNumber {
		b.t.Errorf("from %s to %s", form.Get("From"), got)
	}
	if content := form.Has("ContentSid"); content && (form.Has("Body") || form.Has("MediaUrl")) || !content && form.Has("ContentVariables") {
		b.t.Errorf("mixed: %v", form)
	}
	return form, nil
}

func (b *outBench) variables(form url.Values) map[string]string {
	b.t.Helper()
	var v map[string]string
	if err := json.Unmarshal([]byte(form.Get("ContentVariables")), &v); err != nil {
		b.t.Fatalf("%v: %v", err, form)
	}
	for k, s := range v {
		if s == "" || strings.ContainsAny(s, "\n\r\t") || strings.Contains(s, "    ") || excerpt.Units(s) > maxVariable {
			b.t.Errorf("variable %s is %q", k, s)
		}
	}
	return v
}

func (b *outBench) contents() (approval, template string) {
	approval = b.fake.AddContent(twilioserver.Content{
		Body: "Please decide: {{1}}. Asked by {{3}}, until {{4}}, with the buttons.", Approval: "approved",
		Buttons: []twilioserver.Button{{Title: "Approve", ID: "approve:{{2}}"}, {Title: "Deny", ID: "deny:{{2}}"}},
	})
	template = b.fake.AddContent(twilioserver.Content{Body: "There is news: {{1}} All of it is at {{2}} now.", Approval: "approved"})
	return approval, template
}

// 23:59 and 24:01 after the person's last message choose free text and template.
func TestWindow(t *testing.T) {
	b := newOutBench(t)
	_, template := b.contents()
	for _, c := range []struct {
		name     string
		ago      time.Duration // 0: never wrote
		template bool
		want     string // "text", "template", or a kind of error
	}{
		{"now", time.Second, true, "text"},
		{"23:59", 23*time.Hour + 59*time.Minute, true, "text"},
		{"23:59 without a template", 23*time.Hour + 59*time.Minute, false, "text"},
		{"24:01", 24*time.Hour + time.Minute, true, "template"},
		{"24:01 without a template", 24*time.Hour + time.Minute, false, string(message.SendWindow)},
		{"never wrote", 0, true, "template"},
		{"never wrote, without a template", 0, false, string(message.SendWindow)},
	} {
		t.Run(c.name, func(t *testing.T) {
			now := time.Now()
			b.o.Now = func() time.Time { return now }
			clear(b.heard)
			if c.ago > 0 {
				b.heard["whatsapp:"+dana] = now.Add(-c.ago)
			}
			if b.o.Config.WindowTemplate = ""; c.template {
				b.o.Config.WindowTemplate = template
			}
			form, se := b.send(message.Outbound{Kind: message.Answer, Text: "Hello\nDana"})
			got := "text"
			switch {
			case se != nil:
				got = string(se.Kind)
				if !se.NotSent || se.Public == "" {
					t.Errorf("%+v", se)
				}
			case form.Get("ContentSid") == template:
				got = "template"
			case form.Get("Body") != "Hello\nDana":
				got = "something else"
			}
			if got != c.want {
				t.Errorf("%s: %v", got, form)
			}
		})
	}
	b.heard["whatsapp:"+dana] = time.Unix(1, 0)
	if _, se := b.send(message.Outbound{Kind: message.Answer, Text: "Hello"}); se == nil || se.Kind != message.SendUnreachable || !se.NotSent {
		t.Errorf("without a store: %+v", se)
	}
}

func TestPrompts(t *testing.T) {
	b := newOutBench(t)
	approval, template := b.contents()
	const id = "apr_01M80675CXKH7Z2TCCW52ZNKPN"
	ask := message.Ask{Summary: "Refund 40 EUR \"now\"\tto é👋", Requester: "Eve", Until: "Mon 23 Nov 09:00 CET"}
	for _, c := range []struct {
		name        string
		content     bool
		open        bool
		whole, fits bool
		want        string
	}{
		{"all of it, in the window", true, true, true, true, "content"},
		{"all of it, outside", true, false, true, true, "content"},
		{"the summary is not all", true, true, false, true, "text"},
		{"the summary is not all, outside", true, false, false, true, "window-closed"},
		{"nothing shows all", true, true, false, false, "window-closed"},
		{"without content", false, true, true, true, "text"},
		{"without content, outside", false, false, true, true, "window-closed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			clear(b.heard)
			if c.open {
				b.heard["whatsapp:"+dana] = time.Now()
			}
			b.o.Config.WindowTemplate = template // not for prompts
			if b.o.Config.ApprovalContent = ""; c.content {
				b.o.Config.ApprovalContent = approval
			}
			one := ask
			one.Whole, one.Fits = c.whole, c.fits
			form, se := b.send(message.Outbound{Kind: message.Prompt, Approval: id, Ask: &one, Text: "Refund 40 EUR?\nYES 4K7Q2M"})
			got := "text"
			switch {
			case se != nil:
				got = string(se.Kind)
			case form.Has("ContentSid"):
				got = "content"
				v := b.variables(form)
				if form.Get("ContentSid") != approval || len(v) != 4 || v["1"] != "Refund 40 EUR \"now\" to é👋" || v["2"] != id || v["3"] != "Eve" || v["4"] != ask.Until {
					t.Errorf("%v", form)
				}
			}
			if got != c.want {
				t.Errorf("%s, not %s: %+v", got, c.want, se)
			}
		})
	}
	b.heard["whatsapp:"+dana] = time.Now()
	b.o.Config.ApprovalContent = approval
	full := ask
	full.Whole = true
	if _, se := b.send(message.Outbound{Kind: message.Prompt, Approval: id, Ask: &full, Text: "x"}); se != nil {
		t.Fatal(se)
	}
	got := b.fake.Phone(prefix + dana).Messages()
	last := got[len(got)-1]
	if press, ok := last.Button("Approve"); !ok || press.ID != message.ApproveButton+id {
		t.Errorf("on the phone: %+v", last)
	}
}

func TestTemplate(t *testing.T) {
	b := newOutBench(t)
	_, b.o.Config.WindowTemplate = b.contents()
	text := "# News\n\n\tWord     word\n" + strings.Repeat("Lorem ipsum dolor. ", 100)
	file := b.put("Report", "report.pdf", "application/pdf")
	form, se := b.send(message.Outbound{Kind: message.Answer, Text: text, Attachments: []message.Attachment{file}})
	if se != nil {
		t.Fatal(se)
	}
	v := b.variables(form)
	if !strings.HasPrefix(v["1"], "# News Word word Lorem") || !strings.HasSuffix(v["1"], " …") || len(v) != 2 {
		t.Errorf("%q", v)
	}
	whole := b.behind(v["2"])
	if !strings.HasPrefix(whole, text) || !strings.Contains(whole, "report.pdf: "+b.public+"/artifacts/"+string(file.Artifact)) {
		t.Errorf("behind the link: %q", whole)
	}
	form, se = b.send(message.Outbound{Kind: message.Answer, Attachments: []message.Attachment{file}})
	if se != nil {
		t.Fatal(se)
	}
	if v := b.variables(form); v["1"] != "report.pdf" || !strings.Contains(v["2"], string(file.Artifact)) {
		t.Errorf("a file alone: %q", v)
	}
	// The longest text that any template can have is not refused.
	form, se = b.send(message.Outbound{Kind: message.Notice, Text: strings.Repeat("👋", 1000)})
	if se != nil {
		t.Fatal(se)
	}
	b.variables(form)
}

// put stores a file.
func (b *outBench) put(content, name, mediaType string) message.Attachment {
	b.t.Helper()
	f, err := b.store.Put(b.t.Context(), strings.NewReader(content), name, mediaType)
	noerr.Must(b.t, err)
	return message.Attachment{Artifact: f.ID, Filename: name, MediaType: mediaType, Size: int64(len(content))}
}

// behind returns what a link leads to.
func (b *outBench) behind(link string) string {
	b.t.Helper()
	u, err := url.Parse(link)
	noerr.Must(b.t, err)
	_, r, err := b.store.Open(b.t.Context(), message.ArtifactID(strings.TrimPrefix(u.Path, "/artifacts/")))
	if err != nil {
		b.t.Fatalf("%s: %v", link, err)
	}
	defer r.Close()
	text, err := io.ReadAll(r)
	noerr.Must(b.t, err)
	return string(text)
}

func TestMedia(t *testing.T) {
	b := newOutBench(t)
	b.heard["whatsapp:"+dana] = time.Now()
	image, voice, card := b.put("\x89PNG\r\n\x1a\n0000IHDR", "a.png", "image/png"), b.put("ogg", "a.ogg", "audio/ogg"), b.put("vcf", "a.vcf", "text/vcard")
	for _, c := range []struct {
		name  string
		text  string
		files []message.Attachment
		media message.ArtifactID // what goes as a file
		links []message.ArtifactID
	}{
		{"with a caption", "Look", []message.Attachment{image}, image.Artifact, nil},
		{"without", "", []message.Attachment{image}, image.Artifact, nil},
		{"a voice note", "", []message.Attachment{voice}, voice.Artifact, nil},
		{"a voice note has no caption", "Listen", []message.Attachment{voice}, "", []message.ArtifactID{voice.Artifact}},
		{"nor a card", "Call", []message.Attachment{card}, "", []message.ArtifactID{card.Artifact}},
		{"one a message", "Look", []message.Attachment{image, voice}, image.Artifact, []message.ArtifactID{voice.Artifact}},
	} {
		form, se := b.send(message.Outbound{Kind: message.Answer, Text: c.text, Attachments: c.files})
		if se != nil {
			t.Fatalf("%s: %v", c.name, se)
		}
		if got := form.Get("MediaUrl"); (got != "") != (c.media != "") || !strings.Contains(got, string(c.media)) || len(form["MediaUrl"]) > 1 {
			t.Errorf("%s: file %q", c.name, got)
		}
		body := form.Get("Body")
		if !strings.HasPrefix(body, c.text) || strings.Count(body, "/artifacts/") != len(c.links) {
			t.Errorf("%s: text %q", c.name, body)
		}
		for _, id := range c.links {
			if !strings.Contains(body, "\n"+b.public+"/artifacts/"+string(id)) {
				t.Errorf("%s: text %q", c.name, body)
			}
		}
	}
}

func TestSendToUserID(t *testing.T) {
	b := newOutBench(t)
	const to = "US.13491208655302741918"
	ph := b.fake.Phone(prefix + dana)
	ph.Be(twilioserver.Profile{BSUID: to, Hidden: true})
	b.heard["whatsapp:"+to] = time.Now()
	if _, se := b.send(message.Outbound{Kind: message.Answer, To: "whatsapp:" + to, Text: "Hello"}); se != nil {
		t.Fatal(se)
	}
	for _, to := range []message.Address{"sms:" + dana, "whatsapp:"} {
		if _, se := b.send(message.Outbound{Kind: message.Answer, To: to, Text: "Hello"}); se == nil || se.Kind != message.SendInvalid {
			t.Errorf("%s: %+v", to, se)
		}
	}
}

// A message whose answer was lost is found, whatever form it went out in.
func TestFindForms(t *testing.T) {
	b := newOutBench(t)
	b.o.Config.ApprovalContent, b.o.Config.WindowTemplate = b.contents()
	image, voice := b.put("\x89PNG\r\n\x1a\n0000IHDR", "a.png", "image/png"), b.put("ogg", "a.ogg", "audio/ogg")
	ask := &message.Ask{Summary: "Refund 40 EUR", Requester: "Eve", Until: "Monday", Whole: true}
	for name, c := range map[string]struct {
		out  message.Outbound
		open bool
	}{
		"text":               {message.Outbound{Kind: message.Answer, Text: "Hello\nDana"}, true},
		"a template":         {message.Outbound{Kind: message.Answer, Text: "Good\nmorning"}, false},
		"a long template":    {message.Outbound{Kind: message.Answer, Text: strings.Repeat("many words ", 140)}, false},
		"a prompt":           {message.Outbound{Kind: message.Prompt, Approval: "apr_01M80675CXKH7Z2TCCW52ZNKPN", Ask: ask, Text: "Refund?"}, false},
		"a caption":          {message.Outbound{Kind: message.Answer, Text: "Look", Attachments: []message.Attachment{image}}, true},
		"a file":             {message.Outbound{Kind: message.Answer, Attachments: []message.Attachment{image}}, true},
		"a link to a file":   {message.Outbound{Kind: message.Answer, Text: "Listen", Attachments: []message.Attachment{voice}}, true},
		"a file, a template": {message.Outbound{Kind: message.Answer, Attachments: []message.Attachment{voice}}, false},
	} {
		t.Run(name, func(t *testing.T) {
			clear(b.heard)
			if c.open {
				b.heard["whatsapp:"+dana] = time.Now()
				_, _ = b.fake.Phone(prefix + dana).Text("hi") // Twilio's own window
			}
			since := time.Now().Add(-time.Minute)
			taken := map[message.Ref]bool{}
			for _, m := range b.fake.Messages() {
				taken[message.Ref(m.SID)] = true
			}
			is := func(r message.Ref) (bool, error) { return taken[r], nil }
			c.out.To = "whatsapp:" + dana
			if _, found, err := b.adapter().Find(t.Context(), c.out, since, is); found || err != nil {
				t.Errorf("before: %v %v", found, err)
			}
			b.fake.Fail(twilioserver.Fault{Status: 500, AfterAccept: true})
			if _, se := b.send(c.out); se == nil || se.NotSent {
				t.Fatalf("%+v", se)
			}
			b.heard["whatsapp:"+dana] = time.Now() // the window may be another one by now
			rc, found, err := b.adapter().Find(t.Context(), c.out, since, is)
			if err != nil || !found || rc.ProviderID == "" || taken[message.Ref(rc.ProviderID)] {
				t.Errorf("after: %+v %v %v", rc, found, err)
			}
		})
	}
}

// What the log says proves less than a webhook.
func TestReconcileProvesLess(t *testing.T) {
	b := newOutBench(t)
	b.o.Listed = func(message.Address) bool { return false }
	_, _ = b.fake.Phone(prefix + dana).Text("Approve")
	var got []message.Inbound
	r, err := b.adapter().Reconcile(t.Context(), time.Now().Add(-time.Hour), false, func(_ context.Context, in message.Inbound) (message.Accepted, error) {
		got = append(got, in)
		return message.Accepted{Outcome: message.OutcomeTurn}, nil
	})
	if err != nil || r.Taken != 1 || len(got) != 1 {
		t.Fatalf("%+v %v", r, err)
	}
	if in := got[0]; !in.Ambiguous || in.Trust != message.Carrier || in.Unquoted != "Approve" || in.From != "whatsapp:"+dana || time.Since(in.ReceivedAt) > time.Minute || len(in.Why) == 0 {
		t.Errorf("%+v", in)
	}
}
