package mac

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"strconv"
)

// Sealer seals small secrets for one purpose (AES-256-GCM under keys of its own) so that
// they can lie in the store. It has one key for each secret and seals with the first.
type Sealer struct{ keys []sealKey }

// sealKey has the same key twice: with random nonces, and for SealEqual.
type sealKey struct {
	random, fixed cipher.AEAD
	nonce         []byte // key of the MAC that makes the nonce of SealEqual
}

// Sealer prepares the keys of a purpose: for those who seal often.
func (k Keys) Sealer(purpose string) (Sealer, error) {
	if len(k.secrets) == 0 {
		return Sealer{}, errors.New("mac: seal: no secret")
	}
	var s Sealer
	for _, secret := range k.secrets {
		one, err := newSealKey(secret, purpose)
		if err != nil {
			return Sealer{}, fmt.Errorf("mac: seal: %w", err)
		}
		s.keys = append(s.keys, one)
	}
	return s, nil
}

func newSealKey(secret []byte, purpose string) (k sealKey, err error) {
	key, err := hkdf.Key(sha256.New, secret, nil, "bridge seal "+purpose, 32)
	if err != nil {
		return k, err
	}
	if k.nonce, err = hkdf.Key(sha256.New, secret, nil, "bridge seal nonce "+purpose, 32); err != nil {
		return k, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return k, err
	}
	if k.fixed, err = cipher.NewGCM(block); err != nil {
		return k, err
	}
	k.random, err = cipher.NewGCMWithRandomNonce(block)
	return k, err
}

// Seal encrypts. Open returns it for the same purpose and fields only.
func (s Sealer) Seal(plain []byte, fields ...string) []byte {
	return s.AppendSeal(nil, plain, fields...)
}

// AppendSeal is Seal behind what is in b.
func (s Sealer) AppendSeal(b, plain []byte, fields ...string) []byte {
	return s.keys[0].random.Seal(b, nil, plain, bound(fields))
}

// Overhead is at most how much longer a sealed text is.
const Overhead = 28

// SealEqual is Seal, but what is equal gives the same result, so that a store can look it
// up without knowing it. It tells who sees two of them whether they are equal, and nothing
// else: the nonce is a MAC of the plain text (synthetic, as in RFC 5297). For texts that
// are drawn at random only; Open opens it.
func (s Sealer) SealEqual(plain []byte) []byte { return s.keys[0].equal(plain) }

// SealEqualAll is SealEqual with each of the secrets, the first one's first: what an older
// one has sealed is found, too.
func (s Sealer) SealEqualAll(plain []byte) [][]byte {
	all := make([][]byte, len(s.keys))
	for i, k := range s.keys {
		all[i] = k.equal(plain)
	}
	return all
}

func (k sealKey) equal(plain []byte) []byte {
	h := hmac.New(sha256.New, k.nonce)
	h.Write(plain)
	nonce := h.Sum(nil)[:k.fixed.NonceSize():k.fixed.NonceSize()]
	return k.fixed.Seal(nonce, nonce, plain, nil)
}

// Open returns what was sealed with one of the secrets; false if it is something else, or
// was changed.
func (s Sealer) Open(sealed []byte, fields ...string) ([]byte, bool) {
	for _, k := range s.keys {
		if plain, err := k.random.Open(nil, nil, sealed, bound(fields)); err == nil {
			return plain, true
		}
	}
	return nil, false
}

// Seal is Sealer.Seal, for those who seal now and then.
func (k Keys) Seal(plain []byte, purpose string, fields ...string) ([]byte, error) {
	s, err := k.Sealer(purpose)
	if err != nil {
		return nil, err
	}
	return s.Seal(plain, fields...), nil
}

// Open is Sealer.Open.
func (k Keys) Open(sealed []byte, purpose string, fields ...string) ([]byte, bool) {
	s, err := k.Sealer(purpose)
	if err != nil {
		return nil, false
	}
	return s.Open(sealed, fields...)
}

// bound is the additional data of the fields; lengths keep them apart.
func bound(fields []string) []byte {
	if len(fields) == 0 {
		return nil
	}
	n := 0
	for _, f := range fields {
		n += len(f) + 8
	}
	b := make([]byte, 0, n)
	for _, f := range fields {
		b = strconv.AppendInt(b, int64(len(f)), 10)
		b = append(append(b, ':'), f...)
	}
	return b
}
