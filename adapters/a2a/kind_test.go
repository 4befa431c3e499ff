package a2a_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"bridge/adapters/a2a"
	"bridge/adapters/adaptertest"
)

const (
	token   = "the token of acme is this one"
	section = "peers.acme.tokens = [\"" + token + "\"]\n"
)

func rpc(id, text string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":"1","method":"SendMessage","params":{"message":{"messageId":%q,"role":"ROLE_USER","parts":[{"text":%q}]}}}`, id, text)
}

func login(with string, more ...string) http.Header {
	h := http.Header{"Authorization": {"Bearer " + with}}
	for i := 0; i+1 < len(more); i += 2 {
		h.Set(more[i], more[i+1])
	}
	return h
}

// TestKind runs the cases of all channels.
func TestKind(t *testing.T) {
	post := func(body string, head http.Header) func(*adaptertest.Host) bool {
		return func(h *adaptertest.Host) bool { return h.Call(http.MethodPost, "", body, head) == http.StatusOK }
	}
	good := rpc("x", "x")
	adaptertest.Run(t, adaptertest.Kit{
		Kind: a2a.Describe(), PublicURL: "https://bridge.example", To: "a2a:acme", Secrets: []string{token},
		Section: func() string { return section },
		Comes: func(h *adaptertest.Host, id, text string) bool {
			return post(rpc(id, text), login(token))(h)
		},
		Bad: map[string]func(*adaptertest.Host) bool{
			"no token":      post(good, nil),
			"another token": post(good, login(token+"x")),
			"another way":   post(good, http.Header{"Authorization": {"Basic " + token}}),
			"too large":     post(strings.Repeat(" ", 4_000_001)+good, login(token)),
			"compressed":    post(good, login(token, "Content-Encoding", "gzip")),
			"no POST": func(h *adaptertest.Host) bool {
				return h.Call(http.MethodPut, "", good, login(token)) == http.StatusOK
			},
			"REST without a token": func(h *adaptertest.Host) bool {
				return h.Call(http.MethodPost, "/message:send", `{"message":{"messageId":"x","role":"ROLE_USER","parts":[{"text":"x"}]}}`, nil) == http.StatusOK
			},
		},
	})
}
