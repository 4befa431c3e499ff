package twilioserver

import (
	"context"
	"crypto/hmac"
	"crypto/sha1"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Attempt is one try of a webhook.
type Attempt struct {
	URL    string
	Status int // 0 without an answer
	Type   string
	Body   string
	Took   time.Duration
	Err    error // without an answer
}

// webhook is a call that Twilio makes.
type webhook struct {
	token string
	form  url.Values
	id    string // the idempotency token, the same for each try
}

// Sign returns the value of X-Twilio-Signature: of the URL without its
// fragment and the parameters, each value of a repeated one once, sorted.
func Sign(token, link string, form url.Values) string {
	link, _, _ = strings.Cut(link, "#")
	var b strings.Builder
	b.WriteString(link)
	for _, k := range slices.Sorted(maps.Keys(form)) {
		vs := slices.Clone(form[k])
		slices.Sort(vs)
		for _, v := range slices.Compact(vs) {
			b.WriteString(k + v)
		}
	}
	mac := hmac.New(sha1.New, []byte(token))
	mac.Write([]byte(b.String()))
	return base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// Webhook returns the signed request that a message's webhook is called with, for
// tests that send it themselves, change it, or send it many times.
func (s *Server) Webhook(sid string) (*http.Request, error) {
	s.mu.Lock()
	h, ok := s.webhooks[sid]
	n := s.number(h.form.Get("To"))
	s.mu.Unlock()
	if !ok || n == nil {
		return nil, fmt.Errorf("there is no message %s", sid)
	}
	return h.request(context.Background(), n.SMSURL, h.form)
}

func (h webhook) request(ctx context.Context, link string, form url.Values) (*http.Request, error) {
	link, _, _ = strings.Cut(link, "#")
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, link, strings.NewReader(form.Encode()))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded; charset=UTF-8")
	r.Header.Set("X-Twilio-Signature", Sign(h.token, link, form))
	r.Header.Set("I-Twilio-Idempotency-Token", h.id)
	r.Header.Set("User-Agent", "TwilioProxy/1.1")
	r.Header.Set("Accept", "*/*")
	return r, nil
}

// post calls the webhook of a message until somebody takes it.
func (s *Server) post(sid string, h webhook) (Sent, error) {
	sent := Sent{SID: sid}
	s.mu.Lock()
	var at Number
	if n := s.number(h.form.Get("To")); n != nil {
		at = *n
	}
	s.mu.Unlock()
	if at.SMSURL == "" {
		return sent, nil
	}
	as := s.try(h, at.SMSURL, h.form)
	sent.Attempts = as
	if last := as[len(as)-1]; !taken(last.Status) && at.Fallback != "" {
		form := maps.Clone(h.form)
		form.Set("ErrorCode", "11200")
		form.Set("ErrorUrl", last.URL)
		sent.Attempts = append(sent.Attempts, s.try(h, at.Fallback, form)...)
	}
	last := sent.Attempts[len(sent.Attempts)-1]
	switch {
	case last.Err != nil:
		return sent, fmt.Errorf("webhook: %w", last.Err)
	case !taken(last.Status):
		return sent, fmt.Errorf("webhook: status %d", last.Status)
	}
	s.twiML(h.form, last)
	return sent, nil
}

// try calls one URL as often as its connection overrides say.
func (s *Server) try(h webhook, link string, form url.Values) []Attempt {
	retries, on := overrides(link)
	var as []Attempt
	delay := s.o.RetryDelay
	for i := 0; ; i++ {
		a, kind := s.once(h, link, form)
		as = append(as, a)
		if kind == "" || i == retries || !slices.Contains(on, kind) && !slices.Contains(on, "all") {
			return as
		}
		select {
		case <-time.After(delay):
		case <-s.ctx.Done():
			return as
		}
		delay *= 2
	}
}

// once makes one call; kind is "" or how it failed: ct, rt, 4xx or 5xx.
func (s *Server) once(h webhook, link string, form url.Values) (a Attempt, kind string) {
	ctx, cancel := context.WithTimeout(s.ctx, s.o.Timeout)
	defer cancel()
	began := time.Now()
	a.URL = link
	defer func() { a.Took = time.Since(began) }()
	r, err := h.request(ctx, link, form)
	if err != nil {
		a.Err = err
		return a, ""
	}
	resp, err := s.client.Do(r)
	if err != nil {
		a.Err = err
		if op, ok := errors.AsType[*net.OpError](err); ok && op.Op == "dial" {
			return a, "ct"
		}
		return a, "rt"
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(io.LimitReader(resp.Body, 64<<10))
	if err != nil {
		a.Err = err
		return a, "rt"
	}
	a.Status, a.Body, a.Type = resp.StatusCode, string(b), resp.Header.Get("Content-Type")
	switch {
	case a.Status >= 500:
		return a, "5xx"
	case a.Status >= 400:
		return a, "4xx"
	}
	return a, ""
}

// overrides reads the fragment of a webhook's URL: how often it is tried again (one
// time), and after which failures (connect timeouts).
func overrides(link string) (retries int, on []string) {
	retries, on = 1, []string{"ct"}
	_, fragment, _ := strings.Cut(link, "#")
	for kv := range strings.SplitSeq(fragment, "&") {
		k, v, _ := strings.Cut(kv, "=")
		switch k {
		case "rc":
			if n, err := strconv.Atoi(v); err == nil {
				retries = min(max(n, 0), 5)
			}
		case "rp":
			on = strings.Split(v, ",")
		}
	}
	return retries, on
}

// twiML does what the answer of a webhook says: messages to who wrote.
func (s *Server) twiML(form url.Values, a Attempt) {
	if !strings.Contains(a.Type, "xml") {
		return
	}
	var doc struct {
		Messages []struct {
			Text string `xml:",chardata"`
			Body string `xml:"Body"`
		} `xml:"Message"`
	}
	if err := xml.Unmarshal([]byte(a.Body), &doc); err != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	n, ph := s.number(form.Get("To")), s.phone(form.Get("From"))
	for _, m := range doc.Messages {
		if text := strings.TrimSpace(m.Text + m.Body); text != "" && n != nil && !s.blocked[pair{n.Address, ph.key()}] {
			s.reply(n, ph, text)
		}
	}
}

// tell reports what becomes of a message by status callbacks.
func (s *Server) tell(m Message, hook string, plan Plan, statuses []string, code int) {
	for i, status := range statuses {
		s.mu.Lock()
		token := s.token(m.Account)
		if live := s.bySID[m.SID]; live != nil {
			live.Status = status
			if live.Sent.IsZero() {
				live.Sent = s.now()
			}
			if code != 0 && i == len(statuses)-1 {
				live.ErrorCode = code
			}
		}
		s.changed()
		s.mu.Unlock()
		if hook == "" {
			continue
		}
		form := url.Values{
			"MessageSid": {m.SID}, "SmsSid": {m.SID}, "MessageStatus": {status}, "SmsStatus": {status}, "AccountSid": {m.Account},
			"From": {m.From}, "To": {m.To}, "ApiVersion": {"2010-04-01"},
		}
		if m.Service != "" {
			form.Set("MessagingServiceSid", m.Service)
		}
		if code != 0 && i == len(statuses)-1 {
			form.Set("ErrorCode", strconv.Itoa(code))
		}
		if to, ok := strings.CutPrefix(m.To, whatsApp); ok {
			form.Set("ChannelPrefix", "whatsapp")
			form.Set("ChannelToAddress", to)
			form.Set("EventType", strings.ToUpper(status))
		} else if status == "delivered" {
			form.Set("RawDlrDoneDate", s.Now().UTC().Format("0601021504"))
		}
		h := webhook{token: token, form: form, id: newSID("")}
		for range max(1, plan.Repeat) {
			s.try(h, hook, form)
		}
	}
}
