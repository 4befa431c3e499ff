package email

import (
	"slices"
	"strings"
	"testing"

	"bridge/internal/mailtest"
)

// TestProbeSMTP: what bridge check says of the submission server, in words that
// name the key to change, and nothing is sent.
func TestProbeSMTP(t *testing.T) {
	conf, ca, _ := mailtest.Certificate(t)
	config := func(s *fakeServer, mode, ca string) Config {
		sub := s.config(mode)
		sub.CA, sub.Username, sub.Password = ca, "agent", func() string { return "s3cret" }
		return Config{Address: "agent@example.com", SMTP: sub}
	}
	tests := []struct {
		name  string
		start func(t *testing.T) (*fakeServer, Config)
		note  string // part of it
		err   string // part of it
	}{
		{"good", func(t *testing.T) (*fakeServer, Config) {
			s := newFake(t, conf, "AUTH PLAIN", "SIZE 35000000")
			return s, config(s, "implicit", ca)
		}, "logged in as agent; takes mails up to 35 MB", ""},
		{"takes little", func(t *testing.T) (*fakeServer, Config) {
			s := newFake(t, conf, "AUTH PLAIN", "SIZE 5000000")
			return s, config(s, "implicit", ca)
		}, "warning: max_attach = 10 MB does not fit into that; write 2 MB", ""},
		{"no TLS", func(t *testing.T) (*fakeServer, Config) {
			s := newFake(t, nil, "AUTH PLAIN")
			return s, config(s, "none", "")
		}, "without TLS", ""},
		{"wrong password", func(t *testing.T) (*fakeServer, Config) {
			s := newFake(t, conf, "AUTH PLAIN")
			s.set("AUTH", "535 5.7.8 s3cret is wrong")
			return s, config(s, "implicit", ca)
		}, "", "smtp.username or smtp.password is wrong"},
		{"certificate nobody trusts", func(t *testing.T) (*fakeServer, Config) {
			s := newFake(t, conf, "AUTH PLAIN")
			return s, config(s, "implicit", "")
		}, "", "smtp.ca the authority if it is your own"},
		{"no STARTTLS", func(t *testing.T) (*fakeServer, Config) {
			s := newFake(t, nil, "AUTH PLAIN")
			return s, config(s, "starttls", "")
		}, "", "smtp.tls"},
		{"TLS on a plain port", func(t *testing.T) (*fakeServer, Config) {
			s := newFake(t, nil, "AUTH PLAIN")
			return s, config(s, "implicit", "")
		}, "", `does not begin with TLS; write smtp.tls = "starttls"`},
		{"nobody there", func(t *testing.T) (*fakeServer, Config) {
			s := newFake(t, nil)
			s.l.Close()
			return s, config(s, "none", "")
		}, "", "nothing listens at 127.0.0.1"},
		{"another server", func(t *testing.T) (*fakeServer, Config) {
			s := newFake(t, nil)
			s.set("GREETING", "* OK IMAP4rev1 ready")
			return s, config(s, "none", "")
		}, "", "is no mail server that takes mail; look at smtp.addr"},
		{"no such name", func(t *testing.T) (*fakeServer, Config) {
			s := newFake(t, nil)
			c := config(s, "starttls", "")
			c.SMTP.Addr = "nobody.invalid:587"
			return s, c
		}, "", "nobody.invalid"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, c := tt.start(t)
			note, err := probeSMTP(t.Context(), c)
			switch {
			case tt.err == "" && (err != nil || !strings.Contains(note, tt.note)):
				t.Errorf("got %q, %v", note, err)
			case tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)):
				t.Errorf("got %q, %v, want %q", note, err, tt.err)
			case err != nil && strings.Contains(err.Error(), "s3cret"):
				t.Errorf("the password is in %q", err)
			}
			cmds, _ := s.sent()
			if slices.ContainsFunc(cmds, func(c string) bool { return strings.HasPrefix(c, "MAIL") }) {
				t.Errorf("it began a mail: %q", cmds)
			}
		})
	}
}

// TestProbeToken: a login by access token is tried as Send makes it, never with an
// empty password in its place.
func TestProbeToken(t *testing.T) {
	s := newTokenServer(t, "PLAIN", "XOAUTH2")
	s.tokens, s.good["t1"] = []string{"t1"}, true
	c := s.adapter(t).cfg
	note, err := probeSMTP(t.Context(), c)
	if err != nil || !strings.Contains(note, "logged in as agent@example.com") || !slices.Equal(s.logins, []string{"XOAUTH2 agent@example.com t1"}) {
		t.Errorf("%q, %v, logins %q", note, err, s.logins)
	}
	s.status = 400
	if _, err := probeSMTP(t.Context(), c); err == nil || !strings.Contains(err.Error(), "gives no token") || strings.Contains(err.Error(), "s3cret") || len(s.logins) != 1 {
		t.Errorf("an issuer that refuses: %v, logins %q", err, s.logins)
	}
}
