// Package issuer checks the tokens of an authorization server (RFC 9068, OpenID Connect): its
// keys are found by its metadata, kept, and read again when they are replaced. What it is
// asked and what it sends is bounded, whoever sends tokens.
package issuer

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// Options say whose tokens are taken. All are required.
type Options struct {
	Issuer   string       // its URL, as its metadata and its tokens have it
	Audience string       // that a token must be for
	Client   *http.Client // for the issuer's metadata and keys
	Now      func() time.Time
}

// Bounds of what the issuer sends, and how often it is asked.
const (
	maxKeySet   = 256 << 10        // bytes
	readFor     = 10 * time.Second // to read the keys once
	keepKeys    = 10 * time.Minute // then they are read again
	trustKeys   = time.Hour        // then they count no more, if they cannot be read again
	askAgain    = time.Minute      // for a key that is not known
	retryKeys   = 15 * time.Second // after the keys could not be read
	clockLeeway = 30 * time.Second
)

// maxToken is how many bytes a token has at most.
const maxToken = 16 << 10

// Keys are those of one issuer, by id. They are safe for concurrent use.
type Keys struct {
	o Options

	mu      sync.Mutex
	byID    map[string]crypto.PublicKey
	read    time.Time     // when byID was asked for
	next    time.Time     // the issuer is not asked before
	err     error         // of the last attempt
	reading chan struct{} // closed when the attempt under way has ended; nil if there is none
}

// New returns the keys of an issuer. It does no I/O.
func New(o Options) *Keys { return &Keys{o: o} }

// Audience is whom the tokens must be for.
func (k *Keys) Audience() string { return k.o.Audience }

// Issuer is whose tokens are taken.
func (k *Keys) Issuer() string { return k.o.Issuer }

// Verify returns whom a token speaks for, and until when.
func (k *Keys) Verify(ctx context.Context, token string) (subject string, until time.Time, err error) {
	if len(token) > maxToken {
		return "", time.Time{}, errors.New("the token is too long")
	}
	var claims jwt.RegisteredClaims
	_, err = jwt.ParseWithClaims(token, &claims, func(t *jwt.Token) (any, error) {
		id, _ := t.Header["kid"].(string)
		return k.key(ctx, id)
	}, jwt.WithValidMethods([]string{"RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "EdDSA"}),
		jwt.WithIssuer(k.o.Issuer), jwt.WithAudience(k.o.Audience), jwt.WithExpirationRequired(), jwt.WithLeeway(clockLeeway), jwt.WithTimeFunc(k.o.Now))
	if err != nil {
		return "", time.Time{}, err
	}
	if claims.Subject == "" {
		return "", time.Time{}, errors.New("the token has no subject")
	}
	return claims.Subject, claims.ExpiresAt.Add(clockLeeway), nil
}

// key returns a key of the issuer. A token that names an unknown one has the keys read
// again, at most once a minute. Whoever asks for a key has proven nothing yet: what it
// does, or that it hangs up, changes nothing for others.
func (k *Keys) key(ctx context.Context, id string) (crypto.PublicKey, error) {
	if reading := k.refresh(ctx, id); reading != nil {
		select {
		case <-reading:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	fresh := k.o.Now().Sub(k.read) < trustKeys
	if key, ok := k.byID[id]; ok && fresh {
		return key, nil
	}
	if k.err != nil {
		return nil, fmt.Errorf("keys of the issuer: %w", k.err)
	}
	return nil, fmt.Errorf("the issuer has no key %.60q", id)
}

// refresh has the keys read if that is due, one attempt at a time. It returns the attempt
// that has to be waited for: none if the key is known and counts, or if the last attempt
// failed and an older key still does.
func (k *Keys) refresh(ctx context.Context, id string) <-chan struct{} {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := k.o.Now()
	age := now.Sub(k.read)
	_, known := k.byID[id]
	if known && age < keepKeys {
		return nil
	}
	failing := k.err != nil
	if k.reading == nil && !now.Before(k.next) {
		k.reading = make(chan struct{})
		go k.readAgain(context.WithoutCancel(ctx), now)
	}
	if known && failing && age < trustKeys {
		return nil
	}
	return k.reading
}

// readAgain makes one attempt, which began at now.
func (k *Keys) readAgain(ctx context.Context, now time.Time) {
	ctx, cancel := context.WithTimeout(ctx, readFor)
	defer cancel()
	fresh, err := k.fetch(ctx)
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.err = err; err == nil {
		k.byID, k.read, k.next = fresh, now, now.Add(askAgain)
	} else {
		k.next = now.Add(retryKeys)
	}
	close(k.reading)
	k.reading = nil
}

// fetch reads the keys that the issuer's metadata names (RFC 8414, or OpenID Connect
// Discovery).
func (k *Keys) fetch(ctx context.Context) (map[string]crypto.PublicKey, error) {
	issuer, err := url.Parse(k.o.Issuer)
	if err != nil {
		return nil, err
	}
	var meta struct {
		Issuer string `json:"issuer"`
		Keys   string `json:"jwks_uri"`
	}
	oauth := *issuer
	oauth.Path = "/.well-known/oauth-authorization-server" + strings.TrimSuffix(issuer.Path, "/")
	if err = k.get(ctx, oauth.String(), &meta); err != nil {
		err = k.get(ctx, strings.TrimSuffix(k.o.Issuer, "/")+"/.well-known/openid-configuration", &meta)
	}
	switch {
	case err != nil:
		return nil, err
	case meta.Issuer != k.o.Issuer:
		return nil, fmt.Errorf("its metadata is that of %.200q", meta.Issuer)
	}
	var set struct {
		Keys []jwk `json:"keys"`
	}
	if err := k.get(ctx, meta.Keys, &set); err != nil {
		return nil, err
	}
	all := map[string]crypto.PublicKey{}
	for _, j := range set.Keys {
		if key := j.public(); key != nil && (j.Use == "" || j.Use == "sig") {
			all[j.ID] = key
		}
	}
	return all, nil
}

func (k *Keys) get(ctx context.Context, from string, into any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, from, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Accept", "application/json")
	resp, err := k.o.Client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %s", from, resp.Status)
	}
	return json.NewDecoder(io.LimitReader(resp.Body, maxKeySet)).Decode(into)
}

// jwk is a public key (RFC 7517, RFC 7518 §6, RFC 8037 §2).
type jwk struct {
	Type  string `json:"kty"`
	ID    string `json:"kid"`
	Use   string `json:"use"`
	Curve string `json:"crv"`
	N     string `json:"n"`
	E     string `json:"e"`
	X     string `json:"x"`
	Y     string `json:"y"`
}

// public returns the key, or nil if it is of no kind that is known, or too weak.
func (j jwk) public() crypto.PublicKey {
	part := func(s string) []byte {
		b, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(s, "="))
		if err != nil {
			return nil
		}
		return b
	}
	switch j.Type {
	case "RSA":
		n, e := new(big.Int).SetBytes(part(j.N)), new(big.Int).SetBytes(part(j.E))
		if n.BitLen() < 2048 || n.BitLen() > 8192 || !e.IsInt64() || e.Int64() < 3 || e.Int64() > 1<<31-1 {
			return nil
		}
		return &rsa.PublicKey{N: n, E: int(e.Int64())}
	case "EC":
		curve := map[string]elliptic.Curve{"P-256": elliptic.P256(), "P-384": elliptic.P384()}[j.Curve]
		if curve == nil {
			return nil
		}
		size := (curve.Params().BitSize + 7) / 8
		x, y := part(j.X), part(j.Y)
		if len(x) != size || len(y) != size {
			return nil
		}
		key, err := ecdsa.ParseUncompressedPublicKey(curve, append(append([]byte{4}, x...), y...))
		if err != nil {
			return nil
		}
		return key
	case "OKP":
		if x := part(j.X); j.Curve == "Ed25519" && len(x) == ed25519.PublicKeySize {
			return ed25519.PublicKey(x)
		}
	}
	return nil
}
