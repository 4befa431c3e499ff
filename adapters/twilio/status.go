package twilio

import (
	"context"
	"net/http"
	"strings"

	"bridge/core/message"
	"bridge/internal/lazyre"
)

// errorCode is what ErrorCode looks like.
var errorCode = lazyre.New(`^[0-9]{1,10}$`)

// status takes what became of a message of ours. It says 204 to everything that
// Twilio has signed, unless the store is down: another call would change nothing.
func (b Inbox) status(w http.ResponseWriter, r *http.Request) {
	f, no := b.read(w, r)
	if no == nil {
		no = b.ours(f)
	}
	if no == nil {
		if name := f.unclear(); name != "" {
			no = &refusal{http.StatusBadRequest, "form", name + " is there with two values"}
		}
	}
	if no != nil {
		b.refuse(w, r, no)
		return
	}
	d, ok := report(f)
	if id, named := b.Callbacks.Message(r.URL.Query()); !named {
		// A callback that is set at the number covers what others send from it.
		b.Log.Debug("status of a message that is not ours", "channel", b.Channel)
	} else if ok {
		d.Message, d.At = id, b.Now()
		ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), takeTime)
		defer cancel()
		what, err := b.Delivered(ctx, b.Channel, d)
		if err != nil {
			b.later(w, "message", string(id), err)
			return
		}
		b.Metrics.problem(d.Code)
		b.Log.Debug("status of a message", "channel", b.Channel, "message", string(id), "state", string(d.State), "code", d.Code, "outcome", what)
	}
	w.WriteHeader(http.StatusNoContent)
}

// report reads a status callback; false for a status that changes nothing, such as
// queued: the answer to the send has said it.
func report(f Form) (message.Delivery, bool) {
	var d message.Delivery
	if sid := f.Get("MessageSid"); messageSID.MatchString(sid) {
		d.Provider = sid
	}
	status := f.Get("MessageStatus")
	if status == "" {
		status = f.Get("SmsStatus")
	}
	switch strings.ToLower(status) {
	case "sent":
		d.State = message.DeliverySent
	case "delivered":
		d.State = message.DeliveryDone
	case "read":
		d.State = message.DeliveryRead
	case "undelivered", "failed", "canceled":
		if code := f.Get("ErrorCode"); errorCode.MatchString(code) {
			d.Code = code
		}
		d.State = deliveryOf(d.Code)
	default:
		return message.Delivery{}, false
	}
	return d, true
}
