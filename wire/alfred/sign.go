package alfred

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"bridge/wire/canonical"
)

// part returns the canonical form of the message after change has changed its envelope.
func (m Message) part(change func(env map[string]json.RawMessage) error) ([]byte, error) {
	var top, env map[string]json.RawMessage
	err := json.Unmarshal(m.Text, &top)
	if err == nil {
		err = json.Unmarshal(top["envelope"], &env)
	}
	if err == nil {
		err = change(env)
	}
	if err == nil {
		top["envelope"], err = json.Marshal(env)
	}
	var b []byte
	if err == nil {
		b, err = json.Marshal(top)
	}
	if err == nil {
		b, err = canonical.Form(b)
	}
	if err != nil {
		return nil, fmt.Errorf("alfred: canonical form: %w", err)
	}
	return b, nil
}

func without(env map[string]json.RawMessage, object, field string) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(env[object], &fields); err != nil {
		return err
	}
	delete(fields, field)
	b, err := json.Marshal(fields)
	env[object] = b
	return err
}

// Signed is what a signature covers: the whole message but the signature, so that the token
// is bound to what it came with.
func (m Message) Signed() ([]byte, error) {
	return m.part(func(env map[string]json.RawMessage) error { return without(env, "security", "signature") })
}

// Open is the message without envelope.security: what agents may see of it.
func (m Message) Open() ([]byte, error) {
	return m.part(func(env map[string]json.RawMessage) error {
		delete(env, "security")
		return nil
	})
}

// Content is a digest of what a message says: all but envelope.security and the timestamp,
// which a repetition may have anew. Two messages of one id with different ones are a conflict.
func (m Message) Content() (string, error) {
	b, err := m.part(func(env map[string]json.RawMessage) error {
		delete(env, "security")
		return without(env, "metadata", "timestamp")
	})
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:]), err
}

// Sign returns the message with a signature by a key.
func (c *Codec) Sign(m Message, key []byte) (Message, error) {
	text, err := m.Signed()
	if err != nil {
		return Message{}, err
	}
	b, err := m.part(func(env map[string]json.RawMessage) error {
		var fields map[string]json.RawMessage
		if err := json.Unmarshal(env["security"], &fields); err != nil {
			return err
		}
		fields["signature"], err = json.Marshal(base64.StdEncoding.EncodeToString(sum(key, text)))
		if err == nil {
			env["security"], err = json.Marshal(fields)
		}
		return err
	})
	if err != nil {
		return Message{}, err
	}
	return c.Decode(b)
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
	text, err := m.Signed()
	if err != nil {
		return bad
	}
	for _, k := range keys {
		if hmac.Equal(got, sum(k, text)) {
			return nil
		}
	}
	return bad
}
