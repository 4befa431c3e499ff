package email

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"bridge/adapters/email/smtpout"
	"bridge/core/message"
)

func users(name, password string) map[string]func() string {
	return map[string]func() string{name: func() string { return password }}
}

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
		{"edge of LMTP", func(c *Config) { c.Listen.Edge, c.Listen.Protocol = true, "lmtp" }, "listen.edge"},
		{"other auth", func(c *Config) { c.Auth.Require = "spf" }, "auth.require"},
		{"negative", func(c *Config) { c.MaxMessage = -1 }, "max_message"},
		{"negative attachments", func(c *Config) { c.MaxAttach = -1 }, "max_attach"},
		{"no pattern", func(c *Config) { c.Humans = []string{"*@x.test", "["} }, "humans[1]"},
		{"empty pattern", func(c *Config) { c.Humans = []string{" "} }, "humans[0]"},
		{"bad return path", func(c *Config) { c.ReturnPath = "verp" }, "return_path"},
		{"bad listen tls", func(c *Config) { c.Listen.TLS = "ssl" }, "listen.tls"},
		{"listen tls without cert", func(c *Config) { c.Listen.TLS = smtpout.TLSImplicit }, "listen.tls"},
		{"users in the clear", func(c *Config) { c.Listen.Users = users("app", "x") }, "listen.users"},
		{"users by LMTP", func(c *Config) {
			c.Listen.Addr, c.Listen.Protocol, c.Listen.Users = "127.0.0.1:24", "lmtp", users("app", "x")
		}, "listen.users"},
		{"user without password", func(c *Config) { c.Listen.Addr, c.Listen.Users = "localhost:25", users("app", "") }, "listen.users"},
		{"user without name", func(c *Config) { c.Listen.Addr, c.Listen.Users = "[::1]:25", users("", "x") }, "listen.users"},
		{"no name of a server", func(c *Config) { c.Auth.TrustedAuthserv = []string{"mx.example.com", "mx; x"} }, "auth.trusted_authserv"},
		{"an empty name of a server", func(c *Config) { c.Auth.TrustedAuthserv = []string{""} }, "auth.trusted_authserv"},
		{"bad DNS server", func(c *Config) { c.Auth.DNS = "127.0.0.1" }, "auth.dns"},
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
			if typed, ok := errors.AsType[ConfigErrors](err); !ok || len(typed) != 1 {
				t.Errorf("New: %v", err)
			}
		})
	}
	all := good()
	for _, i := range []int{0, 5, 10, 16, 17} {
		tests[i].change(&all)
	}
	var keys []string
	for _, e := range all.Check() {
		keys = append(keys, e.Key)
	}
	if want := []string{"address", "listen.addr", "smtp.tls", "auth.require", "max_message"}; !slices.Equal(keys, want) {
		t.Errorf("all at once: %v, want %v", keys, want)
	}
	for _, require := range []string{"", "dmarc", "none"} {
		c := good()
		c.Auth = Auth{Require: require, TrustedAuthserv: []string{"mx.example.com"}, DNS: "127.0.0.1:53"}
		c.Listen.Edge = true
		want := message.Verified
		if require == "none" {
			want = message.Asserted
		}
		if es := c.Check(); es != nil || c.Least() != want || c.Proves() != message.Verified {
			t.Errorf("require %q: %v, least %s", require, es, c.Least())
		}
	}
	silent := good()
	silent.Listen = nil
	if silent.Proves() != message.Asserted {
		t.Error("a channel that receives nothing proves senders")
	}
	if s := fmt.Sprintf("%+v %#v", good().SMTP, good().SMTP); strings.Contains(s, "p4ss") {
		t.Errorf("the password is shown: %s", s)
	}
}

func TestCaps(t *testing.T) {
	a, _ := newAdapter(t, func(o *Options) { o.Config.AttachData = true })
	want := message.Caps{Kind: "email", Attach: true, MaxAttach: 10_000_000, HTML: true, Brand: message.Brand{Name: "Assistant"}, Address: "agent@example.com", KnownByID: true, AttachData: true, ProvesSender: message.Verified, Traits: Traits()}
	if got := a.Caps(); !reflect.DeepEqual(got, want) || a.Name() != "mail" {
		t.Errorf("got %+v", got)
	}
}
