package telegram_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"bridge/adapters"
	"bridge/adapters/adaptertest"
	"bridge/adapters/telegram"
	"bridge/adapters/telegram/telegramtest"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/internal/noerr"
)

// bot is a channel that polls, with Dana and everybody of eve's id allowed.
type bot struct {
	*adaptertest.Host
	t   *testing.T
	api *telegramtest.Server
}

func newBot(t *testing.T) *bot {
	t.Helper()
	api := telegramtest.Start()
	t.Cleanup(api.Close)
	kit := adaptertest.Kit{
		Kind: telegram.Describe(), PublicURL: "https://bridge.example", To: message.Address(fmt.Sprintf("telegram:%d", dana)),
		Section: func() string {
			return fmt.Sprintf("allow = [\"%d\"]\ntoken = %q\napi_url = %q\n", eve, telegramtest.Token, api.URL)
		},
		Secrets: []string{"AAH_stand"},
	}
	return &bot{kit.Open(t), t, api}
}

// receive polls until the test calls what it returns.
func (b *bot) receive() (stop func()) {
	ctx, cancel := context.WithCancel(b.t.Context())
	ended := make(chan error, 1)
	go func() { ended <- b.Adapter.(adapters.Receiver).Receive(ctx, b.Accept) }()
	return func() {
		cancel()
		if err := <-ended; err != nil {
			b.t.Error(err)
		}
	}
}

func (b *bot) until(what string, ok func() bool) {
	b.t.Helper()
	for end := time.Now().Add(20 * time.Second); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			b.t.Fatalf("not in time: %s", what)
		}
	}
}

func (b *bot) texts() (list []string) {
	taken, _ := b.Taken()
	for _, in := range taken {
		list = append(list, in.Unquoted)
	}
	return list
}

// TestPoll: what was not taken is not confirmed and comes again; what was is confirmed by
// the next poll, also that of another process.
func TestPoll(t *testing.T) {
	b := newBot(t)
	b.Failing(errors.New("the store is down"))
	for i := range 5 {
		b.api.Write(dana, fmt.Sprint("message ", i))
	}
	stop := b.receive()
	b.until("a try", func() bool { _, n := b.Taken(); return n > 0 })
	stop()
	if len(b.texts()) != 0 || b.api.Pending() != 5 {
		t.Fatalf("%v, %d pending", b.texts(), b.api.Pending())
	}
	b.Failing(nil)
	stop = b.receive()
	b.until("all confirmed", func() bool { return b.api.Pending() == 0 })
	<-b.Adapter.(adapters.CatchesUp).CaughtUp()
	b.api.Write(dana, "later")
	b.until("the later one", func() bool { return b.api.Pending() == 0 })
	stop()
	want := []string{"message 0", "message 1", "message 2", "message 3", "message 4", "later"}
	if got := b.texts(); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// TestPollGoesOnPastALimit: a message that a limit refuses waits, with what its sender
// wrote after it; those of others are taken, once.
func TestPollGoesOnPastALimit(t *testing.T) {
	b := newBot(t)
	open := make(chan struct{})
	counts := map[string]int{}
	accept := func(ctx context.Context, in message.Inbound) (message.Accepted, error) {
		counts[in.Unquoted]++
		select {
		case <-open:
		default:
			if in.From == message.Address(fmt.Sprintf("telegram:%d", eve)) {
				return message.Accepted{}, &adapters.LimitError{Limit: "limits.turns_per_sender", Text: "later"}
			}
		}
		return b.Accept(ctx, in)
	}
	b.api.Write(eve, "eve 1")
	b.api.Write(dana, "dana 1")
	b.api.Write(eve, "eve 2")
	b.api.Write(dana, "dana 2")
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- b.Adapter.(adapters.Receiver).Receive(ctx, accept) }()
	b.until("Dana's", func() bool { return len(b.texts()) == 2 })
	if b.api.Pending() != 4 {
		t.Errorf("%d pending: what waits was confirmed", b.api.Pending())
	}
	close(open)
	b.until("all", func() bool { return b.api.Pending() == 0 })
	cancel()
	<-ended
	if got := b.texts(); !slices.Equal(got, []string{"dana 1", "dana 2", "eve 1", "eve 2"}) {
		t.Errorf("%q", got)
	}
	if counts["dana 1"] != 1 || counts["dana 2"] != 1 || counts["eve 2"] != 1 {
		t.Errorf("tried %v", counts)
	}
}

// TestPollRemovesAWebhook, which Telegram would refuse polls for.
func TestPollRemovesAWebhook(t *testing.T) {
	b := newBot(t)
	resp, err := http.Post(b.api.URL+"/bot"+telegramtest.Token+"/setWebhook", "application/json", strings.NewReader(`{"url":"https://elsewhere.example/x"}`))
	noerr.Must(t, err)
	_ = resp.Body.Close()
	b.api.Write(dana, "hello")
	stop := b.receive()
	b.until("the message", func() bool { return b.api.Pending() == 0 })
	stop()
	if to, _ := b.api.Webhook(); to != "" || len(b.texts()) != 1 {
		t.Errorf("webhook %q, taken %q", to, b.texts())
	}
}

// take brings one update, and returns what was taken of it.
func (b *bot) take(u map[string]any) (in message.Inbound, taken bool) {
	b.t.Helper()
	before, _ := b.Taken()
	b.api.Update(u)
	stop := b.receive()
	b.until("confirmed", func() bool { return b.api.Pending() == 0 })
	stop()
	after, _ := b.Taken()
	if len(after) == len(before) {
		return in, false
	}
	return after[len(after)-1], true
}

// TestIgnored: what nobody wrote to us is confirmed and nothing else.
func TestIgnored(t *testing.T) {
	b := newBot(t)
	private := map[string]any{"id": int64(dana), "type": "private"}
	msg := func(from, chat map[string]any) map[string]any {
		return map[string]any{"message": map[string]any{"message_id": 5, "date": time.Now().Unix(), "text": "yes", "from": from, "chat": chat}}
	}
	robot := telegramtest.User(dana, "Robot")
	robot["is_bot"] = true
	for name, u := range map[string]map[string]any{
		"a group":           msg(telegramtest.User(dana, "Dana"), map[string]any{"id": -100, "type": "supergroup"}),
		"a channel's post":  {"channel_post": map[string]any{"message_id": 5, "text": "yes", "chat": map[string]any{"id": -5, "type": "channel"}}},
		"a bot":             msg(robot, private),
		"nobody":            {"message": map[string]any{"message_id": 5, "text": "yes", "chat": private}},
		"another's chat":    msg(telegramtest.User(eve, "Eve"), private),
		"an edit":           {"edited_message": map[string]any{"message_id": 5, "text": "yes", "from": telegramtest.User(dana, "Dana"), "chat": private}},
		"of another form":   {"message": "yes"},
		"something new":     {"poll_of_the_future": map[string]any{}},
		"a press in groups": {"callback_query": map[string]any{"id": "1", "from": telegramtest.User(dana, "Dana"), "data": "approve:apr_1", "message": map[string]any{"message_id": 5, "chat": map[string]any{"id": -100, "type": "group"}}}},
		"a press of old":    {"callback_query": map[string]any{"id": "1", "from": telegramtest.User(dana, "Dana"), "data": "approve:apr_1", "inline_message_id": "x"}},
		"a stranger blocks": {"my_chat_member": map[string]any{"chat": map[string]any{"id": 999, "type": "private"}, "from": telegramtest.User(999, "X"), "date": 1, "new_chat_member": map[string]any{"status": "kicked"}}},
	} {
		if in, taken := b.take(u); taken {
			t.Errorf("%s was taken: %+v", name, in)
		}
	}
	if in, taken := b.take(msg(telegramtest.User(999, "X"), map[string]any{"id": 999, "type": "private"})); !taken || in.From != "telegram:999" || in.Consent != "" {
		t.Errorf("a stranger is not left to admission: %+v", in)
	}
}

// TestInbound: what people write, as admission gets it.
func TestInbound(t *testing.T) {
	b := newBot(t)
	write := func(text string, more map[string]any) message.Inbound {
		t.Helper()
		in, taken := b.take(map[string]any{"message": b.api.Message(dana, text, more)})
		if !taken {
			t.Fatalf("%q was not taken", text)
		}
		return in
	}
	in := write(" hello\r\nthere\x00 ", nil)
	if in.Unquoted != " hello\nthere " || in.Parts[0].Text != "hello\nthere" || in.FromName != "Dana" || in.Ambiguous || in.HasSubject || len(in.Binding.Self) != 1 ||
		string(in.Binding.Self[0]) != in.ExternalID || in.Thread.Parent != in.ExternalID || len(in.Binding.Refs) != 0 || !in.WrittenAt.IsZero() {
		t.Errorf("%+v", in)
	}
	reply := write("yes", map[string]any{"reply_to_message": b.api.Message(dana, "x", map[string]any{"message_id": 77})})
	if len(reply.Binding.Refs) != 1 || string(reply.Binding.Refs[0]) != fmt.Sprintf("%d:%d:77", int64(telegramtest.Bot), int64(dana)) {
		t.Errorf("%+v", reply.Binding)
	}
	for name, more := range map[string]map[string]any{
		"forwarded": {"forward_origin": map[string]any{"type": "user"}}, "of another chat": {"external_reply": map[string]any{}}, "by another bot": {"via_bot": map[string]any{"id": 1}},
		"on a chosen part": {"quote": map[string]any{"text": "half", "is_manual": true}},
	} {
		if in := write("yes", more); !in.Ambiguous {
			t.Errorf("%s may decide", name)
		}
		if in := write("stop", more); in.Consent != "" {
			t.Errorf("%s opts out", name)
		}
	}
	old := time.Now().Add(-2 * time.Hour).Truncate(time.Second)
	if in := write("yes", map[string]any{"date": old.Unix()}); !in.ReceivedAt.Equal(old) || !in.WrittenAt.Equal(old) {
		t.Errorf("what waited came at %v", in.ReceivedAt)
	}
	for text, want := range map[string]message.Consent{
		"/start": message.ConsentStart, "START": message.ConsentStart, "/stop": message.ConsentStop, "Stop": message.ConsentStop, "/help@standin_bot": message.ConsentHelp,
		"stop it": "", "please help": "", "yes": "",
	} {
		if in := write(text, nil); in.Consent != want || in.ConsentAnswered {
			t.Errorf("%q is %q", text, in.Consent)
		}
	}
	if !write("/new", nil).Fresh || !write(" New ", nil).Fresh || write("new order", nil).Fresh {
		t.Error("NEW")
	}
	for text, more := range map[string]map[string]any{
		"👍":                             {"sticker": map[string]any{"emoji": "👍"}},
		"Location: 45.464200, 9.190000": {"location": map[string]any{"latitude": 45.4642, "longitude": 9.19}},
		"Contact: Eve Rossi +39333":     {"contact": map[string]any{"first_name": "Eve", "last_name": "Rossi", "phone_number": "+39333"}},
	} {
		if in := write("", more); len(in.Parts) != 1 || in.Parts[0].Text != text || in.Unquoted != "" {
			t.Errorf("%s: %+v", text, in.Parts)
		}
	}
	b.api.Block(dana, true)
	b.api.Block(dana, false)
	stop := b.receive()
	b.until("both", func() bool { return b.api.Pending() == 0 })
	stop()
	list, _ := b.Taken()
	if a, z := list[len(list)-2], list[len(list)-1]; a.Consent != message.ConsentStop || z.Consent != message.ConsentStart || !a.ConsentAnswered || !z.ConsentAnswered || a.ExternalID == z.ExternalID {
		t.Errorf("%+v\n%+v", a, z)
	}
}

// TestPress: the button counts that the message has, of whoever pressed it.
func TestPress(t *testing.T) {
	b := newBot(t)
	on := telegramtest.Sent{ID: 31, Chat: dana, Buttons: map[string]string{"YES": "approve:apr_1", "Other": "x"}}
	press := func(from int64, data string) message.Inbound {
		t.Helper()
		id := b.api.Press(from, on, data)
		stop := b.receive()
		b.until("taken", func() bool { return b.api.Pending() == 0 && slices.Contains(b.api.Answered(), id) })
		stop()
		list, _ := b.Taken()
		if len(list) == 0 {
			return message.Inbound{}
		}
		return list[len(list)-1]
	}
	in := press(dana, "approve:apr_1")
	if in.Binding.Button != "approve:apr_1" || in.Unquoted != "" || len(in.Parts) != 0 || in.Trust != message.Verified ||
		!slices.Equal(in.Binding.Refs, []message.Ref{message.Ref(fmt.Sprintf("%d:%d:31", int64(telegramtest.Bot), int64(dana)))}) {
		t.Errorf("%+v", in)
	}
	for _, data := range []string{"approve:apr_2", "deny:apr_1", "x", ""} {
		if in := press(dana, data); in.Binding.Button != "" {
			t.Errorf("%q is made up: %+v", data, in.Binding)
		}
	}
	before, _ := b.Taken()
	press(eve, "approve:apr_1") // in a chat that is not hers
	if after, _ := b.Taken(); len(after) != len(before) {
		t.Errorf("%+v", after[len(after)-1])
	}
}

func TestFiles(t *testing.T) {
	b := newBot(t)
	b.api.AddFile("pic", []byte("\xff\xd8\xff\xe0 a picture"))
	b.api.AddFile("doc", []byte("a,b\n1,2\n"))
	b.api.AddFile("wav", []byte("OggS"))
	b.api.AddFile("big", make([]byte, 2<<20))
	for name, c := range map[string]struct {
		more map[string]any
		want []string
	}{
		"a picture, the largest": {map[string]any{"caption": "look", "photo": []any{map[string]any{"file_id": "none"}, map[string]any{"file_id": "pic"}}}, []string{"look", "photo.jpg image/jpeg"}},
		"a document":             {map[string]any{"document": map[string]any{"file_id": "doc", "file_name": "../t\u202ea.csv", "mime_type": "text/csv"}}, []string{"ta.csv text/csv"}},
		"a voice":                {map[string]any{"voice": map[string]any{"file_id": "wav", "mime_type": "audio/ogg"}}, []string{"voice.ogg"}},
		"too large for bots":     {map[string]any{"document": map[string]any{"file_id": "doc", "file_name": "d", "file_size": 20_000_001}}, []string{`[The file "d" is missing here: bots get files of at most 20 MB.]`}},
		"too large for us":       {map[string]any{"document": map[string]any{"file_id": "big", "file_name": "d"}}, []string{`[The file "d" is missing here: it is larger than 1048576 bytes.]`}},
		"gone":                   {map[string]any{"document": map[string]any{"file_id": "gone", "file_name": "d"}}, []string{`[The file "d" is missing here: Telegram does not give it to bots.]`}},
	} {
		in, taken := b.take(map[string]any{"message": b.api.Message(dana, "", c.more)})
		var got []string
		for _, p := range in.Parts {
			if p.Type == envelope.Artifact {
				got = append(got, p.Filename+" "+p.MediaType)
			} else {
				got = append(got, p.Text)
			}
		}
		if !taken || len(got) != len(c.want) {
			t.Errorf("%s: %q", name, got)
			continue
		}
		for i, want := range c.want {
			if !strings.HasPrefix(got[i], want) {
				t.Errorf("%s: %q, want %q", name, got[i], want)
			}
		}
	}
	calls := b.api.Calls("getFile")
	b.take(map[string]any{"message": b.api.Message(999, "", map[string]any{"document": map[string]any{"file_id": "doc"}})})
	if b.api.Calls("getFile") != calls {
		t.Error("a stranger's file was fetched")
	}
}

func TestSendFiles(t *testing.T) {
	b := newBot(t)
	s := b.Adapter.(adapters.Sender)
	put := func(content, name, mediaType string) message.Attachment {
		t.Helper()
		a, err := b.Deps.Artifacts.Put(t.Context(), strings.NewReader(content), name, mediaType)
		noerr.Must(t, err)
		return message.Attachment{Artifact: a.ID, Filename: a.Filename, MediaType: a.MediaType, Size: a.Size}
	}
	send := func(text, html string, f message.Attachment) telegramtest.Sent {
		t.Helper()
		_, err := s.Send(t.Context(), message.Outbound{
			ID: "msg_1", To: message.Address(fmt.Sprintf("telegram:%d", dana)), Kind: message.Answer, Text: text, HTML: html, Attachments: []message.Attachment{f},
			Thread: message.Thread{Parent: fmt.Sprintf("%d:%d:9", int64(telegramtest.Bot), int64(dana))},
		})
		noerr.Must(t, err)
		list := b.api.Sent()
		return list[len(list)-1]
	}
	picture := put("\xff\xd8\xff\xe0 a picture", "p.jpg", "image/jpeg")
	if m := send("true & <ok>", "<b>true</b> &amp; &lt;ok&gt;", picture); m.Method != "sendPhoto" || m.Text != "true & <ok>" || string(m.File) != "\xff\xd8\xff\xe0 a picture" || m.Name != "p.jpg" || m.Reply != 9 {
		t.Errorf("%+v", m)
	}
	b.api.Fail("sendPhoto", telegramtest.Fault{Status: 400, Words: "Bad Request: PHOTO_INVALID_DIMENSIONS"})
	if m := send("", "", picture); m.Method != "sendDocument" {
		t.Errorf("%+v", m)
	}
	if m := send("true", "", put("a,b\n", `q"u.csv`, "text/csv")); m.Method != "sendDocument" || m.Text != "true" || string(m.File) != "a,b\n" || m.Name != "q_u.csv" {
		t.Errorf("%+v", m)
	}
	gone := picture
	gone.Artifact = message.ArtifactID("art_01JD0000000000000000000000")
	_, err := s.Send(t.Context(), message.Outbound{To: message.Address(fmt.Sprintf("telegram:%d", dana)), Attachments: []message.Attachment{gone}})
	if se, ok := errors.AsType[*message.SendError](err); !ok || !se.NotSent {
		t.Errorf("a file that is gone: %v", err)
	}
}

// TestPromptButtons: a yes has a button only where everything is shown.
func TestPromptButtons(t *testing.T) {
	b := newBot(t)
	for fits, want := range map[bool]map[string]string{true: {"JA": "approve:apr_1", "NEIN": "deny:apr_1"}, false: {"NEIN": "deny:apr_1"}} {
		_, err := b.Adapter.(adapters.Sender).Send(t.Context(), message.Outbound{
			To: message.Address(fmt.Sprintf("telegram:%d", dana)), Kind: message.Prompt, Approval: "apr_1", Text: "<b>Refund</b> & more?", Ask: &message.Ask{Yes: "JA", No: "NEIN", Fits: fits},
		})
		noerr.Must(t, err)
		list := b.api.Sent()
		if m := list[len(list)-1]; fmt.Sprint(m.Buttons) != fmt.Sprint(want) || m.Text != "<b>Refund</b> & more?" || m.HTML != "" {
			t.Errorf("%+v", m)
		}
	}
}

// FuzzUpdate: nothing that the API could say stops the channel, or is taken for a person's
// word who has not written it.
func FuzzUpdate(f *testing.F) {
	f.Add(`{"update_id":1,"message":{"message_id":1,"text":"x","from":{"id":500100200},"chat":{"id":500100200,"type":"private"}}}`)
	f.Add(`{"update_id":1,"callback_query":{"id":"1","from":{"id":500100200},"data":"approve:x","message":{"chat":{"id":500100200,"type":"private"}}}}`)
	f.Add(`{"update_id":1,"my_chat_member":{"chat":{"type":"private"}}}`)
	f.Fuzz(func(t *testing.T, body string) {
		kit := adaptertest.Kit{
			Kind: telegram.Describe(), PublicURL: "https://bridge.example", To: message.Address(fmt.Sprintf("telegram:%d", dana)),
			Section: func() string {
				return fmt.Sprintf("receive = \"webhook\"\ntoken = %q\napi_url = \"http://127.0.0.1:1\"\n", telegramtest.Token)
			},
		}
		h := kit.Open(t)
		h.Call(http.MethodPost, "/update", body, http.Header{"X-Telegram-Bot-Api-Secret-Token": {h.Deps.Keys.Sum(20, "telegram-webhook", "test")}})
		list, _ := h.Taken()
		for _, in := range list {
			if in.ExternalID == "" || len(in.ExternalID) > 512 || !strings.Contains(body, in.From.Value()) {
				t.Errorf("%+v", in)
			}
		}
	})
}
