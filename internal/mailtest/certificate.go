package mailtest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"bridge/internal/noerr"
)

// Certificate makes a certificate for 127.0.0.1 and the file that trusts it.
func Certificate(t testing.TB) (conf *tls.Config, certFile, keyFile string) {
	t.Helper()
	return CertificateUntil(t, time.Now().Add(time.Hour))
}

// CertificateUntil is Certificate with the end of its validity.
func CertificateUntil(t testing.TB, until time.Time) (conf *tls.Config, certFile, keyFile string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	noerr.Must(t, err)
	tmpl := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: until, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	der, err := x509.CreateCertificate(rand.Reader, tmpl, tmpl, key.Public(), key)
	noerr.Must(t, err)
	keyDER, err := x509.MarshalPKCS8PrivateKey(key)
	noerr.Must(t, err)
	certPEM := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	keyPEM := pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: keyDER})
	dir := t.TempDir()
	certFile, keyFile = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	for f, b := range map[string][]byte{certFile: certPEM, keyFile: keyPEM} {
		noerr.Must(t, os.WriteFile(f, b, 0o600))
	}
	pair, err := tls.X509KeyPair(certPEM, keyPEM)
	noerr.Must(t, err)
	return &tls.Config{Certificates: []tls.Certificate{pair}}, certFile, keyFile
}
