package config

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bridge/internal/noerr"
)

// testEnv is the environment of the tests.
func testEnv(name string) (string, bool) {
	v, ok := map[string]string{
		"MAIL_PASSWORD": "pa55-of-the-mail-server",
		"BRIDGE_SECRET": "0123456789abcdef0123456789abcdef",
		"EMPTY":         "",
		"SHORT":         "tooshort",
		"PORT":          "not-a-port-but-hidden",
		"LISTEN_PORT":   "8080",
		"PHONE":         "+393331234567",
	}[name]
	return v, ok
}

// loadText loads a file that is not on disk.
func loadText(text string) *Config {
	c := load("config.toml", "/srv/bridge", []byte(text), testEnv, func(string) ([]byte, error) { return nil, fs.ErrNotExist })
	c.Addresses(testAddress)
	for _, s := range c.Channels {
		s.NeedAgent()
	}
	return c
}

// testAddress knows mail and text messages, in a way.
func testAddress(kind, value string) (address, problem, write string) {
	switch {
	case kind == "email" && !strings.Contains(value, " ") && strings.Contains(value, "@"):
		return "email:" + strings.ToLower(value), "", ""
	case kind == "sms" && strings.HasPrefix(value, "+"):
		return "sms:" + value, "", ""
	}
	return "", "is not an address", `"email:…"`
}

// lines returns what `bridge check` would print.
func lines(err error) []string {
	if err == nil {
		return nil
	}
	return strings.Split(err.Error(), "\n")
}

// emailSection is a section as an adapter has it.
type emailSection struct {
	Address string `toml:"address,required"`
	Listen  *struct {
		Addr     string `toml:"addr,required" format:"listen"`
		Protocol string `toml:"protocol" oneof:"smtp lmtp"`
		Hostname string `toml:"hostname"`
		Cert     string `toml:"cert" format:"path"`
	} `toml:"listen"`
	SMTP struct {
		Addr     string `toml:"addr,required" format:"addr"`
		Username string `toml:"username"`
		Password Secret `toml:"password"`
		TLS      string `toml:"tls" oneof:"implicit starttls none"`
	} `toml:"smtp"`
	Auth struct {
		Require string `toml:"require" oneof:"dmarc none"`
	} `toml:"auth"`
	MaxAttach  Size `toml:"max_attach,positive"`
	AttachData bool `toml:"attach_data"`
}

// httpSection is a section as an agent has it.
type httpSection struct {
	URL           string        `toml:"url,required" format:"url"`
	Timeout       time.Duration `toml:"timeout,positive"`
	MaxConcurrent int           `toml:"max_concurrent,positive"`
	Share         []string      `toml:"share" oneof:"sender channel"`
	Files         string        `toml:"files" oneof:"url data"`
	Secret        Secret        `toml:"secret"`
}

func decodeAll(c *Config) {
	for _, s := range c.Agents {
		switch s.Type() {
		case "http":
			s.Decode(&httpSection{Timeout: time.Minute, MaxConcurrent: 32})
		case "demo":
			s.Decode(&struct{}{})
		default:
			s.RefuseType([]string{"http", "exec", "demo"})
		}
	}
	for _, s := range c.Channels {
		switch s.Type() {
		case "email":
			s.Decode(&emailSection{MaxAttach: 20e6})
		default:
			s.RefuseType([]string{"email"})
		}
	}
}

func TestDefaultFile(t *testing.T) {
	root, err := os.ReadFile("../config.toml")
	noerr.Must(t, err)
	if !bytes.Equal(root, Default()) {
		t.Error("config.toml of the root is not the same file as config/config.toml")
	}

	file := filepath.Join(t.TempDir(), "config.toml")
	noerr.Must(t, os.WriteFile(file, Default(), 0o600))
	if _, err := Load(file, func(string) (string, bool) { return "", false }); err == nil || !strings.Contains(err.Error(), "MAIL_PASSWORD is not set") {
		t.Errorf("without MAIL_PASSWORD: %v", err)
	}
	c, err := Load(file, testEnv)
	noerr.Must(t, err)
	var agent httpSection
	var mail emailSection
	c.Agents[0].Decode(&agent)
	c.Channels[0].Decode(&mail)
	noerr.Want(t, c.Check())
	if w := c.Warnings(); w != nil {
		t.Errorf("warnings: %v", w)
	}
	if agent.URL != "http://127.0.0.1:9000/respond" || agent.Timeout != 10*time.Minute || agent.MaxConcurrent != 32 {
		t.Errorf("agent: %+v", agent)
	}
	if mail.SMTP.Password.Reveal() != "pa55-of-the-mail-server" || mail.Listen.Addr != ":2525" || mail.Auth.Require != "dmarc" {
		t.Errorf("mail: %+v", mail)
	}
	if s := c.Channels[0]; s.Name() != "mail" || s.Agent != "assistant" || !slices.Equal(s.Allow, []string{"*@example.com"}) {
		t.Errorf("channel: %q %q %q", s.Name(), s.Agent, s.Allow)
	}
	p := c.People[0]
	if p.ID != "dana" || p.Timezone.String() != "Europe/Rome" || p.Addresses[0] != "email:dana@example.com" {
		t.Errorf("person: %+v", p)
	}
	if c.DataDir != filepath.Join(filepath.Dir(file), "data") || c.Store.Path != filepath.Join(c.DataDir, "bridge.db") {
		t.Errorf("data %s, store %s", c.DataDir, c.Store.Path)
	}
}

// TestDefaultFileSaysTheDefaults: the file says that a key that is left out has
// the value shown, so an empty file must give the same.
func TestDefaultFileSaysTheDefaults(t *testing.T) {
	shown, empty := loadText(string(Default())), loadText("")
	for _, c := range []*Config{shown, empty} {
		c.PublicURL, c.Alerts.To, c.Approvals.Approvers, c.Approvals.Via, c.Approvals.Trust = "", nil, nil, nil, ""
		c.People, c.Agents, c.Channels = nil, nil, nil
	}
	if a, b := string(shown.ShowScalars()), string(empty.ShowScalars()); a != b {
		t.Errorf("shown:\n%s\nempty:\n%s", a, b)
	}
}

// ShowScalars is Show without what only the file has.
func (c *Config) ShowScalars() []byte {
	c.root = newTable(nil, "", 1, fromHeader)
	return c.Show()
}

func TestEmptyFile(t *testing.T) {
	c := loadText("")
	noerr.Must(t, c.Check())
	if c.PublicURL != "http://127.0.0.1:8080" || c.Approvals.Trust != "carrier" || c.Limits.MaxMessage != 35_000_000 ||
		c.Retention.Decisions != 3650*24*time.Hour || c.Limits.TurnsPerSender != (Rate{60, time.Hour}) {
		t.Errorf("defaults: %+v", c)
	}
	if w := c.Warnings(); len(w) != 1 || !strings.Contains(w[0].String(), "there is no channel") {
		t.Errorf("warnings: %v", w)
	}
}

func TestValues(t *testing.T) {
	c := loadText(`
public_url = "https://b.example.com/x/"
listen = "[::]:80"
store = "sqlite:db/it's.db"
secret = ["${BRIDGE_SECRET}", "fedcba9876543210fedcba9876543210"]
log = { level = "debug" }
stop_timeout = "1m30s"
retention.messages = "1d12h"
[api.operators]
ops = "${BRIDGE_SECRET}"
[people.a]
addresses = ["email:Dana@Example.COM", "sms:+393331234567"]
language = "zh-Hant"
[agents.one]
type = "demo"
[channels.in]
type = "email"
[[parts]]
type = "acme.seat-map"
requires_peer_consumes = true
`)
	noerr.Must(t, c.Check())
	if c.PublicURL != "https://b.example.com/x" || c.Store.Path != "/srv/bridge/db/it's.db" || c.Log != (Log{"debug", "text"}) {
		t.Errorf("%q %q %v", c.PublicURL, c.Store.Path, c.Log)
	}
	if c.StopTimeout != 90*time.Second || c.Retention.Messages != 36*time.Hour || c.Retention.Artifacts != 30*day {
		t.Errorf("%v %v %v", c.StopTimeout, c.Retention.Messages, c.Retention.Artifacts)
	}
	if len(c.Secrets) != 2 || c.Secrets[0].Reveal() != "0123456789abcdef0123456789abcdef" || c.API.Operators["ops"].Reveal() == "" {
		t.Error("secrets are not read")
	}
	if p := c.People[0]; p.Name != "a" || p.Timezone != time.UTC || p.Addresses[0] != "email:dana@example.com" {
		t.Errorf("person: %+v", p)
	}
	if c.Channels[0].Agent != "one" {
		t.Errorf("the only agent is the default, got %q", c.Channels[0].Agent)
	}
	if p := c.Parts[0]; p.Streaming != "flush" || p.Buffered != "settle" || !p.RequiresPeerConsumes {
		t.Errorf("part: %+v", p)
	}
	if c := loadText(`secret = "${BRIDGE_SECRET}"`); len(c.Secrets) != 1 || c.Check() != nil {
		t.Errorf("one secret: %v", c.Check())
	}
	for p, want := range map[string]string{"": "", "/abs": "/abs", "tls/cert.pem": "/srv/bridge/tls/cert.pem"} {
		if got := c.Path(p); got != want {
			t.Errorf("Path(%q) is %q", p, got)
		}
	}
	if c := loadText(`listen = ":80"`); c.PublicURL != "http://127.0.0.1:80" {
		t.Errorf("public_url of :80 is %q", c.PublicURL)
	}
}

func TestFind(t *testing.T) {
	t.Chdir(t.TempDir())
	none := func(string) (string, bool) { return "", false }
	byEnv := func(string) (string, bool) { return "/env.toml", true }
	if p, err := Find("/flag.toml", byEnv); p != "/flag.toml" || err != nil {
		t.Errorf("flag: %q %v", p, err)
	}
	if p, err := Find("", byEnv); p != "/env.toml" || err != nil {
		t.Errorf("env: %q %v", p, err)
	}
	if _, err := os.Stat("/etc/bridge/config.toml"); errors.Is(err, fs.ErrNotExist) {
		if p, err := Find("", none); err == nil || !strings.Contains(err.Error(), "bridge init") {
			t.Errorf("nothing there: %q %v", p, err)
		}
	}
	noerr.Must(t, os.WriteFile("config.toml", nil, 0o600))
	if p, err := Find("", none); p != "config.toml" || err != nil {
		t.Errorf("here: %q %v", p, err)
	}
}

func TestLoadErrors(t *testing.T) {
	dir := t.TempDir()
	var ps Problems
	if c, err := Load(filepath.Join(dir, "none.toml"), testEnv); c != nil || !errors.Is(err, fs.ErrNotExist) || errors.As(err, &ps) {
		t.Errorf("missing file: %v", err)
	}
	big := filepath.Join(dir, "big.toml")
	noerr.Must(t, os.WriteFile(big, bytes.Repeat([]byte("#\n"), maxFile), 0o600))
	if c, err := Load(big, testEnv); c != nil || err == nil || !strings.Contains(err.Error(), "more than 1048576 bytes") {
		t.Errorf("big file: %v", err)
	}
	bad := filepath.Join(dir, "bad.toml")
	noerr.Must(t, os.WriteFile(bad, []byte("listen = 1"), 0o600))
	if c, err := Load(bad, testEnv); c == nil || !errors.As(err, &ps) || len(ps) != 1 || ps[0].Line != 1 || ps[0].Key != "listen" {
		t.Errorf("mistake: %v", err)
	}
}
