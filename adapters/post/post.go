// Package post posts what channels of systems send, and says what became of it as the outbox
// wants to know it.
package post

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"time"

	"bridge/core/message"
	"bridge/core/span"
	"bridge/internal/httpguard"
)

const (
	sendTime  = 20 * time.Second
	maxAnswer = 64 << 10  // bytes of an answer that are read
	maxPause  = time.Hour // that Retry-After counts for
)

// Post posts a body, once, and returns the status. what names the receiver in errors ("the
// sink"); no error has the URL. Redirects are not followed.
func Post(ctx context.Context, client *http.Client, what, url string, head http.Header, body []byte) (status string, err error) {
	try, cancel := context.WithTimeout(ctx, sendTime)
	defer cancel()
	r, err := http.NewRequestWithContext(try, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return "", Invalid("url", what+" cannot be called", httpguard.WithoutURL(err))
	}
	r.Header = head.Clone()
	r.Header.Set("User-Agent", "bridge")
	span.Tell(ctx, r.Header)
	resp, err := client.Do(r)
	if err != nil {
		return "", unanswered(what, err)
	}
	defer resp.Body.Close()
	_, _ = io.CopyN(io.Discard, resp.Body, maxAnswer) // so that the connection can be used again
	code := strconv.Itoa(resp.StatusCode)
	se := &message.SendError{Kind: message.SendUnreachable, Code: code, Public: what + " answered " + code, Err: fmt.Errorf("%s answered %s", what, code)}
	switch {
	case resp.StatusCode/100 == 2:
		return code, nil
	case resp.StatusCode == http.StatusTooManyRequests || resp.StatusCode == http.StatusServiceUnavailable:
		se.Kind = message.SendThrottled
		se.RetryAfter = httpguard.RetryAfter(resp.Header, time.Now(), maxPause)
	case resp.StatusCode/100 == 5 || resp.StatusCode == http.StatusRequestTimeout:
	default: // also redirects
		se.Kind = message.SendRejected
	}
	return "", se
}

// Invalid is the error of what can never be sent.
func Invalid(code, public string, err error) error {
	return &message.SendError{Kind: message.SendInvalid, Code: code, Public: public, NotSent: true, Err: err}
}

// unanswered judges a call without an answer.
func unanswered(what string, err error) error {
	se := &message.SendError{Kind: message.SendUnreachable, Code: "no_answer", Public: what + " did not answer", Err: httpguard.WithoutURL(err)}
	var op *net.OpError
	switch {
	case errors.Is(err, httpguard.ErrRefused):
		se.Kind, se.Code, se.NotSent, se.Public = message.SendRejected, "refused", true, "the address of "+what+" is not public, and nothing allows it"
	case errors.As(err, &op) && op.Op == "dial":
		se.Code, se.NotSent, se.Public = "connect", true, what+" could not be connected to"
	}
	return se
}
