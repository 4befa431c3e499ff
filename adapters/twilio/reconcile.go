package twilio

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"bridge/adapters"
	"bridge/core/message"
)

// Bounds of Reconcile.
const (
	logPage  = 200
	logPages = 50
)

// LogFunc takes in one message of the log, which Twilio got at the time given.
type LogFunc func(ctx context.Context, m Received, at time.Time) (message.Accepted, error)

// Reconcile hands what came in since the time given to take, the oldest first:
// adapters.Reconciler. take knows again what a webhook has delivered. With dry it
// only lists everything. On an error it returns what was done so far.
func (s *Sender) Reconcile(ctx context.Context, since time.Time, dry bool, take LogFunc) (adapters.Reconciled, error) {
	var r adapters.Reconciled
	if !dry && s.o.Now().Sub(since) > s.o.Dedupe {
		return r, fmt.Errorf("messages that came more than %s ago (dedupe) are not known again, and would be taken in twice", s.o.Dedupe)
	}
	logged, err := s.inbound(ctx, since)
	if err != nil {
		return r, err
	}
	for _, one := range logged {
		r.Seen++
		at, _ := received(one)
		entry := adapters.LoggedMessage{Provider: one.SID, At: at, From: s.masked(one.From), Outcome: "listed"}
		if dry {
			r.Messages = append(r.Messages, entry)
			continue
		}
		form, err := s.form(ctx, one)
		if err != nil {
			return r, err
		}
		m, err := readMessage(form)
		if err != nil { // the log names what no webhook can
			entry.Outcome = "not taken: " + err.Error()
			r.Messages = append(r.Messages, entry)
			continue
		}
		got, err := take(ctx, m, at)
		var limit *adapters.LimitError
		switch {
		case errors.As(err, &limit):
			entry.Outcome = "not taken: " + limit.Limit
		case err != nil:
			return r, fmt.Errorf("take in %s: %w", entry.Provider, err)
		case got.Outcome == message.OutcomeDuplicate:
			continue
		default:
			entry.Outcome = string(got.Outcome)
			r.Taken++
		}
		r.Messages = append(r.Messages, entry)
	}
	return r, nil
}

// inbound lists what came in, the oldest first.
func (s *Sender) inbound(ctx context.Context, since time.Time) ([]*logged, error) {
	q := url.Values{
		"DateSent>": {since.UTC().Truncate(24 * time.Hour).Format(time.RFC3339)}, // the whole day: the API may look at dates only
		"PageSize":  {strconv.Itoa(logPage)},
	}
	if s.o.Account.From != "" {
		q.Set("To", s.o.Prefix+s.o.Account.From)
	}
	var all []*logged
	err := s.pages(ctx, "list what came in", q, logPages, func(m *logged) (bool, error) {
		if at, known := received(m); known && at.Before(since) {
			return true, nil
		}
		if s.toUs(m) {
			all = append(all, m)
		}
		return false, nil
	})
	slices.Reverse(all)
	return all, err
}

// toUs reports whether a message of the log came in on this channel.
func (s *Sender) toUs(m *logged) bool {
	if m.Direction != "inbound" || strings.Contains(m.To, ":") != (s.o.Prefix != "") {
		return false
	}
	if s.o.Account.Service != "" {
		return m.Service == s.o.Account.Service
	}
	return m.To == s.o.Prefix+s.o.Account.From
}

// form is what the webhook of a message of the log says, as far as the log knows it:
// of a press of a button it has the title only.
func (s *Sender) form(ctx context.Context, m *logged) (Form, error) {
	f := Form{params: []param{
		{"MessageSid", m.SID},
		{"AccountSid", m.AccountSID},
		{"From", m.From},
		{"To", m.To},
		{"Body", m.Body},
	}}
	add := func(name, value string) { f.params = append(f.params, param{name, value}) }
	if v := m.Service; v != "" {
		add("MessagingServiceSid", v)
	}
	n := 0
	if v := m.NumMedia; v != "" && v != "0" {
		k := s.client.call(ctx, "list the files of a message")
		var page files
		if err := k.get(k.account("/Messages/"+url.PathEscape(m.SID)+"/Media.json"), url.Values{"PageSize": {strconv.Itoa(maxMedia)}}, &page); err != nil {
			return f, k.failed(err)
		}
		for _, file := range page.List {
			uri, ok := strings.CutSuffix(file.URI, ".json")
			if !ok || !strings.HasPrefix(uri, "/") || n == maxMedia {
				continue
			}
			add("MediaUrl"+strconv.Itoa(n), "https://"+apiHost+uri)
			add("MediaContentType"+strconv.Itoa(n), file.ContentType)
			n++
		}
	}
	add("NumMedia", strconv.Itoa(n))
	return f, nil
}

// received is when Twilio got a message.
func received(m *logged) (time.Time, bool) {
	if t, ok := date(m.DateSent); ok {
		return t, true
	}
	return created(m)
}

// masked is an address for eyes and logs.
func (s *Sender) masked(from string) string {
	kind := "sms"
	if s.o.Prefix != "" {
		kind = "whatsapp"
	}
	return message.Address(string(kind) + ":" + strings.TrimPrefix(from, s.o.Prefix)).Masked()
}
