package card

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"slices"

	"github.com/go-jose/go-jose/v4"
	"github.com/gowebpki/jcs"
)

// algorithms are those whose signatures are believed. None of them is symmetric.
var algorithms = []jose.SignatureAlgorithm{jose.ES256, jose.ES384, jose.ES512, jose.EdDSA, jose.RS256, jose.PS256}

// Key signs cards. While keys are rotated there are several, and each signs.
type Key struct {
	ID      string
	Private any    // *ecdsa.PrivateKey, ed25519.PrivateKey or *rsa.PrivateKey
	Set     string // the URL of the key set (jku); "" for none
}

// Sign returns the documents with signatures (A2A 1.0, §8.4: a JWS over the RFC 8785 form
// without signatures). doc is what is served; plain is what a verifier that knows the
// schema alone makes of it. Each key signs both: a verifier is content with one.
func Sign(doc, plain []byte, keys []Key) ([]byte, error) {
	var v map[string]json.RawMessage
	if err := json.Unmarshal(doc, &v); err != nil {
		return nil, fmt.Errorf("sign the card: %w", err)
	}
	type signature struct {
		Protected string `json:"protected"`
		Signature string `json:"signature"`
	}
	var all []signature
	for _, k := range keys {
		for _, b := range [][]byte{doc, plain} {
			payload, err := canonical(b)
			if err != nil {
				return nil, err
			}
			jws, err := k.sign(payload)
			if err != nil {
				return nil, fmt.Errorf("sign the card with the key %s: %w", k.ID, err)
			}
			var s signature
			if err := json.Unmarshal([]byte(jws), &s); err != nil {
				return nil, fmt.Errorf("sign the card: %w", err)
			}
			if !slices.Contains(all, s) {
				all = append(all, s)
			}
		}
	}
	if len(all) == 0 {
		return doc, nil
	}
	b, err := json.Marshal(all)
	if err != nil {
		return nil, err
	}
	v["signatures"] = b
	return json.Marshal(v)
}

func (k Key) sign(payload []byte) (string, error) {
	alg, err := k.algorithm()
	if err != nil {
		return "", err
	}
	o := (&jose.SignerOptions{}).WithType("JOSE").WithHeader("kid", k.ID)
	if k.Set != "" {
		o = o.WithHeader("jku", k.Set)
	}
	s, err := jose.NewSigner(jose.SigningKey{Algorithm: alg, Key: k.Private}, o)
	if err != nil {
		return "", err
	}
	jws, err := s.Sign(payload)
	if err != nil {
		return "", err
	}
	return jws.FullSerialize(), nil
}

func (k Key) algorithm() (jose.SignatureAlgorithm, error) {
	switch p := k.Private.(type) {
	case ed25519.PrivateKey:
		return jose.EdDSA, nil
	case *rsa.PrivateKey:
		return jose.PS256, nil
	case *ecdsa.PrivateKey:
		if p.Curve == elliptic.P256() {
			return jose.ES256, nil
		}
	}
	return "", errors.New("a key for cards is Ed25519, P-256 or RSA")
}

// ReadPrivate reads the key of a file: PEM (PKCS #8), or a JSON Web Key. Its id is what the
// JWK says, else its thumbprint (RFC 7638).
func ReadPrivate(b []byte) (Key, error) {
	var k Key
	if block, _ := pem.Decode(b); block != nil {
		private, err := x509.ParsePKCS8PrivateKey(block.Bytes)
		if err != nil {
			return Key{}, errors.New("it is no private key in PEM form (PKCS #8)")
		}
		k.Private = private
	} else {
		var j jose.JSONWebKey
		if err := json.Unmarshal(b, &j); err != nil || !j.Valid() || j.IsPublic() {
			return Key{}, errors.New("it is no private key, neither in PEM form (PKCS #8) nor as a JSON Web Key")
		}
		k.ID, k.Private = j.KeyID, j.Key
	}
	if _, err := k.algorithm(); err != nil {
		return Key{}, err
	}
	if k.ID == "" {
		sum, err := (&jose.JSONWebKey{Key: k.Private}).Thumbprint(crypto.SHA256)
		if err != nil {
			return Key{}, err
		}
		k.ID = base64.RawURLEncoding.EncodeToString(sum)
	}
	return k, nil
}

// KeySet is the public half of the keys, as it is published (RFC 7517).
func KeySet(keys []Key) ([]byte, error) {
	set := jose.JSONWebKeySet{Keys: []jose.JSONWebKey{}}
	for _, k := range keys {
		alg, err := k.algorithm()
		if err != nil {
			return nil, err
		}
		private := jose.JSONWebKey{Key: k.Private, KeyID: k.ID, Algorithm: string(alg), Use: "sig"}
		set.Keys = append(set.Keys, private.Public())
	}
	return json.Marshal(set)
}

// Trusted are the public keys that a peer's card may be signed with.
type Trusted struct{ set jose.JSONWebKeySet }

// ReadKeys reads a key set (RFC 7517) that the operator has been given. Symmetric keys are
// refused.
func ReadKeys(b []byte) (*Trusted, error) {
	t := &Trusted{}
	if err := json.Unmarshal(b, &t.set); err != nil {
		return nil, fmt.Errorf("the key set: %w", err)
	}
	if len(t.set.Keys) == 0 {
		return nil, errors.New("the key set has no key")
	}
	for _, k := range t.set.Keys {
		if !k.Valid() || !k.IsPublic() {
			return nil, fmt.Errorf("the key %q is not a public one", k.KeyID)
		}
	}
	return t, nil
}

// ErrUnsigned is wrapped by the error of a card that none of the trusted keys has signed.
var ErrUnsigned = errors.New("no signature of a trusted key")

// Verify returns the part of a document that a trusted key has signed, and the key's id.
// Only this is to be read. Signatures cover the document itself, or what a verifier makes
// of it that knows the schema of A2A 1.0 alone.
func (t *Trusted) Verify(doc []byte) (signed []byte, kid string, err error) {
	if len(doc) > MaxSize {
		return nil, "", fmt.Errorf("the card has more than %d bytes", MaxSize)
	}
	var v struct {
		Signatures []json.RawMessage `json:"signatures"`
	}
	if err := json.Unmarshal(doc, &v); err != nil {
		return nil, "", fmt.Errorf("the card: %w", err)
	}
	const most = 8 // each costs the check of two signatures
	if len(v.Signatures) > most {
		v.Signatures = v.Signatures[:most]
	}
	whole, err := canonical(doc)
	if err != nil {
		return nil, "", err
	}
	plain, err := projected(doc)
	if err != nil {
		return nil, "", err
	}
	for _, raw := range v.Signatures {
		jws, err := jose.ParseSignedJSON(detached(raw), algorithms)
		if err != nil || len(jws.Signatures) != 1 {
			continue
		}
		for _, key := range t.set.Key(jws.Signatures[0].Protected.KeyID) {
			for _, payload := range [][]byte{whole, plain} {
				if jws.DetachedVerify(payload, key.Key) == nil {
					return payload, key.KeyID, nil
				}
			}
		}
	}
	return nil, "", fmt.Errorf("%w: the card has %d signatures", ErrUnsigned, len(v.Signatures))
}

// detached is a signature of a card as a JWS without payload.
func detached(raw json.RawMessage) string {
	var s struct {
		Protected string `json:"protected"`
		Signature string `json:"signature"`
	}
	if json.Unmarshal(raw, &s) != nil {
		return ""
	}
	b, err := json.Marshal(map[string]string{"payload": "", "protected": s.Protected, "signature": s.Signature})
	if err != nil {
		return ""
	}
	return string(b)
}

// canonical is the RFC 8785 form of a document without its signatures. A member that is
// there twice is an error: two readers would see two documents.
func canonical(doc []byte) ([]byte, error) {
	if _, err := jcs.Transform(doc); err != nil {
		return nil, fmt.Errorf("the card has no canonical form: %w", err)
	}
	var v map[string]json.RawMessage
	if err := json.Unmarshal(doc, &v); err != nil {
		return nil, fmt.Errorf("the card: %w", err)
	}
	delete(v, "signatures")
	b, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return jcs.Transform(b)
}

// projected is the canonical form of what the schema of A2A 1.0 has of a document, without
// empty values.
func projected(doc []byte) ([]byte, error) {
	n, err := parse(doc)
	if err != nil {
		return nil, err
	}
	known := []string{
		"name", "description", "supportedInterfaces", "provider", "version", "documentationUrl", "capabilities", "securitySchemes",
		"securityRequirements", "defaultInputModes", "defaultOutputModes", "skills", "iconUrl",
	}
	left := map[string]any{}
	for _, k := range known {
		if v := filled(n.object()[k], false); v != nil {
			left[k] = v
		}
	}
	b, err := json.Marshal(left)
	if err != nil {
		return nil, err
	}
	return jcs.Transform(b)
}

// filled drops what protobuf JSON leaves out: null, "" and what is empty, and false but in
// free, which has no schema.
func filled(v any, free bool) any {
	switch v := v.(type) {
	case map[string]any:
		m := map[string]any{}
		for k, x := range v {
			if x = filled(x, free || k == "params"); x != nil {
				m[k] = x
			}
		}
		if len(m) > 0 {
			return m
		}
		return nil
	case []any:
		var a []any
		for _, x := range v {
			if x = filled(x, free); x != nil {
				a = append(a, x)
			}
		}
		if len(a) > 0 {
			return a
		}
		return nil
	case string:
		if v == "" {
			return nil
		}
	case bool:
		if !v && !free {
			return nil
		}
	}
	return v
}
