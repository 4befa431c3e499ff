package agp_test

import (
	"fmt"
	"hash/fnv"
	"net/http"
	"strings"
	"testing"
	"time"

	"bridge/adapters/adaptertest"
	"bridge/adapters/agp"
	wire "bridge/core/wire/agp"
	"bridge/internal/noerr"
)

const (
	peerKey = "the key of agnt_consumer_42"
	ownKey  = "the key of agnt_venue_la_brisa"
	section = `id = "agnt_venue_la_brisa"
keys = "` + ownKey + `"
[channels.test.intents]
"booking.search" = "a"
[channels.test.peers.agnt_consumer_42]
keys = "` + peerKey + `"
`
)

// TestKind runs the cases of all channels.
func TestKind(t *testing.T) {
	base := time.Now()
	envelope := func(id, text string) wire.Message {
		h := fnv.New32a()
		_, _ = h.Write([]byte(id))
		m, err := wire.Encode(wire.Envelope{
			From: "agnt_consumer_42", To: "agnt_venue_la_brisa", Intent: wire.Search, TTL: 10 * time.Second,
			Time: base.Add(time.Duration(h.Sum32()) * time.Nanosecond), Payload: fmt.Appendf(nil, `{"note":%q}`, text),
		})
		noerr.Must(t, err)
		return m
	}
	sign := func(m wire.Message, key string) http.Header {
		return http.Header{"X-Agp-Signature": {m.Sign(wire.Whole, []wire.Key{{Secret: []byte(key)}}, base)}}
	}
	post := func(body string, head http.Header) func(*adaptertest.Host) bool {
		return func(h *adaptertest.Host) bool { return h.Call(http.MethodPost, "", body, head) == http.StatusOK }
	}
	m := envelope("x", "x")
	good := sign(m, peerKey)
	adaptertest.Run(t, adaptertest.Kit{
		Kind: agp.Describe(), PublicURL: "https://bridge.example", To: "agp:agnt_consumer_42", Secrets: []string{peerKey, ownKey},
		Section: func() string { return section },
		Comes: func(h *adaptertest.Host, id, text string) bool {
			m := envelope(id, text)
			return post(string(m.Canonical), sign(m, peerKey))(h)
		},
		Bad: map[string]func(*adaptertest.Host) bool{
			"no signature":      post(string(m.Canonical), nil),
			"another signature": post(string(m.Canonical), sign(m, ownKey)),
			"another body":      post(strings.Replace(string(m.Canonical), `"x"`, `"y"`, 1), good),
			"no JSON":           post("{", good),
			"too large":         post(strings.Repeat(" ", wire.MaxBody+1)+string(m.Canonical), good),
			"compressed":        post(string(m.Canonical), http.Header{"X-Agp-Signature": good["X-Agp-Signature"], "Content-Encoding": {"gzip"}}),
			"no POST": func(h *adaptertest.Host) bool {
				return h.Call(http.MethodPut, "", string(m.Canonical), good) == http.StatusOK
			},
		},
	})
}
