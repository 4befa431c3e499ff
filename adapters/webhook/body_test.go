package webhook

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"bridge/adapters/webhook/sign"
	"bridge/internal/noerr"
)

// FuzzBody: what is read is one value that others read alike; what is not is an
// error with words that hold nothing of it.
func FuzzBody(f *testing.F) {
	for _, s := range []string{`{"a":[1,"é",null,{"b":true}]}`, `{"a":1,"a":2}`, `[[[`, "a=1&a=2&b=%41", "payload=%7B%7D", "{}{}", "\"\\ud800\"", "=", "a=%"} {
		f.Add([]byte(s), false)
		f.Add([]byte(s), true)
	}
	f.Fuzz(func(t *testing.T, body []byte, form bool) {
		h := http.Header{"Content-Type": {"application/json"}}
		if form {
			h.Set("Content-Type", "application/x-www-form-urlencoded")
		}
		p, err := readBody(sign.Slack, h, body)
		if err != nil {
			if _, ok := errors.AsType[*bodyError](err); !ok || !utf8.ValidString(err.Error()) {
				t.Fatalf("%v", err)
			}
			return
		}
		var v any
		d := json.NewDecoder(bytes.NewReader(p.data))
		d.UseNumber()
		if err := d.Decode(&v); err != nil {
			t.Fatalf("data that is no JSON: %q", p.data)
		}
		x, _ := json.Marshal(v)
		y, _ := json.Marshal(p.value)
		if !bytes.Equal(x, y) {
			t.Fatalf("read as %s, others read %s", y, x)
		}
		for _, at := range []string{"/a", "/a/0", "/", "/a~1b"} {
			_ = place{pointer: at}.find(h, p.value)
		}
	})
}

func TestTemplates(t *testing.T) {
	body, err := readJSON([]byte(`{"s":"text","n":12345678901234567890,"f":1.50,"t":true,"z":null,"o":{"k":"v<>","l":[1,"a"]},"list":[1,"b"],"e":"","nv":"<no value>"}`))
	noerr.Must(t, err)
	for _, tt := range []struct{ text, want string }{
		{"{{.s}} {{.n}} {{.f}} {{.t}}", "text 12345678901234567890 1.50 true"},
		{"{{.o}} {{.o.k}} {{json .list}}", `{"k":"v<>","l":[1,"a"]} v<> [1,"b"]`},
		{"{{range .list}}[{{.}}]{{end}}", "[1][b]"},
		{"{{range $i, $x := .list}}{{$i}}={{$x}};{{end}}", "0=1;1=b;"},
		{`{{get . "o" "k"}} {{get . "none" | default "nobody"}} {{default "x" .e}} {{default "y" .z}}`, "v<> nobody x y"},
		{`{{if get . "none"}}a{{else}}b{{end}}{{if .z}}c{{end}}{{with .o}}{{.k}}{{end}}`, "bv<>"},
		{`{{upper .s}} {{lower "A"}} {{trim " x "}} {{truncate 2 .s}} {{join ", " .list}}`, "TEXT a x te… 1, b"},
		{`{{$x := .s}}{{$x}} {{printf "%s!" .s}} {{len .list}} {{index .list 0}}`, "text text! 2 1"},
		{"{{.nv}}", "<no value>"},
		{"plain", "plain"},
	} {
		x, err := parseTemplate("prompt", tt.text)
		if err != nil {
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		if got, err := x.execute(body); err != nil || got != tt.want {
			t.Errorf("%s: %q, %v; want %q", tt.text, got, err, tt.want)
		}
	}
	for _, tt := range []struct{ text, want string }{
		{"{{.order_id}}", "no key order_id"},
		{"{{.o.order.id}}", "no key order"},
		{"{{.s.x}}", "no key x"},
		{"{{.z.x}}", "no key x"},
		{"{{range .none}}{{end}}", "no key none"},
		{"{{with .none}}{{end}}", "no key none"},
		{"{{.z}}", "no value for z"},
		{`{{get . "a" "b"}}`, `no value for get . "a" "b"`},
		{`{{index . "q"}}`, `no value for index . "q"`},
		{`{{printf "%s" .z}}`, "a value is null"},
		{`{{print .z}}`, "a value is null"},
		{`{{html .z}}`, "a value is null"},
		{`{{range .list}}{{.x}}{{end}}`, "no key x"},
		{`{{define "t"}}{{.none}}{{end}}{{template "t" .}}`, "no key none"},
		{`{{range $i, $c := printf "%0100000d" 1 | printf "%s%s%s" "1" "2"}}{{end}}`, "range"},
	} {
		x, err := parseTemplate("prompt", tt.text)
		if err != nil {
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		got, err := x.execute(body)
		if err == nil || !strings.HasPrefix(err.Error(), "template: ") || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %q, %v; want the error %q", tt.text, got, err, tt.want)
		}
	}
	for _, text := range []string{"{{.a", "{{env \"HOME\"}}", "{{if}}", "{{template \"x\" .}}"} {
		x, err := parseTemplate("prompt", text)
		if err == nil {
			_, err = x.execute(body)
		}
		if err == nil {
			t.Errorf("%s is taken", text)
		}
	}
	long, err := parseTemplate("prompt", "{{range .l}}{{$.s}}{{end}}")
	noerr.Must(t, err)
	big := map[string]any{"s": strings.Repeat("x", 1000), "l": slices.Repeat([]any{"1"}, 300)}
	if _, err := long.execute(big); err == nil || err.Error() != "template: it writes more than 262144 bytes" {
		t.Errorf("a long text: %v", err)
	}
}

func TestGlob(t *testing.T) {
	for _, tt := range []struct {
		pattern, name string
		want          bool
	}{
		{"push", "push", true},
		{"push", "pushed", false},
		{"order.*", "order.created", true},
		{"order.*", "order", false},
		{"*", "", true},
		{"*.created", "a.b.created", true},
		{"a*b*c", "aXbYc", true},
		{"a*b*c", "aXc", false},
		{"a*a", "a", false},
		{"orders/*", "orders/create/x", true},
	} {
		if got := glob(tt.pattern, tt.name); got != tt.want {
			t.Errorf("%q on %q: %v", tt.pattern, tt.name, got)
		}
	}
}

// TestConfigMistakes: each mistake is named at its key.
func TestConfigMistakes(t *testing.T) {
	for key, change := range map[string]func(*Config){
		"secrets":        func(c *Config) { c.Sign.Secrets = nil },
		"hmac.header":    func(c *Config) { c.Sign = sign.Config{Scheme: sign.HMAC, Secrets: []string{"long enough"}} },
		"hmac":           func(c *Config) { c.Sign.Custom.Header = "X" },
		"allow_unsigned": func(c *Config) { c.AllowUnsigned = true },
		"prompt":         func(c *Config) { c.Prompt = "{{.a" },
		"session":        func(c *Config) { c.Session = "{{env}}" },
		"reply":          func(c *Config) { c.Reply = "now" },
		"wait":           func(c *Config) { c.Wait = MaxWait + 1 },
		"max_body":       func(c *Config) { c.MaxBody = MaxBody + 1 },
		"id":             func(c *Config) { c.ID = "order id" },
		"event":          func(c *Config) { c.Event = "/a~2" },
		"events": func(c *Config) {
			c.Sign.Scheme, c.Sign.Secrets, c.Events = sign.Bearer, []string{"long enough"}, []string{"x"}
		},
	} {
		ms := plainConfig(change).Check()
		if len(ms) != 1 || ms[0].Key != key || ms[0].Problem == "" || ms[0].Write == "" {
			t.Errorf("%s: %+v", key, ms)
		}
	}
	if ms := plainConfig(nil).Check(); len(ms) != 0 {
		t.Errorf("%+v", ms)
	}
}
