package telegram

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"bridge/adapters/untrusted"
	"bridge/internal/httpguard"
)

const (
	apiURL    = "https://api.telegram.org"
	maxAnswer = 16 << 20 // bytes of an answer; a hundred updates have far less
	callTime  = 30 * time.Second
	fileTime  = 2 * time.Minute // of a call with a file
)

// client calls the Bot API. The token is in each URL: no error has one.
type client struct {
	base  *url.URL
	token func() string
	http  *http.Client
}

func newClient(c Config) (*client, error) {
	text := apiURL
	var o httpguard.Options
	if c.APIURL != "" { // a server of the operator's own
		text = strings.TrimRight(c.APIURL, "/")
	}
	u, err := url.Parse(text)
	if err != nil || u.Host == "" {
		return nil, errors.New("api_url cannot be read")
	}
	if c.APIURL != "" {
		o.AllowHosts = []string{httpguard.HostPort(u)}
	}
	return &client{base: u, token: c.Token, http: httpguard.New(o)}, nil
}

// apiError is a call that failed. Its text has neither the token nor a text of people.
type apiError struct {
	method     string
	status     int           // of the answer, or its error_code; 0 = there was none
	words      string        // Telegram's description, "" = none
	retryAfter time.Duration // as the answer asks
	written    bool          // the request may have reached Telegram
	err        error
}

// Error says what was tried, and the answer.
func (e *apiError) Error() string {
	switch {
	case e.status == 0:
		return fmt.Sprintf("%s: %v", e.method, e.err)
	case e.words != "":
		return fmt.Sprintf("%s: %d %s", e.method, e.status, e.words)
	case e.err != nil:
		return fmt.Sprintf("%s: HTTP %d: %v", e.method, e.status, e.err)
	}
	return fmt.Sprintf("%s: HTTP %d", e.method, e.status)
}

// Unwrap returns the cause.
func (e *apiError) Unwrap() error { return e.err }

// call makes one call with JSON and decodes its result; result may be nil. An error is an
// *apiError.
func (c *client) call(ctx context.Context, method string, params, result any) error {
	body, err := json.Marshal(params)
	if err != nil {
		return &apiError{method: method, err: err}
	}
	return c.post(ctx, method, "application/json", bytes.NewReader(body), result)
}

func (c *client) post(ctx context.Context, method, contentType string, body io.Reader, result any) error {
	var written atomic.Bool
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteHeaders: func() { written.Store(true) }})
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base.JoinPath("bot"+c.token(), method).String(), body)
	if err != nil {
		return &apiError{method: method, err: errors.New("the URL cannot be made")}
	}
	req.Header.Set("Content-Type", contentType)
	resp, err := c.http.Do(req)
	if err != nil {
		return &apiError{method: method, written: written.Load(), err: httpguard.WithoutURL(err)}
	}
	defer resp.Body.Close()
	fail := &apiError{method: method, status: resp.StatusCode, written: true}
	b, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	if err != nil || len(b) > maxAnswer {
		fail.err = errors.New("the answer ended early, or is too long")
		return fail
	}
	var answer struct {
		OK          bool            `json:"ok"`
		Result      json.RawMessage `json:"result"`
		Code        int             `json:"error_code"`
		Description string          `json:"description"`
		Parameters  struct {
			RetryAfter int64 `json:"retry_after"` // seconds
		} `json:"parameters"`
	}
	switch err := json.Unmarshal(b, &answer); {
	case err != nil:
		fail.err = errors.New("the answer is not that of the Bot API")
		return fail
	case !answer.OK:
		if answer.Code != 0 {
			fail.status = answer.Code
		}
		fail.words = untrusted.Line(answer.Description, 200)
		fail.retryAfter = time.Duration(min(max(answer.Parameters.RetryAfter, 0), 24*3600)) * time.Second
		return fail
	case result == nil:
		return nil
	}
	if err := json.Unmarshal(answer.Result, result); err != nil {
		fail.err = errors.New("the result is not that of the Bot API")
		return fail
	}
	return nil
}

// file opens a file that getFile has named. The caller closes it.
func (c *client) file(ctx context.Context, path string) (*http.Response, error) {
	u := c.base.JoinPath("file", "bot"+c.token())
	for _, part := range strings.Split(path, "/") {
		if part == "" || part == "." || part == ".." {
			return nil, &apiError{method: "file", err: errors.New("the path of the file is none")}
		}
		u = u.JoinPath(url.PathEscape(part))
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), http.NoBody)
	if err != nil {
		return nil, &apiError{method: "file", err: errors.New("the URL cannot be made")}
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, &apiError{method: "file", err: httpguard.WithoutURL(err)}
	}
	if resp.StatusCode != http.StatusOK {
		_ = resp.Body.Close() // nothing of it is read
		return nil, &apiError{method: "file", status: resp.StatusCode}
	}
	return resp, nil
}
