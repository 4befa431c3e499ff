package email

import (
	"crypto/tls"
	"errors"
	"io"
	"net/smtp"
	"os"
	"sync"
	"testing"
	"time"

	"bridge/adapters/email/smtpout"
	"bridge/internal/mailtest"
	"bridge/internal/noerr"
)

// TestReceiveRenewedCertificate: the listener serves what the files hold now.
func TestReceiveRenewedCertificate(t *testing.T) {
	_, cert, key := mailtest.Certificate(t)
	_, newCert, newKey := mailtest.Certificate(t)
	var mu sync.Mutex
	now := testTime
	a, _ := newAdapter(t, func(o *Options) {
		o.Config.Listen.Cert, o.Config.Listen.Key = cert, key
		o.Now = func() time.Time { mu.Lock(); defer mu.Unlock(); return now }
	})
	addr := serve(t, a, &recorder{})
	trusts := func(file string) error {
		pool, err := loadCA(file)
		noerr.Must(t, err)
		c, err := smtp.Dial(addr)
		noerr.Must(t, err)
		defer c.Close()
		return c.StartTLS(&tls.Config{ServerName: "127.0.0.1", RootCAs: pool})
	}
	noerr.Must(t, trusts(cert))
	for from, to := range map[string]string{newCert: cert, newKey: key} {
		b, err := os.ReadFile(from)
		if err == nil {
			err = os.WriteFile(to, b, 0o600)
		}
		noerr.Must(t, err)
	}
	mu.Lock()
	now = now.Add(5 * time.Second)
	mu.Unlock()
	noerr.Want(t, trusts(newCert))
}

// TestReceiveImplicitTLS speaks TLS from the first byte, and nothing below 1.2.
func TestReceiveImplicitTLS(t *testing.T) {
	_, cert, key := mailtest.Certificate(t)
	a, _ := newAdapter(t, func(o *Options) {
		o.Config.Listen.Cert, o.Config.Listen.Key, o.Config.Listen.TLS = cert, key, smtpout.TLSImplicit
	})
	rec := &recorder{}
	addr := serve(t, a, rec)
	pool, err := loadCA(cert)
	noerr.Must(t, err)
	if c, err := tls.Dial("tcp", addr, &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS10, MaxVersion: tls.VersionTLS11}); err == nil {
		c.Close()
		t.Error("TLS 1.1 is spoken")
	}
	conn, err := tls.Dial("tcp", addr, &tls.Config{RootCAs: pool})
	noerr.Must(t, err)
	defer conn.Close()
	c, err := smtp.NewClient(conn, "127.0.0.1")
	noerr.Must(t, err)
	if ok, _ := c.Extension("STARTTLS"); ok {
		t.Error("STARTTLS is offered within TLS")
	}
	noerr.Must(t, errors.Join(c.Mail("dana@example.com"), c.Rcpt("agent@example.com")))
	w, err := c.Data()
	noerr.Must(t, err)
	noerr.Must(t, noerr.Of(io.WriteString(w, crlf(basicHead+"\nhi\n"))))
	if err := w.Close(); err != nil || len(rec.all()) != 1 {
		t.Errorf("%v, %d mails", err, len(rec.all()))
	}
}
