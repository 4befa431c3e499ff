package twilio_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha1"
	"encoding/base64"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"bridge/adapters/adaptertest"
	"bridge/adapters/channel"
	"bridge/adapters/sms"
	"bridge/adapters/twilio"
	"bridge/adapters/whatsapp"
	"bridge/core/message"
	"bridge/internal/twilioserver"
)

// nowhere is where the stand-in calls us: the cases call the channel themselves.
func nowhere(context.Context, string, string) (net.Conn, error) { return nil, errors.New("nowhere") }

// TestKinds runs the cases of all channels for both kinds of Twilio's.
func TestKinds(t *testing.T) {
	const public, us, them = "https://bridge.example", "+15005550006", "+393331234567"
	const sid, token = "AC0123456789abcdef0123456789abcdef", "0123456789abcdef0123456789abcdef"
	for prefix, kind := range map[string]channel.Kind{"": sms.Describe(), "whatsapp:": whatsapp.Describe()} {
		t.Run(string(kind.Name), func(t *testing.T) {
			var fake *twilioserver.Server
			// post calls the webhook as Twilio does, with fields changed before it is signed, and
			// headers behind.
			post := func(id, text string, change map[string]string, more func(http.Header)) func(*adaptertest.Host) bool {
				return func(h *adaptertest.Host) bool {
					n := fnv.New64a()
					_, _ = n.Write([]byte(id))
					v := map[string]string{
						"MessageSid": fmt.Sprintf("SM%032x", n.Sum64()), "AccountSid": sid, "From": prefix + them, "To": prefix + us, "NumMedia": "0", "Body": text,
					}
					maps.Copy(v, change)
					signed, form := public+"/channels/test/inbound", url.Values{}
					for _, k := range slices.Sorted(maps.Keys(v)) {
						signed += k + v[k]
						form.Set(k, v[k])
					}
					m := hmac.New(sha1.New, []byte(token))
					m.Write([]byte(signed))
					head := http.Header{"Content-Type": {"application/x-www-form-urlencoded"}, "X-Twilio-Signature": {base64.StdEncoding.EncodeToString(m.Sum(nil))}}
					if more != nil {
						more(head)
					}
					return h.Call(http.MethodPost, "/inbound", form.Encode(), head) == http.StatusOK
				}
			}
			fail := func(f twilioserver.Fault) func() { return func() { fake.Fail(f) } }
			adaptertest.Run(t, adaptertest.Kit{
				Kind: kind, PublicURL: public, To: message.Address(string(kind.Name) + ":" + them), Secrets: []string{token, them[1:]},
				Begin: func(t *testing.T) {
					var err error
					if fake, err = twilioserver.Start(twilioserver.Options{RetryDelay: time.Millisecond, Dial: nowhere}, twilioserver.Account{SID: sid, Token: token}); err != nil {
						t.Fatal(err)
					}
					t.Cleanup(fake.Close)
					fake.AddNumber(twilioserver.Number{Address: prefix + us})
					if prefix != "" { // the 24 hours are open
						_, _ = fake.Phone(prefix + them).Text("hello") // nobody takes it
					}
				},
				Section: func() string {
					return fmt.Sprintf("account_sid = %q\nauth_token = %q\nfrom = %q\napi_url = %q\n", sid, token, us, fake.URL())
				},
				Comes: func(h *adaptertest.Host, id, text string) bool { return post(id, text, nil, nil)(h) },
				Bad: map[string]func(*adaptertest.Host) bool{
					"no signature":      post("x", "x", nil, func(h http.Header) { h.Del("X-Twilio-Signature") }),
					"another signature": post("x", "x", nil, func(h http.Header) { h.Set("X-Twilio-Signature", "AAAA") }),
					"another account":   post("x", "x", map[string]string{"AccountSid": "AC" + strings.Repeat("1", 32)}, nil),
					"another number":    post("x", "x", map[string]string{"To": prefix + "+15005550009"}, nil),
					"no form":           post("x", "x", nil, func(h http.Header) { h.Set("Content-Type", "application/json") }),
					"no id":             post("x", "x", map[string]string{"MessageSid": "x"}, nil),
					"too large":         post("x", strings.Repeat("x", twilio.MaxForm), nil, nil),
				},
				Sent: func() (list []string) {
					for _, m := range fake.Phone(prefix + them).Messages() {
						list = append(list, m.Body)
					}
					return list
				},
				Sends: []adaptertest.Send{
					{Name: "a short code", Change: func(o *message.Outbound) { o.To = message.Address(string(kind.Name) + ":") }, Kind: message.SendInvalid, NotSent: true},
					{Name: "too long", Change: func(o *message.Outbound) { o.Text = strings.Repeat("a", twilio.MaxBody+1) }, Kind: message.SendInvalid, NotSent: true},
					{Name: "empty", Change: func(o *message.Outbound) { o.Text = "" }, Kind: message.SendInvalid, NotSent: true},
					{Name: "busy", Arrange: fail(twilioserver.Fault{Status: 429, Code: 20429}), Kind: message.SendThrottled, NotSent: true},
					{Name: "opted out", Arrange: fail(twilioserver.Fault{Code: 21610}), Kind: message.SendOptedOut, NotSent: true},
					{Name: "refused", Arrange: fail(twilioserver.Fault{Code: 21211}), Kind: message.SendRejected, NotSent: true},
					{Name: "credentials", Arrange: fail(twilioserver.Fault{Status: 401, Code: 20003}), Kind: message.SendConfig, NotSent: true},
					{Name: "trouble", Arrange: fail(twilioserver.Fault{Status: 500, Code: 20500}), Kind: message.SendUnreachable},
					{Name: "the answer is lost", Arrange: fail(twilioserver.Fault{Cut: true, AfterAccept: true}), Kind: message.SendUnreachable, Arrives: true},
					{Name: "away", Arrange: func() { fake.Close() }, Kind: message.SendUnreachable, NotSent: true},
				},
			})
		})
	}
}
