package twilio

import (
	"cmp"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"bridge/core/message"
)

// Again is what may be done about a failed message.
type Again string

// The verdicts.
const (
	AgainNever Again = "never" // trying again cannot help
	AgainFixed Again = "fixed" // once an operator has changed something
	AgainLater Again = "later" // after a while, by itself: it was certainly not sent
	AgainAsk   Again = "ask"   // it may have gone out: Twilio is asked first
	// AgainNew is for a failure after the message was handed over: Twilio advises to
	// send it again, but what was sent is not kept, so that it ends as failed.
	AgainNew Again = "new"
)

// Problem is one code of Twilio's: an error of the API, of a status callback, or both.
type Problem struct {
	Code     string
	Means    string                // for operators and logs
	Kind     message.SendKind      // as an error of a send
	Wait     time.Duration         // at least so long, of kind throttled; 0 = as the answer or the lane says
	Tomorrow bool                  // until the next day (UTC) begins
	State    message.DeliveryState // as the code of a status callback
	Again    Again
	Operator string // what an operator has to do: they are alerted; "" = nothing
	Public   string // for people
}

// Sentences that several codes share.
const (
	noNumber   = "The number does not exist or cannot get these messages."
	noRoute    = "The number cannot be reached from here."
	setUp      = "The channel is not set up correctly; the operator knows."
	busy       = "The provider is busy; the message waits."
	blocked    = "The carrier did not deliver the message."
	stopped    = "The recipient does not want messages from this sender."
	unsendable = "The message cannot be sent in this form."
	limited    = "The sender has reached a limit; the message waits."
)

// problems is the table of what is known, by code. Rows of the same kind stand together.
func problems() []Problem {
	const (
		config, invalid, throttled = message.SendConfig, message.SendInvalid, message.SendThrottled
		rejected, optedOut         = message.SendRejected, message.SendOptedOut
		failed, dead               = message.DeliveryFailed, message.DeliveryDead
	)
	return []Problem{
		// It was not done: later.
		{Code: "20429", Means: "too many calls at the same time", Kind: throttled, State: failed, Again: AgainLater, Public: busy},
		{
			Code: "14107", Means: "more than 30 messages to and fro within 30 seconds of each other: two machines may be answering each other",
			Kind: throttled, Wait: time.Minute, State: failed, Again: AgainLater, Public: busy,
			Operator: "Look at the conversation: two machines may be answering each other. Nothing is sent to this number for a minute.",
		},
		{
			Code: "21611", Means: "the sender's queue is full (more than 10 hours)", Kind: throttled, Wait: 15 * time.Minute, State: failed, Again: AgainLater,
			Public: busy, Operator: "The queue of the sender at Twilio is full: lower rate of the channel, or get a faster sender.",
		},
		{
			Code: "30001", Means: "the queue overflowed", Kind: throttled, Wait: 15 * time.Minute, State: failed, Again: AgainLater,
			Public: busy, Operator: "The queue of the sender at Twilio overflowed: lower rate of the channel, or get a faster sender.",
		},
		{Code: "63017", Means: "the account sends too fast", Kind: throttled, Wait: 10 * time.Second, State: failed, Again: AgainLater, Public: busy},
		{
			Code: "63018", Means: "the WhatsApp sender has begun as many conversations as it may in 24 hours", Kind: throttled, Wait: 4 * time.Hour,
			State: failed, Again: AgainLater, Public: limited,
			Operator: "The WhatsApp sender has reached its messaging limit of 24 hours: ask Meta for a higher tier.",
		},
		{
			Code: "63038", Means: "the account's cap of messages a day is reached", Kind: throttled, Tomorrow: true, State: failed, Again: AgainLater,
			Public: limited, Operator: "The daily cap of messages of the account at Twilio is reached; messages wait until tomorrow (UTC). Ask Twilio to raise it.",
		},
		{Code: "30610", Means: "quiet hours of the recipient (Compliance Toolkit)", Kind: throttled, Wait: time.Hour, State: failed, Again: AgainLater, Public: "The message waits for the morning."},
		{Code: "30047", Means: "it could not be put off beyond the quiet hours of the recipient", Kind: throttled, Wait: time.Hour, State: failed, Again: AgainLater, Public: "The message waits for the morning."},

		// Nobody knows whether it was done.
		{Code: "20500", Means: "Twilio has an internal error", Kind: message.SendUnreachable, State: failed, Again: AgainAsk, Public: "The provider has trouble."},

		// Our account, our sender.
		{
			Code: "20003", Means: "the credentials are wrong", Kind: config, State: failed, Again: AgainFixed, Public: setUp,
			Operator: "Twilio refuses the credentials: set account_sid and auth_token to those of the account that owns the number.",
		},
		{
			Code: "20404", Means: "the account or sender does not exist", Kind: config, State: failed, Again: AgainFixed, Public: setUp,
			Operator: "Twilio does not know account_sid, from or messaging_service_sid.",
		},
		{
			Code: "21601", Means: "the sender cannot send text messages", Kind: config, State: failed, Again: AgainFixed, Public: setUp,
			Operator: "The number in from cannot send text messages: buy one that can.",
		},
		{
			Code: "21606", Means: "the sender does not belong to the account, or cannot send to this country", Kind: config, State: failed, Again: AgainFixed, Public: setUp,
			Operator: "The number in from does not belong to account_sid, or cannot send text messages to this country.",
		},
		{
			Code: "21609", Means: "Twilio cannot use the URL of the status callback", Kind: config, State: failed, Again: AgainFixed, Public: setUp,
			Operator: "Twilio refuses public_url for its callbacks: it needs a public host name without an underscore.",
		},
		{
			Code: "21603", Means: "there is no sender", Kind: config, State: failed, Again: AgainFixed, Public: setUp,
			Operator: "Twilio needs from or messaging_service_sid.",
		},
		{
			Code: "21655", Means: "the content resource does not exist, or cannot be used so", Kind: config, State: failed, Again: AgainFixed, Public: setUp,
			Operator: "Twilio refuses approval_content_sid or window_template_sid: run bridge check.",
		},
		{
			Code: "21910", Means: "the sender and the recipient are of different channels", Kind: config, State: failed, Again: AgainFixed, Public: setUp,
			Operator: "The sender in from or messaging_service_sid is not of this channel's kind.",
		},
		{
			Code: "21703", Means: "the Messaging Service has no sender", Kind: config, State: failed, Again: AgainFixed, Public: setUp,
			Operator: "Add a sender to the Messaging Service in messaging_service_sid.",
		},
		{
			Code: "30002", Means: "the account is suspended", Kind: config, State: failed, Again: AgainFixed, Public: setUp,
			Operator: "Twilio has suspended the account.",
		},
		{
			Code: "30010", Means: "the message costs more than was allowed for it", Kind: rejected, State: failed, Again: AgainFixed, Public: setUp,
			Operator: "A message costs more than the maximum price set at Twilio.",
		},
		{
			Code: "30007", Means: "the carrier filtered the message", Kind: config, State: failed, Again: AgainFixed, Public: blocked,
			Operator: "A carrier filters the messages of this sender: look at its registration and at what is written (links, wording).",
		},
		{
			Code: "30032", Means: "the toll-free number is not verified", Kind: config, State: failed, Again: AgainFixed, Public: setUp,
			Operator: "The toll-free number in from is not verified at Twilio: nothing is delivered.",
		},
		{
			Code: "30034", Means: "the number is not registered for A2P 10DLC", Kind: config, State: failed, Again: AgainFixed, Public: setUp,
			Operator: "The number in from is in no registered A2P 10DLC campaign: US carriers deliver nothing.",
		},
		{
			Code: "63007", Means: "the account has no such WhatsApp sender", Kind: config, State: failed, Again: AgainFixed, Public: setUp,
			Operator: "The number in from is no WhatsApp sender of account_sid.",
		},
		{
			Code: "63008", Means: "the WhatsApp sender is not set up", Kind: config, State: failed, Again: AgainFixed, Public: setUp,
			Operator: "The WhatsApp sender is not set up completely at Twilio.",
		},

		// This address.
		{Code: "21211", Means: "it is not a number", Kind: rejected, State: dead, Again: AgainNever, Public: noNumber},
		{Code: "21604", Means: "there is no recipient", Kind: rejected, State: dead, Again: AgainNever, Public: noNumber},
		{Code: "21612", Means: "there is no route from this sender to the number", Kind: rejected, State: dead, Again: AgainNever, Public: noRoute},
		{Code: "21614", Means: "it is not a mobile number", Kind: rejected, State: dead, Again: AgainNever, Public: noNumber},
		{Code: "30005", Means: "the number is not known", Kind: rejected, State: dead, Again: AgainNever, Public: noNumber},
		{Code: "30006", Means: "it is a landline, or the carrier cannot be reached", Kind: rejected, State: dead, Again: AgainNever, Public: noNumber},
		{Code: "63003", Means: "WhatsApp does not know the recipient", Kind: rejected, State: dead, Again: AgainNever, Public: noNumber},
		{Code: "63024", Means: "the recipient cannot get WhatsApp messages", Kind: rejected, State: dead, Again: AgainNever, Public: noNumber},
		{
			Code: "21408", Means: "the account may not send to the country of the number", Kind: rejected, State: failed, Again: AgainFixed, Public: noRoute,
			Operator: "Switch on the recipient's country in Twilio's messaging geographic permissions.",
		},
		{
			Code: "21608", Means: "a trial account sends to verified numbers only", Kind: rejected, State: failed, Again: AgainFixed, Public: noRoute,
			Operator: "The account is a trial: verify the recipient's number at Twilio, or upgrade the account.",
		},
		{
			Code: "572002", Means: "the trial account may not send to this number", Kind: rejected, State: failed, Again: AgainFixed, Public: noRoute,
			Operator: "The account is a trial: verify the recipient's number at Twilio, or upgrade the account.",
		},
		{
			Code: "572005", Means: "the trial account has another sender for this number", Kind: rejected, State: failed, Again: AgainFixed, Public: noRoute,
			Operator: "The account is a trial: send from the number that Twilio assigned for the recipient, or upgrade the account.",
		},
		{Code: "30003", Means: "the phone is off or out of reach", Kind: rejected, State: failed, Again: AgainNew, Public: "The phone cannot be reached now."},
		{Code: "30004", Means: "the recipient or the carrier blocks the sender", Kind: rejected, State: failed, Again: AgainNever, Public: blocked},
		{Code: "30008", Means: "the carrier gave no reason", Kind: rejected, State: failed, Again: AgainNew, Public: blocked},
		{Code: "21610", Means: "the recipient has sent STOP to this sender", Kind: optedOut, State: message.DeliveryOptedOut, Again: AgainNever, Public: stopped},
		{Code: "63014", Means: "the recipient blocks the sender or has opted out", Kind: optedOut, State: message.DeliveryOptedOut, Again: AgainNever, Public: stopped},

		// This message.
		{
			Code: "63016", Means: "outside the 24 hours after the person's last message only an approved template may be sent", Kind: message.SendWindow,
			State: failed, Again: AgainFixed, Public: "WhatsApp takes no free text until the person writes again.",
		},
		{Code: "21617", Means: "the text has more than 1600 characters", Kind: invalid, State: failed, Again: AgainNever, Public: unsendable},
		{Code: "21619", Means: "the message is empty", Kind: invalid, State: failed, Again: AgainNever, Public: unsendable},
		{Code: "21620", Means: "Twilio cannot use the URL of the file", Kind: invalid, State: failed, Again: AgainNever, Public: unsendable},
		{Code: "21623", Means: "the message has too many files", Kind: invalid, State: failed, Again: AgainNever, Public: unsendable},
		{Code: "63005", Means: "WhatsApp does not take this kind of content", Kind: invalid, State: failed, Again: AgainNever, Public: unsendable},
		{
			Code: "21656", Means: "the variables do not fit the content resource", Kind: invalid, State: failed, Again: AgainFixed, Public: unsendable,
			Operator: "The content resource does not have the variables that the bridge fills: run bridge check.",
		},
		{Code: "21658", Means: "a variable of the content resource is too long", Kind: invalid, State: failed, Again: AgainNever, Public: unsendable},
		{Code: "63019", Means: "Twilio could not fetch the file", Kind: invalid, State: failed, Again: AgainNever, Public: unsendable},
		{Code: "63021", Means: "WhatsApp refuses the content", Kind: invalid, State: failed, Again: AgainNever, Public: unsendable},
	}
}

// Known returns what is known of a code; false if it is not in the table.
func Known(code string) (Problem, bool) {
	for _, p := range problems() {
		if p.Code == code {
			return p, true
		}
	}
	return Problem{}, false
}

// deliveryOf is what a message came to whose status callback says undelivered or
// failed with a code.
func deliveryOf(code string) message.DeliveryState {
	p, ok := Known(code)
	if !ok {
		return message.DeliveryFailed
	}
	return p.State
}

// sendError is what a failed call to send means for the message.
func sendError(e *APIError, now time.Time) *message.SendError {
	se := &message.SendError{RetryAfter: e.RetryAfter, Err: e}
	if e.Code != 0 {
		se.Code = strconv.Itoa(e.Code)
	}
	if p, ok := Known(se.Code); ok && e.Status < 500 {
		se.Kind, se.Public, se.NotSent = p.Kind, p.Public, p.Again != AgainAsk
		se.Gone = p.State == message.DeliveryDead
		se.RetryAfter = max(se.RetryAfter, p.Wait)
		if p.Tomorrow {
			se.RetryAfter = max(se.RetryAfter, tomorrow(now))
		}
		return se
	}
	if se.Code == "" && e.Status != 0 {
		se.Code = fmt.Sprintf("HTTP %d", e.Status)
	}
	switch {
	case e.Status == 0:
		se.Kind, se.NotSent = message.SendUnreachable, !e.Written
	case e.Status == http.StatusTooManyRequests: // never processed, says Twilio
		se.Kind, se.NotSent, se.Public = message.SendThrottled, true, busy
	case e.Status == http.StatusUnauthorized || e.Status == http.StatusForbidden || e.Status == http.StatusNotFound || e.Status == http.StatusProxyAuthRequired:
		se.Kind, se.NotSent, se.Public = message.SendConfig, true, setUp
	case e.Status >= 400 && e.Status < 500 && e.Status != http.StatusRequestTimeout && e.Code != 0:
		se.Kind, se.NotSent, se.Public = message.SendRejected, true, "The provider refused the message."
	default: // 5xx, a success that cannot be read, a page of something in between
		se.Kind = message.SendUnreachable
	}
	se.Public = cmp.Or(se.Public, "The provider cannot be reached.")
	return se
}

// tomorrow is how long the day goes on in UTC, and a little.
func tomorrow(now time.Time) time.Duration {
	return now.UTC().Truncate(24 * time.Hour).Add(24*time.Hour + 5*time.Minute).Sub(now)
}
