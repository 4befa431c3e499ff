package smtpin

import (
	"errors"
	"log/slog"
	"testing"
	"time"
)

// TestReceiveLoginNeedsTLS: beyond this machine no password is asked for in the clear.
func TestReceiveLoginNeedsTLS(t *testing.T) {
	users := map[string]func() string{"app": func() string { return "s3cret" }}
	a := &Server{Options: Options{Users: users, Refused: func(string) {}, Log: slog.New(slog.DiscardHandler)}}
	for _, tt := range []struct {
		private bool
		mechs   int
		auth    error
		mail    error
	}{{true, 2, nil, errLoginRequired}, {false, 0, errLoginClear, errTLSRequired}} {
		s := &session{server: a, ctx: t.Context(), private: tt.private}
		if n := len(s.AuthMechanisms()); n != tt.mechs {
			t.Errorf("private %v: %d mechanisms", tt.private, n)
		}
		if _, err := s.Auth("PLAIN"); !errors.Is(err, tt.auth) {
			t.Errorf("private %v: AUTH: %v", tt.private, err)
		}
		if err := s.Mail("dana@example.com", nil); !errors.Is(err, tt.mail) {
			t.Errorf("private %v: MAIL: %v", tt.private, err)
		}
	}
}

// TestFailedLogins: who guesses does not stop the logins of others.
func TestFailedLogins(t *testing.T) {
	l, now := newLogins(), time.Date(2026, 11, 20, 9, 30, 0, 0, time.UTC)
	for range failedLogins {
		if !l.take("192.0.2.7", now) {
			t.Fatal("refused too early")
		}
	}
	if l.take("192.0.2.7", now) || !l.take("192.0.2.1", now) {
		t.Error("the one who guesses is heard, or another is not")
	}
}
