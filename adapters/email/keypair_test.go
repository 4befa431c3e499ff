package email

import (
	"bytes"
	"crypto/tls"
	"errors"
	"io"
	"log/slog"
	"net/smtp"
	"os"
	"sync"
	"testing"
	"time"
)

// TestKeyPair: a renewed certificate is used without a restart, one that cannot
// be used is told once and leaves the old one in use.
func TestKeyPair(t *testing.T) {
	first, cert, key := certificate(t)
	second, newCert, newKey := certificate(t)
	now := testTime
	log := &logged{}
	k, err := loadKeyPair(cert, key, func() time.Time { return now }, slog.New(slog.NewTextHandler(log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	serves := func(what string, want *tls.Config) {
		t.Helper()
		got, err := k.get(nil)
		if err != nil || !bytes.Equal(got.Certificate[0], want.Certificates[0].Certificate[0]) {
			t.Errorf("%s: not the right certificate, %v", what, err)
		}
	}
	serves("at first", first)
	replace(t, newCert, cert) // the key is not there yet
	serves("before it is looked at", first)
	for range 3 {
		now = now.Add(keyPairEvery)
		serves("a certificate without its key", first)
	}
	if n := log.count("the new certificate cannot be used"); n != 1 {
		t.Errorf("told %d times", n)
	}
	replace(t, newKey, key)
	serves("at once", first)
	now = now.Add(keyPairEvery)
	serves("with its key", second)
	if n := log.count("the certificate was read again"); n != 1 {
		t.Errorf("the change was told %d times", n)
	}
	if err := os.Remove(cert); err != nil {
		t.Fatal(err)
	}
	now = now.Add(keyPairEvery)
	serves("without files", second)
	if n := log.count("the new certificate cannot be used"); n != 2 {
		t.Errorf("told %d times", n)
	}
}

// replace puts a file in the place of another, as those who renew certificates do.
func replace(t *testing.T, from, to string) {
	t.Helper()
	b, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	tmp := to + ".new"
	if err := errors.Join(os.WriteFile(tmp, b, 0o600), os.Rename(tmp, to)); err != nil {
		t.Fatal(err)
	}
}

// TestReceiveRenewedCertificate: the listener serves what the files hold now.
func TestReceiveRenewedCertificate(t *testing.T) {
	_, cert, key := certificate(t)
	_, newCert, newKey := certificate(t)
	var mu sync.Mutex
	now := testTime
	a, _ := newAdapter(t, func(o *Options) {
		o.Config.Listen.Cert, o.Config.Listen.Key = cert, key
		o.Now = func() time.Time { mu.Lock(); defer mu.Unlock(); return now }
	})
	addr := serve(t, a, &recorder{})
	trusts := func(file string) error {
		pool, err := loadCA(file)
		if err != nil {
			t.Fatal(err)
		}
		c, err := smtp.Dial(addr)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		return c.StartTLS(&tls.Config{ServerName: "127.0.0.1", RootCAs: pool})
	}
	if err := trusts(cert); err != nil {
		t.Fatal(err)
	}
	for from, to := range map[string]string{newCert: cert, newKey: key} {
		replace(t, from, to)
	}
	mu.Lock()
	now = now.Add(keyPairEvery)
	mu.Unlock()
	if err := trusts(newCert); err != nil {
		t.Error(err)
	}
}

// TestReceiveImplicitTLS speaks TLS from the first byte, and nothing below 1.2.
func TestReceiveImplicitTLS(t *testing.T) {
	_, cert, key := certificate(t)
	a, _ := newAdapter(t, func(o *Options) {
		o.Config.Listen.Cert, o.Config.Listen.Key, o.Config.Listen.TLS = cert, key, tlsImplicit
	})
	rec := &recorder{}
	addr := serve(t, a, rec)
	pool, err := loadCA(cert)
	if err != nil {
		t.Fatal(err)
	}
	if c, err := tls.Dial("tcp", addr, &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS10, MaxVersion: tls.VersionTLS11}); err == nil {
		c.Close()
		t.Error("TLS 1.1 is spoken")
	}
	conn, err := tls.Dial("tcp", addr, &tls.Config{RootCAs: pool})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	c, err := smtp.NewClient(conn, "127.0.0.1")
	if err != nil {
		t.Fatal(err)
	}
	if ok, _ := c.Extension("STARTTLS"); ok {
		t.Error("STARTTLS is offered within TLS")
	}
	if err := errors.Join(c.Mail("dana@example.com"), c.Rcpt("agent@example.com")); err != nil {
		t.Fatal(err)
	}
	w, err := c.Data()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(w, crlf(basicHead+"\nhi\n")); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil || len(rec.all()) != 1 {
		t.Errorf("%v, %d mails", err, len(rec.all()))
	}
}
