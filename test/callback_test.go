package test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// A decision of a request from outside is sent to its callback, signed, once.
func TestApprovalCallback(t *testing.T) {
	t.Parallel()
	key := []byte("0123456789abcdef0123456789abcdef")
	type delivery struct {
		path, id string
		signed   bool
		body     []byte
	}
	got := make(chan delivery, 10)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		id := r.Header.Get("webhook-id")
		m := hmac.New(sha256.New, key)
		fmt.Fprintf(m, "%s.%s.%s", id, r.Header.Get("webhook-timestamp"), b)
		signed := strings.Contains(r.Header.Get("webhook-signature"), "v1,"+base64.StdEncoding.EncodeToString(m.Sum(nil)))
		got <- delivery{r.URL.RequestURI(), id, signed, b}
	}))
	defer server.Close()
	s := newSite(t, withTop(fmt.Sprintf("[api]\noperators = { ops = %q }\ncallbacks = [%q]\ncallback_secret = \"whsec_%s\"\n",
		opsToken, server.URL, base64.StdEncoding.EncodeToString(key)))).start()
	status, doc := s.api(opsToken, "POST", "/approvals", `{"toolName":"deploy","args":{"version":"v2"},"callback":"`+server.URL+`/decided?build=7"}`)
	if status != 201 {
		t.Fatalf("asked: %d %v", status, doc)
	}
	s.send(s.expect(0, dana, "[approval:").Reply("no, not on a Friday"))
	var d delivery
	select {
	case d = <-got:
	case <-time.After(patience):
		t.Fatal("the callback got nothing")
	}
	var event struct {
		Type string
		Data struct{ ID, State, Decision, Reason, DecidedBy, Digest string }
	}
	if err := json.Unmarshal(d.body, &event); err != nil {
		t.Fatalf("%v\n%s", err, d.body)
	}
	if !d.signed || d.path != "/decided?build=7" || d.id == "" || event.Type != "approval.decided" || event.Data.ID != doc["id"] ||
		event.Data.State != "denied" || event.Data.DecidedBy != "dana" || event.Data.Reason != "not on a Friday" || event.Data.Digest != doc["digest"] {
		t.Errorf("the callback got %s, signed %v, to %s:\n%s", d.id, d.signed, d.path, d.body)
	}
	s.quiet()
	s.kill()
	s.start() // what was done is not done again
	s.quiet()
	if n := len(got); n != 0 {
		t.Errorf("the callback was called %d more times", n)
	}
}
