package twilio

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"bridge/core/excerpt"
	"bridge/internal/httpguard"
	"bridge/internal/lazyre"
)

// Limits of one call.
const (
	callTimeout   = 10 * time.Second
	maxAnswer     = 4 << 20 // bytes of an answer: a page of messages is the largest
	maxRetryAfter = time.Hour
)

// Where the API has services and senders, and content resources.
const (
	messagingHost = "https://messaging.twilio.com"
	contentHost   = "https://content.twilio.com"
)

// Client makes the calls to Twilio's API. Create it with NewClient.
type Client struct {
	account Account
	base    *url.URL // of a test server; nil: each product has its own host
	http    *http.Client
}

// newClient returns a client of the account; it connects to nothing.
func newClient(a Account) (*Client, error) {
	c := &Client{account: a, http: &http.Client{
		Transport: &http.Transport{
			Proxy: http.ProxyFromEnvironment, DialContext: (&net.Dialer{Timeout: 5 * time.Second}).DialContext,
			TLSHandshakeTimeout: 5 * time.Second, ForceAttemptHTTP2: true, MaxIdleConnsPerHost: 8, IdleConnTimeout: time.Minute,
			MaxResponseHeaderBytes: 64 << 10,
		},
		// The API answers no call by a redirect, and the credentials are for it alone.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	if a.APIURL != "" {
		u, err := url.Parse(a.APIURL)
		if err != nil || u.Host == "" {
			return nil, errors.New("twilio: api_url is not a URL")
		}
		c.base = u
	}
	return c, nil
}

// APIError is a call that failed. Its text has no number and no body of a message:
// Twilio repeats both in what it says.
type APIError struct {
	Op         string
	Status     int           // of the answer; 0 = there was none
	Code       int           // Twilio's; 0 = none
	Message    string        // Twilio's words, numbers masked; "" = none
	RetryAfter time.Duration // as the answer asks; 0 = it does not
	Written    bool          // the request may have reached Twilio
	Err        error         // of the network, or Twilio's words; nil = none
}

// Error says what was tried, and the answer.
func (e *APIError) Error() string {
	s := e.Op + ":"
	switch {
	case e.Status == 0:
		return s + " " + e.Err.Error()
	case e.Code != 0:
		s += fmt.Sprintf(" error %d (HTTP %d)", e.Code, e.Status)
	default:
		s += fmt.Sprintf(" HTTP %d", e.Status)
	}
	if k, ok := Known(strconv.Itoa(e.Code)); ok {
		return s + ": " + k.Means
	}
	if e.Message != "" {
		return s + ": " + e.Message
	}
	if e.Code == 0 && e.Err != nil {
		return s + ": " + e.Err.Error()
	}
	return s
}

// Unwrap returns the cause.
func (e *APIError) Unwrap() error { return e.Err }

// call is one call to the API. The types of what it answers are ours, in api.go: those of
// twilio-go cost every build more than they say, and its client takes no context, loses the status and the
// headers of errors and cuts some addresses out of queries (docs/adr/0076).
type call struct {
	c   *Client
	ctx context.Context //nolint:containedctx // a call is made and forgotten
	op  string
	out atomic.Int32 // how far the request got: unwritten, under way, written
}

// How far a request got.
const (
	unwritten int32 = iota
	underWay        // it has a connection: nobody knows how much of it the other side has
	written
)

func (c *Client) call(ctx context.Context, op string) *call { return &call{c: c, ctx: ctx, op: op} }

// account is the URL of something of the account.
func (k *call) account(path string) string {
	return "https://" + apiHost + "/2010-04-01/Accounts/" + url.PathEscape(k.c.account.SID) + path
}

// get reads the answer to a query.
func (k *call) get(rawURL string, q url.Values, into any) error {
	return k.send(http.MethodGet, rawURL, q, into)
}

// post reads the answer to a form.
func (k *call) post(rawURL string, form url.Values, into any) error {
	return k.send(http.MethodPost, rawURL, form, into)
}

// failed returns err as an *APIError.
func (k *call) failed(err error) *APIError {
	if e, ok := errors.AsType[*APIError](err); ok {
		return e
	}
	// It was a success whose body cannot be read.
	return &APIError{Op: k.op, Status: http.StatusOK, Written: true, Err: errors.New("the answer is not what the API promises")}
}

// send makes one request, and reads the answer to its end. Where none came, or it is no success, the error
// is an *APIError.
func (k *call) send(method, rawURL string, data url.Values, into any) error {
	ctx, cancel := context.WithTimeout(k.ctx, callTimeout)
	defer cancel()
	req, err := k.request(ctx, method, rawURL, data)
	if err != nil {
		return &APIError{Op: k.op, Err: err}
	}
	resp, err := k.c.http.Do(req)
	if err != nil {
		// The URL names whom the call is about.
		return &APIError{Op: k.op, Written: k.out.Load() != unwritten, Err: httpguard.WithoutURL(err)}
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	if err == nil && len(b) > maxAnswer {
		err = fmt.Errorf("the answer has more than %d bytes", maxAnswer)
	}
	if resp.StatusCode < 200 || resp.StatusCode >= 300 {
		return k.refused(resp, b)
	}
	if err != nil {
		return &APIError{Op: k.op, Status: resp.StatusCode, Written: true, Err: err}
	}
	return json.NewDecoder(bytes.NewReader(b)).Decode(into)
}

func (k *call) request(ctx context.Context, method, rawURL string, data url.Values) (*http.Request, error) {
	u, err := url.Parse(rawURL)
	if err != nil {
		return nil, errors.New("the URL of the call cannot be read")
	}
	var body io.Reader
	if method == http.MethodPost {
		body = strings.NewReader(data.Encode())
	} else if len(data) > 0 {
		u.RawQuery = data.Encode()
	}
	host := u.Host
	if k.c.base != nil { // the product's host stays in the header: one test server is all of them
		u.Scheme, u.Host = k.c.base.Scheme, k.c.base.Host
	}
	req, err := http.NewRequestWithContext(httptrace.WithClientTrace(ctx, k.trace()), method, u.String(), body)
	if err != nil {
		return nil, errors.New("the call cannot be made into a request")
	}
	req.Host = host
	if method == http.MethodPost {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", "bridge")
	if len(k.c.account.Tokens) == 0 {
		return nil, errors.New("the account has no auth token")
	}
	req.SetBasicAuth(k.c.account.SID, k.c.account.Tokens[0]())
	return req, nil
}

// trace notes how far the request gets. net/http repeats a POST by itself only where
// nothing of it was written: then it asks for a connection again.
func (k *call) trace() *httptrace.ClientTrace {
	return &httptrace.ClientTrace{
		GetConn: func(string) { k.out.Store(unwritten) },
		GotConn: func(httptrace.GotConnInfo) { k.out.Store(underWay) },
		WroteRequest: func(i httptrace.WroteRequestInfo) {
			if i.Err == nil {
				k.out.Store(written)
			} else { // a body that is shorter than announced is no request
				k.out.Store(unwritten)
			}
		},
	}
}

// refused is the error of an answer that is no success.
func (k *call) refused(resp *http.Response, body []byte) *APIError {
	e := &APIError{Op: k.op, Status: resp.StatusCode, Written: true, RetryAfter: httpguard.RetryAfter(resp.Header, time.Now(), maxRetryAfter)}
	var re struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	}
	if json.Unmarshal(body, &re) != nil || re.Code == 0 && re.Message == "" {
		e.Err = errors.New("the answer is not one of Twilio's API")
		return e
	}
	e.Code, e.Message = re.Code, scrub(re.Message)
	e.Err = errors.New(e.Message)
	return e
}

// manyDigits are what may be a number or a BSUID of somebody.
var manyDigits = lazyre.New(`\+?[0-9](?:[0-9 ().-]{4,})[0-9]`)

// scrub makes a text of others fit for logs: one short line without numbers.
func scrub(s string) string {
	return excerpt.Clip(manyDigits.ReplaceAllString(excerpt.OneLine(s), "…"), 200)
}
