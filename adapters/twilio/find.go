package twilio

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"bridge/core/excerpt"
	"bridge/core/message"
	"bridge/render/gsm7"
)

// Bounds of a look at Twilio's log.
const (
	findPage  = 100
	findPages = 5
	// settleTime is how long after an attempt began its message may still turn up: the
	// call itself, and the time until the list shows what was taken.
	settleTime = callTimeout + 5*time.Second
	// clockDifference is how far Twilio's clock and ours may be apart.
	clockDifference = 2 * time.Minute
)

// errMany is of a look that has ended before all was seen.
var errMany = errors.New("there are too many messages in that time")

// Wanted is how a message looks in Twilio's log, in the forms it may have gone out.
type Wanted struct {
	To    string // without the prefix
	Body  string // as it was sent as text or caption
	Media bool   // with a file
	// Contains are texts of which one is in the message where it was sent as a content
	// resource, or with a link: its words are not known then.
	Contains []string
	// Request is the id of the approval request that the message asks about: a text that
	// names another one is another message, though its other words are the same.
	Request message.ApprovalID
}

// Find looks for a message among those that Twilio took since the time given:
// adapters.Finder. The list is not asked for dates: what waits in Twilio's queue has
// none yet.
func (s *Sender) Find(ctx context.Context, w Wanted, since time.Time, taken func(message.Ref) (bool, error)) (message.Receipt, bool, error) {
	q := url.Values{"To": {s.o.Prefix + w.To}, "PageSize": {strconv.Itoa(findPage)}}
	if s.o.Account.From != "" {
		q.Set("From", s.o.Prefix+s.o.Account.From)
	}
	after := since.Add(-clockDifference)
	var exact, like, maybe *logged // the oldest of each: the list begins with the newest
	err := s.pages(ctx, "look for a message", q, findPages, func(m *logged) (older bool, err error) {
		at, known := created(m)
		if known && at.Before(after) {
			return true, nil
		}
		if !s.ours(m) || m.To != s.o.Prefix+w.To {
			return false, nil
		}
		fit := w.fits(m)
		if fit == no {
			return false, nil
		}
		if is, err := taken(message.Ref(m.SID)); err != nil || is {
			return false, err
		}
		switch fit {
		case exactly:
			exact = m
		case similar:
			like = m
		default:
			maybe = m
		}
		return false, nil
	})
	switch {
	case err != nil && !errors.Is(err, errMany):
		return message.Receipt{}, false, err
	case exact != nil:
		return receipt(exact), true, nil
	case like != nil:
		return receipt(like), true, nil
	case err != nil:
		return message.Receipt{}, false, err
	case maybe != nil:
		return message.Receipt{}, false, errors.New("look for a message: one went out whose text Twilio's log does not show")
	case s.o.Now().Sub(since) < settleTime:
		return message.Receipt{}, false, errors.New("look for a message: it is not in Twilio's log yet, and may still come")
	}
	return message.Receipt{}, false, nil
}

// ours reports whether we sent m, and it did not fail before it left Twilio.
func (s *Sender) ours(m *logged) bool {
	if s.o.Account.Service != "" && m.Service != s.o.Account.Service {
		return false
	}
	if d := m.Direction; d != "" && d != "outbound-api" {
		return false
	}
	st := m.Status
	return st != "failed" && st != "canceled"
}

// fit is how well a message of the log is the one that is looked for.
type fit int

const (
	no fit = iota
	unclear
	similar
	exactly
)

func (w Wanted) fits(m *logged) fit {
	body, want := excerpt.OneLine(m.Body), excerpt.OneLine(w.Body)
	media := m.NumMedia != "" && m.NumMedia != "0"
	if media == w.Media && body == want {
		return exactly
	}
	if media == w.Media && excerpt.OneLine(gsm7.Fold(m.Body)) == excerpt.OneLine(gsm7.Fold(w.Body)) { // a service folds as it is set up
		return similar
	}
	// A trial account's texts begin with words of Twilio's. Others that end alike are other messages.
	if begin, ok := strings.CutSuffix(body, " "+want); ok && media == w.Media && want != "" && strings.Contains(begin, "Twilio trial") {
		return similar
	}
	if w.Request != "" && strings.Contains(body, "apr_") && !strings.Contains(body, string(w.Request)) {
		return no
	}
	for _, part := range w.Contains {
		if part = excerpt.OneLine(part); part != "" && strings.Contains(body, part) {
			return similar
		}
	}
	if body == "" && !media { // a content resource, or an account whose log keeps no texts
		return unclear
	}
	return no
}

// pages calls each for the messages of the log, the newest first, until a page has
// only what each calls older.
func (s *Sender) pages(ctx context.Context, op string, q url.Values, limit int, each func(*logged) (older bool, err error)) error {
	for range limit {
		k := s.client.call(ctx, op)
		var page messages
		if err := k.get(k.account("/Messages.json"), q, &page); err != nil {
			return k.failed(err)
		}
		fresh := false
		for i := range page.Messages {
			older, err := each(&page.Messages[i])
			if err != nil {
				return fmt.Errorf("%s: %w", op, err)
			}
			fresh = fresh || !older
		}
		if !fresh {
			return nil
		}
		next, err := url.Parse(page.Next)
		if err != nil {
			return nil
		}
		token, number := next.Query().Get("PageToken"), next.Query().Get("Page")
		if token == "" && number == "" {
			return nil
		}
		for name, v := range map[string]string{"PageToken": token, "Page": number} {
			if q.Del(name); v != "" {
				q.Set(name, v)
			}
		}
	}
	return fmt.Errorf("%s: %w: more than %d pages of %s", op, errMany, limit, q.Get("PageSize"))
}

// created is when Twilio took a message.
func created(m *logged) (time.Time, bool) { return date(m.DateCreated) }

// date reads a time as the API writes it.
func date(s string) (time.Time, bool) {
	for _, layout := range []string{time.RFC1123Z, time.RFC3339, time.RFC1123} {
		if t, err := time.Parse(layout, s); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}
