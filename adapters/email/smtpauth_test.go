package email

import (
	"encoding/base64"
	"errors"
	"io"
	"net/textproto"
	"sync"
	"testing"
	"time"

	"bridge/core/message"
	"bridge/internal/noerr"
)

func b64(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }

// TestReceiveLogin: with users only they submit, and what they submit is trusted
// no more than anything else.
func TestReceiveLogin(t *testing.T) {
	const from = "MAIL FROM:<dana@example.com>"
	mail := []string{from + " => 250", "RCPT TO:<agent@example.com> => 250", "DATA => 354", crlf(basicHead+"\nhi") + "\r\n. => 250"}
	tests := []struct {
		name  string
		steps []string
		mails int
	}{
		{"nobody", []string{hello, from + " => 530 5.7.0 Log in first", "RCPT TO:<agent@example.com> => 502"}, 0},
		{"plain", append([]string{hello, "AUTH PLAIN " + b64("\x00app\x00s3cret") + " => 235"}, mail...), 1},
		{"plain with identity", append([]string{hello, "AUTH PLAIN " + b64("app\x00app\x00s3cret") + " => 235"}, mail...), 1},
		{"plain in two steps", append([]string{hello, "AUTH PLAIN => 334", b64("\x00app\x00s3cret") + " => 235"}, mail...), 1},
		{"login", append([]string{hello, "AUTH LOGIN => 334 " + b64("Username:"), b64("app") + " => 334 " + b64("Password:"), b64("s3cret") + " => 235"}, mail...), 1},
		{"login with its name", append([]string{hello, "AUTH LOGIN " + b64("two") + " => 334 " + b64("Password:"), b64("other") + " => 235"}, mail...), 1},
		{"a second EHLO", append([]string{hello, "AUTH PLAIN " + b64("\x00app\x00s3cret") + " => 235", hello, "RSET => 250"}, mail...), 1},
		{"wrong password", []string{hello, "AUTH PLAIN " + b64("\x00app\x00S3cret") + " => 535 5.7.8 The name or the password is wrong", from + " => 530"}, 0},
		{"password of another", []string{hello, "AUTH PLAIN " + b64("\x00app\x00other") + " => 535", from + " => 530"}, 0},
		{"unknown name", []string{hello, "AUTH PLAIN " + b64("\x00eve\x00s3cret") + " => 535", from + " => 530"}, 0},
		{"nothing", []string{hello, "AUTH PLAIN " + b64("\x00\x00") + " => 535", "AUTH PLAIN = => 501", from + " => 530"}, 0},
		{"for another", []string{hello, "AUTH PLAIN " + b64("eve\x00app\x00s3cret") + " => 501", from + " => 530"}, 0},
		{"garbage", []string{hello, "AUTH PLAIN " + b64("app") + " => 501 5.5.2", "AUTH PLAIN ! => 454", "AUTH CRAM-MD5 => 504 5.5.4", "AUTH => 502", from + " => 530"}, 0},
		{"broken off", []string{hello, "AUTH LOGIN => 334", "* => 501", from + " => 530"}, 0},
		{"before EHLO", []string{"AUTH PLAIN " + b64("\x00app\x00s3cret") + " => 502"}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			log := &logged{}
			a, _ := newAdapter(t, withLog(log), func(o *Options) {
				o.Config.Listen.Users = map[string]func() string{"app": func() string { return "s3cret" }, "two": func() string { return "other" }}
			})
			a.in.LoginDelay = time.Nanosecond
			rec := &recorder{}
			dialog(t, serve(t, a, rec), append([]string{" => 220"}, tt.steps...)...)
			got := rec.all()
			if len(got) != tt.mails {
				t.Fatalf("%d mails", len(got))
			}
			for _, in := range got {
				if in.Trust != message.Asserted {
					t.Errorf("trust is %v", in.Trust)
				}
			}
			if log.count("cret") > 0 || log.count("other") > 0 {
				t.Error("the log has a password")
			}
		})
	}
}

// TestReceiveNoLogins: without users nobody logs in, and everybody may submit.
func TestReceiveNoLogins(t *testing.T) {
	open, _ := newAdapter(t)
	addr := serve(t, open, &recorder{})
	dialog(t, addr, " => 220", "EHLO x => 250 Hello x\nPIPELINING\n8BITMIME\nENHANCEDSTATUSCODES\nCHUNKING\nSMTPUTF8\nSIZE 35000001\n",
		"AUTH PLAIN "+b64("\x00app\x00s3cret")+" => 502 5.5.1 Nobody logs in here", "MAIL FROM:<dana@example.com> => 250")
}

// TestReceiveFailedLogins: who guesses is not heard any more, others are.
func TestReceiveFailedLogins(t *testing.T) {
	var mu sync.Mutex
	now := testTime
	a, _ := newAdapter(t, func(o *Options) {
		o.Config.Listen.Users = map[string]func() string{"app": func() string { return "s3cret" }}
		o.Now = func() time.Time { mu.Lock(); defer mu.Unlock(); return now }
	})
	a.in.LoginDelay = time.Nanosecond
	addr := serve(t, a, &recorder{})
	right, bad := "AUTH PLAIN "+b64("\x00app\x00s3cret"), "AUTH PLAIN "+b64("\x00app\x00x")
	for range 2 * 5 { // what is right costs nothing
		dialog(t, addr, " => 220", hello, right+" => 235")
	}
	for range 5 {
		dialog(t, addr, " => 220", hello, bad+" => 535")
	}
	c, err := textproto.Dial("tcp", addr)
	noerr.Must(t, err)
	defer c.Close()
	var code int
	for _, line := range []string{"", "EHLO x", right} {
		if line != "" {
			noerr.Must(t, c.PrintfLine("%s", line))
		}
		code, _, _ = c.ReadResponse(0)
	}
	if _, err := c.ReadLine(); code != 421 || !errors.Is(err, io.EOF) {
		t.Errorf("reply %d, then %v: want 421 and the end", code, err)
	}
	mu.Lock()
	now = now.Add(time.Minute)
	mu.Unlock()
	dialog(t, addr, " => 220", hello, right+" => 235")
}
