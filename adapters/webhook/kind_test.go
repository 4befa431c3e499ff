package webhook

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"bridge/adapters/adaptertest"
)

// TestKind runs the cases of all channels with deliveries in Standard Webhooks.
func TestKind(t *testing.T) {
	post := func(id, body string, change func(http.Header)) func(*adaptertest.Host) bool {
		return func(h *adaptertest.Host) bool {
			head := standard(t, secret, id, time.Now(), body)
			head.Set("Content-Type", "application/json")
			if change != nil {
				change(head)
			}
			return h.Call(http.MethodPost, "", body, head)/100 == 2
		}
	}
	adaptertest.Run(t, adaptertest.Kit{
		Kind: Describe(), PublicURL: "https://bridge.example", To: "webhook:test", Secrets: []string{secret},
		Section: func() string { return "scheme = \"standard\"\nsecrets = \"" + secret + "\"\nmax_body = \"10KB\"\n" },
		Comes:   func(h *adaptertest.Host, id, text string) bool { return post(id, strconv.Quote(text), nil)(h) },
		Bad: map[string]func(*adaptertest.Host) bool{
			"no signature":      post("x", `{}`, func(h http.Header) { h.Del("Webhook-Signature") }),
			"another signature": post("x", `{}`, func(h http.Header) { h.Set("Webhook-Signature", "v1,AAAA") }),
			"another id":        post("x", `{}`, func(h http.Header) { h.Set("Webhook-Id", "y") }),
			"an old one":        post("x", `{}`, func(h http.Header) { h.Set("Webhook-Timestamp", "1600000000") }),
			"no JSON":           post("x", `{`, nil),
			"too large":         post("x", `"`+strings.Repeat("x", 11_000)+`"`, nil),
			"no POST":           func(h *adaptertest.Host) bool { return h.Call(http.MethodPut, "", "{}", nil)/100 == 2 },
		},
	})
}
