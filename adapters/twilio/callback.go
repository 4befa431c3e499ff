package twilio

import (
	"net/url"
	"strings"

	"bridge/core/message"
	"bridge/internal/mac"
)

// Callbacks makes and reads the URLs that Twilio calls for one channel. The URL of
// the status callback names our own message, so that a callback that comes before
// the answer to the send finds it, too.
type Callbacks struct {
	PublicURL string // config's public_url, without a final slash
	Channel   message.ChannelName
	Keys      mac.Keys
}

const (
	callbackMAC     = 10 // bytes
	callbackPurpose = "twilio-status"
)

// Inbound is the URL to configure at Twilio as the number's or service's webhook.
func (c Callbacks) Inbound() string { return c.base() + "/inbound" }

// Status is the URL of the status callback of one message.
func (c Callbacks) Status(id message.MessageID) string {
	q := url.Values{"m": {string(id)}, "k": {c.Keys.Sum(callbackMAC, callbackPurpose, string(c.Channel), string(id))}}
	return c.base() + "/status?" + q.Encode()
}

// Message is the message that the query of a status callback names; false if we did
// not make it.
func (c Callbacks) Message(q url.Values) (message.MessageID, bool) {
	id := message.MessageID(q.Get("m"))
	if !id.Valid() || !c.Keys.Valid(q.Get("k"), callbackMAC, callbackPurpose, string(c.Channel), string(id)) {
		return "", false
	}
	return id, true
}

func (c Callbacks) base() string {
	return strings.TrimRight(c.PublicURL, "/") + "/channels/" + string(c.Channel)
}
