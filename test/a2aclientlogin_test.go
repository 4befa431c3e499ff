package test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"iter"
	bignum "math/big" // big is a name of these tests
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2asrv"

	"bridge/core/wire/card"
	"bridge/internal/mailserver"
)

// greeter is an A2A agent that answers with one message.
type greeter struct{}

func (greeter) Execute(_ context.Context, ec *a2asrv.ExecutorContext) iter.Seq2[sdk.Event, error] {
	return func(yield func(sdk.Event, error) bool) {
		m := sdk.NewMessage(sdk.MessageRoleAgent, sdk.NewTextPart("Welcome in."))
		m.ContextID = ec.ContextID
		yield(m, nil)
	}
}

func (greeter) Cancel(context.Context, *a2asrv.ExecutorContext) iter.Seq2[sdk.Event, error] {
	return func(func(sdk.Event, error) bool) {}
}

// behind serves the greeter and its card behind a door, which says who is let in.
func behind(t *testing.T, start func(http.Handler) *httptest.Server, door func(*http.Request) int) *httptest.Server {
	t.Helper()
	mux := http.NewServeMux()
	server := start(mux)
	rpc := a2asrv.NewJSONRPCHandler(a2asrv.NewHandler(greeter{}))
	mux.HandleFunc("/rpc", func(w http.ResponseWriter, r *http.Request) {
		if code := door(r); code != http.StatusOK {
			w.WriteHeader(code)
			return
		}
		rpc.ServeHTTP(w, r)
	})
	doc, err := card.Card{
		ID: "greeter", Name: "Greeter", Description: "Greets.", Version: "1.0.0", Skills: []card.Skill{{ID: "greet", Description: "Greets."}},
		Transports: []card.Transport{{Protocol: card.ProtocolA2A, Binding: card.JSONRPC, Version: "1.0", URL: server.URL + "/rpc"}},
	}.JSON(card.Omit, true)
	must(t, err)
	mux.Handle(card.WellKnown, card.NewDocument(doc))
	return server
}

// An agent asks for the tokens of an authorization server: one is taken for many calls, and
// another one when it is taken back.
func TestA2AOAuth(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	given, good := 0, ""
	tokens := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id, secret, _ := r.BasicAuth() // form-encoded (RFC 6749 §2.3.1)
		if r.ParseForm() != nil || id != "bridge" || secret != "a+secret+of+the+client" || r.Form.Get("grant_type") != "client_credentials" || r.Form.Get("scope") != "greet" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		mu.Lock()
		defer mu.Unlock()
		given++
		good = fmt.Sprintf("token-%d", given)
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"access_token":%q,"token_type":"Bearer","expires_in":3600}`, good)
	}))
	t.Cleanup(tokens.Close)
	agent := behind(t, func(h http.Handler) *httptest.Server {
		s := httptest.NewServer(h)
		t.Cleanup(s.Close)
		return s
	}, func(r *http.Request) int {
		mu.Lock()
		defer mu.Unlock()
		if r.Header.Get("Authorization") != "Bearer "+good || good == "" {
			return http.StatusUnauthorized
		}
		return http.StatusOK
	})
	s := newSite(t, withAgent(fmt.Sprintf(`type = "a2a"
card = %q
[agents.assistant.auth]
type = "oauth2"
token_url = %q
client_id = "bridge"
secret = "a secret of the client"
scopes = ["greet"]`, agent.URL, tokens.URL+"/token"))).start()
	for i := range 2 { // two mails of one second without an id of their own would be one
		n := s.mail.Count()
		s.send(mailserver.Letter{From: eve, To: agentAddr, Subject: fmt.Sprint("Hello ", i), Text: "hello"})
		s.expect(n, eve, "Welcome in.")
	}
	mu.Lock()
	if given != 1 {
		t.Errorf("%d tokens were asked for", given)
	}
	good = "" // it is taken back
	mu.Unlock()
	time.Sleep(11 * time.Second) // a young token that is refused is not replaced
	n := s.mail.Count()
	s.send(mailserver.Letter{From: eve, To: agentAddr, Subject: "Hello again", Text: "hello"})
	s.expect(n, eve, "Welcome in.")
}

// An agent asks for a certificate of the client (mTLS), and has one of an authority of its
// own: only with both keys of the configuration people get an answer.
func TestA2AMutualTLS(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	pool, ca, caKey := authorityOf(t, dir)
	issue := func(name string, template *x509.Certificate) tls.Certificate {
		key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		must(t, err)
		template.SerialNumber, template.NotBefore, template.NotAfter = bignum.NewInt(time.Now().UnixNano()), time.Now().Add(-time.Hour), time.Now().Add(time.Hour)
		der, err := x509.CreateCertificate(rand.Reader, template, ca, &key.PublicKey, caKey)
		must(t, err)
		private, err := x509.MarshalPKCS8PrivateKey(key)
		must(t, err)
		must(t, os.WriteFile(filepath.Join(dir, name+".pem"), pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600))
		must(t, os.WriteFile(filepath.Join(dir, name+".key"), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}), 0o600))
		pair, err := tls.LoadX509KeyPair(filepath.Join(dir, name+".pem"), filepath.Join(dir, name+".key"))
		must(t, err)
		return pair
	}
	server := issue("server", &x509.Certificate{IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}})
	issue("client", &x509.Certificate{Subject: pkix.Name{CommonName: "bridge"}, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}})
	agent := behind(t, func(h http.Handler) *httptest.Server {
		s := httptest.NewUnstartedServer(h)
		s.TLS = &tls.Config{Certificates: []tls.Certificate{server}, ClientCAs: pool, ClientAuth: tls.VerifyClientCertIfGiven}
		s.StartTLS()
		t.Cleanup(s.Close)
		return s
	}, func(r *http.Request) int {
		if len(r.TLS.PeerCertificates) != 1 || r.TLS.PeerCertificates[0].Subject.CommonName != "bridge" {
			return http.StatusForbidden
		}
		return http.StatusOK
	})
	section := fmt.Sprintf("type = \"a2a\"\ncard = %q\n[agents.assistant.auth]\ntype = \"mtls\"\ncert = %q\nkey = %q\nca = %q", agent.URL, filepath.Join(dir, "client.pem"), filepath.Join(dir, "client.key"), filepath.Join(dir, "ca.pem"))
	s := newSite(t, withAgent(section)).start()
	s.send(mailserver.Letter{From: eve, To: agentAddr, Subject: "Hello", Text: "hello"})
	s.expect(0, eve, "Welcome in.")
	other := newSite(t, withAgent(fmt.Sprintf("type = \"a2a\"\ncard = %q\n[agents.assistant.auth]\ntype = \"mtls\"\ncert = %q\nkey = %q", agent.URL, filepath.Join(dir, "client.pem"), filepath.Join(dir, "client.key"))))
	if out, code := other.cli("check"); code == 0 {
		t.Errorf("a server of an authority that nobody knows is believed:\n%s", out)
	}
}

// authorityOf makes an authority for certificates, in ca.pem.
func authorityOf(t *testing.T, dir string) (*x509.CertPool, *x509.Certificate, *ecdsa.PrivateKey) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(t, err)
	template := &x509.Certificate{
		SerialNumber: bignum.NewInt(1), Subject: pkix.Name{CommonName: "test"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	must(t, err)
	cert, err := x509.ParseCertificate(der)
	must(t, err)
	must(t, os.WriteFile(filepath.Join(dir, "ca.pem"), pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600))
	pool := x509.NewCertPool()
	pool.AddCert(cert)
	return pool, cert, key
}

// A secret that the authorization server does not know fails the attempt at once, with words
// for the operators; the message is kept, and answered when the secret is known.
func TestA2AWrongSecret(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	var known atomic.Bool
	tokens := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if known.Load() {
			fmt.Fprint(w, `{"access_token":"good","token_type":"Bearer","expires_in":3600}`)
			return
		}
		asked.Add(1)
		w.WriteHeader(http.StatusUnauthorized)
		fmt.Fprint(w, `{"error":"invalid_client","error_description":"the secret of this client is not: a secret of the client"}`)
	}))
	t.Cleanup(tokens.Close)
	agent := behind(t, func(h http.Handler) *httptest.Server {
		s := httptest.NewServer(h)
		t.Cleanup(s.Close)
		return s
	}, func(r *http.Request) int {
		if r.Header.Get("Authorization") != "Bearer good" {
			return http.StatusUnauthorized
		}
		return http.StatusOK
	})
	s := newSite(t, withAgent(fmt.Sprintf(`type = "a2a"
card = %q
timeout = "10m"
[agents.assistant.auth]
type = "oauth2"
token_url = %q
client_id = "bridge"
secret = "a secret of the client"`, agent.URL, tokens.URL+"/token"))).start()
	s.send(mailserver.Letter{From: eve, To: agentAddr, Subject: "Hello", Text: "hello"})
	await(t, func() bool { return strings.Contains(s.log.String(), "retry=false") })
	log := s.log.String()
	if n := asked.Load(); n > 3 || !strings.Contains(log, "code=login") || !strings.Contains(log, "invalid_client") || !strings.Contains(log, "check client_id, secret and scopes") || strings.Contains(log, "a secret of the client") {
		t.Errorf("asked %d times, and the log says no reason, or too much", n)
	}
	known.Store(true)
	s.expect(0, eve, "Welcome in.")
}
