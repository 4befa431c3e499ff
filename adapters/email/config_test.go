package email

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"bridge/message"
)

func TestConfigCheck(t *testing.T) {
	good := func() Config {
		return Config{
			Address: "agent@example.com", Listen: &Listen{Addr: ":2525"}, Auth: Auth{Require: "none"},
			SMTP: &Submission{Addr: "smtp.example.com:465", Username: "u", Password: func() string { return "p4ss" }},
		}
	}
	if es := good().Check(); es != nil {
		t.Fatalf("a good config: %v", es)
	}
	tests := []struct {
		name   string
		change func(*Config)
		key    string
	}{
		{"no address", func(c *Config) { c.Address = "" }, "address"},
		{"two addresses", func(c *Config) { c.Address = "a@b.c, d@e.f" }, "address"},
		{"tag in the address", func(c *Config) { c.Address = "agent+x@example.com" }, "address"},
		{"no room for a tag", func(c *Config) { c.Address = strings.Repeat("a", 24) + "@example.com" }, "address"},
		{"no way", func(c *Config) { c.Listen, c.SMTP = nil, nil }, "listen"},
		{"bad listen address", func(c *Config) { c.Listen.Addr = "2525" }, "listen.addr"},
		{"bad protocol", func(c *Config) { c.Listen.Protocol = "imap" }, "listen.protocol"},
		{"cert alone", func(c *Config) { c.Listen.Cert = "x" }, "listen.cert"},
		{"missing cert", func(c *Config) { c.Listen.Cert, c.Listen.Key = "no-such-file", "no-such-file" }, "listen.cert"},
		{"bad smtp address", func(c *Config) { c.SMTP.Addr = "smtp.example.com" }, "smtp.addr"},
		{"bad tls", func(c *Config) { c.SMTP.TLS = "ssl" }, "smtp.tls"},
		{"password in the clear", func(c *Config) { c.SMTP.TLS = "none" }, "smtp.tls"},
		{"username alone", func(c *Config) { c.SMTP.Password = nil }, "smtp.password"},
		{"password alone", func(c *Config) { c.SMTP.Username = "" }, "smtp.username"},
		{"missing CA", func(c *Config) { c.SMTP.CA = "no-such-file" }, "smtp.ca"},
		{"dmarc", func(c *Config) { c.Auth.Require = "dmarc" }, "auth.require"},
		{"other auth", func(c *Config) { c.Auth.Require = "spf" }, "auth.require"},
		{"negative", func(c *Config) { c.MaxMessage = -1 }, "max_message"},
		{"negative attachments", func(c *Config) { c.MaxAttach = -1 }, "max_attach"},
		{"auth not said", func(c *Config) { c.Auth.Require = "" }, "auth.require"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := good()
			tt.change(&c)
			es := c.Check()
			if len(es) != 1 || es[0].Key != tt.key || es[0].Problem == "" {
				t.Fatalf("got %+v, want one mistake at %s", es, tt.key)
			}
			_, err := New(Options{Config: c, Artifacts: newStore()})
			var typed ConfigErrors
			if !errors.As(err, &typed) || len(typed) != 1 {
				t.Errorf("New: %v", err)
			}
		})
	}
	all := good()
	for _, i := range []int{0, 5, 10, 15, 17} {
		tests[i].change(&all)
	}
	var keys []string
	for _, e := range all.Check() {
		keys = append(keys, e.Key)
	}
	if want := []string{"address", "listen.addr", "smtp.tls", "auth.require", "max_message"}; !slices.Equal(keys, want) {
		t.Errorf("all at once: %v, want %v", keys, want)
	}
	dmarc := good()
	dmarc.Auth.Require = "dmarc"
	if got := dmarc.Check().Error(); got != `auth.require: dmarc is not available yet: a mail sender is asserted; write "none"` {
		t.Errorf("got %q", got)
	}
	if s := fmt.Sprintf("%+v %#v", good().SMTP, good().SMTP); strings.Contains(s, "p4ss") {
		t.Errorf("the password is shown: %s", s)
	}
}

func TestCaps(t *testing.T) {
	a, _ := newAdapter(t, func(o *Options) { o.Config.AttachData = true })
	want := message.Caps{Kind: "email", Attach: true, MaxAttach: 10_000_000, Links: true, HTML: true, KnownByID: true, AttachData: true, ProvesSender: message.Asserted}
	if got := a.Caps(); got != want || a.Name() != "mail" {
		t.Errorf("got %+v", got)
	}
}
