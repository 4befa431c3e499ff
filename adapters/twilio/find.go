package twilio

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	api "github.com/twilio/twilio-go/rest/api/v2010"

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
	p := &api.ListMessageParams{}
	p.SetTo(s.o.Prefix + w.To)
	if s.o.Account.From != "" {
		p.SetFrom(s.o.Prefix + s.o.Account.From)
	}
	p.SetPageSize(findPage)
	after := since.Add(-clockDifference)
	var exact, like, maybe *api.ApiV2010Message // the oldest of each: the list begins with the newest
	err := s.pages(ctx, "look for a message", p, findPages, func(m *api.ApiV2010Message) (older bool, err error) {
		at, known := created(m)
		if known && at.Before(after) {
			return true, nil
		}
		if !s.ours(m) || str(m.To) != s.o.Prefix+w.To {
			return false, nil
		}
		fit := w.fits(m)
		if fit == no {
			return false, nil
		}
		if is, err := taken(message.Ref(str(m.Sid))); err != nil || is {
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
func (s *Sender) ours(m *api.ApiV2010Message) bool {
	if s.o.Account.Service != "" && str(m.MessagingServiceSid) != s.o.Account.Service {
		return false
	}
	if d := str(m.Direction); d != "" && d != "outbound-api" {
		return false
	}
	st := str(m.Status)
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

func (w Wanted) fits(m *api.ApiV2010Message) fit {
	body, want := excerpt.OneLine(str(m.Body)), excerpt.OneLine(w.Body)
	media := str(m.NumMedia) != "" && str(m.NumMedia) != "0"
	if media == w.Media && body == want {
		return exactly
	}
	if media == w.Media && excerpt.OneLine(gsm7.Fold(str(m.Body))) == excerpt.OneLine(gsm7.Fold(w.Body)) { // a service folds as it is set up
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
func (s *Sender) pages(ctx context.Context, op string, p *api.ListMessageParams, limit int, each func(*api.ApiV2010Message) (older bool, err error)) error {
	token, number := "", ""
	for range limit {
		k := s.client.call(ctx, op)
		page, err := k.api().PageMessage(p, token, number)
		if err != nil {
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
		next, err := url.Parse(str(page.NextPageUri))
		if err != nil || next.RawQuery == "" {
			return nil
		}
		if next.Query().Get("PageToken") == "" && next.Query().Get("Page") == "" {
			return nil
		}
		token, number = next.Query().Get("PageToken"), next.Query().Get("Page")
	}
	return fmt.Errorf("%s: %w: more than %d", op, errMany, limit*num(p.PageSize))
}

// created is when Twilio took a message.
func created(m *api.ApiV2010Message) (time.Time, bool) { return date(str(m.DateCreated)) }

// date reads a time as the API writes it.
func date(s string) (time.Time, bool) {
	for _, layout := range []string{time.RFC1123Z, time.RFC3339, time.RFC1123} {
		if t, err := time.Parse(layout, s); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}
