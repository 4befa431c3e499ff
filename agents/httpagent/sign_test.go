package httpagent

import (
	"net/http"
	"testing"
	"time"

	"bridge/internal/noerr"
)

// TestSignVector is the published vector of Standard Webhooks.
func TestSignVector(t *testing.T) {
	a, err := New(Options{
		URL: "http://a", Secrets: [][]byte{[]byte("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")},
		Now: func() time.Time { return time.Unix(1614265330, 0) },
	})
	noerr.Must(t, err)
	h := http.Header{}
	a.sign(h, "msg_p5jXN8AQM9LWM0D4loKWxJek", []byte(`{"test": 2432232314}`))
	if got := h.Get("webhook-signature"); got != "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=" {
		t.Errorf("signature %q", got)
	}
}
