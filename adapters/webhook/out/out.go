// Package out sends Standard Webhooks: turns, decisions and the bridge's own events, to
// systems that asked for them.
//
// A message is one POST of {"type","timestamp","data"}, signed with every secret. Its
// webhook-id is the message's and the same on every attempt, so an attempt whose answer
// was lost is simply repeated: receivers of Standard Webhooks know a repetition by it.
package out

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/sony/gobreaker/v2"

	"bridge/adapters/webhook/sign"
	"bridge/core/message"
	"bridge/core/span"
	"bridge/internal/httpguard"
	"bridge/internal/retry"
)

// Bounds of one attempt.
const (
	timeout    = 20 * time.Second // Standard Webhooks: 15 to 30 s
	bodyTime   = 2 * time.Second  // for what follows the header of the answer
	maxAnswer  = 64 << 10         // bytes of the answer that are read
	maxDetail  = 300              // bytes of it that are kept
	maxRetry   = 24 * time.Hour   // of Retry-After
	idlePerURL = 32               // connections that are kept
)

// expireAfter is how long after it was made a message is tried at all.
const expireAfter = 5 * 24 * time.Hour

// waits are those after each failed attempt, ± 10 % (Standard Webhooks 1.0).
func waits() []time.Duration {
	return []time.Duration{
		5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour,
		10 * time.Hour, 14 * time.Hour, 20 * time.Hour, 24 * time.Hour,
	}
}

// Options are what the sender works with. All are required but Resolver.
type Options struct {
	Name      message.ChannelName
	Config    Config
	UserAgent string
	Now       func() time.Time
	Host      Host
	// Resolver looks up the endpoints; nil is the system's.
	Resolver *net.Resolver
}

// Host hears what operators should know of a channel.
type Host interface {
	// Alert tells the operators, once for each key and some time.
	Alert(ctx context.Context, ch message.ChannelName, key, text string)
	// BreakerOpened counts that the breaker of an endpoint has opened.
	BreakerOpened(ch message.ChannelName)
}

// Sender sends to one endpoint, or to the endpoints of the messages' addresses. Create it
// with New.
type Sender struct {
	o        Options
	signer   *sign.Signer
	client   *http.Client
	breakers breakers
}

// New returns the sender.
func New(o Options) (*Sender, error) {
	for _, m := range o.Config.Check() {
		return nil, fmt.Errorf("%s: %s", m.Key, m.Problem)
	}
	signer, err := sign.NewSigner(o.Config.Secrets...)
	if err != nil {
		return nil, err
	}
	// Redirects are answers, not followed: a signed body goes where it was meant for.
	c := httpguard.New(httpguard.Options{AllowPrefixes: o.Config.AllowPrivate, AllowHosts: addresses(o.Config.Hosts), Resolver: o.Resolver})
	if t, ok := c.Transport.(*http.Transport); ok {
		t.MaxIdleConnsPerHost, t.MaxIdleConns = idlePerURL, 2*idlePerURL
	}
	s := &Sender{o: o, signer: signer, client: c}
	s.breakers.opened = func() { o.Host.BreakerOpened(o.Name) }
	return s, nil
}

// Name implements adapters.Adapter.
func (s *Sender) Name() message.ChannelName { return s.o.Name }

// Caps implements adapters.Adapter.
func (s *Sender) Caps() message.Caps {
	return message.Caps{
		Kind: "webhook", Traits: message.Traits{System: true}, OneWay: true, KnownByID: true, Repeatable: true, Loose: s.o.Config.Order == OrderSession,
		ProvesSender: message.Asserted,
	}
}

// Close ends the connections that nobody uses.
func (s *Sender) Close() error {
	s.client.CloseIdleConnections()
	return nil
}

// Wait implements adapters.Patient.
func (s *Sender) Wait(n int) (time.Duration, bool) {
	ws := waits()
	if n > len(ws) {
		return 0, false
	}
	return retry.Jitter(ws[max(n, 1)-1], 0.1), true
}

// Ready implements adapters.Gated: while the breaker of its endpoint is open a message
// waits.
func (s *Sender) Ready(out message.Outbound) (time.Duration, string) {
	u, err := s.endpoint(out)
	if err != nil || s.old(out) {
		return 0, ""
	}
	return s.breakers.of(u.Host).wait(), "the endpoint fails: its breaker is open"
}

func (s *Sender) old(out message.Outbound) bool {
	return !out.CreatedAt.IsZero() && s.o.Now().Sub(out.CreatedAt) >= expireAfter
}

// endpoint is where a message goes.
func (s *Sender) endpoint(out message.Outbound) (*url.URL, error) {
	if s.o.Config.URL != "" {
		return parse(s.o.Config.URL)
	}
	to := out.To.Value()
	if err := Allowed(s.o.Config.Hosts, to); err != nil {
		return nil, &message.SendError{Kind: message.SendRejected, Code: "url", Public: "the URL may not be called: " + err.Error(), NotSent: true, Err: err}
	}
	return parse(to)
}

// Send implements adapters.Sender.
func (s *Sender) Send(ctx context.Context, out message.Outbound) (message.Receipt, error) {
	u, err := s.endpoint(out)
	if err != nil {
		return message.Receipt{}, err
	}
	body, err := s.body(out)
	if err != nil {
		return message.Receipt{}, &message.SendError{Kind: message.SendInvalid, Code: "body", Public: "it is no JSON", NotSent: true, Err: err}
	}
	b := s.breakers.of(u.Host)
	r, err := b.Execute(func() (message.Receipt, error) { return s.post(ctx, u, out.ID, body) })
	if errors.Is(err, gobreaker.ErrOpenState) || errors.Is(err, gobreaker.ErrTooManyRequests) { // another lane was faster
		err = &message.SendError{
			Kind: message.SendThrottled, Code: "breaker_open", Public: "the endpoint fails: not tried", RetryAfter: b.wait(), NotSent: true, Err: err,
		}
	}
	return r, s.judge(ctx, out, u, err)
}

// judge tells the operators of an endpoint that wants no more, and gives up a message that
// is too old.
func (s *Sender) judge(ctx context.Context, out message.Outbound, u *url.URL, err error) error {
	var se *message.SendError
	if !errors.As(err, &se) {
		return err
	}
	switch {
	case se.Kind == message.SendOptedOut:
		s.o.Host.Alert(context.WithoutCancel(ctx), s.o.Name, "disabled "+string(s.o.Name), fmt.Sprintf(
			"The endpoint of the channel %s (%s) answered 410 Gone: it wants no more messages and gets none. What is for it becomes a dead letter. "+
				"When it is back: bridge webhooks enable %s, then bridge deadletters replay -channel %s", s.o.Name, u.Host, s.o.Name, s.o.Name))
	case !se.Final() && s.old(out) && ctx.Err() == nil:
		s.o.Host.Alert(context.WithoutCancel(ctx), s.o.Name, "expired "+string(s.o.Name)+" "+u.Host, fmt.Sprintf(
			"Messages on the channel %s could not be delivered to %s for %d days and were given up (%s). bridge deadletters list -channel %s shows them.",
			s.o.Name, u.Host, int(expireAfter.Hours()/24), se.Code, s.o.Name))
		old := *se
		old.Kind, old.Public = message.SendRejected, fmt.Sprintf("given up after %d days: %s", int(expireAfter.Hours()/24), se.Public)
		return &old
	}
	return err
}

// body is the same for every attempt.
func (s *Sender) body(out message.Outbound) ([]byte, error) {
	e := out.Event
	if e == nil { // words for people, such as an alert
		data, err := json.Marshal(map[string]string{"subject": out.Subject, "text": out.Text})
		if err != nil {
			return nil, err
		}
		e = &message.Event{Type: "notice", Data: data}
	}
	return json.Marshal(struct {
		Type      string          `json:"type"`
		Timestamp string          `json:"timestamp"`
		Data      json.RawMessage `json:"data"`
	}{e.Type, out.CreatedAt.UTC().Format(time.RFC3339Nano), e.Data})
}

func (s *Sender) post(ctx context.Context, u *url.URL, id message.MessageID, body []byte) (message.Receipt, error) {
	try, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(try, http.MethodPost, u.String(), bytes.NewReader(body))
	if err != nil {
		return message.Receipt{}, &message.SendError{Kind: message.SendInvalid, Code: "url", Public: "the URL cannot be called", NotSent: true, Err: httpguard.WithoutURL(err)}
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", s.o.UserAgent)
	span.Tell(ctx, req.Header)
	s.signer.Sign(req.Header, string(id), s.o.Now(), body)
	resp, err := s.client.Do(req)
	if err != nil {
		return message.Receipt{}, s.failed(ctx, err)
	}
	defer resp.Body.Close()
	// The header says it all: a body that does not come must not hold the others up.
	rest := time.AfterFunc(bodyTime, cancel)
	defer rest.Stop()
	text, _ := io.ReadAll(io.LimitReader(resp.Body, maxAnswer)) // as far as it came
	return answered(resp, text, s.o.Config.URL != "", s.o.Now())
}

// answered judges an answer.
func answered(resp *http.Response, text []byte, fixed bool, now time.Time) (message.Receipt, error) {
	code := strconv.Itoa(resp.StatusCode)
	detail := code
	if t := plain(text, maxDetail); t != "" {
		detail += ": " + t
	}
	if resp.StatusCode >= 200 && resp.StatusCode < 300 {
		return message.Receipt{Detail: detail}, nil
	}
	se := &message.SendError{
		Kind: message.SendUnreachable, Code: code, Public: "the endpoint answered " + detail, RetryAfter: httpguard.RetryAfter(resp.Header, now, maxRetry),
		Err: errors.New("the endpoint answered " + code), // the body is the endpoint's, not for the log
	}
	switch {
	case resp.StatusCode == http.StatusGone && fixed:
		se.Kind = message.SendOptedOut
	case resp.StatusCode == http.StatusGone: // no other message has this endpoint
		se.Kind = message.SendRejected
	case resp.StatusCode == http.StatusTooManyRequests || resp.StatusCode == http.StatusServiceUnavailable:
		se.Kind = message.SendThrottled
	case resp.StatusCode >= 300 && resp.StatusCode < 400:
		se.Public = "the endpoint answered " + code + ": redirects are not followed, the URL has to be the final one"
	}
	return message.Receipt{}, se
}

// failed judges a request without an answer. Its text never has the URL, which may hold
// secrets.
func (s *Sender) failed(ctx context.Context, err error) error {
	cause := httpguard.WithoutURL(err)
	se := &message.SendError{Kind: message.SendUnreachable, Code: "no_answer", Public: "the endpoint did not answer", Err: cause}
	var dns *net.DNSError
	var op *net.OpError
	switch {
	case errors.Is(err, httpguard.ErrRefused):
		se.Kind, se.Code, se.NotSent = message.SendRejected, "refused", true
		se.Public = "the endpoint's address is not public; allow_private can allow it"
	case ctx.Err() != nil:
		se.Err = errors.Join(context.Canceled, cause) // we stop: it says nothing of the endpoint
	case errors.As(err, &dns):
		se.Code, se.Public, se.NotSent = "dns", "the endpoint's name was not found", true
	case errors.As(err, &op) && op.Op == "dial":
		se.Code, se.Public, se.NotSent = "connect", "the endpoint could not be connected to", true
	case errors.Is(err, context.DeadlineExceeded):
		se.Code, se.Public = "timeout", "the endpoint did not answer within "+timeout.String()
	}
	return se
}

// plain is the beginning of a text as one line.
func plain(text []byte, most int) string {
	clean := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(string(text[:min(len(text), 4*most)]), ""))
	clean = strings.Join(strings.Fields(clean), " ")
	if len(clean) > most {
		clean = strings.ToValidUTF8(clean[:most], "") + "…"
	}
	return clean
}
