package issuer

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"bridge/internal/noerr"
)

// server is an authorization server: its metadata and its keys.
type server struct {
	*httptest.Server
	keys  []map[string]string
	calls int
}

func newIssuer(t *testing.T) *server {
	t.Helper()
	i := &server{}
	mux := http.NewServeMux()
	mux.HandleFunc("/.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(map[string]string{"issuer": i.URL, "jwks_uri": i.URL + "/keys"})
	})
	mux.HandleFunc("/keys", func(w http.ResponseWriter, _ *http.Request) {
		i.calls++
		_ = json.NewEncoder(w).Encode(map[string]any{"keys": i.keys})
	})
	i.Server = httptest.NewServer(mux)
	t.Cleanup(i.Close)
	return i
}

func b64(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

const audience = "https://bridge.example.com/mcp"

func TestTokensOfAnIssuer(t *testing.T) {
	t.Parallel()
	i := newIssuer(t)
	rsaKey, err := rsa.GenerateKey(rand.Reader, 2048)
	noerr.Must(t, err)
	ecKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	noerr.Must(t, err)
	point, err := ecKey.PublicKey.Bytes()
	noerr.Must(t, err)
	edPublic, edKey, err := ed25519.GenerateKey(rand.Reader)
	noerr.Must(t, err)
	i.keys = []map[string]string{
		{"kty": "RSA", "kid": "rsa", "use": "sig", "n": b64(rsaKey.N.Bytes()), "e": b64(big.NewInt(int64(rsaKey.E)).Bytes())},
		{"kty": "EC", "kid": "ec", "crv": "P-256", "x": b64(point[1:33]), "y": b64(point[33:])},
		{"kty": "OKP", "kid": "ed", "crv": "Ed25519", "x": b64(edPublic)},
		{"kty": "RSA", "kid": "for secrets", "use": "enc", "n": b64(rsaKey.N.Bytes()), "e": "AQAB"},
	}
	now := time.Now()
	k := New(Options{Issuer: i.URL, Audience: audience, Client: i.Client(), Now: func() time.Time { return now }})
	good := func() jwt.MapClaims {
		return jwt.MapClaims{"iss": i.URL, "aud": []string{audience, "other"}, "sub": "laptop", "exp": now.Add(time.Hour).Unix()}
	}
	sign := func(m jwt.SigningMethod, kid string, key any, claims jwt.MapClaims) string {
		t.Helper()
		tok := jwt.NewWithClaims(m, claims)
		tok.Header["kid"] = kid
		s, err := tok.SignedString(key)
		noerr.Must(t, err)
		return s
	}
	with := func(name string, v any) jwt.MapClaims {
		c := good()
		if c[name] = v; v == nil {
			delete(c, name)
		}
		return c
	}
	for _, c := range []struct {
		name   string
		method jwt.SigningMethod
		kid    string
		key    crypto.PrivateKey
		claims jwt.MapClaims
		good   bool
	}{
		{"RSA", jwt.SigningMethodRS256, "rsa", rsaKey, good(), true},
		{"RSA-PSS", jwt.SigningMethodPS256, "rsa", rsaKey, good(), true},
		{"ECDSA", jwt.SigningMethodES256, "ec", ecKey, good(), true},
		{"Ed25519", jwt.SigningMethodEdDSA, "ed", edKey, good(), true},
		{"no signature", jwt.SigningMethodNone, "rsa", jwt.UnsafeAllowNoneSignatureType, good(), false},
		{"the public key as a secret", jwt.SigningMethodHS256, "rsa", rsaKey.N.Bytes(), good(), false},
		{"another's key", jwt.SigningMethodEdDSA, "rsa", edKey, good(), false},
		{"a key for secrets", jwt.SigningMethodRS256, "for secrets", rsaKey, good(), false},
		{"an unknown key", jwt.SigningMethodRS256, "../rsa", rsaKey, good(), false},
		{"another issuer", jwt.SigningMethodRS256, "rsa", rsaKey, with("iss", "https://evil.test"), false},
		{"for another", jwt.SigningMethodRS256, "rsa", rsaKey, with("aud", "https://other.test"), false},
		{"for nobody", jwt.SigningMethodRS256, "rsa", rsaKey, with("aud", nil), false},
		{"over", jwt.SigningMethodRS256, "rsa", rsaKey, with("exp", now.Add(-time.Hour).Unix()), false},
		{"without an end", jwt.SigningMethodRS256, "rsa", rsaKey, with("exp", nil), false},
		{"not yet", jwt.SigningMethodRS256, "rsa", rsaKey, with("nbf", now.Add(time.Hour).Unix()), false},
		{"of nobody", jwt.SigningMethodRS256, "rsa", rsaKey, with("sub", nil), false},
	} {
		subject, until, err := k.Verify(context.Background(), sign(c.method, c.kid, c.key, c.claims))
		if (err == nil) != c.good || c.good && (subject != "laptop" || until.Before(now)) {
			t.Errorf("%s: %q until %s, %v", c.name, subject, until, err)
		}
	}
	if i.calls != 1 {
		t.Errorf("the keys were read %d times: tokens with unknown keys must not have the issuer asked each time", i.calls)
	}
	// Keys are replaced: the new one is found, the old one forgotten.
	i.keys = i.keys[1:2]
	i.keys[0]["kid"] = "new"
	now = now.Add(2 * askAgain)
	if _, _, err := k.Verify(context.Background(), sign(jwt.SigningMethodES256, "new", ecKey, good())); err != nil {
		t.Errorf("a new key: %v", err)
	}
	if _, _, err := k.Verify(context.Background(), sign(jwt.SigningMethodRS256, "rsa", rsaKey, good())); err == nil {
		t.Error("a key that the issuer has taken back is good")
	}
}

// What an issuer may not do: speak for another, or send without end.
func TestMetadataOfAnotherIssuer(t *testing.T) {
	t.Parallel()
	var other *httptest.Server
	other = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"issuer":"https://evil.test","jwks_uri":%q}`, other.URL)
	}))
	defer other.Close()
	k := New(Options{Issuer: other.URL, Audience: audience, Client: other.Client(), Now: time.Now})
	if got, err := k.fetch(context.Background()); err == nil {
		t.Errorf("keys of another: %v", got)
	}
}

// source is an issuer in the same process, which is slow, or away.
type source struct {
	key   string // public, Ed25519
	slow  time.Duration
	away  bool
	calls int // for its keys
}

const sourceURL = "https://issuer.example.com"

func (s *source) RoundTrip(r *http.Request) (*http.Response, error) {
	select {
	case <-time.After(s.slow):
	case <-r.Context().Done():
		return nil, r.Context().Err()
	}
	if s.away {
		return nil, errors.New("nobody is there")
	}
	body := `{"issuer":"` + sourceURL + `","jwks_uri":"` + sourceURL + `/keys"}`
	if r.URL.Path == "/keys" {
		s.calls++
		body = `{"keys":[{"kty":"OKP","kid":"ed","crv":"Ed25519","x":"` + s.key + `"}]}`
	}
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
}

// What others do, and an issuer that is slow or away, keep out nobody whose key is known;
// but a key counts no longer than an hour after the issuer was last heard.
func TestKeysOfAnIssuerInTrouble(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		public, private, err := ed25519.GenerateKey(rand.Reader)
		noerr.Must(t, err)
		s := &source{key: b64(public), slow: time.Second}
		k := New(Options{Issuer: sourceURL, Audience: audience, Client: &http.Client{Transport: s}, Now: time.Now})
		tok := jwt.NewWithClaims(jwt.SigningMethodEdDSA, jwt.MapClaims{"iss": sourceURL, "aud": audience, "sub": "laptop", "exp": time.Now().Add(10 * time.Hour).Unix()})
		tok.Header["kid"] = "ed"
		good, err := tok.SignedString(private)
		noerr.Must(t, err)
		forged := b64([]byte(`{"alg":"EdDSA","kid":"x"}`)) + "." + b64([]byte(`{}`)) + "." + b64([]byte("x"))
		gone, hangUp := context.WithCancel(t.Context())
		hangUp()
		verify := func(when string, want bool, within time.Duration) {
			t.Helper()
			began := time.Now()
			_, _, err := k.Verify(t.Context(), good)
			if took := time.Since(began); (err == nil) != want || took > within {
				t.Errorf("%s: %v after %s", when, err, took)
			}
		}
		pause := func(d time.Duration) {
			time.Sleep(d)
			synctest.Wait()
		}
		for range 5 {
			if _, _, err := k.Verify(gone, forged); err == nil {
				t.Error("a forged token is good")
			}
			verify("somebody has hung up", true, 2*time.Second)
			pause(61 * time.Second)
		}
		if s.calls > 6 {
			t.Errorf("the issuer was asked %d times", s.calls)
		}
		pause(keepKeys)
		s.slow = time.Hour
		verify("the issuer hangs, first", true, readFor)
		for range 10 {
			verify("the issuer hangs", true, 0)
			pause(retryKeys)
		}
		s.slow, s.away = 0, true
		pause(30 * time.Minute)
		verify("the issuer is away", true, 0)
		pause(trustKeys)
		verify("the issuer is away for long", false, readFor)
		synctest.Wait()
		s.away = false
		pause(retryKeys)
		verify("the issuer is back", true, readFor)
	})
}
