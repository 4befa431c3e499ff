package httpagent

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// minSecret is the least length of a signing secret in bytes.
const minSecret = 16

// signingKey returns the key of a secret in either of its forms. Its error does
// not quote the secret.
func signingKey(secret []byte) ([]byte, error) {
	key := secret
	if enc, ok := bytes.CutPrefix(secret, []byte("whsec_")); ok {
		var err error
		if key, err = base64.StdEncoding.DecodeString(string(enc)); err != nil {
			return nil, errors.New("not base64 after whsec_")
		}
	}
	if len(key) < minSecret {
		return nil, fmt.Errorf("%d bytes, want at least %d", len(key), minSecret)
	}
	return key, nil
}

// sign sets the Standard Webhooks headers: the id is the idempotency key and
// stays over retries, the timestamp is that of the attempt
// (https://github.com/standard-webhooks/standard-webhooks, spec 1.0).
func (a *Agent) sign(h http.Header, id string, body []byte) {
	if len(a.keys) == 0 {
		return
	}
	ts := strconv.FormatInt(a.now().Unix(), 10)
	sigs := make([]string, len(a.keys))
	for i, key := range a.keys {
		m := hmac.New(sha256.New, key)
		fmt.Fprintf(m, "%s.%s.", id, ts)
		m.Write(body)
		sigs[i] = "v1," + base64.StdEncoding.EncodeToString(m.Sum(nil))
	}
	h.Set("webhook-id", id)
	h.Set("webhook-timestamp", ts)
	h.Set("webhook-signature", strings.Join(sigs, " "))
}
