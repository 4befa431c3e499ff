// Package telegramtest is a stand-in for the Bot API: one bot, private chats, long polling
// and webhooks. It refuses what Telegram refuses. It is for tests.
package telegramtest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Token and Bot are those of the one bot.
const (
	Token = "7000000001:AAH_stand-in_0123456789abcdefghijkl"
	Bot   = 7000000001
)

// Sent is a message that the bot has sent.
type Sent struct {
	ID      int64
	Method  string
	Chat    int64
	Text    string // or the caption, without tags
	HTML    string // as it came, if it had tags
	Reply   int64
	Buttons map[string]string // text to data
	File    []byte
	Name    string
}

// Fault is what a call comes to instead; the zero value is no fault.
type Fault struct {
	Status     int    // with Words, an answer of the API
	Words      string // the description
	RetryAfter int    // seconds
	Cut        bool   // the message is taken, and the connection cut before the answer
	Page       bool   // an HTML page of something in between
}

// Server is one. Close it.
type Server struct {
	URL  string
	http *httptest.Server

	mu       sync.Mutex
	changed  chan struct{} // closed and made anew at each change
	updates  []map[string]any
	nextID   int64 // of updates
	nextMsg  int64
	sent     []Sent
	answered []string // callback queries
	files    map[string][]byte
	blocked  map[int64]bool
	faults   map[string][]Fault // by method
	calls    map[string]int
	webhook  string
	secret   string
	polling  int
}

// Start starts one on this machine.
func Start() *Server {
	s := &Server{changed: make(chan struct{}), nextID: 1000, nextMsg: 1, files: map[string][]byte{}, blocked: map[int64]bool{}, faults: map[string][]Fault{}, calls: map[string]int{}}
	s.http = httptest.NewServer(s)
	s.URL = s.http.URL
	return s
}

// Close stops it.
func (s *Server) Close() {
	s.http.CloseClientConnections()
	s.http.Close()
}

func (s *Server) change(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f()
	close(s.changed)
	s.changed = make(chan struct{})
}

// Await waits until ok is true of what was sent, and returns the last one it is true of.
func (s *Server) Await(ctx context.Context, ok func(Sent) bool) (Sent, error) {
	for {
		s.mu.Lock()
		ch := s.changed
		for i := len(s.sent) - 1; i >= 0; i-- {
			if ok(s.sent[i]) {
				defer s.mu.Unlock()
				return s.sent[i], nil
			}
		}
		s.mu.Unlock()
		select {
		case <-ctx.Done():
			return Sent{}, fmt.Errorf("no such message was sent: %w", ctx.Err())
		case <-ch:
		}
	}
}

// AwaitCalls waits until a method was called n times.
func (s *Server) AwaitCalls(ctx context.Context, method string, n int) error {
	for {
		s.mu.Lock()
		ch, got := s.changed, s.calls[method]
		s.mu.Unlock()
		if got >= n {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s was called %d times, not %d: %w", method, got, n, ctx.Err())
		case <-ch:
		}
	}
}

// Sent is what the bot has sent.
func (s *Server) Sent() []Sent {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Sent{}, s.sent...)
}

// Answered are the presses whose apps were told.
func (s *Server) Answered() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string{}, s.answered...)
}

// Pending is how many updates are not confirmed.
func (s *Server) Pending() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.updates)
}

// Calls is how often a method was called.
func (s *Server) Calls(method string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls[method]
}

// Webhook returns what is set.
func (s *Server) Webhook() (url, secret string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.webhook, s.secret
}

// Fail makes the next calls of a method come to these.
func (s *Server) Fail(method string, faults ...Fault) {
	s.change(func() { s.faults[method] = append(s.faults[method], faults...) })
}

// AddFile makes a file that messages can have.
func (s *Server) AddFile(id string, content []byte) {
	s.change(func() { s.files[id] = content })
}

// User is somebody in a private chat.
func User(id int64, first string) map[string]any {
	return map[string]any{"id": id, "is_bot": false, "first_name": first}
}

// Update puts an update in as it is; its update_id is added, and returned.
func (s *Server) Update(u map[string]any) (id int64) {
	s.change(func() {
		s.nextID++
		id = s.nextID
		u["update_id"] = id
		s.updates = append(s.updates, u)
	})
	return id
}

// Message is one that a person writes to the bot, as an update; more is added to it.
func (s *Server) Message(from int64, text string, more map[string]any) (m map[string]any) {
	s.change(func() {
		s.nextMsg++
		m = map[string]any{
			"message_id": s.nextMsg, "from": User(from, "Dana"), "chat": map[string]any{"id": from, "type": "private"}, "date": time.Now().Unix(),
		}
	})
	if text != "" {
		m["text"] = text
	}
	for k, v := range more {
		m[k] = v
	}
	return m
}

// Write is a person's message to the bot.
func (s *Server) Write(from int64, text string) {
	s.Update(map[string]any{"message": s.Message(from, text, nil)})
}

// Reply is a person's answer that quotes a message of the bot.
func (s *Server) Reply(from int64, to Sent, text string) {
	quoted := map[string]any{
		"message_id": to.ID, "from": map[string]any{"id": int64(Bot), "is_bot": true, "first_name": "bot"},
		"chat": map[string]any{"id": from, "type": "private"}, "text": to.Text,
	}
	s.Update(map[string]any{"message": s.Message(from, text, map[string]any{"reply_to_message": quoted})})
}

// Press presses a button of a message; data is that of the button, or made up.
func (s *Server) Press(from int64, on Sent, data string) (id string) {
	s.mu.Lock()
	s.nextMsg++
	id = strconv.FormatInt(900000+s.nextMsg, 10)
	s.mu.Unlock()
	row := []any{}
	for text, data := range on.Buttons {
		row = append(row, map[string]any{"text": text, "callback_data": data})
	}
	s.Update(map[string]any{"callback_query": map[string]any{
		"id": id, "from": User(from, "Dana"), "data": data,
		"message": map[string]any{
			"message_id": on.ID, "from": map[string]any{"id": int64(Bot), "is_bot": true, "first_name": "bot"},
			"chat": map[string]any{"id": on.Chat, "type": "private"}, "date": time.Now().Unix(), "text": on.Text,
			"reply_markup": map[string]any{"inline_keyboard": []any{row}},
		},
	}})
	return id
}

// Block says whether a person blocks the bot.
func (s *Server) Block(from int64, blocks bool) {
	s.change(func() { s.blocked[from] = blocks })
	status := "member"
	if blocks {
		status = "kicked"
	}
	s.Update(map[string]any{"my_chat_member": map[string]any{
		"chat": map[string]any{"id": from, "type": "private"}, "from": User(from, "Dana"), "date": time.Now().Unix(),
		"new_chat_member": map[string]any{"status": status},
	}})
}

// Deliver calls the webhook with what is pending, in order, until one is not taken.
func (s *Server) Deliver(ctx context.Context) error {
	for {
		s.mu.Lock()
		to, secret := s.webhook, s.secret
		if len(s.updates) == 0 || to == "" {
			s.mu.Unlock()
			return nil
		}
		b, err := json.Marshal(s.updates[0])
		s.mu.Unlock()
		if err != nil {
			return err
		}
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, to, bytes.NewReader(b))
		if err != nil {
			return err
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("X-Telegram-Bot-Api-Secret-Token", secret)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return err
		}
		_ = resp.Body.Close()
		if resp.StatusCode/100 != 2 {
			return fmt.Errorf("the webhook answered %d", resp.StatusCode)
		}
		s.change(func() { s.updates = s.updates[1:] })
	}
}

// ServeHTTP is the API.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if path, ok := strings.CutPrefix(r.URL.Path, "/file/bot"+Token+"/files/"); ok {
		s.mu.Lock()
		b, there := s.files[path]
		s.mu.Unlock()
		if !there {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write(b)
		return
	}
	method, ok := strings.CutPrefix(r.URL.Path, "/bot"+Token+"/")
	if !ok {
		answer(w, Fault{Status: 401, Words: "Unauthorized"}, nil)
		return
	}
	params, file, name, err := read(r)
	if err != nil {
		answer(w, Fault{Status: 400, Words: "Bad Request: can't parse the request"}, nil)
		return
	}
	var fault Fault
	s.change(func() {
		s.calls[method]++
		if f := s.faults[method]; len(f) > 0 {
			fault, s.faults[method] = f[0], f[1:]
		}
	})
	if fault.Page {
		w.WriteHeader(http.StatusBadGateway)
		_, _ = io.WriteString(w, "<html>502</html>")
		return
	}
	if fault.Status != 0 {
		answer(w, fault, nil)
		return
	}
	result, no := s.do(r.Context(), method, params, file, name)
	if fault.Cut {
		if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
			if tcp, ok := conn.(*net.TCPConn); ok {
				_ = tcp.SetLinger(0)
			}
			_ = conn.Close()
		}
		return
	}
	answer(w, no, result)
}

// read returns the parameters of a call, JSON or form.
func read(r *http.Request) (params map[string]any, file []byte, name string, err error) {
	params = map[string]any{}
	if strings.HasPrefix(r.Header.Get("Content-Type"), "application/json") {
		err = json.NewDecoder(r.Body).Decode(&params)
		return params, nil, "", err
	}
	form, err := r.MultipartReader()
	if err != nil {
		return nil, nil, "", err
	}
	for {
		part, err := form.NextPart()
		if err == io.EOF {
			return params, file, name, nil
		}
		if err != nil {
			return nil, nil, "", err
		}
		b, err := io.ReadAll(part)
		if err != nil {
			return nil, nil, "", err
		}
		if part.FileName() != "" {
			file, name = b, part.FileName()
			continue
		}
		var v any
		if part.FormName() != "caption" && json.Unmarshal(b, &v) == nil {
			params[part.FormName()] = v
		} else {
			params[part.FormName()] = string(b)
		}
	}
}

func answer(w http.ResponseWriter, no Fault, result any) {
	w.Header().Set("Content-Type", "application/json")
	if no.Status != 0 {
		body := map[string]any{"ok": false, "error_code": no.Status, "description": no.Words}
		if no.RetryAfter > 0 {
			body["parameters"] = map[string]any{"retry_after": no.RetryAfter}
		}
		w.WriteHeader(no.Status)
		_ = json.NewEncoder(w).Encode(body)
		return
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"ok": true, "result": result})
}

func num(v any) int64 {
	switch v := v.(type) {
	case float64:
		return int64(v)
	case string:
		n, _ := strconv.ParseInt(v, 10, 64)
		return n
	}
	return 0
}

func (s *Server) do(ctx context.Context, method string, p map[string]any, file []byte, name string) (any, Fault) {
	switch method {
	case "getMe":
		return map[string]any{"id": int64(Bot), "is_bot": true, "first_name": "Stand-in", "username": "standin_bot", "can_join_groups": true}, Fault{}
	case "getUpdates":
		return s.poll(ctx, p)
	case "setWebhook":
		s.change(func() {
			s.webhook, _ = p["url"].(string)
			s.secret, _ = p["secret_token"].(string)
		})
		return true, Fault{}
	case "deleteWebhook":
		s.change(func() { s.webhook, s.secret = "", "" })
		return true, Fault{}
	case "getWebhookInfo":
		s.mu.Lock()
		defer s.mu.Unlock()
		return map[string]any{"url": s.webhook, "pending_update_count": len(s.updates)}, Fault{}
	case "answerCallbackQuery":
		id, _ := p["callback_query_id"].(string)
		s.change(func() { s.answered = append(s.answered, id) })
		return true, Fault{}
	case "getFile":
		id, _ := p["file_id"].(string)
		s.mu.Lock()
		defer s.mu.Unlock()
		b, ok := s.files[id]
		if !ok {
			return nil, Fault{Status: 400, Words: "Bad Request: wrong file_id or the file is temporarily unavailable"}
		}
		return map[string]any{"file_id": id, "file_size": len(b), "file_path": "files/" + id}, Fault{}
	case "sendMessage", "sendPhoto", "sendDocument":
		return s.send(method, p, file, name)
	}
	return nil, Fault{Status: 404, Words: "Not Found"}
}

func (s *Server) poll(ctx context.Context, p map[string]any) (any, Fault) {
	deadline := time.Now().Add(time.Duration(num(p["timeout"])) * time.Second)
	s.mu.Lock()
	if s.webhook != "" {
		s.mu.Unlock()
		return nil, Fault{Status: 409, Words: "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"}
	}
	s.polling++
	mine := s.polling // a later poll ends this one
	s.mu.Unlock()
	for {
		var list []map[string]any
		s.mu.Lock()
		if s.polling != mine {
			s.mu.Unlock()
			return nil, Fault{Status: 409, Words: "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"}
		}
		for len(s.updates) > 0 && s.updates[0]["update_id"].(int64) < num(p["offset"]) {
			s.updates = s.updates[1:]
		}
		list = append(list, s.updates[:min(len(s.updates), 100)]...)
		ch := s.changed
		s.mu.Unlock()
		if len(list) > 0 || !time.Now().Before(deadline) {
			if list == nil {
				list = []map[string]any{}
			}
			return list, Fault{}
		}
		select {
		case <-ctx.Done():
			return []any{}, Fault{}
		case <-ch:
		case <-time.After(time.Until(deadline)):
		}
	}
}

var tag = regexp.MustCompile(`<(/?)([a-z]+)>`)

// parse checks tags as Telegram does, and returns the text without them.
func parse(s string) (string, bool) {
	var open []string
	for _, m := range tag.FindAllStringSubmatch(s, -1) {
		switch {
		case !strings.Contains(" b i s u code pre ", " "+m[2]+" "):
			return "", false
		case m[1] == "":
			open = append(open, m[2])
		case len(open) == 0 || open[len(open)-1] != m[2]:
			return "", false
		default:
			open = open[:len(open)-1]
		}
	}
	text := tag.ReplaceAllString(s, "")
	if len(open) > 0 || strings.ContainsAny(text, "<>") {
		return "", false
	}
	return strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&").Replace(text), true
}

func units(s string) (n int) {
	for _, r := range s {
		if n++; r > 0xFFFF {
			n++
		}
	}
	return n
}

func (s *Server) send(method string, p map[string]any, file []byte, name string) (any, Fault) {
	bad := func(words string) (any, Fault) { return nil, Fault{Status: 400, Words: "Bad Request: " + words} }
	m := Sent{Method: method, Chat: num(p["chat_id"]), File: file, Name: name, Buttons: map[string]string{}}
	key, limit := "text", 4096
	if method != "sendMessage" {
		key, limit = "caption", 1024
		if file == nil {
			return bad("there is no file in the request")
		}
	}
	m.Text, _ = p[key].(string)
	if p["parse_mode"] == "HTML" {
		text, ok := parse(m.Text)
		if !ok {
			return bad("can't parse entities: Unsupported start tag")
		}
		m.HTML, m.Text = m.Text, text
	}
	switch {
	case method == "sendMessage" && strings.TrimSpace(m.Text) == "":
		return bad("message text is empty")
	case units(m.Text) > limit:
		return bad("message is too long")
	}
	if reply, ok := p["reply_parameters"].(map[string]any); ok {
		m.Reply = num(reply["message_id"])
	}
	if markup, ok := p["reply_markup"].(map[string]any); ok {
		rows, _ := markup["inline_keyboard"].([]any)
		for _, row := range rows {
			buttons, _ := row.([]any)
			for _, b := range buttons {
				v, _ := b.(map[string]any)
				text, _ := v["text"].(string)
				data, _ := v["callback_data"].(string)
				if len(data) < 1 || len(data) > 64 || text == "" {
					return bad("BUTTON_DATA_INVALID")
				}
				m.Buttons[text] = data
			}
		}
	}
	s.mu.Lock()
	blocked := s.blocked[m.Chat]
	s.mu.Unlock()
	if blocked {
		return nil, Fault{Status: 403, Words: "Forbidden: bot was blocked by the user"}
	}
	s.change(func() {
		s.nextMsg++
		m.ID = s.nextMsg
		s.sent = append(s.sent, m)
	})
	return map[string]any{"message_id": m.ID, "chat": map[string]any{"id": m.Chat, "type": "private"}, "date": time.Now().Unix()}, Fault{}
}
