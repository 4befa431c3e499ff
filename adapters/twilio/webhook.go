package twilio

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"strings"
	"time"

	"bridge/adapters"
	"bridge/core/message"
	"bridge/internal/door"
)

const (
	// readTime is how long a webhook's body may take.
	readTime = 10 * time.Second
	// takeTime is how long taking one in may last. Twilio waits 15 s and may never call
	// again: what has come is taken, also when it has hung up.
	takeTime = 30 * time.Second
	// limitWait is told to callers that a limit of ours refuses.
	limitWait = time.Minute
	retryWait = 5 * time.Second
)

// emptyTwiML says that nothing is to be done: answers go out through the API.
const emptyTwiML = `<?xml version="1.0" encoding="UTF-8"?><Response/>`

// TakeFunc takes in a message that Twilio has signed. It returns only when the
// message is durable, or deliberately not kept; on an error nothing is.
type TakeFunc func(context.Context, Received) error

// Inbox are the routes of one channel that Twilio calls: /inbound for messages and
// /status for what became of ours. All fields but Metrics' are required.
type Inbox struct {
	Channel   message.ChannelName
	Account   Account
	Prefix    string // before our number in To: "" or "whatsapp:"
	Callbacks Callbacks
	Delivered adapters.DeliveredFunc
	Log       *slog.Logger
	Now       func() time.Time
	Metrics   Metrics
}

// Routes returns the handler; its caller has cut off /channels/{name}. Every call
// is checked in full before anything is done. Answers:
//
//	200  /inbound: taken, or seen before
//	204  /status: known, or not ours to know
//	400  no form that can be read
//	403  not signed, or of another account or number
//	405  no POST
//	413  longer than MaxForm
//	415  no form
//	429  a limit of the bridge
//	503  not taken: the store is down
func (b Inbox) Routes(take TakeFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		switch r.URL.Path {
		case "/inbound":
			b.inbound(w, r, take)
		case "/status":
			b.status(w, r)
		default:
			http.NotFound(w, r)
		}
	})
}

func (b Inbox) inbound(w http.ResponseWriter, r *http.Request, take TakeFunc) {
	f, no := b.read(w, r)
	if no == nil {
		no = b.ours(f)
	}
	var m Received
	if no == nil {
		var err error
		if m, err = readMessage(f); err != nil {
			no = &refusal{http.StatusBadRequest, "form", err.Error()}
		} else {
			no = b.forUs(m)
		}
	}
	if no != nil {
		b.refuse(w, r, no)
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), takeTime)
	defer cancel()
	if err := take(ctx, m); err != nil {
		b.later(w, "message", m.SID, err)
		return
	}
	w.Header().Set("Content-Type", "text/xml; charset=utf-8")
	_, _ = io.WriteString(w, emptyTwiML) // the caller is gone
}

// refusal is why a webhook is not taken; its sender does not learn it.
type refusal struct {
	status int
	reason string // for the metric
	why    string // for the log: no numbers, no text, no secrets
}

// read reads a form and checks that Twilio has sent it.
func (b Inbox) read(w http.ResponseWriter, r *http.Request) (Form, *refusal) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		return Form{}, &refusal{http.StatusMethodNotAllowed, "method", "not a POST"}
	}
	body, err := door.Body(w, r, MaxForm, readTime, nil)
	if errors.Is(err, door.ErrLarge) {
		return Form{}, &refusal{http.StatusRequestEntityTooLarge, "too_large", fmt.Sprintf("more than %d bytes", MaxForm)}
	}
	if err != nil {
		return Form{}, &refusal{http.StatusBadRequest, "form", err.Error()}
	}
	called, verifier := b.Callbacks.Called(r), newVerifier(b.Account.Tokens)
	signatures := r.Header.Values(signatureHeader)
	if media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || media != "application/x-www-form-urlencoded" {
		why := "not a form, and not signed"
		if len(signatures) == 1 && verifier.Body(called, body, signatures[0]) {
			why = "Twilio has sent it, but not as a form"
		}
		return Form{}, &refusal{http.StatusUnsupportedMediaType, "form", why}
	}
	f, err := parseForm(body)
	if err != nil {
		return Form{}, &refusal{http.StatusBadRequest, "form", err.Error()}
	}
	if len(signatures) != 1 || !verifier.Form(called, f, signatures[0]) {
		return Form{}, b.unsigned(f, called, len(signatures))
	}
	return f, nil
}

// unsigned explains a signature that does not fit. If the form names our account,
// which nobody else knows, it is most likely our own configuration: operators hear it.
func (b Inbox) unsigned(f Form, called string, signatures int) *refusal {
	why := "no signature"
	if signatures > 0 {
		why = "the signature does not fit"
	}
	why += "; expected one for " + shown(called) + ", made with the auth token of the account that owns the number"
	if signatures > 0 && b.Metrics.Alert != nil && f.Get("AccountSid") == b.Account.SID {
		b.Metrics.Alert("signature", fmt.Sprintf("The channel %s refuses calls in the name of your Twilio account: the signature does not fit. "+
			"If they are Twilio's, either the URL there is not exactly %s, or auth_token is not that of the account that owns the number. "+
			"\"bridge check\" compares them.", b.Channel, shown(called)))
	}
	return &refusal{http.StatusForbidden, "signature", why}
}

// ours checks that the form is of our account.
func (b Inbox) ours(f Form) *refusal {
	if f.Get("AccountSid") != b.Account.SID {
		return &refusal{http.StatusForbidden, "account", "it is of another account than account_sid"}
	}
	return nil
}

// forUs checks that the message was sent to our number or service.
func (b Inbox) forUs(m Received) *refusal {
	switch {
	case b.Account.From != "" && m.To != b.Prefix+b.Account.From:
		return &refusal{http.StatusForbidden, "account", "it was sent to another number than from"}
	case b.Account.Service != "" && m.Service != "" && m.Service != b.Account.Service:
		return &refusal{http.StatusForbidden, "account", "it was sent to another service than messaging_service_sid"}
	case b.Account.Service != "" && strings.HasPrefix(m.To, whatsAppPrefix) != (b.Prefix == whatsAppPrefix):
		return &refusal{http.StatusForbidden, "account", "it is a message of another channel"}
	}
	return nil
}

// refuse answers without a reason, and writes the one line that has it.
func (b Inbox) refuse(w http.ResponseWriter, r *http.Request, no *refusal) {
	b.count(no.reason)
	b.Log.Warn("webhook refused", "channel", b.Channel, "route", r.URL.Path, "status", no.status, "reason", no.reason, "why", no.why)
	http.Error(w, strings.ToLower(http.StatusText(no.status)), no.status)
}

func (b Inbox) count(reason string) {
	if b.Metrics.Refused != nil {
		b.Metrics.Refused(reason)
	}
}

// later asks Twilio to call again.
func (b Inbox) later(w http.ResponseWriter, what, id string, err error) {
	status, wait := http.StatusServiceUnavailable, retryWait
	if limit, ok := errors.AsType[*adapters.LimitError](err); ok {
		status, wait = http.StatusTooManyRequests, limitWait
		b.Log.Info("webhook not taken for now", "channel", b.Channel, what, id, "limit", limit.Limit)
	} else {
		b.Log.Error("webhook not taken", "channel", b.Channel, what, id, "err", err)
	}
	door.Later(w, wait)
	http.Error(w, strings.ToLower(http.StatusText(status)), status)
}
