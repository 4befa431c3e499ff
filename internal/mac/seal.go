package mac

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
)

// Seal encrypts a small secret (AES-256-GCM under a key of its own for the purpose)
// so that it can lie in the store. Open returns it for the same purpose and fields only.
func (k Keys) Seal(plain []byte, purpose string, fields ...string) ([]byte, error) {
	if len(k.secrets) == 0 {
		return nil, errors.New("mac: seal: no secret")
	}
	aead, err := sealer(k.secrets[0], purpose)
	if err != nil {
		return nil, fmt.Errorf("mac: seal: %w", err)
	}
	return aead.Seal(nil, nil, plain, bound(fields)), nil
}

// Open returns what Seal sealed with one of the secrets; false if it is something
// else, or was changed.
func (k Keys) Open(sealed []byte, purpose string, fields ...string) ([]byte, bool) {
	for _, s := range k.secrets {
		aead, err := sealer(s, purpose)
		if err != nil {
			return nil, false
		}
		if plain, err := aead.Open(nil, nil, sealed, bound(fields)); err == nil {
			return plain, true
		}
	}
	return nil, false
}

func sealer(secret []byte, purpose string) (cipher.AEAD, error) {
	key, err := hkdf.Key(sha256.New, secret, nil, "bridge seal "+purpose, 32)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCMWithRandomNonce(block)
}

// bound is the additional data of the fields; lengths keep them apart.
func bound(fields []string) []byte {
	var b strings.Builder
	for _, f := range fields {
		fmt.Fprintf(&b, "%d:%s", len(f), f)
	}
	return []byte(b.String())
}
