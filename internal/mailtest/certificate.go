package mailtest

import (
	"crypto/tls"
	"testing"
	"time"

	"bridge/internal/noerr"
	"bridge/internal/servertest"
)

// Certificate makes a certificate for 127.0.0.1 and the file that trusts it.
func Certificate(t testing.TB) (conf *tls.Config, certFile, keyFile string) {
	t.Helper()
	return CertificateUntil(t, time.Now().Add(time.Hour))
}

// CertificateUntil is Certificate with the end of its validity.
func CertificateUntil(t testing.TB, until time.Time) (conf *tls.Config, certFile, keyFile string) {
	t.Helper()
	certFile, keyFile, err := servertest.Certificate(t.TempDir(), until)
	noerr.Must(t, err)
	pair, err := tls.LoadX509KeyPair(certFile, keyFile)
	noerr.Must(t, err)
	return &tls.Config{Certificates: []tls.Certificate{pair}}, certFile, keyFile
}
