package webhook

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"bridge/adapters"
	"bridge/adapters/webhook/sign"
	"bridge/config"
	"bridge/core/message"
	"bridge/internal/noerr"
)

// TestBadInput: what cannot be taken starts nothing, and is one line of the log.
func TestBadInput(t *testing.T) {
	h := newHook(t, func(c *Config) { c.MaxBody = 2000 })
	deep := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	for _, tt := range []struct {
		name, body  string
		header      []string
		status      int
		reason, why string
	}{
		{"too large", `"` + strings.Repeat("x", 2000) + `"`, nil, 413, "too_large", "2000 bytes"},
		{"text", `{}`, []string{"Content-Type", "text/plain"}, 415, "type", "neither"},
		{"no type", `{}`, []string{"Content-Type", ""}, 415, "type", "missing"},
		{"multipart", `{}`, []string{"Content-Type", "multipart/form-data; boundary=x"}, 415, "type", "neither"},
		{"latin", `{}`, []string{"Content-Type", "application/json; charset=iso-8859-1"}, 415, "type", "UTF-8"},
		{"gzip", `{}`, []string{"Content-Encoding", "gzip"}, 415, "type", "compressed"},
		{"empty", ``, nil, 400, "body", "is empty"},
		{"blank", " \r\n", nil, 400, "body", "is empty"},
		{"cut off", "{\n  \"a\": [1, 2", nil, 400, "body", "line 2, column 13: it ends too early"},
		{"no JSON", "{\n  \"a\": é}", nil, 400, "body", "line 2, column 8: this is not expected"},
		{"trailing", `{"a":1} x`, nil, 400, "body", "line 1, column 9"},
		{"two values", `{} {}`, nil, 400, "body", "line 1, column 4"},
		{"comment", "{} // x", nil, 400, "body", "line 1, column 4"},
		{"same key", "{\"a\":1,\n \"b\":{\"c\":1,\"\\u0063\":2}}", nil, 400, "body", "the same key twice, again at line 2, column 13"},
		{"too deep", deep(101), nil, 400, "body", "deeper than 100 levels at line 1, column 101"},
		{"no UTF-8", "{\"é\":\"\xff\"}", nil, 400, "body", "not valid UTF-8 at line 1, column 7"},
		{"BOM", "\ufeff{}", nil, 400, "body", "line 1, column 1"},
		{"NaN", `{"a":NaN}`, nil, 400, "body", "not valid JSON at line 1, column 6"},
		{"form escape", "a=1&b=%zz", []string{"Content-Type", "application/x-www-form-urlencoded"}, 400, "body", "field 2"},
		{"form UTF-8", "a=%ff", []string{"Content-Type", "application/x-www-form-urlencoded"}, 400, "body", "field 1"},
		{"empty form", "&&", []string{"Content-Type", "application/x-www-form-urlencoded"}, 400, "body", "empty"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			lines, counted := strings.Count(h.logged(), "\n"), h.refused[tt.reason]
			got := h.signed("x", tt.body, tt.header...)
			if got.status != tt.status || !strings.Contains(got.body, tt.why) || got.header.Get("Content-Type") != "application/problem+json" {
				t.Errorf("%d %s\nwant %d with %q", got.status, got.body, tt.status, tt.why)
			}
			if n := strings.Count(h.logged(), "\n"); n != lines+1 || h.refused[tt.reason] != counted+1 {
				t.Errorf("%d lines, counted %v", n-lines, h.refused)
			}
		})
	}
	for _, ok := range []string{deep(100), `"text"`, `null`, `[1e999, -0.0]`, "\t{}\n"} {
		h.signed("ok"+ok[:2], ok).pending(t)
	}
	if n := len(h.taken()); n != 5 {
		t.Errorf("%d deliveries were taken, want the 5 good ones", n)
	}
}

func TestMethodsAndPaths(t *testing.T) {
	h := newHook(t, nil)
	for _, tt := range []struct {
		method, path string
		want         int
	}{
		{"GET", "", 405},
		{"PUT", "/", 405},
		{"POST", "/x", 404},
		{"POST", "/turns/trn_x", 405},
		{"GET", "/turns/trn_x", 403},
		{"GET", "/turns/", 403},
		{"POST", "//", 404},
		{"POST", "", 401},
		{"POST", "/", 401},
	} {
		r, err := http.NewRequest(tt.method, h.url+tt.path, strings.NewReader("{}"))
		noerr.Must(t, err)
		if got := h.do(r); got.status != tt.want {
			t.Errorf("%s %s: %d, want %d", tt.method, tt.path, got.status, tt.want)
		}
	}
}

// TestLimits: what the bridge cannot take now is to be sent again.
func TestLimits(t *testing.T) {
	h := newHook(t, func(c *Config) { c.Rate = config.Rate{N: 2, Per: time.Second} })
	later := func(got answer, status int, wait string) {
		t.Helper()
		if got.status != status || got.header.Get("Retry-After") != wait {
			t.Errorf("%d, Retry-After %q: %s; want %d after %s", got.status, got.header.Get("Retry-After"), got.body, status, wait)
		}
	}
	h.fail = errStore
	got := h.signed("a", "{}")
	later(got, 503, "5")
	if strings.Contains(got.body, "disk") {
		t.Errorf("the caller learns of the inside: %s", got.body)
	}
	h.fail = &adapters.LimitError{Limit: "limits.x", Text: "too many messages"}
	later(h.signed("a", "{}"), 429, "60")
	h.fail = nil
	later(h.signed("a", "{}"), 429, "2") // the bucket held two
	if len(h.taken()) != 0 {
		t.Error("something was taken")
	}
}

// TestSlowBody: a body that does not come is cut off, and holds little meanwhile.
func TestSlowBody(t *testing.T) {
	h := newHook(t, nil)
	h.a.span = 2 * time.Second
	conn, err := net.Dial("tcp", strings.TrimPrefix(strings.TrimSuffix(h.url, "/channels/orders"), "http://"))
	noerr.Must(t, err)
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(60 * time.Second))
	fmt.Fprintf(conn, "POST /channels/orders HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{")
	for range 50 {
		if n := h.a.held.Load(); n > 0 {
			if n > 8<<10 {
				t.Errorf("it holds %d bytes", n)
			}
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatalf("it was not cut off: %v", err)
	}
	_, _ = io.Copy(io.Discard, resp.Body)
	if resp.StatusCode != http.StatusRequestTimeout || !resp.Close {
		t.Errorf("%d, close %v", resp.StatusCode, resp.Close)
	}
	for deadline := time.Now().Add(30 * time.Second); h.a.held.Load() != 0; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("it still holds %d bytes", h.a.held.Load())
		}
	}
}

func TestEvents(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(*Config)
		body   string
		header []string
		turn   bool
	}{
		{"listed", func(c *Config) { c.Events = []string{"push", "order.*"} }, `{"type":"order.created"}`, nil, true},
		{"not listed", func(c *Config) { c.Events = []string{"push", "order.*"} }, `{"type":"refund.created"}`, nil, false},
		{"none", func(c *Config) { c.Events = []string{"*"} }, `{}`, nil, false},
		{"no filter", nil, `{"type":"x"}`, nil, true},
		{"pointer", func(c *Config) { c.Events, c.Event = []string{"b"}, "/a~1b/1" }, `{"a/b":["x","b"]}`, nil, true},
		{"header", func(c *Config) { c.Events, c.Event = []string{"Push Hook"}, "x-event" }, `{}`, []string{"X-Event", "Push Hook"}, true},
		{"header, other", func(c *Config) { c.Events, c.Event = []string{"Push Hook"}, "X-Event" }, `{}`, []string{"X-Event", "push hook"}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := newHook(t, tt.change)
			got := h.signed("e", tt.body, tt.header...)
			if tt.turn {
				got.pending(t)
				return
			}
			if got.status != http.StatusOK || !strings.Contains(got.body, `"state":"recorded"`) || !strings.Contains(got.body, "events") {
				t.Errorf("%d %s", got.status, got.body)
			}
			if in := h.taken(); len(in) != 1 || in[0].Class == message.Human || in[0].ClassWhy == "" {
				t.Errorf("%+v", in)
			}
		})
	}
	t.Run("ping of GitHub", func(t *testing.T) {
		c := callers()[sign.GitHub]
		h := newHook(t, c.config)
		head := c.sign(t, secretOf(sign.GitHub, 0), "p", h.now, `{"zen":"x"}`)
		head.Set("X-GitHub-Event", "ping")
		if got := h.post(`{"zen":"x"}`, head); got.status != http.StatusOK {
			t.Errorf("%d %s", got.status, got.body)
		}
	})
}

func TestForms(t *testing.T) {
	form := []string{"Content-Type", "application/x-www-form-urlencoded; charset=UTF-8"}
	h := newHook(t, func(c *Config) { c.Prompt = "{{.name}} has {{len .tag}}" })
	h.signed("f", "name=J%C3%BCrg+%3Cb%3E&tag=1&tag=2&e=%22%0A", form...).pending(t)
	in := h.taken()[0]
	if got := string(in.Parts[1].Data); got != `{"name":"Jürg <b>","tag":["1","2"],"e":"\"\n"}` {
		t.Errorf("data %s", got)
	}
	if in.Parts[0].Text != "Jürg <b> has 2" {
		t.Errorf("prompt %q", in.Parts[0].Text)
	}
	c := callers()[sign.GitHub] // puts its JSON into a field
	h = newHook(t, c.config)
	body := "payload=%7B%22ref%22%3A%22main%22%7D"
	head := c.sign(t, secretOf(sign.GitHub, 0), "g", h.now, body)
	head.Set("Content-Type", form[1])
	h.post(body, head).pending(t)
	if got := string(h.taken()[0].Parts[0].Data); got != `{"ref":"main"}` {
		t.Errorf("data %s", got)
	}
}

// TestPrompt: the body is data, the prompt a part before it; what the template cannot
// fill in is accepted and broken.
func TestPrompt(t *testing.T) {
	h := newHook(t, func(c *Config) { c.Prompt, c.Session = "New order: {{.order_id}}", "{{.customer.id}}" })
	h.signed("1", `{"order_id":1234567890123456789,"customer":{"id":"c1"}}`).pending(t)
	h.signed("2", `{"id":5,"customer":{"id":"c1"}}`).pending(t)
	h.signed("3", `{"order_id":1,"customer":null}`).pending(t)
	h.signed("4", `{"order_id":1,"customer":{"id":"`+strings.Repeat("x", 513)+`"}}`).pending(t)
	in := h.taken()
	if p := in[0].Parts; len(p) != 2 || p[0].Type != "response" || p[0].Text != "New order: 1234567890123456789" || in[0].Conversation != "c1" || in[0].Broken != "" {
		t.Errorf("%+v", in[0])
	}
	for i, want := range map[int]string{1: "template: no key order_id", 2: "template: no key id", 3: "template: session is longer than 512 bytes"} {
		if in[i].Broken != want || in[i].Conversation != "" {
			t.Errorf("%d: broken %q in %q, want %q", i, in[i].Broken, in[i].Conversation, want)
		}
	}
}
