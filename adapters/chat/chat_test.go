package chat_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/adapters"
	"bridge/adapters/adaptertest"
	"bridge/adapters/channel"
	"bridge/adapters/chat"
	"bridge/config"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/core/question"
	"bridge/internal/mac"
	"bridge/internal/noerr"
)

const (
	secret = "0123456789abcdef0123456789abcdef"
	home   = "https://bridge.example"
	shop   = "https://shop.example"
)

// TestKind runs the cases of all channels, with tokens.
func TestKind(t *testing.T) {
	post := func(body string, change func(http.Header)) func(h *adaptertest.Host) bool {
		return func(h *adaptertest.Host) bool {
			head := http.Header{"Content-Type": {"application/json"}, "Authorization": {"Bearer " + chat.Token(secret, "test", "dana", "Dana", time.Now().Add(time.Hour))}}
			if change != nil {
				change(head)
			}
			return h.Call(http.MethodPost, "/messages", body, head) == http.StatusAccepted
		}
	}
	bearer := func(token string) func(http.Header) {
		return func(h http.Header) { h.Set("Authorization", "Bearer "+token) }
	}
	later := time.Now().Add(time.Hour)
	good := chat.Token(secret, "test", "dana", "Dana", later)
	head, rest, _ := strings.Cut(good, ".")
	none := strings.NewReplacer("=", "").Replace("eyJhbGciOiJub25lIn0") // {"alg":"none"}
	var built adapters.Adapter
	kind := chat.Describe()
	sections := kind.Sections
	kind.Sections = func(s channel.Setup) func(*config.Section) channel.Channel {
		decode := sections(s)
		return func(s *config.Section) channel.Channel {
			c := decode(s)
			build := c.Build
			c.Build = func(d channel.Deps) (a adapters.Adapter, err error) {
				built, err = build(d)
				return built, err
			}
			return c
		}
	}
	adaptertest.Run(t, adaptertest.Kit{
		Kind: kind, PublicURL: home, To: "chat:dana",
		Section: func() string { return fmt.Sprintf("secrets = [%q]\n", secret) },
		Secrets: []string{secret, rest},
		Comes: func(h *adaptertest.Host, id, words string) bool {
			b, _ := json.Marshal(map[string]string{"id": id, "text": words})
			return post(string(b), nil)(h)
		},
		Bad: map[string]func(*adaptertest.Host) bool{
			"no token":             post(`{"id":"a","text":"x"}`, func(h http.Header) { h.Del("Authorization") }),
			"another secret":       post(`{"id":"a","text":"x"}`, bearer(chat.Token(strings.ToUpper(secret), "test", "dana", "", later))),
			"another channel":      post(`{"id":"a","text":"x"}`, bearer(chat.Token(secret, "other", "dana", "", later))),
			"expired":              post(`{"id":"a","text":"x"}`, bearer(chat.Token(secret, "test", "dana", "", time.Now().Add(-time.Hour)))),
			"good for ever":        post(`{"id":"a","text":"x"}`, bearer(chat.Token(secret, "test", "dana", "", time.Now().Add(9999*time.Hour)))),
			"no algorithm":         post(`{"id":"a","text":"x"}`, bearer(none+"."+strings.Split(rest, ".")[0]+".")),
			"changed":              post(`{"id":"a","text":"x"}`, bearer(head+".e30."+strings.Split(rest, ".")[1])),
			"a guest's name":       post(`{"id":"a","text":"x"}`, bearer(chat.Token(secret, "test", "guest.a", "", later))),
			"no name":              post(`{"id":"a","text":"x"}`, bearer(chat.Token(secret, "test", "", "", later))),
			"no JSON":              post(`{`, nil),
			"no id":                post(`{"text":"x"}`, nil),
			"no text":              post(`{"id":"a","text":" \n"}`, nil),
			"too long":             post(`{"id":"a","text":"`+strings.Repeat("x", 16_001)+`"}`, nil),
			"too large":            post(strings.Repeat(" ", 300_000), nil),
			"a form":               post(`id=a&text=x`, func(h http.Header) { h.Set("Content-Type", "application/x-www-form-urlencoded") }),
			"a bad conversation":   post(`{"id":"a","text":"x","conversation":"../x"}`, nil),
			"a header of our own":  post(`{"id":"a","text":"x"}`, func(h http.Header) { h.Del("Authorization"); h.Set("X-Forwarded-User", "dana") }),
			"an origin not listed": post(`{"id":"a","text":"x"}`, func(h http.Header) { h.Set("Origin", "https://evil.example") }),
		},
		Sent: func() []string { // what a page shows
			r := httptest.NewRequestWithContext(t.Context(), "GET", "/notices", nil)
			r.Header.Set("Authorization", "Bearer "+good)
			rec := httptest.NewRecorder()
			built.(adapters.Routed).Routes(nil).ServeHTTP(rec, r)
			return strings.Split(rec.Body.String(), `"id":`)[1:]
		},
	})
}

// world is a chat with all that is around it.
type world struct {
	*testing.T
	adaptertest.Uncounted
	a       *chat.Adapter
	mu      sync.Mutex
	in      []message.Inbound
	used    map[string]int
	card    adapters.Card
	refused map[string]int
	now     time.Time
	asked   message.SessionID // of History
	notes   []adapters.Note
	of      message.ChannelName // of every turn
}

func (w *world) SaveNote(_ context.Context, _ message.ChannelName, _ message.Address, n adapters.Note) error {
	w.notes = append(w.notes, n)
	return nil
}

func (w *world) Notes(_ context.Context, _ message.ChannelName, to message.Address, _ int) ([]adapters.Note, error) {
	if to != "chat:dana" {
		return nil, nil
	}
	return w.notes, nil
}

func (w *world) accept(_ context.Context, in message.Inbound) (message.Accepted, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.in = append(w.in, in)
	if in.Binding.Button != "" {
		w.card.Open, w.card.Outcome = false, "Approved."
		return message.Accepted{Outcome: message.OutcomeDecision}, nil
	}
	return message.Accepted{Outcome: message.OutcomeTurn, Turn: "trn_1"}, nil
}

func (w *world) Owned(context.Context, message.ChannelName, string, string, string, int) ([]adapters.Owned, error) {
	return nil, nil
}

func (w *world) Briefs(context.Context, message.SessionID) ([]adapters.Brief, error) { return nil, nil }

func (w *world) History(_ context.Context, s message.SessionID, _ message.TurnID, _ int) ([]adapters.Told, error) {
	w.asked = s
	return []adapters.Told{{ID: "trn_1", Said: "hello", State: "suspended", Seq: 70, Parts: []envelope.Part{envelope.TextPart(envelope.Response, "hi")}}}, nil
}

func (w *world) Cards(context.Context, message.PersonID) ([]adapters.Card, error) {
	return []adapters.Card{w.card}, nil
}

func (w *world) Card(context.Context, message.ApprovalID, message.PersonID) (adapters.Card, bool, error) {
	return w.card, true, nil
}

func (w *world) Take(_ context.Context, key string, n int, _ time.Duration) (bool, time.Duration, error) {
	w.used[key]++
	return w.used[key] <= n, 0, nil
}
func (w *world) Return(context.Context, string, int, time.Duration) error { return nil }
func (w *world) Turn(context.Context, message.TurnID) (adapters.Turn, bool, error) {
	return adapters.Turn{Channel: w.of}, w.of != "", nil
}
func (w *world) Watch(message.TurnID) (<-chan struct{}, func()) { return nil, func() {} }
func (w *world) Follow(context.Context, message.TurnID, adapters.Watch) iter.Seq2[adapters.TurnEvent, error] {
	return func(yield func(adapters.TurnEvent, error) bool) {
		yield(adapters.TurnEvent{Seq: 9, Type: adapters.EventSettled, Data: []byte(`{}`)}, nil)
	}
}

func newWorld(t *testing.T, change func(*chat.Config)) *world {
	t.Helper()
	keys, err := mac.NewKeys(bytes.Repeat([]byte("k"), 32))
	noerr.Must(t, err)
	w := &world{T: t, used: map[string]int{}, refused: map[string]int{}, now: time.Now(), card: adapters.Card{ID: message.DerivedApprovalID(time.Now(), "x"), Summary: "refund", Open: true, Complete: true}}
	c := chat.Config{Secrets: []string{secret}, Origins: []string{shop}, MaxText: 1000, PublicURL: home, GuestsPerPeer: config.Rate{N: 2, Per: time.Hour}}
	if change != nil {
		change(&c)
	}
	for _, m := range c.Check() {
		t.Fatal(m)
	}
	w.a = chat.New(chat.Options{
		Name: "site", Config: c, Turns: w, Histories: w, Notes: w, Requests: w, Buckets: w, Keys: keys, Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return w.now },
		People: message.People{{ID: "dana", Name: "Dana Rossi", Zone: time.UTC, Addresses: []message.Address{"chat:dana"}}},
		Counts: w,
	})
	return w
}

func (w *world) Refused(_ message.ChannelName, reason string) { w.refused[reason]++ }

func (w *world) call(method, path, body string, headers ...string) (*http.Response, map[string]any) {
	w.Helper()
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		if headers[i] == "From" {
			r.RemoteAddr = headers[i+1]
			continue
		}
		r.Header.Set(headers[i], headers[i+1])
	}
	rec := httptest.NewRecorder()
	w.a.Routes(w.accept).ServeHTTP(rec, r)
	resp := rec.Result()
	b, _ := io.ReadAll(resp.Body)
	var v map[string]any
	_ = json.Unmarshal(b, &v)
	return resp, v
}

func (w *world) token(who string) string {
	return chat.Token(secret, "site", who, who, w.now.Add(time.Hour))
}

// login begins a session of the page and returns its cookie.
func (w *world) login(who string) string {
	w.Helper()
	resp, _ := w.call("POST", "/session", `{"token":"`+w.token(who)+`"}`, "Origin", home)
	if resp.StatusCode != http.StatusNoContent || len(resp.Cookies()) != 1 {
		w.Fatalf("no session: %s", resp.Status)
	}
	c := resp.Cookies()[0]
	if !c.HttpOnly || !c.Secure || c.SameSite != http.SameSiteStrictMode || c.Path != "/channels/site/" {
		w.Errorf("the cookie is %+v", c)
	}
	return c.Name + "=" + c.Value
}

// TestOrigins: pages of listed origins may write and read what was answered, and nothing
// else; others nothing at all, whatever cookie their visitor has.
func TestOrigins(t *testing.T) {
	w := newWorld(t, nil)
	cookie := w.login("dana")
	bearer := "Bearer " + w.token("dana")
	const msg = `{"id":"m1","text":"hello"}`
	decide := "/approvals/" + string(w.card.ID)
	for name, c := range map[string]struct {
		method, path, body string
		headers            []string
		want               int
	}{
		"ours":                       {"POST", "/messages", msg, []string{"Cookie", cookie, "Origin", home}, 202},
		"listed, by token":           {"POST", "/messages", msg, []string{"Authorization", bearer, "Origin", shop}, 202},
		"listed, history":            {"GET", "/history", "", []string{"Authorization", bearer, "Origin", shop}, 200},
		"listed, may ask":            {"OPTIONS", "/messages", "", []string{"Origin", shop, "Access-Control-Request-Method", "POST"}, 204},
		"listed, decisions":          {"POST", decide, `{}`, []string{"Authorization", bearer, "Origin", shop}, 403},
		"listed, requests":           {"GET", "/approvals", "", []string{"Authorization", bearer, "Origin", shop}, 403},
		"listed, notices":            {"GET", "/notices", "", []string{"Authorization", bearer, "Origin", shop}, 403},
		"listed, events":             {"GET", "/events", "", []string{"Authorization", bearer, "Origin", shop}, 403},
		"listed, sessions":           {"POST", "/session", `{}`, []string{"Origin", shop}, 403},
		"foreign":                    {"POST", "/messages", msg, []string{"Authorization", bearer, "Origin", "https://evil.example"}, 403},
		"foreign, may not ask":       {"OPTIONS", "/messages", "", []string{"Origin", "https://evil.example"}, 403},
		"foreign, like ours":         {"POST", "/messages", msg, []string{"Cookie", cookie, "Origin", home + ".evil.example"}, 403},
		"null":                       {"POST", "/messages", msg, []string{"Cookie", cookie, "Origin", "null"}, 403},
		"foreign read":               {"GET", "/approvals", "", []string{"Cookie", cookie, "Sec-Fetch-Site", "cross-site"}, 403},
		"nobody":                     {"GET", "/me", "", nil, 401},
		"a cookie of another secret": {"GET", "/me", "", []string{"Cookie", cookie + "x"}, 401},
		"a header nobody proves":     {"GET", "/me", "", []string{"X-Forwarded-User", "dana"}, 401},
		"a decision without origin":  {"POST", decide, `{}`, []string{"Cookie", cookie}, 403},
	} {
		resp, v := w.call(c.method, c.path, c.body, c.headers...)
		if resp.StatusCode != c.want {
			t.Errorf("%s: %s %v", name, resp.Status, v)
		}
		if o := resp.Header.Get("Access-Control-Allow-Origin"); o != "" && o != shop || (o == shop) != (strings.HasPrefix(name, "listed, ") && c.want < 300) {
			t.Errorf("%s: readable by %q", name, o)
		}
	}
	for _, in := range w.in {
		if !in.Ambiguous || in.Trust != message.Verified || in.From != "chat:dana" || !in.Named {
			t.Errorf("%+v", in)
		}
	}
	w.now = w.now.Add(13 * time.Hour)
	if resp, _ := w.call("GET", "/me", "", "Cookie", cookie); resp.StatusCode != 401 {
		t.Errorf("an old session: %s", resp.Status)
	}
}

// TestIdentityHeader: it counts from the proxies alone, and once.
func TestIdentityHeader(t *testing.T) {
	w := newWorld(t, func(c *chat.Config) { c.Header, c.Proxies = "X-Forwarded-User", []string{"10.0.0.0/24", "::1"} })
	for name, c := range map[string]struct {
		from, user string
		want       int
	}{
		"the proxy": {"10.0.0.9:1234", "dana", 200}, "capitals": {"10.0.0.9:1234", "Dana", 401}, "the other": {"[::1]:5", "dana", 200}, "somebody": {"10.0.1.9:1234", "dana", 401},
		"mapped": {"[::ffff:10.0.0.9]:1", "dana", 200}, "no name": {"10.0.0.9:1", "", 401}, "two names": {"10.0.0.9:1", "dana, eve", 401}, "a guest": {"10.0.0.9:1", "guest.x", 401},
	} {
		resp, v := w.call("GET", "/me", "", "From", c.from, "X-Forwarded-User", c.user)
		if resp.StatusCode != c.want || c.want == 200 && v["name"] != "Dana Rossi" {
			t.Errorf("%s: %s %v", name, resp.Status, v)
		}
	}
	if resp, _ := w.call("POST", "/messages", `{"id":"a","text":"x"}`, "From", "10.0.0.9:1", "X-Forwarded-User", "dana", "Origin", "https://evil.example"); resp.StatusCode != 403 {
		t.Errorf("a page of another site: %s", resp.Status)
	}
}

// TestCapitals: a site may have a "DaNa" besides its "dana". She is not Dana here: she is
// refused, and told why.
func TestCapitals(t *testing.T) {
	w := newWorld(t, func(c *chat.Config) { c.Cookie = "site" })
	for name, call := range map[string]func() (*http.Response, map[string]any){
		"bearer": func() (*http.Response, map[string]any) {
			return w.call("GET", "/approvals", "", "Authorization", "Bearer "+w.token("DaNa"))
		},
		"cookie": func() (*http.Response, map[string]any) {
			return w.call("GET", "/approvals", "", "Cookie", "site="+w.token("DaNa"))
		},
		"session": func() (*http.Response, map[string]any) {
			return w.call("POST", "/session", `{"token":"`+w.token("DaNa")+`"}`, "Origin", home)
		},
	} {
		if resp, v := call(); resp.StatusCode != http.StatusUnauthorized || !strings.Contains(fmt.Sprint(v["detail"]), "small letters") || len(resp.Cookies()) != 0 {
			t.Errorf("%s: %s %v", name, resp.Status, v)
		}
	}
	if a, err := chat.Address("Dana"); err == nil {
		t.Errorf("in the directory: %s", a)
	}
}

// TestDecisions: a decision needs the nonce of the page, of this person and browser, for this
// request and answer, and once.
func TestDecisions(t *testing.T) {
	w := newWorld(t, nil)
	dana, other := w.login("dana"), w.login("dana")
	card := func(cookie string) (string, string) {
		_, v := w.call("GET", "/approvals", "", "Cookie", cookie)
		c := v["approvals"].([]any)[0].(map[string]any)
		return c["grant"].(string), c["deny"].(string)
	}
	grant, deny := card(dana)
	path := "/approvals/" + string(w.card.ID)
	send := func(cookie, path, body string) (int, map[string]any) {
		resp, v := w.call("POST", path, body, "Cookie", cookie, "Origin", home)
		return resp.StatusCode, v
	}
	another := "/approvals/" + string(message.DerivedApprovalID(time.Now(), "y"))
	for name, got := range map[string]int{
		"no nonce":         first(send(dana, path, `{"grant":true}`)),
		"of the other no":  first(send(dana, path, `{"grant":true,"nonce":"`+deny+`"}`)),
		"of the other yes": first(send(dana, path, `{"grant":false,"nonce":"`+grant+`"}`)),
		"another request":  first(send(dana, another, `{"grant":true,"nonce":"`+grant+`"}`)),
		"another browser":  first(send(other, path, `{"grant":true,"nonce":"`+grant+`"}`)),
		"another person":   first(send(w.login("eve"), path, `{"grant":true,"nonce":"`+grant+`"}`)),
		"changed":          first(send(dana, path, `{"grant":true,"nonce":"9`+grant+`"}`)),
	} {
		if got != http.StatusForbidden {
			t.Errorf("%s: %d", name, got)
		}
	}
	if len(w.in) != 0 {
		t.Fatalf("%d decisions", len(w.in))
	}
	if status, v := send(dana, path, `{"grant":true,"nonce":"`+grant+`","reason":"not of a yes"}`); status != 200 || v["approval"].(map[string]any)["outcome"] != "Approved." {
		t.Errorf("the yes: %d %v", status, v)
	}
	if status, _ := send(dana, path, `{"grant":true,"nonce":"`+grant+`"}`); status != http.StatusConflict {
		t.Errorf("again: %d", status)
	}
	if len(w.in) != 1 || w.in[0].Binding.Button != "approve:"+string(w.card.ID) || w.in[0].Trust != message.Verified || w.in[0].Ambiguous {
		t.Errorf("%+v", w.in)
	}
	old, _ := card(dana)
	w.now = w.now.Add(2 * time.Hour)
	if status, _ := send(dana, path, `{"grant":true,"nonce":"`+old+`"}`); status != http.StatusForbidden {
		t.Errorf("an old page: %d", status)
	}
	if _, v := w.call("GET", "/approvals", "", "Cookie", w.login("eve")); len(v["approvals"].([]any)) != 0 {
		t.Errorf("who is nobody sees %v", v)
	}
}

// TestKeeps: what no conversation and no card of a page shows again is kept, for its reader
// alone; and who has a page open hears of all.
func TestKeeps(t *testing.T) {
	w := newWorld(t, nil)
	srv := httptest.NewServer(w.a.Routes(w.accept))
	defer srv.Close()
	r, err := http.NewRequestWithContext(t.Context(), "GET", srv.URL+"/events", nil)
	noerr.Must(t, err)
	r.Header.Set("Authorization", "Bearer "+w.token("dana"))
	page, err := http.DefaultClient.Do(r)
	noerr.Must(t, err)
	defer page.Body.Close()
	for _, c := range []struct {
		id   message.MessageID
		kind message.OutboundKind
		of   message.ChannelName
		to   message.Address
	}{
		{"msg_other", message.Notice, "", "chat:eve"},
		{"msg_notice", message.Notice, "site", "chat:dana"},
		{"msg_prompt", message.Prompt, "", "chat:dana"},
		{"msg_here", message.Answer, "site", "chat:dana"},
		{"msg_elsewhere", message.Answer, "orders", "chat:dana"},
		{"msg_forgotten", message.Answer, "", "chat:dana"}, // its turn is older than what is kept
	} {
		w.of = c.of
		if _, err := w.a.Send(t.Context(), message.Outbound{ID: c.id, To: c.to, Kind: c.kind, Text: "text of " + string(c.id), Turn: "trn_1", CreatedAt: w.now}); err != nil {
			t.Errorf("%s: %v", c.id, err)
		}
	}
	var kept []string
	for _, n := range w.notes {
		kept = append(kept, string(n.ID)+" "+n.Text)
	}
	want := "[msg_other text of msg_other msg_notice text of msg_notice msg_elsewhere text of msg_elsewhere msg_forgotten text of msg_forgotten]"
	if fmt.Sprint(kept) != want {
		t.Errorf("kept are %v", kept)
	}
	var heard []string
	lines := bufio.NewScanner(page.Body)
	for len(heard) < 5 && lines.Scan() {
		if kind, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
			heard = append(heard, kind)
		}
	}
	if fmt.Sprint(heard) != "[notice prompt answer answer answer]" {
		t.Errorf("the page hears %v", heard)
	}
	if _, v := w.call("GET", "/notices", "", "Authorization", "Bearer "+w.token("dana")); len(v["items"].([]any)) != 4 {
		t.Errorf("the page shows %v", v)
	}
	if _, v := w.call("GET", "/notices", "", "Authorization", "Bearer "+w.token("eve")); len(v["items"].([]any)) != 0 {
		t.Errorf("somebody else is shown %v", v)
	}
}

// TestQuestion: it is answered by the words of its own field, and by nothing else.
func TestQuestion(t *testing.T) {
	for name, c := range map[string]struct {
		asked      bool
		body       map[string]any
		status     int
		button, in string
	}{
		"words":                  {true, map[string]any{"grant": true, "text": " On Tuesday. \n"}, 200, "answer:", "On Tuesday."},
		"what looks like a code": {true, map[string]any{"grant": true, "text": "123456", "code": "123456"}, 200, "answer:", "123456"},
		"a yes":                  {true, map[string]any{"grant": true}, 422, "", ""},
		"nothing":                {true, map[string]any{"grant": true, "text": " \n "}, 422, "", ""},
		"too much":               {true, map[string]any{"grant": true, "text": strings.Repeat("x", 1001)}, 413, "", ""},
		"words to a yes or no":   {false, map[string]any{"grant": true, "text": "yes"}, 422, "", ""},
		"the nonce of a no":      {true, map[string]any{"grant": false, "text": "On Tuesday."}, 403, "", ""},
	} {
		w := newWorld(t, nil)
		if c.asked {
			w.card.Question = &question.Question{Text: "When?"}
		}
		cookie := w.login("dana")
		_, v := w.call("GET", "/approvals", "", "Cookie", cookie)
		card := v["approvals"].([]any)[0].(map[string]any)
		if asked, _ := card["question"].(map[string]any); c.asked != (asked["question"] == "When?") {
			t.Errorf("%s: the page is told %v", name, card)
		}
		c.body["nonce"] = card["grant"]
		b, _ := json.Marshal(c.body)
		resp, v := w.call("POST", "/approvals/"+string(w.card.ID), string(b), "Cookie", cookie, "Origin", home)
		if resp.StatusCode != c.status || (len(w.in) == 1) != (c.status == 200) {
			t.Errorf("%s: %s %v, %+v", name, resp.Status, v, w.in)
			continue
		}
		if c.status != 200 {
			continue
		}
		if in := w.in[0]; in.Binding.Button != c.button+string(w.card.ID) || in.Binding.Code != "" || in.Unquoted != c.in {
			t.Errorf("%s: %+v %q", name, in.Binding, in.Unquoted)
		}
	}
}

// TestCodes: a one-time code counts for the request and answer of its nonce alone, and
// nothing but six digits is one.
func TestCodes(t *testing.T) {
	for name, c := range map[string]struct {
		grant          bool
		code           string
		status         int
		button, spoken string
	}{
		"a yes":              {true, "123456", 200, "approve:", "yes 123456"},
		"a no":               {false, "123456", 200, "deny:", "no 123456"},
		"words":              {true, "yes to all", 422, "", ""},
		"of another request": {true, "QHM45C", 422, "", ""},
		"a line more":        {true, "123456\n", 422, "", ""},
	} {
		w := newWorld(t, nil)
		cookie := w.login("dana")
		_, v := w.call("GET", "/approvals", "", "Cookie", cookie)
		nonce := v["approvals"].([]any)[0].(map[string]any)[map[bool]string{true: "grant", false: "deny"}[c.grant]]
		b, _ := json.Marshal(map[string]any{"grant": c.grant, "nonce": nonce, "code": c.code})
		resp, v := w.call("POST", "/approvals/"+string(w.card.ID), string(b), "Cookie", cookie, "Origin", home)
		if resp.StatusCode != c.status || (len(w.in) == 1) != (c.status == 200) {
			t.Errorf("%s: %s %v, %+v", name, resp.Status, v, w.in)
			continue
		}
		if c.status != 200 {
			continue
		}
		if in := w.in[0]; in.Binding.Button != c.button+string(w.card.ID) || in.Binding.Code != c.code || in.Unquoted != c.spoken {
			t.Errorf("%s: %+v, %q", name, in.Binding, in.Unquoted)
		}
	}
}

func first(status int, _ map[string]any) int { return status }

// TestGuests: they have names that nobody else can have, no trust, and no requests.
func TestGuests(t *testing.T) {
	w := newWorld(t, func(c *chat.Config) { c.Guests, c.Secrets = true, nil })
	resp, _ := w.call("POST", "/session", `{}`, "Origin", home)
	if resp.StatusCode != http.StatusNoContent {
		t.Fatal(resp.Status)
	}
	cookie := resp.Cookies()[0].Name + "=" + resp.Cookies()[0].Value
	if resp, v := w.call("POST", "/messages", `{"id":"a","text":"hello","conversation":"c1"}`, "Cookie", cookie, "Origin", home); resp.StatusCode != 202 || !strings.HasPrefix(fmt.Sprint(v["streamUrl"]), home+"/channels/site/turns/trn_1/stream?") {
		t.Errorf("%s %v", resp.Status, v)
	}
	in := w.in[0]
	if in.Trust != message.Asserted || !strings.HasPrefix(string(in.From), "chat:guest.") || in.Conversation != "c1" {
		t.Errorf("%+v", in)
	}
	_, v := w.call("GET", "/history?conversation=c1", "", "Cookie", cookie)
	item := v["items"].([]any)[0].(map[string]any)
	if w.asked != message.ConversationID("site", in.From, "c1") || item["said"] != "hello" || !strings.HasSuffix(item["streamUrl"].(string), "&after=70") {
		t.Errorf("%s %v", w.asked, item)
	}
	if _, err := chat.Address("guest x"); err == nil {
		t.Error("a name with a space")
	}
}

// TestPage: it runs nothing but its own script, and no other site can show or read it.
func TestPage(t *testing.T) {
	w := newWorld(t, func(c *chat.Config) { c.Title = `<script>alert(1)</script>` })
	for _, path := range []string{"/", "/chat.js", "/chat.css"} {
		resp, _ := w.call("GET", path, "")
		csp := resp.Header.Get("Content-Security-Policy")
		if resp.StatusCode != 200 || !strings.Contains(csp, "script-src 'self';") || strings.Contains(csp, "unsafe") || !strings.Contains(csp, "frame-ancestors 'none'") {
			t.Errorf("%s: %s %s", path, resp.Status, csp)
		}
	}
	rec := httptest.NewRecorder()
	w.a.Routes(w.accept).ServeHTTP(rec, httptest.NewRequest("GET", "/", nil))
	if page := rec.Body.String(); strings.Contains(page, "alert(1)</script>") || strings.Contains(page, "style=") || strings.Contains(page, "onclick") || !strings.Contains(page, "&lt;script&gt;") {
		t.Errorf("%s", page)
	}
	for _, from := range [][]string{nil, {"Origin", "https://evil.example", "Upgrade", "websocket", "Connection", "Upgrade"}} {
		if resp, _ := w.call("GET", "/turns/trn_1/stream?e=9999999999&s=aaaa", "", from...); resp.StatusCode != 403 {
			t.Errorf("a forged stream: %s", resp.Status)
		}
	}
	_, v := w.call("POST", "/messages", `{"id":"ws","text":"hello","conversation":"c1"}`, "Cookie", w.login("dana"), "Origin", home)
	_, path, _ := strings.Cut(fmt.Sprint(v["streamUrl"]), "/channels/site")
	if resp, _ := w.call("GET", path, "", "Origin", "https://evil.example", "Upgrade", "websocket", "Connection", "Upgrade"); path == "" || resp.StatusCode != 403 {
		t.Errorf("a page of another site opens a WebSocket: %s", resp.Status)
	}
}

func FuzzToken(f *testing.F) {
	now := time.Unix(1_800_000_000, 0)
	f.Add(chat.Token(secret, "site", "dana", "Dana", now.Add(time.Hour)))
	f.Add("a.b.c")
	w := newWorldOf(f)
	f.Fuzz(func(t *testing.T, token string) {
		r := httptest.NewRequest("GET", "/me", nil)
		r.Header.Set("Authorization", "Bearer "+token)
		rec := httptest.NewRecorder()
		w.ServeHTTP(rec, r)
		if rec.Code == http.StatusOK && len(strings.Split(token, ".")) != 3 {
			t.Errorf("%q is a token", token)
		}
	})
}

func newWorldOf(f *testing.F) http.Handler {
	f.Helper()
	keys, err := mac.NewKeys(bytes.Repeat([]byte("k"), 32))
	noerr.Must(f, err)
	return chat.New(chat.Options{
		Name: "site", Config: chat.Config{Secrets: []string{secret}, PublicURL: home}, Keys: keys, People: message.People{}, Log: slog.New(slog.DiscardHandler), Now: time.Now, Counts: adaptertest.Uncounted{},
	}).Routes(nil)
}
