package telegram_test

import (
	"fmt"
	"hash/fnv"
	"net/http"
	"strings"
	"testing"

	"bridge/adapters/adaptertest"
	"bridge/adapters/telegram"
	"bridge/adapters/telegram/telegramtest"
	"bridge/core/message"
)

// TestKind runs the cases of all channels, with updates by webhook.
func TestKind(t *testing.T) {
	var api *telegramtest.Server
	header := func(h *adaptertest.Host) http.Header {
		return http.Header{"X-Telegram-Bot-Api-Secret-Token": {h.Deps.Keys.Sum(20, "telegram-webhook", "test")}}
	}
	text := func(id, text string) string {
		n := fnv.New32a()
		_, _ = n.Write([]byte(id))
		return fmt.Sprintf(`{"update_id":%d,"message":{"message_id":%d,"text":%q,"from":{"id":%d,"first_name":"Dana"},"chat":{"id":%[4]d,"type":"private"}}}`,
			n.Sum32()/2+1, n.Sum32()/2+1, text, dana)
	}
	post := func(body string, change func(http.Header)) func(h *adaptertest.Host) bool {
		return func(h *adaptertest.Host) bool {
			head := header(h)
			if change != nil {
				change(head)
			}
			return h.Call(http.MethodPost, "/update", body, head) == http.StatusOK
		}
	}
	secret := func(s ...string) func(http.Header) {
		return func(head http.Header) { head["X-Telegram-Bot-Api-Secret-Token"] = s }
	}
	fail := func(f ...telegramtest.Fault) func() { return func() { api.Fail("sendMessage", f...) } }
	adaptertest.Run(t, adaptertest.Kit{
		Kind: telegram.Describe(), PublicURL: "https://bridge.example", To: message.Address(fmt.Sprintf("telegram:%d", dana)),
		Begin: func(t *testing.T) { api = telegramtest.Start(); t.Cleanup(api.Close) },
		Section: func() string {
			return fmt.Sprintf("receive = \"webhook\"\ntoken = %q\napi_url = %q\n", telegramtest.Token, api.URL)
		},
		Secrets: []string{telegramtest.Token, "AAH_stand"},
		Comes:   func(h *adaptertest.Host, id, words string) bool { return post(text(id, words), nil)(h) },
		Bad: map[string]func(*adaptertest.Host) bool{
			"no secret": post(text("x", "x"), secret()), "another secret": post(text("x", "x"), secret("aaaa")), "two secrets": post(text("x", "x"), secret("a", "b")),
			"no JSON": post("{", nil), "no id": post("{}", nil), "a list": post("[]", nil), "too large": post(strings.Repeat(" ", 1<<20)+text("x", "x"), nil),
			"no POST": func(h *adaptertest.Host) bool {
				return h.Call(http.MethodGet, "/update", "", header(h)) == http.StatusOK
			},
		},
		Sent: func() (list []string) {
			for _, m := range api.Sent() {
				list = append(list, m.Text)
			}
			return list
		},
		Sends: []adaptertest.Send{
			{Name: "longest", Change: func(o *message.Outbound) { o.Text = strings.Repeat("é", 4096) }, Arrives: true},
			{Name: "too long", Change: func(o *message.Outbound) { o.Text = strings.Repeat("é", 4097) }, Kind: message.SendInvalid, NotSent: true},
			{Name: "empty", Change: func(o *message.Outbound) { o.Text = "" }, Kind: message.SendInvalid, NotSent: true},
			{Name: "tags", Change: func(o *message.Outbound) { o.HTML = "<b>This</b> is &lt;bold&gt;" }, Arrives: true},
			{Name: "tags that it cannot read", Change: func(o *message.Outbound) { o.HTML = "<blink>x" }, Arrives: true},
			{Name: "no number", Change: func(o *message.Outbound) { o.To = "telegram:@dana" }, Kind: message.SendInvalid, NotSent: true},
			{Name: "busy", Arrange: fail(telegramtest.Fault{Status: 429, Words: "Too Many Requests: retry after 7", RetryAfter: 7}), Kind: message.SendThrottled, NotSent: true},
			{Name: "blocked", Arrange: func() { api.Block(dana, true) }, Kind: message.SendOptedOut, NotSent: true},
			{Name: "deactivated", Arrange: fail(telegramtest.Fault{Status: 403, Words: "Forbidden: user is deactivated"}), Kind: message.SendRejected, NotSent: true},
			{Name: "never wrote", Arrange: fail(telegramtest.Fault{Status: 400, Words: "Bad Request: chat not found"}), Kind: message.SendRejected, NotSent: true},
			{Name: "passing refusal", Arrange: fail(telegramtest.Fault{Status: 403, Words: "Forbidden: bot can't send messages to the user"}), Kind: message.SendUnreachable, NotSent: true},
			{Name: "revoked", Arrange: fail(telegramtest.Fault{Status: 401, Words: "Unauthorized"}), Kind: message.SendConfig, NotSent: true},
			{Name: "trouble", Arrange: fail(telegramtest.Fault{Status: 500, Words: "Internal Server Error"}), Kind: message.SendUnreachable},
			{Name: "a page in between", Arrange: fail(telegramtest.Fault{Page: true}), Kind: message.SendUnreachable},
			{Name: "the answer is lost", Arrange: fail(telegramtest.Fault{Cut: true}), Kind: message.SendUnreachable, Arrives: true},
			{Name: "away", Arrange: func() { api.Close() }, Kind: message.SendUnreachable, NotSent: true},
		},
	})
}
