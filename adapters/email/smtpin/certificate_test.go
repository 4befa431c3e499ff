package smtpin

import (
	"bytes"
	"crypto/tls"
	"errors"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"bridge/internal/mailtest"
	"bridge/internal/noerr"
)

// TestKeyPair: a renewed certificate is used without a restart, one that cannot
// be used is told once and leaves the old one in use.
func TestKeyPair(t *testing.T) {
	first, cert, key := mailtest.Certificate(t)
	second, newCert, newKey := mailtest.Certificate(t)
	now := time.Date(2026, 11, 20, 9, 30, 0, 0, time.UTC)
	var log bytes.Buffer
	k, err := loadKeyPair(cert, key, func() time.Time { return now }, slog.New(slog.NewTextHandler(&log, nil)))
	noerr.Must(t, err)
	serves := func(what string, want *tls.Config) {
		t.Helper()
		got, err := k.get(nil)
		if err != nil || !bytes.Equal(got.Certificate[0], want.Certificates[0].Certificate[0]) {
			t.Errorf("%s: not the right certificate, %v", what, err)
		}
	}
	serves("at first", first)
	replaceFile(t, newCert, cert) // the key is not there yet
	serves("before it is looked at", first)
	for range 3 {
		now = now.Add(keyPairEvery)
		serves("a certificate without its key", first)
	}
	if n := strings.Count(log.String(), "the new certificate cannot be used"); n != 1 {
		t.Errorf("told %d times", n)
	}
	replaceFile(t, newKey, key)
	serves("at once", first)
	now = now.Add(keyPairEvery)
	serves("with its key", second)
	if n := strings.Count(log.String(), "the certificate was read again"); n != 1 {
		t.Errorf("the change was told %d times", n)
	}
	if got := k.ends(); !got.Equal(second.Certificates[0].Leaf.NotAfter) {
		t.Errorf("it ends at %v", got)
	}
	if strings.Contains(log.String(), "has expired") {
		t.Error("said to have expired")
	}
	noerr.Must(t, os.Remove(cert))
	now = now.Add(keyPairEvery)
	serves("without files", second)
	if n := strings.Count(log.String(), "the new certificate cannot be used"); n != 2 {
		t.Errorf("told %d times", n)
	}
	for range 3 {
		now = second.Certificates[0].Leaf.NotAfter.Add(keyPairEvery)
		serves("expired", second)
		now = now.Add(keyPairEvery)
	}
	if n := strings.Count(log.String(), "has expired"); n != 1 {
		t.Errorf("that it has expired is told %d times", n)
	}
}

// replaceFile puts a file in the place of another, as those who renew certificates do.
func replaceFile(t *testing.T, from, to string) {
	t.Helper()
	b, err := os.ReadFile(from)
	noerr.Must(t, err)
	tmp := to + ".new"
	noerr.Must(t, errors.Join(os.WriteFile(tmp, b, 0o600), os.Rename(tmp, to)))
}
