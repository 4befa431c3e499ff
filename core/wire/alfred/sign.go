package alfred

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"

	"bridge/core/wire/canonical"
)

// Signed is what a signature covers: the whole message but the signature, so that the token
// is bound to what it came with.
func (m Message) Signed() []byte { return canonical.Cut(m.Text, "envelope", "security", "signature") }

// Open is the message without envelope.security: what agents may see of it.
func (m Message) Open() []byte { return canonical.Cut(m.Text, "envelope", "security") }

// Content is a digest of what a message says: all but envelope.security and the timestamp,
// which a repetition may have anew. Two messages of one id with different ones are a conflict.
func (m Message) Content() string {
	sum := sha256.Sum256(canonical.Cut(m.Open(), "envelope", "metadata", "timestamp"))
	return hex.EncodeToString(sum[:])
}

// Sign returns the message with a signature by a key.
func Sign(m Message, key []byte) (Message, error) {
	signature := base64.StdEncoding.EncodeToString(sum(key, m.Signed()))
	return Decode(canonical.Put(m.Text, canonical.Quote(signature), "envelope", "security", "signature"))
}

func sum(key, text []byte) []byte {
	h := hmac.New(sha256.New, key)
	h.Write(text)
	return h.Sum(nil)
}

// CheckSignature returns an *Error unless the signature is by one of the keys. One that is
// not there is checked by nobody: see Security.Signature.
func (m Message) CheckSignature(keys [][]byte) error {
	bad := &Error{Code: InvalidSignature, Message: "the signature is not by a key of the sender"}
	got, err := base64.StdEncoding.Strict().DecodeString(m.Signature)
	if err != nil {
		return bad
	}
	text := m.Signed()
	for _, k := range keys {
		if hmac.Equal(got, sum(k, text)) {
			return nil
		}
	}
	return bad
}
